"""Deals with a purpose: conditions on what best play makes of a deal, and the presets for teaching.

The language stands in conditions.py. Here are the terms that need a search, each with what it
costs, and `find_condition`, which reads a text with all terms. A `SolvedDeal` answers them about
one deal and keeps what it has found.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ..base.cards import Suit
from ..base.errors import OptionError
from ..base.outcomes import Between, Outcome
from ..core.engine import Solver
from ..game.deal import Deal
from ..game.move import Move
from ..game.position import Position
from ..game.rules import groups_of_moves
from ..game.variants import HOKM, Variant
from ..open.class_first import kept_bounds
from ..open.explained import Reason
from ..open.ladder import ladder
from ..open.reasons import explain
from ..open.whole_hand import WholeHand, by_chance, tricks_decide
from .conditions import CARD_TERMS, Condition, Term, Vocabulary

__all__ = ["CONDITIONS", "LESSONS", "SolvedDeal", "find_condition"]


class SolvedDeal:
    """One deal with its trump, and the answers of a search about it, each found when it is asked.

    `trump` None is no trump, unless it is not `named`: then only what needs none can be asked.
    `reserves`: the cards to come, in a game that deals them later. Raises OptionError where the
    game lacks what a condition asks.
    """

    def __init__(
        self,
        deal: Deal,
        trump: Suit | None = None,
        variant: Variant = HOKM,
        solver: Solver | None = None,
        reserves: Deal | None = None,
        named: bool = True,
    ) -> None:
        self.deal, self.trump, self.variant, self.reserves = deal, trump, variant, reserves
        self.named = named or trump is not None or variant.sets_trump
        self.search = WholeHand(solver)
        self._at_least: dict[tuple[Suit | None, int], bool] = {}

    @cached_property
    def position(self) -> Position:
        """The position before the first lead."""
        if not self.named:
            raise OptionError(
                "condition: best play needs a trump: name one, as with --trump S, or none"
            )
        return self.position_with(self.trump)

    def position_with(self, trump: Suit | None) -> Position:
        """The same with another trump."""
        more: dict[str, Any] = {} if self.reserves is None else {"reserves": self.reserves.hands}
        position = Position.start(self.deal, trump, 0, self.variant, **more)
        if by_chance(position) or not self.variant.has_sides:
            raise OptionError(f"condition: {self.variant.name} has no single class to ask about")
        return position

    @property
    def possible(self) -> bool:
        """Whether the hand can be played so: a hidden trump needs a card of it with the caller."""
        hides = self.variant.lays_down
        return not hides or self.trump is None or self.deal[0].length(self.trump) > 0

    def at_least(self, level: int) -> bool:
        """Whether the class of the hand is at least this one (its number in `Outcome`)."""
        at = (self.trump, level)
        if at not in self._at_least:
            self._at_least[at] = self._reaches(self.position, level)
        return self._at_least[at]

    def at_least_with(self, trump: Suit | None, level: int) -> bool:
        """The same with another trump."""
        at = (trump, level)
        if at not in self._at_least:
            position = self.position_with(trump)
            self._at_least[at] = self._reaches(position, level)
        return self._at_least[at]

    def _reaches(self, position: Position, level: int) -> bool:
        """Whether the class of this position is at least so good, by the one race that tells."""
        rungs = ladder(position)
        better = [rung for rung in rungs if rung[0] >= level]
        if not better or len(better) == len(rungs):
            return bool(better)
        if tricks_decide(position) and abs(level) < Outcome.KOT_A:
            classes = self.search.classes(position)
            return classes is not None and classes.low >= level
        return self.search.race(position, *better[-1][1:]) is True

    @cached_property
    def outcome(self) -> Outcome:
        """The class of the hand with best play."""
        return self.search.classify(self.position, ladder(self.position)).low

    @cached_property
    def tricks(self) -> int:
        """The points of the caller's side while both sides keep the class."""
        return self._kept(self.position, self.outcome)

    def _kept(self, position: Position, outcome: Outcome) -> int:
        found = kept_bounds(self.search, position, Between(outcome, outcome))
        assert found is not None
        return found.low

    @cached_property
    def most_tricks(self) -> int:
        """The points of the caller's side when both sides play for points alone."""
        return int(self.search.value(self.position).low)

    @cached_property
    def leads(self) -> tuple[Move, ...]:
        """The first leads, the highest of equal cards for all of them."""
        return tuple(group[0] for group in groups_of_moves(self.position))

    def leads_for(self, outcome: Outcome, trumps: bool = False) -> int:
        """How many leads reach this class or a better one; equal cards count once."""
        return sum(
            self._reaches(self.position.play(move), int(outcome))
            for move in self.leads
            if not trumps or move.card.suit is self.position.trump
        )

    def calls_for(self, outcome: Outcome) -> int:
        """With how many trumps the caller's side reaches this class or a better one."""
        self._need_call()
        return sum(self.at_least_with(suit, int(outcome)) for suit in Suit)

    @cached_property
    def longest_is_best(self) -> bool:
        """Whether a longest suit of the caller is the best trump: by class, then by points."""
        self._need_call()
        longest = max(self.deal[0].length(suit) for suit in Suit)
        worth = {}
        for suit in Suit:
            position = self.position_with(suit)
            outcome = self.search.classify(position, ladder(position)).low
            worth[suit] = (outcome, self._kept(position, outcome))
        best = max(worth.values())
        return any(worth[s] == best and self.deal[0].length(s) == longest for s in Suit)

    def _need_call(self) -> None:
        if self.variant.sets_trump or self.variant.hides_trump:
            raise OptionError(f"condition: nobody calls an open trump in {self.variant.name}")

    @cached_property
    def _said(self) -> tuple[frozenset[Reason], ...]:
        tricks = explain(self.position, solver=self.search.solver)
        return tuple(frozenset(card.reasons) for trick in tricks for card in trick.cards)

    def says(self, *reasons: Reason) -> int:
        """How many cards of the line of best play have all these reasons."""
        return sum(set(reasons) <= said for said in self._said)

    def race(self, a: int, b: int) -> bool:
        """Whether the caller's side takes `a` points before the others take `b`."""
        if a < 1 or b < 1:
            raise OptionError(f"condition: race({a}, {b}) needs at least one point for each side")
        return self.search.race(self.position, a, b) is True


