"""The judge of closed hands: what it says of a world is what players make of it, by the rules in
plain Python; its counts add up like those of the open hands."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from solver import Hand, Knowledge, Plan, Suit, Workers, advise_play, advise_trump, kot_chances
from solver.base.errors import OptionError, VariantError
from solver.base.outcomes import Outcome
from solver.decide.closed_hands import CLOSED, CLOSED_PLAYERS, closed_by, why_not_closed
from solver.decide.evaluators import evaluator_of
from solver.decide.template import NO_TRUMP, PositionTemplate
from solver.decide.worlds import Dealer, world_hands
from solver.game.deal import Deal
from solver.game.move import Move
from solver.game.position import Position
from solver.game.variants import VARIANTS, find_variant
from solver.players import ThumbPlayer, Watch, play_hand

FIVE = Hand.parse("AQ.K84..")
THUMB = ThumbPlayer()
ONE = Workers(1)
CALLED = [
    v.name for v in VARIANTS if why_not_closed(v) is None and not v.lays_down and not v.deals_later
]


def played_to_the_end(deal: tuple[Hand, ...], trump: Suit) -> list[int]:
    """The winners' sides, trick by trick, of thirteen tricks by the rule of thumb."""
    watch = Watch(Position.start(Deal(deal), trump, 0, find_variant("hokm")))
    won = []
    while not watch.position.over:
        watch.play(THUMB.play(watch.view(), 0))
        if not watch.position.table:
            won.append(watch.position.leader % 2)
    return won


@pytest.mark.parametrize("game", CALLED)
def test_a_call_comes_to_what_four_players_make_of_it(game: str) -> None:
    variant = find_variant(game)
    template = PositionTemplate.before_the_lead(variant, FIVE & variant.pack)
    judge = evaluator_of(template, judge=closed_by("thumb"))
    assert judge.node_limit == 0  # nothing is searched
    worlds = Dealer(template.known).deal(4, np.random.SeedSequence(5))
    trump = NO_TRUMP if variant.sets_trump else Suit.HEARTS
    found = judge.classes(worlds, [trump]).worst[:, 0].tolist()
    for world, code in zip(worlds, found, strict=True):
        deal = Deal(world_hands(world))
        if variant.sets_trump:
            outcome = play_hand(deal, FIVE, (THUMB, THUMB), variant).outcome
        else:
            outcome = play_hand(
                deal, Hand.of(deal.hands[0].suit(trump)[:5]), (Hearts(),) * 2, variant
            ).outcome
        assert outcome is not None
        assert max(-2, min(2, code)) == outcome


class Hearts(ThumbPlayer):
    """Calls hearts whatever it holds."""

    def call(self, *_: Any) -> Suit:
        return Suit.HEARTS


def test_a_hand_that_goes_on_after_the_first_seven_ends_in_a_kot_or_a_bavney() -> None:
    """Thirteen tricks in plain Python; hands so strong that many are kots."""
    seen = set()
    for hand, n in (("..AKQJT.", 24), ("AK3.A2.AKQJT9.AK", 8)):
        template = PositionTemplate.before_the_lead(find_variant("hokm"), Hand.parse(hand))
        judge = evaluator_of(template, judge=closed_by("thumb"))
        worlds = Dealer(template.known).deal(n, np.random.SeedSequence(6))
        found = judge.classes(worlds, [Suit.DIAMONDS]).worst[:, 0].tolist()
        kots = judge.kots(worlds, [Suit.DIAMONDS], False).worst[:, 0].tolist()
        for world, code, kot in zip(worlds, found, kots, strict=True):
            won = played_to_the_end(world_hands(world), Suit.DIAMONDS)
            first = next(n for n in range(1, 14) if 7 in (won[:n].count(0), won[:n].count(1)))
            loser = 1 - won[first - 1]
            size = 1 if loser in won[:first] else 2 if loser in won else 3
            assert code == (size if loser else -size)
            assert kot == (0 if size == 1 else 2 if loser else -2)
            seen.add(code)
    assert {Outcome.WIN_A, Outcome.KOT_A, Outcome.BAVNEY_A} <= seen


def test_cards_are_played_on_the_same_worlds_by_what_each_seat_has_seen() -> None:
    """From the middle of a hand: the seats know the voids that were shown."""
    deal = world_hands(
        Dealer(PositionTemplate.before_the_lead(find_variant("hokm"), FIVE).known).deal(
            1, np.random.SeedSequence(8)
        )[0]
    )
    watch = Watch(Position.start(Deal(deal), Suit.HEARTS, 0, find_variant("hokm")))
    for _ in range(21):
        watch.play(THUMB.play(watch.view(), 0))
    judge = evaluator_of(watch.view().knowledge.template(), judge=closed_by("thumb"))
    world = np.array([[hand.bits for hand in watch.position.hands]], np.uint64)
    moves = [Move(card) for card in watch.position.legal()]
    assert len(moves) > 1
    for move, code in zip(moves, judge.classes(world, moves).worst[0].tolist(), strict=True):
        after = Watch(Position.start(Deal(deal), Suit.HEARTS, 0, find_variant("hokm")))
        for _, card in watch.plays:
            after.play(card)
        after.play(move.card)
        while max(after.position.owned) < 7:
            after.play(THUMB.play(after.view(), 0))
        a, b = after.position.owned
        assert (code > 0) == (a > b)
        assert (abs(code) >= 2) == (0 in (a, b))


def test_counts_follow_from_the_seed_alone() -> None:
    plan = Plan(3000, seed=4)
    one, two = (advise_trump(FIVE, plan=plan, workers=Workers(n), judge=CLOSED) for n in (1, 2))
    assert one.trumps == two.trumps
    more = advise_trump(FIVE, plan=Plan(3000, seed=5), workers=ONE, judge=CLOSED)
    assert more.trumps != one.trumps
    assert one.n == one.best.kot_n == 3000
    assert "closed hands" in one.method
    kot = kot_chances(FIVE, "H", plan=plan, workers=ONE, judge=CLOSED)
    assert kot.best.kot.low < one.trumps[Suit.HEARTS].kot.high
    assert kot.best.kot.high > one.trumps[Suit.HEARTS].kot.low


def test_a_card_is_chosen_by_closed_hands() -> None:
    thirteen = Hand.parse("AQ.K8432.T97.AJ5")
    advice = advise_play(
        Knowledge.seen_by(0, thirteen, trump="H"), plan=Plan(600, seed=1), workers=ONE, judge=CLOSED
    )
    assert advice.n == 600
    assert advice.undecided == 0
    assert not any(each.tricks for each in advice.candidates)


def test_every_kind_of_player_is_one_of_the_policies() -> None:
    for kind in CLOSED_PLAYERS:
        evaluator = evaluator_of(
            PositionTemplate.before_the_lead(find_variant("satat"), FIVE), judge=closed_by(kind)
        )
        assert pickle.loads(pickle.dumps(evaluator)).policy == kind
    with pytest.raises(OptionError, match="no policy 'x'"):
        closed_by("x")
    with pytest.raises(OptionError, match="node limit"):
        advise_trump(FIVE, plan=Plan(8, node_limit=100), judge=CLOSED)


@pytest.mark.parametrize("game", ["three_hokm", "two_hokm", "band_rang", "daba_rang"])
def test_a_game_without_closed_players_is_refused_in_one_sentence(game: str) -> None:
    variant = find_variant(game)
    assert why_not_closed(variant)
    with pytest.raises(VariantError, match=f"no closed hands in {variant.name}: "):
        evaluator_of(PositionTemplate.before_the_lead(variant, FIVE & variant.pack), judge=CLOSED)
