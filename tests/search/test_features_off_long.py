"""Endings too long for a reference, of every game, preset and option value: the whole search
against the one without bounds, without merging, without patterns, and without all three.

The bare searches have a limit; what they have not decided by then must still be a bound that holds
the answer. `HAKEM_SCALE` sets how many endings of each setting the slow-marked run asks.
"""

from __future__ import annotations

import random

import pytest
import reference as ref
from size import scaled
from test_vs_reference_all_games import SETTINGS, an_ending
from translate import position_of

from solver.core.engine import ALL_FEATURES, FEATURES, Solver
from solver.game.variants import Variant

pytestmark = pytest.mark.one_in(6)

MANY = scaled(150)
OFF = {
    "bounds": FEATURES["bounds"],
    "merging": FEATURES["equals"],
    "patterns": FEATURES["patterns"],
    "all three": FEATURES["bounds"] | FEATURES["equals"] | FEATURES["patterns"],
}
CARDS = {2: (6, 10), 3: (6, 9), 4: (6, 10), 6: (3, 6)}
"""Cards in a hand, by number of seats (eight are all that six seats have)."""


def long_ending(
    rng: random.Random, variant: Variant, low: int, high: int
) -> tuple[ref.Game, ref.State]:
    size = rng.choice([cards for cards in range(low, high + 1) for _ in range(high + 1 - cards)])
    if variant.deals_later:
        size = (size + 1) // 2
    return an_ending(rng, variant, size)


def check(rng: random.Random, variant: Variant, limit: int) -> int:
    """Points, a race to the last point, and one that stops early; how many parts were decided."""
    game, state = long_ending(rng, variant, *CARDS[variant.seats])
    position = position_of(game, state, variant)
    left = ref.points_left(game, state)
    full = Solver(8)
    value = full.expected(position, node_limit=20 * limit)
    a = rng.randint(1, max(left, 1))
    pairs = [(a, left - a + 1)]
    if ref.plays_for_first_seven(game) and left > 1:
        pairs.append((rng.randint(1, left), 1))
        pairs.append((1, rng.randint(1, left)))
    races = {pair: full.race(position, *pair, node_limit=20 * limit) for pair in pairs}
    decided = 0
    for name, off in OFF.items():
        solver = Solver(8, features=ALL_FEATURES & ~off)
        low, high = solver.expected(position, node_limit=limit)
        assert low <= value[1], (name, variant, state)
        assert high >= value[0], (name, variant, state)
        decided += low == high
        for pair, won in races.items():
            found = solver.race(position, *pair, node_limit=limit)
            assert None in (found, won) or found == won, (name, pair, variant, state)
    return decided


@pytest.mark.parametrize("variant", SETTINGS)
def test_parts_switched_off(variant: Variant) -> None:
    rng = random.Random(f"long {variant}")
    decided = sum(check(rng, variant, 60_000) for _ in range(2))
    assert decided, "nothing was decided within the limit"


@pytest.mark.slow
@pytest.mark.parametrize("variant", SETTINGS)
def test_parts_switched_off_at_length(variant: Variant) -> None:
    rng = random.Random(f"long, many {variant}")
    decided = sum(check(rng, variant, 3_000_000) for _ in range(MANY))
    assert decided > 2 * MANY
