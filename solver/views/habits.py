"""The habits of a player as text: the dearest in a sentence, then a row for each kind."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from ..players.habits import DECISIONS
from .parts import plain_table
from .review import loss_text

if TYPE_CHECKING:
    from ..decide.estimates import Mean
    from ..players.habits import Habit, Habits

__all__ = ["habits_verdict", "habits_view"]


def habits_verdict(habits: Habits) -> str:
    """The three dearest habits in a sentence."""
    hands = f"{habits.hands} hand{'s' * (habits.hands != 1)}"
    if not habits.dearest:
        return f"{habits.name}: no fault in {hands}."
    first, *others = habits.dearest
    unit = habits.scoring.unit
    said = (
        f"{habits.name}, {hands}: most is lost by {DECISIONS[first.kind]}, "
        f"{_loss(first.loss, habits)} {unit} a hand{_mostly(first)}"
    )
    for each in others:
        said += f"; then {DECISIONS[each.kind]}, {_loss(each.loss, habits)}{_mostly(each)}"
    return said + "."


def habits_view(habits: Habits) -> list[RenderableType]:
    """The verdict, a row for each kind, and what the columns are."""
    parts: list[RenderableType] = [Text(habits_verdict(habits), style="bold"), ""]
    table = plain_table("kind", "cards", "faults", "a hand", "95 %", "newer half", left=1)
    for each in habits.kinds:
        table.add_row(each.kind, str(each.cards), str(each.faults), *_figures(each, habits))
    total = [sum(each.cards for each in habits.kinds), sum(each.faults for each in habits.kinds)]
    table.add_row("all", *map(str, total), *_figures(habits, habits))
    parts += [table, ""]
    about = (
        f"Cards: those with a choice that was judged; a hand: {habits.scoring.unit} lost by faults,"
        " over what the player knew. Newer half: against the older half of the hands; `=` where "
        "the interval of the difference holds 0."
    )
    return [*parts, Text(about, style="dim")]


def _loss(loss: Mean, habits: Habits) -> str:
    return loss_text(loss.mean or 0.0, habits.scoring)


def _mostly(habit: Habit) -> str:
    return f" (mostly {habit.mostly})" if habit.mostly and habit.faults > 1 else ""


def _figures(of: Habit | Habits, habits: Habits) -> list[str]:
    """Loss a hand, its interval, its trend."""
    low, high = (loss_text(end, habits.scoring) for end in (of.loss.low, of.loss.high))
    wide = "" if math.isinf(of.loss.high) else f"{low} to {high}"
    if of.trend is None:
        return [_loss(of.loss, habits), wide, ""]
    mean = of.trend.mean or 0.0
    sign = "=" if of.trend.low <= 0 <= of.trend.high else "less" if mean < 0 else "more"
    change = "" if sign == "=" else f" by {loss_text(abs(mean), habits.scoring)}"
    return [_loss(of.loss, habits), wide, sign + change]
