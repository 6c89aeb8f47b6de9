"""Ctrl-C and node limits: a search hears both in time, whatever number it is given."""

from __future__ import annotations

import _thread
import dataclasses
import math
import random
import threading
import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from solver.base.cards import Card, Hand, Suit
from solver.base.errors import DealError, HakemError, OptionError, SearchStopped
from solver.core.engine import Solver
from solver.decide.worlds import PartialDeal, sample_worlds
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import HOKM, find_variant
from solver.open.perft import perft
from solver.open.questions import solve

HOUSE = Position.start("0:AK..2. ..A.32 .AKQ.. Q.J.K.", Suit.SPADES)
DEAL = Position.start("0:QJT85.AK652.4.JT A742.Q97.A65.863 96.843.Q983.K975 K3.JT.KJT72.AQ42", None)


def worlds(number: int) -> np.ndarray:
    known = PartialDeal((Hand(),) * 4, (13,) * 4)
    return np.concatenate(list(sample_worlds(known, 1, number)))


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "search",
    [
        lambda _: Solver(4, features=0).value(DEAL),
        lambda solver: solver.batch_outcomes(worlds(20_000), range(4)),
        lambda solver: solver.batch_races(worlds(100_000), 0, 7, 7),
        lambda solver: solver.batch_cards(worlds(20_000), [-1], 0),
        lambda solver: perft(DEAL, 13),
    ],
    ids=["one position", "classes of many deals", "races of many deals", "hands in play", "perft"],
)
def test_ctrl_c_is_heard_within_a_second(search: Callable[[Solver], object]) -> None:
    solver = Solver(4)
    alarm = threading.Timer(0.5, _thread.interrupt_main)
    alarm.start()
    begun = time.thread_time()
    try:
        with pytest.raises(KeyboardInterrupt):
            search(solver)
    finally:
        alarm.cancel()
    # Time of this thread alone: other programs may hold the processor. Half a second of it at most
    # went by before the signal, and the deals take some.
    assert time.thread_time() - begun < 2
    assert solver.value(HOUSE) == (2, 2)  # and the solver still serves


@pytest.mark.parametrize("moment", [-math.inf, -1.0, 1.0])
def test_after_the_deadline_all_is_left_open(moment: float) -> None:
    solver, rows = Solver(4), worlds(20)
    solver.deadline = moment if moment <= 0 else time.monotonic() - 0.01
    assert solver.race(DEAL, 7, 7) is None
    assert solver.value(DEAL) == (0, 13)
    assert solver.batch_outcomes(rows, range(4)).shape == (0, 4)
    assert solver.batch_outcomes(rows, [0], leaders=[0, 2]).shape == (0, 2, 1)
    assert solver.batch_races(rows, 0, 7, 7).shape == (0,)
    assert solver.batch_cards(rows, [-1], 0).shape == (0, 1)
    assert solver.nodes == 0
    solver.deadline = time.monotonic() + 1e6
    assert solver.value(HOUSE) == (2, 2)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("batch", ["batch_outcomes", "batch_races", "batch_cards"])
def test_a_batch_gives_the_rows_that_were_complete_in_time(batch: str) -> None:
    rows = worlds(100_000)
    asked = {"batch_outcomes": [range(4)], "batch_races": [0, 7, 7], "batch_cards": [[-1], 0]}[
        batch
    ]
    solver = Solver(4)
    began = time.thread_time()
    solver.deadline = time.monotonic() + 0.3
    found = getattr(solver, batch)(rows, *asked)
    assert time.thread_time() - began < 1.5
    assert 0 < len(found) < len(rows)
    some = min(len(found), 300)
    last = slice(len(found) - some, len(found))
    assert (found[last] == getattr(Solver(4), batch)(rows[last], *asked)).all()


def test_a_search_ends_at_its_deadline_and_knows_what_it_had() -> None:
    solver = Solver(4, features=0)
    began = time.thread_time()
    solver.deadline = time.monotonic() + 0.2
    low, high = solver.value(DEAL)
    assert low < high
    assert time.thread_time() - began < 1.5
    whole = Solver(4).value(DEAL)
    assert low <= whole[0] <= high


def test_a_search_that_is_stopped_says_so_and_goes_on_later() -> None:
    solver = Solver(4)
    asked: list[float] = []

    def twice() -> bool:
        asked.append(time.thread_time())
        return len(asked) > 2

    solver.stop = twice
    assert solver.value(HOUSE) == (2, 2)
    for question in (lambda: solver.value(DEAL), lambda: solver.batch_cards(worlds(9), [-1], 0)):
        del asked[1:]
        asked *= 3
        with pytest.raises(SearchStopped):
            question()
    solver.stop = lambda: [][1]
    with pytest.raises(IndexError):
        solver.race(HOUSE, 2, 2)
    solver.stop = None
    assert solver.value(HOUSE) == (2, 2)


def test_a_long_search_asks_again_and_again_whether_to_stop() -> None:
    solver, asked = Solver(4, features=0), [0]

    def later() -> bool:
        asked[0] += 1
        return asked[0] == 4

    solver.stop = later
    with pytest.raises(SearchStopped):
        solver.value(DEAL)
    assert asked == [4]
    assert solver.nodes > 2 * (1 << 19)


@pytest.mark.parametrize("wrong", [5, "now"])
def test_what_cannot_stop_a_search_is_refused(wrong: object) -> None:
    with pytest.raises(OptionError, match="cannot stop a search"):
        Solver(1).stop = wrong  # type: ignore[assignment]
    for moment in (None, "soon", float("nan")):
        with pytest.raises(OptionError, match="is no time"):
            Solver(1).deadline = moment  # type: ignore[assignment]


