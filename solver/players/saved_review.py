"""The file of a review that is taken up again: the cards judged so far, hand by hand.

Relies on decide/saved.py for the file. Open-hand figures and lines are not kept: they take
little time. Knows nothing of how a card is judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..base.cards import Card
from ..base.errors import HakemError
from ..base.outcomes import Between
from ..decide.estimates import Estimate, Mean
from ..decide.saved import SavedState
from ..game.position import Position
from ..game.scoring import Scoring
from .graded_card import GradedCard
from .grading import Grade

__all__ = ["SavedHand", "SavedReview"]

Fields = dict[str, Any]
"""What is kept of a `GradedCard`, by the names of its fields."""


class SavedReview:
    """The judged cards of some hands, in a file.

    `hands`: by number the start of each, and its cards with the word `ask` before a request.
    Raises ResumeError for the file of another review, naming what differs.
    """

    def __init__(
        self,
        path: Path,
        scoring: Scoring,
        seed: int,
        hands: Mapping[int, tuple[Position, Sequence[Card | str]]],
    ) -> None:
        question: dict[str, Any] = {"command": "review"}
        for number, (start, play) in hands.items():
            question |= {
                "game": str(start.variant),
                "options": start.variant.plain_settings(),
                "scoring": scoring.to_dict(),
                "seed": seed,
                f"deal of hand {number}": str(start),
            }
            for at in range(0, len(play), start.seats):
                cards = " ".join(map(str, play[at : at + start.seats]))
                question[f"play of hand {number} from card {at + 1} on"] = cards
        self.saved = SavedState(path, question)
        state = {} if self.saved.state is None else self.saved.state
        try:
            self._kept = {str(number): list(state.get(str(number), ())) for number in hands}
        except (AttributeError, TypeError):
            raise self.saved.damaged() from None

    def hand(self, number: int) -> SavedHand:
        """The place of one of its hands."""
        return SavedHand(self, number)


@dataclass(frozen=True, slots=True)
class SavedHand:
    """The judged cards of one hand in the file of a review."""

    review: SavedReview
    number: int

    def fields(self, most: int) -> list[Fields]:
        """The fields of the first cards that were judged before, at most so many."""
        try:
            found = [_read(entry) for entry in self.review._kept[str(self.number)]]
        except (HakemError, AttributeError, KeyError, OverflowError, TypeError, ValueError):
            raise self.review.saved.damaged() from None
        if len(found) > most or any(fields["worlds"] < 0 for fields in found):
            raise self.review.saved.damaged()
        return found

    def add(self, card: GradedCard) -> None:
        """Keep the next card."""
        self.review._kept[str(self.number)].append(_written(card))
        self.review.saved.write(self.review._kept)


def _written(card: GradedCard) -> Fields:
    loss, win = card.loss, card.win
    return {
        "grade": None if card.grade is None else str(card.grade),
        "loss": None if loss is None else [*loss.value, loss.low, loss.high, loss.n],
        "worlds": card.worlds,
        "exact": card.exact,
        "better": [str(other) for other in card.better],
        "win": None
        if win is None
        else [win.count, win.n, *win.share, win.low, win.high, win.undecided],
        "unjudged": card.unjudged,
    }


def _read(entry: Fields) -> Fields:
    grade, loss, win = entry["grade"], entry["loss"], entry["win"]
    if loss is not None:
        least, most, *rest = loss
        loss = Mean(Between(least, most), *rest)
    if win is not None:
        count, n, least, most, *rest = win
        win = Estimate(count, n, Between(least, most), *rest)
    return {
        "grade": None if grade is None else Grade(grade),
        "loss": loss,
        "worlds": int(entry["worlds"]),
        "exact": bool(entry["exact"]),
        "better": tuple(Card.parse(other) for other in entry["better"]),
        "win": win,
        "unjudged": str(entry["unjudged"]),
    }
