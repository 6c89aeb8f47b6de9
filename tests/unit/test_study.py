"""The study engine on answers that are put in: counts, mixtures, bets, choices without cards; and
cards to play, judged from a position template like any other choice."""

from __future__ import annotations

import itertools
import math
import pickle
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest, ttest_rel

from solver import Hand, Outcome, PartialDeal, Plan, Position, Solver, Suit, Workers, outcome
from solver.base.errors import MatchError, OptionError, SamplingError
from solver.decide.advice import Sampled
from solver.decide.asked import ClassQuestions, Mixture, Places
from solver.decide.before_the_lead import (
    ChallengeQuestions,
    ChoiceStudy,
    study_bids,
    study_challenge,
    study_discards,
    study_opening,
)
from solver.decide.compared import Choice
from solver.decide.counts import JointCounts, Task, Work
from solver.decide.estimates import CHEAP_OF
from solver.decide.evaluators import Answers, evaluator_of
from solver.decide.plan import CHUNKS, ChunkSizes
from solver.decide.template import Discard, PositionTemplate
from solver.decide.worlds import Dealer, Worlds, chunk_seed, world_hands
from solver.game.house_rules import find_house
from solver.game.variants import HOKM, find_variant

FIVE = Hand.parse("AQ.K84..")


class Told:
    """Classes told for each deal in turn: places (deals, columns)."""

    places = 6
    fold = CHEAP_OF
    until = math.inf

    def __init__(self, rows: Sequence[Sequence[int]], mixtures: tuple[Mixture, ...] = ()) -> None:
        self.rows = np.array(rows)
        self.columns = self.rows.shape[1]
        self.known = PartialDeal.holding(FIVE)
        self.mixtures = mixtures

    def full(self, worlds: Worlds, columns: Sequence[int]) -> Places:
        rows = self.rows[: len(worlds), list(columns)]
        return np.stack([rows, rows])

    def cheap(self, worlds: Worlds, columns: Sequence[int]) -> Places:
        return CHEAP_OF[self.full(worlds, columns)]


class OnlyFull(Told):
    """The same with nothing cheaper to ask."""

    fold = np.zeros(0, np.int64)


def study_of(questions: Told, choices: Sequence[Choice]) -> ChoiceStudy:
    deals = len(questions.rows)
    return ChoiceStudy(
        FIVE, questions, choices, Plan(deals, seed=1), Workers(1), ChunkSizes(deals, 0)
    )


# Counts ----------------------------------------------------------------------------------------


def halves(worlds: Worlds) -> np.ndarray:
    """The first deal by column 1, the others by either."""
    weights = np.full((len(worlds), 2), 0.5)
    weights[0] = 0, 1
    return weights


def test_a_mixture_counts_each_deal_in_parts() -> None:
    told = Told([[3, 4], [2, 3], [5, 0]], (Mixture(halves),))
    counts = Work(told, 1)(Task(0, 3, 3, (0, 1, 2)))
    plain = Work(Told(told.rows), 1)(Task(0, 3, 3, (0, 1)))
    assert plain.classes.dtype == np.int64
    assert (counts.classes[:2, :2] == plain.classes).all()
    own = np.diagonal(counts.classes[2, 2])
    # Deal 1 counts as a kot; deal 2 half lost and half won, deal 3 half of each bavney.
    assert own.tolist() == [0.5, 0, 0.5, 0.5, 1, 0.5]
    assert counts.classes[2, 2].sum() == own.sum() == 3
    first = counts.classes[2, 0]  # rows: the mixture; columns: the first suit
    assert (first[4, 3], first[2, 2], first[3, 2], first[5, 5], first[0, 5]) == (
        1,
        0.5,
        0.5,
        0.5,
        0.5,
    )
    assert counts.cheap[2, 2].sum() == 3
    both = JointCounts.empty(told) + counts
    assert (both.classes == counts.classes).all()


def test_a_mixture_is_worth_the_mean_of_its_parts() -> None:
    rng = np.random.default_rng(4)
    told = OnlyFull(rng.integers(0, 6, (400, 2)), (Mixture(halves),))
    values = (-3.0, -3.0, -1.0, 1.0, 2.0, 2.0)
    # Bets, whose mean is a plain share: won from the fifth place on.
    bet = (0.0,) * 4 + (1.0,) * 2
    study = study_of(told, [Choice(n, k, bet, 4, True) for k, n in enumerate("ABM")])
    found = {each.name: each for each in study.run().candidates}
    won = told.rows >= 4
    mixed = np.where(np.arange(400) == 0, won[:, 1], won.mean(axis=1))
    assert found["M"].points.mean == pytest.approx(mixed.mean())
    assert found["M"].success is not None
    assert found["M"].success.n == 400
    # One suit is drawn in each deal: as wide as a share of 400 deals, not narrower.
    interval = binomtest(round(400 * mixed.mean()), 400).proportion_ci(0.95, method="wilson")
    assert found["M"].points.low == pytest.approx(interval.low, abs=0.003)
    assert values[0] < found["M"].points.low


