"""Calls and kots in the games that are not four hands in two sides with a call: three players,
two who draw, trump made in play, bids; and the node limit, which leaves bounds."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import reference as ref
from planned import planned
from reference import Game
from test_chance import GAMES as CHANCE_GAMES
from test_chance import followed, on_account
from translate import game_of, position_of

pytest.importorskip("solver.core.engine")

import solver
from solver import (
    HakemError,
    Hand,
    Outcome,
    Position,
    Solver,
    Suit,
    find_variant,
    guarantees,
    solve,
)
from solver.base.cards import PACK
from solver.base.errors import OptionError, VariantError
from solver.base.outcomes import Between
from solver.decide import kot as kots
from solver.decide import trump_call
from solver.decide.estimates import Estimate
from solver.decide.evaluators import _ThreeEvaluator, find_evaluator
from solver.decide.template import NO_TRUMP, PositionTemplate
from solver.decide.worlds import Dealer, chunk_seed, world_hands
from solver.game.variants import HOKM
from solver.open.questions import kot_bounds
from solver.open.stock_draw import discard_race

advise_trump, kot_chances = planned(solver.advise_trump), planned(solver.kot_chances)
TrumpStudy, KotStudy = planned(trump_call.TrumpStudy), planned(kots.KotStudy)

THREE = find_variant("three_hokm")
TWO = find_variant("two_hokm")
FIVE = "AKQ.K8.."
STRONG = "AKQJT98765432.AKQJ.."


def hands_of(cards: list[str], sizes: list[int]) -> tuple[Hand, ...]:
    """The cards in so many hands."""
    ends = list(itertools.accumulate(sizes))
    return tuple(
        Hand.parse(" ".join(cards[end - size : end])) for size, end in zip(sizes, ends, strict=True)
    )


# Three players ---------------------------------------------------------------------------------


@pytest.mark.one_in(3)
@pytest.mark.parametrize("tie", ["third_wins", "no_score", "both"])
def test_three_players_win_as_the_reference_says(tie: str) -> None:
    """Endings: nobody has seven tricks to take, so the class says whether the hand is won."""
    rng = random.Random(f"calls of three {tie}")
    evaluator = _ThreeEvaluator(
        PositionTemplate.before_the_lead(THREE.with_options(three_tie=tie), Hand())
    )
    game = Game(seats=3, player=0, three_tie=tie)
    found = []
    for _ in range(40):
        pack = [card for card in ref.FULL_DECK if card != "C2"]
        rng.shuffle(pack)
        size, trump = rng.randint(1, 4), rng.choice("SHDC")
        hands = hands_of(pack, [size] * 3)
        state = ref.make_state([[str(c) for c in hand] for hand in hands], trump)
        wins = ref.wins_hand(game, state)
        expected = Outcome.WIN_A if wins else Outcome.WIN_B
        assert evaluator._class(hands, Suit.parse(trump)) == (expected, expected)
        assert evaluator._kot(hands, Suit.parse(trump), False) == (Outcome.NONE, Outcome.NONE)
        found.append(expected)
    assert len(set(found)) == 2


@pytest.mark.slow
def test_the_first_seven_of_three_players() -> None:
    """Seven cards each, all of them the first seven tricks: every player for himself."""
    rng = random.Random("seven of three")
    evaluator = _ThreeEvaluator(PositionTemplate.before_the_lead(THREE, Hand()))
    seen = set()
    for count in range(9):
        trumps = [f"S{rank}" for rank in "AKQJT98765432"]
        pack = [card for card in ref.FULL_DECK if card not in ("C2", *trumps)]
        rng.shuffle(pack)
        # One hand nearly all of high trumps, now the caller's, now another's.
        long = trumps[: rng.randint(6, 7)]
        others = [*trumps[len(long) : len(long) + rng.randint(0, 2)], *pack]
        hands = [others[7 * i : 7 * i + 7] for i in range(2)]
        hands.insert(count % 3, [*long, *pack[-(7 - len(long)) :][: 7 - len(long)]])
        first = []
        for player in range(3):
            state = ref.make_state(hands, "S")
            first.append(ref.race(Game(seats=3, player=player), state, 7, 1))
        expected = Outcome.KOT_A if first[0] else Outcome.KOT_B if any(first) else Outcome.NONE
        told = tuple(Hand.parse(" ".join(hand)) for hand in hands)
        assert evaluator._kot(told, Suit.SPADES, False) == (expected, expected)
        seen.add(expected)
    assert seen == {Outcome.KOT_A, Outcome.KOT_B, Outcome.NONE}


@pytest.mark.slow
def test_three_players_count_what_their_guarantees_say() -> None:
    found = advise_trump(FIVE, variant=THREE, samples=3, seed=2, node_limit=60_000)
    worlds = Dealer(find_evaluator(THREE, Hand.parse(FIVE)).template.known).deal(
        2, chunk_seed(2, 0)
    )
    assert found.n == 3
    solver = Solver()
    evaluator = find_evaluator(THREE, Hand.parse(FIVE), node_limit=60_000)
    answers = evaluator.classes(worlds, [0, 3])
    for row, column in itertools.product(range(2), range(2)):
        hands = world_hands(worlds[row])
        assert sum(map(len, hands)) == 51
        assert all(card.index != 39 for hand in hands for card in hand)  # the two of clubs
        trump = Suit((0, 3)[column])
        alone = Position(hands, trump, 0, (), THREE)
        each = guarantees(alone, solver, 400_000)
        worst, best = answers.worst[row, column], answers.best[row, column]
        if each[0].first_seven:
            assert worst == best == Outcome.KOT_A
        if each[0].wins is not None:
            assert (worst <= Outcome.WIN_B) or each[0].wins
            assert (best >= Outcome.WIN_A) or not each[0].wins


def test_a_sure_hand_of_three_is_sure() -> None:
    kot = kot_chances(STRONG, "S", variant=THREE, samples=40, seed=1)
    assert (kot.best.kot.p, kot.best.kot_against.p, kot.best.bavney) == (1, 0, None)
    assert "guaranteed against the two others together" in kot.method
    assert kot.to_dict()["method"] == kot.method
    call = advise_trump("AKQJT...", variant=THREE, samples=2, seed=1, node_limit=2000)
    assert call.trumps[Suit.SPADES].points.low >= 0  # what he is not sure of costs nothing
    for odds in call.trumps.values():
        assert odds.bavney is None


# Two players -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ({}, 4),
        ({"two_discards": "3_3", "see_second": "off"}, 4),
        ({"void_duty": "must_trump", "overtrump_duty": "always"}, 4),
    ],
    ids=["usual", "3_3", "duties"],
)
def test_discards_and_draw_against_every_way_to_lay_away(
    options: dict[str, str], cards: int
) -> None:
    variant = TWO.with_options(**options)
    game = game_of(variant)
    number = [int(n) for n in str(variant["two_discards"]).split("_")]
    rng = random.Random(f"discards {options}")
    solver = Solver(1)
    answers = set()
    for _ in range(4):
        pack = list(ref.FULL_DECK)
        rng.shuffle(pack)
        fives, trump = (pack[:5], pack[5:10]), rng.choice("SHDC")
        draws = 2 * cards - 10 + sum(number)
        stock = pack[10 : 10 + 2 * draws]

        def draw(mine, theirs, race, trump=trump, stock=stock) -> bool:  # type: ignore
            state = ref.make_state([mine, theirs], trump)
            return bool(
                ref.draw_value(game, state, stock, cards, race, bool(variant["see_second"]))
            )

        for race in ((3, 1), (1, 3), (3, 2)):
            expected = any(
                all(
                    draw(mine, theirs, race)
                    for theirs in itertools.combinations(fives[1], 5 - number[1])
                )
                for mine in itertools.combinations(fives[0], 5 - number[0])
            )
            told = discard_race(
                (Hand.parse(" ".join(fives[0])), Hand.parse(" ".join(fives[1]))),
                tuple(next(iter(Hand.parse(card))) for card in stock),
                Suit.parse(trump),
                *race,
                variant,
                solver,
                cards=cards,
            )
            assert told is expected
            answers.add(expected)
    assert answers == {True, False}


@pytest.mark.slow
def test_two_players_are_dealt_five_each_and_a_stock_in_order() -> None:
    evaluator = find_evaluator(TWO, Hand.parse(FIVE))
    worlds = Dealer(evaluator.template.known).deal(3, chunk_seed(1, 0))
    for world in worlds:
        hands = world_hands(world)
        assert [len(hand) for hand in hands] == [5, 5] + [1] * 42
        assert hands[0] == Hand.parse(FIVE)
        assert sum(hand.bits for hand in hands) == (1 << 52) - 1
    answers = evaluator.classes(worlds, [0])
    for world, code in zip(worlds, answers.worst[:, 0], strict=True):
        hands = world_hands(world)
        stock = tuple(next(iter(hand)) for hand in hands[2:])

        def made(a: int, b: int, fives=hands[:2], stock=stock) -> bool | None:
            return discard_race((fives[0], fives[1]), stock, Suit.SPADES, a, b)

        reached = [made(1, 7), made(7, 7), made(7, 1)]
        assert code == [-2, -1, 1, 2][sum(map(bool, reached))]
    assert (
        evaluator.kots(worlds, [0], False).worst == np.where(abs(answers.worst) == 2, 2, 0)
    ).all()


def test_a_whole_hand_of_two_is_judged_without_the_draw() -> None:
    found = kot_chances("AKQJT98.AKQ.AK.A", "S", variant=TWO, samples=20, seed=1)
    assert found.best.kot.p == 1
    assert "at random although he drew them" in found.method
    drawn = kot_chances(FIVE, "S", variant=TWO, samples=1, seed=1)
    assert "open stock" in drawn.method
    assert "at random" not in drawn.method


def test_a_stock_that_is_too_short_is_refused() -> None:
    short = TWO.with_options(two_discards="3_3")
    with pytest.raises(VariantError, match="22 draws that see two cards each need 43, the stock"):
        TrumpStudy(FIVE, variant=short)
    assert TrumpStudy(FIVE, variant=short.with_options(see_second="off")).suits


# Trump made in play ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cut_hukum", "beranga"])
def test_kots_without_a_call(name: str) -> None:
    variant = find_variant(name)
    n = 7 if name == "cut_hukum" else 13
    evaluator = find_evaluator(variant, Hand.parse(FIVE))
    assert evaluator.template.choices == (NO_TRUMP,)
    worlds = Dealer(evaluator.template.known).deal(6, chunk_seed(4, 0))
    codes = evaluator.kots(worlds, [NO_TRUMP], False)
    solver = Solver()
    for world, code in zip(worlds, codes.worst[:, 0], strict=True):
        position = Position(world_hands(world), None, 0, (), variant)
        won = solve(position, (), [(n, 1), (1, n)], solver).races
        assert code == (2 if won[n, 1] else 0 if won[1, n] else -2)
    found = kot_chances(FIVE, variant=variant, samples=6, seed=4)
    assert found.best.kot.count == (codes.worst == 2).sum()
    assert found.best.kot_against.count == (codes.worst == -2).sum()
    assert found.question.trump is None
    assert found.to_dict()["trump"] is None
    assert "trump none" in str(found)


def test_the_holder_of_the_two_of_clubs_leads_where_he_should() -> None:
    variant = find_variant("cut_hukum").with_options(beranga_leader="holder_of_2C")
    evaluator = find_evaluator(variant, Hand.parse(FIVE))
    worlds = Dealer(evaluator.template.known).deal(20, chunk_seed(4, 0))
    leaders = set()
    for world in worlds:
        position = evaluator.template.position(world_hands(world), NO_TRUMP)
        assert any(str(card) == "C2" for card in position.hands[position.leader])
        leaders.add(position.leader)
    assert leaders == {0, 1, 2, 3}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ["tens", "tricks", "tens, w25"])
def test_one_draw_decides_a_kot_that_chance_decides(name: str) -> None:
    """Over all draws from 0 to 1 the kots of a deal come out with exactly their chances."""
    variant = CHANCE_GAMES[name]
    game = game_of(variant)
    rng = random.Random(f"luck {name}")
    mixed = 0
    for _ in range(40):
        state = on_account(game, followed(rng, 2, 3))
        if game.points == "tens":
            held = [c for h in (*state.hands, *state.reserves) for c in h if c[1] == "T"]
            if len(held) < 4:
                continue
        total = 4 if game.points == "tens" else 5
        questions = ref.Questions(game)
        kot = Fraction(questions.race(state, total, 1))
        goon = 1 - Fraction(questions.race(state, 1, total))
        if variant.get("dehla_result") == "w25":
            goon = Fraction(0)  # there the other side cannot make a kot
        position = position_of(game, state, variant)
        parts = 8 * len(state.hands) * len(state.hands[0])
        codes = [kot_bounds(position, luck=(place + 0.5) / parts)[0] for place in range(parts)]
        assert Fraction(codes.count(Outcome.KOT_A), parts) == kot
        assert Fraction(codes.count(Outcome.KOT_B), parts) == goon
        mixed += 0 < kot < 1 or 0 < goon < 1
    assert mixed > 2


def test_the_five_card_start_deals_the_later_cards_too() -> None:
    variant = find_variant("dehla_five_card")
    evaluator = find_evaluator(variant, Hand.parse(FIVE))
    assert evaluator.template.known.sizes == (5, 5, 5, 5, 8, 8, 8, 8)
    found = [
        kot_chances(FIVE, variant=variant, samples=8, seed=5, jobs=jobs, node_limit=30_000)
        for jobs in (1, 2)
    ]
    assert replace(found[0], seconds=0) == replace(found[1], seconds=0)
    with pytest.raises(HakemError, match="has 13 cards: expected 5 for a kot"):
        KotStudy("AKQT9.A82.K3.J75", variant=variant)


# The node limit --------------------------------------------------------------------------------


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("name", "limit"), [("hokm", 40), ("satat", 500), ("chokri", 40), ("double_sar", 3000)]
)
def test_a_limit_leaves_bounds_that_hold_the_truth(name: str, limit: int) -> None:
    variant = find_variant(name)
    hand = Hand.parse(FIVE)
    free, bound = (find_evaluator(variant, hand, node_limit=n) for n in (0, limit))
    worlds = Dealer(free.template.known).deal(6, chunk_seed(6, 0))
    for ask in (
        lambda evaluator: evaluator.classes(worlds, [0, 2]),
        lambda evaluator: evaluator.kots(worlds, [0, 2], evaluator.bavneys),
    ):
        truth, known = ask(free), ask(bound)
        assert (truth.worst == truth.best).all()
        assert (known.worst <= truth.worst).all()
        assert (truth.worst <= known.best).all()
    assert (bound.classes(worlds, [0, 2]).worst < bound.classes(worlds, [0, 2]).best).any()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hokm", "chokri"])
def test_chances_under_a_limit_hold_those_without(name: str) -> None:
    free = advise_trump(FIVE, variant=name, samples=24, seed=3)
    assert (free.undecided, free.node_limit) == (0, 0)
    for limit in (20, 2000):
        found = advise_trump(FIVE, variant=name, samples=24, seed=3, node_limit=limit)
        assert found.undecided > 0
        for suit, odds in found.trumps.items():
            exact = free.trumps[suit]
            assert sum(odds.counts.values()) == odds.n - odds.undecided
            assert sum(odds.shares.values()) < 1 + 1e-9
            for known, truth in (
                (odds.win, exact.win), (odds.kot, exact.kot), (odds.kot_against, exact.kot_against)
            ):  # fmt: skip
                ends = known.bounds or (known.p, known.p)
                assert ends[0] <= truth.p <= ends[1]
                assert known.low <= truth.low
                assert truth.high <= known.high
                assert (known.p is None) == (known.undecided > 0)
    whole = advise_trump(FIVE, variant=name, samples=24, seed=3, node_limit=10**9)
    assert whole.trumps == free.trumps
    assert whole.rivals == free.rivals


def test_kots_under_a_limit() -> None:
    free = kot_chances(FIVE, "S", samples=64, seed=3)
    found = kot_chances(FIVE, "S", samples=64, seed=3, node_limit=5)
    assert found.undecided > 0
    for known, truth in (
        (found.best.kot, free.best.kot),
        (found.best.kot_against, free.best.kot_against),
    ):
        ends = known.bounds or (known.p, known.p)
        assert ends[0] <= truth.p <= ends[1]
    answer = json.loads(json.dumps(found.to_dict()))
    assert answer["undecided"] == found.undecided
    assert answer["node_limit"] == 5
    assert answer["kot"]["p"] is None
    assert answer["kot"]["bounds"] == list(found.best.kot.bounds or ())
    assert "undecided" in str(found.best.kot)


def test_a_call_is_sure_only_if_it_is_at_the_bounds() -> None:
    """Spades win every deal and clubs none, but half the deals of clubs are left open."""
    study = TrumpStudy(FIVE, samples=64, seed=1)
    counts = study.counts

    def deal(spades: tuple[int, int], clubs: tuple[int, int], number: int) -> None:
        pair = {0: spades, 1: (2, 2), 2: (2, 2), 3: clubs}
        cheap = [0, 1, 2, 2, 3, 4]
        for s, t in itertools.product(range(4), range(4)):
            worst, best = pair[s][0], pair[t][1]
            counts.classes[s, t, worst, best] += number
            counts.cheap[s, t, cheap[worst], cheap[best]] += number

    study._deals = 64
    deal((3, 3), (2, 2), 32)
    assert study.result().sure
    deal((3, 3), (2, 3), 32)
    known = study.result()
    assert known.best.trump == Suit.SPADES
    assert known.trumps[Suit.CLUBS].win.bounds == (0.0, 0.5)
    assert known.trumps[Suit.CLUBS].points.bounds == (-1.0, 0.0)
    assert known.sure
    deal((2, 3), (2, 3), 400)
    known = study.result()
    assert not known.sure
    assert known.rivals[Suit.CLUBS].p_best == 1.0


def test_an_estimate_of_undecided_deals_reaches_round_both_ends() -> None:
    from solver.decide.estimates import estimate_share

    found = estimate_share(20, 100, 0.95, 50)
    low, high = estimate_share(20, 100).low, estimate_share(50, 100).high
    assert found == Estimate(20, 100, Between(0.2, 0.5), low, high, 30)
    assert (found.p, found.bounds) == (None, (0.2, 0.5))
    assert estimate_share(20, 100, 0.95, 20) == estimate_share(20, 100)


def test_limits_are_checked() -> None:
    with pytest.raises(OptionError, match="node limit -1, expected 0"):
        TrumpStudy(FIVE, node_limit=-1)
    assert TrumpStudy(FIVE, variant=THREE).evaluator.node_limit > 0
    assert TrumpStudy(FIVE, variant=THREE, node_limit=0).evaluator.node_limit == 0
    assert TrumpStudy(FIVE, variant=HOKM).evaluator.node_limit == 0
    assert TrumpStudy(FIVE, variant="double_sar").evaluator.node_limit == 0
    assert TrumpStudy(FIVE, variant="dehla").evaluator.node_limit > 0


# Jobs, interruption, the command line -----------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["three_hokm", "two_hokm"])
def test_jobs_do_not_change_a_count(name: str) -> None:
    settings = {"variant": name, "samples": 5, "seed": 3, "node_limit": 3000}
    one, two = (advise_trump(FIVE, jobs=jobs, **settings) for jobs in (1, 2))  # type: ignore
    assert one.trumps == two.trumps
    assert one.rivals == two.rivals


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", ["two_hokm", "three_hokm"])
def test_an_interruption_keeps_what_is_known(name: str) -> None:
    def watch(progress: object) -> None:
        raise KeyboardInterrupt

    found = advise_trump(FIVE, variant=name, samples=50, seed=3, node_limit=500, watch=watch)
    assert found.interrupted
    assert found.n == 3  # one chunk


def answer_of(ran: tuple[int, str, str]) -> dict[str, object]:
    code, out, err = ran
    assert (code, err) == (0, "")
    found: dict[str, object] = json.loads(out)
    return found


@pytest.mark.slow
def test_the_bids_of_daba_are_those_of_choose(hakem) -> None:  # type: ignore[no-untyped-def]
    hand, more = "AKQJT.AK42.A4.84", ["-n", "4", "--seed", "1", "--json"]
    bids = answer_of(hakem("trump", hand, "--variant", "daba", *more))
    again = answer_of(hakem("choose", hand, "--house", "daba", *more))
    assert bids | {"seconds": 0} == again | {"seconds": 0}
    assert str(bids["best"]).startswith("bid ")


REFUSED = {
    "daba kot": (["kot", FIVE, "-t", "S", "--variant", "daba"], 2, "knows no kot: `hakem trump`"),
    "daba with five": (["trump", FIVE, "--variant", "daba"], 3, "has 5 cards, expected 13"),
    "daba and a scoring": (
        ["trump", "AKQJT.AK42.A4.84", "--variant", "daba", "--scoring", "nl"],
        2,
        "--scoring: a bid of daba is won or lost as bid, whatever the match",
    ),
    "daba option": (
        ["trump", "AKQJT.AK42.A4.84", "--variant", "daba", "--set", "daba_capture=double"],
        2,
        "daba_capture: bids are judged with every trick taken at once and trump open",
    ),
    "beranga trump": (
        ["trump", FIVE, "--variant", "beranga"],
        2,
        "hakem: beranga has no trump call, trump is made in play: "
        "`hakem kot HAND --variant beranga` tells how likely a kot is\n",
    ),
    "beranga kot with trump": (
        ["kot", FIVE, "-t", "S", "--variant", "beranga"],
        2,
        "hakem: nobody calls trump in beranga, it is made in play: expected no trump, not S\n",
    ),
    "a tie": (
        ["trump", FIVE, "--variant", "dehla", "--set", "dehla_result=no_winner"],
        2,
        "nobody wins with two tens each, a tie has no class to count; `hakem kot HAND` ",
    ),
    "kot without trump": (
        ["kot", "AQ.K84.A542.T973"], 2, "--trump: a kot is asked for one trump suit"
    ),
    "six of three": (["kot", "AKQ.K82..", "-t", "S", "--variant", "three"], 3, "expected 5 or 17"),
    "seven of chokri": (
        ["kot", "AKQ.K83.3.", "-t", "S", "--variant", "chokri"], 3, "expected 5 or 8"
    ),
    "thirteen of a five-card start": (
        ["kot", "AKQT9.A82.K3.J75", "--variant", "dehla_five"], 3, "13 cards, expected 5"
    ),
    "negative limit": (["trump", FIVE, "--node-limit", "-1"], 2, "--node-limit"),
    "three at a match": (["trump", FIVE, "--variant", "three", "--score", "1-1"], 2, "--score"),
    "choose of two": (["choose", FIVE, "--house", "two"], 2, "hakem trump --variant two_hokm"),
    "choose of be-ranga": (["choose", FIVE, "--house", "be-ranga"], 2, "hakem kot --variant bera"),
}  # fmt: skip


def test_a_dummy_of_individuals_is_judged_by_sides() -> None:
    variant = find_variant("dummy").with_options(dummy_score="individual")
    assert "by sides" in KotStudy(FIVE, "S", variant=variant).evaluator.method


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", REFUSED)
def test_refusals_of_the_command_line(hakem, name: str) -> None:  # type: ignore[no-untyped-def]
    words, code, said = REFUSED[name]
    ran = hakem(*words)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (["trump", FIVE, "--variant", "three", "-n", "2", "--node-limit", "2000"], {"trumps"}),
        (["trump", FIVE, "--variant", "two", "-n", "1", "--node-limit", "2000"], {"trumps"}),
        (["kot", FIVE, "--variant", "beranga", "-n", "2"], {"kot", "goon"}),
        (["kot", FIVE, "--variant", "cut_hukum", "-n", "9"], {"kot", "goon", "bavney"}),
        (["kot", FIVE, "--variant", "three", "-t", "S", "-n", "9"], {"kot", "goon"}),
    ],
)
def test_the_machine_interface(hakem, words: list[str], keys: set[str]) -> None:  # type: ignore[no-untyped-def]
    answer = answer_of(hakem(*words, "--seed", "1", "--json"))
    assert {"schema", "hand", "variant", "method", "node_limit", "undecided", *keys} <= set(answer)
    if words[0] == "trump":
        trumps = answer["trumps"]
        assert isinstance(trumps, dict)
        assert answer["undecided"] == sum(each["undecided"] for each in trumps.values())
        for each in trumps.values():
            assert sum(each["counts"].values()) + each["undecided"] == each["n"]


def test_an_undecided_share_is_told(hakem) -> None:  # type: ignore[no-untyped-def]
    ran = hakem("trump", FIVE, "-n", "8", "--seed", "1", "--node-limit", "300", "--open")
    assert ran.code == 0
    told = " ".join(ran.out.split())
    assert " of 32 answers left undecided after 300 cards" in told
    for words in ("? undecided", "--node-limit 0 decides all", "–"):
        assert words in ran.out
    ran = hakem("kot", FIVE, "-t", "S", "-n", "8", "--seed", "1", "--node-limit", "2", "--open")
    assert " of 8 answers left undecided after 2 cards" in " ".join(ran.out.split())


def test_the_packs_of_the_games_are_dealt() -> None:
    out = THREE.with_options(removed_two="S2")
    known = find_evaluator(out, Hand.parse(FIVE)).template.known
    assert (len(known.pack), known.sizes) == (51, (17, 17, 17))
    assert PACK[0] not in known.pack
