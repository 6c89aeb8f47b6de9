"""`hakem book` and `hakem trump` from a book."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from book_shards import fake_codes, write_fake
from conftest import ROOT

from cli.book import BOOK_COMMANDS
from solver.book import Book, build, reader


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shards")
    write_fake(folder, range(12))
    return folder


@pytest.fixture(scope="module")
def book(fake_book: Path) -> str:
    return str(fake_book)


@pytest.mark.slow
def test_the_lines_of_the_page_can_be_pasted(
    hakem, book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/book.md, with 64 deals for its 500,000 and a book of made-up results to read."""
    text = (ROOT / "docs" / "book.md").read_text(encoding="utf-8")
    lines = re.findall(r"^    (hakem .*)$", text, re.MULTILINE)
    assert len(lines) > 6
    monkeypatch.chdir(tmp_path)
    Path("hands.txt").write_text("K2.A84..\nAQ.K84..\n")
    for line in lines:
        words = shlex.split(line.replace("--deals 500000", "--deals 64"))
        if "info" in words:
            assert Path("hokm.book").exists()  # as merged from the shards that were built
        ran = hakem(*words[1:])
        assert ran.code == 0, (line, ran.err)
        if "merge" in words:
            shutil.copy(book, "hokm.book")


def test_trump_from_a_book(hakem, book: str) -> None:
    said = hakem("trump", "K2.A84..", "--book", book)
    assert said.code == 0
    assert "From the book: 1,024 deals solved with open hands, seed 5" in said.out
    assert "95% intervals" in said.out
    found = json.loads(hakem("trump", "K2.A84..", "--book", book, "--json").out)
    assert found["source"] == "book"
    assert found["schema"] == 1
    shown = json.loads(hakem("book", "show", "K2.A84..", "--book", book, "--json").out)
    assert shown == found
    points = hakem("trump", "K2.A84..", "--book", book, "--scoring", "nl", "--json")
    assert json.loads(points.out)["scoring"]["name"] == "nl"


def test_the_shipped_book_is_asked_first_and_sampling_only_on_request(
    hakem, book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "DATA", Path(book).parent)
    assert json.loads(hakem("trump", "K2.A84..", "--json").out)["source"] == "book"
    sampled = hakem("trump", "K2.A84..", "--json", "--samples", "32", "--seed", "1")
    assert "source" not in json.loads(sampled.out)
    assert json.loads(sampled.out)["n"] == 32
    monkeypatch.setattr(reader, "DATA", Path(book).parent / "empty")
    assert hakem("book", "show", "K2.A84..").code == 2
    assert "no book of hokm" in hakem("book", "info").err


def test_streams_of_hands_make_a_table(hakem, book: str, tmp_path: Path) -> None:
    lines = b"K2.A84..\n# a remark\nSA SK SQ SJ ST\n\nAK\n"
    said = hakem("trump", "-", "--csv", "--book", book, stdin=lines)
    assert said.code == 3
    assert said.err.startswith("hakem: line 5: ")
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert [row["hand"] for row in rows] == ["K2.A84..", "AKQJT..."]
    assert 0 <= float(rows[0]["S_win"]) <= 1
    file = tmp_path / "hands.txt"
    file.write_text("K2.A84..\n")
    again = hakem("trump", str(file), "--csv", "--book", book)
    assert again.code == 0
    assert again.out.splitlines()[1].split(",")[1:] == said.out.splitlines()[1].split(",")[1:]


