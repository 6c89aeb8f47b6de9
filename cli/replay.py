"""`hakem replay`: check a played hand or match card by card, and print what came of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import WRITES, Json, Seed
from .failures import Failure
from .matches import files_of, record_of
from .output import emit, emit_json, show
from .report import picture
from .review import review
from .texts import trump_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from solver.record import MatchRecord, Sheet


def replay(
    file: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Records of hands or matches; - for a pipe.")
    ],
    trump: Annotated[
        str | None,
        typer.Option(
            "--trump", "-t", metavar="SUIT", help="The trump, for a plain list of tricks."
        ),
    ] = None,
    tricks: Annotated[
        bool, typer.Option("--tricks", help="Show every trick; a single hand always does.")
    ] = False,
    reviewed: Annotated[
        bool, typer.Option("--review", help="Judge each card as well, as `hakem review` does.")
    ] = False,
    seed: Seed = None,
    write: Annotated[
        str | None,
        typer.Option(
            "--write",
            "--out",
            metavar="FILE",
            help="Write the record in its strict form; - prints it.",
        ),
        WRITES,
    ] = None,
    json: Json = False,
) -> None:
    """Replay a record: every card is checked, every trick, collection and score computed.

    An illegal play is reported with its line. docs/match.md describes the format.
    """
    from solver.record import replay_match, save_match, write_match

    if reviewed:
        if trump is not None or write is not None:
            raise Failure("--review reads a record as it stands: leave out --trump and --write")
        review(file, seed=seed, json=json)
        return
    if seed is not None:
        raise Failure("--seed draws the deals of a review: give it with --review")
    paths = files_of(file)
    records = [record_of(path) for path in paths]
    if trump is not None:
        records = [_with_trump(record, trump) for record in records]
    sheets = [replay_match(record) for record in records]
    if write is not None:
        if len(records) > 1:
            raise Failure(f"--write takes one record, not {len(records)}")
        if write == "-":
            emit(write_match(records[0]))
            return
    try:
        _show(paths, sheets, tricks, json)
    finally:  # also where nobody reads what is printed
        if write is not None:
            save_match(records[0], write)


def _show(paths: Sequence[str], sheets: Sequence[Sheet], tricks: bool, json: bool) -> None:
    """Print what came of each record."""
    if json:
        answers = [sheet.to_dict() for sheet in sheets]
        emit_json(answers[0] if len(answers) == 1 else {"matches": answers})
    else:
        picture(lambda: _pictures(sheets))
        parts: list[RenderableType] = []
        for path, sheet in zip(paths, sheets, strict=True):
            if len(sheets) > 1:
                parts += ["", path] if parts else [path]
            parts += _parts(sheet, tricks)
        show(*parts)


def _pictures(sheets: Sequence[Sheet]) -> str:
    """Each hand to step through, with its course as the cards lay."""
    from solver.views.notebooks import replay_html

    found = []
    for sheet in sheets:
        replays = [*sheet.replays, *([sheet.unfinished] if sheet.unfinished else [])]
        for number, replayed in enumerate(replays, 1):
            if replayed.start is not None:
                drawn = replay_html(replayed.start, replayed.moves)
                found.append(f"<h2>Hand {number}</h2>{drawn}")
    return "".join(found)


def _parts(sheet: Sheet, tricks: bool) -> list[RenderableType]:
    """The tricks of a single hand, of an unfinished one, or of all; then the score sheet."""
    from solver.views.matches import sheet_view, tricks_view

    parts: list[RenderableType] = []
    replays = [*sheet.replays, *([sheet.unfinished] if sheet.unfinished else [])]
    for number, replayed in enumerate(replays, 1):
        wanted = tricks or len(replays) == 1 or replayed is sheet.unfinished
        if wanted and (replayed.tricks or replayed.begun):
            if replayed.start is not None and sheet.record.hands[number - 1].deal:
                parts += [replayed.start.diagram(), ""]
            if len(replays) > 1:
                parts.append(f"hand {number}")
            parts += [tricks_view(replayed), ""]
    return [*parts, *sheet_view(sheet)]


def _with_trump(record: MatchRecord, trump: str) -> MatchRecord:
    suit = trump_of(trump)
    if any(hand.trump is not None for hand in record.hands):
        raise Failure("--trump is for a list of tricks: this record names its trumps")
    return replace(record, hands=tuple(replace(hand, trump=suit) for hand in record.hands))
