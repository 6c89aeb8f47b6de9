"""What a call tells: the suit the book calls, and the worlds of a defender weighted by it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

from solver import Hand, Knowledge, Plan, Position, Suit, Workers, advise_play, find_scoring
from solver.base.errors import OptionError, SamplingError
from solver.book.reader import Book
from solver.decide.card_play import KeepByCall, PlayStudy
from solver.game.variants import find_variant
from solver.players import Watch

IRAN = find_scoring("ir")


@pytest.fixture(scope="module")
def book(fake_book: Path) -> Book:
    return Book(fake_book)


def test_the_call_is_the_one_that_the_book_advises(book: Book) -> None:
    rng = np.random.default_rng(5)
    hands: list[Hand] = []
    cards = list(Hand((1 << 52) - 1))
    while len(hands) < 12:
        five = Hand.of(cards[k] for k in rng.choice(52, 5, replace=False))
        if book.table.credits[book.classes.find_one(five)[0]]:
            hands.append(five)
    hands += [Hand.parse(text) for text in ("AK.AK.2.", "A2.A2..A", "AKQJT...")]
    found = book.call_shares(np.array([hand.bits for hand in hands], dtype=np.uint64), IRAN)
    assert found.sum(axis=1) == pytest.approx(1.0)
    for hand, shares in zip(hands, found, strict=True):
        if not book.table.credits[book.classes.find_one(hand)[0]]:
            continue
        means = {suit: odds.points.mean for suit, odds in book.advise(hand).trumps.items()}
        top = max(means.values())  # type: ignore[type-var]
        best = [suit for suit in Suit if means[suit] == pytest.approx(top, abs=1e-9)]
        assert [suit for suit in Suit if shares[suit]] == best
        assert shares[best[0]] == pytest.approx(1 / len(best))


def longest(fives: np.ndarray, suit: int) -> np.ndarray:
    """A caller who calls his longest suit, of equals the first."""
    shifts = np.arange(4, dtype=np.uint64) * np.uint64(13)
    lengths = np.bitwise_count((fives[:, None] >> shifts) & np.uint64(0x1FFF))
    return (lengths.argmax(axis=1) == suit).astype(float)


def share_of_fives(hand: Hand, shares: Callable[[np.ndarray], np.ndarray]) -> float:
    fives = [Hand.of(five).bits for five in itertools.combinations(hand, 5)]
    return float(shares(np.array(fives, dtype=np.uint64)).mean())


def test_a_world_is_kept_as_often_as_its_caller_calls_so() -> None:
    shares = partial(longest, suit=Suit.CLUBS)
    for text, played in (("AK43.Q2.98.KJT97", "43..."), ("AK97.AK9.A2.9876", "...")):
        hand, gone = Hand.parse(text), Hand.parse(played)
        keep = KeepByCall(shares, gone)
        worlds = np.zeros((20_000, 4), np.uint64)
        worlds[:, 0] = (hand - gone).bits
        kept = keep(worlds, np.random.PCG64(8)).sum()
        expected = share_of_fives(hand, shares)
        assert 0 < expected < 1
        assert chisquare(
            [kept, 20_000 - kept], [20_000 * expected, 20_000 * (1 - expected)]
        ).pvalue > 1e-4  # fmt: skip


def test_the_worlds_solved_are_weighted_by_the_call() -> None:
    """Of the worlds of an ending each comes as often as the share of its caller's first fives."""
    shares = partial(longest, suit=Suit.HEARTS)
    knowledge = Knowledge.seen_by(1, "A94.T92.QJ72.J95", trump="H", play="H3")
    study = PlayStudy(knowledge, plan=Plan(600, seed=4), call_shares=shares, workers=Workers(1))
    drawn = []
    for number in range(150):
        task = next(iter(study._tasks(number + 1)))
        study._next = number + 1
        drawn.append(study._work.worlds(task, study.counts.kept))
    caller = np.concatenate(drawn)[:, 0] | np.uint64(knowledge.played[0].bits)
    hearts = np.bitwise_count(caller >> np.uint64(13) & np.uint64(0x1FFF))
    # The same by weights: uniform worlds, each with its share.
    free = knowledge.dealer.deal(1500, np.random.SeedSequence(9))
    whole = [Hand(int(bits) | knowledge.played[0].bits) for bits in free[:, 0]]
    weights = np.array([share_of_fives(hand, shares) for hand in whole[:300]])
    lengths = np.array([hand.length(Suit.HEARTS) for hand in whole[:300]])
    expected = float((weights * lengths).sum() / weights.sum())
    plain = float(np.mean([hand.length(Suit.HEARTS) for hand in whole]))
    assert abs(hearts.mean() - expected) < 0.35
    assert hearts.mean() > plain + 0.5
    kept, dealt = study.counts.kept.tolist()
    assert kept / dealt == pytest.approx(weights.mean(), abs=0.05)


