"""The quick reference against the slow one."""

from __future__ import annotations

import random

import endings
import pytest
import reference as ref
from games import ALL_GAMES
from quick import Brute
from reference import Game, State
from size import scaled

pytestmark = pytest.mark.one_in(4)


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
    keeps = game.continue_fail == "keep_kot" or game.stop_rule == "hard7"
    if game.points == "tricks" and game.player is None and keeps:
        assert brute.result() == questions.result(state), state


@pytest.mark.parametrize("name", ALL_GAMES)
def test_quick_reference(name: str) -> None:
    rng = random.Random(f"brute {name}")
    for count in range(15):
        check(rng, ALL_GAMES[name], endings.random_ending(rng, ALL_GAMES[name], 1 + count % 3))


@pytest.mark.parametrize(
    ("hands", "result", "most"),
    [
        # A kot costs a trick, and so does avoiding one; the threat of one gains a trick.
        ("C3 CK DQ H8 HA | C4 D5 H3 H9 S8 | C7 D7 H5 HT SJ | CT DJ H7 HJ SA", (2, 3), 4),
        ("C2 CK D7 H4 S6 | C6 D2 DT H7 S7 | C8 D5 DK HK SJ | CQ D6 H2 HA SA", (1, 4), 3),
        ("CJ D7 DJ H2 SJ | D4 DT H4 H5 SQ | CT D2 D6 H6 S9 | C3 C6 C8 S5 SA", (-1, 1), 2),
        ("D4 D9 DT H3 H4 | C3 CA DQ HT S5 | H6 H7 HK S4 SK | C5 C9 H9 HA SA", (-2, 2), 1),
    ],
)
def test_the_class_first_is_not_the_most_tricks(
    hands: str, result: tuple[int, int], most: int
) -> None:
    brute = Brute(Game(), ref.make_state(hands, "S"))
    assert (brute.result(), brute.value()) == (result, most)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL_GAMES)
def test_quick_reference_at_length(name: str) -> None:
    rng = random.Random(f"long brute {name}")
    most = 3 if ALL_GAMES[name].seats == 6 else 4
    for _ in range(scaled(300)):
        state = endings.random_ending(rng, ALL_GAMES[name], rng.randint(2, most))
        check(rng, ALL_GAMES[name], state)
