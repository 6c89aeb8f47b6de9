"""The fields of a position, and the check that they are possible together.

A position is checked where it comes in: when it is made of its fields. A step of the rules leads
from one that is possible to one that is, so `stepped` does not check again. `rules.py` works on
these fields; `Position` (position.py) adds the rules as methods.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from ..base.cards import PACK, Card, Hand, Rank, Suit
from ..base.errors import DealError, need, sentence, shown
from .deal import FIRST_CARDS, MOST_SEATS, held_twice
from .variants import HOKM, Variant

__all__ = ["PositionState", "stepped"]

TENS = sum(1 << 13 * s + 8 for s in range(4))
_COUNTS = (
    "leader",
    "tricks_done",
    "heap",
    "heap_tens",
    "streak",
    "kot",
    "live_from",
    "kasiet_mask",
)


@dataclass(frozen=True, slots=True)
class PositionState:
    """The fields of a `Position`, where each is described. DealError names every fault."""

    hands: tuple[Hand, ...]
    trump: Suit | None = None
    leader: int = 0
    table: tuple[Card, ...] = ()
    variant: Variant = HOKM
    taken: tuple[int, ...] = (0, 0)
    tricks_done: int = 0
    heap: int = 0
    heap_tens: int = 0
    streak: int = 0
    ace_streak: bool = False
    kot: int = 0
    player: int | None = None
    indicator: Card | None = None
    revealed: bool = True
    asked: bool = False
    live_from: int = 0
    won_open: bool = True
    reserves: tuple[Hand, ...] = field(default=())
    heap_suits: tuple[int, ...] = (0, 0, 0, 0)
    kasiet_mask: int = 15
    collected: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if self.variant.family == "three" and self.taken == (0, 0):
            object.__setattr__(self, "taken", (0, 0, 0))
        need(self.hands, tuple, "are no hands of a position: use Position.start", DealError)
        faults = _position_faults(self)
        if faults:
            raise DealError(sentence("not a position", faults))

    @property
    def seats(self) -> int:
        """The number of hands."""
        return len(self.hands)

    @property
    def to_move(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.table)) % len(self.hands)

    @property
    def over(self) -> bool:
        """Whether all cards have been played."""
        return not self.table and not any(self.hands) and not any(self.reserves)

    @property
    def tricks_left(self) -> int:
        """Tricks not yet complete, the running one included."""
        later = len(self.reserves[0]) if self.reserves else 0
        seat = (self.leader + len(self.table)) % len(self.hands)
        held = self.hands[seat].bits.bit_count()
        hidden = self.variant.hides_trump and not self.revealed and not seat
        return held + later + hidden

    @property
    def tricks_total(self) -> int:
        """Tricks in the whole hand."""
        return self.tricks_done + self.tricks_left

    @property
    def points_left(self) -> int:
        """Points that no side owns yet, including those in the heap."""
        if self.variant.points == "tens":
            return self.heap_tens + (self.unplayed.bits & TENS).bit_count()
        return self.heap + self.tricks_left

    @property
    def unplayed(self) -> Hand:
        """All cards not in a complete trick: held, on the table, in reserve, or the indicator."""
        bits = 0
        for hand in (*self.hands, *self.reserves):
            bits |= hand.bits
        for card in self.table:
            bits |= card.bit
        return Hand(bits | (self.indicator.bit if self.indicator is not None else 0))

    @property
    def owned(self) -> tuple[int, int]:
        """Points that side A and side B own already, added up where each seat has its own."""
        if len(self.taken) == 2:
            return self.taken[0], self.taken[1]
        mine = sum(n for seat, n in enumerate(self.taken) if self.side(seat) == 0)
        return mine, sum(self.taken) - mine

    def side(self, seat: int) -> int:
        """0 when this seat belongs to side A, 1 for side B."""
        if self.player is not None:
            return int(seat != self.player)
        return seat % 2


State = TypeVar("State", bound=PositionState)
_SLOTS = {each.name: PositionState.__dict__[each.name] for each in fields(PositionState)}
_WRITERS = tuple((name, slot.__get__, slot.__set__) for name, slot in _SLOTS.items())


def stepped(position: State, changes: Mapping[str, Any]) -> State:
    """The position with these fields changed, unchecked: for steps of the rules alone."""
    after = object.__new__(type(position))
    for name, read, write in _WRITERS:
        write(after, changes[name] if name in changes else read(position))
    return after


# Checking --------------------------------------------------------------------------------------


def _hidden(position: PositionState) -> int:
    """1 while the caller's indicator lies apart from his hand, else 0."""
    return int(position.variant.hides_trump and not position.revealed)


