"""Completion with the Tab key, as docs/howto.md says: in bash, and the scripts of all shells."""

import os
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


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("hakem tr", {"trump"}),
        ("hakem s", {"solve", "score"}),
        ("hakem deal --wh", {"--where"}),
        ("hakem book ex", {"export"}),
        ("hakem solve --exp", {"--explain"}),
    ],
)
def test_words_are_completed(typed, expected):
    place = str(len(typed.split()) - 1)
    found = answer(_HAKEM_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD=place)
    assert set(found.split()) == expected
    for shell, more in (("zsh", {}), ("fish", {"_TYPER_COMPLETE_FISH_ACTION": "get-args"})):
        said = answer(_HAKEM_COMPLETE=f"complete_{shell}", _TYPER_COMPLETE_ARGS=typed, **more)
        assert all(word in said for word in expected)


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed here")
def test_bash_completes(tmp_path):
    """The script that is printed, in bash, with `hakem` on the path."""
    command = tmp_path / "hakem"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m cli "$@"\n')
    command.chmod(0o755)
    (tmp_path / "script").write_text(answer(_HAKEM_COMPLETE="source_bash"))
    asked = (
        f"source {tmp_path}/script; COMP_WORDS=(hakem eq); COMP_CWORD=1; "
        '_hakem_completion hakem; echo "${COMPREPLY[@]}"'
    )
    ran = subprocess.run(
        ["bash", "--norc", "-c", asked],
        cwd=ROOT,
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout.strip() == "equity", ran.stderr
