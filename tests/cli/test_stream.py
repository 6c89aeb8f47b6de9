"""`hakem` among other processes: streams, pipes that close, Ctrl-C, terminals, encodings."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from conftest import ROOT

LINE = '{"hands": ["AK..2.", "..A.32", ".AKQ..", "Q.J.K."], "trump": "H", "ask": ["value"]}'
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def send(child, line):
    child.stdin.write(line + "\n")
    child.stdin.flush()


def endings(hakem, number):
    return hakem("deal", "-n", number, "--cards", "4", "--seed", "1", "--trump", "S").out


def test_each_line_is_answered_before_the_next_is_sent(process):
    child = process("solve", "--json", "-", "--jobs", "2")
    for _ in range(3):
        send(child, LINE)
        assert json.loads(child.stdout.readline())["value"] == 3
        send(child, "nonsense")
        assert "error" in json.loads(child.stdout.readline())
    out, err = child.communicate(timeout=30)
    assert (child.returncode, out, err) == (3, "", "")


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("words", "hand"),
    [
        (["trump", "--samples", "2"], "AQ.K84.."),
        (["kot", "-t", "S", "--samples", "32"], "AQ.K84.."),
        (["choose", "--samples", "2"], "9876.5.."),
        (["play", "-t", "D", "--play", "DQ", "--samples", "2"], "K84.KT76.J9.AJ85"),
    ],
)
def test_each_hand_is_answered_before_the_next_is_sent(process, hakem, words, hand):
    child = process(*words, "--seed", "1", "--json", "-")
    alone = json.loads(hakem(*words, "--seed", "1", "--json", hand).out)
    for number in (1, 3):
        send(child, hand)
        found = json.loads(child.stdout.readline())
        for answer in (found, alone, *found["closed"].values(), *alone["closed"].values()):
            answer.pop("seconds", None)
        assert found == alone
        send(child, "AQ.K84")
        bad = json.loads(child.stdout.readline())
        assert bad == {"schema": 1, "line": number + 1, "error": bad["error"]}
    out, err = child.communicate(timeout=30)
    assert (child.returncode, out, err) == (3, "", "")


def test_hands_of_a_file_and_hands_in_several_lines(hakem, tmp_path):
    file, words = tmp_path / "hands.txt", ("kot", "-t", "S", "--samples", "32", "--seed", "1")

    def told(said):
        return "".join(line for line in said.splitlines(True) if not line.startswith("seed"))

    one = told(hakem(*words, "AQ.K84..").out)
    file.write_text("# three\nAQ.K84..\n\nAQ.K84\nAQ.K84.. ; again\n", encoding="utf-8")
    three = hakem(*words, str(file))
    assert three.code == 3
    assert three.err.startswith("hakem: line 4: hand 'AQ.K84': 2 suits between the dots")
    assert three.err.count("\n") == 1
    assert told(three.out) == f"{one}\n{one}"
    assert hakem(*words, "-", stdin="SA SQ\nHK H8 H4\n").out.startswith("♠AQ ♥K84 ♦- ♣-")
    for text, why in {
        "": "standard input is empty: give a hand of 5 cards",
        "AQ.K84.2.\n": "hakem: the hand AQ.K84.2. has 6 cards, expected 5 or 13\n",
    }.items():
        ran = hakem(*words, "-", stdin=text)
        assert (ran.code, why in ran.err) == (3, True)
    file.write_text("# none\n", encoding="utf-8")
    assert "holds no hand" in hakem(*words, str(file)).err
    file.write_text("AQ.K84..\nAQ.K84..\n", encoding="utf-8")
    kept = hakem(*words, str(file), "--resume", str(tmp_path / "counts"))
    assert (kept.code, "the counts of one hand" in kept.err) == (2, True)
    # a mistake in the options ends it at once
    wrong = hakem("kot", "--samples", "32", "-t", "none", str(file))
    assert (wrong.code, wrong.err.count("--trump")) == (2, 1)


def test_a_last_line_without_an_end_is_answered(process):
    child = process("solve", "--json", "-")
    out, _ = child.communicate(LINE, timeout=30)
    assert json.loads(out)["value"] == 3


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_answers_come_in_the_order_of_the_lines(hakem, jobs):
    lines = endings(hakem, 300).splitlines()
    expected = [hakem("solve", "--json", "-", "--ask", "value", stdin="\n".join(lines[:5])).out]
    lines[3:3] = ["bad"]
    ran = hakem("solve", "--json", "-", "--ask", "value", "-j", jobs, stdin="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert len(answers) == 301
    assert answers[3] == {"schema": 1, "line": 4, "error": answers[3]["error"]}
    values = [json.loads(line)["value"] for line in expected[0].splitlines()]
    assert [a["value"] for a in answers[:3] + answers[4:6]] == values


def test_jobs_do_not_change_the_answers(hakem):
    text = endings(hakem, 60)
    answers = []
    for jobs in ("1", "3"):
        ran = hakem("solve", "--json", "-", "-j", jobs, stdin=text)
        kept = [json.loads(line) for line in ran.out.splitlines()]
        answers.append([(a["class"], a["value"], a["leads"], a["line"]) for a in kept])
    assert answers[0] == answers[1]


def test_a_file_with_one_bad_deal_among_many(hakem, tmp_path):
    lines = endings(hakem, 6).splitlines()
    lines[2] = lines[2][:-12]
    path = tmp_path / "deals.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    ran = hakem("solve", path, "--ask", "class")
    assert ran.code == 3
    assert ran.out.count("seats 0 and 2: ") == 5
    assert re.fullmatch(r"hakem: line 3: [^\n]+\n", ran.err)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "\ufeff"])
def test_a_file_without_deals(hakem, tmp_path, text):
    path = tmp_path / "deals.txt"
    path.write_text(text, encoding="utf-8")
    ran = hakem("solve", path)
    assert ran == (3, "", "hakem: there is no deal in the input\n")


def test_windows_line_ends_and_a_byte_order_mark(hakem, ending_text):
    ran = hakem("solve", "-", "-t", "H", "--ask", "value", stdin=f"\ufeff{ending_text}\r\n")
    assert ran.code == 0


def test_a_reader_that_has_enough_ends_the_stream_quietly(process):
    child = process("solve", "--json", "-", "--jobs", "2")
    for _ in range(5):
        send(child, LINE)
    assert json.loads(child.stdout.readline())["value"] == 3
    child.stdout.close()
    for _ in range(200):
        try:
            send(child, LINE)
        except BrokenPipeError:
            break
    assert child.wait(timeout=30) == 0
    assert child.stderr.read() == ""


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "words", [["deal", "-n", "20000", "--seed", "1"], ["variants", "hokm"], ["deal", "--json"]]
)
def test_a_closed_pipe_leaves_no_traceback(process, words):
    reader, writer = os.pipe()
    os.close(reader)
    child = process(*words, stdout=writer)
    os.close(writer)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 0
    assert "Traceback" not in err
    assert "Exception ignored" not in err


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as on POSIX systems")
class TestInterrupt:
    def interrupted(self, child, after):
        time.sleep(after)
        child.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, err = child.communicate(timeout=60)
        assert child.returncode == 130
        assert "Traceback" not in err
        assert time.monotonic() - began < 20
        return out, err

    def test_a_stream_that_waits_for_lines(self, process):
        child = process("solve", "--json", "-")
        send(child, LINE)
        answered = child.stdout.readline()
        out, err = self.interrupted(child, 0.0)
        assert json.loads(answered)["value"] == 3
        assert (out, err) == ("", "hakem: interrupted\n")

    def test_a_review_tells_the_cards_judged_so_far(self, process, tmp_path):
        counts, record = tmp_path / "counts", ROOT / "docs" / "examples" / "lost_kot.txt"
        words = ["review", str(record), "--seed", "2", "--jobs", "1", "--json"]
        child = process(*words, "--resume", str(counts))
        until = time.monotonic() + 60
        while not counts.exists():
            assert time.monotonic() < until
            time.sleep(0.02)
        out, err = self.interrupted(child, 0.3)
        answer = json.loads(out)
        (hand,) = answer["hands"]
        assert hand["interrupted"]
        assert answer["matches"][0]["interrupted"]
        assert 0 < len(hand["cards"]) < 52
        said = f"interrupted after {len(hand['cards'])} cards; this is what they say"
        assert err == f"hakem: {said}\n"

    @pytest.mark.slow
    def test_a_long_study(self, process):
        child = process(
            "kot", "AQ.K84..", "-t", "S", "-n", "100000000", "--seed", "1", "--json", stdin=None
        )
        out, err = self.interrupted(child, 6.0)
        assert "interrupted" in err
        if out:  # at least one chunk was done
            answer = json.loads(out)
            assert answer["stopped"] == "interrupted"
            assert answer["n"] == answer["kot"]["n"] > 0


@pytest.mark.one_in(2)
@pytest.mark.parametrize("command", [["trump"], ["kot", "-t", "S"]])
def test_ctrl_c_prints_what_is_known(hakem, monkeypatch, command):
    from contextlib import contextmanager

    @contextmanager
    def impatient(what):
        def advance(share):
            raise KeyboardInterrupt

        yield advance

    monkeypatch.setattr("cli.output.progress", impatient)
    ran = hakem(*command, "AQ.K84..", "-n", "100000", "--seed", "1", "--jobs", "1", "--json")
    assert ran.code == 130
    answer = json.loads(ran.out)
    assert answer["stopped"] == "interrupted"
    assert 0 < answer["n"] < 100000
    assert re.fullmatch(r"hakem: interrupted after [\d,]+ deals; [^\n]+\n", ran.err)


def test_ctrl_c_before_anything_is_known(hakem, monkeypatch):
    def at_once(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.output.progress", at_once)
    ran = hakem("trump", "AQ.K84..", "--samples", "9", "--json")
    assert json.loads(ran.out) == {"schema": 1, "error": "interrupted", "code": 130}
    assert (ran.code, ran.err) == (130, "hakem: interrupted\n")


def test_ctrl_c_in_bench_prints_what_is_known(hakem, monkeypatch):
    import solver.deals.bench

    measure, calls = solver.deals.bench.measure, []

    def impatient(*args):
        calls.append(args)
        if len(calls) > 10:
            raise KeyboardInterrupt
        return measure(*args)

    monkeypatch.setattr(solver.deals.bench, "measure", impatient)
    ran = hakem("bench", "--group", "easy", "--json")
    assert ran.code == 130
    assert json.loads(ran.out)["interrupted"] is True


def on_terminal(words, env):
    """What a command writes when its output is a terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "cli", *words], cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **env},
    )  # fmt: skip
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        text += piece
    os.close(ours)
    assert child.wait(timeout=60) == 0
    return text.decode()


