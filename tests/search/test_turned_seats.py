"""One solver asked about a deal with its seats counted from each in turn, as four callers ask.

The table of the first question serves the others; the answers must be those of a solver that has
seen nothing. Random endings of every game of an even number of seats, those that cannot be turned
included.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import endings
import pytest
from games import ALL_GAMES
from reference import Game
from size import scaled
from translate import position_of

from solver import Deal, Position, Suit, find_variant
from solver.base.errors import OptionError, VariantError
from solver.core.engine import Solver

CASES = {name: game for name, game in ALL_GAMES.items() if game.seats % 2 == 0}
MANY = scaled(400)


def turned(position: Position, by: int) -> Position:
    """The same position with the seat `by` called 0."""
    seats = position.seats
    hands = position.hands[by:] + position.hands[:by]
    return replace(position, hands=hands, leader=(position.leader - by) % seats)


def questions(rng: random.Random, position: Position) -> list[Callable[[Solver, Position], Any]]:
    """Races of all kinds, and bounded values; a question may be refused."""
    n = position.points_left + 1
    a, b, kot = rng.randint(1, n), rng.randint(1, n), rng.randint(1, n)
    of_b, both = rng.random() < 0.5, rng.random() < 0.5
    low, high = sorted((rng.randrange(n), rng.randrange(n)))
    asked: list[Callable[[Solver, Position], Any]] = [
        lambda solver, at: solver.value(at),
        lambda solver, at: solver.value(at, low, high),
        lambda solver, at: solver.race(at, a, n - a),
        lambda solver, at: solver.race(at, a, b),
        lambda solver, at: solver.race_with_kot(at, a, kot, of_b, both),
        lambda solver, at: solver.value_with_kot(at, kot, of_b, True, 0, n - 1, a),
    ]
    rng.shuffle(asked)
    return asked


def answer(question: Callable[[Solver, Position], Any], solver: Solver, position: Position) -> Any:
    try:
        return question(solver, position)
    except (OptionError, VariantError) as refusal:
        return str(refusal)


def compare(name: str, number: int) -> None:
    game: Game = CASES[name]
    rng = random.Random(name)
    shared = Solver(1)
    for _ in range(number):
        state = endings.random_ending(rng, game, rng.randint(2, 5))
        position = position_of(game, state)
        asked = questions(rng, position)
        turns = [*range(position.seats), 0]
        rng.shuffle(turns)
        for by in turns:
            try:
                at = turned(position, by)
            except Exception:  # an indicator or a player belongs to its seat
                continue
            for question in asked:
                assert answer(question, shared, at) == answer(question, Solver(1), at), (name, at)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.one_in(4)
def test_turned_seats(name: str) -> None:
    compare(name, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_turned_seats_at_length(name: str) -> None:
    compare(name, MANY)


@pytest.mark.parametrize("game", ["hokm", "satat", "DS_PK3"])
def test_four_callers_of_a_deal_share_the_table(game: str) -> None:
    """Half of the nodes of four who ask alone, or less, and the same class and tricks."""
    variant = find_variant(game)
    rng = random.Random(6)
    shared, alone = Solver(), Solver()
    pack = [card for suit in Suit for card in (f"{suit.letter}{rank}" for rank in "AKQJT9876")]
    for _ in range(3):
        rng.shuffle(pack)
        deal = Deal.parse(
            " ".join(
                ".".join(
                    "".join(c[1] for c in sorted(pack[9 * seat : 9 * seat + 9]) if c[0] == suit)
                    for suit in "SHDC"
                )
                for seat in range(4)
            )
        )
        for caller in range(4):
            position = Position.start(deal.rotate(caller), Suit(0), 0, variant)
            alone.clear()
            assert shared.value(position) == alone.value(position)
    assert shared.nodes < 0.7 * alone.nodes
