"""`Solver.batch_cards`: plain hands in play, against single solves and the slow reference."""

from __future__ import annotations

import random

import endings
import numpy as np
import pytest
import reference as ref
from reference import Game
from translate import position_of

from solver.base.cards import Hand, Suit
from solver.base.errors import OptionError
from solver.core.engine import Solver
from solver.decide.worlds import PartialDeal, sample_worlds
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import HOKM
from solver.open.questions import outcome

PLAIN = Game()
HARD7 = HOKM.with_options(stop_rule="hard7")


def row_of(position: Position) -> dict[str, object]:
    """The arguments of a batch of one row for the legal cards of a position."""
    return {
        "hands": np.array([[hand.bits for hand in position.hands]], dtype=np.uint64),
        "cards": [card.index for card in position.legal()],
        "trump": -1 if position.trump is None else int(position.trump),
        "table": [card.index for card in position.table],
        "leader": position.leader,
        "taken": position.taken,
    }


def test_endings_against_the_reference() -> None:
    """Random endings in the middle of tricks; the class of every legal card and of the row."""
    rng = random.Random(1)
    solver = Solver(1)
    asked = 0
    for _ in range(120):
        state = endings.random_ending(rng, PLAIN, rng.choice((1, 2, 2, 3, 3)))
        position = position_of(PLAIN, state)
        if position.tricks_total % 2 == 0 or max(position.taken) > position.tricks_total // 2:
            continue
        asked += 1
        row = row_of(position)
        found = solver.batch_cards(**row)[0]
        for card, code in zip(position.legal(), found, strict=True):
            assert code == ref.move_outcomes(PLAIN, state)[str(card)], (position, card)
        assert solver.batch_cards(**{**row, "cards": [-1]})[0, 0] == ref.outcome(PLAIN, state)
    assert asked > 30


def in_play(rng: random.Random, deal: Deal, cards: int, trump: Suit | None) -> Position:
    """A position after random legal cards, still undecided."""
    position = Position.start(deal, trump, rng.randrange(4))
    while position.tricks_done * 4 + len(position.table) < cards:
        after = position.play(rng.choice(position.legal()))
        if max(after.taken) > 6:
            break
        position = after
    return position


@pytest.mark.parametrize("detail", ["class", "hard7", "win", "kot", "kot+bavney", "tricks"])
def test_rows_of_all_kinds_in_one_call(detail: str) -> None:
    """Rows with other tables, leaders, tricks and numbers of cards share one table; each answer is
    that of a Solver of its own."""
    rng = random.Random(2)
    single = Solver(1)
    deals = [
        Deal(tuple(Hand(bits) for bits in world.tolist()))
        for world in np.concatenate(
            list(sample_worlds(PartialDeal((Hand(),) * 4, (13,) * 4), seed=3, n=12))
        )
    ]
    for trump in (None, Suit.HEARTS):
        positions = [in_play(rng, deal, rng.randint(20, 46), trump) for deal in deals]
        legal = [position.legal() for position in positions]
        most = max(map(len, legal))
        cards = [[c.index for c in row] + [-2] * (most - len(row)) for row in legal]
        found = Solver(0.25).batch_cards(
            np.array([[h.bits for h in p.hands] for p in positions], dtype=np.uint64),
            cards,
            -1 if trump is None else int(trump),
            [[c.index for c in p.table] + [-1] * (3 - len(p.table)) for p in positions],
            [p.leader for p in positions],
            [p.taken for p in positions],
            detail,
        )
        assert found.dtype == np.int8
        assert found.shape == (12, most)
        for position, row, codes in zip(positions, legal, found, strict=True):
            assert not codes[len(row) :].any()
            for card, code in zip(row, codes, strict=False):
                after = position.play(card)
                if detail == "tricks":
                    expected = after.taken[0] + single.value(after)[0]
                elif detail == "hard7":
                    hard = Position(
                        after.hands, after.trump, after.leader, after.table, HARD7,
                        after.taken, after.tricks_done, kot=after.kot,
                    )  # fmt: skip
                    expected = int(outcome(hard, single))
                else:
                    whole = int(outcome(after, single))
                    sign = 1 if whole > 0 else -1
                    kot = sign * 2 if abs(whole) > 1 else 0
                    expected = {
                        "class": whole,
                        "win": sign,
                        "kot": kot,
                        "kot+bavney": whole if kot else 0,
                    }[detail]
                assert code == expected, (position, card, detail)


