"""Records of play: what a hand and a match are as they were written down.

docs/match.md shows the format; `reader.py` and `writer.py` know its text, `replay.py` whether the
cards obey the rules. Hand seats: 0 = caller. The tags Dealer, Caller and FirstCaller use table
seats, which are fixed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..base.cards import Card, Hand, Suit
from ..game.house_rules import House
from ..game.move import Move
from ..game.scoring import Scoring
from ..game.variants import Variant
from ..match.scoring import HandResult

MATCH_TAGS = ("Match", "Game", "House", "Options", "Scoring", "Players", "FirstCaller")
HAND_TAGS = (
    "Hand", "Dealer", "Caller", "Redeals", "FirstFive", "TurnUp", "Blind", "Auction", "Trump",
    "Indicator", "Challenge", "Exchange", "Deal", "Reserves", "Play", "Results", "Result",
)  # fmt: skip
FLAGS = ("failed", "partner_stopped", "capitulated", "challenged", "run")
"""The words of a result that are true or absent; each is a field of `HandResult`."""


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards of one trick in playing order. `requests` are the indices of the cards before which
    the trump was requested. `leader` is the hand seat, if recorded; `line` the line in the text.
    """

    cards: tuple[Card, ...]
    requests: frozenset[int] = frozenset()
    leader: int | None = None
    line: int = field(default=0, compare=False)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the trick."""
        return tuple(Move(card, place in self.requests) for place, card in enumerate(self.cards))

    def __str__(self) -> str:
        return " ".join("? " * move.requests + str(move.card) for move in self.moves)


def tricks_of(moves: Sequence[Move], seats: int) -> tuple[Trick, ...]:
    """The tricks of a hand with these moves; the last one may have begun only."""
    parts = [moves[at : at + seats] for at in range(0, len(moves), seats)]
    return tuple(
        Trick(
            tuple(move.card for move in part),
            frozenset(place for place, move in enumerate(part) if move.requests),
        )
        for part in parts
    )


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand as it was recorded; every field is optional.

    `lines` maps a tag (lower case) to its line, for messages; comparisons ignore it.
    """

    number: int | None = None
    dealer: int | None = None
    caller: int | None = None
    redeals: int = 0
    first_five: Hand | None = None
    turnup: tuple[Card, int] | None = None
    blind: Card | None = None
    auction: tuple[int | None, ...] = ()
    auction_first: int = 0
    trump: Suit | None = None
    indicator: Card | None = None
    challenge: tuple[int, Suit] | None = None
    exchange: tuple[tuple[int, Hand, Hand], ...] = ()
    deal: tuple[Hand, ...] = ()
    reserves: tuple[Hand, ...] = ()
    tricks: tuple[Trick, ...] = ()
    result: HandResult | None = None
    notes: tuple[tuple[str, str], ...] = ()
    lines: dict[str, int] = field(default_factory=dict, compare=False, repr=False)

    def line_of(self, *tags: str) -> int:
        """The line of the first of these tags that occurs, else that of the hand, else 0."""
        for tag in (*tags, "Hand"):
            if tag.lower() in self.lines:
                return self.lines[tag.lower()]
        return min(self.lines.values(), default=0)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match, or a single hand (`name` is empty then): its rules, players and hands."""

    house: House
    variant: Variant
    scoring: Scoring
    name: str = ""
    players: tuple[str, ...] = ()
    first_caller: int = 0
    hands: tuple[HandRecord, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    source: str = field(default="", compare=False)
