"""A player: what it sees of a hand, and what it is asked.

A `View` holds what the seat to move knows and nothing else: cards that it does not see are
placeholders, put in their seats by number, so that a view is the same however they lie. `Watch`
makes the views of a hand in play and is the only one that sees all cards. It knows no player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from ..base.cards import PACK, Card, Hand, Suit
from ..base.errors import VariantError
from ..decide.knowledge import Knowledge
from ..game import rules
from ..game.course import Course
from ..game.position import Position
from ..game.variants import Variant

__all__ = ["Player", "View", "Watch", "check_players_know", "usual_call"]

_NO_BOUNDS = ((0, 13),) * 4


@dataclass(frozen=True, slots=True)
class View:
    """What the seat to move knows: its own cards, what lies open, and what the play has shown.

    `knowledge`: the consistent worlds; of the hands in its position only that of `seat` is true,
    and those that lie open. `trump_hidden`: the caller laid the trump down and this seat has not
    seen it; the trump and the indicator of the position are placeholders as well. `worlds_known`:
    whether the worlds of `knowledge` are those that fit; not where the card laid down is unknown.
    `dummy`: the seat whose hand lies open to all. `laid`: the card that showed a hidden trump, once
    it was shown.
    """

    seat: int
    knowledge: Knowledge
    trump_hidden: bool = False
    worlds_known: bool = True
    dummy: int | None = None
    laid: Card | None = None

    @property
    def position(self) -> Position:
        """The position now; the hands of other seats are placeholders."""
        return self.knowledge.position

    @property
    def plays(self) -> tuple[tuple[int, Card], ...]:
        """Every card played so far with its seat, in order."""
        return self.knowledge.plays

    @property
    def trump(self) -> Suit | None:
        """The trump as far as this seat knows it."""
        return None if self.trump_hidden else self.position.trump

    @property
    def hand(self) -> Hand:
        """The cards that this seat holds."""
        return self.knowledge.position.hands[self.seat]

    @property
    def unseen(self) -> Hand:
        """The cards that other seats hold among them, or may hold where some are out of play."""
        return self.knowledge.pack - self.hand

    def may_hold(self, seat: int) -> Hand:
        """The cards that another seat may hold, by what it has shown; those that it does hold where
        its hand lies open."""
        given = self.knowledge.given
        if len(given[seat]) == len(self.position.hands[seat]):
            return given[seat]
        others = _union(hand for other, hand in enumerate(given) if other != seat)
        return self.unseen - Hand(others) - self.knowledge.barred[seat]

    @property
    def groups(self) -> tuple[tuple[Card, ...], ...]:
        """The legal cards in groups of equals, as far as this seat can tell."""
        elsewhere = self.unseen | Hand.of(self.position.table)
        return rules.groups_of_equals(self.position, elsewhere)

    def winning_place(self, table: tuple[Card, ...]) -> int:
        """The place of the card that wins this trick, by the trump that this seat knows."""
        return rules.best_under(self.position, table, self.trump)


class Player(Protocol):
    """Calls trump from five cards and plays a card at each turn.

    A player keeps nothing from one turn to the next; what it draws at random comes from the seed,
    so that the same view and seed give the same card.
    """

    name: str

    def call(self, five: Hand, variant: Variant, seed: int) -> Suit:
        """The trump for the caller of these first five cards."""
        ...

    def requests_trump(self, view: View, seed: int) -> bool:
        """Whether to have a hidden trump shown before the card; asked where the rules allow it."""
        ...

    def play(self, view: View, seed: int) -> Card:
        """A legal card for the seat to move."""
        ...


def usual_call(five: Hand) -> Suit:
    """The longest suit; among equally long ones that with the higher cards, then the first."""
    return max(Suit, key=lambda s: (five.length(s), [c.rank for c in five.suit(s)], -s))


class Watch:
    """A hand in play, seen by all: it gives each seat its view.

    `dummy`: the seat whose hand lies open, where there is one; its partner plays both. `thrown`:
    of two players the cards that each saw before the first lead and no longer holds.
    """

    def __init__(
        self, start: Position, dummy: int | None = None, thrown: Sequence[Hand] = ()
    ) -> None:
        self.course = Course(start)
        self.dummy = dummy
        self.thrown = tuple(thrown)
        self._laid = start.indicator if start.variant.hides_trump else None

    @property
    def position(self) -> Position:
        """The position now."""
        return self.course.now

    @property
    def plays(self) -> tuple[tuple[int, Card], ...]:
        """Every card played so far with its seat."""
        return self.course.plays

    def view(self) -> View:
        """What the seat to move knows; a partner of the dummy knows both hands."""
        now = rules.shown_in_time(self.position)
        seat, variant = now.to_move, now.variant
        given = self._given(now)
        pack = self._pack(now)
        rest = pack.bits & ~_union(given)
        laid_down = now.indicator is not None and now.indicator not in now.table
        unknown = variant.lays_down and seat != 0 and laid_down
        hidden = unknown and (variant.hides_trump or not rules.kasiet_known(now, len(now.table)))
        more: dict[str, Any] = {}
        start = list(given)
        if unknown:
            suits = [s for s in Suit if s == now.trump or (hidden and now.kasiet_mask >> s & 1)]
            laid = next(card for card in PACK if rest & card.bit and card.suit in suits)
            rest &= ~laid.bit
            more = {"indicator": laid, "trump": laid.suit}
            if not variant.hides_trump:
                start[0] |= Hand(laid.bit)
        hands = []
        for other, hand in enumerate(now.hands):
            taken, rest = _lowest(rest, len(hand) - len(start[other]))
            hands.append(start[other] | taken)
        if now.reserves:
            later = []
            for cards in now.reserves:
                taken, rest = _lowest(rest, len(cards))
                later.append(taken)
            more["reserves"] = tuple(later)
        knowledge = Knowledge(
            replace(now, hands=tuple(hands), **more),
            tuple(given),
            self.course.barred,
            (_NO_BOUNDS,) * now.seats,
            pack,
            self.course.played,
            self.plays,
        )
        card = self._laid if now.revealed else None
        return View(seat, knowledge, hidden, not unknown, self.dummy, card)

    def request(self) -> None:
        """The seat to move has the hidden trump shown; PlayError where it may not."""
        self.course.request_trump()

    def play(self, card: Card) -> None:
        """The seat to move plays this card; PlayError where it may not."""
        self.course.play(card)

    def draw(self, suit: Suit) -> None:
        """Chance makes this suit trump, and the later cards are dealt."""
        self.course.draw_trump(suit)

    def _given(self, now: Position) -> list[Hand]:
        """For each seat the cards that the seat to move knows to be there."""
        seat = now.to_move
        open_hands = {seat}
        if self.dummy is not None:
            open_hands.add(self.dummy)
            if seat == self.dummy:
                open_hands.add((seat + 2) % now.seats)
        given = [hand if s in open_hands else Hand() for s, hand in enumerate(now.hands)]
        if self._laid is not None and now.revealed and self._laid in now.hands[0]:
            given[0] |= Hand(self._laid.bit)
        return given

    def _pack(self, now: Position) -> Hand:
        """The cards that the seat to move holds or may yet meet."""
        if now.variant.draws:  # what the other threw away is not known
            gone = Hand.of(self.course.cards) | Hand.of(now.table)
            mine = self.thrown[now.to_move] if self.thrown else Hand()
            return now.variant.pack - gone - mine
        cards = Hand(_union((*now.hands, *now.reserves)))
        apart = now.variant.hides_trump and now.indicator is not None and now.to_move != 0
        return cards | Hand(now.indicator.bit) if apart and now.indicator else cards


def _union(hands: Iterable[Hand]) -> int:
    """The bits of all cards in these hands."""
    bits = 0
    for hand in hands:
        bits |= hand.bits
    return bits


def _lowest(cards: int, number: int) -> tuple[Hand, int]:
    """The cards with the lowest bits as a hand, and the bits that are left."""
    rest = cards
    for _ in range(number):
        rest &= rest - 1
    return Hand(cards ^ rest), rest


_DREW = "the record does not tell which cards a player saw and threw away while drawing"
_ALONE = "three play each for himself, so that a card has no loss for one of two sides"
_BID = "a card is worth what it does for the bid, and a position in play knows no bid"
_COUNTED = "every collected trick counts, so that a card has no loss on the scale of wins"


def check_players_know(variant: Variant) -> None:
    """VariantError, naming the game and why, where cards cannot be judged as their seat saw them.

    The players play such games, by what `sampled.py` says, but that is no judgement of a loss.
    """
    whys = (
        (variant.draws, _DREW),
        (not variant.has_sides, _ALONE),
        (variant.bids, _BID),
        (variant.has_dummy, _COUNTED),
    )
    for applies, why in whys:
        if applies:
            raise VariantError(f"no card of {variant.name} can be judged from its own seat: {why}")
