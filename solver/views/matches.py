"""Matches as text: score sheets, the tricks of a hand, results under scorings, equity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from ..match import (
    Entry,
    Expected,
    HandResult,
    MatchEquity,
    MatchState,
    Rules,
    outcome_word,
    result_words,
)
from ..record import MatchRecord, Replay, Sheet, show_options
from .parts import (
    Figures,
    FirstThatFits,
    cards_text,
    outcome_text,
    percent,
    plain_table,
    shortened,
    signed,
)

__all__ = ["equity_view", "expected_view", "result_view", "sheet_view", "tricks_view"]


def seat_name(seat: int, rules: Rules) -> str:
    """The name of a table seat in words."""
    return f"{'person' if rules.scoring.kind == 'sars' else 'seat'} {seat}"


def sides_of(record: MatchRecord, length: int = 60) -> list[str]:
    """The heads of the score columns: the players' names, if there are any, this long at most."""
    players = Rules(record.house, record.scoring).players
    names = record.players
    if players == 2:
        if len(names) >= 2:
            sides = [names[side::2] for side in (0, 1)]
            each = [max(2, (length - 3 * len(side) + 3) // len(side)) for side in sides]
            return [
                " + ".join(shortened(name, most) for name in side)
                for side, most in zip(sides, each, strict=True)
            ]
        return ["seats 0, 2", "seats 1, 3"] if record.variant.seats == 4 else ["even", "odd"]
    if len(names) == players:
        return [shortened(name, length) for name in names]
    return [f"seat {n}" for n in range(players)]


def sheet_view(sheet: Sheet) -> list[RenderableType]:
    """The score sheet of a match."""
    record = sheet.record
    title = Text(record.name or "A hand" if len(record.hands) == 1 else record.name or "A match")
    title.stylize("bold")
    lines: list[RenderableType] = [title, Text(rules_line(record), style="dim"), ""]
    if sheet.entries:
        tables = [_sheet_table(sheet, length) for length in (60, 24, 12)]
        lines += [FirstThatFits(*tables, _short_sheet(sheet)), ""]
    if sheet.entries or sheet.unfinished is None:
        lines.append(standing(sheet, sides_of(record)))
    lines += [Text(text, style="dim") for text in sheet.remarks]
    return lines


def _sheet_table(sheet: Sheet, length: int) -> Figures:
    """One row for each hand; names are `length` characters long at most."""
    record = sheet.record
    heads = ["hand", "dealer", "caller", "trump", "result", *sides_of(record, length)]
    if record.scoring.streak:
        heads.append("straight")
    table = plain_table(*heads, left=5)
    for row, entry in _rows(sheet):
        cells = [str(entry.number), str(entry.dealer), str(entry.caller), *row]
        for gained, total in zip(entry.gained, entry.after.score, strict=True):
            cells.append(f"{gained:+d}  {total:>3}" if gained else f"{total:>3}")
        if record.scoring.streak:
            cells.append("-".join(map(str, entry.after.streak)))
        table.add_row(*cells)
    return table


def _short_sheet(sheet: Sheet) -> Figures:
    """The same for a narrow terminal: trump, result and score of each hand."""
    table = plain_table("hand", "trump", "result", "score", left=3, wrap=["result"])
    for row, entry in _rows(sheet):
        table.add_row(str(entry.number), *row, ":".join(map(str, entry.after.score)))
    return table


def _rows(sheet: Sheet) -> Iterator[tuple[list[str], Entry]]:
    """(trump and result, entry) of each hand."""
    hands = sheet.record.hands[: len(sheet.entries)]
    for entry, replayed, hand in zip(sheet.entries, sheet.replays, hands, strict=True):
        trump = hand.trump if replayed.end is None else replayed.end.trump
        yield ["" if trump is None else trump.symbol, outcome_word(entry)], entry


def standing(sheet: Sheet, sides: Sequence[str]) -> str:
    """The state of the match, in one sentence."""
    rules = Rules(sheet.record.house, sheet.record.scoring)
    score = " : ".join(map(str, sheet.state.score))
    winner = sheet.winner
    if winner is not None:
        said = "the match is drawn" if winner < 0 else f"{sides[winner]} won the match"
        return f"{score}, {said}."
    if sheet.unfinished is not None:
        return f"{score} before the unfinished hand."
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
    if replayed.begun is not None:
        end = replayed.end
        leader = end.leader if end is not None else 0
        row = Text(f"{leader}: ").append_text(cards_text(replayed.begun.cards))
        table.add_row(str(len(replayed.tricks) + 1), row, "", "")
    return table


# Results under scorings, and expected points ----------------------------------------------------


def result_view(
    found: HandResult, rows: Sequence[tuple[Rules, MatchState, Entry]]
) -> list[RenderableType]:
    """A result under each scoring: the points, the score after it, who deals and calls next."""
    heads = ("scoring", "points", "score", "next dealer", "next caller")
    wide = plain_table(*heads, left=1)
    narrow = plain_table(*heads[:3], "calls", left=1, wrap=["scoring"])
    for rules, after, entry in rows:
        points = " : ".join(map(str, entry.score.points)) + (" kot" if entry.streak_kot else "")
        score = " : ".join(map(str, after.score))
        dealer, caller = (after.caller - 1) % rules.seats, after.caller
        wide.add_row(
            rules.scoring.title, points, score, seat_name(dealer, rules), seat_name(caller, rules)
        )
        narrow.add_row(
            rules.scoring.title, points.replace(" : ", ":"), score.replace(" : ", ":"), str(caller)
        )
    who = "A = the caller's side" if rows[0][0].players == 2 else "points by seat from the caller"
    numbers = [Text(_numbers(rules), style="dim") for rules, _, _ in rows]
    heading = f"{result_words(found)}   ({who}; scores by table seat, 0 first)"
    return [heading, "", FirstThatFits(wide, narrow), "", *numbers]


def expected_view(rows: Sequence[tuple[Rules, Expected]]) -> list[RenderableType]:
    """The expected points of both sides under each scoring."""
    table = plain_table("scoring", "for A", "for B", "A less B", left=1, wrap=["scoring"])
    for rules, found in rows:
        table.add_row(
            f"{rules.scoring.title} ({rules.scoring.unit})",
            f"{float(found.a):.3f}",
            f"{float(found.b):.3f}",
            signed(float(found.margin), 3),
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
    with_open_hands: float | None = None,
) -> list[RenderableType]:
    """The chance at this score, after each class, for each call, and at every score if asked.

    `with_open_hands`: the chance if hands ended as open ones do, for a line.
    """
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
        results.add_row(shown, percent(float(value)), signed(100 * (float(value) - now), 1))
    parts.append(results)
    if calls:
        rows = plain_table("call", "chance", left=1)
        for name, value in calls:
            rows.add_row(name, percent(value))
        parts += ["", rows]
    if table:
        parts += ["", *_every_score(solved)]
    parts.append("")
    if with_open_hands is not None:
        parts.append(Text(f"With open hands it would be {percent(with_open_hands)}."))
    parts.append(Text(method, style="dim"))
    return parts


def _every_score(solved: MatchEquity) -> list[RenderableType]:
    """Our chance in percent at every score, with our call and with theirs."""
    target = solved.rules.scoring.target
    assert target is not None
    scores = range(target)
    chances = {
        (us, them, who): 100 * float(solved.at((us, them), who).value)
        for us in scores
        for them in scores
        for who in (0, 1)
    }
    grids: list[RenderableType] = []
    for who, name in ((0, "we call"), (1, "they call")):
        wide = plain_table(f"{name}: us", *(f"them {them}" for them in scores), left=0)
        tight = plain_table(f"{name}: us", *map(str, scores), left=0)
        for us in scores:
            row = [f"{chances[us, them, who]:.1f}" for them in scores]
            wide.add_row(str(us), *row)
            tight.add_row(str(us), *row)
        grids += [FirstThatFits(wide, tight), ""]
    listed = plain_table("us : them", "we call", "they call", left=1)
    for us in scores:
        for them in scores:
            pair = (f"{chances[us, them, who]:.1f}" for who in (0, 1))
            listed.add_row(f"{us} : {them}", *pair)
    return [FirstThatFits(Group(*grids[:-1]), listed)]
