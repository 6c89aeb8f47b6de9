"""Classes of five-card hands: hands that are equal after renaming suits share one number.

A class is named by its canonical hand (`cards.canonical_hand`): the free suits longest first, then
strongest first. Suits whose place matters to the game, such as hearts in satat, stay fixed. Small
cards may count alike; a canonical hand then holds the lowest of them. The number of a class is
computed, not looked up: the shapes of hands follow one another, and within a shape the holdings
are numbered in the order of their cards. Nothing here knows how a card is played.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import combinations, permutations, product

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Hand
from ..base.errors import OptionError, shown
from ..game.deal import FIRST_CARDS

__all__ = [
    "PAIRS",
    "PERMUTATIONS",
    "HandClasses",
    "credit_table",
    "evened",
    "hand_classes",
    "subsets",
]

_RANKS = 13
_SUIT = np.uint64((1 << _RANKS) - 1)
_MASKS = np.arange(1 << _RANKS, dtype=np.int64)
_LENGTH = np.bitwise_count(_MASKS).astype(np.int64)

PERMUTATIONS: NDArray[np.int64] = np.array(list(permutations(range(4))), dtype=np.int64)
"""The 24 renamings of the suits, (24, 4): suit s takes the place PERMUTATIONS[q, s]."""
_PERMUTATION_AT = np.zeros(64, dtype=np.uint8)
_PERMUTATION_AT[PERMUTATIONS[:, 0] * 16 + PERMUTATIONS[:, 1] * 4 + PERMUTATIONS[:, 2]] = np.arange(
    24
)


PAIRS: tuple[tuple[int, int], ...] = tuple(combinations(range(4), 2))
"""The pairs of places whose outcomes are counted jointly."""


class _Holdings:
    """The holdings of one suit when the cards in `alike` (a mask of ranks) count alike.

    `reduced` (8192,): the holding that stands for each, its small cards replaced by the lowest;
    `number` (8192,): the place of a standing holding among those of its length, lowest first;
    `ways` (8192,): how many holdings it stands for.
    """

    def __init__(self, alike: int) -> None:
        small = [rank for rank in range(_RANKS) if alike >> rank & 1]
        lowest = np.array([sum(1 << r for r in small[:k]) for k in range(len(small) + 1)])
        held = _LENGTH[_MASKS & alike]
        self.reduced: NDArray[np.int64] = _MASKS & ~alike | lowest[held]
        self.ways = np.array([math.comb(len(small), k) for k in range(len(small) + 1)])[held]
        standing = np.flatnonzero(self.reduced == _MASKS)
        self.by_length = [
            standing[_LENGTH[standing] == length] for length in range(FIRST_CARDS + 1)
        ]
        self.number = np.zeros(1 << _RANKS, dtype=np.int64)
        for masks in self.by_length:
            self.number[masks] = np.arange(len(masks))


class _Shape:
    """The lengths at the four places, and how the numbers of their holdings make one number."""

    def __init__(
        self,
        lengths: tuple[int, ...],
        groups: list[list[int]],
        holdings: list[_Holdings],
        first: int,
    ) -> None:
        self.lengths = lengths
        self.groups = groups  # places of equal length whose holdings may be exchanged
        self.of_place = holdings
        self.first = first
        self.sizes = [
            math.comb(len(self._masks(group)) + len(group) - 1, len(group)) for group in groups
        ]
        self.size = math.prod(self.sizes)

    def _masks(self, group: list[int]) -> NDArray[np.int64]:
        masks: NDArray[np.int64] = self.of_place[group[0]].by_length[self.lengths[group[0]]]
        return masks

    def number(self, holdings: NDArray[np.int64]) -> NDArray[np.int64]:
        """Class numbers of holdings (n, 4), each group strongest first."""
        found = np.zeros(len(holdings), dtype=np.int64)
        for group, size in zip(self.groups, self.sizes, strict=True):
            found *= size
            for i, place in enumerate(group):
                left = len(group) - i
                part = np.ones(len(holdings), dtype=np.int64)
                for k in range(left):  # choose(number + left - 1, left)
                    part = part * (self.of_place[place].number[holdings[:, place]] + k) // (k + 1)
                found += part
        return found + self.first

    def holdings(self) -> NDArray[np.int64]:
        """The holdings of all classes of this shape, (size, 4), in the order of their numbers."""
        table = np.zeros((self.size, 4), dtype=np.int64)
        step = self.size
        for group, size in zip(self.groups, self.sizes, strict=True):
            step //= size
            masks = self._masks(group)
            rows = _multisets(len(masks), len(group))
            turn = (np.arange(self.size) // step) % size
            for i, place in enumerate(group):
                table[:, place] = masks[rows[turn, i]]
        return table


class HandClasses:
    """The classes of five-card hands when the suits in `fixed` may not be renamed.

    Cards of a suit below the rank `alike_below` (0: none) count alike, except the two of a fixed
    suit, which is fixed because of its two. `count` is the number of classes: 134,459 when every
    suit may be renamed and every card counts by itself. Classes are numbered from 0. Raises
    OptionError for what is no suit (0 to 3) and no rank (0 to 12).
    """

    def __init__(self, fixed: Iterable[int] = (), alike_below: int = 0) -> None:
        suits = set(fixed)
        if not suits <= set(range(4)):
            raise OptionError(f"{shown(fixed)} are no fixed suits: expected numbers from 0 to 3")
        if alike_below not in range(13):
            raise OptionError(f"{shown(alike_below)} is no rank: expected a number from 0 to 12")
        self.fixed = tuple(sorted(int(suit) for suit in suits))
        self.alike_below = alike_below
        low = (1 << alike_below) - 1
        free_holdings, fixed_holdings = _Holdings(low), _Holdings(low & ~1)
        self._of_place = [
            fixed_holdings if place in self.fixed else free_holdings for place in range(4)
        ]
        self.free = tuple(place for place in range(4) if place not in self.fixed)
        self._shapes: list[_Shape] = []
        self._shape_at = np.full(6**4, -1, dtype=np.int64)
        first = 0
        for lengths in product(range(FIRST_CARDS, -1, -1), repeat=4):
            free = [lengths[place] for place in self.free]
            if sum(lengths) != FIRST_CARDS or free != sorted(free, reverse=True):
                continue
            groups = [[place] for place in self.fixed]
            for place in self.free:
                if (
                    groups
                    and groups[-1][0] in self.free
                    and lengths[groups[-1][0]] == lengths[place]
                ):
                    groups[-1].append(place)
                else:
                    groups.append([place])
            shape = _Shape(lengths, groups, self._of_place, first)
            self._shape_at[_code(np.array([lengths]))] = len(self._shapes)
            self._shapes.append(shape)
            first += shape.size
        self.count = first

    def reduced(self, hands: NDArray[np.uint64]) -> NDArray[np.int64]:
        """The holdings of these hands (n,) by suit, small cards by the lowest: 13 bits, (n, 4)."""
        shifts = np.arange(4, dtype=np.uint64) * np.uint64(_RANKS)
        masks = ((hands[:, None] >> shifts) & _SUIT).astype(np.int64)
        for suit, holdings in enumerate(self._of_place):
            masks[:, suit] = holdings.reduced[masks[:, suit]]
        return masks

    def alike(self, hands: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Which suits of these hands (n,) may change places: (n, 4, 4), each with itself."""
        held = self.reduced(hands)
        free = np.isin(np.arange(4), self.free)
        same = held[:, :, None] == held[:, None, :]
        found: NDArray[np.bool_] = same & free[:, None] & free[None, :] | np.eye(4, dtype=np.bool_)
        return found

    def find(self, hands: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Class numbers (n,) of hands of five cards (n,), and the renamings (n,) that lead there.

        A renaming is a row of `PERMUTATIONS`: suit s of the hand takes the place [s]. Suits that
        hold the same keep their order. Hands of another number of cards give nonsense.
        """
        masks = self.reduced(hands)
        keys = ((_LENGTH[masks] << _RANKS) | masks) << 2
        keys[:, :] |= 3 - np.arange(4)  # of equals the earlier suit first
        free = list(self.free)
        keys[:, free] = -np.sort(-keys[:, free], axis=1)
        places = np.empty((len(hands), 4), dtype=np.int64)
        np.put_along_axis(
            places, 3 - (keys & 3), np.broadcast_to(np.arange(4), places.shape), axis=1
        )
        holdings = (keys >> 2) & ((1 << _RANKS) - 1)
        shapes = self._shape_at[_code(_LENGTH[holdings])]
        numbers = np.empty(len(hands), dtype=np.int64)
        for at, shape in enumerate(self._shapes):
            rows = np.flatnonzero(shapes == at)
            if len(rows):
                numbers[rows] = shape.number(holdings[rows])
        turn = _PERMUTATION_AT[places[:, 0] * 16 + places[:, 1] * 4 + places[:, 2]]
        return numbers, turn

    def find_one(self, hand: Hand) -> tuple[int, tuple[int, int, int, int]]:
        """The class number of a hand of five cards and the place each of its suits takes."""
        numbers, turns = self.find(np.array([hand.bits], dtype=np.uint64))
        a, b, c, d = PERMUTATIONS[turns[0]].tolist()
        return int(numbers[0]), (a, b, c, d)

    @cached_property
    def holdings(self) -> NDArray[np.int64]:
        """The canonical hands as 13-bit holdings, (count, 4), in the order of their numbers."""
        return np.concatenate([shape.holdings() for shape in self._shapes])

    @cached_property
    def hands(self) -> NDArray[np.uint64]:
        """The canonical hands as 52-bit sets, (count,)."""
        shifts = np.arange(4, dtype=np.uint64) * np.uint64(_RANKS)
        found: NDArray[np.uint64] = np.bitwise_or.reduce(
            self.holdings.astype(np.uint64) << shifts, axis=1
        )
        return found

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many five-card hands each class has, (count,); together 2,598,960."""
        found = np.ones(self.count, dtype=np.int64)
        free = self.holdings[:, list(self.free)]
        alike = np.ones(self.count, dtype=np.int64)
        for i in range(1, free.shape[1]):  # equal holdings stand side by side
            alike = np.where(free[:, i] == free[:, i - 1], alike + 1, 1)
            found *= alike
        found = math.factorial(free.shape[1]) // found
        for place, holdings in enumerate(self._of_place):
            found *= holdings.ways[self.holdings[:, place]]
        return found


def evened(alike: NDArray[np.bool_], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Numbers of suits (n, 4, ...), each the mean over the suits it may change places with.

    `alike` (n, 4, 4): see `HandClasses.alike`. Such suits have several estimates of one number.
    """
    sums = np.einsum("nij,nj...->ni...", alike.astype(np.float64), values)
    return np.asarray(sums / alike.sum(axis=2).reshape(alike.shape[:2] + (1,) * (values.ndim - 2)))


@lru_cache(maxsize=4)
def hand_classes(fixed: tuple[int, ...] = (), alike_below: int = 0) -> HandClasses:
    """The classes for these fixed suits and cards below this rank alike, made once."""
    return HandClasses(fixed, alike_below)


@lru_cache(maxsize=1)
def subsets() -> NDArray[np.int64]:
    """The places of five of thirteen cards, (1287, 5), each row ascending."""
    return np.array(list(combinations(range(_RANKS), FIRST_CARDS)), dtype=np.int64)


@lru_cache(maxsize=2)
def credit_table(
    fixed: tuple[int, ...] = (), alike_below: int = 0
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Class numbers and renamings of all 2,598,960 hands of five cards.

    A hand of cards c0 < c1 < ... < c4 (index 0 to 51) stands at the place sum of choose(ci, i + 1).
    """
    cards = np.array(list(combinations(range(52), FIRST_CARDS)), dtype=np.int64)
    place = np.zeros(len(cards), dtype=np.int64)
    for i in range(FIRST_CARDS):
        place += choose(52, i + 1)[cards[:, i]]
    hands = np.zeros(len(cards), dtype=np.uint64)
    for i in range(FIRST_CARDS):
        hands[place] |= np.uint64(1) << cards[:, i].astype(np.uint64)
    numbers = np.empty(len(cards), dtype=np.int32)
    turns = np.empty(len(cards), dtype=np.uint8)
    step = 1 << 17
    classes = hand_classes(fixed, alike_below)
    for at in range(0, len(cards), step):
        numbers[at : at + step], turns[at : at + step] = classes.find(hands[at : at + step])
    return numbers, turns


def choose(top: int, k: int) -> NDArray[np.int64]:
    """choose(n, k) for n = 0 ... top - 1."""
    return np.array([math.comb(n, k) for n in range(top)], dtype=np.int64)


def _code(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Four lengths of at most five cards as one number below 1296."""
    found: NDArray[np.int64] = lengths @ np.array([216, 36, 6, 1])
    return found


def _multisets(n: int, k: int) -> NDArray[np.int64]:
    """All n >= r0 >= r1 ... of k numbers below n, in the order `_Shape.number` gives them."""
    rows = np.arange(n)[:, None]
    for _ in range(k - 1):
        # below each first number r: every row whose own first number is at most r
        counts = np.searchsorted(rows[:, 0], np.arange(n), side="right")
        first = np.repeat(np.arange(n), counts)
        start = np.cumsum(counts) - counts
        rows = np.column_stack((first, rows[np.arange(len(first)) - np.repeat(start, counts)]))
    return rows
