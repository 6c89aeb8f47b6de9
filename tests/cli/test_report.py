"""`--html FILE`: one file that needs nothing else, with the figures of the terminal."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest
from conftest import ENDING, ROOT

MATCH = ROOT / "docs" / "examples" / "match.txt"
COMMANDS = {
    "solve": ["solve", "-t", "H", ENDING],
    "trump": ["trump", "AQ.K84..", "--samples", "16", "--seed", "1"],
    "kot": ["kot", "AQ.K84..", "-t", "S", "--samples", "64", "--seed", "1"],
    "replay": ["replay", MATCH],
    "review": ["review", MATCH, "--quick"],
    "play": ["play", "K84.KT76.J9.AJ85", "-t", "D", "--play", "DQ", "-n", "8", "--seed", "1"],
}
SPARE = {"meta", "br", "line", "rect", "circle"}


class Closed(HTMLParser):
    """Every element is closed and nothing is loaded; `scripts` holds what may run."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.scripts = []

    def handle_starttag(self, tag, attrs):
        assert tag not in {"link", "img", "iframe", "object"}
        if tag == "script":
            self.scripts += [""] if not attrs else []
            assert attrs in ([], [("type", "application/json")])
        assert not {"src", "href"} & {name for name, _ in attrs}
        assert not [name for name, _ in attrs if name.startswith("on")]
        if tag not in SPARE:
            self.open.append(tag)

    def handle_data(self, data):
        if self.open and self.open[-1] == "script" and self.scripts:
            self.scripts[-1] += data

    def handle_endtag(self, tag):
        if tag not in SPARE:
            assert self.open.pop() == tag


def words(text):
    """The words of a report or of a terminal, without marks and lines."""
    plain = re.sub(r"<(style|script).*?</\1>|<[^>]+>", "", text, flags=re.DOTALL)
    return set(re.findall(r"[\w.%+]{2,}", plain.replace("&#x27;", "'")))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_report_is_whole_and_says_what_the_terminal_says(hakem, tmp_path, name):
    path = tmp_path / "report.html"
    ran = hakem(*COMMANDS[name], "--html", path)
    assert ran.code == 0, ran.err
    text = path.read_text(encoding="utf-8")
    reader = Closed()
    reader.feed(text)
    assert reader.open == []
    assert len(text) < 150_000
    assert len(reader.scripts) == (name in ("solve", "replay", "review"))
    for script in reader.scripts:
        assert len(script) < 4096
        own = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"script-src 'sha256-{own}'" in text
    figures = {
        word
        for word in words(ran.out.split("seats 0 and 2:")[-1])
        if re.fullmatch(r"[\d.]+%?", word)
    }
    assert figures - words(text) == set()
    assert f"hakem {name}" in text
    assert "--html" not in text
    alone = hakem(*COMMANDS[name])
    timed = re.compile(r"\d[\d.]* (ms|s)\b")  # the time a search took
    assert timed.sub("", alone.out) == timed.sub("", ran.out)


def test_the_command_at_its_foot_repeats_a_report(hakem, tmp_path):
    """The seed that was drawn stands in it; where none was drawn, none does."""
    path = tmp_path / "report.html"

    def command():
        said = re.search(r"Repeat with: <code>hakem (.*?)</code>", path.read_text("utf-8"))
        return said[1].split()

    words = ["kot", "AQ.K84..", "-t", "S", "--samples", "64"]
    first = hakem(*words, "--html", path).out
    assert command()[:-1] == [*words, "--seed"]
    again = hakem(*command()).out
    timed = re.compile(r"\d[\d.]* (ms|s)\b")
    assert timed.sub("", again) == timed.sub("", first)
    hakem(*words, "--seed", "5", "--html", path)
    assert command() == [*words, "--seed", "5"]
    hakem("solve", "-t", "H", ENDING, "--html", path)
    assert "--seed" not in command()


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("name", "pictures"),
    [
        ("solve", {"hand": 4}),
        ("trump", {"hand": 1, "bars": 1}),
        ("kot", {"hand": 1, "bars": 1}),
        ("play", {"hand": 1, "bars": 1}),
        ("replay", {"timeline": 1}),
        ("review", {"timeline": 1}),
    ],
)
def test_a_report_has_its_pictures(hakem, tmp_path, name, pictures):
    """Hands, bars and the course of a hand are SVG; the verdict stands before them."""
    path = tmp_path / "report.html"
    assert hakem(*COMMANDS[name], "--html", path).code == 0
    text = path.read_text(encoding="utf-8")
    for kind, least in pictures.items():
        assert text.count(f'class="{kind}"') >= least
    if name not in ("solve", "replay"):
        assert text.index('class="verdict"') < text.index("<svg")


@pytest.mark.slow
def test_a_graded_review_draws_the_chance_to_win(hakem, tmp_path):
    """Two curves; a dot for each card that was judged, with its chance from its own seat."""
    path = tmp_path / "report.html"
    record = ROOT / "docs" / "examples" / "lost_kot.txt"
    assert hakem("review", record, "--seed", "1", "--html", path).code == 0
    text = path.read_text(encoding="utf-8")
    assert text.count('class="timeline"') == 2
    dots = re.findall(r"<title>trick \d+, seat \d, [a-z ]+: ([\d.]+)%", text)
    assert len(dots) > 20
    assert "K: best over what seat 0 knew." in text


def test_names_from_a_record_are_text(hakem, tmp_path):
    record = tmp_path / "bad.hkm"
    record.write_text(
        MATCH.read_text(encoding="utf-8").replace(
            "[Match", '[Note "<script>alert(1)</script>"]\n[Match', 1
        ),
        encoding="utf-8",
    )
    path = tmp_path / "report.html"
    ran = hakem("replay", record, "--html", path)
    assert ran.code == 0, ran.err
    reader = Closed()
    reader.feed(path.read_text(encoding="utf-8"))


def test_a_report_that_cannot_be_written_is_refused_before_the_work(hakem, tmp_path):
    ran = hakem(*COMMANDS["trump"], "--html", tmp_path / "no" / "report.html")
    assert ran.code == 5
    assert "could not be written: there is no folder" in ran.err
    assert ran.out == ""


def test_json_and_a_report_are_two_things(hakem, tmp_path):
    ran = hakem(*COMMANDS["solve"], "--json", "--html", tmp_path / "report.html")
    assert ran.code == 2
    assert "give one of them" in ran.err


def test_what_is_refused_leaves_no_report(hakem, tmp_path):
    path = tmp_path / "report.html"
    assert hakem("solve", "-t", "H", "0:AA... K... Q... J...", "--html", path).code == 3
    assert not path.exists()
