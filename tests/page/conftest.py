"""The page served in this process, and a client that speaks plain HTTP to it."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import threading
import time
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

from cli.page.server import Page
from cli.page.verbs import EXAMPLE, VERBS, first_question
from cli.service.running import bound, server_of
from solver.game.variants import HOKM

# The browser's driver is the extra `page`, which the run of every change does not need.
collect_ignore = (
    []
    if find_spec("playwright")
    else ["test_browser.py", "test_match_page.py", "test_nothing_lost.py", "test_quiz_page.py"]
)


class Client:
    """Questions to one server, as its own page asks them."""

    def __init__(self, server):
        self.server = server
        self.port = int(server.hosts[0].rpartition(":")[2])

    def headers(self, **changes):
        usual = {
            "Host": self.server.hosts[0],
            "Origin": f"http://{self.server.hosts[0]}",
            "Content-Type": "application/json",
            "Authorization": f"Bearer {self.server.token}",
            "X-Hakem-Tab": "abc",
        }
        changed = {**usual, **{name.replace("_", "-"): text for name, text in changes.items()}}
        return {name: text for name, text in changed.items() if text is not None}

    def send(self, verb, body, method="POST", **changes):
        """(status, answer text) of one request; a header given as None is left out."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        connection.putrequest(method, f"/api/v1/{verb}", skip_host=True, skip_accept_encoding=True)
        headers = self.headers(**changes)
        headers.setdefault("Content-Length", str(len(raw)))
        for name, text in headers.items():
            connection.putheader(name, text)
        connection.endheaders()
        if int(headers["Content-Length"]) == len(raw):
            connection.send(raw)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def ask(self, verb, **body):
        """The events of an answer that must come."""
        status, text = self.send(verb, body)
        assert status == 200, text
        events = [json.loads(line) for line in text.splitlines()]
        assert events[-1]["event"] == "done", events[-1]
        return events[:-1]

    def refused(self, verb, **body):
        """The sentence with which a question is refused."""
        status, text = self.send(verb, body)
        said = json.loads(text.splitlines()[-1])
        assert said["event"] == "error", said
        assert (status, said["code"]) != (500, "internal"), said
        return said["text"]

    def hand(self, text=EXAMPLE):
        """The first hand of a text."""
        return self.ask("parse", text=text)[0]["hands"][0]["hand"]


@contextmanager
def served(verbs):
    """A page with these verbs, on a port of its own."""
    listening = bound("127.0.0.1", 0, "")
    page = Page(verbs, listening.getsockname()[1])
    server = server_of(page.application(), page.stop, patience=2)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield page
    finally:
        page.stop()
        server.should_exit = True
        thread.join(10)
        assert not thread.is_alive()


@pytest.fixture(scope="session")
def page_server():
    with served({**VERBS, "first": first_question("", HOKM, None)}) as page:
        yield page


@pytest.fixture
def serving():
    """serving(verbs): a client of a page with these verbs, while the block runs."""

    @contextmanager
    def begin(verbs):
        with served(verbs) as page:
            yield Client(page)

    return begin


@pytest.fixture
def page(page_server):
    return Client(page_server)


WIDTHS = {"phone": (360, 780), "tablet": (800, 1000), "desk": (1400, 900)}


@pytest.fixture(scope="session")
def chromium():
    """Debian's, or the one that CHROMIUM names."""
    from playwright.sync_api import sync_playwright

    path = (
        os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    )
    assert path, "these tests need Chromium: install it, or name it in CHROMIUM"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


class Shown:
    """A tab of the page; `said` collects the console, `asked` the addresses of all requests."""

    def __init__(self, browser, server, width="desk", scheme="light", **more):
        size = WIDTHS[width] if isinstance(width, str) else width
        size = dict(zip(("width", "height"), size, strict=True))
        self.server = server
        self.context = browser.new_context(viewport=size, color_scheme=scheme, **more)
        self.tab = self.context.new_page()
        self.said, self.asked = [], []
        self.tab.on("console", lambda message: self.said.append(message.text))
        self.tab.on("pageerror", lambda error: self.said.append(str(error)))
        self.tab.on("request", lambda request: self.asked.append(request.url))

    def open(self, place=""):
        self.tab.goto(self.server.address)
        self.arrived()
        if place:
            self.tab.evaluate(f"location.hash = '#/{place}'")
        return self.tab

    def arrived(self):
        """The page stands on its first place. No badge tells this: where all cards are equal, none
        is left when the search has ended."""
        self.until("document.querySelector('.steps .where')?.textContent")

    def done(self):
        """The search has ended and every badge stands."""
        self.until("document.querySelector('.the-table')?.getAttribute('aria-busy') === 'false'")

    def until(self, condition, seconds=60):
        """Wait for a condition; the policy of the page forbids the browser to wait for it."""
        end = time.monotonic() + seconds
        while not self.tab.evaluate(condition):
            assert time.monotonic() < end, condition
            time.sleep(0.02)

    def tray(self):
        return self.tab.locator(".tray .card:visible")

    def where(self):
        return self.tab.locator(".steps .where").inner_text()


@pytest.fixture
def show(chromium, page_server):
    """show(width, scheme) opens a tab; afterwards nothing may have been said or asked elsewhere."""
    opened = []

    def make(width="desk", scheme="light", **more):
        opened.append(Shown(chromium, page_server, width, scheme, **more))
        return opened[-1]

    yield make
    for each in opened:
        origin = f"http://{page_server.hosts[0]}/"
        strangers = [u for u in each.asked if not u.startswith((origin, "data:", "blob:"))]
        each.context.close()
        assert strangers == []
        assert each.said == []
