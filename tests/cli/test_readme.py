"""The examples of README.md do what they say."""

import io
import json
import re
from contextlib import redirect_stdout

import pytest
from conftest import ROOT, SHORT, stages

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


def pasted():
    """Every indented line that begins with the command, and every command within a sentence."""
    lines = re.findall(r"^    (hakem .*)$", TEXT, re.MULTILINE)
    return lines + re.findall(r"`(hakem kot [^`]*--variant[^`]*)`", TEXT)


def test_no_line_has_a_placeholder():
    assert len(pasted()) >= 14
    assert not [line for line in pasted() if "..." in line or "HAND" in line]


@pytest.mark.parametrize("line", pasted(), ids=lambda line: " ".join(stages(line)[0][1:4]))
def test_a_line_can_be_pasted(hakem, monkeypatch, line):
    monkeypatch.chdir(ROOT)
    out = ""
    for name, command, *words in stages(line):
        assert name == "hakem"
        ran = hakem(command, *words, *SHORT.get(command, []), stdin=out)
        assert ran.code == 0, ran.err
        out = ran.out
    assert out.strip()


def test_the_deal_with_words_can_be_pasted(hakem):
    (line,) = re.findall(r"^    (0:.* trump=.*)$", TEXT, re.MULTILINE)
    answer = json.loads(hakem("solve", "--json", "-", stdin=line + "\n").out)
    assert answer["class"] == "KOT_A"
    assert answer["races"] == {"2,1": True}


def test_the_example_is_the_match_of_the_documents():
    record = (ROOT / "docs" / "examples" / "match.txt").read_text(encoding="utf-8")
    assert f"```hakem\n{record}```" in (ROOT / "docs" / "match.md").read_text(encoding="utf-8")
