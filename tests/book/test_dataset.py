"""Data sets: DuckDB reads them, the values are those of the solver, and the rows come again."""

import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest
from conftest import ROOT

from solver import Card, Deal, Hand, Position, Solver, Suit
from solver.base.columns import columns_of
from solver.base.version import __version__
from solver.book import HandTable, find_book, reader
from solver.dataset import CALLS, DEALS, POSITIONS
from solver.game.course import replay
from solver.open.questions import outcome

duckdb = pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")
WORDS = ("--deals", "3", "--positions", "4", "--worlds", "2", "--seed", "5", "--jobs", "1")
SIGN = (1, -1, 1, -1)


def made(hakem, folder, *words):
    ran = hakem("dataset", str(folder), *words, "--json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)["tables"]


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    from cli.app import run

    folder = tmp_path_factory.mktemp("data")
    assert run(["dataset", str(folder), *WORDS]) == 0
    return folder


def rows(path):
    found = duckdb.sql(f"from '{path}'")
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def test_the_columns_are_those_described(data):
    for kind, described in (("deals", DEALS), ("positions", POSITIONS)):
        assert duckdb.sql(f"from '{data}/{kind}.parquet'").columns == list(columns_of(described))
    said = (
        f"select decode(value) from parquet_kv_metadata('{data}/deals.parquet') where key = 'seed'"
    )
    assert duckdb.sql(said).fetchall() == [("5",)]


def test_every_result_is_that_of_the_solver(data):
    solver = Solver()
    found = rows(data / "deals.parquet")
    assert [row["number"] for row in found] == list(range(3))
    for row in found[:1] + found[-1:]:
        deal = Deal(tuple(Hand(row[f"hand_{seat}"]) for seat in range(4)))
        for caller in range(4):
            for suit in Suit:
                start = Position.start(deal, suit, caller)
                assert SIGN[caller] * outcome(start, solver) == row[f"class_{caller}_{suit.letter}"]


def test_a_position_is_what_its_cards_were_played_to(data):
    """From the columns alone the position comes again, and the worth of each card in it."""
    solver = Solver()
    found = rows(data / "positions.parquet")
    assert [row["number"] for row in found] == list(range(4))
    for row in found:
        played = [Card.from_index(index) for index in row["played"]]
        start = before(row, played)
        now = replay(start, [str(card) for card in played])
        assert [hand.bits for hand in now.hands] == row["hands"]
        assert now.hands[row["seat"]].bits == row["hand"]
        assert (now.to_move, now.leader, now.tricks_done + 1) == (
            row["seat"], row["leader"], row["trick"],
        )  # fmt: skip
        assert list(now.taken) == [row["tricks_a"], row["tricks_b"]]
        assert [card.index for card in now.table] == row["table"]
        assert row["cards"] == sorted(card.index for card in now.legal())
        assert len(row["cards"]) > 1
        for card, code in zip(row["cards"], row["class"], strict=True):
            after = now.play(Card.from_index(card))
            assert SIGN[row["seat"]] * outcome(after, solver) == code
        for judge in ("open", "closed"):
            assert {len(row[f"{judge}_{what}"]) for what in ("worlds", "win", "kot", "points")} == {
                len(row["cards"])
            }
            assert all(0 <= kot <= win <= 1 for kot, win in zip(
                row[f"{judge}_kot"], row[f"{judge}_win"], strict=True))  # fmt: skip


def before(row, played):
    """The hand before the first lead: each card goes back to the seat that played it."""
    hands, seat, at = [Hand(bits) for bits in row["hands"]], 0, 0
    owners = []
    # The highest trump wins a trick, else the highest card of the suit led.
    while at < len(played):
        trick = played[at : at + 4]
        owners += [(seat + k) % 4 for k in range(len(trick))]
        best = max(
            range(len(trick)),
            key=lambda k: (
                trick[k].suit == row["trump"],
                trick[k].suit == trick[0].suit,
                trick[k].rank,
            ),
        )
        seat, at = (seat + best) % 4, at + 4
    for card, owner in zip(played, owners, strict=True):
        hands[owner] |= Hand(card.bit)
    return Position.start(Deal(tuple(hands)), Suit(row["trump"]), 0)


def test_the_same_rows_come_again_and_parts_are_of_the_whole(hakem, data, tmp_path):
    (again,) = made(hakem, tmp_path, "--positions", "2", "--from", "2", *WORDS[4:])
    assert again["rows"] == 2
    assert rows(tmp_path / "positions.parquet") == rows(data / "positions.parquet")[2:4]
    shutil.copytree(data / "shards", tmp_path / "shards")  # nothing is solved again
    (part,) = made(hakem, tmp_path, "--deals", "2", "--from", "1", "--seed", "5")
    assert rows(tmp_path / "deals.parquet") == rows(data / "deals.parquet")[1:]
    card = (data / "README.md").read_text("utf-8")
    (command,) = re.findall(r"^    hakem dataset FOLDER (.*)$", card, re.MULTILINE)
    whole = made(hakem, tmp_path, *command.split())
    assert [each["sha256"] in card for each in whole] == [True, True]
    assert part["sha256"] not in card


def test_the_card_names_every_field(data):
    card = (data / "README.md").read_text("utf-8")
    for described in (DEALS, POSITIONS):
        for name, kind in columns_of(described).items():
            assert f"`{name}` {kind}" in card
    assert "license: cc0-1.0" in card
    assert f"hakem {__version__}, " in card
    assert "- Seed: 5" in card


def test_every_call_of_a_book(hakem, fake_book, tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "DATA", Path(fake_book).parent)
    (table,) = made(hakem, tmp_path, "--calls")
    book = HandTable(find_book("hokm"))
    calls = f"'{tmp_path}/calls.csv'"
    assert duckdb.sql(f"from {calls}").columns == list(columns_of(CALLS))
    assert table["rows"] == 4 * len(book.hands)
    (hands, worth) = duckdb.sql(
        f"select sum(hands), sum(hands * points) / sum(hands) from {calls} where best"
    ).fetchall()[0]
    assert hands == 2_598_960
    met = book.hands * book.value
    assert worth == pytest.approx(met.sum() / book.hands.sum(), abs=1e-5)
    wrong = f"select count(*) from {calls} where not (bavney <= kot and kot <= win)"
    assert duckdb.sql(wrong).fetchall() == [(0,)]


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        ((), 2, "nothing was asked for"),
        (("--deals", "3"), 2, "--seed"),
        (("--deals", "3", "--seed", "1", "--format", "xls"), 2, "no form of a table"),
        (("--deals", "3", "--seed", "1", "--variant", "three"), 3, "three_hokm has no call"),
        (
            ("--positions", "3", "--seed", "1", "--variant", "three"),
            3,
            "no positions of three_hokm",
        ),
        (("--positions", "3", "--seed", "1", "--variant", "band_rang"), 3, "no positions of"),
        (("--calls", "--variant", "trup_kasiet"), 2, "there is no book of"),
    ],
)
def test_refusals(hakem, tmp_path, words, code, why):
    ran = hakem("dataset", str(tmp_path / "data"), *words)
    assert (ran.code, ran.err.count("\n")) == (code, 1)
    assert why in ran.err


def test_a_file_in_the_place_of_the_folder(hakem, tmp_path):
    (tmp_path / "data").write_text("")
    ran = hakem("dataset", str(tmp_path / "data"), "--deals", "1", "--seed", "1")
    assert ran.code == 2
    assert "cannot be written to" in ran.err


def test_the_citation_is_of_this_version():
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    assert re.search(r"^version: (.*)$", text, re.MULTILINE)[1] == __version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"license: {project['license']}\n" in text
