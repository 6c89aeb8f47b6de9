"""The trump call and kot chances: counts, determinism, stopping, interruption, refusals."""

from __future__ import annotations

import functools
import itertools
import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from fake_solver import CHANCES, CODES, FakeSolver, share
from planned import planned
from scipy.stats import binomtest

import solver
from solver import (
    HakemError,
    Hand,
    Outcome,
    PartialDeal,
    Suit,
    find_scoring,
)
from solver.base.errors import CardError, HandError, OptionError, SamplingError, VariantError
from solver.decide import kot as kots
from solver.decide import study, trump_call
from solver.decide.advice import Sampled
from solver.decide.study import Progress
from solver.decide.worlds import Dealer, chunk_seed
from solver.game.scoring import CLASSES
from solver.game.variants import find_variant

advise_trump, kot_chances = planned(solver.advise_trump), planned(solver.kot_chances)
TrumpStudy, KotStudy = planned(trump_call.TrumpStudy), planned(kots.KotStudy)

FIVE = "AQ.K84.."
KOTS_PER_DEAL = 16  # deals asked for kots for each solved one
CHUNK, KOT_CHUNK = 32, 4096
THIRTEEN = "AKQT9.A82.K3.J75"
call = functools.partial(advise_trump, make_solver=FakeSolver)
kot = functools.partial(kot_chances, make_solver=FakeSolver)


def numbers(found: Sampled[Any]) -> dict[str, object]:
    """Everything but the time it took."""
    return {k: v for k, v in found.to_dict().items() if k != "seconds"}


# Counts ----------------------------------------------------------------------------------------


def test_counts_are_those_of_the_worlds_of_the_seed() -> None:
    found = call(FIVE, samples=70, seed=5)
    dealer = Dealer(PartialDeal.holding(Hand.parse(FIVE)))
    for trump in Suit:
        solved: list[int] = []
        asked: list[int] = []
        for chunk, full in enumerate((32, 32, 6)):
            worlds = dealer.deal(full * KOTS_PER_DEAL, chunk_seed(5, chunk))
            steps = np.cumsum(CHANCES[trump])
            codes = CODES[np.minimum(np.searchsorted(steps, share(worlds, trump)), 5)].tolist()
            solved += codes[:full]
            asked += codes
        odds = found.trumps[trump]
        assert odds.counts == {outcome: solved.count(outcome) for outcome in CLASSES}
        assert (odds.win.count, odds.win.n) == (sum(c > 0 for c in solved), 70)
        n = 70 * KOTS_PER_DEAL
        assert (odds.kot.count, odds.kot.n) == (sum(c >= 2 for c in asked), n)
        assert (odds.kot_against.count, odds.kot_against.n) == (sum(c <= -2 for c in asked), n)
        # In Iran a bavney is worth a kot, so it is asked only of the deals that are solved anyway.
        assert odds.bavney is not None
        assert (odds.bavney.count, odds.bavney.n) == (sum(c == 3 for c in solved), 70)
        dutch = call(FIVE, samples=70, seed=5, scoring="nl").trumps[trump]
        assert dutch.bavney is not None
        assert (dutch.bavney.count, dutch.bavney.n) == (sum(c == 3 for c in asked), n)
        assert (dutch.win, dutch.kot, dutch.kot_against) == (odds.win, odds.kot, odds.kot_against)
        assert dutch.shares[Outcome.BAVNEY_A] == pytest.approx(dutch.bavney.p)
        assert (odds.n, odds.kot_n) == (70, n)
        interval = binomtest(odds.win.count, 70).proportion_ci(0.95, method="wilson")
        assert (odds.win.low, odds.win.high) == pytest.approx((interval.low, interval.high))
        assert sum(odds.shares.values()) == pytest.approx(1)
        mean = sum(found.question.scoring.difference(c) * p for c, p in odds.shares.items())
        assert odds.points.mean == pytest.approx(mean)


def asked_of(solvers: list[FakeSolver]) -> dict[str, int]:
    """How many questions of each kind these solvers were asked."""
    kinds = {kind for solver in solvers for kind in solver.asked}
    return {kind: sum(solver.asked.get(kind, 0) for solver in solvers) for kind in kinds}


