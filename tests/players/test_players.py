"""Players: they play by the rules, see only what their seat knows, and break ties as they say."""

from __future__ import annotations

import numpy as np
import pytest

from solver.base.cards import Card, Hand, Suit
from solver.base.errors import OptionError
from solver.decide.worlds import world_hands
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.scoring import find_scoring
from solver.game.variants import find_variant
from solver.players import (
    AlphaMuPlayer,
    Player,
    RandomPlayer,
    SampledPlayer,
    ThumbPlayer,
    Watch,
    deal_of,
    find_player,
    play_hand,
    usual_call,
)
from solver.players.sampled import Weighed, worth_by_code

HOKM = find_variant("hokm")
PLAYED = ("hokm", "satat", "double_sar", "dehla_pakad", "beranga", "chokri")


def a_deal(number: int, game: str = "hokm") -> tuple[Deal, Hand]:
    return deal_of(find_variant(game), np.random.SeedSequence(11, spawn_key=(number,)))


@pytest.mark.one_in(4)
@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("player", [RandomPlayer(), ThumbPlayer()], ids=lambda p: p.name)
def test_whole_hands_of_every_game_are_played_by_the_rules(player: Player, game: str) -> None:
    """An illegal card would be refused by `play_hand`."""
    for number in range(2):
        deal, five = a_deal(number, game)
        assert len(five) == 5
        assert not five - deal[0]
        first = play_hand(deal, five, (player, player), game, number)
        again = play_hand(deal, five, (player, player), game, number)
        assert first == again


def in_play(number: int, cards: int) -> Watch:
    """A hand of two thumb players and two that play anything, after so many cards."""
    deal, five = a_deal(number)
    watch = Watch(Position.start(deal, usual_call(five)))
    players = (ThumbPlayer(), RandomPlayer())
    for turn in range(cards):
        watch.play(players[watch.position.to_move % 2].play(watch.view(), turn))
    return watch


def test_the_rule_of_thumb_is_the_same_at_both_seats_of_a_side() -> None:
    """A hand turned by two seats, the sides the same, is played alike."""
    thumb = ThumbPlayer()
    for number in range(6):
        deal, five = a_deal(number)
        trump = usual_call(five)
        one = Watch(Position.start(deal, trump, number % 4))
        other = Watch(Position.start(deal.rotate(2), trump, (number + 2) % 4))
        while not one.position.over:
            card = thumb.play(one.view(), 1)
            assert thumb.play(other.view(), 1) == card, (number, one.course)
            one.play(card)
            other.play(card)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "player",
    [ThumbPlayer(), RandomPlayer(), SampledPlayer(4), AlphaMuPlayer(6)],
    ids=lambda p: p.name,
)
def test_nobody_sees_hidden_cards(player: Player) -> None:
    """The unseen cards are dealt anew, as the voids shown allow: the same view, the same card."""
    for number, cards in enumerate((17, 22, 27, 33)):
        watch = in_play(number, cards)
        view = watch.view()
        card = player.play(view, 5)
        moved = 0
        for world in view.knowledge.worlds(4, 9, 1)[0]:
            other = in_play(number, cards)
            hands = world_hands(world)
            moved += hands != other.position.hands
            now = other.position
            other.course.positions[-1] = Position(
                hands, now.trump, now.leader, now.table, taken=now.taken,
                tricks_done=now.tricks_done, kot=now.kot,
            )  # fmt: skip
            assert other.view() == view
            assert player.play(other.view(), 5) == card
        assert moved


def test_a_view_holds_the_true_deal_among_its_worlds() -> None:
    """Late in a hand every possible world is listed: the true one is always among them."""
    for number in range(4):
        watch = in_play(number, 42)
        if watch.position.over:
            continue
        worlds = watch.view().knowledge.all(200_000)
        assert worlds is not None
        true = [hand.bits for hand in watch.position.hands]
        assert true in worlds.tolist()


