"""Every refusal of the command line: its exit code, and one sentence without a traceback."""

import json
import re

import pytest

DEAL = "0:QJT85.AK652.4.JT A742.Q97.A65.863 96.843.Q983.K975 K3.JT.KJT72.AQ42"
ENDING = "0:AK..2. ..A.32 .AKQ.. Q.J.K."

USAGE = {
    "no file and no deal": (["solve", "no-such-file.txt"], "no-such-file.txt"),
    "leader": (["solve", ENDING, "--leader", "4"], "seat 4"),
    "player": (["solve", ENDING, "--player", "4"], "4"),
    "a table too large": (["solve", ENDING, "--memory", "65537"], "65536"),
    "a node limit too large": (["solve", ENDING, "--nodes", "9" * 20], "9223372036854775807"),
    "an option called self": (["solve", ENDING, "--set", "self=1"], "no option 'self'"),
    "unknown command": (["plays"], "plays"),
    "a long command": (["x" * 5000], f"'{'x' * 57}...'"),
    "a command with an escape": (["\x1b[2Jzz"], r"'\x1b[2Jzz'"),
    "unknown option": (["trump", "AQ.K84..", "--foo"], "--foo"),
    "seed no number": (["trump", "AQ.K84..", "--seed", "x"], "--seed"),
    "seed negative": (["kot", "AQ.K84..", "-t", "S", "--seed", "-1"], "--seed"),
    "seed of deal no number": (["deal", "--seed", "1.5"], "--seed"),
    "zero samples": (["trump", "AQ.K84..", "--samples", "0"], "expected 1 or more"),
    "zero samples of kot": (["kot", "AQ.K84..", "-t", "S", "--samples", "0"], "--samples"),
    "zero deals": (["deal", "-n", "0"], "--number"),
    "zero jobs": (["trump", "AQ.K84..", "--jobs", "0"], "--jobs"),
    "zero time": (["trump", "AQ.K84..", "--time", "0"], "time"),
    "time no number": (["trump", "AQ.K84..", "--time", "soon"], "--time"),
    "precision too wide": (["trump", "AQ.K84..", "--precision", "2"], "precision"),
    "unknown scoring": (["trump", "AQ.K84..", "--scoring", "whist"], "whist"),
    "unknown variant": (["trump", "AQ.K84..", "--variant", "whist"], "whist"),
    "unknown rule option": (["trump", "AQ.K84..", "-o", "stop=now"], "stop"),
    "no option of the table": (
        ["choose", "AQ.K84..", "--set", "foo=1"],
        "`hakem variants iran` lists those of the table",
    ),
    "an option of the table misspelt": (
        ["trump", "AQ.K84..", "--set", "chalenge=on"],
        "did you mean challenge?",
    ),
    "rule option without value": (["trump", "AQ.K84..", "-o", "stop_rule"], "stop_rule"),
    "wrong value of a rule option": (["trump", "AQ.K84..", "-o", "stop_rule=8"], "stop_rule"),
    "no trump call": (["trump", "AQ.K84..", "--variant", "beranga"], "no trump call"),
    "kot of thirteen without a trump": (["kot", "AQT5.K84.A2.A742"], "--trump"),
    "kot without a trump or a book": (["kot", "AQ.K84..", "--variant", "double_sar"], "no book of"),
    "trump of one call": (["trump", "AQ.K84..", "-t", "S"], "a row of the answer"),
    "kot without any trump": (["kot", "AQ.K84..", "-t", "none"], "--trump"),
    "unknown suit": (["kot", "AQ.K84..", "-t", "X"], "'X'"),
    "unknown trump": (["solve", DEAL, "-t", "stars"], "'stars'"),
    "unknown question": (["solve", DEAL, "--ask", "score"], "score"),
    "no race": (["solve", DEAL, "--race", "seven"], "seven"),
    "race of nothing": (["solve", DEAL, "--race", "0,7"], "0,7"),
    "give without a seat": (["deal", "--give", "AQ.K84.."], "--give"),
    "give to no seat": (["deal", "--give", "4:AQ.K84.."], "seat 4"),
    "give a card twice": (["deal", "--give", "0:SA", "--give", "1:SA"], "SA"),
    "give no card": (["deal", "--give", "0:Z"], "'Z'"),
    "length of nothing": (["deal", "--length", "0:S"], "--length"),
    "length of no suit": (["deal", "--length", "0:X=3"], "'X'"),
    "impossible length": (["deal", "--length", "0:S=14"], "seat 0"),
    "impossible lengths": (["deal", "--length", "0:S=9", "--length", "1:S=9"], "no deal"),
    "too many cards": (["deal", "--cards", "14"], "56"),
    "unknown game": (["variants", "whist"], "whist"),
    "unknown bench group": (["bench", "--group", "huge"], "huge"),
}
ILLEGAL = {
    "six cards": (["trump", "AQ.K84.2."], "6 cards, expected 5"),
    "four cards": (["trump", "AQ.K8.."], "4 cards, expected 5"),
    "thirteen cards": (["trump", "AQT5.K84.A2.A742"], "13 cards"),
    "a card twice": (["trump", "AQ.K88.."], "H8 appears twice"),
    "unknown rank": (["trump", "AX.K84.."], "'X'"),
    "no dots": (["trump", "AQ.K84"], "expected 4"),
    "two of four suits": (["trump", "KQ83/A"], "write KQ83.A.. or SK SQ S8 S3 HA"),
    "a deal to play": (["play", DEAL, "-t", "S"], "a deal of 4 hands, expected one hand: `hakem s"),
    "a deal of two": (["trump", "0:AK... Q2..."], "a deal of 2 hands"),
    "a hand to solve": (["solve", "K84.KT76.J9.AJ85", "-t", "D"], "one hand, expected a deal: `"),
    "an x in a deal": (["solve", "0:Ax... ..A.3 .AK.. Q...K", "-t", "S"], "'x' in spades is any"),
    "too many x": (["trump", "xxxxx...", "--give", "2:S2 S3 S4"], "5 small spades (x), but only 4"),
    "words": (["trump", "what", "now"], "'what' is no card; write KQ83.A.. or SK"),
    "kot with six cards": (["kot", "AQ.K84.2.", "-t", "S"], "6 cards, expected 5 or 13"),
    "a missing card": (["solve", DEAL.replace("AQ42", "AQ4"), "-t", "S"], "12 cards"),
    "a card with two seats": (["solve", DEAL.replace("A742", "A74K"), "-t", "S"], "SK is with"),
    "three hands": (["solve", "0:AK.. .A.. QJ..", "-t", "S"], "3 hands found"),
    "a revoke": (["solve", DEAL, "-t", "S", "--play", "SQ D5"], "D5"),
    "a card played twice": (["solve", ENDING, "-t", "H", "--play", "SA C2 HQ SA"], "SA"),
    "a card of another seat": (["solve", ENDING, "-t", "H", "--play", "HA"], "seat 2 holds it"),
    "no card in the play": (["solve", ENDING, "-t", "H", "--play", "S1"], "S1"),
    "direction": (["solve", ENDING, "--direction", "left"], "left"),
}  # fmt: skip


