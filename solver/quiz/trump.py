"""Which trump? Five cards, judged by the book, or by sampled deals where there is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base.cards import PACK, Hand, Suit
from ..decide.plan import Plan, Workers
from ..decide.trump_call import TrumpStudy
from ..game.deal import FIRST_CARDS
from ..players.grading import FAULTS, grade_of
from .making import TRIES, level_of_loss, little
from .question import QuizAnswer

if TYPE_CHECKING:
    from ..core.engine import Solver
    from ..decide.advice import Advice, Call
    from ..decide.estimates import Mean
    from .making import Wanted
    from .question import QuizQuestion

__all__ = ["TrumpAnswers", "trump_question"]

SAMPLES = 96
"""Deals for a trump without a book."""


@dataclass(frozen=True, slots=True)
class TrumpAnswers:
    """Five cards, P(win) and P(kot) of each call, and what the others cost against the best."""

    hand: Hand
    best: Suit
    win: dict[Suit, float]
    kot: dict[Suit, float]
    behind: dict[Suit, Mean]
    level: str
    deals: int

    def answer(self, chosen: str, solver: Solver | None = None) -> QuizAnswer:
        """The chances of this call and of the best one."""
        suit, best = Suit.parse(chosen), self.best
        graded = {s: grade_of(lost) for s, lost in self.behind.items()}
        others = sorted(graded, key=self.lost)
        right = tuple(s.letter for s in (best, *others) if graded.get(s) not in FAULTS)
        figures = {
            s: f"{s.symbol} wins {100 * self.win[s]:.0f}% of the deals and makes a kot in "
            f"{100 * self.kot[s]:.0f}%"
            for s in (best, suit)
        }
        if suit is best:
            said = f"; {others[0].symbol} comes next, {self.lost(others[0]):.2f} points behind."
            return QuizAnswer(chosen, right, 0.0, "best", (figures[best] + said,))
        loss, grade = self.lost(suit), graded[suit]
        why = [f"{figures[best]}; {figures[suit]}."]
        if grade not in FAULTS:
            close = self.behind[suit].low <= 0
            why.append(little(loss, f" after {self.deals:,} deals" if close else None))
            return QuizAnswer(chosen, right, loss, str(grade), tuple(why))
        habit, said = self._compared(best, suit)
        why.append(said)
        return QuizAnswer(chosen, right, loss, str(grade), tuple(why), habit)

    def lost(self, suit: Suit) -> float:
        """What calling this suit costs against the best one, in points a deal."""
        return max(0.0, self.behind[suit].mean or 0.0) if suit in self.behind else 0.0

    def _compared(self, best: Suit, other: Suit) -> tuple[str, str]:
        mine, theirs = self.hand.length(best), self.hand.length(other)
        held = {s: s.symbol + _ranks(self.hand, s) for s in (best, other)}
        if mine > theirs:
            said = f"Length counts: {held[best]} against {held[other]}."
            return "high", said
        if mine < theirs:
            said = f"High cards beat the longer suit here: {held[best]} against {held[other]}."
            return "long", said
        return "weak", f"Of two suits as long, the stronger one: {held[best]} before {held[other]}."


def _ranks(hand: Hand, suit: Suit) -> str:
    return "".join(card.symbol[1:] for card in hand.suit(suit)) or " none"


def trump_question(wanted: Wanted) -> tuple[QuizQuestion, TrumpAnswers]:
    """A call of trump."""
    known = _answers(wanted)
    text = "You are the hâkem and hold these five cards. Which trump do you call?"
    choices = [suit.letter for suit in Suit]
    return wanted.question(text, choices, known.level, hand=known.hand), known


def _answers(wanted: Wanted) -> TrumpAnswers:
    dice, book, variant, scoring = wanted.dice, wanted.book, wanted.variant, wanted.scoring()
    found: TrumpAnswers | None = None
    for _ in range(TRIES if book is not None else 1):
        hand = Hand.of(dice.sample(PACK, FIRST_CARDS))
        advice: Advice[Call]
        if book is not None:
            advice = in_book = book.advise(hand, scoring=scoring, variant=variant)
            deals = round(in_book.worth)
        else:
            plan = Plan(SAMPLES, seed=dice.randrange(1 << 30))
            advice = sampled = TrumpStudy(
                hand, variant=variant, scoring=scoring, plan=plan, workers=Workers()
            ).run()
            deals = sampled.n
        behind = {s: each.behind.difference for s, each in advice.trumps.items() if each.behind}
        gap = min((behind[each.trump].mean or 0.0 for each in advice.others), default=0.0)
        found = TrumpAnswers(
            hand,
            advice.best.trump,
            {s: float(each.win.p or 0.0) for s, each in advice.trumps.items()},
            {s: float(each.kot.p or 0.0) for s, each in advice.trumps.items()},
            behind,
            level_of_loss(gap),
            deals,
        )
        if wanted.fits(found.level):
            break
    assert found is not None
    return found
