"""Records: strict writing, lenient reading, round trips, the replayer, and broken files."""

from __future__ import annotations

import json
import os
import random
import re
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from collect import collect
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.base.cards import PACK, Card, Hand, Suit
from solver.base.errors import HakemError, RecordError, WriteError
from solver.base.outcomes import Outcome as O
from solver.game.deal import Deal
from solver.game.house_rules import HOUSES, find_house, set_options, usual_house
from solver.game.opening import pack_of
from solver.game.position import Position
from solver.game.scoring import SCORINGS, find_scoring
from solver.game.scoring_text import parse_scoring, show_scoring
from solver.game.variants import find_variant
from solver.match.scoring import HandResult, class_of_winners
from solver.record.model import HandRecord, MatchRecord, Trick
from solver.record.reader import (
    parse_result,
    read_file,
    read_match,
)
from solver.record.replay import redeal_rights, replay_hand, winning_card
from solver.record.sheet import replay_match
from solver.record.writer import save_match, show_result, write_match

BROKEN = Path(__file__).resolve().parents[1] / "data" / "broken"
HOKM = find_variant("hokm")


def random_deal(seed: int, seats: int = 4, size: int = 13) -> tuple[Hand, ...]:
    pack = list(PACK)
    random.Random(seed).shuffle(pack)
    return tuple(Hand.of(pack[i * size : (i + 1) * size]) for i in range(seats))


def random_play(
    hands: tuple[Hand, ...], trump: Suit | None, seed: int, variant=HOKM, tricks: int = 13
) -> tuple[Trick, ...]:
    """Random legal tricks."""
    rng = random.Random(seed)
    position = Position.start(Deal(hands), trump, 0, variant)
    played = []
    for _ in range(tricks):
        cards = []
        for _ in hands:
            card = rng.choice(position.legal())
            cards.append(card)
            position = position.play(card)
        played.append(Trick(tuple(cards)))
    return tuple(played)


def one_hand(hand: HandRecord, house: str = "points", scoring: str = "") -> MatchRecord:
    rules = find_house(house)
    return MatchRecord(rules, HOKM, find_scoring(scoring or rules.scoring), hands=(hand,))


# ---- replay --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_random_hands_replay_with_and_without_the_deal(seed: int) -> None:
    hands = random_deal(seed)
    trump = Suit(seed % 4)
    tricks = random_play(hands, trump, seed)
    with_deal = replay_hand(
        HandRecord(deal=hands, trump=trump, tricks=tricks), one_hand(HandRecord())
    )
    without = replay_hand(HandRecord(trump=trump, tricks=tricks), one_hand(HandRecord()))
    assert with_deal.winners == without.winners
    assert with_deal.result == without.result
    leader = 0
    sides = [0, 0]
    for trick, played in zip(tricks, with_deal.tricks, strict=True):
        assert played.leader == leader
        leader = (leader + winning_card(trick.cards, trump)) % 4
        sides[leader % 2] += 1
        assert played.winner == leader
        assert played.taken == tuple(sides)
    assert with_deal.result is not None
    assert with_deal.result.outcome is not None


SMALL = """
[Game "hokm"]
[Scoring "IR"]
[Trump "S"]
[Deal "0:A.A.2. 2.KQ.. 3.3.3. .5.AK."]
[Play]
1. SA S2 S3 DA
2. HA HQ H3 H5
3. D2 HK D3 DK
*
"""


def test_e1_record_is_a_kot_with_two_tricks_of_three() -> None:
    record = read_match(SMALL)
    replayed = replay_hand(record.hands[0], record)
    assert replayed.winners == (0, 0, 3)
    assert replayed.result == HandResult(O.KOT_A, (2, 1), failed=True)


def test_a_revoke_is_named_with_its_line() -> None:
    text = SMALL.replace("2. HA HQ H3 H5", "2. HA HQ D3 H5").replace("D3 DK", "H3 DK")
    with pytest.raises(RecordError, match=r"line 8: .*trick 2, seat 2: D3 is a revoke"):
        replay_match(read_match(text))


def test_a_revoke_shows_without_a_deal() -> None:
    hands = random_deal(3)
    tricks = list(random_play(hands, Suit.HEARTS, 3))
    # swap a followed card with a later one of another suit
    number = next(
        i for i, trick in enumerate(tricks[:8]) if trick.cards[0].suit == trick.cards[1].suit
    )
    first, second = tricks[number].cards[:2]
    lines = [f"{i}. {trick}" for i, trick in enumerate(tricks, 1)]
    later = next(
        (i, card)
        for i in range(number + 1, 13)
        for card in tricks[i].cards
        if card.suit != first.suit and card in hands[(0 + owner(tricks, number, 1)) % 4]
    )
    i, card = later
    lines[number] = lines[number].replace(str(second), str(card))
    lines[i] = lines[i].replace(str(card), str(second))
    with pytest.raises(RecordError, match=r"line \d+: "):
        replay_match(read_match('[Trump "H"]\n[Play]\n' + "\n".join(lines)))