def test_most_deals_are_asked_for_kots_only() -> None:
    solvers: list[FakeSolver] = []

    def make() -> FakeSolver:
        solvers.append(FakeSolver())
        return solvers[-1]

    rest = 64 * 4 * (KOTS_PER_DEAL - 1)
    for scoring, kind in (("ir", "kot"), ("nl", "kot+bavney")):
        advise_trump(FIVE, samples=64, seed=1, scoring=scoring, make_solver=make)
        assert asked_of(solvers) == {"class": 64 * 4, kind: rest}
        solvers.clear()
    kot_chances(FIVE, "S", samples=5000, seed=1, make_solver=make)
    assert asked_of(solvers) == {"kot+bavney": 625, "kot": 4375}
    solvers.clear()
    kot_chances(FIVE, "S", samples=5000, seed=1, variant="iran", make_solver=make)
    assert asked_of(solvers) == {"kot": 5000}


def test_play_that_stops_at_seven_knows_no_bavney() -> None:
    found = call(FIVE, samples=64, seed=5, variant="iran")
    plain = call(FIVE, samples=64, seed=5)
    for trump, odds in found.trumps.items():
        assert odds.bavney is None
        assert odds.counts[Outcome.BAVNEY_A] == odds.counts[Outcome.BAVNEY_B] == 0
        assert odds.kot == plain.trumps[trump].kot
        assert odds.win == plain.trumps[trump].win
        assert "bavney" not in found.to_dict()["trumps"][trump.letter]
    assert kot(FIVE, "S", samples=100, seed=1, variant="iran").best.bavney is None


def test_kot_chances_are_counts_of_the_worlds_of_the_seed() -> None:
    for hand in (FIVE, THIRTEEN):
        found = kot(hand, "H", samples=5000, seed=3)
        dealer = Dealer(PartialDeal.holding(Hand.parse(hand)))
        worlds = np.concatenate(
            [dealer.deal(n, chunk_seed(3, k)) for k, n in enumerate((KOT_CHUNK, 904))]
        )
        codes = FakeSolver().batch_outcomes(worlds, [1], detail="class")[:, 0]
        assert found.best.kot.count == (codes >= 2).sum()
        assert found.best.kot_against.count == (codes <= -2).sum()
        part = np.concatenate([codes[:512], codes[4096 : 4096 + 113]])
        assert found.best.bavney is not None
        assert (found.best.bavney.count, found.best.bavney.n) == ((part == 3).sum(), 625)
        assert found.best.chances["bavney_against"].count == (part == -3).sum()
        assert found.n == found.best.kot.n == 5000


def test_estimates_find_the_chances_put_in() -> None:
    found = call(FIVE, samples=1280, seed=2)
    for trump, odds in found.trumps.items():
        true = CHANCES[trump]
        assert odds.win.low - 0.02 < true[3:].sum() < odds.win.high + 0.02
        assert odds.kot.low - 0.005 < true[4:].sum() < odds.kot.high + 0.005
        mean = float(true @ found.question.scoring.vector())
        assert odds.points.low - 0.05 < mean < odds.points.high + 0.05
    assert found.best.trump is Suit.SPADES
    assert found.sure


# The recommendation ----------------------------------------------------------------------------


def test_the_best_depends_on_the_scoring() -> None:
    class Special(FakeSolver):
        """Spades often win simply, hearts win less often but by kot."""

        def batch_outcomes(self, hands, trumps, leader=0, detail="class"):  # type: ignore
            r = share(hands, 0)
            columns = {
                0: np.where(r < 0.7, 1, -1),
                1: np.where(r < 0.5, 2, -1),
                2: np.where(r < 0.1, 1, -1),
                3: np.full(len(r), -1),
            }
            codes = np.stack([columns[t] for t in trumps], 1).astype(np.int8)
            if detail.startswith("kot"):
                codes[abs(codes) == 1] = 0
            return codes

    even = find_scoring("ir").with_values(kot=1)
    by_wins = advise_trump(FIVE, scoring=even, samples=320, seed=1, make_solver=Special)
    by_kots = advise_trump(FIVE, scoring="nl", samples=320, seed=1, make_solver=Special)
    assert (by_wins.best.trump, by_kots.best.trump) == (Suit.SPADES, Suit.HEARTS)
    assert by_wins.sure
    assert by_kots.sure
    assert by_wins.rivals[Suit.HEARTS].behind.won > 40
    assert by_wins.rivals[Suit.HEARTS].behind.lost == 0
    assert by_wins.rivals[Suit.HEARTS].behind.p_win < 1e-9


