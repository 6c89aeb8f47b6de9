"""The choices before the lead: a suit or a turned-up card, a challenge, a bid, a new deal.

Each function is a list of choices for the study engine; what they cost and how sure they are is
said as for a trump call. Open hands throughout.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Hand, Suit
from ..base.errors import MatchError, need
from ..base.outcomes import Outcome
from ..game.house_rules import House
from ..game.opening import bid_range, redeal_of_five, turnup_positions, turnup_weights
from ..game.outcome_distribution import OutcomeDistribution, Worth, value_of
from ..game.scoring import CLASSES
from ..game.variants import HOKM, Variant, find_variant
from .advice import Candidate, Question, Sampled
from .asked import ClassQuestions, Mixture, Places, Questions, class_places
from .compared import Choice
from .estimates import left_open, whole
from .evaluators import OPEN, Judge, WorldEvaluator, evaluator_of, new_engine
from .parallel import PerThread
from .plan import CHUNKS, ChunkSizes, Plan, Workers, find_plan
from .study import Progress, Study
from .template import Discard, PositionTemplate
from .worlds import Worlds, world_hands

__all__ = [
    "BeforeTheLead",
    "ChoiceStudy",
    "study_bids",
    "study_challenge",
    "study_discards",
    "study_opening",
]

Watch = Callable[[Progress], object]
HAND_CARDS = 13
TWO_HOKM = find_variant("two_hokm")
BIDDABLE = 3
"""Suits of fewer cards are not tried as trump for a bid."""


# Records ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeTheLead(Question):
    """What to do before the lead: name a suit or let one be turned up, discard, challenge, bid."""


# The study -------------------------------------------------------------------------------------


class ChoiceStudy(Study[Sampled[BeforeTheLead]]):
    """Any list of choices on the same deals: `run`, or `steps` and `result`.

    `one_of` groups choices of which only the best is shown (a bid with each of four trumps).
    """

    def __init__(
        self,
        hand: Hand,
        questions: Questions,
        choices: Sequence[Choice],
        plan: Plan,
        workers: Workers,
        sizes: ChunkSizes,
        *,
        variant: Variant = HOKM,
        method: str = "open hand",
        node_limit: int = 0,
        one_of: Callable[[Choice], object] = id,
        judge: Judge = OPEN,
    ) -> None:
        super().__init__(questions, choices, plan, workers, sizes, judge=judge)
        self.hand = hand
        self.variant = variant
        self.method = method
        self.node_limit = node_limit
        self._one_of = one_of

    def result(self) -> Sampled[BeforeTheLead]:
        """The advice from the deals solved so far; SamplingError when there are none."""
        self._need_deals()
        best = self.best()
        every = [self._candidate(number, best) for number in range(len(self.choices))]
        order = sorted(
            range(len(every)), key=lambda k: (k != best, *(-end for end in every[k].points.value))
        )
        listed: dict[object, int] = {}
        for number in order:
            listed.setdefault(self._one_of(self.choices[number]), number)
        left = [every[k].p_best for k in order if k not in listed.values()]
        return Sampled(
            question=BeforeTheLead(hand=self.hand, variant=self.variant),
            candidates=tuple(every[k] for k in listed.values()),
            p_unlisted=max(left, default=0.0),
            level=self.rival_level,
            **self._sampled(self),
        )

    def _candidate(self, number: int, best: int) -> Candidate:
        choice, worth = self.choices[number], self.mean(number)
        behind = None if number == best else self.compare(best, number)
        named = choice.name.removeprefix("name ")
        suit = Suit.parse(named) if named in ("S", "H", "D", "C") else None
        if choice.column is None:
            return Candidate(choice.name, 0, {}, worth, {}, behind=behind)
        classes = self.counts.of(choice.column)[0]
        success = self.success(number)
        shares: dict[Outcome, float] = {}
        if not choice.bet:
            pairs = list(zip(choice.outcomes, self.shares(choice.column).tolist(), strict=True))
        else:
            ends, p = (choice.outcomes[0], choice.outcomes[-1]), success.p
            pairs = [] if p is None else list(zip(ends, (1 - p, p), strict=True))
        for outcome, share in pairs:
            if share:
                shares[outcome] = shares.get(outcome, 0.0) + share
        return Candidate(
            choice.name,
            whole(classes),
            {"made" if choice.bet else "win": success},
            worth,
            shares,
            suit,
            behind,
            dropped=number not in self._active,
            undecided=left_open(classes),
        )


# With five cards -------------------------------------------------------------------------------


def study_opening(
    five: Hand | str,
    house: House,
    worth: Worth,
    fresh: OutcomeDistribution | None = None,
    *,
    variant: Variant | str = HOKM,
    plan: Plan = Plan(),
    workers: Workers = Workers(),
    watch: Watch | None = None,
    redeals: int = 0,
    judge: Judge = OPEN,
) -> Sampled[BeforeTheLead]:
    """Name a suit, turn up a card, draw blind, or throw in: the caller's choices with five cards.

    Only what the house allows is listed. `worth` is what a class is worth to the caller's side;
    `fresh` the outcome distribution of a new deal, for a redeal after `redeals` earlier ones. The
    rest as in `advise_trump`. Raises MatchError for a hand that is not five cards.
    """
    five, variant, house = Hand.parse(five), find_variant(variant), _need_house(house)
    if len(five) != 5:
        raise MatchError(f"the caller sees five cards, not {len(five)}")
    evaluator = _evaluator(variant, PositionTemplate.before_the_lead(variant, five), plan, judge)
    suits = evaluator.template.choices
    values = tuple(float(worth(outcome)) for outcome in CLASSES)
    choices = [
        Choice(f"name {Suit(suit).letter}", column, values)
        for column, suit in enumerate(suits)
        if isinstance(suit, int)
    ]
    mixtures: list[Mixture] = []
    if len(suits) == len(Suit):
        later = [f"name card {house['named_position']}"] if house["named_position"] != "off" else []
        if turnup_positions(house):
            later.append("turn up a card")
        if later:
            mixtures.append(Mixture(partial(turnup_weights, five=five)))
            choices += [Choice(name, len(suits), values) for name in later]
        if house["blind_from_five"]:
            mixtures.append(Mixture(partial(blind_weights, five=five)))
            column = len(suits) + len(mixtures) - 1
            choices.append(Choice("draw one of the five", column, values))
    if fresh is not None and redeal_of_five(five, house, redeals) is not None:
        choices.append(Choice("throw in", None, (float(value_of(fresh, worth)),)))
    bavneys = _bavneys_count(evaluator, values)
    return _study(
        evaluator,
        five,
        ClassQuestions(evaluator, suits, bavneys, tuple(mixtures)),
        choices,
        plan,
        workers,
        judge,
    ).run(watch)


def _study(
    evaluator: WorldEvaluator,
    hand: Hand,
    questions: Questions,
    choices: Sequence[Choice],
    plan: Plan,
    workers: Workers,
    judge: Judge,
) -> ChoiceStudy:
    """The study of these choices in the chunks, by the method and to the limit of the evaluator."""
    return ChoiceStudy(
        hand,
        questions,
        choices,
        plan,
        workers,
        evaluator.sizes,
        variant=evaluator.template.variant,
        method=evaluator.method,
        node_limit=evaluator.node_limit,
        judge=judge,
    )


def _bavneys_count(evaluator: WorldEvaluator, values: Sequence[float]) -> bool:
    """Whether a bavney is worth something else than a kot, so that it must be asked for."""
    return evaluator.bavneys and (values[0], values[-1]) != (values[1], values[-2])


def blind_weights(worlds: Worlds, five: Hand) -> NDArray[np.float64]:
    """For each deal the chance of each suit when one of the caller's five is drawn, (n, 4)."""
    chances = np.array([five.length(suit) / len(five) for suit in Suit])
    return np.tile(chances, (len(worlds), 1))


