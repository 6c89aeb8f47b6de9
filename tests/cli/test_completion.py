"""Completion with the Tab key, as docs/howto.md says: every script, in the shells that are here."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT


def answer(**environment):
    """What `hakem` prints when a shell asks it."""
    ran = subprocess.run(
        [sys.executable, "-m", "cli"],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script(shell):
    script = answer(_HAKEM_COMPLETE=f"source_{shell}")
    assert f"_HAKEM_COMPLETE=complete_{shell}" in script
    assert "hakem" in script


# what each shell tells of the words typed so far
TELLS = {
    "bash": lambda typed: {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1)},
    "zsh": lambda typed: {"_TYPER_COMPLETE_ARGS": typed},
    "fish": lambda typed: {
        "_TYPER_COMPLETE_ARGS": typed,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    },
}


@pytest.mark.one_in(15)
@pytest.mark.parametrize("shell", TELLS)
@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("hakem tr", {"trump"}),
        ("hakem s", {"solve", "score", "serve"}),
        ("hakem deal --wh", {"--where"}),
        ("hakem book ex", {"export"}),
        ("hakem solve --exp", {"--explain"}),
    ],
)
def test_words_are_completed(typed, expected, shell):
    said = answer(_HAKEM_COMPLETE=f"complete_{shell}", **TELLS[shell](typed))
    if shell == "bash":
        assert set(said.split()) == expected
    assert all(word in said for word in expected)


ASKED = {
    "bash": "source {script}; COMP_WORDS=(hakem eq); COMP_CWORD=1; "
    '_hakem_completion hakem; echo "${{COMPREPLY[@]}}"',
    # the function is called as the completion system of zsh would, and tells what it hands over
    "zsh": "compdef() {{ }}; _arguments() {{ print -r -- $@ }}; "
    "_describe() {{ print -r -- ${{(P)2}} }}; "
    "source {script}; words=(hakem eq); CURRENT=2; _hakem_completion",
    "fish": "source {script}; complete -C 'hakem eq'",
}
PLAIN = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("shell", [name for name in ASKED if shutil.which(name)])
def test_the_shells_that_are_here_complete(tmp_path, shell):
    """The script that is printed, in each shell of this machine, with `hakem` on the path."""
    command = tmp_path / "hakem"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m cli "$@"\n')
    command.chmod(0o755)
    script = tmp_path / "script"
    script.write_text(answer(_HAKEM_COMPLETE=f"source_{shell}"))
    ran = subprocess.run(
        [shell, *PLAIN[shell], "-c", ASKED[shell].format(script=script)],
        cwd=ROOT,
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.search(r"\bequity\b", ran.stdout), ran.stderr
    assert not re.search(r"\b(solve|trump|kot)\b", ran.stdout.split("\t")[0])
