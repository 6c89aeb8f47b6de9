"""The server of the page: who may ask, what is refused, how a question is cancelled."""

import http.client
import json
import re
import socket
import subprocess
import sys
import threading
import time

import pytest
from conftest import ROOT

from cli.app import run
from cli.page.job import Job, Slot
from cli.page.server import LONGEST_BODY, Page

QUESTION = {"text": "0:AK..2. ..A.32 .AKQ.. Q.J.K."}


def raw(page, text):
    """The first line of the answer to these bytes."""
    with socket.create_connection(("127.0.0.1", page.port), timeout=20) as connection:
        connection.sendall(text.encode())
        return connection.recv(4096).decode().splitlines()[0]


def test_a_proper_question_is_answered(page):
    assert page.ask("parse", **QUESTION)[0]["event"] == "hands"


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"Host": "evil.example"}, 403, "host"),
        ({"Host": ""}, 403, "host"),
        ({"Host": "127.0.0.1"}, 403, "host"),
        ({"Host": "127.0.0.1:1"}, 403, "host"),
        ({"Origin": "http://evil.example"}, 403, "origin"),
        ({"Origin": "null"}, 403, "origin"),
        ({"Sec_Fetch_Site": "cross-site"}, 403, "origin"),
        ({"Sec_Fetch_Site": "same-site"}, 403, "origin"),
        ({"Authorization": None}, 401, "token"),
        ({"Authorization": "Bearer "}, 401, "token"),
        ({"Authorization": "Bearer " + "A" * 43}, 401, "token"),
        ({"Content_Type": "text/plain"}, 415, "type"),
        ({"Content_Type": None}, 415, "type"),
        ({"Content_Length": "100000000"}, 413, "size"),
        ({"Content_Length": str(LONGEST_BODY + 1)}, 413, "size"),
        ({"Transfer_Encoding": "chunked"}, 411, "length"),
        ({"X_Hakem_Tab": None}, 400, "tab"),
        ({"X_Hakem_Tab": "../../etc"}, 400, "tab"),
    ],
)
def test_a_forged_request_is_refused(page, changes, status, code):
    found, text = page.send("parse", QUESTION, **changes)
    assert (found, json.loads(text)["code"]) == (status, code)
    assert json.loads(text)["text"]


def test_a_host_is_asked_on_every_method_and_path(page):
    for method in ("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"):
        for path in ("/", "/static/main.js", "/api/v1/parse", "/nowhere"):
            line = raw(page, f"{method} {path} HTTP/1.1\r\nHost: evil.example\r\n\r\n")
            assert " 403 " in line, (method, path)


def test_two_hosts_are_none(page):
    """The server refuses them, and a request without any, before anybody reads them."""
    host = f"Host: {page.server.hosts[0]}\r\n"
    for hosts in (f"{host}Host: evil.example\r\n", f"{host}{host}", ""):
        assert " 400 " in raw(page, f"GET / HTTP/1.1\r\n{hosts}\r\n"), hosts
    assert " 403 " in raw(page, "GET / HTTP/1.0\r\n\r\n")


def test_the_refusal_of_an_origin_comes_before_the_size_and_the_token(page):
    _, text = page.send(
        "parse", QUESTION, Origin="http://evil.example", Content_Length="100000000",
        Authorization=None,
    )  # fmt: skip
    assert json.loads(text)["code"] == "origin"


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"null", b"[" * 100_000, b"\xff\xfe"])
def test_a_body_that_is_no_object_is_refused(page, body):
    status, text = page.send("parse", body)
    assert (status, json.loads(text)["code"]) == (400, "json")


def test_there_is_nothing_but_the_files_and_the_questions(page):
    for path in (
        "/../server.py",
        "/static/../server.py",
        "/static/",
        "/favicon.ico",
        "/etc/passwd",
    ):
        line = raw(page, f"GET {path} HTTP/1.1\r\nHost: {page.server.hosts[0]}\r\n\r\n")
        assert " 404 " in line, path
    assert page.send("nothing", {})[0] == 404
    assert page.send("parse", {}, method="PUT")[0] == 405


