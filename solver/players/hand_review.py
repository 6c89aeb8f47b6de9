"""A played hand reviewed: each card as its own seat saw it, with the open-hand figure beside it.

The loss of a card is measured over worlds that fit what its seat knew at that moment. The best card
is chosen on each half of the worlds and measured on the other, since the best of a sample looks
better than it is. The worlds are doubled while the verdict is open. grading.py says what a loss is
called.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Card, Suit
from ..base.drawn import Result, Told
from ..base.errors import OptionError, PlayError, UnfinishedError
from ..book import BookAdvice
from ..core.engine import Solver
from ..decide.estimates import Estimate, Mean, estimate_share
from ..decide.evaluators import evaluator_of, is_plain, new_engine
from ..decide.parallel import PerThread, map_chunks
from ..decide.plan import Workers
from ..decide.saved import saved_seed
from ..decide.worlds import Worlds, new_seed, parse_seed
from ..game.course import Course
from ..game.house_rules import call_scoring, usual_house
from ..game.move import Move
from ..game.position import Position
from ..game.scoring import Scoring
from ..open.reasons import explain
from ..open.review import KeptLine, ReviewedCard, begun_with, kept_line, review
from .graded_card import GradedCard
from .grading import FAULTS, INACCURACY, MISTAKE, Grade, grade_of, is_open, simple_win, thresholds
from .hand_in_play import decided
from .player import View, Watch, check_players_know
from .sampled import worth_by_code
from .saved_review import SavedHand, SavedReview
from .simple import ThumbPlayer

__all__ = ["CallLoss", "HandReview", "PlayerSummary", "grade_card", "review_hand"]

WORLDS = 100
"""Worlds at first; twice as many while the verdict is open, up to the most for the trick."""
MOST_WORLDS = ((1, 800), (3, 1600), (17, 6400))
"""(Last trick, most worlds): early tricks cost most."""
MOST_ELSEWHERE = ((1, 200), (3, 400), (17, 800))
"""The same in games that are not solved in batches: late worlds cost fifty times as much there."""
FEWEST = 25
"""Worlds at first in those games where 100 are too dear, as with heaps, tens and hidden trumps."""
NODES, LEAST_NODES = 24_000_000, 8_000_000
"""What a decision may cost in those games, in cards played by the search: the first number in the
first trick, in trick n the nth part of it, but never less than the second."""
SMALL_FAULTS_FROM = 4
"""The trick from which on the line of an inaccuracy, too, is reason for more worlds."""
LOOKS = 7
"""How often the interval of a loss is looked at, at most: 100 to 6,400 worlds."""
_WIDTH = NormalDist().inv_cdf(1 - 0.025 / LOOKS)
"""Standard errors to each side of a loss, so that all looks together hold with 95 %."""
_DROPPED = 3.0
"""Standard errors behind the best card from which on another card is no longer solved."""


@dataclass(frozen=True, slots=True)
class CallLoss(Told):
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
        best, called = advice.best.trump, advice[trump]
        if called.behind is None:
            return cls(trump, trump, Mean.of(0.0, 0.0, 0.0, advice.deals), False)
        sure = called in advice.others and called not in advice.close
        return cls(trump, best, called.behind.difference, sure)


@dataclass(frozen=True, slots=True)
class PlayerSummary(Told):
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

    @property
    def all_grades(self) -> dict[Grade, int]:
        """How many cards of each grade, those that none has included."""
        return {grade: self.grades[grade] for grade in Grade}

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


@dataclass(frozen=True, slots=True, repr=False)
class HandReview(Result):
    """A reviewed hand: its cards in the order played.

    `call`: what the trump call cost, where a book tells. `quick`: open hands only, so that no card
    has a grade. `scoring`: what losses are counted in. `lines`: for each fault, for each card that
    gave the class away with open hands, and for the places asked for, the line that keeps the class
    from there, in the order of play. The line of a fault begins with a better card; where none of
    these keeps the class with open hands it is left out, unless it was asked for. `call_unjudged`:
    why there is no `call`; empty where there is one, and where nobody calls. `moves`: the moves
    that played the cards. `interrupted`: Ctrl-C, or a fault, ended the review after these cards.
    """

    start: Position
    cards: tuple[GradedCard, ...]
    scoring: Scoring
    seed: int
    quick: bool = False
    call: CallLoss | None = None
    lines: tuple[KeptLine, ...] = ()
    call_unjudged: str = ""
    moves: tuple[Move, ...] = ()
    interrupted: bool = False

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
            "unit": self.scoring.unit,
            "thresholds": thresholds(self.scoring),
            "seed": self.seed,
            "interrupted": self.interrupted,
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
    resume: Path | SavedHand | None = None,
    progress: Callable[[float], None] | None = None,
) -> HandReview:
    """Each card of a played hand, graded from its own seat.

    `play` as for `replay`; it need not be complete. `scoring`: that of the usual house of the game
    by default; it must count classes. `quick`: open hands only. `advice`: what the book says of the
    caller's first five. `lines`: further places (cards played before) from which to give the line
    that keeps the class. `resume`: a file that keeps the cards judged so far, as `Plan.resume`, or
    the place of this hand in the file of several. `node_limit` applies to the open-hand figures;
    with one, only the lines asked for are given, since a line is searched to its end. Raises
    PlayError for an illegal card or a place without one, ResumeError for the file of another
    review, VariantError (unless quick) for a game whose cards have no loss as their seat saw them
    (two players, three, bids, a dummy). Cards played while the trump was hidden from their seat, or
    before the later cards were dealt, are not judged. Ctrl-C ends the review with the cards judged
    before, without lines; before the first it is raised. UnfinishedError, with the same, for lost
    workers and a full disk.
    """
    if scoring is None:
        scoring = call_scoring(usual_house(start.variant))
    if not scoring.by_class:
        raise OptionError(f"{scoring.title} counts more than the class of a hand: no review by it")
    if quick and resume is not None:
        raise OptionError("a quick review judges no card: there is nothing to resume")
    if seed is None and isinstance(resume, Path):
        seed = saved_seed(resume)
    seed = new_seed() if seed is None else parse_seed(seed)
    if not quick:
        check_players_know(start.variant)
    trump = start.trump
    call = None if advice is None or trump is None else CallLoss.of(advice, trump)
    solver = Solver()
    opened = review(start, play, solver, node_limit=node_limit)
    course = Course.of(start, play)

    graded: list[GradedCard] = []

    def reviewed(cards: Sequence[GradedCard]) -> HandReview:
        moves = tuple(course.moves)
        found = HandReview(start, tuple(cards), scoring, seed, quick, call, moves=moves)
        places = set(lines)
        if not node_limit:
            places |= {k for k, card in enumerate(cards) if card.fault or card.gives_class}
        # The last first: the table holds the shorter hands then.
        kept = []
        for place in sorted(places, reverse=True):
            line = kept_line(start, play, place, solver)
            if place < len(cards) and cards[place].fault:
                taught = begun_with(line.position, line.line, cards[place].better, solver)
                if taught is not None and taught is not line.line:
                    tricks = explain(line.position, taught, solver)
                    line = replace(line, line=taught, tricks=tricks)
                elif taught is None and place not in lines:
                    continue
            kept.append(line)
        return replace(found, lines=tuple(kept[::-1]))

    def so_far() -> HandReview:
        """Without lines: each takes a search, and whoever ended the review waits."""
        return HandReview(
            *(start, tuple(graded), scoring, seed, quick, call),
            moves=tuple(course.moves[: len(graded)]),
            interrupted=True,
        )

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
    for move, each in zip(course.moves, opened, strict=True):
        if move.requests:
            watch.request()
        tasks.append((watch.position, watch.view(), move.card, each))
        watch.play(move.card)
    kept: SavedHand | None = None
    if resume is not None:
        if isinstance(resume, Path):
            resume = SavedReview(resume, scoring, seed, {1: (start, play)}).hand(1)
        kept = resume
        for (now, _, card, each), told in zip(tasks, kept.fields(len(tasks)), strict=False):
            graded.append(GradedCard(each.trick, now.to_move, card, opened=each, **told))
    try:
        for one in map_chunks(grader, tasks[len(graded) :], workers.executor, workers.jobs):
            graded.append(one)
            if kept is not None:
                kept.add(one)
            if progress is not None:
                progress(len(graded) / len(tasks))
        return reviewed(graded)
    except KeyboardInterrupt:
        if not graded:
            raise
        return so_far()
    except UnfinishedError as fault:
        fault.known = so_far() if graded else None
        raise


def grade_card(
    start: Position,
    play: Sequence[Card | str],
    scoring: Scoring | None = None,
    *,
    seed: int,
    most: int | None = None,
    solver: Solver | None = None,
) -> GradedCard:
    """The last card of a play as `review_hand` judges it with the same seed, for a card that was
    tried in place of another; over at most so many worlds. Raises as `review_hand`."""
    scoring = scoring or call_scoring(usual_house(start.variant))
    check_players_know(start.variant)
    course = Course.of(start, play)
    if not course.moves:
        raise PlayError("no card was played: there is nothing to judge")
    watch = Watch(start)
    for move in course.moves[:-1]:
        if move.requests:
            watch.request()
        watch.play(move.card)
    if course.moves[-1].requests:
        watch.request()
    opened = review(start, play, solver)[-1]
    task = watch.position, watch.view(), course.moves[-1].card, opened
    return _Grader(scoring, parse_seed(seed), most)(task)


class _Grader:
    """Grades the cards of one hand, with one solver for each thread."""

    def __init__(self, scoring: Scoring, seed: int, most: int | None = None) -> None:
        self.most = most
        self.worth = worth_by_code(scoring)
        self.unit = simple_win(scoring)
        self.seed = seed
        self.solvers = PerThread(new_engine)
        self.thumb = ThumbPlayer()

    def __call__(self, task: tuple[Position, View, Card, ReviewedCard]) -> GradedCard:
        """A card of the seat to move in the true position, of which it sees the view."""
        now, view, card, opened = task

        def found(grade: Grade | None, verdict: _Verdict | None = None, **more: Any) -> GradedCard:
            told: dict[str, Any] = {"loss": None, "worlds": 0, "exact": False, "better": ()}
            if verdict is not None:
                told |= verdict.told
            return GradedCard(
                now.tricks_done + 1, now.to_move, card, grade, opened=opened, **told | more
            )

        if decided(now):
            return found(None)
        groups = view.groups
        if len(groups) == 1:
            return found(Grade.FORCED)
        if why := _not_judged(view):
            return found(None, unjudged=why)
        mine = next(k for k, group in enumerate(groups) if card in group)
        thumb = self.thumb.play(view, 0) in groups[mine]
        trick = now.tricks_done + 1
        limits = MOST_WORLDS if is_plain(now.variant) else MOST_ELSEWHERE
        most = next(most for last, most in limits if trick <= last)
        most = most if self.most is None else min(most, self.most)
        least = INACCURACY if trick >= SMALL_FAULTS_FROM else MISTAKE
        nodes = 0 if is_plain(now.variant) else max(LEAST_NODES, NODES // trick)
        verdict = self.decision(view, groups, mine, nodes).settled(
            most, lambda loss: is_open(loss, thumb, self.unit, least)
        )
        if verdict.same:
            return found(Grade.EQUAL, verdict)
        grade = grade_of(verdict.loss, thumb, self.unit)
        return found(grade, verdict, better=groups[verdict.best] if grade in FAULTS else ())

    def decision(
        self, view: View, groups: Sequence[tuple[Card, ...]], mine: int, nodes: int = 0
    ) -> _Decision:
        """The choice among these groups, of which number `mine` was played, for so many nodes."""
        seed = int(np.random.SeedSequence((self.seed, len(view.plays))).generate_state(1)[0])
        side = 1 if view.seat % 2 == 0 else -1
        return _Decision(view, groups, mine, seed, side * self.worth, self.solvers, nodes)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What a look says of a card: its loss, and the best group by all worlds.

    `same`: all cards are worth the same in every world. `win`: the chance to win after the card
    played, which no part of the worlds has chosen.
    """

    loss: Mean
    exact: bool
    best: int
    same: bool
    win: Estimate

    @property
    def told(self) -> dict[str, Any]:
        """The fields of a graded card."""
        return {
            "loss": self.loss, "worlds": self.loss.n, "exact": self.exact, "win": self.win,
        }  # fmt: skip


