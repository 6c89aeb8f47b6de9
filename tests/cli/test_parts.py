"""Parts put together are one run; parts that are not all there are refused."""

import json
import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT

HANDS = "AQ.K84..\nKQ83.A..\n# none\nAQ.K8\n9876.5..\nJT5.K.A.\n"
RECORDS = [str(ROOT / "docs" / "examples" / name) for name in ("match.txt", "lost_kot.txt")]
BUT = {"seconds", "nodes"}
PAGE = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")


def without(answer):
    """The same without what differs from run to run."""
    if isinstance(answer, dict):
        return {name: without(value) for name, value in answer.items() if name not in BUT}
    return [without(each) for each in answer] if isinstance(answer, list) else answer


def answers(text):
    return [without(json.loads(line)) for line in text.splitlines()]


def made(hakem, folder, words, number, stdin=""):
    """The files of so many parts."""
    files = []
    for part in range(1, number + 1):
        ran = hakem(*words, "--part", f"{part}/{number}", stdin=stdin)
        assert ran.code in (0, 3), ran.err
        files.append(folder / f"{part}.jsonl")
        files[-1].write_text(ran.out)
    return files


CASES = {
    "solve": (("solve", "-t", "S", "--json", "-"), 8),
    "trump": (("trump", "--json", "-"), 3),
    "kot": (("kot", "-t", "S", "-n", "32", "--seed", "1", "--json", "-"), 2),
    "deal": (("deal", "-n", "5", "--seed", "1", "--json"), 8),
    "review": (("review", *RECORDS, "--quick", "--seed", "1", "--json"), 2),
}


@pytest.mark.parametrize("name", CASES)
def test_parts_merged_equal_one_run(hakem, tmp_path, name):
    words, number = CASES[name]
    stdin = HANDS
    if name == "solve":
        stdin = hakem("deal", "-n", "20", "--cards", "4", "--seed", "1").out + "nonsense\n\nAK\n"
    one = hakem(*words, stdin=stdin)
    files = made(hakem, tmp_path, words, number, stdin)
    merged = hakem("merge", *map(str, reversed(files)))
    assert (merged.code, merged.err) == (one.code, "")
    assert answers(merged.out) == answers(one.out)
    out = tmp_path / "all.jsonl"
    assert hakem("merge", *map(str, files), "--out", str(out)).code == one.code
    assert out.read_text() == merged.out


def test_parts_from_zero_are_the_same(hakem):
    words = ("deal", "-n", "5", "--seed", "1", "--json")
    assert hakem(*words, "--part", "0/3").out == hakem(*words, "--part", "3/3").out


@pytest.mark.parametrize("command", ["solve", "review"])
def test_tables_merged_equal_one_run(hakem, tmp_path, command):
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    words, stdin = ("review", *RECORDS, "--quick"), ""
    if command == "solve":
        words, stdin = ("solve", "-t", "S", "-"), hakem("deal", "-n", "9", "--cards", "3").out
    files = [str(tmp_path / f"{number}.parquet") for number in range(4)]
    count = 2 if command == "review" else 3
    for number, file in zip(range(1, count + 1), files, strict=False):
        ran = hakem(*words, "--part", f"{number}/{count}", "--out", file, stdin=stdin)
        assert ran.code == 0, ran.err
    assert hakem(*words, "--out", files[3], stdin=stdin).code == 0
    out = str(tmp_path / "all.parquet")
    assert hakem("merge", *files[1:count], files[0], "--out", out).code == 0
    but = "* exclude (nodes, seconds)" if command == "solve" else "*"
    rows = [duckdb.sql(f"select {but} from '{each}'").fetchall() for each in (out, files[3])]
    assert rows[0] == rows[1]
    assert rows[0]


@pytest.fixture
def parts(hakem, tmp_path):
    return made(hakem, tmp_path, ("deal", "-n", "7", "--seed", "1", "--json"), 3)


def refused(hakem, files, tmp_path):
    """Why these are not put together; nothing is written."""
    out = tmp_path / "out"
    ran = hakem("merge", *map(str, files), "--out", str(out))
    assert ran.code == 3, ran
    assert not out.exists()
    return ran.err


