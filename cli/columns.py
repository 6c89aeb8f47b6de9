"""Answers as a table of fixed columns: `--format`, and the rows of each command.

What a table is made of stands in `solver.base.columns`; here is what a row says, beside the JSON of
the same command (docs/tables.md).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from solver.base.columns import FORMS, Rows, check_form, written_rows

from .arguments import WRITES
from .failures import Failure, as_usage
from .output import remark
from .parts import Part

if TYPE_CHECKING:
    from solver.base.outcomes import Between, Points
    from solver.players import Duel, MatchReview

__all__ = [
    "COLUMNS", "PLACE", "FormName", "TableOut", "answers_as_table", "class_code", "class_columns",
    "duel_rows", "form_of", "game_columns", "is_table", "json_text", "number_of", "point_columns",
    "review_rows", "written_rows",
]  # fmt: skip

FormName = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="FORM", help="csv or parquet; by the name of the file if not given."
    ),
]
TableOut = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Write a table here, in the form of --format."),
    WRITES,
]

COLUMNS: Final = {
    "deal": "number:int64 place:int64 seed:text variant:text options:text trump:int8 leader:int8"
    " hands:uint64[] reserves:uint64[]",
    "solve": "file:text number:int64 id:text variant:text options:text trump:int8 leader:int8"
    " hands:uint64[] class:int8 class_low:int8 class_high:int8 tricks:int8 points:double"
    " points_low:double points_high:double cards:text[] card_classes:int8[] card_tricks:int8[]"
    " card_points:double[] line:text[] more:text nodes:int64 seconds:double error:text",
    "duel": "deal:int64 table:int8 first:text second:text class:int8 points:double variant:text"
    " options:text trump:int8 first_five:uint64 hands:uint64[] cards:int8[] record:text",
    "review": "file:text match:text hand:int32 trump:int8 trick:int8 seat:int8 person:int8"
    " player:text card:text grade:text loss:double loss_low:double loss_high:double win:double"
    " worlds:int32 exact:bool better:text[] class_before:int8 class_after:int8"
    " points_before:double points_after:double best:text[] unjudged:text",
}
"""The columns of each command's table. Classes are the numbers of `Outcome`, hands sets of 52 bits,
a trump 0 to 3 or -1 for none."""


PLACE: Final = "question"
"""The column of a part that has the number of the question."""


def is_table(out: Path | str | None, form: str | None) -> bool:
    """Whether an answer is wanted as a table: a form is named, or the file is named like one."""
    return form is not None or (out is not None and _ending(out) in FORMS)


def _ending(out: Path | str) -> str:
    return Path(out).suffix.removeprefix(".").lower()


def form_of(form: str | None, out: Path | str | None, usual: str | None = None) -> str:
    """The form that `--format` names, or the ending of the file; Failure where there is none.

    A table without a file is CSV.
    """
    ending = "" if out is None else _ending(out)
    chosen = form or (ending if ending in FORMS else usual)
    if chosen is None:
        raise Failure(f"--out: {out} has no ending that tells a table, expected --format")
    with as_usage("--format"):
        check_form(chosen)
    if out is None and (chosen != "csv" or usual is None):
        raise Failure(f"--format {chosen} needs a file: give --out")
    return chosen


@contextmanager
def answers_as_table(
    command: str,
    form: str | None,
    out: Path | str | None,
    json: bool,
    part: Part | None = None,
) -> Iterator[Rows | None]:
    """The table of a command's answers, which is there when the work ends without a failure.

    None where no table is wanted. Failure where JSON is asked for as well. The rows of one `part`
    of many also have the number of their question, for `hakem merge`.
    """
    if not is_table(out, form) and out is None:
        yield None
        return
    chosen = form_of(form, out)
    if json:
        raise Failure("--json and --format: give one of them")
    assert out is not None
    columns, facts = COLUMNS[command], {"command": command}
    if part is not None and not part.whole:
        if chosen != "parquet":
            raise Failure("--part: tables are put together as Parquet, expected --format parquet")
        columns, facts = f"{columns} {PLACE}:int64", {**facts, "part": part.name}
    with written_rows(out, chosen, columns, facts) as rows:
        counted = _Counted(rows, part)
        yield counted
    remark(f"{counted.rows:,} row{'s' * (counted.rows != 1)} in {out}")


class _Counted:
    """A table that knows how many rows it has, and of which part they are."""

    def __init__(self, rows: Rows, part: Part | None) -> None:
        self.rows = 0
        self._add, self._part = rows.add, part

    def add(self, row: Mapping[str, Any]) -> None:
        self._add(row if self._part is None else {**row, PLACE: self._part.place})
        self.rows += 1


def game_columns(variant: Any) -> dict[str, Any]:
    """The game and its options."""
    return {"variant": variant.name, "options": json.dumps(variant.plain_settings())}


def json_text(value: Any) -> str | None:
    """A value as JSON; None stays empty."""
    return None if value is None else json.dumps(value)


def class_code(outcome: Any) -> int | None:
    """A class as its number."""
    return None if outcome is None else int(outcome)


def number_of(points: Points | None) -> float | None:
    """Points, which may be a mean."""
    return None if points is None else float(points)


def class_columns(possible: Between[Any] | None) -> dict[str, Any]:
    """What is known of a class."""
    if possible is None:
        return {}
    low, high = int(possible.low), int(possible.high)
    return {"class": low if low == high else None, "class_low": low, "class_high": high}


def point_columns(points: Between[Any] | None) -> dict[str, Any]:
    """What is known of points."""
    if points is None:
        return {}
    low, high = float(points.low), float(points.high)
    return {"points": low if low == high else None, "points_low": low, "points_high": high}


def duel_rows(found: Duel) -> Iterator[dict[str, Any]]:
    """A row for each hand of a duel; `first` is the player of seats 0 and 2 at this table."""
    from dataclasses import replace

    from solver.players import record_of
    from solver.record import write_match

    kept = found.scoring if found.gains is None else None
    for place, hand in enumerate(found.hands):
        deal, table = divmod(place, 2)
        pair = found.players[::-1] if table else found.players
        seats = tuple(pair[seat % 2] for seat in range(found.variant.seats))
        record = replace(record_of([hand], found.variant, kept, "duel"), players=seats)
        yield {
            "deal": deal,
            "table": table,
            "first": pair[0],
            "second": pair[1],
            "class": int(found.outcomes[deal, table]),
            "points": float(found.gained[deal, table]),
            **game_columns(found.variant),
            "trump": -1 if hand.trump is None else int(hand.trump),
            "first_five": None if hand.first_five is None else hand.first_five.bits,
            "hands": [each.bits for each in hand.deal],
            "cards": [card.index for trick in hand.tricks for card in trick.cards],
            "record": write_match(record),
        }


def review_rows(found: MatchReview, file: str) -> Iterator[dict[str, Any]]:
    """A row for each card of a review, and one of trick 0 for each call that a book judged."""
    names = found.record.players
    for number, hand in found.hands.items():
        persons = found.persons[number]
        trump = hand.start.trump
        about = {
            "file": file, "match": found.record.name or None, "hand": number,
            "trump": -1 if trump is None else int(trump),
        }  # fmt: skip

        def who(
            seat: int, persons: tuple[int | None, ...] = persons, about: Any = about
        ) -> dict[str, Any]:
            person = persons[seat]
            named = person is not None and person < len(names)
            return {
                **about, "seat": seat, "person": person,
                "player": names[person or 0] if named else None,
            }  # fmt: skip

        if hand.call is not None:
            better = [] if hand.call.trump == hand.call.best else [hand.call.best.letter]
            yield {**who(0), "trick": 0, **_lost(hand.call.loss), "better": better}
        for card in hand.cards:
            opened = card.opened
            yield {
                **who(card.seat),
                "trick": card.trick,
                "card": str(card.card),
                "grade": None if card.grade is None else card.grade.value,
                **_lost(card.loss),
                "win": None if card.win is None else card.win.p,
                "worlds": card.worlds,
                "exact": card.exact,
                "better": [str(each) for each in card.better],
                "class_before": class_code(opened.class_before),
                "class_after": class_code(opened.class_after),
                "points_before": number_of(opened.before),
                "points_after": number_of(opened.after),
                "best": [str(each) for each in opened.best],
                "unjudged": card.unjudged or None,
            }


def _lost(loss: Any) -> dict[str, Any]:
    if loss is None:
        return {}
    return {"loss": loss.mean, "loss_low": loss.low, "loss_high": loss.high}
