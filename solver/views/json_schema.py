"""JSON Schema of every answer: from the rows of `json_names.py` and the types of the fields.

What is put together elsewhere stands in `SHAPES`, in a short notation: `name:type`, `name?:type`
where it may be missing, `*Name` for all fields of another; a type is `int`, `number`, `text`,
`flag`, `class`, `any` or the name of a shape or record; `[t]` is a list, `{t}` a map from names,
`t?` may be null, `a|b` is one of them.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any

from ..base.cards import Card, Hand, Rank, Suit
from ..base.outcomes import Outcome
from .json_names import NAMES, fields_of

__all__ = ["SHAPES", "definitions", "schema_of"]

_GAME = "variant:text options:{any}"
_WORTH = (
    "class?:class? class_bounds?:[class] class_value?:int? class_value_bounds?:[int]"
    " value?:number? bounds?:[number] value_exact?:text"
)
_SHEET = (
    "match:text? variant:text options:{any} house:text house_options:{any} scoring:Scoring"
    " players:[text] hands:[SheetHand] score:[int] streak:[int] matches_won:[int] winner:int?"
    " next_dealer:int next_caller:int remarks:[text] unfinished:UnfinishedHand?"
)
_SCORED = (
    "result:text house:text scoring:Scoring class:class? points:[int] kot:flag streak_kot:flag"
    " gained:[int] score:[int] streak:[int] next_dealer:int next_caller:int winner:int?"
)
SHAPES = {
    "Scoring": "name:text title:text kind:text unit:text win:[number] kot:[number]"
    " bavney:[number] values:{number} streak:int target:int? hands:int? note:text",
    "TableChance": "p:number low:number high:number covered:flag",
    "CallAtTheTable": "win?:TableChance kot?:TableChance",
    "AtTheTable": "players:text S?:CallAtTheTable H?:CallAtTheTable D?:CallAtTheTable"
    " C?:CallAtTheTable -?:CallAtTheTable",
    "CardValue": _WORTH,
    "Guarantee": "player:int value?:number? bounds?:[number] value_exact?:text first_seven:flag?"
    " wins:flag?",
    "Challenge": "seat:int trump:text class:class? succeeds:flag?",
    "ChallengeAnswer": "called:text class:class? pays:flag? value:class? best:[any]?"
    " challenges:[Challenge]",
    "HandReview": "quick:flag scoring:text unit:text thresholds:{any} seed:int interrupted:flag"
    " call:CallLoss? call_unjudged:text? cards:[GradedCard] turning_point:int?"
    " class_changes:[int] lines:[KeptLine] players:[PlayerSummary]",
    "ReviewedHand": "hand:int persons:[int] *HandReview",
    "ReviewedMatch": "match:text? interrupted:flag players:[PlayerSummary]",
    "SheetHand": "hand:int line:int? dealer:int? caller:int? trump:text? class:class? result:text"
    " points:[int] gained:[int] score:[int] streak:[int] next_caller:int tricks:[PlayedTrick]"
    " remarks:[text]",
    "UnfinishedHand": "hand:int tricks:[PlayedTrick] begun:[text]",
    "QuizQuestion": f"kind:text seed:int number:int {_GAME.split()[0]} text:text level:text"
    " choices:[text] hand?:text deal?:text seat?:int play?:[text] trump?:text? leader?:int"
    " to_play?:int table?:[text] taken?:[int] tricks_done?:int right:[text] why:[text]",
    # the answers of the commands
    "SolveRefusal": "schema:int line:int id?:any error:text",
    "SolveAnswer": f"schema:int id?:any trump:text? leader:int {_GAME} {_WORTH} class_reason?:text"
    " chances?:{number} races?:{any}"
    " bids?:{flag?} guarantees?:[Guarantee] challenge?:ChallengeAnswer leads?:{CardValue}"
    " line?:[text] line_stops?:int reasons?:[ExplainedTrick] table?:{[CardValue]} kept?:{[int]}"
    " kept_classes?:{[class]} nodes:int seconds:number",
    "solve": "SolveAnswer|SolveRefusal",
    "UnseenCard": "card:text by_seat:[number]",
    "ClosedCall": "Sampled.Call|BookAdvice.Call",
    "TrumpAnswer": "*Sampled.Call at_the_table?:AtTheTable closed?:{ClosedCall} small?:[text]",
    "BookAnswer": "*BookAdvice.Call closed?:{ClosedCall} small?:[text] seed?:int",
    "ChoiceAnswer": "schema:int *Sampled.BeforeTheLead unit:text variant:text house:text"
    " house_options:{any} scoring:Scoring closed?:{Sampled.BeforeTheLead} small?:[text]",
    "trump": "TrumpAnswer|BookAnswer|ChoiceAnswer",
    "kot": "*Sampled.Kot at_the_table?:AtTheTable closed?:{Sampled.Kot} trump_by_book?:flag"
    " small?:[text]",
    "play": "*Sampled.CardToPlay closed?:{Sampled.CardToPlay} unseen?:[UnseenCard]"
    " sure_cards?:[text] small?:[text]",
    "choose": "ChoiceAnswer",
    "review": "schema:int hands:[ReviewedHand] matches:[ReviewedMatch]",
    "quiz": "schema:int seed:int questions:[QuizQuestion]",
    "deal": f"schema:int hands:[text] reserves?:[text] trump?:text? leader:int {_GAME} seed:int"
    " number:int small?:{[text]} place?:int",
    "book": "BookAnswer",
    "equity": "schema:int score:[int] caller:text streak:[int] hands:int house:text"
    " scoring:Scoring equity:number win:number draw:number lose:number after:{number}"
    " classes:{number} method:text calls?:{number} best?:text table?:{[[number]]}",
    "ScoreOf": _SCORED,
    "ScoreAlone": f"schema:int {_SCORED}",
    "Scores": "schema:int scorings:[ScoreOf]",
    "MeanScore": "scoring:Scoring house:text a:number b:number margin:number",
    "MeanScores": "schema:int expected:[MeanScore]",
    "Sheet": f"schema:int {_SHEET}",
    "score": "ScoreAlone|Scores|MeanScores|Sheet",
    "error": "schema:int error:text code?:int line?:int id?:any",
}
"""What no row of `NAMES` says, by its name."""
_PLAIN: dict[str, dict[str, Any]] = {
    "int": {"type": "integer"},
    "number": {"type": "number"},
    "text": {"type": "string"},
    "flag": {"type": "boolean"},
    "class": {"enum": [outcome.name for outcome in Outcome]},
    "any": {},
}


def definitions() -> dict[str, dict[str, Any]]:
    """The schema of each record and shape by its name; each names others by `$ref`."""
    found = {name: _object(_row_fields(name)) for name in NAMES}
    for name, text in SHAPES.items():
        alone = len(text.split()) == 1 and ":" not in text and not text.startswith("*")
        found[name] = _type(text) if alone else _object(_shape_fields(text))
    return found


def schema_of(name: str) -> dict[str, Any]:
    """The schema of one record or shape, whole."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": f"#/$defs/{name}",
        "$defs": definitions(),
    }


