"""The machine interface: the names, types and meaning of every JSON answer."""

import json
import re

import pytest
from conftest import ROOT

CLASSES = ("BAVNEY_A", "KOT_A", "WIN_A", "NONE", "WIN_B", "KOT_B", "BAVNEY_B")
NUMBER = (int, float)


def has_shape(value, shape, where="answer"):
    """Fail unless the value has the fields of the shape (further ones may be there)."""
    if isinstance(shape, dict):
        assert isinstance(value, dict), where
        for name, inner in shape.items():
            assert name in value, f"{where} has no {name}"
            has_shape(value[name], inner, f"{where}.{name}")
    elif callable(shape) and not isinstance(shape, type):
        assert shape(value), f"{where}: {value}"
    else:
        assert isinstance(value, shape), f"{where}: {value!r}"
        assert shape is not int or not isinstance(value, bool), f"{where}: {value!r}"


SHARE = {"p": NUMBER, "low": NUMBER, "high": NUMBER, "n": int}
MEAN = {"mean": NUMBER, "low": NUMBER, "high": NUMBER}
TRUMP = {
    "schema": lambda v: v == 1,
    "hand": str,
    "variant": str,
    "options": dict,
    "scoring": {"name": str},
    "seed": int,
    "best": lambda v: v in "SHDC",
    "trumps": {
        suit: {"n": int, "win": SHARE, "kot": SHARE, "goon": SHARE, "points": MEAN}
        for suit in "SHDC"
    },
}
KOT = {
    "schema": lambda v: v == 1,
    "hand": str,
    "trump": lambda v: v in "SHDC",
    "variant": str,
    "options": dict,
    "seed": int,
    "n": int,
    "kot": SHARE,
    "goon": SHARE,
    "bavney": SHARE,
}
SOLVE = {
    "schema": lambda v: v == 1,
    "class": lambda v: v in CLASSES,
    "class_value": int,
    "value": int,
    "leads": dict,
    "line": list,
    "nodes": int,
    "seconds": NUMBER,
}
BENCH = {
    "schema": lambda v: v == 1,
    "version": str,
    "nodes": int,
    "nodes_per_second": NUMBER,
    "instructions_refused": str,
    "groups": {
        "easy": {
            question: {"n": int, "nodes": int, "per_second": NUMBER, "median_ms": NUMBER}
            for question in ("win", "kot", "exact")
        }
    },
    "memory": {"table_bytes": int, "table_limit": int},
    "wrong": lambda v: v == [],
}
VARIANTS = {"schema": lambda v: v == 1, "variants": list}


# What every answer of `solve` says: what it is about, and what it took.
ABOUT = {"schema", "trump", "leader", "variant", "options", "nodes", "seconds"}


def one_object(text):
    assert text.count("\n") == 1
    assert text.endswith("}\n")
    return json.loads(text)


def test_trump(hakem):
    ran = hakem("trump", "AQ.K84..", "--samples", "6", "--seed", "1", "--json")
    assert (ran.code, ran.err) == (0, "")
    answer = one_object(ran.out)
    has_shape(answer, TRUMP)
    assert (answer["hand"], answer["variant"], answer["seed"]) == ("AQ.K84..", "hokm", 1)
    for odds in answer["trumps"].values():
        for name in ("win", "kot", "goon"):
            assert 0 <= odds[name]["low"] <= odds[name]["p"] <= odds[name]["high"] <= 1
        assert odds["points"]["low"] <= odds["points"]["mean"] <= odds["points"]["high"]
        assert odds["n"] == 6


@pytest.mark.one_in(4)
@pytest.mark.parametrize("scoring", ["ir", "nl", "inpk", "points"])
def test_scorings_change_the_points_and_nothing_else(hakem, scoring):
    line = ["trump", "AQ.K84..", "--samples", "6", "--seed", "1", "--json"]
    plain = one_object(hakem(*line).out)
    other = one_object(hakem(*line, "--scoring", scoring).out)
    for suit in "SHDC":
        assert other["trumps"][suit]["win"] == plain["trumps"][suit]["win"]
        assert other["trumps"][suit]["kot"] == plain["trumps"][suit]["kot"]
    assert (other["trumps"] == plain["trumps"]) == (scoring == "ir")


