"""The common part of the commands about matches: options, reading records, score sheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import Failure, GameOptions, HouseName, VariantOptions, as_usage
from .reading import input_bytes, is_file

if TYPE_CHECKING:
    from solver import Scoring, Variant, match
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


def pair_of(text: str, option: str, numbers: int = 2) -> tuple[int, ...]:
    """Read `5-3` (or `5:3`); a Failure names the option."""
    parts = re.split(r"\s*[-:,]\s*", text.strip())
    if len(parts) != numbers or not all(re.fullmatch(r"[0-9]{1,6}", p, re.ASCII) for p in parts):
        example = "5-3" if numbers == 2 else "5-3-2"
        raise Failure(f"{option}: '{text}' is no score, expected {numbers} numbers as in {example}")
    return tuple(int(part) for part in parts)


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
        return match.parse_scoring(text)


def table_of(
    name: str | None,
    settings: Sequence[str] | None,
    scoring: str | None,
    target: int | None,
) -> tuple[match.Rules, Variant]:
    """House, scoring and game from the options; without a name they follow from the scoring."""
    from solver import match

    chosen = None if scoring is None else scoring_of(scoring)
    if name is None:
        houses = match.HOUSES
        name = next(
            (one for one in houses if chosen and one.scoring == chosen.name), houses[0]
        ).name
    house, variant = GameOptions(name, list(settings or ())).house_and_game()
    if chosen is None:
        chosen = match.find_scoring(house.scoring)
    if target is not None:
        chosen = chosen.with_target(target)
    return match.Rules(house, chosen), variant


@dataclass(frozen=True)
class HouseRules:
    """The options that name the house and its scoring; one alone determines the other."""

    house: HouseName = None
    setting: VariantOptions = None
    scoring: ScoringName = None
    target: Target = None

    def rules(self) -> match.Rules:
        """The same for the library."""
        return table_of(self.house, self.setting, self.scoring, self.target)[0]


@dataclass(frozen=True)
class AtScore:
    """The options that say what a result is worth: points, or at a score the chance to win."""

    scoring: ScoringName = None
    score: Score = None
    target: Target = None
    streak: Streak = None

    def named(self) -> Scoring | None:
        """The scoring of `--scoring`."""
        return None if self.scoring is None else scoring_of(self.scoring)

    def scoring_of_call(
        self, house: match.House, game: Variant, usual: Scoring, seat: int = 0
    ) -> Scoring:
        """The scoring in force, `usual` where none is named; from --score on the chance to win.

        `seat`: who asks; the score is given from its side.
        """
        from solver import match

        points = self.named() or usual
        if self.score is None:
            if self.target is not None or self.streak is not None:
                raise Failure("--target and --streak say where a match stands: give --score too")
            return house.scored(points)
        if self.target is not None:
            points = points.with_target(self.target)
        return scoring_at_score(self.score, match.Rules(house, points), game, self.streak, seat)


def scoring_at_score(
    score: str, rules: match.Rules, variant: Variant, streak: str | None = None, seat: int = 0
) -> Scoring:
    """The chance to win the match from this score (ours first) as a scoring of the call.

    `seat`: one of ours, counted from the caller.
    """
    from solver import match

    if variant.collecting or variant.points != "tricks" or variant.seats != 4:
        raise Failure(f"--score: how hands of {variant.name} usually end is not known")
    points = pair_of(score, "--score")
    wins = (0, 0) if streak is None else pair_of(streak, "--streak")
    if seat % 2:
        points, wins = points[::-1], wins[::-1]
    with as_usage("--score"):
        equity = match.MatchEquity(rules, match.default_distribution(variant))
        state = equity.state((points[0], points[1]), 0, (wins[0], wins[1]))
        return match.scoring_at(equity, state)


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
