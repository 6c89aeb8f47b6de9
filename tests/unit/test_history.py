"""The history of a hand, against the rules step by step, for random play in every game."""

from __future__ import annotations

import dataclasses
import random

import pytest
from plays import dealt, played

from solver import VARIANTS, Hand, Position, Suit
from solver.cards import PACK
from solver.errors import PlayError
from solver.game import rules
from solver.game.history import History, barred_by
from solver.game.variants import find_variant

NAMES = [variant.name for variant in VARIANTS]
DUTIES = {"void_duty": "must_trump", "overtrump_duty": "vs_opponent"}


@pytest.mark.parametrize("name", NAMES)
def test_a_history_is_the_play_step_by_step(name: str) -> None:
    rng = random.Random(f"history {name}")
    start = dealt(find_variant(name), rng)
    play = played(start, rng)
    history = History.of(start, play)
    position, seats = start, []
    for item in play:
        if item == "ask":
            position = position.request_trump()
            continue
        seats.append(position.to_move)
        position = position.play(item)
    assert history.now == position
    assert history.seats == tuple(seats)
    assert history.cards == tuple(card for card in play if card != "ask")
    assert len(history.tricks) == position.tricks_done
    assert [c for trick in history.tricks for c in trick.cards] == list(
        history.cards[: len(history.cards) - len(position.table)]
    )
    assert [trick.leader for trick in history.tricks][1:] == [
        trick.winner for trick in history.tricks[:-1]
    ]
    part = History.of(start, play[: len(play) // 2])
    assert part.now.table == part.cards[len(part.cards) - len(part.now.table) :]
    if not start.reserves:  # a seat never holds what it showed not to hold
        for held, out in zip(part.now.hands, part.barred, strict=True):
            assert not held & out


@pytest.mark.parametrize("name", NAMES)
def test_every_step_leads_to_a_position_that_passes_the_check(name: str) -> None:
    rng = random.Random(f"steps {name}")
    for _ in range(4):
        start = dealt(find_variant(name), rng)
        for position in History.of(start, played(start, rng)).positions:
            assert dataclasses.replace(position) == position


@pytest.mark.one_in(5)
@pytest.mark.parametrize("duties", [False, True], ids=["usual", "duties"])
@pytest.mark.parametrize("name", NAMES)
def test_a_card_rules_out_exactly_the_hands_it_is_illegal_from(name: str, duties: bool) -> None:
    variant = find_variant(name)
    if duties and "void_duty" not in variant.settings:
        variant = find_variant("hokm")
    if duties:
        variant = variant.with_options(**DUTIES)
    rng = random.Random(f"barred {name} {duties}")
    start = dealt(variant, rng)
    history = History.of(start, played(start, rng))
    ruled_out = 0
    for card, position in zip(history.cards, history.positions, strict=False):
        out = barred_by(position, card)
        position = rules.shown_in_time(position)
        if not position.table and not position.asked:
            assert not out
            continue
        for _ in range(8):
            hand = Hand.of(rng.sample(PACK, rng.randint(0, 6))) | Hand(card.bit)
            legal = card in rules.legal_from(position, hand)
            assert legal == (not hand & out), (card, hand, position)
            ruled_out += not legal
    assert ruled_out


@pytest.mark.slow
def test_a_request_for_the_trump_shows_a_void() -> None:
    variant = find_variant("band_rang")
    rng = random.Random(3)
    found = 0
    for _ in range(30):
        start = dealt(variant, rng)
        history = History.of(start, played(start, rng))
        for number in history.requests:
            position = history.positions[number]
            if position.table:
                led = position.table[0].suit
                assert history.barred[position.to_move].length(led) >= 12
                found += 1
    assert found


def test_an_illegal_play_is_refused_as_replay_does() -> None:
    start = Position.start("0:AK... Q3... J2... T4...", Suit.SPADES)
    with pytest.raises(PlayError, match="trick 1, seat 1: SJ is not in this hand, seat 2 holds it"):
        History.of(start, ["SA", "SJ"])


def test_trump_is_drawn_only_where_cards_are_waiting() -> None:
    start = Position.start("0:AK..2. ..A.32 .AKQ.. Q.J.K.", Suit.SPADES)
    with pytest.raises(PlayError, match="trick 1: no cards are waiting to be dealt"):
        rules.draw_trump(start, Suit.HEARTS)
