"""The same nodes whichever compiler builds the search, and however much it optimises.

A build that answers rightly may still play many more cards, where the text has undefined behaviour
or the compiler an error; no other test would tell.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from compiled import ROOT
from size import scaled

COUNT = """
from benchmarks.families import FAMILIES, OTHER, measure, other_deals
from benchmarks.frozen import random_deals

for family in FAMILIES:
    deals = other_deals(family.kind, 2) if family.kind in OTHER else list(random_deals(5, 2))
    print(family.title, measure(family, deals, 50_000, 600.0)["nodes_mean"])
"""
BUILDS = {
    "gcc, little optimised": ("gcc", "debug"),
    "gcc": ("gcc", "portable"),
    "clang": ("clang", "portable"),
}


def counted(tree: Path, **more: str) -> list[str]:
    """A line for each game and question: its name, and nodes of two deals."""
    run = subprocess.run(
        [sys.executable, "-c", COUNT],
        cwd=tree, env={**os.environ, "PYTHONPATH": str(tree), **more},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return run.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("name", BUILDS)
def test_every_build_plays_the_same_cards(name: str, tmp_path: Path) -> None:
    compiler, build = BUILDS[name]
    if not shutil.which(compiler):
        pytest.skip(f"there is no {compiler} on this machine")
    if scaled(100) < 100:
        pytest.skip("a whole build is too much for a sample")
    tree = tmp_path / "tree"
    for folder in ("solver", "benchmarks"):
        ignored = shutil.ignore_patterns("*.so", "__pycache__")
        shutil.copytree(ROOT / folder, tree / folder, ignore=ignored)
    for file in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, tree / file)
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=tree, env={**os.environ, "CC": compiler, "HAKEM_BUILD": build},
        check=True, capture_output=True,
    )  # fmt: skip
    here = counted(ROOT)
    assert len(here) > 100
    assert counted(tree) == here
    if build == "portable":
        assert counted(tree, HAKEM_CPU="any") == here
