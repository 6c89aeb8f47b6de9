"""Deal and Position: who holds which cards, at the start and in the middle of a hand.

Both are frozen and checked when made; a refusal names every fault at once. They read the text
forms of the command line, print one strict form, and draw the hands. Seats are numbered in
playing order, seat 0 being the caller and first leader; the rules of play are in rules.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from . import rules
from .cards import (
    PACK,
    RANK_LETTERS,
    SUIT_SYMBOLS,
    Card,
    Hand,
    Suit,
    permute_suits,
    read_cards,
    read_hand,
)
from .errors import DealError, HakemError, PlayError, sentence, shown
from .variants import HOKM, Variant

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["POSITION_FIELDS", "Deal", "Position", "replay"]

COMPASS = "NESW"
DIRECTIONS = ("ccw", "cw")
FIRST_CARDS = 5
"""Cards of each seat before trump is made."""
TENS = sum(1 << 13 * s + 8 for s in range(4))
_PREFIX = re.compile(r"\s*([0-9]|[A-Za-z])\s*:")


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands of all seats before the first lead, in playing order from the caller.

    Any number of cards from 1 up, the same for every seat, no card twice; full four-seat hands
    have 13. Raises DealError naming every fault.
    """

    hands: tuple[Hand, ...]

    def __post_init__(self) -> None:
        faults = _deal_faults(self.hands)
        if faults:
            raise DealError(sentence("not a deal", faults))

    @classmethod
    def parse(cls, text: str | Deal, direction: str = "ccw", seats: int = 4) -> Deal:
        """Read a deal.

        `0:hand hand hand hand` (or without `0:`) lists the hands in playing order from the caller;
        `N:hand hand hand hand` lists them clockwise as in PBN, the named seat being the caller,
        and `direction` ("ccw" or "cw") says which way play goes round. Hands that contain blanks
        are separated by `|` or by lines. Raises DealError naming every fault in every hand.
        """
        if isinstance(text, Deal):
            return text
        if not isinstance(text, str):
            raise DealError(f"{shown(text)} is no deal: expected a text such as 0:hand hand ...")
        if direction not in DIRECTIONS:
            raise DealError(f"direction cannot be {shown(direction)}: expected ccw or cw")
        return cls(read_hands(text, direction, seats))

    @property
    def seats(self) -> int:
        """The number of hands."""
        return len(self.hands)

    @property
    def cards_per_hand(self) -> int:
        """The number of cards of each seat."""
        return len(self.hands[0])

    def mirror(self) -> Deal:
        """The same hands with the direction of play turned round; seat 0 stays."""
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
        return draw(self.hands, direction, leader=0)

    def __iter__(self) -> Iterator[Hand]:
        return iter(self.hands)

    def __getitem__(self, seat: int) -> Hand:
        return self.hands[seat]

    def __str__(self) -> str:
        return "0:" + " ".join(map(str, self.hands))

    def __repr__(self) -> str:
        return f"Deal.parse({str(self)!r}" + (f", seats={self.seats})" if self.seats != 4 else ")")

    def __rich__(self) -> Text:
        return _coloured(self.diagram())

    def _repr_html_(self) -> str:
        return _html(self.hands, "")


