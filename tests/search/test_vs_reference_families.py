"""Trump that is made, hidden or unknown in play, and the questions that are no race for points:
the compiled search against the slow reference, option by option, and against itself bare."""

from __future__ import annotations

import random
from fractions import Fraction

import endings
import pytest
import reference as ref
from reference import Game, State, make_state
from size import scaled
from translate import position_of as translate
from translate import variant_of

from solver.core.engine import ALL_FEATURES, FEATURES, Solver
from solver.game.position import Position
from solver.game.variants import find_variant

pytestmark = pytest.mark.one_in(4)

BERANGA = {
    f"be-ranga {'double' if double else 'single'}{note}": Game(
        capture="double" if double else "single",
        trump_method="in_play",
        **options,  # type: ignore[arg-type]
    )
    for double, note, options in [
        (True, "", {}),
        (True, ", tens", {"points": "tens"}),
        (True, ", dead", {"set_trick_active": False}),
        (True, ", dead, no delay", {"set_trick_active": False, "beranga_delay": 0}),
        (True, ", no delay", {"beranga_delay": 0}),
        (True, ", GAMN", {"no_collect": frozenset({1, 2, 12}), "ace_rule": "block"}),
        (True, ", plain aces", {"ace_rule": "block", "ace_trumps_count": False}),
        (True, ", dead, reset", {"set_trick_active": False, "ace_rule": "reset"}),
        (True, ", demote", {"ace_rule": "demote"}),
        (True, ", plain aces demoted", {"ace_rule": "demote", "ace_trumps_count": False}),
        (True, ", dead, demote", {"set_trick_active": False, "ace_rule": "demote"}),
        (True, ", three", {"first_streak": 3}),
        (
            True,
            ", dead, three, no delay",
            {"set_trick_active": False, "beranga_delay": 0, "first_streak": 3},
        ),
        (True, ", dead, tens", {"set_trick_active": False, "points": "tens"}),
        (False, "", {}),
        (False, ", dead", {"set_trick_active": False}),
        (False, ", held", {"single_heap_until_trump": True}),
        (False, ", held, dead", {"single_heap_until_trump": True, "set_trick_active": False}),
    ]
}
HIDDEN = {
    f"hidden {capture} {ask} {must} {act}{note}": Game(
        capture=capture,
        trump_method="hidden",
        may_ask=ask,
        asker_must_trump=must,
        activation=act,
        **options,  # type: ignore[arg-type]
    )
    for capture in ("single", "double")
    for ask in ("any_void", "opponents_only")
    for must in (True, False)
    for act in ("card_level", "whole_trick")
    for note, options in (
        [
            ("", {}),
            (", ends", {"no_collect": frozenset({1, 2, 12})}),
            (", three", {"first_streak": 3}),
            (", block", {"ace_rule": "block"}),
            (", reset", {"ace_rule": "reset", "first_streak": 3}),
            (", demote", {"ace_rule": "demote"}),
        ]
        if capture == "double"
        else [("", {})]
    )
}
KASIET = {
    f"kasiet {known} {free} {playable}{' forced' if not exempt else ''}": Game(
        satat=True,
        trump_method="kasiet",
        kasiet_known=known,
        kasiet_free_on_W=free,
        indicator_playable=playable,
        satat_exempt=exempt,
    )
    for known in ("deduction", "first_ruff", "indicator_played")
    for free in ("led", "any")
    for playable in ("yes", "after_known")
    for exempt in (True, False)
}
FIVE = {
    "five": Game(trump_method="in_play", capture="double", points="tens"),
    "five, tricks": Game(trump_method="in_play", capture="double"),
    "five, given": Game(
        trump_method="in_play",
        capture="double",
        points="tens",
        m1_fallback="given_suit",
        given_suit="H",
    ),
    "five, block": Game(trump_method="in_play", capture="double", ace_rule="block"),
}
GAMES = {**BERANGA, **HIDDEN, **KASIET, **FIVE}
THREE = [
    Game(seats=3, player=player, three_tie=tie, three_run=7)
    for player in range(3)
    for tie in ("third_wins", "no_score", "both")
]
BARE = Solver(4, features=0)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(4)


