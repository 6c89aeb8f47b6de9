"""The making of the curves from open hands to the table: calls are drawn, solved and played.

A logistic curve for wins and one for kots is fitted on some of the calls and tested on the others
(`benchmarks/at_the_table.py` is the command). curves.py says what they are and reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..cards import Hand, Suit
from ..errors import OptionError
from ..game.deal import FIRST_CARDS, Deal
from ..game.variants import Variant
from ..outcomes import Outcome
from ..simulation.evaluators import find_evaluator
from ..simulation.template import pack_of
from ..simulation.worlds import Dealer, PartialDeal, world_hands
from .curves import AtTheTable, Curve, logit
from .hands import play_hand
from .player import Player, check_players_know, usual_call

__all__ = ["CallPlayed", "fit_curve", "fit_curves", "play_call"]


@dataclass(frozen=True, slots=True)
class CallPlayed:
    """A trump call from five cards: what the open hands say, and what came of it at the table.

    Of `worlds` deals solved with open hands `open_wins` and `open_kots` were won by the caller's
    side, a kot being a win, too; of `hands` other deals played out `wins` and `kots`.
    """

    number: int
    five: str
    trump: str
    worlds: int
    open_wins: int
    open_kots: int
    hands: int
    wins: int
    kots: int


def play_call(
    number: int, seed: int, player: Player, variant: Variant, worlds: int, hands: int
) -> CallPlayed:
    """Draw call `number` of a seed, solve `worlds` deals of it and play `hands` others.

    The five cards are any five of the pack, the trump the usual call; the player sits at all seats.
    """
    check_players_know(variant)
    draw, solve, deal, turns = np.random.SeedSequence(seed, spawn_key=(number,)).spawn(4)
    pack = PartialDeal((Hand(),), (FIRST_CARDS,), (), pack_of(variant))
    five = world_hands(Dealer(pack).deal(1, draw)[0])[0]
    trump = usual_call(five)
    evaluator = find_evaluator(variant, five)
    dealer = Dealer(evaluator.template.known)
    codes = evaluator.classes(dealer.deal(worlds, solve), [trump]).worst[:, 0]
    first = int(turns.generate_state(1)[0])
    played = [
        play_hand(Deal(world_hands(row)), five, (player, player), variant, first + k).outcome
        for k, row in enumerate(dealer.deal(hands, deal))
    ]
    return CallPlayed(
        number,
        str(five),
        Suit(trump).letter,
        worlds,
        int((codes >= Outcome.WIN_A).sum()),
        int((codes >= Outcome.KOT_A).sum()),
        hands,
        sum(outcome is not None and outcome >= Outcome.WIN_A for outcome in played),
        sum(outcome is not None and outcome >= Outcome.KOT_A for outcome in played),
    )


def fit_curves(
    calls: Sequence[CallPlayed], variant: Variant, player: str, seed: int, command: str
) -> AtTheTable:
    """Curves fitted on two calls of three, in the order drawn, and tested on the third.

    Raises OptionError with fewer than 30 calls.
    """
    if len(calls) < 30:
        raise OptionError(f"{len(calls)} calls are too few for a curve: expected 30 or more")
    ranked = sorted(calls, key=lambda call: call.number)
    fitted = [call for place, call in enumerate(ranked) if place % 3 != 2]
    others = [call for place, call in enumerate(ranked) if place % 3 == 2]
    curves, tested = {}, {}
    for name in ("win", "kot"):
        curves[name] = fit_curve(*_counts(fitted, name))
        tested[name] = _tested(curves[name], *_counts(others, name))
    return AtTheTable(
        variant.name,
        player,
        len(fitted),
        len(others),
        ranked[0].hands,
        curves["win"],
        curves["kot"],
        tested,
        seed,
        command,
    )


def fit_curve(
    open_chance: NDArray[np.float64], made: NDArray[np.float64], hands: NDArray[np.float64]
) -> Curve:
    """Logistic regression by call: `made` of `hands` against the open chance, each (calls,).

    Newton's method, with a ridge of one hand at even odds, so that no call that never succeeds
    drives it to infinity. The covariance takes the hands of a call as one (sandwich by call).
    """
    x = np.column_stack([np.ones(len(open_chance)), [logit(p) for p in open_chance]])
    beta = np.array([0.0, 1.0])
    ridge = np.diag([0.25, 0.25])
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ beta))
        bread = x.T @ (x * (hands * p * (1 - p))[:, None]) + ridge
        step = np.linalg.solve(bread, x.T @ (made - hands * p) - ridge @ (beta - [0.0, 1.0]))
        beta = beta + step
        if abs(step).max() < 1e-10:
            break
    p = 1 / (1 + np.exp(-x @ beta))
    scores = x * (made - hands * p)[:, None]
    inverse = np.linalg.inv(bread)
    size = len(x)
    cov = inverse @ (scores.T @ scores) @ inverse * size / max(1, size - 2)
    return Curve(
        float(beta[0]),
        float(beta[1]),
        ((float(cov[0, 0]), float(cov[0, 1])), (float(cov[1, 0]), float(cov[1, 1]))),
        float(open_chance.min()),
        float(open_chance.max()),
    )


def _counts(calls: Sequence[CallPlayed], name: str) -> tuple[NDArray[np.float64], ...]:
    """Open chances (a half added to both counts), successes and hands of these calls."""
    opened = [call.open_wins if name == "win" else call.open_kots for call in calls]
    made = [call.wins if name == "win" else call.kots for call in calls]
    worlds = np.array([call.worlds for call in calls], dtype=np.float64)
    return (
        (np.array(opened) + 0.5) / (worlds + 1),
        np.array(made, dtype=np.float64),
        np.array([call.hands for call in calls], dtype=np.float64),
    )


def _tested(
    curve: Curve,
    open_chance: NDArray[np.float64],
    made: NDArray[np.float64],
    hands: NDArray[np.float64],
) -> dict[str, float]:
    """What the curve says of calls it does not know, and what the open hands say of them."""
    said = np.array([curve.at(float(p)).p for p in open_chance])

    def log_loss(p: NDArray[np.float64]) -> float:
        total = (made * np.log(p) + (hands - made) * np.log(1 - p)).sum()
        return float(-total / hands.sum())

    return {
        "hands": float(hands.sum()),
        "found": float(made.sum()),
        "curve": float((said * hands).sum()),
        "open": float((open_chance * hands).sum()),
        "log_loss_curve": log_loss(said),
        "log_loss_open": log_loss(open_chance),
    }
