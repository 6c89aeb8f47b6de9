"""Calibration: intervals of short runs cover the long-run value as often as they say.

Two hundred random questions of each sampled command, each asked with few deals. On answers drawn
from known chances (fake_solver.py) the long-run value is exact, and the test takes seconds; the
others ask the search, and a long run with another seed stands for the truth. The long run errs,
too: with `ratio` times the deals of the short one the interval covers it with the chance
`expected`. Cards to play have their own in test_card_play.py, where all worlds can be listed.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from statistics import NormalDist

import pytest
from fake_solver import CHANCES, FakeSolver
from scipy.stats import binomtest
from size import scaled

from solver import Hand, Plan, Suit, Workers
from solver.game.house_rules import find_house
from solver.game.scoring import CLASSES, find_scoring
from solver.simulation.before_the_lead import study_opening
from solver.simulation.estimates import Estimate, Mean
from solver.simulation.kot import kot_chances
from solver.simulation.trump_call import advise_trump

ONE = Workers(1)
QUESTIONS = 200


def expected(ratio: float) -> float:
    """How often a 95 % interval covers a value estimated from `ratio` times as many deals."""
    normal = NormalDist()
    return 2 * normal.cdf(normal.inv_cdf(0.975) / math.sqrt(1 + 1 / ratio)) - 1


def covered(interval: Estimate | Mean, truth: float) -> bool:
    return interval.low <= truth <= interval.high


def check(answers: Iterable[bool], share: float) -> None:
    """A binomial test of both sides: discrete intervals hold a little more or less than 95 %."""
    seen = list(answers)
    assert binomtest(sum(seen), len(seen), share).pvalue > 1e-3, (sum(seen), len(seen))


def fives(name: str) -> list[Hand]:
    rng, number = random.Random(name), scaled(QUESTIONS)
    return [Hand(sum(1 << card for card in rng.sample(range(52), 5))) for _ in range(number)]


# The long-run value is known ----------------------------------------------------------------------


@pytest.mark.slow
def test_trump_on_known_chances() -> None:
    """Every suit of every question: wins, kots, goon kots and points."""
    worth = find_scoring("ir").vector()
    found: dict[str, list[bool]] = {"win": [], "kot": [], "goon": [], "points": []}
    for seed, five in enumerate(fives("trump")):
        advice = advise_trump(
            five, scoring="ir", plan=Plan(64, seed=seed), workers=ONE, make_solver=FakeSolver
        )
        suit = Suit(seed % 4)
        odds, chance = advice.trumps[suit], CHANCES[suit]
        found["win"].append(covered(odds.win, chance[3:].sum()))
        found["kot"].append(covered(odds.kot, chance[4:].sum()))
        found["goon"].append(covered(odds.goon, chance[:2].sum()))
        points = sum(p * w for p, w in zip(chance, worth, strict=True))
        found["points"].append(covered(odds.points, points))
    assert len(worth) == len(CLASSES)
    for answers in found.values():
        check(answers, 0.95)


@pytest.mark.slow
def test_kot_on_known_chances() -> None:
    kots, goons = [], []
    for seed, five in enumerate(fives("kot")):
        suit = Suit(seed % 4)
        advice = kot_chances(
            five, suit, plan=Plan(600, seed=seed), workers=ONE, make_solver=FakeSolver
        )
        kots.append(covered(advice.kot, CHANCES[suit][4:].sum()))
        goons.append(covered(advice.goon, CHANCES[suit][:2].sum()))
    check(kots, 0.95)
    check(goons, 0.95)


# Against a long run of the search ----------------------------------------------------------------


def against_a_long_run(
    name: str, ask: Callable[[Hand, int, int], Estimate | Mean], short: int, ratio: int
) -> None:
    """`ask(hand, deals, seed)`: an interval; its middle in a long run stands for the truth."""
    found = []
    for number, five in enumerate(fives(name)):
        truth = ask(five, short * ratio, 10_000 + number)
        middle = truth.p if isinstance(truth, Estimate) else truth.mean
        assert middle is not None
        found.append(covered(ask(five, short, number), middle))
    check(found, expected(ratio))


@pytest.mark.slow
def test_kot_against_a_long_run() -> None:
    def ask(five: Hand, deals: int, seed: int) -> Estimate:
        suit = max(Suit, key=five.length)
        return kot_chances(five, suit, plan=Plan(deals, seed=seed), workers=ONE).kot

    against_a_long_run("kot slow", ask, 1500, 16)


@pytest.mark.slow
def test_trump_against_a_long_run() -> None:
    def ask(five: Hand, deals: int, seed: int) -> Mean:
        suit = max(Suit, key=five.length)
        plan = Plan(deals, seed=seed)
        return advise_trump(five, plan=plan, workers=ONE).trumps[suit].points

    against_a_long_run("trump slow", ask, 48, 10)


@pytest.mark.slow
def test_choose_against_a_long_run() -> None:
    """Drawing the trump blind from the five: a mixture of four columns."""
    house = find_house("iran").set("blind_from_five=on")
    scoring = find_scoring("ir")

    def ask(five: Hand, deals: int, seed: int) -> Mean:
        plan = Plan(deals, seed=seed)
        advice = study_opening(five, house, scoring.difference, plan=plan, workers=ONE)
        (blind,) = [each for each in advice.choices if each.name == "draw one of the five"]
        return blind.worth

    against_a_long_run("choose slow", ask, 48, 10)
