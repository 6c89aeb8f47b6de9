"""`hakem review`: each card of a played hand, judged from its own seat and with open hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import Failure, Jobs, Json, NodeLimit, Seed, as_usage
from .matches import files_of, record_of
from .output import emit_json, progress, show
from .report import picture

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver import Card, Scoring, Variant
    from solver.book import BookAdvice
    from solver.players import HandReview
    from solver.record import HandRecord


def review(
    file: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Records of hands or matches; - for a pipe.")
    ],
    quick: Annotated[
        bool, typer.Option("--quick", help="Open hands only: no card is called a mistake.")
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Show every card, not the faults alone.")
    ] = False,
    number: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="This hand of the record, from 1 on.")
    ] = None,
    seed: Seed = None,
    node_limit: NodeLimit = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Where a hand went wrong: each card as its own seat saw it at that moment.

    A card is called an inaccuracy, a mistake or a blunder by the points it costs over deals that
    fit what its player knew; what it costs with all hands open stands beside it.
    """
    from solver import Workers
    from solver.players import review_hand
    from solver.record import replay_match

    with as_usage("--jobs"):
        workers = Workers(jobs)
    answers: list[dict[str, object]] = []
    parts: list[RenderableType] = []
    for path in files_of(file):
        sheet = replay_match(record_of(path))
        replays = [*sheet.replays, *([sheet.unfinished] if sheet.unfinished else [])]
        if number is not None and number > len(replays):
            raise Failure(f"--number {number}: the record has {len(replays)} hands")
        scoring = sheet.record.scoring if sheet.record.scoring.by_class else None
        for place, replayed in enumerate(replays, 1):
            if replayed.start is None or (number is not None and place != number):
                continue
            hand = sheet.record.hands[place - 1]
            with progress("reviewing the cards") as advance:
                found = review_hand(
                    replayed.start,
                    _cards(hand, len(replayed.tricks), replayed.begun is not None),
                    scoring,
                    quick=quick,
                    advice=_advice(hand, replayed.start.variant, scoring),
                    seed=seed,
                    node_limit=node_limit or 0,
                    workers=workers,
                    progress=advance,
                )
            if json:
                answers.append({"hand": place, **found.to_dict()})
            else:
                from solver.views.review import review_view

                picture(lambda shown=found, at=place: _pictures(shown, at))  # type: ignore[misc]
                parts += [f"hand {place}", ""] if len(replays) > 1 else []
                parts += [*review_view(found, every), ""]
    if not answers and not parts:
        raise Failure("no hand of the record has cards to review: only results are recorded")
    if json:
        emit_json({"hands": answers})
    else:
        show(*parts[:-1])


def _pictures(found: HandReview, place: int) -> str:
    """The course of a hand and its tricks, for a report."""
    from solver.views.pictures import timeline_svg
    from solver.views.reports import tricks_html

    cards = [each.opened for each in found.cards]
    return (
        f"<h2>hand {place}: tricks of seats 0 and 2 with best play, after each card</h2>"
        f"{timeline_svg(cards, found.start)}{tricks_html(found.start, [c.card for c in cards])}"
    )


def _advice(hand: HandRecord, variant: Variant, scoring: Scoring | None) -> BookAdvice | None:
    """What the book says of the caller's first five; None where it says nothing."""
    from solver.book import find_book

    if hand.first_five is None or scoring is None or scoring.kind != "class":
        return None
    book = find_book(variant)
    return None if book is None else book.advise(hand.first_five, scoring=scoring, variant=variant)


def _cards(hand: HandRecord, complete: int, begun: bool) -> list[Card | str]:
    """The cards of the tricks that were replayed, with the word `ask` before a request."""
    play: list[Card | str] = []
    for trick in hand.tricks[: complete + begun]:
        for place, card in enumerate(trick.cards):
            play += ["ask", card] if place in trick.asks else [card]
    return play
