"""From counts to estimates: shares, mean points and paired comparisons, each with its interval.

There are two samples: all N deals were searched for kots only (five codes), and n of them were
solved to their full class (six). Counts may be added up in any order before. They are whole
numbers, except where a choice leaves the trump to chance: then each suit of a deal counts with its
probability. The variance is that of one drawn suit a deal, so intervals are never too narrow.
docs/statistics.md describes the formulas in words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.drawn import Told
from ..base.outcomes import Between
from .distributions import beta_quantile, sign_test, t_quantile, t_tail

__all__ = [
    "Comparison",
    "Estimate",
    "Mean",
    "PairedDifference",
    "class_shares",
    "compare_choices",
    "difference_of_shares",
    "estimate_share",
    "fold_kots",
    "join_means",
    "left_open",
    "mean_points",
]

Counts = NDArray[np.number[Any]]
"""Joint or single counts: int64, or float64 where deals count in parts."""

# Class 0..5 = BAVNEY_B, KOT_B, WIN_B, WIN_A, KOT_A, BAVNEY_A; the kot code merges 2 and 3.
CHEAP_OF = np.array([0, 1, 2, 2, 3, 4])
_FEW = 8  # with fewer successes or failures the exact (Clopper-Pearson) interval is used


@dataclass(frozen=True, slots=True)
class Estimate(Told):
    """A share of sampled deals: `count` of `n`, its estimate, `share`, and an interval (0 to 1).

    When a node limit left deals undecided, `share` reaches from that with all of them counted as
    failures to that with all as successes, `count` omits them, and the interval covers both. `p` is
    the exact share, `bounds` the open one.
    """

    count: float
    n: int
    share: Between[float]
    low: float
    high: float
    undecided: float = 0

    @property
    def p(self) -> float | None:
        """The share; None where deals were left undecided."""
        return self.share.value

    @property
    def bounds(self) -> Between[float] | None:
        """The least and the greatest share that is possible; None unless it is open."""
        return None if self.share.exact else self.share

    def __str__(self) -> str:
        said = f"{self.low:.1%} to {self.high:.1%}, n = {self.n}"
        if self.share.exact:
            return f"{self.share.low:.1%} ({said})"
        least, most = self.share
        return f"between {least:.1%} and {most:.1%} ({said}, {self.undecided} undecided)"


@dataclass(frozen=True, slots=True)
class Mean(Told):
    """A mean over n sampled deals, `value`, with its interval.

    When a node limit left deals undecided, `value` reaches from its lowest to its highest possible
    one. `mean` is the exact mean, `bounds` the open one.
    """

    value: Between[float]
    low: float
    high: float
    n: int

    @property
    def mean(self) -> float | None:
        """The mean; None where deals were left undecided."""
        return self.value.value

    @property
    def bounds(self) -> Between[float] | None:
        """The least and the greatest mean that is possible; None unless it is open."""
        return None if self.value.exact else self.value

    @classmethod
    def of(cls, mean: float, low: float, high: float, n: int) -> Mean:
        """A mean that nothing leaves open."""
        return cls(Between.exactly(mean), low, high, n)

    def __str__(self) -> str:
        said = f"{self.low:+.3f} to {self.high:+.3f}, n = {self.n}"
        if self.value.exact:
            return f"{self.value.low:+.3f} ({said})"
        return f"between {self.value.low:+.3f} and {self.value.high:+.3f} ({said})"


@dataclass(frozen=True, slots=True)
class PairedDifference(Told):
    """Two choices on the same deals: the mean worth of the first minus that of the second.

    `p_points` is the two-sided p value of a paired test on the points.
    """

    difference: Mean
    p_points: float


@dataclass(frozen=True, slots=True)
class Comparison(PairedDifference):
    """Two choices on the same deals: mean worth of the first minus the second, and the wins.

    `won` counts the deals that only the first choice wins, `lost` those that only the second wins;
    `p_win` is the p value of the exact McNemar test on both. `n` deals were solved to their class
    for both choices, `kot_n` searched for kots. Undecided deals count as the worst case for the
    first choice and the best case for the second, so a significant advantage stays one however
    they end.
    """

    won: int
    lost: int
    p_win: float
    n: int
    kot_n: int


def estimate_share(
    count: float, n: int, confidence: float = 0.95, most: float | None = None
) -> Estimate:
    """A share with its Wilson interval; Clopper-Pearson with few successes or failures (< 8).

    With n = 0, p is 0.5 and the interval 0 to 1. `most` is the count if all undecided deals were
    successes; the interval then reaches from the lower end for `count` to the upper end for `most`,
    so it is valid however the undecided deals end.
    """
    if most is not None and most > count:
        least, top = (estimate_share(c, n, confidence) for c in (count, most))
        share = Between(count / n, most / n)
        return Estimate(count, n, share, least.low, top.high, most - count)
    if n == 0:
        return Estimate(0, 0, Between.exactly(0.5), 0.0, 1.0)
    low, high = share_interval(count, n, confidence)
    return Estimate(count, n, Between.exactly(count / n), low, high)


def share_interval(count: float, n: float, confidence: float) -> tuple[float, float]:
    """The interval of `estimate_share`; deals may count in parts."""
    few = min(count, n - count) < _FEW
    if not few:
        return _wilson(count, n, NormalDist().inv_cdf(0.5 + confidence / 2))
    tail = (1 - confidence) / 2
    low = float(beta_quantile(tail, count, n - count + 1)) if count > 0 else 0.0
    high = float(beta_quantile(1 - tail, count + 1, n - count)) if count < n else 1.0
    return low, high


def number(count: Any) -> int | float:
    """A count as a whole number where it is one; parts are rounded to nine digits."""
    rounded = round(float(count), 9)
    return int(rounded) if rounded.is_integer() else rounded


def difference_of_shares(first: Estimate, second: Estimate) -> tuple[float, float, float]:
    """The difference of two shares of different deals, with its interval (low, high).

    The intervals of both are joined by the square root of the sum of squares (Newcombe 1998), at
    the confidence that they have. Both shares must be decided.
    """
    assert first.p is not None
    assert second.p is not None
    difference = first.p - second.p
    below = math.hypot(first.p - first.low, second.high - second.p)
    above = math.hypot(first.high - first.p, second.p - second.low)
    return difference, max(-1.0, difference - below), min(1.0, difference + above)


def share_from(joint: Counts, place: int, level: float) -> Estimate:
    """The share of the places from this one up in joint counts of (worst, best)."""
    worst, best = (number(joint.sum(axis=axis)[place:].sum()) for axis in (1, 0))
    return estimate_share(worst, whole(joint), level, best)


def share_below(joint: Counts, place: int, level: float) -> Estimate:
    """The share of the places below this one: what is best for A is least for them."""
    worst, best = (number(joint.sum(axis=axis)[:place].sum()) for axis in (1, 0))
    return estimate_share(best, whole(joint), level, worst)


def whole(counts: Counts) -> int:
    """The number of deals among these counts."""
    return round(float(counts.sum()))


def class_shares(classes: Counts, cheap: Counts) -> NDArray[np.float64]:
    """The six class probabilities, worst first, from class counts (6,) and kot counts (5,).

    Kots and bavneys have their share of all deals. The remaining deals are divided into simple wins
    and losses in the proportion of the fully solved deals. Where the kot search did not separate
    bavneys from kots, they are divided in the same way. The result sums to 1 (0 without deals).
    """
    total = whole(cheap)
    if total == 0:
        return np.zeros(6)
    lost, kot_b, loss, win, kot_a, all_won = classes.tolist()
    share = (cheap / total).tolist()
    won = win / (win + loss) if win + loss else 0.5
    shares = [share[0], share[1], share[2] * (1 - won), share[2] * won, share[3], share[4]]
    if cheap[0] < lost:
        shares[:2] = [share[1] * lost / (lost + kot_b), share[1] * kot_b / (lost + kot_b)]
    if cheap[4] < all_won:
        both = all_won + kot_a
        shares[4:] = [share[3] * kot_a / both, share[3] * all_won / both]
    return np.array(shares)


def mean_points(
    classes: Counts, cheap: Counts, points: Sequence[float], confidence: float = 0.95
) -> Mean:
    """The mean of `points` (one for each class, worst first) with its interval.

    Two independent errors are combined by the square root of the sum of squares, upwards and
    downwards separately (MOVER; Zou and Donner 2008): that of the five kot shares, whose Wilson
    limits are joined with the correlations of a multinomial sample, and that of the division into
    simple wins and losses. A class that is rare but worth much thus widens the interval even when
    it was not seen.
    """
    value = np.array(points, dtype=float)
    n, simple = whole(cheap), number(classes[2] + classes[3])
    if n == 0:
        return Mean.of(0.0, float(value.min()), float(value.max()), 0)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    shares = class_shares(classes, cheap)
    mean = float(shares @ value)
    share = cheap / n
    won = number(classes[3])
    q = won / simple if simple else 0.5
    middle = q * value[3] + (1 - q) * value[2]
    worth = np.array([value[0], value[1], middle, value[4], value[5]]) - mean
    limits = [_wilson(number(count), n, z) for count in cheap]
    spread = np.sqrt(share * (1 - share))
    apart = np.outer(spread, spread)
    tie = np.divide(-np.outer(share, share), apart, out=np.zeros((5, 5)), where=apart > 0)
    np.fill_diagonal(tie, 1.0)
    q_low, q_high = _wilson(won, simple, z)
    step = (value[3] - value[2]) * share[2]

    def reach(sign: int) -> float:
        """The distance of the interval's end from the mean, below (-1) or above (+1)."""
        # The sign is that of the share's deviation, because the correlations are those of the
        # shares.
        far = np.array(
            [
                abs(w) * (limit[1 if w * sign > 0 else 0] - p)
                for w, limit, p in zip(worth, limits, share, strict=True)
            ]
        )
        far_q = step * ((q_high if step * sign > 0 else q_low) - q)
        return math.sqrt(max(0.0, float(far @ tie @ far)) + far_q * far_q)

    low = max(float(value.min()), mean - reach(-1))
    high = min(float(value.max()), mean + reach(+1))
    return Mean.of(mean, low, high, whole(classes))


