"""What a position refuses, and that every position of play can be told as JSON tells it."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from solver.base.cards import Card, Suit
from solver.base.errors import DealError
from solver.core.engine import Solver
from solver.decide.worlds import world_hands
from solver.game.position import POSITION_FIELDS, Position
from solver.game.state import PositionState
from solver.game.variants import HOKM, VARIANTS, find_variant

HOUSE = Position.start("0:AK..2. ..A.32 .AKQ.. Q.J.K.", Suit.SPADES)
TENS = replace(
    Position.start("0:T... .T.. ..T. ...T", None, variant=find_variant("dehla_pakad")),
    variant=find_variant("dehla_pakad").with_options(dehla_result="tricks_decide"),
)
FIVE = Position.start(
    "0:AKQJT... .AKQJT.. ..AKQJT. ...AKQJT",
    None,
    variant=find_variant("dehla_five_card"),
    reserves="0:...98765432 98765432... .98765432.. ..98765432.",
)


@pytest.mark.parametrize(
    ("start", "name", "value", "words"),
    [
        (HOUSE, "trump", 7, "trump '7', expected a Suit or None"),
        (HOUSE, "trump", -1, "trump '-1', expected a Suit or None"),
        (HOUSE, "trump", True, "trump 'True', expected a Suit or None"),
        (HOUSE, "trump", "S", "trump 'S', expected a Suit or None"),
        (HOUSE, "leader", 9, "leader 9, expected a seat from 0 to 3"),
        (HOUSE, "leader", -5, "leader -5, expected a seat from 0 to 3"),
        (HOUSE, "leader", 1.0, "leader '1.0', expected a whole number"),
        (HOUSE, "player", 0.5, "player 0.5, expected a seat from 0 to 3"),
        (HOUSE, "kot", 99, "kot 99, expected 1 for side A, -1 for side B, or 0"),
        (HOUSE, "kot", -7, "kot -7"),
        (HOUSE, "kot", 1, "a kot of side A, which has 0 tricks"),
        (HOUSE, "tricks_done", 2**70, "tricks in the hand"),
        (HOUSE, "table", ("SA",), "'SA' among the cards, expected a Card"),
        (HOUSE, "hands", ("AK..2.", *HOUSE.hands[1:]), "'AK..2.' among the hands"),
        (HOUSE, "collected", (), "collected '()', expected 2 numbers from 0 up"),
        (HOUSE, "collected", (1, 0), "1 tricks collected, but only 0 played before"),
        (TENS, "collected", (), "collected '()', expected 2 numbers from 0 up"),
        (TENS, "collected", (-1, 1), "collected '(-1, 1)', expected 2 numbers"),
        (FIVE, "heap_suits", (), "heap_suits '()', expected 4 numbers from 0 to 13"),
        (FIVE, "heap_suits", (0,), "heap_suits '(0,)', expected 4 numbers from 0 to 13"),
        (FIVE, "heap_suits", (300, -300, 0, 0), "heap_suits '(300, -300, 0, 0)'"),
        (FIVE, "heap_suits", [0, 0, 0, 0], "heap_suits '[0, 0, 0, 0]', expected whole numbers"),
        (HOUSE, "taken", (0.5, 0), "taken '(0.5, 0)', expected whole numbers"),
    ],
)  # fmt: skip
def test_fields_that_cannot_be(start: Position, name: str, value: object, words: str) -> None:
    with pytest.raises(DealError) as refusal:
        replace(start, **{name: value})  # type: ignore[arg-type]
    assert words in str(refusal.value)


def test_no_game_has_more_seats_than_the_search() -> None:
    crowd = replace(HOKM, seats=52, cards_per_hand=1)
    with pytest.raises(DealError, match="52 hands, expected 2 to 6"):
        Position(tuple(world_hands(np.uint64(1) << np.arange(52, dtype=np.uint64))), variant=crowd)


def test_three_players_the_leader_won_the_last_trick() -> None:
    three = find_variant("three_hokm")
    state = Position.start("0:A43... .A43.. ..A43.", None, 2, three, taken=[0, 0, 4], tricks_done=4)
    assert Solver(1).value(replace(state, player=2)) == (3, 3)
    with pytest.raises(DealError, match="seat 1 leads but has won none of the tricks"):
        replace(state, leader=1)


def told(position: Position) -> dict[str, Any]:
    """The fields of a position as JSON has them."""
    fields: dict[str, Any] = {}
    for name in POSITION_FIELDS:
        value = getattr(position, name)
        if name in ("table", "reserves"):
            value = [str(one) for one in value]
        elif isinstance(value, Card):
            value = str(value)
        fields[name] = value
    given: dict[str, Any] = json.loads(json.dumps(fields))
    return given


@pytest.mark.one_in(4)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_position_of_play_can_be_told(variant: Any) -> None:
    """Fields as JSON has them give the same position back, wherever in a trick it is."""
    rng = random.Random(f"told {variant.name}")
    for _ in range(6):
        position = dealt(rng, variant)
        while moves := position.legal():
            hands = "0:" + "|".join(map(str, position.hands))
            trump = None if position.trump is None else position.trump.letter
            again = Position.start(hands, trump, position.leader, variant, **told(position))
            assert again == position
            position = position.play(rng.choice(moves))
            if position.chances():
                position = rng.choice(position.chances())[1]


def dealt(rng: random.Random, variant: Any) -> Position:
    """A random deal of this game, of few cards where the game lets them be few."""
    pack = [index for index in range(52) if index % 13 or variant.family not in ("three", "chokri")]
    full = variant.deals_later
    size = variant.cards_per_hand if full else 3
    rng.shuffle(pack)
    hands = [sum(1 << index for index in pack[size * s :][:size]) for s in range(variant.seats)]
    held = world_hands(np.array(hands, dtype=np.uint64))
    if full:
        firsts = [list(hand)[:5] for hand in held]
        later = "0:" + "|".join(" ".join(map(str, list(hand)[5:])) for hand in held)
        text = "0:" + "|".join(" ".join(map(str, first)) for first in firsts)
        return Position.start(text, None, 0, variant, reserves=later)
    trump = None if variant.sets_trump else rng.choice(list(held[0])).suit
    return Position.start("0:" + "|".join(map(str, held)), trump, 0, variant)


def test_every_field_is_told() -> None:
    named = {"hands", "trump", "leader", "variant", *POSITION_FIELDS}
    assert named == set(PositionState.__dataclass_fields__)
