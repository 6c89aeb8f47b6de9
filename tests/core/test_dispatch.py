"""The engine takes its searches from modules that were built with it, and from no others."""

from __future__ import annotations

import datetime
import os
from types import SimpleNamespace

import pytest
import solver.core.heaps
import solver.core.kot_first
import solver.core.perft
import solver.core.plain
import solver.core.special
from inside import probe

SEARCHES = ("heaps", "kot_first", "perft", "plain", "special")


@pytest.mark.parametrize("name", SEARCHES)
def test_the_searches_of_this_build_are_taken(name: str) -> None:
    probe.take_from(getattr(solver.core, name))


@pytest.mark.parametrize("offered", [None, 140_000_000, datetime.datetime_CAPI])
def test_another_build_is_refused_by_name(offered: object) -> None:
    strange = SimpleNamespace(__name__="solver.core.left_over", dispatch=offered)
    with pytest.raises(ImportError, match=r"solver\.core\.left_over was not built"):
        probe.take_from(strange)


def test_a_module_without_searches_is_refused() -> None:
    with pytest.raises(ImportError, match="inside was not built"):
        probe.take_from(SimpleNamespace(__name__="inside"))


def test_the_c_assertions_are_kept_by_the_debug_builds_only() -> None:
    debug = os.environ.get("HAKEM_BUILD") in ("debug", "sanitize")
    assert probe.assertions() == debug
