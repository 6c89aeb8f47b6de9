"""Studies of the trump call from five cards and of kots: counts first, estimates afterwards.

A study deals the unseen cards in chunks, solves each deal with open hands and counts the outcome
classes. A chunk depends only on the seed and its number, so the counts are the same for any number
of jobs. All trumps are solved on the same deals. The first deals of each chunk are solved to their
class; the others are searched for kots only, which takes far less time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..cards import Hand, Suit, parse_trump
from ..drawn import Drawn
from ..errors import CardError, HandError, OptionError, SamplingError, VariantError, shown
from ..game.house_rules import call_scoring, usual_house
from ..game.scoring import CLASSES, Scoring, find_scoring
from ..game.variants import HOKM, Variant, find_variant
from ..outcomes import Outcome
from .estimates import (
    CHEAP_OF,
    Comparison,
    Counts,
    Estimate,
    Mean,
    class_shares,
    compare_trumps,
    estimate_share,
    fold_kots,
    join_means,
    left_open,
    mean_points,
)
from .evaluators import NO_TRUMP, BatchSolver, WorldEvaluator, find_evaluator, known_sizes
from .parallel import map_chunks, parse_jobs
from .worlds import Dealer, chunk_seed, new_seed, parse_seed

__all__ = [
    "KotAdvice",
    "KotStudy",
    "Progress",
    "TrumpAdvice",
    "TrumpCounts",
    "TrumpOdds",
    "TrumpStudy",
    "advise_trump",
    "kot_chances",
]

BAVNEY_PART = 8
"""One in this many deals of a kot study is searched for bavneys, which take longer, as well."""
LOOKS = 8
"""The most looks of a study at whether it may stop; each look uses alpha / 8."""
DEFAULT_CHUNKS = 16
"""Chunks of a study without limits of its own."""
CALL_CARDS = 5

_CLASS_AT = np.array([0, 1, 2, -1, 3, 4, 5])  # outcome code + 3 -> place in CLASSES
_CHEAP_AT = np.array([0, 1, -1, 2, -1, 3, 4])  # the same for the five kot codes


# Records ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a study: deals done, deals planned, and seconds so far.

    Deals of a trump study are those solved to their class. `target` is None when only time ends the
    study. `fraction` (0 to 1) is that of the limit that will be reached first.
    """

    deals: int
    target: int | None
    seconds: float
    fraction: float


