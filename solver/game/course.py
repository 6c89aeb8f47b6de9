"""The course of a hand: its start, the moves made, and what they show.

`Course` is the only walker over a play: it makes the moves by the rules and keeps every position,
so that tricks and voids are read off without playing again. `barred_by` asks the rules themselves
which cards a play rules out: nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..base.cards import FULL_PACK, PACK, Card, Hand, Suit
from ..base.errors import HakemError, PlayError
from . import rules
from .move import Move, Play, is_request, items_of
from .position import Position, need_position

__all__ = ["CompleteTrick", "Course", "barred_by", "replay"]


@dataclass(frozen=True, slots=True)
class CompleteTrick:
    """A finished trick: who led, the cards from the leader on, who won it."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


class Course:
    """A hand in play, from its start on. It grows by `play`, `request_trump` and `draw_trump`.

    `moves`: those made so far. `positions` has one more entry: entry i is the position before move
    i (and before its request for a hidden trump), the last one the position now, after a request
    whose card is still to come. Raises DealError for a start that is no position.
    """

    def __init__(self, start: Position) -> None:
        need_position(start)
        self.positions = [start]
        self.moves: list[Move] = []
        self._unasked: Position | None = None  # before a request whose card is still to come
        self._barred = [Hand()] * start.seats  # by the first `_seen` moves
        self._seen = 0

    @classmethod
    def of(cls, start: Position, play: Play = ()) -> Course:
        """The course of this play, which may be one text.

        The word `ask` before a card means that its player requested a hidden trump. Raises
        DealError for a start that is no position, PlayError for the first card that may not be
        played, naming trick, seat, card and reason: a card played twice, a card not held, or a
        revoke.
        """
        course = cls(start)
        for number, item in enumerate(items_of(play), start=1):
            if is_request(item):
                course.request_trump()
                continue
            try:
                card = Card.parse(item)
            except HakemError as fault:
                raise PlayError(f"card {number} of the play: {fault}") from None
            if course.now.over and card not in course.cards:
                raise PlayError(f"card {number} of the play, {card}: the hand is over before it")
            course.play(card)
        return course

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Course):
            return NotImplemented
        return (self.positions, self.moves) == (other.positions, other.moves)

    def __repr__(self) -> str:
        """The call of `of` that makes this course, a trump drawn by chance apart."""
        return f"Course.of({self.start!r}, {' '.join(self.words)!r})"

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return self.positions[0]

    @property
    def now(self) -> Position:
        """The position after all moves, and after a request whose card is still to come."""
        return self.positions[-1]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards played, in order."""
        return tuple(move.card for move in self.moves)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat that made each move."""
        return tuple(position.to_move for position in self.positions[:-1])

    @property
    def plays(self) -> tuple[tuple[int, Card], ...]:
        """Every card played with its seat, in order."""
        return tuple(zip(self.seats, self.cards, strict=True))

    @property
    def words(self) -> list[str]:
        """The play as it is typed: a word for each card and each request."""
        words = [word for move in self.moves for word in move.words]
        return words if self._unasked is None else [*words, "ask"]

    @property
    def tricks(self) -> tuple[CompleteTrick, ...]:
        """The complete tricks, in order; the first one with the cards that lay on the table."""
        early, size = len(self.start.table), self.now.seats
        cards = (*self.start.table, *self.cards)
        found = []
        for at in range(0, len(cards) - size + 1, size):
            leader = self.positions[max(0, at - early)].leader
            winner = self.positions[at + size - early].leader
            found.append(CompleteTrick(leader, cards[at : at + size], winner))
        return tuple(found)

    @property
    def steps(self) -> list[tuple[Move, Position, Position]]:
        """Each move with the position before it and the one after it."""
        return list(zip(self.moves, self.positions, self.positions[1:], strict=False))

    @property
    def played(self) -> tuple[Hand, ...]:
        """The cards that each seat has played."""
        bits = [0] * self.positions[0].seats
        for seat, card in zip(self.seats, self.cards, strict=True):
            bits[seat] |= card.bit
        return tuple(map(Hand, bits))

    @property
    def barred(self) -> tuple[Hand, ...]:
        """For each seat the cards that it showed not to hold, as far as it cannot hold them now.

        A card dealt since, or a hidden indicator that came back to its hand, is not among them.
        """
        for move, before, after in self.steps[self._seen :]:
            self._barred[before.to_move] |= shown_by(before, move)
            if before.reserves and not after.reserves:
                self._barred = [Hand()] * before.seats
        self._seen = len(self.moves)
        found = list(self._barred)
        if self._unasked is not None:
            found[self._unasked.to_move] |= void_of_request(self._unasked)
        laid = self.start.indicator if self.start.variant.hides_trump else None
        if laid is not None and rules.shown_in_time(self.now).revealed:
            found[0] -= Hand(laid.bit)
        return tuple(found)

    def play(self, move: Move | Card) -> None:
        """Make this move, or play this card of the seat to move.

        Raises PlayError naming trick, seat, card and rule when it may not be played.
        """
        if not isinstance(move, Move):
            move = Move(move)
        if move.requests:
            self.request_trump()
        try:
            after = self.now.play(move.card)
        except PlayError:
            for played, position, _ in self.steps:
                if played.card == move.card:
                    where = f"trick {position.tricks_done + 1}, seat {position.to_move}"
                    now = f"trick {self.now.tricks_done + 1}, seat {self.now.to_move}"
                    raise PlayError(f"{now}: {move.card} was already played in {where}") from None
            raise
        self._add(move.card, after)

    def lay(self, card: Card) -> None:
        """Play this card, which the seat to move holds, legal or not."""
        self._add(card, rules.laid(self.now, card))

    def request_trump(self) -> None:
        """The seat to move has the hidden trump shown; its card follows. PlayError as `play`."""
        asked = self.now.request_trump()
        self._unasked = self.now
        self.positions[-1] = asked

    def draw_trump(self, suit: Suit) -> None:
        """Chance makes this suit trump, and the later cards are dealt."""
        self.positions[-1] = rules.draw_trump(self.now, suit)

    def until(self, words: int) -> Course:
        """The course of so many of its first words."""
        part, left = Course(self.start), words
        for number, move in enumerate(self.moves):
            if left < len(move.words):
                break
            part.moves.append(move)
            part.positions.append(self.positions[number + 1])
            left -= len(move.words)
        if part.now is self.now and self._unasked is not None:
            part.positions[-1] = self._unasked
        if left:
            part.request_trump()
        return part

    def _add(self, card: Card, after: Position) -> None:
        self.moves.append(Move(card, self._unasked is not None))
        if self._unasked is not None:
            self.positions[-1], self._unasked = self._unasked, None
        self.positions.append(after)


