"""Best play serves the class first: results, cards, lines and reviews.

Results of small endings of every game, under settings in which every three values of its options
meet, against plain minimax on (class, points). Lines of any size are replayed by the rules of the
reference, which knows nothing of the search, and must come to what is printed above them.
"""

from __future__ import annotations

import random
from dataclasses import replace

import endings
import pytest
import reference as ref
from class_of_play import class_of_line, played_out
from covering import choices, plan
from quick import Brute
from reference import Game, State
from size import scaled
from translate import game_of, position_of, state_of

from solver import (
    Card,
    Deal,
    Hand,
    Outcome,
    PartialDeal,
    Position,
    Solver,
    Suit,
    best_line,
    card_values,
    find_variant,
    outcome,
    review,
    sample_worlds,
    solve,
    table,
)
from solver.decide.worlds import world_hands
from solver.game.course import replay
from solver.game.variants import HOKM, VARIANTS, Variant
from solver.open.answers import Solution
from solver.open.class_first import has_result

pytestmark = pytest.mark.one_in(4)

MANY = scaled(8000)
GAMES_OF = {variant.name: variant for variant in VARIANTS}
ALL = ("class", "result", "value", "leads", "line")


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(4)


def game_with_tie(variant: Variant, player: int | None = None) -> Game:
    return replace(game_of(variant, player), tie=-1 if variant.family == "chokri" else 0)


def an_ending(rng: random.Random, variant: Variant, cards: int) -> tuple[Game, State, int]:
    """A position of this game and the kot that was made before it."""
    game = game_with_tie(variant, rng.randrange(3) if not variant.has_sides else None)
    later = rng.randint(1, cards) if variant.deals_later else 0
    while True:
        state = endings.random_ending(rng, game, cards, later)
        held = [card for hand in state.hands for card in hand] + list(state.table)
        if variant.get("removed_two") not in held:
            break
    made = ref.plays_for_first_seven(game) and min(state.taken) == 0
    if not made or max(state.taken) < ref.majority(game, state):
        return game, state, 0
    return game, state, 1 if state.taken[0] else -1


def same_line(game: Game, state: State, kot: int, solution: Solution) -> bool:
    """The line comes to the result; False where chance ends it or the hand has none."""
    line = solution.line
    assert line is not None
    words = line.to_dict()
    end = played_out(game, state, words)
    if ref.moves(game, end):
        assert game.trump_method == "in_play"
        return False
    if line.outcome is None:
        assert end.taken[0] == solution.value == line.value
        return False
    assert class_of_line(game, state, words, kot, line.stops) == line.outcome == solution.outcome
    assert end.taken[0] == line.value == solution.class_value
    return True


def check(game: Game, state: State, kot: int, variant: Variant, solver: Solver) -> bool:
    """Result, cards and line of one position against the reference."""
    position = replace(position_of(game, state, variant), kot=kot)
    answer = solve(position, ALL, solver=solver)
    assert answer.decided
    ended = same_line(game, state, kot, answer)
    if not has_result(position):
        assert (answer.class_value, answer.class_value_bounds) == (None, None)
        return ended
    questions = ref.Questions(game)
    assert (answer.outcome, answer.class_value) == questions.result(state), state
    assert answer.value == state.taken[0] + questions.value(state)
    results = []
    for lead in answer.leads:
        assert lead.outcome is not None
        assert lead.class_value is not None
        results.append((lead.outcome, lead.class_value))
        if not lead.move.requests:
            move = str(lead.card)
            assert results[-1] == questions.move_result(state, move), (state, move)
    if results and not may_stop(position):
        # The best card is worth what the position is.
        best = max if position.side(position.to_move) == 0 else min
        assert best(results) == (answer.outcome, answer.class_value)
    return ended


def may_stop(position: Position) -> bool:
    """A side at 7-0 that could lose its kot keeps it by not playing on."""
    fail = position.variant.get("continue_fail", "keep_kot")
    return bool(position.kot and fail != "keep_kot" and not position.table and not position.asked)


@pytest.mark.parametrize("name", GAMES_OF)
def test_three_options_at_a_time(name: str, solver: Solver) -> None:
    rng = random.Random(f"class first {name}")
    ended = 0
    for variant in plan(GAMES_OF[name]):
        # with later cards and a chance the reference takes its time
        for cards in (1, 1) if name == "dehla_five_card" else (1, 2, 2):
            ended += check(*an_ending(rng, variant, cards), variant, solver)
    assert ended or name == "three_hokm"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES_OF)
