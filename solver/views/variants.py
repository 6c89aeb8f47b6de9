"""Games as text: the list of them, and one with its names, options and sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..game.options import OptionSpec
from ..game.variants import PRESETS, Variant
from .parts import plain_table


def variant_list(variants: Sequence[Variant]) -> list[RenderableType]:
    """One row for each game."""
    table = plain_table("name", "game", "seats", "cards", "counts", left=2)
    table.columns[1].no_wrap = False
    for variant in variants:
        table.add_row(
            variant.name, variant.title, str(variant.seats), str(variant.cards_per_hand),
            variant.points,
        )  # fmt: skip
    grid = Table.grid()
    grid.add_row("\n`hakem variants NAME` shows other names and options of a game.")
    grid.add_row("Presets: " + ", ".join(PRESETS))
    return [table, grid]


def variant_card(variant: Variant) -> list[RenderableType]:
    """A game with its names and options."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    for name, value in (
        ("also called", ", ".join(variant.aliases)),
        ("rules", variant.text),
        ("counts", variant.value_text),
        ("seats", f"{variant.seats}, {variant.cards_per_hand} cards each"),
        ("sources", variant.source),
    ):
        if value:
            facts.add_row(name, value)
    options = Table.grid(padding=(0, 2))
    options.add_column(no_wrap=True)
    options.add_column()
    for option in variant.options.values():
        setting = variant.settings[option.name]
        options.add_row(
            Text(option.name, style="bold"),
            Text.assemble(
                option.expected, (_stands(option, setting), "cyan"), "\n",
                (f"{option.text} ({option.scope}; {option.source})", "dim"),
            ),
        )  # fmt: skip
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


def _stands(option: OptionSpec, setting: Any) -> str:
    """The default, and the value that a preset sets."""
    said = f"   default {_setting(option.default)}"
    return said if setting == option.default else f"{said}, here {_setting(setting)}"


def _setting(value: Any) -> str:
    if isinstance(value, frozenset):
        return ",".join(map(str, sorted(value))) or "none"
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
