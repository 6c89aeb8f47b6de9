"""One node limit for several searches by one solver, with the cost so far.

A node limit has one scope everywhere: one call of one question (`solve`, `table`, `challenge`,
`solve_draw` ...), whose searches share it through one Budget. Questions asked many times have it
many times: a review asks about each position, a study about each deal and trump.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..base.errors import OptionError, need
from ..core.engine import Solver

__all__ = ["Budget"]

Answer = TypeVar("Answer")


class Budget:
    """The nodes (cards played) that several searches may spend together; a limit of 0 is none.

    Raises OptionError for a limit that is not a whole number or below 0, and for no Solver.
    """

    def __init__(self, solver: Solver | None = None, node_limit: int = 0) -> None:
        if not isinstance(node_limit, int) or node_limit < 0:
            raise OptionError(f"node limit {node_limit}, expected 0 (none) or more")
        wanted = "is no solver: expected a Solver, such as Solver(32)"
        self.solver = Solver() if solver is None else need(solver, Solver, wanted, OptionError)
        self.limit = node_limit
        self.first_node = self.solver.nodes
        self.first_second = self.solver.seconds

    @property
    def nodes(self) -> int:
        """Nodes spent so far."""
        return self.solver.nodes - self.first_node

    @property
    def seconds(self) -> float:
        """Seconds of wall time spent in the search so far."""
        return self.solver.seconds - self.first_second

    @property
    def spent(self) -> bool:
        """Whether there is a limit and it is used up."""
        return 0 < self.limit <= self.nodes

    def run(self, question: Callable[..., Answer], *about: Any) -> Answer | None:
        """`question(*about, node_limit=...)` with the nodes that are left; None once all are spent.

        `question` is a method of the solver or a function that searches with it.
        """
        if not self.limit:
            return question(*about, node_limit=0)
        return None if self.spent else question(*about, node_limit=self.limit - self.nodes)
