"""The worth of every card of a played hand, and the line that keeps what the hand was worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from ..base.cards import Card
from ..base.drawn import Found, Told
from ..base.errors import PlayError
from ..base.outcomes import Between, Outcome, Points, plain_number, whole
from ..core.engine import Solver
from ..game.course import Course
from ..game.move import Move
from ..game.position import Position
from .answers import Line
from .class_first import kept_bounds
from .explained import ExplainedTrick
from .line import best_line
from .reasons import explain
from .whole_hand import WholeHand

__all__ = ["KeptLine", "Loss", "ReviewedCard", "begun_with", "kept_line", "review"]


class Loss(NamedTuple):
    """What a card cost the side that played it: classes first, then points within the class.

    `classes`: by how much the class is worse, on the scale of `Outcome`. `points`: by how many
    points, where the class is kept; where it is lost, the change of the points beside it, which may
    be negative.
    """

    classes: int
    points: Points

    def __bool__(self) -> bool:
        return self.classes > 0 or self.points > 0

    def to_dict(self) -> dict[str, Any]:
        """The loss as JSON can hold it."""
        return {"classes": self.classes, "points": plain_number(self.points)}


@dataclass(frozen=True, slots=True, repr=False)
class ReviewedCard(Found, Told):
    """One card of a played hand and what it changed, seen from side A.

    `class_before` and `class_after` are the classes of the hand with best play before and after the
    card, None where the hand has none; `class_value_before` and `class_value_after` A's points
    while both sides keep them, None where class and points are no result (three players, chance).
    `points_before` and `points_after` are A's points when both sides play for points
    alone, `before` and `after` the exact ones. `best` holds the
    cards that would have kept the class, and then the points within it, with or without asking for
    a hidden trump. Where the node limit left something undecided it is None, the bounds contain the
    points, and `best` holds only cards that surely keep the result. `loss` is None when undecided.
    """

    trick: int
    seat: int
    card: Card
    points_before: Between[Points]
    points_after: Between[Points]
    class_before: Outcome | None
    class_after: Outcome | None
    best: tuple[Card, ...]
    class_value_before: int | None = None
    class_value_after: int | None = None
    loss: Loss | None = None

    @property
    def before(self) -> Points | None:
        """A's points before the card; None where the node limit left them open."""
        return self.points_before.value

    @property
    def after(self) -> Points | None:
        """A's points after the card; None where the node limit left them open."""
        return self.points_after.value

    @property
    def bounds_before(self) -> Between[Points] | None:
        """The least and most points before the card; None unless they are open."""
        return None if self.points_before.exact else self.points_before

    @property
    def bounds_after(self) -> Between[Points] | None:
        """The least and most points after the card; None unless they are open."""
        return None if self.points_after.exact else self.points_after

    def __str__(self) -> str:
        words = f"trick {self.trick}, seat {self.seat}: {self.card}"
        if self.loss is None:
            return f"{words}, its cost is undecided"
        better = f"better {' '.join(map(str, self.best))}"
        if self.loss.classes and self.class_before is not None and self.class_after is not None:
            return f"{words} turns {self.class_before.name} into {self.class_after.name}, {better}"
        return f"{words} costs {self.loss.points}, {better}" if self.loss else words


@dataclass(frozen=True, slots=True, repr=False)
class KeptLine(Found, Told):
    """Best play with open hands from one card of a played hand on, in place of what was played.

    `place`: how many cards were played before. `played`: the card that was played there; None after
    the last one. `position`: the hand before it. `line` keeps the class that the hand has there
    (`line.outcome`), then A's points within it; `tricks` have the reasons for its cards.
    """

    place: int
    played: Card | None
    position: Position
    line: Line
    tricks: tuple[ExplainedTrick, ...]

    @property
    def trick(self) -> int:
        """The trick in which it begins, from 1 on."""
        return self.position.tricks_done + 1

    @property
    def seat(self) -> int:
        """The seat that plays its first card."""
        return self.position.to_move

    def __str__(self) -> str:
        kept = "" if self.line.outcome is None else f" keeps {self.line.outcome.name}"
        return f"trick {self.trick}, seat {self.seat}: {self.line}{kept}"


