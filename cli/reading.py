"""The one reader of all input: files and standard input, decoded, without comments, up to a limit.

Bytes become numbered lines here. A file of PBN or LIN records gives its deals as lines of the usual
form. What a line means is decided in `questions`; nothing here knows a rule.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import IO, Any

import typer

from solver.base.errors import unread

from .failures import ILLEGAL, Failure
from .lines import Line, decoded, lines_in
from .output import complain, emit, emit_json, remark
from .parts import Part, with_part

LONGEST_LINE = 16 << 20
"""Bytes of a line that are read; no list of deals has longer ones."""
LONGEST_TEXT = 50_000_000
"""Bytes of a hand or of a record that are read from standard input."""
LONGEST_RECORD = 1 << 20
"""Bytes of a file that is shown as a whole."""

_FILE_NAME = re.compile(r".*(\.(txt|jsonl?|pbn|lin|csv|hkm|toml|dat|deals?)|[/\\][^|]*)$", re.I)
_SLASHED = re.compile(r"[2-9AKQJTX10♠♥♦♣SHDC-]*(/[2-9AKQJTX10♠♥♦♣SHDC-]*)+", re.I)
"""A hand with slashes between its suits, as KQ83/A/-/-: cards alone, so no name of a file."""


def expect_pipe(wanted: str) -> None:
    """Refuse to wait for input from a terminal, or from a closed input."""
    if sys.stdin is None or sys.stdin.isatty():
        raise Failure(f"{wanted}, or pipe it in")


def is_file(text: str) -> bool:
    """Whether this text names a file that can be read (or another thing that is no folder)."""
    try:
        path = Path(text)
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):  # too long for a file name, or with a NUL character
        return False


def missing(name: str) -> OSError:
    """Why this name, which is no file, is none."""
    return IsADirectoryError() if Path(name).is_dir() else FileNotFoundError()


def files_of(words: Sequence[str] | None) -> list[str]:
    """The files that the arguments name; none when they are a text themselves, or `-`.

    Raises Failure for a word that can only be the name of a file that is not there.
    """
    text = " ".join(words or ()).strip()
    if text in ("", "-"):
        return []
    if is_file(text):
        return [text]
    given = [word.strip() for word in words or ()]
    if all(map(is_file, given)):
        return given
    for word in given:
        if is_file(word) or word.lstrip().startswith("{") or _SLASHED.fullmatch(word):
            continue
        if _FILE_NAME.fullmatch(word):
            raise Failure(unread(word, missing(word)))
    return []


def standard_input(wanted: str) -> IO[bytes]:
    """The bytes of standard input; Failure where it is closed or a terminal without a `-`."""
    if sys.stdin is None:
        expect_pipe(wanted)
    return sys.stdin.buffer


def input_bytes(wanted: str) -> bytes:
    """All of standard input; Failure when it is closed or longer than the limit."""
    raw = standard_input(wanted).read(LONGEST_TEXT + 1)
    if len(raw) > LONGEST_TEXT:
        raise Failure(f"standard input holds more than {LONGEST_TEXT:,} bytes: {wanted}", ILLEGAL)
    return raw


def words_or_stdin(words: Sequence[str] | None, wanted: str) -> str:
    """The text of a positional argument; standard input for `-`, or for nothing in a pipe."""
    text = " ".join(words or ()).strip()
    if text and text != "-":
        return text
    if not text:
        expect_pipe(wanted)
    rows = input_bytes(wanted).splitlines()
    lines = [decoded(raw, number, "standard input") for number, raw in enumerate(rows, 1)]
    text = "\n".join(lines).strip()
    if not text:
        raise Failure(f"standard input is empty: {wanted}", ILLEGAL)
    return text


def lines_of(words: Sequence[str] | None, wanted: str) -> Iterator[Line]:
    """The lines of the files, of standard input (`-`, or nothing in a pipe), or of the text.

    Empty lines and comments (from `#`, `%` or `;` to the end of the line) are left out. With
    several files each line says which one it is from.
    """
    files = files_of(words)
    text = " ".join(words or ()).strip()
    if not files and text and text != "-":
        yield Line(1, text)
        return
    if not files:
        if not text:
            expect_pipe(wanted)
        source = "standard input"
        for line in lines_in(_whole_lines(standard_input(wanted), source), source, remark):
            yield Line(line.number, line.text)
        return
    for name in files:
        try:
            stream = Path(name).open("rb")  # noqa: SIM115 (closed below; this is about opening it)
        except OSError as error:
            raise Failure(unread(name, error)) from None
        with stream:
            for line in lines_in(_whole_lines(stream, name), name, remark):
                yield line if len(files) > 1 else Line(line.number, line.text)


def one_a_line(files: bool = True) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The command, which takes a HAND, for each of several hands: a line each of a pipe or a file.

    Each is answered before the next line is read. A faulty line is reported with its number, and
    the others are answered. A pipe whose first line is no hand with dots, such as `AQ.K84..`, is
    one hand in several lines. Without `files` only a pipe is read so. With --part every other line
    is left to other processes.
    """

    def wrapped(run: Callable[..., None]) -> Callable[..., None]:
        @with_part
        @functools.wraps(run)
        def called(part: Part, **given: Any) -> None:
            words = given["hand"]
            text = " ".join(words or ()).strip()
            piped = text == "-" or not (text or sys.stdin is None or sys.stdin.isatty())
            several = piped or (files and bool(files_of(words)))
            alone = given.get("csv") or given.get("dealt") or not several
            if alone and not part.whole:
                raise Failure("--part: one hand has no parts, expected hands, one a line")
            if alone:
                run(**given)
                return
            lines = lines_of(words, "give a hand")
            if not part.whole:
                _each(run, given, part.taken(lines), part)
                return
            first = next(lines, None)
            if first is None and not piped:
                raise Failure(f"{text} holds no hand", ILLEGAL)
            if first is None:
                run(**given)  # which says what it wants
                return
            if "." not in first.text:
                rest = "\n".join(line.text for line in (first, *lines))
                run(**{**given, "hand": [rest]})
                return
            _each(run, given, chain([first], lines), part)

        return called

    return wrapped


