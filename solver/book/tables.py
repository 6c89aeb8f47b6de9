"""All hands of a book side by side: which call is best, by how much, and for how many hands.

What `book top`, `book export` and the lessons are made from. Numbers are in points of the scoring,
the caller's side less the other's. Nothing here draws or asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import NormalDist
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Hand, Suit
from ..base.columns import columns_of
from ..base.drawn import Told
from ..base.errors import OptionError
from ..game.scoring import CLASSES, SCORINGS, Scoring, find_scoring
from .classes import evened
from .reader import Book, paired_errors

__all__ = ["RANKINGS", "HandTable", "RankedHand"]

_COLUMNS: Final = (
    "hand:text hands:int32 n:int64 worth_deals:double best:text margin:double "
    + " ".join(
        f"{suit.letter}_{what}:double"
        for suit in Suit
        for what in (*(outcome.name.lower() for outcome in CLASSES), "points")
    )
)

RANKINGS = ("strongest", "weakest", "closest", "surprises")
"""By the worth of the best call; the smallest difference between the two best; and where the best
call is not one of the longest suits, by what the longest would lose, if it loses beyond chance."""
_SURPRISING = 3
"""Standard errors of a difference: the greatest of many are looked for, so more than usual."""


_TOLD_APART = NormalDist().inv_cdf(0.975)
"""Standard errors of a difference from which on two ranked hands are told apart."""


def _alike_from(key: NDArray[np.float64], errors: NDArray[np.float64]) -> int:
    """How many of these ranked numbers, from the first on, are not told apart from the first."""
    apart = np.abs(key - key[0]) > _TOLD_APART * np.hypot(errors, errors[0])
    return int(np.argmax(apart)) if apart.any() else len(key)


@dataclass(frozen=True, slots=True)
class RankedHand(Told):
    """A canonical hand in a ranking: the best call, its worth, and the next best call.

    `margin`: points the best call is worth more than the next with other cards. `hands`: how many
    hands of five cards are this one after renaming suits. `lost`: points that the longest suit is
    worth less (0 where it is the best call). `error`: the standard error of the number it is ranked
    by. `places`: the first and the last place (from 1) of the hands ranked beside it that the deals
    do not tell apart from the first of them.
    """

    hand: Hand
    hands: int
    best: Suit
    second: Suit
    points: float
    margin: float
    lost: float
    win: float
    kot: float
    n: int
    error: float = 0.0
    places: tuple[int, int] = (1, 1)


class HandTable:
    """Every class of hands of a book under one scoring; all arrays have a row for each class.

    `points` (classes, 4): mean points of calling the suit at each place, the same for suits that
    hold the same cards. `hands`: how many hands each class has. `holdings` and `lengths`
    (classes, 4): the cards of each suit, without the two of hearts where it is the highest trump
    of any suit. `alike` (classes, 4, 4): which suits may change places.
    """

    columns: ClassVar[str] = _COLUMNS
    """The names and types of what `rows` gives, as `solver.base.columns` reads them."""

    def __init__(self, book: Book, scoring: Scoring | str = SCORINGS[0]) -> None:
        self.book = book
        self.scoring = find_scoring(scoring)
        self.hands = book.classes.sizes
        self.holdings = book.classes.holdings.copy()
        self.holdings[:, list(book.classes.fixed)] &= ~1
        self.lengths: NDArray[np.int64] = np.bitwise_count(self.holdings).astype(np.int64)
        self.alike = book.classes.alike(book.classes.hands)
        self.shares = evened(self.alike, book.table.shares)
        value = np.array(self.scoring.vector(), dtype=np.float64)
        self.points: NDArray[np.float64] = self.shares @ value
        self.met: NDArray[np.bool_] = book.table.credits > 0

    @cached_property
    def best(self) -> NDArray[np.int64]:
        """The place worth most, the first of equals."""
        return np.asarray(self.points.argmax(axis=1))

    @cached_property
    def value(self) -> NDArray[np.float64]:
        """The worth of the best call."""
        return np.asarray(self.points.max(axis=1))

    @cached_property
    def second(self) -> NDArray[np.int64]:
        """The best place that does not hold the same cards as the best one."""
        rows = np.arange(len(self.points))
        same = self.alike[rows, self.best]
        return np.asarray(np.where(same, -np.inf, self.points).argmax(axis=1))

    @cached_property
    def margin(self) -> NDArray[np.float64]:
        """What the best call is worth more than the second."""
        return self.lost(self.second)

    @cached_property
    def longest(self) -> NDArray[np.int64]:
        """The place of the longest suit, the best of those when several are."""
        longest = self.lengths == self.lengths.max(axis=1, keepdims=True)
        return np.asarray(np.where(longest, self.points, -np.inf).argmax(axis=1))

    @cached_property
    def lost_by_longest(self) -> NDArray[np.float64]:
        """Points lost by calling the longest suit."""
        return self.lost(self.longest)

    @cached_property
    def errors(self) -> NDArray[np.float64]:
        """The standard error of the worth of the best call."""
        of = self.shares[np.arange(len(self.points)), self.best]
        value = np.array(self.scoring.vector(), dtype=np.float64)
        variance = of @ value**2 - (of @ value) ** 2
        return np.asarray(np.sqrt(np.clip(variance, 0, None) / self._worth))

    @property
    def _worth(self) -> NDArray[np.float64]:
        """How many deals of its own each class is worth."""
        return np.maximum(self.book.table.worth, 1e-9)

    def _errors_beside(self, calls: NDArray[np.int64]) -> NDArray[np.float64]:
        """The standard error of what the best call is worth more than these places."""
        return paired_errors(self.book.table, self.shares, self.best, calls, self.scoring)

    @cached_property
    def surprising(self) -> NDArray[np.bool_]:
        """Where the longest suit is worth less than the best call beyond chance."""
        return np.asarray(self.lost_by_longest > _SURPRISING * self._errors_beside(self.longest))

    def mean(self, values: NDArray[Any]) -> float:
        """The mean over all hands of five cards of a number for each class."""
        weights = self.hands * self.met
        return float((values * weights).sum() / weights.sum())

    def lost(self, calls: NDArray[np.int64]) -> NDArray[np.float64]:
        """Points lost by calling these places (classes,)."""
        return np.asarray(self.value - self.points[np.arange(len(self.points)), calls])

    def rank(self, ranking: str, count: int) -> list[RankedHand]:
        """The first `count` hands of one of the `RANKINGS`; OptionError for another name."""
        if ranking not in RANKINGS:
            raise OptionError(f"ranking {ranking!r} is unknown: expected {', '.join(RANKINGS)}")
        key = {
            "strongest": -self.value,
            "weakest": self.value,
            "closest": self.margin,
            "surprises": -self.lost_by_longest,
        }[ranking]
        if ranking in ("strongest", "weakest"):
            errors = self.errors
        else:
            errors = self._errors_beside(self.second if ranking == "closest" else self.longest)
        keep = self.met & (self.surprising | (ranking != "surprises"))
        rows = np.flatnonzero(keep)
        order = rows[np.argsort(key[rows], kind="stable")]
        found: list[RankedHand] = []
        while len(found) < min(count, len(order)):
            first = len(found)
            size = _alike_from(key[order[first:]], errors[order[first:]])
            for row in order[first : min(first + size, count)].tolist():
                places = first + 1, first + size
                found.append(replace(self.row(row), error=float(errors[row]), places=places))
        return found

    def row(self, number: int) -> RankedHand:
        """One class as a record."""
        best = int(self.best[number])
        of_best = self.shares[number, best]
        return RankedHand(
            hand=Hand(int(self.book.classes.hands[number])),
            hands=int(self.hands[number]),
            best=Suit(best),
            second=Suit(int(self.second[number])),
            points=float(self.value[number]),
            margin=float(self.margin[number]),
            lost=float(self.lost_by_longest[number]),
            win=float(of_best[3:].sum()),
            kot=float(of_best[4:].sum()),
            n=int(self.book.table.credits[number]),
        )

    def rows(self) -> Iterator[dict[str, Any]]:
        """The whole book, a row for each class as `columns` describes it; the probabilities and
        mean points of each trump by the suits of the canonical hand."""
        found: dict[str, list[Any]] = {
            "hand": [str(Hand(bits)) for bits in self.book.classes.hands.tolist()],
            "hands": self.hands.tolist(),
            "n": self.book.table.credits.tolist(),
            "worth_deals": np.round(self.book.table.worth, 1).tolist(),
            "best": [Suit(place).letter for place in self.best.tolist()],
            "margin": np.round(self.margin, 6).tolist(),
        }
        for suit in Suit:
            for i, outcome in enumerate(CLASSES):
                column = np.round(self.shares[:, int(suit), i], 6)
                found[f"{suit.letter}_{outcome.name.lower()}"] = column.tolist()
            found[f"{suit.letter}_points"] = np.round(self.points[:, int(suit)], 6).tolist()
        for row in zip(*found.values(), strict=True):
            yield dict(zip(found, row, strict=True))

    def csv_lines(self) -> Iterator[str]:
        """`rows` as lines of CSV, the names first."""
        yield ",".join(columns_of(self.columns))
        for row in self.rows():
            yield ",".join(map(str, row.values()))
