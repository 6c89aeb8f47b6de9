"""Evaluators: solve each sampled deal for each choice, to its outcome class or to its kot only.

The plain game is solved in batches, before the lead and in play. Other games, and the plain game
under a node limit, are solved deal by deal, by the races of open/ladder.py. An evaluator owns
one solver per thread. It knows nothing of samples and estimates.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Card, Hand, Suit
from ..base.errors import OptionError, VariantError
from ..base.outcomes import Detail, DetailInPlay, Outcome
from ..core.engine import Solver
from ..game.deal import FIRST_CARDS
from ..game.move import Move
from ..game.position import Position
from ..game.variants import Variant
from ..open.budget import Budget
from ..open.ladder import kot_rungs, narrowed, rungs_of_tricks
from ..open.questions import class_bounds, kot_bounds
from ..open.stock_draw import discard_race, discards_of
from .parallel import PerThread, stop_here
from .plan import CHUNKS, ChunkSizes
from .template import Chosen, Discard, PositionTemplate
from .worlds import Worlds, world_hands

__all__ = [
    "OPEN",
    "TRICKS_FROM",
    "Answers",
    "BatchSolver",
    "Judge",
    "WorldEvaluator",
    "evaluator_of",
    "find_evaluator",
    "known_sizes",
    "tricks_of_cards",
]

Codes = NDArray[np.int8]
Bounds = tuple[Outcome, Outcome]

LONG_GAME_LIMIT = 5_000_000
"""The default node limit of one answer where some hands take minutes (`_long`)."""


TRICKS_FROM = 3
"""Complete tricks from which on expected tricks break ties: earlier they cost too much."""


class Answers(NamedTuple):
    """The worst and the best outcome codes still possible, each int8 of shape (deals, choices).

    Both are the same where the search decided; without a node limit that is everywhere.
    """

    worst: Codes
    best: Codes


def nothing_known(deals: int, choices: int, bavneys: bool) -> Answers:
    """The answers of deals of which nothing is known: from goon kot to kot, or the bavneys."""
    worst = np.full((deals, choices), Outcome.BAVNEY_B if bavneys else Outcome.KOT_B, np.int8)
    return Answers(worst, -worst)


class BatchSolver(Protocol):
    """The part of `solver.core.engine.Solver` that the evaluator of the plain game needs."""

    deadline: float

    def batch_outcomes(
        self, hands: Worlds, trumps: Sequence[int], leader: int = 0, detail: Detail = "class"
    ) -> Codes:
        """Outcome codes, int8 (n, len(trumps))."""
        ...


class CardSolver(Protocol):
    """The part of `solver.core.engine.Solver` that the evaluator of a plain hand in play needs."""

    deadline: float

    def batch_cards(
        self,
        hands: Worlds,
        cards: Sequence[int],
        trump: int,
        table: Sequence[int] = (),
        leader: int = 0,
        taken: Sequence[int] = (0, 0),
        detail: DetailInPlay = "class",
    ) -> Codes:
        """Outcome codes, int8 (n, len(cards))."""
        ...


class WorldEvaluator(Protocol):
    """Answers for many worlds at once. Evaluators can be pickled.

    - `template`: the unseen cards and the choices; how a world and a choice become a position.
    - `method`: in words, the question that is solved for each deal.
    - `bavneys`: whether the game has bavneys.
    - `sizes`: deals per chunk.
    - `node_limit`: cards that may be played for one answer; 0 for no limit.
    - `until`: the time (of `time.monotonic`, in this process) after which answers are left open;
      infinite at first.
    """

    template: PositionTemplate
    method: str
    bavneys: bool
    sizes: ChunkSizes
    node_limit: int
    until: float

    def classes(self, worlds: Worlds, choices: Sequence[Chosen]) -> Answers:
        """The outcome classes of the deals, one column for each choice."""
        ...

    def kots(self, worlds: Worlds, choices: Sequence[Chosen], bavneys: bool) -> Answers:
        """The kots of the deals: 2, -2, or 0 for neither; with `bavneys` also 3 and -3."""
        ...


@dataclass(frozen=True, slots=True)
class Judge:
    """What a world and a choice come to: every sampled question is asked of one.

    `name` tells judges apart, also in the file of a study that is taken up again. `evaluator`
    makes what answers for the worlds of a template, from the arguments of `evaluator_of`.
    `card_samples`: the worlds for a card to play, at most, where no limit is given.
    """

    name: str
    evaluator: Callable[[PositionTemplate, Callable[[], Any] | None, int | None], WorldEvaluator]
    card_samples: int = 400


def _open(
    template: PositionTemplate, make_solver: Callable[[], Any] | None, node_limit: int | None
) -> WorldEvaluator:
    variant = template.variant
    if not variant.has_sides:
        return _ThreeEvaluator(template, node_limit)
    if variant.draws and len(template.known.sizes) > variant.seats:
        return _DrawEvaluator(template, node_limit)
    if variant.deals_later:
        return _FiveCardEvaluator(template, node_limit, make_solver)
    if is_plain(variant):
        if not template.played:
            return _PlainEvaluator(template, node_limit, make_solver or new_engine)
        if undecided(template):
            return _CardEvaluator(template, node_limit, make_solver or new_engine)
    return _GameEvaluator(template, node_limit, make_solver)


OPEN = Judge("open", _open)
"""All hands are seen, and the play is exact."""


def find_evaluator(
    variant: Variant,
    hand: Hand,
    make_solver: Callable[[], BatchSolver] | None = None,
    node_limit: int | None = None,
    shown: Mapping[int, Hand] = MappingProxyType({}),
    judge: Judge = OPEN,
) -> WorldEvaluator:
    """The evaluator of this game for a caller (seat 0) who holds these cards before the lead.

    `shown`: cards that other seats hold. The other arguments as in `evaluator_of`. Raises
    VariantError for a game of bids, HandError for a card that is not in the pack of the game.
    """
    known_sizes(variant)
    template = PositionTemplate.before_the_lead(variant, hand, shown=shown)
    return evaluator_of(template, make_solver, node_limit, judge)


def evaluator_of(
    template: PositionTemplate,
    make_solver: Callable[[], Any] | None = None,
    node_limit: int | None = None,
    judge: Judge = OPEN,
) -> WorldEvaluator:
    """The evaluator of the worlds of a template.

    `judge`: what a world and a choice come to. `make_solver` makes the solver of each thread: where
    the plain game is solved in batches a `BatchSolver` before the lead, a `CardSolver` in play,
    both without a node limit; a `Solver` elsewhere (two and three players have their own).
    `node_limit`: None for the default of the game (`LONG_GAME_LIMIT` for three players, tens, heaps
    under an ace rule; else no limit), 0 for no limit. Raises VariantError where a hand has no class
    in the middle of play (three players).
    """
    if node_limit is not None and node_limit < 0:
        raise OptionError(f"node limit {node_limit}, expected 0 (none) or more")
    return judge.evaluator(template, make_solver, node_limit)


def is_plain(variant: Variant) -> bool:
    """Whether this is the plain game of four without further duties, which is solved in batches."""
    duties = {"void_duty", "overtrump_duty"}
    return variant.plain and not duties & set(variant.changed)


def undecided(template: PositionTemplate) -> bool:
    """Whether neither side of a plain hand in play has a majority of its tricks yet."""
    fields = template.fields
    total = fields["tricks_done"] + max(template.known.sizes)
    whole = sum(fields["taken"]) == fields["tricks_done"] and total % 2 == 1
    return whole and max(fields["taken"]) <= total // 2 and fields["player"] is None


def known_sizes(variant: Variant) -> tuple[int, ...]:
    """The sizes of a caller's hand from which kots can be studied; VariantError if none."""
    if variant.bids:
        raise VariantError(
            f"{variant.name} is a game of bids and knows no kot: `hakem trump` (match.study_bids) "
            "judges the bids from thirteen cards"
        )
    if variant.deals_later:
        return (FIRST_CARDS,)
    return (FIRST_CARDS, variant.cards_per_hand)