@dataclass(frozen=True, slots=True)
class TrumpOdds:
    """The results of one trump for the caller's side, A.

    - `n`, `counts`: the deals solved to their class, and how many ended in each class.
    - `kot_n`: the deals searched for kots.
    - `win`, `kot` (the first seven tricks), `goon` (the other side takes them), `bavney`: nested
      chances, so a kot is also a win. `bavney` is None where play stops at the seventh trick.
    - `shares`: the class probabilities from both samples; they sum to 1.
    - `points`: the mean of A's points minus B's under the scoring.
    - `dropped`: clearly not the best, so no further deals were solved for it.
    - `undecided`: deals of the n without a class because of a node limit. `counts` and `shares`
      omit them; the estimates hold bounds.

    For three players A is the caller alone: `win` and `kot` are what he can force against the two
    others together, `goon` says that one of them can force the first seven, WIN_B that nobody can
    force any of these. Points are his own only.
    """

    trump: Suit
    n: int
    kot_n: int
    win: Estimate
    kot: Estimate
    goon: Estimate
    bavney: Estimate | None
    points: Mean
    counts: Mapping[Outcome, int]
    shares: Mapping[Outcome, float]
    dropped: bool = False
    undecided: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The entry of this trump in `hakem trump --json`."""
        entry: dict[str, Any] = {
            "n": self.n,
            "kot_n": self.kot_n,
            "win": self.win.to_dict(),
            "kot": self.kot.to_dict(),
            "goon": self.goon.to_dict(),
        }
        if self.bavney is not None:
            entry["bavney"] = self.bavney.to_dict()
        entry["points"] = self.points.to_dict()
        entry["counts"] = {outcome.name: count for outcome, count in self.counts.items()}
        entry["shares"] = {outcome.name: share for outcome, share in self.shares.items()}
        entry["undecided"] = self.undecided
        entry["dropped"] = self.dropped
        return entry


@dataclass(frozen=True, slots=True)
class TrumpAdvice(Drawn):
    """The trump call from five cards: four trumps on the same deals, and whether the best is sure.

    - `best`: the trump with the highest mean points. `sure`: every comparison in `rivals` (of the
      best with each other trump) has a p value below `level` = alpha / (rivals x looks).
    - `n`, `kot_n`: the deals solved to their class and those searched for kots.
    - `confidence`: of all looks together; each interval holds 1 - alpha / looks.
    - `stopped`: what ended the study: "samples", "time", "precision", "looks" or "interrupted".
    - `node_limit`: cards that could be played for one answer, 0 for no limit.
    - `method`: in words, the question that was solved for each deal.
    """

    hand: Hand
    variant: Variant
    scoring: Scoring
    seed: int
    best: Suit
    sure: bool
    trumps: Mapping[Suit, TrumpOdds]
    rivals: Mapping[Suit, Comparison]
    n: int
    kot_n: int
    confidence: float
    looks: int
    level: float
    seconds: float
    stopped: str
    method: str
    node_limit: int = 0

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the study."""
        return self.stopped == "interrupted"

    @property
    def undecided(self) -> int:
        """The number of classes, over all trumps, that the node limit left undecided."""
        return sum(each.undecided for each in self.trumps.values())

    @property
    def p_value(self) -> float:
        """The largest p value of the paired tests on points: that of the closest rival."""
        return max((rival.p_points for rival in self.rivals.values()), default=0.0)

    def to_dict(self) -> dict[str, Any]:
        """The object of `hakem trump --json`."""
        return {
            "schema": 1,
            "hand": str(self.hand),
            "variant": self.variant.name,
            "options": self.variant.plain_settings(),
            "scoring": self.scoring.to_dict(),
            "seed": self.seed,
            "method": self.method,
            "n": self.n,
            "kot_n": self.kot_n,
            "node_limit": self.node_limit,
            "undecided": self.undecided,
            "confidence": self.confidence,
            "looks": self.looks,
            "best": self.best.letter,
            "sure": self.sure,
            "p_value": self.p_value,
            "level": self.level,
            "trumps": {suit.letter: self.trumps[suit].to_dict() for suit in self.trumps},
            "rivals": {suit.letter: self.rivals[suit].to_dict() for suit in self.rivals},
            "stopped": self.stopped,
            "seconds": round(self.seconds, 3),
        }

    def __str__(self) -> str:
        rows = [
            f"{self.hand}: {self.method}, {self.variant}, {self.scoring.title}, seed {self.seed}",
            f"{'trump':<7}{'win':>9}{'kot':>9}{'goon kot':>10}{self.scoring.unit:>10}",
        ]
        for suit, each in self.trumps.items():
            if each.undecided:
                rows.append(f"{suit.symbol:<7}win {each.win}, points {each.points}")
                continue
            rows.append(
                f"{suit.symbol:<7}{each.win.p:>9.1%}{each.kot.p:>9.1%}{each.goon.p:>10.1%}"
                f"{each.points.mean:>+10.3f}"
            )
        verdict = "sure" if self.sure else "not sure yet"
        rows.append(
            f"call {self.best.symbol} ({verdict}; {self.n} deals solved, {self.kot_n} for kots)"
        )
        return "\n".join(rows)


