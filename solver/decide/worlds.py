"""Worlds: deals of the unseen cards, uniform over all that are possible, by seed and in chunks.

A world is one row of a uint64 array (n, seats): the hand of each seat as 52 bits, bit
13 * suit + rank. What is known is a `PartialDeal`; a `Dealer` deals its worlds by an exact method:
a plain shuffle, counting over suit lengths, or rejection where counting would be too big.
Only the raw output of the PCG64 generator is used, which numpy keeps the same in every release,
so that a seed gives the same worlds on every machine. This module knows no rule of play.
"""

from __future__ import annotations

import math
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.cards import FULL_PACK, Card, Hand, Suit
from ..base.errors import SamplingError, need, sentence, shown

__all__ = [
    "Dealer",
    "PartialDeal",
    "Worlds",
    "chunk_seed",
    "deal_worlds",
    "new_seed",
    "parse_seed",
    "sample_worlds",
    "world_hands",
]

Worlds = NDArray[np.uint64]
"""uint64 (n, seats): the hand of each seat in each world, as 52 bits (see cards.py)."""
Accept = Callable[[Worlds], NDArray[np.bool_]]
"""A further condition: given worlds, a bool array (n,) of those to keep."""

_NOTHING, _WHOLE_PACK = Hand(), Hand(FULL_PACK)

CHUNK = 1024
"""Worlds per chunk of `sample_worlds`. A seed gives other worlds when it changes."""

_INDEX_BITS = 6  # the lowest six bits of a sort key are the number of its card
_INDEX = np.uint64((1 << _INDEX_BITS) - 1)
_LAST = np.uint64(0xFFFF_FFFF_FFFF_FFC0)  # sorts after every other key
_TABLE_LIMIT = 6_000_000  # entries of a counting table; with more, worlds are dealt by rejection
_STATE_LIMIT = 1 << 13  # rows of a table; 13 bits for the row and 40 for the share fill a double
_TRIES = 200_000  # rejection gives up after this many deals
_TRIES_PER_WORLD = 20_000  # if fewer than one in this many was accepted

