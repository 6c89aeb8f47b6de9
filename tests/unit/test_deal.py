"""Deals and positions: text forms, the drawn table, refusals, and plain play."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

import e14
import pytest
import reference as ref
from hypothesis import given
from hypothesis import strategies as st

from solver.base.cards import PACK, Card, Hand, Suit
from solver.base.errors import DealError, HakemError, PlayError
from solver.game.course import replay
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import HOKM, Variant, find_variant

FULL = "0:AKQ.J5.T9.987654 JT9.AKQ.AKQ.AKQT 8765.T987.J876.3 432.6432.5432.J2"


def random_deal(seed: int, cards: int = 13, seats: int = 4) -> Deal:
    pack = list(PACK)
    random.Random(seed).shuffle(pack)
    return Deal(tuple(Hand.of(pack[cards * s : cards * s + cards]) for s in range(seats)))


deals = st.builds(random_deal, st.integers(0, 10**6), st.integers(1, 13), st.integers(2, 4))
small = st.builds(random_deal, st.integers(0, 10**6), st.integers(1, 5))


@pytest.fixture
def full() -> Deal:
    return random_deal(7)


def test_strict_form(full: Deal) -> None:
    assert str(full).startswith("0:")
    assert Deal.parse(str(full)) == full
    assert Deal.parse(str(full)[2:]) == full
    assert Deal.parse(str(full).replace("T", "10").lower()) == full


def test_numbered_and_compass_forms(full: Deal) -> None:
    hands = [str(h) for h in full]
    assert Deal.parse("2:" + " ".join(hands[2:] + hands[:2])) == full
    clockwise = [hands[0], hands[3], hands[2], hands[1]]
    assert Deal.parse("N:" + " ".join(clockwise)) == full
    assert Deal.parse("w:" + " ".join(clockwise), direction="ccw") == full
    assert Deal.parse("N:" + " ".join(hands), direction="cw") == full


def test_hands_with_blanks_are_set_apart_by_bars_or_lines() -> None:
    text = "♠A ♥A ♦2 | ♠2 ♥K ♥Q | ♠3 ♥3 ♦3 | ♦A ♦K ♥5"
    deal = Deal.parse(text)
    assert str(deal) == "0:A.A.2. 2.KQ.. 3.3.3. .5.AK."
    assert Deal.parse(text.replace(" | ", "\n")) == deal
    assert Deal.parse("0: " + text) == deal


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["without hands"]),
        ("0:", ["without hands"]),
        ("0:A... K...", ["2 hands found, expected 4"]),
        ("Q:A... K... Q... J...", ["unknown seat 'Q'"]),
        ("5:A... K... Q... J...", ["seat 5, expected 0 to 3"]),
        ("0:A... A... Q... J...", ["SA is with both seat 0 and seat 1"]),
        ("0:AX... K.Y.. K... J...", ["'X' in spades", "'Y' in hearts", "SK is with both"]),
        ("0:A... K... Q... JT...", ["seat 3 holds 2 cards, expected 1"]),
        ("0:... ... ... ...", ["hands are empty"]),
    ],
)
def test_every_fault_of_a_deal_is_named(text: str, words: list[str]) -> None:
    with pytest.raises(DealError) as refusal:
        Deal.parse(text)
    for word in words:
        assert word in str(refusal.value)


def test_missing_and_doubled_cards_of_a_full_deal(full: Deal) -> None:
    hands = list(full.hands)
    lost = next(iter(hands[2]))
    with pytest.raises(DealError, match=f"seat 2 holds 12 cards, expected 13.*{lost} in no hand"):
        Deal((hands[0], hands[1], hands[2] - Hand(lost.bit), hands[3]))
    twice = next(iter(hands[0]))
    with pytest.raises(DealError) as refusal:
        Deal((hands[0], hands[1], (hands[2] - Hand(lost.bit)) | Hand(twice.bit), hands[3]))
    assert f"{twice} is with both seat 0 and seat 2" in str(refusal.value)
    assert f"{lost} in no hand" in str(refusal.value)


@given(deals)
def test_round_trips(deal: Deal) -> None:
    assert Deal.parse(str(deal), seats=deal.seats) == deal
    assert Deal.parse(" | ".join(h.pretty() for h in deal), seats=deal.seats) == deal
    assert deal.mirror().mirror() == deal
    assert deal.rotate(1).rotate(-1) == deal
    assert deal.rotate(1)[0] == deal[1]
    assert deal.permute_suits((1, 0, 3, 2)).permute_suits((1, 0, 3, 2)) == deal


@given(st.text(), st.integers(2, 6))
def test_any_text_is_read_or_refused(text: str, seats: int) -> None:
    with suppress(HakemError):
        Deal.parse(text, seats=seats)


@given(st.text(alphabet="0123NESWAKQJT. -|:\n♠♥♦♣", max_size=60))
def test_text_near_a_deal_is_read_or_refused(text: str) -> None:
    try:
        deal = Deal.parse(text)
    except HakemError:
        pass
    else:
        assert Deal.parse(str(deal)) == deal


def test_the_drawn_table() -> None:
    deal = Deal.parse("♠A ♥A ♦2 | ♠2 ♥K ♥Q | ♠3 ♥3 ♦3 | ♦A ♦K ♥5")
    assert deal.diagram() == "\n".join(
        [
            "                seat 2",
            "                ♠ 3",
            "                ♥ 3",
            "                ♦ 3",
            "                ♣ -",
            "seat 3                          seat 1",
            "♠ -                             ♠ 2",
            "♥ 5                             ♥ KQ",
            "♦ AK                            ♦ -",
            "♣ -                             ♣ -",
            "                seat 0*",
            "                ♠ A",
            "                ♥ A",
            "                ♦ 2",
            "                ♣ -",
        ]
    )
    position = Position.start(deal, Suit.SPADES).play("SA")
    assert str(position).endswith("trump ♠, seat 1 to play, on the table ♠A")
    assert "seat 0" in deal._repr_html_()
    assert deal.__rich__().plain == deal.diagram()
    assert position.__rich__().plain == str(position)
    assert "trump ♠, seat" in position._repr_html_()
    assert eval(repr(deal), {"Deal": Deal}) == deal


def test_plain_play(full: Deal) -> None:
    position = Position.start(full, Suit.HEARTS)
    assert (position.tricks_total, position.points_left, position.to_move) == (13, 13, 0)
    generator = random.Random(1)
    cards = []
    while not position.over:
        card = generator.choice(position.legal())
        cards.append(card)
        position = position.play(card)
        assert position.tricks_total == 13
        assert sum(position.taken) == position.tricks_done
    assert len(cards) == 52
    assert position.legal() == ()
    assert replay(Position.start(full, Suit.HEARTS), cards) == position
    assert replay(Position.start(full, Suit.HEARTS), [str(c) for c in cards]) == position


@given(small, st.integers(0, 3), st.sampled_from([*Suit, None]), st.randoms())
def test_play_agrees_with_the_reference(
    deal: Deal, leader: int, trump: Suit | None, generator: random.Random
) -> None:
    duties = {
        "void_duty": generator.choice(("none", "must_trump")),
        "overtrump_duty": generator.choice(("off", "vs_opponent", "always")),
    }
    position = Position.start(deal, trump, leader, HOKM.with_options(**duties))
    game = ref.Game(**duties)
    letter = None if trump is None else trump.letter
    state = ref.make_state([[str(c) for c in hand] for hand in deal], letter, leader)
    taken = [0, 0]
    while not position.over:
        legal = sorted(map(str, position.legal()))
        assert legal == sorted(ref.moves(game, state))
        assert position.to_move == ref.to_move(game, state)
        card = generator.choice(legal)
        (branch,) = ref.play(game, state, card)
        state = branch.state
        taken[branch.seat % 2] += branch.tricks
        position = position.play(card)
        assert list(position.taken) == taken
    assert ref.moves(game, state) == ()


E1 = "♠A ♥A ♦2 | ♠2 ♥K ♥Q | ♠3 ♥3 ♦3 | ♦A ♦K ♥5"


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (["SA", "HK"], ["trick 1, seat 1", "HK is a revoke", "holds spades"]),
        (["SA", "SA"], ["trick 1, seat 1", "SA was already played in trick 1, seat 0"]),
        (["HK"], ["trick 1, seat 0", "HK is not in this hand, seat 1 holds it"]),
        (["C5"], ["C5 is in no hand any more"]),
        (["XX"], ["card 1 of the play", "'XX'"]),
        (
            ["SA", "S2", "S3", "DA", "HA", "HK", "H3", "H5", "D2", "HQ", "D3", "DK", "C2"],
            ["card 13 of the play", "the hand is over"],
        ),
    ],
)
def test_every_refusal_of_a_play(cards: list[str], words: list[str]) -> None:
    with pytest.raises(PlayError) as refusal:
        replay(Position.start(E1, Suit.SPADES), cards)
    for word in words:
        assert word in str(refusal.value)


def test_duties_are_named() -> None:
    variant = HOKM.with_options(void_duty="must_trump")
    position = Position.start("0:25... .2.3. 37... 48...", Suit.HEARTS, variant=variant)
    with pytest.raises(PlayError, match="must play a trump"):
        replay(position, ["S2", "D3"])


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"leader": 4}, ["leader 4"]),
        ({"player": 7}, ["player 7"]),
        ({"table": (Card.parse("SA"),)}, ["SA is with both seat 0 and the table", "expected"]),
        ({"table": tuple(map(Card.parse, ("CA", "CK", "CQ", "CJ")))}, ["4 cards on the table"]),
        ({"taken": (1, 0)}, ["1 tricks taken", "only 0 played"]),
        ({"taken": (-1, 0)}, ["expected 2 numbers from 0 up"]),
        ({"heap": -1}, ["negative"]),
        ({"tricks_done": 11}, ["14 tricks in the hand"]),
    ],
)
def test_every_fault_of_a_position(fields: dict[str, object], words: list[str]) -> None:
    with pytest.raises(DealError) as refusal:
        Position(Deal.parse(E1).hands, Suit.SPADES, **fields)  # type: ignore[arg-type]
    for word in words:
        assert word in str(refusal.value)


def test_wrong_number_of_seats() -> None:
    with pytest.raises(DealError, match="2 hands, hokm has 4"):
        Position.start(Deal.parse("0:A... K...", seats=2), None)


def test_one_player_against_the_rest() -> None:
    position = Position.start(E1, Suit.SPADES, player=1)
    assert [position.side(s) for s in range(4)] == [1, 0, 1, 1]
    for card in ("SA", "S2", "S3", "H5"):
        position = position.play(card)
    assert position.taken == (0, 1)


# Positions of the other games --------------------------------------------------------------------


def hand(text: str) -> Hand:
    return Hand.parse(text)


SATAT, KASIET = find_variant("satat"), find_variant("trup kasiet")
DOUBLE, TENS, FIVE = find_variant("double sar"), find_variant("dehla"), find_variant("dehla m1")
HIDDEN, HIDDEN2 = find_variant("band rang"), find_variant("band rang double")
THREE, CHOKRI = find_variant("three"), find_variant("chokri")
PLAIN3 = tuple(map(hand, ("AK2...", "Q.K..", ".A.K.", "...AK")))
FULL_HANDS = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
FOUR = tuple(map(hand, ("AK...", "QJ...", ".AK..", "...AK")))
THREES = tuple(map(hand, ("AK...", "QJ...", ".AK..")))
S, H = Suit.SPADES, Suit.HEARTS


@pytest.mark.parametrize(
    ("variant", "hands", "fields", "words"),
    [
        (HOKM, FOUR, {"heap": 1, "tricks_done": 1}, ["a heap of 1 tricks", "taken at once"]),
        (HOKM, FOUR, {"streak": 1}, ["a streak of 1, but hokm counts none"]),
        (HOKM, FOUR, {"indicator": Card.parse("C2")}, ["an indicator C2", "no hidden trump"]),
        (HOKM, FOUR, {"revealed": False}, ["not shown yet", "no hidden trump"]),
        (HOKM, FOUR, {"kasiet_mask": 3}, ["possible trump suits given", "trump is known"]),
        (HOKM, FOUR, {"reserves": FOUR}, ["SA is with both", "reserves given"]),
        (HOKM, FOUR, {"heap_tens": 1}, ["1 tens in the heap, but hokm counts none"]),
        (HOKM, FOUR, {"taken": (0, 0, 0)}, ["expected 2 numbers"]),
        (DOUBLE, FOUR, {"heap": 3, "tricks_done": 2}, ["3 in the heap", "only 2 played"]),
        (DOUBLE, FOUR, {"streak": 3}, ["a streak of 3, expected 0, 1, or 2"]),
        (TENS, FOUR, {"heap": 3, "tricks_done": 2}, ["a heap of 3 tricks, but 2 were played"]),
        (TENS, FOUR, {"tricks_done": 11}, ["ST, HT, DT, CT in no hand", "expected four in all"]),
        (TENS, FOUR, {"heap_tens": 5}, ["5 tens in hands, heap and accounts, expected 4"]),
        (THREE, THREES, {"taken": (0, 1)}, ["expected 3 numbers"]),
        (THREE, tuple(map(hand, ("A...", "K...", "...2"))), {}, ["C2 is in a hand", "without it"]),
        (CHOKRI, tuple(map(hand, ("2...", "3...", ".2..", "5...", "6...", "7..."))), {},
         ["S2, H2 in a hand", "without the twos"]),
        (HIDDEN, FOUR, {"revealed": False}, ["the trump is hidden, expected an indicator"]),
        (HIDDEN, FOUR, {"indicator": Card.parse("S2")}, ["has been shown", "still lies apart"]),
        (HIDDEN, FOUR, {"trump": None}, ["no trump suit", "the solver must know it"]),
        (HIDDEN, tuple(map(hand, ("A...", "QJ...", ".AK..", "...AK"))),
         {"indicator": Card.parse("H2"), "revealed": False},
         ["the indicator H2 is not of the trump suit spades"]),
        (HIDDEN, tuple(map(hand, ("A...", "QJ...", ".AK..", "...AK"))),
         {"indicator": Card.parse("SJ"), "revealed": False}, ["SJ lies apart and cannot be held"]),
        (KASIET, FOUR, {"kasiet_mask": 2}, ["spades is trump, but it is not among"]),
        (KASIET, FOUR, {"indicator": Card.parse("SJ")}, ["SJ is not in the caller's hand"]),
        (FIVE, FOUR, {"reserves": PLAIN3[:1]}, ["expected the same number for every seat"]),
        (FIVE, FOUR, {"reserves": tuple(map(hand, ("2...", "3...", "4...", "5...")))},
         ["trump is made, expected the reserves to be in the hands"]),
        (FIVE, FOUR, {"reserves": tuple(map(hand, ("2...", "3...", "4...", "5..."))),
                      "trump": None, "tricks_done": 1}, ["0 cards by suit in the heap", "4"]),
        (HOKM, FOUR, {"live_from": 1}, ["outside the running trick"]),
        (FIVE, tuple(map(hand, FULL_HANDS)), {"trump": None},
         ["0 cards a hand to come", "begins with 5 each", "expected them as reserves"]),
    ],
)  # fmt: skip
def test_every_fault_of_another_game(
    variant: Variant, hands: tuple[Hand, ...], fields: dict[str, object], words: list[str]
) -> None:
    fields = {"trump": S, **fields}
    with pytest.raises(DealError) as refusal:
        Position(hands, variant=variant, **fields)  # type: ignore[arg-type]
    for word in words:
        assert word in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_fifty_one_cards_with_the_wrong_one_removed() -> None:
    pack = [card for card in PACK if str(card) != "S2"]
    deal = Deal(tuple(Hand.of(pack[17 * s : 17 * s + 17]) for s in range(3)))
    with pytest.raises(DealError, match="C2 is in a hand, but three_hokm is played without it"):
        Position.start(deal, S, variant=THREE)
    removed = THREE.with_options(removed_two="S2")
    assert Position.start(deal, S, variant=removed).tricks_total == 17


def test_e4_e5_the_two_of_hearts() -> None:
    e4 = Position.start("♦A ♠A | ♦2 ♣2 | ♦4 ♣3 | ♦3 ♥2", S, variant=SATAT)
    position = replay(e4, ["DA", "D2", "D4"])
    assert set(map(str, position.legal())) == {"D3", "H2"}
    assert position.play("H2").leader == 3
    e5 = "♠3 ♣A | ♥2 ♣5 | ♠4 ♦2 | ♠A ♦3"
    assert len(replay(Position.start(e5, S, variant=SATAT), ["S3"]).legal()) == 2
    forced = Position.start(e5, S, variant=SATAT.with_options(satat_exempt=False))
    assert [str(c) for c in replay(forced, ["S3"]).legal()] == ["H2"]
    with pytest.raises(PlayError, match="the 2 of hearts must be played to a trump lead"):
        replay(forced, ["S3", "C5"])


def test_e10_the_five_card_start() -> None:
    first = "♦2 ♦3 | ♦A ♥5 | ♦4 ♥6 | ♣2 ♠9"
    later = "♠A | ♠3 | ♣A | ♦K"
    variant = FIVE.with_options(counts="tricks")
    position = Position.start(first, None, variant=variant, reserves=later)
    assert (position.tricks_total, position.points_left) == (3, 3)
    with pytest.raises(PlayError, match="SA has not been dealt yet"):
        position.play("SA")
    position = replay(position, ["D2", "DA", "D4", "C2"])
    assert (position.leader, position.trump, position.heap) == (3, Suit.CLUBS, 1)
    assert position.reserves == ()
    assert str(position.hands[3]) == "9..K."
    assert position.tricks_total == 3


def test_chance_makes_trump_where_everybody_followed() -> None:
    start = Position.start(
        "0:2.3.. 3.4.. 4.5.. 5.6..", None, variant=FIVE, reserves="0:..2. ..3. ..4. ..5."
    )
    assert start.chances() == ()
    position = replay(start, ["S2", "S3", "S4", "S5", "H6", "H3", "H4", "H5"])
    assert position.legal() == ()
    assert not position.over
    assert [(chance, after.trump) for chance, after in position.chances()] == [
        (Fraction(1, 2), S),
        (Fraction(1, 2), H),
    ]
    after = position.chances()[0][1]
    assert (str(after.hands[0]), after.to_move, after.heap) == ("..2.", 3, 2)
    given = replace(start, variant=FIVE.with_options(m1_fallback="given_suit", given_suit="C"))
    done = replay(given, ["S2", "S3", "S4", "S5", "H6", "H3", "H4", "H5"])
    assert (done.trump, str(done.hands[0])) == (Suit.CLUBS, "..2.")


def test_e11_asking_for_a_hidden_trump() -> None:
    text = "♥K ♠3 | ♥A ♣2 | ♠2 ♦4 | ♥3 ♣3"
    start = Position.start(text, S, variant=HIDDEN, indicator="S3")
    assert str(start.hands[0]) == ".K.."
    assert start == Position.start(text, S, variant=HIDDEN)
    assert start.tricks_total == 2
    assert start.may_request_trump
    position = replay(start, ["HK", "HA"])
    assert position.may_request_trump
    assert [str(c) for c in position.legal()] == ["S2", "D4"]
    asked = position.request_trump()
    assert [str(c) for c in asked.legal()] == ["S2"]
    with pytest.raises(PlayError, match="who asked for trump must play one"):
        asked.play("D4")
    with pytest.raises(PlayError, match="has been shown already"):
        asked.request_trump()
    after = asked.play("S2").play("H3")
    assert (after.leader, after.taken, str(after.hands[0])) == (2, (1, 0), "3...")
    silent = replay(position, ["S2", "H3"])
    assert (silent.leader, silent.taken) == (1, (0, 1))
    assert [str(c) for c in silent.legal()] == ["C2"]
    shown = silent.play("C2")
    assert shown.revealed
    only = HIDDEN.with_options(may_ask="opponents_only")
    kept = replay(Position.start(text, S, variant=only), ["HK", "HA"])
    assert not kept.may_request_trump
    with pytest.raises(PlayError, match="only a player who cannot follow"):
        kept.request_trump()
    assert replay(start, ["HK", "HA", "ask", "S2", "H3"]) == after
    with pytest.raises(PlayError, match="no trump is hidden in hokm"):
        Position.start(text, S).request_trump()


def test_a_hidden_trump_needs_a_card_to_lay_down() -> None:
    with pytest.raises(DealError, match="the caller holds no clubs"):
        Position.start("♥K ♠3 | ♥A ♣2 | ♠2 ♦4 | ♥3 ♣3", Suit.CLUBS, variant=HIDDEN)
    with pytest.raises(DealError, match="band_rang needs a trump suit"):
        Position.start("♥K ♠3 | ♥A ♣2 | ♠2 ♦4 | ♥3 ♣3", None, variant=HIDDEN)
    with pytest.raises(PlayError, match="S3 is the hidden indicator"):
        Position.start("♥K ♠3 | ♥A ♣2 | ♠2 ♦4 | ♥3 ♣3", S, variant=HIDDEN).play("S3")


def play_winners(
    variant: Variant, winners: tuple[int, ...], aces: frozenset[int]
) -> tuple[int, int]:
    """Tricks collected when these seats win; the cards are made up anew for every trick."""
    position, n = None, len(winners)
    for number, winner in enumerate(winners, start=1):
        small = iter("234")
        cards = ["H" + ("AK"[number not in aces] if s == winner else next(small)) for s in range(4)]
        rest = n - number
        spare = [card for card in PACK if str(card) not in cards]
        hands = tuple(
            Hand.of([Card.parse(cards[s]), *spare[s * rest : s * rest + rest]]) for s in range(4)
        )
        trump = None if variant.sets_trump else S
        position = (
            Position(hands, trump, 0, (), variant)
            if position is None
            else replace(position, hands=hands)
        )
        for place in range(4):
            position = position.play(cards[(position.leader + len(position.table)) % 4])
            assert place < 3 or position.tricks_done == number
    assert position is not None
    assert position.heap == 0
    return position.owned


@pytest.mark.parametrize(("options", "collected"), e14.RULES)
def test_e14_the_accounting_trace(options: dict[str, object], collected: tuple[int, int]) -> None:
    assert play_winners(DOUBLE.with_options(**options), e14.WINNERS, e14.ACES) == collected
    dummy = find_variant("dummy").with_options(**options)
    assert play_winners(dummy, e14.WINNERS, e14.ACES) == collected


def test_e14_single_and_the_ace_rules() -> None:
    assert play_winners(HOKM, e14.WINNERS, e14.ACES) == e14.SINGLE
    for rule, collected in e14.SHORT_RULES:
        variant = DOUBLE.with_options(ace_rule=rule)
        assert play_winners(variant, e14.SHORT, e14.SHORT_ACES) == collected


def test_e14_demote_changes_who_wins() -> None:
    variant = DOUBLE.with_options(ace_rule="demote")
    assert play_winners(variant, e14.WINNERS, e14.ACES) == e14.DEMOTED_TAKEN
    assert ref.account(e14.DEMOTED, ace_rule="demote") == e14.DEMOTED_TAKEN


def test_nobody_collects_without_trump() -> None:
    winners = [0, 0, 0, 1]
    assert play_winners(find_variant("beranga"), winners, set()) == (0, 4)
    held = find_variant("cut hukum").with_options(single_heap_until_trump=True)
    assert play_winners(held, winners, set()) == (0, 4)
    assert play_winners(find_variant("cut hukum"), winners, set()) == (3, 1)


def test_e9_the_setting_card_is_live_or_not() -> None:
    hands = "♥2 ♠3 | ♦K ♥K | ♥A ♠K | ♠2 ♠A"
    live = replay(Position.start(hands, None, variant=find_variant("beranga")), ["S3", "DK"])
    assert live.trump is Suit.DIAMONDS
    assert replay(live, ["SK", "SA"]).leader == 1
    dead = find_variant("beranga").with_options(set_trick_active=False)
    after = replay(Position.start(hands, None, variant=dead), ["S3", "DK", "SK", "SA"])
    assert (after.leader, after.trump, after.heap) == (3, Suit.DIAMONDS, 1)


def test_the_first_seven_are_remembered() -> None:
    position = Position.start("♠A ♠K ♦2 | ♠2 ♠3 ♦3 | ♥2 ♥3 ♦4 | ♥4 ♥5 ♦A", S)
    position = replay(position, ["SA", "S2", "H2", "H4", "SK", "S3", "H3", "H5"])
    assert (position.taken, position.kot) == ((2, 0), 1)
    assert replay(position, ["D2", "D3", "D4", "DA"]).kot == 1


def test_a_later_start_from_text_and_json() -> None:
    hands = "AK... QJ... .AK.. ...AK"
    written = Position.start(hands, S, variant=DOUBLE, heap="3", tricks_done="4", taken="1-0")
    listed = Position.start(hands, S, variant=DOUBLE, heap=3, tricks_done=4, taken=[1, 0])
    assert written == listed
    assert (listed.heap, listed.taken, listed.table) == (3, (1, 0), ())
    running = Position.start(
        "0:AK... QJ... .AK.. ...AK", S, variant=DOUBLE, ace_streak="yes", streak=1, player=None,
        tricks_done=1, heap=1,
    )  # fmt: skip
    assert (running.ace_streak, running.streak) == (True, 1)
    masked = Position.start("0:A... K... Q... J...", S, variant=KASIET, kasiet_mask="SD")
    assert masked.kasiet_mask == 5
    assert str(masked.indicator) == "SA"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"heaps": 1}, ["a position has no 'heaps'", "tricks_done"]),
        ({"heap": "many"}, ["heap cannot be 'many'", "a whole number"]),
        ({"heap": 1.5}, ["heap cannot be '1.5'"]),
        ({"revealed": "perhaps"}, ["revealed cannot be 'perhaps'", "true or false"]),
        ({"taken": 3}, ["taken cannot be '3'", "numbers such as 2,1"]),
        ({"taken": ["x", 1]}, ["taken cannot be", "a whole number"]),
        ({"reserves": 3}, ["one hand for each seat"]),
        ({"indicator": "XX"}, ["'XX'"]),
        ({"kasiet_mask": "SX"}, ["'X' names no suit"]),
        ({"heap": 2, "tricks_done": 2}, ["a heap of 2 tricks, but in hokm every trick"]),
    ],
)
def test_wrong_fields_of_a_later_start(fields: dict[str, object], words: list[str]) -> None:
    with pytest.raises(HakemError) as refusal:
        Position.start("0:AK... QJ... .AK.. ...AK", S, **fields)  # type: ignore[arg-type]
    for word in words:
        assert word in str(refusal.value)
