"""The bot protocol: what a seat knows, as a question and back, and questions that are none."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from solver.base.cards import Card, Hand, Suit
from solver.base.errors import OptionError, VariantError
from solver.game.variants import HOKM, Variant, find_variant
from solver.players import RandomPlayer, ThumbPlayer, View, deal_of, play_hand
from solver.players import bot_protocol as protocol

EXAMPLE: dict[str, Any] = {
    "whos_lead": 2,
    "your_index": 3,
    "your_cards": [45, 24, 43, 30, 38, 20, 21, 26, 39, 16, 19, 28],
    "floor_cards": [13],
    "trump_suite": 2,
    "wins": [1, 0],
    "tricks": [{"cards": [25, 22, 14, 15], "starting_player": 2, "winner": 2}],
}
"""The example of the site's own page: ♠A wins the first trick, then ♠2 is led."""


class Translated:
    """Plays as another player does, from the view that a question tells."""

    name = "translated"

    def __init__(self, suits: str, caller: int) -> None:
        self.player = RandomPlayer()
        self.suits = suits
        self.caller = caller
        self.asked = 0

    def call(self, five: Hand, variant: Variant, seed: int) -> Suit:
        request = protocol.call_request(five, self.suits)
        assert protocol.call_asked(request, self.suits) == five
        return self.player.call(five, variant, seed)

    def requests_trump(self, view: View, seed: int) -> bool:
        return False

    def play(self, view: View, seed: int) -> Card:
        request = self.turned(protocol.card_request(view, self.suits))
        assert protocol.card_asked(request, self.suits) == view
        self.asked += 1
        return self.player.play(view, seed)

    def turned(self, request: dict[str, Any]) -> dict[str, Any]:
        """The same question where the caller is another player."""
        for name in ("whos_lead", "your_index"):
            request[name] = (request[name] + self.caller) % 4
        for trick in request["tricks"]:
            for name in ("starting_player", "winner"):
                trick[name] = (trick[name] + self.caller) % 4
        if self.caller % 2:
            request["wins"].reverse()
        return request


def test_a_question_tells_the_whole_view() -> None:
    for number in range(8):
        deal, five = deal_of(HOKM, np.random.SeedSequence(number))
        player = Translated("".join(random.Random(number).sample("SHDC", 4)), number % 4)
        play_hand(deal, five, (player, player), HOKM, number)
        assert player.asked >= 4 * 7


def test_the_example_of_the_site() -> None:
    view = protocol.card_asked(EXAMPLE)
    assert view.seat == 1
    assert view.trump is Suit.DIAMONDS
    assert [str(card) for card in view.position.table] == ["S2"]
    card = ThumbPlayer().play(view, 0)
    assert protocol.number_of(card) in [24, 20, 21, 16, 19]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"whos_lead": 4}, "whos_lead: '4', expected a whole number from 0 to 3"),
        ({"whos_lead": True}, "whos_lead"),
        ({"your_index": None}, "your_index"),
        ({"your_index": 2}, "your_index: player 3 is to play now"),
        ({"your_cards": "all"}, "your_cards: expected a list"),
        ({"your_cards": [52]}, r"your_cards\[0\]: '52'"),
        ({"your_cards": [1, 1]}, "your_cards: a card stands there twice"),
        ({"your_cards": [1, 2, 3]}, "your_cards: 3 cards after 1 tricks"),
        ({"floor_cards": [13, 1, 2, 3]}, "your_index"),
        ({"floor_cards": [25]}, "is named twice"),
        ({"trump_suite": 4}, "trump_suite"),
        ({"wins": [0, 1]}, r"wins: '\[0, 1\]', but by the tricks told it is \[1, 0\]"),
        ({"tricks": {}}, "tricks: expected a list"),
        ({"tricks": [3]}, r"tricks\[0\]: expected an object"),
        ({"tricks": [{**EXAMPLE["tricks"][0], "cards": [1]}]}, r"tricks\[0\].cards: 1 cards"),
        ({"tricks": [{**EXAMPLE["tricks"][0], "winner": 3}]}, r"tricks\[0\].winner: 3, but"),
        ({"tricks": [{**EXAMPLE["tricks"][0], "winner": None}]}, r"tricks\[0\].winner"),
        ({"tricks": [{**EXAMPLE["tricks"][0], "starting_player": 1}]}, "starting_player: 1, but"),
    ],
)
def test_a_question_that_is_none_is_refused_by_its_field(
    changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(OptionError, match=words):
        protocol.card_asked({**EXAMPLE, **changes})


@pytest.mark.parametrize("request_", [None, [], {"your_cards": [1, 2, 3, 4]}, {"your_cards": 3}])
def test_a_call_is_asked_of_five_cards(request_: object) -> None:
    with pytest.raises(OptionError):
        protocol.call_asked(request_)


def test_random_questions_end_in_a_sentence() -> None:
    rng = random.Random(5)
    odd: list[Any] = [None, -1, 53, 1e9, "x", {}, [1, [2]], [13, 14], 10**30]
    for _ in range(2_000):
        asked = dict(EXAMPLE)
        for name in rng.sample(sorted(set(asked) - {"wins"}), rng.randint(1, 3)):
            asked[name] = rng.choice(odd)
        with pytest.raises(OptionError):
            protocol.card_asked(asked)


def test_other_games_are_not_spoken_of() -> None:
    protocol.check_spoken(HOKM)
    for game in ("satat", "double_sar", "three_hokm"):
        with pytest.raises(VariantError, match="bot protocol"):
            protocol.check_spoken(find_variant(game))
    with pytest.raises(OptionError, match="each once"):
        protocol.check_suits("SHDD")
