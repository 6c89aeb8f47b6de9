"""`--cluster`: schedulers and workers as processes of their own, lost in every way.

Each ends the command with one sentence and exit code 5, and what was known is printed.
"""

import gc
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import ROOT

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX systems")

SCHEDULER = """
import asyncio
from distributed import Scheduler

async def serve():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()

asyncio.run(serve())
"""
WORKER = """
import asyncio, sys
{}
from distributed import Worker

async def serve():
    async with Worker(sys.argv[1], nthreads=1, dashboard=False) as worker:
        print(worker.address, flush=True)
        await worker.finished()

asyncio.run(serve())
"""
WITHOUT_HAKEM = "sys.modules['solver'] = None"
OTHER_VERSION = "import solver.base.version; solver.base.version.__version__ = '0.0.9'"
DIES = """
import os
from solver.decide import parallel
parallel._Timed.__call__ = lambda *_: os._exit(9)
"""


@pytest.fixture
def start(tmp_path):
    """start(code, *words) starts a process and gives it with the address that it prints first."""
    children = []

    def begin(code, *words):
        env = {"PYTHONPATH": str(ROOT), "PATH": "", "HOME": str(tmp_path)}
        env["DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES"] = "0"
        child = subprocess.Popen(
            [sys.executable, "-c", code, *words], cwd=tmp_path, env=env, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        children.append(child)
        return child, child.stdout.readline().strip()

    yield begin
    for child in children:
        child.kill()
        child.communicate()


@pytest.fixture
def scheduler(start):
    """A scheduler: its process, and its address."""
    return start(SCHEDULER)


def ended(child):
    """The code of a command, what it printed, and its one sentence."""
    out, err = child.communicate(timeout=60)
    lines = [line for line in err.splitlines() if line.startswith("hakem: ")]
    assert len(lines) == 1, err
    assert "Traceback" not in err
    return child.returncode, out, lines[0]


OTHER = r"the worker at tcp://127.0.0.1:\d+ has Hakem 0.0.9, expected [\d.]+"
LONG = ["trump", "AQ.K84..", "--samples", "50000", "--seed", "1", "--json"]


def at_work(child, path):
    """Wait until the first counts are kept in a file."""
    end = time.monotonic() + 60
    while not path.exists():
        assert child.poll() is None, child.communicate()
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_scheduler_that_is_lost(process, start, scheduler, tmp_path):
    """What was solved before is printed, and is in the file."""
    served, address = scheduler
    start(WORKER.format(""), address)
    counts = tmp_path / "counts"
    child = process(*LONG, "--resume", str(counts), "--cluster", address)
    at_work(child, counts)
    served.send_signal(signal.SIGKILL)
    code, out, said = ended(child)
    assert (code, said) == (
        5,
        "hakem: the work was dropped by those who did it: a scheduler or a worker is lost; what "
        "was known before is printed",
    )
    answer = json.loads(out)
    assert answer["stopped"] == "unfinished"
    assert 0 < answer["n"] < 50_000


@pytest.mark.slow
def test_a_build_whose_scheduler_is_lost(process, start, scheduler, tmp_path):
    served, address = scheduler
    start(WORKER.format(""), address)
    words = ["book", "build", str(tmp_path / "shards"), "-n", "64000", "--seed", "1", "--json"]
    child = process(*words, "--cluster", address)
    end = time.monotonic() + 60
    while not list(tmp_path.glob("shards/*.shard")):
        assert time.monotonic() < end
        time.sleep(0.05)
    served.send_signal(signal.SIGKILL)
    code, out, said = ended(child)
    assert code == 5
    told = json.loads(out)
    assert told["interrupted"]
    assert f"{told['deals']:,} of 64,000 deals are kept in {tmp_path}/shards" in said


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (WITHOUT_HAKEM, r"the worker at tcp://127.0.0.1:\d+ has no Hakem \(.*\)"),
        (OTHER_VERSION, OTHER),
    ],
    ids=["no Hakem", "another version"],
)
@pytest.mark.slow
def test_a_worker_that_would_do_other_work(process, start, scheduler, kind, said):
    _, address = scheduler
    start(WORKER.format(kind), address)
    code, out, sentence = ended(process(*LONG, "--cluster", address))
    assert code == 5
    assert re.search(said, sentence)
    assert json.loads(out)["code"] == 5


