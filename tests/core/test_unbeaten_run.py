"""Tricks in a row: at least and at most how many the side on lead wins; leads that lose at once.

Hands in playing order, the first one on lead, suits S.H.D.C; spades are trumps. Every answer is
also held against the search without bounds.
"""

from __future__ import annotations

import pytest
from inside import hands_of, probe, suit_of

from solver.base.cards import Suit
from solver.core.engine import ALL_FEATURES, FEATURES, Solver
from solver.game.position import Position

BARE = Solver(8, features=ALL_FEATURES & ~FEATURES["bounds"])


def start_of(text: str) -> Position:
    return Position.start("0:" + text.replace("/", " "), Suit.parse("S"), 0)


# how many tricks at most and the cards that prove it, None: nothing is known; how many they are
MOST = {
    "he who has the ace of trumps must follow": ("2.AKQ../A.32.4./3.54.5./4.76.6.", (3, 1), 2),
    "... as often as he has cards of it": ("2.A32../A.65.4./3.Q87../4.JT9..", (2, 1), 2),
    "their ace of a side suit ends it": ("32.AK../A4.43../K5.65../Q6.87..", (2, 1), 2),
    "what they ruff is not counted": ("2.A2../A.K3../3..45./4.65..", (2, 1), 2),
    "trumps, and the suits they do not hold": ("AK.2.3./Q2.A.4./J3.4.A./T4.5.6.", (3, 1), 3),
    "two side aces": ("A2.K.3./K3.A.4./Q4.4.A./J5.5.6.", (3, 1), 2),
    "a king that may fall is no end": ("AK.A2../QJ.K3../T9.54../87.76..", None, 3),
    "who is short may ruff": ("A.2.3./2.A..4/3..A.5/4.4.4.", None, 3),
}  # fmt: skip


@pytest.mark.parametrize("name", MOST)
def test_what_is_out_of_reach(name: str) -> None:
    text, most, real = MOST[name]
    assert probe.longest_run(hands_of(text), suit_of("S")) == most
    reached = [BARE.race(start_of(text), k, 1) for k in range(1, 5)]
    assert reached.count(True) == real
    assert most is None or most[0] >= real


def test_both_sides_are_asked_alike() -> None:
    hands = hands_of("2.AKQ../A.32.4./3.54.5./4.76.6.")
    assert probe.longest_run(hands[-1:] + hands[:-1], suit_of("S"), 1) == (3, 1)


# how many tricks the leader can cash and the cards that prove it
LEAST = {
    "the highest trumps": ("AK.2../Q2.3../3.54../4.76..", (2, 2)),
    "trumps drawn, then a side suit": ("A.AK../2.32../3.54../4.76..", (3, 3)),
    "low cards that nobody can beat": ("A.A32../2.K.2.2/3.Q.3.3/4.J.4.4", (4, 2)),
    "as often as they must follow": ("A.AK.2./32.4.5./4.65.3./5.87.4.", (2, 2)),
    "a round that one of them ruffs": ("A.AK.2./K2..43./4.65.5./5.87.6.", (1, 1)),
    "partner throws a card": (".AK.2./.32.3./2..4.5/.54.6.", (2, 2)),
    "partner must ruff in the end": (".AK../.32../2..4./.54..", (1, 1)),
    "partner must ruff, his trumps drawn": ("A.AK../K.32../2..43./3.54..", (3, 3)),
    "partner's trumps are no harm": ("A3.AK../K.32.2./QJT9.../4.54.3.", (1, 1)),
}  # fmt: skip


@pytest.mark.parametrize("name", LEAST)
def test_what_the_leader_can_cash(name: str) -> None:
    text, least = LEAST[name]
    for leader in (0, 1):
        turned = hands_of(text)[-leader:] + hands_of(text)[:-leader]
        assert probe.shortest_run(turned, suit_of("S"), leader) == least
    assert BARE.race(start_of(text), least[0], 1)


# suits whose lead loses at once, and how many cards prove it
LOST = {
    "their aces": (".23.K./.45.A./.67.2./.89.3.", "HD", 2),
    "partner ruffs the ace": (".3.2./.A.4./2..6./.4.5.", "", 0),
    "a ruff, and their best card": (".A.4./3..5./.3.6./.4.7.", "HD", 1),
    "a ruff above partner's": (".A.4./7..5./5..6./.4.7.", "HD", 2),
    "a ruff below partner's": (".A.4./4..5./5..6./.4.7.", "D", 1),
}


@pytest.mark.parametrize("name", LOST)
def test_leads_that_lose_at_once(name: str) -> None:
    text, suits, cards = LOST[name]
    found = probe.failing_suits(hands_of(text), suit_of("S"), 0, 1, 1)
    assert found == ({suit_of(suit) for suit in suits}, cards)
    for card in start_of(text).legal():
        if card.suit in found[0]:
            assert not BARE.race(start_of(text).play(card), 1, 1)
