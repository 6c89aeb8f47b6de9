"""Every table of the rules around the play: scores, rotation, redeals, exchanges, draws."""

from __future__ import annotations

import itertools
from fractions import Fraction

import e14
import pytest
from collect import collect

from solver.base.cards import PACK, Card, Hand, Suit
from solver.base.errors import ExchangeError, HakemError, MatchError, OptionError, ScoringError
from solver.base.outcomes import Outcome as O
from solver.game.house_rules import HOUSES, find_house
from solver.game.opening import (
    blind_trump,
    challenge_succeeds,
    check_challenge,
    deal_in_batches,
    named_trump,
    pack_of,
    parse_bids,
    redeal_of_five,
    redeals_of_deal,
    settle_bids,
    turned_trump,
    turnup_positions,
)
from solver.game.scoring import SCORINGS, class_of_tens, find_scoring
from solver.game.scoring_text import read_scoring
from solver.match.exchange import (
    apply_exchange,
    check_exchange,
    gift_faults,
    return_faults,
    two_player_draw,
    undo_exchange,
)
from solver.match.ledger import Rules
from solver.match.rotation import (
    dealer_of,
    first_caller,
    next_caller,
    next_caller_three,
    next_dummy_table,
    random_partners,
    seating_for_partners,
)
from solver.match.scoring import (
    HandResult,
    class_of_tricks,
    class_of_winners,
    expected_in_all,
    expected_score,
    failed_run,
    score_hand,
    three_stopped,
    three_winners,
)

S, H, D, C = Suit


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


# ---- E14 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "taken"), [({"double": False}, e14.SINGLE), *e14.RULES])
def test_e14_collections(rule: dict, taken: tuple[int, int]) -> None:
    assert collect(e14.WINNERS, e14.ACES, **rule).taken == taken


@pytest.mark.parametrize(("rule", "taken"), e14.SHORT_RULES)
def test_e14_ace_rules(rule: str, taken: tuple[int, int]) -> None:
    assert collect(e14.SHORT, e14.SHORT_ACES, ace_rule=rule).taken == taken


def test_e14_demote_keeps_accounts_as_off() -> None:
    assert collect(e14.DEMOTED, e14.ACES, ace_rule="demote").taken == e14.DEMOTED_TAKEN


def test_a_collector_needs_two_more_in_a_row() -> None:
    takes = collect((0, 0, 0, 0, 1)).takes
    assert [(take.trick, take.seat, take.amount) for take in takes] == [
        (2, 0, 2),
        (4, 0, 2),
        (5, 1, 1),
    ]


def test_collected_weights_are_tens() -> None:
    assert collect((0, 0, 1, 1), weights=(1, 0, 2, 1)).taken == (1, 3)
    with pytest.raises(MatchError, match="as many weights"):
        collect((0, 1), weights=(1,))


# ---- E15 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tricks", "stopped"),
    [
        ((7, 4, 4), True),
        ((8, 3, 1), False),
        ((9, 4, 0), True),
        ((7, 5, 3), False),
        ((6, 5, 5), False),
        ((7, 0, 0), True),
        ((8, 8, 1), True),
    ],
)
def test_e15_three_players_stop(tricks: tuple[int, int, int], stopped: bool) -> None:
    assert three_stopped(tricks) is stopped


