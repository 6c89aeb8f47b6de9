"""Joint counts of the answers for each pair of choices, and the work of one chunk of deals.

A chunk depends on the seed and its number alone, so the counts are the same for any number of
jobs. All choices are tried on the same deals. The first deals of a chunk are solved in full; the
others are only asked for what is cheap (kots). Nothing here compares the choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .asked import Keep, Marks, Places, Questions
from .control import GUESSES, Control, Controls
from .estimates import Counts
from .worlds import Dealer, Worlds, chunk_seed

__all__ = ["JointCounts", "Task", "Work", "add_places"]


@dataclass(frozen=True, slots=True)
class JointCounts:
    """Joint counts of answers for each pair of columns; chunks merge by addition.

    `classes[s, t, i, j]`: deals with full answer i in column s and j in column t, (columns,
    columns, places, places); `cheap`: the same for the cheap codes. Where a node limit left deals
    undecided, i is the worst answer still possible in s and j the best in t: so [s, t] bounds how
    s compares with t, and [s, s] holds both bounds of s. int64; float64 where mixtures count
    deals in parts. `marked[m, s]`: the cheap answers (codes, codes) in column s of the deals with
    mark m of the study; empty where it has none. `kept`: of worlds that were kept by chance, how
    many were kept and how many dealt (more than were needed); zeros where all are kept. `controls`:
    the sums of an estimate, without columns where there is none.
    """

    classes: Counts
    cheap: Counts
    marked: Counts
    kept: Counts
    controls: Controls

    @classmethod
    def empty(
        cls, questions: Questions, marks: int = 0, control: Control | None = None
    ) -> JointCounts:
        """No deals."""
        columns = questions.columns + len(questions.mixtures)
        kind = np.float64 if questions.mixtures else np.int64
        codes = int(questions.fold.max()) + 1 if len(questions.fold) else 0
        # Five codes also where bavneys are not asked: they stay empty.
        codes = 5 if 0 < codes < 5 else codes
        return cls(
            np.zeros((columns, columns, questions.places, questions.places), kind),
            np.zeros((columns, columns, codes, codes), kind),
            np.zeros((marks, questions.columns if marks else 0, codes, codes), np.int64),
            np.zeros(2, np.int64),
            Controls.empty(0 if control is None else questions.columns),
        )

    def __add__(self, other: JointCounts) -> JointCounts:
        return JointCounts(
            self.classes + other.classes,
            self.cheap + other.cheap,
            self.marked + other.marked,
            self.kept + other.kept,
            self.controls + other.controls,
        )

    def __sub__(self, other: JointCounts) -> JointCounts:
        return JointCounts(
            self.classes - other.classes,
            self.cheap - other.cheap,
            self.marked - other.marked,
            self.kept - other.kept,
            self.controls - other.controls,
        )

    def of(self, column: int) -> tuple[Counts, Counts]:
        """Counts (worst, best) of the full and of the cheap answers in a column."""
        return self.classes[column, column], self.cheap[column, column]


@dataclass(frozen=True, slots=True)
class Task:
    """One chunk: its number, its deals, how many of them are solved in full, in which columns."""

    number: int
    full: int
    deals: int
    columns: tuple[int, ...]


class Work:
    """Deals and asks one chunk; may travel to other processes.

    `listed`: worlds to take instead of dealing, in chunks of `chunk`. With a `control` further
    worlds are dealt, which are estimated only.
    """

    def __init__(
        self,
        questions: Questions,
        seed: int,
        listed: Worlds | None = None,
        chunk: int = 0,
        marks: Marks | None = None,
        keep: Keep | None = None,
        control: Control | None = None,
    ) -> None:
        self.control = control
        self.marks = marks
        self.keep = keep
        self.questions = questions
        self.dealer = Dealer(questions.known) if listed is None else None
        self.listed = listed
        self.chunk = chunk
        self.seed = seed

    def worlds(self, task: Task, kept: Counts) -> Worlds:
        """The worlds of this chunk; how many were kept and dealt is added to `kept`."""
        if self.dealer is None:
            assert self.listed is not None
            return self.listed[task.number * self.chunk :][: task.deals]
        seed, keep = chunk_seed(self.seed, task.number), self.keep
        if keep is None:
            return self.dealer.deal(task.deals, seed)
        luck = np.random.PCG64(np.random.SeedSequence(self.seed, spawn_key=(task.number, 1)))

        def accept(worlds: Worlds) -> NDArray[np.bool_]:
            found = keep(worlds, luck)
            kept[:] += found.sum(), len(found)
            return found

        return self.dealer.deal(task.deals, seed, accept)

    def __call__(self, task: Task) -> JointCounts:
        """The counts of this chunk."""
        asked = self.questions
        marks = 0 if self.marks is None else len(self.marks.cards)
        counts = JointCounts.empty(asked, marks, self.control)
        worlds = self.worlds(task, counts.kept)
        every = range(asked.columns)
        solved = [column for column in every if column in task.columns]
        full = np.full((2, task.full, asked.columns), -1)
        if solved and task.full:
            full[:, :, solved] = asked.full(worlds[: task.full], solved)
        weights = [mixture.weigh(worlds) for mixture in asked.mixtures]
        wanted = [*solved, *(c for c in task.columns if c >= asked.columns)]
        add_places(counts.classes, full, wanted, [each[: task.full] for each in weights])
        if len(asked.fold):
            cheap = np.full((2, task.deals, asked.columns), -1)
            if solved and task.full:
                cheap[:, : task.full, solved] = asked.fold[full[:, :, solved]]
            dropped = [column for column in every if column not in solved]
            for rows, columns in (
                (slice(0, task.full), dropped),
                (slice(task.full, None), list(every)),
            ):
                part = worlds[rows]
                if len(part) and columns:
                    cheap[:, rows, columns] = asked.cheap(part, columns)
            add_places(counts.cheap, cheap, range(len(counts.cheap)), weights)
            if self.marks is not None:
                _add_marked(counts.marked, cheap, self.marks.marked(worlds))
            self._estimate(task, counts.controls, worlds, (cheap, full), solved)
        return counts

    def _estimate(
        self,
        task: Task,
        controls: Controls,
        worlds: Worlds,
        answers: tuple[Places, Places],
        columns: list[int],
    ) -> None:
        """Add what the control says of these worlds, and of others that nobody solves."""
        if self.control is None or not columns or not task.full:
            return
        assert self.dealer is not None
        more = GUESSES * task.full - len(worlds)
        if more > 0:
            seed = np.random.SeedSequence(self.seed, spawn_key=(task.number, 2))
            worlds = np.concatenate([worlds, self.dealer.deal(more, seed)])
        guesses = self.control.shares(worlds)[:, columns]
        codes, places = (each[:, :, columns] for each in answers)
        controls.add(guesses, codes, places, columns, self.questions.fold)


def _add_marked(table: Counts, places: Places, marked: NDArray[np.bool_]) -> None:
    """Count the deals of places (2, n, columns) for each mark (n, marks) they have."""
    size = table.shape[2]
    for column in range(table.shape[1]):
        codes = places[0, :, column] * size + places[1, :, column]
        for mark in range(table.shape[0]):
            found = np.bincount(codes[marked[:, mark]], minlength=size * size)
            table[mark, column] += found.reshape(size, size)


def add_places(
    table: Counts,
    places: Places,
    columns: Sequence[int],
    weights: Sequence[NDArray[np.float64]],
) -> None:
    """Count the deals of places (2, n, columns) in the table, mixtures by their weights."""
    worst, best = places
    size, base = table.shape[2], places.shape[2]

    def parts(column: int) -> list[tuple[int, NDArray[np.float64] | None]]:
        if column < base:
            return [(column, None)]
        chance = weights[column - base]
        return [(c, chance[:, c]) for c in range(base) if chance[:, c].any()]

    for s in columns:
        for t in columns:
            for a, first in parts(s):
                for b, second in parts(t):
                    if s == t and a != b:
                        continue  # one draw decides: a deal goes by one column
                    weight = first if s == t or second is None else second
                    if s != t and first is not None and second is not None:
                        weight = first * second
                    table[s, t] += np.bincount(
                        worst[:, a] * size + best[:, b], weight, minlength=size * size
                    ).reshape(size, size).astype(table.dtype)  # fmt: skip
