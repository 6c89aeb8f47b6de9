"""Which unseen cards decide a kot: counted by hand on the same deals, and beside given cards."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest
from scipy.stats import binomtest

from solver import Hand, Plan, Suit, Workers, kot_chances
from solver.base.outcomes import Between
from solver.decide.advice import Sampled
from solver.decide.estimates import Estimate, difference_of_shares, estimate_share
from solver.decide.evaluators import find_evaluator
from solver.decide.kot import Kot
from solver.decide.worlds import Dealer, chunk_seed
from solver.game.variants import HOKM, find_variant

FIVE = "KQ83.A.."
ONE = Workers(1)


def found(n: int = 400, hand: str = FIVE, **more: object) -> Sampled[Kot]:
    return kot_chances(hand, "S", plan=Plan(n, seed=3), workers=ONE, **more)  # type: ignore[arg-type]


def test_the_deals_are_split_by_who_holds_the_card() -> None:
    advice = found()
    evaluator = find_evaluator(HOKM, Hand.parse(FIVE))
    worlds = Dealer(evaluator.template.known).deal(400, chunk_seed(3, 0))
    kots = evaluator.kots(worlds, [Suit.SPADES], False).worst[:, 0] >= 2
    assert kots.sum() == advice.best.kot.count
    assert len(advice.remarks) == 47
    for effect in advice.remarks:
        held = worlds[:, 2] >> np.uint64(effect.card.index) & np.uint64(1) == 1
        assert (effect.held.n, effect.held.count) == (held.sum(), kots[held].sum())
        assert (effect.not_held.n, effect.not_held.count) == ((~held).sum(), kots[~held].sum())
    sizes = [abs(effect.difference) for effect in advice.remarks]
    assert sizes == sorted(sizes, reverse=True)
    assert str(advice.remarks[0].card) == "SA"
    assert advice.remarks[0].sure


def test_the_intervals_hold_for_all_cards_together() -> None:
    advice = found()
    level = 1 - 0.05 / 47
    for effect in advice.remarks[::9]:
        for share in (effect.held, effect.not_held):
            alone = estimate_share(int(share.count), share.n, level)
            assert (share.low, share.high) == (alone.low, alone.high)
        assert effect.low < effect.difference < effect.high
        assert effect.sure == (not effect.low <= 0 <= effect.high)


def test_the_difference_of_two_shares_is_newcombes() -> None:
    """The example of his paper (1998, method 10): 56 of 70 against 48 of 80, 95 %."""
    first, second = (
        Estimate(
            c, n, Between.exactly(c / n), *binomtest(c, n).proportion_ci(0.95, method="wilson")
        )
        for c, n in ((56, 70), (48, 80))
    )
    difference, low, high = difference_of_shares(first, second)
    assert difference == pytest.approx(0.2)
    assert (low, high) == (pytest.approx(0.0524, abs=1e-4), pytest.approx(0.3339, abs=1e-4))


@pytest.mark.slow
def test_a_card_that_is_given_agrees_with_the_deals_that_have_it() -> None:
    effect = found(2000).remarks[0]
    given = found(2000, shown={2: Hand(effect.card.bit)})
    assert effect.held.low < (given.best.kot.p or 0) < effect.held.high
    assert effect.card not in [other.card for other in given.remarks]
    assert len(given.remarks) == 46


@pytest.mark.slow
def test_the_counts_do_not_depend_on_who_works() -> None:
    alone = found(9000).to_dict()["effects"]
    with ProcessPoolExecutor(2) as pool:
        shared = kot_chances(FIVE, "S", plan=Plan(9000, seed=3), workers=Workers(2, pool))
    assert shared.to_dict()["effects"] == alone == json.loads(json.dumps(alone))
    assert set(alone[0]) == {"card", "held", "not_held", "difference", "low", "high", "sure"}


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("name", "hand"), [("three_hokm", FIVE), ("two_hokm", FIVE)])
def test_who_has_no_partner_has_no_such_card(name: str, hand: str) -> None:
    assert found(8, hand, variant=find_variant(name)).remarks == ()


def test_two_partners_count_as_one_side() -> None:
    chokri = find_variant("chokri").with_options(chokri="majority")
    advice = found(60, "KQ83.A..", variant=chokri)
    assert len(advice.remarks) == 43
    assert sum(effect.held.n for effect in advice.remarks) == 60 * 16


def test_undecided_deals_leave_no_effects() -> None:
    advice = kot_chances(FIVE, "S", plan=Plan(60, seed=1, node_limit=30), workers=ONE)
    assert advice.undecided
    assert advice.remarks == ()
