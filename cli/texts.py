"""Text to records: hands, suits, games and scorings, as they are typed anywhere.

The command line, the page and the service read with these. No file is opened here, and the parser
of options is not known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .failures import ILLEGAL, Failure, as_usage

if TYPE_CHECKING:
    from solver import Hand, Scoring, Suit, Variant, match


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
    from solver.base.cards import parse_trump

    with as_usage("--trump"):
        return parse_trump(text)


def pair_of(text: str, option: str, numbers: int = 2) -> tuple[int, ...]:
    """Read `5-3` (or `5:3`); a Failure names the option."""
    parts = re.split(r"\s*[-:,]\s*", text.strip())
    if len(parts) != numbers or not all(re.fullmatch(r"[0-9]{1,6}", p, re.ASCII) for p in parts):
        example = "5-3" if numbers == 2 else "5-3-2"
        raise Failure(f"{option}: '{text}' is no score, expected {numbers} numbers as in {example}")
    return tuple(int(part) for part in parts)


def scoring_named(text: str) -> Scoring:
    """The scoring of this name, or name with numbers."""
    from solver import match

    with as_usage("--scoring"):
        return match.parse_scoring(text)


def settings_of(options: Mapping[str, Any] | None) -> list[str] | None:
    """Rule options as JSON has them, as they are typed: `name=value`."""
    if options is None:
        return None
    said = []
    for name, value in options.items():
        if isinstance(value, list):
            value = ",".join(map(str, value)) or "none"
        elif isinstance(value, bool):
            value = "on" if value else "off"
        said.append(f"{name}={value}")
    return said


@dataclass(frozen=True)
class GameNamed:
    """A game, or the house that plays it, by any name, and `name=value` for each rule set."""

    variant: str = "hokm"
    option: list[str] | None = None

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
class ScoreNamed:
    """What a result is worth: points of a scoring, or at a score the chance to win the match."""

    scoring: str | None = None
    score: str | None = None
    target: int | None = None
    streak: str | None = None

    def named(self) -> Scoring | None:
        """The scoring that is named."""
        return None if self.scoring is None else scoring_named(self.scoring)

    def scoring_of_call(
        self, house: match.House, game: Variant, usual: Scoring, seat: int = 0
    ) -> Scoring:
        """The scoring in force, `usual` where none is named; at a score the chance to win.

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


@dataclass(frozen=True)
class RulesNamed:
    """A house and its scoring; one alone determines the other."""

    house: str | None = None
    setting: list[str] | None = None
    scoring: str | None = None
    target: int | None = None

    def named(self) -> Scoring | None:
        """The scoring that is named."""
        return None if self.scoring is None else scoring_named(self.scoring)

    def rules(self) -> match.Rules:
        """House and scoring."""
        return self.rules_and_game()[0]

    def rules_and_game(self) -> tuple[match.Rules, Variant]:
        """House, scoring and game; without a house it follows from the scoring."""
        from solver import match

        chosen, name = self.named(), self.house
        if name is None:
            houses = match.HOUSES
            name = next(
                (one for one in houses if chosen and one.scoring == chosen.name), houses[0]
            ).name
        house, variant = GameNamed(name, list(self.setting or ())).house_and_game()
        if chosen is None:
            chosen = match.find_scoring(house.scoring)
        if self.target is not None:
            chosen = chosen.with_target(self.target)
        return match.Rules(house, chosen), variant


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