class _Decision:
    """A choice over more and more worlds; those that were solved are kept from look to look.

    `worth`: what each outcome code + 3 is worth to the side of the seat to move. `nodes`: what it
    may cost; 0 for no limit. With a limit no answer may cost more than its share of the `FEWEST`
    worlds. An answer that is left open counts as the middle of what it may be worth, and the
    interval of a loss covers all that it may be.
    """

    def __init__(
        self,
        view: View,
        groups: Sequence[tuple[Card, ...]],
        mine: int,
        seed: int,
        worth: NDArray[np.float64],
        solvers: PerThread[Solver],
        nodes: int = 0,
    ) -> None:
        self.view = view
        self.cards = [group[-1] for group in groups]
        self.mine = mine
        self.seed = np.random.SeedSequence(seed)
        self.worth = worth
        self.nodes, self.solvers, self.spent = nodes, solvers, 0
        share = max(1, nodes // (FEWEST * len(groups))) if nodes else None
        self.evaluator = evaluator_of(view.knowledge.template(), solvers, share)
        if nodes:
            solvers().clear()  # what an answer costs must not depend on the decision before
        self.active = list(range(len(groups)))
        """The groups that are still solved: not those clearly behind the best."""
        self.codes = np.empty((2, 0, len(groups)), dtype=np.int8)
        """The worst and the best outcome codes of the worlds solved, (2, worlds, groups); 0 where a
        group is left out."""

    def settled(self, most: int, still_open: Callable[[Mean], bool]) -> _Verdict:
        """The verdict over `WORLDS`, twice as many while its loss is open, at most so many.

        Over fewer where these are too dear.
        """
        size = self._affordable()
        while True:
            verdict = self.look(size)
            if verdict.exact or size >= most or not still_open(verdict.loss):
                return verdict
            if not self._affords(2 * size):
                return verdict
            size *= 2

    def _affordable(self) -> int:
        """The worlds of the first look: `WORLDS`, or half or a quarter of it."""
        size = FEWEST
        if not self.nodes or self.view.knowledge.all(WORLDS) is not None:
            return WORLDS
        while size < WORLDS:
            self._solve_up_to(size)
            if not self._affords(2 * size):
                return size
            size *= 2
        return WORLDS

    def _affords(self, size: int) -> bool:
        """Whether so many worlds cost no more than allowed, by what those solved have cost."""
        solved = self.codes.shape[1]
        return not self.nodes or self.spent * size <= self.nodes * solved

    def look(self, size: int) -> _Verdict:
        """The verdict over so many worlds, or over all that fit where these are no more."""
        worlds = self.view.knowledge.all(size)
        if worlds is not None:
            return self._exactly(self._solved(worlds, range(len(self.cards))))
        self._solve_up_to(size)
        return self._sampled()

    def _solve_up_to(self, size: int) -> None:
        """Solve more worlds, up to so many."""
        new = self.view.knowledge.dealer.deal(size, self.seed)[self.codes.shape[1] :]
        self.codes = np.concatenate((self.codes, self._solved(new, self.active)), axis=1)

    def _solved(self, worlds: Worlds, groups: Sequence[int]) -> NDArray[np.int8]:
        """The worst and best outcome codes of these groups, (2, worlds, all groups)."""
        found = np.zeros((2, len(worlds), len(self.cards)), dtype=np.int8)
        cards = [Move(self.cards[k]) for k in groups]
        before = self.solvers().nodes if self.nodes else 0
        found[:, :, list(groups)] = self.evaluator.classes(worlds, cards)
        if self.nodes:
            self.spent += self.solvers().nodes - before
        return found

    def _points(self, codes: NDArray[np.int8]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What the worlds are worth by group, (worlds, groups), and for each group by how much at
        most its mean may be off."""
        worst, best = self.worth[codes + 3]
        return (worst + best) / 2, (abs(best - worst) / 2).mean(axis=0)

    def _won(self, codes: NDArray[np.int8]) -> Estimate:
        """In how many worlds the side of the seat wins after the card played."""
        side = 1 if self.view.seat % 2 == 0 else -1
        counts = (side * codes[:, :, self.mine] > 0).sum(axis=1)
        return estimate_share(int(counts.min()), codes.shape[1], most=int(counts.max()))

    def _exactly(self, codes: NDArray[np.int8]) -> _Verdict:
        points, off = self._points(codes)
        means = points.mean(axis=0)
        best = self._best(means, range(len(means)))
        value, wide = float(means[best] - means[self.mine]), float(off[best] + off[self.mine])
        won = self._won(codes)
        share = won.share
        return _Verdict(
            Mean.of(value, value - wide, value + wide, len(points)),
            True,
            best,
            _all_same(points) and not off.any(),
            replace(won, low=share.low, high=share.high),
        )

    def _sampled(self) -> _Verdict:
        points, off = self._points(self.codes)
        n, mine = len(points), self.mine
        behind = points - points[:, [mine]]
        wide = _WIDTH * behind.std(axis=0, ddof=1) / math.sqrt(n) + off + off[mine]
        means = behind.mean(axis=0)
        best = self._best(means, self.active)
        halves = points[::2], points[1::2]
        chosen = [self._best(half.mean(axis=0), self.active) for half in halves]
        # Each half measures what the other has chosen.
        lost = [
            float((half[:, k] - half[:, mine]).mean())
            for half, k in zip(halves, chosen[::-1], strict=True)
        ]
        high = float((means + wide)[self.active].max())
        if best == mine:  # how much better another card may yet be
            loss = Mean.of(0.0, 0.0, max(0.0, high), n)
        else:
            value, half = sum(lost) / 2, float(wide[best])
            loss = Mean.of(value, value - half, value + half, n)
        same = len(self.active) == len(self.cards) and _all_same(points) and not off.any()
        self._drop(points, off)
        return _Verdict(loss, False, best, same, self._won(self.codes))

    def _drop(self, points: NDArray[np.float64], off: NDArray[np.float64]) -> None:
        """Leave out the groups that are clearly behind the best; never the one played."""
        best = max(self.active, key=lambda k: points[:, k].mean())
        for k in [k for k in self.active if k not in (best, self.mine)]:
            behind = points[:, best] - points[:, k]
            error = float(behind.std(ddof=1)) / math.sqrt(len(points))
            if behind.mean() - off[best] - off[k] > _DROPPED * max(error, 1e-9):
                self.active.remove(k)

    def _best(self, means: NDArray[np.float64], groups: Sequence[int]) -> int:
        """The best of these groups; the one played where it is as good."""
        best = max(groups, key=lambda k: means[k])
        return self.mine if means[self.mine] > means[best] - 1e-9 else best


def _all_same(points: NDArray[np.float64]) -> bool:
    return bool((points == points[:, :1]).all())


def _not_judged(view: View) -> str:
    """Why the deals that fit what this seat knew cannot be solved; empty where they can."""
    if not view.worlds_known:
        return "the trump was hidden from this seat"
    if view.position.reserves:
        return "the later cards were not dealt yet"
    return ""
