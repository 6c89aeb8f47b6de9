"""One hand as a PettingZoo environment: agents act in turn (AEC).

PettingZoo is the extra `rl`; without it the classes cannot be made, and `env` says so. The hand is
`players.HandInPlay`, what an agent sees `seen.observe`.
"""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Card
from ..base.errors import HakemError, OptionError
from ..core.engine import Solver
from ..decide.worlds import new_seed, parse_seed
from ..game.house_rules import call_scoring, usual_house
from ..game.position import Position
from ..game.variants import HOKM, Variant, find_variant
from ..match.scoring import score_hand
from ..open.ladder import ladder
from ..open.whole_hand import WholeHand
from ..players.accounts import point_table
from ..players.hand_in_play import Asked, HandInPlay, HandPlayed
from ..players.hands import deal_of, side_class, side_points
from ..players.player import View, usual_call
from .seen import ACTIONS, answer_of, mask_of, observe, width_of

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    _MISSING = ""
except ImportError as missing:  # the extra is not installed
    _MISSING = str(missing.name)
    AECEnv = object

__all__ = ["env", "raw_env"]

Rewards = Literal["points", "tricks", "regret"]


def env(game: Variant | str = HOKM, **options: Any) -> Any:
    """The environment of this game, with PettingZoo's check that it is used in order.

    Options are those of `raw_env`.
    """
    return OrderEnforcingWrapper(raw_env(game, **options)) if not _MISSING else raw_env(game)


