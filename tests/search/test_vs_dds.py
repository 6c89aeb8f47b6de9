"""The plain game against a bridge double-dummy solver (DDS through `endplay`, tests only).

Court Piece played to the last trick is bridge play: the tricks of the leader's side are thirteen
less those of a declarer who sits before the leader. Each deal has 20 values (4 trumps and none, 4
leaders). Each is asked of a fresh solver, of one solver of the deal whose table is kept, and of a
batch. All 10,000 deals, 200,000 values, take some 90 minutes of one processor:

    python -m pytest -n 0 -m slow tests/search/test_vs_dds.py

`HAKEM_SCALE=0.01` takes 100 deals, other ones every day.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from importlib.util import find_spec

import numpy as np
import pytest
from numpy.typing import NDArray
from size import SCALE, scaled, today

from solver.base.cards import Suit
from solver.core.engine import Solver
from solver.decide.worlds import PartialDeal, sample_worlds, world_hands
from solver.game.deal import Deal
from solver.game.position import Position
from solver.open.questions import solve
from solver.open.table import table

pytestmark = pytest.mark.skipif(find_spec("endplay") is None, reason="endplay is not installed")

STRAINS = (*Suit, None)
BLOCK = 100
BLOCKS = scaled(100)

Cell = tuple[Suit | None, int]
"""Trump (None for none) and leader."""
Found = Iterator[tuple[Cell, bool]]
"""A cell and whether an answer about it agrees with DDS."""


def row_of(number: int) -> NDArray[np.uint64]:
    """The random deal of this number, shape (1, 4)."""
    return next(iter(sample_worlds(PartialDeal(), number, 1)))


def bridge_tricks(deals: Sequence[Deal]) -> list[dict[Cell, int]]:
    """The tricks of the leader's side in every cell of each deal."""
    # Imported by the process that asks: it takes as long as many a file of tests.
    from endplay.dds import calc_all_tables
    from endplay.types import Deal as BridgeDeal
    from endplay.types import Denom, Player

    denoms = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt)
    before = (Player.west, Player.north, Player.east, Player.south)
    found = []
    for first in range(0, len(deals), 20):
        some = deals[first : first + 20]
        for tricks in calc_all_tables([BridgeDeal("N:" + str(deal)[2:]) for deal in some])[:]:
            cells = {
                (strain, leader): 13 - tricks[denom, before[leader]]
                for strain, denom in zip(STRAINS, denoms, strict=True)
                for leader in range(4)
            }
            found.append(cells)
    return found


def agree_fresh(deal: Deal, expected: dict[Cell, int]) -> Found:
    """Every value of a solver of its own."""
    for (strain, leader), tricks in expected.items():
        low, high = Solver().value(Position.start(deal, strain, leader))
        assert low == high
        yield (strain, leader), (low if leader % 2 == 0 else 13 - low) == tricks


def agree_in_tables(deal: Deal, expected: dict[Cell, int]) -> Found:
    """Class and tricks in the order of `hakem solve --table`, the callers turned to seat 0."""
    solver = Solver()
    made = table(deal, solver)
    for (suit, caller), tricks in made.values.items():
        outcome = made.classes[suit, caller]
        yield (suit, caller), tricks == expected[suit, caller] and fits(int(outcome or 0), tricks)
    for caller in range(4):
        asked = Position.start(deal.rotate(caller), None)
        found = solve(asked, ("class", "value"), solver=solver)
        tricks = expected[None, caller]
        right = found.value == tricks and fits(int(found.outcome or 0), tricks)
        yield (None, caller), right


def agree_after_races(deal: Deal, expected: dict[Cell, int], rng: random.Random) -> Found:
    """Any races, the value, any races again; the leaders of a trump one after another."""
    solver = Solver()
    for strain in rng.sample(STRAINS, 5):
        for leader in rng.sample(range(4), 4):
            position = Position.start(deal, strain, leader)
            tricks = expected[strain, leader]
            tricks = tricks if leader % 2 == 0 else 13 - tricks
            right = all(race_fits(solver, position, tricks, rng) for _ in range(2))
            right &= solver.value(position) == (tricks, tricks)
            right &= all(race_fits(solver, position, tricks, rng) for _ in range(2))
            yield (strain, leader), right


def race_fits(solver: Solver, position: Position, tricks: int, rng: random.Random) -> bool:
    """Whether a race agrees with the tricks of side A: a side that wins one can take as many."""
    a = rng.randint(1, 13)
    b = rng.choice((14 - a, rng.randint(1, 14 - a)))
    return tricks >= a if solver.race(position, a, b) else 13 - tricks >= b


def fits(code: int, tricks: int) -> bool:
    """Whether the class of the leader's side is one of a hand of so many tricks."""
    return (code > 0, code == 3, code == -3) == (tricks >= 7, tricks == 13, tricks == 0)


def wrong_answers(numbers: Sequence[int]) -> list[tuple[object, ...]]:
    """How it was asked, the deal's number and text, trump and leader of every wrong answer."""
    rows = np.concatenate([row_of(number) for number in numbers])
    deals = [Deal(world_hands(row)) for row in rows]
    batch = Solver().batch_outcomes(rows, (0, 1, 2, 3, -1), leaders=range(4))
    wrong = []
    for place, expected in enumerate(bridge_tricks(deals)):
        deal, rng = deals[place], random.Random(numbers[place])
        kept = (
            agree_after_races(deal, expected, rng) if place % 2 else agree_in_tables(deal, expected)
        )
        codes = (
            ((s, who), batch[place, who, i]) for who in range(4) for i, s in enumerate(STRAINS)
        )
        batched = (
            (cell, fits(code if cell[1] % 2 == 0 else -code, expected[cell]))
            for cell, code in codes
        )
        for how, found in (
            ("fresh", agree_fresh(deal, expected)), ("kept", kept), ("batch", batched)
        ):  # fmt: skip
            answers = dict(found)
            assert answers.keys() == expected.keys()
            wrong += [
                (how, numbers[place], str(deal), *cell)
                for cell, right in answers.items()
                if not right
            ]
    return wrong


def test_two_deals() -> None:
    assert wrong_answers([1, 2]) == []


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_ten_thousand_deals(block: int) -> None:
    first = (block if SCALE == 1 else today() * BLOCKS + block) * BLOCK
    assert wrong_answers(range(first, first + BLOCK)) == []
