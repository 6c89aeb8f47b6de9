"""Choices of a lead and what each card cost there, for the scripts that learn an order of leads.

A game is given as lines to follow: `follow` plays one through the proofs of a position, the side
that loses any card, the other one a card that works. Where the side that wins leads, every
candidate is searched with an empty table: whether it works, and what that cost. Leads far dearer
than the cheapest that works are given up: how much dearer says little. A deal is its number and
the seed, so that parts may be gathered at the same time.

`fitted` finds the weights of the signs of a lead: indices that the search itself works out. Leads
drawn one after the other, each by the exponential of its score, until one works, cost on average
the sum over those that fail of e(lead) / (e(lead) + e(all that work)) times their nodes, and the
nodes of the one that works. This mean over the least possible, or the mean logarithm of what the
first lead costs, is made small, a choice counting by its nodes to some power.
"""

from __future__ import annotations

import argparse
import random
import sys
import textwrap
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from solver import Card, Hand, Position, Solver

ROOT = Path(__file__).parent.parent
ORDERS = ROOT / "solver" / "core" / "order"
LIMITS = (5_000, 40_000, 320_000)  # nodes of a lead, one limit after the other,
ENOUGH = 10  # ... until one is so many times those of a lead that works: the others have failed
MOST = 13  # candidates of a choice
SOON = 10_000  # nodes of a card of the line, before a card without limit is looked for
ASKS = 0.3  # how often who may request a hidden trump does so, where it decides nothing
RIDGE = 2.0
MOST_TIMES = 20.0  # dearer than the least possible than this counts as this
PER_UNIT = 32  # steps of a written weight for a factor e in the odds

Floats = NDArray[np.float64]
CARDS = [next(iter(Hand(1 << bit))) for bit in range(52)]
TENS, ACES = (sum(1 << 13 * suit + rank for suit in range(4)) for rank in (8, 12))


def bit_of(card: Card) -> int:
    return card.bit.bit_length() - 1


def random_hands(rng: random.Random, cards: int = 13) -> tuple[Hand, ...]:
    pack = list(range(52))
    rng.shuffle(pack)
    parts = (pack[cards * seat : cards * seat + cards] for seat in range(4))
    return tuple(Hand(sum(1 << card for card in part)) for part in parts)


def candidates(position: Position) -> list[int]:
    """The highest of each run of equivalent cards that the seat to move may play."""
    variant = position.variant
    alone = TENS if variant.points == "tens" else 0
    if variant.get("ace_rule", "off") != "off":
        alone |= ACES
    if position.indicator is not None:
        alone |= position.indicator.bit
    in_play = position.unplayed.bits
    legal = sum(card.bit for card in position.legal())
    found = []
    for suit in range(4):
        above = 0
        for bit in range(13 * suit + 12, 13 * suit - 1, -1):
            if in_play >> bit & 1:
                if legal >> bit & 1 and not (above and not (above | 1 << bit) & alone):
                    found.append(bit)
                above = 1 << bit & legal
    return found


def asks(engine: Solver, position: Position, goal: int, limit: int = 0) -> bool | None:
    """Whether side A gets `goal` points of the hand in all."""
    need, left = goal - position.owned[0], position.points_left
    if not 0 < need <= left:
        return need <= 0
    return engine.race(position, need, left + 1 - need, limit)


@dataclass
class Choice:
    """A lead of the side that wins: the position; each candidate, whether it works, its nodes."""

    position: Position
    goal: int
    leads: list[tuple[int, bool, int]]


def search(choice: Choice, won: bool, engine: Solver) -> None:
    undecided = [(card, 0) for card in candidates(choice.position)]
    least = LIMITS[-1]
    for limit in LIMITS:
        if limit >= ENOUGH * least:
            break
        leads, undecided = undecided, []
        for card, _ in leads:
            engine.clear()
            before = engine.nodes
            answer = asks(engine, choice.position.play(CARDS[card]), choice.goal, limit)
            nodes = engine.nodes - before
            if answer is None:
                undecided.append((card, nodes))
                continue
            choice.leads.append((card, answer is won, nodes))
            if answer is won:
                least = min(least, nodes)
    choice.leads += [(card, False, nodes) for card, nodes in undecided]


