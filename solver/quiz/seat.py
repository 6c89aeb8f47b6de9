"""Which card, from what one seat sees? Judged over deals that fit what the seat knows."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base.cards import Card
from ..decide.card_play import PlayStudy
from ..decide.plan import Plan, Workers
from ..game.position import Position
from ..game.rules import groups_of_equals
from ..open.questions import card_values
from ..players.grading import FAULTS, Grade, grade_of
from ..players.player import Watch
from ..players.simple import ThumbPlayer
from .making import card_habit, dealt, level_of_loss, little
from .question import QuizAnswer

if TYPE_CHECKING:
    from ..core.engine import Solver
    from ..decide.advice import Candidate, Sampled
    from ..decide.card_play import CardToPlay
    from ..game.scoring import Scoring
    from ..game.variants import Variant
    from .making import Wanted
    from .question import QuizQuestion

__all__ = ["SEAT_SAMPLES", "SeatAnswers", "seat_question"]

SEAT_SAMPLES = 1000
"""Deals that a card of one seat is judged by, where more fit what it knows."""
SEARCHED = 128
"""Deals by which a question is looked for; those that judge it are others."""
SEAT_TRIES = 16
"""Hands in play that are judged until one is of the level that was asked for."""


@dataclass(frozen=True, slots=True)
class SeatAnswers:
    """The chances of each legal card over the deals that fit what its seat knows."""

    advice: Sampled[CardToPlay]
    thumb: Card

    def lost(self, odds: Candidate) -> float:
        """What a card costs against the best one, in points a deal."""
        if odds.behind is None or odds.same:
            return 0.0
        return max(0.0, odds.behind.difference.mean or 0.0)

    def grade(self, odds: Candidate) -> Grade:
        """The word for a card, as a review has it; `thumb` is what the rule of thumb plays."""
        if odds.behind is None or odds.same:
            return Grade.BEST
        return grade_of(odds.behind.difference, self.thumb in odds.cards)

    @property
    def right(self) -> list[Candidate]:
        """The cards that count as right, the best first."""
        return [each for each in self.advice.candidates if self.grade(each) not in FAULTS]

    @property
    def asks(self) -> bool:
        """Whether there is a wrong card."""
        return len(self.right) < len(self.advice.candidates)

    @property
    def level(self) -> str:
        """By what the second best loses."""
        gap = min((self.lost(e) for e in self.advice.candidates[1:] if not e.same), default=0.0)
        return level_of_loss(gap)

    def answer(self, chosen: str, solver: Solver | None = None) -> QuizAnswer:
        """The chances of this card and of the best one."""
        card = Card.parse(chosen)
        mine = next(each for each in self.advice.candidates if card in each.cards)
        best = self.advice.best
        named = tuple(str(one) for each in self.right for one in each.cards)
        loss = self.lost(mine)
        plural = "s" * (self.advice.n != 1)
        does = "fit" if plural else "fits"
        seat = self.advice.question.seat
        fit = f"{self.advice.n:,} deal{plural} that {does} what seat {seat} knows"
        over = f"Over {'all ' * self.advice.exact}{fit}"
        if mine is best or mine.same:
            others = [each for each in self.advice.candidates if each is not best and not each.same]
            after = f"; after it {self._figures(others[0])}" if others else ""
            why = f"{over} {self._figures(mine, card)}{after}."
            return QuizAnswer(chosen, named, 0.0, "best", (why,))
        why = f"{over} {self._figures(best)}, {self._figures(mine, card)}."
        if chosen in named:
            close = mine.behind is None or mine.behind.difference.low <= 0
            so = little(loss, "" if close else None)
            return QuizAnswer(chosen, named, loss, str(self.grade(mine)), (why, so))
        right = [one for each in self.right for one in each.cards]
        habit = card_habit(card, right, self.advice.question.position.trump)
        better = _better(habit, card, best.card)
        return QuizAnswer(chosen, named, loss, str(self.grade(mine)), (why, better), habit)

    def _figures(self, odds: Candidate, card: Card | None = None) -> str:
        """`♠K wins 78%`, with the kots where a card has any."""
        said = f"{(card or odds.card).symbol} wins {100 * (odds.win.p or 0.0):.0f}%"
        kots = [each.kot.p or 0.0 for each in self.advice.candidates]
        against = [each.kot_against.p or 0.0 for each in self.advice.candidates]
        if max(kots) - min(kots) >= 0.01:
            said += f" and makes a kot in {100 * (odds.kot.p or 0.0):.0f}%"
        if max(against) - min(against) >= 0.01:
            said += f" and suffers one in {100 * (odds.kot_against.p or 0.0):.0f}%"
        return said


def _better(habit: str, chosen: Card, best: Card) -> str:
    """The difference between a wrong card and the best one in one plain sentence."""
    suit, other = chosen.suit.name.lower(), best.suit.name.lower()
    return {
        "too_high": f"A lower card of the {suit} is better here: {best.symbol}.",
        "too_low": f"A higher card of the {suit} is better here: {best.symbol}.",
        "trumps": f"The trumps are worth more later: {best.symbol} now.",
        "no_trumps": f"Now is the time for a trump: {best.symbol}.",
    }.get(habit, f"The {other} are better here than the {suit}: {best.symbol}.")


def seat_question(wanted: Wanted) -> tuple[QuizQuestion, SeatAnswers]:
    """A card with five to eight tricks left, in a hand played by rules of thumb."""
    watch, known = _answers(wanted)
    now, seat = known.advice.question.position, known.advice.question.seat
    caller = "you are the hâkem" if seat == 0 else "seat 0 is the hâkem"
    partner = f"your partner is seat {(seat + 2) % 4}"
    text = f"You are seat {seat} and see your own cards; {caller}, {partner}. Which card?"
    shown = {"hand": known.advice.hand, "position": now, "seat": seat, "plays": watch.plays}
    return wanted.question(text, [str(card) for card in now.legal()], known.level, **shown), known


def _answers(wanted: Wanted) -> tuple[Watch, SeatAnswers]:
    dice, scoring = wanted.dice, wanted.scoring()
    found: tuple[Watch, SeatAnswers] | None = None
    tries = 0
    while found is None or (tries < SEAT_TRIES and not wanted.fits(found[1].level)):
        watch = _in_play(dice, wanted.variant)
        if not _matters(watch.position, wanted.solver):
            continue
        tries += 1
        known = _seat_solved(watch, scoring, dice.randrange(1 << 30), SEARCHED)
        if not known.asks or not (found is None or known.level == wanted.level):
            continue
        known = _seat_solved(watch, scoring, dice.randrange(1 << 30), SEAT_SAMPLES)
        if known.asks and (found is None or known.level == wanted.level):
            found = (watch, known)
    return found


def _in_play(dice: random.Random, variant: Variant) -> Watch:
    """A random hand, played by rules of thumb until five to eight tricks are left."""
    deal, trump = dealt(dice)
    watch, thumb = Watch(Position.start(deal, trump, 0, variant)), ThumbPlayer()
    left = dice.randint(5, 8)
    for _ in range(4 * (13 - left) + dice.choice((0, 0, 1, 2, 3))):
        watch.play(thumb.play(watch.view(), 0))
    return watch


def _matters(position: Position, solver: Solver) -> bool:
    """Whether there is a choice that decides the class of the hand as the cards lie."""
    if position.over or len(groups_of_equals(position)) < 3:
        return False
    return len({lead.outcome for lead in card_values(position, solver)}) > 1


def _seat_solved(watch: Watch, scoring: Scoring, seed: int, samples: int) -> SeatAnswers:
    view, plan = watch.view(), Plan(samples, seed=seed)
    study = PlayStudy(view.knowledge, scoring=scoring, plan=plan, workers=Workers())
    return SeatAnswers(study.run(), ThumbPlayer().play(view, 0))