def test_simple_hands_that_are_left_open_are_in_no_share() -> None:
    """Two of ten deals were won or lost, no more is known: the other eight have their shares."""
    worst = [[1], [2], [2], [2], [2], [3], [3], [3], [3], [4]]
    best = [[1], [2], [2], [3], [3], [3], [3], [3], [3], [4]]

    class Open(Told):
        def full(self, worlds: Worlds, columns: Sequence[int]) -> Places:
            return np.stack([np.array(worst), np.array(best)])

    points = (-3.0, -3.0, -1.0, 1.0, 2.0, 2.0)
    study = study_of(Open(worst), [Choice("A", 0, points)])
    study.run()
    assert study.shares(0) == pytest.approx([0, 0.1, 0.2, 0.4, 0.1, 0])


# Choices ---------------------------------------------------------------------------------------


def test_a_comparison_without_cheap_answers_is_the_paired_t_test() -> None:
    rng = np.random.default_rng(7)
    told = OnlyFull(rng.integers(0, 6, (200, 2)))
    worth = (-2.0, -1.0, 0.0, 0.0, 1.0, 4.0)
    other = (-1.0, -1.0, -1.0, 1.0, 1.0, 1.0)
    study = study_of(told, [Choice("A", 0, worth), Choice("B", 1, other)])
    for _ in study.steps():
        pass
    found = study.compare(0, 1)
    x, y = np.array(worth)[told.rows[:, 0]], np.array(other)[told.rows[:, 1]]
    assert found.difference.mean == pytest.approx((x - y).mean())
    assert found.p_points == pytest.approx(ttest_rel(x, y).pvalue, rel=1e-6)


def test_a_lead_that_open_answers_cannot_undo_is_told() -> None:
    """The first wins every deal, perhaps with a kot in some; the second loses every one."""

    class Open(Told):
        def full(self, worlds: Worlds, columns: Sequence[int]) -> Places:
            both = np.stack([self.rows, self.rows])
            both[1, ::4, 0] = 4
            return both[:, : len(worlds), list(columns)]

        def cheap(self, worlds: Worlds, columns: Sequence[int]) -> Places:
            return CHEAP_OF[self.full(worlds, columns)]

    points = (-3.0, -3.0, -1.0, 1.0, 2.0, 2.0)
    told = Open([[3, 2], [3, 2], [3, 2], [3, 1]] * 8)
    study = study_of(told, [Choice("A", 0, points), Choice("B", 1, points)])
    study.run()
    found = study.compare(0, 1)
    assert found.difference.mean == pytest.approx(2.5)
    assert found.p_points < 1e-6
    assert found.p_win < 1e-6
    assert study.compare(1, 0).p_points == 1.0  # at its worst it may lie below


def test_a_bet_that_always_comes_off_has_an_exact_interval() -> None:
    made = Told([[5]] * 20)
    (odds,) = study_of(made, [Choice("bid", 0, (-7.0,) * 3 + (7.0,) * 3, 3, True)]).run().candidates
    exact = binomtest(20, 20).proportion_ci(0.95, method="exact")
    assert odds.points.mean == 7
    assert odds.points.low == pytest.approx(14 * exact.low - 7)
    assert odds.points.high == 7
    (never,) = (
        study_of(Told([[0]] * 20), [Choice("bid", 0, (-7.0,) * 3 + (7.0,) * 3, 3, True)])
        .run()
        .candidates
    )
    assert (never.points.mean, never.points.low) == (-7, -7)
    assert never.points.high == pytest.approx(7 - 14 * exact.low)


