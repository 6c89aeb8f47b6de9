"""The course of a hand, against the rules step by step, for random play in every game."""

from __future__ import annotations

import dataclasses
import random

import pytest
from plays import dealt, played

from solver import VARIANTS, Hand, Position, Suit
from solver.base.cards import PACK
from solver.base.errors import PlayError
from solver.game import rules
from solver.game.course import Course, barred_by
from solver.game.variants import find_variant

NAMES = [variant.name for variant in VARIANTS]
DUTIES = {"void_duty": "must_trump", "overtrump_duty": "vs_opponent"}


@pytest.mark.parametrize("name", NAMES)
def test_a_course_is_the_play_step_by_step(name: str) -> None:
    rng = random.Random(f"course {name}")
    start = dealt(find_variant(name), rng)
    play = played(start, rng)
    course = Course.of(start, play)
    position, seats = start, []
    for item in play:
        if item == "ask":
            position = position.request_trump()
            continue
        seats.append(position.to_move)
        position = position.play(item)
    assert course.now == position
    assert course.seats == tuple(seats)
    assert course.cards == tuple(card for card in play if card != "ask")
    assert len(course.tricks) == position.tricks_done
    assert [c for trick in course.tricks for c in trick.cards] == list(
        course.cards[: len(course.cards) - len(position.table)]
    )
    assert [trick.leader for trick in course.tricks][1:] == [
        trick.winner for trick in course.tricks[:-1]
    ]
    part = Course.of(start, play[: len(play) // 2])
    assert part.now.table == part.cards[len(part.cards) - len(part.now.table) :]
    for held, out in zip(rules.shown_in_time(part.now).hands, part.barred, strict=True):
        assert not held & out  # a seat never holds what it showed not to hold


@pytest.mark.parametrize("name", NAMES)
def test_every_step_leads_to_a_position_that_passes_the_check(name: str) -> None:
    rng = random.Random(f"steps {name}")
    for _ in range(4):
        start = dealt(find_variant(name), rng)
        for position in Course.of(start, played(start, rng)).positions:
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
    course = Course.of(start, played(start, rng))
    ruled_out = 0
    for (card, requests), position, _ in course.steps:
        position = position.request_trump() if requests else position
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
        course = Course.of(start, played(start, rng))
        for move, position, _ in course.steps:
            if move.requests and position.table:
                led = position.table[0].suit
                assert course.barred[position.to_move].length(led) >= 12
                found += 1
    assert found


@pytest.mark.parametrize("name", NAMES)
def test_a_part_of_a_course_is_the_course_of_its_words(name: str) -> None:
    rng = random.Random(f"parts {name}")
    start = dealt(find_variant(name), rng)
    course = Course.of(start, played(start, rng))
    words = course.words
    for number in {0, len(words), *rng.sample(range(len(words)), 8)} | {
        at + 1 for at, word in enumerate(words) if word == "ask"
    }:
        part = course.until(number)
        assert part == Course.of(start, words[:number])
        assert part.words == words[:number]
        assert part.barred == Course.of(start, words[:number]).barred
        assert part.until(number) == part


def test_a_trick_that_had_begun_is_part_of_a_course() -> None:
    start = Position.start("0:AK... Q3... J2... T4...", Suit.SPADES)
    whole = Course.of(start, "SA S3 S2 S4 SK SQ")
    part = Course.of(whole.positions[2], "S2 S4 SK SQ")
    assert part.tricks == whole.tricks
    assert len(whole.tricks) == 1


def test_an_illegal_play_is_refused_as_replay_does() -> None:
    start = Position.start("0:AK... Q3... J2... T4...", Suit.SPADES)
    with pytest.raises(PlayError, match="trick 1, seat 1: SJ is not in this hand, seat 2 holds it"):
        Course.of(start, ["SA", "SJ"])


def test_trump_is_drawn_only_where_cards_are_waiting() -> None:
    start = Position.start("0:AK..2. ..A.32 .AKQ.. Q.J.K.", Suit.SPADES)
    with pytest.raises(PlayError, match="trick 1: no cards are waiting to be dealt"):
        rules.draw_trump(start, Suit.HEARTS)
