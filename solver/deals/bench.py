"""Measurements on fixed deals with known answers: the cost of each question, here and for DDS.

The node total is a signature: a change that should not alter the search must not alter it. Each
question starts with an empty table. Times are those inside the search. `hakem bench` prints the
report; `benchmarks/` uses the same pieces on more deals.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from ..base.cards import Suit, parse_trump
from ..base.instructions import InstructionCounter
from ..base.version import __version__
from ..core.engine import Solver
from ..decide.worlds import PartialDeal, sample_worlds, world_hands
from ..game.deal import Deal
from ..game.position import Position

__all__ = [
    "QUESTIONS",
    "Item",
    "Tally",
    "built_in",
    "further",
    "measure",
    "peer",
    "run",
    "spread",
]

QUESTIONS = ("win", "kot", "exact")
# For `--deals`: random deals beside the built-in ones.
_SEED = 20260101


@dataclass(frozen=True, slots=True)
class Item:
    """One deal with its trump, and the answers to the three questions where they are known."""

    group: str
    deal: Deal
    trump: Suit | None
    answers: Mapping[str, int | bool]


@dataclass(slots=True)
class Tally:
    """The cost of one question on the deals of one group."""

    seconds: list[float] = field(default_factory=list)
    nodes: int = 0
    instructions: int | None = None
    peer_seconds: list[float] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Times in milliseconds."""
        answer: dict[str, Any] = {
            "n": len(self.seconds),
            "nodes": self.nodes,
            "nodes_per_second": rate(self.nodes, sum(self.seconds)),
            "instructions": self.instructions,
            **spread(self.seconds),
        }
        if self.peer_seconds:
            dds = spread(self.peer_seconds)
            answer["dds"] = dds
            answer["ratio"] = {
                name: answer[name] / dds[name] if dds[name] else None
                for name in ("mean_ms", "median_ms", "p95_ms", "p99_ms", "max_ms")
            }
        return answer


Peer = Callable[[Item, str], tuple[int | bool, float]]
"""A function that puts a question about a deal to another solver: (answer, seconds)."""


def rate(nodes: int, seconds: float) -> float:
    """Nodes a second; 0 where no time was taken."""
    return nodes / seconds if seconds else 0.0


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """Solves per second, and mean and percentiles in milliseconds."""
    ordered = sorted(seconds)
    total = sum(ordered)

    def at(share: float) -> float:
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    return {
        "per_second": len(ordered) / total if total else 0.0,
        "mean_ms": 1000 * total / len(ordered),
        "median_ms": at(0.5),
        "p95_ms": at(0.95),
        "p99_ms": at(0.99),
        "max_ms": 1000 * ordered[-1],
    }


def run(
    items: Sequence[Item],
    engine: Solver,
    peer_answer: Peer | None = None,
    watch: Callable[[float], None] = lambda share: None,
) -> dict[str, Any]:
    """Put the three questions about each deal and report what they cost, as JSON has it.

    `watch` is called with the share of the deals done. After Ctrl-C the report covers the deals so
    far and says `interrupted`. `wrong` lists every answer that differs from the known one.
    """
    tallies: dict[str, dict[str, Tally]] = {}
    most_bytes = 0
    wrong: list[str] = []
    began = time.perf_counter()
    interrupted = False
    counter = InstructionCounter()
    try:
        for number, item in enumerate(items, 1):
            _one_deal(engine, item, peer_answer, tallies, wrong, counter)
            most_bytes = max(most_bytes, engine.table_bytes)
            watch(number / len(items))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        counter.close()
    every = [tally for kinds in tallies.values() for tally in kinds.values()]
    nodes = sum(tally.nodes for tally in every)
    seconds = sum(sum(tally.seconds) for tally in every)
    counted = [tally.instructions for tally in every if tally.instructions is not None]
    return {
        "version": __version__,
        "deals": len(items),
        "interrupted": interrupted,
        "nodes": nodes,
        "seconds": seconds,
        "nodes_per_second": rate(nodes, seconds),
        "instructions": sum(counted) if counted else None,
        "instructions_refused": counter.refused,
        "wall_seconds": time.perf_counter() - began,
        "groups": {
            name: {question: tally.to_dict() for question, tally in kinds.items()}
            for name, kinds in tallies.items()
        },
        "memory": {
            "table_bytes": most_bytes,
            "table_limit": engine.table_limit,
            "process_peak_bytes": _peak_memory(),
        },
        "peers": ["dds"] if peer_answer is not None else [],
        "wrong": wrong,
    }


