"""A match in play in which a person holds one seat, and players of Hakem the others.

`Sitting` is one hand with a person in it: it lets the others play until the person is due, tells
what happens as events, and takes hands back in practice. `MatchInPlay` deals one hand after
another, keeps the score, and is a record at any time, from which it goes on. The turns are those of
`HandInPlay`, the score is that of the ledger; nothing here prints, and what the person may not see
stands in no event and no question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from ..base.cards import Card, Hand, Suit, parse_trump
from ..base.drawn import Told
from ..base.errors import MatchError, OptionError, PlayError, VariantError
from ..game.variants import Variant
from ..match.ledger import Entry, MatchState, Rules, advance, match_winner
from ..record.model import HandRecord, MatchRecord
from ..record.sheet import replay_match
from .hand_in_play import Answer, Asked, HandInPlay, HandPlayed
from .hands import ask, hand_of_match
from .player import Player

__all__ = ["STRENGTHS", "Event", "MatchInPlay", "Sitting", "check_match_played"]

STRENGTHS = {"easy": "thumb", "good": "sampled", "best": "playout"}
"""The players of the roster by how well they play, worst first."""

_NAMES = {
    2: ("you", "other"),
    3: ("you", "right", "left"),
    4: ("you", "right", "partner", "left"),
    6: ("you", "right", "partner right", "across", "partner left", "left"),
}


@dataclass(frozen=True, slots=True)
class Event(Told):
    """What all at the table saw: a `call`, a hidden trump shown on `request`, a `trump` that the
    play or chance made, a card of a `play`, or a `trick` that was won.

    `seat`: the hand seat that did it, or won it. `suit`: the trump, None where it lies hidden.
    """

    what: Literal["call", "request", "trump", "play", "trick"]
    seat: int
    suit: Suit | None = None
    cards: tuple[Card, ...] = ()


class Sitting:
    """A person at hand seat `seat` of a hand, a player at the others.

    `hand`: the hand in play, with all its cards: what the person may see is `due` and the events.
    """

    def __init__(self, hand: HandInPlay, player: Player, seat: int) -> None:
        self.hand, self.player, self.seat = hand, player, seat

    @property
    def due(self) -> Asked | None:
        """What the person is asked; None while others are to answer, and when the hand is over."""
        asked = self.hand.asked
        return asked if asked is not None and self._mine(asked) else None

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.hand.asked is None

    @property
    def own(self) -> Hand:
        """The cards that the person holds; none before the call of another."""
        return self.hand.hand_of(self.seat)

    @property
    def table(self) -> tuple[tuple[int, Card], ...]:
        """The cards of the trick in play with their seats."""
        watch = self.hand.watch
        return () if watch is None else watch.plays[len(watch.plays) - len(watch.position.table) :]

    def play_on(self) -> Iterator[Event]:
        """The others answer, one after another, until the person is due or the hand is over."""
        while (asked := self.hand.asked) is not None and not self._mine(asked):
            before = self.hand.trump_made
            answer = ask(self.hand, asked, self.player)
            yield from self._told(asked, answer, before)

    def answer(self, answer: Answer) -> Iterator[Event]:
        """What comes of the person's answer; PlayError where it may not be given."""
        asked = self.due
        if asked is None:
            raise PlayError("the hand is over" if self.over else "it is not your turn")
        return self._taken(asked, answer)

    def told(self, answers: Iterable[Answer]) -> Iterator[Event]:
        """Give these answers for whoever is asked, as a match that is taken up does; what comes of
        each. PlayError for one that may not be given."""
        for answer in answers:
            asked = self.hand.asked
            if asked is None:
                raise PlayError("the hand is over")
            yield from self._taken(asked, answer)

    def take_back(self) -> None:
        """Undo the person's last answer and all after it; PlayError where there is none."""
        mine = [at for at, (seat, _) in enumerate(self.hand.answers) if seat == self.seat]
        if not mine:
            raise PlayError("there is nothing of yours to take back")
        self.hand = self.hand.until(mine[-1])

    def again(self, seat: int | None = None) -> Sitting:
        """The same cards from the beginning, the person at the same hand seat or at another."""
        if seat is not None and not 0 <= seat < self.hand.variant.seats:
            raise OptionError(f"there is no seat {seat} in {self.hand.variant.name}")
        if seat is not None and seat == self.hand.dummy:
            raise OptionError(f"seat {seat} is the dummy: its partner plays it")
        return Sitting(self.hand.until(0), self.player, self.seat if seat is None else seat)

    def _mine(self, asked: Asked) -> bool:
        return asked.seat == self.seat

    def _taken(self, asked: Asked, answer: Answer) -> Iterator[Event]:
        """Take the answer at once; what comes of it."""
        before = self.hand.trump_made
        self.hand.answer(answer)
        return self._told(asked, answer, before)

    def _told(self, asked: Asked, answer: Answer, before: Suit | None) -> Iterator[Event]:
        """What all saw of an answer that was taken; `before`: the trump made in play before it."""
        hand = self.hand
        if isinstance(answer, Suit):
            hidden = hand.variant.lays_down and not self._mine(asked)
            yield Event("call", asked.seat, None if hidden else answer)
        elif isinstance(answer, bool):
            if answer:
                yield Event("request", asked.seen.seat, hand.position.trump)
        else:
            yield Event("play", asked.seen.seat, cards=(answer,))
        if before is None and hand.trump_made is not None:
            seat = 0 if asked.view is None else asked.view.seat
            yield Event("trump", seat, hand.trump_made)
        if isinstance(answer, Card) and not hand.position.table:
            won = hand.watch.course.tricks[-1] if hand.watch else None
            if won is not None:
                yield Event("trick", won.winner, cards=won.cards)