Fields = dict[str, tuple[dict[str, Any], bool]]
"""Name -> its schema, and whether it is always there."""


def _object(fields: Fields) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {name: schema for name, (schema, _) in fields.items()},
        "required": [name for name, (_, always) in fields.items() if always],
        "additionalProperties": False,
    }


# The short notation ------------------------------------------------------------------------------


def _shape_fields(text: str) -> Fields:
    found: Fields = {}
    for entry in text.split():
        if entry.startswith("*"):
            name = entry[1:]
            found |= _row_fields(name) if name in NAMES else _shape_fields(SHAPES[name])
            continue
        name, _, kind = entry.partition(":")
        found[name.removesuffix("?")] = _type(kind), not name.endswith("?")
    return found


def _type(text: str) -> dict[str, Any]:
    if "|" in text:
        return {"anyOf": [_type(each) for each in text.split("|")]}
    if text.endswith("?"):
        return _or_null(_type(text[:-1]))
    if text.startswith("["):
        return {"type": "array", "items": _type(text[1:-1])}
    if text.startswith("{"):
        return {"type": "object", "additionalProperties": _type(text[1:-1])}
    return _PLAIN.get(text, {"$ref": f"#/$defs/{text}"})


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return schema if not schema else {"anyOf": [schema, {"type": "null"}]}


# The rows of NAMES -------------------------------------------------------------------------------