@pytest.mark.parametrize(
    ("scoring", "house", "result", "points"),
    [
        ("IR", "iran", HandResult(O.WIN_A), (1, 0)),
        ("IR", "iran", HandResult(O.KOT_A), (2, 0)),
        ("IR", "iran", HandResult(O.KOT_B), (0, 3)),
        ("IR", "iran", HandResult(O.WIN_B), (0, 1)),
        ("NL", "netherlands", HandResult(O.WIN_A), (2, 0)),
        ("NL", "netherlands", HandResult(O.KOT_B), (0, 5)),
        ("NL", "netherlands", HandResult(O.BAVNEY_B), (0, 15)),
        ("NL", "netherlands", HandResult(O.KOT_A, failed=True), (2, 0)),
        ("NL", "netherlands", HandResult(O.KOT_B, partner_stopped=True), (0, 2)),
        ("NL", "netherlands", HandResult(O.WIN_B, capitulated=True), (0, 15)),
        ("INPK", "india-pakistan", HandResult(O.WIN_A), (0, 0)),
        ("INPK", "india-pakistan", HandResult(O.KOT_A), (1, 0)),
        ("INPK", "india-pakistan", HandResult(O.KOT_B), (0, 1)),
        ("INPK", "india-pakistan", HandResult(O.BAVNEY_A), (52, 0)),
        ("INPK", "india-pakistan", HandResult(O.KOT_A, failed=True), (1, 0)),
        ("POINTS", "points", HandResult(O.WIN_A), (1, 0)),
        ("POINTS", "points", HandResult(O.WIN_B), (0, 2)),
        ("POINTS", "points", HandResult(O.KOT_A), (3, 0)),
        ("POINTS", "points", HandResult(O.KOT_B), (0, 4)),
        ("DOUBLE_SAR", "double-sar", HandResult(O.KOT_A), (1, 0)),
        ("DOUBLE_SAR", "double-sar", HandResult(O.KOT_B), (0, 3)),
        ("THREE", "three", HandResult(None, (7, 4, 4)), (1, 0, 0)),
        ("THREE", "three", HandResult(None, (7, 0, 0), run=True), (2, 0, 0)),
        ("THREE", "three", HandResult(None, (0, 7, 0), run=True), (0, 3, 0)),
        ("THREE", "three", HandResult(None, (8, 8, 1)), (0, 0, 1)),
        ("DUMMY", "dummy", HandResult(None, (9, 4), lone=0), (9, 4, 0, 4)),
        ("DUMMY", "dummy", HandResult(None, (9, 4), lone=1), (9, 4, 9, 0)),
        ("DABA", "daba", HandResult(None, (8, 5), bid=8), (8, 0)),
        ("DABA", "daba", HandResult(None, (7, 6), bid=8), (-8, 0)),
        ("CHOKRI", "chokri", HandResult(None, (5, 3), bid=5), (5, 0)),
        ("CHOKRI_MAJORITY", "chokri", HandResult(O.WIN_B), (0, 1)),
    ],
)
def test_points_of_every_scoring(
    scoring: str, house: str, result: HandResult, points: tuple[int, ...]
) -> None:
    assert score_hand(find_scoring(scoring), find_house(house), result).points == points


def test_continue_fail_has_three_readings() -> None:
    result = HandResult(O.KOT_A, failed=True)
    scoring, house = find_scoring("NL"), find_house("netherlands")
    points = {
        value: score_hand(scoring, house.with_options(continue_fail=value), result).points
        for value in ("keep_kot", "simple_win", "opponents_win")
    }
    assert points == {"keep_kot": (5, 0), "simple_win": (2, 0), "opponents_win": (0, 2)}
    with pytest.raises(MatchError, match="kot can go on"):
        score_hand(scoring, house, HandResult(O.WIN_A, failed=True))


def test_either_partner_may_stop_where_the_house_says_so() -> None:
    house = find_house("nl").set("who_may_stop=either_partner")
    result = HandResult(O.KOT_A, partner_stopped=True)
    assert score_hand(find_scoring("NL"), house, result).points == (5, 0)


def test_goon_value_comes_from_the_house() -> None:
    for value in (1, 3, 10):
        house = find_house("double-sar").with_options(goon_value=value)
        assert score_hand(find_scoring("double sar"), house, HandResult(O.KOT_B)).points == (
            0,
            value,
        )


def test_the_goon_side_of_beranga() -> None:
    house, scoring = find_house("be-ranga"), find_scoring("double sar")
    setter = house.set("beranga_goon=not_trump_setter_side")
    for outcome, seat, plain, other in (
        (O.KOT_A, 1, (1, 0), (3, 0)),
        (O.KOT_A, 2, (1, 0), (1, 0)),
        (O.KOT_B, 1, (0, 3), (0, 1)),
        (O.KOT_B, 0, (0, 3), (0, 3)),
    ):
        result = HandResult(outcome, setter=seat)
        assert score_hand(scoring, house, result).points == plain
        assert score_hand(scoring, setter, result).points == other


def test_anti_kot_value() -> None:
    house = find_house("india-pakistan").with_options(challenge=True, anti_kot_value=2)
    scoring = find_scoring("INPK")
    failed = HandResult(O.KOT_A, challenged=True)
    assert score_hand(scoring, house, failed).points == (2, 0)
    assert score_hand(scoring, house, HandResult(O.KOT_B, challenged=True)).points == (0, 1)


