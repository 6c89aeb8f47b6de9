"""Reports: one HTML file each, to keep, to print and to hand out.

Nothing in them comes from elsewhere and no script is needed; text is escaped in one place. Deals
are drawn as tables of suits, calls and hands played by `pictures.py`, everything else as it stands
in a terminal. The style is that of the page, and light on paper.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from html import escape
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from ..cards import Card, Hand, Suit
from ..errors import RecordError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..analysis.review import KeptLine
    from ..game.position import Position
    from ..quiz import QuizAnswer, QuizQuestion

__all__ = [
    "document",
    "hand_html",
    "lines_html",
    "quiz_sheet",
    "table_html",
    "text_html",
    "tricks_html",
    "write_report",
]

STYLE = """
:root{color-scheme:light dark;--bg:light-dark(#fff,#14171a);--panel:light-dark(#f4f5f7,#1e2328);
--text:light-dark(#1b1f24,#e6e8ea);--muted:light-dark(#57606a,#a3acb5);
--S:light-dark(#1a1a1a,#e6e8ea);--H:light-dark(#c01c28,#ff8a80);--D:light-dark(#1a5fb4,#8ab4f8);
--C:light-dark(#00695c,#5bd6b0);--kot:light-dark(#0b4a75,#9bd6fb);--win:light-dark(#4292c6,#3a86bc);
--loss:light-dark(#c9792b,#b56d2a);--goon:light-dark(#7f3607,#ffc794);--soft:light-dark(#d5d9de,#363d45);
--mid:light-dark(#10151a,#fff);--dark:light-dark(#fff,#14171a)}
*{box-sizing:border-box}body{margin:0 auto;padding:1rem;max-width:60rem;background:var(--bg);
color:var(--text);font:100%/1.45 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:1.6rem}footer{margin-top:2rem;color:var(--muted);
font-size:.85rem;border-top:1px solid var(--soft);overflow-wrap:anywhere}
.S{color:var(--S)}.H{color:var(--H)}.D{color:var(--D)}.C{color:var(--C)}
.deal{display:grid;grid-template-columns:1fr 1fr 1fr;gap:.4rem;background:var(--panel);
border-radius:10px;padding:.8rem;max-width:40rem}.seat{min-width:0}.seat b{font-size:.85rem}
.p-top{grid-area:1/2}.p-left{grid-area:2/1}.p-right{grid-area:2/3}.p-bottom{grid-area:3/2}
.middle{grid-area:2/2;align-self:center;text-align:center;color:var(--muted)}
@media(max-width:560px){.deal{grid-template-columns:1fr 1fr}.p-top{grid-area:1/1/2/3}
.p-left{grid-area:2/1}.p-right{grid-area:2/2}.middle{grid-area:3/1/4/3}.p-bottom{grid-area:4/1/5/3}}
pre{overflow-x:auto;background:var(--panel);border-radius:10px;padding:.8rem;line-height:1.25;
font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.85rem}
svg text{fill:var(--text);font-size:13px;font-family:inherit}
svg .legend,svg .axis{fill:var(--muted)}
svg .S .sign{fill:var(--S)}svg .H .sign{fill:var(--H)}svg .D .sign{fill:var(--D)}
svg .C .sign{fill:var(--C)}svg .sign{font-size:20px}
svg .kot{fill:var(--kot)}svg .win{fill:var(--win)}
svg .loss{fill:var(--loss)}svg .goon{fill:var(--goon)}svg .on.kot,svg .on.goon{fill:var(--dark)}
svg .on.win,svg .on.loss{fill:var(--mid)}svg .hatch{fill:rgb(128 128 128/.45)}
svg .whisker,svg .dot{stroke:var(--text);stroke-width:2}svg .dot{fill:var(--bg)}
svg .dot.class{fill:var(--loss)}svg .grid{stroke:var(--soft)}svg .curve{stroke:var(--win);
stroke-width:2.5}svg{overflow:visible}
.question{break-inside:avoid;margin-bottom:1.6rem}.answers{break-before:page}
details{margin:.3rem 0}summary{cursor:pointer}
@media print{:root{color-scheme:light}@page{margin:15mm}body{max-width:none;padding:0}
details,.deal,pre{break-inside:avoid}}
"""
_PLACES = {
    2: ("bottom", "top"),
    3: ("bottom", "right", "left"),
    4: ("bottom", "right", "top", "left"),
}


def document(title: str, blocks: Iterable[str], command: str = "") -> str:
    """A whole HTML file; `blocks` are HTML, `title` and the `command` that repeats it are text."""
    foot = f"<footer><p>Repeat with: <code>{escape(command)}</code></p></footer>" if command else ""
    inside = "\n".join(blocks)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f"style-src 'unsafe-inline'\"><title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>\n{inside}\n</main>{foot}</body></html>\n"
    )


def text_html(parts: Iterable[RenderableType | str], width: int = 92) -> str:
    """Renderables as they stand in a terminal of this width, without colours."""
    console = Console(file=StringIO(), width=width, highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        for part in parts:
            console.print(part)
    lines = [line.rstrip() for line in capture.get().splitlines()]
    return f"<pre>{_signs(escape(chr(10).join(lines).strip(chr(10))))}</pre>"


def _signs(text: str) -> str:
    """Suit signs with their colours."""
    for suit in Suit:
        sign = f'<span class="{suit.letter}">{suit.symbol}\ufe0e</span>'
        text = text.replace(suit.symbol, sign)
    return text


def hand_html(hand: Hand) -> str:
    """A hand, a suit on each line."""
    rows = []
    for suit in Suit:
        ranks = " ".join(card.symbol[1:].replace("T", "10") for card in hand.suit(suit)) or "–"
        rows.append(f'<div><span class="{suit.letter}">{suit.symbol}\ufe0e</span> {ranks}</div>')
    return "".join(rows)


def table_html(position: Position) -> str:
    """The hands round the table with the trick in the middle, seat 0 at the bottom."""
    places = _PLACES.get(position.seats)
    if places is None:
        return text_html([position.diagram()])
    if position.variant.get("direction") == "cw":
        places = (places[0], *reversed(places[1:]))
    cells = []
    for seat, hand in enumerate(position.hands):
        turn = ", to play" if not position.over and seat == position.to_move else ""
        who = f"seat {seat}{', hâkem' if seat == 0 else ''}{turn}"
        cells.append(f'<div class="seat p-{places[seat]}"><b>{who}</b>{hand_html(hand)}</div>')
    trump = "no trump" if position.trump is None else f"trump {position.trump.symbol}"
    trick = " ".join(card.symbol for card in position.table)
    middle = _signs(escape(f"{trump}\n{trick}")).replace("\n", "<br>")
    return f'<div class="deal">{"".join(cells)}<div class="middle">{middle}</div></div>'


def tricks_html(
    start: Position, cards: Sequence[Card], asks: Sequence[Collection[int]] = ()
) -> str:
    """The hands, then each trick with the table before it, closed until it is opened.

    `asks`: for each trick the places of the cards before which the trump was requested.
    """
    parts, now, at = [table_html(start)], start, 0
    for number in range((len(cards) + start.seats - 1) // start.seats):
        before, played = now, cards[at : at + start.seats]
        for place, card in enumerate(played):
            if number < len(asks) and place in asks[number]:
                now = now.request_trump()
            now = now.play(card)
        at += len(played)
        said = " ".join(card.symbol.replace("T", "10") for card in played)
        won = f"seat {now.leader}, {'–'.join(map(str, now.taken))}" if not now.table else ""
        parts.append(
            f"<details><summary>{number + 1}. seat {before.leader}: {_signs(escape(said))} "
            f"{won}</summary>{table_html(before)}</details>"
        )
    return "".join(parts)


def lines_html(lines: Iterable[KeptLine]) -> str:
    """The lines that keep the class of a reviewed hand, each closed until it is opened."""
    from .review import kept_view

    found = []
    for kept in lines:
        head, body = kept_view(kept)
        found.append(
            f"<details><summary>{_signs(escape(str(head)))}</summary>{text_html([body])}</details>"
        )
    return f"<h2>the lines that keep the class</h2>{''.join(found)}" if found else ""


def quiz_sheet(questions: Sequence[QuizQuestion], answers: Sequence[QuizAnswer]) -> str:
    """A sheet of questions; the answers stand on a page of their own."""
    seed = questions[0].seed if questions else 0
    blocks = []
    for question in questions:
        shown = "" if question.hand is None else f"<div class=hand>{hand_html(question.hand)}</div>"
        if question.position is not None:
            shown = table_html(question.position)
        blocks.append(
            f'<section class="question"><h2>{question.number + 1}. {escape(question.text)}</h2>'
            f"{shown}<p>Answer: ____________</p></section>"
        )
    told = []
    for question, answer in zip(questions, answers, strict=True):
        right = " or ".join(_choice(question, each) for each in answer.right)
        why = " ".join(_signs(escape(each)) for each in answer.why)
        told.append(f"<li><b>{right}</b>. {why}</li>")
    blocks.append(f'<section class="answers"><h2>Answers</h2><ol>{"".join(told)}</ol></section>')
    command = f"hakem quiz --seed {seed} --count {len(questions)}"
    return document(f"Hakem: quiz {seed}", blocks, command)


def _choice(question: QuizQuestion, choice: str) -> str:
    if question.kind == "trump":
        return _signs(Suit.parse(choice).symbol)
    if question.kind == "card":
        return _signs(Card.parse(choice).symbol.replace("T", "10"))
    return escape(choice)


def write_report(text: str, path: Path) -> None:
    """Write a report; RecordError naming the file where it cannot be written."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise RecordError(f"cannot be written: {error.strerror or error}", 0, str(path)) from None
