"""`Solution` and the records it consists of: frozen, printable, and convertible to JSON.

Points are always counted for side A. The keys of `to_dict` are those of `--json`. Nothing here
computes. The records of a table, a review and a stock draw are beside the functions that fill them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..base.cards import Card, Suit
from ..base.drawn import Found, Result
from ..base.outcomes import Between, Known, Outcome, Points, answer_text
from ..base.version import SCHEMA
from ..game.move import Move, words_of
from ..game.position import Position
from .explained import ExplainedTrick

__all__ = [
    "CardValue",
    "ChallengeAnswer",
    "Guarantee",
    "Line",
    "Solution",
]


OPEN = "between {} and {}"
"""How a solution tells what a node limit has left open."""


class Classed:
    """What has a class of the hand, `possible`, and A's points within it, `kept`."""

    __slots__ = ()
    possible: Between[Outcome] | None
    kept: Between[int] | None

    @property
    def outcome(self) -> Outcome | None:
        """The class of the hand; None where it has none or it is open."""
        return None if self.possible is None else self.possible.value

    @property
    def classes(self) -> Between[Outcome] | None:
        """The worst and the best class still possible; None unless the class is open."""
        return _open(self.possible)

    @property
    def class_value(self) -> int | None:
        """A's points within the class; None where there are none or they are open."""
        return None if self.kept is None else self.kept.value

    @property
    def class_value_bounds(self) -> Between[int] | None:
        """The least and most points within the class; None unless they are open."""
        return _open(self.kept)


@dataclass(frozen=True, slots=True)
class CardValue(Classed):
    """The worth of one legal card: the class of the hand, A's points within it, and most points.

    - `points`: A's points when both sides play for points alone, whatever the class.
    - `possible`: the class of the hand; None where it has none or chance decides between several.
    - `kept`: A's points over the whole hand while both sides keep the class; None where the hand
      has no class or chance may make trump.

    `value`, `outcome` and `class_value` are the exact ones; `low`, `high`, `classes` and
    `class_value_bounds` say what a node limit has left open.
    """

    move: Move
    points: Between[Points]
    possible: Between[Outcome] | None = None
    kept: Between[int] | None = None

    @property
    def card(self) -> Card:
        """The card played."""
        return self.move.card

    @property
    def value(self) -> Points | None:
        """A's points for points alone; None when the node limit came first."""
        return self.points.value

    @property
    def low(self) -> Points:
        """The least of these points that is possible."""
        return self.points.low

    @property
    def high(self) -> Points:
        """The most of these points that is possible."""
        return self.points.high

    @property
    def decided(self) -> bool:
        """Whether class and points are exact, not bounds."""
        return _decided(self.points, self.possible, self.kept)

    def to_dict(self) -> dict[str, Any]:
        """The entry of this card in `leads`."""
        return _fields(self.possible, self.kept, self.points)

    def __str__(self) -> str:
        words = [("ask, then " if self.move.requests else "") + str(self.card)]
        if self.possible is not None:
            words.append(str(self.possible))
        words.append(str(self.points if self.kept is None else self.kept))
        alone = self.points.value
        if self.class_value is not None and alone is not None and alone != self.class_value:
            words.append(f"({self.points} if points alone counted)")
        return " ".join(words)


def _open(between: Between[Known] | None) -> Between[Known] | None:
    """The same where it is open, else None."""
    return None if between is None or between.exact else between


def _decided(*answers: Between[Any] | None) -> bool:
    return all(answer is None or answer.exact for answer in answers)


def _fields(
    possible: Between[Outcome] | None,
    kept: Between[int] | None,
    points: Between[Points] | None,
) -> dict[str, Any]:
    """Class, points within it and points alone as JSON has them; None is left out."""
    entry: dict[str, Any] = {}
    if possible is not None:
        entry |= possible.fields("class", "class_bounds")
    if kept is not None:
        entry |= kept.fields("class_value", "class_value_bounds")
    if points is not None:
        entry |= points.fields("value", "bounds")
    return entry


