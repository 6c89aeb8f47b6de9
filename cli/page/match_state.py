"""A match of the page: how it travels as JSON, and how it is taken up from that.

The page keeps its matches itself, so that no match is lost with the server. What it keeps is how
the match began, with its seed, and the words of each hand: answers that the person gave or saw. The
cards of the others are dealt anew from the seed and stay here, as does a trump that lies hidden.
What was sent is played again at each question: some milliseconds a hand.
"""

from __future__ import annotations

import copy
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cli.failures import Failure
from cli.texts import GameNamed
from solver.base.errors import HakemError

if TYPE_CHECKING:
    from solver.players.hand_in_play import Answer, HandInPlay
    from solver.players.match_in_play import MatchInPlay, Sitting

HIDDEN = "?"
"""The word of a call that the person did not see."""
MOST_SEED = (1 << 53) - 1
"""The largest whole number that every browser has."""
_MOST_HANDS = 1000
_KEPT = 16


@dataclass(frozen=True, slots=True)
class Begun:
    """How a match began: the rules by name, who plays, and the seed of its cards.

    `player`: one of the roster. `person`: a table seat. `practice`: answers may be taken back.
    """

    variant: str = "hokm"
    settings: tuple[str, ...] = ()
    scoring: str | None = None
    target: int | None = None
    player: str = "sampled"
    person: int = 0
    seed: int = 0
    practice: bool = False

    def start(self) -> MatchInPlay:
        """The match with its first hand dealt; HakemError or Failure where there is none such."""
        from solver.game.scoring import find_scoring
        from solver.match import Rules
        from solver.players import find_player
        from solver.players.match_in_play import MatchInPlay

        house, game = GameNamed(self.variant, list(self.settings)).house_and_game()
        scoring = find_scoring(self.scoring or house.scoring)
        if self.target is not None:
            scoring = scoring.with_target(self.target)
        rules = Rules(house, scoring)
        player = find_player(self.player, scoring)
        return MatchInPlay(rules, game, player, self.person, self.seed, self.practice)

    def to_dict(self) -> dict[str, Any]:
        """For JSON; `begun_of` reads it."""
        return {
            "variant": self.variant, "settings": list(self.settings), "scoring": self.scoring,
            "target": self.target, "player": self.player, "person": self.person,
            "seed": self.seed, "practice": self.practice,
        }  # fmt: skip


def begun_of(fields: Mapping[str, Any]) -> Begun:
    """How a match began, from JSON; Failure naming the field that is none."""
    usual = Begun()
    said: dict[str, Any] = {}
    for name, value in usual.to_dict().items():
        given = fields.get(name)
        if given is None:
            continue
        kind = {"scoring": str, "target": int}.get(name, type(value))
        if type(given) is not kind or (isinstance(given, int) and not 0 <= given <= MOST_SEED):
            raise Failure(f"match: {name} is none that a match can have")
        said[name] = given
    if said.get("target") == 0:
        raise Failure("match: a target is 1 or more")
    settings = said.pop("settings", [])
    if not all(isinstance(one, str) for one in settings):
        raise Failure("match: settings are texts such as kot=on")
    return Begun(settings=tuple(settings), **said)


def begun_as(match: MatchInPlay) -> Begun:
    """How this match began; Failure where its rules are none that a name and options give."""
    from solver.game.options import show_value

    house, game, scoring = match.rules.house, match.variant, match.rules.scoring
    changed = {**house.changed(), **game.changed}
    for name in (house.name, game.name):
        begun = Begun(
            name, tuple(f"{option}={show_value(value)}" for option, value in changed.items()),
            scoring.name, scoring.target, match.player.name, match.person, match.seed,
            match.practice,
        )  # fmt: skip
        try:
            found = begun.start()
        except HakemError:
            continue
        if (found.rules, found.variant) == (match.rules, game):
            return begun
    raise Failure("this match is played by rules of its own: `hakem match --file` goes on with it")


@dataclass(slots=True)
class Table:
    """A match that a page asks about, and the hand that it plays.

    `hands`: the words of the hands so far, the last that of `match.sitting`. `trial`: the same
    cards played again, which count for nothing: the hand seat of the person, and the play.
    """

    begun: Begun
    match: MatchInPlay
    hands: list[str]
    trial: tuple[int, Sitting] | None = None

    @property
    def sitting(self) -> Sitting:
        """The hand that is played now."""
        return self.match.sitting if self.trial is None else self.trial[1]

    def to_dict(self) -> dict[str, Any]:
        """For JSON; `table_from` reads it."""
        said = self.begun.to_dict() | {"hands": [*self.hands[:-1], words_of(self.match.sitting)]}
        if self.trial is not None:
            seat, sitting = self.trial
            said["trial"] = {"seat": seat, "play": words_of(sitting)}
        return said