def owner(tricks: list[Trick], number: int, place: int) -> int:
    leader = 0
    for trick in tricks[:number]:
        leader = (leader + winning_card(trick.cards, Suit.HEARTS)) % 4
    return (leader + place) % 4


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("SA S2 S3 DA", "SA S2 S3 D2", "line 9: trick 3: D2 was already played in trick 1"),
        ("HA HQ H3 H5", "SA HQ H3 H5", "line 8: trick 2: SA was already played in trick 1"),
        ("HA HQ H3 H5", "1: HA HQ H3 H5", "line 8: trick 2: seat 0 won the last trick"),
        ("1. SA", "1. 1: SA", "line 7: trick 1: seat 0 leads, not seat 1"),
        ("D3 DK\n", "\n4. DK D3 S4 S5\n", "line 9: trick 3 has only 2 of 4 cards"),
        ("[Game", "SA\nSK\n[Game", "line 2: 'SA' stands before the first tag"),
        ("2. HA", "3. HA", "line 8: this is trick 2, but it is numbered 3"),
        ("HA HQ H3 H5", "HA HQ H3", "line 8: trick 2 has only 3 of 4 cards"),
        ("HA HQ H3 H5", "HA HQ H3 H5 H6", "line 8: a trick has 4 cards, this one 5"),
        ("HA HQ H3 H5", "HA HQ HX H5", "line 8: 'HX' is no card"),
        ("HA HQ H3 H5", "? HA HQ H3 H5", "line 8: trick 2, seat 0: no trump is hidden in hokm"),
        ("[Trump \"S\"]", "[Trump \"X\"]", "line 4: 'X' names no suit"),
        ("[Trump \"S\"]", "[Trmp \"S\"]", "line 4: unknown tag Trmp (did you mean Trump?)"),
        ("[Trump \"S\"]", "", "the trump is not given"),
        ("[Trump \"S\"]", "[Trump \"S\"]\n[Trump \"S\"]", "line 5: the tag Trump comes twice"),
        ("[Trump \"S\"]", "[Trump \"S\"", "line 4: "),
        ("[Deal \"0:A.A.2.", "[Deal \"0:A.A.22.", "line 5: "),
        ("[Game \"hokm\"]", "[Game \"whist\"]", "line 2: there is no game"),
        ("[Scoring \"IR\"]", "[Scoring \"XX\"]", "line 3: 'XX' is no scoring"),
        ("[Scoring \"IR\"]", "[Scoring \"IR kot\"]", "line 3: 'IR kot' is no scoring"),
        ("[Scoring \"IR\"]", "[Options \"goon=2\"]", "line 3: "),
        ("[Scoring \"IR\"]", "[FirstCaller \"4\"]", "line 3: '4' is no seat"),
        ("[Scoring \"IR\"]", "[Players \"a,b\"]", "line 3: 2 players are named, 4 play"),
        ("[Scoring \"IR\"]", "[Match \" \"]", "line 3: a match has a name on one line"),
        ("*", "*\n[Result \"WIN_A\"]", "line 11: the record says win A, the play is kot A"),
        ("*", "*\n[Result \"KOT_A 3-0\"]", "line 11: the record says 3-0, the play gives 2-1"),
        ("*", "*\n[Result \"nothing\"]", "line 11: 'nothing' is no class"),
        ("*", "*\nSA", "line 11: 'SA' stands outside [Play]"),
        ("*", "{ open", "line 10: this comment is never closed"),
        ("[Trump \"S\"]", "[FirstFive \"SA HA D2 C2 C3\"]\n[Trump \"S\"]", "line 4: the caller's"),
        ("[Trump \"S\"]", "[FirstFive \"SA\"]\n[Trump \"S\"]", "line 4: the first five are 1"),
        ("[Trump \"S\"]", "[TurnUp \"H2@6\"]\n[Trump \"S\"]", "line 4: card 6 may not be turned"),
        ("[Trump \"S\"]", "[Blind \"SA\"]\n[Trump \"S\"]", "line 4: this house draws no trump"),
        ("[Trump \"S\"]", "[Challenge \"1 H\"]\n[Trump \"S\"]", "line 4: the challenge is refused"),
        ("[Trump \"S\"]", "[Dealer \"0\"]\n[Caller \"0\"]\n[Trump \"S\"]", "line 4: the dealer"),
        ("[Trump \"S\"]", "[Exchange \"1:S2/SA\"]\n[Trump \"S\"]", "line 4: this house exchanges"),
    ],
)  # fmt: skip
def test_faults_name_their_line(old: str, new: str, fault: str) -> None:
    text = SMALL.replace(old, new)
    assert text != SMALL
    with pytest.raises(RecordError) as caught:
        replay_match(read_match(text))
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