@dataclass(frozen=True, slots=True)
class KotAdvice(Drawn):
    """Chances of a kot, a goon kot and a bavney for the caller with this trump, over n deals.

    `trump` is None where nobody calls one. One deal in eight is searched for bavneys, which have an
    n of their own; `bavney` and `bavney_against` are None where play stops at the seventh trick.
    `undecided` is the number of deals whose kots a node limit left undecided; the estimates hold
    bounds then. For three players `kot` is what the caller alone can force, `goon` what any other
    player alone can force.
    """

    hand: Hand
    trump: Suit | None
    variant: Variant
    seed: int
    n: int
    kot: Estimate
    goon: Estimate
    bavney: Estimate | None
    bavney_against: Estimate | None
    confidence: float
    looks: int
    seconds: float
    stopped: str
    method: str
    node_limit: int = 0
    undecided: int = 0

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the study."""
        return self.stopped == "interrupted"

    def to_dict(self) -> dict[str, Any]:
        """The object of `hakem kot --json`."""
        answer: dict[str, Any] = {
            "schema": 1,
            "hand": str(self.hand),
            "trump": None if self.trump is None else self.trump.letter,
            "variant": self.variant.name,
            "options": self.variant.plain_settings(),
            "seed": self.seed,
            "method": self.method,
            "n": self.n,
            "node_limit": self.node_limit,
            "undecided": self.undecided,
            "confidence": self.confidence,
            "looks": self.looks,
            "kot": self.kot.to_dict(),
            "goon": self.goon.to_dict(),
        }
        if self.bavney is not None and self.bavney_against is not None:
            answer["bavney"] = self.bavney.to_dict()
            answer["bavney_against"] = self.bavney_against.to_dict()
        answer["stopped"] = self.stopped
        answer["seconds"] = round(self.seconds, 3)
        return answer

    def __str__(self) -> str:
        rows = [
            f"{self.hand}, trump {'none' if self.trump is None else self.trump.symbol}: "
            f"{self.method}, {self.variant}, seed {self.seed}",
            f"kot       {self.kot}",
            f"goon kot  {self.goon}",
        ]
        if self.bavney is not None:
            rows.append(f"bavney    {self.bavney}")
        return "\n".join(rows)


# Chunks ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Task:
    """One chunk: its number, its deals, and how many of them get the longer search as well."""

    number: int
    full: int
    deals: int
    trumps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrumpCounts:
    """Joint counts of outcome classes for each pair of trumps; chunks merge by addition.

    `classes[s, t, i, j]`, int64 (4, 4, 6, 6), is the number of deals that have class i with trump s
    and class j with trump t (in the order of CLASSES). `cheap`, (4, 4, 5, 5), is the same for the
    five kot codes. Where a node limit left deals undecided, i is the worst class still possible
    with s and j the best with t, so that [s, t] bounds the comparison of s with t, and [s, s] holds
    both bounds of s.
    """

    classes: Counts
    cheap: Counts

    @classmethod
    def empty(cls) -> TrumpCounts:
        """Counts of no deals."""
        return cls(np.zeros((4, 4, 6, 6), np.int64), np.zeros((4, 4, 5, 5), np.int64))

    def __add__(self, other: TrumpCounts) -> TrumpCounts:
        return TrumpCounts(self.classes + other.classes, self.cheap + other.cheap)

    def of(self, trump: int) -> tuple[Counts, Counts]:
        """Joint counts (worst, best) of one trump: classes (6, 6) and kot codes (5, 5)."""
        return self.classes[trump, trump], self.cheap[trump, trump]


class _TrumpWork:
    """Solves one chunk of a trump study; it can be pickled."""

    def __init__(self, evaluator: WorldEvaluator, seed: int, bavneys: bool) -> None:
        self.evaluator = evaluator
        self.dealer = Dealer(evaluator.known)
        self.seed = seed
        self.bavneys = bavneys
        # Where not all deals are searched for bavneys, bavneys found count as kots.
        self.cheap_of = CHEAP_OF if bavneys else np.clip(CHEAP_OF, 1, 3)

    def __call__(self, task: _Task) -> TrumpCounts:
        """The counts of this chunk."""
        worlds = self.dealer.deal(task.deals, chunk_seed(self.seed, task.number))
        classes = np.full((2, task.full, 4), -1)  # (worst, best) still possible
        kots = np.full((2, task.deals, 4), -1)
        full = worlds[: task.full]
        if task.trumps and task.full:
            codes = np.stack(self.evaluator.classes(full, task.trumps))
            classes[:, :, task.trumps] = _places(_CLASS_AT, codes)
            kots[:, : task.full, task.trumps] = self.cheap_of[classes[:, :, task.trumps]]
        dropped = [t for t in self.evaluator.trumps if t not in task.trumps]
        for rows, trumps in (
            (slice(0, task.full), dropped),
            (slice(task.full, None), list(self.evaluator.trumps)),
        ):
            part = worlds[rows]
            if len(part) and trumps:
                codes = np.stack(self.evaluator.kots(part, trumps, self.bavneys))
                kots[:, rows, trumps] = _places(_CHEAP_AT, codes)
        return TrumpCounts(
            _joint(classes, list(task.trumps), 6), _joint(kots, list(self.evaluator.trumps), 5)
        )


class _KotWork:
    """Solves one chunk of a kot study: int64 (2, 5, 5), see `KotStudy.counts`."""

    def __init__(self, evaluator: WorldEvaluator, seed: int) -> None:
        self.evaluator = evaluator
        self.dealer = Dealer(evaluator.known)
        self.seed = seed

    def __call__(self, task: _Task) -> Counts:
        """The counts of this chunk."""
        worlds = self.dealer.deal(task.deals, chunk_seed(self.seed, task.number))
        counts = np.zeros((2, 5, 5), np.int64)
        for row, part in ((0, worlds[: task.full]), (1, worlds[task.full :])):
            if len(part):
                codes = np.stack(self.evaluator.kots(part, task.trumps, row == 0))
                worst, best = _places(_CHEAP_AT, codes)[:, :, 0]
                counts[row] = _table(worst, best, 5)
        return counts


def _places(table: NDArray[np.int64], codes: NDArray[np.int8]) -> NDArray[np.int64]:
    """The indices of outcome codes in a table of counts; VariantError for a code without one."""
    places = table[codes.astype(np.int64) + 3]
    if (places < 0).any():
        raise VariantError("hands of this game can be drawn: a drawn hand has no class to count")
    return places


def _joint(places: NDArray[np.int64], trumps: list[int], size: int) -> Counts:
    """Joint counts (4, 4, size, size) over the rows of indices (2, n, 4), for these trumps."""
    table = np.zeros((4, 4, size, size), np.int64)
    worst, best = places
    for s in trumps:
        for t in trumps:
            table[s, t] = _table(worst[:, s], best[:, t], size)
    return table


def _table(rows: NDArray[np.int64], columns: NDArray[np.int64], size: int) -> Counts:
    """The number of occurrences of each pair of indices, int64 (size, size)."""
    found: Counts = np.bincount(rows * size + columns, minlength=size * size).reshape(size, size)
    return found


# Studies ---------------------------------------------------------------------------------------

Part = TypeVar("Part")
Advice = TypeVar("Advice")


class _Study(Generic[Part, Advice]):
    """The common part of both studies: the plan of chunks, the limits, the loop, Ctrl-C."""

    def __init__(
        self,
        hand: Hand | str,
        *,
        variant: Variant | str,
        samples: int | None,
        seconds: float | None,
        precision: float | None,
        seed: int | str | None,
        jobs: int | None,
        executor: Executor | None,
        confidence: float,
        make_solver: Callable[[], BatchSolver] | None,
        node_limit: int | None,
    ) -> None:
        self.hand = Hand.parse(hand) if isinstance(hand, str) else hand
        self.variant = find_variant(variant)
        self._check_hand()
        self.evaluator = find_evaluator(self.variant, self.hand, make_solver, node_limit)
        self._chunk = self._deals_per_chunk(self.evaluator)
        self.seed = new_seed() if seed is None else parse_seed(seed)
        self.confidence = _between(confidence, "a confidence", 0.5, 1.0)
        self.samples = None if samples is None else _whole(samples, "a number of deals")
        self.limit = None if seconds is None else _between(seconds, "a time", 0.0, math.inf)
        self.precision = None if precision is None else _between(precision, "a precision", 0.0, 0.5)
        if self.samples is None and self.limit is None and self.precision is None:
            self.samples = DEFAULT_CHUNKS * self._chunk
        self.jobs = parse_jobs(jobs)
        self.looks = LOOKS if self.precision is not None else 1
        self.stopped = ""
        self._executor = executor
        self._look = 0
        self._next = 0
        self._deals = 0
        self._spent = 0.0
        self._ends = self._plan()

    @property
    def level(self) -> float:
        """The confidence of one interval at one look."""
        return 1 - (1 - self.confidence) / self.looks

    def run(self, watch: Callable[[Progress], object] | None = None) -> Advice:
        """Study to the end and return the result; `watch` is called with Progress after each chunk.

        After Ctrl-C the result of the deals solved so far is returned; without any,
        KeyboardInterrupt is raised.
        """
        steps = self.steps()
        try:
            for progress in steps:
                if watch is not None:
                    watch(progress)
        except KeyboardInterrupt:
            steps.close()
            self.stopped = "interrupted"
            if not self._deals:
                raise
        return self.result()

    def steps(self) -> Generator[Progress, None, None]:
        """An iterator that solves one chunk per step. It may be abandoned at any step.

        `result` can be called at any time. Another call of `steps` continues after the last chunk.
        """
        began = time.monotonic()
        spent = self._spent
        deadline = math.inf if self.limit is None else began + self.limit
        pool = self._executor or ThreadPoolExecutor(self.jobs, "hakem")
        width = self.jobs if self._executor is None else None
        self.stopped = "interrupted"
        try:
            while self._look < len(self._ends):
                end = self._ends[self._look]
                for part in map_chunks(
                    self._work, self._tasks(end), pool, width, deadline=deadline
                ):
                    self._merge(part)
                    self._deals += self._size(self._next)
                    self._next += 1
                    self._spent = spent + time.monotonic() - began
                    yield self._progress(time.monotonic() - began)
                if self._next < end:
                    self.stopped = "time"
                    return
                self._look += 1
                if self.precision is not None and self._precise():
                    self._look = len(self._ends)
                    self.stopped = "precision"
                    return
            self.stopped = "samples" if self.samples is not None else "looks"
        finally:
            if self._executor is None:
                pool.shutdown(wait=False, cancel_futures=True)

    def result(self) -> Advice:
        """The advice from the deals solved so far; SamplingError when there are none."""
        raise NotImplementedError

    # What a study must define ------------------------------------------------------------------

    _work: Callable[[_Task], Part]

    def _check_hand(self) -> None:
        raise NotImplementedError

    def _deals_per_chunk(self, evaluator: WorldEvaluator) -> int:
        raise NotImplementedError

    def _merge(self, part: Part) -> None:
        raise NotImplementedError

    def _precise(self) -> bool:
        raise NotImplementedError

    def _task(self, number: int, size: int) -> _Task:
        raise NotImplementedError

    # The plan ----------------------------------------------------------------------------------

    def _plan(self) -> list[float]:
        """The chunk numbers of the looks; the last one ends the study (infinite without a limit).

        With a precision the last look has as many deals as the worst case needs, and each earlier
        look half as many as the next.
        """
        if self.precision is None:
            return [math.inf if self.samples is None else math.ceil(self.samples / self._chunk)]
        z = NormalDist().inv_cdf(0.5 + self.level / 2)
        most = math.ceil(z * z / 4 / self.precision**2)
        if self.samples is not None:
            most = min(most, self.samples)
        return sorted({math.ceil(most / 2**k / self._chunk) for k in range(LOOKS)})

    def _size(self, number: int) -> int:
        """The deals of one chunk; the last one may be smaller."""
        if self.samples is None:
            return self._chunk
        return min(self._chunk, self.samples - number * self._chunk)

    def _tasks(self, end: float) -> Iterator[_Task]:
        number = self._next
        while number < end:
            yield self._task(number, self._size(number))
            number += 1

    def _progress(self, passed: float) -> Progress:
        target = None
        if self._ends[-1] < math.inf:
            target = int(self._ends[-1]) * self._chunk
            if self.samples is not None:
                target = min(target, self.samples)
        fraction = 0.0 if target is None else self._deals / target
        if self.limit is not None:
            fraction = max(fraction, passed / self.limit)
        return Progress(self._deals, target, self._spent, min(1.0, fraction))

    def _need_deals(self) -> None:
        if not self._deals:
            raise SamplingError("no deal has been solved yet, so there is nothing to estimate")


class TrumpStudy(_Study[TrumpCounts, TrumpAdvice]):
    """A study of a trump call: `run`, or `steps` and `result`. Arguments as for `advise_trump`."""

    def __init__(
        self,
        hand: Hand | str,
        *,
        variant: Variant | str = HOKM,
        scoring: Scoring | str | None = None,
        samples: int | None = None,
        seconds: float | None = None,
        precision: float | None = None,
        seed: int | str | None = None,
        jobs: int | None = None,
        executor: Executor | None = None,
        confidence: float = 0.95,
        make_solver: Callable[[], BatchSolver] | None = None,
        node_limit: int | None = None,
    ) -> None:
        super().__init__(
            hand,
            variant=variant,
            samples=samples,
            seconds=seconds,
            precision=precision,
            seed=seed,
            jobs=jobs,
            executor=executor,
            confidence=confidence,
            make_solver=make_solver,
            node_limit=node_limit,
        )
        if not self.evaluator.trumps:
            raise VariantError(
                f"{self.variant.name} has no trump call, trump is made in play: "
                f"`hakem kot HAND --variant {self.variant.name}` tells how likely a kot is"
            )
        if self.variant.get("dehla_result") == "no_winner":
            raise VariantError(
                f"{self.variant}: nobody wins with two tens each, a drawn hand has no class to "
                f"count; `hakem kot HAND` tells how likely a kot is"
            )
        if scoring is None:
            scoring = call_scoring(usual_house(self.variant))
        self.scoring = find_scoring(scoring)
        if not self.scoring.by_class:
            raise OptionError(
                f"{self.scoring.title} counts no classes of a hand: expected another scoring"
            )
        self._points = self.scoring.vector()
        if self.variant.family == "three":
            # Guarantees of one player: a missing guarantee gives no points to anybody.
            self._points = tuple(max(0.0, points) for points in self._points)
        self.counts = TrumpCounts.empty()
        self._active: tuple[int, ...] = self.evaluator.trumps
        self._bavneys = self.evaluator.bavneys and self.scoring.bavney != self.scoring.kot
        self._work = _TrumpWork(self.evaluator, self.seed, self._bavneys)

    def _check_hand(self) -> None:
        known_sizes(self.variant)
        if len(self.hand) != CALL_CARDS:
            raise HandError(
                f"{_named(self.hand)} has {_cards(self.hand)}: the trump is called from exactly 5"
            )

    def _deals_per_chunk(self, evaluator: WorldEvaluator) -> int:
        return evaluator.chunk

    def result(self) -> TrumpAdvice:
        """The advice from the deals solved so far; SamplingError when there are none."""
        self._need_deals()
        trumps = {suit: self._estimate(suit) for suit in self.evaluator.trumps}
        best = self._best()
        rivals = {suit: self._compare(best, suit) for suit in trumps if suit != best}
        return TrumpAdvice(
            hand=self.hand,
            variant=self.variant,
            scoring=self.scoring,
            seed=self.seed,
            best=best,
            sure=all(rival.p_points < self._rival_level for rival in rivals.values()),
            trumps=trumps,
            rivals=rivals,
            n=self._deals,
            kot_n=trumps[best].kot_n,
            confidence=self.confidence,
            looks=self.looks,
            level=self._rival_level,
            seconds=self._spent,
            stopped=self.stopped,
            method=self.evaluator.method,
            node_limit=self.evaluator.node_limit,
        )

    @property
    def _rival_level(self) -> float:
        """The p value that the test against each rival must stay below at one look."""
        return (1 - self.confidence) / (max(1, len(self.evaluator.trumps) - 1) * self.looks)

    def _estimate(self, suit: Suit) -> TrumpOdds:
        classes, cheap = self.counts.of(suit)
        n, kot_n, undecided = int(classes.sum()), int(cheap.sum()), left_open(classes)
        bavneys = (cheap, 4) if self._bavneys else (classes, 5)
        known = np.diagonal(classes)
        shares = class_shares(known, self._pair(suit, suit)[1].sum(axis=1))
        if left_open(fold_kots(classes)) or left_open(cheap):
            shares = known / n
        elif undecided:  # only the hands without a kot matter
            shares[2:4] *= known[2:4].sum() / classes[2:4, 2:4].sum()
        return TrumpOdds(
            trump=suit,
            n=n,
            kot_n=kot_n,
            win=self._share(classes, 3),
            kot=self._share(cheap, 3),
            goon=_share_below(cheap, 2, self.level),
            bavney=self._share(*bavneys) if self.evaluator.bavneys else None,
            points=join_means(*self._means(suit)),
            counts=dict(zip(CLASSES, known.tolist(), strict=True)),
            shares=dict(zip(CLASSES, shares.tolist(), strict=True)),
            dropped=suit not in self._active,
            undecided=undecided,
        )

    def _share(self, joint: Counts, place: int) -> Estimate:
        return _share_from(joint, place, self.level)

    def _pair(self, s: int, t: int) -> tuple[Counts, Counts]:
        """Consistent joint counts of classes and of kot codes of two trumps.

        When kots were left undecided, the deals searched for kots only and those solved to their
        class may differ in which are undecided; then only the latter are used.
        """
        classes, cheap = self.counts.classes[s, t], self.counts.cheap[s, t]
        if any(left_open(self.counts.cheap[u, u]) for u in (s, t)):
            cheap = fold_kots(classes)
        return classes, cheap

    def _means(self, suit: int) -> tuple[Mean, Mean]:
        """(low, high): the mean points with undecided deals at their worst and at their best."""
        joint = self._pair(suit, suit)
        worst, best = ([part.sum(axis=axis) for part in joint] for axis in (1, 0))
        least = mean_points(worst[0], worst[1], self._points, self.level)
        if all((a == b).all() for a, b in zip(worst, best, strict=True)):
            return least, least
        return least, mean_points(best[0], best[1], self._points, self.level)

    def _best(self) -> Suit:
        """The suit with the highest mean points among those not dropped; the first of equals.

        Where deals are undecided, the lower bound of the mean decides.
        """
        means = {t: tuple(each.mean or 0.0 for each in self._means(t)) for t in self._active}
        return Suit(max(self._active, key=lambda t: means[t]))

    def _compare(self, best: Suit, other: Suit) -> Comparison:
        found = compare_trumps(*self._pair(best, other), self._points, self.level)
        difference = found.difference.mean or 0.0
        if difference <= 0 and any(left_open(self.counts.of(t)[0]) for t in (best, other)):
            # The test is two-sided: at its worst the best suit may be clearly below the other.
            return replace(found, p_points=1.0, p_win=1.0)
        return found

    def _merge(self, part: TrumpCounts) -> None:
        self.counts = self.counts + part

    def _precise(self) -> bool:
        """Drop the suits that are clearly not the best; whether the others meet the precision."""
        best = self._best()
        self._active = tuple(
            t
            for t in self._active
            if t == best or self._compare(best, Suit(t)).p_points >= self._rival_level
        )
        widths = [
            each.high - each.low for each in (self._estimate(Suit(t)).win for t in self._active)
        ]
        return self.precision is not None and max(widths) <= 2 * self.precision

    def _task(self, number: int, size: int) -> _Task:
        return _Task(number, size, size * self.evaluator.kots_per_deal, self._active)


class KotStudy(_Study[Counts, KotAdvice]):
    """A study of kots: `run`, or `steps` and `result`. Arguments as for `kot_chances`.

    `counts` is int64 (2, 5, 5): joint counts of the worst and the best kot code that a node limit
    leaves possible, in the order bavney B, kot B, neither, kot A, bavney A. [0] are the deals that
    were also searched for bavneys, [1] the others.
    """

    def __init__(
        self,
        hand: Hand | str,
        trump: Suit | str | None = None,
        *,
        variant: Variant | str = HOKM,
        samples: int | None = None,
        seconds: float | None = None,
        precision: float | None = None,
        seed: int | str | None = None,
        jobs: int | None = None,
        executor: Executor | None = None,
        confidence: float = 0.95,
        make_solver: Callable[[], BatchSolver] | None = None,
        node_limit: int | None = None,
    ) -> None:
        super().__init__(
            hand,
            variant=variant,
            samples=samples,
            seconds=seconds,
            precision=precision,
            seed=seed,
            jobs=jobs,
            executor=executor,
            confidence=confidence,
            make_solver=make_solver,
            node_limit=node_limit,
        )
        self.trump = self._called(parse_trump(trump) if isinstance(trump, str) else trump)
        self.counts: Counts = np.zeros((2, 5, 5), np.int64)
        self._work = _KotWork(self.evaluator, self.seed)

    def _called(self, suit: Suit | None) -> Suit | None:
        """The suit of the argument, or None where nobody calls; errors if it cannot be called."""
        if not self.evaluator.trumps:
            if suit is not None:
                raise OptionError(
                    f"nobody calls trump in {self.variant.name}, it is made in play: "
                    f"expected no trump, not {suit.letter}"
                )
            return None
        if suit is None:
            raise CardError("the chance of a kot needs a trump suit: expected S, H, D or C")
        if suit not in self.evaluator.trumps:
            raise HandError(
                f"{_named(self.hand)} has no {Suit(suit).name.lower()} to lay down as the trump "
                f"card of {self.variant.name}"
            )
        return Suit(suit)

    def _check_hand(self) -> None:
        sizes = known_sizes(self.variant)
        if len(self.hand) not in sizes:
            wanted = " or ".join(map(str, sizes))
            raise HandError(
                f"{_named(self.hand)} has {_cards(self.hand)}: expected {wanted} for a kot"
            )

    def _deals_per_chunk(self, evaluator: WorldEvaluator) -> int:
        return evaluator.kot_chunk

    def result(self) -> KotAdvice:
        """The advice from the deals solved so far; SamplingError when there are none."""
        self._need_deals()
        both, asked = self.counts.sum(axis=0), self.counts[0]
        kot, goon = _share_from(both, 3, self.level), _share_below(both, 2, self.level)
        bavney, against = _share_from(asked, 4, self.level), _share_below(asked, 1, self.level)
        return KotAdvice(
            hand=self.hand,
            trump=self.trump,
            variant=self.variant,
            seed=self.seed,
            n=self._deals,
            kot=kot,
            goon=goon,
            bavney=bavney if self.evaluator.bavneys else None,
            bavney_against=against if self.evaluator.bavneys else None,
            confidence=self.confidence,
            looks=self.looks,
            seconds=self._spent,
            stopped=self.stopped,
            method=self.evaluator.method,
            node_limit=self.evaluator.node_limit,
            undecided=left_open(both),
        )

    def _merge(self, part: Counts) -> None:
        self.counts = self.counts + part

    def _precise(self) -> bool:
        known = self.result()
        widths = [each.high - each.low for each in (known.kot, known.goon)]
        return self.precision is not None and max(widths) <= 2 * self.precision

    def _task(self, number: int, size: int) -> _Task:
        asked = math.ceil(size / BAVNEY_PART) if self.evaluator.bavneys else 0
        return _Task(number, asked, size, (NO_TRUMP if self.trump is None else int(self.trump),))


def _share_from(joint: Counts, place: int, level: float) -> Estimate:
    """The share of the indices from this one up, in joint counts of (worst, best)."""
    worst, best = (int(joint.sum(axis=axis)[place:].sum()) for axis in (1, 0))
    return estimate_share(worst, int(joint.sum()), level, best)


def _share_below(joint: Counts, place: int, level: float) -> Estimate:
    """The share of the indices below this one; the best case for A is the least of them."""
    worst, best = (int(joint.sum(axis=axis)[:place].sum()) for axis in (1, 0))
    return estimate_share(best, int(joint.sum()), level, worst)


def advise_trump(
    hand: Hand | str,
    *,
    variant: Variant | str = HOKM,
    scoring: Scoring | str | None = None,
    samples: int | None = None,
    seconds: float | None = None,
    precision: float | None = None,
    seed: int | str | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    confidence: float = 0.95,
    make_solver: Callable[[], BatchSolver] | None = None,
    node_limit: int | None = None,
    watch: Callable[[Progress], object] | None = None,
) -> TrumpAdvice:
    """Which trump to call with these five cards, and the chances of a win, a kot and a goon kot.

    `samples`, `seconds` and `precision` limit the study; whichever comes first ends it.

    - `samples`: deals to solve to their class; sixteen times as many are searched for kots. 512 in
      the plain game without any limit, fewer in other games.
    - `seconds`: no chunk is begun after that time.
    - `precision`: stop at the first of at most eight looks at which the chance of a win is known to
      this half width (0 to 0.5) for every suit that may still be the best. Suits that are clearly
      worse are dropped on the way.
    - `seed`: the same seed gives the same counts for any number of `jobs` (threads; default: all
      processors) and any `executor`, unless time ends the study.
    - `confidence`: of the intervals, 0.5 to 1.
    - `make_solver`: makes the solver of each thread (plain game without a node limit only).
    - `watch`: called with the `Progress` after each chunk.
    - `node_limit`: cards that may be played for one answer (the class of a deal, or its kots, with
      one trump); 0 for no limit, None for the default of the game (a limit for three players and
      for tens only). Undecided deals are neither dropped nor guessed: every chance is given as
      bounds, with them as failures and as successes, and the intervals cover both.

    Ctrl-C returns the result so far. Where the trump card is laid down, only suits in the hand are
    studied. Raises HandError unless there are five cards; SamplingError or OptionError for a sample
    size, seed, time, precision or number of jobs out of range; VariantError for a game without a
    trump call.
    """
    return TrumpStudy(
        hand,
        variant=variant,
        scoring=scoring,
        samples=samples,
        seconds=seconds,
        precision=precision,
        seed=seed,
        jobs=jobs,
        executor=executor,
        confidence=confidence,
        make_solver=make_solver,
        node_limit=node_limit,
    ).run(watch)


def kot_chances(
    hand: Hand | str,
    trump: Suit | str | None = None,
    *,
    variant: Variant | str = HOKM,
    samples: int | None = None,
    seconds: float | None = None,
    precision: float | None = None,
    seed: int | str | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    confidence: float = 0.95,
    make_solver: Callable[[], BatchSolver] | None = None,
    node_limit: int | None = None,
    watch: Callable[[Progress], object] | None = None,
) -> KotAdvice:
    """The caller's chances of kot, goon kot and bavney with this trump, from 5 or all cards.

    `trump` is None in games where nobody calls one (see `KotAdvice`). Deals are searched for kots
    only, one in eight for bavneys as well. `samples` is the number of deals (by default 65,536 in
    the plain game, fewer in others); `precision` is the half width for kot and goon kot. The other
    arguments and the errors are those of `advise_trump`.
    """
    return KotStudy(
        hand,
        trump,
        variant=variant,
        samples=samples,
        seconds=seconds,
        precision=precision,
        seed=seed,
        jobs=jobs,
        executor=executor,
        confidence=confidence,
        make_solver=make_solver,
        node_limit=node_limit,
    ).run(watch)


# Reading settings ------------------------------------------------------------------------------


def _whole(value: Any, what: str) -> int:
    """The value as a whole number of at least 1; SamplingError otherwise."""
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise SamplingError(f"{shown(value)} is no {what[2:]}: expected a whole number from 1 up")
    return int(value)


def _between(value: Any, what: str, low: float, high: float) -> float:
    """The value as a number strictly between low and high; OptionError otherwise."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if isinstance(value, bool) or not low < number < high:
        bound = f"more than {low:g}" + ("" if high == math.inf else f" and less than {high:g}")
        raise OptionError(f"{shown(value)} is no {what[2:]}: expected a number {bound}")
    return number


def _named(hand: Hand) -> str:
    return f"the hand {hand}" if hand else "the hand"


def _cards(hand: Hand) -> str:
    return "1 card" if len(hand) == 1 else f"{len(hand) or 'no'} cards"
