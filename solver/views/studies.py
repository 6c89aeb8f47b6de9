"""Sampled studies as text: a trump call, kots, the choices before the lead."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..cards import Suit
from .parts import (
    WORDS,
    FirstThatFits,
    digits_for,
    hand_text,
    percent,
    percent_number,
    plain_table,
    signed,
    suit_text,
)

if TYPE_CHECKING:
    from .. import match
    from ..game.scoring import Scoring
    from ..game.variants import Variant
    from ..outcomes import Outcome
    from ..simulation.before_the_lead import ChoiceAdvice
    from ..simulation.estimates import Estimate, Mean
    from ..simulation.kot import KotAdvice
    from ..simulation.trump_call import TrumpAdvice, TrumpOdds

# The four parts of a bar: outcome codes, sign and colour; and their names.
_PARTS = (
    ((3, 2), "█", "green"),
    ((1,), "▓", "cyan"),
    ((-1,), "▒", "yellow"),
    ((-2, -3), "░", "red"),
)
_NAMES = ("kot or better", "win", "loss", "goon kot or worse")
# Three players: what the caller can force against the two others together.
_SURE_NAMES = ("sure of first 7", "of the hand", "of neither", "other of first 7")
_OPEN = "·"
_BAR = 60


def trump_view(advice: TrumpAdvice) -> list[RenderableType]:
    """The call, then the numbers with their intervals, then the bars of all outcomes."""
    parts: list[RenderableType] = [
        Text.assemble(hand_text(advice.hand), f"   {advice.variant}"),
        Text(worth_line(advice.scoring, advice.variant), style="dim"),
        "",
        _call(advice),
        "",
    ]
    alone = advice.variant.family == "three"
    ranked = sorted(advice.trumps.values(), key=lambda each: _ends(each.points), reverse=True)
    columns = ["win", "kot", "goon", "bavney", "points", "deals"]
    if alone or advice.scoring.bavney == advice.scoring.kot or ranked[0].bavney is None:
        columns.remove("bavney")  # a column only where it is worth something of its own
    tables = [_trump_table(advice, ranked, columns)]
    for name in ("deals", "goon", "bavney", "kot"):  # a narrower terminal gets fewer columns
        if name in columns:
            columns = [each for each in columns if each != name]
            tables.append(_trump_table(advice, ranked, columns))
    table = FirstThatFits(*tables)
    parts += [table, ""]
    for each in ranked:
        bars = [
            Text.assemble("  ", suit_text(each.trump), "  ").append_text(
                outcome_bar(each.shares, length)
            )
            for length in (_BAR, _BAR - 10, _BAR // 2)
        ]
        parts.append(FirstThatFits(*bars))
    legend = outcome_legend(_SURE_NAMES if alone else _NAMES)
    if advice.undecided:
        legend.append(f"\n     {_OPEN} undecided")
    parts += [legend, "", Text(_method(advice), style="dim")]
    return parts


def _trump_table(advice: TrumpAdvice, ranked: Sequence[TrumpOdds], columns: Sequence[str]) -> Table:
    """Two lines for each trump: the estimates, and their intervals; `columns` says which."""
    alone = advice.variant.family == "three"
    heads = {"win": "win", "kot": "kot", "goon": "goon kot", "bavney": "bavney", "deals": "deals"}
    if alone:
        heads.update(win="sure win", kot="sure 7", goon="another's 7")
    chance = advice.scoring.kind == "chance"
    heads["points"] = "win the match" if chance else advice.scoring.unit
    table = plain_table("trump", *(heads[name] for name in columns))
    table.columns[0].justify = "center"
    for each in ranked:
        style = "bold" if each.trump == advice.best else ""
        first: list[Text] = [suit_text(each.trump)]
        second: list[Text] = [Text("")]
        for name in columns:
            if name == "points":
                show = percent_number if chance else signed
                said = " to ".join(show(end) for end in _ends(each.points))
                between = f"{show(each.points.low)} to {show(each.points.high)}"
            elif name == "deals":
                said, between = f"{each.n:,}", "dropped" if each.dropped else ""
            else:
                estimate = getattr(each, name)
                said, between = _share(estimate), share_range(estimate)
            first.append(Text(said, style="" if name == "deals" else style))
            second.append(Text(between, style="dim"))
        table.add_row(*first)
        table.add_row(*second)
    return table


def _call(advice: TrumpAdvice) -> Text:
    """The recommendation, and how well the deals support it."""
    call = Text.assemble(("Call ", "bold"), suit_text(advice.best), ".")
    call.stylize("bold")
    if advice.sure:
        call.append(" It is better than every other suit beyond the chance of these deals")
    else:
        close = [
            suit.symbol for suit, rival in advice.rivals.items() if rival.p_points >= advice.level
        ]
        more = "more deals or a higher node limit" if advice.undecided else "more deals"
        call.append(f" It did best, but {' and '.join(close)} may be as good; {more} will tell")
    return call.append(f" (paired test, p {_p_value(advice.p_value)}).")


def _p_value(p: float) -> str:
    return "< 0.0001" if p < 0.0001 else f"= {p:.2g}"


def share_range(estimate: Estimate) -> str:
    """The interval of a share in percent."""
    return _span(estimate.low, estimate.high)


def _span(low: float, high: float) -> str:
    digits = digits_for(low, high)
    return f"{100 * low:.{digits}f}–{100 * high:.{digits}f}%"


def _share(estimate: Estimate) -> str:
    """The share, or its bounds where deals were left undecided."""
    if estimate.bounds is not None:
        return _span(*estimate.bounds)
    return "" if estimate.p is None else percent(estimate.p)


def _ends(mean: Mean) -> tuple[float, ...]:
    """The mean, or its two bounds where deals were left undecided."""
    if mean.bounds is not None:
        return mean.bounds
    return () if mean.mean is None else (mean.mean,)


def outcome_legend(names: Sequence[str] = _NAMES) -> Text:
    """What the parts of a bar stand for."""
    legend = Text("     ")
    for name, (_, sign, colour) in zip(names, _PARTS, strict=True):
        legend.append(sign, style=colour).append(f" {name}   ")
    return legend


def outcome_bar(shares: Mapping[Outcome, float], length: int) -> Text:
    """The outcome classes as parts of one bar of this length, then what is undecided."""
    bar = Text()
    done, drawn = 0.0, 0
    for codes, sign, colour in _PARTS:
        done += sum(share for code, share in shares.items() if code in codes)
        upto = min(length, round(done * length))
        bar.append(sign * (upto - drawn), style=colour)
        drawn = upto
    return bar.append(_OPEN * (length - drawn), style="dim")


def worth_line(scoring: Scoring, variant: Variant) -> str:
    """The numbers of the scoring, in one line."""
    if scoring.kind == "chance":
        said = [f"{WORDS[code]} {scoring.difference(code):.1f}%" for code in (2, 1, -1, -2)]
        return f"{scoring.title}: after a {', '.join(said)}"
    whose = ", the points the caller is sure of" if variant.seats == 3 else ""
    part = f"; a win counts as 1/{scoring.streak}" if scoring.streak else ""
    return f"{scoring.title} scoring{whose}: {scoring.numbers()}{part}"


def _method(advice: TrumpAdvice | KotAdvice) -> str:
    """The lines below every table of probabilities: n, intervals, method, seed."""
    kots = getattr(advice, "kot_n", advice.n)
    deals = f"{advice.n:,} deals solved with open hands" + advice.method.removeprefix("open hand")
    if kots != advice.n:
        deals += f", {kots:,} asked for kots"
    stop = {"time": "; time was up", "interrupted": "; interrupted"}.get(advice.stopped, "")
    if advice.undecided:
        trumps = getattr(advice, "trumps", {})
        asked = sum(each.n for each in trumps.values()) if trumps else advice.n
        stop += (
            f"\n{advice.undecided:,} of {asked:,} answers left undecided after "
            f"{advice.node_limit:,} cards played for each: chances are bounds, without and with "
            "them; --node-limit 0 decides all"
        )
    # Two lines, so that the length of the time does not change where the text breaks.
    took = f"seed {advice.seed}; {advice.seconds:.1f} s{stop}"
    return f"{deals}; {advice.confidence:.0%} intervals\n{took}"


def kot_view(advice: KotAdvice) -> list[RenderableType]:
    """The chances with their intervals."""
    called = ("   trump ", suit_text(advice.trump)) if advice.trump is not None else ()
    heading = Text.assemble(hand_text(advice.hand), *called, f"   {advice.variant}")
    table = plain_table("", "chance", "interval", "deals", left=1)
    variant = advice.variant
    every, majority = variant.cards_per_hand, variant.cards_per_hand // 2 + 1
    feat = f"the first {majority} tricks"
    if variant.points == "tens":
        feat = "all four tens"
    elif advice.bavney is None and variant.get("stop_rule") != "hard7":
        feat = f"all {every} tricks"
    us, them = ("you take", "the other does") if variant.seats == 2 else (
        "your side takes", "the other side does")  # fmt: skip
    rows = [
        (f"kot: {us} {feat}", advice.kot, "green"),
        (f"goon kot: {them}", advice.goon, "red"),
        (f"bavney: {us} all {every}", advice.bavney, "bold green"),
        (f"{them.removesuffix(' does')} takes all {every}", advice.bavney_against, "bold red"),
    ]
    if variant.family == "three":
        rows = [
            ("you are sure of the first 7 tricks", advice.kot, "green"),
            ("another player is sure of them", advice.goon, "red"),
        ]
    for name, estimate, colour in rows:
        if estimate is not None:
            chance = Text(_share(estimate), style=colour)
            table.add_row(name, chance, Text(share_range(estimate), style="dim"), f"{estimate.n:,}")
    return [heading, "", table, "", Text(_method(advice), style="dim")]


def choice_view(advice: ChoiceAdvice, rules: match.Rules, unit: str) -> list[RenderableType]:
    """Each choice with its worth, its interval, and its comparison with the best."""
    chance = unit == "match %"
    show = percent_number if chance else signed
    head = "win the match" if chance else unit
    table = plain_table("choice", head, "interval", "win", "against the best", left=1)
    for choice in advice.choices:
        worth = choice.worth
        table.add_row(
            _suits_as_symbols(choice.name),
            " to ".join(show(end) for end in _ends(worth)),
            f"{show(worth.low)} to {show(worth.high)}" if choice.n else "",
            "" if choice.success is None else _share(choice.success),
            "" if choice is advice.choices[0] else f"p {_p_value(choice.p_best)}",
        )
    said = f"{advice.n:,} deals solved with open hands" + advice.method.removeprefix("open hand")
    said += f"; {advice.confidence:.0%} intervals; paired tests"
    if any(not choice.n for choice in advice.choices):
        said += "; a new deal is worth what a typical hand of the plain game is"
    if advice.undecided:
        said += (
            f"\n{advice.undecided:,} answers left undecided after {advice.node_limit:,} cards "
            "played for each: chances are bounds, without and with them; --node-limit 0 decides all"
        )
    said += {"time": "; time was up", "interrupted": "; interrupted"}.get(advice.stopped, "")
    return [
        Text.assemble(hand_text(advice.hand), f"   house {rules.house}"),
        Text(f"{rules.scoring.title}: {rules.played.numbers()}", style="dim"),
        "",
        Text.assemble(("Best: ", "bold"), (_suits_as_symbols(advice.best.name), "bold")),
        "",
        table,
        "",
        Text(f"{said}; seed {advice.seed}", style="dim"),
    ]


def _suits_as_symbols(name: str) -> str:
    """The name of a choice with the symbols of its suits: `name ♠`, `bid 8 (♥)`."""
    letter = r"(?<=name |with )[SHDC]$|(?<=\()[SHDC](?=\)$)"
    return re.sub(letter, lambda found: Suit.parse(found[0]).symbol, name)
