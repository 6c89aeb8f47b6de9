"""Where unseen cards lie, and which card is sure: against every world that fits, listed."""

from __future__ import annotations

import json
import random
from itertools import count

import numpy as np
import pytest
from plays import dealt, played

from solver.base.cards import Card
from solver.core.closed import log_likelihoods, seen_weights
from solver.decide.knowledge import Knowledge
from solver.decide.seen_cards import FLOOR, POWER, CardsSeen
from solver.decide.unseen import sure_to_win, unseen_cards
from solver.decide.worlds import world_hands
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import find_variant


def late(game: str, seed: int, most: int = 400) -> tuple[Knowledge, list[Card | str]]:
    """What the seat to play knows in a random play of which few worlds are left, and the play."""
    for more in count():
        rng = random.Random(f"{game}{seed}.{more}")
        start = dealt(find_variant(game), rng)
        play = played(start, rng, rng.randint(34, 46))
        position = start
        for card in play:
            position = position.play(card)
        if position.over:
            continue
        seat = position.to_move
        seen = Knowledge.seen_by(
            seat, start.hands[seat], trump=start.trump, variant=start.variant, play=play
        )
        if seen.all(most) is not None and seen.position.table:
            return seen, play
    raise AssertionError


def who_may_win(seen: Knowledge, play: list[Card | str], card: Card) -> set[int]:
    """Who takes the trick after this card, over all worlds and all legal cards of later seats."""
    now, found = seen.position, set()
    worlds = seen.all(2000)
    assert worlds is not None
    for world in worlds:
        whole = [hand | gone for hand, gone in zip(world_hands(world), seen.played, strict=True)]
        position = Position.start(Deal(tuple(whole)), now.trump, seen.plays[0][0], now.variant)
        for each in (*play, card):
            position = position.play(each)
        lines = [position]
        while lines[0].table:
            lines = [line.play(other) for line in lines for other in line.legal()]
        found |= {line.leader for line in lines}
    return found


@pytest.mark.parametrize("game", ["hokm", "satat", "dehla_pakad"])
@pytest.mark.parametrize("seed", range(3))
def test_shares_are_those_of_all_worlds_by_their_weights(game: str, seed: int) -> None:
    seen, _ = late(game, seed)
    found, worlds = unseen_cards(seen), seen.all(400)
    assert found is not None
    assert worlds is not None
    assert found.exact
    assert found.n == len(worlds)
    told = CardsSeen.of(seen)
    if told is None:  # decided: all worlds count alike
        assert max(seen.position.owned) > 6
        assert found.effective_n == pytest.approx(found.n)
        return
    dealt_to = worlds | np.array([hand.bits for hand in seen.played], np.uint64)
    weights = seen_weights(seen.position.variant)
    cards = [card.index for _, card in seen.plays]
    logs = POWER * log_likelihoods(
        told.start, dealt_to, cards, seen.position.to_move, weights, floor=FLOOR
    )
    of_worlds = np.exp(logs - logs.max())
    for card, by in found.shares.items():
        assert sum(by.values()) == pytest.approx(1)
        for seat, share in by.items():
            holds = np.array([card in world_hands(world)[seat] for world in worlds])
            assert share == pytest.approx((of_worlds * holds).sum() / of_worlds.sum())
    unseen = {card for world in worlds for seat, hand in enumerate(world_hands(world))
              if seat != seen.position.to_move for card in hand}  # fmt: skip
    assert set(found.shares) == unseen


@pytest.mark.parametrize("game", ["hokm", "dehla_pakad"])
def test_a_sure_card_wins_in_every_world_whatever_is_played(game: str) -> None:
    sure, others = 0, 0
    for seed in range(12):
        seen, play = late(game, seed, 40)
        now = seen.position
        if len(now.table) == now.variant.seats - 1:
            assert sure_to_win(seen) == ()  # nobody comes after it
            continue
        for card in now.legal():
            opponents = {each % 4 for each in (now.to_move + 1, now.to_move + 3)}
            if card in sure_to_win(seen):
                sure += 1
                assert not who_may_win(seen, play, card) & opponents
            else:
                others += 1
    assert sure > 0
    assert others > 0


def test_a_seat_of_which_nothing_was_seen_may_hold_any_card(hakem) -> None:
    found = unseen_cards(Knowledge.seen_by(0, "AKQ2.AK3.AK4.AK5", trump="S"))
    assert found is not None
    assert found.effective_n == found.n
    assert all(0.25 < share < 0.42 for by in found.shares.values() for share in by.values())


def test_play_says_where_cards_lie_and_which_is_sure(hakem) -> None:
    words = ("play", "docs/examples/match.txt", "--at", "5.3", "-n", "16", "--seed", "1")
    said = hakem(*words).out
    assert "♥A wins this trick whatever they hold." in said
    assert "Where the unseen cards lie, by the cards played so far (4,096 deals, worth" in said
    told = json.loads(hakem(*words, "--json").out)
    assert told["sure_cards"] == ["HA"]
    for each in told["unseen"]:
        assert sum(each["by_seat"]) == pytest.approx(1, abs=0.001)
        assert each["by_seat"][told["seat"]] == 0
    opened = hakem(*words, "--open")
    assert "unseen cards lie" not in opened.out
    assert hakem(*words, "--details").out.count("%") > said.count("%")


def test_a_hand_that_is_decided_is_still_answered(hakem) -> None:
    """Its cards are no evidence any more, and no reason to end with an error."""
    play = (
        "H8 H7 H5 HT SQ SJ S7 S4 C2 C3 C6 C5 HA HJ H3 HK SA SK S8 S5 C8 C4 CT CQ HQ H2 D7 H6 D8 D5 "
        "D3 DJ ST S9 S6 S2 DQ DA D2 D9 H9 D4 CA"
    )
    ran = hakem("play", "3...97", "-t", "H", "--seat", "3", "--play", play, "-n", "8")
    assert ran.code == 0, ran.err
    assert "At the table" in ran.out
