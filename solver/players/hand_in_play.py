"""A hand in play that asks for what is due, one question after another.

Whoever answers, players or a person, plays the same hand: `HandInPlay` deals, makes the turns and
their seeds, and is a record at any time. Play stops when the hand is decided where tricks are taken
at once (at the seventh trick of a side, also at 7-0), else after the last card. It asks nobody by
itself and knows no player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from ..base.cards import Card, Hand, Suit
from ..base.errors import PlayError
from ..base.outcomes import Outcome
from ..decide.template import LOWEST_CLUB
from ..decide.worlds import Dealer, PartialDeal, world_hands
from ..game.deal import FIRST_CARDS, Deal
from ..game.house_rules import call_scoring, usual_house
from ..game.move import Move
from ..game.position import Position
from ..game.scoring import Scoring
from ..game.variants import HOKM, Variant, find_variant
from ..match.scoring import three_stopped
from ..record.model import HandRecord, MatchRecord, tricks_of
from ..record.replay import replay_hand
from ..record.writer import show_result
from .player import View, Watch
from .stock import AfterTheDraw

__all__ = ["Answer", "Asked", "HandInPlay", "HandPlayed", "record_of"]

Answer = Suit | bool | Card


@dataclass(frozen=True, slots=True)
class Asked:
    """What is due: the `call` of a trump, whether to `request` a hidden one, or the card to `play`.

    `seat`: the hand seat that decides, which for a dummy is its partner; `view.seat` is the one to
    move. `five`: the cards to call from, `view` None then. `seed`: of this decision.
    """

    what: Literal["call", "request", "play"]
    seat: int
    seed: int
    five: Hand
    view: View | None = None

    @property
    def seen(self) -> View:
        """The view of a question about the play."""
        assert self.view is not None
        return self.view


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """A hand that was played: its record, and the class it ended in.

    `outcome` is None among three players, where a hand has no class for two sides. The result
    stands in the record.
    """

    record: HandRecord
    outcome: Outcome | None

    def to_dict(self) -> dict[str, Any]:
        """For JSON: the names of `hakem replay --json`, and the hands as they were dealt.

        `tricks` holds the cards of each trick in order, `asks` those before which (counted from 0
        over the hand) a hidden trump was shown on request.
        """
        record = self.record
        played = [card for trick in record.tricks for card in trick.cards]
        size = len(record.tricks[0].cards) if played else 0
        return {
            "hand": record.number,
            "first_five": None if record.first_five is None else str(record.first_five),
            "trump": None if record.trump is None else record.trump.letter,
            "indicator": None if record.indicator is None else str(record.indicator),
            "deal": [str(hand) for hand in record.deal],
            "reserves": [str(hand) for hand in record.reserves],
            "tricks": [[str(card) for card in trick.cards] for trick in record.tricks],
            "asks": [
                at * size + place
                for at, trick in enumerate(record.tricks)
                for place in sorted(trick.requests)
            ],
            "class": None if self.outcome is None else self.outcome.name,
            "result": None if record.result is None else show_result(record.result),
        }


class HandInPlay:
    """One hand from the call on: `asked` says what is due, `answer` takes it.

    - The trump that is laid down is the lowest of the suit he calls among the caller's first five.
    - In a five-card start the first five cards of the other hands follow from `seed`, and so does
      the trump that a random card makes.
    - Two players: the deal is what they hold after drawing, and each knows of no other card, or
      that of `drawn`, and each knows the cards that it threw away.
    - Bids: nobody bids; the caller has to make the least bid, which a win is. Dummy: the hand of
      seat `dummy` lies open, and its partner plays both.

    `watch`: the play so far, None before the call. `answers`: those given so far, each with the
    hand seat that gave it. `laid`: the card laid down as a hidden trump.
    """

    def __init__(
        self,
        deal: Deal,
        first_five: Hand,
        variant: Variant | str = HOKM,
        seed: int = 0,
        number: int | None = None,
        dummy: int = 2,
        drawn: AfterTheDraw | None = None,
    ) -> None:
        self.variant = find_variant(variant)
        self.first_five, self.seed, self.number = first_five, seed, number
        self.trump: Suit | None = None
        self.laid: Card | None = None
        self.watch: Watch | None = None
        self.answers: list[tuple[int, Answer]] = []
        self._given = (deal, first_five, self.variant, seed, number, dummy, drawn)
        self._dummy, self._drawn = dummy, drawn
        self._hands, self._later = deal.hands if drawn is None else drawn.hands, tuple[Hand, ...]()
        if self.variant.deals_later:
            rest = range(1, self.variant.seats)
            hands = (first_five, *(_first_five(deal.hands[seat], seed, seat) for seat in rest))
            self._later = tuple(w - f for w, f in zip(deal.hands, hands, strict=True))
            self._hands = hands
        self._requested = False  # whether the request of this turn was decided
        if self.variant.sets_trump:
            self._begin()
        self.asked = self._due()

    @property
    def dummy(self) -> int | None:
        """The seat whose hand lies open, where there is one."""
        return self._dummy if self.variant.has_dummy else None

    @property
    def position(self) -> Position:
        """The position now; before the call there is none, PlayError."""
        if self.watch is None:
            raise PlayError("the trump has not been called")
        return self.watch.position

    @property
    def trump_made(self) -> Suit | None:
        """The trump that the play or chance has made so far; None in games with a call."""
        return self.watch.position.trump if self.watch and self.variant.sets_trump else None

    def hand_of(self, seat: int) -> Hand:
        """What this seat holds now; before the call the caller has his first five cards only."""
        if self.watch is not None:
            return self.watch.position.hands[seat]
        return self.first_five if seat == 0 else Hand()

    def answer(self, answer: Answer) -> None:
        """Go on by what was asked for: a Suit, a bool, or a Card.

        PlayError, with nothing changed, where that may not be: the card is not held, or is
        illegal; nothing is asked for any more.
        """
        asked = self.asked
        if asked is None:
            raise PlayError("the hand is over")
        if asked.what == "call":
            if not isinstance(answer, Suit):
                raise PlayError(f"a suit is called, not {answer}")
            if self.variant.lays_down and not self.first_five.suit(answer):
                raise PlayError(f"there is no {answer.letter} among the five to lay down as trump")
            self.trump = answer
            self._begin()
        elif asked.what == "request":
            if not isinstance(answer, bool):
                raise PlayError(f"a request for the trump is made or not: {answer} says neither")
            if answer:
                self._play.request()
            self._requested = True
        else:
            self._take(asked.seen, answer)
        self.answers.append((asked.seat, answer))
        self.asked = self._due()

    def take_up(self, trump: Suit | None, moves: Sequence[Move] = ()) -> None:
        """Go on as a record does; PlayError for a move that may not be made."""
        if trump is not None and self.asked is not None and self.asked.what == "call":
            self.answer(trump)
        for move in moves:
            if self.asked is not None and self.asked.what == "request":
                self.answer(move.requests)
            self.answer(move.card)

    def until(self, answers: int) -> HandInPlay:
        """The same hand after so many of its first answers."""
        again = HandInPlay(*self._given)
        for _, answer in self.answers[:answers]:
            again.answer(answer)
        return again

    @property
    def record(self) -> HandRecord:
        """The hand as far as it was played, with all cards that were dealt."""
        called = None if self.variant.sets_trump or self._drawn is not None else self.first_five
        moves = () if self.watch is None else self.watch.course.moves
        return HandRecord(
            number=self.number,
            first_five=called,
            trump=self.trump,
            indicator=self.laid,
            deal=self._hands,
            reserves=self._later,
            tricks=tricks_of(moves, self.variant.seats),
        )

    @property
    def played(self) -> HandPlayed:
        """The hand that is over, and its result; PlayError before."""
        if self.asked is not None:
            raise PlayError("the hand is not over")
        record = self.record
        result = replay_hand(record, record_of((), self.variant)).result
        assert result is not None
        if self.dummy is not None:
            result = replace(result, lone=(self.dummy + 2) % 4)
        return HandPlayed(replace(record, result=result), result.outcome)

    @property
    def _play(self) -> Watch:
        assert self.watch is not None
        return self.watch

    def _begin(self) -> None:
        """The trump is known, or will be made in play: the hand can be led to."""
        more: dict[str, Any] = {}
        if self.trump is not None and self.variant.lays_down:
            more["indicator"] = self.first_five.suit(self.trump)[-1]
        leader = 0
        if self.variant.get("beranga_leader") == "holder_of_2C":
            leader = next(seat for seat, hand in enumerate(self._hands) if LOWEST_CLUB in hand)
        start = Position.start(
            Deal(self._hands), self.trump, leader, self.variant, reserves=self._later, **more
        )
        thrown = () if self._drawn is None else self._drawn.thrown
        self.watch = Watch(start, self.dummy, thrown)
        self.laid = start.indicator

    def _due(self) -> Asked | None:
        """What is due now; chance makes its draw before."""
        if self.watch is None:
            return Asked("call", 0, turn_seed(self.seed, 0, 99), self.first_five)
        watch = self.watch
        while not (watch.position.over or decided(watch.position)):
            if chances := watch.position.chances():
                self.trump = _drawn(chances, turn_seed(self.seed, 97))
                watch.draw(self.trump)
                continue
            seat, turn = watch.position.to_move, len(watch.plays)
            who = (seat + 2) % 4 if seat == watch.dummy else seat
            asks = watch.position.may_request_trump and not self._requested
            seed = turn_seed(self.seed, seat, 100 + turn if asks else turn)
            what: Literal["request", "play"] = "request" if asks else "play"
            return Asked(what, who, seed, self.first_five, watch.view())
        return None

    def _take(self, view: View, card: Answer) -> None:
        """The seat to move plays this card, if its own cards let it."""
        if not isinstance(card, Card):
            raise PlayError(f"a card is played, not {card}")
        if card not in view.hand and card not in view.position.hands[view.seat]:
            now = view.position
            where = f"trick {now.tricks_done + 1}, seat {view.seat}"
            raise PlayError(f"{where}: {card} is not in this hand")
        self._play.play(card)
        self._requested = False


def decided(position: Position) -> bool:
    """Whether the hand has been won already, so that play stops: a side has its majority.

    In games of heaps, tens and bids a hand lasts to its last card. Of three players one must have
    more tricks than another can still reach.
    """
    variant = position.variant
    if not variant.has_sides:
        return three_stopped(list(position.taken), position.tricks_total)
    if variant.collecting or variant.points == "tens" or variant.bids:
        return False
    return max(position.owned) > position.tricks_total // 2


def record_of(
    hands: Sequence[HandRecord],
    variant: Variant,
    scoring: Scoring | None = None,
    name: str = "",
    notes: Sequence[tuple[str, str]] = (),
) -> MatchRecord:
    """The record of these hands, as `hakem replay` reads it."""
    house = usual_house(variant, scoring)
    return MatchRecord(
        house, variant, scoring or call_scoring(house), name, hands=tuple(hands), notes=tuple(notes)
    )


def _first_five(hand: Hand, seed: int, seat: int) -> Hand:
    """Five cards of a hand at random, those that were dealt first."""
    mine = PartialDeal((Hand(),), (FIRST_CARDS,), (), hand)
    return world_hands(Dealer(mine).deal(1, np.random.SeedSequence((seed, 96, seat)))[0])[0]


def _drawn(chances: Sequence[tuple[Fraction, Position]], seed: int) -> Suit:
    """The suit that chance makes trump."""
    luck = Fraction(int(np.random.PCG64(seed).random_raw()), 1 << 64)
    for chance, after in chances:
        luck -= chance
        if luck < 0 and after.trump is not None:
            return after.trump
    raise AssertionError("the chances of a drawn trump add up to 1")


def turn_seed(*numbers: int) -> int:
    """A seed made of these numbers, 0 to 2**63 - 1."""
    return int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0] >> np.uint64(1))