@pytest.mark.slow
def test_a_worker_of_another_version_that_comes_late(process, start, scheduler, tmp_path):
    _, address = scheduler
    start(WORKER.format(""), address)
    child = process(*LONG, "--resume", str(tmp_path / "counts"), "--cluster", address)
    at_work(child, tmp_path / "counts")
    start(WORKER.format(OTHER_VERSION), address)
    code, out, sentence = ended(child)
    assert code == 5
    assert re.search(OTHER, sentence) or "a worker has Hakem 0.0.9" in sentence
    assert json.loads(out)["n"] > 0


@pytest.mark.slow
def test_time_is_heard_where_there_is_no_worker(process, scheduler):
    _, address = scheduler
    begun = time.monotonic()
    child = process(*LONG, "--time", "1", "--cluster", address)
    assert ended(child)[::2] == (5, f"hakem: --cluster {address}: there is no worker")
    assert time.monotonic() - begun < 15


@pytest.mark.slow
def test_workers_that_do_not_come(process, scheduler):
    _, address = scheduler
    child = process(*LONG, "--cluster", address)
    assert ended(child)[::2] == (5, f"hakem: --cluster {address}: there is no worker")


@pytest.mark.slow
def test_work_that_kills_its_workers(process, start, scheduler):
    """Given up by the scheduler after the first, as it is set here; by default after the fourth."""
    _, address = scheduler
    workers = [start(WORKER.format(DIES), address)[0] for _ in range(2)]
    code, out, said = ended(process(*LONG, "--cluster", address))
    assert (code, said) == (
        5, "hakem: workers died again and again over the same work: memory may be short there"
    )  # fmt: skip
    assert json.loads(out)["code"] == 5
    assert any(worker.poll() is not None for worker in workers)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nonsense://x", "no scheduler answers there"),
        ("tls://127.0.0.1:1", "Dask has no certificates for tls"),
        ("127.0.0.1:1", "no scheduler answers there"),
    ],
)
def test_addresses_that_lead_nowhere(hakem, monkeypatch, address, said):
    """And no client of Dask is left half made, to be collected while another one starts."""
    monkeypatch.setattr("cli.cluster.PATIENCE", 0.1)
    ran = hakem(*LONG[:-1], "--cluster", address)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"hakem: --cluster {address}: {said}")
    assert ran.err.count("\n") == 1
    assert not [one for one in gc.get_objects() if type(one).__module__ == "distributed.client"]
    assert "IO loop" not in {one.name for one in threading.enumerate()}


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"", "silent for 0 seconds"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "what answers speaks another language"),
    ],
)
def test_who_answers_is_no_scheduler(hakem, monkeypatch, sent, said):
    monkeypatch.setattr("cli.cluster.PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as pool:
        address = f"127.0.0.1:{server.getsockname()[1]}"

        def answer():
            caller, _ = server.accept()
            with caller:
                caller.sendall(sent)
                while caller.recv(4096):
                    pass

        answered = pool.submit(answer)
        ran = hakem(*LONG[:-1], "--cluster", address)
        answered.exception(timeout=30)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"hakem: --cluster {address}: no scheduler answers there ({said})\n"


@pytest.mark.slow
def test_a_cluster_counts_as_this_machine_does(process, hakem, start, scheduler):
    _, address = scheduler
    for _ in range(2):
        start(WORKER.format(""), address)
    words = [*LONG[:3], "200", *LONG[4:]]
    out, err = process(*words, "--cluster", address).communicate(timeout=100)
    assert err == ""
    found, mine = json.loads(out), json.loads(hakem(*words).out)
    for answer in (found, mine):
        for each in (answer, *answer.get("closed", {}).values()):
            del each["seconds"]
    assert found == mine