GAMES = [
    ("satat", ""),
    ("trup_kasiet", ""),
    ("double_sar", ""),
    ("double_sar", "no_collect=2,12 ace_rule=block"),
    ("double_sar", "no_collect=2,3,4 ace_rule=reset ace_trumps_count=off"),
    ("double_sar", "first_streak=3 ace_rule=demote"),
    ("dehla_pakad", ""),
    ("dehla_pakad", "dehla_result=tricks_decide"),
    ("dehla_five_card", ""),
    ("beranga", ""),
    ("beranga", "beranga_leader=holder_of_2C no_collect=1,2,12"),
    ("cut_hukum", "single_heap_until_trump=on"),
    ("band_rang", ""),
    ("band_rang_double", ""),
    ("daba_rang", ""),
    ("dummy_rang", ""),
    ("three_hokm", ""),
    ("two_hokm", ""),
    ("chokri", "chokri=majority"),
]


def game_record(name: str, options: str, seed: int) -> tuple[MatchRecord, Position]:
    """A whole random hand of this game as a record, and the position at its end."""
    rng = random.Random(seed)
    house = usual_house(find_variant(name))
    house, variant = set_options(house, house.applied_to(find_variant(name)), *options.split())
    scoring = find_scoring("CHOKRI_MAJORITY" if name == "chokri" else house.scoring)
    pack = list(pack_of(house))
    rng.shuffle(pack)
    size = variant.cards_per_hand
    hands = tuple(Hand.of(pack[i * size : (i + 1) * size]) for i in range(variant.seats))
    trump = None if variant.sets_trump else rng.choice(list(hands[0])).suit
    more = {}
    if name == "dehla_five_card":
        more["reserves"] = tuple(Hand.of(list(hand)[5:]) for hand in hands)
        hands = tuple(Hand.of(list(hand)[:5]) for hand in hands)
    indicator = None
    if variant.hides_trump or name == "trup_kasiet":
        indicator = more["indicator"] = min(hands[0].suit(trump))
    leader = 0
    if variant.get("beranga_leader") == "holder_of_2C":
        leader = next(s for s, hand in enumerate(hands) if Card.parse("C2") in hand)
    position = Position.start(Deal(hands), trump, leader, variant, **more)
    tricks = []
    while not position.over:
        if position.chances():
            position = rng.choice(position.chances())[1]
            trump = position.trump
        cards, requests = [], set()
        for place in range(variant.seats):
            if position.may_request_trump and rng.random() < 0.2:
                position = position.request_trump()
                requests.add(place)
            cards.append(rng.choice(position.legal()))
            position = position.play(cards[-1])
        tricks.append(Trick(tuple(cards), frozenset(requests)))
    hand = HandRecord(
        1,
        trump=trump,
        indicator=indicator,
        deal=hands,
        reserves=more.get("reserves", ()),
        tricks=tuple(tricks),
        auction=(7, 8, None, None) if name == "daba_rang" else (),
    )
    return MatchRecord(house, variant, scoring, hands=(hand,)), position


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_game_is_written_read_and_replayed(name: str, options: str, seed: int) -> None:
    record, end = game_record(name, options, seed)
    text = write_match(record)
    again = read_match(text)
    assert again == record
    assert write_match(again) == text
    replayed = replay_hand(again.hands[0], again)
    assert replayed.end == end
    assert replayed.result is not None
    winners, variant = replayed.winners, record.variant
    aces = [
        trick.number
        for trick in replayed.tricks
        if (card := trick.cards[(trick.winner - trick.leader) % variant.seats]).rank == 12
        and (variant.get("ace_trumps_count", True) or card.suit != end.trump)
    ]
    if name == "double_sar":  # the accountant, who never saw a card, agrees
        rule = variant["ace_rule"]
        accounts = collect(
            winners,
            aces,
            no_collect=variant["no_collect"],
            first_streak=variant["first_streak"],
            ace_rule="off" if rule == "demote" else rule,
        )
        assert accounts.taken == end.taken
        assert replayed.result.points == end.taken
    if name == "dehla_pakad":
        weights = [sum(card.rank == 8 for card in trick.cards) for trick in replayed.tricks]
        assert collect(winners, weights=weights).taken == end.taken
    if name in ("satat", "two_hokm"):
        assert replayed.result.outcome == class_of_winners(
            winners, 7, hard=variant["stop_rule"] == "hard7"
        )
    needs_deal = variant.hides_trump or name in ("dehla_five_card", "trup_kasiet")
    if not needs_deal and variant.get("ace_rule") != "demote" and "holder" not in options:
        bare = replace(again.hands[0], deal=())
        assert replay_hand(bare, again).winners == winners
    # the same record with one card changed for another is refused in one sentence
    rng = random.Random(seed)
    lines = text.split("\n")
    at = rng.choice([i for i, line in enumerate(lines) if re.match(r"\d+\. ", line)])
    words = lines[at].split(" ")
    words[-1] = str(rng.choice([card for card in PACK if str(card) != words[-1]]))
    lines[at] = " ".join(words)
    with pytest.raises(HakemError) as caught:
        replay_match(read_match("\n".join(lines), "x"))
    assert re.match(r"x, line \d+: ", str(caught.value))


