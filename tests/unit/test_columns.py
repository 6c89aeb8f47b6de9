"""Tables of rows: whole or not there, the same types whatever the rows hold, read by others."""

import csv

import pytest

from solver.base import columns
from solver.base.columns import check_form, columns_of, written_rows
from solver.base.errors import OptionError, WriteError

DESCRIBED = "name:text n:int8 big:uint64 share:double sure:bool cards:int8[]"
ROWS = [
    {"name": "a, b", "n": -3, "big": 2**64 - 1, "share": 0.1, "sure": True, "cards": [0, 51]},
    {"name": None, "n": None, "cards": []},
    {},
]


def written(path, form, rows=ROWS, facts=None):
    with written_rows(path, form, DESCRIBED, facts) as table:
        for row in rows:
            table.add(row)
    return path


def test_the_description_is_read():
    assert columns_of("a:text b:int8[]") == {"a": "text", "b": "int8[]"}


def test_csv(tmp_path):
    text = written(tmp_path / "t.csv", "csv").read_text("utf-8")
    first, *rest = csv.DictReader(text.splitlines())
    assert first == {
        "name": "a, b", "n": "-3", "big": str(2**64 - 1), "share": "0.1", "sure": "true",
        "cards": "0 51",
    }  # fmt: skip
    assert [set(row.values()) for row in rest] == [{""}, {""}]


@pytest.mark.parametrize("rows", [ROWS, [], ROWS * 3_000], ids=["three", "none", "thousands"])
def test_parquet_has_the_types_that_are_described(tmp_path, rows):
    duckdb = pytest.importorskip("duckdb")
    path = written(tmp_path / "t.parquet", "parquet", rows, {"seed": "1"})
    found = duckdb.sql(f"from '{path}'")
    assert found.columns == list(columns_of(DESCRIBED))
    types = ["VARCHAR", "TINYINT", "UBIGINT", "DOUBLE", "BOOLEAN", "TINYINT[]"]
    assert [str(each) for each in found.types] == types
    assert found.fetchall() == [tuple(row.get(name) for name in found.columns) for row in rows]
    (kept,) = duckdb.sql(
        f"select value from parquet_kv_metadata('{path}') where key = 'seed'"
    ).fetchall()
    assert kept == (b"1",)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_table_that_breaks_off_leaves_what_was_there(tmp_path, form):
    if form == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / "t"
    path.write_text("before")

    def interrupted():
        yield ROWS[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        written(path, form, interrupted())
    assert path.read_text() == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["t"]


def test_refusals(tmp_path, monkeypatch):
    with pytest.raises(OptionError, match="'xls' is no form of a table: expected csv or parquet"):
        check_form("xls")
    with pytest.raises(WriteError, match="nowhere"):
        written(tmp_path / "nowhere" / "t.csv", "csv")
    monkeypatch.setattr(columns.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(OptionError, match="pip install 'hakem\\[data\\]'"):
        check_form("parquet")
    assert check_form("csv") == "csv"
