"""Which card now: the figures of small endings by full enumeration on the slow reference, the
groups of equal cards, the order of ties, what is dropped, and what is refused."""

from __future__ import annotations

import dataclasses
import itertools
import json
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import class_of_play
import numpy as np
import pytest
import reference as ref
from plays import dealt, played
from rich.console import Console
from scipy.stats import binomtest
from seat_view import classes_by_card, fitting
from size import scaled
from translate import game_of, state_of

from solver import Hand, Knowledge, Outcome, Plan, Position, Suit, Workers, find_scoring, tricks
from solver.base.errors import (
    HakemError,
    HandError,
    OptionError,
    PlayError,
    SamplingError,
    VariantError,
)
from solver.decide.advice import Sampled
from solver.decide.card_play import (
    CardToPlay,
    PlayStudy,
    advise_play,
    equal_moves,
    worth_of_side,
)
from solver.decide.counts import add_places
from solver.decide.worlds import chunk_seed, world_hands
from solver.game.course import Course
from solver.game.scoring import CLASSES
from solver.game.variants import find_variant

ONE = Workers(1)
GAMES = {
    "hokm": find_variant("hokm"),
    "hard stop": find_variant("hokm").with_options(stop_rule="hard7"),
    "satat": find_variant("satat"),
    "double sar": find_variant("double_sar"),
    "tens": find_variant("dehla_pakad"),
    "be-ranga": find_variant("beranga"),
    "chokri": find_variant("chokri").with_options(chokri="majority"),
}


def seen(start: Position, play: list, **more: object) -> Knowledge:
    """What the seat to move knows."""
    seat = Course.of(start, play).now.to_move
    return Knowledge.seen_by(
        seat, start.hands[seat], trump=start.trump, variant=start.variant, play=play, **more
    )


@pytest.mark.one_in(7)
@pytest.mark.parametrize("name", GAMES)
def test_the_figures_are_those_of_every_world_by_the_slow_reference(name: str) -> None:
    variant = GAMES[name]
    rng = random.Random(f"play {name}")
    compared = 0
    while compared < 3:
        start = dealt(variant, rng)
        left = 1 if variant.seats == 6 else 2
        play = played(
            start, rng, variant.seats * (variant.cards_per_hand - left) - rng.randint(0, 1)
        )
        now = Course.of(start, play).now
        knowledge = seen(start, play)
        worlds = knowledge.all(200)
        if worlds is None or len(now.legal()) < 2:
            continue
        advice = advise_play(knowledge, plan=Plan(seed=1), workers=ONE)
        if variant.seats == 4 and all(odds.same for odds in advice.candidates[1:]):
            continue  # the card makes no difference
        game = game_of(variant)
        if variant.family == "chokri":
            game = dataclasses.replace(game, tie=ref.WIN_B)  # half the tricks do not suffice
        states = fitting(game, state_of(start), [str(card) for card in play], now.to_move)
        expected = classes_by_card(game, states)
        assert advice.exact
        assert advice.n == len(worlds) == len(states)
        assert (advice.question.seat, advice.hand) == (now.to_move, now.hands[now.to_move])
        assert {card for odds in advice.candidates for card in odds.cards} == set(now.legal())
        for odds in advice.candidates:
            found = {int(outcome): n for outcome, n in odds.counts.items() if n}
            for card in odds.cards:
                assert found == dict(expected[str(card)]), (play, card)
            assert odds.win.low == odds.win.p == odds.win.high
        compared += 1


# Seat 1 on lead to the sixth trick, five won without a loss: only the ace of hearts goes on so.
FIVE_WON = Knowledge.seen_by(
    1,
    "AQ95.AJ84.65.JT8",
    trump="D",
    play="C5 C8 C3 C6 D5 D7 DJ D4 S2 S8 SQ S4 SA SK S3 S7 HJ H5 H6 HT",
)


