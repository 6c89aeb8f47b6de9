"""What closed hands say of a call, against hands that four slower players played.

    python -m benchmarks.seen_cards play hokm sampled:10 --hands 400 --seed 14 hands.npz
    python -m benchmarks.closed_calls hokm hands.npz

For the five cards and the usual call of each hand it plays random deals out by each kind of
players (`solver/decide/closed_hands.py`), and compares the chances of a win and of a kot with
what was won: over all, and by groups of what was told, with the number of standard errors between
them (binomial; each hand has a call of its own).
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from solver.base.cards import Hand, Suit
from solver.base.outcomes import Outcome
from solver.decide.closed_hands import CLOSED_PLAYERS, closed_by
from solver.decide.evaluators import evaluator_of
from solver.decide.template import PositionTemplate
from solver.decide.worlds import Dealer
from solver.game.variants import find_variant

GROUPS = {"win": (0, 0.45, 0.55, 0.65, 0.75, 0.85, 1), "kot": (0, 0.03, 0.06, 0.12, 0.25, 1)}
Floats = NDArray[np.float64]


def told(variant_name: str, five: Hand, trump: Suit, deals: int, seed: int) -> Floats:
    """The chances of a win and of a kot by each kind of players, (kinds, 2)."""
    variant = find_variant(variant_name)
    template = PositionTemplate.before_the_lead(variant, five)
    worlds = Dealer(template.known).deal(deals, np.random.SeedSequence((91, seed)))
    found = []
    for kind in CLOSED_PLAYERS:
        codes = evaluator_of(template, judge=closed_by(kind)).classes(worlds, [trump]).worst
        found.append([(codes >= Outcome.WIN_A).mean(), (codes >= Outcome.KOT_A).mean()])
    return np.array(found)


def compare(name: str, chance: Floats, happened: NDArray[np.bool_]) -> None:
    """Told and found, over all and by groups."""
    for low, high in ((0.0, 1.0), *zip(GROUPS[name], GROUPS[name][1:], strict=False)):
        some = (chance >= low) & (chance < high + (high == 1))
        if not some.any():
            continue
        wanted, found = chance[some].sum(), happened[some].sum()
        error = np.sqrt((chance[some] * (1 - chance[some])).sum())
        print(f"  {name} {low:4.0%}-{high:4.0%}: {some.sum():5d} hands, told {wanted:6.1f}, "
              f"found {found:4d}, z {(found - wanted) / max(error, 1e-9):+.1f}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("game")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--deals", type=int, default=500)
    asked = parser.parse_args()
    rows, ends = [], []
    for file in asked.files:
        kept = np.load(file)
        for five, trump, end in zip(kept["fives"], kept["trumps"], kept["ends"], strict=True):
            hand = Hand(int(five))
            rows.append(told(asked.game, hand, Suit(int(trump)), asked.deals, len(rows)))
            ends.append(int(end))
    chances, outcomes = np.array(rows), np.array(ends)
    for number, kind in enumerate(CLOSED_PLAYERS):
        print(f"{CLOSED_PLAYERS[kind]}, {len(outcomes)} hands:")
        compare("win", chances[:, number, 0], outcomes >= Outcome.WIN_A)
        compare("kot", chances[:, number, 1], outcomes >= Outcome.KOT_A)


if __name__ == "__main__":
    main()
