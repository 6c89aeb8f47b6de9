"""What the result of a hand is worth: every scoring as one record of numbers.

A scoring gives points to the side that reaches an outcome class; the search never sees it, because
the class of a hand is the same under all scorings. The numbers are those of docs/rules.md 1.10.
How a result is scored under house rules stands in match/scoring.py, texts and TOML files in
scoring_text.py. Side A is the caller's (or the bidder's), B the other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from numbers import Real
from typing import Any, Literal

from ..base.errors import MatchError, OptionError, ScoringError, shown
from ..base.outcomes import Outcome

__all__ = ["CLASSES", "SCORINGS", "Scoring", "class_of_tens", "expected_points", "find_scoring"]

CLASSES: tuple[Outcome, ...] = (
    Outcome.BAVNEY_B,
    Outcome.KOT_B,
    Outcome.WIN_B,
    Outcome.WIN_A,
    Outcome.KOT_A,
    Outcome.BAVNEY_A,
)
"""The six outcome classes of a plain hand from worst to best for A: the order of every vector."""

Kind = Literal["class", "bid", "seats", "sars", "chance"]
Pair = tuple[float, float]

_SLOTS = {
    "win": ("win", 0),
    "goon_win": ("win", 1),
    "kot": ("kot", 0),
    "goon": ("kot", 1),
    "bavney": ("bavney", 0),
    "goon_bavney": ("bavney", 1),
}


@dataclass(frozen=True, slots=True)
class Scoring:
    """One scoring: points for each outcome class, straight wins, and how a match ends.

    name             as it is typed, such as `ir`
    title            in words
    unit             what is counted: points or kots
    win              points for A's and for B's own success, as those of the next two
    kot              the second is the goon kot
    bavney           all tricks
    kind             what is counted, as below
    streak           so many straight wins make one kot; 0: none are counted
    target           points of the unit that end the match; None: it does not end so
    hands            hands that end it; with neither, it lasts until the players stop
    goon_from_house  whether the goon kot is the house option `goon_value` (see `with_goon`)
    source           short names of the sources
    note             what had to be decided here because the sources leave it open
    aliases          other names

    Kinds:

    - `class`: the outcome class.
    - `seats`: three players; the hakem's points, and those of another player who wins.
    - `bid`: plus the bid when it was made, minus the bid when not.
    - `sars`: every trick is a point.
    - `chance`: A's chance in percent to win the match after each class, instead of points.

    """

    name: str
    title: str
    unit: str = "points"
    win: Pair = (0, 0)
    kot: Pair = (0, 0)
    bavney: Pair = (0, 0)
    kind: Kind = "class"
    streak: int = 0
    target: int | None = None
    hands: int | None = None
    goon_from_house: bool = False
    source: str = ""
    note: str = ""
    aliases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("win", "kot", "bavney"):
            pair = getattr(self, name)
            known = isinstance(pair, tuple) and all(isinstance(points, Real) for points in pair)
            if not known or len(pair) != 2:
                raise ScoringError(f"{name} {shown(pair)}: expected the points of A and of B")

    @property
    def by_class(self) -> bool:
        """Whether the class alone tells the points, so that calls can be compared by it."""
        return self.kind not in ("bid", "sars")

    def points(self, outcome: Outcome | int, goon_side: int = 1) -> Pair:
        """(points of A, points of B) as they are written down for this class; (0, 0) for a tie.

        Straight wins are counted on the score sheet, not here. `goon_side` is the side whose kot is
        a goon kot: B (1), or A (0) in some be-ranga games.
        """
        level, side = abs(int(outcome)), int(outcome < 0)
        if level == 0:
            return 0, 0
        values = (self.win, self.kot, self.bavney)[level - 1]
        if self.kind == "chance":
            return values[side], 0
        value = values[int(side == goon_side)] if level > 1 else values[side]
        return (0, value) if side else (value, 0)

    def worth(self, outcome: Outcome | int) -> Pair:
        """(worth to A, worth to B) of this class where it is not known how a match stands.

        These are the points; where `streak` straight wins make a kot, a simple win counts besides
        as that part of a kot.
        """
        mine, theirs = self.points(outcome)
        if self.streak and abs(int(outcome)) == 1:
            part = 1 / self.streak
            return (mine + part, theirs) if outcome > 0 else (mine, theirs + part)
        return mine, theirs

    def difference(self, outcome: Outcome | int) -> float:
        """What this class is worth to A, minus what it is worth to B."""
        mine, theirs = self.worth(outcome)
        return mine - theirs

    def vector(self) -> tuple[float, ...]:
        """The differences of the six classes in the order of `CLASSES`."""
        return tuple(self.difference(outcome) for outcome in CLASSES)

    def with_values(self, **values: float) -> Scoring:
        """The same scoring with other numbers: win, goon_win, kot, goon, bavney, goon_bavney.

        The plain word is what A gets, the goon form what B gets. Raises OptionError for an unknown
        word or a number that is not finite and at least 0.
        """
        changed: dict[str, list[float]] = {}
        for word, value in values.items():
            if word not in _SLOTS:
                raise OptionError(
                    f"{shown(word)} is no value of a scoring: expected {', '.join(_SLOTS)}"
                )
            number = _number(word, value)
            name, side = _SLOTS[word]
            changed.setdefault(name, list(getattr(self, name)))[side] = number
        pairs: dict[str, Any] = {name: (pair[0], pair[1]) for name, pair in changed.items()}
        fixed = self.goon_from_house and "kot" not in changed
        return replace(self, goon_from_house=fixed, **pairs)

    def with_goon(self, value: int) -> Scoring:
        """The scoring as a house with this `goon_value` plays it."""
        if not self.goon_from_house:
            return self
        return replace(self, kot=(self.kot[0], value), goon_from_house=False)

    def with_target(self, target: int) -> Scoring:
        """The same scoring in a match to this many points."""
        return replace(self, target=target, hands=None)

    def numbers(self) -> str:
        """The numbers in one line, as every output shows them."""
        parts: list[str] = []
        if self.kind == "bid":
            parts.append("plus or minus the bid")
        elif self.kind == "sars":
            parts.append("1 a trick")
        else:
            if any(self.win) or not self.streak:
                parts.append(f"win {_pair(self.win)}")
            if self.streak:
                parts.append(f"{self.streak} straight wins 1 kot")
            parts.append(f"kot {_pair(self.kot)}")
            if self.bavney != self.kot:
                parts.append(f"bavney {_pair(self.bavney)}")
        if self.kind == "chance":
            return ", ".join(parts)
        if self.target is not None:
            unit = self.unit.removesuffix("s") if self.target == 1 else self.unit
            parts.append(f"to {self.target} {unit}")
        elif self.hands is not None:
            parts.append(f"{self.hands} hands")
        return ", ".join(parts)

    def __str__(self) -> str:
        return f"{self.title} ({self.numbers()})"

    def __repr__(self) -> str:
        """`find_scoring('ir')`; of a scoring of one's own the fields that are not usual."""
        if self in SCORINGS:
            return f"find_scoring({self.name!r})"
        given = [
            f"{each.name}={getattr(self, each.name)!r}"
            for each in fields(self)
            if getattr(self, each.name) != each.default
        ]
        return f"Scoring({', '.join(given)})"

    def to_dict(self) -> dict[str, Any]:
        """For JSON: the name and every number; `values` is what a class is worth to its side."""
        values = {outcome.name: max(self.worth(outcome)) for outcome in reversed(CLASSES)}
        return {
            "name": self.name,
            "title": self.title,
            "kind": self.kind,
            "unit": self.unit,
            "win": list(self.win),
            "kot": list(self.kot),
            "bavney": list(self.bavney),
            "values": values,
            "streak": self.streak,
            "target": self.target,
            "hands": self.hands,
            "note": self.note,
        }


