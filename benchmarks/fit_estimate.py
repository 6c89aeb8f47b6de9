"""Fits the estimate of a game on gathered deals: solver/decide/data/GAME.npz.

    python -m benchmarks.fit_estimate hokm --deals deals --write
    python -m benchmarks.fit_estimate double_sar --deals deals --start hokm --write

The deals are those of `benchmarks.gather_deals`. A net of two hidden layers gives the chances of
the six classes; Adam makes the cross entropy small, its rate falling to nothing along half a
cosine. Each batch sees its deals under one renaming of suits that keeps the trump; deals of which
only cheap races are known teach the hidden layers. Outputs of hidden units lie between 0 and 1, so
that the weights can be rounded to whole numbers afterwards (`solver/decide/estimate.py` says
which stand for 1). `--start` begins with the fitted weights of another game of as many seats: what
a hand is worth in one game says much about the other, and deals of dear games are few.

One part in ten is held out. Printed is R^2 there: how much of the variance of a win, a kot, a goon
kot and the points the rounded net explains, which is what a control variate takes away.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.gather_deals import RACES
from solver.decide.estimate import (
    ONE,
    SHIFTS,
    ClassEstimate,
    card_owners,
    renamed,
    suit_orders,
)
from solver.decide.worlds import Worlds
from solver.game.house_rules import call_scoring, usual_house
from solver.game.variants import Variant, find_variant

DATA = Path("solver/decide/data")
HELD_OUT = 10
_CLASS_AT = np.array([0, 1, 2, -1, 3, 4, 5])  # outcome code + 3 -> place in CLASSES
Floats = NDArray[np.float32]
Net = list[Floats]  # weights (inputs, outputs), biases, of each layer in turn


class Deals:
    """Deals, and what is known of each: the place of its class, -1 unless known, or cheap races."""

    def __init__(self, paths: list[Path]) -> None:
        parts = [dict(np.load(path)) for path in paths]
        rows = [len(part["worlds"]) for part in parts]
        self.worlds: Worlds = np.concatenate([part["worlds"] for part in parts])
        self.trumps = np.concatenate([part["trumps"] for part in parts])
        codes = [part.get("codes", np.zeros(n)) for part, n in zip(parts, rows, strict=True)]
        self.places = _CLASS_AT[np.concatenate(codes).astype(np.int64) + 3]
        nothing = [np.full((n, len(RACES)), -1) for n in rows]
        races = [part.get("races", none) for part, none in zip(parts, nothing, strict=True)]
        self.races = np.concatenate(races).astype(np.int8)

    def __len__(self) -> int:
        return len(self.places)


def new_net(inputs: int, hidden: tuple[int, int], rng: np.random.Generator) -> Net:
    """Random weights; hidden units begin in the middle of their range."""
    sizes = (inputs, *hidden, 6 + len(RACES))
    net: Net = []
    for k, (come, go) in enumerate(pairwise(sizes)):
        share = 0.25 if k == 0 else 1.0  # one input of four is a 1
        scale = np.sqrt(0.5 / (come * share))
        net.append((rng.standard_normal((come, go)) * scale).astype(np.float32))
        net.append(np.full(go, 0.3 if k < 2 else 0.0, np.float32))
    return net


def forward(net: Net, inputs: Floats) -> list[Floats]:
    """The outputs of the hidden layers, the chances of the classes, those of the races."""
    first = np.clip(inputs @ net[0] + net[1], 0, 1)
    second = np.clip(first @ net[2] + net[3], 0, 1)
    logits = second @ net[4] + net[5]
    classes = np.exp(logits[:, :6] - logits[:, :6].max(axis=1, keepdims=True))
    classes /= classes.sum(axis=1, keepdims=True)
    return [first, second, classes, 1 / (1 + np.exp(-logits[:, 6:]))]


def slopes(net: Net, inputs: Floats, places: NDArray[np.int64], races: NDArray[np.int8]) -> Net:
    """The derivatives of the mean cross entropy of what is known."""
    first, second, classes, chances = forward(net, inputs)
    known = (places >= 0)[:, None]
    last = np.concatenate(
        [
            (classes - np.eye(6, dtype=np.float32)[places]) * known,
            np.where(races >= 0, chances - races, 0),
        ],
        axis=1,
    ) / np.float32(len(inputs))
    back = (last @ net[4].T) * ((second > 0) & (second < 1))
    under = (back @ net[2].T) * ((first > 0) & (first < 1))
    found: Net = []
    for come, slope in ((inputs, under), (first, back), (second, last)):
        found += [come.T @ slope, slope.sum(axis=0)]
    return found


class Adam:
    """The steps of Adam along half a cosine."""

    def __init__(self, net: Net, steps: int, rate: float) -> None:
        self.net, self.steps, self.rate, self.step = net, steps, rate, 0
        self.mean = [np.zeros_like(each) for each in net]
        self.square = [np.zeros_like(each) for each in net]

    def go(self, found: Net) -> None:
        """One step."""
        self.step += 1
        rate = self.rate * 0.5 * (1 + np.cos(np.pi * self.step / (self.steps + 1)))
        for each, slope, mean, square in zip(self.net, found, self.mean, self.square, strict=True):
            mean += np.float32(0.1) * (slope - mean)
            square += np.float32(0.001) * (slope * slope - square)
            size = np.sqrt(square / np.float32(1 - 0.999**self.step)) + np.float32(1e-8)
            each -= np.float32(rate / (1 - 0.9**self.step)) * (mean / size)


def fit(deals: Deals, net: Net, asked: argparse.Namespace, seats: int) -> None:
    """So many passes through the deals; the net is changed in its place."""
    rng = np.random.default_rng(asked.seed)
    rows_of = {int(t): np.flatnonzero(deals.trumps == t) for t in np.unique(deals.trumps)}
    orders = {t: [renamed(seats, order) for order in suit_orders(t)] for t in rows_of}
    counts = {t: len(rows) // asked.batch + 1 for t, rows in rows_of.items()}
    adam, began = Adam(net, sum(counts.values()) * asked.passes, asked.rate), time.monotonic()
    for number in range(1, asked.passes + 1):
        batches = [
            (trump, part)
            for trump, rows in rows_of.items()
            for part in np.array_split(rng.permutation(rows), counts[trump])
        ]
        for k in rng.permutation(len(batches)):
            trump, rows = batches[k]
            order = orders[trump][rng.integers(len(orders[trump]))]
            inputs = card_owners(deals.worlds[rows], seats)[:, order]
            adam.go(slopes(net, inputs, deals.places[rows], deals.races[rows]))
        if number % asked.tell == 0 or number == asked.passes:
            took = time.monotonic() - began
            print(f"pass {number}, {took:.0f} s: {asked.check(net)}", flush=True)


def rounded(net: Net) -> dict[str, NDArray[np.int32]]:
    """The net in whole numbers, as its file has it."""
    kinds = (np.int16, np.int8, np.int16)
    layers = {}
    for k, kind in enumerate(kinds):
        one = 1 << SHIFTS[k]
        most = np.iinfo(kind).max
        outputs = slice(6 if k == 2 else None)  # without the races
        weights = np.rint(net[2 * k].T[outputs] * one)
        layers[f"weights{k}"] = np.clip(weights, -most, most).astype(kind)
        # Of the outputs of a unit 256 stands for 1; a half makes up for what is rounded down.
        half = 0.5 * one / 256 if k == 0 else 0.5 * one if k == 1 else 0
        scale = one if k == 0 else one * 256
        layers[f"biases{k}"] = np.rint(net[2 * k + 1][outputs] * scale + half).astype(np.int32)
    return layers


def unrounded(layers: dict[str, NDArray[np.int32]]) -> Net:
    """A net to go on from; of the races it knows nothing."""
    net: Net = []
    for k in range(3):
        one = 1 << SHIFTS[k]
        net.append((layers[f"weights{k}"].T / one).astype(np.float32))
        net.append((layers[f"biases{k}"] / (one if k == 0 else one * 256)).astype(np.float32))
    net[4] = np.pad(net[4], ((0, 0), (0, len(RACES))))
    net[5] = np.pad(net[5], (0, len(RACES)))
    return net


def told(variant: Variant, deals: Deals, shares: NDArray[np.int64]) -> str:
    """R^2 of what is asked of a class, and the cross entropy."""
    worth = np.array(call_scoring(usual_house(variant)).vector())
    values = {
        "win": np.array([0, 0, 0, 1, 1, 1]),
        "kot": np.array([0, 0, 0, 0, 1, 1]),
        "goon": np.array([1, 1, 0, 0, 0, 0]),
        "points": worth,
    }
    parts = []
    for name, value in values.items():
        truth, guess = value[deals.places], shares @ value / ONE
        spread = truth.var()
        parts.append(f"{name} {1 - (truth - guess).var() / spread if spread else np.nan:.4f}")
    own = np.maximum(shares[np.arange(len(deals)), deals.places], 1) / ONE
    return ", ".join([*parts, f"log loss {-np.log(own).mean():.4f}"])


def guesses(estimate: ClassEstimate, deals: Deals) -> NDArray[np.int64]:
    """The estimate of each deal with its own trump."""
    found = np.empty((len(deals), 6), np.int64)
    for trump in np.unique(deals.trumps):
        rows = deals.trumps == trump
        found[rows] = estimate.shares(deals.worlds[rows], (int(trump),))[:, 0]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("variant", type=find_variant)
    parser.add_argument("--deals", type=Path, required=True, help="the folder of the parts")
    parser.add_argument("--start", help="the game with whose weights to begin")
    parser.add_argument("--hidden", type=int, nargs=2, default=(512, 64))
    parser.add_argument("--passes", type=int, default=20)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--no-races", action="store_true", help="classes alone")
    parser.add_argument("--batch", type=int, default=500)
    parser.add_argument("--seed", type=int, default=29)
    parser.add_argument("--tell", type=int, default=2)
    parser.add_argument("--parts", type=int, help="no more than so many parts")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    variant: Variant = asked.variant
    paths = sorted(asked.deals.glob(f"{variant.name}-[0-9]*-*.npz"))[: asked.parts]
    cheap = [] if asked.no_races else sorted(asked.deals.glob(f"{variant.name}-races-*.npz"))
    known = Deals([path for k, path in enumerate(paths) if k % HELD_OUT] + cheap)
    fresh = Deals(paths[::HELD_OUT])
    solved = int((known.places >= 0).sum())
    print(f"{variant}: {solved} classes, {len(known)} deals to fit; {len(fresh)} held out")
    if asked.start:
        net = unrounded(dict(np.load(DATA / f"{asked.start}.npz")))
    else:
        rng = np.random.default_rng(asked.seed)
        net = new_net(56 * variant.seats, tuple(asked.hidden), rng)

    def check(net: Net) -> str:
        estimate = ClassEstimate(rounded(net), variant.seats)
        return told(variant, fresh, guesses(estimate, fresh))

    asked.check = check
    print("before:", check(net))
    fit(known, net, asked, variant.seats)
    if asked.write:
        DATA.mkdir(exist_ok=True)
        path = DATA / f"{variant.name}.npz"
        np.savez_compressed(path, **rounded(net))
        print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