def kept_line(
    start: Position, cards: Sequence[Card | str] | str, place: int, solver: Solver | None = None
) -> KeptLine:
    """The line that keeps the class from card number `place` (from 0 on) of a played hand.

    `cards` as for `replay`. A request for a hidden trump belongs to the card after it. Raises
    PlayError for an illegal card, and where no card can be played at that place.
    """
    course = Course.of(start, cards)
    positions, played = course.positions, course.cards
    if not 0 <= place < len(positions) or positions[place].over:
        raise PlayError(
            f"no line begins after {place} cards: {len(played)} were played"
            + (", and the hand is over" if positions[-1].over else "")
        )
    position = positions[place]
    solver = Solver() if solver is None else solver
    line = best_line(position, solver)
    return KeptLine(
        place,
        played[place] if place < len(played) else None,
        position,
        line,
        explain(position, line, solver),
    )


def begun_with(
    position: Position, line: Line, cards: Collection[Card], solver: Solver | None = None
) -> Line | None:
    """A line that keeps the class of `line` and begins with one of these cards; None where none is.

    It may have fewer points beside the class; where the hand has no class, it has as many.
    """
    if line.moves[0].card in cards:
        return line
    for card in cards:
        if card not in position.legal():
            continue
        rest = best_line(position.play(card), solver)
        if rest.outcome == line.outcome and (rest.outcome or rest.value == line.value):
            stops = None if rest.stops is None else rest.stops + 1
            return replace(rest, moves=(Move(card), *rest.moves), stops=stops)
    return None


def review(
    start: Position,
    cards: Iterable[Card | str] | str,
    solver: Solver | None = None,
    node_limit: int = 0,
) -> tuple[ReviewedCard, ...]:
    """The worth of every card of a played hand, in the order played.

    `cards` are given as for `replay`; the hand need not be complete. A card is judged by the class
    it leaves, then by the points within it; by points alone where the hand has no class. Asking for
    a hidden trump, or not asking, is part of the card it belongs to. The node limit (0: none)
    applies to each position by itself; undecided answers are bounds. Raises PlayError for an
    illegal card.
    """
    course = Course.of(start, cards)
    positions, played = course.positions, course.cards
    solver = Solver() if solver is None else solver
    # From the last card to the first, so that each search finds the proofs of the shorter ones in
    # the table.
    worth = [_worth(solver, position, node_limit) for position in reversed(positions)][::-1]
    found: list[ReviewedCard] = []
    for place, card in enumerate(played):
        position, before, after_it = positions[place], worth[place], worth[place + 1]
        loss = _loss(position, before, after_it)
        best: tuple[Card, ...] = ()
        if loss is not None and not loss:
            best = (card,)
        elif before.decided:
            keeping = (
                move.card
                for move in position.moves()
                if _keeps(position, before, _worth(solver, position.play(move), node_limit))
            )
            best = tuple(dict.fromkeys(keeping))
        found.append(
            ReviewedCard(
                position.tricks_done + 1,
                position.to_move,
                card,
                before.bounds,
                after_it.bounds,
                before.outcome,
                after_it.outcome,
                best,
                before.kept,
                after_it.kept,
                loss,
            )
        )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Worth:
    """What a position is worth: the class and A's points within it; A's most points, as bounds."""

    bounds: Between[Points]
    classed: bool
    outcome: Outcome | None
    kept: int | None

    @property
    def points(self) -> Points | None:
        return self.bounds.value

    @property
    def decided(self) -> bool:
        return (self.kept if self.classed else self.points) is not None


def _worth(solver: Solver, position: Position, node_limit: int) -> _Worth:
    search = WholeHand(solver, node_limit)
    classes = search.classes(position)
    bounds = search.value(position)
    outcome = None if classes is None or classes[0] is not classes[1] else classes[0]
    found = kept_bounds(search, position, classes, bounds)
    kept = found[0] if outcome is not None and found is not None and found[0] == found[1] else None
    return _Worth(bounds, found is not None, outcome, kept)


def _loss(position: Position, before: _Worth, after: _Worth) -> Loss | None:
    """What this card cost its own side; None when that is undecided."""
    sign = 1 if position.side(position.to_move) == 0 else -1
    if before.classed and after.classed:
        if before.outcome is None or after.outcome is None:
            return None
        if before.kept is None or after.kept is None:
            return None
        classes = sign * (before.outcome - after.outcome)
        return Loss(classes, sign * (before.kept - after.kept))
    if before.points is None or after.points is None:
        return None
    return Loss(0, whole(Fraction(sign * (Fraction(before.points) - after.points))))


def _keeps(position: Position, before: _Worth, after: _Worth) -> bool:
    loss = _loss(position, before, after)
    return loss is not None and not loss
