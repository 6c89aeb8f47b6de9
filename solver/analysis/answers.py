"""`Solution` and the records it consists of: frozen, printable, and convertible to JSON.

Points are always counted for side A. The keys of `to_dict` are those of `--json`. Nothing here
computes. The records of a table, a review and a stock draw are beside the functions that fill them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..cards import Card, Suit
from ..outcomes import Outcome, Points, answer_text, named_number, number_text, plain_number

__all__ = [
    "CardValue",
    "ChallengeAnswer",
    "Guarantee",
    "Line",
    "Solution",
]


@dataclass(frozen=True, slots=True)
class CardValue:
    """The worth of one legal card: the class of the hand, A's points within it, and most points.

    `class_value`: A's points over the whole hand while both sides keep the class; None where the
    hand has no class, chance may make trump, or the node limit came first; then
    `class_value_bounds` holds its bounds, if it has any. `value`: A's points when both sides play
    for points alone, whatever the class; None when the node limit came first; `low` and `high`
    bound it then. `outcome` is None where the hand has no class or the node limit came first;
    `classes` holds the worst and the best class still possible then, if the hand has any. `ask` is
    True for a card played after requesting a hidden trump.
    """

    card: Card
    value: Points | None
    outcome: Outcome | None
    low: Points | None = None
    high: Points | None = None
    ask: bool = False
    classes: tuple[Outcome, Outcome] | None = None
    class_value: int | None = None
    class_value_bounds: tuple[int, int] | None = None

    @property
    def decided(self) -> bool:
        """Whether class and points are exact, not bounds."""
        return self.low == self.high and self.classes is None and self.class_value_bounds is None

    def to_dict(self) -> dict[str, Any]:
        """The entry of this card in `leads`."""
        entry: dict[str, Any] = {}
        if self.outcome is not None:
            entry["class"] = self.outcome.name
        if self.classes is not None:
            entry["class_bounds"] = [c.name for c in self.classes]
        entry |= _class_value(self.class_value, self.class_value_bounds)
        if self.value is not None:
            entry |= named_number(self.value)
        elif self.low is not None and self.high is not None:
            entry["bounds"] = [plain_number(self.low), plain_number(self.high)]
        return entry

    def __str__(self) -> str:
        words = [("ask, then " if self.ask else "") + str(self.card)]
        if self.outcome is not None:
            words.append(self.outcome.name)
        if self.classes is not None:
            words.append(f"{self.classes[0].name} to {self.classes[1].name}")
        if self.class_value is not None:
            words.append(str(self.class_value))
            if self.value is not None and self.value != self.class_value:
                words.append(f"({number_text(self.value)} if points alone counted)")
        elif self.class_value_bounds is not None:
            words.append("{} to {}".format(*self.class_value_bounds))
        elif self.value is not None:
            words.append(number_text(self.value))
        elif self.low is not None and self.high is not None:
            words.append(f"{number_text(self.low)} to {number_text(self.high)}")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of best play to the end, and the result it leads to.

    It keeps the class of the hand, `outcome`, and then A's points within it, `value`. Where the
    hand has no class or chance may make trump, `outcome` is None and the line keeps `value` alone.
    `stops`: a side at 7-0 that would lose its kot by a further trick lost (the option
    continue_fail) stops after so many cards of the line; the rest is played for the count. Else
    None. `asks` are the indices of the cards before which their player requested a hidden trump.
    Where a random card makes trump, the line ends, and `value` is the mean over the suits it may
    have.
    """

    cards: tuple[Card, ...]
    value: Points
    asks: tuple[int, ...] = ()
    outcome: Outcome | None = None
    stops: int | None = None

    def __str__(self) -> str:
        return " ".join(self.to_dict())

    def to_dict(self) -> list[str]:
        """The cards in the order played, with `ask` where a hidden trump was requested."""
        words = []
        for place, card in enumerate(self.cards):
            words += ["ask", str(card)] if place in self.asks else [str(card)]
        return words


