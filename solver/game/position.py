"""Deal and Position: who holds which cards, at the start and in the middle of a hand.

Both are frozen and checked when made; a refusal names every fault at once. They read the text
forms of the command line, print one strict form, and draw the hands. Seats are numbered in
playing order, seat 0 being the caller and first leader; the rules of play are in rules.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..cards import (
    Card,
    Hand,
    Suit,
    read_cards,
)
from ..drawn import Drawn
from ..errors import DealError, HakemError, PlayError, shown
from . import rules
from .deal import Deal
from .state import PositionState
from .text import diagram_of
from .variants import HOKM, Variant

__all__ = ["POSITION_FIELDS", "Position", "replay"]

TENS = sum(1 << 13 * s + 8 for s in range(4))


@dataclass(frozen=True, slots=True)
class Position(PositionState, Drawn):
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

    def diagram(self, direction: str | None = None) -> str:
        """The hands drawn round a table, with the running trick below."""
        way = direction or str(self.variant.get("direction", "ccw"))
        drawn = diagram_of(self.hands, way, leader=self.leader)
        return "\n".join([drawn, "", self.state_text()])

    def state_text(self) -> str:
        """Trump, who is to play, and what the game remembers, on one line."""
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


# Reading ----------------------------------------------------------------------------------------


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
