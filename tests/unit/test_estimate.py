"""The estimate of a class: who holds what, the net in whole numbers, renamed suits, bad weights."""

from __future__ import annotations

import math
import pickle
from itertools import permutations

import numpy as np
import pytest

from solver import Hand, PartialDeal, Suit
from solver.decide import estimate
from solver.decide.estimate import ONE, SHIFTS, TOP, ClassEstimate, card_owners, find_estimate
from solver.decide.worlds import Dealer, world_hands
from solver.game.variants import VARIANTS, find_variant


def some_net(seats: int = 4, units: tuple[int, int] = (24, 8), seed: int = 1) -> ClassEstimate:
    return ClassEstimate(layers(seats, units, seed), seats)


def layers(
    seats: int = 4, units: tuple[int, int] = (24, 8), seed: int = 1
) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    sizes = (56 * seats, *units, 6)
    most, made = (900, 60, 1500), {}
    for k, top in enumerate(most):
        shape = (sizes[k + 1], sizes[k])
        made[f"weights{k}"] = rng.integers(-top, top, shape).astype(np.int8 if k == 1 else np.int16)
        made[f"biases{k}"] = rng.integers(-top, top, sizes[k + 1]).astype(np.int32)
    return made


def deals(n: int, seed: int = 7) -> np.ndarray:
    return Dealer(PartialDeal()).deal(n, np.random.SeedSequence(seed))


def by_hand(net: dict[str, np.ndarray], hands: tuple[Hand, ...], order: list[int]) -> list[int]:
    """One estimate in Python's whole numbers, the suits in this order."""
    inputs: list[int] = []
    for hand in hands:
        held = {card.index for card in hand}
        cards = [int(k in held) for k in range(52)]
        inputs += [cards[13 * suit + rank] for suit in order for rank in range(13)]
        inputs += [hand.length(Suit(suit)) for suit in order]
    for k in range(3):
        sums = [
            sum(int(w) * x for w, x in zip(row, inputs, strict=True)) + int(bias)
            for row, bias in zip(net[f"weights{k}"], net[f"biases{k}"], strict=True)
        ]
        if k == 2:
            break
        shift = SHIFTS[k] - (8 if k == 0 else 0)
        inputs = [min(TOP, max(0, each >> shift)) for each in sums]
    steps = [min(16 * 64 - 1, (max(sums) - each) >> (8 + SHIFTS[2] - 6)) for each in sums]
    raised = [round(ONE * math.exp(-step / 64)) for step in steps]
    shares = [each * ONE // sum(raised) for each in raised]
    shares[shares.index(max(shares))] += ONE - sum(shares)
    return shares


def test_owners_are_the_cards_of_the_hands() -> None:
    worlds = deals(20)
    found = card_owners(worlds, 4).reshape(20, 4, 56)
    assert found.dtype == np.float32
    for row, world in zip(found, worlds, strict=True):
        for signs, hand in zip(row, world_hands(world), strict=True):
            assert {card.index for card in hand} == set(np.flatnonzero(signs[:52]).tolist())
            assert signs[52:].tolist() == [hand.length(suit) for suit in Suit]


@pytest.mark.parametrize("trump", [-1, 0, 1, 2, 3])
def test_shares_are_those_of_whole_numbers(trump: int) -> None:
    net, worlds = layers(), deals(12)
    found = ClassEstimate(net, 4).shares(worlds, (trump,))
    assert (found.sum(axis=2) == ONE).all()
    assert (found >= 0).all()
    order = sorted(range(4), key=lambda suit: (suit != trump, suit))
    for row, world in zip(found[:, 0], worlds, strict=True):
        assert row.tolist() == by_hand(net, world_hands(world), order)


def test_neither_batch_nor_order_changes_an_estimate() -> None:
    net, worlds = some_net(units=(64, 16)), deals(2500)
    whole = net.shares(worlds, (0, 1, 2, 3))
    mixed = np.random.default_rng(3).permutation(len(worlds))
    assert (net.shares(worlds[mixed], (0, 1, 2, 3)) == whole[mixed]).all()
    assert (net.shares(worlds[:3], (2,))[:, 0] == whole[:3, 2]).all()
    assert net.shares(worlds[:0], (2,)).shape == (0, 1, 6)


def test_suits_renamed_with_the_trump_are_the_same_hand() -> None:
    """Trump first, the others in their order: renaming that keeps it gives the same shares."""
    net, worlds = some_net(), deals(30)
    for order in permutations(range(4)):
        new = np.zeros_like(worlds)
        for place, suit in enumerate(order):
            cards = worlds >> np.uint64(13 * suit) & np.uint64(0x1FFF)
            new |= cards << np.uint64(13 * place)
        side = [suit for suit in order if suit != order[0]]
        if side == sorted(side):
            assert (net.shares(new, (0,)) == net.shares(worlds, (order[0],))).all()


def test_weights_that_cannot_be_summed_exactly_are_refused() -> None:
    wrong = layers()
    wrong["biases1"] = np.full(8, 1 << 24, np.int32)
    with pytest.raises(ValueError, match="too large"):
        ClassEstimate(wrong, 4)


def test_games_without_weights_have_no_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_estimate(find_variant("two_hokm"), (0, 1)) is None
    monkeypatch.setattr(estimate, "_read", lambda game: some_net())
    calls = find_estimate(find_variant("hokm"), (1, 3), bavneys=False)
    assert calls is not None
    worlds = deals(9)
    found, plain = calls.shares(worlds), some_net().shares(worlds, (1, 3))
    assert (found[..., (0, 5)] == 0).all()
    assert (found[..., 4] == plain[..., 4] + plain[..., 5]).all()
    assert (found.sum(axis=2) == ONE).all()
    assert pickle.loads(pickle.dumps(calls)) == calls
    assert calls.name != estimate.CallEstimate("hokm", (1, 2)).name


def test_every_file_of_weights_can_be_read() -> None:
    for variant in VARIANTS:
        calls = find_estimate(variant, (-1 if variant.sets_trump else 0,))
        if calls is not None:
            known = PartialDeal(
                (Hand(),) * variant.seats,
                (variant.cards_per_hand,) * variant.seats,
                (),
                variant.pack,
            )
            worlds = Dealer(known).deal(50, np.random.SeedSequence(1))
            shares = calls.shares(worlds)
            assert (shares.sum(axis=2) == ONE).all()
            assert len(np.unique(shares[:, 0, 3])) > 10  # it tells deals apart
