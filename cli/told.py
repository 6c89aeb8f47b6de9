"""What a question about unseen cards comes to, before anything is printed or sent.

A command reads its options, asks a function of its module, and prints what that tells; the service
asks the same function and sends the same JSON. No parser, no terminal and no server is known here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from solver.base.version import SCHEMA

if TYPE_CHECKING:
    from solver import Advice, Workers
    from solver.decide.advice import Call
    from solver.decide.study import Progress

    from .held import Held

__all__ = ["Solving", "Told", "calls_at_the_table", "json_line"]

Answer = TypeVar("Answer")


class Answered(Protocol):
    """An answer that JSON can hold."""

    def to_dict(self) -> dict[str, Any]:
        """The fields of its JSON."""
        ...


Found = TypeVar("Found", bound=Answered)


class Solving(Protocol):
    """Who solves, and who watches it."""

    @property
    def elsewhere(self) -> bool:
        """Whether other machines solve, so that no book is asked."""
        ...

    def workers(self) -> AbstractContextManager[Workers]:
        """The workers, while the question is in work."""
        ...

    def solved(self, run: Callable[[Callable[[Progress], object]], Answer]) -> Answer:
        """What a study answers; `run` takes the watcher of its progress."""
        ...


@dataclass(frozen=True)
class Told(Generic[Found]):
    """The advice, the hand as it was typed, and what JSON says besides.

    `closed`: what closed hands say by the kind of players, where they were asked.
    """

    advice: Found
    held: Held | None = None
    more: Callable[[], Mapping[str, Any]] = dict
    closed: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The fields of its JSON."""
        held = {} if self.held is None else self.held.fields()
        table = {kind: found.to_dict() for kind, found in self.closed.items()}
        closed = {"closed": table} if table else {}
        return {**self.advice.to_dict(), **self.more(), **closed, **held}


def calls_at_the_table(advice: Advice[Call]) -> dict[str, Any]:
    """What the chances of each call come to at the table, as fields of its JSON."""
    from solver.players import table_fields

    odds = {suit.letter: (each.win.p, each.kot.p) for suit, each in advice.trumps.items()}
    return table_fields(advice.variant, advice.hand, odds)


def json_line(answer: Mapping[str, Any]) -> str:
    """One JSON object as a line; `schema` comes first."""
    return json.dumps({"schema": SCHEMA, **answer}) + "\n"