def test_streams_without_a_book_are_sampled(hakem) -> None:
    """The row of a hand is what the hand gives alone; a game without a book has no percentile."""
    plan = ("--samples", "8", "--seed", "3")
    lines = b"K2.A84..\nAK\n"
    said = hakem("trump", "-", "--csv", *plan, stdin=lines)
    assert said.code == 3
    assert said.err.startswith("hakem: line 2: ")
    (row,) = csv.DictReader(io.StringIO(said.out))
    alone = json.loads(hakem("trump", "K2.A84..", "--json", *plan).out)
    assert (row["percentile"], row["deals"], row["best"]) == ("", "8", alone["best"])
    for suit, odds in alone["trumps"].items():
        assert float(row[f"{suit}_kot"]) == pytest.approx(odds["kot"]["p"], abs=1e-4)
        assert float(row[f"{suit}_points"]) == pytest.approx(odds["points"]["mean"], abs=1e-4)
    refused = hakem("trump", "-", "--csv", "--variant", "beranga", stdin=lines)
    assert refused.code == 2
    assert "beranga has no trump call" in refused.err


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    "words", [("show", "K2.A84.."), ("top", "closest", "-n", "3"), ("lessons",), ("info",)]
)
def test_a_report_of_the_book(hakem, book: str, tmp_path: Path, words: tuple[str, ...]) -> None:
    """`--html`: what the terminal says, and of a hand its cards and the bars of its calls."""
    path = tmp_path / "report.html"
    said = hakem("book", *words, "--book", book, "--html", str(path))
    assert said.code == 0, said.err
    text = path.read_text(encoding="utf-8")
    figures = set(re.findall(r"\d+\.\d+%", said.out))
    assert figures <= set(re.findall(r"\d+\.\d+%", text))
    assert text.count("<svg") == (2 if words[0] == "show" else 0)
    assert f"hakem book {words[0]}" in text


def test_a_card_turned_up_has_a_worth_where_the_house_turns_one_up(hakem, book: str) -> None:
    plain = hakem("trump", "K2.A84..", "--book", book)
    turned = hakem("trump", "K2.A84..", "--book", book, "--set", "turnup_trump=caller_may_choose")
    assert "Better than" in plain.out
    assert "turned up" not in plain.out
    assert "a card turned up is worth" in turned.out


def test_hands_of_one_place_are_bracketed(hakem, book: str) -> None:
    said = hakem("book", "top", "weakest", "--book", book, "-n", "3").out
    rows = json.loads(hakem("book", "top", "weakest", "--book", book, "-n", "3", "--json").out)
    first, last = rows["weakest"][0]["places"]
    assert (first, last >= 3) == (1, True)
    assert said.count(f"1-{last:,}  ") == 3
    assert "not told" in said


def test_info_top_and_lessons(hakem, book: str) -> None:
    said = hakem("book", "info", "--book", book)
    assert "1,024" in said.out
    assert "seeds" in said.out
    assert json.loads(hakem("book", "info", "--book", book, "--json").out)["deals"] == 1024
    top = hakem("book", "top", "--book", book, "-n", "3")
    assert top.code == 0
    assert "Closest calls" in top.out
    ranked = json.loads(hakem("book", "top", "weakest", "--book", book, "--json").out)
    assert len(ranked["weakest"]) == 10
    taught = hakem("book", "lessons", "--book", book)
    assert taught.code == 0
    assert "longest suit" in taught.out
    rules = json.loads(hakem("book", "lessons", "--book", book, "--json").out)["rules"]
    assert len(rules) == 5


@pytest.mark.slow
def test_all_classes_are_exported(hakem, book: str, tmp_path: Path) -> None:
    out = tmp_path / "all.csv"
    done = hakem("book", "export", "--book", book, "--out", str(out))
    assert done.code == 0
    with out.open() as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 6_181  # where cards below the nine count alike, as in the fake book
    assert sum(int(row["hands"]) for row in rows) == 2_598_960


