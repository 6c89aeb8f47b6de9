"""The race for the kot and the points together (Collect: Kot) against plain minimax on results.

What side A reaches with the kot of either side and so many points, both or one of them, follows
from the best result (class, points) and from the most points; the references know both. Small
endings of every game whose kot is made by the first tricks, larger ones where the quick
reference knows the game.
"""

from __future__ import annotations

import random
from dataclasses import replace

import endings
import pytest
import reference as ref
from games import GAMES
from quick import Brute
from reference import Game, State
from size import scaled
from translate import position_of

from solver import Card, Deal, Hand, Position, Suit, find_variant
from solver.base.errors import OptionError
from solver.core.engine import ALL_FEATURES, FEATURES, Solver
from solver.game.variants import HOKM

pytestmark = pytest.mark.one_in(4)

MANY = scaled(8000)

KASIET = {"satat": True, "trump_method": "kasiet"}
SMALL = {
    **GAMES["plain"],
    **GAMES["satat"],
    "kasiet": Game(**KASIET),  # type: ignore[arg-type]
    "kasiet, W led": Game(**KASIET, kasiet_free_on_W="led"),  # type: ignore[arg-type]
    "kasiet, locked": Game(
        **KASIET,  # type: ignore[arg-type]
        kasiet_known="indicator_played",
        indicator_playable="after_known",
    ),
    "cut hukum": Game(trump_method="in_play"),
    "cut hukum, held": Game(trump_method="in_play", single_heap_until_trump=True),
    "cut hukum, not live": Game(trump_method="in_play", set_trick_active=False),
    "hidden": Game(trump_method="hidden"),
    "hidden, opponents": Game(trump_method="hidden", may_ask="opponents_only"),
    "hidden, whole trick": Game(trump_method="hidden", activation="whole_trick"),
    "two": Game(seats=2),
    "chokri": Game(seats=6),
}
"""Games for tricks that go to their winner at once."""
LARGE = {
    name: game
    for name, game in SMALL.items()
    if game.trump_method == "declared" and game.continue_fail == "keep_kot" and game.player is None
}


def an_open_kot(rng: random.Random, game: Game, cards: int) -> State:
    """An ending in which one side may still take the first so many tricks."""
    while True:
        state = endings.random_ending(rng, game, cards)
        need = ref.majority(game, state)
        if min(state.taken) == 0 and max(state.taken) < need and ref.moves(game, state):
            return state


def check(
    game: Game, state: State, result: tuple[int, int], most: int, solver: Solver
) -> set[tuple[bool, ...]]:
    """All four races with every number of points; which of them came out unlike the plain one."""
    position = position_of(game, state)
    n = state.tricks_done + ref.tricks_left(game, state)
    need = ref.majority(game, state)
    left = ref.points_left(game, state)
    found = set()
    for of_b in (False, True):
        if state.taken[not of_b]:
            continue
        for both in (False, True):
            for points in range(state.taken[0] + 1, state.taken[0] + left + 1):
                if both and not of_b:
                    expected = result >= (ref.KOT_A, max(points, need))
                elif both:
                    expected = (
                        result >= (ref.WIN_B, points) if points <= n - need else most >= points
                    )
                elif not of_b:
                    expected = result >= (ref.WIN_A, points) if points >= need else most >= points
                else:
                    expected = result >= (ref.KOT_B, min(points, n - need + 1))
                answer = solver.race_with_kot(
                    position, points - state.taken[0], need - state.taken[of_b], of_b, both
                )
                assert answer == expected, (state, of_b, both, points, result, most)
                if answer != (most >= points):
                    found.add((of_b, both, answer))
    return found


def tied(game: Game) -> Game:
    """The same game with an even split below every win of A, as the races take it."""
    return replace(game, continue_fail="keep_kot", tie=ref.WIN_B)


@pytest.mark.parametrize("name", SMALL)
def test_small_endings(name: str) -> None:
    rng = random.Random(f"kot first {name}")
    game = tied(SMALL[name])
    solver = Solver(4)
    for count in range(20):
        state = an_open_kot(rng, game, 1 + count % (2 if game.seats == 6 else 3))
        questions = ref.Questions(game)
        size, points = questions.result(state)
        most = state.taken[0] + int(questions.value(state))
        check(game, state, (int(size), int(points)), most, solver)


def check_large(rng: random.Random, game: Game, solver: Solver) -> set[tuple[bool, ...]]:
    most = {2: 8, 4: 5, 6: 3}[game.seats]
    state = an_open_kot(rng, game, rng.randint(2, most))
    brute = Brute(game, state)
    return check(game, state, brute.result(), state.taken[0] + brute.value(), solver)