def test_equal_suits_are_no_sure_call() -> None:
    class Equal(FakeSolver):
        def batch_outcomes(self, hands, trumps, leader=0, detail="class"):  # type: ignore
            one = super().batch_outcomes(hands, [0], leader, detail)
            return np.repeat(one, len(trumps), axis=1)

    found = advise_trump(FIVE, samples=64, seed=1, make_solver=Equal)
    assert found.best.trump is Suit.SPADES
    assert not found.sure
    assert found.p_value == 1


def test_the_level_of_a_comparison_is_shared_among_rivals_and_looks() -> None:
    assert call(FIVE, samples=32, seed=1).level == pytest.approx(0.05 / 3)
    assert call(FIVE, precision=0.1, seed=1).level == pytest.approx(0.05 / 3 / 8)


# The same seed gives the same counts -----------------------------------------------------------


def test_any_number_of_jobs_gives_the_same_counts() -> None:
    first = numbers(call(FIVE, samples=200, seed=9, jobs=1))
    for jobs in (2, 3, 8):
        assert numbers(call(FIVE, samples=200, seed=9, jobs=jobs)) == first
    assert numbers(call(FIVE, samples=200, seed=10)) != first
    precise = [numbers(call(FIVE, precision=0.03, seed=9, jobs=jobs)) for jobs in (1, 3)]
    assert precise[0] == precise[1]
    kots = [kot(FIVE, "S", samples=20_000, seed=9, jobs=jobs).best.kot for jobs in (1, 3)]
    assert kots[0] == kots[1]


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_gives_the_same_counts(kind: type) -> None:
    first = numbers(call(FIVE, samples=100, seed=9))
    with kind(2) as pool:
        assert numbers(call(FIVE, samples=100, seed=9, executor=pool)) == first
        assert pool.submit(len, FIVE).result() == len(FIVE)


def test_a_study_ended_by_time_is_the_beginning_of_the_endless_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(study, "GRACE", 60.0)  # all that is begun is ended
    slow = functools.partial(FakeSolver, pause=0.0005)
    found = advise_trump(FIVE, seconds=0.2, seed=4, jobs=2, make_solver=slow)
    assert found.stopped == "time"
    assert found.n % CHUNK == 0
    assert found.n >= CHUNK
    assert numbers(call(FIVE, samples=found.n, seed=4)) == numbers(found) | {"stopped": "samples"}


def test_time_and_samples_whichever_comes_first() -> None:
    assert call(FIVE, samples=40, seconds=100, seed=1).stopped == "samples"
    slow = functools.partial(FakeSolver, pause=0.02)
    found = advise_trump(FIVE, samples=100_000, seconds=0.1, seed=1, make_solver=slow)
    assert found.stopped == "time"
    assert 0 < found.n < 100_000
    chances = kot_chances(FIVE, "S", seconds=0.1, seed=1, make_solver=slow)
    assert chances.stopped == "time"
    assert chances.n % KOT_CHUNK == 0


def test_a_seed_is_made_and_told() -> None:
    found = call(FIVE, samples=32)
    assert numbers(call(FIVE, samples=32, seed=found.seed)) == numbers(found)
    assert numbers(call(FIVE, samples=32, seed=str(found.seed))) == numbers(found)


def test_one_solver_per_thread() -> None:
    FakeSolver.made = 0
    call(FIVE, samples=320, seed=1, jobs=3)
    assert 1 <= FakeSolver.made <= 3


# Stopping early --------------------------------------------------------------------------------


def test_a_precision_is_reached_and_costs_no_more_than_needed() -> None:
    found = call(FIVE, precision=0.04, seed=6)
    assert found.stopped == "precision"
    assert found.looks == 8
    for odds in found.trumps.values():
        if not odds.dropped:
            assert odds.win.high - odds.win.low <= 0.08
    # Spades are by far the best, so the other suits are dropped before the end.
    assert [t for t, odds in found.trumps.items() if not odds.dropped] == [Suit.SPADES]
    assert found.sure
    assert all(found.trumps[t].n < found.n for t in Suit if t != Suit.SPADES)
    # All suits are asked for kots on all deals.
    assert len({odds.kot_n for odds in found.trumps.values()}) == 1