@cache
def _classes() -> dict[str, Any]:
    """Every class of the package and every name that an annotation may use."""
    package = importlib.import_module(__name__.partition(".")[0])
    found: dict[str, Any] = dict(vars(typing))
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        try:
            names = vars(importlib.import_module(module.name))
        except ImportError:  # needs an extra
            continue
        found |= {
            name: each
            for name, each in names.items()
            if inspect.isclass(each) or typing.get_origin(each) is not None
        }
    return found


def _row_fields(name: str) -> Fields:
    found: Fields = {}
    kind, _, asked = name.partition(".")
    for field in fields_of(NAMES[name]):
        path = field.path
        start = _classes()[kind]
        if path[0] == "question":
            start, path = _classes()[asked], path[1:]
        hint = _annotation(start, path)
        if field.kind == "*":
            found |= _fields_of_any(_unwrapped(hint))
            continue
        schema = _PLAIN["number"] if field.digits is not None else _of(hint)
        if field.written:
            schema = _type(field.written)
        if field.kind == "-":
            schema = _or_null(schema)
        if field.kind == "?":
            schema = _without_null(schema)
        found[field.name] = schema, field.kind not in ("?", "+")
    return found


def _annotation(kind: Any, path: Sequence[str]) -> Any:
    """The type of what the path of a field leads to; Any where its annotations do not say."""
    if path == ("SCHEMA",):
        return int
    hint: Any = kind
    for name in path:
        hint = _member(_unwrapped(hint), name)
    return hint


def _unwrapped(hint: Any) -> Any:
    """The class in `X | None`."""
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return next(each for each in typing.get_args(hint) if each is not type(None))
    return hint


def _member(kind: Any, name: str) -> Any:
    if typing.get_origin(kind) is Mapping:
        return typing.get_args(kind)[1]
    for base in getattr(kind, "__mro__", ()):
        member = vars(base).get(name)
        if isinstance(member, property):
            return _hints(member.fget).get("return", Any)
        if callable(member) and not inspect.isclass(member):
            return _hints(member).get("return", Any)
        if name in vars(base).get("__annotations__", {}):
            return _hints(base).get(name, Any)
    return str if name == "__str__" else Any


def _hints(thing: Any) -> dict[str, Any]:
    module = vars(importlib.import_module(thing.__module__))
    try:
        return typing.get_type_hints(thing, {**_classes(), **module})
    except (NameError, TypeError):
        return {}


def _fields_of_any(kind: type) -> Fields:
    """The fields of a record of this class, or of one made from it, which may have more."""
    found = _row_fields(kind.__name__)
    for name in NAMES:
        made = _classes().get(name)
        if inspect.isclass(made) and issubclass(made, kind) and made is not kind:
            more = _row_fields(name).items()
            found |= {each: (schema, False) for each, (schema, _) in more if each not in found}
    return found


def _of(hint: Any) -> dict[str, Any]:
    """The schema of a type, as `json_names.as_json` writes its values."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        kinds = [_of(each) for each in args if each is not type(None)]
        told = kinds[0] if len(kinds) == 1 else {} if {} in kinds else {"anyOf": kinds}
        return _or_null(told) if type(None) in args else told
    if origin is typing.Literal:
        return {"enum": list(args)}
    if inspect.isclass(origin) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _of(args[1])}
    if inspect.isclass(origin) and issubclass(origin, Sequence):
        kinds = [_of(each) for each in args if each is not Ellipsis]
        same = all(each == kinds[0] for each in kinds)
        return {"type": "array", "items": kinds[0] if same else {}}
    if not inspect.isclass(hint) or origin is not None or hint is Callable:
        return {}
    return _of_class(hint)


def _of_class(kind: type) -> dict[str, Any]:
    for each, name in ((bool, "flag"), (Outcome, "class")):
        if issubclass(kind, each):
            return _PLAIN[name]
    for record in kind.__mro__:
        if record.__name__ in NAMES or record.__name__ in SHAPES:
            return {"$ref": f"#/$defs/{record.__name__}"}
    if issubclass(kind, (Card, Hand, Suit, Rank, str)):
        return _PLAIN["text"]
    if issubclass(kind, Enum):
        return {"enum": [each.value for each in kind]}
    if issubclass(kind, int):
        return _PLAIN["int"]
    return _PLAIN["number"] if issubclass(kind, (float, Fraction)) else {}


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    kinds = schema.get("anyOf", ())
    if {"type": "null"} not in kinds:
        return schema
    left = [each for each in kinds if each != {"type": "null"}]
    return left[0] if len(left) == 1 else {"anyOf": left}
