"""Classes, values, leads, lines and tables against the slow reference, and every refusal."""

from __future__ import annotations

import random

import endings
import pytest
import reference as ref

from solver.analysis import (
    best_line,
    card_values,
    ladder,
    outcome,
    race,
    solve,
    table,
    tricks,
)
from solver.cards import Card, Hand, Suit
from solver.deal import Deal, Position, replay
from solver.engine import Solver
from solver.errors import OptionError
from solver.results import Outcome
from solver.variants import HOKM, Variant

HARD7 = HOKM.with_options(stop_rule="hard7")
E1 = "♠A ♥A ♦2 | ♠2 ♥K ♥Q | ♠3 ♥3 ♦3 | ♦A ♦K ♥5"


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(4)


def position_of(state: ref.State, variant: Variant = HOKM) -> Position:
    return Position(
        tuple(Hand.of(map(Card.parse, hand)) for hand in state.hands),
        None if state.trump is None else Suit.parse(state.trump),
        state.leader,
        tuple(map(Card.parse, state.table)),
        variant,
        taken=state.taken,
        tricks_done=state.tricks_done,
        kot=kot_so_far(state),
    )


def kot_so_far(state: ref.State) -> int:
    """In these endings a kot can only have come about with the very last trick."""
    need = (state.tricks_done + ref.tricks_left(ref.Game(), state)) // 2 + 1
    if max(state.taken) < need or min(state.taken) > 0:
        return 0
    return 1 if state.taken[0] else -1


@pytest.mark.parametrize("stop_rule", ["may_continue", "hard7"])
def test_everything_on_random_endings(stop_rule: str, solver: Solver) -> None:
    rng = random.Random(f"analysis {stop_rule}")
    game = ref.Game(stop_rule=stop_rule)
    variant = HOKM.with_options(stop_rule=stop_rule)
    for _ in range(25):
        state = endings.random_ending(rng, game, rng.choice((1, 2, 2, 3)))
        position = position_of(state, variant)
        pairs = [(a, b) for a in range(1, 4) for b in range(1, 4)]
        answer = solve(position, ("class", "value", "leads", "line"), pairs, solver)
        questions = ref.Questions(game)
        assert answer.value == questions.value(state) + state.taken[0]
        assert answer.outcome == questions.outcome(state)
        assert answer.decided
        for a, b in pairs:
            if state.taken[0] < a or state.taken[1] < b:
                expected = questions.race(state, a - state.taken[0], b - state.taken[1])
                assert answer.races[a, b] == bool(expected)
        assert {str(lead.card): lead.value for lead in answer.leads} == {
            card: worth + state.taken[0] for card, worth in ref.move_values(game, state).items()
        }
        assert {str(lead.card): lead.outcome for lead in answer.leads} == ref.move_outcomes(
            game, state
        )
        assert answer.line is not None
        assert answer.line.value == answer.value
        assert replay(position, answer.line.cards).taken[0] == answer.value
        assert replay(position, answer.line.cards).over


def test_e1_count_is_not_class(solver: Solver) -> None:
    position = Position.start(E1, Suit.SPADES)
    answer = solve(position, ("class", "value", "leads"), solver=solver)
    assert (answer.outcome, answer.value) == (Outcome.KOT_A, 2)
    leads = {str(lead.card): (lead.outcome, lead.value) for lead in answer.leads}
    assert leads == {
        "SA": (Outcome.KOT_A, 2),
        "HA": (Outcome.KOT_A, 2),
        "D2": (Outcome.WIN_A, 2),
    }
    assert answer.to_dict()["leads"]["D2"] == {"class": "WIN_A", "value": 2}
    assert answer.to_dict()["class"] == "KOT_A"
    assert "KOT_A, 2 points for A" in str(answer)


def test_only_what_is_asked_is_answered(solver: Solver) -> None:
    position = Position.start(E1, Suit.SPADES)
    assert set(solve(position, ("class",), solver=solver).to_dict()) == {
        "schema", "class", "nodes", "seconds",
    }  # fmt: skip
    assert solve(position, (), [(2, 1)], solver).to_dict()["races"] == {"2,1": True}
    assert "value" not in solve(position, ("line",), solver=solver).to_dict()


