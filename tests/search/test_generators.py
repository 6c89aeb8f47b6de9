"""The random endings are positions of their games; the reference's answers satisfy invariants."""

import random
from typing import Any

import endings
import pytest
import reference as ref
from reference import Game

pytestmark = pytest.mark.one_in(3)

DOUBLE: dict[str, Any] = {"capture": "double"}
KASIET: dict[str, Any] = {"satat": True, "trump_method": "kasiet"}
BERANGA: dict[str, Any] = {"capture": "double", "trump_method": "in_play"}
HIDDEN: dict[str, Any] = {"trump_method": "hidden"}

GAMES: dict[str, Game] = {
    "plain": Game(),
    "hard7": Game(stop_rule="hard7"),
    "must_trump": Game(void_duty="must_trump"),
    "overtrump": Game(void_duty="must_trump", overtrump_duty="always"),
    "vs_opponent": Game(overtrump_duty="vs_opponent"),
    "satat": Game(satat=True),
    "satat_forced": Game(satat=True, satat_exempt=False),
    "kasiet": Game(**KASIET),
    "kasiet_led": Game(**KASIET, kasiet_free_on_W="led"),
    "kasiet_ruff": Game(**KASIET, kasiet_known="first_ruff"),
    "kasiet_locked": Game(
        **KASIET, kasiet_known="indicator_played", indicator_playable="after_known"
    ),
    "double": Game(**DOUBLE),
    "pk3": Game(**DOUBLE, no_collect=frozenset({2})),
    "pk5": Game(**DOUBLE, no_collect=frozenset({2, 3, 4})),
    "hard": Game(**DOUBLE, no_collect=frozenset({2, 12}), ace_rule="block"),
    "block": Game(**DOUBLE, ace_rule="block"),
    "reset": Game(**DOUBLE, ace_rule="reset", ace_trumps_count=False),
    "demote": Game(**DOUBLE, ace_rule="demote"),
    "three_straight": Game(**DOUBLE, first_streak=3),
    "double_must_trump": Game(**DOUBLE, void_duty="must_trump"),
    "tens": Game(**DOUBLE, points="tens"),
    "tens_w25": Game(**DOUBLE, points="tens", dehla_result="w25"),
    "tens_tricks": Game(**DOUBLE, points="tens", dehla_result="tricks_decide"),
    "tens_none": Game(**DOUBLE, points="tens", dehla_result="no_winner"),
    "beranga": Game(**BERANGA),
    "beranga_dead": Game(**BERANGA, set_trick_active=False),
    "beranga_dead_now": Game(**BERANGA, set_trick_active=False, beranga_delay=0),
    "gamn": Game(**BERANGA, no_collect=frozenset({1, 2, 12}), ace_rule="block"),
    "beranga_single": Game(trump_method="in_play"),
    "beranga_held": Game(trump_method="in_play", single_heap_until_trump=True),
    "hidden": Game(**HIDDEN),
    "hidden_opponents": Game(**HIDDEN, may_ask="opponents_only"),
    "hidden_free": Game(**HIDDEN, asker_must_trump=False),
    "hidden_whole": Game(**HIDDEN, activation="whole_trick"),
    "hidden_double": Game(**HIDDEN, capture="double", no_collect=frozenset({1, 2, 12})),
    "two": Game(seats=2),
    "three": Game(seats=3, player=0),
    "chokri": Game(seats=6, tie=-1),
}
FIVE = {
    "five_tens": Game(**BERANGA, points="tens"),
    "five_given": Game(**BERANGA, points="tens", m1_fallback="given_suit", given_suit="H"),
    "five_tricks": Game(**BERANGA),
}


