"""What a field of a question may be: its kind, its limits, and what it says.

The one table that requests are read with and that OpenAPI is made from. Limits are those of a
service: the command line takes more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from cli.failures import Failure
from solver.base.errors import shown
from solver.game.position import POSITION_FIELDS

__all__ = ["FIELDS", "SOLVE_FIELDS", "Field"]

LONGEST_TEXT = 2_000
LONGEST_RECORD = 1 << 20
MOST_SEED = (1 << 63) - 1


@dataclass(frozen=True)
class Field:
    """A field: `low` and `high` of a number or of the length of a text or list.

    `any` is read by what answers, as the fields of a question to `hakem solve` are; `json` is its
    JSON Schema.
    """

    kind: Literal["text", "whole", "share", "flag", "texts", "options", "any"]
    text: str
    low: float = 0
    high: float = LONGEST_TEXT
    json: Mapping[str, Any] = field(default_factory=dict)

    def read(self, name: str, value: Any) -> Any:
        """The value; a Failure where it is of another kind or out of its limits."""
        low, high = self.low, self.high
        if self.kind == "text":
            if isinstance(value, int) and not isinstance(value, bool):
                value = str(value)  # a seat, or a trick
            if not isinstance(value, str) or len(value) > high:
                raise Failure(f"{name}: expected a text of at most {high:,.0f} letters")
        elif self.kind == "whole":
            if type(value) is not int or not low <= value <= high:
                raise Failure(f"{name}: expected a whole number from {low:.0f} to {high:.0f}")
        elif self.kind == "share":
            if type(value) not in (int, float) or not low < value <= high:
                raise Failure(f"{name}: expected a number above {low:g}, {high:g} at most")
        elif self.kind == "flag" and not isinstance(value, bool):
            raise Failure(f"{name}: expected true or false, found {shown(value)}")
        elif self.kind == "texts":
            if not isinstance(value, list) or len(value) > high:
                raise Failure(f"{name}: expected a list of at most {high:.0f} texts")
            if not all(isinstance(each, str) and len(each) <= LONGEST_TEXT for each in value):
                raise Failure(f"{name}: expected a list of texts")
        elif self.kind == "options" and not isinstance(value, dict):
            raise Failure(f"{name}: expected an object, found {shown(value)}")
        return value

    def schema(self) -> dict[str, Any]:
        """The field in JSON Schema."""
        told: dict[str, Any] = {"description": self.text}
        if self.kind == "text":
            told |= {"type": ["string", "integer"], "maxLength": int(self.high)}
        elif self.kind == "whole":
            told |= {"type": "integer", "minimum": int(self.low), "maximum": int(self.high)}
        elif self.kind == "share":
            told |= {"type": "number", "exclusiveMinimum": self.low, "maximum": self.high}
        elif self.kind == "flag":
            told |= {"type": "boolean"}
        elif self.kind == "texts":
            told |= {"type": "array", "items": {"type": "string"}, "maxItems": int(self.high)}
        elif self.kind == "options":
            told |= {"type": "object"}
        else:
            told |= self.json
        return told


FIELDS = {
    "hand": Field("text", "The cards: AQ.K84.. or SA SQ HK H8 H4, x for a small card."),
    "record": Field("text", "The text of a play record (docs/match.md).", high=LONGEST_RECORD),
    "variant": Field("text", "The game, or the house that plays it, by any name."),
    "options": Field("options", "Rule options: name -> value."),
    "trump": Field("text", "The trump: S, H, D or C."),
    "give": Field("texts", "Cards a seat was dealt, as 2:SA.", high=16),
    "length": Field("texts", "Cards of a suit in a hand, as 1:H=0-2.", high=16),
    "samples": Field("whole", "Deals to solve.", 1, 100_000),
    "precision": Field("share", "Go on until intervals are no wider than this.", 0, 0.5),
    "time": Field("share", "Seconds, then the answer with what is known.", 0, 3600),
    "seed": Field("whole", "Repeats exactly this random choice.", 0, MOST_SEED),
    "node_limit": Field("whole", "Cards played in a search before its answer stays open.", 0,
                        MOST_SEED),
    "open": Field("flag", "Open-hand figures alone."),
    "judge": Field("text", "Who judges: open hands, closed ones (at the table), or both."),
    "scoring": Field("text", "A scoring by name, also with numbers: inpk target=3."),
    "score": Field("text", "The score, ours first: 5-3."),
    "target": Field("whole", "Points that win the match.", 1, 1000),
    "streak": Field("text", "Straight wins so far: 4-0."),
    "seat": Field("text", "A seat: 0 to 3 from the caller, or partner, left, right."),
    "leader": Field("text", "The seat that led first; of a question to solve a number, too."),
    "indicator": Field("text", "The card laid down for a hidden trump."),
    "at": Field("text", "Of a record: before this card, as 5.3."),
    "number": Field("whole", "Of a record: the hand, from 1 on. Of deal: how many.", 1, 10_000),
    "weigh_call": Field("flag", "Count deals as often as the caller would have called this."),
    "called": Field("text", "The trump another called, or your own to discard for."),
    "redeals": Field("whole", "Redeals there have been already.", 0, 1000),
    "quick": Field("flag", "Open hands only: no card is called a mistake."),
    "line": Field("texts", "Cards whose line of best play is wanted, as 5.3.", high=52),
    "kind": Field("text", "trump, kot, seat or card."),
    "level": Field("text", "easy, middle or hard."),
    "count": Field("whole", "Questions.", 1, 100),
    "cards": Field("whole", "Cards for each seat, for endings.", 1, 52),
    "where": Field("text", "A condition on the deals (docs/conditions.md)."),
    "limit": Field("whole", "With where: deals tried at most.", 1, 100_000),
    "caller": Field("text", "Who calls: us or them; of score a seat."),
    "hands": Field("whole", "Hands played, where a match ends by hands.", 0, 1000),
    "classes": Field("text", "How hands end: WIN_A=50,KOT_A=14,..."),
    "table": Field("flag", "Every score, both callers."),
    "result": Field("text", "A result: KOT_A, win b, kot us, 9-4."),
    "play": Field("text", "The cards played so far, in order: SA S3 S2 S5 H4."),
}  # fmt: skip
"""The fields of all questions; a field has one meaning wherever it stands."""


def _any(text: str, *kinds: str, **more: Any) -> Field:
    return Field("any", text, json={"type": list(kinds), **more})


SOLVE_FIELDS = {
    "id": Field("any", "Comes back with the answer."),
    "deal": _any("The hands from the caller on: 0:AK..2.|..A.32|...", "string", "null"),
    "hands": _any("The same as a list.", "array", "null", items={"type": "string"}),
    "trump": _any("S, H, D or C; null for none.", "string", "null"),
    "leader": _any("The seat that leads.", "integer", "null"),
    "variant": _any("The game, or the house that plays it, by any name.", "string", "null"),
    "options": _any("Rule options: name -> value.", "object", "null"),
    "ask": _any("What is wanted: class, result, value, leads, line, ... or {race: [7, 1]}.",
                "array", "null"),
    "play": _any("Cards already played, in order.", "array", "null", items={"type": "string"}),
    "player": _any("One seat stands alone against all the others.", "integer", "null"),
    "direction": _any("ccw or cw: how seats named by compass are read.", "string", "null"),
    "stock": _any("Two players: the cards still to be drawn.", "array", "null",
                  items={"type": "string"}),
    "turn": _any("Two players: who draws.", "integer", "null"),
    "indicator": _any("The card laid down for a hidden trump.", "string", "null"),
    "reserves": _any("The cards dealt later, by seat.", "array", "null",
                     items={"type": "string"}),
    "check": _any("Known answers, which are compared.", "object", "null"),
    **{
        name: Field("any", "A position later on, as Position.start takes it.")
        for name in POSITION_FIELDS if name not in ("player", "indicator", "reserves")
    },
    "schema": Field("any", "Comes with a deal, and says nothing about it."),
    "seed": Field("any", "Comes with a deal, and says nothing about it."),
    "number": Field("any", "Comes with a deal, and says nothing about it."),
    "place": Field("any", "Comes with a deal, and says nothing about it."),
    "node_limit": FIELDS["node_limit"],
}  # fmt: skip
"""The fields of a question to solve, which are those of `hakem solve --json -`."""
