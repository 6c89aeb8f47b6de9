"""The page in Chromium: the first paint (aim: under a second), and the marks on all leads after it.

    python -m pytest benchmarks/test_page.py --benchmark-only -n 0

`CHROMIUM` names another browser than the chromium on the path.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from cli.page.server import PageServer
from cli.page.verbs import VERBS, first_question
from solver.game.variants import HOKM

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


def test_a_deal_is_opened(benchmark: Any, chromium: Browser) -> None:
    """From the request to the marks on all leads; `first_paint_ms` stands beside it."""
    painted: list[float] = []
    with PageServer({**VERBS, "first": first_question("", HOKM, None)}) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def opened() -> None:
            context = chromium.new_context()
            tab = context.new_page()
            tab.goto(server.address)
            tab.wait_for_selector(".badge:not(:empty)")
            while not tab.evaluate(SOLVED):
                tab.wait_for_timeout(5)
            painted.append(tab.evaluate(PAINT))
            context.close()

        benchmark.pedantic(opened, rounds=5, warmup_rounds=1)
        server.shutdown()
    benchmark.extra_info["first_paint_ms"] = sorted(painted)[len(painted) // 2]
