"""What a book loses when small cards count alike, from a book in which every card counts by itself.

    python -m benchmarks.small_cards [--book FILE]

For each rank below which cards may count alike: the classes left; the points a deal lost by calling
what is best for the class instead of what is best for the hand; and how far the chances of the
best call of the hands of one class lie apart (root mean square over all hands), beside what the
deals of the book leave of chance in them (standard error). The loss is a little too high: the
better call of one hand is better by luck, too.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.base.cards import RANK_LETTERS
from solver.book import Book, HandTable, find_book
from solver.book.classes import PERMUTATIONS, hand_classes
from solver.game.variants import HOKM

Floats = NDArray[np.float64]


def losses(table: HandTable, below: int) -> tuple[int, float, list[tuple[float, float]]]:
    """(classes, points lost, (spread, standard error) of the chances of win and kot)."""
    book = table.book
    classes = hand_classes(book.classes.fixed, below)
    numbers, turns = classes.find(book.classes.hands)
    to = PERMUTATIONS[turns]  # the place that each place of the book takes
    weights = (table.hands * table.met).astype(np.float64)
    of_class = np.bincount(numbers, weights, classes.count)

    def mean(values: Floats) -> Floats:
        return np.bincount(numbers, weights * values, classes.count) / np.maximum(of_class, 1)

    def moved(values: Floats) -> Floats:
        found = np.empty_like(values)
        np.put_along_axis(found, to, values, axis=1)
        return found

    def total(values: Floats) -> float:
        return float((weights * values).sum() / weights.sum())

    points = moved(table.points)
    rows = np.arange(len(points))
    call = np.stack([mean(points[:, place]) for place in range(4)], axis=1).argmax(axis=1)[numbers]
    spreads = []
    for goal in (3, 4):
        chance = moved(table.shares[:, :, goal:].sum(axis=2))[rows, call]
        luck = chance * (1 - chance) / np.maximum(book.table.worth, 1)
        spread = (chance - mean(chance)[numbers]) ** 2
        spreads.append((total(spread) ** 0.5, total(luck) ** 0.5))
    return classes.count, total(points.max(axis=1) - points[rows, call]), spreads


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--book", type=Path, help="another book than that of the package")
    asked = parser.parse_args()
    book = Book(asked.book) if asked.book else find_book(HOKM)
    if book is None or book.alike_below:
        parser.error("give a book in which every card counts by itself")
    table = HandTable(book)
    print("alike below   classes   points lost   win: apart, error    kot: apart, error")
    for below in range(3, 12):
        count, lost, spreads = losses(table, below)
        parts = "   ".join(f"{apart:11.4f} {error:8.4f}" for apart, error in spreads)
        print(f"{RANK_LETTERS[below]:>11} {count:9,} {lost:13.4f}   {parts}")


if __name__ == "__main__":
    main()
