"""`hakem kot`: how likely the first seven tricks are, for either side, with a given trump."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import Details, GameOptions, Give, Json, Judged, Limits, Trump, with_groups
from .book import book_of
from .cluster import Machines
from .failures import Failure, as_usage
from .held import held_of
from .judged import JudgeNamed, asked_of_each_kind
from .output import print_study
from .reading import one_a_line, words_or_stdin
from .report import picture_of
from .seats import given_of
from .texts import GameNamed, trump_of
from .told import Told

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver import Hand, Sampled, Suit, Variant
    from solver.decide.kot import Kot

    from .told import Solving

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
    judged: Judged = Judged(),
    details: Details = False,
    json: Json = False,
) -> None:
    """How likely a kot is with this trump: for you, against you, and all thirteen tricks.

    With five cards and no --trump it is asked for the best call, where the game has a book.

    First at the table, where four players who see their own cards only play random deals out; then,
    in a line, with open hands (--judge open says that alone): deals are searched for kots only,
    which takes far less time than for the winner.
    """
    told = kot_told(
        words_or_stdin(hand, WANTED), trump, give or (), limits, named, machines, judged
    )

    def drawn(advice: Sampled[Kot]) -> list[RenderableType]:
        from solver.views.closed_hands import closed_kot_view
        from solver.views.studies import kot_view

        picture_of(advice)
        if told.closed:
            beside = None if judged.judge == "closed" else advice
            parts = closed_kot_view(told.closed, beside, details)
        else:
            parts = kot_view(advice, details, judged.open_only)
        called = advice.question.trump
        if called is not None and trump is None:
            said = f"{called.symbol} is the best call by the book; -t asks about another suit."
            parts = [*parts, said]
        return parts

    print_study(told, json, drawn)


def kot_told(
    text: str,
    trump: str | None,
    give: Sequence[str],
    limits: Limits,
    named: GameNamed,
    solving: Solving,
    judged: JudgeNamed = JudgeNamed(),
) -> Told[Sampled[Kot]]:
    """How likely a kot is with the hand of this text."""
    from solver import Plan
    from solver.decide.evaluators import known_sizes
    from solver.decide.kot import KotStudy

    game = named.game()
    judge = judged.word(game)
    suit = trump_of(trump)
    with as_usage():
        sizes = known_sizes(game)
    held = held_of(text, sizes, limits.seed, game, give)
    cards = held.hand
    by_book = trump is None and not game.sets_trump
    if by_book:
        suit = _best_call(cards, named, game)
    elif suit is None and not game.sets_trump:
        raise Failure("--trump: a kot is asked for one trump suit, expected S, H, D or C")
    shown = given_of(give, game, 0, cards)
    plan = replace(limits.plan(), seed=held.seed)
    plan = plan if judge == "open" else plan.seeded()  # one seed for both
    with solving.workers() as workers:

        def study(plan: Plan, **more: Any) -> KotStudy:
            return KotStudy(
                cards, suit, variant=game, plan=plan, workers=workers, shown=shown, **more
            )

        closed: dict[str, Sampled[Kot]] = {}
        if judge != "open":
            own = plan if judge == "closed" else Plan(seed=plan.seed)
            closed = asked_of_each_kind(lambda judge: study(own, judge=judge), solving)
        if judge == "closed":
            advice = next(iter(closed.values()))
        else:
            with as_usage():
                solved = study(plan)
            advice = solving.solved(solved.run)

    def more() -> dict[str, Any]:
        from solver.players import table_fields

        fields: dict[str, Any] = {}
        if judge == "open" and not judged.open_only and not shown:
            trumped = "-" if suit is None else suit.letter
            fields = table_fields(game, cards, {trumped: (None, advice.best.kot.p)})
        return {**fields, "trump_by_book": True} if by_book else fields

    return Told(advice, held, more, closed)


def _best_call(cards: Hand, named: GameNamed, game: Variant) -> Suit:
    """The best call by the book; a Failure where a trump has to be named."""
    from solver import match

    wanted = "--trump: a kot is asked for one trump suit, expected S, H, D or C"
    if len(cards) != 5:
        raise Failure(wanted)
    book = book_of(game, None)
    if book is None:
        raise Failure(f"{wanted} (there is no book of {game} to tell the best call)")
    house = named.house_and_game()[0]
    return book.advise(cards, scoring=match.call_scoring(house), variant=game).best.trump
