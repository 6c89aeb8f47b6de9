"""`hakem solve`: the exact answers about deals, one at a time or as a stream of any length.

One thread reads lines and passes them to workers, each with a search table of its own. The main
thread prints the answers in the order of the lines, each as soon as it and all earlier ones are
known. The number of questions in work is bounded, so a stream of any length needs the same memory.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import (
    BUDGET,
    ILLEGAL,
    Defaults,
    Failure,
    Jobs,
    Json,
    Megabytes,
    Question,
    VariantName,
    VariantOptions,
    as_usage,
    asks_of,
    is_file,
    lines_of,
    question_of,
    race_of,
    threads,
    trump_of,
    variant_of,
)
from .output import complain, emit, emit_json, remark, show

if TYPE_CHECKING:
    from solver import DrawSolution, Position, Solution, Table

WANTED = "give a deal, such as '0:AKQ.J5.T.9876543 ...', or a file of deals"
_AHEAD = 8  # questions in work for each thread: enough to keep all busy behind a slow one


def solve(
    deal: Annotated[
        list[str] | None,
        typer.Argument(help="A deal in playing order from the caller, a file of them, or -."),
    ] = None,
    trump: Annotated[
        str | None, typer.Option("--trump", "-t", help="S, H, D or C; no trump if not given.")
    ] = None,
    leader: Annotated[int, typer.Option(min=0, help="The seat that leads.")] = 0,
    play: Annotated[
        str | None, typer.Option(help="Cards already played, in order, as in 'SA S3 S2 S5'.")
    ] = None,
    player: Annotated[
        int | None, typer.Option(min=0, help="One seat stands alone against all the others.")
    ] = None,
    ask: Annotated[
        list[str] | None,
        typer.Option(
            help="Only these: class, result (class and tricks within it), value (most tricks), "
            "leads, line, table, guarantees, bids, challenge (with commas)."
        ),
    ] = None,
    race: Annotated[
        list[str] | None,
        typer.Option(metavar="A,B", help="Does side A take A points before the others take B?"),
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help="Add the table of every trump and every caller.")
    ] = False,
    stock: Annotated[
        str | None,
        typer.Option(help="Two players: the cards still to be drawn, in order, as in 'SA,H2,D5'."),
    ] = None,
    variant: VariantName = "hokm",
    option: VariantOptions = None,
    direction: Annotated[
        str | None, typer.Option(help="ccw or cw: how to read deals that name seats by compass.")
    ] = None,
    jobs: Jobs = None,
    memory: Megabytes = 32.0,
    nodes: Annotated[
        int,
        typer.Option(
            "--nodes",
            "--node-limit",
            min=0,
            help="Answer with bounds after this many cards played in the search; 0 = never.",
        ),
    ] = 0,
    json: Json = False,
) -> None:
    """Solve deals exactly: class, tricks, what every lead is worth, a best line.

    A line of a file or of standard input is a deal, followed by words such as trump=S leader=0, or
    a JSON object. A faulty line is reported with its number, and the others are solved.
    """
    with as_usage():
        words = asks_of(ask or [])
        races = tuple(dict.fromkeys(race_of(text) for text in race or ()))
    asked: tuple[str, ...] | None = tuple(dict.fromkeys([*words, *(["table"] if table else [])]))
    if not words and not races and not (table and json):
        asked = None
    defaults = Defaults(
        trump=trump_of(trump),
        leader=leader,
        variant=variant_of(variant, option),
        ask=asked,
        races=races,
        play=tuple((play or "").replace(",", " ").split()),
        player=player,
        direction=direction,
        stock=stock,
    )
    lines = lines_of(deal, WANTED)
    single = _only_text(deal)
    workers = _Workers(defaults, memory, nodes, table)
    seen = faulty = undecided = 0
    hinted = False
    for answer in in_order(lines, workers, threads(1 if single else jobs)):
        seen += 1
        if answer.error is not None:
            faulty += 1
            if single and not json:
                raise Failure(answer.error, ILLEGAL)
            if json:
                emit_json({"line": answer.line, "error": answer.error})
            else:
                complain(f"line {answer.line}: {answer.error}")
            continue
        undecided += not answer.decided
        if json:
            emit_json(answer.to_dict())
        else:
            if seen - faulty > 1:
                emit("\n")
            position = _print(answer)
            if position is not None and not hinted and (said := _about_trump(position, trump)):
                remark(said)
                hinted = True
    if not seen:
        raise Failure("there is no deal in the input", ILLEGAL)
    if faulty:
        raise typer.Exit(ILLEGAL)
    if undecided:
        raise Failure("the node limit ended the search before the question was decided", BUDGET)


def _print(answer: Answer) -> Position | None:
    """Print one answer; `position` is None while two players draw."""
    from solver.views import draw_view, solution_view

    assert answer.question is not None
    if answer.draw is not None:
        assert answer.question.draw is not None
        show(*draw_view(answer.question.draw, answer.draw))
        return None
    assert answer.question.position is not None
    assert answer.solution is not None
    show(*solution_view(answer.question.position, answer.solution, answer.table))
    return answer.question.position


def _about_trump(position: Position, named: str | None) -> str | None:
    """A remark where no trump is given, or where the game makes it in play."""
    if position.variant.sets_trump:
        if named is not None and position.trump is not None:
            return f"{position.variant.name} makes trump in play: --trump says that it is made"
        return None
    if named is None and position.trump is None:
        return "no trump was named, so there is none; --trump S names one"
    return None


def _only_text(words: list[str] | None) -> bool:
    """Whether the deal itself is the argument of the command line."""
    text = " ".join(words or ()).strip()
    return text not in ("", "-") and not is_file(text)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one line: a solution (and a table), or the sentence of its error."""

    line: int
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
        """The answer object of `hakem solve --json`."""
        if self.draw is not None:
            return self.draw.to_dict()
        assert self.solution is not None
        answer = self.solution.to_dict()
        if self.table is not None:
            answer["table"] = self.table.to_dict()
        return answer


