"""The application of `hakem serve`: who may ask, how much at a time, and where each question goes.

A Starlette application without a server: tests and other servers run it as well. Every answer is
JSON, refusals included (`{"error", "code"}`). Nothing here knows a card: `verbs.py` and `bots.py`
answer.
"""

from __future__ import annotations

import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from cli.failures import BUDGET, ILLEGAL, USAGE, Failure, refusal_of
from cli.told import json_line
from solver import __version__
from solver.base.errors import SearchStopped

from .asking import SECONDS, Asking
from .checks import Refused, body_of, has_key, json_of, names_host
from .streams import Parts, Tell

__all__ = ["LOOPBACK", "Limits", "Question", "Service"]

LOG = logging.getLogger("hakem.serve")
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
LONGEST_BODY = 1 << 20
"""Bytes of a request; a record has a few thousand."""
MOST_LINES = 10_000
"""Questions of one request."""
JSON, NDJSON = "application/json", "application/x-ndjson"
STATUS = {USAGE: 400, ILLEGAL: 400, BUDGET: 422}
"""HTTP statuses of the exit codes that a refused question has; 500 else."""


@dataclass(frozen=True)
class Question:
    """What is answered at one path.

    `answer` takes the JSON of a request and yields what JSON can hold, a line each; it raises where
    the request is no question. `lines`: whether that may be several; `batch`: whether a request may
    hold several questions, one a line. `quick`: whether a question needs no search and no more than
    some milliseconds, so that it is answered at once, before those that wait for their turn.
    """

    answer: Callable[[Any, Asking], Iterable[object]]
    lines: bool = False
    batch: bool = False
    quick: Callable[[Any], bool] = lambda body: False


@dataclass(frozen=True, slots=True)
class Limits:
    """`at_once`: questions in work; `waiting`: more that wait, beyond them 429; `seconds`: that one
    may take; `key`: asked of every question where there is one; `hosts`: the names under which the
    service is asked."""

    at_once: int = 2
    waiting: int = 64
    seconds: float = SECONDS
    key: str | None = None
    hosts: tuple[str, ...] = LOOPBACK


@dataclass(slots=True)
class Counted:
    """What `/metrics` tells."""

    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)


class Service:
    """Answers these questions, by the path of each, and says how it is.

    `documents` are JSON that is sent as it is, by path.
    """

    def __init__(
        self,
        questions: Mapping[str, Question],
        limits: Limits | None = None,
        documents: Mapping[str, object] | None = None,
    ) -> None:
        self.questions, self.limits = questions, limits or Limits()
        self.documents = {path: JSONResponse(each) for path, each in (documents or {}).items()}
        self.counted = Counted()
        self.turns = anyio.CapacityLimiter(self.limits.at_once)
        self.asked: set[Asking] = set()
        """Questions in work or waiting; counted before anything is awaited."""
        self._named = names_host(self.limits.hosts)

    def application(self) -> Starlette:
        """The service for a server."""
        found = Starlette(
            routes=[
                *(Route(path, self._asked, methods=["POST"]) for path in self.questions),
                *(Route(path, self._document) for path in self.documents),
                Route("/health", self._health),
                Route("/metrics", self._metrics),
            ],
            exception_handlers={HTTPException: _unknown, Refused: self._refused},
        )
        found.router.redirect_slashes = False  # a path with one more is another path: 404
        return found

    def stop(self) -> None:
        """Nothing yet: questions in work are answered, and the server waits for them."""

    def count(self, path: str, status: int, seconds: float) -> None:
        """Count an answer and log it."""
        self.counted.answers[path, status] += 1
        self.counted.seconds[path] += seconds  # type: ignore[assignment]
        LOG.info(json.dumps({"path": path, "status": status, "seconds": round(seconds, 5)}))

    async def _asked(self, request: Request) -> Response:
        path = request.url.path
        kind = self._checked(request)
        try:
            text = await body_of(request, LONGEST_BODY)
        except ClientDisconnect:
            raise Refused(400, "left", "the request was broken off") from None
        questions = _read(text, kind == NDJSON and self.questions[path].batch)
        if kind == JSON and self.questions[path].quick(questions[0]):
            return _Answer(self, path, questions, False, Asking(self.limits.seconds), at_once=True)
        if len(self.asked) >= self.limits.at_once + self.limits.waiting:
            raise Refused(429, "busy", "too many questions at a time: wait a little")
        asking = Asking(self.limits.seconds)
        self.asked.add(asking)
        return _Answer(self, path, questions, kind == NDJSON, asking)

    def _checked(self, request: Request) -> str:
        """The kind of a request that may be asked of this service; raises Refused."""
        if not self._named(request.headers.get("host", "").lower()):
            raise Refused(403, "host", "this service answers to its own names only")
        if "origin" in request.headers:
            raise Refused(
                403, "origin", "this service answers programs, and no page of another site"
            )
        if self.limits.key is not None and not has_key(request, self.limits.key):
            raise Refused(401, "key", "the request has not the key of this service")
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        batch = self.questions[request.url.path].batch
        if kind != JSON and not (batch and kind == NDJSON):
            also = f" or {NDJSON}" if batch else ""
            raise Refused(415, "type", f"the request is no {JSON}{also}")
        return kind

    async def _refused(self, request: Request, refusal: Exception) -> Response:
        assert isinstance(refusal, Refused)
        self.count(request.url.path, refusal.status, 0.0)
        headers = {"Connection": "close", "Cache-Control": "no-store"}
        if refusal.status == 429:
            headers["Retry-After"] = "1"
        return JSONResponse(_error(str(refusal), USAGE), refusal.status, headers)

    async def _document(self, request: Request) -> Response:
        return self.documents[request.url.path]

    async def _health(self, request: Request) -> Response:
        return JSONResponse({"version": __version__, "in_work": self.turns.borrowed_tokens})

    async def _metrics(self, request: Request) -> Response:
        waiting = len(self.asked) - self.turns.borrowed_tokens
        text = metrics_text(self.counted, self.turns.borrowed_tokens, max(waiting, 0))
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


