"""The page in Chromium: the first paint (aim: under a second); of 30 openings the class (aim: under
100 ms) and the marks on all leads after it; the same after a card that is played by a click.

    python -m pytest benchmarks/test_page.py --benchmark-only -n 0 -s

`CHROMIUM` names another browser than the chromium on the path.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from cli.page.job import Job, Slot
from cli.page.verbs import VERBS
from solver import PartialDeal, sample_worlds
from solver.decide.worlds import world_hands

PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
SOLVED = "document.querySelector('.the-table').getAttribute('aria-busy') === 'false'"
OPENINGS = 30
# Milliseconds from an action on: until the verdict names the class, until the first and the last of
# the cards that may be played has its mark. The line over the table is new where the place is.
TIMED = """async (action) => {
  const table = document.querySelector(".the-table"), verdict = table.querySelector("h1");
  const status = table.querySelector(".status");
  const begun = performance.now(), found = {};
  const answered = new Promise((done) => {
    let fresh = false;
    const watch = new MutationObserver((changes) => {
      const now = performance.now() - begun;
      const cards = [...table.querySelectorAll(".tray .card[aria-disabled=false]:not([hidden])")];
      const marks = cards.map((card) => card.lastChild.textContent);
      fresh ||= changes.some((change) => change.target === status);
      if (fresh && changes.some((change) => change.target === verdict)) found.class ??= now;
      if (fresh && marks.some((mark) => mark !== "·")) found.first ??= now;
      if (!fresh || marks.includes("·") || found.all) return;
      found.all = now;
      watch.disconnect();
      done(found);
    });
    watch.observe(table, { childList: true, characterData: true, subtree: true });
  });
  if (action.startsWith("#")) location.hash = action;
  else document.querySelector(action).click();
  return answered;
}"""


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
    benchmark.extra_info |= shares({"first_paint": painted})
    print(f"\nopened: {benchmark.extra_info}")


def openings() -> list[str]:
    """Addresses of random deals of the plain game, trumps in turn."""
    worlds = sample_worlds(PartialDeal(), 14, OPENINGS)
    deals = ["|".join(map(str, world_hands(row))) for chunk in worlds for row in chunk]
    return [f"#/deal?d=0:{deal}&t={'SHDC'[at % 4]}" for at, deal in enumerate(deals)]


def shares(times: dict[str, list[float]]) -> dict[str, str]:
    """Median, 90 % and most of each list of milliseconds."""
    told = {}
    for name, values in times.items():
        ranked = sorted(values)
        parts = (ranked[len(ranked) // 2], ranked[int(0.9 * len(ranked))], ranked[-1])
        told[f"{name}_ms"] = " / ".join(f"{part:.0f}" for part in parts)
    return told


def test_openings_are_solved(benchmark: Any) -> None:
    """The server's share without a browser, as processor time, which other work does not lengthen:
    `class_ms`, `all_ms` (the marks of all leads), `reasons_ms` (a line of best play, explained).
    """
    slot = Slot()
    times: dict[str, list[float]] = defaultdict(list)
    deals = iter(openings())

    def answered() -> None:
        fields = dict(part.split("=", 1) for part in next(deals).split("?")[1].split("&"))
        hand = {"deal": fields["d"], "trump": fields["t"], "leader": 0}
        slot.newest = Job(slot)
        begun, last = time.thread_time(), {}
        for event in VERBS["solve"]({"hand": hand, "at": 0}, slot.newest):
            name = {"lead": "all"}.get(event["event"], event["event"])
            if name != "class" or "known" not in event:
                last[name] = 1e3 * (time.thread_time() - begun)
        for name in ("class", "all", "reasons"):
            times[name].append(last[name])

    benchmark.pedantic(answered, rounds=OPENINGS)
    benchmark.extra_info |= shares(times)
    print(f"\nserver: {benchmark.extra_info}")


def settled(tab: Page) -> None:
    while not tab.evaluate(SOLVED):
        tab.wait_for_timeout(5)


@pytest.mark.parametrize("way", ["address", "click"])
def test_openings_are_answered(benchmark: Any, chromium: Browser, address: str, way: str) -> None:
    """`class_ms`, `first_ms`, `all_ms`: median, 90 % and most of 30 deals; the line is waited for.

    `page_ms`: what the thread of the page works for a whole answer, other work of the machine left
    out.
    `address`: a new deal is put on the table. `click`: the first card of its tray is played.
    """
    tab = chromium.new_context().new_page()
    inside = tab.context.new_cdp_session(tab)
    inside.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked() -> float:
        metrics = inside.send("Performance.getMetrics")["metrics"]
        return next(1e3 * one["value"] for one in metrics if one["name"] == "TaskDuration")

    tab.goto(address)
    tab.wait_for_selector(".badge:not(:empty)")
    settled(tab)
    times: dict[str, list[float]] = defaultdict(list)
    deals = iter(openings())

    def placed() -> tuple[tuple[str], dict[str, Any]]:
        place = next(deals)
        if way == "address":
            return (place,), {}
        tab.evaluate(TIMED, place)
        settled(tab)
        return (".tray .card[aria-disabled=false]:not([hidden])",), {}

    def answered(action: str) -> None:
        before = worked()
        for name, value in tab.evaluate(TIMED, action).items():
            times[name].append(value)
        settled(tab)
        times["page"].append(worked() - before)

    benchmark.pedantic(answered, setup=placed, rounds=OPENINGS)
    benchmark.extra_info |= shares(times)
    print(f"\n{way}: {benchmark.extra_info}")
    tab.context.close()
