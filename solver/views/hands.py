"""Hands as pictures: deals and positions with colours for a terminal, and as HTML."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ..cards import Hand
from ..game.deal import Deal
from ..game.position import Position
from ..game.text import suit_lines

__all__ = ["deal_html", "deal_view", "position_html", "position_view"]


def coloured(diagram: str) -> Text:
    """A diagram with red suits and bold seats."""
    text = Text(diagram)
    text.highlight_regex(r"[♥♦]", "red")
    text.highlight_regex(r"seat \d\*?", "bold")
    return text


def deal_view(deal: Deal) -> list[Text]:
    """A deal as it is laid on the table."""
    return [coloured(deal.diagram())]


def position_view(position: Position) -> list[Text]:
    """A position as it is laid on the table."""
    return [coloured(position.diagram())]


def hands_html(hands: Sequence[Hand], state: str = "") -> str:
    """The hands as an HTML table with one cell for each seat, and a line of text below."""
    cells = []
    for seat, hand in enumerate(hands):
        suits = []
        for line in suit_lines(hand):
            colour = ' style="color:#c00"' if line[0] in "♥♦" else ""
            suits.append(f"<span{colour}>{line[0]}</span>{line[1:]}")
        cells.append(f"<td><b>seat {seat}</b><br>{'<br>'.join(suits)}</td>")
    below = f"<p>{state}</p>" if state else ""
    return f"<table><tr>{''.join(cells)}</tr></table>{below}"


def deal_html(deal: Deal) -> str:
    """A deal as HTML."""
    return hands_html(deal.hands)


def position_html(position: Position) -> str:
    """A position as HTML, with the line that says who is to play."""
    return hands_html(position.hands, position.state_text())
