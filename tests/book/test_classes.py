"""Classes of five-card hands: numbers computed against the renaming of suits, hand by hand."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from solver.base.cards import FULL_PACK, Hand, canonical_hand, canonical_permutation, permute_suits
from solver.base.errors import OptionError
from solver.book.classes import (
    PERMUTATIONS,
    HandClasses,
    choose,
    credit_table,
    hand_classes,
    subsets,
)
from solver.game.deal import FIRST_CARDS


def random_hands(seed: int, n: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    cards = np.array([rng.choice(52, FIRST_CARDS, replace=False) for _ in range(n)])
    return np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1)


@pytest.mark.parametrize("fixed", [(), (1,), (0, 3), (0, 1, 2, 3)])
def test_numbers_and_places_are_those_of_the_renaming(fixed: tuple[int, ...]) -> None:
    classes = hand_classes(fixed)
    hands = random_hands(1, 150)
    numbers, turns = classes.find(hands)
    for bits, number, turn in zip(hands.tolist(), numbers.tolist(), turns.tolist(), strict=True):
        hand = Hand(bits)
        assert Hand(int(classes.hands[number])) == canonical_hand(hand, fixed)
        assert tuple(PERMUTATIONS[turn].tolist()) == canonical_permutation(hand, fixed)
        assert classes.find_one(hand) == (number, canonical_permutation(hand, fixed))


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("fixed", "below", "count"),
    [
        ((), 0, 134_459),
        ((1,), 0, 484_731),
        ((0, 1, 2, 3), 0, 2_598_960),
        ((), 7, 6_181),
        ((1,), 7, 26_226),
        ((), 12, 30),
    ],
)
def test_every_class_has_its_number_and_every_hand_a_class(
    fixed: tuple[int, ...], below: int, count: int
) -> None:
    classes = hand_classes(fixed, below)
    assert classes.count == count == len(classes.hands)
    assert len(np.unique(classes.hands)) == count
    numbers, turns = classes.find(classes.hands)
    assert (numbers == np.arange(count)).all()
    assert (turns == 0).all()
    assert classes.sizes.sum() == math.comb(52, FIRST_CARDS)


def lowest_instead(hand: Hand, fixed: tuple[int, ...], below: int) -> Hand:
    """The hand with its small cards replaced by the lowest ones, card by card."""
    cards = 0
    for suit in range(4):
        first = 1 if suit in fixed else 0
        ranks = [rank for rank in range(13) if hand.bits >> (13 * suit + rank) & 1]
        small = [rank for rank in ranks if first <= rank < below]
        kept = [rank for rank in ranks if rank not in small]
        for rank in kept + list(range(first, first + len(small))):
            cards |= 1 << (13 * suit + rank)
    return Hand(cards)


@pytest.mark.parametrize("fixed", [(), (1,)])
@pytest.mark.parametrize("below", [3, 7, 12])
def test_small_cards_count_alike_but_not_the_two_of_a_fixed_suit(
    fixed: tuple[int, ...], below: int
) -> None:
    classes = hand_classes(fixed, below)
    hands = random_hands(7, 300)
    numbers, turns = classes.find(hands)
    alike = classes.alike(hands)
    for i, bits in enumerate(hands.tolist()):
        plain = lowest_instead(Hand(bits), fixed, below)
        assert Hand(int(classes.hands[numbers[i]])) == canonical_hand(plain, fixed)
        assert tuple(PERMUTATIONS[turns[i]].tolist()) == canonical_permutation(plain, fixed)
        for one in range(4):
            for two in range(4):
                same = plain.ranks(one) == plain.ranks(two) and not {one, two} & set(fixed)
                assert alike[i, one, two] == (one == two or same)


def test_suits_renamed_share_a_class() -> None:
    classes = hand_classes()
    hands = random_hands(2, 50)
    numbers, _ = classes.find(hands)
    for turn in PERMUTATIONS.tolist():
        renamed = np.array(
            [permute_suits(Hand(bits), tuple(turn)).bits for bits in hands.tolist()], np.uint64
        )
        assert (classes.find(renamed)[0] == numbers).all()


def test_twins_are_the_places_that_hold_the_same_cards() -> None:
    classes = hand_classes()
    alike = classes.alike(classes.hands)
    found = {(i, i + 1): alike[:, i, i + 1] for i in range(3)}
    for hand, same in (("AK.AK.2.", (0, 1)), ("AKQJT...", (1, 2)), ("AKQ.2.2.", (1, 2))):
        number, _ = classes.find_one(Hand.parse(hand))
        assert found[same][number]
    number, _ = classes.find_one(Hand.parse("AK.AQ.2."))
    assert not any(rows[number] for rows in found.values())


@pytest.mark.slow
@pytest.mark.parametrize(("fixed", "below"), [((), 7), ((1,), 7)])
def test_every_hand_is_of_one_class_where_small_cards_count_alike(
    fixed: tuple[int, ...], below: int
) -> None:
    numbers, _ = credit_table(fixed, below)
    assert (np.bincount(numbers) == hand_classes(fixed, below).sizes).all()


@pytest.mark.slow
def test_the_table_of_credits_has_every_hand_at_its_place() -> None:
    numbers, turns = credit_table()
    steps = [choose(52, i + 1) for i in range(FIRST_CARDS)]
    rng = np.random.default_rng(3)
    for _ in range(300):
        cards = sorted(rng.choice(52, FIRST_CARDS, replace=False).tolist())
        place = sum(int(step[card]) for step, card in zip(steps, cards, strict=True))
        hand = Hand(sum(1 << card for card in cards))
        number, places = hand_classes().find_one(hand)
        assert numbers[place] == number
        assert tuple(PERMUTATIONS[turns[place]].tolist()) == places
    assert (np.bincount(numbers) == hand_classes().sizes).all()
    assert len(subsets()) == math.comb(13, FIRST_CARDS)


@pytest.mark.slow
def test_all_hands_by_brute_force() -> None:
    """All 2,598,960 hands one by one: the canonical hand of each, and how many share it."""
    classes = hand_classes()
    table = classes.hands.tolist()
    seen = np.zeros(classes.count, dtype=np.int64)
    cards = [1 << card for card in range(52)]
    batch: list[int] = []

    def check() -> None:
        numbers, turns = classes.find(np.array(batch, dtype=np.uint64))
        for bits, number, turn in zip(batch, numbers.tolist(), turns.tolist(), strict=True):
            hand = Hand(bits)
            assert canonical_hand(hand).bits == table[number]
            assert canonical_permutation(hand) == tuple(PERMUTATIONS[turn].tolist())
        np.add.at(seen, numbers, 1)
        batch.clear()

    for chosen in combinations(cards, FIRST_CARDS):
        batch.append(sum(chosen))
        if len(batch) == 50_000:
            check()
    check()
    assert (seen == classes.sizes).all()
    assert FULL_PACK.bit_count() == 52


@pytest.mark.parametrize("fixed", ["S", [b"x"], [4], [-1], [1.5], ["0"]])
def test_what_is_no_suit_or_rank_is_refused(fixed: Any) -> None:
    with pytest.raises(OptionError, match="are no fixed suits: expected numbers from 0 to 3"):
        HandClasses(fixed)
    for rank in (-1, 13, "9", 2.5):
        with pytest.raises(OptionError, match="is no rank: expected a number from 0 to 12"):
            HandClasses((), rank)  # type: ignore[arg-type]
