"""Arrays in, arrays out: what many deals come to, on every core.

The plain game is searched in batches (`Solver.batch_outcomes`, `batch_cards`), the others deal by
deal; either way without the GIL. Of positions it knows those before the first lead only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .base.cards import Hand, Suit
from .base.errors import OptionError, VariantError
from .base.outcomes import Detail
from .decide.evaluators import is_plain, new_engine
from .decide.parallel import PerThread, map_chunks
from .decide.plan import Workers
from .game.deal import Deal
from .game.position import Position
from .game.variants import HOKM, Variant, find_variant
from .open.questions import outcome, tricks

__all__ = ["deal_cards", "deal_classes", "deal_tricks"]

_ROWS = 32
"""Deals of a chunk: some tenths of a second of classes."""
_ROWS_OF_KOTS = 2048
_NONE = -1


def deal_classes(
    hands: ArrayLike,
    trumps: ArrayLike,
    leaders: ArrayLike = 0,
    game: Variant | str = HOKM,
    detail: Detail = "class",
    workers: Workers | None = None,
) -> NDArray[np.int8]:
    """The class of each deal with best play, int8 (n,), or (n, k) where k trumps are asked of each.

    Parameters:
        hands: uint64 (n, seats), the hands in playing order as sets of 52 bits (`Hand.bits`).
        trumps: numbers 0 to 3 (spades first), -1 for none: one, or (n,), or (n, k) or (1, k).
        leaders: seats, one or (n,).
        game: any game of two sides whose hands are dealt before the lead.
        detail: as of `Solver.batch_outcomes`, for the plain game: "kot" takes a hundredth of the
            time. The other games know "class" only.
        workers: threads (`Workers(jobs)`, by default all processors) or an executor.

    Codes are those of `Outcome`, 3 to -3, for seats 0 and 2; 0 where nobody wins.
    OptionError names what is wrong with an array, VariantError a game whose deals are more than
    hands, DealError a row that is no deal.
    """
    asked = _asked(hands, trumps, leaders, game)
    ask = _Ask(asked.variant, "classes", detail)
    size = _ROWS_OF_KOTS if detail.startswith("kot") else _ROWS
    found = _answers(ask, asked, size, workers)
    return found if np.ndim(trumps) == 2 else found[:, 0]


def deal_tricks(
    hands: ArrayLike,
    trumps: ArrayLike,
    leaders: ArrayLike = 0,
    game: Variant | str = HOKM,
    workers: Workers | None = None,
) -> NDArray[np.int8]:
    """The points of seats 0 and 2 when both sides play for points alone, int8 (n,) or (n, k).

    Points are tricks, or tens where tens count. Parameters and errors as of `deal_classes`.
    """
    asked = _asked(hands, trumps, leaders, game)
    found = _answers(_Ask(asked.variant, "tricks"), asked, _ROWS, workers)
    return found if np.ndim(trumps) == 2 else found[:, 0]


def deal_cards(
    hands: ArrayLike,
    trumps: ArrayLike,
    leaders: ArrayLike = 0,
    game: Variant | str = HOKM,
    detail: Literal["class", "tricks"] = "class",
    workers: Workers | None = None,
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Each card that the leader may lead, and what the deal comes to after it.

    `trumps`: one or (n,); the others as of `deal_classes`. Returns two int8 arrays (n, c) with c
    the most cards of a row: numbers of cards (13 * suit + rank) from the lowest up, -1 behind the
    last; and the class after each (or the points of seats 0 and 2), 0 behind the last.
    """
    if np.ndim(trumps) == 2:
        raise OptionError("cards are asked with one trump for each deal: (n,), not (n, k)")
    if detail not in ("class", "tricks"):
        raise OptionError(f"detail {detail!r} is unknown: expected class or tricks")
    asked = _asked(hands, trumps, leaders, game)
    found = _answers(_Ask(asked.variant, "cards", detail), asked, _ROWS, workers)
    width = int((found[:, 0] >= 0).sum(axis=1).max()) if len(found) else 0
    return found[:, 0, :width], found[:, 1, :width]


@dataclass(frozen=True)
class _Asked:
    """The arrays as they are asked about: uint64 (n, seats), int (n, k), int (n,)."""

    variant: Variant
    hands: NDArray[np.uint64]
    trumps: NDArray[np.intp]
    leaders: NDArray[np.intp]

    def chunks(self, size: int) -> Iterator[tuple[NDArray[Any], ...]]:
        for at in range(0, len(self.hands), size):
            part = slice(at, at + size)
            yield self.hands[part], self.trumps[part], self.leaders[part]


