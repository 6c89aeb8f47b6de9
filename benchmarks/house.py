"""The house in figures: how large it is, what imports what, and what a question passes through.

    python -m benchmarks.house            # the tree this file is in, and its trips
    python -m benchmarks.house OTHER      # sizes and imports of another tree

The figures of a trip are counted in one run, after one that has imported everything: Python calls
in solver and cli, the files they are in, moves from one file to another, and for five cards the
records made before the first world is dealt. Compiled code does not show.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LONG_FUNCTION, LONG_FILE, MANY_PARAMETERS = 60, 700, 7
DEAL = "0:QJT85.AK652.4.JT A742.Q97.A65.863 96.843.Q983.K975 K3.JT.KJT72.AQ42"


def files(root: Path, *parts: str) -> list[Path]:
    """The tracked files of a tree in these folders."""
    listed = subprocess.run(
        ["git", "ls-files", *parts], cwd=root, capture_output=True, text=True, check=True
    )
    return [root / name for name in listed.stdout.splitlines() if (root / name).is_file()]


# Sizes -----------------------------------------------------------------------------------------


def lines_of(paths: list[Path]) -> int:
    """Lines of these files together."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def code(root: Path, *parts: str) -> list[Path]:
    """The files of code there, in any of the languages."""
    kinds = {".py", ".pyi", ".pyx", ".pxd", ".pxi", ".js", ".css", ".html"}
    return [path for path in files(root, *parts) if path.suffix in kinds]


def functions(paths: list[Path]) -> Iterator[tuple[Path, ast.FunctionDef]]:
    """Every function of these files."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield path, node


def sizes(root: Path) -> dict[str, object]:
    """Lines, long functions and files, parameters, families, answers, words of the command line."""
    python = [path for path in files(root, "solver", "cli") if path.suffix == ".py"]
    found = list(functions(python))
    long = [n for _, n in found if (n.end_lineno or 0) - n.lineno + 1 > LONG_FUNCTION]
    many = [n for _, n in found if len(n.args.args) + len(n.args.kwonlyargs) > MANY_PARAMETERS]
    texts = {path: path.read_text(encoding="utf-8") for path in code(root, "solver", "cli")}
    family = [
        line
        for path, text in texts.items()
        if root / "solver" / "game" not in path.parents and path.suffix in {".py", ".pyx", ".pxi"}
        for line in text.splitlines()
        if re.search(r"\.family\b|\bfamily (==|!=|in) ", line)
    ]
    answers = re.findall(r"^class (\w+(?:Odds|Advice))\b", "\n".join(texts.values()), re.MULTILINE)
    return {
        "lines of solver, cli": lines_of(list(texts)),
        "lines of tests": lines_of(code(root, "tests")),
        f"functions over {LONG_FUNCTION} lines": len(long),
        f"files over {LONG_FILE} lines": sum(
            len(text.splitlines()) > LONG_FILE for text in texts.values()
        ),
        f"functions of more than {MANY_PARAMETERS} parameters": len(many),
        "lines about families outside game/": len(family),
        "classes *Odds, *Advice": len(answers),
        "names the command line imports that are not public": len(private_names(root)),
    }


def private_names(root: Path) -> set[tuple[str, str]]:
    """What cli imports of solver besides `solver` itself and the public modules it names."""
    stub = (root / "solver" / "__init__.pyi").read_text(encoding="utf-8")
    public = {f"solver.{name}" for name in re.findall(r"^from \. import (\w+)", stub, re.MULTILINE)}
    return {
        (node.module, alias.name)
        for path in files(root, "cli")
        if path.suffix == ".py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and not node.level
        if node.module and node.module.startswith("solver.") and node.module not in public
        for alias in node.names
    }


# Imports ---------------------------------------------------------------------------------------


def room_of(dotted: str) -> str:
    """The room of a module: a folder of solver or a module beside them, cli, its page."""
    parts = dotted.split(".")
    if parts[0] == "solver":
        return ".".join(parts[:2])
    return "cli.page" if parts[:2] == ["cli", "page"] else parts[0]


def arrows(root: Path) -> set[tuple[str, str]]:
    """(room, room it imports) of the package, the command line and the benchmarks."""
    python = [p for p in files(root, "solver", "cli", "benchmarks") if p.suffix in {".py", ".pyi"}]
    known = {p.relative_to(root).with_suffix("").as_posix().replace("/", ".") for p in python}
    known |= {name.removesuffix(".__init__") for name in known}
    found = set()
    for path in python:
        name = path.relative_to(root).with_suffix("").as_posix().replace("/", ".")
        package = name.split(".")[:-1]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom):
                continue
            base = package[: len(package) - node.level + 1] if node.level else []
            inside = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            for alias in node.names:
                deeper = f"{inside}.{alias.name}"
                target = deeper if deeper in known else inside
                if target.split(".")[0] in {"solver", "cli", "benchmarks"}:
                    found.add((room_of(name.removesuffix(".__init__")), room_of(target)))
    return {(one, other) for one, other in found if one != other}


# Trips -----------------------------------------------------------------------------------------


class Trip:
    """What one question passes through."""

    def __init__(self) -> None:
        self.calls = self.moves = 0
        self.made: set[type] = set()
        self.files: set[str] = set()
        self.dealt = False
        self._here = ""

    def hook(self, frame: FrameType, event: str, _: Any) -> None:
        """Counts a call, and where it is in another file than the call before."""
        if event != "call":
            return
        name = frame.f_code.co_filename
        inside = name.startswith((str(ROOT / "solver"), str(ROOT / "cli")))
        self.dealt = self.dealt or frame.f_code.co_qualname == "Dealer.deal"
        if frame.f_code.co_name == "__init__" and not self.dealt:
            kind = type(frame.f_locals.get("self"))
            self.made |= {kind} if kind.__module__.startswith(("solver", "cli")) else set()
        if inside:
            self.calls += 1
            self.files.add(name)
            self.moves += name != self._here
            self._here = name

    def __str__(self) -> str:
        return f"{self.calls:,} calls, {len(self.files)} files, {self.moves:,} moves between them"


def trip(question: Callable[[], object]) -> Trip:
    """The trip of this question, asked once before so that everything is imported."""
    found = Trip()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        question()
        threading.setprofile(found.hook)  # of the threads that the question begins
        sys.setprofile(found.hook)
        try:
            question()
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
    return found


def trips() -> Iterator[tuple[str, str]]:
    """The trips of five cards, of a position and of a click on the page."""
    from cli.app import run
    from cli.page.job import Job, Slot
    from cli.page.verbs import solve

    five = trip(lambda: run(["trump", "AQ.K84..", "--samples", "16", "--seed", "1"]))
    made = f"{len(five.made)} kinds of records made before the first world"
    yield "five cards to printed text", f"{five}, {made}"
    yield "a position", str(trip(lambda: run(["solve", "-t", "D", DEAL])))
    body = {"hand": {"deal": DEAL, "trump": "D", "variant": "hokm"}, "at": 0}

    def click() -> None:
        slot = Slot()
        slot.newest = job = Job(slot)
        for event in solve(body, job):
            assert event["event"] != "error", event

    yield "a click", str(trip(click))


def main() -> None:
    """Print the figures."""
    root = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT
    drawn = arrows(root)
    rooms = {room for arrow in drawn for room in arrow}
    print(f"{'rooms':52} {len(rooms)}")
    print(f"{'arrows between rooms':52} {len(drawn)}")
    for name, figure in sizes(root).items():
        print(f"{name:52} {figure:,}")
    if root == ROOT:
        for name, said in trips():
            print(f"{name + ':':28} {said}")


if __name__ == "__main__":
    main()
