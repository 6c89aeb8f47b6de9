"""Hands in arrays, held to those of the plain rules and to replays of their records.

In the slow run each game is compared over 300 hands, and 100,000 random hands are replayed.
"""

from __future__ import annotations

import inspect
import random

import numpy as np
import pytest
from size import scaled

import solver
from solver.base.cards import Hand, Suit
from solver.base.errors import DealError, OptionError, PlayError
from solver.game.house_rules import call_scoring, usual_house
from solver.game.variants import VARIANTS, Variant, find_variant
from solver.match.scoring import score_hand
from solver.players import ThumbPlayer, deal_of, play_hand, record_of, usual_call
from solver.players.hand_in_play import HandInPlay
from solver.players.hands import side_class, side_points
from solver.record.replay import replay_hand
from solver.rl import VectorEnv, answer_of, layout_of, mask_of, observe, width_of
from solver.rl.environment import _worth

GAMES = [variant.name for variant in VARIANTS]


def hands_of(variant: Variant, number: int, seed: int) -> list[HandInPlay]:
    found = []
    for k in range(number):
        deal, five = deal_of(variant, np.random.SeedSequence((61, seed, k)))
        found.append(HandInPlay(deal, five, variant, k))
    return found


def rows_of(hands: list[HandInPlay]) -> tuple[np.ndarray, np.ndarray]:
    rows = [[hand.bits for hand in (*h.record.deal, *h.record.reserves)] for h in hands]
    return np.array(rows, np.uint64), np.array([h.first_five.bits for h in hands], np.uint64)


def compare(variant: Variant, number: int, seed: int) -> int:
    """Step hands both ways by random actions; how many decisions were compared."""
    hands = hands_of(variant, number, seed)
    env = VectorEnv(variant, number, again=False)
    env.reset(seed, *rows_of(hands))
    apart: set[int] = set()  # chance made another trump here than there
    rng, decisions = random.Random(seed), 0
    while (env.seat >= 0).any():
        actions = np.full(number, -1)
        for table, hand in enumerate(hands):
            if env.seat[table] >= 0:
                actions[table] = rng.choice(np.flatnonzero(env.action_mask[table]).tolist())
            if hand.trump_made is not None and hand.record.trump is not None:
                apart.add(table)
            if table in apart:
                continue
            asked = hand.asked
            assert (asked is None) == (env.seat[table] < 0)
            if asked is None:
                continue
            where = f"{variant}, table {table}, {asked}"
            assert asked.seat == env.seat[table], where
            expected = observe(asked, variant)
            for name, (place, _) in layout_of(variant).items():
                assert (env.observation[table, place] == expected[place]).all(), (name, where)
            assert (env.action_mask[table] == mask_of(asked, variant)).all(), where
            hand.answer(answer_of(int(actions[table]), asked))
            decisions += 1
        env.step(actions)
        for table in np.flatnonzero(env.over):
            if hands[table].asked is None:
                expected = _worth(hands[table].played, variant, "points")
                assert env.rewards[table].tolist() == pytest.approx(expected)
                same = env.record(table).tricks == hands[table].record.tricks
                assert same or table in apart
    return decisions


@pytest.mark.parametrize("game", GAMES)
def test_each_array_is_what_the_seat_sees(game: str) -> None:
    assert compare(find_variant(game), 1, 5) > 15


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_each_array_is_what_the_seat_sees_at_length(game: str) -> None:
    assert compare(find_variant(game), scaled(300), 6) > 40


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant",
    [
        find_variant("double_sar").with_options(ace_rule="block"),
        find_variant("hokm").with_options(void_duty="must_trump"),
        find_variant("band_rang").with_options(activation="whole_trick"),
        find_variant("beranga").with_options(set_trick_active=False),
    ],
    ids=str,
)
def test_options_reach_the_arrays(variant: Variant) -> None:
    assert compare(variant, scaled(100), 7) > 30


