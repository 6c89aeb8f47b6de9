"""Duels: fair by construction, counted as they say, kept when interrupted, written as records."""

from __future__ import annotations

import json
import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest
from forgetful import Forgetful

from solver.base.cards import Card, Hand, Suit
from solver.base.errors import OptionError, PlayError, UnfinishedError, VariantError
from solver.decide.plan import Workers
from solver.game.scoring import find_scoring
from solver.game.variants import HOKM, Variant, find_variant
from solver.match import Rules, call_scoring, usual_house
from solver.players import (
    AlphaMuPlayer,
    Duel,
    Player,
    RandomPlayer,
    SampledPlayer,
    ThumbPlayer,
    View,
    deal_of,
    find_player,
    play_duel,
    play_hand,
    play_out_match,
    record_of,
    usual_call,
)
from solver.record import read_match, replay_match, write_match

IR = find_scoring("ir").with_goon(3)
DABA = find_scoring("daba")
ALONE = Workers(1)


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("player", "deals"),
    [(RandomPlayer(), 5), (ThumbPlayer(), 5), (SampledPlayer(2), 1), (AlphaMuPlayer(2), 1)],
    ids=lambda x: getattr(x, "name", ""),
)
def test_a_player_against_itself_comes_out_even_on_every_deal(player: Player, deals: int) -> None:
    found = play_duel(player, player, deals, seed=3, workers=ALONE)
    assert not found.points_by_deal.any()
    assert found.points.mean == 0
    assert (found.points.low, found.points.high) == ((-3, 3) if deals == 1 else (0, 0))
    assert (found.deals_won, found.deals_lost, found.p_sign) == (0, 0, 1.0)
    assert found.wins.p == 0.5
    assert found.kots_for.count == found.kots_against.count


def test_the_first_player_seen_from_the_other_side() -> None:
    one = play_duel(ThumbPlayer(), RandomPlayer(), 8, seed=5, workers=ALONE)
    two = play_duel(RandomPlayer(), ThumbPlayer(), 8, seed=5, workers=Workers(3))
    assert (one.outcomes == two.outcomes[:, ::-1]).all()
    assert one.points.mean == pytest.approx(-(two.points.mean or 0))
    assert (one.deals_won, one.kots_for.count) == (two.deals_lost, two.kots_against.count)
    assert one.points_by_deal.mean() > 0.2  # the rule of thumb is no random play


def test_what_is_counted() -> None:
    """Four deals: a win at both tables, a kot and its loss, a goon kot made and a win lost."""
    codes = np.array([[1, -1], [2, 1], [1, -2], [-1, -1]], dtype=np.int8)
    found = Duel(("x", "y"), HOKM, IR, 1, codes, 0.0)
    # x is A at the first table, B at the second: 1 + 1, 2 - 1, 1 + 3, -1 + 1 points, halved
    assert found.points_by_deal.tolist() == [1.0, 0.5, 2.0, 0.0]
    assert found.points.mean == pytest.approx(0.875)
    # standard deviation 0.853913, quantile of Student's t for 3 degrees of freedom 3.182446
    assert found.points.low == pytest.approx(0.875 - 1.358773, abs=1e-5)
    assert found.points.high == pytest.approx(0.875 + 1.358773, abs=1e-5)
    assert found.wins.count == 6
    assert (found.kots_for.count, found.kots_against.count) == (2, 0)
    assert (found.deals_won, found.deals_lost) == (3, 0)
    assert found.p_sign == pytest.approx(0.25)
    said = json.loads(json.dumps(found.to_dict()))
    assert said["hands"] == 8
    assert said["points"]["mean"] == pytest.approx(0.875)


def test_one_deal_says_nothing_of_the_mean() -> None:
    codes = np.array([[-2, 3]], dtype=np.int8)
    found = Duel(("x", "y"), HOKM, IR, 1, codes, 0.0)
    assert (found.points.mean, found.points.low, found.points.high) == (-2.5, -3, 3)
    # the most that a hand of bids can bring are its thirteen tricks
    daba = find_variant("daba_rang")
    counted = Duel(("x", "y"), daba, DABA, 1, codes, 0.0, gains=np.array([[8.0, -7.0]]))
    assert (counted.points.mean, counted.points.low, counted.points.high) == (7.5, -13, 13)


def test_kots_and_bavneys_of_both_players_are_counted() -> None:
    codes = np.array([[-2, 1], [-3, 3], [2, -1], [3, -3], [1, 2]], dtype=np.int8)
    found = Duel(("x", "y"), HOKM, IR, 1, codes, 0.0)
    assert (found.kots_for.count, found.kots_against.count) == (3, 4)


def test_a_seed_is_the_same_duel_in_every_version() -> None:
    found = play_duel(RandomPlayer(), ThumbPlayer(), 4, seed=1, workers=ALONE)
    assert found.outcomes.tolist() == [[1, 1], [-1, 1], [-1, -1], [-1, 1]]


