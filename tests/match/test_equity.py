"""Ledgers against an independent bookkeeper; equity against closed forms and simulation."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import accumulate

import pytest

from solver.base.errors import MatchError
from solver.base.outcomes import Outcome as O
from solver.game.house_rules import find_house
from solver.game.scoring import find_scoring
from solver.game.scoring_text import parse_scoring
from solver.match.equity import MatchEquity, scoring_at
from solver.match.ledger import (
    MatchState,
    Rules,
    advance,
    match_winner,
    outcome_word,
    play_match,
)
from solver.match.scoring import HandResult, class_of_tens
from solver.record.reader import read_match
from solver.record.sheet import replay_match

OUTCOMES = {O.WIN_A: 50, O.KOT_A: 14, O.BAVNEY_A: 1, O.WIN_B: 29, O.KOT_B: 6}


def rules(house: str, scoring: str = "") -> Rules:
    one = find_house(house)
    return Rules(one, parse_scoring(scoring or one.scoring))


# ---- a bookkeeper that shares nothing with the ledger ---------------------------------------


def slow_ledger(name: str, words: list[str]) -> list[tuple[int, int, int]]:
    """(points of team 0, of team 1, next caller) after every hand, written from the rules alone.

    Understands Iran, Netherlands, India-Pakistan and points; a finished match starts again at 0.
    """
    totals, run, run_of = [0, 0], 0, None
    caller, sheet, hands = 0, [], 0
    for word in words:
        if name == "iran" and max(totals) >= 7:
            totals = [0, 0]
        if name == "points" and max(totals) >= 10:
            totals = [0, 0]
        if name == "india-pakistan" and max(totals) >= 5:
            totals, run, run_of = [0, 0], 0, None
        if name == "netherlands" and hands == 4:
            totals, hands = [0, 0], 0
        hands += 1
        kind, side = word.split("_")
        us = caller % 2 if side == "A" else (caller + 1) % 2
        court = kind in ("KOT", "BAVNEY")
        if name == "iran":
            totals[us] += 1 if not court else 2 if side == "A" else 3
        if name == "netherlands":
            totals[us] += {"WIN": 2, "KOT": 5, "BAVNEY": 15}[kind]
        if name == "points":
            totals[us] += (3 if court else 1) + (side == "B")
        swap = False
        if name == "india-pakistan":
            if court:
                totals[us] += 52 if kind == "BAVNEY" else 1
                run, run_of, swap = 0, None, True
            else:
                run = run + 1 if run_of == us else 1
                run_of = us
                if run == 7:
                    totals[us] += 1
                    run, run_of, swap = 0, None, True
        if name == "points":
            swap = court
        if side == "B":
            caller = caller + 1
        elif swap:
            caller = caller + 2
        caller = caller % 4
        sheet.append((totals[0], totals[1], caller))
    return sheet


@pytest.mark.one_in(4)
@pytest.mark.parametrize("house", ["iran", "netherlands", "india-pakistan", "points"])
def test_ten_thousand_hands_against_the_slow_bookkeeper(house: str) -> None:
    rng = random.Random(house)
    kinds = ["WIN_A", "WIN_A", "WIN_A", "WIN_A", "WIN_A", "KOT_A", "WIN_B", "WIN_B", "KOT_B"]
    if house != "iran":
        kinds += ["BAVNEY_A"]
    if house == "india-pakistan":
        kinds += ["WIN_A"] * 20  # so that runs of seven happen
    words = [rng.choice(kinds) for _ in range(10_000)]
    text = f'[House "{house}"]\n[Results]\n' + "\n".join(words)
    sheet = replay_match(read_match(text))
    found = [(*entry.after.score, entry.after.caller) for entry in sheet.entries]
    assert found == slow_ledger(house, words)
    assert len(sheet.entries) == 10_000
    assert sum(sheet.matches_won) > 100


def test_streaks_by_hand() -> None:
    streaks = rules("india-pakistan")
    entries = list(play_match([HandResult(O.WIN_A)] * 7, streaks))
    assert [entry.after.streak for entry in entries[:6]] == [(i, 0) for i in range(1, 7)]
    assert entries[6].streak_kot
    assert entries[6].after.score == (1, 0)
    assert entries[6].after.streak == (0, 0)
    assert entries[6].after.caller == 2
    broken = list(play_match([HandResult(O.WIN_A)] * 3 + [HandResult(O.WIN_B)], streaks))
    assert broken[-1].after.streak == (0, 1)
    reset = list(play_match([HandResult(O.WIN_A)] * 6 + [HandResult(O.KOT_A)], streaks))
    assert reset[-1].after.score == (1, 0)
    assert reset[-1].after.streak == (0, 0)


def dehla_streaks(tens: list[int], needs: int) -> list[tuple[int, int, int, int]]:
    """(kots of team 0 and 1, straight wins of team 0 and 1) after every hand of dehla pakad.

    Written from rules.md 4.3 and 4.4 alone; `tens` are those of the caller's side.
    """
    kots, runs, caller, sheet = [0, 0], [0, 0], 0, []
    for mine in tens:
        a_wins = mine >= 2
        side = caller % 2 if a_wins else 1 - caller % 2
        whole = mine in (0, 4)
        by_run = False
        runs[1 - side] = 0
        if whole:
            runs[side] = 0
        elif max(mine, 4 - mine) >= needs:
            runs[side] += 1
            by_run = runs[side] == 7
        if whole or by_run:
            kots[side] += 1
            runs = [0, 0]
        sheet.append((*kots, *runs))
        caller = (caller + (1 if not a_wins else 2 if whole or by_run else 0)) % 4
        if max(kots) == 5:
            kots, runs = [0, 0], [0, 0]
    return sheet


@pytest.mark.parametrize(("needs", "tens"), [("three_tens", 3), ("any_win", 2)])
def test_dehla_counts_hands_with_three_tens(needs: str, tens: int) -> None:
    rng = random.Random(needs)
    played = rng.choices([4, 3, 2, 1, 0], [1, 40, 20, 3, 1], k=3000)
    rung = Rules(find_house("dehla").set(f"streak_needs={needs}"), find_scoring("dehla"))
    results = [HandResult(class_of_tens(mine), (mine, 4 - mine)) for mine in played]
    entries = list(play_match(results, rung))
    found = [(*entry.after.score, *entry.after.streak) for entry in entries]
    assert found == dehla_streaks(played, tens)
    assert sum(entry.streak_kot for entry in entries) > 30
    apart = {mine for mine, entry in zip(played, entries, strict=True) if entry.apart}
    assert apart == ({2} if tens == 3 else set())


def test_a_win_with_two_tens_neither_adds_to_a_streak_nor_ends_it() -> None:
    dehla = rules("dehla")
    three, two, lost = HandResult(O.WIN_A, (3, 1)), HandResult(O.WIN_A, (2, 2)), HandResult(O.WIN_B)
    entries = list(play_match([three, three, two, three, HandResult(O.WIN_A), lost], dehla))
    assert [entry.after.streak for entry in entries] == [
        *((1, 0), (2, 0), (2, 0), (3, 0), (4, 0), (0, 1)),
    ]
    assert [entry.apart for entry in entries] == [False, False, True, False, False, False]
    assert "(not three tens)" in outcome_word(entries[2])
    by_w25 = Rules(find_house("dehla").set("dehla_result=w25"), find_scoring("dehla"))
    (one,) = play_match([HandResult(O.WIN_A, (1, 3))], by_w25)
    assert (one.after.streak, one.apart) == ((0, 0), True)


def test_dehla_ledger() -> None:
    dehla = rules("dehla")
    entries = list(play_match([HandResult(O.KOT_A), HandResult(O(0)), HandResult(O.KOT_B)], dehla))
    assert [entry.after.score for entry in entries] == [(1, 0), (1, 0), (1, 1)]
    assert [entry.after.caller for entry in entries] == [2, 2, 3]
    house = find_house("dehla").set("dealer_four=cancels_opponents_kot")
    cancelling = Rules(house, find_scoring("dehla"))
    entries = list(play_match([HandResult(O.KOT_A), HandResult(O.KOT_B)], cancelling))
    assert entries[-1].after.score == (0, 0)
    entries = list(play_match([HandResult(O.KOT_B)], cancelling))
    assert entries[-1].after.score == (0, 0)  # there was no kot to take


# ---- equity: closed forms ------------------------------------------------------------------


def test_one_point_match_is_one_hand() -> None:
    equity = MatchEquity(rules("iran", "IR target=1"), OUTCOMES)
    assert equity.at((0, 0), 0).win == Fraction(65, 100)
    assert equity.at((0, 0), 1).win == Fraction(35, 100)


def test_a_match_that_is_over_is_decided() -> None:
    target = MatchEquity(rules("iran", "IR target=2"), OUTCOMES)
    for outcome, expected in {O.WIN_A: (1, 0, 0), O.WIN_B: (0, 0, 1)}.items():
        chance = target.after(MatchState((1, 1)), HandResult(outcome))
        assert (chance.win, chance.draw, chance.lose) == expected
    two_hands = MatchEquity(rules("netherlands", "NL hands=2"), OUTCOMES)
    even = two_hands.after(MatchState((0, 2), hands=1), HandResult(O.WIN_A))
    assert (even.win, even.draw, even.lose) == (0, 1, 0)


def test_two_points_by_hand() -> None:
    p = Fraction(6, 10)  # the caller's side wins one point, no kots
    equity = MatchEquity(rules("iran", "IR target=2"), {O.WIN_A: 6, O.WIN_B: 4})
    # 1-1 called by us: p; by them: 1 - p.  The winner of a hand calls the next one.
    assert equity.at((1, 1), 0).win == p
    assert equity.at((1, 0), 0).win == p + (1 - p) * (1 - p)
    assert equity.at((0, 1), 1).win == (1 - p) * p
    assert equity.at((0, 0), 0).win == p * (p + (1 - p) ** 2) + (1 - p) * (1 - p) * p


def test_a_kot_can_win_two_points_at_once() -> None:
    equity = MatchEquity(rules("iran", "IR target=2"), {O.KOT_A: 1, O.WIN_B: 1})
    # first hand: kot wins; otherwise they stand at 1-0 and call: half each, at 1-1 half again
    at_1_1 = Fraction(1, 2)
    behind = Fraction(1, 2) * at_1_1
    assert equity.at((1, 1), 0).win == at_1_1
    assert equity.at((0, 1), 1).win == behind
    assert equity.at((0, 0), 0).win == Fraction(1, 2) + Fraction(1, 2) * behind


def test_set_of_hands_can_be_drawn() -> None:
    equity = MatchEquity(rules("netherlands", "NL hands=2"), {O.WIN_A: 1, O.WIN_B: 1})
    chance = equity.at((0, 0), 0)
    assert (chance.win, chance.draw, chance.lose) == (
        Fraction(1, 4), Fraction(1, 2), Fraction(1, 4),
    )  # fmt: skip
    assert chance.value == Fraction(1, 2)
    assert equity.at((2, 0), 0, hands=1).win == Fraction(1, 2)


def test_equal_scores_at_the_target_go_on() -> None:
    scoring = parse_scoring("IR target=3")
    assert match_winner(MatchState((3, 3)), scoring) is None
    assert match_winner(MatchState((4, 3)), scoring) == 0
    assert match_winner(MatchState((1, 4, 4)), scoring) is None
    assert match_winner(MatchState((3, 1, 2)), scoring) == 0
    assert match_winner(MatchState((2, 3, 5)), scoring) == 2


@pytest.mark.parametrize("caller", range(4))
def test_a_scoring_at_a_score_has_the_chance_after_every_class(caller: int) -> None:
    equity = MatchEquity(rules("netherlands", "NL hands=8"), OUTCOMES)
    state = MatchState((7, 4), caller=caller, hands=3)
    scoring = scoring_at(equity, state)
    chances = {}
    for found, side in ((O.WIN_A, "win"), (O.KOT_A, "kot"), (O.BAVNEY_A, "bavney")):
        for outcome in (found, found.mirrored):
            ours = float(equity.after(state, HandResult(outcome)).value)
            chances[outcome] = 100 * (ours if caller % 2 == 0 else 1 - ours)
        made = getattr(scoring, side)
        assert made == pytest.approx((chances[found], chances[found.mirrored]))
    assert len({round(chance, 6) for chance in chances.values()}) == 6
    assert scoring.name == ("nl at 7-4" if caller % 2 == 0 else "nl at 4-7")


def test_streaks_solve_a_cycle() -> None:
    # two straight wins make a kot, one kot wins: x = P(us | we call, 0 straight)
    p, q = Fraction(3, 5), Fraction(2, 5)
    scoring = "INPK streak=2 target=1"
    equity = MatchEquity(rules("india-pakistan", scoring), {O.WIN_A: 3, O.WIN_B: 2})
    a1 = equity.at((0, 0), 0, (1, 0)).win  # we call with one straight win
    b1 = equity.at((0, 0), 1, (0, 1)).win
    assert a1 == p + q * b1
    assert b1 == q * a1
    assert a1 == p / (1 - q * q)
    assert equity.at((0, 0), 0).win == p * a1 + q * b1
    floats = MatchEquity(rules("india-pakistan", scoring), {O.WIN_A: 0.6, O.WIN_B: 0.4})
    assert floats.at((0, 0), 0).win == pytest.approx(float(equity.at((0, 0), 0).win))


def test_the_two_teams_are_alike() -> None:
    for house in ("iran", "points", "india-pakistan", "netherlands"):
        equity = MatchEquity(rules(house), {o: float(n) for o, n in OUTCOMES.items()})
        for score in ((0, 0), (3, 1), (2, 4)):
            ours = equity.at(score, 0)
            theirs = equity.at(score[::-1], 1)
            assert float(ours.win) == pytest.approx(float(theirs.lose))
            assert float(ours.win + ours.draw + ours.lose) == pytest.approx(1)


def test_iran_equity_is_monotone() -> None:
    equity = MatchEquity(rules("iran"), OUTCOMES)
    for caller in (0, 1):
        for us in range(7):
            values = [equity.at((us, them), caller).win for them in range(7)]
            assert values == sorted(values, reverse=True)
            assert all(0 < value < 1 for value in values)
    state = equity.state((5, 3), 0)
    values = list(equity.values(state).values())
    assert values == sorted(values, reverse=True)
    assert equity.of_call(state, OUTCOMES) == equity.at((5, 3), 0).win


def test_floats_agree_with_fractions() -> None:
    for house in ("iran", "points", "netherlands"):
        exact = MatchEquity(rules(house), OUTCOMES)
        rough = MatchEquity(rules(house), {o: n / 100 for o, n in OUTCOMES.items()})
        assert float(exact.at((1, 2), 1).win) == pytest.approx(float(rough.at((1, 2), 1).win))


def test_cancelled_kots_can_go_back() -> None:
    house = find_house("dehla").set("dealer_four=cancels_opponents_kot")
    equity = MatchEquity(
        Rules(house, parse_scoring("DEHLA target=2")),
        {O.KOT_A: 0.2, O.WIN_A: 0.4, O.WIN_B: 0.2, O.KOT_B: 0.2},
    )
    assert 0.5 < float(equity.at((0, 0), 0).win) < 1
    assert float(equity.at((1, 0), 0).win) > float(equity.at((0, 0), 0).win)


@pytest.mark.parametrize(
    ("house", "scoring", "outcomes", "at", "fault"),
    [
        ("iran", "IR", OUTCOMES, {"score": (7, 0)}, "over at 7-0"),
        ("iran", "IR", OUTCOMES, {"score": (-1, 0)}, "not negative"),
        ("iran", "IR", OUTCOMES, {"score": (0, 0), "streak": (1, 0)}, "counts no straight wins"),
        ("india-pakistan", "INPK", OUTCOMES, {"score": (0, 0), "streak": (7, 0)}, "0 to 6"),
        ("india-pakistan", "INPK", OUTCOMES, {"score": (0, 0), "streak": (1, 1)}, "one side only"),
        ("netherlands", "NL", OUTCOMES, {"score": (0, 0), "hands": 4}, "0 to 3"),
        ("iran", "IR", {}, {"score": (0, 0)}, "more than zero"),
        ("dehla", "DEHLA", {O(0): 1}, {"score": (0, 0)}, "never ends"),
        ("dehla", "DEHLA", {O(0): 1.0}, {"score": (0, 0)}, "never ends"),
        ("iran", "IR target=0", OUTCOMES, {"score": (0, 0)}, "no agreed end"),
        ("daba", "DABA", OUTCOMES, {"score": (0, 0)}, "by classes"),
        ("three", "THREE", OUTCOMES, {"score": (0, 0)}, "by classes"),
    ],
)
def test_equity_refuses(house: str, scoring: str, outcomes: dict, at: dict, fault: str) -> None:
    with pytest.raises(MatchError, match=fault):
        MatchEquity(rules(house, scoring), outcomes).at(**at)


# ---- equity: simulation --------------------------------------------------------------------


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("house", "scoring", "score", "caller", "streak"),
    [
        ("iran", "IR", (5, 3), 0, (0, 0)),
        ("iran", "IR", (2, 4), 1, (0, 0)),
        ("points", "POINTS", (7, 8), 0, (0, 0)),
        ("india-pakistan", "INPK target=2", (0, 1), 0, (4, 0)),
        ("netherlands", "NL", (0, 0), 0, (0, 0)),
    ],
)
def test_equity_agrees_with_simulation(
    house: str, scoring: str, score: tuple[int, int], caller: int, streak: tuple[int, int]
) -> None:
    played = rules(house, scoring)
    chance = MatchEquity(played, {o: float(n) for o, n in OUTCOMES.items()}).at(
        score, caller, streak
    )
    rng = random.Random(20)
    outcomes, weights = list(OUTCOMES), list(accumulate(OUTCOMES.values()))
    n, wins, draws = 4000, 0, 0
    for _ in range(n):
        state = MatchState(score, streak, caller)
        while (winner := match_winner(state, played.scoring)) is None:
            outcome = rng.choices(outcomes, cum_weights=weights)[0]
            state, _ = advance(state, HandResult(outcome), played)
        wins += winner == 0
        draws += winner == -1
    for count, p in ((wins, float(chance.win)), (draws, float(chance.draw))):
        spread = (p * (1 - p) / n) ** 0.5
        assert abs(count / n - p) <= 3.5 * spread + 1e-12


@pytest.mark.parametrize("text", ["ir target=500", "inpk target=60", "nl hands=400"])
def test_matches_that_are_too_long_are_refused_at_once(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> dict[MatchState, int]:
        raise AssertionError("the size is estimated before any state is made")

    equity = MatchEquity(rules("iran", text), OUTCOMES)
    monkeypatch.setattr(MatchEquity, "_steps", never)
    with pytest.raises(MatchError, match="too many states"):
        equity.at((0, 0))


def test_the_estimate_of_three_hands_by_hand() -> None:
    """1 + 6 + 21 ways to share no, one or two hands among six kinds of points, for each caller."""
    equity = MatchEquity(
        rules("netherlands", "nl hands=3"), {O.WIN_A: 0.5, O.KOT_B: 0.2, O.BAVNEY_A: 0.3}
    )
    assert equity._size(equity.state((0, 0))) == 2 * 28


def test_the_estimate_is_never_too_low() -> None:
    for house, text in (
        ("iran", "ir"),
        ("points", "points"),
        ("netherlands", "nl hands=3"),
        ("india-pakistan", "inpk target=3"),
        ("double-sar", "double_sar"),
    ):
        equity = MatchEquity(rules(house, text), {O.WIN_A: 0.5, O.KOT_B: 0.2, O.BAVNEY_A: 0.3})
        start = equity.state((0, 0))
        assert equity._size(start) >= sum(len(group) for group, _ in equity._groups(start))
