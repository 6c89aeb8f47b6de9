"""The worked examples of rules.md section 12, answered by the slow reference alone."""

import random

import pytest
import reference as ref
from reference import Game, make_state

PLAIN = Game()


def test_e1_trick_count_is_not_the_class() -> None:
    state = make_state("SA HA D2 | S2 HK HQ | S3 H3 D3 | DA DK H5", "S")
    assert ref.outcome(PLAIN, state) == 2
    assert ref.value(PLAIN, state) == 2
    assert ref.move_outcomes(PLAIN, state) == {"SA": 2, "HA": 2, "D2": 1}
    assert ref.move_values(PLAIN, state) == {"SA": 2, "HA": 2, "D2": 2}


def test_e2_single_sar() -> None:
    state = make_state("D2 D5 D6 | DA H2 H3 | SA SK D3 | D4 H4 H5", "S")
    assert ref.outcome(PLAIN, state) == 1
    assert ref.value(PLAIN, state) == 2


def test_e3_trump_led_to_the_first_trick() -> None:
    state = make_state("SA HA HK | S2 D2 D3 | H2 H3 C2 | H4 H5 H6", "S")
    assert ref.outcome(PLAIN, state) == 3
    assert ref.move_outcomes(PLAIN, state) == {"SA": 3, "HA": 1, "HK": 1}
    hard = Game(stop_rule="hard7")
    assert ref.outcome(hard, state) == 2


def test_e4_without_the_wild_two() -> None:
    state = make_state("DA SA | D2 C2 | D4 C3 | D3 H2", "S")
    assert ref.value(PLAIN, state) == 2


def test_e5_without_the_wild_two() -> None:
    state = make_state("S3 CA | H2 C5 | S4 D2 | SA D3", "S")
    assert ref.move_values(PLAIN, state) == {"CA": 1, "S3": 0}


def test_e6_single_sar() -> None:
    state = make_state("H4 S3 SK | H3 HK HQ | HA S2 S4 | H2 SA SQ", "S")
    assert ref.value(PLAIN, state) == 2
    assert ref.outcome(PLAIN, state) == 1
    values, classes = ref.move_values(PLAIN, state), ref.move_outcomes(PLAIN, state)
    assert (values["S3"], values["SK"]) == (1, 1)
    assert (classes["S3"], classes["SK"]) == (-2, -2)


def test_e7_single_sar() -> None:
    state = make_state("SA HA D2 | S2 H2 S3 | S4 H3 H4 | DA DK S5", "C")
    assert ref.move_values(PLAIN, state) == {"SA": 2, "HA": 2, "D2": 1}


def test_e12_class_by_trump() -> None:
    text = "H4 H5 H6 | SA HA HK | S2 D2 D3 | H2 H3 C2"
    classes = {suit: ref.outcome(PLAIN, make_state(text, suit)) for suit in "SHDC"}
    assert classes == {"S": -1, "H": -2, "D": 2, "C": -3}
    # A challenge succeeds where B takes the first two tricks of three (1.8).
    first = {suit: not ref.race(PLAIN, make_state(text, suit), 1, 2) for suit in "SHC"}
    assert first == {"S": False, "H": True, "C": True}


def test_e13_two_seats() -> None:
    game = Game(seats=2)
    state = make_state("SA S3 D3 | S2 HA DA", "S")
    assert ref.move_outcomes(game, state) == {"SA": 2, "S3": 2, "D3": 1}


WINNERS = (0, 0, 1, 1, 2, 2, 3, 0, 0, 3, 1, 1, 0)
ACES = (1, 2, 8, 9)


@pytest.mark.parametrize(
    ("options", "collected"),
    [
        ({"capture": "single"}, (7, 6)),
        ({}, (8, 5)),
        ({"no_collect": {2}}, (6, 7)),
        ({"no_collect": {2, 3, 4}}, (10, 3)),
        ({"no_collect": {12}}, (11, 2)),
        ({"no_collect": {2, 12}}, (9, 4)),
        ({"ace_rule": "block"}, (3, 10)),
        ({"no_collect": {2, 3, 4}, "ace_rule": "block"}, (7, 6)),
        ({"first_streak": 3}, (13, 0)),
    ],
)
def test_e14_accounting(options: dict[str, object], collected: tuple[int, int]) -> None:
    assert ref.account(WINNERS, ACES, **options) == collected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rule", "collected"), [("off", (2, 3)), ("block", (3, 2)), ("reset", (0, 5))]
)
def test_e14_ace_variants(rule: str, collected: tuple[int, int]) -> None:
    assert ref.account((0, 0, 0, 1, 1), (1, 2), ace_rule=rule) == collected


def test_single_accounting_agrees_with_play() -> None:
    """Random play through `play` gives what the accounting function says of its winners."""
    rng = random.Random(3)
    for _ in range(100):
        deck = list(ref.FULL_DECK)
        rng.shuffle(deck)
        state = make_state([deck[13 * seat : 13 * seat + 13] for seat in range(4)], "S")
        winners, taken = [], [0, 0]
        while legal := ref.moves(PLAIN, state):
            (branch,) = ref.play(PLAIN, state, rng.choice(legal))
            state = branch.state
            taken[branch.seat % 2] += branch.tricks
            if not state.table:
                winners.append(state.leader)
        assert ref.account(winners, capture="single") == tuple(taken)


def test_races_agree_with_values_and_classes() -> None:
    rng = random.Random(5)
    for _ in range(40):
        cards = rng.choice((1, 3))
        deck = rng.sample(ref.FULL_DECK, 4 * cards)
        hands = [deck[cards * seat : cards * seat + cards] for seat in range(4)]
        state = make_state(hands, rng.choice((None, "S", "H")))
        questions = ref.Questions(PLAIN)
        points = questions.value(state)
        for a in range(1, cards + 1):
            assert questions.race(state, a, cards - a + 1) == (points >= a)
        need = cards // 2 + 1
        ladder = [(cards, 1, 3), (need, 1, 2), (need, need, 1), (1, need, -1), (1, cards, -2)]
        named = next((size for a, b, size in ladder if questions.race(state, a, b)), -3)
        assert questions.outcome(state) == named


def test_duties_of_a_void_player() -> None:
    state = make_state("H5 | H2 | S5 S9 C3 | S2 DA", "S", leader=0)
    state = state._replace(hands=((), (), *state.hands[2:]), table=("H5", "S7"))
    expect = {
        ("none", "off"): {"S5", "S9", "C3"},
        ("must_trump", "off"): {"S5", "S9"},
        ("none", "always"): {"S9", "C3"},
        ("must_trump", "always"): {"S9"},
        ("must_trump", "vs_opponent"): {"S9"},
    }
    for (void, over), legal in expect.items():
        game = Game(void_duty=void, overtrump_duty=over)
        assert set(ref.moves(game, state)) == legal
    partner = state._replace(table=("H5", "S7", "C4"))
    game = Game(void_duty="must_trump", overtrump_duty="vs_opponent")
    assert set(ref.moves(game, partner)) == {"S2"}


def test_perft_counts() -> None:
    state = make_state("SA HA D2 | S2 HK HQ | S3 H3 D3 | DA DK H5", "S")
    assert [ref.perft(PLAIN, state, depth) for depth in range(3)] == [
        1,
        3,
        6,
    ]  # S2; HK or HQ; anything
    assert ref.perft(PLAIN, state, 13) == 0
