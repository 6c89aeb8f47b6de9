"""The book at the table: deals played out instead of solved, and never mixed with those."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from book_shards import fake_codes

from solver.base.cards import Card, Rank, Suit
from solver.base.errors import BookError, VariantError
from solver.book import Book, build_book, count_shards, find_shards, join_shards, write_book
from solver.book.build import book_game, chunk_deals, deals_sum
from solver.book.counts import Counts
from solver.book.shards import CHUNK, Shard, read_shard, shard_path
from solver.core.closed import played_out
from solver.decide.closed_hands import CLOSED_PLAYERS, closed_by, find_judge
from solver.decide.worlds import world_hands
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import HOKM, find_variant
from solver.players.hand_in_play import decided


def played_class(game: str, row: np.ndarray, caller: int, trump: Suit, policy: str) -> int:
    """What this deal comes to for its caller, card by card through the rules in Python."""
    hands = world_hands(np.roll(row, -caller))
    position = Position.start(Deal(hands), trump, 0, find_variant(game))
    for number in played_out(position, policies=policy):
        position = position.play(Card.from_index(number))
    assert position.over or decided(position)
    return position.owned[0] - position.owned[1]


@pytest.mark.parametrize("policy", CLOSED_PLAYERS)
def test_every_caller_and_trump_is_played_out(tmp_path: Path, policy: str) -> None:
    judge = closed_by(policy).name
    report = build_book(tmp_path, deals=1, seed=3, judge=judge)
    assert (report.deals, report.solved) == (CHUNK, CHUNK)
    (shard,) = join_shards(find_shards([tmp_path]))
    assert shard.judge == judge
    assert judge in shard.engines[0]
    worlds = chunk_deals(3, 0)
    for deal in (0, 17, 63):
        for caller in range(4):
            for trump in Suit:
                lead = played_class("hokm", worlds[deal], caller, trump, policy)
                code = shard.codes[0][deal, caller, trump]
                assert (code > 0) == (lead > 0)
                assert abs(code) == 1 or abs(lead) == 7


@pytest.mark.parametrize(
    "game",
    ["DS_PK3", *(pytest.param(name, marks=pytest.mark.slow) for name in ("satat", "dehla_pakad"))],
)
def test_other_games_with_a_call_have_a_book_in_seconds(game: str, tmp_path: Path) -> None:
    variant = find_variant(game)
    build_book(tmp_path, deals=2 * CHUNK, seed=1, variant=variant, judge="closed")
    counts = count_shards(join_shards(find_shards([tmp_path])), alike_below=Rank.NINE)
    write_book(counts, tmp_path / "x.book")
    book = Book(tmp_path / "x.book")
    assert (book.judge, book.variant, book.deals) == ("closed", variant, 2 * CHUNK)
    advice = book.advise("AKQ3.A..")
    assert advice.method == f"closed hands, {CLOSED_PLAYERS['learnt']}"


def test_a_judge_is_not_mixed_with_another(tmp_path: Path) -> None:
    build_book(tmp_path / "closed", deals=1, seed=3, judge="closed")
    with pytest.raises(BookError, match="hokm, judge closed, not of hokm: build each"):
        build_book(tmp_path / "closed", deals=1, seed=4)
    opened = shard_path(tmp_path, 9, 0)
    shard = Shard(HOKM, 9)
    worlds = chunk_deals(9, 0)
    shard.add(0, fake_codes(worlds), deals_sum(worlds), "fake")
    shard.write(opened)
    assert read_shard(opened).judge == "open"
    assert b"judge" not in opened.read_bytes()  # as the first shards have it
    with pytest.raises(BookError, match="hokm, judge closed"):
        count_shards(join_shards(find_shards([tmp_path, tmp_path / "closed"])), alike_below=9)
    with pytest.raises(BookError, match="judges open and closed do not add up"):
        Counts.empty(HOKM, 9) + Counts.empty(HOKM, 9, "closed")


def test_what_nobody_plays_has_no_closed_book() -> None:
    assert book_game("hokm", "closed") == HOKM
    for name, why in {"band_rang": "no book", "three": "no call"}.items():
        with pytest.raises(VariantError, match=why):
            book_game(name, "closed")
    assert find_judge("open").name == "open"


def test_a_closed_book_says_so(hakem, tmp_path: Path) -> None:
    folder, book = tmp_path / "shards", tmp_path / "x.book"
    ran = hakem("book", "build", str(folder), "-n", "128", "--seed", "2", "--judge", "closed")
    assert ran.code == 0, ran.err
    merged = hakem("book", "merge", str(folder), "--alike-below", "9", "--out", str(book))
    assert merged.code == 0, merged.err
    told = hakem("book", "show", "AQ.K84..", "--book", str(book))
    assert "128 deals played out by players who also play for the kot, seed 2" in " ".join(
        told.out.split()
    )
    assert "open-hand" not in told.out
    head = json.loads(hakem("book", "info", "--book", str(book), "--json").out)
    assert head["judge"] == "closed"
    refused = hakem("book", "show", "AQ.K84..", "--book", str(book), "--judge", "closed:thumb")
    assert refused.code == 2
    assert "is by the judge closed" in refused.err
    refused = hakem("book", "info", "--judge", "table")
    assert refused.code == 2
    assert "there is no judge 'table': expected open, closed or closed:thumb" in refused.err
