"""One line of best play, and the moves it is made of."""

from __future__ import annotations

from ..cards import Card
from ..engine import Solver
from ..errors import DealError
from ..game.position import Position, need_position
from ..outcomes import Between, Outcome, Points
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
    cards: list[Card] = []
    requests: list[int] = []
    stops: int | None = None
    goals: tuple[Goal, Goal] | None = None
    if outcome is not None:
        assert isinstance(value, int)
        goals = goal_of(position, outcome, value), goal_above(position, outcome, value)
    while not position.over and not position.chances():
        if stops is None and outcome is not None and _stops(position, outcome):
            stops = len(cards)
        if goals is None:
            card, asked = _keeps_value(whole_budget, position, value)
        else:
            goals = settled(goals[0], position), settled(goals[1], position)
            card, asked = _keeps(whole_budget, position, *goals)
        if asked:
            requests.append(len(cards))
        cards.append(card)
        position = after_move(position, card, asked)
    return Line(tuple(cards), value, tuple(requests), outcome, stops)


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


def _in_order(position: Position) -> list[tuple[Card, bool]]:
    """The moves, a low card first when following."""
    moves = moves_of(position)
    if position.table:
        moves.sort(key=lambda move: (move[1], move[0].rank))
    return moves


def _keeps(search: WholeHand, position: Position, reach: Goal, above: Goal) -> tuple[Card, bool]:
    """A move after which A still reaches his goal (his move), or no better one (B's move)."""
    moves = _in_order(position)
    for card, requests in moves[:-1]:
        if keeps_goal(search, position, reach, above, card, requests):
            return card, requests
    return moves[-1]


def _keeps_value(search: WholeHand, position: Position, value: Points) -> tuple[Card, bool]:
    """A move of the seat to move that keeps A's points."""
    moves = _in_order(position)
    for card, requests in moves[:-1]:
        if keeps_value(search, position, value, card, requests):
            return card, requests
    return moves[-1]


def keeps_goal(
    search: WholeHand, position: Position, reach: Goal, above: Goal, card: Card, requests: bool
) -> bool:
    """Whether A still reaches his goal after this move (his own), or no better one (one of B).

    The goals must be settled in this position.
    """
    for_a = position.side(position.to_move) == 0
    after = after_move(position, card, requests)
    return reached(search, after, settled(reach if for_a else above, after)) == for_a


def keeps_value(
    search: WholeHand, position: Position, value: Points, card: Card, requests: bool
) -> bool:
    """Whether A's points, of which both sides think alone, stay the same after this move."""
    after = after_move(position, card, requests)
    if by_chance(position):
        return search.value(after)[0] == value
    assert isinstance(value, int)
    for_a = position.side(position.to_move) == 0
    return reached(search, after, Goal(value if for_a else value + 1)) == for_a


def moves_of(position: Position) -> list[tuple[Card, bool]]:
    """The legal cards, and with True those that can be played after requesting a hidden trump."""
    moves = [(card, False) for card in position.legal()]
    if position.may_request_trump:
        moves += [(card, True) for card in position.request_trump().legal()]
    return moves


def after_move(position: Position, card: Card, requests: bool) -> Position:
    """The position after this move: a card, and whether its player first has trump shown."""
    return (position.request_trump() if requests else position).play(card)
