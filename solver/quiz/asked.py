"""A question by seed and number: `asked_question` for the quiz of the terminal and of the page."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base.errors import OptionError, shown
from ..core.engine import Solver
from ..game.variants import HOKM, Variant
from .card import card_question
from .kot import kot_question
from .making import Wanted
from .question import LEVELS
from .seat import seat_question
from .trump import trump_question

if TYPE_CHECKING:
    from ..book import Book
    from .making import KnownAnswers
    from .question import QuizAnswer, QuizQuestion

__all__ = ["KINDS", "AskedQuestion", "asked_question"]

_MAKERS: dict[str, Callable[[Wanted], tuple[QuizQuestion, KnownAnswers]]] = {
    "trump": trump_question,
    "kot": kot_question,
    "seat": seat_question,
    "card": card_question,
}
KINDS = tuple(_MAKERS)


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question with what is known of its answers: each one is answered without a new search."""

    question: QuizQuestion
    known: KnownAnswers

    def answer(self, chosen: str, solver: Solver | None = None) -> QuizAnswer:
        """What this answer is worth; OptionError when it is no choice of the question."""
        choices = self.question.choices
        if chosen not in choices:
            raise OptionError(f"{shown(chosen)} is no answer here: expected {', '.join(choices)}")
        return self.known.answer(chosen, solver)

    def solved(self, solver: Solver | None = None) -> QuizAnswer:
        """The right answer, the best of several, with the reasons for it."""
        first = self.answer(self.question.choices[0], solver)
        return first if first.chosen == first.right[0] else self.answer(first.right[0], solver)


def asked_question(
    seed: int,
    number: int,
    *,
    kinds: Sequence[str] = KINDS,
    level: str | None = None,
    book: Book | None = None,
    variant: Variant = HOKM,
    solver: Solver | None = None,
) -> AskedQuestion:
    """Question `number` (0, 1, ...) of this seed with all its answers; the kinds take turns.

    `level`: one of `LEVELS`, or None for any. `book`: judges the calls; without one they are
    sampled. Raises OptionError for an unknown kind or level, or a game without a trump call.
    """
    return AskedQuestion(*_made(seed, number, kinds, level, book, variant, solver or Solver()))


def _made(
    seed: int,
    number: int,
    kinds: Sequence[str],
    level: str | None,
    book: Book | None,
    variant: Variant,
    solver: Solver,
) -> tuple[QuizQuestion, KnownAnswers]:
    for kind in kinds or ("",):
        if kind not in KINDS:
            raise OptionError(f"{shown(kind)} is no question: expected {', '.join(KINDS)}")
    if level is not None and level not in LEVELS:
        raise OptionError(f"level {shown(level)}: expected {', '.join(LEVELS)}")
    if number < 0 or seed < 0:
        raise OptionError("seed and number of a question are 0 or more")
    if not variant.plain:
        raise OptionError(f"the quiz is about the plain game, not {variant.name}")
    kind = kinds[number % len(kinds)]
    dice = random.Random(f"hakem quiz 1 {seed} {number} {kind} {level or ''}")
    return _MAKERS[kind](Wanted(kind, seed, number, level, variant, book, solver, dice))