@dataclass(frozen=True, slots=True)
class Position:
    """Everything an analysis needs to know in the middle (or at the start) of a hand.

    Cards still held, the trump (None: no trump, or none yet), the seat that led or will lead the
    running trick, the cards on the table in playing order, and what the game remembers:

    taken         points side A and side B own already (three-handed: one number a seat)
    tricks_done   complete tricks played before the running one
    heap          tricks lying in the heap; heap_tens: tens among them
    streak        tricks the leader won in a row since the last collection: 0, 1, or 2 for more
    ace_streak    whether the last trick was won with an ace (games with an ace rule)
    kot           1 or -1 once side A or B has taken its majority with the other side at none
    player        side A is this one seat, everyone else is B
    indicator     the caller's card that tells trump: apart from his hand while a hidden trump
                  sleeps, in his hand in trup kasiet; None once it is shown or played
    revealed      whether a hidden trump has been shown; asked: the seat to move has just asked
    live_from     cards on the table before this place fell before a hidden trump was shown
    won_open      whether the card that won the last trick fell after it was shown
    reserves      cards of each seat that are not dealt yet
    heap_suits    cards of each suit in the tricks played before the reserves are dealt
    kasiet_mask   suits (bit 0 = spades) that may still be the hidden, working trump
    collected     tricks sides A and B own in a game for tens whose ties the tricks decide

    Raises DealError naming every fault.
    """

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
        faults = _position_faults(self)
        if faults:
            raise DealError(sentence("not a position", faults))

    @classmethod
    def start(
        cls,
        deal: Deal | str,
        trump: Suit | None,
        leader: int = 0,
        variant: Variant = HOKM,
        **more: Any,
    ) -> Position:
        """The position before the first lead; `more` sets further fields, for a later start.

        Fields may be given as text or as JSON has them: `heap="3"`, `taken=[2, 1]`,
        `reserves=["...", ...]`, `kasiet_mask="SH"`, `table="SA S2"`, `indicator="S3"`.
        Where trump is hidden, `indicator` is a card of the trump suit in the caller's hand (a Card
        or a text), his lowest trump if not given. For a five-card start `deal` holds the first
        five cards and `reserves` (hands, or a deal text) the others. Raises DealError.
        """
        seats, way = variant.seats, str(variant.get("direction", "ccw"))
        given = Deal.parse(deal, way, seats)
        more = {name: _field(name, value, way, seats) for name, value in more.items()}
        hands = given.hands
        if variant.family == "kasiet" or (variant.hides_trump and not more.get("revealed")):
            hands = _lay_down(hands, trump, variant, more)
        more.setdefault("table", ())
        return cls(hands, trump, leader, variant=variant, **more)

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
        return _tricks_left(self)

    @property
    def tricks_total(self) -> int:
        """Tricks in the whole hand."""
        return self.tricks_done + _tricks_left(self)

    @property
    def points_left(self) -> int:
        """Points that no side owns yet, those in the heap included."""
        if self.variant.points == "tens":
            return self.heap_tens + (self.unplayed.bits & TENS).bit_count()
        return self.heap + _tricks_left(self)

    @property
    def unplayed(self) -> Hand:
        """All cards not yet in a complete trick: held, on the table, in reserve, the indicator."""
        bits = 0
        for hand in (*self.hands, *self.reserves):
            bits |= hand.bits
        for card in self.table:
            bits |= card.bit
        return Hand(bits | (self.indicator.bit if self.indicator is not None else 0))

    @property
    def owned(self) -> tuple[int, int]:
        """Points side A and side B own already, also where each seat has its own account."""
        if len(self.taken) == 2:
            return self.taken[0], self.taken[1]
        mine = sum(n for seat, n in enumerate(self.taken) if self.side(seat) == 0)
        return mine, sum(self.taken) - mine

    @property
    def may_ask(self) -> bool:
        """Whether the seat to move may have a hidden trump shown before he plays."""
        return rules.may_ask(self)

    def legal(self) -> tuple[Card, ...]:
        """The cards the seat to move may play, suit by suit, high to low; empty at the end."""
        return tuple(rules.legal_cards(self))

    def ask(self) -> Position:
        """The position after the seat to move has had the hidden trump shown; he still plays.

        Raises PlayError when he may not ask.
        """
        return rules.ask(self)

    def chances(self) -> tuple[tuple[Fraction, Position], ...]:
        """What chance may do next, each with its probability; empty where a seat is to move."""
        return rules.chances(self)

    def play(self, card: Card | str) -> Position:
        """The position after the seat to move plays this card.

        Raises PlayError naming trick, seat, card and rule when it may not be played.
        """
        return rules.play(self, Card.parse(card) if isinstance(card, str) else card)

    def side(self, seat: int) -> int:
        """0 when this seat belongs to side A, 1 for side B."""
        return rules.side_of(self, seat)

    def diagram(self, direction: str | None = None) -> str:
        """The hands drawn round a table, with the running trick below."""
        way = direction or str(self.variant.get("direction", "ccw"))
        drawn = draw(self.hands, way, leader=self.leader)
        return "\n".join([drawn, "", self._state_line()])

    def _state_line(self) -> str:
        trump = "none" if self.trump is None else self.trump.symbol
        words = [f"trump {trump}", f"seat {self.to_move} to play"]
        if self.table:
            words.append("on the table " + " ".join(c.symbol for c in self.table))
        if any(self.taken):
            words.append("taken " + "-".join(map(str, self.taken)))
        if self.heap:
            words.append(f"heap {self.heap}")
        if self.heap_tens:
            words.append(f"tens in the heap {self.heap_tens}")
        if self.indicator is not None:
            words.append(f"indicator {self.indicator.symbol}")
        return ", ".join(words)

    def __str__(self) -> str:
        return self.diagram()

    def __rich__(self) -> Text:
        return _coloured(self.diagram())

    def _repr_html_(self) -> str:
        return _html(self.hands, self._state_line())


