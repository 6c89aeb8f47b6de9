"""`--time`: no chunk is begun that would end late, and what is late becomes bounds.

The clock is told, so that the tests say the same on a machine that is busy.
"""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import numpy as np
import pytest
from fake_solver import FakeSolver

from solver import Hand, Plan, Solver, Suit, Workers, advise_trump, kot_chances
from solver.base.errors import FewerThreadsWarning
from solver.base.outcomes import Outcome
from solver.decide import before_the_lead, evaluators, parallel, study
from solver.decide.evaluators import find_evaluator
from solver.decide.worlds import Dealer, chunk_seed
from solver.game.house_rules import find_house
from solver.game.variants import find_variant

FIVE = Hand.parse("AQ.K84..")


class Clock:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def spend(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of all that works on a study."""
    told = Clock()
    for module in (parallel, study, evaluators):
        monkeypatch.setattr(module, "time", told)
    return told


class AtOnce(Executor):
    """Does each task when it is submitted."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


# Chunks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("costs", "seconds", "done"),
    [
        ([1.0] * 20, 10.5, 10),  # the eleventh would end at 11
        ([1.0] * 20, 0.5, 1),  # the first is always done
        ([0.5, 4.0, 0.5, 0.5, 0.5], 9.0, 3),  # after one of 4 s another may come
        ([0.5, 4.0] + [0.5] * 40, 30.0, 42),  # but it is forgotten after eight others
    ],
)
def test_no_chunk_is_begun_that_is_expected_to_end_late(
    clock: Clock, costs: list[float], seconds: float, done: int
) -> None:
    def work(number: int) -> int:
        clock.spend(costs[number])
        return number

    found = list(
        parallel.map_chunks(
            work, range(len(costs)), AtOnce(), window=1, deadline=clock.now + seconds
        )
    )
    assert found == list(range(done))


# Answers ---------------------------------------------------------------------------------------


GAMES = ("satat", "double_sar", "dehla_pakad", "band_rang_double", "dummy_rang", "chokri")