def assert_one_sentence(err):
    assert len(err) < 500
    assert "Traceback" not in err
    assert re.fullmatch(r"hakem: [^\n]+\n", err), err


@pytest.mark.parametrize("name", USAGE)
def test_usage_mistakes_exit_with_2(hakem, name):
    words, fragment = USAGE[name]
    ran = hakem(*words)
    assert (ran.code, ran.out) == (2, "")
    assert fragment in ran.err
    assert_one_sentence(ran.err)


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_cards_exit_with_3(hakem, name):
    words, fragment = ILLEGAL[name]
    ran = hakem(*words)
    assert (ran.code, ran.out) == (3, "")
    assert fragment in ran.err
    assert_one_sentence(ran.err)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", [*USAGE, *ILLEGAL])
def test_with_json_a_refusal_is_an_object_too(hakem, name):
    """One object on standard output, whatever the command: the error, and the exit code."""
    words, fragment = (USAGE | ILLEGAL)[name]
    ran = hakem(*words, "--json")
    answer = json.loads(ran.out)
    assert answer["schema"] == 1
    assert fragment in answer["error"]
    assert ran.code == (2 if name in USAGE else 3)
    if "line" in answer:  # `solve` answers its line
        assert words[0] == "solve"
        return
    assert answer["code"] == ran.code
    assert ran.err == f"hakem: {answer['error']}\n"


