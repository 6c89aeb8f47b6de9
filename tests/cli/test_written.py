"""Files that commands write: whole or untouched, whatever happens.

`OPTIONS` has every option that writes a file, and is held against the command line itself.
"""

import ast
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
import zlib
from contextlib import contextmanager
from typing import NamedTuple, get_args

import pytest
import typer
from book_shards import write_fake
from conftest import ENDING, ROOT

from cli.app import COMMANDS, REPORTS, app
from cli.arguments import WRITES
from cli.book import BOOK_COMMANDS
from solver.base.errors import WriteError
from solver.base.whole_files import BESIDE, check_place, write_whole

HAND = '[Trump "S"]\n[Deal "0:{}"]\n[Play]\n1. {}\n*\n'
OLD = b"my own text\n"


class Case(NamedTuple):
    """A command with such an option: words that give an answer, and words that are refused."""

    words: str
    bad: str


SAMPLED = "--samples 16 --seed 1 --jobs 1"
PLAY = f"play K84.KT76.J9.AJ85 -t D --play DQ {SAMPLED}"
REVIEW = "review {hand} --seed 1 --jobs 1"
OPTIONS = {
    ("trump", "--html"): Case(f"trump AQ.K84.. {SAMPLED}", "trump x"),
    ("trump", "--resume"): Case(f"trump AQ.K84.. {SAMPLED}", "trump x"),
    ("kot", "--html"): Case("kot {hands} -t S --samples 32 --seed 1", "kot x -t S"),
    ("kot", "--resume"): Case("kot AQ.K84.. -t S --samples 32 --seed 1", "kot x -t S"),
    ("play", "--html"): Case(PLAY, "play x -t D"),
    ("play", "--resume"): Case(PLAY, "play x -t D"),
    ("solve", "--html"): Case("solve -t H {deals}", "solve x"),
    ("quiz", "--html"): Case("quiz --count 1 --kind card --seed 1", "quiz --kind x"),
    ("match", "--file"): Case("match --seed 1 --level easy", "match --level x"),
    ("deal", "--out"): Case("deal -n 2 --seed 1 --format csv", "deal --length x"),
    ("deal", "--resume"): Case("deal --seed 1 --where holds(0,SA)", "deal --where x"),
    ("merge", "--out"): Case("merge {part1} {part2}", "merge {deals}"),
    ("choose", "--resume"): Case(f"choose AQ.K84.. {SAMPLED}", "choose x"),
    ("replay", "--html"): Case("replay {record}", "replay {deals}"),
    ("replay", "--write"): Case("replay {record}", "replay {deals}"),
    ("review", "--html"): Case("review {record} --quick", "review {deals}"),
    ("review", "--resume"): Case(REVIEW, "review {deals}"),
    ("review", "--write"): Case(REVIEW, "review {deals}"),
    ("duel", "--record"): Case("duel thumb random --deals 2 --seed 1", "duel x random"),
    ("duel", "--resume"): Case("duel thumb random --deals 2 --seed 1", "duel x random"),
    ("book show", "--html"): Case("book show AQ.K84..", "book show x"),
    ("book top", "--html"): Case("book top --count 2 --book {book}", "book top x"),
    ("book lessons", "--html"): Case("book lessons --book {book}", "book lessons --scoring x"),
    ("book info", "--html"): Case("book info --book {book}", "book info --book {deals}"),
    ("book export", "--out"): Case("book export --book {book}", "book export --book {deals}"),
    ("book merge", "--out"): Case("book merge {shards} --alike-below 9", "book merge {deals}"),
}
READS = {"--key-file", "--book", "--from"}
"""Options with the name of a file that is only read."""
GOES_ON = {"--resume", "--file"}
"""Options with a file that is read first where it is there."""
NOTHING_ELSE = {
    ("quiz", "--html"),
    ("book export", "--out"),
    ("book merge", "--out"),
    ("deal", "--out"),
    ("merge", "--out"),
}
"""Options whose file is all that the command gives."""
every_option = pytest.mark.parametrize("key", OPTIONS, ids=" ".join)


