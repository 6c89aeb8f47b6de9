"""`hakem solve`: the exact answers about deals, one at a time or as a stream of any length.

One thread reads lines and passes them to workers, each with a search table of its own. The main
thread prints the answers in the order of the lines, each as soon as it and all earlier ones are
known. The number of questions in work is bounded, so a stream of any length needs the same memory.
"""

from __future__ import annotations

import os
import queue
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from .arguments import MOST_NODES, GameOptions, Jobs, Json, Megabytes, threads, with_groups
from .columns import (
    FormName,
    answers_as_table,
    class_code,
    class_columns,
    game_columns,
    is_table,
    json_text,
    number_of,
    point_columns,
)
from .failures import BUDGET, ILLEGAL, Failure, as_usage
from .lines import Line
from .output import complain, emit, emit_json, remark, show
from .parts import PartName, in_part
from .questions import Defaults, Question, asks_of, id_of, question_of, race_of
from .reading import files_of, lines_of
from .report import picture
from .seats import seat_of
from .texts import trump_of

if TYPE_CHECKING:
    from solver import Position, Solution, Solver, Table
    from solver.open.stock_draw import DrawSolution

WANTED = "give a deal, such as '0:AKQ.J5.T.9876543 ...', or a file of deals"
_AHEAD = 8  # questions in work for each thread: enough to keep all busy behind a slow one


@dataclass(frozen=True)
class Placed:
    """The options that say where the hand stands, and from whose view."""

    trump: Annotated[
        str | None,
        typer.Option("--trump", "-t", metavar="SUIT", help="S, H, D or C; no trump if not given."),
    ] = None
    leader: Annotated[str, typer.Option(metavar="SEAT", help="The seat that leads.")] = "0"
    play: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="Cards already played, in order, as in 'SA S3 S2 S5'."),
    ] = None
    player: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="One seat stands alone against all the others."),
    ] = None
    stock: Annotated[
        str | None,
        typer.Option(
            metavar="CARDS",
            help="Two players: the cards still to be drawn, in order, as in 'SA,H2,D5'.",
        ),
    ] = None
    direction: Annotated[
        str | None,
        typer.Option(
            metavar="WAY", help="ccw or cw: how to read deals that name seats by compass."
        ),
    ] = None


@dataclass(frozen=True)
class Asked:
    """The options that say what is wanted to be known."""

    ask: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WORDS",
            help="Only these: class, result (class and tricks within it), value (most tricks), "
            "leads, line, reasons (the line explained), table, guarantees, bids, challenge.",
        ),
    ] = None
    race: Annotated[
        list[str] | None,
        typer.Option(metavar="A,B", help="Does side A take A points before the others take B?"),
    ] = None
    table: Annotated[
        bool, typer.Option("--table", help="Add the table of every trump and every caller.")
    ] = False
    explain: Annotated[
        bool,
        typer.Option(
            "--explain", help="Say why each card of the best line is played, and which are as good."
        ),
    ] = False


@dataclass(frozen=True)
class Searching:
    """The options that say what the search may take."""

    jobs: Jobs = None
    memory: Megabytes = 32.0
    nodes: Annotated[
        int,
        typer.Option(
            "--nodes",
            "--node-limit",
            metavar="N",
            min=0,
            max=MOST_NODES,
            help="Answer with bounds after this many cards played in the search; 0 = never.",
        ),
    ] = 0


_IN_COLUMNS = {
    *("schema", "file", "line", "id", "trump", "leader", "variant", "options", "class", "value"),
    *("class_bounds", "class_value", "class_value_bounds", "bounds", "leads", "nodes", "seconds"),
    "value_exact",
}
"""What a row has columns of its own for (`Answer.to_row`)."""


