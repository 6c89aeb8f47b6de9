"""House rules: how a country or a table plays a game, by the options around the play.

A `House` is a preset (Iran, Netherlands ...) with the value of every option that a house sets. None
of them affects the search; the options stand in `variants.py` beside those of the games, and what a
house and a game share (such as the direction) the game gets from the house: `House.applied_to`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from ..errors import OptionError, shown
from .options import OptionSpec, Settings, Value, show_value
from .scoring import Scoring
from .variants import HOUSE_OPTIONS, Variant


def find_house_option(name: str) -> OptionSpec:
    """The option of a house of that name; OptionError with the nearest name otherwise."""
    for option in HOUSE_OPTIONS:
        if option.is_called(name):
            return option
    near = get_close_matches(name.strip().lower(), [option.name for option in HOUSE_OPTIONS], 1)
    hint = f"did you mean {near[0]}?" if near else "`hakem variants iran` lists them"
    raise OptionError(f"a house has no option {shown(name.strip())}: {hint}")


@dataclass(frozen=True, slots=True)
class House:
    """A set of house rules: the name of a preset and the value of every option.

    `house["goon_value"]` reads an option; `with_options` and `set` return a changed copy. `play`
    holds options of the variant alone that this house sets (such as `stop_rule`), `scoring` the
    name of its usual scoring.
    """

    name: str
    title: str
    game: str
    scoring: str
    settings: Mapping[str, Value] = field(default_factory=Settings)
    play: Mapping[str, Value] = field(default_factory=Settings)

    def __post_init__(self) -> None:
        full = {option.name: option.default for option in HOUSE_OPTIONS}
        for name, value in self.settings.items():
            option = find_house_option(name)
            full[option.name] = option.read(value)
        object.__setattr__(self, "settings", Settings(full))
        object.__setattr__(self, "play", Settings(self.play))

    def __getitem__(self, name: str) -> Any:
        return self.settings[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.settings)

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.settings.items())))

    def with_options(self, **options: object) -> House:
        """A copy with these options; OptionError names an unknown one or a wrong value."""
        changed = {}
        for name, value in options.items():
            option = find_house_option(name)
            changed[option.name] = option.read(value)
        return replace(self, settings={**self.settings, **changed})

    def set(self, *assignments: str) -> House:
        """A copy with these `name=value` texts applied."""
        changes = {}
        for text in assignments:
            name, sign, value = text.partition("=")
            if not sign or not name.strip():
                raise OptionError(f"{shown(text)} sets nothing: expected option=value")
            changes[name.strip()] = value.strip()
        return self.with_options(**changes)

    def changed(self) -> dict[str, Value]:
        """The settings that differ from the preset of that name; all if there is no such preset."""
        base = next((house.settings for house in HOUSES if house.name == self.name), {})
        return {
            name: value
            for name, value in self.settings.items()
            if name not in base or base[name] != value
        }

    def applied_to(self, variant: Variant) -> Variant:
        """The game as this house plays it: with the house's value of every option it has.

        Left out are values that the game does not know, and options that mean nothing in it (what
        a failed bavney costs where play stops at seven tricks): they matter to the house alone.
        """
        wanted = {**self.settings, **self.play}
        for name in variant.options:
            spec = variant.options[name]
            if name not in wanted or not spec.knows(wanted[name]):
                continue
            if spec.needs is None or variant[spec.needs[0]] == spec.needs[1]:
                variant = variant.with_options(**{name: wanted[name]})
        return variant

    def __str__(self) -> str:
        words = [f"{name}={show_value(value)}" for name, value in self.changed().items()]
        return " ".join([self.name, *words])


_IR: dict[str, Value] = {"kot_swaps_partner": False, "first_caller": "first_ace"}
_NL: dict[str, Value] = {
    "kot_swaps_partner": False,
    "first_caller": "first_jack",
    "direction": "cw",
    "caller_first": True,
    "continue_fail": "simple_win",
    "partner_stop": "simple_win",
    "redeal_full13": "caller_no_KQJ",
    "capitulate_early_is_baunie": True,
}

HOUSES: tuple[House, ...] = (
    House("iran", "Hokm in Iran", "hokm", "ir", _IR, {"stop_rule": "hard7"}),
    House("netherlands", "Troefcall in the Netherlands and Suriname", "hokm", "nl", _NL),
    House("india-pakistan", "Rang in India and Pakistan", "hokm", "inpk"),
    House("points", "Court piece for points", "hokm", "points"),
    House(
        "satat",
        "Satat in Mauritius",
        "satat",
        "inpk",
        {
            "direction": "cw",
            "kot_swaps_partner": False,
            "turnup_trump": "caller_may_choose",
            "turnup_pool": "last_batch",
            "redeal_first5": "no_KQJ",
            "redeal_partner_no_trump": True,
            "exchange": True,
        },
    ),
    House("double-sar", "Double sar", "double-sar", "double_sar", {"goon_value": 3}),
    House("be-ranga", "Be-ranga double sar", "be-ranga", "double_sar", {"goon_value": 3}),
    House("dehla", "Dehla pakad", "dehla", "dehla"),
    House("three", "Hokm for three", "three", "three", {**_IR, "deal_batches": "5-4-4-4"}),
    House(
        "two",
        "Hokm for two",
        "two",
        "ir",
        {**_IR, "deal_batches": "5"},
        {"stop_rule": "hard7"},
    ),
    House("dummy", "Dummy rang", "double-sar", "dummy", {"goon_value": 3}),
    House("daba", "Daba rang", "daba", "daba", {"rotation": "every_hand"}),
    House(
        "chokri", "Chokri", "chokri", "chokri", {"rotation": "every_hand", "deal_batches": "5-3"}
    ),
)

_HOUSE_ALIASES = {
    "ir": "iran",
    "hokm": "iran",
    "nl": "netherlands",
    "troefcall": "netherlands",
    "suriname": "netherlands",
    "inpk": "india-pakistan",
    "rang": "india-pakistan",
    "rung": "india-pakistan",
    "india": "india-pakistan",
    "pakistan": "india-pakistan",
    "court piece": "india-pakistan",
    "mauritius": "satat",
    "double sir": "double-sar",
    "double rang": "double-sar",
    "beranga": "be-ranga",
    "bilanga": "be-ranga",
    "dehla pakad": "dehla",
    "chakri": "chokri",
}


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("_", " ").replace("-", " ").split())


def find_house(text: str) -> House:
    """The preset of that name in any spelling; OptionError lists the presets otherwise."""
    word = _plain(text)
    word = _plain(_HOUSE_ALIASES.get(word, word))
    for house in HOUSES:
        if word in (_plain(house.name), _plain(house.title)):
            return house
    names = ", ".join(house.name for house in HOUSES)
    raise OptionError(f"there is no house {text.strip()!r}; known are {names}")


_HOUSE_OF_FAMILY = {
    "satat": "satat", "kasiet": "satat", "heap": "double-sar", "tens": "dehla",
    "five_card_start": "dehla", "beranga": "be-ranga", "daba": "daba", "dummy": "dummy",
    "three": "three", "two": "two", "chokri": "chokri",
}  # fmt: skip
_HOUSE_OF_SCORING = {
    "ir": "iran", "nl": "netherlands", "inpk": "india-pakistan", "points": "points",
}  # fmt: skip


def usual_house(variant: Variant, scoring: Scoring | None = None) -> House:
    """The house that usually plays this game and scoring."""
    name = _HOUSE_OF_FAMILY.get(variant.family)
    if name is None:
        name = _HOUSE_OF_SCORING.get(scoring.name if scoring else "ir", "iran")
    return find_house(name)
