"""Leagues: several players, each pair on the same deals, each deal twice with the sides exchanged.

A league is its duels and how each player stands against the others together. All pairs get the
deals of one seed, so that a standing has a value for each deal, and its interval is by deal.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..base.drawn import Drawn, Told
from ..base.errors import OptionError, UnfinishedError
from ..decide.distributions import t_quantile
from ..decide.estimates import Estimate, Mean, estimate_share
from ..decide.plan import Workers
from ..decide.worlds import new_seed, parse_seed
from ..game.scoring import Scoring
from ..game.variants import HOKM, Variant, find_variant
from .duel import Duel, play_duel
from .player import Player

__all__ = ["League", "Standing", "play_league"]


@dataclass(frozen=True, slots=True)
class Standing(Told):
    """One player against all others of a league.

    - `player`: its name; `number`: its place in the list that was given, from 0 on.
    - `points`: the mean of its points a hand less those of its opponents, by deal.
    - `ahead`: what it is ahead of the next one, on the same deals; None for the last.
    - `wins`, `kots_for`, `kots_against`: shares of its hands; their intervals take the hands as
      independent.
    """

    player: str
    number: int
    points: Mean
    ahead: Mean | None
    wins: Estimate
    kots_for: Estimate
    kots_against: Estimate


@dataclass(frozen=True, repr=False)
class League(Drawn, Told):
    """Duels of all pairs on the deals of one seed, in the order (0, 1), (0, 2) ... of `players`."""

    players: tuple[str, ...]
    variant: Variant
    scoring: Scoring
    seed: int
    duels: tuple[Duel, ...]
    seconds: float
    confidence: float = 0.95

    @property
    def deals(self) -> int:
        """Deals that each pair played twice."""
        return self.duels[0].deals

    @property
    def hands_played(self) -> int:
        """The hands of all duels."""
        return sum(duel.hands_played for duel in self.duels)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Who meets in each duel, by their numbers."""
        return tuple(itertools.combinations(range(len(self.players)), 2))

    def between(self, one: int, other: int) -> Mean:
        """The points a hand of one player against another, from the side of the first."""
        if one < other:
            return self.duels[self.pairs.index((one, other))].points
        found = self.duels[self.pairs.index((other, one))].points
        assert found.mean is not None
        return Mean.of(0.0 - found.mean, 0.0 - found.high, 0.0 - found.low, found.n)

    @cached_property
    def points_by_deal(self) -> NDArray[np.float64]:
        """The points of each player against the mean of the others, (players, deals)."""
        found = np.zeros((len(self.players), self.deals))
        for (one, other), duel in zip(self.pairs, self.duels, strict=True):
            found[one] += duel.points_by_deal
            found[other] -= duel.points_by_deal
        return found / (len(self.players) - 1)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The players, best first."""
        order = np.argsort(-self.points_by_deal.mean(axis=1), kind="stable").tolist()
        found = []
        for place, number in enumerate(order):
            mine = self.points_by_deal[number]
            signed = np.concatenate([self._signed(k, pair, number) for k, pair in self._of(number)])
            ahead = None
            if place + 1 < len(order):
                ahead = self._mean(mine - self.points_by_deal[order[place + 1]])
            found.append(
                Standing(
                    self.players[number],
                    number,
                    self._mean(mine),
                    ahead,
                    self._share(signed > 0),
                    self._share(signed >= 2),
                    self._share(signed <= -2),
                )
            )
        return tuple(found)

    def _of(self, number: int) -> list[tuple[int, tuple[int, int]]]:
        return [(k, pair) for k, pair in enumerate(self.pairs) if number in pair]

    def _signed(self, duel: int, pair: tuple[int, int], number: int) -> NDArray[np.int8]:
        """The classes of a player's hands in a duel, from its side."""
        signed = self.duels[duel].signed.ravel()
        return np.asarray(signed if pair[0] == number else -signed)

    def _share(self, hands: NDArray[np.bool_]) -> Estimate:
        return estimate_share(int(hands.sum()), hands.size, self.confidence)

    def _mean(self, values: NDArray[np.float64]) -> Mean:
        """With Student's interval by deal; of one deal as wide as the points go."""
        n, mean = len(values), float(values.mean())
        if n < 2:
            most = 2 * max(map(abs, self.scoring.vector())) if self.scoring.by_class else 52.0
            return Mean.of(mean, -most, most, n)
        half = t_quantile(0.5 + self.confidence / 2, n - 1) * values.std(ddof=1) / math.sqrt(n)
        return Mean.of(mean, mean - float(half), mean + float(half), n)


def play_league(
    players: Sequence[Player],
    deals: int,
    variant: Variant | str = HOKM,
    scoring: Scoring | None = None,
    seed: int | None = None,
    workers: Workers | None = None,
    keep_hands: bool = False,
    progress: Callable[[float], None] | None = None,
) -> League:
    """Each pair of three players or more on so many deals, as `play_duel` plays them.

    All pairs get the same deals. Ctrl-C ends the league: it is raised, since the pairs that were
    not played leave nothing to compare. Errors as of `play_duel`.
    """
    if len(players) < 3:
        raise OptionError(f"{len(players)} players make no league: expected three or more")
    game = find_variant(variant)
    chosen = new_seed() if seed is None else parse_seed(seed)
    pairs = list(itertools.combinations(players, 2))
    duels: list[Duel] = []

    def advance(share: float) -> None:
        if progress is not None:
            progress((len(duels) + share) / len(pairs))

    for one, other in pairs:
        try:
            duel = play_duel(
                one, other, deals, game, scoring, chosen, workers, keep_hands, progress=advance
            )
        except UnfinishedError as fault:
            fault.known = None  # the figures of one pair are no league
            raise
        if duel.interrupted:
            raise KeyboardInterrupt
        duels.append(duel)
    return League(
        tuple(player.name for player in players),
        game,
        duels[0].scoring,
        chosen,
        tuple(duels),
        sum(duel.seconds for duel in duels),
    )