@with_groups
def solve(
    deal: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DEAL", help="A deal in playing order from the caller, files of them, or -."
        ),
    ] = None,
    placed: Placed = Placed(),
    asked: Asked = Asked(),
    named: GameOptions = GameOptions(),
    searching: Searching = Searching(),
    form: FormName = None,
    out: Path | None = None,
    part: PartName = None,
    json: Json = False,
) -> None:
    """Solve deals exactly: class, tricks, what every lead is worth, a best line.

    A line of a file or of standard input is a deal, followed by words such as trump=S leader=0, or
    a JSON object; PBN and LIN files are read for their deals. A faulty line is reported with its
    number, and the others are solved.
    """
    from solver import Solver

    defaults = _defaults(placed, asked, named, json)
    single = " ".join(deal or ()).strip() not in ("", "-") and not files_of(deal)
    # The main reason of each trick costs one deal a few hundredths of a second.
    explain = asked.explain or (single and not json and not is_table(out, form))
    workers = Answering(
        defaults, lambda: Solver(searching.memory), searching.nodes, asked.table, explain
    )
    seen = faulty = undecided = 0
    hinted = False
    jobs = threads(1 if single else searching.jobs)
    with (
        in_part(part, json or is_table(out, form)) as mine,
        answers_as_table("solve", form, out, json, mine) as table,
    ):
        lines = mine.taken(lines_of(deal, WANTED))
        for answer in _until_unreadable(in_order(lines, workers, jobs), json):
            seen += 1
            mine.answer()
            if table is not None:
                table.add(answer.to_row())
            if answer.error is not None:
                faulty += 1
                if single and not json and table is None:
                    raise Failure(answer.error, ILLEGAL)
                if json:
                    emit_json(answer.to_dict())
                else:
                    complain(f"{answer.line.place}: {answer.error}")
                continue
            undecided += not answer.decided
            if table is not None:
                continue
            if json:
                emit_json(answer.to_dict())
                continue
            if seen - faulty > 1:
                emit("\n")
            position = _print(answer, asked.explain)
            if why := answer.without_class:
                remark(f"no class: {why}")
            if (
                position is not None
                and not hinted
                and (said := _about_trump(position, placed.trump))
            ):
                remark(said)
                hinted = True
        if not mine.seen:
            raise Failure("there is no deal in the input", ILLEGAL)
        mine.end(json)
    if faulty:
        raise typer.Exit(ILLEGAL)
    if undecided:
        raise Failure("the node limit ended the search before the question was decided", BUDGET)


def _defaults(placed: Placed, asked: Asked, named: GameOptions, json: bool) -> Defaults:
    """What holds for every line that says nothing else."""
    with as_usage():
        words = asks_of(asked.ask or [])
        races = tuple(dict.fromkeys(race_of(text) for text in asked.race or ()))
    if words and asked.explain:
        words = (*words, "reasons")
    usual = not words and not races and not (asked.table and json)
    game = named.game()
    return Defaults(
        trump=trump_of(placed.trump),
        leader=seat_of(placed.leader, "--leader", game),
        variant=game,
        ask=None if usual else tuple(dict.fromkeys([*words, *(["table"] * asked.table)])),
        races=races,
        play=tuple((placed.play or "").replace(",", " ").split()),
        player=None if placed.player is None else seat_of(placed.player, "--player", game),
        direction=placed.direction,
        stock=placed.stock,
    )


def _until_unreadable(answers: Iterator[Answer], json: bool) -> Iterator[Answer]:
    """The answers; with --json an input that cannot be read further is an error object, too."""
    try:
        yield from answers
    except Failure as failure:
        if json and failure.code == ILLEGAL:
            emit_json({"error": str(failure)})
            raise typer.Exit(ILLEGAL) from None
        raise


def _print(answer: Answer, explain: bool) -> Position | None:
    """Print one answer; None while two players draw."""
    from solver.views.solutions import draw_view, solution_view

    assert answer.question is not None
    if answer.draw is not None:
        assert answer.question.draw is not None
        show(*draw_view(answer.question.draw, answer.draw))
        return None
    assert answer.question.position is not None
    assert answer.solution is not None
    explain = explain or "reasons" in answer.question.ask
    position = answer.question.position
    line = answer.solution.line

    def drawn() -> str:
        from solver.views.notebooks import line_html

        return line_html(position, line)

    picture(drawn)
    show(*solution_view(position, answer.solution, answer.table, explain), drawn=2)
    return position


