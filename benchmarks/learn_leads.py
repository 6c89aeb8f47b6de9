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

import argparse
import random
import sys
import textwrap
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from solver import Card, Deal, Hand, Position, Solver, Suit

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "solver" / "core" / "order" / "learnt_lead_weights.pxd"
SEED = 15
FEWEST = 8  # tricks left at the last choice that is looked at
SHARE = {13: 0.25, 12: 0.6}  # of the choices with so many tricks left that are searched; else all
LIMITS = (5_000, 40_000, 320_000)  # nodes of a lead, one limit after the other,
ENOUGH = 10  # ... until one is so many times those of a lead that works: the others have failed
LINES = 6  # of each deal
MOST = 13  # candidates of a choice
POWER = 0.3  # of the nodes of a choice, for its weight
RIDGE = 2.0
PER_UNIT = 32  # steps of a written weight for a factor e in the odds

Floats = NDArray[np.float64]
CARDS = [next(iter(Hand(1 << bit))) for bit in range(52)]


def bit_of(card: Card) -> int:
    return card.bit.bit_length() - 1


def candidates(position: Position) -> list[int]:
    """The highest of each run of equivalent cards that the seat to move may play."""
    in_play = sum(hand.bits for hand in position.hands) | sum(card.bit for card in position.table)
    legal = {bit_of(card) for card in position.legal()}
    found = []
    for suit in range(4):
        held_above = False
        for bit in range(13 * suit + 12, 13 * suit - 1, -1):
            if in_play >> bit & 1:
                if bit in legal and not held_above:
                    found.append(bit)
                held_above = bit in legal
    return found


def asks(engine: Solver, position: Position, need: int, left: int, limit: int = 0) -> bool | None:
    """Whether side A takes `need` of the `left` tricks."""
    if not 0 < need <= left:
        return need <= 0
    return engine.race(position, need, left + 1 - need, limit)


@dataclass
class Choice:
    """A lead of the side that wins: each candidate, whether it works, its nodes."""

    hands: list[int]
    trump: int
    leader: int
    need: int
    leads: list[tuple[int, bool, int]]


def search(choice: Choice, position: Position, left: int, won: bool, engine: Solver) -> None:
    undecided = [(card, 0) for card in candidates(position)]
    least = LIMITS[-1]
    for limit in LIMITS:
        if limit >= ENOUGH * least:
            break
        leads, undecided = undecided, []
        for card, _ in leads:
            engine.clear()
            before = engine.nodes
            answer = asks(engine, position.play(CARDS[card]), choice.need, left, limit)
            nodes = engine.nodes - before
            if answer is None:
                undecided.append((card, nodes))
                continue
            choice.leads.append((card, answer is won, nodes))
            if answer is won:
                least = min(least, nodes)
    choice.leads += [(card, False, nodes) for card, nodes in undecided]


def follow(
    rng: random.Random, position: Position, need: int, fresh: Solver, warm: Solver
) -> list[Choice]:
    """The choices on one line; `warm` keeps its table and finds the cards that work."""
    found: list[Choice] = []
    left = 13
    won = asks(warm, position, need, left)
    while left >= FEWEST and 0 < need <= left:
        lead = None
        if (position.leader % 2 == 0) == won:
            fresh.clear()
            if asks(fresh, position, need, left, 1) is not None:
                break  # a bound answers: the search leads nothing here
            if rng.random() < SHARE.get(left, 1.0) and len(candidates(position)) > 1:
                hands = [hand.bits for hand in position.hands]
                choice = Choice(hands, int(position.trump or 0), position.leader, need, [])
                search(choice, position, left, bool(won), fresh)
                good = [item for item in choice.leads if item[1]]
                if not good:
                    break  # the limit came first
                found.append(choice)
                cheapest = min(good, key=lambda item: item[2])
                lead = (cheapest if rng.random() < 0.7 else rng.choice(good))[0]
        for _ in range(4):
            if lead is None:
                lead = pick(rng, position, need, left, bool(won), warm)
            position = position.play(CARDS[lead])
            lead = None
        need -= position.leader % 2 == 0
        left -= 1
    return found


