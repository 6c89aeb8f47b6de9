"""The help texts: whole sentences, no types behind flags, and examples that can be typed."""

import itertools
import re

import pytest
from conftest import DEAR, ROOT, SHORT, stages

from cli.app import COMMANDS
from cli.book import BOOK_COMMANDS

EXAMPLES = [
    pytest.param(name, line, marks=[pytest.mark.slow] * (name in DEAR), id=f"{name}: {line}")
    for name, (_, _, lines) in COMMANDS.items()
    for line in lines
]


@pytest.mark.parametrize(
    "name", ["", *COMMANDS, "book", *(f"book {name}" for name in BOOK_COMMANDS)]
)
def test_help_is_plain_and_flows(hakem, name):
    text = hakem(*name.split(), "--help").out
    # the value of each option and argument has a name, and no range
    assert not re.search(r"^  \S.*<|\bx[<>]=?\d|[<>{}]=?x\b", text, re.MULTILINE)
    assert "..." not in text.split("Commands:")[-1] or name not in ("", "book")
    assert max(map(len, text.splitlines())) <= 80
    # A paragraph is filled: no line ends where the first word of the next would still have fitted.
    paragraphs = re.findall(r"(?:^  \S.*\n)+", text.split("Options:")[0], re.MULTILINE)
    for paragraph in paragraphs:
        lines = paragraph.splitlines()
        for line, after in itertools.pairwise(lines):
            assert len(line) + 1 + len(after.split()[0]) > 78, line


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("name", "line"), EXAMPLES)
def test_examples_can_be_typed(hakem, monkeypatch, tmp_path, name, line):
    assert line in hakem(name, "--help").out
    monkeypatch.chdir(ROOT)
    # a server runs until Ctrl-C: here it ends at once, and opens no browser
    monkeypatch.setattr("uvicorn.Server.run", lambda server, sockets: None)
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    for number in (1, 2):  # for `hakem merge`
        part = hakem("deal", "-n", 3, "--seed", 1, "--part", f"{number}/2", "--json").out
        (tmp_path / f"part{number}.jsonl").write_text(part)
    out = ""
    for _, command, *words in stages(line.replace("match.hkm", "docs/examples/match.txt")):
        made = (".html", ".jsonl", "data")
        words = [str(tmp_path / word) if word.endswith(made) else word for word in words]
        short = [] if "-n" in words or "--samples" in words else SHORT.get(command, [])
        ran = hakem(command, *words, *short, stdin=out)
        assert ran.code == 0, ran.err
        out = ran.out
    assert out.strip() or len(list(tmp_path.iterdir())) > 2


def test_every_command_has_examples():
    both = [*COMMANDS.values(), *BOOK_COMMANDS.values()]
    assert all(len(lines) in (2, 3) for _, _, lines in both)
