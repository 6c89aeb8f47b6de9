"""A deal: the hands of all seats before the first lead, in playing order from the caller.

A `Deal` is frozen and checked when it is made; the error names every fault. `read_hands` reads the
text forms, one strict form is printed. Seats are numbered in playing order; seat 0 is the caller
and first leader.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from ..base.cards import PACK, Hand, permute_suits, read_hand
from ..base.drawn import Drawn
from ..base.errors import DealError, sentence, shown
from .text import diagram_of

__all__ = ["Deal"]

COMPASS = "NESW"
DIRECTIONS = ("ccw", "cw")
FIRST_CARDS = 5
"""Cards of each seat before trump is made."""
MOST_SEATS = 6
"""The most seats of any game; the search has room for no more."""
_PREFIX = re.compile(r"\s*([0-9]|[A-Za-z])\s*:")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Deal(Drawn):
    """The hands of all seats before the first lead, in playing order from the caller.

    Made of a text (`Deal("0:AK... Q... J... T...")`, see `parse`; as many seats as it has hands) or
    of the hands. Every seat holds the same number of cards, at least 1 (13 in a full hand of four),
    and no card occurs twice. Raises DealError naming every fault.
    """

    hands: tuple[Hand, ...]

    def __init__(self, hands: str | Deal | Iterable[Hand | str], direction: str = "ccw") -> None:
        if isinstance(hands, str):
            found = read_hands(hands, _way(direction), None)
        elif isinstance(hands, Iterable):
            found = tuple(Hand.parse(hand) for hand in hands)
        else:
            raise DealError(f"{shown(hands)} is no deal: expected a text such as 0:hand hand ...")
        if faults := _deal_faults(found):
            raise DealError(sentence("not a deal", faults))
        object.__setattr__(self, "hands", found)

    @classmethod
    def parse(cls, text: str | Deal, direction: str = "ccw", seats: int = 4) -> Deal:
        """Read a deal.

        `0:hand hand hand hand` (or without `0:`) lists the hands in playing order from the caller;
        `N:hand hand hand hand` lists them clockwise as in PBN, the named seat being the caller,
        and `direction` ("ccw" or "cw") is the direction of play. Hands that contain blanks are
        separated by `|` or by line breaks. Raises DealError naming every fault in every hand.
        """
        if isinstance(text, Deal):
            return text
        if not isinstance(text, str):
            raise DealError(f"{shown(text)} is no deal: expected a text such as 0:hand hand ...")
        return cls(read_hands(text, _way(direction), seats))

    @property
    def seats(self) -> int:
        """The number of hands."""
        return len(self.hands)

    @property
    def cards_per_hand(self) -> int:
        """The number of cards of each seat."""
        return len(self.hands[0])

    def mirror(self) -> Deal:
        """The same hands with the direction of play reversed; seat 0 stays."""
        return Deal((self.hands[0], *self.hands[:0:-1]))

    def rotate(self, seat: int) -> Deal:
        """The same hands numbered so that this seat becomes seat 0."""
        k = seat % self.seats
        return Deal(self.hands[k:] + self.hands[:k])

    def permute_suits(self, perm: Iterable[int]) -> Deal:
        """The deal with every suit s renamed perm[s]."""
        order = tuple(perm)
        return Deal(tuple(permute_suits(hand, order) for hand in self.hands))

    def diagram(self, direction: str = "ccw") -> str:
        """The hands drawn round a table, the caller at the bottom."""
        return diagram_of(self.hands, direction, leader=0)

    def __iter__(self) -> Iterator[Hand]:
        return iter(self.hands)

    def __getitem__(self, seat: int) -> Hand:
        return self.hands[seat]

    def __str__(self) -> str:
        return "0:" + " ".join(map(str, self.hands))

    def __repr__(self) -> str:
        return f"Deal({str(self)!r})"


# Checking --------------------------------------------------------------------------------------


def held_twice(hands: Sequence[Hand], names: Sequence[str]) -> list[str]:
    """A fault for every card that two of these sets hold."""
    union = 0
    for hand in hands:
        union |= hand.bits
    if union.bit_count() == sum(hand.bits.bit_count() for hand in hands):
        return []  # the usual case, tested quickly
    seen: dict[int, str] = {}
    faults = []
    for hand, name in zip(hands, names, strict=True):
        for card in hand:
            if card.index in seen:
                faults.append(f"{card} is with both {seen[card.index]} and {name}")
            seen[card.index] = name
    return faults


def _deal_faults(hands: tuple[Hand, ...]) -> list[str]:
    if not hands:
        return ["it has no hands"]
    faults = held_twice(hands, [f"seat {s}" for s in range(len(hands))])
    sizes = [len(hand) for hand in hands]
    usual = max(sizes, key=lambda n: (sizes.count(n), n))
    if usual == 0:
        return ["the hands are empty"]
    faults += [
        f"seat {s} holds {n} cards, expected {usual} as the others"
        for s, n in enumerate(sizes)
        if n != usual
    ]
    if usual * len(hands) == 52:
        held = reduce(or_, [hand.bits for hand in hands])
        missing = [str(card) for card in PACK if not held & card.bit]
        if missing and len(missing) <= 4:
            faults.append(f"{', '.join(missing)} in no hand")
    return faults


# Reading ---------------------------------------------------------------------------------------


def _way(direction: str) -> str:
    """The direction of play, checked."""
    if direction not in DIRECTIONS:
        raise DealError(f"direction cannot be {shown(direction)}: expected ccw or cw")
    return direction


def read_hands(text: str, direction: str, seats: int | None) -> tuple[Hand, ...]:
    """The hands of a deal text in playing order; DealError naming every fault.

    `seats` is the number expected; None takes as many hands as are written, from 2 to 6.
    """
    prefix = _PREFIX.match(text)
    body = (text[prefix.end() :] if prefix else text).strip()
    if not body:
        raise DealError("a deal without hands: expected 0:hand hand hand hand")
    parts = re.split(r"\s*[|\n]\s*", body) if re.search(r"[|\n]", body) else body.split()
    if seats is None and 2 <= len(parts) <= MOST_SEATS:
        seats = len(parts)
    first, compass = 0, False
    if prefix and seats is not None:
        mark = prefix[1].upper()
        if mark.isdigit():
            first = int(mark)
            if first >= seats:
                raise DealError(f"deal {shown(text)}: seat {mark}, expected 0 to {seats - 1}")
        elif mark in COMPASS and seats == 4:
            compass = True
        elif mark in COMPASS:
            raise DealError(f"deal {shown(text)}: compass seats need four hands, expected 0:")
        else:
            raise DealError(f"deal {shown(text)}: unknown seat '{mark}', expected 0 or N, E, S, W")
    if len(parts) != seats:
        found = f"{len(parts)} hand{'s' * (len(parts) != 1)} found"
        wanted = f"2 to {MOST_SEATS}" if seats is None else seats
        raise DealError(
            f"deal {shown(text)}: {found}, expected {wanted} "
            "(separate hands that contain blanks by |)"
        )
    hands, faults = [], []
    for number, part in enumerate(parts):
        hand, wrong = read_hand(part)
        hands.append(hand)
        name = f"hand {number + 1}" if compass or first else f"seat {number}"
        faults += [f"{name}: {fault}" for fault in wrong]
    order = tuple(hands)
    if compass and direction == "ccw":
        # The hands are listed clockwise; in counter-clockwise play the next seat is the last one
        # listed.
        order = (hands[0], *hands[:0:-1])
    elif first:
        order = order[seats - first :] + order[: seats - first]
    if not faults:
        return order
    # Sizes are checked only when every hand could be read; a card held twice is reported
    # separately.
    faults += held_twice(hands, [f"hand {n + 1}" for n in range(seats)])
    raise DealError(sentence(f"deal {shown(text)}", faults))
