"""Every key of every JSON answer of every command stands in docs/json.md."""

import json
import re

import pytest
from conftest import ROOT

from solver.base.outcomes import Outcome
from solver.game.option_tables import HOUSE_OPTIONS
from solver.game.variants import PRESETS, VARIANTS

DEAL = "0:QJT85.AK652.4.JT A742.Q97.A65.863 96.843.Q983.K975 K3.JT.KJT72.AQ42"
END = "0:AK..2. ..A.32 .AKQ.. Q.J.K."
TWO = "AKQJT98765.43.. 432.AKQJT9876.."
FIVE_START = (
    "0:T3.A6..T K8.Q4.9. J4.K8..J 5..AJ.A3 reserves=Q6.T92.K5.K|A2.3.8643.Q|97.J7.Q.862|.5.T72.9754"
)
MATCH, LOST = "docs/examples/match.txt", "docs/examples/lost_kot.txt"
PLAY = ("play", "K84.KT76.J9.AJ85", "-t", "D", "--play", "DQ", "--samples", "20", "--seed", "1")

ANSWERS = {
    "trump of the book": ("trump", "KQ83.A.."),
    "trump": ("trump", "AQx.Kx..", "--samples", "4", "--seed", "1", "--give", "2:C2"),
    "trump at a score": ("trump", "AQ.K84..", "--score", "5-3"),
    "trump with bounds": ("trump", "AQ.K84..", "--samples", "4", "--node-limit", "400"),
    "trump of three": ("trump", "AQ.K84..", "--samples", "2", "--variant", "three", "--seed", "1"),
    "trump of two": ("trump", "AQ.K84..", "--samples", "2", "--variant", "two", "--seed", "1"),
    "bids": ("trump", "AKQJT.AK42.A4.84", "--variant", "daba", "--samples", "4"),
    "kot": ("kot", "KQ83.A..", "--samples", "64", "--seed", "1"),
    "kot of tens": ("kot", "AQ.K84..", "-t", "S", "--variant", "dehla", "--samples", "4"),
    "play": PLAY,
    "play by the call": (*PLAY, "--weigh-call"),
    "play of a record": ("play", MATCH, "--at", "5.3", "--samples", "20", "--seed", "1"),
    "play with bounds": (*PLAY, "--node-limit", "400"),
    "a call at the table": ("trump", "KQ83.A..", "--judge", "both"),
    "play at the table": (*PLAY, "--judge", "both"),
    "a named play": ("play", "T72.AQ4.Q985.J63", "-t", "S", "--seat", "1", "--play", "H2",
                     "--samples", "20", "--seed", "1"),
    "a hidden trump": (
        "play", "K84.KT76.J9.AJ85", "-t", "D", "--seat", "0", "--variant", "band_rang",
        "--samples", "4", "--seed", "1"),
    "solve": ("solve", DEAL, "-t", "S", "--explain"),
    "a table": ("solve", END, "--table"),
    "races": ("solve", END, "-t", "S", "--race", "2,1"),
    "a line that stops": ("solve", END, "-t", "H", "--ask", "line,reasons"),
    "a node limit": ("solve", DEAL, "-t", "H", "--node-limit", "50"),
    "a table with a limit": ("solve", DEAL, "--table", "--node-limit", "50"),
    "three players": ("solve", "0:AK.2.. ..A3.4 Q...A3", "-t", "S", "--variant", "three"),
    "bids of an open hand": ("solve", END, "-t", "S", "--variant", "daba"),
    "a challenge": ("solve", DEAL, "-t", "S", "--ask", "challenge"),
    "a draw": ("solve", "--variant", "two", "-t", "S", "--stock", "CA,C2,DA,D2", TWO),
    "a chance": ("solve", "--variant", "dehla_five_card", "--node-limit", "300", FIVE_START),
    "dummy": ("solve", END, "-t", "S", "--variant", "dummy", "--player", "0", "--explain"),
    "deal": ("deal", "--seed", "1", "-t", "S", "--give", "0:AQx.Kx.."),
    "deal that meets a condition": ("deal", "--seed", "1", "-t", "S", "--where", "class >= win"),
    "deal of five": ("deal", "--seed", "1", "--variant", "dehla_five_card"),
    "variants": ("variants",),
    "one variant": ("variants", "rang"),
    "choose": ("choose", "9876.5..", "--variant", "satat", "--samples", "8", "--seed", "1"),
    "challenge": ("choose", "AK.AKQJT.AK.A842", "--variant", "rang", "--set", "challenge=on",
                  "--called", "S", "--samples", "8", "--seed", "1"),
    "discards": ("choose", "AKQ.K8..", "--variant", "two", "--called", "S", "-n", "2"),
    "score": ("score", "kot", "a"),
    "score of one house": ("score", "9-4", "--variant", "iran"),
    "score of a match": ("score", MATCH),
    "score to expect": ("score", "--classes", "WIN_A=50,KOT_A=14,WIN_B=36"),
    "replay": ("replay", MATCH, "--tricks"),
    "replay of two": ("replay", MATCH, LOST),
    "review": ("review", LOST, "--seed", "1"),
    "habits": ("habits", MATCH, "--name", "Ali"),
    "review of open hands": ("review", MATCH, "--quick"),
    "review of an archive": ("review", "docs/examples", "--quick", "--seed", "1"),
    "quiz": ("quiz", "--seed", "7", "--count", "8"),
    "equity": ("equity", "--score", "5-3", "--table"),
    "duel": ("duel", "thumb", "random", "--deals", "2", "--seed", "1"),
    "league": ("duel", "thumb", "random", "thumb", "--deals", "1", "--seed", "1"),
    "dataset": ("dataset", "FOLDER", "--positions", "1", "--worlds", "1", "--seed", "1",
                "--format", "csv"),
    "bench": ("bench", "--group", "easy"),
    "book show": ("book", "show", "AQ.K84.."),
    "book top": ("book", "top", "--count", "2"),
    "book info": ("book", "info"),
    "book lessons": ("book", "lessons"),
    "refusal": ("trump", "AQ"),
}  # fmt: skip

