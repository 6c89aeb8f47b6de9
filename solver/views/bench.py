"""The report of `hakem bench` as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from .parts import plain_table

__all__ = ["bench_view"]

MEGABYTE = 1 << 20


def bench_view(report: Mapping[str, Any], details: bool = False) -> list[RenderableType]:
    """Times for each group and question, then the signature, the pace and the memory.

    `details`: why instructions are not counted, where they are not.
    """
    table = plain_table(
        "deals", "question", "n", "solves/s", "mean ms", "median", "p95", "max", "nodes", left=2,
        drop=["p95", "median", "max", "n", "solves/s"],
    )  # fmt: skip
    peers = bool(report["peers"])
    ratios = plain_table(
        "deals", "question", "DDS mean ms", "mean", "median", "p95", "max", left=2,
        drop=["p95", "median", "max"],
    )  # fmt: skip
    for group, kinds in report["groups"].items():
        for row, (question, tally) in enumerate(kinds.items()):
            name = "" if row else group
            times = [_short(tally[key]) for key in _TIMES]
            table.add_row(
                name, question, str(tally["n"]), f"{tally['per_second']:,.0f}", *times,
                f"{tally['nodes']:,}",
            )  # fmt: skip
            if "dds" in tally:
                shares = [tally["ratio"][key] for key in _TIMES]
                ratios.add_row(
                    name, question, _short(tally["dds"]["mean_ms"]),
                    *("" if share is None else f"{share:.2f}" for share in shares),
                )  # fmt: skip
    parts: list[RenderableType] = [table]
    if peers:
        parts += ["", Text("Our time over that of DDS (below 1: ours is less)", "dim"), ratios]
    memory = report["memory"]
    peak = memory["process_peak_bytes"]
    used, limit = memory["table_bytes"] / MEGABYTE, memory["table_limit"] / MEGABYTE
    counted = report["instructions"]
    facts = [
        f"nodes {report['nodes']}",
        f"{report['seconds']:.2f} s in the search",
        f"{report['nodes_per_second'] / 1e6:.1f} million nodes/s",
        f"table {used:.1f} of {limit:.0f} MB",
    ]
    if counted is not None and report["nodes"]:
        facts.insert(3, f"{counted / report['nodes']:,.0f} instructions a node")
    if peak is not None:
        facts.append(f"process {peak / MEGABYTE:.0f} MB")
    parts += ["", Text(", ".join(facts), style="bold")]
    if details and counted is None:
        why = report["instructions_refused"]
        parts.append(Text(f"Instructions are not counted: {why}.", "dim"))
    return parts


_TIMES = ("mean_ms", "median_ms", "p95_ms", "max_ms")


def _short(number: float) -> str:
    """The number with about three significant digits, never in powers of ten."""
    return f"{number:.{3 if number < 0.1 else 2 if number < 10 else 1 if number < 100 else 0}f}"
