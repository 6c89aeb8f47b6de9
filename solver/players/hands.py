"""Hands and matches played by players, card by card, as records that `replay` checks.

Each seat is asked with its own view. Play stops when the hand is decided where tricks are taken at
once (at the seventh trick of a side, also at 7-0), else after the last card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..cards import Hand, Suit
from ..errors import OptionError, PlayError
from ..game.deal import FIRST_CARDS, Deal
from ..game.house_rules import call_scoring, usual_house
from ..game.opening import bid_range
from ..game.position import Position
from ..game.scoring import Scoring
from ..game.variants import HOKM, Variant, find_variant
from ..match.ledger import Entry, MatchState, Rules, advance, match_winner
from ..match.scoring import score_hand, three_stopped
from ..outcomes import Outcome
from ..record.model import HandRecord, MatchRecord, tricks_of
from ..record.replay import replay_hand
from ..record.writer import show_result
from ..simulation.worlds import Dealer, PartialDeal, world_hands
from .player import Player, Watch
from .stock import AfterTheDraw

__all__ = ["HandPlayed", "deal_of", "play_hand", "play_out_match", "record_of"]


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """A hand that was played: its record, and the class it ended in.

    `outcome` is None among three players, where a hand has no class for two sides. The result
    stands in the record.
    """

    record: HandRecord
    outcome: Outcome | None

    def to_dict(self) -> dict[str, Any]:
        """For JSON: the names of `hakem replay --json`, and the hands as they were dealt.

        `tricks` holds the cards of each trick in order, `asks` those before which (counted from 0
        over the hand) a hidden trump was shown on request.
        """
        record = self.record
        played = [card for trick in record.tricks for card in trick.cards]
        size = len(record.tricks[0].cards) if played else 0
        return {
            "hand": record.number,
            "first_five": None if record.first_five is None else str(record.first_five),
            "trump": None if record.trump is None else record.trump.letter,
            "indicator": None if record.indicator is None else str(record.indicator),
            "deal": [str(hand) for hand in record.deal],
            "reserves": [str(hand) for hand in record.reserves],
            "tricks": [[str(card) for card in trick.cards] for trick in record.tricks],
            "asks": [
                at * size + place
                for at, trick in enumerate(record.tricks)
                for place in sorted(trick.requests)
            ],
            "class": None if self.outcome is None else self.outcome.name,
            "result": None if record.result is None else show_result(record.result),
        }


def deal_of(variant: Variant, seed: np.random.SeedSequence) -> tuple[Deal, Hand]:
    """A random deal of this game, and the first five cards of the caller (seat 0)."""
    seats = variant.seats
    sizes = (variant.cards_per_hand,) * seats
    pack, first = seed.spawn(2)
    known = PartialDeal((Hand(),) * seats, sizes, (), variant.pack)
    hands = world_hands(Dealer(known).deal(1, pack)[0])
    mine = PartialDeal((Hand(),), (FIRST_CARDS,), (), hands[0])
    return Deal(hands), world_hands(Dealer(mine).deal(1, first)[0])[0]


def play_hand(
    deal: Deal,
    first_five: Hand,
    players: Sequence[Player],
    variant: Variant | str = HOKM,
    seed: int = 0,
    number: int | None = None,
    dummy: int = 2,
    drawn: AfterTheDraw | None = None,
) -> HandPlayed:
    """One hand: the player of seat 0 calls from his first five, then all play.

    `players`: one for each seat, or two for the sides A and B. A turn is decided by a seed of its
    own, made of `seed`, the seat and the number of cards played before, so that the same players
    play the same hand again. Raises PlayError where a player plays an illegal card.

    - The trump that is laid down is the lowest of the suit he calls among the caller's first five.
    - In a five-card start the first five cards of the other hands follow from `seed`, and so does
      the trump that a random card makes.
    - Two players: the deal is what they hold after drawing, and each knows of no other card, or
      that of `drawn`, and each knows the cards that it threw away.
    - Bids: nobody bids; the caller has to make the least bid, which a win is. Dummy: the hand of
      seat `dummy` lies open, and its partner plays both.
    """
    variant = find_variant(variant)
    seated = seats_of(players, variant)
    trump = None
    if not variant.sets_trump:
        trump = seated[0].call(first_five, variant, _turn_seed(seed, 0, 99))
    hands, later = deal.hands if drawn is None else drawn.hands, tuple[Hand, ...]()
    if variant.deals_later:
        others = (_first_five(deal.hands[seat], seed, seat) for seat in range(1, variant.seats))
        hands = (first_five, *others)
        later = tuple(whole - first for whole, first in zip(deal.hands, hands, strict=True))
    more: dict[str, Any] = {}
    if trump is not None and variant.lays_down:
        more["indicator"] = first_five.suit(trump)[-1]
    start = Position.start(Deal(hands), trump, 0, variant, reserves=later, **more)
    thrown = () if drawn is None else drawn.thrown
    watch = Watch(start, dummy if variant.has_dummy else None, thrown)
    laid = watch.position.indicator
    while not watch.position.over and not decided(watch.position):
        if chances := watch.position.chances():
            trump = _drawn(chances, _turn_seed(seed, 97))
            watch.draw(trump)
            continue
        seat = watch.position.to_move
        player = seated[(seat + 2) % 4 if seat == watch.dummy else seat]
        turn = len(watch.plays)
        if watch.position.may_request_trump and player.requests_trump(
            watch.view(), _turn_seed(seed, seat, 100 + turn)
        ):
            watch.request()
        view = watch.view()
        card = player.play(view, _turn_seed(seed, seat, turn))
        if card not in view.position.legal():
            raise PlayError(f"the player {player.name} at seat {seat} plays {card}: illegal")
        watch.play(card)
    called = None if variant.sets_trump or drawn is not None else first_five
    record = HandRecord(
        number=number,
        first_five=called,
        trump=trump,
        indicator=laid,
        deal=hands,
        reserves=later,
        tricks=tricks_of(watch.course.moves, variant.seats),
    )
    result = replay_hand(record, record_of((), variant)).result
    assert result is not None
    if variant.has_dummy:
        result = replace(result, lone=(dummy + 2) % 4)
    return HandPlayed(replace(record, result=result), result.outcome)


def side_class(played: HandPlayed, variant: Variant) -> Outcome:
    """How the hand ended for the caller's side: its class, also among three players.

    There WIN or KOT of A when the caller won, the latter by the first seven tricks, those of B when
    another did; `Outcome.NONE` where nobody won.
    """
    if played.outcome is not None:
        return played.outcome
    house = usual_house(variant)
    assert played.record.result is not None
    score = score_hand(call_scoring(house), house, played.record.result)
    if score.winner is None:
        return Outcome.NONE
    return Outcome((1 if score.winner == 0 else -1) * (2 if score.kot else 1))


def side_points(played: HandPlayed, variant: Variant) -> int:
    """Points of side A minus those of side B where no class tells them: the bid, or tricks."""
    assert played.record.result is not None
    if variant.has_dummy:
        a, b = played.record.result.points
        return a - b
    least = bid_range(usual_house(variant))[0]
    return least if side_class(played, variant) >= Outcome.WIN_A else -least


def decided(position: Position) -> bool:
    """Whether the hand has been won already, so that play stops: a side has its majority.

    In games of heaps, tens and bids a hand lasts to its last card. Of three players one must have
    more tricks than another can still reach.
    """
    variant = position.variant
    if not variant.has_sides:
        return three_stopped(list(position.taken), position.tricks_total)
    if variant.collecting or variant.points == "tens" or variant.bids:
        return False
    return max(position.owned) > position.tricks_total // 2


def play_out_match(
    players: Sequence[Player],
    rules: Rules,
    variant: Variant,
    seed: int = 0,
    most_hands: int = 200,
) -> Iterator[tuple[HandPlayed, Entry]]:
    """The hands of one match until it is won, each with its line of the score sheet.

    `players`: one for each table seat, or two for the teams; three persons at a dummy's table.
    `rules`: house and scoring; the caller of each hand follows from them. Ends after `most_hands`
    where the scoring has no end.
    """
    persons = rules.scoring.kind == "sars"
    if persons and len(players) != 3:
        raise OptionError(f"{len(players)} players for {variant.name}: expected 3")
    seated = tuple(players) if persons else seats_of(players, variant)
    state: MatchState = rules.start()
    for number in range(most_hands):
        if match_winner(state, rules.scoring) is not None:
            return
        deal, five = deal_of(variant, np.random.SeedSequence(seed, spawn_key=(number,)))
        chairs: Sequence[int | None] = range(len(seated))
        if persons:
            chairs = (state.lone, (state.lone + 1) % 3, None, (state.lone + 2) % 3)
        first = chairs.index(state.caller)
        order = [*chairs[first:], *chairs[:first]]
        at = [seated[state.lone if person is None else person] for person in order]
        dummy = order.index(None) if persons else 2
        turns = _turn_seed(seed, 98, number)
        hand = play_hand(deal, five, at, variant, turns, number + 1, dummy)
        assert hand.record.result is not None
        state, entry = advance(state, hand.record.result, rules)
        yield hand, entry


def record_of(
    hands: Sequence[HandRecord],
    variant: Variant,
    scoring: Scoring | None = None,
    name: str = "",
    notes: Sequence[tuple[str, str]] = (),
) -> MatchRecord:
    """The record of these hands, as `hakem replay` reads it."""
    house = usual_house(variant, scoring)
    return MatchRecord(
        house, variant, scoring or call_scoring(house), name, hands=tuple(hands), notes=tuple(notes)
    )


def seats_of(players: Sequence[Player], variant: Variant) -> tuple[Player, ...]:
    """One player for each seat, from one for each seat or two for the sides."""
    if len(players) == variant.seats:
        return tuple(players)
    if len(players) != 2:
        raise OptionError(
            f"{len(players)} players for {variant.name}: expected 2, or one for each of "
            f"{variant.seats} seats"
        )
    return tuple(players[seat % 2] for seat in range(variant.seats))


def _first_five(hand: Hand, seed: int, seat: int) -> Hand:
    """Five cards of a hand at random, those that were dealt first."""
    mine = PartialDeal((Hand(),), (FIRST_CARDS,), (), hand)
    return world_hands(Dealer(mine).deal(1, np.random.SeedSequence((seed, 96, seat)))[0])[0]


def _drawn(chances: Sequence[tuple[Fraction, Position]], seed: int) -> Suit:
    """The suit that chance makes trump."""
    luck = Fraction(int(np.random.PCG64(seed).random_raw()), 1 << 64)
    for chance, after in chances:
        luck -= chance
        if luck < 0 and after.trump is not None:
            return after.trump
    raise AssertionError("the chances of a drawn trump add up to 1")


def _turn_seed(*numbers: int) -> int:
    """A seed made of these numbers, 0 to 2**63 - 1."""
    return int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0] >> np.uint64(1))