@pytest.mark.slow
@pytest.mark.parametrize("command", [["trump"], ["kot", "-t", "D"]])
def test_any_number_of_jobs_gives_the_same_numbers(hakem, command):
    line = [*command, "A2.K84..", "--samples", "70", "--seed", "3", "--json"]
    first, second = (one_object(hakem(*line, "--jobs", jobs).out) for jobs in ("1", "3"))
    for answer in (first, second):
        for each in (answer, *answer.get("closed", {}).values()):
            assert each.pop("seconds") >= 0
    assert first == second


def test_kot(hakem):
    ran = hakem("kot", "AQT5.K84.A2.A742", "--trump", "S", "--samples", "50", "--json")
    assert ran.code == 0
    answer = one_object(ran.out)
    has_shape(answer, KOT)
    assert answer["n"] == 50


def test_solve(hakem, ending_text):
    ran = hakem("solve", ending_text, "--trump", "H", "--json", "--race", "2,1", "--race", "3,1")
    answer = one_object(ran.out)
    assert set(answer) == ABOUT | {"races"}
    assert answer["races"] == {"2,1": True, "3,1": True}
    answer = one_object(hakem("solve", ending_text, "--trump", "H", "--json").out)
    has_shape(answer, SOLVE)
    assert (answer["class"], answer["value"]) == ("BAVNEY_A", 3)
    assert list(answer["leads"]) == ["SA", "SK", "D2"]
    assert answer["leads"]["SA"] == {"class": "BAVNEY_A", "class_value": 3, "value": 3}
    assert len(answer["line"]) == 12


def test_solve_table(hakem, ending_text):
    answer = one_object(hakem("solve", ending_text, "--table", "--json").out)
    has_shape(answer, {"table": dict.fromkeys("SHDC", list)})
    assert "class" not in answer
    for row in answer["table"].values():
        assert len(row) == 4
        for entry in row:
            has_shape(entry, {"class": lambda v: v in CLASSES, "class_value": int, "value": int})


QUESTION = {
    "hands": ["AK..2.", "..A.32", ".AKQ..", "Q.J.K."],
    "trump": "H",
    "leader": 0,
    "variant": "hokm",
    "options": {},
}


def ask(hakem, **fields):
    """The answer to one JSON question."""
    ran = hakem("solve", "--json", "-", stdin=json.dumps(QUESTION | fields) + "\n")
    return one_object(ran.out)


@pytest.mark.parametrize(
    ("asked", "fields"),
    [
        (["class"], {"class"}),
        (["value"], {"value"}),
        (["leads"], {"leads"}),
        (["line"], {"line"}),
        (["reasons"], {"line", "reasons"}),
        ([{"race": [2, 1]}], {"races"}),
        (["class", "value", {"race": [3, 1]}], {"class", "value", "races"}),
        ([], set()),
    ],
)
def test_only_what_is_asked_is_answered(hakem, asked, fields):
    answer = ask(hakem, ask=asked)
    assert set(answer) == fields | ABOUT


def test_cards_already_played_count(hakem):
    answer = ask(hakem, play=["D2", "DA", "HQ", "DK"], ask=["value", "leads"])
    assert (answer["value"], set(answer["leads"])) == (3, {"HA", "HK"})
    assert "D2" in ask(hakem, play=["SA", "D2"], ask=["value"])["error"]


def test_trump_leader_and_player_are_used(hakem):
    assert ask(hakem, trump=None, ask=["value"])["value"] == 2
    assert set(ask(hakem, leader=1, ask=["leads"])["leads"]) == {"DA", "C3", "C2"}
    assert ask(hakem, player=2, ask=["value"])["value"] == 3
    assert ask(hakem, player=0, ask=["value"])["value"] == 0


def test_options_of_the_variant_are_used(hakem):
    assert ask(hakem, ask=["class"])["class"] == "BAVNEY_A"
    assert ask(hakem, options={"stop_rule": "hard7"}, ask=["class"])["class"] == "KOT_A"
    assert ask(hakem, variant="iran", ask=["class"])["class"] == "KOT_A"