def chunks_of(variant: Variant) -> ChunkSizes:
    """The chunk sizes of a game that is evaluated deal by deal.

    Kots take little time where the race ends early; in games of heaps it lasts to the end.
    """
    if variant.deals_later:
        return CHUNKS["five-card start"]
    if variant.points == "tens":
        return CHUNKS["tens in heaps" if variant.collecting else "tens"]
    if not variant.collecting:
        return CHUNKS["six players" if variant.seats == 6 else "tricks taken at once"]
    if variant.hides_trump or variant.get("ace_rule") != "off":
        return CHUNKS["heaps, ace rule or hidden trump"]
    return CHUNKS["heaps, trump made in play" if variant.sets_trump else "heaps"]


def _long(variant: Variant) -> bool:
    """Whether a few hands of the game take minutes: three players, tens, heaps and an ace rule."""
    aces = variant.collecting and variant.get("ace_rule", "off") != "off"
    return not variant.has_sides or variant.points == "tens" or aces


class _GameEvaluator:
    """Any game, deal by deal."""

    method = "open hand"

    def __init__(
        self,
        template: PositionTemplate,
        node_limit: int | None = None,
        make_solver: Callable[[], Any] | None = None,
    ) -> None:
        self.template = template
        self.variant = variant = template.variant
        usual = LONG_GAME_LIMIT if _long(variant) else 0
        self.node_limit = usual if node_limit is None else node_limit
        self.until = math.inf
        dealt_out = len(template.known.sizes) == variant.seats
        if variant.draws and dealt_out and not template.played:
            self.method = "open hand, the other's thirteen at random although he drew them"
        if variant.get("dummy_score") == "individual":
            self.method = "open hand, by sides although each defender counts his own"
        self.sizes = chunks_of(variant)
        self.bavneys = not (
            variant.collecting or variant.points == "tens" or variant.get("stop_rule") == "hard7"
        )
        self._solvers = PerThread(make_solver or new_engine)

    def classes(self, worlds: Worlds, choices: Sequence[Chosen]) -> Answers:
        return self._each(worlds, choices, self._class, self.bavneys)

    def kots(self, worlds: Worlds, choices: Sequence[Chosen], bavneys: bool) -> Answers:
        return self._each(worlds, choices, partial(self._kot, bavneys=bavneys), bavneys)

    def _each(
        self,
        worlds: Worlds,
        choices: Sequence[Chosen],
        answer: Callable[[tuple[Hand, ...], Chosen], Bounds],
        bavneys: bool,
    ) -> Answers:
        answers = nothing_known(len(worlds), len(choices), bavneys)
        for row, world in enumerate(worlds):
            hands = world_hands(world)
            for column, chosen in enumerate(choices):
                if time.monotonic() >= self.until:
                    return answers
                answers.worst[row, column], answers.best[row, column] = answer(hands, chosen)
        return answers

    def _solver(self) -> Any:
        """The solver of this thread, told when the time is up."""
        solver = self._solvers()
        solver.deadline = self.until
        return solver

    def _class(self, hands: tuple[Hand, ...], chosen: Chosen) -> Bounds:
        position = self.template.position(hands, chosen)
        return class_bounds(position, self._solver(), self.node_limit)

    def _kot(self, hands: tuple[Hand, ...], chosen: Chosen, bavneys: bool) -> Bounds:
        position = self.template.position(hands, chosen)
        return kot_bounds(position, self._solver(), self.node_limit, bavneys)


