"""Invariants, on endings too long for a reference: renaming suits, turning seats and other changes
that must not matter. Positions are the hostile endings of every game."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Callable

import endings
import pytest
import reference as ref
from games import ALL_GAMES, played
from reference import Game, State
from size import scaled
from translate import game_of, position_of

from solver.base.outcomes import Outcome
from solver.core.engine import ALL_FEATURES, FEATURES, Solver
from solver.game.course import replay
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import find_variant
from solver.open.ladder import ladder
from solver.open.line import best_line
from solver.open.questions import outcome, solve

pytestmark = pytest.mark.one_in(4)

ROUNDS = 15
MANY = scaled(400)
"""Positions of each invariant and game in the slow-marked run."""

SIZE = {2: 11, 3: 8, 4: 7, 6: 4}
"""Cards in a hand, by number of seats."""

Rename = Callable[[str], str]


def rounds(short: int = ROUNDS) -> list[object]:
    """The default run and the long one, as parameters of an invariant."""
    return [pytest.param(short, id=""), pytest.param(MANY, id="many", marks=pytest.mark.slow)]


def an_ending(rng: random.Random, game: Game, spare: int = 0) -> State:
    """A position of up to SIZE cards a hand; with three players a two is out of the pack."""
    while True:
        cards = rng.randint(max(1, SIZE[game.seats] - 3), SIZE[game.seats]) - spare
        state = endings.random_ending(rng, game, max(cards, 1))
        held = [card for hand in (*state.hands, state.table) for card in hand]
        if game.seats != 3 or sum(card[1] == "2" for card in held) < 4:
            return state


def value(game: Game, state: State, solver: Solver | None = None) -> int:
    low, high = (solver or Solver(2)).value(position_of(game, state))
    assert low == high
    return low


def renamed(state: State, rename: Rename, trump: str | None) -> State:
    return state._replace(
        hands=tuple(tuple(sorted(map(rename, hand))) for hand in state.hands),
        table=tuple(map(rename, state.table)),
        trump=trump,
    )


def suits_renamed(rng: random.Random, game: Game, state: State) -> State:
    """Suits under other names; hearts stay where the 2 of hearts is special."""
    others = [suit for suit in ref.SUITS if not (game.satat and suit == "H")]
    names = dict(zip(others, rng.sample(others, len(others)), strict=True))
    names.setdefault("H", "H")
    trump = None if state.trump is None else names[state.trump]
    return renamed(state, lambda card: names[card[0]] + card[1], trump)


def ranks_spread_anew(rng: random.Random, game: Game, state: State) -> State:
    """The cards in play spread anew over the ranks of their suit, in the same order; special
    cards (tens, aces, the 2 of hearts, with six seats every two) keep their rank."""
    marked = set()
    if game.points == "tens":
        marked |= {card for card in ref.FULL_DECK if card[1] == "T"}
    if game.ace_rule != "off":
        marked |= {card for card in ref.FULL_DECK if card[1] == "A"}
    if game.satat:
        marked.add(ref.WILD)
    if game.seats == 6:
        marked |= {card for card in ref.FULL_DECK if card[1] == "2"}
    held = {card for hand in (*state.hands, state.table) for card in hand}
    names: dict[str, str] = {}
    for suit in ref.SUITS:
        # Between one special rank and the next the others may stand anywhere, in their order.
        stretch: list[str] = []
        for rank in (*ref.RANKS, "end"):
            if rank == "end" or suit + rank in marked:
                mine = [card for card in stretch if card in held]
                where = sorted(rng.sample(range(len(stretch)), len(mine)))
                names |= {card: stretch[at] for card, at in zip(mine, where, strict=True)}
                names[suit + rank] = suit + rank
                stretch = []
            else:
                stretch.append(suit + rank)
    return renamed(state, names.__getitem__, state.trump)


def turned(game: Game, state: State, step: int) -> tuple[Game, State]:
    """The seats numbered so that seat `step` becomes seat 0."""
    hands = state.hands[step:] + state.hands[:step]
    same = step % 2 == 0 or game.player is not None
    taken = state.taken if same else state.taken[::-1]
    player = None if game.player is None else (game.player - step) % game.seats
    state = state._replace(
        hands=hands, leader=(state.leader - step) % game.seats, taken=taken, collected=taken
    )
    return dataclasses.replace(game, player=player), state


@pytest.mark.parametrize("count", rounds())
@pytest.mark.parametrize("name", ALL_GAMES)
def test_names_of_suits_and_ranks_do_not_matter(name: str, count: int) -> None:
    rng, game = random.Random(f"names {name}"), ALL_GAMES[name]
    for _ in range(count):
        state = an_ending(rng, game)
        expected = value(game, state)
        for change in (suits_renamed, ranks_spread_anew):
            other = change(rng, game, state)
            if game.seats == 3 and change is ranks_spread_anew:
                held = [card for hand in (*other.hands, other.table) for card in hand]
                if sum(card[1] == "2" for card in held) == 4:
                    continue
            assert value(game, other) == expected, (state, change.__name__)


@pytest.mark.parametrize("count", rounds())
@pytest.mark.parametrize("name", ALL_GAMES)
def test_seats_do_not_matter(name: str, count: int) -> None:
    """Turning by two (by one with three seats) changes nothing; by one the sides change places,
    and what one takes the other does not: tens sum to four."""
    rng, game = random.Random(f"seats {name}"), ALL_GAMES[name]
    for _ in range(count):
        state = an_ending(rng, game)
        expected = value(game, state)
        assert value(*turned(game, state, 1 if game.seats == 3 else 2 % game.seats)) == expected
        if game.player is None:
            left = ref.points_left(game, state)
            assert value(*turned(game, state, 1)) == left - expected, state


@pytest.mark.parametrize("count", rounds())
@pytest.mark.parametrize("name", ALL_GAMES)
def test_touching_cards_of_a_hand_are_worth_the_same(name: str, count: int) -> None:
    rng, game = random.Random(f"touch {name}"), ALL_GAMES[name]
    solver = Solver(4)
    for _ in range(count):
        state = an_ending(rng, game, 1)
        held = [card for hand in (*state.hands, state.table) for card in hand]
        worth = {}
        for card in ref.moves(game, state):
            after, gained = played(game, state, card)
            rest = value(game, after, solver) if ref.moves(game, after) else 0
            worth[card] = rest + gained
        for card in worth:
            ranks = [rank for rank in ref.RANKS if card[0] + rank in held]
            above = ranks[ranks.index(card[1]) + 1 :][:1]
            for rank in above:
                special = {card[1], rank} & (
                    ({"T"} if game.points == "tens" else set())
                    | ({"A"} if game.ace_rule != "off" else set())
                )
                if card[0] + rank in worth and not special and card != ref.WILD:
                    assert worth[card] == worth[card[0] + rank], (state, card)


PLAIN_NAMES = [name for name, game in ALL_GAMES.items() if game.capture == "single"]
HEAP_NAMES = [
    name
    for name, game in ALL_GAMES.items()
    if game.capture == "double" and game.points == "tricks" and game.first_streak == 2
]
TENS_NAMES = [name for name, game in ALL_GAMES.items() if game.points == "tens"]


@pytest.mark.parametrize("count", rounds())
@pytest.mark.parametrize("name", HEAP_NAMES)
def test_one_more_trick_in_the_heap_is_worth_nothing_or_one(name: str, count: int) -> None:
    rng, game = random.Random(f"heap {name}"), ALL_GAMES[name]
    for _ in range(count):
        state = an_ending(rng, game)
        state = state._replace(taken=(0, 0), collected=(0, 0), heap=min(state.heap, 3))
        total = state.tricks_done + ref.tricks_left(game, state)
        if state.heap >= state.tricks_done or total > 13:
            continue
        solver = Solver(2)
        more = value(game, state._replace(heap=state.heap + 1), solver)
        assert more - value(game, state, solver) in (0, 1), state


@pytest.mark.parametrize("name", TENS_NAMES)
def test_without_tens_there_is_nothing_to_win(name: str) -> None:
    rng, game = random.Random(f"no tens {name}"), ALL_GAMES[name]
    for _ in range(ROUNDS):
        state = an_ending(rng, game)
        names = {card for hand in (*state.hands, state.table) for card in hand}
        if not any(card[1] == "T" for card in names):
            expected = {0, state.heap_tens}
            assert value(game, state) in expected


@pytest.mark.parametrize("count", rounds())
@pytest.mark.parametrize(
    "duty", [{}, {"void_duty": "must_trump"}, {"overtrump_duty": "always"}], ids=str
)
def test_double_sar_with_everything_collected_at_once_is_plain(
    duty: dict[str, str], count: int
) -> None:
    """A streak of one, which no setting offers: the heap search then gives every trick to its
    winner. Without the bounds, which know streaks of two and three only."""
    rng = random.Random(f"at once {duty}")
    plain, single = Game(**duty), Game(capture="double", first_streak=1, **duty)  # type: ignore[arg-type]
    assert not set(find_variant("double sar").options["first_streak"].values) & {1}
    for _ in range(count):
        state = an_ending(rng, plain)
        solver = Solver(2, features=ALL_FEATURES & ~FEATURES["bounds"])
        assert value(plain, state) == value(single, state, solver), state


@pytest.mark.parametrize("count", rounds())
@pytest.mark.parametrize("name", ["double_sar", "beranga", "band_rang_double", "dummy_rang"])
def test_a_heap_that_only_the_last_trick_takes(name: str, count: int) -> None:
    """Where no trick but the last may collect, all or nothing is won, as in the race for it."""
    rng = random.Random(f"all at the end {name}")
    variant = find_variant(name).with_options(no_collect=set(range(1, 13)))
    game = game_of(variant)
    for _ in range(count):
        state = an_ending(rng, game)._replace(taken=(0, 0), collected=(0, 0))
        state = state._replace(heap=state.tricks_done, streak=min(state.streak, state.tricks_done))
        position = position_of(game, state, variant)
        left = ref.points_left(game, state)
        low, high = Solver(2).value(position)
        assert low == high in (0, left)
        bare = Solver(2, features=ALL_FEATURES & ~FEATURES["bounds"])
        assert bare.race(position, 1, left) == (low == left)


@pytest.mark.parametrize("count", rounds())
@pytest.mark.parametrize("name", [name for name, game in ALL_GAMES.items() if game.player is None])
def test_side_values_add_up(name: str, count: int) -> None:
    """What one side is sure of and what the other is sure of make up all the points: the same
    question put to the other side, by letting the sides change names."""
    rng, game = random.Random(f"add up {name}"), ALL_GAMES[name]
    for _ in range(count):
        state = an_ending(rng, game)
        left = ref.points_left(game, state)
        mine = value(game, state)
        assert value(*turned(game, state, 1)) + mine == left, state
        held = [card for hand in (*state.hands, state.table) for card in hand]
        if game.points == "tens":
            tens = sum(card[1] == "T" for card in held) + state.heap_tens
            assert left == tens
            assert tens + sum(state.taken) == 4


@pytest.mark.parametrize("count", rounds())
def test_satat_without_the_wild_two_is_plain(count: int) -> None:
    rng = random.Random("no wild two")
    plain, satat = Game(), Game(satat=True)
    for _ in range(count):
        state = an_ending(rng, plain)
        held = [card for hand in (*state.hands, state.table) for card in hand]
        if ref.WILD in held:
            continue
        state = state._replace(trump=state.trump or "S")
        assert value(plain, state) == value(satat, state), state


@pytest.mark.parametrize("count", rounds())
def test_be_ranga_with_trump_made_is_double_sar(count: int) -> None:
    rng = random.Random("be ranga")
    double, beranga = find_variant("double_sar"), find_variant("beranga")
    game = Game(capture="double")
    solvers = Solver(2), Solver(2)
    for _ in range(count):
        state = an_ending(rng, game)
        if state.trump is None:
            continue
        made = position_of(game, state, double)
        assert solvers[0].value(made) == solvers[1].value(position_of(game, state, beranga)), state


@pytest.mark.parametrize("count", rounds())
def test_dummy_rang_is_double_sar_or_plain(count: int) -> None:
    rng = random.Random("dummy")
    dummy = find_variant("dummy_rang")
    for _ in range(count):
        for game, variant in (
            (Game(capture="double"), dummy),
            (Game(), dummy.with_options(dummy_capture="single")),
        ):
            state = an_ending(rng, game)
            assert Solver(1).value(position_of(game, state, variant))[0] == value(game, state)


@pytest.mark.parametrize("count", rounds())
def test_two_players_are_four_with_partners_who_never_win(count: int) -> None:
    """Partners who hold nothing but clubs, which nobody else has and which are not trumps."""
    rng = random.Random("two and four")
    clubs = [card for card in ref.FULL_DECK if card[0] == "C"]
    others = [card for card in ref.FULL_DECK if card[0] != "C"]
    for _ in range(count):
        cards = rng.randint(1, 6)
        mine = rng.sample(others, 2 * cards)
        losers = rng.sample(clubs, 2 * cards)
        two = ref.make_state([mine[:cards], mine[cards:]], rng.choice("SHD"), rng.randrange(2))
        hands = [mine[:cards], mine[cards:], losers[:cards], losers[cards:]]
        four = ref.make_state(hands, two.trump, two.leader)
        assert value(Game(seats=2), two) == value(Game(), four), two


@pytest.mark.parametrize("count", rounds())
def test_a_stronger_card_never_costs_a_trick(count: int) -> None:
    """Plain game, duties off: a card of A that changes places with the next higher one in play,
    when B holds that, never lowers A's points."""
    rng, game = random.Random("stronger"), Game()
    for _ in range(count):
        state = an_ending(rng, game)
        if state.table:
            continue
        owner = {card: seat for seat, hand in enumerate(state.hands) for card in hand}
        pairs = []
        for suit in ref.SUITS:
            run = [suit + rank for rank in ref.RANKS if suit + rank in owner]
            pairs += [
                (low, high)
                for low, high in itertools.pairwise(run)
                if owner[low] % 2 == 0 and owner[high] % 2 == 1
            ]
        if not pairs:
            continue
        low, high = rng.choice(pairs)
        swap = {low: high, high: low}
        other = renamed(state, lambda card, swap=swap: swap.get(card, card), state.trump)
        assert value(game, other) >= value(game, state), (state, low, high)