def _about_trump(position: Position, named: str | None) -> str | None:
    """A remark where no trump is given, or where the game makes it in play."""
    if position.variant.sets_trump:
        if named is not None and position.trump is not None:
            return f"{position.variant.name} makes trump in play: --trump says that it is made"
        return None
    if named is None and position.trump is None:
        return "no trump was named, so there is none; --trump S names one"
    return None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one line: a solution (and a table), or the sentence of its error."""

    line: Line
    question: Question | None = None
    solution: Solution | None = None
    table: Table | None = None
    error: str | None = None
    draw: DrawSolution | None = None

    @property
    def decided(self) -> bool:
        """Whether everything was answered before the node limit."""
        parts = (self.solution, self.table, self.draw)
        return all(part is None or part.decided for part in parts)

    def to_dict(self) -> dict[str, Any]:
        """The answer object of `hakem solve --json`: what was asked about, and the answers."""
        about = {"file": self.line.source} if self.line.source else {}
        if self.error is not None:
            name = id_of(self.line.text)
            named = {} if name is None else {"id": name}
            return {**about, "line": self.line.number, **named, "error": self.error}
        assert self.question is not None
        about |= self.question.to_dict()
        if self.draw is not None:
            return {**about, **self.draw.to_dict()}
        assert self.solution is not None
        answer = {**about, **self.solution.to_dict()}
        if why := self.without_class:
            answer |= {"class": None, "class_reason": why}
        if self.table is not None:
            answer["table"] = self.table.to_dict()
        return answer

    def to_row(self) -> dict[str, Any]:
        """The answer as a row of a table; `more` holds what has no column, as JSON."""
        row: dict[str, Any] = {"file": self.line.source or None, "number": self.line.number}
        if self.error is not None:
            return {**row, "error": self.error}
        question = self.question
        assert question is not None
        about = question.draw or question.position
        assert about is not None
        row |= game_columns(about.variant)
        row["id"] = question.name if isinstance(question.name, str) else json_text(question.name)
        row["trump"] = -1 if about.trump is None else int(about.trump)
        row["leader"] = question.leader
        row["hands"] = [hand.bits for hand in about.hands]
        said = self.to_dict()
        kept = {name: value for name, value in said.items() if name not in _IN_COLUMNS}
        row["more"] = json_text(kept or None)
        solution = self.solution
        if solution is None:
            assert self.draw is not None
            row |= class_columns(self.draw.possible) | point_columns(self.draw.tricks)
            return {**row, "nodes": self.draw.nodes, "seconds": self.draw.seconds}
        row |= class_columns(solution.possible) | point_columns(solution.points)
        row["tricks"] = solution.class_value
        if solution.leads:
            leads = solution.leads
            row["cards"] = ["+".join(lead.move.words) for lead in leads]
            row["card_classes"] = [class_code(lead.outcome) for lead in leads]
            row["card_tricks"] = [lead.class_value for lead in leads]
            row["card_points"] = [number_of(lead.value) for lead in leads]
        if solution.line is not None:
            row["line"] = solution.line.to_dict()
        return {**row, "nodes": solution.nodes, "seconds": solution.seconds}

    @property
    def without_class(self) -> str:
        """Why the class that was asked for has no answer; empty where it has one."""
        if self.question is None or self.solution is None or "class" not in self.question.ask:
            return ""
        found = self.solution.outcome is not None or self.solution.classes or self.solution.chances
        return "" if found else "the cards that decide the class of this game are not all in play"


class Answering:
    """Answers lines in any thread; each thread keeps a solver.

    `with_table` and `explain` ask for more than the lines do.
    """

    def __init__(
        self,
        defaults: Defaults,
        make_solver: Callable[[], Solver],
        node_limit: int = 0,
        with_table: bool = False,
        explain: bool = False,
    ) -> None:
        from solver.decide.parallel import PerThread

        self.defaults, self.node_limit, self.with_table = defaults, node_limit, with_table
        self.explain = explain
        self.solver = PerThread(make_solver)

    def __call__(self, line: Line) -> Answer:
        """The answer to a line; one that is refused says why."""
        import solver

        try:
            return self._answer(line)
        except solver.HakemError as error:
            return Answer(line, error=str(error))
        except solver.base.errors.SearchStopped:
            raise
        except Exception:
            if "HAKEM_TRACEBACK" in os.environ:
                raise
            fault = "internal error: this line cannot be answered; please report it"
            return Answer(line, error=fault)

    def _answer(self, line: Line) -> Answer:
        import solver
        from solver.open.questions import QuestionName

        question = question_of(line.text, self.defaults)
        if question.draw is not None:
            drawn = solver.solve_draw(question.draw, self.solver(), self.node_limit, True)
            return Answer(line, question, draw=drawn)
        assert question.position is not None
        asked: tuple[QuestionName, ...] = tuple(
            word for word in get_args(QuestionName) if word in question.ask
        )
        if question.expected:
            asked = tuple(dict.fromkeys((*asked, "class", "value")))
        if self.explain and "line" in asked:
            asked = (*asked, "reasons")
        solution = solver.solve(
            question.position,
            questions=asked,
            races=question.races,
            solver=self.solver(),
            node_limit=self.node_limit,
        )
        if wrong := wrong_checks(question, solution):
            raise solver.HakemError(f"the known answers do not hold: {'; '.join(wrong)}")
        table = None
        if "table" in question.ask or self.with_table:
            table = self._table(question)
        return Answer(line, question, solution, table)

    def _table(self, question: Question) -> Table:
        import solver

        assert question.position is not None
        if question.deal is None:
            raise solver.base.errors.DealError(
                "a table of every trump and caller needs a deal before the lead"
            )
        return solver.table(
            question.deal,
            solver=self.solver(),
            node_limit=self.node_limit,
            variant=question.position.variant,
        )


def wrong_checks(question: Question, solution: Solution) -> list[str]:
    """The known answers of a line (`check=`) that the solution contradicts."""
    from solver import Outcome

    position = question.position
    assert position is not None
    if solution.value is None or solution.outcome is None:
        return []
    lead_is_a = position.side(position.leader) == 0
    total = sum(position.taken) + position.points_left
    value = solution.value if lead_is_a else total - solution.value
    outcome = solution.outcome if lead_is_a else solution.outcome.mirrored
    found = {
        "tricks": value,
        "seven": int(outcome >= Outcome.WIN_A),
        "kot": int(outcome >= Outcome.KOT_A),
        "goon": int(outcome <= Outcome.KOT_B),
    }
    return [
        f"{name} is {found[name]}, expected {known}"
        for name, known in question.expected
        if found[name] != known
    ]


def in_order(lines: Iterator[Line], work: Callable[[Line], Answer], jobs: int) -> Iterator[Answer]:
    """The answers in the order of the lines, each as soon as it and all earlier ones are known.

    Lines are read in a separate thread, because a program may send one line and wait for its answer
    before it sends the next. The main thread only waits, so that it reacts to Ctrl-C at once.
    """
    from solver.base.errors import FewerThreadsWarning
    from solver.decide.parallel import Threads

    room = threading.Semaphore(_AHEAD * jobs)
    waiting: queue.SimpleQueue[Future[Answer] | BaseException | None] = queue.SimpleQueue()
    pool = Threads(jobs)
    stopped = threading.Event()

    def read() -> None:
        try:
            for line in lines:
                room.acquire()
                if stopped.is_set():
                    return
                waiting.put(pool.submit(work, line))
            waiting.put(None)
        except BaseException as error:
            waiting.put(error)

    try:
        threading.Thread(target=read, daemon=True).start()
    except RuntimeError:
        warnings.warn(
            "the system starts no thread, the work goes on without", FewerThreadsWarning, 2
        )
        yield from map(work, lines)
        return
    try:
        while (future := waiting.get()) is not None:
            if isinstance(future, BaseException):
                raise future
            yield future.result()
            room.release()
    finally:
        stopped.set()
        room.release()
        pool.shutdown(cancel_futures=True)