def test_the_play_tells_the_trump_of_beranga() -> None:
    record, end = game_record("beranga", "", 1)
    assert end.trump is not None
    wrong = replace(record.hands[0], trump=Suit((end.trump + 1) % 4))
    with pytest.raises(RecordError, match="the play made"):
        replay_hand(wrong, record)


def test_a_plain_list_of_tricks() -> None:
    hands = random_deal(5)
    tricks = random_play(hands, Suit.SPADES, 5)
    text = "\n".join(", ".join(map(str, trick.cards)) for trick in tricks)
    record = read_match(text)
    assert [trick.cards for trick in record.hands[0].tricks] == [trick.cards for trick in tricks]
    hand = replace(record.hands[0], trump=Suit.SPADES)
    assert replay_hand(hand, record).result is not None


def test_lenient_spellings() -> None:
    text = SMALL.replace('[Trump "S"]', "[trump ♠] {a comment\nover lines} ; and more")
    text = text.replace("1. SA S2 S3 DA", "#1) 0: AS,2♠ s3  Da ; lead").replace("*", "")
    record = read_match("\ufeff% escaped line\r\n" + text.replace("\n", "\r\n"))
    assert replay_hand(record.hands[0], record).winners == (0, 0, 3)


def test_an_escaped_quote_does_not_end_a_tag() -> None:
    text = SMALL.replace("\n", '\n[Match "the \\"{big}\\" one; again"] {a remark}\n', 1)
    record = read_match(text)
    assert record.name == 'the "{big}" one; again'
    assert read_match(write_match(record)).name == record.name


def test_hard_stop_and_remarks() -> None:
    hands = random_deal(7)
    tricks = random_play(hands, Suit.CLUBS, 7)
    record = read_match('[House "iran"]\n[Hand "1"]\n')
    hand = HandRecord(deal=hands, trump=Suit.CLUBS, tricks=tricks)
    replayed = replay_hand(hand, record)
    assert replayed.result is not None
    assert max(replayed.result.points) == 7
    assert "played after the hand was decided" in replayed.remarks[0]
    # no word about a hand that stops where it is decided
    short = replay_hand(replace(hand, tricks=tricks[: sum(replayed.result.points)]), record)
    assert (short.result, short.remarks) == (replayed.result, ())


def test_an_open_end_takes_the_recorded_result() -> None:
    hands = random_deal(9)
    tricks = random_play(hands, Suit.CLUBS, 9, tricks=3)
    hand = HandRecord(deal=hands, trump=Suit.CLUBS, tricks=tricks)
    record = one_hand(hand)
    assert replay_hand(hand, record).result is None
    ended = replace(hand, result=HandResult(O.WIN_B))
    assert replay_hand(ended, record).by_record
    winners = {winner % 2 for winner in replay_hand(hand, record).winners}
    if winners == {0, 1}:
        for outcome in (O.KOT_A, O.KOT_B):
            with pytest.raises(RecordError, match="but the other side has"):
                replay_hand(replace(hand, result=HandResult(outcome)), record)


def test_turned_card_and_first_five_are_checked() -> None:
    hands = random_deal(2)
    caller = list(hands[0])
    five, turned = Hand.of(caller[:5]), caller[6]
    house = find_house("rang").set("turnup_trump=caller_may_choose")
    record = MatchRecord(house, HOKM, find_scoring("INPK"))
    tricks = random_play(hands, turned.suit, 1)
    hand = HandRecord(
        deal=hands, trump=turned.suit, first_five=five, turnup=(turned, 6), tricks=tricks
    )
    assert replay_hand(hand, record).result is not None
    stranger = next(iter(hands[1]))
    for changed, fault in (
        (replace(hand, turnup=(turned, 10)), "the pool is cards 6 to 9"),
        (replace(hand, turnup=(caller[0], 6)), "one of the first five"),
        (replace(hand, turnup=(stranger, 6)), "does not hold"),
        (replace(hand, trump=Suit((turned.suit + 1) % 4)), "makes"),
        (replace(hand, first_five=Hand.of([*caller[:4], stranger])), "first five"),
    ):
        with pytest.raises(RecordError, match=fault):
            replay_hand(changed, record)


