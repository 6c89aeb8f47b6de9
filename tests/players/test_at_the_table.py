"""Open hand against the table: curves that are fitted, tested and stored as they say."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.at_the_table import PAGE, Steps, into_page, steps_of, work
from solver.base.cards import FULL_PACK, Card, Hand, Rank, Suit
from solver.base.errors import OptionError, ResumeError, VariantError
from solver.core.engine import Solver
from solver.decide.closed_hands import why_not_closed
from solver.decide.evaluators import find_evaluator
from solver.decide.worlds import Dealer, world_hands
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import HOKM, VARIANTS, find_variant
from solver.players import (
    AtTheTable,
    CallPlayed,
    Curve,
    ThumbPlayer,
    View,
    Watch,
    all_curves,
    check_curves,
    curves_of,
    draw_call,
    fit_curve,
    fit_curves,
    play_hands,
    solve_worlds,
    usual_call,
)
from solver.players import curves as module
from solver.players.curves import logit
from solver.players.stock import draw_by_thumb
from solver.views.at_the_table import calls_at_the_table, kot_at_the_table


def drawn(
    rng: np.random.Generator, calls: int, a: float, b: float, hands: int = 20
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    chance = rng.uniform(0.05, 0.9, calls)
    table = 1 / (1 + np.exp(-(a + b * np.log(chance / (1 - chance)))))
    return chance, rng.binomial(hands, table).astype(float), np.full(calls, float(hands))


def test_a_known_curve_is_found_and_its_interval_covers_as_often_as_it_says() -> None:
    """60 fits to calls drawn from a known curve: near 95 % of the intervals hold the truth."""
    rng = np.random.default_rng(5)
    covered = []
    for _ in range(60):
        curve = fit_curve(*drawn(rng, 150, -0.4, 0.7))
        assert curve.a == pytest.approx(-0.4, abs=0.25)
        assert curve.b == pytest.approx(0.7, abs=0.2)
        for chance in (0.2, 0.6):
            x = math.log(chance / (1 - chance))
            truth = 1 / (1 + math.exp(0.4 - 0.7 * x))
            p, low, high, _ = curve.at(chance)
            assert low < p < high
            covered.append(low <= truth <= high)
    assert 0.88 <= np.mean(covered) <= 1.0  # 120 of them, two at a time alike


def test_calls_that_never_make_a_kot_do_not_break_the_fit() -> None:
    chance = np.linspace(0.02, 0.3, 40)
    curve = fit_curve(chance, np.zeros(40), np.full(40, 20.0))
    p, low, high, _ = curve.at(0.1)
    assert 0 < low < p < high < 0.05


@pytest.mark.parametrize(
    ("low", "high", "share"), [(0.9, 0.99, 0.02), (0.98, 0.999, 0.1), (0.001, 0.02, 0.5)]
)
def test_a_curve_far_from_the_diagonal_is_found(low: float, high: float, share: float) -> None:
    """Open hands that nearly always make the kot, players that seldom do: whole steps overshoot."""
    made = np.random.default_rng(0).binomial(20, share, 40).astype(float)
    curve = fit_curve(np.linspace(low, high, 40), made, np.full(40, 20.0))
    assert curve.at((low + high) / 2).p == pytest.approx(made.sum() / 800, abs=0.02)


def test_outside_its_range_a_curve_goes_on_and_is_less_sure() -> None:
    curve = Curve(-1.0, 0.8, ((0.01, 0.0), (0.0, 0.01)), 0.1, 0.5)
    beyond, end = curve.at(0.9), curve.at(0.5)
    assert logit(beyond.p) == pytest.approx(-1.0 + 0.8 * logit(0.9))
    assert logit(beyond.high) - logit(beyond.low) > logit(end.high) - logit(end.low)
    assert 0 < curve.at(0.0).p < curve.at(0.1).p
    assert curve.at(1.0).p < 1
    assert curve.at(0.5).covered
    assert curve.at(0.1).covered
    assert not curve.at(0.6).covered
    narrow, wide = curve.at(0.3, 0.5), curve.at(0.3, 0.99)
    assert wide[1] < narrow[1] < narrow[0] == wide[0] < narrow[2] < wide[2]


def calls(number: int) -> list[CallPlayed]:
    rng = np.random.default_rng(8)
    found = []
    for k in range(number):
        p, kot = rng.uniform(0.4, 0.9), rng.uniform(0.05, 0.4)
        found.append(
            CallPlayed(
                k, "AK.Q.J.T", "S", 200, rng.binomial(200, p), rng.binomial(200, kot), 20,
                rng.binomial(20, p - 0.05), rng.binomial(20, kot / 4),
            )
        )  # fmt: skip
    return found


def test_curves_are_tested_on_calls_they_were_not_fitted_on() -> None:
    some = calls(90)
    found = fit_curves(some[::-1], HOKM, "thumb", 8, "again")
    assert (found.calls, found.tested_calls, found.hands) == (60, 30, 20)
    # other results in the tested third leave the curve as it is
    others = [replace(call, wins=0, kots=0) if call.number % 3 == 2 else call for call in some]
    again = fit_curves(others, HOKM, "thumb", 8, "again")
    assert (again.win, again.kot) == (found.win, found.kot)
    assert again.tested["win"]["found"] == 0
    kot = found.tested["kot"]
    assert kot["hands"] == 600
    assert abs(kot["curve"] - kot["found"]) < abs(kot["open"] - kot["found"]) / 3
    assert kot["log_loss_curve"] < kot["log_loss_open"]
    assert AtTheTable.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    with pytest.raises(OptionError, match="29 calls"):
        fit_curves(some[:29], HOKM, "thumb", 8, "again")


def test_few_solved_deals_do_not_flatten_the_curve() -> None:
    """Calls of which 20 deals are solved: their counts scatter, their curve is the true one."""
    rng = np.random.default_rng(11)
    logits = rng.normal(0.4, 0.6, 4000)
    chance = 1 / (1 + np.exp(-logits))
    table = 1 / (1 + np.exp(0.3 - 0.9 * logits))
    opened, made = rng.binomial(20, chance), rng.binomial(20, table)
    some = [
        CallPlayed(k, "AK.Q.J.T", "S", 20, float(o), 0.0, 20, int(m), 0)
        for k, (o, m) in enumerate(zip(opened, made, strict=True))
    ]
    curve = fit_curves(some, HOKM, "thumb", 8, "again").win
    assert curve is not None
    assert curve.b == pytest.approx(0.9, abs=0.08)
    assert curve.a == pytest.approx(-0.3, abs=0.05)
    raw = fit_curve((opened + 0.5) / 21, made.astype(float), np.full(4000, 20.0))
    assert raw.b < 0.7


def test_few_solved_deals_do_not_raise_the_curve_where_kots_are_rare() -> None:
    """A curve of rare kots bends upwards: taken at the middle of what counts leave open, it would
    say 12 % more than the truth at an open chance that is known."""
    rng = np.random.default_rng(11)
    logits = rng.normal(-1.4, 0.75, 6000)
    opened = rng.binomial(20, 1 / (1 + np.exp(-logits)))
    made = rng.binomial(20, 1 / (1 + np.exp(2.0 - 1.2 * logits)))
    some = [
        CallPlayed(k, "AK.Q.J.T", "S", 20, 20.0, float(o), 20, 20, int(m))
        for k, (o, m) in enumerate(zip(opened, made, strict=True))
    ]
    found = fit_curves(some, HOKM, "thumb", 8, "again")
    for chance in (0.2, 0.3):
        truth = 1 / (1 + math.exp(2.0 - 1.2 * math.log(chance / (1 - chance))))
        assert found.kot.at(chance).p == pytest.approx(truth, rel=0.06)
    kot = found.tested["kot"]  # the noise: 2,000 calls, some 1,400 kots
    assert kot["curve"] == pytest.approx(kot["found"], rel=0.1)


def test_a_call_is_solved_and_played_in_steps() -> None:
    five, trump = draw_call(3, 7, HOKM)
    assert (len(five), trump) == (5, usual_call(five))
    assert draw_call(4, 7, HOKM)[0] != five
    solved = solve_worlds(3, 0, 7, HOKM)
    assert solved == solve_worlds(3, 0, 7, HOKM)
    assert solved["worlds"] == 20
    assert 0 <= solved["open_kots"] <= solved["open_wins"] <= 20
    # so many as one world after another by the search
    evaluator = find_evaluator(HOKM, five)
    codes = Solver().batch_outcomes(
        Dealer(evaluator.template.known).deal(20, np.random.SeedSequence(7, spawn_key=(3, 1, 0))),
        [int(usual_call(five))],
    )
    assert solved["open_wins"] == (codes > 0).sum()
    assert solved["open_kots"] == (codes > 1).sum()
    seen = set()
    for step in range(4):
        played = play_hands(3, step, 7, HOKM, ThumbPlayer())
        assert played == play_hands(3, step, 7, HOKM, ThumbPlayer())
        assert played["hands"] == 5
        assert 0 <= played["kots"] <= played["wins"] <= 5
        seen.add(played["wins"])
    assert len(seen) > 1  # each step deals other cards


class Noting(ThumbPlayer):
    """The rule of thumb, which keeps the seeds that it is given for the first card of a hand."""

    def __init__(self) -> None:
        self.seeds: list[int] = []

    def play(self, view: View, seed: int) -> Card:
        if not view.position.tricks_done and not view.position.table:
            self.seeds.append(seed)
        return super().play(view, seed)


def test_no_two_hands_of_a_call_have_the_same_seed() -> None:
    noting = Noting()
    for step in range(4):
        play_hands(3, step, 7, HOKM, noting)
    assert len(noting.seeds) == len(set(noting.seeds)) == 20
    assert noting.seeds[:2] == [  # the same in every version
        2466529341030315114,
        6820953930996167982,
    ]


class Looking(ThumbPlayer):
    """The rule of thumb, which keeps whose hand lies open at the first card of each hand."""

    def __init__(self) -> None:
        self.dummies: list[int | None] = []

    def play(self, view: View, seed: int) -> Card:
        if not view.position.tricks_done and not view.position.table:
            self.dummies.append(view.dummy)
        return super().play(view, seed)


def test_the_dummy_is_the_partner_in_every_second_hand() -> None:
    looking = Looking()
    for step in range(2):
        play_hands(3, step, 7, find_variant("dummy_rang"), looking)
    assert looking.dummies == [2, 1, 2, 3, 2, 1, 2, 3, 2, 1]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("game", [each.name for each in VARIANTS if each.family != "daba"])
def test_hands_of_every_game_are_counted(game: str) -> None:
    played = play_hands(1, 0, 5, find_variant(game), ThumbPlayer())
    assert played["hands"] == 5
    assert 0 <= played["kots"] <= played["wins"] <= 5


@pytest.mark.slow
@pytest.mark.parametrize("game", ["satat", "dehla_five_card", "three_hokm", "chokri"])
def test_open_hands_of_other_games_are_counted(game: str) -> None:
    solved = solve_worlds(1, 0, 5, find_variant(game))
    assert 0 <= solved["open_kots"] <= 20
    assert (solved["open_wins"] is None) == (game == "dehla_five_card")


def test_a_game_without_such_hands_is_refused_by_name() -> None:
    with pytest.raises(
        VariantError, match=r"no curve .* in daba_rang: a bid is made from thirteen"
    ):
        check_curves(find_variant("daba_rang"))
    for variant in VARIANTS:
        if variant.name != "daba_rang":
            check_curves(variant)


@pytest.mark.parametrize("options", ["", "two_discards=3_3,see_second=off"])
def test_two_players_draw_by_a_rule_of_thumb(options: str) -> None:
    variant = find_variant("two_hokm")
    if options:
        variant = variant.with_options(**dict(each.split("=") for each in options.split(",")))
    known = find_evaluator(variant, Hand.parse("A4.K32..")).template.known
    high = 0
    for row in Dealer(known).deal(20, np.random.SeedSequence(3)):
        first, second, *rest = world_hands(row)
        stock = [next(iter(hand)) for hand in rest]
        hands, thrown = draw_by_thumb((first, second), stock, Suit.SPADES, variant)
        assert list(map(len, hands)) == [13, 13]
        assert not hands[0] & hands[1]
        assert not any(hands[a] & thrown[b] for a in (0, 1) for b in (0, 1))
        assert {str(card) for card in thrown[0] & first} == {"H2", "H3", "HK"}
        assert not thrown[0] & thrown[1]
        if not options:  # of the two cards of a draw the first, if it is good, else the second
            for one, other in zip(stock[::2], stock[1::2], strict=True):
                good = one.suit == Suit.SPADES or one.rank >= Rank.JACK
                kept, away = (one, other) if good else (other, one)
                assert kept in hands[0] | hands[1]
                assert away in thrown[0] | thrown[1]
        high += sum(card.suit == Suit.SPADES or card.rank >= Rank.JACK for card in hands[0])
        view = Watch(Position.start(Deal(hands), "S", 0, variant), thrown=thrown).view()
        assert view.unseen == Hand(FULL_PACK) - hands[0] - thrown[0]
    assert high > 20 * 8  # of thirteen random cards not half are


def test_a_killed_run_goes_on_from_its_last_whole_step(tmp_path: Path) -> None:
    """Steps are lines; half a line is dropped, another game is refused, counts are the same."""
    path = tmp_path / "steps"
    wanted = steps_of("thumb", 2, 40, 10)
    assert len(wanted) == 8
    assert [step[1] for step in wanted[:4]] == [0, 1, 0, 1]  # each round over all calls
    whole = Steps(tmp_path / "whole", HOKM, 7)
    assert list(work(whole, wanted, ThumbPlayer(), 1, None)) == list(range(1, 9))
    begun = Steps(path, HOKM, 7)
    assert list(work(begun, wanted, ThumbPlayer(), 1, 1e-9)) == [1]  # the first is always done
    assert list(work(begun, wanted[1:3], ThumbPlayer(), 1, None)) == [1, 2]
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - 9)
    again = Steps(path, HOKM, 7)
    assert set(again.done) == set(wanted[:2])
    left = [step for step in wanted if step not in again.done]
    list(work(again, left, ThumbPlayer(), 1, None))
    kept = Steps(path, HOKM, 7)
    assert kept.done == again.done == whole.done
    assert kept.played("thumb", wanted) == whole.played("thumb", wanted)
    assert [call.hands for call in kept.played("thumb", wanted)] == [10, 10]
    assert [call.worlds for call in kept.played("thumb", wanted)] == [40, 40]
    assert kept.played("thumb", wanted[:4]) == []  # solved, and nothing played
    for variant, seed in ((HOKM, 8), (find_variant("satat"), 7)):
        with pytest.raises(ResumeError, match=r"its (seed|game) is"):
            Steps(path, variant, seed)


def test_the_page_tells_the_data_that_comes_along() -> None:
    """Written by --write; every game with curves has its row, and nothing else stands there."""
    page = PAGE.read_text(encoding="utf-8")
    assert into_page(page, all_curves()) == page
    for each in all_curves():
        assert each.calls + each.tested_calls >= 200
        assert each.hands >= 20
        assert f"--variant {each.game} --player {each.player} " in each.command
        names = {"kot"} if each.win is None else {"win", "kot"}
        assert set(each.shares) == set(each.tested) == names


def test_who_sat_at_the_table_is_said() -> None:
    said = {
        ("thumb", 4): "four players by rules of thumb",
        ("sampled:10", 6): "six careful players",
        ("sampled:10:4", 3): "three players careful from trick 4",
    }
    for (player, seats), words in said.items():
        assert replace(CURVES, player=player, seats=seats).who == words
    chances = replace(CURVES, win=None).chances(0.5, 0.2)
    assert set(chances) == {"kot"}
    entry = json.loads(json.dumps(replace(CURVES, win=None).to_dict()))
    assert AtTheTable.from_dict(entry).win is None


def test_curves_are_for_the_very_rules() -> None:
    five = Hand.parse("AQ.K84..")
    assert curves_of(find_variant("daba_rang"), five) is None
    hidden = find_variant("band_rang")
    assert curves_of(hidden, five) is not None
    assert curves_of(hidden.with_options(may_ask="opponents_only"), five) is None
    assert curves_of(hidden, Hand.parse("AQT5.K84.A2.A742")) is None


def test_no_game_has_both_a_curve_and_closed_hands() -> None:
    assert {each.game for each in all_curves()} == {
        variant.name
        for variant in VARIANTS
        if why_not_closed(variant) is not None and not variant.bids
    }
    for each in all_curves():
        assert each.kot.b >= 0
        assert each.win is None or each.win.b >= 0


CURVES = AtTheTable(
    "band_rang", "sampled:10", 60, 30, 20,
    Curve(-0.08, 0.65, ((0.002, 0.0), (0.0, 0.005)), 0.3, 0.95),
    Curve(-1.0, 1.0, ((0.02, 0.0), (0.0, 0.005)), 0.01, 0.6),
    {}, 1, "again",
)  # fmt: skip


@pytest.fixture
def curves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_all", lambda: {"band_rang": CURVES})


FEW = ["--samples", "8", "--seed", "1", "--jobs", "1", "--variant", "band_rang"]


@pytest.mark.slow
@pytest.mark.usefixtures("curves")
def test_it_stands_beside_open_hand_figures_unless_they_are_asked_for_alone(hakem) -> None:  # type: ignore[no-untyped-def]
    said = hakem("kot", "AQ.K84..", "-t", "S", *FEW).out
    (line,) = re.findall(r"^Kot (\d+)% with open hands, about (\d+)% at the table \((\d+)-(\d+), "
                         r"four careful players\)\.$", said, re.MULTILINE)  # fmt: skip
    opened, at, low, high = map(int, line)
    assert low <= at <= high < opened
    assert CURVES.kot.at(opened / 100).p == pytest.approx(at / 100, abs=0.015)
    calls = hakem("trump", "AQ.K84..", *FEW).out
    assert calls.count("win about") == 2  # the suits held: a card of it is laid down
    assert "At the table (four careful players) these open-hand chances come to:" in calls
    chosen = hakem("choose", "AQ.K84..", *FEW).out
    assert chosen.count("win about") == 2
    for words in (
        ["choose", "AQ.K84..", *FEW, "--open"],
        ["kot", "AQ.K84..", "-t", "S", *FEW, "--open"],
        ["trump", "AQ.K84..", *FEW, "--open"],
        ["kot", "AQ.K84..", "-t", "S", *FEW, "--give", "2:SK"],
        ["kot", "AQT5.K84.A2.A742", "-t", "S", *FEW],
    ):
        assert "the table" not in hakem(*words).out, words


@pytest.mark.usefixtures("curves")
def test_it_stands_in_json(hakem) -> None:  # type: ignore[no-untyped-def]
    kot = json.loads(hakem("kot", "AQ.K84..", "-t", "S", *FEW, "--json").out)
    table = kot["at_the_table"]
    assert table["players"] == "sampled:10"
    expected = CURVES.kot.at(kot["kot"]["p"])
    assert table["S"]["kot"] == expected.to_dict()
    calls = json.loads(hakem("trump", "AQ.K84..", *FEW, "--json").out)["at_the_table"]
    assert set(calls) == {"players", "S", "H"}  # trump is a card laid down
    assert set(calls["H"]) == {"win", "kot"}
    alone = json.loads(hakem("kot", "AQ.K84..", "-t", "S", *FEW, "--json", "--open").out)
    assert "at_the_table" not in alone


def test_where_no_curve_is_about_the_figure_fewer_kots_are_told() -> None:
    """Given cards, whole hands, other options; not where tens are counted, nor without a kot."""
    five, whole = Hand.parse("AQ.K84.."), Hand.parse("AQT5.K84.A2.A742")
    less = "With open hands kots come more often than at the table."
    hidden = find_variant("band_rang")
    assert "at the table (" in str(kot_at_the_table(hidden, five, 0.3)[0])
    other = hidden.with_options(may_ask="opponents_only")
    for variant, hand, given in (
        (hidden, five, True),
        (hidden, whole, False),
        (other, five, False),
    ):
        assert [str(line) for line in kot_at_the_table(variant, hand, 0.3, given)] == [less]
        rows = [(Suit.SPADES, 0.6, 0.3)]
        assert str(calls_at_the_table(variant, hand, rows, given)[0]) == less
    assert kot_at_the_table(hidden, whole, 0.0) == []
    assert calls_at_the_table(hidden, whole, [(Suit.SPADES, 0.6, 0.0)]) == []
    assert kot_at_the_table(HOKM, five, 0.3) == []  # closed hands answer there
    assert kot_at_the_table(find_variant("daba_rang"), whole, 0.3) == []
