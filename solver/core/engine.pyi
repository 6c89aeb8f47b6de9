"""Types of engine.pyx; the docstrings are there, where help() finds them."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..base.cards import Card, Hand
from ..base.outcomes import Detail, DetailInPlay
from ..game.position import Position
from ..game.variants import Variant

FEATURES: dict[str, int]
ALL_FEATURES: int

def count_plays(position: Position, depth: int) -> int: ...

class Solver:
    def __init__(self, megabytes: float = 32.0, *, features: int = ...) -> None: ...
    def __repr__(self) -> str: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def stop(self) -> Callable[[], object] | None: ...
    @stop.setter
    def stop(self, wish: Callable[[], object] | None) -> None: ...
    @property
    def deadline(self) -> float: ...
    @deadline.setter
    def deadline(self, moment: float) -> None: ...
    @property
    def table_bytes(self) -> int: ...
    @property
    def table_limit(self) -> int: ...
    def clear(self) -> None: ...
    def race(self, position: Position, a: int, b: int, node_limit: int = 0) -> bool | None: ...
    def race_with_kot(
        self,
        position: Position,
        a: int,
        kot: int,
        of_b: bool = False,
        both: bool = True,
        node_limit: int = 0,
    ) -> bool | None: ...
    def value(
        self, position: Position, low: int = 0, high: int | None = None, node_limit: int = 0
    ) -> tuple[int, int]: ...
    def value_with_kot(
        self,
        position: Position,
        kot: int,
        of_b: bool,
        both: bool,
        low: int,
        high: int,
        guess: int = 0,
        node_limit: int = 0,
    ) -> tuple[int, int]: ...
    def expected(
        self, position: Position, pay: Sequence[int] | None = None, node_limit: int = 0
    ) -> tuple[Fraction, Fraction]: ...
    def wins_by_tricks(
        self, position: Position, tricks: int, node_limit: int = 0
    ) -> tuple[Fraction, Fraction]: ...
    def wins_hand(self, position: Position, node_limit: int = 0) -> bool | None: ...
    def makes_run(self, position: Position, tricks: int, node_limit: int = 0) -> bool | None: ...
    def race_of_draw(
        self,
        hands: Sequence[Hand],
        stock: Sequence[Card],
        trump: int,
        a: int,
        b: int,
        turn: int = 0,
        cards: int = 13,
        see_second: bool = True,
        node_limit: int = 0,
        variant: Variant | None = None,
    ) -> bool | None: ...
    def batch_races(
        self, hands: NDArray[np.uint64], trump: int, a: int, b: int, leader: int = 0
    ) -> NDArray[np.bool_]: ...
    def batch_outcomes(
        self,
        hands: NDArray[np.uint64],
        trumps: Sequence[int],
        leader: int = 0,
        detail: Detail = "class",
        leaders: Sequence[int] | None = None,
    ) -> NDArray[np.int8]: ...
    def batch_cards(
        self,
        hands: NDArray[np.uint64],
        cards: ArrayLike,
        trump: int,
        table: ArrayLike = (),
        leader: ArrayLike = 0,
        taken: ArrayLike = (0, 0),
        detail: DetailInPlay = "class",
    ) -> NDArray[np.int8]: ...
