"""Texts where a record is wanted, and representations that can be typed back."""

import random

import pytest
from make_perft import epd_of
from make_perft import start as start_of

import solver
from solver import Card, Deal, Hand, Outcome, Position, Rank, Scoring, Suit, find_variant
from solver.base.errors import (
    CardError,
    DealError,
    HandError,
    MatchError,
    OptionError,
    PlayError,
    RecordError,
    SamplingError,
    ScoringError,
    VariantError,
)
from solver.game.scoring import SCORINGS
from solver.game.variants import PRESETS, VARIANTS
from solver.match import HOUSES, find_house

DEAL = "0:AK..2. ..A.32 .AKQ.. Q.J.K."
NAMES = {name: getattr(solver, name) for name in solver.__all__}


def start():
    return Position.start(DEAL, "S")


def typed(record):
    """The record that its representation makes."""
    return eval(repr(record), dict(NAMES))


def test_constructors_read_text():
    assert Card("SA") == Card(Suit.SPADES, Rank.ACE) == Card("S", "A") == Card(0, 12)
    assert Card(Card("SA")) == Card.parse("♠A")
    assert Hand("AQ.K84..") == Hand.parse("AQ.K84..") == Hand(Hand("♠AQ ♥K84"))
    assert Deal(DEAL) == Deal.parse(DEAL) == Deal(["AK..2.", "..A.32", ".AKQ..", "Q.J.K."])
    assert Deal("0:A... K...").seats == 2
    assert Deal("N:A... K... Q... J...", "cw") == Deal("0:A... K... Q... J...")
    assert Suit("h") is Suit("hearts") is Suit("♥") is Suit(1) is Suit.HEARTS
    assert Rank("10") is Rank("t") is Rank.TEN


def test_a_hand_is_asked_for_cards_in_text():
    hand = Hand("AQ.K84..")
    assert "SA" in hand
    assert "♥8" in hand
    assert "S2" not in hand
    assert Card("SQ") in hand
    for wrong in ("S", "SA SK", 12, None):
        with pytest.raises(CardError, match="is no card"):
            wrong in hand  # noqa: B015


