"""Every reason that is stated holds by its words, and none that holds is left out.

Lines of best play of random endings of every game, under settings in which every three values of
its options meet; half of them the line that `best_line` gives, half with a random card of those
that keep as much at each place. The checker (tests/oracle/reason_words.py) knows the words of
`Reason` and the slow reference.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
import reference as ref
from covering import plan
from reason_words import Trick, asked, check_line, kept, next_state
from size import scaled
from test_class_first import GAMES_OF, an_ending, deal_of
from translate import game_of, position_of, state_of

from solver import Card, Position, Solver, Suit, best_line, explain
from solver.game.move import Move
from solver.game.variants import Variant
from solver.open.answers import Line
from solver.open.explained import Reason

HEAVY = ("chokri", "dehla_five_card")
"""Games whose reference takes its time: endings of at most two cards."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(4)


def another(line: Line, game: ref.Game, start: ref.State, rng: random.Random) -> Line:
    """A line of the same result with a random card of those that keep it at each place."""
    questions, state = ref.Questions(game), start
    played: list[Move] = []
    trick: list[tuple[str, bool]] = []
    first = state
    while ref.moves(game, state):
        found = kept(questions, state, line.outcome is not None)
        card, asks = rng.choice(sorted(found.keep))
        state = asked(game, state) if asks else state
        played.append(Move(Card.parse(card), asks))
        trick.append((card, asks))
        state = ref.lay(game, state, card)
        if len(state.table) == game.seats:
            after = next_state(game, Trick(game, first, trick))
            if after is None:
                break
            state, first, trick = after, after, []
    return replace(line, moves=tuple(played))


def check_one(rng: random.Random, variant: Variant, cards: int, solver: Solver) -> Counter[str]:
    """The reasons of one line of best play of a random ending, each held against its words."""
    game, state, kot = an_ending(rng, variant, cards)
    position = replace(position_of(game, state, variant), kot=kot)
    state = state_of(position)
    line = best_line(position, solver)
    may_stop = variant.get("continue_fail", "keep_kot") != "keep_kot"
    if line.stops is None and not may_stop and rng.random() < 0.5:
        line = another(line, game, state, rng)
    told = [trick.to_dict() for trick in explain(position, line, solver)]
    return Counter(check_line(game, state, told, line.outcome is not None, line.stops))


def lines_of(name: str, count: int, solver: Solver) -> Counter[str]:
    """So many lines of one game; how often each reason was stated."""
    rng = random.Random(f"words of reasons {name}")
    rows = plan(GAMES_OF[name])
    met: Counter[str] = Counter()
    for number in range(count):
        cards = 2 if name in HEAVY or number % 5 else 3
        met += check_one(rng, rows[number % len(rows)], cards, solver)
    return met


@pytest.mark.parametrize("name", GAMES_OF)
def test_a_few_lines_of_every_game(name: str, solver: Solver) -> None:
    assert lines_of(name, 4 if name in HEAVY else 20, solver)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES_OF)
def test_lines_of_every_game(name: str, solver: Solver) -> None:
    """With the fifteen games 10^5 lines."""
    met = lines_of(name, scaled(6700), solver)
    print(name, sum(met.values()), dict(met.most_common()))


@pytest.mark.slow
def test_every_reason_is_met(solver: Solver) -> None:
    met: Counter[str] = Counter()
    for name in GAMES_OF:
        met += lines_of(name, 20 if name in HEAVY else 150, solver)
    assert set(met) == {reason.value for reason in Reason}


@pytest.mark.parametrize("seed", range(3))
def test_tricks_of_whole_hands(seed: int, solver: Solver) -> None:
    """Thirteen tricks of the plain game; what other cards are worth is left out."""
    position = Position.start(deal_of(seed), Suit.SPADES)
    told = [trick.to_dict() for trick in explain(position, solver=solver)]
    stated = check_line(game_of(position.variant), state_of(position), told, True, worth=False)
    assert len(told) == 13
    assert stated
