"""The trump call from five cards, and the chances of a kot: counts first, estimates afterwards.

A study deals the unseen cards chunk by chunk, solves each deal with open hands and adds up counts
by outcome class. Any chunk depends on seed and chunk number alone, so the counts are the same for
any number of jobs. All trumps are judged on the same deals. Of each chunk only the first deals
are solved to their class; for the others only the kots are asked, which cost far less.
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
from ..game.scoring import CLASSES, SCORINGS, Scoring, find_scoring
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
"""One in so many deals of a kot study is asked for bavneys, which cost more than the kots."""
LOOKS = 8
"""How often at most a study looks whether it may stop; each look at alpha / 8."""
DEFAULT_CHUNKS = 16
"""Chunks of a study when nothing else is asked."""
CALL_CARDS = 5

_CLASS_AT = np.array([0, 1, 2, -1, 3, 4, 5])  # outcome code + 3 -> place in CLASSES
_CHEAP_AT = np.array([0, 1, -1, 2, -1, 3, 4])  # the same for the five cheap codes


# Records ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a study has come: deals of the kind it counts, how many in all, seconds so far.

    `target` is None when only time ends the study; `fraction` (0 to 1) counts what ends first.
    """

    deals: int
    target: int | None
    seconds: float
    fraction: float


@dataclass(frozen=True, slots=True)
class TrumpOdds:
    """What one trump is worth to the caller's side, A.

    `win`, `kot` (the first seven tricks), `goon` (the other side makes them) and `bavney` are
    nested: a kot is a win too. `n` deals were solved to their class, with these `counts`; `kot_n`
    were asked for kots. `shares` are the class probabilities (sum 1) from both kinds of deals and
    `points` their mean under the scoring, A less B. `dropped`: clearly not the best, so that no
    further deals were solved for it. `bavney` is None where play stops at the seventh trick.
    A node limit left `undecided` of the n deals without a class: `counts` and `shares` leave them
    out, estimates hold bounds.
    For three players A is the caller alone: `win` and `kot` are what he is sure of against the
    others together, `goon` says that one of them is sure of the first seven, WIN_B that nobody is
    sure of anything said here, and points are only his own.
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
        """The entry of this trump in the machine interface."""
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
    """The trump call from five cards: four trumps on the same deals, and how sure the best is.

    `rivals` compares the best with each other trump; `level` is what a comparison must stay below
    for the best to be `sure`: alpha / (rivals x looks). `confidence` is that of the printed
    intervals together over all looks; each holds 1 - alpha / looks. `stopped` says what ended the
    study: "samples", "time", "precision", "looks" or "interrupted". `node_limit`: cards played for
    one answer at most, 0 for no limit; `method`: what was asked of each deal.
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
        """Whether the study was broken off by hand."""
        return self.stopped == "interrupted"

    @property
    def undecided(self) -> int:
        """Questions for a class, over all trumps, that the node limit left undecided."""
        return sum(each.undecided for each in self.trumps.values())

    @property
    def p_value(self) -> float:
        """The largest level of the paired tests on points: that of the nearest rival."""
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

    `trump` is None where nobody calls one. Bavneys are asked of one deal in eight and have an n of
    their own. `bavney` and `bavney_against` are None where play stops at the seventh trick. A node
    limit left the kots of `undecided` deals open; estimates then hold bounds. For three players
    `kot` is what the caller alone is sure of, `goon` what any other player alone is sure of.
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
        """Whether the study was broken off by hand."""
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
    """One chunk: its number, its deals, and how many of them get the dearer questions too."""

    number: int
    full: int
    deals: int
    trumps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrumpCounts:
    """Joint counts of outcome classes for each pair of trumps; chunks merge by addition.

    `classes[s, t, i, j]`: deals of class i with trump s and class j with trump t (CLASSES order),
    int64 (4, 4, 6, 6); `cheap`: the same for the five kot codes, (4, 4, 5, 5). Where a node limit
    left deals undecided, i is the worst class still possible with s and j the best with t: so
    [s, t] bounds how s compares with t, and [s, s] holds both bounds of s.
    """

    classes: Counts
    cheap: Counts

    @classmethod
    def empty(cls) -> TrumpCounts:
        """No deals."""
        return cls(np.zeros((4, 4, 6, 6), np.int64), np.zeros((4, 4, 5, 5), np.int64))

    def __add__(self, other: TrumpCounts) -> TrumpCounts:
        return TrumpCounts(self.classes + other.classes, self.cheap + other.cheap)

    def of(self, trump: int) -> tuple[Counts, Counts]:
        """Counts (worst, best) of the classes, (6, 6), and of the kot codes, (5, 5), of a trump."""
        return self.classes[trump, trump], self.cheap[trump, trump]


