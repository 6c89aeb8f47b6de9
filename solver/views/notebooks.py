"""Records as HTML: their pictures, then what a terminal shows of them; for notebooks and reports.

The pictures are those of `pictures.py` and `reports.py`. Nothing of a record is read as HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from ..base.drawn import kind_of
from ..base.errors import HakemError
from ..game.move import words_of
from .looks import DRAWN
from .pictures import (
    call_svg,
    call_verdict,
    choice_svg,
    hand_svg,
    kot_svg,
    kot_verdict,
    play_svg,
    play_verdict,
    review_words,
    timeline_heading,
    timeline_svg,
    winning_heading,
    winning_svg,
)
from .reports import deal_html, lines_html, play_html, signs, table_html, text_html, tricks_html
from .review import card_sentence, review_verdict

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..game.move import Move
    from ..game.position import Position
    from ..open.answers import Line
    from ..open.review import ReviewedCard
    from ..players.hand_review import HandReview
    from ..record import Sheet

__all__ = ["in_notebook", "line_html", "picture_html", "replay_html", "review_html"]

# The style follows the theme of the notebook where it is known, and that of the browser elsewhere.
_THEMES = (
    "[data-jp-theme-light=true] .hakem,.vscode-light .hakem{color-scheme:light}"
    "[data-jp-theme-light=false] .hakem,.vscode-dark .hakem{color-scheme:dark}"
    ".hakem{padding:.5rem;border-radius:10px}"
)


def in_notebook(record: object, parts: Sequence[RenderableType]) -> str:
    """The pictures of a record, then these parts as they stand in a terminal."""
    said = parts[_DRAWN.get(kind_of(record), 0) :]
    words = text_html(said) if said else ""
    return f'<div class="hakem"><style>{DRAWN}{_THEMES}</style>{picture_html(record)}{words}</div>'


def picture_html(record: object) -> str:
    """The verdict on a record in words, then its pictures; empty where it has none."""
    name = kind_of(record)
    draw, say = _PICTURES.get(name), _VERDICTS.get(name)
    said = "" if say is None else f'<p class="verdict">{signs(escape(say(record)))}</p>'
    return said + ("" if draw is None else draw(record))


def line_html(position: Position, line: Line | None) -> str:
    """The hands, and a line of best play to step through where there is one."""
    if line is None or not line.cards:
        return table_html(position)
    return play_html(position, line.moves)


def replay_html(start: Position, moves: Sequence[Move]) -> str:
    """A play to step through, with what each card changed as the cards lay."""
    from ..open.review import review

    try:
        found = review(start, words_of(moves))
    except HakemError:  # a game without sides: nothing is judged
        return play_html(start, moves)
    curves = [_course(found, start)]
    said = [_changed(each, start) for each in found]
    return play_html(start, moves, said, curves)


def review_html(review: HandReview, script: bool = True) -> str:
    """A reviewed hand: the verdict, its curves, and its tricks with what was found of each card.

    `script`: it is part of a report, whose script steps through it.
    """
    start = review.start
    opened = [each.opened for each in review.cards]
    said = []
    for each in review.cards:
        if each.grade is None:
            said.append(_changed(each.opened, start))
        else:
            sentence = card_sentence(each, review.scoring, "", start.variant.points)
            said.append(f"{each.card.symbol}: {sentence}")
    curves = [_course(opened, start)]
    if drawn := winning_svg(review):
        curves.insert(0, f"<h3>{winning_heading(start)}</h3>{drawn}")
    verdict = f'<p class="verdict">{signs(escape(review_verdict(review)))}</p>'
    lines = lines_html(review.lines)
    if script:
        return verdict + play_html(start, review.moves, said, curves) + lines
    tricks = tricks_html(start, review.moves, said)
    return f"{verdict}{table_html(start)}{''.join(curves)}{tricks}{lines}"


def _course(cards: Sequence[ReviewedCard], start: Position) -> str:
    """The heading and the course of a hand as the cards lay; empty without any."""
    drawn = timeline_svg(cards, start)
    return f"<h3>{timeline_heading(cards, start)}</h3>{drawn}" if drawn else ""


def _changed(card: ReviewedCard, start: Position) -> str:
    """What a card changed with open hands, without its name where it is nothing."""
    return "" if card.loss is not None and not card.loss else review_words(card, start)["text"]


def _sheet(sheet: Sheet) -> str:
    """The tricks of a single hand."""
    one = sheet.replays[0] if len(sheet.replays) == 1 else None
    if one is None or one.start is None:
        return ""
    return table_html(one.start) + tricks_html(one.start, one.moves)


_PICTURES: dict[str, Callable[[Any], str]] = {
    "BookAdvice.Call": lambda advice: hand_svg(advice.hand) + call_svg(advice),
    "Sampled.BeforeTheLead": lambda advice: hand_svg(advice.hand) + choice_svg(advice),
    "Deal": deal_html,
    "HandReview": lambda review: review_html(review, script=False),
    "Sampled.Kot": lambda advice: hand_svg(advice.hand) + kot_svg(advice),
    "MatchReview": lambda match: "".join(
        f"<h2>Hand {number}</h2>{review_html(hand, script=False)}"
        for number, hand in match.hands.items()
    ),
    "Sampled.CardToPlay": lambda advice: (
        table_html(advice.question.position, seen=[advice.question.seat, *advice.given])
        + play_svg(advice)
    ),
    "Position": lambda position: table_html(position) + f"<p>{escape(position.state_text())}</p>",
    "Sheet": _sheet,
    "Solution": lambda solution: "" if solution.position is None else table_html(solution.position),
    "Sampled.Call": lambda advice: hand_svg(advice.hand) + call_svg(advice),
}
_VERDICTS: dict[str, Callable[[Any], str]] = {
    "BookAdvice.Call": call_verdict,
    "Sampled.Kot": kot_verdict,
    "Sampled.CardToPlay": play_verdict,
    "Sampled.Call": call_verdict,
}
_DRAWN = {"Deal": 1, "Position": 1, "Solution": 2}
"""How many of its first parts in a terminal the picture of a record replaces."""