@pytest.mark.parametrize("words", [["trump"], ["trump", "-"], ["kot", "-t", "S"], ["solve"]])
def test_empty_standard_input_exits_with_3(hakem, words):
    ran = hakem(*words, stdin=b"")
    assert (ran.code, ran.out) == (3, "")
    assert_one_sentence(ran.err)


def test_all_faults_of_a_deal_are_named(hakem):
    ran = hakem("solve", "0:AX... AK... QQ... JY...")
    for fault in ("'X'", "SA is with both", "SQ appears twice", "'Y'"):
        assert fault in ran.err


def test_a_hand_may_come_through_a_pipe(hakem):
    ran = hakem("kot", "-", "-t", "S", "--samples", "10", "--seed", "1", stdin="AQ.K84..\n")
    assert ran.code == 0


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "hand",
    ["AK.Q2..3", "SA SK HQ H2 C3", "asksqh2h3c", "♠AK ♥Q2 ♣3", "AK.Q2.-.3", "A K . Q 2 . . 3"],
)
def test_many_spellings_of_a_hand(hakem, hand):
    ran = hakem("kot", hand, "-t", "S", "--samples", "10", "--seed", "1")
    assert ran.code == 0
    assert ran.out.startswith("♠AK ♥Q2 ♦- ♣3")


def test_a_hand_that_begins_with_a_void_is_no_option(hakem):
    ran = hakem("trump", "-.AQ.K84.-", "--samples", "1", "--seed", "1")
    assert ran.code == 0
    assert ran.out.startswith("♠- ♥AQ ♦K84 ♣-")


def test_the_node_limit_exits_with_4(hakem, deal_text):
    ran = hakem("solve", deal_text, "-t", "S", "--nodes", "10", "--json")
    assert ran.code == 4
    assert "bounds" in json.loads(ran.out)  # one object: the answer
    assert_one_sentence(ran.err)


def test_an_internal_error_is_one_sentence(hakem, monkeypatch):
    monkeypatch.delenv("HAKEM_TRACEBACK", raising=False)
    monkeypatch.setattr("cli.variants.described", lambda variant: 1 / 0)
    ran = hakem("variants", "--json")
    assert ran.code == json.loads(ran.out)["code"] == 1
    assert "ZeroDivisionError" in ran.err
    assert_one_sentence(ran.err)


def test_a_missing_search_is_said_in_one_sentence(hakem, monkeypatch):
    def missing(*args):
        raise ImportError("Hakem's search is not compiled here")

    monkeypatch.setattr("cli.solve.Answering", missing)
    ran = hakem("solve", ENDING)
    assert (ran.code, ran.out) == (1, "")
    assert_one_sentence(ran.err)


def test_help_and_version_in_other_words(hakem):
    assert hakem("help", "book", "show").out == hakem("book", "show", "--help").out
    assert hakem("help").out == hakem("--help").out
    assert hakem("-V").out == hakem("--version").out


def test_no_words_show_the_help(hakem):
    ran = hakem()
    assert ran.code == 0
    for command in ("trump", "kot", "solve", "deal", "variants", "bench"):
        assert command in ran.out


@pytest.mark.parametrize("command", ["trump", "kot", "solve", "deal", "variants", "bench"])
def test_every_command_has_help_and_json(hakem, command):
    ran = hakem(command, "--help")
    assert ran.code == 0
    assert "--json" in ran.out