def _leads_cost(args: tuple[Outcome, ...]) -> int:
    return 3 if abs(args[0]) > 1 else 6


SOLVED_TERMS = (
    Term(
        *("class", "the class of the hand with best play", lambda d: d.outcome),
        gives="class",
        cost=4,
        at_least=lambda d, level: d.at_least(level),
    ),
    Term("tricks", "tricks (tens) of the caller's side in that class", lambda d: d.tricks, cost=5),
    Term(
        *("most_tricks", "the same when both sides play for them alone"),
        lambda d: d.most_tricks,
        cost=4,
    ),
    Term(
        *("race", "whether the caller's side takes A before the others take B"),
        lambda d, a, b: d.race(a, b),
        takes=("number", "number"),
        gives="truth",
        cost=2,
    ),
    Term(
        *("leads", "first leads that reach the class; equal cards count once"),
        lambda d, c: d.leads_for(c),
        takes=("class",),
        cost_of=_leads_cost,
    ),
    Term(
        *("trump_leads", "those of them that are trumps (t'rup chaal)"),
        lambda d, c: d.leads_for(c, True),
        takes=("class",),
        cost_of=_leads_cost,
    ),
    Term(
        *("calls", "trumps with which the caller's side reaches the class"),
        lambda d, c: d.calls_for(c),
        takes=("class",),
        cost_of=_leads_cost,
    ),
    Term(
        *("longest_is_best", "whether a longest suit of the caller is the best trump"),
        lambda d: d.longest_is_best,
        gives="truth",
        cost=7,
    ),
    Term(
        *("says", "cards of the best line that have all these reasons"),
        lambda d, *reasons: d.says(*reasons),
        takes=("reason",),
        more=True,
        cost=8,
    ),
)
"""The terms that need a search; the trump is the one that is named."""

LESSONS = {
    "one_lead_kot": (
        "class >= kot and leads(kot) = 1",
        "a kot that only one lead makes (equal cards are one)",
    ),
    "tricks_without_kot": (
        "most_tricks >= 9 and class < kot",
        "nine tricks but never a kot",
    ),
    "short_suit_call": (
        "not longest_is_best",
        "the best call is not the longest suit",
    ),
    "ruff_saves_kot": (
        "says(keeps_kot, ruffs) + says(keeps_kot, overruffs) "
        "+ says(saves_kot, ruffs) + says(saves_kot, overruffs) > 0",
        "only a ruff keeps a kot, or saves the hand from one",
    ),
}
"""Conditions by name, each with what it is for."""

CONDITIONS = Vocabulary(
    (*CARD_TERMS, *SOLVED_TERMS), LESSONS, {"reason": {r.value: r for r in Reason}}
)
"""All words of the language."""


def find_condition(text: str) -> Condition:
    """The condition that a text or the name of a preset means; OptionError naming the fault."""
    return CONDITIONS.read(text)
