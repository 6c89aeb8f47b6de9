"""The questions of `/v1`: the JSON of the command line, byte for byte, and what is refused."""

from __future__ import annotations

import json
import re
import shlex
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Ran

from cli.failures import Failure
from cli.service.app import Limits, Service
from cli.service.asking import Asking
from cli.service.verbs import VERBS, read_fields, verb_questions
from solver.base.errors import SearchStopped

Hakem = Callable[..., Ran]
RECORD = (ROOT / "docs" / "examples" / "match.txt").read_text()
ENDING = "0:AK..2.|..A.32|.AKQ..|Q.J.K."
# verb, fields, and the words that ask the same on the command line
SAME = [
    ("trump", {"hand": "AQ.K84.."}, "trump AQ.K84.."),
    ("trump", {"hand": "AQ.K84..", "samples": 16, "seed": 1, "scoring": "nl"},
     "trump AQ.K84.. --samples 16 --seed 1 --scoring nl"),
    ("trump", {"hand": "AQ.Kxx..", "seed": 3}, "trump AQ.Kxx.. --seed 3"),
    ("trump", {"hand": "AQ.K84..", "score": "5-3", "target": 7, "open": True},
     "trump AQ.K84.. --score 5-3 --target 7 --open"),
    ("trump", {"hand": "AKQJT.AK42.A4.84", "variant": "daba", "samples": 4, "seed": 1},
     "trump AKQJT.AK42.A4.84 --variant daba --samples 4 --seed 1"),
    ("kot", {"hand": "AQ.K84..", "samples": 64, "seed": 1, "give": ["2:SK"]},
     "kot AQ.K84.. --samples 64 --seed 1 --give 2:SK"),
    ("kot", {"hand": "AQ.K84..", "trump": "H", "samples": 64, "seed": 1},
     "kot AQ.K84.. -t H --samples 64 --seed 1"),
    ("play", {"hand": "K84.KT76.J9.AJ85", "trump": "D", "play": "DQ", "samples": 8, "seed": 1},
     "play K84.KT76.J9.AJ85 -t D --play DQ --samples 8 --seed 1"),
    ("play", {"record": RECORD, "number": 1, "at": "7.1", "samples": 8, "seed": 1},
     "play docs/examples/match.txt --number 1 --at 7.1 --samples 8 --seed 1"),
    ("trump", {"hand": "AQ.K84..", "judge": "both", "seed": 2},
     "trump AQ.K84.. --judge both --seed 2"),
    ("play", {"hand": "K84.KT76.J9.AJ85", "trump": "D", "play": "DQ", "samples": 8, "seed": 1,
              "judge": "closed"},
     "play K84.KT76.J9.AJ85 -t D --play DQ --samples 8 --seed 1 --judge closed"),
    ("choose", {"hand": "AQ.K84..", "samples": 8, "seed": 1}, "choose AQ.K84.. -n 8 --seed 1"),
    ("choose", {"hand": "AK.AKQJT.AK.A842", "variant": "rang", "options": {"challenge": True},
                "called": "S", "samples": 8, "seed": 1},
     "choose AK.AKQJT.AK.A842 --variant rang --set challenge=on --called S -n 8 --seed 1"),
    ("review", {"record": RECORD, "quick": True, "number": 1, "seed": 1},
     "review docs/examples/match.txt --quick --number 1 --seed 1"),
    ("quiz", {"kind": "kot", "count": 1, "seed": 7}, "quiz --kind kot --count 1 --seed 7"),
    ("deal", {"number": 3, "seed": 1, "give": ["0:AQ.Kx4.."], "length": ["1:S=0-2"],
              "trump": "S"},
     "deal -n 3 --seed 1 --give 0:AQ.Kx4.. --length 1:S=0-2 -t S"),
    ("deal", {"number": 2, "seed": 1, "cards": 3, "variant": "satat",
               "where": "length(0, S) >= 1",
              "limit": 50},
     "deal -n 2 --seed 1 --cards 3 --variant satat --where 'length(0, S) >= 1' --limit 50"),
    ("book", {"hand": "AQ.K84..", "scoring": "nl"}, "book show AQ.K84.. --scoring nl"),
    ("equity", {"score": "5-3", "caller": "them", "target": 7, "table": True},
     "equity --score 5-3 --caller them --target 7 --table"),
    ("equity", {"classes": "WIN_A=50,KOT_A=14,WIN_B=30", "variant": "netherlands"},
     "equity --classes WIN_A=50,KOT_A=14,WIN_B=30 --variant netherlands"),
    ("score", {"result": "9-4"}, "score 9-4"),
    ("score", {"result": "kot us", "variant": "netherlands", "score": "12-9", "caller": 1},
     "score kot us --variant netherlands --score 12-9 --caller 1"),
    ("score", {"classes": "WIN_A=50,KOT_A=14,WIN_B=30"},
     "score --classes WIN_A=50,KOT_A=14,WIN_B=30"),
    ("score", {"record": RECORD}, "score docs/examples/match.txt"),
]  # fmt: skip
# Refused with the sentence and the code of the command line.
REFUSED = [
    ("trump", {"hand": "AQ.K84.2."}, "trump AQ.K84.2."),
    ("trump", {"hand": "AQ.K84..", "target": 3}, "trump AQ.K84.. --target 3"),
    ("trump", {"hand": "AQ.K84..", "variant": "chess"}, "trump AQ.K84.. --variant chess"),
    ("kot", {"hand": "AQT5.K84.A2.A742"}, "kot AQT5.K84.A2.A742"),
    ("play", {"hand": "K84.KT76.J9.AJ85", "trump": "D", "play": "DX"},
     "play K84.KT76.J9.AJ85 -t D --play DX"),
    ("choose", {"hand": "AK.AKQJT.AK.A842"}, "choose AK.AKQJT.AK.A842"),
    ("quiz", {"kind": "poker"}, "quiz --kind poker"),
    ("deal", {"where": "x >", "seed": 1}, "deal --where 'x >' --seed 1"),
    ("deal", {"number": 2, "seed": 1, "where": "length(0, S) = 13", "limit": 5},
     "deal -n 2 --seed 1 --where 'length(0, S) = 13' --limit 5"),
    ("book", {"hand": "AQ.K84..", "variant": "daba"}, "book show AQ.K84.. --variant daba"),
    ("equity", {"score": "5"}, "equity --score 5"),
    ("score", {"result": "kot x"}, "score kot x"),
]  # fmt: skip
QUESTIONS: list[dict[str, Any]] = [
    {"deal": ENDING, "trump": "H"},
    {"deal": ENDING, "trump": "H", "ask": ["class", {"race": [2, 1]}], "id": "a"},
    {"hands": ["AK..2.", "..A.32", ".AKQ..", "Q.J.K."], "ask": ["line", "reasons"]},
    {"deal": ENDING, "trump": "X", "id": 7},
    {"deal": ENDING, "colour": "H"},
    {"deal": "AQ.K84.."},
]


