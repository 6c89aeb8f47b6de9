"""The player that plays worlds out, each seat from its own cards, and solves only the later tricks.

A hand played out costs two microseconds where a solved one costs a millisecond, and in it nobody
sees through the cards: opponents may err, and a plan must serve every world. What it misses are
kots, which the rule of thumb does not play for, so that late worlds are solved. Relies on
`solver.closed`; how ties are broken is in `sampled.py`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cards import Card, Hand
from ..closed import play_out
from ..game.house_rules import call_scoring, usual_house
from ..game.position import Position
from ..game.scoring import Scoring
from ..match.scoring import class_of_tens
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


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """Candidates over the same worlds: points to the seat's side, and tricks (or tens) it won.

    `cards`: those that were not left out; both arrays are float64 (worlds, cards).
    """

    cards: tuple[Card, ...]
    points: NDArray[np.float64]
    won: NDArray[np.float64]


class PlayoutPlayer(SampledPlayer):
    """Plays the card with the highest mean worth over worlds played out; late, over solved ones.

    `worlds`: how many are dealt for a decision before trick `first_solved` and played out by the
    rule of thumb at every seat; `solved`: how many are solved from then on. `seconds`: no further
    part of the worlds of a decision is begun after so long. The rest is as for `SampledPlayer`;
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
    ) -> None:
        super().__init__(solved, scoring, first_solved)
        self.played_out = worlds
        self.seconds = seconds

    def play(self, view: View, seed: int) -> Card:
        """The best card over worlds, or that of the rule of thumb where they are not known."""
        groups = view.groups
        if len(groups) == 1 or self.solves(view) or not view.worlds_known:
            return super().play(view, seed)
        found = self.play_out(view, seed, [group[-1] for group in groups])
        left: Sequence[int] = range(len(found.cards))
        for values in (found.points.mean(axis=0), found.won.mean(axis=0)):
            left = highest(values, left)
        return self.like_the_thumb(view, [found.cards[k] for k in left])

    def play_out(self, view: View, seed: int, cards: Sequence[Card]) -> PlayedOut:
        """These cards over the worlds of a seed, but for those that fall plainly behind."""
        until = time.monotonic() + self.seconds
        worlds, _ = view.knowledge.worlds(self.played_out, seed, self.played_out)
        worlds = np.ascontiguousarray(worlds)
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
            kept = near_the_best(points)
            left = [left[k] for k in kept]
            points, won = points[:, kept], won[:, kept]
        return PlayedOut(tuple(left), points, won)

    def worth_of(self, view: View, found: NDArray[np.int8]) -> NDArray[np.float64]:
        """What hands that ended so are worth to the side of the seat to move."""
        if not view.position.variant.has_sides:
            return _worth_of_three(view, found)
        if view.position.variant.has_dummy:
            ahead = (found[:, :, 0] - found[:, :, 1]).astype(np.float64)
            return ahead if view.seat % 2 == 0 else -ahead
        return np.asarray(self.own_worth(view)[classes(view.position, found) + 3])


def seen_by_all(view: View) -> dict[str, Any]:
    """What `solver.closed` must know of a view besides the hands."""
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


def classes(position: Position, found: NDArray[np.int8]) -> NDArray[np.int64]:
    """The outcome codes of hands of two sides, by what `play_out` says of them."""
    variant, total = position.variant, position.tricks_total
    if variant.points == "tens":
        rule = str(variant["dehla_result"])
        table = np.array(
            [[class_of_tens(tens, rule, tricks) for tricks in range(14)] for tens in range(5)]
        )
        return np.asarray(table[found[:, :, 0], found[:, :, 2]])
    a, b = found[:, :, 0].astype(np.int64), found[:, :, 1].astype(np.int64)
    need = total if variant.collecting else total // 2 + 1
    even = -1 if variant.half_loses else 0
    one = np.where(2 * a > total, 1, np.where(2 * b > total, -1, even))
    return np.asarray(one + ((a >= need) & (b == 0)) - ((b >= need) & (a == 0)))


def _worth_of_three(view: View, found: NDArray[np.int8]) -> NDArray[np.float64]:
    """The points of the usual scoring of one of three players."""
    variant = view.position.variant
    scoring = call_scoring(usual_house(variant))
    one, seven = (values[view.seat > 0] for values in (scoring.win, scoring.kot))
    tricks = found[:, :, :3]
    mine, most = tricks[:, :, view.seat], tricks.max(axis=2)
    shared = (tricks == most[:, :, None]).sum(axis=2) > 1
    by_tie = {"third_wins": mine < most, "both": mine == most, "no_score": mine > most}
    wins = np.where(shared, by_tie[str(variant["three_tie"])], mine == most)
    run = (found[:, :, 3] > 0) & (mine == most)
    return np.where(run, float(seven), one * wins.astype(np.float64))


def near_the_best(points: NDArray[np.float64]) -> list[int]:
    """The columns that are not plainly behind the best: by the paired difference in each world."""
    best = int(points.mean(axis=0).argmax())
    behind = points[:, best : best + 1] - points
    mean = behind.mean(axis=0)
    error = behind.std(axis=0) / np.sqrt(len(points))
    return np.flatnonzero(mean <= BEHIND * error).tolist()
