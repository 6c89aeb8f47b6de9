"""Output: results go to standard output in one piece, notes and progress to standard error.

Colours and moving bars appear on a terminal only. `solver.views` draws what is shown.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


SCHEMA = 1
# Replacements for terminals that cannot print the symbols.
_PLAIN = str.maketrans("♠♥♦♣█▓▒░─━│┃·–±▸…≥≤×", "SHDC#=-.--||.-~>.><x")


class OutputClosed(Exception):
    """The reader of standard output closed it (no OSError, which typer would handle itself)."""


def complain(sentence: str) -> None:
    """Print one sentence on standard error."""
    text = f"hakem: {sentence}"
    print(_printable(text, sys.stderr), file=sys.stderr, flush=True)


def emit(text: str) -> None:
    """Print a part of the result, with its line end, on standard output at once.

    Raises OutputClosed when the reader has closed it.
    """
    try:
        sys.stdout.write(_printable(text, sys.stdout))
        sys.stdout.flush()
    except BrokenPipeError:
        raise OutputClosed from None


def emit_json(answer: Mapping[str, Any]) -> None:
    """Print one JSON object on a line of its own; `schema` comes first."""
    emit(json.dumps({"schema": SCHEMA, **answer}) + "\n")


def show(*parts: RenderableType) -> None:
    """Print these parts from top to bottom."""
    console = console_for(sys.stdout)
    with console.capture() as capture:
        for part in parts:
            console.print(part)
    # Tables pad their lines with blanks; text copied from a terminal should not have them.
    emit("".join(line.rstrip() + "\n" for line in capture.get().splitlines()))


def console_for(stream: IO[str]) -> Console:
    """A console that colours only on a terminal and honours NO_COLOR."""
    from rich.console import Console

    return Console(file=stream, highlight=False, markup=False, emoji=False)


def _printable(text: str, stream: IO[str]) -> str:
    """The text with letters in place of signs that the encoding of the stream lacks."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
    return text


def remark(sentence: str) -> None:
    """Print a remark that is not an error on standard error, without a prefix."""
    print(_printable(sentence, sys.stderr), file=sys.stderr, flush=True)


# Progress -------------------------------------------------------------------------------------


@contextmanager
def progress(what: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on standard error if that is a terminal; call it with the share done."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console_for(sys.stderr), transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        yield lambda share: bar.update(task, completed=share)