@pytest.mark.parametrize(
    ("fields", "fragment"),
    [
        ({"hands": "AK"}, "hands"),
        ({"hands": ["AK..2."]}, "1 hand found"),
        ({"hands": [1, 2, 3, 4]}, "hands"),
        ({"hands": []}, "no hands"),
        ({"hands": ["AX..2.", "..A.32", ".AKQ..", "Q.J.K."]}, "'X'"),
        ({"trump": "X"}, "'X'"),
        ({"trump": 3}, "trump"),
        ({"leader": 4}, "4"),
        ({"leader": "0"}, "leader"),
        ({"leader": True}, "leader"),
        ({"variant": "whist"}, "whist"),
        ({"options": {"stop": 1}}, "stop"),
        ({"options": []}, "options"),
        ({"ask": ["score"]}, "score"),
        ({"ask": "class"}, "ask"),
        ({"ask": [{"race": [7]}]}, "race"),
        ({"ask": [{"race": [0, 1]}]}, "0,1"),
        ({"ask": [7]}, "7"),
        ({"play": ["SA", "SQ"]}, "SQ"),
        ({"play": [1]}, "play"),
        ({"player": 4}, "4"),
    ],
)
def test_faulty_questions_are_answered_with_an_error(hakem, fields, fragment):
    ran = hakem("solve", "--json", "-", stdin=json.dumps(QUESTION | fields) + "\n")
    assert (ran.code, ran.err) == (3, "")
    answer = one_object(ran.out)
    assert set(answer) == {"schema", "line", "error"}
    assert answer["line"] == 1
    assert fragment in answer["error"]
    assert "\n" not in answer["error"]


@pytest.mark.parametrize("line", ["{", "{]", "[1]", '{"a": NaN', "{" * 5000, "\x00", "�"])
def test_lines_that_are_no_json_are_answered_with_an_error(hakem, line):
    ran = hakem("solve", "--json", "-", stdin=line + "\n")
    assert ran.code == 3
    assert "error" in one_object(ran.out)


def test_bytes_that_are_no_text_are_answered_with_an_error(hakem):
    ran = hakem("solve", "--json", "-", stdin=b"\xff\xfe\x00\n")
    assert ran.code == 3
    assert "error" in one_object(ran.out)


def test_deal(hakem):
    ran = hakem("deal", "-n", "3", "--json")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [answer["number"] for answer in answers] == [0, 1, 2]
    for answer in answers:
        has_shape(answer, {"schema": int, "hands": list, "seed": int, "variant": str})
        assert len(answer["hands"]) == 4
    again = hakem("deal", "-n", "3", "--json", "--seed", answers[0]["seed"])
    assert again.out == ran.out


def test_deals_flow_into_solve(hakem):
    for form in ([], ["--json"]):
        dealt = hakem("deal", "-n", "4", "--cards", "3", "--seed", "1", "--trump", "D", *form)
        solved = hakem("solve", "--json", "-", "--ask", "value", stdin=dealt.out)
        assert solved.code == 0
        values = [json.loads(line)["value"] for line in solved.out.splitlines()]
        assert len(values) == 4


def test_conditions_of_a_deal_hold(hakem):
    ran = hakem(
        "deal", "-n", "20", "--seed", "2", "--give", "0:AQ.K84..", "--give", "2:CA",
        "--length", "1:S=0", "--length", "3:H=4+", "--length", "2:D=1-3", "--json",
    )  # fmt: skip
    for line in ran.out.splitlines():
        caller, right, partner, left = (hand.split(".") for hand in json.loads(line)["hands"])
        assert set("AQ") <= set(caller[0])
        assert set("K84") <= set(caller[1])
        assert "A" in partner[3]
        assert right[0] == ""
        assert len(left[1]) >= 4
        assert 1 <= len(partner[2]) <= 3