SCORINGS: tuple[Scoring, ...] = (
    Scoring(
        "ir", "Iran", win=(1, 1), kot=(2, 3), bavney=(2, 3), target=7,
        source="docs/rules.md 1.10; W10, BIA, WUM",
        note="play stops at seven tricks, so a bavney counts as the kot it begins with",
        aliases=("iran", "iranian", "persian", "hokm"),
    ),
    Scoring(
        "nl", "Netherlands", win=(2, 2), kot=(5, 5), bavney=(15, 15), hands=4,
        source="docs/rules.md 1.10; W10, TC-RB",
        note="league sets of four hands",
        aliases=("netherlands", "dutch", "holland", "suriname", "troefcall", "troef"),
    ),
    Scoring(
        "inpk", "India and Pakistan", "kots", kot=(1, 1), bavney=(52, 52), streak=7, target=5,
        goon_from_house=True,
        source="docs/rules.md 1.10; W10, PG-CP, TASH",
        note="a simple win is worth one seventh of a kot, since seven in a row make one; matches "
        "to five kots are a choice of this project",
        aliases=("india", "pakistan", "indian", "pakistani", "in_pk", "india_pakistan", "rang",
                 "rung", "court_piece", "kots"),
    ),
    Scoring(
        "points", "Points", win=(1, 2), kot=(3, 4), bavney=(3, 4), target=10,
        source="docs/rules.md 1.10; PG-CP, TASH CP-06",
        note="a bavney counts as a kot",
        aliases=("point", "1234"),
    ),
    Scoring(
        "double_sar", "Double sar", "kots", kot=(1, 3), bavney=(1, 3), streak=7, target=5,
        goon_from_house=True,
        source="docs/rules.md 3.4; W10, PG-CP",
        note="matches to five kots are a choice of this project",
        aliases=("double_sir",),
    ),
    Scoring(
        "dehla", "Dehla pakad", "kots", kot=(1, 1), bavney=(1, 1), streak=7, target=5,
        source="docs/rules.md 4.3; PG-DP, TASH",
        note="matches to five kots are a choice of this project; where calls are compared, a win "
        "with any number of tens counts as one seventh of a kot",
        aliases=("dehla_pakad",),
    ),
    Scoring(
        "three", "Hokm for three", win=(1, 1), kot=(2, 3), bavney=(2, 3), kind="seats", target=7,
        source="docs/rules.md 8.1; W10, W25, WUM",
        note="a kot is the first seven tricks",
    ),
    Scoring(
        "dummy", "Dummy rang", "sars", kind="sars", target=104, source="docs/rules.md 8.3; W25",
    ),
    Scoring(
        "daba", "Daba rang", kind="bid", source="docs/rules.md 7.3",
        note="the score is a choice of this project",
    ),
    Scoring(
        "chokri", "Chokri", kind="bid", source="docs/rules.md 8.4",
        note="the score is a choice of this project",
    ),
    Scoring(
        "chokri_majority", "Chokri by majority", win=(1, 1), kot=(2, 2), bavney=(2, 2), target=7,
        source="docs/rules.md 8.4",
        note="the score is a choice of this project",
    ),
)  # fmt: skip
"""Every scoring that has a name; the first four are those of the plain game."""