def test_challenge_changes_trump_and_result() -> None:
    hands = random_deal(11)
    house = find_house("rang").set("challenge=on").set("challenge_leader=challenger")
    record = MatchRecord(house, HOKM, find_scoring("INPK"))
    rng = random.Random(1)
    position = Position.start(Deal(hands), Suit.HEARTS, 3, HOKM)
    tricks = []
    for _ in range(13):
        cards = []
        for _ in range(4):
            cards.append(rng.choice(position.legal()))
            position = position.play(cards[-1])
        tricks.append(Trick(tuple(cards)))
    hand = HandRecord(
        deal=hands, trump=Suit.SPADES, challenge=(3, Suit.HEARTS), tricks=tuple(tricks)
    )
    replayed = replay_hand(hand, record)
    assert replayed.start is not None
    assert replayed.start.leader == 3
    assert replayed.result is not None
    assert replayed.result.challenged
    run = all(winner % 2 for winner in replayed.winners[:7])
    assert replayed.result.outcome == (O.KOT_B if run else O.KOT_A)


def test_unused_redeal_rights_are_found() -> None:
    hand = HandRecord(first_five=Hand.parse("S2 S3 S4 S5 S6"))
    record = MatchRecord(find_house("satat"), HOKM, find_scoring("INPK"))
    assert redeal_rights(hand, record) == ("no king, queen or jack among the caller's first five",)
    assert redeal_rights(replace(hand, redeals=2), record) == ()


# ---- matches -------------------------------------------------------------------------------

MATCH = """
[Match "Thursday"]
[House "iran"]
[Players "Ali, Reza, Sara, Mina"]
[FirstCaller "2"]

[Hand "1"]
[Dealer "1"]
[Caller "2"]
[Result "KOT_A"]

[Hand "2"]
[Result "WIN_B"]

[Hand "3"]
[Caller "3"]
[Result "KOT_B"]
"""


def test_a_match_of_results() -> None:
    sheet = replay_match(read_match(MATCH))
    assert [entry.caller for entry in sheet.entries] == [2, 2, 3]
    assert [entry.after.score for entry in sheet.entries] == [(2, 0), (2, 1), (5, 1)]
    assert sheet.state.caller == 0
    assert sheet.winner is None


def test_the_wrong_caller_is_named() -> None:
    text = MATCH.replace('[Hand "2"]', '[Hand "2"]\n[Caller "0"]')
    with pytest.raises(RecordError, match="line 13: hand 2: seat 2 calls after the last result"):
        replay_match(read_match(text))


def test_results_as_a_list() -> None:
    record = read_match('[House "iran"]\n[Results]\nA\nkot a\ngoon\nWIN_B 6-7\n')
    sheet = replay_match(record)
    assert [entry.after.score for entry in sheet.entries] == [(1, 0), (3, 0), (3, 3), (4, 3)]
    with pytest.raises(RecordError, match="line 4: 'draw' is no class"):
        read_match('[House "iran"]\n[Results]\nA\ndraw\n')


def test_hands_after_the_end_open_a_new_match() -> None:
    record = read_match('[House "iran"]\n[Results]\n' + "kot a\n" * 5)
    sheet = replay_match(record)
    assert sheet.matches_won == (1, 0)
    assert sheet.state.score == (2, 0)
    assert sheet.remarks == ("hand 5 opens a new match",)


def test_three_players_and_dummy_matches() -> None:
    three = read_match('[House "three"]\n[Results]\n9-5-3\n7-0-0 run\n5-9-3\n8-8-1\n')
    sheet = replay_match(three)
    assert [entry.after.score for entry in sheet.entries] == [
        (1, 0, 0), (3, 0, 0), (3, 1, 0), (4, 1, 0),
    ]  # fmt: skip
    assert sheet.state.caller == 2
    assert [entry.score.winner for entry in sheet.entries] == [0, 0, 1, 1]  # or another seat
    dummy = read_match('[House "dummy"]\n[Results]\n9-4 lone=0\n10-3 lone=1\n')
    named = read_match('[House "dummy"]\n[Players "Ali, Reza, Sara"]\n[Results]\n9-4 lone=0\n')
    assert named.players == ("Ali", "Reza", "Sara")
    with pytest.raises(RecordError, match="2 players are named, 4 play"):
        read_match('[House "dummy"]\n[Players "Ali, Reza"]\n[Results]\n9-4 lone=0\n')
    sheet = replay_match(dummy)
    assert sheet.entries[0].after.score == (9, 4, 4)
    assert sheet.entries[0].after.lone == 1
    assert [(entry.number, entry.after.hands) for entry in sheet.entries] == [(1, 1), (2, 2)]
    with pytest.raises(RecordError, match="line 3: hand 1: person 0 plays with the dummy"):
        replay_match(read_match('[House "dummy"]\n[Results]\n9-4 lone=1\n'))