class _Workers:
    """Answers lines in any thread; each thread keeps one Solver."""

    def __init__(
        self, defaults: Defaults, megabytes: float, node_limit: int, with_table: bool
    ) -> None:
        self.defaults, self.node_limit, self.with_table = defaults, node_limit, with_table
        from solver import Solver
        from solver.simulation.parallel import PerThread

        self.solver = PerThread(lambda: Solver(megabytes))

    def __call__(self, line: int, text: str) -> Answer:
        import solver

        try:
            question = question_of(text, self.defaults)
            if question.draw is not None:
                drawn = solver.solve_draw(question.draw, self.solver(), self.node_limit, True)
                return Answer(line, question, draw=drawn)
            assert question.position is not None
            asked = tuple(word for word in question.ask if word != "table")
            solution = solver.solve(
                question.position,
                ask=asked,
                races=question.races,
                solver=self.solver(),
                node_limit=self.node_limit,
            )
            table = None
            if "table" in question.ask or self.with_table:
                table = self._table(question)
        except solver.HakemError as error:
            return Answer(line, error=str(error))
        return Answer(line, question, solution, table)

    def _table(self, question: Question) -> Table:
        import solver

        assert question.position is not None
        if question.deal is None:
            raise solver.errors.DealError(
                "a table of every trump and caller needs a deal before the lead"
            )
        return solver.table(
            question.deal,
            solver=self.solver(),
            node_limit=self.node_limit,
            variant=question.position.variant,
        )


def in_order(
    lines: Iterator[tuple[int, str]], work: Callable[[int, str], Answer], jobs: int
) -> Iterator[Answer]:
    """The answers in the order of the lines, each as soon as it and all earlier ones are known.

    Lines are read in a separate thread, because a program may send one line and wait for its answer
    before it sends the next. The main thread only waits, so that it reacts to Ctrl-C at once.
    """
    room = threading.Semaphore(_AHEAD * jobs)
    waiting: queue.SimpleQueue[Future[Answer] | BaseException | None] = queue.SimpleQueue()
    pool = ThreadPoolExecutor(jobs)
    stopped = threading.Event()

    def read() -> None:
        try:
            for number, text in lines:
                room.acquire()
                if stopped.is_set():
                    return
                waiting.put(pool.submit(work, number, text))
            waiting.put(None)
        except BaseException as error:
            waiting.put(error)

    threading.Thread(target=read, daemon=True).start()
    try:
        while (future := waiting.get()) is not None:
            if isinstance(future, BaseException):
                raise future
            yield future.result()
            room.release()
    finally:
        stopped.set()
        room.release()
        pool.shutdown(wait=False, cancel_futures=True)
