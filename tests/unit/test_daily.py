"""The questions of a day are the same for everybody, whatever the version; what is shared of it."""

import json
from datetime import date

import numpy as np
import pytest
from conftest import ROOT

from solver.base.errors import OptionError
from solver.core.engine import Solver
from solver.game.variants import HOKM
from solver.players.hands import deal_of
from solver.quiz import (
    DAILY,
    day_named,
    question_of_day,
    seed_of_day,
    share_hand,
    share_text,
    streak,
)

FROZEN = json.loads((ROOT / "tests" / "data" / "days.json").read_text(encoding="utf-8"))
SHOWN = ("kind", "hand", "deal", "trump", "to_play", "table", "taken", "choices")


def asked(day, number, book=None):
    """What a day asks, without the words, which may change."""
    said = question_of_day(day, number, book, Solver()).question.to_dict()
    return {name: said[name] for name in SHOWN if said.get(name) is not None}


def hand_of(day):
    """The hand of a match of that day: four hands and the first five cards."""
    deal, five = deal_of(HOKM, np.random.SeedSequence(seed_of_day(day), spawn_key=(0,)))
    return [*map(str, deal.hands), str(five)]


@pytest.fixture(scope="module")
def book():
    from solver.book import find_book

    found = find_book(HOKM)
    assert found is not None
    return found


@pytest.mark.parametrize("day", FROZEN)
def test_a_day_asks_what_it_asked(day, book):
    """A change here takes the hand of a day from those who have played it: make no such change."""
    for number, known in enumerate(FROZEN[day]["questions"]):
        assert asked(day_named(day), number, book) == known, number
    assert hand_of(day_named(day)) == FROZEN[day]["hand"]


def test_a_day_has_ten_questions_of_its_own(book):
    one, other = date(2026, 1, 2), date(2026, 1, 3)
    assert len(DAILY) == 10
    assert asked(one, 0, book) != asked(other, 0, book)
    with pytest.raises(OptionError, match="question 11: a day has 10"):
        question_of_day(one, 10, book)


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-01", "23.11.2026", "2026-11-31"])
def test_what_is_no_day_is_refused(text):
    with pytest.raises(OptionError, match="is no day: expected one as 2026-11-23"):
        day_named(text)


@pytest.mark.parametrize(
    ("days", "length"),
    [([], 0), ([23], 1), ([22], 1), ([21], 0), ([21, 22], 2), ([20, 22, 23], 2), ([24], 0),
     (range(1, 24), 23)],
)  # fmt: skip
def test_a_streak_ends_today_or_yesterday(days, length):
    assert streak([date(2026, 11, day) for day in days], date(2026, 11, 23)) == length


def test_what_is_shared_tells_nothing_of_the_questions():
    marks = [True] * 3 + [False, None] + [True] * 5
    text = share_text(date(2026, 11, 3), marks, 4)
    assert text == "Hakem, 3 November 2026: 8 of 10\n✓✓✓✗· ✓✓✓✓✓\n4 days in a row"
    assert share_text(date(2026, 11, 3), [None], 1) == "Hakem, 3 November 2026: 0 of 10\n·"
    said = share_hand(date(2026, 11, 3), "A wins 8-5")
    assert said == "Hakem, the hand of 3 November 2026: A wins 8-5"
