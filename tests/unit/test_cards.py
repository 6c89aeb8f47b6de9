"""Cards and hands: every spelling is read, one form is printed, every fault is named."""

from __future__ import annotations

import itertools
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.base.cards import (
    FULL_PACK,
    PACK,
    Card,
    Hand,
    Rank,
    Suit,
    canonical_hand,
    parse_trump,
    permute_suits,
    suit_permutations,
)
from solver.base.errors import CardError, HakemError, HandError

hands = st.integers(0, FULL_PACK).map(Hand)


def test_layout_of_the_bits() -> None:
    assert Card.parse("S2").bit == 1
    assert Card.parse("SA").index == 12
    assert Card.parse("H2").index == 13
    assert Card.parse("CA").index == 51
    assert [card.index for card in PACK] == list(range(52))
    assert all(Card.from_index(card.index) == card for card in PACK)
    assert sorted(PACK) == list(PACK)


@pytest.mark.parametrize(
    ("text", "strict"),
    [
        ("SA", "SA"),
        ("AS", "SA"),
        ("A♠", "SA"),
        ("♠a", "SA"),
        ("D10", "DT"),
        ("dT", "DT"),
        ("10d", "DT"),
        ("t♢", "DT"),
        ("h2", "H2"),
        (" c-k ", "CK"),
        ("♥\ufe0f9", "H9"),
    ],
)
def test_one_card_in_every_spelling(text: str, strict: str) -> None:
    assert str(Card.parse(text)) == strict


@pytest.mark.parametrize("text", ["", "S", "A", "SX", "1S", "S1", "SAK", "SA SK", "??", "D100"])
def test_no_card(text: str) -> None:
    with pytest.raises(CardError):
        Card.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "AKQ.J5.T.987",
        "akq.j5.10.987",
        "AKQ . J5 . T . 9 8 7",
        "SA SK SQ HJ H5 DT C9 C8 C7",
        "AsKsQsJh5hTd9c8c7c",
        "♠AKQ ♥J5 ♦10 ♣987",
        "♠ A K Q ♥ J 5 ♦ T ♣ 9 8 7",
        "sakq,hj5,dt,c987",
        "S:AKQ H:J5 D:T C:987",
        "C7 HJ SK DT SQ C8 SA H5 C9",
        "AKQs J5h Td 987c",
        "A♠K♠Q♠J♥5♥10♦9♣8♣7♣",
        "AKQ:J5:T:987",
        "AKQ/J5/10/987",
        "AKQ, J5, T, 987",
        "AKQ J5 T 987",
        "♠AKQ/♥J5/♦T/♣987",
        "🂡🂮🂭 🂻🂵 🃊 🃙🃘🃗",
    ],
)
def test_one_hand_in_every_spelling(text: str) -> None:
    assert str(Hand.parse(text)) == "AKQ.J5.T.987"


@pytest.mark.parametrize(
    ("text", "strict"),
    [
        ("AK...", "AK..."),
        ("AK.-.-.-", "AK..."),
        ("...", "..."),
        ("-", "..."),
        ("-.-.-.2", "...2"),
        ("S- HA D- C-", ".A.."),
        ("♠- ♥A ♦- ♣2", ".A..2"),
        ("–.A.–.–", ".A.."),
        ("KQ83 A - -", "KQ83.A.."),
        ("KQ83:A:-:-", "KQ83.A.."),
        ("KQ83/A//", "KQ83.A.."),
        ("KQ83,A,-,-", "KQ83.A.."),
        ("- - - 2", "...2"),
    ],
)
def test_empty_suits(text: str, strict: str) -> None:
    assert str(Hand.parse(text)) == strict


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("AKX.J5.T.Y", ["'X' in spades", "'Y' in clubs"]),
        ("AAK.J5.T.22", ["SA appears twice", "C2 appears twice"]),
        ("AK.Q", ["2 suits between the dots", "as in AK.Q.."]),
        ("AK.Q.J.T.9", ["5 suits"]),
        ("SA SA", ["SA appears twice"]),
        ("", ["no cards"]),
        ("SA Z", ["'Z'"]),
        ("SA S", ["without a rank"]),
        ("A", ["a rank without a suit"]),
        ("1.2.3.4", ["'1' in spades"]),
        ("KQ83-A", ["a rank without a suit; write KQ83.A.. or SK SQ S8 S3 HA"]),
        ("K,Q,8,3", ["a rank without a suit"]),
        ("ace of spades, king of hearts", ["'ace' is no card; write KQ83.A.. or SK SQ S8 S3 HA"]),
        ("🂬", ["'🂬' is no card"]),
        ("AKx.Kx..", ["'x' in spades and hearts is any small card"]),
    ],
)
def test_every_fault_of_a_hand_is_named(text: str, words: list[str]) -> None:
    with pytest.raises(HandError) as refusal:
        Hand.parse(text)
    for word in words:
        assert word in str(refusal.value)
    assert "\n" not in str(refusal.value)


