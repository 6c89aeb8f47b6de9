"""What open-hand chances come to at the table, in one line for each call.

Where no curve is about them (given cards, a whole hand, other options) a sentence says at least
that kots come less often there, in the games in which they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from ..players.curves import curves_of, open_kots_are_more
from .parts import suit_text

if TYPE_CHECKING:
    from ..base.cards import Hand, Suit
    from ..game.variants import Variant
    from ..players.curves import TableChance

__all__ = ["calls_at_the_table", "fewer_kots", "kot_at_the_table"]


UNKNOWN = 0.5
"""An interval wider than this tells nothing."""


def fewer_kots(variant: Variant) -> list[RenderableType]:
    """The sentence that kots come less often at the table; empty where that is not known."""
    if not open_kots_are_more(variant):
        return []
    return [Text("With open hands kots come more often than at the table.")]


def calls_at_the_table(
    variant: Variant,
    hand: Hand,
    rows: Sequence[tuple[Suit, float | None, float | None]],
    given: bool = False,
) -> list[RenderableType]:
    """For each call (its suit, open-hand win and kot) what it comes to; an empty line behind.

    Of calls whose chances a limit left open it says so. `given`: under cards of other seats,
    of which no curve tells.
    """
    curves = None if given else curves_of(variant, hand)
    if curves is None:
        less = fewer_kots(variant) if any(kot != 0 for _, _, kot in rows) else []
        return [*less, ""] if less else []
    said: list[RenderableType] = []
    for suit, win, kot in rows:
        found = curves.chances(win, kot)
        if len(found) == 2:
            words = f"  win {_share(found['win'])}, kot {_share(found['kot'])}"
            said.append(Text.assemble("  ", suit_text(suit), words))
        else:
            words = "  left open, since its open-hand chances are bounds"
            said.append(Text.assemble("  ", suit_text(suit), words))
    head = f"At the table ({curves.who}) these open-hand chances come to:"
    return [Text(head), *said, ""] if said else []


def kot_at_the_table(
    variant: Variant, hand: Hand, kot: float | None, given: bool = False
) -> list[RenderableType]:
    """`Kot 35% with open hands, about 10% at the table (7-13, four careful players).`

    `given`: under cards of other seats, of which no curve tells.
    """
    curves = None if given else curves_of(variant, hand)
    if curves is None or kot is None:
        return fewer_kots(variant) if kot != 0 else []
    found = curves.chances(None, kot)["kot"]
    if found.high - found.low > UNKNOWN:
        return [
            Text(f"Kot {kot:.0%} with open hands; no call that was played tells of such a one.")
        ]
    said = _ends(found)
    return [
        Text(
            f"Kot {kot:.0%} with open hands, about {found.p:.0%} at the table ({said}, "
            f"{curves.who})."
        )
    ]


def _share(chance: TableChance) -> str:
    if chance.high - chance.low > UNKNOWN:
        return "not known (beyond the calls played)"
    return f"about {chance.p:.0%} ({_ends(chance)})"


def _ends(chance: TableChance) -> str:
    beyond = "" if chance.covered else ", beyond the calls played"
    return f"{100 * chance.low:.0f}-{100 * chance.high:.0f}{beyond}"
