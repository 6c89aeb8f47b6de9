"""What a study asks of each deal: a class or a kot for each choice, and what it may count apart.

Answers are places in the counts, worst first. Nothing here deals, counts or compares.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Card
from ..base.errors import OptionError, VariantError
from ..game.scoring import CLASSES, Scoring, find_scoring
from .estimates import CHEAP_OF
from .evaluators import Answers, WorldEvaluator
from .template import Chosen, PositionTemplate
from .worlds import PartialDeal, Worlds

__all__ = [
    "ClassQuestions",
    "Evaluated",
    "Keep",
    "Marks",
    "Mixture",
    "Places",
    "Questions",
    "class_places",
    "class_scoring",
    "kot_places",
]

Places = NDArray[np.int64]
"""(2, deals, columns): places in the counts of the worst and the best answer still possible."""

_CLASS_AT = np.array([0, 1, 2, -1, 3, 4, 5])  # outcome code + 3 -> place in CLASSES
_CHEAP_AT = np.array([0, 1, -1, 2, -1, 3, 4])  # the same for the five cheap codes


@dataclass(frozen=True, slots=True)
class Mixture:
    """A choice that leaves to chance which of the columns a deal goes by, as a card turned up does.

    `weigh` gives float64 (deals, columns), the chance of each column in each world; rows sum to 1.
    """

    weigh: Callable[[Worlds], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Marks:
    """Conditions by which the cheap answers are counted apart: any of these seats holds a card."""

    cards: tuple[Card, ...]
    seats: tuple[int, ...]

    def marked(self, worlds: Worlds) -> NDArray[np.bool_]:
        """bool (deals, cards): whether one of the seats holds the card."""
        held = np.bitwise_or.reduce(worlds[:, list(self.seats)], axis=1)
        bits = np.array([card.bit for card in self.cards], dtype=np.uint64)
        return np.asarray((held[:, None] & bits[None, :]) != 0)


class Keep(Protocol):
    """Which worlds of those dealt a study keeps, by chance; may travel to other processes."""

    def __call__(self, worlds: Worlds, luck: np.random.PCG64) -> NDArray[np.bool_]:
        """bool (deals,)."""
        ...


class Questions(Protocol):
    """What a study asks of each deal; may travel to other processes.

    There are `columns` answers to a deal, one for each thing that may be done; `mixtures` add
    further columns made of them. A full answer has `places`, worst first; `fold` says which of
    the cheap codes each place is (an empty `fold`: nothing cheaper is asked). What is not answered
    by the time `until` (of `time.monotonic`) is left open, as by a node limit.
    """

    known: PartialDeal
    columns: int
    places: int
    fold: NDArray[np.int64]
    mixtures: tuple[Mixture, ...]
    until: float

    @property
    def template(self) -> PositionTemplate:
        """The hand of which the worlds are dealt."""
        ...

    def full(self, worlds: Worlds, columns: Sequence[int]) -> Places:
        """The full answers in these columns."""
        ...

    def cheap(self, worlds: Worlds, columns: Sequence[int]) -> Places:
        """The cheap answers in these columns, as places in the cheap codes."""
        ...


def class_scoring(scoring: Scoring | str) -> Scoring:
    """The scoring, by its name too; OptionError for one that counts no classes."""
    found = find_scoring(scoring)
    if not found.by_class:
        raise OptionError(f"{found.title} counts no classes of a hand: expected another scoring")
    return found


class Evaluated:
    """Questions that an evaluator answers, and leaves open when time is up."""

    evaluator: WorldEvaluator

    @property
    def template(self) -> PositionTemplate:
        """The hand of which the worlds are dealt."""
        return self.evaluator.template

    @property
    def until(self) -> float:
        """The time (of `time.monotonic`) after which answers are left open."""
        return self.evaluator.until

    @until.setter
    def until(self, moment: float) -> None:
        self.evaluator.until = moment


class ClassQuestions(Evaluated):
    """The outcome class of each choice, cheaply its kots.

    `bavneys`: whether all deals are asked for them; where they are not, those found count as the
    kots they are.
    """

    places = len(CLASSES)

    def __init__(
        self,
        evaluator: WorldEvaluator,
        choices: Sequence[Chosen],
        bavneys: bool,
        mixtures: tuple[Mixture, ...] = (),
    ) -> None:
        self.evaluator = evaluator
        self.known = evaluator.template.known
        self.choices = tuple(choices)
        self.columns = len(self.choices)
        self.bavneys = bavneys
        self.fold = CHEAP_OF if bavneys else np.clip(CHEAP_OF, 1, 3)
        self.mixtures = mixtures

    def full(self, worlds: Worlds, columns: Sequence[int]) -> Places:
        """Places in CLASSES."""
        return class_places(self.evaluator.classes(worlds, self.choices_of(columns)))

    def cheap(self, worlds: Worlds, columns: Sequence[int]) -> Places:
        """Places in the five kot codes."""
        return kot_places(self.evaluator.kots(worlds, self.choices_of(columns), self.bavneys))

    def choices_of(self, columns: Sequence[int]) -> list[Chosen]:
        """What is chosen in these columns."""
        return [self.choices[column] for column in columns]


def class_places(answers: Answers) -> Places:
    """The places of classes in CLASSES, (2, deals, columns); VariantError for a tie."""
    return _places(_CLASS_AT, answers)


def kot_places(answers: Answers) -> Places:
    """The places of kots in the five codes: bavney, kot, neither, kot, bavney from B's to A's."""
    return _places(_CHEAP_AT, answers)


def _places(table: NDArray[np.int64], answers: Answers) -> Places:
    places = table[np.stack(answers).astype(np.int64) + 3]
    if (places < 0).any():
        raise VariantError("hands of this game can be tied: a tie has no class to count")
    return places
