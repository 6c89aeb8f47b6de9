"""Learns the order of the cards: solver/core/order/weights.pxd.

    python -m benchmarks.learn_order gather trumps --first 0 --deals 20000 --out a.choices
    python -m benchmarks.learn_order fit a.choices b.choices ...

`gather` solves random deals of one kind (KINDS) with a build of the search, made in a folder of its
own, that stops at some of its choices and searches every candidate by itself, from the table as it
stands: whether it works, and how many cards are played below it (solver/core/order/choices.pxi).
A deal is its number, so that parts may be gathered at the same time.

`fit` finds the weights of the signs of a card (solver/core/order/learnt.pxd). Cards drawn one after
the other, each by the exponential of its score, until one works, cost on average the sum over those
that fail of e(card) / (e(card) + e(all that work)) times what is played below them, and that of the
one that works. This mean over the least possible is made small, a choice counting by what it stands
for and costs, to the power POWER. One choice in ten is held out; for these it prints what the cards
cost that are tried until one works, relative to random order, and the least possible.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from benchmarks.lead_choices import cost_of_drawing, inside
from solver import Deal, Hand, Position, Solver, Suit

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "solver" / "core" / "order" / "weights.pxd"
POWER = 0.8  # of what a choice stands for and costs, for its weight in the fit
RIDGE = 15.0
MOST_TIMES = 20.0  # dearer than the least possible than this counts as this
ROUNDS = 80
LEAST, MIDDLE, MOST = 35, 80, 126  # a weight is a printed character
WIDTH = 117  # of them a line
KINDS = ("trumps", "none")

Floats = NDArray[np.float64]

# Of each table of learnt.pxd how many values its features have (an owner is two, the highest card
# first), and by which of these features its coarser signs go.
TABLES: dict[str, tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]] = {
    "LEAD_TOPS": (
        (2, 2, 2, 2, 2, 2, 2, 2, 2, 4),
        ((0, 9), (0, 1, 5, 9), (0, 1, 2, 5, 6, 9), (0, 1, 2, 3, 5, 6, 7, 9)),
    ),
    "LEAD_LENGTHS": (
        (2, 8, 4, 4, 4, 4),
        (
            (0, 5),
            (0, 1, 5),
            (0, 2, 5),
            (0, 3, 5),
            (0, 4, 5),
            (0, 2, 3, 4, 5),
            (0, 1, 3, 5),
            (0, 1, 2, 4, 5),
        ),
    ),
    "LEAD_SLACK": ((2, 8, 4, 8, 4), ((0, 1, 4), (0, 1, 2, 4), (0, 2, 3, 4), (0, 1, 3, 4))),
    "LEAD_HELD": (
        (2, 2, 2, 2, 2, 2, 2, 4, 4, 4),
        (
            (0, 7, 8, 9),
            (0, 1, 4, 7, 8, 9),
            (0, 1, 2, 4, 5, 9),
            (0, 1, 2, 4, 5, 7, 9),
            (0, 1, 2, 4, 5, 8, 9),
        ),
    ),
    "LEAD_BEHIND": (
        (2, 8, 8, 8, 4),
        ((0, 1, 4), (0, 2, 4), (0, 3, 4), (0, 1, 2, 4), (0, 3)),
    ),
    "FOLLOW_TOPS": (
        (2, 2, 2, 2, 2, 2, 4, 8),
        ((6, 7), (6, 7), (0, 3, 6, 7), (0, 1, 3, 4, 7), (0, 1, 3, 4, 6, 7)),
    ),
    "FOLLOW_STATE": (
        (2, 4, 4, 4, 4, 8),
        ((0, 1, 2, 5), (0, 1, 2, 5), (3, 4, 5), (0, 1, 2, 3, 5), (0, 1, 2, 4, 5)),
    ),
    "FOLLOW_LENGTHS": (
        (2, 4, 4, 4, 4, 8),
        ((0, 5), (1, 5), (2, 5), (3, 5), (4, 5), (0, 1, 5), (2, 3, 4, 5)),
    ),
    "RUFF_STATE": ((2, 4, 4, 4, 4), ((0, 1, 2), (0, 1, 2), (3,), (4,), (3, 4), (0, 1, 3))),
    "RUFF_NEED": ((16, 2), ((1,), (1,), (0,))),
    "AWAY_TOPS": ((2, 2, 2, 2, 2, 2, 4), ((6,), (6,), (0, 3), (0, 3, 6), (0, 1, 3, 4, 6))),
    "AWAY_STATE": ((2, 4, 4, 4, 4), ((0, 1, 2), (0, 1, 2), (3, 4), (0, 3, 4), (0, 1, 4))),
}


@dataclass
class Sample:
    """Choices one after another: facts of each; for each candidate its signs, result and cost."""

    facts: Floats
    """Where its candidates begin, how many it stands for, question, tricks left, place, trumps."""
    signs: NDArray[np.int32]
    works: NDArray[np.bool_]
    nodes: Floats

    def part(self, chosen: NDArray[np.bool_]) -> Sample:
        rows = np.repeat(chosen, self.sizes)
        facts = self.facts[chosen].copy()
        kept = self.sizes[chosen]
        facts[:, 0] = np.cumsum(kept) - kept
        return Sample(facts, self.signs[rows], self.works[rows], self.nodes[rows])

    @property
    def led_in_hand(self) -> NDArray[np.bool_]:
        """Of each choice whether it is one among cards of the suit led."""
        return self.facts[:, 6] > 0

    @property
    def starts(self) -> NDArray[np.int64]:
        return self.facts[:, 0].astype(np.int64)

    @property
    def sizes(self) -> NDArray[np.int64]:
        return np.diff(self.starts, append=len(self.nodes))

    @property
    def least(self) -> Floats:
        """What the cheapest candidate that works costs, of each choice."""
        return np.minimum.reduceat(np.where(self.works, self.nodes, np.inf), self.starts)


def load(paths: list[Path]) -> Sample:
    probe = inside()
    parts = [probe.signs_of_choices(path.read_bytes()) for path in paths]
    begun = 0
    for facts, signs, _ in parts:
        facts[:, 0] += begun
        begun += len(signs)
    facts, signs, results = (np.concatenate(column) for column in zip(*parts, strict=True))
    signs[signs < 0] = probe.ORDER_WEIGHTS  # a weight that stays nothing
    found = Sample(facts, signs, results[:, 0] > 0, results[:, 1].astype(np.float64))
    found = found.part(np.isfinite(found.least))
    # Files may have taken choices more or less often. Each stands for the mean of its stratum: what
    # is asked, tricks left, place, trumps.
    _, stratum = np.unique(found.facts[:, 2:6], axis=0, return_inverse=True)
    stratum = stratum.ravel()
    stands = np.bincount(stratum, found.facts[:, 1]) / np.bincount(stratum)
    found.facts[:, 1] = stands[stratum]
    return found


def coarser() -> tuple[NDArray[np.int64], int]:
    """For each weight the numbers of the common weights added to it, and how many those are.

    A sign that is rarely met says little by itself. So while they are fitted a weight is the sum of
    its own and of those of coarser signs, which leave out some of the features; the search is given
    the sums.
    """
    probe = inside()
    most = max(len(kept) for _, kept in TABLES.values())
    back = np.full((probe.ORDER_WEIGHTS + 1, most), -1, np.int64)
    used = 0
    for name, (sizes, kept) in TABLES.items():
        start, places, stride = probe.ORDER_TABLES[name]
        features = np.unravel_index(np.arange(int(np.prod(sizes))), sizes)
        for k, axes in enumerate(kept):
            dims = [sizes[axis] for axis in axes]
            number = used + np.ravel_multi_index([features[axis] for axis in axes], dims)
            for place in range(places):
                back[start + place * stride :][: len(number), k] = number
                if k:  # the first is common to all places
                    number = number + int(np.prod(dims))
            used += places * int(np.prod(dims))
    back[back < 0] = used
    return back, used + 1


def fitted(sample: Sample) -> Floats:
    size = inside().ORDER_WEIGHTS
    starts, least, works = sample.starts, sample.least, sample.works
    row = np.repeat(np.arange(len(starts)), sample.sizes)
    times = np.minimum(sample.nodes / least[row], MOST_TIMES)
    weight = (sample.facts[:, 1] * least) ** POWER
    weight /= weight.mean()
    signs = sample.signs.ravel()
    tables = sample.signs.shape[1]
    back, common = coarser()

    def whole(given: Floats) -> Floats:
        weights = given[: size + 1] + given[size + 1 :][back].sum(axis=1)
        weights[-1] = 0
        return weights

    def loss(given: Floats) -> tuple[float, Floats]:
        weights = whole(given)
        score = weights[sample.signs].sum(axis=1)
        value, slope = cost_of_drawing(score, times, works, starts, weight)
        own = np.bincount(signs, np.repeat(slope, tables), size + 1)
        own[-1] = 0
        shared = np.bincount(back.ravel(), np.repeat(own, back.shape[1]), common)
        ridge = np.concatenate((np.full(size + 1, RIDGE), np.full(common, RIDGE / 3)))
        gradient = np.concatenate((own, shared)) + ridge * given
        return value + (ridge * given) @ given / 2, gradient

    options = {"maxiter": ROUNDS}
    begun = np.zeros(size + 1 + common)
    found = minimize(loss, begun, jac=True, method="L-BFGS-B", options=options)
    return whole(np.asarray(found.x, np.float64))


def cost(sample: Sample, score: Floats) -> Floats:
    """What each choice costs when its candidates are tried by score until one works."""
    row = np.repeat(np.arange(len(sample.starts)), sample.sizes)
    tried = np.lexsort((-score, row))
    works, nodes = sample.works[tried], sample.nodes[tried]
    before = np.cumsum(works) - works
    begun = before[sample.starts][row]
    return np.add.reduceat(np.where(before == begun, nodes, 0), sample.starts)


def told(sample: Sample, score: Floats) -> str:
    """The cost by this score, and the least, relative to random order."""
    rng = np.random.default_rng(15)
    drawn = np.mean([cost(sample, rng.random(len(score))) for _ in range(5)], axis=0)
    ours, share = cost(sample, score), sample.facts[:, 1]
    total = share @ drawn
    return f"{share @ ours / total:.3f}, least possible {share @ sample.least / total:.3f}"


def characters(weights: Floats) -> NDArray[np.int64]:
    """The character that is written for each weight; none that C or Cython reads otherwise.

    Only weights of one kind of choice are ever compared, as many for each card, so each kind has
    its own middle and its own unit.
    """
    steps = np.full(len(weights), MIDDLE, np.int64)
    for begins, end in pairwise(inside().ORDER_KINDS):
        part = weights[begins:end]
        met = part[part != 0]
        low, high = np.quantile(met, (0.001, 0.999)) if len(met) else (-1.0, 1.0)
        part = np.where(part == 0, 0.0, part - (low + high) / 2)
        unit = (MOST - LEAST) / max(high - low, 1.0)
        steps[begins:end] = np.clip(np.round(part * unit) + MIDDLE, LEAST, MOST)
    for taken in (ord("?"), ord("\\")):
        steps[steps == taken] = taken - 1
    return steps


def write(weights: Floats, how: str) -> None:
    text = "".join(map(chr, characters(weights)))
    lines = "\n".join(f'"{text[at : at + WIDTH]}"' for at in range(0, len(text), WIDTH))
    TARGET.write_text(
        f'''# What every sign of a card is worth (learnt.pxd): a printed character each.
#
# Made by benchmarks/learn_order.py, which says how.
{how}

cdef extern from *:
    """
    static const char HK_ORDER_WEIGHTS[] =
{lines};
    """
    const char ORDER_WEIGHTS "HK_ORDER_WEIGHTS" [{len(text) + 1}]
''',
        encoding="utf-8",
    )


def fit(paths: list[Path]) -> None:
    sample = load(paths)
    held = np.arange(len(sample.facts)) // 100 % 10 == 9  # choices of one deal mostly stay together
    weights = fitted(sample.part(~held))
    rest = sample.part(held)
    score = characters(weights)[rest.signs].sum(axis=1).astype(np.float64)
    how = [
        f"{int((~held).sum())} choices; cost of {int(held.sum())} held out, relative to random "
        f"order: {told(rest, score)}."
    ]
    follows = rest.led_in_hand
    for pos, name in enumerate(("lead", "second", "third", "last")):
        for what in ("",) if pos == 0 else ("follows", "is void"):
            chosen = rest.facts[:, 4] == pos
            if what:
                chosen &= follows == (what == "follows")
            if not chosen.any():
                continue
            rows = np.repeat(chosen, rest.sizes)
            figures = told(rest.part(chosen), score[rows])
            how.append(f"{name} {what}".strip() + f": {figures} ({int(chosen.sum())}).")
    print(*how, sep="\n")
    write(weights[:-1], "\n".join("# " + line for line in how))


def some_deal(kind: str, number: int) -> tuple[Position, list[tuple[int, int]]]:
    """A random deal, and what is asked about it: races; none for all that the hand is worth."""
    rng = random.Random(f"order {kind} {number}")
    pack = list(range(52))
    rng.shuffle(pack)
    hands = tuple(Hand(sum(1 << card for card in pack[seat::4])) for seat in range(4))
    leader = rng.randrange(4)
    if kind == "none":
        trump = None
    elif rng.random() < 0.5:
        trump = Suit(rng.randrange(4))
    else:
        trump = max(Suit, key=hands[leader].length)
    goal = (0, 7, rng.randint(5, 9))[number % 3]
    return Position.start(Deal(hands), trump, leader), [(goal, 14 - goal)] if goal else []


def solve_all(kind: str, deals: range) -> None:
    solver = Solver(64)
    for done, number in enumerate(deals, start=1):
        position, races = some_deal(kind, number)
        solver.clear()
        for a, b in races:
            solver.race(position, a, b)
        if not races:
            solver.value(position)
        if done % 1000 == 0:
            print(f"{done} deals", file=sys.stderr)


def gather(kind: str, deals: range, out: Path) -> None:
    """Builds the search that writes choices, and runs `solve` with it."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        for name in ("solver", "benchmarks"):
            ignored = shutil.ignore_patterns("*.so", "__pycache__")
            shutil.copytree(ROOT / name, tree / name, ignore=ignored)
        for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, tree / name)
        told = {"HAKEM_CHOICES": str(out.resolve()), "HAKEM_SEED": str(deals.start)}
        build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        subprocess.run(build, cwd=tree, env={**os.environ, "HAKEM_BUILD": "choices"}, check=True)
        out.unlink(missing_ok=True)
        subprocess.run(
            [sys.executable, "-m", "benchmarks.learn_order", "solve", kind,
             "--first", str(deals.start), "--deals", str(len(deals))],
            cwd=tree, env={**os.environ, **told}, check=True,
        )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    for name in ("gather", "solve"):  # `solve` is what `gather` runs with its build
        verb = verbs.add_parser(name)
        verb.add_argument("kind", choices=KINDS)
        verb.add_argument("--first", type=int, default=0)
        verb.add_argument("--deals", type=int, required=True)
        if name == "gather":
            verb.add_argument("--out", type=Path, required=True)
    verbs.add_parser("fit").add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    began = time.process_time()
    if given.verb == "fit":
        fit(given.files)
    else:
        deals = range(given.first, given.first + given.deals)
        if given.verb == "solve":
            solve_all(given.kind, deals)
        else:
            gather(given.kind, deals, given.out)
    print(f"{time.process_time() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
