"""Worlds: each consistent deal once and equally often, the same for the same seed."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.stats import chisquare

from solver import Hand, PartialDeal, Suit, sample_worlds
from solver.base.errors import SamplingError
from solver.decide import worlds as module
from solver.decide.worlds import (
    Dealer,
    _shuffled,
    chunk_seed,
    deal_worlds,
    new_seed,
    parse_seed,
    world_hands,
)

FULL = (1 << 52) - 1
SMALL_PACK = Hand.parse("AKQ.AK.AK.A")


def small(
    given: tuple[str, ...] = ("-", "-", "-"), sizes: tuple[int, ...] = (3, 3, 2)
) -> PartialDeal:
    """Eight cards for three seats, unless told otherwise."""
    return PartialDeal(tuple(Hand.parse(text) for text in given), sizes, pack=SMALL_PACK)


def by_hand(known: PartialDeal) -> set[tuple[int, ...]]:
    """Every consistent world, by trying all ways to give each unseen card to a seat or nobody."""
    seats = len(known.sizes)
    found = set()
    unseen = list(known.unseen)
    for owners in itertools.product(range(seats + 1), repeat=len(unseen)):
        hands = [hand.bits for hand in known.given] + [0]
        for card, owner in zip(unseen, owners, strict=True):
            hands[owner] |= card.bit
        if [bits.bit_count() for bits in hands[:seats]] != list(known.sizes):
            continue
        full = [Hand(bits) for bits in hands[:seats]]
        if all(
            low <= full[seat].length(suit) <= high
            for seat, bounds in enumerate(known.lengths)
            for suit, (low, high) in enumerate(bounds)
        ):
            found.add(tuple(hands[:seats]))
    return found


CASES = {
    "nothing known": small(),
    "given cards": small(("A...", "-", ".K..")),
    "cards out of play": small(sizes=(2, 2, 1)),
    "one length": small().with_length(0, 0, 2, 3),
    "one exact length": small().with_length(1, 2, 1),
    "a void": small().with_void(2, 0),
    "a void beside a given card": small(("A...", "-", "-")).with_void(0, 0),
    "two seats": small().with_length(0, 0, 1, 2).with_length(1, 1, 0, 1),
    "all seats": small().with_length(0, 0, 1).with_length(1, 0, 1).with_length(2, 0, 1),
    "lengths and cards out of play": small(sizes=(2, 2, 1)).with_void(1, 0).with_length(0, 1, 1),
    "loose seats and cards out of play": small(sizes=(2, 2, 2)).with_length(0, 0, 2),
    "two seats only": small(("-", "-"), (3, 3)).with_length(0, 3, 1),
}


@pytest.mark.one_in(6)
@pytest.mark.parametrize("known", CASES.values(), ids=CASES.keys())
def test_worlds_are_all_the_consistent_ones_equally_often(known: PartialDeal) -> None:
    expected = by_hand(known)
    dealer = Dealer(known)
    assert dealer.count == len(expected)
    listed = dealer.all()
    assert listed is not None
    assert len(listed) == len(expected)
    assert {tuple(row) for row in listed.tolist()} == expected
    n = 40 * len(expected) + 1000
    seen: dict[tuple[int, ...], int] = dict.fromkeys(expected, 0)
    for row in dealer.deal(n, chunk_seed(11, 0)).tolist():
        seen[tuple(row)] += 1  # a KeyError is an inconsistent world
    if len(expected) > 1:
        assert chisquare(list(seen.values())).pvalue > 1e-3


@pytest.mark.slow
def test_rejection_gives_the_same_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.decide.worlds._TABLE_LIMIT", 0)
    known = CASES["two seats"]
    dealer = Dealer(known)
    assert dealer.method == "rejection"
    assert dealer.count is None
    expected = by_hand(known)
    seen = dict.fromkeys(expected, 0)
    for row in dealer.deal(20_000, chunk_seed(3, 0)).tolist():
        seen[tuple(row)] += 1
    assert chisquare(list(seen.values())).pvalue > 1e-3


def test_full_deals_have_the_odds_of_bridge_books() -> None:
    # 13 cards at random: 4-3-3-3 has 0.10536 of the hands, a void in spades 0.012791.
    worlds = deal_worlds(PartialDeal(), 40_000, chunk_seed(1, 0))
    lengths = np.stack(
        [np.bitwise_count(worlds >> np.uint64(13 * s) & np.uint64(0x1FFF)) for s in range(4)], -1
    )
    flat = (np.sort(lengths, axis=-1) == [3, 3, 3, 4]).all(axis=-1).mean()
    assert abs(flat - 0.10536) < 0.004
    assert abs((lengths[..., 0] == 0).mean() - 0.012791) < 0.0015


@pytest.mark.parametrize(
    "known",
    [
        PartialDeal.holding(Hand.parse("AQ.K84..")),
        PartialDeal.holding(Hand.parse("AQ.K84..")).with_length(2, 0, 3, 5).with_void(1, 2),
        PartialDeal()
        .with_length(0, 0, 5, 8)
        .with_length(1, 1, 4, 13)
        .with_length(2, 2, 0, 3)
        .with_length(3, 3, 2, 4),
        PartialDeal.holding(Hand.parse("AKQJT98765432...")),
        PartialDeal((Hand(),) * 2, (13, 13)).with_length(1, 0, 5, 6),
        PartialDeal((Hand(),) * 6, (8,) * 6).with_void(5, 3).with_length(0, 0, 2, 4),
    ],
)
def test_full_deals_keep_every_condition(known: PartialDeal) -> None:
    dealer = Dealer(known)
    worlds = dealer.deal(500, chunk_seed(7, 3))
    for row in worlds:
        hands = world_hands(row)
        assert sum(hand.bits for hand in hands) == np.bitwise_or.reduce(row)
        assert [len(hand) for hand in hands] == list(known.sizes)
        for hand, given in zip(hands, known.given, strict=True):
            assert given - hand == Hand()
        for hand, bounds in zip(hands, known.lengths, strict=bool(known.lengths)):
            assert all(low <= hand.length(s) <= high for s, (low, high) in enumerate(bounds))
    if sum(known.sizes) == 52:
        assert (np.bitwise_or.reduce(worlds, axis=1) == FULL).all()


def test_suit_lengths_are_drawn_with_their_exact_odds() -> None:
    # North holds 5 or more spades, 4 or fewer hearts: lengths against hypergeometric chances.
    known = PartialDeal().with_length(0, 0, 5, 13).with_length(0, 1, 0, 4)
    worlds = Dealer(known).deal(30_000, chunk_seed(2, 0))
    spades = np.bitwise_count(worlds[:, 0] & np.uint64(0x1FFF))
    hearts = np.bitwise_count(worlds[:, 0] >> np.uint64(13) & np.uint64(0x1FFF))
    weights = {
        (s, h): math.comb(13, s) * math.comb(13, h) * math.comb(26, 13 - s - h)
        for s in range(5, 14)
        for h in range(5)
        if s + h <= 13
    }
    total = sum(weights.values())
    big = {cell: w for cell, w in weights.items() if w / total * len(worlds) > 5}
    seen = [int(((spades == s) & (hearts == h)).sum()) for s, h in big]
    rest = len(worlds) - sum(seen)
    odds = [w / total * len(worlds) for w in big.values()]
    assert chisquare([*seen, rest], [*odds, len(worlds) - sum(odds)]).pvalue > 1e-3


def test_the_known_hand_is_uniform_over_the_rest() -> None:
    # Each of the 47 unseen cards is with the caller in 8 of 47 deals.
    worlds = deal_worlds(PartialDeal.holding(Hand.parse("AQ.K84..")), 47_000, chunk_seed(5, 0))
    with_caller = [
        int((worlds[:, 0] >> np.uint64(card.index) & np.uint64(1)).sum())
        for card in PartialDeal.holding(Hand.parse("AQ.K84..")).unseen
    ]
    # Cards of one hand exclude each other a little, which only makes the statistic smaller.
    assert chisquare(with_caller).pvalue > 1e-3


def test_the_same_seed_gives_the_same_worlds_and_a_smaller_n_their_beginning() -> None:
    for known in (PartialDeal(), PartialDeal().with_length(0, 0, 5, 13)):
        many = Dealer(known).deal(300, chunk_seed(9, 4))
        few = Dealer(known).deal(20, chunk_seed(9, 4))
        assert (many[:20] == few).all()
        assert (Dealer(known).deal(20, chunk_seed(9, 5)) != few).any()
        assert (Dealer(known).deal(20, chunk_seed(10, 4)) != few).any()
        stream = np.concatenate(list(sample_worlds(known, 9, 2500)))
        assert len(stream) == 2500
        assert (np.concatenate(list(sample_worlds(known, 9, 1100))) == stream[:1100]).all()


def test_chunk_seeds_are_those_of_spawn() -> None:
    children = np.random.SeedSequence(77).spawn(5)
    for k, child in enumerate(children):
        assert (child.generate_state(4) == chunk_seed(77, k).generate_state(4)).all()


def test_worlds_of_a_seed_never_change() -> None:
    # A golden deal: seeds that people have written down must keep their meaning.
    world = deal_worlds(PartialDeal.holding(Hand.parse("AQ.K84..")), 1, chunk_seed(1, 1))[0]
    assert [str(hand) for hand in world_hands(world)] == [
        "AQ.K84.KQJ73.AQ9",
        "T9754.AJT7.A84.7",
        "KJ82.53.92.J8532",
        "63.Q962.T65.KT64",
    ]


@pytest.mark.parametrize(
    ("bound", "hands"),
    [
        (1, ["KT752.987.Q5.763", "J9843.AJ6.K86.84", "A6.QT32.J42.Q952", "Q.K54.AT973.AKJT"]),
        (3, ["KT752.987.Q5.763", "J84.KQT43.T8.Q92", "A3.5.KJ743.AJT54", "Q96.AJ62.A962.K8"]),
    ],
)
def test_worlds_by_suit_lengths_never_change(bound: int, hands: list[str]) -> None:
    """Of one bound seat, so that three share what is left, and of three, so that one has it all."""
    known = PartialDeal()
    for seat in range(bound):
        known = known.with_length(seat, seat, 5, 6)
    world = deal_worlds(known, 1, chunk_seed(1, 1))[0]
    assert [str(hand) for hand in world_hands(world)] == hands


def test_suit_lengths_may_name_all_cards_of_a_hand() -> None:
    known = PartialDeal()
    for suit, length in enumerate((4, 3, 3, 3)):
        known = known.with_length(0, suit, length, length)
    for world in Dealer(known).deal(20, chunk_seed(1, 0)):
        assert [world_hands(world)[0].length(suit) for suit in Suit] == [4, 3, 3, 3]


def test_a_condition_of_ones_own() -> None:
    def no_court_card_in_seat_0(worlds: np.ndarray) -> np.ndarray:
        courts = np.uint64(sum(0b1111 << 13 * s + 9 for s in range(4)))
        return (worlds[:, 0] & courts) == 0

    dealer = Dealer(PartialDeal())
    worlds = dealer.deal(50, chunk_seed(4, 0), no_court_card_in_seat_0)
    assert len(worlds) == 50
    assert no_court_card_in_seat_0(worlds).all()
    assert (dealer.deal(10, chunk_seed(4, 0), no_court_card_in_seat_0) == worlds[:10]).all()
    with pytest.raises(SamplingError, match=r"only 0 of \d+ random deals meet the conditions"):
        dealer.deal(5, chunk_seed(4, 0), lambda worlds: np.zeros(len(worlds), dtype=bool))


def test_few_worlds_are_listed_and_many_are_not() -> None:
    assert Dealer(PartialDeal()).all() is None
    known = PartialDeal.holding(Hand.parse("AKQJT98765432..."))
    assert Dealer(known).all(limit=10**6) is None
    only = PartialDeal().with_length(0, 0, 13).with_length(1, 1, 13).with_length(2, 2, 13)
    listed = Dealer(only).all()
    assert listed is not None
    assert len(listed) == 1
    assert Dealer(only).count == 1


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: small(("A...", "A...", "-")), "the card SA is given twice"),
        (lambda: small(("2...", "-", "-")), "the card S2 is not in the pack"),
        (lambda: small(("AKQ.A..", "-", "-")), "seat 0 is given 4 cards but holds 3"),
        (lambda: small(sizes=(5, 3, 2)), "10 cards are to be dealt from 8"),
        (
            lambda: PartialDeal((Hand(),) * 3),
            "4 seats have a size, but 3 have given cards and 4 have suit lengths",
        ),
        (lambda: PartialDeal().with_length(0, 0, 14), "need more than 13 cards"),
        (lambda: PartialDeal().with_length(0, 0, 5, 4), "5 to 4 is no length of a suit"),
        (lambda: PartialDeal().with_length(4, 0, 5), "there is no seat 4: expected 0 to 3"),
        (
            lambda: PartialDeal(lengths=(((0, 3),) * 4,) * 4),
            "the suit lengths of seat 0 allow less than 13 cards",
        ),
        (
            lambda: small(("AK...", "-", "-")).with_length(0, 0, 0, 1),
            "seat 0 is given 2 spades but may hold at most 1",
        ),
        (
            lambda: Dealer(PartialDeal().with_length(0, 0, 7).with_length(2, 0, 7)),
            "no deal has all the suit lengths asked for",
        ),
    ],
)
def test_contradictions_are_named(make: object, said: str) -> None:
    assert callable(make)
    with pytest.raises(SamplingError, match=said) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(SamplingError, match=r"SA is given twice.*S2 is not in the pack"):
        small(("A...", "A...", "2..."))


@pytest.mark.parametrize("seed", ["12", " 7 ", 0, 5, np.int64(3), 2**70])
def test_seeds_are_read(seed: object) -> None:
    assert parse_seed(seed) == int(seed)  # type: ignore[call-overload]


@pytest.mark.parametrize("seed", ["x", "", "-1", -1, 1.5, True, None, "1e5", "٣", "9" * 50])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(SamplingError, match="is no seed: expected a whole number of 0 or more"):
        parse_seed(seed)


def test_new_seeds_are_short_and_differ() -> None:
    seeds = {new_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert all(0 <= seed < 2**32 for seed in seeds)


def test_no_deals_are_refused() -> None:
    with pytest.raises(SamplingError, match="0 deals were asked for: expected at least 1"):
        sample_worlds(PartialDeal(), 1, 0)


def test_every_random_bit_decides_an_order() -> None:
    """Equal keys are broken by the number of the column, which would favour low cards: of the 64
    bits of a key all but those of the number count."""
    for bit in range(6, 64):
        raw = np.array([[1 << bit, 0], [0, 1 << bit], [63, 0]], dtype=np.uint64)
        assert _shuffled(raw).tolist() == [[1, 0], [0, 1], [0, 1]]


def test_a_condition_that_hardly_any_deal_meets_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the share that met it, also where some did: about one in 40 of these has no spade."""
    monkeypatch.setattr(module, "_TRIES", 4096)

    def rare(worlds: np.ndarray) -> np.ndarray:
        return worlds[:, 0] & np.uint64(0x1FFF) == 0

    monkeypatch.setattr(module, "_TRIES_PER_WORLD", 256)
    assert rare(Dealer(PartialDeal()).deal(200, chunk_seed(4, 0), rare)).all()
    monkeypatch.setattr(module, "_TRIES_PER_WORLD", 16)
    with pytest.raises(SamplingError, match=r"only [1-9]\d* of \d+ random deals meet"):
        Dealer(PartialDeal()).deal(200, chunk_seed(4, 0), rare)
