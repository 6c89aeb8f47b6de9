"""Records to text: everything a person sees. Results go to standard output in one piece,
notes and progress to standard error; colour and moving bars only where a terminal shows them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table as RichTable
    from rich.text import Text

    from solver import (
        Card,
        Estimate,
        Hand,
        KotAdvice,
        Mean,
        OptionSpec,
        Outcome,
        Scoring,
        Suit,
        TrumpAdvice,
        Variant,
    )


SCHEMA = 1
MEGABYTE = 1 << 20
# For terminals that cannot print the symbols.
_PLAIN = str.maketrans("♠♥♦♣█▓▒░─━│┃·–±▸…≥≤×", "SHDC#=-.--||.-~>.><x")


class OutputClosed(Exception):
    """The reader of standard output has gone (not an OSError, which typer would handle itself)."""


def complain(sentence: str) -> None:
    """One sentence on standard error."""
    text = f"hakem: {sentence}"
    print(_printable(text, sys.stderr), file=sys.stderr, flush=True)


def emit(text: str) -> None:
    """A piece of the result, complete with its line end, on standard output at once.

    Raises OutputClosed when nobody reads it any more.
    """
    try:
        sys.stdout.write(_printable(text, sys.stdout))
        sys.stdout.flush()
    except BrokenPipeError:
        raise OutputClosed from None


def emit_json(answer: Mapping[str, Any]) -> None:
    """One JSON object on a line of its own; `schema` comes first."""
    emit(json.dumps({"schema": SCHEMA, **answer}) + "\n")


def show(*parts: RenderableType) -> None:
    """Print these parts, one under the other."""
    console = console_for(sys.stdout)
    with console.capture() as capture:
        for part in parts:
            console.print(part)
    # Tables pad their lines; what is copied from a terminal should not carry the blanks.
    emit("".join(line.rstrip() + "\n" for line in capture.get().splitlines()))


def console_for(stream: IO[str]) -> Console:
    """A console that colours only on a terminal and honours NO_COLOR."""
    from rich.console import Console

    return Console(file=stream, highlight=False, markup=False, emoji=False)


def _printable(text: str, stream: IO[str]) -> str:
    """The text with plain letters for the signs that the stream's encoding does not have."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
    return text


def remark(sentence: str) -> None:
    """Something worth knowing that is not a fault: on standard error, without a name before it."""
    print(_printable(sentence, sys.stderr), file=sys.stderr, flush=True)


# Outcome classes ------------------------------------------------------------------------------

# Words and colours by outcome code, seen from side A; best first.
WORDS = {3: "bavney", 2: "kot", 1: "win", 0: "none", -1: "loss", -2: "goon kot", -3: "goon bavney"}
COLOURS = {
    3: "bold green", 2: "green", 1: "cyan", 0: "dim", -1: "yellow", -2: "red", -3: "bold red",
}  # fmt: skip


def outcome_text(outcome: int) -> Text:
    """The short word for a class, in its colour."""
    from rich.text import Text

    return Text(WORDS[int(outcome)], style=COLOURS[int(outcome)])


def cards_text(cards: Iterable[Card]) -> Text:
    """Cards with their symbols, the red suits in red."""
    from rich.text import Text

    text = Text(" ".join(card.symbol for card in cards))
    text.highlight_regex(r"[♥♦]", "red")
    return text


def hand_text(hand: Hand) -> Text:
    """A hand with suit symbols, the red suits in red."""
    from rich.text import Text

    text = Text(hand.pretty(), style="bold")
    text.highlight_regex(r"[♥♦]", "red")
    return text


def suit_text(suit: Suit | None) -> Text:
    """A suit's symbol, red where it is red."""
    from rich.text import Text

    if suit is None:
        return Text("none")
    return Text(suit.symbol, style="red" if suit.letter in "HD" else "")


def percent(share: float) -> str:
    """A probability in percent; more digits near 0 and 1, where they matter."""
    return f"{100 * share:.{_digits(share)}f}%"


