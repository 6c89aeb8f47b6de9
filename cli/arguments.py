"""Text to records: the options of the command line, hands and games.

A mistake in the options is a `Failure` with code 2, a mistake in the cards one with code 3; both
are one sentence. This module knows no rule of a game and draws nothing.
"""

from __future__ import annotations

import functools
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from solver import Hand, Plan, Scoring, Suit, Variant, match

USAGE, ILLEGAL, BUDGET, UNFINISHED, INTERRUPTED = 2, 3, 4, 5, 130
MOST_NODES = (1 << 63) - 1
"""The largest node limit: what the search counts with."""
WRITES = "writes a file"
"""Stands in the annotation of an option that names a file to be written; see `written.py`."""

Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, for other programs.")]
Details = Annotated[
    bool,
    typer.Option("--details", help="Show the tests, their p values and the deals of each figure."),
]
OpenOnly = Annotated[
    bool,
    typer.Option("--open", help="Open-hand figures alone, without what they come to at the table."),
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


class Failure(Exception):
    """Ends the command with one sentence for the user and an exit code."""

    def __init__(self, sentence: str, code: int = USAGE) -> None:
        super().__init__(sentence)
        self.code = code


@contextmanager
def as_usage(option: str = "") -> Iterator[None]:
    """Turn an error of the library into a usage Failure that begins with the option's name."""
    from solver import HakemError
    from solver.errors import ResumeError

    try:
        yield
    except ResumeError as error:
        raise Failure(f"--resume: {error}") from None
    except HakemError as error:
        raise Failure(f"{option}: {error}" if option else str(error)) from None


def readable_arguments(args: Sequence[str]) -> list[str]:
    """The arguments without the leading hyphens of hands, so that no hand looks like an option.

    `-.AKQ.J5.T987` and `--.AKQ...` (no spades) become `.AKQ.J5.T987`, which is the same hand.
    """
    words = [re.sub(r"^-+(?=\.)", "", word) for word in args]
    end = words.index("--") if "--" in words else len(words)
    # A house and a game are named by one option; its other spelling is understood everywhere.
    return [re.sub(r"^--house(?==|$)", "--variant", word) for word in words[:end]] + words[end:]


def expect_pipe(wanted: str) -> None:
    """Refuse to wait for input from a terminal, or from a closed input."""
    if sys.stdin is None or sys.stdin.isatty():
        raise Failure(f"{wanted}, or pipe it in")


def without_comments(text: str) -> str:
    """The text without comments, which reach from `#`, `%` or `;` to the end of their line."""
    return re.sub(r"(?m)(?:^|(?<=\s))[#%;].*$", "", text).strip()


def hand_of(text: str, sizes: Sequence[int]) -> Hand:
    """Read a hand that must have one of these numbers of cards."""
    from solver import Hand

    return of_size(Hand.parse(without_comments(text)), sizes)


def of_size(hand: Hand, sizes: Sequence[int], typed: str = "") -> Hand:
    """This hand, if it has one of these numbers of cards; `typed`: its text, for the refusal."""
    if len(hand) not in sizes:
        wanted = " or ".join(str(size) for size in sizes)
        cards = f"{len(hand)} card{'s' * (len(hand) != 1)}"
        raise Failure(f"the hand {typed or hand} has {cards}, expected {wanted}", ILLEGAL)
    return hand


def trump_of(text: str | None) -> Suit | None:
    """Read the value of `--trump`; None is no trump."""
    from solver.cards import parse_trump

    with as_usage("--trump"):
        return parse_trump(text)


def threads(jobs: int | None) -> int:
    """The number of threads of `--jobs`, or one for each core this process may use."""
    from solver.simulation.parallel import parse_jobs

    with as_usage("--jobs"):
        return parse_jobs(jobs)


# Groups of options: `with_groups` puts them in place of a parameter of such a type ---------------


@dataclass(frozen=True)
class GameOptions:
    """The options that name the game, or the house that plays it, and set its rules."""

    variant: VariantName = "hokm"
    option: VariantOptions = None

    def game(self) -> Variant:
        """The game, where only options of the play can be set."""
        from solver.match import find_rules

        with as_usage():
            return find_rules(self.variant)[1].set(*(self.option or ()))

    def house_and_game(self, scoring: Scoring | None = None) -> tuple[match.House, Variant]:
        """The house and the game, where options of either can be set.

        Where only a game is named, the house is the one that usually plays it under this scoring.
        """
        from solver import match

        with as_usage():
            rules = match.find_rules(self.variant, scoring)
            return match.set_options(*rules, *(self.option or ()))


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
