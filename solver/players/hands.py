"""Hands and matches played by players, card by card, as records that `replay` checks.

Each seat is asked with its own view; how a hand goes on is `hand_in_play.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ..base.cards import Hand
from ..base.errors import OptionError, PlayError
from ..base.outcomes import Outcome
from ..decide.worlds import Dealer, PartialDeal, world_hands
from ..game.deal import FIRST_CARDS, Deal
from ..game.house_rules import call_scoring, usual_house
from ..game.opening import bid_range
from ..game.variants import HOKM, Variant, find_variant
from ..match.ledger import Entry, MatchState, Rules, advance, match_winner
from ..match.scoring import score_hand
from .hand_in_play import Answer, Asked, HandInPlay, HandPlayed, turn_seed
from .player import Player
from .stock import AfterTheDraw

__all__ = ["deal_of", "play_hand", "play_out_match"]


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
    """One hand as `HandInPlay` has it: the player of seat 0 calls from his first five, all play.

    `players`: one for each seat, or two for the sides A and B. A turn is decided by a seed of its
    own, made of `seed`, the seat and the number of cards played before, so that the same players
    play the same hand again. Raises PlayError where a player plays an illegal card.
    """
    variant = find_variant(variant)
    seated = seats_of(players, variant)
    hand = HandInPlay(deal, first_five, variant, seed, number, dummy, drawn)
    while (asked := hand.asked) is not None:
        ask(hand, asked, seated[asked.seat])
    return hand.played


def ask(hand: HandInPlay, asked: Asked, player: Player) -> Answer:
    """Have the player answer what is due in this hand; PlayError where it may not do so."""
    answer: Answer
    if asked.what == "call":
        answer = player.call(asked.five, hand.variant, asked.seed)
    elif asked.what == "request":
        answer = player.requests_trump(asked.seen, asked.seed)
    else:
        answer = player.play(asked.seen, asked.seed)
    try:
        hand.answer(answer)
    except PlayError:
        if asked.what == "play":
            where = f"the player {player.name} at seat {asked.seen.seat}"
            raise PlayError(f"{where} plays {answer}: illegal") from None
        raise
    return answer


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
        hand, chairs = hand_of_match(state, rules, variant, seed, number)
        while (asked := hand.asked) is not None:
            ask(hand, asked, seated[chairs[asked.seat]])
        played = hand.played
        assert played.record.result is not None
        state, entry = advance(state, played.record.result, rules)
        yield played, entry


def hand_of_match(
    state: MatchState, rules: Rules, variant: Variant, seed: int, number: int
) -> tuple[HandInPlay, tuple[int, ...]]:
    """Hand `number` (from 0) of a match with this seed, and who sits at each of its seats.

    Who sits there is a table seat, or a person at a dummy's table, where the dummy's seat has the
    person who plays for it.
    """
    deal, five = deal_of(variant, np.random.SeedSequence(seed, spawn_key=(number,)))
    chairs: Sequence[int | None] = range(rules.seats)
    persons = rules.scoring.kind == "sars"
    if persons:
        chairs = (state.lone, (state.lone + 1) % 3, None, (state.lone + 2) % 3)
    first = chairs.index(state.caller)
    order = [*chairs[first:], *chairs[:first]]
    dummy = order.index(None) if persons else 2
    turns = turn_seed(seed, 98, number)
    hand = HandInPlay(deal, five, variant, turns, number + 1, dummy)
    return hand, tuple(state.lone if person is None else person for person in order)


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
