"""The builder: right answers, the same for any workers, and nothing lost however it ends."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from book_shards import fake_codes, write_fake

from solver import outcome
from solver.base.cards import Suit
from solver.base.errors import BookError, OptionError, UnfinishedError, VariantError
from solver.book import build
from solver.book.build import (
    SolvedChunk,
    book_game,
    build_book,
    chunk_deals,
    deals_sum,
    solve_chunk,
)
from solver.book.counts import count_shards
from solver.book.shards import CHUNK, find_shards, join_shards, read_shard
from solver.decide.evaluators import Answers, _GameEvaluator
from solver.decide.plan import Workers
from solver.decide.template import Chosen
from solver.decide.worlds import Worlds, world_hands
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import HOKM, find_variant

ROOT = Path(__file__).resolve().parents[2]


def fake_solve(variant: object, seed: int, chunk: int) -> SolvedChunk:
    worlds = chunk_deals(seed, chunk)
    return SolvedChunk(chunk, fake_codes(worlds, chunk).tobytes(), deals_sum(worlds), "fake")


@pytest.fixture
def no_solving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "solve_chunk", fake_solve)


def codes_in(folder: Path) -> dict[int, bytes]:
    return {
        chunk: codes.tobytes()
        for shard in join_shards(find_shards([folder]))
        for chunk, codes in shard.codes.items()
    }


def test_answers_are_those_of_the_deals_one_by_one(tmp_path: Path) -> None:
    """Each caller at seat 0 of his own deal, one trump at a time, through the ladder of races."""
    report = build_book(tmp_path, deals=1, seed=3, workers=Workers(1))
    assert (report.deals, report.solved, report.interrupted) == (CHUNK, CHUNK, False)
    (shard,) = join_shards(find_shards([tmp_path]))
    worlds = chunk_deals(3, 0)
    for deal in (0, 17, 63):
        for caller in range(4):
            hands = world_hands(np.roll(worlds[deal], -caller))
            for trump in Suit:
                found = outcome(Position.start(Deal(hands), trump))
                assert int(found) == shard.codes[0][deal, caller, trump]


@pytest.mark.parametrize("name", ["satat", "double_sar", "hokm"])
def test_other_games_go_through_their_evaluators(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "CHUNK", 1)
    game = find_variant(name)
    game = game.set("void_duty=must_trump") if name == "hokm" else game
    asked: list[tuple[int, bytes]] = []
    classes = _GameEvaluator.classes

    def noted(self: _GameEvaluator, worlds: Worlds, choices: Sequence[Chosen]) -> Answers:
        asked.extend((int(trump), worlds.tobytes()) for trump in choices)  # type: ignore[arg-type]
        return classes(self, worlds, choices)

    monkeypatch.setattr(_GameEvaluator, "classes", noted)
    codes = np.frombuffer(solve_chunk(game, 4, 0).codes, np.int8).reshape(4, 4)
    deal = build.chunk_deals(4, 0)[0]
    # The four callers of a trump one after the other, so that they share the table.
    turns = [np.roll(deal, -caller).tobytes() for caller in range(4)]
    assert asked == [(trump, turn) for trump in range(4) for turn in turns]
    for caller, trump in ((0, 1), (3, 2)):
        hands = world_hands(np.roll(deal, -caller))
        assert codes[caller, trump] == int(
            outcome(Position.start(Deal(hands), Suit(trump), variant=game))
        )


def test_games_without_a_book_say_why() -> None:
    for name, why in (
        ("beranga", "no call of one suit"),
        ("three_hokm", "no call of one suit"),
        ("band_rang", "a card laid down"),
        ("trup_kasiet", "a card laid down"),
    ):
        with pytest.raises(VariantError, match=why):
            book_game(name)


@pytest.mark.usefixtures("no_solving")
def test_any_workers_make_the_same_shards(tmp_path: Path) -> None:
    one = build_book(tmp_path / "one", deals=5 * CHUNK, seed=8, workers=Workers(1))
    build_book(tmp_path / "two", deals=5 * CHUNK - 3, seed="8", workers=Workers(3))
    with ThreadPoolExecutor(2) as pool:
        build_book(tmp_path / "pool", deals=5 * CHUNK, seed=8, workers=Workers(None, pool))
    assert one.deals == 5 * CHUNK
    expected = codes_in(tmp_path / "one")
    assert list(expected) == list(range(5))
    assert codes_in(tmp_path / "two") == codes_in(tmp_path / "pool") == expected


@pytest.mark.usefixtures("no_solving")
def test_what_is_missing_is_solved_and_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_book(tmp_path, deals=3 * CHUNK, seed=8, first_deal=2 * CHUNK, workers=Workers(1))
    steps: list[tuple[int, int]] = []
    report = build_book(
        tmp_path, deals=70 * CHUNK, seed=8, workers=Workers(2), watch=lambda *s: steps.append(s)
    )
    assert (report.deals, report.solved) == (70 * CHUNK, 67 * CHUNK)
    assert steps[-1] == (70 * CHUNK, 70 * CHUNK)
    assert len(find_shards([tmp_path])) == 2
    assert sorted(codes_in(tmp_path)) == list(range(70))
    monkeypatch.setattr(build, "solve_chunk", None)  # nothing may be solved now
    assert build_book(tmp_path, deals=70 * CHUNK, seed=8, workers=Workers(2)).solved == 0


@pytest.mark.usefixtures("no_solving")
def test_interrupted(tmp_path: Path) -> None:
    def watch(done: int, wanted: int) -> None:
        if done == 2 * CHUNK:
            raise KeyboardInterrupt

    report = build_book(tmp_path, deals=9 * CHUNK, seed=8, workers=Workers(1), watch=watch)
    assert report.interrupted
    assert report.deals == 2 * CHUNK
    assert sorted(codes_in(tmp_path)) == [0, 1]


DRIVER = """
import sys, time
sys.path[:0] = ["tests/oracle"]
from book_shards import fake_codes
from solver.book import build
from solver.book.build import SolvedChunk, chunk_deals, deals_sum
from solver.decide.plan import Workers
def solve(variant, seed, chunk):
    worlds = chunk_deals(seed, chunk)
    time.sleep(0.02)  # so that each run is killed before its end
    return SolvedChunk(chunk, fake_codes(worlds, chunk).tobytes(), deals_sum(worlds), "fake")
