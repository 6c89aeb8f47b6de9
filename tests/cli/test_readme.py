"""The examples of README.md do what they say."""

import io
import json
import re
from contextlib import redirect_stdout

import pytest
from conftest import ROOT

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
    commands = re.findall(r"^│ (\w+) ", hakem("--help").out.split("Commands")[1], re.MULTILINE)
    assert set(commands) <= set(listed())
    assert len(commands) >= 6