def test_a_choice_that_no_card_decides_is_compared_with_the_others() -> None:
    points = (-3.0, -3.0, -1.0, 1.0, 2.0, 2.0)
    told = Told([[3], [3], [2], [3]] * 16)  # worth 1/2 on average
    for fixed, best in ((0.0, "name S"), (1.2, "throw in")):
        advice = study_of(
            told, [Choice("name S", 0, points), Choice("throw in", None, (fixed,))]
        ).run()
        assert advice.best.name == best
        assert advice.sure
        asked, *_, verdict = str(advice).splitlines()
        assert asked == f"{FIVE}: open hand, hokm, seed 1"
        assert verdict == f"{best}: clearly best (64 deals)"
        thrown = next(each for each in advice.candidates if each.name == "throw in")
        assert (thrown.n, thrown.success, thrown.points.mean) == (0, None, fixed)
        assert advice.candidates[1].p_best < 0.01
    even = study_of(told, [Choice("name S", 0, points), Choice("throw in", None, (0.5,))]).run()
    assert not even.sure
    assert [each.p_best for each in even.candidates] == [1.0, 1.0]


def test_dropped_choices_are_solved_no_further_but_for_a_mixture() -> None:
    class Endless(Told):
        def full(self, worlds: Worlds, columns: Sequence[int]) -> Places:
            asked.append(tuple(columns))
            won = 2 + (worlds[:, [1]] >> np.uint64(7) & np.uint64(1)).astype(int)
            rows = np.hstack([won, np.zeros_like(won)])[:, list(columns)]
            return np.stack([rows, rows])

    values = (-3.0, -3.0, -1.0, 1.0, 2.0, 2.0)
    for mixtures, last in (((), (0,)), ((Mixture(halves),), (0, 1))):
        asked: list[tuple[int, ...]] = []
        choices = [Choice("A", 0, values), Choice("B", 1, values)]
        choices += [Choice("M", 2, values)] * len(mixtures)
        told = Endless([[0, 0]], mixtures)
        study = ChoiceStudy(
            FIVE, told, choices, Plan(precision=0.1, seed=1), Workers(1), ChunkSizes(16, 0)
        )
        study._active = tuple(k for k in range(len(choices)) if k != 1)
        advice = study.run()
        assert asked[0] == last
        assert next(each for each in advice.candidates if each.name == "B").dropped


# Other processes -------------------------------------------------------------------------------


@pytest.mark.slow
def test_choices_are_the_same_in_other_processes() -> None:
    house = find_house("rang").set("turnup_trump=caller_may_choose").set("blind_from_five=on")
    thirteen = Hand.parse("AKQJT.AK42.A4.84")

    def numbers(advice: Sampled[Any]) -> dict[str, object]:
        return {k: v for k, v in advice.to_dict().items() if k != "seconds"}

    def studies(workers: Workers) -> list[dict[str, object]]:
        plan = Plan(4, seed=3)
        return [
            numbers(study_opening(FIVE, house, float, plan=plan, workers=workers)),
            numbers(study_bids(thirteen, find_house("daba"), plan=plan, workers=workers)),
            numbers(
                study_challenge(thirteen, 1, Suit.HEARTS, house, float, plan=plan, workers=workers)
            ),
        ]

    with ProcessPoolExecutor(2) as pool:
        assert studies(Workers(2, pool)) == studies(Workers(1))


def test_a_template_travels() -> None:
    seen = Position.start("0:AK... Q3... J2... T4...", Suit.SPADES, 0, HOKM)
    pack = Hand(sum(hand.bits for hand in seen.hands))
    known = PartialDeal((seen.hands[0], Hand(), Hand(), Hand()), (2, 2, 2, 2), (), pack)
    for template in (
        PositionTemplate.in_play(seen, known),
        PositionTemplate.before_the_lead(HOKM, FIVE),
    ):
        assert pickle.loads(pickle.dumps(template)) == template


# Discards --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_discards_are_choices_judged_on_the_same_draws() -> None:
    """Three of five: the best discard of a deal makes what the deal is worth to the caller."""
    two = find_variant("two_hokm")
    five = Hand.parse("AKQ.K8..")
    template = PositionTemplate.before_the_lead(two, five)
    evaluator = evaluator_of(template)
    worlds = Dealer(template.known).deal(1, chunk_seed(4, 0))
    some = [Discard(Suit.SPADES, Hand.of(cards)) for cards in itertools.combinations(five, 3)]
    each = evaluator.classes(worlds, some)
    best = evaluator.classes(worlds, [Suit.SPADES])
    assert (each.worst.max(axis=1) == best.worst[:, 0]).all()
    found = study_discards(five, Suit.SPADES, float, plan=Plan(1, seed=4), workers=Workers(1))
    assert len(found.candidates) == 10
    assert {choice.name for choice in found.candidates} >= {"discard ♠A ♠K ♠Q", "discard ♠Q ♥K ♥8"}
    # the ties stand as a player would name them: low cards that are no trumps first
    tied = [
        choice.name for choice in found.candidates if choice.points.mean == found.best.points.mean
    ]
    trumps = [name.count("♠") for name in tied]
    assert trumps == sorted(trumps)
    means = {choice.name: choice.points.mean for choice in found.candidates}
    for number, discard in enumerate(some):
        name = "discard " + " ".join(card.symbol for card in discard.cards)
        assert means[name] == pytest.approx(each.worst[:, number].astype(float).mean())
    with pytest.raises(MatchError, match="nobody discards in hokm"):
        study_discards(five, Suit.SPADES, float, variant=HOKM)


