"""The parts of every view: words and colours of classes, cards, shares, tables, bars.

Tables and bars know the width only when they are printed, and fit themselves to it. A figure is
never cut: columns are left out in a fixed order, names are broken, and what still does not fit
stands one figure on a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.text import Text

from ..base.cards import Card, Hand, Suit
from ..base.outcomes import Outcome

__all__ = [
    "BAR_PARTS",
    "COLOURS",
    "NUMBER_WORDS",
    "UNDER",
    "WORDS",
    "Bars",
    "Cell",
    "Figures",
    "FirstThatFits",
    "Part",
    "cards_text",
    "count_of",
    "digits_for",
    "hand_text",
    "outcome_text",
    "percent",
    "percent_range",
    "plain_table",
    "reddened",
    "shortened",
    "signed",
    "suit_text",
]

# Words and colours by outcome code, seen from side A; best first. NONE is also "no kot".
WORDS = {int(outcome): outcome.said() for outcome in Outcome} | {0: "none"}
COLOURS = {
    3: "bold green", 2: "green", 1: "cyan", 0: "dim", -1: "yellow", -2: "red", -3: "bold red",
}  # fmt: skip
NUMBER_WORDS = {
    2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
}  # fmt: skip


class BarPart(NamedTuple):
    """One of the four parts of every bar: its name, its classes; its sign and colour in text."""

    name: str
    outcomes: tuple[Outcome, ...]
    sign: str
    colour: str

    @property
    def word(self) -> str:
        """The word for it in pictures."""
        return self.outcomes[0].said()


BAR_PARTS = (
    BarPart("kot", (Outcome.KOT_A, Outcome.BAVNEY_A), "█", "green"),
    BarPart("win", (Outcome.WIN_A,), "▓", "cyan"),
    BarPart("loss", (Outcome.WIN_B,), "▒", "yellow"),
    BarPart("goon", (Outcome.KOT_B, Outcome.BAVNEY_B), "░", "red"),
)
Cell = str | Text


def outcome_text(outcome: int) -> Text:
    """The short word for a class, in its colour."""
    return Text(WORDS[int(outcome)], style=COLOURS[int(outcome)])


def cards_text(cards: Iterable[Card]) -> Text:
    """Cards with their symbols, the red suits in red."""
    return reddened(" ".join(card.symbol for card in cards))


def hand_text(hand: Hand) -> Text:
    """A hand with suit symbols, the red suits in red."""
    return reddened(hand.pretty(), "bold")


def suit_text(suit: Suit | None) -> Text:
    """The symbol of a suit, in red for hearts and diamonds."""
    return Text("none") if suit is None else reddened(suit.symbol)


def reddened(text: str, style: str = "") -> Text:
    """The text in this style, with red hearts and diamonds."""
    drawn = Text(text, style=style)
    drawn.highlight_regex(r"[♥♦]", "red")
    return drawn


def percent(share: float) -> str:
    """A probability in percent; more digits near 0 and 1, where they matter: never `0` for a
    chance there is, nor `100` for one that may fail."""
    if 0 < share < 0.00005:
        return "<0.01%"
    if 0.99995 <= share < 1:
        return ">99.99%"
    return f"{100 * share:.{digits_for(share)}f}%"


def percent_range(low: float, high: float) -> str:
    """Two probabilities in percent, such as `47.3–99.7%`."""
    digits = digits_for(low, high)
    return f"{100 * low:.{digits}f}–{100 * high:.{digits}f}%"


def digits_for(*shares: float) -> int:
    """The number of decimals that keeps these shares distinct from 0 and 1."""
    near = min((min(s, 1 - s) for s in shares if 0 < s < 1), default=0.5)
    return 1 if near >= 0.001 else 2


def shortened(text: str, length: int) -> str:
    """The text, cut to this length with an ellipsis at its end."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def signed(value: float, digits: int = 2) -> str:
    """A number with its sign; zero has none."""
    text = f"{value:+.{digits}f}"
    return text if text.strip("+-0.") else text.lstrip("+-")


