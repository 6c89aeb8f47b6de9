"""What every request is asked before anything is done for it, and how one is refused.

For the page and for the service alike; what a refusal looks like is theirs.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .running import PATIENCE

__all__ = ["Guarded", "Refused", "body_of", "has_key", "json_of", "names_host"]


class Refused(Exception):
    """A request that is not answered: an HTTP status, a word for programs and a sentence."""

    def __init__(self, status: int, word: str, text: str) -> None:
        super().__init__(text)
        self.status, self.word = status, word


class Guarded:
    """The application behind it hears only requests to one of its own names, whatever the path.

    `hosts` are compared with the one Host of the request; `refused` answers for all others. Every
    answer has the `headers`.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Callable[[str], bool],
        refused: Callable[[Refused], Response],
        headers: Mapping[str, str],
    ) -> None:
        self.app, self.hosts, self.refused = app, hosts, refused
        self.headers = [(name.lower().encode(), text.encode()) for name, text in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or refuse."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                has = {name for name, _ in message["headers"]}
                extra = [(name, text) for name, text in self.headers if name not in has]
                message = {**message, "headers": [*message["headers"], *extra]}
            await send(message)

        hosts = [text.decode("latin-1") for name, text in scope["headers"] if name == b"host"]
        if len(hosts) == 1 and self.hosts(hosts[0].strip().lower()):
            await self.app(scope, receive, sent)
            return
        refusal = Refused(403, "host", "this server answers to its own names only")
        await self.refused(refusal)(scope, receive, sent)


def names_host(names: Collection[str]) -> Callable[[str], bool]:
    """Whether a Host is one of these names, with any port or none."""
    return lambda host: host in names or host.rsplit(":", 1)[0] in names


def has_key(request: Request, key: str) -> bool:
    """Whether the request brings this key."""
    said = request.headers.get("authorization", "").encode("latin-1", "replace")
    return hmac.compare_digest(said, f"Bearer {key}".encode())


async def body_of(request: Request, longest: int) -> bytes:
    """The body of a request; Refused where it is too long or does not come."""
    text = bytearray()
    with anyio.move_on_after(PATIENCE) as patience:
        async for part in request.stream():
            text += part
            if len(text) > longest:
                raise Refused(413, "size", f"the request has more than {longest:,} bytes")
    if patience.cancelled_caught:
        raise Refused(408, "late", "the request did not come to its end")
    return bytes(text)


def json_of(text: bytes) -> Any:
    """The JSON of a body; Refused where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Refused(400, "json", "the request is no JSON") from None
