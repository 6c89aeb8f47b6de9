"""The choices of a study compared: how often each succeeds, what it is worth, which is the best.

All is read from the joint counts so far (counts.py), by the formulas of estimates.py, and of
control.py where a cheap estimate takes part. Nothing here deals, asks or decides when to stop.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..base.errors import SamplingError
from ..base.outcomes import Between, Outcome
from ..game.scoring import CLASSES
from .asked import Questions
from .control import (
    controlled_difference,
    controlled_mean,
    controlled_share,
    controlled_shares,
    explains,
)
from .counts import JointCounts
from .estimates import (
    CHEAP_OF,
    Comparison,
    Counts,
    Estimate,
    Mean,
    class_shares,
    compare_choices,
    fold_kots,
    join_means,
    left_open,
    mean_points,
    share_from,
    whole,
)

__all__ = ["Choice", "Compared"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the things that may be done, and what each answer is worth to the one who chooses.

    `values`: one for each full answer, worst first; a choice without a `column` is worth its one
    value whatever the cards. From the place `success` on the choice succeeded (won, made). A
    `bet` has two values only, below and from `success`. `outcomes` names the classes of the places.
    """

    name: str
    column: int | None
    values: tuple[float, ...]
    success: int = 3
    bet: bool = False
    outcomes: tuple[Outcome, ...] = CLASSES