def test_having_the_trump_shown_is_a_choice_of_its_own() -> None:
    """The caller of a hidden trump, on lead near the end: by full enumeration, asked or not."""
    variant = find_variant("band_rang")
    rng = random.Random("asked")
    told_apart = 0
    while told_apart < 2:
        start = dealt(variant, rng)
        play = [item for item in played(start, rng, 44) if item != "ask"]
        try:
            now = Course.of(start, play).now
        except PlayError:
            continue
        if now.to_move != 0 or not now.may_request_trump or now.indicator is None:
            continue
        assert start.indicator is not None
        knowledge = Knowledge.seen_by(
            0, start.hands[0] | Hand(start.indicator.bit), trump=start.trump, variant=variant,
            play=play, indicator=start.indicator,
        )  # fmt: skip
        worlds = knowledge.all(300)
        if worlds is None:
            continue
        advice = advise_play(knowledge, plan=Plan(seed=1), workers=ONE)
        assert {odds.requests for odds in advice.candidates} == {False, True}
        if all(odds.same for odds in advice.candidates[1:]):
            continue
        game = game_of(variant)
        states = fitting(game, state_of(start), [str(card) for card in play], 0)
        assert len(states) == advice.n
        plain, after = classes_by_card(game, states), Counter[tuple[str, int]]()
        for state in states:
            shown = class_of_play.played_out(game, state, [ref.ASK])
            for card, outcome in ref.move_outcomes(game, shown).items():
                after[card, int(outcome)] += 1
        for odds in advice.candidates:
            found = {int(outcome): n for outcome, n in odds.counts.items() if n}
            for card in map(str, odds.cards):
                if odds.requests:
                    assert found == {o: n for (c, o), n in after.items() if c == card}
                else:
                    assert found == dict(plain[card])
        told_apart += 1


def test_few_worlds_are_solved_all_and_many_are_sampled() -> None:
    rng = random.Random(4)
    start = dealt(GAMES["hokm"], rng)
    play = played(start, rng, 40)
    knowledge = seen(start, play)
    worlds = knowledge.all()
    assert worlds is not None
    count = len(worlds)
    assert 100 < count < 5000
    every = advise_play(knowledge, plan=Plan(seed=1), workers=ONE)
    assert (every.n, every.exact, every.stopped, every.sure) == (count, True, "all", True)
    some = advise_play(knowledge, plan=Plan(count - 1, seed=1), workers=ONE)
    assert (some.n, some.exact) == (count - 1, False)
    assert some.best.win.low < some.best.win.high
    found = every.best.win
    assert found.low == found.p == found.high == found.count / count


def test_worlds_cut_short_by_the_time_are_no_exact_answer() -> None:
    rng = random.Random(4)
    start = dealt(GAMES["hokm"], rng)
    knowledge = seen(start, played(start, rng, 40))
    study = PlayStudy(knowledge, plan=Plan(seed=1), workers=ONE)
    steps = study.steps()
    next(steps)
    steps.close()
    found = study.result()
    assert not found.exact
    assert study.listed is not None
    assert 0 < found.n < len(study.listed)
    assert found.best.win.low < found.best.win.high


def test_cards_that_are_clearly_worse_are_dropped_and_one_that_is_best_ends_it() -> None:
    found = advise_play(FIVE_WON, plan=Plan(seed=1), workers=ONE)
    assert str(found.best.card) == "HA"
    assert (found.sure, found.stopped, found.exact) == (True, "clear", False)
    assert all(odds.dropped for odds in found.candidates[1:])
    assert not found.best.dropped
    assert max(odds.n for odds in found.candidates) == found.n <= 400
    assert all(odds.behind.p_points < found.level for odds in found.candidates[1:] if odds.behind)


def test_the_figures_do_not_depend_on_who_works() -> None:
    def numbers(workers: Workers) -> dict[str, object]:
        found = advise_play(FIVE_WON, plan=Plan(300, seed=5), workers=workers)
        return {k: v for k, v in found.to_dict().items() if k != "seconds"}

    alone = numbers(ONE)
    assert numbers(Workers(3)) == alone
    with ProcessPoolExecutor(2) as pool:
        assert numbers(Workers(2, pool)) == alone
    assert json.loads(json.dumps(alone)) == alone


@pytest.mark.slow
def test_intervals_of_short_runs_cover_the_exact_share_as_often_as_they_say() -> None:
    """Positions with some hundred worlds: 48 sampled ones beside all of them, at 95 %."""
    rng = random.Random("covered")
    asked, covered = scaled(200), 0
    for number in range(asked):
        while True:
            start = dealt(GAMES["hokm"], rng)
            knowledge = seen(start, played(start, rng, 40 + rng.randint(0, 2)))
            worlds = knowledge.all(2000)
            if worlds is None or len(worlds) < 200:
                continue
            every = advise_play(knowledge, plan=Plan(seed=1), workers=ONE)
            odds = every.candidates[number % len(every.candidates)]
            if 0.02 < (odds.win.p or 0) < 0.98:
                break
        short = advise_play(knowledge, plan=Plan(48, seed=number), workers=ONE)
        assert (every.exact, short.exact, short.looks) == (True, False, 1)
        (same,) = [each for each in short.candidates if each.card == odds.card]
        covered += same.win.low <= (odds.win.p or 0) <= same.win.high
    # The intervals are discrete: their true confidence lies between 92 and 99 %.
    assert binomtest(covered, asked, 0.95).pvalue > 1e-4


