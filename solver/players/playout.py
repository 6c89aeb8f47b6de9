"""The player that plays worlds out, each seat from its own cards, and solves only the later tricks.

A hand played out costs two microseconds where a solved one costs a millisecond, and in it nobody
sees through the cards: opponents may err, and a plan must serve every world. What it misses are
kots, which the rule of thumb does not play for, so that late worlds are solved. Worlds count as
often as the cards seen say. Relies on `solver.core.closed` and on `seen_cards.py` of `decide`; how
ties are broken is in `sampled.py`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Card, Hand
from ..core.closed import play_out
from ..decide.closed_hands import codes_of
from ..decide.seen_cards import CardsSeen
from ..decide.worlds import Worlds
from ..game.scoring import Scoring
from .accounts import worth_of_three
from .player import View
from .sampled import SampledPlayer, highest

__all__ = ["PlayoutPlayer"]

WORLDS = 1000
"""Worlds that are played out for a decision."""
SOLVED = 50
"""Worlds that are solved for one."""
FIRST_SOLVED = 5
"""The trick from which on worlds are solved."""
PARTS = 4
"""Parts of the worlds; cards that are plainly behind after one are left out of the next."""
BEHIND = 3.0
"""Standard errors of the paired difference to the best card at which one is plainly behind."""
WEIGHED = 2000
"""Worlds of which the solved ones are drawn by their weights."""


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """Candidates over the same worlds: points to the seat's side, and tricks (or tens) it won.

    `cards`: those that were not left out; both arrays are float64 (worlds, cards). `weights`: of
    the worlds, float64 (worlds,).
    """

    cards: tuple[Card, ...]
    points: NDArray[np.float64]
    won: NDArray[np.float64]
    weights: NDArray[np.float64]


class PlayoutPlayer(SampledPlayer):
    """Plays the card with the highest mean worth over worlds played out; late, over solved ones.

    `worlds`: how many are dealt for a decision before trick `first_solved` and played out by the
    rule of thumb at every seat; `solved`: how many are solved from then on. `seconds`: no further
    part of the worlds of a decision is begun after so long. `weighs`: worlds count by the cards
    seen (`CardsSeen`), and those that are solved are drawn so. The rest is as for `SampledPlayer`;
    where that plays as the rule of thumb does, this one plays worlds out if they are known.
    """

    name = "playout"

    def __init__(
        self,
        worlds: int = WORLDS,
        scoring: Scoring | None = None,
        first_solved: int = FIRST_SOLVED,
        solved: int = SOLVED,
        seconds: float = 2.0,
        weighs: bool = True,
    ) -> None:
        super().__init__(solved, scoring, first_solved)
        self.weighs = weighs
        self.played_out = worlds
        self.seconds = seconds

    def play(self, view: View, seed: int) -> Card:
        """The best card over worlds, or that of the rule of thumb where they are not known."""
        groups = view.groups
        if len(groups) == 1 or self.solves(view) or not view.worlds_known:
            return super().play(view, seed)
        found = self.play_out(view, seed, [group[-1] for group in groups])
        left: Sequence[int] = range(len(found.cards))
        for values in (found.points, found.won):
            left = highest(found.weights @ values / found.weights.sum(), left)
        return self.like_the_thumb(view, [found.cards[k] for k in left])

    def play_out(self, view: View, seed: int, cards: Sequence[Card]) -> PlayedOut:
        """These cards over the worlds of a seed, but for those that fall plainly behind."""
        until = time.monotonic() + self.seconds
        worlds, _ = view.knowledge.worlds(self.played_out, seed, self.played_out)
        worlds = np.ascontiguousarray(worlds)
        weights = self.weights_of(view, worlds)
        seen = seen_by_all(view)
        left = list(cards)
        points = np.empty((0, len(left)))
        won = np.empty((0, len(left)))
        size = max(1, -(-len(worlds) // PARTS))
        for first in range(0, len(worlds), size):
            if first and (len(left) == 1 or time.monotonic() > until):
                break
            found = play_out(
                view.position,
                worlds[first : first + size],
                [card.index for card in left],
                seed=seed & 0xFFFF_FFFF,
                **seen,
            )
            points = np.concatenate([points, self.worth_of(view, found)])
            won = np.concatenate([won, found[:, :, own_account(view)]])
            kept = near_the_best(points, weights[: len(points)])
            left = [left[k] for k in kept]
            points, won = points[:, kept], won[:, kept]
        return PlayedOut(tuple(left), points, won, weights[: len(points)])

    def weights_of(self, view: View, worlds: Worlds) -> NDArray[np.float64]:
        """The weights of these worlds by the cards seen; alike where those say nothing."""
        seen = CardsSeen.of(view.knowledge) if self.weighs else None
        return np.ones(len(worlds)) if seen is None else seen.weights(worlds)

    def dealt(self, view: View, seed: int) -> Worlds:
        """The worlds to solve: drawn by weight from many, or all where no more fit."""
        if not self.weighs or CardsSeen.of(view.knowledge) is None:
            return super().dealt(view, seed)
        worlds, _ = view.knowledge.worlds(WEIGHED, seed, WEIGHED)
        if len(worlds) == 1:
            return worlds
        weights = self.weights_of(view, worlds)
        ends = np.cumsum(weights / weights.sum())
        # One draw in each of so many equal parts: counts differ from the weights by less than 1.
        first = float(np.random.PCG64(seed).random_raw()) / 2**64
        at = (np.arange(self.worlds) + first) / self.worlds
        return np.ascontiguousarray(worlds[np.minimum(np.searchsorted(ends, at), len(ends) - 1)])

    def worth_of(self, view: View, found: NDArray[np.int8]) -> NDArray[np.float64]:
        """What hands that ended so are worth to the side of the seat to move."""
        if not view.position.variant.has_sides:
            return worth_of_three(view.position.variant, found, view.seat)
        if view.position.variant.has_dummy:
            ahead = (found[:, :, 0] - found[:, :, 1]).astype(np.float64)
            return ahead if view.seat % 2 == 0 else -ahead
        return np.asarray(self.own_worth(view)[codes_of(view.position, found) + 3])


def seen_by_all(view: View) -> dict[str, Any]:
    """What `solver.core.closed` must know of a view besides the hands."""
    told: dict[str, Any] = {"barred": view.knowledge.barred, "dummy": view.dummy}
    if view.position.variant.hides_trump and view.position.revealed:
        told["laid"] = view.laid
    if view.position.variant.draws:
        gone = Hand.of({*(card for _, card in view.plays), *view.position.table})
        # What the other threw away is not known here, nor to him what this seat did.
        other = view.position.variant.pack - gone
        packs = [other, other]
        packs[view.seat] = view.knowledge.pack
        told["packs"] = packs
    return told


def own_account(view: View) -> int:
    """The column of `play_out` with the points of the seat to move, or of its side."""
    return view.seat % 2 if view.position.variant.has_sides else view.seat


def near_the_best(points: NDArray[np.float64], weights: NDArray[np.float64]) -> list[int]:
    """The columns that are not plainly behind the best: by the paired difference in each world."""
    part = (weights / weights.sum())[:, None]
    best = int((part * points).sum(axis=0).argmax())
    behind = points[:, best : best + 1] - points
    mean = (part * behind).sum(axis=0)
    error = np.sqrt((part**2 * (behind - mean) ** 2).sum(axis=0))
    return np.flatnonzero(mean <= BEHIND * error).tolist()
