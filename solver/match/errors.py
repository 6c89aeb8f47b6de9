"""Refusals of the match layer: faults in records, with the line they stand on."""

from __future__ import annotations

from ..errors import HakemError

__all__ = ["ExchangeError", "MatchError", "RecordError", "SchemeError"]


class MatchError(HakemError):
    """A result, score or step that the rules of the match do not know."""


class SchemeError(HakemError):
    """A scoring that is unknown, or a scoring file with a fault (file and key are named)."""


class ExchangeError(HakemError):
    """Cards that may not be given, discarded or drawn."""


class RecordError(HakemError):
    """A record that cannot be read or breaks a rule: `line` is where, from 1; 0 = the whole."""

    def __init__(self, text: str, line: int = 0, source: str = "") -> None:
        self.text = text
        self.line = line
        self.source = source
        where = f"{source}, " if source and line else f"{source}: " if source else ""
        super().__init__(f"{where}line {line}: {text}" if line else f"{where}{text}")
