"""Credits: against a plain loop over the sets of five, and identities to the last count."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from book_shards import fake_codes, write_fake

from solver.base.cards import Hand
from solver.base.errors import BookError
from solver.book.build import chunk_deals
from solver.book.classes import PAIRS, PERMUTATIONS, hand_classes
from solver.book.counts import Counts, count_shards
from solver.book.shards import Shard, find_shards, join_shards
from solver.game.scoring import CLASSES
from solver.game.variants import HOKM, find_variant

PLACE = {int(outcome): i for i, outcome in enumerate(CLASSES)}


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("name", "below"), [("double_sar", 7), ("hokm", 0), ("satat", 0), ("satat", 7)]
)
def test_credits_are_those_of_a_plain_loop(name: str, below: int) -> None:
    variant = find_variant(name)
    worlds = chunk_deals(9, 0)[:2]
    codes = fake_codes(worlds)
    counts = Counts.empty(variant, below)
    counts.add(worlds, codes)
    classes = hand_classes(variant.fixed_suits, below)
    joint: Counter[tuple[int, ...]] = Counter()
    turned: Counter[tuple[int, int]] = Counter()
    squares: Counter[int] = Counter()
    for deal, row in enumerate(worlds.tolist()):
        met: Counter[int] = Counter()
        for caller, bits in enumerate(row):
            cards = [1 << i for i in range(52) if bits >> i & 1]
            fives = [Hand(sum(chosen)) for chosen in combinations(cards, 5)]
            numbers, turns = classes.find(np.array([five.bits for five in fives], dtype=np.uint64))
            all_places = PERMUTATIONS[turns].tolist()
            for five, number, places in zip(fives, numbers.tolist(), all_places, strict=True):
                of_place = [0] * 4
                for suit in range(4):
                    of_place[places[suit]] = PLACE[int(codes[deal, caller, suit])]
                    later = Hand(bits).length(suit) - five.length(suit)
                    turned[number, of_place[places[suit]]] += later
                joint[(number, *of_place)] += 1
                met[number] += 1
        for number, times in met.items():
            squares[number] += times * times
    assert sum(joint.values()) == 2 * 4 * 1287 == int(counts.credits.sum())
    assert all(counts.joint[cell] == times for cell, times in joint.items())
    assert {i: int(s) for i, s in enumerate(counts.squares) if s} == dict(squares)
    up = counts.turned_up()
    assert up.sum() == 8 * 2 * 4 * 1287
    assert all(up[cell] == times for cell, times in turned.items())


@pytest.mark.one_in(2)
@pytest.mark.parametrize("below", [7, 0])
def test_the_classes_together_are_the_deals_to_the_last_count(
    fake_folder: Path, below: int
) -> None:
    """The mean over all hands of five is what the deals say without any hand known."""
    counts = count_shards(join_shards(find_shards([fake_folder])), alike_below=below)
    assert counts.deals == 1024
    of_deals = np.zeros(6, dtype=np.int64)
    for shard in join_shards(find_shards([fake_folder])):
        for codes in shard.codes.values():
            of_deals += np.array([(codes == int(outcome)).sum() for outcome in CLASSES])
    assert (counts.outcomes == of_deals).all()
    sets = math.comb(13, 5)
    places, both = counts.summary()
    assert (places.sum(axis=(0, 1)) == sets * of_deals).all()
    met = places.sum(axis=2)
    assert (met == met[:, :1]).all()
    assert met[:, 0].sum() == sets * 4 * counts.deals
    for number in np.linspace(0, counts.classes.count - 1, 4).astype(int):
        joint = counts.joint[number]
        for place in range(4):
            others = tuple(axis for axis in range(4) if axis != place)
            assert (joint.sum(axis=others) == places[number, place]).all()
        for p, (i, j) in enumerate(PAIRS):
            pair = joint.sum(axis=tuple(axis for axis in range(4) if axis not in (i, j)))
            assert both[number, p].tolist() == [
                [pair[one:, two:].sum() for two in (3, 4)] for one in (3, 4)
            ]
    # a class is met as often as it has hands, give or take
    expected = counts.classes.sizes * met[:, 0].sum() / counts.classes.sizes.sum()
    assert ((met[:, 0] - expected) ** 2 / counts.squares.clip(1)).mean() < 1.5


@pytest.mark.slow
def test_counts_add_up_in_any_order(tmp_path: Path) -> None:
    write_fake(tmp_path / "a", range(3))
    write_fake(tmp_path / "b", range(3, 5))
    write_fake(tmp_path / "c", range(1), seed=6)
    parts = [count_shards(join_shards(find_shards([tmp_path / name]))) for name in ("a", "b", "c")]
    whole = count_shards(join_shards(find_shards([tmp_path / name for name in "cba"])))
    total = parts[0] + parts[1] + parts[2]
    assert total.deals == whole.deals == 6 * 64
    for name in ("joint", "squares", "turned", "outcomes"):
        assert (getattr(total, name) == getattr(whole, name)).all()
    assert set(whole.seeds) == {5, 6}
    with pytest.raises(BookError, match="do not add up"):
        total + Counts.empty(find_variant("double_sar"))


def test_deals_that_the_seed_does_not_give_are_refused(tmp_path: Path) -> None:
    (path,) = write_fake(tmp_path, range(2))
    (shard,) = join_shards([path])
    shard.deals[1] ^= 1
    with pytest.raises(BookError, match="chunk 1 of seed 5 was solved with other deals"):
        count_shards([shard], alike_below=7)
    with pytest.raises(BookError, match="no deal"):
        count_shards([Shard(HOKM, 1)])
