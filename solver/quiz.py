"""Questions with known answers: which trump, kot or not, which card; the same for the same seed.

A question is made from its seed and number alone, so that a class of pupils gets the same ones,
and an answer is judged without anything being remembered. `trump` shows five cards and is judged by
the book, or by sampled deals where there is none; `seat` shows what one seat knows of a hand in
play and is judged over deals that fit; `kot` and `card` show all four hands and are judged exactly.
All answers of equal worth are right.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .analysis.questions import card_values, solve
from .analysis.reasons import explain
from .cards import PACK, Card, Hand, Suit
from .engine import Solver
from .errors import OptionError, shown
from .game.deal import FIRST_CARDS, Deal
from .game.house_rules import call_scoring, usual_house
from .game.position import Position
from .game.rules import groups_of_equals
from .game.scoring import find_scoring
from .game.variants import HOKM, Variant
from .outcomes import Outcome
from .players.grading import FAULTS, Grade, grade_of
from .players.player import Watch
from .players.simple import ThumbPlayer
from .simulation.card_play import PlayStudy
from .simulation.plan import Plan, Workers
from .simulation.trump_call import TrumpStudy

if TYPE_CHECKING:
    from .analysis.answers import CardValue
    from .book import Book
    from .game.scoring import Scoring
    from .simulation.advice import CallAdvice
    from .simulation.card_play import CardOdds, PlayAdvice
    from .simulation.estimates import Mean

__all__ = ["HABITS", "KINDS", "LEVELS", "AskedQuestion", "QuizAnswer", "QuizQuestion",
           "asked_question", "habits_of"]  # fmt: skip

KINDS = ("trump", "kot", "seat", "card")
LEVELS = ("easy", "middle", "hard")
"""By how close it is. A trump, or a card of one seat: the second best loses 0.2 points or more,
0.05 or more, less. A card with all hands seen: half of the legal cards or more are right, a
quarter or more, fewer. A kot: the leads that keep it, likewise; where there is none, the tricks of
seats 0 and 2 (7 or fewer, 8, more)."""
HABITS = {
    "long": "calls long weak suits too often",
    "high": "calls high cards too often where length is better",
    "weak": "calls the weaker of two suits of the same length",
    "kots": "sees kots that are not there",
    "no_kots": "misses kots",
    "trumps": "plays trumps too early",
    "no_trumps": "plays trumps too rarely",
    "too_high": "spends high cards too soon",
    "too_low": "plays too low",
    "suit": "chooses the wrong suit",
}
"""The habits that wrong answers show, as a summary says them."""
SAMPLES = 96
"""Deals for a trump without a book."""
SEAT_SAMPLES = 128
"""Deals for a card of one seat, where more fit what it knows."""
SEAT_TRIES = 16
"""Hands in play that are judged until one is of the level that was asked for."""
TRIES = 60
"""Deals looked at until one is of the level that was asked for."""


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A question: what is shown, and the answers to choose from.

    `hand`: the five cards of `trump`, or the cards that `seat` holds; `position`: the open hands of
    `kot` and `card`, and of `seat` what lies open: the hands of others in it are placeholders.
    `plays`: every card played so far with its seat. `choices` are suit letters, `yes` and `no`, or
    cards as text. `level`: how close it is.
    """

    kind: str
    seed: int
    number: int
    variant: Variant
    text: str
    choices: tuple[str, ...]
    level: str
    hand: Hand | None = None
    position: Position | None = None
    seat: int | None = None
    plays: tuple[tuple[int, Card], ...] = ()

    @property
    def tricks(self) -> list[tuple[int, tuple[Card, ...]]]:
        """(who led, the cards) of each trick so far, the unfinished one last."""
        size = self.variant.seats
        parts = [self.plays[at : at + size] for at in range(0, len(self.plays), size)]
        return [(part[0][0], tuple(card for _, card in part)) for part in parts]

    def to_dict(self) -> dict[str, Any]:
        """For JSON; the answer is not in it."""
        entry: dict[str, Any] = {
            "kind": self.kind, "seed": self.seed, "number": self.number,
            "variant": self.variant.name, "text": self.text, "level": self.level,
            "choices": list(self.choices),
        }  # fmt: skip
        if self.hand is not None:
            entry["hand"] = str(self.hand)
        if self.position is not None:
            now = self.position
            if self.seat is None:
                entry["deal"] = "0:" + "|".join(map(str, now.hands))
            else:
                entry |= {"seat": self.seat, "play": [str(card) for _, card in self.plays]}
            entry |= {
                "trump": None if now.trump is None else now.trump.letter,
                "leader": now.leader,
                "to_play": now.to_move,
                "table": [str(card) for card in now.table],
                "taken": list(now.taken),
                "tricks_done": now.tricks_done,
            }
        return entry