@pytest.mark.parametrize("count", rounds())
@pytest.mark.parametrize("name", PLAIN_NAMES)
def test_races_are_monotone(name: str, count: int) -> None:
    """More to win is harder, more time easier; a race that lasts tells the value, and one that
    stops early is never easier than it."""
    rng, game = random.Random(f"monotone {name}"), ALL_GAMES[name]
    for _ in range(count):
        state = an_ending(rng, game)
        position, solver = position_of(game, state), Solver(2)
        left = ref.points_left(game, state)
        found = {
            (a, b): solver.race(position, a, b)
            for a in range(1, left + 1)
            for b in range(1, left + 2 - a)
        }
        for (a, b), won in found.items():
            assert won <= found.get((a - 1, b), True), (state, a, b)
            assert won <= found.get((a, b + 1), True), (state, a, b)
        exact = value(game, state)
        assert all(found[a, left + 1 - a] == (exact >= a) for a in range(1, left + 1)), state


CLASSED = [
    name
    for name, game in ALL_GAMES.items()
    if game.capture == "single" and game.seats in (2, 4) and game.player is None
]


@pytest.mark.parametrize("count", rounds())
@pytest.mark.parametrize("name", CLASSED)
def test_class_agrees_with_its_races(name: str, count: int) -> None:
    rng, game = random.Random(f"class {name}"), ALL_GAMES[name]
    for _ in range(count):
        state = an_ending(rng, game)
        state = state._replace(taken=(0, 0), collected=(0, 0), tricks_done=0)
        position = position_of(game, state)
        rungs = ladder(position)
        found = outcome(position, Solver(2))
        for name_of_class, a, b in rungs[:-1]:
            mine, theirs = position.taken
            if a <= mine or b <= theirs:
                continue
            won = Solver(1).race(position, a - mine, b - theirs)
            assert won == (found >= name_of_class), (state, name_of_class, found)


