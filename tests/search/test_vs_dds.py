"""The plain game against a bridge double-dummy solver (DDS through `endplay`, tests only).

Court Piece played to the last trick is bridge play: the tricks of the leader's side are thirteen
less those of a declarer who sits before the leader. Run all of it with
`python -m pytest -m "" tests/search/test_vs_dds.py` (some minutes).
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

import numpy as np
import pytest
from size import scaled

from solver.cards import Suit
from solver.engine import Solver
from solver.game.deal import Deal
from solver.game.position import Position
from solver.simulation.worlds import PartialDeal, sample_worlds, world_hands

pytestmark = pytest.mark.skipif(find_spec("endplay") is None, reason="endplay is not installed")


def random_deals(seed: int, number: int) -> list[Deal]:
    worlds = sample_worlds(PartialDeal(), seed, number)
    return [Deal(world_hands(row)) for chunk in worlds for row in chunk]


def bridge_tricks(
    deals: Sequence[Deal], trumps: Sequence[int], leaders: Sequence[int]
) -> dict[tuple[int, int, int], int]:
    """(deal's number, trump with 4 for none, leader) -> tricks of the leader's side."""
    # Imported by the process that asks: it takes as long as many a file of tests.
    from endplay.dds import solve_all_boards
    from endplay.types import Deal as BridgeDeal
    from endplay.types import Denom, Player

    denoms = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt)
    seats = (Player.north, Player.east, Player.south, Player.west)
    boards = {}
    for number, deal in enumerate(deals):
        for trump in trumps:
            for leader in leaders:
                board = BridgeDeal("N:" + str(deal)[2:], first=seats[leader], trump=denoms[trump])
                boards[number, trump, leader] = board
    solved = []
    for first in range(0, len(boards), 200):
        solved += solve_all_boards(list(boards.values())[first : first + 200])
    return {
        key: max(tricks for _, tricks in board) for key, board in zip(boards, solved, strict=True)
    }


def compare(deals: Sequence[Deal], trumps: Sequence[int], leaders: Sequence[int]) -> None:
    solver = Solver()
    for (number, trump, leader), expected in bridge_tricks(deals, trumps, leaders).items():
        suit = Suit(trump) if trump < 4 else None
        position = Position.start(deals[number], suit, leader)
        low, high = solver.value(position)
        assert low == high
        tricks = low if leader % 2 == 0 else 13 - low
        assert tricks == expected, (str(deals[number]), trump, leader)
        assert solver.race(position, 7, 7) == (low >= 7), (str(deals[number]), trump, leader)


def test_random_deals() -> None:
    compare(random_deals(1, 4), range(4), [0])


@pytest.mark.slow
def test_every_leader_and_no_trump() -> None:
    compare(random_deals(2, 1), range(5), range(4))


def test_batches() -> None:
    """The batch calls: who takes at least seven tricks."""
    deals = random_deals(3, 3)
    tricks = bridge_tricks(deals, range(4), [0])
    expected = np.array([[tricks[row, trump, 0] >= 7 for trump in range(4)] for row in range(3)])
    rows = np.array([[hand.bits for hand in deal.hands] for deal in deals], dtype=np.uint64)
    solver = Solver()
    for trump in range(4):
        assert (solver.batch_races(rows, trump, 7, 7) == expected[:, trump]).all()
    assert ((solver.batch_outcomes(rows, range(4), detail="win") > 0) == expected).all()
    assert ((solver.batch_outcomes(rows, range(4)) > 0) == expected).all()


@pytest.mark.slow
def test_two_hundred_deals_every_leader() -> None:
    compare(random_deals(4, scaled(200)), range(5), range(4))


@pytest.mark.slow
def test_a_thousand_deals() -> None:
    compare(random_deals(5, scaled(1_000)), range(4), [0])
