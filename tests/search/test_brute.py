"""The quick reference against the slow one."""

from __future__ import annotations

import random

import endings
import pytest
import reference as ref
from games import ALL_GAMES
from quick import Brute
from reference import Game, State


def check(rng: random.Random, game: Game, state: State) -> None:
    questions = ref.Questions(game)
    brute = Brute(game, state)
    assert brute.value() == questions.value(state), state
    assert brute.cards() == {
        card: questions.move_value(state, card) for card in ref.moves(game, state)
    }, state
    left = ref.points_left(game, state)
    for _ in range(3):
        a, b = rng.randint(0, left + 1), rng.randint(1, left + 1)
        assert brute.race(a, b) == questions.race(state, a, b), (state, a, b)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_quick_reference(name: str) -> None:
    rng = random.Random(f"brute {name}")
    for count in range(15):
        check(rng, ALL_GAMES[name], endings.random_ending(rng, ALL_GAMES[name], 1 + count % 3))


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL_GAMES)
def test_quick_reference_at_length(name: str) -> None:
    rng = random.Random(f"long brute {name}")
    most = 3 if ALL_GAMES[name].seats == 6 else 4
    for _ in range(300):
        state = endings.random_ending(rng, ALL_GAMES[name], rng.randint(2, most))
        check(rng, ALL_GAMES[name], state)
