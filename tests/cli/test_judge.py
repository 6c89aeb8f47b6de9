"""`--judge open|closed|both`: closed hands first, the open ones in a line, and what is refused."""

import json

import pytest

from solver import Plan, Workers, advise_trump
from solver.decide.closed_hands import CLOSED_PLAYERS, closed_by
from solver.views.closed_hands import AT_THE_TABLE

CALL = ("trump", "AQ.K84..")
KOT = ("kot", "AQ.K84..", "-t", "H", "-n", "40", "--seed", "1")
PLAY = ("play", "K84.KT76.J9.AJ85", "-t", "D", "--play", "DQ", "-n", "24", "--seed", "1")
CHOOSE = ("choose", "AQ.K84..", "--variant", "rang", "-n", "8", "--seed", "1")


@pytest.mark.one_in(2)
@pytest.mark.parametrize("command", [CALL, KOT, PLAY, CHOOSE])
def test_closed_hands_come_first_and_the_open_ones_in_a_line(hakem, command):
    ran = hakem(*command, "--judge", "both")
    assert ran.code == 0, ran.err
    lines = ran.out.splitlines()
    gap = lines.index("")
    assert lines[gap - 1] == AT_THE_TABLE
    assert "With players by rules of thumb" in ran.out
    assert sum(line.startswith("With open hands") for line in lines) == 1
    assert "played out" in ran.out


@pytest.mark.one_in(4)
@pytest.mark.parametrize("command", [CALL, KOT, PLAY, CHOOSE])
def test_open_hands_answer_as_they_did(hakem, command):
    opened = json.loads(hakem(*command, "--open", "--json").out)
    named = json.loads(hakem(*command, "--judge", "open", "--json").out)
    both = json.loads(hakem(*command, "--judge", "both", "--json").out)
    assert list(both["closed"]) == list(CLOSED_PLAYERS)
    for answer in (opened, named, both):
        for name in ("at_the_table", "closed", "seconds", "sure_cards", "unseen"):
            answer.pop(name, None)
    assert opened == named == both


def test_a_closed_call_is_that_of_the_study_with_this_seed(hakem):
    found = json.loads(hakem(*CALL, "--judge", "closed", "-n", "300", "--seed", "7", "--json").out)
    for kind, told in found["closed"].items():
        plan = Plan(300, seed=7)
        advice = advise_trump(CALL[1], plan=plan, workers=Workers(1), judge=closed_by(kind))
        mine = json.loads(json.dumps(advice.to_dict()))
        for answer in (mine, told):
            answer.pop("seconds")
        assert mine == told
    assert found["trumps"] == found["closed"]["learnt"]["trumps"]
    assert found["n"] == 300
    assert "at_the_table" not in found


def test_cards_seen_are_weighed_at_the_table(hakem):
    found = json.loads(hakem(*PLAY, "--judge", "both", "--json").out)
    kept = found["closed"]["learnt"]["weigh_cards"]
    assert 0 < kept["kept"] < kept["dealt"]
    assert "weigh_cards" not in found
    assert "Weighted by the cards seen:" in hakem(*PLAY, "--judge", "closed").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*CALL, "--judge", "table"), "--judge: expected open, closed or both, not 'table'"),
        ((*CALL, "--judge", "both", "--open"), "--open is --judge open: leave out --judge both"),
        ((*CALL, "--judge", "closed", "--variant", "three"), "no closed hands in three_hokm"),
        ((*CALL, "--judge", "both", "--csv"), "leave out --judge both"),
        ((*CALL, "--judge", "closed", "--node-limit", "9"), "closed ones are not searched"),
        (
            (*PLAY, "--judge", "both", "--variant", "band_rang", "--seat", "0"),
            "nobody asks for a hidden trump",
        ),
    ],
)
def test_what_cannot_be_judged_is_refused_in_one_sentence(hakem, words, said):
    ran = hakem(*words)
    assert ran.code == 2, (ran.out, ran.err)
    assert said in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert not ran.out


def test_the_judges_say_where_they_differ(hakem):
    """Both books are sure, and of two suits."""
    ran = hakem("trump", "97.A2..J")
    assert "Call ♠" in ran.out
    said = "The judges differ: with open hands ♥ is worth more (+0.51 against +0.44)."
    assert said in " ".join(ran.out.split())


def test_judges_that_are_too_close_do_not_differ(hakem):
    """Open answers left as bounds by a node limit, so that no suit is clearly better."""
    ran = hakem("trump", "AKQ.K8..", "-n", "8", "--seed", "1", "--node-limit", "300")
    assert "With open hands" in ran.out
    assert "differ" not in ran.out


def test_a_table_of_calls_is_by_one_judge(hakem):
    opened, closed = (
        hakem("trump", "-", "--csv", *more, stdin="AQ.K84..\nKQ83.A..\n").out.splitlines()
        for more in ([], ["--judge", "closed"])
    )
    assert opened[0] == closed[0]
    told = json.loads(hakem(*CALL, "--judge", "closed", "--json").out)["trumps"]["H"]
    row = dict(zip(closed[0].split(","), closed[1].split(","), strict=True))
    assert (row["hand"], row["best"]) == ("AQ.K84..", "H")
    assert float(row["H_kot"]) == pytest.approx(told["kot"]["p"], abs=1e-4)
    assert opened[1] != closed[1]
