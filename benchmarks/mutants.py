"""Small changes to the code, one at a time: how many of them a test sees.

    python -m benchmarks.mutants [-n 200] [--seed 1] [--only solver/match] [--seconds 60] [--at ID]

Works in a copy of the tree. First the tests of `TESTS` run once, and each line of `CODE` is told
which tests reach it. Then a seeded sample of the changes (a comparison, a sum, a number, a truth
value, what is returned, the ends of a slice) is made, each alone, and the tests that reach its line
are run, the short ones first, until one fails or the time is over. Prints what became of each
(`--at ID` shows one as a diff; `--again FILE` makes those once more that survived in the output
there). `EQUIVALENT` lists those that change no behaviour, with the reason. A change of the code
elsewhere leaves most of the sample as it was.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import importlib.util
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CODE = ("solver/decide", "solver/players", "solver/match", "solver/record")
TESTS = (
    "tests/match", "tests/players", "tests/cli/test_match_commands.py", "tests/cli/test_play.py",
    "tests/unit/test_card_play.py", "tests/unit/test_closed_judge.py",
    "tests/unit/test_common_worlds.py", "tests/unit/test_conditions.py",
    "tests/unit/test_estimates.py", "tests/unit/test_interruption.py", "tests/unit/test_judges.py",
    "tests/unit/test_kot_effects.py", "tests/unit/test_knowledge.py", "tests/unit/test_limits.py",
    "tests/unit/test_parallel.py", "tests/unit/test_resume.py", "tests/unit/test_scoring.py",
    "tests/unit/test_small_cards.py", "tests/unit/test_study.py", "tests/unit/test_time_limit.py",
    "tests/unit/test_trump_and_kot.py", "tests/unit/test_trump_and_kot_engine.py",
    "tests/unit/test_trump_and_kot_games.py", "tests/unit/test_verdicts.py",
    "tests/unit/test_worlds.py",
)  # fmt: skip
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.txt")

SWAPPED: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.And: (ast.Or,), ast.Or: (ast.And,),
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Add, ast.FloorDiv),
    ast.Div: (ast.Mult,), ast.FloorDiv: (ast.Mult,), ast.Mod: (ast.FloorDiv,),
    ast.BitAnd: (ast.BitOr,), ast.BitOr: (ast.BitAnd,),
    ast.LShift: (ast.RShift,), ast.RShift: (ast.LShift,),
}  # fmt: skip


class Mutant(NamedTuple):
    """A change: where, what, and the function that writes the changed module."""

    name: str
    said: str
    path: str
    line: int
    text: Callable[[], str]


# The changes -----------------------------------------------------------------------------------


def changed(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that may stand in place of this one."""
    match node:
        case ast.Compare(left, ops, right):
            for at, op in enumerate(ops):
                for other in SWAPPED[type(op)]:
                    yield ast.Compare(left, [*ops[:at], other(), *ops[at + 1 :]], right)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(SWAPPED[type(op)][0](), values)
        case ast.BinOp(left, op, right) if not _text(left) and not _text(right):
            for other in SWAPPED.get(type(op), ()):
                yield ast.BinOp(left, other(), right)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() | float() as value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1 if value else -1)
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Slice(lower, upper, step):
            if lower is not None:
                yield ast.Slice(ast.BinOp(lower, ast.Add(), ast.Constant(1)), upper, step)
            if upper is not None:
                yield ast.Slice(lower, None, step)


def _text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


class Place(NamedTuple):
    """A node that is run: the statement it belongs to, its parent, the field, the index in it."""

    statement: ast.stmt | None
    parent: ast.AST
    field: str
    at: int | None
    node: ast.AST


def places(node: ast.AST, statement: ast.stmt | None = None) -> Iterator[Place]:
    """Every node that is run."""
    if isinstance(node, ast.stmt):
        statement = node
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "format_spec", "op", "ops", "ctx"):
            continue
        for at, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST):
                yield Place(statement, node, field, at, child)
                # a name of a type or of the module says nothing of behaviour
                if not (isinstance(node, ast.Module) and isinstance(child, ast.Assign)):
                    yield from places(child, statement)


