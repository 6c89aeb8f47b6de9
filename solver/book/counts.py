"""Counts: the outcomes of solved deals, for each class of five-card hands.

A deal is evidence for every five cards among a caller's thirteen: given the thirteen, all 1,287
sets of five are equally likely to have been dealt first. The outcomes of a caller's four trumps are
therefore credited to the class of each set, each trump at the place that its suit takes in the
class. Counts add up. Several credits of one deal are not independent: the sum of their squares is
kept, from which follows how many independent deals they are worth at least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..base.errors import BookError
from ..base.outcomes import Outcome
from ..game.deal import FIRST_CARDS
from ..game.scoring import CLASSES
from ..game.variants import Variant
from .build import chunk_deals, deals_sum
from .classes import PAIRS, PERMUTATIONS, HandClasses, choose, credit_table, hand_classes, subsets
from .shards import OPEN_HANDS, Shard

__all__ = ["Counts", "count_shards"]

KINDS = len(CLASSES)
_PLACE = np.array([0, 1, 2, -1, 3, 4, 5], dtype=np.int8)  # outcome code + 3 -> place in CLASSES
_FIELD = 21  # bits of one of three sums in a word; a chunk adds less than 2**21 to each


@dataclass
class Counts:
    """The outcomes of deals for each class of hands; `a + b` adds those of other deals.

    `joint`: credits (classes, 6, 6, 6, 6), uint32, by the outcomes of the trumps at the four
    places, each in the order of `CLASSES`. `squares`: sum over deals of the squared credits that
    a class got from one deal, int64 (classes,). `turned`: credits in eighths by the outcome when
    one of the caller's other eight cards is turned up for trump, int64 (classes, 6). `outcomes`:
    callers and trumps of all deals by outcome, int64 (6,). `deals`: how many, and `engines` which
    builds of the search solved them, from which `seeds`. Cards of a suit below the rank
    `alike_below` (0: none) count alike. `judge`: whose outcomes they are.
    """

    variant: Variant
    deals: int
    joint: NDArray[np.uint32]
    squares: NDArray[np.int64]
    turned: NDArray[np.int64]
    outcomes: NDArray[np.int64]
    seeds: tuple[int, ...] = ()
    engines: tuple[str, ...] = ()
    alike_below: int = 0
    judge: str = OPEN_HANDS

    @classmethod
    def empty(cls, variant: Variant, alike_below: int = 0, judge: str = OPEN_HANDS) -> Counts:
        """No deals; the joint counts take 5 KB of memory for each class that was met."""
        classes = hand_classes(variant.fixed_suits, alike_below).count
        return cls(
            variant,
            0,
            np.zeros((classes, *[KINDS] * 4), dtype=np.uint32),
            np.zeros(classes, dtype=np.int64),
            np.zeros((classes, KINDS), dtype=np.int64),
            np.zeros(KINDS, dtype=np.int64),
            alike_below=alike_below,
            judge=judge,
        )

    def __add__(self, other: Counts) -> Counts:
        if self.variant != other.variant:
            raise BookError(f"counts of {self.variant} and of {other.variant} do not add up")
        if self.judge != other.judge:
            raise BookError(f"counts by the judges {self.judge} and {other.judge} do not add up")
        if self.alike_below != other.alike_below:
            raise BookError("counts with other cards alike do not add up")
        return Counts(
            self.variant,
            self.deals + other.deals,
            self.joint + other.joint,
            self.squares + other.squares,
            self.turned + other.turned,
            self.outcomes + other.outcomes,
            tuple(dict.fromkeys((*self.seeds, *other.seeds))),
            tuple(dict.fromkeys((*self.engines, *other.engines))),
            self.alike_below,
            self.judge,
        )

    @property
    def classes(self) -> HandClasses:
        """The classes that are counted."""
        return hand_classes(self.variant.fixed_suits, self.alike_below)

    @property
    def credits(self) -> NDArray[np.int64]:
        """How often each class was met, (classes,)."""
        return np.asarray(self.joint.reshape(len(self.squares), -1).sum(axis=1, dtype=np.int64))

    def add(self, worlds: NDArray[np.uint64], codes: NDArray[np.int8]) -> None:
        """Credit deals (n, 4) with their outcome codes (n, callers, trumps); n at most 64."""
        n = len(worlds)
        places = _PLACE[codes.astype(np.int64) + 3]
        if (places < 0).any():
            raise BookError("a tie has no class to count")
        hands = worlds.reshape(-1)
        numbers, turns = credit_table(self.variant.fixed_suits, self.alike_below)
        sets = _sets_of(hands)
        classes = numbers[sets]  # (4 n, 1287)
        of_trump = places.reshape(-1, 4).astype(np.int64)
        # the four outcomes as one number, for each of the 24 ways the suits may take their places
        as_one = of_trump @ (KINDS ** (3 - PERMUTATIONS.T))
        rows = np.arange(len(hands))[:, None]
        keys = classes.astype(np.int64) * KINDS**4 + as_one[rows, turns[sets]]
        np.add.at(self.joint.reshape(-1), keys.reshape(-1), np.uint32(1))
        self._add_squares(classes.reshape(n, -1))
        self._add_turned(hands, of_trump, classes)
        self.outcomes += np.bincount(of_trump.reshape(-1), minlength=KINDS)
        self.deals += n

    def _add_squares(self, classes: NDArray[np.int32]) -> None:
        """Credits by deal: sorted, equal classes of a deal stand side by side."""
        ordered = np.sort(classes, axis=1)
        new = np.ones(ordered.shape, dtype=np.bool_)
        new[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
        starts = np.flatnonzero(new)
        lengths = np.diff(starts, append=ordered.size)
        np.add.at(self.squares, ordered.reshape(-1)[starts], lengths * lengths)

    def _add_turned(
        self,
        hands: NDArray[np.uint64],
        of_trump: NDArray[np.int64],
        classes: NDArray[np.int32],
    ) -> None:
        """Credit the trump that each card of the caller would make if it were turned up.

        Only the eight later cards can be turned up. All thirteen are credited here, because then
        every set of five adds the same six numbers; `turned_up` subtracts the five.
        """
        lengths = np.bitwise_count(
            (hands[:, None] >> (np.arange(4, dtype=np.uint64) * np.uint64(13))) & np.uint64(0x1FFF)
        ).astype(np.int64)
        of_outcome = np.zeros((len(hands), KINDS), dtype=np.int64)
        np.add.at(of_outcome, (np.arange(len(hands))[:, None], of_trump), lengths)
        flat = classes.reshape(-1)
        for first in (0, 3):
            word = of_outcome[:, first] | of_outcome[:, first + 1] << _FIELD
            word |= of_outcome[:, first + 2] << 2 * _FIELD
            sums = np.zeros(len(self.squares), dtype=np.int64)
            np.add.at(sums, flat, np.repeat(word, classes.shape[1]))
            for i in range(3):
                self.turned[:, first + i] += (sums >> (i * _FIELD)) & ((1 << _FIELD) - 1)

    def summary(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What a book keeps of the joint counts, in one pass over them.

        Credits by place and outcome, (classes, 4, 6); and for each of the `PAIRS` how often both
        trumps won or made a kot, (classes, 6, 2, 2).
        """
        table = _summary_table()
        found = np.zeros((len(self.squares), table.shape[1]), dtype=np.int64)
        met = np.flatnonzero(self.squares)
        joint = self.joint.reshape(len(self.squares), -1)
        for at in range(0, len(met), 1024):
            rows = met[at : at + 1024]
            found[rows] = np.rint(joint[rows].astype(np.float64) @ table)  # exact below 2**53
        places = found[:, : 4 * KINDS].reshape(-1, 4, KINDS)
        return places, found[:, 4 * KINDS :].reshape(-1, len(PAIRS), 2, 2)

    def turned_up(self) -> NDArray[np.int64]:
        """Credits in eighths by outcome when one of the caller's later cards makes trump,
        (classes, 6)."""
        lengths = np.bitwise_count(self.classes.holdings)
        own = (lengths[:, :, None].astype(np.int64) * self.summary()[0]).sum(axis=1)
        return np.asarray(self.turned - own)


