"""Reports: one HTML file each, to keep, to print and to hand out.

Nothing in them comes from elsewhere; text is escaped in one place. Hands, calls and hands played
are drawn by `pictures.py`, everything else as it stands in a terminal. They are read without a
script; a small one only steps through a play. The style is that of the page, and light on paper.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from html import escape
from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console

from ..base.cards import Card, Hand, Suit
from .looks import DRAWN, PAGE, STEPS
from .pictures import hand_svg, rank_text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..game.deal import Deal
    from ..game.move import Move
    from ..game.position import Position
    from ..open.review import KeptLine
    from ..quiz import QuizAnswer, QuizQuestion

__all__ = [
    "deal_html",
    "document",
    "lines_html",
    "play_html",
    "quiz_sheet",
    "signs",
    "table_html",
    "text_html",
    "tricks_html",
]

_PLACES = {
    2: ("bottom", "top"),
    3: ("bottom", "right", "left"),
    4: ("bottom", "right", "top", "left"),
}


def document(title: str, blocks: Iterable[str], command: str = "") -> str:
    """A whole HTML file; `blocks` are HTML, `title` and the `command` that repeats it are text."""
    foot = f"<footer><p>Repeat with: <code>{escape(command)}</code></p></footer>" if command else ""
    inside = "\n".join(blocks)
    script, allowed = "", ""
    if "data-play" in inside:
        own = base64.b64encode(hashlib.sha256(STEPS.encode()).digest()).decode()
        script, allowed = f"<script>{STEPS}</script>", f"; script-src 'sha256-{own}'"
    return (
        f'<!doctype html>\n<html lang="en" class="hakem"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f"style-src 'unsafe-inline'{allowed}\"><title>{escape(title)}</title>"
        f"<style>{DRAWN}{PAGE}</style></head><body><main><h1>{escape(title)}</h1>\n{inside}\n"
        f"</main>{foot}{script}</body></html>\n"
    )


WIDE, NARROW = 92, 38


def text_html(parts: Sequence[RenderableType | str]) -> str:
    """Renderables as they stand in a terminal, without colours: a wide one, and a phone's."""
    return "".join(
        f'<pre class="{name}">{signs(escape(_printed(parts, width)))}</pre>'
        for name, width in (("wide", WIDE), ("narrow", NARROW))
    )


