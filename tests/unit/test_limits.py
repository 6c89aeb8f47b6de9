"""Node limits: whatever is asked of whatever game, what comes back within a limit is a bound that
holds the exact answer, and the command line says that it is one."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from solver.base.cards import Hand, Suit
from solver.core.engine import Solver
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import PRESETS, VARIANTS, Variant, find_variant
from solver.open.answers import Solution
from solver.open.challenge import challenge
from solver.open.guarantees import guarantees
from solver.open.questions import solve
from solver.open.table import table

LIMITS = (1, 30, 300, 3000)
CARDS = {2: 8, 3: 5, 4: 5, 6: 3}
"""Cards in a hand, by number of seats: few enough to be solved at once, too many for the limits."""


def games() -> list[Variant]:
    """Every game, every preset, and the options that bring another kind of question."""
    more = [
        find_variant("daba").with_options(daba_capture="double"),
        find_variant("dummy").with_options(dummy_capture="single"),
        find_variant("dummy").with_options(dummy_score="individual"),
        find_variant("chokri").with_options(chokri="majority"),
        find_variant("dehla m1").with_options(counts="tricks"),
        find_variant("dehla m1").with_options(m1_fallback="given_suit"),
        find_variant("cut hukum").with_options(single_heap_until_trump=True),
        find_variant("double sar").with_options(first_streak=3),
        find_variant("double sar").with_options(overtrump_duty="always", void_duty="must_trump"),
        find_variant("hokm").with_options(overtrump_duty="vs_opponent"),
    ]
    tables = [
        variant.with_options(dehla_result=result)
        for variant in (find_variant("dehla"), find_variant("dehla m1"))
        for result in ("w25", "tricks_decide", "no_winner")
    ]
    return [*VARIANTS, *PRESETS.values(), *more, *tables]


def dealt(rng: random.Random, variant: Variant, cards: int) -> list[Hand]:
    """Hands of the game's pack; the reserves of a five-card start behind them."""
    parts = variant.seats * (2 if variant.deals_later else 1)
    pack = [card for card in range(52) if variant.seats != 6 or card % 13]
    if variant.seats == 3:
        pack.remove(39)
    number = parts * cards
    if variant.points == "tens":  # all four are in play
        pack.sort(key=lambda card: (card % 13 != 8, rng.random()))
    else:
        rng.shuffle(pack)
    pack = pack[:number]
    rng.shuffle(pack)
    return [
        Hand(sum(1 << card for card in pack[cards * p : cards * p + cards])) for p in range(parts)
    ]


def start(rng: random.Random, variant: Variant, cards: int | None = None) -> Position:
    size = CARDS[variant.seats] if cards is None else cards
    if variant.deals_later:
        size = (size + 1) // 2
    while True:
        hands = dealt(rng, variant, size)
        suits = [suit for suit in Suit if hands[0].suit(suit)]
        trump = None if variant.sets_trump else rng.choice(suits)
        if variant.wild_two and str(hands[0].suit(trump)[-1]) == "H2":  # type: ignore[arg-type]
            continue
        more = {}
        if variant.deals_later:
            more["reserves"] = tuple(hands[4:])
        position = Position.start(Deal(tuple(hands[: variant.seats])), trump, 0, variant, **more)
        if not variant.has_sides:
            position = replace(position, player=rng.randrange(3))
        return position


def asks_of(variant: Variant) -> list[str]:
    words = ["class", "result", "value", "leads", "line", "guarantees"]
    if variant.bids or variant.get("chokri") == "CHK":
        words.append("bids")
    if variant.plain:
        words.append("challenge")
    return words


def within(exact: int | None, found: int | None, bounds: tuple[int, int] | None) -> None:
    """Points within the class: found, or bounded, or none where there are none."""
    if exact is None:
        assert (found, bounds) == (None, None)
    else:
        low, high = bounds or (found, found)
        assert low is not None
        assert high is not None
        assert low <= exact <= high


def holds(exact: Solution, found: Solution) -> None:
    """Whatever the limited answer claims is true of the exact one."""
    value = exact.value
    assert value is not None
    low, high = found.bounds or (found.value, found.value)
    assert low is not None
    assert high is not None
    assert low <= value <= high
    if exact.outcome is not None:
        worst, best = found.classes or (found.outcome, found.outcome)
        assert worst is not None
        assert best is not None
        assert worst <= exact.outcome <= best
    else:
        assert found.outcome is None
    within(exact.class_value, found.class_value, found.class_value_bounds)
    for pair, won in found.races.items():
        assert won in (None, exact.races[pair])
    for lead, known in zip(found.leads, exact.leads, strict=True):
        assert lead.card == known.card
        assert lead.low <= known.low <= known.high <= lead.high  # type: ignore[operator]
        if known.outcome is not None and lead.classes is not None:
            assert lead.classes[0] <= known.outcome <= lead.classes[1]
        elif lead.outcome is not None:
            assert lead.outcome == known.outcome
        within(known.class_value, lead.class_value, lead.class_value_bounds)
    for bid, made in found.bids.items():
        assert made in (None, exact.bids[bid])
    for one, known_one in zip(found.guarantees, exact.guarantees, strict=True):
        assert one.low <= known_one.tricks <= one.high  # type: ignore[operator]
        assert one.first_seven in (None, known_one.first_seven)
        assert one.wins in (None, known_one.wins)
        assert one.decided or found.nodes
    if found.challenge is not None:
        assert exact.challenge is not None
        for key, made in found.challenge.succeeds.items():
            assert made in (None, exact.challenge.succeeds[key])
        if found.challenge.value is not None:
            assert found.challenge.value == exact.challenge.value
    if found.line is not None:
        assert exact.line is not None
        assert (found.line.value, found.line.outcome) == (exact.line.value, exact.line.outcome)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("variant", games(), ids=str)
