"""A study that is kept on disk after each chunk, and taken up again.

The file (saved.py) says of which question the counts are; that of another one is refused.
"""

from __future__ import annotations

import math
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ..base.errors import ResumeError
from ..base.whole_files import checksum
from .asked import Keep, Marks
from .compared import Compared
from .control import Control, Controls
from .counts import JointCounts, Task, Work
from .evaluators import OPEN, Judge
from .plan import CHUNKS_VERSION, LOOKS, Plan
from .saved import SavedState
from .worlds import Worlds

__all__ = ["Resumed"]

_COUNTS = ("classes", "cheap", "marked", "kept")


def _listed(counts: JointCounts) -> dict[str, Any]:
    """Counts as JSON can hold them."""
    listed = {name: getattr(counts, name).tolist() for name in _COUNTS}
    sums = [part.tolist() for part in counts.controls.parts]
    return {**listed, "controls": sums} if counts.controls else listed


class Resumed(Compared):
    """What is kept of a study, and how it goes on from there."""

    judge: Judge
    control: Control | None
    plan: Plan
    marks: Marks | None
    seed: int
    listed: Worlds | None
    keep: Keep | None
    _chunk: int
    _kots_per_deal: int
    _look: int
    _next: int
    _deals: int
    _spent: float
    _part: tuple[int, JointCounts] | None
    """The deals and counts of a last chunk that is smaller than the others."""

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