def test_a_node_limit_is_kept_to_a_few_cards() -> None:
    """The search stops at the next trick; what it has begun is a few cards. More nodes never know
    less, and a limit that is just enough ends the question, too."""
    position = Position.start("0:QJT8.AK.. A742.Q9.. 96.84.Q9. K3.JT.KJ.", Suit.SPADES)
    whole = Solver(1, features=0)
    answer = whole.race(position, 1, 6)
    assert 100 < whole.nodes < 3000
    decided = []
    for limit in range(1, whole.nodes + 2):
        solver = Solver(1, features=0)
        found = solver.race(position, 1, 6, node_limit=limit)
        assert found in (None, answer)
        assert solver.nodes <= limit + 150
        decided.append(found is not None)
    assert decided == sorted(decided)
    assert decided[-1]
    assert not decided[whole.nodes // 2]


@pytest.mark.parametrize("limit", [2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30])
def test_limits_beyond_all_search_are_none(limit: int) -> None:
    solver = Solver(1)
    for _ in range(2):
        assert solver.value(HOUSE, node_limit=limit) == (2, 2)
        assert solve(HOUSE, node_limit=limit, solver=solver).value == 2


@pytest.mark.parametrize("limit", [-1, -(2**70), 0.5, float("nan"), Fraction(1, 2), "5"])
def test_limits_that_are_none_are_refused(limit: object) -> None:
    for question in (
        lambda: Solver(1).race(HOUSE, 2, 2, limit),  # type: ignore[arg-type]
        lambda: Solver(1).value(HOUSE, node_limit=limit),  # type: ignore[arg-type]
        lambda: solve(HOUSE, node_limit=limit),  # type: ignore[arg-type]
    ):
        with pytest.raises(OptionError, match="node limit"):
            question()


@pytest.mark.parametrize("far", [2**31 - 1, 2**31, 2**63, 10**40])
def test_races_to_numbers_that_nobody_reaches(far: int) -> None:
    solver = Solver(1)
    for a in range(1, 4):
        assert solver.race(HOUSE, a, far) == (solver.value(HOUSE)[0] >= a)
        assert solver.race(HOUSE, far, a) is False
        assert solve(HOUSE, (), [(a, far)]).races[a, far] == (solver.value(HOUSE)[0] >= a)
    assert solver.race(HOUSE, -far, 1) is True
    assert solver.race(HOUSE, 1, -far) is False
    assert solver.value(HOUSE, -far, far) == (2, 2)
    rows = np.array([[hand.bits for hand in HOUSE.hands]], dtype=np.uint64)
    assert not solver.batch_races(rows, 0, far, 1)[0]


def test_numbers_out_of_range_are_refused_in_words() -> None:
    solver = Solver(1)
    rows = np.array([[hand.bits for hand in HOUSE.hands]], dtype=np.uint64)
    ace, king = Hand.parse("A..."), Hand.parse("K...")
    stock = tuple(map(Card.parse, ("SQ", "SJ", "ST")))
    for question in (
        lambda: solver.race(HOUSE, 1.5, 2),  # type: ignore[arg-type]
        lambda: solver.expected(HOUSE, [0, 1, 2, 2**40]),
        lambda: solver.makes_run(HOUSE, -(2**40)),
        lambda: solver.batch_races(rows, 2**40, 1, 1),
        lambda: solver.batch_outcomes(rows, [2**40]),
        lambda: solver.batch_outcomes(rows, [0], leader=2**40),
        lambda: solver.race_of_draw((ace, king), stock, 2**40, 1, 1, cards=2),
        lambda: solver.race_of_draw((ace, king), stock, 0, 1, 1, cards=2**40),
        lambda: solver.race_of_draw((ace, ace), stock, 0, 1, 1, cards=2),
        lambda: perft(HOUSE, -(2**40)),
    ):
        with pytest.raises(HakemError):
            question()


def test_only_positions_are_searched() -> None:
    """A thing with the fields of a position, unchecked, is none."""

    class Lookalike:
        variant, hands, leader, trump, table = HOKM, (Hand.parse("A..."),), 9, None, ()

    for question in (lambda p: Solver(1).value(p), lambda p: perft(p, 1)):
        with pytest.raises(TypeError, match="Lookalike is no Position"):
            question(Lookalike())


def test_a_hand_too_long_for_the_search_is_refused() -> None:
    """A game made by hand of two players with 26 cards: the search has room for 17 tricks."""
    variant = find_variant("two_hokm")
    long = dataclasses.replace(variant, cards_per_hand=26)
    position = Position.start(
        Deal((Hand((1 << 26) - 1), Hand(((1 << 26) - 1) << 26))), None, 0, long
    )
    with pytest.raises(DealError, match="26 tricks are left, the search knows 17 at most"):
        Solver(1).value(position)


@pytest.mark.parametrize("trumps", [(Suit.CLUBS, None), (None, Suit.CLUBS), (Suit.SPADES, None)])
def test_what_one_trump_proved_is_not_used_for_another(
    trumps: tuple[Suit | None, Suit | None],
) -> None:
    """The same hands and leader: only the trump tells that the table must be emptied."""
    rng = random.Random("trumps")
    different = 0
    for _ in range(40):
        pack = rng.sample(range(52), 20)
        hands = tuple(Hand(sum(1 << card for card in pack[5 * s :][:5])) for s in range(4))
        first, second = (Position(hands, trump) for trump in trumps)
        solver = Solver(1)
        solver.value(first)
        assert solver.value(second) == Solver(1).value(second)
        different += Solver(1).value(first) != Solver(1).value(second)
    assert different > 5