def test_whole_deals_are_those_of_batch_outcomes() -> None:
    rows = np.concatenate(
        list(sample_worlds(PartialDeal((Hand(),) * 4, (7,) * 4, pack=Hand((1 << 30) - 1)), 5, 12))
    )
    for leader in range(4):
        expected = Solver(1).batch_outcomes(rows, [2], leader)
        assert (Solver(1).batch_cards(rows, [-1], 2, leader=leader) == expected).all()


def test_what_is_no_hand_in_play_is_refused() -> None:
    solver = Solver(0.25)
    rows = np.array([[0b0011, 0b1100, 0b110000, 0b1100000000]], dtype=np.uint64)
    assert solver.batch_cards(rows, [0, 1], -1).shape == (1, 2)
    assert solver.batch_cards(rows[:0], [0], -1).shape == (0, 1)
    for wrong, words in (
        ({"cards": [2]}, "cannot be played"),
        ({"cards": [52]}, "is no card"),
        ({"cards": [-3]}, "is no card"),
        ({"cards": ["x"]}, "whole numbers"),
        ({"cards": 0}, "whole numbers"),
        ({"cards": [[0], [0]]}, "whole numbers"),
        ({"trump": 4}, "no suit"),
        ({"leader": 4}, "is no leader"),
        ({"leader": [0, 1]}, "whole numbers"),
        ({"table": [20, 21, 22, 23]}, "at most 3"),
        ({"table": [-1, 20]}, "gap"),
        ({"table": [0]}, "still in the hand"),
        ({"table": [20]}, "equally long"),
        ({"taken": (1, 1, 1)}, "whole numbers"),
        ({"taken": (3, 0)}, "undecided"),
        ({"taken": (6, 6)}, "undecided"),
        ({"taken": (-1, 0)}, "number of tricks taken"),
        ({"detail": "all"}, "detail"),
        ({"hands": rows[:, :3].copy()}, "4 hands"),
        ({"hands": rows | np.uint64(1 << 60)}, "52 cards"),
        ({"hands": rows & np.uint64(0)}, "equally long"),
        ({"hands": rows[:, [0, 0, 2, 3]].copy()}, "twice"),
    ):
        with pytest.raises(OptionError, match=words):
            solver.batch_cards(**{"hands": rows, "cards": [0], "trump": -1, **wrong})
    # A revoke: the seat to move holds a spade and is asked about a heart.
    rows = np.array([[1 << 1, 1 << 2 | 1 << 15, 3 << 30, 3 << 40]], dtype=np.uint64)
    assert solver.batch_cards(rows, [2], -1, table=[0]).shape == (1, 1)
    with pytest.raises(OptionError, match="card 15 cannot be played"):
        solver.batch_cards(rows, [15], -1, table=[0])


# Two rows that differ in trumps alone share the table: a proof in which drawn trumps make
# the side suits safe depends on the trumps that draw.
ROWS_THAT_SHARE = {
    "6 cards": (
        "753.75..3 ..876.964 T.42..QJ7 9.K3.53.2",
        "753.75..3 ..876.964 6.42..QJ7 9.K3.53.2",
    ),
    "8 cards": (
        "A.Q.AK8.A52 K.JT875.92. QJT.63.J.KQ .AK9.QT53.J",
        "Q.Q.AK8.A52 A.JT875.92. KJT.63.J.KQ .AK9.QT53.J",
    ),
}


@pytest.mark.parametrize("name", ROWS_THAT_SHARE)
def test_rows_that_share_proofs_of_drawn_trumps(name: str) -> None:
    """A row after another has the value it has alone."""
    texts = ROWS_THAT_SHARE[name]
    hands = np.array([[Hand.parse(x).bits for x in t.split()] for t in texts], dtype=np.uint64)
    asked = ([-1], 0, (), 0, (0, 0), "tricks")
    together = Solver(1).batch_cards(hands, *asked)
    alone = [Solver(1).batch_cards(hands[i : i + 1], *asked)[0] for i in range(2)]
    assert together.tolist() == np.array(alone).tolist()
    if name == "6 cards":
        assert together.tolist() == [[6], [4]]


def test_a_race_after_another_on_one_deal() -> None:
    """Of a full deal, which DDS says gives nine tricks, one race leaves a proof for the next."""
    deal = "0:AK753.Q975.Q2.A3 Q4.T8.AT876.T964 T86.A42.94.KQJ87 J92.KJ63.KJ53.52"
    position = Position.start(Deal.parse(deal), Suit.SPADES, leader=1)
    solver = Solver()
    assert not solver.race(position, 7, 1)
    assert not solver.race(position, 10, 4)
    assert solver.race(position, 9, 5)
