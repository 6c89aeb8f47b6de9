"""The worked examples of rules.md section 12, as the package answers them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.base.cards import Hand, Suit
from solver.base.outcomes import Outcome
from solver.core.engine import Solver
from solver.game.course import replay
from solver.game.position import Position
from solver.game.scoring import find_scoring
from solver.game.variants import HOKM, Variant, find_variant
from solver.open.challenge import challenge
from solver.open.line import best_line
from solver.open.questions import card_values, outcome, tricks

DOUBLE = find_variant("double_sar")
SATAT = find_variant("satat")
TENS = find_variant("dehla_pakad")
BERANGA = find_variant("beranga")
HIDDEN = find_variant("band_rang")

E6 = "♥4 ♠3 ♠K | ♥3 ♥K ♥Q | ♥A ♠2 ♠4 | ♥2 ♠A ♠Q"
E7 = "♠A ♥A ♦2 | ♠2 ♥2 ♠3 | ♠4 ♥3 ♥4 | ♦A ♦K ♠5"
E8 = "♠A ♥A ♦2 | ♠2 ♥T ♠3 | ♠4 ♥3 ♥4 | ♦A ♦K ♠T"


def values(position: Position) -> dict[str, int | None]:
    """Points by card, whether the card is played after asking for trump or not: the best."""
    found: dict[str, int | None] = {}
    for card in card_values(position):
        known = found.get(str(card.card))
        found[str(card.card)] = card.value if known is None else max(known, card.value or 0)
    return found


def classes(position: Position) -> dict[str, int | None]:
    return {str(card.card): card.outcome for card in card_values(position)}


def test_e1_trick_count_is_not_the_class() -> None:
    start = Position.start("♠A ♥A ♦2 | ♠2 ♥K ♥Q | ♠3 ♥3 ♦3 | ♦A ♦K ♥5", Suit.SPADES)
    assert outcome(start) == Outcome.KOT_A
    assert tricks(start) == 2
    assert classes(start) == {"SA": 2, "HA": 2, "D2": 1}
    assert values(start) == {"SA": 2, "HA": 2, "D2": 2}


def test_e2_single_against_double_sar() -> None:
    text = "♦2 ♦5 ♦6 | ♦A ♥2 ♥3 | ♠A ♠K ♦3 | ♦4 ♥4 ♥5"
    single = Position.start(text, Suit.SPADES)
    assert (outcome(single), tricks(single)) == (Outcome.WIN_A, 2)
    double = Position.start(text, Suit.SPADES, variant=DOUBLE)
    assert (outcome(double), tricks(double)) == (Outcome.KOT_A, 3)


def test_e3_trump_led_to_the_first_trick() -> None:
    start = Position.start("♠A ♥A ♥K | ♠2 ♦2 ♦3 | ♥2 ♥3 ♣2 | ♥4 ♥5 ♥6", Suit.SPADES)
    assert classes(start) == {"SA": 3, "HA": 1, "HK": 1}
    hard7 = HOKM.with_options(stop_rule="hard7")
    assert outcome(replace(start, variant=hard7)) == Outcome.KOT_A


def test_e4_wild_two() -> None:
    text = "♦A ♠A | ♦2 ♣2 | ♦4 ♣3 | ♦3 ♥2"
    assert tricks(Position.start(text, Suit.SPADES)) == 2
    satat = Position.start(text, Suit.SPADES, variant=SATAT)
    assert tricks(satat) == 1
    assert values(satat) == {"DA": 1, "SA": 1}
    late = replay(satat, ["DA", "D2", "D4"])
    assert {str(card) for card in late.legal()} == {"D3", "H2"}


def test_e5_exemption() -> None:
    text = "♠3 ♣A | ♥2 ♣5 | ♠4 ♦2 | ♠A ♦3"
    assert values(Position.start(text, Suit.SPADES)) == {"CA": 1, "S3": 0}
    assert values(Position.start(text, Suit.SPADES, variant=SATAT)) == {"CA": 0, "S3": 0}
    forced = SATAT.with_options(satat_exempt=False)
    assert values(Position.start(text, Suit.SPADES, variant=forced)) == {"CA": 0, "S3": 1}


def test_e6_partners_do_not_chain() -> None:
    single = Position.start(E6, Suit.SPADES)
    assert (outcome(single), tricks(single)) == (Outcome.WIN_A, 2)
    assert values(single) == {"SK": 1, "S3": 1, "H4": 2}
    assert classes(single) == {"SK": -2, "S3": -2, "H4": 1}
    double = Position.start(E6, Suit.SPADES, variant=DOUBLE)
    assert set(values(double).values()) == {0}
    assert outcome(double) == Outcome.KOT_B


@pytest.mark.parametrize(
    ("variant", "by_lead"),
    [
        (HOKM, {"SA": 2, "HA": 2, "D2": 1}),
        (DOUBLE, {"SA": 2, "HA": 2, "D2": 1}),
        (DOUBLE.with_options(ace_rule="block"), {"SA": 0, "HA": 0, "D2": 1}),
        (DOUBLE.with_options(ace_rule="reset"), {"SA": 0, "HA": 0, "D2": 1}),
        (DOUBLE.with_options(no_collect={2}), {"SA": 0, "HA": 0, "D2": 3}),
    ],
    ids=str,
)
def test_e7_one_deal_three_values(variant: Variant, by_lead: dict[str, int]) -> None:
    start = Position.start(E7, Suit.CLUBS, variant=variant)
    assert values(start) == by_lead
    line = best_line(start)
    assert line.value == max(by_lead.values())
    assert replay(start, line.cards).taken[0] == line.value


@pytest.mark.parametrize(
    ("variant", "best", "leads"),
    [
        (find_variant("dummy_rang").with_options(dummy_capture="single"), None, None),
        (TENS, 2, {"SA", "HA"}),
        (TENS.with_options(no_collect={2}), 2, {"D2"}),
        (TENS.with_options(ace_rule="block"), 1, {"D2"}),
    ],
    ids=["single", "plain", "no_collect=2", "block"],
)
def test_e8_tens(variant: Variant, best: int | None, leads: set[str] | None) -> None:
    if best is None:  # tens with every trick at once is no game of the package: count tricks
        assert tricks(Position.start(E8, Suit.CLUBS, variant=variant)) == 2
        return
    start = Position.start(E8, Suit.CLUBS, variant=variant)
    found = values(start)
    assert tricks(start) == best
    assert {card for card, value in found.items() if value == best} == leads


def test_e9_be_ranga() -> None:
    text = "♥2 ♠3 | ♦K ♥K | ♥A ♠K | ♠2 ♠A"
    live = Position.start(text, None, variant=BERANGA)
    assert values(live) == {"S3": 2, "H2": 0}
    dead = Position.start(text, None, variant=BERANGA.with_options(set_trick_active=False))
    assert values(dead) == {"S3": 0, "H2": 0}


def test_e10_five_card_start() -> None:
    game = find_variant("dehla_five_card").with_options(counts="tricks")
    hands, later = "♦2 ♦3 | ♦A ♥5 | ♦4 ♥6 | ♣2 ♠9", "♠A | ♠3 | ♣A | ♦K"
    start = Position.start(hands, None, variant=game, reserves=later)
    assert tricks(start) == 1
    setting = replay(start, ["D3", "DA", "D4"])
    assert values(setting) == {"C2": 3, "S9": 1}
    together = "♦2 ♦3 ♠A | ♦A ♥5 ♠3 | ♦4 ♥6 ♣A | ♣2 ♠9 ♦K"
    assert tricks(Position.start(together, None, variant=BERANGA)) == 0


def test_e11_hidden_trump() -> None:
    text = "♥K ♠3 | ♥A ♣2 | ♠2 ♦4 | ♥3 ♣3"
    assert tricks(Position.start(text, Suit.SPADES, variant=HIDDEN, indicator="S3")) == 2
    opponents = HIDDEN.with_options(may_ask="opponents_only")
    assert tricks(Position.start(text, Suit.SPADES, variant=opponents, indicator="S3")) == 1
    assert tricks(Position.start(text, Suit.SPADES)) == 2


def test_e12_challenge() -> None:
    text = "♥4 ♥5 ♥6 | ♠A ♥A ♥K | ♠2 ♦2 ♦3 | ♥2 ♥3 ♣2"
    by_trump = {suit.letter: outcome(Position.start(text, suit)) for suit in Suit}
    assert by_trump == {"S": -1, "H": -2, "D": 2, "C": -3}
    found = challenge(text, Suit.DIAMONDS)
    for seat in (1, 3):
        made = {suit.letter: found.succeeds[seat, suit] for suit in Suit if suit != Suit.DIAMONDS}
        assert made == {"S": False, "H": True, "C": True}


def test_e13_two_players() -> None:
    start = Position.start("♠A ♠3 ♦3 | ♠2 ♥A ♦A", Suit.SPADES, variant=find_variant("two_hokm"))
    assert classes(start) == {"SA": 2, "S3": 2, "D3": 1}


def test_e15_points() -> None:
    iran, dutch, points = (find_scoring(name) for name in ("IR", "NL", "POINTS"))
    assert iran.points(Outcome.KOT_A) == (2, 0)
    assert iran.points(Outcome.KOT_B) == (0, 3)
    assert dutch.points(Outcome.BAVNEY_B) == (0, 15)
    assert points.points(Outcome.WIN_B) == (0, 2)


@pytest.mark.parametrize(
    ("rule", "collected"), [("off", (2, 3)), ("block", (3, 2)), ("reset", (0, 5))]
)
def test_e14_ace_variants(rule: str, collected: tuple[int, int]) -> None:
    """Winners 0 0 0 1 1, aces in 1 and 2: by the rules, and by the search, which has no choice."""
    variant = DOUBLE.with_options(ace_rule=rule)
    hands = "SA HA C4 D9 D8 | S3 H3 C3 DA DK | S4 H4 D2 H5 H6 | S5 H7 S6 S7 S8"
    start = Position.start(hands, None, 0, variant)
    trace = "SA S3 S4 S5 HA H3 H4 H7 C4 C3 D2 S6 D9 DK H5 S7 DA H6 S8 D8"
    position: Position = start
    won: list[int] = []
    for number, card in enumerate(trace.split()):
        position = position.play(card)
        if number % 4 == 3:
            won.append(position.leader)
            if not position.over and number >= 11:
                assert position.taken[0] + tricks_left_for_a(position) == collected[0]
    assert won == [0, 0, 0, 1, 1]
    assert position.taken == collected


def tricks_left_for_a(position: Position) -> int:
    low, high = Solver().value(position)
    assert low == high
    return low


@pytest.mark.parametrize(
    ("taken", "stopped"),
    [
        ((7, 4, 4), True), ((8, 3, 1), False), ((9, 4, 0), True), ((7, 5, 3), False),
        ((6, 5, 5), False), ((7, 0, 0), True),
    ],
)  # fmt: skip
def test_e15_three_players_stop(taken: tuple[int, ...], stopped: bool) -> None:
    """Where play stops the first player has won whatever he holds; where it goes on he can lose."""
    left = 17 - sum(taken)
    top, low = "AKQJT98765432"[:left], "AKQJT98765432"[-left:]
    three = find_variant("three_hokm")
    position = Position(
        hands=tuple(map(Hand.parse, (f".{low}..", f"{top}...", f"..{low}."))),
        trump=Suit.SPADES, leader=0, variant=three, taken=taken, tricks_done=sum(taken), player=0,
    )  # fmt: skip
    assert Solver().wins_hand(position) is stopped


@pytest.mark.parametrize("tie", ["third_wins", "no_score", "both"])
def test_e15_a_tie_of_two(tie: str) -> None:
    """8-8-1 after the last trick: who wins it under each option."""
    three = find_variant("three_hokm").with_options(three_tie=tie)
    wins = []
    for player in range(3):
        position = Position(
            hands=tuple(map(Hand.parse, ("A...", "K...", "Q..."))),
            leader=0, variant=three, taken=(7, 8, 1), tricks_done=16, player=player,
        )  # fmt: skip
        wins.append(Solver().wins_hand(position))
    assert (
        wins
        == {
            "third_wins": [False, False, True],
            "no_score": [False, False, False],
            "both": [True, True, False],
        }[tie]
    )


@pytest.mark.parametrize(
    ("result", "classes"),
    [
        ("pagat", (-2, -1, 1, 1, 2)),
        ("w25", (-1, 1, 1, 1, 2)),
        ("tricks_decide", (-2, -1, -1, 1, 2)),
        ("no_winner", (-2, -1, 0, 1, 2)),
    ],
)
def test_e15_dehla_tables(result: str, classes: tuple[int, ...]) -> None:
    """The class for 0 to 4 tens of A, who takes five tricks of thirteen; the last one is open."""
    variant = TENS.with_options(dehla_result=result)
    hands = tuple(map(Hand.parse, ("A...", "K...", "Q...", "J...")))
    for tens, expected in enumerate(classes):
        position = Position(
            hands, None, 0, (), variant, (tens, 4 - tens), tricks_done=12, collected=(4, 8)
        )
        assert outcome(position) == expected