def _position_faults(position: PositionState) -> list[str]:
    """Every fault of a position, each naming what is expected."""
    seats = len(position.hands)
    variant = position.variant
    if seats != variant.seats:
        return [f"{seats} hands, {variant.name} has {variant.seats}"]
    if not 2 <= seats <= MOST_SEATS:
        return [f"{seats} hands, expected 2 to {MOST_SEATS}"]
    if faults := _type_faults(position):
        return faults
    if not 0 <= position.leader < seats:
        return [f"leader {position.leader}, expected a seat from 0 to {seats - 1}"]
    if position.player is not None and position.player not in range(seats):
        return [f"player {position.player}, expected a seat from 0 to {seats - 1}"]
    if len(position.table) >= seats:
        return [f"{len(position.table)} cards on the table, expected fewer than {seats}"]
    accounts = seats if variant.family == "three" else 2
    if len(position.taken) != accounts or any(n < 0 for n in position.taken):
        return [f"taken {shown(position.taken)}, expected {accounts} numbers from 0 up"]
    if min(position.tricks_done, position.heap, position.heap_tens, position.streak) < 0:
        return ["a negative count of tricks, tens or wins, expected 0 or more"]
    if position.kot not in (-1, 0, 1):
        return [f"kot {position.kot}, expected 1 for side A, -1 for side B, or 0"]
    if len(position.collected) != 2 or min(position.collected) < 0:
        return [f"collected {shown(position.collected)}, expected 2 numbers from 0 up"]
    if len(position.heap_suits) != 4 or not 0 <= min(position.heap_suits) <= max(
        position.heap_suits
    ) <= len(Rank):
        return [f"heap_suits {shown(position.heap_suits)}, expected 4 numbers from 0 to 13"]
    sets = [*position.hands, *(Hand(card.bit) for card in position.table), *position.reserves]
    names = [f"seat {s}" for s in range(seats)] + ["the table"] * len(position.table)
    names += [f"the reserve of seat {s}" for s in range(len(position.reserves))]
    faults += held_twice(sets, names)
    faults += _size_faults(position)
    faults += _trump_faults(position)
    faults += _reserve_faults(position)
    faults += _pack_faults(position)
    if not faults:
        faults += _count_faults(position)
    return faults


def _type_faults(position: PositionState) -> list[str]:
    """Fields that hold something of another kind than they must."""
    if not isinstance(position.trump, Suit | None):
        return [f"trump {shown(position.trump)}, expected a Suit or None"]
    cards = (*position.table, *(() if position.indicator is None else (position.indicator,)))
    for card in cards:
        if not isinstance(card, Card):
            return [f"{shown(card)} among the cards, expected a Card"]
    for hand in (*position.hands, *position.reserves):
        if not isinstance(hand, Hand):
            return [f"{shown(hand)} among the hands, expected a Hand"]
    rows = {name: getattr(position, name) for name in ("taken", "heap_suits", "collected")}
    return [
        f"{name} {shown(value)}, expected a whole number"
        for name in _COUNTS
        if type(value := getattr(position, name)) is not int
    ] + [
        f"{name} {shown(row)}, expected whole numbers"
        for name, row in rows.items()
        if not isinstance(row, tuple) or not all(type(value) is int for value in row)
    ]


def _size_faults(position: PositionState) -> list[str]:
    """Faults: hands whose number of cards does not fit the running trick."""
    seats = len(position.hands)
    # With the cards on the table counted back into their hands, all seats hold the same number.
    sizes = [len(hand) for hand in position.hands]
    sizes[0] += _hidden(position)
    for place in range(len(position.table)):
        sizes[(position.leader + place) % seats] += 1
    usual = max(sizes, key=lambda n: (sizes.count(n), n))
    return [
        f"seat {s} has {n} cards in hand and on the table, expected {usual} as the others"
        for s, n in enumerate(sizes)
        if n != usual
    ]


def _trump_faults(position: PositionState) -> list[str]:
    """Faults: an indicator, a mask or a shown trump that the game does not have."""
    variant, card, trump = position.variant, position.indicator, position.trump
    faults = []
    if variant.family != "kasiet" and not variant.hides_trump:
        if card is not None:
            faults.append(f"an indicator {card}, but {variant.name} has no hidden trump")
        if not position.revealed or position.asked:
            faults.append(f"a trump not shown yet, but {variant.name} has no hidden trump")
    elif trump is None:
        faults.append(f"no trump suit, but in {variant.name} the solver must know it")
    elif card is not None and card.suit != trump:
        faults.append(f"the indicator {card} is not of the trump suit {trump.name.lower()}")
    if variant.hides_trump:
        if not position.revealed and card is None:
            faults.append("the trump is hidden, expected an indicator of its suit")
        if position.revealed and card is not None:
            faults.append(f"the trump has been shown, but the indicator {card} still lies apart")
        if card is not None and any(card in hand for hand in position.hands):
            faults.append(f"the indicator {card} lies apart and cannot be held as well")
    if variant.family == "kasiet":
        if trump is not None and not position.kasiet_mask >> trump & 1:
            faults.append(f"{trump.name.lower()} is trump, but it is not among the possible suits")
        if card is not None and card not in position.hands[0] and card not in position.table:
            faults.append(f"the indicator {card} is not in the caller's hand")
    elif position.kasiet_mask != 15:
        faults.append(f"possible trump suits given, but in {variant.name} trump is known")
    if not 0 <= position.live_from <= len(position.table) or not 0 <= position.kasiet_mask <= 15:
        faults.append("a mark outside the running trick or the four suits")
    return faults


