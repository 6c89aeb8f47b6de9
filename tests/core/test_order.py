"""An order of tries lists every candidate once, whatever the game and the trick; never a value."""

from __future__ import annotations

import random

import pytest
from inside import hands_of, probe, suit_of

from solver import Card

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


def test_the_signs_of_a_lead_point_into_their_tables() -> None:
    """Each of the six within its own; of a suit one card is the highest and one the lowest."""
    rng = random.Random("signs")
    ends = [*probe.LEAD_TABLES[1:], probe.LEAD_WEIGHTS]
    met: set[int] = set()
    for _ in range(3000):
        size = rng.randint(8, 13)
        hands = some_hands(rng, size)
        signs = probe.lead_signs_of(hands, rng.randrange(4), rng.randrange(4), rng.randint(1, size))
        for _, places in signs:
            for place, begins, end in zip(places, probe.LEAD_TABLES, ends, strict=True):
                assert begins <= place < end
            met.update(places)
        of_suit: dict[int, list[tuple[int, int]]] = {}
        for card, places in signs:
            of_suit.setdefault(led(card), []).append((card, places[1] % 4))
        for cards in of_suit.values():
            roles = [role for _, role in sorted(cards)]
            assert roles == ([2] if len(roles) == 1 else [1, *[3] * (len(roles) - 2), 0])
    assert len(met) > probe.LEAD_WEIGHTS // 3


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
