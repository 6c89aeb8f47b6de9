"""The bots of `hakem serve`: the two questions of the bot protocol, answered by a player."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

from solver.game.variants import HOKM
from solver.players import Player, bot_protocol

from .app import Question

__all__ = ["bot_questions"]


def bot_questions(player: Player, suits: str) -> Mapping[str, Question]:
    """The questions of the protocol by path; the same question has the same answer."""

    def choose(request: Any) -> int:
        five = bot_protocol.call_asked(request, suits)
        suit = player.call(five, HOKM, seed_of(request))
        return suits.index(suit.letter)

    def play(request: Any) -> int:
        view = bot_protocol.card_asked(request, suits)
        return bot_protocol.number_of(player.play(view, seed_of(request)), suits)

    return {"/bot/choose_trump_suite": _question(choose), "/bot/play_card": _question(play)}


def _question(answer: Callable[[Any], int]) -> Question:
    return Question(lambda body, asking: [answer(body)])


def seed_of(request: Any) -> int:
    """The seed of a question: made of what it asks, since the protocol has none."""
    text = json.dumps(request, sort_keys=True).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")
