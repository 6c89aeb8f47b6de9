"""Where the unseen cards lie, and which card wins its trick whatever the others hold.

Shares count the worlds that fit what a seat knows, each as often as the cards played so far are
likely in it (`seen_cards.py`). What is sure follows from what no seat can hold, and is no estimate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..base.cards import Card, Hand
from ..base.drawn import Told
from ..game.position import Position
from .knowledge import FEW, Knowledge
from .seen_cards import CardsSeen, effective_number

__all__ = ["UnseenCards", "sure_to_win", "unseen_cards"]

WORLDS = 4096
"""Worlds that are dealt where more fit."""


@dataclass(frozen=True, slots=True)
class UnseenCards(Told):
    """How likely each unseen card is in each other hand.

    - `shares`: card -> seat -> the share of the worlds (0 to 1), 0 for a seat that cannot hold it.
    - `n`: worlds; `effective_n`: how many of equal weight say as much. `exact`: all that fit.
    """

    shares: Mapping[Card, Mapping[int, float]]
    n: int
    effective_n: float
    exact: bool

    def likely(self, seat: int, least: float = 0.5) -> list[tuple[Card, float]]:
        """The cards that this seat holds with at least this chance, the likeliest first."""
        found = [(card, by[seat]) for card, by in self.shares.items() if by[seat] >= least]
        return sorted(found, key=lambda each: (-round(each[1], 6), -each[0].rank, each[0].suit))


def unseen_cards(knowledge: Knowledge, seed: int = 0) -> UnseenCards | None:
    """Where the cards lie that the seat to play does not see, by worlds that follow from the seed.

    None where hands are not dealt whole (later cards, a hidden trump, a stock). Raises
    SamplingError where no deal is possible.
    """
    now = knowledge.position
    if now.reserves or now.variant.lays_down or now.variant.draws:
        return None
    worlds, exact = knowledge.worlds(WORLDS, seed, FEW)
    seats = [seat for seat in range(now.variant.seats) if seat != now.to_move]
    told = CardsSeen.of(knowledge)
    weights = np.ones(len(worlds)) if told is None else told.weights(worlds)
    hidden = Hand(int(np.bitwise_or.reduce(worlds[:, seats].ravel())))
    shares: dict[Card, dict[int, float]] = {}
    for card in hidden:
        held = (worlds[:, seats] & np.uint64(card.bit)) > 0
        of_seats = weights @ held / weights.sum()
        shares[card] = dict(zip(seats, of_seats.tolist(), strict=True))
    return UnseenCards(shares, len(worlds), effective_number(weights), exact)


def sure_to_win(knowledge: Knowledge) -> tuple[Card, ...]:
    """The legal cards that win the running trick whatever the other side's later seats hold.

    Empty in games where a card may be trump that is not of the trump suit or not yet known, and
    when no opponent plays after this seat: then everybody sees it.
    """
    now = knowledge.position
    variant, seat = now.variant, now.to_move
    later = range(len(now.table) + 1, variant.seats)
    opponents = [each for each in ((now.leader + place) % variant.seats for place in later)
                 if now.side(each) != now.side(seat)]  # fmt: skip
    if variant.wild_two or variant.sets_trump or variant.lays_down or not variant.has_sides:
        return ()
    if not opponents:
        return ()
    held = Hand(0)
    for each in opponents:
        held = held | _may_hold(knowledge, each)
    led = now.table[0].suit if now.table else None
    return tuple(
        card
        for card in now.legal()
        if (led is None or card.suit in (led, now.trump))
        and not any(_beats(now, other, card) for other in (*now.table, *held))
    )


def _may_hold(knowledge: Knowledge, seat: int) -> Hand:
    """The cards that this seat holds in a world or another, and perhaps some more."""
    known = knowledge.known
    cards = (known.unseen - known.barred[seat]) | known.given[seat]
    bounds = known.lengths[seat] if known.lengths else ((0, 13),) * 4
    return Hand.of(card for card in cards if bounds[card.suit][1] > 0)


def _beats(now: Position, other: Card, card: Card) -> bool:
    """Whether this other card takes the trick from this one, which is of the led suit or trump."""
    if other.suit == card.suit:
        return other.rank > card.rank
    return other.suit == now.trump
