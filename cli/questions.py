"""One line of `hakem solve` as a question: a deal with words behind it, or a JSON object.

Every refusal is one sentence that quotes what it is about and cuts it. No rule of a game is known
here; the records of `solver` check themselves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from solver.base.errors import shown

from .failures import Failure
from .seats import seat_of

if TYPE_CHECKING:
    from solver import Deal, Position, StockDraw, Suit, Variant

ASKS = (
    *("class", "result", "value", "leads", "line", "reasons", "table"),
    *("guarantees", "bids", "challenge"),
)
CHECKS = ("tricks", "seven", "kot", "goon")
"""Known answers that a line may carry, for the side of the leader: all its tricks, and whether it
takes at least seven, the first seven, none of the first seven (0 or 1)."""
MOST_POINTS = 99
"""More than the points of any hand."""
# Fields that come with a deal and say nothing about it; an `id` comes back with the answer.
_CARRIED = ("id", "schema", "seed", "number", "place")
_KEYWORD = re.compile(r"(?:^|(?<=\s))([A-Za-z]\w*)\s?=\s?(\S*)")


@dataclass(frozen=True, slots=True)
class Question:
    """A position and the questions about it: words of `ASKS`, and races (a, b) for side A.

    `deal` is None where cards have been played. With `draw` the two players still have to draw;
    deal and position are None then. `leader` is the seat that led first (of a draw: the seat to
    draw), `name` the `id` of a JSON question, `expected` the known answers that a line carries
    (`check=tricks:6`).
    """

    deal: Deal | None
    position: Position | None
    ask: tuple[str, ...]
    races: tuple[tuple[int, int], ...]
    draw: StockDraw | None = None
    leader: int = 0
    name: Any = None
    expected: tuple[tuple[str, int], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """What the question is about, as its answer repeats it."""
        about = self.draw or self.position
        assert about is not None
        trump = about.trump
        named = {} if self.name is None else {"id": self.name}
        return {
            **named,
            "trump": None if trump is None else trump.letter,
            "leader": self.leader,
            "variant": about.variant.name,
            "options": about.variant.plain_settings(),
        }


@dataclass(frozen=True, slots=True)
class Defaults:
    """The values of the command line for questions that do not set their own.

    `ask` None: the usual questions of the game (`usual_asks`).
    """

    trump: Suit | None
    leader: int
    variant: Variant
    ask: tuple[str, ...] | None
    races: tuple[tuple[int, int], ...]
    play: tuple[str, ...] = ()
    player: int | None = None
    direction: str | None = None
    stock: str | None = None


def asks_of(texts: Sequence[str]) -> tuple[str, ...]:
    """Read words such as `class,value`; HakemError names a word that is no question."""
    from solver.base.errors import OptionError

    words = [word.strip().lower() for text in texts for word in text.split(",") if word.strip()]
    for word in words:
        if word not in ASKS:
            raise OptionError(f"{shown(word)} asks nothing: expected {', '.join(ASKS)} or a race")
    return tuple(dict.fromkeys(words))


def usual_asks(variant: Variant, player: int | None) -> tuple[str, ...]:
    """The default questions of a game: about side A, about each player, or about bids."""
    if not variant.has_sides and player is None:
        return ("guarantees",)
    words = ["class", "result", "value"]
    if (variant.has_dummy or not variant.has_sides) and (
        player is not None or variant.get("dummy_score") == "individual"
    ):
        words.append("guarantees")
    if variant.bids or variant.get("chokri") == "CHK":
        words.append("bids")
    return (*words, "leads", "line")


def race_of(text: str) -> tuple[int, int]:
    """Read `7,1`: does side A take seven before side B takes one?"""
    from solver.base.errors import OptionError

    match = re.fullmatch(r"\s*(\d{1,3})\s*[,:/-]\s*(\d{1,3})\s*", text)
    if match is None:
        raise OptionError(f"race {shown(text)}: expected two numbers, as in 7,1")
    return _race(int(match[1]), int(match[2]))


def question_of(text: str, defaults: Defaults) -> Question:
    """Read one line: a deal with `key=value` words behind it, or a JSON object.

    Raises HakemError with one sentence when it is no legal question.
    """
    return question_from(fields_of(text), defaults)


def fields_of(text: str) -> dict[str, Any]:
    """The fields of one line, as its JSON form has them; HakemError with one sentence."""
    text = text.strip()
    return _from_json(text) if text.startswith("{") else _from_words(text)


def _from_words(text: str) -> dict[str, Any]:
    """The line as the same fields that the JSON form has."""
    from solver.base.errors import OptionError
    from solver.game.position import POSITION_FIELDS

    fields: dict[str, Any] = {"deal": " ".join(_KEYWORD.sub(" ", text).split())}
    options: dict[str, str] = {}
    races = []
    for key, value in _KEYWORD.findall(text):
        name = key.lower()
        if name not in ("race", "ask") and (name in fields or key in options):
            raise OptionError(f"{shown(key)} is given twice")
        if name == "race":
            races.append({"race": list(race_of(value))})
        elif name == "ask":
            asked = [word for word in value.split(",") if word]
            fields["ask"] = [*fields.get("ask", []), *asked]
        elif name == "play":
            fields["play"] = [word for word in value.split(",") if word]
        elif name in ("leader", "player"):
            # a number or a word, which the game tells
            fields[name] = int(value) if re.fullmatch(r"[0-9]{1,2}", value) else value
        elif name == "check":
            fields[name] = dict(_checked(item) for item in value.split(","))
        elif name == "reserves":
            fields[name] = value.split("|")
        elif name in ("trump", "variant", "direction", "stock", *POSITION_FIELDS):
            fields[name] = value
        elif name == "turn":
            fields[name] = int(value) if re.fullmatch(r"[0-9]{1,3}", value) else value
        else:
            options[key] = value
    if races:
        fields["ask"] = [*fields.get("ask", []), *races]
    if options:
        fields["options"] = options
    return fields


def _checked(text: str) -> tuple[str, int]:
    """One known answer, such as `tricks:6`."""
    from solver.base.errors import OptionError

    name, colon, number = text.partition(":")
    if name not in CHECKS or not colon or not re.fullmatch(r"[0-9]{1,2}", number):
        raise OptionError(f"check={shown(text)}: expected {', '.join(CHECKS)} as in tricks:6")
    return name, int(number)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The fields of a JSON object, each of which may stand there once."""
    from solver.base.errors import OptionError

    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise OptionError(f"{shown(name)} is given twice")
        fields[name] = value
    return fields


