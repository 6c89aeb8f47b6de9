"""The examples of README.md, and the pages of docs/ in `PAGES`, do what they say.

A line that begins with four blanks and `hakem` can be pasted. A block of Python runs; where a block
of text follows it at once, that is what it prints.
"""

import io
import json
import re
from contextlib import redirect_stdout

import pytest
from conftest import DEAR, ROOT, SHORT, stages

PAGES = (
    "README.md",
    "docs/tutorial.md",
    "docs/howto.md",
    "docs/batches.md",
    "docs/tables.md",
    "docs/dataset.md",
    "docs/learning.md",
    "docs/page.md",
    "docs/conditions.md",
    "docs/statistics.md",
    "docs/players.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "games").glob("*.md")),
)
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_question_in_json(hakem):
    question, answer = re.search(
        r"echo '(\{.*?\})' \\\n *\| hakem solve --json -\n *(\{.*\})\n", TEXT
    ).groups()
    ran = hakem("solve", "--json", "-", stdin=question + "\n")
    found, shown = json.loads(ran.out), json.loads(answer)
    assert list(found) == list(shown)
    assert [found[name] for name in ("schema", "class", "value")] == [1, "KOT_A", 2]
    assert [shown[name] for name in ("schema", "class", "value")] == [1, "KOT_A", 2]


def test_the_python_example():
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(code, "README.md", "exec"), {})
    assert out.getvalue() == "KOT_A 2\n"


def listed():
    """The commands of the section `What can be asked`, with their arguments."""
    section = TEXT.split("## What can be asked")[1].split("##")[0]
    return re.findall(r"^    hakem (\w+)", section, re.MULTILINE)


@pytest.mark.parametrize("command", listed())
def test_listed_commands_exist(hakem, command):
    assert hakem(command, "--help").code == 0


def test_all_commands_are_listed(hakem):
    commands = re.findall(r"^  (\w+)  ", hakem("--help").out.split("Commands")[1], re.MULTILINE)
    assert set(commands) <= set(listed())
    assert len(commands) >= 6


def pasted(text):
    """Every indented line that begins with the command, and every command within a sentence."""
    lines = re.findall(r"^    (hakem .*)$", text, re.MULTILINE)
    return lines + re.findall(r"`(hakem kot [^`]*--variant[^`]*)`", text)


LINES = {
    f"{page}: {line}": line
    for page in PAGES
    for line in pasted((ROOT / page).read_text(encoding="utf-8"))
}


def cases():
    """The lines as cases; of the other pages most are slow ones, all of the dear commands."""
    for number, (name, line) in enumerate(LINES.items()):
        slow = not name.startswith("README.md") and (number % 3 or line.split()[1] in DEAR)
        yield pytest.param(line, id=name, marks=[pytest.mark.slow] if slow else [])


def test_no_line_has_a_placeholder():
    assert len(pasted(TEXT)) >= 14
    assert not [line for line in LINES.values() if "..." in line or "HAND" in line]


@pytest.mark.parametrize("line", list(cases()))
def test_a_line_can_be_pasted(hakem, monkeypatch, tmp_path, line):
    monkeypatch.chdir(ROOT)
    # a server runs until Ctrl-C: here it ends at once, and opens no browser
    monkeypatch.setattr("uvicorn.Server.run", lambda server, sockets: None)
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    out = ""
    for name, command, *words in stages(line):
        assert name == "hakem"
        written = (".html", ".counts", ".parquet", ".csv")
        words = [str(tmp_path / w) if w.endswith(written) else w for w in words]
        if command == "merge":
            for number, name in enumerate(words, 1):
                part = hakem("deal", "-n", 3, "--seed", 1, "--part", f"{number}/2", "--json").out
                (tmp_path / name).write_text(part)
                words[number - 1] = str(tmp_path / name)
        if command == "dataset":
            words[0] = str(tmp_path / words[0])
        ran = hakem(command, *words, *SHORT.get(command, []), stdin=out)
        assert ran.code == 0, ran.err
        out = ran.out
    assert out.strip() or list(tmp_path.iterdir())


def blocks():
    """The blocks of Python of all pages, and what each is said to print."""
    found = []
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        here = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", text, re.DOTALL)
        found += [pytest.param(*block, id=f"{page} {n}") for n, block in enumerate(here, 1)]
    return found


@pytest.mark.parametrize(("code", "printed"), blocks())
def test_a_block_of_python_runs(monkeypatch, code, printed):
    monkeypatch.chdir(ROOT)
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(code, "a page", "exec"), {})
    if printed:
        assert out.getvalue() == printed


def test_the_deal_with_words_can_be_pasted(hakem):
    (line,) = re.findall(r"^    (0:.* trump=.*)$", TEXT, re.MULTILINE)
    answer = json.loads(hakem("solve", "--json", "-", stdin=line + "\n").out)
    assert answer["class"] == "KOT_A"
    assert answer["races"] == {"2,1": True}


def test_the_example_is_the_match_of_the_documents():
    record = (ROOT / "docs" / "examples" / "match.txt").read_text(encoding="utf-8")
    assert f"```hakem\n{record}```" in (ROOT / "docs" / "match.md").read_text(encoding="utf-8")
