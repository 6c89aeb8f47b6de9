"""What each outcome class is worth: the four scorings of rules.md 1.10 as data.

A scoring gives points to the side that makes a class. The search does not need it, because the
class of a hand is the same under every scoring with the same stop rule. Mean points are computed
from an outcome distribution afterwards. They are A's points minus B's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import OptionError, shown
from ..outcomes import Outcome

__all__ = ["CLASSES", "SCORINGS", "Scoring", "expected_points", "find_scoring"]

CLASSES: tuple[Outcome, ...] = (
    Outcome.BAVNEY_B,
    Outcome.KOT_B,
    Outcome.WIN_B,
    Outcome.WIN_A,
    Outcome.KOT_A,
    Outcome.BAVNEY_A,
)
"""The six outcome classes of a plain hand from worst to best for A: the order of every vector."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points for each outcome class. A pair is (what A gets for it, what B gets for it).

    `kot[1]` is the goon kot (the kot of the dealer's side). `target` is the number of points, in
    `unit`, that ends a match; None where the players agree on it. `note` names decisions of this
    project where the sources leave a question open.
    """

    name: str
    title: str
    unit: str
    win: tuple[float, float]
    kot: tuple[float, float]
    bavney: tuple[float, float]
    target: int | None = None
    source: str = ""
    note: str = ""
    aliases: tuple[str, ...] = ()

    def points(self, outcome: Outcome | int) -> tuple[float, float]:
        """(points of A, points of B) for this class; (0, 0) for a tie."""
        code = int(outcome)
        pair = {1: self.win, 2: self.kot, 3: self.bavney}.get(abs(code), (0.0, 0.0))
        return (pair[0], 0.0) if code > 0 else (0.0, pair[1]) if code < 0 else (0.0, 0.0)

    def difference(self, outcome: Outcome | int) -> float:
        """A's points minus B's for this class."""
        mine, theirs = self.points(outcome)
        return mine - theirs

    def vector(self) -> tuple[float, ...]:
        """The differences of the six classes in the order of `CLASSES`."""
        return tuple(self.difference(outcome) for outcome in CLASSES)

    def with_values(self, **values: float) -> Scoring:
        """The same scoring with other numbers: win, goon_win, kot, goon, bavney, goon_bavney.

        The plain word is what A gets, the goon form what B gets. Raises OptionError for an unknown
        word or a number that is not finite and at least 0.
        """
        slots = {
            "win": ("win", 0),
            "goon_win": ("win", 1),
            "kot": ("kot", 0),
            "goon": ("kot", 1),
            "bavney": ("bavney", 0),
            "goon_bavney": ("bavney", 1),
        }
        changed: dict[str, list[float]] = {}
        for word, value in values.items():
            if word not in slots:
                raise OptionError(
                    f"{shown(word)} is no value of a scoring: expected {', '.join(slots)}"
                )
            number = _number(word, value)
            name, side = slots[word]
            changed.setdefault(name, list(getattr(self, name)))[side] = number
        pairs: dict[str, Any] = {name: (pair[0], pair[1]) for name, pair in changed.items()}
        return replace(self, **pairs)

    def __str__(self) -> str:
        return (
            f"{self.title} ({self.unit}: win {_pair(self.win)}, kot {_pair(self.kot)}, "
            f"bavney {_pair(self.bavney)})"
        )

    def to_dict(self) -> dict[str, Any]:
        """Name, unit and the points of each class for the side that reaches it."""
        values = {outcome.name: max(self.points(outcome)) for outcome in reversed(CLASSES)}
        return {
            "name": self.name,
            "title": self.title,
            "unit": self.unit,
            "values": values,
            "target": self.target,
            "note": self.note,
        }


SCORINGS: tuple[Scoring, ...] = (
    Scoring(
        name="ir",
        title="Iran",
        unit="points",
        win=(1.0, 1.0),
        kot=(2.0, 3.0),
        bavney=(2.0, 3.0),
        target=7,
        source="W10, BIA, WUM",
        note="play stops at seven tricks, so a bavney counts as the kot it begins with",
        aliases=("iran", "iranian", "persian", "hokm"),
    ),
    Scoring(
        name="nl",
        title="Netherlands",
        unit="points",
        win=(2.0, 2.0),
        kot=(5.0, 5.0),
        bavney=(15.0, 15.0),
        source="W10, TC-RB",
        note="league sets of four hands",
        aliases=("netherlands", "dutch", "holland", "suriname", "troefcall", "troef"),
    ),
    Scoring(
        name="inpk",
        title="India and Pakistan",
        unit="kots",
        win=(1 / 7, 1 / 7),
        kot=(1.0, 1.0),
        bavney=(52.0, 52.0),
        source="W10, PG-CP, TASH",
        note="a simple win counts as one seventh of a kot, since seven in a row make one",
        aliases=(
            "india",
            "pakistan",
            "indian",
            "pakistani",
            "in_pk",
            "india_pakistan",
            "rang",
            "rung",
            "court_piece",
            "kots",
        ),
    ),
    Scoring(
        name="points",
        title="Points",
        unit="points",
        win=(1.0, 2.0),
        kot=(3.0, 4.0),
        bavney=(3.0, 4.0),
        target=10,
        source="PG-CP, TASH CP-06",
        note="a bavney counts as a kot",
        aliases=("point", "1234"),
    ),
)
"""The scorings of the plain game; the first is the default."""


def find_scoring(text: str | Scoring) -> Scoring:
    """The scoring with this name or alias, in any case, with any of ` -_/` between words.

    Raises OptionError when there is none.
    """
    if isinstance(text, Scoring):
        return text
    if isinstance(text, str):
        word = _key(text)
        for scoring in SCORINGS:
            if word in (_key(name) for name in (scoring.name, scoring.title, *scoring.aliases)):
                return scoring
    names = ", ".join(scoring.name for scoring in SCORINGS)
    raise OptionError(f"{shown(text)} is no scoring: expected one of {names}")


def expected_points(shares: Mapping[Outcome, float], scoring: Scoring) -> float:
    """The mean of A's points minus B's for an outcome distribution."""
    return sum(share * scoring.difference(outcome) for outcome, share in shares.items())


def _key(text: str) -> str:
    return re.sub(r"\band\b|[\s\-_/&]+", "", text.lower())


def _number(word: str, value: object) -> float:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        number = float("nan")
    if isinstance(value, bool) or not 0 <= number < float("inf"):
        raise OptionError(f"{shown(value)} is no value for {word}: expected a number of 0 or more")
    return number


def _pair(pair: Sequence[float]) -> str:
    texts = [f"{number:.4g}" for number in pair]
    return texts[0] if texts[0] == texts[1] else "/".join(texts)
