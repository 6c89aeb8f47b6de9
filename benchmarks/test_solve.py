"""One solve, timed: win, kot and exact on the frozen deals of `hakem bench`, and DDS beside it.

    python -m pytest benchmarks --benchmark-only --benchmark-group-by=group

Every answer is compared with the stored one. Both solvers start each deal with an empty table.
Times within one run can be compared; those of different runs or machines cannot.
"""

import pytest

from solver import Position, Solver
from solver.deals.bench import Tally, built_in, measure, peer

ITEMS = {
    group: [item for item in built_in() if item.group == group]
    for group in ("easy", "random", "hard")
}


@pytest.mark.parametrize("group", ITEMS)
@pytest.mark.parametrize("question", ["win", "kot", "exact"])
def test_hakem(benchmark, group, question):
    benchmark.group = f"{question}, {group} deals"
    solver = Solver(32)
    positions = [(Position.start(item.deal, item.trump), item.answers) for item in ITEMS[group]]

    def run():
        return [measure(solver, position, question, Tally()) for position, _ in positions]

    answers = benchmark.pedantic(run, rounds=2)
    assert answers == [expected[question] for _, expected in positions]


@pytest.mark.parametrize("group", ITEMS)
@pytest.mark.parametrize("question", ["win", "exact"])
def test_dds(benchmark, group, question):
    pytest.importorskip("endplay")
    benchmark.group = f"{question}, {group} deals"
    ask = peer()

    def run():
        return [ask(item, question)[0] for item in ITEMS[group]]

    answers = benchmark.pedantic(run, rounds=2)
    assert answers == [item.answers[question] for item in ITEMS[group]]