@dataclass(frozen=True, slots=True)
class QuizAnswer:
    """What an answer is worth: whether it is right, what it cost, and why in a sentence or two.

    `right`: all answers that count as right, the best first. `loss`: of a call or a card of one
    seat in points a deal; of a kot or a card with all hands seen 0 or 1. `word`: of a call or a
    card of one seat that of a review (best, fine, inaccuracy, mistake, blunder: `players.grading`),
    of others right or wrong. `habit`: a key of `HABITS`, empty for a right answer.
    """

    chosen: str
    right: tuple[str, ...]
    loss: float
    word: str
    why: tuple[str, ...]
    habit: str = ""

    @property
    def correct(self) -> bool:
        """Whether this answer counts as right."""
        return self.chosen in self.right

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "chosen": self.chosen, "correct": self.correct, "right": list(self.right),
            "loss": self.loss, "word": self.word, "why": list(self.why), "habit": self.habit,
            "habit_text": HABITS.get(self.habit, ""),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question with what is known of its answers: each one is answered without a new search."""

    question: QuizQuestion
    known: _Trump | _Kot | _Cards | _Seat

    def answer(self, chosen: str, solver: Solver | None = None) -> QuizAnswer:
        """What this answer is worth; OptionError when it is no choice of the question."""
        choices = self.question.choices
        if chosen not in choices:
            raise OptionError(f"{shown(chosen)} is no answer here: expected {', '.join(choices)}")
        if isinstance(self.known, _Cards):
            return self.known.answer(chosen, solver or Solver())
        return self.known.answer(chosen)

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


def habits_of(answers: Iterable[QuizAnswer]) -> list[tuple[str, int]]:
    """(what is done too often, how often) for the habits shown at least twice."""
    counts = Counter(answer.habit for answer in answers if answer.habit)
    return [(HABITS[habit], times) for habit, times in counts.most_common() if times > 1]


# Making a question -----------------------------------------------------------------------------


def _made(
    seed: int,
    number: int,
    kinds: Sequence[str],
    level: str | None,
    book: Book | None,
    variant: Variant,
    solver: Solver,
) -> tuple[QuizQuestion, _Trump | _Kot | _Cards | _Seat]:
    for kind in kinds or ("",):
        if kind not in KINDS:
            raise OptionError(f"{shown(kind)} is no question: expected {', '.join(KINDS)}")
    if level is not None and level not in LEVELS:
        raise OptionError(f"level {shown(level)}: expected {', '.join(LEVELS)}")
    if number < 0 or seed < 0:
        raise OptionError("seed and number of a question are 0 or more")
    if variant.family != "plain":
        raise OptionError(f"the quiz is about the plain game, not {variant.name}")
    kind = kinds[number % len(kinds)]
    dice = random.Random(f"hakem quiz 1 {seed} {number} {kind} {level or ''}")
    made: _Trump | _Kot | _Cards
    if kind == "seat":
        return _seat_question(dice, seed, number, level, variant, solver)
    if kind == "trump":
        made = _trump_question(dice, level, book, variant, number)
        text = "You are the hâkem and hold these five cards. Which trump do you call?"
        choices = tuple(suit.letter for suit in Suit)
        return (
            QuizQuestion(kind, seed, number, variant, text, choices, made.level, hand=made.hand),
            made,
        )
    if kind == "kot":
        made = _kot_question(dice, level, variant, solver)
        text = "All four hands are seen and seat 0 leads. Do seats 0 and 2 make a kot?"
        choices = ("yes", "no")
    else:
        made = _card_question(dice, level, variant, solver)
        text = f"All four hands are seen. Seat {made.position.to_move} is to play. Which card?"
        choices = tuple(str(lead.card) for lead in made.leads)
    return (
        QuizQuestion(
            kind, seed, number, variant, text, choices, made.level, position=made.position
        ),
        made,
    )


def _dealt(dice: random.Random) -> tuple[Deal, Suit]:
    """A random deal and the caller's longest suit, the strongest of equals."""
    pack = list(PACK)
    dice.shuffle(pack)
    hands = tuple(Hand.of(pack[13 * seat : 13 * seat + 13]) for seat in range(4))
    trump = max(Suit, key=lambda suit: (hands[0].length(suit), hands[0].ranks(suit)))
    return Deal(hands), trump


