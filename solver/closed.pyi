"""Types of closed.pyx; the docstrings are there, where help() finds them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .cards import Card, Hand
from .game.state import PositionState
from .game.variants import Variant

POLICIES: dict[str, int]
WEIGHTS_SHAPE: tuple[int, int]

def learnt_weights(variant: Variant) -> NDArray[np.float32]: ...
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
    weights: NDArray[np.float32] | None = None,
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
    weights: NDArray[np.float32] | None = None,
) -> list[int]: ...
def judge_decisions(
    position: PositionState,
    deals: NDArray[np.uint64],
    pay: NDArray[np.float64],
    *,
    worlds: int = 100,
    policies: str | Sequence[str] = "thumb",
    weights: NDArray[np.float32] | None = None,
    seed: int = 0,
    decisions: int = 24,
    judge: str = "thumb",
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.int32]]: ...
