"""Scorings as text: `inpk target=3` in a record or on a command line, and TOML files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..base.errors import ScoringError, shown, unread
from .scoring import SCORINGS, Pair, Scoring, find_scoring

__all__ = ["load_scoring", "parse_scoring", "read_scoring", "show_scoring"]

_NUMBERS = ("win", "kot", "bavney", "streak", "target", "hands")
_TOML_KEYS = ("name", "title", "base", "unit", *_NUMBERS)


def show_scoring(scoring: Scoring) -> str:
    """The strict text of a scoring: a known name and what differs from it, or every number."""
    known = next((one for one in SCORINGS if one.name == scoring.name), None)
    words = [scoring.name]
    if known is not None and known.kind != scoring.kind:
        known = None
    for key in _NUMBERS:
        value = getattr(scoring, key)
        if known is not None and value == getattr(known, key):
            continue
        if isinstance(value, tuple):
            words.append(f"{key}={value[0]}/{value[1]}")
        elif value is not None or known is not None:
            words.append(f"{key}={value or 0}")
    return " ".join(words)


def parse_scoring(text: str) -> Scoring:
    """Read `inpk target=3` or `club win=1/2 kot=3/4 target=10`; ScoringError names the word."""
    words = text.split()
    if not words:
        raise ScoringError("the scoring is empty")
    name = " ".join(word for word in words if "=" not in word)
    changes: dict[str, int | Pair | None] = {}
    for word in words:
        if "=" not in word:
            continue
        key, _, value = word.partition("=")
        if key not in _NUMBERS or not re.fullmatch(r"[0-9]{1,5}(/[0-9]{1,5})?", value, re.ASCII):
            raise ScoringError(
                f"{shown(word)} is no number of a scoring: expected win, kot, bavney, streak, "
                "target or hands, as kot=2/3"
            )
        parts = [int(part) for part in value.split("/")]
        if key in ("win", "kot", "bavney"):
            changes[key] = (parts[0], parts[-1])
        elif len(parts) == 1:
            changes[key] = parts[0] if key == "streak" else parts[0] or None
        else:
            raise ScoringError(f"{shown(word)}: one number is expected")
    try:
        base = find_scoring(name)
    except ScoringError:
        if "win" not in changes or not name:
            raise
        base = Scoring(name, name)
        changes.setdefault("kot", changes["win"])
        changes.setdefault("bavney", changes["kot"])
    if "kot" in changes and base.goon_from_house:
        base = replace(base, goon_from_house=False)
    return replace(base, **changes)  # type: ignore[arg-type]


def read_scoring(text: str, source: str = "scoring") -> Scoring:
    """A scoring from a small TOML text; ScoringError names the file (`source`) and the key.

    Keys: `name`, `title`, `base` (a known scoring to start from), `unit`, `win`, `kot`, `bavney`
    (a number, or [as side A, as side B]), `streak`, `target`, `hands` (0 for none).
    """
    import tomllib

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise ScoringError(f"{source}: this is no TOML: {fault}") from None
    except RecursionError:
        raise ScoringError(f"{source}: this is no TOML: nested too deep") from None
    for key in table:
        if key not in _TOML_KEYS:
            raise ScoringError(
                f"{source}: unknown key {key[:40]!r}; known are {', '.join(_TOML_KEYS)}"
            )
    base = Scoring("", "", source=source)
    if "base" in table:
        try:
            base = find_scoring(_text(table, "base", source))
        except ScoringError as fault:
            raise ScoringError(f"{source}: key 'base': {fault}") from None
        base = replace(base, source=f"{source}, after {base.name}", aliases=())
    elif "win" not in table:
        raise ScoringError(f"{source}: key 'win' is missing (or a 'base' to start from)")
    if base.kind != "class" and {"bavney", "streak"} & set(table):
        raise ScoringError(f"{source}: key 'base': {base.name} knows no bavney and no streaks")
    changes: dict[str, Any] = {"name": _text(table, "name", source)}
    changes["title"] = _text(table, "title", source) if "title" in table else changes["name"]
    if "unit" in table:
        changes["unit"] = _text(table, "unit", source).removesuffix("s") + "s"
    for key in ("win", "kot", "bavney"):
        if key in table:
            changes[key] = _two(table[key], key, source)
    if "base" not in table:  # a class not named is worth as much as the one below it
        changes.setdefault("kot", changes["win"])
        changes.setdefault("bavney", changes["kot"])
    if "kot" in table:
        changes["goon_from_house"] = False
    if "streak" in table:
        changes["streak"] = _count(table["streak"], "streak", source)
    for key in ("target", "hands"):
        if key in table:
            changes[key] = _count(table[key], key, source) or None
    scoring = replace(base, **changes)
    if scoring.target is not None and scoring.hands is not None:
        if "target" in table and "hands" in table:
            raise ScoringError(
                f"{source}: key 'hands': a match ends by 'target' or by 'hands', not by both"
            )
        if "target" in table:
            scoring = replace(scoring, hands=None)
        else:
            scoring = replace(scoring, target=None)
    return scoring


def load_scoring(path: str) -> Scoring:
    """The scoring in a TOML file; ScoringError names the file and the key at fault."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            return read_scoring(file.read(), path)
    except OSError as fault:
        raise ScoringError(unread(path, fault)) from None
    except UnicodeDecodeError:
        raise ScoringError(f"{path}: is not a text file") from None


def _text(table: Mapping[str, Any], key: str, source: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        what = "is missing" if value is None else "must be a text on one line"
        raise ScoringError(f"{source}: key {key!r} {what}")
    return value.strip()


def _count(value: Any, key: str, source: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 10_000:
        raise ScoringError(f"{source}: key {key!r} must be a whole number from 0 to 10000")
    return value


def _two(value: Any, key: str, source: str) -> Pair:
    parts = value if isinstance(value, list) else [value, value]
    if len(parts) != 2:
        raise ScoringError(f"{source}: key {key!r} must be one number or two, [as A, as B]")
    return _count(parts[0], key, source), _count(parts[1], key, source)
