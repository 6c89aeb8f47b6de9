"""The heap bound as a player argues: small positions, and what each side is sure to collect.

Hands in playing order, the first one on lead, suits S.H.D.C; then the trumps. A trick goes to the
heap; two wins in a row by one player collect it, and so does the last trick. Every answer is also
held against the search without bounds.
"""

from __future__ import annotations

from collections import Counter

import pytest
from inside import hands_of, probe, suit_of

from solver.base.cards import Suit
from solver.core.engine import ALL_FEATURES, FEATURES, Solver
from solver.game.position import Position
from solver.game.variants import find_variant

BARE = Solver(8, features=ALL_FEATURES & ~FEATURES["bounds"])
GAME = find_variant("double_sar")


def sure(text: str, trump: str, heap: int, streak: int) -> tuple[int, int]:
    """Tricks that the first hand's side is sure to collect from here on, and the other side."""
    hands = hands_of(text)
    points = heap + hands[0].bit_count()
    found = []
    for a in range(1, points + 1):
        p = max(0, a - heap)
        if p <= hands[0].bit_count():
            proof = probe.bound_heap(hands, suit_of(trump), 0, p, a, chain=streak)
            found += [(a, proof[0])] if proof else []
    ours = max([a for a, won in found if won], default=0)
    theirs = points + 1 - min([a for a, won in found if not won], default=points + 1)
    return ours, theirs


def left(text: str) -> int:
    return hands_of(text)[0].bit_count()


def value(text: str, trump: str, heap: int, streak: int) -> int:
    """Tricks that the first hand's side really collects."""
    suit = None if trump == "N" else Suit.parse(trump)
    deal = "0:" + text.replace("/", " ")
    position = Position.start(deal, suit, 0, GAME, tricks_done=heap, heap=heap, streak=streak)
    low, high = BARE.value(position)
    assert low == high
    return low


# position, trumps, tricks in the heap, wins of the leader that count, what each side is sure of
SURE = {
    "two top trumps collect": ("AK.../32.../54.../76...", "S", 3, 0, 5, 0),
    "one win collects nothing": ("A2.../K3.../54.../76...", "S", 3, 0, 0, 0),
    "a second win in a row collects": ("A2.../K3.../54.../76...", "S", 3, 1, 4, 0),
    "top cards without trumps": ("AK.../32.../.54../.76..", "N", 2, 0, 4, 0),
    "partner wins the lead and the next": ("2.3../3.4../AK.../4.5..", "S", 3, 0, 5, 0),
    "three top trumps, then a small card": (
        "AKQ.2../J32.3../T.5.6.2/9.7.8.4", "S", 4, 0, 6, 0,
    ),
    "their top trump wins the last trick": ("2.2../A3.../4.3../5.4..", "S", 3, 0, 0, 2),
}  # fmt: skip


# position, trumps, tricks in the heap, wins of the leader, tricks that the leader's side needs; the
# suits of the leads that lose (the lowest cards of each), and how many cards prove it
REFUTED = {
    "an ace, then another of that hand": ("32.2../AQ.A../65.4../87.3..", "N", 3, 1, 4, "SSH", 3),
    "the other ace is partner's: no streak": ("32.2../A4.4../96.3../87.A..", "N", 3, 1, 4, "", 0),
    "a card that beats partner, and one of two": (
        "K3.2../Q5.A../J4.6../87.9..", "N", 3, 1, 4, "S", 3,
    ),
    "the other opponent must play a higher card": (
        "K3.2../Q5.A../J4.6../A.98..", "N", 3, 1, 4, "", 0,
    ),
    "a ruff, then an ace": ("32.../.A.2./54.../76...", "D", 3, 1, 4, "SS", 0),
    "the other opponent has nothing but trumps": ("3..A./.A.2./54.../..43.", "D", 3, 1, 4, "", 0),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUTED)
def test_leads_that_need_no_search(name: str) -> None:
    text, trump, heap, streak, need, cards, proofs = REFUTED[name]
    hands = hands_of(text)
    p = need - heap
    found = probe.failing_leads_heap(hands, suit_of(trump), 0, p, need, chain=streak)
    assert found == (Counter(suit_of(suit) for suit in cards), proofs)
    suit = None if trump == "N" else Suit.parse(trump)
    deal = "0:" + text.replace("/", " ")
    start = Position.start(deal, suit, 0, GAME, tricks_done=heap, heap=heap, streak=streak)
    for of_suit, number in found[0].items():
        of_them = sorted(card for card in start.legal() if card.suit == of_suit)[:number]
        for card in of_them:
            assert BARE.value(start.play(card))[1] < need


@pytest.mark.parametrize("name", SURE)
def test_what_is_collected(name: str) -> None:
    text, trump, heap, streak, ours, theirs = SURE[name]
    assert sure(text, trump, heap, streak) == (ours, theirs)
    assert ours <= value(text, trump, heap, streak) <= heap + left(text) - theirs


def test_a_ten_counts_when_it_is_sure_to_fall() -> None:
    for text in ("AT.../32.../54.../76...", "AK.../T2.../54.../76..."):
        won, a, *_ = probe.bound_heap(hands_of(text), suit_of("S"), 0, 1, 1, tens=True)
        assert (won, a) == (True, 1)
    covered = "AK2.../T43.../765.../98.2.."
    assert probe.bound_heap(hands_of(covered), suit_of("S"), 0, 1, 1, tens=True) is None


def test_a_trick_that_may_not_collect() -> None:
    hands = hands_of("AKQ.../432.../765.../T98...")
    everything = probe.bound_heap(hands, suit_of("N"), 0, 6, 6)
    assert everything is None  # there are only three tricks here
    assert probe.bound_heap(hands, suit_of("N"), 0, 1, 1)[0]
    assert probe.bound_heap(hands, suit_of("N"), 0, 3, 3, first_streak=3)[0]