def _each(
    run: Callable[..., None], given: dict[str, Any], lines: Iterator[Line], part: Part
) -> None:
    """Run the command for each line; the faulty ones are told, unless there is one line alone."""
    from solver import HakemError

    seen = faulty = 0
    answered = False
    line = next(lines, None)
    while line is not None:
        if seen and given.get("resume") is not None:
            raise Failure("--resume: a file keeps the counts of one hand, the input has several")
        if answered and not given["json"]:
            emit("\n")
        seen += 1
        answered = True
        part.answer()
        try:
            run(**{**given, "hand": [line.text]})
        except (Failure, HakemError) as fault:
            if isinstance(fault, Failure) and fault.code != ILLEGAL:
                raise  # a mistake in the options, or an interruption
            if seen == 1 and part.whole:
                second = next(lines, None)
                if second is None:
                    raise
                lines = chain([second], lines)
            faulty += 1
            answered = False
            if given["json"]:
                emit_json({"line": line.number, "error": str(fault)})
            else:
                complain(f"{line.place}: {fault}")
        line = next(lines, None)
    part.end(given["json"])
    if faulty:
        raise typer.Exit(ILLEGAL)


def text_of_files(names: Sequence[str]) -> str:
    """The text of small files one after the other; Failure when one cannot be read or is large."""
    parts = []
    for name in names:
        try:
            with Path(name).open("rb") as stream:
                raw = stream.read(LONGEST_RECORD + 1)
        except OSError as error:
            raise Failure(unread(name, error)) from None
        if len(raw) > LONGEST_RECORD:
            raise Failure(
                f"{name} has more than {LONGEST_RECORD:,} bytes: records have a few thousand",
                ILLEGAL,
            )
        parts += [decoded(line, at, name) for at, line in enumerate(raw.splitlines(), 1)]
    return "\n".join(parts)


def _whole_lines(stream: IO[bytes], source: str) -> Iterator[bytes]:
    """The lines as they come, none longer than the limit."""
    number = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(raw) > LONGEST_LINE:
            raise Failure(
                f"{source}, line {number} has more than {LONGEST_LINE:,} bytes: this is no list "
                "of deals",
                ILLEGAL,
            )
        yield raw
