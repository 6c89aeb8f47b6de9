"""Studies and duels taken up again from a file: the same result, other questions refused."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_solver import FakeSolver

from solver import Hand, Knowledge, Plan, Workers
from solver.base.errors import OptionError, ResumeError, WriteError
from solver.base.whole_files import sealed
from solver.decide.before_the_lead import study_opening
from solver.decide.card_play import PlayStudy
from solver.decide.evaluators import OPEN, Judge
from solver.decide.kot import KotStudy
from solver.decide.plan import Plan as StudyPlan
from solver.decide.study import Study
from solver.decide.trump_call import TrumpStudy
from solver.game.house_rules import find_house
from solver.players import RandomPlayer, ThumbPlayer, play_duel

LATE = "SA S2 S3 S4 SK S5 S6 S7 SQ S8 S9 ST HA H2 H3 H4 HK H5 H6 H7 HQ H8 H9 HT DA D2 D3 D4"


def knowledge() -> Knowledge:
    return Knowledge.seen_by(0, "AKQ.AKQ.AKQ5.AJ9", trump="S", play=LATE)


def trump_study(plan: Plan) -> Study[Any]:
    return TrumpStudy("AQ.K84..", plan=plan, workers=Workers(1), make_solver=FakeSolver)


def kot_study(plan: Plan) -> Study[Any]:
    return KotStudy("AQ.K84..", "S", plan=plan, workers=Workers(1), make_solver=FakeSolver)


def play_study(plan: Plan) -> Study[Any]:
    return PlayStudy(knowledge(), plan=plan, workers=Workers(1))


def weighed_study(plan: Plan) -> Study[Any]:
    def shares(fives: Any) -> Any:
        return (fives % 7 < 3) * 0.5 + 0.25

    seen = Knowledge.seen_by(
        1, "JT9.JT9.JT98.KQT", trump="S", play="SA SJ S3 S4 SK ST S6 S7 SQ S9 S5 S8 H8"
    )
    return PlayStudy(seen, plan=plan, workers=Workers(1), call_shares=shares)


CASES: dict[str, tuple[Callable[[Plan], Study[Any]], dict[str, Any]]] = {
    "trump": (trump_study, {"samples": 200}),
    "trump to a precision, with looks": (trump_study, {"precision": 0.05}),
    "kot": (kot_study, {"samples": 14_000}),
    "play": (play_study, {"samples": 400}),
    "play, every world": (play_study, {}),
}


def told(result: Any) -> str:
    fields = result.to_dict()
    del fields["seconds"]
    return json.dumps(fields, sort_keys=True)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", CASES)
def test_a_study_taken_up_again_ends_as_if_there_had_been_no_break(
    name: str, tmp_path: Path
) -> None:
    """After each of its chunks in turn the study is dropped and begun anew from the file."""
    make, limits = CASES[name]
    once = make(Plan(**limits, seed=7))
    whole = told(once.run())
    plan = Plan(**limits, seed=7, resume=tmp_path / "counts")
    for _ in range(once._next):
        steps = make(plan).steps()
        next(steps)
        steps.close()
    assert once._next > 1
    # The seed need not be given again, and the finished file answers without solving.
    for seed in (7, None):
        again = make(Plan(**limits, seed=seed, resume=plan.resume))
        assert again._next == once._next
        assert told(again.run()) == whole


@pytest.mark.parametrize("name", ["trump", "kot"])
def test_more_samples_go_on_from_fewer(name: str, tmp_path: Path) -> None:
    """Step by step to 70, 71, 200 and more samples, each as if it had been asked from the start."""
    make, limits = CASES[name]
    path = tmp_path / "counts"
    most = limits["samples"]
    for samples in (5, most // 3, most // 3 + 1, most // 3 + 1, most):
        found = make(Plan(samples=samples, seed=7, resume=path))
        had = found._deals
        assert had <= samples
        assert told(found.run()) == told(make(Plan(samples=samples, seed=7)).run())
    assert had > 0
    # What a limit of time left goes on to a number of samples, too.
    path = tmp_path / "timed"
    steps = make(Plan(seconds=60, seed=7, resume=path)).steps()
    next(steps)
    steps.close()
    again = make(Plan(samples=most, seed=7, resume=path))
    assert again._deals > 0
    assert told(again.run()) == told(make(Plan(samples=most, seed=7)).run())


@pytest.mark.parametrize(
    ("name", "fewer", "more"),
    [
        ("trump", {"samples": 64, "precision": 0.2}, {"samples": 128, "precision": 0.2}),
        ("play", {"samples": 40}, {"samples": 80}),
    ],
)
def test_where_samples_decide_when_choices_are_dropped_more_of_them_are_another_run(
    name: str, fewer: dict[str, Any], more: dict[str, Any], tmp_path: Path
) -> None:
    make, path = CASES[name][0], tmp_path / "counts"
    make(Plan(**fewer, seed=7, resume=path)).run()
    with pytest.raises(ResumeError, match=r"keeps another question: its samples is \d+, not"):
        make(Plan(**more, seed=7, resume=path))


@pytest.mark.slow
def test_mixtures_and_weights_are_kept_to_the_last_digit(tmp_path: Path) -> None:
    """A card drawn blind counts deals in parts; worlds kept by the call are dealt by chance."""
    house = find_house("iran").set("blind_from_five=on")
    plans = [Plan(12, seed=3), Plan(12, seed=3, resume=tmp_path / "blind")]
    found = [
        study_opening(
            Hand.parse("AQ.K84.."), house, lambda o: float(o.value), plan=plan, workers=Workers(1)
        )
        for plan in (*plans, plans[1])
    ]
    assert told(found[0]) == told(found[1]) == told(found[2])
    whole = told(weighed_study(Plan(64, seed=5)).run())
    plan = Plan(64, seed=5, resume=tmp_path / "weighed")
    steps = weighed_study(plan).steps()
    next(steps)
    steps.close()
    assert told(weighed_study(plan).run()) == whole


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda plan: TrumpStudy("AQ.K85..", plan=plan, make_solver=FakeSolver), "cards"),
        (lambda plan: KotStudy("AQ.K84..", "S", plan=plan, make_solver=FakeSolver), "command"),
        (
            lambda plan: TrumpStudy("AQ.K84..", plan=plan, make_solver=FakeSolver, scoring="nl"),
            "scoring",
        ),
        (lambda plan: TrumpStudy("AQ.K84..", plan=plan, variant="satat"), "game"),
        (
            lambda plan: TrumpStudy("AQ.K84..", plan=plan, make_solver=FakeSolver, shown={2: "SK"}),
            "cards",
        ),
        (
            lambda plan: TrumpStudy(
                "AQ.K84..", plan=plan, make_solver=FakeSolver, judge=Judge("other", OPEN.evaluator)
            ),
            "judge",
        ),
    ],
)
def test_another_question_is_refused_by_name(
    make: Callable[[Plan], Study[Any]], word: str, tmp_path: Path
) -> None:
    plan = Plan(64, seed=7, resume=tmp_path / "counts")
    trump_study(plan).run()
    before = (tmp_path / "counts").read_bytes()
    with pytest.raises(ResumeError, match=f"keeps another question: its {word} is .*, not "):
        make(plan)
    assert (tmp_path / "counts").read_bytes() == before


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"samples": 64, "seed": 8}, "its seed is 7, not 8"),
        ({"samples": 63, "seed": 7}, "keeps 64 samples already: expected as many or more, not 63"),
        ({"samples": 64, "seed": 7, "confidence": 0.9}, "its confidence is 0.95, not 0.9"),
        ({"samples": 64, "seed": 7, "node_limit": 5}, "its node limit is none, not 5"),
    ],
)
def test_another_plan_is_refused_by_name(more: dict[str, Any], said: str, tmp_path: Path) -> None:
    trump_study(Plan(64, seed=7, resume=tmp_path / "counts")).run()
    with pytest.raises(ResumeError, match=said):
        trump_study(Plan(**more, resume=tmp_path / "counts"))


def test_a_file_that_is_damaged_or_of_another_kind_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "counts"
    plan = Plan(64, seed=7, resume=path)
    trump_study(plan).run()
    whole = path.read_bytes()
    for half in (whole[: len(whole) // 2], whole[:-1], whole.replace(b'"deals"', b'"meals"')):
        path.write_bytes(half)
        with pytest.raises(ResumeError, match="damaged"):
            trump_study(plan)
    for other in (b"", b"some text\n"):
        path.write_bytes(other)
        with pytest.raises(ResumeError, match="is no counts"):
            trump_study(plan)
    path.write_bytes(whole.replace(b"hakem counts 1 ", b"hakem counts 9 "))
    with pytest.raises(ResumeError, match="version 9, this program reads version 1"):
        trump_study(plan)
    path.write_bytes(whole)
    monkeypatch.setattr("solver.decide.saved.__version__", "9.9")
    with pytest.raises(ResumeError, match=r"its program is [0-9.]+, not 9\.9"):
        trump_study(plan)


def forge(path: Path, body: bytes) -> None:
    path.write_bytes(sealed(b"hakem counts", 1, body))


WORDS = {
    "trump": ["trump", "AQ.K84..", "--samples", "2", "--open"],
    "kot": ["kot", "AQ.K84..", "-t", "S", "--samples", "32", "--open"],
    "duel": ["duel", "thumb", "random", "--deals", "2"],
    "deal": ["deal", "--where", "holds(0, SA)"],
}
BODIES = (
    b"[]", b"3", b"{}", b'{"question": null}', b'{"question": {}, "state": 5}', b"\xff\xfe",
    b'{"question": {"seed"', b"[" * 100_000, b'{"question": {"seed": 1}, "state": 5}',
    b'{"question": {"seed": "x"}, "state": null}',
)  # fmt: skip
NUMBERS: dict[str, list[dict[str, Any]]] = {
    "study": [
        {"counts": 3}, {"chunks": -1}, {"deals": 10**30}, {"deals": 7}, {"look": -3},
        {"active": [99]}, {"active": []}, {"seconds": -1}, {"seconds": 1e999}, {"part": []},
        {"part": {"deals": 99, "counts": {}}},
    ],
    "duel": [
        {"outcomes": 1}, {"outcomes": [[1]]}, {"outcomes": [[1, 9]]}, {"outcomes": [[1, 1]] * 3},
        {"outcomes": [[10**30, 1]]}, {"seconds": -1}, {"seconds": None},
    ],
    "deal": [
        {"tried": -1}, {"tried": 10**30, "places": [-1]}, {"places": [5, 5]}, {"places": [10**9]},
        {"tried": 1e999}, {"places": None},
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", WORDS)
def test_a_body_that_was_written_by_hand_is_damaged(hakem, name: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """With the right checksum: what can be no question, no state, or no count."""
    path = tmp_path / "counts"
    words = [*WORDS[name], "--seed", "1", "--resume", str(path)]
    assert hakem(*words).code == 0
    whole = json.loads(path.read_bytes().split(b"\n", 1)[1])
    bodies = list(BODIES)
    for change in NUMBERS.get(name, NUMBERS["study"]):
        bodies.append(json.dumps({**whole, "state": {**whole["state"], **change}}).encode())
    if name in ("trump", "kot"):
        for wrong in (-1, 10**9, 10**30):
            counts = json.loads(json.dumps(whole["state"]["counts"]))
            counts["cheap"][0][0][0][0] = wrong
            changed = {**whole["state"], "counts": counts}
            bodies.append(json.dumps({**whole, "state": changed}).encode())
    for body in bodies:
        forge(path, body)
        ran = hakem(*words)
        assert (ran.code, ran.out) == (2, ""), body[:80]
        assert ran.err.startswith(f"hakem: --resume: {path} is damaged"), (body[:80], ran.err)
        assert path.read_bytes().endswith(body)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX systems")
def test_only_regular_files_of_some_size_are_read(tmp_path: Path) -> None:
    pipe, large = tmp_path / "pipe", tmp_path / "large"
    os.mkfifo(pipe)
    with large.open("wb") as file:
        file.truncate(1 << 40)  # without a block on the disk
    for path, why in ((pipe, "no regular file"), (Path("/dev/zero"), "no regular file"),
                      (large, "more than 67,108,864 bytes")):  # fmt: skip
        with pytest.raises(ResumeError, match=f"could not be read: it .*{why}"):
            trump_study(Plan(64, seed=7, resume=path))


def test_a_link_to_the_file_is_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "counts", tmp_path / "link"
    link.symlink_to(path)
    first = told(trump_study(Plan(64, seed=7, resume=link)).run())
    assert link.is_symlink()
    assert told(trump_study(Plan(64, seed=7, resume=path)).run()) == first


def test_a_full_disk_on_the_way_gives_what_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The counts so far come with the error; the file keeps its last state, and goes on from it."""
    plan = Plan(200, seed=7, resume=tmp_path / "counts")
    whole = told(trump_study(Plan(200, seed=7)).run())
    study, real, writes = trump_study(plan), os.replace, []

    def full(source: str, target: str) -> None:
        writes.append(target)
        if len(writes) == 3:
            raise OSError(28, "No space left on device")
        real(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(
            WriteError, match="counts could not be written: the disk is full"
        ) as end:
            study.run()
    assert (end.value.known.n, end.value.known.stopped) == (96, "unfinished")
    again = trump_study(plan)
    assert again._deals == 64
    assert told(again.run()) == whole


def test_a_place_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteError, match="could not be written"):
        trump_study(Plan(64, seed=7, resume=tmp_path / "file" / "counts"))
    with pytest.raises(ResumeError, match="could not be read"):
        trump_study(Plan(64, seed=7, resume=tmp_path))


