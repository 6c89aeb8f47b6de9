"""The answers: outcome classes and frozen records that print themselves and turn into JSON.

Points are always counted for side A. Names in `to_dict` are those of the machine interface.
Nothing here computes; analysis.py, advice.py and the command line fill and show these records.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from .cards import Card, Suit

__all__ = [
    "CardValue",
    "Challenge",
    "Estimate",
    "Guarantee",
    "Line",
    "Mean",
    "Outcome",
    "ReviewedCard",
    "Solution",
    "Table",
]


class Outcome(IntEnum):
    """How a hand ends for side A, better results being larger.

    WIN is the majority of the points, KOT the first seven tricks (all points in heap games, all
    tens in dehla pakad), BAVNEY all tricks of a game that may go on after seven; NONE is a drawn
    hand. A kot of side B is the goon kot.
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
        """The same end seen from the other side."""
        return Outcome(-self.value)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class CardValue:
    """What one legal card is worth: points of A over the whole hand and the class of its end.

    `value` is None when it was not asked for or the budget ended first; then `low` and `high`
    bound it. `ask` marks a card played after asking for a hidden trump.
    """

    card: Card
    value: int | None
    outcome: Outcome | None
    low: int | None = None
    high: int | None = None
    ask: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The entry of this card in `leads`."""
        entry: dict[str, Any] = {}
        if self.outcome is not None:
            entry["class"] = self.outcome.name
        if self.value is not None:
            entry["value"] = self.value
        elif self.low is not None and self.high is not None:
            entry["bounds"] = [self.low, self.high]
        return entry

    def __str__(self) -> str:
        words = [("ask, then " if self.ask else "") + str(self.card)]
        if self.outcome is not None:
            words.append(self.outcome.name)
        if self.value is not None:
            words.append(str(self.value))
        elif self.low is not None and self.high is not None:
            words.append(f"{self.low} to {self.high}")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of best play to the end, and the points of A it leads to.

    `asks` are the places of the cards before which their player asked for a hidden trump.
    """

    cards: tuple[Card, ...]
    value: int
    asks: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join(self.to_dict())

    def to_dict(self) -> list[str]:
        """The cards in the order played, with `ask` where a hidden trump was asked for."""
        words = []
        for place, card in enumerate(self.cards):
            words += ["ask", str(card)] if place in self.asks else [str(card)]
        return words


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to one question about a position; what was not asked is None or empty.

    `value`: points of A over the whole hand (taken so far and still to come). `bounds`: what is
    known of it when the node limit ended the search first. `races`: (a, b) -> does A reach a
    points of the whole hand before B reaches b; None when the limit came first.
    `nodes` and `seconds` are those of the search for this answer.
    """

    outcome: Outcome | None = None
    value: int | None = None
    races: Mapping[tuple[int, int], bool | None] = field(default_factory=dict)
    leads: tuple[CardValue, ...] = ()
    line: Line | None = None
    nodes: int = 0
    seconds: float = 0.0
    bounds: tuple[int, int] | None = None
    classes: tuple[Outcome, Outcome] | None = None

    @property
    def decided(self) -> bool:
        """Whether every asked question was answered within its budget."""
        return (
            self.bounds is None
            and self.classes is None
            and all(answer is not None for answer in self.races.values())
        )

    def to_dict(self) -> dict[str, Any]:
        """The answer object of `hakem solve --json`, with only what was asked."""
        answer: dict[str, Any] = {"schema": 1}
        if self.outcome is not None:
            answer["class"] = self.outcome.name
        if self.classes is not None:
            answer["class_bounds"] = [c.name for c in self.classes]
        if self.value is not None:
            answer["value"] = self.value
        if self.bounds is not None:
            answer["bounds"] = list(self.bounds)
        if self.races:
            answer["races"] = {f"{a},{b}": won for (a, b), won in self.races.items()}
        if self.leads:
            answer["leads"] = {
                ("ask+" if lead.ask else "") + str(lead.card): lead.to_dict() for lead in self.leads
            }
        if self.line is not None:
            answer["line"] = self.line.to_dict()
        answer["nodes"] = self.nodes
        answer["seconds"] = round(self.seconds, 6)
        return answer

    def __str__(self) -> str:
        words = []
        if self.outcome is not None:
            words.append(self.outcome.name)
        if self.classes is not None:
            words.append(f"between {self.classes[0].name} and {self.classes[1].name}")
        if self.value is not None:
            words.append(f"{self.value} points for A")
        if self.bounds is not None:
            words.append(f"between {self.bounds[0]} and {self.bounds[1]} points for A")
        for (a, b), won in self.races.items():
            said = "undecided" if won is None else "yes" if won else "no"
            words.append(f"race {a},{b}: {said}")
        lines = [", ".join(words)] if words else []
        lines += [f"  {lead}" for lead in self.leads]
        if self.line is not None:
            lines.append(f"line: {self.line}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Table:
    """Class and tricks for every trump and every caller of one deal.

    `classes[trump, caller]` and `values[trump, caller]` are seen from the caller's side: his
    side is A and he leads.
    """

    classes: Mapping[tuple[Suit, int], Outcome]
    values: Mapping[tuple[Suit, int], int]

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        """Trump letter -> one entry with class and value for each caller, seat 0 first."""
        return {
            suit.letter: [
                {"class": self.classes[suit, seat].name, "value": self.values[suit, seat]}
                for seat in sorted(s for t, s in self.classes if t == suit)
            ]
            for suit in Suit
        }

    def __str__(self) -> str:
        seats = sorted({seat for _, seat in self.classes})
        rows = ["trump  " + "".join(f"{'caller ' + str(s):<14}" for s in seats).rstrip()]
        for suit in Suit:
            cells = [f"{self.values[suit, s]:>2} {self.classes[suit, s].name:<11}" for s in seats]
            rows.append((f"{suit.symbol:<7}" + "".join(cells)).rstrip())
        return "\n".join(rows)


@dataclass(frozen=True, slots=True)
class Guarantee:
    """What one player is sure of against all the others together.

    `tricks`: points over the whole hand; `first_seven`: the first seven tricks; `wins`: the hand,
    None where the count alone does not tell.
    """

    player: int
    tricks: int
    first_seven: bool
    wins: bool | None

    def to_dict(self) -> dict[str, Any]:
        """The guarantee as JSON can hold it."""
        return {
            "player": self.player,
            "value": self.tricks,
            "first_seven": self.first_seven,
            "wins": self.wins,
        }

    def __str__(self) -> str:
        said = {True: ", wins the hand", False: ", does not win", None: ""}[self.wins]
        seven = ", the first seven" if self.first_seven else ""
        return f"player {self.player}: {self.tricks} tricks{seven}{said}"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Whether the dealer's side should change the trump that was called (anti-kot, 1.8).

    `classes[seat, suit]` is the class of the hand after this seat has changed the trump to this
    suit, `succeeds` whether side B then makes the first seven. A success counts as a kot for B, a
    failure as one for A. `value` is the class with the right to challenge, `best` the challenge to
    make, None when it does not pay.
    """

    called: Suit
    outcome: Outcome
    classes: Mapping[tuple[int, Suit], Outcome]
    succeeds: Mapping[tuple[int, Suit], bool]
    best: tuple[int, Suit] | None

    @property
    def pays(self) -> bool:
        """Whether side B gains by a challenge."""
        return self.best is not None

    @property
    def value(self) -> Outcome:
        """The class of the hand when side B may challenge."""
        return Outcome.KOT_B if self.pays else self.outcome

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON can hold it."""
        return {
            "called": self.called.letter,
            "class": self.outcome.name,
            "pays": self.pays,
            "value": self.value.name,
            "best": None if self.best is None else [self.best[0], self.best[1].letter],
            "challenges": [
                {
                    "seat": seat,
                    "trump": suit.letter,
                    "class": self.classes[seat, suit].name,
                    "succeeds": self.succeeds[seat, suit],
                }
                for seat, suit in self.classes
            ],
        }

    def __str__(self) -> str:
        lines = [f"{self.called.symbol} as called: {self.outcome.name}"]
        for (seat, suit), after in self.classes.items():
            made = "succeeds" if self.succeeds[seat, suit] else "fails"
            lines.append(f"seat {seat} to {suit.symbol}: {after.name}, {made}")
        if self.best is not None:
            lines.append(f"a challenge pays: seat {self.best[0]} to {self.best[1].symbol}")
        else:
            lines.append("no challenge pays")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class ReviewedCard:
    """One card of a played hand and what it changed, seen from side A.

    `before` and `after`: points of A over the whole hand with best play; the classes likewise,
    None where the hand has none. `best`: cards that would have kept the value.
    """

    trick: int
    seat: int
    card: Card
    before: int
    after: int
    class_before: Outcome | None
    class_after: Outcome | None
    best: tuple[Card, ...]

    @property
    def loss(self) -> int:
        """Points that the card cost its own side, 0 or more."""
        return abs(self.before - self.after)

    def to_dict(self) -> dict[str, Any]:
        """The card as JSON can hold it."""
        return {
            "trick": self.trick,
            "seat": self.seat,
            "card": str(self.card),
            "before": self.before,
            "after": self.after,
            "class_before": None if self.class_before is None else self.class_before.name,
            "class_after": None if self.class_after is None else self.class_after.name,
            "best": [str(card) for card in self.best],
        }

    def __str__(self) -> str:
        words = f"trick {self.trick}, seat {self.seat}: {self.card}"
        if self.loss:
            words += f" costs {self.loss}, better {' '.join(map(str, self.best))}"
        return words


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share of sampled deals: `count` of `n`, its estimate p and an interval (0 to 1)."""

    count: int
    n: int
    p: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """`{"p", "low", "high"}` with the count and n."""
        return {"p": self.p, "low": self.low, "high": self.high, "count": self.count, "n": self.n}

    def __str__(self) -> str:
        return f"{self.p:.1%} ({self.low:.1%} to {self.high:.1%}, n = {self.n})"


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over n sampled deals with its interval."""

    mean: float
    low: float
    high: float
    n: int

    def to_dict(self) -> dict[str, Any]:
        """`{"mean", "low", "high"}` with n."""
        return {"mean": self.mean, "low": self.low, "high": self.high, "n": self.n}

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ({self.low:+.3f} to {self.high:+.3f}, n = {self.n})"
