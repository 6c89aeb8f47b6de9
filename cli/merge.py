"""`hakem merge`: the parts of a command's answers put together, as one run would give them."""

from __future__ import annotations

import heapq
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from operator import itemgetter
from pathlib import Path
from typing import IO, Annotated, Any, NamedTuple

import typer

from solver.base.columns import check_form
from solver.base.errors import unread
from solver.base.whole_files import whole_file

from .arguments import WRITES
from .columns import PLACE
from .failures import ILLEGAL, Failure, as_usage
from .output import emit, remark
from .told import json_line

_TAIL = 1 << 12
"""Bytes at the end of a file in which its last line stands."""


def merge(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="The parts, in any order: JSON lines, or Parquet."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="The file to write; standard output if not given."
        ),
        WRITES,
    ] = None,
) -> None:
    """Put the parts of --part together: the answers of one run, in its order.

    Parts of another command, a part that is missing or given twice, and one that broke off are
    refused before anything is written. Ends with 3 where an answer is a refusal.
    """
    tables = [path for path in files if _begins(path, b"PAR1")]
    if tables and len(tables) != len(files):
        raise Failure(f"{tables[0]} is a table, and not all of the other parts are")
    if tables:
        if out is None:
            raise Failure("a table needs a file: give --out")
        _merge_tables(files, out)
        return
    answers = _answers(_checked(files))
    faulty = False
    with ExitStack() as closing:
        file = None if out is None else closing.enter_context(whole_file(out))
        for answer in answers:
            faulty = faulty or "error" in answer
            if file is None:
                emit(json_line(answer))
            else:
                file.write(json_line(answer).encode())
    if faulty:
        raise typer.Exit(ILLEGAL)


def _begins(path: Path, mark: bytes) -> bool:
    with _opened(path) as file:
        return file.read(len(mark)) == mark


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    try:
        file = path.open("rb")
    except OSError as fault:
        raise Failure(unread(path, fault)) from None
    with file:
        yield file


class _Said(NamedTuple):
    """What the end of a part says: which it is, of how many, and of how many questions."""

    path: Path
    number: int
    of: int
    questions: int


def _said(path: Path) -> _Said:
    with _opened(path) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _TAIL))
        last = file.read().rstrip().rpartition(b"\n")[2]
    try:
        end = json.loads(last)
        (number, of), questions = map(int, end["part"]), int(end["end"])
    except (ValueError, KeyError, TypeError):
        raise Failure(
            f"{path} is no part that was finished: its last line does not say so", ILLEGAL
        ) from None
    return _Said(path, number, of, questions)


def _complete(parts: Sequence[tuple[Path, int, int]]) -> None:
    """Failure where these (file, number, of) are not all parts of one whole, each once."""
    (first, _, of), *_ = parts
    met: dict[int, Path] = {}
    for path, number, other in parts:
        if other != of:
            raise Failure(f"{path} is one of {other} parts, {first} one of {of}", ILLEGAL)
        if number in met:
            raise Failure(f"{path} and {met[number]} are both part {number}/{of}", ILLEGAL)
        met[number] = path
    for number in range(of):
        if number not in met:
            raise Failure(f"part {number or of}/{of} is missing: {len(met)} are here", ILLEGAL)


def _checked(files: Sequence[Path]) -> list[_Said]:
    parts = [_said(path) for path in files]
    _complete([part[:3] for part in parts])
    for part in parts:
        if part.questions != parts[0].questions:
            raise Failure(
                f"{part.path} is of {part.questions:,} questions, {parts[0].path} of "
                f"{parts[0].questions:,}",
                ILLEGAL,
            )
    return parts


def _answers(parts: Sequence[_Said]) -> Iterator[dict[str, Any]]:
    """The answers of all parts in the order of the questions; those of a review as one."""
    expected = 1
    reviews: dict[str, Any] = {}
    for place, answer in heapq.merge(*map(_of, parts), key=itemgetter(0)):
        if place != expected:
            break
        expected += 1
        if "matches" in answer and "hands" in answer:
            for name in ("hands", "matches"):
                reviews[name] = [*reviews.get(name, ()), *answer[name]]
        else:
            yield answer
    if expected != parts[0].questions + 1:
        raise Failure(f"no part, or more than one, answers question {expected:,}", ILLEGAL)
    if reviews:
        yield reviews


def _of(part: _Said) -> Iterator[tuple[int, dict[str, Any]]]:
    """The answers of a part, each with the number of its question."""
    with _opened(part.path) as file:
        for number, line in enumerate(file, 1):
            try:
                answer = json.loads(line)
                if "end" in answer:
                    return
                own, of, place = answer.pop("part")
            except (ValueError, KeyError, TypeError):
                said = f"{part.path}, line {number} is no answer of a part"
                raise Failure(said, ILLEGAL) from None
            if (own, of) != (part.number, part.of):
                raise Failure(f"{part.path}, line {number} is of part {own}/{of}", ILLEGAL)
            yield place, answer


def _merge_tables(files: Sequence[Path], out: Path) -> None:
    with as_usage("--out"):
        check_form("parquet")
    import numpy as np
    import pyarrow
    import pyarrow.parquet

    tables, parts = [], []
    for path in files:
        try:
            table = pyarrow.parquet.read_table(path)
            facts = {k.decode(): v.decode() for k, v in (table.schema.metadata or {}).items()}
            number, of = map(int, facts["part"].split("/"))
        except (pyarrow.ArrowException, OSError, KeyError, ValueError):
            raise Failure(f"{path} is no table of a part", ILLEGAL) from None
        tables.append(table)
        parts.append((path, number, of))
    _complete(parts)
    for path, table in zip(files, tables, strict=True):
        if not table.schema.equals(tables[0].schema):
            raise Failure(f"{path} has other columns than {files[0]}", ILLEGAL)
    whole = pyarrow.concat_tables(tables)
    places = whole[PLACE].to_numpy()
    met = np.unique(places)
    if (met != np.arange(1, len(met) + 1)).any():
        gap = int(np.setdiff1d(np.arange(1, len(met) + 1), met)[0])
        raise Failure(f"no part answers question {gap:,}", ILLEGAL)
    whole = whole.take(np.argsort(places, kind="stable")).drop_columns([PLACE])
    whole = whole.replace_schema_metadata({"command": facts["command"]})
    with whole_file(out) as file:
        pyarrow.parquet.write_table(whole, file, compression="zstd")
    remark(f"{whole.num_rows:,} rows in {out}")
