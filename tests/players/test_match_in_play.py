"""A match with a person in it: whole matches, records, and taking them up again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.base.cards import Card, Suit
from solver.base.errors import HakemError, MatchError, OptionError, PlayError, VariantError
from solver.game.house_rules import call_scoring, usual_house
from solver.game.variants import find_variant
from solver.match.ledger import Rules
from solver.players import ThumbPlayer, play_out_match
from solver.players.hands import ask
from solver.players.match_in_play import MatchInPlay
from solver.record import read_match, replay_match, write_match

THUMB = ThumbPlayer()
GAMES = [
    "hokm",
    "satat",
    "double_sar",
    "band_rang",
    "three_hokm",
    "dummy_rang",
    "dehla_five_card",
    "beranga",
    "BERANGA_GAMN",
]


def sit_down(game: str, seat: int = 1, seed: int = 5, practice: bool = False) -> MatchInPlay:
    variant = find_variant(game)
    house = usual_house(variant)
    scoring = call_scoring(house)
    if scoring.target is not None:
        scoring = scoring.with_target(2)
    return MatchInPlay(Rules(house, scoring), variant, THUMB, seat, seed, practice)


def play_hand(match: MatchInPlay, cards: int = 99) -> None:
    """Up to so many answers of the person, who plays as the rule of thumb does."""
    sitting = match.sitting
    while True:
        list(sitting.play_on())
        if sitting.over or cards == 0:
            return
        assert sitting.due is not None
        assert sitting.due.seat == sitting.seat
        ask(sitting.hand, sitting.due, THUMB)
        cards -= 1


def again(match: MatchInPlay) -> MatchInPlay:
    """The match after its text was written and read."""
    return MatchInPlay.of_record(read_match(write_match(match.record)), THUMB)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_that_of_players_and_its_record_replays(game: str) -> None:
    """A person who plays as the others do plays the match of `play_out_match`, card by card."""
    match = sit_down(game)
    players = [THUMB] * match.rules.seats
    for number, (played, entry) in enumerate(
        play_out_match(players, match.rules, match.variant, 5, most_hands=3)
    ):
        if number:
            match.next_hand()
        play_hand(match, 2 + number)
        match = again(match)
        play_hand(match)
        mine, scored = match.score()
        assert (mine, scored) == (played, entry)
        taken = again(match)
        assert (taken.state, taken.entries) == (match.state, match.entries)
        assert taken.scored == (match.winner is not None)
    sheet = replay_match(read_match(write_match(match.record)))
    assert [replace(one, line=0) for one in sheet.entries] == [
        replace(one, line=0) for one in match.entries
    ]
    assert sheet.state == match.state


def test_events_show_what_all_saw() -> None:
    match = sit_down("hokm", seat=0)
    sitting = match.sitting
    assert list(sitting.play_on()) == []
    asked = sitting.due
    assert asked is not None
    assert (asked.what, asked.view, len(sitting.own)) == ("call", None, 5)
    (called,) = sitting.answer(Suit.HEARTS)
    assert called.to_dict() == {"what": "call", "seat": 0, "suit": "H", "cards": []}
    card = next(iter(sitting.own))
    list(sitting.answer(card))
    events = list(sitting.play_on())
    assert [event.what for event in events[:4]] == ["play", "play", "play", "trick"]
    assert [event.seat for event in events[:3]] == [1, 2, 3]
    assert events[3].cards == (card, *(event.cards[0] for event in events[:3]))


def test_a_hidden_trump_stays_hidden() -> None:
    match = sit_down("band_rang", seat=1)
    events = list(match.sitting.play_on())
    assert events[0].what == "call"
    assert events[0].suit is None


def test_what_may_not_be_is_refused_and_changes_nothing() -> None:
    match = sit_down("hokm", seat=0)
    sitting = match.sitting
    with pytest.raises(PlayError, match="a suit is called"):
        sitting.answer(Card.parse("SA"))
    list(sitting.answer(Suit.SPADES))
    other = next(iter(sitting.hand.hand_of(1)))
    before = match.record
    with pytest.raises(PlayError, match=f"{other} is not in this hand") as told:
        sitting.answer(other)
    assert "holds it" not in str(told.value)
    assert match.record == before
    with pytest.raises(PlayError, match="only practice"):
        match.take_back()
    with pytest.raises(PlayError, match="not over"):
        match.next_hand()
    with pytest.raises(OptionError, match="no seat 4"):
        sit_down("hokm", seat=4)


@pytest.mark.parametrize(("game", "why"), [("two_hokm", "stock"), ("daba_rang", "bids")])
def test_games_that_are_not_played_here(game: str, why: str) -> None:
    with pytest.raises(VariantError, match=why):
        sit_down(game)


def test_practice_takes_back_as_far_as_the_call() -> None:
    match = sit_down("hokm", seat=0, practice=True)
    play_hand(match, 4)
    for _ in range(4):
        match.take_back()
    assert match.sitting.due is not None
    assert match.sitting.due.what == "call"
    with pytest.raises(PlayError, match="nothing of yours"):
        match.take_back()


def test_the_same_cards_again_from_another_seat() -> None:
    match = sit_down("hokm", seat=0)
    play_hand(match)
    first, _ = match.score()
    second = match.sitting.again(2)
    assert second.seat == 2
    assert not second.hand.answers
    list(second.play_on())
    while not second.over:
        assert second.due is not None
        ask(second.hand, second.due, THUMB)
        list(second.play_on())
    assert second.hand.played == first
    assert len(match.hands) == 1


def test_the_call_is_kept_before_the_first_card() -> None:
    match = sit_down("hokm", seat=0, practice=True)
    list(match.sitting.answer(Suit.CLUBS))
    taken = again(match)
    assert taken.practice
    assert taken.sitting.hand.trump == Suit.CLUBS
    assert taken.sitting.due == match.sitting.due


def test_a_record_of_another_match_is_refused() -> None:
    match = sit_down("hokm", seat=0)
    play_hand(match, 3)
    record = match.record
    notes = tuple((n, "6" if n == "Seed" else value) for n, value in record.notes)
    with pytest.raises(MatchError, match="not the cards that the seed deals"):
        MatchInPlay.of_record(replace(record, notes=notes), THUMB)
    with pytest.raises(HakemError, match="no match that can be gone on with"):
        MatchInPlay.of_record(replace(record, notes=()), THUMB)
