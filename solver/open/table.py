"""Class and points of a deal for every trump and every caller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..base.cards import Suit
from ..base.drawn import Result
from ..base.errors import VariantError
from ..base.outcomes import Between, Outcome, Points
from ..core.engine import Solver
from ..game.deal import Deal
from ..game.position import Position
from ..game.variants import HOKM, Variant, find_variant
from .class_first import kept_bounds
from .ladder import ladder
from .whole_hand import WholeHand

__all__ = ["Table", "has_table", "table"]


@dataclass(frozen=True, slots=True, repr=False)
class Table(Result):
    """Class and tricks for every trump and every caller of one deal.

    At [trump, caller] the caller's side is A, and he leads: `possible` is the class, `kept` A's
    points while both sides keep it (none where class and points are no result) and `points` those
    when both play for points alone. Each is a Between, exact unless the node limit came first.
    """

    possible: Mapping[tuple[Suit, int], Between[Outcome]]
    points: Mapping[tuple[Suit, int], Between[int]]
    kept: Mapping[tuple[Suit, int], Between[int]] = field(default_factory=dict)

    @property
    def classes(self) -> dict[tuple[Suit, int], Outcome | None]:
        """The exact classes; None where the class is open."""
        return {at: found.value for at, found in self.possible.items()}

    @property
    def values(self) -> dict[tuple[Suit, int], int | None]:
        """The exact points for points alone; None where they are open."""
        return {at: found.value for at, found in self.points.items()}

    @property
    def class_values(self) -> dict[tuple[Suit, int], int | None]:
        """The exact points within the class; None where they are open."""
        return {at: found.value for at, found in self.kept.items()}

    @property
    def class_bounds(self) -> dict[tuple[Suit, int], Between[Outcome]]:
        """The cells whose class is open, with the worst and the best class still possible."""
        return {at: found for at, found in self.possible.items() if not found.exact}

    @property
    def bounds(self) -> dict[tuple[Suit, int], Between[int]]:
        """The cells whose points are open, with the least and the most."""
        return {at: found for at, found in self.points.items() if not found.exact}

    @property
    def decided(self) -> bool:
        """Whether every cell is exact, not bounds."""
        columns: tuple[Mapping[Any, Between[Any]], ...] = (self.possible, self.points, self.kept)
        return all(found.exact for column in columns for found in column.values())

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        """Trump letter -> one entry with class and value for each caller, seat 0 first."""
        return {
            suit.letter: [
                self._cell(suit, seat) for seat in sorted(s for t, s in self.possible if t == suit)
            ]
            for suit in dict.fromkeys(suit for suit, _ in self.possible)
        }

    def _cell(self, suit: Suit, seat: int) -> dict[str, Any]:
        at = (suit, seat)
        entry = self.possible[at].fields("class", "class_bounds")
        if at in self.kept:
            entry |= self.kept[at].fields("class_value", "class_value_bounds")
        return entry | self.points[at].fields("value", "bounds")

    def value_text(self, suit: Suit, seat: int) -> str:
        """The tricks of a cell beside its class, for people, such as 7 or 5-8."""
        at = (suit, seat)
        return self.kept.get(at, self.points[at]).text("{}-{}")

    def __repr__(self) -> str:
        trumps = dict.fromkeys(suit.symbol for suit, _ in self.possible)
        callers = sorted({seat for _, seat in self.possible})
        return f"<Table: trumps {' '.join(trumps)}, callers {' '.join(map(str, callers))}>"

    def __str__(self) -> str:
        seats = sorted({seat for _, seat in self.possible})
        rows = ["trump  " + "".join(f"{'caller ' + str(s):<14}" for s in seats).rstrip()]
        for suit in dict.fromkeys(suit for suit, _ in self.possible):
            cells = []
            for s in seats:
                outcome = self.possible[suit, s].value
                name = "undecided" if outcome is None else outcome.name
                cells.append(f"{self.value_text(suit, s):>2} {name:<11}")
            rows.append((f"{suit.symbol:<7}" + "".join(cells)).rstrip())
        return "\n".join(rows)


def has_table(variant: Variant) -> bool:
    """Whether two sides play the game, with a trump that is called openly."""
    return variant.calls_openly


def table(
    deal: Deal | str,
    solver: Solver | None = None,
    trumps: Sequence[Suit] = tuple(Suit),
    node_limit: int = 0,
    variant: Variant | str = HOKM,
) -> Table:
    """Class, points within it and most points of a deal for every trump and every caller.

    Each caller leads the first trick, and his side is A. The node limit applies to the whole table;
    undecided cells are bounds. Raises VariantError for a game in which nobody calls an open trump,
    or which does not have two sides.
    """
    variant = find_variant(variant)
    if not has_table(variant):
        raise VariantError(
            f"{variant.name} has no table: that takes a trump called openly and two sides"
        )
    given = Deal.parse(deal, str(variant["direction"]), variant.seats)
    search = WholeHand(solver, node_limit)
    possible: dict[tuple[Suit, int], Between[Outcome]] = {}
    points: dict[tuple[Suit, int], Between[int]] = {}
    kept: dict[tuple[Suit, int], Between[int]] = {}
    for trump in trumps:
        for caller in range(given.seats):
            at = (trump, caller)
            position = Position.start(given.rotate(caller), trump, 0, variant)
            possible[at] = search.classify(position, ladder(position))
            low, high = map(int, search.value(position))
            points[at] = Between(low, high)
            found = kept_bounds(search, position, possible[at], Between[Points](low, high))
            if found is not None:
                kept[at] = found
    return Table(possible, points, kept)