def test_daba_match() -> None:
    text = """
[House "daba"]
[Hand "1"]
[Auction "0: 7 8 pass pass"]
[Result "9-4"]
[Hand "2"]
[Auction "1: pass pass pass pass"]
[Result "6-7"]
"""
    sheet = replay_match(read_match(text))
    assert [entry.after.score for entry in sheet.entries] == [(0, 8), (0, 1)]
    assert [entry.caller for entry in sheet.entries] == [1, 1]
    with pytest.raises(RecordError, match="line 7: hand 2: seat 1 bids first"):
        replay_match(read_match(text.replace("1: pass", "2: pass")))
    with pytest.raises(RecordError, match="line 4: seat 1 bids 7"):
        replay_match(read_match(text.replace("7 8", "7 7")))


SATAT = """
[House "satat"]
[Hand "1"]
[Result "KOT_A"]
[Hand "2"]
[Trump "S"]
[Exchange "1:S7/SA 3:SJ/SQ"]
[Deal "0:7.5.6.7 A.8.9.T J.9.T.J Q.T.J.Q"]
[Play]
S7 SA SJ SQ
"""


def test_the_exchange_of_satat_is_checked() -> None:
    # clockwise the right-hand neighbour of seat 1 is seat 0, of seat 3 seat 2
    text = SATAT + '[Result "WIN_B"]\n'
    assert replay_match(read_match(text)).entries[1].caller == 0
    for old, new, fault in (
        ('[Result "KOT_A"]', '[Result "WIN_A"]', "line 7: no exchange is due"),
        ("1:S7/SA 3:SJ/SQ", "1:S7/SA", "seat 3 lost the kot and must give"),
        ("1:S7/SA 3:SJ/SQ", "1:H5/SA 3:SJ/SQ", "seat 1: lacking trumps"),
        ("1:S7/SA 3:SJ/SQ", "0:S7/SA 2:SJ/SQ", "lies in another hand"),
        ("1:S7/SA 3:SJ/SQ", "1:S7", "expected seat:given/returned"),
        ("KOT_A", "BAVNEY_A", "2 cards must be given"),
        ('[Exchange "1:S7/SA 3:SJ/SQ"]\n', "", "line 7: an exchange is due"),
    ):
        assert old in text
        with pytest.raises(RecordError) as caught:
            replay_match(read_match(text.replace(old, new)))
        assert fault in str(caught.value)
    # without a deal there is nothing to check
    assert replay_match(read_match('[House "satat"]\n[Results]\nkot a\nA\n')).state.hands == 2


def test_results_are_missing() -> None:
    with pytest.raises(RecordError, match="line 2: the hand has neither a play nor a result"):
        replay_match(read_match('[House "iran"]\n[Hand "1"]\n'))


# ---- texts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["KOT_A", "WIN_B 6-7", "KOT_A 7-1 failed", "WIN_B capitulated", "8-5 bid=8", "7-0-0 run",
     "9-4 lone=2", "NONE 2-2", "KOT_B challenged", "winners=0,2", "KOT_A partner_stopped"],
)  # fmt: skip
def test_result_texts(text: str) -> None:
    assert show_result(parse_result(text)) == text


@pytest.mark.parametrize(
    "text", ["", "KOT", "KOT_A KOT_B", "7-0 0-7", "bid=x", "lone=9 7-0", "1-", "failed", "win=3"]
)
def test_faulty_result_texts(text: str) -> None:
    with pytest.raises(HakemError):
        parse_result(text)


def test_scoring_texts() -> None:
    for scoring in SCORINGS:
        assert parse_scoring(show_scoring(scoring)) == scoring
    club = parse_scoring("club rules win=1/2 kot=3/4 target=12")
    assert club.points(O.BAVNEY_B) == (0, 4)
    assert parse_scoring(show_scoring(club)) == club
    assert parse_scoring("INPK target=0").target is None
    assert parse_scoring("INPK target=2").numbers().endswith("to 2 kots")


# ---- round trips ---------------------------------------------------------------------------

outcomes = st.sampled_from([O.BAVNEY_A, O.KOT_A, O.WIN_A, O.WIN_B, O.KOT_B, O.BAVNEY_B, O(0)])
results = st.builds(
    HandResult,
    outcomes,
    st.one_of(st.just(()), st.tuples(st.integers(0, 13), st.integers(0, 13))),
    failed=st.booleans(),
    partner_stopped=st.booleans(),
    capitulated=st.booleans(),
    challenged=st.booleans(),
    bid=st.none() | st.integers(0, 13),
    run=st.booleans(),
    winners=st.just(()),
    lone=st.none() | st.integers(0, 3),
)
printable = st.text(
    st.characters(min_codepoint=32, max_codepoint=0x2FF).filter(str.isprintable),
    min_size=1,
    max_size=20,
).map(str.strip)
card = st.sampled_from(PACK)


