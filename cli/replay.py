"""`hakem replay`: check a played hand or match card by card, and print what came of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import Failure, Json, trump_of
from .matches import record_of, sheet_json
from .output import emit, emit_json, show

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver.record import MatchRecord


def replay(
    file: Annotated[str, typer.Argument(help="The record of a hand or a match; - for a pipe.")],
    trump: Annotated[
        str | None,
        typer.Option("--trump", "-t", help="The trump, for a plain list of tricks."),
    ] = None,
    tricks: Annotated[
        bool, typer.Option("--tricks", help="Show every trick; a single hand always does.")
    ] = False,
    write: Annotated[
        str | None,
        typer.Option(
            "--write", metavar="FILE", help="Write the record in its strict form; - prints it."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Replay a record: every card is checked, every trick, collection and score computed.

    An illegal play is reported with its line. docs/match.md describes the format.
    """
    from solver.record import replay_match, save_match, write_match

    record = record_of(file)
    if trump is not None:
        record = _with_trump(record, trump)
    sheet = replay_match(record)
    if write is not None:
        if write == "-":
            emit(write_match(record))
            return
        save_match(record, write)
    if json:
        emit_json(sheet_json(sheet))
        return
    from solver.views import sheet_view, tricks_view

    parts: list[RenderableType] = []
    if tricks or len(sheet.replays) == 1:
        for number, replayed in enumerate(sheet.replays, 1):
            if replayed.tricks:
                if replayed.start is not None and record.hands[number - 1].deal:
                    parts += [replayed.start.diagram(), ""]
                if len(sheet.replays) > 1:
                    parts.append(f"hand {number}")
                parts += [tricks_view(replayed), ""]
    show(*parts, *sheet_view(sheet))


def _with_trump(record: MatchRecord, trump: str) -> MatchRecord:
    suit = trump_of(trump)
    if any(hand.trump is not None for hand in record.hands):
        raise Failure("--trump is for a list of tricks: this record names its trumps")
    return replace(record, hands=tuple(replace(hand, trump=suit) for hand in record.hands))
