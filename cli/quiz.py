"""`hakem quiz`: questions in the terminal, or on a sheet to print; the page asks the same ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import WRITES, Json, Seed
from .book import BookFile, book_of
from .failures import Failure, as_usage
from .output import complain, emit, emit_json, line_typed, remark, show

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solver import Solver
    from solver.book import Book
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
    daily: Annotated[
        bool, typer.Option("--daily", help="The ten questions of today, the same for everybody.")
    ] = False,
    day: Annotated[
        str | None, typer.Option(metavar="DATE", help="Those of another day, as 2026-11-23.")
    ] = None,
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

    --daily asks the ten questions of the day; then stand how many days in a row were answered, kept
    in a file of yours, and lines to share that tell nothing of the questions.
    """
    if daily or day is not None:
        _of_day(day, {"--kind": kind, "--level": level, "--seed": seed}, count, file, html, json)
        return
    asked = QuizAsked.of(kind, level, count, seed, file)
    if json or html is not None:
        _without_asking(asked, html, json)
        return
    if seed is None:
        remark(f"seed {asked.seed}")
    _ask(asked.questions(), asked.solver)


def _of_day(
    day: str | None,
    given: dict[str, object],
    count: int,
    file: Path | None,
    html: Path | None,
    json: bool,
) -> None:
    """The ten questions of a day: asked, kept, and what can be shared of them."""
    from datetime import date

    from solver.quiz import DAILY, day_named, seed_of_day, share_text, streak

    from .kept_days import keep_day

    for option, value in given.items():
        if value is not None:
            raise Failure(f"{option}: the questions of a day are the same for everybody")
    if count > len(DAILY):
        raise Failure(f"--count: a day has {len(DAILY)} questions")
    with as_usage():
        chosen = date.today() if day is None else day_named(day)
    asked = replace(QuizAsked.of(None, None, count, seed_of_day(chosen), file), kinds=DAILY)
    if json or html is not None:
        _without_asking(asked, html, json, f" --day {chosen}")
        return
    marks = _ask(asked.questions(), asked.solver)
    if len(marks) < len(DAILY):
        remark("the day is kept when its ten questions have been asked")
        return
    days = keep_day(chosen, marks)
    if days.get(chosen, marks) != marks:
        remark("this day was answered before: its first result stands")
    emit("\n" + share_text(chosen, marks, streak(days, date.today())) + "\n")


@dataclass(frozen=True)
class QuizAsked:
    """A run of questions, which its seed determines."""

    kinds: tuple[str, ...]
    level: str | None
    count: int
    seed: int
    book: Book | None
    solver: Solver

    @classmethod
    def of(
        cls,
        kind: str | None,
        level: str | None,
        count: int,
        seed: int | None,
        file: Path | None = None,
        solver: Solver | None = None,
    ) -> QuizAsked:
        """The questions of one kind (all if None); the seed is drawn if None."""
        from solver import Solver
        from solver.decide.worlds import new_seed
        from solver.game.variants import HOKM
        from solver.quiz import KINDS

        chosen = new_seed() % 10_000 if seed is None else seed
        kinds = KINDS if kind is None else (kind,)
        return cls(kinds, level, count, chosen, book_of(HOKM, file), solver or Solver())

    def questions(self) -> Iterator[AskedQuestion]:
        """One after the other; a kind or a level that does not exist is refused by the first."""
        from solver.quiz import asked_question

        for number in range(self.count):
            with as_usage() if not number else nullcontext():
                found = asked_question(
                    self.seed, number, kinds=self.kinds, level=self.level, book=self.book,
                    solver=self.solver,
                )  # fmt: skip
            yield found

    def answered(self) -> Iterator[tuple[QuizQuestion, QuizAnswer]]:
        """The questions, each with its answer."""
        for asked in self.questions():
            yield asked.question, asked.solved(self.solver)


def quiz_json(found: Sequence[tuple[QuizQuestion, QuizAnswer]]) -> dict[str, Any]:
    """All questions with their answers."""
    entries = [
        question.to_dict() | {"right": list(answer.right), "why": list(answer.why)}
        for question, answer in found
    ]
    return {"seed": found[0][0].seed, "questions": entries}


_ENDS = ("q", "quit", "exit")
_HINTS = ("?", "help")


def _ask(questions: Iterable[AskedQuestion], solver: Solver) -> list[bool | None]:
    """Ask in the terminal until the questions or the input end.

    Whether each answer was right, None where it was skipped.
    """
    from solver import HakemError
    from solver.quiz import habits_of
    from solver.views.quizzes import answer_view, question_view, score_view, skipped_view

    answers: list[QuizAnswer] = []
    chances: list[QuizAnswer] = []
    marks: list[bool | None] = []
    for asked in questions:
        question = asked.question
        show(*question_view(question))
        while (text := line_typed()) is not None and text.lower() not in _ENDS:
            if not text:
                show(*skipped_view(question, asked.solved(solver)), "")
                marks.append(None)
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
            marks.append(answer.correct)
            chances += [answer] if question.kind in ("trump", "seat") else []
            show(*answer_view(question, answer), "")
            break
        if text is None or text.lower() in _ENDS:
            break
    if answers:
        show(*score_view(answers, chances, habits_of(answers)))
    return marks


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
    asked: QuizAsked, html: Path | None, json: bool, options: str | None = None
) -> None:
    """All questions with their answers, as JSON or as a sheet."""
    found = list(asked.answered())
    if html is not None:
        from solver.base.whole_files import write_whole
        from solver.views.reports import quiz_sheet

        if options is None:
            options = f" --kind {asked.kinds[0]}" if len(asked.kinds) == 1 else ""
            options += f" --level {asked.level}" if asked.level else ""
        questions, answers = [one for one, _ in found], [one for _, one in found]
        write_whole(html, quiz_sheet(questions, answers, options))
        remark(f"{len(found)} questions in {html}")
    if json:
        emit_json(quiz_json(found))