DEHLA = {
    "pagat": (O.KOT_B, O.WIN_B, O.WIN_A, O.WIN_A, O.KOT_A),
    "w25": (O.WIN_B, O.WIN_A, O.WIN_A, O.WIN_A, O.KOT_A),
    "no_winner": (O.KOT_B, O.WIN_B, O(0), O.WIN_A, O.KOT_A),
}


@pytest.mark.parametrize("table", DEHLA)
@pytest.mark.parametrize("tens", range(5))
def test_dehla_tables(table: str, tens: int) -> None:
    assert class_of_tens(tens, table) == DEHLA[table][tens]


def test_dehla_two_tens_by_tricks() -> None:
    assert class_of_tens(2, "tricks_decide", 7) == O.WIN_A
    assert class_of_tens(2, "tricks_decide", 6) == O.WIN_B
    assert class_of_tens(0, "tricks_decide") == O.KOT_B
    with pytest.raises(MatchError, match="collected tricks"):
        class_of_tens(2, "tricks_decide")
    with pytest.raises(MatchError, match="0 to 4"):
        class_of_tens(5)


def test_dealer_four_may_cancel_a_kot() -> None:
    scoring, house = find_scoring("dehla"), find_house("dehla")
    assert score_hand(scoring, house, HandResult(O.KOT_B)).points == (0, 1)
    cancelling = house.with_options(dealer_four="cancels_opponents_kot")
    for result in (HandResult(O.KOT_B), HandResult(O.WIN_B, (0, 4))):
        score = score_hand(scoring, cancelling, result)
        assert (score.points, score.taken_back, score.kot) == ((0, 0), 1, False)


def test_double_sar_classes() -> None:
    expected = [O.KOT_B, *[O.WIN_B] * 6, *[O.WIN_A] * 6, O.KOT_A]
    assert [class_of_tricks(count) for count in range(14)] == expected


@pytest.mark.parametrize(
    ("winners", "hard", "expected"),
    [
        ([0] * 7, False, O.KOT_A),
        ([1] * 7, False, O.KOT_B),
        ([0] * 6, False, None),
        ([0, 2] * 6 + [0], False, O.BAVNEY_A),
        ([0, 2] * 6 + [0], True, O.KOT_A),
        ([1, 3] * 6 + [1], False, O.BAVNEY_B),
        ([1] + [0] * 7, False, O.WIN_A),
        ([0] * 6 + [1] * 7, False, O.WIN_B),
        ([0] * 7 + [1], False, O.KOT_A),
    ],
)
def test_class_of_winners(winners: list[int], hard: bool, expected: O | None) -> None:
    assert class_of_winners(winners, 7, hard) == expected


def test_a_failed_run_is_seen() -> None:
    assert failed_run([0] * 7 + [1])
    assert failed_run([0] * 12 + [3])
    assert not failed_run([0] * 7)
    assert not failed_run([0] * 13)
    assert not failed_run([1] + [0] * 7)


def test_three_player_ties() -> None:
    house = find_house("three")
    assert three_winners((8, 8, 1), house) == (2,)
    assert three_winners((8, 8, 1), house.with_options(three_tie="no_score")) == ()
    assert three_winners((8, 1, 8), house.with_options(three_tie="both")) == (0, 2)
    assert three_winners((9, 5, 3), house) == (0,)
    with pytest.raises(MatchError, match="three numbers"):
        three_winners((9, 8), house)


def test_individual_dummy_scores() -> None:
    house = find_house("dummy").with_options(dummy_score="individual")
    result = HandResult(None, (3, 2, 6, 2), lone=0)
    assert score_hand(find_scoring("dummy"), house, result).points == (9, 2, 0, 2)


# ---- rotation ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "won", "kot", "caller", "dealer"),
    [
        ("india-pakistan", True, False, 0, 3),
        ("india-pakistan", True, True, 2, 1),
        ("india-pakistan", False, False, 1, 0),
        ("india-pakistan", False, True, 1, 0),
        ("iran", True, False, 0, 3),
        ("iran", True, True, 0, 3),
        ("iran", False, True, 1, 0),
        ("netherlands", True, True, 0, 3),
        ("netherlands", False, False, 1, 0),
        ("satat", True, True, 0, 3),
        ("double-sar", True, True, 2, 1),
        ("double-sar", False, True, 1, 0),
        ("dehla", True, True, 2, 1),
        ("dehla", False, False, 1, 0),
        ("two", False, False, 1, 0),
    ],
)
def test_rotation(house: str, won: bool, kot: bool, caller: int, dealer: int) -> None:
    seats = 2 if house == "two" else 4
    following = next_caller(0, won, kot, find_house(house), seats=seats)
    assert following == caller
    assert dealer_of(following, seats) == dealer % seats
    assert dealer_of(following, seats) != following