@pytest.mark.parametrize("name", GAMES)
def test_laws_of_the_reference(name: str) -> None:
    """Values are those of the best move, races climb to the value, everything adds up."""
    game = GAMES[name]
    rng = random.Random(name)
    for count in range(9):
        cards = 1 + count % (2 if game.seats == 6 else 3)
        state = endings.random_ending(rng, game, cards)
        check_totals(game, state)
        questions = ref.Questions(game)
        points, legal = questions.value(state), ref.moves(game, state)
        left = ref.points_left(game, state)
        assert legal
        assert 0 <= points <= left
        choose = max if ref.on_side_a(game, ref.to_move(game, state)) else min
        assert points == choose(questions.move_value(state, move) for move in legal)
        for a in range(left + 2):
            assert questions.race(state, a, left - a + 1) == (points >= a)
        klass = questions.outcome(state)
        assert klass == choose(questions.move_outcome(state, move) for move in legal)
        check_class(game, state, questions, int(klass))
        size, count = questions.result(state)
        assert size == klass
        assert (size, count) == choose(questions.move_result(state, move) for move in legal)
        assert state.taken[0] <= count <= state.taken[0] + left


def check_totals(game: Game, state: ref.State) -> None:
    """Points of both sides, of the heap and of the cards to come make a whole hand."""
    left = ref.points_left(game, state)
    if game.points == "tens":
        assert sum(state.taken) + left == 4
    else:
        assert sum(state.taken) + state.heap == state.tricks_done
    assert sum(state.collected) + state.heap == state.tricks_done
    assert state.streak <= state.heap or game.capture == "single"


def check_class(game: Game, state: ref.State, questions: ref.Questions, klass: int) -> None:
    """The class is the best of its yes/no games (Lemma 1 of rules.md 1.6)."""
    if game.points == "tens":
        ladder = {"pagat": [(4, 2), (2, 1), (1, -1)], "w25": [(4, 2), (1, 1)]}
        steps = ladder.get(game.dehla_result)
        if steps is None:
            return
        found = next(
            (size for tens, size in steps if wins(questions, state, tens, 5 - tens)),
            -2 if game.dehla_result == "pagat" else -1,
        )
        assert klass == found
        return
    n = state.tricks_done + ref.tricks_left(game, state)
    need = n // 2 + 1
    if game.capture == "double":
        steps = [(n, 1, 2), (need, n - need + 1, 1), (n - need + 1, need, game.tie), (1, n, -1)]
        worst = -2
    else:
        bavney = game.stop_rule == "may_continue"
        steps = [(n, 1, 3)] if bavney else []
        steps += [(need, 1, 2), (need, n - need + 1, 1), (n - need + 1, need, game.tie)]
        steps += [(1, need, -1), (1, n, -2)] if bavney else [(1, need, -1)]
        worst = -3 if bavney else -2
    assert klass == next((size for a, b, size in steps if wins(questions, state, a, b)), worst)


def wins(questions: ref.Questions, state: ref.State, a: int, b: int) -> bool:
    """The race over the whole hand, what is taken already counted in."""
    need_a, need_b = a - state.taken[0], b - state.taken[1]
    assert need_a > 0 or need_b > 0
    return questions.race(state, need_a, need_b) == 1


@pytest.mark.parametrize("name", FIVE)
def test_laws_of_the_five_card_start(name: str) -> None:
    game = FIVE[name]
    rng = random.Random(name)
    for count in range(12):
        first, later = ((1, 1), (1, 2), (2, 1))[count % 3]
        state = endings.random_ending(rng, game, first, later)
        check_totals(game, state)
        questions = ref.Questions(game)
        points, legal = questions.value(state), ref.moves(game, state)
        left = ref.points_left(game, state)
        assert 0 <= points <= left
        choose = max if ref.on_side_a(game, ref.to_move(game, state)) else min
        assert points == choose(questions.move_value(state, move) for move in legal)
        # Playing for the mean can do no better than playing for each threshold by itself.
        races = [questions.race(state, a, left - a + 1) for a in range(1, left + 1)]
        assert all(0 <= chance <= 1 for chance in races)
        if game.m1_fallback == "given_suit":
            assert sum(races) == points
