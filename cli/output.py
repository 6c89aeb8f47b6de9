"""Output: results go to standard output in one piece, notes and progress to standard error.

Colours and moving bars appear on a terminal only. `solver.views` draws what is shown.
"""

from __future__ import annotations

import contextlib
import errno
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Protocol, TypeVar

from solver.base.errors import UnfinishedError

from .failures import INTERRUPTED, UNFINISHED, Failure
from .told import Told, json_line

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from solver.decide.study import Progress as StudyProgress


Answer = TypeVar("Answer")

# Replacements for terminals that cannot print the symbols.
_PLAIN = str.maketrans("♠♥♦♣█▓▒░─━│┃·–±▸…≥≤×", "SHDC#=-.--||.-~>.><x")


class OutputClosed(Exception):
    """The reader of standard output closed it (no OSError, which typer would handle itself)."""


class _Written:
    """Whether this command has written any part of its result, and why that may not be all."""

    yes = False
    fault: UnfinishedError | None = None


def nothing_written(again: bool = False) -> bool:
    """Whether nothing of a result was written; `again`: since now, as a command begins."""
    if again:
        _Written.yes, _Written.fault = False, None
    return not _Written.yes


def complain(sentence: str) -> None:
    """Print one sentence on standard error."""
    _say(f"hakem: {sentence}")


def emit(text: str) -> None:
    """Print a part of the result, with its line end, on standard output at once.

    Raises OutputClosed when the reader has closed it.
    """
    out = _stdout()
    _Written.yes = True
    try:
        out.write(_printable(text, out))
        out.flush()
    except BrokenPipeError:
        raise OutputClosed from None


def line_typed() -> str | None:
    """One line of the input after a prompt, without blanks around it; None at its end."""
    if sys.stdin is None:
        raise Failure("there is nobody to answer: standard input is closed")
    emit("> ")
    line = sys.stdin.readline()
    if not line:
        emit("\n")
        return None
    return line.strip()


def _stdout() -> IO[str]:
    """Standard output; OSError where it was closed before the start."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    return sys.stdout


def _say(text: str) -> None:
    """A line on standard error, lost where nobody can read it."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(_printable(text, sys.stderr), file=sys.stderr, flush=True)


stamp: Callable[[], Mapping[str, Any]] | None = None
"""What every answer in JSON ends with, while a part of many is answered (`parts.py`)."""


def emit_json(answer: Mapping[str, Any]) -> None:
    """Print one JSON object on a line of its own; `schema` comes first."""
    emit(json_line(answer if stamp is None else {**answer, **stamp()}))


class Study(Protocol):
    """The result of a sampled study."""

    @property
    def n(self) -> int:
        """The deals solved."""
        ...

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the study."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """The fields of its JSON."""
        ...


Studied = TypeVar("Studied", bound=Study)


def print_study(
    told: Told[Studied], json: bool, drawn: Callable[[Studied], Iterable[RenderableType]]
) -> None:
    """Print what a study advises: `drawn`, or in JSON.

    Raises Failure where Ctrl-C ended the study, and what `known_of` put aside; what is known was
    printed then.
    """
    if json:
        emit_json(told.to_dict())
    else:
        show(*drawn(told.advice), *(told.held.note() if told.held else ()))
    end_unfinished()
    if told.advice.interrupted:
        from solver.views.parts import count_of

        said = f"interrupted after {count_of(told.advice.n, 'deal')}; this is what is known"
        raise Failure(said, INTERRUPTED)


listener: Callable[[Sequence[RenderableType]], None] | None = None
"""Hears every part that is shown, for a report."""


def show(*parts: RenderableType, drawn: int = 0) -> None:
    """Print these parts from top to bottom; in a report a picture replaces the first `drawn`."""
    if listener is not None:
        listener(parts[drawn:])
    console = console_for(_stdout())
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
    _say(sentence)


# Progress -------------------------------------------------------------------------------------


def solved(run: Callable[[Callable[[StudyProgress], object]], Answer]) -> Answer:
    """What a study answers, with a bar while it runs; `run` takes the watcher of its progress."""
    with progress("solving deals") as advance:
        return known_of(lambda: run(lambda step: advance(step.fraction)))


def known_of(run: Callable[[], Answer]) -> Answer:
    """The answer; of work that could not be finished what is known, and `end_unfinished` says why.

    UnfinishedError where nothing is known.
    """
    try:
        return run()
    except UnfinishedError as fault:
        if fault.known is None:
            raise
        _Written.fault = fault
        known: Answer = fault.known
        return known


def end_unfinished() -> None:
    """End the command with the fault that was put aside, once what is known was printed."""
    fault, _Written.fault = _Written.fault, None
    if fault is not None:
        raise Failure(f"{fault}; what was known before is printed", UNFINISHED)


@contextmanager
def progress(what: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on standard error if that is a terminal; call it with the share done."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda share: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=console_for(sys.stderr), transient=True)
    try:
        bar.start()  # in a thread of its own
    except RuntimeError:
        yield lambda share: None
        return
    with bar:
        task = bar.add_task(what, total=1.0)
        yield lambda share: bar.update(task, completed=share)
