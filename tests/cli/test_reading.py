"""The one reader of all input: encodings, comments, files, PBN and LIN, limits, bad lines."""

import io
import json
import random
import re
import sys

import pytest
from conftest import ROOT

from cli import reading, solve, texts
from cli.failures import Failure

DEAL = "0:AK..2. ..A.32 .AKQ.. Q.J.K."
GOOD = {"deal": DEAL, "trump": "S", "ask": ["value"]}


def answers(ran):
    return [json.loads(line) for line in ran.out.splitlines()]


def solved(hakem, *lines):
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    return answers(hakem("solve", "--json", "-", stdin=text + "\n"))


# Lines ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff{deal} trump=S ask=value\r\n",
        "# a\n% b\n; c\n\n{deal} trump=S ask=value # d\n",
        "{deal} trump=S ask=value ; d\n",
        "{deal} trump=S ask=value % d",
    ],
    ids=["BOM and CRLF", "whole lines", "semicolon", "percent"],
)
def test_comments_and_line_ends(hakem, text):
    ran = hakem("solve", "--json", "-", stdin=text.replace("{deal}", DEAL))
    assert [answer["value"] for answer in answers(ran)] == [2]


@pytest.mark.parametrize("command", ["trump", "kot"])
def test_hands_have_the_same_comments(hakem, command):
    words = ["-n", "2", "--seed", "1", "--json", *(["-t", "S"] if command == "kot" else [])]
    text = b"\xef\xbb\xbf# mine\r\nAQ.K84.. ; five\r\n"
    assert json.loads(hakem(command, "-", *words, stdin=text).out)["hand"] == "AQ.K84.."