def study_discards(
    five: Hand | str,
    trump: Suit | str,
    worth: Worth,
    *,
    variant: Variant | str = TWO_HOKM,
    plan: Plan = Plan(),
    workers: Workers = Workers(),
    watch: Watch | None = None,
    judge: Judge = OPEN,
) -> Sampled[BeforeTheLead]:
    """Which of his five cards the caller of two players discards once this trump is called.

    The other's five cards and the stock are dealt at random and then open to both; the other's
    discards, the draw and the play are solved. `worth` is what a class is worth to the caller. The
    rest as in `study_opening`. Raises MatchError for another game or a hand that is not five cards.
    """
    from ..open.stock_draw import discards_of

    five, trump, variant = Hand.parse(five), Suit.parse(trump), find_variant(variant)
    if not variant.draws:
        raise MatchError(f"nobody discards in {variant.name}, two players do")
    if len(five) != 5:
        raise MatchError(f"the caller discards from five cards, not {len(five)}")
    template = PositionTemplate.before_the_lead(variant, five)
    evaluator = evaluator_of(template, None, find_plan(plan).node_limit, judge)
    # Of discards worth the same the first stands first: few trumps, then low cards.
    ordered = sorted(
        combinations(five, discards_of(variant)[0]),
        key=lambda cards: (
            sum(card.suit is trump for card in cards),
            sum(card.rank for card in cards),
        ),
    )
    some = [Hand.of(cards) for cards in ordered]
    values = tuple(float(worth(outcome)) for outcome in CLASSES)
    names = [" ".join(card.symbol for card in cards) for cards in some]
    return _study(
        evaluator,
        five,
        ClassQuestions(evaluator, [Discard(trump, cards) for cards in some], evaluator.bavneys),
        [Choice(f"discard {name}", column, values) for column, name in enumerate(names)],
        plan,
        workers,
        judge,
    ).run(watch)