class _BatchEvaluator(_GameEvaluator):
    """A plain game: in batches, or deal by deal under a node limit."""

    def classes(self, worlds: Worlds, choices: Sequence[Chosen]) -> Answers:
        if self.node_limit:
            return super().classes(worlds, choices)
        return self._batch(worlds, choices, "class" if self.bavneys else "hard7")

    def kots(self, worlds: Worlds, choices: Sequence[Chosen], bavneys: bool) -> Answers:
        if self.node_limit:
            return super().kots(worlds, choices, bavneys)
        return self._batch(worlds, choices, "kot+bavney" if bavneys else "kot")

    def _batch(self, worlds: Worlds, choices: Sequence[Chosen], detail: Detail) -> Answers:
        """The answers in one batch; the worlds for which there was no time are left open."""
        codes = self._codes(worlds, choices, detail)
        answers = nothing_known(len(worlds), len(choices), detail in ("class", "kot+bavney"))
        answers.worst[: len(codes)] = answers.best[: len(codes)] = codes
        return answers

    def _codes(self, worlds: Worlds, choices: Sequence[Chosen], detail: Detail) -> Codes:
        raise NotImplementedError


class _PlainEvaluator(_BatchEvaluator):
    """The plain game: in batches, or deal by deal under a node limit and when time is up."""

    def __init__(
        self,
        template: PositionTemplate,
        node_limit: int | None,
        make_solver: Callable[[], BatchSolver],
    ) -> None:
        super().__init__(template, node_limit)
        self.sizes = CHUNKS["plain"]
        self._batches = PerThread(make_solver)

    def _codes(self, worlds: Worlds, choices: Sequence[Chosen], detail: Detail) -> Codes:
        trumps = [suit for suit in choices if isinstance(suit, int)]
        solver = self._batches()
        solver.deadline = self.until
        return solver.batch_outcomes(worlds, trumps=trumps, detail=detail)


