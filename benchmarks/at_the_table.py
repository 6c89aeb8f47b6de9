"""Open hand against the table: draw calls, solve them, play them out, and fit the curves.

    python -m benchmarks.at_the_table STEPS.jsonl --variant NAME [--player sampled:10]
        [--calls 200] [--hands 20] [--worlds 100] [--seed 13] [--seconds S] [--jobs N] [--write]

The work is done in steps of twenty solved deals or five hands of one call, deals first, and every
step is one line of STEPS.jsonl, written and forced to the disk when it is done: the same command
goes on where a run ended, was killed, or stopped after --seconds. A file belongs to one game and
seed. It may hold several players (the deals are solved once for all of them), and more calls, deals
or hands may be asked of it later. With --write the curves are fitted on two calls of three, tested
on the others and stored in the data that `hakem trump`, `kot`, `book` and `choose` show beside
open-hand figures, and the table of docs/players.md is written again. One process keeps about one
processor busy: run two games side by side.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import solver.players
from solver import find_variant
from solver.base.errors import HakemError, ResumeError
from solver.decide.parallel import map_chunks
from solver.game.variants import VARIANTS, Variant
from solver.players import (
    AtTheTable,
    CallPlayed,
    Player,
    check_curves,
    draw_call,
    find_player,
    fit_curves,
    play_hands,
    solve_worlds,
)
from solver.players.at_the_table import HANDS_AT_ONCE, WORLDS_AT_ONCE

STORED = Path(solver.players.__file__).with_name("data") / "at_the_table.json"
PAGE = Path(__file__).parents[1] / "docs" / "players.md"
MARKS = "<!-- at the table -->\n", "<!-- at the table: end -->\n"
SOLVED = "open hands"
Step = tuple[str, int, int]
"""What is done (`SOLVED`, or the player at the table), the number of the call, of the step."""


@dataclass
class Steps:
    """The file of steps: one game (with its options) and one seed."""

    path: Path
    variant: Variant
    seed: int
    done: dict[Step, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read what is there; ResumeError for the file of another game or seed.

        A last line that was cut off by a kill is dropped.
        """
        about = {
            "game": self.variant.name,
            "options": self.variant.plain_settings(),
            "seed": self.seed,
        }
        data = self.path.read_bytes() if self.path.exists() else b""
        kept = data[: data.rfind(b"\n") + 1]
        if kept != data:
            with self.path.open("r+b") as file:
                file.truncate(len(kept))
        if not kept:
            self._append(about)
            return
        first, *lines = map(json.loads, kept.splitlines())
        for name, mine in about.items():
            if first.get(name) != mine:
                raise ResumeError(f"{self.path}: its {name} is {first.get(name)}, not {mine}")
        for line in lines:
            self.done[line.pop("what"), line.pop("call"), line.pop("step")] = line

    def add(self, step: Step, found: dict[str, Any]) -> None:
        """Keep a step for good."""
        self._append(dict(zip(("what", "call", "step"), step, strict=True)) | found)
        self.done[step] = found

    def _append(self, line: dict[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")
            out.flush()
            os.fsync(out.fileno())

    def played(self, player: str, wanted: list[Step]) -> list[CallPlayed]:
        """The calls of which something was solved and something played, of the steps wanted."""
        sums: dict[int, dict[str, dict[str, Any]]] = {}
        for step in wanted:
            if (found := self.done.get(step)) is not None:
                what, number, _ = step
                had = sums.setdefault(number, {}).setdefault(what, {})
                for name, value in found.items():
                    had[name] = None if value is None else had.get(name, 0) + value
        calls = []
        for number, parts in sorted(sums.items()):
            if len(parts) == 2:
                five, trump = draw_call(number, self.seed, self.variant)
                letter = None if trump is None else trump.letter
                calls.append(
                    CallPlayed(number, str(five), letter, **parts[SOLVED], **parts[player])
                )
        return calls


def steps_of(player: str, calls: int, worlds: int, hands: int) -> list[Step]:
    """All steps, each round over all calls: a run that ends early knows them equally well."""
    rounds = [(SOLVED, k) for k in range(-(-worlds // WORLDS_AT_ONCE))]
    rounds += [(player, k) for k in range(-(-hands // HANDS_AT_ONCE))]
    return [(what, number, k) for what, k in rounds for number in range(calls)]


def work(
    steps: Steps, left: list[Step], player: Player, jobs: int, seconds: float | None
) -> Iterator[int]:
    """Do these steps until the time is up; yields how many are done."""

    def one(step: Step) -> dict[str, Any]:
        what, number, k = step
        if what == SOLVED:
            return solve_worlds(number, k, steps.seed, steps.variant)
        return play_hands(number, k, steps.seed, steps.variant, player)

    deadline = None if seconds is None else time.monotonic() + seconds
    found = map_chunks(one, left, jobs=jobs, deadline=deadline)
    for place, (step, result) in enumerate(zip(left, found, strict=False), 1):
        steps.add(step, result)
        yield place


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--hands", type=int, default=20, help="played for each call")
    parser.add_argument("--worlds", type=int, default=100, help="deals solved for each call")
    parser.add_argument("--player", default="sampled:10")
    parser.add_argument("--variant", default="hokm")
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument(
        "--seconds", type=float, default=None, help="begin nothing after these; 0 only fits"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="store the curves in the package")
    said = parser.parse_args()
    try:
        variant = find_variant(said.variant)
        check_curves(variant)
        player = find_player(said.player)
        steps = Steps(said.file, variant, said.seed)
    except HakemError as fault:
        print(f"at_the_table: {fault}", file=sys.stderr)
        return 2
    wanted = steps_of(player.name, said.calls, said.worlds, said.hands)
    left = [step for step in wanted if step not in steps.done] if said.seconds != 0 else []
    told = begun = time.monotonic()
    for done in work(steps, left, player, said.jobs, said.seconds):
        now = time.monotonic()
        if now > told + 30 or done == len(left):
            told = now
            print(f"{done} of {len(left)} steps, {now - begun:.0f} s", file=sys.stderr, flush=True)
    missing = sum(step not in steps.done for step in wanted)
    calls = steps.played(player.name, wanted)
    command = (
        f"python -m benchmarks.at_the_table steps.jsonl --variant {variant.name} --player "
        f"{player.name} --calls {said.calls} --hands {said.hands} --worlds {said.worlds} --seed "
        f"{said.seed} --write"
    )
    if missing:
        print(f"{missing} of {len(wanted)} steps are left: the same command goes on")
    if len(calls) < 30:
        return int(missing > 0)
    found = fit_curves(calls, variant, player.name, said.seed, command)
    print(report(found, calls))
    if said.write and not missing:
        store(found)
        print(f"written to {STORED.name}")
    return int(missing > 0)


def store(found: AtTheTable) -> None:
    """Put the curves of this game into the data that comes along, and all into the page."""
    STORED.parent.mkdir(exist_ok=True)
    games = json.loads(STORED.read_text(encoding="utf-8"))["games"] if STORED.exists() else {}
    games[found.game] = found.to_dict()
    games = {each.name: games[each.name] for each in VARIANTS if each.name in games}
    STORED.write_text(json.dumps({"schema": 1, "games": games}, indent=1) + "\n", encoding="utf-8")
    entries = [AtTheTable.from_dict(entry) for entry in games.values()]
    PAGE.write_text(into_page(PAGE.read_text(encoding="utf-8"), entries), encoding="utf-8")


def into_page(page: str, entries: Iterable[AtTheTable]) -> str:
    """The page with the table of these curves between its marks."""
    before, rest = page.split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    return f"{before}{MARKS[0]}\n{table_of(entries)}\n{MARKS[1]}{after}"


def table_of(entries: Iterable[AtTheTable]) -> str:
    """Markdown: of each game the shares of all calls, and the test on those kept for it."""
    rows = [
        "| game | players | hands | | open hands | at the table | kept for the test: found | the "
        "curve said | open hands said |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for each in entries:
        hands = (each.calls + each.tested_calls) * each.hands
        head = f"| {each.game} | {each.player} | {hands:,} "
        for name, share in each.shares.items():
            test = each.tested[name]
            rows.append(
                f"{head}| {name} | {share['open']:.1%} | {share['table']:.1%} | "
                f"{test['found']:.0f} of {test['hands']:,.0f} | {test['curve']:.0f} | "
                f"{test['open']:.0f} |"
            )
            head = "| | | "
    return "\n".join(rows) + "\n"


def report(found: AtTheTable, calls: list[CallPlayed]) -> str:
    """The shares of all calls, the curves at some chances, and the test."""
    worlds, hands = (sum(getattr(c, name) for c in calls) for name in ("worlds", "hands"))
    lines = [f"{found.game}: {len(calls)} calls, {hands} hands, {found.who} ({found.player})"]
    for name in ("win", "kot"):
        curve = getattr(found, name)
        if curve is None:
            continue
        opened = sum(getattr(call, f"open_{name}s") for call in calls) / worlds
        made = sum(getattr(call, f"{name}s") for call in calls) / hands
        lines.append(
            f"{name}: open {opened:.1%}, table {made:.1%}; a {curve.a:.3f} b {curve.b:.3f}"
        )
        for chance in (0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.8):
            if (found_at := curve.at(chance)).covered:
                p, low, high, _ = found_at
                lines.append(f"  open {chance:.0%}: table {p:.1%} ({low:.1%} to {high:.1%})")
        test = found.tested[name]
        lines.append(
            f"  other {found.tested_calls} calls: {test['found']:.0f} of {test['hands']:.0f}, the "
            f"curve says {test['curve']:.1f}, open hands {test['open']:.1f}; log loss "
            f"{test['log_loss_curve']:.4f} against {test['log_loss_open']:.4f}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
