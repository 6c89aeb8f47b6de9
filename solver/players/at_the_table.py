"""The making of the curves from open hands to the table: calls are drawn, solved and played.

A logistic curve for wins and one for kots is fitted on some of the calls and tested on the others
(`benchmarks/at_the_table.py` is the command). curves.py says what they are and reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Hand, Suit
from ..base.errors import OptionError, VariantError
from ..base.outcomes import Outcome
from ..decide.distributions import beta_quantile
from ..decide.evaluators import find_evaluator
from ..decide.template import NO_TRUMP
from ..decide.worlds import Dealer, PartialDeal, world_hands
from ..game.deal import FIRST_CARDS, Deal
from ..game.variants import Variant
from .curves import AtTheTable, Curve, chance_of, logit
from .hands import play_hand, side_class
from .player import Player, usual_call
from .stock import AfterTheDraw, draw_by_thumb

__all__ = [
    "HANDS_AT_ONCE",
    "WORLDS_AT_ONCE",
    "CallPlayed",
    "check_curves",
    "draw_call",
    "fit_curve",
    "fit_curves",
    "play_hands",
    "solve_worlds",
]

WORLDS_AT_ONCE = 20
"""Deals solved in one step."""
HANDS_AT_ONCE = 5
"""Hands played in one step."""
CHANCES = 32
"""Equally likely open-hand chances that stand for what the counts of a call leave open."""


@dataclass(frozen=True, slots=True)
class CallPlayed:
    """A trump call from five cards: what the open hands say, and what came of it at the table.

    Of `worlds` deals solved with open hands `open_wins` and `open_kots` were won by the caller's
    side, a kot being a win, too; of `hands` other deals played out `wins` and `kots`. A deal that
    the node limit of its game left open counts by halves. `trump` is None where nobody calls;
    `open_wins` is None in the five-card start, where chance decides who wins.
    """

    number: int
    five: str
    trump: str | None
    worlds: int
    open_wins: float | None
    open_kots: float
    hands: int
    wins: int
    kots: int

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def check_curves(variant: Variant) -> None:
    """VariantError, naming the game and why, where an open-hand chance has no hand to go with."""
    if variant.bids:
        raise VariantError(
            f"no curve from open hands to the table in {variant.name}: a bid is made from thirteen "
            "cards, and the players do not play for the bid that is made"
        )


def draw_call(number: int, seed: int, variant: Variant) -> tuple[Hand, Suit | None]:
    """Five cards of the pack at random for call `number` of a seed, and the usual call."""
    pack = PartialDeal((Hand(),), (FIRST_CARDS,), (), variant.pack)
    five = world_hands(Dealer(pack).deal(1, _seed(seed, number, 0))[0])[0]
    return five, None if variant.sets_trump else usual_call(five)


def solve_worlds(number: int, step: int, seed: int, variant: Variant) -> dict[str, Any]:
    """Step `step` (from 0) of the open hands of a call: so many worlds, wins (or None) and kots."""
    five, trump = draw_call(number, seed, variant)
    evaluator = find_evaluator(variant, five)
    worlds = Dealer(evaluator.template.known).deal(WORLDS_AT_ONCE, _seed(seed, number, 1, step))
    chosen = NO_TRUMP if trump is None else int(trump)
    wins: float | None = None
    if variant.deals_later:
        answers = evaluator.kots(worlds, [chosen], False)
    else:
        answers = evaluator.classes(worlds, [chosen])
        wins = sum(float((codes >= Outcome.WIN_A).sum()) for codes in answers) / 2
    kots = sum(float((codes >= Outcome.KOT_A).sum()) for codes in answers) / 2
    return {"worlds": WORLDS_AT_ONCE, "open_wins": wins, "open_kots": kots}


def play_hands(
    number: int, step: int, seed: int, variant: Variant, player: Player
) -> dict[str, Any]:
    """Step `step` (from 0) of the hands played of a call: so many hands, wins and kots.

    The player sits at all seats. At a dummy's table the caller's side has the dummy in every other
    hand. Two players draw from the stock by a rule of thumb first (stock.py).
    """
    five, trump = draw_call(number, seed, variant)
    seats = variant.seats
    two = variant.draws
    if two:
        known = find_evaluator(variant, five).template.known  # the stock in order
    else:
        given = tuple(five if seat == 0 else Hand() for seat in range(seats))
        known = PartialDeal(given, (variant.cards_per_hand,) * seats, (), variant.pack)
    deals = Dealer(known).deal(HANDS_AT_ONCE, _seed(seed, number, 2, step))

    def drawn(hands: tuple[Hand, ...]) -> AfterTheDraw | None:
        if not two or trump is None:
            return None
        stock = [next(iter(hand)) for hand in hands[seats:]]
        return draw_by_thumb((hands[0], hands[1]), stock, trump, variant)

    first = int(_seed(seed, number, 3).generate_state(1)[0]) + step * HANDS_AT_ONCE
    ends = [
        side_class(
            play_hand(
                Deal(hands[:seats]),
                five,
                (player,) * seats,
                variant,
                first + k,
                dummy=(2, 1, 2, 3)[(step * HANDS_AT_ONCE + k) % 4],
                drawn=drawn(hands),
            ),
            variant,
        )
        for k, hands in enumerate(map(world_hands, deals))
    ]
    wins, kots = (sum(end >= least for end in ends) for least in (Outcome.WIN_A, Outcome.KOT_A))
    return {"hands": HANDS_AT_ONCE, "wins": wins, "kots": kots}


def _seed(seed: int, *key: int) -> np.random.SeedSequence:
    return np.random.SeedSequence(seed, spawn_key=key)


def fit_curves(
    calls: Sequence[CallPlayed], variant: Variant, player: str, seed: int, command: str
) -> AtTheTable:
    """Curves fitted on two calls of three, in the order drawn, and tested on the third.

    The counts of few solved deals scatter more than the chances behind them, which would flatten a
    curve that took them as they are: it is fitted to the chances that each call may have
    (`open_chances`). Raises OptionError with fewer than 30 calls.
    """
    if len(calls) < 30:
        raise OptionError(f"{len(calls)} calls are too few for a curve: expected 30 or more")
    ranked = sorted(calls, key=lambda call: call.number)
    fitted = [call for place, call in enumerate(ranked) if place % 3 != 2]
    others = [call for place, call in enumerate(ranked) if place % 3 == 2]
    names = ["kot"] if ranked[0].open_wins is None else ["win", "kot"]
    curves, tested, shares = dict[str, Curve](), {}, {}
    for name in names:
        opened, worlds = _opened(ranked, name)
        made = sum(call.wins if name == "win" else call.kots for call in ranked)
        shares[name] = {
            "open": float(opened.sum() / worlds.sum()),
            "table": made / sum(call.hands for call in ranked),
        }
        prior = _prior(*_opened(fitted, name))
        curves[name] = fit_curve(*_counts(fitted, name, prior))
        tested[name] = _tested(curves[name], *_counts(others, name, prior))
    return AtTheTable(
        variant.name,
        player,
        len(fitted),
        len(others),
        ranked[0].hands,
        curves.get("win"),
        curves["kot"],
        tested,
        seed,
        command,
        variant.seats,
        shares,
    )


def fit_curve(
    open_chance: NDArray[np.float64], made: NDArray[np.float64], hands: NDArray[np.float64]
) -> Curve:
    """Logistic regression by call: `made` of `hands` (calls,) against the open chance.

    `open_chance`: (calls,), or (calls, n) for n equally likely chances of each call; the mean of
    the curve over these is then its chance at the table. Fisher's scoring, a step halved while it
    makes the fit worse, with a ridge of one hand at even odds, so that no call that never succeeds
    drives it to infinity. The covariance takes the hands of a call as one (sandwich by call).
    """
    chances = open_chance.reshape(len(made), -1)
    x = logit(chances)
    start = np.array([0.0, 1.0])
    ridge = np.diag([0.25, 0.25])

    def fit_of(beta: NDArray[np.float64]) -> float:
        """The log likelihood with the ridge."""
        p = _mean_chance(beta, x)
        off = beta - start
        return float(
            (made * np.log(p) + (hands - made) * np.log1p(-p)).sum() - off @ ridge @ off / 2
        )

    def scores_of(beta: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The scores by call (calls, 2), and the expected information (2, 2)."""
        each = chance_of(beta[0] + beta[1] * x)
        p, slope = _mean_chance(beta, x), each * (1 - each)
        by_beta = np.column_stack([slope.mean(axis=1), (slope * x).mean(axis=1)])
        weight = 1 / (p * (1 - p))
        bread = by_beta.T @ (by_beta * (hands * weight)[:, None])
        return by_beta * ((made - hands * p) * weight)[:, None], bread + ridge

    beta = start
    for _ in range(100):
        scores, bread = scores_of(beta)
        step = np.linalg.solve(bread, scores.sum(axis=0) - ridge @ (beta - start))
        before = fit_of(beta)
        while fit_of(beta + step) < before - 1e-9 and abs(step).max() > 1e-10:
            step = step / 2
        beta = beta + step
        if abs(step).max() < 1e-10:
            break
    scores, bread = scores_of(beta)
    inverse = np.linalg.inv(bread)
    size = len(made)
    cov = inverse @ (scores.T @ scores) @ inverse * size / max(1, size - 2)
    means = chances.mean(axis=1)
    return Curve(
        float(beta[0]),
        float(beta[1]),
        ((float(cov[0, 0]), float(cov[0, 1])), (float(cov[1, 0]), float(cov[1, 1]))),
        float(means.min()),
        float(means.max()),
    )


