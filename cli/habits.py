"""`hakem habits`: what a player's faults cost, by kind, over all hands of some records."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import Jobs, Json, Seed
from .failures import INTERRUPTED, Failure, as_usage
from .matches import files_of, record_of
from .output import emit_json, progress, remark, show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.players import MatchReview
    from solver.record import MatchRecord


def habits(
    file: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Records of matches, old to new; - for a pipe."),
    ],
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Whose habits: `you` of `hakem match` if not given."),
    ] = None,
    seed: Seed = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Your dearest habits: what faults cost by kind of decision, over all hands.

    Every hand is reviewed as by `hakem review`, some seconds each. The kinds are the call, leads,
    second, third and last hand, ruffs, discards, and play with a kot in sight; each has its loss a
    hand with a 95% interval, and whether the newer half of the hands went otherwise.
    """
    from solver import HakemError, Workers
    from solver.players import review_match
    from solver.players.habits import player_habits
    from solver.views.habits import habits_view

    with as_usage("--jobs"):
        workers = Workers(jobs)
    records = [record_of(path) for path in files_of(file)]
    whose = _whose(records, name)
    mine = [record for record in records if whose in record.players]
    reviews: list[MatchReview] = []
    cut = False
    with progress("reviewing the hands") as advance:
        for done, record in enumerate(mine):

            def step(share: float, before: int = done) -> None:
                advance((before + share) / len(mine))

            try:
                reviews.append(review_match(record, seed=seed or 0, workers=workers, progress=step))
            except KeyboardInterrupt:
                cut = True
            except HakemError as fault:
                remark(f"{record.source or 'standard input'}: left out, {fault}")
            if cut or (reviews and reviews[-1].interrupted):
                cut = True
                break
    try:
        found = player_habits(reviews, whose)
    except HakemError as fault:
        if cut:
            raise Failure("interrupted before a hand was judged", INTERRUPTED) from None
        raise Failure(str(fault), 3) from None
    if json:
        emit_json(found.to_dict())
    else:
        show(*habits_view(found))
    if cut:
        raise Failure(f"interrupted after {found.hands} hands; this is what they say", INTERRUPTED)


def _whose(records: Sequence[MatchRecord], name: str | None) -> str:
    """The player who is meant: named, or `you`; Failure naming those that there are."""
    counts = Counter(one for record in records for one in record.players if one)
    chosen = name or "you"
    if chosen in counts:
        return chosen
    if not counts:
        raise Failure("these records name no players: habits are those of a person")
    there = ", ".join(one for one, _ in counts.most_common(8))
    if name is None:
        raise Failure(f"--name: whose habits? The records name {there}")
    raise Failure(f"--name: there is no {name} in these records; they name {there}")
