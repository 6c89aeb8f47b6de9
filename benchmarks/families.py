"""Every game and question on random full deals, with DDS on the same deals as the yardstick.

    python -m benchmarks.families [--deals N] [--limit NODES] [--seconds S] [--json FILE]
    python -m benchmarks.families --markdown FILE [--into docs/speed.md]

Trump is the leader's longest suit; one thread, an empty table for every deal, thread CPU time. A
search that reaches NODES ends with bounds and is counted as capped: mean and worst time are too low
then. `ratio` is the mean divided by that of DDS for exact tricks on the same deals in the same run.
DDS solves a fifth of them again during each row, and its times are scaled by the change of pace
found.

With --json every row is written as soon as it is complete. The same command continues an
interrupted run; with more --seconds it measures those rows again that ran out of time (--again: all
rows). --markdown prints the table of docs/speed.md from such a file, --into replaces it there.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.against_dds import dump, machine, put_into
from benchmarks.frozen import random_deals
from solver import (
    Card,
    Deal,
    Hand,
    Position,
    Solver,
    StockDraw,
    Suit,
    __version__,
    find_variant,
    guarantees,
    solve,
)
from solver import challenge as challenge_of
from solver.deals.bench import Item, peer, spread
from solver.open.stock_draw import draw_race

SEED = 2024
# With a smaller table the longest searches would empty it before they end.
MEGABYTES = 64
LOOK = 5
"""DDS solves every n-th deal again during a row, to find changes in the machine's pace."""
Start = Position | StockDraw
Ask = Callable[[Solver, Any, int], object]
"""A question: returns an answer, or None when the limit came first."""


def ahead(a: int, b: int) -> Ask:
    """Does side A take a points before the others take b?"""
    return lambda solver, position, limit: solver.race(position, a, b, limit)


def reach(a: int, total: int) -> Ask:
    """Does side A take a of the points?"""
    return ahead(a, total - a + 1)


def exact(solver: Solver, position: Position, limit: int) -> object:
    """The points of side A."""
    low, high = solver.value(position, node_limit=limit)
    return low if low == high else None


def mean(solver: Solver, position: Position, limit: int) -> object:
    """The mean over the chance move."""
    low, high = solver.expected(position, node_limit=limit)
    return low if low == high else None


def outcome(solver: Solver, position: Position, limit: int) -> object:
    """The class of the hand, or the chances of each where a random card decides."""
    found = solve(position, ("class",), solver=solver, node_limit=limit)
    return (found.outcome or found.chances) if found.decided else None


def challenge(target: str) -> Ask:
    """Does a challenge of the call pay? All three other trumps."""

    def ask(solver: Solver, position: Position, limit: int) -> object:
        assert position.trump is not None
        found = challenge_of(
            Deal(position.hands),
            position.trump,
            solver,
            challenge_target=target,
            node_limit=limit,
        )
        return found.pays if found.pays or found.decided else None

    return ask


def wins(solver: Solver, position: Position, limit: int) -> object:
    """Does this one of three win the hand against the other two?"""
    return solver.wins_hand(position, limit)


def all_three(solver: Solver, position: Position, limit: int) -> object:
    """The guarantees of all three players."""
    found = guarantees(position, solver, limit)
    return found if all(one.decided for one in found) else None


def drawn(solver: Solver, draw: StockDraw, limit: int) -> object:
    """Does seat 0 get seven tricks by the best draws of both?"""
    return draw_race(draw, 7, 7, solver, limit)


@dataclass(frozen=True, slots=True)
class Family:
    """A row of the table: a game, a question, how to deal, and the target ratio to DDS."""

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


