"""Hands in text: the diagram of a table, with colours, and as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..cards import RANK_LETTERS, SUIT_SYMBOLS, Hand

if TYPE_CHECKING:
    from rich.text import Text


def _suit_lines(hand: Hand) -> list[str]:
    return [
        SUIT_SYMBOLS[s] + " " + ("".join(RANK_LETTERS[c.rank] for c in hand.suit(s)) or "-")
        for s in range(4)
    ]


def diagram_of(hands: Sequence[Hand], direction: str = "ccw", leader: int = 0) -> str:
    """Four hands round a table with seat 0 at the bottom; any other number one below another."""
    names = [str(s) + ("*" if s == leader else "") for s in range(len(hands))]
    if len(hands) != 4:
        rows = zip(names, hands, strict=True)
        return "\n".join(f"{name:<2} {hand.pretty()}" for name, hand in rows)
    # Against the clock the player to the right of seat 0 is next.
    left, right = (3, 1) if direction == "ccw" else (1, 3)
    lines = {s: [f"seat {names[s]}", *_suit_lines(hands[s])] for s in range(4)}
    wide = max(16, 2 + max(len(line) for line in lines[left]))
    drawn = [" " * wide + line for line in lines[2]]
    drawn += [f"{one:<{2 * wide}}{two}" for one, two in zip(lines[left], lines[right], strict=True)]
    drawn += [" " * wide + line for line in lines[0]]
    return "\n".join(row.rstrip() for row in drawn)


def coloured(diagram: str) -> Text:
    """The diagram with red suits and bold seats, for rich."""
    from rich.text import Text

    text = Text(diagram)
    text.highlight_regex(r"[♥♦]", "red")
    text.highlight_regex(r"seat \d\*?", "bold")
    return text


def html_of(hands: Sequence[Hand], state: str) -> str:
    """The hands as an HTML table, one cell a seat, with a line of text below."""
    cells = []
    for seat, hand in enumerate(hands):
        suits = []
        for line in _suit_lines(hand):
            colour = ' style="color:#c00"' if line[0] in "♥♦" else ""
            suits.append(f"<span{colour}>{line[0]}</span>{line[1:]}")
        cells.append(f"<td><b>seat {seat}</b><br>{'<br>'.join(suits)}</td>")
    below = f"<p>{state}</p>" if state else ""
    return f"<table><tr>{''.join(cells)}</tr></table>{below}"