def table_from(fields: Any) -> Table:
    """The match that `Table.to_dict` gave; Failure or HakemError where it was not played so."""
    if not isinstance(fields, dict):
        raise Failure("match: expected what the page keeps of a match")
    begun = begun_of(fields)
    hands = fields.get("hands", [])
    if not isinstance(hands, list) or not all(isinstance(one, str) for one in hands):
        raise Failure("match: hands are texts, the words of each hand")
    if len(hands) > _MOST_HANDS:
        raise Failure(f"match: {len(hands)} hands, more than {_MOST_HANDS}")
    hands = hands or [""]
    match = _at_hand(begun, tuple(hands[:-1]))
    take_up(match.sitting, hands[-1])
    if match.sitting.over:
        match.score()
    table = Table(begun, match, hands)
    trial = fields.get("trial")
    if trial is not None:
        if not isinstance(trial, dict) or not isinstance(trial.get("play"), str):
            raise Failure("match: trial has a seat and the words of its play")
        seat = trial.get("seat")
        if not match.scored:
            raise Failure("match: cards are played again when their hand is over")
        if type(seat) is not int:
            raise Failure("match: the seat of a trial is a whole number")
        sitting = match.sitting.again(seat)
        take_up(sitting, trial["play"])
        table.trial = (seat, sitting)
    return table


_kept: OrderedDict[tuple[Begun, tuple[str, ...]], MatchInPlay] = OrderedDict()
"""Matches at the start of a hand, by what came before; one that is forgotten is played again."""
_lock = threading.Lock()


def _at_hand(begun: Begun, before: tuple[str, ...]) -> MatchInPlay:
    """The match after these hands, with the next one dealt: a copy that may be played on."""
    with _lock:
        known = next((n for n in range(len(before), -1, -1) if (begun, before[:n]) in _kept), None)
        match = None if known is None else _copied(_kept[begun, before[:known]])
    match = match or begun.start()
    for words in before[known or 0 :]:
        take_up(match.sitting, words)
        match.score()
        match.next_hand()
    with _lock:
        _kept[begun, before] = _copied(match)
        _kept.move_to_end((begun, before))
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
    return match


def _copied(match: MatchInPlay) -> MatchInPlay:
    """The match at the start of its hand, as an object of its own."""
    again = copy.copy(match)
    again.entries, again.hands = list(match.entries), list(match.hands)
    again.sitting = match.sitting.again()
    return again


def take_up(sitting: Sitting, words: str) -> None:
    """Play these words in a hand just dealt; PlayError or CardError for one that may not be."""
    for _ in sitting.told(answers_in(sitting, words)):
        pass


def answers_in(sitting: Sitting, words: str) -> Iterator[Answer]:
    """The answers that the words say, each when it is asked for."""
    for word in words.split():
        asked = sitting.hand.asked
        if word == HIDDEN and asked is not None and asked.what == "call":
            yield sitting.player.call(asked.five, sitting.hand.variant, asked.seed)
        else:
            yield answer_of(word, sitting.hand)


def answer_of(word: str, hand: HandInPlay) -> Answer:
    """A word as an answer to what is asked: S, ask, pass, SA."""
    from solver import Card, Suit

    asked = hand.asked
    if asked is not None and asked.what == "call":
        return Suit.parse(word)
    if word in ("ask", "pass"):
        return word == "ask"
    return Card.parse(word)


def word_of(answer: Answer) -> str:
    """An answer as a word; `answer_of` reads it."""
    from solver import Suit

    if isinstance(answer, bool):
        return "ask" if answer else "pass"
    return answer.letter if isinstance(answer, Suit) else str(answer)


def words_of(sitting: Sitting) -> str:
    """The words of a hand so far; a trump that another laid down hidden is not told."""
    from solver import Suit

    def told(seat: int, answer: Answer) -> str:
        hidden = sitting.hand.variant.lays_down and seat != sitting.seat
        return HIDDEN if hidden and isinstance(answer, Suit) else word_of(answer)

    return " ".join(told(seat, answer) for seat, answer in sitting.hand.answers)
