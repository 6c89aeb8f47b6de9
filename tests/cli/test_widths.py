"""What is printed fits the terminal: no line is longer than it, and no figure is cut."""

import re

import pytest
from conftest import DEAL, ENDING, ROOT

MATCH = str(ROOT / "docs" / "examples" / "match.txt")
CHALLENGE = ["AK.AKQJT.AK.A842", "--variant", "rang", "--set", "challenge=on", "--called", "S"]
DEFENCE = ["K84.KT76.J9.AJ85", "-t", "D", "--play", "DQ", "--scoring", "inpk"]
SHORT = ["-n", "4", "--seed", "1"]
COMMANDS = {
    "trump": ["trump", "AQ.K84..", *SHORT],
    "trump_details": ["trump", "AQ.K84..", "--details", *SHORT],
    "trump_bavney": ["trump", "AQ.K84..", "--scoring", "inpk", *SHORT],
    "trump_match": ["trump", "AQ.K84..", "--score", "6-4", *SHORT],
    "trump_undecided": ["trump", "AQ.K84..", "--nodes", "2000", "-n", "8", "--seed", "1"],
    "trump_three": ["trump", "AKQJ9...", "--variant", "three", "-n", "2", "--seed", "1"],
    "league": ["duel", "thumb", "random", "playout:2", *SHORT],
    "kot": ["kot", "AQ.K84..", "-t", "S", *SHORT],
    "kot_details": ["kot", "AQ.K84..", "-t", "S", "--details", *SHORT],
    "kot_undecided": ["kot", "AQ.K84..", "-t", "S", "--nodes", "30", "-n", "99", "--seed", "1"],
    "play": ["play", *DEFENCE, *SHORT],
    "play_details": ["play", *DEFENCE, "--details", *SHORT],
    "play_exact": ["play", MATCH, "--at", "7.4", "--give", "0:D2"],
    "play_undecided": ["play", *DEFENCE, "--nodes", "200", *SHORT],
    "choose": ["choose", "9876.5..", "--variant", "satat", *SHORT],
    "choose_details": ["choose", "9876.5..", "--variant", "satat", "--details", *SHORT],
    "choose_challenge": ["choose", *CHALLENGE, *SHORT],
    "choose_bids": ["choose", "AKQJT.AK42.A4.84", "--variant", "daba", *SHORT],
    "choose_match": ["choose", "AQ.K84..", "--score", "6-4", *SHORT],
    "solve": ["solve", DEAL, "-t", "S"],
    "solve_limit": ["solve", DEAL, "-t", "S", "--nodes", "1000"],
    "solve_table": ["solve", ENDING, "-t", "H", "--table", "--ask", "class,challenge"],
    "variants": ["variants"],
    "variants_one": ["variants", "court", "piece"],
    "score": ["score", "kot", "a"],
    "replay": ["replay", MATCH],
    "equity": ["equity", "--score", "5-3"],
    "equity_table": ["equity", "--table"],
    "bench": ["bench", "--group", "easy"],
}
# A figure, and what may follow one that was cut.
CUT = re.compile(r"\d[.,]?…|…\d")


@pytest.mark.one_in(4)
@pytest.mark.parametrize("columns", [40, 60, 80, 120])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_width(hakem, monkeypatch, name, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = hakem(*COMMANDS[name])
    assert ran.code in (0, 4)
    lines = ran.out.splitlines()
    assert lines
    assert [line for line in lines if len(line) > columns] == []
    assert CUT.search(ran.out) is None


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_every_suit_has_its_figures_and_its_bar(hakem, monkeypatch, columns):
    """The row of a suit and its bar keep the suit, at any width."""
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = hakem("trump", "AQ.K84..", *SHORT)
    for suit in "♠♥♦♣":
        assert re.search(rf"^ +{suit} +\d+\.\d+%", ran.out, re.MULTILINE)
        assert re.search(rf"^  {suit}  [█▓▒░]{{{min(60, columns - 5)}}}$", ran.out, re.MULTILINE)


def test_a_wide_terminal_has_figure_and_interval_on_one_line(hakem, monkeypatch):
    said = {}
    for columns in (80, 120):
        monkeypatch.setenv("COLUMNS", str(columns))
        table = hakem("trump", "KQ83.A..").out.split("─\n")[1].split("\n\n")[0]
        said[columns] = table.splitlines()
    assert (len(said[80]), len(said[120])) == (8, 4)
    figures, intervals = said[80][:2]
    suit, *told = re.split(r" {2,}", said[120][0].strip())
    assert [suit, *(word.split(" ", 1)[0] for word in told)] == figures.split()
    assert [word.split(" ", 1)[1].strip() for word in told] == re.split(r" {2,}", intervals.strip())


def test_narrow_columns_go_in_a_fixed_order(hakem, monkeypatch):
    heads = []
    for columns in (120, 80, 60, 40):
        monkeypatch.setenv("COLUMNS", str(columns))
        out = hakem("trump", "AQ.K84..", "--scoring", "inpk", "--details", *SHORT).out
        (line,) = re.findall(r"^trump .*$", out, re.MULTILINE)
        heads.append(re.split(r" {2,}", line))
    full = ["trump", "win", "kot", "bavney", "goon kot", "kots", "deals"]
    less = [full, full, full[:4] + full[5:6], full[:4] + full[5:6]]
    assert heads == less


@pytest.mark.one_in(4)
@pytest.mark.parametrize("command", ["kot_details", "choose_challenge", "trump", "bench"])
def test_ascii_terminals_have_plain_columns(command):
    """No sign outside ASCII, no line down the table, figures apart from one another."""
    import os
    import subprocess
    import sys

    ran = subprocess.run(
        [sys.executable, "-m", "cli", *COMMANDS[command]],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80"},
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    text = ran.stdout.decode("ascii")
    assert "|" not in text
    assert re.search(r"^-{20,}$", text, re.MULTILINE)
