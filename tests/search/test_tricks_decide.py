"""Dehla pakad where the tricks decide between two tens each (4.3): tens first, then tricks."""

from __future__ import annotations

import random
from fractions import Fraction

import endings
import pytest
import reference as ref
from reference import Game, State
from size import scaled
from translate import game_of, position_of

from solver.base.errors import DealError, OptionError
from solver.base.outcomes import Outcome
from solver.core.engine import Solver
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import Variant, find_variant
from solver.open.questions import card_values, outcome, solve

MANY = scaled(1_000)
OPTIONS: dict[str, dict[str, object]] = {
    "plain": {},
    "{2}": {"no_collect": {2}},
    "{2,12}, block": {"no_collect": {2, 12}, "ace_rule": "block"},
    "reset": {"ace_rule": "reset"},
    "demote": {"ace_rule": "demote"},
    "first streak 3": {"first_streak": 3},
    "duties": {"void_duty": "must_trump", "overtrump_duty": "always"},
}
GAMES = {
    name: find_variant("dehla").with_options(dehla_result="tricks_decide", **options)
    for name, options in OPTIONS.items()
}
FIVE = find_variant("dehla m1").with_options(dehla_result="tricks_decide")


def close(state: State) -> bool:
    """Whether two tens each are still to be had."""
    return max(state.taken) <= 2


def an_ending(rng: random.Random, game: Game, cards: int) -> State:
    while True:
        state = endings.random_ending(rng, game, cards)
        if close(state):
            return state


def check(game: Game, state: State, variant: Variant, solver: Solver) -> Outcome:
    position = position_of(game, state, variant)
    questions = ref.Questions(game)
    expected = questions.outcome(state)
    assert outcome(position, solver) == expected, state
    n = position.tricks_total
    for tricks in {n // 2 + 1, (n + 1) // 2}:
        low, high = solver.wins_by_tricks(position, tricks)
        assert low == high
        if tricks == n // 2 + 1:
            assert low == (expected >= Outcome.WIN_A)
        elif n % 2 == 0:
            assert low == (expected >= Outcome.NONE)
    for lead in card_values(position, solver):
        assert lead.outcome == questions.move_outcome(state, str(lead.card)), (state, lead)
    return Outcome(int(expected))


@pytest.mark.parametrize("name", GAMES)
def test_random_endings(name: str) -> None:
    rng = random.Random(f"tricks decide {name}")
    variant = GAMES[name]
    game, solver = game_of(variant), Solver(2)
    found = {
        check(game, an_ending(rng, game, 1 + count % 3), variant, solver) for count in range(40)
    }
    assert {Outcome.WIN_A, Outcome.WIN_B} <= found


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_random_endings(name: str) -> None:
    rng = random.Random(f"tricks decide, many {name}")
    variant = GAMES[name]
    game, solver = game_of(variant), Solver(8)
    for count in range(MANY):
        check(game, an_ending(rng, game, 2 + count % 3 // 2), variant, solver)


@pytest.mark.slow
def test_five_card_start() -> None:
    rng = random.Random("tricks decide, five cards")
    game, solver = game_of(FIVE), Solver(2)
    for count in range(25):
        state = endings.random_ending(rng, game, 1 + count % 2, 1 + count % 2)
        position = position_of(game, state, FIVE)
        answer = solve(position, ("class",), solver=solver)
        assert answer.decided
        expected = ref.Questions(game).outcome(state)
        if answer.outcome is not None:
            assert answer.outcome == expected
        else:
            assert isinstance(expected, Fraction) or answer.chances


def test_two_tens_and_the_majority() -> None:
    """A has two tens for sure, and the last trick decides who has more tricks."""
    variant = GAMES["plain"]
    for mine, theirs, expected in ((6, 6, Outcome.WIN_A), (5, 7, Outcome.WIN_B)):
        position = Position(
            Deal.parse("0:A... K... Q... J...").hands, None, variant=variant, taken=(2, 2),
            tricks_done=12, collected=(mine, theirs),
        )  # fmt: skip
        assert outcome(position) is expected


def test_the_tricks_must_be_known() -> None:
    position = Position(
        Deal.parse("0:A... K... Q... J...").hands, None, variant=GAMES["plain"], taken=(2, 2),
        tricks_done=12,
    )  # fmt: skip
    with pytest.raises(DealError, match="12 tricks were played, but 0 are collected and 0 in the"):
        outcome(position)
    with pytest.raises(OptionError, match="3 tricks are not about half of 13"):
        Solver(1).wins_by_tricks(position, 3)
    with pytest.raises(OptionError, match="only a game of tens"):
        Solver(1).wins_by_tricks(Position.start("0:A... K... Q... J...", None), 1)


def test_limits_hold_the_answer() -> None:
    rng = random.Random("tricks decide, limits")
    variant = GAMES["plain"]
    game = game_of(variant)
    for _ in range(10):
        position = position_of(game, an_ending(rng, game, 4), variant)
        exact = outcome(position)
        for limit in (1, 30, 200, 1000):
            answer = solve(position, ("class",), solver=Solver(1), node_limit=limit)
            low, high = answer.classes or (answer.outcome, answer.outcome)
            assert low is not None
            assert high is not None
            assert low <= exact <= high
