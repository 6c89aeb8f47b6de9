"""Records as JSON has them: the one place that knows the names (docs/json.md).

A row of `NAMES` lists the fields of a record in the order in which they are written. `win` is the
field of that name, `asks=requests` another one, `trump=position.trump` one of a field. `?bavney`
is left out where it is None, `+undecided` where it is 0, `-name` is null where it is empty;
`seconds:3` is rounded; the fields of
`*behind` stand among the others; `trumps/{Candidate.call}` maps names to records that are written
by that row, `[Candidate.call]` lists them. `SCHEMA` is the version of the whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from ..base.cards import Card, Hand, Rank, Suit
from ..base.outcomes import Outcome, plain_number
from ..base.version import SCHEMA

__all__ = ["NAMES", "as_json", "fields_of"]

_STUDY = "node_limit undecided confidence looks"
_GAME = "variant=variant.name options=variant.plain_settings"
_CALL = "best=best.trump sure p_value level"
_CHANCES = "win kot goon=kot_against ?bavney"
_END = "stopped seconds:3"

NAMES = {
    # estimates
    "Estimate": "p low high count n ?bounds +undecided",
    "Mean": "mean low high n ?bounds",
    "PairedDifference": "points=difference p_points",
    "Comparison": "points=difference p_points won_only_by_best=won won_only_by_this=lost p_win n"
    " kot_n",
    # the call
    "Candidate.book": f"n {_CHANCES} points shares",
    "Candidate.call": f"n kot_n {_CHANCES} points counts shares undecided dropped",
    "Candidate.rival": "*behind same",
    "Sampled.Call": f"schema=SCHEMA hand {_GAME} scoring=question.scoring seed method n"
    f" kot_n=best.kot_n given {_STUDY} {_CALL}"
    f" trumps/{{Candidate.call}} rivals/{{Candidate.rival}} {_END}",
    "BookAdvice.Call": f"schema=SCHEMA hand {_GAME} scoring=question.scoring source method n"
    f" worth_deals=worth book=made_of confidence {_CALL} percentile trumps/{{Candidate.book}}"
    " rivals/{Candidate.rival} turned_up",
    # a kot
    "CardEffect": "card held not_held difference low high sure",
    "Sampled.Kot": f"schema=SCHEMA hand trump=question.trump {_GAME} seed method n given {_STUDY}"
    " kot=best.kot goon=best.kot_against ?bavney=best.bavney"
    f" ?bavney_against=best.chances.bavney_against effects/[CardEffect]=remarks {_END}",
    # a card
    "Candidate.card": "card equal asks=requests n win kot kot_against ?bavney points counts"
    " behind/Comparison? same tricks undecided dropped",
    "NamedPlay": "name card beside gain low high",
    "Sampled.CardToPlay": "schema=SCHEMA seat=question.seat hand trump=question.position.trump"
    " trick=question.trick table=question.position.table"
    f" taken=question.position.taken given {_GAME} scoring=question.scoring seed method exact"
    f" weigh_call ?weigh_cards n {_STUDY} level best=best.card named/[NamedPlay]=remarks sure"
    f" cards/[Candidate.card]=candidates {_END}",
    # a played hand
    "ReviewedCard": "trick seat card before after class_before class_after class_value_before"
    " class_value_after loss best ?bounds_before ?bounds_after",
    "KeptLine": "place trick seat played class=line.outcome value=line.value line reasons=tricks",
    "ExplainedCard": "seat card +ask=move.requests best all_keep reasons +guarded",
    "ExplainedTrick": "trick=number winner gained why=__str__ cards",
    "PlayedTrick": "trick=number leader cards winner taken",
    "GradedCard": "trick seat card grade loss win worlds exact better -unjudged open=opened",
    "CallLoss": "trump best loss sure",
    "PlayerSummary": "seat -name cards judged grades=all_grades lost calls call_lost",
    "Duel": "players variant=variant.label scoring=scoring.name seed deals hands=hands_played"
    " confidence points wins kots_for kots_against deals_won deals_lost p_sign seconds interrupted"
    " ?faults",
    "ArchivedPlayer": "player hands lost points luck calls call_lost",
    "Archive": "records hands unit quick refused interrupted players",
    "Standing": "player number points ahead wins kots_for kots_against",
    "League": "players variant=variant.label scoring=scoring.name seed deals hands=hands_played"
    " confidence standings duels seconds",
    # lessons and rankings of a book
    "LostOn": "hand lost",
    "Rule": "rule=name says price agrees worst",
    "Claim": "claim=says share gain holds",
    "ValueOfRight": "right=name share gain value hands",
    "Split": "shape share points win kot longest_is_best=longest",
    "Lessons": "deals scoring points win kot rules weights claims rights shapes",
    "RankedHand": "hand hands best second points margin lost_by_longest=lost win kot n error"
    " places",
    # a match at the table, a quiz
    "Event": "what seat suit cards",
    "QuizAnswer": "chosen correct right loss word why habit habit_text",
    # choices before the lead
    "Candidate.choice": "choice=name mean=points.mean low=points.low high=points.high n p_best"
    " shares undecided dropped ?bounds=points.bounds ?success",
    "Sampled.BeforeTheLead": f"hand best=best.name sure n seed interrupted method {_STUDY} level"
    f" choices/[Candidate.choice]=candidates {_END}",
}


class Field(NamedTuple):
    """An entry of a row, read."""

    name: str
    path: tuple[str, ...]
    kind: str
    digits: int | None
    written: str


@cache
def fields_of(row: str) -> tuple[Field, ...]:
    """The entries of a row."""
    found = []
    for entry in row.split():
        kind = entry[0] if entry[0] in "?+-*" else ""
        name, _, path = entry.removeprefix(kind).partition("=")
        name, _, written = name.partition("/")
        name, _, digits = name.partition(":")
        places = int(digits) if digits else None
        found.append(Field(name, tuple((path or name).split(".")), kind, places, written))
    return tuple(found)


def as_json(record: object, row: str = "") -> dict[str, Any]:
    """The record by this row of `NAMES`, else by its own or that of the class it is made from."""
    row = row or getattr(record, "row", "") or _row_of(type(record))
    found: dict[str, Any] = {}
    for field in fields_of(NAMES[row]):
        value = _at(record, field.path)
        if (field.kind == "?" and value is None) or (field.kind == "+" and not value):
            continue
        if field.kind == "-":
            value = value or None
        if field.kind == "*":
            found |= as_json(value)
        elif field.written:
            found[field.name] = _plain(value, field.written.strip("{}[]?"))
        else:
            value = value if field.digits is None else round(value, field.digits)
            found[field.name] = value if type(value) in _AS_THEY_ARE else _plain(value)
    return found


def _at(record: object, path: tuple[str, ...]) -> Any:
    if path == ("SCHEMA",):
        return SCHEMA
    value: Any = record
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else getattr(value, name)
        value = value() if callable(value) else value
    return value


def _plain(value: Any, row: str = "") -> Any:
    """A value as JSON can hold it; `row`: the one by which its records are written."""
    if isinstance(value, Outcome):
        return value.name
    if isinstance(value, Enum) and not isinstance(value, (Suit, Rank)):
        return value.value
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, (Card, Hand)):
        return str(value)
    if isinstance(value, (Suit, Rank)):
        return value.letter
    if isinstance(value, Fraction):
        return plain_number(value)
    several = isinstance(value, (Mapping, tuple, list))
    if _row_of(type(value)) or (row and not several):
        return as_json(value, row)
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {str(_plain(key)): _plain(each, row) for key, each in value.items()}
    return [_plain(each, row) for each in value] if several else value


_AS_THEY_ARE = (bool, float, int, str, type(None))
_ROWS: dict[type, str] = {}


def _row_of(kind: type) -> str:
    """The row of this class, or of that it is made from; empty where there is none."""
    if kind not in _ROWS:
        _ROWS[kind] = next((k.__name__ for k in kind.__mro__ if k.__name__ in NAMES), "")
    return _ROWS[kind]