def replay(start: Position, cards: Sequence[Card | str]) -> Position:
    """The position after this record of play.

    The word `ask` stands where a player had a hidden trump shown. Raises PlayError for the first
    card that may not be played, naming trick, seat, card and reason: a card played twice, not
    held, or a revoke.
    """
    position = start
    played: dict[Card, str] = {}
    for number, item in enumerate(cards, start=1):
        if isinstance(item, str) and item.strip().lower() == "ask":
            position = position.ask()
            continue
        try:
            card = Card.parse(item) if isinstance(item, str) else item
        except HakemError as fault:
            raise PlayError(f"card {number} of the play: {fault}") from None
        where = f"trick {position.tricks_done + 1}, seat {position.to_move}"
        if card in played:
            raise PlayError(f"{where}: {card} was already played in {played[card]}")
        if position.over:
            raise PlayError(f"card {number} of the play, {card}: the hand is over before it")
        position = position.play(card)
        played[card] = where
    return position


# Checking --------------------------------------------------------------------------------------


def _twice(hands: Sequence[Hand], names: Sequence[str]) -> list[str]:
    """A fault for every card that two of these sets hold."""
    union = 0
    for hand in hands:
        union |= hand.bits
    if union.bit_count() == sum(hand.bits.bit_count() for hand in hands):
        return []  # the usual case, and quick
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
    faults = _twice(hands, [f"seat {s}" for s in range(len(hands))])
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
        missing = [str(c) for c in PACK if not any(c in hand for hand in hands)]
        if missing and len(missing) <= 4:
            faults.append(f"{', '.join(missing)} in no hand")
    return faults


_NUMBERS = ("tricks_done", "heap", "heap_tens", "streak", "kot", "live_from")
_MARKS = ("ace_streak", "revealed", "asked", "won_open")
_ROWS = ("taken", "heap_suits", "collected")
POSITION_FIELDS = (
    *_NUMBERS,
    *_MARKS,
    *_ROWS,
    "player",
    "table",
    "indicator",
    "reserves",
    "kasiet_mask",
)
"""The fields of a Position that `Position.start` takes besides deal, trump, leader and variant."""