def open_chances(
    successes: NDArray[np.float64], worlds: NDArray[np.float64], prior: tuple[float, float]
) -> NDArray[np.float64]:
    """Equally likely open-hand chances of each call after these counts, (calls, `CHANCES`).

    The middles of equal parts of the beta distribution that the prior and the counts give.
    """
    a, b = prior
    parts = (np.arange(CHANCES) + 0.5) / CHANCES
    after = beta_quantile(parts, (a + successes)[:, None], (b + worlds - successes)[:, None])
    return np.asarray(np.clip(after, 1e-9, 1 - 1e-9))


def _mean_chance(beta: NDArray[np.float64], x: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance at the table of each call, whose log odds with open hands are one row of x."""
    return np.asarray(chance_of(beta[0] + beta[1] * x).mean(axis=1))


def _prior(successes: NDArray[np.float64], worlds: NDArray[np.float64]) -> tuple[float, float]:
    """The beta distribution (a, b) of the chances behind these counts, by its first two moments."""
    shares = successes / worlds
    mean = min(max(float(shares.mean()), 0.5 / worlds.sum()), 1 - 0.5 / worlds.sum())
    within = float((shares * (1 - shares) / np.maximum(1, worlds - 1)).mean())
    between = float(shares.var(ddof=1)) - within
    size = mean * (1 - mean) / max(between, 1e-4) - 1
    return max(mean * size, 0.05), max((1 - mean) * size, 0.05)


def _opened(
    calls: Iterable[CallPlayed], name: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How many of the solved deals were won, or ended in a kot, and how many were solved."""
    rows = [(call.open_wins if name == "win" else call.open_kots, call.worlds) for call in calls]
    made, worlds = np.array(rows, dtype=np.float64).T
    return made, worlds


def _counts(
    calls: Sequence[CallPlayed], name: str, prior: tuple[float, float]
) -> tuple[NDArray[np.float64], ...]:
    """Open chances (calls, n), successes at the table and hands of these calls."""
    made = [call.wins if name == "win" else call.kots for call in calls]
    return (
        open_chances(*_opened(calls, name), prior),
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
    said = _mean_chance(np.array([curve.a, curve.b]), logit(open_chance))
    opened = open_chance.mean(axis=1)

    def log_loss(p: NDArray[np.float64]) -> float:
        total = (made * np.log(p) + (hands - made) * np.log(1 - p)).sum()
        return float(-total / hands.sum())

    return {
        "hands": float(hands.sum()),
        "found": float(made.sum()),
        "curve": float((said * hands).sum()),
        "open": float((opened * hands).sum()),
        "log_loss_curve": log_loss(said),
        "log_loss_open": log_loss(opened),
    }
