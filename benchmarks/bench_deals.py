"""Writes the deals of `hakem bench` with their answers: python -m benchmarks.bench_deals

easy    one whole suit for each seat, layers of equal honours, and endings of six cards
random  full deals by seed, trumps in turn
hard    cyclic splits: within each block of four ranks every seat holds one card of every suit, so
        that nobody is long or strong anywhere; the first is (rank + suit) % 4 == seat
The file is written once and never changed; tests/cli/test_bench.py checks it.
"""

import json
from pathlib import Path

from solver import Deal, Hand, PartialDeal, Position, Solver, Suit, sample_worlds
from solver.decide.worlds import world_hands

TARGET = Path(__file__).parent.parent / "cli" / "data" / "bench.json"
SEED = 52
EASY, RANDOM = 8, 40
# For each block of four ranks (twos in the last): the step from suit to suit, and the first seat.
CYCLES = (
    ((1, 0), (1, 0), (1, 0), (1, 0)),
    ((3, 0), (3, 0), (3, 0), (3, 0)),
    ((1, 0), (3, 0), (1, 0), (3, 0)),
    ((1, 0), (1, 1), (1, 2), (1, 3)),
    ((1, 0), (3, 1), (3, 2), (1, 1)),
    ((3, 2), (1, 1), (3, 0), (3, 1)),
)


def cyclic(blocks):
    """The deal in which rank r of suit s lies with seat (r + step * s + first) % 4."""
    hands = [0, 0, 0, 0]
    for suit in range(4):
        for rank in range(13):
            step, first = blocks[(12 - rank) // 4]
            hands[(rank + step * suit + first) % 4] |= 1 << 13 * suit + rank
    return Deal(tuple(Hand(bits) for bits in hands))


def layered():
    """Seat 0 holds the three highest of every suit and a two, seat 1 the next three, and so on."""
    hands = [0, 0, 0, 0]
    for suit in range(4):
        hands[suit] |= 1 << 13 * suit
        for rank in range(1, 13):
            hands[(12 - rank) // 3] |= 1 << 13 * suit + rank
    return Deal(tuple(Hand(bits) for bits in hands))


def random(number, size, seed):
    known = PartialDeal(sizes=(size,) * 4)
    return [Deal(world_hands(row)) for chunk in sample_worlds(known, seed, number) for row in chunk]


def entries(deals):
    """The deals with trumps in turn, and the answers."""
    solver = Solver(32)
    found = []
    for number, (deal, trump) in enumerate(deals):
        suit = Suit(number % 4) if trump is None else trump
        position = Position.start(deal, suit)
        need = deal.cards_per_hand // 2 + 1
        low, high = solver.value(position)
        assert low == high
        kot = solver.race(position, need, 1)
        answers = {"win": low >= need, "kot": kot, "exact": low}
        found.append({"deal": str(deal), "trump": suit.letter, "answers": answers})
    return found


def main():
    suits = Deal(tuple(Hand(0x1FFF << 13 * suit) for suit in range(4)))
    easy = [(suits, Suit(trump)) for trump in range(4)]
    easy += [(layered(), None)] * 4
    easy += [(deal, None) for deal in random(EASY, 6, SEED)]
    hard = [(cyclic(blocks), Suit(number % 4)) for number, blocks in enumerate(CYCLES)]
    groups = {
        "easy": entries(easy),
        "random": entries([(deal, None) for deal in random(RANDOM, 13, SEED)]),
        "hard": entries(hard),
    }
    rows = [
        f'  "{name}": [\n' + ",\n".join("   " + json.dumps(entry) for entry in group) + "\n  ]"
        for name, group in groups.items()
    ]
    text = f'{{\n "seed": {SEED},\n "groups": {{\n' + ",\n".join(rows) + "\n }\n}\n"
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
