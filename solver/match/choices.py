"""The worth of the choices before the lead, all from the same solved deals.

Throw in or play, name a suit or turn up a card, challenge or accept, how much to bid: for each
choice an outcome distribution is computed, which any scoring, or the equity of a match at any
score, turns into a worth. Nothing here deals or solves: solved deals are given as arrays or counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..cards import Card, Hand, Suit
from ..errors import MatchError
from ..game.opening import turnup_positions, turnup_weights
from ..game.outcome_distribution import Number, OutcomeDistribution, Worth, distribution, value_of
from ..game.scoring import Scoring
from ..outcomes import Outcome
from .scoring import HandResult, score_hand

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..game.house_rules import House


# ---- what a class is worth -----------------------------------------------------------------


def worth_in_points(scoring: Scoring, house: House) -> Worth:
    """A's points minus B's for a class, without streaks."""

    def worth(outcome: Outcome) -> Number:
        score = score_hand(scoring, house, HandResult(outcome))
        return score.points[0] - score.points[1]

    return worth


# ---- throw in or play ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice: its name, its outcome distribution, and its worth."""

    name: str
    value: Number
    law: OutcomeDistribution | None = None


def best_choice(choices: Sequence[Choice]) -> Choice:
    """The choice with the highest worth, the first of equals."""
    if not choices:
        raise MatchError("there is nothing to choose from")
    return max(choices, key=lambda choice: choice.value)


def throw_in_values(
    fresh: Number, qualifying: Sequence[tuple[Number, Number]], limit: int
) -> tuple[Number, ...]:
    """The worth of throwing in with 1, 2 ... `limit` redeals left (rules.md 1.5).

    `fresh`: the mean worth of a deal that must be played. `qualifying`: (probability, worth if
    played) of each kind of five cards that may be thrown in. A new deal may be thrown in again
    while redeals are left, so with k redeals left a new deal is worth V(0) = fresh and V(k) = fresh
    + sum of p * max(0, V(k-1) - worth). Throwing in with k left is worth V(k-1).
    """
    if limit < 1:
        raise MatchError("no redeal is left: the caller must call")
    values = [fresh]
    for _ in range(limit - 1):
        gain: Number = 0
        for chance, played in qualifying:
            gain += chance * max(values[-1] - played, 0)
        values.append(fresh + gain)
    return tuple(values)


def throw_in_or_play(
    play: OutcomeDistribution,
    fresh: OutcomeDistribution,
    worth: Worth,
    redeals_left: int = 1,
    qualifying: Sequence[tuple[Number, Number]] = (),
) -> tuple[Choice, Choice]:
    """The two choices of a caller who may throw in: play his best call, or throw in."""
    again = throw_in_values(value_of(fresh, worth), qualifying, redeals_left)[-1]
    return Choice("play", value_of(play, worth), play), Choice("throw in", again, fresh)


# ---- name or turn up -----------------------------------------------------------------------


def laws_of_calls(outcomes: NDArray[np.int8]) -> dict[Suit, dict[Outcome, int]]:
    """Counts of the classes for each named suit, from outcome codes of shape (n, 4)."""
    return {
        suit: {
            outcome: int((outcomes[:, suit] == int(outcome)).sum())
            for outcome in Outcome
            if outcome != Outcome.NONE
        }
        for suit in Suit
    }


def law_of_turnup(
    hands: NDArray[np.uint64], outcomes: NDArray[np.int8], five: Hand
) -> dict[Outcome, float]:
    """Weights of the classes when a later card decides the trump, from deals solved for all trumps.

    In each deal the suits are weighted by the caller's own other cards, because the turned-up suit
    and his hand are not independent.
    """
    weights = turnup_weights(hands, five)
    return {
        outcome: float(weights[outcomes == int(outcome)].sum())
        for outcome in Outcome
        if outcome != Outcome.NONE
    }


def law_of_blind(
    calls: Mapping[Suit, Mapping[Outcome, Number]], five: Hand
) -> dict[Outcome, Number]:
    """Weights of the classes when a random card of the caller's own five decides."""
    law: dict[Outcome, Number] = {}
    for suit in Suit:
        if five.length(suit):
            for outcome, share in distribution(calls[suit]).items():
                law[outcome] = law.get(outcome, 0) + five.length(suit) * share
    return law


