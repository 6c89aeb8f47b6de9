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

from ..base.errors import OptionError, VariantError, need, shown
from .option_tables import HOUSE_OPTIONS
from .options import OptionSpec, Settings, Value, assignment, plain_text, show_value
from .scoring import Scoring, find_scoring
from .variants import SPELLINGS, VARIANTS, Variant, find_variant, nearest

__all__ = [
    "HOUSES",
    "House",
    "call_scoring",
    "find_house",
    "find_rules",
    "house_aliases",
    "house_named",
    "set_options",
    "table_options",
    "usual_house",
]


_BY_NAME = {option.name: option for option in HOUSE_OPTIONS}


def find_house_option(name: str) -> OptionSpec:
    """The option of a house of that name; OptionError with the nearest name otherwise."""
    if (named := _BY_NAME.get(name)) is not None:
        return named
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

    def with_options(self, /, **options: object) -> House:
        """A copy with these options; OptionError names an unknown one or a wrong value."""
        changed = {}
        for name, value in options.items():
            option = find_house_option(name)
            changed[option.name] = option.read(value)
        return replace(self, settings={**self.settings, **changed})

    def set(self, *assignments: str) -> House:
        """A copy with these `name=value` texts applied."""
        return self.with_options(**dict(map(assignment, assignments)))

    def changed(self) -> dict[str, Value]:
        """The settings that differ from the preset of that name; all if there is no such preset."""
        base = next((house.settings for house in HOUSES if house.name == self.name), {})
        return {
            name: value
            for name, value in self.settings.items()
            if name not in base or base[name] != value
        }

    def scored(self, scoring: Scoring | None = None) -> Scoring:
        """The scoring as this house plays it, with its goon value: its usual one, or another."""
        if scoring is None:
            scoring = find_scoring(self.scoring)
        return scoring.with_goon(int(self["goon_value"]))

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

    def __repr__(self) -> str:
        options = [f"{name}={show_value(value)}" for name, value in self.changed().items()]
        changed = f".set({', '.join(map(repr, options))})" if options else ""
        return f"find_house({self.name!r}){changed}"


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
    House("dummy", "Dummy rang", "dummy", "dummy", {"goon_value": 3}),
    House("daba", "Daba rang", "daba", "daba", {"rotation": "every_hand"}),
    House(
        "chokri", "Chokri", "chokri", "chokri", {"rotation": "every_hand", "deal_batches": "5-3"}
    ),
)

_HOUSE_ALIASES: dict[str, tuple[str, ...]] = {
    "iran": ("ir", "hokm iran", "hokm irani"),
    "netherlands": (
        "nl", "troefcall", "troef call", "troefkal", "troefkaal", "suriname", "nederland",
    ),
    "india-pakistan": (
        "inpk", "rang", "rung", "india", "pakistan", "court piece", "court pees", "court",
        "coat piece", "coat pees", "coat", "cote piece", "kot piece", "kot pees", "single sar",
        "single sir", "single rang", "single rung", "rang khula", "khula rang", "band rang khula",
        "hukum", "hukm", "رنگ",
    ),
    "satat": ("mauritius",),
    "double-sar": ("double sir", "double rang"),
    "be-ranga": ("beranga", "bilanga"),
    "dehla": ("dehla pakad",),
    "chokri": ("chakri",),
}  # fmt: skip
_HOUSE_BY_NAME: dict[str, House] = {}
_HOUSE_SPELLINGS: dict[str, str] = {}
for _house in HOUSES:
    for _name in (_house.name, _house.title, *_HOUSE_ALIASES.get(_house.name, ())):
        _HOUSE_BY_NAME[plain_text(_name)] = _house
        _HOUSE_SPELLINGS[plain_text(_name)] = _name


def house_aliases(house: House) -> tuple[str, ...]:
    """Other names of a house."""
    return _HOUSE_ALIASES.get(house.name, ())


def find_house(text: str) -> House:
    """The preset of that name in any spelling; OptionError lists the presets otherwise.

    `hokm`, where a house is asked for, is the game as it is played in Iran.
    """
    need(text, str, "names no house: expected a text such as iran", OptionError)
    word = plain_text(text)
    found = _HOUSE_BY_NAME.get("iran" if word == "hokm" else word)
    if found is not None:
        return found
    names = ", ".join(house.name for house in HOUSES)
    raise OptionError(f"there is no house {shown(text.strip())}: known are {names}")