def test_variants(hakem):
    answer = one_object(hakem("variants", "--json").out)
    has_shape(answer, VARIANTS)
    assert "hokm" in [variant["name"] for variant in answer["variants"]]
    one = one_object(hakem("variants", "troefcall", "--json").out)["variants"]
    assert [variant["name"] for variant in one] == ["hokm"]
    has_shape(one[0]["options"]["stop_rule"], {"values": list, "default": str, "source": str})


def test_bench(hakem):
    ran = hakem("bench", "--group", "easy", "--json")
    assert ran.code == 0
    has_shape(one_object(ran.out), BENCH)


def test_a_running_trick_can_be_told(hakem):
    """The cards on the table are no longer in the hands; the answer is that of the cards played."""
    whole = {"deal": "0:AK..2. ..A.32 .AKQ.. Q.J.K.", "trump": "S", "ask": ["class", "value"]}
    lines = [
        {**whole, "play": ["SA", "DA"]},
        {**whole, "deal": "0:K..2. ...32 .AKQ.. Q.J.K.", "table": "SA DA"},
        {**whole, "deal": "0:K..2. ...32 .AKQ.. Q.J.K.", "table": "SA DA", "ask": ["table"]},
    ]
    ran = hakem("solve", "--json", "-", stdin="\n".join(map(json.dumps, lines)).encode())
    played, told, refused = map(json.loads, ran.out.splitlines())
    assert (played["class"], played["value"]) == (told["class"], told["value"]) == ("KOT_A", 2)
    assert refused["error"] == "a table of every trump and caller needs a deal before the lead"


def test_explain_adds_the_reasons(hakem):
    plain, told = (
        one_object(hakem("solve", "0:AK..2. ..A.32 .AKQ.. Q.J.K.", "-t", "H", "--json", *more).out)
        for more in ([], ["--explain"])
    )
    assert "reasons" not in plain
    assert told["line"] == plain["line"]
    tricks = told["reasons"]
    assert [card["card"] for trick in tricks for card in trick["cards"]] == told["line"]
    assert [trick["trick"] for trick in tricks] == [1, 2, 3]
    ruff = tricks[0]["cards"][2]
    assert ruff["reasons"] == ["ruffs"]
    assert tricks[0]["why"] == "♠A gives partner a ruff; ♥Q ruffs"


def test_deals_with_a_purpose(hakem):
    words = ("-t", "S", "--seed", "1", "-n", "2", "--where", "class >= kot", "--cards", "6")
    ran = hakem("deal", *words, "--json")
    deals = [json.loads(line) for line in ran.out.splitlines()]
    assert [deal["number"] for deal in deals] == [0, 1]
    assert deals[0]["place"] < deals[1]["place"]
    assert re.fullmatch(rf"2 of {deals[1]['place'] + 1} deals met the condition \(.*%\)\n", ran.err)
    plain = hakem("deal", *words[2:4], "-n", str(deals[1]["place"] + 1), "--cards", "6").out
    assert plain.splitlines()[-1] == "0:" + " ".join(deals[1]["hands"])
    solved = hakem("solve", "--json", "--ask", "class", "-", stdin=ran.out)
    classes = [json.loads(line)["class"] for line in solved.out.splitlines()]
    assert set(classes) <= {"KOT_A", "BAVNEY_A"}