# A challenge -----------------------------------------------------------------------------------


class Fixed:
    """An evaluator that says of every deal what it was told: (worst, best) by suit."""

    method, bavneys, node_limit, until = "told", True, 0, math.inf
    sizes = CHUNKS["plain"]

    def __init__(
        self, classes: dict[int, tuple[int, int]], kots: dict[int, tuple[int, int]]
    ) -> None:
        self.template = PositionTemplate.before_the_lead(HOKM, Hand.parse("AK.AKQJT.AK.A842"), 1)
        self.told = {"classes": classes, "kots": kots}

    def _answers(self, kind: str, worlds: Worlds, suits: Sequence[int]) -> Answers:
        both = [[self.told[kind][suit][end] for suit in suits] for end in (0, 1)]
        return Answers(*(np.tile(np.array(row, np.int8), (len(worlds), 1)) for row in both))

    def classes(self, worlds: Worlds, choices: Sequence[int]) -> Answers:
        return self._answers("classes", worlds, choices)

    def kots(self, worlds: Worlds, choices: Sequence[int], bavneys: bool) -> Answers:
        return self._answers("kots", worlds, choices)


def test_a_challenge_is_seen_by_side_b() -> None:
    # A wins with spades or makes a kot; B makes a kot with hearts, perhaps with clubs, not with D.
    kots = {0: (0, 2), 1: (-2, -2), 2: (0, 3), 3: (-3, 0)}
    asked = ChallengeQuestions(Fixed({0: (1, 2)}, kots), [0, 1, 2, 3], True)  # type: ignore[arg-type]
    worlds = np.zeros((2, 4), np.uint64)
    # B's worst comes first: a kot of A is place 1 of B's classes, a win of A place 2.
    assert asked.full(worlds, [0, 1, 2, 3])[:, 0].tolist() == [[1, 4, 1, 1], [2, 4, 1, 4]]
    assert asked.cheap(worlds, [0, 1, 2, 3])[:, 0].tolist() == [[1, 3, 1, 1], [2, 3, 1, 3]]


def test_e12_challenge_by_the_search() -> None:
    """docs/rules.md E12: with two cards a side no kot is possible but by classes of the ending."""
    deal = "0:.654.. A.AK.. 2..32. .32..2"
    classes = [int(outcome(Position.start(deal, suit))) for suit in Suit]
    assert classes == [-1, -2, 2, -3]
    told = {suit: (code, code) for suit, code in enumerate(classes)}
    kots = {suit: (code if abs(code) > 1 else 0,) * 2 for suit, code in enumerate(classes)}
    order = [2, 0, 1, 3]  # diamonds were called
    asked = ChallengeQuestions(Fixed(told, kots), order, True)  # type: ignore[arg-type]
    values = (-1.0,) * 2 + (-1 / 7, 1 / 7) + (1.0,) * 2
    bet = (-1.0,) * 4 + (1.0,) * 2
    choices = [
        Choice("accept", 0, values),
        *(Choice("SHC"[k - 1], k, bet, 4, True) for k in (1, 2, 3)),
    ]
    study = ChoiceStudy(FIVE, asked, choices, Plan(4, seed=1), Workers(1), ChunkSizes(4, 0))
    found = {each.name: each.points.mean for each in study.run().candidates}
    assert found == pytest.approx({"accept": -1, "S": -1, "H": 1, "C": 1})


# Cards to play ---------------------------------------------------------------------------------


