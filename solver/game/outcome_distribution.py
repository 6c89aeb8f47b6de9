"""Outcome distributions as text: `WIN_A=50,KOT_A=14,...`, JSON counts, or the answer of a study."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from ..base.errors import HakemError, MatchError, shown
from ..base.outcomes import Outcome, parse_outcome

Number = int | float | Fraction
OutcomeDistribution = Mapping[Outcome, Number]
"""Weights of the outcome classes: counts or probabilities."""
Worth = Callable[[Outcome], Number]
"""What a class is worth, for side A."""
_NUMBER = re.compile(r"[0-9]{1,12}(\.[0-9]{1,12})?%?|[0-9]{1,9}/[1-9][0-9]{0,8}", re.ASCII)


def parse_outcome_distribution(text: str) -> dict[Outcome, Number]:
    """Read `WIN_A=50,KOT_A=14,WIN_B=30,KOT_B=6`: counts, shares, percents or fractions.

    They need not add up to one.  MatchError names the word that is wrong.
    """
    outcomes: dict[Outcome, Number] = {}
    for word in re.split(r"[\s,;]+", text.strip()):
        name, sign, value = word.partition("=")
        if not sign or not _NUMBER.fullmatch(value):
            raise MatchError(f"{shown(word)}: expected a class and its weight, such as KOT_A=14")
        outcome = parse_outcome(name)
        if outcome in outcomes:
            raise MatchError(f"the class {outcome.name} comes twice")
        outcomes[outcome] = Fraction(value.rstrip("%"))
    return outcomes


def outcome_distribution_from_json(
    text: str,
) -> tuple[dict[Outcome, Number], dict[str, dict[Outcome, Number]]]:
    """(the distribution, those of several calls by name) from JSON text.

    Either `{"WIN_A": 50, ...}`, the same under `counts`, `shares` or `classes`, or the answer of
    `hakem trump --json`, whose suits are then the calls (and the distribution is that of the best):
    as they come at the table, where the answer tells that.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise MatchError("this is no JSON object with class counts") from None
    if not isinstance(found, dict):
        raise MatchError("this is no JSON object with class counts")
    closed = found.get("closed")
    if isinstance(closed, dict) and closed:
        found = next(iter(closed.values()))
        if not isinstance(found, dict):
            raise MatchError("what closed hands say of the calls is no JSON object")
    if isinstance(found.get("trumps"), dict):
        calls = {}
        for suit, entry in found["trumps"].items():
            if not isinstance(entry, dict):
                raise MatchError(f"trump {shown(suit)} has no class counts")
            calls[str(suit)] = _mapping(entry.get("shares", entry.get("counts")))
        best = found.get("best")
        if not calls or best not in calls:
            raise MatchError("the study names no best trump among its trumps")
        return calls[best], calls
    for key in ("counts", "shares", "classes"):
        if key in found:
            return _mapping(found[key]), {}
    if "schema" in found:
        raise MatchError(
            "this answer does not say how hands end: expected that of `hakem trump --json`, or "
            'counts such as {"WIN_A": 50, "WIN_B": 50}'
        )
    return _mapping(found), {}


def _mapping(value: Any) -> dict[Outcome, Number]:
    if not isinstance(value, dict):
        raise MatchError('the class counts are no object such as {"WIN_A": 50}')
    outcomes: dict[Outcome, Number] = {}
    for name, weight in value.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float):
            raise MatchError(f"the weight of {shown(name)} is no number")
        if not 0 <= weight < 1e15:
            raise MatchError(f"the weight of {shown(name)} must be 0 or more")
        try:
            outcomes[parse_outcome(name)] = weight
        except HakemError as fault:
            raise MatchError(str(fault)) from None
    return outcomes


def distribution(weights: Mapping[Outcome, Number]) -> Mapping[Outcome, Number]:
    """Weights (counts or probabilities) as probabilities that add up to one.

    Whole numbers give exact fractions.  MatchError for a negative weight or a sum of zero.
    """
    if any(weight < 0 for weight in weights.values()):
        raise MatchError("a class has a negative weight")
    total = sum(weights.values())
    if not total > 0 or total != total or total == float("inf"):
        raise MatchError("the class weights must add up to more than zero")
    if all(isinstance(weight, int | Fraction) for weight in weights.values()):
        return MappingProxyType({o: Fraction(w) / Fraction(total) for o, w in weights.items() if w})
    return MappingProxyType({o: float(w) / float(total) for o, w in weights.items() if w})


def value_of(outcomes: OutcomeDistribution, worth: Worth) -> Number:
    """The mean worth of a distribution over classes."""
    total: Number = 0
    for outcome, share in distribution(outcomes).items():
        total += share * worth(outcome)
    return total
