"""Scorings: found by any spelling, changed by number, refused in one sentence."""

from __future__ import annotations

import json

import pytest

from solver import Outcome, find_scoring
from solver.base.errors import OptionError
from solver.game.scoring import SCORINGS, expected_points


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ir", "ir"),
        ("IR", "ir"),
        ("Iran", "ir"),
        ("hokm", "ir"),
        ("Netherlands", "nl"),
        ("troefcall", "nl"),
        ("India and Pakistan", "inpk"),
        ("in-pk", "inpk"),
        ("INPK", "inpk"),
        ("IN/PK", "inpk"),
        ("points", "points"),
        ("1234", "points"),
    ],
)
def test_scorings_are_found_by_any_spelling(text: str, name: str) -> None:
    assert find_scoring(text).name == name


def test_names_and_aliases_name_one_scoring_each() -> None:
    words = [word for scoring in SCORINGS for word in (scoring.name, *scoring.aliases)]
    assert len(words) == len(set(words))
    titles = [scoring.title for scoring in SCORINGS]
    assert len(titles) == len(set(titles))
    for scoring in SCORINGS:
        for word in (scoring.name, scoring.title, *scoring.aliases):
            assert find_scoring(word) is scoring
        assert find_scoring(scoring) is scoring


def test_numbers_can_be_changed() -> None:
    changed = find_scoring("inpk").with_values(goon=3, win=0)
    assert changed.points(Outcome.KOT_B) == (0, 3)
    assert changed.points(Outcome.KOT_A) == (1, 0)
    assert changed.points(Outcome.WIN_A) == (0, 0)
    assert changed.points(Outcome.WIN_B) == (0, 0)
    assert changed.worth(Outcome.WIN_B) == (0, 1 / 7)
    assert find_scoring("inpk").points(Outcome.KOT_B) == (0, 1)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"kots": 1}, "'kots' is no value of a scoring: expected win, goon_win"),
        ({"kot": -1}, "'-1' is no value for kot: expected a number of 0 or more"),
        ({"kot": "many"}, "'many' is no value for kot"),
        ({"kot": float("nan")}, "'nan' is no value for kot"),
        ({"kot": True}, "'True' is no value for kot"),
    ],
)
def test_other_numbers_are_refused(values: dict[str, object], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        find_scoring("ir").with_values(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "tennis", None, 7])
def test_unknown_scorings_are_refused(text: object) -> None:
    with pytest.raises(OptionError, match="is no scoring: expected one of ir, nl, inpk, points"):
        find_scoring(text)  # type: ignore[arg-type]


def test_expected_points_of_a_distribution() -> None:
    shares = {Outcome.WIN_A: 0.5, Outcome.KOT_A: 0.1, Outcome.WIN_B: 0.3, Outcome.KOT_B: 0.1}
    means = {s.name: round(expected_points(shares, s), 4) for s in SCORINGS[:4]}
    assert means == {"ir": 0.1, "nl": 0.4, "inpk": round(0.2 / 7, 4), "points": -0.2}


def test_scorings_print_their_numbers() -> None:
    assert str(find_scoring("ir")) == "Iran (win 1, kot 2 (3 for the other side), to 7 points)"
    told = json.loads(json.dumps(find_scoring("nl").to_dict()))
    assert told["values"] == {
        "BAVNEY_A": 15,
        "KOT_A": 5,
        "WIN_A": 2,
        "WIN_B": 2,
        "KOT_B": 5,
        "BAVNEY_B": 15,
    }


def test_each_scoring_has_the_numbers_of_the_rules() -> None:
    """(win, kot, bavney), straight wins for a kot, and where a match ends (docs/rules.md 1.10)."""
    told = {
        s.name: ((s.win, s.kot, s.bavney), s.streak, s.target, s.hands, s.goon_from_house)
        for s in SCORINGS
        if s.kind in ("class", "seats")
    }
    assert told == {
        "ir": (((1, 1), (2, 3), (2, 3)), 0, 7, None, False),
        "nl": (((2, 2), (5, 5), (15, 15)), 0, None, 4, False),
        "inpk": (((0, 0), (1, 1), (52, 52)), 7, 5, None, True),
        "points": (((1, 2), (3, 4), (3, 4)), 0, 10, None, False),
        "double_sar": (((0, 0), (1, 3), (1, 3)), 7, 5, None, True),
        "dehla": (((0, 0), (1, 1), (1, 1)), 7, 5, None, False),
        "three": (((1, 1), (2, 3), (2, 3)), 0, 7, None, False),
        "chokri_majority": (((1, 1), (2, 2), (2, 2)), 0, 7, None, False),
    }
    assert {s.name: s.target for s in SCORINGS if s.kind not in ("class", "seats")} == {
        "dummy": 104, "daba": None, "chokri": None,
    }  # fmt: skip


def test_every_slot_of_a_scoring_is_changed_by_its_own_name() -> None:
    slots = ("win", "goon_win", "kot", "goon", "bavney", "goon_bavney")
    changed = find_scoring("nl").with_values(**{name: n for n, name in enumerate(slots, 11)})
    assert (changed.win, changed.kot, changed.bavney) == ((11, 12), (13, 14), (15, 16))
