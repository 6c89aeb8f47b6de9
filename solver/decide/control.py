"""Control variates: sums over deals from which a cheap estimate takes most of the variance away.

Of each deal and column three things are known, each the chances of six classes: A, the estimate;
B, the estimate once the kots of the deal are known; Y, the class itself. Then

    mean of A over many deals  +  mean of V = B - A over those asked for kots
                               +  mean of U = Y - B over those solved to their class

has the mean of Y whatever the estimate is worth, and varies by what it leaves unexplained (control
variates, Hammersley and Handscomb 1964; in levels, Giles 2008). All parts are whole numbers, so
chunks add up to the last digit. Nothing here deals or solves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from statistics import NormalDist
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..base.outcomes import Between
from .distributions import t_quantile, t_tail
from .estimate import ONE, Shares
from .estimates import Comparison, Counts, Estimate, Mean, fold_kots, mean_points, share_interval
from .worlds import Worlds

__all__ = ["GUESSES", "Control", "Controls"]

GUESSES = 64
"""Worlds that are estimated for each deal that is solved to its class."""

_CLASSES = 6
_U, _BEST, _V, _A = (slice(1 + 6 * k, 7 + 6 * k) for k in range(4))
"""Places in the sums of a solved deal: 1, U at the worst and at the best answer, V, A."""
_SHARES = (25, 13, 7)
"""How many sums a solved deal has, one asked for kots (1, V, A), one that is estimated (1, A)."""
_PRIOR = 2
"""So many deals of which the estimate explains nothing are added to those that were seen."""
Vector = NDArray[np.float64]


class Control(Protocol):
    """A cheap estimate of the classes of worlds; may travel to other processes."""

    @property
    def name(self) -> str:
        """What it is, so that a run is not taken up again with another one."""
        ...

    def shares(self, worlds: Worlds) -> Shares:
        """int64 (n, columns, 6): the chance of each class, in parts of ONE."""
        ...


@dataclass(frozen=True, slots=True)
class Controls:
    """Sums of 1, U, V, A and of their products, for each pair of columns, int64.

    `solved` (columns, columns, 25, 25) over the deals solved in both columns, `asked` (..., 13, 13)
    over those asked for kots, `guessed` (..., 7, 7) over all that were estimated. The first place
    of each is the 1, so `solved[s, t, 0, 0]` is a number of deals. No columns without an estimate.
    """

    solved: NDArray[np.int64]
    asked: NDArray[np.int64]
    guessed: NDArray[np.int64]

    def __bool__(self) -> bool:
        return bool(len(self.solved))

    @classmethod
    def empty(cls, columns: int) -> Controls:
        """No deals."""
        return cls(*(np.zeros((columns, columns, n, n), np.int64) for n in _SHARES))

    def __add__(self, other: Controls) -> Controls:
        return Controls(*(a + b for a, b in zip(self.parts, other.parts, strict=True)))

    def __sub__(self, other: Controls) -> Controls:
        return Controls(*(a - b for a, b in zip(self.parts, other.parts, strict=True)))

    @property
    def parts(self) -> tuple[NDArray[np.int64], ...]:
        """The three tables."""
        return tuple(getattr(self, each.name) for each in fields(self))

    def add(
        self,
        guesses: Shares,
        codes: NDArray[np.int64],
        places: NDArray[np.int64],
        columns: list[int],
        fold: NDArray[np.int64],
    ) -> None:
        """Count one chunk in these columns.

        `guesses` (worlds, columns, 6) in parts of ONE; of the first worlds `codes` (2, asked,
        columns) are the worst and best kot codes still possible, and of the first of those `places`
        (2, solved, columns) the classes. `fold`: the kot code of each class.
        """
        asked, solved = codes.shape[1], places.shape[1]
        known = completed(guesses[:asked], codes, fold)
        ahead = known - guesses[:asked]
        exact = ONE * np.eye(_CLASSES, dtype=np.int64)[places] - known[:solved]
        levels = (
            (self.solved, [*exact, ahead[:solved], guesses[:solved]]),
            (self.asked, [ahead, guesses[:asked]]),
            (self.guessed, [guesses]),
        )
        pairs = np.ix_(columns, columns)
        for table, rows in levels:
            ones = np.ones((*rows[0].shape[:2], 1), np.int64)
            # Whole numbers below 2**53: float64 sums of them are exact, and fast.
            whole = np.concatenate([ones, *rows], axis=2).astype(np.float64)
            flat = whole.reshape(len(whole), -1)
            square = (flat.T @ flat).reshape(whole.shape[1:] + whole.shape[1:])
            table[pairs] += square.transpose(0, 2, 1, 3).astype(np.int64)

    def deals(self, s: int, t: int) -> tuple[int, int, int]:
        """How many deals were solved in both columns, asked for kots, estimated."""
        solved, asked, guessed = (int(each[s, t, 0, 0]) for each in self.parts)
        return solved, asked, guessed

    def mean(self, s: int, t: int, best: bool = False) -> Vector:
        """The chances of the classes in column s, from the deals of both columns.

        They sum to 1; one that is hardly ever met may come out a little below 0.
        """
        n, asked, guessed = self.deals(s, t)
        exact = self.solved[s, t, _BEST if best else _U, 0] / n
        ahead = self.asked[s, t, 1:7, 0] / asked
        return np.asarray((exact + ahead + self.guessed[s, t, 1:7, 0] / guessed) / ONE)

    def covariance(self, s: int, t: int, ends: tuple[bool, bool], deals: tuple[int, int, int]
    ) -> Vector:  # fmt: skip
        """(6, 6): how the means of columns s and t, each at its worst or best, vary together.

        For means over so many deals as `deals` says; at least two.
        """
        left, right = (_BEST if end else _U for end in ends)
        n, asked, guessed = deals
        solved, kots, only = (_spread(each[s, t]) for each in self.parts)
        v, a = slice(1, 7), slice(7, 13)
        found = solved[left, right] / n
        found = found + (solved[left, _V] + solved[_V, right] + kots[v, v]) / asked
        rest = solved[left, _A] + solved[_A, right] + kots[v, a] + kots[a, v] + only[v, v]
        return np.asarray(found + rest / guessed)

    def variance(self, s: int, best: bool = False) -> Vector:
        """(6, 6): the covariance of the means of column s."""
        return self.covariance(s, s, (best, best), self.deals(s, s))

    def difference(self, s: int, t: int, first: Vector, second: Vector) -> tuple[float, float]:
        """What s is worth more than t, s at its worst and t at its best, and its variance.

        `first` and `second`: what each class is worth in either.
        """
        deals = self.deals(s, t)
        mean = first @ self.mean(s, t) - second @ self.mean(t, s, best=True)
        own = first @ self.covariance(s, s, (False, False), deals) @ first
        own += second @ self.covariance(t, t, (True, True), deals) @ second
        both = first @ self.covariance(s, t, (False, True), deals) @ second
        return float(mean), max(0.0, float(own - 2 * both))


def completed(guesses: Shares, codes: NDArray[np.int64], fold: NDArray[np.int64]) -> Shares:
    """The estimate once the kots are known: the classes of another kot code have no chance.

    Where the kots were left open it stays as it is.
    """
    worst, best = codes
    possible = fold == worst[..., None]
    kept = np.where(possible, guesses, 0)
    nothing = kept.sum(axis=-1) == 0
    kept[nothing] = possible[nothing]
    kept = kept * ONE // kept.sum(axis=-1, keepdims=True)
    most = kept.argmax(axis=-1)[..., None]
    rest = ONE - kept.sum(axis=-1, keepdims=True)
    np.put_along_axis(kept, most, np.take_along_axis(kept, most, -1) + rest, -1)
    return np.where((worst == best)[..., None], kept, guesses)


def _spread(products: NDArray[np.int64]) -> Vector:
    """The sample covariances of the sums of a pair, of which the first is the number of deals."""
    n = int(products[0, 0])
    means = products[:, :1] * (products[:1, :] / n)
    return np.asarray((products - means) / ((n - 1) * float(ONE) ** 2))


# What is told of them ---------------------------------------------------------------------------


def explains(controls: Controls, column: int, values: Sequence[float]) -> bool:
    """Whether the estimate makes the mean of these values, one for each class, vary less."""
    n, asked, _ = controls.deals(column, column)
    if n < 2:
        return False
    value = np.array(values)
    shares = controlled_shares(controls, column)
    kots = np.diagonal(fold_kots(np.diag(shares)))
    merged = np.diagonal(fold_kots(np.diag(shares * value)))
    known = np.divide(merged, kots, out=np.zeros(5), where=kots > 0)
    whole, part = (float(p @ v**2 - (p @ v) ** 2) for p, v in ((shares, value), (kots, known)))
    plain = (whole - part) / n + part / asked
    return float(value @ controls.variance(column) @ value) < plain


def controlled_shares(controls: Controls, column: int, best: bool = False) -> Vector:
    """The chances of the six classes, none below 0; they sum to 1."""
    shares = np.maximum(controls.mean(column, column, best), 0)
    return np.asarray(shares / shares.sum())


def controlled_share(
    plain: Estimate, controls: Controls, column: int, classes: slice, confidence: float
) -> Estimate:
    """The chance of these classes; `plain` is the share of the deals that were counted."""
    chosen = np.zeros(_CLASSES)
    chosen[classes] = 1
    ends = []
    for best in (False, True) if plain.undecided else (False,):
        share = float(np.clip(chosen @ controls.mean(column, column, best), 0, 1))
        middle = (share * plain.n + 1) / (plain.n + 2)  # never 0 or 1
        part = float(chosen @ controls.variance(column, best) @ chosen) * plain.n
        rare = min(plain.count, plain.n - plain.count)
        deals = worth_in_deals(plain.n, rare, part / (middle * (1 - middle)), confidence)
        ends.append((share, *share_interval(share * deals, deals, confidence)))
    least, most = min(ends), max(ends)
    return replace(plain, share=Between(least[0], most[0]), low=least[1], high=most[2])


def controlled_mean(
    controls: Controls,
    column: int,
    values: Sequence[float],
    counts: Counts,
    confidence: float,
    best: bool = False,
) -> Mean:
    """The mean of these values; `counts` (6,) are the classes of the deals that were solved."""
    value = np.array(values)
    n = round(float(counts.sum()))
    exact = float(value @ controls.mean(column, column, best))
    shares = controlled_shares(controls, column, best)
    spread = float(shares @ value**2 - (shares @ value) ** 2)
    part = float(value @ controls.variance(column, best) @ value) * n
    rare = n - max(float(counts[value == each].sum()) for each in value)
    deals = worth_in_deals(n, rare, part / spread if spread > 0 else 1.0, confidence)
    seen = shares * deals
    told = mean_points(seen, np.diagonal(fold_kots(np.diag(seen))), values, confidence)
    assert told.mean is not None
    low, high = (end + exact - told.mean for end in (told.low, told.high))
    return Mean.of(exact, max(low, float(value.min())), min(high, float(value.max())), n)


def controlled_difference(
    plain: Comparison,
    controls: Controls,
    columns: tuple[int, int],
    values: tuple[Sequence[float], Sequence[float]],
    classes: Counts,
    confidence: float,
) -> Comparison:
    """The comparison of two columns, by the estimate where that makes it surer than `plain`.

    `values`: what each class is worth in either; `classes` (6, 6): the joint counts.
    """
    n, width = plain.n, plain.difference.high - (plain.difference.mean or 0.0)
    if n < 2 or width <= 0 or controls.deals(*columns)[0] < 2:
        return plain
    first, second = (np.array(each) for each in values)
    error = width / t_quantile(0.5 + confidence / 2, n - 1)
    mean, variance = controls.difference(*columns, first, second)
    apart = (first[:, None] - second[None, :]).round(9)
    rare = n - max(float(classes[apart == each].sum()) for each in np.unique(apart))
    deals = worth_in_deals(n, rare, variance / error**2, confidence)
    if deals <= n:
        return plain
    shorter = math.sqrt(n / deals)
    least = 2.0 ** (1 - n) if n < 1000 else 0.0
    return replace(
        plain,
        difference=Mean.of(mean, mean - width * shorter, mean + width * shorter, n),
        p_points=min(1.0, max(least, 2 * t_tail(abs(mean) / (error * shorter), n - 1))),
    )


def worth_in_deals(n: int, rare: float, ratio: float, confidence: float) -> float:
    """How many plain deals n deals with an estimate are worth.

    `ratio`: the variance with the estimate beside that of n plain deals. How much it takes away is
    itself only seen in deals that differ: of `rare` deals that are not as most are, at most four
    times as many count, beside `_PRIOR` deals of which it explained nothing; so n deals that all
    end alike are worth n. Student's t makes up for few.
    """
    trust = min(float(n), 4.0 * rare)
    part = (trust * ratio + _PRIOR) / (trust + _PRIOR)
    if trust >= 3:
        z = NormalDist().inv_cdf(0.5 + confidence / 2)
        wider = (t_quantile(0.5 + confidence / 2, math.floor(trust) - 1) / z) ** 2
        part = part * wider if ratio >= 1 else min(1.0, part * wider)
    return n / part