def _level_of(share: float) -> str:
    """By the share of the answers that are right."""
    return "easy" if share >= 0.5 else "middle" if share >= 0.25 else "hard"


def _level_of_gap(gap: float) -> str:
    """By what the second best answer loses, in points a deal."""
    return "hard" if gap < 0.05 else "middle" if gap < 0.2 else "easy"


# Which trump? ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Trump:
    """Five cards, P(win) and P(kot) of each call, and what the others cost against the best."""

    hand: Hand
    best: Suit
    win: dict[Suit, float]
    kot: dict[Suit, float]
    behind: dict[Suit, Mean]
    level: str
    deals: int

    def answer(self, chosen: str) -> QuizAnswer:
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
            why.append(_little(loss, f" after {self.deals:,} deals" if close else None))
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


def _little(loss: float, close: str | None) -> str:
    """Why another answer than the best counts as right; `close`: what leaves the two untold."""
    if close is not None:
        return f"Too close to call{close}: both count as right."
    return f"It costs {loss:.2f} points a deal: so little counts as right."


def _ranks(hand: Hand, suit: Suit) -> str:
    return "".join(card.symbol[1:].replace("T", "10") for card in hand.suit(suit)) or " none"


def _trump_question(
    dice: random.Random, level: str | None, book: Book | None, variant: Variant, number: int
) -> _Trump:
    house = usual_house(variant)
    scoring = find_scoring(call_scoring(house)).with_goon(int(house["goon_value"]))
    found: _Trump | None = None
    for _ in range(TRIES if book is not None else 1):
        hand = Hand.of(dice.sample(PACK, FIRST_CARDS))
        advice: CallAdvice
        if book is not None:
            advice = in_book = book.advise(hand, scoring=scoring, variant=variant)
            deals = round(in_book.worth)
        else:
            plan = Plan(SAMPLES, seed=dice.randrange(1 << 30))
            advice = sampled = TrumpStudy(
                hand, variant=variant, scoring=scoring, plan=plan, workers=Workers()
            ).run()
            deals = sampled.n
        gap = min((advice.rivals[s].difference.mean or 0.0 for s in advice.others), default=0.0)
        found = _Trump(
            hand,
            advice.best,
            {s: float(each.win.p or 0.0) for s, each in advice.trumps.items()},
            {s: float(each.kot.p or 0.0) for s, each in advice.trumps.items()},
            {s: each.difference for s, each in advice.rivals.items()},
            _level_of_gap(gap),
            deals,
        )
        if level in (None, found.level):
            break
    assert found is not None
    return found


# Kot or not? -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Kot:
    """A deal, whether the caller's side makes a kot, and how many leads keep it."""

    position: Position
    made: bool
    keeping: tuple[Card, ...]
    tricks: int
    level: str

    def answer(self, chosen: str) -> QuizAnswer:
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


def _kot_question(dice: random.Random, level: str | None, variant: Variant, solver: Solver) -> _Kot:
    wanted, found = dice.random() < 0.5, None
    tricks, close = 0, ""
    for attempt in itertools.count():
        if attempt >= TRIES and found is not None:
            break
        deal, trump = _dealt(dice)
        position = Position.start(deal, trump, 0, variant)
        first = solve(position, ("class",), solver=solver).outcome
        made = first is not None and first >= Outcome.KOT_A
        if made != wanted:
            continue
        keeping: tuple[Card, ...] = ()
        if made:
            legal = position.legal()
            keeping = tuple(card for card in legal if _keeps_kot(position, card, solver))
            close = _level_of(len(keeping) / len(legal))
        if not made or level in (None, close) or found is None:
            tricks = solve(position, ("result",), solver=solver).class_value or 0
        if not made:
            close = "easy" if tricks <= 7 else "middle" if tricks == 8 else "hard"
        if found is not None and level not in (None, close):
            continue
        found = _Kot(position, made, keeping, tricks, close)
        if level in (None, close):
            break
    assert found is not None
    return found


