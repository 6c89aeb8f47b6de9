"""Open hand against the table, in games that no closed hands are played in (closed_hands.py).

What an open-hand chance comes to when players play the hand out, by a curve: players who see only
their own cards win less often than the open hands say, and make far fewer kots. The curves that
come along lie in `data/`, with the players and the command that made them; `at_the_table.py` fits
them. Nothing here plays.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from statistics import NormalDist
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Hand
from ..game.deal import FIRST_CARDS
from ..game.variants import Variant

__all__ = [
    "AtTheTable",
    "Curve",
    "TableChance",
    "all_curves",
    "chance_of",
    "curves_of",
    "logit",
    "open_kots_are_more",
    "table_fields",
]

DATA = "data/at_the_table.json"
NEVER = 0.002
"""Chances nearer to 0 or 1 than deals can tell are taken for this."""
Number = TypeVar("Number", float, NDArray[np.float64])


class TableChance(NamedTuple):
    """A chance at the table with its interval (0 to 1).

    `covered`: calls with such an open-hand chance were among those played.
    """

    p: float
    low: float
    high: float
    covered: bool = True

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return self._asdict()


@dataclass(frozen=True, slots=True)
class Curve:
    """logit(chance at the table) = `a` + `b` * logit(open-hand chance).

    `cov`: the covariance of a and b, by call. `least` and `most`: the open-hand chances of the
    calls it was fitted on; beyond them the line goes on, and its interval widens.
    """

    a: float
    b: float
    cov: tuple[tuple[float, float], tuple[float, float]]
    least: float
    most: float

    def at(self, chance: float, confidence: float = 0.95) -> TableChance:
        """The chance at the table and its interval (0 to 1)."""
        x = logit(min(max(chance, NEVER), 1 - NEVER))
        middle = self.a + self.b * x
        (aa, ab), (_, bb) = self.cov
        spread = math.sqrt(max(0.0, aa + 2 * x * ab + x * x * bb))
        half = NormalDist().inv_cdf(0.5 + confidence / 2) * spread
        inside = self.least <= chance <= self.most
        p, low, high = (float(chance_of(odds)) for odds in (middle, middle - half, middle + half))
        return TableChance(p, low, high, inside)


@dataclass(frozen=True, slots=True)
class AtTheTable:
    """The curves of one game: wins and kots of the caller's side, calls from five cards.

    `win` is None where chance decides who wins with open hands (the five-card start). `player`: who
    sat at all `seats`. `calls` were fitted on, `tested_calls` others, with `hands`
    played each. `tested` compares what the curves and the open hands say of those with what
    happened (hands expected and found, and the log loss of both). `command` makes the data again.
    """

    game: str
    player: str
    calls: int
    tested_calls: int
    hands: int
    win: Curve | None
    kot: Curve
    tested: dict[str, dict[str, float]]
    seed: int
    command: str
    seats: int = 4
    shares: dict[str, dict[str, float]] = field(default_factory=dict)

    @property
    def who(self) -> str:
        """The players in a few words."""
        number = {2: "two", 3: "three", 4: "four", 6: "six"}[self.seats]
        if not self.player.startswith("sampled"):
            return f"{number} players by rules of thumb"
        _, _, first_trick = self.player.partition(":")[2].partition(":")
        later = f" from trick {first_trick}" if first_trick else ""
        return f"{number} players careful{later}" if later else f"{number} careful players"

    def chances(self, win: float | None, kot: float | None) -> dict[str, TableChance]:
        """What these open-hand chances come to; without those that are not known."""
        asked = {"win": (self.win, win), "kot": (self.kot, kot)}
        return {
            name: curve.at(p)
            for name, (curve, p) in asked.items()
            if p is not None and curve is not None
        }

    def to_dict(self) -> dict[str, Any]:
        """For the data file."""
        return asdict(self)

    @classmethod
    def from_dict(cls, entry: dict[str, Any]) -> AtTheTable:
        """From the data file."""
        curves = {
            name: Curve(**{**entry[name], "cov": tuple(map(tuple, entry[name]["cov"]))})
            for name in ("win", "kot")
            if entry[name] is not None
        }
        return cls(**{**entry, **curves})


def curves_of(variant: Variant, hand: Hand) -> AtTheTable | None:
    """The curves for a caller's hand in this game; None where none come along.

    They are about calls from five cards under exactly these rules; options of seating and stopping
    do not change the play.
    """
    if len(hand) != FIRST_CARDS or set(variant.changed) - {
        "direction",
        "stop_rule",
        "continue_fail",
    }:
        return None
    return _all().get(variant.name)


def open_kots_are_more(variant: Variant) -> bool:
    """Whether fewer kots were made at the table than with open hands in this game.

    Whatever its options; False where that is not known.
    """
    curves = _all().get(variant.name)
    return curves is not None and curves.shares["kot"]["table"] < curves.shares["kot"]["open"]


def all_curves() -> tuple[AtTheTable, ...]:
    """The curves of every game that come along, in the order of the data."""
    return tuple(_all().values())


def table_fields(
    variant: Variant, hand: Hand, chances: Mapping[str, tuple[float | None, float | None]]
) -> dict[str, Any]:
    """For JSON: {"at_the_table": {"players", name: {"win", "kot"}}}, empty where no curve is.

    `chances`: by name (of a trump, say) the open-hand chances of a win and of a kot, None for one
    that is not known.
    """
    curves = curves_of(variant, hand)
    if curves is None:
        return {}
    each = {
        name: {what: found.to_dict() for what, found in curves.chances(*pair).items()}
        for name, pair in chances.items()
    }
    return {"at_the_table": {"players": curves.player, **each}}


@cache
def _all() -> dict[str, AtTheTable]:
    path = files(__package__).joinpath(DATA)
    if not path.is_file():
        return {}
    entries = json.loads(path.read_text(encoding="utf-8"))["games"]
    return {name: AtTheTable.from_dict(entry) for name, entry in entries.items()}


def logit(p: Number) -> Number:
    """The log of the odds of chances between 0 and 1."""
    odds: Number = np.log(p / (1 - p))
    return odds


def chance_of(x: Number) -> Number:
    """The chances with these log odds, never quite 0 or 1."""
    p: Number = 1 / (1 + np.exp(-np.clip(x, -30, 30)))
    return p
