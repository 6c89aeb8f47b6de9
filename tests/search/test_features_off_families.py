"""Bounds of the games beside the plain one: the whole search against the search without them.

Endings as hostile as those of test_features_off.py, asked one by one. `HAKEM_SCALE` sets how many
each case of the slow-marked run asks (default 100,000).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from size import scaled
from test_features_off import hostile_rows

from solver import Hand, Position, Suit, find_variant
from solver.core.engine import ALL_FEATURES, FEATURES, Solver

pytestmark = pytest.mark.one_in(3)

MANY = scaled(100_000)
PART = ALL_FEATURES & ~FEATURES["bounds"]
W = 1 << 13
OUT = 1 << 39  # the 2 of clubs, with which three do not play
Question = Callable[[Solver], bool | None]


def satat(rng: np.random.Generator, row: list[int], cards: int) -> tuple[Position, Question]:
    """The 2 of hearts is in play more often than not."""
    if rng.random() < 0.8 and not any(bits & W for bits in row):
        seat = int(rng.integers(4))
        lowest = row[seat] & -row[seat]
        row[seat] ^= lowest | W
    variant = find_variant("satat").with_options(satat_exempt=bool(rng.random() < 0.7))
    position = Position(
        tuple(Hand(bits) for bits in row),
        Suit(int(rng.integers(4))),
        int(rng.integers(4)),
        variant=variant,
    )
    a = int(rng.integers(1, cards + 1))
    return position, lambda solver: solver.race(position, a, cards + 1 - a)


def three(rng: np.random.Generator, row: list[int], cards: int) -> tuple[Position, Question]:
    """One of three against the two others."""
    row = [row[seat] for seat in rng.permutation(4)[:3]]
    for seat in range(3):
        if row[seat] & OUT:
            unused = next(1 << i for i in range(52) if not sum(row) >> i & 1)
            row[seat] ^= OUT | unused
    position = Position(
        tuple(Hand(bits) for bits in row),
        None if rng.random() < 0.1 else Suit(int(rng.integers(4))),
        int(rng.integers(3)),
        variant=find_variant("three_hokm"),
        player=int(rng.integers(3)),
    )
    a = int(rng.integers(1, cards + 1))
    return position, lambda solver: solver.race(position, a, cards + 1 - a)


def apart(rng: np.random.Generator, row: list[int], cards: int) -> tuple[Position, Question]:
    """One of three wants to be ahead of each of the two others; every tie rule."""
    position, _ = three(rng, row, cards)
    tie = str(rng.choice(["third_wins", "no_score", "both"]))
    taken = rng.multinomial(int(rng.integers(0, 18 - cards)), rng.dirichlet((2, 2, 2)))
    position = replace(
        position,
        variant=position.variant.with_options(three_tie=tie),
        taken=tuple(int(tricks) for tricks in taken),
        tricks_done=int(taken.sum()),
        leader=int(taken.argmax()),
    )
    return position, lambda solver: solver.wins_hand(position)


def two(rng: np.random.Generator, row: list[int], cards: int) -> tuple[Position, Question]:
    position = Position(
        tuple(Hand(row[seat]) for seat in rng.permutation(4)[:2]),
        Suit(int(rng.integers(4))),
        int(rng.integers(2)),
        variant=find_variant("two_hokm"),
    )
    a = int(rng.integers(1, cards + 1))
    return position, lambda solver: solver.race(position, a, cards + 1 - a)


KINDS = {"satat": satat, "three": three, "apart": apart, "two": two}


def compare(kind: str, cards: int, number: int, seed: int) -> None:
    rng = np.random.default_rng([seed, cards])
    whole, part = Solver(8), Solver(8, features=PART)
    for row in hostile_rows(rng, cards, number):
        position, question = KINDS[kind](rng, [int(bits) for bits in row], cards)
        assert question(whole) == question(part), position


@pytest.mark.parametrize("cards", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("kind", KINDS)
def test_hostile_endings(kind: str, cards: int) -> None:
    compare(kind, cards, 300, 1)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [2, 3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("kind", KINDS)
def test_many_hostile_endings(kind: str, cards: int) -> None:
    compare(kind, cards, MANY if cards < 6 else MANY // 4, 2)
