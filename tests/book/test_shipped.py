"""The books of the package: whole, as large as the page says, and the deals to the last count."""

from __future__ import annotations

import math
import re

import pytest
from conftest import ROOT

from solver.base.cards import Rank
from solver.book import Book, find_book
from solver.book.reader import DATA
from solver.game.variants import HOKM, find_variant

BOOKS = sorted(DATA.glob("*.book"))
PAGE = (ROOT / "docs" / "book.md").read_text(encoding="utf-8")
LEAST = {"hokm": 500_000, "satat": 28_672, "double_sar": 8_192}


def test_three_games_have_a_book_and_together_they_are_small() -> None:
    assert LEAST.keys() == {path.stem for path in BOOKS}
    assert sum(path.stat().st_size for path in BOOKS) < 8_000_000


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_book_is_whole_and_the_page_tells_of_it(path) -> None:  # type: ignore[no-untyped-def]
    book = Book(path)
    assert path.stem == book.variant.name
    assert book.deals >= LEAST[path.stem]
    row = re.search(rf"^\|[^|]*`{path.stem}[^|]*\| ([\d,]+) \| ([\d, ]+) \|", PAGE, re.MULTILINE)
    assert row
    assert row[1] == f"{book.deals:,}"
    assert row[2] == ", ".join(map(str, book.seeds))
    table = book.table  # each block against its checksum
    assert table.credits.min() > 0
    assert (table.counts.sum(axis=(0, 1)) == math.comb(13, 5) * book.outcomes).all()
    assert book.outcomes.sum() == 16 * book.deals


@pytest.mark.parametrize("name", ["satat", "DS_PK3"])
def test_books_of_few_deals_count_small_cards_alike(name: str) -> None:
    game = find_variant(name)
    book = find_book(game)
    assert book is not None
    assert book.variant == game
    assert book.alike_below is Rank.NINE
    advice = book.advise("K3.J4..Q")
    for same in ("K8.J4..Q", "K5.J8..Q"):
        assert book.advise(same).n == advice.n
    assert book.advise("K9.J4..Q").n != advice.n
    two = book.advise("K3.J2..Q")
    assert (two.n != advice.n) is (name == "satat")  # there the two of hearts is the highest trump
    assert (two.trumps[0].win.p > advice.trumps[0].win.p + 0.1) is (name == "satat")
    rivals = book.advise("3..8.AKQ")
    assert rivals.trumps[0].shares == rivals.trumps[2].shares


def test_it_serves_the_games_whose_open_hands_are_the_same() -> None:
    book = Book(DATA / "hokm.book")
    assert book.serves(HOKM.set("stop_rule=hard7"))
    assert book.serves(HOKM.set("direction=cw"))
    assert not book.serves(HOKM.set("void_duty=must_trump"))
    assert not book.serves(find_variant("satat"))
    assert find_book(find_variant("double_sar")) is None  # another rule of collecting
