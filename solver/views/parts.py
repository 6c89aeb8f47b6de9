"""The parts of every view: words and colours of classes, cards, shares, tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from ..cards import Card, Hand, Suit

# Words and colours by outcome code, seen from side A; best first.
WORDS = {3: "bavney", 2: "kot", 1: "win", 0: "none", -1: "loss", -2: "goon kot", -3: "goon bavney"}
COLOURS = {
    3: "bold green", 2: "green", 1: "cyan", 0: "dim", -1: "yellow", -2: "red", -3: "bold red",
}  # fmt: skip


def outcome_text(outcome: int) -> Text:
    """The short word for a class, in its colour."""
    return Text(WORDS[int(outcome)], style=COLOURS[int(outcome)])


def cards_text(cards: Iterable[Card]) -> Text:
    """Cards with their symbols, the red suits in red."""
    text = Text(" ".join(card.symbol for card in cards))
    text.highlight_regex(r"[♥♦]", "red")
    return text


def hand_text(hand: Hand) -> Text:
    """A hand with suit symbols, the red suits in red."""
    text = Text(hand.pretty(), style="bold")
    text.highlight_regex(r"[♥♦]", "red")
    return text


def suit_text(suit: Suit | None) -> Text:
    """The symbol of a suit, in red for hearts and diamonds."""
    if suit is None:
        return Text("none")
    return Text(suit.symbol, style="red" if suit.letter in "HD" else "")


def percent(share: float) -> str:
    """A probability in percent; more digits near 0 and 1, where they matter."""
    return f"{100 * share:.{digits_for(share)}f}%"


def digits_for(*shares: float) -> int:
    """The number of decimals that keeps these shares distinct from 0 and 1."""
    near = min((min(s, 1 - s) for s in shares if 0 < s < 1), default=0.5)
    return 1 if near >= 0.001 else 2


def plain_table(*columns: str, left: int = 1) -> Table:
    """A table without lines; the first `left` columns are left-aligned, others right."""
    table = Table(
        box=SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0), header_style="dim"
    )
    for number, name in enumerate(columns):
        table.add_column(name, justify="left" if number < left else "right", no_wrap=True)
    return table


class FirstThatFits:
    """The first of these renderables, from wide to narrow, that is not cut in this terminal.

    Where none fits, it is the last one. `least`: the width that the wrapped lines of each but the
    last need; without it they need room for every line as it stands.
    """

    def __init__(self, *choices: RenderableType, least: int = 0) -> None:
        self.choices = choices
        self.least = least

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        free = options.update(max_width=100_000)
        for choice in self.choices[:-1]:
            wide = self.least or Measurement.get(console, free, choice).maximum
            if wide <= options.max_width:
                yield choice
                return
        yield self.choices[-1]


def shortened(text: str, length: int) -> str:
    """The text, cut to this length with an ellipsis at its end."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def signed(value: float, digits: int = 2) -> str:
    """A number with its sign; zero has none."""
    text = f"{value:+.{digits}f}"
    return text if text.strip("+-0.") else text.lstrip("+-")


def percent_number(value: float) -> str:
    """A number that is a percentage, such as a chance to win the match."""
    return f"{value:.1f}%"