@pytest.mark.parametrize("game", GAMES)
def test_answers_after_the_time_are_left_open(
    clock: Clock, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers of four seconds each with ten seconds left: two are given, the third is cut."""
    deadlines: list[float] = []

    def answer(solver: Solver) -> tuple[Outcome, Outcome]:
        deadlines.append(solver.deadline)
        clock.spend(min(4.0, max(0.0, 1010.0 - clock.now)))
        late = clock.now >= 1010.0
        return (Outcome.KOT_B, Outcome.WIN_A) if late else (Outcome.WIN_A, Outcome.WIN_A)

    monkeypatch.setattr(evaluators, "class_bounds", lambda p, s, limit: answer(s))
    monkeypatch.setattr(evaluators, "kot_bounds", lambda p, s, limit, bavneys: answer(s))
    evaluator = find_evaluator(find_variant(game), FIVE, node_limit=0)
    worlds = Dealer(evaluator.template.known).deal(2, chunk_seed(1, 0))
    suits = [suit for suit in evaluator.template.choices if isinstance(suit, Suit)][:2]
    most = 3 if evaluator.bavneys else 2
    for ask in (evaluator.classes, lambda w, c: evaluator.kots(w, c, evaluator.bavneys)):
        clock.now = 1000.0
        evaluator.until = 1010.0
        found = ask(worlds, suits)
        assert clock.now == 1010.0
        assert found.worst.tolist() == [[1, 1], [-2, -most]]
        assert found.best.tolist() == [[1, 1], [1, most]]
    assert deadlines == [1010.0] * 6
    evaluator.until = float("inf")
    clock.now = 0.0
    assert (evaluator.classes(worlds, suits).worst == 1).all()


class Slow(FakeSolver):
    """Takes a tenth of a second of the told clock for each deal and trump of a batch."""

    clock: Clock

    def batch_outcomes(self, hands: np.ndarray, trumps: Any, **settings: Any) -> np.ndarray:
        each = 0.001 * len(trumps)
        left = max(0.0, self.deadline - self.clock.now)
        rows = int(min(len(hands), left / each))
        self.clock.spend(each * rows)
        return super().batch_outcomes(hands[:rows], trumps, **settings)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("seconds", [0.05, 0.5, 3.0, 20.0])
def test_a_study_keeps_its_time_to_half_a_second(clock: Clock, seconds: float) -> None:
    """A chunk of the plain game takes two seconds here: 512 deals with four trumps."""
    Slow.clock = clock
    plan, one = Plan(seconds=seconds, seed=1), Workers(1)
    for ask in (
        lambda: advise_trump(FIVE, plan=plan, workers=one, make_solver=Slow),
        lambda: kot_chances(FIVE, "S", plan=plan, workers=one, make_solver=Slow),
    ):
        begun = clock.now
        found = ask()
        assert found.stopped == "time"
        assert clock.now - begun <= seconds + 0.5
        kots = getattr(found, "trumps", {Suit.SPADES: found}).values()
        cut = any(each.kot.p is None for each in kots)
        assert cut or seconds > 0.5
        if seconds >= 20:  # long enough: all that was begun was ended, and little time is left
            assert (cut, found.undecided) == (False, 0)
            assert clock.now - begun > seconds - 5


def test_an_answer_cut_by_time_holds_the_answer(clock: Clock) -> None:
    """The bounds of a study that was cut hold what the same chunk says when it is not."""
    Slow.clock = clock
    cut = advise_trump(FIVE, plan=Plan(seconds=0.7, seed=5), workers=Workers(1), make_solver=Slow)
    whole = advise_trump(FIVE, plan=Plan(cut.n, seed=5), workers=Workers(1), make_solver=Slow)
    assert str(cut) != str(whole)  # both can be shown
    assert all(each.kot.p is None for each in cut.trumps.values())
    for suit, each in cut.trumps.items():
        full = whole.trumps[suit]
        for name, part in each.chances.items():
            exact = full.chances[name]
            assert part.bounds is not None or part.p == exact.p
            if part.bounds is not None:
                assert part.bounds[0] <= exact.p <= part.bounds[1]
                assert part.low <= part.bounds[0] <= part.bounds[1] <= part.high


def test_bids_keep_their_time_too(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    class Tricks:
        deadline = math.inf

        def value(self, position: object, node_limit: int) -> tuple[int, int]:
            left = self.deadline - clock.now
            clock.spend(min(0.3, max(0.0, left)))
            return (8, 8) if left >= 0.3 else (0, 13)

    monkeypatch.setattr(before_the_lead, "new_engine", Tricks)
    begun = clock.now
    found = before_the_lead.study_bids(
        Hand.parse("AKQJT.AK42.A4.84"),
        find_house("daba"),
        plan=Plan(seconds=2.0, seed=1),
        workers=Workers(1),
    )
    assert found.stopped == "time"
    assert 2.0 <= clock.now - begun <= 2.5
    assert found.undecided > 0


# Threads ---------------------------------------------------------------------------------------


@pytest.fixture(params=[0, 1, 3])
def few_threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """A system that starts so many threads and no more."""
    started = []

    def start(thread: Any) -> None:
        if len(started) >= request.param:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        whole(thread)

    whole = parallel.threading.Thread.start
    monkeypatch.setattr(parallel.threading.Thread, "start", start)
    return int(request.param)


def test_a_study_goes_on_with_the_threads_there_are(few_threads: int) -> None:
    plan = Plan(300, seed=2)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        found = advise_trump(FIVE, plan=plan, workers=Workers(40), make_solver=FakeSolver)
    assert found.n == 300
    (warning,) = (each for each in said if each.category is FewerThreadsWarning)
    begun = "asked for 40, the system starts " + ("no" if not few_threads else str(few_threads))
    assert str(warning.message).startswith(begun)


def test_fewer_threads_give_the_same_counts() -> None:
    plan = Plan(300, seed=2)
    alone = parallel.Threads(4)
    alone.jobs = 0  # as after the first thread that could not be started
    numbers = [
        advise_trump(FIVE, plan=plan, workers=workers, make_solver=FakeSolver).to_dict()["trumps"]
        for workers in (Workers(3), Workers(None, alone))
    ]
    assert numbers[0] == numbers[1]


def test_threads_do_all_tasks_and_drop_what_is_cancelled() -> None:
    rng = random.Random(3)
    gate, begun = parallel.threading.Event(), parallel.threading.Barrier(3)
    pool = parallel.Threads(2)
    waits = [pool.submit(lambda: begun.wait(10) < 3 and gate.wait(10)) for _ in range(2)]
    begun.wait(10)
    later = [pool.submit(rng.random) for _ in range(5)]
    assert later[0].cancel()
    pool.shutdown(wait=False, cancel_futures=True)
    gate.set()
    assert all(each.result(10) for each in waits)
    assert all(each.cancelled() for each in later)
    broken = parallel.Threads(1).submit(int, "x")
    with pytest.raises(ValueError, match="invalid literal"):
        broken.result(10)
