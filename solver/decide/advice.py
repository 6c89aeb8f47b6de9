"""What the answers to a question about hidden hands have in common.

An `Advice` has `Candidate`s, and says whether the best of them is clearly the best. A `Sampled`
answer comes from a study of dealt worlds; advice on a call may come from a book as well
(`book/reader.py`). Nothing here deals, solves or counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..base.cards import Card, Hand, Suit
from ..base.drawn import Found, Result, Told
from ..base.errors import HandError
from ..base.outcomes import Outcome
from ..game.deal import FIRST_CARDS
from ..game.move import Move
from ..game.scoring import Scoring
from ..game.variants import Variant
from .estimates import Estimate, Mean, PairedDifference

__all__ = ["Advice", "CallAdvice", "Candidate", "Sampled"]


class Sampled(Result, Told):
    """Base of the answers of a study on sampled worlds.

    - `n`: worlds solved. `seed`: what they were drawn with.
    - `stopped`: what ended the study, such as "samples", "time" or "interrupted".
    - `method`: in words, the question that was solved for each world.
    - `confidence`: of all looks together; `looks`: how often the study was allowed to look.
    - `node_limit`: cards that could be played for one answer, 0 for no limit.
    """

    __slots__ = ()

    n: int
    seed: int
    confidence: float
    looks: int
    seconds: float
    stopped: str
    method: str
    node_limit: int

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the study."""
        return self.stopped == "interrupted"

    @property
    def asked(self) -> int:
        """How many answers were asked for: over all choices, one for each world solved for it."""
        return self.n

    @property
    def undecided(self) -> int:
        """How many of these answers the node limit, or the end of the time, left open."""
        return 0


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
        if self.chosen is None:
            return f"{self.name} is worth {self.points}"
        what = self.chosen if isinstance(self.chosen, Suit) else self.card
        return f"{what.symbol} wins {self.win}, points {self.points}"


@dataclass(frozen=True, slots=True, repr=False)
class Advice(Result, Told):
    """What to choose with a hand: each candidate on the same deals, and whether the best is sure.

    - `candidates`: the best first, then by their worth.
    - `p_unlisted`: the largest p value of those that are not listed: a bid with another trump.
    - `level`: what the p value of a comparison must stay below for the best to be clearly better.
    - `method`: in words, the question that was solved for each world.
    """

    hand: Hand
    candidates: tuple[Candidate, ...]
    n: int
    confidence: float
    level: float
    method: str
    p_unlisted: float = field(default=0.0, kw_only=True)

    @property
    def best(self) -> Candidate:
        """The candidate that is worth most."""
        return self.candidates[0]

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


@dataclass(frozen=True, slots=True, repr=False)
class CallAdvice(Advice):
    """The trump to call with five cards: what each suit is worth."""

    variant: Variant
    scoring: Scoring

    @property
    def trumps(self) -> dict[Suit, Candidate]:
        """The candidates by their suit, in the order of suits."""
        return {each.trump: each for each in sorted(self.candidates, key=lambda c: c.trump)}

    @property
    def rivals(self) -> dict[Suit, Candidate]:
        """All but the best."""
        return {suit: each for suit, each in self.trumps.items() if each is not self.best}


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