def test_limited_answers_hold_the_exact_one(variant: Variant) -> None:
    rng = random.Random(f"limits {variant}")
    asks = asks_of(variant)
    bounded = 0
    for _ in range(2):
        position = start(rng, variant)
        # The middle of a trick, too.
        for _ in range(rng.choice((0, 1, 2))):
            if "challenge" not in asks:
                position = position.play(rng.choice(position.legal()))
        points = position.points_left
        pairs = [(a, points - a + 1) for a in (1, points // 2 + 1, points) if a]
        exact = solve(position, asks, pairs, Solver(4))
        assert exact.decided
        for limit in LIMITS:
            found = solve(position, asks, pairs, Solver(1), limit)
            # Lines are followed to their end, which may play more cards.
            assert found.line is not None or found.nodes <= limit + 200
            holds(exact, found)
            bounded += not found.decided
    assert bounded, "no limit was ever reached"


@pytest.mark.one_in(13)
@pytest.mark.parametrize("variant", games(), ids=str)
def test_the_command_line_says_that_it_is_a_bound(hakem, variant: Variant) -> None:  # type: ignore[no-untyped-def]
    rng = random.Random(f"limits of words {variant}")
    position = start(rng, variant)
    hands = list(position.hands)
    if position.indicator is not None:
        hands[0] |= Hand(position.indicator.bit)
    words = [str(Deal(tuple(hands))), "--variant", variant.name]
    for name, value in variant.plain_settings().items():
        if variant.settings[name] != variant.options[name].default:
            written = ",".join(map(str, value)) if isinstance(value, list) else value
            words += ["--set", f"{name}={written}"]
    if position.trump is not None:
        words += ["--trump", position.trump.letter]
    if position.reserves:
        words.append("reserves=" + "|".join(map(str, position.reserves)))
    exact = hakem("solve", *words)
    assert (exact.code, exact.err) == (0, "")
    assert "between" not in exact.out
    assert "undecided" not in exact.out
    limited = hakem("solve", *words, "--node-limit", "1")
    assert limited.code == 4
    assert "the node limit ended the search" in limited.err
    assert "between" in limited.out or "undecided" in limited.out
    answers = [
        json.loads(hakem("solve", *words, "--json", *more).out) for more in ([], ["--nodes", "1"])
    ]
    if not variant.has_sides:
        for one, known in zip(answers[1]["guarantees"], answers[0]["guarantees"], strict=True):
            low, high = one.get("bounds", [one.get("value")] * 2)
            assert low <= known["value"] <= high
    else:
        low, high = answers[1].get("bounds", [answers[1].get("value")] * 2)
        assert low <= answers[0]["value"] <= high
        assert ("value" in answers[1]) == ("bounds" not in answers[1])  # a bound may settle it


def test_a_table_within_a_limit() -> None:
    rng = random.Random("limits of tables")
    deal = Deal(tuple(dealt(rng, find_variant("hokm"), 6)))
    exact = table(deal)
    for limit in (1, 3000, 20_000):
        found = table(deal, Solver(1), node_limit=limit)
        for at, value in exact.values.items():
            low, high = found.bounds.get(at, (found.values[at],) * 2)
            assert low <= value <= high  # type: ignore[operator]
            worst, best = found.class_bounds.get(at, (found.classes[at],) * 2)
            assert worst <= exact.classes[at] <= best  # type: ignore[operator]
        assert found.decided == (not found.bounds and not found.class_bounds)


def test_guarantees_and_challenges_by_themselves() -> None:
    rng = random.Random("limits of guarantees")
    three = start(rng, find_variant("three"), 6)
    exact = guarantees(three, Solver(4))
    assert all(one.decided for one in exact)
    for limit in LIMITS:
        for one, known in zip(guarantees(three, Solver(1), limit), exact, strict=True):
            assert one.low <= known.tricks <= one.high  # type: ignore[operator]
            assert one.wins in (None, known.wins)
    deal = Deal(tuple(dealt(rng, find_variant("hokm"), 6)))
    for target in ("first7", "any_run_of_7"):
        known_challenge = challenge(deal, Suit.SPADES, challenge_target=target)
        assert known_challenge.decided
        for limit in LIMITS:
            found = challenge(
                deal, Suit.SPADES, Solver(1), challenge_target=target, node_limit=limit
            )
            for key, made in found.succeeds.items():
                assert made in (None, known_challenge.succeeds[key])
            if found.decided:
                assert found == known_challenge
