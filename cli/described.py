"""Games and houses as JSON: their names, what they are, and all their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver import Variant
    from solver.game.house_rules import House
    from solver.game.options import OptionSpec


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
