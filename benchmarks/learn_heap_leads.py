"""Learns the order of the leads in the games with a heap: solver/core/order/heap_lead_weights.pxd.

    python -m benchmarks.learn_heap_leads gather --first 0 --deals 3750 --out a.npz
    python -m benchmarks.learn_heap_leads fit a.npz

`gather` follows lines through the proofs of random deals and endings (lead_choices.py) of all games
with a heap and their rules: where tricks count in deals with an even number, where tens count in
those with an odd one. Lines whose first answer takes more than MOST_NODES are left out.

`fit` finds the weights of the signs of a lead (solver/core/order/heap_leads.pxd), one table where
tricks count and one where tens count, each as the mean of several fits, every one without a part of
the deals: the mean leads to fewer nodes than any of them. One deal in ten is held out, for which it
prints what the leads cost that are tried until one works.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.lead_choices import (
    ACES,
    ORDERS,
    Choice,
    Floats,
    Leads,
    Lines,
    Signs,
    all_tried,
    cost,
    first_lead,
    inside,
    learn,
    load,
    random_hands,
    told,
    write,
)
from solver import Deal, Hand, Position, Solver, Suit, find_variant
from solver.game.variants import Variant

TARGET = ORDERS / "heap_lead_weights.pxd"
SEED = 15
FEWEST = 5
SHARE = {13: 0.15, 12: 0.3, 11: 0.5, 6: 0.6, 5: 0.4}
LINES = 16  # of each deal
MOST_NODES = 1_000_000  # of the answer at the head of a line
# the points of side A that are asked about in whole deals, and how often; first where tricks count
GOALS = (
    {7: 12.0, 6: 2.0, 8: 2.0, 5: 1.0, 9: 1.0, 4: 1.0, 10: 1.0, 1: 1.0, 13: 1.0},
    {3: 10.0, 2: 5.0, 4: 3.0, 1: 2.0},
)

# a game and how often, for each of the two tables
TRICKS = {"double_sar": 6, "beranga": 2, "band_rang_double": 2, "dehla_five_card": 1}
TENS = {"dehla_pakad": 3, "dehla_five_card": 1}
# the fits: what is made small, and the power of the nodes of a choice
FITS = (("first", 0.3), ("all", 0.3), ("first", 0.45), ("all", 0.45), ("all", 0.6), ("first", 0.6))
FACTS = (
    *("hand 0", "hand 1", "hand 2", "hand 3", "later", "trump", "leader", "need", "heap_points"),
    *("heap", "done", "streak", "ace_streak", "opened", "tens", "first_streak", "no_collect"),
    *("ace_rule", "ace_trumps", "family"),
)
NO_COLLECT = ((), (2,), (2, 12), (2, 3, 4))
ACE_RULES = ("off", "block", "reset", "demote")
FULL = 0.5  # of the deals; the others are endings


def some_game(rng: random.Random, tens: bool) -> Variant:
    games = TENS if tens else TRICKS
    name = rng.choices(list(games), list(games.values()))[0]
    options: dict[str, object] = {}
    if rng.random() < 0.45:
        options["ace_rule"] = rng.choice(ACE_RULES[1:])
        if rng.random() < 0.25:
            options["ace_trumps_count"] = False
    if rng.random() < 0.15:
        options["first_streak"] = 3
    if rng.random() < 0.3:
        options["no_collect"] = frozenset(rng.choice(NO_COLLECT))
    if name == "dehla_five_card" and not tens:
        options["counts"] = "tricks"
    if name == "beranga" and rng.random() < 0.3:
        options["set_trick_active"] = False
    return find_variant(name).with_options(**options)


def some_start(rng: random.Random, variant: Variant) -> Position:
    """A whole deal, or an ending of one."""
    trump = None if variant.sets_trump else Suit(rng.randrange(4))
    if variant.deals_later:
        hands = random_hands(rng)
        five = tuple(Hand(sum(card.bit for card in rng.sample(list(hand), 5))) for hand in hands)
        rest = tuple(hand - first for hand, first in zip(hands, five, strict=True))
        return Position.start(Deal(five), None, 0, variant, reserves=rest)
    if variant.family == "hidden" or rng.random() < FULL:
        hands = random_hands(rng)
        while variant.family == "hidden" and trump is not None and not hands[0].length(trump):
            trump = Suit(rng.randrange(4))  # the caller hides a card of his own
        return Position.start(Deal(hands), trump, 0, variant)
    cards = rng.randint(8, 11)
    hands = random_hands(rng, cards)
    done = 13 - cards
    heap = done if trump is None else rng.choice((0, done, rng.randint(0, done)))
    streak = min(heap, rng.choice((0, 0, 1, 1, 2)))
    more: dict[str, object] = {}
    mine = rng.randint(0, done - heap)
    if variant.points == "tens":
        held = sum(hand.bits >> 13 * suit + 8 & 1 for hand in hands for suit in range(4))
        lying = min(rng.randint(0, 4 - held), 4 * heap)
        gone = 4 - held - lying
        if heap == done and gone:
            lying, gone = 4 - held, 0
        got = rng.randint(0, gone)
        more = {"heap_tens": lying, "taken": (got, gone - got)}
    else:
        more = {"taken": (mine, done - heap - mine)}
    ace = variant["ace_rule"] != "off" and streak > 0 and rng.random() < 0.3
    return Position.start(
        Deal(hands), trump, rng.randrange(4), variant,
        tricks_done=done, heap=heap, streak=streak, ace_streak=ace, **more,
    )  # fmt: skip


def choices_of(lines: Lines, number: int) -> list[Choice]:
    """The choices of a deal; of those with an odd number tens count."""
    rng = lines.rng
    tens = number % 2 == 1
    start = some_start(rng, some_game(rng, tens))
    goals = GOALS[tens]
    if start.tricks_done:  # an ending: its value is near, and what lies around it is asked
        value = start.owned[0] + lines.warm.value(start)[0]
        goals = {value: 1.0, value + 1: 1.0}
    found: list[Choice] = []
    for goal in rng.choices(list(goals), list(goals.values()), k=LINES):
        found += lines.follow(start, goal)
    return found


def facts(choice: Choice) -> tuple[int, ...]:
    """What the signs are made of; bits stand for what is in play at the start of the trick."""
    position, variant = choice.position, choice.position.variant
    hands = [hand.bits for hand in position.hands]
    if not position.revealed and position.indicator is not None:
        hands[0] |= position.indicator.bit
    later = 0
    for seat, hand in enumerate(position.reserves):
        hands[seat] |= hand.bits
        later |= hand.bits
    trump = -1 if position.trump is None or not position.revealed else int(position.trump)
    return (
        *hands,
        later,
        trump,
        position.leader,
        choice.goal - position.owned[0],
        position.heap_tens if variant.points == "tens" else position.heap,
        position.heap,
        position.tricks_total - position.tricks_left,
        position.streak,
        int(position.ace_streak),
        int(position.heap < position.tricks_done),
        int(variant.points == "tens"),
        int(variant["first_streak"]),
        sum(1 << int(number) for number in variant["no_collect"]),
        ACE_RULES.index(str(variant["ace_rule"])),
        int(bool(variant["ace_trumps_count"])),
        ["declared", "beranga", "five_card_start", "hidden"].index(
            variant.family
            if variant.family in ("beranga", "five_card_start", "hidden")
            else "declared"
        ),
    )


def signs_of(
    probe: Any, tens: bool, known: list[int], leads: Leads
) -> tuple[int, Signs, float] | None:
    """The signs of a choice in which tens count, or tricks."""
    fact = dict(zip(FACTS, known, strict=True))
    if bool(fact["tens"]) is not tens:
        return None
    trump, need = fact["trump"], fact["heap_points"]
    total = fact["done"] + known[0].bit_count()
    barred = (n for n in range(1, total) if fact["no_collect"] >> n & 1)
    aces = ACES if fact["ace_rule"] else 0
    if trump >= 0 and not fact["ace_trumps"]:
        aces &= ~(0x1FFF << 13 * trump)
    opened = bool(fact["opened"]) and fact["first_streak"] > 2
    streak = 2 if opened else fact["first_streak"]
    found = probe.heap_signs_of(
        known[:4],
        sum(1 << card for card, _, _ in leads if card >= 0),
        trump,
        fact["leader"],
        max(0, fact["need"] - need),
        fact["need"],
        chain=min(fact["streak"], streak - 1),
        ace=bool(fact["ace_streak"] and fact["ace_rule"]),
        opened=opened,
        tens=tens,
        first_streak=fact["first_streak"],
        no_collect=sum(1 << (total - n) for n in barred),
        aces=aces,
    )
    return trump, found, 1.0


def table(paths: list[Path], tens: bool) -> tuple[Floats, str]:
    """The weights where tens count, or tricks, and the figures of the deals held out."""
    probe = inside()
    sample = load(paths, lambda known, leads: signs_of(probe, tens, known, leads))
    deal = sample.number // 2
    held = deal % 10 == 9
    found = []
    for number, (kind, power) in enumerate(FITS):
        part = sample.part(~held & (deal % len(FITS) != number))
        weights = first_lead(
            part, np.zeros(probe.HEAP_LEAD_WEIGHTS), power, (40, 0 if kind == "all" else 60)
        )
        if kind == "all":
            weights = all_tried(part, weights, power, 60)
        found.append(weights)
    weights = np.mean(found, axis=0)
    rest = sample.part(held)
    score = weights[rest.signs].sum(axis=1)
    drawn = np.mean(
        [cost(rest, draw) for draw in np.random.default_rng(SEED).random((20, len(score)))], axis=0
    )
    return weights, (
        f"Where {'tens' if tens else 'tricks'} count: {int((~held).sum())} choices; of "
        f"{int(held.sum())} held out, cards until a lead works, relative to leads in random order: "
        f"{told(cost(rest, score), drawn)}, least possible {told(rest.least, drawn)}."
    )


def fit(paths: list[Path]) -> None:
    tables, figures = zip(*(table(paths, tens) for tens in (False, True)), strict=True)
    how = (
        "One table for games in which tricks count, one for games in which tens count. Made by "
        f"benchmarks/learn_heap_leads.py, which says how: seed {SEED}, random deals and endings. "
        + " ".join(figures)
    )
    write(
        np.array(tables),
        TARGET,
        "LEAD_WEIGHTS",
        "The weight of each sign of a lead in the games with a heap (heap_leads.pxd).",
        how,
    )


def main() -> None:
    fresh, warm = Solver(64), Solver(64)
    learn(
        __doc__.splitlines()[0],
        SEED,
        "heap leads",
        lambda rng: Lines(rng, FEWEST, SHARE, fresh, warm, MOST_NODES),
        choices_of,
        facts,
        fit,
    )


if __name__ == "__main__":
    main()
