"""Variants: every game as a frozen record of its options, with aliases, sources and presets.

Option names, values and defaults are those of the rules digest; the first value is the default.
An option's scope says what it touches: `play` changes what the solver answers, `deal` is settled
before the first lead, `score` after the last trick. How cards are played lives in rules.py.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from .errors import OptionError, VariantError, shown

__all__ = [
    "HOKM",
    "PRESETS",
    "VARIANTS",
    "OptionSpec",
    "Settings",
    "Value",
    "Variant",
    "find_variant",
]

Value = bool | int | str | frozenset[int]
"""What an option can be set to; a frozenset is a set of trick numbers."""

Family = Literal[
    "plain",
    "satat",
    "kasiet",
    "heap",
    "tens",
    "beranga",
    "five_card_start",
    "hidden",
    "daba",
    "dummy",
    "three",
    "two",
    "chokri",
]

_YES = {"on", "true", "yes", "1"}
_NO = {"off", "false", "no", "0"}


def plain_text(text: str) -> str:
    """A spelling without case, accents, blanks and punctuation: what names are compared by."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in letters if c.isalnum())


def show_value(value: Value) -> str:
    """An option's value as it is written after `--set NAME=`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, frozenset):
        return ",".join(map(str, sorted(value))) or "none"
    return str(value)


class Settings(Mapping[str, Any]):
    """An unchangeable mapping from option name to value; it can be hashed and pickled."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any] | Iterable[tuple[str, Any]] = ()) -> None:
        self._values = dict(values)

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return f"Settings({self._values!r})"


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One rule option: its values, its default, what it does and who says so.

    With `many` the value is a set whose members are `values`; otherwise it is one of `values`.
    """

    name: str
    values: tuple[Value, ...]
    default: Value
    source: str
    text: str
    scope: Literal["play", "deal", "score"] = "play"
    many: bool = False

    @property
    def expected(self) -> str:
        """The allowed values, for people."""
        if self.many:
            return f"none, or numbers from {self.values[0]} to {self.values[-1]} such as 2,12"
        return " or ".join(show_value(v) for v in self.values)

    def read(self, value: object) -> Value:
        """The value meant by a text, number, truth value or list; OptionError if there is none."""
        found = self._read_set(value) if self.many else self._read_one(value)
        if found is None:
            raise OptionError(
                f"option {self.name} cannot be {shown(value)}: expected {self.expected}"
            )
        return found

    def _read_one(self, value: object) -> Value | None:
        if isinstance(value, str):
            wanted = plain_text(value)
            for known in self.values:
                if isinstance(known, bool):
                    if wanted in (_YES if known else _NO):
                        return known
                elif plain_text(str(known)) == wanted:
                    return known
            return None
        for known in self.values:
            if type(known) is type(value) and known == value:
                return known
        return None

    def _read_set(self, value: object) -> Value | None:
        members: list[object]
        if isinstance(value, str):
            if value.strip(" {}()[]").lower() in ("", "none", "off"):
                return frozenset()
            if not re.fullmatch(r"[\s{(\[]*\d{1,3}([\s,;+]+\d{1,3})*[\s})\]]*", value, re.ASCII):
                return None
            members = [int(n) for n in re.findall(r"[0-9]+", value)]
        elif isinstance(value, int) and not isinstance(value, bool):
            members = [value]
        elif isinstance(value, (frozenset, set, list, tuple)):
            members = list(value)
        else:
            return None
        if all(type(m) is int and m in self.values for m in members):
            return frozenset(m for m in members if isinstance(m, int))
        return None


@dataclass(frozen=True, slots=True)
class Variant:
    """A game: its name, its seats and cards, and the settings of all its options.

    Two variants are equal when name and settings are. `settings` always holds every option of
    `options`, resolved. `points` says what is counted for a side: "tricks" or "tens".
    """

    name: str
    title: str = field(compare=False)
    family: Family = field(compare=False)
    aliases: tuple[str, ...] = field(compare=False)
    seats: int = field(compare=False)
    cards_per_hand: int = field(compare=False)
    points: Literal["tricks", "tens"] = field(compare=False)
    options: Mapping[str, OptionSpec] = field(compare=False, repr=False)
    settings: Settings = field(default_factory=Settings)
    text: str = field(default="", compare=False, repr=False)
    value_text: str = field(default="", compare=False, repr=False)
    source: str = field(default="", compare=False, repr=False)

    def __getitem__(self, option: str) -> Any:
        """The setting of an option; KeyError when this game has no such option."""
        return self.settings[option]

    def get(self, option: str, default: Any = None) -> Any:
        """The setting of an option, or `default` when this game has no such option."""
        return self.settings.get(option, default)

    def with_options(self, **changes: object) -> Variant:
        """The same game with these options changed.

        Values may be given as text. Raises OptionError naming an option this game does not know,
        a value the option does not take, or settings that exclude each other.
        """
        settings = dict(self.settings)
        for key, value in changes.items():
            spec = self._option(key)
            settings[spec.name] = spec.read(value)
        variant = replace(self, settings=Settings(settings))
        faults = _contradictions(variant)
        if faults:
            raise OptionError(f"{self.name}: {'; '.join(faults)}")
        return variant

    def set(self, assignment: str) -> Variant:
        """The same game after one `name=value`; OptionError as in `with_options`."""
        name, equals, value = assignment.partition("=")
        if not equals or not name.strip():
            raise OptionError(f"{shown(assignment)} sets nothing: expected option=value")
        return self.with_options(**{name.strip(): value.strip()})

    def _option(self, key: str) -> OptionSpec:
        wanted = plain_text(key)
        for spec in self.options.values():
            if plain_text(spec.name) == wanted:
                return spec
        known = ", ".join(self.options) or "none"
        raise OptionError(f"{self.name} has no option {shown(key)}: its options are {known}")

    @property
    def changed(self) -> dict[str, Value]:
        """The settings that differ from this game's defaults."""
        return {
            name: self.settings[name]
            for name, spec in self.options.items()
            if self.settings[name] != spec.default
        }

    @property
    def label(self) -> str:
        """The name of the preset with these settings, or the name and what was changed."""
        for name, preset in PRESETS.items():
            if preset == self:
                return name
        words = [f"{name}={show_value(value)}" for name, value in self.changed.items()]
        return " ".join([self.name, *words])

    def plain_settings(self) -> dict[str, bool | int | str | list[int]]:
        """The settings as JSON can hold them: sets become sorted lists."""
        return {
            name: sorted(value) if isinstance(value, frozenset) else value
            for name, value in self.settings.items()
        }

    def __str__(self) -> str:
        return self.label

    def __reduce__(self) -> tuple[Any, ...]:
        # Texts and option tables are the same everywhere: only what can differ travels.
        return _restore, (self.name, dict(self.settings))