SHARED = [
    find_variant(game).with_options(**{name: value})
    for game in ("hokm", "dehla_pakad", "beranga", "daba_rang", "three_hokm")
    for name, option in find_variant(game).options.items()
    if name in usual_house(find_variant(game)).settings and name != "direction"
    for value in option.values
    if value != option.default
]
"""Games with an option that their house has as well, each at every value but the usual one."""


@pytest.mark.parametrize("variant", SHARED, ids=str)
def test_a_hand_is_scored_by_the_options_of_its_game(variant: Variant) -> None:
    """The arrays are scored in C, the record of the hand by the house that plays the game."""
    hands = hands_of(variant, 12, 8)
    env = VectorEnv(variant, len(hands), again=False)
    env.reset(8, *rows_of(hands))
    rewards = np.zeros((len(hands), variant.seats))
    while (env.seat >= 0).any():
        env.step(env.any_actions())
        rewards[env.over] = env.rewards[env.over]
    for table, hand in enumerate(hands):
        record = env.record(table)
        hand.take_up(record.trump, [move for trick in record.tricks for move in trick.moves])
        assert rewards[table].tolist() == pytest.approx(_worth(hand.played, variant, "points"))


def replayed(game: str, tables: int, seed: int) -> None:
    """Random hands end as `hakem replay` says of their records."""
    variant = find_variant(game)
    env = VectorEnv(variant, tables, again=False)
    env.reset(seed)
    rewards = np.zeros((tables, variant.seats))
    while (env.seat >= 0).any():
        env.step(env.any_actions())
        rewards[env.over] = env.rewards[env.over]
    house, match = usual_house(variant), record_of((), variant)
    for table in range(tables):
        result = replay_hand(env.record(table), match).result
        assert result is not None
        if not variant.has_sides:
            expected = list(score_hand(call_scoring(house), house, result).points)
        else:
            a, b = result.points
            if variant.bids:
                a, b = (7, 0) if result.outcome > 0 else (0, 7)
            elif not variant.has_dummy:
                a, b = call_scoring(house).difference(result.outcome), 0
            expected = [a - b if seat % 2 == 0 else b - a for seat in range(variant.seats)]
        assert rewards[table].tolist() == pytest.approx(expected), (game, env.record(table))


@pytest.mark.parametrize("game", GAMES)
def test_random_hands_are_replayed(game: str) -> None:
    replayed(game, 2, 3)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_thousand_random_hands_are_replayed(game: str) -> None:
    for part in range(scaled(7) or 1):
        replayed(game, 1000, 100 + part)


def test_players_of_the_tables_play_as_players_do() -> None:
    variant = find_variant("hokm")
    hands = hands_of(variant, 5, 1)
    env = VectorEnv(variant, 5, players=["thumb"] * 4, again=False)
    env.reset(1, *rows_of(hands))
    assert env.over.all()
    for table in range(5):
        deal, five = deal_of(variant, np.random.SeedSequence((61, 1, table)))
        played = play_hand(deal, five, [ThumbPlayer()] * 2, variant, table)
        record = env.record(table)
        assert (record.trump, record.tricks) == (usual_call(five), played.record.tricks)
        assert env.rewards[table, 0] == call_scoring(usual_house(variant)).difference(
            side_class(played, variant)
        )
    assert side_points(played, find_variant("daba_rang")) in (-7, 7)


def test_a_user_plays_some_seats() -> None:
    env = VectorEnv("band_rang", 50, players=[None, "random", None, "learnt"])
    env.reset(4)
    hands = 0
    for _ in range(120):
        assert set(env.seat.tolist()) <= {0, 2}
        env.step(env.any_actions())
        hands += int(env.over.sum())
    assert hands > 100


def test_the_same_seed_deals_the_same_hands_and_goes_on() -> None:
    one, two = VectorEnv("hokm", 20, calls=False), VectorEnv("hokm", 20, calls=False)
    one.reset(8)
    two.reset(8)
    first = one.observation.copy()
    ends = np.zeros(20, int)
    for _ in range(160):
        assert (one.observation == two.observation).all()
        actions = one.any_actions()
        one.step(actions)
        two.step(actions)
        assert (one.rewards == two.rewards).all()
        assert ((one.rewards != 0).any(axis=1) == one.over).all()
        assert (one.rewards.sum(axis=1) == 0).all()
        ends += one.over
    assert (ends >= 2).all()
    one.reset(9)
    assert (one.observation != first).any()
    assert one.field("played").shape == (20, 4, 52)
    assert one.observation.shape == (20, width_of(one.variant))