@lru_cache(maxsize=1)
def _summary_table() -> NDArray[np.float64]:
    """(1296, 48): which joint outcomes are counted in which number of `Counts.summary`."""
    outcomes = np.stack(np.unravel_index(np.arange(KINDS**4), [KINDS] * 4), axis=1)
    columns = [outcomes[:, place] == kind for place in range(4) for kind in range(KINDS)]
    goals = (CLASSES.index(Outcome.WIN_A), CLASSES.index(Outcome.KOT_A))
    columns += [
        (outcomes[:, i] >= one) & (outcomes[:, j] >= two)
        for i, j in PAIRS
        for one in goals
        for two in goals
    ]
    return np.stack(columns, axis=1).astype(np.float64)


@lru_cache(maxsize=1)
def _steps() -> tuple[NDArray[np.int64], ...]:
    return tuple(choose(52, i + 1) for i in range(FIRST_CARDS))


def _sets_of(hands: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Places in `credit_table` of all sets of five of each hand of thirteen, (n, 1287)."""
    bits = (hands[:, None] >> np.arange(52, dtype=np.uint64)) & np.uint64(1)
    cards = np.nonzero(bits)[1].reshape(len(hands), 13)
    found = np.zeros((len(hands), len(subsets())), dtype=np.int32)
    for i, step in enumerate(_steps()):
        found += step.astype(np.int32)[cards][:, subsets()[:, i]]
    return found


def count_shards(
    shards: Iterable[Shard],
    *,
    alike_below: int = 0,
    counts: Counts | None = None,
    watch: Callable[[int], object] | None = None,
) -> Counts:
    """The counts of all deals in these shards, added to `counts` if given.

    Cards of a suit below the rank `alike_below` count alike (0: none; that of `counts` if given).
    `watch` is called with the deals counted after each shard. Raises BookError when the deals of
    a seed are not those that were solved, and when there is not one deal.
    """
    for shard in shards:
        if counts is None:
            counts = Counts.empty(shard.variant, alike_below, shard.judge)
        for chunk, codes in shard.codes.items():
            worlds = chunk_deals(shard.seed, chunk)
            if deals_sum(worlds) != shard.deals[chunk]:
                raise BookError(
                    f"chunk {chunk} of seed {shard.seed} was solved with other deals than this "
                    "program makes of the seed: it cannot be counted"
                )
            counts.add(worlds, codes)
        counts.seeds = tuple(dict.fromkeys((*counts.seeds, shard.seed)))
        counts.engines = tuple(dict.fromkeys((*counts.engines, *shard.engines)))
        if watch is not None:
            watch(counts.deals)
    if counts is None or not counts.deals:
        raise BookError("the shards hold no deal, so there is nothing to count")
    return counts