def _digits(*shares: float) -> int:
    """Digits behind the point that keep these shares apart from 0 and 1."""
    near = min((min(s, 1 - s) for s in shares if 0 < s < 1), default=0.5)
    return 1 if near >= 0.001 else 2


def plain_table(*columns: str, left: int = 1) -> RichTable:
    """A table without lines; the first `left` columns to the left, numbers to the right."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as RichTable

    table = RichTable(
        box=SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0), header_style="dim"
    )
    for number, name in enumerate(columns):
        table.add_column(name, justify="left" if number < left else "right", no_wrap=True)
    return table


# hakem variants -------------------------------------------------------------------------------


def variant_list(variants: Sequence[Variant]) -> list[RenderableType]:
    """One row for each game."""
    from rich.table import Table as RichTable

    from solver import PRESETS

    table = plain_table("name", "game", "seats", "cards", "counts", left=2)
    table.columns[1].no_wrap = False
    for variant in variants:
        table.add_row(
            variant.name, variant.title, str(variant.seats), str(variant.cards_per_hand),
            variant.points,
        )  # fmt: skip
    grid = RichTable.grid()
    grid.add_row("\n`hakem variants NAME` shows other names and options of a game.")
    grid.add_row("Presets: " + ", ".join(PRESETS))
    return [table, grid]


def variant_card(variant: Variant) -> list[RenderableType]:
    """A game with its names and options."""
    from rich.table import Table as RichTable
    from rich.text import Text

    facts = RichTable.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    for name, value in (
        ("also called", ", ".join(variant.aliases)),
        ("rules", variant.text),
        ("counts", variant.value_text),
        ("seats", f"{variant.seats}, {variant.cards_per_hand} cards each"),
        ("sources", variant.source),
    ):
        if value:
            facts.add_row(name, value)
    options = RichTable.grid(padding=(0, 2))
    options.add_column(no_wrap=True)
    options.add_column()
    for option in variant.options.values():
        setting = variant.settings[option.name]
        options.add_row(
            Text(option.name, style="bold"),
            Text.assemble(
                option.expected, (_stands(option, setting), "cyan"), "\n",
                (f"{option.text} ({option.scope}; {option.source})", "dim"),
            ),
        )  # fmt: skip
    heading = Text.assemble((variant.label, "bold"), "  ", variant.title)
    legend = RichTable.grid(padding=(0, 2))
    legend.add_column(style="dim", no_wrap=True)
    legend.add_column(style="dim")
    for key, source in variant.sources.items():
        legend.add_row(key, source)
    return [
        heading, "", facts, "", Text("Options, set with --set NAME=VALUE", "dim"), options, "",
        Text("Sources", "dim"), legend,
    ]  # fmt: skip


def _stands(option: OptionSpec, setting: Any) -> str:
    """The default, and what a preset has changed it to."""
    said = f"   default {_setting(option.default)}"
    return said if setting == option.default else f"{said}, here {_setting(setting)}"


def _setting(value: Any) -> str:
    if isinstance(value, frozenset):
        return ",".join(map(str, sorted(value))) or "none"
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


# hakem trump and hakem kot --------------------------------------------------------------------

# The four parts of a bar: what they hold (outcome codes), sign, colour; and their names.
_PARTS = (
    ((3, 2), "█", "green"),
    ((1,), "▓", "cyan"),
    ((-1,), "▒", "yellow"),
    ((-2, -3), "░", "red"),
)
_NAMES = ("kot or better", "win", "loss", "goon kot or worse")
# Three players: what the caller is sure of against the two others together.
_SURE_NAMES = ("sure of first 7", "of the hand", "of neither", "other of first 7")
_OPEN = "·"
_BAR = 60


def trump_view(advice: TrumpAdvice) -> list[RenderableType]:
    """The call, then the numbers with their intervals, then the picture of all outcomes."""
    from rich.text import Text

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
    """The recommendation, and whether the deals bear it out."""
    from rich.text import Text

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
    digits = _digits(low, high)
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
    from rich.text import Text

    bar = Text()
    done, drawn = 0.0, 0
    for codes, sign, colour in _PARTS:
        done += sum(share for code, share in shares.items() if code in codes)
        upto = min(_BAR, round(done * _BAR))
        bar.append(sign * (upto - drawn), style=colour)
        drawn = upto
    return bar.append(_OPEN * (_BAR - drawn), style="dim")


def _worth(scoring: Scoring, variant: Variant) -> str:
    """What the scoring gives, in one line."""
    chances = getattr(scoring, "chances", None)
    if chances is not None:
        said = [f"{WORDS[code]} {value:.1f}%" for code, value in chances if abs(code) < 3]
        return f"{scoring.title}: after a {', '.join(said)}"
    pairs = [("win", scoring.win), ("kot", scoring.kot)]
    if scoring.bavney != scoring.kot:
        pairs.append(("bavney", scoring.bavney))
    words = [
        f"{name} {_number(a)}"
        + ("" if a == b or variant.seats == 3 else f" ({_number(b)} for the other side)")
        for name, (a, b) in pairs
    ]
    whose = ", the points the caller is sure of" if variant.seats == 3 else ""
    return f"{scoring.title} scoring{whose}: {', '.join(words)}"


def _number(value: float) -> str:
    return f"{value:.3g}"


def _method(advice: TrumpAdvice | KotAdvice) -> str:
    """What every printed probability carries: n, the intervals, the method, the seed."""
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
    # Two lines, because the time must not decide where the text breaks.
    took = f"seed {advice.seed}; {advice.seconds:.1f} s{stop}"
    return f"{deals}; {advice.confidence:.0%} intervals\n{took}"


def kot_view(advice: KotAdvice) -> list[RenderableType]:
    """The chances with their intervals."""
    from rich.text import Text

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


# hakem bench ----------------------------------------------------------------------------------


def bench_view(report: Mapping[str, Any]) -> list[RenderableType]:
    """Times for each group and question, then the signature and the memory."""
    from rich.text import Text

    table = plain_table(
        "deals", "question", "n", "solves/s", "mean ms", "median", "p95", "max", "nodes", left=2
    )
    peers = bool(report["peers"])
    ratios = plain_table("deals", "question", "DDS mean ms", "mean", "median", "p95", "max", left=2)
    for group, kinds in report["groups"].items():
        for row, (question, tally) in enumerate(kinds.items()):
            name = "" if row else group
            times = [_short(tally[key]) for key in _TIMES]
            table.add_row(
                name, question, str(tally["n"]), f"{tally['per_second']:,.0f}", *times,
                f"{tally['nodes']:,}",
            )  # fmt: skip
            if "dds" in tally:
                shares = [tally["ratio"][key] for key in _TIMES]
                ratios.add_row(
                    name, question, _short(tally["dds"]["mean_ms"]),
                    *("" if share is None else f"{share:.2f}" for share in shares),
                )  # fmt: skip
    parts: list[RenderableType] = [table]
    if peers:
        parts += ["", Text("Our time over that of DDS (below 1: ours is less)", "dim"), ratios]
    memory = report["memory"]
    peak = memory["process_peak_bytes"]
    used, limit = memory["table_bytes"] / MEGABYTE, memory["table_limit"] / MEGABYTE
    facts = [
        f"nodes {report['nodes']}",
        f"{report['seconds']:.2f} s in the search",
        f"table {used:.1f} of {limit:.0f} MB",
    ]
    if peak is not None:
        facts.append(f"process {peak / MEGABYTE:.0f} MB")
    parts += ["", Text(", ".join(facts), style="bold")]
    return parts


_TIMES = ("mean_ms", "median_ms", "p95_ms", "max_ms")


def _short(number: float) -> str:
    """About three digits that matter, never in powers of ten."""
    return f"{number:.{3 if number < 0.1 else 2 if number < 10 else 1 if number < 100 else 0}f}"


# Progress -------------------------------------------------------------------------------------


@contextmanager
def progress(what: str) -> Iterator[Callable[[float], None]]:
    """A bar on standard error where that is a terminal; call the function with the share done."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console_for(sys.stderr), transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        yield lambda share: bar.update(task, completed=share)
