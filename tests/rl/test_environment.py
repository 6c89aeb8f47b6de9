"""The environment of one hand: PettingZoo's own tests, rewards, regret, baselines, evaluation."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest

from solver import review
from solver.base.errors import OptionError, PlayError, VariantError
from solver.decide.plan import Workers
from solver.game.variants import VARIANTS, find_variant
from solver.players import ThumbPlayer, deal_of, play_duel, play_hand
from solver.players.hand_in_play import HandInPlay
from solver.rl import PolicyPlayer, baseline, env, evaluate, layout_of, raw_env

pettingzoo = pytest.importorskip("pettingzoo")
GAMES = [variant.name for variant in VARIANTS]


@pytest.fixture(autouse=True)
def quiet() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.one_in(4)
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_finds_nothing_wrong(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import api_test

    api_test(env(game), num_cycles=100)


@pytest.mark.parametrize("game", ["hokm", "three_hokm"])
def test_a_seed_repeats_hands(game: str) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: env(game), num_cycles=20)


@pytest.mark.slow
def test_pettingzoos_measurement_runs(capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import performance_benchmark

    performance_benchmark(env("hokm"))
    assert "turns per second" in capsys.readouterr().out


def played(one: Any, choose: Any) -> dict[str, float]:
    """Play to the end; the rewards of each agent added up."""
    total = dict.fromkeys(one.possible_agents, 0.0)
    for agent in one.agent_iter():
        _, reward, over, _, _ = one.last()
        total[agent] += reward
        one.step(None if over else choose(one))
    return total


@pytest.mark.one_in(4)
@pytest.mark.parametrize("game", GAMES)
def test_a_hand_of_a_baseline_is_the_hand_of_that_player(game: str) -> None:
    variant = find_variant(game)
    deal, five = deal_of(variant, np.random.SeedSequence(77))
    expected = play_hand(deal, five, [ThumbPlayer()] * variant.seats, variant, 3)
    one = env(game, rewards="tricks")
    one.reset(1, options={"hand": HandInPlay(deal, five, variant, 3)})
    total = played(one, baseline("thumb"))
    assert one.unwrapped.hand.played == expected
    points = expected.record.result.points  # type: ignore[union-attr]
    if variant.has_sides:
        assert total["seat_0"] == points[0] - points[1] == -total["seat_1"]
    else:
        assert list(total.values()) == list(points)


def test_three_sit_at_a_dummys_table() -> None:
    one = env("dummy_rang")
    one.reset(2)
    assert one.possible_agents == ["seat_0", "seat_1", "seat_3"]
    shown = set()
    for agent in one.agent_iter():
        seen, _, over, _, _ = one.last()
        if not over:
            place, _ = layout_of(one.unwrapped.variant)["facts"]
            shown.add((agent, int(seen["observation"][place][3])))
        one.step(None if over else baseline("random")(one))
    assert ("seat_0", 2) in shown


def test_regret_is_what_the_review_calls_a_lost_class() -> None:
    """A card costs points with open hands where `review` says it loses a class."""
    rng, losses = random.Random(3), 0
    one = env("hokm", rewards="regret", calls=False)
    for seed in range(2):
        one.reset(seed)
        start, regret = one.unwrapped.hand.position, []
        while one.unwrapped.asked is not None:
            mask = one.observe(one.agent_selection)["action_mask"]
            one.step(rng.choice(np.flatnonzero(mask).tolist()))
            regret.append(-max(one.rewards.values(), key=abs))
        cards = one.unwrapped.hand.watch.course.cards
        for lost, card in zip(regret, review(start, cards), strict=True):
            assert card.class_before is not None
            assert card.class_after is not None
            before, after = (max(-2, min(2, c)) for c in (card.class_before, card.class_after))
            assert lost >= 0
            assert (lost > 0) == (before != after)
            losses += lost > 0
    assert losses


def test_actions_that_may_not_be_taken_are_refused() -> None:
    one = env("hokm")
    one.reset(1)
    with pytest.raises(PlayError, match=r"action 3 is no answer: a suit to call"):
        one.step(3)
    one.step(52)
    mask = one.observe(one.agent_selection)["action_mask"]
    with pytest.raises(PlayError, match="not in this hand"):
        one.step(int(np.flatnonzero(mask[:52] == 0)[0]))
    one.step(int(np.flatnonzero(mask)[0]))
    with pytest.raises(OptionError, match="three_hokm has no sides"):
        env("three_hokm", rewards="regret")
    with pytest.raises(OptionError, match="rewards are points, tricks or regret"):
        env("hokm", rewards="money")
    with pytest.raises(OptionError, match="render mode"):
        env("hokm", render_mode="human")
    with pytest.raises(OptionError, match="a hand in play of satat"):
        env("satat").reset(1, options={"hand": one.unwrapped.hand})


def test_without_the_extra_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.rl.environment._MISSING", "pettingzoo")
    with pytest.raises(OptionError, match=r"pettingzoo is missing: .* 'hakem\[rl\]'"):
        env("hokm")


def test_the_hand_as_text() -> None:
    one = raw_env("hokm", render_mode="ansi")
    one.reset(1)
    assert str(one.hand.first_five) in str(one.render())
    one.step(52)
    assert "trump ♠, seat 0 to play" in str(one.render())


def lowest(seen: np.ndarray, mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask)[0])


def test_evaluation_is_a_duel_on_the_same_deals() -> None:
    """A policy is measured as `hakem duel` measures players, and loses to the rule of thumb."""
    found = evaluate(lowest, "thumb", "hokm", deals=6, seed=4)
    again = play_duel(PolicyPlayer(lowest), ThumbPlayer(), 6, "hokm", seed=4, workers=Workers(1))
    assert found.outcomes.tolist() == again.outcomes.tolist()
    assert found.players == ("lowest", "thumb")
    assert found.points.mean is not None
    assert found.points.mean < 0
    assert evaluate("random", "random", "band_rang", deals=1, seed=1).points.mean == 0
    hidden = evaluate(lowest, lowest, "band_rang", deals=1, seed=1)
    assert hidden.points.mean == 0
    with pytest.raises(VariantError, match="no duel in three_hokm"):
        evaluate(lowest, "thumb", "three_hokm", deals=1)
    with pytest.raises(OptionError, match="chose action 57, which is not allowed"):
        evaluate(lambda seen, mask: 57, "thumb", deals=1)
