"""An `x` in a hand: some small card of the suit, dealt by chance.

A small card is one below the nine, which hardly changes what a hand is worth (docs/book.md). Only
questions about one hand read it; a deal to solve has to name its cards.
"""

from __future__ import annotations

from random import Random

from ..base.cards import Card, Hand, Rank, Suit, cards_and_small, gather
from ..base.errors import HandError, sentence, shown
from ..game.variants import HOKM, Variant

__all__ = ["has_small", "named_cards", "small_hand"]

BELOW = Rank.NINE
EMPTY = Hand()


def has_small(text: str) -> bool:
    """Whether this hand has an `x` in it."""
    return any(isinstance(card, Suit) for card in cards_and_small(text)[0])


def named_cards(text: str) -> Hand:
    """The cards that this text names; none where it cannot be read."""
    return gather(card for card in cards_and_small(text)[0] if isinstance(card, Card))[0]


def small_hand(
    text: str, chance: Random, variant: Variant = HOKM, elsewhere: Hand = EMPTY
) -> tuple[Hand, Hand]:
    """The hand of this text with a small card of the suit for each `x`, and these cards alone.

    Every choice of small cards is as likely as any other; `chance` decides. None is a card of the
    text, a card `elsewhere` (in other hands, or played), one that is not in the pack of this game,
    or the 2 of hearts where that is the highest trump. Raises HandError where a suit has too few
    small cards left, or for a text that is no hand.
    """
    found, faults = cards_and_small(text)
    named, twice = gather(card for card in found if isinstance(card, Card))
    if not (found or faults or "." in text):
        faults = ["there are no cards in it"]
    if faults or twice:
        raise HandError(sentence(f"hand {shown(text)}", [*faults, *twice]))
    pack = variant.pack - named - elsewhere
    if variant.wild_two:
        pack -= Hand(Card(Suit.HEARTS, Rank.TWO).bit)
    dealt = Hand()
    for suit in Suit:
        left = [card for card in pack.suit(suit) if card.rank < BELOW]
        wanted = found.count(suit)
        if wanted > len(left):
            raise HandError(
                f"hand {shown(text)}: {wanted} small {suit.name.lower()} (x), but only {len(left)} "
                "below the nine are left"
            )
        for _ in range(wanted):
            dealt |= Hand(left.pop(int(chance.random() * len(left))).bit)
    return named | dealt, dealt
