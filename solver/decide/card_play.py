"""Which card now: each legal card of the seat to play is a choice, all on the same worlds.

The worlds are those that fit what the seat knows (`Knowledge`): few are all solved, then the answer
is exact; many are sampled. Cards that touch are one choice. Shares and points are those of the side
that plays, whichever it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Card, Hand, Rank
from ..base.drawn import Told
from ..base.errors import HandError, OptionError, SamplingError, VariantError, need
from ..game.deal import FIRST_CARDS
from ..game.house_rules import call_scoring, usual_house
from ..game.move import Move
from ..game.position import Position
from ..game.rules import groups_of_moves
from ..game.scoring import CLASSES, Scoring
from .advice import Candidate, Kept, Question, Sampled
from .asked import ClassQuestions, Keep, Places, class_scoring
from .compared import Choice
from .distributions import sign_test
from .estimates import Comparison, Estimate, Mean, left_open, share_below, share_from, whole
from .evaluators import (
    OPEN,
    TRICKS_FROM,
    Judge,
    WorldEvaluator,
    evaluator_of,
    is_plain,
    new_engine,
    tricks_of_cards,
    undecided,
)
from .knowledge import FEW, Knowledge
from .plan import ChunkSizes, Plan, Workers, find_plan
from .seen_cards import KeepByCards
from .study import Progress, Study
from .template import Chosen
from .worlds import Worlds, chunk_seed

__all__ = [
    "CallShares",
    "CardToPlay",
    "NamedPlay",
    "PlayStudy",
    "advise_play",
    "equal_moves",
]

SAMPLES = 400
"""In the first tricks no more worlds than these are all solved."""
LATE = 9
"""With so many tricks left or fewer a world is solved in well under a millisecond."""
EARLY = 11
"""With more tricks left a world with all its cards takes ten milliseconds and more."""


@dataclass(frozen=True, slots=True)
class NamedPlay(Told):
    """A card with a name at the table (docs/rules.md 1.7), where the figures say that it is one.

    - `t'rup chaal`: the best lead to the first trick is a trump. `gain`: the points by which it is
      ahead of the best lead that is none (`beside`).
    - `rafeh koti`: the best card to the first trick is an honour, and no lower card keeps the other
      side from a kot as often. `gain`: how much rarer the kot is than with `beside`, the best of
      the cards below the jack.

    The paired test of the gain is below the level of the study; `low` to `high` is its interval.
    """

    name: str
    card: Card
    beside: Card
    gain: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CardToPlay(Question):
    """Which card the seat to move plays, in this position as far as it is known.

    Of the other hands of `position` only the number of cards is true; `given` are those that they
    are known to hold (shown, or given to ask what if). The candidates of the answer stand with the
    best first: equal means are ordered by the chance of a kot, then by the expected tricks (see
    `Candidate.tricks`), then the lowest card. The remarks are the names that the best card goes by
    (see `NamedPlay`).
    """

    position: Position
    seat: int
    scoring: Scoring

    @property
    def trick(self) -> int:
        """The trick in which the card is played, from 1 on."""
        return self.position.tricks_done + 1

    def __str__(self) -> str:
        trump = self.position.trump
        return f"{self.hand}, trump {'none' if trump is None else trump.symbol}, trick {self.trick}"


# Equal cards -----------------------------------------------------------------------------------


def equal_moves(knowledge: Knowledge) -> tuple[tuple[Move, ...], ...]:
    """The moves of the seat to play in groups that are the same move, each high to low.

    Cards of a suit are the same where nobody can hold one between them: those between were played
    in earlier tricks.
    """
    position = knowledge.position
    apart = (knowledge.known.pack - position.hands[position.to_move]) | Hand.of(position.table)
    return groups_of_moves(position, apart)


# The study -------------------------------------------------------------------------------------


TRUP_CHAAL, RAFEH_KOTI = "t'rup chaal", "rafeh koti"


TIE_WORLDS = 32
"""Worlds for the expected tricks of cards that are worth the same."""


class CardQuestions(ClassQuestions):
    """The class after each card, seen by the side that plays: worst for that side first."""

    fold = np.zeros(0, np.int64)

    def __init__(self, evaluator: WorldEvaluator, cards: Sequence[Chosen], side: int) -> None:
        super().__init__(evaluator, cards, True)
        self.fold = CardQuestions.fold  # every world is solved in full
        self.side = side

    def full(self, worlds: Worlds, columns: Sequence[int]) -> Places:
        """Places in the classes of the side that plays."""
        places = super().full(worlds, columns)
        return 5 - places[::-1] if self.side else places


CallShares = Callable[[NDArray[np.uint64]], NDArray[np.float64]]
"""How often a caller with these five cards (uint64 (n,)) calls the trump of the hand: 0 to 1."""


@dataclass(frozen=True, slots=True)
class KeepByCall:
    """Keeps each world as often as its caller would have called this trump.

    His first five cards are drawn from the thirteen he was dealt, all equally likely, and `shares`
    says how often he calls the trump with them. So a world is kept with the mean of that over his
    1,287 possible first fives: what is kept is dealt with that weight, and each counts once.
    """

    shares: CallShares
    played: Hand
    seat: int = 0

    def __call__(self, worlds: Worlds, luck: np.random.PCG64) -> NDArray[np.bool_]:
        """bool (n,), from 53 random words a world."""
        raw = np.asarray(luck.random_raw(53 * len(worlds)), np.uint64).reshape(-1, 53)
        dealt = worlds[:, self.seat] | np.uint64(self.played.bits)
        places = np.arange(52, dtype=np.uint64)
        held = dealt[:, None] >> places & np.uint64(1)
        # The cards not held come last in this random order.
        keys = raw[:, :52] >> np.uint64(1) | (np.uint64(1) - held) << np.uint64(63)
        first = np.argsort(keys, axis=1, kind="stable")[:, :FIRST_CARDS].astype(np.uint64)
        fives = np.bitwise_or.reduce(np.uint64(1) << first, axis=1)
        part = (raw[:, 52] >> np.uint64(11)).astype(np.float64) * 2.0**-53
        return np.asarray(part < self.shares(fives))


@dataclass(frozen=True, slots=True)
class KeepByEach:
    """Keeps the worlds that each of several keeps: their weights are multiplied."""

    keeps: tuple[Keep, ...]

    def __call__(self, worlds: Worlds, luck: np.random.PCG64) -> NDArray[np.bool_]:
        """bool (n,)."""
        kept = np.ones(len(worlds), dtype=np.bool_)
        for keep in self.keeps:
            kept &= keep(worlds, luck)
        return kept


class PlayStudy(Study[Sampled[CardToPlay]]):
    """A study of a card to play: `run`, or `steps` and `result`. Arguments as for `advise_play`."""

    def __init__(
        self,
        knowledge: Knowledge,
        *,
        scoring: Scoring | str | None = None,
        plan: Plan = Plan(),
        workers: Workers = Workers(),
        call_shares: CallShares | None = None,
        judge: Judge = OPEN,
        weigh_cards: bool = False,
    ) -> None:
        wanted = "is no knowledge: expected Knowledge, as of Knowledge.seen_by(0, hand)"
        self.knowledge = need(knowledge, Knowledge, wanted, SamplingError)
        self.position = position = knowledge.position
        _need_turn(knowledge)
        variant = position.variant
        usual = call_scoring(usual_house(variant)) if scoring is None else scoring
        self.scoring = class_scoring(usual)
        if variant.get("dehla_result") == "no_winner":
            raise VariantError(
                f"{variant}: nobody wins with two tens each, a tie has no class to count"
            )
        self.seat = position.to_move
        self.side = position.side(self.seat)
        self.evaluator = evaluator_of(knowledge.template(), None, find_plan(plan).node_limit, judge)
        # The order decides between cards that are worth the same: the lowest card first.
        self.groups = sorted(equal_moves(knowledge), key=lambda group: _preference(group, position))
        self.moves = [group[-1] for group in self.groups]
        worth = worth_of_side(self.scoring, self.side)
        plan = plan.seeded()
        by_call = None if call_shares is None else _keep_by_call(knowledge, call_shares)
        self.by_cards = KeepByCards.of(knowledge) if weigh_cards else None
        keeps = tuple(keep for keep in (by_call, self.by_cards) if keep is not None)
        keep = KeepByEach(keeps) if keeps else None
        self.by_call = by_call is not None
        listed = self._listed_worlds(plan) if keep is None else None
        chunk = _chunk_of(self.evaluator.sizes.solved, position.tricks_left)
        if listed is not None:
            plan = replace(plan, samples=len(listed), precision=None)
        self._by_default = (plan.samples, plan.seconds, plan.precision) == (None,) * 3
        if self._by_default:
            plan = replace(plan, samples=judge.card_samples)
        super().__init__(
            CardQuestions(self.evaluator, self.moves, self.side),
            [Choice(str(move), column, worth) for column, move in enumerate(self.moves)],
            plan,
            workers,
            ChunkSizes(chunk, 0),
            listed=listed,
            keep=keep,
            drops=listed is None,
            judge=judge,
        )

    @property
    def exact(self) -> bool:
        """Whether every world that fits has been solved."""
        return self.listed is not None and self._deals == len(self.listed)

    def _samples_decide(self) -> bool:
        """Always: the looks, and whether all worlds are listed, follow from the samples."""
        return True

    def best(self) -> int:
        """The number of the best card: by points, then kots, then the lowest card."""
        return max(self._active, key=self._worth)

    def _worth(self, number: int) -> tuple[float, ...]:
        """What decides between cards: mean points (at worst, at best), then the share of kots."""
        ends = [round(each.mean or 0.0, 9) for each in self._means(number)]
        kot = share_from(self.counts.of(number)[0], 4, self.level)
        return (*ends, kot.count / max(1, kot.n))

    def _tricks(self, best: int) -> dict[int, float]:
        """Expected tricks of the own side for the cards that are worth as much as the best.

        Empty where there is one such card, in the first tricks, where they cost much, and where
        they cannot be had in one batch: other games, decided hands, a node limit, closed hands.
        """
        position, most = self.position, self._worth(best)
        tied = [k for k in self._active if self._worth(k) == most]
        plain = is_plain(position.variant) and undecided(self.evaluator.template)
        late = position.tricks_done >= TRICKS_FROM
        solved = self.judge == OPEN and not self.evaluator.node_limit
        if len(tied) < 2 or not plain or not late or not solved:
            return {}
        worlds = self.listed
        if worlds is None:
            worlds = self.knowledge.dealer.deal(TIE_WORLDS, chunk_seed(self.seed, 0))
        cards = [self.moves[k].card for k in tied]
        found = tricks_of_cards(new_engine(), position, worlds[:TIE_WORLDS], cards)
        means = found.astype(np.float64).mean(axis=0)
        if self.side:
            means = position.tricks_total - means
        return dict(zip(tied, means.tolist(), strict=True))

    def compare(self, best: int, other: int) -> Comparison:
        """A card beside another on the same worlds; certain where all worlds were solved."""
        found = super().compare(best, other)
        if not self.exact or found.difference.bounds is not None:
            return found
        mean = found.difference.mean or 0.0
        differ = abs(mean) > 1e-9
        won = 0.0 if found.won != found.lost else 1.0
        difference = Mean.of(mean, mean, mean, found.difference.n)
        return replace(found, difference=difference, p_points=float(not differ), p_win=won)

    def result(self) -> Sampled[CardToPlay]:
        """The advice from the worlds solved so far; SamplingError when there are none."""
        self._need_deals()
        best = self.best()
        tricks = self._tricks(best)
        if tricks:  # the first of those with the most is the lowest card
            best = max(tricks, key=lambda k: round(tricks[k], 9))
        rivals = {k: self.compare(best, k) for k in range(len(self.groups)) if k != best}
        means = {k: self.mean(k) for k in range(len(self.groups))}

        def order(k: int) -> tuple[float, ...]:
            difference = rivals[k].difference.mean if k in rivals else None
            kots = self._kot(k).p or 0.0
            return (k != best, difference or 0.0, -kots, -tricks.get(k, 0.0), k)

        same = {k for k in rivals if self._same(best, k)}
        level = self.rival_level
        given = enumerate(self.knowledge.given)
        kept, dealt = map(int, self.counts.kept)
        by = (*("call",) * self.by_call, *("cards",) * (self.by_cards is not None))
        return Sampled(
            question=CardToPlay(
                position=self.position,
                seat=self.seat,
                hand=self.position.hands[self.seat],
                variant=self.position.variant,
                scoring=self.scoring,
                given={seat: cards for seat, cards in given if cards and seat != self.seat},
            ),
            candidates=tuple(
                self._candidate(k, means[k], rivals.get(k), k in same, tricks.get(k))
                for k in sorted(range(len(self.groups)), key=order)
            ),
            remarks=self._named(best, rivals, level),
            level=level,
            kept=Kept(kept, dealt, by),
            **self._sampled(self.evaluator, "all" if self.exact else self.stopped),
        )

    def _named(
        self, best: int, rivals: Mapping[int, Comparison], level: float
    ) -> tuple[NamedPlay, ...]:
        """The names of the best card; only in the first trick, where they belong."""
        position, played = self.position, [move.card for move in self.moves]
        card, trump = played[best], position.trump
        found: list[NamedPlay] = []
        if position.tricks_done:
            return ()
        others = [k for k in rivals if played[k].suit != trump]
        if not position.table and card.suit == trump and not position.variant.sets_trump and others:
            k = min(others, key=lambda k: (rivals[k].difference.mean or 0.0, k))
            ahead = rivals[k]
            if ahead.p_points < level and (ahead.difference.mean or 0.0) > 0:
                gain = ahead.difference
                found.append(
                    NamedPlay(TRUP_CHAAL, card, played[k], gain.mean or 0.0, gain.low, gain.high)
                )
        low = [k for k in rivals if played[k].rank < Rank.JACK]
        first_seven = position.variant.points == "tricks" and not position.variant.collecting
        if first_seven and card.rank >= Rank.JACK and low:
            k = min(
                low, key=lambda k: (share_below(self.counts.of(k)[0], 2, self.level).p or 0.0, k)
            )
            gains = self._kots_denied(best, k, level)
            if gains is not None:
                found.append(NamedPlay(RAFEH_KOTI, card, played[k], *gains))
        return tuple(found)

    def _kots_denied(
        self, best: int, other: int, level: float
    ) -> tuple[float, float, float] | None:
        """How much rarer a kot against is with the best card; None where that is not clear."""
        joint = self.counts.classes[best, other]
        n, denied, suffered = whole(joint), whole(joint[2:, :2]), whole(joint[:2, 2:])
        if denied <= suffered or not n:
            return None
        gain = (denied - suffered) / n
        if self.exact:
            return gain, gain, gain
        if sign_test(denied, suffered) >= level:
            return None
        spread = math.sqrt(max(0.0, (denied + suffered) / n - gain * gain) / n)
        width = NormalDist().inv_cdf(0.5 + self.level / 2) * spread
        return gain, max(0.0, gain - width), min(1.0, gain + width)

    def _candidate(
        self,
        number: int,
        points: Mean,
        behind: Comparison | None,
        same: bool,
        tricks: float | None,
    ) -> Candidate:
        classes = self.counts.of(number)[0]
        counts = np.diagonal(classes).tolist()
        solved = sum(counts)
        *equal, move = self.groups[number]
        if self.exact and points.mean is not None:
            points = replace(points, low=points.mean, high=points.mean)
        chances = {
            "win": self.success(number),
            "kot": self._kot(number),
            "kot_against": share_below(classes, 2, self.level),
        }
        if self.evaluator.bavneys:
            chances["bavney"] = share_from(classes, 5, self.level)
        ended = dict(zip(CLASSES, counts[::-1] if self.side else counts, strict=True))
        return Candidate(
            str(move),
            whole(classes),
            {name: self._settled(each) for name, each in chances.items()},
            points,
            {outcome: count / solved for outcome, count in ended.items() if solved},
            move,
            behind,
            same,
            counts=ended,
            dropped=number not in self._active,
            undecided=left_open(classes),
            equal=tuple(other.card for other in equal),
            tricks=tricks,
        )

    def _kot(self, number: int) -> Estimate:
        """How often the own side makes a kot or better."""
        return share_from(self.counts.of(number)[0], 4, self.level)

    def _settled(self, estimate: Estimate) -> Estimate:
        """The estimate without an interval where all worlds were solved."""
        if not self.exact:
            return estimate
        low, high = estimate.share
        return replace(estimate, low=low, high=high)

    def _same(self, best: int, other: int) -> bool:
        """Whether the hand is worth the same with both cards in every world solved for both."""
        joint = self.counts.classes[best, other]
        values = np.array(self.choices[best].values)
        differ = values[:, None] != values[None, :]
        return bool(joint.sum()) and not joint[differ].any() and not self._open(best, other)

    def _open(self, *numbers: int) -> int:
        return sum(left_open(self.counts.of(number)[0]) for number in numbers)

    def _precise(self) -> bool:
        """Drop the cards that are clearly not the best; is the question answered?"""
        done = super()._precise()
        return done or (self._by_default and 1 == len(self._active) < len(self.groups))

    def _listed_worlds(self, plan: Plan) -> Worlds | None:
        """All worlds in random order, where they are few; None where there are too many.

        The order makes those solved before the time is up a sample of all.
        """
        limit = FEW if self.position.tricks_left <= LATE else SAMPLES
        if plan.samples is not None:
            limit = min(limit, plan.samples)
        worlds = self.knowledge.all(limit)
        if worlds is None:
            return None
        keys = np.random.PCG64(plan.seed).random_raw(len(worlds))
        return np.asarray(worlds[np.argsort(keys, kind="stable")])


def advise_play(
    knowledge: Knowledge,
    *,
    scoring: Scoring | str | None = None,
    plan: Plan = Plan(),
    workers: Workers = Workers(),
    watch: Callable[[Progress], object] | None = None,
    call_shares: CallShares | None = None,
    judge: Judge = OPEN,
    weigh_cards: bool = False,
) -> Sampled[CardToPlay]:
    """Which card to play, for the seat to move, from what it knows.

    - `knowledge`: made by `Knowledge.seen_by` for the seat to move, after the play so far.
    - `scoring`: what a class is worth; by default that of the house which plays the game.
    - `plan`: limits of the study. Without any, at most 400 worlds (6,400 closed ones), fewer when
      one card is clearly best before; with `samples`, `seconds` or `precision` (of the chance to
      win) as many as they allow. Cards that are clearly worse are dropped at up to eight looks.
      Where no more worlds fit than 5,000 (400 in the first tricks), and no fewer samples are asked
      for, all are solved.
    - `workers`, `watch`, `judge`: as for `advise_trump`; Ctrl-C returns the result so far.
    - `call_shares`: how often a caller with given first fives (uint64 (n,)) calls this trump, 0 to
      1 each, as `Book.call_shares` tells: worlds then count as often as their caller would have
      called so. They are sampled, however few there are.
    - `weigh_cards`: worlds count as often as the cards that the others played are likely in them
      (`seen_cards.py`), in the games in which that is known; they are sampled, too.

    Every world is solved with open hands, or played out where the judge is CLOSED. Raises HandError
    when no card can be played, SamplingError when the cards of the seat to move are not known or no
    world fits, OptionError for a scoring without classes, VariantError for a game whose hands in
    play have no class, or are not played out.
    """
    return PlayStudy(
        knowledge,
        scoring=scoring,
        plan=plan,
        workers=workers,
        call_shares=call_shares,
        judge=judge,
        weigh_cards=weigh_cards,
    ).run(watch)


def worth_of_side(scoring: Scoring, side: int) -> tuple[float, ...]:
    """What each class is worth to side A (0) or B (1), worst for that side first.

    Points minus those of the other side; of a scoring by the chance to win the match (which is told
    for A), the chance.
    """
    vector = scoring.vector()
    if not side:
        return vector
    whole_chance = 100.0 if scoring.kind == "chance" else 0.0
    return tuple(whole_chance - value for value in reversed(vector))


def _preference(group: Sequence[Move], position: Position) -> tuple[int, int, int, bool]:
    """Of cards worth the same the lowest is played, a trump last among equals."""
    card, requests = group[-1]
    return card.rank, int(card.suit == position.trump), card.suit, requests


def _chunk_of(usual: int, tricks_left: int) -> int:
    """Worlds in a chunk: fewer in the first tricks, where a world with all its cards takes long."""
    if tricks_left <= LATE:
        return 8 * usual
    return usual if tricks_left <= EARLY else max(1, usual // 4)


def _keep_by_call(knowledge: Knowledge, shares: CallShares) -> KeepByCall:
    """The worlds by the call; OptionError where the call tells this seat nothing."""
    position = knowledge.position
    variant = position.variant
    if position.trump is None or variant.sets_trump or variant.lays_down or variant.seats != 4:
        raise OptionError(f"{variant.name}: no suit is called openly by one of four players")
    if knowledge.known.given[0] == position.hands[0]:
        raise OptionError("the caller's own cards are known, so the call tells nothing about them")
    return KeepByCall(shares, knowledge.played[0])


def _need_turn(knowledge: Knowledge) -> None:
    """Refuse a position in which no seat plays, or one whose cards are not known."""
    position = knowledge.position
    if position.over:
        raise HandError("the hand is over: no card is left to play")
    if position.chances():
        raise HandError("no seat is to play: a random card makes trump first")
    seat = position.to_move
    known, held = knowledge.known.given[seat], position.hands[seat]
    if known != held:
        raise SamplingError(
            f"seat {seat} is to play, and {len(held) - len(known)} of its {len(held)} cards are "
            "not known: advice is for the seat to play"
        )