class raw_env(AECEnv):  # type: ignore[misc]
    """A hand of a game: call, requests and cards are actions, one agent after the other.

    Agents are `seat_0` (the caller) and so on in playing order; the seat of an open hand has none,
    its partner plays it. An observation is a dict of `observation`, int8 as `seen.layout_of` says,
    and `action_mask`, int8 (58,), as `seen.ACTIONS` says; the mask of an agent that is not to act
    is empty, and what it sees is what its last turn showed.

    `rewards`:

    - "points": at the end, of the usual scoring, own side less the other (three players: own);
    - "tricks": at the end, tricks or tens of the own side less the other's (three players: own);
    - "regret": at each card, minus the points that it costs the seat's side with all hands open,
      as the solver has it; 0 is best. Not in games of three players, nor before the later cards of
      a five-card start are dealt (0 there). It searches: some 20 ms for a card of the plain game.

    `calls`: the trump is an action of the caller; otherwise the longest suit is called. Raises
    OptionError where PettingZoo is missing, and for an option that is none.
    """

    metadata = {"render_modes": ["ansi"], "name": "hakem_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: Variant | str = HOKM,
        rewards: Rewards = "points",
        calls: bool = True,
        render_mode: str | None = None,
    ) -> None:
        if _MISSING:
            raise OptionError(f"{_MISSING} is missing: python -m pip install 'hakem[rl]'")
        if rewards not in ("points", "tricks", "regret"):
            raise OptionError(f"rewards are points, tricks or regret, not {rewards!r}")
        if render_mode not in (None, "ansi"):
            raise OptionError(f"render mode {render_mode!r}: expected ansi")
        super().__init__()
        self.variant = find_variant(game)
        if rewards == "regret" and not self.variant.has_sides:
            raise OptionError(f"{self.variant.name} has no sides: its cards have no regret")
        self.kind, self.calls, self.render_mode = rewards, calls, render_mode
        dummy = 2 if self.variant.has_dummy else None
        seats = [seat for seat in range(self.variant.seats) if seat != dummy]
        self.possible_agents = [f"seat_{seat}" for seat in seats]
        seen = spaces.Box(-1, 52, (width_of(self.variant),), np.int8)
        mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
        both = spaces.Dict({"observation": seen, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, both)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._seeds = np.random.SeedSequence(new_seed())
        self._solver: Solver | None = None

    def observation_space(self, agent: str) -> Any:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The 58 actions; a number of its own for each agent, so that each can be seeded."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new hand. `seed` begins a row of hands; without one the row goes on.

        `options`: `hand`, a `players.HandInPlay` to be played instead of a random one.
        """
        if seed is not None:
            self._seeds = np.random.SeedSequence(parse_seed(seed))
        (here,) = self._seeds.spawn(1)
        given = (options or {}).get("hand")
        if given is None:
            deal, five = deal_of(self.variant, here)
            given = HandInPlay(deal, five, self.variant, int(here.generate_state(1)[0]))
        if not isinstance(given, HandInPlay) or given.variant != self.variant:
            raise OptionError(f"the option `hand` is a hand in play of {self.variant.name}")
        self.hand = given
        if not self.calls and self.asked is not None and self.asked.what == "call":
            self.hand.answer(usual_call(self.asked.five))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._seen: dict[str, NDArray[np.int8]] = {}
        self.agent_selection: str = self.agents[0]
        self._look()

    @property
    def asked(self) -> Asked | None:
        """What is due, as a player is asked it; None when the hand is over."""
        return self.hand.asked

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """What this agent sees, and what it may do now."""
        asked = self.asked
        mask = np.zeros(ACTIONS, np.int8)
        if asked is not None and agent == f"seat_{asked.seat}":
            mask = mask_of(asked, self.variant)
        empty = np.zeros(width_of(self.variant), np.int8)
        return {"observation": self._seen.get(agent, empty).copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The agent that is selected acts; None removes one whose hand is over.

        PlayError, with nothing changed, for an action that may not be taken.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        asked = self.asked
        assert asked is not None
        answer = answer_of(-1 if action is None else int(action), asked)
        before = self.hand.position if asked.what == "play" else None
        self.hand.answer(answer)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.kind == "regret" and before is not None and isinstance(answer, Card):
            self.rewards[agent] = -self._regret(before, answer, asked.seen)
        if self.asked is None:
            self.terminations = dict.fromkeys(self.agents, True)
            if self.kind != "regret":
                worth = _worth(self.hand.played, self.variant, self.kind)
                self.rewards = {each: worth[int(each[5:])] for each in self.agents}
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        self._look()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The hand now as text, all hands open, in the mode `ansi`."""
        if self.render_mode is None:
            return None
        return str(self.hand.first_five if self.hand.watch is None else self.hand.position)

    def close(self) -> None:
        """Nothing is held open."""

    def _look(self) -> None:
        asked = self.asked
        if asked is not None:
            self.agent_selection = f"seat_{asked.seat}"
            self._seen[self.agent_selection] = observe(asked, self.variant)

    def _regret(self, before: Position, card: Card, view: View) -> float:
        if before.reserves or len(before.legal()) == 1:
            return 0.0
        if self._solver is None:
            self._solver = Solver()
        sign, mine, best = 1 if view.seat % 2 == 0 else -1, 0.0, -math.inf
        for group in view.groups:
            worth = sign * _open_worth(self._solver, before.play(group[-1]), self.variant)
            best = max(best, worth)
            mine = worth if card in group else mine
        return best - mine


def _open_worth(solver: Solver, position: Position, variant: Variant) -> float:
    """Points of side A with open hands."""
    search = WholeHand(solver)
    if variant.has_dummy:
        low, high = search.value(position)
        return float(low + high) - position.tricks_total
    low_class, high_class = search.classify(position, ladder(position))
    table = point_table(variant)
    return float(table[low_class + 3] + table[high_class + 3]) / 2


def _worth(played: HandPlayed, variant: Variant, kind: str) -> list[float]:
    """What a hand brought each seat."""
    result = played.record.result
    if result is None:
        raise HakemError("the hand has no result")
    points = result.points
    if not variant.has_sides:
        house = usual_house(variant)
        three = (
            points if kind == "tricks" else score_hand(call_scoring(house), house, result).points
        )
        return [float(number) for number in three]
    if kind == "tricks":
        ahead = float(points[0] - points[1])
    elif variant.has_dummy or variant.bids:
        ahead = float(side_points(played, variant))
    else:
        ahead = float(call_scoring(usual_house(variant)).difference(side_class(played, variant)))
    return [ahead if seat % 2 == 0 else -ahead for seat in range(variant.seats)]
