"""Random starts and random legal plays of any game."""

from __future__ import annotations

import random

from solver import Card, Deal, Hand, Position, Suit, Variant
from solver.game import rules


def dealt(variant: Variant, rng: random.Random) -> Position:
    """A random start of this game."""
    seats, later = variant.seats, {}
    cards = rng.sample(list(variant.pack), len(variant.pack))
    size = variant.cards_per_hand
    if variant.deals_later:
        rest = cards[5 * seats :]
        later["reserves"] = tuple(
            Hand.of(rest[(size - 5) * s : (size - 5) * (s + 1)]) for s in range(seats)
        )
        size = 5
    hands = tuple(Hand.of(cards[size * s : size * (s + 1)]) for s in range(seats))
    trump = None if variant.sets_trump else max(Suit, key=hands[0].length)
    return Position.start(Deal(hands), trump, 0, variant, **later)


def played(start: Position, rng: random.Random, cards: int = 99) -> list[Card | str]:
    """A random legal play, requests of a hidden trump included."""
    position, play = start, []
    while not position.over and not position.chances() and len(play) < cards:
        if rules.may_request_trump(position) and rng.random() < 0.3:
            position = position.request_trump()
            play.append("ask")
        card = rng.choice(position.legal())
        position = position.play(card)
        play.append(card)
    return play
