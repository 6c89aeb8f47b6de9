"""The common part of the commands about matches: options, reading records, score sheets."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import Failure, as_usage

if TYPE_CHECKING:
    from solver import Scoring, Variant, match
    from solver.record import MatchRecord, Sheet

HouseName = Annotated[
    str | None,
    typer.Option("--house", help="House rules: iran, netherlands, india-pakistan, points, ..."),
]
HouseSettings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", "--option", "-o", metavar="NAME=VALUE", help="A house option; may be repeated."
    ),
]
ScoringName = Annotated[
    str | None,
    typer.Option("--scoring", help="A scoring by name, or the TOML file of your own."),
]
Target = Annotated[
    int | None, typer.Option("--target", min=1, help="Points (or kots) that win the match.")
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


def scoring_of(text: str) -> Scoring:
    """The scoring that `--scoring` names: a name, a name with numbers, or a TOML file."""
    from solver import match

    with as_usage("--scoring"):
        if text.lower().endswith(".toml"):
            return match.load_scoring(text)
        return match.parse_scoring(text)


def rules_of(
    house: str | None,
    settings: Sequence[str] | None,
    scoring: str | None,
    target: int | None,
) -> match.Rules:
    """House and scoring from the options; when only one is given, it determines the other."""
    from solver import find_variant, match

    chosen = None if scoring is None else scoring_of(scoring)
    with as_usage():
        if house is not None:
            rules = match.find_house(house)
        else:
            rules = match.usual_house(find_variant("hokm"), chosen)
            if chosen is not None:
                own = [one for one in match.HOUSES if one.scoring == chosen.name]
                rules = own[0] if own else rules
        for text in settings or ():
            rules = rules.set(text)
        if chosen is None:
            chosen = match.find_scoring(rules.scoring)
        if target is not None:
            chosen = chosen.with_target(target)
        return match.Rules(rules, chosen)


def scoring_at_score(
    score: str, scoring: str, variant: Variant, target: int | None, streak: str | None
) -> Scoring:
    """The chance to win the match from this score (ours first) as a scoring of our call."""
    from solver import match

    if variant.collecting or variant.points != "tricks" or variant.seats != 4:
        raise Failure(f"--score: how hands of {variant.name} usually end is not known")
    points = pair_of(score, "--score")
    wins = (0, 0) if streak is None else pair_of(streak, "--streak")
    chosen = scoring_of(scoring)
    if target is not None:
        chosen = chosen.with_target(target)
    with as_usage("--score"):
        rules = match.Rules(match.usual_house(variant, chosen), chosen)
        equity = match.MatchEquity(rules, match.default_distribution(variant))
        state = equity.state((points[0], points[1]), 0, (wins[0], wins[1]))
        return match.scoring_at(equity, state)


def record_of(path: str) -> MatchRecord:
    """Read a record from a file, or from standard input for `-`."""
    from solver.record import decode, read_file, read_match

    if path == "-":
        return read_match(decode(sys.stdin.buffer.read(), "standard input"), "")
    return read_file(path)


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """The score sheet as JSON."""
    from solver import match
    from solver.record import show_result

    record = sheet.record
    hands = []
    for entry, replayed in zip(sheet.entries, sheet.replays, strict=True):
        hands.append(
            {
                "hand": entry.number,
                "line": entry.line,
                "dealer": entry.dealer,
                "caller": entry.caller,
                "trump": None
                if replayed.end is None or replayed.end.trump is None
                else replayed.end.trump.letter,
                "class": None if entry.score.outcome is None else entry.score.outcome.name,
                "result": show_result(entry.result),
                "points": list(entry.score.points),
                "gained": list(entry.gained),
                "score": list(entry.after.score),
                "streak": list(entry.after.streak),
                "next_caller": entry.after.caller,
                "tricks": [trick.to_dict() for trick in replayed.tricks],
                "remarks": list(replayed.remarks),
            }
        )
    rules = match.Rules(record.house, record.scoring)
    return {
        "match": record.name or None,
        "variant": record.variant.name,
        "options": record.variant.plain_settings(),
        "house": record.house.name,
        "house_options": dict(record.house.changed()),
        "scoring": rules.played.to_dict(),
        "players": list(record.players),
        "hands": hands,
        "score": list(sheet.state.score),
        "streak": list(sheet.state.streak),
        "matches_won": list(sheet.matches_won),
        "winner": sheet.winner,
        "next_dealer": (sheet.state.caller - 1) % rules.seats,
        "next_caller": sheet.state.caller,
        "remarks": list(sheet.remarks),
    }
