"""Random endings of every game and every option, three ways: the slow reference, the rules in
plain Python, the compiled search. Whatever games the package knows are taken from its table.

In the slow-marked run every game is asked 100,000 questions (times `HAKEM_SCALE`), spread over
its settings:

    python -m pytest -m slow tests/search/test_vs_reference_all_games.py
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import endings
import pytest
import reference as ref
from covering import plan
from size import scaled
from translate import game_of, position_of

from solver.base.errors import VariantError
from solver.core.engine import Solver
from solver.game.rules import play as play_card
from solver.game.variants import PRESETS, VARIANTS, Variant

pytestmark = pytest.mark.one_in(5)

CHECKS = scaled(100_000)


def settings() -> Iterator[object]:
    """Every game as it stands, every preset, every option changed by itself, duties together."""
    for name, variant in [(v.name, v) for v in VARIANTS] + sorted(PRESETS.items()):
        yield pytest.param(variant, id=name)
    for variant in VARIANTS:
        for option, spec in variant.options.items():
            if spec.scope != "play" or spec.many:
                continue
            for value in spec.values[1:]:
                needed = dict([spec.needs]) if spec.needs else {}
                changed = variant.with_options(**{option: value}, **needed)
                yield pytest.param(changed, id=f"{variant.name} {option}={value}")
            if "void_duty" in variant.options and option == "overtrump_duty":
                for value in spec.values[1:]:
                    changed = variant.with_options(void_duty="must_trump", overtrump_duty=value)
                    yield pytest.param(changed, id=f"{variant.name} must_trump {value}")


def an_ending(rng: random.Random, variant: Variant, cards: int) -> tuple[ref.Game, ref.State]:
    """A position of this game; three players: one of them against the rest."""
    player = rng.randrange(3) if not variant.has_sides else None
    game = game_of(variant, player)
    later = rng.randint(1, cards) if variant.deals_later else 0
    while True:
        state = endings.random_ending(rng, game, cards, later)
        held = [card for hand in state.hands for card in hand] + list(state.table)
        if variant.get("removed_two") not in held:
            return game, state


SETTINGS = list(settings())
SHARES = Counter(param.values[0].name for param in SETTINGS)  # type: ignore[attr-defined]
"""Among how many settings a game shares its checks."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(4)


def check(game: ref.Game, state: ref.State, variant: Variant, solver: Solver) -> int:
    """Legal cards, exact points, every race to the last point, kot races where points fall at
    once: all as the reference has them. Returns how many answers were compared."""
    position = position_of(game, state, variant)
    legal = [move for move in ref.moves(game, state) if move != ref.ASK]
    assert sorted(str(card) for card in position.legal()) == sorted(legal)
    questions = ref.Questions(game)
    points = questions.value(state)
    try:
        found = solver.value(position)
    except VariantError:
        pytest.skip(f"{variant.name} has no search")
    checks = 2
    assert found == (points // 1, -(-points // 1))
    assert solver.expected(position) == (points, points)
    left = ref.points_left(game, state)
    for a in range(1, left + 1):
        made = points >= a
        if game.trump_method == "in_play" and state.reserves:
            made = questions.race(state, a, left - a + 1) == 1
        assert solver.race(position, a, left - a + 1) == made
        checks += 1
    if ref.plays_for_first_seven(game) and game.trump_method == "declared":
        for a in range(1, left):
            for b in {1, left - a}:
                assert solver.race(position, a, b) == questions.race(state, a, b)
                checks += 1
    return checks


@pytest.mark.parametrize("variant", SETTINGS)
def test_random_endings(variant: Variant, solver: Solver) -> None:
    rng = random.Random(f"agree {variant}")
    for count in range(9):
        heavy = variant.deals_later  # chance: every later card is dealt in turn
        game, state = an_ending(rng, variant, 1 + count % (2 if heavy else 3))
        check(game, state, variant, solver)


@pytest.mark.parametrize("name", [variant.name for variant in VARIANTS])
def test_three_options_at_a_time(name: str, solver: Solver) -> None:
    """Settings in which every three values of the options meet."""
    rng = random.Random(f"agree by threes {name}")
    base = next(variant for variant in VARIANTS if variant.name == name)
    for variant in plan(base):
        for cards in (1, 2):
            game, state = an_ending(rng, variant, cards)
            check(game, state, variant, solver)


@pytest.mark.slow
@pytest.mark.parametrize("name", [variant.name for variant in VARIANTS])
def test_many_by_three_options_at_a_time(name: str, solver: Solver) -> None:
    rng = random.Random(f"agree by threes with many {name}")
    base = next(variant for variant in VARIANTS if variant.name == name)
    rows = plan(base)
    checks = count = 0
    while checks < CHECKS / 4:
        variant = rows[count % len(rows)]
        game, state = an_ending(rng, variant, size_of(variant, count))
        checks += check(game, state, variant, solver)
        count += 1


def size_of(variant: Variant, count: int) -> int:
    """Cards a hand of the next ending: the slow reference takes 10 to 1000 ms for four, so these
    are one in fifty; with later cards and a chance it takes minutes for some of three."""
    later = variant.deals_later
    dear = 3 if later or variant.seats == 6 else 4
    if count % (1000 if later else 50) == 9:
        return dear
    return min((1, 2, 2, 3, 2)[count % 5], 2 if later else 3)


@pytest.mark.slow
@pytest.mark.parametrize("variant", SETTINGS)
def test_many_random_endings(variant: Variant, solver: Solver) -> None:
    rng = random.Random(f"agree with many {variant}")
    checks = count = 0
    while checks < CHECKS / SHARES[variant.name]:
        game, state = an_ending(rng, variant, size_of(variant, count))
        checks += check(game, state, variant, solver)
        count += 1


@pytest.mark.parametrize("variant", SETTINGS)
def test_random_play(variant: Variant) -> None:
    """Card by card to the end: the same legal cards and the same position after each."""
    rng = random.Random(f"play {variant}")
    for _ in range(5):
        game, state = an_ending(rng, variant, 4)
        while moves := ref.moves(game, state):
            position = position_of(game, state, variant)
            cards = [move for move in moves if move != ref.ASK]
            assert sorted(map(str, position.legal())) == sorted(cards)
            card = rng.choice(cards)
            (branch,) = ref.play(game, state, card)
            taken = list(state.taken)
            points = branch.tens if game.points == "tens" else branch.tricks
            taken[0 if ref.on_side_a(game, branch.seat) else 1] += points
            state = branch.state._replace(taken=(taken[0], taken[1]))
            found = play_card(position, next(c for c in position.legal() if str(c) == card))
            assert found.hands == position_of(game, state, variant).hands
            assert (found.leader, found.trump, found.tricks_done) == (
                state.leader,
                position_of(game, state, variant).trump,
                state.tricks_done,
            )
            assert found.owned == state.taken
