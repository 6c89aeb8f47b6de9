"""Chunks: in order whatever the executor, bounded, and stopped without losing what is done."""

from __future__ import annotations

import itertools
import pickle
import threading
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

from solver import Plan, Workers, advise_trump
from solver.base.errors import OptionError, UnfinishedError
from solver.decide.parallel import PerThread, Threads, available_jobs, map_chunks, parse_jobs


def square(n: int) -> int:
    return n * n


def slow_square(n: int) -> int:
    time.sleep(0.03 if n % 3 == 0 else 0.001)
    return n * n


@pytest.mark.one_in(3)
@pytest.mark.parametrize("jobs", [1, 2, 7])
@pytest.mark.parametrize("window", [None, 1, 3])
def test_results_come_in_order(jobs: int, window: int | None) -> None:
    results = map_chunks(slow_square, range(20), jobs=jobs, window=window)
    assert list(results) == [n * n for n in range(20)]


def test_threads_that_are_given_serve_one_study_after_another():
    threads = Threads(1)
    plan, workers = Plan(samples=4, seed=1), Workers(1, threads)
    assert [advise_trump("AQ.K84..", plan=plan, workers=workers).n for _ in range(2)] == [4, 4]
    threads.shutdown()


def test_no_chunks_give_no_results() -> None:
    assert list(map_chunks(square, [])) == []


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_will_do_and_stays_open(kind: type) -> None:
    with kind(2) as pool:
        assert list(map_chunks(square, range(10), pool)) == [n * n for n in range(10)]
        assert pool.submit(square, 3).result() == 9


def test_an_endless_row_is_taken_only_as_far_as_the_window() -> None:
    taken = []

    def numbers() -> Iterator[int]:
        for n in itertools.count():
            taken.append(n)
            yield n

    results = map_chunks(square, numbers(), jobs=2, window=5)
    assert [next(results) for _ in range(10)] == [n * n for n in range(10)]
    results.close()  # type: ignore[attr-defined]
    assert len(taken) <= 15


def test_closing_cancels_what_has_not_begun() -> None:
    done = []

    def work(n: int) -> int:
        time.sleep(0.01)
        done.append(n)
        return n

    results = map_chunks(work, range(1000), jobs=2, window=500)
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    time.sleep(0.1)
    assert len(done) < 20


def test_an_error_comes_out_once_and_ends_the_work() -> None:
    done = []

    def work(n: int) -> int:
        if n == 3:
            raise RuntimeError("broken chunk")
        time.sleep(0.005)
        done.append(n)
        return n

    results = map_chunks(work, range(1000), jobs=2, window=100)
    with pytest.raises(RuntimeError, match="broken chunk"):
        list(results)
    time.sleep(0.05)
    assert len(done) < 20


def test_after_the_deadline_nothing_begins_and_what_began_is_awaited() -> None:
    began, ended = [], []

    def work(n: int) -> int:
        began.append(n)
        time.sleep(0.02)
        ended.append(n)
        return n

    start = time.monotonic()
    results = list(map_chunks(work, itertools.count(), jobs=2, deadline=start + 0.1))
    assert time.monotonic() - start < 2
    assert results == list(range(len(results)))
    assert 2 <= len(results) <= 30
    assert sorted(ended) == sorted(began) == results


def test_the_first_chunk_is_always_done() -> None:
    past = time.monotonic() - 1
    assert list(map_chunks(slow_square, itertools.count(), jobs=1, deadline=past))[:1] == [0]


def test_a_chunk_dropped_by_the_executor_is_no_end_of_the_row() -> None:
    class Forgetful(ThreadPoolExecutor):
        def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
            if args == (4,) and fn.fn is not slow_square:
                lost: Future[int] = Future()
                lost.cancel()
                return lost
            return super().submit(fn, *args, **kwargs)

    with Forgetful(2) as pool:
        row = map_chunks(square, range(10), pool, window=3)
        assert list(itertools.islice(row, 4)) == [0, 1, 4, 9]
        with pytest.raises(UnfinishedError, match="dropped by those who did it"):
            next(row)
        # What this side drops when time is up is the end of the row.
        late = map_chunks(slow_square, itertools.count(), pool, deadline=time.monotonic() + 0.1)
        assert list(late)[:4] == [0, 1, 4, 9]


def test_a_pool_that_breaks_gives_what_it_did_before_and_says_so() -> None:
    """The pool may know of the dead worker when the next chunk is handed over, not before."""

    class Breaks(ThreadPoolExecutor):
        taken = 0

        def submit(self, *about: Any, **more: Any) -> Any:
            self.taken += 1
            if self.taken > 3:
                raise BrokenExecutor("a child ended")
            return super().submit(*about, **more)

    with Breaks(1) as pool:
        row = map_chunks(square, itertools.count(), pool, window=2)
        assert list(itertools.islice(row, 3)) == [0, 1, 4]
        with pytest.raises(UnfinishedError, match=r"a worker died \(a child ended\)"):
            next(row)


def test_one_thing_per_thread() -> None:
    things = PerThread(object)
    gate = threading.Barrier(3)

    def work(_: int) -> tuple[int, int]:
        gate.wait(5)
        assert things() is things()
        return threading.get_ident(), id(things())

    found = set(map_chunks(work, range(3), jobs=3, window=3))
    assert len({thread for thread, _ in found}) == len({thing for _, thing in found}) == 3


def test_per_thread_travels_as_its_factory() -> None:
    things = PerThread(list)
    things().append(1)
    assert pickle.loads(pickle.dumps(things))() == []


def test_jobs_are_read() -> None:
    assert parse_jobs(None) == available_jobs() >= 1
    assert parse_jobs(3) == parse_jobs("3") == 3


@pytest.mark.parametrize("jobs", [0, -1, 1.5, "many", True, 5000, ""])
def test_what_is_no_number_of_jobs_is_refused(jobs: object) -> None:
    with pytest.raises(OptionError, match="is no number of jobs: expected 1 to 1024"):
        parse_jobs(jobs)


def test_an_empty_window_is_refused() -> None:
    with pytest.raises(OptionError, match="a window of 0 chunks"):
        map_chunks(square, [1], window=0)