def test_looks_double_and_the_last_one_suffices_for_the_worst_case() -> None:
    study = TrumpStudy(FIVE, precision=0.02, seed=1, make_solver=FakeSolver)
    ends = study._ends
    assert len(ends) <= 8
    assert all(b == pytest.approx(2 * a, abs=1) for a, b in itertools.pairwise(ends[2:]))
    z = 2.7344  # the normal quantile of 1 - 0.05 / 8 / 2
    assert ends[-1] * CHUNK == pytest.approx(z * z / 4 / 0.02**2, rel=0.01)
    wide = 2 * 0.02
    most = int(ends[-1]) * CHUNK
    interval = binomtest(most // 2, most).proportion_ci(study.level, method="wilson")
    assert interval.high - interval.low <= wide


@pytest.mark.slow
def test_looks_keep_their_promise() -> None:
    """Looking up to eight times, the interval still covers the truth as often as it says."""
    missed = 0
    trials = 60
    true = CHANCES[0][3:].sum()
    for seed in range(trials):
        odds = call(FIVE, precision=0.06, seed=seed, jobs=1).trumps[Suit.SPADES]
        missed += not odds.win.low <= true <= odds.win.high
    assert missed <= 6


def test_a_precision_with_few_samples_ends_with_them() -> None:
    found = call(FIVE, precision=0.01, samples=100, seed=1)
    assert found.stopped == "samples"
    assert found.n == 100


def test_a_kot_study_stops_when_precise() -> None:
    found = kot(FIVE, "C", precision=0.02, seed=1)
    assert found.stopped == "precision"
    assert found.best.kot.high - found.best.kot.low <= 0.04
    assert found.best.kot_against.high - found.best.kot_against.low <= 0.04
    assert found.n < 10_000


# Steps and interruption ------------------------------------------------------------------------


def test_progress_is_told_after_each_chunk() -> None:
    seen: list[Progress] = []
    call(FIVE, samples=100, seed=1, watch=seen.append)
    assert [p.deals for p in seen] == [32, 64, 96, 100]
    assert [p.target for p in seen] == [100] * 4
    assert [p.fraction for p in seen] == [0.32, 0.64, 0.96, 1.0]
    timed: list[Progress] = []
    slow = functools.partial(FakeSolver, pause=0.01)
    advise_trump(FIVE, seconds=0.1, seed=1, watch=timed.append, make_solver=slow)
    assert {p.target for p in timed} == {None}
    assert all(0 < p.fraction <= 1 for p in timed)


def test_a_study_may_be_left_looked_at_and_taken_up_again() -> None:
    study = TrumpStudy(FIVE, samples=160, seed=8, make_solver=FakeSolver)
    with pytest.raises(SamplingError, match="no deal has been solved yet"):
        study.result()
    steps = study.steps()
    next(steps)
    next(steps)
    early = study.result()
    assert early.n == 64
    steps.close()
    assert study.result().interrupted
    assert numbers(early) | {"stopped": "x"} == numbers(call(FIVE, samples=64, seed=8)) | {
        "stopped": "x"
    }
    assert numbers(study.run()) == numbers(call(FIVE, samples=160, seed=8))


def interrupt_after(chunks: int) -> object:
    left = itertools.count(chunks - 1, -1)

    def watch(progress: Progress) -> None:
        if next(left) == 0:
            raise KeyboardInterrupt

    return watch


def test_an_interruption_keeps_what_is_known() -> None:
    found = call(FIVE, samples=3200, seed=8, watch=interrupt_after(3))
    assert found.interrupted
    assert found.n == 96
    assert numbers(found) == numbers(call(FIVE, samples=96, seed=8)) | {"stopped": "interrupted"}
    chances = kot(FIVE, "S", samples=100_000, seed=8, watch=interrupt_after(2))
    assert chances.interrupted
    assert chances.n == 2 * KOT_CHUNK


def test_an_interruption_inside_a_chunk_keeps_the_chunks_before_it() -> None:
    class Stopped(FakeSolver):
        calls = itertools.count()

        def batch_outcomes(self, hands, trumps, leader=0, detail="class"):  # type: ignore
            if next(self.calls) == 6:  # two calls a chunk
                raise KeyboardInterrupt
            return super().batch_outcomes(hands, trumps, leader, detail)

    found = advise_trump(FIVE, samples=3200, seed=8, jobs=1, make_solver=Stopped)
    assert found.interrupted
    assert found.n == 96


def test_an_interruption_before_anything_is_known_is_passed_on() -> None:
    class Stopped(FakeSolver):
        def batch_outcomes(self, hands, trumps, leader=0, detail="class"):  # type: ignore
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        advise_trump(FIVE, samples=64, seed=8, jobs=1, make_solver=Stopped)


def test_a_fault_in_the_search_is_no_advice() -> None:
    class Broken(FakeSolver):
        def batch_outcomes(self, hands, trumps, leader=0, detail="class"):  # type: ignore
            raise MemoryError("no room for the table")

    with pytest.raises(MemoryError):
        advise_trump(FIVE, samples=64, seed=8, make_solver=Broken)


# What is told ----------------------------------------------------------------------------------


def test_the_machine_interface() -> None:
    found = json.loads(json.dumps(call(FIVE, samples=64, seed=5, scoring="points").to_dict()))
    assert found["schema"] == 1
    assert found["hand"] == FIVE
    assert found["variant"] == "hokm"
    assert found["options"]["stop_rule"] == "may_continue"
    assert found["scoring"]["name"] == "points"
    assert found["scoring"]["values"]["KOT_B"] == 4
    assert found["seed"] == 5
    assert found["best"] == "S"
    assert found["method"] == "open hand"
    assert list(found["trumps"]) == ["S", "H", "D", "C"]
    for each in found["trumps"].values():
        assert each["n"] == 64
        for name in ("win", "kot", "goon"):
            assert {"p", "low", "high", "n", "count"} <= set(each[name])
        assert {"mean", "low", "high"} <= set(each["points"])
    chances = json.loads(json.dumps(kot(FIVE, "hearts", samples=64, seed=5).to_dict()))
    assert chances["trump"] == "H"
    assert {"p", "low", "high", "n"} <= set(chances["kot"])
    assert {"schema", "hand", "variant", "options", "seed", "n", "goon", "bavney"} <= set(chances)


def test_the_text_names_method_variant_and_seed() -> None:
    text = str(call(FIVE, samples=64, seed=5))
    for word in ("open hand", "hokm", "Iran", "seed 5", "S: clearly", "64 deals", "1024 for kots"):
        assert word in text
    text = str(kot(FIVE, "S", samples=64, seed=5))
    for word in ("open hand", "seed 5", "n = 64", "goon kot", "bavney"):
        assert word in text


# Refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"hand": "AKQ.K84.."}, HandError, "has 6 cards: the trump is called from exactly 5"),
        ({"hand": "A.K84.."}, HandError, "has 4 cards: the trump is called from exactly 5"),
        ({"hand": "..."}, HandError, "has no cards: the trump is called from exactly 5"),
        ({"hand": "A..."}, HandError, "has 1 card: "),
        ({"hand": "AA.K84.."}, HandError, "appears twice"),
        ({"hand": "AX.K84.."}, HandError, "unknown rank"),
        ({"samples": 0}, SamplingError, "'0' is no number of deals: expected a whole number"),
        ({"samples": -5}, SamplingError, "'-5' is no number of deals"),
        ({"samples": "many"}, SamplingError, "'many' is no number of deals"),
        ({"samples": 2.5}, SamplingError, "'2.5' is no number of deals"),
        ({"samples": True}, SamplingError, "'True' is no number of deals"),
        ({"seed": "lucky"}, SamplingError, "'lucky' is no seed"),
        ({"seed": -1}, SamplingError, "'-1' is no seed"),
        ({"seconds": 0}, OptionError, "'0' is no time: expected a number more than 0"),
        ({"seconds": "soon"}, OptionError, "'soon' is no time"),
        ({"seconds": float("nan")}, OptionError, "'nan' is no time"),
        ({"precision": 0}, OptionError, "'0' is no precision: expected a number more than 0 and"),
        ({"precision": 0.5}, OptionError, "'0.5' is no precision"),
        ({"precision": -0.1}, OptionError, "'-0.1' is no precision"),
        ({"confidence": 1}, OptionError, "'1' is no confidence"),
        ({"jobs": 0}, OptionError, "'0' is no number of jobs"),
        ({"scoring": "tennis"}, OptionError, "'tennis' is no scoring: expected one of ir, nl"),
        ({"variant": "poker"}, VariantError, "poker"),
    ],
)
def test_refusals_of_a_trump_call(arguments: dict[str, object], error: type, said: str) -> None:
    settings = {"hand": FIVE, "make_solver": FakeSolver, **arguments}
    with pytest.raises(error, match=said) as caught:
        advise_trump(**settings)  # type: ignore[arg-type]
    assert isinstance(caught.value, HakemError)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("hand", "trump", "error", "said"),
    [
        ("AKQ.K84..", "S", HandError, "has 6 cards: expected 5 or 13"),
        ("AKQT9.A82.K3.J7", "S", HandError, "has 12 cards: expected 5 or 13"),
        (FIVE, "X", CardError, "names no suit"),
        (FIVE, "none", CardError, "needs a trump suit"),
    ],
)
def test_refusals_of_kot_chances(hand: str, trump: str, error: type, said: str) -> None:
    with pytest.raises(error, match=said):
        kot_chances(hand, trump, make_solver=FakeSolver)