def house_named(text: str) -> House | None:
    """The house of this name, or None where it is only the name of a game, or none."""
    return _HOUSE_BY_NAME.get(plain_text(text))


def find_rules(text: str, scoring: Scoring | None = None) -> tuple[House, Variant]:
    """The house rules and the game that a name means, be it the name of a game or of a house.

    The name of a game (`hokm`, `double_sar`, `DS_PK3`) is that game with the table options of the
    house that usually plays it, under this `scoring` if one is given. The name of a house (`iran`,
    `rung`, `troefcall`) is that house with the game as it plays it, whatever the scoring.
    VariantError names the nearest name, or lists them.
    """
    if not isinstance(text, str):
        raise VariantError(f"{shown(text)} names no game: expected a text such as hokm")
    house = house_named(text)
    if house is not None:
        return house, house.applied_to(find_variant(house.game))
    if plain_text(text) in SPELLINGS:
        variant = find_variant(text)
        return replace(usual_house(variant, scoring), play={}), variant
    houses = {
        plain: (name, find_variant(_HOUSE_BY_NAME[plain].game))
        for plain, name in _HOUSE_SPELLINGS.items()
    }
    near = nearest(text, {**SPELLINGS, **houses})
    hint = f"did you mean {near}?" if near else "`hakem variants` lists them"
    raise VariantError(f"there is no game or house {shown(text)}: {hint}")


def set_options(house: House, variant: Variant, *assignments: str) -> tuple[House, Variant]:
    """House and game after these `name=value` texts, each applied wherever the option is known."""
    for text in assignments:
        name, _ = assignment(text)
        of_house = any(option.is_called(name) for option in HOUSE_OPTIONS)
        of_game = any(option.is_called(name) for option in variant.options.values())
        if not of_house and not of_game:
            names = [*variant.options, *(option.name for option in HOUSE_OPTIONS)]
            near = get_close_matches(name.lower(), names, 1)
            hint = f"did you mean {near[0]}?" if near else (
                f"its options are {', '.join(variant.options)}; "
                f"`hakem variants {house.name}` lists those of the table, too"
            )  # fmt: skip
            raise OptionError(f"{variant.name} has no option {shown(name)}: {hint}")
        if of_house:
            house = house.set(text)
        if of_game:
            variant = variant.set(text)
    return house, variant


_ONLY_IN = {
    "exchange": "satat", "pass_which_trump": "satat", "pass_highest_tie": "satat",
    "void_check": "satat", "daba_bids": "daba", "three_next": "three",
}  # fmt: skip
"""Options of the table that belong to one game."""


def table_options(house: House) -> tuple[OptionSpec, ...]:
    """The options of the table that touch the game of this house, without those of the game itself.

    One that belongs to another game is among them where the house has set it all the same.
    """
    shared = {name for variant in VARIANTS for name in variant.options}
    return tuple(
        option
        for option in HOUSE_OPTIONS
        if option.name not in shared
        and (
            _ONLY_IN.get(option.name, house.game) == house.game
            or house[option.name] != option.default
        )
    )


_HOUSE_OF_FAMILY = {
    "satat": "satat", "kasiet": "satat", "heap": "double-sar", "tens": "dehla",
    "five_card_start": "dehla", "beranga": "be-ranga", "daba": "daba", "dummy": "dummy",
    "three": "three", "two": "two", "chokri": "chokri",
}  # fmt: skip


def usual_house(variant: Variant, scoring: Scoring | None = None) -> House:
    """The house that usually plays this game and scoring, with the options that the game sets."""
    name = _HOUSE_OF_FAMILY.get(variant.family)
    if name is not None:
        house = find_house(name)
    else:
        houses = [house for house in HOUSES if house.game == "hokm"]
        usual = (house for house in houses if scoring and house.scoring == scoring.name)
        house = next(usual, houses[0])
    shared = {name: variant[name] for name in variant.changed if name in house.settings}
    return house.with_options(**shared) if shared else house


_BY_CLASS = {"dummy": "double_sar", "chokri": "chokri_majority", "daba": "ir"}


def call_scoring(house: House) -> Scoring:
    """The scoring by which a call is judged in this house: its own, with its goon value.

    Where that one counts bids or single tricks, it is the nearest one that counts classes.
    """
    scoring = find_scoring(house.scoring)
    return house.scored(scoring if scoring.by_class else find_scoring(_BY_CLASS[scoring.name]))
