"""Shards made without solving: outcomes that follow from the cards, so that tests are quick."""

from __future__ import annotations

from pathlib import Path

import numpy as np

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
    shards: dict[Path, Shard] = {}
    for chunk in chunks:
        worlds = chunk_deals(seed, chunk)
        shard = shards.setdefault(shard_path(folder, seed, chunk), Shard(variant, seed))
        shard.add(chunk, fake_codes(worlds, chunk), deals_sum(worlds), "fake")
    for path, shard in shards.items():
        shard.write(path)
    return list(shards)