def test_many_with_three_options_at_a_time(name: str, solver: Solver) -> None:
    rng = random.Random(f"class first, many {name}")
    rows = plan(GAMES_OF[name])
    heavy = name in ("chokri", "dehla_five_card")
    for count in range(max(1, MANY // 8)):
        variant = rows[count % len(rows)]
        cards = 3 if count % (400 if heavy else 8) == 0 else 2
        check(*an_ending(rng, variant, cards), variant, solver)


def test_the_plan_brings_any_three_values_together() -> None:
    variant = GAMES_OF["band_rang_double"]
    rows = plan(variant)
    assert len(rows) < 60
    values = choices(variant)
    for activation in values["activation"]:
        for rule in values["ace_rule"]:
            for counts in values["ace_trumps_count"]:
                wanted = (activation, rule, counts)
                met = [
                    (row["activation"], row["ace_rule"], row["ace_trumps_count"]) for row in rows
                ]
                assert (wanted in met) == (rule != "off" or counts is True) or wanted in met


@pytest.mark.parametrize("name", GAMES_OF)
def test_lines_of_larger_endings(name: str, solver: Solver) -> None:
    """Four to six cards a hand: only the rules look on."""
    rng = random.Random(f"lines {name}")
    rows = plan(GAMES_OF[name])
    heavy = name in ("chokri", "dehla_five_card")
    for count in range(15 if heavy else 50):
        variant = rows[count % len(rows)]
        game, state, kot = an_ending(rng, variant, 3 if heavy else rng.randint(4, 6))
        position = replace(position_of(game, state, variant), kot=kot)
        same_line(game, state, kot, solve(position, ("result", "value", "line"), solver=solver))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES_OF)
def test_lines_of_many_larger_endings(name: str, solver: Solver) -> None:
    rng = random.Random(f"many lines {name}")
    rows = plan(GAMES_OF[name])
    heavy = name in ("chokri", "dehla_five_card")
    for count in range(max(1, MANY // (40 if heavy else 8))):
        variant = rows[count % len(rows)]
        game, state, kot = an_ending(
            rng, variant, rng.randint(3, 4) if heavy else rng.randint(4, 7)
        )
        position = replace(position_of(game, state, variant), kot=kot)
        same_line(game, state, kot, solve(position, ("result", "value", "line"), solver=solver))


@pytest.mark.parametrize("stop_rule", ["may_continue", "hard7"])
def test_five_cards_against_the_quick_reference(stop_rule: str, solver: Solver) -> None:
    rng = random.Random(f"five cards {stop_rule}")
    variant = HOKM.with_options(stop_rule=stop_rule)
    game = game_of(variant)
    differ = 0
    for _ in range(55):
        state = State(endings.random_hands(rng, game, 5, "S"), "S", rng.randrange(4))
        answer = solve(position_of(game, state, variant), ALL, solver=solver)
        assert (answer.outcome, answer.class_value) == Brute(game, state).result()
        differ += answer.class_value != answer.value
        assert same_line(game, state, 0, answer)
    assert differ


# The same under other names --------------------------------------------------------------------


def deal_of(seed: int) -> Deal:
    pack = [str(card) for suit in Suit for card in Hand(0x1FFF << 13 * suit)]
    random.Random(seed).shuffle(pack)
    return Deal(tuple(Hand.of(map(Card.parse, pack[seat::4])) for seat in range(4)))


def result(position: Position, solver: Solver) -> tuple[Outcome | None, int | None]:
    answer = solve(position, ("result",), solver=solver)
    return answer.outcome, answer.class_value


@pytest.mark.parametrize("seed", range(3))
def test_suits_renamed_and_seats_turned(seed: int) -> None:
    solver = Solver(16)
    deal = deal_of(seed)
    found = result(Position.start(deal, Suit.SPADES, 1), solver)
    renamed = deal.permute_suits((2, 3, 1, 0))
    assert result(Position.start(renamed, Suit(2), 1), solver) == found
    opposite = Position.start(deal.rotate(2), Suit.SPADES, 3)
    assert result(opposite, solver) == found
    others, points = result(Position.start(deal.rotate(1), Suit.SPADES, 0), solver)
    assert found[0] is not None
    assert found[1] is not None
    assert (others, points) == (found[0].mirrored, 13 - found[1])


# Whole hands -----------------------------------------------------------------------------------


def check_whole(position: Position, solver: Solver) -> Solution:
    answer = solve(position, ("result", "value", "line"), solver=solver)
    game = game_of(position.variant)
    assert same_line(game, state_of(position), 0, answer)
    return answer


def test_whole_hands() -> None:
    solver = Solver(16)
    for seed in range(100, 112):
        check_whole(Position.start(deal_of(seed), Suit(seed % 4)), solver)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_many_whole_hands(part: int) -> None:
    """Trumps of all kinds, all seats on lead, several games."""
    solver = Solver(64)
    names = ("hokm", "hokm", "hokm", "satat", "double_sar", "dehla_pakad", "rung", "troefcall")
    variant = find_variant(names[part])
    for seed in range(max(1, MANY // 80)):
        deal = deal_of(1000 * part + seed)
        check_whole(Position.start(deal, Suit(seed % 4), seed // 4 % 4, variant), solver)


def dealt(n: int, seed: int) -> list[Deal]:
    """The deals of `hakem deal -n N --seed SEED`."""
    dealer = PartialDeal((Hand(),) * 4, (13,) * 4)
    chunks = sample_worlds(dealer, seed, n)
    return [Deal(world_hands(world)) for chunk in chunks for world in chunk]


# What was printed once -------------------------------------------------------------------------

EITHER = "0:AQT74.QT9.75.AT2 95.AKJ.KT832.QJ8 K62.3.J964.K7653 J83.876542.AQ.94"
LOST = "0:T62.KJT97.Q2.854 K4.A2.JT86.AJ932 973.Q5.AK9753.T6 AQJ85.8643.4.KQ7"
KOT = "0:KQT7643.9.AJ4.JT 9.AJ743.K8.A7532 AJ82.KT6.T53.K94 5.Q852.Q9762.Q86"


def test_a_loss_is_no_goon_kot_on_its_own_line() -> None:
    solver = Solver(16)
    position = Position.start(LOST, Suit.SPADES)
    answer = check_whole(position, solver)
    assert (answer.outcome, answer.class_value, answer.value) == (Outcome.WIN_B, 2, 2)
    leads = {str(lead.card): lead for lead in card_values(position, solver)}
    assert leads["ST"].outcome is Outcome.KOT_B
    assert answer.line is not None
    assert leads[str(answer.line.cards[0])].outcome is Outcome.WIN_B


def test_a_win_is_no_kot_on_its_own_line() -> None:
    (deal,) = dealt(1, 1)
    answer = check_whole(Position.start(deal, Suit.SPADES), Solver(16))
    assert (answer.outcome, answer.class_value, answer.value) == (Outcome.WIN_A, 9, 9)


@pytest.mark.parametrize(("deal", "points", "most"), [(KOT, 10, 10), (EITHER, 7, 9)])
def test_a_kot_is_a_kot_on_its_own_line(deal: str, points: int, most: int) -> None:
    """Whether or not it costs a trick of the most that side A could have."""
    position = Position.start(deal, Suit.SPADES)
    answer = check_whole(position, Solver(16))
    assert (answer.outcome, answer.class_value, answer.value) == (Outcome.KOT_A, points, most)
    assert answer.line is not None
    first_seven = replay(position, answer.line.cards[:28])
    assert first_seven.taken == (7, 0)


def test_the_card_that_loses_the_kot_is_the_mistake() -> None:
    solver = Solver(16)
    position = Position.start(KOT, Suit.SPADES)
    good = list(best_line(position, solver).cards)
    # Along the line of best play, the first card of side A that another would have kept from.
    for place in range(28):
        before = replay(position, good[:place])
        if before.side(before.to_move):
            continue
        bad = [c for c in card_values(before, solver) if c.outcome is not Outcome.KOT_A]
        if bad:
            break
    found = review(position, [*good[:place], bad[0].card], solver)
    assert all(card.loss is not None and not card.loss for card in found[:-1])
    last = found[-1]
    assert (last.class_before, last.class_after) == (Outcome.KOT_A, bad[0].outcome)
    assert last.loss is not None
    assert last.loss.classes > 0
    assert last.card not in last.best
    assert last.best
    assert good[place] in last.best
    assert str(last).startswith(f"trick {place // 4 + 1}, seat {before.to_move}: {last.card} turns")
    assert last.to_dict()["loss"]["classes"] == last.loss.classes


@pytest.mark.slow
def test_two_hundred_deals_of_a_seed() -> None:
    """24 kots for A, and no line among the 200 that contradicts its class."""
    solver = Solver(64)
    answers = [check_whole(Position.start(deal, Suit.SPADES), solver) for deal in dealt(200, 7)]
    assert sum(answer.outcome is Outcome.KOT_A for answer in answers) == 24


# Wrong answers of once -------------------------------------------------------------------------


def test_a_demoted_lead_stays_low_when_the_whole_trick_is_trump() -> None:
    variant = find_variant("band_rang_double").with_options(
        activation="whole_trick", ace_rule="demote"
    )
    hands = "0:.3.4. .4.Q. .A.A. A.2.."
    position = Position.start(hands, Suit.HEARTS, variant=variant, indicator="H3")
    answer = solve(position, ALL, solver=Solver(1))
    game = game_of(variant)
    assert ref.result(game, state_of(position)) == (ref.KOT_B, 0)
    assert (answer.outcome, answer.class_value, answer.value) == (Outcome.KOT_B, 0, 0)


def test_a_side_that_has_begun_its_lead_has_gone_on() -> None:
    """7-0, continue_fail=simple_win: the caller who has shown his trump on lead cannot stop."""
    variant = find_variant("band_rang").with_options(
        stop_rule="may_continue", continue_fail="simple_win"
    )
    two = tuple(map(Hand.parse, ("2.2..", "A.A..", "..2.2", "..3.3")))
    stands = Position(
        two,
        Suit.CLUBS,
        variant=variant,
        taken=(11, 0),
        tricks_done=11,
        kot=1,
        revealed=True,
    )
    assert outcome(stands) is Outcome.KOT_A
    asked = replace(stands, asked=True)
    assert outcome(asked) is Outcome.WIN_A
    assert {lead.outcome for lead in card_values(asked)} == {Outcome.WIN_A}
    game = game_of(variant)
    assert ref.result(game, state_of(stands))[0] == Outcome.KOT_A
    assert ref.result(game, state_of(asked))[0] == Outcome.WIN_A


def test_not_asking_for_the_trump_is_a_mistake_of_the_card() -> None:
    """E11: seat 2 asks and ruffs; a discard without asking, or after it, gives the class away."""
    variant = find_variant("band_rang")
    hands = "♥K ♠3 | ♥A ♣2 | ♠2 ♦4 | ♥3 ♣3"
    start = Position.start(hands, Suit.SPADES, variant=variant, indicator="S3")
    good = review(start, ["HK", "HA", "ask", "S2", "H3"])
    assert not any(card.loss for card in good)
    bad = review(start, ["HK", "HA", "D4"])
    assert bad[-1].loss is not None
    assert bad[-1].loss.classes > 0
    assert [str(card) for card in bad[-1].best] == ["S2"]


# Bounds, fields --------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 100, 3000, 30000])
def test_bounds_under_a_limit(limit: int) -> None:
    for seed in range(3):
        position = Position.start(deal_of(seed), Suit.SPADES)
        exact = result(position, Solver(16))[1]
        answer = solve(position, ("result", "line", "leads"), solver=Solver(16), node_limit=limit)
        assert exact is not None
        if answer.class_value is None:
            assert answer.class_value_bounds is not None
            low, high = answer.class_value_bounds
            assert low <= exact <= high
            assert not answer.decided
            assert answer.line is None
            assert answer.to_dict()["class_value_bounds"] == [low, high]
        else:
            assert answer.class_value == exact
        for lead in answer.leads:
            assert (lead.class_value is None) == (lead.class_value_bounds is not None)
    if limit == 1:
        assert answer.class_value is None


def test_fields() -> None:
    """`value` stays the plain count; `class_value` is beside it, in leads and tables as well."""
    solver = Solver(16)
    hands = "♥A ♥8 ♦Q ♣3 ♣K | ♠8 ♥3 ♥9 ♦5 ♣4 | ♠J ♥5 ♥T ♦7 ♣7 | ♠A ♥7 ♥J ♦J ♣T"
    position = Position.start(hands, Suit.SPADES)
    answer = solve(position, ALL, solver=solver)
    assert (answer.outcome, answer.class_value, answer.value) == (Outcome.KOT_A, 3, 4)
    entry = answer.to_dict()
    assert (entry["class"], entry["class_value"], entry["value"]) == ("KOT_A", 3, 4)
    assert all({"class", "class_value", "value"} <= set(lead) for lead in entry["leads"].values())
    assert "3 points for A, 4 points for A if points alone counted" in str(answer)
    cell = table(Deal.parse(hands), solver).to_dict()["S"][0]
    assert cell == {"class": "KOT_A", "class_value": 3, "value": 4}
    assert "class_value" not in solve(position, ("class", "value"), solver=solver).to_dict()
    only = solve(position, ("result",), solver=solver).to_dict()
    assert set(only) == {"schema", "class", "class_value", "nodes", "seconds"}


def test_a_line_says_where_a_side_stops() -> None:
    """Troefcall: who goes on at 7-0 and loses a trick keeps only a simple win."""
    variant = find_variant("troefcall")
    hands = "♥A ♥8 ♦Q ♣3 ♣K | ♠8 ♥3 ♥9 ♦5 ♣4 | ♠J ♥5 ♥T ♦7 ♣7 | ♠A ♥7 ♥J ♦J ♣T"
    position = Position.start(hands, Suit.SPADES, variant=variant)
    if variant.get("continue_fail") != "simple_win":
        position = replace(position, variant=variant.with_options(continue_fail="simple_win"))
    answer = solve(position, ("result", "line"))
    assert answer.line is not None
    assert answer.line.stops == 12
    assert answer.to_dict()["line_stops"] == 12
    assert replay(position, answer.line.cards[:12]).taken == (3, 0)
    assert best_line(position) == answer.line