# Keys that are no field: suits, seats, cards, classes, games, options; and what stands below these.
NAMES = {
    *"SHDC-", "none", "us", "them",
    *(outcome.name for outcome in Outcome),
    *(option.name for option in HOUSE_OPTIONS),
    *(name for variant in VARIANTS for name in variant.options),
    *PRESETS,
}  # fmt: skip
NAMED_BELOW = ("refused", "sources", "weights", "quantiles", "groups", "grades")
A_NAME = re.compile(r"(ask\+)?[SHDC][2-9TJQKA]|[0-9]+(,[0-9]+)?|(discard )?([SHDC][2-9TJQKA] ?)+")
ALSO = {"trump": ["choose"], "book": ["trump"], "score": ["replay"], "review": ["solve"]}
"""Sections that the section of a command refers to."""
SECTIONS = dict(
    part.split("\n", 1)
    for part in (ROOT / "docs" / "json.md").read_text(encoding="utf-8").split("\n## ")[1:]
)


def documented(command):
    """Every word in backticks of the section about this command, and of those about all."""
    about = ["In every answer", "Objects that occur in several answers", *ALSO.get(command, [])]
    said = " ".join(SECTIONS[title] for title in [*about, command])
    return set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", said))))


def keys_of(value, path=""):
    """(key, where) of every field of an answer, however deep."""
    if isinstance(value, list):
        for item in value:
            yield from keys_of(item, path)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key, path
            yield from keys_of(inner, f"{path}.{key}")


def unknown(answer, command):
    return {
        f"{path}.{key}"
        for key, path in keys_of(answer)
        if key not in documented(command) | NAMES
        and not path.endswith(NAMED_BELOW)
        and not A_NAME.fullmatch(key)
    }


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] if n == "review" else []) for n in ANSWERS]
)
def test_every_key_is_documented(hakem, monkeypatch, tmp_path, name):
    monkeypatch.chdir(ROOT)
    words = [str(tmp_path) if word == "FOLDER" else word for word in ANSWERS[name]]
    ran = hakem(*words, "--json")
    assert ran.out, ran.err
    for line in ran.out.splitlines():
        answer = json.loads(line)
        assert "error" not in answer or name == "refusal", answer
        assert unknown(answer, ANSWERS[name][0]) == set()


def test_a_key_that_is_not_documented_is_found():
    assert unknown({"schema": 1, "trumps": {"S": [{"wn": 1}]}}, "trump") == {".trumps.S.wn"}
    assert unknown({"schema": 1, "effects": []}, "kot") == set()
    assert unknown({"schema": 1, "effects": []}, "play") == {".effects"}
