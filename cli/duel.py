"""`hakem duel`: players on the same deals, each deal twice with the sides exchanged."""

from __future__ import annotations

from typing import Annotated

import typer

from .arguments import WRITES, GameOptions, Jobs, Json, Resume, Seed, with_groups
from .cluster import Machines
from .columns import COLUMNS, FormName, duel_rows, form_of, is_table, written_rows
from .failures import INTERRUPTED, Failure, as_usage
from .matches import ScoringName, scoring_of
from .output import emit_json, end_unfinished, known_of, progress, show


@with_groups
def duel(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER PLAYER",
            help="Two of these or more: random, thumb, sampled[:N[:T]], alphamu[:N], "
            "alphamu-kot[:N], playout[:N[:T]].",
        ),
    ],
    *,
    deals: Annotated[
        int,
        typer.Option("--deals", "-n", min=1, metavar="N", help="Deals; each is played twice."),
    ] = 100,
    seed: Seed = None,
    scoring: ScoringName = None,
    named: GameOptions = GameOptions(),
    record: Annotated[
        str | None,
        typer.Option(
            "--record",
            "--out",
            metavar="FILE",
            help="Write the hands played; `hakem replay` reads them, or a table.",
        ),
        WRITES,
    ] = None,
    form: FormName = None,
    resume: Resume = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Two players against each other, fairly: every deal twice, sides exchanged, same seeds.

    Each seat sees its own cards and the play alone. Three players or more are a league: each pair
    plays the same deals. Fix the number of deals before you look.
    """
    from solver.players import (
        Duel,
        League,
        check_duel,
        duel_scoring,
        find_player,
        play_duel,
        play_league,
        record_of,
    )
    from solver.record import save_match
    from solver.views.duels import duel_view, league_view
    from solver.views.parts import count_of

    if len(players) < 2:
        raise Failure(f"{players[0]} needs somebody to play against: name two players or more")
    game = named.game()
    counted = duel_scoring(game) if scoring is None else scoring_of(scoring)
    with as_usage():
        check_duel(game)
        seated = [find_player(name, counted, outside=True) for name in players]
    table = is_table(record, form)
    if table:
        form_of(form, record)
    if record is not None and resume is not None:
        raise Failure("--record: a duel that is resumed keeps no hands, leave out --resume")
    if resume is not None and len(seated) > 2:
        raise Failure(f"--resume: a file keeps the duel of two players, not of {len(seated)}")
    found: Duel | League
    with Machines(jobs).workers() as workers, progress("playing deals") as advance, as_usage():
        if len(seated) > 2:
            found = play_league(
                seated,
                deals,
                game,
                counted,
                seed,
                workers,
                keep_hands=record is not None,
                progress=advance,
            )
        else:
            found = known_of(
                lambda: play_duel(
                    seated[0],
                    seated[1],
                    deals,
                    game,
                    counted,
                    seed,
                    workers,
                    keep_hands=record is not None,
                    resume=resume,
                    progress=advance,
                )
            )
    duels = found.duels if isinstance(found, League) else (found,)
    try:
        if json:
            emit_json(found.to_dict())
        else:
            show(*(league_view(found) if isinstance(found, League) else duel_view(found)))
    finally:  # also where nobody reads what is printed
        if record is not None and table:
            with written_rows(record, form_of(form, record), COLUMNS["duel"]) as rows:
                for row in (row for duel in duels for row in duel_rows(duel)):
                    rows.add(row)
        elif record is not None:
            names = [player.name for player in seated]
            contest = f"{', '.join(names[:-1])} and {names[-1]}, {count_of(found.deals, 'deal')}"
            # Bids and tricks follow a rotation, which a duel has not: told by class.
            kept = found.scoring if duels[0].gains is None else None
            notes = (("Contest", f"{contest}, seed {found.seed}"),)
            hands = [hand for duel in duels for hand in duel.hands]
            save_match(record_of(hands, game, kept, "duel", notes), record)
    end_unfinished()
    if isinstance(found, Duel) and found.interrupted:
        told = f"interrupted after {count_of(found.deals, 'deal')}; this is what is known"
        raise Failure(told, INTERRUPTED)