@st.composite
def hand_records(draw: st.DrawFn) -> HandRecord:
    seed = draw(st.integers(0, 10**6))
    hands = random_deal(seed)
    trump = draw(st.sampled_from(list(Suit)))
    tricks: tuple[Trick, ...] = ()
    if draw(st.booleans()):
        tricks = random_play(hands, trump, seed, tricks=draw(st.integers(1, 13)))
    notes = draw(st.lists(st.tuples(st.just("Annotator"), printable), max_size=1))
    return HandRecord(
        dealer=draw(st.none() | st.integers(0, 3)),
        caller=draw(st.none() | st.integers(0, 3)),
        redeals=draw(st.integers(0, 3)),
        first_five=Hand.of(list(hands[0])[:5]) if draw(st.booleans()) else None,
        turnup=(draw(card), draw(st.integers(6, 13))) if draw(st.booleans()) else None,
        blind=draw(st.none() | card),
        auction=tuple(draw(st.lists(st.none() | st.integers(1, 13), max_size=4))),
        auction_first=0,
        trump=draw(st.none() | st.just(trump)),
        indicator=draw(st.none() | card),
        challenge=(1, Suit.HEARTS) if draw(st.booleans()) else None,
        exchange=((1, Hand.of(PACK[:2]), Hand.of(PACK[5:7])),) if draw(st.booleans()) else (),
        deal=hands if draw(st.booleans()) else (),
        tricks=tricks,
        result=draw(st.none() | results),
        notes=tuple(notes),
    )


@st.composite
def match_records(draw: st.DrawFn) -> MatchRecord:
    house = draw(st.sampled_from([house for house in HOUSES if house.game == "hokm"]))
    house = house.with_options(challenge=draw(st.booleans()), goon_value=draw(st.integers(1, 20)))
    variant = HOKM.with_options(**dict(house.play))
    if draw(st.booleans()):
        variant = variant.set("void_duty=must_trump")
    scoring = draw(st.sampled_from([s for s in SCORINGS if s.kind == "class"]))
    if not house.play:  # what a reader without the House tag would take
        house = replace(house, name=usual_house(variant, scoring).name, play={})
        base = find_house(house.name)
        house = base.with_options(**dict(house.changed()))
        house = replace(house, play={})
    variant = house.applied_to(variant)
    hands = draw(st.lists(hand_records(), max_size=3))
    return MatchRecord(
        house,
        variant,
        scoring,
        draw(st.just("") | printable.filter(bool)),
        ("a", "b b", "c", "d") if draw(st.booleans()) else (),
        draw(st.integers(0, 3)),
        tuple(replace(hand, number=i) for i, hand in enumerate(hands, 1)),
        (("Site", 'the club "x" \\ y'),) if draw(st.booleans()) else (),
    )


@settings(max_examples=30, deadline=None)
@given(match_records())
def test_round_trip(record: MatchRecord) -> None:
    text = write_match(record)
    again = read_match(text)
    assert again == record
    assert write_match(again) == text


# ---- broken files --------------------------------------------------------------------------


def expect_one_sentence(text: str | bytes) -> None:
    """Reading and replaying ends well or in one sentence that is a HakemError."""
    try:
        if isinstance(text, bytes):
            from solver.record.reader import decode

            text = decode(text, "x")
        record = read_match(text, "x")
        strict = write_match(record)
        assert write_match(read_match(strict)) == strict
        replay_match(record)
    except HakemError as fault:
        said = str(fault)
        assert said
        assert "\n" not in said
        assert "Traceback" not in said


@pytest.mark.parametrize("path", sorted(BROKEN.iterdir()), ids=lambda path: path.name)
def test_broken_files_end_in_one_sentence(path: Path) -> None:
    with pytest.raises(HakemError) as caught:
        replay_match(read_file(str(path)))
    said = str(caught.value)
    assert "\n" not in said
    expected = path.name.split("-")[0]
    if expected.isdigit() and int(expected):
        assert f"line {int(expected)}: " in said
    assert said.startswith(str(path))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    expect_one_sentence(text)


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=120))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    expect_one_sentence(raw)


GOOD = MATCH + '\n[Hand "4"]\n[FirstFive "A.A.2.2A."]\n' + SMALL.partition('[Scoring "IR"]')[2]


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from([MATCH, SMALL, GOOD]),
    st.lists(
        st.tuples(
            st.integers(0, 10**6),
            st.sampled_from(["delete", "insert", "swap", "double", "cut"]),
            st.sampled_from(list('SHDC2TA019.:*?[]"\\{};%-= \n\x00é♠')),
        ),
        min_size=1,
        max_size=6,
    ),
)
def test_mutated_records_end_in_one_sentence(text: str, edits: list[tuple[int, str, str]]) -> None:
    for where, what, sign in edits:
        at = where % (len(text) + 1)
        if what == "delete":
            text = text[:at] + text[at + 1 :]
        elif what == "insert":
            text = text[:at] + sign + text[at:]
        elif what == "swap":
            text = text[:at] + sign + text[at + 1 :]
        elif what == "cut":
            text = text[:at]
        else:
            lines = text.split("\n")
            line = lines[at % len(lines)]
            text = "\n".join([*lines, line])
    expect_one_sentence(text)


