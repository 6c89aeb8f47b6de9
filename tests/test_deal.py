"""Deals and positions: text forms, the drawn table, refusals, and plain play."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
import reference as ref
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import PACK, Card, Hand, Suit
from solver.deal import Deal, Position, replay
from solver.errors import DealError, HakemError, PlayError
from solver.variants import HOKM

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
    assert "trump ♠" in position._repr_html_()
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
        (["XX"], ["card 1 of the play", "'X'"]),
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
