"""One solver and one node limit for several questions, and what they have cost so far."""

from __future__ import annotations

from ..engine import Solver
from ..errors import OptionError

__all__ = ["Budget"]


class Budget:
    """Cards that a whole question may play. Raises OptionError for a limit below 0 (none)."""

    def __init__(self, solver: Solver | None = None, node_limit: int = 0) -> None:
        if node_limit < 0:
            raise OptionError(f"node limit {node_limit}, expected 0 (none) or more")
        self.solver = Solver() if solver is None else solver
        self.limit = node_limit
        self.first_node = self.solver.nodes
        self.first_second = self.solver.seconds

    @property
    def nodes(self) -> int:
        """Cards played."""
        return self.solver.nodes - self.first_node

    @property
    def seconds(self) -> float:
        """Time spent in the search."""
        return self.solver.seconds - self.first_second

    def left(self) -> int | None:
        """What is left of the limit; 0 = no limit, None = nothing."""
        if not self.limit:
            return 0
        left = self.limit - self.nodes
        return left if left > 0 else None
