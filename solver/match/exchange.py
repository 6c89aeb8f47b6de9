"""Checks of cards that change hands before the lead: satat's exchange, the two-player stock draw.

They check what players did and give no advice. Hand seats: 0 calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..base.cards import Card, Hand, Suit
from ..base.errors import ExchangeError, sentence
from ..game.house_rules import House
from ..game.opening import WILD

# ---- satat (rules.md 2) --------------------------------------------------------------------


def plain_suit(card: Card, trump: Suit) -> Suit | None:
    """The plain suit of a card in satat; None for trumps, the two of hearts among them."""
    return None if card.suit == trump or card == WILD else card.suit


def right_neighbour(seat: int, direction: str, seats: int = 4) -> int:
    """The neighbour on the right hand: next in play counter-clockwise, previous clockwise."""
    return (seat + (1 if direction == "ccw" else -1)) % seats


def gift_faults(hand: Hand, gift: Hand, k: int, trump: Suit, house: House) -> list[str]:
    """The reasons why the loser of a kot may not give these k cards; [] when legal.

    He gives a trump for each card, and without enough trumps his highest other cards. He need not
    give the 2 of hearts, but may where the trump is his choice.
    """
    if len(gift) != k:
        return [f"{k} card{'s' * (k > 1)} must be given, not {len(gift)}"]
    faults = [f"{card} is not in the hand" for card in gift - hand]
    if faults:
        return faults
    ordinary = [card for card in hand.suit(trump) if card != WILD]
    others = sorted(
        (card for card in hand if plain_suit(card, trump) is not None),
        key=lambda card: -card.rank,
    )
    trumps_given = [card for card in gift if plain_suit(card, trump) is None]
    plain_given = sorted((card.rank for card in gift - Hand.of(trumps_given)), reverse=True)
    due = min(k, len(ordinary))
    if len(trumps_given) < due:
        return [f"{due} trump{'s' * (due > 1)} must be given while the hand has {len(ordinary)}"]
    which = house["pass_which_trump"]
    if which != "any_trump_of_choice" and due:
        order = sorted(ordinary, key=lambda card: card.rank, reverse=which == "highest")
        if set(order[:due]) != set(trumps_given) - {WILD}:
            named = " ".join(map(str, order[:due]))
            faults.append(f"the {which} trump must be given ({named})")
    # Among equal highest cards the choice is free, so only ranks are compared.
    highest = [card.rank for card in others[: len(plain_given)]]
    if plain_given != highest:
        named = " or ".join(str(card) for card in others if card.rank >= min(highest))
        faults.append(f"lacking trumps, the highest-ranking card must be given ({named})")
    return faults


def return_faults(
    hand: Hand, gift: Hand, back: Hand, k: int, trump: Suit, house: House
) -> list[str]:
    """The reasons why the receiver may not give these k cards in return; [] when legal.

    `hand` is his hand before he gets `gift`. He may not return the gift or give away his last card
    of a plain suit.
    """
    if len(back) != k:
        return [f"{k} card{'s' * (k > 1)} must be given back, not {len(back)}"]
    faults = [f"the card just got ({card}) may not be returned" for card in back & gift]
    faults += [f"{card} is not in the hand" for card in back - hand - gift]
    if faults:
        return faults
    held = hand | gift if house["void_check"] == "after" else hand
    for suit in Suit:
        if suit == trump:
            continue
        before = [card for card in held if plain_suit(card, trump) == suit]
        if before and all(card in back for card in before):
            faults.append(f"the last card of {suit.name.lower()} may not be given away")
    return faults


@dataclass(frozen=True, slots=True)
class Swap:
    """One exchange: `giver`, who lost the kot, gives `gift`; `receiver` gives `back`."""

    giver: int
    receiver: int
    gift: Hand
    back: Hand


def check_exchange(
    hands: Sequence[Hand],
    trump: Suit,
    losers: Sequence[int],
    swaps: Mapping[int, tuple[Hand, Hand]],
    k: int,
    house: House,
) -> tuple[Swap, ...]:
    """The checked exchange of a hand; ExchangeError lists every fault with its seat.

    `losers` are the hand seats of the side that lost the kot. `swaps[seat]` is (gift, back): what
    that loser and his right-hand neighbour give. k is 1 after a kot, 2 after a bavney.
    """
    faults = []
    checked = []
    for seat in losers:
        if seat not in swaps:
            faults.append(f"seat {seat} lost the kot and must give")
            continue
        gift, back = swaps[seat]
        receiver = right_neighbour(seat, house["direction"], len(hands))
        faults += [
            f"seat {seat}: {text}" for text in gift_faults(hands[seat], gift, k, trump, house)
        ]
        faults += [
            f"seat {receiver}: {text}"
            for text in return_faults(hands[receiver], gift, back, k, trump, house)
        ]
        checked.append(Swap(seat, receiver, gift, back))
    faults += [f"seat {seat} did not lose the kot" for seat in swaps if seat not in losers]
    if faults:
        raise ExchangeError(sentence("the exchange is refused", faults))
    return tuple(checked)


def apply_exchange(hands: Sequence[Hand], swaps: Sequence[Swap]) -> tuple[Hand, ...]:
    """The hands after an exchange that has been checked."""
    after = list(hands)
    for swap in swaps:
        after[swap.giver] = (after[swap.giver] - swap.gift) | swap.back
        after[swap.receiver] = (after[swap.receiver] - swap.back) | swap.gift
    return tuple(after)


def undo_exchange(hands: Sequence[Hand], swaps: Sequence[Swap]) -> tuple[Hand, ...]:
    """The hands before the exchange, from those after it."""
    return apply_exchange(hands, [Swap(s.giver, s.receiver, s.back, s.gift) for s in swaps])


# ---- two players (rules.md 8.2) ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw: the seat, the card kept, and the card buried (None: not looked at)."""

    seat: int
    kept: Card
    buried: Card | None


