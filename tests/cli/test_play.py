"""`hakem play`: positions as they are typed and as records tell them, what is given, refusals."""

import json

import pytest
from conftest import ROOT

MATCH = str(ROOT / "docs" / "examples" / "match.txt")
# Seat 1 on lead to the sixth trick.
PLAYED = "C5 C8 C3 C6 D5 D7 DJ D4 S2 S8 SQ S4 SA SK S3 S7 HJ H5 H6 HT"
FIVE_WON = ["--hand", "AQ95.AJ84.65.JT8", "-t", "D", "--play", PLAYED, "--seed", "1"]
# Three cards each, seat 0 plays last to the eleventh trick.
LATE = [
    "--hand", "Q962.AKQ432.8.85", "-t", "H", "--play",
    "H3 SA H5 H6 S3 S9 S7 S5 HK C7 H8 H9 S2 SK SJ S4 CA CT C3 C5 D4 D7 DA D8 D2 HA DJ D5 C8 C4 CK"
    " C2 H7 HT H4 D3 S8 S6 D9 CQ DQ",
]  # fmt: skip


def test_the_verdict_comes_first(hakem):
    ran = hakem("play", *FIVE_WON, "--open")
    lines = ran.out.splitlines()
    assert ran.code == 0
    assert lines[0] == "♠95 ♥A84 ♦6 ♣JT   seat 1, trick 6   trump ♦   hokm"
    assert lines[2] == "Play ♥A: clearly best."
    assert "128 deals solved with open hands; 95% intervals" in ran.out
    assert "p" not in lines[4].split()
    assert "Paired tests on the same deals" in hakem("play", *FIVE_WON, "--details").out
    both = hakem("play", *FIVE_WON).out.splitlines()
    assert both[1].startswith("At the table")
    assert "♥" in both[3]
    assert any(line.startswith("With open hands ") for line in both)


def test_the_answer_in_json(hakem):
    found = json.loads(hakem("play", *FIVE_WON, "--json", "--open").out)
    assert (found["schema"], found["seat"], found["trick"], found["best"]) == (1, 1, 6, "HA")
    assert (found["hand"], found["taken"], found["table"]) == ("95.A84.6.JT", [0, 5], [])
    assert (found["sure"], found["exact"], found["stopped"]) == (True, False, "clear")
    first, second = found["cards"][:2]
    assert first["behind"] is None
    assert second["behind"]["points"]["mean"] > 0
    assert first["win"]["low"] < first["win"]["p"] < first["win"]["high"]
    assert [each["equal"] for each in found["cards"] if each["card"] == "CT"] == [["CJ"]]
    again = json.loads(hakem("play", *FIVE_WON, "--json", "--open", "--jobs", "3").out)
    assert again["cards"] == found["cards"]


def test_the_hand_may_stand_without_its_option(hakem):
    words = ["-t", "D", "--play", PLAYED, "--seed", "1", "-n", "32", "--json", "--open"]
    one = json.loads(hakem("play", "AQ95.AJ84.65.JT8", *words, "--seat", "1").out)
    other = json.loads(hakem("play", "-", *words, stdin="AQ95.AJ84.65.JT8\n").out)
    assert one["cards"] == other["cards"]
    assert one["n"] == 32


def test_the_cards_still_held_are_enough(hakem):
    words = ["-t", "D", "--play", PLAYED, "--seed", "1", "-n", "32", "--json", "--open"]
    dealt = json.loads(hakem("play", "AQ95.AJ84.65.JT8", *words).out)
    held = json.loads(hakem("play", "95.A84.6.JT", *words).out)
    assert held["cards"] == dealt["cards"]
    wrong = hakem("play", "A9.A84.6.JT", *words)
    assert (wrong.code, "cards that seat 1 has played" in wrong.err) == (3, True)
    few = hakem("play", "95.A84.6.J", *words)
    assert (few.code, "has 7 cards, expected 13 or 8" in few.err) == (3, True)


def test_a_card_is_given_to_a_seat(hakem):
    free = json.loads(hakem("play", *FIVE_WON, "-n", "200", "--json", "--open").out)
    texts = ["0:HK", "left:HK"]
    found = [
        json.loads(hakem("play", *FIVE_WON, "-n", "200", "--json", "--open", "--give", text).out)
        for text in texts
    ]
    assert found[0]["given"] == {"0": ".K.."}
    assert found[0]["cards"] == found[1]["cards"] != free["cards"]
    assert free["given"] == {}
    assert "if seat 0 holds ♥K" in hakem("play", *FIVE_WON, "--give", "0:HK").out
    assert "if your partner (seat 3) holds ♥K" in hakem("play", *FIVE_WON, "--give", "3:HK").out
    partner = json.loads(
        hakem("play", *FIVE_WON, "--give", "partner:HQ,HK", "--json", "--open").out
    )
    assert partner["given"] == {"3": ".KQ.."}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("words", [["trump", "KQ83.A.."], ["kot", "KQ83.A..", "-t", "S"]])
