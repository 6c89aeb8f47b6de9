"""Shards and a book without solving: results follow from the cards, so that tests are quick."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import numpy as np

from solver.base.cards import Rank
from solver.book import count_shards, find_shards, join_shards, write_book
from solver.book.build import chunk_deals, deals_sum
from solver.book.shards import Shard, shard_path
from solver.game.variants import HOKM, Variant

CODES = np.array([-3, -2, -1, 1, 2, 3], dtype=np.int8)


def fake_codes(worlds: np.ndarray, seed: int = 0) -> np.ndarray:
    """Outcomes (n, 4, 4): the more trumps the caller has the better, with some chance to it."""
    shifts = np.arange(4, dtype=np.uint64) * np.uint64(13)
    lengths = np.bitwise_count((worlds[:, :, None] >> shifts) & np.uint64(0x1FFF)).astype(int)
    luck = np.random.default_rng(seed).integers(-2, 3, lengths.shape)
    return CODES[np.clip(lengths + luck, 0, 5)]


def write_fake(folder: Path, chunks: range, seed: int = 5, variant: Variant = HOKM) -> list[Path]:
    """Shards of these chunks of a seed."""
    folder.mkdir(parents=True, exist_ok=True)
    shards: dict[Path, Shard] = {}
    for chunk in chunks:
        worlds = chunk_deals(seed, chunk)
        shard = shards.setdefault(shard_path(folder, seed, chunk), Shard(variant, seed))
        shard.add(chunk, fake_codes(worlds, chunk), deals_sum(worlds), "fake")
    for path, shard in shards.items():
        shard.write(path)
    return list(shards)


CHUNKS = range(16)  # 1,024 deals


def shared_book(folder: Path) -> Path:
    """A book of 1,024 deals in this folder, made by the first of all processes that want it.

    Cards below the nine count alike: a twentieth of the classes, so a twentieth of the time.
    """
    path, lock = folder / "hokm.book", folder / "at work"
    with contextlib.suppress(FileExistsError):
        lock.mkdir()
        write_fake(lock, CHUNKS)
        counts = count_shards(join_shards(find_shards([lock])), alike_below=Rank.NINE)
        write_book(counts, path)  # there once it is whole
    end = time.monotonic() + 300
    while not path.exists():
        assert time.monotonic() < end, "the process that makes the book has died"
        time.sleep(0.05)
    return path
