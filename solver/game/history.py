"""The history of a hand: the cards played, in order, and what they show.

A `History` holds the position before every card, so that tricks and voids can be read off without
playing the hand again. `barred_by` asks the rules themselves which cards a play rules out: it knows
no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..cards import FULL_PACK, PACK, Card, Hand
from . import rules
from .position import Position, items_of, replay

__all__ = ["CompleteTrick", "History", "barred_by"]


@dataclass(frozen=True, slots=True)
class CompleteTrick:
    """A finished trick: who led, the cards from the leader on, who won it."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class History:
    """The cards of a hand played so far.

    `positions` has one more entry than `cards`: entry i is the position in which card i was played
    (after a request for a hidden trump), the last one the position now. `requests`: the numbers of
    the cards before which their seat had a hidden trump shown.
    """

    positions: tuple[Position, ...]
    cards: tuple[Card, ...] = ()
    requests: tuple[int, ...] = ()

    @classmethod
    def of(cls, start: Position, play: Sequence[Card | str] | str = ()) -> History:
        """The history of this play; the word `ask` stands for a request of the hidden trump.

        The play may be one text. Raises DealError and PlayError as `replay` does.
        """
        play = tuple(items_of(play))
        replay(start, play)  # one place for the sentences that refuse a play
        positions = [start]
        cards: list[Card] = []
        requests: list[int] = []
        for item in play:
            if isinstance(item, str) and item.strip().lower() == "ask":
                positions[-1] = positions[-1].request_trump()
                requests.append(len(cards))
                continue
            card = Card.parse(item) if isinstance(item, str) else item
            cards.append(card)
            positions.append(positions[-1].play(card))
        return cls(tuple(positions), tuple(cards), tuple(requests))

    def __repr__(self) -> str:
        """The call of `of` that makes this history."""
        words = [f"ask {c}" if n in self.requests else str(c) for n, c in enumerate(self.cards)]
        return f"History.of({self.positions[0]!r}, {' '.join(words)!r})"

    @property
    def now(self) -> Position:
        """The position after all cards."""
        return self.positions[-1]

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat that played each card."""
        return tuple(position.to_move for position in self.positions[: len(self.cards)])

    @property
    def tricks(self) -> tuple[CompleteTrick, ...]:
        """The complete tricks, in order."""
        found = []
        size = self.now.seats
        for end in range(size, len(self.cards) - len(self.now.table) + 1, size):
            cards = self.cards[end - size : end]
            leader = self.positions[end - size].leader
            found.append(CompleteTrick(leader, cards, self.positions[end].leader))
        return tuple(found)

    @property
    def barred(self) -> tuple[Hand, ...]:
        """For each seat the cards that it showed not to hold when it played.

        Cards dealt later (the five-card start) are not covered: a seat may get them then.
        """
        found = [Hand()] * self.now.seats
        for number, (seat, card) in enumerate(zip(self.seats, self.cards, strict=True)):
            position = self.positions[number]
            found[seat] |= barred_by(position, card)
            if number in self.requests and position.table:
                # Only a player who cannot follow may request the trump (docs/rules.md 7.1).
                found[seat] |= rules.suit_cards(Hand(FULL_PACK), position.table[0].suit)
        return tuple(found)


def barred_by(position: Position, card: Card, among: Iterable[Card] = PACK) -> Hand:
    """The cards that the seat to move cannot hold as well if it may play this one.

    Each rule of play is of the form "whoever holds one of these must not play that", so asking the
    rules about hands of two cards finds all of them. Where following suit is the only rule, which
    is nearly everywhere, they need not be asked.
    """
    position = rules.shown_in_time(position)
    if not position.table and not position.asked:
        return Hand()
    if among is PACK and rules.only_follows(position):
        led = rules.led_suit(position)
        return Hand() if card.suit == led else rules.suit_cards(Hand(FULL_PACK), led)
    return Hand.of(
        other
        for other in among
        if other != card and card not in rules.legal_from(position, Hand(card.bit | other.bit))
    )