def test_all_cards_are_judged_on_the_same_worlds() -> None:
    """Counted again world by world: the joint counts are of the same deals for each pair."""
    study = PlayStudy(FIVE_WON, plan=Plan(128, seed=9), workers=ONE)
    for _ in study.steps():
        pass
    worlds = FIVE_WON.dealer.deal(128, chunk_seed(9, 0))
    assert study.evaluator.sizes.solved * 8 == 128  # one chunk
    cards = [group[-1] for group in study.groups]
    codes = study.evaluator.classes(worlds, cards).worst
    pairs = 0
    for s, t in itertools.permutations(range(len(cards)), 2):
        won = study.counts.classes[s, t][3:, :3].sum()
        if study.counts.classes[s, t].sum() == 128:  # neither was dropped
            assert won == ((codes[:, s] < 0) & (codes[:, t] > 0)).sum()
            pairs += 1
    assert pairs >= 2


def test_each_side_sees_its_own_chances() -> None:
    """For a seat of side B a win is what A loses."""
    rng = random.Random(12)
    while True:
        start = dealt(GAMES["hokm"], rng)
        play = played(start, rng, 45)
        now = Course.of(start, play).now
        if now.side(now.to_move) == 1 and now.taken == (5, 6):
            break
    advice = advise_play(seen(start, play), plan=Plan(seed=1), workers=ONE)
    for odds in advice.candidates:
        lost = sum(n for outcome, n in odds.counts.items() if outcome < 0)
        assert odds.win.count == lost
        kot = odds.counts[Outcome.KOT_B] + odds.counts[Outcome.BAVNEY_B]
        assert odds.kot.count == kot
    assert any(0 < odds.win.count < advice.n for odds in advice.candidates)


def test_points_are_those_of_the_side_that_plays() -> None:
    iran = find_scoring("ir")
    assert worth_of_side(iran, 0) == iran.vector() == (-3, -3, -1, 1, 2, 2)
    assert worth_of_side(iran, 1) == (-2, -2, -1, 1, 3, 3)
    chance = dataclasses.replace(iran, kind="chance", win=(60, 30), kot=(70, 20), bavney=(70, 20))
    assert worth_of_side(chance, 0) == (20, 20, 30, 60, 70, 70)
    assert worth_of_side(chance, 1) == (30, 30, 40, 70, 80, 80)


def groups(knowledge: Knowledge) -> list[str]:
    return [" ".join(str(move.card) for move in group) for group in equal_moves(knowledge)]


def test_cards_that_touch_are_one_choice() -> None:
    hand = "AK2.QJ9.T98765.T"
    knowledge = Knowledge.seen_by(0, hand, trump=Suit.SPADES)
    assert groups(knowledge) == ["SA SK", "S2", "HQ HJ", "H9", "DT D9 D8 D7 D6 D5", "CT"]
    # A ten on the table stands between; once the trick is over it does not.
    hand, play = "AK2.QJ987.T9876.", ["D6", "DA", "D2", "D3", "HT", "H2", "H3"]
    knowledge = Knowledge.seen_by(0, hand, trump=Suit.SPADES, play=play)
    assert groups(knowledge) == ["HQ HJ", "H9 H8 H7"]
    knowledge = Knowledge.seen_by(0, hand, trump=Suit.SPADES, play=[*play, "HQ"])
    assert groups(knowledge)[2:] == ["HJ H9 H8 H7", "DT D9 D8 D7"]
    tens = Knowledge.seen_by(0, "AK2.QJ9.T98765.T", trump=Suit.SPADES, variant="dehla_pakad")
    assert groups(tens)[-3:] == ["DT", "D9 D8 D7 D6 D5", "CT"]
    satat = Knowledge.seen_by(0, "432.5432.T98.T98", trump=Suit.SPADES, variant="satat")
    assert groups(satat) == ["S4 S3 S2", "H5 H4 H3", "H2", "DT D9 D8", "CT C9 C8"]


def tied(rng: random.Random, cards: int) -> Sampled[CardToPlay]:
    """Advice in a decided hand, in which all cards are worth the same."""
    while True:
        start = dealt(GAMES["hokm"], rng)
        play = played(start, rng, cards)
        now = Course.of(start, play).now
        if len(now.legal()) < 3 or max(now.taken) < 7 or min(now.taken) == 0:
            continue
        found = advise_play(seen(start, play), plan=Plan(60, seed=1), workers=ONE)
        if len(found.candidates) > 1 and all(odds.same for odds in found.candidates[1:]):
            return found


