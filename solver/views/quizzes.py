"""Questions of the quiz and their answers, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from ..game.scoring import find_scoring
from .hands import coloured
from .parts import cards_text, hand_text, reddened, suit_text
from .review import scale_text

if TYPE_CHECKING:
    from ..quiz import QuizAnswer, QuizQuestion

__all__ = ["answer_view", "question_view", "score_view", "skipped_view"]


def question_view(question: QuizQuestion) -> list[RenderableType]:
    """The question with what it shows, and the answers to choose from."""
    heading = f"Question {question.number + 1} ({question.level}): {question.text}"
    parts: list[RenderableType] = [Text(heading, style="bold"), ""]
    if question.seat is not None:
        parts += _seen(question)
    elif question.hand is not None:
        parts.append(hand_text(question.hand))
    elif question.position is not None:
        parts.append(coloured(question.position.diagram()))
    return [*parts, "", Text(f"Answers: {' '.join(question.choices)}", style="dim")]


def _seen(question: QuizQuestion) -> list[RenderableType]:
    """What one seat knows: the tricks so far, the trump, the cards on the table, its own."""
    now, hand = question.position, question.hand
    assert now is not None
    assert hand is not None
    parts: list[RenderableType] = []
    for number, (leader, cards) in enumerate(question.tricks, 1):
        head = f"{number:>2}. seat {leader}: "
        parts.append(Text(head).append_text(cards_text(cards)))
    if not now.table:
        parts.append(Text(f"{len(question.tricks) + 1:>2}. you lead"))
    trump = Text("trump ").append_text(suit_text(now.trump))
    trump.append(f", tricks {now.taken[0]} for seats 0 and 2, {now.taken[1]} for seats 1 and 3")
    return [*parts, "", trump, Text("you hold ").append_text(hand_text(hand))]


def answer_view(question: QuizQuestion, answer: QuizAnswer) -> list[RenderableType]:
    """Whether the answer is right, what it cost, and why."""
    word = {"best": "Right", "right": "Right", "fine": "Fine"}.get(
        answer.word, answer.word.capitalize()
    )
    said = Text(f"{word}.", style="bold green" if answer.correct else "bold yellow")
    if question.kind in ("trump", "seat") and answer.loss >= 0.005:
        said.append(f" It costs {answer.loss:.2f} points a deal.", style="not bold")
    if not answer.correct:
        said.append(" Right: ", style="not bold").append_text(_right(question, answer)).append(".")
    return [said, *(reddened(sentence) for sentence in answer.why)]


def skipped_view(question: QuizQuestion, answer: QuizAnswer) -> list[RenderableType]:
    """The right answers of a question that was skipped, and why; `answer` is one of them."""
    said = Text("Skipped.", style="bold").append(" Right: ", style="not bold")
    said.append_text(_right(question, answer)).append(".")
    return [said, *(reddened(sentence) for sentence in answer.why)]


def _right(question: QuizQuestion, answer: QuizAnswer) -> Text:
    from ..base.cards import Card, Suit

    if question.kind == "trump":
        return Text(" or ").join(suit_text(Suit.parse(each)) for each in answer.right)
    if question.kind in ("seat", "card"):
        return cards_text(Card.parse(each) for each in answer.right)
    return Text(" or ".join(answer.right))


def score_view(
    answers: Sequence[QuizAnswer],
    chances: Sequence[QuizAnswer],
    habits: Sequence[tuple[str, int]],
) -> list[RenderableType]:
    """The score, what the answers judged by `chances` cost, and the habits that wrong ones show."""
    right = sum(answer.correct for answer in answers)
    said = f"{right} of {len(answers)} right"
    if chances:
        mean = sum(answer.loss for answer in chances) / len(chances)
        said += f"; the answers judged by chances cost {mean:.2f} points each"
    return [
        Text(said + ".", style="bold"),
        *(Text(f"A habit: {text} ({times} times).") for text, times in habits),
        *([Text(scale_text(find_scoring("ir")), style="dim")] if chances else []),
    ]