@pytest.mark.slow
def test_the_parquet_file_says_the_same(hakem, book: str, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    out = tmp_path / "all.parquet"
    assert hakem("book", "export", "--book", book, "--out", str(out)).code == 0
    lines = csv.reader(hakem("book", "export", "--book", book).out.splitlines())
    found = duckdb.sql(f"from '{out}'")
    assert found.columns == next(lines)
    assert [[str(cell) for cell in row] for row in found.fetchall()] == list(lines)
    assert {str(each) for each in found.types} == {"VARCHAR", "INTEGER", "BIGINT", "DOUBLE"}


def fake_solve(variant: object, seed: int, chunk: int) -> build.SolvedChunk:
    worlds = build.chunk_deals(seed, chunk)
    return build.SolvedChunk(
        chunk, fake_codes(worlds, chunk).tobytes(), build.deals_sum(worlds), "fake"
    )


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    "line", [line for _, _, lines in BOOK_COMMANDS.values() for line in lines], ids=str
)
def test_examples_of_the_help_can_be_typed(
    hakem, line: str, shards: Path, book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside a folder of shards, with a book that comes along."""
    _, _, command, *words = line.split()
    assert line in hakem("book", command, "--help").out
    monkeypatch.setattr(reader, "DATA", Path(book).parent)
    monkeypatch.setattr(build, "solve_chunk", fake_solve)  # nothing is searched
    monkeypatch.chdir(tmp_path)
    if command == "merge":
        (tmp_path / "shards").symlink_to(shards)
    ran = hakem("book", command, *words)
    assert ran.code == 0, ran.err
    assert ran.out.strip() or (tmp_path / "hands.csv").stat().st_size > 1_000_000


@pytest.mark.slow
def test_build_and_merge(hakem, shards: Path, tmp_path: Path) -> None:
    out = tmp_path / "new.book"
    said = hakem("book", "merge", str(shards), "--out", str(out), "--json")
    assert json.loads(said.out)["deals"] == 768
    assert out.stat().st_size == json.loads(said.out)["bytes"]
    said = hakem("book", "merge", str(shards), "--out", str(out), "--alike-below", "9")
    assert said.code == 0
    assert Book(out).classes.count == 6_181
    said = hakem("book", "info", "--book", str(out))
    assert "6,181; cards below the nine count alike" in said.out
    built = hakem("book", "build", str(shards), "--deals", "768", "--seed", "5", "--json")
    assert json.loads(built.out)["solved"] == 0


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (["book", "build", "x", "--deals", "0", "--seed", "1"], 3, "0 deals"),
        (["book", "build", "x", "--seed", "1"], 2, "--deals"),
        (["book", "build", "x", "--deals", "9"], 2, "--seed"),
        (
            ["book", "build", "x", "--deals", "9", "--seed", "1", "--variant", "beranga"],
            3,
            "no call",
        ),
        (["book", "merge", "nowhere", "--out", "x"], 3, "nowhere is no folder"),
        (["book", "merge", "x", "--out", "y", "--alike-below", "1"], 3, "'1' names no rank"),
        (["book", "show", "A.K..", "--book", "BOOK"], 3, "2 cards"),
        (["book", "show", "K2.A84..", "--book", "nowhere"], 3, "nowhere: no such file"),
        (["book", "show", "K2.A84..", "--book", "BOOK", "--variant", "satat"], 2, "not of satat"),
        (["book", "top", "best", "--book", "BOOK"], 2, "expected strongest"),
        (["book", "export", "--format", "xls", "--book", "BOOK"], 2, "csv or parquet"),
        (["book", "export", "--out", "x.parquet", "--format", "xls"], 2, "no form of a table"),
        (["book", "export", "--format", "parquet", "--book", "BOOK"], 2, "--out"),
        (["trump", "K2.A84..", "--book", "BOOK", "--samples", "9"], 2, "--book"),
        (["trump", "K2.A84..", "--csv", "--json"], 2, "--csv and --json"),
    ],
)
def test_refusals(hakem, book: str, tmp_path: Path, monkeypatch, words, code, why) -> None:
    monkeypatch.chdir(tmp_path)
    said = hakem(*[book if word == "BOOK" else word for word in words])
    assert said.code == code
    assert why in said.err
    assert said.err.count("\n") == 1


def test_a_damaged_book_is_named(hakem, book: str, tmp_path: Path) -> None:
    data = bytearray(Path(book).read_bytes())
    data[-5] ^= 1
    bad = tmp_path / "bad.book"
    bad.write_bytes(bytes(data))
    said = hakem("book", "top", "--book", str(bad))
    assert said.code == 3
    assert "bad.book is damaged" in said.err


def test_the_book_shows_the_bavneys_that_pay(hakem, book: str) -> None:
    paid = hakem("book", "show", "AKQJT...", "--book", book, "--scoring", "inpk").out
    assert "bavney" in paid.split("\n\n")[2].splitlines()[0]
    usual = hakem("book", "show", "AKQJT...", "--book", book).out
    assert "bavney" not in usual
