"""The default outcome distribution of a hand of the plain game, as counts of solved random deals.

Open hands, best play, seat 0 to lead. The caller named the longest suit of his first five cards (of
equal suits the one with the higher ranks), which is a little worse than the best call.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..base.outcomes import Outcome
from ..game.variants import Variant

SOURCE = "20,000 random deals solved with open hands, trump = the longest of the first five"

_COUNTS = MappingProxyType(
    {
        Outcome.BAVNEY_A: 335,
        Outcome.KOT_A: 3917,
        Outcome.WIN_A: 8402,
        Outcome.WIN_B: 6636,
        Outcome.KOT_B: 666,
        Outcome.BAVNEY_B: 44,
    }
)


def default_distribution(variant: Variant | None = None) -> Mapping[Outcome, int]:
    """The counts of the classes; bavneys count as kots where play stops at seven."""
    if variant is None or variant.get("stop_rule") != "hard7":
        return _COUNTS
    outcomes = dict(_COUNTS)
    for bavney, kot in ((Outcome.BAVNEY_A, Outcome.KOT_A), (Outcome.BAVNEY_B, Outcome.KOT_B)):
        outcomes[kot] += outcomes.pop(bavney)
    return MappingProxyType(outcomes)
