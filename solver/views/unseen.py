"""What a seat may guess of the others' hands, as lines: where cards lie, and which card is sure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from .parts import reddened

if TYPE_CHECKING:
    from ..base.cards import Card
    from ..decide.unseen import UnseenCards

__all__ = ["sure_line", "unseen_lines"]

SHOWN = 6
"""Cards of a seat that are named, the likeliest first."""


def unseen_lines(found: UnseenCards, seat: int, details: bool = False) -> list[RenderableType]:
    """For each other seat the cards that it holds rather than not; with `details` all its cards.

    Empty where no card lies in one hand rather than in the others. `seat`: who asks.
    """
    seats = sorted({each for by in found.shares.values() for each in by})
    rows = {each: found.likely(each, 0.0 if details else 0.5) for each in seats}
    if not any(rows.values()):
        return []
    fit = f"all {found.n:,} deals that can be" if found.exact else f"{found.n:,} deals"
    worth = "" if round(found.effective_n) == found.n else f", worth {found.effective_n:,.0f} equal"
    lines: list[RenderableType] = [
        Text(f"Where the unseen cards lie, by the cards played so far ({fit}{worth}):")
    ]
    for each, cards in rows.items():
        who = f"  seat {each}" + (", your partner" if (each - seat) % 4 == 2 else "")
        named = [card for card in cards if card[1] > 0][: None if details else SHOWN]
        said = [
            Text.assemble("  ", reddened(card.symbol), f" {share:.0%}") for card, share in named
        ]
        if said:
            lines.append(Text.assemble(who, ":", *said))
    return lines


def sure_line(cards: Sequence[Card]) -> Text | None:
    """`♠A wins this trick whatever they hold.`; None without a card."""
    if not cards:
        return None
    names = [reddened(card.symbol) for card in cards]
    verb = "wins" if len(names) == 1 else "win"
    return Text.assemble(Text(" ").join(names), f" {verb} this trick whatever they hold.")