def test_a_deal_depends_on_the_seed_and_its_number_alone() -> None:
    told: list[float] = []
    few = play_duel(ThumbPlayer(), RandomPlayer(), 3, seed=5, workers=ALONE, progress=told.append)
    assert told == [1 / 3, 2 / 3, 1.0]
    more = play_duel(ThumbPlayer(), RandomPlayer(), 6, seed=5, workers=Workers(2))
    assert (more.outcomes[:3] == few.outcomes).all()


class Stopper:
    """The rule of thumb, until somebody presses Ctrl-C."""

    name = "stopper"

    def __init__(self, hands: int) -> None:
        self.left = hands

    def call(self, five: Hand, variant: Variant, seed: int) -> Suit:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return usual_call(five)

    def play(self, view: View, seed: int) -> Card:
        return ThumbPlayer().play(view, seed)


def test_an_interruption_keeps_what_is_done() -> None:
    found = play_duel(Stopper(3), ThumbPlayer(), 9, seed=1, workers=ALONE)
    assert found.interrupted
    assert found.deals == 3
    whole = play_duel(ThumbPlayer(), ThumbPlayer(), 3, seed=1, workers=ALONE)
    assert (found.outcomes == whole.outcomes).all()
    with pytest.raises(KeyboardInterrupt):
        play_duel(Stopper(0), ThumbPlayer(), 9, seed=1, workers=ALONE)


class Cheat(ThumbPlayer):
    """Plays the ace of spades, whoever holds it."""

    name = "cheat"

    def play(self, view: View, seed: int) -> Card:
        return Card.parse("SA")


def test_what_is_no_duel_is_refused() -> None:
    thumb = ThumbPlayer()
    with pytest.raises(PlayError, match=r"the player cheat at seat \d plays SA"):
        play_duel(Cheat(), Cheat(), 1, seed=1, workers=ALONE)
    for deals in (0, -1, True, 1.5):
        with pytest.raises(OptionError, match="number of deals"):
            play_duel(thumb, thumb, deals)  # type: ignore[arg-type]
    with pytest.raises(VariantError, match="three_hokm"):
        play_duel(thumb, thumb, 1, "three_hokm")
    with pytest.raises(OptionError, match="more than the class"):
        play_duel(thumb, thumb, 1, scoring=find_scoring("daba"))
    deal, five = deal_of(HOKM, np.random.SeedSequence(1))
    with pytest.raises(OptionError, match="3 players"):
        play_hand(deal, five, (thumb,) * 3)


@pytest.mark.parametrize(
    "game", ["hokm", "satat", "double_sar", "dehla_pakad", "beranga", "chokri"]
)
def test_records_replay_to_the_same_results(game: str) -> None:
    variant = find_variant(game)
    found = play_duel(
        ThumbPlayer(), RandomPlayer(), 2, variant, seed=8, workers=ALONE, keep_hands=True
    )
    text = write_match(record_of(found.hands, variant, found.scoring, "duel"))
    again = read_match(text)
    assert write_match(again) == text
    sheet = replay_match(again)
    codes = [entry.result.outcome for entry in sheet.entries]
    assert codes == found.outcomes.ravel().tolist()


def test_a_match_is_played_until_it_is_won() -> None:
    house = usual_house(HOKM)
    rules = Rules(house, call_scoring(house))
    played = list(play_out_match((ThumbPlayer(), RandomPlayer()), rules, HOKM, seed=4))
    last = played[-1][1].after
    assert max(last.score) >= 7 > max(played[-2][1].after.score)
    assert [hand.record.number for hand, _ in played] == list(range(1, len(played) + 1))
    # the record of the match is read back to the same score, callers included
    record = record_of([hand.record for hand, _ in played], HOKM, rules.scoring, "match")
    assert replay_match(read_match(write_match(record))).state.score == last.score
    assert [entry.caller for _, entry in played] == [
        entry.caller for entry in replay_match(record).entries
    ]
    # team 0 is the better player whoever calls
    assert last.score[0] > last.score[1]


def test_processes_play_as_threads_do() -> None:
    """What is sent to another process can be: the deal by its number, the players themselves."""
    context = multiprocessing.get_context("fork")
    players = find_player("sampled:2"), find_player("thumb")
    alone = play_duel(*players, 2, seed=5, workers=Workers(1), keep_hands=True)
    with ProcessPoolExecutor(1, context) as pool:
        found = play_duel(*players, 2, seed=5, workers=Workers(None, pool), keep_hands=True)
    assert found.outcomes.tolist() == alone.outcomes.tolist()
    assert found.hands == alone.hands


def test_deals_that_were_dropped_are_no_end_of_a_duel() -> None:
    with Forgetful(3) as pool, pytest.raises(UnfinishedError, match="was dropped") as end:
        play_duel(ThumbPlayer(), RandomPlayer(), 20, seed=5, workers=Workers(None, pool))
    assert (end.value.known.deals, end.value.known.interrupted) == (3, True)