def _no_number(text: str) -> Any:
    raise ValueError(text)


def _from_json(text: str) -> dict[str, Any]:
    from solver.base.errors import DealError, HakemError, OptionError
    from solver.game.position import POSITION_FIELDS

    try:
        fields = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except HakemError:
        raise
    except (ValueError, RecursionError):
        raise DealError("this line begins like a JSON object but is none") from None
    wanted = {
        "deal": str, "hands": list, "trump": str, "leader": int, "variant": str, "options": dict,
        "ask": list, "play": list, "player": int, "direction": str,
        "indicator": str, "reserves": list, "stock": list, "turn": int, "check": dict,
    }  # fmt: skip
    known = {*wanted, *POSITION_FIELDS}
    for name in fields:
        if name not in known and name not in _CARRIED:
            near = get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]}" if near else f"expected {', '.join(wanted)} or id"
            raise OptionError(f"a question has no field {shown(name)}: {hint}")
    for one, other in (("deal", "hands"), ("stock", "play"), ("stock", "reserves")):
        if fields.get(one) and fields.get(other):
            raise OptionError(f"{one} and {other} contradict each other: give one of them")
    for name, kind in wanted.items():
        value = fields.get(name)
        if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
            said = {str: "a text", list: "a list", int: "a number", dict: "an object"}[kind]
            raise DealError(f"{name}: expected {said}, found {shown(value)}")
    for name in ("hands", "play", "reserves", "stock"):
        if not all(isinstance(word, str) for word in fields.get(name) or ()):
            raise DealError(f"{name}: expected a list of texts")
    if not fields.get("deal") and not fields.get("hands"):
        raise DealError("the question holds no hands")
    checks = (fields.get("check") or {}).items()
    fields["check"] = dict(_checked(f"{name}:{number}") for name, number in checks)
    # null is "not given", but for trump: there it says that there is none.
    return {
        name: value
        for name, value in fields.items()
        if (name in known or name == "id") and (value is not None or name == "trump")
    }


