"""An order of tries lists every candidate once, whatever the game and the trick; never a value."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from inside import hands_of, probe, suit_of

from benchmarks import learn_order
from solver import Card, Deal, Hand, Position, Solver, Suit

# seats, side A as a bit set, most cards of a hand
TABLES = {
    "partners": (4, 0b0101, 13),
    "one against three": (4, 0b0010, 13),
    "three, the first alone": (3, 0b001, 17),
    "three, the second alone": (3, 0b010, 17),
    "three, two of them A": (3, 0b110, 17),
    "two": (2, 0b01, 13),
    "six": (6, 0b010101, 8),
    "one against five": (6, 0b000100, 8),
}


def bits(cards: int) -> list[int]:
    return [1 << card for card in range(53) if cards >> card & 1]


def trick(rng: random.Random, hands: list[int], leader: int) -> list[int]:
    """Some cards of a running trick, suit followed."""
    table: list[int] = []
    for place in range(rng.randrange(len(hands))):
        hand = bits(hands[(leader + place) % len(hands)])
        suit = [card for card in hand if table and led(card) == led(table[0])]
        table.append(rng.choice(suit or hand))
    return table


def some_hands(rng: random.Random, size: int) -> list[int]:
    pack = list(range(52))
    rng.shuffle(pack)
    return [sum(1 << card for card in pack[size * i : size * i + size]) for i in range(4)]


def led(card: int) -> int:
    return (card.bit_length() - 1) // 13


@pytest.mark.parametrize("heaps", [False, True], ids=["tricks", "heaps"])
@pytest.mark.parametrize("name", TABLES)
def test_an_order_is_a_permutation_of_the_candidates(name: str, heaps: bool) -> None:
    seats, side_a, most = TABLES[name]
    rng = random.Random(f"{name} {heaps}")
    tried = set()
    for _ in range(1500):
        size = rng.randint(1, most)
        pack = list(range(52))
        if rng.random() < 0.3:  # few suits: voids and long suits
            pack.sort(key=lambda card: (card // 13 >= 2, rng.random()))
        else:
            rng.shuffle(pack)
        dealt = [pack[size * seat : size * seat + size] for seat in range(seats)]
        hands = [sum(1 << card for card in hand) for hand in dealt]
        leader = rng.randrange(seats)
        table = trick(rng, hands, leader)
        chosen = rng.choice(((1 << 53) - 1, rng.getrandbits(53)))
        candidates, order = probe.order_of(
            hands, rng.randint(-1, 3), leader, table, chosen,
            side_a=side_a, heaps=heaps, tens=heaps and rng.random() < 0.5,
        )  # fmt: skip
        assert sorted(order) == bits(candidates)
        tried.add(len(table))
    assert tried == set(range(seats))


def held(hand: int, suit: int, trumps: int) -> int:
    """What a hand holds of a suit: 0 none, and a trump; 1 none; 2 one card; 3 more."""
    found = (hand & suit).bit_count()
    return min(found, 2) + 1 if found else int(not hand & trumps & ~suit)


def to_come(hand: int, suit: int, trumps: int, best: int) -> int:
    """What a later hand can do: 0 not beat the best card, 1 ruff it, 2 beat it, 3 discard."""
    if hand & suit:
        return 2 if best & suit and hand & suit > best else 0
    return 1 if hand & trumps > best else 3


def role_of(card: int, cards: int) -> int:
    """0 the lowest of these, 1 the highest, 2 the only one, 3 another."""
    found = bits(cards)
    return 2 if len(found) == 1 else {found[0]: 0, found[-1]: 1}.get(card, 3)


def owners_of(seats: list[int], suit: int, most: int) -> list[int]:
    """Whether each of the highest cards is an opponent's, and whether partner's or the last's."""
    top = suit.bit_length() - 1
    places = [1 << top - place for place in range(most)]
    _, left, partner, right = seats
    return [int(bool(place & (left | right))) for place in places] + [
        int(bool(place & (partner | right))) for place in places
    ]


