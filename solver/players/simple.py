"""Players that solve nothing: any legal card, and a rule of thumb."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..base.cards import Card, Hand, Suit
from ..game import rules
from ..game.variants import Variant
from .player import View, usual_call

__all__ = ["RandomPlayer", "ThumbPlayer"]


class RandomPlayer:
    """Plays any legal card, each with the same probability; calls as all players here do."""

    name = "random"

    def call(self, five: Hand, variant: Variant, seed: int) -> Suit:
        """The longest suit, so that a duel with this player compares the play alone."""
        return usual_call(five)

    def requests_trump(self, view: View, seed: int) -> bool:
        """A hidden trump is shown every other time."""
        return bool(np.random.PCG64(seed).random_raw() & 1)

    def play(self, view: View, seed: int) -> Card:
        """Any legal card."""
        legal = view.position.legal()
        raw = np.random.PCG64(seed).random_raw()
        return legal[raw * len(legal) >> 64]


class ThumbPlayer:
    """Plays by rules of thumb that a card player would give a beginner.

    Leading, the first of these that applies:

    1. With the caller's side and the highest trump left, while opponents may hold trumps: that
       trump, if it leaves another one in the hand.
    2. A side card that no unseen card of its suit beats, unless an opponent who showed to be void
       in it may still ruff: the suit with the fewest unseen cards last, aces before lower cards.
    3. With the caller's side and at least three trumps, more than the opponents can hold on
       average: the lowest trump.
    4. A side suit in which the partner showed to be void while he may hold a trump.
    5. The lowest card of the longest side suit; with trumps alone the lowest trump.

    Following:

    1. The last to play takes a trick of the opponents as cheaply as possible.
    2. The partner's trick is left to him by the last to play, and by anybody whose card could
       not beat what opponents may still play better than the partner's does.
    3. The second to play takes the trick with a card that no unseen card beats; otherwise he plays
       low. Void, he ruffs with the lowest trump that wins.
    4. The third to play beats the opponents' card with his highest of the suit, or with the lowest
       of those that are as good; void, with the lowest trump that wins.
    5. Who cannot or should not win plays the lowest card; void, the lowest card of the side suit
       with the lowest card, keeping trumps and cards that no unseen card beats.

    A trump that is hidden from the seat is no trump to it. It is shown on request by who cannot
    follow while an opponent wins the trick.
    """

    name = "thumb"

    def call(self, five: Hand, variant: Variant, seed: int) -> Suit:
        """The longest suit; among equally long ones that with the higher cards."""
        return usual_call(five)

    def requests_trump(self, view: View, seed: int) -> bool:
        """Whether an opponent wins the trick."""
        position = view.position
        if not position.table:
            return False
        owner = (position.leader + view.winning_place(position.table)) % position.seats
        return position.side(owner) != position.side(view.seat)

    def play(self, view: View, seed: int) -> Card:
        """The card of the rule of thumb."""
        legal = view.position.legal()
        if len(legal) == 1:
            return legal[0]
        return _Turn(view, legal).card()


class _Turn:
    """One decision of the rule of thumb."""

    def __init__(self, view: View, legal: Sequence[Card]) -> None:
        self.view = view
        self.legal = legal
        self.position = view.position
        self.trump = view.trump
        self.seat = view.seat
        self.unseen = view.unseen
        others = [s for s in range(self.position.seats) if s != self.seat]
        alone = not self.position.variant.has_sides
        self.partners = [s for s in others if not alone and s % 2 == self.seat % 2]
        self.opponents = [s for s in others if s not in self.partners]

    def card(self) -> Card:
        return self.follow() if self.position.table else self.lead()

    # What a card is worth ------------------------------------------------------------------

    def is_trump(self, card: Card) -> bool:
        return card.suit == self.trump

    def master(self, card: Card) -> bool:
        """Whether no unseen card of its suit beats this one."""
        return not any(c.rank > card.rank for c in self.unseen.suit(card.suit))

    def trumps_of(self, seats: Sequence[int]) -> int:
        """The most trumps that one of these seats may hold."""
        if self.trump is None:
            return 0
        return max((self.view.may_hold(seat).length(self.trump) for seat in seats), default=0)

    def ruffed(self, suit: Suit) -> bool:
        """Whether an opponent who showed to have none of the suit may hold a trump."""
        if self.trump is None or suit == self.trump:
            return False
        return any(
            not self.view.may_hold(seat).length(suit)
            and self.view.may_hold(seat).length(self.trump)
            for seat in self.opponents
        )

    def lowest(self, cards: Sequence[Card]) -> Card:
        """The lowest side card, or the lowest trump; masters last."""
        return min(cards, key=lambda c: (self.is_trump(c), self.master(c), c.rank, c.suit))

    # Leading -------------------------------------------------------------------------------

    def lead(self) -> Card:
        mine = self.seat == 0 or 0 in self.partners
        trumps = [c for c in self.legal if self.is_trump(c)]
        sides = [c for c in self.legal if not self.is_trump(c)]
        theirs = self.trumps_of(self.opponents)
        if mine and theirs and len(trumps) > 1 and self.master(trumps[0]):
            return trumps[0]
        sure = [c for c in sides if self.master(c) and not self.ruffed(c.suit)]
        if sure:
            return max(sure, key=lambda c: (self.unseen.length(c.suit), c.rank, -c.suit))
        if mine and theirs and len(trumps) >= 3 and self.trump is not None:
            shared = self.unseen.length(self.trump) * len(self.opponents)
            if len(trumps) * (self.position.seats - 1) > shared:
                return trumps[-1]
        if self.trumps_of(self.partners):
            ruffs = [c for c in sides if self.partner_void(c.suit)]
            if ruffs:
                return self.lowest(ruffs)
        if not sides:
            return trumps[-1]
        held = self.view.hand
        longest = max({c.suit for c in sides}, key=lambda s: (held.length(s), -s))
        return [c for c in sides if c.suit == longest][-1]

    def partner_void(self, suit: Suit) -> bool:
        return any(not self.view.may_hold(seat).length(suit) for seat in self.partners)

    # Following -----------------------------------------------------------------------------

    def follow(self) -> Card:
        table = self.position.table
        place = self.view.winning_place(table)
        best = table[place]
        owner = (self.position.leader + place) % self.position.seats
        partner = owner in self.partners
        last = len(table) == self.position.seats - 1
        winning = [c for c in self.legal if self.beats(c)]
        if not winning or (partner and last):
            return self.lowest(self.legal)
        cheapest = min(winning, key=lambda c: (self.is_trump(c), c.rank))
        if last:
            return cheapest
        led = rules.led_suit(self.position)
        following = self.legal[0].suit == led
        if partner:
            # Beat the partner only with a card that is sure where his is not.
            high = winning[0]
            safe = following and self.master(high) and not self.master(best)
            if safe and best.suit == led and not self.touching(best, high):
                return self.lowest_equal(high, winning)
            return self.lowest(self.legal)
        if not following:
            return cheapest
        high = max(winning, key=lambda c: c.rank)
        if self.master(high) or len(table) >= 2:
            return self.lowest_equal(high, winning)
        return self.lowest(self.legal)

    def beats(self, card: Card) -> bool:
        """Whether the card would win the trick as it lies."""
        table = (*self.position.table, card)
        return self.view.winning_place(table) == len(table) - 1

    def touching(self, low: Card, high: Card) -> bool:
        """Whether no unseen card lies between two cards of a suit."""
        return not any(low.rank < c.rank < high.rank for c in self.unseen.suit(low.suit))

    def lowest_equal(self, high: Card, cards: Sequence[Card]) -> Card:
        """The lowest of these cards that is as good as the high one."""
        return min(
            (c for c in cards if c.suit == high.suit and self.touching(c, high)),
            key=lambda c: c.rank,
        )
