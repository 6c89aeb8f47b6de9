"""One node limit for several searches by one solver, with the cost so far."""

from __future__ import annotations

from ..engine import Solver
from ..errors import OptionError

__all__ = ["Budget"]


class Budget:
    """The nodes (cards played) that several searches may spend together; a limit of 0 is none.

    Raises OptionError for a limit that is not a whole number or below 0.
    """

    def __init__(self, solver: Solver | None = None, node_limit: int = 0) -> None:
        if not isinstance(node_limit, int) or node_limit < 0:
            raise OptionError(f"node limit {node_limit}, expected 0 (none) or more")
        self.solver = Solver() if solver is None else solver
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

    def left(self) -> int | None:
        """The nodes left to spend: 0 when there is no limit, None when the limit is used up."""
        if not self.limit:
            return 0
        left = self.limit - self.nodes
        return left if left > 0 else None
