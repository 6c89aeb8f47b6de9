"""`hakem kot`: how likely the first seven tricks are, for either side, with a given trump."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import (
    Details,
    Failure,
    GameOptions,
    Give,
    Json,
    Limits,
    OpenOnly,
    Trump,
    as_usage,
    trump_of,
    with_groups,
)
from .book import book_of
from .cluster import Machines
from .held import held_of
from .output import print_study, solved
from .reading import one_a_line, words_or_stdin
from .report import picture_of
from .seats import given_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver import Hand, Suit, Variant

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

    With five cards and no --trump it is asked for the best call, where the game has a book.

    Random deals are searched for these only, which takes far less time than for the winner.
    """
    from solver.simulation.evaluators import known_sizes
    from solver.simulation.kot import KotStudy

    game = named.game()
    suit = trump_of(trump)
    with as_usage():
        sizes = known_sizes(game)
    held = held_of(words_or_stdin(hand, WANTED), sizes, limits.seed, game, give or ())
    cards = held.hand
    by_book = trump is None and not game.sets_trump
    if by_book:
        suit = _best_call(cards, named, game)
    elif suit is None and not game.sets_trump:
        raise Failure("--trump: a kot is asked for one trump suit, expected S, H, D or C")
    shown = given_of(give or (), game, 0, cards)
    plan = replace(limits.plan(), seed=held.seed)
    with machines.workers() as workers:
        with as_usage():
            study = KotStudy(cards, suit, variant=game, plan=plan, workers=workers, shown=shown)
        advice = solved(study.run)
    fields: dict[str, Any] = {}
    if json and not open_only and not shown:
        from solver.players import table_fields

        trumped = "-" if suit is None else suit.letter
        fields = table_fields(game, cards, {trumped: (None, advice.kot.p)})

    def drawn() -> list[RenderableType]:
        from solver.views.studies import kot_view

        picture_of(advice)
        parts = kot_view(advice, details, open_only)
        if by_book and suit is not None:
            said = f"{suit.symbol} is the best call by the book; -t asks about another suit."
            parts = [*parts, said]
        return parts

    if by_book:
        fields["trump_by_book"] = True
    print_study(advice, json, drawn, held, **fields)


def _best_call(cards: Hand, named: GameOptions, game: Variant) -> Suit:
    """The best call by the book; a Failure where a trump has to be named."""
    from solver import match

    wanted = "--trump: a kot is asked for one trump suit, expected S, H, D or C"
    if len(cards) != 5:
        raise Failure(wanted)
    book = book_of(game, None)
    if book is None:
        raise Failure(f"{wanted} (there is no book of {game} to tell the best call)")
    house = named.house_and_game()[0]
    return book.advise(cards, scoring=match.call_scoring(house), variant=game).best