def _printed(parts: Iterable[RenderableType | str], width: int) -> str:
    console = Console(file=StringIO(), width=width, highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        for part in parts:
            console.print(part)
    lines = [line.rstrip() for line in capture.get().splitlines()]
    return "\n".join(lines).strip("\n")


def _symbols(cards: Iterable[Card]) -> str:
    return " ".join(f"{card.symbol[0]}{rank_text(card)}" for card in cards)


def signs(text: str) -> str:
    """Suit signs with their colours."""
    for suit in Suit:
        sign = f'<span class="{suit.letter}">{suit.symbol}\ufe0e</span>'
        text = text.replace(suit.symbol, sign)
    return text


def deal_html(deal: Deal) -> str:
    """The hands of a deal round the table, seat 0 at the bottom."""
    return _round(deal.hands, [f"seat {seat}" for seat in range(deal.seats)])


def table_html(
    position: Position, marked: bool = False, seen: Collection[int] | None = None
) -> str:
    """The hands round the table with the trick in the middle, seat 0 at the bottom.

    `marked`: each card of a hand names itself, for a script that moves on. `seen`: the seats whose
    hands are shown, all of them if it is None.
    """
    who = []
    for seat in range(position.seats):
        turn = not marked and not position.over and seat == position.to_move
        who.append(f"seat {seat}{', hâkem' if seat == 0 else ''}{', to play' * turn}")
    trump = "no trump" if position.trump is None else f"trump {position.trump.symbol}"
    middle = signs(escape(f"{trump}\n{_symbols(position.table)}")).replace("\n", "<br>")
    middle += '<p class="trick"></p>' if marked else ""
    direction = str(position.variant.get("direction", "ccw"))
    return _round(position.hands, who, direction, middle, marked, seen)


def _round(
    hands: Sequence[Hand],
    who: Sequence[str],
    direction: str = "ccw",
    middle: str = "",
    marked: bool = False,
    seen: Collection[int] | None = None,
) -> str:
    """Hands with their names round a table; in a row where more than four sit there."""
    places = _PLACES.get(len(hands))
    if places is not None and direction == "cw":
        places = (places[0], *reversed(places[1:]))
    cells = []
    for seat, hand in enumerate(hands):
        place = "" if places is None else f" p-{places[seat]}"
        shown = hand_svg(hand, marked)
        if seen is not None and seat not in seen:
            shown = f"<p>{len(hand)} cards, hidden</p>"
        cells.append(f'<div class="seat{place}"><b>{who[seat]}</b>{shown}</div>')
    kind = "deal row" if places is None else "deal"
    inside = f'<div class="middle">{middle}</div>' if middle else ""
    return f'<div class="{kind}">{"".join(cells)}{inside}</div>'


def play_html(
    start: Position,
    moves: Sequence[Move],
    said: Sequence[str] = (),
    curves: Sequence[str] = (),
) -> str:
    """A play to step through: the hands at its start, its curves, and then every trick.

    `said`: a sentence for each card. Without a script the tricks are read one by one.
    """
    steps, now = [], start
    for place, move in enumerate(moves):
        words = said[place] if place < len(said) else ""
        sign = f"{move.card.symbol[0]}\ufe0e{rank_text(move.card)}"
        steps.append([str(move.card), now.to_move, sign, words, now.tricks_done + 1])
        now = now.play(move)
    data = json.dumps(steps, ensure_ascii=False).replace("<", "\\u003c")
    return (
        f'<section data-play aria-label="the play">{table_html(start, marked=True)}'
        f'<div class="bar" hidden></div><p class="says" aria-live="polite"></p>{"".join(curves)}'
        f'<script type="application/json">{data}</script>'
        f"{tricks_html(start, moves, said)}</section>"
    )


def tricks_html(start: Position, moves: Sequence[Move], said: Sequence[str] = ()) -> str:
    """Each trick with the table before it and what is `said` of its cards, closed until opened.

    Arguments as for `play_html`.
    """
    parts: list[str] = []
    before, shown, words = start, list(start.table), []
    now = start
    for place, move in enumerate(moves):
        now = now.play(move)
        shown.append(move.card)
        words += [signs(escape(said[place]))] if place < len(said) and said[place] else []
        if now.table and place < len(moves) - 1:
            continue
        played = signs(_symbols(shown))
        won = f"seat {now.leader}, {'–'.join(map(str, now.taken))}" if not now.table else ""
        told = f"<ul><li>{'</li><li>'.join(words)}</li></ul>" if words else ""
        parts.append(
            f"<details><summary>{before.tricks_done + 1}. seat {before.leader}: {played} {won}"
            f"</summary>{table_html(before)}{told}</details>"
        )
        before, shown, words = now, [], []
    return "".join(parts)


def lines_html(lines: Iterable[KeptLine]) -> str:
    """The lines that keep the class of a reviewed hand, each closed until it is opened."""
    from .review import kept_view

    found = []
    for kept in lines:
        head, body = kept_view(kept)
        found.append(
            f"<details><summary>{signs(escape(str(head)))}</summary>{text_html([body])}</details>"
        )
    return f"<h3>The lines that keep the class</h3>{''.join(found)}" if found else ""


def quiz_sheet(
    questions: Sequence[QuizQuestion], answers: Sequence[QuizAnswer], options: str = ""
) -> str:
    """A sheet of questions; the answers stand on a page of their own.

    `options`: those of the command that repeats it, beside seed and count.
    """
    seed = questions[0].seed if questions else 0
    blocks = []
    for question in questions:
        shown = "" if question.hand is None else f"<div>{hand_svg(question.hand)}</div>"
        if question.position is not None:
            seen = None if question.seat is None else [question.seat]
            shown = table_html(question.position, seen=seen) + _played(question)
        blocks.append(
            f'<section class="question"><h2>{question.number + 1}. {escape(question.text)}</h2>'
            f"{shown}<p>Answer: ____________</p></section>"
        )
    told = []
    for question, answer in zip(questions, answers, strict=True):
        right = " or ".join(_choice(question, each) for each in answer.right)
        why = " ".join(signs(escape(each)) for each in answer.why)
        told.append(f"<li><b>{right}</b>. {why}</li>")
    blocks.append(f'<section class="answers"><h2>Answers</h2><ol>{"".join(told)}</ol></section>')
    command = f"hakem quiz --seed {seed} --count {len(questions)}{options}"
    return document(f"Hakem: quiz {seed}", blocks, command)


def _played(question: QuizQuestion) -> str:
    """The tricks so far, where one seat sees its own hand only."""
    rows = [
        f"<li>seat {leader}: {signs(_symbols(cards))}</li>" for leader, cards in question.tricks
    ]
    return f"<ol>{''.join(rows)}</ol>" if rows else ""


def _choice(question: QuizQuestion, choice: str) -> str:
    if question.kind == "trump":
        return signs(Suit.parse(choice).symbol)
    if question.kind in ("seat", "card"):
        return signs(_symbols([Card.parse(choice)]))
    return escape(choice)
