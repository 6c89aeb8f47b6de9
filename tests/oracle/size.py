"""How much the tests marked slow ask: all of it, or the share HAKEM_SCALE says (0.01 = 1 %)."""

import os
import time

SCALE = float(os.environ.get("HAKEM_SCALE", "1"))


def scaled(usual: int) -> int:
    """This many endings (or rows, or deals) times HAKEM_SCALE, at least one."""
    return max(1, round(usual * SCALE))


def today() -> int:
    """The days since 1970, or HAKEM_DAY: tests that take other cases every day are seeded by it."""
    return int(os.environ.get("HAKEM_DAY", time.time() // 86400))
