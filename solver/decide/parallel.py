"""Work in chunks on any `concurrent.futures.Executor`, in order and with a bounded window.

Threads are the default, because the search releases the GIL. Results are yielded in the order of
the chunks, so that merged results do not depend on the number of workers. This module does not know
what a chunk is.
"""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from typing import Any, Generic, TypeVar

from ..base.errors import FewerThreadsWarning, OptionError, SearchStopped, UnfinishedError, shown
from ..base.version import __version__

__all__ = ["PerThread", "Threads", "available_jobs", "map_chunks", "parse_jobs",
           "stop_here"]  # fmt: skip

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")
Thing = TypeVar("Thing")

_here = threading.local()
_TICK = 0.2  # seconds
_RECENT = 8
"""The next chunk is expected to take as long as the longest of so many before it."""


def stop_here() -> Callable[[], bool] | None:
    """What says that work in this thread is not wanted any more; None where nothing does."""
    found: Callable[[], bool] | None = getattr(_here, "stop", None)
    return found


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


class Threads(Executor):
    """Up to `jobs` threads, started as work comes and as many as the system allows.

    Where it starts fewer, a FewerThreadsWarning says so once and the work goes on with those; with
    none at all each task is done by the thread that submits it. The threads are daemons: a search
    that nobody waits for does not keep the process from ending. Once `stop` is true, solvers made
    in these threads give up (`stop_here`), and so does who awaits them, with SearchStopped.
    """

    def __init__(self, jobs: int, stop: Callable[[], bool] | None = None) -> None:
        self.jobs, self.stop = jobs, stop
        self._tasks: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = (
            queue.SimpleQueue()
        )
        self._idle = threading.Semaphore(0)
        self._started = 0

    def look(self, late: bool) -> None:
        """SearchStopped where nobody wants the work any more."""
        if self.stop is not None and self.stop():
            raise SearchStopped

    @property
    def alone(self) -> bool:
        """Whether no thread could be started, so that `submit` does the work itself."""
        return self.jobs == 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have `fn(*args, **kwargs)` done by the next free thread."""
        future: Future[Any] = Future()
        task = future, lambda: fn(*args, **kwargs)
        if not self._idle.acquire(blocking=False) and self._started < self.jobs:
            self._start()
        if self._started:
            self._tasks.put(task)
        else:
            _do(*task)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let each thread end after the tasks that wait; with `cancel_futures` those are dropped.

        Whatever `wait` says, nothing is awaited.
        """
        if cancel_futures:
            with contextlib.suppress(queue.Empty):
                while True:
                    if (task := self._tasks.get_nowait()) is not None:
                        task[0].cancel()
        for _ in range(self._started):
            self._tasks.put(None)

    def _start(self) -> None:
        try:
            threading.Thread(target=self._serve, name="hakem", daemon=True).start()
        except RuntimeError:  # the system gives no more
            have = {0: "no thread, the work goes on without", 1: "1 thread, the work goes on in it"}
            said = have.get(self._started, f"{self._started} threads, the work goes on in these")
            warnings.warn(
                f"asked for {self.jobs}, the system starts {said}", FewerThreadsWarning, 3
            )
            self.jobs = self._started
        else:
            self._started += 1

    def _serve(self) -> None:
        _here.stop = self.stop
        while (task := self._tasks.get()) is not None:
            _do(*task)
            self._idle.release()


def _do(future: Future[Any], task: Callable[[], Any]) -> None:
    """Do a task that nobody cancelled; what it gives or raises is the future's."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = task()
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)


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
    - No chunk is begun that is expected to pass `deadline` (in seconds of `time.monotonic`): one
      is expected to take as long as the longest of the last eight. Chunks already begun are
      awaited, and at least the first chunk is always done. So the number of chunks follows from
      what chunks took before, and results are not biased to quick ones.
    - When the iterator is closed, fn raises, or Ctrl-C comes, chunks not yet begun are cancelled
      and nothing is awaited. Results yielded before remain valid.
    - UnfinishedError for a chunk that was lost: its executor dropped it, or lost who worked on it.
    - An executor may have a method `look(late)`, which is called while a chunk is awaited; what it
      raises ends the work. `late`: the deadline has passed.
    """
    workers = parse_jobs(jobs)
    if window is None:
        window = 2 * workers if executor is None or jobs is not None else 64
    if window < 1:
        raise OptionError(f"a window of {window} chunks holds no work: expected at least 1")
    pool = executor if executor is not None else Threads(workers)
    return _run(
        fn,
        iter(chunks),
        pool,
        executor is None,
        window,
        float("inf") if deadline is None else deadline,
    )


