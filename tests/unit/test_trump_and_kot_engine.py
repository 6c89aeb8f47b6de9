"""The advice with the real search: what it adds up is what the solver says of each deal."""

from __future__ import annotations

import numpy as np
import pytest
from planned import planned

pytest.importorskip("solver.core.engine")

import solver
from solver import (
    Deal,
    Hand,
    Outcome,
    PartialDeal,
    Position,
    Solver,
    Suit,
    find_variant,
    solve,
)
from solver.decide.evaluators import find_evaluator
from solver.decide.template import PositionTemplate
from solver.decide.worlds import Dealer, chunk_seed, world_hands
from solver.game.variants import HOKM

advise_trump, kot_chances = planned(solver.advise_trump), planned(solver.kot_chances)


def test_each_deal_counts_as_the_solver_says() -> None:
    five = "AKQ.K8.."
    found = advise_trump(five, samples=6, seed=3)
    worlds = Dealer(PartialDeal.holding(Hand.parse(five))).deal(6, chunk_seed(3, 0))
    solver = Solver()
    for trump in Suit:
        classes = []
        for row in worlds:
            position = Position.start(Deal(world_hands(row)), trump, 0, HOKM)
            classes.append(solve(position, questions=("class",), solver=solver).outcome)
        counts = found.trumps[trump].counts
        assert {c: counts[c] for c in set(classes)} == {c: classes.count(c) for c in set(classes)}
        assert sum(counts.values()) == 6


@pytest.mark.slow
def test_jobs_do_not_change_a_count() -> None:
    one = advise_trump("AKQ.K8..", samples=34, seed=3, jobs=1)
    two = advise_trump("AKQ.K8..", samples=34, seed=3, jobs=2)
    assert one.trumps == two.trumps
    assert one.rivals == two.rivals
    kots = [kot_chances("AKQ.K8..", "S", samples=4200, seed=3, jobs=jobs) for jobs in (1, 2)]
    assert kots[0].best == kots[1].best


def test_cheap_answers_agree_with_the_classes() -> None:
    worlds = Dealer(PartialDeal.holding(Hand.parse("AKQ.K8.."))).deal(20, chunk_seed(8, 0))
    solver = Solver()
    classes = solver.batch_outcomes(worlds, [0, 1, 2, 3], detail="class")
    cheap = solver.batch_outcomes(worlds, [0, 1, 2, 3], detail="kot+bavney")
    assert (np.where(abs(classes) == 1, 0, classes) == cheap).all()
    hard = solver.batch_outcomes(worlds, [0, 1, 2, 3], detail="hard7")
    assert (np.clip(classes, Outcome.KOT_B, Outcome.KOT_A) == hard).all()


def test_a_sure_kot_is_certain() -> None:
    found = kot_chances("AKQJT98.AKQ.AK.A", Suit.SPADES, samples=500, seed=1)
    assert (found.best.kot.p, found.best.kot_against.p) == (1.0, 0.0)
    assert found.best.bavney is not None
    assert found.best.bavney.p == 1.0
    weak = kot_chances("2345.2345.234.23", Suit.SPADES, samples=500, seed=1)
    assert weak.best.kot.p < 0.5


def test_games_are_judged_deal_by_deal_as_in_batches() -> None:
    from solver.decide.evaluators import _GameEvaluator

    hand = Hand.parse("AKQ.K8..")
    for variant in (HOKM, HOKM.with_options(stop_rule="hard7")):
        batches = find_evaluator(variant, hand)
        singly = _GameEvaluator(PositionTemplate.before_the_lead(variant, hand))
        assert batches.template == singly.template
        worlds = Dealer(singly.template.known).deal(12, chunk_seed(4, 0))
        trumps = singly.template.choices
        for one, other in (
            (batches.classes(worlds, trumps), singly.classes(worlds, trumps)),
            *(
                (batches.kots(worlds, trumps, bavneys), singly.kots(worlds, trumps, bavneys))
                for bavneys in {False, singly.bavneys}
            ),
        ):
            assert (one.worst == other.worst).all()
            assert (one.best == other.best).all()


def test_stricter_following_is_judged() -> None:
    strict = HOKM.with_options(void_duty="must_trump")
    found = advise_trump("AKQ.K8..", variant=strict, samples=2, seed=3)
    assert found.n == 2
    assert found.to_dict()["options"]["void_duty"] == "must_trump"


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "name",
    [
        "satat",
        "chokri",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("double_sar", "dehla", "DS_HARD")
        ),
    ],
)
def test_other_games_count_what_their_analysis_says(name: str) -> None:
    variant = find_variant(name)
    hand = Hand.parse("AKQ.K8..")
    evaluator = find_evaluator(variant, hand, node_limit=0)
    worlds = Dealer(evaluator.template.known).deal(2, chunk_seed(6, 0))
    solver = Solver()
    for row in worlds:
        for trump in (Suit.SPADES, Suit.CLUBS):
            position = Position.start(Deal(world_hands(row)), trump, 0, variant)
            expected = solve(position, questions=("class",), solver=solver).outcome
            assert expected is not None
            one = row[None, :]
            assert evaluator.classes(one, [trump]).worst.tolist() == [[expected]]
            kot = expected if abs(expected) >= Outcome.KOT_A else Outcome.NONE
            assert evaluator.kots(one, [trump], evaluator.bavneys).best.tolist() == [[kot]]
    found = advise_trump(hand, variant=variant, samples=2, seed=6)
    assert found.n == 2
    assert found.best.kot_n == 2 * evaluator.sizes.kots_per_deal
    assert (found.trumps[Suit.SPADES].bavney is None) == (not evaluator.bavneys)
    assert kot_chances(hand, "S", variant=variant, samples=2, seed=6).n == 2