def find_scoring(text: str | Scoring) -> Scoring:
    """The scoring with this name or alias, in any case, with any of ` -_/` between words.

    Raises ScoringError, which lists the names, when there is none.
    """
    if isinstance(text, Scoring):
        return text
    if isinstance(text, str):
        word = _key(text)
        for scoring in SCORINGS:
            if word in (_key(name) for name in (scoring.name, scoring.title, *scoring.aliases)):
                return scoring
    names = ", ".join(scoring.name for scoring in SCORINGS)
    raise ScoringError(f"{shown(text)} is no scoring: expected one of {names}")


def expected_points(shares: Mapping[Outcome, float], scoring: Scoring) -> float:
    """The mean worth to A minus that to B for an outcome distribution."""
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


def _pair(pair: Pair) -> str:
    mine, theirs = (_short(number) for number in pair)
    return mine if mine == theirs else f"{mine} ({theirs} for the other side)"


def _short(number: float) -> str:
    """3, 1/7 or 2.25: small fractions are written as such."""
    near = Fraction(number).limit_denominator(20)
    return str(near) if abs(float(near) - number) < 1e-9 else f"{number:.4g}"


def class_of_tens(tens_a: int, table: str = "pagat", tricks_a: int | None = None) -> Outcome:
    """The class of a dehla hand from A's tens (rules.md 4.3); Outcome.NONE when nobody wins.

    `tricks_a`, A's collected tricks of 13, decides at two tens each under `tricks_decide`.
    """
    if not 0 <= tens_a <= 4:
        raise MatchError(f"a side takes 0 to 4 tens, not {tens_a}")
    if tens_a == 2 and table == "no_winner":
        return Outcome.NONE
    if tens_a == 2 and table == "tricks_decide":
        if tricks_a is None:
            raise MatchError("two tens each: the collected tricks are needed to decide")
        return Outcome(1 if 2 * tricks_a > 13 else -1)
    if table == "w25":
        return Outcome((-1, 1, 1, 1, 2)[tens_a])
    return Outcome((-2, -1, 1, 1, 2)[tens_a])