@pytest.mark.parametrize("name", LARGE)
def test_larger_endings(name: str) -> None:
    """With one table for all, and with the bounds, merging and patterns off."""
    rng = random.Random(f"kot first, larger {name}")
    game = tied(LARGE[name])
    bare = FEATURES["table"] | FEATURES["order"] | FEATURES["refutations"]
    solvers = [Solver(4), Solver(0.25), Solver(4, features=bare)]
    for count in range(40):
        check_large(rng, game, solvers[count % 3])


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_many_larger_endings(name: str) -> None:
    rng = random.Random(f"kot first, many {name}")
    game = tied(LARGE[name])
    solver = Solver(4)
    for _ in range(max(1, MANY // (20 if game.seats == 6 else 4))):
        check_large(rng, game, solver)


@pytest.mark.slow
def test_every_race_differs_from_the_plain_one_somewhere() -> None:
    rng = random.Random("kot first differs")
    game, solver = tied(Game()), Solver(4)
    found = set()
    for _ in range(150):
        found |= check_large(rng, game, solver)
    # A kot as well is harder, and either of the two is easier.
    assert found == {(of_b, both, not both) for of_b in (False, True) for both in (False, True)}


def test_kots_of_any_length_share_a_table() -> None:
    """The cards left do not say how many tricks a kot still takes: hands of other lengths."""
    rng = random.Random("kots of any length")
    game = Game()
    for _ in range(12):
        state = State(endings.random_hands(rng, game, 6, "S"), "S", rng.randrange(4))
        position = position_of(game, state)
        shared = Solver(4)
        for kot in rng.sample(range(1, 7), 6):
            for a in (2, 3, 4):
                for of_b in (False, True):
                    for both in (False, True):
                        alone = Solver(1).race_with_kot(position, a, kot, of_b, both)
                        assert shared.race_with_kot(position, a, kot, of_b, both) == alone


def full_deal(seed: int) -> Position:
    pack = [str(card) for suit in Suit for card in Hand(0x1FFF << 13 * suit)]
    random.Random(seed).shuffle(pack)
    hands = tuple(Hand.of(map(Card.parse, pack[seat::4])) for seat in range(4))
    return Position.start(Deal(hands), Suit.SPADES, variant=HOKM)


@pytest.mark.parametrize("seed", range(4))
def test_full_deals_without_bounds(seed: int) -> None:
    position = full_deal(seed)
    whole = Solver(16)
    part = Solver(16, features=ALL_FEATURES & ~FEATURES["bounds"])
    points, _ = whole.value(position)
    for of_b in (False, True):
        for both in (False, True):
            for a in (points, points + 1):
                answer = whole.race_with_kot(position, a, 7, of_b, both)
                assert answer == part.race_with_kot(position, a, 7, of_b, both)


def test_a_node_limit() -> None:
    position = full_deal(5)
    exact = Solver(16).race_with_kot(position, 8, 7, True, True)
    assert Solver(16).race_with_kot(position, 8, 7, True, True, 50) is None
    solver = Solver(16)
    while (answer := solver.race_with_kot(position, 8, 7, True, True, 2000)) is None:
        pass
    assert answer == exact


def test_the_ends_of_the_scale() -> None:
    """No points asked for, or more than there are: the kot alone, or nothing of it."""
    position = Position.start("♠A ♥A ♦2 | ♠2 ♥K ♥Q | ♠3 ♥3 ♦3 | ♦A ♦K ♥5", Suit.SPADES)
    solver = Solver(1)
    assert solver.race_with_kot(position, 0, 2) is True
    assert solver.race_with_kot(position, 0, 3) is False
    assert solver.race_with_kot(position, 0, 2, both=False) is True
    assert solver.race_with_kot(position, 4, 2) is False
    assert solver.race_with_kot(position, 4, 2, both=False) is True
    assert solver.race_with_kot(position, 4, 2, of_b=True, both=False) is True
    with pytest.raises(OptionError, match="a kot of the next 4 tricks: expected 1 to 3"):
        solver.race_with_kot(position, 1, 4)
    heap = Position.start("0:A... K... Q... J...", None, variant=find_variant("double sar"))
    with pytest.raises(OptionError, match="no kot of double_sar is made by the first tricks"):
        solver.race_with_kot(heap, 1, 1)


def test_points_that_are_made_leave_the_kot_open() -> None:
    """The bound of the points is not asked about points that A has made, or can no longer make."""
    start = Position.start("0:JT.73..6 ..AT83.K K5.J..Q4", Suit.HEARTS, variant="three_hokm")
    bare = Solver(1, features=ALL_FEATURES & ~FEATURES["bounds"])
    for a in range(1, 6):
        for kot in range(1, 6):
            for of_b, both in ((False, False), (False, True), (True, False), (True, True)):
                asked = start, a, kot, of_b, both
                assert Solver(1).race_with_kot(*asked) == bare.race_with_kot(*asked), asked
    assert Solver().race_with_kot(start, 2, 5, node_limit=3000) is False
