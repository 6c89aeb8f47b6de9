"""Hands and matches played by players, card by card, as records that `replay` checks.

Each seat is asked with its own view. Play stops when the hand is decided where tricks are taken at
once (at the seventh trick of a side, also at 7-0), else after the last card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..cards import Card, Hand
from ..errors import OptionError, PlayError
from ..game.deal import FIRST_CARDS, Deal
from ..game.house_rules import call_scoring, usual_house
from ..game.position import Position
from ..game.scoring import Scoring
from ..game.variants import HOKM, Variant, find_variant
from ..match.ledger import Entry, MatchState, Rules, advance, match_winner
from ..match.scoring import HandResult
from ..outcomes import Outcome
from ..record.model import HandRecord, MatchRecord, Trick
from ..record.replay import replay_hand
from ..simulation.template import pack_of
from ..simulation.worlds import Dealer, PartialDeal, world_hands
from .player import Player, Watch, check_players_know

__all__ = ["HandPlayed", "deal_of", "play_hand", "play_out_match", "record_of"]


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """A hand that was played: its record, and the class it ended in."""

    record: HandRecord
    outcome: Outcome


def deal_of(variant: Variant, seed: np.random.SeedSequence) -> tuple[Deal, Hand]:
    """A random deal of this game, and the first five cards of the caller (seat 0)."""
    seats = variant.seats
    sizes = (variant.cards_per_hand,) * seats
    pack, first = seed.spawn(2)
    known = PartialDeal((Hand(),) * seats, sizes, (), pack_of(variant))
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
) -> HandPlayed:
    """One hand: the player of seat 0 calls from his first five, then all play.

    `players`: one for each seat, or two for the sides A and B. A turn is decided by a seed of its
    own, made of `seed`, the seat and the number of cards played before, so that the same players
    play the same hand again. Raises VariantError for a game whose players would know less than
    a view tells, PlayError where a player plays an illegal card.
    """
    variant = find_variant(variant)
    check_players_know(variant)
    seated = seats_of(players, variant)
    trump = None
    if not variant.sets_trump:
        trump = seated[0].call(first_five, variant, _turn_seed(seed, 0, 99))
    watch = Watch(Position.start(deal, trump, 0, variant))
    while not watch.position.over and not decided(watch.position):
        seat = watch.position.to_move
        view = watch.view()
        card = seated[seat].play(view, _turn_seed(seed, seat, len(watch.plays)))
        if card not in view.position.legal():
            raise PlayError(f"the player {seated[seat].name} at seat {seat} plays {card}: illegal")
        watch.play(card)
    cards = [card for _, card in watch.plays]
    record = HandRecord(
        number=number,
        first_five=first_five if trump is not None else None,
        trump=trump,
        deal=deal.hands,
        tricks=_tricks(cards, variant.seats),
    )
    result = replay_hand(record, record_of((), variant)).result
    assert result is not None
    assert result.outcome is not None
    return HandPlayed(replace(record, result=result), result.outcome)


def decided(position: Position) -> bool:
    """Whether the hand has been won already, so that play stops: a side has its majority.

    In games of heaps and tens a hand lasts to its last card.
    """
    variant = position.variant
    if variant.collecting or variant.points == "tens":
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

    `players`: one for each table seat, or two for the teams. `rules`: house and scoring; the caller
    of each hand follows from them. Ends after `most_hands` where the scoring has no end.
    """
    seated = seats_of(players, variant)
    state: MatchState = rules.start()
    for number in range(most_hands):
        if match_winner(state, rules.scoring) is not None:
            return
        deal, five = deal_of(variant, np.random.SeedSequence(seed, spawn_key=(number,)))
        order = [*seated[state.caller :], *seated[: state.caller]]
        hand = play_hand(deal, five, order, variant, _turn_seed(seed, 98, number), number + 1)
        state, entry = advance(state, HandResult(hand.outcome), rules)
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


def _tricks(cards: Sequence[Card], seats: int) -> tuple[Trick, ...]:
    return tuple(Trick(tuple(cards[at : at + seats])) for at in range(0, len(cards), seats))


def _turn_seed(*numbers: int) -> int:
    """A seed made of these numbers, 0 to 2**63 - 1."""
    return int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0] >> np.uint64(1))