class _Pace:
    """How long the last chunks took, and so until when another one may be begun."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self._recent: deque[float] = deque([0.0], _RECENT)
        self._lock = threading.Lock()

    def took(self, seconds: float) -> None:
        with self._lock:
            self._recent.append(seconds)

    @property
    def end(self) -> float:
        """The time after which no chunk is begun."""
        with self._lock:
            return self.deadline - max(self._recent)


class _Timed(Generic[Chunk, Result]):
    """The work, and the seconds it took; may travel to other processes as the work may.

    UnfinishedError in a process with another version of this package.
    """

    def __init__(self, fn: Callable[[Chunk], Result]) -> None:
        self.fn = fn
        self.version = __version__

    def __call__(self, chunk: Chunk) -> tuple[Result, float]:
        if self.version != __version__:
            raise UnfinishedError(f"a worker has Hakem {__version__}, this is {self.version}")
        begun = time.monotonic()
        result = self.fn(chunk)
        return result, time.monotonic() - begun


class _TooLateError(Exception):
    """A chunk that was not begun, because it would have ended too late."""


class _Paced(_Timed[Chunk, Result]):
    """The same in threads of this process, which look at the pace themselves before they begin.

    Raises _TooLateError for a chunk that must not be begun.
    """

    def __init__(self, fn: Callable[[Chunk], Result], pace: _Pace) -> None:
        super().__init__(fn)
        self.pace = pace
        self.first = True

    def __call__(self, chunk: Chunk) -> tuple[Result, float]:
        if not self.first and time.monotonic() >= self.pace.end:
            raise _TooLateError
        self.first = False
        result, seconds = super().__call__(chunk)
        self.pace.took(seconds)
        return result, seconds


def _run(
    fn: Callable[[Chunk], Result],
    chunks: Iterator[Chunk],
    pool: Executor,
    owned: bool,
    window: int,
    deadline: float,
) -> Iterator[Result]:
    pending: deque[Future[tuple[Result, float]]] = deque()
    look: Callable[[bool], object] = getattr(pool, "look", _nothing_to_see)
    dropped: set[Future[Any]] = set()
    late = False
    done = 0
    pace = _Pace(deadline)
    here = isinstance(pool, Threads)
    work = _Paced(fn, pace) if here else _Timed(fn)
    try:
        while True:
            # Where `submit` does the work itself, nothing is begun before the last result is out.
            ahead = 1 if isinstance(pool, Threads) and pool.alone else window
            while not late and len(pending) < ahead:
                try:
                    chunk = next(chunks)
                except StopIteration:
                    break
                try:
                    pending.append(pool.submit(work, chunk))
                except BrokenExecutor as error:
                    if not pending:
                        raise UnfinishedError(_why_lost(error)) from error
                    break  # what was begun before comes out first
            if not pending:
                return
            if not late and _await(pending[0], pace, look):
                late = True
                dropped = _cancel_waiting(pending, keep=0 if done else 1)
            # Chunks begin in order, so no chunk after a dropped one was begun (a remote executor
            # may have begun one: its result is dropped, so that no chunk is missing before it).
            if pending[0] in dropped:
                return
            while not _done(pending[0], _TICK):
                look(True)
            try:
                result, seconds = pending[0].result()
            except _TooLateError:
                return
            except _lost() as error:
                raise UnfinishedError(_why_lost(error)) from error
            pending.popleft()
            done += 1
            if not here:
                pace.took(seconds)
            if not late and time.monotonic() >= pace.end:
                late = True
                dropped = _cancel_waiting(pending, keep=0)
            yield result
    finally:
        for future in pending:
            future.cancel()
        if owned:
            pool.shutdown(wait=False, cancel_futures=True)


def _nothing_to_see(late: bool) -> None:
    """Look at an executor that cannot be looked at."""


def _lost() -> tuple[type[BaseException], ...]:
    """What the future of work says that was lost with who did it, and not by an error of its own.

    Work that kills each worker of a cluster ends by an exception of `distributed`, which is at hand
    where such a cluster is.
    """
    killed = getattr(sys.modules.get("distributed"), "KilledWorker", BrokenExecutor)
    return (BrokenExecutor, CancelledError, killed)


def _why_lost(error: BaseException) -> str:
    if isinstance(error, CancelledError):
        return "the work was dropped by those who did it: a scheduler or a worker is lost"
    if isinstance(error, BrokenExecutor):
        return f"a worker died ({error})"
    return "workers died again and again over the same work: memory may be short there"


def _done(future: Future[Any], seconds: float) -> bool:
    """Whether the future is done, after this time at most."""
    with contextlib.suppress(Exception):
        future.exception(timeout=seconds)
    return future.done()


def _await(future: Future[Any], pace: _Pace, look: Callable[[bool], object]) -> bool:
    """Wait until the future is done or no chunk may be begun any more; True when that is so.

    It waits in short steps, because on some systems Ctrl-C arrives only between waits.
    """
    while not future.done():
        left = pace.end - time.monotonic()
        if left <= 0:
            return True
        if not _done(future, min(left, _TICK)):
            look(False)
    return time.monotonic() >= pace.end


def _cancel_waiting(pending: deque[Future[Any]], keep: int) -> set[Future[Any]]:
    """Cancel the futures that have not begun, last first, except the first `keep`; those it was."""
    return {future for future in list(pending)[keep:][::-1] if future.cancel()}
