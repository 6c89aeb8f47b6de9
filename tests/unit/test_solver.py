"""The solver as an object: tables, threads, determinism, memory, limits, refusals."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from solver.base.cards import Hand, Suit
from solver.base.errors import OptionError, VariantError
from solver.core.engine import ALL_FEATURES, FEATURES, Solver
from solver.decide.worlds import PartialDeal, sample_worlds, world_hands
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import HOKM, VARIANTS, Variant, find_variant
from solver.open.questions import solve

MEGABYTE = 1 << 20


def random_rows(seed: int, number: int, cards: int = 13) -> np.ndarray:
    known = PartialDeal(sizes=(cards,) * 4)
    return np.concatenate(list(sample_worlds(known, seed, number)))


def random_positions(seed: int, number: int, variant: Variant, cards: int = 13) -> list[Position]:
    return [
        Position.start(Deal(world_hands(row)), Suit(i % 4), 0, variant)
        for i, row in enumerate(random_rows(seed, number, cards))
    ]


def every_suit_in_turns() -> Deal:
    """The card of rank r in suit s lies with seat (r + s) % 4: nobody is long or strong anywhere,
    the hardest kind of deal there is."""
    hands = [0, 0, 0, 0]
    for card in range(52):
        hands[(card % 13 + card // 13) % 4] |= 1 << card
    return Deal(tuple(map(Hand, hands)))


GAMES = [find_variant(name) for name in ("hokm", "satat", "DS_PK3", "DS_HARD")]


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_the_same_question_takes_the_same_nodes(variant: Variant) -> None:
    positions = random_positions(1, 3, variant, 11)
    first, second = Solver(), Solver()
    found = [(first.value(p), first.nodes) for p in positions]
    assert found == [(second.value(p), second.nodes) for p in positions]
    second.clear()
    nodes = second.nodes
    assert second.value(positions[0]) == found[0][0]
    assert second.nodes - nodes == found[0][1]


def test_every_processor_gives_the_same_answers() -> None:
    """The build for any processor and the one with bit instructions: the same nodes, too.

    Where only the latter was built, asking for the former says how to build it.
    """
    deals = [Deal(world_hands(row)) for row in random_rows(11, 3, 10)]
    lines = (
        "from solver.base.cards import Suit",
        "from solver.game.position import Position",
        "from solver.core.engine import Solver",
        "from solver.game.variants import find_variant",
        "solver = Solver()",
        *(
            f"print(solver.value(Position.start({str(deal)!r}, Suit({i % 4}), "
            f"variant=find_variant({name!r}))), solver.nodes)"
            for name in ("hokm", "satat", "DS_HARD", "DS_PLAIN", "dehla")
            for i, deal in enumerate(deals)
        ),
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", "\n".join(lines)],
            capture_output=True,
            text=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "HAKEM_CPU": cpu},
        )
        for cpu in ("", "any")
    ]
    assert said[0].stdout.count("\n") == 15
    if importlib.util.find_spec("solver.core.plain"):
        assert said[0].stdout == said[1].stdout
    else:
        assert "ImportError: HAKEM_CPU=any asks for searches for any processor" in said[1].stderr
        assert "HAKEM_BUILD=portable" in said[1].stderr


@pytest.mark.one_in(4)
@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_threads_agree(variant: Variant) -> None:
    """Four threads, each with a solver of its own, on the same positions in different orders."""
    positions = random_positions(2, 6, variant, 10)
    expected = [Solver().value(position) for position in positions]

    def work(turn: int) -> list[tuple[int, int]]:
        solver = Solver(1)
        order = [*range(turn, 6), *range(turn)]
        found = {i: solver.value(positions[i]) for i in order}
        return [found[i] for i in range(6)]

    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(work, range(4)):
            assert found == expected


def test_batches_in_threads_agree() -> None:
    rows = random_rows(3, 24, 11)
    expected = Solver().batch_outcomes(rows, range(4))
    with ThreadPoolExecutor(3) as pool:
        parts = pool.map(lambda part: Solver(1).batch_outcomes(part, range(4)), np.split(rows, 3))
        assert (np.concatenate(list(parts)) == expected).all()


@pytest.mark.one_in(4)
@pytest.mark.parametrize("detail", ["class", "hard7", "win", "kot", "kot+bavney"])
def test_leaders_that_share_a_table_get_the_answers_of_each_alone(detail: str) -> None:
    rows = random_rows(8, 12, 11)
    leaders = (2, 0, 3, 1)
    shared = Solver()
    found = shared.batch_outcomes(rows, (3, 0, -1), detail=detail, leaders=leaders)
    alone = Solver()
    for place, leader in enumerate(leaders):
        expected = alone.batch_outcomes(rows, (3, 0, -1), leader, detail)
        assert (found[:, place] == expected).all()
    assert shared.nodes < 0.7 * alone.nodes
    for strange in ((0, 0), (0, 4), (-1,), range(5)):
        with pytest.raises(OptionError, match="leader"):
            shared.batch_outcomes(rows, (3,), leaders=strange)


def test_one_solver_serves_one_thread_at_a_time() -> None:
    """While a solve of some seconds runs, the same solver refuses another question, from any
    thread, and goes on with the first."""
    solver = Solver(4)
    position = Position.start(every_suit_in_turns(), Suit.SPADES, variant=find_variant("dehla"))
    started, found = threading.Event(), []

    def work() -> None:
        started.set()
        found.append(solver.value(position, node_limit=2_000_000))

    thread = threading.Thread(target=work)
    thread.start()
    started.wait()
    refusals = []
    rows = random_rows(4, 2)
    while thread.is_alive() and len(refusals) < 4:
        for ask in (
            lambda: solver.race(position, 2, 3),
            lambda: solver.value(position),
            lambda: solver.batch_races(rows, 0, 7, 7),
            lambda: solver.batch_outcomes(rows, [0]),
            solver.clear,
        ):
            if solver.nodes == 0:
                break  # the thread has not come so far yet
            if not thread.is_alive():
                break
            try:
                ask()
            except RuntimeError as refusal:
                refusals.append(str(refusal))
    thread.join()
    assert len(found) == 1
    assert refusals
    assert all("one thread at a time" in text for text in refusals)
    # And it serves again.
    easy = random_positions(5, 1, find_variant("hokm"), 6)[0]
    assert solver.value(easy) == Solver().value(easy)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("megabytes", [0.25, 1.0, 4.0])
def test_the_table_stays_within_its_limit(megabytes: float) -> None:
    """On deals far too hard for the table: memory bounded, answers exact."""
    solver = Solver(megabytes)
    limit = solver.table_limit
    assert limit <= megabytes * MEGABYTE + MEGABYTE
    deal = every_suit_in_turns()
    ending = Deal(tuple(Hand(hand.bits & every_rank_from(3)) for hand in deal.hands))
    assert ending.cards_per_hand == 10
    expected = Solver(64)
    for variant in GAMES:
        position = Position.start(ending, Suit.SPADES, variant=variant)
        assert solver.value(position) == expected.value(position)
        assert solver.table_bytes <= limit


@pytest.mark.parametrize("features", [ALL_FEATURES, ALL_FEATURES & ~FEATURES["patterns"]])
def test_long_lists_of_three_players(features: int) -> None:
    """Their lists of proofs get an index (cache.pyx): asked with room for all, with a small table
    that is emptied many times, and with patterns that have one mask for all of a list."""
    rng = np.random.default_rng(8)
    whole, small = Solver(64, features=features), Solver(0.25)
    for player in range(3):
        mixed = rng.permutation([card for card in range(52) if card != 39])
        hands = tuple(
            Hand(sum(1 << int(card) for card in mixed[seat * 10 : seat * 10 + 10]))
            for seat in range(3)
        )
        variant = find_variant("three_hokm")
        position = Position(hands, Suit.SPADES, 0, variant=variant, player=player)
        assert whole.value(position) == small.value(position)
        assert small.table_bytes <= small.table_limit


def every_rank_from(lowest: int) -> int:
    return sum(0x1FFF >> lowest << lowest << 13 * suit for suit in range(4))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hokm", "satat", "DS_PLAIN", "DS_HARD", "dehla"])
def test_the_table_stays_within_its_limit_on_the_hardest_deal(name: str) -> None:
    solver = Solver(2)
    position = Position.start(every_suit_in_turns(), Suit.SPADES, variant=find_variant(name))
    for _ in range(8):
        solver.value(position, node_limit=5_000_000)
        assert solver.table_bytes <= solver.table_limit <= 3 * MEGABYTE


@pytest.mark.slow
def test_resident_memory_stays_bounded() -> None:
    """What the process really holds, over solves that fill the table many times."""
    resource = pytest.importorskip("resource")
    solver = Solver(1)
    position = Position.start(every_suit_in_turns(), Suit.SPADES, variant=find_variant("DS_PLAIN"))
    solver.value(position, node_limit=500_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    solver.value(position, node_limit=4_000_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 * 1024


def test_limits_end_a_search_and_can_be_raised() -> None:
    position = random_positions(6, 1, find_variant("DS_PLAIN"))[0]
    exact = Solver().value(position)
    solver = Solver()
    wide = solver.value(position, node_limit=50)
    assert wide[0] <= exact[0] <= wide[1]
    assert wide[0] < wide[1]
    assert solver.nodes < 5000
    last = wide
    for power in range(8, 24):
        low, high = solver.value(position, node_limit=1 << power)
        assert low <= exact[0] <= high
        assert high - low <= max(last[1] - last[0], 13)
        if low == high:
            break
        last = low, high
    assert (low, high) == exact
    assert Solver().race(position, 7, 7, node_limit=10) is None


def test_solve_with_a_limit_gives_bounds() -> None:
    position = random_positions(7, 1, find_variant("DS_PLAIN"))[0]
    exact = solve(position)
    short = solve(position, node_limit=100)
    assert short.bounds is not None
    assert exact.value is not None
    assert short.bounds[0] <= exact.value <= short.bounds[1]


def test_features_have_a_bit_each() -> None:
    assert sum(FEATURES.values()) == ALL_FEATURES
    assert len(set(FEATURES.values())) == len(FEATURES)


@pytest.mark.parametrize("megabytes", [0.1, 0, -1, 1e9, float("nan")])
def test_sizes_that_cannot_be(megabytes: float) -> None:
    with pytest.raises(OptionError, match="table of"):
        Solver(megabytes)


def test_early_races_of_heap_games_are_refused() -> None:
    position = random_positions(8, 1, find_variant("DS_PLAIN"))[0]
    with pytest.raises(OptionError, match="stops before the last point"):
        Solver().race(position, 7, 1)
    with pytest.raises(OptionError, match="over for both"):
        Solver().race(position, 0, 0)


def test_batches_refuse_what_is_no_deal() -> None:
    solver, rows = Solver(0.25), random_rows(9, 3)
    good = solver.batch_races(rows, 0, 7, 1)
    assert good.dtype == np.bool_
    for bad in (rows[:, :3].copy(), rows | np.uint64(1 << 60), rows[:, [0, 0, 2, 3]].copy()):
        with pytest.raises(OptionError):
            solver.batch_races(bad, 0, 7, 1)
    for trump, leader in ((4, 0), (-2, 0), (0, 4), (0, -1)):
        with pytest.raises(OptionError):
            solver.batch_races(rows, trump, 7, 1, leader)
    with pytest.raises(OptionError, match="detail"):
        solver.batch_outcomes(rows, [0], detail="all")
    assert solver.batch_races(rows[:0], 0, 7, 1).shape == (0,)
    assert solver.batch_outcomes(rows[:0], [0, 1]).shape == (0, 2)


def test_batches_take_arrays_however_they_lie_in_memory() -> None:
    solver, rows = Solver(0.25), random_rows(9, 6)
    wide = np.zeros((12, 8), dtype=np.uint64)
    wide[::2, ::2] = rows
    laid = (
        np.asfortranarray(rows), wide[::2, ::2], rows[::-1][::-1], rows.astype(">u8"),
        np.frombuffer(rows.tobytes(), np.uint64).reshape(6, 4),
    )  # fmt: skip
    for each in laid:
        assert (solver.batch_races(each, 0, 7, 1) == solver.batch_races(rows, 0, 7, 1)).all()
        assert (solver.batch_outcomes(each, [0]) == solver.batch_outcomes(rows, [0])).all()
        assert (solver.batch_cards(each, [-1], 0) == solver.batch_cards(rows, [-1], 0)).all()
    for bad in (
        rows.astype(float),
        rows.astype(np.int64),
        rows[0],
        None,
        "x",
        [[1]],
        rows.tolist(),
    ):
        for ask in (
            lambda hands: solver.batch_races(hands, 0, 7, 1),
            lambda hands: solver.batch_outcomes(hands, [0]),
            lambda hands: solver.batch_cards(hands, [-1], 0),
        ):
            with pytest.raises(OptionError, match=r"expected uint64, \(n, 4\)"):
                ask(bad)


def test_batches_answer_as_single_solves_do() -> None:
    rows = random_rows(10, 6, 9)
    solver = Solver(1)
    variants = {"class": HOKM, "hard7": HOKM.with_options(stop_rule="hard7")}
    for leader in range(4):
        for trump in (-1, 0, 2):
            suit = None if trump < 0 else Suit(trump)
            for a, b in ((5, 5), (5, 1), (1, 5), (9, 1), (3, 4)):
                found = solver.batch_races(rows, trump, a, b, leader)
                for row, won in zip(rows, found, strict=True):
                    position = Position.start(Deal(world_hands(row)), suit, leader)
                    assert Solver(1).race(position, a, b) == won
            for detail, variant in variants.items():
                found = solver.batch_outcomes(rows, [trump], leader, detail)
                for row, code in zip(rows, found[:, 0], strict=True):
                    position = Position.start(Deal(world_hands(row)), suit, leader, variant)
                    assert solve(position, ["class"]).outcome == code
    classes = solver.batch_outcomes(rows, range(4))
    wins = solver.batch_outcomes(rows, range(4), detail="win")
    kots = solver.batch_outcomes(rows, range(4), detail="kot")
    both = solver.batch_outcomes(rows, range(4), detail="kot+bavney")
    assert (np.sign(classes) == wins).all()
    assert (np.where(abs(classes) >= 2, 2 * np.sign(classes), 0) == kots).all()
    assert (np.where(abs(classes) >= 2, classes, 0) == both).all()


def test_every_game_is_searched() -> None:
    """No game of the package is without a search, at full size with a small limit."""
    for variant in VARIANTS:
        cards = variant.cards_per_hand
        pack = [card for card in range(52) if variant.seats != 6 or card % 13]
        if variant.seats == 3:
            pack.remove(39)
        hands = [Hand(0)] * variant.seats
        for place, card in enumerate(pack[: cards * variant.seats]):
            seat = place * 7 % variant.seats if variant.seats != 2 else place % 2
            hands[seat] = Hand(hands[seat].bits | 1 << card)
        more: dict[str, object] = {}
        if variant.seats == 3:
            more["player"] = 0
        if variant.deals_later:
            continue  # in test_families, with its reserves
        trump = None if variant.sets_trump else Suit.SPADES
        position = Position.start(Deal(tuple(hands)), trump, variant=variant, **more)
        try:
            low, high = Solver(1).value(position, node_limit=20_000)
        except VariantError:
            pytest.fail(f"{variant.name} has no search")
        assert 0 <= low <= high <= position.points_left
