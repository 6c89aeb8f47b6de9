"""Position: a hand at its start or during the play.

A position is frozen and checked when it is made of its fields; the error names every fault. Fields
may be given as text or as JSON has them. Seats are numbered in playing order; seat 0 is the caller
and first leader. The rules of play are in rules.py.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..base.cards import (
    Card,
    Hand,
    Suit,
    parse_trump,
    read_cards,
)
from ..base.drawn import Drawn
from ..base.errors import DealError, shown
from . import rules
from .deal import Deal, read_hands
from .move import Move
from .state import PositionState
from .text import diagram_of
from .variants import HOKM, Variant, find_variant

__all__ = ["POSITION_FIELDS", "Position"]

TENS = sum(1 << 13 * s + 8 for s in range(4))


@dataclass(frozen=True, slots=True)
class Position(PositionState, Drawn):
    """The state of a hand, at its start or during the play.

    hands         the cards each seat still holds
    trump         the trump suit; None: no trump, or none yet
    leader        the seat that led the running trick, or leads the next one
    table         the cards of the running trick in playing order
    variant       the game, with its options
    taken         points that side A and side B own already (three players: one number a seat)
    tricks_done   complete tricks before the running one
    heap          tricks lying in the heap
    heap_tens     tens among the cards of the heap
    streak        tricks the leader won in a row since the last collection: 0, 1, or 2 for more
    ace_streak    whether the last trick was won with an ace (games with an ace rule)
    kot           1 or -1 once side A or B has taken its majority while the other side has no trick
    player        the one seat that is side A against all others; None: sides by parity
    indicator     the caller's card that shows the trump. While a hidden trump is not shown it lies
                  apart from his hand; in trup kasiet it is in his hand. None once shown or played
    revealed      whether a hidden trump has been shown
    asked         whether the seat to move has just requested a hidden trump
    live_from     cards on the table before this index were played before a hidden trump was shown
    won_open      whether the card that won the last trick was played after the trump was shown
    reserves      cards of each seat that are not dealt yet
    heap_suits    cards of each suit in the tricks played before the reserves are dealt
    kasiet_mask   suits that may still be the hidden trump of trup kasiet; bit 0 = spades
    collected     tricks that sides A and B own, in a game of tens where the tricks decide a tie

    Raises DealError naming every fault.
    """

    @classmethod
    def start(
        cls,
        deal: Deal | str,
        trump: Suit | str | None,
        leader: int = 0,
        variant: Variant | str = HOKM,
        direction: str | None = None,
        **more: Any,
    ) -> Position:
        """The position before the first lead; `more` sets further fields, for a position later on.

        `deal` holds the cards in the hands: with cards on the `table`, those are not in it. A text
        that names seats by compass is read by `direction` ("ccw" or "cw"), by default that of the
        game.

        Fields may be given as text or as JSON has them: `heap="3"`, `taken=[2, 1]`,
        `reserves=["...", ...]`, `kasiet_mask="SH"`, `table="SA S2"`, `indicator="S3"`.
        Where trump is hidden, `indicator` is a card of the trump suit (a Card or text), in the
        caller's hand or laid apart already; by default his lowest trump. For a five-card start
        `deal` holds the first five cards of each hand and `reserves` (hands, or a deal as text) the
        others. Raises DealError.
        """
        variant = find_variant(variant)
        seats, way = variant.seats, direction or str(variant.get("direction", "ccw"))
        if trump is not None and not isinstance(trump, Suit):
            trump = parse_trump(trump)
        more = {name: _field(name, value, way, seats) for name, value in more.items()}
        if isinstance(deal, str) and (more.get("table") or more.get("indicator")):
            hands = read_hands(deal, way, seats)  # not all of one size; the position checks them
        else:
            hands = Deal.parse(deal, way, seats).hands
        mask = more.get("kasiet_mask", 15)
        known = mask & mask - 1 == 0
        sleeps = variant.hides_trump and not more.get("revealed")
        if sleeps or (variant.family == "kasiet" and not known):
            hands = _lay_down(hands, trump, variant, more)
        more.setdefault("table", ())
        return cls(hands, trump, leader, variant=variant, **more)

    @property
    def may_request_trump(self) -> bool:
        """Whether the seat to move may request a hidden trump before it plays."""
        return rules.may_request_trump(self)

    def legal(self) -> tuple[Card, ...]:
        """The cards the seat to move may play, suit by suit, high to low; empty at the end."""
        return tuple(rules.legal_cards(self))

    def moves(self) -> tuple[Move, ...]:
        """The legal moves: the legal cards, then those that first request a hidden trump."""
        found = [Move(card) for card in self.legal()]
        if self.may_request_trump:
            found += [Move(card, True) for card in self.request_trump().legal()]
        return tuple(found)

    def request_trump(self) -> Position:
        """The position after the seat to move requested the hidden trump; it still has to play.

        Raises PlayError when it may not request it.
        """
        return rules.request_trump(self)

    def chances(self) -> tuple[tuple[Fraction, Position], ...]:
        """The outcomes of a chance move with their probabilities; empty where a seat is to move."""
        return rules.chances(self)

    def play(self, move: Move | Card | str) -> Position:
        """The position after this move, or after the seat to move plays this card.

        Raises PlayError naming trick, seat, card and rule when it may not be played.
        """
        if isinstance(move, Move):
            return rules.play(self.request_trump() if move.requests else self, move.card)
        return rules.play(self, move if type(move) is Card else Card.parse(move))

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

    def __repr__(self) -> str:
        """The call of `start` that makes this position, with the fields that are not usual."""
        hands = "0:" + "|".join(map(str, self.hands))
        words = [repr(hands if self.table or self.indicator else str(Deal(self.hands)))]
        words += [repr(None if self.trump is None else self.trump.letter)]
        usual = PositionState.__dataclass_fields__
        for name in ("leader", "variant", *POSITION_FIELDS):
            value = getattr(self, name)
            # Where trump is hidden, `start` takes it for hidden unless told otherwise.
            told = name == "revealed" and self.variant.hides_trump
            if told or (value != usual[name].default and value != (0, 0, 0)):
                words.append(f"{name}={_typed(value)}")
        return f"Position.start({', '.join(words)})"


def need_position(position: object) -> None:
    """Refuse anything but a Position where one is asked about, at once and by name."""
    if not isinstance(position, Position):
        what = "a Deal" if isinstance(position, Deal) else shown(position)
        raise DealError(
            f"{what} is no position: expected a Position, such as Position.start(deal, 'S')"
        )


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
    """A field of a position from a JSON value or a text; DealError names what is expected."""
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
        if not isinstance(value, (str, list, tuple)):
            raise DealError(wrong + "cards such as SA S2")
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


def _typed(value: Any) -> str:
    """A field as it can be typed: cards and hands as texts."""
    if isinstance(value, Card):
        return repr(str(value))
    if isinstance(value, tuple) and value and isinstance(value[0], Card):
        return repr(" ".join(map(str, value)))
    if isinstance(value, tuple) and value and isinstance(value[0], Hand):
        return repr([str(hand) for hand in value])
    return repr(value)


def _number(value: Any, wrong: str) -> int:
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,4}", value.strip()):
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise DealError(wrong + "a whole number")
    return value


def _lay_down(
    hands: tuple[Hand, ...], trump: Suit | None, variant: Variant, more: dict[str, Any]
) -> tuple[Hand, ...]:
    """Choose the caller's indicator at the start; a hidden one is taken out of his hand."""
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
