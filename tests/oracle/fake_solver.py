"""A stand-in for the search: outcome codes drawn from the cards themselves, by a fixed hash.

It answers at once and always the same, and its classes are nested over the details as the real
ones are, so that the statistics can be tested without solving anything.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence

import numpy as np

CODES = np.array([-3, -2, -1, 1, 2, 3], dtype=np.int8)
# The chances of the six classes for each trump.
CHANCES = np.array(
    [
        [0.002, 0.02, 0.20, 0.45, 0.318, 0.01],
        [0.002, 0.05, 0.35, 0.43, 0.163, 0.005],
        [0.002, 0.05, 0.36, 0.42, 0.163, 0.005],
        [0.010, 0.25, 0.50, 0.20, 0.040, 0.000],
    ]
)


def share(hands: np.ndarray, trump: int) -> np.ndarray:
    """A number from 0 to 1 for each deal and trump, half of it common to all trumps."""
    mixed = np.zeros(len(hands), dtype=np.uint64)
    own = np.zeros(len(hands), dtype=np.uint64)
    with np.errstate(over="ignore"):
        for seat in range(4):
            mixed = (mixed ^ hands[:, seat]) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
            own = (own + hands[:, seat]) * np.uint64(0xBF58476D1CE4E5B9 + 2 * trump)
            own ^= own >> np.uint64(31)
    pick = own >> np.uint64(63) == 1
    return np.where(pick, own << np.uint64(1) >> np.uint64(11), mixed >> np.uint64(11)) / 2.0**53


class FakeSolver:
    """Knows `batch_outcomes` and counts what it was asked."""

    made = 0
    lock = threading.Lock()
    deadline = math.inf

    def __init__(self, pause: float = 0.0) -> None:
        with FakeSolver.lock:
            FakeSolver.made += 1
        self.pause = pause
        self.thread = threading.get_ident()
        self.asked: dict[str, int] = {}

    def batch_outcomes(
        self, hands: np.ndarray, trumps: Sequence[int], leader: int = 0, detail: str = "class"
    ) -> np.ndarray:
        assert self.thread == threading.get_ident(), "one thread uses the solver of another"
        assert hands.dtype == np.uint64
        assert leader == 0
        if self.pause:
            time.sleep(self.pause)
        self.asked[detail] = self.asked.get(detail, 0) + hands.shape[0] * len(trumps)
        codes = np.empty((len(hands), len(trumps)), dtype=np.int8)
        for i, trump in enumerate(trumps):
            steps = np.cumsum(CHANCES[trump])
            codes[:, i] = CODES[np.minimum(np.searchsorted(steps, share(hands, trump)), 5)]
        if detail in ("hard7", "kot"):
            codes = np.clip(codes, -2, 2)
        if detail.startswith("kot"):
            codes[abs(codes) == 1] = 0
        return codes
