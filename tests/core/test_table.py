"""The transposition table against a list that keeps everything, under random traffic."""

from __future__ import annotations

import random

import pytest
from inside import probe

ALL = (1 << 52) - 1
Proof = tuple[int, int, int, bool]


class Twin:
    """The same table without any thought for time or memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[int, int], list[tuple[int, int, int, Proof]]] = {}

    def keep(self, shape: int, tag: int, lo: int, hi: int, ext: int, proof: Proof) -> None:
        self.kept.setdefault((shape, tag), []).append((lo, hi, ext, proof))

    def find(self, shape: int, tag: int, lo: int, hi: int, ext: int, a: int, b: int) -> set[Proof]:
        """Every proof that says who wins: the same owners of its cards, thresholds it serves."""
        found = set()
        for was_lo, was_hi, was_ext, proof in self.kept.get((shape, tag), ()):
            mask, its_a, its_b, won = proof
            serves = (a <= its_a and b >= its_b) if won else (a >= its_a and b <= its_b)
            if serves and not ((was_lo ^ lo) | (was_hi ^ hi) | (was_ext ^ ext)) & mask:
                found.add(proof)
        return found


def pattern(rng: random.Random, depth: int) -> int:
    """Cards from the top of each suit down, as masks of proofs are."""
    return sum(
        ((1 << count) - 1) << (13 * suit + 13 - count)
        for suit in range(4)
        for count in [rng.randint(0, depth)]
    )


# megabytes, positions per shape, shapes, masks, rounds
TRAFFIC = {
    "many shapes": (8.0, 3, 3000, 50, 12_000),
    "long lists with an index": (8.0, 500, 2, 6, 6_000),
    "long lists of many masks": (8.0, 500, 2, 2000, 4_000),
    "tiny memory": (0.25, 40, 400, 30, 40_000),
    "tiny memory and long lists": (0.25, 3000, 3, 8, 12_000),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", TRAFFIC)
def test_the_table_is_its_naive_twin(name: str) -> None:
    megabytes, variety, shapes, masks, rounds = TRAFFIC[name]
    rng = random.Random(name)
    limit = int(megabytes * 2**20)
    table, twin = probe.Table(limit), Twin()
    owners = [[rng.getrandbits(52) for _ in range(3)] for _ in range(variety)]
    patterns = [pattern(rng, 4) for _ in range(masks)]
    epochs = indexed = hits = 0
    for _ in range(rounds):
        shape, tag = rng.randrange(shapes) * 0x1_0001_0003, rng.randrange(2) << 16
        lo, hi, ext = rng.choice(owners)
        if rng.random() < 0.5:
            before = table.epoch
            proof = rng.choice(patterns), rng.randint(0, 31), rng.randint(0, 31), rng.random() < 0.5
            table.keep(shape, tag, lo, hi, ext, *proof)
            if table.epoch != before:  # a clean-out: the newest proof is all that is left
                twin, epochs = Twin(), epochs + 1
            twin.keep(shape, tag, lo, hi, ext, proof)
        else:
            a, b = rng.randint(0, 31), rng.randint(0, 31)
            found = table.find(shape, tag, lo, hi, ext, a, b)
            right = twin.find(shape, tag, lo, hi, ext, a, b)
            assert found in right if right else found is None
            hits += found is not None
        assert table.bytes <= limit
        indexed = max(indexed, table.indexed) if "index" in name else 0
    assert hits > 100
    assert (epochs > 0) == ("tiny" in name)
    assert (indexed > 0) == ("index" in name)


def test_a_proof_serves_easier_thresholds_only() -> None:
    table = probe.Table(1 << 20)
    table.keep(1, 0, 0, 0, 0, 0, 5, 3, True)
    for a in range(8):
        for b in range(8):
            assert (table.find(1, 0, 7, 7, 7, a, b) is not None) == (a <= 5 and b >= 3)
    table.clear()
    assert table.find(1, 0, 7, 7, 7, 0, 31) is None


def test_a_proof_serves_every_owner_of_the_cards_below_its_mask() -> None:
    table = probe.Table(1 << 20)
    ace, king = 1 << 51, 1 << 50
    table.keep(1, 0, ace, 0, 0, ace, 1, 31, True)
    assert table.find(1, 0, ace | king, king, 0, 1, 31) == (ace, 1, 31, True)
    assert table.find(1, 0, ace, ace, 0, 1, 31) is None
    assert table.find(2, 0, ace, 0, 0, 1, 31) is None
    assert table.find(1, 1, ace, 0, 0, 1, 31) is None


def test_of_several_proofs_the_one_with_the_fewest_cards_is_found() -> None:
    """Where all fit: their masks, kept in any order, differ in size."""
    rng = random.Random("general first")
    lo, hi, ext = (rng.getrandbits(52) for _ in range(3))
    for count in (2, 3, 5, 17, 60):
        table = probe.Table(1 << 20)
        masks = [pattern(rng, 6) for _ in range(count)]
        for mask in masks:
            table.keep(1, 0, lo, hi, ext, mask, 7, 7, True)
        assert table.indexed == 0
        found = table.find(1, 0, lo, hi, ext, 7, 7)
        assert found[0].bit_count() == min(mask.bit_count() for mask in masks)