class MatchInPlay:
    """A match by these rules, a person at one table seat (or as one of a dummy's three persons).

    `sitting`: the hand in play; `entries`: the score sheet; `state`: what the match stands at;
    `hands`: the records of the hands that are over. The same seed gives the same cards. `practice`:
    answers may be taken back. Raises VariantError for a game that no match is played of here,
    OptionError for a seat that is not there.
    """

    def __init__(
        self,
        rules: Rules,
        variant: Variant,
        player: Player,
        person: int = 0,
        seed: int = 0,
        practice: bool = False,
    ) -> None:
        check_match_played(variant, rules)
        if not 0 <= person < rules.seats:
            raise OptionError(f"there is no seat {person}, expected 0 to {rules.seats - 1}")
        if rules.house["exchange"]:
            rules = replace(rules, house=rules.house.with_options(exchange=False))
        self.rules, self.variant, self.player = rules, variant, player
        self.person, self.seed, self.practice = person, seed, practice
        self.state = rules.start()
        self.entries: list[Entry] = []
        self.hands: list[HandRecord] = []
        self._deal()

    @property
    def winner(self) -> int | None:
        """The team (or person) that has won the match; -1 for a draw; None while it goes on."""
        return match_winner(self.state, self.rules.scoring)

    @property
    def scored(self) -> bool:
        """Whether the hand in `sitting` stands on the score sheet."""
        return len(self.entries) == self._dealt

    def score(self) -> tuple[HandPlayed, Entry]:
        """Put the hand that is over on the score sheet; PlayError before its end, or twice."""
        if self.scored:
            raise PlayError("this hand stands on the score sheet")
        played = self.sitting.hand.played
        assert played.record.result is not None
        self.state, entry = advance(self.state, played.record.result, self.rules)
        self.entries.append(entry)
        self.hands.append(played.record)
        return played, entry

    def next_hand(self) -> None:
        """Deal the next hand; PlayError while one is in play, and after the match."""
        if not self.scored:
            raise PlayError("this hand is not over")
        if self.winner is not None:
            raise PlayError("the match is over")
        self._deal()

    def take_back(self) -> None:
        """Undo the person's last answer in this hand; PlayError but in practice."""
        if not self.practice:
            raise PlayError("a card played is played: only practice takes back")
        if self.scored:
            raise PlayError("this hand stands on the score sheet")
        self.sitting.take_back()

    @property
    def names(self) -> tuple[str, ...]:
        """Those at the table seats in words: you, partner, left, right."""
        seats, words = self.rules.seats, _NAMES[self.rules.seats]
        ahead = -1 if self.variant.get("direction", "ccw") == "cw" else 1
        return tuple(words[ahead * (seat - self.person) % seats] for seat in range(seats))

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The same by the seats of the hand; the seat of a dummy is `dummy`."""
        names = [self.names[chair] for chair in self.chairs]
        if self.sitting.hand.dummy is not None:
            names[self.sitting.hand.dummy] = "dummy"
        return tuple(names)

    def names_for(self, sitting: Sitting) -> tuple[str, ...]:
        """`seat_names` as they lie from the person's seat where the same cards are played again."""
        names = self.seat_names
        by = self.sitting.seat - sitting.seat
        if not by:
            return names
        turned = [names[(seat + by) % len(names)] for seat in range(len(names))]
        if sitting.hand.dummy is not None:
            turned = ["dummy" if s == sitting.hand.dummy else f"seat {s}" for s in range(4)]
            turned[sitting.seat] = "you"
        return tuple(turned)

    @property
    def record(self) -> MatchRecord:
        """The match as far as it was played; `of_record` goes on from it."""
        hand = self.sitting.hand
        notes = [("Seed", str(self.seed)), ("Seat", str(self.person))]
        notes.append(("Against", self.player.name))
        if self.practice:
            notes.append(("Practice", "yes"))
        hands = list(self.hands)
        if not self.scored:
            record = hand.record
            if record.tricks:
                hands.append(record)
            elif hand.trump is not None and hand.answers:  # a record has no hand without a card
                notes.append(("Begun", hand.trump.letter))
        return MatchRecord(
            self.rules.house,
            self.variant,
            self.rules.scoring,
            "a match of hakem",
            self.names,
            hands=tuple(hands),
            notes=tuple(notes),
        )

    @classmethod
    def of_record(cls, record: MatchRecord, player: Player) -> MatchInPlay:
        """Go on with a match that `record` gave; MatchError for one that was not played here."""
        notes = dict(record.notes)
        try:
            seed, person = int(notes["Seed"]), int(notes["Seat"])
        except (KeyError, ValueError):
            raise MatchError("this record is no match that can be gone on with") from None
        rules = Rules(record.house, record.scoring)
        match = cls(rules, record.variant, player, person, seed, "Practice" in notes)
        sheet = replay_match(record)
        done = len(sheet.entries)
        match.hands = list(record.hands[:done])
        match.entries = [replace(entry, line=0) for entry in sheet.entries]
        match.state = sheet.state
        if done and match.winner is not None:
            match._dealt = done
            match._sit(done - 1, sheet.entries[-2].after if done > 1 else rules.start())
            last = record.hands[-1]
            match._take_up(last.trump, last)
            return match
        match._deal()
        if sheet.unfinished is not None:
            match._take_up(record.hands[-1].trump, record.hands[-1])
        elif "Begun" in notes:
            match._take_up(parse_trump(notes["Begun"]), None)
        return match

    def _take_up(self, trump: Suit | None, hand: HandRecord | None) -> None:
        """Answer in the hand just dealt as the record does."""
        number = self.sitting.hand.number
        mine = self.sitting.hand.record
        if hand is not None and (hand.deal, hand.reserves) != (mine.deal, mine.reserves):
            raise MatchError(f"hand {number}: these are not the cards that the seed deals")
        moves = () if hand is None else [move for trick in hand.tricks for move in trick.moves]
        try:
            self.sitting.hand.take_up(trump, moves)
        except PlayError as fault:
            raise MatchError(f"hand {number}: {fault}") from None

    def _deal(self) -> None:
        self._dealt = len(self.entries) + 1
        self._sit(len(self.entries), self.state)

    def _sit(self, number: int, state: MatchState) -> None:
        """Deal hand `number` (from 0) of the match and seat the person."""
        hand, self.chairs = hand_of_match(state, self.rules, self.variant, self.seed, number)
        seats = [at for at, chair in enumerate(self.chairs) if chair == self.person]
        self.sitting = Sitting(hand, self.player, next(at for at in seats if at != hand.dummy))


def check_match_played(variant: Variant, rules: Rules) -> None:
    """VariantError, naming the game and why, where a person cannot sit down to it."""
    whys = (
        (variant.draws, "the cards of two are drawn from a stock, which is not played here"),
        (variant.bids or rules.scoring.kind == "bid", "its bids are not played here"),
        (variant.seats not in _NAMES, f"no table of {variant.seats} seats is known"),
    )
    for applies, why in whys:
        if applies:
            raise VariantError(f"no match of {variant.name}: {why}")
