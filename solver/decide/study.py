"""The one study engine: chunk after chunk, looks at which choices are left, and the end.

What is asked of a deal stands in asked.py, how it is counted in counts.py, what the counts say of
the choices in compared.py, how a run is kept and taken up in resumed.py. What is chosen, and what
it is called, is said by trump_call.py, kot.py, before_the_lead.py and card_play.py.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, Protocol, TypeVar

from ..base.errors import SamplingError, UnfinishedError
from .asked import Keep, Marks, Questions
from .compared import Choice
from .control import Control
from .counts import JointCounts, Task
from .estimates import Estimate
from .evaluators import OPEN, Judge
from .parallel import Threads, map_chunks, parse_jobs
from .plan import ChunkSizes, Plan, Workers, find_plan, find_workers
from .resumed import Resumed
from .saved import SavedState
from .worlds import Worlds

__all__ = ["Progress", "Study"]

GRACE = 0.25
"""Seconds after the time of a plan at which answers that are still searched for are left open."""


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


Result = TypeVar("Result")


class HowSolved(Protocol):
    """How each world was solved, in words, and the cards that could be played for one answer."""

    @property
    def method(self) -> str: ...

    @property
    def node_limit(self) -> int: ...


class Study(Resumed, Generic[Result]):
    """A study in the making: `run`, or `steps` and `result`.

    A chunk has `sizes.solved` deals solved in full, and `sizes.kots_per_deal` times as many asked
    for what is cheap; without any limit there are `sizes.chunks` of them. `listed` worlds are taken
    in their order instead of being dealt. The cheap answers of the deals with one of the `marks`
    are counted apart as well; of the worlds dealt only those count that `keep` keeps. Where the
    plan names a file to resume, the counts are kept there after each chunk and taken up again from
    it. `judge`: the one whose answers `questions` are. `control`: a cheap estimate of the classes,
    which takes most of the variance away where it is good and costs its time where it is not (not
    with `listed` worlds, `keep` or mixtures). One that `drops` choices looks at doubling
    sizes which of them are left. Subclasses say what the result is, and may say in which proportion
    deals are solved in full (`_task`) and which shares must be precise (`_wanted`).
    """

    def __init__(
        self,
        questions: Questions,
        choices: Sequence[Choice],
        plan: Plan,
        workers: Workers,
        sizes: ChunkSizes,
        *,
        listed: Worlds | None = None,
        marks: Marks | None = None,
        keep: Keep | None = None,
        drops: bool = False,
        judge: Judge = OPEN,
        control: Control | None = None,
    ) -> None:
        self.judge = judge
        self.control = control
        self.plan = find_plan(plan).settled(sizes.chunks * sizes.solved)
        assert self.plan.seed is not None
        self.seed = self.plan.seed
        self.questions = questions
        self.choices = tuple(choices)
        self.listed = listed
        self.marks = marks
        self.keep = keep
        self.counts = JointCounts.empty(
            questions, 0 if marks is None else len(marks.cards), control
        )
        self._ends = self.plan.ends(sizes.solved, drops)
        self.looks = len(self._ends) if drops and plan.precision is None else plan.looks
        self.confidence = plan.confidence
        self.level = 1 - (1 - self.confidence) / self.looks
        self.stopped = ""
        self._workers = find_workers(workers)
        self._chunk = sizes.solved
        self._kots_per_deal = sizes.kots_per_deal
        self._active = tuple(range(len(self.choices)))
        self._look = 0
        self._next = 0
        self._deals = 0
        self._spent = 0.0
        self._part: tuple[int, JointCounts] | None = None
        self._saved: SavedState | None = None
        if self.plan.resume is not None:
            self._saved = SavedState(self.plan.resume, self._told())
            self._restore(self._saved)
        if self.looks > 1:  # the first look needs it: not loaded while the clock runs
            import_module("scipy.special")

    def _sampled(self, solved_by: HowSolved, stopped: str | None = None) -> dict[str, Any]:
        """The fields of `Sampled`, which every answer has; `stopped` where it is another word."""
        return {
            "n": self._deals,
            "seed": self.seed,
            "confidence": self.confidence,
            "looks": self.looks,
            "seconds": self._spent,
            "stopped": self.stopped if stopped is None else stopped,
            "method": solved_by.method,
            "node_limit": solved_by.node_limit,
        }

    def run(self, watch: Callable[[Progress], object] | None = None) -> Result:
        """Study to the end and give the result; `watch` is called after each chunk.

        Ctrl-C ends the study early with what is known; before anything is known it is raised.
        UnfinishedError, with the result of the deals before, where workers are lost or the file to
        resume cannot be written.
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
        except UnfinishedError as fault:
            steps.close()
            self.stopped = "unfinished"
            fault.known = self.result() if self._deals else None
            raise
        return self.result()

    def steps(self) -> Generator[Progress, None, None]:
        """Do one chunk per step; may be left at any step, and `result` asked at any time.

        Called again it goes on where it was left.
        """
        began = time.monotonic()
        spent = self._spent
        deadline = math.inf if self.plan.seconds is None else began + self.plan.seconds
        jobs = parse_jobs(self._workers.jobs)
        executor = self._workers.executor
        outside = None if isinstance(executor, Threads) else executor
        pool = executor or Threads(jobs)
        # The clock of another process may be another one.
        self.questions.until = math.inf if outside else deadline + GRACE
        self.stopped = "interrupted"
        try:
            while self._look < len(self._ends):
                end = self._ends[self._look]
                for part in map_chunks(
                    self._work,
                    self._tasks(end),
                    pool,
                    None if outside else jobs,
                    deadline=deadline,
                ):
                    size = self._size(self._next)
                    self.counts = self.counts + part
                    self._part = (size, part) if size < self._chunk else None
                    self._deals += size
                    self._next += 1
                    self._spent = spent + time.monotonic() - began
                    if self._saved is not None:
                        self._saved.write(self._state())
                    yield self._progress(time.monotonic() - began)
                if self._next < end:
                    self.stopped = "time"
                    return
                self._look += 1
                if self.looks > 1 and self._precise():
                    self._look = len(self._ends)
                    self.stopped = "clear" if self.plan.precision is None else "precision"
                    return
            self.stopped = "samples" if self.plan.samples is not None else "looks"
        finally:
            if executor is None:
                pool.shutdown(wait=False, cancel_futures=True)

    def result(self) -> Result:
        """The result of the deals solved so far; SamplingError when there are none."""
        raise NotImplementedError

    # What a study may say otherwise --------------------------------------------------------------

    def _wanted(self) -> list[Estimate]:
        """The shares that must be as precise as asked for: whether each choice left succeeds."""
        return [self.success(k) for k in self._active if self.choices[k].column is not None]

    def _task(self, number: int, size: int) -> Task:
        return Task(number, size, size * self._kots_per_deal, self._columns())

    # The loop ----------------------------------------------------------------------------------

    def _precise(self) -> bool:
        """Drop the choices that are clearly not the best; are the others known well enough?"""
        if len(self._active) > 1:
            best = self.best()
            self._active = tuple(
                k
                for k in self._active
                if k == best or self.compare(best, k).p_points >= self.rival_level
            )
        widths = [each.high - each.low for each in self._wanted()]
        precision = self.plan.precision
        return precision is not None and max(widths, default=0.0) <= 2 * precision

    def _columns(self) -> tuple[int, ...]:
        """The columns that the choices left need; a mixture needs all those it is made of."""
        columns = {self.choices[k].column for k in self._active} - {None}
        if any(column is not None and column >= self.questions.columns for column in columns):
            columns |= set(range(self.questions.columns))
        return tuple(sorted(column for column in columns if column is not None))

    def _size(self, number: int) -> int:
        """The deals of one chunk; the last one may be smaller."""
        if self.plan.samples is None:
            return self._chunk
        return min(self._chunk, self.plan.samples - number * self._chunk)

    def _tasks(self, end: float) -> Iterator[Task]:
        number = self._next
        while number < end:
            yield self._task(number, self._size(number))
            number += 1

    def _progress(self, passed: float) -> Progress:
        target = None
        if self._ends[-1] < math.inf:
            target = int(self._ends[-1]) * self._chunk
            if self.plan.samples is not None:
                target = min(target, self.plan.samples)
        fraction = 0.0 if target is None else self._deals / target
        if self.plan.seconds is not None:
            fraction = max(fraction, passed / self.plan.seconds)
        return Progress(self._deals, target, self._spent, min(1.0, fraction))

    def _need_deals(self) -> None:
        if not self._deals:
            raise SamplingError("no deal has been solved yet, so there is nothing to estimate")
