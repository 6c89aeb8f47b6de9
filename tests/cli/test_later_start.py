"""`hakem solve` on positions later in the hand: the fields of a position as words and as JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HANDS = ["AK...", "QJ...", ".AK..", "...AK"]


def test_fields_of_a_later_start() -> None:
    question = {"hands": HANDS, "trump": "S", "ask": ["class", "value"]}
    double = {**question, "variant": "double sar", "heap": 3, "tricks_done": 4, "taken": [1, 0]}
    lines = [
        json.dumps(double),
        f"{' '.join(HANDS)} trump=S variant=double-sar heap=3 tricks_done=4 taken=1,0",
        json.dumps({**question, "heap": 2, "tricks_done": 2}),
        json.dumps({**double, "heap": "many"}),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "cli", "solve", "--json", "-"],
        input="\n".join(lines), capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    first, second, third, fourth = map(json.loads, done.stdout.splitlines())
    assert (first["class"], first["value"]) == ("KOT_A", 6)
    assert (second["class"], second["value"]) == ("KOT_A", 6)
    assert "in hokm every trick is taken at once" in third["error"]
    assert "heap cannot be 'many': expected a whole number" in fourth["error"]
    assert done.returncode == 3
