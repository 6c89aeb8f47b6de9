"""A place of the page as a file to send: a position with the worth of its cards, a reviewed hand.

Drawn of what the library found; it solves nothing. The file needs no server and no script.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .marks import mark_of, position_notes, verdict_of
from .reports import document, play_html, signs, table_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..game.move import Move
    from ..game.position import Position
    from ..open.answers import CardValue, Line, Solution
    from ..players.hand_review import HandReview

__all__ = ["position_page", "review_page"]


def position_page(
    now: Position,
    solution: Solution | None,
    leads: Sequence[CardValue] = (),
    line: Line | None = None,
    before: tuple[Position, Sequence[Move]] | None = None,
    command: str = "",
) -> str:
    """A position: the verdict, the table, every card with its worth, best play, the play so far.

    `solution`: None where no side is asked about. `before`: the start and the moves that led here.
    `command`: the line that repeats it.
    """
    verdict = "A position" if solution is None else verdict_of(now, solution)
    blocks = [f"<p>{signs(escape(' · '.join(position_notes(now))))}</p>", table_html(now)]
    if leads and solution is not None:
        rows = []
        for lead in leads:
            mark = mark_of(now, solution, lead)
            said = mark.label.partition(", ")[2] or mark.label
            card = signs(escape(lead.card.symbol))
            rows.append(f"<tr><th scope='row'>{card}</th><td>{escape(said)}</td></tr>")
        head = "<tr><th scope='col'>card</th><th scope='col'>worth to its side</th></tr>"
        blocks.append(
            f"<h2>Every card</h2><table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"
        )
    if line is not None and line.moves:
        blocks.append(f"<h2>Best play from here</h2>{play_html(now, line.moves)}")
    if before is not None and before[1]:
        blocks.append(f"<h2>The play so far</h2>{play_html(*before)}")
    return document(verdict, blocks, command)


def review_page(review: HandReview) -> str:
    """A reviewed hand: the verdict, the course of the chance, every card with its sentence."""
    from .notebooks import review_html
    from .review import review_verdict

    return document(review_verdict(review), [review_html(review)])