@pytest.fixture(scope="module")
def client(serving: Callable[[Service], AbstractContextManager[Any]]) -> Iterator[Any]:
    with serving(Service(verb_questions())) as client:
        yield client


def masked(text: str) -> str:
    return re.sub(r'"seconds": [\d.e-]+', '"seconds": 0', text)


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("verb", "fields", "line"), SAME, ids=[each[2][:40] for each in SAME])
def test_answers_are_those_of_the_command_line(
    client: Any, hakem: Hakem, monkeypatch: pytest.MonkeyPatch, verb: str, fields: Any, line: str
) -> None:
    monkeypatch.chdir(ROOT)
    status, text, headers = client.raw(f"/v1/{verb}", fields)
    assert status == 200, text
    ran = hakem(*shlex.split(line), "--json")
    assert ran.code == 0, ran.err
    assert masked(text) == masked(ran.out)
    several = verb == "deal"
    assert headers["content-type"] == f"application/{'x-ndjson' if several else 'json'}"


@pytest.mark.parametrize(
    ("verb", "fields", "line"), REFUSED, ids=[each[2][:40] for each in REFUSED]
)
def test_refusals_are_those_of_the_command_line(
    client: Any, hakem: Hakem, verb: str, fields: Any, line: str
) -> None:
    status, text, _ = client.raw(f"/v1/{verb}", fields)
    ran = hakem(*shlex.split(line), "--json")
    assert ran.code in (2, 3, 4)
    assert text == ran.out
    assert status == (422 if ran.code == 4 else 400)


def test_every_verb_is_compared() -> None:
    assert {each[0] for each in SAME} | {"solve"} == set(VERBS)


