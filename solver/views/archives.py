"""The players of an archive of records as text: who loses least by his cards, and how surely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from .parts import count_of, plain_table

if TYPE_CHECKING:
    from ..decide.estimates import Mean
    from ..players.archive import Archive

__all__ = ["archive_view"]

_REFUSED = 5
"""Records that are told by name when they were left out; the others are counted."""


def archive_view(archive: Archive) -> list[RenderableType]:
    """The verdict, then a row for each player, then what was left out."""
    table = plain_table(
        *("", "player", "hands", "lost", "95%", "points", "luck", "calls", "by calls"),
        left=2,
        drop=("by calls", "calls", "luck", "points", "95%"),
    )
    for place, each in enumerate(archive.players, 1):
        lost = each.lost
        table.add_row(
            str(place),
            each.player,
            f"{each.hands:,}",
            f"{lost.mean:.3f}",
            "" if each.hands < 2 else f"{lost.low:.3f} to {lost.high:.3f}",
            f"{each.points.mean:+.3f}",
            f"{each.luck.mean:+.3f}",
            str(each.calls),
            "" if each.call_lost is None else f"{each.call_lost.mean:.3f}",
        )
    how = "with all hands open" if archive.quick else "as his seat saw them"
    records, hands = count_of(archive.records, "record"), count_of(archive.hands, "hand")
    notes = [
        f"In {archive.unit} a hand: lost by his own cards, {how}; points of his side less the",
        "other's; luck: what the deals as called were worth to his side. By calls: lost a call.",
    ]
    refused = list(archive.refused.items())
    left = [f"{name} is left out: {why}" for name, why in refused[:_REFUSED]]
    if len(refused) > _REFUSED:
        left.append(f"and {len(refused) - _REFUSED:,} more are left out")
    return [
        Text(f"{records}, {hands}"),
        "",
        Text(_verdict(archive), style="bold"),
        "",
        table,
        "",
        Text(" ".join(notes), style="dim"),
        *(["", *left] if left else []),
    ]


def _verdict(archive: Archive) -> str:
    first, *others = archive.players
    if not others:
        return f"{first.player} loses {first.lost.mean:.3f} {archive.unit} a hand by his cards."
    alike = [each.player for each in others if not _apart(first.lost, each.lost)]
    if not alike:
        return (
            f"{first.player} loses least by his cards: {first.lost.mean:.3f} {archive.unit} a hand."
        )
    if len(alike) == len(others):
        return "No player is told apart from the others: more hands may tell."
    names = [first.player, *alike]
    return f"{', '.join(names[:-1])} and {names[-1]} lose least by their cards, not told apart."


def _apart(one: Mean, other: Mean) -> bool:
    return one.high < other.low or other.high < one.low
