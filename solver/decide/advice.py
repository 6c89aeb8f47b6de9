"""What the answers to a question about hidden hands have in common.

An `Advice` answers a `Question`: it has `Candidate`s, and says whether the best of them is clearly
the best. A `Sampled` one comes from a study of dealt worlds; advice on a call may come from a book
as well (`book/reader.py`). Nothing here deals, solves or counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ..base.cards import Card, Hand, Suit
from ..base.drawn import Found, Result, Told
from ..base.errors import HandError
from ..base.outcomes import Outcome
from ..game.deal import FIRST_CARDS
from ..game.move import Move
from ..game.scoring import Scoring
from ..game.variants import Variant
from .estimates import Estimate, Mean, PairedDifference

__all__ = ["Advice", "Call", "Candidate", "Kept", "Question", "Sampled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked: of the seat that holds these cards, in this game.

    `given`: cards that other seats are taken to hold, by seat.
    """

    hand: Hand
    variant: Variant
    given: Mapping[int, Hand] = field(default_factory=dict)

    def __str__(self) -> str:
        return str(self.hand)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Question):
    """Which trump to call with five cards."""

    scoring: Scoring

    def __str__(self) -> str:
        return f"{self.hand}, {self.scoring.title}"


_SPOKEN = {"kot_against": "goon kot", "bavney_against": "goon bavney"}
Asked = TypeVar("Asked", bound=Question)


@dataclass(frozen=True, slots=True, repr=False)
class Candidate(Found):
    """What may be chosen, and what it comes to for the side that chooses.

    - `name`: as it is typed, such as "H", "SA" or "throw in". `chosen`: a suit to call or a move to
      make, else None. `equal`: cards of the hand that are the same because they touch its card.
    - `n`: deals solved to their class for it, or credits of a book; 0 where no deal decides (a
      redeal). `counts`: how many of them ended in each class. `kot_n`: deals searched for kots.
    - `chances`: as far as the question asks for them, "win", "kot", "kot_against" (the other
      side's) and "bavney", nested, so a kot is also a win; or "made", of a bid or a challenge.
      There is no "bavney" where play stops at the seventh trick.
    - `points`: the mean of the own points minus the other side's, or what else a class is worth.
    - `shares`: the probability of each class (of side A, as ever); they sum to 1.
    - `behind`: the best candidate beside this one on the same deals; None for the best itself.
    - `same`: to choose it is to choose the best: a suit with the same cards; a card after which the
      hand is worth the same in every world.
    - `tricks`: of cards that are worth as much as the best, the expected tricks of the own side in
      the whole hand, from the fourth trick on in the plain game; None where they were not needed.
    - `dropped`: clearly not the best, so no further deals were solved for it.
    - `undecided`: deals of the n without a class because of a node limit, or because time was up
      while they were searched. `counts` and `shares` omit them; the estimates hold bounds.

    For three players the own side is the caller alone: "win" and "kot" are what he can force
    against the two others together, "kot_against" says that one of them can force the first seven,
    WIN_B that nobody can force any of these. Points are his own only.
    """

    name: str
    n: int
    chances: Mapping[str, Estimate]
    points: Mean
    shares: Mapping[Outcome, float]
    chosen: Suit | Move | None = None
    behind: PairedDifference | None = None
    same: bool = False
    kot_n: int = 0
    counts: Mapping[Outcome, int] = field(default_factory=dict)
    dropped: bool = False
    undecided: int = 0
    equal: tuple[Card, ...] = ()
    tricks: float | None = None

    @property
    def card(self) -> Card:
        """The card to play, or to play after a request."""
        assert isinstance(self.chosen, Move), "this candidate plays no card"
        return self.chosen.card

    @property
    def requests(self) -> bool:
        """Whether a hidden trump is requested before the card is played."""
        return isinstance(self.chosen, Move) and self.chosen.requests

    @property
    def cards(self) -> tuple[Card, ...]:
        """The card and those equal to it, high to low."""
        return tuple(sorted((self.card, *self.equal), key=lambda card: -card.rank))

    @property
    def trump(self) -> Suit:
        """The suit that is called."""
        assert isinstance(self.chosen, Suit), "this candidate calls no trump"
        return self.chosen

    @property
    def win(self) -> Estimate:
        """How often the hand is won."""
        return self.chances["win"]

    @property
    def kot(self) -> Estimate:
        """How often the own side makes a kot or better."""
        return self.chances["kot"]

    @property
    def kot_against(self) -> Estimate:
        """How often the other side makes a kot or better."""
        return self.chances["kot_against"]

    @property
    def bavney(self) -> Estimate | None:
        """How often the own side takes every trick; None where play stops before."""
        return self.chances.get("bavney")

    @property
    def success(self) -> Estimate | None:
        """How often it comes off: the hand is won, the bid made; None where no deal decides."""
        return self.chances.get("made", self.chances.get("win"))

    @property
    def p_best(self) -> float:
        """The p value of the paired test on points against the best; 1 for the best itself."""
        return 1.0 if self.behind is None else self.behind.p_points

    def __str__(self) -> str:
        chance = next((f"{name} {found}, " for name, found in self.chances.items()), "")
        return f"{self.name}: {chance}points {self.points}"


