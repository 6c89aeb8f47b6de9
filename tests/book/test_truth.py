"""The truth of a book that was really solved: against direct sampling, and half against half.

Small by default; the slow tests take minutes. A joint test of many classes is a chi-square of their
normal deviates at 1 %.
"""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from book_shards import CHUNKS
from scipy.stats import chi2
from size import scaled

from solver.base.cards import Hand, Suit
from solver.book import (
    Book,
    build_book,
    count_shards,
    find_book,
    find_shards,
    join_shards,
    write_book,
)
from solver.book.build import chunk_deals, solve_chunk
from solver.book.classes import hand_classes
from solver.book.counts import Counts
from solver.book.shards import CHUNK
from solver.core.engine import Solver
from solver.decide.evaluators import find_evaluator
from solver.decide.parallel import available_jobs
from solver.decide.plan import Workers
from solver.decide.worlds import PartialDeal, deal_worlds
from solver.game.variants import HOKM, find_variant

WON = slice(3, None)


def halves(folder: Path, chunks: int) -> tuple[Counts, Counts]:
    """Counts of the even and the odd chunks."""
    found = (Counts.empty(HOKM), Counts.empty(HOKM))
    for shard in join_shards(find_shards([folder])):
        for chunk, codes in shard.codes.items():
            if chunk < chunks:
                found[chunk % 2].add(chunk_deals(shard.seed, chunk), codes)
    return found


def deviates(one: Counts, two: Counts, goal: int) -> np.ndarray:
    """Normal deviates of the differences of a share of place 0, for the classes met often.

    Only one class of each canonical first suit is taken, so that hardly a deal speaks twice.
    """
    shares, worth = [], []
    for counts in (one, two):
        places, _ = counts.summary()
        n = places[:, 0].sum(axis=1)
        shares.append(places[:, 0, goal:].sum(axis=1) / np.maximum(n, 1))
        worth.append(n.astype(float) ** 2 / np.maximum(counts.squares, 1))
    often = np.flatnonzero((worth[0] > 20) & (worth[1] > 20))
    chosen = np.random.default_rng(2).choice(often, min(300, len(often)), replace=False)
    p = (shares[0] + shares[1])[chosen] / 2
    error = np.sqrt(p * (1 - p) * (1 / worth[0][chosen] + 1 / worth[1][chosen]))
    return ((shares[0] - shares[1])[chosen] / np.where(error > 0, error, 1))[p * (1 - p) > 0]


@pytest.mark.slow
def test_two_halves_of_the_deals_agree_as_the_intervals_say(fake_folder: Path) -> None:
    """Intervals by deal, not by credit: with credits the spread would be too great."""
    one, two = halves(fake_folder, len(CHUNKS))
    found = deviates(one, two, 3)
    assert len(found) > 100
    # credits of one deal are less than fully tied, so the spread may be below one
    assert 0.5 < (found**2).mean() < 1.35


@pytest.mark.slow
def test_halves_of_deals_really_solved(tmp_path: Path) -> None:
    build_book(tmp_path, deals=80 * CHUNK, seed=77)
    one, two = halves(tmp_path, 80)
    for goal in (3, 4):
        found = deviates(one, two, goal)
        assert len(found) > 100
        assert 0.5 < (found**2).mean() < 1.25


def sampled(hand: Hand, deals: int, seed: int) -> np.ndarray:
    """Outcomes (deals,) of calling the first suit of a canonical hand, the others dealt anew."""
    known = PartialDeal.holding(hand)
    worlds = deal_worlds(known, deals, np.random.SeedSequence([seed, hand.bits]))
    return Solver().batch_outcomes(worlds, [0])[:, 0]


