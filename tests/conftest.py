"""Shared by the tests of the command line: running it in this process and in another one."""

import contextlib
import io
import os
import shlex
import signal
import subprocess
import sys
import zlib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

# The tests start a hundred processes, and pytest rewrites each of its files: what was compiled is
# kept, also where the environment says otherwise, or each of them compiles it again.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    sys.dont_write_bytecode = False

ROOT = Path(__file__).resolve().parent.parent
DEAL = "0:QJT85.AK652.4.JT A742.Q97.A65.863 96.843.Q983.K975 K3.JT.KJT72.AQ42"
ENDING = "0:AK..2. ..A.32 .AKQ.. Q.J.K."


# What keeps a line short here; what it asks is the same.
SHORT = {
    "trump": ["--samples", "16", "--seed", "1"],
    "kot": ["--samples", "32", "--seed", "1"],
    "play": ["--samples", "16", "--seed", "1"],
    "choose": ["--samples", "16", "--seed", "1"],
    "bench": ["--group", "easy"],
    "duel": ["--deals", "2"],
    "quiz": ["--count", "1"],
}


DEAR = ("duel", "quiz", "review", "deal", "dataset")
"""Commands that may search for seconds."""


def pytest_addoption(parser):
    parser.addoption(
        "--write-golden",
        action="store_true",
        help="write tests/data/golden/*.txt instead of comparing",
    )
    parser.addoption(
        "--share",
        type=int,
        default=1,
        metavar="N",
        help="run one test in N, other ones every day (HAKEM_DAY, days since 1970, sets the day)",
    )


def pytest_configure():
    """A shell's background jobs ignore the interrupt; so would the tests and what they start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


class FromTheEnd(pytest.Dir):
    """A folder that is read from its last file to its first."""

    def collect(self):
        return reversed(list(super().collect()))


def pytest_collect_directory(path, parent):
    """Every second process begins at the end, so that the two meet.

    What costs at the first run is pytest's rewriting of the assertions, of each file once, as the
    next process finds it done.
    """
    if int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 2:
        return FromTheEnd.from_parent(parent, path=path)
    return None


@pytest.hookimpl(tryfirst=True)  # before the marks are looked at
def pytest_collection_modifyitems(config, items):
    """The same order in all processes; leave cases to the slow run; keep today's share."""
    items.sort(key=lambda item: item.path)
    leave_to_the_slow_run(items)
    number = config.getoption("--share")
    if number == 1:
        return
    from size import today

    day = today()
    kept = [one for one in items if (zlib.crc32(one.nodeid.encode()) + day) % number == 0]
    config.hook.pytest_deselected(items=[one for one in items if one not in kept])
    items[:] = kept


def leave_to_the_slow_run(items):
    """Of a test's cases marked `one_in(n)` every nth is run by default, the first among them."""
    met = Counter()
    for item in items:
        mark = item.get_closest_marker("one_in")
        if mark is not None:
            name = item.nodeid.partition("[")[0]
            if met[name] % mark.args[0]:
                item.add_marker(pytest.mark.slow)
            met[name] += 1


class Ran(NamedTuple):
    """What one command line did."""

    code: int
    out: str
    err: str


@pytest.fixture(scope="session")
def fake_book(tmp_path_factory, worker_id):
    """A book of the plain game, 1,024 deals with made-up results; one for all processes."""
    from book_shards import shared_book

    base = tmp_path_factory.getbasetemp()
    return shared_book(base if worker_id == "master" else base.parent)


@pytest.fixture
def deal_text():
    """A full deal as text."""
    return DEAL


@pytest.fixture
def ending_text():
    """Three cards for each seat; with hearts as trumps side A takes all tricks."""
    return ENDING


@pytest.fixture
def plain_terminal(monkeypatch):
    """Eighty columns, no colour asked for or refused."""
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def hakem(monkeypatch, capsys, plain_terminal):
    """hakem(*words, stdin=b"") runs the command line in this process."""
    from cli.app import run

    def call(*words, stdin=b""):
        text = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
        capsys.readouterr()
        code = run([str(word) for word in words])
        caught = capsys.readouterr()
        return Ran(code, caught.out, caught.err)

    return call


@pytest.fixture
def process(plain_terminal):
    """process(*words, **popen) starts the command line in a process of its own."""
    started = []

    def start(*words, **more):
        env = {**os.environ, "PYTHONUTF8": "1", **more.pop("env", {})}
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | more
        child = subprocess.Popen(
            [sys.executable, "-m", "cli", *words], cwd=ROOT, env=env, text=True, **pipes
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout, child.stderr):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


def stages(line):
    """The commands of a line, each as its words; the comment behind it is left out."""
    found = [[]]
    for word in shlex.split(line, comments=True):
        if word == "|":
            found.append([])
        else:
            found[-1].append(word)
    return found