def test_short_forms(solver: Solver) -> None:
    position = Position.start(E1, Suit.SPADES)
    assert outcome(position, solver) is Outcome.KOT_A
    assert tricks(position, solver) == 2
    assert race(position, 2, 1, solver) is True
    assert race(position, 3, 1, solver) is False
    assert [str(lead) for lead in card_values(position, solver)] == [
        "SA KOT_A 2",
        "HA KOT_A 2",
        "D2 WIN_A 2",
    ]
    line = best_line(position, solver)
    assert replay(position, line.cards).taken == (2, 1)


def test_counts_are_those_of_the_whole_hand(solver: Solver) -> None:
    position = replay(Position.start(E1, Suit.SPADES), ["SA", "S2", "S3", "H5"])
    answer = solve(position, ("class", "value", "leads", "line"), [(2, 1), (3, 1)], solver)
    assert (answer.outcome, answer.value) == (Outcome.KOT_A, 2)
    assert answer.races == {(2, 1): True, (3, 1): False}
    over = replay(position, answer.line.cards if answer.line else ())
    done = solve(over, ("class", "value", "leads", "line"), solver=solver)
    assert (done.outcome, done.value, done.leads) == (Outcome.KOT_A, 2, ())


@pytest.mark.parametrize(
    ("variant", "last", "settled"),
    [
        (HOKM, "...2", Outcome.KOT_A),
        (HOKM, "...A", Outcome.BAVNEY_A),
        (HARD7, "...2", Outcome.KOT_A),
    ],
)
def test_a_kot_that_was_made_is_kept(
    variant: Variant, last: str, settled: Outcome, solver: Solver
) -> None:
    hands = tuple(map(Hand.parse, (last, "...3", "...4", "...5")))
    position = Position(hands, None, variant=variant, taken=(2, 0), tricks_done=2, kot=1)
    if variant is HOKM:
        assert outcome(position, solver) is settled
    (lead,) = card_values(position, solver)
    assert lead.outcome is settled
    for card in (last.replace("...", "C"), "C3", "C4", "C5"):
        position = position.play(card)
    assert outcome(position, solver) is settled


def test_ladders() -> None:
    position = Position.start(E1, None)
    assert ladder(position) == (
        (Outcome.BAVNEY_A, 3, 1),
        (Outcome.KOT_A, 2, 1),
        (Outcome.WIN_A, 2, 2),
        (Outcome.WIN_B, 1, 2),
        (Outcome.KOT_B, 1, 3),
        (Outcome.BAVNEY_B, 0, 1),
    )
    hard = [name for name, _, _ in ladder(position, hard7=True)]
    assert hard == [Outcome.KOT_A, Outcome.WIN_A, Outcome.WIN_B, Outcome.KOT_B]
    assert [name for name, _, _ in ladder(Position.start(E1, None, variant=HARD7))] == hard


def test_the_table_is_seen_from_each_caller(solver: Solver) -> None:
    deal = Deal.parse(E1)
    answer = table(deal, solver)
    assert len(answer.classes) == 16
    assert answer.classes[Suit.SPADES, 0] is Outcome.KOT_A
    for (trump, caller), value in answer.values.items():
        assert value == tricks(Position.start(deal.rotate(caller), trump), solver)
    assert answer.to_dict()["S"][0] == {"class": "KOT_A", "value": 2}
    assert str(answer).splitlines()[1].startswith("♠       2 KOT_A")


@pytest.mark.parametrize(
    ("ask", "word"),
    [(("clas",), "'clas'"), (("class", "price"), "'price'"), ("values", "'values'")],
)
def test_unknown_questions(ask: tuple[str, ...], word: str, solver: Solver) -> None:
    with pytest.raises(OptionError, match=word):
        solve(Position.start(E1, None), ask, solver=solver)


def test_negative_limits(solver: Solver) -> None:
    with pytest.raises(OptionError, match="node limit -1"):
        solve(Position.start(E1, None), solver=solver, node_limit=-1)
