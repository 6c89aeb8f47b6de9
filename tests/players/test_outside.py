"""Players from outside: by module and by address, and what they do wrong."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from solver.base.errors import OptionError, VariantError
from solver.decide.plan import Workers
from solver.game.variants import HOKM
from solver.players import deal_of, find_player, play_duel, play_hand
from solver.players.outside import Refereed, is_outside, outside_player
from solver.views.duels import duel_view

BOT = """
from solver.players import ThumbPlayer, usual_call

class Same(ThumbPlayer):
    name = "same"

class Bare:
    def call(self, five, variant, seed):
        return usual_call(five)
    def play(self, view, seed):
        return view.position.legal()[0]

class Wrong(Bare):
    def call(self, five, variant, seed):
        return "spades"
    def play(self, view, seed):
        if view.seat == 0:
            raise RuntimeError("no idea")
        return next(iter(view.unseen))

class Slow(Bare):
    def play(self, view, seed):
        import time
        time.sleep(0.02)
        return view.position.legal()[0]

class Half:
    def call(self, five, variant, seed):
        return usual_call(five)

class Broken:
    def __init__(self):
        raise ValueError("no table of mine")
"""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module of players in the folder where the command is called."""
    name = f"bots_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    return name


def test_what_is_a_player_from_outside() -> None:
    for text in ("http://127.0.0.1:8000", "https://a.example/x", "mybot:Player", "a.b:C"):
        assert is_outside(text)
    for text in ("thumb", "sampled:20", "sampled:20:3", "", ":", "my bot:Player", "x:"):
        assert not is_outside(text)
    with pytest.raises(OptionError, match="there is no player"):
        find_player("mybot:Player")  # only where it is said that they may come


def test_a_class_of_a_module_plays_as_itself(bots: str) -> None:
    mine = find_player(f"{bots}:Same", outside=True)
    assert mine.name == "same"
    ours = find_player("thumb")
    for number in range(3):
        deal, five = deal_of(HOKM, np.random.SeedSequence(number))
        assert play_hand(deal, five, (mine, ours)) == play_hand(deal, five, (ours, ours))
    assert isinstance(mine, Refereed)
    assert not any(mine.faults.values())
    assert find_player(f"{bots}:Bare", outside=True).name == f"{bots}:Bare"


def test_what_is_done_wrong_is_counted_and_made_good(bots: str) -> None:
    """A player who never answers rightly is the rule of thumb with a list of faults."""
    wrong, thumb = outside_player(f"{bots}:Wrong"), find_player("thumb")
    found = play_duel(wrong, find_player("random"), 2, seed=3)
    plain = play_duel(thumb, find_player("random"), 2, seed=3)
    assert (found.outcomes == plain.outcomes).all()
    faults, none = found.faults or ()
    assert none is None
    assert faults is not None
    assert faults["illegal"] > 20
    assert faults["failed"] > 5
    assert faults["late"] == 0
    assert found.to_dict()["faults"] == [faults, None]
    assert "faults" not in plain.to_dict()
    assert any("the rule of thumb played in their place" in str(each) for each in duel_view(found))
    late = outside_player(f"{bots}:Slow", seconds=0.01)
    play_duel(late, thumb, 1, seed=3)
    assert late.faults["late"] > 10


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Half", "has no play"),
        ("Broken", "ValueError: no table of mine"),
        ("Nobody", "AttributeError"),
    ],
)
def test_what_is_no_player_is_refused(bots: str, name: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        outside_player(f"{bots}:{name}")


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(OptionError, match="ModuleNotFoundError"):
        outside_player("no_such_module_of_mine:Player")
    with pytest.raises(OptionError, match="is not there"):
        outside_player("http://127.0.0.1:9", seconds=1)
    for address in ("http://", "http://127.0.0.1:99999", "http://a?x=1", "ftp://127.0.0.1"):
        with pytest.raises(OptionError):
            outside_player(address, seconds=1)


def test_they_play_in_this_process_and_where_they_know_the_game(bots: str) -> None:
    mine = outside_player(f"{bots}:Same")
    with ThreadPoolExecutor(1) as pool, pytest.raises(OptionError, match="in this process only"):
        play_duel(mine, mine, 1, workers=Workers(executor=pool))


class Odd(BaseHTTPRequestHandler):
    """Answers of a program that has its days: too long, no JSON, an error, silence."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        kind = self.path.split("/")[1]
        text = {"long": b"1" * 10_000, "none": b"hello", "text": b'"SA"', "card": b"51"}.get(kind)
        if kind == "slow":
            time.sleep(0.4)
        if kind == "error" or text is None:
            self.send_error(500)
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def program():  # type: ignore[no-untyped-def]
    with ThreadingHTTPServer(("127.0.0.1", 0), Odd) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.mark.parametrize(
    ("kind", "fault"),
    [("long", "failed"), ("none", "failed"), ("text", "failed"), ("error", "failed"),
     ("slow", "late"), ("card", "illegal")],
)  # fmt: skip
def test_odd_answers_of_a_program(program: str, kind: str, fault: str) -> None:
    mine = outside_player(f"{program}/{kind}", seconds=0.2)
    deal, five = deal_of(HOKM, np.random.SeedSequence(1))
    thumb = find_player("thumb")
    if kind == "slow":  # one question is enough
        mine.call(five, HOKM, 0)
    else:
        assert play_hand(deal, five, (mine, thumb)).outcome is not None
    assert mine.faults[fault] > 0
    with pytest.raises(VariantError, match="bot protocol"):
        play_duel(mine, thumb, 1, "satat")
