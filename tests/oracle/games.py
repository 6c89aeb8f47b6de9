"""The games that tests go through one by one: names, and the slow reference's options for each."""

from __future__ import annotations

import reference as ref
from reference import Game, State

GAMES: dict[str, dict[str, Game]] = {
    "plain": {
        "plain": Game(),
        "hard7": Game(stop_rule="hard7"),
        "continue_fail=simple_win": Game(continue_fail="simple_win"),
        "continue_fail=opponents_win": Game(continue_fail="opponents_win"),
        "one player against three": Game(player=1),
        "must_trump": Game(void_duty="must_trump"),
        "overtrump opponents": Game(overtrump_duty="vs_opponent"),
        "overtrump always": Game(overtrump_duty="always"),
        "must_trump, overtrump opponents": Game(
            void_duty="must_trump", overtrump_duty="vs_opponent"
        ),
        "must_trump, overtrump always": Game(void_duty="must_trump", overtrump_duty="always"),
    },
    "satat": {
        "satat": Game(satat=True),
        "satat_exempt=off": Game(satat=True, satat_exempt=False),
        "satat hard7": Game(satat=True, stop_rule="hard7"),
    },
    "heap": {
        "DS_PLAIN": Game(capture="double"),
        "DS_PK3": Game(capture="double", no_collect=frozenset({2})),
        "DS_PK5": Game(capture="double", no_collect=frozenset({2, 3, 4})),
        "DS_HARD": Game(capture="double", no_collect=frozenset({2, 12}), ace_rule="block"),
        "block": Game(capture="double", ace_rule="block"),
        "reset": Game(capture="double", ace_rule="reset"),
        "demote": Game(capture="double", ace_rule="demote"),
        "block, plain aces": Game(capture="double", ace_rule="block", ace_trumps_count=False),
        "reset, plain aces": Game(capture="double", ace_rule="reset", ace_trumps_count=False),
        "demote, plain aces": Game(capture="double", ace_rule="demote", ace_trumps_count=False),
        "first_streak=3": Game(capture="double", first_streak=3),
        "first_streak=3, block": Game(
            capture="double", first_streak=3, ace_rule="block", no_collect=frozenset({4, 5, 12})
        ),
        "first_streak=3, reset": Game(capture="double", first_streak=3, ace_rule="reset"),
        "heap must_trump, demote": Game(
            capture="double", void_duty="must_trump", overtrump_duty="always", ace_rule="demote"
        ),
        "heap overtrump opponents": Game(capture="double", overtrump_duty="vs_opponent"),
        "no_collect many": Game(capture="double", no_collect=frozenset({3, 5, 6, 8, 9, 11})),
    },
    "tens": {
        "tens": Game(capture="double", points="tens"),
        "tens DS_PK3": Game(capture="double", points="tens", no_collect=frozenset({2})),
        "tens DS_HARD": Game(
            capture="double", points="tens", no_collect=frozenset({2, 12}), ace_rule="block"
        ),
        "tens reset": Game(capture="double", points="tens", ace_rule="reset"),
        "tens demote": Game(capture="double", points="tens", ace_rule="demote"),
        "tens first_streak=3": Game(capture="double", points="tens", first_streak=3),
        "tens must_trump": Game(
            capture="double", points="tens", void_duty="must_trump", overtrump_duty="vs_opponent"
        ),
    },
    "two": {
        "two": Game(seats=2),
        "two, overtrump": Game(seats=2, overtrump_duty="always"),
    },
    "three": {
        "three, caller": Game(seats=3, player=0),
        "three, second": Game(seats=3, player=1),
        "three, third": Game(seats=3, player=2),
        "three, must_trump": Game(seats=3, player=0, void_duty="must_trump"),
    },
    "chokri": {"chokri": Game(seats=6)},
}
"""Family -> name -> game; all of them with a declared trump."""

ALL_GAMES = {name: game for games in GAMES.values() for name, game in games.items()}


def played(game: Game, state: State, card: str) -> tuple[State, int]:
    """The state after a card with the accounts kept, and the points A has gained by it."""
    (branch,) = ref.play(game, state, card)
    points = branch.tens if game.points == "tens" else branch.tricks
    is_a = ref.on_side_a(game, branch.seat)
    taken = (state.taken[0] + points * is_a, state.taken[1] + points * (not is_a))
    return branch.state._replace(taken=taken), points * is_a