@pytest.mark.parametrize("command", ["solve", "trump", "score"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_another_encoding_is_named(hakem, command, encoding):
    ran = hakem(command, "-", stdin=DEAL.encode(encoding))
    assert (ran.code, ran.out) == (3, "")
    assert "no text in UTF-8 but in UTF-16" in ran.err


def test_several_files_and_names_with_blanks(hakem, tmp_path):
    one, two = tmp_path / "my deals.txt", tmp_path / "b.txt"
    one.write_text(f"{DEAL} trump=S ask=value\n", encoding="utf-8")
    two.write_text(f"\n{DEAL} trump=X\n", encoding="utf-8")
    ran = hakem("solve", "--json", one, two)
    first, second = answers(ran)
    assert (ran.code, first["file"], first["value"]) == (3, str(one), 2)
    assert (second["file"], second["line"]) == (str(two), 2)
    assert hakem("solve", one, two).err.startswith(f"hakem: {two}, line 2: 'X' names no suit")
    assert "file" not in answers(hakem("solve", "--json", one))[0]


@pytest.mark.parametrize("name", ["nofile.txt", "no/such", "deals.PBN", "x.jsonl"])
def test_a_missing_file_is_named(hakem, name):
    assert hakem("solve", name) == (2, "", f"hakem: {name}: no such file\n")


def test_a_folder_is_no_file(hakem, tmp_path):
    assert "it is a folder" in hakem("solve", tmp_path).err


def test_pbn_gives_its_deals(hakem, tmp_path):
    path = tmp_path / "p.pbn"
    path.write_text(
        f'% PBN 2.1\n[Event "x"]\n[Deal "N:{DEAL[2:]}"]\n[Auction "N"]\n1S Pass\n'
        '[Play "N"]\nHK H4 H7 H3\n*\n[Deal "S:A... .A.. ..A. ...A"]\n',
        encoding="utf-8",
    )
    ran = hakem("solve", "-t", "S", "--json", "--ask", "value", path)
    assert (ran.code, len(ran.out.splitlines())) == (0, 2)
    assert "its 2 deals read, the rest left out" in ran.err
    # PBN lists the hands clockwise; here play goes counter-clockwise, so that East is seat 3.
    text = hakem("solve", "-t", "S", path).out
    assert "seat 3                          seat 1\n♠ -                             ♠ Q" in text
    text = hakem("solve", "-t", "S", path, "--direction", "cw").out
    assert "seat 3                          seat 1\n♠ Q                             ♠ -" in text


def test_lin_gives_its_deal(hakem):
    lin = "qx|o1|md|3SAKQJT98765432HDC,SHAKQJT98765432DC,SHDAKQJT98765432C,|sv|0|"
    ran = hakem("solve", "-t", "D", "--json", "--ask", "value,class", "-", stdin=lin)
    answer = json.loads(ran.out)
    assert (answer["class"], answer["value"]) == ("BAVNEY_A", 13)  # North deals, holding diamonds


def test_the_frozen_deals_can_be_solved(hakem):
    text = (ROOT / "benchmarks" / "deals" / "random.txt").read_text(encoding="utf-8")
    first = "\n".join(text.splitlines()[:6])
    ran = hakem("solve", "--json", "--ask", "value", "-", stdin=first)
    assert (ran.code, len(ran.out.splitlines())) == (0, 3)
    wrong = first.replace("tricks:6", "tricks:7")
    assert "tricks is 6, expected 7" in hakem("solve", "--json", "-", stdin=wrong).out


# Questions ------------------------------------------------------------------------------------


def test_an_answer_says_what_it_is_about(hakem):
    [answer] = solved(hakem, {**GOOD, "id": {"table": 7}, "leader": 1, "variant": "satat"})
    assert answer["id"] == {"table": 7}
    assert (answer["trump"], answer["leader"], answer["variant"]) == ("S", 1, "satat")
    assert answer["options"]["satat_exempt"] is True
    [answer] = solved(hakem, {"deal": "0:A...", "id": 8})
    assert (answer["id"], "error" in answer) == (8, True)
    [answer] = solved(hakem, DEAL + " ask=value")
    assert answer["trump"] is None
    assert "id" not in answer


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('"trmp": "S"', "no field 'trmp': did you mean trump"),
        ('"hands": ["A"]', "deal and hands contradict each other"),
        ('"trump": "H"', "'trump' is given twice"),
        ('"table": 5', "table cannot be '5'"),
        ('"table": false', "table cannot be 'False'"),
        ('"table": 1.5', "table cannot be '1.5'"),
        ('"options": {"self": 1}', "hokm has no option 'self'"),
        ('"heap_suits": [9999999999, -9999999999, 0, 0]', "heap_suits"),
        ('"kot": 99', "kot 99"),
        ('"play": 5', "play: expected a list"),
        ('"check": {"tricks": 3}', "tricks is 2, expected 3"),
        ('"x": NaN', "none"),
    ],
)
def test_faulty_fields_are_named_and_the_stream_goes_on(hakem, more, said):
    line = json.dumps(GOOD)
    first, second, third = solved(hakem, line, f"{line[:-1]}, {more}}}", line)
    assert first["value"] == third["value"] == 2
    assert second["line"] == 2
    assert said in second["error"]


@pytest.mark.parametrize("field", ["leader", "player", "variant", "options", "play", "direction"])
def test_null_is_not_given(hakem, field):
    [answer] = solved(hakem, {**GOOD, field: None})
    assert answer["value"] == 2


def test_words_given_twice_or_unknown(hakem):
    first, second = solved(hakem, f"{DEAL} trump=S trump=H", f"{DEAL} self=1")
    assert "'trump' is given twice" in first["error"]
    assert "no option 'self'" in second["error"]


@pytest.mark.parametrize("race", [[1, 1 << 63], [10**30, 1]])
def test_a_race_beyond_every_hand(hakem, race):
    [answer] = solved(hakem, {"deal": DEAL, "ask": [{"race": race}]})
    assert "no hand has more than" in answer["error"]


