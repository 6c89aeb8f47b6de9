"""The search against the slow reference."""

import pytest
import reference as ref
from reference import Game, make_state
from translate import position_of

from solver.engine import Solver

# Positions that were answered wrongly once.
FOUND = {
    "overtrump duty alone never makes a void hand ruff": (
        Game(overtrump_duty="always"),
        make_state("DJ HJ S8 | C2 C8 HQ | CA H2 SA ST | C3 H5 H7 S5", "S", 0, ["D8", "DA"]),
    ),
    "the same against an opponent's trump": (
        Game(overtrump_duty="vs_opponent"),
        make_state("C8 DT S2 | C9 DA | D3 H5 | C5 H6", "H", 1, ["SA", "C3", "D4"]),
    ),
    "a demoted ace in the last trick": (
        Game(capture="double", ace_rule="demote"),
        make_state("HJ | DQ | DA | SK", None, 2, tricks_done=3, heap=3, ace_streak=True),
    ),
    "a demoted trump ace in the last trick": (
        Game(capture="double", ace_rule="demote"),
        make_state(
            "CT S3 | CJ S9 | D5 SJ | DA SA", "S", 2, tricks_done=10, heap=6, ace_streak=True
        ),
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_found_once(name: str) -> None:
    game, state = FOUND[name]
    expected = ref.value(game, state)
    assert Solver().value(position_of(game, state)) == (expected, expected)