build.solve_chunk = solve
build._SAVE_EVERY = 0.0
print("begun", flush=True)
build.build_book(sys.argv[1], deals=300 * 64, seed=8, workers=Workers(2))
"""


@pytest.mark.slow
def test_killed_at_any_moment(tmp_path: Path) -> None:
    """SIGKILL in the middle of writing, four times: what is there is whole, and it ends right."""
    rng = np.random.default_rng(1)
    killed = 0
    known: dict[int, bytes] = {}
    for _ in range(40):
        run = subprocess.Popen(
            [sys.executable, "-c", DRIVER, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
        )
        assert run.stdout is not None
        run.stdout.readline()
        try:
            run.wait(0.1 + 0.3 * float(rng.random()) if killed < 4 else 120)
        except subprocess.TimeoutExpired:
            run.send_signal(signal.SIGKILL)
            run.wait()
            killed += 1
        run.stdout.close()
        if list(tmp_path.glob("*.shard")):
            found = codes_in(tmp_path)
            assert known.items() <= found.items()
            known = found
        if run.returncode == 0:
            break
    assert killed == 4
    assert run.returncode == 0
    assert sorted(known) == list(range(300))
    for chunk in (0, 123, 299):
        assert known[chunk] == fake_codes(chunk_deals(8, chunk), chunk).tobytes()
    assert not list(tmp_path.glob("*.new"))


@pytest.mark.usefixtures("no_solving")
def test_a_full_disk_is_named_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_book(tmp_path, deals=2 * CHUNK, seed=8, workers=Workers(1))
    before = codes_in(tmp_path)

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(
            UnfinishedError, match=r"000000.shard could not be written: the disk is full"
        ):
            build_book(tmp_path, deals=5 * CHUNK, seed=8, workers=Workers(1))
    assert codes_in(tmp_path) == before
    assert not list(tmp_path.glob("*.new"))
    assert build_book(tmp_path, deals=5 * CHUNK, seed=8, workers=Workers(1)).deals == 5 * CHUNK


def die(variant: object, seed: int, chunk: int) -> SolvedChunk:
    if chunk == 3:
        os._exit(9)
    return fake_solve(variant, seed, chunk)


def test_a_worker_that_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import multiprocessing

    with (
        monkeypatch.context() as patch,
        ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool,
    ):
        patch.setattr(build, "solve_chunk", die)
        with pytest.raises(
            UnfinishedError, match=r"a worker died .* deals are kept .* same command"
        ):
            build_book(tmp_path, deals=6 * CHUNK, seed=8, workers=Workers(1, pool))
    kept = codes_in(tmp_path) if list(tmp_path.glob("*.shard")) else {}
    assert 3 not in kept
    monkeypatch.setattr(build, "solve_chunk", fake_solve)
    build_book(tmp_path, deals=6 * CHUNK, seed=8, workers=Workers(1))
    assert kept.items() <= codes_in(tmp_path).items()
    assert len(codes_in(tmp_path)) == 6


def test_one_build_in_a_folder(tmp_path: Path) -> None:
    with build._alone_in(tmp_path), pytest.raises(BookError, match="another build is at work"):
        build_book(tmp_path, deals=1, seed=1)


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    for deals, first in ((0, 0), (-5, 0), (10, -1)):
        with pytest.raises(OptionError, match="expected at least 1"):
            build_book(tmp_path, deals=deals, seed=1, first_deal=first)
    write_fake(tmp_path, range(1), variant=HOKM.set("stop_rule=hard7"))
    with pytest.raises(BookError, match="build each game in a folder of its own"):
        build_book(tmp_path, deals=64, seed=1)
    (tmp_path / "file").write_text("")
    with pytest.raises(BookError, match="cannot be written to"):
        build_book(tmp_path / "file", deals=64, seed=1)


def damaged(path: Path, at: int) -> bytes:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    return bytes(data)


def test_damaged_and_foreign_shards_are_refused_by_name(tmp_path: Path) -> None:
    (path,) = write_fake(tmp_path, range(2))
    good = path.read_bytes()
    first = good.index(b"\n") + 1
    cases = [(good[:-1], "damaged"), (good[:100], "damaged"), (b"", "is no book shard")]
    cases += [(damaged(path, at), "damaged") for at in (first, first + 40, len(good) - 1)]
    cases += [(damaged(path, 3), "is no book shard")]
    cases += [
        (good.replace(b"shard 1 ", b"shard 2 ", 1), "version 2, this program reads version 1")
    ]
    cases += [(os.urandom(5000), "is no book shard")]
    for data, why in cases:
        path.write_bytes(data)
        with pytest.raises(BookError, match=f"{path.name} .*{why}"):
            read_shard(path)
        with pytest.raises(BookError, match=path.name):
            build_book(tmp_path, deals=64, seed=5)
    path.write_bytes(good)
    assert len(read_shard(path)) == 128


@pytest.mark.slow
def test_shards_that_do_not_belong_together(tmp_path: Path) -> None:
    write_fake(tmp_path / "a", range(2))
    write_fake(tmp_path / "b", range(1, 3))
    write_fake(tmp_path / "c", range(5, 6), variant=find_variant("double_sar"))
    both = [tmp_path / "a", tmp_path / "b"]
    with pytest.raises(BookError, match="both hold chunk 1 of seed 5: its deals would count twice"):
        count_shards(join_shards(find_shards(both)))
    with pytest.raises(BookError, match="cannot be counted together"):
        count_shards(join_shards(find_shards([tmp_path / "a", tmp_path / "c"])))
    with pytest.raises(BookError, match="there is no shard"):
        find_shards([tmp_path])
    with pytest.raises(OptionError, match="is no folder and no file"):
        find_shards([tmp_path / "nowhere"])
