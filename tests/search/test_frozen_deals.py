"""The frozen deals of benchmarks/deals: the search still gives every answer written there.

A few by default; all of them with `python -m pytest -m "" tests/search/test_frozen_deals.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from size import scaled

from solver import Deal, Position, Solver, Suit

LINES = [
    line
    for line in (Path(__file__).parents[2] / "benchmarks" / "deals" / "random.txt")
    .read_text(encoding="utf-8")
    .splitlines()
    if not line.startswith("#")
]


def check(lines: list[str]) -> None:
    solver = Solver(32)
    for line in lines:
        words = line.split()
        word = dict(part.split("=") for part in words[4:6])
        answers = words[6].removeprefix("check=").split(",")
        word |= dict(answer.split(":") for answer in answers)
        deal = Deal.parse(" ".join(words[:4])).rotate(int(word["leader"]))
        position = Position.start(deal, Suit.parse(word["trump"]))
        solver.clear()
        assert solver.race(position, 7, 7) == (word["seven"] == "1"), line
        assert solver.race(position, 7, 1) == (word["kot"] == "1"), line
        assert solver.race(position, 1, 7) == (word["goon"] == "0"), line
        tricks = int(word["tricks"])
        assert solver.value(position) == (tricks, tricks), line


def test_file() -> None:
    assert len(LINES) == len(set(LINES)) == 1000


def test_a_few() -> None:
    check(LINES[:10])


@pytest.mark.slow
def test_all() -> None:
    check(LINES[: scaled(len(LINES))])
