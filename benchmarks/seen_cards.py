"""What the cards seen tell about the hands: fits solver/core/play/seen.json, and measures it.

    python -m benchmarks.seen_cards play hokm sampled:10 --hands 600 --seed 12 a.npz
    python -m benchmarks.seen_cards fit hokm a.npz b.npz --write
    python -m benchmarks.seen_cards measure hokm held_out.npz --hands 60 --trick 7

`play` keeps hands of four players of one kind. `fit` moves the weights towards the cards that were
played (cross entropy under the floor of `decide/seen_cards.py`); a file named twice counts
twice, so that kinds of players are mixed. `measure` takes hands that nothing was fitted on: the
log loss of who holds each unseen card from the leader's seat at a trick, uniform and weighted, the
effective part of the worlds, and (`--solve 100`, from that trick on) how true the chances of a win
are that solved worlds tell of the card played, against the open hand of the true deal: Brier, log
loss, and by tenths. An interval or error is by hand. The trump is the usual call.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.base.cards import Card, Hand, Suit
from solver.core.closed import WEIGHTS_SHAPE, decisions_seen
from solver.core.engine import Solver
from solver.decide.seen_cards import FLOOR, CardsSeen, effective_number
from solver.decide.worlds import Worlds
from solver.game.deal import Deal
from solver.game.house_rules import call_scoring, usual_house
from solver.game.position import Position
from solver.game.variants import Variant, find_variant
from solver.players import View, Watch, deal_of, find_player, play_hand

FILE = Path("solver/core/play/seen.json")
BITS = np.uint64(1) << np.arange(52, dtype=np.uint64)
Floats = NDArray[np.float64]


def play(asked: argparse.Namespace) -> None:
    """Hands of four players of a kind, in a file."""
    variant = find_variant(asked.game)
    player = find_player(asked.player, call_scoring(usual_house(variant)))
    deals, trumps, plays, fives, ends = [], [], [], [], []
    for number in range(asked.hands):
        deal, five = deal_of(variant, np.random.SeedSequence(asked.seed, spawn_key=(number,)))
        seed = asked.seed * 1_000_003 + number
        played = play_hand(deal, five, (player, player), variant, seed)
        record = played.record
        cards = [card.index for trick in record.tricks for card in trick.cards]
        deals.append([hand.bits for hand in deal.hands])
        trumps.append(-1 if record.trump is None else int(record.trump))
        plays.append(cards + [-1] * (52 - len(cards)))
        fives.append(five.bits)
        ends.append(0 if played.outcome is None else int(played.outcome))
    np.savez(
        asked.file,
        deals=np.array(deals, np.uint64),
        trumps=np.array(trumps, np.int8),
        plays=np.array(plays, np.int8),
        fives=np.array(fives, np.uint64),
        ends=np.array(ends, np.int8),
    )


def hands_of(variant: Variant, file: str) -> Iterator[tuple[Position, list[int]]]:
    """The start and the cards of each hand of a file."""
    kept = np.load(file)
    for deal, trump, cards in zip(kept["deals"], kept["trumps"], kept["plays"], strict=True):
        hands = tuple(Hand(int(bits)) for bits in deal)
        suit = None if trump < 0 else Suit(int(trump))
        start = Position.start(Deal(hands), suit, 0, variant)
        yield start, [number for number in cards.tolist() if number >= 0]


class Lessons:
    """Decisions as their seats saw them, and the card that was played."""

    def __init__(self, variant: Variant, files: list[str]) -> None:
        found = [
            decisions_seen(start, cards)
            for file in files
            for start, cards in hands_of(variant, file)
        ]
        self.signs = np.concatenate([signs for signs, _ in found])
        facts = np.concatenate([facts for _, facts in found])
        self.choices, self.context, self.played = facts[:, 0], facts[:, 1], facts[:, 2]

    def chances(self, weights: Floats, rows: NDArray[np.int64]) -> Floats:
        """How likely each card is, (rows, 13): a softmax of the weighted sums."""
        sums = np.einsum("ncf,nf->nc", self.signs[rows], weights[self.context[rows]])
        sums = np.where(np.arange(13) < self.choices[rows, None], sums, -np.inf)
        raised = np.exp(sums - sums.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True))

    def tell(self, weights: Floats) -> str:
        """How often the likeliest card was played, and the mean log of the chance of it."""
        rows = np.arange(len(self.played))
        chances = self.chances(weights, rows)
        mixed = (1 - FLOOR) * chances[rows, self.played] + FLOOR / self.choices
        return (
            f"{len(rows)} decisions: likeliest {np.mean(chances.argmax(axis=1) == self.played):.1%}"
            f", log {np.log(mixed).mean():.3f} (uniform {-np.log(self.choices).mean():.3f})"
        )


def fit(lessons: Lessons, steps: int, seed: int) -> Floats:
    """The weights under which the cards played are likely (Adam, a small penalty)."""
    rng = np.random.default_rng(seed)
    found = np.zeros(WEIGHTS_SHAPE)
    found[:, 0] = 3.0  # the card of the rule of thumb
    mean, square = np.zeros_like(found), np.zeros_like(found)
    for step in range(1, steps + 1):
        rows = rng.integers(0, len(lessons.played), 4096)
        chances, played = lessons.chances(found, rows), lessons.played[rows]
        right = np.zeros_like(chances)
        right[np.arange(len(rows)), played] = 1.0
        own = (1 - FLOOR) * chances[np.arange(len(rows)), played]
        slope = (own / (own + FLOOR / lessons.choices[rows]))[:, None] * (right - chances)
        change = np.zeros_like(found)
        moved = np.einsum("nc,ncf->nf", slope, lessons.signs[rows]) / len(rows)
        np.add.at(change, lessons.context[rows], moved)
        change -= 1e-5 * found
        mean = 0.9 * mean + 0.1 * change
        square = 0.999 * square + 0.001 * change * change
        size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
        found += 0.05 * (1 - step / steps) * mean / (1 - 0.9**step) / size
    return found


def write(game: str, weights: Floats) -> None:
    """Put the weights of a game into the file."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    known[game] = [[float(f"{x:.3g}") for x in row] for row in weights]
    rows = [
        f'"{name}": [\n' + ",\n".join(map(json.dumps, table)) + "\n]"
        for name, table in sorted(known.items())
    ]
    FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def located(worlds: Worlds, weights: Floats, truth: Position, view: View) -> tuple[float, int]:
    """The log loss of who holds each unseen card, summed, and how many there are."""
    total, cards = 0.0, 0
    for seat, hand in enumerate(truth.hands):
        if seat == view.seat:
            continue
        held = (np.uint64(hand.bits) & BITS) > 0
        chance = ((worlds[:, seat, None] & BITS[held]) > 0).T @ weights / weights.sum()
        total -= float(np.log(0.99 * chance + 0.01 / 3).sum())
        cards += int(held.sum())
    return total, cards


