"""Arrays in, arrays out: held to `solve`, deal by deal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from solver import Card, Deal, Hand, Position, Suit, Workers, find_variant, outcome, tricks
from solver.base.errors import DealError, HakemError, OptionError, VariantError
from solver.batch import deal_cards, deal_classes, deal_tricks
from solver.players import deal_of

ONE = Workers(1)


def deals(game: str, number: int, cards: int) -> np.ndarray:
    """Endings of so many cards each, as rows."""
    rows = []
    for k in range(number):
        deal, _ = deal_of(find_variant(game), np.random.SeedSequence((9, k)))
        rows.append([Hand.of(list(hand)[:cards]).bits for hand in deal.hands])
    return np.array(rows, np.uint64)


def starts(rows: np.ndarray, trumps: Any, leaders: Any, game: str) -> list[Position]:
    return [
        Position.start(
            Deal(tuple(Hand(int(bits)) for bits in row)),
            None if trump < 0 else Suit(int(trump)),
            int(leader),
            game,
        )
        for row, trump, leader in zip(rows, trumps, leaders, strict=True)
    ]


@pytest.mark.parametrize(
    "game", ["hokm", "satat", "double_sar", "dehla_pakad", "beranga", "chokri"]
)
def test_batches_answer_as_solve_does(game: str) -> None:
    seats = find_variant(game).seats
    rows = deals(game, 70 if game == "hokm" else 4, 4)
    trumps = np.array([-1 if game == "beranga" else k % 4 for k in range(len(rows))])
    leaders = np.arange(len(rows)) % seats
    positions = starts(rows, trumps, leaders, game)
    if game != "dehla_pakad":  # its class needs all four tens
        found = deal_classes(rows, trumps, leaders, game, workers=Workers(2))
        assert found.dtype == np.int8
        assert found.tolist() == [int(outcome(position)) for position in positions]
    points = deal_tricks(rows, trumps, leaders, game, workers=ONE)
    assert points.tolist() == [int(tricks(position)) for position in positions]
    if game == "dehla_pakad":
        return
    cards, values = deal_cards(rows[:5], trumps[:5], leaders[:5], game, workers=ONE)
    more = deal_cards(rows[:5], trumps[:5], leaders[:5], game, "tricks", ONE)[1]
    for row, position in enumerate(positions[:5]):
        legal = sorted(position.legal(), key=lambda card: card.index)
        n = len(legal)
        assert [Card.from_index(int(card)) for card in cards[row, :n]] == legal
        assert (cards[row, n:] == -1).all()
        after = [position.play(card) for card in legal]
        assert values[row, :n].tolist() == [int(outcome(each)) for each in after]
        assert more[row, :n].tolist() == [int(tricks(each)) for each in after]


def test_several_trumps_of_each_deal() -> None:
    rows = deals("hokm", 40, 5)
    four = deal_classes(rows, [[0, 1, 2, 3]], workers=ONE)
    assert four.shape == (40, 4)
    each = [deal_classes(rows, suit, workers=ONE) for suit in range(4)]
    assert (four == np.stack(each, axis=1)).all()
    kots = deal_classes(rows, [[0, 1, 2, 3]], detail="kot", workers=ONE)
    assert ((kots == 2) == (four >= 2)).all()
    assert (deal_tricks(rows, np.tile([0, 3], (40, 1)), workers=ONE)[:, 1] >= 0).all()
    assert deal_classes(rows[:0], 0).shape == (0,)
    assert deal_cards(rows[:0], 0)[0].shape == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        (([1, 2, 3, 4], 0), OptionError, r"hands of shape \(4,\)"),
        (([[0.5, 1, 2, 3]], 0), OptionError, "type float64"),
        (([[1, 2, 4, 8]], 4), OptionError, "trump 4: expected -1 to 3"),
        (([[1, 2, 4, 8]], [0, 1]), OptionError, r"trumps of shape \(2,\)"),
        (([[1, 2, 4, 8]], "S"), OptionError, "trumps of shape"),
        (([[1, 2, 4, 8]], 0, 4), OptionError, "leader 4: expected 0 to 3"),
        (([[1, 2, 4, 8]], 0, [0, 1]), OptionError, r"leaders of shape \(2,\)"),
        (([[1, 2, 4, 4]], 0), HakemError, "a card is in two hands of the same row"),
        (([[1, 2, 4, 4]], 0, 0, "satat"), DealError, "two hands|twice|S4"),
        (([[1, 2, 4]], 0, 0, "three_hokm"), VariantError, "three players have no class"),
        (([[1, 2, 4, 8]], 0, 0, "band_rang"), VariantError, "its deals are more than hands"),
    ],
)
def test_what_is_no_batch_is_refused(arguments: Any, kind: type, words: str) -> None:
    with pytest.raises(kind, match=words):
        deal_classes(*arguments)


def test_cards_have_one_trump() -> None:
    with pytest.raises(OptionError, match="one trump for each deal"):
        deal_cards([[1, 2, 4, 8]], [[0, 1]])
    with pytest.raises(OptionError, match="detail 'kot' is unknown"):
        deal_cards([[1, 2, 4, 8]], 0, detail="kot")  # type: ignore[arg-type]
