"""Whatever is sent: an answer or a refusal in JSON, no fault of ours, and nothing that stays.

In the slow run 100,000 requests.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from size import scaled

from cli.service.app import Limits, Service
from cli.service.bots import bot_questions
from cli.service.verbs import VERBS, verb_questions
from solver.players import find_player

REFUSALS = {400, 401, 403, 404, 405, 408, 411, 413, 415, 422, 429}
TEXTS = (
    *("AQ.K84..", "0:AK..2.|..A.32|.AKQ..|Q.J.K.", "S", "hokm", "satat", "three", "iran", "9-4"),
    *("SA", "SA S3 S2 S5", "kot a", "us", "5-3", "leads(kot) > 0", "class >= kot", "closed", "nl"),
    *("", " ", "\x00", "♠♥", "x" * 300, "-1", "1e400", "../../etc/passwd", "{}", "[Hand"),
)
NUMBERS = (0, 1, -1, 3, 10**6, 10**30, 0.5, -0.0, 1e308)


def any_value(luck: random.Random, deep: int = 0) -> Any:
    kind = luck.randrange(7 if deep < 3 else 4)
    if kind < 2:
        return luck.choice(TEXTS)
    if kind == 2:
        return luck.choice(NUMBERS)
    if kind == 3:
        return luck.choice((None, True, False))
    if kind == 4:
        return [any_value(luck, deep + 1) for _ in range(luck.randrange(4))]
    if kind == 5:
        return {luck.choice(TEXTS): any_value(luck, deep + 1) for _ in range(luck.randrange(3))}
    return luck.choice(TEXTS) + luck.choice(TEXTS)


def any_body(luck: random.Random, verb: str) -> bytes:
    """Fields that the verb has, with values of all kinds; now and then anything at all."""
    if luck.random() < 0.1:
        return luck.randbytes(luck.randrange(60))
    names = luck.sample([*VERBS[verb].fields], luck.randrange(min(6, len(VERBS[verb].fields))))
    fields = {name: any_value(luck) for name in (*VERBS[verb].needed, *names)}
    if luck.random() < 0.5:
        fields |= {"hand": "AQ.K84.."} if "hand" in VERBS[verb].fields else {}
        fields |= {"samples": 4} if "samples" in VERBS[verb].fields else {}
    if luck.random() < 0.05:
        fields[luck.choice(TEXTS)] = any_value(luck)
    text = json.dumps(fields).encode()
    if luck.random() < 0.1:  # damaged on its way
        at = luck.randrange(len(text))
        text = text[:at] + luck.randbytes(1) + text[at + luck.randrange(3) :]
    return text


def any_request(luck: random.Random) -> tuple[str, str, bytes, dict[str, str]]:
    verb = luck.choice([*VERBS])
    path, headers = f"/v1/{verb}", {"Content-Type": "application/json"}
    body = any_body(luck, verb)
    odd = luck.random()
    if odd < 0.05:
        path = luck.choice(
            ("/", "/v1", "/v1/none", "/health", "/%00", "/bot/play_card", path + "/")
        )
    elif odd < 0.1:
        headers["Content-Type"] = luck.choice(("text/plain", "application/x-ndjson", ";;", ""))
        body = b"\n".join(any_body(luck, verb) for _ in range(3))
    elif odd < 0.12:
        headers[luck.choice(("Host", "Origin", "Authorization"))] = luck.choice(("evil", "*", ""))
    return luck.choice(("POST",) * 30 + ("GET", "PUT", "HEAD")), path, body, headers


def fuzzed(client: Any, service: Service, number: int, seed: int) -> set[int]:
    luck, met = random.Random(seed), set()
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=60)
    for _ in range(number):
        method, path, body, headers = any_request(luck)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        met.add(answer.status)
        said = f"{method} {path} {headers} {body!r}: {answer.status} {text!r}"
        assert answer.status == 200 or answer.status in REFUSALS, said
        if answer.status != 200 and method != "HEAD":
            assert json.loads(text)["error"], said
    connection.close()
    until = time.monotonic() + 10
    while service.asked and time.monotonic() < until:
        time.sleep(0.01)
    assert not service.asked
    return met


Serving = Callable[[Service], AbstractContextManager[Any]]


@pytest.fixture
def service() -> Service:
    questions = {**verb_questions(), **bot_questions(find_player("thumb"), "HSDC")}
    return Service(questions, Limits(seconds=0.1))


def test_anything_is_answered_or_refused(serving: Serving, service: Service) -> None:
    with serving(service) as client:
        assert {200, 400, 404} <= fuzzed(client, service, 150, 1)


@pytest.mark.slow
def test_a_hundred_thousand_requests(serving: Serving, service: Service) -> None:
    with serving(service) as client:
        fuzzed(client, service, 100, 2)
        before = threading.active_count()
        met = fuzzed(client, service, scaled(100_000), 3)
        assert {200, 400, 404, 415, 422} <= met
        assert threading.active_count() <= before + 4  # those of the limiter
