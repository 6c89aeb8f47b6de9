"""A played hand reviewed: each card as its own seat saw it, with the open-hand figure beside it.

The loss of a card is measured over worlds that fit what its seat knew at that moment. The best card
is chosen on one half of the worlds and measured on the other, since the best of a sample looks
better than it is. grading.py says what a loss is called.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..analysis.review import KeptLine, ReviewedCard, kept_line, review
from ..book import BookAdvice
from ..cards import Card, Suit
from ..drawn import Result
from ..engine import Solver
from ..errors import OptionError
from ..game.history import History
from ..game.house_rules import call_scoring, usual_house
from ..game.position import Position
from ..game.rules import groups_of_equals
from ..game.scoring import Scoring
from ..outcomes import Between
from ..simulation.estimates import Estimate, Mean, estimate_share
from ..simulation.evaluators import evaluator_of, new_engine
from ..simulation.parallel import PerThread, map_chunks
from ..simulation.plan import Workers
from ..simulation.worlds import new_seed, parse_seed
from .grading import FAULTS, Grade, grade_of, is_open, simple_win
from .hands import decided
from .player import View, Watch, check_players_know
from .sampled import worth_by_code
from .simple import ThumbPlayer

__all__ = ["CallLoss", "GradedCard", "HandReview", "PlayerSummary", "review_hand"]

WORLDS = 100
"""Worlds at first; twice as many while the verdict is open, up to the most for the trick."""
MOST_WORLDS = ((1, 200), (3, 400), (17, 1600))
"""(Last trick, most worlds): early tricks cost most."""


@dataclass(frozen=True, slots=True)
class GradedCard:
    """One card of a played hand.

    `loss`: the points it costs its own side against the best card, seen from its own seat, with a
    95 % interval; None where there was no choice, where the hand was decided before, and in a quick
    review. `worlds`: how many were solved; `exact`: these are all that fit. `better`: the best card
    with those equal to it, where the card has a fault. `opened`: the same card with open hands.
    `win`: the chance of its own side to win the hand after this card, over the same worlds; None
    where none were solved.
    """

    trick: int
    seat: int
    card: Card
    grade: Grade | None
    loss: Mean | None
    worlds: int
    exact: bool
    better: tuple[Card, ...]
    opened: ReviewedCard
    win: Estimate | None = None

    @property
    def fault(self) -> bool:
        """Whether the card counts against its player."""
        return self.grade in FAULTS

    @property
    def gives_class(self) -> bool:
        """Whether it made the class of the hand worse for its side, with open hands."""
        return self.opened.loss is not None and self.opened.loss.classes > 0

    @property
    def lost(self) -> float:
        """The points it costs as far as they were measured, 0 without a choice."""
        return 0.0 if self.loss is None else self.loss.mean or 0.0

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "trick": self.trick,
            "seat": self.seat,
            "card": str(self.card),
            "grade": None if self.grade is None else str(self.grade),
            "loss": None if self.loss is None else self.loss.to_dict(),
            "win": None if self.win is None else self.win.to_dict(),
            "worlds": self.worlds,
            "exact": self.exact,
            "better": [str(card) for card in self.better],
            "open": self.opened.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class CallLoss:
    """What a trump call cost against the best one of the book, in points.

    `loss`: the best call less this one on the same deals. `sure`: beyond chance; never where both
    suits hold the same cards.
    """

    trump: Suit
    best: Suit
    loss: Mean
    sure: bool

    @classmethod
    def of(cls, advice: BookAdvice, trump: Suit) -> CallLoss:
        """The call of this trump, by what the book says of the caller's first five."""
        if trump == advice.best:
            return cls(trump, trump, Mean.of(0.0, 0.0, 0.0, advice.deals), False)
        return cls(trump, advice.best, advice.rivals[trump].difference, advice.beats(trump))

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "trump": self.trump.letter,
            "best": self.best.letter,
            "loss": self.loss.to_dict(),
            "sure": self.sure,
        }


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """One player over a hand or a match.

    `seat`: of the hand, or of the table over a match. `cards`: all that he played; `judged`: those
    in which he had a choice that matters (not forced, not equal, not after the end). `grades`
    counts the cards of each grade. `lost`: the points that his faults cost in all. `calls`: his
    trump calls on which a book had a say, `call_lost` the points of those that were surely wrong.
    """

    seat: int
    name: str = ""
    cards: int = 0
    judged: int = 0
    grades: Counter[Grade] = field(default_factory=Counter)
    lost: float = 0.0
    calls: int = 0
    call_lost: float = 0.0

    @classmethod
    def of(cls, seat: int, cards: Sequence[GradedCard], call: CallLoss | None) -> PlayerSummary:
        """The player of these cards, and of this call if it is his."""
        grades = Counter(card.grade for card in cards if card.grade is not None)
        judged = grades.total() - grades[Grade.FORCED] - grades[Grade.EQUAL]
        lost = sum(card.lost for card in cards if card.fault)
        call_lost = call.loss.mean or 0.0 if call is not None and call.sure else 0.0
        return cls(
            seat, "", len(cards), judged, grades, lost, int(call is not None), float(call_lost)
        )

    def __add__(self, other: PlayerSummary) -> PlayerSummary:
        """Both together, as the player of the first."""
        return PlayerSummary(
            self.seat,
            self.name,
            self.cards + other.cards,
            self.judged + other.judged,
            self.grades + other.grades,
            self.lost + other.lost,
            self.calls + other.calls,
            self.call_lost + other.call_lost,
        )

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "seat": self.seat,
            "name": self.name or None,
            "cards": self.cards,
            "judged": self.judged,
            "grades": {str(grade): self.grades[grade] for grade in Grade},
            "lost": self.lost,
            "calls": self.calls,
            "call_lost": self.call_lost,
        }