def test_of_cards_worth_the_same_the_lowest_is_named_and_no_trump() -> None:
    found = tied(random.Random(2), 40)
    now = found.question.position
    lowest = min(now.legal(), key=lambda card: (card.rank, card.suit == now.trump, card.suit))
    assert found.best.card == lowest
    assert found.best.tricks is None
    assert found.sure


def test_of_cards_worth_the_same_the_one_with_more_tricks_is_best() -> None:
    rng = random.Random(5)
    for _ in range(60):
        start = dealt(GAMES["hokm"], rng)
        play = played(start, rng, 19 + rng.randint(0, 13))
        found = advise_play(seen(start, play), plan=Plan(40, seed=1), workers=ONE)
        told = [odds.tricks for odds in found.candidates if odds.tricks is not None]
        if len(set(told)) > 1:
            assert found.best.tricks == max(told)
            assert found.to_dict()["cards"][0]["tricks"] == max(told)
            return
    raise AssertionError("no tie was broken")


def test_the_tricks_of_a_tie_are_the_mean_of_open_hands() -> None:
    rng = random.Random(3)
    for _ in range(40):
        start = dealt(GAMES["hokm"], rng)
        play = played(start, rng, 33)
        study = PlayStudy(seen(start, play), plan=Plan(40, seed=6), workers=ONE)
        for _ in study.steps():
            pass
        found = study._tricks(study.best())
        if not found or not study.side:
            continue
        worlds = study.knowledge.dealer.deal(32, chunk_seed(6, 0))
        for number, mean in found.items():
            chosen = study.groups[number][-1]
            each = [
                13 - tricks(study.evaluator.template.position(world_hands(world), chosen))
                for world in worlds
            ]
            assert mean == pytest.approx(sum(each) / 32)
        return
    raise AssertionError("no tie was met")


def test_the_scoring_says_what_the_same_chances_are_worth() -> None:
    plan = Plan(64, seed=1)
    iran, dutch = (
        advise_play(FIVE_WON, scoring=name, plan=plan, workers=ONE) for name in ("ir", "nl")
    )
    assert {str(o.card): o.counts for o in iran.candidates} == {
        str(o.card): o.counts for o in dutch.candidates
    }
    for odds, worth in ((iran.best, worth_of_side(find_scoring("ir"), 1)),
                        (dutch.best, worth_of_side(find_scoring("nl"), 1))):  # fmt: skip
        total = sum(odds.counts[c] * w for c, w in zip(CLASSES[::-1], worth, strict=True))
        assert odds.points.mean == pytest.approx(total / 64)


# Names ----------------------------------------------------------------------------------------


def told(hand: str, places: dict[str, list[int]], **more: object) -> Sampled[CardToPlay]:
    """The advice where each card's deals end at these places (0 to 5, worst first), all others
    like the first of them."""
    study = PlayStudy(Knowledge.seen_by(0, hand, **more), plan=Plan(8, seed=1))  # type: ignore[arg-type]
    usual = next(iter(places.values()))
    rows = np.array([places.get(choice.name, usual) for choice in study.choices]).T
    add_places(study.counts.classes, np.stack([rows, rows]), range(len(study.choices)), [])
    study._deals = len(rows)
    return study.result()


SPADES = "AKQJ86.432.32.32"


def test_trup_chaal_is_a_trump_lead_that_is_clearly_ahead() -> None:
    won, lost = [3] * 40, [2] * 20 + [3] * 20
    found = told(SPADES, {"H2": lost, "SJ": won}, trump="S")
    (name,) = found.remarks
    assert (name.name, str(name.card)) == ("t'rup chaal", "SJ")
    assert name.beside.suit != Suit.SPADES
    assert name.gain == pytest.approx(1.0)
    assert name.low < name.gain < name.high
    assert found.to_dict()["named"][0]["name"] == "t'rup chaal"
    little = [2] * 2 + [3] * 38
    assert told(SPADES, {"H2": little, "SJ": won}, trump="S").remarks == ()
    assert told(SPADES, {"H2": won, "SJ": lost}, trump="S").remarks == ()
    # A trump to the second trick has no name.
    play = ["H4", "HA", "H5", "H6", "S2", "S3", "S4"]
    assert told(SPADES, {"S6": lost, "SJ": won}, trump="S", play=play).remarks == ()


