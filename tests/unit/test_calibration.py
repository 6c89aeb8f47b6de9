"""Calibration: intervals of short runs cover the long-run value as often as they say.

Two hundred random questions of each sampled command, each asked with few deals. On answers drawn
from known chances (fake_solver.py) the long-run value is exact, and the test takes seconds; the
others ask the search, and a long run with another seed stands for the truth. The long run errs,
too: with `ratio` times the deals of the short one the interval covers it with the chance
`expected`. Where all worlds can be listed they are the truth: cards to play (test_card_play.py) and
the losses of a review. The intervals of a book are tested in tests/book/test_truth.py, half of the
deals against the other half; a quiz shows those of the studies that it asks.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from statistics import NormalDist

import pytest
from fake_solver import CHANCES, FakeSolver
from plays import dealt, played
from scipy.stats import binomtest
from size import scaled

from solver import Hand, PartialDeal, Plan, Suit, Workers
from solver.base.cards import PACK, Card
from solver.deals.search import DealSearch
from solver.decide.before_the_lead import study_opening
from solver.decide.estimates import Estimate, Mean, estimate_share
from solver.decide.kot import kot_chances
from solver.decide.trump_call import advise_trump
from solver.game.house_rules import find_house
from solver.game.scoring import CLASSES, find_scoring
from solver.game.variants import HOKM, find_variant
from solver.players import Grade, Watch, find_player, play_duel
from solver.players.grading import INACCURACY, MISTAKE, THUMB_MISTAKE, grade_of, is_open
from solver.players.hand_in_play import decided
from solver.players.hand_review import _Grader

ONE = Workers(1)
IR = find_scoring("ir").with_goon(3)
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
        found["goon"].append(covered(odds.kot_against, chance[:2].sum()))
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
        kots.append(covered(advice.best.kot, CHANCES[suit][4:].sum()))
        goons.append(covered(advice.best.kot_against, CHANCES[suit][:2].sum()))
    check(kots, 0.95)
    check(goons, 0.95)


@pytest.mark.slow
def test_the_share_of_deals_that_meet_a_condition() -> None:
    """Cards in a seat, of which the share is known: the deals tried are an honest sample."""
    rng, found = random.Random("where"), []
    for number in range(scaled(QUESTIONS)):
        cards = rng.sample(PACK, rng.randint(1, 2))
        seat = rng.randrange(4)
        text = " and ".join(f"holds({seat}, {card})" for card in cards)
        truth = 0.25 if len(cards) == 1 else 0.25 * 12 / 51
        search = DealSearch(text, PartialDeal(), 400, seed=number, limit=400)
        assert sum(1 for _ in search) == search.met
        found.append(covered(estimate_share(search.met, search.tried), truth))
    check(found, 0.95)


@pytest.mark.slow
def test_review_losses_against_all_worlds() -> None:
    """Doubled while the verdict is open: the intervals of all looks together hold with 95 %.

    One of the cards that are not best, so that there is a loss; a card that looks as good as the
    best of its sample has the interval from 0 up to what another may yet be worth more.
    """
    rng, found, verdicts = random.Random("review"), [], []
    while len(found) < scaled(QUESTIONS):
        start = dealt(HOKM, rng)
        watch = Watch(start)
        for card in played(start, rng, rng.randint(30, 36)):
            watch.play(Card.parse(card))
        view = watch.view()
        if decided(watch.position) or len(view.groups) < 2:
            continue
        worlds = view.knowledge.all(20_000)
        if worlds is None or len(worlds) <= 1600:
            continue
        grader = _Grader(IR, len(found))
        mine = rng.randrange(len(view.groups))
        truth = grader.decision(view, view.groups, mine).look(20_000)
        if not truth.exact or truth.same or truth.loss.mean == 0:
            continue
        thumb = bool(rng.getrandbits(1))
        verdict = grader.decision(view, view.groups, mine).settled(
            1600, lambda loss, thumb=thumb: is_open(loss, thumb, least=INACCURACY)
        )
        assert not verdict.exact
        found.append(covered(verdict.loss, truth.loss.mean or 0.0))
        verdicts.append((truth.loss.mean or 0.0, grade_of(verdict.loss, thumb), thumb))
    # Few looks are used up as a rule, so that more intervals hold than are promised.
    assert binomtest(sum(found), len(found), 0.95, "less").pvalue > 1e-3, (sum(found), len(found))
    for loss, grade, thumb in verdicts:
        line = THUMB_MISTAKE if thumb else MISTAKE
        if grade in (Grade.MISTAKE, Grade.BLUNDER):
            assert loss > line / 2


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
        return kot_chances(five, suit, plan=Plan(deals, seed=seed), workers=ONE).best.kot

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
        (blind,) = [each for each in advice.candidates if each.name == "draw one of the five"]
        return blind.points

    against_a_long_run("choose slow", ask, 48, 10)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hokm", "double_sar"])
def test_duels_against_a_long_run(game: str) -> None:
    """Points a hand of the rule of thumb against random cards, by deal; and the hands it wins.

    The hands of a deal lean against each other, so that more intervals of wins hold than promised.
    """
    variant, deals = find_variant(game), 30
    players = find_player("thumb"), find_player("random")
    ratio = 1 + scaled(40)
    truth = play_duel(*players, deals * ratio, variant, seed=10_000, workers=ONE)
    assert truth.points.mean is not None
    assert truth.wins.p is not None
    points, wins = [], []
    for number in range(scaled(QUESTIONS)):
        short = play_duel(*players, deals, variant, seed=number, workers=ONE)
        points.append(covered(short.points, truth.points.mean))
        wins.append(covered(short.wins, truth.wins.p))
    check(points, expected(ratio))
    assert binomtest(sum(wins), len(wins), expected(ratio), "less").pvalue > 1e-3, sum(wins)