@pytest.mark.parametrize("ask", ["\x1b[2J", "x" * 5000, "a\nb"])
def test_messages_quote_and_cut(hakem, ask):
    text = json.dumps({**GOOD, "ask": [ask]}) + "\n"
    error = hakem("solve", "-", stdin=text).err
    assert error.count("\n") == 1
    assert len(error) < 250
    assert "\x1b" not in error


def test_what_nobody_thought_of_is_one_error_object(hakem, monkeypatch):
    before = solve.question_of

    def broken(text, defaults):
        if "trump=H" in text:
            raise ZeroDivisionError(text)
        return before(text, defaults)

    monkeypatch.setattr(solve, "question_of", broken)
    good = f"{DEAL} trump=S ask=value"
    first, second, third = solved(hakem, good, f"{DEAL} trump=H", good)
    assert first["value"] == third["value"] == 2
    assert second == {
        "schema": 1,
        "line": 2,
        "error": "internal error: this line cannot be answered; please report it",
    }


def test_a_class_that_is_not_there_has_a_reason(hakem):
    words = ["solve", "--variant", "dehla_pakad", "-t", "S", "--ask", "class"]
    ending = "0:AK... QJ... .AK.. .QJ.."  # no ten is left
    answer = json.loads(hakem(*words, "--json", ending).out)
    assert answer["class"] is None
    assert "not all in play" in answer["class_reason"]
    assert "no class: the cards that decide" in hakem(*words, ending).err


def test_records_have_the_same_comments(hakem, tmp_path):
    path = tmp_path / "r.hkm"
    path.write_text("\ufeff# mine\r\n% a\r\n[Results]\r\nWIN_A 8-5 ; b\r\n", encoding="utf-8")
    ran = hakem("score", "--json", path)
    assert (ran.code, json.loads(ran.out)["score"]) == (0, [1, 0])


def test_three_players_have_no_common_class(hakem):
    ran = hakem("solve", "--variant", "three", "--ask", "class", "0:A... K... Q...")
    assert (ran.code, ran.out) == (3, "")
    assert "ask guarantees, or name the player" in ran.err


# Limits ---------------------------------------------------------------------------------------


def test_a_line_without_end_is_refused(hakem, monkeypatch):
    monkeypatch.setattr(reading, "LONGEST_LINE", 1000)
    ran = hakem("solve", "--json", "-", stdin=json.dumps(GOOD) + "\n" + "A" * 2000)
    assert ran.code == 3
    assert "line 2 has more than 1,000 bytes" in answers(ran)[1]["error"]
    ran = hakem("solve", "-", stdin="A" * 2000)
    assert (ran.code, ran.out) == (3, "")
    assert "line 1 has more than 1,000 bytes" in ran.err


@pytest.mark.parametrize("command", ["trump", "kot", "choose", "score", "replay"])
def test_input_is_read_up_to_its_limit(monkeypatch, hakem, command):
    class Endless(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, buffer):
            buffer[:] = bytes(len(buffer))
            return len(buffer)

    words = ["-t", "S"] if command == "kot" else []
    monkeypatch.setattr(reading, "LONGEST_TEXT", 1000)
    stream = io.TextIOWrapper(io.BufferedReader(Endless()))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", stream)
        with pytest.raises(Failure, match="more than 1,000 bytes"):
            reading.words_or_stdin(["-"], "give a hand")
    assert hakem(command, "-", *words, stdin="\0" * 2000).code == 3


