"""The quiz: the same questions for the same seed, answers that the library stands behind."""

import re

import numpy as np
import pytest

from solver import (
    Card,
    Hand,
    Knowledge,
    Outcome,
    Plan,
    Solver,
    Suit,
    advise_play,
    card_values,
    outcome,
)
from solver.base.errors import OptionError
from solver.decide.estimates import Mean
from solver.players.grading import BLUNDER, FINE, INACCURACY, MISTAKE, THUMB_MISTAKE, grade_of
from solver.quiz import (
    HABITS,
    KINDS,
    LEVELS,
    QuizAnswer,
    asked_question,
    habits_of,
)
from solver.quiz.seat import SEAT_SAMPLES
from solver.quiz.trump import TrumpAnswers

SOLVER = Solver()


@pytest.mark.parametrize("number", range(6))
def test_the_same_seed_asks_the_same(number):
    kinds = ("kot", "card")
    one = asked_question(5, number, kinds=kinds).question
    assert one == asked_question(5, number, kinds=kinds, solver=SOLVER).question
    assert one.kind == kinds[number % 2]
    assert one != asked_question(6, number, kinds=kinds).question


@pytest.mark.parametrize("number", range(6))
def test_a_kot_is_what_the_solver_says(number):
    question = asked_question(2, number, kinds=("kot",), solver=SOLVER).question
    made = outcome(question.position) >= Outcome.KOT_A
    for chosen in ("yes", "no"):
        answer = asked_question(2, number, kinds=("kot",), solver=SOLVER).answer(chosen)
        assert answer.right == ("yes" if made else "no",)
        assert answer.correct == (chosen == answer.right[0])
        assert answer.habit == ("" if answer.correct else "no_kots" if made else "kots")


@pytest.mark.one_in(4)
@pytest.mark.parametrize("number", range(6))
def test_all_cards_of_equal_worth_are_right(number):
    question = asked_question(4, number, kinds=("card",), solver=SOLVER).question
    position = question.position
    sign = 1 if position.side(position.to_move) == 0 else -1
    worth = {
        str(lead.card): (sign * lead.outcome, sign * lead.class_value)
        for lead in card_values(position)
    }
    right = {card for card, value in worth.items() if value == max(worth.values())}
    assert set(question.choices) == set(worth)
    assert right != set(worth)
    for chosen in question.choices:
        answer = asked_question(4, number, kinds=("card",), solver=SOLVER).answer(chosen)
        assert set(answer.right) == right
        assert answer.correct == (chosen in right)
        assert bool(answer.habit) != answer.correct
        assert answer.why
        assert not any("alone" in sentence for sentence in answer.why)  # the first says what keeps
        cost = answer.why[0]
        if not answer.correct:
            assert cost.startswith(Card.parse(chosen).symbol)
            same_class = worth[chosen][0] == max(worth.values())[0]
            assert ("costs" in cost) == same_class


@pytest.mark.one_in(2)
@pytest.mark.parametrize("number", range(2))
def test_a_card_of_one_seat_is_judged_by_its_chances(number):
    """Its own hand and the play so far are seen; the figures are those of `hakem play`."""
    more = {"kinds": ("seat",), "solver": SOLVER}
    asked = asked_question(8, number, **more)
    question = asked.question
    assert question == asked_question(8, number, **more).question
    assert "deal" not in question.to_dict()
    assert question.seat == question.position.to_move
    assert set(question.choices) == set(map(str, question.position.legal()))
    played = [str(card) for _, card in question.plays]
    mine = [card for seat, card in question.plays if seat == question.seat]
    knowledge = Knowledge.seen_by(
        question.seat, question.hand | Hand.of(mine), trump=question.position.trump, play=played
    )
    answers = {one: asked.answer(one) for one in question.choices}
    assert len({answer.right for answer in answers.values()}) == 1
    assert any(not answer.correct for answer in answers.values())
    advice = advise_play(knowledge, plan=Plan(SEAT_SAMPLES, seed=1))
    chance = {str(card): odds.win.p for odds in advice.candidates for card in odds.cards}
    for chosen, answer in answers.items():
        assert answer.loss >= 0
        assert answer.word in words_for(answer.loss)
        assert answer.correct == (answer.word in ("best", "fine"))
        if not answer.correct:
            assert answer.habit
            assert len(answer.why) == 2
        if answer.loss == 0:
            said = re.search(r" wins (\d+)%", answer.why[0])
            # the same study with another seed: four standard errors of its deals
            assert abs(int(said[1]) / 100 - chance[chosen]) < 0.01 + 4 * (0.5 / SEAT_SAMPLES) ** 0.5


