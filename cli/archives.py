"""Archives of records: folders with a file each, and Parquet files with a column `record`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from solver.base.columns import check_form
from solver.base.errors import unread

from .failures import ILLEGAL, Failure, as_usage
from .reading import LONGEST_RECORD

if TYPE_CHECKING:
    from solver.players import Source

__all__ = ["is_archive", "records_in"]

ENDINGS = (".hkm", ".txt")
"""How the files of a folder end that are read as records."""


def is_archive(words: Sequence[str]) -> bool:
    """Whether folders or tables are named, not records one by one."""
    return any(os.path.isdir(word) or word.lower().endswith(".parquet") for word in words)


class _Records(Sequence["Source"]):
    """Records that are read when they are needed: a name of a file, or a row of a table."""

    def __init__(self, files: list[Path], rows: list[tuple[Path, str]]) -> None:
        self._files, self._rows = files, rows

    def __len__(self) -> int:
        return len(self._files) + len(self._rows)

    def __getitem__(self, at: int) -> Source:  # type: ignore[override]
        from solver.players import Source

        if at >= len(self._files):
            path, text = self._rows[at - len(self._files)]
            return Source(f"{path}, row {at - len(self._files) + 1}", text)
        path = self._files[at]
        try:
            with path.open(encoding="utf-8", errors="replace") as file:
                return Source(str(path), file.read(LONGEST_RECORD))
        except OSError as fault:
            raise Failure(unread(path, fault)) from None

    def __iter__(self) -> Iterator[Source]:
        return (self[at] for at in range(len(self)))


def records_in(words: Sequence[str]) -> Sequence[Source]:
    """All records of these folders, tables and files, in the order of their names.

    Failure for what is not there, for a table without records and for a folder without any.
    """
    files: list[Path] = []
    rows: list[tuple[Path, str]] = []
    for word in words:
        path = Path(word)
        if path.is_dir():
            files += sorted(p for p in path.rglob("*") if p.suffix.lower() in ENDINGS)
        elif word.lower().endswith(".parquet"):
            rows += [(path, text) for text in _column(path)]
        else:
            files.append(path)
    if not files and not rows:
        raise Failure(
            f"{words[0]} holds no record: expected files that end in {' or '.join(ENDINGS)}",
            ILLEGAL,
        )
    return _Records(files, rows)


def _column(path: Path) -> list[str]:
    with as_usage():
        check_form("parquet")
    import pyarrow
    import pyarrow.parquet

    if not path.exists():
        raise Failure(unread(path, FileNotFoundError()))
    try:
        found = pyarrow.parquet.read_table(path, columns=["record"])["record"].to_pylist()
    except (pyarrow.ArrowException, OSError, KeyError):
        raise Failure(f"{path} is no table with a column `record`", ILLEGAL) from None
    return [text for text in found if isinstance(text, str)]
