"""Tables for other programs: rows as CSV or Parquet, in columns whose names and types are fixed.

A table is described by one text, a word for each column: `hand:text n:int64 values:int8[]`. Every
value may be missing. Parquet needs pyarrow (the extra `data`), which is imported when a table is
written. Nothing here knows what a row says.
"""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, Protocol

from .errors import OptionError, shown
from .whole_files import whole_file

__all__ = ["FORMS", "Rows", "check_form", "columns_of", "written_rows"]

FORMS: Final = ("csv", "parquet")
_AT_ONCE: Final = 8192
"""Rows that are kept before they are written; those of a row group."""
_TYPES: Final = {
    "text": "string", "bool": "bool_", "double": "float64",
    **{name: name for name in ("int8", "int32", "int64", "uint64")},
}  # fmt: skip


class Rows(Protocol):
    """What takes the rows of a table, one after the other."""

    def add(self, row: Mapping[str, Any]) -> None:
        """One more row; a column that it does not have is empty."""
        ...


def columns_of(described: str) -> dict[str, str]:
    """The name and the type of each column, in their order."""
    return dict(word.split(":") for word in described.split())


def check_form(form: str) -> str:
    """The form, `csv` or `parquet`; OptionError for another, and where pyarrow is not there."""
    if form not in FORMS:
        raise OptionError(f"{shown(form)} is no form of a table: expected {' or '.join(FORMS)}")
    if form == "parquet" and importlib.util.find_spec("pyarrow") is None:
        raise OptionError("a parquet table needs pyarrow: pip install 'hakem[data]'")
    return form


@contextmanager
def written_rows(
    path: Path | str, form: str, described: str, facts: Mapping[str, str] | None = None
) -> Iterator[Rows]:
    """A table that is written row by row and is there when all of it is, else not at all.

    `facts` are kept in the metadata of a Parquet file; CSV has no place for them. Raises
    OptionError for the form, WriteError where the file cannot be written.
    """
    check_form(form)
    with whole_file(path) as file:
        if form == "csv":
            text = io.TextIOWrapper(file, "utf-8", newline="")
            yield _Csv(text, columns_of(described))
            text.detach()
        else:
            table = _Parquet(file, columns_of(described), facts or {})
            try:
                yield table
            finally:  # also where the file is given up: it is open now, and later it is not
                table.end()


class _Csv:
    """Rows as lines; the elements of a list stand in one cell with blanks between them."""

    def __init__(self, file: IO[str], columns: Mapping[str, str]) -> None:
        self._lines = csv.writer(file, lineterminator="\n")
        self._columns = list(columns)
        self._lines.writerow(self._columns)

    def add(self, row: Mapping[str, Any]) -> None:
        self._lines.writerow([_cell(row.get(name)) for name in self._columns])


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " ".join(map(_cell, value))
    return str(value)


class _Parquet:
    def __init__(
        self, file: IO[bytes], columns: Mapping[str, str], facts: Mapping[str, str]
    ) -> None:
        import pyarrow
        import pyarrow.parquet

        types = {
            name: getattr(pyarrow, _TYPES[kind.removesuffix("[]")])()
            for name, kind in columns.items()
        }
        for name, kind in columns.items():
            if kind.endswith("[]"):
                types[name] = pyarrow.list_(types[name])
        self._arrow = pyarrow
        self._schema = pyarrow.schema(list(types.items()), metadata=dict(facts))
        self._writer = pyarrow.parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._rows: list[Mapping[str, Any]] = []

    def add(self, row: Mapping[str, Any]) -> None:
        self._rows.append(row)
        if len(self._rows) == _AT_ONCE:
            self._write()

    def _write(self) -> None:
        self._writer.write_table(self._arrow.Table.from_pylist(self._rows, self._schema))
        self._rows = []

    def end(self) -> None:
        """Write what is left, and the end of the file."""
        if self._rows:
            self._write()
        self._writer.close()
