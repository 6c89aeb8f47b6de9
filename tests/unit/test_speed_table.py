"""The table of speeds: a row for every game and every option that changes the search, and the page
that is made from its file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import families, speed, threads
from benchmarks.against_dds import put_into
from benchmarks.families import FAMILIES, measure, other_deals, position_of, table
from benchmarks.frozen import random_deals
from solver import VARIANTS, find_variant
from solver.decide import parallel, study

# Options that leave the search as it is, or rename a suit of it.
SAME_SEARCH = {"stop_rule", "continue_fail", "removed_two", "given_suit", "dehla_trump"}


# Games whose options play like those of another game, which has the rows.
SAME_GAME = {"daba_rang": "band_rang_double", "dummy_rang": "double_sar"}


def settings_of_rows() -> set[tuple[str, str, object]]:
    found = set()
    for family in FAMILIES:
        variant = find_variant(family.variant).with_options(**family.options)
        found |= {(variant.name, name, value) for name, value in variant.settings.items()}
    return found


def test_every_game_and_option_has_a_row() -> None:
    rows = settings_of_rows()
    missing = [
        f"{variant.name} {name}={value}"
        for variant in VARIANTS
        for name, spec in variant.options.items()
        if spec.scope == "play" and not spec.many and name not in SAME_SEARCH
        for value in spec.values
        if (variant.name, name, value) not in rows
        and (SAME_GAME.get(variant.name), name, value) not in rows
    ]
    assert not missing
    assert {family.variant for family in FAMILIES} >= {variant.name for variant in VARIANTS}
    assert len({family.title for family in FAMILIES}) == len(FAMILIES)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.title)
def test_every_row_can_be_asked(family: families.Family) -> None:
    kind = family.kind
    deals = other_deals(kind, 2) if kind in families.OTHER else list(random_deals(1, 2))
    row = measure(family, deals, 300, 60.0)
    assert row["deals"] == 2
    assert row["stopped"] == ""
    assert row["nodes_max"] <= 300 + 400
    assert position_of(family, deals[0], 1) is not None


def test_the_table_of_the_page(tmp_path: Path) -> None:
    row = measure(FAMILIES[2], list(random_deals(1, 10)), 0, 60.0)
    report: dict[str, Any] = {
        "deals": 10, "seconds": 60.0, "limit": 1000, "dds_exact": row,
        "families": {FAMILIES[2].title: {**row, "ratio": 0.25}},
    }  # fmt: skip
    text = table(json.loads(json.dumps(report)))
    assert "| plain, kot | 10 |" in text
    assert "| 0.25 |" in text
    page = tmp_path / "page.md"
    page.write_text(
        "before\n<!-- games: begin -->\nold\n<!-- games: end -->\nafter\n", encoding="utf-8"
    )
    put_into(page, "games", text)
    assert page.read_text(encoding="utf-8") == (
        f"before\n<!-- games: begin -->\n{text}\n<!-- games: end -->\nafter\n"
    )
    page.write_text("nothing", encoding="utf-8")
    with pytest.raises(SystemExit, match="no marks"):
        put_into(page, "games", text)


def test_more_seconds_measure_again_what_ran_out_of_them() -> None:
    row = measure(FAMILIES[2], list(random_deals(1, 12)), 0, 0.0)
    assert (row["stopped"], row["deals"]) == ("time", 10)
    assert families.complete(row, 0.0)
    assert not families.complete(row, 1.0)
    assert families.complete({**row, "stopped": ""}, 1.0)
    assert not families.complete({**row, "stopped": "interrupted"}, 0.0)


def test_what_a_release_is_held_against() -> None:
    figures = speed.release()
    assert figures["exact: nodes"] > 1_000_000
    assert 0 < figures["exact: mean, x DDS"] < 1
    assert "satat, win: mean, x DDS" in figures
    assert figures["satat, win: nodes a deal"] > 10_000
    assert figures["satat, win: nodes a second"] > 1_000_000
    assert 1 < figures["two threads, trump: gain by processor time"] < 2.5
    older = {**figures, "exact: nodes": figures["exact: nodes"] * 2, "gone": 1.0}
    assert [line.split(":")[0] for line in speed.changes(older, figures)] == ["exact"]
    assert "(0.500)" in speed.changes(older, figures)[0]


@pytest.mark.parametrize("name", ["dds", "parts", "families", "threads"])
def test_the_page_has_a_place_for_each_table(name: str, tmp_path: Path) -> None:
    page = tmp_path / "speed.md"
    page.write_text(speed.PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    put_into(page, name, "| a table |")
    assert "| a table |" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["solve, class and value", "kot"])
def test_one_thread_and_two_are_watched(name: str) -> None:
    """The job runs in threads that note what they do, and the usual ones come back."""
    run = threads.measured(threads.JOBS[name], 2, 0.01)
    assert 1 <= len(run.workers) <= 2
    assert all(each.life >= each.tasks > 0 for each in run.workers)
    assert parallel.Threads is threads.USUAL is study.Threads
    row = threads.rounds(threads.JOBS[name], 1, 0.01)
    text = threads.table({"jobs": {name: row}})
    assert text.splitlines()[-1].startswith(f"| {name} | ")
    assert text.splitlines()[0].count("|") == text.splitlines()[-1].count("|")
