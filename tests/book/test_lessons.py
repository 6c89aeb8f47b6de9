"""Lessons: a small book of made-up outcomes, against plain loops over its hands."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from solver.base.cards import Hand, Rank, Suit
from solver.book import Book, HandTable, learn
from solver.book.lessons import FEATURES, features


@pytest.fixture(scope="module")
def table(fake_book: Path) -> HandTable:
    return HandTable(Book(fake_book))


def test_prices_are_what_a_plain_loop_finds(table: HandTable) -> None:
    """The rules of length, hand by hand: any of the longest, or the one with the highest cards."""
    worth = {"A": 3, "K": 2, "Q": 1, "J": 1}
    rules: dict[str, Callable[[Hand, Suit], tuple[int, ...]]] = {
        "longest suit": lambda hand, suit: (hand.length(suit),),
        "longest, then highest cards": lambda hand, suit: (hand.length(suit), hand.ranks(suit)),
        "points for length and honours": lambda hand, suit: (
            sum(3 + worth.get(card.rank.letter, 0) for card in hand.suit(suit)),
            hand.length(suit),
            hand.ranks(suit),
        ),
    }
    found = {rule.name: rule for rule in learn(table).rules}
    for name, key in rules.items():
        lost = total = agrees = 0.0
        for row in np.flatnonzero(table.met).tolist():
            hand = Hand(int(table.book.classes.hands[row]))
            most = max(key(hand, suit) for suit in Suit)
            calls = [suit for suit in Suit if key(hand, suit) == most]
            weight = int(table.hands[row]) / len(calls)
            for call in calls:
                price = float(table.points[row].max() - table.points[row, call])
                lost += weight * price
                agrees += weight * (price < 1e-9)
                total += weight
        rule = found[name]
        assert rule.price == pytest.approx(lost / total), name
        assert rule.agrees == pytest.approx(agrees / total), name
        losses = [loss for _, loss in rule.worst]
        assert losses == sorted(losses, reverse=True)
        assert losses[0] > 0


@pytest.mark.slow
def test_a_saying_is_what_a_plain_loop_finds(table: HandTable) -> None:
    """Never a bare ace: all hands with one and with a suit of two or more."""
    gain = share = total = 0.0
    for row in np.flatnonzero(table.met).tolist():
        hand = Hand(int(table.book.classes.hands[row]))
        weight = int(table.hands[row])
        total += weight
        bare = [s for s in Suit if hand.ranks(s) == 1 << Rank.ACE]
        longer = [s for s in Suit if hand.length(s) >= 2]
        if bare and longer:
            share += weight
            best = max(table.points[row, s] for s in longer)
            gain += weight * (best - max(table.points[row, s] for s in bare))
    (claim,) = [each for each in learn(table).claims if "bare ace" in each.says]
    assert claim.share == pytest.approx(share / total)
    assert claim.gain == pytest.approx(gain / share)


@pytest.mark.slow
def test_the_fitted_count_is_no_worse_than_counting_cards(table: HandTable) -> None:
    """Outcomes follow from the number of trumps alone, so cards are what it must find."""
    found = learn(table)
    price = {rule.name: rule.price for rule in found.rules}
    assert price["fitted count"] < price["points for length and honours"] + 0.02
    assert found.weights["card"] > 5 * abs(found.weights["king"])
    assert list(found.weights) == list(FEATURES)
    number, _ = table.book.classes.find_one(Hand.parse("AKT9.J.."))  # four, one, two voids
    seen = features(table)[number]
    assert seen[0].tolist() == [4, 1, 1, 0, 0, 1, 1, 2]
    assert seen[1].tolist() == [1, 0, 0, 0, 1, 0, 0, 2]
    assert seen[2].tolist() == [0] * 8


def test_shapes_and_rights(table: HandTable) -> None:
    found = learn(table)
    assert sum(shape.share for shape in found.shapes) == pytest.approx(1)
    assert len(found.shapes) == 6
    whole = sum(shape.share * shape.points for shape in found.shapes)
    assert whole == pytest.approx(found.points)
    for right in found.rights:
        assert right.gain * right.share == pytest.approx(right.value)
        assert right.value >= 0
    limited, _, any_hand = (right.value for right in found.rights[1:])
    assert limited <= any_hand
    assert json.loads(json.dumps(found.to_dict()))["deals"] == 1024