def _field(name: str, value: Any, direction: str, seats: int) -> Any:
    """A field of a position from what JSON or a text holds; DealError naming what is expected."""
    wrong = f"{name} cannot be {shown(value)}: expected "
    if name not in POSITION_FIELDS:
        raise DealError(f"a position has no {shown(name)}: expected {', '.join(POSITION_FIELDS)}")
    if name == "player" and value is None:
        return None
    if name in _NUMBERS or name == "player":
        return _number(value, wrong)
    if name in _MARKS:
        words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
        known = words.get(value.lower()) if isinstance(value, str) else value
        if not isinstance(known, bool):
            raise DealError(wrong + "true or false")
        return known
    if name in _ROWS:
        row = re.split(r"[-,\s]+", value.strip("[]() ")) if isinstance(value, str) else value
        if not isinstance(row, (list, tuple)):
            raise DealError(wrong + "numbers such as 2,1")
        return tuple(_number(item, wrong) for item in row)
    if name == "table":
        cards = read_cards(value)[0] if isinstance(value, str) else value
        return tuple(Card.parse(card) for card in cards)
    if name == "indicator":
        return None if value is None else Card.parse(value)
    if name == "kasiet_mask":
        if isinstance(value, str) and not value.isdecimal():
            return sum(1 << suit for suit in {Suit.parse(letter) for letter in value})
        return _number(value, wrong)
    if isinstance(value, (str, Deal)):
        return Deal.parse(value, direction, seats).hands
    if not isinstance(value, (list, tuple)):
        raise DealError(wrong + "one hand for each seat")
    return tuple(Hand.parse(hand) for hand in value)


def _number(value: Any, wrong: str) -> int:
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,4}", value.strip()):
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise DealError(wrong + "a whole number")
    return value


def _lay_down(
    hands: tuple[Hand, ...], trump: Suit | None, variant: Variant, more: dict[str, Any]
) -> tuple[Hand, ...]:
    """Settle the caller's indicator at the start of a hand; a hidden one leaves his hand."""
    card = more.get("indicator")
    if trump is None:
        raise DealError(f"{variant.name} needs a trump suit, known to the solver")
    if card is None:
        trumps = hands[0].suit(trump)
        if not trumps:
            raise DealError(
                f"the caller holds no {trump.name.lower()}: he cannot lay down an indicator of "
                "that suit"
            )
        card = trumps[-1]
    more["indicator"] = card
    if variant.hides_trump:
        more.setdefault("revealed", False)
        more.setdefault("won_open", False)
        if card in hands[0]:
            return (hands[0] - Hand(card.bit), *hands[1:])
    return hands


def _hidden(position: Position) -> int:
    """1 while the caller's indicator lies apart from his hand."""
    return int(position.variant.hides_trump and not position.revealed)


def _tricks_left(position: Position) -> int:
    later = len(position.reserves[0]) if position.reserves else 0
    seat = position.to_move
    held = len(position.hands[seat]) + (_hidden(position) if seat == 0 else 0)
    return held + later


def _position_faults(position: Position) -> list[str]:
    """Every fault of a position, each naming what is expected."""
    seats = len(position.hands)
    variant = position.variant
    if seats != variant.seats:
        return [f"{seats} hands, {variant.name} has {variant.seats}"]
    faults = []
    if not 0 <= position.leader < seats:
        return [f"leader {position.leader}, expected a seat from 0 to {seats - 1}"]
    if position.player is not None and not 0 <= position.player < seats:
        return [f"player {position.player}, expected a seat from 0 to {seats - 1}"]
    if len(position.table) >= seats:
        return [f"{len(position.table)} cards on the table, expected fewer than {seats}"]
    accounts = seats if variant.family == "three" else 2
    if len(position.taken) != accounts or any(n < 0 for n in position.taken):
        return [f"taken {shown(position.taken)}, expected {accounts} numbers from 0 up"]
    if min(position.tricks_done, position.heap, position.heap_tens, position.streak) < 0:
        return ["a negative count of tricks, tens or wins, expected 0 or more"]
    sets = [*position.hands, *(Hand(card.bit) for card in position.table), *position.reserves]
    names = [f"seat {s}" for s in range(seats)] + ["the table"] * len(position.table)
    names += [f"the reserve of seat {s}" for s in range(len(position.reserves))]
    faults += _twice(sets, names)
    faults += _size_faults(position)
    faults += _trump_faults(position)
    faults += _reserve_faults(position)
    faults += _pack_faults(position)
    if not faults:
        faults += _count_faults(position)
    return faults


def _size_faults(position: Position) -> list[str]:
    """Hands whose number of cards does not fit the running trick."""
    seats = len(position.hands)
    # As if every card on the table were back in its hand, all seats hold the same number.
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


def _trump_faults(position: Position) -> list[str]:
    """An indicator, a mask or a shown trump that the game does not have."""
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