def test_colour_and_a_bar_on_a_terminal(plain_terminal):
    text = on_terminal(["kot", "AQ.K84..", "-t", "H", "-n", "32", "--seed", "1"], {})
    assert ESCAPE.search(text)
    assert "solving deals" in text


def test_no_color_is_honoured(plain_terminal):
    text = on_terminal(["solve", LINE], {"NO_COLOR": "1"})
    assert not re.search(r"\x1b\[(\d+;)*(3[0-7]|38|9[0-7])[;m]", text)
    assert "3 of 3 tricks" in text


def test_no_colour_in_a_pipe(process, ending_text):
    child = process("solve", ending_text, "-t", "H", env={"TERM": "xterm-256color"})
    out, err = child.communicate(timeout=30)
    assert "\x1b" not in out + err


def test_plain_letters_where_symbols_cannot_be_printed(process, ending_text):
    env = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    child = process("solve", ending_text, "-t", "H", env=env)
    out, err = child.communicate(timeout=30)
    assert (child.returncode, err) == (0, "")
    assert "trump H" in out


def test_help_needs_no_heavy_modules():
    code = (
        "import sys; from cli.app import run; run(['--help']); "
        "heavy = {'numpy', 'scipy', 'solver.core.engine', 'solver.decide.study'}; "
        "heavy &= set(sys.modules); "
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_is_one_sentence(process):
    with open("/dev/full", "w") as full:
        child = process("deal", "-n", "3000", "--seed", "1", stdout=full)
        _, err = child.communicate(timeout=60)
    assert child.returncode == 5
    assert re.fullmatch(r"hakem: cannot write the output: [^\n]+\n", err)


@pytest.mark.one_in(4)
@pytest.mark.skipif(os.name == "nt", reason="closes standard input as a shell does")
@pytest.mark.parametrize("words", [["trump"], ["kot", "-t", "S"], ["solve", "-"], ["solve"]])
def test_a_closed_standard_input_is_one_sentence(plain_terminal, words):
    code = (
        "import sys; sys.stdin = None; from cli.app import run; raise SystemExit(run(sys.argv[1:]))"
    )
    child = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (child.returncode, child.stdout) == (2, "")
    assert re.fullmatch(r"hakem: give [^\n]+\n", child.stderr)
