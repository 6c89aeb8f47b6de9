"""The player that solves sampled worlds, and the order in which it breaks ties.

It deals the unseen cards as they may lie, solves each world with open hands after each card, and
plays the card that is worth most on average. Relies on `decide` for worlds and answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Card, Hand, Suit
from ..base.outcomes import Outcome
from ..decide.evaluators import TRICKS_FROM, evaluator_of, is_plain, new_engine, tricks_of_cards
from ..decide.parallel import PerThread
from ..decide.worlds import Worlds
from ..game.move import Move
from ..game.scoring import CLASSES, Scoring, find_scoring
from ..game.variants import Variant
from .lone_worth import first_lone, lone_worth
from .player import View, usual_call
from .simple import ThumbPlayer

__all__ = ["SampledPlayer"]

WORLDS = 20
"""Worlds a decision; more gain nothing in play (docs/players.md)."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The candidates of a decision over the same worlds, one of each group of equal cards.

    `codes`: outcome codes, int8 (worlds, cards); `points`: their worth to the side of the seat to
    move, float64 of the same shape; `worth`: that of each code + 3.
    """

    cards: tuple[Card, ...]
    worlds: Worlds
    codes: NDArray[np.int8]
    points: NDArray[np.float64]
    worth: NDArray[np.float64]


class SampledPlayer:
    """Plays the card with the highest mean worth over solved worlds.

    `worlds`: how many are dealt for a decision; where fewer are possible all of them are solved,
    each once. `scoring`: what a class is worth. Play stops when the hand is decided, so a bavney
    is a kot. Ties are broken by the chance of a kot, then (from the fourth trick on, plain game) by
    expected tricks, then by the card of the rule of thumb, then the lowest card, trumps last.

    Where a hand has no class, points are those of `lone_worth.py`: what a seat is sure of among
    three players, tricks at a dummy's table; with bids plus or minus one for a bid of seven made.
    A scoring of such a game, which counts no classes, is as good as none.

    The rule of thumb plays before trick `first_solved`, where the worlds are not known (a trump
    hidden from the seat), and in the first tricks of three players and of a dummy's table.
    """

    name = "sampled"

    def __init__(
        self, worlds: int = WORLDS, scoring: Scoring | None = None, first_solved: int = 1
    ) -> None:
        self.worlds = worlds
        self.first_solved = first_solved
        counts = scoring is not None and scoring.by_class
        self.scoring = scoring if scoring and counts else find_scoring("ir").with_goon(3)
        self._worth = worth_by_code(self.scoring)
        self._thumb = ThumbPlayer()
        self._solvers = PerThread(new_engine)

    def call(self, five: Hand, variant: Variant, seed: int) -> Suit:
        """The longest suit, so that a duel compares the play alone."""
        return usual_call(five)

    def requests_trump(self, view: View, seed: int) -> bool:
        """As the rule of thumb does."""
        return self._thumb.requests_trump(view, seed)

    def play(self, view: View, seed: int) -> Card:
        """The best card over sampled worlds, or that of the rule of thumb where there are none."""
        groups = view.groups
        if len(groups) == 1:
            return groups[0][-1]
        if not self.solves(view):
            return self._thumb.play(view, seed)
        return self.choose(view, self.weigh(view, seed, [group[-1] for group in groups]))

    def choose(self, view: View, weighed: Weighed) -> Card:
        """The card to play of those that were weighed."""
        return self.best(view, weighed)

    def solves(self, view: View) -> bool:
        """Whether this decision is made over solved worlds."""
        first = max(self.first_solved, first_lone(view.position.variant) or 1)
        return view.position.tricks_done + 1 >= first and solvable(view)

    def weigh(self, view: View, seed: int, cards: Sequence[Card]) -> Weighed:
        """These cards over the worlds of a seed."""
        worlds = self.dealt(view, seed)
        if first_lone(view.position.variant) is not None:
            points = lone_worth(view, worlds, cards, self._solvers())
            return Weighed(
                tuple(cards), worlds, np.zeros(points.shape, np.int8), points, self._worth
            )
        template = view.knowledge.template()
        evaluator = evaluator_of(template, self._solvers)
        codes = evaluator.classes(worlds, list(map(Move, cards))).worst
        worth = self.own_worth(view)
        return Weighed(tuple(cards), worlds, codes, worth[codes + 3], worth)

    def dealt(self, view: View, seed: int) -> Worlds:
        """The worlds to solve."""
        return view.knowledge.worlds(self.worlds, seed, self.worlds)[0]

    def own_worth(self, view: View) -> NDArray[np.float64]:
        """What each outcome code + 3 is worth to the side of the seat to move."""
        bids = view.position.variant.bids
        worth = np.sign(self._worth) if bids else self._worth
        return worth if view.seat % 2 == 0 else -worth

    def best(self, view: View, weighed: Weighed, means: Sequence[float] = ()) -> Card:
        """The best of the candidates by the order of ties; `means`, if given, come first."""
        sign = 1 if view.seat % 2 == 0 else -1
        left = list(range(len(weighed.cards)))
        kots = (sign * weighed.codes >= Outcome.KOT_A).sum(axis=0)
        for values in (*((means,) if len(means) else ()), weighed.points.mean(axis=0), kots):
            left = highest(values, left)
        position = view.position
        if len(left) > 1 and position.tricks_done >= TRICKS_FROM and is_plain(position.variant):
            cards = [weighed.cards[k] for k in left]
            found = tricks_of_cards(self._solvers(), position, weighed.worlds, cards)
            tricks = sign * found.sum(axis=0, dtype=np.int64)
            left = [left[k] for k in highest(tricks, range(len(left)))]
        return self.like_the_thumb(view, [weighed.cards[k] for k in left])

    def like_the_thumb(self, view: View, cards: Sequence[Card]) -> Card:
        """Of cards that are tied that of the rule of thumb, else the lowest, trumps last."""
        if len(cards) > 1:
            thumb = self._thumb.play(view, 0)
            alike = next(group for group in view.groups if thumb in group)
            for card in cards:
                if card in alike:
                    return card
        trump = view.position.trump
        return min(cards, key=lambda c: (c.suit == trump, c.rank, c.suit))


def solvable(view: View) -> bool:
    """Whether worlds can be dealt and solved in this view: not while the trump is hidden from the
    seat, nor before the later cards of a five-card start are dealt (half a minute a card)."""
    return view.worlds_known and not view.position.reserves


def worth_by_code(scoring: Scoring) -> NDArray[np.float64]:
    """What each outcome code + 3 is worth to side A; a bavney counts as a kot, a tie nothing."""
    worth = np.zeros(7)
    for outcome in CLASSES:
        kept = Outcome(max(-2, min(2, outcome)))
        worth[outcome + 3] = scoring.difference(kept)
    return worth


def highest(values: Any, places: Sequence[int]) -> list[int]:
    """Those of these places whose value is the highest; sums of points are equal within 1e-9."""
    most = max(values[k] for k in places)
    return [k for k in places if values[k] > most - 1e-9]
