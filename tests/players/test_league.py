"""A league is its duels, and its standings follow from them."""

import json
import math

import numpy as np
import pytest
from scipy import stats

from solver import Workers
from solver.base.errors import OptionError
from solver.players import find_player, play_duel, play_league

NAMES = ("thumb", "random", "playout:5")
ONE = Workers(1)


@pytest.fixture(scope="module")
def league():
    return play_league([find_player(name) for name in NAMES], 6, seed=3, workers=ONE)


@pytest.mark.slow
def test_each_pair_plays_the_duel_it_would_play_alone(league):
    assert league.pairs == ((0, 1), (0, 2), (1, 2))
    for (one, other), duel in zip(league.pairs, league.duels, strict=True):
        alone = play_duel(
            find_player(NAMES[one]), find_player(NAMES[other]), 6, seed=3, workers=ONE
        )
        assert (duel.players, duel.outcomes.tolist()) == (alone.players, alone.outcomes.tolist())


@pytest.mark.slow
def test_standings_are_what_the_hands_came_to(league):
    """From the classes alone: points by deal, their mean and Student's interval; wins and kots."""
    worth = {code: league.scoring.difference(code) for code in (-3, -2, -1, 1, 2, 3)}
    gained = {name: np.zeros(6) for name in NAMES}
    results = {name: [] for name in NAMES}
    for duel in league.duels:
        for deal, codes in enumerate(duel.outcomes.tolist()):
            for table, code in enumerate(codes):
                caller, other = duel.players if table == 0 else duel.players[::-1]
                gained[caller][deal] += worth[code] / 4  # two tables, two opponents
                gained[other][deal] -= worth[code] / 4
                results[caller].append(code)
                results[other].append(-code)
    order = sorted(NAMES, key=lambda name: -gained[name].mean())
    assert [each.player for each in league.standings] == order
    assert [NAMES[each.number] for each in league.standings] == order
    for place, each in enumerate(league.standings):
        mine = gained[each.player]
        low, high = stats.t.interval(0.95, 5, mine.mean(), mine.std(ddof=1) / math.sqrt(6))
        assert (each.points.mean, each.points.low, each.points.high) == pytest.approx(
            (mine.mean(), low, high)
        )
        if each.ahead is not None:
            beside = mine - gained[order[place + 1]]
            assert each.ahead.mean == pytest.approx(beside.mean())
            half = stats.t.ppf(0.975, 5) * beside.std(ddof=1) / math.sqrt(6)
            assert each.ahead.high - each.ahead.mean == pytest.approx(half)
        codes = results[each.player]
        assert (each.wins.count, each.wins.n) == (sum(code > 0 for code in codes), 24)
        assert each.kots_for.count == sum(code >= 2 for code in codes)
        assert each.kots_against.count == sum(code <= -2 for code in codes)
    assert league.standings[-1].ahead is None
    assert sum(each.points.mean for each in league.standings) == pytest.approx(0)


def test_what_a_pair_came_to_is_told_from_both_sides(league):
    one, other = league.between(0, 2), league.between(2, 0)
    assert (one.mean, one.low, one.high) == (-other.mean, -other.high, -other.low)
    assert one.mean == league.duels[1].points.mean


def test_two_players_are_no_league():
    with pytest.raises(OptionError, match="expected three or more"):
        play_league([find_player("thumb")] * 2, 1)


@pytest.mark.slow
def test_the_command(hakem, tmp_path):
    words = ("duel", *NAMES, "--deals", "6", "--seed", "3", "--jobs", "1")
    said = json.loads(hakem(*words, "--json").out)
    assert said["players"] == list(NAMES)
    assert [duel["players"] for duel in said["duels"]] == [
        [NAMES[0], NAMES[1]], [NAMES[0], NAMES[2]], [NAMES[1], NAMES[2]],
    ]  # fmt: skip
    record = tmp_path / "hands.hkm"
    shown = hakem(*words, "--out", str(record))
    first = said["standings"][0]
    assert f"1  {first['player']}" in shown.out
    assert f"{first['points']['mean']:+.3f}" in shown.out
    replayed = json.loads(hakem("replay", str(record), "--json").out)
    assert len(replayed["hands"]) == 36


def test_a_league_of_games_that_count_tricks(hakem):
    words = ("duel", "thumb", "random", "thumb", "--variant", "daba", "--deals", "2", "--seed", "1")
    said = json.loads(hakem(*words, "--json").out)
    assert said["hands"] == 12
    assert said["duels"][1]["points"]["mean"] == 0  # the same player, the same seeds


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("thumb",), "thumb needs somebody to play against"),
        (("thumb", "random", "thumb", "--resume", "x"), "the duel of two players, not of 3"),
        (("thumb", "random", "nobody"), "no player 'nobody'"),
    ],
)
def test_refusals(hakem, tmp_path, monkeypatch, words, why):
    monkeypatch.chdir(tmp_path)
    ran = hakem("duel", *words)
    assert ran.code == 2
    assert why in ran.err
