"""Classes, values, leads, lines and tables against the slow reference, and every refusal."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import get_args

import endings
import numpy as np
import pytest
import reference as ref
from translate import game_of, position_of

from solver.base.cards import Card, Hand, Suit
from solver.base.errors import DealError, OptionError, PlayError, VariantError
from solver.base.outcomes import Detail, Outcome
from solver.core.engine import Solver
from solver.game.course import replay
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import HOKM, PRESETS, VARIANTS, Variant, find_variant
from solver.open.challenge import challenge
from solver.open.guarantees import guarantees
from solver.open.ladder import kot_rungs, ladder
from solver.open.line import best_line
from solver.open.questions import (
    QuestionName,
    card_values,
    each_card_value,
    outcome,
    race,
    solve,
    tricks,
)
from solver.open.review import review
from solver.open.table import table

HARD7 = HOKM.with_options(stop_rule="hard7")
FULL = "0:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
E1 = "♠A ♥A ♦2 | ♠2 ♥K ♥Q | ♠3 ♥3 ♦3 | ♦A ♦K ♥5"


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(4)


def kot_so_far(state: ref.State) -> int:
    """In these endings a kot can only have come about with the very last trick."""
    need = (state.tricks_done + ref.tricks_left(ref.Game(), state)) // 2 + 1
    if max(state.taken) < need or min(state.taken) > 0:
        return 0
    return 1 if state.taken[0] else -1


@pytest.mark.one_in(2)
@pytest.mark.parametrize("stop_rule", ["may_continue", "hard7"])
def test_everything_on_random_endings(stop_rule: str, solver: Solver) -> None:
    rng = random.Random(f"analysis {stop_rule}")
    game = ref.Game(stop_rule=stop_rule)
    variant = HOKM.with_options(stop_rule=stop_rule)
    for _ in range(25):
        state = endings.random_ending(rng, game, rng.choice((1, 2, 2, 3)))
        position = replace(position_of(game, state, variant), kot=kot_so_far(state))
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
    assert answer.to_dict()["leads"]["D2"] == {"class": "WIN_A", "class_value": 2, "value": 2}
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
    hard = [name for name, _, _ in ladder(Position.start(E1, None, variant=HARD7))]
    assert hard == [Outcome.KOT_A, Outcome.WIN_A, Outcome.WIN_B, Outcome.KOT_B]


def test_the_table_is_seen_from_each_caller(solver: Solver) -> None:
    deal = Deal.parse(E1)
    answer = table(deal, solver)
    assert len(answer.classes) == 16
    assert answer.classes[Suit.SPADES, 0] is Outcome.KOT_A
    for (trump, caller), value in answer.values.items():
        assert value == tricks(Position.start(deal.rotate(caller), trump), solver)
    assert answer.to_dict()["S"][0] == {"class": "KOT_A", "class_value": 2, "value": 2}
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


def all_variants() -> list[Variant]:
    """Every game and preset, and every table of tens."""
    tens = [
        variant.with_options(dehla_result=result)
        for variant in VARIANTS
        if "dehla_result" in variant.options
        for result in ("w25", "tricks_decide", "no_winner")
    ]
    return [*VARIANTS, *PRESETS.values(), *tens]


@pytest.mark.one_in(6)
@pytest.mark.parametrize("variant", all_variants(), ids=str)
def test_classes_and_lines_of_every_game(variant: Variant, solver: Solver) -> None:
    rng = random.Random(f"classes {variant}")
    player = 1 if not variant.has_sides else None
    tie = -1 if variant.family == "chokri" else 0
    game = replace(game_of(variant, player), tie=tie)
    for count in range(8):
        later = 1 + count % 2 if variant.deals_later else 0
        cards = 1 + count % (2 if later else 3)  # with reserves the slow reference takes its time
        state = endings.random_ending(rng, game, cards, later)
        if not variant.has_sides and "C2" in str(state.hands + state.table):
            continue
        kot = kot_so_far(state) if ref.plays_for_first_seven(game) and player is None else 0
        position = replace(position_of(game, state, variant), kot=kot)
        questions = ref.Questions(game)
        try:
            answer = solve(position, ("class", "value", "leads", "line"), solver=solver)
        except VariantError:
            pytest.skip(f"{variant.name} has no search")
        assert answer.value == questions.value(state) + state.taken[0]
        assert answer.line is not None
        assert replay(position, answer.line.to_dict()).owned[0] == answer.value
        leads = {str(lead.move): lead for lead in answer.leads}
        for move in ref.moves(game, state):
            if move != ref.ASK:
                worth = questions.move_value(state, move) + state.taken[0]
                assert leads[move].value == worth
        if not variant.has_sides:
            assert answer.outcome is None
            continue
        expected = questions.outcome(state)
        assert answer.outcome == expected
        if kot and variant.get("continue_fail") != "keep_kot":
            continue  # the reference holds a side that went on to it; here it may stop
        for move in ref.moves(game, state):
            if move != ref.ASK and leads[move].outcome is not None:
                assert leads[move].outcome == questions.move_outcome(state, move)


def test_e6_partners_do_not_chain(solver: Solver) -> None:
    hands = "♥4 ♠3 ♠K | ♥3 ♥K ♥Q | ♥A ♠2 ♠4 | ♥2 ♠A ♠Q"
    single = solve(Position.start(hands, Suit.SPADES), ("class", "value"), solver=solver)
    assert (single.outcome, single.value) == (Outcome.WIN_A, 2)
    double = Position.start(hands, Suit.SPADES, variant=find_variant("double sar"))
    assert outcome(double, solver) is Outcome.KOT_B
    assert {lead.value for lead in card_values(double, solver)} == {0}


def test_e12_challenge(solver: Solver) -> None:
    hands = "♥4 ♥5 ♥6 | ♠A ♥A ♥K | ♠2 ♦2 ♦3 | ♥2 ♥3 ♣2"
    answer = challenge(hands, Suit.DIAMONDS, solver)
    assert answer.outcome is Outcome.KOT_A
    assert {suit: answer.classes[1, suit] for suit in (Suit.SPADES, Suit.HEARTS, Suit.CLUBS)} == {
        Suit.SPADES: Outcome.WIN_B,
        Suit.HEARTS: Outcome.KOT_B,
        Suit.CLUBS: Outcome.BAVNEY_B,
    }
    assert answer.succeeds == {
        (seat, suit): suit is not Suit.SPADES
        for suit in (Suit.SPADES, Suit.HEARTS, Suit.CLUBS)
        for seat in (1, 3)
    }
    assert (answer.pays, answer.best, answer.value) == (True, (1, Suit.HEARTS), Outcome.KOT_B)
    assert answer.to_dict()["best"] == [1, "H"]
    assert "a challenge pays: seat 1 to ♥" in str(answer)
    refused = challenge(hands, Suit.CLUBS, solver)
    assert (refused.pays, refused.value) == (False, Outcome.BAVNEY_B)
    assert str(refused).endswith("no challenge pays")


@pytest.mark.one_in(4)
@pytest.mark.parametrize("target", ["first7", "any_run_of_7"])
@pytest.mark.parametrize("leader", ["caller", "challenger"])
def test_challenges_against_the_reference(leader: str, target: str, solver: Solver) -> None:
    rng = random.Random(leader)
    game = ref.Game()
    for _ in range(10):
        hands = endings.random_hands(rng, game, 3, "S")
        state = ref.make_state(hands, "S")
        deal = Deal(tuple(Hand.of(map(Card.parse, hand)) for hand in hands))
        answer = challenge(deal, Suit.SPADES, solver, leader, target)
        found = {(seat, suit.letter): made for (seat, suit), made in answer.succeeds.items()}
        assert found == ref.challenges(game, state, target, leader)


def test_refused_challenges(solver: Solver) -> None:
    with pytest.raises(OptionError, match="challenge_leader cannot be 'me'"):
        challenge(E1, Suit.SPADES, solver, "me")
    with pytest.raises(OptionError, match="expected first7 or any_run_of_7"):
        challenge(E1, Suit.SPADES, solver, challenge_target="all")
    with pytest.raises(VariantError, match="satat knows no challenge"):
        challenge(E1, Suit.SPADES, solver, variant=find_variant("satat"))


def test_guarantees_of_three(solver: Solver) -> None:
    variant = find_variant("three")
    position = Position.start("0:AK... 2.A.. 3.2..", Suit.SPADES, variant=variant)
    found = guarantees(position, solver)
    assert [g.tricks for g in found] == [2, 0, 0]
    assert [g.wins for g in found] == [True, False, False]
    assert [g.first_seven for g in found] == [True, False, False]
    assert str(found[0]) == "player 0: 2 tricks, the first seven, wins the hand"
    assert found[1].to_dict() == {"player": 1, "value": 0, "first_seven": False, "wins": False}
    with pytest.raises(VariantError, match="no class for two sides"):
        outcome(position, solver)


def test_review_of_a_played_hand(solver: Solver) -> None:
    cards = ["D2", "HQ", "D3", "DA", "DK", "HA", "S3", "S2"]
    start = Position.start(E1, Suit.SPADES)
    with pytest.raises(PlayError):
        review(start, cards, solver)
    found = review(start, ["D2", "S2", "D3", "DA"], solver)
    assert [(str(r.card), r.before, r.after, r.loss) for r in found] == [
        ("D2", 2, 2, (1, 0)),
        ("S2", 2, 2, (0, 0)),
        ("D3", 2, 2, (0, 0)),
        ("DA", 2, 2, (0, 0)),
    ]
    assert (found[0].class_before, found[0].class_after) == (Outcome.KOT_A, Outcome.WIN_A)
    worse = review(start, ["SA", "S2", "S3", "H5", "D2", "HQ"], solver)
    assert [bool(r.loss) for r in worse] == [False, False, False, False, True, False]
    assert worse[0].to_dict()["best"] == ["SA"]
    assert worse[4].loss == (3, 1)
    assert worse[4].to_dict()["loss"] == {"classes": 3, "points": 1}
    assert str(worse[4]) == "trick 2, seat 0: D2 turns KOT_A into WIN_B, better HA"


@pytest.mark.slow
def test_review_under_a_limit(solver: Solver) -> None:
    deal = "0:QJT85.AK652.4.JT A742.Q97.A65.863 96.843.Q983.K975 K3.JT.KJT72.AQ42"
    start = Position.start(deal, Suit.SPADES)
    cards: list[str] = []
    while len(cards) < 12:
        cards.append(str(next(iter(replay(start, cards).legal()))))
    exact = review(start, cards, solver)
    bound = review(start, cards, Solver(1), node_limit=40)
    assert any(r.before is None for r in bound)
    for truth, known in zip(exact, bound, strict=True):
        for name in ("before", "after"):
            value, bounds = getattr(known, name), getattr(known, f"bounds_{name}")
            low, high = bounds or (value, value)
            assert low <= getattr(truth, name) <= high
            assert (value is None) == (bounds is not None)
        assert set(known.best) <= {*truth.best, truth.card}
        assert (known.loss is None) == (None in (known.before, known.after))
        if known.loss is None:
            assert "undecided" in str(known)
            assert {"bounds_before", "bounds_after"} & set(known.to_dict())
        else:
            assert known.loss == truth.loss
    free = review(start, cards, Solver(1), node_limit=10**9)
    assert free == exact


def test_a_limit_gives_bounds(solver: Solver) -> None:
    rng = random.Random(5)
    pack = [str(card) for hand in Deal.parse(FULL) for card in hand]
    rng.shuffle(pack)
    deal = Deal(tuple(Hand.of(map(Card.parse, pack[s::4])) for s in range(4)))
    position = Position.start(deal, Suit.SPADES)
    fresh = Solver(1)
    answer = solve(position, ("class", "value", "leads"), [(7, 7)], fresh, node_limit=10)
    assert not answer.decided
    assert answer.value is None
    assert answer.bounds is not None
    low, high = answer.bounds
    exact = tricks(position, solver)
    assert low <= exact <= high
    assert "bounds" in answer.to_dict()
    assert "between" in str(answer)
    assert all(lead.low <= lead.high for lead in answer.leads)  # type: ignore[operator]


def test_the_class_needs_all_tricks(solver: Solver) -> None:
    position = Position(Deal.parse(E1).hands, Suit.SPADES, tricks_done=2)
    with pytest.raises(DealError, match="2 tricks were played, but 0 are taken"):
        outcome(position, solver)


@pytest.mark.parametrize(
    ("race_to", "won"),
    [((2, 2), True), ((1, 2), True), ((2, 1), False), ((3, 2), False), ((2, 3), True)],
)
def test_races_that_both_sides_have_reached(race_to: tuple[int, int], won: bool) -> None:
    """Who came first is not recorded: the nearer goal counts as the first, and A's at a tie."""
    position = Position.start(E1, Suit.SPADES, taken=[2, 2], tricks_done=4)
    search = Solver(1)
    assert race(position, *race_to, solver=search) is won
    assert search.nodes == 0


