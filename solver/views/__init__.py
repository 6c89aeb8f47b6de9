"""Records drawn: for a terminal (rich renderables), and as HTML for notebooks.

Nothing else draws. A view turns a record into the parts to print, from top to bottom; it solves
nothing and reads no input. The public names are those of `__all__`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group

from .bench import bench_view
from .book import book_hand_view, book_info_view, book_lessons_view, book_top_view
from .hands import coloured, deal_html, hands_html, position_html
from .matches import (
    equity_view,
    expected_view,
    result_view,
    seat_name,
    sheet_view,
    tricks_view,
)
from .parts import (
    cards_text,
    hand_text,
    outcome_text,
    percent,
    plain_table,
    suit_text,
)
from .solutions import draw_view, solution_view, table_view
from .studies import choice_view, kot_view, trump_view
from .variants import house_card, variant_card, variant_list

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = [
    "bench_view",
    "book_hand_view",
    "book_info_view",
    "book_lessons_view",
    "book_top_view",
    "cards_text",
    "choice_view",
    "coloured",
    "deal_html",
    "draw_view",
    "equity_view",
    "expected_view",
    "hand_text",
    "hands_html",
    "house_card",
    "html_of",
    "kot_view",
    "outcome_text",
    "percent",
    "plain_table",
    "position_html",
    "result_view",
    "rich_of",
    "seat_name",
    "sheet_view",
    "solution_view",
    "suit_text",
    "table_view",
    "tricks_view",
    "trump_view",
    "variant_card",
    "variant_list",
]

# How each kind of `Drawn` record is drawn, by the name of its class.
_VIEWS: dict[str, Callable[[Any], Sequence[RenderableType]]] = {
    "Deal": lambda deal: [coloured(deal.diagram())],
    "Position": lambda position: [coloured(position.diagram())],
    "Table": lambda table: [table_view(table)],
    "TrumpAdvice": trump_view,
    "KotAdvice": kot_view,
    "Sheet": sheet_view,
    "Variant": variant_card,
}
_HTML: dict[str, Callable[[Any], str]] = {"Deal": deal_html, "Position": position_html}


def rich_of(record: object) -> RenderableType:
    """The drawing of a record for a terminal."""
    parts = _VIEWS[type(record).__name__](record)
    return parts[0] if len(parts) == 1 else Group(*parts)


def html_of(record: object) -> str:
    """The drawing of a record as HTML: a table of hands, or the text of the terminal."""
    own = _HTML.get(type(record).__name__)
    if own is not None:
        return own(record)
    console = Console(file=StringIO(), record=True, width=100, highlight=False, markup=False)
    console.print(rich_of(record))
    return console.export_html(
        inline_styles=True,
        code_format='<pre style="font-family:monospace;line-height:1.2">{code}</pre>',
    )
