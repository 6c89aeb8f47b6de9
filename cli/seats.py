"""Seats and sides as they are typed: numbers, or me, partner, left, right, us and them.

Where nobody asks from a seat of his own, `me` is seat 0, the caller. No rule is known here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver.base.errors import shown

from .failures import ILLEGAL, Failure, as_usage

if TYPE_CHECKING:
    from solver import Hand, Variant

SEAT_WORDS = ("partner", "left", "right", "me")
SIDE_WORDS = {"us": 0, "me": 0, "partner": 0, "them": 1, "left": 1, "right": 1}


def seat_of(text: str | int, option: str, game: Variant, me: int = 0) -> int:
    """The seat of this game that a number or a word means; a Failure begins with `option`."""
    return seat_among(text, option, game.seats, game.get("direction", "ccw"), me)


def seat_among(text: str | int, option: str, seats: int, direction: str, me: int = 0) -> int:
    """The same among so many seats, with play in this direction ("ccw" or "cw")."""
    word = str(text).strip().lower()
    ahead = 1 if direction == "ccw" else seats - 1
    steps = {"me": 0, "right": ahead, "left": seats - ahead, "partner": 2}
    if word == "partner" and seats != 4:
        raise Failure(f"{option}: among {seats} nobody sits opposite, expected 0 to {seats - 1}")
    if word in steps:
        return (me + steps[word]) % seats
    number = re.fullmatch(r"[0-9]{1,9}", word, re.ASCII)
    if number and int(word) < seats:
        return int(word)
    words = [name for name in SEAT_WORDS if seats == 4 or name != "partner"]
    wrong = f"there is no seat {word}" if number else f"{shown(text)} is no seat"
    raise Failure(
        f"{option}: {wrong}, expected 0 to {seats - 1}, {', '.join(words[:-1])} or {words[-1]}"
    )


def side_of(text: str, option: str) -> int:
    """0 for our side, 1 for the other."""
    side = SIDE_WORDS.get(text.strip().lower())
    if side is None:
        raise Failure(f"{option}: {shown(text)} is nobody, expected us or them")
    return side


def given_of(texts: Sequence[str], game: Variant, seat: int, own: Hand) -> dict[int, Hand]:
    """The cards of `--give` by seat; `partner`, `left` and `right` are those of this seat.

    `own` are the cards of the seat, which nobody else can hold.
    """
    from solver import Hand

    found: dict[int, Hand] = {}
    for text in texts:
        name, colon, cards = text.partition(":")
        if not colon or not cards.strip():
            raise Failure(f"--give {text}: expected a seat and its cards, as in 2:SA")
        other = seat_of(name, f"--give {text}", game, seat)
        with as_usage(f"--give {text}"):
            hand = Hand.parse(cards)
        if other == seat:
            raise Failure(f"--give {text}: seat {seat} is your own, its cards are known", ILLEGAL)
        for card in hand & own:
            raise Failure(
                f"--give {text}: seat {other} cannot hold {card}, seat {seat} does", ILLEGAL
            )
        for known, held in found.items():
            for card in hand & held:
                said = "twice" if known == other else f"to seat {known} as well"
                raise Failure(f"--give {text}: {card} is given {said}", ILLEGAL)
        found[other] = found.get(other, Hand()) | hand
        if len(found[other]) > game.cards_per_hand:
            raise Failure(
                f"--give {text}: seat {other} holds {game.cards_per_hand} cards, not "
                f"{len(found[other])}",
                ILLEGAL,
            )
    return found
