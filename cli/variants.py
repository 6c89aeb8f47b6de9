"""`hakem variants`: the games that are known, their other names, and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import Json, as_usage
from .output import emit_json, show

if TYPE_CHECKING:
    from solver import Variant
    from solver.game.house_rules import House
    from solver.game.options import OptionSpec


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


def described(variant: Variant) -> dict[str, Any]:
    """A variant as JSON: its names and its options."""
    return {
        "name": variant.name,
        "title": variant.title,
        "family": variant.family,
        "aliases": list(variant.aliases),
        "seats": variant.seats,
        "cards_per_hand": variant.cards_per_hand,
        "points": variant.points,
        "text": variant.text,
        "value": variant.value_text,
        "source": variant.source,
        "sources": variant.sources,
        "options": {option.name: _option(option) for option in variant.options.values()},
        "settings": variant.plain_settings(),
    }


def described_house(house: House) -> dict[str, Any]:
    """A house as JSON: its names, its game and scoring, and its options."""
    from solver.game.house_rules import house_aliases
    from solver.game.option_tables import HOUSE_OPTIONS
    from solver.game.variants import find_variant

    return {
        "name": house.name,
        "title": house.title,
        "aliases": list(house_aliases(house)),
        "variant": find_variant(house.game).name,
        "scoring": house.scored().to_dict(),
        "options": {option.name: _option(option) for option in HOUSE_OPTIONS},
        "settings": dict(house.settings),
    }


def _option(option: OptionSpec) -> dict[str, Any]:
    described = {
        "values": list(option.values),
        "many": option.many,
        "default": _plain(option.default),
        "scope": option.scope,
        "text": option.text,
        "source": option.source,
    }
    if option.low <= option.high:
        described["numbers"] = [option.low, option.high]
    return described


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value
