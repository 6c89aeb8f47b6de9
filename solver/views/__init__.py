"""Records drawn: for a terminal (rich renderables), and as HTML for notebooks.

Nothing else draws. A view turns a record into the parts to print, from top to bottom; it solves
nothing and reads no input. Views are imported from the module that has them, and only when they
are used, so that a command loads no other.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..base.drawn import kind_of

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["html_of", "json_of", "rich_of"]

# The module and the name of each `Drawn` record's view, by its kind.
_VIEWS = {
    "BookAdvice.Call": ("book", "book_hand_view"),
    "Deal": ("hands", "deal_view"),
    "DrawSolution": ("solutions", "drawn_view"),
    "Duel": ("duels", "duel_view"),
    "League": ("duels", "league_view"),
    "Archive": ("archives", "archive_view"),
    "HandReview": ("review", "review_view"),
    "Lessons": ("book", "book_lessons_view"),
    "MatchReview": ("review", "match_review_view"),
    "Position": ("hands", "position_view"),
    "Sampled.BeforeTheLead": ("studies", "choice_view"),
    "Sampled.Call": ("studies", "trump_view"),
    "Sampled.CardToPlay": ("studies", "play_view"),
    "Sampled.Kot": ("studies", "kot_view"),
    "Sheet": ("matches", "sheet_view"),
    "Solution": ("solutions", "solved_view"),
    "Table": ("solutions", "table_view"),
    "Variant": ("variants", "variant_card"),
}


def rich_of(record: object) -> RenderableType:
    """The drawing of a record for a terminal."""
    from rich.console import Group

    parts = _parts(record)
    return parts[0] if len(parts) == 1 else Group(*parts)


def html_of(record: object) -> str:
    """The drawing of a record as HTML: its pictures, then the text of the terminal."""
    from .notebooks import in_notebook

    return in_notebook(record, _parts(record))


def json_of(record: object) -> dict[str, Any]:
    """The record as JSON can hold it."""
    from .json_names import as_json

    return as_json(record)


def _parts(record: object) -> list[RenderableType]:
    module, name = _VIEWS[kind_of(record)]
    found: list[RenderableType] = getattr(import_module(f".{module}", __name__), name)(record)
    return found