class _TrumpWork:
    """Judges one chunk of a trump study; may travel to other processes."""

    def __init__(self, evaluator: WorldEvaluator, seed: int, bavneys: bool) -> None:
        self.evaluator = evaluator
        self.dealer = Dealer(evaluator.known)
        self.seed = seed
        self.bavneys = bavneys
        # Where bavneys are not asked of all deals, those found count as the kots they are.
        self.cheap_of = CHEAP_OF if bavneys else np.clip(CHEAP_OF, 1, 3)

    def __call__(self, task: _Task) -> TrumpCounts:
        """The counts of this chunk."""
        worlds = self.dealer.deal(task.deals, chunk_seed(self.seed, task.number))
        classes = np.full((2, task.full, 4), -1)  # the worst and the best still possible
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
    """Asks one chunk of a kot study: int64 (2, 5, 5), see `KotStudy.counts`."""

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
    """The places of outcome codes in a table of counts; VariantError for a code without one."""
    places = table[codes.astype(np.int64) + 3]
    if (places < 0).any():
        raise VariantError("hands of this game can be drawn: a drawn hand has no class to count")
    return places


def _joint(places: NDArray[np.int64], trumps: list[int], size: int) -> Counts:
    """Joint counts (4, 4, size, size) over the rows of places (2, n, 4), for these trumps."""
    table = np.zeros((4, 4, size, size), np.int64)
    worst, best = places
    for s in trumps:
        for t in trumps:
            table[s, t] = _table(worst[:, s], best[:, t], size)
    return table


def _table(rows: NDArray[np.int64], columns: NDArray[np.int64], size: int) -> Counts:
    """How often each pair of places comes, int64 (size, size)."""
    found: Counts = np.bincount(rows * size + columns, minlength=size * size).reshape(size, size)
    return found


# Studies ---------------------------------------------------------------------------------------

Part = TypeVar("Part")
Advice = TypeVar("Advice")


class _Study(Generic[Part, Advice]):
    """What both studies share: the plan of chunks, the limits, the loop, the stop by hand."""

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
        """Study to the end and give the result; `watch` is called after each chunk.

        Ctrl-C ends the study early with what is known; before anything is known it is raised.
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
        """Do one chunk per step; may be left at any step, and `result` asked at any time.

        Called again it goes on where it was left.
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

    # What a study must say ---------------------------------------------------------------------

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
        """Chunk numbers at which to look; the last one ends the study (it may be endless).

        With a precision the last look has as many deals as the worst case needs, and each look
        before it half as many as the next.
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
    """A trump call in the making: `run`, or `steps` and `result`. Arguments as `advise_trump`."""

    def __init__(
        self,
        hand: Hand | str,
        *,
        variant: Variant | str = HOKM,
        scoring: Scoring | str = SCORINGS[0],
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
        self.scoring = find_scoring(scoring)
        if not self.scoring.by_class:
            raise OptionError(
                f"{self.scoring.title} counts no classes of a hand: expected another scoring"
            )
        self._points = self.scoring.vector()
        if self.variant.family == "three":
            # What he is sure of: that he is not sure does not give the points to anybody.
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
        """What the test against each rival (three as a rule) must stay below at one look."""
        return (1 - self.confidence) / (max(1, len(self.evaluator.trumps) - 1) * self.looks)

    def _estimate(self, suit: Suit) -> TrumpOdds:
        classes, cheap = self.counts.of(suit)
        n, kot_n, undecided = int(classes.sum()), int(cheap.sum()), left_open(classes)
        bavneys = (cheap, 4) if self._bavneys else (classes, 5)
        known = np.diagonal(classes)
        shares = class_shares(known, self._pair(suit, suit)[1].sum(axis=1))
        if left_open(fold_kots(classes)) or left_open(cheap):
            shares = known / n
        elif undecided:  # only whether simple hands are won
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
        """Joint counts of classes and kot codes of two trumps that fit together.

        Kots that were left undecided may be others in the deals asked for kots only than in those
        solved to their class: then only the latter count.
        """
        classes, cheap = self.counts.classes[s, t], self.counts.cheap[s, t]
        if any(left_open(self.counts.cheap[u, u]) for u in (s, t)):
            cheap = fold_kots(classes)
        return classes, cheap

    def _means(self, suit: int) -> tuple[Mean, Mean]:
        """The mean points if all undecided deals end for the worst and for the best."""
        joint = self._pair(suit, suit)
        worst, best = ([part.sum(axis=axis) for part in joint] for axis in (1, 0))
        least = mean_points(worst[0], worst[1], self._points, self.level)
        if all((a == b).all() for a, b in zip(worst, best, strict=True)):
            return least, least
        return least, mean_points(best[0], best[1], self._points, self.level)

    def _best(self) -> Suit:
        """The highest mean of points among the suits not dropped, the first of equals.

        What a suit is worth at least comes first where deals are undecided.
        """
        means = {t: tuple(each.mean or 0.0 for each in self._means(t)) for t in self._active}
        return Suit(max(self._active, key=lambda t: means[t]))

    def _compare(self, best: Suit, other: Suit) -> Comparison:
        found = compare_trumps(*self._pair(best, other), self._points, self.level)
        difference = found.difference.mean or 0.0
        if difference <= 0 and any(left_open(self.counts.of(t)[0]) for t in (best, other)):
            # A test of both sides: at its worst the best suit may lie clearly below the other.
            return replace(found, p_points=1.0, p_win=1.0)
        return found

    def _merge(self, part: TrumpCounts) -> None:
        self.counts = self.counts + part

    def _precise(self) -> bool:
        """Drop the suits that are clearly not the best; are the others known well enough?"""
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
    """Kot chances in the making: `run`, or `steps` and `result`. Arguments as `kot_chances`.

    `counts` are those of the codes bavney, kot, neither, kot, bavney from B's best to A's, as the
    worst and the best that a node limit leaves possible: int64 (2, 5, 5), [0] of the deals asked
    for bavneys too, [1] of the others.
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
        """The suit asked for, where one is called and can be."""
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
    """The share of the places from this one up in joint counts of (worst, best)."""
    worst, best = (int(joint.sum(axis=axis)[place:].sum()) for axis in (1, 0))
    return estimate_share(worst, int(joint.sum()), level, best)


