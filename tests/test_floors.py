"""The floors of the house: modules import only downwards, and start-up stays light."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Each module may import from lower floors, and from its own floor where the list says so.
FLOORS = {
    "version": 0,
    "errors": 0,
    "cards": 1,
    "variants": 1,
    "results": 2,
    "rules": 2,
    "deal": 3,
    "engine": 5,
    "budget": 6,
    "perft": 6,
    "analysis": 6,
    "draw": 6,
    "sampling": 6,
    "scoring": 6,
    "estimates": 6,
    "parallel": 6,
    "judging": 7,
    "advice": 8,
    "book": 9,
}
CORE = ["bits", "cardset", "table", "ranks", "rules", "sure", "order", "cache", "search"]
HEAVY = {"numpy", "scipy", "rich", "typer", "distributed", "textual", "matplotlib"}
# Named by a type only; the import never runs.
TYPES_ONLY = {("rules", "deal")}


def imported(path: Path) -> list[tuple[str, int]]:
    """(module, level) of every import in a Python file."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, 0) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            if node.module is None:
                found += [(alias.name, node.level) for alias in node.names]
            else:
                found.append((node.module, node.level))
    return found


def floor_of(name: str) -> int:
    module = name.split(".")[0]
    assert module in FLOORS, f"solver/{module} has no floor: add it to the list in this test"
    return FLOORS[module]


@pytest.mark.parametrize("path", sorted((ROOT / "solver").glob("*.py")), ids=lambda p: p.stem)
def test_solver_imports_downwards(path: Path) -> None:
    if path.stem == "__init__":
        return
    for module, level in imported(path):
        assert module.split(".")[0] not in {"cli", "tests", "benchmarks", "solver"}
        if level and (path.stem, module) not in TYPES_ONLY:
            assert floor_of(module) <= floor_of(path.stem), f"{path.stem} reaches up to {module}"
            assert module.split(".")[0] != path.stem


@pytest.mark.parametrize("path", sorted((ROOT / "solver").glob("*.py[xi]")), ids=lambda p: p.name)
def test_compiled_modules_import_downwards(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for module in re.findall(r"^\s*from \.(\w+)[\w.]* c?import", text, re.MULTILINE):
        if module != "core":
            assert floor_of(module) <= floor_of(path.stem), f"{path.name} reaches up to {module}"


def core_sources() -> list[Path]:
    return sorted(
        p for p in (ROOT / "solver" / "core").rglob("*.px*") if p.suffix in {".pxd", ".pxi", ".pyx"}
    )


@pytest.mark.parametrize("path", core_sources(), ids=lambda p: p.name)
def test_core_cimports_only_core_and_c(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for module in re.findall(r"^\s*(?:from|c?import) +([\w.]+)", text, re.MULTILINE):
        allowed = ("libc", "cython", "posix", "cpython", "solver.core", ".")
        assert module.startswith(allowed), f"{path.name} reaches {module}"
        assert not module.startswith(("solver.engine", "solver.perft"))


@pytest.mark.parametrize("path", sorted((ROOT / "cli").rglob("*.py")), ids=lambda p: p.stem)
def test_the_command_line_uses_only_public_names(path: Path) -> None:
    for module, level in imported(path):
        inside = module.split(".")[0]
        if level == 0 and inside == "solver":
            assert module == "solver", f"cli/{path.name} imports {module}, not solver"


def test_the_public_table_agrees_with_the_modules() -> None:
    import solver

    for module, names in solver._HOMES.items():
        if module == "version":
            continue
        path = ROOT / "solver" / f"{module}.py"
        if not path.exists():
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                assert sorted(ast.literal_eval(node.value)) == sorted(names.split()), module
                break
        else:
            pytest.fail(f"solver/{module}.py has no __all__")


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
    assert not {m for m in loaded if m.startswith(("solver.engine", "solver.core"))}


def test_one_sentence_when_the_search_is_not_compiled() -> None:
    said = run(
        "import sys\n"
        "class Hide:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.startswith(('solver.engine', 'solver.core', 'solver.perft')):\n"
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
