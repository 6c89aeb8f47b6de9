"""Duels: two players on the same deals, each deal twice with the sides exchanged.

Both tables of a deal use the same seeds, so that a player against itself comes out even on every
deal. A deal depends on the seed and its number alone. Nothing here knows how a card is chosen.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..base.drawn import Drawn, Told
from ..base.errors import OptionError, UnfinishedError, VariantError
from ..base.outcomes import Outcome
from ..decide.distributions import sign_test, t_quantile
from ..decide.estimates import Estimate, Mean, estimate_share
from ..decide.parallel import map_chunks
from ..decide.plan import Workers
from ..decide.saved import SavedState, saved_seed
from ..decide.worlds import new_seed, parse_seed
from ..game.house_rules import call_scoring, usual_house
from ..game.scoring import Scoring, find_scoring
from ..game.variants import HOKM, Variant, find_variant
from ..record.model import HandRecord
from .hands import deal_of, play_hand, side_class, side_points
from .outside import Refereed
from .player import Player

__all__ = ["Duel", "check_duel", "duel_scoring", "play_duel"]


@dataclass(frozen=True, repr=False)
class Duel(Drawn, Told):
    """The result of a duel, seen from the first of the two players.

    `outcomes`: int8 (deals, 2), the class of each hand: at the first table the first player is
    side A (calls and leads), at the second side B. `scoring` says what a class is worth; where
    bids or tricks count instead, `gains` holds the points of side A minus side B, float64 (deals,
    2), and a class only tells who won, and whether all tricks.
    `interrupted`: Ctrl-C, or a fault, came before all deals were played. `hands`: the records, two
    for each deal, if they were kept. `faults`: where a player comes from outside (`outside.py`),
    for each of the two how often the rule of thumb played in its place and why
    (FAULTS_OF_PLAYERS), or None.
    """

    players: tuple[str, str]
    variant: Variant
    scoring: Scoring
    seed: int
    outcomes: NDArray[np.int8]
    seconds: float
    confidence: float = 0.95
    interrupted: bool = False
    hands: tuple[HandRecord, ...] = field(default=(), repr=False)
    gains: NDArray[np.float64] | None = field(default=None, repr=False)
    faults: tuple[Mapping[str, int] | None, ...] | None = None

    @property
    def hands_played(self) -> int:
        """Two of each deal."""
        return 2 * self.deals

    @property
    def deals(self) -> int:
        """The number of deals, each played twice."""
        return len(self.outcomes)

    @cached_property
    def points_by_deal(self) -> NDArray[np.float64]:
        """Points a hand of the first player minus those of the second, for each deal."""
        gained = self.gained
        return np.asarray((gained[:, 0] - gained[:, 1]) / 2)

    @property
    def gained(self) -> NDArray[np.float64]:
        """Points of side A minus side B at both tables, (deals, 2)."""
        if self.gains is not None:
            return self.gains
        worth = [self.scoring.difference(Outcome(code)) for code in range(-3, 4)]
        return np.asarray(np.array(worth)[self.outcomes + 3])

    @property
    def _most(self) -> float:
        """The most points that a hand can be worth to a side."""
        if self.scoring.by_class:
            return max(abs(value) for value in self.scoring.vector())
        return float(self.variant.cards_per_hand)

    @cached_property
    def points(self) -> Mean:
        """The mean of these with an interval by deal: Student's t; of one deal the whole range."""
        n = self.deals
        mean = float(self.points_by_deal.mean())
        if n < 2:
            return Mean.of(mean, -self._most, self._most, n)
        half = t_quantile(0.5 + self.confidence / 2, n - 1) * self.points_by_deal.std(ddof=1)
        half = float(half / math.sqrt(n))
        return Mean.of(mean, mean - half, mean + half, n)

    @property
    def signed(self) -> NDArray[np.int8]:
        """The classes with the first player as side A, (deals, 2)."""
        return np.asarray(self.outcomes * np.array([1, -1], dtype=np.int8))

    @property
    def wins(self) -> Estimate:
        """The share of hands that the first player wins.

        The interval takes all hands as independent; those of one deal lean against each other.
        """
        return self._share(self.signed > 0)

    @property
    def kots_for(self) -> Estimate:
        """The share of hands in which the first player makes a kot."""
        return self._share(self.signed >= Outcome.KOT_A)

    @property
    def kots_against(self) -> Estimate:
        """The share of hands in which the second player makes one."""
        return self._share(self.signed <= Outcome.KOT_B)

    @property
    def deals_won(self) -> int:
        """The deals with more points for the first player over both tables."""
        return int((self.points_by_deal > 1e-9).sum())

    @property
    def deals_lost(self) -> int:
        """The deals with fewer points for the first player."""
        return int((self.points_by_deal < -1e-9).sum())

    @property
    def p_sign(self) -> float:
        """The two-sided sign test over the deals that did not come out even; 1.0 for none."""
        return sign_test(self.deals_won, self.deals_lost)

    def _share(self, hands: NDArray[np.bool_]) -> Estimate:
        return estimate_share(int(hands.sum()), hands.size, self.confidence)


