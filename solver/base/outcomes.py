"""How a hand ends: the outcome classes, their names in text, and numbers of points.

Classes and points are always those of side A. Nothing here knows a rule or a scoring.
"""

from __future__ import annotations

import re
from enum import IntEnum
from fractions import Fraction
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from .errors import MatchError, shown

__all__ = [
    "Between",
    "Detail",
    "DetailInPlay",
    "Outcome",
    "Points",
    "answer_text",
    "number_text",
    "parse_outcome",
]


class Outcome(IntEnum):
    """The class of a hand, ordered from worst to best for side A.

    WIN is the majority of the points. KOT is the first seven tricks, or all points in games of
    heaps and tens. BAVNEY is all tricks, in a game that may go on after seven. NONE is neither
    side's: a tie (where an even number of points can be split) or, where kots alone are asked for,
    no kot. A kot of side B is the goon kot.
    """

    BAVNEY_A = 3
    KOT_A = 2
    WIN_A = 1
    NONE = 0
    WIN_B = -1
    KOT_B = -2
    BAVNEY_B = -3

    @property
    def mirrored(self) -> Outcome:
        """The class as the other side sees it."""
        return Outcome(-self.value)

    def said(self, for_a: bool = True) -> str:
        """The class as one side says it, side A or B: `kot` of its own, `goon kot` against it."""
        return _SAID[self if for_a else self.mirrored]

    @property
    def words(self) -> str:
        """The class as a player says it: `kot A`, `win B`, `tie`. Side A is the caller's."""
        kind, _, side = self.name.partition("_")
        return f"{kind.lower()} {side}" if side else "tie"

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"


_SAID = {
    Outcome.BAVNEY_A: "bavney",
    Outcome.KOT_A: "kot",
    Outcome.WIN_A: "win",
    Outcome.NONE: "tie",
    Outcome.WIN_B: "loss",
    Outcome.KOT_B: "goon kot",
    Outcome.BAVNEY_B: "goon bavney",
}
"""The one table of these words."""

Detail = Literal["class", "hard7", "kot", "kot+bavney", "win"]
"""Which classes a batch of deals tells apart, as `Solver.batch_outcomes` describes."""
DetailInPlay = Literal[Detail, "tricks"]
"""The same in play, where the tricks of side A may be asked for (`Solver.batch_cards`)."""
Points = int | Fraction
"""Points of a side; a Fraction is a mean over the chance move of the five-card start."""


def whole(points: Points) -> Points:
    """The same number, as an int if it is whole."""
    return int(points) if points == int(points) else points


def plain_number(points: Points | float) -> int | float:
    """A number as JSON can hold it."""
    return int(points) if points == int(points) else float(points)


def number_text(points: Points | float) -> str:
    """A number for people; a mean with two decimals and as its exact fraction."""
    return str(points) if points == int(points) else f"{float(points):.2f} ({points})"


Known = TypeVar("Known", bound=int | float | Fraction)


class Between(NamedTuple, Generic[Known]):
    """What is known of points, a class or a share: it lies from `low` to `high`, both included.

    A search without a node limit leaves them equal; one that a limit ended may not.
    """

    low: Known
    high: Known

    def __repr__(self) -> str:
        return f"Between({self.low!r}, {self.high!r})"

    @classmethod
    def exactly(cls, value: Known) -> Between[Known]:
        """Where nothing is left open."""
        return cls(value, value)

    @property
    def exact(self) -> bool:
        """Whether nothing is left open."""
        return self.low == self.high

    @property
    def value(self) -> Known | None:
        """The number or class itself; None while it is open."""
        return self.low if self.exact else None

    def text(self, pattern: str = "{} to {}") -> str:
        """For people: the one value, or the pattern filled with the least and the most."""
        return _text(self.low) if self.exact else pattern.format(*map(_text, self))

    def fields(self, name: str, bounds: str) -> dict[str, Any]:
        """For JSON: {name: value}, or {bounds: [low, high]} while it is open.

        A class is told by its name; beside a mean that is not whole stands name_exact.
        """
        if not self.exact:
            return {bounds: [_plain(self.low), _plain(self.high)]}
        named = {name: _plain(self.low)}
        if self.low != int(self.low):
            named[f"{name}_exact"] = str(self.low)
        return named

    def __str__(self) -> str:
        return self.text()


def _text(known: Points | float) -> str:
    return known.name if isinstance(known, Outcome) else number_text(known)


def _plain(known: Points | float) -> str | int | float:
    return known.name if isinstance(known, Outcome) else plain_number(known)


def answer_text(answer: bool | Fraction | None) -> str:
    """The answer to a race in words: yes, no, undecided, or a probability."""
    if isinstance(answer, Fraction):
        return f"with chance {float(answer):.2f} ({answer})"
    return "undecided" if answer is None else "yes" if answer else "no"


def parse_outcome(text: str) -> Outcome:
    """A class in any spelling (`KOT_A`, `kot a`, `goon`, `tie`); MatchError otherwise."""
    word = re.sub(r"[\s_-]+", "_", text.strip()).upper()
    word = {"GOON": "KOT_B", "GOON_KOT": "KOT_B", "GOON_B": "KOT_B", "TIE": "NONE"}.get(word, word)
    word = {"A": "WIN_A", "B": "WIN_B"}.get(word, word.replace("BAUNIE", "BAVNEY"))
    try:
        return Outcome[word]
    except KeyError:
        if word in ("WIN", "KOT", "BAVNEY"):
            said = word.lower()
            raise MatchError(
                f"{said} for whom? `{said} a` is the caller's side, `{said} b` the other"
            ) from None
        raise MatchError(
            f"{shown(text)} is no class: expected win, kot or bavney with a or b, such as kot a, "
            "or tie"
        ) from None
