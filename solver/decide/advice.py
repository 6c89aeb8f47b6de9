"""What the answers to a question about hidden hands have in common.

A `Sampled` answer comes from a study of dealt worlds. A `CallAdvice` says which trump to call: from
a study (`trump_call.py`) or from a book (`book/reader.py`). Which suits are one call, and whether
the best call is clearly the best, is decided here for both. Nothing here deals, solves or counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..base.cards import Hand, Suit
from ..base.drawn import Found, Result, Told
from ..base.errors import HandError
from ..base.outcomes import Outcome
from ..game.deal import FIRST_CARDS
from ..game.scoring import Scoring
from ..game.variants import Variant
from .estimates import Estimate, Mean, PairedDifference

__all__ = ["CallAdvice", "CallOdds", "Sampled"]


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
class CallOdds(Found, Told):
    """What calling one trump is worth to the caller's side, A.

    - `win`, `kot` (the first seven tricks), `goon` (the other side takes them), `bavney`: nested
      chances, so a kot is also a win. `bavney` is None where play stops at the seventh trick.
    - `points`: the mean of A's points minus B's under the scoring.
    - `shares`: the probability of each class; they sum to 1.
    """

    trump: Suit
    win: Estimate
    kot: Estimate
    goon: Estimate
    bavney: Estimate | None
    points: Mean
    shares: Mapping[Outcome, float]

    def __str__(self) -> str:
        return f"{self.trump.symbol} wins {self.win}, points {self.points}"


class Rival(NamedTuple):
    """The best call compared with another one, and whether the two are the same call."""

    against: PairedDifference
    same: bool


@dataclass(frozen=True, slots=True, repr=False)
class CallAdvice(Result, Told):
    """The trump to call with five cards: what each suit is worth, and whether the best is sure.

    - `best`: the trump with the highest mean points. `trumps`: each suit that may be called.
    - `rivals`: the best compared with each other trump on the same deals.
    - `same`: the other suits in which the caller holds the same cards as in the best; to call one
      of them is the same call, so none of them is a rival.
    - `level`: what the p value of a comparison must stay below for the best to be clearly better.
    """

    hand: Hand
    variant: Variant
    scoring: Scoring
    best: Suit
    trumps: Mapping[Suit, CallOdds]
    rivals: Mapping[Suit, PairedDifference]
    same: tuple[Suit, ...]
    confidence: float
    level: float
    method: str

    def beats(self, suit: Suit) -> bool:
        """Whether the best call is clearly better than this one."""
        return suit in self.others and self.rivals[suit].p_points < self.level

    @property
    def others(self) -> tuple[Suit, ...]:
        """The suits whose call is another one than the best."""
        return tuple(suit for suit in self.rivals if suit not in self.same)

    @property
    def close(self) -> tuple[Suit, ...]:
        """The calls that may be as good as the best."""
        return tuple(suit for suit in self.others if not self.beats(suit))

    @property
    def sure(self) -> bool:
        """Whether the best call is clearly better than every other."""
        return not self.close

    @property
    def p_value(self) -> float:
        """The largest p value of the paired tests on points: that of the closest other call."""
        return max((self.rivals[suit].p_points for suit in self.others), default=0.0)

    @property
    def ranked(self) -> list[CallOdds]:
        """The calls, those worth most first."""
        return sorted(self.trumps.values(), key=lambda each: each.points.value, reverse=True)

    @property
    def told_rivals(self) -> dict[Suit, Rival]:
        """The rivals, and whether each is the same call."""
        return {suit: Rival(each, suit in self.same) for suit, each in self.rivals.items()}


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