def test_files_have_the_strict_headers_and_no_data(page):
    for path in page.server.files:
        connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=20)
        connection.request("GET", path)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        assert answer.status == 200
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Access-Control-Allow-Origin"] is None
        assert page.server.token not in text
        assert "http://" not in text.replace("http://www.w3.org/", ""), path


def test_each_server_has_a_key_of_its_own():
    one, other = Page({}, 1), Page({}, 2)
    assert one.token != other.token
    assert len(one.token) >= 43
    assert one.address == f"http://127.0.0.1:1/#k={one.token}"


def test_it_listens_on_loopback_only(monkeypatch):
    listening = []
    monkeypatch.setattr(
        "cli.service.running.serve_until_stopped",
        lambda server, socket: listening.append(socket.getsockname()[0]) or socket.close(),
    )
    assert run(["explore", "--no-browser"]) == 0
    assert listening == ["127.0.0.1"]


def test_a_connection_that_asks_nothing_is_closed(monkeypatch, serving):
    """Nor one that sends a line now and then, or half a question."""
    monkeypatch.setattr("cli.service.running.PATIENCE", 0.2)
    monkeypatch.setattr("cli.service.checks.PATIENCE", 0.2)
    with serving({"x": lambda body, job: iter([])}) as page:
        for begin in (b"", b"GET / HTTP/1.1\r\n"):
            with socket.create_connection(("127.0.0.1", page.port), timeout=10) as connection:
                connection.sendall(begin)
                assert connection.recv(1) == b""
        head = "".join(f"{n}: {t}\r\n" for n, t in page.headers().items())
        line = raw(page, f"POST /api/v1/x HTTP/1.1\r\n{head}Content-Length: 9\r\n\r\n{{")
        assert " 408 " in line


def test_a_newer_question_ends_the_older_one_in_its_slot(page):
    """And only there: another tab goes on."""
    began, ended = threading.Event(), []

    def slow(body, job):
        yield {"event": "begun"}
        began.set()
        for _ in range(3000):
            if not job.wanted:
                ended.append(body["name"])
                break
            time.sleep(0.01)

    page.server.verbs["slow"] = slow
    try:
        answers = []
        threads = [
            threading.Thread(
                target=lambda n=name, t=tab: answers.append(
                    page.send("slow", {"name": n}, X_Hakem_Tab=t)
                )
            )
            for name, tab in (("old", "one"), ("other", "two"))
        ]
        threads[0].start()
        assert began.wait(10)
        threads[1].start()
        page.server.verbs["quick"] = lambda body, job: iter([{"event": "here"}])
        status, text = page.send("quick", {"slot": "slow"}, X_Hakem_Tab="one")
        assert status == 200
        assert '"here"' in text
        threads[0].join(10)
        assert ended == ["old"]
        assert '"stopped"' in answers[0][1]
        page.send("quick", {"slot": "slow"}, X_Hakem_Tab="two")
        threads[1].join(10)
        assert ended == ["old", "other"]
    finally:
        page.server.verbs.pop("slow", None)
        page.server.verbs.pop("quick", None)


def test_a_page_that_leaves_ends_its_question(page):
    left = threading.Event()

    def slow(body, job):
        try:
            yield {"event": "begun"}
            for _ in range(3000):
                if not job.wanted:
                    return
                time.sleep(0.01)
        finally:  # here, too, where the page left before it was told anything
            left.set()

    page.server.verbs["slow"] = slow
    try:
        body = b"{}"
        head = "POST /api/v1/slow HTTP/1.1\r\n"
        head += "".join(f"{n}: {t}\r\n" for n, t in page.headers(X_Hakem_Tab="gone").items())
        with socket.create_connection(("127.0.0.1", page.port), timeout=20) as connection:
            connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            assert b"200" in connection.recv(64)
        assert left.wait(10)
    finally:
        page.server.verbs.pop("slow", None)