@dataclass(frozen=True, slots=True)
class Solution:
    """The answers to the questions of `solve` about a position; the others are None or empty.

    - `outcome`: the class of the hand; None where it has none, where chance decides between
      several (then see `chances`), or where the node limit came first (then see `classes`).
    - `class_value`: A's points over the whole hand, those taken so far included, while both sides
      keep the class: tricks (tens) break ties within a class. None where the hand has no class or
      chance may make trump. `class_value_bounds`: its bounds when the node limit came first.
    - `value`: A's points when both sides play for points alone, whatever the class; a mean where
      chance may make trump. `bounds`: its lowest and highest possible value.
    - `races`: (a, b) -> whether A reaches a points of the whole hand before B reaches b; None when
      the node limit came first, and the probability as a fraction where chance decides.
    - `chances`: class -> P(this class or better) when both sides play for exactly that.
    - `guarantees`: what each player can force against all the others.
    - `bids`: number of tricks -> whether the caller's side can make that bid.
    - `challenge`: the result of every challenge of the trump.
    - `nodes`, `seconds`: cards played and wall time of the search for this answer.
    """

    outcome: Outcome | None = None
    value: Points | None = None
    races: Mapping[tuple[int, int], bool | Fraction | None] = field(default_factory=dict)
    leads: tuple[CardValue, ...] = ()
    line: Line | None = None
    nodes: int = 0
    seconds: float = 0.0
    bounds: tuple[Points, Points] | None = None
    classes: tuple[Outcome, Outcome] | None = None
    chances: Mapping[Outcome, Fraction] = field(default_factory=dict)
    guarantees: tuple[Guarantee, ...] = ()
    bids: Mapping[int, bool | None] = field(default_factory=dict)
    challenge: ChallengeAnswer | None = None
    class_value: int | None = None
    class_value_bounds: tuple[int, int] | None = None

    @property
    def decided(self) -> bool:
        """Whether every question was answered before the node limit."""
        return (
            self.bounds is None
            and self.classes is None
            and self.class_value_bounds is None
            and all(answer is not None for answer in self.races.values())
            and all(answer is not None for answer in self.bids.values())
            and all(lead.decided for lead in self.leads)
            and all(guarantee.decided for guarantee in self.guarantees)
            and (self.challenge is None or self.challenge.decided)
        )

    def to_dict(self) -> dict[str, Any]:
        """The answer object of `hakem solve --json`; only the questions of this call."""
        answer: dict[str, Any] = {"schema": 1}
        if self.outcome is not None:
            answer["class"] = self.outcome.name
        if self.classes is not None:
            answer["class_bounds"] = [c.name for c in self.classes]
        if self.chances:
            answer["chances"] = {c.name: float(share) for c, share in self.chances.items()}
        answer |= _class_value(self.class_value, self.class_value_bounds)
        if self.value is not None:
            answer |= named_number(self.value)
        if self.bounds is not None:
            answer["bounds"] = [plain_number(bound) for bound in self.bounds]
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
            answer["leads"] = {
                ("ask+" if lead.ask else "") + str(lead.card): lead.to_dict() for lead in self.leads
            }
        if self.line is not None:
            answer["line"] = self.line.to_dict()
            if self.line.stops is not None:
                answer["line_stops"] = self.line.stops
        answer["nodes"] = self.nodes
        answer["seconds"] = round(self.seconds, 6)
        return answer

    def __str__(self) -> str:
        words = []
        if self.outcome is not None:
            words.append(self.outcome.name)
        if self.classes is not None:
            words.append(f"between {self.classes[0].name} and {self.classes[1].name}")
        for least, share in self.chances.items():
            words.append(f"{least.name} or better with chance {share}")
        if self.class_value is not None:
            words.append(f"{self.class_value} points for A")
        if self.class_value_bounds is not None:
            words.append("between {} and {} points for A".format(*self.class_value_bounds))
        if self.value is not None and self.value != self.class_value:
            alone = " if points alone counted" if self.class_value is not None else ""
            words.append(f"{number_text(self.value)} points for A{alone}")
        if self.bounds is not None:
            low, high = map(number_text, self.bounds)
            words.append(f"between {low} and {high} points for A")
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

    `tricks`: points over the whole hand; None when the node limit came first, and `low` and `high`
    bound them then. `first_seven`: whether he can take the first seven tricks; None in games of
    heaps and tens, or when the node limit came first. `wins`: whether he can win the hand; None
    when the node limit came first, and with other than three players unless he has more than half
    the points.
    """

    player: int
    tricks: int | None
    first_seven: bool | None
    wins: bool | None
    low: int | None = None
    high: int | None = None
    decided: bool = True

    def to_dict(self) -> dict[str, Any]:
        """The guarantee as JSON can hold it."""
        entry: dict[str, Any] = {"player": self.player}
        if self.tricks is not None:
            entry["value"] = self.tricks
        else:
            entry["bounds"] = [self.low, self.high]
        return {**entry, "first_seven": self.first_seven, "wins": self.wins}

    def __str__(self) -> str:
        said = {True: ", wins the hand", False: ", does not win", None: ""}[self.wins]
        seven = ", the first seven" if self.first_seven else ""
        count = f"{self.low} to {self.high}" if self.tricks is None else self.tricks
        open_words = "" if self.decided else " (undecided within the limit)"
        return f"player {self.player}: {count} tricks{seven}{said}{open_words}"


def _class_value(points: int | None, bounds: tuple[int, int] | None) -> dict[str, Any]:
    """The fields of the points within a class; none where they were no question."""
    if bounds is not None:
        return {"class_value_bounds": list(bounds)}
    return {} if points is None else {"class_value": points}


def _name(outcome: Outcome | None) -> str | None:
    return None if outcome is None else outcome.name


@dataclass(frozen=True, slots=True)
class ChallengeAnswer:
    """Whether the dealer's side should challenge the trump (docs/rules.md 1.8).

    `classes[seat, suit]` is the class of the hand after this seat has changed the trump to this
    suit, and `succeeds` whether side B then takes the first seven tricks. A success counts as a kot
    for B, a failure as a kot for A. `value` is the class of the hand when B may challenge, `best`
    the challenge to make, None when none pays. Entries that the node limit left undecided are None,
    and `decided` is False then.
    """

    called: Suit
    outcome: Outcome | None
    classes: Mapping[tuple[int, Suit], Outcome | None]
    succeeds: Mapping[tuple[int, Suit], bool | None]
    best: tuple[int, Suit] | None
    decided: bool = True

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
