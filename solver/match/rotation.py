"""Who deals and who calls next, and who calls first.

Seats are table seats in playing order; the dealer sits just before the caller (rules.md 1.9).
This module knows nothing of points, and cards only for the draw of the first caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..base.cards import Card, Rank
from ..base.errors import HakemError
from ..game.house_rules import House

DRAW_RANK = {"first_ace": Rank.ACE, "first_jack": Rank.JACK}


def dealer_of(caller: int, seats: int = 4) -> int:
    """The seat that deals when `caller` calls: the one before it in playing order."""
    return (caller - 1) % seats


def next_caller(
    caller: int,
    caller_side_won: bool,
    kot: bool,
    house: House,
    *,
    seats: int = 4,
    by_streak: bool = False,
) -> int:
    """Table seat of the next caller (rules.md 1.9, 3.5, 4.4).

    `kot`: whether the winning side scored a kot (or bavney). `by_streak`: whether this kot was the
    seventh straight win. With two seats there are no partners, so a kot never moves the call.
    """
    if house["rotation"] == "every_hand":
        return (caller + 1) % seats
    if not caller_side_won:
        return (caller + 1) % seats
    swaps = house["streak_kot_swaps"] if by_streak else True
    if kot and swaps and house["kot_swaps_partner"] and seats >= 4:
        return (caller + 2) % seats
    return caller


def next_caller_three(hakem: int, winners: Sequence[int], house: House) -> int:
    """The next caller among three players, each for himself (rules.md 8.1).

    `winners` are table seats; empty when a tie scored nothing. A caller who is not among them has
    lost. The right-hand neighbour is the next player counter-clockwise, whatever the direction.
    """
    if hakem in winners:
        return hakem
    if house["three_next"] == "winner_becomes" and len(winners) == 1:
        return winners[0]
    return (hakem + (1 if house["direction"] == "ccw" else -1)) % 3


def next_dummy_table(
    caller: int, lone: int, caller_side_won: bool, kot: bool, house: House
) -> tuple[int, int]:
    """(caller, lone) of the next hand of dummy rang, both as persons 0..2 (rules.md 8.3).

    The chairs of a hand are the lone player, the next person, the dummy, the person after that. The
    call moves over the chairs as in the game of four; where it falls on the dummy, the lone player
    calls. The dummy partnership then moves on by one person.
    """
    chairs: tuple[int | None, ...] = (lone, (lone + 1) % 3, None, (lone + 2) % 3)
    chair = next_caller(chairs.index(caller), caller_side_won, kot, house)
    person = chairs[chair]
    return (lone if person is None else person), (lone + 1) % 3


def first_caller(deck: Iterable[Card], rule: str = "first_ace", seats: int = 4) -> int:
    """The first caller: cards are turned up one by one, seat 0 first, until the rule is met.

    Rules: `first_ace` (Iran), `first_jack` (Netherlands), or `draw`: one card each, the highest
    calls, and equal highest draw again among themselves. HakemError when the deck does not decide.
    """
    if rule == "draw":
        return _highest_draw(tuple(deck), seats)
    wanted = DRAW_RANK.get(rule)
    if wanted is None:
        raise HakemError(
            f"the first caller is found by first_ace, first_jack or draw, not by {rule!r}"
        )
    for turn, card in enumerate(deck):
        if card.rank == wanted:
            return turn % seats
    raise HakemError(f"no {wanted.name.lower()} among the cards turned up for the first caller")


def _highest_draw(deck: Sequence[Card], seats: int) -> int:
    rivals = list(range(seats))
    start = 0
    while len(rivals) > 1:
        drawn = deck[start : start + len(rivals)]
        if len(drawn) < len(rivals):
            raise HakemError("the deck ran out before the draw for the first caller was decided")
        start += len(rivals)
        top = max(card.rank for card in drawn)
        rivals = [seat for seat, card in zip(rivals, drawn, strict=True) if card.rank == top]
    return rivals[0]


def random_partners(deck: Iterable[Card], seats: int = 4) -> tuple[int, int]:
    """(caller, partner) by two aces: the first ace calls, the next ace at another seat is partner.

    Cards are turned up one by one, seat 0 first (rules.md 1.5, `partners=random_two_aces`).
    """
    caller: int | None = None
    for turn, card in enumerate(deck):
        if card.rank != Rank.ACE:
            continue
        seat = turn % seats
        if caller is None:
            caller = seat
        elif seat != caller:
            return caller, seat
    raise HakemError("the cards turned up gave no aces to two different players")


def seating_for_partners(caller: int, partner: int, seats: int = 4) -> tuple[int, ...]:
    """The old seats in their new playing order: the caller first, the partner opposite.

    The other two keep their order.
    """
    others = [(caller + step) % seats for step in range(1, seats)]
    others.remove(partner)
    return (caller, others[0], partner, *others[1:])
