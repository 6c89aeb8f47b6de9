"""`hakem dataset`: solved deals, positions and calls as tables to learn from, with their card."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import GameOptions, Json, with_groups
from .book import book_of
from .cluster import Machines
from .columns import form_of
from .failures import INTERRUPTED, Failure
from .output import emit, emit_json, end_unfinished, known_of, progress

if TYPE_CHECKING:
    from solver import Variant


@with_groups
def dataset(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where the tables and their card are written.")
    ],
    deals: Annotated[
        int, typer.Option("--deals", "-n", min=0, metavar="N", help="Deals with all results.")
    ] = 0,
    positions: Annotated[
        int, typer.Option(min=0, metavar="N", help="Positions with the value of each card.")
    ] = 0,
    calls: Annotated[
        bool, typer.Option("--calls", help="Every call of the book on every five cards.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Deals and positions come from it.")
    ] = None,
    worlds: Annotated[
        int, typer.Option(min=1, metavar="N", help="Deals solved for each position.")
    ] = 100,
    first: Annotated[
        int,
        typer.Option("--from", min=0, metavar="N", help="Number of the first deal and position."),
    ] = 0,
    named: GameOptions = GameOptions(),
    form: Annotated[
        str, typer.Option("--format", metavar="FORM", help="csv or parquet; calls are CSV.")
    ] = "parquet",
    machines: Machines = Machines(),
    json: Json = False,
) -> None:
    """Solved deals, positions and calls as tables for those who train and measure, under CC0.

    The folder gets a table for each, and README.md, the card of the set: its fields, the seed, the
    engine and the command that makes the same rows again. Deals may be stopped at any moment: the
    same command goes on with what is missing.
    """
    from solver.base.whole_files import write_whole
    from solver.book import HandTable
    from solver.dataset import card_text, write_calls, write_deals, write_positions

    if not (deals or positions or calls):
        raise Failure("nothing was asked for: give --deals N, --positions N or --calls")
    if seed is None and (deals or positions):
        raise Failure("--seed: the rows follow from a number, expected one, as --seed 1")
    form_of(form, Path(folder / f"deals.{form}"))
    game = named.house_and_game()[1]
    book = book_of(game, None) if calls else None
    if calls and book is None:
        raise Failure(f"--calls: there is no book of {game} here")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise Failure(f"{folder} cannot be written to: {fault.strerror or fault}") from None
    words, more, made = ["hakem", "dataset", "FOLDER"], [], []
    chosen = 0 if seed is None else seed
    with machines.workers() as workers:
        if deals:
            with progress("solving deals") as advance:
                report, table = known_of(
                    lambda: write_deals(
                        *(folder, deals, chosen, form, game, first, workers),
                        watch=lambda done, wanted: advance(done / wanted),
                    )
                )
            end_unfinished()
            if table is None:
                raise Failure(
                    f"interrupted: {report.deals:,} deals are kept, the same command goes on",
                    INTERRUPTED,
                )
            made.append(table)
            words += ["--deals", str(deals)]
        if positions:
            with progress("judging positions") as advance:
                made.append(
                    write_positions(
                        *(folder, positions, chosen, form, worlds, game, first, workers),
                        watch=lambda done, wanted: advance(done / wanted),
                    )
                )
            words += ["--positions", str(positions), "--worlds", str(worlds)]
            more.append(f"Values of cards: {worlds} deals solved and played out for each position")
    if deals or positions:
        words += ["--seed", str(seed), *(["--from", str(first)] if first else [])]
        more.append(f"Seed: {seed}, rows from number {first} on")
    if book is not None:
        every = HandTable(book)
        made.append(write_calls(folder, every, "csv"))
        words.append("--calls")
        more.append(
            f"Book: {book.header['deals']:,} deals; points of the calls: {every.scoring.title}"
        )
    for name, value in (("--variant", game.name), *_options(game)):
        words += [name, value] if (name, value) != ("--variant", "hokm") else []
    words += [] if form == "parquet" else ["--format", form]
    write_whole(folder / "README.md", card_text(made, game, shlex.join(words), more))
    if json:
        emit_json({"folder": str(folder), "tables": [each.to_dict() for each in made]})
    else:
        for each in made:
            emit(f"{each.path}: {each.rows:,} rows\n")
        emit(f"{folder / 'README.md'}: what they are, and the command that makes them again\n")


def _options(game: Variant) -> list[tuple[str, str]]:
    """The options of a game that differ from its defaults, as they are typed."""
    from solver.game.options import show_value

    return [("--set", f"{name}={show_value(game[name])}") for name in sorted(game.changed)]