def test_a_position_starts_from_texts():
    position = Position.start(DEAL, "S", variant="satat")
    assert position == Position.start(Deal(DEAL), Suit.SPADES, 0, find_variant("satat"))
    assert Position.start(DEAL, "nt").trump is None


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda: Card("XX"), CardError, "'XX' is no card"),
        (lambda: Card(4, 0), CardError, "'4' names no suit"),
        (lambda: Card(0, 13), CardError, "'13' names no rank"),
        (lambda: Suit(7), CardError, "'7' names no suit"),
        (lambda: Hand(None), HandError, "'None' is no hand"),
        (lambda: Hand(True), HandError, "'True' is no hand"),
        (lambda: Hand(1 << 52), HandError, "52 bits"),
        (lambda: Deal(5), DealError, "'5' is no deal"),
        (lambda: Deal("AK..."), DealError, "1 hand found, expected 2 to 6"),
        (lambda: Deal(DEAL, "up"), DealError, "direction cannot be 'up'"),
        (lambda: Position.start(DEAL, 7), CardError, "'7' names no suit"),
        (lambda: Hand("A...") | 3, TypeError, "'Hand' and 'int'"),
        (lambda: solver.Solver("big"), OptionError, "'big' is no size of a table"),
        (lambda: solver.advise_trump(None), HandError, "'None' is no hand"),
        (lambda: solver.kot_chances(None, "S"), HandError, "'None' is no hand"),
        (lambda: solver.advise_trump("AQ.K84..", plan=200), OptionError, "'200' is no plan"),
        (lambda: solver.kot_chances("AQ.K84..", "S", plan=200), OptionError, "'200' is no plan"),
        (
            lambda: solver.advise_trump("AQ.K84..", workers=2),
            OptionError,
            "'2' are no workers: expected Workers",
        ),
        (lambda: Position.start(DEAL, "S", variant="hkm"), ValueError, "did you mean"),
        (lambda: Position(4), DealError, "'4' are no hands of a position"),
        (lambda: solver.Solver(features="all"), OptionError, "'all' are no features"),
        (lambda: solver.solve(start(), solver=32), OptionError, "'32' is no solver"),
        (lambda: solver.race(start(), "7", 7), OptionError, "'7' is no number of points"),
        (lambda: solver.explain(start(), 5), OptionError, "'5' is no line"),
        (lambda: solver.review(start(), 5), PlayError, "'5' is no play"),
        (lambda: solver.Course.of(5), DealError, "'5' is no position"),
        (lambda: solver.table(DEAL, variant=5), VariantError, "'5' names no variant"),
        (lambda: solver.solve_draw(5), DealError, "'5' is no stock draw"),
        (lambda: solver.PartialDeal(5), SamplingError, "given '5': expected one for each seat"),
        (lambda: solver.sample_worlds(5, 1), SamplingError, "'5' is no partial deal"),
        (lambda: solver.Knowledge.seen_by(0, shown="SA"), SamplingError, "is no set of shown"),
        (lambda: solver.Knowledge.seen_by(None, lengths=5), SamplingError, "'5' are no lengths"),
        (lambda: solver.advise_trump("AQ.K84..", shown=5), SamplingError, "'5' is no set of shown"),
        (lambda: solver.solve(start(), 5), OptionError, "'5' are no questions"),
        (lambda: solver.Knowledge.seen_by("N"), SamplingError, "there is no seat N"),
        (lambda: solver.advise_play(5), SamplingError, "'5' is no knowledge"),
        (lambda: solver.study_bids("AK...", 5), MatchError, "'5' is no house"),
        (lambda: solver.study_opening(5, find_house("iran"), int), HandError, "'5' is no hand"),
        (lambda: Scoring("club", "Our club", win=1), ScoringError, "win '1': expected the points"),
        (lambda: solver.Plan(resume=5), OptionError, "'5' is no file to resume"),
        (lambda: solver.Workers(executor=5), OptionError, "'5' is no executor"),
        (lambda: find_house(5), OptionError, "'5' names no house"),
        (lambda: solver.book.find_book(5), VariantError, "'5' names no variant"),
        (lambda: solver.players.find_player(5), OptionError, "'5' names no player"),
        (lambda: solver.record.read_match(5), RecordError, "'5' is no record"),
    ],
)
def test_wrong_things_are_refused_by_name(call, error, said):
    with pytest.raises(error, match=said):
        call()


@pytest.mark.parametrize(
    "name", ["solve", "outcome", "tricks", "card_values", "best_line", "guarantees"]
)
def test_a_deal_is_no_position(name):
    with pytest.raises(DealError, match=r"a Deal is no position: expected .* Position.start"):
        getattr(solver, name)(Deal(DEAL))


def test_a_play_and_hands_to_be_dealt_may_be_texts():
    position, play = start(), ["SA", "C2", "HQ", "SQ"]
    course = solver.Course.of(position, "SA, C2 HQ SQ")
    assert course == solver.Course.of(position, play)
    assert solver.review(position, " ".join(play)) == solver.review(position, play)
    known = solver.PartialDeal(["AK...", "...", "...", "..."])
    assert known.given[0] == Hand("AK...")
    assert solver.table(DEAL, variant="satat") == solver.table(DEAL, variant=find_variant("satat"))


def test_a_race_and_a_review_need_a_position():
    with pytest.raises(DealError, match="a Deal is no position"):
        solver.race(Deal(DEAL), 2, 1)
    with pytest.raises(DealError, match="a Deal is no position"):
        solver.review(Deal(DEAL), ["SA"])


def test_suits_print_as_suits():
    assert [str(suit) for suit in Suit] == list("SHDC")
    assert f"{Suit.HEARTS}-{Rank.TEN}" == "H-T"
    assert f"{Suit.HEARTS:>3}" == "  H"
    assert Suit.HEARTS == 1


