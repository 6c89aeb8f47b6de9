"""A server of the page in this process, and a client that speaks plain HTTP to it."""

from __future__ import annotations

import http.client
import json
import threading
from importlib.util import find_spec

import pytest

from cli.page.server import PageServer
from cli.page.verbs import EXAMPLE, VERBS, first_question
from solver.game.variants import HOKM

# The browser's driver is the extra `page`, which the run of every change does not need.
collect_ignore = [] if find_spec("playwright") else ["test_browser.py"]


class Client:
    """Questions to one server, as its own page asks them."""

    def __init__(self, server):
        self.server = server
        self.port = server.server_address[1]

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


@pytest.fixture(scope="session")
def page_server():
    first = first_question("", HOKM, None)
    with PageServer({**VERBS, "first": first}) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()


@pytest.fixture
def page(page_server):
    return Client(page_server)