def _share_below(joint: Counts, place: int, level: float) -> Estimate:
    """The share of the places below this one: what is best for A is least for them."""
    worst, best = (int(joint.sum(axis=axis)[:place].sum()) for axis in (1, 0))
    return estimate_share(best, int(joint.sum()), level, worst)


def advise_trump(
    hand: Hand | str,
    *,
    variant: Variant | str = HOKM,
    scoring: Scoring | str = SCORINGS[0],
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
    """Which trump to call with these five cards, and how likely win, kot and goon kot are.

    `samples`: deals solved to their class, the kots being asked of sixteen times as many; 512 when
    nothing is asked, fewer in other games than the plain one. `seconds`: begin no chunk after that
    time. `precision`: stop at the first of at most eight looks at which the chance of a win is
    known to this half width (0 to 0.5) for every suit that may still be the best; suits that are
    clearly worse are dropped on the way.
    Whichever comes first ends the study. The same `seed` gives the same counts for any number of
    `jobs` (threads; default all processors) and any `executor`, unless time ends it.
    `confidence`: of the intervals. `make_solver` makes the solver of each thread (in the plain game
    without a node limit).
    `watch` is called with the `Progress` after each chunk; Ctrl-C gives the result so far.
    Where the trump card is laid down, only suits that are held are judged.
    `node_limit`: cards that may be played for one answer (a deal's class, or its kots, with one
    trump), 0 for no limit, None for what suits the game: only three players and tens have one.
    Deals left undecided are neither dropped nor guessed: every chance is given as bounds, once
    without and once with them, and the intervals reach round both.

    Raises HandError unless there are five cards, SamplingError or OptionError for a sample size,
    seed, time, precision or number of jobs that makes no sense, VariantError for a game
    without a trump call.
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
    """The caller's chances of kot, goon kot and bavney with this trump, from 5 cards or all his.

    No trump where nobody calls one; there, and wherever else something differs, see `KotAdvice`.

    Only the cheap races are asked, no win is searched; bavneys of one deal in eight. `samples`
    counts deals (65,536 when nothing is asked, fewer in other games); `precision` is the half
    width wanted for kot and goon kot. The rest, and what is refused, as in `advise_trump`.
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
    """A whole number of at least 1; SamplingError otherwise."""
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise SamplingError(f"{shown(value)} is no {what[2:]}: expected a whole number from 1 up")
    return int(value)


def _between(value: Any, what: str, low: float, high: float) -> float:
    """A number strictly between low and high; OptionError otherwise."""
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
