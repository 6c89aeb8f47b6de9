"""Every bound and every pruning names the test that fails if it is not exact; that test exists."""

from __future__ import annotations

import re

import pytest
from compiled import ROOT
from inside import CORE

NAMED = re.compile(r"# Test: (tests/\S+\.py)::(\w+)")
CITED = [
    (path.relative_to(ROOT).as_posix(), *found)
    for path in sorted(CORE.rglob("*.p*"))
    if path.suffix in (".pxd", ".pxi", ".pyx")
    for found in NAMED.findall(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("source", "file", "test"), CITED)
def test_the_test_exists(source: str, file: str, test: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert re.search(rf"^def {test}\(", text, re.MULTILINE), f"{source} names {file}::{test}"


@pytest.mark.parametrize(
    "path", sorted((CORE / "bounds").glob("*.pxd")), ids=lambda path: path.stem
)
def test_every_bound_names_a_test(path) -> None:  # type: ignore[no-untyped-def]
    text = path.read_text(encoding="utf-8")
    assert NAMED.search(text) or not text, f"{path.name} names no test"


def test_the_search_names_a_test_for_each_pruning() -> None:
    text = (CORE / "search.pxi").read_text(encoding="utf-8")
    for pruning in ("widen", "candidates", "last_trick"):
        body = text.split(f" {pruning}(", 1)[1].split("\n\n\n", 1)[0]
        assert NAMED.search(body), pruning
