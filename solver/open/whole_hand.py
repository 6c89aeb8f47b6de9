"""Races, values and classes counted over the whole hand, within one budget.

The search (`Solver.race`, `Solver.value`) counts points from the position on. This module adds the
points already taken and composes classes from races. When the budget is spent, the answer is a
bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ..base.errors import DealError, VariantError
from ..base.outcomes import Between, Outcome, Points, whole
from ..game.position import Position
from .budget import Budget
from .ladder import Rung, ladder, narrowed

__all__ = ["WholeHand", "by_chance", "tricks_decide"]


class WholeHand(Budget):
    """Searches about positions of one hand, on one budget; points are those of the whole hand."""

    def race(self, position: Position, a: int, b: int) -> bool | Fraction | None:
        """The race over the whole hand; None when the node limit came first."""
        decided = _decided(position, a, b)
        if decided is not None:
            return decided
        if by_chance(position):
            low, high = self.chance(position, a)
            return None if low != high else low if 0 < low < 1 else low == 1
        mine, theirs = position.owned
        return self.run(self.solver.race, position, a - mine, b - theirs)

    def chance(self, position: Position, a: int) -> tuple[Fraction, Fraction]:
        """Bounds on P(A reaches a points of the whole hand), both sides playing for just that."""
        if position.chances():
            each = [(share, self.chance(after, a)) for share, after in position.chances()]
            return _mean([(n, x[0]) for n, x in each]), _mean([(n, x[1]) for n, x in each])
        mine, rest = position.owned[0], position.points_left
        if a <= mine or a > mine + rest:
            return (Fraction(a <= mine),) * 2
        pay = [int(mine + x >= a) for x in range(rest + 1)]
        return self.run(self.solver.expected, position, pay) or (Fraction(0), Fraction(1))

    def value(self, position: Position) -> Between[Points]:
        """Bounds on A's points over the whole hand; equal without a limit."""
        mine, rest = position.owned[0], position.points_left
        if position.chances():
            each = [(share, self.value(after)) for share, after in position.chances()]
            low_mean, high_mean = (_mean([(n, x[end]) for n, x in each]) for end in (0, 1))
            return Between(whole(low_mean), whole(high_mean))
        if rest == 0:
            return Between(mine, mine)
        if by_chance(position):
            least, most = self.run(self.solver.expected, position) or (0, rest)
            return Between(whole(mine + least), whole(mine + most))
        low, high = self.run(self.solver.value, position) or (0, rest)
        return Between(mine + low, mine + high)

    def classify(self, position: Position, rungs: Sequence[Rung]) -> Between[Outcome]:
        """(worst, best) class still possible; equal without a limit unless chance decides."""
        low, high = narrowed(rungs, lambda a, b: self.race(position, a, b))
        if tricks_decide(position) and low <= Outcome.NONE <= high:
            return Between(*self.by_tricks(position, low, high))
        return Between(low, high)

    def by_tricks(self, position: Position, low: Outcome, high: Outcome) -> tuple[Outcome, Outcome]:
        """The same bounds where the tricks decide a 2-2 in tens (docs/rules.md 4.3)."""
        n = position.tricks_total
        wins = self.tricks_chance(position, n // 2 + 1)
        if wins[0] == 1:
            return max(low, Outcome.WIN_A), max(high, Outcome.WIN_A)
        if wins[1] > 0:
            return min(low, Outcome.WIN_B), max(high, Outcome.WIN_A)
        # A has no majority; an even number of tricks can also be split, and then nobody wins.
        draws = (Fraction(0),) * 2 if n % 2 else self.tricks_chance(position, n // 2)
        if draws[0] == 1:
            return Outcome.NONE, Outcome.NONE
        return min(low, Outcome.WIN_B), Outcome.NONE if draws[1] > 0 else Outcome.WIN_B

    def tricks_chance(self, position: Position, tricks: int) -> tuple[Fraction, Fraction]:
        """Bounds on P(A gets three tens, or two tens and at least this many tricks)."""
        if sum(position.collected) + position.heap != position.tricks_done:
            raise DealError(
                f"{position.tricks_done} tricks were played, but {sum(position.collected)} are "
                f"collected and {position.heap} in the heap: the class needs them all"
            )
        if position.chances():
            each = [
                (share, self.tricks_chance(after, tricks)) for share, after in position.chances()
            ]
            return _mean([(n, x[0]) for n, x in each]), _mean([(n, x[1]) for n, x in each])
        found = self.run(self.solver.wins_by_tricks, position, tricks)
        return found or (Fraction(0), Fraction(1))

    def chances(self, position: Position) -> dict[Outcome, Fraction]:
        """P(class or better) for each class, when both sides play for exactly that.

        Empty if the game has no chance move left or the node limit was reached.
        """
        found: dict[Outcome, Fraction] = {}
        if not by_chance(position):
            return found
        by_tricks = tricks_decide(position)
        n = position.tricks_total
        for least, a, _ in ladder(position)[:-1]:
            if by_tricks and least in (Outcome.WIN_A, Outcome.NONE):
                if least is Outcome.NONE and n % 2:
                    continue
                low, high = self.tricks_chance(position, n // 2 + (least is Outcome.WIN_A))
            else:
                low, high = self.chance(position, a)
            if low != high:
                return {}
            found[least] = low
        return found

    def classes(self, position: Position) -> Between[Outcome] | None:
        """(worst, best) class still possible; None where the hand has no class."""
        try:
            rungs = ladder(position)
        except VariantError:
            return None
        return self.classify(position, rungs)


def tricks_decide(position: Position) -> bool:
    """Whether two tens each leave the hand to the tricks: a game of tens with that option (4.3)."""
    variant = position.variant
    return variant.points == "tens" and variant.get("dehla_result") == "tricks_decide"


def by_chance(position: Position) -> bool:
    """Whether a random card may still make trump (6)."""
    return bool(position.reserves) and position.variant.get("m1_fallback") == "chance"


def _mean(parts: Iterable[tuple[Fraction, Points]]) -> Fraction:
    return sum((share * number for share, number in parts), Fraction(0))


def _decided(position: Position, a: int, b: int) -> bool | None:
    """The answer to the race if the points already taken settle it, else None.

    A position does not record which side reached its goal first. Where both have, the lower goal is
    taken to be the earlier one; a kot that was made is stored separately (see `ladder`).
    """
    mine, theirs = position.owned
    if mine >= a:
        return theirs < b or a <= b
    if theirs >= b or mine + position.points_left < a:
        return False
    return None