def _restore(name: str, settings: dict[str, Value]) -> Variant:
    base = next(v for v in VARIANTS if v.name == name)
    return replace(base, settings=Settings(settings))


def _contradictions(variant: Variant) -> list[str]:
    """Settings that are each allowed but make no game together."""
    return []


def _variant(
    name: str,
    title: str,
    family: Family,
    aliases: tuple[str, ...],
    options: tuple[OptionSpec, ...],
    *,
    seats: int = 4,
    cards: int = 13,
    points: Literal["tricks", "tens"] = "tricks",
    text: str,
    value_text: str,
    source: str,
) -> Variant:
    table = {spec.name: spec for spec in options}
    return Variant(
        name,
        title,
        family,
        aliases,
        seats,
        cards,
        points,
        Settings(table),
        Settings({spec.name: spec.default for spec in options}),
        text,
        value_text,
        source,
    )


# Options ---------------------------------------------------------------------------------------

STOP_RULE = OptionSpec(
    "stop_rule",
    ("may_continue", "hard7"),
    "may_continue",
    "W10; Iran: BIA, WUM",
    "a side standing at 7-0 may go on for all thirteen, or play ends at a side's seventh trick",
)
VOID_DUTY = OptionSpec(
    "void_duty",
    ("none", "must_trump"),
    "none",
    "RUNG",
    "a player who cannot follow plays any card, or must play a trump if he has one",
)
OVERTRUMP_DUTY = OptionSpec(
    "overtrump_duty",
    ("off", "vs_opponent", "always"),
    "off",
    "RUNG",
    "a player who cannot follow and plays a trump must beat the trump winning so far if he can: "
    "never, when it is an opponent's, or always",
)
DIRECTION = OptionSpec(
    "direction",
    ("ccw", "cw"),
    "ccw",
    "W10; GB-TC, GB-SA, SARB for cw",
    "the direction of play; it matters only where seats are named by compass",
    "deal",
)

# Variants --------------------------------------------------------------------------------------

HOKM = _variant(
    "hokm",
    "Court Piece, single sar (Rang, Hokm, Troefcall)",
    "plain",
    (
        "court piece",
        "coat piece",
        "court pees",
        "kot pees",
        "coat pees",
        "rang",
        "rung",
        "single sar",
        "single sir",
        "single rang",
        "single rung",
        "hokum",
        "hukum",
        "hukm",
        "troefcall",
        "troef call",
        "troefkal",
        "chahar barg",
        "plain",
    ),
    (STOP_RULE, VOID_DUTY, OVERTRUMP_DUTY, DIRECTION),
    text="Follow suit if you can, otherwise play any card; the highest trump or else the highest "
    "card of the led suit wins the trick and its winner leads. Seven tricks win the hand.",
    value_text="tricks of the caller's side over the whole hand; the class also says who took the "
    "first seven or all",
    source="W10, W25, PG-CP, GB-TC, BIA",
)

VARIANTS: tuple[Variant, ...] = (HOKM,)
"""Every game, with its default settings."""

PRESETS: dict[str, Variant] = {"iran": HOKM.with_options(stop_rule="hard7")}
"""Named settings of a game; `find_variant` knows these names too."""


def find_variant(text: str | Variant) -> Variant:
    """The game meant by a name, alias or preset in any spelling.

    Raises VariantError, with the nearest known name, when there is none.
    """
    if isinstance(text, Variant):
        return text
    if not isinstance(text, str):
        raise VariantError(f"{shown(text)} names no variant: expected a text such as hokm")
    wanted = plain_text(text)
    spellings: dict[str, Variant] = {}
    for variant in VARIANTS:
        for name in (variant.name, *variant.aliases):
            spellings.setdefault(plain_text(name), variant)
    for name, preset in PRESETS.items():
        spellings.setdefault(plain_text(name), preset)
    if wanted in spellings:
        return spellings[wanted]
    from difflib import get_close_matches

    near = get_close_matches(wanted, spellings, n=1)
    hint = (
        f"did you mean {spellings[near[0]].label}"
        if near
        else "known are " + ", ".join(v.name for v in VARIANTS)
    )
    raise VariantError(f"there is no variant {shown(text)}: {hint}")
