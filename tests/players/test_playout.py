"""The player that plays worlds out: in every game, by the rules, from its own cards alone."""

from __future__ import annotations

import numpy as np
import pytest

from solver.base.cards import Card
from solver.base.errors import OptionError
from solver.core.closed import play_out
from solver.decide.closed_hands import codes_of
from solver.decide.plan import Workers
from solver.game.scoring import find_scoring
from solver.game.variants import VARIANTS, find_variant
from solver.match.scoring import class_of_tens, class_of_tricks, class_of_winners
from solver.players import (
    PlayoutPlayer,
    SampledPlayer,
    ThumbPlayer,
    View,
    deal_of,
    find_player,
    play_duel,
    play_hand,
)
from solver.players.playout import near_the_best, own_account, seen_by_all

GAMES = [variant.name for variant in VARIANTS]


class Seen(Exception):
    """Ends a hand at the view that was looked for."""


class Looks(ThumbPlayer):
    """Plays by the rule of thumb until so many cards lie."""

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def play(self, view: View, seed: int) -> Card:
        if len(view.plays) == self.cards:
            raise Seen(view)
        return super().play(view, seed)


def view_of(game: str, number: int, cards: int) -> View:
    """What the seat to move sees after so many cards of rule-of-thumb players."""
    variant = find_variant(game)
    deal, five = deal_of(variant, np.random.SeedSequence((31, number)))
    with pytest.raises(Seen) as seen:
        play_hand(deal, five, [Looks(cards)] * variant.seats, variant, number)
    view: View = seen.value.args[0]
    return view


@pytest.mark.parametrize("cards", range(4))
def test_beside_a_dummy_tricks_count_for_ones_own_side(cards: int) -> None:
    view = view_of("dummy_rang", 1, cards)
    found = np.array([[[9, 4], [6, 7]]], np.int8)
    sign = 1 if view.seat in (0, 2) else -1
    worth = PlayoutPlayer().worth_of(view, found)
    assert worth.tolist() == [[5.0 * sign, -1.0 * sign]]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES)
def test_whole_hands_of_every_game(game: str) -> None:
    """`play_hand` refuses an illegal card; the same seed gives the same hand."""
    variant = find_variant(game)
    deal, five = deal_of(variant, np.random.SeedSequence(23))
    player = PlayoutPlayer(24, first_solved=10, solved=2)
    played = [play_hand(deal, five, (player, player), variant, 5) for _ in range(2)]
    assert played[0] == played[1]
    assert len(played[0].record.tricks) >= variant.cards_per_hand // 2


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES)
def test_a_card_is_worth_what_playing_on_comes_to(game: str) -> None:
    """Of the cards that were not left out: the mean over the same worlds, played out here."""
    player = PlayoutPlayer(40)
    for number in range(8):
        view = view_of(game, number, 9 + number)
        if not view.worlds_known or len(view.groups) < 2:
            continue
        cards = [group[-1] for group in view.groups]
        found = player.play_out(view, 7, cards)
        worlds, _ = view.knowledge.worlds(40, 7, 40)
        ends = play_out(
            view.position,
            np.ascontiguousarray(worlds),
            [card.index for card in found.cards],
            seed=7,
            **seen_by_all(view),
        )
        if view.position.reserves:
            continue  # each part of the worlds begins its luck anew
        ends = ends[: len(found.points)]  # one card alone needs no more
        assert (found.won == ends[:, :, own_account(view)]).all()
        assert (found.points == player.worth_of(view, ends)).all()
        assert set(found.cards) <= set(cards)


def test_classes_are_those_of_the_result() -> None:
    hokm = view_of("hokm", 1, 8).position
    ends = np.array([[[7, 0, 7, 0], [7, 3, 7, 3], [6, 7, 6, 7], [0, 7, 0, 7]]], dtype=np.int8)
    by_winners = [
        class_of_winners([0] * 7, hard=True),
        class_of_winners([1] * 3 + [0] * 7),
        class_of_winners([0] * 6 + [1] * 7),
        class_of_winners([1] * 7, hard=True),
    ]
    assert codes_of(hokm, ends)[0].tolist() == by_winners
    sar = view_of("double_sar", 1, 8).position
    ends = np.array([[[a, 13 - a, a, 13 - a] for a in range(14)]], dtype=np.int8)
    assert codes_of(sar, ends)[0].tolist() == [class_of_tricks(a) for a in range(14)]
    tens = view_of("dehla_pakad", 1, 8).position
    ends = np.array([[[a, 4 - a, 3 * a, 13 - 3 * a] for a in range(5)]], dtype=np.int8)
    assert codes_of(tens, ends)[0].tolist() == [class_of_tens(a) for a in range(5)]
    six = view_of("chokri", 1, 8).position
    ends = np.array([[[4, 4, 4, 4], [5, 1, 5, 1], [0, 5, 0, 5]]], dtype=np.int8)
    assert codes_of(six, ends)[0].tolist() == [-1, 1, -2]


