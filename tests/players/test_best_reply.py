"""The exact best reply in endings: against every plan spelled out in plain Python."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import pytest

from solver.base.cards import Card, Hand
from solver.base.errors import DealError, OptionError
from solver.core.closed import best_replies, play_out
from solver.decide.closed_hands import codes_of
from solver.decide.worlds import Worlds, world_hands
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.scoring import find_scoring
from solver.game.variants import HOKM
from solver.players import ThumbPlayer, Watch, deal_of, usual_call
from solver.players.hand_in_play import decided
from solver.players.sampled import worth_by_code

PAY = worth_by_code(find_scoring("ir").with_goon(3))
THUMB = ThumbPlayer()


def ending(left: int, most: int, first: int) -> tuple[Watch, Worlds, int]:
    """A hand played at random to a choice with so many tricks left, its worlds, and its number."""
    for seed in range(first, first + 5000):
        deal, five = deal_of(HOKM, np.random.SeedSequence((97, seed)))
        watch = Watch(Position.start(deal, usual_call(five), 0, HOKM))
        dice = np.random.default_rng(seed)
        for _ in range(52 - 4 * left + seed % 4):
            if decided(watch.position):
                break
            legal = watch.position.legal()
            watch.play(legal[int(dice.integers(len(legal)))])
        if decided(watch.position) or len(watch.position.legal()) < 2:
            continue
        worlds, _ = watch.view().knowledge.worlds(most + 1, 0)
        if 2 < len(worlds) <= most:
            return watch, np.ascontiguousarray(worlds), seed
    raise AssertionError("no such ending")


def as_world(watch: Watch, world: Sequence[Hand], more: Sequence[Card]) -> Watch:
    """The same play, and these cards after it, with these hands at the time of the ending."""
    now = watch.position
    played = watch.course.played
    whole = tuple(hand | gone for hand, gone in zip(world, played, strict=True))
    again = Watch(Position.start(Deal(whole), now.trump, watch.plays[0][0], HOKM))
    for card in [*(card for _, card in watch.plays), *more]:
        again.play(card)
    return again


def sum_of_the_best(
    watch: Watch, worlds: Sequence[Sequence[Hand]], cards: tuple[Card, ...], seat: int
) -> dict[int, float]:
    """What each card comes to, summed over worlds that look alike to the seat, by plain rules."""
    found = {}
    for card in as_world(watch, worlds[0], cards).position.legal():
        total = 0.0
        alike: dict[tuple[Card, ...], list[Sequence[Hand]]] = defaultdict(list)
        for world in worlds:
            then = as_world(watch, world, (*cards, card))
            told = [*cards, card]
            while not decided(then.position) and then.position.to_move != seat:
                told.append(THUMB.play(then.view(), 0))
                then.play(told[-1])
            if not decided(then.position):
                alike[tuple(told)].append(world)
                continue
            a, b = then.position.owned
            code = (1 + (b == 0)) if a > b else -(1 + (a == 0))
            total += (1 if seat % 2 == 0 else -1) * PAY[code + 3]
        for told_by, group in alike.items():
            total += max(sum_of_the_best(watch, group, told_by, seat).values())
        found[card.index] = total
    return found


@pytest.mark.parametrize("left", [2, 3])
def test_it_is_the_best_of_all_plans(left: int) -> None:
    watch, worlds, _ = ending(left, 14, 1)
    view = watch.view()
    cards, worth = best_replies(view.position, worlds, PAY, barred=view.knowledge.barred)
    hands = [world_hands(world) for world in worlds]
    expected = sum_of_the_best(watch, hands, (), view.seat)
    found = dict(zip(cards, (worth * len(worlds)).tolist(), strict=True))
    assert found == pytest.approx(expected)


def test_no_policy_does_better_and_a_last_choice_is_a_playout() -> None:
    seed = 0
    for left in (2, 3, 4):
        watch, worlds, seed = ending(left, 400, seed + 1)
        view = watch.view()
        for others in ("thumb", "learnt"):
            cards, worth = best_replies(
                view.position, worlds, PAY, barred=view.knowledge.barred, policies=others
            )
            ends = play_out(
                view.position, worlds, cards, barred=view.knowledge.barred, policies=others
            )
            sign = 1 if view.seat % 2 == 0 else -1
            means = sign * PAY[codes_of(view.position, ends) + 3].mean(axis=0)
            assert (worth >= means - 1e-9).all()
            if left == 2:
                assert worth == pytest.approx(means)


def test_what_is_no_ending_is_refused() -> None:
    watch, worlds, _ = ending(3, 40, 1)
    position = watch.position
    with pytest.raises(OptionError, match="at most five tricks"):
        best_replies(Position.start(deal_of(HOKM, np.random.SeedSequence(1))[0], "S"), worlds, PAY)
    with pytest.raises(OptionError, match="seven classes"):
        best_replies(position, worlds, PAY[:3])
    with pytest.raises(DealError, match="world 0 does not fit"):
        best_replies(position, np.ascontiguousarray(worlds[:, ::-1] >> np.uint64(1)), PAY)
