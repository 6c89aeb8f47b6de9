"""The 1,000 stored random deals with their answers: `python -m benchmarks.frozen` checks them.

Each line of deals/random.txt is a deal: the hands from seat 0, trump, leader, then the answers for
the leader's side: its tricks with all thirteen played, whether they are at least seven, whether it
can take the first seven (kot), and whether the other side can (goon). DDS found the same tricks.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from solver import Deal, PartialDeal, Position, Solver, Suit, sample_worlds
from solver.deals.bench import Item, peer
from solver.decide.worlds import world_hands

TARGET = Path(__file__).parent / "deals" / "random.txt"
SEED = 1000
NUMBER = 1000
HEAD = (
    f"# {NUMBER} random deals, seed {SEED}; answers for the side of the leader.",
    "# tricks: of all thirteen; seven: at least so many; kot: the first seven; goon: the others'",
    "# `hakem solve` reads this file and compares its own answers with these.",
)


@dataclass(frozen=True, slots=True)
class Frozen:
    """A deal with trump, leader and answers, as written in the file."""

    deal: Deal
    trump: Suit
    leader: int
    tricks: int
    seven: bool
    kot: bool
    goon: bool

    @property
    def position(self) -> Position:
        """The deal turned so that the leader is seat 0, and his side is A."""
        return Position.start(self.deal.rotate(self.leader), self.trump)

    @property
    def item(self) -> Item:
        """The same deal as the command `hakem bench` takes it."""
        answers = {"win": self.seven, "kot": self.kot, "exact": self.tricks}
        return Item("random", self.deal.rotate(self.leader), self.trump, answers)

    def __str__(self) -> str:
        return (
            f"{self.deal} trump={self.trump.letter} leader={self.leader} "
            f"check=tricks:{self.tricks},seven:{self.seven:d},kot:{self.kot:d},goon:{self.goon:d}"
        )

    @classmethod
    def parse(cls, line: str) -> Frozen:
        """Read one line of the file."""
        *hands, trump, leader, check = line.split()
        word = dict(part.split("=") for part in (trump, leader))
        word |= dict(part.split(":") for part in check.removeprefix("check=").split(","))
        return cls(
            Deal.parse(" ".join(hands)),
            Suit.parse(word["trump"]),
            int(word["leader"]),
            int(word["tricks"]),
            word["seven"] == "1",
            word["kot"] == "1",
            word["goon"] == "1",
        )


def load(number: int | None = None) -> list[Frozen]:
    """The first `number` deals of the file, or all."""
    lines = (line for line in TARGET.read_text(encoding="utf-8").splitlines() if line[0] != "#")
    return [Frozen.parse(line) for line, _ in zip(lines, range(number or NUMBER), strict=False)]


def random_deals(seed: int, number: int) -> Iterator[Deal]:
    """Full deals by seed."""
    for chunk in sample_worlds(PartialDeal(), seed, number):
        for row in chunk:
            yield Deal(world_hands(row))


def solved(solver: Solver, deal: Deal, trump: Suit, leader: int) -> Frozen:
    """The deal with the answers of our own search, from an empty table."""
    position = Position.start(deal.rotate(leader), trump)
    solver.clear()
    low, high = solver.value(position)
    assert low == high
    kot, first = solver.race(position, 7, 1), solver.race(position, 1, 7)
    seven = solver.race(position, 7, 7)
    return Frozen(deal, trump, leader, low, bool(seven), bool(kot), not first)


def faults(deals: Iterable[Frozen]) -> list[str]:
    """The answers of our search or of DDS that differ from the stored ones."""
    solver, ask, found = Solver(32), peer(), []
    for entry in deals:
        ours = solved(solver, entry.deal, entry.trump, entry.leader)
        theirs, _ = ask(entry.item, "exact")
        if ours != entry:
            found.append(f"{entry}: solved as {ours}")
        if theirs != entry.tricks or entry.seven != (entry.tricks >= 7):
            found.append(f"{entry}: DDS takes {theirs} tricks")
    return found


def write() -> None:
    """Deal and solve again, as the file was made once."""
    choice = np.random.default_rng(SEED)
    solver = Solver(32)
    lines = list(HEAD)
    for deal in random_deals(SEED, NUMBER):
        trump, leader = (int(n) for n in choice.integers(0, 4, 2))
        lines.append(str(solved(solver, deal, Suit(trump), leader)))
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Check the stored answers, or make them anew."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.frozen", description=__doc__)
    parser.add_argument(
        "task", nargs="?", choices=["check", "write"], default="check",
        help="compare our search and DDS with the stored answers, or solve and store them first",
    )  # fmt: skip
    if parser.parse_args().task == "write":
        write()
    wrong = faults(load())
    print("\n".join(wrong) or f"{NUMBER} deals, every answer agrees")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
