"""The search against every line of play: random hostile endings of every game with a declared
trump, asked every question, with a fresh table, a shared one, a tiny one, and under node limits.

The answers come from the quick reference (brute.pyx), which test_brute.py holds to the slow one;
a part of the positions is asked of the slow one as well. `HAKEM_SCALE` sets how many positions
of each family the slow-marked run asks (default 8000, some 20 checks each); the default run asks
a few hundred of each.
"""

from __future__ import annotations

import random

import endings
import pytest
import reference as ref
from games import ALL_GAMES, GAMES, played
from quick import Brute
from reference import Game, State, make_state
from size import scaled
from translate import game_of, position_of, state_of, variant_of

from solver.core.engine import ALL_FEATURES, FEATURES, Solver
from solver.open.questions import card_values, outcome

MANY = scaled(8_000)

# Positions that were answered wrongly once.
FOUND = {
    "overtrump duty alone never makes a void hand ruff": (
        Game(overtrump_duty="always"),
        make_state("DJ HJ S8 | C2 C8 HQ | CA H2 SA ST | C3 H5 H7 S5", "S", 0, ["D8", "DA"]),
    ),
    "the same against an opponent's trump": (
        Game(overtrump_duty="vs_opponent"),
        make_state("C8 DT S2 | C9 DA | D3 H5 | C5 H6", "H", 1, ["SA", "C3", "D4"]),
    ),
    "a demoted ace in the last trick": (
        Game(capture="double", ace_rule="demote"),
        make_state("HJ | DQ | DA | SK", None, 2, tricks_done=3, heap=3, ace_streak=True),
    ),
    "a demoted trump ace in the last trick": (
        Game(capture="double", ace_rule="demote"),
        make_state(
            "CT S3 | CJ S9 | D5 SJ | DA SA", "S", 2, tricks_done=10, heap=6, ace_streak=True
        ),
    ),
    "the trumps that decide whether a hand must overtrump belong to the proof": (
        Game(overtrump_duty="always"),
        make_state("HT S2 S3 SA | C3 S5 S8 ST | HA S4 S7 SQ | C4 S6 SJ SK", "S", 3),
    ),
    "the same with a duty against opponents": (
        Game(overtrump_duty="vs_opponent"),
        make_state("S2 S5 SK ST | C2 C3 CT SA | CA S7 S9 SQ | S3 S4 S8 SJ", "S", 0),
    ),
    "the same with a duty to trump": (
        Game(void_duty="must_trump", overtrump_duty="always"),
        make_state("S3 S5 S6 SK | C2 CT S9 SA | S2 S8 SJ ST | C3 CK S7 SQ", "S", 3),
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_found_once(name: str) -> None:
    game, state = FOUND[name]
    expected = ref.value(game, state)
    assert Solver().value(position_of(game, state)) == (expected, expected)


# Random endings --------------------------------------------------------------------------------


def an_ending(rng: random.Random, family: str, most: int) -> tuple[Game, State]:
    """A random position of a random game of this family, larger ones more often."""
    game = rng.choice(list(GAMES[family].values()))
    cards = rng.randint(1, most) if rng.random() < 0.4 else most
    return game, ending_of(rng, game, max(1, cards - (rng.random() < 0.3)))


def ending_of(rng: random.Random, game: Game, cards: int) -> State:
    """A random position of this game; with three players some two is always out of the pack."""
    while True:
        state = endings.random_ending(rng, game, cards)
        held = [card for hand in (*state.hands, state.table) for card in hand]
        if game.seats != 3 or sum(card[1] == "2" for card in held) < 4:
            return state


def check(rng: random.Random, game: Game, state: State, solver: Solver) -> int:
    """Every question about one position; the number of answers compared."""
    position = position_of(game, state)
    brute = Brute(game, state)
    value = brute.value()
    left = ref.points_left(game, state)
    assert solver.value(position) == (value, value), state
    for a in range(1, left + 1):
        assert solver.race(position, a, left - a + 1) == (value >= a), (state, a)
    checks = 1 + left
    # A window: as much of the answer as it shows.
    low, high = sorted((rng.randint(0, left), rng.randint(0, left)))
    shown = min(max(value, low), high)
    assert solver.value(position, low, high) == (shown, shown), (state, low, high)
    # Races that stop early.
    if game.capture == "single":
        pairs = {(a, b) for a in range(1, left) for b in (1, rng.randint(1, left - a))}
        pairs |= {(1, b) for b in range(1, left)}
        for a, b in rng.sample(sorted(pairs), min(len(pairs), 8)):
            assert solver.race(position, a, b) == brute.race(a, b), (state, a, b)
            checks += 1
    # Every card.
    for card, points in brute.cards().items():
        after, gained = played(game, state, card)
        found = solver.value(position_of(game, after)) if ref.moves(game, after) else (0, 0)
        assert found == (points - gained, points - gained), (state, card)
        checks += 1
    return checks


def limited(rng: random.Random, game: Game, state: State) -> None:
    """With a node limit: no answer, or the right one; bounds that hold the value."""
    position = position_of(game, state)
    value = Brute(game, state).value()
    left = ref.points_left(game, state)
    for limit in (1, 3, rng.randint(4, 60), rng.randint(20, 400)):
        low, high = Solver(0.25).value(position, node_limit=limit)
        assert 0 <= low <= value <= high <= left, (state, limit)
        solver = Solver(0.25)
        a = rng.randint(1, max(left, 1))
        answers = [solver.race(position, a, left - a + 1, limit) for _ in range(3)]
        assert set(answers) <= {None, value >= a}, (state, a, limit)
        assert solver.value(position) == (value, value), state


def trump_rich(rng: random.Random, cards: int) -> State:
    """Hands of trumps and one or two other suits, where ruffs meet ruffs."""
    while True:
        others = rng.sample("HDC", rng.choice((1, 2)))
        number = rng.randint(cards, min(13, 3 * cards))
        rest = [card for card in ref.FULL_DECK if card[0] in others]
        if len(rest) >= 4 * cards - number:
            break
    pool = rng.sample(["S" + rank for rank in ref.RANKS], number)
    pool += rng.sample(rest, 4 * cards - number)
    rng.shuffle(pool)
    return make_state([pool[seat::4] for seat in range(4)], "S", rng.randrange(4))


DUTIES = {
    name: game
    for name, game in ALL_GAMES.items()
    if game.seats == 4 and game.overtrump_duty != "off"
}


@pytest.mark.parametrize("name", DUTIES)
def test_duties(name: str) -> None:
    rng = random.Random(f"duties {name}")
    for _ in range(100):
        duty_check(DUTIES[name], trump_rich(rng, 4))


@pytest.mark.slow
@pytest.mark.parametrize("name", DUTIES)
def test_many_duties(name: str) -> None:
    rng = random.Random(f"many duties {name}")
    for _ in range(MANY // 2):
        duty_check(DUTIES[name], trump_rich(rng, rng.choice((4, 4, 4, 5))))


def duty_check(game: Game, state: State) -> None:
    value = Brute(game, state).value()
    assert Solver(1).value(position_of(game, state)) == (value, value), state


MOST = {"plain": 5, "satat": 5, "heap": 5, "tens": 5, "two": 8, "three": 6, "chokri": 3}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("family", GAMES)
def test_random_endings(family: str) -> None:
    """Positions by the hundred: one solver for each game and all its positions; now and then a
    fresh one, a tiny table, a limit."""
    rng = random.Random(f"search {family}")
    shared = Solver(4)
    for count in range(150):
        game, state = an_ending(rng, family, MOST[family] - (count % 10 != 0))
        check(rng, game, state, Solver(1) if count % 5 == 0 else shared)
        if count % 10 == 0:
            check(rng, game, state, Solver(0.25))
            limited(rng, game, state)


@pytest.mark.slow
@pytest.mark.parametrize("table", ["fresh", "shared", "tiny", "limited"])
@pytest.mark.parametrize("family", GAMES)
def test_many_random_endings(family: str, table: str) -> None:
    """Thousands of positions of every family; with the defaults over 100,000 checks each."""
    rng = random.Random(f"{table} {family}")
    shared = Solver(0.25 if table == "tiny" else 16)
    checks = 0
    for count in range(MANY // 4):
        if table == "shared" and count % 50 == 0:
            game = rng.choice(list(GAMES[family].values()))
        if table == "shared":
            state = ending_of(rng, game, rng.randint(2, MOST[family]))
        else:
            game, state = an_ending(rng, family, MOST[family])
        if table == "limited":
            limited(rng, game, state)
            continue
        checks += check(rng, game, state, Solver(1) if table == "fresh" else shared)
    if table != "limited":
        assert checks > 5 * (MANY // 4)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", ALL_GAMES)
def test_slow_reference(name: str) -> None:
    """A few positions of every single game asked of the slow reference itself."""
    rng = random.Random(f"slow {name}")
    game = ALL_GAMES[name]
    solver = Solver(1)
    for count in range(12):
        state = ending_of(rng, game, 1 + count % 3)
        position = position_of(game, state)
        questions = ref.Questions(game)
        value = questions.value(state)
        assert solver.value(position) == (value, value), state
        back = state_of(position)._replace(heap_tens=state.heap_tens)
        assert back == state._replace(collected=(0, 0)), state
        if ref.plays_for_first_seven(game):
            left = ref.points_left(game, state)
            a, b = rng.randint(1, left), rng.randint(1, left)
            assert solver.race(position, a, b) == questions.race(state, a, b), (state, a, b)


# Classes ---------------------------------------------------------------------------------------


def class_check(game: Game, state: State, solver: Solver) -> None:
    """The class of the hand, and of every card, as the slow reference plays them out."""
    position = position_of(game, state)
    questions = ref.Questions(game)
    assert outcome(position, solver) == questions.outcome(state), state
    found = {str(card.card): card for card in card_values(position, solver)}
    assert set(found) == set(ref.moves(game, state))
    for card, values in found.items():
        assert values.outcome == questions.move_outcome(state, card), (state, card)
        assert values.value == state.taken[0] + questions.move_value(state, card), (state, card)


CLASSED = {**GAMES["plain"], **GAMES["satat"]}


@pytest.mark.parametrize("name", CLASSED)
def test_classes(name: str) -> None:
    rng = random.Random(f"class {name}")
    solver = Solver(1)
    for count in range(12):
        state = endings.random_ending(rng, CLASSED[name], 1 + count % 3)
        class_check(CLASSED[name], state, solver)


@pytest.mark.slow
@pytest.mark.parametrize("name", CLASSED)
def test_many_classes(name: str) -> None:
    rng = random.Random(f"many classes {name}")
    solver = Solver(1)
    for _ in range(max(MANY // 40, 1)):
        state = endings.random_ending(rng, CLASSED[name], rng.choice((2, 3, 3, 3, 4)))
        class_check(CLASSED[name], state, solver)


# One optimisation at a time --------------------------------------------------------------------


@pytest.mark.parametrize("family", GAMES)
def test_features(family: str) -> None:
    """Every part of the search switched off by itself, and all of them: the same values."""
    rng = random.Random(f"features {family}")
    for _ in range(40):
        game, state = an_ending(rng, family, MOST[family])
        feature_check(rng, game, state)


def feature_check(rng: random.Random, game: Game, state: State, limit: int = 0) -> bool:
    """Each part off against all on; with a limit, bounds that hold the value will do. Returns
    whether all were decided."""
    position = position_of(game, state)
    left = ref.points_left(game, state)
    low, high = Solver(4).value(position)
    assert low == high
    sets = {name: ALL_FEATURES & ~bit for name, bit in FEATURES.items()}
    early = [(rng.randint(1, left), rng.randint(1, left)) for _ in range(2)] if left else []
    if game.capture == "double":
        early = []
    races = {pair: Solver(1).race(position, *pair) for pair in early}
    decided = True
    for name, features in {**sets, "all": 0}.items():
        solver = Solver(4, features=features)
        found = solver.value(position, node_limit=limit)
        assert found[0] <= low <= found[1], (state, name)
        decided = decided and found == (low, low)
        assert limit or decided, (state, name)
        for pair, won in races.items():
            answer = solver.race(position, *pair, node_limit=limit)
            assert answer == won or (answer is None and limit), (state, name, pair)
    return decided


LONG = {
    "plain": (6, 9),
    "satat": (6, 9),
    "heap": (5, 8),
    "tens": (5, 8),
    "two": (9, 13),
    "three": (6, 10),
    "chokri": (3, 5),
}


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("rounds", "limit"),
    [(8, 3_000_000), pytest.param(MANY // 20, 20_000_000, marks=pytest.mark.slow)],
    ids=["few", "many"],
)
@pytest.mark.parametrize("family", GAMES)
def test_features_of_longer_endings(family: str, rounds: int, limit: int) -> None:
    """The same with 6 to 9 cards in a hand, too many for a reference, and a limit on what the
    search without its table may play."""
    rng = random.Random(f"long features {family} {rounds}")
    decided = 0
    for _ in range(rounds):
        game = rng.choice(list(GAMES[family].values()))
        state = ending_of(rng, game, rng.randint(*LONG[family]))
        decided += feature_check(rng, game, state, limit)
    assert decided or not rounds


def test_games_there_and_back() -> None:
    for game in ALL_GAMES.values():
        assert game_of(variant_of(game), game.player) == game
