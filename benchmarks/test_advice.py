"""The trump call from five cards, end to end, and the kot chances, with their answers checked.

    python -m pytest benchmarks/test_advice.py --benchmark-only

One round is one whole call: dealing, solving on one thread, adding up, estimates. The counts of a
seed never change, so a faster search must still give the same ones.
"""

from __future__ import annotations

from typing import Any

import pytest

from solver import Hand, PartialDeal, Plan, Suit, Workers, advise_trump, kot_chances
from solver.decide.worlds import Dealer, chunk_seed

FIVE = {"strong": "AKQ.K8..", "even": "A.K7.Q.J", "weak": "95.73.8."}
SAMPLES = 32


@pytest.mark.parametrize("five", FIVE.values(), ids=FIVE.keys())
def test_trump_call(benchmark: Any, five: str) -> None:
    found = benchmark.pedantic(
        advise_trump,
        (five,),
        {"plan": Plan(SAMPLES, seed=1), "workers": Workers(1)},
        rounds=3,
        warmup_rounds=1,
    )
    again = advise_trump(five, plan=Plan(SAMPLES, seed=1), workers=Workers(2))
    assert found.trumps == again.trumps
    assert found.n == SAMPLES
    benchmark.extra_info["solves"] = 4 * SAMPLES
    benchmark.extra_info["kot questions"] = 4 * found.kot_n


@pytest.mark.parametrize("jobs", [1, 2])
def test_trump_call_with_jobs(benchmark: Any, jobs: int) -> None:
    found = benchmark.pedantic(
        advise_trump,
        (FIVE["strong"],),
        {"plan": Plan(4 * SAMPLES, seed=1), "workers": Workers(jobs)},
        rounds=2,
    )
    assert found.best in (Suit.SPADES, Suit.HEARTS)
    benchmark.extra_info["jobs"] = jobs


@pytest.mark.parametrize("hand", ["AKQ.K8..", "AKQT9.A82.K3.J75"], ids=["five", "thirteen"])
def test_kot_chances(benchmark: Any, hand: str) -> None:
    found = benchmark.pedantic(
        kot_chances,
        (hand, "S"),
        {"plan": Plan(4096, seed=1), "workers": Workers(1)},
        rounds=3,
        warmup_rounds=1,
    )
    assert found.n == 4096
    again = kot_chances(hand, "S", plan=Plan(4096, seed=1), workers=Workers(2))
    assert found.best == again.best


@pytest.mark.parametrize("kind", ["five cards", "suit lengths"])
def test_dealing(benchmark: Any, kind: str) -> None:
    known = PartialDeal.holding(Hand.parse(FIVE["strong"]))
    if kind == "suit lengths":
        known = known.with_length(2, Suit.SPADES, 2, 4).with_void(1, Suit.HEARTS)
    dealer = Dealer(known)
    worlds = benchmark(dealer.deal, 4096, chunk_seed(1, 0))
    assert worlds.shape == (4096, 4)
    benchmark.extra_info["worlds"] = 4096
