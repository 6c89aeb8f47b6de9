"""`hakem quiz`: questions in the terminal, or on a sheet to print; the page asks the same ones."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import WRITES, Json, Seed, as_usage
from .book import BookFile, book_of
from .output import complain, emit, emit_json, line_typed, remark, show

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solver import Solver
    from solver.quiz import AskedQuestion, QuizAnswer, QuizQuestion


def quiz(
    kind: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="trump, kot, seat (a card, seeing your hand) or card (seeing all hands); all by "
            "turns if not given.",
        ),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help="easy, middle or hard, by how close it is."),
    ] = None,
    count: Annotated[
        int, typer.Option("--count", "-n", min=1, max=1000, metavar="N", help="Questions.")
    ] = 10,
    seed: Seed = None,
    file: BookFile = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            "--out",
            metavar="FILE",
            help="Write a sheet to print, the answers on a page of their own.",
        ),
        WRITES,
    ] = None,
    json: Json = False,
) -> None:
    """Which trump, kot or not, which card: questions with known answers.

    Cards are asked for as one seat sees the hand, judged by chances, and with all hands seen. Type
    an answer such as S, yes or HK, nothing to skip, ? for a hint, q to end. Answers of equal worth
    are all right; at the end stand the score and the habits that wrong answers show. The same seed
    gives everybody the same questions. With --json all questions and answers, without asking.
    """
    from solver import Solver
    from solver.game.variants import HOKM
    from solver.quiz import KINDS, asked_question
    from solver.simulation.worlds import new_seed

    chosen = new_seed() % 10_000 if seed is None else seed
    solver = Solver()
    more: dict[str, Any] = {
        "kinds": KINDS if kind is None else (kind,),
        "level": level,
        "book": book_of(HOKM, file),
        "solver": solver,
    }
    with as_usage():  # a kind or a level that does not exist is refused by the first question
        first = asked_question(chosen, 0, **more)
    rest = (asked_question(chosen, number, **more) for number in range(1, count))
    questions = itertools.chain([first], rest)
    if json or html is not None:
        _without_asking(questions, more, html, json)
        return
    if seed is None:
        remark(f"seed {chosen}")
    _ask(questions, solver)


_ENDS = ("q", "quit", "exit")
_HINTS = ("?", "help")


def _ask(questions: Iterable[AskedQuestion], solver: Solver) -> None:
    """Ask in the terminal until the questions or the input end."""
    from solver import HakemError
    from solver.quiz import habits_of
    from solver.views.quizzes import answer_view, question_view, score_view, skipped_view

    answers: list[QuizAnswer] = []
    chances: list[QuizAnswer] = []
    for asked in questions:
        question = asked.question
        show(*question_view(question))
        while (text := line_typed()) is not None and text.lower() not in _ENDS:
            if not text:
                show(*skipped_view(question, asked.solved(solver)), "")
                break
            if text.lower() in _HINTS:
                emit(f"Answers: {' '.join(question.choices)}; nothing skips, q ends.\n")
                continue
            try:
                answer = asked.answer(_meant(question, text), solver)
            except HakemError as fault:
                complain(str(fault))
                continue
            answers.append(answer)
            chances += [answer] if question.kind in ("trump", "seat") else []
            show(*answer_view(question, answer), "")
            break
        if text is None or text.lower() in _ENDS:
            break
    if answers:
        show(*score_view(answers, chances, habits_of(answers)))


def _meant(question: QuizQuestion, text: str) -> str:
    """The answer that was typed, in its strict form where it is a suit or a card."""
    from solver import Card, HakemError, Suit

    try:
        if question.kind == "trump":
            return Suit.parse(text).letter
        if question.kind in ("seat", "card"):
            return str(Card.parse(text))
    except HakemError:
        return text
    return {"y": "yes", "n": "no"}.get(text.lower(), text.lower())


def _without_asking(
    asked: Iterable[AskedQuestion], more: dict[str, Any], html: Path | None, json: bool
) -> None:
    """All questions with their answers, as JSON or as a sheet."""
    questions: list[QuizQuestion] = []
    answers: list[QuizAnswer] = []
    for one in asked:
        questions.append(one.question)
        answers.append(one.solved(more["solver"]))
    if html is not None:
        from solver.views.reports import quiz_sheet
        from solver.whole_files import write_whole

        options = f" --kind {more['kinds'][0]}" if len(more["kinds"]) == 1 else ""
        options += f" --level {more['level']}" if more["level"] else ""
        write_whole(html, quiz_sheet(questions, answers, options))
        remark(f"{len(questions)} questions in {html}")
    if json:
        entries = [
            question.to_dict() | {"right": list(answer.right), "why": list(answer.why)}
            for question, answer in zip(questions, answers, strict=True)
        ]
        emit_json({"seed": questions[0].seed, "questions": entries})