def test_the_dealer_belongs_to_the_losing_side() -> None:
    for house in HOUSES:
        if house["rotation"] == "every_hand":
            continue
        for caller, won, kot in itertools.product(range(4), (True, False), (True, False)):
            dealer = dealer_of(next_caller(caller, won, kot, house))
            assert (dealer % 2 == caller % 2) is not won


def test_rotation_options() -> None:
    house = find_house("india-pakistan")
    assert next_caller(0, True, True, house, by_streak=True) == 2
    stays = house.set("streak_kot_swaps=no")
    assert next_caller(0, True, True, stays, by_streak=True) == 0
    moving = house.set("dealer_rotation_nl=every_hand")
    assert [next_caller(3, won, False, moving) for won in (True, False)] == [0, 0]


def test_three_player_rotation() -> None:
    house = find_house("three")
    assert next_caller_three(1, (1,), house) == 1
    assert next_caller_three(1, (0,), house) == 2
    assert next_caller_three(1, (0,), house.with_options(direction="cw")) == 0
    assert next_caller_three(1, (0,), house.with_options(three_next="winner_becomes")) == 0
    assert next_caller_three(1, (), house) == 2
    # two winners: neither of them becomes the caller for it
    assert next_caller_three(1, (0, 2), house.with_options(three_next="winner_becomes")) == 2
    assert next_caller_three(2, (0, 1), house.with_options(three_next="winner_becomes")) == 0


def test_dummy_table_moves_on() -> None:
    house = find_house("dummy")
    assert next_dummy_table(0, 0, True, False, house) == (0, 1)
    assert next_dummy_table(0, 0, False, False, house) == (1, 1)
    # person 1 called and lost, the dummy would call: its partner does
    assert next_dummy_table(1, 0, False, False, house) == (0, 1)


def test_first_caller_and_partners() -> None:
    deck = cards("S5 HA DJ CA SA")
    assert first_caller(deck, "first_ace") == 1
    assert first_caller(deck, "first_jack") == 2
    assert random_partners(deck) == (1, 3)
    assert random_partners(cards("SA H2 D3 C4 HA S2 DA")) == (0, 2)
    assert first_caller(cards("S5 HA DK CA S2 H9"), "draw") == 3
    # seats 0 and 2 draw again, are equal again, and draw once more
    assert first_caller(cards("SA H2 DA C3 S5 H5 D2 CK"), "draw") == 2
    assert first_caller(cards("S7 H7 D7 C3 S5 H9 D9 SK CQ"), "draw") == 1
    assert seating_for_partners(1, 3) == (1, 2, 3, 0)
    assert seating_for_partners(0, 1) == (0, 2, 1, 3)
    with pytest.raises(HakemError, match="no ace"):
        first_caller(cards("S5"), "first_ace")
    with pytest.raises(HakemError, match="ran out"):
        first_caller(cards("S5 H5 D5 C5"), "draw")
    with pytest.raises(HakemError, match="first_ace"):
        first_caller(deck, "dice")
    with pytest.raises(HakemError, match="two different"):
        random_partners(cards("SA H2 D3 C4 HA"))


# ---- before the play -----------------------------------------------------------------------


def test_batches() -> None:
    hands = deal_in_batches(PACK, find_house("iran"))
    assert [len(hand) for hand in hands] == [13] * 4
    assert hands[0][:5] == tuple(PACK[:5])
    assert hands[0][5:9] == tuple(PACK[20:24])
    hands = deal_in_batches(PACK, find_house("iran").set("deal_batches=5-3-3-2"))
    assert hands[3][5:8] == tuple(PACK[29:32])
    three = find_house("three")
    assert [len(hand) for hand in deal_in_batches(pack_of(three), three)] == [17] * 3
    assert Card.parse("C2") not in pack_of(three)
    chokri = find_house("chokri")
    assert [len(hand) for hand in deal_in_batches(pack_of(chokri), chokri)] == [8] * 6
    two = find_house("two")
    assert [len(hand) for hand in deal_in_batches(PACK, two)] == [5, 5]
    with pytest.raises(MatchError, match="the deck has only 51"):
        deal_in_batches(PACK[:51], find_house("iran"))
    with pytest.raises(MatchError, match="twice"):
        deal_in_batches([PACK[0], PACK[0]], two)