def an_ending(rng: random.Random, name: str, cards: int) -> State:
    game = GAMES[name]
    # where tens count and trump is made in play, cards are dealt later: the five-card start
    later = rng.randint(1, 3) if name in FIVE or game.points == "tens" else 0
    while True:
        state = endings.random_ending(rng, game, max(cards - later // 2, 1), later)
        if possible(game, state):
            return state


def possible(game: Game, state: State) -> bool:
    """The trick that makes trump takes the heap and brings the other cards."""
    lying = state.reserves or (game.single_heap_until_trump and state.heap)
    if state.trump is None or not lying:
        return True
    strange = [card[0] for card in state.table if card[0] != state.table[0][0]]
    return game.set_trick_active and strange[:1] == [state.trump]


def position_of(game: Game, state: State) -> Position:
    """Cards not dealt yet are for the five-card start."""
    if not state.reserves:
        return translate(game, state)
    start = find_variant("dehla_five_card").with_options(counts=game.points)
    return translate(game, state, variant_of(game, start))


def check(game: Game, state: State, solver: Solver) -> None:
    """Points to the last one, or their mean; where tricks fall at once also a race that ends
    early."""
    position = position_of(game, state)
    questions = ref.Questions(game)
    points = questions.value(state)
    assert solver.expected(position) == (points, points), (game, state)
    low, high = solver.value(position)
    assert (low, high) == (points // 1, -(-points // 1)), (game, state)
    left = ref.points_left(game, state)
    if game.capture == "single" and left > 1:
        a = 1 + hash(state.hands) % (left - 1)
        for b in (1, left - a):
            assert solver.race(position, a, b) == questions.race(state, a, b), (game, state, a, b)
    for a in range(1, left + 1):
        made = questions.race(state, a, left - a + 1)
        assert solver.race(position, a, left - a + 1) == (made == 1), (game, state, a)


@pytest.mark.parametrize("name", GAMES)
def test_endings(name: str, solver: Solver) -> None:
    rng = random.Random(f"families {name}")
    for count in range(8):
        check(GAMES[name], an_ending(rng, name, 1 + count % 3), solver)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_endings(name: str, solver: Solver) -> None:
    rng = random.Random(f"many families {name}")
    for count in range(scaled(300)):
        check(GAMES[name], an_ending(rng, name, 4 if count % 20 == 7 else 2 + count % 2), solver)


def check_bare(game: Game, state: State, solver: Solver) -> None:
    """Everything that makes the search quick changes no answer."""
    position = position_of(game, state)
    table_only = Solver(16, features=FEATURES["table"])
    full = solver.value(position)
    assert full == table_only.value(position), (game, state)
    if len(state.hands[1]) < 5:
        assert full == BARE.value(position), (game, state)


@pytest.mark.parametrize("name", GAMES)
def test_against_the_bare_search(name: str, solver: Solver) -> None:
    rng = random.Random(f"bare {name}")
    for cards in (4, 5):
        check_bare(GAMES[name], an_ending(rng, name, cards), solver)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_at_length_against_the_bare_search(name: str, solver: Solver) -> None:
    rng = random.Random(f"bare at length {name}")
    for count in range(scaled(1_500)):
        check_bare(GAMES[name], an_ending(rng, name, 4 + (count % 30 == 7)), solver)
    for count in range(40):
        check_bare(GAMES[name], an_ending(rng, name, 5 + count % 3), solver)


def test_features_are_bits() -> None:
    assert sum(FEATURES.values()) == ALL_FEATURES


# A mean where chance makes trump (6) -----------------------------------------------------------


@pytest.mark.parametrize("name", ["five", "five, tricks", "five, block"])
def test_pay_by_points(name: str, solver: Solver) -> None:
    """Any pay that never falls: here two of the classes of rules.md 4.3, and one threshold."""
    game = FIVE[name]
    rng = random.Random(f"pay {name}")
    for count in range(15):
        state = an_ending(rng, name, 1 + count % 2)
        position, questions = position_of(game, state), ref.Questions(game)
        left = ref.points_left(game, state)
        a = rng.randint(1, max(left, 1))
        found = solver.expected(position, [int(x >= a) for x in range(left + 1)])
        chance = Fraction(questions.race(state, a, left - a + 1))
        assert found == (chance, chance)


def test_a_mean_within_a_limit() -> None:
    game = FIVE["five, tricks"]
    state = endings.random_ending(random.Random("limit"), game, 5, 6)
    position = position_of(game, state)
    low, high = Solver().expected(position)
    assert low == high
    for limit in (1, 100, 1000):
        rough = Solver().expected(position, node_limit=limit)
        assert rough[0] <= low <= rough[1]


# One of three wins the hand (8.1), runs of tricks (1.8) ----------------------------------------


def three_ending(rng: random.Random, game: Game, cards: int) -> tuple[State, tuple[int, ...]]:
    """A position of three players and the tricks of each so far."""
    hands = endings.random_hands(rng, game, cards, "S")
    while all(any(f"{suit}2" in hand for hand in hands) for suit in "SHDC"):
        hands = endings.random_hands(rng, game, cards, "S")  # one of the twos is not in the pack
    done = rng.choice((0, 0, 1, 4, 6, 7 - cards, 17 - cards, rng.randrange(18 - cards)))
    done = max(done, 0)
    tricks = [0, 0, 0]
    if rng.random() < 0.3:
        tricks[rng.randrange(3)] = min(done, 6)
        for _ in range(done - 6):
            tricks[rng.randrange(3)] += 1
    else:
        for _ in range(done):
            tricks[rng.randrange(3)] += 1
    leader = rng.choice([seat for seat in range(3) if tricks[seat] or not done])
    state = make_state(hands, rng.choice("SHDC"), leader, tricks_done=done)
    return state, tuple(tricks)


def check_three(rng: random.Random, game: Game, cards: int, solver: Solver) -> None:
    from dataclasses import replace

    state, tricks = three_ending(rng, game, cards)
    position = replace(position_of(game, state), taken=tricks)
    assert solver.wins_hand(position) == ref.wins_hand(game, state, tricks), (game, state, tricks)


@pytest.mark.parametrize("game", THREE, ids=lambda g: f"{g.player} {g.three_tie}")
def test_one_of_three(game: Game, solver: Solver) -> None:
    rng = random.Random(f"three {game.player} {game.three_tie}")
    for count in range(40):
        check_three(rng, game, 1 + count % 4, solver)


@pytest.mark.slow
@pytest.mark.parametrize("game", THREE, ids=lambda g: f"{g.player} {g.three_tie}")
def test_one_of_three_at_length(game: Game, solver: Solver) -> None:
    rng = random.Random(f"three at length {game.player} {game.three_tie}")
    for count in range(scaled(3_000)):
        check_three(rng, game, 2 + count % 3, solver)


def check_run(rng: random.Random, cards: int, solver: Solver) -> None:
    game = Game()
    state = endings.random_ending(rng, game, cards)
    for tricks in range(1, cards + 1):
        found = solver.makes_run(position_of(game, state), tricks)
        assert found == ref.b_makes_run(game, state, tricks, 0, {}), (state, tricks)


def test_runs(solver: Solver) -> None:
    rng = random.Random("runs")
    for count in range(60):
        check_run(rng, 1 + count % 3, solver)


def test_a_proof_that_broke_a_run_says_nothing_of_one_made() -> None:
    """B takes three in a row; the table answered no, by a proof for a longer run."""
    lead = Position.start("0:..5.J63 ..A.A95 ..74.72 ..KT2.T", None, leader=1)
    table = Position.start("0:..K854. .6.A9.5 .9.73. ..QT62.", None, leader=2, table="DJ")
    orders = (0, FEATURES["order"], FEATURES["order"] | FEATURES["refutations"])
    for features in (*(FEATURES["table"] | more for more in orders), ALL_FEATURES):
        for position in (lead, table):
            assert Solver(4, features=features).makes_run(position, 3)


@pytest.mark.slow
def test_many_runs(solver: Solver) -> None:
    rng = random.Random("many runs")
    for count in range(scaled(2_000)):
        check_run(rng, 2 + count % 3, solver)


# The worked examples of rules.md 12 ------------------------------------------------------------


def value(game: Game, state: State) -> int:
    low, high = Solver().value(position_of(game, state))
    assert low == high
    return low


def test_e9_be_ranga() -> None:
    state = make_state("H2 S3 | DK HK | HA SK | S2 SA")
    live = BERANGA["be-ranga double"]
    assert value(live, state) == 2
    assert value(BERANGA["be-ranga double, dead"], state) == 0
    (after,) = ref.play(live, state, "H2")
    assert value(live, after.state) == 0
    (after,) = ref.play(live, state, "S3")
    assert value(live, after.state) == 2


def test_e10_five_card_start() -> None:
    reserves = [["SA"], ["S3"], ["CA"], ["DK"]]
    state = make_state("D2 D3 | DA H5 | D4 H6 | C2 S9", reserves=reserves)
    assert value(FIVE["five, tricks"], state) == 1
    together = make_state("D2 D3 SA | DA H5 S3 | D4 H6 CA | C2 S9 DK")
    assert value(BERANGA["be-ranga double"], together) == 0
    for card, points in (("C2", 3), ("S9", 1)):
        late = state
        for move in ("D2", "DA", "D4", card):
            (branch,) = ref.play(FIVE["five, tricks"], late, move)
            late = branch.state
        assert value(FIVE["five, tricks"], late) == points


def test_e11_hidden_trump() -> None:
    hands = "HK | HA C2 | S2 D4 | H3 C3"
    state = make_state(hands, "S", indicator="S3", revealed=False)
    assert value(HIDDEN["hidden single any_void True card_level"], state) == 2
    assert value(HIDDEN["hidden single opponents_only True card_level"], state) == 1
    assert value(Game(), make_state("HK S3 | HA C2 | S2 D4 | H3 C3", "S")) == 2


def test_kasiet_free_play_on_a_led_two() -> None:
    """The others keep their trumps when W is led while the suit is unknown, not in satat."""
    hands = "H2 CA | S3 C2 | D4 C3 | D5 C4"
    state = make_state(hands, "S", indicator="CA")
    state = state._replace(trump="C", indicator="CA")
    kasiet = KASIET["kasiet deduction led yes"]
    satat = Game(satat=True)
    assert value(kasiet, state) == ref.value(kasiet, state)
    assert value(satat, state) == ref.value(satat, state)


def test_e12_runs_of_a_challenge() -> None:
    """Two in a row at any time, for every suit the challenger may name."""
    state = make_state("H4 H5 H6 | SA HA HK | S2 D2 D3 | H2 H3 C2", "D")
    solver = Solver()
    for suit in "SHC":
        changed = state._replace(trump=suit)
        found = solver.makes_run(position_of(Game(), changed), 2)
        assert found == ref.challenge_succeeds(Game(), state, 1, suit, "any_run_of_7", "caller")
