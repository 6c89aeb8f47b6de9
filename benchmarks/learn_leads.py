"""Learns the order of the leads of the plain game: solver/core/order/learnt_lead_weights.pxd.

    python -m benchmarks.learn_leads gather --first 0 --deals 15000 --out a.npz
    python -m benchmarks.learn_leads gather --first 15000 --deals 15000 --out b.npz
    python -m benchmarks.learn_leads fit a.npz b.npz

`gather` follows lines through the proofs of random deals (exact tricks, and seven): the side that
loses plays any card, the other one a card that works. Where the side that wins leads, with eight
tricks left or more, every lead is searched with an empty table: whether it works, and what that
cost. Leads far dearer than the cheapest that works are given up: how much dearer says little. A
deal is its number and the seed, so that parts may be gathered at the same time.

`fit` finds the weights of the signs of a lead (solver/core/order/learnt_leads.pxd). A lead that
fails costs its own nodes and those of the cheapest that works. The mean logarithm of what the first
lead costs, over the least, is made small, a choice counting by its nodes to the power 0.3. Deals
whose number ends in nine are held out: for them it prints what the first leads cost, relative to
those in the order of rules, beside the least possible. The weights written are the ones so judged.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.lead_choices import (
    ORDERS,
    Choice,
    Floats,
    Leads,
    Lines,
    Sample,
    Signs,
    first_lead,
    inside,
    learn,
    load,
    random_hands,
    write,
)
from solver import Deal, Position, Solver, Suit

TARGET = ORDERS / "learnt_lead_weights.pxd"
SEED = 15
FEWEST = 8  # tricks left at the last choice that is looked at
SHARE = {13: 0.25, 12: 0.6}  # of the choices with so many tricks left that are searched; else all
LINES = 6  # of each deal
POWER = 0.3  # of the nodes of a choice, for its weight


def choices_of(lines: Lines, number: int) -> list[Choice]:
    """The choices of a deal: the tricks that it is worth, one more, seven."""
    rng = lines.rng
    start = Position.start(Deal(random_hands(rng)), Suit(rng.randrange(4)))
    value = lines.warm.value(start)[0]
    found: list[Choice] = []
    for line in range(LINES):
        goal = (value, value + 1, 7)[line % 3]
        if goal == 7 and value in (6, 7):
            goal = rng.choice((value, value + 1))
        found += lines.follow(start, goal)
    return found


def facts(choice: Choice) -> tuple[int, ...]:
    """What the signs are made of."""
    position = choice.position
    hands = (hand.bits for hand in position.hands)
    need = choice.goal - position.owned[0]
    return (*hands, int(position.trump or 0), position.leader, need)


def compared(sample: Sample, weights: Floats) -> str:
    """What the first leads cost by these weights, and at the least, to the order of rules."""
    score, cost = weights[sample.signs].sum(axis=1), sample.cost
    ends = np.append(sample.starts[1:], len(score))
    first = np.array([a + score[a:b].argmax() for a, b in zip(sample.starts, ends, strict=True)])
    rules = cost[sample.starts]

    def told(cost: Floats) -> str:
        mean = sample.share @ cost / (sample.share @ rules)
        geometric = np.exp(np.average(np.log(cost / rules), weights=sample.share))
        return f"{mean:.3f} (geometric mean {geometric:.3f})"

    return f"{told(cost[first])}, least possible {told(sample.least)}"


def fit(paths: list[Path]) -> None:
    probe = inside()

    def signs_of(facts: list[int], leads: Leads) -> tuple[int, Signs, float]:
        *hands, trump, leader, need = facts
        share = 1 / SHARE.get(hands[0].bit_count(), 1.0)
        return trump, probe.lead_signs_of(hands, trump, leader, need), share

    sample = load(paths, signs_of)
    held = sample.number % 10 == 9
    begun = np.zeros(probe.LEAD_WEIGHTS)
    begun[:64] = np.tile(-0.3 * np.arange(8), 8)  # the order of rules, whatever the slack
    weights = first_lead(sample.part(~held), begun, POWER, (40, 80))
    told = (
        f"{int((~held).sum())} choices of random deals. First leads of {int(held.sum())} held out, "
        f"relative to the order of rules: {compared(sample.part(held), weights)}."
    )
    write(
        weights,
        TARGET,
        "LEARNT_LEADS",
        "What every sign of a lead is worth in the plain game (learnt_leads.pxd).",
        f"Made by benchmarks/learn_leads.py, which says how. {told}",
    )


def main() -> None:
    fresh, warm = Solver(64), Solver(32)
    learn(
        __doc__.splitlines()[0],
        SEED,
        "leads",
        lambda rng: Lines(rng, FEWEST, SHARE, fresh, warm),
        choices_of,
        facts,
        fit,
    )


if __name__ == "__main__":
    main()
