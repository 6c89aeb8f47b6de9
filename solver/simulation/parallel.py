"""Work in chunks on any `concurrent.futures.Executor`, in order and with a bounded window.

Threads are the default, because the search releases the GIL. Results are yielded in the order of
the chunks, so that merged results do not depend on the number of workers. This module does not know
what a chunk is.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from ..errors import OptionError, shown

__all__ = ["PerThread", "available_jobs", "map_chunks", "parse_jobs"]

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")
Thing = TypeVar("Thing")

_TICK = 0.2  # seconds


class PerThread(Generic[Thing]):
    """One object per thread, made on first use: `solvers = PerThread(Solver)`, then `solvers()`.

    Only the factory is pickled, so that work can be sent to other processes; each task there makes
    its own object.
    """

    def __init__(self, make: Callable[[], Thing]) -> None:
        self._make = make
        self._local = threading.local()

    def __call__(self) -> Thing:
        """The object of the calling thread."""
        if not hasattr(self._local, "thing"):
            self._local.thing = self._make()
        thing: Thing = self._local.thing
        return thing

    def __reduce__(self) -> tuple[Any, ...]:
        return (PerThread, (self._make,))


def available_jobs() -> int:
    """The number of processors this process may use, at least 1."""
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:  # missing on some systems
        return os.cpu_count() or 1


def parse_jobs(jobs: Any) -> int:
    """The number of workers, 1 to 1024, or all processors for None; OptionError otherwise."""
    if jobs is None:
        return available_jobs()
    if isinstance(jobs, str) and jobs.strip().isdecimal():
        jobs = int(jobs)
    if isinstance(jobs, bool) or not isinstance(jobs, int) or not 1 <= jobs <= 1024:
        raise OptionError(f"{shown(jobs)} is no number of jobs: expected 1 to 1024")
    return jobs


def map_chunks(
    fn: Callable[[Chunk], Result],
    chunks: Iterable[Chunk],
    executor: Executor | None = None,
    jobs: int | None = None,
    window: int | None = None,
    deadline: float | None = None,
) -> Iterator[Result]:
    """Yield fn(chunk) for each chunk, in the order of the chunks.

    - At most `window` chunks (by default twice the jobs, or 64 with an executor of unknown size)
      are submitted and not yet yielded, so `chunks` may be endless.
    - Without `executor`, a pool of `jobs` threads (default: all processors) is made and shut down.
    - After `deadline` (in seconds of `time.monotonic`) no further chunk is begun. Chunks already
      begun are awaited, and at least the first chunk is always done.
    - When the iterator is closed, fn raises, or Ctrl-C comes, chunks not yet begun are cancelled
      and nothing is awaited. Results yielded before remain valid.
    """
    workers = parse_jobs(jobs)
    if window is None:
        window = 2 * workers if executor is None or jobs is not None else 64
    if window < 1:
        raise OptionError(f"a window of {window} chunks holds no work: expected at least 1")
    pool = executor if executor is not None else ThreadPoolExecutor(workers, "hakem")
    return _run(
        fn,
        iter(chunks),
        pool,
        executor is None,
        window,
        float("inf") if deadline is None else deadline,
    )


def _run(
    fn: Callable[[Chunk], Result],
    chunks: Iterator[Chunk],
    pool: Executor,
    owned: bool,
    window: int,
    deadline: float,
) -> Iterator[Result]:
    pending: deque[Future[Result]] = deque()
    late = False
    done = 0
    try:
        while True:
            while not late and len(pending) < window:
                try:
                    chunk = next(chunks)
                except StopIteration:
                    break
                pending.append(pool.submit(fn, chunk))
            if not pending:
                return
            if not late and _await(pending[0], deadline):
                late = True
                _cancel_waiting(pending, keep=0 if done else 1)
            try:
                result = pending[0].result()
            except CancelledError:
                # Chunks begin in order, so no chunk after a cancelled one was begun (a remote
                # executor may have begun one: its result is dropped, so that no chunk is missing
                # before it).
                return
            pending.popleft()
            done += 1
            yield result
    finally:
        for future in pending:
            future.cancel()
        if owned:
            pool.shutdown(wait=False, cancel_futures=True)


def _await(future: Future[Any], deadline: float) -> bool:
    """Wait until the future is done or the deadline has passed; True when it has.

    It waits in short steps, because on some systems Ctrl-C arrives only between waits.
    """
    while not future.done():
        left = deadline - time.monotonic()
        if left <= 0:
            return True
        with contextlib.suppress(TimeoutError, CancelledError):
            future.exception(timeout=min(left, _TICK))
    return time.monotonic() >= deadline


def _cancel_waiting(pending: deque[Future[Any]], keep: int) -> None:
    """Cancel the futures that have not begun, last first, except the first `keep`."""
    for future in list(pending)[keep:][::-1]:
        future.cancel()
