"""Covering plans: few settings of a game in which every three values of its options meet.

A wrong answer that takes two or three rare options together is found by testing each option by
itself only by luck. The plan is built greedily: every row begins with three values that have not
met, and takes the value of each other option that brings most new triples together.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from itertools import combinations, product

from solver.base.errors import OptionError
from solver.game.variants import Variant

SETS = ((), (2,), (12,), (1, 2, 12), (2, 3, 4))
"""Values tried of an option that is a set of trick numbers (no_collect)."""

Row = dict[str, object]
Group = frozenset[tuple[str, object]]


def choices(variant: Variant) -> dict[str, tuple[object, ...]]:
    """The options that matter while cards are played, with the values that a plan brings together.

    The way of making trump in dehla pakad is left out: its other value is another game.
    """
    return {
        name: tuple(map(frozenset, SETS)) if spec.many else tuple(spec.values)
        for name, spec in variant.options.items()
        if spec.scope == "play" and name not in ("dehla_trump", "given_suit")
    }


def variant_of_row(variant: Variant, row: Mapping[str, object]) -> Variant | None:
    """The game under these settings, None when they exclude each other."""
    try:
        return variant.with_options(**row)
    except OptionError:
        return None


@cache
def plan(variant: Variant, strength: int = 3) -> tuple[Variant, ...]:
    """Settings of the game in which every `strength` values that can meet do meet."""
    values = choices(variant)
    strength = min(strength, len(values))
    rng = random.Random(f"covering {variant}")
    missing: dict[Group, None] = {}
    for names in combinations(sorted(values), strength):
        for chosen in product(*(values[name] for name in names)):
            missing[frozenset(zip(names, chosen, strict=True))] = None
    rows: list[Variant] = []
    while missing:
        wanted = next(iter(missing))
        row = with_needs(variant, dict(wanted))
        if row is None or variant_of_row(variant, row) is None:
            del missing[wanted]  # these values cannot meet
            continue
        longer = dict(row)
        for name in rng.sample(sorted(values), len(values)):
            if name not in longer:
                tried = rng.sample(values[name], len(values[name]))
                longer[name] = max(
                    tried, key=lambda v, n=name: gain(missing, longer, n, v, strength)
                )  # type: ignore[misc]
        drop_unneeded(variant, longer, row)
        if variant_of_row(variant, longer) is None:
            longer = row
        made = variant_of_row(variant, longer)
        assert made is not None
        rows.append(made)
        whole = {name: made.settings[name] for name in values}
        for met in combinations(whole.items(), strength):
            missing.pop(frozenset(met), None)
        missing.pop(wanted, None)
    return tuple(rows)


def gain(missing: Mapping[Group, None], row: Row, name: str, value: object, strength: int) -> int:
    """How many groups that have not met yet this value brings together."""
    others = combinations(row.items(), strength - 1)
    return sum(frozenset((*group, (name, value))) in missing for group in others)


def with_needs(variant: Variant, row: Row) -> Row | None:
    """The row with the settings its options need; None when it has other ones."""
    for name in list(row):
        needs = variant.options[name].needs
        if needs is None or row[name] == variant.options[name].default:
            continue
        if row.setdefault(*needs) != needs[1]:
            return None
    return row


def drop_unneeded(variant: Variant, row: Row, kept: Row) -> None:
    """Takes back settings that do not apply without another one."""
    for name in list(row):
        needs = variant.options[name].needs
        if needs is not None and name not in kept and row.get(needs[0]) != needs[1]:
            del row[name]
