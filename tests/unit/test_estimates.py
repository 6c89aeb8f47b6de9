"""Shares, means and comparisons: against scipy, by hand, and by how often intervals miss."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest
from scipy.stats import beta, binomtest, t, ttest_rel

from solver import Outcome, find_scoring
from solver.decide.distributions import beta_quantile, sign_test, t_quantile, t_tail
from solver.decide.estimates import (
    CHEAP_OF,
    _wilson,
    class_shares,
    compare_choices,
    estimate_share,
    mean_points,
    share_below,
    share_from,
)
from solver.game.scoring import CLASSES, SCORINGS, expected_points

IR, NL, INPK = SCORINGS[:3]


def cheap_of(classes: np.ndarray) -> np.ndarray:
    """The kot codes of class counts: simple wins and losses fall together."""
    return np.bincount(CHEAP_OF, classes, minlength=5).astype(np.int64)


def test_the_distributions_are_those_of_scipy_stats() -> None:
    for won, lost in [(0, 0), (0, 1), (1, 0), (3, 3), (2, 9), (52, 12), (500, 431), (0, 2000)]:
        assert sign_test(won, lost) == pytest.approx(
            binomtest(won, won + lost).pvalue if won + lost else 1.0
        )
    for freedom in (1, 5, 4095):
        assert t_quantile(0.975, freedom) == pytest.approx(t.ppf(0.975, freedom))
        for value in (0.0, 1.5, 12.0):
            assert t_tail(value, freedom) == pytest.approx(t.sf(value, freedom))
    for a, b in [(1, 640), (7.5, 3.25), (0.3, 0.9)]:
        assert beta_quantile(0.025, a, b) == pytest.approx(beta.ppf(0.025, a, b))


@pytest.mark.parametrize(("count", "n"), [(8, 16), (300, 640), (632, 640), (50, 100_000)])
def test_a_share_has_the_wilson_interval(count: int, n: int) -> None:
    found = estimate_share(count, n, 0.9)
    expected = binomtest(count, n).proportion_ci(0.9, method="wilson")
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert (found.count, found.n, found.p) == (count, n, count / n)


def test_what_is_left_open_has_bounds() -> None:
    found = estimate_share(300, 640, most=320)
    assert (found.p, found.bounds, found.undecided) == (None, (300 / 640, 0.5), 20)
    assert (found.low, found.high) == (estimate_share(300, 640).low, estimate_share(320, 640).high)


def test_shares_of_joint_counts_reach_from_the_worst_to_the_best() -> None:
    """Of 20 deals 4 were kots and 3 may be one; 2 were goon kots, and one may be or lose."""
    joint = np.zeros((5, 5), np.int64)
    joint[2, 2], joint[4, 4], joint[2, 4], joint[1, 1], joint[1, 2] = 10, 4, 3, 2, 1
    kots, goons = share_from(joint, 3, 0.95), share_below(joint, 2, 0.95)
    assert kots == estimate_share(4, 20, 0.95, 7)
    assert goons == estimate_share(2, 20, 0.95, 3)
    assert (kots.bounds, goons.bounds) == ((0.2, 0.35), (0.1, 0.15))


@pytest.mark.parametrize(("count", "n"), [(0, 10), (0, 100_000), (7, 640), (633, 640), (1, 1)])
def test_a_share_near_0_or_1_has_the_exact_interval(count: int, n: int) -> None:
    found = estimate_share(count, n)
    expected = binomtest(count, n).proportion_ci(0.95, method="exact")
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert found.low <= found.p <= found.high


def test_no_deals_tell_nothing() -> None:
    nothing = estimate_share(0, 0)
    assert (nothing.p, nothing.low, nothing.high) == (0.5, 0.0, 1.0)
    assert nothing.bounds is None
    assert class_shares(np.zeros(6, int), np.zeros(5, int)).tolist() == [0.0] * 6
    mean = mean_points(np.zeros(6, int), np.zeros(5, int), IR.vector())
    assert (mean.mean, mean.low, mean.high, mean.n) == (0.0, -3.0, 2.0, 0)
    nobody = compare_choices(np.zeros((6, 6), int), np.zeros((5, 5), int), IR.vector())
    assert (nobody.p_points, nobody.p_win) == (1.0, 1.0)


def test_own_wilson_limits_are_those_of_scipy() -> None:
    z = NormalDist().inv_cdf(0.975)
    for count, n in ((0, 5), (3, 9), (50, 100), (100, 100)):
        expected = binomtest(count, n).proportion_ci(0.95, method="wilson")
        assert _wilson(count, n, z) == pytest.approx((expected.low, expected.high))


def test_shares_of_one_sort_of_deals_are_the_plain_ones() -> None:
    classes = np.array([1, 5, 40, 30, 20, 4])
    assert class_shares(classes, cheap_of(classes)) == pytest.approx(classes / 100)


def test_shares_of_two_sorts_use_all_deals_for_kots() -> None:
    classes = np.array([0, 1, 4, 4, 1, 0])
    cheap = np.array([2, 8, 70, 15, 5])
    shares = class_shares(classes, cheap)
    assert shares == pytest.approx([0.02, 0.08, 0.35, 0.35, 0.15, 0.05])
    mean = mean_points(classes, cheap, NL.vector())
    by_class = expected_points(dict(zip(CLASSES, shares, strict=True)), NL)
    assert mean.mean == pytest.approx(by_class)
    assert mean.low < mean.mean < mean.high
    assert mean.n == 10


def test_shares_without_any_simple_hand_among_the_solved_are_split_evenly() -> None:
    shares = class_shares(np.array([0, 0, 0, 0, 3, 0]), np.array([0, 0, 10, 10, 0]))
    assert shares == pytest.approx([0, 0, 0.25, 0.25, 0.5, 0])


def test_bavneys_that_were_counted_as_kots_are_divided_as_among_the_solved() -> None:
    classes = np.array([1, 3, 4, 4, 3, 1])
    shares = class_shares(classes, np.array([0, 20, 60, 20, 0]))
    assert shares == pytest.approx([0.05, 0.15, 0.3, 0.3, 0.15, 0.05])


TRUE = {
    "ordinary": [0.0003, 0.03, 0.35, 0.45, 0.16, 0.0097],
    "weak": [0.0001, 0.0797, 0.6, 0.3, 0.02, 0.0002],
    "strong": [0.0, 0.001, 0.05, 0.2, 0.65, 0.099],
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("scoring", ["ir", "nl", "inpk"])
@pytest.mark.parametrize("chances", TRUE.values(), ids=TRUE.keys())
@pytest.mark.parametrize(("n", "kot_n"), [(64, 1024), (640, 10_240), (640, 640)])
def test_intervals_of_mean_points_hold(
    scoring: str, chances: list[float], n: int, kot_n: int
) -> None:
    rng = np.random.default_rng(17)
    points = find_scoring(scoring).vector()
    true = float(np.dot(chances, points))
    missed = 0
    trials = 400
    for _ in range(trials):
        classes = rng.multinomial(n, chances)
        cheap = cheap_of(classes) + cheap_of(rng.multinomial(kot_n - n, chances))
        mean = mean_points(classes, cheap, points)
        missed += not mean.low <= true <= mean.high
    # 5 % asked for; 400 trials of an honest interval miss more than 8.5 % once in 1,000 times.
    assert missed / trials < 0.085


def joint(pairs: np.ndarray) -> np.ndarray:
    """Joint counts (6, 6) of classes (n, 2)."""
    return np.bincount(pairs[:, 0] * 6 + pairs[:, 1], minlength=36).reshape(6, 6)


def joint_cheap(table: np.ndarray) -> np.ndarray:
    merged = np.zeros((5, 5), dtype=np.int64)
    np.add.at(merged, (CHEAP_OF[:, None], CHEAP_OF[None, :]), table)
    return merged


def test_a_comparison_of_one_sort_of_deals_is_the_paired_t_test() -> None:
    rng = np.random.default_rng(3)
    value = np.array(IR.vector())
    for shift in (0.0, 0.1, 0.4):
        first = rng.choice(6, 300, p=[0.0, 0.05, 0.4, 0.4 - shift, 0.14 + shift, 0.01])
        second = np.where(
            rng.random(300) < 0.5, first, rng.choice(6, 300, p=[0.0, 0.05, 0.45, 0.4, 0.1, 0.0])
        )
        table = joint(np.stack([first, second], 1))
        found = compare_choices(table, joint_cheap(table), IR.vector())
        expected = ttest_rel(value[first], value[second])
        assert found.difference.mean == pytest.approx((value[first] - value[second]).mean())
        assert found.p_points == pytest.approx(expected.pvalue, rel=1e-6)
        interval = expected.confidence_interval(0.95)
        assert (found.difference.low, found.difference.high) == pytest.approx(tuple(interval))


def test_wins_are_compared_by_the_exact_mcnemar_test() -> None:
    table = np.zeros((6, 6), dtype=np.int64)
    table[3, 2], table[2, 3], table[4, 1], table[3, 3], table[2, 1] = 9, 2, 1, 50, 30
    found = compare_choices(table, joint_cheap(table), IR.vector())
    assert (found.won, found.lost) == (10, 2)
    assert found.p_win == pytest.approx(binomtest(10, 12).pvalue)
    # The same by hand: 2 * (1 + 12 + 66) / 2**12.
    assert found.p_win == pytest.approx(2 * 79 / 4096)


def test_comparisons_of_two_sorts_hold_their_level_and_find_more() -> None:
    rng = np.random.default_rng(5)
    chances = np.array([0.002, 0.04, 0.35, 0.41, 0.19, 0.008])
    false = narrow = wide = 0
    trials = 500
    for _ in range(trials):
        rows = rng.choice(6, (3000, 2), p=chances)  # equally good suits
        same = rng.random(3000) < 0.5
        rows[same, 1] = rows[same, 0]
        solved, all_of_them = joint(rows[:200]), joint(rows)
        found = compare_choices(solved, joint_cheap(all_of_them), NL.vector())
        alone = compare_choices(solved, joint_cheap(solved), NL.vector())
        false += found.p_points < 0.05
        narrow += found.difference.high - found.difference.low
        wide += alone.difference.high - alone.difference.low
    assert 0.02 < false / trials < 0.085
    assert narrow < 0.9 * wide


def test_equal_suits_are_never_told_apart() -> None:
    table = np.diag([0, 3, 30, 30, 9, 0])
    found = compare_choices(table, joint_cheap(table), IR.vector())
    assert found.difference.mean == 0
    assert (found.p_points, found.p_win) == (1.0, 1.0)


def test_a_few_deals_never_prove_more_than_their_signs() -> None:
    table = np.zeros((6, 6), dtype=np.int64)
    table[4, 2] = 6  # six deals, all for the first suit by the same margin
    found = compare_choices(table, joint_cheap(table), IR.vector())
    assert found.p_points == pytest.approx(2.0**-5)
    assert math.isfinite(found.difference.low)


def test_scorings_are_those_of_the_rules() -> None:
    # Points for (win, kot, bavney) of A and of B; rules.md 1.10 and example E15.
    table = {
        "ir": [(1, 0), (0, 1), (2, 0), (0, 3), (2, 0), (0, 3)],
        "nl": [(2, 0), (0, 2), (5, 0), (0, 5), (15, 0), (0, 15)],
        "inpk": [(1 / 7, 0), (0, 1 / 7), (1, 0), (0, 1), (52, 0), (0, 52)],
        "points": [(1, 0), (0, 2), (3, 0), (0, 4), (3, 0), (0, 4)],
    }
    outcomes = [
        Outcome.WIN_A,
        Outcome.WIN_B,
        Outcome.KOT_A,
        Outcome.KOT_B,
        Outcome.BAVNEY_A,
        Outcome.BAVNEY_B,
    ]
    for name, rows in table.items():
        scoring = find_scoring(name)
        assert [scoring.worth(outcome) for outcome in outcomes] == rows
        assert scoring.points(Outcome.NONE) == (0, 0)
        assert list(scoring.vector()) == sorted(scoring.vector())


def test_classes_run_from_worst_to_best() -> None:
    assert list(CLASSES) == sorted(CLASSES)
    assert len(CLASSES) == 6


def test_eight_doubling_looks_keep_the_level_and_looking_always_does_not() -> None:
    """The trial told in docs/statistics.md: two equal suits, up to 8,192 differing deals."""
    rng = np.random.default_rng(1)
    won = rng.binomial(32, 0.5, (4000, 256)).cumsum(axis=1)
    n = 32 * np.arange(1, 257)
    far = abs(won - n / 2) / np.sqrt(n / 4)
    always = (far > NormalDist().inv_cdf(0.975)).any(axis=1).mean()
    doubling = [2**k - 1 for k in range(1, 9)]
    level = NormalDist().inv_cdf(1 - 0.05 / 8 / 2)
    rarely = (far[:, doubling] > level).any(axis=1).mean()
    assert (round(float(always), 2), round(float(rarely), 2)) == (0.44, 0.04)


@pytest.mark.parametrize(("count", "n"), [(0, 10), (7, 640), (633, 640), (640, 640), (50, 100)])
def test_a_count_in_parts_has_the_same_interval(count: int, n: int) -> None:
    """Mixtures count deals in parts: whole ones of these are counts like any other."""
    whole, parts = estimate_share(count, n, 0.9), estimate_share(float(count), n, 0.9)
    assert (parts.low, parts.high) == pytest.approx((whole.low, whole.high), abs=1e-12)
    between = estimate_share(count - 0.5 if count else 0.5, n, 0.9)
    assert between.low < whole.low or not count
    assert between.high < whole.high or not count


def test_simple_hands_alone_have_the_scaled_wilson_interval() -> None:
    """With the kots known from very many deals only the division into wins and losses is left."""
    points = (-3.0, -3.0, -1.0, 1.5, 2.0, 2.0)
    mean = mean_points(np.array([0, 0, 40, 60, 0, 0]), np.array([0, 0, 10**15, 0, 0]), points)
    share = binomtest(60, 100).proportion_ci(0.95, method="wilson")
    ends = [-1.0 + 2.5 * p for p in (share.low, 0.6, share.high)]
    assert (mean.low, mean.mean, mean.high) == pytest.approx(tuple(ends), abs=1e-5)


def test_the_interval_of_a_mean_is_the_joined_one_by_hand() -> None:
    """Every kot share at its Wilson limit, on the side that lowers or raises the mean, joined by
    the correlations of a multinomial sample; then the division into wins and losses."""
    classes, cheap = np.array([1, 4, 21, 29, 12, 3]), np.array([3, 9, 150, 30, 8])
    points = (-3.0, -2.5, -1.0, 1.25, 2.0, 4.0)
    mean = mean_points(classes, cheap, points, 0.9)
    won, n = 29 / 50, 200
    worths = [-3.0, -2.5, won * 1.25 - (1 - won), 2.0, 4.0]
    shares = [count / n for count in cheap.tolist()]
    middle = sum(share * worth for share, worth in zip(shares, worths, strict=True))

    def ends(count: int, of: int) -> tuple[float, float]:
        found = binomtest(count, of).proportion_ci(0.9, method="wilson")
        return found.low, found.high

    reached = []
    for sign in (-1, 1):
        far = []
        for count, share, worth in zip(cheap.tolist(), shares, worths, strict=True):
            low, high = ends(count, n)
            far.append(
                abs(worth - middle) * ((high if (worth - middle) * sign > 0 else low) - share)
            )
        total = 0.0
        for i, one in enumerate(shares):
            for j, two in enumerate(shares):
                spread = math.sqrt(one * (1 - one) * two * (1 - two))
                total += far[i] * far[j] * (1.0 if i == j else -one * two / spread)
        split = 2.25 * shares[2] * (ends(29, 50)[1 if sign > 0 else 0] - won)
        reached.append(middle + sign * math.sqrt(total + split * split))
    assert (mean.mean, mean.low, mean.high) == pytest.approx((middle, *reached))
    assert mean.n == 70
