"""`hakem bench`: fixed deals with known answers, the same everywhere.

The node total is a signature: a change that should not alter the search must not alter it. Each
question starts with an empty table. Times are those inside the search. With --peers the same
questions are put to DDS, alternating with ours in one run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import INTERRUPTED, Failure, Json, Megabytes
from .render import bench_view, emit_json, progress, show

if TYPE_CHECKING:
    from solver import Deal, Position, Solver, Suit

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
    """What one question cost on the deals of one group."""

    seconds: list[float] = field(default_factory=list)
    nodes: int = 0
    peer_seconds: list[float] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Times in milliseconds."""
        answer: dict[str, Any] = {
            "n": len(self.seconds),
            "nodes": self.nodes,
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
"""Puts a question about a deal to another solver: its answer, and the seconds it took."""


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


def bench(
    group: Annotated[
        list[str] | None,
        typer.Option(help="Only this group of deals: easy, random or hard; may be repeated."),
    ] = None,
    deals: Annotated[
        int, typer.Option(min=0, help="So many further random deals, the same every time.")
    ] = 0,
    peers: Annotated[
        bool, typer.Option("--peers", help="Ask DDS the same questions (needs `endplay`).")
    ] = False,
    memory: Megabytes = 32.0,
    json: Json = False,
) -> None:
    """Measure this machine and this version on fixed deals, and check every answer."""
    import solver

    items = built_in() + further(deals)
    if group:
        for name in group:
            if name not in {item.group for item in items}:
                raise Failure(f"--group {name}: expected easy, random or hard")
        items = [item for item in items if item.group in group or item.group == "more"]
    ask_peer = peer() if peers else None
    engine = solver.Solver(memory)
    tallies: dict[str, dict[str, Tally]] = {}
    most_bytes = 0
    wrong: list[str] = []
    began = time.perf_counter()
    interrupted = False
    with progress("solving deals") as advance:
        try:
            for number, item in enumerate(items, 1):
                one_deal(engine, item, ask_peer, tallies, wrong)
                most_bytes = max(most_bytes, engine.table_bytes)
                advance(number / len(items))
        except KeyboardInterrupt:
            interrupted = True
    report = {
        "version": solver.__version__,
        "deals": len(items),
        "interrupted": interrupted,
        "nodes": sum(t.nodes for kinds in tallies.values() for t in kinds.values()),
        "seconds": sum(sum(t.seconds) for kinds in tallies.values() for t in kinds.values()),
        "wall_seconds": time.perf_counter() - began,
        "groups": {
            name: {question: tally.to_dict() for question, tally in kinds.items()}
            for name, kinds in tallies.items()
        },
        "memory": {
            "table_bytes": most_bytes,
            "table_limit": engine.table_limit,
            "process_peak_bytes": peak_memory(),
        },
        "peers": ["dds"] if peers else [],
        "wrong": wrong,
    }
    if json:
        emit_json(report)
    else:
        show(*bench_view(report))
    if wrong:
        raise Failure(f"{len(wrong)} wrong answers, the first: {wrong[0]}", 1)
    if interrupted:
        raise Failure("interrupted; these are the deals solved so far", INTERRUPTED)


def one_deal(
    engine: Solver,
    item: Item,
    ask_peer: Peer | None,
    tallies: dict[str, dict[str, Tally]],
    wrong: list[str],
) -> None:
    """Put the three questions about one deal, to the peer as well, and note wrong answers."""
    from solver import Position

    position = Position.start(item.deal, item.trump)
    for question in QUESTIONS:
        tally = tallies.setdefault(item.group, {}).setdefault(question, Tally())
        answer = measure(engine, position, question, tally)
        known = item.answers.get(question)
        if known is not None and answer != known:
            wrong.append(f"{item.deal} {question}: {answer}, expected {known}")
        if ask_peer is not None and question != "kot":
            theirs, seconds = ask_peer(item, question)
            tally.peer_seconds.append(seconds)
            if theirs != answer:
                wrong.append(f"{item.deal} {question}: {answer}, DDS says {theirs}")


def measure(engine: Solver, position: Position, question: str, tally: Tally) -> int | bool:
    """Ask one question with an empty table and note its cost."""
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
    import json
    from importlib.resources import files

    from solver import Deal, parse_trump

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
    from solver import Deal, PartialDeal, Suit, sample_worlds, world_hands

    worlds = (row for chunk in sample_worlds(PartialDeal(), _SEED, number) for row in chunk)
    return [
        Item("more", Deal(world_hands(world)), Suit(i % 4), {}) for i, world in enumerate(worlds)
    ]


def peer(clock: Callable[[], float] = time.perf_counter) -> Peer:
    """A function that puts a question to DDS and times the call by this clock."""
    try:
        from endplay.dds import solve_board
        from endplay.dds.solve import SolveMode
        from endplay.types import Deal as PeerDeal
        from endplay.types import Denom, Player
    except ImportError:
        raise Failure(
            "--peers needs the package endplay, which is not installed: pip install endplay"
        ) from None
    # DDS keeps its table while deal and trump stay the same: another deal before each question, not
    # timed, makes it begin with an empty one as ours does.
    other = PeerDeal("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    other.first = Player.north
    trumps = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs)

    def ask(item: Item, question: str) -> tuple[int | bool, float]:
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

    return ask


def peak_memory() -> int | None:
    """The most bytes this process has had in memory, where the system says so."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
