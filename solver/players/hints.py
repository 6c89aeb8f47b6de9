"""A hint for a person in three steps: a reason, the suit, the card.

A player answers what the person is asked; the reason is read off that answer by rules of thumb, and
names neither suit nor card.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..base.cards import Card, Suit
from ..game.variants import Variant
from .hand_in_play import Answer, Asked
from .player import Player, View

__all__ = ["Hint", "hint_for"]


@dataclass(frozen=True, slots=True)
class Hint:
    """What a player would answer, its suit if it has one, and a reason that tells neither."""

    answer: Answer
    suit: Suit | None
    reason: str


def hint_for(asked: Asked, variant: Variant, player: Player) -> Hint:
    """What this player would do where the person is asked."""
    if asked.what == "call":
        suit = player.call(asked.five, variant, asked.seed)
        most = max(asked.five.length(each) for each in Suit)
        longest = asked.five.length(suit) == most
        reason = "Call your longest suit." if longest else "High cards count for more than length."
        return Hint(suit, suit, reason)
    if asked.what == "request":
        wants = player.requests_trump(asked.seen, asked.seed)
        reason = "The trump may win this trick for you." if wants else "Keep the trump hidden."
        return Hint(wants, None, reason)
    card = player.play(asked.seen, asked.seed)
    return Hint(card, card.suit, _why(asked.seen, card))


def _why(view: View, card: Card) -> str:
    """The kind of play that this card is, in a sentence."""
    now = view.position
    higher = [each for each in view.unseen if each.suit == card.suit and each.rank > card.rank]
    if len(now.legal()) == 1:
        return "There is one legal card only."
    if not now.table:
        if card.suit == view.trump:
            return "Lead trump: each round leaves fewer to ruff with."
        if not higher:
            return "Lead a card that nobody can beat in its suit."
        return "Lead low and keep your high cards."
    table = now.table
    wins = view.winning_place((*table, card)) == len(table)
    if card.suit != table[0].suit:
        return "You cannot follow suit: ruff." if wins else "Throw away what you need least."
    if wins and (not higher or len(table) == now.seats - 1):
        return "Win this trick."
    if wins and any(each.suit == card.suit and each.rank > card.rank for each in now.legal()):
        return "Keep your higher cards while others are still to play."
    if wins:
        return "Try to win this trick."
    leader = (view.seat - len(table)) % now.seats
    winner = (leader + view.winning_place(table)) % now.seats
    if now.variant.has_sides and (winner - view.seat) % 2 == 0:
        return "Your partner is winning: spend nothing high."
    return "You need not win this trick: play low."
