"""An `x` in a hand: a small card by chance, each choice as likely as any other."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from solver import Card, Hand, Rank, find_variant
from solver.base.errors import HandError
from solver.decide.small_cards import has_small, named_cards, small_hand


@pytest.mark.parametrize(
    "text", ["AQx.Kxx..", "SAQx HKxx", "Sx SQ SA Hx HK Hx", "AxsKxxhQs", "AQx Kxx - -"]
)
def test_an_x_is_read_in_every_spelling(text):
    hand, small = small_hand(text, Random(1))
    assert has_small(text)
    assert named_cards(text) == Hand("AQ.K..") == hand - small
    assert [small.length(suit) for suit in range(4)] == [1, 2, 0, 0]
    assert all(card.rank < Rank.NINE for card in small)


def test_every_choice_is_as_likely():
    # Of the small spades 2, 4, 5 and 6 are left: six pairs; 3 is named, 7 and 8 lie elsewhere.
    found = Counter(
        str(small_hand("A3xx...", Random(seed), elsewhere=Hand("87..."))[1]) for seed in range(6000)
    )
    assert set(found) == {f"{a}{b}..." for a, b in combinations("6542", 2)}
    assert all(abs(times - 1000) < 150 for times in found.values())  # five standard deviations


def test_the_same_chance_deals_the_same_cards():
    assert small_hand("AQx.Kxx..", Random(7)) == small_hand("SAQx HKxx", Random(7))
    assert len({small_hand("AQx.Kxx..", Random(seed)) for seed in range(9)}) > 1


def test_no_card_that_the_game_holds_apart():
    for seed in range(40):
        assert Card("H2") not in small_hand(".xxxx..", Random(seed), find_variant("satat"))[0]
        assert Card("S2") not in small_hand("xxxx...", Random(seed), find_variant("chokri"))[0]
        assert Card("C2") not in small_hand("...xxxx", Random(seed), find_variant("three"))[0]


def test_a_text_without_an_x_stays():
    assert small_hand("AQ.K84..", Random(1)) == (Hand("AQ.K84.."), Hand())
    assert not has_small("AQ.K84..")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("xxxxxxxx...", "8 small spades .x., but only 7 below the nine are left"),
        ("8765432x...", "1 small spades"),
        ("AAx...", "SA appears twice"),
        ("AZx...", "unknown rank 'Z'"),
        ("", "no cards in it"),
    ],
)
def test_what_cannot_be_dealt_is_refused(text, why):
    with pytest.raises(HandError, match=why):
        small_hand(text, Random(1))