@pytest.mark.parametrize(
    ("rule", "ace", "five", "right"),
    [
        ("off", "by_rule", "S2 S3 S4 S5 S6", False),
        ("no_KQJ", "by_rule", "S2 S3 S4 S5 SA", True),
        ("no_KQJ", "true", "S2 S3 S4 S5 SA", False),
        ("no_KQJ", "by_rule", "S2 S3 S4 S5 SJ", False),
        ("no_AKQJ", "by_rule", "S2 S3 S4 S5 SA", False),
        ("no_AKQJ", "by_rule", "S2 S3 S4 S5 ST", True),
    ],
)
def test_redeal_of_five(rule: str, ace: str, five: str, right: bool) -> None:
    house = find_house("india-pakistan").with_options(redeal_first5=rule, ace_is_court=ace)
    assert (redeal_of_five(cards(five), house) is not None) is right
    assert redeal_of_five(cards(five), house, redeals=2) is None


def test_redeals_of_a_deal() -> None:
    hands = [
        Hand.parse("A5432.432.432.42"),
        Hand.parse("KQJT98.765.765.3"),
        Hand.parse(".AKQJT.AKQJ.KQJT"),
        Hand.parse("76.98.T98.A98765"),
    ]
    rules = {right.rule: right for right in redeals_of_deal(hands, S, find_house("netherlands"))}
    assert set(rules) == {"redeal_full13"}
    assert rules["redeal_full13"].seats == (0,)
    court = find_house("iran").set("redeal_full13=any_player_no_court")
    assert redeals_of_deal(hands, S, court) == ()
    court = court.set("ace_is_court=false")
    assert redeals_of_deal(hands, S, court)[0].seats == (0, 3)
    agree = find_house("satat")
    (right,) = redeals_of_deal(hands, S, agree)
    assert (right.rule, right.seats, right.consent) == ("redeal_partner_no_trump", (2,), 0)
    wild = [hands[0] - Hand.parse("H2"), hands[1], hands[2] | Hand.parse("H2"), hands[3]]
    assert redeals_of_deal(wild, S, agree, wild=True) == ()
    many = find_house("iran").set("redeal_trump_count=7")
    assert redeals_of_deal(hands, S, many) == ()
    assert redeals_of_deal(hands, S, many.set("redeal_trump_count=6"))[0].seats == (1,)


def test_other_ways_to_a_trump() -> None:
    order = [*PACK[:5], *PACK[13:17], *PACK[26:30]]
    satat = find_house("satat")
    assert turnup_positions(satat) == (10, 11, 12, 13)
    assert turned_trump(order, 10, satat) == D
    with pytest.raises(MatchError, match="the pool is cards 10 to 13"):
        turned_trump(order, 6, satat)
    rang = find_house("rang").set("turnup_trump=caller_may_choose")
    assert turnup_positions(rang) == (6, 7, 8, 9)
    assert turned_trump(order, 6, rang) == H
    assert turnup_positions(rang.set("turnup_pool=any_of_8")) == tuple(range(6, 14))
    assert turnup_positions(find_house("iran")) == ()
    with pytest.raises(MatchError, match="does not turn up"):
        turned_trump(order, 6, find_house("iran"))
    assert named_trump(order, rang.set("named_position=7")) == H
    assert blind_trump(order[:5], 2, rang.set("blind_from_five=on")) == S
    for call in (
        lambda: named_trump(order, rang),
        lambda: blind_trump(order, 0, rang),
        lambda: blind_trump(order[:5], 5, rang.set("blind_from_five=on")),
    ):
        with pytest.raises(MatchError):
            call()


def test_challenge() -> None:
    house = find_house("rang").set("challenge=on")
    assert check_challenge(S, 1, H, house).leader == 0
    assert check_challenge(S, 3, H, house.set("challenge_leader=challenger")).leader == 3
    with pytest.raises(MatchError, match=r"seat 2 .* must differ from S"):
        check_challenge(S, 2, S, house)
    with pytest.raises(MatchError, match="knows no challenge"):
        check_challenge(S, 1, H, find_house("rang"))
    assert challenge_succeeds([1, 3] * 3 + [1], house) is True
    assert challenge_succeeds([1, 3, 0], house) is False
    assert challenge_succeeds([1, 3], house) is None
    runs = house.set("challenge_target=any_run_of_7")
    assert challenge_succeeds([1, 0], runs) is None
    assert challenge_succeeds([0] * 6 + [1] * 7, runs) is True
    assert challenge_succeeds([0] * 7, runs) is False
    assert challenge_succeeds([1] * 6 + [0], runs) is False


