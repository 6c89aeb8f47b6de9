"""The default outcome distribution of a hand of the plain game, as counts of random deals.

At the table: four players who see their own cards only and also play for the kot
(`decide/closed_hands.py`). With open hands: best play of all four. The caller named the longest
suit of his first five cards (of equal suits the one with the higher ranks), which is a little worse
than the best call.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..base.outcomes import Outcome
from ..game.variants import Variant

SOURCE = "81,920 random deals played out with closed hands, trump = the longest of the first five"
OPEN_SOURCE = "20,000 random deals solved with open hands, trump = the longest of the first five"

_AT_THE_TABLE = MappingProxyType(
    {
        Outcome.BAVNEY_A: 124,
        Outcome.KOT_A: 4110,
        Outcome.WIN_A: 44176,
        Outcome.WIN_B: 32113,
        Outcome.KOT_B: 1379,
        Outcome.BAVNEY_B: 18,
    }
)
_OPEN = MappingProxyType(
    {
        Outcome.BAVNEY_A: 335,
        Outcome.KOT_A: 3917,
        Outcome.WIN_A: 8402,
        Outcome.WIN_B: 6636,
        Outcome.KOT_B: 666,
        Outcome.BAVNEY_B: 44,
    }
)


def default_distribution(
    variant: Variant | None = None, *, open_hands: bool = False
) -> Mapping[Outcome, int]:
    """The counts of the classes at the table, or with open hands.

    Bavneys count as kots where play stops at seven.
    """
    counts = _OPEN if open_hands else _AT_THE_TABLE
    if variant is None or variant.get("stop_rule") != "hard7":
        return counts
    outcomes = dict(counts)
    for bavney, kot in ((Outcome.BAVNEY_A, Outcome.KOT_A), (Outcome.BAVNEY_B, Outcome.KOT_B)):
        outcomes[kot] += outcomes.pop(bavney)
    return MappingProxyType(outcomes)
