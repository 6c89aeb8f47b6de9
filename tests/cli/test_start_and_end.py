"""How the command starts and ends: cards without a command, closed streams, Ctrl-C."""

import signal
import subprocess
import sys
import time

import pytest
from conftest import ROOT

ENDING = "0:AK..2. ..A.32 .AKQ.. Q.J.K."
HAKEM = f"{sys.executable} -m cli"


def shell(line):
    """(exit code of the command, standard output and error together) of a shell line."""
    done = subprocess.run(
        ["bash", "-c", line.replace("hakem", HAKEM) + "\nexit ${PIPESTATUS[0]}"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


@pytest.mark.parametrize("words", [["AQ.K84.."], ["SA", "SQ", "HK", "H8", "H4"]])
def test_five_cards_ask_for_the_call(hakem, words):
    more = ["-n", "2", "--seed", "1", "--json"]
    assert hakem(*words, *more).out.startswith('{"schema": 1, "hand": "AQ.K84.."')
    assert hakem(*words, *more).code == 0


def test_a_deal_asks_for_its_solution(hakem):
    ran = hakem(ENDING, "-t", "S", "--ask", "value")
    assert (ran.code, "2 of 3 tricks" in ran.out) == (0, True)


@pytest.mark.parametrize("words", [["AQ.K84"], ["solv", ENDING], ["AQT5.K84.A2.A742"], ["plays"]])
def test_what_is_no_command_and_no_cards(hakem, words):
    ran = hakem(*words)
    assert (ran.code, ran.out) == (2, "")
    assert "No such command" in ran.err


def test_completion_can_be_installed(hakem):
    assert "--install-completion" in hakem("--help").out


@pytest.mark.one_in(4)
@pytest.mark.parametrize("words", ["--help", "trump --help", "--version", "variants"])
def test_a_reader_that_has_gone_is_no_fault(words):
    assert shell(f"hakem {words} | true") == (0, "")


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("hakem replay - <&-", 2, "give the record of a match, or pipe it in"),
        ("hakem equity --from - <&-", 2, "give counts, or pipe it in"),
        ("hakem solve - <&-", 2, "give a deal"),
        ("hakem variants >&-", 5, "cannot write the output: standard output is closed"),
        (f"hakem solve '{ENDING}' >&-", 5, "standard output is closed"),
    ],
)
def test_closed_streams(line, code, said):
    ended, text = shell(line)
    assert ended == code
    assert said in text
    assert text.count("\n") == 1


@pytest.mark.one_in(2)
@pytest.mark.parametrize("line", ["hakem solve x >&- 2>&-", "hakem solve x 2>&-"])
def test_codes_without_streams_to_write_to(line):
    assert shell(line) == (3, "")


@pytest.mark.parametrize("delay", [0.02, 0.1, 0.3])
def test_an_interrupt_at_the_start_is_quiet(delay):
    """From the first line of the package on; Python itself needs some time to reach it."""
    code = (
        "import sys, os; sys.argv[:] = ['hakem', 'solve', '-'];"
        "from cli import main; os.write(1, b'!'); main()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    child.stdout.read(1)
    time.sleep(delay)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=30)
    assert child.returncode == 130
    assert err in (b"", b"hakem: interrupted\n")
