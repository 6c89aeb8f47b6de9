"""The rules of play in plain Python: legal cards, who wins a trick, who collects.

The one place behind Position.play and every replayer; clear rather than fast, since the search
has its own. Section numbers are those of the rules digest. A rule function takes a Position and
returns cards or a new Position; it never searches.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .cards import SUIT_BITS, Card, Hand
from .errors import PlayError

if TYPE_CHECKING:
    from .deal import Position

__all__ = ["legal_cards", "play", "side_of", "winning_place"]


def side_of(position: Position, seat: int) -> int:
    """0 when the seat belongs to side A, else 1: by parity, or one player against the rest."""
    if position.player is not None:
        return int(seat != position.player)
    return seat % 2


def suit_cards(hand: Hand, suit: int | None) -> Hand:
    """The cards of this suit in the hand; none for the suit None."""
    return Hand() if suit is None else Hand(hand.bits & SUIT_BITS << 13 * suit)


# Who wins a trick ------------------------------------------------------------------------------


def beats(position: Position, card: Card, best: Card) -> bool:
    """Whether `card`, played later, takes the trick from `best` (1.4)."""
    if card.suit == best.suit:
        return card.rank > best.rank
    return card.suit == position.trump


def winning_place(position: Position, table: tuple[Card, ...] | None = None) -> int:
    """The place (0 = led) of the card that wins the running trick so far.

    `table` replaces the position's own running trick; it must hold at least one card.
    """
    cards = position.table if table is None else table
    best = 0
    for place in range(1, len(cards)):
        if beats(position, cards[place], cards[best]):
            best = place
    return best


# Legal cards -----------------------------------------------------------------------------------


def legal_cards(position: Position) -> Hand:
    """The cards the seat to move may play; empty when the hand is over."""
    hand = position.hands[position.to_move]
    if not position.table:
        return hand
    following = suit_cards(hand, position.table[0].suit)
    return following or _void_cards(position, hand)


def _void_cards(position: Position, hand: Hand) -> Hand:
    """What a player who cannot follow may play: any card, or the stricter duties of 1.4."""
    trumps = suit_cards(hand, position.trump)
    usable = trumps
    place = winning_place(position)
    best = position.table[place]
    duty = position.variant.get("overtrump_duty", "off")
    if duty != "off" and best.suit == position.trump:
        winner = (position.leader + place) % position.seats
        opponent = side_of(position, winner) != side_of(position, position.to_move)
        if duty == "always" or opponent:
            usable = Hand.of(c for c in trumps if beats(position, c, best)) or trumps
    if position.variant.get("void_duty", "none") == "must_trump" and trumps:
        return usable
    return (hand - trumps) | usable


# Playing a card --------------------------------------------------------------------------------


def play(position: Position, card: Card) -> Position:
    """The position after the seat to move plays this card.

    Raises PlayError naming trick, seat, card and rule when the card may not be played.
    """
    seat = position.to_move
    where = f"trick {position.tricks_done + 1}, seat {seat}"
    hand = position.hands[seat]
    if card not in hand:
        if card in position.table:
            raise PlayError(f"{where}: {card} already lies on the table")
        for other, cards in enumerate(position.hands):
            if card in cards:
                raise PlayError(f"{where}: {card} is not in this hand, seat {other} holds it")
        raise PlayError(f"{where}: {card} is in no hand any more")
    if card not in legal_cards(position):
        raise PlayError(f"{where}: {card} {_why_not(position, hand)}")
    hands = tuple(h - Hand(card.bit) if s == seat else h for s, h in enumerate(position.hands))
    table = (*position.table, card)
    if len(table) < position.seats:
        return replace(position, hands=hands, table=table)
    return _settle(position, hands, table)


def _why_not(position: Position, hand: Hand) -> str:
    led = position.table[0].suit
    if suit_cards(hand, led):
        return f"is a revoke: the seat holds {led.name.lower()} and must follow suit"
    return "is refused: the seat must play a trump, or a higher one, under this game's duties"


def _settle(position: Position, hands: tuple[Hand, ...], table: tuple[Card, ...]) -> Position:
    """The trick on this table is complete: its winner leads, its points go to his side."""
    place = winning_place(position, table)
    winner = (position.leader + place) % position.seats
    taken = list(position.taken)
    taken[side_of(position, winner)] += 1
    need = position.tricks_total // 2 + 1
    kot = position.kot
    if min(taken) == 0 and max(taken) == need:
        kot = 1 if taken[0] else -1
    return replace(
        position,
        hands=hands,
        table=(),
        leader=winner,
        tricks_done=position.tricks_done + 1,
        taken=tuple(taken),
        kot=kot,
    )


def last_trick(position: Position) -> bool:
    """Whether the running trick is the last of the hand."""
    return position.tricks_done + 1 == position.tricks_total
