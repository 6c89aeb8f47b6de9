"""Studies of the choices before the lead: deals are sampled and solved with open hands, and every
choice is evaluated on the same deals. match/choices.py defines what each choice means.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cards import Hand, Suit
from ..errors import MatchError
from ..game.deal import Deal
from ..game.house_rules import House
from ..game.opening import (
    bid_range,
    redeal_of_five,
    redeals_of_deal,
    turnup_positions,
    turnup_weights,
)
from ..game.outcome_distribution import OutcomeDistribution, Worth, value_of
from ..game.position import Position
from ..game.variants import HOKM, Variant
from ..outcomes import Outcome
from .evaluators import WorldEvaluator, find_evaluator
from .parallel import PerThread, map_chunks, parse_jobs
from .worlds import Dealer, PartialDeal, chunk_seed, new_seed, parse_seed, world_hands

__all__ = [
    "ChoiceAdvice",
    "ChoiceOdds",
    "playable",
    "study_bids",
    "study_challenge",
    "study_opening",
]

CHUNK = 16
DEFAULT_SAMPLES = 256

Values = NDArray[np.float64]
Watch = Callable[[float], object]
"""A callback, called after each chunk with the share of the deals that is done, 0 to 1."""


@dataclass(frozen=True, slots=True)
class ChoiceOdds:
    """One choice: its mean worth with a 95 % interval, and its paired test against the best choice.

    `p_best` is the p value of the two-sided test that this choice is worth as much as the best on
    the same deals; 1 for the best itself. A choice that is not evaluated on deals (a redeal) has
    n = 0.
    """

    name: str
    mean: float
    low: float
    high: float
    n: int
    p_best: float
    shares: Mapping[Outcome, float]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "choice": self.name,
            "mean": self.mean,
            "low": self.low,
            "high": self.high,
            "n": self.n,
            "p_best": self.p_best,
            "shares": {outcome.name: share for outcome, share in self.shares.items()},
        }


@dataclass(frozen=True, slots=True)
class ChoiceAdvice:
    """All choices, the best first, with the seed and the number of sampled deals."""

    hand: Hand
    choices: tuple[ChoiceOdds, ...]
    n: int
    seed: int
    interrupted: bool = False
    method: str = "open hand"

    @property
    def best(self) -> ChoiceOdds:
        """The choice with the highest mean worth."""
        return self.choices[0]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "hand": str(self.hand),
            "best": self.best.name,
            "n": self.n,
            "seed": self.seed,
            "interrupted": self.interrupted,
            "method": self.method,
            "choices": [choice.to_dict() for choice in self.choices],
        }


def study_opening(
    five: Hand,
    house: House,
    worth: Worth,
    fresh: OutcomeDistribution | None = None,
    *,
    variant: Variant = HOKM,
    samples: int = DEFAULT_SAMPLES,
    seed: int | str | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    watch: Watch | None = None,
    redeals: int = 0,
) -> ChoiceAdvice:
    """The caller's choices with five cards: name a suit, turn up a card, draw blind, or throw in.

    Only choices that the house allows are listed. `fresh` is the outcome distribution of a new
    deal, for a redeal. Raises MatchError for a hand that is not five cards.
    """
    if len(five) != 5:
        raise MatchError(f"the caller sees five cards, not {len(five)}")
    evaluator = _evaluator(variant, five)
    trumps = [int(trump) for trump in evaluator.trumps]

    def solved(deals: int, source: np.random.SeedSequence) -> tuple[Any, Any]:
        worlds = dealer.deal(deals, source)
        return worlds, evaluator.classes(worlds, trumps).worst

    dealer = Dealer(evaluator.known)
    number = new_seed() if seed is None else parse_seed(seed)
    worlds, codes, broken = _run(solved, samples, number, jobs, executor, watch)
    values = _values(codes, worth)
    named = {f"name {Suit(trump).letter}": values[:, i] for i, trump in enumerate(trumps)}
    laws = {name: _shares(codes[:, i]) for i, name in enumerate(named)}
    if trumps == [0, 1, 2, 3]:
        weights = turnup_weights(worlds, five)
        later = [f"name card {house['named_position']}"] if house["named_position"] != "off" else []
        if turnup_positions(house):
            later.append("turn up a card")
        for name in later:
            named[name] = (weights * values).sum(axis=1)
            laws[name] = _mixed(codes, weights)
        if house["blind_from_five"]:
            own = np.array([[five.length(suit) / 5 for suit in Suit]]).repeat(len(codes), 0)
            named["draw one of the five"] = (own * values).sum(axis=1)
            laws["draw one of the five"] = _mixed(codes, own)
    fixed = {}
    if fresh is not None and redeal_of_five(five, house, redeals) is not None:
        fixed["throw in"] = float(value_of(fresh, worth))
    return _advice(five, named, laws, fixed, number, broken)


def study_challenge(
    hand: Hand,
    seat: int,
    called: Suit,
    house: House,
    worth: Worth,
    *,
    anti_kot: float | None = None,
    variant: Variant = HOKM,
    samples: int = DEFAULT_SAMPLES,
    seed: int | str | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> ChoiceAdvice:
    """The choices of hand seat 1 or 3 with thirteen cards: challenge the trump or accept it.

    The other hands are dealt uniformly; what the call reveals about the caller's cards is ignored.
    `worth` is counted for A, the values of the result for B. `anti_kot` is the worth of a failed
    challenge to A; by default a kot times `anti_kot_value`.
    """
    if len(hand) != 13:
        raise MatchError(f"a challenger has seen his thirteen cards, not {len(hand)}")
    if seat not in (1, 3):
        raise MatchError(f"seat {seat} is of the caller's side and may not challenge")
    if house["challenge_target"] != "first7" or house["challenge_leader"] != "caller":
        raise MatchError("only a challenge for the first seven with the caller on lead is judged")
    evaluator = _evaluator(variant, Hand())
    dealer = Dealer(PartialDeal.holding(hand, seat))
    suits = [0, 1, 2, 3]

    def solved(deals: int, source: np.random.SeedSequence) -> tuple[Any, Any]:
        worlds = dealer.deal(deals, source)
        codes = np.empty((len(worlds), 4), dtype=np.int8)
        others = [suit for suit in suits if suit != called]
        codes[:, [int(called)]] = evaluator.classes(worlds, [int(called)]).worst
        codes[:, others] = evaluator.kots(worlds, others, False).worst
        return worlds, codes

    number = new_seed() if seed is None else parse_seed(seed)
    _, codes, broken = _run(solved, samples, number, jobs, executor, watch)
    if anti_kot is None:
        anti_kot = int(house["anti_kot_value"]) * float(worth(Outcome.KOT_A))
    won = -float(worth(Outcome.KOT_B))
    named = {"accept": -_values(codes[:, [int(called)]], worth)[:, 0]}
    laws = {"accept": _shares(codes[:, int(called)])}
    for suit in Suit:
        if suit != called:
            made = codes[:, int(suit)] == int(Outcome.KOT_B)
            name = f"challenge with {suit.letter}"
            named[name] = np.where(made, won, -anti_kot)
            share = float(made.mean())
            laws[name] = {Outcome.KOT_B: share, Outcome.KOT_A: 1 - share}
    return _advice(hand, named, laws, {}, number, broken)


def study_bids(
    hand: Hand,
    house: House,
    *,
    samples: int = 64,
    seed: int | str | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> ChoiceAdvice:
    """The worth of each daba bid with thirteen cards, each with its best trump.

    The deals are solved for the exact tricks of the bidder's side with an open trump (docs/rules.md
    7.3 hides it until it is requested). Suits of fewer than three cards are not tried as trump.
    """
    if len(hand) != 13:
        raise MatchError(f"a bidder of daba has seen his thirteen cards, not {len(hand)}")
    low, high = bid_range(house)
    suits = [suit for suit in Suit if hand.length(suit) >= 3]
    dealer = Dealer(PartialDeal.holding(hand))
    solvers = PerThread(_engine)

    def solved(deals: int, source: np.random.SeedSequence) -> tuple[Any, Any]:
        worlds = dealer.deal(deals, source)
        tricks = np.empty((len(worlds), len(suits)), dtype=np.int8)
        for row, world in enumerate(worlds):
            deal = Deal(world_hands(world))
            for column, suit in enumerate(suits):
                tricks[row, column] = solvers().value(Position.start(deal, suit))[0]
        return worlds, tricks

    number = new_seed() if seed is None else parse_seed(seed)
    _, tricks, broken = _run(solved, samples, number, jobs, executor, watch)
    named: dict[str, Values] = {}
    for bid in range(low, high + 1):
        made = tricks >= bid
        best = int(made.mean(axis=0).argmax())
        name = f"bid {bid} ({suits[best].letter})"
        named[name] = np.where(made[:, best], float(bid), float(-bid))
    laws = {
        name: {Outcome.WIN_A: (share := float((v > 0).mean())), Outcome.WIN_B: 1 - share}
        for name, v in named.items()
    }
    return _advice(hand, named, laws, {}, number, broken)


def playable(house: House) -> Callable[[NDArray[np.uint64]], NDArray[np.bool_]]:
    """A condition for `sample_worlds`: the worlds nobody may throw in under `redeal_full13`.

    Redeals that depend on the first five cards or on the trump are not covered.
    """

    def accept(worlds: NDArray[np.uint64]) -> NDArray[np.bool_]:
        kept = [
            not any(
                right.rule == "redeal_full13"
                for right in redeals_of_deal(world_hands(world), Suit.SPADES, house)
            )
            for world in worlds
        ]
        return np.array(kept, dtype=np.bool_)

    return accept


def _evaluator(variant: Variant, hand: Hand) -> WorldEvaluator:
    """The evaluator of a game with a trump call and two sides; MatchError for another."""
    if variant.seats % 2 or variant.seats == 2 or variant.sets_trump:
        raise MatchError(
            f"choices before the lead are judged where a side calls trump, not in {variant.name}: "
            f"ask `hakem {'kot' if variant.sets_trump else 'trump'} --variant {variant.name}`"
        )
    return find_evaluator(variant, hand, node_limit=0)


def _engine() -> Any:
    from ..engine import Solver

    return Solver()


Chunk = tuple[int, int]


def _run(
    solved: Callable[[int, np.random.SeedSequence], tuple[Any, Any]],
    samples: int,
    seed: int,
    jobs: int | None,
    executor: Executor | None,
    watch: Watch | None,
) -> tuple[Any, Any, bool]:
    """Worlds and answers of all chunks, equal for any number of jobs; whether Ctrl-C ended it.

    After Ctrl-C the chunks done so far are returned; without any, KeyboardInterrupt is raised.
    """
    if samples < 2:
        raise MatchError(f"{samples} deals were asked for: expected at least 2")
    sizes = [min(CHUNK, samples - start) for start in range(0, samples, CHUNK)]

    def work(task: Chunk) -> tuple[Any, Any]:
        return solved(task[1], chunk_seed(seed, task[0]))

    count = parse_jobs(jobs)
    pool = executor or ThreadPoolExecutor(count, "hakem")
    parts: list[tuple[Any, Any]] = []
    broken = False
    try:
        for part in map_chunks(work, enumerate(sizes), pool, count):
            parts.append(part)
            if watch is not None:
                watch(sum(len(found) for _, found in parts) / samples)
    except KeyboardInterrupt:
        if not parts:
            raise
        broken = True
    finally:
        if executor is None:
            pool.shutdown(wait=False, cancel_futures=True)
    worlds, answers = zip(*parts, strict=True)
    return np.concatenate(worlds), np.concatenate(answers), broken


def _values(codes: NDArray[np.int8], worth: Worth) -> Values:
    table = np.zeros(7)
    for outcome in Outcome:
        if outcome != Outcome.NONE:
            table[int(outcome) + 3] = float(worth(outcome))
    found: Values = table[codes.astype(np.int64) + 3]
    return found


def _shares(codes: NDArray[np.int8]) -> dict[Outcome, float]:
    return {
        outcome: float((codes == int(outcome)).mean())
        for outcome in Outcome
        if (codes == int(outcome)).any()
    }


def _mixed(codes: NDArray[np.int8], weights: Values) -> dict[Outcome, float]:
    """Class shares when the trumps of each deal have these weights (rows add up to 1)."""
    return {
        outcome: float(weights[codes == int(outcome)].sum()) / len(codes)
        for outcome in Outcome
        if (codes == int(outcome)).any()
    }


def _advice(
    hand: Hand,
    named: Mapping[str, Values],
    laws: Mapping[str, Mapping[Outcome, float]],
    fixed: Mapping[str, float],
    seed: int,
    interrupted: bool,
) -> ChoiceAdvice:
    """Means, intervals and paired tests; a choice in `fixed` has an exact worth."""
    n = len(next(iter(named.values())))
    means = {name: float(values.mean()) for name, values in named.items()} | dict(fixed)
    order = sorted(means, key=lambda name: -means[name])
    best = order[0]
    normal = NormalDist()
    found = []
    for name in order:
        values = named.get(name)
        if values is None:
            low = high = means[name]
        else:
            error = float(values.std(ddof=1)) / math.sqrt(n)
            reach = normal.inv_cdf(0.975) * error
            low, high = means[name] - reach, means[name] + reach
        found.append(
            ChoiceOdds(
                name, means[name], low, high, 0 if values is None else n,
                1.0 if name == best else _paired(named.get(best, means[best]),
                                                 named.get(name, means[name]), n),
                laws.get(name, {}),
            )
        )  # fmt: skip
    return ChoiceAdvice(hand, tuple(found), n, seed, interrupted)


def _paired(best: Values | float, other: Values | float, n: int) -> float:
    """The p value of the two-sided paired test that two choices are worth the same."""
    difference = np.broadcast_to(np.asarray(best) - np.asarray(other), (n,))
    error = float(difference.std(ddof=1)) / math.sqrt(n)
    if error == 0:
        return 1.0 if float(difference.mean()) == 0 else 0.0
    return 2 * NormalDist().cdf(-abs(float(difference.mean())) / error)


def best_of(choices: Sequence[ChoiceOdds]) -> ChoiceOdds:
    """The choice with the highest worth; MatchError when there is none."""
    if not choices:
        raise MatchError("there is nothing to choose from")
    return max(choices, key=lambda choice: choice.mean)