def against_sampling(book: Book, classes: int, deals: int) -> None:
    """Wins and kots of random classes of all shapes: the book against deals of its own."""
    rng = np.random.default_rng(5)
    worth = book.table.worth
    lengths = np.bitwise_count(book.classes.holdings[:, 0])
    chosen: list[int] = []
    for length in range(2, 6):  # longest suits of all lengths
        rows = np.flatnonzero((lengths == length) & (worth > 3))
        chosen += rng.choice(rows, min(classes // 4, len(rows)), replace=False).tolist()
    hands = [Hand(int(book.classes.hands[row])) for row in chosen]
    with ThreadPoolExecutor(available_jobs()) as pool:
        found = list(pool.map(lambda hand: sampled(hand, deals, 6), hands))
    for codes in (1, 2):
        total = degrees = 0.0
        for row, hand, outcomes in zip(chosen, hands, found, strict=True):
            odds = book.advise(hand).trumps[0]
            mine = odds.win.p if codes == 1 else odds.kot.p
            theirs = float((outcomes >= codes).mean())
            n = float(worth[row])
            p = (mine * n + theirs * deals) / (n + deals)
            if p * (1 - p) == 0:
                continue
            total += (mine - theirs) ** 2 / (p * (1 - p) * (1 / n + 1 / deals))
            degrees += 1
        assert degrees >= classes // 2
        assert total < chi2.ppf(0.99, degrees)


@pytest.mark.slow
def test_a_small_book_agrees_with_direct_sampling(tmp_path: Path) -> None:
    build_book(tmp_path / "shards", deals=2 * CHUNK, seed=78)
    write_book(count_shards(join_shards(find_shards([tmp_path / "shards"]))), tmp_path / "x.book")
    against_sampling(Book(tmp_path / "x.book"), 8, 32)


@pytest.mark.slow
def test_300_classes_agree_with_direct_sampling(tmp_path: Path) -> None:
    """Of the shipped book where there is one, else of five thousand deals."""
    book = find_book(HOKM)
    if book is None:
        build_book(tmp_path / "shards", deals=80 * CHUNK, seed=79)
        write_book(
            count_shards(join_shards(find_shards([tmp_path / "shards"]))), tmp_path / "x.book"
        )
        book = Book(tmp_path / "x.book")
    against_sampling(book, 300, 400)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["satat", "DS_PK3"])
def test_hands_whose_small_cards_count_alike_agree_with_direct_sampling(name: str) -> None:
    """Random hands, not those that stand for a class, so that what counts alike is tried, too."""
    game = find_variant(name)
    book = find_book(game)
    assert book is not None
    evaluator = find_evaluator(game, Hand(), node_limit=0)
    rng = np.random.default_rng(11)
    total = np.zeros(2)
    hands, deals = 60, max(30, scaled(300))
    for number in range(hands):
        five = Hand(sum(1 << int(card) for card in rng.choice(52, 5, replace=False)))
        suit = max(Suit, key=five.length)
        worlds = deal_worlds(PartialDeal.holding(five), deals, np.random.SeedSequence([12, number]))
        outcomes = evaluator.classes(worlds, [int(suit)]).worst[:, 0]
        advice = book.advise(five)
        for goal, odds in enumerate((advice.trumps[suit].win, advice.trumps[suit].kot)):
            theirs = float((outcomes > goal).mean())
            p = (odds.p * advice.worth + theirs * deals) / (advice.worth + deals)
            error = p * (1 - p) * (1 / advice.worth + 1 / deals)
            total[goal] += (odds.p - theirs) ** 2 / error if error else 0.0
    assert (total < chi2.ppf(0.99, hands)).all()


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_counts_the_same(tmp_path: Path) -> None:
    """A Dask scheduler and two worker processes on loopback, one of them killed in the middle."""
    from distributed import Client, LocalCluster

    wanted = 12 * CHUNK
    build_book(tmp_path / "threads", deals=wanted, seed=80)
    with (
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
        ) as cluster,
        Client(cluster) as client,
    ):
        pids = list(client.run(os.getpid).values())
        killed: list[int] = []

        def watch(done: int, deals: int) -> None:
            if done >= deals // 4 and not killed:
                os.kill(pids[0], signal.SIGKILL)
                killed.append(pids[0])

        report = build_book(
            tmp_path / "cluster",
            deals=wanted,
            seed=80,
            workers=Workers(None, client.get_executor()),
            watch=watch,
        )
    assert killed
    assert report.deals == wanted
    found = [
        {
            chunk: codes.tobytes()
            for shard in join_shards(find_shards([tmp_path / name]))
            for chunk, codes in shard.codes.items()
        }
        for name in ("threads", "cluster")
    ]
    assert found[0] == found[1]


@pytest.mark.slow
def test_hands_renamed_by_hand_have_one_class(tmp_path: Path) -> None:
    """A deal with its suits renamed gives every class the same credits."""
    worlds = chunk_deals(81, 0)[:3]
    codes = np.frombuffer(solve_chunk(HOKM, 81, 0).codes, np.int8).reshape(CHUNK, 4, 4)[:3]
    turn = [2, 0, 3, 1]
    renamed = np.zeros_like(worlds)
    moved = np.empty_like(codes)
    for suit in range(4):
        lane = (worlds >> np.uint64(13 * suit)) & np.uint64(0x1FFF)
        renamed |= lane << np.uint64(13 * turn[suit])
        moved[:, :, turn[suit]] = codes[:, :, suit]
    one, two = Counts.empty(HOKM), Counts.empty(HOKM)
    one.add(worlds, codes)
    two.add(renamed, moved)
    alike = hand_classes().alike(hand_classes().hands)
    apart = alike.sum(axis=(1, 2)) == 4  # each suit with itself alone
    assert (one.squares == two.squares).all()
    assert (one.turned_up() == two.turned_up()).all()
    assert (one.summary()[0][apart] == two.summary()[0][apart]).all()
