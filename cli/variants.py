"""`hakem variants`: the games that are known, their other names, and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import Json, as_usage
from .output import emit_json, show

if TYPE_CHECKING:
    from solver import Variant


def variants(
    name: Annotated[
        list[str] | None, typer.Argument(help="One game by any of its names; all if not given.")
    ] = None,
    json: Json = False,
) -> None:
    """List the games, or describe one with all its options."""
    from solver import VARIANTS, find_variant

    if name:
        with as_usage():
            chosen = [find_variant(" ".join(name))]
    else:
        chosen = list(VARIANTS)
    if json:
        emit_json({"variants": [described(variant) for variant in chosen]})
        return
    from solver.views import variant_card, variant_list

    show(*(variant_card(chosen[0]) if name else variant_list(chosen)))


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
        "options": {
            option.name: {
                "values": list(option.values),
                "many": option.many,
                "default": _plain(option.default),
                "scope": option.scope,
                "text": option.text,
                "source": option.source,
            }
            for option in variant.options.values()
        },
        "settings": variant.plain_settings(),
    }


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value
