"""`hakem score`: what a result is worth, and who deals and calls next; or a whole score sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from solver.errors import unread

from .arguments import Failure, HouseName, Json, VariantOptions, as_usage
from .matches import (
    HouseRules,
    ScoringName,
    Streak,
    Target,
    files_of,
    pair_of,
    record_of,
)
from .output import emit_json, remark, show
from .reading import is_file, missing, words_or_stdin
from .seats import SIDE_WORDS, seat_among, side_of

if TYPE_CHECKING:
    from solver import match
    from solver.record import MatchRecord

WANTED = "give a result such as KOT_A or 9-4, or the file of a match"
_USUAL = ("iran", "netherlands", "india-pakistan", "points")


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
    if classes is not None:
        if result:
            raise Failure("a result and --classes: give one of them")
        _expect(classes, [house] if house or scoring else list(_USUAL), setting, scoring, json)
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
    from solver import match
    from solver.record import parse_result

    houses = [house] if house or scoring else list(_USUAL)
    rows = []
    for name in houses:
        rules = HouseRules(name, setting, scoring, target).rules()
        seat = seat_among(caller, "--caller", rules.seats, rules.house["direction"])
        found = parse_result(_with_side(text, seat))
        state = _state(rules, seat, before, streak)
        match.check_result(found, rules.house)
        after, entry = match.advance(state, found, rules)
        rows.append((rules, after, entry))
    if json:
        answers = [_json(found, *row) for row in rows]
        emit_json(answers[0] if len(answers) == 1 else {"scorings": answers})
    else:
        from solver.views.matches import result_view

        show(*result_view(found, rows))
        _winners(rows)


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


def _winners(rows: list[tuple[match.Rules, match.MatchState, match.Entry]]) -> None:
    """Report on standard error which match is over."""
    from solver import match

    for rules, after, _ in rows:
        winner = match.match_winner(after, rules.scoring)
        if winner is not None:
            said = "the match is drawn" if winner < 0 else f"side {winner} has won the match"
            remark(f"{rules.scoring.title}: {said}")


def _expect(
    classes: str,
    houses: Sequence[str | None],
    setting: list[str] | None,
    scoring: str | None,
    json: bool,
) -> None:
    """The mean points of an outcome distribution under each scoring of the options."""
    from solver import match

    with as_usage("--classes"):
        outcomes = match.parse_outcome_distribution(classes)
    rows = []
    for name in houses:
        rules = HouseRules(name, setting, scoring).rules()
        if rules.scoring.kind != "class":
            raise Failure(f"--classes: {rules.scoring.title} counts no classes")
        with as_usage("--classes"):
            rows.append((rules, match.expected_score(outcomes, rules.scoring, rules.house)))
    if json:
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
        emit_json({"expected": answers})
        return
    from solver.views.matches import expected_view

    show(*expected_view(rows))


def _sheets(records: Sequence[MatchRecord], json: bool) -> None:
    from solver.record import replay_match

    sheets = [replay_match(record) for record in records]
    if json:
        answers = [sheet.to_dict() for sheet in sheets]
        emit_json(answers[0] if len(answers) == 1 else {"matches": answers})
        return
    from solver.views.matches import sheet_view

    for number, sheet in enumerate(sheets):
        show(*([""] if number else []), *sheet_view(sheet))