def test_what_is_no_whole_is_refused(hakem, parts, tmp_path):
    one, two, three = parts
    assert "part 3/3 is missing: 2 are here" in refused(hakem, [one, two], tmp_path)
    assert "are both part 2/3" in refused(hakem, [one, two, two], tmp_path)
    (other,) = made(hakem, tmp_path / "..", ("deal", "-n", "7", "--json"), 1)[:1]
    assert "does not say so" in refused(hakem, [one, two, other], tmp_path)
    more = tmp_path / "more.jsonl"
    more.write_text(hakem("deal", "-n", "9", "--json", "--part", "3/3").out)
    assert "is of 9 questions" in refused(hakem, [one, two, more], tmp_path)
    more.write_text(hakem("deal", "-n", "7", "--json", "--part", "3/4").out)
    assert "is one of 4 parts" in refused(hakem, [one, two, more], tmp_path)
    lines = three.read_text().splitlines(keepends=True)
    three.write_text("".join(lines[:-1]))  # its machine died
    assert f"{three} is no part that was finished" in refused(hakem, parts, tmp_path)
    three.write_text("".join(lines[1:]))
    assert "answers question 3" in refused(hakem, parts, tmp_path)
    three.write_text("x\n" + lines[-1])
    assert f"{three}, line 1 is no answer of a part" in refused(hakem, parts, tmp_path)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("deal", "--part", "1/3"), "expected --json as well"),
        (("deal", "--part", "4/3", "--json"), "--part '4/3': expected the number of a part"),
        (("deal", "--part", "1/0", "--json"), "--part '1/0'"),
        (("deal", "--part", "x", "--json"), "--part 'x'"),
        (("deal", "--part", "1/3", "--out", "x.csv"), "as Parquet, expected --format parquet"),
        (("deal", "--part", "1/3", "--json", "--where", "class >= win", "-t", "S"), "has no parts"),
        (("trump", "AQ.K84..", "--part", "1/3", "--json"), "one hand has no parts"),
        (("merge", "nowhere"), "nowhere"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_refusals(hakem, tmp_path, monkeypatch, words, why):
    monkeypatch.chdir(tmp_path)
    ran = hakem(*words)
    assert ran.code == 2
    assert why in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def shell(tmp_path):
    """Runs a script in an empty folder, where `hakem` is this tree."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, line in (
        ("hakem", f'exec "{sys.executable}" -m cli "$@"'),
        ("aws", 'cp "$3" "$4"'),
    ):
        (tools / name).write_text(f"#!/bin/sh\n{line}\n")
        (tools / name).chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()

    def run(script, **more):
        paths = {"PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
        subprocess.run(
            ["bash", "-e", "-c", script], cwd=work, env={**os.environ, **paths, **more}, check=True,
            timeout=120,
        )  # fmt: skip
        return work

    return run


@pytest.mark.slow
def test_the_page_can_be_run(shell):
    """The first block, and both scripts with the variables that their scheduler sets."""
    (first,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    slurm, cloud = re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL)
    work = shell(first)
    one = (work / "solved.jsonl").read_text()
    assert len(answers(one)) == 20
    for number in (1, 2):
        shell(slurm, SLURM_ARRAY_TASK_ID=str(number), SLURM_ARRAY_TASK_COUNT="2")
    shell("hakem merge part1.jsonl part2.jsonl --out slurm.jsonl")
    assert [a["trump"] for a in answers((work / "slurm.jsonl").read_text())] == ["S"] * 20
    bucket = work.parent / "bucket"
    bucket.mkdir()
    (bucket / "deals.txt").write_text((work / "deals.txt").read_text())
    for number in (0, 1):
        shell(cloud, AWS_BATCH_JOB_ARRAY_INDEX=str(number), ARRAY_SIZE="2", BUCKET=str(bucket))
    shell("hakem merge ../bucket/part0.jsonl ../bucket/part1.jsonl --out cloud.jsonl")
    assert answers((work / "cloud.jsonl").read_text()) == answers(
        (work / "slurm.jsonl").read_text()
    )
