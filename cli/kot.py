"""`hakem kot`: how likely the first seven tricks are, for either side, with a given trump."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import (
    Details,
    Failure,
    GameOptions,
    Give,
    Json,
    Limits,
    Machines,
    OpenOnly,
    Trump,
    as_usage,
    given_of,
    hand_of,
    trump_of,
    with_groups,
)
from .output import print_study, solved
from .reading import one_a_line, words_or_stdin
from .report import picture_of

if TYPE_CHECKING:
    from rich.console import RenderableType

WANTED = "give a hand of 5 cards, or a whole one, such as AQ.K84.."


@one_a_line()
@with_groups
def kot(
    hand: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HAND",
            help="The caller's 5 cards, or all of them: AQ.K84.. or so; or hands, one a line: a "
            "file, or -.",
        ),
    ] = None,
    *,
    trump: Trump = None,
    give: Give = None,
    limits: Limits = Limits(),
    named: GameOptions = GameOptions(),
    machines: Machines = Machines(),
    open_only: OpenOnly = False,
    details: Details = False,
    json: Json = False,
) -> None:
    """How likely a kot is with this trump: for you, against you, and all thirteen tricks.

    Random deals are searched for these only, which takes far less time than for the winner.
    """
    from solver.simulation.evaluators import known_sizes
    from solver.simulation.kot import KotStudy

    game = named.game()
    suit = trump_of(trump)
    with as_usage():
        sizes = known_sizes(game)
    if suit is None and not game.sets_trump:
        raise Failure("--trump: a kot is asked for one trump suit, expected S, H, D or C")
    cards = hand_of(words_or_stdin(hand, WANTED), sizes)
    shown = given_of(give or (), game, 0, cards)
    plan = limits.plan()
    with machines.workers() as workers:
        with as_usage():
            study = KotStudy(cards, suit, variant=game, plan=plan, workers=workers, shown=shown)
        advice = solved(study.run)
    fields = {}
    if json and not open_only and not shown:
        from solver.players import table_fields

        trumped = "-" if suit is None else suit.letter
        fields = table_fields(game, cards, {trumped: (None, advice.kot.p)})

    def drawn() -> list[RenderableType]:
        from solver.views.studies import kot_view

        picture_of(advice)
        return kot_view(advice, details, open_only)

    print_study(advice, json, drawn, **fields)