@pytest.mark.parametrize(
    ("variant", "hand", "error", "said"),
    [
        (
            "daba_rang",
            FIVE,
            VariantError,
            "daba_rang is a game of bids and knows no kot: `hakem tr",
        ),
        ("three_hokm", "AQ.K8..2", HandError, "C2 is not in the pack of three_hokm"),
        ("chokri", "A2.K84..", HandError, "S2 is not in the pack of chokri"),
    ],
)
def test_hands_that_no_study_takes(variant: str, hand: str, error: type, said: str) -> None:
    with pytest.raises(error, match=said):
        TrumpStudy(hand, variant=variant)
    with pytest.raises(error, match=said):
        KotStudy(hand, "S", variant=variant)


@pytest.mark.parametrize("variant", ["beranga", "cut_hukum", "dehla_five_card"])
def test_games_without_a_call_know_kots_only(variant: str) -> None:
    with pytest.raises(VariantError, match=f"^{variant} has no trump call, trump is made in play"):
        TrumpStudy(FIVE, variant=variant)
    with pytest.raises(OptionError, match=f"nobody calls trump in {variant}.* no trump, not S"):
        KotStudy(FIVE, "S", variant=variant)
    assert KotStudy(FIVE, variant=variant).trump is None
    with pytest.raises(CardError, match="needs a trump suit"):
        KotStudy(FIVE)


