"""Two players before the first lead: what they lay away and what they keep from the stock.

The rule of thumb keeps trumps and court cards; it knows nothing of the other player's cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..base.cards import Card, Hand, Rank, Suit
from ..game.variants import Variant
from ..open.stock_draw import StockDraw, discards_of

__all__ = ["AfterTheDraw", "draw_by_thumb"]


class AfterTheDraw(NamedTuple):
    """Two full hands, and for each player the cards that it alone saw and no longer holds."""

    hands: tuple[Hand, Hand]
    thrown: tuple[Hand, Hand]


def draw_by_thumb(
    fives: tuple[Hand, Hand], stock: Sequence[Card], trump: Suit, variant: Variant
) -> AfterTheDraw:
    """Both lay away their lowest side cards, then draw in turn until both hands are full.

    Of the two cards of a draw the first is kept if it is a trump or a jack or better, as hardly
    half of all cards are; else the second is taken unseen. DealError for too short a stock.
    """
    hands, thrown = list(fives), [Hand(), Hand()]
    for seat, number in enumerate(discards_of(variant)):
        lowest = sorted(fives[seat], key=lambda card: (card.suit == trump, card.rank, card.suit))
        thrown[seat] = Hand.of(lowest[:number])
        hands[seat] -= thrown[seat]
    draw = StockDraw((hands[0], hands[1]), tuple(stock), trump, 0, variant, variant.cards_per_hand)
    while choices := draw.choices():
        first, seat = choices[0], draw.turn
        good = first.suit == trump or first.rank >= Rank.JACK
        kept = first if good or len(choices) == 1 else choices[1]
        after = draw.keep(kept)
        used = draw.stock[: len(draw.stock) - len(after.stock)]
        thrown[seat] |= Hand.of(card for card in used if card != kept)
        draw = after
    return AfterTheDraw(draw.hands, (thrown[0], thrown[1]))