def replay(start: Position, cards: Play) -> Position:
    """The position after this record of play; a card it refuses is named as in `Course.of`."""
    return Course.of(start, cards).now


def void_of_request(position: Position) -> Hand:
    """The cards that the seat to move shows not to hold when it requests a hidden trump: only a
    player who cannot follow may do so (docs/rules.md 7.1)."""
    return rules.suit_cards(Hand(FULL_PACK), position.table[0].suit if position.table else None)


def shown_by(position: Position, move: Move) -> Hand:
    """The cards that the seat to move shows not to hold by this move."""
    if not move.requests:
        return barred_by(position, move.card)
    return void_of_request(position) | barred_by(position.request_trump(), move.card)


def barred_by(position: Position, card: Card, among: Iterable[Card] = PACK) -> Hand:
    """The cards that the seat to move cannot hold as well if it may play this one.

    Each rule of play is of the form "whoever holds one of these must not play that", so asking the
    rules about hands of two cards finds all of them. Where following suit is the only rule, which
    is nearly everywhere, they need not be asked.
    """
    position = rules.shown_in_time(position)
    if not position.table and not position.asked:
        return Hand()
    if among is PACK and rules.only_follows(position):
        led = rules.led_suit(position)
        return Hand() if card.suit == led else rules.suit_cards(Hand(FULL_PACK), led)
    return Hand.of(
        other
        for other in among
        if other != card and card not in rules.legal_from(position, Hand(card.bit | other.bit))
    )