@dataclass(frozen=True, slots=True, repr=False)
class HandReview(Result):
    """A reviewed hand: its cards in the order played.

    `call`: what the trump call cost, where a book tells. `quick`: open hands only, so that no card
    has a grade. `scoring`: what losses are counted in. `lines`: for each fault, for each card that
    gave the class away with open hands, and for the places asked for, the line that keeps the class
    from there, in the order of play. `call_unjudged`: why there is no `call`; empty where there is
    one, and where nobody calls. `asks`: the cards before which a hidden trump was requested.
    """

    start: Position
    cards: tuple[GradedCard, ...]
    scoring: Scoring
    seed: int
    quick: bool = False
    call: CallLoss | None = None
    lines: tuple[KeptLine, ...] = ()
    call_unjudged: str = ""
    asks: tuple[int, ...] = ()

    @property
    def turning_point(self) -> GradedCard | None:
        """The fault with the greatest loss; None where nobody made one."""
        faults = [card for card in self.cards if card.fault]
        return max(
            faults, key=lambda card: (card.loss.mean or 0.0) if card.loss else 0.0, default=None
        )

    @property
    def class_changes(self) -> tuple[GradedCard, ...]:
        """The cards that made the class of the hand worse for their side, with open hands."""
        return tuple(card for card in self.cards if card.gives_class)

    def player(self, seat: int) -> PlayerSummary:
        """What a seat of the hand played, and what its faults cost; the call is that of seat 0."""
        mine = [card for card in self.cards if card.seat == seat]
        return PlayerSummary.of(seat, mine, None if seat else self.call)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        turn = self.turning_point
        return {
            "quick": self.quick,
            "scoring": self.scoring.name,
            "seed": self.seed,
            "call": None if self.call is None else self.call.to_dict(),
            "call_unjudged": self.call_unjudged or None,
            "cards": [card.to_dict() for card in self.cards],
            "turning_point": None if turn is None else self.cards.index(turn),
            "class_changes": [self.cards.index(card) for card in self.class_changes],
            "lines": [line.to_dict() for line in self.lines],
            "players": [self.player(seat).to_dict() for seat in range(self.start.seats)],
        }

    def __str__(self) -> str:
        faults = sum(card.fault for card in self.cards)
        return f"{len(self.cards)} cards of {self.start.variant}, {faults} faults"


def review_hand(
    start: Position,
    play: Sequence[Card | str],
    scoring: Scoring | None = None,
    *,
    quick: bool = False,
    advice: BookAdvice | None = None,
    lines: Collection[int] = (),
    seed: int | None = None,
    node_limit: int = 0,
    workers: Workers | None = None,
    progress: Callable[[float], None] | None = None,
) -> HandReview:
    """Each card of a played hand, graded from its own seat.

    `play` as for `replay`; it need not be complete. `scoring`: that of the usual house of the game
    by default; it must count classes. `quick`: open hands only. `advice`: what the book says of the
    caller's first five. `lines`: further places (cards played before) from which to give the line
    that keeps the class. `node_limit` applies to the open-hand figures; with one, only the lines
    asked for are given, since a line is searched to its end. Raises PlayError for an illegal card
    or a place without one, VariantError (unless quick) for a game in which more is hidden from a
    seat than other hands.
    """
    if scoring is None:
        scoring = call_scoring(usual_house(start.variant))
    if not scoring.by_class:
        raise OptionError(f"{scoring.title} counts more than the class of a hand: no review by it")
    seed = new_seed() if seed is None else parse_seed(seed)
    if not quick:
        check_players_know(start.variant)
    trump = start.trump
    call = None if advice is None or trump is None else CallLoss.of(advice, trump)
    solver = Solver()
    opened = review(start, play, solver, node_limit=node_limit)
    history = History.of(start, play)

    def reviewed(cards: Sequence[GradedCard]) -> HandReview:
        found = HandReview(start, tuple(cards), scoring, seed, quick, call, asks=history.requests)
        places = set(lines)
        if not node_limit:
            places |= {k for k, card in enumerate(cards) if card.fault or card.gives_class}
        # The last first: the table holds the shorter hands then.
        kept = [kept_line(start, play, place, solver) for place in sorted(places, reverse=True)]
        return replace(found, lines=tuple(kept[::-1]))

    if quick:
        return reviewed(
            [
                GradedCard(each.trick, each.seat, each.card, None, None, 0, False, (), each)
                for each in opened
            ]
        )
    workers = workers or Workers()
    grader = _Grader(scoring, seed)
    watch = Watch(start)
    tasks = []
    for card, each in zip(history.cards, opened, strict=True):
        tasks.append((watch.position, watch.view(), card, each))
        watch.play(card)
    graded: list[GradedCard] = []
    for one in map_chunks(grader, tasks, workers.executor, workers.jobs):
        graded.append(one)
        if progress is not None:
            progress(len(graded) / len(tasks))
    return reviewed(graded)


