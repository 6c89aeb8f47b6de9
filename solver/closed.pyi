"""Types of closed.pyx; the docstrings are there, where help() finds them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .cards import Card, Hand
from .game.state import PositionState

POLICIES: dict[str, int]

def play_out(
    position: PositionState,
    worlds: NDArray[np.uint64],
    cards: Sequence[int],
    *,
    barred: Sequence[Hand] = (),
    dummy: int | None = None,
    laid: Card | None = None,
    packs: Sequence[Hand] = (),
    policies: str | Sequence[str] = "thumb",
    seed: int = 0,
) -> NDArray[np.int8]: ...
def played_out(
    position: PositionState,
    *,
    barred: Sequence[Hand] = (),
    dummy: int | None = None,
    laid: Card | None = None,
    packs: Sequence[Hand] = (),
    policies: str | Sequence[str] = "thumb",
    seed: int = 0,
    drawn: int | None = None,
) -> list[int]: ...
