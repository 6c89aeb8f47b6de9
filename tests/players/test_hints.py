"""What a hint says is so, and tells no card before its last step."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from solver.base.cards import Card, Rank, Suit
from solver.game.rules import best_under
from solver.game.variants import find_variant
from solver.players import ThumbPlayer, deal_of
from solver.players.hand_in_play import HandInPlay
from solver.players.hints import hint_for

THUMB = ThumbPlayer()


@pytest.mark.parametrize("game", ["hokm", "band_rang", "three_hokm"])
def test_the_reasons_are_true_of_the_hand(game: str) -> None:
    variant = find_variant(game)
    said: Counter[str] = Counter()
    for seed in range(6):
        deal, five = deal_of(variant, np.random.SeedSequence(seed))
        hand = HandInPlay(deal, five, variant, seed)
        while (asked := hand.asked) is not None:
            hint = hint_for(asked, variant, THUMB)
            assert not [word for word in hint.reason.split() if word.strip(".:,") in NAMES]
            if asked.what == "play":
                assert isinstance(hint.answer, Card)
                assert hint.suit == hint.answer.suit
                is_true(hand, hint.answer, hint.reason)
            said[hint.reason] += 1
            hand.answer(hint.answer)
    assert len(said) > 6, said


NAMES = {str(suit) for suit in Suit} | {suit.name.lower() for suit in Suit}
NAMES |= {rank.name.lower() for rank in Rank}


def is_true(hand: HandInPlay, card: Card, reason: str) -> None:
    """What a sentence says, looked up in all hands and by the rules."""
    now = hand.position
    table = now.table
    rest = [each for seat, held in enumerate(now.hands) if seat != now.to_move for each in held]
    if reason.startswith("Lead a card that nobody can beat"):
        assert not [each for each in rest if each.suit == card.suit and each.rank > card.rank]
    if reason.startswith("Lead"):
        assert not table
    if reason.startswith(("You cannot follow", "Throw")):
        assert card.suit != table[0].suit
    if reason.startswith("There is one"):
        assert len(now.legal()) == 1
    if reason.startswith("Your partner is winning"):
        place = best_under(now, table, hand.asked.seen.trump if hand.asked else None)
        winner = (now.to_move - len(table) + place) % now.seats
        assert winner == (now.to_move + 2) % 4
    if reason == "Win this trick.":
        trump = hand.asked.seen.trump if hand.asked else None
        assert best_under(now, (*table, card), trump) == len(table)
    if reason.startswith("Keep your higher"):
        assert [each for each in now.legal() if each.suit == card.suit and each.rank > card.rank]
