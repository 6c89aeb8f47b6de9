"""Worlds weighted by the cards seen: of this knowledge alone, and kept as often as they weigh."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from solver.base.cards import Card
from solver.core.closed import log_likelihoods, played_out, seen_weights
from solver.decide.knowledge import Knowledge
from solver.decide.seen_cards import (
    FLOOR,
    POWER,
    CardsSeen,
    KeepByCards,
    effective_number,
    weighs,
)
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import VARIANTS, Variant, find_variant
from solver.players import View, Watch, deal_of, usual_call


def view_after(variant: Variant, seed: int, cards: int) -> View:
    """The view of the seat to move after so many cards of rule-of-thumb players."""
    deal, five = deal_of(variant, np.random.SeedSequence((83, seed)))
    trump = None if variant.sets_trump else usual_call(five)
    watch = Watch(Position.start(deal, trump, 0, variant))
    for number in played_out(watch.position)[:cards]:
        watch.play(Card.from_index(number))
    return watch.view()


@pytest.mark.parametrize("game", ["hokm", "satat", "double_sar", "dehla_pakad", "chokri"])
def test_the_weight_of_a_world_is_the_likelihood_of_the_others_cards(game: str) -> None:
    view = view_after(find_variant(game), 1, 26)
    worlds, _ = view.knowledge.worlds(50, 3, 50)
    seen = CardsSeen.of(view.knowledge)
    assert seen is not None
    whole = worlds | np.array([hand.bits for hand in view.knowledge.played], np.uint64)
    trump = view.position.trump
    start = Position.start(Deal(seen.start.hands), trump, view.plays[0][0], view.position.variant)
    cards = [card.index for _, card in view.plays]
    weights = seen_weights(view.position.variant)
    logs = log_likelihoods(start, whole, cards, view.seat, weights, floor=FLOOR)
    assert seen.log_weights(worlds) == pytest.approx(POWER * logs)
    assert seen.weights(worlds).max() == 1.0
    assert 1 <= effective_number(seen.weights(worlds)) <= 50


def test_typed_cards_say_as_much_as_those_of_a_hand_in_play() -> None:
    view = view_after(find_variant("hokm"), 2, 30)
    own = view.hand | view.knowledge.played[view.seat]
    typed = Knowledge.seen_by(
        view.seat, own, trump=view.trump, play=[card for _, card in view.plays]
    )
    worlds, _ = typed.worlds(200, 1, 200)
    one, two = CardsSeen.of(view.knowledge), CardsSeen.of(typed)
    assert one is not None
    assert two is not None
    assert (one.log_weights(worlds) == two.log_weights(worlds)).all()


def test_nothing_is_weighed_without_cards_or_where_hands_are_hidden() -> None:
    assert CardsSeen.of(view_after(find_variant("hokm"), 1, 0).knowledge) is None
    for game in ("trup_kasiet", "band_rang"):
        play = "SA S2 S3 S4"
        knowledge = Knowledge.seen_by(0, "AKQ.AK.5432.5432", trump="S", variant=game, play=play)
        assert CardsSeen.of(knowledge) is None
        assert KeepByCards.of(knowledge) is None
    assert {v.name for v in VARIANTS if weighs(v)} == {
        *("hokm", "satat", "double_sar", "dehla_pakad", "beranga", "cut_hukum", "chokri")
    }


def test_worlds_are_kept_as_often_as_they_weigh() -> None:
    """The last cards, every world in a list: shares of the kept ones against the weights."""
    view = next(
        each
        for each in (view_after(find_variant("hokm"), seed, 40) for seed in range(99))
        if 8 <= len(each.knowledge.worlds(500, 0, 500)[0]) <= 60
    )
    worlds, _ = view.knowledge.worlds(500, 0, 500)
    keep = KeepByCards.of(view.knowledge)
    assert keep is not None
    keep = pickle.loads(pickle.dumps(keep))
    weights = np.minimum(1.0, np.exp(keep.seen.log_weights(worlds) - keep.most))
    kept = keep(np.tile(worlds, (2000, 1)), np.random.PCG64(5)).reshape(2000, -1).sum(axis=0)
    error = np.sqrt(2000 * weights * (1 - weights))
    assert (np.abs(kept - 2000 * weights) <= 4.5 * error + 1e-6).all()
    assert 0 < kept.sum() < kept.size * 2000
    # The heaviest worlds of the pilot are kept always; the true deal is no special one.
    assert weights.max() == 1.0
