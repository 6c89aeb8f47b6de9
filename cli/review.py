"""`hakem review`: each card of a played hand, judged from its own seat and with open hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .archives import is_archive, records_in
from .arguments import WRITES, Jobs, Json, NodeLimit, Resume, Seed
from .columns import FormName, answers_as_table, is_table, review_rows
from .failures import INTERRUPTED, Failure, as_usage
from .matches import files_of, place_of, record_of
from .output import emit_json, end_unfinished, known_of, progress, remark, show
from .parts import PartName, in_part
from .report import picture, seeded

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver import Workers
    from solver.players import HandReview, MatchReview
    from solver.record import MatchRecord


def review(
    file: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Records of hands or matches; - for a pipe; a folder or Parquet file of many.",
        ),
    ],
    quick: Annotated[
        bool, typer.Option("--quick", help="Open hands only: no card is called a mistake.")
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Show every card, not the faults alone.")
    ] = False,
    lines: Annotated[
        bool,
        typer.Option(
            "--lines", help="Show the line that keeps the class at each fault, not at one alone."
        ),
    ] = False,
    line: Annotated[
        list[str] | None,
        typer.Option(
            "--line",
            metavar="TRICK.CARD",
            help="Show the line that keeps the class from this card on, as 5 or 5.3; may be "
            "repeated.",
        ),
    ] = None,
    number: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="This hand of the record, from 1 on.")
    ] = None,
    seed: Seed = None,
    node_limit: NodeLimit = None,
    resume: Resume = None,
    jobs: Jobs = None,
    form: FormName = None,
    out: Path | None = None,
    part: PartName = None,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write",
            metavar="FILE",
            help="Write the record with a comment at each fault: its mark, cost, better cards.",
        ),
        WRITES,
    ] = None,
    json: Json = False,
) -> None:
    """Where a hand went wrong: each card as its own seat saw it at that moment.

    A card is called an inaccuracy, a mistake or a blunder by the points it costs over deals that
    fit what its player knew; what it costs with all hands open stands beside it, and a line of best
    play that keeps what the hand was worth before it. A match ends with a row for each player. Of a
    folder, or a Parquet file with a column `record`, the players alone are told, over all records.
    """
    from solver import Workers

    with as_usage("--jobs"):
        workers = Workers(jobs)
    if is_archive(file):
        if lines or line or every or number or resume or part or out or form:
            raise Failure(
                "an archive is told by player: of the options it takes --quick and --seed"
            )
        _archive(file, quick, seed, node_limit, workers, json)
        return
    records = [record_of(path) for path in files_of(file)]
    if resume is not None and len(records) > 1:
        raise Failure(f"--resume: a file keeps the review of one record, not of {len(records)}")
    if write is not None:
        if len(records) > 1:
            raise Failure(f"--write: one record is written, not {len(records)}")
        if quick:
            raise Failure("--write: a quick review calls no card a fault, so nothing is to be said")
    questions = [
        ReviewAsked.of(record, quick, line or (), number, seed, node_limit) for record in records
    ]
    answers: list[MatchReview] = []
    parts: list[RenderableType] = []
    cut = False
    with (
        in_part(part, json or is_table(out, form)) as mine,
        answers_as_table("review", form, out, json, mine) as table,
    ):
        for asked in mine.taken(questions):
            mine.answer()
            with progress("reviewing the cards") as advance:
                found = known_of(partial(asked.found, workers, advance, resume))
            cut = found.interrupted
            if table is not None:
                for row in review_rows(found, asked.record.source):
                    table.add(row)
                if cut and not mine.whole:
                    raise Failure("interrupted: this part is not written", INTERRUPTED)
                if cut:
                    break
                continue
            if json and not mine.whole and not cut:
                emit_json(reviews_json([found]))
                continue
            if json:
                answers.append(found)
                if cut:
                    break
                continue
            from solver.views.review import players_view, review_view

            several = len(found.hands) > 1
            for place, hand in found.hands.items():
                seeded(None if hand.quick else hand.seed)
                picture(lambda shown=hand, at=place: _pictures(shown, at))  # type: ignore[misc]
                every_line = [kept.place for kept in hand.lines]
                parts += [f"hand {place}", ""] if several or len(records) > 1 else []
                parts += [
                    *review_view(
                        hand, every, every_line if lines else asked.lines or None, not several
                    ),
                    "",
                ]
            if several and (rows := players_view(found)):
                parts += [*rows, ""]
            if cut:
                break
        if not cut:
            mine.end(json)
    if json:
        if mine.whole:
            emit_json(reviews_json(answers))
    elif table is None:
        show(*parts[:-1])
    if write is not None and not cut:
        _write(found, write)
    end_unfinished()
    if cut:
        judged = sum(len(hand.cards) for hand in found.hands.values())
        raise Failure(f"interrupted after {judged} cards; this is what they say", INTERRUPTED)


def _write(found: MatchReview, path: Path) -> None:
    """The record with what the review says of its faults."""
    from solver.record import save_match

    comments = found.comments
    save_match(found.record, path, comments)
    faults = sum(map(len, comments.values()))
    remark(f"{path}: the record with {faults} comment{'s' * (faults != 1)}")


def _archive(
    words: Sequence[str],
    quick: bool,
    seed: int | None,
    node_limit: int | None,
    workers: Workers,
    json: bool,
) -> None:
    """The players of folders and tables of records."""
    from solver.decide.worlds import new_seed
    from solver.players import review_archive

    chosen = new_seed() if seed is None else seed
    sources = records_in(words)
    with progress("reviewing records") as advance:
        found = review_archive(
            sources,
            quick=quick,
            seed=chosen,
            node_limit=node_limit or 0,
            workers=workers,
            progress=lambda done: advance(done / max(len(sources), 1)),
        )
    if json:
        emit_json({**found.to_dict(), "seed": chosen})
    else:
        from solver.views.archives import archive_view

        show(*archive_view(found))
    if found.interrupted:
        said = f"interrupted after {found.records:,} records; this is what they say"
        raise Failure(said, INTERRUPTED)


@dataclass(frozen=True)
class ReviewAsked:
    """A record, and what is asked about it; `lines`: the places whose lines are wanted."""

    record: MatchRecord
    quick: bool
    lines: Sequence[int]
    number: int | None
    seed: int | None
    node_limit: int | None

    @classmethod
    def of(
        cls,
        record: MatchRecord,
        quick: bool,
        lines: Sequence[str],
        number: int | None,
        seed: int | None,
        node_limit: int | None,
    ) -> ReviewAsked:
        """The question; `lines` as they are typed."""
        return cls(record, quick, _places(record, lines, number), number, seed, node_limit)

    def found(
        self,
        workers: Workers,
        progress: Callable[[float], None] | None = None,
        resume: Path | None = None,
    ) -> MatchReview:
        """The review; UnfinishedError has what is known."""
        from solver.base.errors import OptionError, ResumeError
        from solver.players import review_match

        try:
            return review_match(
                self.record,
                number=self.number,
                quick=self.quick,
                lines=self.lines,
                seed=self.seed,
                node_limit=self.node_limit or 0,
                workers=workers,
                resume=resume,
                progress=progress,
            )
        except ResumeError as fault:
            raise Failure(f"--resume: {fault}") from None
        except OptionError as fault:
            raise Failure(str(fault)) from None


def reviews_json(found: Sequence[MatchReview]) -> dict[str, Any]:
    """The reviews of several records: all their hands, then what is said of each match."""
    matches = [each.to_dict() for each in found]
    return {"hands": [hand for each in matches for hand in each.pop("hands")], "matches": matches}


def _places(record: MatchRecord, asked: Sequence[str], number: int | None) -> list[int]:
    """How many cards were played before each card that `--line` names."""
    if not asked:
        return []
    told = [hand for hand in record.hands if hand.tricks]
    if number is not None:
        told = list(record.hands[number - 1 : number])
    if len(told) > 1:
        raise Failure(f"--line: the record holds {len(told)} played hands, expected --number too")
    cards = sum(len(trick.cards) for hand in told for trick in hand.tricks)
    if not cards:
        return []  # refused with the reason later
    return [place_of(text, record.variant.seats, cards, "--line") for text in asked]


def _pictures(found: HandReview, place: int) -> str:
    """The course of a hand, its tricks, and the lines that keep the class, for a report."""
    from solver.views.notebooks import review_html

    return f"<h2>Hand {place}</h2>{review_html(found)}"