def test_a_plan_takes_the_seed_of_its_file(tmp_path: Path) -> None:
    plan = StudyPlan(64, resume=str(tmp_path / "counts"))  # type: ignore[arg-type]
    first = trump_study(plan)
    first.run()
    assert trump_study(plan).seed == first.seed


def test_a_duel_taken_up_again(tmp_path: Path) -> None:
    players, path = (ThumbPlayer(), RandomPlayer()), tmp_path / "duel"
    whole = told(play_duel(*players, 5, seed=3, workers=Workers(1)))

    def stop(share: float) -> None:
        if share > 0.3:
            raise KeyboardInterrupt

    cut = play_duel(*players, 5, seed=3, workers=Workers(1), resume=path, progress=stop)
    assert (cut.deals, cut.interrupted) == (2, True)
    assert told(play_duel(*players, 5, seed=3, workers=Workers(1), resume=path)) == whole
    assert told(play_duel(*players, 5, workers=Workers(1), resume=path)) == whole
    with pytest.raises(ResumeError, match="its players is thumb and random, not random and thumb"):
        play_duel(*players[::-1], 5, seed=3, resume=path)
    with pytest.raises(OptionError, match="its hands cannot be kept"):
        play_duel(*players, 5, resume=path, keep_hands=True)


@pytest.mark.slow
def test_a_killed_run_loses_nothing_but_the_chunk_at_work(process, hakem, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    words = ["kot", "AQ.K84..", "-t", "S", "--samples", "30000", "--seed", "4", "--json", "-j", "1"]
    path = tmp_path / "counts"
    child = process(*words, "--resume", str(path))
    until = time.monotonic() + 60
    while b'"chunks": 2' not in (path.read_bytes() if path.exists() else b""):
        assert time.monotonic() < until
        assert child.poll() is None
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait()
    again = hakem(*words, "--resume", path)
    assert again.code == 0, again.err
    whole = json.loads(hakem(*words).out)
    found = json.loads(again.out)
    for answer in (whole, found):
        for each in (answer, *answer["closed"].values()):
            del each["seconds"]
    assert found == whole
    assert [each.name for each in tmp_path.iterdir() if each.name.endswith(".new")] in (
        [],
        [f"counts.{child.pid}.new"],
    )


@pytest.mark.parametrize(
    "words",
    [
        ["trump", "AQ.K84..", "--samples", "2"],
        ["kot", "AQ.K84..", "-t", "S", "--samples", "32"],
        ["play", "K84.KT76.J9.AJ85", "-t", "D", "--play", "DQ", "--samples", "2"],
        ["choose", "9876.5..", "--samples", "2"],
        ["duel", "thumb", "random", "--deals", "2"],
        ["deal", "--where", "holds(0, SA)"],
    ],
)
def test_every_sampled_command_resumes(hakem, words: list[str], tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "counts"
    first = hakem(*words, "--seed", "1", "--resume", path)
    assert first.code == 0, first.err
    kept = path.read_bytes()
    again = hakem(*words, "--resume", path)  # finished: nothing is solved or written
    assert (again.code, path.read_bytes()) == (0, kept)
    other = hakem(*words, "--seed", "2", "--resume", path)
    assert other.code == 2
    assert other.err.startswith(f"hakem: --resume: {path} keeps another question: its seed is 1")
