"""`hakem match`: played through a pipe, saved and taken up, refused, ended."""

import re

import pytest

from solver.record import read_file, replay_match


def scripted(times=150):
    """Lines of a person who tries every card until one is taken; calls and requests as well."""
    deck = [suit + rank for rank in "23456789TJQKA" for suit in "SHDC"]
    return "\n".join(["S", "H", "D", "C", *deck, "n"] * times) + "\n"


@pytest.mark.parametrize(
    ("game", "target"), [("hokm", 1), ("satat", 1), ("double_sar", 1), ("band_rang", 1)]
)
def test_a_person_plays_to_the_end(hakem, tmp_path, game, target):
    path = tmp_path / "m.hkm"
    ran = hakem(
        *f"match --variant {game} --target {target} --level easy --seed 3 --seat 1".split(),
        "--file", path, stdin=scripted(),
    )  # fmt: skip
    assert ran.code == 0, ran.err[-300:]
    assert re.search(r"You win the match|You lose the match", ran.out), ran.out[-500:]
    sheet = replay_match(read_file(str(path)))
    assert sheet.winner is not None
    assert sheet.unfinished is None
    last = sheet.state.score
    assert f"Match: {last[1]} for you, {last[0]} against" in ran.out
    assert ran.out.count("is over:") == len(sheet.entries)
    assert all(line.startswith("hakem: ") for line in ran.err.splitlines())
    shown = re.findall(r"^(?:> )*  [\w ]+  +([♠♥♦♣]\S+)$", ran.out, re.MULTILINE)
    tricks = [trick for one in sheet.replays for trick in one.tricks]
    assert shown == [card.symbol for trick in tricks for card in trick.cards]


@pytest.mark.parametrize("words", [
    ["--level", "x"], ["--player", "nobody"], ["--seat", "4"], ["--variant", "two"],
    ["--variant", "daba"], ["--level", "easy", "--player", "thumb"], ["--file", "-"],
])  # fmt: skip
def test_what_cannot_be_played_is_refused(hakem, words):
    ran = hakem("match", *words)
    assert ran.code == 2
    assert ran.out == ""
    assert re.fullmatch(r"hakem: [^\n]+\n", ran.err)


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_every_width(hakem, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = hakem(*["match", "--level", "easy", "--seed", "3", "--target", "1"], stdin=scripted(6))
    lines = ran.out.replace("> ", "").splitlines()  # a pipe ends no line after a prompt
    assert max(map(len, lines)) <= columns


def test_a_record_of_something_else_is_kept(hakem, tmp_path):
    path = tmp_path / "m.hkm"
    path.write_text("[Results]\nA\n")
    ran = hakem("match", "--file", path)
    assert ran.code == 3
    assert path.read_text() == "[Results]\nA\n"