def test_a_card_is_given_before_the_call(hakem, words):
    short = [*words, "-n", "16", "--seed", "1"]
    plain = json.loads(hakem(*short, "--json", "--open").out)
    given = json.loads(hakem(*short, "--json", "--open", "--give", "partner:SA").out)
    assert (plain["given"], given["given"]) == ({}, {"2": "A..."})
    assert "if your partner (seat 2) holds ♠A" in hakem(*short, "--give", "2:SA").out
    kots = [answer.get("trumps", {}).get("S", answer)["kot"]["p"] for answer in (plain, given)]
    assert kots[0] < kots[1]
    ran = hakem(*short, "--give", "1:SK")
    assert (ran.code, "seat 1 cannot hold SK, seat 0 does" in ran.err) == (3, True)
    ran = hakem(*short, "--give", "0:SA")
    assert (ran.code, "seat 0 is your own" in ran.err) == (3, True)
    later = hakem(*words, "--give", "1:SA", "--variant", "two")
    assert "cards are dealt or drawn after the call" in later.err
    assert later.code in (2, 3)


def test_bids_are_judged_without_given_cards(hakem):
    ran = hakem("trump", "AKQJT.AK42.A4.84", "--variant", "daba", "--give", "2:SK")
    assert (ran.code, "--give: bids are judged on all deals" in ran.err) == (2, True)


def test_few_deals_are_counted_and_called_exact(hakem):
    ran = hakem("play", *LATE, "--open")
    assert ran.code == 0
    assert "Play ♥2: best, with all 80 possible deals counted." in ran.out
    assert "exact: all 80 deals that can be, solved with open hands" in ran.out
    assert "interval" not in ran.out
    assert "nothing is tested" in hakem("play", *LATE, "--open", "--details").out
    found = json.loads(hakem("play", *LATE, "--json", "--open").out)
    assert (found["exact"], found["n"], found["stopped"]) == (True, 80, "all")
    assert {each["card"]: each["win"]["count"] for each in found["cards"]} == {
        "H2": 80, "HQ": 60, "SQ": 42
    }  # fmt: skip
    fewer = json.loads(hakem("play", *LATE, "--json", "--open", "-n", "79").out)
    assert (fewer["exact"], fewer["n"]) == (False, 79)


def test_a_record_is_read_before_any_card(hakem):
    found = json.loads(hakem("play", MATCH, "--at", "5.3", "-n", "32", "--json", "--open").out)
    assert (found["seat"], found["trick"], found["table"]) == (2, 5, ["H6", "H9"])
    assert found["hand"] == ".AJT.Q983.K9"
    assert found["variant"] == "hokm"
    assert found["scoring"]["name"] == "ir"
    start = json.loads(
        hakem("play", MATCH, "--number", "1", "--at", "7", "-n", "32", "--json", "--open").out
    )
    assert (start["seat"], start["table"], start["taken"]) == (2, [], [6, 0])
    end = json.loads(hakem("play", MATCH, "-n", "32", "--json", "--open").out)
    assert (end["trick"], end["taken"]) == (8, [7, 0])


def test_a_side_that_has_its_kot_may_stop(hakem):
    said = "Your side has its kot and may stop here"
    assert said in hakem("play", MATCH, "-n", "8").out
    assert said not in hakem("play", MATCH, "--at", "7", "-n", "8").out


def test_the_score_of_the_match_is_that_of_the_seat(hakem):
    words = [*FIVE_WON, "-n", "64", "--json", "--open"]
    found = json.loads(hakem("play", *words, "--score", "4-6").out)
    assert found["scoring"]["kind"] == "chance"
    best = found["cards"][0]
    assert 0 < best["points"]["mean"] < 100
    # With one point to go for us every win wins the match, a kot is worth no more.
    last = json.loads(hakem("play", *words, "--score", "6-0").out)["cards"][0]
    assert last["points"]["mean"] > 95