def features(
    hands: list[int], pos: int, table: list[int], cand: int, card: int
) -> dict[str, list[int]]:
    """The features of a card by table, worked out from what each is said to be; trumps in lane 3.

    `hands` from the leader on, packed; `table` packed.
    """
    lanes = [0x1FFF << 13 * suit for suit in range(4)]
    trumps = lanes[3]
    seats = [hands[(pos + step) % 4] for step in range(4)]
    me, left, partner, right = seats
    suit = lanes[led(card)]
    lengths = [held(hand, suit, trumps) for hand in seats[1:]]
    own = (me & suit).bit_count()
    if pos == 0:
        trump = int(suit == trumps)
        role = role_of(card, cand & suit)
        ruffs = sum(1 << k for k, length in enumerate(lengths) if length == 0)
        top = owners_of(seats, suit, 1)
        behind = [min((hand & suit).bit_count(), 7) for hand in (left, right)]
        short = [min(own - 1, 3), min((partner & suit).bit_count(), 3)]
        return {
            "LEAD_TOPS": [trump, *owners_of(seats, suit, 4), role],
            "LEAD_LENGTHS": [trump, min(own - 1, 7), *lengths, role],
            "LEAD_SLACK": [trump, -1, top[0] * 2 + top[1], ruffs, role],
            "LEAD_HELD": [trump, *owners_of(seats, suit, 3), *short, role],
            "LEAD_BEHIND": [trump, *behind, ruffs, role],
        }
    lane = lanes[led(table[0])]
    wins = max(
        range(pos),
        key=lambda k: (bool(table[k] & trumps), table[k] if table[k] & (lane | trumps) else 0),
    )
    best, ours = table[wins], int((pos - wins) % 2 == 0)
    next_hand = to_come(left, lane, trumps, best) if pos < 3 else 0
    if me & lane:
        over = sum(1 << k for k in range(52) if cand >> k & 1 and best & lane and 1 << k > best)
        highest = 1 << (left & lane).bit_length() - 1 if left & lane else 0
        ruffed = not left & lane and left & trumps
        safe = 0 if ruffed else over & ~(2 * highest - 1 if highest else 0)
        role = 0 if card & ~over else 1 if card & safe else 2 + role_of(card, over & ~safe)
        place = min(lane.bit_length() - best.bit_length(), 3) if best & lane else 0
        last = to_come(partner, lane, trumps, max(best, highest)) if pos == 1 else 0
        length = min(own, 4) - 1
        return {
            "FOLLOW_TOPS": [*owners_of(seats, lane, 3), place, role],
            "FOLLOW_STATE": [ours, next_hand, last, place, length, role],
            "FOLLOW_LENGTHS": [int(lane == trumps), length, *lengths, role],
        }
    state = [ours, next_hand, to_come(partner, lane, trumps, best) if pos == 1 else 0]
    top = owners_of(seats, suit, 1)
    owner, length = top[0] * 2 + top[1], min(own, 4) - 1
    if suit == trumps:
        return {
            "RUFF_STATE": [*state, length, owner],
            "RUFF_NEED": [me.bit_count() - 1, ours],
        }
    return {
        "AWAY_TOPS": [*owners_of(seats, suit, 3), length],
        "AWAY_STATE": [*state, owner, length],
    }


