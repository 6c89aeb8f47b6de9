"""A reviewed hand as text: the verdict first, then the faults or all cards, then each player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from .parts import cards_text, plain_table

if TYPE_CHECKING:
    from ..players.hand_review import GradedCard, HandReview

__all__ = ["review_view"]

_STYLES = {"inaccuracy": "yellow", "mistake": "red", "blunder": "bold red", "best": "green"}


def review_view(review: HandReview, every: bool = False) -> list[RenderableType]:
    """The turning point, the cards with a fault (or `every` card) and a line for each player."""
    shown = [c for c in review.cards if every or c.fault or (review.quick and c.opened.loss)]
    parts: list[RenderableType] = [Text(_verdict(review), style="bold"), *_call(review), ""]
    if shown:
        heads = ["trick", "seat", "card"] + ([] if review.quick else ["", "loss", "95 %"])
        table = plain_table(*heads, "with open hands", "better", left=3)
        for card in shown:
            table.add_row(*_row(card, review.quick))
        parts += [table, ""]
    if review.quick:
        return parts[:-1]
    parts += [_player(review, seat) for seat in range(review.start.seats)]
    parts.append(
        Text(
            f"Losses in points ({review.scoring.title}), over deals that fit what the seat knew "
            f"then; seed {review.seed}.",
            style="dim",
        )
    )
    return parts


def _verdict(review: HandReview) -> str:
    turn = review.turning_point
    if turn is not None and turn.loss is not None:
        better = " ".join(card.symbol for card in turn.better)
        return (
            f"Turning point: trick {turn.trick}, seat {turn.seat} plays {turn.card.symbol}, "
            f"{_article(str(turn.grade))} that costs {turn.loss.mean:.2f} points; better {better}."
        )
    changes = review.class_changes
    if review.quick and changes:
        last = changes[-1]
        return f"With open hands the class was last given away by {last.opened}."
    if review.quick:
        return "With open hands no card gives the class away."
    return "No card that its player could know to be wrong."


def _call(review: HandReview) -> list[RenderableType]:
    """What the trump call cost by the book; nothing where it was the best, or as good."""
    call = review.call
    if call is None or not call.sure:
        return []
    return [
        Text(
            f"The call {call.trump.symbol} costs {call.loss.mean:.2f} points against "
            f"{call.best.symbol}, by the book."
        )
    ]


def _article(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _row(card: GradedCard, quick: bool) -> list[str | Text]:
    row: list[str | Text] = [str(card.trick), str(card.seat), card.card.symbol]
    if not quick:
        word = "decided before" if card.grade is None else str(card.grade)
        row.append(Text(word, style=_STYLES.get(word, "")))
        sure = card.loss is not None and card.grade is not None
        row.append(f"{card.loss.mean:.2f}" if sure and card.loss and card.loss.mean else "")
        row.append(
            f"{card.loss.low:.2f} to {card.loss.high:.2f}"
            if card.loss and card.loss.low != card.loss.high
            else ""
        )
    row.append(_opened(card))
    better = card.opened.best if quick else card.better
    row.append(cards_text(better) if better and (quick or card.fault) else "")
    return row


def _opened(card: GradedCard) -> str:
    """What the card costs with open hands, in words."""
    opened = card.opened
    if opened.loss is None:
        return "not decided"
    if opened.loss.classes > 0 and opened.class_before is not None:
        assert opened.class_after is not None
        return f"{opened.class_before.words} -> {opened.class_after.words}"
    points = float(opened.loss.points)
    return f"{points:g} fewer" if points > 0 else "costs nothing"


def _player(review: HandReview, seat: int) -> Text:
    counts, lost = review.of_seat(seat)
    words = [f"{counts[grade]} {grade}" for grade in counts if counts[grade]]
    said = ", ".join(sorted(words, key=lambda word: word.split()[1]))
    return Text(f"seat {seat}: {said or 'no card'}; faults cost {lost:.2f} points")
