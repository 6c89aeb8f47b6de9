"""`hakem serve`: the bots behind an address, who may ask, and how much at a time."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from cli.app import run
from cli.service.app import LONGEST_BODY, Limits, Question, Service
from cli.service.bots import bot_questions
from solver.base.errors import OptionError
from solver.players import find_player, play_duel

CARD = {
    "whos_lead": 2, "your_index": 3, "trump_suite": 2, "wins": [1, 0], "floor_cards": [13],
    "your_cards": [45, 24, 43, 30, 38, 20, 21, 26, 39, 16, 19, 28],
    "tricks": [{"cards": [25, 22, 14, 15], "starting_player": 2, "winner": 2}],
}  # fmt: skip


def answering(answer: Callable[[Any], object]) -> Question:
    return Question(lambda body, asking: [answer(body)])


Serving = Callable[[Service], AbstractContextManager[Any]]


@pytest.fixture(scope="module")
def client(serving: Serving) -> Iterator[Any]:
    with serving(Service(bot_questions(find_player("thumb"), "HSDC"))) as client:
        yield client


def test_a_duel_against_the_address_is_the_duel_against_the_player(
    client: Any, tmp_path: Path
) -> None:
    """Hand for hand, through the command line."""
    kept = []
    for name in (f"http://127.0.0.1:{client.port}", "thumb"):
        file = tmp_path / f"{len(kept)}.hkm"
        words = ["duel", name, "random", "--deals", "4", "--seed", "5", "--record", str(file)]
        assert run(words) == 0
        kept.append(file.read_text().replace(name, "it"))
    assert kept[0] == kept[1]
    mine = find_player(f"http://127.0.0.1:{client.port}", outside=True)
    found = play_duel(mine, find_player("random"), 3, seed=6)
    assert found.faults == ({"illegal": 0, "late": 0, "failed": 0}, None)


def test_the_two_questions(client: Any) -> None:
    assert client.send("/bot/play_card", CARD)[0] == 200
    assert client.send("/bot/play_card", CARD)[1] in [24, 20, 21, 16, 19]
    five = [27, 48, 21, 4, 44]
    assert client.send("/bot/choose_trump_suite", {"your_cards": five}) == (200, 3)


@pytest.mark.parametrize(
    ("path", "body", "headers", "status"),
    [
        ("/bot/play_card", {}, {}, 400),
        ("/bot/play_card", b"{", {}, 400),
        ("/bot/play_card", b"[" * 50_000, {}, 400),
        ("/bot/play_card", b"\xff\xfe", {}, 400),
        ("/bot/play_card", b" " * (LONGEST_BODY + 1), {}, 413),
        ("/bot/play_card", CARD, {"Content-Type": "text/plain"}, 415),
        ("/bot/play_card", CARD, {"Host": "evil.example"}, 403),
        ("/bot/play_card", CARD, {"Origin": "http://evil.example"}, 403),
        ("/bot", CARD, {}, 404),
        ("/bot/play_card/", CARD, {}, 404),
        ("/../etc/passwd", CARD, {}, 404),
    ],
)
def test_what_is_refused(
    client: Any, path: str, body: object, headers: dict[str, str], status: int
) -> None:
    found, said = client.send(path, body, headers=headers)
    assert found == status
    assert said["error"]


def test_another_method_is_refused(client: Any) -> None:
    assert client.send("/bot/play_card", method="GET")[0] == 405


def test_random_questions_end_in_a_refusal(client: Any) -> None:
    rng = random.Random(3)
    odd: list[Any] = [None, -1, 53, 1e9, "x", {}, [1, [2]], [13, 14], 10**30, "\ud800"]
    for _ in range(200):
        asked = dict(CARD)
        for name in rng.sample(sorted(set(asked) - {"wins"}), rng.randint(1, 3)):
            asked[name] = rng.choice(odd)
        status, said = client.send("/bot/play_card", asked)
        assert status == 400, asked
        assert said["error"]


def test_it_tells_how_it_is(client: Any) -> None:
    client.send("/bot/play_card", CARD)
    assert client.send("/health", method="GET")[1]["in_work"] == 0
    text = client.send("/metrics", method="GET")[1]
    assert 'hakem_answers_total{path="/bot/play_card",status="200"}' in text
    assert "hakem_waiting 0" in text


def test_a_key_is_asked_for_where_there_is_one(serving: Serving) -> None:
    with serving(Service({"/x": answering(lambda body: 1)}, Limits(key="k" * 20))) as at:
        assert at.send("/x", {})[0] == 401
        assert at.send("/x", {}, headers={"Authorization": "Bearer wrong"})[0] == 401
        assert at.send("/x", {}, headers={"Authorization": f"Bearer {'k' * 20}"}) == (200, 1)


def test_too_many_questions_are_told_to_wait(serving: Serving) -> None:
    """Each is answered or told 429; none is lost."""
    done = threading.Event()

    def slow(body: object) -> int:
        done.wait(10)
        return 1

    found: list[int] = []
    with serving(Service({"/x": answering(slow)}, Limits(at_once=1, waiting=3))) as at:
        threads = [
            threading.Thread(target=lambda: found.append(at.send("/x", {})[0])) for _ in range(10)
        ]
        for thread in threads:
            thread.start()
        until = time.monotonic() + 10
        while found.count(429) < 6 and time.monotonic() < until:
            time.sleep(0.01)
        done.set()
        for thread in threads:
            thread.join(10)
    assert sorted(found) == [200] * 4 + [429] * 6


def test_a_fault_of_ours_is_a_sentence(serving: Serving) -> None:
    def faulty(body: object) -> int:
        raise ZeroDivisionError

    def refusing(body: object) -> int:
        raise OptionError("no such card")

    with serving(Service({"/x": answering(faulty), "/y": answering(refusing)})) as at:
        status, said = at.send("/x", {})
        assert status == 500
        assert "report" in said["error"]
        assert at.send("/y", {}) == (400, {"schema": 1, "error": "no such card", "code": 3})


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--host", "0.0.0.0"], 2),
        (["--player", "nobody"], 2),
        (["--suits", "SHD"], 2),
        (["--key-file", "no_such_file"], 2),
        (["--host", "256.1.1.1", "--key-file", "KEY"], 2),
    ],
)
def test_a_service_that_cannot_be(
    words: list[str], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = tmp_path / "key"
    key.write_text("a key that is long enough\n")
    assert run(["serve", *(str(key) if word == "KEY" else word for word in words)]) == code
    assert capsys.readouterr().err.count("\n") == 1