def test_bids() -> None:
    daba, chokri = find_house("daba"), find_house("chokri")
    contract = settle_bids([7, None, 9, None], daba)
    assert (contract.seat, contract.bid, contract.forced) == (2, 9, False)
    contract = settle_bids([None] * 4, daba, first=2)
    assert (contract.seat, contract.bid, contract.forced) == (2, 7, True)
    assert settle_bids([None, 5, None, 6, None, 8], chokri).bid == 8
    for calls, fault in (
        ([6, None, None, None], "from 7 to 13"),
        ([8, 8, None, None], "higher than 8"),
        ([8], "4 calls"),
    ):
        with pytest.raises(MatchError, match=fault):
            settle_bids(calls, daba)
    assert parse_bids("7, pass 9 -") == [7, None, 9, None]
    with pytest.raises(MatchError, match="no call"):
        parse_bids("seven")


# ---- the exchange of satat -----------------------------------------------------------------

SATAT = find_house("satat")


@pytest.mark.parametrize(
    ("hand", "gift", "k", "trump", "options", "fault"),
    [
        ("AK.5.6.7", "SA", 1, "S", {}, ""),
        ("AK.5.6.7", "SK", 1, "S", {}, ""),
        ("AK.5.6.7", "H5", 1, "S", {}, "1 trump must be given"),
        ("AK.52.6.7", "H2", 1, "S", {}, ""),  # the two of hearts may be the trump given
        (".52.K.K", "H2", 1, "S", {}, ""),
        (".52.K.K", "DK", 1, "S", {}, ""),
        (".52.K.K", "CK", 1, "S", {}, ""),
        (".52.K.K", "H5", 1, "S", {}, r"\(DK or CK\)"),
        ("A.5.K.7", "SA DK", 2, "S", {}, ""),
        ("A.5.K.7", "SA C7", 2, "S", {}, "highest-ranking"),
        ("A.5.K.7", "DK C7", 2, "S", {}, "1 trump must be given"),
        ("A93.5.K.7", "SA S3", 2, "S", {}, ""),
        ("A93.5.K.7", "S3", 1, "S", {"pass_which_trump": "highest"}, r"highest trump .*SA"),
        ("A93.5.K.7", "S3", 1, "S", {"pass_which_trump": "lowest"}, ""),
        ("A93.5.K.7", "S9 S3", 2, "S", {"pass_which_trump": "lowest"}, ""),
        ("A93.5.K.7", "SA", 2, "S", {}, "2 cards must be given"),
        ("A93.5.K.7", "SK", 1, "S", {}, "SK is not in the hand"),
        ("9.A2.K.7", "HA", 1, "H", {}, ""),
    ],
)
def test_gifts(hand: str, gift: str, k: int, trump: str, options: dict, fault: str) -> None:
    house = SATAT.with_options(**options)
    faults = gift_faults(Hand.parse(hand), Hand.parse(gift), k, Suit.parse(trump), house)
    if fault:
        with pytest.raises(AssertionError, match=fault):
            raise AssertionError("; ".join(faults))
    else:
        assert faults == []


@pytest.mark.parametrize(
    ("hand", "gift", "back", "options", "fault"),
    [
        ("43.5.K7.A", "S9", "D7", {}, ""),
        ("43.5.K7.A", "S9", "S3", {}, ""),  # the void rule speaks of plain suits
        ("43.5.K7.A", "S9", "H5", {}, "last card of hearts"),
        ("43.52.K7.A", "S9", "H5", {}, "last card of hearts"),  # the two of hearts is a trump
        ("43.5.K7.A", "S9", "S9", {}, "just got"),
        ("43.5.K7.A", "H9", "H5", {}, "last card of hearts"),
        ("43.5.K7.A", "H9", "H5", {"void_check": "after"}, ""),
        ("43.5.K7.A", "S9", "D2", {}, "not in the hand"),
        ("43.5.K7.A", "S9", "D7 C2", {}, "1 card must be given back"),
    ],
)
def test_returns(hand: str, gift: str, back: str, options: dict, fault: str) -> None:
    house = SATAT.with_options(**options)
    faults = return_faults(Hand.parse(hand), Hand.parse(gift), Hand.parse(back), 1, S, house)
    assert (fault == "" and not faults) or any(fault in text for text in faults if fault)


