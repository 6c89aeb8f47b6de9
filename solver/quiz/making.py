"""What the four kinds of question share: what is wanted, random deals, levels, words.

The file of a kind has a function, such as `kot_question(wanted)`, that returns a question and a
record with its answers.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from ..base.cards import PACK, Card, Hand, Suit
from ..game.deal import Deal
from ..game.house_rules import call_scoring, usual_house
from .question import QuizQuestion

if TYPE_CHECKING:
    from ..book import Book
    from ..core.engine import Solver
    from ..game.scoring import Scoring
    from ..game.variants import Variant
    from .question import QuizAnswer

__all__ = ["TRIES", "KnownAnswers", "Wanted", "card_habit", "dealt", "level_of_loss",
           "level_of_share", "little"]  # fmt: skip

TRIES = 60
"""Deals looked at until one is of the level that was asked for."""


class KnownAnswers(Protocol):
    """What is known of the answers to a question."""

    @property
    def level(self) -> str:
        """How close it is: one of `LEVELS`."""

    def answer(self, chosen: str, solver: Solver | None = None) -> QuizAnswer:
        """What this answer is worth; `chosen` is one of the choices of the question."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The question that is wanted, and what it is made with; `dice` are seeded by the first four.

    `level`: None for any. `book`: judges the calls; None if they are to be sampled.
    """

    kind: str
    seed: int
    number: int
    level: str | None
    variant: Variant
    book: Book | None
    solver: Solver
    dice: random.Random

    def fits(self, level: str) -> bool:
        """Whether a question of this level is one that was asked for."""
        return self.level in (None, level)

    def scoring(self) -> Scoring:
        """The usual scoring of the game, with which losses are measured."""
        return call_scoring(usual_house(self.variant))

    def question(self, text: str, choices: Sequence[str], level: str, **shown: Any) -> QuizQuestion:
        """The question with this text; `shown`: what it shows, by the names of `QuizQuestion`."""
        return QuizQuestion(
            self.kind, self.seed, self.number, self.variant, text, tuple(choices), level, **shown
        )


def dealt(dice: random.Random) -> tuple[Deal, Suit]:
    """A random deal and the caller's longest suit, the strongest of equals."""
    pack = list(PACK)
    dice.shuffle(pack)
    hands = tuple(Hand.of(pack[13 * seat : 13 * seat + 13]) for seat in range(4))
    trump = max(Suit, key=lambda suit: (hands[0].length(suit), hands[0].ranks(suit)))
    return Deal(hands), trump


def level_of_share(share: float) -> str:
    """By the share of the answers that are right."""
    return "easy" if share >= 0.5 else "middle" if share >= 0.25 else "hard"


def level_of_loss(loss: float) -> str:
    """By what the second best answer loses, in points a deal."""
    return "hard" if loss < 0.05 else "middle" if loss < 0.2 else "easy"


def little(loss: float, close: str | None) -> str:
    """Why another answer than the best counts as right; `close`: what leaves the two untold."""
    if close is not None:
        return f"Too close to call{close}: both count as right."
    return f"It costs {loss:.2f} points a deal: so little counts as right."


def card_habit(chosen: Card, right: Sequence[Card], trump: Suit | None) -> str:
    """What a wrong card has against the right ones; a key of HABITS."""
    same = [card for card in right if card.suit == chosen.suit]
    if same:
        return "too_high" if chosen.rank > max(card.rank for card in same) else "too_low"
    if chosen.suit == trump:
        return "trumps"
    return "no_trumps" if all(card.suit == trump for card in right) else "suit"
