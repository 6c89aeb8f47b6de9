"""Plain endings by the million: the whole search against the search with parts switched off, in
batches. Bounds are the dangerous part; they go wrong where hands are short, long or bare.

`HAKEM_SCALE` sets how many endings each case of the slow-marked run asks (default 400,000).
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from size import scaled

from solver import Hand, Position, Suit
from solver.core.engine import ALL_FEATURES, FEATURES, Solver

pytestmark = pytest.mark.one_in(4)

MANY = scaled(400_000)
BATCH = 1500

BARE = FEATURES["table"] | FEATURES["order"] | FEATURES["refutations"]
"""No bounds, no merging, and every card of a stored proof keeps its place."""
PARTS = {
    "bounds": ALL_FEATURES & ~FEATURES["bounds"],
    "bounds and patterns": ALL_FEATURES & ~FEATURES["bounds"] & ~FEATURES["patterns"],
    "merging": ALL_FEATURES & ~FEATURES["equals"],
    "all that can be wrong": BARE,
}


def hostile_rows(rng: np.random.Generator, cards: int, number: int) -> NDArray[np.uint64]:
    """Endings, uint64 (number, 4): suits of any length, hands from mixed to one-suited."""
    everything = np.arange(52)
    likely = rng.gamma(rng.choice([0.3, 0.7, 2.0]), size=(number, 4))
    clocks = rng.exponential(size=(number, 52)) / np.repeat(likely, 13, axis=1)
    chosen = np.argpartition(clocks, 4 * cards - 1, axis=1)[:, : 4 * cards]
    names = rng.permuted(np.tile(np.arange(4), (number, 1)), axis=1)
    suits = np.take_along_axis(names, everything[chosen] // 13, axis=1)
    tidy = rng.choice([0, 0, 0.4, 0.8, 1.5, 4.0], size=(number, 1))
    order = np.argsort(suits * tidy + rng.random((number, 4 * cards)), axis=1)
    bits = np.uint64(1) << np.take_along_axis(chosen, order, axis=1).astype(np.uint64)
    seats = rng.permuted(np.tile(np.arange(4), (number, 1)), axis=1)
    rows = np.zeros((number, 4), dtype=np.uint64)
    for seat in range(4):
        hand = np.bitwise_or.reduce(bits[:, seat * cards : (seat + 1) * cards], axis=1)
        rows[np.arange(number), seats[:, seat]] = hand
    return rows


def compare(off: int, cards: int, number: int, seed: int, early: bool) -> None:
    rng = np.random.default_rng([seed, cards, early])
    whole, part = Solver(8), Solver(8, features=off)
    for _ in range(0, number, BATCH):
        rows = hostile_rows(rng, cards, BATCH)
        trump, leader = int(rng.integers(-1, 4)), int(rng.integers(4))
        a = int(rng.integers(1, cards + 1))
        b = int(rng.integers(1, cards + 2 - a)) if early else cards + 1 - a
        found = whole.batch_races(rows, trump, a, b, leader)
        expected = part.batch_races(rows, trump, a, b, leader)
        wrong = np.flatnonzero(found != expected)
        assert not len(wrong), (trump, leader, a, b, [hex(int(bits)) for bits in rows[wrong[0]]])


@pytest.mark.parametrize("early", [False, True], ids=["to the end", "early"])
@pytest.mark.parametrize("cards", [3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("part", PARTS)
def test_hostile_endings(part: str, cards: int, early: bool) -> None:
    compare(PARTS[part], cards, 3000 if cards < 7 else 1500, 1, early)


@pytest.mark.slow
@pytest.mark.parametrize("early", [False, True], ids=["to the end", "early"])
@pytest.mark.parametrize("cards", [2, 3, 4, 5, 6, 7, 8, 9])
@pytest.mark.parametrize("part", PARTS)
def test_many_hostile_endings(part: str, cards: int, early: bool) -> None:
    number = MANY if cards < 6 else MANY // 4 if cards < 8 else MANY // 20
    compare(PARTS[part], cards, number, 2, early)


def test_partner_with_nothing_but_trumps_must_ruff() -> None:
    """His guarded king is no trick of its own when the leader's two hearts force him to ruff."""
    hands = ("87432...", ".AK763..", ".T9..A97", "...K6532")
    position = Position(tuple(Hand.parse(text) for text in hands), Suit.CLUBS, 1)
    assert Solver(1).value(position) == (3, 3)
