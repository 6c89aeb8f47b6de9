"""The audit can fail: a mask without one of its terms is found out, unless others imply that term.

The terms are numbered in the text of the search (`term` in solver/core/cardset.pxd).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from compiled import ROOT
from inside import SOURCES

TERMS = {
    int(number): path.name
    for path in SOURCES
    for number in re.findall(r"\bterm\((\d+), ", path.read_text(encoding="utf-8"))
}
IMPLIED = {
    7: "partner's winners behind his small cards: term 6 has the same cards of the same suit",
    20: "the highest trump, led to: it is among the opponent's highest trumps, term 19",
}
NEEDED = sorted(set(TERMS) - set(IMPLIED))
IN_BOUNDS = [n for n in NEEDED if TERMS[n] != "search.pxi"]


def audited(tree: Path, term: int, *more: str) -> subprocess.CompletedProcess[str]:
    """The default audit without this term; the audit's own bounds always know how to drop one."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider",
         *more, "tests/core/test_audit.py"],
        cwd=tree, env={**os.environ, "HAKEM_DROP": str(term)}, capture_output=True, text=True,
    )  # fmt: skip


def test_terms_are_numbered_from_one_on() -> None:
    assert sorted(TERMS) == list(range(1, len(TERMS) + 1))
    found = [n for path in SOURCES for n in re.findall(r"\bterm\((\d+), ", path.read_text("utf-8"))]
    assert len(found) == len(TERMS)


@pytest.mark.slow
@pytest.mark.parametrize("term", IN_BOUNDS)
def test_every_term_of_a_bound_is_needed(term: int) -> None:
    run = audited(ROOT, term, "-k", "test_bounds")
    assert run.returncode == 1, run.stdout
    assert "a proof that does not hold" in run.stdout


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built to leave out a term of a mask in its searches, and its tests."""
    tree = tmp_path_factory.mktemp("terms") / "tree"
    for folder in ("solver", "tests"):
        ignored = shutil.ignore_patterns("*.so", "__pycache__", "golden")
        shutil.copytree(ROOT / folder, tree / folder, ignore=ignored)
    for file in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, tree / file)
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=tree, env={**os.environ, "HAKEM_BUILD": "terms"}, check=True, capture_output=True,
    )  # fmt: skip
    return tree


@pytest.mark.slow
@pytest.mark.parametrize("term", sorted(set(NEEDED) - set(IN_BOUNDS)))
def test_every_term_of_the_search_is_needed(term: int, tree: Path) -> None:
    run = audited(tree, term, "-k", "test_tables")
    assert run.returncode == 1, run.stdout
    assert "a proof that does not hold" in run.stdout
