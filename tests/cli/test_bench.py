"""The frozen deals of `hakem bench`: what they are, their answers, and what is measured."""

import json

import pytest
from size import scaled

from solver import Hand, Position, Solver, solve
from solver.base import instructions
from solver.deals import bench


def test_the_groups_are_what_they_say():
    items = bench.built_in()
    sizes = {group: [i for i in items if i.group == group] for group in ("easy", "random", "hard")}
    assert [len(group) for group in sizes.values()] == [16, 40, 6]
    first = sizes["easy"][0].deal
    assert first.hands == tuple(Hand(0x1FFF << 13 * suit) for suit in range(4))
    for seat, hand in enumerate(sizes["hard"][0].deal):
        for card in hand:
            assert (card.rank + card.suit) % 4 == seat


def test_small_answers_agree_with_the_analysis():
    for item in bench.built_in():
        if item.deal.cards_per_hand > 6:
            continue
        position = Position.start(item.deal, item.trump)
        need = item.deal.cards_per_hand // 2 + 1
        races = [(need, position.tricks_total - need + 1), (need, 1)]
        answer = solve(position, questions=["value"], races=races)
        assert answer.value == item.answers["exact"]
        assert [answer.races[race] for race in races] == [item.answers["win"], item.answers["kot"]]


def test_all_answers_hold_and_nodes_are_a_signature(hakem):
    first, second = (
        json.loads(hakem("bench", "--group", "easy", "--group", "random", "--json").out)
        for _ in range(2)
    )
    assert first["wrong"] == []
    assert first["nodes"] == second["nodes"] > 0
    assert first["memory"]["table_bytes"] <= first["memory"]["table_limit"]


class Counter:
    """One that has counted a million more whenever it is read."""

    refused = ""
    count = 0

    def read(self):
        self.count += 1_000_000
        return self.count

    def close(self):
        self.count = -1


def test_instructions_are_told_where_the_machine_counts_them(hakem, monkeypatch):
    monkeypatch.setattr(bench, "InstructionCounter", Counter)
    answer = json.loads(hakem("bench", "--group", "easy", "--json").out)
    assert answer["instructions"] == 48_000_000
    assert answer["groups"]["easy"]["kot"]["instructions"] == 16_000_000
    assert answer["nodes_per_second"] == answer["nodes"] / answer["seconds"]
    each = round(48_000_000 / answer["nodes"])
    said = " ".join(hakem("bench", "--group", "easy", "--details").out.split())
    assert f"{each:,} instructions a node" in said
    assert "not counted" not in said


def test_where_instructions_are_not_counted_details_say_why(hakem, monkeypatch):
    monkeypatch.setattr(instructions.platform, "machine", lambda: "a loom")
    answer = json.loads(hakem("bench", "--group", "easy", "--json").out)
    assert answer["instructions"] is None
    assert "a loom" in answer["instructions_refused"]
    assert "instructions" not in hakem("bench", "--group", "easy").out
    assert "a loom" in hakem("bench", "--group", "easy", "--details").out


def test_the_counter_counts_or_says_why_not():
    counter = instructions.InstructionCounter()
    first = counter.read()
    second = counter.read()
    counter.close()
    if counter.refused:
        assert first is second is None
    else:
        assert first < second
    assert counter.read() is None


def test_a_wrong_answer_is_an_internal_error(hakem, monkeypatch):
    monkeypatch.setattr(bench, "measure", lambda *args: args[3].seconds.append(1.0) or -1)
    ran = hakem("bench", "--group", "easy")
    assert ran.code == 1
    assert "wrong answers" in ran.err


def test_further_deals_are_the_same_every_time(hakem):
    assert bench.further(3) == bench.further(5)[:3]
    answer = json.loads(hakem("bench", "--group", "easy", "--deals", "2", "--json").out)
    assert answer["deals"] == 18
    assert answer["groups"]["more"]["exact"]["n"] == 2


def test_dds_agrees_and_is_timed(hakem):
    pytest.importorskip("endplay")
    ran = hakem("bench", "--group", "easy", "--peers", "--json")
    assert ran.code == 0
    answer = json.loads(ran.out)
    assert answer["wrong"] == []
    for question in ("win", "exact"):
        assert set(answer["groups"]["easy"][question]["ratio"]) >= {"mean_ms", "median_ms"}
    assert "ratio" not in answer["groups"]["easy"]["kot"]


@pytest.mark.slow
def test_dds_agrees_on_every_deal(hakem):
    pytest.importorskip("endplay")
    assert hakem("bench", "--peers", "--deals", str(scaled(200))).code == 0


def test_missing_peers_are_said_in_one_sentence(hakem, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "endplay.dds", None)
    ran = hakem("bench", "--peers")
    assert (ran.code, ran.out) == (2, "")
    assert "endplay" in ran.err


def test_a_tally_counts_percentiles():
    found = bench.spread([0.001 * n for n in range(1, 101)])
    assert found["median_ms"] == pytest.approx(51)
    assert found["p95_ms"] == pytest.approx(96)
    assert found["max_ms"] == pytest.approx(100)
    assert found["per_second"] == pytest.approx(100 / 5.05)


def test_the_solver_is_asked_with_an_empty_table():
    solver, item = Solver(4), bench.built_in()[20]
    position = Position.start(item.deal, item.trump)
    tallies = [bench.Tally() for _ in range(2)]
    for tally in tallies:
        bench.measure(solver, position, "exact", tally)
    assert tallies[0].nodes == tallies[1].nodes
