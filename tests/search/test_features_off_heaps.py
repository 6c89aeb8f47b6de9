"""Bounds of the heap games: the whole search against the search without them.

Endings of tests/oracle/endings.py, longer than the reference can play them out, in the middle of a
trick, a streak and a heap; every option at random. `HAKEM_SCALE` sets how many each case of the
slow-marked run asks (default 100,000).
"""

from __future__ import annotations

import random

import endings
import pytest
from size import scaled
from translate import game_of, position_of

from solver import Position, Variant, find_variant
from solver.core.engine import ALL_FEATURES, FEATURES, Solver

pytestmark = pytest.mark.one_in(3)

MANY = scaled(100_000)
PART = ALL_FEATURES & ~FEATURES["bounds"]
GAMES = ("double_sar", "dehla_pakad", "beranga", "dummy_rang")
NO_COLLECT: tuple[tuple[int, ...], ...] = ((), (2,), (2, 3, 4), (2, 12), (12,), (11,), (7, 10, 12))


def any_options(rng: random.Random, name: str) -> Variant:
    """The game with every option of collecting at random."""
    options: dict[str, object] = {"no_collect": rng.choice(NO_COLLECT)}
    if rng.random() < 0.6:
        options["ace_rule"] = rng.choice(("block", "reset", "demote"))
        options["ace_trumps_count"] = rng.random() < 0.6
    if rng.random() < 0.3:
        options["first_streak"] = 3
    if name == "beranga" and rng.random() < 0.5:
        options["set_trick_active"] = False
        options["beranga_delay"] = rng.randint(0, 1)
    if rng.random() < 0.3:
        options["dehla_result"] = "tricks_decide"
    variant = find_variant(name)
    return variant.with_options(**{k: v for k, v in options.items() if k in variant.options})


def an_ending(rng: random.Random, name: str, cards: int) -> Position:
    variant = any_options(rng, name)
    game = game_of(variant)
    return position_of(game, endings.random_ending(rng, game, cards), variant)


def answers(solver: Solver, position: Position) -> list[object]:
    """The points, and who has the better of two tens each where the tricks decide."""
    found: list[object] = [solver.value(position)]
    if position.variant.get("dehla_result") == "tricks_decide" and max(position.taken) <= 2:
        found.append(solver.wins_by_tricks(position, position.tricks_total // 2 + 1))
    return found


def compare(name: str, cards: int, number: int, seed: int) -> None:
    rng = random.Random(f"{name} {cards} {seed}")
    whole, part = Solver(8), Solver(8, features=PART)
    for _ in range(number):
        position = an_ending(rng, name, cards)
        assert answers(whole, position) == answers(part, position), position


@pytest.mark.parametrize("cards", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("name", GAMES)
def test_hostile_endings(name: str, cards: int) -> None:
    compare(name, cards, 200, 1)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [2, 3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("name", GAMES)
def test_many_hostile_endings(name: str, cards: int) -> None:
    compare(name, cards, MANY if cards < 6 else MANY // 4 if cards < 8 else MANY // 10, 2)