def test_exchange_as_a_whole() -> None:
    hands = tuple(Hand.parse(text) for text in ("A.5.6.7", "K.8.9.T", "Q.9.T.J", "J.T.J.Q"))
    swaps = {1: (Hand.parse("SK"), Hand.parse("SA")), 3: (Hand.parse("SJ"), Hand.parse("SQ"))}
    checked = check_exchange(hands, S, (1, 3), swaps, 1, SATAT)
    assert [swap.receiver for swap in checked] == [0, 2]  # clockwise: the seat before
    after = apply_exchange(hands, checked)
    assert str(after[0]) == "K.5.6.7"
    assert undo_exchange(after, checked) == hands
    ccw = SATAT.set("direction=ccw")
    assert [
        s.receiver
        for s in check_exchange(
            hands,
            S,
            (1, 3),
            {1: (Hand.parse("SK"), Hand.parse("SQ")), 3: (Hand.parse("SJ"), Hand.parse("SA"))},
            1,
            ccw,
        )
    ] == [2, 0]
    with pytest.raises(ExchangeError, match="seat 3 lost the kot and must give"):
        check_exchange(hands, S, (1, 3), {1: swaps[1]}, 1, SATAT)
    with pytest.raises(ExchangeError, match="seat 0 did not lose"):
        check_exchange(hands, S, (1, 3), {**swaps, 0: swaps[1]}, 1, SATAT)


# ---- two players ---------------------------------------------------------------------------


def test_two_player_draw_uses_the_whole_stock() -> None:
    fives = Hand.of(PACK[:5]), Hand.of(PACK[5:10])
    discards = Hand.of(PACK[:3]), Hand.of(PACK[5:7])
    house = find_house("two")
    hands, draws = two_player_draw(fives, discards, PACK[10:], [True] * 21, house)
    assert [len(hand) for hand in hands] == [13, 13]
    assert len(draws) == 21
    assert [draw.seat for draw in draws] == [0, 1] * 10 + [0]
    assert draws[0].kept == PACK[10]
    assert draws[0].buried == PACK[11]
    hands, draws = two_player_draw(fives, discards, PACK[10:], [False] * 21, house)
    assert draws[-1].kept == PACK[51]
    # without a look at the second card much of the stock stays
    unseen = house.set("see_second=no")
    _, draws = two_player_draw(fives, discards, PACK[10:], [True] * 21, unseen)
    assert draws[-1].kept == PACK[30]
    # three discards each can need 44 cards
    both = house.set("two_discards=3_3").set("see_second=no")
    three = Hand.of(PACK[:3]), Hand.of(PACK[5:8])
    with pytest.raises(ExchangeError, match="stock is empty"):
        two_player_draw(fives, three, PACK[10:], [False] * 22, both)
    for bad, fault in (
        ((fives, three, PACK[10:], [True] * 21), "seat 1 discards 2, not 3"),
        ((fives, discards, PACK[9:], [True] * 21), "lies in the stock and in a hand"),
        ((fives, discards, [PACK[0], *PACK[11:]], [True] * 21), "lies in the stock and in a hand"),
        ((fives, discards, PACK[10:], [True] * 20), "draw 21 of seat 0 is missing"),
        ((fives, discards, PACK[10:], [True] * 22), "full after 21"),
        (((fives[0], fives[0]), discards, PACK[10:], [True] * 21), "both players hold"),
        (
            ((fives[0], Hand.of([PACK[0], *PACK[6:10]])), discards, PACK[10:], [True] * 21),
            rf"both players hold {PACK[0]}(?! [SHDC])",
        ),
    ):
        with pytest.raises(ExchangeError, match=fault):
            two_player_draw(*bad, house)


# ---- scorings as data ----------------------------------------------------------------------


