"""A Solver that asks, every few hundredths of a second, whether its question is still wanted.

A page asks about a position and may leave it before the answer is there. The search is called in
slices of nodes on a table that is kept, so that a slice goes on where the one before it ended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from ..engine import Solver
from ..game.position import Position

__all__ = ["SearchStopped", "StoppableSolver"]

SLICE = 200_000
"""Nodes of the first slice, some 30 ms."""

Found = TypeVar("Found")


class SearchStopped(Exception):
    """The question is not wanted any more."""


class StoppableSolver(Solver):
    """A `Solver` whose questions about a position raise `SearchStopped` when `wanted` says no.

    `wanted` is called between slices of the search, in its thread. Answers and node limits are
    those of a Solver; the node counts are a little higher. `megabytes` as there.
    """

    wanted: Callable[[], bool] = staticmethod(lambda: True)

    def race(self, position: Position, a: int, b: int, node_limit: int = 0) -> bool | None:
        """As `Solver.race`."""
        ask = super().race
        return self._sliced(lambda n: ask(position, a, b, n), node_limit)

    def race_with_kot(
        self,
        position: Position,
        a: int,
        kot: int,
        of_b: bool = False,
        both: bool = True,
        node_limit: int = 0,
    ) -> bool | None:
        """As `Solver.race_with_kot`."""
        ask = super().race_with_kot
        return self._sliced(lambda n: ask(position, a, kot, of_b, both, n), node_limit)

    def value(
        self, position: Position, low: int = 0, high: int | None = None, node_limit: int = 0
    ) -> tuple[int, int]:
        """As `Solver.value`."""
        ask, known = super().value, (low, high)

        def search(nodes: int) -> tuple[int, int]:
            nonlocal known
            known = found = ask(position, *known, nodes)
            return found

        return self._sliced(search, node_limit, _met)

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
    ) -> tuple[int, int]:
        """As `Solver.value_with_kot`."""
        ask, known = super().value_with_kot, (low, high)

        def search(nodes: int) -> tuple[int, int]:
            nonlocal known
            known = found = ask(position, kot, of_b, both, *known, guess, nodes)
            return found

        return self._sliced(search, node_limit, _met)

    def expected(
        self, position: Position, pay: Sequence[int] | None = None, node_limit: int = 0
    ) -> tuple[Fraction, Fraction]:
        """As `Solver.expected`."""
        ask = super().expected
        return self._sliced(lambda n: ask(position, pay, n), node_limit, _met)

    def wins_by_tricks(
        self, position: Position, tricks: int, node_limit: int = 0
    ) -> tuple[Fraction, Fraction]:
        """As `Solver.wins_by_tricks`."""
        ask = super().wins_by_tricks
        return self._sliced(lambda n: ask(position, tricks, n), node_limit, _met)

    # These two begin with an empty table, so that each slice begins anew: slices double.

    def wins_hand(self, position: Position, node_limit: int = 0) -> bool | None:
        """As `Solver.wins_hand`."""
        ask = super().wins_hand
        return self._sliced(lambda n: ask(position, n), node_limit, growth=2)

    def makes_run(self, position: Position, tricks: int, node_limit: int = 0) -> bool | None:
        """As `Solver.makes_run`."""
        ask = super().makes_run
        return self._sliced(lambda n: ask(position, tricks, n), node_limit, growth=2)

    def _sliced(
        self,
        ask: Callable[[int], Found],
        limit: int,
        known: Callable[[Found], bool] = lambda found: found is not None,
        growth: float = 1.25,
    ) -> Found:
        """`ask(nodes)` until the answer is known, the limit is spent, or nobody wants it.

        Slices grow, so that a search that needs more than the table holds comes to its end.
        """
        first, size = self.nodes, SLICE
        while True:
            if not self.wanted():
                raise SearchStopped
            left = limit - (self.nodes - first)
            found = ask(min(size, left) if limit else size)
            if known(found) or 0 < limit <= self.nodes - first:
                return found
            size = int(size * growth)


def _met(bounds: tuple[Fraction, Fraction] | tuple[int, int]) -> bool:
    return bounds[0] == bounds[1]
