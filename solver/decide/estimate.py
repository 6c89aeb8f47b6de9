"""A cheap estimate of the class of a hand from who holds which card, for control variates.

A net of two hidden layers per game, its weights beside this file (`data/GAME.npz`, fitted by
`benchmarks/fit_estimate.py`). All its numbers are whole and so small that float32 sums of them are
exact in any order: an estimate is the same on every machine, and so are sums of estimates.
Nothing here deals or solves, and no answer may depend on what an estimate is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.whole_files import checksum
from ..game.scoring import CLASSES
from ..game.variants import Variant, find_variant
from .worlds import Worlds

__all__ = ["ONE", "CallEstimate", "ClassEstimate", "card_owners", "find_estimate"]

Floats = NDArray[np.float32]
Shares = NDArray[np.int64]

ONE = 1 << 14
"""The shares of a world sum to this."""
TOP = 255
"""The greatest output of a hidden unit, which stands for nearly 1 (256 is 1)."""
SHIFTS = (12, 6, 10)
"""What stands for 1 among the weights of each layer, as a power of two."""
ROWS = 1024
"""Worlds at a time, so that what is between the layers stays in the processor's cache."""
_CARDS, _SUITS = 52, 4
_STEPS = 64  # of the table of the exponential, in one unit of a logit
_LOGIT = 8 + SHIFTS[2]  # what stands for 1 among the logits, as a power of two
_EXACT = 1 << 24  # whole numbers up to this are exact in float32
_EXP = np.rint(ONE * np.exp(-np.arange(16 * _STEPS) / _STEPS)).astype(np.int64)


def card_owners(worlds: Worlds, seats: int) -> Floats:
    """float32 (n, seats * 56): 1 for each card a seat holds, then its suit lengths, seat by seat.

    Cards in the order of their numbers.
    """
    hands = np.ascontiguousarray(worlds[:, :seats]).astype("<u8", copy=False)
    bits = np.unpackbits(hands.view(np.uint8), axis=1, bitorder="little")
    cards = bits.reshape(len(worlds), seats, 64)[:, :, :_CARDS]
    lengths = cards.reshape(len(worlds), seats, _SUITS, 13).sum(axis=3, dtype=np.uint8)
    return np.concatenate([cards, lengths], axis=2).reshape(len(worlds), -1).astype(np.float32)


def renamed(seats: int, order: tuple[int, ...]) -> NDArray[np.int64]:
    """Places in `card_owners` so that suit `order[k]` stands at the place of suit k."""
    cards = np.concatenate([13 * suit + np.arange(13) for suit in order])
    one = np.concatenate([cards, _CARDS + np.array(order)])
    return np.concatenate([one + seat * (_CARDS + _SUITS) for seat in range(seats)])


def suit_orders(trump: int) -> list[tuple[int, ...]]:
    """The orders of the suits that mean the same: the trump first; any if there is none."""
    return [order for order in permutations(range(_SUITS)) if trump < 0 or order[0] == trump]