@dataclass
class Lines:
    """Lines of play, and the engines that find them: `warm` keeps its table."""

    rng: random.Random
    fewest: int  # tricks left at the last choice that is looked at
    share: dict[int, float]  # of the choices with so many tricks left that are searched; else all
    fresh: Solver
    warm: Solver
    most: int = 0  # nodes of the first answer, else the line is left out; 0: any number

    def follow(self, position: Position, goal: int) -> list[Choice]:
        """The choices on one line."""
        found: list[Choice] = []
        rng = self.rng
        won = asks(self.warm, position, goal, self.most)
        if won is None:
            return found
        while position.tricks_left >= self.fewest and not position.chances():
            if not 0 < goal - position.owned[0] <= position.points_left:
                break
            lead = None
            if (position.leader % 2 == 0) == won:
                self.fresh.clear()
                if asks(self.fresh, position, goal, 1) is not None:
                    break  # a bound answers: the search leads nothing here
                chosen = rng.random() < self.share.get(position.tricks_left, 1.0)
                if chosen and len(candidates(position)) > 1:
                    choice = Choice(position, goal, [])
                    search(choice, won, self.fresh)
                    good = [item for item in choice.leads if item[1]]
                    if not good:
                        break  # the limit came first, or only a request for the trump works
                    found.append(choice)
                    cheapest = min(good, key=lambda item: item[2])
                    lead = (cheapest if rng.random() < 0.7 else rng.choice(good))[0]
            for _ in range(4):
                if lead is None:
                    position, lead = self.pick(position, goal, won)
                position = position.play(CARDS[lead])
                lead = None
        return found

    def pick(self, position: Position, goal: int, won: bool) -> tuple[Position, int]:
        """A card of the losing side, or one that works; the position after a request for trump."""
        rng = self.rng
        ours = (position.to_move % 2 == 0) == won
        if position.may_request_trump and rng.random() < ASKS:
            after = position.request_trump()
            if not ours or asks(self.warm, after, goal) is won:
                position = after
        cards = candidates(position)
        rng.shuffle(cards)
        if not ours or len(cards) == 1:
            return position, cards[0]
        if rng.random() < 0.7:
            cards.sort(key=lambda card: card % 13)
        for limit in (SOON, 0):
            for card in cards:
                if asks(self.warm, position.play(CARDS[card]), goal, limit) is won:
                    return position, card
        if not position.may_request_trump:
            raise AssertionError("no card works for the side that wins")
        return self.pick(position.request_trump(), goal, won)


Gathered = Callable[[Lines, int], list[Choice]]


def gather(
    lines: Callable[[random.Random], Lines],
    name: str,
    deals: Sequence[int],
    of_deal: Gathered,
    facts: Callable[[Choice], tuple[int, ...]],
    out: Path,
) -> None:
    """Writes the choices of these deals: number, what the signs are made of, the leads."""
    numbers: list[int] = []
    choices: list[Choice] = []
    for done, number in enumerate(deals, start=1):
        found = of_deal(lines(random.Random(f"{name} {number}")), number)
        choices += found
        numbers += [number] * len(found)
        if done % 100 == 0:
            print(f"{done} deals, {len(choices)} choices", file=sys.stderr)
    leads = np.full((len(choices), MOST, 3), -1, np.int32)
    for row, choice in enumerate(choices):
        leads[row, : len(choice.leads)] = choice.leads
    np.savez_compressed(
        out,
        number=np.array(numbers, np.int64),
        facts=np.array([facts(choice) for choice in choices], np.int64),
        leads=leads,
    )


