"""Pictures as SVG: the outcomes of each call as bars, the course of a played hand as a line.

The same strings stand on the page and in the reports. They have no size of their own: widths are
shares of the place they are put in, so that the text keeps its size on a phone. Colours come from
the classes of the style sheet around them; every part carries its text as well.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from ..cards import Suit
from ..outcomes import Outcome, number_text
from ..simulation.trump_call import TrumpAdvice
from .book import call_text as book_call
from .marks import card_name
from .parts import WORDS, percent, percent_range
from .studies import call_text as study_call
from .studies import card_verdict, points_range, points_text

if TYPE_CHECKING:
    from ..analysis.review import ReviewedCard
    from ..book import BookAdvice, BookOdds
    from ..game.position import Position
    from ..simulation.card_play import PlayAdvice
    from ..simulation.trump_call import TrumpOdds

__all__ = [
    "call_rows",
    "call_svg",
    "call_verdict",
    "play_rows",
    "play_verdict",
    "review_words",
    "timeline_svg",
]

SVG = '<svg xmlns="http://www.w3.org/2000/svg"'
_PARTS = (
    ("kot", (Outcome.BAVNEY_A, Outcome.KOT_A)),
    ("win", (Outcome.WIN_A,)),
    ("loss", (Outcome.WIN_B,)),
    ("goon", (Outcome.KOT_B, Outcome.BAVNEY_B)),
)
PART_NAMES = {"kot": "kot", "win": "win", "loss": "loss", "goon": "goon kot"}
_BAR, _GAP, _HEAD = 34, 12, 30
_HATCH = (
    '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect class="hatch" width="1.4" height="6"/></pattern>'
)


def call_verdict(advice: TrumpAdvice | BookAdvice) -> str:
    """The call in one sentence, without the options of the command line."""
    said = study_call(advice) if isinstance(advice, TrumpAdvice) else book_call(advice)
    return said.plain.partition("; `--")[0].rstrip(".") + "."


def play_verdict(advice: PlayAdvice) -> str:
    """Which card to play in one sentence, without the options of the command line."""
    return card_verdict(advice).plain.partition("; `--")[0].rstrip(".") + "."


def play_rows(advice: PlayAdvice) -> list[dict[str, Any]]:
    """Each group of equal cards, the best first: its chances as texts, badge and label.

    The badge is the chance to win in percent, with its half width where that is 2 or more; `=`
    before it says that the hand ends as with the best card.
    """
    unit = advice.scoring.unit
    found = []
    for place, each in enumerate(advice.cards):
        win = each.win
        tied = place > 0 and each.same
        names = ", ".join(card_name(card) for card in each.cards)
        if win.p is None:
            badge, said = "?", "not decided"
        else:
            half = round(50 * (win.high - win.low))
            badge = f"{100 * win.p:.0f}" + (f"±{half}" if half >= 2 and not advice.exact else "")
            said = f"wins {percent(win.p)}"
            if not advice.exact:
                said += f", {percent_range(win.low, win.high)}"
        words = "best" if not place else "equal to the best" if tied else ""
        found.append(
            {
                "cards": [str(card) for card in each.cards],
                "badge": ("=" if tied else "") + badge,
                "label": f"{names}, {said}{', ' + words if words else ''}",
                "best": not place or each.same,
                "dropped": each.dropped,
                "n": each.n,
                **{
                    name: {
                        "text": "open" if one.p is None else percent(one.p),
                        "range": "" if advice.exact else percent_range(one.low, one.high),
                    }
                    for name, one in (("win", win), ("kot", each.kot))
                },
                "points": {
                    "text": points_text(each.points, unit),
                    "range": "" if advice.exact else points_range(each.points, unit),
                },
            }
        )
    return found


def _ranked(advice: TrumpAdvice | BookAdvice) -> list[TrumpOdds | BookOdds]:
    """The calls, those worth most first."""
    calls: list[TrumpOdds | BookOdds] = [*advice.trumps.values()]
    return sorted(calls, key=lambda each: -(each.points.mean or each.points.low))


def call_rows(advice: TrumpAdvice | BookAdvice) -> list[dict[str, Any]]:
    """Each call with its chances and intervals as texts, the best first."""
    unit = advice.scoring.unit
    ranked = _ranked(advice)
    return [
        {
            "trump": each.trump.letter,
            "best": each.trump == advice.best,
            **{
                name: {
                    "text": "open" if found.p is None else percent(found.p),
                    "range": percent_range(found.low, found.high),
                }
                for name, found in (("win", each.win), ("kot", each.kot), ("goon", each.goon))
            },
            "points": {
                "text": points_text(each.points, unit),
                "range": points_range(each.points, unit),
            },
        }
        for each in ranked
    ]


def call_svg(advice: TrumpAdvice | BookAdvice) -> str:
    """A bar for each call, best first: kot, win, loss, goon kot; a whisker for the win."""
    ranked = _ranked(advice)
    height = _HEAD + len(ranked) * (_BAR + _GAP)
    said = []
    parts = [_HATCH, *_legend()]
    for row, each in enumerate(ranked):
        top = _HEAD + row * (_BAR + _GAP)
        name = Suit(each.trump).name.lower()
        at, words = 0.0, []
        parts.append(
            f'<g class="row"><g class="suit {each.trump.letter}">'
            f'<text x="0" y="{top + 24}" class="sign">{each.trump.symbol}\ufe0e</text></g>'
        )
        for part, classes in _PARTS:
            share = sum(each.shares.get(c, 0.0) for c in classes)
            words.append(f"{PART_NAMES[part]} {percent(share)}")
            if share <= 0:
                continue
            parts.append(_segment(part, at, share, top))
            at += share
        if each.win.p is not None:
            low, high = _x(each.win.low), _x(each.win.high)
            y = top + _BAR + 4
            parts.append(
                f'<line class="whisker" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>'
                f'<line class="whisker" x1="{low}" x2="{low}" y1="{y - 4}" y2="{y + 4}"/>'
                f'<line class="whisker" x1="{high}" x2="{high}" y1="{y - 4}" y2="{y + 4}"/>'
            )
        parts.append("</g>")
        said.append(f"{name}: {', '.join(words)}")
    label = escape("; ".join(said), quote=True)
    return (
        f'{SVG} class="bars" width="100%" height="{height}" role="img" '
        f'aria-label="{label}">{"".join(parts)}</svg>'
    )


_LEFT, _WIDE = 8.0, 91.0


def _x(share: float) -> str:
    return f"{_LEFT + _WIDE * min(1.0, max(0.0, share)):.2f}%"


def _legend() -> list[str]:
    found = []
    for place, (part, _) in enumerate(_PARTS):
        x = _LEFT + place * 23
        found.append(
            f'<rect class="part {part}" x="{x:.1f}%" y="4" width="12" height="12"/>'
            f'<text class="legend" x="{x:.1f}%" dx="17" y="14.5">{PART_NAMES[part]}</text>'
        )
    return found


def _segment(part: str, at: float, share: float, top: float) -> str:
    x, width = _LEFT + _WIDE * at, _WIDE * share
    shape = f'x="{x:.2f}%" y="{top}" width="{max(0.2, width - 0.25):.2f}%" height="{_BAR}"'
    drawn = f'<rect class="part {part}" {shape}/>'
    if part in ("loss", "goon"):
        drawn += f'<rect fill="url(#hatch)" {shape}/>'
    if share >= 0.11:
        middle = x + width / 2
        drawn += (
            f'<text class="on {part}" x="{middle:.2f}%" y="{top + 22}" '
            f'text-anchor="middle">{100 * share:.0f}%</text>'
        )
    return f"<g><title>{PART_NAMES[part]} {percent(share)}</title>{drawn}</g>"


# A played hand --------------------------------------------------------------------------------


def review_words(card: ReviewedCard, start: Position) -> dict[str, Any]:
    """What a card changed as the cards lay: a kind, a short sign and a sentence."""
    name = card_name(card.card)
    name = name[:1].upper() + name[1:]
    unit = start.variant.points
    if card.loss is None:
        return {"kind": "open", "sign": "·", "text": f"{name}: not decided."}
    better = ", ".join(card_name(each) for each in card.best)
    if card.loss.classes and card.class_before is not None and card.class_after is not None:
        for_a = start.side(card.seat) == 0
        was, became = (
            _word(each if for_a else each.mirrored)
            for each in (card.class_before, card.class_after)
        )
        text = f"{name}: as the cards lay it turned a {was} into a {became}."
        kind, sign = "class", became
    elif card.loss:
        lost = number_text(card.loss.points)
        text = f"{name}: as the cards lay it cost {lost} {unit if lost != '1' else unit[:-1]}."
        kind, sign = "fewer", f"−{lost}"
    else:
        return {"kind": "best", "sign": "=", "text": f"{name}: nothing lost."}
    return {"kind": kind, "sign": sign, "text": f"{text} Better: {better}." if better else text}


def _word(outcome: Outcome) -> str:
    return "tie" if outcome is Outcome.NONE else WORDS[int(outcome)]


def timeline_svg(cards: Sequence[ReviewedCard], start: Position) -> str:
    """The points of side A with best play after each card; dots where a card cost something."""
    values = [_kept(cards[0], before=True)] if cards else []
    values += [_kept(card) for card in cards]
    known = [value for value in values if value is not None]
    if not known:
        return ""
    total = sum(start.taken) + start.points_left
    low, high = min(known), max(known)
    low, high = max(0, min(low - 1, total // 2)), min(total, max(high + 1, total // 2 + 2))
    height, top, left, wide = 150, 12, 8.0, 90.0

    def x(place: float) -> float:
        return left + wide * place / max(1, len(cards))

    def y(value: float) -> float:
        return top + (height - 40) * (high - value) / max(1, high - low)

    parts = []
    for mark in range(int(low), int(high) + 1):
        parts.append(
            f'<line class="grid" x1="{left}%" x2="{left + wide}%" y1="{y(mark):.1f}" '
            f'y2="{y(mark):.1f}"/><text class="axis" x="{left - 1.5}%" y="{y(mark) + 4:.1f}" '
            f'text-anchor="end">{mark}</text>'
        )
    for place, (now, then) in enumerate(itertools.pairwise(values)):
        if now is None or then is None:
            continue
        parts.append(
            f'<line class="curve" x1="{x(place):.2f}%" x2="{x(place + 1):.2f}%" '
            f'y1="{y(now):.1f}" y2="{y(now):.1f}"/>'
        )
        if now != then:
            parts.append(
                f'<line class="curve" x1="{x(place + 1):.2f}%" x2="{x(place + 1):.2f}%" '
                f'y1="{y(now):.1f}" y2="{y(then):.1f}"/>'
            )
    for place, card in enumerate(cards):
        value = values[place + 1]
        if card.loss and value is not None:
            kind = "class" if card.loss.classes else "fewer"
            side = "A" if start.side(card.seat) == 0 else "B"
            parts.append(
                f'<circle class="dot {kind} {side}" cx="{x(place + 1):.2f}%" cy="{y(value):.1f}" '
                f'r="5"><title>{escape(review_words(card, start)["text"])}</title></circle>'
            )
    size = start.seats
    for trick in range(0, len(cards) // size + 1, 2):
        if trick * size < len(cards):
            parts.append(
                f'<text class="axis" x="{x(trick * size):.2f}%" y="{height - 6}">{trick + 1}</text>'
            )
    first, last = values[0], values[-1]
    label = f"{start.variant.points} of seats 0 and 2 with best play: from {first} to {last}"
    return (
        f'{SVG} class="timeline" width="100%" height="{height}" role="img" '
        f'aria-label="{escape(label, quote=True)}">{"".join(parts)}</svg>'
    )


def _kept(card: ReviewedCard, before: bool = False) -> float | None:
    """A's points beside the class, before or after the card; None while they are open."""
    kept = card.class_value_before if before else card.class_value_after
    points = card.before if before else card.after
    found = kept if kept is not None else points
    return None if found is None else float(found)
