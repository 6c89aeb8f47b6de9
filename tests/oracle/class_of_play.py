"""What a line of cards comes to, by the slow reference's rules alone: nothing here searches, and
nothing knows the package but the words of a line."""

from __future__ import annotations

from collections.abc import Iterable

import reference as ref
from reference import Game, State


def played_out(game: Game, state: State, words: Iterable[str]) -> State:
    """The state after these moves with the accounts kept; ValueError for one that is not legal."""
    for move in words:
        if move not in ref.moves(game, state):
            raise ValueError(f"{move} is not legal")
        branches = ref.play(game, state, move)
        if len(branches) > 1:
            return state  # chance: the line ends
        (branch,) = branches
        is_a = ref.on_side_a(game, branch.seat)
        points = branch.tens if game.points == "tens" else branch.tricks
        taken = [state.taken[0], state.taken[1]]
        tricks = [state.collected[0], state.collected[1]]
        taken[not is_a] += points
        tricks[not is_a] += branch.tricks
        state = branch.state._replace(taken=(taken[0], taken[1]), collected=(tricks[0], tricks[1]))
    return state


def class_of_line(
    game: Game, state: State, words: list[str], kot: int = 0, stops: int | None = None
) -> int:
    """The class of a whole hand that is played like this to the end.

    `kot`: 1 or -1 when A or B had made its kot before. `stops`: a side at 7-0 stops after so many
    cards of the line, and what follows does not count for the class; else it goes on.
    """
    if not ref.plays_for_first_seven(game):
        return ref.final_class(game, played_out(game, state, words))
    need = ref.majority(game, state)
    went_on = False
    count = 0
    for number, word in enumerate([*words, ""]):
        if kot == 0 and min(state.taken) == 0 and max(state.taken) >= need:
            kot = 1 if state.taken[0] else -1
        if kot and count == stops and not state.table:
            return 2 * kot if any(state.hands) else ref.final_class(game, state)
        if number == len(words):
            break
        before = state.taken
        state = played_out(game, state, [word])
        count += word != ref.ASK
        went_on = went_on or (kot != 0 and min(before) == 0 and min(state.taken) > 0)
    if kot and min(state.taken) > 0:
        if went_on and game.stop_rule == "may_continue":
            return ref.failed_class(game, (1, 0) if kot > 0 else (0, 1))
        return 2 * kot
    return ref.final_class(game, state)
