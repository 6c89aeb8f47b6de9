"""Open hand against the table: draw calls, solve them, play them out, and fit the curves.

    python -m benchmarks.at_the_table CALLS.jsonl [--calls 200] [--hands 20] [--worlds 200]
        [--player sampled:10] [--variant hokm] [--seed 13] [--jobs N] [--write]

Each call is one line of CALLS.jsonl, written as soon as it is done; the same command goes on where
an interrupted run ended. With --write the curves are fitted on two calls of three, tested on the
others and stored in the data that `hakem trump`, `kot` and `book` show beside open-hand figures.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

import solver.players
from solver import find_variant
from solver.players import AtTheTable, CallPlayed, find_player, fit_curves, play_call
from solver.simulation.parallel import map_chunks

STORED = Path(solver.players.__file__).with_name("data") / "at_the_table.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--worlds", type=int, default=200)
    parser.add_argument("--player", default="sampled:10")
    parser.add_argument("--variant", default="hokm")
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--jobs", type=int, default=None)
    parser.add_argument("--write", action="store_true", help="store the curves in the package")
    said = parser.parse_args()
    variant = find_variant(said.variant)
    player = find_player(said.player)
    done = read_calls(said.file)
    left = [number for number in range(said.calls) if number not in done]

    def one(number: int) -> CallPlayed:
        return play_call(number, said.seed, player, variant, said.worlds, said.hands)

    with said.file.open("a", encoding="utf-8") as out:
        for call in map_chunks(one, left, jobs=said.jobs):
            out.write(json.dumps(asdict(call)) + "\n")
            out.flush()
            done[call.number] = call
    calls = [done[number] for number in sorted(done) if number < said.calls]
    command = (
        f"python -m benchmarks.at_the_table calls.jsonl --calls {said.calls} --hands {said.hands} "
        f"--worlds {said.worlds} --player {said.player} --variant {variant.name} "
        f"--seed {said.seed} --write"
    )
    found = fit_curves(calls, variant, said.player, said.seed, command)
    print(report(found, calls))
    if said.write:
        store(found)


def read_calls(path: Path) -> dict[int, CallPlayed]:
    """The calls played so far, by number; a line cut off by an interruption is left out."""
    found = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                call = CallPlayed(**json.loads(line))
            except (ValueError, TypeError):
                continue
            found[call.number] = call
    return found


def store(found: AtTheTable) -> None:
    """Put the curves of this game into the data that comes along."""
    STORED.parent.mkdir(exist_ok=True)
    games = json.loads(STORED.read_text(encoding="utf-8"))["games"] if STORED.exists() else {}
    games[found.game] = found.to_dict()
    STORED.write_text(json.dumps({"schema": 1, "games": games}, indent=1) + "\n", encoding="utf-8")


def report(found: AtTheTable, calls: list[CallPlayed]) -> str:
    """The shares of all calls, the curves at some chances, and the test."""
    worlds, hands = (sum(getattr(c, name) for c in calls) for name in ("worlds", "hands"))
    lines = [f"{len(calls)} calls, {hands} hands, players {found.player}"]
    for name in ("win", "kot"):
        opened = sum(c.open_wins if name == "win" else c.open_kots for c in calls) / worlds
        made = sum(c.wins if name == "win" else c.kots for c in calls) / hands
        curve = getattr(found, name)
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
    main()
