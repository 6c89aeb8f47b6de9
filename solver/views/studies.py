"""Sampled studies as text: a trump call, kots, the choices before the lead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from .parts import WORDS, digits_for, hand_text, percent, plain_table, suit_text

if TYPE_CHECKING:
    from .. import match
    from ..game.scoring import Scoring
    from ..game.variants import Variant
    from ..outcomes import Outcome
    from ..simulation.before_the_lead import ChoiceAdvice
    from ..simulation.estimates import Estimate, Mean
    from ..simulation.kot import KotAdvice
    from ..simulation.trump_call import TrumpAdvice

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
        Text(_worth(advice.scoring, advice.variant), style="dim"),
        "",
        _call(advice),
        "",
    ]
    alone = advice.variant.family == "three"
    heads = ("sure win", "sure 7", "another's 7") if alone else ("win", "kot", "goon kot")
    table = plain_table("trump", *heads, advice.scoring.unit, "deals")
    table.columns[0].justify = "center"
    ranked = sorted(advice.trumps.values(), key=lambda each: _ends(each.points), reverse=True)
    for each in ranked:
        style = "bold" if each.trump == advice.best else ""
        table.add_row(
            suit_text(each.trump),
            *(Text(_share(e), style=style) for e in (each.win, each.kot, each.goon)),
            Text(" to ".join(f"{end:+.2f}" for end in _ends(each.points)), style=style),
            f"{each.n:,}",
        )
        low, high = each.points.low, each.points.high
        table.add_row(
            "",
            *(Text(_range(e), style="dim") for e in (each.win, each.kot, each.goon)),
            Text(f"{low:+.2f} to {high:+.2f}", style="dim"),
            Text("dropped" if each.dropped else "", style="dim"),
        )
    parts += [table, ""]
    for each in ranked:
        bar = Text.assemble("  ", suit_text(each.trump), "  ").append_text(_bar(each.shares))
        parts.append(bar)
    legend = Text("     ")
    for name, (_, sign, colour) in zip(_SURE_NAMES if alone else _NAMES, _PARTS, strict=True):
        legend.append(sign, style=colour).append(f" {name}   ")
    if advice.undecided:
        legend.append(f"\n     {_OPEN} undecided")
    parts += [legend, "", Text(_method(advice), style="dim")]
    return parts


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


def _range(estimate: Estimate) -> str:
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


def _bar(shares: Mapping[Outcome, float]) -> Text:
    """The outcome classes as parts of one bar, then what is undecided; its length is fixed."""
    bar = Text()
    done, drawn = 0.0, 0
    for codes, sign, colour in _PARTS:
        done += sum(share for code, share in shares.items() if code in codes)
        upto = min(_BAR, round(done * _BAR))
        bar.append(sign * (upto - drawn), style=colour)
        drawn = upto
    return bar.append(_OPEN * (_BAR - drawn), style="dim")


def _worth(scoring: Scoring, variant: Variant) -> str:
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
            table.add_row(name, chance, Text(_range(estimate), style="dim"), f"{estimate.n:,}")
    return [heading, "", table, "", Text(_method(advice), style="dim")]


def choice_view(advice: ChoiceAdvice, rules: match.Rules, unit: str) -> list[RenderableType]:
    """Each choice with its worth, its interval, and its comparison with the best."""
    table = plain_table("choice", unit, "interval", "win", "against the best", left=1)
    for choice in advice.choices:
        worth = choice.worth
        table.add_row(
            choice.name,
            " to ".join(f"{end:+.2f}" for end in _ends(worth)),
            f"{worth.low:+.2f} to {worth.high:+.2f}" if choice.n else "",
            "" if choice.success is None else _share(choice.success),
            "" if choice is advice.choices[0] else f"p = {choice.p_best:.2g}",
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
        Text.assemble(("Best: ", "bold"), (advice.best.name, "bold")),
        "",
        table,
        "",
        Text(f"{said}; seed {advice.seed}", style="dim"),
    ]