# ---- files ---------------------------------------------------------------------------------


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.hkm"
    record = read_match(MATCH)
    save_match(record, str(path))
    first = path.read_text()
    assert read_file(str(path)) == record

    import os

    def failing(*_: object) -> None:
        raise OSError(28, "No space left on device")

    longer = replace(record, hands=(*record.hands, HandRecord(4, result=HandResult(O.WIN_A))))
    for name in ("replace", "fsync"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, failing)
            with pytest.raises(WriteError, match="could not be written: the disk is full"):
                save_match(longer, str(path))
        assert path.read_text() == first
        assert [p.name for p in tmp_path.iterdir()] == ["match.hkm"]
    with pytest.raises(WriteError, match="could not be written: there is no folder"):
        save_match(record, str(tmp_path / "none" / "match.hkm"))
    with pytest.raises(RecordError, match="no such file"):
        read_file(str(tmp_path / "none"))
    path.write_bytes(b'[Match "x"]\n\xff\xfe')
    with pytest.raises(RecordError, match="line 2: this is no UTF-8 text"):
        read_file(str(path))


def test_a_question_mark_may_touch_its_card() -> None:
    text = '[Game "band rang"]\n[Trump "S"]\n[Play]\n1. HA, ?S2 H3 ? H4\n'
    trick = read_match(text).hands[0].tricks[0]
    assert str(trick) == "HA ? S2 H3 ? H4"
    assert trick.requests == {1, 3}


def test_a_deal_may_begin_with_a_compass_point() -> None:
    five = {"0": "A.2.. K.3.. Q.4.. J.5..", "N": "A.2.. J.5.. Q.4.. K.3.."}
    found = [
        read_match(f'[Deal "{first}:{text}"]\n[Result "A"]\n').hands[0].deal
        for first, text in five.items()
    ]
    assert found[0] == found[1]
    clockwise = f'[Options "direction=cw"]\n[Deal "E: {five["0"]}"]\n[Result "A"]\n'
    assert read_match(clockwise).hands[0].deal == found[0]


def test_only_regular_files_are_written(tmp_path: Path) -> None:
    pipe, link, folder = tmp_path / "pipe", tmp_path / "link", tmp_path / "folder"
    os.mkfifo(pipe)
    folder.mkdir()
    for path in (pipe, folder, Path("/dev/null")):
        with pytest.raises(WriteError, match="it is no regular file"):
            save_match(read_match(MATCH), str(path))
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    link.symlink_to(tmp_path / "real")  # a link to a file that is still to come
    save_match(read_match(MATCH), str(link))
    assert link.is_symlink()
    assert read_file(str(link)).hands == read_match(MATCH).hands


def test_a_sheet_as_json_is_that_of_the_command(hakem) -> None:  # type: ignore[no-untyped-def]
    path = Path(__file__).parents[2] / "docs" / "examples" / "match.txt"
    sheet = replay_match(read_file(path))
    said = json.loads(hakem("replay", path, "--json").out)
    assert said == {"schema": 1, **json.loads(json.dumps(sheet.to_dict()))}
    assert [hand["score"] for hand in sheet.to_dict()["hands"]][-1] == list(sheet.state.score)


def test_a_sheet_in_a_line() -> None:
    text = '[House "iran"]\n[Results]\n9-4\nKOT_B\n'
    sheet = replay_match(read_match(text))
    assert str(sheet) == "a match, 2 hands of iran: 1 : 3"
    assert str(replay_match(read_match(f'[Match "m"]\n{text}'))).startswith("m, 2 hands of ")


def test_comments_stand_behind_their_cards_and_are_read_over():
    """At random places, before and after a request and at the end of a trick: the record stays."""
    record = read_match(Path("docs/examples/match.txt").read_text(encoding="utf-8"))
    plain = write_match(record)
    dice = random.Random(3)
    cards = {n: sum(len(t.cards) for t in h.tricks) for n, h in enumerate(record.hands, 1)}
    for _ in range(20):
        said = {
            number: {
                place: f"?? at {place}; [worse]" for place in range(count) if dice.random() < 0.3
            }
            for number, count in cards.items()
        }
        text = write_match(record, said)
        assert read_match(text) == record
        assert text.count("{") == sum(map(len, said.values()))
        assert re.sub(r" \{[^}]*\}", "", text) == plain
    first = f"{record.hands[0].tricks[0].cards[0]} {{here}} "
    assert first in write_match(record, {1: {0: "here"}})
    for bad in ("a } brace", "two\nlines"):
        with pytest.raises(RecordError, match="a comment cannot hold a brace"):
            write_match(record, {1: {0: bad}})
