"""Quick tricks as a player counts them: small positions, and what each side is sure of in them.

Hands in playing order, the first one on lead, suits S.H.D.C; then the trumps (N: none). Every
answer is also held against the search without bounds: nobody gets less than he is sure of.
"""

from __future__ import annotations

import pytest
from inside import hands_of, probe, suit_of

from solver.base.cards import Suit
from solver.core.engine import ALL_FEATURES, FEATURES, Solver
from solver.game.position import Position
from solver.game.variants import find_variant

BARE = Solver(8, features=ALL_FEATURES & ~FEATURES["bounds"])


def sure(text: str, trump: str, **more: object) -> tuple[int, int]:
    """Tricks that the first hand's side is sure of, and the other side."""
    hands = hands_of(text)
    left = hands[0].bit_count()
    found = [
        proof
        for a in range(1, left + 1)
        if (proof := probe.bound_tricks(hands, suit_of(trump), 0, a, **more))
    ]
    ours = max([a for won, a, _, _ in found if won], default=0)
    theirs = left + 1 - min([a for won, a, _, _ in found if not won], default=left + 1)
    return ours, theirs


def value(text: str, trump: str, name: str = "hokm", **more: object) -> int:
    """Tricks that the first hand's side really takes."""
    suit = None if trump == "N" else Suit.parse(trump)
    position = Position.start("0:" + text.replace("/", " "), suit, 0, find_variant(name), **more)
    low, high = BARE.value(position)
    assert low == high
    return low


def left(text: str) -> int:
    return hands_of(text)[0].bit_count()


# what is sure: position, trumps, the leader's side, the other side
SURE = {
    "top cards are cashed": ("AK.../32.../54.../76...", "N", 2, 0),
    "the ace alone": ("AQ.../K2.../54.../76...", "N", 1, 0),
    "a long suit when the others have run out": ("AKQ2.../JT9.2../876.3../543.4..", "N", 4, 0),
    "the small card crosses to partner's winners": (".32../.54../.AK../.76..", "N", 2, 0),
    "nothing is known of a card that they win": ("2.../A.../K.../3...", "N", 0, 0),
    "top trumps": ("AK.../32.../54.../76...", "S", 2, 0),
    "drawing trumps makes the side suit safe": ("A.AK../2.3.Q./.54.2./.76.3.", "S", 3, 0),
    "they follow once, then ruff": (".AK../2.3../.54../.76..", "S", 1, 1),
    "the king behind the ace": ("32.../A4.../K5.../76...", "S", 1, 1),
    "three trumps below the ace, in two hands": ("32.../K4.../A5.../76...", "S", 1, 1),
    "king and queen against the ace": ("K2.../A4.../Q5.../76...", "S", 1, 1),
    "a trump for each of theirs, and two more": (
        "5432.../A.2.3.4/K.5.6.7/Q.8.9.T", "S", 2, 1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SURE)
def test_what_is_sure(name: str) -> None:
    text, trump, ours, theirs = SURE[name]
    assert sure(text, trump) == (ours, theirs)
    assert ours <= value(text, trump) <= left(text) - theirs


# tricks that the leader's side needs; suits whose lead loses, and how many cards prove it
REFUTED = {
    "an ace takes it, another follows": ("32.2../A4.A../65.3../87.4..", "N", 2, "SH", 2),
    "a small card crosses to the other ace": ("32.2../A4.3../65.4../87.A..", "N", 2, "SH", 2),
    "trumps are drawn first": ("2.32../A.AK../3.54../5.76..", "S", 1, "SH", 3),
    "they follow once, unless trumps are drawn": ("2.3.4./4.AK../3.5.6./A.7.8.", "S", 1, "SD", 3),
    "a ruff, and the ace": ("32.../.A.2./54.../76...", "D", 1, "S", 1),
    "partner ruffs": ("2.3../A.A../.4.2./5.6..", "D", 2, "H", 1),
}


@pytest.mark.parametrize("name", REFUTED)
def test_leads_that_need_no_search(name: str) -> None:
    text, trump, need, suits, cards = REFUTED[name]
    hands = hands_of(text)
    found = probe.failing_suits(hands, suit_of(trump), 0, need)
    assert found == ({suit_of(suit) for suit in suits}, cards)
    suit = None if trump == "N" else Suit.parse(trump)
    start = Position.start("0:" + text.replace("/", " "), suit, 0)
    for card in start.legal():
        if card.suit in found[0]:
            assert not BARE.race(start.play(card), need, left(text) - need + 1)


SATAT = {
    "the 2 of hearts is the top trump": (".2.A./A3.../Q4.../65...", 1, 1),
    "partner's 2 of hearts and the ace": ("A4.../Q3.../.2.5./65...", 2, 0),
    "theirs": ("A3.../K.2../Q4.../65...", 0, 1),
    "ace and king against it": ("AK.../3.2../Q4.../65...", 1, 1),
}


@pytest.mark.parametrize("name", SATAT)
def test_what_is_sure_in_satat(name: str) -> None:
    text, ours, theirs = SATAT[name]
    assert sure(text, "S", satat=True) == (ours, theirs)
    assert ours <= value(text, "S", "satat") <= left(text) - theirs


FEW = {
    "two: top cards": ("AK.../32...", "S", 2, 0),
    "two: each has an ace": ("2.A../A.3..", "S", 1, 1),
    "three: top trumps": ("AK.../32.../54...", "S", 2, 0),
    "three: top cards": ("AK.../32.../54...", "N", 2, 0),
    "three: they follow once, then ruff": (".AK../2.3../.54..", "S", 1, 1),
    "three: nothing for him": ("2.3../AK.../54...", "S", 0, 2),
}


@pytest.mark.parametrize("name", FEW)
def test_what_is_sure_of_two_and_three_players(name: str) -> None:
    text, trump, ours, theirs = FEW[name]
    game, more = ("two_hokm", {}) if name.startswith("two") else ("three_hokm", {"player": 0})
    assert sure(text, trump, side_a=1) == (ours, theirs)
    assert ours <= value(text, trump, game, **more) <= left(text) - theirs


def test_one_against_two_who_do_not_add_up_theirs() -> None:
    hands = hands_of("AK.../32.../54...")
    for gain in range(-3, 4):  # both tricks are his: he gains two on each of them
        proof = probe.bound_apart(hands, suit_of("S"), 0, gain, gain)
        assert (proof is not None and proof[0]) == (gain <= 2)
        assert probe.bound_apart(hands, suit_of("S"), 0, gain, gain, alone=True) is None
