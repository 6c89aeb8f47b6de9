"""What each part of the search is worth: nodes with one part switched off at a time.

    python -m benchmarks.ablation [--deals N] [--limit NODES] [--json FILE]

Nodes (cards played) do not depend on the machine. A search that reaches NODES is stopped there and
counted as capped; ratios of rows with capped searches are lower bounds.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from benchmarks.against_dds import dump
from benchmarks.frozen import Frozen, load
from solver import Solver, __version__
from solver.core.engine import ALL_FEATURES, FEATURES

QUESTIONS = ("exact", "win", "kot")


def ask(solver: Solver, entry: Frozen, question: str, limit: int) -> tuple[int, bool]:
    """The nodes from an empty table, and whether the limit ended the search; checks the answer."""
    position = entry.position
    solver.clear()
    before = solver.nodes
    if question == "exact":
        low, high = solver.value(position, node_limit=limit)
        capped = low != high
        assert low <= entry.tricks <= high
    else:
        found = solver.race(position, 7, 7 if question == "win" else 1, limit)
        capped = found is None
        assert capped or found == (entry.seven if question == "win" else entry.kot)
    return solver.nodes - before, capped


def ablation(deals: list[Frozen], limit: int) -> dict[str, Any]:
    """The node totals of every row: all parts on, and each part off."""
    rows = {"all parts": ALL_FEATURES}
    rows |= {f"without {name}": ALL_FEATURES & ~bit for name, bit in FEATURES.items()}
    report: dict[str, Any] = {}
    for title, features in rows.items():
        solver = Solver(64, features=features)
        report[title] = {}
        for question in QUESTIONS:
            found = [ask(solver, entry, question, limit) for entry in deals]
            nodes = sum(count for count, _ in found)
            base = report["all parts"][question]["nodes"] if question in report["all parts"] else 0
            report[title][question] = {
                "nodes": nodes,
                "capped": sum(capped for _, capped in found),
                "ratio": nodes / base if base else 1.0,
            }
    return report


def measured(deals: int, limit: int) -> dict[str, Any]:
    """The whole report, on so many of the stored deals."""
    nodes = ablation(load(deals), limit)
    return {"version": __version__, "deals": deals, "limit": limit, "nodes": nodes}


def table(report: dict[str, Any]) -> str:
    """The report for people, as a table of the documentation."""
    lines = ["| search | exact | win | kot |", "|---|---|---|---|"]
    for title, row in report.items():
        cells = []
        for question in QUESTIONS:
            cell = row[question]
            capped = f", {cell['capped']} capped" if cell["capped"] else ""
            more = "≥ " if capped else ""
            cells.append(f"{cell['nodes']:,} ({more}{cell['ratio']:.2f}{capped})")
        lines.append(f"| {title} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=30)
    parser.add_argument("--limit", type=int, default=5_000_000)
    parser.add_argument("--json", type=Path, help="write every figure here")
    asked = parser.parse_args()
    report = measured(asked.deals, asked.limit)
    print(table(report["nodes"]))
    if asked.json:
        dump(report, asked.json)


if __name__ == "__main__":
    main()
