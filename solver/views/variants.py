"""Games as text: the list of them, and one with its names, options and sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..game.house_rules import (
    HOUSES,
    House,
    call_scoring,
    house_aliases,
    table_options,
    usual_house,
)
from ..game.options import OptionSpec, show_value
from ..game.scoring import find_scoring
from ..game.variants import PRESET_TEXTS, PRESETS, Variant, find_variant
from .parts import Figures, FirstThatFits, plain_table

__all__ = ["house_card", "variant_card", "variant_list"]


def variant_list(variants: Sequence[Variant]) -> list[RenderableType]:
    """One row for each game, each house and each preset."""
    games = plain_table("name", "game", "seats", "cards", "counts", left=2, wrap=["game"])
    named = _two_columns("name", "game")
    for variant in variants:
        seats, cards = str(variant.seats), str(variant.cards_per_hand)
        games.add_row(variant.name, variant.title, seats, cards, variant.points)
        named.add_row(variant.name, variant.title)
    houses = plain_table("house", "game", "scoring", "also called", left=4, wrap=["also called"])
    played = _two_columns("house", "game, scoring")
    for house in HOUSES:
        game, scoring = find_variant(house.game).name, find_scoring(house.scoring).title
        houses.add_row(house.name, game, scoring, ", ".join(house_aliases(house)[:6]))
        played.add_row(house.name, f"{game}, {scoring}")
    presets = _two_columns("preset", "game, and what it changes")
    for name, preset in PRESETS.items():
        presets.add_row(name, f"{preset.name}: {PRESET_TEXTS[name]}")
    hint = "`hakem variants NAME` shows other names and options of a game or house."
    return [
        FirstThatFits(games, named, least=60), "", FirstThatFits(houses, played, least=75), "",
        presets, "", Text(hint, "dim"),
    ]  # fmt: skip


def _two_columns(name: str, text: str) -> Figures:
    """A table of names with a text that is wrapped."""
    return plain_table(name, text, left=2, wrap=[text])


def house_card(house: House) -> list[RenderableType]:
    """A house with its game, its scoring and its options; those it sets itself come first.

    Left out are the options of other games, and those that the card of its game shows.
    """
    scoring = house.scored()
    game = house.applied_to(find_variant(house.game))
    facts = _facts(
        ("also called", ", ".join(house_aliases(house))),
        ("game", f"{game} ({game.title})"),
        ("scoring", str(scoring)),
    )
    touching = table_options(house)
    ranked = sorted(touching, key=lambda option: house[option.name] == option.default)
    options = _options((option, house[option.name]) for option in ranked)
    return [
        Text.assemble((house.name, "bold"), "  ", house.title), "", facts, "",
        Text("Options of the house, set with --set NAME=VALUE", "dim"), options,
    ]  # fmt: skip


def variant_card(variant: Variant, house: House | None = None) -> list[RenderableType]:
    """A game with its names and options, scored as in this house or in its usual one."""
    house = house or usual_house(variant)
    facts = _facts(
        ("also called", ", ".join(variant.aliases)),
        ("rules", variant.text),
        ("counts", variant.value_text),
        ("seats", f"{variant.seats}, {variant.cards_per_hand} cards each"),
        ("scored", f"{call_scoring(house)}; more: `hakem variants {house.name}`"),
        ("sources", variant.source),
    )
    options = _options((option, variant[option.name]) for option in variant.options.values())
    heading = Text.assemble((variant.label, "bold"), "  ", variant.title)
    legend = Table.grid(padding=(0, 2))
    legend.add_column(style="dim", no_wrap=True)
    legend.add_column(style="dim")
    for key, source in variant.sources.items():
        legend.add_row(key, source)
    return [
        heading, "", facts, "", Text("Options, set with --set NAME=VALUE", "dim"), options, "",
        Text("Sources", "dim"), legend,
    ]  # fmt: skip


def _facts(*pairs: tuple[str, str]) -> Table:
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    for name, value in pairs:
        if value:
            facts.add_row(name, value)
    return facts


def _options(settings: Iterable[tuple[OptionSpec, Any]]) -> RenderableType:
    """The options with their values; in a narrow terminal each begins with a line for its name."""
    wide, narrow = Table.grid(padding=(0, 2)), Table.grid()
    wide.add_column(no_wrap=True)
    for option, setting in settings:
        name = Text(option.name, style="bold")
        said = Text.assemble(
            option.expected, (_stands(option, setting), "cyan"), "\n",
            (f"{option.text} ({option.scope}; {option.source})", "dim"),
        )  # fmt: skip
        wide.add_row(name, said)
        narrow.add_row(Text.assemble(name, "\n", said))
    return FirstThatFits(wide, narrow, least=60)


def _stands(option: OptionSpec, setting: Any) -> str:
    """The default, and the value that a preset sets."""
    said = f"   default {show_value(option.default)}"
    return said if setting == option.default else f"{said}, here {show_value(setting)}"
