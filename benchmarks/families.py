"""Every game and question on random full deals, with DDS on the same deals as the yardstick.

    python -m benchmarks.families [--deals N] [--limit NODES] [--only TEXT] [--json FILE]

Trump is the leader's longest suit; one thread, an empty table each time, thread CPU time. A solve
that plays more than NODES cards ends with bounds, and is counted as capped: mean and worst are then
too low. `ratio` is the mean against DDS counting tricks on the same deals in the same run.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.against_dds import dump, machine
from benchmarks.frozen import random_deals
from cli.bench import Item, peer, spread
from solver import Deal, Hand, Position, Solver, Suit, __version__, find_variant

SEED = 2024
# The larger table keeps the dear families from being emptied in mid-solve.
MEGABYTES = 64
Ask = Callable[[Solver, Position, int], object]


def reach(a: int, total: int) -> Ask:
    """Does side A take a of the points?"""
    return lambda solver, position, limit: solver.race(position, a, total - a + 1, limit)


def exact(solver: Solver, position: Position, limit: int) -> object:
    """The points of side A; None when the limit came first."""
    low, high = solver.value(position, node_limit=limit)
    return low if low == high else None


def kot(solver: Solver, position: Position, limit: int) -> object:
    """Does side A take the first seven tricks?"""
    return solver.race(position, 7, 1, limit)


def mean(solver: Solver, position: Position, limit: int) -> object:
    """The mean over the chance move."""
    low, high = solver.expected(position, node_limit=limit)
    return low if low == high else None


def challenge(solver: Solver, position: Position, limit: int) -> object:
    """Can the other side take the first seven under some other trump?"""
    for trump in Suit:
        if trump != position.trump:
            first = solver.race(Position(position.hands, trump), 1, 7, limit)
            if first is None or not first:
                return None if first is None else True
    return False


@dataclass(frozen=True, slots=True)
class Family:
    """A row of the table: a game, a question, how to deal, and the target as a ratio to DDS."""

    title: str
    variant: str
    options: dict[str, object]
    ask: Ask
    target: float | None = None
    kind: str = "four"
    player: int | None = None


def _row(
    title: str,
    variant: str,
    ask: Ask,
    target: float | None = None,
    kind: str = "four",
    player: int | None = None,
    **options: object,
) -> Family:
    return Family(title, variant, options, ask, target, kind, player)


SEVEN, ALL = reach(7, 13), reach(13, 13)
FAMILIES = (
    _row("plain, exact", "hokm", exact),
    _row("plain, win", "hokm", SEVEN),
    _row("plain, kot", "hokm", kot),
    _row("plain, must trump, win", "hokm", SEVEN, void_duty="must_trump"),
    _row("plain, overtrump, win", "hokm", SEVEN, overtrump_duty="vs_opponent"),
    _row("plain, challenge of the call", "hokm", challenge),
    _row("satat, win", "satat", SEVEN, 0.3),
    _row("satat, kot", "satat", kot, 0.01),
    _row("satat, exact", "satat", exact),
    _row("trup kasiet, win", "trup_kasiet", SEVEN),
    _row("trup kasiet, kot", "trup_kasiet", kot),
    _row("double sar, majority", "DS_PLAIN", SEVEN, 1.0),
    _row("double sar DS_PK3, majority", "DS_PK3", SEVEN, 1.0),
    _row("double sar DS_PK5, majority", "DS_PK5", SEVEN),
    _row("double sar DS_HARD, majority", "DS_HARD", SEVEN, 1.5),
    _row("double sar ace block, majority", "double_sar", SEVEN, 1.5, ace_rule="block"),
    _row("double sar ace reset, majority", "double_sar", SEVEN, 1.5, ace_rule="reset"),
    _row("double sar ace demote, majority", "double_sar", SEVEN, 1.5, ace_rule="demote"),
    _row("double sar, kot", "DS_PLAIN", ALL, 0.2),
    _row("double sar, exact", "DS_PLAIN", exact),
    _row("be-ranga, majority", "beranga", SEVEN, 0.6, "none"),
    _row("be-ranga, kot", "beranga", ALL, None, "none"),
    _row("be-ranga single, win", "cut_hukum", SEVEN, None, "none"),
    _row("dehla pakad, three tens", "dehla_pakad", reach(3, 4), 4.0),
    _row("dehla pakad, exact tens", "dehla_pakad", exact, 8.0),
    _row("dehla pakad, all tens", "dehla_pakad", reach(4, 4)),
    _row("five-card start, three tens", "dehla_five_card", reach(3, 4), None, "five"),
    _row("five-card start, mean tens", "dehla_five_card", mean, None, "five"),
    _row("hidden trump, win", "band_rang", SEVEN),
    _row("hidden trump, kot", "band_rang", kot),
    _row("hidden trump double, majority", "band_rang_double", SEVEN),
    _row("daba rang, exact", "daba_rang", exact),
    _row("dummy rang, majority", "dummy_rang", SEVEN),
    _row("dummy rang, one defender >= 4", "dummy_rang", reach(4, 13), None, "four", 1,
         dummy_score="individual"),
    _row("two players, exact", "two_hokm", exact, 0.05, "two"),
    _row("three players, caller's seven", "three_hokm", reach(7, 17), 6.0, "three", 0),
    _row("three players, caller's first seven", "three_hokm", kot, None, "three", 0),
    _row("chokri, five tricks", "chokri", reach(5, 8), None, "six"),
    _row("chokri, exact", "chokri", exact, None, "six"),
)  # fmt: skip


def longest(hand: Hand) -> Suit:
    """The longest suit; of equals the one with the higher cards."""
    return max(Suit, key=lambda suit: (hand.length(suit), hand.bits >> 13 * suit & 0x1FFF))


def other_deals(kind: str, number: int) -> list[Deal]:
    """Deals for another number of seats, from a pack of their own."""
    rng = np.random.default_rng(SEED)
    seats, cards = {"two": (2, 13), "three": (3, 17), "six": (6, 8)}[kind]
    out = {"two": set(), "three": {Suit.CLUBS * 13}, "six": {0, 13, 26, 39}}[kind]
    pack = np.array([card for card in range(52) if card not in out])
    found = []
    for _ in range(number):
        mixed = rng.permutation(pack)
        found.append(
            Deal(
                tuple(
                    Hand(sum(1 << int(card) for card in mixed[cards * s : cards * s + cards]))
                    for s in range(seats)
                )
            )
        )
    return found


def position_of(family: Family, deal: Deal) -> Position:
    """The position before the first lead."""
    variant = find_variant(family.variant).with_options(**family.options)
    if family.kind == "five":
        # Which five come first is drawn by the deal itself, so that it never changes.
        mixed = np.random.default_rng(deal.hands[0].bits).permutation(13)[:5]
        first = [Hand.of([list(hand)[i] for i in mixed]) for hand in deal.hands]
        rest = tuple(hand - five for hand, five in zip(deal.hands, first, strict=True))
        return Position.start(Deal(tuple(first)), None, 0, variant, reserves=rest)
    trump = None if family.kind == "none" else longest(deal.hands[0])
    return Position.start(deal, trump, 0, variant, player=family.player)


def measure(
    family: Family, deals: list[Deal], limit: int, seconds: float
) -> tuple[dict[str, Any], int]:
    """The figures of one row, and how many deals were asked before `seconds` were used up."""
    solver = Solver(MEGABYTES)
    times: list[float] = []
    counts: list[int] = []
    capped = yes = 0
    began = time.thread_time()
    for deal in deals:
        position = position_of(family, deal)
        solver.clear()
        nodes, start = solver.nodes, time.thread_time()
        answer = family.ask(solver, position, limit)
        times.append(time.thread_time() - start)
        counts.append(solver.nodes - nodes)
        capped += answer is None
        yes += answer is True
        if time.thread_time() - began > seconds and len(times) >= 10:
            break
    found: dict[str, Any] = {
        "deals": len(times),
        "capped": capped,
        **spread(times),
        "nodes_mean": sum(counts) / len(counts),
        "nodes_median": sorted(counts)[len(counts) // 2],
        "nodes_max": max(counts),
        "target": family.target,
    }
    if family.ask not in (exact, mean):
        found["yes"] = yes / max(len(times) - capped, 1)
    return found, len(times)


def table(report: dict[str, Any]) -> str:
    """The report for people, as a table of the documentation."""
    lines = [
        "| question | deals | capped | median ms | mean | p95 | worst | nodes | x DDS | target |"
    ]
    lines.append("|---" * 10 + "|")
    for title, row in report["families"].items():
        target = "" if row["target"] is None else f"{row['target']:g}"
        more = ">= " if row["capped"] else ""
        lines.append(
            f"| {title} | {row['deals']} | {row['capped'] or ''} | {row['median_ms']:.3g} | "
            f"{row['mean_ms']:.3g} | {row['p95_ms']:.3g} | {row['max_ms']:.3g} | "
            f"{row['nodes_mean']:,.0f} | {more}{row['ratio']:.2g} | {target} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--limit", type=int, default=20_000_000, help="cards a solve may play")
    parser.add_argument("--seconds", type=float, default=60.0, help="at most for one row")
    parser.add_argument("--only", default="", help="only rows with this text in their title")
    parser.add_argument("--json", type=Path, help="write every figure here")
    asked = parser.parse_args()
    deals = list(random_deals(SEED, asked.deals))
    ask = peer(time.thread_time)
    theirs = [ask(Item("", deal, longest(deal.hands[0]), {}), "exact")[1] for deal in deals]
    dds = spread(theirs)
    report: dict[str, Any] = {
        "version": __version__,
        **machine(),
        "limit": asked.limit,
        "dds_exact": dds,
        "families": {},
    }
    for family in FAMILIES:
        if asked.only not in family.title:
            continue
        chosen = deals
        if family.kind in ("two", "three", "six"):
            chosen = other_deals(family.kind, asked.deals)
        row, number = measure(family, chosen, asked.limit, asked.seconds)
        # Against DDS on the very deals this row got to; other packs against all of them.
        same = theirs if chosen is not deals else theirs[:number]
        row["ratio"] = row["mean_ms"] * len(same) / (1000 * sum(same))
        report["families"][family.title] = row
        if asked.json:
            dump(report, asked.json)
        print(table({"families": {family.title: row}}).splitlines()[2], flush=True)
    print(f"DDS exact: mean {dds['mean_ms']:.3g} ms, median {dds['median_ms']:.3g}")


if __name__ == "__main__":
    main()