# Which card? -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Cards:
    """A position in play, what each legal card is worth, and the side that plays."""

    position: Position
    leads: tuple[CardValue, ...]
    best: tuple[CardValue, ...]
    level: str

    def answer(self, chosen: str, solver: Solver) -> QuizAnswer:
        right = tuple(str(lead.card) for lead in self.best)
        lead = next(each for each in self.leads if str(each.card) == chosen)
        for_a = self.position.side(self.position.to_move) == 0
        why = [_keeps(self.best, self.position, for_a)]
        if reason := self._reason(right, solver):
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
        said = [card.said(reason) for reason in card.reasons]
        return f"{card.card.symbol} {', '.join(said)}." if said else ""

    def _habit(self, chosen: Card) -> str:
        return _card_habit(chosen, [lead.card for lead in self.best], self.position.trump)


def _card_habit(chosen: Card, right: Sequence[Card], trump: Suit | None) -> str:
    """What a wrong card has against the right ones; a key of HABITS."""
    same = [card for card in right if card.suit == chosen.suit]
    if same:
        return "too_high" if chosen.rank > max(card.rank for card in same) else "too_low"
    if chosen.suit == trump:
        return "trumps"
    return "no_trumps" if all(card.suit == trump for card in right) else "suit"


def _class_words(outcome: Outcome, for_a: bool) -> str:
    mine = outcome if for_a else outcome.mirrored
    return {3: "bavney", 2: "kot", 1: "win", 0: "tie", -1: "loss", -2: "goon kot"}.get(
        int(mine), "goon bavney"
    )


def _tricks(lead: CardValue, position: Position, for_a: bool) -> int:
    mine = int(lead.class_value if lead.class_value is not None else lead.low)
    return mine if for_a else position.tricks_total - mine


def _keeps(best: Sequence[CardValue], position: Position, for_a: bool) -> str:
    names = " ".join(lead.card.symbol for lead in best)
    assert best[0].outcome is not None
    word = _class_words(best[0].outcome, for_a)
    tricks = _tricks(best[0], position, for_a)
    keep = "keeps" if len(best) == 1 else "keep"
    return f"{names} {keep} the {word}: {tricks} of {position.tricks_total} tricks."


def _costs(lead: CardValue, best: CardValue, position: Position, for_a: bool) -> str:
    assert lead.outcome is not None
    assert best.outcome is not None
    if lead.outcome is not best.outcome:
        was, became = _class_words(best.outcome, for_a), _class_words(lead.outcome, for_a)
        return f"{lead.card.symbol} turns a {was} into a {became}."
    fewer = _tricks(best, position, for_a) - _tricks(lead, position, for_a)
    return f"{lead.card.symbol} costs {fewer} trick{'s' * (fewer != 1)}."


def _card_question(
    dice: random.Random, level: str | None, variant: Variant, solver: Solver
) -> _Cards:
    found = None
    for attempt in itertools.count():
        if attempt >= TRIES and found is not None:
            break
        deal, trump = _dealt(dice)
        position = Position.start(deal, trump, 0, variant)
        left = dice.randint(4, 6)
        before = 4 * (13 - left) + dice.choice((0, 0, 1, 2, 3))
        for _ in range(before):
            position = position.play(dice.choice(position.legal()))
        if len(position.legal()) < 3:
            continue
        for_a = position.side(position.to_move) == 0
        leads = card_values(position, solver)
        sign = 1 if for_a else -1
        worth = {
            lead.card: (sign * int(lead.outcome or 0), sign * int(lead.class_value or 0))
            for lead in leads
        }
        top = max(worth.values())
        best = tuple(lead for lead in leads if worth[lead.card] == top)
        if len(best) == len(leads):
            continue
        close = _level_of(len(best) / len(leads))
        found = _Cards(position, leads, best, close)
        if level in (None, close):
            break
    assert found is not None
    return found