def test_of_three_players_each_counts_his_own_wins() -> None:
    """One point for the caller, by the first seven two; ties at the top by the usual rule."""
    ends = np.array(
        [[[7, 0, 0, 1], [9, 5, 3, 0], [5, 9, 3, 0], [6, 6, 5, 0], [7, 3, 7, 0]]], dtype=np.int8
    )
    for number in range(6):
        view = view_of("three_hokm", number, 12 + number)
        worth = PlayoutPlayer().worth_of(view, ends)[0].tolist()
        assert (
            worth
            == {
                0: [2, 1, 0, 0, 0],
                1: [0, 0, 1, 0, 1],
                2: [0, 0, 0, 1, 0],
            }[view.seat]
        )


def test_a_card_plainly_behind_is_left_out_and_no_other() -> None:
    rng = np.random.default_rng(1)
    luck = rng.normal(size=(400, 1))
    noise = rng.normal(size=(400, 3)) * 0.5
    points = luck + noise + np.array([0.0, 0.05, -0.5])
    alike = np.ones(400)
    assert near_the_best(points, alike) == [0, 1]
    assert near_the_best(np.ones((4, 2)), alike[:4]) == [0, 1]
    assert near_the_best(np.array([[1.0, 0.0]] * 3), alike[:3]) == [0]
    # What a world of weight 0 says does not count, and few heavy worlds say less than many.
    lying = np.concatenate([points, np.array([[-90.0, 0.0, 9.0]] * 5)])
    assert near_the_best(lying, np.concatenate([alike, np.zeros(5)])) == [0, 1]
    heavy = np.where(np.arange(400) < 4, 1.0, 1e-6)
    assert 2 in near_the_best(points, heavy)


def test_late_cards_are_those_of_the_player_that_solves() -> None:
    late, solves = PlayoutPlayer(10, solved=20, weighs=False), SampledPlayer(20)
    for number in range(10):
        view = view_of("hokm", number, 16 + number)
        assert late.play(view, number) == solves.play(view, number)


def test_no_part_of_the_worlds_is_begun_after_the_time() -> None:
    view = view_of("hokm", 2, 4)
    cards = [group[-1] for group in view.groups]
    assert len(PlayoutPlayer(100).play_out(view, 1, cards).points) == 100
    assert len(PlayoutPlayer(100, seconds=0.0).play_out(view, 1, cards).points) == 25


def test_the_rule_of_thumb_plays_where_the_trump_is_hidden() -> None:
    view = next(
        view
        for number in range(20)
        if (view := view_of("band_rang", number, 5)).trump_hidden and len(view.groups) > 1
    )
    assert PlayoutPlayer(30).play(view, 1) == ThumbPlayer().play(view, 1)


def test_names() -> None:
    player = find_player("playout", find_scoring("nl"))
    assert isinstance(player, PlayoutPlayer)
    assert (player.name, player.played_out, player.first_solved) == ("playout", 1000, 5)
    assert player.scoring == find_scoring("nl")
    player = find_player("playout:600:7")
    assert (player.name, player.played_out, player.first_solved) == ("playout:600:7", 600, 7)  # type: ignore[attr-defined]
    assert find_player("playout:600").name == "playout:600"
    assert find_player("playout:1000:5").name == "playout"
    for text in ("playout:0", "playout:5:0", "playout:5:18", "playout:x", "playout:5:"):
        with pytest.raises(OptionError, match=r"expected a (trick|number)"):
            find_player(text)


@pytest.mark.slow
def test_it_beats_the_rule_of_thumb() -> None:
    """Thirty deals, far fewer than docs/players.md has; the same every time."""
    duel = play_duel(find_player("playout:60:8"), ThumbPlayer(), 30, seed=4, workers=Workers(1))
    assert duel.deals_won > duel.deals_lost
    assert duel.points.mean is not None
    assert duel.points.mean > 0
