"""One line of best play, and the moves that keep a result."""

from __future__ import annotations

from ..base.errors import DealError
from ..base.outcomes import Between, Outcome, Points
from ..core.engine import Solver
from ..game.move import Move
from ..game.position import Position, need_position
from ..game.rules import laid
from .answers import Line
from .class_first import Goal, goal_above, goal_of, kept_bounds, reached, settled
from .whole_hand import WholeHand, by_chance

__all__ = ["best_line"]


def best_line(position: Position, solver: Solver | None = None) -> Line:
    """A line of best play to the end: for the class first, then for points within it.

    Where the hand has no class (three players) or chance may make trump, the line is best for
    points alone. Replaying it gives exactly its `outcome` and `value`.
    """
    need_position(position)
    search = WholeHand(solver)
    classes = classes_for_line(search, position)
    kept = kept_bounds(search, position, classes)
    if classes is None or kept is None:
        return best_line_of(search, position, search.value(position)[0])
    return best_line_of(search, position, kept[0], classes[0])


def best_line_of(
    search: WholeHand, position: Position, value: Points, outcome: Outcome | None = None
) -> Line:
    """A line to the end on which neither side gives up anything of this result.

    `value` is A's points while the class `outcome` is kept; without a class, A's most points.
    """
    whole_budget = WholeHand(search.solver)
    moves: list[Move] = []
    stops: int | None = None
    goals: tuple[Goal, Goal] | None = None
    if outcome is not None:
        assert isinstance(value, int)
        goals = goal_of(position, outcome, value), goal_above(position, outcome, value)
    while not position.over and not position.chances():
        if stops is None and outcome is not None and _stops(position, outcome):
            stops = len(moves)
        if goals is not None:
            goals = settled(goals[0], position), settled(goals[1], position)
        moves.append(_keeping(whole_budget, position, goals, value))
        position = position.play(moves[-1])
    return Line(tuple(moves), value, outcome, stops)


def classes_for_line(search: WholeHand, position: Position) -> Between[Outcome] | None:
    """(worst, best) class; None where the hand has none, or the accounts do not tell it."""
    try:
        return search.classes(position)
    except DealError:
        return None


def _stops(position: Position, outcome: Outcome) -> bool:
    """Whether a side has its kot and stops, since going on could cost it (docs/rules.md 1.6)."""
    variant = position.variant
    if (
        variant.get("stop_rule") == "hard7"
        or variant.get("continue_fail", "keep_kot") == "keep_kot"
    ):
        return False
    if abs(outcome) != Outcome.KOT_A or position.table or position.asked:
        return False
    need = position.tricks_total // 2 + 1
    return min(position.owned) == 0 and max(position.owned) >= need


def _keeping(
    search: WholeHand, position: Position, goals: tuple[Goal, Goal] | None, value: Points
) -> Move:
    """A move that keeps the result, a low card first when following."""
    moves = position.moves()
    if position.table:
        moves = tuple(sorted(moves, key=lambda move: (move.requests, move.card.rank)))
    first = (move for move in moves[:-1] if keeps(search, position, goals, value, move))
    return next(first, moves[-1])


def keeps(
    search: WholeHand,
    position: Position,
    goals: tuple[Goal, Goal] | None,
    value: Points,
    move: Move,
) -> bool:
    """Whether this move keeps the result: the goals, settled in this position, or without them the
    points alone.

    After a move of A he still reaches the first goal, after one of B not the second, better one.
    """
    for_a = position.side(position.to_move) == 0
    after = laid(position.request_trump() if move.requests else position, move.card)
    if goals is not None:
        return reached(search, after, settled(goals[not for_a], after)) == for_a
    if by_chance(position):
        return search.value(after)[0] == value
    assert isinstance(value, int)
    return reached(search, after, Goal(value if for_a else value + 1)) == for_a
