"""What a card is worth to its seat where a hand has no class for two sides to play for.

Three players: what the seat is sure of against the two others together. A dummy's table: the tricks
that its side collects more than the other. Both are asked of one world with open hands; which
worlds and cards is said by `sampled.py`. Bids are no case of their own: the caller bids seven, and
a side that takes seven tricks has won the hand as elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Card
from ..decide.template import PositionTemplate
from ..decide.worlds import Worlds, world_hands
from ..game.house_rules import call_scoring, usual_house
from ..game.move import Move
from ..game.position import Position
from ..game.variants import Variant
from ..open.whole_hand import WholeHand
from .player import View

if TYPE_CHECKING:
    from ..core.engine import Solver

__all__ = ["NODE_LIMIT", "first_lone", "lone_worth"]


NODE_LIMIT = 200_000
"""For one card in one world; what is left open by it counts by the middle of its bounds."""


def first_lone(variant: Variant) -> int | None:
    """The first trick whose worlds are solved so; before it one world may take seconds. None where
    a class tells what a card is worth."""
    if not variant.has_sides:
        return 6
    return 4 if variant.has_dummy else None


def lone_worth(
    view: View, worlds: Worlds, cards: Sequence[Card], solver: Solver
) -> NDArray[np.float64]:
    """The worth of each card in each world to the seat to move, float64 (worlds, cards).

    Three players: the points of the usual scoring that the seat can force for itself (0 where it
    can force nothing, which does not say who wins). Dummy: collected tricks, own side minus other.
    """
    variant, seat = view.position.variant, view.seat
    three = not variant.has_sides
    position = replace(view.position, player=seat) if three else view.position
    template = PositionTemplate.in_play(position, view.knowledge.known)
    scoring = call_scoring(usual_house(variant))
    one, seven = (values[seat > 0] for values in (scoring.win, scoring.kot))
    found = np.zeros((len(worlds), len(cards)))
    for row, world in enumerate(worlds):
        hands = world_hands(world)
        for column, card in enumerate(cards):
            after = template.position(hands, Move(card))
            search = WholeHand(solver, NODE_LIMIT)
            if three:
                found[row, column] = _sure(search, after, one, seven)
            else:
                low, high = search.value(after)
                ahead = float(low + high) - after.tricks_total
                found[row, column] = ahead if seat % 2 == 0 else -ahead
    return found


def _sure(search: WholeHand, alone: Position, one: float, seven: float) -> float:
    """The points that the player of this position can force."""
    if not alone.owned[1] and search.race(alone, 7, 1):
        return seven
    wins = search.run(search.solver.wins_hand, alone)
    return one / 2 if wins is None else one * wins