@dataclass(frozen=True)
class _Ask:
    """Answers a chunk of deals; can be sent to other processes."""

    variant: Variant
    what: str
    detail: str = "class"
    solvers: PerThread[Any] = PerThread(new_engine)  # noqa: RUF009

    def __call__(self, chunk: tuple[NDArray[Any], ...]) -> NDArray[np.int8]:
        hands = chunk[0]
        even = not int(hands[0, 0]).bit_count() % 2
        ties = even and self.what != "tricks" and self.detail == "class"  # batches know none
        if is_plain(self.variant) and not ties:
            return self._in_batches(*chunk)
        return self._one_by_one(*chunk)

    def _in_batches(
        self, hands: NDArray[Any], trumps: NDArray[Any], leaders: NDArray[Any]
    ) -> NDArray[np.int8]:
        """The deals with the same trumps and leader together."""
        solver, found = self.solvers(), np.zeros(_shape(self.what, trumps), np.int8)
        keys = np.column_stack([leaders, trumps])
        for key in np.unique(keys, axis=0):
            rows = np.flatnonzero((keys == key).all(axis=1))
            here, leader, suits = hands[rows], int(key[0]), [int(suit) for suit in key[1:]]
            if self.what == "classes":
                found[rows] = solver.batch_outcomes(here, suits, leader, self.detail)
            elif self.what == "tricks":
                for column, suit in enumerate(suits):
                    answer = solver.batch_cards(here, [-1], suit, (), leader, (0, 0), "tricks")
                    found[rows, column] = answer[:, 0]
            else:
                cards = _cards_of(here[:, leader])
                padded = np.where(cards < 0, -2, cards)
                found[rows, 0] = cards
                found[rows, 1] = solver.batch_cards(
                    here, padded, suits[0], (), leader, (0, 0), self.detail
                )
        return found

    def _one_by_one(
        self, hands: NDArray[Any], trumps: NDArray[Any], leaders: NDArray[Any]
    ) -> NDArray[np.int8]:
        solver, found = self.solvers(), np.zeros(_shape(self.what, trumps), np.int8)
        if self.what == "cards":
            found[:, 0] = _NONE
        worth = tricks if "tricks" in (self.what, self.detail) else outcome
        for row, (dealt, suits, leader) in enumerate(zip(hands, trumps, leaders, strict=True)):
            deal = Deal(tuple(Hand(int(bits)) for bits in dealt))
            for column, suit in enumerate(suits):
                trump = None if suit == _NONE else Suit(int(suit))
                start = Position.start(deal, trump, int(leader), self.variant)
                if self.what != "cards":
                    found[row, column] = worth(start, solver)
                    continue
                for place, card in enumerate(sorted(start.legal(), key=lambda card: card.index)):
                    found[row, 0, place] = card.index
                    found[row, 1, place] = worth(start.play(card), solver)
        return found


def _shape(what: str, trumps: NDArray[Any]) -> tuple[int, ...]:
    return (len(trumps), 2, 17) if what == "cards" else trumps.shape


def _answers(ask: _Ask, asked: _Asked, size: int, workers: Workers | None) -> NDArray[np.int8]:
    machines = workers or Workers()
    parts = list(map_chunks(ask, asked.chunks(size), machines.executor, machines.jobs))
    if not parts:
        return np.zeros(_shape(ask.what, asked.trumps), np.int8)
    return np.concatenate(parts)


def _asked(hands: ArrayLike, trumps: ArrayLike, leaders: ArrayLike, game: Variant | str) -> _Asked:
    """The arrays in one shape; OptionError for those that have another."""
    variant = find_variant(game)
    if variant.lays_down or variant.deals_later or not variant.has_sides:
        why = (
            "three players have no class"
            if not variant.has_sides
            else "its deals are more than hands"
        )
        raise VariantError(f"no batches of {variant.name}: {why}")
    rows = np.asarray(hands)
    if rows.ndim != 2 or rows.shape[1] != variant.seats or rows.dtype.kind not in "ui":
        raise OptionError(
            f"hands of shape {rows.shape} and type {rows.dtype}: expected "
            f"uint64 (n, {variant.seats})"
        )
    suits, seats = np.asarray(trumps), np.asarray(leaders)
    n = len(rows)
    if suits.dtype.kind not in "ui" or suits.ndim > 2 or suits.shape[:1] not in ((), (1,), (n,)):
        raise OptionError(f"trumps of shape {suits.shape}: expected a number, ({n},) or ({n}, k)")
    if seats.dtype.kind not in "ui" or seats.shape not in ((), (n,)):
        raise OptionError(f"leaders of shape {seats.shape}: expected a number or ({n},)")
    columns = suits.shape[1] if suits.ndim == 2 else 1
    suits = np.broadcast_to(suits if suits.ndim == 2 else suits.reshape(-1, 1), (n, columns))
    seats = np.broadcast_to(seats, (n,))
    for name, values, least, most in (
        ("trump", suits, -1, 3),
        ("leader", seats, 0, variant.seats - 1),
    ):
        wrong = values[(values < least) | (values > most)]
        if wrong.size:
            raise OptionError(f"{name} {wrong.flat[0]}: expected {least} to {most}")
    return _Asked(variant, rows.astype(np.uint64), suits.astype(np.intp), seats.astype(np.intp))


def _cards_of(hands: NDArray[np.uint64]) -> NDArray[np.intp]:
    """The numbers of the cards of each hand from the lowest up, -1 behind the last, (n, 17)."""
    planes = (hands[:, None] >> np.arange(52, dtype=np.uint64)) & np.uint64(1)
    order = np.argsort(1 - planes.astype(np.int8), axis=1, kind="stable")[:, :17]
    held = planes.sum(axis=1).astype(np.intp)
    return np.where(np.arange(17) < held[:, None], order, _NONE)
