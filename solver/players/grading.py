"""The scale of reviews and of the quiz: what a loss in points is called. Nothing else decides it.

A loss is what a card or a call costs its own side, seen from its own seat, where a simple win is a
point; in a scoring of kots it is measured in such wins. Only a loss that is surely above 0 has a
name; a card that the rule of thumb would play as well is called a mistake from twice the loss on,
since the yardstick assumes that everybody sees all hands later.
"""

from __future__ import annotations

from enum import StrEnum

from ..base.outcomes import Outcome
from ..decide.estimates import Mean
from ..game.scoring import Scoring

__all__ = [
    "FAULTS",
    "INACCURACY",
    "MISTAKE",
    "SCALE",
    "SIGNS",
    "THUMB_MISTAKE",
    "Grade",
    "grade_of",
    "is_open",
    "simple_win",
    "thresholds",
]

FINE, INACCURACY, MISTAKE, BLUNDER = 0.02, 0.05, 0.10, 0.30
THUMB_MISTAKE = 0.20


class Grade(StrEnum):
    """What a card is called.

    forced: the only card, or all legal cards touch. equal: every legal card ends the same in every
    world looked at. best: no card is surely better by 0.02 points or more. fine, inaccuracy,
    mistake, blunder: a loss from 0.02, 0.05, 0.10 (0.20 where the rule of thumb agrees) and 0.30.
    """

    FORCED = "forced"
    EQUAL = "equal"
    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


FAULTS = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
"""The grades that are counted against a player."""
SIGNS = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
"""The marks of faults, as in the literature of chess."""
SCALE = {
    Grade.FINE: FINE,
    Grade.INACCURACY: INACCURACY,
    Grade.MISTAKE: MISTAKE,
    Grade.BLUNDER: BLUNDER,
}
"""The loss from which on each word is used."""


def simple_win(scoring: Scoring) -> float:
    """What a simple win is worth in the unit of this scoring: the point of the scale."""
    return float(scoring.worth(Outcome.WIN_A)[0]) or 1.0


def thresholds(scoring: Scoring) -> dict[str, float]:
    """The loss from which on each word is used, in the unit of this scoring.

    `mistake_of_thumb` is the one of a card that the rule of thumb plays as well.
    """
    unit = simple_win(scoring)
    found = {str(grade): least * unit for grade, least in SCALE.items()}
    return found | {"mistake_of_thumb": THUMB_MISTAKE * unit}


def grade_of(loss: Mean, thumb: bool = False, unit: float = 1.0) -> Grade:
    """The name of a loss; `thumb`: the rule of thumb plays this card as well.

    `unit`: what a simple win is worth where the loss is counted.
    """
    found = (loss.mean or 0.0) / unit
    if loss.low <= 0 or found < FINE:
        return Grade.BEST
    if found < INACCURACY:
        return Grade.FINE
    if found < (THUMB_MISTAKE if thumb else MISTAKE):
        return Grade.INACCURACY
    return Grade.MISTAKE if found < BLUNDER else Grade.BLUNDER


def is_open(loss: Mean, thumb: bool, unit: float = 1.0, least: float = MISTAKE) -> bool:
    """Whether more worlds may change what counts: the interval reaches over a threshold.

    The thresholds are those of the faults from `least` on (the loss of an inaccuracy or of a
    mistake). A loss that large and yet perhaps none reaches over the first of them.
    """
    mistake = THUMB_MISTAKE if thumb else MISTAKE
    lines = [line * unit for line in (INACCURACY, mistake, BLUNDER) if line >= least]
    return any(loss.low < line < loss.high for line in lines)