def test_only_suits_that_can_be_laid_down_are_judged() -> None:
    study = TrumpStudy(FIVE, variant="band_rang")
    assert study.suits == (Suit.SPADES, Suit.HEARTS)
    with pytest.raises(HandError, match="has no clubs to lay down as the trump card of band_rang"):
        KotStudy(FIVE, "C", variant="band_rang")


def test_packs_of_other_sizes_are_dealt() -> None:
    six = TrumpStudy(FIVE, variant="chokri").evaluator.template.known
    assert (len(six.pack), six.sizes) == (48, (8,) * 6)


def test_a_drawn_hand_is_refused() -> None:
    class Drawn(FakeSolver):
        def batch_outcomes(self, hands, trumps, leader=0, detail="class"):  # type: ignore
            return np.zeros((len(hands), len(trumps)), dtype=np.int8)

    with pytest.raises(VariantError, match="a tie has no class to count"):
        advise_trump(FIVE, samples=5, seed=1, make_solver=Drawn)


def test_a_game_is_judged_by_the_scoring_of_its_house() -> None:
    for variant, name, bavney in (
        ("hokm", "ir", 2),
        ("rung", "inpk", 52),
        (find_variant("double sar"), "double_sar", 1),
        ("mindi", "dehla", 1),
    ):
        study = TrumpStudy(FIVE, variant=variant)
        assert (study.scoring.name, study.scoring.bavney[0]) == (name, bavney)
    assert TrumpStudy(FIVE, variant="rung", scoring="nl").scoring.name == "nl"
    with pytest.raises(OptionError, match="Daba rang counts no classes of a hand"):
        TrumpStudy(FIVE, scoring="daba")
