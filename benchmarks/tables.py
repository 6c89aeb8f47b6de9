"""Cards a second of `solver.rl.VectorEnv`, observations and masks included, on one core.

    python -m benchmarks.tables [GAME ...]

Actions are random ones and are chosen outside the measured time, which is processor time. The best
of five runs of 400 steps at 2,048 tables.
"""

from __future__ import annotations

import sys
import time

from solver.game.variants import VARIANTS
from solver.rl import VectorEnv

TABLES, STEPS, RUNS = 2048, 400, 5


def cards_a_second(game: str) -> float:
    env = VectorEnv(game, TABLES, calls=False)
    env.reset(1)
    best = 0.0
    for _ in range(RUNS):
        spent = 0.0
        for _ in range(STEPS):
            actions = env.any_actions()
            begun = time.process_time()
            env.step(actions)
            spent += time.process_time() - begun
        best = max(best, TABLES * STEPS / spent)
    return best


if __name__ == "__main__":
    for name in sys.argv[1:] or [variant.name for variant in VARIANTS]:
        print(f"{name:16} {cards_a_second(name) / 1e6:5.2f} million actions a second")
