"""Records drawn: for a terminal (rich renderables), and as HTML for notebooks.

Nothing else draws. A view turns a record into the parts to print, from top to bottom; it solves
nothing and reads no input. Views are imported from the module that has them, and only when they
are used, so that a command loads no other.
"""

from __future__ import annotations

from importlib import import_module
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["html_of", "rich_of"]

# The module and the name of each `Drawn` record's view, by the record's class: for a terminal ...
_VIEWS = {
    "Deal": ("hands", "deal_view"),
    "Position": ("hands", "position_view"),
    "Table": ("solutions", "table_view"),
    "TrumpAdvice": ("studies", "trump_view"),
    "KotAdvice": ("studies", "kot_view"),
    "PlayAdvice": ("studies", "play_view"),
    "Duel": ("duels", "duel_view"),
    "HandReview": ("review", "review_view"),
    "MatchReview": ("review", "match_review_view"),
    "Sheet": ("matches", "sheet_view"),
    "Variant": ("variants", "variant_card"),
}
# ... and as HTML; the others are shown as the text of the terminal.
_HTML = {"Deal": ("hands", "deal_html"), "Position": ("hands", "position_html")}


def rich_of(record: object) -> RenderableType:
    """The drawing of a record for a terminal."""
    from rich.console import Group

    parts = _view(*_VIEWS[type(record).__name__])(record)
    return parts[0] if len(parts) == 1 else Group(*parts)


def html_of(record: object) -> str:
    """The drawing of a record as HTML: a table of hands, or the text of the terminal."""
    own = _HTML.get(type(record).__name__)
    if own is not None:
        return str(_view(*own)(record))
    from rich.console import Console

    console = Console(file=StringIO(), record=True, width=100, highlight=False, markup=False)
    console.print(rich_of(record))
    return console.export_html(
        inline_styles=True,
        code_format='<pre style="font-family:monospace;line-height:1.2">{code}</pre>',
    )


def _view(module: str, name: str) -> Any:
    return getattr(import_module(f".{module}", __name__), name)
