"""Class and points of a deal for every trump and every caller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..cards import Suit
from ..drawn import Result
from ..engine import Solver
from ..errors import VariantError
from ..game.deal import Deal
from ..game.position import Position
from ..game.variants import HOKM, Variant
from ..outcomes import Outcome
from .class_first import kept_bounds
from .ladder import ladder
from .whole_hand import WholeHand

__all__ = ["Table", "table"]


@dataclass(frozen=True, slots=True, repr=False)
class Table(Result):
    """Class and tricks for every trump and every caller of one deal.

    At [trump, caller] the caller's side is A, and he leads: `classes`, `class_values` (A's points
    while both sides keep the class) and `values` (when both play for points alone). None where the
    node limit came first; `class_bounds`, `class_value_bounds` and `bounds` hold the worst and the
    best that is still possible then.
    """

    classes: Mapping[tuple[Suit, int], Outcome | None]
    values: Mapping[tuple[Suit, int], int | None]
    class_bounds: Mapping[tuple[Suit, int], tuple[Outcome, Outcome]] = field(default_factory=dict)
    bounds: Mapping[tuple[Suit, int], tuple[int, int]] = field(default_factory=dict)
    class_values: Mapping[tuple[Suit, int], int | None] = field(default_factory=dict)
    class_value_bounds: Mapping[tuple[Suit, int], tuple[int, int]] = field(default_factory=dict)

    @property
    def decided(self) -> bool:
        """Whether every cell is exact, not bounds."""
        return not (self.class_bounds or self.bounds or self.class_value_bounds)

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        """Trump letter -> one entry with class and value for each caller, seat 0 first."""
        return {
            suit.letter: [
                self._cell(suit, seat) for seat in sorted(s for t, s in self.classes if t == suit)
            ]
            for suit in dict.fromkeys(suit for suit, _ in self.classes)
        }

    def _cell(self, suit: Suit, seat: int) -> dict[str, Any]:
        at, entry = (suit, seat), dict[str, Any]()
        outcome = self.classes[at]
        if outcome is not None:
            entry["class"] = outcome.name
        else:
            entry["class_bounds"] = [c.name for c in self.class_bounds[at]]
        if self.class_values.get(at) is not None:
            entry["class_value"] = self.class_values[at]
        elif at in self.class_value_bounds:
            entry["class_value_bounds"] = list(self.class_value_bounds[at])
        if self.values[at] is not None:
            entry["value"] = self.values[at]
        else:
            entry["bounds"] = list(self.bounds[at])
        return entry

    def value_text(self, suit: Suit, seat: int) -> str:
        """The tricks of a cell beside its class, for people, such as 7 or 5-8."""
        at = (suit, seat)
        value = self.class_values.get(at)
        if value is None and at not in self.class_value_bounds:
            value = self.values[at]
        if value is not None:
            return str(value)
        return "-".join(map(str, self.class_value_bounds.get(at) or self.bounds[at]))

    def __str__(self) -> str:
        seats = sorted({seat for _, seat in self.classes})
        rows = ["trump  " + "".join(f"{'caller ' + str(s):<14}" for s in seats).rstrip()]
        for suit in dict.fromkeys(suit for suit, _ in self.classes):
            cells = []
            for s in seats:
                outcome = self.classes[suit, s]
                name = "undecided" if outcome is None else outcome.name
                cells.append(f"{self.value_text(suit, s):>2} {name:<11}")
            rows.append((f"{suit.symbol:<7}" + "".join(cells)).rstrip())
        return "\n".join(rows)


def table(
    deal: Deal | str,
    solver: Solver | None = None,
    trumps: Sequence[Suit] = tuple(Suit),
    node_limit: int = 0,
    variant: Variant = HOKM,
) -> Table:
    """Class, points within it and most points of a deal for every trump and every caller.

    Each caller leads the first trick, and his side is A. The node limit applies to the whole table;
    undecided cells are bounds. Raises VariantError for a game in which nobody calls an open trump,
    or which does not have two sides.
    """
    if variant.family not in ("plain", "satat", "heap", "tens", "dummy", "two", "chokri"):
        raise VariantError(
            f"{variant.name} has no table: that takes a trump called openly and two sides"
        )
    given = Deal.parse(deal, str(variant["direction"]), variant.seats)
    search = WholeHand(solver, node_limit)
    classes: dict[tuple[Suit, int], Outcome | None] = {}
    values: dict[tuple[Suit, int], int | None] = {}
    class_bounds: dict[tuple[Suit, int], tuple[Outcome, Outcome]] = {}
    bounds: dict[tuple[Suit, int], tuple[int, int]] = {}
    class_values: dict[tuple[Suit, int], int | None] = {}
    class_value_bounds: dict[tuple[Suit, int], tuple[int, int]] = {}
    for trump in trumps:
        for caller in range(given.seats):
            at = (trump, caller)
            position = Position.start(given.rotate(caller), trump, 0, variant)
            worst, best = search.classify(position, ladder(position))
            low, high = map(int, search.value(position))
            classes[at] = worst if worst == best else None
            values[at] = low if low == high else None
            if worst != best:
                class_bounds[at] = (worst, best)
            if low != high:
                bounds[at] = (low, high)
            kept = kept_bounds(search, position, (worst, best), (low, high))
            if kept is not None and kept[0] == kept[1]:
                class_values[at] = kept[0]
            elif kept is not None:
                class_value_bounds[at] = kept
    return Table(classes, values, class_bounds, bounds, class_values, class_value_bounds)