class _Answer(Response):
    """The answer to the questions of a request, when its turn comes."""

    def __init__(
        self,
        service: Service,
        path: str,
        questions: list[Any],
        batch: bool,
        asking: Asking,
        at_once: bool = False,
    ) -> None:
        self.service, self.path, self.questions = service, path, questions
        self.batch, self.asking = batch, asking
        lines = batch or service.questions[path].lines
        kind = NDJSON if lines else JSON
        turns = None if at_once else service.turns
        self.parts = Parts(self._work, asking.leave, turns, kind)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, and count it however it ends."""
        began = time.perf_counter()
        try:
            await self.parts(scope, receive, send)
        finally:
            self.service.asked.discard(self.asking)
            spent = time.perf_counter() - began
            self.service.count(self.path, self.parts.status_code, spent)

    def _work(self, tell: Tell) -> None:
        """Tell the answers, in a thread; those that are quick in that of the server."""
        for number, question in enumerate(self.questions, 1):
            self.asking.begin(number)
            try:
                for answer in self._answers(question):
                    line = _line(answer)
                    wrong = not self.batch and isinstance(answer, Mapping) and "error" in answer
                    tell(line.encode(), 400 if wrong else 200)
            except SearchStopped:
                if self.asking.left:
                    return
                self._tell_refusal(tell, str(self.asking.late()), BUDGET, number)
            except Exception as fault:
                told = refusal_of(fault)
                if told is None:
                    LOG.exception("a question at %s ended in a fault", self.path)
                    told = "internal error (please report it)", 1
                self._tell_refusal(tell, *told, number)

    def _answers(self, question: Any) -> Iterator[object]:
        if isinstance(question, Refused):
            raise Failure(str(question))
        yield from self.service.questions[self.path].answer(question, self.asking)

    def _tell_refusal(self, tell: Tell, sentence: str, code: int, number: int) -> None:
        if self.batch:
            tell(json_line({"line": number, "error": sentence}).encode(), 200)
        else:
            tell(json_line({"error": sentence, "code": code}).encode(), STATUS.get(code, 500))


def _line(answer: object) -> str:
    """An answer as a line of JSON; an object says its `schema`, as on the command line."""
    return json_line(answer) if isinstance(answer, Mapping) else json.dumps(answer) + "\n"


def _read(text: bytes, batch: bool) -> list[Any]:
    """The questions of a body; of a batch one that is no JSON is refused in its place."""
    if not batch:
        return [json_of(text)]
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        raise Refused(413, "size", f"the request has more than {MOST_LINES:,} questions")
    found: list[Any] = []
    for line in lines:
        try:
            found.append(json_of(line))
        except Refused as refusal:
            found.append(refusal)
    if not found:
        raise Refused(400, "json", "the request holds no question")
    return found


def _error(text: str, code: int) -> dict[str, Any]:
    """A refusal as JSON, as the command line prints it."""
    return {"schema": 1, "error": text, "code": code}


async def _unknown(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    return JSONResponse(_error(fault.detail, USAGE), fault.status_code, fault.headers)


def metrics_text(counted: Counted, in_work: int, waiting: int) -> str:
    """Counts of answers, their seconds, and what is in work, as Prometheus reads them."""
    lines = [
        "# HELP hakem_answers_total Answers by path and HTTP status.",
        "# TYPE hakem_answers_total counter",
    ]
    for (path, status), n in sorted(counted.answers.items()):
        lines.append(f'hakem_answers_total{{path="{path}",status="{status}"}} {n}')
    lines += [
        "# HELP hakem_answer_seconds_total Seconds spent on answers, waiting included, by path.",
        "# TYPE hakem_answer_seconds_total counter",
    ]
    for path, seconds in sorted(counted.seconds.items()):
        lines.append(f'hakem_answer_seconds_total{{path="{path}"}} {seconds:.6f}')
    for name, value, said in (
        ("in_work", in_work, "Questions that are being answered."),
        ("waiting", waiting, "Questions that wait for their turn."),
    ):
        lines += [f"# HELP hakem_{name} {said}", f"# TYPE hakem_{name} gauge"]
        lines.append(f"hakem_{name} {value}")
    return "\n".join(lines) + "\n"
