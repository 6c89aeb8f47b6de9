"""An order of tries lists every candidate once, whatever the game and the trick; never a value."""

from __future__ import annotations

import random

import pytest
from inside import probe

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