def result(position: Position, solver: Solver, seat: int) -> tuple[Outcome | None, int | None]:
    """The class and the points kept with it; without a class the points the seat is sure of."""
    answer = solve(position, ("result",), solver=solver)
    if answer.outcome is not None:
        return answer.outcome, answer.class_value
    low, high = solver.value(position)
    assert low == high
    return None, position.taken[seat] + low


@pytest.mark.parametrize("count", rounds(6))
@pytest.mark.parametrize("name", ALL_GAMES)
def test_the_best_line_leads_to_the_result(name: str, count: int) -> None:
    rng, game = random.Random(f"line {name}"), ALL_GAMES[name]
    for _ in range(count):
        state = an_ending(rng, game, 1)
        position, solver = position_of(game, state), Solver(2)
        line = best_line(position, solver)
        end = replay(position, line.cards)
        assert end.over
        mine = 0 if game.seats != 3 or game.player is None else game.player
        assert line.value == end.taken[mine]
        assert (line.outcome, line.value) == result(position, solver, mine), state
        # Nobody could have done better on the way, where nobody had the choice to stop.
        for card in line.cards:
            position = position.play(card)
            if not position.over and line.stops is None:
                assert (line.outcome, line.value) == result(position, solver, mine), (state, card)


def test_direction_only_tells_where_the_seats_are() -> None:
    hands = ["AKQ.J.T.9", "J.Q.Q.QJT", "5.A.A.765", "6.K.K.A43"]
    other = " ".join([hands[0], *hands[:0:-1]])
    for start in "NESW":
        cw = Deal.parse(f"{start}:{' '.join(hands)}", "cw")
        assert cw == Deal.parse(f"{start}:{other}", "ccw")
        assert cw.mirror() == Deal.parse(f"{start}:{' '.join(hands)}", "ccw")
        assert cw.mirror().mirror() == cw


def test_options_that_cannot_matter() -> None:
    """A trick number that is over and duties without trumps change nothing."""
    rng = random.Random("no matter")
    for _ in range(ROUNDS):
        game = Game(capture="double")
        state = an_ending(rng, game)
        past = frozenset(range(1, min(state.tricks_done, 12) + 1))
        forbidden = dataclasses.replace(game, no_collect=past)
        assert value(game, state) == value(forbidden, state), state
        bare = state._replace(trump=None)
        duty = dataclasses.replace(game, void_duty="must_trump", overtrump_duty="always")
        assert value(game, bare) == value(duty, bare), state


def test_positions_of_the_middle_are_those_played_to() -> None:
    """Playing on from a start asks the same table the same things as a fresh position."""
    rng = random.Random("played to")
    for name, game in ALL_GAMES.items():
        state = an_ending(rng, game)
        position: Position = position_of(game, state)
        solver = Solver(2)
        while not position.over:
            assert solver.value(position) == Solver(2).value(position), name
            position = position.play(rng.choice(position.legal()))
