"""What is known of deals to be drawn: `--give` and `--length` as a partial deal.

No option, no file and no rule is known here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from .failures import Failure, as_usage
from .seats import seat_of

if TYPE_CHECKING:
    from solver import Hand, PartialDeal, Variant

FIRST = 5  # cards dealt before trump is made
_LENGTH = re.compile(r"\s*(\w+)\s*:\s*(\S+?)\s*=?\s*(\d+)\s*(?:(\+)|-\s*(\d+))?\s*")


def partial_deal(
    game: Variant, cards: int | None, give: Sequence[str], length: Sequence[str], seed: int
) -> tuple[PartialDeal, dict[int, Hand]]:
    """The conditions of `--give` and `--length`, and by seat the small cards dealt for each `x`.

    In a five-card start the reserves of each seat are additional seats, after the first ones.
    """
    from solver import Hand, PartialDeal, Suit

    sizes = [cards or game.cards_per_hand] * game.seats
    if game.deals_later and cards is None:
        sizes = [FIRST] * game.seats + [game.cards_per_hand - FIRST] * game.seats
    given = [Hand()] * len(sizes)
    small = _give(give, given, game, seed)
    with as_usage():
        known = PartialDeal(given=tuple(given), sizes=tuple(sizes), pack=game.pack)
        for text in length:
            match = _LENGTH.fullmatch(text)
            if match is None:
                raise Failure(
                    f"--length {text}: expected seat, suit and number, "
                    "as in 0:S=5, 1:H=0-2 or 2:C=4+"
                )
            seat = seat_of(match[1], f"--length {text}", game)
            low = int(match[3])
            high = 13 if match[4] else int(match[5]) if match[5] else low
            known = known.with_length(seat, Suit.parse(match[2]), low, high)
    return known, small


def _give(texts: Sequence[str], given: list[Hand], game: Variant, seed: int) -> dict[int, Hand]:
    """Put the cards of `--give` into the hands; by seat the small ones that were dealt for an x."""
    from solver import Hand
    from solver.decide.small_cards import named_cards, small_hand

    chance, small, gone = Random(seed), dict[int, Hand](), Hand()
    for text in texts:
        gone |= named_cards(text.partition(":")[2])
    for text in texts:
        name, colon, cards = text.partition(":")
        if not colon or not cards.strip():
            raise Failure(f"--give {text}: expected a seat and its cards, as in 0:AQ.K84..")
        seat = seat_of(name, f"--give {text}", game)
        with as_usage(f"--give {text}"):
            hand, dealt = small_hand(cards, chance, game, gone)
            given[seat] = Hand.of([*given[seat], *hand])
        if dealt:
            gone |= dealt
            small[seat] = small.get(seat, Hand()) | dealt
    return small
