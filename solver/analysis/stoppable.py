"""A Solver that checks every few hundredths of a second whether its answer is still wanted.

A page requests an answer and may be left before the answer is there. The search is called in
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
        search = super().race
        return self._sliced(lambda n: search(position, a, b, n), node_limit)

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
        search = super().race_with_kot
        return self._sliced(lambda n: search(position, a, kot, of_b, both, n), node_limit)

    def value(
        self, position: Position, low: int = 0, high: int | None = None, node_limit: int = 0
    ) -> tuple[int, int]:
        """As `Solver.value`."""
        of_solver, known = super().value, (low, high)

        def search(nodes: int) -> tuple[int, int]:
            nonlocal known
            known = found = of_solver(position, *known, nodes)
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
        of_solver, known = super().value_with_kot, (low, high)

        def search(nodes: int) -> tuple[int, int]:
            nonlocal known
            known = found = of_solver(position, kot, of_b, both, *known, guess, nodes)
            return found

        return self._sliced(search, node_limit, _met)

    def expected(
        self, position: Position, pay: Sequence[int] | None = None, node_limit: int = 0
    ) -> tuple[Fraction, Fraction]:
        """As `Solver.expected`."""
        search = super().expected
        return self._sliced(lambda n: search(position, pay, n), node_limit, _met)

    def wins_by_tricks(
        self, position: Position, tricks: int, node_limit: int = 0
    ) -> tuple[Fraction, Fraction]:
        """As `Solver.wins_by_tricks`."""
        search = super().wins_by_tricks
        return self._sliced(lambda n: search(position, tricks, n), node_limit, _met)

    # These two begin with an empty table, so that each slice begins anew: slices double.

    def wins_hand(self, position: Position, node_limit: int = 0) -> bool | None:
        """As `Solver.wins_hand`."""
        search = super().wins_hand
        return self._sliced(lambda n: search(position, n), node_limit, growth=2)

    def makes_run(self, position: Position, tricks: int, node_limit: int = 0) -> bool | None:
        """As `Solver.makes_run`."""
        search = super().makes_run
        return self._sliced(lambda n: search(position, tricks, n), node_limit, growth=2)

    def _sliced(
        self,
        search: Callable[[int], Found],
        limit: int,
        known: Callable[[Found], bool] = lambda found: found is not None,
        growth: float = 1.25,
    ) -> Found:
        """`search(nodes)` until the answer is known, the limit is spent, or nobody wants it.

        Slices grow, so that a search that needs more than the table holds comes to its end.
        """
        first, size = self.nodes, SLICE
        while True:
            if not self.wanted():
                raise SearchStopped
            left = limit - (self.nodes - first)
            found = search(min(size, left) if limit else size)
            if known(found) or 0 < limit <= self.nodes - first:
                return found
            size = int(size * growth)


def _met(bounds: tuple[Fraction, Fraction] | tuple[int, int]) -> bool:
    return bounds[0] == bounds[1]
