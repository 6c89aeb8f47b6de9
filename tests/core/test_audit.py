"""Every proof speaks of all positions like its own: so these are searched, too (audit.pyx).

A check is one dealing with one pair of thresholds. By default half a million; the slow run makes
`HAKEM_SCALE` times some 48 million and, with -s, prints them by game:

    python -m pytest -m slow -n 0 -s tests/core/test_audit.py
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from audited import (
    FIRST,
    ending,
    hold_tables,
    new_audit,
    settings_with_bounds,
    solver_of,
    trumps_of,
)
from covering import plan
from size import scaled

from solver.core.engine import Solver

# game, how points are taken: checks in the default run and the slow one. Those of the default run
# find any term that is left out of a mask (test_audit_terms.py), the rarest after 220,000 of hokm.
BOUNDS = {
    ("hokm", "once"): (300_000, 4_000_000),
    ("hokm", "kot"): (5_000, 200_000),
    ("satat", "once"): (10_000, 500_000),
    ("satat", "kot"): (3_000, 100_000),
    ("double_sar", "heap"): (12_000, 800_000),
    ("dehla_pakad", "heap"): (10_000, 600_000),
    ("three_hokm", "once"): (5_000, 300_000),
    ("three_hokm", "kot"): (3_000, 100_000),
    ("three_hokm", "apart"): (5_000, 200_000),
    ("two_hokm", "once"): (3_000, 100_000),
    ("two_hokm", "kot"): (2_000, 50_000),
}


# Places where a mask lacked the trumps that were drawn, as a fault shows them; the leader.
DRAWN = {
    "quick tricks": (("A.A.A.97", "K...KT84", "QJT...Q5", ".K.K.AJ6"), 0),
    "refuted leads": (("A.AK.8.AT", ".Q.AKT9.J", "QJT..J7.9", "K..Q.KQ87"), 3),
}


def held(audit: Any, what: str) -> None:
    """Nothing was found wrong; with -s, what was looked at."""
    print(f"\n{what}: {audit.checks} checks of {audit.proofs} proofs", end="")
    assert not audit.faults, f"a proof that does not hold: {audit.faults[0]}"


def check_bounds(audit: Any, name: str, collect: str, sizes: tuple[int, ...], checks: int) -> None:
    """The bounds and the leads that they refute, in settings in which every two values meet."""
    rng = random.Random(f"bounds {name} {collect}")
    rows = settings_with_bounds(name)
    share = max(1, checks // (len(sizes) * len(rows)))
    for number, variant in enumerate(rows):
        solver = solver_of(rng, variant, collect)
        trumps = name == "satat" or number % 5 != 4
        for cards in sizes:
            audit.bounds(solver, collect, trumps_of(variant), trumps, cards, share, 5 * share)


def check_tables(
    audit: Any, name: str, sizes: tuple[int, ...], checks: int, strength: int, most: int
) -> None:
    """The table after every question of random endings, in settings in which the values meet."""
    rng = random.Random(f"tables {name} {sizes}")
    solver = Solver(8)
    rows = plan(FIRST[name], strength)
    count = 0
    while audit.checks < checks or count < len(rows):
        position = ending(rng, rows[count % len(rows)], rng.choice(sizes))
        hold_tables(audit, rng, solver, position, most)
        count += 1


@pytest.mark.parametrize("name", DRAWN)
def test_bounds_on_drawn_trumps(name: str) -> None:
    audit = new_audit(6, dealings=60, every_pair=True)
    solver = solver_of(random.Random(name), FIRST["hokm"], "once")
    assert audit.bounds_at(solver, *DRAWN[name]) > 1
    held(audit, name)


@pytest.mark.parametrize(("name", "collect"), BOUNDS)
def test_bounds(name: str, collect: str) -> None:
    audit = new_audit(1, dealings=6, every_pair=False)
    check_bounds(audit, name, collect, (5, 6), BOUNDS[name, collect][0])
    held(audit, f"bounds, {name}, {collect}")


@pytest.mark.parametrize("name", FIRST)
def test_tables(name: str) -> None:
    """Three values of the options meet."""
    audit = new_audit(2, dealings=6, every_pair=False)
    check_tables(audit, name, (2, 3, 3, 4), 10_000, 3, most=40)
    held(audit, f"tables, {name}")


@pytest.mark.parametrize("name", FIRST)
def test_tables_of_longer_hands(name: str) -> None:
    audit = new_audit(3, dealings=6, every_pair=False)
    check_tables(audit, name, (5, 6), 5_000, 1, most=200)
    held(audit, f"longer tables, {name}")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "collect"), BOUNDS)
def test_many_bounds(name: str, collect: str) -> None:
    audit = new_audit(4, dealings=24, every_pair=True)
    check_bounds(audit, name, collect, (2, 3, 4, 5, 6, 7), scaled(BOUNDS[name, collect][1]))
    held(audit, f"bounds, {name}, {collect}")


@pytest.mark.slow
@pytest.mark.parametrize("name", FIRST)
def test_whole_tables(name: str) -> None:
    """Every entry, after solves of 5 to 8 cards a hand."""
    audit = new_audit(5, dealings=12, every_pair=True)
    check_tables(audit, name, (5, 6, 7, 8), scaled(220_000), 3, most=0)
    held(audit, f"whole tables, {name}")
