"""Kot or not? All four hands are seen, and the answer is exact."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base.outcomes import Outcome
from ..game.position import Position
from ..open.questions import solve
from .making import TRIES, dealt, level_of_share
from .question import QuizAnswer

if TYPE_CHECKING:
    from ..base.cards import Card
    from ..core.engine import Solver
    from .making import Wanted
    from .question import QuizQuestion

__all__ = ["KotAnswers", "kot_question"]


@dataclass(frozen=True, slots=True)
class KotAnswers:
    """A deal, whether the caller's side makes a kot, and how many leads keep it."""

    position: Position
    made: bool
    keeping: tuple[Card, ...]
    tricks: int
    level: str

    def answer(self, chosen: str, solver: Solver | None = None) -> QuizAnswer:
        """Whether there is a kot, and which leads keep it."""
        right = "yes" if self.made else "no"
        if self.made:
            leads = " ".join(card.symbol for card in self.keeping[:4])
            more = " and others" if len(self.keeping) > 4 else ""
            count = len(self.keeping)
            why: tuple[str, ...] = (
                f"Yes: with best play seats 0 and 2 take the first seven tricks, "
                f"{self.tricks} of 13 in all.",
                f"{count} of 13 leads make{'s' * (count == 1)} it: {leads}{more}.",
            )
        else:
            why = (
                "No: seats 1 and 3 take a trick before the seventh. With best play seats 0 and 2 "
                f"take {self.tricks} of 13 tricks.",
            )
        if chosen == right:
            return QuizAnswer(chosen, (right,), 0.0, "right", why)
        return QuizAnswer(chosen, (right,), 1.0, "wrong", why, "no_kots" if self.made else "kots")


def _keeps_kot(position: Position, card: Card, solver: Solver) -> bool:
    outcome = solve(position.play(card), ("class",), solver=solver).outcome
    return outcome is not None and outcome >= Outcome.KOT_A


def kot_question(wanted: Wanted) -> tuple[QuizQuestion, KotAnswers]:
    """A deal with or without a kot; both are equally frequent."""
    known = _answers(wanted)
    text = "All four hands are seen and seat 0 leads. Do seats 0 and 2 make a kot?"
    return wanted.question(text, ("yes", "no"), known.level, position=known.position), known


def _answers(wanted: Wanted) -> KotAnswers:
    dice, solver = wanted.dice, wanted.solver
    kot, found = dice.random() < 0.5, None
    tricks, close = 0, ""
    for attempt in itertools.count():
        if attempt >= TRIES and found is not None:
            break
        deal, trump = dealt(dice)
        position = Position.start(deal, trump, 0, wanted.variant)
        first = solve(position, ("class",), solver=solver).outcome
        made = first is not None and first >= Outcome.KOT_A
        if made != kot:
            continue
        keeping: tuple[Card, ...] = ()
        if made:
            legal = position.legal()
            keeping = tuple(card for card in legal if _keeps_kot(position, card, solver))
            close = level_of_share(len(keeping) / len(legal))
        if not made or wanted.fits(close) or found is None:
            tricks = solve(position, ("result",), solver=solver).class_value or 0
        if not made:
            close = "easy" if tricks <= 7 else "middle" if tricks == 8 else "hard"
        if found is not None and not wanted.fits(close):
            continue
        found = KotAnswers(position, made, keeping, tricks, close)
        if wanted.fits(close):
            break
    assert found is not None
    return found