def _reserve_faults(position: Position) -> list[str]:
    """Cards not dealt yet where there are none, or too few of them."""
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


def _pack_faults(position: Position) -> list[str]:
    """Cards that are not in this game's pack."""
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


def _count_faults(position: Position) -> list[str]:
    """Numbers of tricks, tens and wins that cannot be together."""
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
    if variant.points == "tricks":
        if position.heap_tens:
            faults.append(f"{position.heap_tens} tens in the heap, but {variant.name} counts none")
        if owned + position.heap > position.tricks_done:
            faults.append(
                f"{owned} tricks taken and {position.heap} in the heap, but only "
                f"{position.tricks_done} played before"
            )
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


# Reading ---------------------------------------------------------------------------------------


def read_hands(text: str, direction: str, seats: int) -> tuple[Hand, ...]:
    """The hands of a deal text in playing order; DealError naming every fault."""
    first, compass, body = 0, False, text
    prefix = _PREFIX.match(text)
    if prefix:
        mark = prefix[1].upper()
        body = text[prefix.end() :]
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
    body = body.strip()
    if not body:
        raise DealError("a deal without hands: expected 0:hand hand hand hand")
    parts = re.split(r"\s*[|\n]\s*", body) if re.search(r"[|\n]", body) else body.split()
    if len(parts) != seats:
        raise DealError(
            f"deal {shown(text)}: {len(parts)} hands found, expected {seats} "
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
        # The hands come clockwise; against the clock the next to play is the last one listed.
        order = (hands[0], *hands[:0:-1])
    elif first:
        order = order[seats - first :] + order[: seats - first]
    if not faults:
        return order
    # Sizes mean nothing while a hand could not be read; a card held twice is a fault of its own.
    faults += _twice(hands, [f"hand {n + 1}" for n in range(seats)])
    raise DealError(sentence(f"deal {shown(text)}", faults))


# Drawing ---------------------------------------------------------------------------------------


def _suit_lines(hand: Hand) -> list[str]:
    return [
        SUIT_SYMBOLS[s] + " " + ("".join(RANK_LETTERS[c.rank] for c in hand.suit(s)) or "-")
        for s in range(4)
    ]


def draw(hands: Sequence[Hand], direction: str = "ccw", leader: int = 0) -> str:
    """Four hands round a table with seat 0 at the bottom; any other number one below another."""
    names = [str(s) + ("*" if s == leader else "") for s in range(len(hands))]
    if len(hands) != 4:
        rows = zip(names, hands, strict=True)
        return "\n".join(f"{name:<2} {hand.pretty()}" for name, hand in rows)
    # Against the clock the player to the right of seat 0 is next.
    left, right = (3, 1) if direction == "ccw" else (1, 3)
    lines = {s: [f"seat {names[s]}", *_suit_lines(hands[s])] for s in range(4)}
    wide = max(16, 2 + max(len(line) for line in lines[left]))
    drawn = [" " * wide + line for line in lines[2]]
    drawn += [f"{one:<{2 * wide}}{two}" for one, two in zip(lines[left], lines[right], strict=True)]
    drawn += [" " * wide + line for line in lines[0]]
    return "\n".join(row.rstrip() for row in drawn)


def _coloured(diagram: str) -> Text:
    from rich.text import Text

    text = Text(diagram)
    text.highlight_regex(r"[♥♦]", "red")
    text.highlight_regex(r"seat \d\*?", "bold")
    return text


def _html(hands: Sequence[Hand], state: str) -> str:
    cells = []
    for seat, hand in enumerate(hands):
        suits = []
        for line in _suit_lines(hand):
            colour = ' style="color:#c00"' if line[0] in "♥♦" else ""
            suits.append(f"<span{colour}>{line[0]}</span>{line[1:]}")
        cells.append(f"<td><b>seat {seat}</b><br>{'<br>'.join(suits)}</td>")
    below = f"<p>{state}</p>" if state else ""
    return f"<table><tr>{''.join(cells)}</tr></table>{below}"
