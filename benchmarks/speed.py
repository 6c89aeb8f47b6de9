"""docs/speed.md: its tables and its picture, made anew in one run.

    python -m benchmarks.speed [--deals N] [--games N] [--seconds S] [--only PART]

    dds     ours and DDS in turn on the stored deals, and kots a second
    parts   nodes with one part of the search switched off at a time
    games   every game and question; some hours, and a run that is interrupted goes on where it was
    threads one thread and two, for streams, studies and a book

Each part writes its figures to benchmarks/results/ and its table between its marks in the page.
release-VERSION.json there has what a later release is held against: with a file of another version
beside it, the change of each figure is printed.
"""

from __future__ import annotations

import argparse
import json
import textwrap
from pathlib import Path
from typing import Any

from benchmarks import ablation, against_dds, families, threads
from benchmarks.against_dds import dump, put_into
from solver import __version__

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results"
PAGE = ROOT / "docs" / "speed.md"
PARTS = ("dds", "parts", "games", "threads")
LIMIT = 3_000_000  # nodes of a search with a part switched off
ABLATED = 20  # deals
ROUNDS = 3  # of each job by one thread and by two


def dds(deals: int) -> None:
    """Ours and DDS, with the picture."""
    report = against_dds.measured(deals)
    assert not report["wrong"], report["wrong"]
    dump(report, RESULTS / "against_dds.json")
    against_dds.plot(report, PAGE.with_suffix(".png"))
    kot = report["kot"]
    told = (
        f"{report['processor']}, Python {report['python']}, {report['deals']:,} deals. Kots: "
        f"{kot['per_second']:,.0f} positions a second on one core, kot and goon kot of "
        f"{kot['positions']:,} random positions in one batch (the leader's side has a kot in "
        f"{100 * kot['kot']:.1f} % of them, the other side in {100 * kot['goon']:.1f} %)."
    )
    put_into(PAGE, "dds", f"{textwrap.fill(told, 118)}\n\n{against_dds.table(report)}")


def parts() -> None:
    """Nodes with one part switched off."""
    report = ablation.measured(ABLATED, LIMIT)
    dump(report, RESULTS / "ablation.json")
    put_into(PAGE, "parts", ablation.table(report["nodes"]))


def games(deals: int, seconds: float) -> None:
    """Every game; rows that are there and complete are not measured again."""
    target = RESULTS / "families.json"
    families.main(["--deals", str(deals), "--seconds", f"{seconds:g}", "--json", str(target)])
    report = json.loads(target.read_text(encoding="utf-8"))
    put_into(PAGE, "families", families.table(report))


def two_threads(rounds: int, scale: float) -> None:
    """One thread and two."""
    report = threads.report_of(rounds, scale)
    dump(report, RESULTS / "threads.json")
    put_into(PAGE, "threads", threads.table(report))


def release() -> dict[str, float]:
    """The figures that a regression would show in, by name."""
    found: dict[str, float] = {}
    report = json.loads((RESULTS / "against_dds.json").read_text(encoding="utf-8"))
    for question, row in report["questions"].items():
        found[f"{question}: nodes"] = row["nodes"]
        for name, ratio in row["ratio"].items():
            found[f"{question}: {name.removesuffix('_ms')}, x DDS"] = ratio
    found["kots a second"] = report["kot"]["per_second"]
    report = json.loads((RESULTS / "ablation.json").read_text(encoding="utf-8"))
    for question, row in report["nodes"]["all parts"].items():
        found[f"{question}: nodes of {report['deals']} deals"] = row["nodes"]
    report = json.loads((RESULTS / "families.json").read_text(encoding="utf-8"))
    for title, row in report["families"].items():
        found[f"{title}: nodes a deal"] = row["nodes_mean"]
        found[f"{title}: nodes a second"] = 1000 * row["nodes_mean"] / row["mean_ms"]
        found[f"{title}: mean, x DDS"] = row["ratio"]
    report = json.loads((RESULTS / "threads.json").read_text(encoding="utf-8"))
    for name, row in report["jobs"].items():
        found[f"two threads, {name}: gain by processor time"] = row["by work"]
    return found


def changes(old: dict[str, float], new: dict[str, float]) -> list[str]:
    """A line for each figure that both have and that differs."""
    return [
        f"{name}: {old[name]:,.5g} -> {new[name]:,.5g} ({new[name] / old[name]:.3f})"
        for name in new
        if old.get(name) and new[name] != old[name]
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=1000, help="how many of the stored deals")
    parser.add_argument("--games", type=int, default=200, help="deals of each game and question")
    parser.add_argument("--seconds", type=float, default=60, help="at most, for each of these")
    parser.add_argument("--only", choices=PARTS, action="append", help="one part; may be repeated")
    asked = parser.parse_args()
    chosen = asked.only or PARTS
    if "dds" in chosen:
        dds(asked.deals)
    if "parts" in chosen:
        parts()
    if "games" in chosen:
        games(asked.games, asked.seconds)
    if "threads" in chosen:
        two_threads(ROUNDS, 1.0)
    figures: dict[str, Any] = {"version": __version__, "figures": release()}
    target = RESULTS / f"release-{__version__}.json"
    for path in sorted(RESULTS.glob("release-*.json")):
        if path != target:
            old = json.loads(path.read_text(encoding="utf-8"))
            print(f"since {old['version']}", *changes(old["figures"], figures["figures"]), sep="\n")
    dump(figures, target)
    print(f"{PAGE.relative_to(ROOT)} and {target.relative_to(ROOT)} written")


if __name__ == "__main__":
    main()
