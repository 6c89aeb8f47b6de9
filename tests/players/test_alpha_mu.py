"""Alpha-mu against brute force: every plan for the own next card is tried."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from solver.base.cards import Card, Hand, Suit
from solver.core.engine import Solver
from solver.decide.worlds import PartialDeal, sample_worlds, world_hands
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.rules import groups_of_equals
from solver.game.variants import HOKM
from solver.open.questions import outcome
from solver.players import AlphaMuPlayer, SampledPlayer, View, Watch
from solver.players import alpha_mu as module

WORTH = {3: 2.0, 2: 2.0, 1: 1.0, 0: 0.0, -1: -1.0, -2: -3.0, -3: -3.0}
Seen = tuple[Card, ...]
HARD7 = HOKM.with_options(stop_rule="hard7")


def an_ending(rng: random.Random, cards: int) -> Watch:
    """A plain hand in play with so many cards, perhaps in the middle of a trick."""
    pack = Hand.of(
        Card(suit, rank) for suit in Suit for rank in list(Card.parse("SA").rank.__class__)
    )
    (world,) = next(
        sample_worlds(PartialDeal((Hand(),) * 4, (cards,) * 4, (), pack), rng.getrandbits(32), 1)
    )
    done = 13 - cards
    mine = rng.randint(max(0, done - 6), min(6, done))
    start = Position.start(
        Deal(world_hands(world)), rng.choice([None, Suit.SPADES]), rng.randrange(4), HOKM,
        taken=(mine, done - mine), tricks_done=done,
    )  # fmt: skip
    watch = Watch(start)
    for _ in range(rng.randrange(4)):
        watch.play(rng.choice(watch.position.legal()))
    return watch


class Brute:
    """The mean worth of a card when the best plan is found by trying all of them."""

    def __init__(self, view: View, worlds: np.ndarray) -> None:
        self.seat = view.seat
        self.sign = 1 if view.seat % 2 == 0 else -1
        now = view.position
        self.starts = [
            Position(
                world_hands(world), now.trump, now.leader, now.table, HARD7,
                taken=now.taken, tricks_done=now.tricks_done,
            )
            for world in worlds
        ]  # fmt: skip
        self.solver = Solver(1)
        self.choices: dict[Seen, tuple[Card, ...]] = {}
        self.alike: dict[Seen, set[int]] = {}

    @staticmethod
    def lowest_of_equals(position: Position) -> list[Card]:
        """By trying every pair: no card of anybody else lies between two equals."""
        hand = position.hands[position.to_move]
        others = [c for c in position.unplayed if c not in hand]
        return [
            card
            for card in position.legal()
            if not any(
                low.suit == card.suit
                and low.rank < card.rank
                and not any(o.suit == card.suit and low.rank < o.rank < card.rank for o in others)
                for low in position.legal()
            )
        ]

    def ended(self, position: Position) -> bool:
        return max(position.taken) > 6

    def solved(self, position: Position) -> float:
        return self.sign * WORTH[int(outcome(position, self.solver))]

    def visit(self, world: int, position: Position, seen: Seen) -> None:
        """Which worlds are alike at each own next turn, and what may be played there."""
        self.alike.setdefault(seen, set()).add(world)
        if self.ended(position):
            return
        if position.to_move == self.seat:
            self.choices[seen] = tuple(self.lowest_of_equals(position))
            return
        for card in self.lowest_of_equals(position):
            self.visit(world, position.play(card), (*seen, card))

    def value(
        self, position: Position, seen: tuple[Card, ...], plan: dict[tuple[Card, ...], Card]
    ) -> float:
        if self.ended(position):
            return self.solved(position)
        if position.to_move == self.seat:
            if len(self.alike[seen]) == 1:
                return self.solved(position)
            return self.solved(position.play(plan[seen]))
        each = [
            self.value(position.play(card), (*seen, card), plan)
            for card in self.lowest_of_equals(position)
        ]
        ours = position.to_move % 2 == self.seat % 2
        return max(each) if ours else min(each)

    def mean(self, card: Card, most: int) -> float | None:
        """None where there are more than `most` plans."""
        self.choices.clear()
        self.alike.clear()
        after = [start.play(card) for start in self.starts]
        for world, position in enumerate(after):
            self.visit(world, position, ())
        open_turns = [s for s in self.choices if len(self.alike[s]) > 1]
        if np.prod([len(self.choices[s]) for s in open_turns], dtype=float) > most:
            return None
        best = float("-inf")
        for cards in itertools.product(*(self.choices[s] for s in open_turns)):
            plan = dict(zip(open_turns, cards, strict=True))
            best = max(best, sum(self.value(p, (), plan) for p in after) / len(after))
        return best


@pytest.mark.parametrize("seed", range(4))
def test_it_is_brute_force_over_all_plans(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_VECTORS", 10_000)
    rng = random.Random(seed)
    player = AlphaMuPlayer(5, first_trick=1)
    compared = fused = 0
    while compared < 12:
        watch = an_ending(rng, rng.choice((2, 3, 3, 4)))
        view = watch.view()
        groups = groups_of_equals(view.position)
        if len(groups) == 1 or max(view.position.taken) > 6:
            continue
        weighed = player.weigh(view, rng.getrandbits(30), [group[-1] for group in groups])
        found = player.committed(view, weighed)
        assert found is not None
        brute = Brute(view, weighed.worlds)
        solved = weighed.points.mean(axis=0)
        for k, card in enumerate(weighed.cards):
            expected = brute.mean(card, 300)
            if expected is None:
                continue
            compared += 1
            if found[k] == float("-inf"):
                assert solved[k] < max(found)
                assert expected <= max(found)
            else:
                assert found[k] == pytest.approx(expected), (view, card)
                assert found[k] <= solved[k] + 1e-9
                fused += found[k] < solved[k] - 1e-9
    assert compared >= 12


def test_committing_a_card_costs_something_somewhere() -> None:
    """Among endings some lose by the commitment; else the comparison above would show nothing."""
    rng = random.Random(9)
    player = AlphaMuPlayer(20, first_trick=1)
    lost = 0
    for _ in range(60):
        watch = an_ending(rng, 4)
        view = watch.view()
        groups = groups_of_equals(view.position)
        if len(groups) > 1:
            weighed = player.weigh(view, 1, [group[-1] for group in groups])
            found = player.committed(view, weighed)
            assert found is not None
            lost += max(found) < weighed.points.mean(axis=0).max() - 1e-9
    assert lost > 0


def test_it_is_the_sampled_player_before_its_first_trick_and_over_its_limit() -> None:
    rng = random.Random(4)
    asked = 0
    while asked < 6:
        view = an_ending(rng, 5).view()
        if len(groups_of_equals(view.position)) == 1:
            continue
        asked += 1
        expected = SampledPlayer(10).play(view, asked)
        assert AlphaMuPlayer(10, first_trick=13).play(view, asked) == expected
        assert AlphaMuPlayer(10, first_trick=1, most_rows=1).play(view, asked) == expected


def test_with_kot_only_it_looks_ahead_while_a_kot_can_be_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[tuple[int, int]] = []

    def committed(self: AlphaMuPlayer, view: View, weighed: object) -> None:
        looked.append(view.position.owned)

    monkeypatch.setattr(AlphaMuPlayer, "committed", committed)
    for number in range(25):
        view = an_ending(random.Random(number), 7).view()
        AlphaMuPlayer(8, first_trick=1, kot_only=True).play(view, number)
    assert looked
    assert all(0 in owned for owned in looked)
    before = len(looked)
    for number in range(25):
        view = an_ending(random.Random(number), 7).view()
        AlphaMuPlayer(8, first_trick=1).play(view, number)
    assert len(looked) - before > before
