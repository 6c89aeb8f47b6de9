"""A whole record reviewed, hand by hand, and each player over all its hands.

Hands are judged by `hand_review.py`; this file knows who of the table sat where, what the book says
of a recorded call, and how the counts of a player add up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..base.cards import Card
from ..base.drawn import Result
from ..base.errors import OptionError, UnfinishedError
from ..book import BookAdvice, find_book
from ..decide.plan import Workers
from ..decide.saved import saved_seed
from ..decide.worlds import new_seed, parse_seed
from ..game.house_rules import call_scoring, usual_house
from ..game.move import words_of
from ..game.scoring import Scoring
from ..match.ledger import MatchState, Rules
from ..record.model import HandRecord, MatchRecord
from ..record.replay import Replay
from ..record.sheet import Sheet, replay_match
from .grading import SIGNS
from .hand_review import HandReview, PlayerSummary, review_hand
from .saved_review import SavedReview

__all__ = ["MatchReview", "review_match"]


@dataclass(frozen=True, slots=True, repr=False)
class MatchReview(Result):
    """The reviewed hands of a record, by their number (from 1 on), and their players.

    `persons`: for each hand the table seats of its seats 0, 1, ...; None for a dummy.
    `interrupted`: Ctrl-C, or a fault, ended the review before all cards were judged.
    """

    record: MatchRecord
    hands: Mapping[int, HandReview]
    persons: Mapping[int, tuple[int | None, ...]]
    interrupted: bool = False

    @property
    def comments(self) -> dict[int, dict[int, str]]:
        """What a record says of each fault: hand -> cards played before -> mark, cost, better."""
        return {
            number: {
                place: f"{SIGNS[card.grade]} {card.grade}, {card.lost:.3g} {hand.scoring.unit}; "
                f"better {' '.join(map(str, card.better))}"
                for place, card in enumerate(hand.cards)
                if card.grade in SIGNS
            }
            for number, hand in self.hands.items()
        }

    @property
    def players(self) -> tuple[PlayerSummary, ...]:
        """Each person of the table over all hands, by table seat."""
        found: dict[int, PlayerSummary] = {}
        names = self.record.players
        for number, hand in self.hands.items():
            for seat, person in enumerate(self.persons[number]):
                if person is not None:
                    name = names[person] if person < len(names) else ""
                    before = found.get(person, PlayerSummary(person, name))
                    found[person] = before + hand.player(seat)
        return tuple(found[person] for person in sorted(found))

    def to_dict(self) -> dict[str, Any]:
        """For JSON: the hands, each with its number, and the players."""
        return {
            "match": self.record.name or None,
            "interrupted": self.interrupted,
            "hands": [
                {"hand": number, "persons": list(self.persons[number]), **hand.to_dict()}
                for number, hand in self.hands.items()
            ],
            "players": [player.to_dict() for player in self.players],
        }

    def __str__(self) -> str:
        hands = f"{len(self.hands)} hand{'s' * (len(self.hands) != 1)}"
        return f"{self.record.name or 'a record'}, {hands} of {self.record.variant} reviewed"


def review_match(
    record: MatchRecord,
    *,
    number: int | None = None,
    quick: bool = False,
    lines: Collection[int] = (),
    seed: int | None = None,
    node_limit: int = 0,
    workers: Workers | None = None,
    resume: Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> MatchReview:
    """Every hand of a record that has cards, or the one of this `number`, as `review_hand` does it.

    The book that comes with the program judges the calls where it knows the game and the record
    the first five cards. All hands share the seed, and the file of `resume`, whether they are asked
    for at once or one by one. Raises OptionError where there is no such hand
    or none has cards, RecordError for a record that cannot be replayed, ResumeError for the file of
    another review. Ctrl-C and UnfinishedError as `review_hand`, after the hands and cards before.
    """
    sheet = replay_match(record)
    replays = [*sheet.replays, *([sheet.unfinished] if sheet.unfinished else [])]
    if number is not None and not 1 <= number <= len(replays):
        raise OptionError(f"there is no hand {number}: the record has {len(replays)} hands")
    wanted = [
        (at, replayed)
        for at, replayed in enumerate(replays, 1)
        if replayed.start is not None and number in (None, at)
    ]
    if not wanted:
        raise OptionError("no hand of the record has cards to review: only results are recorded")
    seed = saved_seed(resume) if seed is None else parse_seed(seed)
    seed = new_seed() if seed is None else seed
    scoring = record.scoring if record.scoring.by_class else None
    saved = None
    if resume is not None:
        plays = {
            at: (one.start, _cards(record.hands[at - 1], one))
            for at, one in enumerate(replays, 1)
            if one.start is not None
        }
        counted = scoring or call_scoring(usual_house(record.variant))
        saved = SavedReview(resume, counted, seed, plays)
    found: dict[int, HandReview] = {}

    def so_far(interrupted: bool) -> MatchReview:
        persons = {at: _persons(sheet, at) for at in found}
        return MatchReview(record, found, persons, interrupted)

    for done, (at, replayed) in enumerate(wanted):
        hand = record.hands[at - 1]
        advice, why = _advice(hand, record, scoring)
        assert replayed.start is not None

        def advance(share: float, before: int = done) -> None:
            if progress is not None:
                progress((before + share) / len(wanted))

        try:
            reviewed = review_hand(
                replayed.start,
                words_of(replayed.moves),
                scoring,
                quick=quick,
                advice=advice,
                lines=lines,
                seed=seed,
                node_limit=node_limit,
                workers=workers,
                resume=None if saved is None else saved.hand(at),
                progress=advance,
            )
            found[at] = replace(reviewed, call_unjudged=why)
        except KeyboardInterrupt:
            if not found:
                raise
            return so_far(interrupted=True)
        except UnfinishedError as fault:
            if fault.known is not None:
                found[at] = replace(fault.known, call_unjudged=why)
            fault.known = so_far(interrupted=True) if found else None
            raise
        if reviewed.interrupted:
            return so_far(interrupted=True)
    return so_far(interrupted=False)


def _cards(hand: HandRecord, replayed: Replay) -> list[Card | str]:
    """The cards of the tricks that were replayed, with the word `ask` before a request."""
    play: list[Card | str] = []
    for trick in hand.tricks[: len(replayed.tricks) + (replayed.begun is not None)]:
        for place, card in enumerate(trick.cards):
            play += ["ask", card] if place in trick.requests else [card]
    return play


def _advice(
    hand: HandRecord, record: MatchRecord, scoring: Scoring | None
) -> tuple[BookAdvice | None, str]:
    """What the book says of the caller's first five, and why it says nothing."""
    variant = record.variant
    if hand.trump is None or variant.sets_trump:
        return None, ""
    if hand.challenge is not None:
        return None, "a challenge changed the trump"
    if hand.turnup is not None or hand.blind is not None:
        return None, "the trump was not chosen, a card made it"
    if hand.first_five is None:
        return None, "the record does not tell the first five cards"
    if scoring is None or scoring.kind != "class":
        return None, f"the book does not count {record.scoring.title}"
    book = find_book(variant)
    if book is None:
        typed = f"hakem trump {hand.first_five} --variant {variant.name}"
        return None, f"there is no book of {variant.name} here; `{typed}` compares the calls"
    return book.advise(hand.first_five, scoring=scoring, variant=variant), ""


def _persons(sheet: Sheet, number: int) -> tuple[int | None, ...]:
    """Who of the table sits at the seats of a hand, the caller first; None for a dummy."""
    rules = Rules(sheet.record.house, sheet.record.scoring)
    if number <= len(sheet.entries):
        caller = sheet.entries[number - 1].caller
    else:
        caller = sheet.state.caller
    if sheet.record.scoring.kind != "sars":
        seats = sheet.record.variant.seats
        return tuple((caller + seat) % seats for seat in range(seats))
    before: MatchState = sheet.entries[number - 2].after if number > 1 else rules.start()
    chairs = (before.lone, (before.lone + 1) % 3, None, (before.lone + 2) % 3)
    first = chairs.index(caller)
    return tuple(chairs[(first + seat) % 4] for seat in range(4))
