"""A question in work at the service: who waits for it, how long it may take, who solves it.

One question has one thread and one search table, so that what a service takes is known from how
many it answers at a time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from cli.failures import BUDGET, Failure

if TYPE_CHECKING:
    from solver import Solver, Workers
    from solver.decide.study import Progress

__all__ = ["SECONDS", "Asking"]

SECONDS = 30.0
"""What a question may take, unless the service was started with another number."""
MEGABYTES = 32.0
"""Of the search table of a question."""

Answer = TypeVar("Answer")


class Asking:
    """A question from when its turn comes; `told.Solving` for the functions that answer it."""

    elsewhere = False

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.left = False
        """Whether nobody waits for the answer any more."""
        self.begin()

    def begin(self, line: int = 1) -> None:
        """Count the time from now on; `line`: the number of the question in its request."""
        self.line = line
        self._until = time.monotonic() + self.seconds

    def leave(self) -> None:
        """Nobody waits any more."""
        self.left = True

    @property
    def ended(self) -> bool:
        """Whether no more work is to be done."""
        return self.left or time.monotonic() >= self._until

    def check(self) -> None:
        """SearchStopped where nobody waits any more, a Failure where the time is up."""
        from solver.base.errors import SearchStopped

        if self.left:
            raise SearchStopped
        if self.ended:
            raise self.late()

    def late(self) -> Failure:
        """The refusal of a question that takes longer than it may."""
        return Failure(
            f"this service answers within {self.seconds:g} seconds: ask for less, or run the "
            "command yourself",
            BUDGET,
        )

    def solver(self) -> Solver:
        """A solver of its own, which stops when the question has ended."""
        from solver import Solver

        solver = Solver(MEGABYTES)
        solver.stop = lambda: self.ended
        return solver

    @contextmanager
    def workers(self) -> Iterator[Workers]:
        """One thread, whose searches end when the question has ended."""
        from solver import Workers
        from solver.decide.parallel import Threads

        threads = Threads(1, lambda: self.ended)
        try:
            yield Workers(1, threads)
        finally:
            threads.shutdown(cancel_futures=True)

    def solved(self, run: Callable[[Callable[[Progress], object]], Answer]) -> Answer:
        """What a study answers."""
        return run(lambda step: self.check())