def play_duel(
    first: Player,
    second: Player,
    deals: int,
    variant: Variant | str = HOKM,
    scoring: Scoring | None = None,
    seed: int | None = None,
    workers: Workers | None = None,
    keep_hands: bool = False,
    resume: Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> Duel:
    """Play so many deals, each at two tables, and count.

    `deals`: 1 or more, fixed before looking. `scoring`: that of the usual house of the game by
    default. `resume`: a file that keeps the outcomes of the deals played, as `Plan.resume`; the
    hands themselves are not kept there, so that it cannot be had with `keep_hands`. Ctrl-C ends the
    duel and keeps the deals done before; KeyboardInterrupt goes on only when there are none. Raises
    VariantError for three players and for a game that a player from outside does not know,
    OptionError for a scoring that does not fit the game, ResumeError for a file of another duel,
    UnfinishedError (with the duel so far) for lost workers and a full disk.
    """
    variant = find_variant(variant)
    check_duel(variant)
    if isinstance(deals, bool) or not isinstance(deals, int) or deals < 1:
        raise OptionError(f"{deals!r} is no number of deals: expected 1 or more")
    counted = _counted(variant)
    usual = duel_scoring(variant)
    scoring = usual if scoring is None else scoring
    if counted and scoring != usual:
        raise OptionError(f"{variant.name} is scored by {usual.title}: no duel by {scoring.title}")
    if not counted and not scoring.by_class:
        raise OptionError(f"{scoring.title} counts more than the class of a hand: no duel by it")
    if resume is not None and keep_hands:
        raise OptionError("a duel that is resumed keeps outcomes only: its hands cannot be kept")
    seed = saved_seed(resume) if seed is None else parse_seed(seed)
    seed = new_seed() if seed is None else seed
    workers = workers or Workers()
    pair = (first, second)
    outside = [player if isinstance(player, Refereed) else None for player in pair]
    for player in filter(None, outside):
        player.check(variant)
        if workers.executor is not None:
            raise OptionError(f"the player {player.name} plays in this process only")
    begun = time.monotonic()
    outcomes: list[tuple[int, ...]] = []
    saved: SavedState | None = None
    if resume is not None:
        question = {
            "command": "duel",
            "players": f"{first.name} and {second.name}",
            "game": str(variant),
            "options": variant.plain_settings(),
            "scoring": scoring.to_dict(),
            "seed": seed,
            "deals": deals,
        }
        saved = SavedState(resume, question)
        outcomes, spent = _restored(saved, deals, variant)
        begun -= spent
    hands: list[HandRecord] = []

    def so_far(interrupted: bool) -> Duel:
        found = np.array(outcomes, dtype=np.int64).reshape(len(outcomes), -1)
        return Duel(
            (first.name, second.name),
            variant,
            scoring,
            seed,
            found[:, :2].astype(np.int8),
            time.monotonic() - begun,
            interrupted=interrupted,
            hands=tuple(hands),
            gains=found[:, 2:].astype(np.float64) if counted else None,
            faults=tuple(each.faults if each else None for each in outside)
            if any(outside)
            else None,
        )

    one = _Deal(first, second, variant, seed, keep_hands)
    results = map_chunks(one, range(len(outcomes), deals), workers.executor, workers.jobs)
    try:
        for codes, records in results:
            outcomes.append(codes)
            hands += records
            if saved is not None:
                spent = time.monotonic() - begun
                saved.write({"outcomes": outcomes, "seconds": spent})
            if progress is not None:
                progress(len(outcomes) / deals)
    except KeyboardInterrupt:
        if not outcomes:
            raise
        return so_far(interrupted=True)
    except UnfinishedError as fault:
        fault.known = so_far(interrupted=True) if outcomes else None
        raise
    return so_far(interrupted=False)


@dataclass(frozen=True)
class _Deal:
    """Plays the deal of a given number at both tables; can be sent to other processes.

    It gives the class of each hand, where bids or tricks count their points as well, and the
    records where they are kept.
    """

    first: Player
    second: Player
    variant: Variant
    seed: int
    keep_hands: bool

    def __call__(self, number: int) -> tuple[tuple[int, ...], tuple[HandRecord, ...]]:
        pair, variant = (self.first, self.second), self.variant
        deal, five = deal_of(variant, np.random.SeedSequence(self.seed, spawn_key=(number,)))
        turns = int(np.random.SeedSequence(self.seed, spawn_key=(number, 1)).generate_state(1)[0])
        tables = [play_hand(deal, five, each, variant, turns) for each in (pair, pair[::-1])]
        codes = tuple(int(side_class(table, variant)) for table in tables)
        if _counted(variant):
            codes += tuple(side_points(table, variant) for table in tables)
        return codes, tuple(table.record for table in tables) if self.keep_hands else ()


def _restored(
    saved: SavedState, deals: int, variant: Variant
) -> tuple[list[tuple[int, ...]], float]:
    """The outcomes of the deals that a file keeps, and the seconds they took."""
    if saved.state is None:
        return [], 0.0
    try:
        outcomes = [tuple(map(int, row)) for row in saved.state["outcomes"]]
        seconds = float(saved.state["seconds"])
    except (KeyError, OverflowError, TypeError, ValueError):
        raise saved.damaged() from None
    sound = len(outcomes) <= deals and 0 <= seconds < math.inf
    for row in outcomes:
        sound = sound and len(row) == (4 if _counted(variant) else 2)
        sound = sound and all(abs(code) <= 3 for code in row[:2])
        sound = sound and all(abs(points) <= variant.cards_per_hand for points in row[2:])
    if not sound:
        raise saved.damaged()
    return outcomes, seconds


def _counted(variant: Variant) -> bool:
    """Whether no class counts, but the bid made or lost, or every trick."""
    return variant.bids or variant.has_dummy


def duel_scoring(variant: Variant) -> Scoring:
    """The scoring of a duel where none is named: that of calls, or the game's bids or tricks."""
    house = usual_house(variant)
    return find_scoring(house.scoring) if _counted(variant) else call_scoring(house)


def check_duel(variant: Variant) -> None:
    """VariantError, naming the game and why, where there are no two sides to exchange."""
    if not variant.has_sides:
        raise VariantError(
            f"no duel in {variant.name}: three players play each for himself, so there are no two "
            "sides to exchange"
        )
