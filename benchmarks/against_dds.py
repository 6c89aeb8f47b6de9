"""Ours and DDS (through endplay) on the same deals, in turn, in one run.

    python -m benchmarks.against_dds [--deals N] [--json FILE] [--plot FILE]

Question A is the exact tricks of the leader's side, question C whether they are at least seven.
Both solvers begin every question with an empty table; their order changes from deal to deal. Times
are thread CPU time, including the call from Python. Every answer is compared with the stored one.
The number of kots that one core solves in a second is measured as well.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.frozen import Frozen, load, random_deals
from solver import Solver, __version__
from solver.deals.bench import peer, spread

QUESTIONS = {"exact": "A: exact tricks", "win": "C: at least seven"}
SHOWN = ("mean_ms", "median_ms", "p95_ms", "p99_ms", "max_ms")


def geometric(seconds: Sequence[float]) -> float:
    """The geometric mean in milliseconds."""
    return 1000 * math.exp(sum(math.log(max(s, 1e-7)) for s in seconds) / len(seconds))


def described(seconds: Sequence[float]) -> dict[str, float]:
    """`spread` of `hakem bench`, and the geometric mean."""
    return {**spread(seconds), "geometric_ms": geometric(seconds)}


def ours(solver: Solver, entry: Frozen, question: str) -> tuple[int | bool, float]:
    """Our answer from an empty table, and the CPU seconds it took."""
    position = entry.position
    solver.clear()
    began = time.thread_time()
    if question == "win":
        answer: int | bool | None = solver.race(position, 7, 7)
    else:
        answer = solver.value(position)[0]
    seconds = time.thread_time() - began
    assert answer is not None
    return answer, seconds


def compare(deals: Sequence[Frozen]) -> dict[str, Any]:
    """Both solvers on both questions of every deal."""
    solver, ask = Solver(32), peer(time.thread_time)
    report: dict[str, Any] = {}
    times: dict[str, tuple[list[float], list[float]]] = {q: ([], []) for q in QUESTIONS}
    nodes = dict.fromkeys(QUESTIONS, 0)
    wrong: list[str] = []
    for number, entry in enumerate(deals):
        item = entry.item
        for question in QUESTIONS:
            before = solver.nodes
            if number % 2:
                theirs, their_seconds = ask(item, question)
                answer, seconds = ours(solver, entry, question)
            else:
                answer, seconds = ours(solver, entry, question)
                theirs, their_seconds = ask(item, question)
            nodes[question] += solver.nodes - before
            times[question][0].append(seconds)
            times[question][1].append(their_seconds)
            if not answer == theirs == item.answers[question]:
                wrong.append(f"{entry} {question}: {answer}, DDS {theirs}")
    for question, (mine, others) in times.items():
        a, b = described(mine), described(others)
        report[question] = {
            "hakem": a,
            "dds": b,
            "ratio": {name: a[name] / b[name] for name in (*SHOWN, "geometric_ms")},
            "nodes": nodes[question],
            "hakem_ms": [round(1000 * s, 4) for s in mine],
            "dds_ms": [round(1000 * s, 4) for s in others],
        }
    return {"deals": len(deals), "questions": report, "wrong": wrong}


def kots(number: int = 20_000) -> dict[str, float]:
    """Kot and goon kot of new random deals with four trumps each, on one thread."""
    solver = Solver(32)
    rows = np.array([[h.bits for h in deal] for deal in random_deals(7, number)], dtype=np.uint64)
    solver.batch_outcomes(rows[:500], range(4), 0, "kot")
    began = time.thread_time()
    found = solver.batch_outcomes(rows, range(4), 0, "kot")
    seconds = time.thread_time() - began
    return {
        "positions": found.size,
        "per_second": found.size / seconds,
        "kot": float((found == 2).mean()),
        "goon": float((found == -2).mean()),
    }


def measured(deals: int) -> dict[str, Any]:
    """The whole report, on so many of the stored deals."""
    return {"version": __version__, **machine(), **compare(load(deals)), "kot": kots()}


def table(report: dict[str, Any]) -> str:
    """The report for people, as a table of the documentation."""
    lines = ["| question | solver | mean | geometric | median | p95 | p99 | worst | nodes |"]
    lines += ["|---|---|---|---|---|---|---|---|---|"]
    order = ("mean_ms", "geometric_ms", "median_ms", "p95_ms", "p99_ms", "max_ms")
    for question, found in report["questions"].items():
        for who in ("hakem", "dds", "ratio"):
            cells = [f"{found[who][name]:.3g}" for name in order]
            count = f"{found['nodes']:,}" if who == "hakem" else ""
            title = QUESTIONS[question] if who == "hakem" else ""
            lines.append(f"| {title} | {who} | {' | '.join(cells)} | {count} |")
    return "\n".join(lines)


def plot(report: dict[str, Any], target: Path) -> None:
    """Share of the deals solved within a time, both solvers, logarithmic time."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), sharey=True)
    for axis, (question, found) in zip(axes, report["questions"].items(), strict=True):
        for who, colour in (("hakem", "#0b6e4f"), ("dds", "#b5651d")):
            times = np.sort(np.maximum(found[f"{who}_ms"], 1e-3))
            share = np.arange(1, len(times) + 1) / len(times)
            axis.step(times, share, where="post", color=colour, label=who)
            axis.axvline(found[who]["mean_ms"], color=colour, linestyle=":", linewidth=1)
        axis.set_xscale("log")
        axis.set_title(QUESTIONS[question])
        axis.set_xlabel("milliseconds (log scale; dotted: mean)")
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("share of deals solved")
    axes[0].legend(loc="upper left")
    figure.tight_layout()
    figure.savefig(target, dpi=110)


def machine() -> dict[str, str]:
    """A description of this machine, without its name."""
    processor = platform.machine()
    about = Path("/proc/cpuinfo")
    if about.exists():
        models = re.findall(r"^model name\s*: (.+)$", about.read_text(encoding="utf-8"), re.M)
        processor = models[0] if models else processor
    return {"processor": processor, "python": platform.python_version()}


def put_into(page: Path, name: str, text: str) -> None:
    """Replace the text between the marks of this name in the page."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, mark, rest = page.read_text(encoding="utf-8").partition(begin)
    _, other, after = rest.partition(end)
    if not mark or not other:
        raise SystemExit(f"{page} has no marks {begin} and {end}")
    page.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")


def dump(report: object, target: Path) -> None:
    """Write JSON, long lists on one line each."""
    text = json.dumps(report, indent=1)
    text = re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda m: f"[{' '.join(m[1].split())}]", text)
    target.write_text(text + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=1000, help="how many of the frozen deals")
    parser.add_argument("--json", type=Path, help="write every figure here")
    parser.add_argument("--plot", type=Path, help="draw both distributions (needs matplotlib)")
    asked = parser.parse_args()
    report = measured(asked.deals)
    print(table(report))
    print(f"\nkot: {report['kot']['per_second']:,.0f} positions a second on one core")
    print(f"wrong answers: {len(report['wrong'])}", *report["wrong"], sep="\n")
    if asked.json:
        dump(report, asked.json)
    if asked.plot:
        plot(report, asked.plot)


if __name__ == "__main__":
    main()
