"""The parts of every view: words and colours of classes, cards, shares, tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Column, Table
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


class PlainTable(Table):
    """A table without lines that is never cut: where it is too wide, each row becomes a block.

    Before that the gaps between the columns shrink. In a block the first cell stands above the
    others, one a line behind the head of its column; a row without a first cell adds to the row
    above it.
    """

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width
        needed = sum(map(_least_width, self.columns))
        for gap in (2, 1, 0):  # and one blank of the box
            if needed + (gap + 1) * (len(self.columns) - 1) <= room:
                self.padding = (0, gap, 0, 0)
                yield from super().__rich_console__(console, options)
                return
        yield from self._blocks()

    def _blocks(self) -> Iterator[Text]:
        heads = [str(column.header) for column in self.columns]
        rows: list[list[Text]] = []
        for cells in zip(*(column.cells for column in self.columns), strict=True):
            texts = [cell if isinstance(cell, Text) else Text(str(cell)) for cell in cells]
            if texts[0].plain.strip() or not rows:
                rows.append(texts)
            else:
                both = zip(rows[-1], texts, strict=True)
                rows[-1] = [Text("  ").join(filter(None, two)) for two in both]
        for first, *others in rows:
            yield Text.assemble((f"{heads[0]} " if heads[0] else "", "dim"), first)
            for head, cell in zip(heads[1:], others, strict=True):
                if cell.plain.strip():
                    yield Text.assemble((f"  {head}  " if head else "  ", "dim"), cell)


def _least_width(column: Column) -> int:
    """The width that shows the column whole: its longest line, or its longest word if it wraps."""
    texts = [str(column.header), *(str(cell) for cell in column.cells)]
    parts = (text.splitlines() if column.no_wrap else text.split() for text in texts)
    return max((cell_len(part) for each in parts for part in each), default=0)


def plain_table(*columns: str, left: int = 1) -> Table:
    """A table without lines; the first `left` columns are left-aligned, others right."""
    table = PlainTable(
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
