"""Answers from a table that many questions share, against solvers that are asked once.

The questions come in the order in which the program asks them: the rows, leaders and cards of a
batch; every caller of a deal; the positions of a hand forwards, backwards and beside what was
played; searches given up at a node limit. Rows that share a table differ in one or two cards, as a
proof that has left out a card it depends on is met by such rows. 100,000 answers a game, some 15
minutes of one processor in all:

    python -m pytest -m slow tests/search/test_shared_tables.py
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import endings
import numpy as np
import pytest
from covering import plan
from numpy.typing import NDArray
from size import SCALE, scaled, today
from test_class_first import an_ending
from test_features_off import hostile_rows
from translate import game_of, position_of

from solver.base.cards import PACK, Card, Hand, Suit
from solver.core.engine import Solver
from solver.game.deal import Deal
from solver.game.move import words_of
from solver.game.position import Position
from solver.game.variants import VARIANTS, Variant
from solver.open.challenge import challenge
from solver.open.class_first import kept_bounds
from solver.open.guarantees import guarantees
from solver.open.line import best_line
from solver.open.questions import each_card_value, outcome
from solver.open.review import review
from solver.open.table import has_table, table
from solver.open.whole_hand import WholeHand

MANY = scaled(100_000)
GAMES = {variant.name: variant for variant in VARIANTS}

Rows = NDArray[np.uint64]
Compared = tuple[object, object, object]
"""What was asked, the answer of the table that is shared, and that of a solver asked once."""


def once() -> Solver:
    """A solver for one question."""
    return Solver(0.25)


def seed_of(name: str) -> str:
    """The same questions in a whole run, other ones every day in a share of it."""
    return name if SCALE == 1 else f"{name} {today()}"


# Batches of plain deals ------------------------------------------------------------------------


def neighbours(rng: random.Random, row: list[int], suit: int, number: int) -> Rows:
    """Rows that differ in one suit, each from the first or from the one before it.

    The lengths of all suits stay, since a stored proof is about hands of the same lengths: two
    cards change places, one of them perhaps played before, or a whole suit is dealt anew, mostly
    this one.
    """
    rows = [row]
    while len(rows) < number:
        hands = rng.choice((rows[0], rows[-1]))
        cards = 0x1FFF << 13 * (suit if rng.random() < 0.7 else rng.randrange(4))
        held = bits_of(sum(hands) & cards)
        place = {card: card for card in held}
        if rng.random() < 0.7:
            place = dict(zip(held, rng.sample(bits_of(cards), len(held)), strict=True))
        elif held:
            one, other = rng.choice(held), rng.choice(bits_of(cards))
            place |= {other: one, one: other}
        rows.append(
            [hand & ~cards | sum(place[c] for c in bits_of(hand & cards)) for hand in hands]
        )
    return np.array(rows, dtype=np.uint64)


def bits_of(cards: int) -> list[int]:
    return [1 << i for i in range(52) if cards >> i & 1]


def base_row(rng: random.Random, cards: int) -> list[int]:
    """The four hands of an ending, hostile or as they are dealt."""
    if rng.random() < 0.3:
        numbers = np.random.default_rng(rng.randrange(1 << 32))
        return [int(bits) for bits in hostile_rows(numbers, cards, 1)[0]]
    dealt = rng.sample([1 << i for i in range(52)], 4 * cards)
    return [sum(dealt[seat::4]) for seat in range(4)]


CODES: dict[str, Callable[[int], int]] = {
    "class": lambda code: code,
    "hard7": lambda code: max(-2, min(code, 2)),
    "win": lambda code: 1 if code > 0 else -1,
    "kot": lambda code: max(-2, min(code, 2)) if abs(code) > 1 else 0,
    "kot+bavney": lambda code: code if abs(code) > 1 else 0,
}
"""The code of a detail from that of the class."""


def code_of(position: Position, detail: str) -> int:
    """The answer of a batch to this detail, asked once."""
    if detail == "tricks":
        return position.taken[0] + once().value(position)[0]
    # a batch counts a tie by an even number of tricks for side B
    return CODES[detail](int(outcome(position, once())) or -1)


def outcomes_compared(rng: random.Random) -> Iterator[Compared]:
    """`batch_outcomes`: leaders of a deal and trump one after another."""
    trumps = rng.sample([-1, 0, 1, 2, 3], 2)
    rows = neighbours(rng, base_row(rng, rng.randint(3, 9)), max(trumps), 2)
    leaders = rng.sample(range(4), rng.randint(2, 4))
    detail = rng.choice(list(CODES))
    found = Solver(1).batch_outcomes(rows, trumps, leaders=leaders, detail=detail)
    for at, code in np.ndenumerate(found):
        row, leader, trump = rows[at[0]], leaders[at[1]], trumps[at[2]]
        hands = tuple(Hand(int(bits)) for bits in row)
        position = Position(hands, Suit(trump) if trump >= 0 else None, leader)
        yield (position, detail), int(code), code_of(position, detail)


def cards_compared(rng: random.Random) -> Iterator[Compared]:
    """`batch_cards`: rows of one length or of several, at any point of a trick."""
    cards = rng.choice((3, 4, 5, 6, 7, 8, 8, 8, 9, 9))
    trump = rng.choice([None, *Suit, *Suit])
    leader = rng.randrange(4)
    # undecided, and of an odd number of tricks, as a whole hand has
    splits = [
        (a, b) for a in range(7) for b in range(7) if (cards + a + b) % 2 and cards + a + b < 14
    ]
    taken = rng.choice([split for split in splits if max(split) <= (cards + sum(split)) // 2])
    rows = neighbours(rng, base_row(rng, cards), rng.randrange(4) if trump is None else trump, 24)
    length = rng.choice((0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5))
    positions = []
    for row in rows:
        hands = tuple(Hand(int(bits)) for bits in row)
        position = Position(hands, trump, leader, taken=taken, tricks_done=sum(taken))
        for _ in range(length if rng.random() < 0.8 else 0):
            after = position.play(rng.choice(position.legal()))
            if max(after.taken) > after.tricks_total // 2:
                break
            position = after
        positions.append(position)
    detail = rng.choice(("tricks", *CODES)) if rng.random() < 0.6 else "tricks"
    asked = [[-1, rng.choice(position.legal()).index] for position in positions]
    found = Solver(1).batch_cards(
        np.array([[hand.bits for hand in p.hands] for p in positions], dtype=np.uint64),
        asked,
        -1 if trump is None else int(trump),
        [[card.index for card in p.table] + [-1] * (3 - len(p.table)) for p in positions],
        [p.leader for p in positions],
        [p.taken for p in positions],
        detail,
    )
    for position, numbers, codes in zip(positions, asked, found, strict=True):
        for number, code in zip(numbers, codes, strict=True):
            after = position if number < 0 else position.play(PACK[number])
            yield (position, number, detail), int(code), code_of(after, detail)


def rows_compared(rng: random.Random) -> Iterator[Compared]:
    """Rows of eight cards that differ in their trumps alone, where bounds rest on most cards."""
    row = base_row(rng, 8)
    trump, leader = rng.randrange(4), rng.randrange(4)
    suit = 0x1FFF << 13 * trump
    rows = [row]
    for _ in range(23):
        lengths = [(hand & suit).bit_count() for hand in row]
        dealt = iter(rng.sample(bits_of(suit), sum(lengths)))
        rows.append(
            [
                hand & ~suit | sum(next(dealt) for _ in range(length))
                for hand, length in zip(row, lengths, strict=True)
            ]
        )
    hands = np.array(rows, dtype=np.uint64)
    asked = ([-1], trump, (), leader, (0, 0), "tricks")
    found = Solver(1).batch_cards(hands, *asked)[:, 0].tolist()
    for at, code in enumerate(found):
        yield (rows[at], asked), code, once().batch_cards(hands[at : at + 1], *asked)[0, 0]


# One solver kept for a hand --------------------------------------------------------------------


def worth(position: Position, solver: Solver | None = None) -> list[object]:
    """Class, points and points within the class: each of a solver asked once, or of this one."""
    given = [WholeHand(solver or once()) for _ in range(3)]
    classes = given[0].classes(position)
    return [
        classes,
        given[1].value(position),
        kept_bounds(given[2], position, classes) if classes is not None else None,
    ]


def ending_of(rng: random.Random, variant: Variant) -> Position:
    """A position of this game, from the first card of a hand to its last ones."""
    most = {"five_card_start": 2, "chokri": 4, "three": 5}.get(variant.family, 6)
    game, state, kot = an_ending(rng, variant, rng.randint(min(3, most), most))
    position = position_of(game, state, variant)
    return position if variant.family == "three" else replace(position, kot=kot)


def hand_from(rng: random.Random, position: Position) -> list[Position]:
    """The positions of a hand that is played at random from this one on."""
    positions = [position]
    while not position.over and not position.chances():
        position = position.play(rng.choice(position.moves()))
        positions.append(position)
    return positions


def walk_compared(rng: random.Random, variant: Variant) -> Iterator[Compared]:
    """The positions of a hand, in several orders, by one solver: its worth, races, every card."""
    positions = hand_from(rng, ending_of(rng, variant))
    live = [p for p in positions if not p.over and not p.chances()]
    order = rng.choice(("forwards", "backwards", "any"))
    if order == "backwards":
        live.reverse()
    elif order == "any":
        rng.shuffle(live)
    solver = Solver(rng.choice((0.25, 1)))
    for position in live[: rng.randint(2, 8)]:
        if rng.random() < 0.4:
            yield from stopped_compared(rng, position, solver)
        yield from races_compared(rng, position, solver)
        yield (position, order, "worth"), worth(position, solver), worth(position)
        if rng.random() < 0.4:
            yield from cards_of_hand_compared(position, solver)
        if rng.random() < 0.2:
            yield (
                (position, order, "line"),
                best_line(position, solver),
                best_line(position, once()),
            )
        if rng.random() < 0.2:
            sure = guarantees(position, once())
            yield (position, order, "alone"), guarantees(position, solver), sure


def stopped_compared(rng: random.Random, position: Position, solver: Solver) -> Iterator[Compared]:
    """A search given up leaves nothing false: its bounds hold, and so does what comes after."""
    low, high = solver.value(position, node_limit=rng.randint(1, 60))
    least, most = once().value(position)
    yield (position, "stopped", low, high), low <= least <= most <= high, True


def races_compared(rng: random.Random, position: Position, solver: Solver) -> Iterator[Compared]:
    """Races to the last point and those that stop early, which prove the most from the least."""
    points = position.points_left
    if not points or (position.player is not None and position.variant.family != "three"):
        return
    for _ in range(2):
        a = rng.randint(1, points)
        early = not position.variant.collecting and position.variant.points == "tricks"
        b = rng.choice((1, points + 1 - a)) if early else points + 1 - a
        yield (position, "race", a, b), solver.race(position, a, b), once().race(position, a, b)


def cards_of_hand_compared(position: Position, solver: Solver) -> Iterator[Compared]:
    """Every card, one after another, as `hakem solve --leads` asks."""
    for each in each_card_value(position, solver):
        after = position.play(each.move)
        classes, points, kept = worth(after)
        found = [each.possible, each.points, each.kept]
        if each.possible is None:  # where chance decides between classes a card has none
            classes = None
        yield (position, each.card), found, [classes, points, kept]


def review_compared(rng: random.Random, variant: Variant) -> Iterator[Compared]:
    """A played hand, judged from its last card to its first."""
    positions = hand_from(rng, ending_of(rng, variant))
    start = positions[0]
    if variant.family == "three" and start.player is None:
        return
    played = [
        next(move for move in before.moves() if before.play(move) == after)
        for before, after in pairwise(positions)
    ]
    cards = review(start, words_of(played), Solver(rng.choice((0.25, 1))))
    for place, card in enumerate(cards):
        classes, points, kept = worth(positions[place])
        yield (start, played, place), card.points_before, points
        if card.class_before is not None:
            yield (start, played, place, "class"), card.class_before, classes.value
        if card.class_value_before is not None:
            yield (start, played, place, "kept"), card.class_value_before, kept.value


def deal_of(rng: random.Random, variant: Variant) -> Deal:
    """Equal hands before the first lead; with all four tens where these are counted."""
    game = game_of(variant)
    while True:
        most = 4 if variant.seats == 6 else 7
        hands = endings.random_hands(rng, game, rng.randint(3, most), rng.choice("SHDC"))
        tens = sum(card[1] == "T" for hand in hands for card in hand)
        if variant.points != "tens" or tens == 4:
            return Deal(tuple(Hand.of(map(Card.parse, hand)) for hand in hands))


def table_compared(rng: random.Random, variant: Variant) -> Iterator[Compared]:
    """Every trump and caller of a deal by one solver, as `hakem solve --table` asks."""
    deal = deal_of(rng, variant)
    trumps = rng.sample(list(Suit), 2)
    solver = Solver(rng.choice((0.25, 1)))
    made = table(deal, solver, trumps, variant=variant)
    for trump, caller in made.points:
        at = (trump, caller)
        found = [made.possible[at], made.points[at], made.kept.get(at)]
        yield (deal, at, variant), found, worth(called(deal, trump, caller, variant))
    # one of them again, when the table has seen them all
    at = rng.choice(list(made.points))
    position = called(deal, *at, variant)
    yield (deal, at, "again"), worth(position, solver), worth(position)


def called(deal: Deal, trump: Suit, caller: int, variant: Variant) -> Position:
    return Position.start(deal.rotate(caller), trump, 0, variant)


def challenge_compared(rng: random.Random, variant: Variant) -> Iterator[Compared]:
    """Every trump that a called one may be changed into, with two leaders."""
    deal, trump = deal_of(rng, variant), rng.choice(list(Suit))
    found = challenge(deal, trump, Solver(1), "challenger", "any_run_of_7", variant)
    for (seat, suit), classes in found.changed.items():
        position = Position.start(deal, suit, seat, variant)
        alone = WholeHand(once()).classes(position)
        yield (deal, suit, seat), classes, alone
        if alone is not None and alone.low > -2:
            run = once().makes_run(position, position.tricks_total // 2 + 1)
            yield (deal, suit, seat, "run"), found.succeeds[seat, suit], run


# The runs --------------------------------------------------------------------------------------


def compare(ways: list[Callable[[], Iterator[Compared]]], checks: int) -> None:
    """Asks in every way in turn until so many answers have been compared."""
    done = 0
    while done < checks:
        for way in ways:
            for asked, shared, alone in way():
                assert shared == alone, asked
                done += len(shared) if isinstance(shared, list) else 1


def ways_of(name: str, rng: random.Random) -> list[Callable[[], Iterator[Compared]]]:
    """How the solver of a hand is asked in this game, under any settings."""
    base = GAMES[name]
    rows = plan(base)
    ways = [walk_compared, walk_compared, review_compared]
    if has_table(base):
        ways.append(table_compared)
    if base.family == "plain":
        ways.append(challenge_compared)
    return [lambda way=way: way(rng, rng.choice(rows)) for way in ways]


BATCHES = {
    "batch_outcomes": outcomes_compared, "batch_cards": cards_compared,
    "rows of one batch": rows_compared,
}  # fmt: skip


@pytest.mark.parametrize("name", BATCHES)
def test_batches(name: str) -> None:
    rng = random.Random(name)
    compare([lambda: BATCHES[name](rng)], 1500)


@pytest.mark.slow
@pytest.mark.parametrize("name", BATCHES)
def test_many_batches(name: str) -> None:
    rng = random.Random(seed_of(f"many {name}"))
    # a mask that leaves out a card shows in one row of 50,000
    compare([lambda: BATCHES[name](rng)], MANY * (10 if name == "rows of one batch" else 1))


@pytest.mark.parametrize("name", GAMES)
def test_one_solver_for_a_hand(name: str) -> None:
    compare(ways_of(name, random.Random(name)), 100)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_one_solver_for_many_hands(name: str) -> None:
    compare(ways_of(name, random.Random(seed_of(f"many {name}"))), MANY)