def opening_choices(
    hands: NDArray[np.uint64],
    outcomes: NDArray[np.int8],
    five: Hand,
    house: House,
    worth: Worth,
    fresh: OutcomeDistribution | None = None,
    redeals: int = 0,
) -> tuple[Choice, ...]:
    """All choices of the caller with his five cards under these house rules, best first.

    `hands` (n, 4 seats) and `outcomes` (n, 4 trumps) are the same solved deals. `fresh` is the
    outcome distribution of a new deal (needed for a redeal), `redeals` the number of redeals so
    far.
    """
    from ..game.opening import redeal_of_five

    calls = laws_of_calls(outcomes)
    choices = [
        Choice(f"name {suit.letter}", value_of(law, worth), law) for suit, law in calls.items()
    ]
    if turnup_positions(house) or house["named_position"] != "off":
        law = law_of_turnup(hands, outcomes, five)
        if turnup_positions(house):
            choices.append(Choice("turn up a card", value_of(law, worth), law))
        if house["named_position"] != "off":
            name = f"name card {house['named_position']}"
            choices.append(Choice(name, value_of(law, worth), law))
    if house["blind_from_five"]:
        blind = law_of_blind(calls, five)
        choices.append(Choice("draw one of the five", value_of(blind, worth), blind))
    if fresh is not None and redeal_of_five(five, house, redeals) is not None:
        choices.append(Choice("throw in", value_of(fresh, worth), fresh))
    return tuple(sorted(choices, key=lambda choice: -choice.value))


# ---- stop or go on -------------------------------------------------------------------------


def stop_or_go_on(chance: Number, result_worth: Callable[[HandResult], Number]) -> StopOrGoOn:
    """The worth of going on for all thirteen at 7-0 (rules.md 1.6), for the side in question as A.

    `chance`: the probability of taking all. `result_worth`: the worth of a result to that side, in
    points or equity. The option `continue_fail` of the house decides what a failed run counts as.
    """
    if not 0 <= chance <= 1:
        raise MatchError(f"a chance lies between 0 and 1, not at {chance}")
    stop = result_worth(HandResult(Outcome.KOT_A))
    made = result_worth(HandResult(Outcome.BAVNEY_A))
    failed = result_worth(HandResult(Outcome.KOT_A, failed=True))
    even: Number | None = None
    if made > failed:
        even = (stop - failed) / (made - failed)
    return StopOrGoOn(stop, chance * made + (1 - chance) * failed, even)


@dataclass(frozen=True, slots=True)
class StopOrGoOn:
    """The worth of stopping at 7-0 and of going on; `even` is the chance at which both are equal.

    `even` is None where all thirteen are worth no more than a failed run, and 0 or less where going
    on costs nothing.
    """

    stop: Number
    go_on: Number
    even: Number | None


# ---- challenge or accept -------------------------------------------------------------------


def challenge_or_accept(
    called: Suit,
    accepted: OutcomeDistribution,
    kots_b: Mapping[Suit, Number],
    worth: Worth,
    house: House,
) -> tuple[Choice, ...]:
    """The choices of a member of side B, best for B first (rules.md 1.8).

    `accepted`: the outcome distribution with the called suit. `kots_b[suit]`: the chance that B
    takes the first seven tricks with that trump. `worth` is counted for A; the worth of a choice
    here is its negative. A success is a goon kot, a failure `anti_kot_value` kots for A. Only the
    target `first7` is supported.
    """
    if house["challenge_target"] != "first7":
        raise MatchError("only the challenge for the first seven can be valued")
    choices = [Choice("accept", -value_of(accepted, worth), accepted)]
    factor = int(house["anti_kot_value"])
    for suit, chance in kots_b.items():
        if suit == called:
            continue
        if not 0 <= chance <= 1:
            raise MatchError(f"the chance of a kot with {suit.letter} is between 0 and 1")
        law = {Outcome.KOT_B: chance, Outcome.KOT_A: 1 - chance}
        value = -(chance * worth(Outcome.KOT_B) + (1 - chance) * factor * worth(Outcome.KOT_A))
        choices.append(Choice(f"challenge with {suit.letter}", value, law))
    return tuple(sorted(choices, key=lambda choice: -choice.value))


# ---- bids ----------------------------------------------------------------------------------


def bid_values(tricks: Sequence[Number], lowest: int = 7) -> tuple[Choice, ...]:
    """The worth of each bid: plus the bid if made, minus the bid if not (rules.md 7.3, 8.4).

    `tricks[k]` is the number (or share) of deals in which the bidder's side takes k tricks.
    """
    total = sum(tricks)
    if not total > 0:
        raise MatchError("there are no deals to judge a bid by")
    choices = []
    for bid in range(lowest, len(tricks)):
        made = sum(tricks[bid:]) / total
        choices.append(Choice(f"bid {bid}", bid * (2 * made - 1)))
    return tuple(sorted(choices, key=lambda choice: -choice.value))


def cards_of_five(cards: Sequence[Card]) -> Hand:
    """The caller's first five cards as a Hand; MatchError when they are not five."""
    if len(set(cards)) != 5:
        raise MatchError(f"the caller sees five cards, not {len(set(cards))}")
    return Hand.of(cards)
