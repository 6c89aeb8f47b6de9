"""What hands that were played out in C brought each seat, for many hands at once.

The last axis of `found` is that of `closed.play_out`: points of sides A and B, then their tricks;
of three players the points of each, then whether one of them won the first seven tricks.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..base.outcomes import Outcome
from ..decide.closed_hands import codes_of
from ..game.house_rules import call_scoring, usual_house
from ..game.opening import bid_range
from ..game.position import Position
from ..game.variants import Variant

__all__ = ["point_table", "worth_by_seat", "worth_of_three"]


def worth_of_three(variant: Variant, found: NDArray[np.int8], seat: int) -> NDArray[np.float64]:
    """The points of the usual scoring of one of three players."""
    scoring = call_scoring(usual_house(variant))
    one, seven = (values[seat > 0] for values in (scoring.win, scoring.kot))
    tricks = found[..., :3]
    mine, most = tricks[..., seat], tricks.max(axis=-1)
    shared = (tricks == most[..., None]).sum(axis=-1) > 1
    by_tie = {"third_wins": mine < most, "both": mine == most, "no_score": mine > most}
    wins = np.where(shared, by_tie[str(variant["three_tie"])], mine == most)
    run = (found[..., 3] > 0) & (mine == most)
    return np.where(run, float(seven), one * wins.astype(np.float64))


def worth_by_seat(
    start: Position, found: NDArray[np.int8], kind: Literal["points", "tricks"]
) -> NDArray[np.float64]:
    """What whole hands brought each seat, float64 (hands, seats); `start`: one of them at its lead.

    "points": of the usual scoring, own side less the other; the least bid, won or lost, where there
    are bids; tricks at a dummy's table; of three players their own. "tricks": tricks (or tens) of
    the own side less those of the other; of three players their own.
    """
    variant = start.variant
    if not variant.has_sides:
        if kind == "tricks":
            return found[:, :3].astype(np.float64)
        return np.stack([worth_of_three(variant, found, seat) for seat in range(3)], axis=1)
    if kind == "tricks" or variant.has_dummy:
        ahead = found[:, 0].astype(np.float64) - found[:, 1]
    else:
        ahead = point_table(variant)[codes_of(start, found) + 3]
    sign = np.where(np.arange(variant.seats) % 2 == 0, 1.0, -1.0)
    return np.asarray(ahead[:, None] * sign)


def point_table(variant: Variant) -> NDArray[np.float64]:
    """The points of the classes from -3 to 3 to side A, less those to side B, float64 (7,)."""
    house = usual_house(variant)
    if variant.bids:
        least = bid_range(house)[0]
        return np.array([-least] * 4 + [least] * 3, dtype=np.float64)
    scoring = call_scoring(house)
    return np.array([float(scoring.difference(Outcome(code))) for code in range(-3, 4)])