# With thirteen cards ---------------------------------------------------------------------------


class ChallengeQuestions(ClassQuestions):
    """Seen by side B: the class with the suit called, and B's kot or not with each other suit.

    Column 0 is the suit called. A challenge that is made is a kot of B, one that fails a kot of A.
    """

    _FAILED, _MADE = 1, 4  # a kot of the other side, a kot: the same under bavneys or not

    def full(self, worlds: Worlds, columns: Sequence[int]) -> Places:
        """Places in the classes from B's best to A's, worst for B first."""
        found = np.empty((2, len(worlds), len(columns)), np.int64)
        for place, column in enumerate(columns):
            if column == 0:
                accepted = class_places(self.evaluator.classes(worlds, self.choices_of([0])))
                found[:, :, place] = 5 - accepted[::-1, :, 0]
            else:
                found[:, :, place] = self._challenge(worlds, column)
        return found

    def cheap(self, worlds: Worlds, columns: Sequence[int]) -> Places:
        """Places in the five kot codes, worst for B first."""
        found = 4 - super().cheap(worlds, columns)[::-1]
        for place, column in enumerate(columns):
            if column:
                found[:, :, place] = np.where(found[:, :, place] >= 3, 3, 1)
        return found

    def _challenge(self, worlds: Worlds, column: int) -> NDArray[np.int64]:
        kots = super().cheap(worlds, [column])[::-1, :, 0]
        return np.where(4 - kots >= 3, self._MADE, self._FAILED)


def study_challenge(
    hand: Hand | str,
    seat: int,
    called: Suit | str,
    house: House,
    worth: Worth,
    *,
    anti_kot: float | None = None,
    total: float = 0.0,
    variant: Variant | str = HOKM,
    plan: Plan = Plan(),
    workers: Workers = Workers(),
    watch: Watch | None = None,
    judge: Judge = OPEN,
) -> Sampled[BeforeTheLead]:
    """Challenge the trump or accept it: the choices of hand seat 1 or 3 with his thirteen cards.

    The other hands are dealt without regard to what the call tells of the caller's cards.
    `worth` is A's; what is worth w to A is worth `total` - w to B, whose worth is told. `anti_kot`
    is what a failed challenge is worth to A, a kot times `anti_kot_value` if not given.
    """
    hand, variant, house = Hand.parse(hand), find_variant(variant), _need_house(house)
    called = Suit.parse(called)
    if len(hand) != HAND_CARDS:
        raise MatchError(f"a challenger has seen his thirteen cards, not {len(hand)}")
    if seat not in (1, 3):
        raise MatchError(f"seat {seat} is of the caller's side and may not challenge")
    if house["challenge_target"] != "first7" or house["challenge_leader"] != "caller":
        raise MatchError("only a challenge for the first seven with the caller on lead is judged")
    if variant.lays_down:
        raise MatchError(f"no challenge is judged where the trump card is hidden: {variant.name}")
    evaluator = _evaluator(
        variant, PositionTemplate.before_the_lead(variant, hand, seat), plan, judge
    )
    if anti_kot is None:
        anti_kot = int(house["anti_kot_value"]) * float(worth(Outcome.KOT_A))
    values = tuple(total - float(worth(outcome)) for outcome in CLASSES[::-1])
    bet = (total - anti_kot,) * 4 + (total - float(worth(Outcome.KOT_B)),) * 2
    others = [suit for suit in Suit if suit != called]
    choices = [Choice("accept", 0, values, outcomes=CLASSES[::-1])]
    choices += [
        Choice(
            f"challenge with {suit.letter}", column, bet, 4, True, (Outcome.KOT_A, Outcome.KOT_B)
        )
        for column, suit in enumerate(others, 1)
    ]
    bavneys = _bavneys_count(evaluator, values)
    return _study(
        evaluator,
        hand,
        ChallengeQuestions(evaluator, [called, *others], bavneys),
        choices,
        plan,
        workers,
        judge,
    ).run(watch)