@pytest.fixture
def files(tmp_path, fake_book):
    """The files that commands read, by the names that the words of a case use."""
    inputs = tmp_path / "inputs"
    inputs.mkdir()
    write_fake(inputs / "shards", range(2))
    texts = {
        "deals": f"{ENDING}\n",
        "hands": "AQ.K84..\nK.Q54.8.\n",
        "hand": HAND.format("K8.43..6 A.95.J.9 J5.J.A.5 T..K94.J", "SK"),
        "record": (ROOT / "docs" / "examples" / "match.txt").read_text(encoding="utf-8"),
    }
    for number in (1, 2):
        answer = f'{{"said": "{"x" * 99}", "part": [{number % 2}, 2, {number}]}}'
        texts[f"part{number}"] = f'{answer}\n{{"part": [{number % 2}, 2], "end": 2}}\n'
    for name, text in texts.items():
        (inputs / name).write_text(text, encoding="utf-8")
    shutil.copy(fake_book, inputs / "book")
    return {each.name: each for each in inputs.iterdir()}


def line(text, files, option="", path=""):
    """The words of a case, with the option that names the file to be written."""
    return [*text.format(**files).split(), *([option, str(path)] if option else ())]


def there(folder):
    """What a folder holds, and what is in it."""
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


# All of them, and nothing else ------------------------------------------------------------------


def parsers(command, name=""):
    for part, one in getattr(command, "commands", {}).items():
        yield from parsers(one, f"{name} {part}".strip())
        if not hasattr(one, "commands"):
            yield f"{name} {part}".strip(), one


def test_every_option_that_names_a_file_is_tried_here():
    found = {
        (name, param.opts[0])
        for name, command in parsers(typer.main.get_command(app))
        for param in command.params
        if param.param_type_name == "option" and re.search("FILE|FOLDER|PATH", param.metavar or "")
    }
    assert {key for key in found if key[1] not in READS} == set(OPTIONS)


def test_every_such_option_is_looked_at_before_the_work():
    marked = set()
    for prefix, commands in (("", COMMANDS), ("book ", BOOK_COMMANDS)):
        for name, (run, *_) in commands.items():
            for param in __import__("inspect").signature(run, eval_str=True).parameters.values():
                if WRITES in get_args(param.annotation):
                    marked.add((prefix + name, f"--{param.name}"))
    html = {("", *(name,)) for name in REPORTS}
    html |= {("book ", name) for name in ("show", "top", "lessons", "info")}
    assert marked | {(prefix + name, "--html") for prefix, name in html} == set(OPTIONS)


WRITING = {"write_text", "write_bytes", "mkstemp", "NamedTemporaryFile", "replace_file", "touch"}
MAY_WRITE = {
    "whole_files.py": "the one place",
    "build.py": "the lock of a folder of shards",
    "explore.py": "a file for the browser, which names the address",
    "app.py": "the output is dropped",
}


def writes(node):
    """Whether a call opens a file to write, or writes one."""
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if name in WRITING:
        return True
    modes = [each.value for each in node.args if isinstance(each, ast.Constant)]
    modes += [each.value.value for each in node.keywords if isinstance(each.value, ast.Constant)]
    flags = ast.unparse(node)
    return (
        name in ("open", "fdopen")
        and (any(re.fullmatch(r"[rwaxbt+]*[wax+][bt+]*", str(mode)) for mode in modes))
    ) or (name == "open" and ("O_WRONLY" in flags or "O_RDWR" in flags))


