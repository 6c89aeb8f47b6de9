"""Matches as text: score sheets, the tricks of a hand, results under scorings, equity."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from ..match import (
    Entry,
    Expected,
    HandResult,
    MatchEquity,
    MatchState,
    Rules,
    outcome_word,
)
from ..record import MatchRecord, Replay, Sheet, show_options, show_result
from .parts import cards_text, outcome_text, percent, plain_table


def seat_name(seat: int, rules: Rules) -> str:
    """The name of a table seat in words."""
    return f"{'person' if rules.scoring.kind == 'sars' else 'seat'} {seat}"


def sides_of(record: MatchRecord) -> list[str]:
    """The heads of the score columns: the players' names, if there are any."""
    players = Rules(record.house, record.scoring).players
    names = record.players
    if players == 2:
        if len(names) >= 2:
            return [" + ".join(names[side::2]) for side in (0, 1)]
        return ["seats 0, 2", "seats 1, 3"] if record.variant.seats == 4 else ["even", "odd"]
    return list(names) if len(names) == players else [f"seat {n}" for n in range(players)]


def sheet_view(sheet: Sheet) -> list[RenderableType]:
    """The score sheet of a match."""
    record = sheet.record
    title = Text(record.name or "A hand" if len(sheet.entries) == 1 else record.name or "A match")
    title.stylize("bold")
    lines: list[RenderableType] = [
        title,
        Text(rules_line(record), style="dim"),
        "",
    ]
    sides = sides_of(record)
    heads = ["hand", "dealer", "caller", "trump", "result", *sides]
    if record.scoring.streak:
        heads.append("straight")
    table = plain_table(*heads, left=5)
    for entry, replayed, hand in zip(sheet.entries, sheet.replays, record.hands, strict=True):
        trump = hand.trump
        if replayed.end is not None:
            trump = replayed.end.trump
        row = [
            str(entry.number),
            str(entry.dealer),
            str(entry.caller),
            "" if trump is None else trump.symbol,
            outcome_word(entry),
        ]
        for gained, total in zip(entry.gained, entry.after.score, strict=True):
            row.append(f"{gained:+d}  {total:>3}" if gained else f"{total:>3}")
        if record.scoring.streak:
            row.append("-".join(map(str, entry.after.streak)))
        table.add_row(*row)
    lines += [table, ""]
    lines.append(standing(sheet, sides))
    lines += [Text(text, style="dim") for text in sheet.remarks]
    return lines


def standing(sheet: Sheet, sides: Sequence[str]) -> str:
    """The state of the match, in one sentence."""
    rules = Rules(sheet.record.house, sheet.record.scoring)
    score = " : ".join(map(str, sheet.state.score))
    winner = sheet.winner
    if winner is not None:
        said = "the match is drawn" if winner < 0 else f"{sides[winner]} won the match"
        return f"{score}, {said}."
    caller = sheet.state.caller
    return (
        f"{score}; {seat_name((caller - 1) % rules.seats, rules)} deals, "
        f"{seat_name(caller, rules)} calls next."
    )


def rules_line(record: MatchRecord) -> str:
    """Game, house and scoring with every number; part of every output."""
    options = show_options(record.house, record.variant)
    played = Rules(record.house, record.scoring).played
    return (
        f"{record.variant.name}, house {record.house.name}{' ' + options if options else ''}, "
        f"{played.title}: {played.numbers()}"
    )


def tricks_view(replayed: Replay) -> RenderableType:
    """The tricks of one hand, one a row."""
    table = plain_table("trick", "cards", "won by", "A-B", left=3)
    for trick in replayed.tricks:
        row = Text(f"{trick.leader}: ").append_text(cards_text(trick.cards))
        table.add_row(
            str(trick.number), row, f"seat {trick.winner}", "-".join(map(str, trick.taken))
        )
    return table


# Results under scorings, and expected points ----------------------------------------------------


def result_view(
    found: HandResult, rows: Sequence[tuple[Rules, MatchState, Entry]]
) -> list[RenderableType]:
    """A result under each scoring: the points, the score after it, who deals and calls next."""
    table = plain_table("scoring", "points", "score", "next dealer", "next caller", left=1)
    for rules, after, entry in rows:
        points = " : ".join(map(str, entry.score.points))
        table.add_row(
            rules.scoring.title,
            points + (" kot" if entry.streak_kot else ""),
            " : ".join(map(str, after.score)),
            seat_name((after.caller - 1) % rules.seats, rules),
            seat_name(after.caller, rules),
        )
    who = "A = the caller's side" if rows[0][0].players == 2 else "points by seat from the caller"
    numbers = [Text(_numbers(rules), style="dim") for rules, _, _ in rows]
    heading = f"{show_result(found)}   ({who}; scores by table seat, 0 first)"
    return [heading, "", table, "", *numbers]


def expected_view(rows: Sequence[tuple[Rules, Expected]]) -> list[RenderableType]:
    """The expected points of both sides under each scoring."""
    table = plain_table("scoring", "for A", "for B", "A less B", left=1)
    for rules, found in rows:
        table.add_row(
            f"{rules.scoring.title} ({rules.scoring.unit})",
            f"{float(found.a):.3f}",
            f"{float(found.b):.3f}",
            f"{float(found.margin):+.3f}",
        )
    lines = [_numbers(rules) for rules, _ in rows]
    return [table, "", *lines, "Straight wins towards a kot are not counted."]


def _numbers(rules: Rules) -> str:
    return f"{rules.scoring.title}: {rules.played.numbers()}"


# The chance to win the match --------------------------------------------------------------------


def equity_view(
    solved: MatchEquity,
    state: MatchState,
    calls: Sequence[tuple[str, float]],
    method: str,
    table: bool,
) -> list[RenderableType]:
    """The chance at this score, after each class, for each call, and at every score if asked."""
    rules = solved.rules
    chance = solved.at(state.score, state.caller, state.streak, state.hands)  # type: ignore[arg-type]
    ours = f"{state.score[0]}-{state.score[1]}, {'we call' if state.caller == 0 else 'they call'}"
    head = Text.assemble(
        (f"{percent(float(chance.value))} to win the match", "bold"), f" at {ours}"
    )
    if chance.draw:
        head.append(
            f" (win {percent(float(chance.win))}, draw {percent(float(chance.draw))}, "
            "a draw counts one half)"
        )
    parts: list[RenderableType] = [head, Text(_numbers(rules), style="dim"), ""]
    results = plain_table("after", "chance", "gain", left=1)
    now = float(chance.value)
    sign = 1 if state.caller == 0 else -1
    for outcome, value in solved.values(state).items():
        shown = outcome_text(sign * int(outcome))
        results.add_row(shown, percent(float(value)), f"{100 * (float(value) - now):+.1f}")
    parts.append(results)
    if calls:
        rows = plain_table("call", "chance", left=1)
        for name, value in calls:
            rows.add_row(name, percent(value))
        parts += ["", rows]
    if table:
        parts += ["", *_every_score(solved)]
    parts += ["", Text(method, style="dim")]
    return parts


def _every_score(solved: MatchEquity) -> list[RenderableType]:
    """Our chance in percent at every score, with our call and with theirs."""
    target = solved.rules.scoring.target
    assert target is not None
    parts: list[RenderableType] = []
    for who, name in ((0, "we call"), (1, "they call")):
        grid = plain_table(f"{name}: us", *(f"them {them}" for them in range(target)), left=0)
        for us in range(target):
            values = [float(solved.at((us, them), who).value) for them in range(target)]
            grid.add_row(str(us), *(f"{100 * value:.1f}" for value in values))
        parts += [grid, ""]
    return parts[:-1]
