"""One thread and two: a stream of `solve`, studies, and the build of a book.

    python -m benchmarks.threads [--rounds N] [--scale S] [--json FILE] [--only NAME]

Each job is done by one thread and by two, in turn, N times. Other work on the machine takes from
both, more from two threads: the best time of each counts, and beside the clock stands what the
processor times alone allow.

    clock     time with one thread / time with two, the best of each
    by work   processor time of one thread / that of the busier of two: what two free cores would
              give if nobody waited; short of 2 by the last chunk, by what threads cost each other
              and by what the main thread does (reading, printing, adding up)
    work      processor time of two threads / of one
    main      share of the processor time that the main thread used, with two threads
    waits     share of the two threads' lives without a processor, in tasks (the interpreter's lock,
              or other work on the machine) and between them (nothing to do yet, or any more)
    alone     the first of these for one thread: what other work on the machine took
    switches  times that a thread gave its processor up to wait, for each second it computed
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.against_dds import dump
from benchmarks.frozen import Frozen, load
from solver import Hand, Plan, Solution, Solver, Workers, advise_trump, kot_chances, solve
from solver.book import build_book
from solver.decide import parallel, study
from solver.decide.before_the_lead import study_opening
from solver.game.house_rules import find_house
from solver.game.scoring import find_scoring
from solver.open.questions import QuestionName

FIVE = Hand.parse("AQ.K84..")
Job = Callable[[int, float], object]
USUAL = parallel.Threads
AHEAD = 8  # deals in work for each thread, as in `hakem solve`


@dataclass(slots=True)
class Worker:
    """Seconds of one thread: its life, and the tasks in it."""

    life: float = 0.0
    cpu: float = 0.0
    tasks: float = 0.0
    in_tasks: float = 0.0
    """Processor seconds of the tasks."""
    switches: int = 0


@dataclass(slots=True)
class Run:
    """One job by some threads: seconds of the clock and of the processor."""

    wall: float = 0.0
    cpu: float = 0.0
    workers: list[Worker] = field(default_factory=list)

    @property
    def busiest(self) -> float:
        """Processor seconds of the busier thread."""
        return max(each.cpu for each in self.workers)

    @property
    def waits(self) -> tuple[float, float]:
        """Share of the threads' lives without a processor: in tasks, and between them."""
        life = sum(each.life for each in self.workers)
        tasks = sum(each.tasks for each in self.workers)
        return (tasks - sum(each.in_tasks for each in self.workers)) / life, (life - tasks) / life


class Watched(parallel.Threads):
    """Threads that note what they do."""

    run = Run()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        def timed(*args: Any, **kwargs: Any) -> Any:
            wall, cpu = time.monotonic(), time.thread_time()
            try:
                return fn(*args, **kwargs)
            finally:
                _here.worker.tasks += time.monotonic() - wall
                _here.worker.in_tasks += time.thread_time() - cpu

        return super().submit(timed, *args, **kwargs)

    def _serve(self) -> None:
        me = _here.worker = Worker()
        self.run.workers.append(me)
        done = threading.Event()
        _ending.append(done)
        began = time.monotonic()
        try:
            super()._serve()
        finally:
            me.life = time.monotonic() - began
            me.cpu = time.thread_time()
            me.switches = resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw
            done.set()


_here = threading.local()
_ending: list[threading.Event] = []


def measured(job: Job, jobs: int, scale: float) -> Run:
    """The job by so many threads."""
    run = Watched.run = Run()
    _ending.clear()
    for module in (parallel, study):
        module.Threads = Watched  # type: ignore[attr-defined]
    wall, cpu = time.monotonic(), time.process_time()
    try:
        job(jobs, scale)
        run.wall = time.monotonic() - wall
        for done in _ending:
            done.wait(10)
        run.cpu = time.process_time() - cpu
    finally:
        for module in (parallel, study):
            module.Threads = USUAL  # type: ignore[attr-defined]
    return run


def stream(asked: tuple[QuestionName, ...]) -> Job:
    """The stored deals as `hakem solve --json` takes them: the main thread prints."""

    def job(jobs: int, scale: float) -> None:
        solvers = parallel.PerThread(Solver)
        deals = load(max(4, int(400 * scale)))

        def answer(deal: Frozen) -> Solution:
            return solve(deal.position, asked, solver=solvers())

        for found in parallel.map_chunks(answer, deals, jobs=jobs, window=AHEAD * jobs):
            json.dumps(found.to_dict())

    return job


def trump(jobs: int, scale: float) -> None:
    advise_trump(FIVE, plan=Plan(samples=max(32, int(640 * scale)), seed=1), workers=Workers(jobs))


def kot(jobs: int, scale: float) -> None:
    plan = Plan(samples=max(4096, int(80_000 * scale)), seed=1)
    kot_chances(FIVE, "S", plan=plan, workers=Workers(jobs))


def book(jobs: int, scale: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        build_book(folder, deals=max(128, int(640 * scale)), seed=1, workers=Workers(jobs))


def choose(jobs: int, scale: float) -> None:
    study_opening(
        FIVE,
        find_house("iran").set("blind_from_five=on"),
        find_scoring("ir").difference,
        plan=Plan(samples=max(32, int(640 * scale)), seed=1),
        workers=Workers(jobs),
    )


JOBS: dict[str, Job] = {
    "solve, class and value": stream(("class", "value")),
    "solve, leads and line": stream(("class", "value", "leads", "line")),
    "trump": trump,
    "kot": kot,
    "choose": choose,
    "book": book,
}


def rounds(job: Job, number: int, scale: float) -> dict[str, float]:
    """The job by one thread and by two, in turn; what came out."""
    one, two = [], []
    for _ in range(number):
        one.append(measured(job, 1, scale))
        two.append(measured(job, 2, scale))
    solo, pair = min(one, key=lambda run: run.wall), min(two, key=lambda run: run.wall)
    least_one, least_two = min(run.cpu for run in one), min(run.cpu for run in two)
    in_tasks, between = pair.waits
    return {
        "seconds": solo.wall,
        "clock": solo.wall / pair.wall,
        "by work": least_one / min(run.busiest for run in two),
        "work": least_two / least_one,
        "main": 1 - sum(each.cpu for each in pair.workers) / pair.cpu,
        "in tasks": in_tasks,
        "between": between,
        "alone": solo.waits[0],
        "switches": sum(each.switches for each in pair.workers)
        / sum(each.cpu for each in pair.workers),
    }


def report_of(number: int, scale: float, chosen: Sequence[str] = tuple(JOBS)) -> dict[str, Any]:
    """Every job, measured."""
    found = {name: rounds(JOBS[name], number, scale) for name in chosen}
    return {"rounds": number, "scale": scale, "jobs": found}


def table(report: dict[str, Any]) -> str:
    """The figures as Markdown."""
    lines = [
        "| job | seconds | clock | by work | work | main | in tasks | between | alone | switches |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, row in report["jobs"].items():
        shares = " | ".join(f"{row[k]:.1%}" for k in ("main", "in tasks", "between", "alone"))
        lines.append(
            f"| {name} | {row['seconds']:.2f} | {row['clock']:.2f} | {row['by work']:.2f} | "
            f"{row['work']:.2f} | {shares} | {row['switches']:.0f} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0, help="0.1 takes a tenth of the deals")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", choices=JOBS, action="append", help="one job; may be repeated")
    asked = parser.parse_args()
    report = report_of(asked.rounds, asked.scale, asked.only or tuple(JOBS))
    if asked.json:
        dump(report, asked.json)
    print(table(report))


if __name__ == "__main__":
    main()