@dataclass(frozen=True, slots=True, repr=False)
class Advice(Result, Told, Generic[Asked]):
    """What to choose with a hand: each candidate on the same deals, and whether the best is sure.

    - `candidates`: the best first, then by their worth.
    - `p_unlisted`: the largest p value of those that are not listed: a bid with another trump.
    - `level`: what the p value of a comparison must stay below for the best to be clearly better.
    - `method`: in words, the question that was solved for each world.
    """

    question: Asked
    candidates: tuple[Candidate, ...]
    n: int
    confidence: float
    level: float
    method: str
    p_unlisted: float = field(default=0.0, kw_only=True)

    @property
    def hand(self) -> Hand:
        """The cards of the seat that asks."""
        return self.question.hand

    @property
    def variant(self) -> Variant:
        """The game."""
        return self.question.variant

    @property
    def given(self) -> Mapping[int, Hand]:
        """Cards that other seats are taken to hold, by seat."""
        return self.question.given

    @property
    def row(self) -> str:
        """The name of this kind of answer in tables of names and views."""
        return f"{type(self).__name__}.{type(self.question).__name__}"

    @property
    def best(self) -> Candidate:
        """The candidate that is worth most."""
        return self.candidates[0]

    @property
    def trumps(self) -> dict[Suit, Candidate]:
        """The candidates that name a suit, by it, in the order of suits."""
        named = [each for each in self.candidates if isinstance(each.chosen, Suit)]
        return {each.trump: each for each in sorted(named, key=lambda each: each.trump)}

    @property
    def rivals(self) -> dict[Suit, Candidate]:
        """All of these but the best."""
        return {suit: each for suit, each in self.trumps.items() if each is not self.best}

    @property
    def same(self) -> tuple[Candidate, ...]:
        """The others that are the same choice as the best."""
        return tuple(each for each in self.candidates if each.same)

    @property
    def others(self) -> tuple[Candidate, ...]:
        """Those that are another choice than the best."""
        return tuple(each for each in self.candidates[1:] if not each.same)

    @property
    def close(self) -> tuple[Candidate, ...]:
        """Those that may be as good as the best."""
        return tuple(each for each in self.others if each.p_best >= self.level)

    @property
    def sure(self) -> bool:
        """Whether the best is clearly better than every other choice."""
        return not self.close and self.p_unlisted < self.level

    @property
    def p_value(self) -> float:
        """The largest p value of the paired tests on points: that of the closest other choice."""
        return max((each.p_best for each in self.others), default=0.0)

    @property
    def asked(self) -> int:
        """How many answers were asked for: over all candidates, one for each world solved."""
        return sum(each.n for each in self.candidates)

    @property
    def undecided(self) -> int:
        """How many of these answers the node limit, or the end of the time, left open."""
        return sum(each.undecided for each in self.candidates)

    def __getitem__(self, chosen: Suit | Move | str) -> Candidate:
        """The candidate that chooses this or has this name; KeyError where there is none."""
        found = (each for each in self.candidates if chosen in (each.chosen, each.name))
        if (one := next(found, None)) is None:
            raise KeyError(chosen)
        return one

    def __str__(self) -> str:
        asked = f"{self.question}: {self.method}, {self.variant}{self._drawn_with}"
        if len(self.candidates) == 1:
            found = self.best.chances.items()
            return "\n".join(
                [asked, *(f"{_SPOKEN.get(name, name)} {each}" for name, each in found)]
            )
        deals = f"{self.n} deals" + f", {self.best.kot_n} for kots" * bool(self.best.kot_n)
        said = f"{self.best.name}: {how_sure(self.sure)} ({deals})"
        return "\n".join([asked, *map(str, self.candidates), said])

    @property
    def _drawn_with(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Kept:
    """Of worlds that were weighted: how many were kept and how many dealt, and by what.

    `by`: the "call", the "cards" seen, or both; empty where every world counts alike.
    """

    kept: int = 0
    dealt: int = 0
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Sampled(Advice[Asked]):
    """Advice from a study of dealt worlds.

    - `n`: worlds solved. `seed`: what they were drawn with.
    - `looks`: how often the study was allowed to look; `confidence` is that of all of them
      together, each interval holds 1 - alpha / looks; `level` is alpha / (rivals x looks).
    - `stopped`: what ended the study: "samples", "time", "looks", "precision" or "interrupted";
      "clear" where one card was left, "all" where every world that fits was solved.
    - `node_limit`: cards that could be played for one answer, 0 for no limit.
    - `kept`: where the worlds were weighted. The `n` worlds solved are kept ones, each counts once,
      so that n is also the effective sample size.
    - `remarks`: what else was found: names of the best card, cards that decide a kot.
    """

    seed: int
    looks: int
    seconds: float
    stopped: str
    node_limit: int = 0
    kept: Kept = Kept()
    remarks: tuple[Any, ...] = ()

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the study."""
        return self.stopped == "interrupted"

    @property
    def _drawn_with(self) -> str:
        return f", seed {self.seed}"

    @property
    def exact(self) -> bool:
        """Whether all `n` worlds that fit were solved, so that intervals are points."""
        return self.stopped == "all"

    @property
    def weigh_call(self) -> dict[str, int] | None:
        """How many worlds the call left of those dealt, as `kept` says."""
        return self._kept_by("call")

    @property
    def weigh_cards(self) -> dict[str, int] | None:
        """How many the cards seen left; where the call is weighed, too, both together."""
        return self._kept_by("cards")

    def _kept_by(self, what: str) -> dict[str, int] | None:
        if what not in self.kept.by:
            return None
        return {"effective_n": self.n, "kept": self.kept.kept, "dealt": self.kept.dealt}


def ranked(candidates: Iterable[Candidate], best: Suit) -> tuple[Candidate, ...]:
    """The best first, the others by their worth."""
    by_worth = sorted(candidates, key=lambda each: each.points.value, reverse=True)
    return tuple(sorted(by_worth, key=lambda each: each.chosen != best))


def how_sure(sure: bool) -> str:
    """The verdict on the best choice, for the text of an answer."""
    return "clearly best" if sure else "ahead, but too close to call"


def first_cards(hand: Hand | str) -> Hand:
    """The five cards that trump is called from; HandError for another number."""
    five = Hand.parse(hand)
    if len(five) != FIRST_CARDS:
        raise HandError(f"{hand_in_words(five)}: the trump is called from exactly {FIRST_CARDS}")
    return five


def hand_in_words(hand: Hand) -> str:
    """A hand and how many cards it has, to begin a refusal with."""
    name = f"the hand {hand}" if hand else "the hand"
    return f"{name} has " + ("1 card" if len(hand) == 1 else f"{len(hand) or 'no'} cards")
