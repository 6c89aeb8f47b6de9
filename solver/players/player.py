"""A player: what it sees of a hand, and what it is asked.

A `View` holds what the seat to move knows and nothing else: cards that it does not see are
placeholders, put in their seats by number, so that a view is the same however they lie. `Watch`
makes the views of a hand in play and is the only one that sees all cards. It knows no player.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from ..cards import Card, Hand, Suit
from ..errors import VariantError
from ..game.history import barred_by
from ..game.position import Position
from ..game.variants import Variant
from ..simulation.knowledge import Knowledge
from ..simulation.template import lays_down

__all__ = ["Player", "View", "Watch", "check_players_know", "usual_call"]

_NO_BOUNDS = ((0, 13),) * 4


@dataclass(frozen=True, slots=True)
class View:
    """What the seat to move knows: its own cards, what lies open, and what the play has shown.

    `knowledge`: the consistent worlds; of the hands in its position only that of `seat` is true.
    `plays`: every card played so far with its seat, in order.
    """

    seat: int
    knowledge: Knowledge
    plays: tuple[tuple[int, Card], ...] = ()

    @property
    def position(self) -> Position:
        """The position now; the hands of other seats are placeholders."""
        return self.knowledge.position

    @property
    def hand(self) -> Hand:
        """The cards that this seat holds."""
        return self.knowledge.position.hands[self.seat]

    @property
    def unseen(self) -> Hand:
        """The cards that the other seats hold among them."""
        return self.knowledge.known.unseen

    def may_hold(self, seat: int) -> Hand:
        """The unseen cards that another seat may hold, by what it has shown."""
        return self.unseen - self.knowledge.barred[seat]


class Player(Protocol):
    """Calls trump from five cards and plays a card at each turn.

    A player keeps nothing from one turn to the next; what it draws at random comes from the seed,
    so that the same view and seed give the same card.
    """

    name: str

    def call(self, five: Hand, variant: Variant, seed: int) -> Suit:
        """The trump for the caller of these first five cards."""
        ...

    def play(self, view: View, seed: int) -> Card:
        """A legal card for the seat to move."""
        ...


def usual_call(five: Hand) -> Suit:
    """The longest suit; among equally long ones that with the higher cards, then the first."""
    return max(Suit, key=lambda s: (five.length(s), [c.rank for c in five.suit(s)], -s))


class Watch:
    """A hand in play, seen by all: it gives each seat its view."""

    def __init__(self, start: Position) -> None:
        check_players_know(start.variant)
        self.position = start
        self._barred = [Hand()] * start.seats
        self._plays: list[tuple[int, Card]] = []
        self._first_leader = start.leader

    @property
    def plays(self) -> tuple[tuple[int, Card], ...]:
        """Every card played so far with its seat."""
        return tuple(self._plays)

    def view(self) -> View:
        """What the seat to move knows."""
        now = self.position
        seat = now.to_move
        own = now.hands[seat]
        rest = [c for h in now.hands for c in h if c not in own]
        rest.sort(key=lambda card: card.index)
        hands, given, at = [], [], 0
        for other, hand in enumerate(now.hands):
            mine = other == seat
            hands.append(own if mine else Hand.of(rest[at : at + len(hand)]))
            given.append(own if mine else Hand())
            at += 0 if mine else len(hand)
        knowledge = Knowledge(
            replace(now, hands=tuple(hands)),
            tuple(given),
            tuple(self._barred),
            (_NO_BOUNDS,) * now.seats,
            own | Hand.of(rest),
        )
        return View(seat, knowledge, tuple(self._plays))

    def play(self, card: Card) -> None:
        """The seat to move plays this card; PlayError where it may not."""
        now = self.position
        seat = now.to_move
        after = now.play(card)
        self._barred[seat] |= barred_by(now, card)
        self._plays.append((seat, card))
        self.position = after


def check_players_know(variant: Variant) -> None:
    """VariantError, naming the game and why, where more is hidden from a seat than other hands."""
    family = variant.family
    why = ""
    if lays_down(variant):
        why = "the trump is hidden from all but the caller"
    elif family == "five_card_start":
        why = "the later cards are dealt in the middle of play"
    elif family == "two":
        why = "cards are drawn before the play"
    elif family == "three":
        why = "three players play against each other, which has no class for two sides"
    elif family == "daba":
        why = "the sides bid for a number of tricks"
    elif family == "dummy":
        why = "one hand lies open"
    if why:
        raise VariantError(f"no player here knows {variant.name}: {why}")
