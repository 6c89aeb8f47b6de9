"""The one server: an application on an address of this machine, until Ctrl-C.

uvicorn speaks HTTP (with h11, which is strict about headers). What it lacks stands here: a
connection that asks nothing is closed after a while. Nothing here knows a question.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from cli.failures import Failure

__all__ = ["PATIENCE", "bound", "serve_until_stopped", "server_of"]

PATIENCE = 15.0
"""Seconds that a connection may take to ask something."""


class PatientProtocol(H11Protocol):
    """Closes a connection on which no request has begun for one to two times `PATIENCE`."""

    _last: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to look at the connection."""
        super().connection_made(transport)
        self.loop.call_later(PATIENCE, self._look)

    def _look(self) -> None:
        if self.transport.is_closing():
            return
        asks = self.cycle is not None and not self.cycle.response_complete
        if not asks and self.cycle is self._last:
            self.transport.close()
            return
        self._last = self.cycle
        self.loop.call_later(PATIENCE, self._look)


class _Server(uvicorn.Server):
    """Says that it stops as soon as it is told to."""

    stopping: Callable[[], None]

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Ctrl-C or an order to end, which is no fault; a second Ctrl-C waits for nothing."""
        self.stopping()
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def bound(host: str, port: int, said: str) -> socket.socket:
    """A socket on this address, port 0 for a free one; a Failure begins with the options `said`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, or asyncio leaves Nagle's delay on: 40 ms for each part of an answer.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)  # who comes before the server does is not turned away
    except OSError as error:
        listening.close()
        raise Failure(f"{said}: {error.strerror or error}") from None
    return listening


def server_of(app: Any, stopping: Callable[[], None], patience: int = 30) -> uvicorn.Server:
    """A server of this application.

    `stopping` is called when it is told to end; then it waits `patience` seconds at most for the
    answers in work.
    """
    config = uvicorn.Config(
        app, http=PatientProtocol, ws="none", lifespan="off", log_config=None, access_log=False,
        log_level="critical", server_header=False, timeout_graceful_shutdown=patience,
    )  # fmt: skip
    server = _Server(config)
    server.stopping = stopping
    return server


def serve_until_stopped(server: uvicorn.Server, listening: socket.socket) -> None:
    """Serve on this socket until Ctrl-C or an order to end."""
    with listening, contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