@pytest.mark.one_in(3)
@pytest.mark.parametrize("threads", [-1, 0, 1, 3])
def test_threads_that_cannot_start(hakem, monkeypatch, threads):
    """The answers come from as many threads as the system gives, and one sentence says so."""
    real, begun = solve.threading.Thread, []

    class Scarce(real):
        def start(self):
            begun.append(self)
            if len(begun) > 1 + threads:  # one of them reads
                raise RuntimeError("can't start new thread")
            super().start()

    monkeypatch.setattr(solve.threading, "Thread", Scarce)
    text = f"{DEAL} trump=S ask=value\n" * 40
    ran = hakem("solve", "--jobs", "64", "--json", "-", stdin=text)
    assert (ran.code, len(ran.out.splitlines())) == (0, 40)
    assert re.fullmatch(r"hakem: (asked for 64, )?the system starts .* goes on .*\n", ran.err)
    begun.clear()
    study = hakem(
        "kot", "AQ.K84..", "-t", "S", "-n", "5000", "--jobs", "9", "--seed", "1", "--open"
    )
    said = {-1: "hakem: asked for 9, the system starts no thread", 0: "hakem: asked for 9, "}
    assert (study.code, "5,000 deals" in study.out) == (0, True)
    assert study.err.startswith(said.get(threads, ""))  # two chunks need no more than two threads


# Random lines ---------------------------------------------------------------------------------

WORDS = [
    "trump=S", "trump=", "leader=1", "leader=-1", "leader=99999999999999999999", "player=2",
    "variant=satat", "variant=double_sar", "variant=three", "variant=", "ask=value,class",
    "ask=leads", "ask=", "race=2,1", "race=0", "play=SA", "play=SA,C2", "heap=3", "taken=1,0",
    "taken=", "streak=5", "kot=1", "table=SA", "indicator=SA", "revealed=no", "reserves=A|K|Q|J",
    "stock=SA,S2", "turn=1", "stop_rule=hard7", "self=1", "=", "check=tricks:2", "kasiet_mask=SH",
]  # fmt: skip
VALUES = [
    None, 0, -1, 1 << 63, 1.5, True, "", "S", "x" * 300, "\x1b[2J", [], [1, 0], ["SA"], [None],
    {}, {"self": 1}, {"race": [1, 2]}, [[["A"]]], "0:A... K... Q... J...",
]  # fmt: skip
FIELDS = [
    "deal", "hands", "trump", "leader", "variant", "options", "ask", "play", "player", "direction",
    "indicator", "reserves", "stock", "turn", "check", "id", "table", "taken", "heap", "heap_suits",
    "streak", "kot", "collected", "kasiet_mask", "live_from", "asked", "schema", "nobody",
]  # fmt: skip


def random_line(rng):
    """A line that is nearly right, or not at all."""
    kind = rng.random()
    if kind < 0.1:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(1, 60))).replace(b"\n", b"")
    if kind < 0.5:
        words = [DEAL, *rng.sample(WORDS, rng.randrange(4))]
        return " ".join(words).encode()
    fields = {**GOOD, **{rng.choice(FIELDS): rng.choice(VALUES) for _ in range(rng.randrange(4))}}
    text = json.dumps(fields).encode()
    if rng.random() < 0.2:
        at = rng.randrange(len(text))
        text = text[:at] + bytes([rng.randrange(32, 127)]) + text[at + rng.randrange(2) :]
    return text


def check_random_lines(hakem, seed, number):
    rng = random.Random(seed)
    lines = [random_line(rng) for _ in range(number)]
    lines = [line for line in lines if line.strip() and line.lstrip()[:1] not in b"#%;["]
    ran = hakem("solve", "--json", "--nodes", "20000", "-", stdin=b"{}\n" + b"\n".join(lines))
    assert "internal error" not in ran.out + ran.err
    found = answers(ran)
    assert len(found) == 1 + sum(
        bool(texts.without_comments(line.decode("utf-8", "replace").lstrip("\ufeff").strip()))
        or line.lstrip().startswith(b"{")
        for line in lines
    )
    assert all(answer["schema"] == 1 for answer in found)
    return found


def test_random_lines_are_answered_one_by_one(hakem):
    found = check_random_lines(hakem, 1, 300)
    assert sum("error" not in answer for answer in found) > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_random_lines_are_answered(hakem, seed):
    check_random_lines(hakem, seed, 4000)