SEVEN, ALL, NOT_NONE = reach(7, 13), reach(13, 13), reach(1, 13)
KOT, GOON = ahead(7, 1), ahead(1, 7)
FAMILIES = (
    # plain
    _row("plain, exact", "hokm", exact),
    _row("plain, win", "hokm", SEVEN),
    _row("plain, kot", "hokm", KOT),
    _row("plain, goon kot", "hokm", GOON),
    _row("plain, all thirteen", "hokm", ALL),
    _row("plain, class", "hokm", outcome),
    _row("plain, must trump, win", "hokm", SEVEN, void_duty="must_trump"),
    _row("plain, must trump, exact", "hokm", exact, void_duty="must_trump"),
    _row("plain, overtrump opponents, win", "hokm", SEVEN, overtrump_duty="vs_opponent"),
    _row("plain, overtrump always, win", "hokm", SEVEN, overtrump_duty="always"),
    _row("plain, must trump and overtrump, win", "hokm", SEVEN, void_duty="must_trump",
         overtrump_duty="always"),
    _row("plain, challenge, first seven", "hokm", challenge("first7")),
    _row("plain, challenge, any seven in a row", "hokm", challenge("any_run_of_7")),
    # satat
    _row("satat, win", "satat", SEVEN, 0.3),
    _row("satat, kot", "satat", KOT, 0.01),
    _row("satat, exact", "satat", exact),
    _row("satat, class", "satat", outcome),
    _row("satat, not exempt, win", "satat", SEVEN, satat_exempt=False),
    _row("trup kasiet, win", "trup_kasiet", SEVEN),
    _row("trup kasiet, kot", "trup_kasiet", KOT),
    _row("trup kasiet, exact", "trup_kasiet", exact),
    _row("trup kasiet, known by a ruff, win", "trup_kasiet", SEVEN, kasiet_known="first_ruff"),
    _row("trup kasiet, known by the card, win", "trup_kasiet", SEVEN,
         kasiet_known="indicator_played"),
    _row("trup kasiet, free after a led two, win", "trup_kasiet", SEVEN, kasiet_free_on_W="led"),
    _row("trup kasiet, card held back, win", "trup_kasiet", SEVEN,
         indicator_playable="after_known"),
    _row("trup kasiet, not exempt, win", "trup_kasiet", SEVEN, satat_exempt=False),
    # double sar
    _row("double sar, majority", "DS_PLAIN", SEVEN, 1.0),
    _row("double sar DS_PK3, majority", "DS_PK3", SEVEN, 1.0),
    _row("double sar DS_PK5, majority", "DS_PK5", SEVEN),
    _row("double sar DS_HARD, majority", "DS_HARD", SEVEN, 1.5),
    _row("double sar ace block, majority", "double_sar", SEVEN, 1.5, ace_rule="block"),
    _row("double sar ace reset, majority", "double_sar", SEVEN, 1.5, ace_rule="reset"),
    _row("double sar ace demote, majority", "double_sar", SEVEN, 1.5, ace_rule="demote"),
    _row("double sar block, plain aces, majority", "double_sar", SEVEN, 1.5, ace_rule="block",
         ace_trumps_count=False),
    _row("double sar first streak 3, majority", "double_sar", SEVEN, first_streak=3),
    _row("double sar {12}, majority", "double_sar", SEVEN, no_collect={12}),
    _row("double sar {2,3,4,5}, majority", "double_sar", SEVEN, no_collect={2, 3, 4, 5}),
    _row("double sar must trump, majority", "double_sar", SEVEN, void_duty="must_trump"),
    _row("double sar overtrump, majority", "double_sar", SEVEN, overtrump_duty="always"),
    _row("double sar overtrump opponents, majority", "double_sar", SEVEN,
         overtrump_duty="vs_opponent"),
    _row("double sar, kot", "DS_PLAIN", ALL, 0.2),
    _row("double sar DS_PK3, kot", "DS_PK3", ALL, 0.2),
    _row("double sar DS_HARD, kot", "DS_HARD", ALL),
    _row("double sar, goon kot", "DS_PLAIN", NOT_NONE),
    _row("double sar, class", "DS_PLAIN", outcome),
    _row("double sar, exact", "DS_PLAIN", exact),
    _row("double sar DS_PK3, exact", "DS_PK3", exact),
    _row("double sar DS_HARD, exact", "DS_HARD", exact),
    # be-ranga
    _row("be-ranga, majority", "beranga", SEVEN, 0.6, "none"),
    _row("be-ranga, kot", "beranga", ALL, None, "none"),
    _row("be-ranga, goon kot", "beranga", NOT_NONE, None, "none"),
    _row("be-ranga, exact", "beranga", exact, None, "none"),
    _row("be-ranga, setting card dead, majority", "beranga", SEVEN, None, "none",
         set_trick_active=False),
    _row("be-ranga, dead, no delay, majority", "beranga", SEVEN, None, "none",
         set_trick_active=False, beranga_delay=0),
    _row("be-ranga ace block, majority", "beranga", SEVEN, None, "none", ace_rule="block"),
    _row("be-ranga ace reset, majority", "beranga", SEVEN, None, "none", ace_rule="reset"),
    _row("be-ranga ace demote, majority", "beranga", SEVEN, None, "none", ace_rule="demote"),
    _row("be-ranga block, plain aces, majority", "beranga", SEVEN, None, "none", ace_rule="block",
         ace_trumps_count=False),
    _row("be-ranga first streak 3, majority", "beranga", SEVEN, None, "none", first_streak=3),
    _row("be-ranga BERANGA_GAMN, majority", "BERANGA_GAMN", SEVEN, None, "none"),
    _row("be-ranga single, win", "cut_hukum", SEVEN, None, "none"),
    _row("be-ranga single, kot", "cut_hukum", KOT, None, "none"),
    _row("be-ranga single, exact", "cut_hukum", exact, None, "none"),
    _row("be-ranga single, setting card dead, win", "cut_hukum", SEVEN, None, "none",
         set_trick_active=False),
    _row("be-ranga single, heap until trump, win", "cut_hukum", SEVEN, None, "none",
         single_heap_until_trump=True),
    # dehla pakad
    _row("dehla pakad, three tens", "dehla_pakad", reach(3, 4), 4.0),
    _row("dehla pakad, two tens", "dehla_pakad", reach(2, 4)),
    _row("dehla pakad, one ten", "dehla_pakad", reach(1, 4)),
    _row("dehla pakad, all tens", "dehla_pakad", reach(4, 4)),
    _row("dehla pakad, exact tens", "dehla_pakad", exact, 8.0),
    _row("dehla pakad, class", "dehla_pakad", outcome),
    _row("dehla pakad, class, w25", "dehla_pakad", outcome, dehla_result="w25"),
    _row("dehla pakad, class, nobody wins 2-2", "dehla_pakad", outcome, dehla_result="no_winner"),
    _row("dehla pakad, class, tricks decide", "dehla_pakad", outcome,
         dehla_result="tricks_decide"),
    _row("dehla pakad {2}, three tens", "dehla_pakad", reach(3, 4), no_collect={2}),
    _row("dehla pakad ace block, three tens", "dehla_pakad", reach(3, 4), ace_rule="block"),
    _row("dehla pakad ace reset, three tens", "dehla_pakad", reach(3, 4), ace_rule="reset"),
    _row("dehla pakad ace demote, three tens", "dehla_pakad", reach(3, 4), ace_rule="demote"),
    _row("dehla pakad block, plain aces, three tens", "dehla_pakad", reach(3, 4), ace_rule="block",
         ace_trumps_count=False),
    _row("dehla pakad first streak 3, three tens", "dehla_pakad", reach(3, 4), first_streak=3),
    _row("dehla pakad must trump, three tens", "dehla_pakad", reach(3, 4), void_duty="must_trump"),
    _row("dehla pakad overtrump, three tens", "dehla_pakad", reach(3, 4), overtrump_duty="always"),
    _row("dehla pakad overtrump opponents, three tens", "dehla_pakad", reach(3, 4),
         overtrump_duty="vs_opponent"),
    # five-card start
    _row("five-card start, three tens", "dehla_five_card", reach(3, 4), None, "five"),
    _row("five-card start, all tens", "dehla_five_card", reach(4, 4), None, "five"),
    _row("five-card start, mean tens", "dehla_five_card", mean, None, "five"),
    _row("five-card start, class", "dehla_five_card", outcome, None, "five"),
    _row("five-card start, class, w25", "dehla_five_card", outcome, None, "five",
         dehla_result="w25"),
    _row("five-card start, class, nobody wins 2-2", "dehla_five_card", outcome, None, "five",
         dehla_result="no_winner"),
    _row("five-card start, tricks decide", "dehla_five_card", outcome, None, "five",
         dehla_result="tricks_decide"),
    _row("five-card start, given suit, mean tens", "dehla_five_card", mean, None, "five",
         m1_fallback="given_suit"),
    _row("five-card start, majority of tricks", "dehla_five_card", SEVEN, None, "five",
         counts="tricks"),
    _row("five-card start first streak 3, mean tens", "dehla_five_card", mean, None, "five",
         first_streak=3),
    _row("five-card start ace block, mean tens", "dehla_five_card", mean, None, "five",
         ace_rule="block"),
    _row("five-card start ace reset, mean tens", "dehla_five_card", mean, None, "five",
         ace_rule="reset"),
    _row("five-card start ace demote, mean tens", "dehla_five_card", mean, None, "five",
         ace_rule="demote"),
    _row("five-card start block, plain aces, mean tens", "dehla_five_card", mean, None, "five",
         ace_rule="block", ace_trumps_count=False),
    # hidden trump
    _row("hidden trump, win", "band_rang", SEVEN),
    _row("hidden trump, kot", "band_rang", KOT),
    _row("hidden trump, exact", "band_rang", exact),
    _row("hidden trump, opponents ask, win", "band_rang", SEVEN, may_ask="opponents_only"),
    _row("hidden trump, asker free, win", "band_rang", SEVEN, asker_must_trump=False),
    _row("hidden trump, whole trick, win", "band_rang", SEVEN, activation="whole_trick"),
    _row("hidden trump double, majority", "band_rang_double", SEVEN),
    _row("hidden trump double, kot", "band_rang_double", ALL),
    _row("hidden trump double, exact", "band_rang_double", exact),
    _row("hidden trump double, opponents ask, majority", "band_rang_double", SEVEN,
         may_ask="opponents_only"),
    _row("hidden trump double, asker free, majority", "band_rang_double", SEVEN,
         asker_must_trump=False),
    _row("hidden trump double, whole trick, majority", "band_rang_double", SEVEN,
         activation="whole_trick"),
    _row("hidden trump double, ace block, majority", "band_rang_double", SEVEN, ace_rule="block"),
    _row("hidden trump double, ace reset, majority", "band_rang_double", SEVEN, ace_rule="reset"),
    _row("hidden trump double, ace demote, majority", "band_rang_double", SEVEN, ace_rule="demote"),
    _row("hidden trump double, block, plain aces, majority", "band_rang_double", SEVEN,
         ace_rule="block", ace_trumps_count=False),
    _row("hidden trump double, first streak 3, majority", "band_rang_double", SEVEN,
         first_streak=3),
    _row("daba rang, a bid of seven", "daba_rang", SEVEN),
    _row("daba rang, exact", "daba_rang", exact),
    _row("daba rang double, exact", "daba_rang", exact, daba_capture="double"),
    # other numbers of players
    _row("dummy rang, majority", "dummy_rang", SEVEN),
    _row("dummy rang, exact", "dummy_rang", exact),
    _row("dummy rang single, win", "dummy_rang", SEVEN, dummy_capture="single"),
    _row("dummy rang, one defender >= 4", "dummy_rang", reach(4, 13), None, "four", 1,
         dummy_score="individual"),
    _row("dummy rang, one defender exact", "dummy_rang", exact, None, "four", 1,
         dummy_score="individual"),
    _row("two players, exact", "two_hokm", exact, 0.05, "two"),
    _row("two players, win", "two_hokm", SEVEN, None, "two"),
    _row("two players, kot", "two_hokm", KOT, None, "two"),
    _row("two players, class", "two_hokm", outcome, None, "two"),
    _row("two players, must trump, win", "two_hokm", SEVEN, None, "two", void_duty="must_trump"),
    _row("two players, overtrump, win", "two_hokm", SEVEN, None, "two", overtrump_duty="always"),
    _row("two players, overtrump opponents, win", "two_hokm", SEVEN, None, "two",
         overtrump_duty="vs_opponent"),
    _row("two players, last 6 draws, win", "two_hokm", drawn, None, "draw 6"),
    _row("two players, last 10 draws, win", "two_hokm", drawn, None, "draw 10"),
    _row("two players, last 14 draws, win", "two_hokm", drawn, None, "draw 14"),
    _row("two players, all 21 draws, win", "two_hokm", drawn, None, "draw 21"),
    _row("two players, last 6 draws unseen, win", "two_hokm", drawn, None, "draw 6",
         see_second=False),
    _row("three players, caller's seven", "three_hokm", reach(7, 17), 6.0, "three", 0),
    _row("three players, caller's first seven", "three_hokm", KOT, None, "three", 0),
    _row("three players, caller exact", "three_hokm", exact, None, "three", 0),
    _row("three players, caller wins", "three_hokm", wins, None, "three", 0),
    _row("three players, caller wins, both of a tie", "three_hokm", wins, None, "three", 0,
         three_tie="both"),
    _row("three players, caller wins, nobody in a tie", "three_hokm", wins, None, "three", 0,
         three_tie="no_score"),
    _row("three players, second's seven", "three_hokm", reach(7, 17), None, "three", 1),
    _row("three players, third's seven", "three_hokm", reach(7, 17), None, "three", 2),
    _row("three players, all of all", "three_hokm", all_three, None, "three"),
    _row("chokri, five tricks", "chokri", reach(5, 8), None, "six"),
    _row("chokri, exact", "chokri", exact, None, "six"),
    _row("chokri majority, class", "chokri", outcome, None, "six", chokri="majority"),
)  # fmt: skip


