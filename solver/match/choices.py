"""What the choices before the lead are worth, all from the same counts.

Throw in or play, name a suit or turn up a card, challenge or accept, how much to bid: each choice
becomes a distribution over outcome classes, so that any scoring, or the equity of a match at any
score, can judge it.  Nothing here deals or solves: solved deals come as arrays or counts.
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
    """A's points less B's for a class, streaks aside."""

    def worth(outcome: Outcome) -> Number:
        score = score_hand(scoring, house, HandResult(outcome))
        return score.points[0] - score.points[1]

    return worth


# ---- throw in or play ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the ways on: its name, its distribution over classes, what it is worth."""

    name: str
    value: Number
    law: OutcomeDistribution | None = None


def best_choice(choices: Sequence[Choice]) -> Choice:
    """The choice worth most, the first of equals."""
    if not choices:
        raise MatchError("there is nothing to choose from")
    return max(choices, key=lambda choice: choice.value)


def throw_in_values(
    fresh: Number, qualifying: Sequence[tuple[Number, Number]], limit: int
) -> tuple[Number, ...]:
    """What throwing in is worth with 1, 2 ... `limit` redeals left (rules.md 1.5).

    `fresh`: the mean worth of a deal that must be played.  `qualifying`: (probability, worth if
    played) of each kind of five cards that gives the right.  A deal after a redeal may be thrown
    in again while redeals are left, so its worth is `fresh` plus what the better choice adds:
    V(0) = fresh, V(k) = fresh + sum of p * max(0, V(k-1) - worth); throwing in with k left is
    worth V(k-1).
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
    """The two choices of a caller who may throw in: play his best call, or take a new deal."""
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
    """Weights of the classes when a later card decides, from the deals solved for all trumps.

    Uses the caller's actual other cards in each deal, so that a turned-up suit counts where he
    holds it: the mean over the suits alone would be wrong.
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
    """Everything the caller may do with his five under this house, best first.

    `hands` (n, 4) and `outcomes` (n, 4 trumps) are the same solved deals; `fresh` the classes of
    a new deal (needed for a redeal), `redeals` how many there were already.
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
    """What a side at 7-0 gains by going on for all thirteen (rules.md 1.6), seen as side A.

    `chance`: how likely it takes all.  `result_worth`: what a result is worth to that side, in
    points or equity; the house's `continue_fail` decides what a failed run is.
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

    `even` is None where all thirteen are worth no more than a failed run; at or below 0 where
    going on costs nothing.
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

    `accepted`: classes with the suit called; `kots_b[suit]`: the chance that B takes the first
    seven with that trump.  `worth` is A's, so a choice's value here is its negative.  Success is a
    goon kot, failure a kot for A (`anti_kot_value` times).  Only `first7` has such a value.
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
    """What each bid is worth: the bid if made, minus the bid if not (rules.md 7.3, 8.4).

    `tricks[k]` is the count (or chance) of deals in which the bidder's side takes k tricks.
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
    """The caller's five as a hand; MatchError when they are not five."""
    if len(set(cards)) != 5:
        raise MatchError(f"the caller sees five cards, not {len(set(cards))}")
    return Hand.of(cards)
