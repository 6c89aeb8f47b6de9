"""Reviews as text: the verdict, the faults or all cards, the lines that keep the class, players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from ..base.outcomes import number_text
from ..players.grading import FAULTS, Grade, simple_win, thresholds
from .parts import cards_text, plain_table
from .solutions import line_view

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..decide.estimates import Mean
    from ..game.scoring import Scoring
    from ..open.review import KeptLine
    from ..players.graded_card import GradedCard
    from ..players.hand_review import HandReview, PlayerSummary
    from ..players.match_review import MatchReview

__all__ = ["as_it_lay", "card_sentence", "kept_view", "loss_text", "match_review_view",
           "players_view", "review_verdict", "review_view", "scale_text"]  # fmt: skip

_STYLES = {"inaccuracy": "yellow", "mistake": "red", "blunder": "bold red", "best": "green"}


def loss_text(loss: float, scoring: Scoring) -> str:
    """A loss with the digits that its words need, such as `0.12`, or `0.014` in kots."""
    return f"{loss:.{2 if simple_win(scoring) >= 0.5 else 3}f}"


def scale_text(scoring: Scoring) -> str:
    """The words for a loss in this scoring, in one sentence."""
    least = {name: loss_text(loss, scoring) for name, loss in thresholds(scoring).items()}
    return (
        f"The words for a loss in {scoring.unit}: fine from {least['fine']}, an inaccuracy from "
        f"{least['inaccuracy']}, a mistake from {least['mistake']} ({least['mistake_of_thumb']} "
        f"for a card that the rule of thumb plays as well), a blunder from {least['blunder']}; "
        "less, or a loss that may be chance, counts as best."
    )


def review_view(
    review: HandReview,
    every: bool = False,
    lines: Collection[int] | None = None,
    scale: bool = True,
) -> list[RenderableType]:
    """The turning point, the cards with a fault (or `every` card), lines, a line for each player.

    `lines`: the places from which the line that keeps the class is shown; by default that of the
    turning point, or of the last card that gave the class away. `scale`: what a loss is called.
    """
    shown = [c for c in review.cards if every or c.fault or (review.quick and c.opened.loss)]
    parts: list[RenderableType] = [Text(review_verdict(review), style="bold"), *_call(review), ""]
    if shown:
        loss = f"loss, {review.scoring.unit}"
        heads = ["trick", "seat", "card"] + ([] if review.quick else ["", loss, "95 %"])
        table = plain_table(*heads, "with open hands", "better", left=3)
        for card in shown:
            table.add_row(*_row(card, review))
        parts += [table, ""]
    wanted = _usual_lines(review) if lines is None else lines
    for kept in review.lines:
        if kept.place in wanted:
            parts += [*kept_view(kept), ""]
    if review.quick:
        return parts[:-1]
    parts += [_player(review, seat) for seat in range(review.start.seats)]
    parts.append(
        Text(
            f"Losses in {review.scoring.unit} ({review.scoring.title}), over deals that fit what "
            f"the seat knew then; seed {review.seed}.",
            style="dim",
        )
    )
    return [*parts, Text(scale_text(review.scoring), style="dim")] if scale else parts


def match_review_view(match: MatchReview) -> list[RenderableType]:
    """Each hand, then the players over all of them where there are several."""
    parts: list[RenderableType] = []
    for number, hand in match.hands.items():
        parts += [f"hand {number}", ""] if len(match.hands) > 1 else []
        parts += [*review_view(hand, scale=len(match.hands) == 1), ""]
    return [*parts, *players_view(match)] if len(match.hands) > 1 else parts[:-1]


def players_view(match: MatchReview) -> list[RenderableType]:
    """A row for each person of the table; nothing where no card is graded (open hands only)."""
    hands = len(match.hands)
    if all(hand.quick for hand in match.hands.values()):
        return []
    players, scoring = match.players, next(iter(match.hands.values())).scoring
    faults = [str(grade) for grade in FAULTS]
    table = plain_table("player", "judged", "good", *faults, "lost", "calls")
    for player in players:
        good = player.grades[Grade.BEST] + player.grades[Grade.FINE]
        counts = [str(player.grades[grade]) for grade in FAULTS]
        name = f"{player.name} (seat {player.seat})" if player.name else f"seat {player.seat}"
        table.add_row(
            *(name, str(player.judged), str(good), *counts, loss_text(player.lost, scoring)),
            _calls(player, scoring),
        )
    return [
        Text(f"The players over {hands} hand{'s' * (hands != 1)}", style="bold"),
        "",
        table,
        Text(
            "Table seats. Judged: cards with a choice that matters; good: best or fine; lost: "
            f"{scoring.unit} that faults cost; calls: judged by the book, and what they cost.",
            style="dim",
        ),
        Text(scale_text(scoring), style="dim"),
    ]


def _calls(player: PlayerSummary, scoring: Scoring) -> str:
    """How many calls the book judged, and what they cost."""
    return f"{player.calls}, {loss_text(player.call_lost, scoring)}" if player.calls else "-"


def _usual_lines(review: HandReview) -> Sequence[int]:
    """The place of the turning point, or of the last card that gave the class away."""
    turn = review.turning_point
    changes = review.class_changes
    card = turn if turn is not None else changes[-1] if changes else None
    return [] if card is None else [review.cards.index(card)]


def kept_view(kept: KeptLine) -> list[RenderableType]:
    """A heading that names the class that is kept, and the line with its reasons."""
    outcome = kept.line.outcome
    what = "the most points" if outcome is None else outcome.words
    first = kept.line.moves[0].card
    instead = ""
    if kept.played is not None and kept.played != first:
        instead = f", {first.symbol} in place of {kept.played.symbol}"
    where = f"trick {kept.trick}, seat {kept.seat}"
    return [
        Text(f"With open hands, from {where}{instead}: {what}"),
        line_view(kept.position, kept.line, kept.tricks),
    ]


def review_verdict(review: HandReview) -> str:
    """The turning point of the hand in one sentence."""
    turn = review.turning_point
    if turn is not None and turn.loss is not None:
        better = " ".join(card.symbol for card in turn.better)
        return (
            f"Turning point: trick {turn.trick}, seat {turn.seat} plays {turn.card.symbol}, "
            f"{_article(str(turn.grade))} that costs {_costs(turn.loss, review)}; better {better}"
            f" ({as_it_lay(turn, review.start.variant.points)})."
        )
    changes = review.class_changes
    if review.quick and changes:
        last = changes[-1].opened
        assert last.class_before is not None
        assert last.class_after is not None
        better = " ".join(card.symbol for card in last.best)
        return (
            f"With open hands the class was last given away in trick {last.trick} by seat "
            f"{last.seat}: {last.card.symbol} turns {last.class_before.words} into "
            f"{last.class_after.words}; better {better}."
        )
    if review.quick:
        return "With open hands no card gives the class away."
    return "No card that its player could know to be wrong."


def card_sentence(card: GradedCard, scoring: Scoring, who: str = "", unit: str = "tricks") -> str:
    """One verdict on a card, to stand after its name: over what its seat knew, and as it lay.

    `who`: what the table calls the seat, else its number. `unit`: of the hand, tricks or tens.
    """
    who = who or f"seat {card.seat}"
    lay = as_it_lay(card, unit)
    if card.grade is None:
        why = f"not judged, since {card.unjudged}" if card.unjudged else "the hand was decided"
        return f"{why}; {lay}."
    if card.grade is Grade.FORCED:
        return "the only choice."
    if card.grade is Grade.EQUAL:
        return "as good as any other card."
    knew = f"over what {who} knew"
    cost = "" if card.loss is None else f"{loss_text(card.lost, scoring)} {scoring.unit}"
    if card.fault:
        better = " or ".join(each.symbol for each in card.better)
        return f"{_article(str(card.grade))}: {knew} it cost {cost}, {better} is better; {lay}."
    said = "best" if card.grade is Grade.BEST else f"fine, {cost} behind the best"
    opened = card.opened.loss
    return f"{said} {knew}{f', though {lay}' if opened else ''}."


def as_it_lay(card: GradedCard, unit: str = "tricks") -> str:
    """What a card did with all hands open, in words."""
    opened = card.opened
    if opened.loss is None:
        return "as the cards lay it is not decided"
    if opened.loss.classes > 0 and opened.class_before is not None:
        assert opened.class_after is not None
        mine = card.seat % 2 == 0
        was, became = (each.said(mine) for each in (opened.class_before, opened.class_after))
        return f"as the cards lay it turned a {was} into a {became}"
    if opened.loss.points > 0:
        number = number_text(opened.loss.points)
        return f"as the cards lay it cost {number} {unit[:-1] if number == '1' else unit}"
    return "as the cards lay it cost nothing"


def _call(review: HandReview) -> list[RenderableType]:
    """What the trump call cost by the book, or why that is not judged."""
    call = review.call
    if call is None:
        if not review.call_unjudged:
            return []
        return [Text(f"The trump call is not judged: {review.call_unjudged}.", style="dim")]
    if call.trump == call.best:
        said = f"The call {call.trump.symbol} is the best, by the book."
    elif not call.sure:
        said = f"The call {call.trump.symbol} is as good as {call.best.symbol}, by the book."
    else:
        said = (
            f"The call {call.trump.symbol} costs {_costs(call.loss, review)} against "
            f"{call.best.symbol}, by the book."
        )
    return [Text(said)]


def _costs(loss: Mean, review: HandReview) -> str:
    """A loss with its unit: `0.12 points`, `0.014 kots`."""
    return f"{loss_text(loss.mean or 0.0, review.scoring)} {review.scoring.unit}"


def _article(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _row(card: GradedCard, review: HandReview) -> list[str | Text]:
    quick, scoring = review.quick, review.scoring
    row: list[str | Text] = [str(card.trick), str(card.seat), card.card.symbol]
    if not quick:
        word = (card.unjudged or "decided before") if card.grade is None else str(card.grade)
        row.append(Text(word, style=_STYLES.get(word, "")))
        sure = card.loss is not None and card.grade is not None
        mean = card.loss.mean if sure and card.loss else None
        row.append(loss_text(mean, scoring) if mean else "")
        row.append(
            f"{loss_text(card.loss.low, scoring)} to {loss_text(card.loss.high, scoring)}"
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


def _counted(number: int, grade: Grade) -> str:
    """`1 mistake`, `2 mistakes`; of what is no fault `2 fine`."""
    if grade not in FAULTS or number == 1:
        return f"{number} {grade}"
    return f"{number} inaccuracies" if grade is Grade.INACCURACY else f"{number} {grade}s"


def _player(review: HandReview, seat: int) -> Text:
    player = review.player(seat)
    counts = player.grades
    words = [_counted(counts[grade], grade) for grade in Grade if counts[grade]]
    return Text(
        f"seat {seat}: {', '.join(words) or 'no card'}; faults cost "
        f"{loss_text(player.lost, review.scoring)} {review.scoring.unit}"
    )
