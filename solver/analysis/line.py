"""One line of best play, and the moves it is made of."""

from __future__ import annotations

from ..cards import Card
from ..engine import Solver
from ..errors import HakemError
from ..game.position import Position, need_position
from ..outcomes import Points
from .answers import Line
from .whole_hand import WholeHand, by_chance

__all__ = ["best_line"]


def best_line(position: Position, solver: Solver | None = None) -> Line:
    """A line of play to the end that is best for points; replaying it gives exactly its `value`."""
    need_position(position)
    search = WholeHand(solver)
    value, _ = search.value(position)
    return keep_value(search, position, value)


def keep_value(search: WholeHand, position: Position, value: Points) -> Line:
    """A line to the end on which neither side gives up a point of this value."""
    cards: list[Card] = []
    asks: list[int] = []
    while not position.over and not position.chances():
        card, asked = _keeps(search, position, value)
        if asked:
            asks.append(len(cards))
        cards.append(card)
        position = after_move(position, card, asked)
    return Line(tuple(cards), value, tuple(asks))


def _keeps(search: WholeHand, position: Position, value: Points) -> tuple[Card, bool]:
    """A move of the seat to move that keeps the value: a low card when following suit."""
    moves = moves_of(position)
    if position.table:
        moves.sort(key=lambda move: (move[1], move[0].rank))
    if by_chance(position):
        whole_budget = WholeHand(search.solver)
        for card, asks in moves[:-1]:
            if whole_budget.value(after_move(position, card, asks))[0] == value:
                return card, asks
        return moves[-1]
    assert isinstance(value, int)
    for_a = position.side(position.to_move) == 0
    goal = value if for_a else value + 1
    for card, asks in moves[:-1]:
        after = after_move(position, card, asks)
        points = sum(after.owned) + after.points_left
        if for_a == _unlimited(search, after, goal, points - goal + 1):
            return card, asks
    return moves[-1]


def _unlimited(search: WholeHand, position: Position, a: int, b: int) -> bool:
    mine, theirs = position.owned
    if a > mine + position.points_left:
        return False
    if a <= mine:
        return True
    won = search.solver.race(position, a - mine, b - theirs)
    if won is None:
        raise HakemError("the search gave no answer although it has no limit")
    return won


def moves_of(position: Position) -> list[tuple[Card, bool]]:
    """The legal cards, and with True those that can be played after requesting a hidden trump."""
    moves = [(card, False) for card in position.legal()]
    if position.may_ask:
        moves += [(card, True) for card in position.ask().legal()]
    return moves


def after_move(position: Position, card: Card, asks: bool) -> Position:
    """The position after this move: a card, and whether its player first has trump shown."""
    return (position.ask() if asks else position).play(card)
