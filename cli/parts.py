"""`--part I/N`: one of N parts of the questions of a command, for machines that share nothing.

Part I has the questions whose number, from 1 on, is I modulo N. Its answers say which they are, and
`hakem merge` puts the parts together. Nothing here knows what is asked.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, TypeVar

import typer

from solver.base.errors import shown

from . import output
from .failures import Failure

__all__ = ["Part", "PartName", "in_part", "part_of", "with_part"]

PartName = Annotated[
    str | None,
    typer.Option(
        "--part",
        metavar="I/N",
        help="Only the questions whose number is I modulo N, for `hakem merge`, as 3/8.",
    ),
]
MOST = 1_000_000
"""The most parts there can be."""
Asked = TypeVar("Asked")


class Part:
    """One part of the questions: `number` of `of`, from 0 on. The only part of one is all of them.

    `seen`: the questions of all parts met so far; `place`: the number of the one that is answered.
    """

    def __init__(self, number: int = 0, of: int = 1) -> None:
        self.number, self.of = number, of
        self.seen = 0
        self.place = number - of if number else 0

    @property
    def whole(self) -> bool:
        """Whether these are all questions."""
        return self.of == 1

    @property
    def name(self) -> str:
        """As it is typed."""
        return f"{self.number}/{self.of}"

    def taken(self, questions: Iterable[Asked]) -> Iterator[Asked]:
        """Those of this part."""
        for question in questions:
            self.seen += 1
            if self.seen % self.of == self.number:
                yield question

    def answer(self) -> None:
        """The next question of this part is answered now: its answers carry its number."""
        self.place += self.of

    def stamp(self) -> dict[str, Any]:
        """What an answer in JSON says of its part."""
        return {} if self.whole else {"part": [self.number, self.of, self.place]}

    def end(self, json: bool) -> None:
        """All questions were met: say so, so that a part that broke off can be told from it."""
        if json and not self.whole:
            output.stamp = None
            output.emit_json({"part": [self.number, self.of], "end": self.seen})


def part_of(text: str | None) -> Part:
    """The part that `I/N` names: I from 0 to N, where 0 and N are the same one."""
    if text is None:
        return Part()
    found = re.fullmatch(r"\s*([0-9]{1,7})\s*/\s*([0-9]{1,7})\s*", text, re.ASCII)
    if found is None or not 1 <= int(found[2]) <= MOST or int(found[1]) > int(found[2]):
        raise Failure(f"--part {shown(text)}: expected the number of a part and of all, as 3/8")
    return Part(int(found[1]) % int(found[2]), int(found[2]))


@contextmanager
def in_part(text: str | None, merged: bool) -> Iterator[Part]:
    """The part, while its answers are given; `merged`: they are JSON, or a table that has a type.

    Failure for answers that cannot be put together again.
    """
    part = part_of(text)
    if part.whole:
        yield part
        return
    if not merged:
        raise Failure("--part: parts are put together as JSON or Parquet, expected --json as well")
    output.stamp = part.stamp
    try:
        yield part
    finally:
        output.stamp = None


def with_part(run: Callable[..., None]) -> Callable[..., None]:
    """The command with the option `--part`, which it is given as `part`: a `Part`."""

    @functools.wraps(run)
    def called(*, part: str | None = None, **given: Any) -> None:
        with in_part(part, bool(given.get("json"))) as chosen:
            run(part=chosen, **given)

    told = inspect.signature(run, eval_str=True)
    keyword = inspect.Parameter.KEYWORD_ONLY
    extra = inspect.Parameter("part", keyword, default=None, annotation=PartName)
    places = [each.replace(kind=keyword) for each in told.parameters.values()]
    called.__signature__ = told.replace(parameters=[*places, extra])  # type: ignore[attr-defined]
    called.__annotations__ = {each.name: each.annotation for each in [*places, extra]}
    return called
