"""The application of `hakem explore`: loopback only, one token, a fixed list of files, JSON.

Every request is checked in the order of `_checked`. Answers are streams of JSON objects, one a
line, so that what is known first is seen first. A request ends when its page asks something newer
in the same slot, or goes away. This module knows no card: `verbs.py` answers.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from cli.service.checks import Guarded, Refused, body_of, has_key, json_of
from cli.service.streams import Parts, Tell

from .job import Event, Job, Slot, Verb, run

__all__ = ["Page"]

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}
LONGEST_BODY = 1 << 20
"""Bytes of a request; records have a few thousand."""
MOST_SLOTS = 24
"""Searches that are remembered with their tables, over all tabs; the oldest is forgotten."""
MOST_JOBS = 32
"""Requests that may be in work or wait at a time."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_TAB = re.compile(r"[A-Za-z0-9]{1,40}")


@dataclass(slots=True, eq=False)
class _Kept(Slot):
    """A slot, and whose turn it is to use its solver."""

    turn: anyio.Lock = field(default_factory=anyio.Lock)


class Page:
    """The page as it is served on 127.0.0.1 at this port.

    `verbs` answer its questions, `static` is the folder of its files.
    """

    def __init__(self, verbs: Mapping[str, Verb], port: int, static: Path = STATIC) -> None:
        self.verbs = dict(verbs)
        self.token = secrets.token_urlsafe(32)
        self.hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self.files = {
            f"/static/{path.name}": (TYPES[path.suffix], path.read_bytes())
            for path in sorted(static.iterdir())
            if path.suffix in TYPES
        }
        self.files["/"] = self.files["/static/index.html"]
        self._cores = anyio.CapacityLimiter(os.cpu_count() or 1)
        self._jobs: set[Job] = set()
        self._slots: OrderedDict[tuple[str, str], _Kept] = OrderedDict()

    @property
    def address(self) -> str:
        """The address to open, with the token behind the `#`, where no server log sees it."""
        return f"http://{self.hosts[0]}/#k={self.token}"

    def application(self) -> Starlette:
        """The page for a server."""
        return Starlette(
            routes=[
                Route("/", self._file),
                Route("/static/{name}", self._file),
                Route("/api/v1/{verb}", self._asked, methods=["POST"]),
            ],
            middleware=[Middleware(Guarded, self.hosts.__contains__, _refusal, HEADERS)],
            exception_handlers={HTTPException: _unknown, Refused: _refused},
        )

    def stop(self) -> None:
        """End every question in work."""
        for job in self._jobs:
            job.left = True

    async def _file(self, request: Request) -> Response:
        """A file of the page; they hold no data, so that no token is asked for."""
        found = self.files.get(request.url.path)
        if found is None:
            raise HTTPException(404)
        kind, body = found
        return Response(body, headers={"Content-Type": kind})

    async def _asked(self, request: Request) -> Response:
        """A question of the page, answered by a stream."""
        verb, body = await self._checked(request)
        tab = request.headers.get("X-Hakem-Tab", "")
        if not _TAB.fullmatch(tab):
            raise Refused(400, "tab", "the request names no tab")
        if len(self._jobs) >= MOST_JOBS:
            raise Refused(429, "busy", "too many questions at a time: wait a little")
        slot = str(body.get("slot", request.path_params["verb"]))[:20]
        return _Answer(self, verb, body, (tab, slot))

    async def _checked(self, request: Request) -> tuple[Verb, Event]:
        """The verb and the body of a request that may be answered; raises Refused."""
        headers, origins = request.headers, {f"http://{host}" for host in self.hosts}
        origin, site = headers.get("Origin"), headers.get("Sec-Fetch-Site")
        if (origin is not None and origin not in origins) or site not in (None, "same-origin"):
            raise Refused(403, "origin", "only this server's own page may ask questions")
        length = headers.get("Content-Length", "")
        if not re.fullmatch(r"[0-9]{1,15}", length) or headers.get("Transfer-Encoding"):
            raise Refused(411, "length", "the request does not say its length")
        if int(length) > LONGEST_BODY:
            raise Refused(
                413, "size",
                f"the request has {int(length):,} bytes, more than {LONGEST_BODY:,}: records have "
                "a few thousand",
            )  # fmt: skip
        if headers.get("Content-Type", "").partition(";")[0].strip() != "application/json":
            raise Refused(415, "type", "the request is no application/json")
        if not has_key(request, self.token):
            raise Refused(
                401, "token",
                "the page is an old one: open the address that the terminal shows",
            )  # fmt: skip
        verb = self.verbs.get(request.path_params["verb"])
        if verb is None:
            raise Refused(404, "unknown", "there is no such question")
        body = json_of(await body_of(request, LONGEST_BODY))
        if not isinstance(body, dict):
            raise Refused(400, "json", "the request is no JSON object")
        return verb, body

    @contextlib.asynccontextmanager
    async def place(self, job: Job, key: tuple[str, str]) -> AsyncIterator[None]:
        """The slot of this name for a job, once the older one in it has ended, and a processor.

        A job that nobody wants any more gets no processor.
        """
        slot = self._slots.setdefault(key, _Kept())
        self._slots.move_to_end(key)
        if len(self._slots) > MOST_SLOTS:
            self._slots.popitem(last=False)
        job.slot, slot.newest = slot, job
        self._jobs.add(job)
        held = False
        try:
            async with slot.turn:
                while job.wanted and not held:
                    with anyio.move_on_after(0.05):
                        await self._cores.acquire_on_behalf_of(job)
                        held = True
                yield
        finally:
            self._jobs.discard(job)
            if held:
                self._cores.release_on_behalf_of(job)


class _Answer(Response):
    """The events of a question; a refusal before the first one is an HTTP error."""

    def __init__(self, page: Page, verb: Verb, body: Event, key: tuple[str, str]) -> None:
        self.page, self.verb, self.asked, self.key = page, verb, body, key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer when the turn of the question has come."""
        job = Job(Slot())

        def work(tell: Tell) -> None:
            def told(event: Event) -> None:
                line = json.dumps(event, ensure_ascii=False).encode() + b"\n"
                status = 200
                if event["event"] == "error":
                    status = 500 if event["code"] == "internal" else 400
                tell(line, status)

            job.tell = told
            run(self.verb, self.asked, job)

        def leave() -> None:
            job.left = True

        async with self.page.place(job, self.key):
            await Parts(work, leave, anyio.CapacityLimiter(1))(scope, receive, send)


def _refusal(refusal: Refused) -> Response:
    """A refusal as the page reads it; what was sent besides is not read."""
    body = {"event": "error", "code": refusal.word, "text": str(refusal)}
    return JSONResponse(body, refusal.status, {"Connection": "close"})


async def _refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refused)
    return _refusal(refusal)


async def _unknown(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    found = "there is nothing here" if fault.status_code == 404 else str(fault.detail)
    return _refusal(Refused(fault.status_code, "unknown", found))
