"""The page in Chromium: the first paint (aim: under a second), and the marks on all leads after it.

    python -m pytest benchmarks/test_page.py --benchmark-only -n 0

`CHROMIUM` names another browser than the chromium on the path.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
SOLVED = "document.querySelector('.the-table').getAttribute('aria-busy') === 'false'"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert path, "this needs Chromium: install it, or name it in CHROMIUM"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    words = [sys.executable, "-m", "cli", "explore", "--no-browser"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as explore:
        assert explore.stdout is not None
        found = re.search(r"http://\S+", explore.stdout.readline())
        assert found
        yield found[0]
        explore.terminate()


def test_a_deal_is_opened(benchmark: Any, chromium: Browser, address: str) -> None:
    """From the request to the marks on all leads; `first_paint_ms` stands beside it."""
    painted: list[float] = []

    def opened() -> None:
        context = chromium.new_context()
        tab = context.new_page()
        tab.goto(address)
        tab.wait_for_selector(".badge:not(:empty)")
        while not tab.evaluate(SOLVED):
            tab.wait_for_timeout(5)
        painted.append(tab.evaluate(PAINT))
        context.close()

    benchmark.pedantic(opened, rounds=5, warmup_rounds=1)
    benchmark.extra_info["first_paint_ms"] = sorted(painted)[len(painted) // 2]