Bounds = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PartialDeal:
    """What is known about a deal before it is dealt.

    given    the cards that each seat is known to have
    sizes    the number of cards of each seat's whole hand
    lengths  empty, or for each seat four (least, most) pairs: the suit lengths of its whole hand
    pack     all cards that may occur; those that no seat gets stay out of play
    barred   empty, or for each seat cards that it is known not to have

    Hands may be given as text. Raises SamplingError naming every contradiction found (those that
    need counting are found by `Dealer`).
    """

    given: tuple[Hand, ...] = (_NOTHING, _NOTHING, _NOTHING, _NOTHING)
    sizes: tuple[int, ...] = (13, 13, 13, 13)
    lengths: tuple[Bounds, ...] = ()
    pack: Hand = _WHOLE_PACK
    barred: tuple[Hand, ...] = ()

    def __post_init__(self) -> None:
        for name in ("given", "sizes", "lengths", "barred"):
            value = getattr(self, name)
            if not isinstance(value, Iterable):
                raise SamplingError(f"{name} {shown(value)}: expected one for each seat")
            each = map(Hand.parse, value) if name in ("given", "barred") else value
            object.__setattr__(self, name, tuple(each))
        faults = []
        seats = len(self.sizes)
        if len(self.given) != seats or (self.lengths and len(self.lengths) != seats):
            raise SamplingError(
                f"{seats} seats have a size, but {len(self.given)} have given cards and "
                f"{len(self.lengths) or seats} have suit lengths"
            )
        if self.barred and len(self.barred) != seats:
            raise SamplingError(f"{len(self.barred)} seats have barred cards, expected {seats}")
        for seat, (hand, out) in enumerate(zip(self.given, self.barred, strict=False)):
            faults += [f"seat {seat} is given {card} but may not have it" for card in hand & out]
        if sum(self.sizes) > len(self.pack):
            faults.append(f"{sum(self.sizes)} cards are to be dealt from {len(self.pack)}")
        holder: dict[Card, int] = {}
        for seat, (hand, size) in enumerate(zip(self.given, self.sizes, strict=True)):
            if len(hand) > size:
                faults.append(f"seat {seat} is given {len(hand)} cards but holds {size}")
            faults += [
                f"the card {card} is given twice, to seat {holder[card]} and to seat {seat}"
                for card in hand
                if card in holder
            ]
            faults += [f"the card {card} is not in the pack" for card in hand - self.pack]
            holder |= dict.fromkeys(hand, seat)
        for seat, bounds in enumerate(self.lengths):
            faults += self._length_faults(seat, bounds)
        if faults:
            raise SamplingError(sentence("no deal is possible", faults))

    def _length_faults(self, seat: int, bounds: Bounds) -> list[str]:
        if len(bounds) != 4:
            return [f"seat {seat} has {len(bounds)} suit lengths, expected 4"]
        faults = []
        for suit, (low, high) in zip(Suit, bounds, strict=True):
            held = self.given[seat].length(suit)
            if not 0 <= low <= high:
                faults.append(f"seat {seat}: {low} to {high} is no length of a suit")
            elif held > high:
                faults.append(
                    f"seat {seat} is given {held} {suit.name.lower()} but may hold at most {high}"
                )
        size = self.sizes[seat]
        if sum(low for low, _ in bounds) > size:
            faults.append(f"the suit lengths of seat {seat} need more than {size} cards")
        if sum(high for _, high in bounds) < size:
            faults.append(f"the suit lengths of seat {seat} allow less than {size} cards")
        return faults

    @classmethod
    def holding(cls, hand: Hand, seat: int = 0, seats: int = 4, size: int = 13) -> PartialDeal:
        """A full deal of which only these cards of one seat are known (five, or its whole hand)."""
        given = tuple(hand if i == seat else Hand() for i in range(seats))
        return cls(given, (size,) * seats)

    @property
    def unseen(self) -> Hand:
        """The cards of the pack that nobody is known to hold."""
        rest = self.pack
        for hand in self.given:
            rest = rest - hand
        return rest

    def with_length(self, seat: int, suit: int, low: int, high: int | None = None) -> PartialDeal:
        """The same, with `low` to `high` (or exactly `low`) cards of a suit in a whole hand."""
        if not 0 <= seat < len(self.sizes):
            raise SamplingError(f"there is no seat {seat}: expected 0 to {len(self.sizes) - 1}")
        lengths = [list(bounds) for bounds in self.lengths] or [[(0, 13)] * 4 for _ in self.sizes]
        lengths[seat][suit] = (low, low if high is None else high)
        return replace(self, lengths=tuple(tuple(bounds) for bounds in lengths))

    def with_void(self, seat: int, suit: int) -> PartialDeal:
        """The same, with no card of this suit for the seat except those it is known to hold."""
        return self.with_length(seat, suit, 0, self.given[seat].length(suit))


