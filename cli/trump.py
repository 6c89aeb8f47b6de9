"""`hakem trump`: the recommended call for five cards, its worth, and how sure it is."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import (
    Failure,
    GameOptions,
    Give,
    Limits,
    OpenOnly,
    Shown,
    as_usage,
    with_groups,
)
from .book import BookFile, book_of, show_call, table_of_calls
from .choose import choose_bid
from .cluster import Machines
from .held import held_of
from .matches import AtScore, HouseRules
from .output import print_study, remark, solved
from .reading import one_a_line, words_or_stdin
from .report import picture_of
from .seats import given_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver import Hand, Plan, TrumpAdvice, Variant, Workers

WANTED = "give the five cards you hold, such as AQ.K84.."
BIDDER = "give the thirteen cards of a bidder, such as AKQJT.AK42.A4.84"


@one_a_line()
@with_groups
def trump(
    hand: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HAND",
            help="The five cards: AQ.K84.. or SA SQ HK H8 H4, x for a small card; or hands, one a "
            "line: a file, or -.",
        ),
    ] = None,
    at_score: AtScore = AtScore(),
    give: Give = None,
    limits: Limits = Limits(),
    named: GameOptions = GameOptions(),
    machines: Machines = Machines(),
    file: BookFile = None,
    csv: Annotated[
        bool, typer.Option("--csv", help="A line of CSV for each hand of a file or of a pipe.")
    ] = False,
    open_only: OpenOnly = False,
    shown: Shown = Shown(),
    called: Annotated[str | None, typer.Option("--trump", "-t", hidden=True)] = None,
) -> None:
    """Which trump to call from your first five cards.

    Where the game has a book (`hakem book info`) it answers at once. Without one, or with --give,
    --samples, --precision, --time, --node-limit, --resume or --cluster: deals the other
    cards at random many times, solves each deal exactly for all four trumps, and counts; on two
    cores that takes about ten seconds at most, whatever the game. With --csv many hands, one a
    line, make a table, each answered so. In daba rang: what to bid with thirteen cards, as
    `hakem choose --variant daba`.
    """
    from solver import match

    if called is not None:
        raise Failure(
            "--trump: every call is a row of the answer, so leave it out "
            "(`hakem kot` asks about one trump)"
        )
    house, game = named.house_and_game(at_score.named())
    plan = limits.plan()
    if game.bids:
        if give:
            raise Failure("--give: bids are judged on all deals, expected no cards given")
        with machines.workers() as workers:
            _bids(game, hand, at_score, limits, workers, shown)
        return
    points = at_score.scoring_of_call(house, game, match.call_scoring(house))
    # The book asks nothing of chance: a seed alone changes nothing.
    anew = replace(limits, seed=None) != Limits() or machines.cluster is not None or bool(give)
    if file is not None and anew:
        raise Failure("--book answers without dealing: leave out what says how to sample")
    book = None if anew or points.kind not in ("class", "chance") else book_of(game, file)
    if csv and shown.json:
        raise Failure("--csv and --json are two forms of an answer: leave one out")
    if csv and limits.resume is not None:
        raise Failure("--csv: a file of --resume holds the counts of one hand, leave it out")
    if book is not None:
        ask = partial(book.advise, scoring=points, variant=game)
        if csv:
            table_of_calls(ask, hand)
        else:
            held = held_of(words_or_stdin(hand, WANTED), (5,), limits.seed, game)
            turns_up = house["turnup_trump"] != "off"
            show_call(ask(held.hand), shown.json, shown.details, open_only, held, turns_up)
            if limits.seed is not None and not held.small:
                remark("--seed changes nothing: the book answers, and nothing is left to chance")
        return

    def sampled(cards: Hand, workers: Workers, plan: Plan = plan) -> TrumpAdvice:
        from solver.simulation.trump_call import TrumpStudy

        with as_usage():
            study = TrumpStudy(
                cards,
                variant=game,
                scoring=points,
                plan=plan,
                workers=workers,
                shown=given_of(give or (), game, 0, cards),
            )
        return solved(study.run)

    if csv:
        with machines.workers() as workers:
            table_of_calls(lambda five: sampled(five, workers), hand)
        return
    held = held_of(words_or_stdin(hand, WANTED), (5,), limits.seed, game, give or ())
    cards = held.hand
    with machines.workers() as workers:
        advice = sampled(cards, workers, replace(plan, seed=held.seed))
    fields = {}
    if shown.json and not open_only and not give:
        from solver.players import table_fields

        odds = {suit.letter: (e.win.p, e.kot.p) for suit, e in advice.trumps.items()}
        fields = table_fields(game, cards, odds)

    def drawn() -> list[RenderableType]:
        from solver.views.studies import trump_view

        picture_of(advice)
        return trump_view(advice, shown.details, open_only)

    print_study(advice, shown.json, drawn, held, **fields)


def _bids(
    game: Variant,
    hand: list[str] | None,
    at_score: AtScore,
    limits: Limits,
    workers: Workers,
    shown: Shown,
) -> None:
    """Daba rang: print the worth of each bid."""
    for option, value in vars(at_score).items():
        if value is not None:
            raise Failure(f"--{option}: a bid of daba is won or lost as bid, whatever the match")
    if changed := sorted(set(game.changed) - {"direction"}):
        raise Failure(
            f"{changed[0]}: bids are judged with every trick taken at once and trump open, "
            "expected no option of daba_rang"
        )
    rules = HouseRules("daba").rules()
    held = held_of(words_or_stdin(hand, BIDDER), (game.cards_per_hand,), limits.seed, game)
    choose_bid(held, rules, limits.plan(), workers, shown)
