"""Options of rules: what one option is, how its value is read and shown, and a set of values.

There is one kind of option for everything: `scope` says what it affects. The options themselves
are data and stand in option_tables.py; which of them a game has is in variants.py, which of them
a house sets in house_rules.py.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from ..base.errors import OptionError, shown

__all__ = ["OptionSpec", "Settings", "Value", "show_value"]

Value = bool | int | str | frozenset[int]
"""What an option can be set to; a frozenset is a set of trick numbers."""

Scope = Literal["play", "deal", "table", "score"]
"""`play`: the answers of the solver; `deal`: the time before the first lead; `table`: what stands
around the play (calls, redeals, rotation); `score`: the time after the last trick."""

_YES = {"on", "true", "yes", "1"}
_NO = {"off", "false", "no", "0"}


@lru_cache(maxsize=2048)  # the names of options are asked for thousands of times
def plain_text(text: str) -> str:
    """The text without case, accents, blanks and punctuation; names are compared in this form."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in letters if c.isalnum())


def show_value(value: Value) -> str:
    """An option's value as it is written after `--option NAME=`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, frozenset):
        return ",".join(map(str, sorted(value))) or "none"
    return str(value)


def assignment(text: str) -> tuple[str, str]:
    """Name and value of a text `name=value`; OptionError where it is none."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise OptionError(f"{shown(text)} sets nothing: expected option=value")
    return name.strip(), value.strip()


class Settings(Mapping[str, Any]):
    """An unchangeable mapping from option name to value; it can be hashed and pickled."""

    __slots__ = ("_values", "get")

    def __init__(self, values: Mapping[str, Any] | Iterable[tuple[str, Any]] = ()) -> None:
        self._values = dict(values)
        self.get = self._values.get  # type: ignore[method-assign]

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Settings, (self._values,)

    def __repr__(self) -> str:
        return f"Settings({self._values!r})"


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One rule option: its values, its default, its source and a description.

    With `many` the value is a set with members from `values`; otherwise it is one of `values`.
    Besides `values`, any whole number from `low` to `high` is allowed (none when `high` < `low`).
    `needs` is (name, value) of another option that must have this value for the option to apply.
    `source` names sources of variants.py or a section of docs/rules.md.
    """

    name: str
    values: tuple[Value, ...]
    default: Value
    source: str
    text: str
    scope: Scope = "play"
    many: bool = False
    needs: tuple[str, Value] | None = None
    low: int = 0
    high: int = -1
    aliases: tuple[str, ...] = ()

    @property
    def expected(self) -> str:
        """The allowed values in words, for error messages."""
        if self.many:
            return f"none, or numbers from {self.values[0]} to {self.values[-1]} such as 2,12"
        ranged = self.low <= self.high
        words = [show_value(v) for v in self.values if not (ranged and type(v) is int)]
        if ranged:
            words.append(f"a number from {self.low} to {self.high}")
        return " or ".join(words)

    def is_called(self, name: str) -> bool:
        """Whether this is the option's name, or one of its aliases, in any spelling."""
        return plain_text(name) in map(plain_text, (self.name, *self.aliases))

    def knows(self, value: Value) -> bool:
        """Whether the option can have this value."""
        return (self._read_set(value) if self.many else self._read_one(value)) is not None

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
            if value.strip()[:1] in ("-", "+"):
                return None  # plain_text drops the sign
            wanted = plain_text(value)
            for known in self.values:
                if isinstance(known, bool):
                    if wanted in (_YES if known else _NO):
                        return known
                elif plain_text(str(known)) == wanted:
                    return known
            if re.fullmatch("[0-9]{1,8}", wanted, re.ASCII):
                return self._number(int(wanted))
            return None
        for known in self.values:
            if type(known) is type(value) and known == value:
                return known
        return self._number(value) if type(value) is int else None

    def _number(self, number: int) -> Value | None:
        return number if self.low <= number <= self.high else None

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
