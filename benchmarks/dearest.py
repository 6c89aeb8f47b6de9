"""What the dearest deals have in common: exact tricks of random plain deals, by nodes.

    python -m benchmarks.dearest [--deals N] [--seed SEED]

Prints, for the dearest deals and the others, the means of what one sees in a deal, and how each
goes with the logarithm of the nodes (cards played; they do not depend on the machine).
"""

from __future__ import annotations

import argparse
import random
from statistics import correlation, mean

import numpy as np

from benchmarks.lead_choices import random_hands
from solver import Deal, Hand, Position, Solver, Suit


def seen(hands: tuple[Hand, ...], trump: Suit, tricks: int) -> dict[str, float]:
    """What a deal looks like; either side is as far from half of the trumps and tricks."""
    side = [hand.length(suit) for hand in hands for suit in Suit if suit != trump]
    trumps = [hand.length(trump) for hand in hands]
    return {
        "voids": sum(length == 0 for length in side) + trumps.count(0),
        "side suits of one card or none": sum(length < 2 for length in side),
        "trumps of the shortest hand": min(trumps),
        "trumps of the longest hand": max(trumps),
        "trumps of a side less six and a half": abs(trumps[0] + trumps[2] - 6.5),
        "tricks of a side less six and a half": abs(tricks - 6.5),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=15)
    given = parser.parse_args()
    solver = Solver(64)
    rng = random.Random(f"dearest {given.seed}")
    found: list[tuple[int, dict[str, float]]] = []
    for _ in range(given.deals):
        hands, trump, leader = random_hands(rng), Suit(rng.randrange(4)), rng.randrange(4)
        position = Position.start(Deal(hands), trump, leader)
        solver.clear()
        before = solver.nodes
        tricks, _ = solver.value(position)
        found.append((solver.nodes - before, seen(hands, trump, tricks)))
    found.sort(key=lambda one: -one[0])
    total = sum(nodes for nodes, _ in found)
    parts = {
        "1 %": found[: max(1, given.deals // 100)],
        "5 %": found[: max(1, given.deals // 20)],
        "cheaper half": found[given.deals // 2 :],
        "all": found,
    }
    print(f"| | {' | '.join(parts)} | correlation |\n|---|{'---|' * (len(parts) + 1)}")
    shares = (sum(nodes for nodes, _ in part) / total for part in parts.values())
    print(f"| share of the nodes | {' | '.join(f'{share:.2f}' for share in shares)} | |")
    dear = [float(np.log(nodes + 50)) for nodes, _ in found]
    for name in found[0][1]:
        means = (mean(sight[name] for _, sight in part) for part in parts.values())
        along = correlation(dear, [float(sight[name]) for _, sight in found])
        print(f"| {name} | {' | '.join(f'{one:.2f}' for one in means)} | {along:.2f} |")


if __name__ == "__main__":
    main()