def discard_counts(house: House) -> tuple[int, int]:
    """How many of their five cards the caller and the other player discard."""
    first, second = str(house["two_discards"]).split("_")
    return int(first), int(second)


def two_player_draw(
    fives: Sequence[Hand],
    discards: Sequence[Hand],
    stock: Sequence[Card],
    keeps: Sequence[bool],
    house: House,
) -> tuple[tuple[Hand, Hand], tuple[Draw, ...]]:
    """Both hands of thirteen after discards and draw; ExchangeError names every fault.

    `stock` is in drawing order. `keeps[i]`: True when draw i keeps the first card it sees (the
    second is then buried), False when it buries the first and takes the second. The caller draws
    first. With `see_second=False` a kept first card leaves the second in the stock.
    """
    faults = []
    counts = discard_counts(house)
    for seat in (0, 1):
        if len(fives[seat]) != 5:
            faults.append(f"seat {seat} begins with five cards, not {len(fives[seat])}")
        if len(discards[seat]) != counts[seat]:
            faults.append(f"seat {seat} discards {counts[seat]}, not {len(discards[seat])}")
        faults += [
            f"seat {seat} does not hold the discarded {card}"
            for card in discards[seat] - fives[seat]
        ]
    seen = fives[0] | fives[1]
    if fives[0] & fives[1]:
        faults.append("both players hold " + " ".join(map(str, fives[0] & fives[1])))
    if len(set(stock)) != len(stock):
        faults.append("the stock holds a card twice")
    faults += [f"{card} lies in the stock and in a hand" for card in stock if card in seen]
    if faults:
        raise ExchangeError(sentence("the draw is refused", faults))

    hands = [fives[seat] - discards[seat] for seat in (0, 1)]
    draws: list[Draw] = []
    at, turn = 0, 0
    while any(len(hand) < 13 for hand in hands):
        if len(hands[turn]) < 13:
            number = len(draws)
            if number >= len(keeps):
                raise ExchangeError(f"draw {number + 1} of seat {turn} is missing")
            keep = keeps[number]
            looked = 2 if house["see_second"] or not keep else 1
            cards = stock[at : at + looked]
            if len(cards) < looked:
                raise ExchangeError(f"the stock is empty at draw {number + 1} of seat {turn}")
            at += looked
            kept = cards[0] if keep else cards[1]
            buried = (cards[1] if keep else cards[0]) if looked == 2 else None
            hands[turn] |= Hand.of([kept])
            draws.append(Draw(turn, kept, buried))
        turn = 1 - turn
    if len(keeps) > len(draws):
        raise ExchangeError(f"{len(keeps)} draws are given, both hands are full after {len(draws)}")
    return (hands[0], hands[1]), tuple(draws)
