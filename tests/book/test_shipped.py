"""The books of the package: whole, as large as the page says, and the deals to the last count."""

from __future__ import annotations

import math
import re

import pytest
from conftest import ROOT

from solver.book import Book
from solver.book.reader import DATA
from solver.game.variants import HOKM, find_variant

BOOKS = sorted(DATA.glob("*.book"))
PAGE = (ROOT / "docs" / "book.md").read_text(encoding="utf-8")
LEAST = {"hokm": 500_000}


def test_the_plain_game_has_a_book() -> None:
    assert LEAST.keys() <= {path.stem for path in BOOKS}


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_book_is_whole_and_the_page_tells_of_it(path) -> None:  # type: ignore[no-untyped-def]
    book = Book(path)
    assert path.stem == book.variant.name
    assert book.deals >= LEAST.get(path.stem, 1)
    assert path.stat().st_size < 8_000_000
    row = re.search(rf"^\|[^|]*`{path.stem}[^|]*\| ([\d,]+) \| ([\d, ]+) \|", PAGE, re.MULTILINE)
    assert row
    assert row[1] == f"{book.deals:,}"
    assert row[2] == ", ".join(map(str, book.seeds))
    table = book.table  # each block against its checksum
    assert table.credits.min() > 0
    assert (table.counts.sum(axis=(0, 1)) == math.comb(13, 5) * book.outcomes).all()
    assert book.outcomes.sum() == 16 * book.deals


def test_it_serves_the_games_whose_open_hands_are_the_same() -> None:
    book = Book(DATA / "hokm.book")
    assert book.serves(HOKM.set("stop_rule=hard7"))
    assert book.serves(HOKM.set("direction=cw"))
    assert not book.serves(HOKM.set("void_duty=must_trump"))
    assert not book.serves(find_variant("satat"))
