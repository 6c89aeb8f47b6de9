"""The two pictures of docs/book.md, from the shipped book or from another one.

    python -m benchmarks.book_pictures [--book FILE] [--folder docs]

book-two-suits.png: hands of three and two cards, one square for each pair of holdings, coloured by
the best call and its margin. book-chances.png: how the chances of winning and of a kot with the
best call are spread over all hands. Needs matplotlib (extra `plot`).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from solver.book import Book, HandTable, find_book
from solver.game.variants import HOKM


def two_suits(table: HandTable, path: Path) -> None:
    """Three cards against two: positive where the three are the better trump."""
    import matplotlib.pyplot as plt

    rows = np.flatnonzero((table.lengths == (3, 2, 0, 0)).all(axis=1))
    longs, y = np.unique(table.holdings[rows, 0], return_inverse=True)
    shorts, x = np.unique(table.holdings[rows, 1], return_inverse=True)
    grid = np.full((len(longs), len(shorts)), np.nan)
    grid[y, x] = table.points[rows, 0] - table.points[rows, 1]
    figure, axes = plt.subplots(figsize=(7, 9), layout="constrained")
    image = axes.imshow(grid, origin="lower", aspect="auto", cmap="RdBu", vmin=-0.6, vmax=0.6)
    for axis, masks, size in ((axes.yaxis, longs, 3), (axes.xaxis, shorts, 2)):
        # the first holding with each highest card; those of the lowest stand too close together
        ranks = range(size + 1, 13)
        ticks = [int(np.searchsorted(masks, 1 << rank)) for rank in ranks]
        axis.set_ticks(ticks, ["23456789TJQKA"[rank] for rank in ranks])
    axes.set_ylabel("suit of three cards, by its highest")
    axes.set_xlabel("suit of two cards, by its highest")
    bar = figure.colorbar(image, ax=axes, label="points: calling the three less calling the two")
    bar.ax.axhline(0, color="black", linewidth=0.5)
    axes.set_title(f"Three and two: which to call ({table.book.deals:,} deals)")
    figure.savefig(path, dpi=110)


def chances(table: HandTable, path: Path) -> None:
    """Histograms over all hands of five cards."""
    import matplotlib.pyplot as plt

    best = table.shares[np.arange(len(table.best)), table.best]
    weights = table.hands * table.met / (table.hands * table.met).sum()
    figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
    bins = np.linspace(0, 1, 101)
    for goal, name in ((3, "win"), (4, "kot")):
        values = best[:, goal:].sum(axis=1)
        axes.hist(values, bins, weights=weights, alpha=0.6, label=f"chance of a {name}")
    axes.set_xlabel("with the best call")
    axes.set_ylabel("share of all hands")
    axes.legend()
    axes.set_title(f"All hands of five cards ({table.book.deals:,} deals)")
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--book", type=Path)
    parser.add_argument("--folder", type=Path, default=Path("docs"))
    given = parser.parse_args()
    book = Book(given.book) if given.book else find_book(HOKM)
    if book is None:
        parser.error("there is no book of hokm: build one, or name one with --book")
    table = HandTable(book)
    two_suits(table, given.folder / "book-two-suits.png")
    chances(table, given.folder / "book-chances.png")


if __name__ == "__main__":
    main()