def test_rafeh_koti_is_an_honour_that_denies_the_kot() -> None:
    hand = "AT6.Q4.T632.K873"
    denies, suffers = [2] * 60, [1] * 20 + [2] * 40
    found = told(hand, {"D2": suffers, "SA": denies}, trump="D")
    assert str(found.best.card) == "SA"
    (name,) = found.remarks
    assert (name.name, str(name.card)) == ("rafeh koti", "SA")
    assert name.gain == pytest.approx(20 / 60)
    assert name.low < name.gain < name.high
    # The other side's kot is no rarer, or not clearly so, or a low card denies it too.
    assert told(hand, {"D2": [2] * 60, "SA": [3] * 60}, trump="D").remarks == ()
    assert told(hand, {"D2": [1] * 2 + [2] * 58, "SA": denies}, trump="D").remarks == ()
    both = told(hand, {"D2": suffers, "SA": [3] * 60, "ST": denies}, trump="D")
    assert str(both.best.card) == "SA"
    assert both.remarks == ()
    low = told(hand, {"D2": suffers, "S6": denies}, trump="D")
    assert (str(low.best.card), low.remarks) == ("S6", ())
    heaps = told(hand, {"D2": suffers, "SA": denies}, trump="D", variant="double_sar")
    assert heaps.remarks == ()


def test_a_name_stands_below_the_verdict(plain_terminal: None) -> None:
    console = Console(width=100, highlight=False)
    hand, places = "AT6.Q4.T632.K873", {"D2": [1] * 20 + [2] * 40, "SA": [2] * 60}
    with console.capture() as capture:
        console.print(told(hand, places, trump="D"))
    assert "Rafeh koti: ♠A denies the kot in 33.3% of the deals more than ♦2 (" in capture.get()
    with console.capture() as capture:
        console.print(told(SPADES, {"H2": [2] * 20 + [3] * 20, "SJ": [3] * 40}, trump="S"))
    assert "T'rup chaal: leading trump is worth +1.00 more than ♥2 (" in capture.get()


def refused(**told: object) -> HakemError:
    plan = Plan(8, seed=1)
    scoring = told.pop("scoring", None)
    with pytest.raises(HakemError) as caught:
        advise_play(
            Knowledge.seen_by(**told),  # type: ignore[arg-type]
            scoring=scoring,  # type: ignore[arg-type]
            plan=plan,
        )
    return caught.value


def test_what_cannot_be_advised_is_refused_by_name() -> None:
    told = {"seat": 0, "hand": "AT6.Q4.T632.K873", "trump": Suit.DIAMONDS}
    other = refused(**{**told, "seat": 1})
    assert isinstance(other, SamplingError)
    assert "seat 0 is to play, and 13 of its 13 cards are not known" in str(other)
    bids = refused(**told, scoring="daba")
    assert isinstance(bids, OptionError)
    assert "counts no classes of a hand" in str(bids)
    three = refused(seat=0, hand="AT62.Q43.T6325.K8743", trump=Suit.DIAMONDS, variant="three_hokm")
    assert isinstance(three, VariantError)
    assert "a hand of three players in play has no class" in str(three)
    drawn = find_variant("dehla_pakad").with_options(dehla_result="no_winner")
    assert "a tie has no class" in str(refused(**{**told, "variant": drawn}))
    rng = random.Random(1)
    start = dealt(GAMES["hokm"], rng)
    over = refused(
        seat=0, hand=start.hands[0], trump=start.trump, play=played(start, rng), variant="hokm"
    )
    assert isinstance(over, HandError)
    assert "the hand is over" in str(over)


def test_a_node_limit_leaves_bounds() -> None:
    found = advise_play(FIVE_WON, plan=Plan(64, seed=1, node_limit=20), workers=ONE)
    assert found.undecided
    assert found.node_limit == 20
    assert any(odds.win.bounds for odds in found.candidates)
    assert found.to_dict()["undecided"] == found.undecided
    assert "undecided" in str(found)


def test_an_advice_says_what_it_is_in_one_line() -> None:
    found = advise_play(FIVE_WON, plan=Plan(16, seed=1), workers=ONE)
    assert isinstance(found, Sampled)
    assert repr(found).startswith("<Sampled: 95.A84.6.JT, trump ♦, trick 6: open hand")
    assert sum(found.best.counts.values()) == found.n == 16
    assert list(found.best.counts) == list(CLASSES)
    assert np.isclose(found.best.win.p or 0, found.best.win.count / 16)