class _CardEvaluator(_BatchEvaluator):
    """A plain hand in play, undecided: in batches, or deal by deal under a node limit."""

    def __init__(
        self,
        template: PositionTemplate,
        node_limit: int | None,
        make_solver: Callable[[], CardSolver],
    ) -> None:
        super().__init__(template, node_limit)
        self._batches = PerThread(make_solver)

    def _codes(self, worlds: Worlds, choices: Sequence[Chosen], detail: Detail) -> Codes:
        fields, trump = self.template.fields, self.template.trump
        solver = self._batches()
        solver.deadline = self.until
        return solver.batch_cards(
            np.ascontiguousarray(worlds),
            [move.card.index for move in choices if isinstance(move, Move)],
            -1 if trump is None else int(trump),
            [card.index for card in fields["table"]],
            self.template.leader,
            fields["taken"],
            detail,
        )


def tricks_of_cards(
    solver: CardSolver, position: Position, worlds: Worlds, cards: Sequence[Card]
) -> Codes:
    """Tricks of side A in the whole hand after each card, int8 (worlds, cards); plain game.

    They decide between cards that are worth the same, from `TRICKS_FROM` complete tricks on.
    """
    return solver.batch_cards(
        np.ascontiguousarray(worlds),
        [card.index for card in cards],
        -1 if position.trump is None else int(position.trump),
        [card.index for card in position.table],
        position.leader,
        position.taken,
        "tricks",
    )


class _FiveCardEvaluator(_GameEvaluator):
    """The five-card start: the known cards are the first five; the later ones are dealt as well.

    Where a random card makes trump, the solver gives the probability p of a kot. The deal counts as
    a kot when a number derived from its own cards, uniform from 0 to 1, is below p. The share of
    such deals has the mean of p, and each deal is one yes or no, so the interval of a share is
    valid. A deal never counts as both a kot and a goon kot, because they use the two ends of that
    number.
    """

    method = "open hand, the later cards known to all"

    def _kot(self, hands: tuple[Hand, ...], chosen: Chosen, bavneys: bool) -> Bounds:
        start = self.template.position(hands, chosen)
        text = " ".join(str(hand.bits) for hand in hands).encode()
        luck = int.from_bytes(hashlib.blake2b(text, digest_size=6).digest(), "big") / 2**48
        return kot_bounds(start, self._solver(), self.node_limit, bavneys, luck)


