"""The application of `hakem serve`: who may ask, how much at a time, and where each question goes.

A Starlette application without a server: tests and other servers run it as well. Every answer is
JSON, refusals included (`{"error", "code"}`). Nothing here knows a card: `bots.py` answers.
"""

from __future__ import annotations

import hmac
import json
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from solver import HakemError, __version__

__all__ = ["LOOPBACK", "Limits", "Question", "application"]

LOG = logging.getLogger("hakem.serve")
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
LONGEST_BODY = 1 << 16
"""Bytes of a request; a question in the last trick has two thousand."""

Question = Callable[[Any], object]
"""Answers the JSON of a request with something that JSON can hold; HakemError where it is none."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`at_once`: questions in work; `waiting`: more that wait, beyond them 429; `key`: asked of
    every question where there is one; `hosts`: the names under which the service is asked."""

    at_once: int = 2
    waiting: int = 64
    key: str | None = None
    hosts: tuple[str, ...] = LOOPBACK


@dataclass(slots=True)
class Counted:
    """What `/metrics` tells."""

    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)


class Refused(Exception):
    """A request that is not answered: an HTTP status and a sentence."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


def application(questions: Mapping[str, Question], limits: Limits | None = None) -> Starlette:
    """The service that answers these questions, by the path of each, and says how it is."""
    limits = limits or Limits()
    counted = Counted()
    turns = anyio.CapacityLimiter(limits.at_once)

    def asked(path: str, question: Question) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            began = time.perf_counter()
            status = 500
            body: object = error("internal error (please report it)")
            try:
                status, body = 200, await answered(request, question, limits, turns)
            except Refused as refusal:
                status, body = refusal.status, error(str(refusal))
            except HakemError as refusal:
                status, body = 400, error(str(refusal))
            except ClientDisconnect:
                status, body = 400, error("the request was broken off")
            except Exception:
                LOG.exception("a question at %s ended in a fault", path)
            finally:
                spent = time.perf_counter() - began
                counted.answers[path, status] += 1
                counted.seconds[path] = counted.seconds.get(path, 0.0) + spent
                LOG.info(json.dumps({"path": path, "status": status, "seconds": round(spent, 5)}))
            return JSONResponse(body, status, {"Cache-Control": "no-store"})

        return answer

    async def health(request: Request) -> Response:
        return JSONResponse({"version": __version__, "in_work": turns.borrowed_tokens})

    async def metrics(request: Request) -> Response:
        return PlainTextResponse(
            metrics_text(counted, turns), media_type="text/plain; version=0.0.4"
        )

    async def unknown(request: Request, fault: Exception) -> Response:
        assert isinstance(fault, HTTPException)
        return JSONResponse(error(fault.detail), fault.status_code, fault.headers)

    return Starlette(
        routes=[
            *(Route(path, asked(path, each), methods=["POST"]) for path, each in questions.items()),
            Route("/health", health),
            Route("/metrics", metrics),
        ],
        exception_handlers={HTTPException: unknown},
    )


async def answered(
    request: Request, question: Question, limits: Limits, turns: anyio.CapacityLimiter
) -> object:
    """The answer to a request that may be asked, when its turn comes."""
    check(request, limits)
    body = await body_of(request)
    if turns.statistics().tasks_waiting >= limits.waiting:
        raise Refused(429, "too many questions at a time: wait a little")
    return await anyio.to_thread.run_sync(question, body, limiter=turns)


def check(request: Request, limits: Limits) -> None:
    """Raise Refused unless this request may be asked of this service."""
    host = request.headers.get("host", "")
    if host.rsplit(":", 1)[0].lower() not in limits.hosts and host.lower() not in limits.hosts:
        raise Refused(403, "this service answers to its own names only")
    if "origin" in request.headers:
        raise Refused(403, "this service answers programs, and no page of another site")
    if limits.key is not None:
        said = request.headers.get("authorization", "").encode("latin-1", "replace")
        if not hmac.compare_digest(said, f"Bearer {limits.key}".encode()):
            raise Refused(401, "the request has not the key of this service")
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(415, "the request is no application/json")


async def body_of(request: Request) -> Any:
    """The JSON of a request."""
    text = b""
    async for part in request.stream():
        text += part
        if len(text) > LONGEST_BODY:
            raise Refused(413, f"the request has more than {LONGEST_BODY:,} bytes")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Refused(400, "the request is no JSON") from None


def error(text: str) -> dict[str, Any]:
    """A refusal as JSON, as the command line prints it."""
    return {"schema": 1, "error": text}


def metrics_text(counted: Counted, turns: anyio.CapacityLimiter) -> str:
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
        ("in_work", turns.borrowed_tokens, "Questions that are being answered."),
        ("waiting", turns.statistics().tasks_waiting, "Questions that wait for their turn."),
    ):
        lines += [f"# HELP hakem_{name} {said}", f"# TYPE hakem_{name} gauge"]
        lines.append(f"hakem_{name} {value}")
    return "\n".join(lines) + "\n"
