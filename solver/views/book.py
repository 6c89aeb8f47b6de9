"""The book as text: a hand in it, what it is, and its rankings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from ..game.scoring import CLASSES, find_scoring
from .figures import points_range, points_text
from .parts import Figures, hand_text, percent, plain_table, signed, suit_text
from .studies import call_parts, call_table, outcome_bars, paired_tests
from .verdicts import p_text

if TYPE_CHECKING:
    from ..base.cards import Rank
    from ..book import Book, BookAdvice, Lessons, RankedHand


OPEN_HANDS = "open hand"
"""The method of a book of open hands."""


def book_hand_view(
    advice: BookAdvice,
    details: bool = False,
    open_only: bool = False,
    turns_up: bool = False,
    beside: Sequence[RenderableType] | None = None,
) -> list[RenderableType]:
    """The call, each suit with its intervals, the picture of all outcomes, and where it is from.

    Unless `open_only`, also what the chances come to at the table; `beside`: other lines there.
    `turns_up`: what a card turned up is worth, for a house in which the caller may have one.
    """
    unit = advice.question.scoring.unit
    ranked = advice.candidates
    table = call_table(ranked, advice.question.scoring)
    seeds = " and ".join(map(str, advice.seeds))
    turned_up = f"; a card turned up is worth {points_text(advice.turned_up, unit)}"
    said = (
        f"Better than {percent(advice.percentile)} of all hands{turned_up if turns_up else ''}.\n"
        f"From the book: {advice.deals:,} deals {_how(advice)}, seed {seeds}; "
        f"{advice.confidence:.0%} intervals "
        f"for the {advice.worth:,.0f} deals that tell of this hand"
        f"{_alike(advice.alike_below, ', where ')}. --samples 1000 solves anew."
    )
    lines = beside
    if beside is None and (open_only or advice.method != OPEN_HANDS):
        lines = ()
    parts = call_parts(advice, table, outcome_bars(ranked), beside=lines)
    parts.append(Text(said, style="dim"))
    return [*parts, "", *_tests(advice)] if details else parts


def _how(advice: BookAdvice) -> str:
    """What was done with the deals of the book."""
    _, closed, players = advice.method.partition("closed hands, ")
    return f"played out by {players}" if closed else "solved with open hands"


def _tests(advice: BookAdvice) -> list[RenderableType]:
    """The paired tests of the best suit against the others, and their level."""
    table = Figures(f"{advice.best.trump.symbol} against", "difference", "interval", "p")
    table.drop = ("interval",)
    for suit, each in advice.rivals.items():
        assert each.behind is not None
        table.add_row(
            suit_text(suit),
            signed(each.behind.difference.mean or 0.0),
            points_range(each.behind.difference, advice.question.scoring.unit),
            "same cards" if each.same else p_text(each.p_best),
        )
    return [table, "", Text(paired_tests(advice.level, 1), style="dim")]


def book_info_view(book: Book) -> list[RenderableType]:
    """What the book holds and where it is from."""
    outcomes = book.outcomes
    size = book.path.stat().st_size
    rows = {
        "file": f"{book.path.name}, {size / 1e6:.1f} MB",
        "game": str(book.variant),
        "deals": f"{book.deals:,} (each with four callers and four trumps)",
        "seeds": ", ".join(map(str, book.seeds)),
        "judge": book.method,
        "solved by": "; ".join(book.engines),
        "classes of hands": f"{book.classes.count:,}{_alike(book.alike_below, '; ')}",
        "any hand and trump": ", ".join(
            f"{name} {percent(share)}"
            for name, share in zip(
                [outcome.said() for outcome in CLASSES],
                (outcomes / outcomes.sum()).tolist(),
                strict=True,
            )
        ),
    }
    wide = max(map(len, rows)) + 2
    return [Text.assemble((name.ljust(wide), "dim"), said) for name, said in rows.items()]


def _alike(below: Rank | None, before: str) -> str:
    """The cards that the book does not tell apart."""
    return f"{before}cards below the {below.name.lower()} count alike" if below else ""


_HALF = NormalDist().inv_cdf(0.975)


def book_top_view(
    rankings: Mapping[str, Sequence[RankedHand]], unit: str = "points"
) -> list[RenderableType]:
    """One table for each ranking; `unit` is that of the scoring."""
    titles = {
        "strongest": "Strongest hands",
        "weakest": "Weakest hands",
        "closest": "Closest calls",
        "surprises": "The best call is not the longest suit",
    }
    parts: list[RenderableType] = []
    for name, rows in rankings.items():
        by_worth = name in ("strongest", "weakest")
        heads = [unit, "±", "margin"] if by_worth else [unit, "margin", "±"]
        table = plain_table(
            "place", "hand", "call", *heads, "win", "kot", "hands", left=2,
            drop=["hands", "kot", "win", "margin" if by_worth else unit, "±"],
        )  # fmt: skip
        for row in rows:
            first, last = row.places
            margin = row.lost if name == "surprises" else row.margin
            figures = {
                unit: f"{row.points:+.2f}",
                "margin": f"{margin:.2f}",
                "±": f"{_HALF * row.error:.2f}",
            }
            table.add_row(
                str(first) if first == last else f"{first:,}-{last:,}",
                hand_text(row.hand),
                suit_text(row.best),
                *(figures[head] for head in heads),
                f"{row.win:.0%}",
                f"{row.kot:.0%}",
                str(row.hands),
            )
        parts += [Text(titles[name], style="bold"), table, ""]
    said = f"margin: {unit} before the next best call"
    if "surprises" in rankings:
        said += "; in the last table, before the longest suit"
    said += (
        ". ±: half the 95% interval of the number before it; hands that share a place are not told "
        "apart by the deals of the book. hands: how many are alike but for names of suits."
    )
    return [*parts, Text(said, style="dim")]


def book_lessons_view(lessons: Lessons) -> list[RenderableType]:
    """The rules with their prices, the claims, the rights of the caller, and the shapes."""
    unit = find_scoring(lessons.scoring).unit
    rules = plain_table(
        "rule", "price", "best suit", "loses most on", wrap=["rule", "loses most on"]
    )
    for rule in lessons.rules:
        worst, lost = rule.worst[0]
        on = hand_text(worst) + Text(f" {lost:.2f}")
        rules.add_row(Text(rule.name), f"{rule.price:.4f}", percent(rule.agrees), on)
    claims: list[RenderableType] = []
    for claim in lessons.claims:
        claims.append(_indented(f"{claim.says}:"))
        claims.append(
            _indented(
                f"{'true' if claim.gain > 0 else 'false'}: {claim.gain:+.3f} {unit} on "
                f"{percent(claim.share)} of all hands, "
                f"right for {percent(claim.holds)} of these",
                by=4,
            )
        )
    rights = plain_table("right", "used", "gain", "a deal", wrap=["right"])
    for right in lessons.rights:
        rights.add_row(
            Text(right.name), percent(right.share), f"{right.gain:+.3f}", f"{right.value:+.4f}"
        )
    shapes = plain_table("shape", "hands", unit, "win", "kot", "longest best")
    for shape in lessons.shapes:
        shapes.add_row(
            "-".join(map(str, shape.shape)) + (" and ♥2" if sum(shape.shape) < 5 else ""),
            percent(shape.share),
            f"{shape.points:+.3f}",
            percent(shape.win),
            percent(shape.kot),
            percent(shape.longest),
        )
    says = [_indented(f"{rule.name}: {rule.says}", style="dim") for rule in lessons.rules]
    weights = ", ".join(f"{name} {weight:+.3f}" for name, weight in lessons.weights.items())
    return [
        Text(
            f"All hands, the best call: {lessons.points:+.3f} {unit}, win {percent(lessons.win)}, "
            f"kot {percent(lessons.kot)} ({lessons.deals:,} deals, scoring {lessons.scoring})."
        ),
        "",
        Text(f"Rules, and what each loses in {unit} a deal", style="bold"),
        rules,
        *says,
        _indented(f"weights: {weights}", style="dim"),
        "",
        Text("Claims, and what following them gains where they speak", style="bold"),
        *claims,
        "",
        Text("Rights of the caller", style="bold"),
        rights,
        "",
        Text("Shapes", style="bold"),
        shapes,
    ]


def _indented(text: str, style: str = "", by: int = 2) -> RenderableType:
    """The text with all its lines so far to the right."""
    return Padding(Text(text, style=style), (0, 0, 0, by), expand=False)


__all__ = ["book_hand_view", "book_info_view", "book_lessons_view", "book_top_view"]
