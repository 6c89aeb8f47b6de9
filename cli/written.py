"""The options that name a file to be written: the place is looked at before the work begins.

Such an option carries the mark `WRITES`. Its file is refused here, untouched, where it cannot be
written and where the command reads it, too. It is written in the end by `solver.base.whole_files`.
"""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

from typer.models import OptionInfo

from .arguments import WRITES
from .failures import Failure

__all__ = ["looks_before_writing"]


def looks_before_writing(run: Callable[..., None]) -> Callable[..., None]:
    """The command, which looks at the places of its files before it begins."""
    told = inspect.signature(run, eval_str=True).parameters
    flags = {
        name: _flag(name, one.annotation)
        for name, one in told.items()
        if WRITES in get_args(one.annotation)
    }
    if not flags:
        return run

    @functools.wraps(run)
    def looking(**given: Any) -> None:
        for name, flag in flags.items():
            if given[name] is not None and str(given[name]) != "-":
                others = {each: value for each, value in given.items() if each != name}
                _look(flag, os.fspath(given[name]), others)
        run(**given)

    return looking


def _look(flag: str, path: str, others: Mapping[str, Any]) -> None:
    """Refuse a file that cannot be written or that something else of the command line names."""
    from solver.base.errors import WriteError
    from solver.base.whole_files import check_place

    try:
        check_place(path)
    except WriteError as fault:
        raise WriteError(f"{flag}: {fault}") from None
    place = os.path.realpath(path)
    for value in others.values():
        for other in _names(value):
            if os.path.realpath(other) == place or _same_file(other, path):
                raise Failure(
                    f"{flag}: {path} is named twice: what the command reads is not written over"
                )
    for stream, what in ((sys.stdin, "input"), (sys.stdout, "output")):
        if _open_as(stream, path):
            raise Failure(f"{flag}: {path} is the standard {what}, expected another file")


def _names(value: Any) -> Iterator[str]:
    """What could be the name of a file in the value of an option or argument."""
    if isinstance(value, (str, os.PathLike)):
        yield os.fspath(value)
    elif isinstance(value, (list, tuple)):
        yield from (os.fspath(each) for each in value if isinstance(each, (str, os.PathLike)))
        if all(isinstance(each, str) for each in value):
            yield " ".join(value)  # a name with blanks, as it is read, too


def _same_file(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def _open_as(stream: Any, path: str) -> bool:
    """Whether a stream reads from this file, or writes to it."""
    try:
        return os.path.samestat(os.fstat(stream.fileno()), os.stat(path))
    except (AttributeError, OSError, ValueError):
        return False


def _flag(name: str, annotation: Any) -> str:
    """An option as it is typed."""
    for each in get_args(annotation):
        if isinstance(each, OptionInfo):
            words = (str(each.default), *(each.param_decls or ()))
            return next((word for word in words if word.startswith("--")), f"--{name}")
    return f"--{name}"
