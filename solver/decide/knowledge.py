"""Knowledge: what a seat or a spectator knows of a hand, and exactly the worlds that fit it.

Known are the own cards, the cards played and what they show, cards shown by others, suit lengths.
Unknown cards are placeholders in a position that is played by the rules; what a play rules out is
asked of the rules (`game/course.py`). Nothing here knows how a card is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..base.cards import Card, Hand, Suit, parse_trump
from ..base.drawn import Found
from ..base.errors import SamplingError, VariantError, sentence
from ..base.errors import shown as quoted
from ..game import rules
from ..game.course import Course, barred_by, shown_by, void_of_request
from ..game.deal import FIRST_CARDS, Deal
from ..game.move import is_request, items_of
from ..game.position import Position
from ..game.variants import HOKM, Variant, find_variant
from .template import PositionTemplate
from .worlds import Bounds, Dealer, PartialDeal, Worlds, parse_seed, shown_hands

__all__ = ["Knowledge"]

FEW = 5000
"""So many worlds are listed instead of sampled: what they say is exact."""


@dataclass(frozen=True, repr=False)
class Knowledge(Found):
    """What is known of a hand in play; made by `seen_by`.

    `position` is the position now. Its open parts (trick, accounts, trump) are true; of the hands
    only `given` is known, all other cards in them are placeholders. `barred`: for each seat cards
    that it showed not to hold. `lengths`: for each seat four (least, most) cards of a suit that it
    still holds. `played`: the cards that each seat has played; `plays`: all of them with
    their seats, in order.
    """

    position: Position
    given: tuple[Hand, ...]
    barred: tuple[Hand, ...]
    lengths: tuple[Bounds, ...]
    pack: Hand
    played: tuple[Hand, ...]
    plays: tuple[tuple[int, Card], ...] = ()

    def __post_init__(self) -> None:
        """SamplingError where one of the four is not told of every seat."""
        seats = self.position.seats
        for name in ("given", "barred", "lengths", "played"):
            if len(getattr(self, name)) != seats:
                raise SamplingError(f"{name}: expected one entry for each of the {seats} seats")

    @classmethod
    def seen_by(
        cls,
        seat: int | None,
        hand: Hand | str = "...",
        *,
        trump: Suit | str | None = None,
        leader: int = 0,
        variant: Variant | str = HOKM,
        play: Sequence[Card | str] | str = (),
        shown: Mapping[int, Hand | str] | None = None,
        lengths: Mapping[int, Mapping[Suit, tuple[int, int]]] | None = None,
        indicator: Card | str | None = None,
    ) -> Knowledge:
        """What `seat` (None: a spectator) knows who was dealt `hand`, after this play.

        `play` holds cards and the word `ask` (a hidden trump is requested); it may be one text.
        `shown` holds cards that other seats are known to have been dealt: cards they showed, the
        hand of the dummy, a card given to a seat to ask what if. `lengths` are (least, most) cards
        of a suit that a seat was dealt. `indicator` is the card that the caller laid down for the
        trump, by default his lowest trump; what another seat knows is told once it has been shown.
        In a five-card start `hand` and all else are about the first five cards.

        Raises SamplingError naming what contradicts what, VariantError where more is hidden than
        hands: a trump this seat has not seen, a five-card start whose later cards are dealt.
        """
        variant = find_variant(variant)
        own = Hand.parse(hand)
        seats = variant.seats
        if seat is not None and not (isinstance(seat, int) and 0 <= seat < seats):
            raise SamplingError(f"there is no seat {seat}: expected 0 to {seats - 1}")
        if variant.lays_down and seat != 0 and (indicator is None or not variant.hides_trump):
            raise VariantError(_hidden(variant))
        known = shown_hands(shown)
        if seat is not None:
            known[seat] = known.get(seat, Hand()) | own
        elif own:
            raise SamplingError("a spectator holds no cards: name the seat whose hand this is")
        trump = parse_trump(trump)
        laid = None if indicator is None else Card.parse(indicator)
        table = _Table(variant, known, trump, leader, laid)
        if seat is not None and len(own) != table.size:
            raise SamplingError(
                f"seat {seat} was dealt {table.size} cards, but {len(own)} of them are told"
            )
        for item in items_of(play):
            table.play(item)
        if seat != 0 and variant.hides_trump and not table.position.revealed:
            raise VariantError(_hidden(variant))
        return cls(
            table.position,
            tuple(table.given),
            table.course.barred,
            table.lengths({} if lengths is None else lengths),
            table.pack,
            table.course.played,
            table.course.plays,
        )

    def __str__(self) -> str:
        now = self.position
        trump = "" if now.trump is None else f", trump {now.trump.symbol}"
        held = [f"seat {seat} holds {hand}" for seat, hand in enumerate(self.given) if hand]
        told = ", ".join(held) or "no hand is known"
        return f"{now.variant}{trump}, trick {now.tricks_done + 1}: {told}"

    @cached_property
    def known(self) -> PartialDeal:
        """The cards not yet played as a PartialDeal: places are the seats, then the reserves."""
        later = len(self.position.reserves)
        none = (Hand(),) * later
        sizes = tuple(map(len, (*self.position.hands, *self.position.reserves)))
        free = (((0, 13),) * 4,) * later
        return PartialDeal(
            (*self.given, *none), sizes, (*self.lengths, *free), self.pack, (*self.barred, *none)
        )

    @cached_property
    def dealer(self) -> Dealer:
        """The Dealer of the consistent worlds, each with the same probability.

        Raises SamplingError when there are none, naming a suit that no seat can hold.
        """
        self._room()
        try:
            return Dealer(self.known)
        except SamplingError:
            raise SamplingError(
                f"no deal is possible: the cards left cannot be shared out, since {self._said()}"
            ) from None

    def all(self, limit: int = FEW) -> Worlds | None:
        """Every consistent world once, uint64 (worlds, places), or None if there may be more.

        Raises SamplingError when there is none.
        """
        found = self.dealer.all(limit)
        if found is not None and not len(found):
            raise SamplingError(f"no deal is possible: {self._said()}")
        return found

    def worlds(self, n: int, seed: int, limit: int = FEW) -> tuple[Worlds, bool]:
        """All worlds and True where they are few (exact), else n sampled ones and False."""
        found = self.all(limit)
        if found is not None:
            return found, True
        return self.dealer.deal(n, np.random.SeedSequence(parse_seed(seed))), False

    def template(self) -> PositionTemplate:
        """The cards that the seat to move may play as choices; its hand must be known."""
        return PositionTemplate.in_play(self.position, self.known)

    def _room(self) -> None:
        """SamplingError for a suit with more unseen cards than anybody can hold."""
        known = self.known
        if sum(known.sizes) < len(known.pack):
            return  # cards may be out of play
        for suit in Suit:
            left = Hand.of(known.unseen.suit(suit))
            takers = [
                place
                for place, size in enumerate(known.sizes)
                if len(known.given[place]) < size and left - known.barred[place]
            ]
            if left and not takers:
                raise SamplingError(
                    f"no deal is possible: nobody can hold {', '.join(map(str, left))}, since "
                    f"{self._said()}"
                )

    def _said(self) -> str:
        """What was shown, seat by seat."""
        rows = []
        for seat, out in enumerate(self.barred):
            gone = out & self.known.unseen
            suits = [s for s in Suit if gone.length(s)]
            if suits:
                names = " and ".join(s.name.lower() for s in suits)
                rows.append(f"seat {seat} showed to have none (or only some) of the {names} left")
        if any(bounds != ((0, 13),) * 4 for bounds in self.lengths):
            rows.append("suit lengths were given")
        return "; ".join(rows) or "the cards given do not go together"


def _hidden(variant: Variant) -> str:
    later = " before it is shown, and later with the card that showed it (indicator)"
    return (
        f"{variant.name}: the trump is hidden from all but the caller, so only what seat 0 knows "
        f"can be told{later if variant.hides_trump else ''}"
    )


class _Table:
    """A hand played with placeholders for the cards that are not known."""

    def __init__(
        self,
        variant: Variant,
        known: Mapping[int, Hand],
        trump: Suit | None,
        leader: int,
        indicator: Card | None = None,
    ) -> None:
        seats = variant.seats
        dealt_later = variant.deals_later
        self.size = FIRST_CARDS if dealt_later else variant.cards_per_hand
        self.pack = variant.pack
        later = variant.cards_per_hand - self.size
        wrong = sorted(set(known) - set(range(seats)))
        if wrong:
            raise SamplingError(f"there is no seat {wrong[0]}: expected 0 to {seats - 1}")
        if indicator is not None:
            if not variant.lays_down:
                raise SamplingError(f"an indicator {indicator}, but {variant.name} lays none down")
            known = {**known, 0: known.get(0, Hand()) | Hand(indicator.bit)}
        # Checks the cards given: twice, too many, not in the pack.
        given = tuple(known.get(seat, Hand()) for seat in range(seats))
        sizes = (self.size,) * seats + (later,) * (seats if later else 0)
        partial = PartialDeal(given + (Hand(),) * (len(sizes) - seats), sizes, (), self.pack)
        rest = list(partial.unseen)
        hands = []
        for cards, size in zip(partial.given, sizes, strict=True):
            free = size - len(cards)
            hands.append(cards | Hand.of(rest[:free]))
            rest = rest[free:]
        self.given = list(given)
        more: dict[str, Any] = {"reserves": tuple(hands[seats:])} if later else {}
        if indicator is not None:
            more["indicator"] = indicator
        start = Position.start(Deal(tuple(hands[:seats])), trump, leader, variant, **more)
        self.course = Course(start)
        if self.position.indicator is not None and variant.hides_trump:
            self.given[0] = self.given[0] - Hand(self.position.indicator.bit)
            self.pack = self.pack - Hand(self.position.indicator.bit)

    @property
    def position(self) -> Position:
        """The position now."""
        return self.course.now

    def play(self, item: Card | str) -> None:
        """The seat to move plays this card, or has the hidden trump shown (`ask`)."""
        position = self.position
        seat = position.to_move
        if is_request(item):
            self._ask(seat)
            return
        card = Card.parse(item)
        where = f"trick {position.tricks_done + 1}, seat {seat}"
        if position.over:
            raise SamplingError(f"{where}: {card} is played, but the hand is over")
        self.course.positions[-1] = rules.shown_in_time(position)
        self._shown_card()
        self._hold(seat, card, where)
        position = self.position
        if card in self.course.barred[seat]:
            raise SamplingError(f"{where}: {card} is played, but {self._why_barred(seat, card)}")
        for other in barred_by(position, card) & self.given[seat]:
            raise SamplingError(
                f"{where}: {card} is played, but {other} is known to be in this hand and goes first"
            )
        dealt = len(position.reserves)
        self.course.lay(card)
        self.given[seat] -= Hand(card.bit)
        self.pack -= Hand(card.bit)
        if dealt and not self.position.reserves:
            raise VariantError(
                f"{position.variant.name}: what a seat knows is told only while the later cards "
                "are not dealt"
            )

    def lengths(self, told: Mapping[int, Mapping[Suit, tuple[int, int]]]) -> tuple[Bounds, ...]:
        """The (least, most) cards of each suit still held, from those that were dealt."""
        if not isinstance(told, Mapping):
            raise SamplingError(
                f"{quoted(told)} are no lengths: expected (least, most) by seat and suit, as "
                "{1: {Suit.SPADES: (0, 2)}}"
            )
        rows = []
        faults = []
        for seat, played in enumerate(self.course.played):
            row = []
            for suit in Suit:
                low, high = told.get(seat, {}).get(suit, (0, 13))
                gone = played.length(suit)
                if gone > high:
                    most = f"at most {high} {suit.name.lower()}"
                    faults.append(f"seat {seat} was dealt {most}, yet played {gone}")
                free = (low, high) == (0, 13)
                row.append((0, 13) if free else (max(0, low - gone), max(0, high - gone)))
            rows.append(tuple(row))
        if faults:
            raise SamplingError(sentence("no deal is possible", faults))
        return tuple(rows)

    def _ask(self, seat: int) -> None:
        position = self.position
        if position.table:
            led = void_of_request(position)
            for card in led & self.given[seat]:
                raise SamplingError(
                    f"trick {position.tricks_done + 1}, seat {seat}: the trump is requested, but "
                    f"{card} is known to be in this hand and goes first"
                )
            # Nothing of that suit may lie among its placeholders, or the rules refuse.
            for card in position.hands[seat] & led:
                self._give_away(seat, card, self.course.barred[seat] | led)
        self.course.request_trump()
        self._shown_card()

    def _why_barred(self, seat: int, card: Card) -> str:
        """By what the seat showed first not to hold this card."""
        for move, before, _ in self.course.steps:
            if before.to_move == seat and card in shown_by(before, move):
                if move.requests and card in void_of_request(before):
                    return f"seat {seat} could not follow when it had the trump shown"
                where = f"trick {before.tricks_done + 1}, seat {seat}"
                return f"{where} showed by {move.card} not to hold it"
        return f"seat {seat} could not follow when it had the trump shown"

    def _shown_card(self) -> None:
        """The indicator, once it is back in the caller's hand, is one of his known cards."""
        lost = self.position.hands[0] - self.pack
        if self.position.variant.hides_trump and lost:
            self.given[0] |= lost
            self.pack |= lost

    def _hold(self, seat: int, card: Card, where: str) -> None:
        """See to it that the seat holds the card, if it can, by exchanging placeholders."""
        position = self.position
        if card in position.hands[seat]:
            return
        if card not in self.pack:
            raise SamplingError(f"{where}: {card} is played, but it is not among the cards left")
        for other, hand in enumerate(self.given):
            if other != seat and card in hand:
                raise SamplingError(f"{where}: {card} is played, but seat {other} holds it")
        free = position.hands[seat] - self.given[seat]
        if not free:
            raise SamplingError(f"{where}: {card} is played, but the hand is known without it")
        self._swap(seat, next(iter(free)), card)

    def _give_away(self, seat: int, card: Card, barred: Hand) -> None:
        """Exchange a placeholder for one of another hand that is not barred here."""
        for other, hand in enumerate(self.position.hands):
            for free in hand - self.given[other] - barred:
                if other != seat:
                    self._swap(seat, card, free)
                    return
        raise SamplingError(f"seat {seat} cannot but hold {card}, which it showed not to hold")

    def _swap(self, seat: int, mine: Card, theirs: Card) -> None:
        def swapped(hand: Hand, where: int) -> Hand:
            if where == seat:
                return (hand - Hand(mine.bit)) | Hand(theirs.bit)
            return (hand - Hand(theirs.bit)) | Hand(mine.bit) if theirs in hand else hand

        hands = tuple(swapped(hand, place) for place, hand in enumerate(self.position.hands))
        later = tuple(swapped(hand, -1) for hand in self.position.reserves)
        self.course.positions[-1] = replace(self.position, hands=hands, reserves=later)