def wins(view: View, worlds: Worlds, card: int) -> NDArray[np.bool_]:
    """Whether the side of the seat wins with this card, each world with open hands."""
    now = view.position
    codes = Solver().batch_cards(
        np.ascontiguousarray(worlds),
        [card],
        -1 if now.trump is None else int(now.trump),
        [each.index for each in now.table],
        now.leader,
        now.taken,
        "class",
    )
    return np.asarray((codes[:, 0] > 0) == (view.seat % 2 == 0))


def drawn_by(weights: Floats, many: int) -> NDArray[np.int64]:
    """So many numbers of worlds, by their weights: one in each of so many equal parts."""
    ends = np.cumsum(weights / weights.sum())
    return np.minimum(np.searchsorted(ends, (np.arange(many) + 0.5) / many), len(ends) - 1)


def measure(asked: argparse.Namespace) -> None:
    """How well the unseen cards are known, and how true the chances of a win are."""
    variant = find_variant(asked.game)
    rows: dict[str, list[tuple[float, ...]]] = {}
    cases: list[tuple[int, float, float, float]] = []
    for number, (start, cards) in enumerate(hands_of(variant, asked.file)):
        if number >= asked.hands:
            break
        watch = Watch(start)
        for at, card in enumerate(cards):
            now, trick = watch.position, at // start.seats + 1
            judged = asked.solve and trick >= asked.trick and len(now.legal()) > 1
            if judged or (trick == asked.trick and not now.table):
                view = watch.view()
                worlds, _ = view.knowledge.worlds(asked.worlds, 100 * number + at, asked.worlds)
                seen = CardsSeen.of(view.knowledge)
                assert seen is not None
                weights = seen.weights(worlds)
                if judged:
                    true = np.array([[hand.bits for hand in now.hands]], np.uint64)
                    shares = [
                        wins(view, worlds[drawn_by(each, asked.solve)], card).mean()
                        for each in (np.ones(len(worlds)), weights)
                    ]
                    cases.append((number, float(wins(view, true, card)[0]), *map(float, shares)))
                if trick == asked.trick and not now.table:
                    for name, each in (("uniform", np.ones(len(worlds))), ("weighted", weights)):
                        part = effective_number(each) / len(worlds)
                        rows.setdefault(name, []).append((*located(worlds, each, now, view), part))
            watch.play(Card.from_index(card))
    for name, found in rows.items():
        loss, held, part = np.array(found).T
        mean = loss.sum() / held.sum()
        error = np.std(loss - mean * held) * np.sqrt(len(loss)) / held.sum()
        print(f"trick {asked.trick}, {name}: log loss {mean:.4f} +-{1.96 * error:.4f}, "
              f"effective {part.mean():.0%} of {asked.worlds} worlds")  # fmt: skip
    if cases:
        tell_true(np.array(cases))


