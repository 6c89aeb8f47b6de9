"""Habits: the kinds of decisions, their losses against the review, intervals against scipy."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from solver.base.cards import Card
from solver.base.errors import OptionError
from solver.decide.plan import Workers
from solver.game.position import Position
from solver.players import review_match
from solver.players.grading import FAULTS
from solver.players.habits import DECISIONS, _mean, _trend, kind_of, player_habits
from solver.record import read_file
from solver.views.habits import habits_verdict

MATCH = "docs/examples/match.txt"
DEAL = "0:AQ.2.K.T54 K4.A.AQ.32 32.K.J9.98 J9.Q.T8.76"


@pytest.fixture(scope="module")
def match():
    return review_match(read_file(MATCH), seed=1, workers=Workers(1))


@pytest.mark.parametrize(
    ("taken", "played", "card", "kind"),
    [
        ((4, 2), "", "DK", "lead"),
        ((4, 2), "DK", "DA", "second hand"),
        ((4, 2), "DK DA", "D9", "third hand"),
        ((4, 2), "DK DA D9", "D8", "last hand"),
        ((6, 0), "", "DK", "kot play"),
        ((0, 6), "DK", "DA", "kot play"),
        ((5, 1), "DK", "DA", "second hand"),
    ],
)
def test_a_card_has_one_kind(taken, played, card, kind):
    now = Position.start(DEAL, "S", 0, taken=taken, tricks_done=6)
    for each in played.split():
        now = now.play(Card.parse(each))
    assert kind_of(now, Card.parse(card)) == kind
    assert kind in DECISIONS


def test_who_cannot_follow_ruffs_or_discards():
    deal = "0:A.K2.. .3.54. Q..32. J4..6."
    now = Position.start(deal, "S", 0, taken=(5, 5), tricks_done=10)
    now = now.play(Card.parse("HK")).play(Card.parse("H3"))
    assert kind_of(now, Card.parse("SQ")) == "ruff"
    assert kind_of(now, Card.parse("D2")) == "discard"


@pytest.mark.slow
def test_losses_are_those_of_the_review(match):
    """By player and in all: what the review says that his faults and calls cost, over his hands."""
    for player in match.players:
        found = player_habits([match], player.name)
        assert found.hands == len(match.hands)
        cards = [
            card
            for number, hand in match.hands.items()
            for card in hand.cards
            if match.persons[number][card.seat] == player.seat
        ]
        faults = [card for card in cards if card.grade in FAULTS]
        assert sum(each.faults for each in found.kinds if each.kind != "call") == len(faults)
        lost = sum(card.lost for card in faults) + player.call_lost
        assert found.loss.mean * found.hands == pytest.approx(lost)
        kinds = [each.loss.mean for each in found.kinds]
        assert kinds == sorted(kinds, reverse=True)
        assert sum(kinds) == pytest.approx(found.loss.mean)
        judged = sum(each.cards for each in found.kinds if each.kind != "call")
        assert judged == player.judged
        assert player.name in habits_verdict(found)
    with pytest.raises(OptionError, match="Karim plays no hand of these records"):
        player_habits([match], "Karim")


def test_hands_of_several_records_are_counted_together(match):
    once, twice = (player_habits([match] * times, "Ali") for times in (1, 2))
    assert twice.hands == 2 * once.hands
    assert twice.loss.mean == pytest.approx(once.loss.mean)


def test_intervals_are_those_of_the_t_test():
    lost = np.random.default_rng(3).exponential(0.2, 21)
    found = _mean(list(lost))
    low, high = stats.t.interval(0.95, 20, lost.mean(), stats.sem(lost))
    assert (found.mean, found.low, found.high) == pytest.approx((lost.mean(), low, high))
    trend = _trend(list(lost))
    assert trend.mean == pytest.approx(lost[11:].mean() - lost[:10].mean())
    known = stats.ttest_ind(lost[-10:], lost[:10], equal_var=False).confidence_interval()
    # Whole degrees of freedom: a little wider, never narrower.
    assert trend.low <= known.low + 1e-9
    assert trend.high >= known.high - 1e-9
    assert trend.high - trend.low == pytest.approx(known.high - known.low, rel=0.03)


def test_few_hands_have_no_trend_and_one_has_no_interval():
    assert _trend([0.1, 0.2, 0.3]) is None
    assert _trend([0.1] * 4).low == 0
    assert _mean([0.5]).high == float("inf")
    assert _mean([0.0, 0.5]).low == 0


@pytest.mark.slow
def test_the_command(hakem, tmp_path):
    text = Path(MATCH).read_text("utf-8")
    (tmp_path / "m.hkm").write_text(text.replace("Ali", "you"), encoding="utf-8")
    ran = hakem("habits", tmp_path / "m.hkm", "--jobs", "1")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("you, 1 hand: most is lost by play with a kot in sight, 0.5")
    found = json.loads(hakem("habits", MATCH, "--name", "Sara", "--jobs", "1", "--json").out)
    assert found["dearest"] == ["kot play"]
    assert found["loss"]["high"] is None
    ran = hakem("habits", MATCH)
    said = "--name: whose habits? The records name Ali, Reza, Sara, Mina"
    assert (ran.code, said in ran.err) == (2, True)
    ran = hakem("habits", MATCH, "--name", "Karim")
    assert (ran.code, "--name: there is no Karim in these records" in ran.err) == (2, True)


def test_hands_counted_otherwise_are_not_added(match):
    scoring = SimpleNamespace(unit="kots", name="inpk")
    hands = {n: SimpleNamespace(quick=False, scoring=scoring, start=h.start, moves=(), cards=(),
                                call=None) for n, h in match.hands.items()}  # fmt: skip
    other = SimpleNamespace(record=match.record, persons=match.persons, hands=hands)
    with pytest.raises(OptionError, match="counted in points and in kots"):
        player_habits([match, other], "Ali")
