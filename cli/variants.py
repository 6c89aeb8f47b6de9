"""`hakem variants`: the games that are known, their other names, and their options."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from .arguments import Json
from .described import described, described_house
from .failures import as_usage
from .output import emit_json, show


def variants(
    name: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME", help="One game or house by any of its names; all if not given."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List the games, houses and presets, or describe one with all its options."""
    from solver import VARIANTS
    from solver.game.house_rules import HOUSES, find_rules, house_named
    from solver.game.variants import PRESET_TEXTS

    word = " ".join(name or ())
    if name:
        with as_usage():
            chosen = [find_rules(word)[1]]
    else:
        chosen = list(VARIANTS)
    house = house_named(word)
    if json:
        houses = [] if name and house is None else HOUSES if house is None else [house]
        answer: dict[str, Any] = {
            "variants": [described(variant) for variant in chosen],
            "houses": [described_house(each) for each in houses],
        }
        if not name:
            answer["presets"] = dict(PRESET_TEXTS)
        emit_json(answer)
        return
    from solver.views.variants import house_card, variant_card, variant_list

    if not name:
        show(*variant_list(chosen))
    else:
        show(*variant_card(chosen[0], house), *(["", *house_card(house)] if house else []))