def test_the_signs_of_a_card_are_what_they_are_said_to_be() -> None:
    """Against features worked out anew; and the order is that of the sums of their weights."""
    rng = random.Random("signs")
    met: set[tuple[str, int]] = set()
    for _ in range(2500):
        size = rng.randint(2, 13)
        hands = some_hands(rng, size)
        if rng.random() < 0.5:  # few suits: voids
            pack = sorted(range(52), key=lambda card: rng.random() + card // 13 / 2)[: 4 * size]
            hands = [sum(1 << card for card in pack[seat::4]) for seat in range(4)]
        table = trick(rng, hands, 0)
        pos = len(table)
        in_play = sorted(card for hand in hands for card in bits(hand))
        packed = {}
        for suit in range(4):
            of_suit = [card for card in in_play if led(card) == suit]
            packed |= {
                card: 1 << 13 * suit + 13 - len(of_suit) + k for k, card in enumerate(of_suit)
            }
        told = probe.order_signs_of(hands, 3, 0, table)
        cand, order = probe.order_of(hands, 3, 0, table, (1 << 53) - 1)
        moved = [sum(packed[card] for card in bits(hand)) for hand in hands]
        for card, signs in told.items():
            expected = features(moved, pos, [packed[one] for one in table], cand, card)
            for (sign, _), (name, values) in zip(signs, expected.items(), strict=True):
                sizes, _ = learn_order.TABLES[name]
                start, _, stride = probe.ORDER_TABLES[name]
                number = sign - start - max(pos - 1, 0) * stride
                found = [0] * len(sizes)
                for k in range(len(sizes) - 1, -1, -1):
                    number, found[k] = divmod(number, sizes[k])
                assert number == 0
                assert [x for x, y in zip(found, values, strict=True) if y >= 0] == [
                    y for y in values if y >= 0
                ], (name, found, values)
                met.add((name, pos))
        if len(told) > 1:
            worth = {card: sum(weight for _, weight in signs) for card, signs in told.items()}
            scored = sorted(told, key=lambda card: (worth[card], card), reverse=True)
            rest = bits(cand & ~sum(told))
            assert order == scored + rest
    assert met == {
        (name, pos)
        for name in learn_order.TABLES
        for pos in {"LEAD": [0], "FOLL": [1, 2]}.get(name[:4], [1, 2, 3])
    }


# hands in playing order, the first leads; trumps; cards played; the last hand's spades in order
LAST = {
    "the lowest that wins": ("2.432../3.765../4.T98../AT5.J..", "N", "S2 S3 S4", "5TA"),
    "a winner before a loser": ("2.432../3.765../T.Q98../AQ6.K..", "N", "S2 S3 ST", "QA6"),
    "an opponent wins": ("2.432../J.765../Q.T98../AK5.Q..", "N", "S2 SJ SQ", "KA5"),
    "nothing over partner": ("2.432../Q.765../J.T98../AK5.Q..", "N", "S2 SQ SJ", "5KA"),
    "an opponent ruffs": ("2.A43../3.765../.KQJ2../A65.8..", "H", "S2 S3 H2", "56A"),
}


@pytest.mark.parametrize("name", LAST)
def test_the_last_hand_follows_by_a_rule(name: str) -> None:
    text, trump, played, expected = LAST[name]
    table = [Card(card).bit for card in played.split()]
    _, order = probe.order_of(hands_of(text), suit_of(trump), 0, table, (1 << 53) - 1)
    by_rank = sorted(order)
    ranks = sorted(expected, key="23456789TJQKA".index)
    assert "".join(ranks[by_rank.index(card)] for card in order) == expected


# hands in playing order, the first leads, suits S.H.D.C; trumps; cards played; the spades of the
# next hand in their order
TENS = {
    "under partner's ace, the last to play": ("2.32../A43.../5.54../T98...", "N", "2A5", "T89"),
    "under an opponent's ace, not first": ("2.32../43.5../A.64../T98...", "N", "23A", "89T"),
    "partner's ace is to come": ("2.32../T98.../5.54../A3.6..", "N", "2", "T89"),
    "the next hand may ruff it": ("2..32./T98.../.7.54./A3..6.", "H", "2", "89T"),
    "a ten that wins, last to play": ("2.32../3.54../7.76../T98...", "N", "237", "T89"),
}


@pytest.mark.parametrize("name", TENS)
def test_tens_go_to_the_tricks_of_the_own_side(name: str) -> None:
    text, trump, played, expected = TENS[name]
    table = [Card("S" + rank).bit for rank in played]
    _, order = probe.order_of(
        hands_of(text), suit_of(trump), 0, table, (1 << 53) - 1, heaps=True, tens=True
    )
    by_rank = sorted(order)
    assert "".join("89T"[by_rank.index(card)] for card in order) == expected


@pytest.mark.parametrize("tens", [False, True], ids=["tricks", "tens"])
def test_the_signs_of_a_lead_in_a_game_with_a_heap_are_weights(tens: bool) -> None:
    rng = random.Random(f"signs {tens}")
    met: set[int] = set()
    for _ in range(3000):
        size = rng.randint(1, 13)
        hands = some_hands(rng, size)
        leader = rng.randrange(4)
        found = probe.heap_signs_of(
            hands, hands[leader], rng.randint(-1, 3), leader, rng.randint(0, 4), rng.randint(1, 4),
            chain=rng.randint(0, 1), ace=rng.random() < 0.5, tens=tens,
            aces=rng.choice((0, 1 << 12 | 1 << 25)),
        )  # fmt: skip
        assert len(found) == size
        for _, places in found:
            met.update(places)
    assert max(met) < probe.HEAP_LEAD_WEIGHTS
    assert len(met) > probe.HEAP_LEAD_WEIGHTS // 3


# of a record of choices.pxd
RECORD = np.dtype(
    [("hand", "u8", 4), ("marked", "u8"), ("aces", "u8"), ("led", "u8"), ("best", "u8"),
     ("suit", "u8"), ("share", "f4"), ("asked", "u1"), ("leader", "u1"), ("winner", "u1"),
     ("pos", "u1"), ("left", "u1"), ("a", "u1"), ("b", "u1"), ("chain", "u1"), ("ace", "u1"),
     ("n", "u1"), ("card", "u1", 14), ("works", "u1", 14), ("cost", "u4", 14)],
    align=True,
)  # fmt: skip


@pytest.mark.slow
def test_the_counted_choices_are_right(tmp_path: Path) -> None:
    """Whether a lead works, against a solver with an empty table; one of each choice does."""
    file = tmp_path / "some.choices"
    learn_order.gather("trumps", range(12, 52), file)
    leads = [record for record in np.fromfile(file, RECORD) if record["pos"] == 0]
    assert len(leads) > 20
    solver = Solver(16)
    for record in leads:
        leader, left, need = (int(record[name]) for name in ("leader", "left", "a"))
        hands = tuple(Hand(int(hand)) for hand in record["hand"])
        start = Position.start(Deal(hands), Suit(3), leader)
        assert record["works"].any()
        assert record["asked"] == 0
        for card, works, cost in zip(
            *(record[name][: record["n"]].tolist() for name in ("card", "works", "cost")),
            strict=True,
        ):
            solver.clear()
            after = start.play(next(iter(Hand(1 << card))))
            taken = solver.race(after, need, left + 1 - need)
            if works or cost < 300:  # dearer ones may have been given up
                assert works == (taken is (leader % 2 == 0))