@pytest.mark.slow
def test_a_trump_without_a_book_is_sampled_the_same_each_time():
    """96 deals: what is close counts as right, and the loss is not below 0."""
    question = asked_question(1, 0, kinds=("trump",)).question
    answers = {
        chosen: asked_question(1, 0, kinds=("trump",)).answer(chosen) for chosen in question.choices
    }
    assert question == asked_question(1, 0, kinds=("trump",)).question
    assert {answer.right for answer in answers.values()} == {answers["S"].right}
    losses = {chosen: answer.loss for chosen, answer in answers.items()}
    assert min(losses.values()) == 0
    for chosen, answer in answers.items():
        assert answer.correct == (chosen in answer.right)
        if not answer.correct:
            assert answer.word in words_for(losses[chosen])
            assert answer.habit in ("long", "high", "weak")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("level", LEVELS)
def test_the_level_is_that_which_was_asked_for(level):
    found = [
        asked_question(9, n, kinds=("card",), level=level, solver=SOLVER).question.level
        for n in range(4)
    ]
    assert found.count(level) >= 3


@pytest.mark.slow
def test_kots_and_no_kots_are_about_as_frequent():
    """A fair coin, seeds 0 to 39: 9 to 31 of 40 with a chance of 0.9996."""
    yes = [
        asked_question(seed, 0, kinds=("kot",), solver=SOLVER).answer("yes").correct
        for seed in range(40)
    ]
    assert 9 <= np.sum(yes) <= 31


def test_the_question_does_not_hold_the_answer():
    fields = asked_question(3, 2, kinds=KINDS, solver=SOLVER).question.to_dict()
    assert {"right", "loss", "why"} & set(fields) == set()


def words_for(loss):
    """The words that a loss may have: that of the scale of a review, or best where it is chance."""
    if loss < FINE:
        return ("best",)
    if loss < INACCURACY:
        return ("best", "fine")
    word = "inaccuracy" if loss < MISTAKE else "mistake" if loss < BLUNDER else "blunder"
    lenient = ("inaccuracy",) if MISTAKE <= loss < THUMB_MISTAKE else ()
    return ("best", word, *lenient)


def call_of(**losses):
    """A call of spades that the book judges; each other suit with (loss, lower bound)."""
    behind = {
        Suit.parse(letter): Mean.of(loss, low, loss + 0.1, 100)
        for letter, (loss, low) in losses.items()
    }
    chances = dict.fromkeys(Suit, 0.5)
    return TrumpAnswers(Hand.parse("AQ.K84.."), Suit.SPADES, chances, chances, behind, "easy", 100)


@pytest.mark.parametrize(
    ("loss", "low", "word", "right"),
    [
        (0.01, 0.005, "best", True),
        (0.4, -0.1, "best", True),
        (0.03, 0.01, "fine", True),
        (0.07, 0.01, "inaccuracy", False),
        (0.12, 0.01, "mistake", False),
        (0.31, 0.2, "blunder", False),
    ],
)
def test_a_call_has_the_words_of_a_review(loss, low, word, right):
    known = call_of(H=(loss, low), D=(0.9, 0.8), C=(0.8, 0.7))
    answer = known.answer("H")
    assert (answer.word, answer.correct, answer.loss) == (word, right, loss)
    assert answer.word == grade_of(Mean.of(loss, low, loss + 0.1, 100))
    assert answer.right == (("S", "H") if right else ("S",))
    assert bool(answer.habit) != right
    assert known.answer("S").word == "best"


def test_habits():
    wrong = QuizAnswer("S", ("H",), 0.5, "blunder", (), "long")
    right = QuizAnswer("H", ("H",), 0.0, "best", ())
    assert habits_of([wrong, right]) == []
    assert habits_of([wrong, right, wrong]) == [(HABITS["long"], 2)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"kinds": ("bid",)}, "no question"),
        ({"level": "nasty"}, "level"),
        ({"kinds": ()}, "no question"),
    ],
)
def test_what_cannot_be_asked(words, said):
    with pytest.raises(OptionError, match=said):
        asked_question(1, 0, **words)


def test_an_answer_that_is_no_choice_is_refused():
    with pytest.raises(OptionError, match="no answer here"):
        asked_question(1, 0, kinds=("kot",), solver=SOLVER).answer("maybe")
