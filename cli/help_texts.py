"""The help of the commands: names instead of types, no ranges, and examples to type.

Typer writes the rest. Nothing here knows what a command does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import typer
from typer.core import TyperCommand

from .written import looks_before_writing

Commands = Mapping[str, tuple[Callable[..., None], str, tuple[str, ...]]]
"""By name: what is run, what it does in a few words, and two or three examples."""


def add_commands(app: typer.Typer, commands: Commands) -> None:
    """Add the commands in this order, which is that of the help."""
    for name, (run, brief, examples) in commands.items():
        epilog = examples_text(examples)
        command = app.command(name, cls=_Command, short_help=brief, epilog=epilog)
        command(looks_before_writing(run))


def examples_text(examples: Sequence[str]) -> str:
    """The end of a help text: these lines as they are typed."""
    return "\b\nExamples:\n" + "\n".join(f"  {example}" for example in examples)


class _Command(TyperCommand):
    """A command whose help names the values of options and arguments and no types.

    What it is given belongs to the parser, which some versions of typer bring along.
    """

    def format_options(self, ctx: Any, formatter: Any) -> None:
        for title, kind in (("Arguments", "argument"), ("Options", "option")):
            records = [
                _plain(*record)
                for each in self.get_params(ctx)
                if each.param_type_name == kind and (record := each.get_help_record(ctx))
            ]
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [re.sub(r"^\{(.*)\}", r"\1", piece) for piece in super().collect_usage_pieces(ctx)]


def _plain(name: str, said: str) -> tuple[str, str]:
    """An entry of the help without types and ranges: a refusal says what was expected."""
    name = re.sub(r" <.*>$", "", name)
    found = re.search(r"  \\?\[([^][]*)\]$", said)  # some versions mark it for another printer
    if found is None:
        return name, said
    notes = [note for note in found[1].split("; ") if not re.search(r"\bx[<>]|[<>]=?x\b", note)]
    return name, said[: found.start()] + (f"  [{'; '.join(notes)}]" if notes else "")