def test_what_a_seat_of_a_watched_hand_knows_can_be_weighed_by_the_call() -> None:
    start = Position.start(
        "0:A94.T92.QJ72.J95 K2.AKJ4.A83.Q643 QJ63.Q86.T64.AK2 T875.753.K95.T87", "H"
    )
    watch = Watch(start)
    watch.play(start.legal()[0])
    knowledge = watch.view().knowledge
    assert knowledge.played == (Hand(start.legal()[0].bit), Hand(), Hand(), Hand())
    shares = partial(longest, suit=Suit.HEARTS)
    found = advise_play(knowledge, plan=Plan(8, seed=4), call_shares=shares, workers=Workers(1))
    assert found.n == 8


def test_the_advice_says_how_many_were_kept() -> None:
    knowledge = Knowledge.seen_by(1, "A94.T92.QJ72.J95", trump="H", play="H3")
    shares = partial(longest, suit=Suit.HEARTS)

    def numbers(workers: Workers) -> dict[str, object]:
        found = advise_play(knowledge, plan=Plan(24, seed=4), call_shares=shares, workers=workers)
        return {k: v for k, v in found.to_dict().items() if k != "seconds"}

    alone = numbers(Workers(1))
    told = alone["weigh_call"]
    assert isinstance(told, dict)
    assert told["effective_n"] == alone["n"] == 24
    assert 24 <= told["kept"] < told["dealt"]
    assert not alone["exact"]
    with ProcessPoolExecutor(2) as pool:
        assert numbers(Workers(2, pool)) == alone
    plain = advise_play(knowledge, plan=Plan(24, seed=4), workers=Workers(1))
    assert not plain.kept.by
    assert plain.to_dict()["weigh_call"] is None


def test_where_the_call_tells_nothing_is_refused() -> None:
    shares = partial(longest, suit=Suit.HEARTS)
    plan = Plan(4, seed=1)
    own = Knowledge.seen_by(0, "A94.T92.QJ72.J95", trump="H")
    with pytest.raises(OptionError, match="the caller's own cards are known"):
        advise_play(own, plan=plan, call_shares=shares)
    made = Knowledge.seen_by(1, "A94.T92.QJ72.J95", variant=find_variant("beranga"), play=["H3"])
    with pytest.raises(OptionError, match="no suit is called openly"):
        advise_play(made, plan=plan, call_shares=shares)
    never = Knowledge.seen_by(1, "A94.T92.QJ72.J95", trump="H", play="H3")
    with pytest.raises(SamplingError, match="too few to sample"):
        advise_play(never, plan=plan, call_shares=lambda fives: np.zeros(len(fives)))


def test_the_command(hakem, fake_book: Path) -> None:  # type: ignore[no-untyped-def]
    words = [
        "play",
        "A94.T92.QJ72.J95",
        "-t",
        "H",
        "--play",
        "H3",
        "-n",
        "8",
        "--seed",
        "1",
        "--open",
    ]
    ran = hakem(*words, "--weigh-call", "--book", str(fake_book))
    assert ran.code == 0, ran.err
    assert "Weighted by the call: " in ran.out
    assert "effective sample size 8." in " ".join(ran.out.split())
    found = json.loads(hakem(*words, "--weigh-call", "--book", str(fake_book), "--json").out)
    assert found["weigh_call"]["effective_n"] == 8
    assert "--weigh-call too" in hakem(*words, "--book", str(fake_book)).err
    own = hakem("play", "A94.T92.QJ72.J95", "-t", "H", "--weigh-call", "--book", str(fake_book))
    assert (own.code, "the caller's own cards are known" in own.err) == (2, True)
    none = hakem(*words, "--weigh-call", "--variant", "double_sar")
    assert (none.code, "--weigh-call: there is no book of double_sar here" in none.err) == (2, True)