def mutants_of(path: str, text: str) -> Iterator[Mutant]:
    """Every change of a module."""
    tree = ast.parse(text)
    number: Counter[int] = Counter()
    for place in list(places(tree)):
        line = getattr(place.node, "lineno", None) or getattr(place.parent, "lineno", 0)
        for other in changed(place.node):
            number[line] += 1
            said = f"{number[line]}. {ast.unparse(place.node)} -> {ast.unparse(other)}"
            if place.statement is not None:
                said += f" in {ast.unparse(place.statement).splitlines()[0]}"
            name = f"{path}:{line}.{number[line]}"
            write = partial(_with, tree, place, other)
            yield Mutant(name, " ".join(said.split()), path, line, write)


def _with(tree: ast.Module, place: Place, other: ast.AST) -> str:
    """The text of the module with this node put there for the moment."""
    for node in (other, place.node):
        if place.at is None:
            setattr(place.parent, place.field, node)
        else:
            getattr(place.parent, place.field)[place.at] = node
        if node is other:
            text = ast.unparse(tree)
    return text + "\n"


def sample(number: int, seed: int, only: str) -> list[Mutant]:
    """A seeded sample of the changes; each is in it or not whatever the other lines are."""
    found: list[Mutant] = []
    for folder in CODE:
        for path in sorted((ROOT / folder).glob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if name.startswith(only):
                found += list(mutants_of(name, path.read_text(encoding="utf-8")))
    met: Counter[str] = Counter()
    place = {}
    for mutant in found:
        met[known_as(mutant)] += 1
        text = f"{seed} {known_as(mutant)} {met[known_as(mutant)]}"
        place[mutant.name] = hashlib.sha256(text.encode()).digest()
    return sorted(found, key=lambda mutant: place[mutant.name])[:number]


def known_as(mutant: Mutant) -> str:
    """Its name without the line, which any change above it moves."""
    return f"{mutant.path}: {mutant.said}"


# Which tests reach a line (this file is a plugin of pytest for that run) --------------------------


class Reach:
    """Writes down which tests reach which lines, and how long each takes."""

    def __init__(self) -> None:
        self.lines: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.seconds: dict[str, float] = {}
        self.test = ""
        self.home = os.getcwd() + "/"

    def enter(self, frame: Any, event: str, arg: object) -> Any:
        name = frame.f_code.co_filename.removeprefix(self.home)
        if not name.startswith(CODE):
            return None
        here = self.lines[name]

        def line(frame: Any, event: str, arg: object) -> Any:
            here[frame.f_lineno].add(self.test)
            return line

        return line(frame, event, arg)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.test = nodeid
        sys.settrace(self.enter)  # a test may have had a trace of its own

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration

    def run(self, tests: list[str], to: Path) -> int:
        import pytest

        threading.settrace(self.enter)
        sys.settrace(self.enter)
        code = pytest.main([*ALONE, *tests], plugins=[self])
        sys.settrace(None)
        lines = {
            name: {line: sorted(found) for line, found in by.items()}
            for name, by in self.lines.items()
        }
        to.write_text(json.dumps({"lines": lines, "seconds": self.seconds}))
        return int(code)


ALONE = ["-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--no-header", "--tb=no"]


def tests_of(mutant: Mutant, reach: dict[str, Any], seconds: float) -> list[str]:
    """The tests that reach its line, the short ones first; of a line that is run when the module
    is imported, those that reach the module."""
    took = reach["seconds"]
    by_line = reach["lines"].get(mutant.path, {})
    found = {test for test in by_line.get(str(mutant.line), []) if test}
    if not found:
        near = {test for line in by_line.values() for test in line if test}
        found = near if "" in by_line.get(str(mutant.line), []) else set()
    chosen, spent = [], 0.0
    for test in sorted(found, key=lambda test: (took[test], test)):
        if spent < seconds:
            chosen.append(test)
            spent += took[test]
    return chosen


# The runs ----------------------------------------------------------------------------------------


def in_a_child(work: Any, seconds: float) -> int | None:
    """The exit code of `work()` in a forked process; None when the time was over."""
    pid = os.fork()
    if not pid:
        os.setsid()
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silent, stream)
        try:
            code = int(work())
        except BaseException:
            code = 99
        os._exit(code)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return None


