"""A hand as the page sends it, and what the page draws of it.

A hand is a question of `hakem solve --json` (deal, trump, leader, variant, options ...) with the
cards played. The rules stay in `solver`; what stands here is only how a position is told as JSON.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cli.questions import Defaults, fields_of, question_from

if TYPE_CHECKING:
    from solver import Card, Course, Deal, Position, Variant

_NOT_THE_DEAL = ("id", "ask", "check", "play", "hands", "deal", "schema", "seed", "number")


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand with its whole course, and the part shown: `at` of its words (cards, `ask`)."""

    question: dict[str, Any]
    deal: Deal | None
    course: Course
    shown: Course
    at: int

    @property
    def start(self) -> Position:
        """The position before the first card."""
        return self.course.start

    @property
    def play(self) -> list[str]:
        """The words of the whole play."""
        return self.course.words

    @property
    def now(self) -> Position:
        """The position that is shown."""
        return self.shown.now


def hand_of(fields: dict[str, Any], at: Any = None) -> HandShown:
    """Read the fields of a hand; HakemError with one sentence when it is no legal hand.

    `at`: how many words of the play are shown, all of them if it is None.
    """
    from solver import Course
    from solver.base.errors import OptionError, shown
    from solver.game.variants import HOKM

    fields = fields_of(json.dumps(fields))
    play = [str(word).strip() for word in fields.pop("play", [])]
    fields.pop("ask", None)
    asked = question_from(fields, Defaults(None, 0, HOKM, ("guarantees",), ()))
    start = asked.position
    if start is None:
        raise OptionError("this page shows the play of a hand: give the hands after the draw")
    if not start.variant.has_sides and start.player is None:
        fields["player"] = 0
        asked = question_from(fields, Defaults(None, 0, HOKM, ("guarantees",), ()))
        start = asked.position
        assert start is not None
    course = Course.of(start, play)
    words = course.words
    place = len(words) if at is None else at
    if not isinstance(place, int) or not 0 <= place <= len(words):
        raise OptionError(f"place {shown(at)}: the play has {len(words)} words")
    question = _question(fields, start, asked.deal, words)
    return HandShown(question, asked.deal, course, course.until(place), place)


def _question(
    fields: dict[str, Any], start: Position, deal: Deal | None, play: list[str]
) -> dict[str, Any]:
    """The hand in its strict form, which `hakem solve --json -` answers as well."""
    hands = start.hands if deal is None else deal.hands
    kept = {name: value for name, value in fields.items() if name not in _NOT_THE_DEAL}
    kept |= {
        "variant": start.variant.name,
        "options": changed_options(start.variant),
        "deal": "0:" + "|".join(map(str, hands)),
        "trump": None if start.trump is None else start.trump.letter,
        "leader": start.leader,
    }
    if start.player is not None:
        kept["player"] = start.player
    if start.indicator is not None:
        kept["indicator"] = str(start.indicator)
    return {**kept, "play": play}


def question_of(start: Position, play: list[str]) -> dict[str, Any]:
    """A position at its start with the cards played, in the strict form of a hand."""
    hands = list(start.hands)
    fields: dict[str, Any] = {}
    if start.indicator is not None:
        from solver import Hand

        fields["indicator"] = str(start.indicator)
        if start.variant.hides_trump and not start.revealed:
            hands[0] |= Hand(start.indicator.bit)
    if start.reserves:
        fields["reserves"] = [str(each) for each in start.reserves]
    if start.player is not None:
        fields["player"] = start.player
    fields |= {
        "variant": start.variant.name,
        "options": start.variant.plain_settings(),
        "deal": "0:" + "|".join(map(str, hands)),
        "trump": None if start.trump is None else start.trump.letter,
        "leader": start.leader,
        "play": play,
    }
    return hand_of(fields).question


def changed_options(game: Variant) -> dict[str, Any]:
    """The options that differ from those of the game, as JSON."""
    return {
        name: sorted(value) if isinstance(value, frozenset) else value
        for name, value in game.changed.items()
    }


def state_of(hand: HandShown) -> dict[str, Any]:
    """What the page draws of a hand: cards, trick, what may be played, what the game remembers."""
    from solver.views.marks import position_notes, sides_of

    now = hand.now
    legal = now.legal()
    winning = None
    if now.table:
        from solver.game.rules import winning_place

        winning = winning_place(now)
    names = sides_of(now)
    return {
        "hand": hand.question,
        "at": hand.at,
        "variant": str(now.variant),
        "title": now.variant.title,
        "unit": now.variant.points,
        "seats": now.seats,
        "direction": hand.question.get("direction") or now.variant.get("direction", "ccw"),
        "sides": [now.side(seat) for seat in range(now.seats)],
        "side_names": list(names),
        "hands": [_cards(each) for each in now.hands],
        "reserves": [_cards(each) for each in now.reserves],
        "indicator": None if now.indicator is None else str(now.indicator),
        "trump": None if now.trump is None else now.trump.letter,
        "trump_open": now.revealed,
        "makes_trump": now.variant.sets_trump,
        "caller": 0,
        "leader": now.leader,
        "to_play": None if now.over or now.chances() else now.to_move,
        "trick_number": now.tricks_done + 1,
        "tricks_total": now.tricks_total,
        "trick": [
            {"seat": (now.leader + place) % now.seats, "card": str(card)}
            for place, card in enumerate(now.table)
        ],
        "winning": winning,
        "last_trick": _last_trick(hand),
        "legal": _cards(legal),
        "why_not": {} if now.chances() else why_not(now, legal),
        "may_ask": now.may_request_trump,
        "taken": list(now.taken),
        "owned": list(now.owned),
        "points_left": now.points_left,
        "heap": now.heap,
        "heap_tens": now.heap_tens,
        "streak": now.streak,
        "notes": position_notes(now),
        "over": now.over,
        "history": _history(hand),
    }


def _cards(cards: Any) -> list[str]:
    """Cards suit by suit, high to low, the way a hand is held."""
    return [str(card) for card in cards]


def why_not(now: Position, legal: tuple[Card, ...]) -> dict[str, str]:
    """Why each other card of the seat to play may not be played."""
    from solver import HakemError

    found = {}
    for card in now.hands[now.to_move]:
        if card not in legal:
            try:
                now.play(card)
            except HakemError as fault:
                found[str(card)] = str(fault)
    return found


def _history(hand: HandShown) -> list[dict[str, Any]]:
    """Each word of the record with its trick and seat."""
    found = []
    for move, before, after in hand.course.steps:
        found += [_word(word, before) for word in move.words]
        if not after.table:
            found[-1] |= {"won_by": after.leader, "taken": list(after.taken)}
    if len(found) < len(hand.play):  # a request whose card is still to come
        found.append(_word("ask", hand.course.now))
    return found


def _word(word: str, before: Position) -> dict[str, Any]:
    return {
        "word": word, "seat": before.to_move, "trick": before.tricks_done + 1,
        "lead": not before.table and word != "ask",
    }  # fmt: skip


def _last_trick(hand: HandShown) -> dict[str, Any] | None:
    """The trick before the running one, for a second look."""
    if not hand.shown.tricks:
        return None
    trick = hand.shown.tricks[-1]
    seats = hand.now.seats
    cards = [
        {"seat": (trick.leader + place) % seats, "card": str(card)}
        for place, card in enumerate(trick.cards)
    ]
    return {"cards": cards, "won_by": trick.winner}
