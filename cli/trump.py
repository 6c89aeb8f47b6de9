"""`hakem trump`: five cards in, the recommended call out, with what it is worth and how sure."""

from __future__ import annotations

from typing import Annotated

import typer

from .arguments import (
    INTERRUPTED,
    Cluster,
    Failure,
    Jobs,
    Json,
    Precision,
    Samples,
    Seconds,
    Seed,
    VariantName,
    VariantOptions,
    as_usage,
    executor_of,
    hand_of,
    variant_of,
    words_or_stdin,
)
from .render import emit_json, progress, show, trump_view

WANTED = "give the five cards you hold, such as AQ.K84.."


def trump(
    hand: Annotated[
        list[str] | None, typer.Argument(help="The five cards: AQ.K84.. or SA SQ HK H8 H4, or -.")
    ] = None,
    scoring: Annotated[
        str, typer.Option(help="What a win and a kot are worth: ir, nl, inpk or points.")
    ] = "ir",
    samples: Samples = None,
    precision: Precision = None,
    time: Seconds = None,
    seed: Seed = None,
    variant: VariantName = "hokm",
    option: VariantOptions = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Which trump to call from your first five cards.

    Deals the other cards at random many times, solves each deal exactly for all four trumps, and
    counts. Without --samples, --precision or --time the run takes about ten seconds on two cores.
    """
    from solver import TrumpStudy, find_scoring

    game = variant_of(variant, option)
    with as_usage("--scoring"):
        points = find_scoring(scoring)
    cards = hand_of(words_or_stdin(hand, WANTED), (5,))
    with executor_of(cluster) as executor:
        with as_usage():
            study = TrumpStudy(
                cards,
                variant=game,
                scoring=points,
                samples=samples,
                seconds=time,
                precision=precision,
                seed=seed,
                jobs=jobs,
                executor=executor,
            )
        with progress("solving deals") as advance:
            advice = study.run(lambda step: advance(step.fraction))
    if json:
        emit_json(advice.to_dict())
    else:
        show(*trump_view(advice))
    if advice.interrupted:
        raise Failure(f"interrupted after {advice.n} deals; this is what they say", INTERRUPTED)