def test_solve_is_that_of_the_command_line(client: Any, hakem: Hakem) -> None:
    """Each alone, and all in one request, streamed as the command line prints them."""
    lines = [json.dumps(question) for question in QUESTIONS]
    for line in lines:
        status, text, _ = client.raw("/v1/solve", line.encode())
        ran = hakem("solve", "--json", "-", stdin=line)
        if "colour" in line:
            assert (status, "no field 'colour'" in text) == (400, True)
            continue
        assert masked(text) == masked(ran.out)
        assert status == (200 if ran.code == 0 else 400)
    del lines[4]
    status, text, headers = client.raw(
        "/v1/solve", "\n".join(lines).encode(), headers={"Content-Type": "application/x-ndjson"}
    )
    assert (status, headers["content-type"]) == (200, "application/x-ndjson")
    ran = hakem("solve", "--json", "--jobs", "1", "-", stdin="\n".join(lines))
    mask = re.compile(r'"nodes": \d+')  # there a table is kept from line to line
    assert mask.sub("", masked(text)) == mask.sub("", masked(ran.out))


def test_a_batch_is_that_of_a_pipe(client: Any, hakem: Hakem) -> None:
    """A faulty line is answered in its place, and the others are answered."""
    hands = ["AQ.K84..", "AQ.K84.2.", "A.K.Q.J2"]
    lines = [json.dumps({"hand": hand}) for hand in hands]
    status, text, _ = client.raw(
        "/v1/trump", "\n".join(lines).encode(), headers={"Content-Type": "application/x-ndjson"}
    )
    assert status == 200
    assert text == hakem("trump", "-", "--json", stdin="\n".join(hands)).out
    status, text, _ = client.raw(
        "/v1/kot", b"[\n\n3\n{}", headers={"Content-Type": "application/x-ndjson"}
    )
    assert status == 200
    assert [json.loads(line)["line"] for line in text.splitlines()] == [1, 2, 3]


NOT_OURS = ("file", "path", "resume", "html", "out", "book", "player", "cluster", "jobs", "from",
            "csv", "key", "host", "url", "module", "address", "memory")  # fmt: skip


def test_no_field_names_a_file_a_module_or_an_address() -> None:
    """`player` of solve is a seat."""
    for name, verb in VERBS.items():
        assert not set(NOT_OURS) & set(verb.fields) - ({"player"} if name == "solve" else set())


@pytest.mark.one_in(4)
@pytest.mark.parametrize("verb", VERBS)
def test_no_file_is_opened(
    client: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, verb: str
) -> None:
    """Whatever a text names: a file of hands, a scoring, a record; only a book, which is ours."""
    secret = tmp_path / "secret.toml"
    secret.write_text("AQ.K84..\n[Match]\npassword = 1\n")
    fields = VERBS[verb].fields
    opened = []

    def listen(event: str, args: tuple[Any, ...]) -> None:
        if listening and event == "open" and str(tmp_path) in str(args[0]):
            opened.append(args[0])

    import sys

    listening = True
    sys.addaudithook(listen)
    for name in fields:
        body = {"hand": "AQ.K84..", "record": RECORD} if name not in ("hand", "record") else {}
        body = {key: value for key, value in body.items() if key in fields}
        for value in (str(secret), [str(secret)], {"scoring": str(secret)}, f"@{secret}"):
            status, text, _ = client.raw(f"/v1/{verb}", {**body, name: value})
            assert "password" not in text
            assert status in (200, 400, 422), text
    listening = False
    assert not opened


@pytest.mark.parametrize(
    ("verb", "body", "said"),
    [
        ("trump", [], "no JSON object"),
        ("trump", {}, "hand"),
        ("trump", {"hand": "AQ.K84..", "sample": 3}, "did you mean samples"),
        ("trump", {"hand": "AQ.K84..", "samples": 10**9}, "from 1 to 100000"),
        ("trump", {"hand": "AQ.K84..", "samples": True}, "samples"),
        ("trump", {"hand": "AQ.K84..", "precision": 0}, "above 0"),
        ("trump", {"hand": ["AQ.K84.."]}, "expected a text"),
        ("trump", {"hand": "A" * 5000}, "at most 2,000"),
        ("trump", {"hand": "AQ.K84..", "give": "2:SA"}, "a list"),
        ("trump", {"hand": "AQ.K84..", "open": 1}, "true or false"),
        ("trump", {"hand": "AQ.K84..", "options": []}, "an object"),
        ("trump", {"hand": "AQ.K84..", "resume": "x"}, "no field 'resume'"),
        ("play", {}, "one of them"),
        ("score", {}, "one of them"),
    ],
)
def test_fields_are_of_their_kind(client: Any, verb: str, body: Any, said: str) -> None:
    status, found = client.send(f"/v1/{verb}", body)
    assert status == 400
    assert said in found["error"]
    assert found["code"] == 2


