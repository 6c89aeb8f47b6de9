"""The pictures of README.md and docs/page.md: `python docs/pictures.py` draws them again.

The terminal is drawn by rich as SVG, without a font from elsewhere. The page is a photograph by a
Chromium whose path stands in CHROMIUM (by default /usr/bin/chromium); without one it is left.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from rich._export_format import CONSOLE_SVG_FORMAT  # noqa: E402 (after the path)
from rich.console import Console  # noqa: E402

from solver import Position, solve  # noqa: E402
from solver.views.solutions import solution_view  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
DEAL = "0:KQT7643.9.AJ4.JT 9.AJ743.K8.A7532 AJ82.KT6.T53.K94 5.Q852.Q9762.Q86"
ENTERED = "SA SQ S9 S4 HK H8 H5 DA DT D3 CK CJ C2 SK SJ HA H7"
ASK = ("class", "result", "value", "leads", "line", "reasons")


def terminal() -> None:
    """What `hakem solve` prints, as docs/terminal.svg."""
    console = Console(record=True, width=76, file=io.StringIO(), force_terminal=True)
    console.print(f"$ hakem solve -t S '{DEAL}'", style="bold")
    position = Position.start(DEAL, "S")
    for part in solution_view(position, solve(position, ASK))[:-2]:
        console.print(part)
    form = re.sub(r"@font-face \{\{.*?\}\}\n", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    text = console.export_svg(title="hakem", code_format=form, unique_id="hakem")
    text = text.replace("Fira Code", "monospace")
    (ROOT / "docs" / "terminal.svg").write_text(text, encoding="utf-8")


@contextmanager
def opened(size: tuple[int, int]) -> Iterator[Page]:
    """The page of `hakem explore` in a browser of this size, with the example on its table."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-u", "-m", "cli", "explore", "--no-browser", DEAL, "-t", "S"]
    with subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE) as served:
        try:
            assert served.stdout is not None
            address = re.search(r"http://\S+", served.stdout.readline())
            assert address is not None
            with sync_playwright() as player:
                browser = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                view = browser.new_page(viewport={"width": size[0], "height": size[1]})
                view.goto(address[0])
                view.locator(".the-table[aria-busy=false]").wait_for(timeout=60_000)
                yield view
                browser.close()
        finally:
            served.terminate()


def page() -> None:
    """What `hakem explore` shows, as docs/explore.png."""
    with opened((1100, 880)) as view:
        view.screenshot(path=str(ROOT / "docs" / "explore.png"))


def match(name: str, size: tuple[int, int], tricks: int, dark: bool = False) -> None:
    """A match in play after so many tricks and three cards, as docs/NAME.png."""
    with opened(size) as view:
        view.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        view.evaluate("localStorage.setItem('hakem-pace', 'quick'); location.hash = '#/match'")
        view.locator(".sit details summary").click()
        view.locator(".sit details input").fill("12")
        view.locator("input[value=easy]").check()
        view.get_by_role("button", name="Sit down").click()
        view.locator(".calls button").first.click()
        while True:
            view.locator(".match[aria-busy=false]").wait_for()
            if not view.locator(".talk button.main").is_visible():
                view.locator(".held-card[aria-disabled=false]").first.click()
            elif tricks:
                view.locator(".talk button.main").click()
                tricks -= 1
            else:
                break
        view.wait_for_timeout(300)
        view.screenshot(path=str(ROOT / "docs" / f"{name}.png"))


def review() -> None:
    """A reviewed hand and a mistake to be found, as docs/review.png and docs/lesson.png."""
    with opened((1200, 860)) as view:
        view.emulate_media(color_scheme="light", reduced_motion="reduce")
        view.evaluate("location.hash = '#/review'")
        record = (ROOT / "docs" / "examples" / "match.txt").read_text(encoding="utf-8")
        view.locator("#review-text").fill(record)
        view.get_by_role("button", name="Review it").click()
        learn = view.get_by_role("button", name="Learn from mistakes")
        learn.wait_for(timeout=240_000)
        view.wait_for_timeout(500)
        view.screenshot(path=str(ROOT / "docs" / "review.png"))
        learn.click()
        view.wait_for_timeout(500)
        view.locator(".tray [data-card=C3]:visible").click()
        view.get_by_text("Try again:").first.wait_for(timeout=60_000)
        view.evaluate("scrollTo(0, 0)")
        view.screenshot(path=str(ROOT / "docs" / "lesson.png"))


def mistakes() -> None:
    """Own mistakes after a reviewed hand, as docs/mistakes.png."""
    with opened((1200, 900)) as view:
        view.emulate_media(color_scheme="light", reduced_motion="reduce")
        view.evaluate("location.hash = '#/review'")
        record = (ROOT / "docs" / "examples" / "match.txt").read_text(encoding="utf-8")
        view.locator("#review-text").fill(record.replace("Ali", "you"))
        view.get_by_role("button", name="Review it").click()
        view.get_by_text("My mistakes").wait_for(timeout=240_000)
        view.locator(".panel", has_text="My mistakes").first.screenshot(
            path=str(ROOT / "docs" / "mistakes.png")
        )


def entry() -> None:
    """A deal that is entered with a pack, as docs/entry.png."""
    with opened((1000, 760)) as view:
        view.emulate_media(color_scheme="light", reduced_motion="reduce")
        view.get_by_text("Deal and game").click()
        view.get_by_role("button", name="Enter a deal").click()
        for card in ENTERED.split():
            view.locator(f".entry [data-card={card}]").click()
        view.locator("dialog.entry").screenshot(path=str(ROOT / "docs" / "entry.png"))


def day() -> None:
    """The result of the ten questions of a day, as docs/day.png."""
    with opened((900, 620)) as view:
        view.emulate_media(color_scheme="light", reduced_motion="reduce")
        kept = {
            "2026-11-21": [True] * 10,
            "2026-11-22": [True, True, False, True, None, True, True, True, True, False],
        }
        view.evaluate("kept => localStorage.setItem('hakem-days', JSON.stringify(kept))", kept)
        view.evaluate("location.hash = '#/quiz?day=2026-11-22'")
        view.get_by_label("to share").wait_for()
        view.screenshot(path=str(ROOT / "docs" / "day.png"))


if __name__ == "__main__":
    terminal()
    if Path(CHROMIUM).exists():
        page()
        review()
        mistakes()
        entry()
        day()
        match("match", (1100, 700), 4)
        match("match-phone", (390, 700), 3, dark=True)
    else:
        print(f"no browser at {CHROMIUM}: the pictures of the page are left as they are")