def _one_deal(
    engine: Solver,
    item: Item,
    peer_answer: Peer | None,
    tallies: dict[str, dict[str, Tally]],
    wrong: list[str],
    counter: InstructionCounter,
) -> None:
    """Solve the three questions about one deal, also with the peer, and record wrong answers."""
    position = Position.start(item.deal, item.trump)
    for question in QUESTIONS:
        tally = tallies.setdefault(item.group, {}).setdefault(question, Tally())
        before = counter.read()
        answer = measure(engine, position, question, tally)
        after = counter.read()
        if before is not None and after is not None:
            tally.instructions = (tally.instructions or 0) + after - before
        known = item.answers.get(question)
        if known is not None and answer != known:
            wrong.append(f"{item.deal} {question}: {answer}, expected {known}")
        if peer_answer is not None and question != "kot":
            theirs, seconds = peer_answer(item, question)
            tally.peer_seconds.append(seconds)
            if theirs != answer:
                wrong.append(f"{item.deal} {question}: {answer}, DDS says {theirs}")


def measure(engine: Solver, position: Position, question: str, tally: Tally) -> int | bool:
    """Solve one question with an empty table and record its cost."""
    need = position.tricks_total // 2 + 1
    engine.clear()
    nodes, seconds = engine.nodes, engine.seconds
    answer: int | bool | None
    if question == "win":
        answer = engine.race(position, need, position.tricks_total - need + 1)
    elif question == "kot":
        answer = engine.race(position, need, 1)
    else:
        answer = engine.value(position)[0]
    tally.nodes += engine.nodes - nodes
    tally.seconds.append(engine.seconds - seconds)
    assert answer is not None
    return answer


def built_in() -> list[Item]:
    """The frozen deals of `data/bench.json`: one whole suit each, random, and cyclic honours."""
    text = files(__package__).joinpath("data/bench.json").read_text(encoding="utf-8")
    return [
        Item(group, Deal.parse(entry["deal"]), parse_trump(entry["trump"]), entry["answers"])
        for group, entries in json.loads(text)["groups"].items()
        for entry in entries
    ]


def further(number: int) -> list[Item]:
    """Random deals by a fixed seed, trump in turn."""
    if not number:
        return []
    worlds = (row for chunk in sample_worlds(PartialDeal(), _SEED, number) for row in chunk)
    return [
        Item("more", Deal(world_hands(world)), Suit(i % 4), {}) for i, world in enumerate(worlds)
    ]


def peer(clock: Callable[[], float] = time.perf_counter) -> Peer:
    """A function that puts a question to DDS and times the call by this clock.

    Raises ImportError where the package endplay, which brings DDS, is not installed.
    """
    try:
        from endplay.dds import solve_board
        from endplay.dds.solve import SolveMode
        from endplay.types import Deal as PeerDeal
        from endplay.types import Denom, Player
    except ImportError:
        raise ImportError(
            "comparing with DDS needs the package endplay, which is not installed: "
            "pip install endplay"
        ) from None
    # DDS keeps its table while deal and trump are the same. Another deal before each question, not
    # timed, makes it begin with an empty table, as our solver does.
    other = PeerDeal("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    other.first = Player.north
    trumps = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs)

    def answer(item: Item, question: str) -> tuple[int | bool, float]:
        # DDS goes clockwise from North; our playing order needs no more than that.
        board = PeerDeal("N:" + " ".join(map(str, item.deal.hands)))
        board.first = Player.north
        board.trump = Denom.nt if item.trump is None else trumps[item.trump]
        need = item.deal.cards_per_hand // 2 + 1
        other.trump = Denom.nt if item.trump is not None else Denom.spades
        solve_board(other, SolveMode.OptimalOne)
        began = clock()
        if question == "win":
            solved = solve_board(board, SolveMode.TargetOne, target=need)
        else:
            solved = solve_board(board, SolveMode.OptimalOne)
        seconds = clock() - began
        best = max((score for _, score in solved), default=0)
        return (best >= need if question == "win" else best), seconds

    return answer


def _peak_memory() -> int | None:
    """The largest memory of this process so far in bytes, where the system reports it."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
