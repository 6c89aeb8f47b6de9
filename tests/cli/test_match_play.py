"""`hakem match`: played through a pipe, saved and taken up, refused, ended."""

import re

import pytest

from solver.players import find_player
from solver.players.match_in_play import MatchInPlay
from solver.record import read_file, replay_match


def scripted(times=150):
    """Lines of a person who tries every card until one is taken; calls and requests as well."""
    deck = [suit + rank for rank in "23456789TJQKA" for suit in "SHDC"]
    return "\n".join(["S", "H", "D", "C", *deck, "n"] * times) + "\n"


def cards_of(out):
    """The cards that were played, as they were shown."""
    return re.findall(r"^(?:> )*  [\w ]+  +([♠♥♦♣]\S+)$", out, re.MULTILINE)


@pytest.mark.one_in(2)
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
    shown = cards_of(ran.out)
    tricks = [trick for one in sheet.replays for trick in one.tricks]
    assert shown == [card.symbol for trick in tricks for card in trick.cards]


def test_saved_in_the_middle_and_taken_up_again(hakem, tmp_path):
    path = tmp_path / "m.hkm"
    lines = scripted().splitlines()
    begun = hakem(
        *["match", "--level", "easy", "--seed", "4", "--target", "1", "--file"],
        path,
        stdin="\n".join(lines[:60]),
    )
    assert begun.code == 0, begun.err[-300:]
    played = MatchInPlay.of_record(read_file(str(path)), find_player("thumb")).sitting.hand
    assert played.asked is not None  # in the middle of a hand
    assert len(played.watch.plays) == len(cards_of(begun.out))
    before = path.read_bytes()
    ran = hakem("match", "--file", path, stdin="q\n")
    assert (ran.code, path.read_bytes()) == (0, before)
    assert begun.out.splitlines()[-2] in ran.out  # the same hand
    refused = hakem("match", "--file", path, "--seed", "4")
    assert (refused.code, refused.err) == (
        2, f"hakem: --file: the match in {path} goes on as it began, without --seed\n"
    )  # fmt: skip
    ended = hakem("match", "--file", path, stdin="\n".join(lines))
    sheet = replay_match(read_file(str(path)))
    assert sheet.winner is not None
    tricks = [trick for one in sheet.replays for trick in one.tricks]
    shown = cards_of(begun.out) + cards_of(ended.out)
    assert shown == [card.symbol for trick in tricks for card in trick.cards]


def test_a_match_that_is_over_says_so(hakem, tmp_path):
    path = tmp_path / "a match"
    words = ["match", "--level", "easy", "--seed", "3", "--target", "1", "--file"]
    ran = hakem(*words, path, stdin=scripted())
    assert f"Review: hakem review '{path}' --number 1\n" in ran.out
    before = path.read_bytes()
    over = hakem("match", "--file", path)
    assert over.code == 0
    assert over.out.splitlines() == ran.out.splitlines()[-3:-1]
    assert path.read_bytes() == before


def test_ctrl_c_keeps_the_match(hakem, tmp_path, monkeypatch):
    lines = scripted().splitlines()[:60]

    def typed():
        if not lines:
            raise KeyboardInterrupt
        return lines.pop(0)

    monkeypatch.setattr("cli.match.line_typed", typed)
    path = tmp_path / "m.hkm"
    ran = hakem(*["match", "--level", "easy", "--seed", "4", "--file"], path)
    assert (ran.code, ran.err.splitlines()[-1]) == (130, "hakem: interrupted")
    begun = MatchInPlay.of_record(read_file(str(path)), find_player("thumb"))
    shown = cards_of(ran.out)
    assert shown
    assert len(begun.sitting.hand.watch.plays) == len(shown)


def test_the_same_cards_again(hakem):
    """The hand is played again from another seat, and the score stays."""
    hand = [*[suit + rank for rank in "23456789TJQKA" for suit in "SHDC"] * 13, "S"]
    ran = hakem(
        *["match", "--level", "easy", "--seed", "3", "--target", "7", "--seat", "1"],
        stdin="\n".join([*hand, "r seat", "r left", "S", *hand]),
    )
    assert ran.code == 0
    assert "'seat' is no seat" in ran.err
    assert ran.out.count("You call from") == 1
    assert "it counts for nothing" in ran.out
    assert len(set(re.findall(r"^Match: .*$", ran.out, re.MULTILINE))) == 2


def test_wrong_input_is_refused_in_one_sentence(hakem):
    ran = hakem(*["match", "--level", "easy", "--seed", "3"], stdin="x\nS\nzz\n\nS2 S3\nHA\n")
    assert ran.code == 0
    faults = [line for line in ran.err.splitlines() if line.startswith("hakem: ")]
    assert len(faults) == 5, ran.err
    assert "cards are legal: type one" in ran.err
    assert "HA is not in this hand" in ran.err
    assert "not kept: --file FILE keeps a match" in ran.err


def test_hints_come_in_steps_and_undo_in_practice_only(hakem):
    ran = hakem(*["match", "--level", "easy", "--seed", "3"], stdin="\n".join("???S???urq"))
    assert "Call your longest suit." in ran.out or "High cards" in ran.out
    assert len(re.findall(r"Its suit: [♠♥♦♣]\n> Best: [♠♥♦♣]", ran.out)) == 2
    assert ran.err.count("only practice takes back") == 2
    ran = hakem(*["match", "--level", "easy", "--seed", "3", "--practice"], stdin="S\nu\nH\nr\nq\n")
    assert ran.out.count("You call from") == 3
    assert "you call ♠" in ran.out
    assert "you call ♥" in ran.out


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


def test_the_hand_of_the_day_is_one_hand_with_a_line_to_share(hakem):
    ran = hakem("match", "--daily", stdin=scripted(3))
    assert ran.code == 0, ran.err[-300:]
    assert re.search(r"^Hakem, the hand of \d+ \w+ \d{4}: .*\d+-\d+", ran.out, re.MULTILINE)
    assert len(cards_of(ran.out)) <= 52
    again = hakem("match", "--daily", stdin=scripted(3))
    assert again.out == ran.out
    ran = hakem("match", "--daily", "--seed", "3")
    assert "--seed: the hand of the day is the same for everybody" in ran.err
