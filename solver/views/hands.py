"""Hands as pictures: deals and positions with colours for a terminal."""

from __future__ import annotations

from rich.text import Text

from ..game.deal import Deal
from ..game.position import Position

__all__ = ["deal_view", "position_view"]


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
