"""Answers as tables: what DuckDB reads says the same as the JSON of the same command."""

import csv
import json

import pytest
from conftest import DEAL, ROOT

from cli.columns import COLUMNS
from solver import Hand
from solver.base.columns import columns_of
from solver.base.outcomes import Outcome
from solver.record import read_match, replay_match

LOST = str(ROOT / "docs" / "examples" / "lost_kot.txt")


@pytest.fixture
def rows_of(hakem, tmp_path):
    """The rows of the Parquet file that a command writes."""
    duckdb = pytest.importorskip("duckdb")

    def run(*words, stdin="", code=0):
        out = tmp_path / "out.parquet"
        ran = hakem(*words, "--out", str(out), stdin=stdin)
        assert ran.code == code, ran.err
        found = duckdb.sql(f"from '{out}'")
        described = columns_of(COLUMNS[words[0]])
        assert found.columns == list(described)
        types = {"VARCHAR": "text", "TINYINT": "int8", "INTEGER": "int32", "BIGINT": "int64",
                 "UBIGINT": "uint64", "DOUBLE": "double", "BOOLEAN": "bool"}  # fmt: skip
        read = [str(each) for each in found.types]
        assert [types[each.removesuffix("[]")] + "[]" * each.endswith("[]") for each in read] == (
            list(described.values())
        )
        return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]

    return run


def json_of(hakem, *words, stdin=""):
    return [json.loads(line) for line in hakem(*words, "--json", stdin=stdin).out.splitlines()]


@pytest.mark.parametrize(
    "words",
    [
        ("-n", "3", "-t", "S"),
        ("-n", "2", "--variant", "dehla_five_card"),
        ("--variant", "three"),
        ("-n", "2", "-t", "S", "--cards", "5", "--where", "class >= win"),
    ],
    ids=" ".join,
)
def test_deals(hakem, rows_of, words):
    words = ("deal", *words, "--seed", "1")
    rows, said = rows_of(*words), json_of(hakem, *words)
    assert [[str(Hand(bits)) for bits in row["hands"]] for row in rows] == [
        one["hands"] for one in said
    ]
    for row, one in zip(rows, said, strict=True):
        later = [str(Hand(bits)) for bits in row["reserves"]] if row["reserves"] else None
        assert later == one.get("reserves")
        assert row["trump"] == ("SHDC".index(one["trump"]) if "trump" in one else None)
        assert (row["seed"], row["number"], row["variant"]) == ("1", one["number"], one["variant"])
        assert json.loads(row["options"]) == one["options"]
        assert row["place"] == one.get("place", one["number"])


def test_solved_deals(hakem, rows_of):
    ending = '{"id": 7, "deal": "0:AK..2. ..A.32 .AKQ.. Q.J.K.", "trump": "H", "ask": ["line"]}'
    text = f"{DEAL} trump=S ask=class,result,value,leads race=7,1\nAKQ\n{ending}\n"
    rows = rows_of("solve", "-", stdin=text, code=3)
    full, faulty, last = json_of(hakem, "solve", "-", stdin=text)
    assert [row["number"] for row in rows] == [1, 2, 3]
    assert rows[1]["error"] == faulty["error"]
    assert rows[1]["hands"] is None
    row = rows[0]
    assert Outcome(row["class"]).name == full["class"]
    assert (row["tricks"], row["points"], row["nodes"]) == (
        full["class_value"], full["value"], full["nodes"],
    )  # fmt: skip
    assert row["class_low"] == row["class_high"] == row["class"]
    leads = {
        card: {"class": Outcome(code).name, "class_value": tricks, "value": points}
        for card, code, tricks, points in zip(
            row["cards"], row["card_classes"], row["card_tricks"], row["card_points"], strict=True
        )
    }
    assert leads == full["leads"]
    assert json.loads(row["more"]) == {"races": full["races"]}
    assert (rows[2]["id"], rows[2]["line"], rows[2]["class"]) == ("7", last["line"], None)


def test_what_a_node_limit_leaves_open(rows_of, hakem):
    (row,) = rows_of("solve", DEAL, "-t", "H", "--nodes", "50", code=4)
    (said,) = json_of(hakem, "solve", DEAL, "-t", "H", "--nodes", "50")
    assert [row["points"], row["points_low"], row["points_high"]] == [None, *said["bounds"]]


def test_hands_of_a_duel(hakem, rows_of):
    words = ("duel", "thumb", "random", "--deals", "3", "--seed", "1")
    rows, (said,) = rows_of(*words), json_of(hakem, *words)
    assert [(row["deal"], row["table"]) for row in rows] == [(k // 2, k % 2) for k in range(6)]
    won = sum((row["class"] > 0) == (row["first"] == "thumb") for row in rows)
    assert won == said["wins"]["count"]
    gained = sum(row["points"] * (1 if row["first"] == "thumb" else -1) for row in rows)
    assert gained / 6 == pytest.approx(said["points"]["mean"])
    for row in rows:
        record = read_match(row["record"], "")
        (hand,) = record.hands
        assert [each.bits for each in hand.deal] == row["hands"]
        assert [c.index for trick in hand.tricks for c in trick.cards] == row["cards"]
        assert record.players == (row["first"], row["second"]) * 2
        assert replay_match(record).entries[0].result.outcome == Outcome(row["class"])


def test_reviewed_cards(hakem, rows_of):
    words = ("review", LOST, "--quick")
    rows, (said,) = rows_of(*words), json_of(hakem, *words)
    (hand,) = said["hands"]
    cards = [row for row in rows if row["trick"]]
    assert [(row["seat"], row["card"]) for row in cards] == [
        (card["seat"], card["card"]) for card in hand["cards"]
    ]
    assert [row["best"] for row in cards] == [card["open"]["best"] for card in hand["cards"]]
    assert [row["class_after"] for row in cards] == [
        Outcome[card["open"]["class_after"]] for card in hand["cards"]
    ]
    assert {row["file"] for row in rows} == {LOST}


def test_csv_by_the_ending_or_the_format(hakem, tmp_path):
    for name, more in (("deals.csv", ()), ("deals", ("--format", "csv"))):
        ran = hakem("deal", "-n", "2", "--seed", "1", *more, "--out", str(tmp_path / name))
        assert (ran.code, ran.out) == (0, "")
        assert f"2 rows in {tmp_path / name}" in ran.err
        with (tmp_path / name).open() as stream:
            assert [row["number"] for row in csv.DictReader(stream)] == ["0", "1"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("deal", "--format", "csv"), "--format csv needs a file: give --out"),
        (("deal", "--out", "deals.txt"), "--out: deals.txt has no ending that tells a table"),
        (("deal", "--out", "x.csv", "--json"), "--json and --format: give one of them"),
        (("deal", "--out", "x.csv", "--diagram"), "--diagram and --format: give one of them"),
        (("solve", DEAL, "--format", "xls", "--out", "x"), "--format: 'xls' is no form"),
        (("duel", "thumb", "random", "--format", "csv"), "needs a file"),
        (("review", LOST, "--quick", "--out", "x.csv", "--json"), "give one of them"),
    ],
)  # fmt: skip
def test_refusals(hakem, tmp_path, monkeypatch, words, why):
    monkeypatch.chdir(tmp_path)
    ran = hakem(*words)
    assert ran.code == 2
    assert why in ran.err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_where_there_is_no_deal(hakem, tmp_path):
    out = tmp_path / "solved.csv"
    assert hakem("solve", "-", "--out", str(out), stdin="# nothing\n").code == 3
    assert not out.exists()
