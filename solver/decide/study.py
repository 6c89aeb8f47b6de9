"""The one study engine: worlds x choices -> joint counts -> paired comparisons.

A study deals the unseen cards chunk by chunk and looks at which choices are left. What
it asks of a deal stands in asked.py, how it is counted in counts.py, what the counts say of the
choices in compared.py.
What is chosen, and what it is called, is said by the files beside this one: trump_call.py, kot.py,
before_the_lead.py, card_play.py.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from ..base.errors import ResumeError, SamplingError, UnfinishedError
from ..base.whole_files import checksum
from .asked import Keep, Marks, Questions
from .compared import Choice, Compared
from .control import Control, Controls
from .counts import JointCounts, Task, Work
from .estimates import Estimate
from .evaluators import OPEN, Judge
from .parallel import Threads, map_chunks, parse_jobs
from .plan import CHUNKS_VERSION, LOOKS, ChunkSizes, Plan, Workers, find_plan, find_workers
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
_COUNTS = ("classes", "cheap", "marked", "kept")


def _listed(counts: JointCounts) -> dict[str, Any]:
    """Counts as JSON can hold them."""
    listed = {name: getattr(counts, name).tolist() for name in _COUNTS}
    sums = [part.tolist() for part in counts.controls.parts]
    return {**listed, "controls": sums} if counts.controls else listed


class HowSolved(Protocol):
    """How each world was solved, in words, and the cards that could be played for one answer."""

    @property
    def method(self) -> str: ...

    @property
    def node_limit(self) -> int: ...


class Study(Compared, Generic[Result]):
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
        """The deals and counts of a last chunk that is smaller than the others."""
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
        outside = self._workers.executor
        pool = outside or Threads(jobs)
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
            if outside is None:
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

    @cached_property
    def _work(self) -> Work:
        return Work(
            self.questions,
            self.seed,
            self.listed,
            self._chunk,
            self.marks,
            self.keep,
            self.control,
        )

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

    # Kept on disk -------------------------------------------------------------------------------

    def _told(self) -> dict[str, Any]:
        """The question, for a file that keeps its counts: all that they depend on."""
        known = self.questions.known
        template = self.questions.template
        first = np.zeros(2, np.int64)
        worlds = self._work.worlds(Task(0, 0, 8, ()), first)
        sums = [mixture.weigh(worlds).round(9) for mixture in self.questions.mixtures]
        plan = self.plan
        return {
            "command": type(self).__name__.removesuffix("Study").lower(),
            "game": str(template.variant),
            "options": template.variant.plain_settings(),
            "cards": " ".join(str(hand) for hand in known.given if hand),
            "choice": " ".join(each.name for each in self.choices) + self._asked(),
            "seed": plan.seed,
            "samples": plan.samples if self._samples_decide() else None,
            "precision": plan.precision,
            "confidence": plan.confidence,
            "node limit": plan.node_limit,
            "judge": None if self.judge == OPEN else self.judge.name,
            "estimate": None if self.control is None else self.control.name,
            "scoring": [list(each.values) for each in self.choices],
            "play so far": repr((template.trump, template.leader, dict(template.fields))),
            "knowledge": repr((known, self.marks)),
            "chunks": [CHUNKS_VERSION, self._chunk, self._kots_per_deal],
            "deals": checksum(b"".join(part.tobytes() for part in (worlds, first, *sums))),
        }

    def _asked(self) -> str:
        """What else the question of a subclass consists of."""
        return ""

    def _samples_decide(self) -> bool:
        """Whether the number of samples decides more than where the study ends.

        Looks are taken at sizes that follow from it, and what is dropped there stays dropped: a run
        with more samples is then another run, not a longer one.
        """
        return self.plan.precision is not None

    def _state(self) -> dict[str, Any]:
        """What is known after the last chunk, as JSON can hold it."""
        size, part = self._part or (0, None)
        return {
            "chunks": self._next,
            "deals": self._deals,
            "look": self._look,
            "active": list(self._active),
            "seconds": self._spent,
            "counts": _listed(self.counts),
            "part": None if part is None else {"deals": size, "counts": _listed(part)},
        }

    def _restore(self, saved: SavedState) -> None:
        """Go on from what the file keeps."""
        state = saved.state
        if state is None:
            return
        try:
            counts = self._unlisted(state["counts"])
            part = state["part"]
            if part is not None:
                self._part = int(part["deals"]), self._unlisted(part["counts"])
            self._next, self._deals = int(state["chunks"]), int(state["deals"])
            self._look, self._spent = int(state["look"]), float(state["seconds"])
            self._active = tuple(map(int, state["active"]))
        except (KeyError, OverflowError, TypeError, ValueError):
            raise saved.damaged() from None
        self.counts = counts
        if not self._sound():
            raise saved.damaged()
        if not self._samples_decide():
            self._go_on(saved.path)

    def _sound(self) -> bool:
        """Whether what a file kept can have come of a study like this one."""
        size, part = self._part or (0, None)
        chunks = self._next - (part is not None)
        numbers = chunks >= 0 and self._deals - size == chunks * self._chunk
        numbers = numbers and 0 <= size <= self._chunk and 0 <= self._look <= LOOKS
        asked = self._deals * max(1, self._kots_per_deal)
        limits = ((self.counts.classes, self._deals), (self.counts.cheap, asked))
        counted = all((each.sum(axis=(2, 3)) <= most + 1e-6).all() for each, most in limits)
        if part is not None:
            left = self.counts - part
            counted = counted and all((getattr(left, name) >= -1e-6).all() for name in _COUNTS)
        for mine in (self.counts.controls, *(() if part is None else (part.controls,))):
            counted = counted and all((each[..., 0, 0] >= 0).all() for each in mine.parts)
        choices = set(self._active)
        active = choices and choices <= set(range(len(self.choices)))
        return bool(numbers and counted and active and 0 <= self._spent < math.inf)

    def _unlisted(self, kept: dict[str, Any]) -> JointCounts:
        """Counts as the file has them; ValueError for another shape than these, or below 0."""
        found = []
        for name in _COUNTS:
            mine = getattr(self.counts, name)
            # An empty table has lost its shape.
            read = np.array(kept[name], mine.dtype).reshape(mine.shape)
            if not np.isfinite(read).all() or (read < 0).any():
                raise ValueError
            found.append(read)
        controls = self.counts.controls
        if controls:
            tables = zip(kept["controls"], controls.parts, strict=True)
            controls = Controls(*(np.array(a, np.int64).reshape(b.shape) for a, b in tables))
        classes, cheap, marked, dealt = found
        return JointCounts(classes, cheap, marked, dealt, controls)

    def _go_on(self, path: Path) -> None:
        """Where more samples are asked for than the file keeps, a smaller last chunk is undone.

        So that the run goes on as one of so many samples would have from the start.
        """
        wanted = self.plan.samples
        if wanted is not None and wanted < self._deals:
            raise ResumeError(
                f"{path} keeps {self._deals} samples already: expected as many or more, not "
                f"{wanted}"
            )
        self._look = int(wanted == self._deals)
        if self._part is not None and wanted != self._deals:
            size, part = self._part
            self.counts = self.counts - part
            self._next, self._deals, self._part = self._next - 1, self._deals - size, None

    def _need_deals(self) -> None:
        if not self._deals:
            raise SamplingError("no deal has been solved yet, so there is nothing to estimate")
