"""The floors of the house: modules import only downwards, and start-up stays light."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]

# From the lowest up. A module imports from its own floor or from lower ones; folders are listed by
# name, and within a folder no circle is allowed (test_no_circles).
FLOORS = [
    {"base"},
    {"game"},
    {"core"},
    {"open"},
    {"decide"},
    {"deals"},
    {"batch", "book", "match"},
    {"record"},
    {"players"},
    {"rl", "dataset"},
    {"quiz"},
    {"views"},
]
FLOOR_OF = {name: floor for floor, names in enumerate(FLOORS) for name in names}
HEAVY = {"numpy", "scipy", "rich", "typer", "distributed", "matplotlib"}


@cache
def imports(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """Every import in a Python file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def imported(path: Path) -> list[tuple[str, int]]:
    """(module, level) of every import in a Python file."""
    found = []
    for node in imports(path):
        if isinstance(node, ast.Import):
            found += [(alias.name, 0) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            if node.module is None:
                found += [(alias.name, node.level) for alias in node.names]
            else:
                found.append((node.module, node.level))
    return found


def modules() -> dict[str, Path]:
    """Every Python module and stub below solver/, by its dotted name without `solver.`."""
    found = {}
    for path in sorted((ROOT / "solver").rglob("*.py*")):
        if (
            path.suffix in {".py", ".pyi"}
            and path.parent / path.stem != ROOT / "solver" / "__init__"
        ):
            name = path.relative_to(ROOT / "solver").with_suffix("").as_posix().replace("/", ".")
            found[name.removesuffix(".__init__") + (" (stub)" if path.suffix == ".pyi" else "")] = (
                path
            )
    return found


MODULES = modules()


def targets(name: str, path: Path) -> set[str]:
    """The modules of solver that this one imports, by dotted name; packages by their own."""
    name = name.removesuffix(" (stub)")
    package = name.split(".") if path.stem == "__init__" else name.split(".")[:-1]
    found = set()
    for node in imports(path):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            inside = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            for alias in node.names:
                deeper = f"{inside}.{alias.name}".strip(".")
                found.add(deeper if deeper in MODULES else inside)
    return found - {name, ""}


def floor_of(name: str) -> int:
    room = name.split(".")[0].removesuffix(" (stub)")
    assert room in FLOOR_OF, f"solver/{room} has no floor: add it to the list in this test"
    return FLOOR_OF[room]


@pytest.mark.parametrize("name", MODULES)
def test_solver_imports_downwards(name: str) -> None:
    path = MODULES[name]
    for module, level in imported(path):
        outside = module.split(".")[0]
        assert level or outside not in {"cli", "tests", "benchmarks", "solver"}, module
    for target in targets(name, path):
        assert floor_of(target) <= floor_of(name), f"{name} reaches up to {target}"


def drawing() -> str:
    """Each folder with the folders it imports, highest first, as in docs/architecture.md."""
    used: dict[str, set[str]] = {}
    for path in (ROOT / "cli").rglob("*.py"):
        modules = [f"solver.{m}" for m in MODULES]
        for module, name in names_of(path):
            deeper = f"{module}.{name}" if f"{module}.{name}" in modules else module
            used.setdefault("cli", set()).add([*deeper.split("."), "the public names"][1])
    for name, path in MODULES.items():
        room = name.split(".")[0].removesuffix(" (stub)")
        used.setdefault(room, set()).update(t.split(".")[0] for t in targets(name, path))
    for path in core_sources():
        text = path.read_text(encoding="utf-8")
        used["core"] |= set(re.findall(r"^\s*from \.\.(\w+)[\w.]* import", text, re.MULTILINE)) & {
            *FLOOR_OF
        }
    order = ["cli", *(room for floor in reversed(FLOORS) for room in sorted(floor))]
    lines = []
    for room in order:
        below = [other for other in ["the public names", *order] if other in used[room] - {room}]
        lines.append(f"{room:9} {' '.join(below)}".rstrip())
    return "\n".join(lines)


def test_the_drawing_is_that_of_the_documents() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = re.search(r"```text\n(.*?)\n?```", text, re.DOTALL)
    assert drawn
    assert drawn[1] == drawing(), "docs/architecture.md: the drawing is now\n" + drawing()


def check_no_circles(arrows: dict[str, set[str]]) -> None:
    done: set[str] = set()

    def walk(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " -> ".join((*above[above.index(name) :], name))
        if name not in done:
            for target in sorted(arrows.get(name, ())):
                walk(target, (*above, name))
            done.add(name)

    for name in arrows:
        walk(name, ())


def test_no_circles() -> None:
    """Not even for types: the imports under TYPE_CHECKING count."""
    check_no_circles({n: targets(n, p) for n, p in MODULES.items() if not n.endswith("(stub)")})


def test_no_circles_in_the_command_line() -> None:
    arrows: dict[str, set[str]] = {}
    for path in sorted((ROOT / "cli").rglob("*.py")):
        name = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        package = name.split(".")[:-1]
        arrows[name] = found = set()
        for node in imports(path):
            if isinstance(node, ast.ImportFrom) and node.level:
                base = [*package[: len(package) - node.level + 1], *(node.module or "").split(".")]
                inside = ".".join(base).strip(".")
                found |= {f"{inside}.{alias.name}" for alias in node.names} | {inside}
    assert arrows["cli.app"] & arrows.keys()
    check_no_circles({name: found & arrows.keys() for name, found in arrows.items()})


def test_no_circles_in_core() -> None:
    """Among the declarations (.pxd), which are what one file of the search uses of another."""
    arrows: dict[str, set[str]] = {}
    for path in (ROOT / "solver" / "core").rglob("*.pxd"):
        name = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        text = path.read_text(encoding="utf-8")
        found = arrows.setdefault(name, set())
        for dots, module in re.findall(r"^\s*from (\.*)([\w.]+) cimport", text, re.MULTILINE):
            above = name.split(".")[: -len(dots)] if dots else []
            found.add(".".join([*above, *module.split(".")]))
    assert "solver.core.cardset" in arrows["solver.core.cache"]
    check_no_circles(arrows)


CORE = ROOT / "solver" / "core"
DOORS = ("engine", "closed")  # between Python and the search: the modules and what they include


def core_sources() -> list[Path]:
    return sorted(p for p in CORE.rglob("*.px*") if p.suffix in {".pxd", ".pxi", ".pyx"})


@pytest.mark.parametrize("path", core_sources(), ids=lambda p: p.name)
def test_core_imports_downwards(path: Path) -> None:
    """A door of core uses base and game; nothing in core reaches higher."""
    text = path.read_text(encoding="utf-8")
    for module in re.findall(r"^\s*from \.\.(\w+)[\w.]* import", text, re.MULTILINE):
        assert floor_of(module) < floor_of("core"), f"{path.name} reaches up to {module}"


@pytest.mark.parametrize(
    "path", [p for p in core_sources() if not p.stem.startswith(DOORS)], ids=lambda p: p.name
)
def test_core_cimports_only_core_and_c(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for module in re.findall(r"^\s*(?:from|c?import) +([\w.]+)", text, re.MULTILINE):
        allowed = ("libc", "cython", "posix", "cpython", "solver.core", ".")
        assert module.startswith(allowed), f"{path.name} reaches {module}"
        assert module.lstrip(".") not in DOORS, f"{path.name} reaches {module}"


def names_of(path: Path) -> list[tuple[str, str]]:
    """(module, name) of every `from solver... import name` in a Python file."""
    return [
        (node.module, alias.name)
        for node in imports(path)
        if isinstance(node, ast.ImportFrom) and not node.level and node.module is not None
        if node.module.split(".")[0] == "solver"
        for alias in node.names
    ]


@pytest.mark.parametrize("path", sorted((ROOT / "cli").rglob("*.py")), ids=lambda p: p.stem)
def test_the_command_line_uses_only_listed_names(path: Path) -> None:
    """Names that `solver` or a deeper module lists in its `__all__`, not the public ones alone.

    A module's list says what other modules may use; nothing of the search itself is used.
    """
    for module, _ in imported(path):
        assert module.split(".")[0] not in {"tests", "benchmarks"}, module
    for module, name in names_of(path):
        home = importlib.import_module(module)
        package = f"{module}.{name}" in {f"solver.{m}" for m in MODULES}
        assert name in home.__all__ or package, f"cli/{path.name}: {module} does not list {name}"
        assert not module.startswith("solver.core")


@pytest.mark.parametrize("path", sorted((ROOT / "cli").rglob("*.py")), ids=lambda p: p.stem)
def test_only_views_draw(path: Path) -> None:
    """The command line prints what `solver.views` draws; rich is its way to the terminal only."""
    for module, _ in imported(path):
        allowed = {"rich.console", "rich.progress"} if path.stem == "output" else {"rich.console"}
        assert not module.startswith("rich") or module in allowed, f"cli/{path.name}: {module}"


@pytest.mark.parametrize("name", [name for name in MODULES if not name.startswith("views")])
def test_below_the_views_nothing_draws(name: str) -> None:
    """A record may name rich in an annotation; only the module `base.drawn` does."""
    if name != "base.drawn":
        assert not [m for m, _ in imported(MODULES[name]) if m.split(".")[0] == "rich"], name


HELPERS = sorted({*(ROOT / "benchmarks").rglob("*.py"), *(ROOT / "tests" / "oracle").rglob("*.py")})


@pytest.mark.parametrize("path", HELPERS, ids=lambda p: f"{p.parent.name}.{p.stem}")
def test_benchmarks_and_oracles_do_not_use_the_command_line(path: Path) -> None:
    for module, level in imported(path):
        # the page is timed where it is, and a trip through the house begins at a command
        timed = path.stem == "test_page" and module.startswith("cli.page.")
        there = timed or path.stem == "house"
        assert level or there or module.split(".")[0] != "cli", f"{path.name} imports {module}"


def test_the_public_list() -> None:
    import solver

    names = [n for n in solver.__all__ if not isinstance(getattr(solver, n), ModuleType)]
    assert len(names) <= 47  # the version among them
    assert [n for n in dir(solver) if not n.startswith("__")] == [
        n for n in solver.__all__ if not n.startswith("__")
    ]
    for name in solver.__all__:
        assert getattr(solver, name) is not None
        home = solver._HOME_OF[name]
        if home not in ("", "base", "base.version", "core.engine"):
            module = importlib.import_module(f"solver.{home}")
            assert name in module.__all__, f"solver.{home} does not list {name}"


def test_no_public_name_has_two_meanings() -> None:
    import solver

    found: dict[str, tuple[str, object]] = {}
    names = sorted(f"solver.{name}" for name in MODULES if "stub" not in name)
    for home in (solver, *map(importlib.import_module, names)):
        for name in getattr(home, "__all__", ()):
            thing = getattr(home, name)
            where, before = found.setdefault(name, (home.__name__, thing))
            # A function may be called as the module that holds it: `review`, `table`.
            module_too = isinstance(thing, ModuleType) != isinstance(before, ModuleType)
            assert before is thing or module_too, f"{name} of {where} and of {home.__name__}"


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_reading_cards_needs_nothing_heavy() -> None:
    loaded = run(
        "import sys, solver\n"
        "d = solver.Deal.parse('0:A... K... Q... J...'); solver.find_variant('rang')\n"
        "str(solver.Position.start(d, None)); solver.Outcome.WIN_A\n"
        "print(*sorted({m.split('.')[0] for m in sys.modules} | "
        "{m for m in sys.modules if m.startswith('solver')}))"
    ).split()
    assert not HEAVY & set(loaded)
    assert not {m for m in loaded if m.startswith("solver.core")}


def test_one_sentence_when_the_search_is_not_compiled() -> None:
    said = run(
        "import sys\n"
        "class Hide:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.startswith('solver.core'):\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Hide())\n"
        "import solver\n"
        "solver.Card.parse('SA')\n"
        "try:\n"
        "    solver.Solver\n"
        "except ImportError as missing:\n"
        "    print(missing)\n"
    )
    assert said.startswith("Hakem's search is not compiled here: run ")
    assert "\n" not in said


def test_unknown_names_are_refused() -> None:
    import solver

    assert "Card" in dir(solver)
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = solver.Nothing