class _ThreeEvaluator(_GameEvaluator):
    """Three players: what the caller can force against the two others together (docs/rules.md 8.1).

    KOT_A: the first seven tricks; WIN_A: the hand; KOT_B: one of the others can force the first
    seven; WIN_B: none of these, which does not say who wins.
    """

    method = "open hand, guaranteed against the two others together"

    def __init__(self, template: PositionTemplate, node_limit: int | None = None) -> None:
        if template.played:
            raise VariantError(
                f"{template.variant.name}: a hand of three players in play has no class to count; "
                "`hakem solve` tells what each player is sure of"
            )
        super().__init__(template, node_limit)
        self.bavneys = False
        self.sizes = CHUNKS["three players"]

    def _class(self, hands: tuple[Hand, ...], chosen: Chosen) -> Bounds:
        worst, best = self._kot(hands, chosen, False)
        if worst == best != Outcome.NONE:
            return worst, best
        wins = self._solver().wins_hand(self._alone(hands, chosen, 0), self.node_limit)
        if wins is None:
            return min(worst, Outcome.WIN_B), max(best, Outcome.WIN_A)
        if wins:
            return Outcome.WIN_A, max(best, Outcome.WIN_A)
        return min(worst, Outcome.WIN_B), Outcome.WIN_B

    def _kot(self, hands: tuple[Hand, ...], chosen: Chosen, bavneys: bool) -> Bounds:
        solver = self._solver()
        first = [
            solver.race(self._alone(hands, chosen, seat), 7, 1, self.node_limit)
            for seat in range(self.variant.seats)
        ]
        if first[0]:
            return Outcome.KOT_A, Outcome.KOT_A
        if True in first:
            return Outcome.KOT_B, Outcome.KOT_B
        return (
            Outcome.KOT_B if None in first[1:] else Outcome.NONE,
            Outcome.KOT_A if first[0] is None else Outcome.NONE,
        )

    def _alone(self, hands: tuple[Hand, ...], chosen: Chosen, seat: int) -> Position:
        return replace(self.template.position(hands, chosen), player=seat)


class _DrawEvaluator(_GameEvaluator):
    """Two players: five cards each, an ordered stock; discards, draw and play are solved."""

    method = "open hand and open stock, discards and draws as good as can be"

    def __init__(self, template: PositionTemplate, node_limit: int | None = None) -> None:
        super().__init__(template, node_limit)
        variant = template.variant
        stock = len(template.known.sizes) - variant.seats
        draws = 2 * (variant.cards_per_hand - FIRST_CARDS) + sum(discards_of(variant))
        if variant["see_second"] and 2 * draws - 1 > stock:
            raise VariantError(
                f"{variant}: {draws} draws that see two cards each need {2 * draws - 1}, the stock "
                f"has {stock}; set see_second=off"
            )
        self.rungs = rungs_of_tricks(variant, variant.cards_per_hand)
        self.sizes = CHUNKS["two players, draw"]

    def _class(self, hands: tuple[Hand, ...], chosen: Chosen) -> Bounds:
        return self._narrow(hands, chosen, self.rungs)

    def _kot(self, hands: tuple[Hand, ...], chosen: Chosen, bavneys: bool) -> Bounds:
        return self._narrow(hands, chosen, kot_rungs(self.rungs, bavneys))

    def _narrow(self, hands: tuple[Hand, ...], chosen: Chosen, rungs: Sequence[Any]) -> Bounds:
        assert not isinstance(chosen, Move)
        discard = chosen.cards if isinstance(chosen, Discard) else None
        trump = chosen.trump if isinstance(chosen, Discard) else Suit(chosen)
        fives, stock = (hands[0], hands[1]), tuple(next(iter(hand)) for hand in hands[2:])
        budget = Budget(self._solver(), self.node_limit)
        race = partial(discard_race, discard=discard)

        def ask(a: int, b: int) -> bool | None:
            return budget.run(race, fives, stock, trump, a, b, self.variant, budget.solver)

        return narrowed(rungs, ask)


def new_engine() -> Any:
    """A solver of its own for a thread, which stops when the work of that thread does."""
    solver = Solver()
    solver.stop = stop_here()
    return solver
