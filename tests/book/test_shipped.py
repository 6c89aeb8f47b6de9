"""The books of the package: whole, as large as the page says, and the deals to the last count."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from conftest import ROOT
from scipy.stats import binomtest
from size import scaled

from solver.base.cards import Hand, Rank, Suit
from solver.book import Book, find_book
from solver.book.reader import DATA
from solver.decide.closed_hands import find_judge
from solver.decide.evaluators import find_evaluator
from solver.decide.worlds import Dealer, PartialDeal, world_hands
from solver.game.variants import HOKM, find_variant

BOOKS = sorted(DATA.glob("*.book"))
PAGE = (ROOT / "docs" / "book.md").read_text(encoding="utf-8")
GAMES = ("hokm", "satat", "DS_PK3", "dehla_pakad")
LEAST = {"hokm": 500_000, "satat": 28_672, "double_sar": 8_192}
LEAST |= {f"{find_variant(game).name}-closed": 160_000 for game in GAMES}
LEAST |= {"hokm-closed": 3_125_000, "hokm-closed-thumb": 160_000}
FRESH = 200
HANDS = scaled(400)


def test_the_books_are_known_and_together_they_are_small() -> None:
    assert LEAST.keys() == {path.stem for path in BOOKS}
    assert sum(path.stat().st_size for path in BOOKS) < 12_500_000


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_book_is_whole_and_the_page_tells_of_it(path) -> None:  # type: ignore[no-untyped-def]
    book = Book(path)
    by = "" if book.judge == "open" else "-" + book.judge.replace(":", "-")
    assert path.stem == book.variant.name + by
    assert book.deals >= LEAST[path.stem]
    row = re.search(rf"^\|[^|]*`{path.stem}`[^|]*\| ([\d,]+) \| ([\d, ]+) \|", PAGE, re.MULTILINE)
    assert row
    assert row[1] == f"{book.deals:,}"
    assert row[2] == ", ".join(map(str, book.seeds))
    table = book.table  # each block against its checksum
    assert table.credits.min() > 0
    assert (table.counts.sum(axis=(0, 1)) == math.comb(13, 5) * book.outcomes).all()
    assert book.outcomes.sum() == 16 * book.deals


@pytest.mark.parametrize(
    ("game", "judge"),
    [
        ("hokm", "closed"),
        ("hokm", "closed:thumb"),
        *(pytest.param(game, "closed", marks=pytest.mark.slow) for game in GAMES[1:]),
    ],
)
def test_fresh_calls_come_out_as_the_book_at_the_table_says(game: str, judge: str) -> None:
    """Any suit of random fives, voids among them: usual, strong and weak calls."""
    variant = find_variant(game)
    book = find_book(variant, judge)
    assert book is not None
    rng = np.random.default_rng(26)
    fives = PartialDeal((Hand(),), (5,), (), variant.pack)
    told, found, worth = np.zeros((3, 2, FRESH))
    for at, row in enumerate(Dealer(fives).deal(FRESH, np.random.SeedSequence((26, 1)))):
        five, trump = world_hands(row)[0], Suit(int(rng.integers(4)))
        evaluator = find_evaluator(variant, five, judge=find_judge(judge))
        worlds = Dealer(evaluator.template.known).deal(HANDS, np.random.SeedSequence((26, 2, at)))
        codes = evaluator.classes(worlds, [trump]).worst
        advice = book.advise(five)
        odds = advice[trump]
        told[:, at] = odds.win.p or 0.0, odds.kot.p or 0.0
        found[:, at] = (codes >= 1).mean(), (codes >= 2).mean()
        worth[:, at] = 1 / (1 / advice.worth + 1 / HANDS)
    z = (told - found) * np.sqrt(worth / np.maximum(told * (1 - told), 0.002))
    for each, chance in zip(z, told, strict=True):
        assert binomtest(int((abs(each) < 1.96).sum()), FRESH, 0.95).pvalue > 0.001
        for end in (chance > np.quantile(chance, 0.9), chance < np.quantile(chance, 0.1)):
            assert abs(each[end].sum()) < 4 * np.sqrt(end.sum())  # both tails, too


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
