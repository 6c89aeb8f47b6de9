"""`--html FILE`: what a command prints, and pictures of it, as one HTML file.

A command that can report is wrapped by `reportable`; while it runs, what it shows is kept, and
`picture` adds what a terminal cannot draw. The files are drawn by `solver.views.reports`.
"""

from __future__ import annotations

import functools
import inspect
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from . import output
from .arguments import WRITES
from .columns import is_table
from .failures import Failure

__all__ = ["picture", "picture_of", "reportable", "seeded", "typed"]

_NAMES = ("--html", "--out")
_HELP = "Write the answer as one HTML file as well, to keep or print."
Html = Annotated[Path | None, typer.Option(*_NAMES, metavar="FILE", help=_HELP), WRITES]
HtmlAlone = Annotated[Path | None, typer.Option(_NAMES[0], metavar="FILE", help=_HELP), WRITES]
typed: list[str] = []
"""The command line as it is understood, for the foot of a report; set when it is run."""
_blocks: list[str] | None = None
_seeds: set[int] = set()
"""What the answers of the report were drawn with, for the command that repeats it."""


def picture(draw: Callable[[], str]) -> None:
    """Add a picture to the report, if one is written; `draw` gives its HTML."""
    if _blocks is not None:
        _blocks.append(draw())


def seeded(seed: int | None) -> None:
    """Tell the report a seed that its answers stand on, so that its command repeats them."""
    if seed is not None:
        _seeds.add(seed)


def picture_of(record: object) -> None:
    """Add the pictures of a record to the report, if one is written."""
    seeded(getattr(record, "seed", None))

    def drawn() -> str:
        from solver.views.notebooks import picture_html

        return picture_html(record)

    picture(drawn)


def reportable(run: Callable[..., None], out: bool = True) -> Callable[..., None]:
    """The command with the option `--html`; `out`: which is called `--out`, too.

    A command with a parameter `out` of its own, and `form`, writes tables: `--out` names them, too.
    """

    @functools.wraps(run)
    def reporting(*, html: Path | None = None, **more: Any) -> None:
        if html is None or (tables and is_table(html, more["form"])):
            run(**more, **({"out": html} if tables else {}))
            return
        if more.get("json"):
            raise Failure("--json and --html: give one of them")
        _reported(functools.partial(run, **more), html)

    told = inspect.signature(run, eval_str=True)
    tables = "out" in told.parameters  # the file of a table: what --out names where it is one
    keyword = inspect.Parameter.KEYWORD_ONLY
    extra = inspect.Parameter("html", keyword, default=None, annotation=Html if out else HtmlAlone)
    places = [each.replace(kind=keyword) for each in told.parameters.values()]
    places = [each for each in places if each.name != "out"]
    reporting.__signature__ = told.replace(parameters=[*places, extra])  # type: ignore[attr-defined]
    reporting.__annotations__ = {each.name: each.annotation for each in [*places, extra]}
    return reporting


def _reported(run: Callable[[], None], path: Path) -> None:
    """Run the command and write what it showed, also when it ended early."""
    global _blocks
    from solver.base.whole_files import write_whole
    from solver.views.reports import document, text_html

    _seeds.clear()
    _blocks = blocks = []
    output.listener = lambda parts: blocks.append(text_html(parts))
    try:
        run()
    finally:
        _blocks, output.listener = None, None
        if blocks:
            words = _with_seed(_without_html(typed))
            command = shlex.join(["hakem", *words])
            write_whole(path, document(f"Hakem: {words[0]}", blocks, command))


def _with_seed(words: list[str]) -> list[str]:
    """The command line with the seed that was drawn, where it did not name one."""
    named = any(word == "--seed" or word.startswith("--seed=") for word in words)
    if named or len(_seeds) != 1:
        return words
    end = words.index("--") if "--" in words else len(words)
    return [*words[:end], "--seed", str(*_seeds), *words[end:]]


def _without_html(words: Sequence[str]) -> list[str]:
    """The command line without the option that names this file."""
    kept: list[str] = []
    skip = False
    for word in words:
        if skip or word in _NAMES:
            skip = not skip
        elif word.partition("=")[0] not in _NAMES:
            kept.append(word)
    return kept