class TrickQuestions:
    """Exact tricks of the caller's side with each suit; nothing cheaper is asked."""

    fold = np.zeros(0, np.int64)
    mixtures: tuple[Mixture, ...] = ()

    def __init__(self, template: PositionTemplate, suits: Sequence[Suit], node_limit: int) -> None:
        self.template = template
        self.known = template.known
        self.suits = tuple(suits)
        self.columns = len(self.suits)
        self.places = template.variant.cards_per_hand + 1
        self.node_limit = node_limit
        self.until = math.inf
        self._solvers = PerThread(new_engine)

    def full(self, worlds: Worlds, columns: Sequence[int]) -> Places:
        """Tricks, at least and at most."""
        found = np.empty((2, len(worlds), len(columns)), np.int64)
        for row, world in enumerate(worlds):
            hands = world_hands(world)
            for place, column in enumerate(columns):
                position = self.template.position(hands, self.suits[column])
                solver = self._solvers()
                solver.deadline = self.until
                found[:, row, place] = solver.value(position, node_limit=self.node_limit)
        return found

    def cheap(self, worlds: Worlds, columns: Sequence[int]) -> Places:
        """Never asked."""
        raise NotImplementedError


def study_bids(
    hand: Hand | str,
    house: House,
    *,
    plan: Plan = Plan(),
    workers: Workers = Workers(),
    watch: Watch | None = None,
) -> Sampled[BeforeTheLead]:
    """What each bid of daba is worth with thirteen cards and the best trump for it.

    Exact tricks of the bidder's side, the trump being open (docs/rules.md 7.3 hides it until it is
    asked for); suits of fewer than three cards are not tried as trump.
    """
    hand, house = Hand.parse(hand), _need_house(house)
    if len(hand) != HAND_CARDS:
        raise MatchError(f"a bidder of daba has seen his thirteen cards, not {len(hand)}")
    low, high = bid_range(house)
    suits = [suit for suit in Suit if hand.length(suit) >= BIDDABLE]
    limit = find_plan(plan).node_limit or 0
    template = PositionTemplate.before_the_lead(HOKM, hand)
    questions = TrickQuestions(template, suits, limit)
    choices = [
        Choice(
            f"bid {bid} ({suit.letter})",
            column,
            (float(-bid),) * bid + (float(bid),) * (questions.places - bid),
            bid,
            True,
            (Outcome.WIN_B, Outcome.WIN_A),
        )
        for bid in range(low, high + 1)
        for column, suit in enumerate(suits)
    ]
    return ChoiceStudy(
        hand,
        questions,
        choices,
        plan,
        workers,
        CHUNKS["exact tricks"],
        node_limit=limit,
        one_of=lambda choice: choice.success,
    ).run(watch)


def _need_house(house: House) -> House:
    return need(house, House, "is no house: expected one of solver.match.find_house", MatchError)


def _evaluator(
    variant: Variant, template: PositionTemplate, plan: Plan, judge: Judge
) -> WorldEvaluator:
    """The evaluator of a game with a trump call and two sides; MatchError for another."""
    if variant.seats % 2 or variant.seats == 2 or variant.sets_trump:
        raise MatchError(
            f"choices before the lead are judged where a side calls trump, not in {variant.name}: "
            f"ask `hakem {'kot' if variant.sets_trump else 'trump'} --variant {variant.name}`"
        )
    return evaluator_of(template, None, find_plan(plan).node_limit, judge)