def test_a_condition_that_is_never_met_ends_by_its_limit(hakem):
    ran = hakem("deal", "--seed", "1", "--where", "longest(0) > 13", "--limit", "50", "-n", "2")
    assert (ran.code, ran.out) == (4, "")
    assert ran.err.startswith("hakem: none of 50 deals met the condition, expected 2: ")
    few = hakem("deal", "--seed", "1", "--where", "holds(0, SA)", "--limit", "40", "-n", "40")
    assert few.code == 4
    assert 0 < len(few.out.splitlines()) < 40
    assert f"only {len(few.out.splitlines())} of 40 deals" in few.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--where", "class >= kott"], "condition, character 10: 'kott' is unknown: expected kot"),
        (["--where", "class >= kot"], "needs a trump: name one, as with --trump S"),
        (["--limit", "5"], "--limit counts the deals tried for a condition"),
    ],
)
def test_a_faulty_condition_is_a_mistake_of_use(hakem, words, said):
    ran = hakem("deal", "--seed", "1", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


# The page of all fields --------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
# Fields whose keys are suits, cards, classes, names of options and the like.
KEYED = {
    *("options", "settings", "house_options", "trumps", "rivals", "values", "counts", "shares"),
    *("leads", "races", "table", "kept", "kept_classes", "bids", "chances", "sources", "after"),
    *("classes", "groups", "given", "presets", "grades", "at_the_table"),
}
SMALL = "0:AK..2. ..A.32 .AKQ.. Q.J.K."
ALL_ASKS = "class,result,value,leads,line,reasons,table,guarantees,challenge"
DRAW = "AKQJT98765.43.. 432.AKQJT9876.."
COMMAND_LINES = {
    "trump": [["AQ.K84..", "--samples", "4", "--seed", "1"]],
    "kot": [["AQ.K84..", "-t", "S", "--samples", "64", "--seed", "1"]],
    "play": [["docs/examples/match.txt", "--at", "7.1", "--samples", "4", "--seed", "1"],
             ["docs/examples/match.txt", "--at", "5.3", "--samples", "4", "--seed", "1"]],
    "solve": [[SMALL, "-t", "H", "--ask", ALL_ASKS, "--race", "2,1"],
              ["AKQ.K42.. JT5.AQJ.. 987.T63.. 432.987..", "-t", "S", "--nodes", "1"],
              ["--variant", "two", "-t", "S", "--stock", "CA,C2,DA,D2", DRAW]],
    "deal": [["--seed", "1", "-t", "S", "--where", "longest(0) > 4"],
             ["--seed", "1", "--variant", "dehla_five_card"]],
    "variants": [[], ["rang"]],
    "choose": [["9876.5..", "--variant", "satat", "--samples", "4", "--seed", "1"]],
    "score": [["kot", "a"], ["kot", "a", "--score", "3-2"]],
    "replay": [["docs/examples/match.txt"]],
    "review": [["docs/examples/lost_kot.txt", "--quick"]],
    "quiz": [["-n", "1", "--seed", "1"]],
    "equity": [["--score", "5-3", "--table"]],
    "duel": [["thumb", "random", "--deals", "2", "--seed", "1"]],
    "bench": [["--group", "easy"]],
    "habits": [["docs/examples/match.txt", "--name", "Ali", "--seed", "1"]],
    "dataset": [["FOLDER", "-n", "1", "--seed", "1"]],
}  # fmt: skip


def fields_of(answer, parent=""):
    """The names of all fields, without the keys of maps such as suits and cards."""
    if isinstance(answer, list):
        for item in answer:
            yield from fields_of(item, parent)
    elif isinstance(answer, dict):
        keyed = parent in KEYED
        for name, value in answer.items():
            if not keyed:
                yield name
            yield from fields_of(value, "" if keyed else name)


def section(name):
    """The part of docs/json.md about a command, with what all answers share."""
    parts = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    shared = parts[1] + parts[2]
    (own,) = [part for part in parts if part.startswith(f"{name}\n")]
    return own + shared


DEAR = {"habits"}  # each hand is reviewed


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=pytest.mark.slow if n in DEAR else ()) for n in COMMAND_LINES],
)
def test_every_field_is_on_the_page(hakem, monkeypatch, name, tmp_path):
    monkeypatch.chdir(ROOT)
    described = set(re.findall(r"`(\w+)`", section(name)))
    for words in COMMAND_LINES[name]:
        words = [str(tmp_path) if word == "FOLDER" else word for word in words]
        ran = hakem(name, *words, "--json")
        assert ran.code in (0, 4), ran.err
        for line in ran.out.splitlines():
            assert set(fields_of(json.loads(line))) - described == set()


def test_every_command_has_a_section():
    from cli.app import COMMANDS

    heads = set(re.findall(r"^## (\w+)$", PAGE, re.MULTILINE))
    silent = {"explore", "match", "merge", "serve"}  # print no JSON of their own
    assert set(COMMANDS) - silent == heads - {"book"} == set(COMMAND_LINES)