REFUSED = {
    "no trump": (["AQT5.K84.A2.A742"], 2, "--trump: the trump called is needed"),
    "a trump nobody calls": (
        ["AQT5.K84.A2.A742", "-t", "S", "--variant", "beranga"], 2, "nobody calls trump in beranga"
    ),
    "too few cards": (["AQT5.K84.A2.A74", "-t", "S"], 3, "has 12 cards, expected 13"),
    "a spectator": (
        ["AQT5.K84.A2.A742", "-t", "S", "--seat", "spectator"], 2, "a spectator plays no card"
    ),
    "no seat": (["AQT5.K84.A2.A742", "-t", "S", "--seat", "x"], 2, "'x' is no seat"),
    "no such seat": (["AQT5.K84.A2.A742", "-t", "S", "--seat", "4"], 2, "there is no seat 4"),
    "another's turn": (
        ["AQT5.K84.A2.A742", "-t", "S", "--seat", "1"], 3, "seat 0 is to play, and 13 of its 13"
    ),
    "a card of one's own": (
        ["AQT5.K84.A2.A742", "-t", "S", "--seat", "1", "--play", "SA"],
        3, "trick 1, seat 0: SA is played, but seat 1 holds it",
    ),
    "a card twice": (
        ["AQT5.K84.A2.A742", "-t", "S", "--seat", "3", "--play", "S2 S3 S2"],
        3, "trick 1, seat 2: S2 is played, but it is not among the cards left",
    ),
    "a revoke": (
        ["AQT5.K84.A2.A742", "-t", "S", "--play", "SA H3 S2 S3 SQ S4"],
        3, "trick 2, seat 1: S4 is played, but trick 1, seat 1 showed by H3 not to hold it",
    ),
    "no card": (["AQT5.K84.A2.A742", "-t", "S", "--play", "SX"], 3, "SX"),
    "the hand twice": (
        ["AQT5.K84.A2.A742", "-t", "S", "--hand", "AQT5.K84.A2.A742"], 2, "a second time"
    ),
    "at without a record": (["AQT5.K84.A2.A742", "-t", "S", "--at", "3"], 2, "about a record"),
    "a trump for a record": ([MATCH, "-t", "S"], 2, "--trump: a record tells that itself"),
    "no place": ([MATCH, "--at", "soon"], 2, "'soon' names no card"),
    "no such trick": ([MATCH, "--at", "0"], 2, "tricks and cards count from 1"),
    "behind the end": ([MATCH, "--at", "9"], 2, "the record ends with card 4 of trick 7"),
    "no such hand": ([MATCH, "--number", "3", "--at", "1"], 2, "the record holds 2 in all"),
    "only a result": ([MATCH, "--number", "2"], 2, "only the result is recorded"),
    "no file": (["lost.hkm"], 2, "no such file"),
    "give no seat": (["AQT5.K84.A2.A742", "-t", "S", "--give", "SA"], 2, "expected a seat"),
    "give to nobody": (
        ["AQT5.K84.A2.A742", "-t", "S", "--give", "7:SK"], 2, "expected 0 to 3, partner, left"
    ),
    "give to oneself": (
        ["AQT5.K84.A2.A742", "-t", "S", "--give", "0:SK"], 3, "seat 0 is your own"
    ),
    "give one's own card": (
        ["AQT5.K84.A2.A742", "-t", "S", "--give", "2:SA"],
        3, "--give 2:SA: seat 2 cannot hold SA, seat 0 does",
    ),
    "give twice": (
        ["AQT5.K84.A2.A742", "-t", "S", "--give", "2:SK", "--give", "1:SK"],
        3, "--give 1:SK: SK is given to seat 2 as well",
    ),
    "give a card that was played": (
        ["QT5.K84.A32.A742", "-t", "S", "--give", "3:S3", "--play", "SA S3"],
        3, "trick 1, seat 1: S3 is played, but seat 3 holds it",
    ),
    "give what was shown not to be there": (
        ["QT5.K84.A32.A742", "-t", "S", "--give", "1:S3", "--play", "SA H3"],
        3, "trick 1, seat 1: H3 is played, but S3 is known to be in this hand and goes first",
    ),
    "give no card": (["AQT5.K84.A2.A742", "-t", "S", "--give", "2:SX"], 2, "--give 2:SX: "),
    "no deals": (["AQT5.K84.A2.A742", "-t", "S", "--samples", "0"], 2, "--samples"),
    "no time": (["AQT5.K84.A2.A742", "-t", "S", "--time", "0"], 2, "no time"),
    "a scoring of bids": (["AQT5.K84.A2.A742", "-t", "S", "--scoring", "daba"], 3, "no classes"),
    "a target alone": (["AQT5.K84.A2.A742", "-t", "S", "--target", "7"], 2, "give --score too"),
    "three players": (
        ["AQT52.K84.AQ2.AJT974", "-t", "S", "--variant", "three"],
        3, "a hand of three players in play has no class",
    ),
}  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_wrong_is_named(hakem, name):
    words, code, said = REFUSED[name]
    ran = hakem("play", *words)
    assert said in ran.err
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.count("\n") == 1
