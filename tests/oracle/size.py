"""How much the tests marked slow ask: all of it, or the share HAKEM_SCALE says (0.01 = 1 %)."""

import os

SCALE = float(os.environ.get("HAKEM_SCALE", "1"))


def scaled(usual: int) -> int:
    """This many endings (or rows, or deals) times HAKEM_SCALE, at least one."""
    return max(1, round(usual * SCALE))