def test_cards_to_play_are_choices_like_any_other() -> None:
    """An ending with three cards each: each card's share of wins over all worlds, counted twice."""
    seen = Position.start(
        "0:AK..2. Q..A.3 J.3.J. T..K.4", Suit.SPADES, 0, HOKM, taken=(6, 4), tricks_done=10
    )
    pack = Hand(sum(hand.bits for hand in seen.hands))
    known = PartialDeal((seen.hands[0], Hand(), Hand(), Hand()), (3,) * 4, (), pack)
    template = PositionTemplate.in_play(seen, known)
    assert [str(card) for card in template.choices] == [str(card) for card in seen.legal()]
    worlds = Dealer(known).all()
    assert worlds is not None
    assert len(worlds) == 1680
    few = worlds[::40]
    answers = evaluator_of(template).classes(few, template.choices)
    assert (answers.worst == answers.best).all()
    solver = Solver()
    for world, row in zip(few, answers.worst.tolist(), strict=True):
        there = Position.start(
            "0:" + " ".join(map(str, world_hands(world))),
            Suit.SPADES,
            0,
            HOKM,
            taken=(6, 4),
            tricks_done=10,
        )
        assert row == [int(outcome(there.play(card), solver)) for card in seen.legal()]
    asked = ClassQuestions(evaluator_of(template), template.choices, True)
    values = (-1.0,) * 3 + (1.0,) * 3
    choices = [Choice(str(card), k, values) for k, card in enumerate(seen.legal())]
    study = ChoiceStudy(
        known.given[0], asked, choices, Plan(64, seed=3), Workers(2), ChunkSizes(16, 0)
    )
    found = {each.name: each for each in study.run().candidates}
    drawn = np.concatenate([Dealer(known).deal(16, chunk_seed(3, k)) for k in range(4)])
    codes = evaluator_of(template).classes(drawn, template.choices).worst
    for column, card in enumerate(seen.legal()):
        success = found[str(card)].success
        assert success is not None
        assert success.count == (codes[:, column] >= Outcome.WIN_A).sum()


def test_a_template_in_play_must_fit_the_position() -> None:
    seen = Position.start("0:AK... Q3... J2... T4...", Suit.SPADES, 0, HOKM)
    pack = Hand(sum(hand.bits for hand in seen.hands))
    with pytest.raises(SamplingError, match="cards are to be dealt, the position has"):
        PositionTemplate.in_play(
            seen, PartialDeal((seen.hands[0], Hand(), Hand(), Hand()), (2, 2, 2, 1), (), pack)
        )
    with pytest.raises(SamplingError, match="seat 0 is to move with"):
        PositionTemplate.in_play(seen, PartialDeal((Hand(),) * 4, (2,) * 4, (), pack))


# Plans -----------------------------------------------------------------------------------------


def test_a_plan_is_checked_once_and_reads_text() -> None:
    plan = Plan("40", "1.5", "0.1", "7")  # type: ignore[arg-type]
    assert (plan.samples, plan.seconds, plan.precision, plan.seed) == (40, 1.5, 0.1, 7)
    assert (plan.looks, Plan(40).looks) == (8, 1)
    assert plan.level == pytest.approx(1 - 0.05 / 8)
    assert Plan(seed=3).settled(512) == Plan(512, seed=3)
    assert Plan(seconds=2, seed=3).settled(512).samples is None
    drawn = Plan(9).settled(512)
    assert drawn.seed is not None
    with pytest.raises(OptionError, match="'0' is no number of jobs"):
        Workers(0)
    with pytest.raises(OptionError, match="node limit"):
        Plan(node_limit=True)


def test_chunk_sizes_are_those_of_version_1() -> None:
    """What a seed means depends on them: a change needs a new CHUNKS_VERSION, and this table."""
    sizes = {name: (c.solved, c.kots, c.kots_per_deal) for name, c in CHUNKS.items()}
    assert sizes == {
        "plain": (32, 4096, 16),
        "tricks taken at once": (16, 512, 4),
        "six players": (16, 512, 4),
        "heaps": (4, 64, 1),
        "heaps, trump made in play": (4, 40, 1),
        "heaps, ace rule or hidden trump": (2, 24, 1),
        "tens in heaps": (2, 8, 1),
        "tens": (2, 8, 4),
        "five-card start": (2, 6, 1),
        "three players": (3, 512, 32),
        "two players, draw": (3, 24, 1),
        "exact tricks": (16, 0, 1),
    }
    for name, kind in {
        "hokm": "plain", "satat": "tricks taken at once", "double_sar": "heaps",
        "cut_hukum": "tricks taken at once", "dehla": "tens in heaps",
        "three_hokm": "three players", "dehla_five_card": "five-card start",
        "chokri": "six players",
    }.items():  # fmt: skip
        template = PositionTemplate.before_the_lead(find_variant(name), Hand())
        assert evaluator_of(template).sizes == CHUNKS[kind], name
