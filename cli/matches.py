"""The common part of the commands about matches: options, reading records, score sheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import HouseName, VariantOptions
from .failures import Failure, as_usage
from .reading import input_bytes, is_file
from .texts import RulesNamed, ScoreNamed, scoring_named

if TYPE_CHECKING:
    from solver import Scoring
    from solver.record import MatchRecord

ScoringName = Annotated[
    str | None,
    typer.Option(
        "--scoring", metavar="NAME", help="A scoring by name, or the TOML file of your own."
    ),
]
Score = Annotated[
    str | None,
    typer.Option(
        "--score",
        metavar="US-THEM",
        help="Judge by the chance to win the match from this score.",
    ),
]
Target = Annotated[
    int | None,
    typer.Option("--target", min=1, metavar="N", help="Points (or kots) that win the match."),
]
Streak = Annotated[
    str | None, typer.Option("--streak", metavar="N-N", help="Straight wins so far, as 4-0.")
]


@dataclass(frozen=True)
class AtScore(ScoreNamed):
    """The options that say what a result is worth: points, or at a score the chance to win."""

    scoring: ScoringName = None
    score: Score = None
    target: Target = None
    streak: Streak = None

    def named(self) -> Scoring | None:
        """The scoring of `--scoring`, which may be a file here."""
        return None if self.scoring is None else scoring_of(self.scoring)


def place_of(text: str, seats: int, cards: int, option: str) -> int:
    """How many of the `cards` of a record were played before the one that `5` or `5.3` names."""
    found = re.fullmatch(r"\s*([0-9]{1,2})\s*(?:[./:-]\s*([0-9]{1,2})\s*)?", text, re.ASCII)
    if found is None:
        raise Failure(
            f"{option}: '{text}' names no card, expected a trick or 5.3 (trick 5, card 3)"
        )
    trick, card = int(found[1]), int(found[2] or 1)
    if trick < 1 or not 1 <= card <= seats:
        raise Failure(f"{option} {text}: tricks and cards count from 1, a trick has {seats} cards")
    place = seats * (trick - 1) + card - 1
    if place > cards:
        raise Failure(
            f"{option} {text}: the record ends with card {(cards - 1) % seats + 1} of trick "
            f"{(cards - 1) // seats + 1}"
        )
    return place


def scoring_of(text: str) -> Scoring:
    """The scoring that `--scoring` names: a name, a name with numbers, or a TOML file."""
    from solver import match

    with as_usage("--scoring"):
        if text.lower().endswith(".toml"):
            return match.load_scoring(text)
    return scoring_named(text)


@dataclass(frozen=True)
class HouseRules(RulesNamed):
    """The options that name the house and its scoring; one alone determines the other."""

    house: HouseName = None
    setting: VariantOptions = None
    scoring: ScoringName = None
    target: Target = None

    def named(self) -> Scoring | None:
        """The scoring of `--scoring`, which may be a file here."""
        return None if self.scoring is None else scoring_of(self.scoring)


def files_of(words: Sequence[str]) -> list[str]:
    """The files that these words name; blanks between them may belong to one name."""
    whole = " ".join(words)
    return [whole] if len(words) > 1 and is_file(whole) else list(words)


def record_of(path: str) -> MatchRecord:
    """Read a record from a file, or from standard input for `-`."""
    from solver.record import decode, read_file, read_match

    if path == "-":
        return read_match(decode(input_bytes("give the record of a match"), "standard input"), "")
    return read_file(path)