@dataclass(frozen=True, slots=True, repr=False)
class Line(Found):
    """One line of best play to the end, and the result it leads to.

    It keeps the class of the hand, `outcome`, and then A's points within it, `value`. Where the
    hand has no class or chance may make trump, `outcome` is None and the line keeps `value` alone.
    `stops`: a side at 7-0 that would lose its kot by a further trick lost (the option
    continue_fail) stops after so many cards of the line; the rest is played for the count. Else
    None. Where a random card makes trump, the line ends, and `value` is the mean over the suits it
    may have.
    """

    moves: tuple[Move, ...]
    value: Points
    outcome: Outcome | None = None
    stops: int | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order played."""
        return tuple(move.card for move in self.moves)

    def __str__(self) -> str:
        return " ".join(self.to_dict())

    def to_dict(self) -> list[str]:
        """The cards in the order played, with `ask` where a hidden trump was requested."""
        return words_of(self.moves)


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Classed, Result):
    """The answers to the questions of `solve` about a position; the others are None or empty.

    - `possible`: the class of the hand; None where it has none or chance decides between several
      (then see `chances`).
    - `kept`: A's points over the whole hand, those taken so far included, while both sides keep the
      class: tricks (tens) break ties within a class. None where the hand has no class or chance may
      make trump.
    - `points`: A's points when both sides play for points alone, whatever the class; a mean where
      chance may make trump.
    - `outcome`, `class_value`, `value`: the exact ones of these three; `classes`,
      `class_value_bounds`, `bounds`: what a node limit has left open of them.
    - `races`: (a, b) -> whether A reaches a points of the whole hand before B reaches b; None when
      the node limit came first, and the probability as a fraction where chance decides.
    - `chances`: class -> P(this class or better) when both sides play for exactly that.
    - `guarantees`: what each player can force against all the others.
    - `bids`: number of tricks -> whether the caller's side can make that bid.
    - `challenge`: the result of every challenge of the trump.
    - `explained`: the tricks of the line with the reasons for each card.
    - `nodes`, `seconds`: cards played and wall time of the search for this answer.
    - `position`: what was asked about.
    """

    possible: Between[Outcome] | None = None
    points: Between[Points] | None = None
    kept: Between[int] | None = None
    races: Mapping[tuple[int, int], bool | Fraction | None] = field(default_factory=dict)
    leads: tuple[CardValue, ...] = ()
    line: Line | None = None
    nodes: int = 0
    seconds: float = 0.0
    chances: Mapping[Outcome, Fraction] = field(default_factory=dict)
    guarantees: tuple[Guarantee, ...] = ()
    bids: Mapping[int, bool | None] = field(default_factory=dict)
    challenge: ChallengeAnswer | None = None
    explained: tuple[ExplainedTrick, ...] = ()
    position: Position | None = None

    @property
    def value(self) -> Points | None:
        """A's points for points alone; None where they were no question or are open."""
        return None if self.points is None else self.points.value

    @property
    def bounds(self) -> Between[Points] | None:
        """The least and most points for points alone; None unless they are open."""
        return _open(self.points)

    @property
    def decided(self) -> bool:
        """Whether every question was answered before the node limit."""
        return (
            _decided(self.possible, self.kept, self.points)
            and all(answer is not None for answer in self.races.values())
            and all(answer is not None for answer in self.bids.values())
            and all(lead.decided for lead in self.leads)
            and all(guarantee.decided for guarantee in self.guarantees)
            and (self.challenge is None or self.challenge.decided)
        )

    def to_dict(self) -> dict[str, Any]:
        """The answer object of `hakem solve --json`; only the questions of this call."""
        answer: dict[str, Any] = {"schema": SCHEMA, **_fields(self.possible, None, None)}
        if self.chances:
            answer["chances"] = {c.name: float(share) for c, share in self.chances.items()}
        answer |= _fields(None, self.kept, self.points)
        if self.races:
            answer["races"] = {
                f"{a},{b}": float(won) if isinstance(won, Fraction) else won
                for (a, b), won in self.races.items()
            }
        if self.bids:
            answer["bids"] = {str(bid): made for bid, made in self.bids.items()}
        if self.guarantees:
            answer["guarantees"] = [guarantee.to_dict() for guarantee in self.guarantees]
        if self.challenge is not None:
            answer["challenge"] = self.challenge.to_dict()
        if self.leads:
            answer["leads"] = {"+".join(lead.move.words): lead.to_dict() for lead in self.leads}
        if self.line is not None:
            answer["line"] = self.line.to_dict()
            if self.line.stops is not None:
                answer["line_stops"] = self.line.stops
        if self.explained:
            answer["reasons"] = [trick.to_dict() for trick in self.explained]
        answer["nodes"] = self.nodes
        answer["seconds"] = round(self.seconds, 6)
        return answer

    def __str__(self) -> str:
        words = []
        if self.possible is not None:
            words.append(self.possible.text(OPEN))
        for least, share in self.chances.items():
            words.append(f"{least.name} or better with chance {share}")
        if self.kept is not None:
            words.append(f"{self.kept.text(OPEN)} points for A")
        if self.points is not None and not (self.points.exact and self.value == self.class_value):
            alone = self.points.exact and self.class_value is not None
            said = " if points alone counted" if alone else ""
            words.append(f"{self.points.text(OPEN)} points for A{said}")
        for (a, b), won in self.races.items():
            words.append(f"race {a},{b}: {answer_text(won)}")
        for bid, made in self.bids.items():
            words.append(f"bid {bid}: {answer_text(made)}")
        lines = [", ".join(words)] if words else []
        lines += [f"  {lead}" for lead in self.leads]
        lines += [f"  {guarantee}" for guarantee in self.guarantees]
        if self.challenge is not None:
            lines.append(str(self.challenge))
        if self.line is not None:
            lines.append(f"line: {self.line}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Guarantee:
    """What one player can force against all the others together.

    `points`: points over the whole hand, `tricks` the exact number. `first_seven`: whether he can
    take the first seven tricks; None in games of heaps and tens, or when the node limit came first.
    `wins`: whether he can win the hand; None when the node limit came first, and with other than
    three players unless he has more than half the points.
    """

    player: int
    points: Between[int]
    first_seven: bool | None
    wins: bool | None
    decided: bool = True

    @property
    def tricks(self) -> int | None:
        """The points; None when the node limit came first."""
        return self.points.value

    @property
    def low(self) -> int:
        """The least points that are possible."""
        return self.points.low

    @property
    def high(self) -> int:
        """The most points that are possible."""
        return self.points.high

    def to_dict(self) -> dict[str, Any]:
        """The guarantee as JSON can hold it."""
        entry = {"player": self.player, **self.points.fields("value", "bounds")}
        return {**entry, "first_seven": self.first_seven, "wins": self.wins}

    def __str__(self) -> str:
        said = {True: ", wins the hand", False: ", does not win", None: ""}[self.wins]
        seven = ", the first seven" if self.first_seven else ""
        open_words = "" if self.decided else " (undecided within the limit)"
        return f"player {self.player}: {self.points} tricks{seven}{said}{open_words}"


def _name(outcome: Outcome | None) -> str | None:
    return None if outcome is None else outcome.name


@dataclass(frozen=True, slots=True)
class ChallengeAnswer:
    """Whether the dealer's side should challenge the trump (docs/rules.md 1.8).

    `possible` is the class of the hand as called, `changed[seat, suit]` the one after this seat has
    changed the trump to this suit; `outcome` and `classes` are the exact ones, None while open.
    `succeeds` is whether side B then takes the first seven tricks, None when the node limit came
    first. A success counts as a kot for B, a failure as a kot for A. `value` is the class of the
    hand when B may challenge, `best` the challenge to make, None when none pays.
    """

    called: Suit
    possible: Between[Outcome]
    changed: Mapping[tuple[int, Suit], Between[Outcome]]
    succeeds: Mapping[tuple[int, Suit], bool | None]
    best: tuple[int, Suit] | None

    @property
    def outcome(self) -> Outcome | None:
        """The class of the hand as called; None while it is open."""
        return self.possible.value

    @property
    def classes(self) -> dict[tuple[int, Suit], Outcome | None]:
        """The class after each challenge; None while it is open."""
        return {key: each.value for key, each in self.changed.items()}

    @property
    def decided(self) -> bool:
        """Whether everything was answered before the node limit."""
        return _decided(self.possible, *self.changed.values()) and None not in (
            self.succeeds.values()
        )

    @property
    def pays(self) -> bool:
        """Whether side B gains by a challenge."""
        return self.best is not None

    @property
    def value(self) -> Outcome | None:
        """The class of the hand when side B may challenge; None when it is undecided."""
        if not self.decided and not self.pays:
            return None
        return Outcome.KOT_B if self.pays else self.outcome

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON can hold it."""
        return {
            "called": self.called.letter,
            "class": _name(self.outcome),
            "pays": True if self.pays else False if self.decided else None,
            "value": _name(self.value),
            "best": None if self.best is None else [self.best[0], self.best[1].letter],
            "challenges": [
                {
                    "seat": seat,
                    "trump": suit.letter,
                    "class": _name(self.classes[seat, suit]),
                    "succeeds": self.succeeds[seat, suit],
                }
                for seat, suit in self.classes
            ],
        }

    def __str__(self) -> str:
        lines = [f"{self.called.symbol} as called: {_name(self.outcome) or 'undecided'}"]
        for (seat, suit), after in self.classes.items():
            made = {True: "succeeds", False: "fails", None: "undecided"}[self.succeeds[seat, suit]]
            lines.append(f"seat {seat} to {suit.symbol}: {_name(after) or 'class open'}, {made}")
        if self.best is not None:
            lines.append(f"a challenge pays: seat {self.best[0]} to {self.best[1].symbol}")
        elif not self.decided:
            lines.append("whether a challenge pays is undecided within the limit")
        else:
            lines.append("no challenge pays")
        return "\n".join(lines)