def verdict(mutant: Mutant, scratch: Path, reach: dict[str, Any], seconds: float) -> str:
    """What the tests make of it: caught, survived, or reached by none of them."""
    tests = tests_of(mutant, reach, seconds)
    if not tests:
        return "no test"
    path = scratch / mutant.path
    kept = path.read_text(encoding="utf-8")
    path.write_text(mutant.text(), encoding="utf-8")

    def work() -> int:
        import pytest

        return int(pytest.main([*ALONE, *tests]))

    compiled = Path(importlib.util.cache_from_source(str(path)))
    try:
        compiled.unlink(missing_ok=True)  # one of the same size and second would be taken for it
        code = in_a_child(work, 4 * seconds + 60)
    finally:
        path.write_text(kept, encoding="utf-8")
        compiled.unlink(missing_ok=True)
    return "survived" if code == 0 else "caught" if code is not None else "caught (no end)"


def prepared(scratch: Path, given: Path | None) -> dict[str, Any]:
    """Copies the tree there and asks which tests reach which lines."""
    leave = shutil.ignore_patterns(".git", "build", "*.egg-info", "results")
    shutil.copytree(ROOT, scratch, ignore=leave, dirs_exist_ok=True)
    os.chdir(scratch)
    sys.path[:] = [str(scratch), *(p for p in sys.path if Path(p or ".").resolve() != ROOT)]
    to = given or scratch / "reach.json"
    if not to.exists():
        code = in_a_child(lambda: Reach().run(list(TESTS), to), 7200)
        if code != 0:
            raise SystemExit(f"the tests do not pass unchanged (exit code {code})")
    # what every child would read anew
    import numpy.random  # noqa: F401
    import pytest  # noqa: F401
    import rich.console  # noqa: F401
    import scipy.stats  # noqa: F401
    import typer  # noqa: F401

    found: dict[str, Any] = json.loads(to.read_text())
    return found


def equivalent() -> set[str]:
    """The changes that nothing can see, as `path: number in the line. change in statement`."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith((" ", "#"))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="changes of this folder or file")
    parser.add_argument("--seconds", type=float, default=60.0, help="of tests for one change")
    parser.add_argument("--at", default="", help="show this change as a diff, run nothing")
    parser.add_argument("--again", type=Path, help="only those that survived in this output")
    parser.add_argument("--reach", type=Path, help="keep there which tests reach which lines")
    asked = parser.parse_args()
    chosen = sample(asked.n, asked.seed, asked.only)
    if asked.again:
        lines = asked.again.read_text(encoding="utf-8").splitlines()
        there = {line.split(maxsplit=1)[1] for line in lines if line.startswith("survived ")}
        chosen = [mutant for mutant in chosen if f"{mutant.name} {mutant.said}" in there]
    if asked.at:
        for mutant in chosen:
            if mutant.name.startswith(asked.at):
                plain = ast.unparse(ast.parse((ROOT / mutant.path).read_text())) + "\n"
                lines = (text.splitlines() for text in (plain, mutant.text()))
                print(*difflib.unified_diff(*lines, lineterm="", n=4), sep="\n")
        return
    known = equivalent()
    counted: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        given = asked.reach.resolve() if asked.reach else None
        reach = prepared(Path(folder).resolve(), given)
        for mutant in chosen:
            same = known_as(mutant) in known
            found = "equivalent" if same else verdict(mutant, Path.cwd(), reach, asked.seconds)
            counted[found.partition(" (")[0]] += 1
            print(f"{found:<10} {mutant.name} {mutant.said}", flush=True)
    told = sum(counted.values()) - counted["equivalent"]
    print(f"{counted['caught']} of {told} caught", dict(counted))


if __name__ == "__main__":
    main()
