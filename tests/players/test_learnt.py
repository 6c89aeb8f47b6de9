"""The learnt policy of closed hands: legal in every game, from its own view, stronger."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.learn_policy import Lessons, School, deals_of, fit
from solver.base.cards import Card, Hand
from solver.base.errors import DealError, OptionError
from solver.core.closed import (
    POLICIES,
    WEIGHTS_SHAPE,
    judge_decisions,
    learnt_weights,
    play_out,
    played_out,
)
from solver.decide.closed_hands import codes_of
from solver.decide.knowledge import Knowledge
from solver.decide.worlds import Dealer, PartialDeal
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import VARIANTS, find_variant
from solver.players import Watch, deal_of, usual_call

GAMES = [variant.name for variant in VARIANTS if variant.family != "five_card_start"]
THUMB_ALONE = np.zeros(WEIGHTS_SHAPE, dtype=np.float32)
THUMB_ALONE[:, 0] = 1.0


def start_of(game: str, seed: int) -> Position:
    """A random hand before the first lead."""
    variant = find_variant(game)
    deal, five = deal_of(variant, np.random.SeedSequence((47, seed)))
    trump = None if variant.sets_trump else usual_call(five)
    if trump is not None and variant.lays_down:
        return Position.start(deal, trump, 0, variant, indicator=five.suit(trump)[-1])
    return Position.start(deal, trump, 0, variant)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES)
def test_it_plays_by_the_rules_of_every_game(game: str) -> None:
    """`Watch` refuses an illegal card. Where the rule of thumb alone weighs, it plays as that."""
    differ = 0
    for seed in range(12):
        start = start_of(game, seed)
        watch = Watch(start, 2 if start.variant.family == "dummy" else None)
        cards = played_out(start, policies="learnt", dummy=watch.dummy)
        for number in cards:
            if number < 0:
                watch.request()
            else:
                watch.play(Card.from_index(number))
        thumbs = played_out(start, dummy=watch.dummy)
        differ += cards != thumbs
        alike = played_out(start, policies="learnt", dummy=watch.dummy, weights=THUMB_ALONE)
        assert alike == thumbs
    assert differ


@pytest.mark.parametrize("policy", sorted(POLICIES))
def test_a_card_does_not_depend_on_what_its_seat_does_not_see(policy: str) -> None:
    """All other hands are dealt anew as they fit: the seat to move plays the same card."""
    for seed in range(13):
        start = start_of("hokm", seed)
        watch = Watch(start)
        for number in played_out(start, policies=policy)[: 1 + 2 * seed]:
            watch.play(Card.from_index(number))
        knowledge = watch.view().knowledge
        worlds = np.ascontiguousarray(knowledge.worlds(30, seed)[0])
        seen = {"barred": knowledge.barred, "policies": policy}
        own = watch.position.legal()
        ends = play_out(watch.position, worlds, [-1], **seen)  # type: ignore[arg-type]
        first = played_out(watch.position, **seen)[0]  # type: ignore[arg-type]
        again = play_out(watch.position, worlds, [first], **seen)  # type: ignore[arg-type]
        assert (ends == again).all()
        assert Card.from_index(first) in own


def test_it_beats_the_rule_of_thumb_and_makes_kots_of_strong_hands() -> None:
    """Three calls that four careful players won 70 times of 75, 40 of them by kot."""
    start = Position.start(Deal(start_of("hokm", 1).hands), "S")
    kots = {}
    for policy in POLICIES:
        won = made = 0
        for text in ("AKQ76...", "AKQ3.A..", "AK5.AK.."):
            given = (Hand.parse(text), Hand(), Hand(), Hand())
            worlds = Dealer(PartialDeal(given)).deal(3000, np.random.SeedSequence(8))
            found = codes_of(start, play_out(start, worlds, [-1], policies=policy))
            won, made = won + (found > 0).mean() / 3, made + (found >= 2).mean() / 3
        assert won > 0.9
        kots[policy] = made
    assert kots["learnt"] > 0.4 > 0.25 > kots["thumb"]


@pytest.mark.parametrize(("game", "gain"), [("hokm", 0.025), ("double_sar", 0.07)])
def test_it_beats_the_rule_of_thumb(game: str, gain: float) -> None:
    variant = find_variant(game)
    deals, start = deals_of(variant, 6000, 77), start_of(game, 0)
    start = Position.start(Deal(start.hands), "S", 0, variant)
    ends = [
        codes_of(start, play_out(start, deals, [-1], policies=pair * 2))
        for pair in (["learnt", "thumb"], ["thumb", "learnt"])
    ]
    pay = School(variant).pay
    assert (pay[ends[0] + 3] - pay[ends[1] + 3]).mean() / 2 > gain


def test_judged_worlds_are_those_that_fit() -> None:
    """The first lead: the mean worth of each card over exchanged cards and over dealt worlds."""
    start = Position.start(Deal(start_of("hokm", 3).hands), "S")
    row = np.array([[hand.bits for hand in start.hands]], dtype=np.uint64)
    pay = np.array([-3, -3, -1, 0, 1, 2, 2], dtype=np.float64)
    _, found, facts = judge_decisions(start, row, pay, worlds=6000, decisions=1, seed=3)
    lanes = {0: 3, 3: 0, 1: 1, 2: 2}  # trumps stand last, and clubs where they stood
    cards = [card.index for card in start.legal()]
    cards.sort(key=lambda number: (lanes[number // 13], number))
    assert facts[0].tolist()[:2] == [len(cards), 0]
    worlds = np.ascontiguousarray(
        Knowledge.seen_by(0, start.hands[0], trump="S").worlds(20_000, 5)[0]
    )
    means = pay[codes_of(start, play_out(start, worlds, cards)) + 3].mean(axis=0)
    assert np.abs(found[0, : len(cards)] - means).max() < 0.08
    assert np.argsort(means)[-1] in np.argsort(found[0, : len(cards)])[-2:]


def test_a_fit_finds_the_card_that_is_worth_more() -> None:
    rng = np.random.default_rng(2)
    signs = rng.normal(size=(3000, 13, WEIGHTS_SHAPE[1])).astype(np.float32)
    worth = (signs[:, :, 3] - 2 * signs[:, :, 5]).astype(np.float32) / 5
    facts = np.stack([np.full(3000, 4), np.arange(3000) % 8, np.zeros(3000), np.ones(3000)], axis=1)
    lessons = Lessons(signs, worth, facts.astype(np.int32))
    nothing = np.zeros(WEIGHTS_SHAPE, dtype=np.float32)
    weights = fit([lessons], nothing, 40, 0.3, 1)
    loss = [
        float(text.split("loses ")[1].split()[0]) for text in map(lessons.tell, (nothing, weights))
    ]
    assert loss[1] < 0.3 * loss[0]


def test_what_cannot_be_judged_or_weighed_is_refused() -> None:
    start = start_of("hokm", 1)
    row = np.array([[hand.bits for hand in start.hands]], dtype=np.uint64)
    pay = np.zeros(7)
    with pytest.raises(OptionError, match=r"weights of shape .3,., expected .8, 32."):
        play_out(start, row, [-1], weights=np.zeros(3, dtype=np.float32))
    with pytest.raises(DealError, match="deal 0 does not fit"):
        judge_decisions(start, row[:, [0, 0, 2, 3]].copy(), pay)
    with pytest.raises(OptionError, match="seven classes"):
        judge_decisions(start, row, pay[:6])
    three = start_of("three_hokm", 1)
    with pytest.raises(DealError, match="three_hokm are not judged"):
        judge_decisions(three, np.zeros((1, 3), dtype=np.uint64), pay)
    assert learnt_weights(find_variant("satat")).shape == WEIGHTS_SHAPE
