"""Which card, with all four hands seen? A position late in a hand, judged exactly."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base.outcomes import Outcome
from ..core.engine import Solver
from ..game.position import Position
from ..open.questions import card_values
from ..open.reasons import explain
from .making import TRIES, card_habit, dealt, level_of_share
from .question import QuizAnswer

if TYPE_CHECKING:
    from ..base.cards import Card
    from ..open.answers import CardValue
    from .making import Wanted
    from .question import QuizQuestion

__all__ = ["CardAnswers", "card_question"]


@dataclass(frozen=True, slots=True)
class CardAnswers:
    """A position in play, what each legal card is worth, and the side that plays."""

    position: Position
    leads: tuple[CardValue, ...]
    best: tuple[CardValue, ...]
    level: str

    def answer(self, chosen: str, solver: Solver | None = None) -> QuizAnswer:
        """What this card costs, and what a right one does."""
        right = tuple(str(lead.card) for lead in self.best)
        lead = next(each for each in self.leads if str(each.card) == chosen)
        for_a = self.position.side(self.position.to_move) == 0
        why = [_keeps(self, for_a)]
        if reason := self._reason(right, solver or Solver()):
            why.append(reason)
        if chosen in right:
            return QuizAnswer(chosen, right, 0.0, "right", tuple(why))
        why.insert(0, _costs(lead, self.best[0], self.position, for_a))
        return QuizAnswer(chosen, right, 1.0, "wrong", tuple(why), self._habit(lead.card))

    def _reason(self, right: tuple[str, ...], solver: Solver) -> str:
        """What a right card does, in the words of the explained line."""
        tricks = explain(self.position, solver=solver)
        if not tricks or not tricks[0].cards or str(tricks[0].cards[0].card) not in right:
            return ""
        card = tricks[0].cards[0]
        # What the right cards keep has been said.
        said = card.sentence(reason for reason in card.reasons if not reason.of_keeping)
        return f"{said}." if said else ""

    def _habit(self, chosen: Card) -> str:
        return card_habit(chosen, [lead.card for lead in self.best], self.position.trump)


_LOST = {
    -1: "The hand is lost",
    -2: "The other side makes its kot",
    -3: "The other side makes its bavney",
}


def _code(outcome: Outcome, for_a: bool) -> int:
    """The class as the side to move sees it, 3 to -3."""
    return int(outcome if for_a else outcome.mirrored)


def _word(code: int) -> str:
    """The class as the side to move says it, of a kot also whose it is."""
    other = code < Outcome.WIN_B
    return f"{Outcome(abs(code)).said()} of the other side" if other else Outcome(code).said()


def _tricks(lead: CardValue, position: Position, for_a: bool) -> int:
    mine = int(lead.class_value if lead.class_value is not None else lead.low)
    return mine if for_a else position.tricks_total - mine


def _keeps(known: CardAnswers, for_a: bool) -> str:
    """What the best cards keep, or save where the hand is lost."""
    best, position = known.best, known.position
    names = " ".join(lead.card.symbol for lead in best)
    one = len(best) == 1
    codes = [_code(lead.outcome, for_a) for lead in known.leads if lead.outcome is not None]
    code = max(codes)
    tricks = f"{_tricks(best[0], position, for_a)} of {position.tricks_total} tricks"
    if code >= 0:
        return f"{names} {'keeps' if one else 'keep'} the {_word(code)}: {tricks}."
    if min(codes) < code:
        saved = "kot" if code == -1 else "bavney"
        return f"{names} {'saves' if one else 'save'} the hand from a {saved}: {tricks}."
    return f"{_LOST[code]} with any card; {names} {'takes' if one else 'take'} the most: {tricks}."


def _costs(lead: CardValue, best: CardValue, position: Position, for_a: bool) -> str:
    assert lead.outcome is not None
    assert best.outcome is not None
    if lead.outcome is not best.outcome:
        was, became = (_word(_code(o, for_a)) for o in (best.outcome, lead.outcome))
        return f"{lead.card.symbol} turns a {was} into a {became}."
    fewer = _tricks(best, position, for_a) - _tricks(lead, position, for_a)
    return f"{lead.card.symbol} costs {fewer} trick{'s' * (fewer != 1)}."


def card_question(wanted: Wanted) -> tuple[QuizQuestion, CardAnswers]:
    """A card with four to six tricks left."""
    known = _answers(wanted)
    text = f"All four hands are seen. Seat {known.position.to_move} is to play. Which card?"
    choices = [str(lead.card) for lead in known.leads]
    return wanted.question(text, choices, known.level, position=known.position), known


def _answers(wanted: Wanted) -> CardAnswers:
    dice = wanted.dice
    found = None
    for attempt in itertools.count():
        if attempt >= TRIES and found is not None:
            break
        deal, trump = dealt(dice)
        position = Position.start(deal, trump, 0, wanted.variant)
        left = dice.randint(4, 6)
        before = 4 * (13 - left) + dice.choice((0, 0, 1, 2, 3))
        for _ in range(before):
            position = position.play(dice.choice(position.legal()))
        if len(position.legal()) < 3:
            continue
        for_a = position.side(position.to_move) == 0
        leads = card_values(position, wanted.solver)
        sign = 1 if for_a else -1
        worth = {
            lead.card: (sign * int(lead.outcome or 0), sign * int(lead.class_value or 0))
            for lead in leads
        }
        top = max(worth.values())
        best = tuple(lead for lead in leads if worth[lead.card] == top)
        if len(best) == len(leads):
            continue
        close = level_of_share(len(best) / len(leads))
        found = CardAnswers(position, leads, best, close)
        if wanted.fits(close):
            break
    assert found is not None
    return found