class ClassEstimate:
    """The net of one game. `layers`: the whole numbers of its file, see `benchmarks/fit_estimate`.

    Each layer has weights (outputs, inputs) and biases (outputs). `name` tells nets apart. Raises
    ValueError where sums could be inexact.
    """

    def __init__(self, layers: Mapping[str, NDArray[np.integer[Any]]], seats: int) -> None:
        self.seats = seats
        self.name = checksum(b"".join(layers[name].tobytes() for name in sorted(layers)))
        parts = [(layers[f"weights{k}"], layers[f"biases{k}"]) for k in range(3)]
        most = (1, TOP, TOP)
        for (weights, biases), top in zip(parts, most, strict=True):
            sums = np.abs(weights.astype(np.int64)).sum(axis=1) * top
            if top == 1:  # the lengths of suits are no more than the cards of the pack
                sums = np.abs(weights.astype(np.int64)).max(axis=1) * 2 * _CARDS
            if (sums + np.abs(biases.astype(np.int64)) >= _EXACT).any():
                raise ValueError("the weights of an estimate are too large to be summed exactly")
        # The transposed weights as they are multiplied: inputs x outputs.
        self._layers = [
            (weights.T.astype(np.float32), biases.astype(np.float32)) for weights, biases in parts
        ]
        self._by_trump: dict[int, Floats] = {}

    def shares(self, worlds: Worlds, trumps: tuple[int, ...]) -> Shares:
        """int64 (n, trumps, 6): the chance of each of CLASSES, in parts of ONE.

        The caller is seat 0. A trump of -1 stands for none.
        """
        found = np.empty((len(worlds), len(trumps), len(CLASSES)), np.int64)
        for first in range(0, len(worlds), ROWS):
            rows = slice(first, first + ROWS)
            inputs = card_owners(worlds[rows], self.seats)
            for column, trump in enumerate(trumps):
                found[rows, column] = self._of(inputs, trump)
        return found

    def _of(self, inputs: Floats, trump: int) -> Shares:
        first = self._by_trump.get(trump)
        if first is None:
            places = renamed(self.seats, suit_orders(trump)[0])
            first = np.empty_like(self._layers[0][0])
            first[places] = self._layers[0][0]
            self._by_trump[trump] = first
        weights = (first, self._layers[1][0], self._layers[2][0])
        sums = inputs
        for k, (each, (_, biases)) in enumerate(zip(weights, self._layers, strict=True)):
            sums = sums @ each
            sums += biases
            if k < 2:
                sums *= np.float32(2.0 ** ((8 if k == 0 else 0) - SHIFTS[k]))
                np.floor(sums, out=sums)
                np.clip(sums, 0, TOP, out=sums)
        return soft_shares(sums.astype(np.int64))


def soft_shares(logits: Shares) -> Shares:
    """The softmax of whole logits, in parts of ONE; what is left over goes to the likeliest."""
    below = (logits.max(axis=1, keepdims=True) - logits) >> (_LOGIT - _STEPS.bit_length() + 1)
    raised = _EXP[np.minimum(below, len(_EXP) - 1)]
    shares = raised * ONE // raised.sum(axis=1, keepdims=True)
    shares[np.arange(len(shares)), shares.argmax(axis=1)] += ONE - shares.sum(axis=1)
    return np.asarray(shares)


@dataclass(frozen=True, slots=True)
class CallEstimate:
    """The estimate of each call on offer, one column each; may travel to other processes.

    `trumps`: the suits, or -1 where nobody calls. Without `bavneys` these are the kots they are.
    """

    game: str
    trumps: tuple[int, ...]
    bavneys: bool = True

    @property
    def name(self) -> str:
        """What it is, so that a run is not taken up again with another one."""
        return f"{self._net.name} {self.trumps}"

    @property
    def _net(self) -> ClassEstimate:
        found = _read(self.game)
        assert found is not None
        return found

    def shares(self, worlds: Worlds) -> Shares:
        """int64 (n, columns, 6): the chance of each of CLASSES, in parts of ONE."""
        found = self._net.shares(worlds, self.trumps)
        if not self.bavneys:
            found[..., 1] += found[..., 0]
            found[..., 4] += found[..., 5]
            found[..., (0, 5)] = 0
        return found


def find_estimate(
    variant: Variant, trumps: tuple[int, ...], bavneys: bool = True
) -> CallEstimate | None:
    """The estimate of these calls before the lead, by the net of the game with its usual options.

    None where the game has no net, or where its cards are not all dealt before the lead.
    """
    known = _read(variant.name) is not None
    return CallEstimate(variant.name, trumps, bavneys) if known else None


@cache
def _read(game: str) -> ClassEstimate | None:
    path = files(__package__) / "data" / f"{game}.npz"
    if not path.is_file():
        return None
    with path.open("rb") as file, np.load(file) as layers:
        return ClassEstimate(dict(layers), find_variant(game).seats)
