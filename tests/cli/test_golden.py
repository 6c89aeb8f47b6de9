"""The text of every command, compared with tests/data/golden/*.txt.

Times and node counts are masked. To write the files again: pytest tests -k golden --write-golden,
then read what changed.
"""

import re
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
DEAL = "0:QJT85.AK652.4.JT A742.Q97.A65.863 96.843.Q983.K975 K3.JT.KJT72.AQ42"
ENDING = "0:AK..2. ..A.32 .AKQ.. Q.J.K."
LINES = f"""# a comment, and an empty line, are left out

{ENDING} trump=H ask=class,value
0:AK..2. ..A.32 .AKQ.. Q.J.K trump=H
{{"hands": ["AK..2.", "..A.32", ".AKQ..", "Q.J.K."], "trump": null, "ask": [{{"race": [2, 1]}}]}}
"""
CASES = {
    "trump": ["trump", "AQ.K84..", "--samples", "8", "--seed", "1"],
    "trump_nl": ["trump", "SA SK HA HK DA", "--scoring", "nl", "--samples", "8", "--seed", "2"],
    "trump_hard7": ["trump", "5432..2.", "-o", "stop_rule=hard7", "--samples", "8", "--seed", "3"],
    "kot": ["kot", "AQ.K84..", "--trump", "S", "--samples", "500", "--seed", "1"],
    "kot_full": ["kot", "AQT5.K84.A2.A742", "-t", "S", "--samples", "500", "--seed", "1"],
    "kot_three": ["kot", "AKQJ9...", "-t", "S", "--variant", "three", "-n", "99", "--seed", "1"],
    "kot_beranga": ["kot", "AQ.K84..", "--variant", "be-ranga", "-n", "9", "--seed", "1"],
    "trump_two": ["trump", "AQ.K84..", "--variant", "two", "-n", "2", "--seed", "1"],
    "trump_daba": ["trump", "AKQJT.AK42.A4.84", "--variant", "daba", "-n", "4", "--seed", "1"],
    "play": ["play", "K84.KT76.J9.AJ85", "-t", "D", "--play", "DQ", "-n", "40", "--seed", "1"],
    "solve": ["solve", DEAL, "--trump", "S"],
    "solve_table": ["solve", ENDING, "--trump", "H", "--table"],
    "solve_race": ["solve", DEAL, "-t", "S", "--race", "7,1", "--race", "6,8", "--ask", "value"],
    "solve_play": ["solve", ENDING, "-t", "H", "--play", "SA C2 HQ"],
    "solve_player": ["solve", ENDING, "-t", "H", "--player", "0", "--ask", "class,value"],
    "solve_stream": ["solve", "-"],
    "solve_stream_json": ["solve", "--json", "-"],
    "solve_limit": ["solve", DEAL, "-t", "S", "--nodes", "1", "--ask", "value"],
    "deal": ["deal", "-n", "3", "--seed", "1"],
    "deal_conditions": [
        "deal", "--seed", "7", "--give", "0:AQ.K84..", "--length", "1:S=0", "--length", "2:H=0-1",
        "--diagram",
    ],
    "deal_endings": ["deal", "-n", "2", "--seed", "1", "--cards", "3", "--trump", "H"],
    "deal_json": ["deal", "-n", "2", "--seed", "1", "--cards", "3", "--trump", "H", "--json"],
    "variants": ["variants"],
    "variants_one": ["variants", "court", "piece"],
    "bench": ["bench", "--group", "easy"],
    "version": ["--version"],
}  # fmt: skip


def masked(name: str, text: str) -> str:
    """The text without what differs from run to run and from machine to machine."""
    text = re.sub(r"[\d,]+\.\d+ (s|ms)\b", r"#.# \1", text)
    text = re.sub(r"[\d,]+ cards played", "# cards played", text)
    text = re.sub(r'"(nodes|seconds)": [\d.e-]+', r'"\1": #', text)
    if name == "bench":
        text = re.sub(r"[ ─]+", " ", re.sub(r"\d[\d,.]*", "#", text))
        text = re.sub(r",\s+", ", ", text).replace(", # instructions a node", "")
    return text


@pytest.mark.parametrize("name", CASES)
def test_golden_text(hakem, request, name):
    ran = hakem(*CASES[name], stdin=LINES)
    text = f"exit code {ran.code}\n--- standard output\n{ran.out}--- standard error\n{ran.err}"
    path = GOLDEN / f"{name}.txt"
    if request.config.getoption("--write-golden"):
        path.write_text(masked(name, text), encoding="utf-8")
    assert masked(name, text) == path.read_text(encoding="utf-8")


def test_every_golden_file_belongs_to_a_case():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(CASES)


@pytest.mark.parametrize("name", ["trump", "kot", "solve", "solve_table", "variants_one"])
def test_text_fits_eighty_columns(name):
    lines = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) <= 80
