"""Types of closed.pyx; the docstrings are there, where help() finds them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Card, Hand
from ..game.position import Position
from ..game.state import PositionState
from ..game.variants import Variant

POLICIES: dict[str, int]
WEIGHTS_SHAPE: tuple[int, int]

def learnt_weights(variant: Variant) -> NDArray[np.float32]: ...
def seen_weights(variant: Variant) -> NDArray[np.float32]: ...
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
    bavneys: bool = False,
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
def decisions_seen(
    position: PositionState, cards: Sequence[int]
) -> tuple[NDArray[np.float32], NDArray[np.int32]]: ...
def best_replies(
    position: PositionState,
    worlds: NDArray[np.uint64],
    pay: NDArray[np.float64],
    *,
    barred: Sequence[Hand] = (),
    policies: str | Sequence[str] = "thumb",
    weights: NDArray[np.float32] | None = None,
) -> tuple[list[int], NDArray[np.float64]]: ...
def log_likelihoods(
    position: PositionState,
    worlds: NDArray[np.uint64],
    cards: Sequence[int],
    seat: int,
    weights: NDArray[np.float32],
    *,
    floor: float = 0.05,
) -> NDArray[np.float64]: ...

class Tables:
    arrays: dict[str, NDArray[Any]]
    variant: Variant
    tables: int
    seats: int
    places: int
    width: int
    start: Position
    def __init__(
        self,
        variant: Variant,
        tables: int,
        policies: Sequence[str | None],
        again: bool = True,
        calls: bool = True,
    ) -> None: ...
    def reset(
        self,
        seed: int,
        deals: NDArray[np.uint64] | None = None,
        fives: NDArray[np.uint64] | None = None,
    ) -> None: ...
    def step(self, actions: NDArray[np.int64]) -> None: ...
    def any_actions(self) -> NDArray[np.int64]: ...
    def told_at(self, table: int) -> list[int]: ...
    def trump_at(self, table: int) -> int | None: ...