def test_files_are_written_in_one_place():
    found = {
        path.name
        for folder in ("cli", "solver")
        for path in (ROOT / folder).rglob("*.py")
        if re.search("open|" + "|".join(WRITING), text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and writes(node)
    }
    assert found == set(MAY_WRITE)


# What is there is kept ----------------------------------------------------------------------------


@contextmanager
def files_end_at(size):
    """No file may grow beyond so many bytes, as on a disk that is full."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    kept = sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # Python leaves half a .pyc there, and cannot read it again
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sys.dont_write_bytecode = kept


@every_option
def test_what_cannot_be_done_leaves_the_file_as_it_was(hakem, tmp_path, files, key):
    """A refused command, a file that is read as well, a place that cannot be written."""
    case, option = OPTIONS[key], key[1]
    mine = tmp_path / "mine"
    mine.write_bytes(OLD)
    refused = hakem(*line(case.bad, files, option, mine))
    assert refused.code in (2, 3), refused.err
    assert there(tmp_path) == {"mine": OLD}
    for name in re.findall(r"\{(\w+)\}", case.words):
        path = files[name]
        if name == "shards":
            path = next(path.iterdir())
        before = path.read_bytes()
        again = hakem(*line(case.words, files, option, path))
        assert (again.code, again.out) == (2, "")
        assert again.err.startswith(f"hakem: {option}: {path} is "), again.err
        assert path.read_bytes() == before
    for bad, why in (
        (tmp_path / "none" / "file", "there is no folder"),
        (mine / "file", "there is no folder"),
        (tmp_path, "it is no regular file"),
    ):
        ran = hakem(*line(case.words, files, option, bad))
        assert (ran.code, ran.out) == (5, ""), ran.err
        assert re.fullmatch(
            rf"hakem: {option}: {re.escape(str(bad))} could not be written: {why}[^\n]*\n", ran.err
        )
    assert there(tmp_path) == {"mine": OLD}


@pytest.mark.skipif(os.name == "nt", reason="sizes are limited as on POSIX systems")
@every_option
def test_a_full_disk_and_a_link(hakem, tmp_path, files, key):
    """The disk is full when the answer is written: it is printed, and the old file is kept."""
    case, option = OPTIONS[key], key[1]
    folder = tmp_path / "folder"
    folder.mkdir()
    mine, link = folder / "mine", folder / "link"
    if option not in GOES_ON:
        mine.write_bytes(OLD)
        mine.chmod(0o640)
    link.symlink_to("mine")
    before = there(folder)
    with files_end_at(16):
        full = hakem(*line(case.words, files, option, link))
    assert full.code == 5, full.err
    assert re.search(r"hakem: [^\n]*could not be written: [^\n]+\n", full.err)
    assert "Traceback" not in full.err
    assert there(folder) == before
    if key not in NOTHING_ELSE:
        assert full.out
    ran = hakem(*line(case.words, files, option, link))
    assert ran.code == 0, ran.err
    assert os.readlink(link) == "mine"
    assert len(mine.read_bytes()) > 100
    assert set(there(folder)) == {"mine", "link"}
    mode = 0o666 & ~umask() if option in GOES_ON else 0o640
    assert stat.S_IMODE(mine.stat().st_mode) == mode


def umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def without_numbers(data):
    """A file without the time it took and the checksum over that."""
    return re.sub(rb"[\d.]+|^hakem counts .*\n", b"", data)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as on POSIX systems")
@pytest.mark.one_in(11)
@every_option
def test_a_killed_command_leaves_the_old_file_or_the_new_one(hakem, process, tmp_path, files, key):
    case, option = OPTIONS[key], key[1]
    hakem(*line(case.words, files, option, tmp_path / "whole"))
    whole = without_numbers((tmp_path / "whole").read_bytes())
    folder = tmp_path / "folder"
    folder.mkdir()
    chance = zlib.crc32(" ".join(key).encode())
    for sent in (signal.SIGTERM, signal.SIGKILL):
        if option != "--resume":
            (folder / "mine").write_bytes(OLD)
        child = process(*line(case.words, files, option, folder / "mine"))
        time.sleep(0.2 + chance % 1000 / 1000)
        chance //= 1000
        child.send_signal(sent)
        child.communicate(timeout=60)
        found = there(folder)
        if option == "--resume" and not found:
            continue
        assert set(found) == {"mine"}
        # of a resumed run an earlier state may be there
        begun = option == "--resume" and found["mine"].startswith(b"hakem counts ")
        assert begun or found["mine"] == OLD or without_numbers(found["mine"]) == whole


WRITER = """
import sys
from solver.base.whole_files import write_whole
for n in range(10 ** 9):
    write_whole(sys.argv[1], bytes([n % 256]) * 4_000_000, force=False)
    if not n:
        print("at work", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as on POSIX systems")
@pytest.mark.one_in(3)
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_file_is_whole_at_every_moment(tmp_path, sent):
    """Killed while it writes nothing else; a name is left in the instant of the renaming at most,
    and then of a whole file."""
    mine = tmp_path / "mine"
    for number in range(5):
        mine.write_bytes(OLD)
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, mine], cwd=ROOT, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        child.stdout.readline()
        time.sleep(0.01 + 0.007 * number)
        child.send_signal(sent)
        child.communicate(timeout=60)
        for name, data in there(tmp_path).items():
            assert name == "mine" or name.startswith(BESIDE)
            assert len(data) == 4_000_000
            assert len(set(data)) == 1
        for left in tmp_path.glob(f"{BESIDE}*"):
            left.unlink()


# The place ----------------------------------------------------------------------------------------


@pytest.fixture(params=["with names", "without"])
def named(request, monkeypatch):
    """Files beside have a name from the start where the system knows none without."""
    from solver.base import whole_files

    if request.param == "with names":
        monkeypatch.setattr(whole_files, "_NAMELESS", False)
    elif not whole_files._NAMELESS:
        pytest.skip("this system knows no files without a name")


@pytest.mark.skipif(os.name == "nt", reason="links and modes of POSIX systems")
@pytest.mark.usefixtures("named")
def test_places(tmp_path):
    """Links of several steps, also to nothing; what is no regular file; modes; text."""
    first, second, real = (tmp_path / name for name in ("first", "second", "real"))
    first.symlink_to(second)
    second.symlink_to(real)
    check_place(first)
    assert not real.exists()
    write_whole(first, "♠\n")
    assert real.read_text(encoding="utf-8") == "♠\n"
    assert first.is_symlink()
    assert second.is_symlink()
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    os.mkfifo(tmp_path / "pipe")
    long = tmp_path / ("x" * 255)
    write_whole(long, b"1")
    assert long.read_bytes() == b"1"
    bad = [loop, tmp_path / "pipe", "/dev/null", "/dev/stdout", tmp_path / ("x" * 256), "a\0b", ""]
    names = set(os.listdir(tmp_path))
    for path in bad:
        for try_it in (check_place, lambda where: write_whole(where, b"1")):
            with pytest.raises(WriteError, match="could not be written: "):
                try_it(path)
    assert set(os.listdir(tmp_path)) == names


@pytest.mark.usefixtures("named")
def test_what_fails_in_the_middle_leaves_nothing(tmp_path, monkeypatch):
    (tmp_path / "mine").write_bytes(OLD)

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, full)
            with pytest.raises(WriteError, match="mine could not be written: the disk is full"):
                write_whole(tmp_path / "mine", b"new")
        assert there(tmp_path) == {"mine": OLD}

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "mine", b"new")
    assert there(tmp_path) == {"mine": OLD}


