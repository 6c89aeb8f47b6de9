"""Observations and actions: what is asked of a seat, as numbers.

An observation is int8 numbers in the order of `layout_of`; seats are counted from the one whose
cards are played. `core/play/tables.pxi` writes the same numbers for many hands; the tests hold the
two to each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Card, Hand, Suit
from ..base.errors import PlayError
from ..game.variants import Variant
from ..players.hand_in_play import Answer, Asked
from ..players.player import View

__all__ = [
    "ACTIONS",
    "FACTS",
    "action_of",
    "answer_of",
    "layout_of",
    "mask_of",
    "observe",
    "width_of",
]

_CARDS: Final = 52
_CALL: Final = 52
_SHOW: Final = 56
_NOT: Final = 57
ACTIONS: Final = 58
"""Actions: 13 * suit + rank plays a card (spades first, the two lowest), 52 + suit calls trump, 56
has a hidden trump shown, 57 does not."""

FACTS: Final = (
    "call",
    "request",
    "play",
    "seat",
    "trump_hidden",
    "placed",
    "tricks_left",
    "points_own",
    "points_next",
    "points_third",
    "tricks_own",
    "tricks_other",
    "heap_tricks",
    "heap_points",
    "in_a_row",
)
"""The numbers at the end of an observation. `call`, `request`, `play`: which of the three is asked
(1 or 0). `seat`: whose cards are played, 0 the caller. `trump_hidden`: there is a trump that this
seat does not know. `placed`: cards on the table. `tricks_left`: the running one included.
`points_own`, `points_next`: tricks or tens won by its side and the other; of three players by each.
`tricks_own`, `tricks_other`: tricks won; 0 for three players, and where only tens count.
`heap_tricks`, `heap_points`: what lies in the heap. `in_a_row`: tricks that the leader of this one
has won without a break."""


def layout_of(variant: Variant) -> dict[str, tuple[slice, tuple[int, ...]]]:
    """Where each field of an observation stands, and its shape.

    - `hand` (52): the cards that may be played from: of the seat to play, or the first five.
    - `may_hold` (seats - 1, 52): for each other seat the cards that it may hold by what all have
      shown; those that it does hold where its hand lies open.
    - `played` (seats, 52): the cards that each seat has played, the own first.
    - `table` (seats - 1, 52): the cards of the running trick, the led one first.
    - `laid` (52): the card that hides or hid the trump, where the seat knows it.
    - `trump` (4): the trump, where there is one that the seat knows.
    - `facts`: the numbers of FACTS.
    """
    others = variant.seats - 1
    shapes: dict[str, tuple[int, ...]] = {
        "hand": (_CARDS,),
        "may_hold": (others, _CARDS),
        "played": (variant.seats, _CARDS),
        "table": (others, _CARDS),
        "laid": (_CARDS,),
        "trump": (4,),
        "facts": (len(FACTS),),
    }
    found, at = {}, 0
    for name, shape in shapes.items():
        size = int(np.prod(shape))
        found[name] = (slice(at, at + size), shape)
        at += size
    return found


def width_of(variant: Variant) -> int:
    """How many numbers an observation of this game has."""
    return int(layout_of(variant)["facts"][0].stop)


def observe(asked: Asked, variant: Variant) -> NDArray[np.int8]:
    """What the seat that is asked sees, int8 (width_of(variant),)."""
    found = np.zeros(width_of(variant), np.int8)
    where = {name: place for name, (place, _) in layout_of(variant).items()}
    facts = dict.fromkeys(FACTS, 0)
    facts[asked.what] = 1
    if asked.view is None:
        found[where["hand"]] = _plane(asked.five)
        facts["tricks_left"] = variant.cards_per_hand
    else:
        view, seats = asked.view, variant.seats
        around = [(view.seat + k) % seats for k in range(seats)]
        gone = [Hand.of(c for s, c in view.plays if s == seat) for seat in around]
        held = [_may_hold(view, seat) for seat in around[1:]]
        lying = [Hand(card.bit) for card in view.position.table]
        lying += [Hand()] * (seats - 1 - len(lying))
        found[where["hand"]] = _plane(view.hand)
        found[where["may_hold"]] = np.concatenate([_plane(hand) for hand in held])
        found[where["played"]] = np.concatenate([_plane(hand) for hand in gone])
        found[where["table"]] = np.concatenate([_plane(hand) for hand in lying])
        found[where["laid"]] = _plane(_laid(view))
        if view.trump is not None:
            found[where["trump"]][view.trump] = 1
        facts |= _facts(view)
    found[where["facts"]] = list(facts.values())
    return found


def _may_hold(view: View, seat: int) -> Hand:
    return view.may_hold(seat) if view.position.hands[seat] else Hand()


def _laid(view: View) -> Hand:
    card = view.laid
    if card is None and view.seat == 0 and view.position.variant.hides_trump:
        card = view.position.indicator
    return Hand() if card is None else Hand(card.bit)


def _facts(view: View) -> dict[str, int]:
    now, variant, seat = view.position, view.position.variant, view.seat
    facts = {
        "seat": seat,
        "trump_hidden": int(view.trump_hidden),
        "placed": len(now.table),
        "tricks_left": now.tricks_left,
    }
    if variant.has_sides:
        side = seat % 2
        tricks = now.collected if variant.points == "tens" else now.owned
        facts |= {"points_own": now.owned[side], "points_next": now.owned[1 - side]}
        facts |= {"tricks_own": tricks[side], "tricks_other": tricks[1 - side]}
    else:
        names = ("points_own", "points_next", "points_third")
        facts |= {name: now.taken[(seat + k) % 3] for k, name in enumerate(names)}
    tens = variant.points == "tens"
    if variant.collecting or tens:
        facts |= {"heap_tricks": now.heap, "heap_points": now.heap_tens if tens else now.heap}
    leaders = [s for s, _ in view.plays[:: variant.seats]]
    if not now.table:
        leaders.append(now.leader)
    winners = leaders[1:]
    facts["in_a_row"] = next(
        (k for k, who in enumerate(reversed(winners)) if who != now.leader), len(winners)
    )
    return facts


def mask_of(asked: Asked, variant: Variant) -> NDArray[np.int8]:
    """1 for each action that may be taken, int8 (ACTIONS,)."""
    mask = np.zeros(ACTIONS, np.int8)
    if asked.what == "call":
        down = variant.lays_down
        mask[[_CALL + suit for suit in Suit if not down or asked.five.suit(suit)]] = 1
    elif asked.what == "request":
        mask[[_SHOW, _NOT]] = 1
    else:
        mask[[card.index for card in asked.seen.position.legal()]] = 1
    return mask


def answer_of(action: int, asked: Asked) -> Answer:
    """The answer that an action is to what is asked; PlayError for an action of another kind."""
    kinds = {"play": range(_CARDS), "call": range(_CALL, _SHOW), "request": range(_SHOW, ACTIONS)}
    if action not in kinds[asked.what]:
        raise PlayError(f"action {action} is no answer: a {_WANTED[asked.what]} is due")
    if asked.what == "play":
        return Card.from_index(int(action))
    return Suit(action - _CALL) if asked.what == "call" else action == _SHOW


_WANTED = {
    "play": "card (0 to 51)",
    "call": "suit to call (52 to 55)",
    "request": "yes or no to a request for the trump (56 or 57)",
}


def action_of(answer: Answer) -> int:
    """The number of a card, a called suit, or an answer about a request."""
    if isinstance(answer, Card):
        return answer.index
    if isinstance(answer, Suit):
        return _CALL + int(answer)
    return _SHOW if answer else _NOT


def _plane(cards: Hand | Iterable[Card]) -> NDArray[np.int8]:
    bits = cards.bits if isinstance(cards, Hand) else Hand.of(cards).bits
    raw = np.frombuffer(bits.to_bytes(8, "little"), np.uint8)
    return np.unpackbits(raw, bitorder="little")[:_CARDS].astype(np.int8)
