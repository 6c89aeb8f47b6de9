"""Alpha-mu with M = 2: the own next card is chosen for all worlds that look alike by then.

The mean of solved worlds lets its own side choose another card in each world later on (strategy
fusion). Here the next card of the own seat is one card for all worlds that the cards played in
between have left possible; only after it worlds are solved with open hands. Partner and opponents
see all hands, as before. The value of a card is a Pareto front of vectors, one result a world
(Cazenave and Ventos, 2019).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..base.cards import SUIT_BITS, Card
from ..decide.evaluators import is_plain
from ..game.scoring import Scoring
from .player import View
from .sampled import WORLDS, SampledPlayer, Weighed

__all__ = ["AlphaMuPlayer"]

Vector = tuple[float, ...]

FIRST_TRICK = 4
"""The first trick (1 to 13) in which the next card is looked at."""
MOST_ROWS = 4000
"""Positions to be solved for one decision; where more are needed the mean of worlds decides."""
MOST_VECTORS = 12
"""Vectors kept in a front, those with the highest sums."""


class AlphaMuPlayer(SampledPlayer):
    """Alpha-mu with M = 2 over the worlds of the sampled player, in the plain game.

    Before `first_trick`, in other games, where the result is settled, and where a decision would
    need more than `most_rows` positions, the mean of solved worlds decides; with `kot_only` also
    where both sides have a trick, so that nobody can make a kot any more.
    """

    name = "alphamu"

    def __init__(
        self,
        worlds: int = WORLDS,
        scoring: Scoring | None = None,
        first_trick: int = FIRST_TRICK,
        most_rows: int = MOST_ROWS,
        kot_only: bool = False,
    ) -> None:
        super().__init__(worlds, scoring)
        self.first_trick = first_trick
        self.most_rows = most_rows
        self.kot_only = kot_only

    def choose(self, view: View, weighed: Weighed) -> Card:
        """The best card, the own next one committed."""
        position = view.position
        if not is_plain(position.variant) or position.tricks_done + 1 < self.first_trick:
            return self.best(view, weighed)
        if self.kot_only and all(position.owned):
            return self.best(view, weighed)
        if (weighed.codes == weighed.codes[0, 0]).all():
            return self.best(view, weighed)
        means = self.committed(view, weighed)
        return self.best(view, weighed, means if means is not None else ())

    def committed(self, view: View, weighed: Weighed) -> list[float] | None:
        """The mean worth of each card when the next one is committed; None when it costs too much.

        A card whose mean of solved worlds, which no plan can exceed, lies below the best mean found
        is not looked at: minus infinity stands for it.
        """
        means = weighed.points.mean(axis=0)
        found = [float("-inf")] * len(means)
        best = float("-inf")
        rows = 0
        for k in sorted(range(len(means)), key=lambda k: -means[k]):
            if means[k] < best - 1e-9:
                continue
            tree = Tree(view, weighed, self.most_rows - rows)
            try:
                root = tree.below(weighed.cards[k])
            except TooBig:
                return None
            rows += len(tree.leaves)
            front = tree.front(root, self._values(view, tree))
            found[k] = max(sum(vector) for vector in front) / len(weighed.worlds)
            best = max(best, found[k])
        return found

    def _values(self, view: View, tree: Tree) -> NDArray[np.float64]:
        """The worth of each leaf after each card asked there, to the own side."""
        if not tree.leaves:
            return np.zeros((0, 1))
        position = view.position
        codes = self._solvers().batch_cards(
            np.array([leaf.hands for leaf in tree.leaves], dtype=np.uint64),
            _padded([leaf.cards for leaf in tree.leaves], -2),
            -1 if position.trump is None else int(position.trump),
            _padded([leaf.table for leaf in tree.leaves], -1),
            [leaf.leader for leaf in tree.leaves],
            [leaf.taken for leaf in tree.leaves],
            "hard7",
        )
        return np.asarray(self.own_worth(view)[codes + 3])


def _padded(rows: Sequence[tuple[int, ...]], filler: int) -> list[tuple[int, ...]]:
    most = max(map(len, rows))
    return [row + (filler,) * (most - len(row)) for row in rows]


@dataclass(slots=True)
class Leaf:
    """A position to be solved: as it stands (cards (-1,)), or after each of several own cards."""

    hands: tuple[int, ...]
    table: tuple[int, ...]
    leader: int
    taken: tuple[int, int]
    cards: tuple[int, ...]


@dataclass(slots=True)
class Branch:
    """A point of the tree: what can follow in the worlds that are left.

    `kind`: "ours" or "theirs" (partner or opponents choose in each world), "rows" (own cards, each
    for all worlds; or the position as it stands), "settled" (the hand is decided). `worlds`: their
    numbers. `parts`: the branches below. Rows: one for each world, from `row` on, with so many
    `cards`. `value`: the worth of a settled hand.
    """

    kind: str
    worlds: tuple[int, ...]
    parts: list[Branch] = field(default_factory=list)
    row: int = 0
    cards: int = 1
    value: float = 0.0


class TooBig(Exception):
    """The tree needs more positions than it may."""


class Tree:
    """What may follow one own card until the next own card, in all worlds together.

    Worlds are apart once the cards of others differ. A world that is alone, and a hand that is
    decided, needs no further plan. `leaves` are the positions to solve, at most `most`.
    """

    def __init__(self, view: View, weighed: Weighed, most: int) -> None:
        position = view.position
        self.seat = view.seat
        self.trump = -1 if position.trump is None else int(position.trump)
        self.need = position.tricks_total // 2 + 1
        self.worth = weighed.worth
        self.hands: list[tuple[int, ...]] = [tuple(row) for row in weighed.worlds.tolist()]
        self.table = tuple(card.index for card in position.table)
        self.leader = position.leader
        self.taken = (position.taken[0], position.taken[1])
        self.most = most
        self.leaves: list[Leaf] = []

    def below(self, card: Card) -> Branch:
        """The tree below this card of the seat to move; TooBig when it has too many leaves."""
        worlds = tuple(range(len(self.hands)))
        return self._after(card.index, worlds, 0, self.table, self.leader, self.taken)

    def _after(
        self,
        card: int,
        worlds: tuple[int, ...],
        gone: int,
        table: tuple[int, ...],
        leader: int,
        taken: tuple[int, int],
    ) -> Branch:
        """The branch after this card; `gone`: the cards played since the root, as bits."""
        gone |= 1 << card
        table = (*table, card)
        if len(table) == 4:
            leader = (leader + self._winner(table)) % 4
            taken = (taken[0] + (leader % 2 == 0), taken[1] + (leader % 2 == 1))
            table = ()
            if max(taken) >= self.need:
                # Play stops at a majority, so that all tricks are a kot.
                code = (1 if taken[0] > taken[1] else -1) * (1 if min(taken) else 2)
                return Branch("settled", worlds, value=float(self.worth[code + 3]))
        seat = (leader + len(table)) % 4
        if len(worlds) == 1 or seat == self.seat:
            cards = (-1,) if len(worlds) == 1 else self._cards(worlds[0], gone, table, seat)
            branch = Branch("rows", worlds, row=len(self.leaves), cards=len(cards))
            for world in worlds:
                hands = tuple(hand & ~gone for hand in self.hands[world])
                self.leaves.append(Leaf(hands, table, leader, taken, cards))
            if len(self.leaves) > self.most:
                raise TooBig
            return branch
        follows: dict[int, list[int]] = {}
        for world in worlds:
            for other in self._cards(world, gone, table, seat):
                follows.setdefault(other, []).append(world)
        branch = Branch("ours" if seat % 2 == self.seat % 2 else "theirs", worlds)
        for other, alive in sorted(follows.items()):
            branch.parts.append(self._after(other, tuple(alive), gone, table, leader, taken))
        return branch

    def _cards(self, world: int, gone: int, table: tuple[int, ...], seat: int) -> tuple[int, ...]:
        """The legal cards of a seat in a world, the lowest of each group of equals."""
        hand = self.hands[world][seat] & ~gone
        if table:
            following = hand & SUIT_BITS << 13 * (table[0] // 13)
            hand = following or hand
        alive = 0
        for cards in self.hands[world]:
            alive |= cards & ~gone
        for card in table:
            alive |= 1 << card
        found = []
        below = -1  # the suit of the card before, among those alive, if it is in this hand
        for card in _bits(alive):
            mine = hand >> card & 1
            if mine and below != card // 13:
                found.append(card)
            below = card // 13 if mine else -1
        return tuple(found)

    def _winner(self, table: tuple[int, ...]) -> int:
        best = 0
        for place in range(1, 4):
            card, high = table[place], table[best]
            if card // 13 == high // 13:
                best = place if card > high else best
            elif card // 13 == self.trump:
                best = place
        return best

    # Values --------------------------------------------------------------------------------

    def front(self, branch: Branch, values: NDArray[np.float64]) -> list[Vector]:
        """The Pareto front of a branch, vectors over its worlds, from the values of the leaves."""
        worlds = branch.worlds
        if branch.kind == "settled":
            return [(branch.value,) * len(worlds)]
        if branch.kind == "rows":
            rows = values[branch.row : branch.row + len(worlds), : branch.cards]
            return _pareto([tuple(column) for column in rows.T.tolist()])
        pick = max if branch.kind == "ours" else min
        at = {world: k for k, world in enumerate(worlds)}
        start = float("-inf") if branch.kind == "ours" else float("inf")
        front: list[Vector] = [(start,) * len(worlds)]
        for part in branch.parts:
            places = [at[world] for world in part.worlds]
            below = self.front(part, values)
            joined = []
            for vector in front:
                for other in below:
                    row = list(vector)
                    for place, value in zip(places, other, strict=True):
                        row[place] = pick(row[place], value)
                    joined.append(tuple(row))
            front = _pareto(joined)
        return front


def _bits(cards: int) -> Iterator[int]:
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def _pareto(vectors: Sequence[Vector]) -> list[Vector]:
    """The vectors that no other one is at least as good as in every world; the best by sum."""
    ranked = sorted(dict.fromkeys(vectors), key=sum, reverse=True)
    kept: list[Vector] = []
    for vector in ranked:
        if not any(all(a >= b for a, b in zip(other, vector, strict=True)) for other in kept):
            kept.append(vector)
            if len(kept) == MOST_VECTORS:
                break
    return kept