@pytest.mark.parametrize(
    "record",
    [*Suit, *Rank, *Outcome, Card("HT"), Hand(), Hand("AQ.K84.."), Deal(DEAL)],
    ids=repr,
)
def test_representations_of_cards_can_be_typed(record):
    assert typed(record) == record
    assert len(repr(record)) < 80


@pytest.mark.parametrize("variant", [*VARIANTS, *PRESETS.values()], ids=str)
def test_representations_of_games_can_be_typed(variant):
    assert typed(variant) == variant
    assert len(repr(variant)) < 60
    changed = next(n for n, value in variant.settings.items() if isinstance(value, (bool, str)))
    for value in variant.options[changed].values:
        try:
            other = variant.with_options(**{changed: value})
        except OptionError:  # means nothing beside the other settings
            continue
        assert typed(other) == other


@pytest.mark.parametrize("scoring", SCORINGS, ids=lambda s: s.name)
def test_representations_of_scorings_can_be_typed(scoring):
    assert typed(scoring) == scoring
    assert len(repr(scoring)) < 60


def test_a_scoring_of_ones_own_can_be_typed():
    own = Scoring("club", "Our club", win=(1, 2), kot=(3, 5), target=9)
    assert typed(own) == own


@pytest.mark.parametrize("variant", [*VARIANTS, *PRESETS.values()], ids=str)
def test_representations_of_positions_can_be_typed(variant):
    rng = random.Random(f"typed {variant}")
    for _ in range(5):
        _, position = start_of(epd_of(rng, variant, 4))
        for _ in range(rng.randrange(2 * position.seats)):
            if position.over or position.chances():
                break
            if position.may_request_trump and rng.random() < 0.5:
                position = position.request_trump()
            position = position.play(rng.choice(position.legal()))
        assert typed(position) == position
        assert len(repr(position)) < 400


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_representations_of_houses_can_be_typed(house):
    other = house.set("redeal_no_trump=on") if "redeal_no_trump" in house.settings else house
    for each in (house, other):
        assert eval(repr(each), {"find_house": find_house}) == each


def test_a_course_prints_as_the_play_it_is_made_of():
    start = solver.Position.start(
        "0:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765", "S"
    )
    course = solver.Course.of(start, "SA ST S7 S4 SK")
    assert typed(course) == course
    assert repr(course) == f"Course.of({start!r}, 'SA ST S7 S4 SK')"
    assert repr(solver.card_values(course.now)[0].points) == "Between(8, 8)"


def test_what_is_found_has_a_representation_of_one_short_line():
    line = solver.best_line(solver.Position.start("0:AK... QJ... T9... 87...", "S"))
    assert repr(line) == f"<Line: {line}>"
    (last,) = solver.explain(solver.Position.start("0:A... K... Q... J...", "S"))
    assert repr(last) == "<ExplainedTrick: trick 1, SA SK SQ SJ>"
    known = solver.Knowledge.seen_by(0, "AKQJ.T98.765.432", trump="S", play="SA S2 S3 S4")
    assert repr(known) == "<Knowledge: hokm, trump ♠, trick 2: seat 0 holds KQJ.T98.765.432>"
    played = solver.review(start(), "SA", node_limit=2000)
    assert repr(played[0]).startswith("<ReviewedCard: trick 1, seat 0: SA")
    plan = solver.Plan(32, seed=1)
    trump, card = solver.advise_trump("AQ.K84..", plan=plan), solver.advise_play(known, plan=plan)
    for each in (trump.best, card.best):
        assert len(repr(each)) < 120
        assert "win" in repr(each)


def test_a_solver_prints_as_it_is_made():
    assert repr(solver.Solver(0.5)) == "Solver(0.5)"
    assert repr(solver.Solver(3, features=5)) == "Solver(3, features=5)"