def _reserve_faults(position: PositionState) -> list[str]:
    """Faults: reserves in a game without them, or too few."""
    reserves, variant = position.reserves, position.variant
    full = variant.cards_per_hand
    if variant.family == "five_card_start" and position.tricks_total == full:
        later = len(reserves[0]) if reserves else 0
        if (reserves or position.trump is None) and later != full - FIRST_CARDS:
            return [
                f"{later} cards a hand to come, {variant.name} begins with {FIRST_CARDS} each and "
                f"deals {full - FIRST_CARDS} later: expected them as reserves"
            ]
    if not reserves:
        return []
    if variant.family != "five_card_start":
        return [f"reserves given, but {variant.name} deals all cards before the lead"]
    sizes = [len(hand) for hand in reserves]
    if len(sizes) != len(position.hands) or len(set(sizes)) > 1:
        return [f"reserves of {shown(sizes)} cards, expected the same number for every seat"]
    faults = []
    if position.trump is not None and not position.table:
        faults.append("trump is made, expected the reserves to be in the hands")
    if sum(position.heap_suits) != len(position.hands) * position.tricks_done:
        faults.append(
            f"{sum(position.heap_suits)} cards by suit in the heap, expected "
            f"{len(position.hands) * position.tricks_done}"
        )
    return faults


def _pack_faults(position: PositionState) -> list[str]:
    """Faults: cards that are not in the pack of this game."""
    variant = position.variant
    cards = position.unplayed
    if variant.family == "three":
        out = Card.parse(variant["removed_two"])
        if out in cards:
            return [f"{out} is in a hand, but {variant.name} is played without it"]
    if variant.family == "chokri":
        twos = [str(PACK[13 * s]) for s in range(4) if PACK[13 * s] in cards]
        if twos:
            return [f"{', '.join(twos)} in a hand, but {variant.name} is played without the twos"]
    return []


def _count_faults(position: PositionState) -> list[str]:
    """Faults: numbers of tricks, tens and wins that contradict each other."""
    variant = position.variant
    faults = []
    total = position.tricks_total
    if total > variant.cards_per_hand:
        faults.append(
            f"{total} tricks in the hand, {variant.name} has at most {variant.cards_per_hand}"
        )
    heaped = variant.collecting or variant.get("single_heap_until_trump")
    if position.heap and not heaped:
        faults.append(
            f"a heap of {position.heap} tricks, but in {variant.name} every trick is taken at once"
        )
    if position.streak and not variant.collecting:
        faults.append(f"a streak of {position.streak}, but {variant.name} counts none")
    if position.streak > 2:
        faults.append(f"a streak of {position.streak}, expected 0, 1, or 2 for more")
    owned = sum(position.taken)
    if sum(position.collected) > position.tricks_done:
        faults.append(
            f"{sum(position.collected)} tricks collected, but only {position.tricks_done} played "
            "before"
        )
    if variant.points == "tricks":
        if position.heap_tens:
            faults.append(f"{position.heap_tens} tens in the heap, but {variant.name} counts none")
        if owned + position.heap > position.tricks_done:
            faults.append(
                f"{owned} tricks taken and {position.heap} in the heap, but only "
                f"{position.tricks_done} played before"
            )
        faults += _leader_faults(position)
        return faults
    if position.heap > position.tricks_done:
        faults.append(f"a heap of {position.heap} tricks, but {position.tricks_done} were played")
    tens = owned + position.heap_tens + (position.unplayed.bits & TENS).bit_count()
    if tens > 4:
        faults.append(f"{tens} tens in hands, heap and accounts, expected 4")
    if tens < 4 and total == variant.cards_per_hand:
        held = position.unplayed
        lost = [str(PACK[13 * s + 8]) for s in range(4) if PACK[13 * s + 8] not in held]
        faults.append(
            f"{', '.join(lost)} in no hand, and only {owned + position.heap_tens} tens are in the "
            "heap or taken, expected four in all"
        )
    return faults


def _leader_faults(position: PositionState) -> list[str]:
    """A leader or a kot that the tricks taken do not allow, where each trick is taken at once."""
    if position.variant.collecting or position.heap:
        return []
    taken, leader, faults = position.taken, position.leader, []
    if len(taken) > 2 and not taken[leader] and sum(taken) == position.tricks_done > 0:
        faults.append(f"seat {leader} leads but has won none of the tricks")
    if position.kot and position.owned[position.kot < 0] <= position.tricks_total // 2:
        side = "A" if position.kot > 0 else "B"
        faults.append(f"a kot of side {side}, which has {position.owned[position.kot < 0]} tricks")
    return faults
