"""The two pictures at the head of README.md: `python docs/pictures.py` draws them again.

The terminal is drawn by rich as SVG, without a font from elsewhere. The page is a photograph by a
Chromium whose path stands in CHROMIUM (by default /usr/bin/chromium); without one it is left.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from rich._export_format import CONSOLE_SVG_FORMAT  # noqa: E402 (after the path)
from rich.console import Console  # noqa: E402

from solver import Position, solve  # noqa: E402
from solver.views.solutions import solution_view  # noqa: E402

DEAL = "0:KQT7643.9.AJ4.JT 9.AJ743.K8.A7532 AJ82.KT6.T53.K94 5.Q852.Q9762.Q86"
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


def page() -> None:
    """What `hakem explore` shows, as docs/explore.png."""
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    if not Path(chromium).exists():
        print(f"no browser at {chromium}: docs/explore.png is left as it is")
        return
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-u", "-m", "cli", "explore", "--no-browser", DEAL, "-t", "S"]
    with subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE) as served:
        try:
            assert served.stdout is not None
            address = re.search(r"http://\S+", served.stdout.readline())
            assert address is not None
            with sync_playwright() as player:
                browser = player.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                view = browser.new_page(viewport={"width": 1100, "height": 880})
                view.goto(address[0])
                view.wait_for_timeout(6000)
                view.screenshot(path=str(ROOT / "docs" / "explore.png"))
                browser.close()
        finally:
            served.terminate()


if __name__ == "__main__":
    terminal()
    page()