def test_every_scoring_is_found_and_says_its_numbers() -> None:
    for scoring in SCORINGS:
        assert find_scoring(scoring.name.lower()) is scoring
        assert scoring.numbers()
        assert scoring.to_dict()["name"] == scoring.name
    assert str(find_scoring("ir")) == "Iran (win 1, kot 2 (3 for the other side), to 7 points)"
    assert find_scoring("INPK").numbers() == ("7 straight wins 1 kot, kot 1, bavney 52, to 5 kots")
    ten = Rules(find_house("double sar").set("goon_value=10"), find_scoring("double sar"))
    assert "kot 1 (10 for the other side)" in ten.played.numbers()
    with pytest.raises(ScoringError, match="expected one of ir, nl"):
        find_scoring("bridge")


def test_houses_are_found_and_refuse_what_they_do_not_know() -> None:
    assert find_house("Troefcall").name == "netherlands"
    assert find_house(" India  Pakistan ").scoring == "inpk"
    with pytest.raises(OptionError, match="there is no house"):
        find_house("mars")
    house = find_house("iran")
    with pytest.raises(OptionError, match="did you mean goon_value"):
        house.set("goon_valu=3")
    with pytest.raises(OptionError, match="expected option=value"):
        house.set("goon_value")
    with pytest.raises(OptionError, match="option challenge cannot be"):
        house.set("challenge=perhaps")
    with pytest.raises(OptionError, match="a number from 0 to 99"):
        house.set("redeal_first5_limit=100")
    assert house.set("goon_value=3").changed() == {"goon_value": 3}
    assert str(house.set("challenge=on")) == "iran challenge=on"
    assert hash(house) == hash(find_house("ir"))


def test_expected_points_from_counts() -> None:
    counts = {O.WIN_A: 50, O.KOT_A: 20, O.WIN_B: 25, O.KOT_B: 5}
    iran = expected_score(counts, find_scoring("IR"), find_house("iran"))
    assert (iran.a, iran.b) == (Fraction(9, 10), Fraction(2, 5))
    assert iran.margin == Fraction(1, 2)
    everything = expected_in_all(counts, find_house("rang"))
    assert [one.scoring.name for one in everything[:4]] == ["ir", "nl", "inpk", "points"]
    kots = find_scoring("INPK")
    cold = expected_score(counts, kots, find_house("rang"))
    hot = expected_score(counts, kots, find_house("rang"), streak=(6, 0))
    assert hot.a - cold.a == Fraction(1, 2)
    with pytest.raises(MatchError, match="more than zero"):
        expected_score({}, kots, find_house("rang"))
    with pytest.raises(MatchError, match="negative"):
        expected_score({O.WIN_A: -1, O.WIN_B: 3}, kots, find_house("rang"))


def test_scorings_from_toml() -> None:
    scoring = read_scoring('name = "club"\nwin = [1, 2]\nkot = 4\ntarget = 12\n')
    assert scoring.points(O.WIN_B) == (0, 2)
    assert scoring.points(O.BAVNEY_A) == (4, 0)
    assert scoring.target == 12
    based = read_scoring('name = "short"\nbase = "INPK"\ntarget = 2\nkot = [1, 3]\n')
    assert based.streak == 7
    assert based.with_goon(10).points(O.KOT_B) == (0, 3)
    assert read_scoring('name = "set"\nbase = "IR"\nhands = 8\n').target is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "key 'win' is missing"),
        ("win = 1", "key 'name' is missing"),
        ('name = "x"', "key 'win' is missing"),
        ('name = "x"\nwin = "one"', "key 'win' must be a whole number"),
        ('name = "x"\nwin = [1, 2, 3]', "key 'win' must be one number or two"),
        ('name = "x"\nwin = true', "key 'win' must be a whole number"),
        ('name = "x"\nwin = -1', "key 'win' must be a whole number"),
        ('name = "x"\nwin = 1\nwins = 2', "unknown key 'wins'"),
        ('name = "x"\nbase = "chess"', "key 'base': 'chess' is no scoring"),
        ('name = "x"\nwin = 1\ntarget = 5\nhands = 4', "key 'hands'"),
        ("name = 5\nwin = 1", "key 'name' must be a text"),
        ('name = "x"\nbase = "DABA"\nstreak = 3', "daba knows no bavney"),
        ("name = ", "this is no TOML"),
        ("a = " + "[" * 5000, "this is no TOML"),
    ],
)
def test_faulty_toml_names_file_and_key(text: str, fault: str) -> None:
    with pytest.raises(ScoringError) as caught:
        read_scoring(text, "club.toml")
    assert str(caught.value).startswith("club.toml: ")
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)
