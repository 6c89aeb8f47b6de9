"""Games held to their proofs (audit.pyx): which questions are asked of a position, how often."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from compiled import compiled
from covering import plan
from inside import SOURCES
from test_vs_reference_all_games import an_ending
from translate import position_of

from solver.base.errors import HakemError
from solver.core import engine
from solver.core.engine import Solver
from solver.game.position import Position
from solver.game.variants import VARIANTS, Variant

HERE = Path(__file__).parent
inside = compiled(HERE / "audit.pyx", [*SOURCES, HERE / "audit_spot.pxi"], "-DHK_TERMS")
"""Its bounds note which terms of a mask there were, and leave out the one HAKEM_DROP names."""

FIRST = {variant.name: variant for variant in VARIANTS}


def new_audit(seed: int, *, dealings: int, every_pair: bool) -> Any:
    """An Audit with the searches that the engine runs."""
    return inside.Audit((*engine._searches(), engine.perft), seed, dealings, every_pair)  # type: ignore[attr-defined]


def trumps_of(variant: Variant) -> str:
    """How trump stands."""
    if variant.wild_two:
        return variant.family
    return "in_play" if variant.sets_trump else "hidden" if variant.hides_trump else "declared"


def asked(rng: random.Random, solver: Solver, position: Position) -> Iterator[str]:
    """Ask all that the game knows; after each question how points were taken in it."""
    variant, n = position.variant, position.tricks_left
    heap = variant.collecting
    solver.value(position)
    yield "heap" if heap else "once"
    if variant.points == "tens" and variant["dehla_result"] == "tricks_decide":
        solver.wins_by_tricks(position, max(position.tricks_total // 2 + 1, 1))
        yield "heap"
    if heap:
        return
    solver.race(position, rng.randint(1, n), 1)
    solver.race(position, 1, rng.randint(1, n))
    yield "once"
    for both in (False, True):
        solver.race_with_kot(
            position, rng.randint(0, n), rng.randint(1, n), rng.random() < 0.5, both
        )
        yield "kot"
    if position.player is not None and sum(position.taken) == position.tricks_done:
        solver.wins_hand(position)
        yield "apart"
    if trumps_of(variant) == "declared":
        solver.makes_run(position, rng.randint(1, n))
        yield "run"


def ending(rng: random.Random, variant: Variant, cards: int) -> Position:
    """A random position that can be asked about, with up to so many cards in a hand.

    Six hands are half as long; so are five cards and those dealt later.
    """
    if variant.seats == 6 or variant.deals_later:
        cards = (cards + 1) // 2 + 1
    while True:
        game, state = an_ending(rng, variant, cards)
        position = position_of(game, state, variant)
        if position.tricks_left > 1:
            return position


def hold_tables(
    audit: Any, rng: random.Random, solver: Solver, position: Position, most: int
) -> None:
    """Check the table after every question: `most` entries of it, or all (0)."""
    kind = trumps_of(position.variant)
    trumps = position.trump is not None or kind == "in_play"
    for collect in asked(rng, solver, position):
        audit.table(solver, collect, kind, trumps, most, 4 if most else 255)


def settings_with_bounds(name: str) -> list[Variant]:
    """Settings of a game in which every two values meet, but for duties: there is no bound then.

    Of the plain game one: the others change no rule of play.
    """
    if name == "hokm":
        return [FIRST[name]]
    kept = []
    for variant in plan(FIRST[name], 2):
        duties = variant.get("void_duty", "none"), variant.get("overtrump_duty", "off")
        if duties == ("none", "off"):
            kept.append(variant)
    return kept


def solver_of(rng: random.Random, variant: Variant, collect: str) -> Solver:
    """A Solver that was asked about this game, whose rules it has read."""
    solver = Solver(1)
    while not solver.nodes:
        position = ending(rng, variant, 3)
        if collect != "apart":
            solver.value(position)
        elif sum(position.taken) == position.tricks_done:
            try:
                solver.wins_hand(position)
            except HakemError:
                continue
    return solver