@given(hands)
def test_round_trips(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert Hand.parse(str(hand).lower()) == hand
    assert Hand.parse(hand.pretty()) == hand
    assert Hand.of(hand) == hand
    cards = list(hand)
    assert len(cards) == len(hand)
    if cards:
        assert Hand.parse(" ".join(map(str, cards))) == hand
        assert Hand.parse("".join(str(c)[::-1].lower() for c in cards)) == hand
        assert Hand.parse(", ".join(c.symbol for c in cards)) == hand


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (Hand.parse, Card.parse, Suit.parse, Rank.parse, parse_trump):
        with suppress(HakemError):
            read(text)


@given(st.text(alphabet="AKQJT9872SHDC10♠♥♦♣.-,: |xX", max_size=40))
def test_text_near_a_hand_is_read_or_refused(text: str) -> None:
    try:
        hand = Hand.parse(text)
    except HandError:
        return
    assert Hand.parse(str(hand)) == hand


@given(hands, hands)
def test_hands_are_sets(one: Hand, two: Hand) -> None:
    assert set(one | two) == set(one) | set(two)
    assert set(one & two) == set(one) & set(two)
    assert set(one - two) == set(one) - set(two)
    assert all((card in one) == (card in set(one)) for card in PACK)
    assert sum(one.length(s) for s in Suit) == len(one)


def test_order_of_a_hand() -> None:
    assert [str(c) for c in Hand.parse("29A.T..K3")] == ["SA", "S9", "S2", "HT", "CK", "C3"]


def test_cards_given_twice() -> None:
    with pytest.raises(HandError, match="SA appears twice"):
        Hand.of([Card.parse("SA"), Card.parse("SA")])
    with pytest.raises(HandError):
        Hand(1 << 52)
    with pytest.raises(CardError):
        Card.from_index(52)


def test_trump_names() -> None:
    assert parse_trump("Hearts") is Suit.HEARTS
    assert parse_trump("♣") is Suit.CLUBS
    assert parse_trump("none") is None
    assert parse_trump(None) is None


def test_renamings() -> None:
    everything = list(suit_permutations())
    assert len(set(everything)) == 24
    assert everything[0] == (0, 1, 2, 3)
    assert len(list(suit_permutations(fixed=[Suit.HEARTS]))) == 6
    assert all(p[Suit.HEARTS] == Suit.HEARTS for p in suit_permutations([Suit.HEARTS]))
    with pytest.raises(HandError):
        permute_suits(Hand(1), (0, 0, 1, 2))


@given(hands, st.permutations(range(4)), st.one_of(st.none(), st.sampled_from(list(Suit))))
def test_one_canonical_hand_for_all_renamings(
    hand: Hand, perm: list[int], trump: Suit | None
) -> None:
    fixed = () if trump is None else (trump,)
    if trump is not None and perm[trump] != trump:
        at = perm.index(trump)
        perm[at], perm[trump] = perm[trump], perm[at]
    canonical = canonical_hand(hand, fixed)
    assert canonical_hand(permute_suits(hand, perm), fixed) == canonical
    assert canonical_hand(canonical, fixed) == canonical
    assert len(canonical) == len(hand)


def test_classes_of_two_card_hands() -> None:
    classes = {canonical_hand(Hand.of(pair)) for pair in itertools.combinations(PACK, 2)}
    # Two of one suit: 78 pairs; two suits: 13 equal ranks and 78 unequal ones.
    assert len(classes) == 78 + 91
