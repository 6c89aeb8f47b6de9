"""Random deals with their exact classes, in parts on disk, for the fits of estimates.

    python -m benchmarks.gather_deals hokm --deals 400000 --into deals
    python -m benchmarks.gather_deals hokm --deals 2000000 --into deals --races
    python -m benchmarks.gather_deals double_sar --deals 20000 --into deals --callers 4

A part has `PART` deals; its number and the seed alone decide them, so parts may be gathered by
several processes and on several days: those that are there are left out, those of another share
(`--share 1/2`) are left to the other process. A part is written as a whole, `GAME-SEED-NNNNN.npz`:

- `worlds` uint64 (deals, seats), the caller at seat 0;
- `trumps` int8 (deals,), -1 where nobody calls; `USUAL` of ten deals have the usual call (the
  longest suit of the caller's first five cards, the stronger of equals), the others any suit;
- `codes` int8 (deals,), the outcome, 0 where the node limit left it open.

With `--races` (plain games only) the parts are `GAME-races-SEED-NNNNN.npz` and have, in place of
the classes, `races` bool (deals, races), who wins each of `RACES`: all together they take a tenth
of the time of a class, and a net that is to know them has learnt most of what it needs.

With `--callers 4` each deal is there from the side of every seat as caller: they share much of the
search. All deals of one part are then held out together or not at all.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.base.cards import Hand
from solver.core.engine import Solver
from solver.decide.evaluators import find_evaluator
from solver.decide.template import NO_TRUMP
from solver.decide.worlds import Dealer, PartialDeal, Worlds, chunk_seed
from solver.game.deal import FIRST_CARDS
from solver.game.variants import Variant, find_variant

Codes = NDArray[np.int8]
Part = dict[str, NDArray[np.generic]]

PART = 1000
USUAL = 6
RACES = ((7, 1), (1, 7), (7, 2), (2, 7), (3, 3), (4, 4))


def usual_calls(worlds: Worlds, rng: np.random.Generator) -> Codes:
    """int8 (n,): the longest suit of five random cards of seat 0, the stronger of equals."""
    held = (worlds[:, :1] >> np.arange(52, dtype=np.uint64)) & np.uint64(1) > 0
    luck = np.where(held, rng.random(held.shape), 2.0)
    first = np.argsort(luck, axis=1)[:, :FIRST_CARDS]
    five = np.zeros(held.shape, dtype=bool)
    five[np.arange(len(worlds))[:, None], first] = True
    suits = five.reshape(-1, 4, 13)
    strength = suits.sum(axis=2) * (1 << 13) + (suits * (1 << np.arange(13))).sum(axis=2)
    return strength.argmax(axis=1).astype(np.int8)


def deals_of(variant: Variant, seed: int, number: int, size: int) -> tuple[Worlds, Codes]:
    """The deals of a part and their trumps."""
    known = PartialDeal(
        (Hand(),) * variant.seats, (variant.cards_per_hand,) * variant.seats, (), variant.pack
    )
    worlds = Dealer(known).deal(size, chunk_seed(seed, number))
    if variant.sets_trump:
        return worlds, np.full(size, NO_TRUMP, dtype=np.int8)
    rng = np.random.default_rng([seed, number])
    anything = rng.integers(0, 4, size).astype(np.int8)
    usual = rng.integers(0, 10, size) < USUAL
    return worlds, np.where(usual, usual_calls(worlds, rng), anything)


def classes(variant: Variant, worlds: Worlds, trumps: Codes, callers: int) -> Part:
    """A part with its outcomes, from the side of so many callers."""
    evaluator = find_evaluator(variant, Hand())
    sides = [np.ascontiguousarray(np.roll(worlds, -seat, axis=1)) for seat in range(callers)]
    codes = np.zeros((callers, len(worlds)), dtype=np.int8)
    for row, trump in enumerate(trumps):
        for seat, side in enumerate(sides):  # one after the other: a solver keeps its table
            answer = evaluator.classes(side[row : row + 1], (int(trump),))
            if answer.worst[0, 0] == answer.best[0, 0]:
                codes[seat, row] = answer.worst[0, 0]
    return {
        "worlds": np.concatenate(sides),
        "trumps": np.tile(trumps, callers),
        "codes": codes.ravel(),
    }


def races(worlds: Worlds, trumps: Codes) -> Part:
    """A part with who wins the cheap races."""
    solver = Solver()
    found = np.empty((len(worlds), len(RACES)), dtype=bool)
    for trump in np.unique(trumps):
        rows = trumps == trump
        for column, (a, b) in enumerate(RACES):
            found[rows, column] = solver.batch_races(worlds[rows], int(trump), a, b)
    return {"worlds": worlds, "trumps": trumps, "races": found}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("variant", type=find_variant)
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=29)
    parser.add_argument("--callers", type=int, default=1)
    parser.add_argument("--races", action="store_true", help="the cheap races, no classes")
    parser.add_argument("--part", type=int, default=PART, help="deals of a part")
    parser.add_argument("--share", default="1/1", help="1/2: every other part, from the first")
    parser.add_argument("--into", type=Path, required=True)
    asked = parser.parse_args()
    mine, of = map(int, asked.share.split("/"))
    asked.into.mkdir(parents=True, exist_ok=True)
    kind = "races-" if asked.races else ""
    for number in range(mine - 1, -(-asked.deals // asked.part), of):
        path = asked.into / f"{asked.variant.name}-{kind}{asked.seed}-{number:05}.npz"
        if path.exists():
            continue
        began, used = time.monotonic(), time.process_time()
        deals = deals_of(asked.variant, asked.seed, number, asked.part)
        part = races(*deals) if asked.races else classes(asked.variant, *deals, asked.callers)
        beside = path.with_suffix(f".{os.getpid()}")
        with beside.open("wb") as file:
            np.savez(file, **part)
        beside.replace(path)
        print(
            f"{path.name}: {len(part['worlds'])} rows, {time.process_time() - used:.1f} s of "
            f"processor time, {time.monotonic() - began:.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
