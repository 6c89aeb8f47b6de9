"""Learns the policy of closed hands: solver/core/play/learnt.json, the numbers are in learnt.pxd.

    python -m benchmarks.learn_policy hokm
    python -m benchmarks.learn_policy double_sar --seed 5 --decisions 24000 --write

Policy iteration. In each round hands are played out, one decision of each is judged (the mean
worth of every card over worlds played out, `solver.core.closed.judge_decisions`), and the weights
are moved towards the cards that are worth more. The first round judges decisions of the rule of
thumb by the rule of thumb, the second those of the learnt policy by the rule of thumb, the others
those of the learnt policy by itself; the later rounds are fitted on their own decisions and on
those before, so that the policy does not come to believe that everybody plays as it does.

One decision in six is held out. For those of each round it prints what a card loses against the
best one (both the rule of thumb and the policy; the best of noisy means looks better than it is),
how often it is the best one, and the log loss of the best one. Then it lets the policy play the
rule of thumb and the policy of the round before on fresh duplicate deals, with 95 % intervals by
deal. The trump is always spades, the caller's longest suit of five: the suits are renamed, so that
in satat it is never hearts.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.base.cards import Hand
from solver.core.closed import WEIGHTS_SHAPE, judge_decisions, learnt_weights, play_out
from solver.decide.closed_hands import codes_of
from solver.decide.worlds import Dealer, PartialDeal, Worlds, world_hands
from solver.game.deal import Deal
from solver.game.house_rules import call_scoring, usual_house
from solver.game.position import Position
from solver.game.variants import Variant, find_variant
from solver.players.sampled import worth_by_code

FILE = Path("solver/core/play/learnt.json")
Floats = NDArray[np.float32]
HELD_OUT = 6
CARDS = 13


class Lessons:
    """Judged decisions: numbers of each card (n, 13, numbers), worth (n, 13), places of a row."""

    def __init__(self, signs: Floats, worth: Floats, facts: NDArray[np.int32]) -> None:
        some = facts[:, 0] > 1
        self.signs, self.worth = signs[some], worth[some]
        self.context, self.thumb = facts[some, 1], facts[some, 2]
        self.legal = np.arange(CARDS) < facts[some, 0:1]
        best = np.where(self.legal, self.worth, -np.inf).max(axis=1, keepdims=True)
        self.lost = np.where(self.legal, best - self.worth, 0.0)

    def __len__(self) -> int:
        return len(self.worth)

    def part(self, rows: NDArray[np.bool_]) -> Lessons:
        """These rows alone."""
        new = object.__new__(Lessons)
        for name, value in vars(self).items():
            setattr(new, name, value[rows])
        return new

    def chances(self, weights: Floats, rows: NDArray[np.int64]) -> Floats:
        """How likely each card is, (rows, 13): a softmax of the weighted sums."""
        sums = np.einsum("ncf,nf->nc", self.signs[rows], weights[self.context[rows]])
        sums = np.where(self.legal[rows], sums, -np.inf)
        raised = np.exp(sums - sums.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True))

    def tell(self, weights: Floats) -> str:
        """Losses, hits and log loss on these decisions."""
        rows = np.arange(len(self))
        chances = self.chances(weights, rows)
        best = np.where(self.legal, self.lost, np.inf).argmin(axis=1)
        mine = chances.argmax(axis=1)
        sure = -np.log(np.maximum(chances[rows, best], 1e-9)).mean()
        return (
            f"{len(self)} held out: loses {self.lost[rows, mine].mean():.4f} "
            f"(thumb {self.lost[rows, self.thumb].mean():.4f}), best {np.mean(mine == best):.1%} "
            f"(thumb {np.mean(self.thumb == best):.1%}), log loss {sure:.3f} "
            f"(uniform {np.log(self.legal.sum(axis=1)).mean():.3f})"
        )


def fit(lessons: list[Lessons], weights: Floats, steps: int, rate: float, seed: int) -> Floats:
    """Weights under which the mean loss of a card drawn by its chance is small (Adam).

    A little cross entropy to a soft best card keeps the chances of cards that are nearly as good.
    """
    rng = np.random.default_rng(seed)
    found = weights.astype(np.float64)
    mean, square = np.zeros_like(found), np.zeros_like(found)
    sizes = np.array([len(part) for part in lessons], dtype=float)
    for step in range(1, steps + 1):
        part = lessons[rng.choice(len(lessons), p=sizes / sizes.sum())]
        rows = rng.integers(0, len(part), 4096)
        chances = part.chances(found.astype(np.float32), rows)
        gain = -part.lost[rows]
        slope = chances * (gain - (chances * gain).sum(axis=1, keepdims=True))
        soft = np.where(part.legal[rows], np.exp(gain / 0.05), 0)
        slope += 0.02 * (soft / soft.sum(axis=1, keepdims=True) - chances)
        change = np.zeros_like(found)
        moved = np.einsum("nc,ncf->nf", slope, part.signs[rows])
        np.add.at(change, part.context[rows], moved / len(rows))
        change -= 1e-5 * found
        mean = 0.9 * mean + 0.1 * change
        square = 0.999 * square + 0.001 * change * change
        size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
        found += rate * (1 - step / steps) * mean / (1 - 0.9**step) / size
    return found.astype(np.float32)


def deals_of(variant: Variant, n: int, seed: int) -> Worlds:
    """Random deals with the suits renamed so that the caller's usual call is spades."""
    seats = variant.seats
    known = PartialDeal((Hand(),) * seats, (variant.cards_per_hand,) * seats, (), variant.pack)
    deals = Dealer(known).deal(n, np.random.SeedSequence(seed))
    rng = np.random.default_rng(seed)
    held = (deals[:, :1] >> np.arange(52, dtype=np.uint64)) & np.uint64(1) > 0
    first = np.argsort(np.where(held, rng.random(held.shape), 2.0), axis=1)[:, :5]
    five = np.zeros((n, 52), dtype=bool)
    five[np.arange(n)[:, None], first] = True
    suits = five.reshape(n, 4, CARDS)
    high = (suits * (1 << np.arange(CARDS))).sum(axis=2)
    call = (suits.sum(axis=2) * 8192.0 + high - np.arange(4) / 8).argmax(axis=1)
    for suit in (1, 2, 3):
        rows, by = call == suit, np.uint64(13 * suit)
        low, high_bits = np.uint64(0x1FFF), np.uint64(0x1FFF << 13 * suit)
        some = deals[rows]
        rest = some & ~(low | high_bits)
        deals[rows] = rest | (some & low) << by | (some & high_bits) >> by
    return np.ascontiguousarray(deals)


