"""A play that was seen, gone through again: its decisions, and how likely its cards were."""

from __future__ import annotations

import numpy as np
import pytest

from solver.base.cards import Card
from solver.base.errors import DealError, OptionError
from solver.core.closed import (
    WEIGHTS_SHAPE,
    decisions_seen,
    learnt_weights,
    log_likelihoods,
    played_out,
)
from solver.game.move import Move
from solver.game.position import Position
from solver.game.variants import find_variant
from solver.players import Watch, deal_of, usual_call

GAMES = ["hokm", "satat", "double_sar", "dehla_pakad", "beranga", "chokri"]


def hand_of(game: str, seed: int) -> tuple[Position, list[int]]:
    """The start of a hand, and the cards that rule-of-thumb players play of it."""
    variant = find_variant(game)
    deal, five = deal_of(variant, np.random.SeedSequence((71, seed)))
    trump = None if variant.sets_trump else usual_call(five)
    start = Position.start(deal, trump, 0, variant)
    return start, played_out(start, policies="learnt")


def decisions(start: Position, cards: list[int]) -> list[tuple[int, int, int]]:
    """By the rules in plain Python, of each card with a choice: number, seat, choices."""
    watch, found = Watch(start), []
    for number, card in enumerate(cards):
        legal = watch.position.legal()
        if len(legal) > 1:
            found.append((number, watch.position.to_move, len(legal)))
        watch.play(Card.from_index(card))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_with_a_choice_is_seen_once(game: str) -> None:
    for seed in range(4):
        start, cards = hand_of(game, seed)
        cards = cards[: len(cards) - 7 * seed]
        asked = decisions(start, cards)
        features, facts = decisions_seen(start, cards)
        assert facts[:, 3].tolist() == [number for number, _, _ in asked]
        assert facts[:, 0].tolist() == [choices for _, _, choices in asked]
        # The learnt policy played: of the weighted sums that of the card played is the highest.
        sums = np.einsum("dcf,df->dc", features, learnt_weights(start.variant)[facts[:, 1]])
        sums[np.arange(13) >= facts[:, :1]] = -np.inf
        assert (sums.argmax(axis=1) == facts[:, 2]).all()


@pytest.mark.parametrize("game", GAMES)
def test_a_likelihood_is_the_product_of_the_chances_of_the_others_cards(game: str) -> None:
    start, cards = hand_of(game, 9)
    cards = cards[:30]
    rng = np.random.default_rng(3)
    weights = rng.normal(size=WEIGHTS_SHAPE).astype(np.float32)
    features, facts = decisions_seen(start, cards)
    seats = np.array([seat for _, seat, _ in decisions(start, cards)])
    sums = np.einsum("dcf,df->dc", features, weights[facts[:, 1]])
    sums[np.arange(13) >= facts[:, :1]] = -np.inf
    raised = np.exp(sums - sums.max(axis=1, keepdims=True))
    chance = (raised / raised.sum(axis=1, keepdims=True))[np.arange(len(facts)), facts[:, 2]]
    mixed = np.log(0.9 * chance + 0.1 / facts[:, 0])
    world = np.array([[hand.bits for hand in start.hands]], np.uint64)
    for seat in (-1, 0, 1):
        (found,) = log_likelihoods(start, world, cards, seat, weights, floor=0.1)
        assert found == pytest.approx(mixed[seats != seat].sum(), abs=1e-4)
    assert log_likelihoods(start, world, [], 0, weights).tolist() == [0.0]


def test_a_world_that_does_not_fit_is_refused() -> None:
    start, cards = hand_of("hokm", 2)
    hands = np.array([[hand.bits for hand in start.hands]], np.uint64)
    weights = np.zeros(WEIGHTS_SHAPE, np.float32)
    with pytest.raises(DealError, match="world 1 does not fit the play"):
        log_likelihoods(start, np.concatenate([hands, hands[:, ::-1]]), cards[:9], 0, weights)
    with pytest.raises(OptionError, match="floor"):
        log_likelihoods(start, hands, cards[:9], 0, weights, floor=0)
    with pytest.raises(OptionError, match="shape"):
        log_likelihoods(start, hands, cards[:9], 0, weights[:2])
    unheld = [card.index for card in start.hands[1]][:1]
    with pytest.raises(DealError, match="could not be played"):
        decisions_seen(start, unheld)
    assert Move(Card.from_index(cards[0])) in start.moves()