def test_an_abandoned_search_stops_within_a_tenth_of_a_second():
    """The whole table of a hard deal takes seconds."""
    from solver.base.errors import SearchStopped
    from solver.core.engine import Solver
    from solver.game.position import Position
    from solver.open.questions import solve

    deal = "0:K2.QT4.AT83.A742 QJ8.A9.K96.KQ653 A97.K8762.QJ.T98 T6543.J53.7542.J"
    position = Position.start(deal, None)
    search = Solver()
    until = time.monotonic() + 0.05
    search.stop = lambda: time.monotonic() >= until

    def ask_all():
        for trump in (None, "S", "H", "D", "C") * 20:
            solve(Position.start(deal, trump), ("value", "leads"), solver=search)

    with pytest.raises(SearchStopped):
        ask_all()
    assert time.monotonic() < until + 0.5
    search.stop = None
    assert solve(position, ("class",), solver=search).outcome is not None


def test_too_many_questions_at_a_time_are_refused(monkeypatch, serving):
    monkeypatch.setattr("cli.page.server.MOST_JOBS", 3)
    done = threading.Event()

    def hold(body, job):
        yield {"event": "begun"}
        done.wait(10)

    with serving({"hold": hold}) as page:
        found = []
        threads = [
            threading.Thread(
                target=lambda n=n: found.append(page.send("hold", {}, X_Hakem_Tab=f"t{n}")[0])
            )
            for n in range(3)
        ]
        for thread in threads:
            thread.start()
        until = time.monotonic() + 10
        while len(page.server._jobs) < 3 and time.monotonic() < until:
            time.sleep(0.01)
        status, text = page.send("hold", {}, X_Hakem_Tab="last")
        assert (status, json.loads(text)["code"]) == (429, "busy")
        done.set()
        for thread in threads:
            thread.join(10)
        assert found == [200] * 3


def test_a_server_that_is_told_to_end_leaves_no_search_behind(serving):
    began, ended = threading.Event(), threading.Event()

    def slow(body, job):
        began.set()
        while job.wanted:
            time.sleep(0.01)
        ended.set()
        yield {"event": "late"}

    with serving({"slow": slow}) as page:
        asking = threading.Thread(target=page.send, args=("slow", {}))
        asking.start()
        assert began.wait(10)
    assert ended.wait(1)
    asking.join(10)


def test_verbs_know_no_server_no_thread_and_no_parser():
    """A page without a server would ask them as they are: only a transport is missing there."""
    code = """
import json, sys
for name in ("typer", "starlette", "uvicorn", "anyio", "socket", "http.server", "asyncio"):
    sys.modules[name] = None
from cli.page.job import Job, Slot, run
from cli.page.verbs import VERBS
def ask(verb, **body):
    slot, events = Slot(), []
    slot.newest = job = Job(slot, events.append)
    run(VERBS[verb], body, job)
    assert events[-1] == {"event": "done"}, events[-1]
    return events
hand = ask("parse", text="0:AK..2. ..A.32 .AKQ.. Q.J.K.")[0]["hands"][0]["hand"]
ask("about"), ask("state", hand=hand), ask("solve", hand=hand), ask("call", five="AQ.K84..")
ask("deal", variant="hokm", seed=1), ask("record", hand=hand)
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
    for name in ("verbs", "hands", "job"):
        text = (ROOT / "cli" / "page" / f"{name}.py").read_text()
        assert not re.search(r"import (threading|queue|typer|socket)|from .server|arguments", text)


def test_a_job_is_wanted_until_a_newer_one_comes():
    slot = Slot()
    job = Job(slot)
    slot.newest = job
    assert job.wanted
    slot.newest = Job(slot)
    assert not job.wanted