class Compared:
    """The choices of a study and the counts of its deals so far.

    `level`: the confidence of one interval; `confidence`: that of all `looks` together.
    """

    questions: Questions
    choices: tuple[Choice, ...]
    counts: JointCounts
    confidence: float
    looks: int
    level: float
    _active: tuple[int, ...]
    """The numbers of the choices that are not dropped."""

    @property
    def rival_level(self) -> float:
        """What the test of the best choice against each rival must stay below at one look."""
        return (1 - self.confidence) / (max(1, len(self.choices) - 1) * self.looks)

    def best(self) -> int:
        """The number of the choice with the highest mean worth, the first of equals.

        Dropped choices do not count. What a choice is worth at least comes first where deals are
        undecided.
        """
        worth = {k: tuple(each.mean or 0.0 for each in self._means(k)) for k in self._active}
        return max(self._active, key=worth.__getitem__)

    def mean(self, number: int) -> Mean:
        """What a choice is worth on average."""
        choice = self.choices[number]
        if choice.column is None or not choice.bet:
            return join_means(*self._means(number))
        made = self.success(number)
        low, high = (choice.values[0] + p * self._stake(choice) for p in (made.low, made.high))
        least, most = (choice.values[0] + p * self._stake(choice) for p in made.share)
        return Mean(Between(least, most), low, high, made.n)

    def success(self, number: int) -> Estimate:
        """How often a choice succeeds: the hand is won, the bid made."""
        choice = self.choices[number]
        if choice.column is None:
            raise SamplingError(f"{choice.name} is not tried on any deal")
        classes, cheap = self._pair(choice.column, choice.column)
        if choice.bet and len(self.questions.fold) and choice.success >= 4:
            # A bet on a kot is decided by the cheap answers, which all deals have.
            return share_from(cheap, choice.success - 1, self.level)
        made = share_from(classes, choice.success, self.level)
        return self.controlled(number, made, slice(choice.success, None))

    def controlled(self, number: int, plain: Estimate, classes: slice) -> Estimate:
        """The chance of these classes with a choice, by the estimate where that is of use."""
        column = self.choices[number].column
        if column is None or not self._explained(number):
            return plain
        return controlled_share(plain, self.counts.controls, column, classes, self.level)

    def compare(self, best: int, other: int) -> Comparison:
        """A choice beside another on the same deals; undecided deals count against the first."""
        first, second = self.choices[best], self.choices[other]
        s = first.column if first.column is not None else second.column
        t = second.column if second.column is not None else first.column
        if s is None or t is None:
            difference = first.values[0] - second.values[0]
            same = Mean.of(difference, difference, difference, 0)
            return Comparison(same, float(difference == 0), 0, 0, 1.0, 0, 0)
        classes, cheap = self._pair(s, t)
        places = self.questions.places
        found = compare_choices(
            classes,
            cheap,
            first.values if first.column is not None else first.values * places,
            self.level,
            second.values if second.column is not None else second.values * places,
            CHEAP_OF if len(self.questions.fold) else np.arange(places),
            (first.success, second.success),
        )
        if self._controls(s) and self._controls(t):
            values = tuple(
                each.values if each.column is not None else each.values * places
                for each in (first, second)
            )
            found = controlled_difference(
                found, self.counts.controls, (s, t), (values[0], values[1]), classes, self.level
            )
        difference = found.difference.mean or 0.0
        if difference <= 0 and any(left_open(self.counts.of(column)[0]) for column in (s, t)):
            # A test of both sides: at its worst the best choice may lie clearly below the other.
            return replace(found, p_points=1.0, p_win=1.0)
        return found

    def shares(self, column: int) -> NDArray[np.float64]:
        """The class probabilities of a column, worst first; without the undecided deals."""
        classes, cheap = self.counts.of(column)
        if not left_open(classes) and any(
            self._explained(k) for k, each in enumerate(self.choices) if each.column == column
        ):
            return controlled_shares(self.counts.controls, column)
        known = np.diagonal(classes)
        shares = class_shares(known, self._pair(column, column)[1].sum(axis=1))
        if left_open(fold_kots(classes)) or left_open(cheap):
            shares = np.asarray(known / whole(classes), dtype=np.float64)
        elif left_open(classes):  # only whether simple hands are won
            shares[2:4] *= known[2:4].sum() / classes[2:4, 2:4].sum()
        return shares

    @staticmethod
    def _stake(choice: Choice) -> float:
        return choice.values[-1] - choice.values[0]

    def _pair(self, s: int, t: int) -> tuple[Counts, Counts]:
        """Joint counts of full and cheap answers of two columns that fit together.

        Kots that were left undecided may be others in the deals asked for kots only than in those
        solved to their class: then only the latter count.
        """
        classes = self.counts.classes[s, t]
        if not len(self.questions.fold):
            return classes, classes
        cheap = self.counts.cheap[s, t]
        if any(left_open(self.counts.cheap[u, u]) for u in (s, t)):
            cheap = fold_kots(classes)
        return classes, cheap

    def _means(self, number: int) -> tuple[Mean, Mean]:
        """The mean worth if all undecided deals end for the worst and for the best."""
        choice = self.choices[number]
        if choice.column is None:
            (value,) = choice.values
            return (Mean.of(value, value, value, 0),) * 2
        if choice.bet:
            made = self.success(number)
            least, most = (choice.values[0] + p * self._stake(choice) for p in made.share)
            return Mean.of(least, least, least, made.n), Mean.of(most, most, most, made.n)
        joint = self._pair(choice.column, choice.column)
        if not len(self.questions.fold):
            joint = joint[0], fold_kots(joint[0])
        worst, best = ([part.sum(axis=axis) for part in joint] for axis in (1, 0))
        if self._explained(number):
            low, high = (
                controlled_mean(
                    self.counts.controls, choice.column, choice.values, part[0], self.level, end
                )
                for part, end in ((worst, False), (best, True))
            )
            return low, high
        low = mean_points(worst[0], worst[1], choice.values, self.level)
        if all(abs(a - b).max() < 1e-9 for a, b in zip(worst, best, strict=True)):
            return low, low
        return low, mean_points(best[0], best[1], choice.values, self.level)

    def _explained(self, number: int) -> bool:
        """Whether the estimate tells what a choice is worth better than the counts alone."""
        choice = self.choices[number]
        if choice.column is None or choice.bet or not self._controls(choice.column):
            return False
        return explains(self.counts.controls, choice.column, choice.values)

    def _controls(self, column: int) -> bool:
        """Whether the estimate may be used in a column.

        Its kots must be known as well of the deals asked for kots only as of those that are solved:
        else the estimate completed by the kots means another thing in either.
        """
        if not self.counts.controls or column >= self.questions.columns:
            return False
        classes, cheap = self.counts.of(column)
        return left_open(cheap) <= left_open(fold_kots(classes))
