"""Pictures as SVG: hands, the outcomes of choices as bars, the course of a played hand as a line.

The same strings stand on the page, in the reports and in notebooks. Bars and curves have no size
of their own: widths are shares of the place they are put in, so that the text keeps its size on a
phone. Colours come from the classes of the style sheet around them; every part carries its text as
well.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from ..base.cards import Card, Hand, Suit
from ..base.outcomes import Outcome, number_text
from ..players.grading import SIGNS
from .figures import points_range, points_text
from .marks import card_name, sides_of
from .parts import BAR_PARTS, BarPart, percent, percent_range
from .studies import call_text, card_verdict, kot_text

if TYPE_CHECKING:
    from ..decide.advice import Advice, Call, Candidate, Sampled
    from ..decide.before_the_lead import BeforeTheLead
    from ..decide.card_play import CardToPlay
    from ..decide.estimates import Estimate
    from ..decide.kot import Kot
    from ..game.position import Position
    from ..open.review import ReviewedCard
    from ..players.hand_review import HandReview

__all__ = [
    "call_rows",
    "call_svg",
    "call_verdict",
    "choice_svg",
    "hand_svg",
    "kot_svg",
    "kot_verdict",
    "play_rows",
    "play_svg",
    "play_verdict",
    "review_words",
    "timeline_heading",
    "timeline_svg",
    "winning_heading",
    "winning_svg",
]

SVG = '<svg xmlns="http://www.w3.org/2000/svg"'
_BAR, _GAP, _HEAD = 34, 12, 30
_SPOKEN = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}


def rank_text(card: Card) -> str:
    """The rank as it stands on a card."""
    return card.rank.letter.replace("T", "10")


def hand_svg(hand: Hand, marked: bool = False) -> str:
    """A hand, a suit on each line; `marked`: each card is an element that names it."""
    rows, spoken, widest = [], [], 3
    for place, suit in enumerate(Suit):
        cards = tuple(hand.suit(suit))
        ranks = [rank_text(card) for card in cards]
        widest = max(widest, sum(map(len, ranks)) + len(ranks))
        if marked:
            ranks = [
                f'<tspan data-card="{card}">{rank}</tspan>'
                for card, rank in zip(cards, ranks, strict=True)
            ]
        rows.append(
            f'<text y="{17 + 21 * place}"><tspan class="{suit.letter}">{suit.symbol}\ufe0e</tspan> '
            f"{' '.join(ranks) or '–'}</text>"
        )
        said = " ".join(_SPOKEN.get(card.rank.letter, card.rank.letter) for card in cards)
        spoken.append(f"{suit.name.lower()} {said or 'none'}")
    wide = 22 + 8 * widest
    return (
        f'{SVG} class="hand" width="{wide}" viewBox="0 0 {wide} 88" role="img" '
        f'aria-label="{"; ".join(spoken)}">{"".join(rows)}</svg>'
    )


# Bars -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Row:
    """One bar: what stands before it, its name when spoken, its shares, and the interval."""

    label: str
    name: str
    shares: Mapping[Outcome, float]
    interval: Estimate | None = None


def _bars(rows: Iterable[_Row], left: float = 8.0) -> str:
    """The bars below a legend; the whisker under a bar is the interval of its first share."""
    found = [_legend(left)]
    said = []
    top = _HEAD
    for row in rows:
        at, words, parts = 0.0, [], [row.label.format(y=top + 24)]
        for part in BAR_PARTS:
            share = sum(row.shares.get(c, 0.0) for c in part.outcomes)
            words.append(f"{part.word} {percent(share)}")
            if share > 0:
                parts.append(_segment(part, at, share, top, left))
                at += share
        if row.interval is not None and row.interval.p is not None:
            low, high = (_x(end, left) for end in (row.interval.low, row.interval.high))
            y = top + _BAR + 4
            parts.append(
                f'<line class="whisker" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>'
                f'<line class="whisker" x1="{low}" x2="{low}" y1="{y - 4}" y2="{y + 4}"/>'
                f'<line class="whisker" x1="{high}" x2="{high}" y1="{y - 4}" y2="{y + 4}"/>'
            )
        found.append(f'<g class="row">{"".join(parts)}</g>')
        said.append(f"{row.name}: {', '.join(words)}")
        top += _BAR + _GAP
    drawn = "".join(found)
    own = f"hatch{zlib.crc32(drawn.encode()):x}"  # several pictures may stand in one document
    pattern = (
        f'<pattern id="{own}" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect class="hatch" width="1.4" height="6"/></pattern>'
    )
    return (
        f'{SVG} class="bars" width="100%" height="{top}" role="img" '
        f'aria-label="{escape("; ".join(said), quote=True)}">{pattern}'
        f"{drawn.replace('url(#hatch)', f'url(#{own})')}</svg>"
    )


def _suit_label(suit: Suit) -> str:
    return (
        f'<g class="suit {suit.letter}"><text x="0" y="{{y}}" class="sign">{suit.symbol}\ufe0e'
        "</text></g>"
    )


def _x(share: float, left: float) -> str:
    return f"{left + (99 - left) * min(1.0, max(0.0, share)):.2f}%"


def _legend(left: float) -> str:
    found = []
    for place, part in enumerate(BAR_PARTS):
        x = left + place * (100 - left) / 4
        found.append(
            f'<rect class="part {part.name}" x="{x:.1f}%" y="4" width="12" height="12"/>'
            f'<text class="legend" x="{x:.1f}%" dx="17" y="14.5">{part.word}</text>'
        )
    return "".join(found)


def _segment(part: BarPart, at: float, share: float, top: float, left: float) -> str:
    wide = 99 - left
    x, width = left + wide * at, wide * share
    shape = f'x="{x:.2f}%" y="{top}" width="{max(0.2, width - 0.25):.2f}%" height="{_BAR}"'
    drawn = f'<rect class="part {part.name}" {shape}/>'
    if part.name in ("loss", "goon"):
        drawn += f'<rect fill="url(#hatch)" {shape}/>'
    if share >= 0.11:
        middle = x + width / 2
        drawn += (
            f'<text class="on {part.name}" x="{middle:.2f}%" y="{top + 22}" '
            f'text-anchor="middle">{100 * share:.0f}%</text>'
        )
    return f"<g><title>{part.word} {percent(share)}</title>{drawn}</g>"


def call_svg(advice: Advice[Call]) -> str:
    """A bar for each call, best first: kot, win, loss, goon kot; a whisker for the win."""
    return _bars(
        _Row(_suit_label(each.trump), Suit(each.trump).name.lower(), each.shares, each.win)
        for each in advice.candidates
    )


def kot_svg(advice: Sampled[Kot]) -> str:
    """One bar: the kots, the goon kots, and what is neither; a whisker for the kot."""
    kot, goon = advice.best.kot, advice.best.kot_against
    if kot.p is None or goon.p is None:
        return ""
    trump = advice.question.trump
    label = "" if trump is None else _suit_label(trump)
    left = 8.0 if label else 1.0
    top, wide = 4.0, 99 - left
    parts = [label.format(y=top + 24)]
    at = 0.0
    names = (
        ("kot", kot.p, "kot"),
        ("rest", 1 - kot.p - goon.p, "neither"),
        ("goon", goon.p, "goon kot"),
    )
    for part, share, name in names:
        if share > 1e-12:
            x, width = left + wide * at, wide * share
            parts.append(
                f'<g><title>{name} {percent(share)}</title><rect class="part {part}" x="{x:.2f}%" '
                f'y="{top}" width="{max(0.2, width - 0.25):.2f}%" height="{_BAR}"/>'
            )
            if share >= 0.2:
                parts.append(
                    f'<text class="on {part}" x="{x + width / 2:.2f}%" y="{top + 22}" '
                    f'text-anchor="middle">{name} {100 * share:.0f}%</text>'
                )
            parts.append("</g>")
        at += share
    low, high = _x(kot.low, left), _x(kot.high, left)
    y = top + _BAR + 4
    parts += [
        f'<line class="whisker" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>',
        *(
            f'<line class="whisker" x1="{end}" x2="{end}" y1="{y - 4}" y2="{y + 4}"/>'
            for end in (low, high)
        ),
    ]
    said = ", ".join(f"{name} {percent(max(0.0, share))}" for _, share, name in names)
    return (
        f'{SVG} class="bars" width="100%" height="{top + _BAR + _GAP:.0f}" role="img" '
        f'aria-label="{said}">{"".join(parts)}</svg>'
    )


def play_svg(advice: Sampled[CardToPlay]) -> str:
    """A bar for each group of equal cards, best first, from the side that plays."""
    rows = []
    of_b = advice.question.position.side(advice.question.seat)
    for each in advice.candidates:
        shares = {
            outcome.mirrored if of_b else outcome: share for outcome, share in each.shares.items()
        }
        suit = each.card.suit
        ranks = "".join(map(rank_text, each.cards[:3])) + "…" * (len(each.cards) > 3)
        label = (
            f'<text x="0" y="{{y}}"><tspan class="{suit.letter}">{suit.symbol}\ufe0e</tspan>{ranks}'
            f"{'?' * each.requests}</text>"
        )
        name = ", ".join(map(card_name, each.cards)) + " after asking" * each.requests
        rows.append(_Row(label, name, shares, each.win))
    return _bars(rows, 17.0)


def choice_svg(advice: Sampled[BeforeTheLead]) -> str:
    """A bar for each choice that deals decide, best first."""
    rows = []
    for each in advice.candidates:
        if each.shares:
            name = escape(each.name)
            label = f'<text x="0" y="{{y}}" class="choice">{_short(name)}</text>'
            rows.append(_Row(label, name, each.shares, each.success))
    return _bars(rows, 30.0) if rows else ""


def _short(name: str) -> str:
    for suit in Suit:
        name = name.replace(f"name {suit.letter}", f"name {suit.symbol}\ufe0e")
    return name if len(name) <= 20 else f"{name[:19]}…"


def call_verdict(advice: Advice[Call]) -> str:
    """The call in one sentence, without the options of the command line."""
    return call_text(advice).plain.partition("; `--")[0].rstrip(".") + "."


def play_verdict(advice: Sampled[CardToPlay]) -> str:
    """Which card to play in one sentence, without the options of the command line."""
    return card_verdict(advice).plain.partition("; `--")[0].rstrip(".") + "."


def kot_verdict(advice: Sampled[Kot]) -> str:
    """How often a kot comes, without the options of the command line."""
    return kot_text(advice).plain.partition(" `--")[0]


def play_rows(advice: Sampled[CardToPlay]) -> list[dict[str, Any]]:
    """Each group of equal cards, the best first: its chances as texts, badge and label.

    The badge is the chance to win in percent, with its half width where that is 2 or more; `=`
    before it says that the hand ends as with the best card.
    """
    unit = advice.question.scoring.unit
    found = []
    for place, each in enumerate(advice.candidates):
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
                **_figures(each, {"win": "win", "kot": "kot"}, unit, not advice.exact),
            }
        )
    return found


def _figures(
    each: Candidate, names: Mapping[str, str], unit: str, interval: bool = True
) -> dict[str, dict[str, str]]:
    """The chances by these names and the points, as texts; `interval`: with theirs."""
    found = {}
    for name, key in names.items():
        one = each.chances[key]
        told = "open" if one.p is None else percent(one.p)
        found[name] = {"text": told, "range": percent_range(one.low, one.high) if interval else ""}
    points = points_range(each.points, unit) if interval else ""
    return found | {"points": {"text": points_text(each.points, unit), "range": points}}


def call_rows(advice: Advice[Call]) -> list[dict[str, Any]]:
    """Each call with its chances and intervals as texts, the best first."""
    unit = advice.question.scoring.unit
    return [
        {
            "trump": each.trump.letter,
            "best": each is advice.best,
            **_figures(each, {"win": "win", "kot": "kot", "goon": "kot_against"}, unit),
        }
        for each in advice.candidates
    ]


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
        was, became = (each.said(for_a) for each in (card.class_before, card.class_after))
        text = f"{name}: as the cards lay it turned a {was} into a {became}."
        kind, sign = "class", became
    elif card.loss:
        lost = number_text(card.loss.points)
        text = f"{name}: as the cards lay it cost {lost} {unit if lost != '1' else unit[:-1]}."
        kind, sign = "fewer", f"−{lost}"
    else:
        return {"kind": "best", "sign": "=", "text": f"{name}: nothing lost."}
    return {"kind": kind, "sign": sign, "text": f"{text} Better: {better}." if better else text}


_CURVE = (150, 12, 11.0, 87.0)
"""Height of a curve over a hand, its top, its left end and its width in percent."""


_STRIP = 26
"""Height of the strip of classes over the curve of the points."""


def timeline_heading(cards: Sequence[ReviewedCard], start: Position) -> str:
    """What `timeline_svg` shows, for the line over it."""
    known = any(card.class_after is not None for card in cards)
    what = f"{'result and ' * known}{start.variant.points}"
    return f"All hands open: {what} of {sides_of(start)[0]} with best play, after each card"


def winning_heading(start: Position) -> str:
    """What `winning_svg` shows, for the line over it."""
    return f"Chance of {sides_of(start)[0]} to win, as the seat of each card saw it"


def timeline_svg(cards: Sequence[ReviewedCard], start: Position) -> str:
    """Who wins with best play after each card, as a strip of classes where the game has them, and
    the points of side A below it as a curve; dots where a card cost something.

    With all hands open the chance to win is 0 or 1: this is its course. The chance as a seat saw it
    is that of `winning_svg`.
    """
    values = [_kept(cards[0], before=True)] if cards else []
    values += [_kept(card) for card in cards]
    known = [value for value in values if value is not None]
    if not known:
        return ""
    total = sum(start.taken) + start.points_left
    low, high = min(known), max(known)
    low, high = max(0, min(low - 1, total // 2)), min(total, max(high + 1, total // 2 + 2))
    height, top, left, wide = _CURVE
    strip, said = _class_strip(cards)
    if strip:
        height, top = height + _STRIP, top + _STRIP
    deep = height - top - 28

    def x(place: float) -> float:
        return left + wide * place / max(1, len(cards))

    def y(value: float) -> float:
        return top + deep * (high - value) / max(1, high - low)

    parts = [strip]
    for mark in range(int(low), int(high) + 1):
        parts.append(
            f'<line class="grid" x1="{left}%" x2="{left + wide}%" y1="{y(mark):.1f}" '
            f'y2="{y(mark):.1f}"/><text class="axis" x="{left - 1}%" y="{y(mark) + 4:.1f}" '
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
    parts += _trick_numbers(len(cards), start.seats, lambda place: f"{x(place):.2f}%", height)
    first, last = ("open" if end is None else f"{end:g}" for end in (values[0], values[-1]))
    what = f"{start.variant.points} of {sides_of(start)[0]} with best play"
    label = f"{what}: from {first} to {last}{said}"
    return (
        f'{SVG} class="timeline" data-left="{left}" data-wide="{wide}" width="100%" '
        f'height="{height}" role="img" '
        f'aria-label="{escape(label, quote=True)}">{"".join(parts)}</svg>'
    )


def _class_strip(cards: Sequence[ReviewedCard]) -> tuple[str, str]:
    """The class of the hand before and after each card as one bar, and its changes in words."""
    classes = [cards[0].class_before, *(card.class_after for card in cards)]
    if all(each is None for each in classes):
        return "", ""
    _, _, left, wide = _CURVE
    parts, told = [], []
    if classes[0] is not None:  # it may be given away at once
        first = "goon" if classes[0] <= Outcome.KOT_B else classes[0].said()
        where = f'x="{left - 1}%" y="16.5" text-anchor="end"'
        parts.append(f'<text class="axis" {where}>{first}</text>')
    place = 0
    for outcome, group in itertools.groupby(classes):
        begun, place = place, place + len(tuple(group))
        if outcome is None:
            continue
        part = next((each.name for each in BAR_PARTS if outcome in each.outcomes), "rest")
        word = outcome.said()
        told.append(f"{word} after card {begun}" if begun else word)
        # like the curve below: what holds after a card stands until the next one
        x = wide * begun / len(cards)
        width = wide * min(place, len(cards)) / len(cards) - x
        if width <= 0:
            continue
        shape = f'x="{left + x:.2f}%" y="2" width="{max(0.2, width - 0.25):.2f}%" height="20"'
        parts.append(f'<g><title>{told[-1]}</title><rect class="part {part}" {shape}/>')
        if width >= 1.8 * len(word) + 2:
            parts.append(
                f'<text class="on {part}" x="{left + x + width / 2:.2f}%" y="16.5" '
                f'text-anchor="middle">{word}</text>'
            )
        parts.append("</g>")
    return "".join(parts), f"; {', '.join(told)}"


def winning_svg(review: HandReview) -> str:
    """The chance of side A to win after each card, as the seat that played it saw it.

    Filled dots are cards of side A, open ones those of the other side; the upright lines are
    95 % intervals. Empty where no card was judged by what its seat knew.
    """
    seen = []
    for place, card in enumerate(review.cards):
        if card.win is not None:
            ends = (card.win.low, sum(card.win.share) / 2, card.win.high)
            if review.start.side(card.seat):
                ends = (1 - ends[2], 1 - ends[1], 1 - ends[0])
            seen.append((place, card, ends))
    if not seen:
        return ""
    height, top, left, wide = _CURVE

    def x(place: float) -> str:
        return f"{left + wide * place / len(review.cards):.2f}%"

    def y(share: float) -> str:
        return f"{top + (height - 40) * (1 - share):.1f}"

    parts = [
        f'<line class="grid" x1="{left}%" x2="{left + wide}%" y1="{y(share)}" y2="{y(share)}"/>'
        f'<text class="axis" x="{left - 1}%" y="{float(y(share)) + 4:.1f}" '
        f'text-anchor="end">{share:.0%}</text>'
        for share in (0.0, 0.5, 1.0)
    ]
    for (here, _, (_, now, _)), (there, _, (_, then, _)) in itertools.pairwise(seen):
        parts.append(
            f'<line class="curve" x1="{x(here + 1)}" x2="{x(there + 1)}" y1="{y(now)}" '
            f'y2="{y(then)}"/>'
        )
    for place, card, (low, now, high) in seen:
        side = "B" if review.start.side(card.seat) else "A"
        at = x(place + 1)
        said = f"trick {card.trick}, seat {card.seat}, {card_name(card.card)}: {percent(now)}"
        if low < high and not card.exact:
            said += f" ({percent_range(low, high)})"
            parts.append(f'<line class="range" x1="{at}" x2="{at}" y1="{y(low)}" y2="{y(high)}"/>')
        fault = " fault" * card.fault
        parts.append(
            f'<circle class="dot {side}{fault}" cx="{at}" cy="{y(now)}" r="{5 if fault else 3.5}">'
            f"<title>{escape(said)}</title></circle>"
        )
        if card.grade in SIGNS:
            parts.append(
                f'<text class="axis" x="{at}" y="{float(y(now)) + 17:.1f}" '
                f'text-anchor="middle">{SIGNS[card.grade]}</text>'
            )
    parts += _trick_numbers(len(review.cards), review.start.seats, x, height)
    first, last = seen[0][2][1], seen[-1][2][1]
    label = (
        f"chance of {sides_of(review.start)[0]} to win, as the seat of each card saw it: from "
        f"{percent(first)} to {percent(last)}"
    )
    return (
        f'{SVG} class="timeline" data-left="{left}" data-wide="{wide}" width="100%" '
        f'height="{height}" role="img" '
        f'aria-label="{label}">{"".join(parts)}</svg>'
    )


def _trick_numbers(cards: int, seats: int, x: Callable[[float], str], height: int) -> Iterable[str]:
    """The number of every second trick below its first card."""
    for trick in range(0, (cards + seats - 1) // seats, 2):
        yield f'<text class="axis" x="{x(trick * seats)}" y="{height - 6}">{trick + 1}</text>'


def _kept(card: ReviewedCard, before: bool = False) -> float | None:
    """A's points beside the class, before or after the card; None while they are open."""
    kept = card.class_value_before if before else card.class_value_after
    points = card.before if before else card.after
    found = kept if kept is not None else points
    return None if found is None else float(found)