def test_words_for_details_and_questions_are_those_that_are_read(solver: Solver) -> None:
    """The types name exactly what is accepted."""
    position = Position.start(FULL, Suit.SPADES)
    row = np.array([[hand.bits for hand in position.hands]], dtype=np.uint64)
    for detail in get_args(Detail):
        assert solver.batch_outcomes(row, [0], detail=detail).shape == (1, 1)
    with pytest.raises(OptionError, match=re.escape("expected " + ", ".join(get_args(Detail)))):
        solver.batch_outcomes(row, [0], detail="all")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="expected " + ", ".join(get_args(QuestionName))):
        solve(position, questions="everything")  # type: ignore[arg-type]


def test_cards_one_by_one_are_the_same(solver: Solver) -> None:
    position = Position.start("0:AK..2. ..A.32 .AKQ.. Q.J.K.", Suit.SPADES)
    assert tuple(each_card_value(position)) == card_values(position, solver)


@pytest.mark.parametrize("bavneys", [False, True])
def test_the_rungs_of_kots_alone(bavneys: bool) -> None:
    """Races for the kots of both sides, and between them neither; a bavney is one where asked."""
    found = kot_rungs(ladder(Position.start(FULL, Suit.SPADES)), bavneys)
    races = [(7, 1), (1, 7), (0, 1)]
    classes = [Outcome.KOT_A, Outcome.NONE, Outcome.KOT_B]
    if bavneys:
        races = [(13, 1), (7, 1), (1, 7), (1, 13), (0, 1)]
        classes = [Outcome.BAVNEY_A, *classes, Outcome.BAVNEY_B]
    assert [(a, b) for _, a, b in found] == races
    assert [outcome for outcome, _, _ in found] == classes