class School:
    """One game: its deals, what a class is worth, and who plays whom."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        deal = Deal(world_hands(deals_of(variant, 1, 0)[0]))
        self.start = Position.start(deal, "S", 0, variant)
        scoring = call_scoring(usual_house(variant))
        self.pay = worth_by_code(scoring)

    def lessons(
        self, n: int, seed: int, worlds: int, weights: Floats | None, judge: str
    ) -> Lessons:
        """Decisions of the rule of thumb, or of the policy with these weights."""
        players = "thumb" if weights is None else "learnt"
        return Lessons(
            *judge_decisions(
                self.start,
                deals_of(self.variant, n, seed),
                self.pay,
                worlds=worlds,
                policies=players,
                weights=weights,
                seed=seed,
                judge=judge,
            )
        )

    def duel(self, mine: Floats, theirs: Floats | None, seed: int, n: int = 20_000) -> str:
        """Points a hand by duplicate deals against other weights, or the rule of thumb."""
        deals = deals_of(self.variant, n, seed)
        other = "thumb" if theirs is None else "learnt"
        sets = [mine, mine if theirs is None else theirs]
        found = []
        for turn in (1, -1):
            ends = play_out(
                self.start,
                deals,
                [-1],
                policies=(["learnt", other] * 3)[::turn][: self.variant.seats],
                weights=np.stack(sets[::turn]),
            )
            found.append(codes_of(self.start, ends)[:, 0])
        points = (self.pay[found[0] + 3] - self.pay[found[1] + 3]) / 2
        half = 1.96 * points.std() / np.sqrt(n)
        kots = [np.mean(np.concatenate([found[0] * s, -s * found[1]]) >= 2) for s in (1, -1)]
        return f"{points.mean():+.4f} +-{half:.4f} a hand, kots {kots[0]:.1%} to {kots[1]:.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--decisions", type=int, default=12_000, help="of the first round")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--write", action="store_true", help=f"put the weights into {FILE}")
    asked = parser.parse_args()
    school = School(find_variant(asked.game))
    weights = np.zeros(WEIGHTS_SHAPE, dtype=np.float32)
    weights[:, 0] = 3.0  # the card of the rule of thumb
    heard: list[Lessons] = []
    for number in range(asked.rounds):
        begun = time.process_time()
        of_thumb = number == 0
        own = number > 1
        lessons = school.lessons(
            asked.decisions,
            1000 * asked.seed + number,
            asked.worlds * 2 // 3 if own else asked.worlds,
            None if of_thumb else weights,
            "learnt" if own else "thumb",
        )
        out = np.arange(len(lessons)) % HELD_OUT == 0
        heard.append(lessons.part(~out))
        before = weights
        steps, rate = (500, 0.02) if own else (400, 0.05)
        weights = fit(heard if own else heard[-1:], weights, steps, rate, asked.seed + number)
        print(f"round {number + 1}, {time.process_time() - begun:.0f} s: ", end="")
        print(lessons.part(out).tell(weights))
        seed = 1000 * asked.seed + 500 + number
        print(f"  against thumb {school.duel(weights, None, seed)}")
        if not of_thumb:
            print(f"  against the round before {school.duel(weights, before, seed)}")
    known = json.loads(FILE.read_text(encoding="utf-8"))
    if school.variant.name in known:
        print(f"against those in use {school.duel(weights, learnt_weights(school.variant), 9)}")
    if asked.write:
        known[school.variant.name] = [[float(f"{x:.3g}") for x in row] for row in weights]
        rows = [
            f'"{game}": [\n' + ",\n".join(map(json.dumps, table)) + "\n]"
            for game, table in sorted(known.items())
        ]
        FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
