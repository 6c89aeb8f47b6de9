"""Move: what a seat does at its turn, and the words in which a play is typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..base.cards import Card
from ..base.errors import PlayError, shown

__all__ = ["Move", "words_of"]


class Move(NamedTuple):
    """A card to play; `requests`: its player first has a hidden trump shown."""

    card: Card
    requests: bool = False

    @property
    def words(self) -> list[str]:
        """The move as a play spells it: the card, with `ask` before it where it requests trump."""
        return ["ask", str(self.card)] if self.requests else [str(self.card)]

    def __str__(self) -> str:
        return " ".join(self.words)


Play = Iterable[Card | str] | str


def words_of(moves: Iterable[Move]) -> list[str]:
    """These moves as a play spells them."""
    return [word for move in moves for word in move.words]


def items_of(play: Play) -> Iterable[Card | str]:
    """The cards of a record of play and the words `ask` in it, which may be one text."""
    if isinstance(play, str):
        return play.replace(",", " ").split()
    if not isinstance(play, Iterable):
        raise PlayError(f"{shown(play)} is no play: expected cards, as in 'SA S3 S2 S5'")
    return play


def is_request(item: object) -> bool:
    """Whether this item of a play is the word `ask`: a request for a hidden trump."""
    return isinstance(item, str) and item.strip().lower() == "ask"
