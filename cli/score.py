"""`hakem score`: what a result is worth, and who deals and calls next; or a whole score sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from solver.base.errors import unread

from .arguments import HouseName, Json, VariantOptions
from .failures import Failure, as_usage
from .matches import (
    HouseRules,
    ScoringName,
    Streak,
    Target,
    files_of,
    record_of,
)
from .output import emit_json, remark, show
from .reading import is_file, missing, words_or_stdin
from .seats import SIDE_WORDS, seat_among, side_of
from .texts import RulesNamed, pair_of

if TYPE_CHECKING:
    from solver import match
    from solver.record import MatchRecord, Sheet

WANTED = "give a result such as KOT_A or 9-4, or the file of a match"
USUAL = ("iran", "netherlands", "india-pakistan", "points")


def score(
    result: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RESULT",
            help="A result: KOT_A, win b, kot us, 9-4 (A = the caller's side, us = seats 0 and "
            "2); or a match file.",
        ),
    ] = None,
    house: HouseName = None,
    setting: VariantOptions = None,
    scoring: ScoringName = None,
    target: Target = None,
    caller: Annotated[
        str,
        typer.Option(
            metavar="SEAT", help="The table seat that called; partner, left, right are those of 0."
        ),
    ] = "0",
    before: Annotated[
        str | None,
        typer.Option("--score", metavar="A-B", help="Points before the hand: seats 0 and 2 first."),
    ] = None,
    streak: Streak = None,
    classes: Annotated[
        str | None,
        typer.Option(
            "--classes",
            metavar="COUNTS",
            help="Instead of a result how hands end, WIN_A=50,KOT_A=14,...: points to expect.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """What a result is worth, and who deals and calls next.

    Without --variant or --scoring, the usual scorings are shown together. Files are read as
    matches.
    """
    named = [
        HouseRules(name, setting, scoring, target)
        for name in ([house] if house or scoring else USUAL)
    ]
    if classes is not None:
        if result:
            raise Failure("a result and --classes: give one of them")
        expected = expected_by(named, classes)
        if json:
            emit_json(expected_json(expected))
            return
        from solver.views.matches import expected_view

        show(*expected_view(expected))
        return
    files = files_of(result or ())
    if files and all(is_file(path) for path in files):
        _sheets([record_of(path) for path in files], json)
        return
    text = words_or_stdin(result, WANTED)
    if "\n" in text or text.startswith("["):
        from solver.record import read_match

        _sheets([read_match(text)], json)
        return
    if re.search(r"[./\\]", text):
        raise Failure(unread(text, missing(text)))
    scored = scored_by(named, text, caller, before, streak)
    if json:
        emit_json(scored_json(scored))
    else:
        from solver.views.matches import result_view

        show(*result_view(scored[0].result, [each[1:] for each in scored]))
        _winners(scored)


class Scored(NamedTuple):
    """A result by the rules of a house: the match after it, and its row on the sheet."""

    result: match.HandResult
    rules: match.Rules
    after: match.MatchState
    entry: match.Entry


def scored_by(
    named: Sequence[RulesNamed], text: str, caller: str, before: str | None, streak: str | None
) -> list[Scored]:
    """The result of this text by the rules of each house."""
    from solver import match
    from solver.record import parse_result

    rows = []
    for each in named:
        rules = each.rules()
        seat = seat_among(caller, "--caller", rules.seats, rules.house["direction"])
        found = parse_result(_with_side(text, seat))
        state = _state(rules, seat, before, streak)
        match.check_result(found, rules.house)
        after, entry = match.advance(state, found, rules)
        rows.append(Scored(found, rules, after, entry))
    return rows


def scored_json(rows: Sequence[Scored]) -> dict[str, Any]:
    """The result by each house; by one alone without a list."""
    answers = [_json(*row) for row in rows]
    return answers[0] if len(answers) == 1 else {"scorings": answers}


def expected_by(named: Sequence[RulesNamed], classes: str) -> list[tuple[match.Rules, Any]]:
    """The mean points of an outcome distribution by the rules of each house."""
    from solver import match

    with as_usage("--classes"):
        outcomes = match.parse_outcome_distribution(classes)
    rows = []
    for each in named:
        rules = each.rules()
        if rules.scoring.kind != "class":
            raise Failure(f"--classes: {rules.scoring.title} counts no classes")
        with as_usage("--classes"):
            rows.append((rules, match.expected_score(outcomes, rules.scoring, rules.house)))
    return rows


def expected_json(rows: Sequence[tuple[match.Rules, Any]]) -> dict[str, Any]:
    """The mean points by each house."""
    answers = [
        {
            "scoring": rules.played.to_dict(),
            "house": rules.house.name,
            "a": float(found.a),
            "b": float(found.b),
            "margin": float(found.margin),
        }
        for rules, found in rows
    ]
    return {"expected": answers}


def sheets_json(sheets: Sequence[Sheet]) -> dict[str, Any]:
    """The score sheets of matches; that of one alone without a list."""
    answers = [sheet.to_dict() for sheet in sheets]
    return answers[0] if len(answers) == 1 else {"matches": answers}


def _with_side(text: str, caller: int) -> str:
    """The result with A or B for a word such as `us`, which are the seats 0 and 2."""

    def letter(found: re.Match[str]) -> str:
        return "AB"[(side_of(found[0], "") + caller) % 2]

    return re.sub(rf"(?i)\b({'|'.join(SIDE_WORDS)})\b", letter, text)


def _state(
    rules: match.Rules, caller: int, before: str | None, streak: str | None
) -> match.MatchState:
    from solver import match

    state = rules.start(caller)
    if before is not None:
        points = pair_of(before, "--score", rules.players)
        state = replace(state, score=points)
        if match.match_winner(state, rules.scoring) is not None:
            raise Failure(f"--score: the match is over at {before}")
    if streak is not None:
        if not rules.scoring.streak:
            raise Failure(f"--streak: {rules.scoring.title} counts no straight wins")
        wins = pair_of(streak, "--streak", 2)
        if max(wins) >= rules.scoring.streak or all(wins):
            raise Failure(
                f"--streak: one side has 0 to {rules.scoring.streak - 1} straight wins, "
                f"not {streak}"
            )
        state = replace(state, streak=(wins[0], wins[1]))
    return state


def _json(
    found: match.HandResult, rules: match.Rules, after: match.MatchState, entry: match.Entry
) -> dict[str, Any]:
    from solver import match
    from solver.record import show_result

    return {
        "result": show_result(found),
        "house": rules.house.name,
        "scoring": rules.played.to_dict(),
        "class": None if entry.score.outcome is None else entry.score.outcome.name,
        "points": list(entry.score.points),
        "kot": entry.score.kot,
        "streak_kot": entry.streak_kot,
        "gained": list(entry.gained),
        "score": list(after.score),
        "streak": list(after.streak),
        "next_dealer": (after.caller - 1) % rules.seats,
        "next_caller": after.caller,
        "winner": match.match_winner(after, rules.scoring),
    }


def _winners(rows: Sequence[Scored]) -> None:
    """Report on standard error which match is over."""
    from solver import match

    for _, rules, after, _ in rows:
        winner = match.match_winner(after, rules.scoring)
        if winner is not None:
            said = "the match is drawn" if winner < 0 else f"side {winner} has won the match"
            remark(f"{rules.scoring.title}: {said}")


def _sheets(records: Sequence[MatchRecord], json: bool) -> None:
    from solver.record import replay_match

    sheets = [replay_match(record) for record in records]
    if json:
        emit_json(sheets_json(sheets))
        return
    from solver.views.matches import sheet_view

    for number, sheet in enumerate(sheets):
        show(*([""] if number else []), *sheet_view(sheet))
