"""What each player can force against all the others together."""

from __future__ import annotations

from dataclasses import replace

from ..base.outcomes import Between
from ..core.engine import Solver
from ..game.position import Position, need_position
from .answers import Guarantee
from .whole_hand import WholeHand

__all__ = ["guarantees"]


def guarantees(
    position: Position, solver: Solver | None = None, node_limit: int = 0
) -> tuple[Guarantee, ...]:
    """What each player can force against all the others together, seat 0 first.

    This is the answer for three players, whose hand has no single value; other games can be asked
    as well. For three players, "wins the hand" follows the stop and tie rules of docs/rules.md 8.1;
    for other numbers of seats it is known only where the number of tricks settles it. The node
    limit applies to all players together; undecided answers are bounds or None.
    """
    need_position(position)
    return guarantees_within(WholeHand(solver, node_limit), position)


def guarantees_within(search: WholeHand, position: Position) -> tuple[Guarantee, ...]:
    """The guarantee of every player; all searches share the budget."""
    return tuple(
        guarantee(search, replace(position, player=seat)) for seat in range(position.seats)
    )


def guarantee(search: WholeHand, alone: Position) -> Guarantee:
    """What the player of this position can force against all the others."""
    points = Between(*map(int, search.value(alone)))
    low, high = points
    total = sum(alone.owned) + alone.points_left
    seven = min(7, alone.tricks_total)
    at_once = not alone.variant.collecting and alone.variant.points == "tricks"
    first: bool | None = None
    if at_once and (alone.owned[1] or high < seven):
        first = False
    elif at_once and (answer := search.race(alone, seven, 1)) is not None:
        first = bool(answer)
    wins: bool | None = None
    if first or low > total - low:
        wins = True
    elif alone.seats == 3:
        wins = search.run(search.solver.wins_hand, alone)
    decided = points.exact and (alone.seats != 3 or wins is not None)
    decided = decided and (first is not None or not at_once)
    return Guarantee(alone.player or 0, points, first, wins, decided)