class Dealer:
    """Deals the worlds of a PartialDeal, each consistent world with the same probability.

    `method`: "shuffle" (only given cards are known), "lengths" (suit lengths are drawn with the
    probabilities found by counting, then the cards), or "rejection" (shuffled worlds that break a
    condition are rejected; used where counting would be too big). `count` is the number of
    consistent worlds, exact below 2**53; None for "rejection". Raises SamplingError when no world
    is consistent.
    """

    def __init__(self, known: PartialDeal) -> None:
        self.known = known
        self._cards = np.array([card.index for card in known.unseen], dtype=np.uint64)
        self._bits = np.uint64(1) << self._cards
        self._base = np.array([hand.bits for hand in known.given], dtype=np.uint64)
        self._free = [size - len(hand) for size, hand in zip(known.sizes, known.given, strict=True)]
        self._tables: _Tables | None = None
        self._barred = self._barred_in_part()
        self.count: float | None
        bound = [seat for seat in range(len(known.sizes)) if self._is_bound(seat)]
        if not bound:
            self.method = "shuffle"
            ways = float(_ways(len(self._cards), self._free))
            self.count = ways if self._barred is None else None
            return
        self._bound = bound
        self._loose = [seat for seat in range(len(known.sizes)) if seat not in bound]
        self._tables = self._count(bound)
        self.method = "rejection" if self._tables is None else "lengths"
        if self._tables is None:
            self.count = None
        else:
            loose = [self._free[seat] for seat in self._loose]
            rest = len(self._cards) - sum(self._free[seat] for seat in bound)
            self.count = self._tables.count * _ways(rest, loose)
        if self.count == 0:
            raise SamplingError("no deal is possible: no deal has all the suit lengths asked for")
        if self._barred is not None:
            self.count = None

    def deal(self, n: int, seed: np.random.SeedSequence, accept: Accept | None = None) -> Worlds:
        """n worlds, uint64 (n, seats); the first m of them are the same for every n >= m.

        `accept` is a further condition, met by rejection. Raises SamplingError, naming the share
        that met it, when hardly any world does.
        """
        source = np.random.PCG64(seed)
        if accept is None and self.method != "rejection" and self._barred is None:
            return self._draw(n, source)
        kept: list[Worlds] = []
        found = tried = 0
        while found < n:
            worlds = self._draw(min(max(256, n), 65536), source)
            tried += len(worlds)
            if self.method == "rejection":
                worlds = worlds[self._fits(worlds)]
            if self._barred is not None:
                worlds = worlds[((worlds & self._barred) == 0).all(axis=1)]
            if accept is not None:
                worlds = worlds[accept(worlds)]
            kept.append(worlds)
            found += len(worlds)
            if tried >= _TRIES and found * _TRIES_PER_WORLD < tried:
                raise SamplingError(
                    f"only {found} of {tried} random deals meet the conditions: too few to sample"
                )
        return np.concatenate(kept)[:n]

    def all(self, limit: int = 100_000) -> Worlds | None:
        """Every consistent world once, or None when there are more than `limit`."""
        if self.count is not None and self.count > limit:
            return None
        seats = list(range(len(self._free)))
        tables = self._count(seats)
        if tables is None or tables.count > limit:
            return None
        worlds = np.asarray(tables.worlds(self._suits())[:, : len(seats)] | self._base)
        if self._barred is not None:
            worlds = worlds[((worlds & self._barred) == 0).all(axis=1)]
        return worlds

    # Dealing ---------------------------------------------------------------------------------

    def _draw(self, n: int, source: np.random.PCG64) -> Worlds:
        return self._shuffle(n, source) if self._tables is None else self._by_lengths(n, source)

    def _shuffle(self, n: int, source: np.random.PCG64) -> Worlds:
        """Sort random keys that contain the card numbers, then cut the pack into hands."""
        order = _shuffled(_raw(source, n, len(self._cards)))
        bits = self._bits[order]
        worlds = np.tile(self._base, (n, 1))
        at = 0
        for seat, free in enumerate(self._free):
            if free:
                worlds[:, seat] |= np.bitwise_or.reduce(bits[:, at : at + free], axis=1)
            at += free
        return worlds

    def _by_lengths(self, n: int, source: np.random.PCG64) -> Worlds:
        """Draw the suit lengths of the bound seats, then their cards, then deal the others."""
        tables = self._tables
        assert tables is not None
        cards = len(self._cards)
        sharing = len(self._loose) > 1 or (self._loose and sum(self._free) < cards)
        raw = _raw(source, n, 4 + (2 if sharing else 1) * cards)
        splits = tables.draw(raw[:, :4])
        worlds = np.tile(self._base, (n, 1))
        rest = np.zeros(n, dtype=np.uint64)
        at = 0
        for suit, held in enumerate(self._suits()):
            if not len(held):
                continue
            bits = held[_shuffled(raw[:, 4 + at : 4 + at + len(held)])]
            ends = np.cumsum(splits[:, suit, :], axis=1)
            place = np.arange(len(held))
            for i in range(ends.shape[1]):
                inside = place < ends[:, i : i + 1]
                if i:
                    inside &= place >= ends[:, i - 1 : i]
                got = np.bitwise_or.reduce(np.where(inside, bits, np.uint64(0)), axis=1)
                if i < len(self._bound):
                    worlds[:, self._bound[i]] |= got
                else:
                    rest |= got
            at += len(held)
        if sharing:
            order = _shuffled(raw[:, 4 + cards :], (rest[:, None] & self._bits) == 0)
            bits = self._bits[order]
            at = 0
            for seat in self._loose:
                free = self._free[seat]
                worlds[:, seat] |= np.bitwise_or.reduce(bits[:, at : at + free], axis=1)
                at += free
        elif self._loose:
            worlds[:, self._loose[0]] |= rest
        return worlds

    # Conditions ------------------------------------------------------------------------------

    def _suits(self) -> list[Worlds]:
        """The bits of the unseen cards of each suit."""
        return [self._bits[self._cards // 13 == suit] for suit in range(4)]

    def _limits(self, seat: int) -> list[tuple[int, int]]:
        """Least and most unseen cards of each suit that this seat may get."""
        possible = self.known.unseen
        if self.known.barred:
            possible = possible - self.known.barred[seat]
        limits = []
        for suit in range(4):
            low, high = self.known.lengths[seat][suit] if self.known.lengths else (0, 13)
            held = self.known.given[seat].length(suit)
            most = min(high - held, possible.length(suit), self._free[seat])
            limits.append((max(0, low - held), most))
        return limits

    def _barred_in_part(self) -> Worlds | None:
        """The cards barred from each seat, (seats,), where suit lengths do not see to it; or None.

        A seat that may have no unseen card of a suit has the length 0 there. Where it may have some
        of them, the worlds that give it a barred one are rejected.
        """
        known = self.known
        bits = [0] * len(known.sizes)
        for seat, out in enumerate(known.barred):
            for suit, (_, most) in zip(Suit, self._limits(seat), strict=True):
                if most > 0:
                    bits[seat] |= Hand.of((out & known.unseen).suit(suit)).bits
        return np.array(bits, dtype=np.uint64) if any(bits) else None

    def _is_bound(self, seat: int) -> bool:
        """Whether any suit length of this seat is restricted."""
        unseen = self.known.unseen
        return any(
            low > 0 or high < min(unseen.length(suit), self._free[seat])
            for suit, (low, high) in enumerate(self._limits(seat))
        )

    def _count(self, seats: Sequence[int]) -> _Tables | None:
        """The tables for these seats; all other seats and the cards out of play are one bin."""
        free = [self._free[seat] for seat in seats]
        limits = [self._limits(seat) for seat in seats]
        left = len(self._cards) - sum(free)
        if left or len(seats) < len(self._free):
            free.append(left)
            limits.append([(0, 13)] * 4)
        return _Tables.build([len(bits) for bits in self._suits()], free, limits)

    def _fits(self, worlds: Worlds) -> NDArray[np.bool_]:
        """A bool array (n,): the worlds that have the required suit lengths."""
        good = np.ones(len(worlds), dtype=np.bool_)
        for seat, bounds in enumerate(self.known.lengths):
            for suit, (low, high) in enumerate(bounds):
                held = _popcount(worlds[:, seat] >> np.uint64(13 * suit) & np.uint64(0x1FFF))
                good &= (low <= held) & (held <= high)
        return good


class _Tables:
    """The number of deals for each split of the suits over bins, suit by suit.

    A state is the number of free places in each bin after suits 0 .. s-1 are dealt. A split is the
    number of cards of suit s that each bin gets; it can be dealt in (suit cards)! / product of
    (its cards)! ways. `deals[s][state]` is the number of ways to complete the deal from a state.
    """

    def __init__(
        self,
        splits: list[NDArray[np.int64]],
        ways: list[NDArray[np.float64]],
        children: list[NDArray[np.int64]],
    ) -> None:
        self.splits, self.ways, self.children = splits, ways, children
        self.deals: list[NDArray[np.float64]] = [np.ones(1)]
        for s in (3, 2, 1, 0):
            after = np.append(self.deals[0], 0.0)  # child -1: the split does not fit
            self.deals.insert(0, after[children[s]] @ ways[s])
        self.count = float(self.deals[0][0]) if len(self.deals[0]) else 0.0
        self._sums: list[NDArray[np.float64]] | None = None

    @classmethod
    def build(
        cls, suits: Sequence[int], free: Sequence[int], limits: Sequence[Sequence[tuple[int, int]]]
    ) -> _Tables | None:
        """The tables for these suit sizes, bin sizes and per bin and suit (least, most) cards.

        None when they would hold more than `_TABLE_LIMIT` entries.
        """
        strides = np.cumprod([1, *(f + 1 for f in free[:-1])])
        states = np.array([free], dtype=np.int64)
        splits, ways, children = [], [], []
        for s, cards in enumerate(suits):
            split = _splits(cards, [limit[s] for limit in limits])
            if split is None or len(split) * len(states) > _TABLE_LIMIT:
                return None
            if len(states) > _STATE_LIMIT:
                return None
            after = states[:, None, :] - split[None, :, :]
            fits = (after >= 0).all(axis=2)
            codes = after @ strides
            known = np.unique(codes[fits])
            child = np.where(fits, np.searchsorted(known, codes), -1)
            states = known[:, None] // strides % (np.array(free) + 1)
            splits.append(split)
            ways.append(np.array([_ways(cards, row) for row in split.tolist()], dtype=np.float64))
            children.append(child)
        return cls(splits, ways, children)

    def draw(self, raw: NDArray[np.uint64]) -> NDArray[np.int64]:
        """One split per suit for each row of random words (n, 4): int (n, 4, bins).

        The probability of a split is its share of the deals. Row r of the table holds r + the
        running share, so a single lookup of r + (a random number below 1) finds row and split. The
        random number has 40 bits, so each share is exact to about 1e-12.
        """
        if self._sums is None:
            self._sums = []
            for s in range(4):
                after = np.append(self.deals[s + 1], 0.0)
                sums = np.cumsum(after[self.children[s]] * self.ways[s], axis=1)
                with np.errstate(invalid="ignore"):
                    share = np.nan_to_num(sums / sums[:, -1:], nan=1.0)
                self._sums.append((share + np.arange(len(share))[:, None]).ravel())
        state = np.zeros(len(raw), dtype=np.int64)
        rows = []
        for s in range(4):
            part = (raw[:, s] >> np.uint64(24)).astype(np.float64) * 2.0**-40
            width = len(self.splits[s])
            found = np.searchsorted(self._sums[s], state + part, side="right") - state * width
            rows.append(self.splits[s][found])
            state = self.children[s][state, found]
        return np.stack(rows, axis=1)

    def worlds(self, suits: Sequence[Worlds]) -> Worlds:
        """Every deal once, uint64 (count, bins), given the bits of the cards of each suit."""
        bins = self.splits[0].shape[1]
        done: dict[tuple[int, int], Worlds] = {}

        def complete(s: int, state: int) -> Worlds:
            if s == 4:
                return np.zeros((1, bins), dtype=np.uint64)
            if (s, state) not in done:
                parts = [np.zeros((0, bins), dtype=np.uint64)]
                for split, child in zip(
                    self.splits[s].tolist(), self.children[s][state].tolist(), strict=True
                ):
                    if child >= 0 and self.deals[s + 1][child] > 0:
                        mine = _arrangements(suits[s], split)
                        rest = complete(s + 1, child)
                        parts.append((mine[:, None, :] | rest[None, :, :]).reshape(-1, bins))
                done[s, state] = np.concatenate(parts)
            return done[s, state]

        return complete(0, 0)


def _splits(cards: int, limits: Sequence[tuple[int, int]]) -> NDArray[np.int64] | None:
    """All ways to give `cards` cards to bins within (least, most) each: int (ways, bins)."""
    rows = np.zeros((1, 0), dtype=np.int64)
    for low, high in limits[:-1]:
        span = np.arange(low, max(low, min(high, cards) + 1))
        if len(rows) * len(span) > _TABLE_LIMIT:
            return None
        rows = np.column_stack([np.repeat(rows, len(span), axis=0), np.tile(span, len(rows))])
        rows = rows[rows.sum(axis=1) <= cards]
    last = cards - rows.sum(axis=1)
    low, high = limits[-1]
    good = (low <= last) & (last <= high)
    return np.column_stack([rows[good], last[good]])


def _ways(cards: int, parts: Sequence[int]) -> int:
    """The number of ways to deal `cards` cards into parts of these sizes; others stay out."""
    ways = math.factorial(cards) // math.factorial(cards - sum(parts))
    for part in parts:
        ways //= math.factorial(part)
    return ways


def _arrangements(bits: Worlds, split: Sequence[int]) -> Worlds:
    """Every way to give these cards to bins, `split[i]` of them to bin i: uint64 (ways, bins)."""
    rows = [[0] * len(split)]
    room = [list(split)]
    for bit in bits.tolist():
        next_rows, next_room = [], []
        for row, left in zip(rows, room, strict=True):
            for i, places in enumerate(left):
                if places:
                    next_rows.append([*row[:i], row[i] | bit, *row[i + 1 :]])
                    next_room.append([*left[:i], places - 1, *left[i + 1 :]])
        rows, room = next_rows, next_room
    return np.array(rows, dtype=np.uint64).reshape(-1, len(split))


def _raw(source: np.random.PCG64, n: int, words: int) -> NDArray[np.uint64]:
    """n rows of random 64-bit words."""
    return np.asarray(source.random_raw(n * words), dtype=np.uint64).reshape(n, words)


def _shuffled(raw: NDArray[np.uint64], last: NDArray[np.bool_] | None = None) -> NDArray[np.uint64]:
    """For each row a random order of its columns; those marked `last` come after all others.

    The keys have 58 random bits, so two of 52 are equal less than once in 10**14 rows; the column
    number in the lowest bits then decides in the same way on every machine.
    """
    keys = raw & ~_INDEX
    if last is not None:
        keys = np.where(last, _LAST, keys)
    keys = keys | np.arange(raw.shape[1], dtype=np.uint64)
    keys.sort(axis=1)
    return keys & _INDEX


def _popcount(values: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The number of bits set in each value (below 2**13)."""
    return _LENGTH[values]


_LENGTH = np.array([value.bit_count() for value in range(1 << 13)], dtype=np.int64)


# Seeds and streams ---------------------------------------------------------------------------


def parse_seed(seed: Any) -> int:
    """The seed as a whole number, 0 or more; SamplingError for anything else."""
    if isinstance(seed, str) and re.fullmatch(r"\s*[0-9]{1,40}\s*", seed):
        return int(seed)
    if isinstance(seed, int | np.integer) and not isinstance(seed, bool) and seed >= 0:
        return int(seed)
    raise SamplingError(f"{shown(seed)} is no seed: expected a whole number of 0 or more")


def shown_hands(cards: Mapping[int, Hand | str] | None) -> dict[int, Hand]:
    """Cards that seats are known to hold, read where they are texts; without seats that have none.

    Raises SamplingError where `cards` is no mapping, HandError for a text that is no hand.
    """
    if not isinstance(cards, Mapping | None):
        raise SamplingError(
            f"{shown(cards)} is no set of shown cards: expected seats and hands, as {{2: 'A...'}}"
        )
    hands = {seat: Hand.parse(held) for seat, held in (cards or {}).items()}
    return {seat: hand for seat, hand in hands.items() if hand}


def new_seed() -> int:
    """A fresh seed below 2**32, short enough to be printed and typed again."""
    return secrets.randbits(32)


def chunk_seed(seed: int, chunk: int) -> np.random.SeedSequence:
    """The seed of one chunk: child number `chunk` of `SeedSequence(seed).spawn`."""
    return np.random.SeedSequence(seed, spawn_key=(chunk,))


def deal_worlds(
    known: PartialDeal, n: int, seed: np.random.SeedSequence, accept: Accept | None = None
) -> Worlds:
    """n consistent worlds, uint64 (n, seats), from one seed sequence."""
    return Dealer(known).deal(n, seed, accept)


def sample_worlds(
    known: PartialDeal, seed: int, n: int | None = None, accept: Accept | None = None
) -> Iterator[Worlds]:
    """The worlds of a seed in chunks of up to `CHUNK`, n in all or (n None) without end.

    A seed determines one sequence of worlds; a smaller n gives a prefix of it. Raises SamplingError
    for n below 1 or conditions that no deal meets.
    """
    if n is not None and n < 1:
        raise SamplingError(f"{n} deals were asked for: expected at least 1")
    need(known, PartialDeal, "is no partial deal: expected a PartialDeal", SamplingError)
    dealer = Dealer(known)
    return _chunks(dealer, parse_seed(seed), n, accept)


def _chunks(dealer: Dealer, seed: int, n: int | None, accept: Accept | None) -> Iterator[Worlds]:
    chunk = dealt = 0
    while n is None or dealt < n:
        size = CHUNK if n is None else min(CHUNK, n - dealt)
        yield dealer.deal(size, chunk_seed(seed, chunk), accept)
        chunk += 1
        dealt += size


def world_hands(world: NDArray[np.uint64]) -> tuple[Hand, ...]:
    """The hands of one row of worlds."""
    return tuple(Hand(bits) for bits in world.tolist())
