"""The book: four callers together, the credit step, reading a hand; each with what it must keep to.

    python -m pytest benchmarks/test_book.py --benchmark-only -n 0

The credit step is compared with the solves of the same deals in one process, so that a busy machine
slows both.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solver.book import Book, Counts, find_book, write_book
from solver.book.build import SolvedChunk, chunk_deals
from solver.core.engine import Solver
from solver.decide.parallel import map_chunks
from solver.game.variants import HOKM

DEALS = 32
LEADERS = {"one caller": (0,), "four callers": (0, 1, 2, 3)}


@pytest.mark.parametrize("leaders", LEADERS.values(), ids=LEADERS.keys())
def test_deals_with_all_trumps(benchmark: Any, leaders: tuple[int, ...]) -> None:
    worlds = chunk_deals(1, 0)[:DEALS]
    solver = Solver()
    found = benchmark.pedantic(
        solver.batch_outcomes, (worlds, range(4)), {"leaders": leaders}, rounds=3, warmup_rounds=1
    )
    assert found.shape == (DEALS, len(leaders), 4)
    benchmark.extra_info["ms a deal"] = 1000 * benchmark.stats.stats.min / DEALS


def test_credits_cost_less_than_a_twentieth_of_the_solves(benchmark: Any) -> None:
    worlds = chunk_deals(1, 0)
    start = time.thread_time()
    codes = Solver().batch_outcomes(worlds, range(4), leaders=range(4))
    solving = time.thread_time() - start
    counts = Counts.empty(HOKM)
    for chunk in range(40):  # the memory is taken by the first deals
        counts.add(chunk_deals(2, chunk), codes)
    spent = []

    def credit() -> None:
        begun = time.thread_time()
        counts.add(worlds, codes)
        spent.append(time.thread_time() - begun)

    benchmark.pedantic(credit, rounds=5)
    benchmark.extra_info["share of the solves"] = min(spent) / solving
    assert min(spent) < solving / 20


def nothing_solved(chunk: int) -> SolvedChunk:
    """An answer of the usual size, at once."""
    return SolvedChunk(chunk, bytes(64 * 16), 0, "none")


@contextmanager
def executor_of(kind: str) -> Iterator[Executor | None]:
    """Two workers: threads of this process, processes, or a Dask scheduler with two processes."""
    if kind == "threads":
        yield None
    elif kind == "processes":
        with ProcessPoolExecutor(2) as pool:
            yield pool
    else:
        from distributed import Client, LocalCluster

        with (
            LocalCluster(
                n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client.get_executor()


@pytest.mark.parametrize("kind", ["threads", "processes", "dask"])
def test_overhead_of_a_chunk(benchmark: Any, kind: str) -> None:
    """What sending a chunk out and taking its answer in costs beside the solving."""
    chunks = 200
    with executor_of(kind) as executor:

        def passed_on() -> int:
            jobs = 2 if executor is None else None
            return sum(1 for _ in map_chunks(nothing_solved, range(chunks), executor, jobs))

        assert benchmark.pedantic(passed_on, rounds=3, warmup_rounds=1) == chunks
    benchmark.extra_info["ms a chunk"] = 1000 * benchmark.stats.stats.median / chunks


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped book, or one of a few deals with made-up outcomes."""
    shipped = find_book(HOKM)
    if shipped is not None:
        return shipped.path
    counts = Counts.empty(HOKM)
    rng = np.random.default_rng(1)
    for chunk in range(40):
        codes = rng.choice(np.array([-2, -1, 1, 2], dtype=np.int8), (64, 4, 4))
        counts.add(chunk_deals(3, chunk), codes)
    path = tmp_path_factory.mktemp("book") / "hokm.book"
    write_book(counts, path)
    return path


def test_open_and_read_one_hand(benchmark: Any, book: Path) -> None:
    advice = benchmark(lambda: Book(book).advise("AQ.K84.."))
    assert advice.n
    benchmark.extra_info["bytes"] = book.stat().st_size


def test_decode_the_whole_book(benchmark: Any, book: Path) -> None:
    table = benchmark.pedantic(lambda: Book(book).table, rounds=5)
    assert len(table.squares) == 134_459
