"""The hand that a question is about, as it was typed: an `x` is a small card, dealt by chance.

A deal where one hand was wanted is named, with the command that takes it. No rule is known here.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .failures import ILLEGAL, Failure
from .texts import hand_of, of_size, without_comments

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver import Hand, Variant


@dataclass(frozen=True, slots=True)
class Held:
    """A hand: all its cards, those dealt for an `x`, and the seed (drawn if there is an `x`)."""

    hand: Hand
    small: Hand
    seed: int | None

    def fields(self) -> dict[str, Any]:
        """What an answer in JSON says of the small cards; nothing where there were none."""
        if not self.small:
            return {}
        return {"small": [str(card) for card in self.small], "seed": self.seed}

    def note(self) -> list[RenderableType]:
        """The same as the last line of an answer."""
        if not self.small:
            return []
        cards = " ".join(card.symbol for card in self.small)
        return [f"Each x by chance: {cards} (again with --seed {self.seed})."]


def held_of(
    text: str, sizes: Sequence[int], seed: int | None, game: Variant, elsewhere: Sequence[str] = ()
) -> Held:
    """Read a hand that must have one of these numbers of cards.

    `elsewhere`: texts of cards that are in other hands or were played, as in `2:SA`.
    """
    from solver import Hand
    from solver.decide.small_cards import has_small, named_cards, small_hand

    text = without_comments(text)
    _expect_one_hand(text)
    if not has_small(text):
        return Held(hand_of(text, sizes), Hand(), seed)
    from solver.decide.worlds import new_seed

    gone = Hand()
    for word in elsewhere:
        gone |= named_cards(word.rpartition(":")[2])
    chosen = new_seed() if seed is None else seed
    hand, small = small_hand(text, random.Random(chosen), game, gone)
    return Held(of_size(hand, sizes, text), small, chosen)


def _expect_one_hand(text: str) -> None:
    """Refuse a deal, and name the command that takes it."""
    from solver import Deal, HakemError

    if "." not in text:
        return
    with suppress(HakemError):
        seats = Deal(text).seats
        raise Failure(
            f"this is a deal of {seats} hands, expected one hand: `hakem solve` answers for a deal",
            ILLEGAL,
        )
