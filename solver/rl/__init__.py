"""Environments for learning: one hand for PettingZoo, thousands in arrays, duplicate evaluation.

`env` needs the extra `rl` (PettingZoo), the others numpy alone. The rules are those of the rest of
the package: a hand is `players.HandInPlay`, the arrays are stepped by `solver.core.closed`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.lazily import names_on_demand

if TYPE_CHECKING:
    from .environment import env, raw_env
    from .policies import PolicyPlayer, baseline, evaluate
    from .seen import ACTIONS, FACTS, action_of, answer_of, layout_of, mask_of, observe, width_of
    from .tables import VectorEnv

_HOMES = {
    "environment": "env raw_env",
    "policies": "PolicyPlayer baseline evaluate",
    "seen": "ACTIONS FACTS action_of answer_of layout_of mask_of observe width_of",
    "tables": "VectorEnv",
}

__all__ = [
    "ACTIONS",
    "FACTS",
    "PolicyPlayer",
    "VectorEnv",
    "action_of",
    "answer_of",
    "baseline",
    "env",
    "evaluate",
    "layout_of",
    "mask_of",
    "observe",
    "raw_env",
    "width_of",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = names_on_demand(__name__, _HOMES)