@dataclass
class Sample:
    """Choices one after another: where each starts; for each lead its signs, result and nodes."""

    number: NDArray[np.int64]
    starts: NDArray[np.int64]
    signs: NDArray[np.int32]
    works: NDArray[np.bool_]
    nodes: Floats
    share: Floats
    """Of each choice: how many it stands for, where only some were searched."""

    def part(self, chosen: NDArray[np.bool_]) -> Sample:
        sizes = np.diff(self.starts, append=len(self.nodes))
        rows = np.repeat(chosen, sizes)
        kept = sizes[chosen]
        return Sample(
            self.number[chosen],
            np.cumsum(kept) - kept,
            self.signs[rows],
            self.works[rows],
            self.nodes[rows],
            self.share[chosen],
        )

    @property
    def row(self) -> NDArray[np.int64]:
        """The choice of each lead."""
        return np.repeat(np.arange(len(self.starts)), np.diff(self.starts, append=len(self.nodes)))

    @property
    def least(self) -> Floats:
        """The nodes of the cheapest lead that works, of each choice."""
        return np.minimum.reduceat(np.where(self.works, self.nodes, np.inf), self.starts)

    @property
    def cost(self) -> Floats:
        """The nodes of each lead when it is the first; the cheapest follows one that fails."""
        return np.where(self.works, self.nodes, self.nodes + self.least[self.row])

    def weight(self, power: float) -> Floats:
        """What a choice counts: its nodes to a power, 1 in the mean."""
        found = (self.share * self.least) ** power
        return found / found.mean()


Leads = list[tuple[int, int, int]]
Signs = list[tuple[int, list[int]]]


def load(
    paths: list[Path], signs_of: Callable[[list[int], Leads], tuple[int, Signs, float] | None]
) -> Sample:
    """The choices of some files.

    `signs_of` is given the facts and the leads of a choice and returns trump (-1: none), each lead,
    packed, with its signs, and how many choices this one stands for; None leaves it out.
    """
    numbers, starts, signs, works, nodes, shares = [], [], [], [], [], []
    for path in paths:
        with np.load(path) as data:
            rows = zip(*(data[name].tolist() for name in ("number", "facts", "leads")), strict=True)
        for number, facts, leads in rows:
            answer = signs_of(facts, leads)
            if answer is None:
                continue
            trump, found, share = answer
            swap = {3: trump, trump: 3} if trump >= 0 else {}
            by_card = {
                (swap.get(card // 13, card // 13), card % 13): (good, cards + 4)
                for card, good, cards in leads
                if card >= 0
            }
            # packed or printed, the cards stand in the same order
            packed = sorted(card for card, _ in found)
            results = dict(zip(packed, (by_card[card] for card in sorted(by_card)), strict=True))
            starts.append(len(nodes))
            numbers.append(number)
            shares.append(share)
            for card, places in found:
                works.append(bool(results[card][0]))
                nodes.append(results[card][1])
                signs.append(places)
    return Sample(
        np.array(numbers),
        np.array(starts),
        np.array(signs, np.int32),
        np.array(works),
        np.array(nodes, np.float64),
        np.array(shares, np.float64),
    )


def inside() -> Any:
    """What the tests see of the search: it tells the signs of a lead."""
    sys.path[:0] = [str(ROOT / "tests" / name) for name in ("oracle", "core")]
    from inside import probe

    return probe


def minimum(loss: Callable[[Floats], tuple[float, Floats]], weights: Floats, most: int) -> Floats:
    options = {"maxiter": most}
    found = minimize(loss, weights, jac=True, method="L-BFGS-B", options=options)
    return np.asarray(found.x, np.float64)


def first_lead(sample: Sample, begun: Floats, power: float, rounds: tuple[int, int]) -> Floats:
    """Weights: first those whose softmax is nearest to one over the cost, then the first lead's."""
    starts, row = sample.starts, sample.row
    dear = np.log(sample.cost / sample.least[row])
    weight = sample.weight(power)
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
        return ridged(sample, value, slope, weights)

    weights = minimum(lambda weights: loss(weights, False), begun, rounds[0])
    return minimum(lambda weights: loss(weights, True), weights, rounds[1])


def cost_of_drawing(
    score: Floats,
    times: Floats,
    works: NDArray[np.bool_],
    starts: NDArray[np.int64],
    weight: Floats,
) -> tuple[float, Floats]:
    """The mean cost of candidates drawn until one works, and its slope in the scores.

    Of each candidate: `score`, `times` (its cost over that of the cheapest that works), `works`;
    `starts` (the first candidate) and `weight`: of each choice.
    """
    row = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(score)))
    score = score - np.maximum.reduceat(score, starts)[row]
    odds = np.exp(np.maximum(score, -60))
    good = np.where(works, odds, 0)
    all_good = np.add.reduceat(good, starts)[row]
    tried = np.where(works, good / all_good, odds / (odds + all_good))
    value = weight @ np.add.reduceat(times * tried, starts)
    bad = np.where(works, 0, times * tried * (1 - tried))
    works_at = np.add.reduceat(np.where(works, times * tried, 0), starts)[row]
    slope = np.where(works, tried * (times - works_at - np.add.reduceat(bad, starts)[row]), bad)
    return float(value), weight[row] * slope