def test_null_is_not_given() -> None:
    assert read_fields("trump", {"hand": "A", "seed": None}) == {"hand": "A"}
    with pytest.raises(Failure):
        read_fields("trump", {"hand": None})


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("trump", {"hand": "AQ.K84..", "samples": 100_000}),
        ("kot", {"hand": "AQ.K84..", "samples": 100_000, "trump": "S", "variant": "double sar"}),
        ("solve", {"deal": "0:K2.QT4.AT83.A742|QJ8.A9.K96.KQ653|A97.K8762.QJ.T98|T6543.J53.7542.J",
                   "ask": ["table"]}),
        ("deal", {"number": 5, "trump": "S", "where": "class = bavney and tricks = 7"}),
        ("review", {"record": RECORD}),
        ("quiz", {"kind": "seat", "count": 100, "level": "hard"}),
    ],
)  # fmt: skip
def test_a_question_ends_when_its_time_is_up_and_when_nobody_waits(verb: str, body: Any) -> None:
    """Soon after: a chunk of deals may be finished."""
    question = verb_questions()[f"/v1/{verb}"]
    asking = Asking(0.05)
    began = time.monotonic()
    with pytest.raises((Failure, SearchStopped), match=r"within 0\.05 seconds|^$"):
        list(question.answer(body, asking))
    asking = Asking(60)
    threading.Timer(0.05, asking.leave).start()
    with pytest.raises(SearchStopped):
        list(question.answer(body, asking))
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("leaves", [True, False])
def test_a_search_ends_within_its_chunk(leaves: bool) -> None:
    """A chunk of this game takes a second and more; its thread is gone long before."""
    from solver.decide.parallel import stop_here

    body = {"hand": "AQ.K84..", "variant": "double_sar", "samples": 100_000, "seed": 1}
    question = verb_questions()["/v1/trump"]
    before = {each for each in threading.enumerate() if each.name == "hakem"}
    asking = Asking(60 if leaves else 0.3)
    if leaves:
        threading.Timer(0.3, asking.leave).start()
    with pytest.raises((Failure, SearchStopped)):
        list(question.answer(body, asking))
    until = time.monotonic() + 5
    while time.monotonic() < until:
        left = {each for each in threading.enumerate() if each.name == "hakem"} - before
        if not left:
            break
        time.sleep(0.02)
    assert not left
    assert stop_here() is None


def test_the_time_of_a_question_is_told(
    serving: Callable[[Service], AbstractContextManager[Any]],
) -> None:
    body = {"hand": "AQ.K84..", "samples": 100_000}
    with serving(Service(verb_questions(), Limits(seconds=0.2))) as client:
        status, found = client.send("/v1/trump", body)
    assert (status, found["code"]) == (422, 4)
    assert "within 0.2 seconds" in found["error"]


def test_a_question_that_is_left_makes_room(
    serving: Callable[[Service], AbstractContextManager[Any]],
) -> None:
    """One in work ends, one that waits is not begun."""
    import socket

    service = Service(verb_questions(), Limits(at_once=1, waiting=1))
    raw = json.dumps({"hand": "AQ.K84..", "samples": 100_000}).encode()
    head = "POST /v1/trump HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    asked = head.encode() + f"Content-Length: {len(raw)}\r\n\r\n".encode() + raw

    def waits(n: int) -> None:
        until = time.monotonic() + 20
        while len(service.asked) != n and time.monotonic() < until:
            time.sleep(0.01)
        assert len(service.asked) == n

    with serving(service) as client:
        left = []
        for n in (1, 2):
            left.append(socket.create_connection(("127.0.0.1", client.port)))
            left[-1].sendall(asked)
            waits(n)
        assert client.send("/v1/deal", {})[0] == 429
        assert client.send("/v1/book", {"hand": "AQ.K84.."})[0] == 200  # which waits for nobody
        left[1].close()
        waits(1)
        left[0].close()
        waits(0)
        assert client.send("/v1/deal", {})[0] == 200
        assert 'status="499"} 2' in client.send("/metrics", method="GET")[1]