@pytest.fixture
def small_disk(tmp_path):
    """A file system of a few kilobytes, where this user may make one."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "none", place]
    if (
        sys.platform != "linux"
        or subprocess.run(mount, capture_output=True, check=False).returncode
    ):
        pytest.skip("this user may not make a file system")
    yield place
    subprocess.run(["umount", place], check=True)


def test_a_disk_that_is_really_full(hakem, small_disk):
    """And one that is read-only: that is refused before the work."""
    mine = small_disk / "mine"
    mine.write_bytes(OLD)
    (small_disk / "rest").write_bytes(bytes(8192))
    words = ["kot", "AQ.K84..", "-t", "S", "--samples", "32", "--seed", "1"]
    ran = hakem(*words, "--html", mine)
    assert ran.code == 5
    assert ran.out
    assert ran.err == f"hakem: {mine} could not be written: the disk is full\n"
    ran = hakem(*words, "--resume", small_disk / "counts", "--json")
    assert ran.code == 5
    assert '"stopped": "unfinished"' in ran.out
    assert ran.err.startswith(
        f"hakem: {small_disk}/counts could not be written: the disk is full; "
    )
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    for option in ("--html", "--resume"):
        ran = hakem(*words, option, mine)
        assert (ran.code, ran.out) == (5, "")
        assert "could not be written: " in ran.err
    assert there(small_disk) == {"mine": OLD, "rest": bytes(8192)}


@pytest.mark.skipif(
    os.name == "nt" or not hasattr(os, "geteuid") or not os.geteuid(), reason="root"
)
def test_a_read_only_folder_and_file(hakem, tmp_path):
    words = ["solve", "-t", "H", ENDING, "--html"]
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "mine").write_bytes(OLD)
    (folder / "mine").chmod(0o444)
    assert hakem(*words, folder / "mine").code == 5
    folder.chmod(0o555)
    assert hakem(*words, folder / "new").code == 5
    folder.chmod(0o755)
    assert there(folder) == {"mine": OLD}


@pytest.mark.parametrize("how", ["standard input", "standard output", "a hard link", "twice"])
def test_other_ways_to_name_a_file_that_is_in_use(tmp_path, process, hakem, how):
    deals, other = tmp_path / "deals", tmp_path / "other"
    text = f"{ENDING}\n".encode()
    deals.write_bytes(text)
    if how in ("standard input", "standard output"):
        flow = {"standard input": "stdin", "standard output": "stdout"}[how]
        with deals.open("r" if flow == "stdin" else "a") as stream:
            child = process("solve", "-t", "H", "-", "--html", str(deals), **{flow: stream})
            _, said = child.communicate(timeout=60)
        assert (child.returncode, said) == (
            2,
            f"hakem: --html: {deals} is the {how}, expected another file\n",
        )
    else:
        os.link(deals, other)
        words = ["solve", "-t", "H", deals] if how == "a hard link" else ["trump", "AQ.K84.."]
        more = [] if how == "a hard link" else ["--resume", deals]
        ran = hakem(*words, *more, "--html", other)
        assert ran.code == 2
        assert "is named twice" in ran.err
    assert deals.read_bytes() == text
