"""A service in this process, and a client that speaks plain HTTP to it."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest

from cli.service.app import Service
from cli.service.running import bound, server_of


class Client:
    """Questions to the service at a port of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port

    def raw(
        self,
        path: str,
        body: object = None,
        method: str = "POST",
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, str, Mapping[str, str]]:
        """Status, text and headers of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        connection.request(
            method, path, raw, {"Content-Type": "application/json", **(headers or {})}
        )
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text, dict(answer.headers)

    def send(self, path: str, body: object = None, **more: Any) -> tuple[int, Any]:
        """Status and JSON of an answer; its text where it is none."""
        status, text, _ = self.raw(path, body, **more)
        return status, json.loads(text) if text[:1] in '{[0123456789"' else text


@contextmanager
def served(service: Service) -> Iterator[Client]:
    """A client of this service, while the block runs."""
    listening = bound("127.0.0.1", 0, "")
    server = server_of(service.application(), service.stop)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Client(listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(10)
        assert not thread.is_alive()


@pytest.fixture(scope="session")
def serving() -> Callable[[Service], AbstractContextManager[Client]]:
    """serving(service): a client of it, while the block runs."""
    return served
