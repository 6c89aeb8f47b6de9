"""The worth of a class in points, and of going on for all tricks after the first seven.

The studies of solver/decide take such a worth. Nothing here deals or solves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base.errors import MatchError
from ..base.outcomes import Outcome
from ..game.outcome_distribution import Number, Worth
from ..game.scoring import Scoring
from .scoring import HandResult, score_hand

if TYPE_CHECKING:
    from ..game.house_rules import House


# ---- what a class is worth -----------------------------------------------------------------


def worth_in_points(scoring: Scoring, house: House) -> Worth:
    """A's points minus B's for a class, without streaks."""

    def worth(outcome: Outcome) -> Number:
        score = score_hand(scoring, house, HandResult(outcome))
        return score.points[0] - score.points[1]

    return worth


# ---- stop or go on -------------------------------------------------------------------------


def stop_or_go_on(chance: Number, result_worth: Callable[[HandResult], Number]) -> StopOrGoOn:
    """The worth of going on for all thirteen at 7-0 (rules.md 1.6), for the side in question as A.

    `chance`: the probability of taking all. `result_worth`: the worth of a result to that side, in
    points or equity. The option `continue_fail` of the house decides what a failed run counts as.
    """
    if not 0 <= chance <= 1:
        raise MatchError(f"a chance lies between 0 and 1, not at {chance}")
    stop = result_worth(HandResult(Outcome.KOT_A))
    made = result_worth(HandResult(Outcome.BAVNEY_A))
    failed = result_worth(HandResult(Outcome.KOT_A, failed=True))
    even: Number | None = None
    if made > failed:
        even = (stop - failed) / (made - failed)
    return StopOrGoOn(stop, chance * made + (1 - chance) * failed, even)


@dataclass(frozen=True, slots=True)
class StopOrGoOn:
    """The worth of stopping at 7-0 and of going on; `even` is the chance at which both are equal.

    `even` is None where all thirteen are worth no more than a failed run, and 0 or less where going
    on costs nothing.
    """

    stop: Number
    go_on: Number
    even: Number | None