def fold_kots(classes: Counts) -> Counts:
    """Joint counts of the kot codes (5, 5) from joint counts of the classes (6, 6)."""
    cheap: Counts = np.zeros((5, 5), classes.dtype)
    np.add.at(cheap, (CHEAP_OF[:, None], CHEAP_OF[None, :]), classes)
    return cheap


def left_open(joint: Counts) -> int:
    """The number of undecided deals in joint counts of the (worst, best) answer still possible."""
    return math.ceil(number(joint.sum() - np.trace(joint)))


def join_means(least: Mean, most: Mean) -> Mean:
    """One Mean from the mean with the undecided deals at their worst and the mean at their best."""
    return Mean(Between(least.value.low, most.value.high), least.low, most.high, least.n)


def compare_choices(
    classes: Counts,
    cheap: Counts,
    points: Sequence[float],
    confidence: float = 0.95,
    others: Sequence[float] | None = None,
    fold: NDArray[np.int64] = CHEAP_OF,
    wins: tuple[int, int] = (3, 3),
) -> Comparison:
    """Compare two choices from joint counts: classes (6, 6) and kot codes (5, 5).

    `points` is the worth of each class with the first choice, `others` with the second (None: the
    same). Other answers than classes have as many indices as `fold`, which gives the kot code of
    each. `wins` is the lowest index that counts as a win, for each choice.

    The difference of points D of a deal is split into C, determined by the kot codes (a hand
    without a kot counts as the mean of such hands), and the rest R = D - C, whose mean over the
    fully solved deals is 0. So the mean of C over all N deals estimates that of D, with variance
    var(R) / n + var(C) / N + 2 cov(R, C) / N, tested by Student's t with n - 1 degrees of freedom.
    """
    value = np.array(points, dtype=float)
    second = value if others is None else np.array(others, dtype=float)
    n, kot_n = whole(classes), whole(cheap)
    i, j = wins
    won, lost = whole(classes[i:, :j]), whole(classes[:i, j:])
    if n < 2 or kot_n < 2:
        edge = float(max(value.max() - second.min(), second.max() - value.min()))
        return Comparison(Mean.of(0.0, -edge, edge, n), 1.0, won, lost, 1.0, n, kot_n)
    mine = _known(classes.sum(axis=1), value, fold)
    theirs = _known(classes.sum(axis=0), second, fold)
    known = mine[:, None] - theirs[None, :]
    known6 = known[np.ix_(fold, fold)]
    rest = value[:, None] - second[None, :] - known6
    share, kot_share = classes / n, cheap / kot_n
    difference = float((kot_share * known).sum())
    var_known = float((kot_share * known**2).sum()) - difference**2
    known_mean = float((share * known6).sum())
    var_rest = float((share * rest**2).sum()) - float((share * rest).sum()) ** 2
    both = float((share * rest * known6).sum()) - float((share * rest).sum()) * known_mean
    variance = var_rest / (n - 1) + (var_known + 2 * both) / (kot_n - 1)
    error = math.sqrt(max(0.0, variance))
    # The p value of the sign test if all n deals favoured one side; it cannot be lower.
    least = 2.0 ** (1 - n) if n < 1000 else 0.0
    if error > 0:
        p_points = max(least, 2 * t_tail(abs(difference) / error, n - 1))
    else:
        p_points = 1.0 if difference == 0 else least
    width = t_quantile(0.5 + confidence / 2, n - 1) * error
    p_win = sign_test(won, lost)
    return Comparison(
        Mean.of(difference, difference - width, difference + width, n),
        min(1.0, p_points),
        won,
        lost,
        p_win,
        n,
        kot_n,
    )


def _known(
    classes: Counts, value: NDArray[np.float64], fold: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The worth of each kot code: the mean over the classes it merges; 0 where none was seen."""
    known = np.zeros(int(fold.max()) + 1)
    for code in range(len(known)):
        places = np.flatnonzero(fold == code)
        if len(places) == 1:
            known[code] = value[places[0]]
        elif classes[places].sum():
            known[code] = (classes[places] * value[places]).sum() / classes[places].sum()
    return known


def _wilson(count: float, n: float, z: float) -> tuple[float, float]:
    """The Wilson interval of a share; (0, 1) when n is 0."""
    if n == 0:
        return 0.0, 1.0
    p, zz = count / n, z * z
    centre = (p + zz / (2 * n)) / (1 + zz / n)
    half = z / (1 + zz / n) * math.sqrt(p * (1 - p) / n + zz / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)
