"""A question of the page in work: who waits for its answer, where its events go, its solver.

A transport calls `run` with a way to tell events, in a thread or a worker of its own, and sets
`left` when nobody waits any more. No server and no thread is known here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cli.failures import Failure

if TYPE_CHECKING:
    from solver import Solver

Event = dict[str, Any]
Tell = Callable[[Event], object]


@dataclass(slots=True, eq=False)
class Slot:
    """What one tab asks of one kind: the newest job, and the solver whose table it keeps."""

    newest: Job | None = None
    solver: Solver | None = None


class Job:
    """One request in work. `wanted` says whether anybody still waits for its answer."""

    def __init__(self, slot: Slot, tell: Tell = lambda event: None) -> None:
        self.slot = slot
        self.tell = tell
        """Sends an event of the answer at once."""
        self.left = False
        """Whether the page has gone away."""

    @property
    def wanted(self) -> bool:
        """Whether this is the newest request of its slot and its page is still there."""
        return not self.left and self.slot.newest is self

    def solver(self) -> Solver:
        """The solver of the slot; its searches end when the job is not wanted any more."""
        from solver import Solver

        if self.slot.solver is None:
            self.slot.solver = Solver()
        self.slot.solver.stop = lambda: self.left or self.slot.newest is not self
        return self.slot.solver


Verb = Callable[[Event, Job], Iterator[Event]]
"""The answer to a request: its body and its job in, the events of the answer out."""


def run(verb: Verb, body: Event, job: Job) -> None:
    """Tell the events of an answer, and how it ended: done, stopped, or a fault in one sentence."""
    from solver import HakemError
    from solver.base.errors import SearchStopped

    try:
        for event in verb(body, job):
            if not job.wanted:
                break
            job.tell(event)
        last: Event = {"event": "done" if job.wanted else "stopped"}
    except SearchStopped:
        last = {"event": "stopped"}
    except (HakemError, Failure) as fault:
        last = {"event": "error", "code": type(fault).__name__, "text": str(fault)}
    except Exception as fault:
        if "HAKEM_TRACEBACK" in os.environ:
            raise
        text = f"internal error: {type(fault).__name__}: {fault} (please report it)"
        last = {"event": "error", "code": "internal", "text": text}
    job.tell(last)
