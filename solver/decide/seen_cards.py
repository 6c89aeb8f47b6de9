"""What the cards seen tell: worlds weighted by how likely the others' plays were in them.

A policy says how likely each card was from what its seat saw (`log_likelihoods` of
`solver/core/closed.pyx`); its weights are fitted to hands of players who are no copies of it
(benchmarks/seen_cards.py), and a floor and a power below 1 keep it from believing too much. Which
worlds fit is for `knowledge.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Suit
from ..core.closed import log_likelihoods, seen_weights
from ..game.deal import Deal
from ..game.position import Position
from ..game.variants import Variant
from .knowledge import Knowledge
from .worlds import Worlds

__all__ = ["CardsSeen", "KeepByCards", "effective_number", "weighs"]

POWER = 0.8
"""The power of a likelihood: cards of one hand lean together, and the policy is not the player."""
FLOOR = 0.05
"""The part of any legal card in the chance of one."""
PILOT = 1024
"""Worlds from which the weight is known that is kept always."""
ALWAYS = 0.99
"""The share of uniform worlds that weigh less than that."""


@dataclass(frozen=True, slots=True)
class CardsSeen:
    """The cards that others have played, as evidence about the hands; may travel to processes.

    `start`: before the first lead, with the hands of any world. `played`: by each seat, as bits;
    `cards`: all in order. `seat`: whose knowledge it is, so that its own cards say nothing.
    """

    start: Position
    played: tuple[int, ...]
    cards: tuple[int, ...]
    seat: int

    @classmethod
    def of(cls, knowledge: Knowledge) -> CardsSeen | None:
        """Those of this knowledge; None where nothing was played, and in games without weights.

        None also once a side has its majority of tricks: nobody knows what is played for then.
        """
        now, plays = knowledge.position, knowledge.plays
        variant = now.variant
        if not plays or not weighs(variant):
            return None
        at_once = variant.has_sides and not variant.collecting and variant.points != "tens"
        if at_once and not variant.bids and max(now.owned) > now.tricks_total // 2:
            return None
        whole = [hand | gone for hand, gone in zip(now.hands, knowledge.played, strict=True)]
        trump: Suit | None = None if variant.sets_trump else now.trump
        return cls(
            Position.start(Deal(tuple(whole)), trump, plays[0][0], variant),
            tuple(hand.bits for hand in knowledge.played),
            tuple(card.index for _, card in plays),
            now.to_move,
        )

    def log_weights(self, worlds: Worlds) -> NDArray[np.float64]:
        """The logs of the weights of these worlds (n,), whose hands are those of now."""
        dealt = np.ascontiguousarray(worlds | np.array(self.played, np.uint64))
        weights = seen_weights(self.start.variant)
        return POWER * log_likelihoods(
            self.start, dealt, self.cards, self.seat, weights, floor=FLOOR
        )

    def weights(self, worlds: Worlds) -> NDArray[np.float64]:
        """The weights of these worlds (n,); the heaviest is 1."""
        logs = self.log_weights(worlds)
        return np.asarray(np.exp(logs - logs.max()))


@dataclass(frozen=True, slots=True)
class KeepByCards:
    """Keeps each world as often as its weight says, so that those kept count once each.

    `most`: the log of the weight from which on a world is kept always.
    """

    seen: CardsSeen
    most: float

    @classmethod
    def of(cls, knowledge: Knowledge) -> KeepByCards | None:
        """By the cards seen; None where they tell nothing, and where one world is left."""
        seen = CardsSeen.of(knowledge)
        if seen is None or knowledge.all(1) is not None:
            return None
        pilot = knowledge.dealer.deal(PILOT, np.random.SeedSequence(0))
        return cls(seen, float(np.quantile(seen.log_weights(pilot), ALWAYS)))

    def __call__(self, worlds: Worlds, luck: np.random.PCG64) -> NDArray[np.bool_]:
        """bool (n,), from one random word a world."""
        raw = np.asarray(luck.random_raw(len(worlds)), np.uint64)
        part = (raw >> np.uint64(11)).astype(np.float64) * 2.0**-53
        return np.asarray(part < np.exp(self.seen.log_weights(worlds) - self.most))


def weighs(variant: Variant) -> bool:
    """Whether the cards of this game are weighed: all hands dealt and closed, an open trump."""
    hidden = variant.lays_down or variant.draws or variant.deals_later or variant.has_dummy
    return not hidden and variant.cards_per_hand <= 13


def effective_number(weights: NDArray[np.float64]) -> float:
    """How many worlds of one weight say as much as these."""
    return float(weights.sum() ** 2 / (weights**2).sum())