class _Grader:
    """Grades the cards of one hand, with one solver for each thread."""

    def __init__(self, scoring: Scoring, seed: int) -> None:
        self.worth = worth_by_code(scoring)
        self.unit = simple_win(scoring)
        self.seed = seed
        self.solvers = PerThread(new_engine)
        self.thumb = ThumbPlayer()

    def __call__(self, task: tuple[Position, View, Card, ReviewedCard]) -> GradedCard:
        """A card of the seat to move in the true position, of which it sees the view."""
        now, view, card, opened = task

        def found(
            grade: Grade | None,
            loss: Mean | None = None,
            worlds: int = 0,
            exact: bool = False,
            better: tuple[Card, ...] = (),
            win: Estimate | None = None,
        ) -> GradedCard:
            return GradedCard(
                now.tricks_done + 1, now.to_move, card, grade, loss, worlds, exact, better, opened,
                win,
            )  # fmt: skip

        if decided(now):
            return found(None)
        groups = groups_of_equals(now)
        if len(groups) == 1:
            return found(Grade.FORCED)
        mine = next(k for k, group in enumerate(groups) if card in group)
        thumb = self.thumb.play(view, 0) in groups[mine]
        most = next(most for last, most in MOST_WORLDS if now.tricks_done + 1 <= last)
        size = WORLDS
        while True:
            loss, exact, best, same, win = self.loss(view, groups, mine, size)
            if exact or size >= most or not is_open(loss, thumb, self.unit):
                break
            size *= 2
        if same:
            return found(Grade.EQUAL, loss, loss.n, exact, (), win)
        grade = grade_of(loss, thumb, self.unit)
        better = groups[best] if grade in FAULTS else ()
        return found(grade, loss, loss.n, exact, better, win)

    def loss(
        self, view: View, groups: Sequence[tuple[Card, ...]], mine: int, size: int
    ) -> tuple[Mean, bool, int, bool, Estimate]:
        """(loss, exact, the best group, whether all are the same, P(win)) over so many worlds.

        The chance to win is that after the card played, which no part of the worlds has chosen.
        """
        seed = int(np.random.SeedSequence((self.seed, len(view.plays))).generate_state(1)[0])
        worlds, exact = view.knowledge.worlds(size, seed, size)
        evaluator = evaluator_of(view.knowledge.template(), self.solvers)
        side = 1 if view.seat % 2 == 0 else -1
        worth = side * self.worth

        def codes(rows: NDArray[np.uint64], which: Sequence[int]) -> NDArray[np.int8]:
            return np.asarray(evaluator.classes(rows, [groups[k][-1] for k in which]).worst)

        every = range(len(groups))
        if exact:
            classes = codes(worlds, every)
            points = worth[classes + 3]
            means = points.mean(axis=0)
            best = _best(means, mine)
            value = float(means[best] - means[mine])
            same = bool((points == points[:, :1]).all())
            won = float((side * classes[:, mine] > 0).mean())
            win = Estimate(won * len(worlds), len(worlds), Between.exactly(won), won, won)
            return Mean.of(value, value, value, len(worlds)), True, best, same, win
        first = codes(worlds[::2], every)
        points = worth[first + 3]
        best = _best(points.mean(axis=0), mine)
        same = bool((points == points[:, :1]).all())
        after = first[:, mine]
        if best == mine:
            loss = Mean.of(0.0, 0.0, 0.0, len(worlds))
        else:
            second = codes(worlds[1::2], (best, mine))
            after = np.concatenate((after, second[:, 1]))
            lost = worth[second[:, 0] + 3] - worth[second[:, 1] + 3]
            half = 1.96 * float(lost.std(ddof=1)) / math.sqrt(len(lost))
            mean = float(lost.mean())
            loss = Mean.of(mean, mean - half, mean + half, len(worlds))
        win = estimate_share(int((side * after > 0).sum()), len(after))
        return loss, False, best, same, win


def _best(means: NDArray[np.float64], mine: int) -> int:
    """The best group; the one played where it is as good."""
    best = int(means.argmax())
    return mine if means[mine] > means[best] - 1e-9 else best