def position(text: str, trump: str | None, **more: object) -> Watch:
    return Watch(Position.start(text, trump, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hands", "table", "card"),
    [
        # the last to play: as cheaply as possible, and not over the partner
        ("0:2...A98 9.3..T7 8.4..65 AQT.5..", "S2 S9 S8", "ST"),
        ("0:2...A9 T.3..T 8.4..6 QJ.5..", "S2 ST S8", "SJ"),
        ("0:2...A9 T.3..T A.4..6 KJ.5..", "S2 ST SA", "SJ"),
        # void with a trump against opponents: ruff; discard on the partner's trick
        ("0:.9..A9 .T..87 .8..26 ..53.5", "H9 HT H8", "C5"),
        ("0:.9..A9 .T..87 .A..26 ..53.5", "H9 HT HA", "D3"),
        ("0:.9..A9 .A..87 .8..26 ..53.5", "H9 HA H8", "C5"),
        # the third beats high, with the lowest of equals
        ("0:2..4.9 9..2.8 KQ3... A..T.3", "S2 S9", "SQ"),
        # the second plays low, but takes it with a card that nothing beats
        ("0:2..4.9 KJ3... A..5.6 7..T.3", "S2", "S3"),
        ("0:2..4.9 AJ3... Q..5.6 7..T.3", "S2", "SA"),
    ],
)
def test_the_rule_of_thumb_when_following(hands: str, table: str, card: str) -> None:
    watch = position(hands, "D")
    for lying in table.split():
        watch.play(Card.parse(lying))
    assert str(ThumbPlayer().play(watch.view(), 0)) == card


@pytest.mark.parametrize(
    ("deal", "card"),
    [
        # draws trumps with the highest one, another left
        ("0:AK.2.. QJ.3.. T9.4.. 87.5..", "SA"),
        # a sure side card before a low one
        ("0:2.A3.. Q.K4.. T.QJ.. 8.T5..", "HA"),
        # nothing sure: the lowest card of the longest side suit
        ("0:2.J43.9. Q.KQ5.T. A.A86.K. 8.T97.Q.", "H3"),
        # trumps alone
        ("0:T32... AKQ... J98... 765...", "S2"),
    ],
)
def test_the_rule_of_thumb_on_lead(deal: str, card: str) -> None:
    assert str(ThumbPlayer().play(position(deal, "S").view(), 0)) == card


def test_the_call_is_the_longest_suit_then_the_higher_cards() -> None:
    assert usual_call(Hand.parse("AQ.K84..")) is Suit.HEARTS
    assert usual_call(Hand.parse("32.K8.A.")) is Suit.HEARTS
    assert usual_call(Hand.parse("AQ.AK.2.")) is Suit.HEARTS


# Ties ------------------------------------------------------------------------------------------


def weighed(view: object, codes: list[list[int]], cards: str) -> Weighed:
    worth = np.array([-3.0, -3, -1, 0, 1, 2, 2])
    array = np.array(codes, dtype=np.int8)
    worlds = view.knowledge.worlds(len(codes), 1, 0)[0]  # type: ignore[attr-defined]
    chosen = tuple(Card.parse(c) for c in cards.split())
    return Weighed(chosen, worlds, array, worth[array + 3], worth)


def test_ties_are_broken_by_kots_then_the_thumb_then_the_lowest_card() -> None:
    watch = position("0:A9.72.. KQ.AK.. JT.Q9.. 87.83..", "S")
    view = watch.view()
    player = SampledPlayer(4)
    # points first
    assert str(player.best(view, weighed(view, [[1, -1], [1, 1]], "S9 HT"))) == "S9"
    # as many points, one with a kot
    codes = [[2, 1, 1], [-1, 1, -1], [1, -1, 1]]
    tied = weighed(view, codes, "S9 SA H7")
    assert [sum(row) for row in tied.points.T.tolist()] == [2, 1, 1]
    tied = weighed(view, [[2, 1], [-1, 1], [1, -1], [-1, 0]], "S9 SA")
    assert len(set(tied.points.sum(axis=0).tolist())) == 1
    assert str(player.best(view, tied)) == "S9"
    # nothing tells them apart: the card of the rule of thumb, which here is not the lowest
    thumb = ThumbPlayer().play(view, 0)
    assert str(thumb) == "SA"
    same = weighed(view, [[1, 1, 1, 1]], "S9 H7 H2 SA")
    assert player.best(view, same) == thumb
    # nor is it among them: the lowest, trumps last
    assert str(player.best(view, weighed(view, [[1, 1]], "S9 H7"))) == "H7"
    # means that are given count before all
    assert str(player.best(view, same, (0.0, 0.0, 1.0, 0.5))) == "H2"


def test_a_kot_is_not_thrown_away() -> None:
    """At 6-0 the ace of trumps makes the kot; the hand is as good as won with any card."""
    deal = Deal.parse("0:AQ.2.K.T54 K4.A.AQ.32 32.K.J9.98 J9.Q.T8.76")
    for seat in range(4):
        taken = (6, 0) if seat % 2 == 0 else (0, 6)
        start = Position.start(deal.rotate(-seat % 4), "S", seat, taken=taken, tricks_done=6)
        for seed in range(2):
            assert str(SampledPlayer(80).play(Watch(start).view(), seed)) == "SA"


def test_a_class_is_worth_the_same_to_both_sides() -> None:
    """Play ends when the hand is decided, so that a bavney is worth a kot on either side."""
    worth = worth_by_code(find_scoring("nl"))
    assert worth.tolist() == [-5, -5, -2, 0, 2, 5, 5]
    deal, _ = deal_of(HOKM, np.random.SeedSequence(1))
    for seat, sign in enumerate((1, -1, 1, -1)):
        view = Watch(Position.start(deal, "S", seat)).view()
        own = SampledPlayer(2, scoring=find_scoring("nl")).own_worth(view)
        assert own.tolist() == (sign * worth).tolist()


# Names -----------------------------------------------------------------------------------------


def test_players_by_name() -> None:
    assert find_player("thumb").name == "thumb"
    assert find_player(" Sampled:5 ").name == "sampled:5"
    assert find_player("alphamu").name == "alphamu"
    assert find_player("alphamu-kot:7").kot_only  # type: ignore[attr-defined]
    for text in ("nobody", "thumb:3", "sampled:0", "sampled:", "sampled:x", "sampled:10001"):
        with pytest.raises(OptionError, match=r"expected|says nothing"):
            find_player(text)