def count_of(number: int, what: str) -> str:
    """`1 deal`, `1,024 deals`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


# Tables ----------------------------------------------------------------------------------------

UNDER = "(the lines under the figures)"
"""Among the columns that a table may drop: the second line of its rows."""


@dataclass(slots=True)
class _Column:
    head: str
    justify: str
    wrap: bool


@dataclass(slots=True)
class _Row:
    cells: list[Text]
    under: list[Text]


_WIDE = 100
"""Columns of a terminal from which on two lines of a row are put on one, if they fit."""


class Figures:
    """A table without lines that fits the width it is printed in; no figure is ever cut.

    The first `left` columns and those of `words` are left-aligned, those of `centre` centred,
    others right. In a wide terminal what stands under a figure is put behind it. Where the width
    does not suffice, in this order: cells of `wrap` columns are broken between words; the columns
    of `drop` are left out one by one (`UNDER` is the second line of all rows); the gaps shrink;
    each row becomes a list of its figures, each after its head.
    """

    def __init__(
        self,
        *heads: str,
        left: int = 1,
        centre: Sequence[str] = (),
        words: Sequence[str] = (),
        drop: Sequence[str] = (),
        wrap: Sequence[str] = (),
    ) -> None:
        self.columns = [
            _Column(
                head,
                "center"
                if head in centre
                else "left"
                if number < left or head in words
                else "right",
                head in wrap,
            )
            for number, head in enumerate(heads)
        ]
        self.rows: list[_Row] = []
        self.drop = tuple(drop)

    def add_row(self, *cells: Cell, under: Sequence[Cell] = ()) -> None:
        """Add a row, and what stands under its figures."""
        made = [[_text(cell) for cell in part] for part in (cells, under)]
        blank = len(self.columns) - len(made[0])
        self.rows.append(_Row(made[0] + [Text()] * blank, made[1]))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """The width of the table with all its columns, nothing broken."""
        every = range(len(self.columns))
        sizes = self._sizes(every, True, 1 << 30) or []
        return Measurement(1, min(options.max_width, sum(sizes) + 2 * (len(sizes) - 1)))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield from self._fitted(console, options.max_width)

    def _fitted(self, console: Console, width: int) -> Iterator[Text]:
        kept, under = list(range(len(self.columns))), True
        if width >= _WIDE and any(row.under for row in self.rows):
            beside = self._beside()
            sizes = beside._sizes(kept, False, width - 3 * (len(kept) - 1))
            if sizes is not None:
                yield from beside._drawn(console, kept, sizes, 3, False)
                return
        for gap, dropped in [(2, None), *((2, name) for name in self.drop), (1, None)]:
            under = under and dropped != UNDER
            kept = [k for k in kept if self.columns[k].head != dropped]
            sizes = self._sizes(kept, under, width - gap * (len(kept) - 1))
            if sizes is not None:
                yield from self._drawn(console, kept, sizes, gap, under)
                return
        yield from self._listed()

    def _sizes(self, kept: Sequence[int], under: bool, space: int) -> list[int] | None:
        """The widths of these columns within so much space; None where it does not suffice."""
        sizes, least = [], []
        for k in kept:
            column = self.columns[k]
            cells = [row.cells[k] for row in self.rows]
            cells += [row.under[k] for row in self.rows if under and row.under]
            figures = max((cell.cell_len for cell in cells), default=0)
            head = _text(column.head)
            sizes.append(max(figures, head.cell_len))
            if column.wrap:
                least.append(max(map(_longest_word, [*cells, head])))
            else:
                least.append(sizes[-1])
        while sum(sizes) > space:
            spare = [size - small for size, small in zip(sizes, least, strict=True)]
            if max(spare) <= 0:
                return None
            widest = max(range(len(sizes)), key=lambda k: (spare[k] > 0, sizes[k]))
            sizes[widest] -= 1
        return sizes

    def _beside(self) -> Figures:
        """The same table with what stands under each figure behind it on its line."""
        table = copy(self)
        table.rows = [_Row(list(row.cells), []) for row in self.rows]
        for k in range(len(self.columns)):
            under = [row.under[k] if row.under else Text() for row in self.rows]
            wide = max(cell.cell_len for cell in under)
            if not wide:
                continue
            figures = max(row.cells[k].cell_len for row in self.rows)
            for row, below in zip(table.rows, under, strict=True):
                cell, behind = row.cells[k].copy(), below.copy()
                cell.align("right", figures)
                behind.align("right", wide)
                row.cells[k] = cell.append(" ").append_text(behind)
        return table

    def _drawn(
        self, console: Console, kept: Sequence[int], sizes: Sequence[int], gap: int, under: bool
    ) -> Iterator[Text]:
        heads = [Text(self.columns[k].head, style="dim") for k in kept]
        yield from self._line(console, heads, kept, sizes, gap)
        yield Text("─" * (sum(sizes) + gap * (len(sizes) - 1)), style="dim")
        for row in self.rows:
            yield from self._line(console, [row.cells[k] for k in kept], kept, sizes, gap)
            if under and any(cell.plain.strip() for cell in row.under):
                yield from self._line(console, [row.under[k] for k in kept], kept, sizes, gap)

    def _line(
        self,
        console: Console,
        cells: Sequence[Text],
        kept: Sequence[int],
        sizes: Sequence[int],
        gap: int,
    ) -> Iterator[Text]:
        """One row, of several lines where a cell is broken."""
        broken = [
            list(cell.wrap(console, size, overflow="ellipsis")) or [Text()]
            for cell, size in zip(cells, sizes, strict=True)
        ]
        for height in range(max(map(len, broken))):
            line = Text(no_wrap=True)
            for place, (part, size) in enumerate(zip(broken, sizes, strict=True)):
                cell = part[height].copy() if height < len(part) else Text()
                cell.rstrip()
                cell.align(self.columns[kept[place]].justify, size)  # type: ignore[arg-type]
                line.append(" " * gap if place else "").append_text(cell)
            yield line

    def _listed(self) -> Iterator[Text]:
        """Each row as a list of its figures, for very narrow terminals."""
        for number, row in enumerate(self.rows):
            if number:
                yield Text()
            yield self._named(0, row.cells[0])
            for k, cell in enumerate(row.cells[1:], 1):
                if cell.plain.strip():
                    line = Text("  ").append_text(self._named(k, cell))
                    if row.under and row.under[k].plain.strip():
                        line.append(f"  ({row.under[k].plain.strip()})", style="dim")
                    yield line

    def _named(self, k: int, cell: Text) -> Text:
        """A figure after the head of its column, if that has one."""
        head = self.columns[k].head
        return Text(f"{head}  " if head else "", style="dim").append_text(cell)


def plain_table(
    *heads: str,
    left: int = 1,
    drop: Sequence[str] = (),
    wrap: Sequence[str] = (),
) -> Figures:
    """A table without lines; the first `left` columns are left-aligned, others right."""
    return Figures(*heads, left=left, drop=drop, wrap=wrap)


def _text(cell: Cell) -> Text:
    return Text(cell) if isinstance(cell, str) else cell


def _longest_word(cell: Text) -> int:
    return max((Text(word).cell_len for word in cell.plain.split()), default=0)


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


# Bars ------------------------------------------------------------------------------------------

Part = tuple[float, str, str]
"""A share (0 to 1), the sign that draws it, its colour."""
_LONGEST_BAR = 60


class Bars:
    """Shares as bars, each on one line beside its label, and the legend of the signs below.

    What the shares of a bar leave of 1 is drawn with the sign `rest`.
    """

    def __init__(
        self,
        rows: Sequence[tuple[Text, Sequence[Part]]],
        legend: Sequence[tuple[str, str, str]],
        rest: str,
    ) -> None:
        self.rows = rows
        self.legend = legend
        self.rest = rest

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        indent = 4 + max(label.cell_len for label, _ in self.rows)
        length = max(1, min(_LONGEST_BAR, options.max_width - indent))
        for label, parts in self.rows:
            bar = Text.assemble("  ", label, " " * (indent - 2 - label.cell_len))
            bar.no_wrap = True
            done, drawn = 0.0, 0
            for share, sign, colour in parts:
                done += share
                upto = min(length, round(done * length))
                bar.append(sign * (upto - drawn), style=colour)
                drawn = upto
            yield bar.append(self.rest * (length - drawn), style="dim")
        yield from self._legend(indent, options.max_width)

    def _legend(self, indent: int, width: int) -> Iterator[Text]:
        """The names of the signs, as many on a line as fit."""
        line = Text(" " * indent)
        for sign, name, colour in self.legend:
            entry = Text.assemble((sign, colour), f" {name}")
            if line.plain.strip() and line.cell_len + 3 + entry.cell_len > width:
                yield line
                line = Text(" " * indent)
            line.append("   " if line.plain.strip() else "").append_text(entry)
        yield line
