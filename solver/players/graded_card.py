"""The record of one reviewed card: what it cost as its seat saw it, and what it is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base.drawn import Told
from .grading import FAULTS, Grade

if TYPE_CHECKING:
    from ..base.cards import Card
    from ..decide.estimates import Estimate, Mean
    from ..open.review import ReviewedCard

__all__ = ["GradedCard"]


@dataclass(frozen=True, slots=True)
class GradedCard(Told):
    """One card of a played hand.

    `loss`: the points it costs its own side against the best card, seen from its own seat, with a
    95 % interval; None where there was no choice, where the hand was decided before, where
    `unjudged` says why the card cannot be judged, and in a quick review. `worlds`: how many were
    solved; `exact`: these are all that fit. `better`: the best card
    with those equal to it, where the card has a fault. `opened`: the same card with open hands.
    `win`: the chance of its own side to win the hand after this card, over the same worlds; None
    where none were solved.
    """

    trick: int
    seat: int
    card: Card
    grade: Grade | None
    loss: Mean | None
    worlds: int
    exact: bool
    better: tuple[Card, ...]
    opened: ReviewedCard
    win: Estimate | None = None
    unjudged: str = ""

    @property
    def fault(self) -> bool:
        """Whether the card counts against its player."""
        return self.grade in FAULTS

    @property
    def gives_class(self) -> bool:
        """Whether it made the class of the hand worse for its side, with open hands."""
        return self.opened.loss is not None and self.opened.loss.classes > 0

    @property
    def lost(self) -> float:
        """The points it costs as far as they were measured, 0 without a choice."""
        return 0.0 if self.loss is None else self.loss.mean or 0.0