# Which card, from one seat? ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Seat:
    """The chances of each legal card over the deals that fit what its seat knows."""

    advice: PlayAdvice
    thumb: Card

    def lost(self, odds: CardOdds) -> float:
        """What a card costs against the best one, in points a deal."""
        if odds.behind is None or odds.same:
            return 0.0
        return max(0.0, odds.behind.difference.mean or 0.0)

    def grade(self, odds: CardOdds) -> Grade:
        """The word for a card, as a review has it; `thumb` is what the rule of thumb plays."""
        if odds.behind is None or odds.same:
            return Grade.BEST
        return grade_of(odds.behind.difference, self.thumb in odds.cards)

    @property
    def right(self) -> list[CardOdds]:
        """The cards that count as right, the best first."""
        return [each for each in self.advice.cards if self.grade(each) not in FAULTS]

    @property
    def level(self) -> str:
        """By what the second best loses."""
        gap = min((self.lost(e) for e in self.advice.cards[1:] if not e.same), default=0.0)
        return _level_of_gap(gap)

    def answer(self, chosen: str) -> QuizAnswer:
        card = Card.parse(chosen)
        mine = next(each for each in self.advice.cards if card in each.cards)
        best = self.advice.best
        named = tuple(str(one) for each in self.right for one in each.cards)
        loss = self.lost(mine)
        fit = f"{self.advice.n:,} deals that fit what seat {self.advice.seat} knows"
        over = f"Over {'all ' * self.advice.exact}{fit}"
        if mine is best or mine.same:
            others = [each for each in self.advice.cards if each is not best and not each.same]
            after = f"; after it {self._figures(others[0])}" if others else ""
            why = f"{over} {self._figures(mine, card)}{after}."
            return QuizAnswer(chosen, named, 0.0, "best", (why,))
        why = f"{over} {self._figures(best)}, {self._figures(mine, card)}."
        if chosen in named:
            close = mine.behind is None or mine.behind.difference.low <= 0
            so = _little(loss, "" if close else None)
            return QuizAnswer(chosen, named, loss, str(self.grade(mine)), (why, so))
        right = [one for each in self.right for one in each.cards]
        habit = _card_habit(card, right, self.advice.position.trump)
        better = _better(habit, card, best.card)
        return QuizAnswer(chosen, named, loss, str(self.grade(mine)), (why, better), habit)

    def _figures(self, odds: CardOdds, card: Card | None = None) -> str:
        """`♠K wins 78%`, with the kots where a card has any."""
        said = f"{(card or odds.card).symbol} wins {100 * (odds.win.p or 0.0):.0f}%"
        kots = [each.kot.p or 0.0 for each in self.advice.cards]
        against = [each.kot_against.p or 0.0 for each in self.advice.cards]
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


def _seat_question(
    dice: random.Random, seed: int, number: int, level: str | None, variant: Variant, solver: Solver
) -> tuple[QuizQuestion, _Seat]:
    house = usual_house(variant)
    scoring = find_scoring(call_scoring(house)).with_goon(int(house["goon_value"]))
    found: tuple[QuizQuestion, _Seat] | None = None
    tries = 0
    while found is None or (tries < SEAT_TRIES and level not in (None, found[0].level)):
        watch = _in_play(dice, variant)
        if not _matters(watch.position, solver):
            continue
        tries += 1
        known = _seat_solved(watch, scoring, dice.randrange(1 << 30))
        if len(known.right) == len(known.advice.cards):
            continue
        if found is not None and known.level != level:
            continue
        now, seat = known.advice.position, known.advice.seat
        caller = "you are the hâkem" if seat == 0 else "seat 0 is the hâkem"
        partner = f"your partner is seat {(seat + 2) % 4}"
        found = (
            QuizQuestion(
                "seat", seed, number, variant,
                f"You are seat {seat} and see your own cards; {caller}, {partner}. Which card?",
                tuple(str(card) for card in now.legal()),
                known.level, known.advice.hand, now, seat, watch.plays,
            ),
            known,
        )  # fmt: skip
    return found


def _in_play(dice: random.Random, variant: Variant) -> Watch:
    """A random hand, played by rules of thumb until five to eight tricks are left."""
    deal, trump = _dealt(dice)
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


def _seat_solved(watch: Watch, scoring: Scoring, seed: int) -> _Seat:
    view, plan = watch.view(), Plan(SEAT_SAMPLES, seed=seed)
    study = PlayStudy(view.knowledge, scoring=scoring, plan=plan, workers=Workers())
    return _Seat(study.run(), ThumbPlayer().play(view, 0))
