"""The ten questions of a day, and its hand: a date alone decides them, the same for everybody.

Only kinds are asked whose questions come from dice and exact search, not from samples, players or a
book, so that a later version asks the same (`tests/unit/test_daily.py` holds some days).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from ..base.errors import OptionError, shown
from .asked import AskedQuestion, asked_question

if TYPE_CHECKING:
    from ..book import Book
    from ..core.engine import Solver

__all__ = ["DAILY", "day_named", "question_of_day", "seed_of_day", "share_hand",
           "share_text", "streak"]  # fmt: skip

DAILY = (*(("trump", "kot", "card") * 3), "trump")
"""The kinds of the questions of a day, in order."""


def day_named(text: str) -> date:
    """A day written as 2026-11-23; OptionError for anything else."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise OptionError(f"{shown(text)} is no day: expected one as 2026-11-23") from None


def seed_of_day(day: date) -> int:
    """The seed of the questions and of the hand of a day, such as 20261123."""
    return day.year * 10_000 + day.month * 100 + day.day


def question_of_day(
    day: date, number: int, book: Book | None = None, solver: Solver | None = None
) -> AskedQuestion:
    """Question `number` (0 to 9) of a day; OptionError beyond."""
    if not 0 <= number < len(DAILY):
        raise OptionError(f"question {number + 1}: a day has {len(DAILY)}")
    return asked_question(seed_of_day(day), number, kinds=DAILY, book=book, solver=solver)


def streak(days: Collection[date], today: date) -> int:
    """On how many days in a row, up to today or yesterday, the questions were answered."""
    last = today if today in days else today - timedelta(days=1)
    length = 0
    while last - timedelta(days=length) in days:
        length += 1
    return length


def share_text(day: date, marks: Sequence[bool | None], length: int = 0) -> str:
    """The result of a day to share: nothing of its questions is told.

    `marks`: whether each answer was right, None where it was skipped; `length`: of the streak.
    """
    signs = "".join("·" if mark is None else "✓" if mark else "✗" for mark in marks)
    lines = [
        f"Hakem, {day.day} {day:%B %Y}: {sum(map(bool, marks))} of {len(DAILY)}",
        f"{signs[:5]} {signs[5:]}".rstrip(),
    ]
    return "\n".join([*lines, *([f"{length} days in a row"] if length > 1 else [])])


def share_hand(day: date, result: str) -> str:
    """The result of the hand of a day to share: no card is told."""
    return f"Hakem, the hand of {day.day} {day:%B %Y}: {result}"