def pick(
    rng: random.Random, position: Position, need: int, left: int, won: bool, engine: Solver
) -> int:
    cards = candidates(position)
    rng.shuffle(cards)
    if (position.to_move % 2 == 0) != won or len(cards) == 1:
        return cards[0]
    if rng.random() < 0.7:
        cards.sort(key=lambda card: card % 13)
    for card in cards:
        after = position.play(CARDS[card])
        over = not after.table
        rest = need - (over and after.leader % 2 == 0)
        if asks(engine, after, rest, left - over) is won:
            return card
    raise AssertionError("no card works for the side that wins")


def gather(seed: int, first: int, deals: int, out: Path) -> None:
    fresh, warm = Solver(64), Solver(32)
    numbers: list[int] = []
    choices: list[Choice] = []
    for number in range(first, first + deals):
        rng = random.Random(f"leads {seed} {number}")
        pack = list(range(52))
        rng.shuffle(pack)
        hands = tuple(Hand(sum(1 << card for card in pack[at : at + 13])) for at in (0, 13, 26, 39))
        start = Position.start(Deal(hands), Suit(rng.randrange(4)))
        value = warm.value(start)[0]
        for line in range(LINES):
            need = (value, value + 1, 7)[line % 3]
            if need == 7 and value in (6, 7):
                need = rng.choice((value, value + 1))
            found = follow(rng, start, need, fresh, warm)
            choices += found
            numbers += [number] * len(found)
        if number % 100 == 99:
            print(f"{number - first + 1} deals, {len(choices)} choices", file=sys.stderr)
    leads = np.full((len(choices), MOST, 3), -1, np.int32)
    for row, choice in enumerate(choices):
        leads[row, : len(choice.leads)] = choice.leads
    np.savez_compressed(
        out,
        number=np.array(numbers, np.int64),
        hands=np.array([choice.hands for choice in choices], np.uint64),
        trump=np.array([choice.trump for choice in choices], np.int8),
        leader=np.array([choice.leader for choice in choices], np.int8),
        need=np.array([choice.need for choice in choices], np.int8),
        leads=leads,
    )


@dataclass
class Sample:
    """Choices one after another: where each starts; a row for each lead, in the order of rules."""

    number: NDArray[np.int64]
    share: Floats
    starts: NDArray[np.int64]
    signs: NDArray[np.int32]
    cost: Floats

    def part(self, chosen: NDArray[np.bool_]) -> Sample:
        sizes = np.diff(self.starts, append=len(self.cost))
        rows = np.repeat(chosen, sizes)
        kept = sizes[chosen]
        return Sample(
            self.number[chosen],
            self.share[chosen],
            np.cumsum(kept) - kept,
            self.signs[rows],
            self.cost[rows],
        )


def load(paths: list[Path]) -> tuple[Sample, int]:
    """The choices of some files with the signs of their leads; the number of weights."""
    sys.path[:0] = [str(ROOT / "tests" / name) for name in ("oracle", "core")]
    from inside import probe

    numbers, shares, starts, signs, costs = [], [], [], [], []
    for path in paths:
        with np.load(path) as data:
            rows = zip(*(data[name].tolist() for name in data.files), strict=True)
        for number, hands, trump, leader, need, leads in rows:
            swap = {3: trump, trump: 3}
            by_card = {
                (swap.get(card // 13, card // 13), card % 13): (works, nodes + 4)
                for card, works, nodes in leads
                if card >= 0
            }
            found = probe.lead_signs_of(hands, trump, leader, need)
            # packed or printed, the cards stand in the same order
            packed = sorted(card for card, _ in found)
            results = dict(zip(packed, (by_card[card] for card in sorted(by_card)), strict=True))
            least = min(nodes for works, nodes in results.values() if works)
            starts.append(len(costs))
            numbers.append(number)
            shares.append(1 / SHARE.get(hands[0].bit_count(), 1.0))
            for card, places in found:
                works, nodes = results[card]
                costs.append(nodes if works else nodes + least)
                signs.append(places)
    return Sample(
        np.array(numbers),
        np.array(shares),
        np.array(starts),
        np.array(signs, np.int32),
        np.array(costs, np.float64),
    ), int(probe.LEAD_WEIGHTS)


def fitted(sample: Sample, count: int, rounds: tuple[int, int] = (40, 80)) -> Floats:
    """The weights: first those whose softmax is nearest to one over the cost, then the goal."""
    starts = sample.starts
    row = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(sample.cost)))
    least = np.minimum.reduceat(sample.cost, starts)
    dear = np.log(sample.cost / least[row])
    weight = (sample.share * least) ** POWER
    weight /= weight.mean()
    wanted = np.exp(-dear)
    wanted /= np.add.reduceat(wanted, starts)[row]

    def loss(weights: Floats, goal: bool) -> tuple[float, Floats]:
        score = weights[sample.signs].sum(axis=1)
        score -= np.maximum.reduceat(score, starts)[row]
        share = np.exp(score)
        total = np.add.reduceat(share, starts)
        share /= total[row]
        if goal:
            mean = np.add.reduceat(share * dear, starts)
            value = weight @ mean
            slope = weight[row] * share * (dear - mean[row])
        else:
            value = -weight @ np.add.reduceat(wanted * (score - np.log(total)[row]), starts)
            slope = weight[row] * (share - wanted)
        tables = sample.signs.shape[1]
        gradient = np.bincount(sample.signs.ravel(), np.repeat(slope, tables), count)
        return value + RIDGE / 2 * (weights @ weights), gradient + RIDGE * weights

    weights = np.zeros(count)
    weights[:64] = np.tile(-0.3 * np.arange(8), 8)  # the order of rules, whatever the slack
    for goal, most in zip((False, True), rounds, strict=True):
        options = {"maxiter": most}
        weights = minimize(loss, weights, goal, jac=True, method="L-BFGS-B", options=options).x
    return weights