def id_of(text: str) -> Any:
    """The `id` of a JSON question that is refused; None where it has none or cannot be read."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return fields.get("id") if isinstance(fields, dict) else None


def question_from(fields: dict[str, Any], defaults: Defaults) -> Question:
    """The question that these fields ask; HakemError with one sentence."""
    from solver import Position
    from solver.base.cards import parse_trump
    from solver.base.errors import DealError, OptionError
    from solver.game.course import replay
    from solver.game.position import POSITION_FIELDS
    from solver.match import find_rules

    variant = defaults.variant
    if fields.get("variant") is not None:
        named = find_rules(fields["variant"])[1]
        # When a line names the game of the command line, as `hakem deal` does, its options are
        # kept.
        variant = variant if named.name == variant.name and not named.changed else named
    if fields.get("options"):
        variant = variant.with_options(**fields["options"])
    direction = fields.get("direction") or defaults.direction or variant.get("direction", "ccw")
    text = "0:" + "|".join(fields["hands"]) if fields.get("hands") else fields["deal"]
    stock = fields.get("stock", defaults.stock)
    if stock is not None:
        return _draw(text, stock, fields, variant, defaults)
    trump = parse_trump(fields["trump"]) if "trump" in fields else defaults.trump
    leader = _seat(fields.get("leader", defaults.leader), "leader", variant)
    player = fields.get("player", defaults.player)
    player = None if player is None else _seat(player, "player", variant)
    later = {n: fields[n] for n in POSITION_FIELDS if n != "player" and fields.get(n) is not None}
    try:
        start = Position.start(text, trump, leader, variant, direction, player=player, **later)
    except DealError:
        _expect_deal(text)
        raise
    deal = _deal_of(start)
    position = replay(start, fields.get("play") or defaults.play)
    asks, races = _asked(fields.get("ask"), defaults)
    if "class" in (asks or ()) and not variant.has_sides and player is None:
        raise OptionError(
            "three players have no common class: ask guarantees, or name the player, as in player=0"
        )
    expected = tuple((fields.get("check") or {}).items())
    asks = usual_asks(variant, player) if asks is None else asks
    return Question(deal, position, asks, races, None, leader, fields.get("id"), expected)


def _seat(given: int | str, name: str, variant: Variant) -> int:
    """The seat of a field; OptionError where there is no such seat."""
    from solver.base.errors import OptionError

    try:
        return seat_of(given, name, variant)
    except Failure as fault:
        raise OptionError(str(fault)) from None


def _expect_deal(text: str) -> None:
    """Refuse one hand where a deal was wanted, and name the command that takes it."""
    from solver import HakemError, Hand
    from solver.base.errors import DealError

    try:
        verb = "trump" if len(Hand(text)) == 5 else "play"
    except HakemError:
        return
    raise DealError(f"this is one hand, expected a deal: `hakem {verb}` answers for a hand")


def _deal_of(start: Position) -> Deal | None:
    """The deal, or None where cards have been played."""
    from solver import Deal, Hand

    if start.table:
        return None
    first, *rest = start.hands
    if start.indicator is not None:
        first |= Hand(start.indicator.bit)
    return Deal((first, *rest))


def _draw(
    text: str, stock: Any, fields: dict[str, Any], variant: Variant, defaults: Defaults
) -> Question:
    """The state of two players who still draw from an open stock."""
    from solver import StockDraw
    from solver.base.cards import parse_trump
    from solver.base.errors import OptionError

    trump = parse_trump(fields["trump"]) if "trump" in fields else defaults.trump
    if trump is None:
        raise OptionError("the draw comes after the call: expected a trump suit, such as trump=S")
    if fields.get("play") or defaults.play:
        raise OptionError("no card can be played while the stock is drawn from")
    turn = fields.get("turn", defaults.leader)
    draw = StockDraw.parse(text, stock, trump, turn, variant)
    return Question(None, None, (), (), draw, draw.turn, fields.get("id"))


def _asked(
    asked: list[Any] | None, defaults: Defaults
) -> tuple[tuple[str, ...] | None, tuple[tuple[int, int], ...]]:
    """Split the `ask` list into words and races."""
    from solver.base.errors import OptionError

    if asked is None:
        return defaults.ask, defaults.races
    words, races = [], []
    for item in asked:
        if isinstance(item, str):
            words.append(item)
        elif isinstance(item, dict) and _is_pair(item.get("race")):
            races.append(_race(*item["race"]))
        else:
            raise OptionError(
                f'ask: expected {", ".join(ASKS)} or {{"race": [7, 1]}}, found {shown(item)}'
            )
    return asks_of(words), tuple(dict.fromkeys(races))


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value)


def _race(a: int, b: int) -> tuple[int, int]:
    from solver.base.errors import OptionError

    if a < 1 or b < 1:
        raise OptionError(f"race {a},{b}: each side must have at least one point to take")
    if a > MOST_POINTS or b > MOST_POINTS:
        raise OptionError(
            f"race {shown(f'{a},{b}')}: no hand has more than {MOST_POINTS} points to take"
        )
    return a, b
