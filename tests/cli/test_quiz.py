"""`hakem quiz`: asked, skipped, ended, printed."""

import json
import re

import pytest


def test_questions_are_asked_and_scored(hakem):
    ran = hakem("quiz", "--kind", "kot", "--seed", "7", "-n", "3", stdin="y\n\nn\n")
    assert ran.code == 0, ran.err
    assert ran.out.count("Question") == 3
    assert re.search(r"[012] of 2 right", ran.out)


def test_a_skipped_question_is_answered_and_q_ends(hakem):
    ran = hakem("quiz", "--kind", "card", "--seed", "7", stdin="\n?\nQuit\n")
    assert ran.code == 0, ran.err
    assert (
        "Skipped. Right: ♦K.\nThe hand is lost with any card; ♦K takes the most: 6 of 13" in ran.out
    )
    assert "Answers: HA H3 H2 DJ C6; nothing skips, q ends." in ran.out
    assert ran.out.count("Question") == 2
    assert "right" not in ran.out.split("Question 2")[1]


def test_an_answer_that_is_none_is_asked_again(hakem):
    ran = hakem("quiz", "--kind", "kot", "--seed", "7", "-n", "1", stdin="perhaps\nyes\n")
    assert ran.code == 0
    assert "'perhaps' is no answer here: expected yes, no" in ran.err
    assert "of 1 right" in ran.out


def test_the_end_of_the_input_ends_the_quiz(hakem):
    ran = hakem("quiz", "--kind", "kot", "--seed", "7", stdin="")
    assert ran.code == 0
    assert ran.out.count("Question") == 1


@pytest.mark.slow
def test_a_card_of_one_seat_is_asked_without_the_other_hands(hakem):
    ran = hakem("quiz", "--kind", "seat", "--seed", "7", "-n", "1", stdin="")
    assert ran.code == 0, ran.err
    found = json.loads(hakem("quiz", "--kind", "seat", "--seed", "7", "-n", "1", "--json").out)
    (asked,) = found["questions"]
    assert "deal" not in asked
    shown = set(re.findall(r"[♠♥♦♣][2-9TJQKA]", ran.out.split("you hold")[0]))
    signs = dict(zip("SHDC", "♠♥♦♣", strict=True))
    assert {signs[card[0]] + card[1] for card in asked["play"]} == shown - {
        word for word in shown if ran.out.count(word) == 0
    }
    assert "you hold" in ran.out


def test_json_holds_questions_and_answers(hakem):
    ran = hakem("quiz", "--kind", "card", "--seed", "7", "-n", "2", "--json")
    found = json.loads(ran.out)
    assert [one["number"] for one in found["questions"]] == [0, 1]
    for one in found["questions"]:
        assert set(one["right"]) < set(one["choices"])


@pytest.fixture
def made(monkeypatch):
    """The numbers of the questions that were made; making one is a search."""
    from solver.quiz import asked

    numbers, real = [], asked._made

    def counted(seed, number, *more):
        numbers.append(number)
        return real(seed, number, *more)

    monkeypatch.setattr(asked, "_made", counted)
    return numbers


@pytest.mark.parametrize("words", [("--json",), ("--html", "sheet.html"), ()])
def test_a_question_is_made_once(hakem, made, monkeypatch, tmp_path, words):
    monkeypatch.chdir(tmp_path)
    ran = hakem("quiz", "--kind", "kot", "--seed", "7", "-n", "2", *words, stdin="no\nyes\n")
    assert ran.code == 0, ran.err
    assert made == [0, 1]


def test_a_sheet_has_the_answers_on_a_page_of_their_own(hakem, tmp_path):
    sheet = tmp_path / "sheet.html"
    words = ("--kind", "kot", "--seed", "7", "-n", "2", "--html", sheet)
    ran = hakem("quiz", *words)
    assert ran.code == 0, ran.err
    text = sheet.read_text(encoding="utf-8")
    questions, answers = text.split('class="answers"')
    assert questions.count("<h2>") == 2
    assert "hakem quiz --seed 7 --count 2 --kind kot" in answers
    assert answers.count("<li>") == 2
    assert "break-before:page" in text
    assert "http" not in re.sub(r"http-equiv|http://www\.w3\.org/", "", text)


def test_what_cannot_be_asked_is_refused(hakem):
    ran = hakem("quiz", "--kind", "bid")
    assert ran.code == 2
    assert "expected trump, kot, seat, card" in ran.err


def test_a_sheet_that_cannot_be_written_is_refused(hakem, tmp_path):
    ran = hakem("quiz", "--kind", "kot", "--seed", "1", "-n", "1", "--html", tmp_path / "no" / "x")
    assert ran.code == 5
    assert "could not be written" in ran.err


def test_the_questions_of_a_day_are_kept_for_the_streak(hakem, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    ran = hakem("quiz", "--day", "2026-11-22", stdin="S\n\n" + "\n" * 8)
    assert ran.code == 0, ran.err
    assert ran.out.count("Question") == 10
    assert re.search(r"Hakem, 22 November 2026: [01] of 10\n[✓✗]···· ·····\n", ran.out)
    again = hakem("quiz", "--day", "2026-11-22", stdin="\n" * 10)
    assert "this day was answered before: its first result stands" in again.err
    kept = json.loads((tmp_path / "hakem" / "days.json").read_text("utf-8"))
    assert kept["2026-11-22"][1:] == [None] * 9
    assert kept["2026-11-22"][0] is not None


def test_a_day_that_is_not_finished_is_not_kept(hakem, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    ran = hakem("quiz", "--daily", stdin="S\nq\n")
    assert "the day is kept when its ten questions have been asked" in ran.err
    assert not (tmp_path / "hakem").exists()


def test_a_damaged_file_of_days_is_named(hakem, tmp_path, monkeypatch):
    (tmp_path / "hakem").mkdir()
    (tmp_path / "hakem" / "days.json").write_text("[1, 2", "utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    ran = hakem("quiz", "--day", "2026-11-22", stdin="\n" * 10)
    assert (ran.code, "days.json: cannot be read" in ran.err) == (0, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [("--day soon", "'soon' is no day: expected one as 2026-11-23"),
     ("--daily --seed 3", "--seed: the questions of a day are the same for everybody"),
     ("--daily -n 11", "--count: a day has 10 questions")],
)  # fmt: skip
def test_what_a_day_cannot_be_asked_for(hakem, words, said):
    ran = hakem("quiz", *words.split())
    assert (ran.code, said in ran.err) == (2, True), ran.err
