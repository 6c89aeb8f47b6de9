"""The worth of every card of a played hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..cards import Card
from ..engine import Solver
from ..game.position import Position, need_position, replay
from ..outcomes import Outcome, Points, plain_number, whole
from .whole_hand import WholeHand

__all__ = ["ReviewedCard", "review"]


@dataclass(frozen=True, slots=True)
class ReviewedCard:
    """One card of a played hand and what it changed, seen from side A.

    `before` and `after` are A's points over the whole hand with best play before and after the
    card; `class_before` and `class_after` the classes, None where the hand has none. `best` holds
    the cards that would have kept the value. Where the node limit left points or a class undecided,
    they are None, the bounds contain the points, and `best` holds only cards that surely keep the
    value.
    """

    trick: int
    seat: int
    card: Card
    before: Points | None
    after: Points | None
    class_before: Outcome | None
    class_after: Outcome | None
    best: tuple[Card, ...]
    bounds_before: tuple[Points, Points] | None = None
    bounds_after: tuple[Points, Points] | None = None

    @property
    def loss(self) -> Points | None:
        """Points that the card cost the side that played it, 0 or more; None when undecided."""
        if self.before is None or self.after is None:
            return None
        return whole(abs(Fraction(self.before) - self.after))

    def to_dict(self) -> dict[str, Any]:
        """The card as JSON can hold it."""
        entry: dict[str, Any] = {
            "trick": self.trick,
            "seat": self.seat,
            "card": str(self.card),
            "before": None if self.before is None else plain_number(self.before),
            "after": None if self.after is None else plain_number(self.after),
            "class_before": None if self.class_before is None else self.class_before.name,
            "class_after": None if self.class_after is None else self.class_after.name,
            "best": [str(card) for card in self.best],
        }
        for name in ("bounds_before", "bounds_after"):
            bounds = getattr(self, name)
            if bounds is not None:
                entry[name] = [plain_number(points) for points in bounds]
        return entry

    def __str__(self) -> str:
        words = f"trick {self.trick}, seat {self.seat}: {self.card}"
        if self.loss is None:
            return f"{words}, its cost is undecided"
        if self.loss:
            words += f" costs {self.loss}, better {' '.join(map(str, self.best))}"
        return words


def review(
    start: Position,
    cards: Iterable[Card | str],
    solver: Solver | None = None,
    node_limit: int = 0,
) -> tuple[ReviewedCard, ...]:
    """The worth of every card of a played hand, in the order played.

    `cards` are given as for `replay`; the hand need not be complete. The node limit (0: none)
    applies to each position by itself; undecided answers are bounds. Raises PlayError for an
    illegal card.
    """
    need_position(start)
    positions = [start]
    played: list[Card] = []
    words: list[Card | str] = []
    for item in cards:
        words.append(item)
        after = replay(start, words)
        if isinstance(item, str) and item.strip().lower() == "ask":
            positions[-1] = after
            continue
        positions.append(after)
        played.append(Card.parse(item))
    solver = Solver() if solver is None else solver
    found: list[ReviewedCard] = []
    worth: list[tuple[tuple[Points, Points], Outcome | None]] = []
    # From the last card to the first, so that each search finds the proofs of the shorter ones in
    # the table.
    for position in reversed(positions):
        search = WholeHand(solver, node_limit)
        classes = search.classes(position)
        bounds = search.value(position)
        worth.append((bounds, None if classes is None or classes[0] != classes[1] else classes[0]))
    worth.reverse()
    for place, card in enumerate(played):
        position = positions[place]
        (bounds, class_before), (left, class_after) = worth[place], worth[place + 1]
        known = bounds[0] == bounds[1]
        best: tuple[Card, ...] = ()
        if known and left == bounds:
            best = (card,)
        elif known:
            best = tuple(
                other
                for other in position.legal()
                if WholeHand(solver, node_limit).value(position.play(other)) == bounds
            )
        found.append(
            ReviewedCard(
                position.tricks_done + 1,
                position.to_move,
                card,
                bounds[0] if known else None,
                left[0] if left[0] == left[1] else None,
                class_before,
                class_after,
                best,
                None if known else bounds,
                None if left[0] == left[1] else left,
            )
        )
    return tuple(found)
