"""The options that commands share, in groups, and what the parser makes of them.

What is typed as their values is read by `texts.py`. This module knows no rule of a game and draws
nothing.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .failures import as_usage
from .judged import JudgeNamed
from .texts import GameNamed

if TYPE_CHECKING:
    from solver import Plan

MOST_NODES = (1 << 63) - 1
"""The largest node limit: what the search counts with."""
WRITES = "writes a file"
"""Stands in the annotation of an option that names a file to be written; see `written.py`."""

Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, for other programs.")]
Details = Annotated[
    bool,
    typer.Option("--details", help="Show the tests, their p values and the deals of each figure."),
]
JudgeName = Annotated[
    str | None,
    typer.Option(
        "--judge",
        metavar="open|closed|both",
        help="Who judges: open hands solved, closed hands played out (at the table), or both, as "
        "without it.",
    ),
]
OpenOnly = Annotated[
    bool,
    typer.Option("--open", help="Short for --judge open: without what comes at the table."),
]
Seed = Annotated[
    int | None,
    typer.Option(
        min=0,
        metavar="N",
        help="Repeat exactly this random choice; drawn and printed if not given.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", "-j", min=1, metavar="N", help="Threads that search; one per core if not given."
    ),
]
_NAMED = "The game, or the house that plays it, by any name; see `hakem variants`."
Trump = Annotated[
    str | None,
    typer.Option(
        "--trump",
        "-t",
        metavar="SUIT",
        help="The trump called: S, H, D or C; none in a game without a call.",
    ),
]
VariantName = Annotated[str, typer.Option("--variant", metavar="NAME", help=_NAMED)]
HouseName = Annotated[str | None, typer.Option("--variant", metavar="NAME", help=_NAMED)]
VariantOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--set", "--option", "-o", metavar="NAME=VALUE", help="A rule option; may be repeated."
    ),
]
Megabytes = Annotated[
    float,
    typer.Option(
        "--memory",
        min=0.25,
        max=65536,
        metavar="MB",
        help="Megabytes of search table for each thread.",
    ),
]
Samples = Annotated[
    int | None, typer.Option("--samples", "-n", min=1, metavar="N", help="Deals to solve.")
]
Precision = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE",
        help="Go on until the intervals are no wider than this on each side, as 0.02.",
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--time", metavar="SECONDS", help="Answer after that time, with the deals solved by then."
    ),
]
NodeLimit = Annotated[
    int | None,
    typer.Option(
        "--node-limit",
        "--nodes",
        metavar="N",
        min=0,
        max=MOST_NODES,
        help="Leave an answer open after so many cards played for it; 0: no limit. Chances then "
        "come as bounds.",
    ),
]
Give = Annotated[
    list[str] | None,
    typer.Option(
        "--give",
        metavar="SEAT:CARDS",
        help="Only deals in which this seat was dealt these cards, as 2:SA or partner:SA; may be "
        "repeated.",
    ),
]
Resume = Annotated[
    Path | None,
    typer.Option(
        "--resume",
        metavar="FILE",
        help="Keep what is found in this file as it is found, and go on from it if it is there.",
    ),
    WRITES,
]


def readable_arguments(args: Sequence[str]) -> list[str]:
    """The arguments without the leading hyphens of hands, so that no hand looks like an option.

    `-.AKQ.J5.T987` and `--.AKQ...` (no spades) become `.AKQ.J5.T987`, which is the same hand.
    """
    words = [re.sub(r"^-+(?=\.)", "", word) for word in args]
    end = words.index("--") if "--" in words else len(words)
    # A house and a game are named by one option; its other spelling is understood everywhere.
    return [re.sub(r"^--house(?==|$)", "--variant", word) for word in words[:end]] + words[end:]


def threads(jobs: int | None) -> int:
    """The number of threads of `--jobs`, or one for each core this process may use."""
    from solver.decide.parallel import parse_jobs

    with as_usage("--jobs"):
        return parse_jobs(jobs)


# Groups of options: `with_groups` puts them in place of a parameter of such a type ---------------


@dataclass(frozen=True)
class GameOptions(GameNamed):
    """The options that name the game, or the house that plays it, and set its rules."""

    variant: VariantName = "hokm"
    option: VariantOptions = None


@dataclass(frozen=True)
class Limits:
    """The options that say what a study may cost, and where its counts are kept."""

    samples: Samples = None
    precision: Precision = None
    time: Seconds = None
    seed: Seed = None
    node_limit: NodeLimit = None
    resume: Resume = None

    def plan(self) -> Plan:
        """The same for the library."""
        from solver import Plan

        with as_usage("--time"):
            Plan(seconds=self.time)
        with as_usage("--precision"):
            Plan(precision=self.precision)
        with as_usage():
            return Plan(
                self.samples,
                self.time,
                self.precision,
                self.seed,
                node_limit=self.node_limit,
                resume=self.resume,
            )


@dataclass(frozen=True)
class Judged(JudgeNamed):
    """The options that say who judges."""

    judge: JudgeName = None
    open_only: OpenOnly = False


@dataclass(frozen=True)
class Shown:
    """The options that say how an answer is shown."""

    details: Details = False
    json: Json = False


def with_groups(run: Callable[..., None]) -> Callable[..., None]:
    """The command with the fields of a record of options in place of each parameter of its type.

    Such a record (`Limits`, `GameOptions` ...) is a dataclass whose fields are options.
    """
    told = inspect.signature(run, eval_str=True).parameters
    groups: dict[str, Any] = {
        name: one.annotation for name, one in told.items() if is_dataclass(one.annotation)
    }
    options = {name: inspect.signature(group, eval_str=True) for name, group in groups.items()}

    @functools.wraps(run)
    def called(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{each: given.pop(each) for each in options[name].parameters})
        run(**given)

    places: list[inspect.Parameter] = []
    for name, one in told.items():
        places += options[name].parameters.values() if name in groups else [one]
    keyword = inspect.Parameter.KEYWORD_ONLY
    flat = [each.replace(kind=keyword) for each in places]
    called.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
    called.__annotations__ = {each.name: each.annotation for each in flat}
    return called
