"""The engine takes its searches from modules that were built with it, and from no others."""

from __future__ import annotations

import datetime
import os
from importlib import import_module
from types import SimpleNamespace

import pytest
from inside import CORE, probe

BUILT = sorted(
    {path.name.partition(".")[0] for path in CORE.glob("*.so")} - {"cache", "closed", "engine"}
)
SEARCHES = {"heaps", "kot_first", "plain", "special"}


def test_each_search_was_built_for_this_processor_or_any() -> None:
    names = {name.removesuffix("_v3") for name in BUILT}
    assert names == SEARCHES | {"perft"}
    for kind in ("", "_v3"):
        assert sum(name + kind in BUILT for name in SEARCHES) in (0, len(SEARCHES))


@pytest.mark.parametrize("name", BUILT)
def test_the_searches_of_this_build_are_taken(name: str) -> None:
    probe.take_from(import_module(f"solver.core.{name}"))


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
