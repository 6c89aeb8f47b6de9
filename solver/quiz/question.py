"""A question of the quiz and what an answer to it is worth: records, levels and habits.

How a question is made stands in the file of its kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..base.drawn import Told

if TYPE_CHECKING:
    from ..base.cards import Card, Hand
    from ..game.position import Position
    from ..game.variants import Variant

__all__ = ["HABITS", "LEVELS", "QuizAnswer", "QuizQuestion", "habits_of"]

LEVELS = ("easy", "middle", "hard")
"""By how close it is. A trump, or a card of one seat: the second best loses 0.2 points or more,
0.05 or more, less. A card with all hands seen: half of the legal cards or more are right, a
quarter or more, fewer. A kot: the leads that keep it, likewise; where there is none, the tricks of
seats 0 and 2 (7 or fewer, 8, more)."""
HABITS = {
    "long": "calls long weak suits too often",
    "high": "calls high cards too often where length is better",
    "weak": "calls the weaker of two suits of the same length",
    "kots": "sees kots that are not there",
    "no_kots": "misses kots",
    "trumps": "plays trumps too early",
    "no_trumps": "plays trumps too rarely",
    "too_high": "spends high cards too soon",
    "too_low": "plays too low",
    "suit": "chooses the wrong suit",
}
"""The habits that wrong answers show, as a summary says them."""


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A question: what is shown, and the answers to choose from.

    `hand`: the five cards of `trump`, or the cards that `seat` holds; `position`: the open hands of
    `kot` and `card`, and of `seat` what lies open: the hands of others in it are placeholders.
    `plays`: every card played so far with its seat. `choices` are suit letters, `yes` and `no`, or
    cards as text. `level`: how close it is.
    """

    kind: str
    seed: int
    number: int
    variant: Variant
    text: str
    choices: tuple[str, ...]
    level: str
    hand: Hand | None = None
    position: Position | None = None
    seat: int | None = None
    plays: tuple[tuple[int, Card], ...] = ()

    @property
    def tricks(self) -> list[tuple[int, tuple[Card, ...]]]:
        """(who led, the cards) of each trick so far, the unfinished one last."""
        size = self.variant.seats
        parts = [self.plays[at : at + size] for at in range(0, len(self.plays), size)]
        return [(part[0][0], tuple(card for _, card in part)) for part in parts]

    def to_dict(self) -> dict[str, Any]:
        """For JSON; the answer is not in it."""
        entry: dict[str, Any] = {
            "kind": self.kind, "seed": self.seed, "number": self.number,
            "variant": self.variant.name, "text": self.text, "level": self.level,
            "choices": list(self.choices),
        }  # fmt: skip
        if self.hand is not None:
            entry["hand"] = str(self.hand)
        if self.position is not None:
            now = self.position
            if self.seat is None:
                entry["deal"] = "0:" + "|".join(map(str, now.hands))
            else:
                entry |= {"seat": self.seat, "play": [str(card) for _, card in self.plays]}
            entry |= {
                "trump": None if now.trump is None else now.trump.letter,
                "leader": now.leader,
                "to_play": now.to_move,
                "table": [str(card) for card in now.table],
                "taken": list(now.taken),
                "tricks_done": now.tricks_done,
            }
        return entry


@dataclass(frozen=True, slots=True)
class QuizAnswer(Told):
    """What an answer is worth: whether it is right, what it cost, and why in a sentence or two.

    `right`: all answers that count as right, the best first. `loss`: of a call or a card of one
    seat in points a deal; of a kot or a card with all hands seen 0 or 1. `word`: of a call or a
    card of one seat that of a review (best, fine, inaccuracy, mistake, blunder: `players.grading`),
    of others right or wrong. `habit`: a key of `HABITS`, empty for a right answer.
    """

    chosen: str
    right: tuple[str, ...]
    loss: float
    word: str
    why: tuple[str, ...]
    habit: str = ""

    @property
    def correct(self) -> bool:
        """Whether this answer counts as right."""
        return self.chosen in self.right

    @property
    def habit_text(self) -> str:
        """The habit in words."""
        return HABITS.get(self.habit, "")


def habits_of(answers: Iterable[QuizAnswer]) -> list[tuple[str, int]]:
    """(what is done too often, how often) for the habits shown at least twice."""
    counts = Counter(answer.habit for answer in answers if answer.habit)
    return [(HABITS[habit], times) for habit, times in counts.most_common() if times > 1]
