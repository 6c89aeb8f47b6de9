"""The errors of the library, whose text is one sentence for the user.

Those of input are subclasses of ValueError.
The sentence names the card, seat, option or rule at fault and lists every fault found. Nothing here
knows about cards or rules; callers compose the sentence with `sentence`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

__all__ = [
    "BookError",
    "CardError",
    "DealError",
    "ExchangeError",
    "FewerThreadsWarning",
    "HakemError",
    "HandError",
    "MatchError",
    "OptionError",
    "PlayError",
    "RecordError",
    "ResumeError",
    "SamplingError",
    "ScoringError",
    "SearchStopped",
    "UnfinishedError",
    "VariantError",
    "WriteError",
    "need",
    "shown",
    "unread",
]


Kind = TypeVar("Kind")


class HakemError(ValueError):
    """Base of all errors about input that cannot be read or breaks a rule."""


class SearchStopped(Exception):
    """A question to a Solver that nobody wants to be answered any more (`Solver.stop`)."""


class CardError(HakemError):
    """A text or number that names no card, suit or rank."""


class HandError(HakemError):
    """A hand that cannot be read or holds a card twice."""


class DealError(HakemError):
    """Hands that do not form a legal deal or position."""


class PlayError(HakemError):
    """A card that may not be played now: not held, already played, or a revoke."""


class VariantError(HakemError):
    """A game that is unknown, or a question that does not exist in this game."""


class OptionError(HakemError):
    """A rule option, or a setting of a question, that is unknown or impossible."""


class ResumeError(OptionError):
    """A file to resume that keeps another question, is damaged, or cannot be read."""


class SamplingError(HakemError):
    """Conditions that no deal can meet, or a sample size out of range."""


class MatchError(HakemError):
    """A result, score or step that the rules of the match do not allow."""


class ScoringError(OptionError):
    """A scoring that is unknown, or a scoring file with a fault (file and key are named)."""


class ExchangeError(HakemError):
    """Cards that may not be given, discarded or drawn."""


class BookError(HakemError):
    """A book, or a part of one, that is damaged or foreign, or a folder in use."""


class RecordError(HakemError):
    """A record that cannot be read or breaks a rule: `line` is where, from 1; 0 = the whole."""

    def __init__(self, text: str, line: int = 0, source: str = "") -> None:
        self.text = text
        self.line = line
        self.source = source
        where = f"{source}, " if source and line else f"{source}: " if source else ""
        super().__init__(f"{where}line {line}: {text}" if line else f"{where}{text}")


class UnfinishedError(Exception):
    """Work that ended before it was done: a cluster or a worker is lost, a disk is full.

    The question is not at fault, so this is no HakemError. `known`: the answer to what was done
    before, such as the advice on the deals solved, marked as unfinished; None where there is none.
    """

    def __init__(self, text: str, known: Any = None) -> None:
        super().__init__(text)
        self.known = known


class WriteError(UnfinishedError):
    """A file that cannot be written; what stood in its place is kept."""


class FewerThreadsWarning(RuntimeWarning):
    """The system starts fewer threads than were asked for; the work goes on with these."""


def shown(text: object, limit: int = 60) -> str:
    """Quote a piece of input for a message: printable, on one line, never longer than `limit`."""
    plain = text if isinstance(text, str) else repr(text)
    if len(plain) > limit:
        plain = plain[: limit - 3] + "..."
    return ascii(plain) if not plain.isprintable() else f"'{plain}'"


def unread(path: object, fault: OSError | ValueError) -> str:
    """The sentence for a file that could not be read: its name, and why."""
    reasons = {FileNotFoundError: "no such file", IsADirectoryError: "it is a folder"}
    if isinstance(fault, ValueError):  # a name that the system refuses
        return f"{path}: no such file"
    why = fault.strerror or str(fault)
    return f"{path}: {reasons.get(type(fault)) or f'it cannot be read ({why})'}"


def need(thing: object, kind: type[Kind], refusal: str, error: type[HakemError]) -> Kind:
    """`thing` itself where it is of this kind; otherwise `error`, which quotes it before `refusal`.

    `refusal`: the rest of the sentence, such as "is no plan: expected a Plan".
    """
    if not isinstance(thing, kind):
        raise error(f"{shown(thing)} {refusal}")
    return thing


def sentence(what: str, faults: Iterable[str]) -> str:
    """Join all faults into one sentence about `what`, without repeating any of them."""
    return f"{what}: {'; '.join(dict.fromkeys(faults))}"