def all_tried(sample: Sample, weights: Floats, power: float, rounds: int) -> Floats:
    """Weights from these on: the mean cost of leads that are drawn until one works."""
    starts, row, least, works = sample.starts, sample.row, sample.least, sample.works
    times = np.minimum(sample.nodes / least[row], MOST_TIMES)
    weight = sample.weight(power)

    def loss(weights: Floats) -> tuple[float, Floats]:
        score = weights[sample.signs].sum(axis=1)
        value, slope = cost_of_drawing(score, times, works, starts, weight)
        return ridged(sample, value, slope, weights)

    return minimum(loss, weights, rounds)


def ridged(sample: Sample, value: float, slope: Floats, weights: Floats) -> tuple[float, Floats]:
    tables = sample.signs.shape[1]
    gradient = np.bincount(sample.signs.ravel(), np.repeat(slope, tables), len(weights))
    return value + RIDGE / 2 * (weights @ weights), gradient + RIDGE * weights


def cost(sample: Sample, score: Floats) -> Floats:
    """The nodes of each choice when its leads are tried by score until one works."""
    ends = np.append(sample.starts[1:], len(score))
    found = []
    for a, b in zip(sample.starts, ends, strict=True):
        tried = a + np.argsort(-score[a:b], kind="stable")
        number = int(sample.works[tried].argmax())
        found.append(sample.nodes[tried[: number + 1]].sum())
    return np.array(found)


def told(cost: Floats, other: Floats) -> str:
    geometric = np.exp(np.log(cost / other).mean())
    return f"{cost.sum() / other.sum():.3f} (geometric mean {geometric:.3f})"


def write(tables: Floats, path: Path, name: str, of_what: str, how: str) -> None:
    """The file of a table of weights, or of several, one a row, for C."""
    steps = np.clip(np.round(tables * PER_UNIT), -128, 127).astype(int)
    bodies = [
        textwrap.indent(textwrap.fill(", ".join(map(str, row)), 112), " " * 8)
        for row in np.atleast_2d(steps)
    ]
    body = bodies[0] if steps.ndim == 1 else "        {\n" + "},\n        {\n".join(bodies) + "}"
    lines = textwrap.fill(how, 116, initial_indent="# ", subsequent_indent="# ")
    size = "".join(f"[{length}]" for length in steps.shape)
    text = f'''# {of_what}
#
{lines}

from libc.stdint cimport int8_t

cdef extern from *:
    """
    #include <stdint.h>
    static const int8_t HK_{name}{size} = {{
{body}}};
    """
    const int8_t {name} "HK_{name}" {size}
'''
    path.write_text(text, encoding="utf-8")
    print(f"{how}\n{path.name} written")


def learn(
    about: str,
    seed: int,
    name: str,
    lines: Callable[[random.Random], Lines],
    of_deal: Gathered,
    facts: Callable[[Choice], tuple[int, ...]],
    fit: Callable[[list[Path]], None],
) -> None:
    """The command line of both scripts: gather or fit."""
    parser = argparse.ArgumentParser(description=about)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verb = verbs.add_parser("gather")
    verb.add_argument("--seed", type=int, default=seed)
    verb.add_argument("--first", type=int, default=0)
    verb.add_argument("--deals", type=int, required=True)
    verb.add_argument("--out", type=Path, required=True)
    verb = verbs.add_parser("fit")
    verb.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    if given.verb == "gather":
        deals = range(given.first, given.first + given.deals)
        gather(lines, f"{name} {given.seed}", deals, of_deal, facts, given.out)
        return
    began = time.process_time()
    fit(given.files)
    print(f"{time.process_time() - began:.0f} s")
