"""Policies as players, and players as policies: baselines, and evaluation on duplicate deals.

A policy is a function of an observation and its action mask that gives an action.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Card, Hand, Suit
from ..base.errors import OptionError
from ..decide.plan import Workers
from ..game.scoring import Scoring
from ..game.variants import HOKM, Variant, find_variant
from ..players.duel import Duel, play_duel
from ..players.hand_in_play import Answer, Asked
from ..players.player import Player, View
from ..players.roster import find_player
from .seen import action_of, answer_of, mask_of, observe

__all__ = ["PolicyPlayer", "baseline", "evaluate"]

Policy = Callable[[NDArray[np.int8], NDArray[np.int8]], int]


class PolicyPlayer:
    """A policy as a player, who can sit in duels, matches and reviews.

    `policy`: called with an observation (`seen.layout_of`) and a mask (`seen.ACTIONS`), gives the
    number of an action. PlayError where that may not be taken.
    """

    def __init__(self, policy: Policy, name: str = "policy") -> None:
        self.policy, self.name = policy, name

    def call(self, five: Hand, variant: Variant, seed: int) -> Suit:
        """The suit that the policy calls."""
        answer = self._answer(Asked("call", 0, seed, five), variant)
        assert isinstance(answer, Suit)
        return answer

    def requests_trump(self, view: View, seed: int) -> bool:
        """Whether the policy has the trump shown."""
        return bool(self._answer(_asked("request", view, seed), view.position.variant))

    def play(self, view: View, seed: int) -> Card:
        """The card that the policy plays."""
        answer = self._answer(_asked("play", view, seed), view.position.variant)
        assert isinstance(answer, Card)
        return answer

    def _answer(self, asked: Asked, variant: Variant) -> Answer:
        seen, mask = observe(asked, variant), mask_of(asked, variant)
        action = int(self.policy(seen, mask))
        if not (0 <= action < len(mask) and mask[action]):
            raise OptionError(f"the policy {self.name} chose action {action}, which is not allowed")
        return answer_of(action, asked)


def _asked(what: Any, view: View, seed: int) -> Asked:
    seat = (view.seat + 2) % 4 if view.seat == view.dummy else view.seat
    return Asked(what, seat, seed, Hand(), view)


def baseline(name: str = "thumb", scoring: Scoring | None = None) -> Callable[[Any], int]:
    """A built-in player for an environment: `policy(env)` gives the action of the agent to act.

    `name`: as of `hakem duel`: random, thumb, sampled, playout, sampled:50 and so on. It sees what
    its seat sees. Raises OptionError for a name that is none.
    """
    player = find_player(name, scoring)

    def policy(env: Any) -> int:
        asked = env.unwrapped.asked
        if asked is None:
            raise OptionError("the hand is over: nobody is asked")
        if asked.what == "call":
            return action_of(player.call(asked.five, env.unwrapped.variant, asked.seed))
        if asked.what == "request":
            return action_of(player.requests_trump(asked.seen, asked.seed))
        return action_of(player.play(asked.seen, asked.seed))

    return policy


def evaluate(
    policy: Policy | Player | str,
    against: Policy | Player | str = "thumb",
    game: Variant | str = HOKM,
    deals: int = 100,
    seed: int | None = None,
    jobs: int = 1,
    scoring: Scoring | None = None,
) -> Duel:
    """Both on the same deals, each deal twice with the sides exchanged.

    Each side is a policy, a player or the name of one. The answer has the points a hand, the shares
    of wins and kots with intervals, and a sign test (`players.Duel`). `jobs`: threads. VariantError
    among three players, where there are no two sides to exchange.
    """
    first, second = _player(policy, "policy"), _player(against, "against")
    workers = Workers(jobs)
    return play_duel(first, second, deals, find_variant(game), scoring, seed, workers)


def _player(one: Policy | Player | str, name: str) -> Player:
    if isinstance(one, str):
        return find_player(one)
    if hasattr(one, "play"):
        return cast(Player, one)
    return PolicyPlayer(one, getattr(one, "__name__", name))