def compared(sample: Sample, weights: Floats) -> str:
    """What the first leads cost by these weights, and at the least, to the order of rules."""
    score = weights[sample.signs].sum(axis=1)
    ends = np.append(sample.starts[1:], len(score))
    first = np.array([a + score[a:b].argmax() for a, b in zip(sample.starts, ends, strict=True)])
    rules = sample.cost[sample.starts]

    def told(cost: Floats) -> str:
        mean = sample.share @ cost / (sample.share @ rules)
        geometric = np.exp(np.average(np.log(cost / rules), weights=sample.share))
        return f"{mean:.3f} (geometric mean {geometric:.3f})"

    least = np.minimum.reduceat(sample.cost, sample.starts)
    return f"{told(sample.cost[first])}, least possible {told(least)}"


def write(weights: Floats, told: str) -> None:
    steps = np.clip(np.round(weights * PER_UNIT), -128, 127).astype(int)
    numbers = textwrap.fill(", ".join(map(str, steps)), 112)
    lines = textwrap.fill(
        f"Made by benchmarks/learn_leads.py, which says how. {told}", 116, initial_indent="# ",
        subsequent_indent="# ",
    )  # fmt: skip
    text = f'''# What every sign of a lead is worth in the plain game (learnt_leads.pxd).
#
{lines}

from libc.stdint cimport int8_t

cdef extern from *:
    """
    #include <stdint.h>
    static const int8_t HK_LEARNT_LEADS[{len(steps)}] = {{
{textwrap.indent(numbers, " " * 8)}}};
    """
    const int8_t LEARNT_LEADS "HK_LEARNT_LEADS" [{len(steps)}]
'''
    TARGET.write_text(text, encoding="utf-8")


def fit(paths: list[Path]) -> None:
    began = time.process_time()
    sample, count = load(paths)
    held = sample.number % 10 == 9
    weights = fitted(sample.part(~held), count)
    told = (
        f"{int((~held).sum())} choices of random deals. First leads of {int(held.sum())} held out, "
        f"relative to the order of rules: {compared(sample.part(held), weights)}."
    )
    print(told)
    write(weights, told)
    print(f"{TARGET.name} written, {time.process_time() - began:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    verb = verbs.add_parser("gather")
    verb.add_argument("--seed", type=int, default=SEED)
    verb.add_argument("--first", type=int, default=0)
    verb.add_argument("--deals", type=int, required=True)
    verb.add_argument("--out", type=Path, required=True)
    verb = verbs.add_parser("fit")
    verb.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    if given.verb == "gather":
        gather(given.seed, given.first, given.deals, given.out)
    else:
        fit(given.files)


if __name__ == "__main__":
    main()
