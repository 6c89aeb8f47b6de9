"""Best play that serves the class first: A's points while both sides keep the class of the hand.

The result of a hand is its class, then A's points. In games of heaps and tens the points name the
class, and most points are best for both. Where the first tricks make a kot (docs/rules.md 1.6) they
are two aims: a kot may cost A a trick, the threat of one may gain him some. Both together are one
race (`Solver.race_with_kot`). Tricks are counted to the last one, also where the hand stops at the
seventh.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..base.outcomes import Between, Outcome, Points
from ..game.position import Position
from .ladder import Rung, ladder
from .whole_hand import WholeHand, by_chance, tricks_decide

__all__ = [
    "Goal",
    "goal_above",
    "goal_of",
    "has_result",
    "kept_bounds",
    "points_kept",
    "reached",
    "settled",
]


@dataclass(frozen=True, slots=True)
class Goal:
    """What A must reach in the whole hand for a result: so many points, and more than points.

    kot      a kot that is still open, as (side, tricks): A's when he makes it, or B misses his
    both     True: A needs the points and the kot; False: one of the two is enough
    tricks   collected tricks that A needs where they decide two tens each, else None
    """

    points: int
    kot: tuple[int, int] | None = None
    both: bool = True
    tricks: int | None = None


@dataclass(frozen=True, slots=True)
class _Span:
    """The results of one class: the kot that matters for them, least and most points of A."""

    kot: tuple[int, int] | None
    both: bool
    least: int
    most: int


def goal_of(position: Position, outcome: Outcome, points: int) -> Goal:
    """The goal of this class with so many points, or a better result.

    `outcome` is the class of the hand with best play.
    """
    if tricks_decide(position):
        half = position.tricks_total // 2
        decided = points == 2 and outcome is not Outcome.WIN_B
        return Goal(points, tricks=half + (outcome is Outcome.WIN_A) if decided else None)
    span = _span(position, outcome)
    return settled(Goal(points, span.kot, span.both), position)


def goal_above(position: Position, outcome: Outcome, points: int) -> Goal:
    """The goal of any better result than this one."""
    if tricks_decide(position):
        if points != 2 or outcome is Outcome.WIN_A:
            return Goal(points + 1)
        split = position.tricks_total % 2 == 0 and outcome is Outcome.WIN_B
        return goal_of(position, Outcome.NONE if split else Outcome.WIN_A, 2)
    span = _span(position, outcome)
    # One point more is either in the same class, or in none but better ones.
    return settled(Goal(points + 1, span.kot, span.both), position)


def settled(goal: Goal, position: Position) -> Goal:
    """The same goal in a later position of the hand, without a kot that is made or missed by now.

    The position must be one trick later at most than one in which the goal was settled.
    """
    if goal.kot is None:
        return goal
    side, tricks = goal.kot
    owned = position.owned
    made = not owned[1 - side] and owned[side] >= tricks
    if not made and not owned[1 - side]:
        return goal
    for_a = made == (side == 0)
    if for_a == goal.both:
        return Goal(goal.points)
    return Goal(0 if for_a else sum(owned) + position.points_left + 1)


def reached(search: WholeHand, position: Position, goal: Goal) -> bool | None:
    """Whether A reaches the goal with best play; None when the node limit came first."""
    if goal.tricks is not None:
        low, high = search.tricks_chance(position, goal.tricks)
        return bool(low) if low == high else None
    owned = position.owned
    total = sum(owned) + position.points_left
    if goal.points <= owned[0] and (goal.kot is None or not goal.both):
        return True
    if goal.points > total and (goal.kot is None or goal.both):
        return False
    points = goal.points - owned[0]
    if goal.kot is None:
        against = total - goal.points + 1 - owned[1]
        return search.run(search.solver.race, position, points, against)
    side, tricks = goal.kot
    kot = tricks - owned[side]
    race = search.solver.race_with_kot
    return search.run(race, position, points, kot, side == 1, goal.both)


def points_kept(
    search: WholeHand,
    position: Position,
    outcome: Outcome,
    value: tuple[int, int] | None = None,
) -> tuple[int, int]:
    """Bounds on A's points over the whole hand while both sides keep its class, `outcome`.

    Equal without a limit. `value`: bounds on the most points, if they are known.
    """
    if tricks_decide(position):
        low, high = value or map(int, search.value(position))
        return low, high
    span = _span(position, outcome)
    least, most = span.least, span.most
    goal = settled(Goal(0, span.kot, span.both), position)
    if least >= most:
        return least, least
    if goal.kot is None:
        low, high = value or map(int, search.value(position))
        return min(max(least, low), most), max(min(most, high), least)
    guess = 0
    if value is not None and span.both:
        most = max(min(most, value[1]), least)
        guess = most
    elif value is not None:
        least = min(max(least, value[0]), most)
        guess = least + 1
    mine = position.owned[0]
    side, tricks = goal.kot
    low, high = search.run(
        search.solver.value_with_kot,
        position,
        tricks - position.owned[side],
        side == 1,
        span.both,
        least - mine,
        most - mine,
        max(guess - mine, 0),
    ) or (least - mine, most - mine)
    return mine + low, mine + high


def kept_bounds(
    search: WholeHand,
    position: Position,
    classes: Between[Outcome] | None,
    value: Between[Points] | None = None,
) -> Between[int] | None:
    """The same where the class itself may be open; None where class and points are no result.

    While the class is open, nothing is known but the points that are left.
    """
    if classes is None or not has_result(position):
        return None
    if not classes.exact:
        return Between(position.owned[0], position.owned[0] + position.points_left)
    known = None if value is None else (int(value.low), int(value.high))
    return Between(*points_kept(search, position, classes.low, known))


def has_result(position: Position) -> bool:
    """Whether class and points are one result: where the hand has classes, and chance no say."""
    return position.variant.has_sides and not by_chance(position)


def _span(position: Position, outcome: Outcome) -> _Span:
    """A result of this class or better is: a better class, or this one with so many points.

    Each class is a race of the ladder, for points or for a kot. This class or better and the points
    are a kot and points; a better class or the points are a kot or points; races for points only
    limit the points.
    """
    rungs = ladder(position)
    total = sum(position.owned) + position.points_left
    first = next(i for i, rung in enumerate(rungs) if rung[0] is outcome)
    last = max(i for i, rung in enumerate(rungs) if rung[0] is outcome)
    least, most = position.owned[0], position.owned[0] + position.points_left
    kot, both = None, True
    _, a, b = rungs[last]
    if last < len(rungs) - 1:
        least = max(least, a)
        kot = _kot(rungs[last], total)
    if first:
        _, a, b = rungs[first - 1]
        above = _kot(rungs[first - 1], total)
        if above is None:
            most = min(most, a - 1)
        else:
            kot, both = above, False
            most = min(most, total - 1 if above[0] == 0 else total - b)
    return _Span(kot, both, least, most)


def _kot(rung: Rung, total: int) -> tuple[int, int] | None:
    """(side, tricks) of a race that stops early; None for one to the last point."""
    _, a, b = rung
    if a + b > total:
        return None
    return (0, a) if b == 1 else (1, b)