def tell_true(cases: Floats) -> None:
    """Brier and log loss of the chances against the true deals, and what was won by tenths."""
    hand, true, *told = cases.T
    for name, chance in zip(("uniform", "weighted"), told, strict=True):
        brier = (chance - true) ** 2
        clipped = np.clip(chance, 0.005, 0.995)
        log = -np.where(true > 0, np.log(clipped), np.log(1 - clipped))
        each = np.array([brier[hand == one].mean() for one in np.unique(hand)])
        print(f"{name}: Brier {brier.mean():.4f} +-{1.96 * each.std() / np.sqrt(len(each)):.4f}, "
              f"log loss {log.mean():.4f}, {len(true)} decisions")  # fmt: skip
        for tenth in range(10):
            some = np.minimum(chance * 10, 9.99).astype(int) == tenth
            if some.any():
                print(f"  {tenth * 10:3d}-{tenth * 10 + 10} %: {some.sum():4d} decisions, told "
                      f"{chance[some].mean():.1%}, won {true[some].mean():.1%}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    ways = parser.add_subparsers(required=True)
    for way, words in ((play, "keep hands"), (fit, "fit weights"), (measure, "measure them")):
        one: Any = ways.add_parser(way.__name__, help=words)
        one.add_argument("game")
        one.set_defaults(way=way)
        if way is play:
            one.add_argument("player")
            one.add_argument("--seed", type=int, default=1)
        if way is not fit:
            one.add_argument("--hands", type=int, default=200)
            one.add_argument("file")
            continue
        one.add_argument("files", nargs="+")
        one.add_argument("--held-out")
        one.add_argument("--steps", type=int, default=2500)
        one.add_argument("--seed", type=int, default=1)
        one.add_argument("--write", action="store_true", help=f"put the weights into {FILE}")
    one.add_argument("--trick", type=int, default=7)
    one.add_argument("--worlds", type=int, default=4000)
    one.add_argument("--solve", type=int, default=0, metavar="N",
                     help="from that trick on also the chances of a win over N worlds")  # fmt: skip
    asked = parser.parse_args()
    if asked.way is not fit:
        asked.way(asked)
        return
    variant = find_variant(asked.game)
    weights = fit(Lessons(variant, asked.files), asked.steps, asked.seed)
    print(f"fitted: {Lessons(variant, asked.files).tell(weights)}")
    if asked.held_out:
        print(f"held out: {Lessons(variant, [asked.held_out]).tell(weights)}")
    if asked.write:
        write(asked.game, weights)


if __name__ == "__main__":
    main()