def test_deals_are_random() -> None:
    """Each card comes to each seat, and among the first five, as often as chance has it."""
    env = VectorEnv("hokm", 4000)
    env.reset(2)
    five = env.field("hand")
    assert (five.sum(axis=1) == 5).all()
    assert abs(five.mean(axis=0) - 5 / 52).max() < 5 * np.sqrt(5 / 52 / 4000)
    deals = env._tables.arrays["deal"]
    planes = (deals[:, :, None] >> np.arange(52, dtype=np.uint64)) & np.uint64(1)
    assert (planes.sum(axis=1) == 1).all()
    assert abs(planes.mean(axis=0) - 1 / 4).max() < 5 * np.sqrt(3 / 16 / 4000)


def test_what_may_not_be_done_is_refused_and_changes_nothing() -> None:
    env = VectorEnv("hokm", 3, calls=False)
    env.reset(1)
    before = env.observation.copy()
    actions = env.any_actions()
    for wrong in (52, 58, -1, int(np.flatnonzero(env.action_mask[1] == 0)[0])):
        bad = actions.copy()
        bad[1] = wrong
        with pytest.raises(OptionError, match=f"table 1: action {wrong} may not be taken"):
            env.step(bad)
    assert (env.observation == before).all()
    with pytest.raises(OptionError, match=r"actions of shape \(2,\), expected \(3,\)"):
        env.step(actions[:2])
    with pytest.raises(OptionError, match="3 players for hokm: expected 4"):
        VectorEnv("hokm", players=["thumb"] * 3)
    with pytest.raises(OptionError, match="no table plays 'sampled'"):
        VectorEnv("hokm", players=["sampled"] * 4)
    with pytest.raises(OptionError, match="0 tables"):
        VectorEnv("hokm", 0)
    with pytest.raises(OptionError, match="rewards are points or tricks"):
        VectorEnv("hokm", rewards="regret")  # type: ignore[arg-type]
    rows, fives = rows_of(hands_of(find_variant("hokm"), 3, 1))
    with pytest.raises(OptionError, match=r"deals of shape \(2, 4\), expected \(3, 4\)"):
        env.reset(1, rows[:2], fives[:2])
    with pytest.raises(OptionError, match="fives are cards of the caller"):
        env.reset(1, rows, np.roll(fives, 1))
    with pytest.raises(OptionError, match="deals need `fives`"):
        env.reset(1, rows)
    twice = rows.copy()
    twice[2, 1] = twice[2, 2]
    with pytest.raises(DealError, match="deal 2 does not fit hokm"):
        env.reset(1, twice, fives)
    calls = VectorEnv("hokm", 3)
    calls.reset(1)
    with pytest.raises(PlayError, match="the trump has not been called"):
        calls.record(0)


def test_a_called_suit_that_cannot_be_laid_down_is_no_action() -> None:
    env = VectorEnv("band_rang", 200)
    env.reset(3)
    for five, mask in zip(env.field("hand"), env.action_mask, strict=True):
        hand = Hand(int(five.astype(np.uint64) @ (np.uint64(1) << np.arange(52, dtype=np.uint64))))
        assert [bool(hand.suit(suit)) for suit in Suit] == mask[52:56].astype(bool).tolist()
    assert not env.action_mask[:, 52:56].all()


def test_the_arrays_are_named_in_the_docstring() -> None:
    told = inspect.getdoc(VectorEnv) or ""
    for name in ("observation", "action_mask", "seat", "over", "rewards"):
        assert f"`{name}`" in told
    assert solver.find_variant("hokm") == VectorEnv("hokm", 1).variant
