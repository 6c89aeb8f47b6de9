"""`hakem bench`: fixed deals with known answers, measured by `solver.deals.bench`, printed."""

from __future__ import annotations

from typing import Annotated

import typer

from .arguments import Json, Megabytes
from .failures import INTERRUPTED, Failure
from .output import emit_json, progress, show


def bench(
    group: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Only this group of deals: easy, random or hard; may be repeated."
        ),
    ] = None,
    deals: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="So many further random deals, the same every time."),
    ] = 0,
    peers: Annotated[
        bool, typer.Option("--peers", help="Ask DDS the same questions (needs `endplay`).")
    ] = False,
    memory: Megabytes = 32.0,
    details: Annotated[
        bool,
        typer.Option("--details", help="Say why instructions are not counted, where they are not."),
    ] = False,
    json: Json = False,
) -> None:
    """Measure this machine and this version on fixed deals, and check every answer."""
    from solver import Solver
    from solver.deals.bench import built_in, further, peer, run

    items = built_in() + further(deals)
    if group:
        for name in group:
            if name not in {item.group for item in items}:
                raise Failure(f"--group {name}: expected easy, random or hard")
        items = [item for item in items if item.group in group or item.group == "more"]
    try:
        ask_peer = peer() if peers else None
    except ImportError as error:
        raise Failure(f"--peers: {error}") from None
    with progress("solving deals") as advance:
        report = run(items, Solver(memory), ask_peer, advance)
    if json:
        emit_json(report)
    else:
        from solver.views.bench import bench_view

        show(*bench_view(report, details))
    if wrong := report["wrong"]:
        raise Failure(f"{len(wrong)} wrong answers, the first: {wrong[0]}", 1)
    if report["interrupted"]:
        raise Failure("interrupted; these are the deals solved so far", INTERRUPTED)
