"""The file of a book and what is read from it."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import numpy as np
import pytest
from book_shards import write_fake

from solver.base.cards import Hand, Rank, Suit, permute_suits, suit_permutations
from solver.base.errors import BookError, HandError, OptionError
from solver.base.outcomes import Outcome
from solver.book import build as builder
from solver.book import reader
from solver.book.counts import Counts, count_shards
from solver.book.reader import Book, BookAdvice, find_book, write_book
from solver.book.shards import find_shards, join_shards
from solver.book.tables import RANKINGS, HandTable
from solver.game.scoring import CLASSES, find_scoring
from solver.game.variants import HOKM, find_variant


@pytest.fixture(scope="module")
def counts(fake_folder: Path) -> Counts:
    """Small cards alike, for the sake of time: the classes are the only difference."""
    return count_shards(join_shards(find_shards([fake_folder])), alike_below=Rank.NINE)


@pytest.fixture(scope="module")
def book_path(counts: Counts, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "hokm.book"
    size = write_book(counts, path)
    assert path.stat().st_size == size < 8_000_000
    return path


@pytest.fixture(scope="module")
def book(book_path: Path) -> Book:
    return Book(book_path)


def test_the_file_holds_the_counts(book: Book, counts: Counts) -> None:
    table = book.table
    assert (table.counts == counts.summary()[0]).all()
    assert (table.squares == counts.squares).all()
    assert (table.turned == counts.turned_up()).all()
    assert (book.deals, book.seeds, book.engines) == (1024, (5,), ("fake",))
    # the book still is the deals, to the last count
    assert (table.counts.sum(axis=(0, 1)) == math.comb(13, 5) * book.outcomes).all()
    assert book.outcomes.sum() == 16 * book.deals


def test_a_hand_is_read_as_it_was_counted(book: Book, counts: Counts) -> None:
    hand = Hand.parse("K2.A84..")
    number, places = counts.classes.find_one(hand)
    advice = book.advise(hand)
    joint = counts.joint[number].astype(np.int64)
    n = int(joint.sum())
    value = np.array(find_scoring("ir").vector())
    for suit in (Suit.SPADES, Suit.HEARTS):
        cell = joint.sum(axis=tuple(axis for axis in range(4) if axis != places[suit]))
        odds = advice.trumps[suit]
        assert odds.win.count == cell[3:].sum()
        assert odds.kot.count == cell[4:].sum()
        assert odds.kot_against.count == cell[:2].sum()
        assert odds.points.mean == pytest.approx(float(cell @ value) / n)
        assert odds.shares[Outcome.WIN_A] == pytest.approx(cell[3] / n)
        assert odds.win.low < odds.win.p < odds.win.high
    assert advice.n == n
    assert 0 < advice.worth <= n
    void = [advice.trumps[suit] for suit in (Suit.DIAMONDS, Suit.CLUBS)]
    assert void[0].shares == void[1].shares
    up = counts.turned_up()[number] / (8 * n)
    assert advice.turned_up.mean == pytest.approx(float(up @ value))


def test_intervals_are_those_of_deals(book: Book, counts: Counts) -> None:
    """A class that one deal meets several times counts that deal as little more than one."""
    worth = book.table.worth
    met = book.table.credits > 0
    assert (worth[met] <= book.table.credits[met] + 1e-9).all()
    assert worth[met].max() <= 4 * counts.deals
    number, _ = counts.classes.find_one(Hand.parse("K2.A84.."))
    advice = book.advise("K2.A84..")
    p, n = advice.trumps[Suit.SPADES].win.p, worth[number]
    half = (advice.trumps[Suit.SPADES].win.high - advice.trumps[Suit.SPADES].win.low) / 2
    assert half == pytest.approx(1.96 * math.sqrt(p * (1 - p) / n), rel=0.15)


def test_suits_renamed_give_the_same_answer(book: Book) -> None:
    for text in ("K2.A84..", "75.75.2.", "AKQ.AQ.."):
        hand = Hand.parse(text)
        plain = book.advise(hand)
        for turn in suit_permutations():
            other = book.advise(permute_suits(hand, turn))
            assert other.percentile == pytest.approx(plain.percentile)
            for suit in Suit:
                mine, theirs = plain.trumps[suit], other.trumps[Suit(turn[suit])]
                assert theirs.win.p == pytest.approx(mine.win.p)
                assert theirs.points.low == pytest.approx(mine.points.low)
            assert other.best.trump in {
                Suit(turn[each.trump]) for each in (plain.best, *plain.same)
            }


@pytest.mark.slow
def test_small_cards_alike_are_one_class(tmp_path: Path) -> None:
    satat = find_variant("satat")
    shards = list(join_shards(write_fake(tmp_path, range(2), variant=satat)))
    path = tmp_path / "satat.book"
    write_book(count_shards(shards, alike_below=Rank.NINE), path)
    small = Book(path)
    assert small.alike_below is Rank.NINE
    assert small.classes.count == 26_226
    table = small.table
    assert (table.counts.sum(axis=(0, 1)) == math.comb(13, 5) * small.outcomes).all()
    advice = small.advise("K2.J4..Q")
    assert advice.alike_below is Rank.NINE
    assert advice.to_dict()["book"]["alike_below"] == "9"
    for same in ("K8.J4..Q", "K5.J8..Q", "Q.J3.K7."):
        assert small.advise(same).n == advice.n
    for other in ("K9.J4..Q", "K2.J2..Q", "J4.K2..Q"):
        assert small.advise(other).n != advice.n
    # a three and an eight alone are the same call, except in hearts
    advice = small.advise("3..8.AKQ")
    rival = {Suit.SPADES, Suit.DIAMONDS}
    assert advice.trumps[Suit.SPADES].shares == advice.trumps[Suit.DIAMONDS].shares
    assert advice.best.trump not in rival
    hands = HandTable(small)
    twos = (small.classes.holdings[:, 1] & 1).astype(bool)
    assert (hands.lengths.sum(axis=1) == np.where(twos, 4, 5)).all()  # of any suit: no heart
    with pytest.raises(BookError, match="other cards alike"):
        Counts.empty(satat, Rank.NINE) + Counts.empty(satat, Rank.EIGHT)


def test_suits_with_the_same_cards_are_no_rivals(book: Book) -> None:
    advice = book.advise("75.75.2.")
    twins = {Suit.SPADES, Suit.HEARTS}
    assert advice.trumps[Suit.SPADES].shares == advice.trumps[Suit.HEARTS].shares
    if advice.best.trump in twins:
        (other,) = twins - {advice.best.trump}
        assert advice.same == (advice[other],)
        assert advice[other].p_best == 1.0


def test_paired_differences_are_close_to_those_of_the_joint_counts(
    book: Book, counts: Counts
) -> None:
    """Here goon kots go against one another, which the book does not know of."""
    value = np.array(find_scoring("ir").vector())
    ratios = []
    for text in ("K2.A84..", "AQJ.K.5.", "T97.86..", "A.K.Q7.2", "KQJ5.4.."):
        hand = Hand.parse(text)
        number, places = counts.classes.find_one(hand)
        advice = book.advise(hand)
        for suit, rival in advice.rivals.items():
            if not hand.length(suit) or rival.same:
                continue
            i, j = places[advice.best.trump], places[suit]
            joint = counts.joint[number].astype(np.float64)
            pair = joint.sum(axis=tuple(axis for axis in range(4) if axis not in (i, j)))
            pair = (pair if i < j else pair.T) / joint.sum()
            d = value[:, None] - value[None, :]
            mean = float((pair * d).sum())
            error = math.sqrt((float((pair * d**2).sum()) - mean**2) / advice.worth)
            assert rival.behind.difference.mean == pytest.approx(mean, abs=1e-9)
            ratios.append(
                (rival.behind.difference.high - rival.behind.difference.low) / (2 * 1.96 * error)
            )
    assert len(ratios) >= 6
    assert min(ratios) > 0.9
    assert max(ratios) < 1.3


def test_percentiles(book: Book) -> None:
    table = HandTable(book)
    order = np.argsort(table.value)
    order = order[table.met[order]]
    hands = [Hand(int(book.classes.hands[row])) for row in order[:: len(order) // 9]]
    found = [book.advise(hand).percentile for hand in hands]
    assert found == sorted(found)
    assert found[0] < 0.02
    weights = table.hands * table.met
    for hand, place in zip(hands, found, strict=True):
        best = max(odds.points.mean or 0 for odds in book.advise(hand).trumps.values())
        less = weights[table.value < best - 1e-9].sum() / weights.sum()
        assert place == pytest.approx(less, abs=0.02)
    other = find_scoring("ir").with_values(kot=2.0001)  # not among the tables of the header
    assert book.advise(hands[4], scoring=other).percentile == pytest.approx(found[4], abs=0.02)


def test_hard7_reads_the_same_book(book: Book) -> None:
    hard = HOKM.set("stop_rule=hard7")
    assert book.serves(hard)
    assert book.serves(HOKM.set("direction=cw"))
    assert not book.serves(HOKM.set("void_duty=must_trump"))
    assert not book.serves(find_variant("satat"))
    long, short = book.advise("K2.A84.."), book.advise("K2.A84..", variant=hard)
    for suit in Suit:
        mine, theirs = long.trumps[suit], short.trumps[suit]
        assert theirs.bavney is None
        assert theirs.kot.p == pytest.approx(mine.kot.p)
        assert theirs.shares[Outcome.BAVNEY_A] == 0
        assert sum(theirs.shares.values()) == pytest.approx(1)
    with pytest.raises(OptionError, match="not of satat"):
        book.advise("K2.A84..", variant=find_variant("satat"))


@pytest.mark.slow
def test_a_book_of_another_game(tmp_path: Path) -> None:
    """Suits that may not be renamed: hearts in satat."""
    game = find_variant("satat")
    counts = Counts.empty(game)
    worlds = builder.chunk_deals(1, 0)[:1]
    counts.add(worlds, np.ones((1, 4, 4), dtype=np.int8))
    write_book(counts, tmp_path / "satat.book")
    book = Book(tmp_path / "satat.book")
    assert book.classes.count == 484_731
    five = Hand(sum([1 << i for i in range(52) if int(worlds[0, 0]) >> i & 1][:5]))
    assert book.advise(five).trumps[Suit.HEARTS].win.p == 1.0


def test_no_book_and_a_shipped_one(
    book_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "DATA", tmp_path)
    assert find_book(HOKM) is None
    shutil.copy(book_path, tmp_path / "hokm.book")
    found = find_book(HOKM)
    assert found is not None
    assert found.deals == 1024
    assert find_book(HOKM.set("void_duty=must_trump")) is None
    assert find_book(find_variant("satat")) is None


def test_damaged_and_foreign_books_are_refused_by_name(book_path: Path, tmp_path: Path) -> None:
    good = book_path.read_bytes()
    first = good.index(b"\n") + 1
    path = tmp_path / "hokm.book"

    def refused(data: bytes, why: str) -> None:
        path.write_bytes(data)
        with pytest.raises(BookError, match=rf"hokm.book .*{why}"):
            _ = Book(path).table

    def flipped(at: int) -> bytes:
        return good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]

    refused(b"", "is no book")
    refused(b"PK\x03\x04" + good, "is no book")
    refused(flipped(2), "is no book")
    refused(good.replace(b"book 1 ", b"book 9 ", 1), "version 9, this program reads version 1")
    refused(flipped(first + 10), "damaged")
    refused(good[: first + 50], "damaged")
    refused(flipped(len(good) - 20), "block 6")
    refused(good[:-1], "block 6")
    with pytest.raises(BookError, match="no such file"):
        Book(tmp_path / "nowhere.book")
    with pytest.raises(BookError, match=r"hokm\.book is open already: expected the path"):
        Book(Book(book_path))
    with pytest.raises(BookError, match="'None' names no book: expected the path"):
        Book(None)
    with pytest.raises(BookError, match="no deal to make a book of"):
        write_book(Counts.empty(HOKM), path)
    for cards, why in (("AK", "2 cards"), ("AKQJT9", "6 cards")):
        with pytest.raises(HandError, match=why):
            Book(book_path).advise(f"{cards}...")


@pytest.mark.slow
def test_a_hand_never_met_says_so(tmp_path: Path) -> None:
    counts = Counts.empty(HOKM)
    worlds = builder.chunk_deals(1, 0)[:1]
    counts.add(worlds, np.ones((1, 4, 4), dtype=np.int8))
    write_book(counts, tmp_path / "tiny.book")
    missing = next(int(i) for i in np.flatnonzero(counts.credits == 0))
    with pytest.raises(BookError, match="never met"):
        Book(tmp_path / "tiny.book").advise(Hand(int(counts.classes.hands[missing])))


def test_rankings_against_a_plain_sort(book: Book) -> None:
    table = HandTable(book)
    best = {name: table.rank(name, 12) for name in RANKINGS}
    points = [row.points for row in best["strongest"]]
    assert points == sorted(points, reverse=True)
    assert points[0] == pytest.approx(table.value.max())
    assert best["weakest"][0].points == pytest.approx(table.value[table.met].min())
    for row in best["surprises"]:
        lengths = [row.hand.length(suit) for suit in Suit]
        assert row.hand.length(row.best) < max(lengths)
        assert row.lost > 0
    for rows in best.values():
        for row in rows:
            advice = book.advise(row.hand)
            assert advice.trumps[row.best].points.mean == pytest.approx(row.points)
            assert advice.trumps[row.second].points.mean == pytest.approx(row.points - row.margin)
    with pytest.raises(OptionError, match="expected strongest"):
        table.rank("best", 3)


def test_ranked_hands_share_a_place_that_are_not_told_apart(book: Book) -> None:
    """The standard errors are those of the book's answers; groups follow from a plain loop."""
    table, checked = HandTable(book), 0
    for name in RANKINGS:
        rows = table.rank(name, 40)
        assert rows or name == "surprises"
        for row in rows[::8]:
            advice = book.advise(row.hand)
            found = advice.trumps[row.best].points
            if name not in ("strongest", "weakest"):
                other = row.second
                if name == "surprises":
                    longest = max(row.hand.length(suit) for suit in Suit)
                    other = min(
                        (suit for suit in Suit if row.hand.length(suit) == longest),
                        key=lambda suit: advice.rivals[suit].behind.difference.mean,
                    )
                found = advice.rivals[other].behind.difference
            if found.low <= -2.99 or found.high >= 1.99:  # it ends at the best or worst class
                continue
            checked += 1
            assert (found.high - found.low) / 2 == pytest.approx(1.96 * row.error, rel=0.02)
        number = {"surprises": "lost", "closest": "margin"}.get(name, "points")
        first = None
        for place, row in enumerate(rows, 1):
            if first is None or place > first.places[1]:
                first = row
            apart = 1.96 * math.hypot(row.error, first.error)
            assert row.places == first.places
            assert first.places[0] <= place <= first.places[1]
            assert abs(getattr(row, number) - getattr(first, number)) <= apart * 1.001
    assert checked > 5


def test_to_dict_is_json(book: Book) -> None:
    import json

    advice = book.advise("K2.A84..")
    assert isinstance(advice, BookAdvice)
    said = json.loads(json.dumps(advice.to_dict()))
    assert said["source"] == "book"
    assert said["book"]["deals"] == 1024
    assert set(said["trumps"]) == set("SHDC")
    assert set(said["trumps"]["S"]["shares"]) == {outcome.name for outcome in CLASSES}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("columns", [40, 60, 80, 120])
@pytest.mark.parametrize("words", [["trump", "AQ.K84..", "--details"], ["book", "top", "-n", "2"]])
def test_the_book_fits_every_width(hakem, monkeypatch, book_path, words, columns) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = hakem(*words, "--book", str(book_path))
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= columns
    assert "…" not in ran.out
    if words[0] == "trump":
        assert "clearly best." in ran.out or "too close to call" in ran.out
        assert "p below" in ran.out