OTHER = {"two": (2, 13), "three": (3, 17), "six": (6, 8)}
"""Seats and cards of the games that are not dealt from the same four hands."""


def longest(hand: Hand) -> Suit:
    """The longest suit; of equals the one with the higher cards."""
    return max(Suit, key=lambda suit: (hand.length(suit), hand.bits >> 13 * suit & 0x1FFF))


def other_deals(kind: str, number: int) -> list[Deal]:
    """Deals for another number of seats, from a pack of their own."""
    rng = np.random.default_rng(SEED)
    seats, cards = OTHER[kind]
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


def some_draw(number: int, draws: int, see_second: bool) -> StockDraw:
    """The draw of two players with so many draws to come; the caller's longest suit is trump."""
    pack = np.random.default_rng([SEED, number]).permutation(52)
    missing = ((draws + 1) // 2, draws // 2)
    sizes = [13 - gap for gap in missing]
    first = Hand(sum(1 << int(card) for card in pack[: sizes[0]]))
    second = Hand(sum(1 << int(card) for card in pack[sizes[0] : sum(sizes)]))
    stock = tuple(Card.from_index(int(card)) for card in pack[sum(sizes) :][: 2 * draws])
    variant = find_variant("two_hokm").with_options(see_second=see_second)
    # The caller draws first and last; with an even number of draws left the other player is next.
    return StockDraw((first, second), stock, longest(first), 1 - draws % 2, variant)


def position_of(family: Family, deal: Deal, number: int = 0) -> Start:
    """The position before the first lead; for a draw only the number of the deal counts."""
    variant = find_variant(family.variant).with_options(**family.options)
    if family.kind.startswith("draw"):
        return some_draw(number, int(family.kind.split()[1]), bool(variant["see_second"]))
    if family.kind == "five":
        # The first five cards are chosen by a number derived from the deal, so that they never
        # change.
        mixed = np.random.default_rng(deal.hands[0].bits).permutation(13)[:5]
        first = [Hand.of([list(hand)[i] for i in mixed]) for hand in deal.hands]
        rest = tuple(hand - five for hand, five in zip(deal.hands, first, strict=True))
        return Position.start(Deal(tuple(first)), None, 0, variant, reserves=rest)
    trump = None if family.kind == "none" else longest(deal.hands[0])
    return Position.start(deal, trump, 0, variant, player=family.player)


def measure(
    family: Family,
    deals: list[Deal],
    limit: int,
    seconds: float,
    dds: Callable[[int], float] | None = None,
) -> dict[str, Any]:
    """The figures of one row, from the deals solved before `seconds` were used up or Ctrl-C came.

    `dds(number)`, the time of DDS for a deal, is called after every few deals.
    """
    solver = Solver(MEGABYTES)
    times: list[float] = []
    counts: list[int] = []
    capped = yes = 0
    booleans = False
    stopped = ""
    again: list[float] = []
    try:
        for number, deal in enumerate(deals):
            position = position_of(family, deal, number)
            solver.clear()
            nodes, start = solver.nodes, time.thread_time()
            answer = family.ask(solver, position, limit)
            times.append(time.thread_time() - start)
            counts.append(solver.nodes - nodes)
            capped += answer is None
            yes += answer is True
            booleans = booleans or isinstance(answer, bool)
            if dds and number % LOOK == 0:
                again.append(round(1000 * dds(number), 4))
            if sum(times) > seconds and len(times) >= 10:
                stopped = "time" if len(times) < len(deals) else ""
                break
    except KeyboardInterrupt:
        stopped = "interrupted"
    found: dict[str, Any] = {
        "deals": len(times),
        "capped": capped,
        "stopped": stopped,
        "allowed_s": seconds,
        "dds_ms": again,
    }
    if times:
        found |= {
            **spread(times),
            "nodes_mean": sum(counts) / len(counts),
            "nodes_median": sorted(counts)[len(counts) // 2],
            "nodes_max": max(counts),
            "target": family.target,
        }
        if booleans:
            found["yes"] = yes / max(len(times) - capped, 1)
    return found


HEAD = "| question | deals | capped | median ms | mean | p95 | worst | nodes | x DDS | target |"


def row_of(title: str, row: dict[str, Any]) -> str:
    """One row of the table of the documentation."""
    target = "" if row["target"] is None else f"{row['target']:g}"
    more = ">= " if row["capped"] else ""
    return (
        f"| {title} | {row['deals']} | {row['capped'] or ''} | {row['median_ms']:.3g} | "
        f"{row['mean_ms']:.3g} | {row['p95_ms']:.3g} | {row['max_ms']:.3g} | "
        f"{row['nodes_mean']:,.0f} | {more}{row['ratio']:.2g} | {target} |"
    )


def table(report: dict[str, Any]) -> str:
    """The report for people: the table of the documentation, and what it was measured against."""
    lines = [HEAD, "|---" * (HEAD.count("|") - 1) + "|"]
    lines += [row_of(title, row) for title, row in report["families"].items() if row["deals"]]
    dds = report["dds_exact"]
    lines += [
        "",
        f"DDS, exact tricks on these deals: mean {dds['mean_ms']:.3g} ms, median "
        f"{dds['median_ms']:.3g} ms, p95 {dds['p95_ms']:.3g} ms. {report['deals']} deals a row, "
        f"or ten and more until it has used {report['seconds']:g} s; a solve: at most "
        f"{report['limit']:,} cards.",
    ]
    return "\n".join(lines)


def dds_on(deals: list[Deal]) -> Callable[[int], float]:
    """Seconds that DDS takes for the exact tricks of the deal of a number."""
    ask = peer(time.thread_time)

    def seconds(number: int) -> float:
        deal = deals[number]
        return ask(Item("", deal, longest(deal.hands[0]), {}), "exact")[1]

    return seconds


def begun(asked: argparse.Namespace) -> dict[str, Any]:
    """The report of an earlier run of the same command, or a new one with the times of DDS."""
    settings = {
        "version": __version__,
        **machine(),
        "seed": SEED,
        "deals": asked.deals,
        "limit": asked.limit,
    }
    if asked.json and asked.json.exists():
        report: dict[str, Any] = json.loads(asked.json.read_text(encoding="utf-8"))
        if all(report.get(name) == value for name, value in settings.items()):
            return {**report, "seconds": max(report["seconds"], asked.seconds)}
        print(f"{asked.json} was made by another command and is begun anew")
    ask = dds_on(list(random_deals(SEED, asked.deals)))
    theirs = [ask(number) for number in range(asked.deals)]
    times = [round(1000 * seconds, 4) for seconds in theirs]
    return {
        **settings,
        "seconds": asked.seconds,
        "dds_exact": spread(theirs),
        "dds_ms": times,
        "families": {},
    }


def complete(row: dict[str, Any], seconds: float) -> bool:
    """Whether a row need not be measured again with this many seconds."""
    return row["stopped"] == "" or (row["stopped"] == "time" and row["allowed_s"] >= seconds)


def in_order(report: dict[str, Any]) -> dict[str, Any]:
    """The rows in the order of FAMILIES, without rows that no longer exist."""
    rows = report["families"]
    return {f.title: rows[f.title] for f in FAMILIES if f.title in rows}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--limit", type=int, default=20_000_000, help="cards a solve may play")
    parser.add_argument("--seconds", type=float, default=60.0, help="at most for one row")
    parser.add_argument("--only", default="", help="only rows with this text in their title")
    parser.add_argument("--targets", action="store_true", help="only rows that have a target")
    parser.add_argument("--json", type=Path, help="write every figure here, and go on from it")
    parser.add_argument("--again", action="store_true", help="measure the chosen rows anew")
    parser.add_argument("--markdown", type=Path, help="print the table of this JSON file")
    parser.add_argument("--into", type=Path, help="... into this page, between its marks")
    asked = parser.parse_args(arguments)
    if asked.markdown:
        text = table(json.loads(asked.markdown.read_text(encoding="utf-8")))
        if asked.into:
            put_into(asked.into, "families", text)
        else:
            print(text)
        return
    report = begun(asked)
    theirs = report["dds_ms"]
    deals = list(random_deals(SEED, asked.deals))
    dds = dds_on(deals)
    for family in FAMILIES:
        if asked.only not in family.title or (asked.targets and family.target is None):
            continue
        old = report["families"].get(family.title)
        if old and complete(old, asked.seconds) and not asked.again:
            continue
        chosen = deals
        if family.kind in OTHER:
            chosen = other_deals(family.kind, asked.deals)
        row = measure(family, chosen, asked.limit, asked.seconds, dds)
        if row["deals"]:
            # Against DDS on the very deals this row got to; other packs against all of them. Its
            # times are those of the start, at the pace that the machine had during this row.
            same = theirs if family.kind.split()[0] in (*OTHER, "draw") else theirs[: row["deals"]]
            again = row["dds_ms"]
            row["pace"] = sum(again) / sum(theirs[::LOOK][: len(again)])
            row["ratio"] = row["mean_ms"] * len(same) / (sum(same) * row["pace"])
            report["families"][family.title] = row
            report["families"] = in_order(report)
            if asked.json:
                dump(report, asked.json)
            print(row_of(family.title, row), flush=True)
        if row["stopped"] == "interrupted":
            print(
                "interrupted; the same command goes on from here" if asked.json else "interrupted"
            )
            raise SystemExit(130)
    print(f"DDS exact: mean {report['dds_exact']['mean_ms']:.3g} ms")


if __name__ == "__main__":
    main()
