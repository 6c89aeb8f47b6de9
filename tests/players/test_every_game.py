"""The simple players play every game by the rules, and see nothing that is hidden from a seat."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import reference as ref
from translate import game_of, state_of

from solver.base.cards import Card, Hand
from solver.base.errors import DealError, OptionError, VariantError
from solver.base.outcomes import Outcome
from solver.core.engine import Solver
from solver.decide.plan import Workers
from solver.game import rules
from solver.game.deal import Deal
from solver.game.house_rules import call_scoring, find_house, usual_house
from solver.game.position import Position
from solver.game.scoring import find_scoring
from solver.game.variants import VARIANTS, Variant, find_variant
from solver.match.ledger import Rules
from solver.open.guarantees import guarantees
from solver.open.questions import tricks
from solver.players import (
    AlphaMuPlayer,
    HandPlayed,
    Player,
    RandomPlayer,
    SampledPlayer,
    ThumbPlayer,
    View,
    Watch,
    deal_of,
    find_player,
    play_duel,
    play_hand,
    play_out_match,
    record_of,
    usual_call,
)
from solver.players.hands import side_class
from solver.players.lone_worth import lone_worth
from solver.record import read_match, show_result, write_match
from solver.record.replay import replay_hand

GAMES = [variant.name for variant in VARIANTS]
SIMPLE: list[Player] = [RandomPlayer(), ThumbPlayer()]


def a_hand(player: Player, game: Variant, number: int) -> HandPlayed:
    deal, five = deal_of(game, np.random.SeedSequence(23, spawn_key=(number,)))
    return play_hand(deal, five, (player, player), game, number)


def by_the_reference(played: HandPlayed, variant: Variant) -> int:
    """Step the slow reference through the recorded cards; how many requests there were."""
    record = played.record
    start = replay_hand(record, record_of((), variant)).start
    assert start is not None
    game = game_of(variant, 0 if not variant.has_sides else None)
    state, asked = state_of(start), 0
    for trick in record.tricks:
        for place, card in enumerate(trick.cards):
            moves = [str(card)]
            if place in trick.requests:
                moves.insert(0, ref.ASK)
                asked += 1
            for move in moves:
                assert move in ref.moves(game, state), (variant.name, move, state)
                after = ref.play(game, state, move)
                # Chance may draw trump: the record names the suit.
                fits = [b for b in after if len(after) == 1 or b.state.trump == record.trump.letter]  # type: ignore[union-attr]
                (branch,) = fits
                state = branch.state
    return asked


def test_the_lowest_of_the_five_trumps_is_laid_down() -> None:
    long = 0
    for number in range(12):
        record = a_hand(ThumbPlayer(), find_variant("band_rang"), number).record
        assert record.trump is not None
        assert record.first_five is not None
        held = record.first_five.suit(record.trump)
        assert record.indicator == min(held, key=lambda card: card.rank)
        long += len(held) > 2
    assert long


def test_a_hand_of_three_ends_well_for_the_caller_alone_or_for_another() -> None:
    game = find_variant("three_hokm")
    seen = set()
    for number in range(16):
        played = a_hand(ThumbPlayer(), game, number)
        result = played.record.result
        assert result is not None
        best = [seat for seat in range(3) if result.points[seat] == max(result.points)]
        # two that are level leave the hand to the third
        won = best if len(best) == 1 else [seat for seat in range(3) if seat not in best]
        sign = 1 if won == [0] else -1
        found = side_class(played, game)
        assert found == Outcome(sign * (2 if result.run else 1))
        seen.add(found)
    assert {Outcome.WIN_A, Outcome.WIN_B} <= seen


@pytest.mark.one_in(5)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("player", SIMPLE, ids=lambda p: p.name)
def test_whole_hands_of_every_game_are_legal_by_the_reference(player: Player, game: str) -> None:
    variant = find_variant(game)
    asked = sum(by_the_reference(a_hand(player, variant, k), variant) for k in range(6))
    if variant.hides_trump and player.name == "random":
        assert asked
    first = a_hand(player, variant, 1)
    assert a_hand(player, variant, 1) == first
    record = record_of([first.record], variant)
    again = read_match(write_match(record), "").hands[0]
    assert replay_hand(again, record).result == first.record.result
    told = json.loads(json.dumps(first.to_dict()))
    assert told["result"] == show_result(first.record.result)
    assert told["tricks"] == [[str(card) for card in t.cards] for t in first.record.tricks]
    assert [Hand.parse(hand) for hand in told["deal"]] == list(first.record.deal)
    shown = [at for at, t in enumerate(first.record.tricks) if t.requests]
    assert [number // variant.seats for number in told["asks"]] == shown
    assert told["class"] == (None if first.outcome is None else first.outcome.name)
    by_class = call_scoring(usual_house(variant)).by_class and variant.has_sides
    assert (first.outcome is not None) == by_class


def in_play(variant: Variant, rng: random.Random) -> Watch:
    """A hand of this game after some random cards and requests, not over."""
    while True:
        deal, five = deal_of(variant, np.random.SeedSequence(rng.randrange(10**6)))
        hands, more = deal.hands, {}
        if variant.deals_later:
            hands = tuple(Hand.of(rng.sample(list(hand), 5)) for hand in hands)
            later = tuple(a - b for a, b in zip(deal.hands, hands, strict=True))
            more = {"reserves": later}
        trump = None if variant.sets_trump else usual_call(five)
        dummy = 2 if variant.has_dummy else None
        watch = Watch(Position.start(Deal(hands), trump, 0, variant, **more), dummy)  # type: ignore[arg-type]
        for _ in range(rng.randrange(40)):
            now = watch.position
            if now.over or now.chances():
                break
            if now.may_request_trump and rng.random() < 0.2:
                watch.request()
            watch.play(rng.choice(watch.position.legal()))
        if not watch.position.over and not watch.position.chances():
            return watch


def dealt_anew(watch: Watch, rng: random.Random) -> Position:
    """The position now with everything that the seat to move does not see dealt at random."""
    now = rules.shown_in_time(watch.position)
    seen = watch._given(now)
    own = now.to_move == 0
    pool = list(watch._pack(now) - Hand.of(card for hand in seen for card in hand))
    apart = now.variant.hides_trump and now.indicator is not None and not own
    while True:
        rng.shuffle(pool)
        rest, more = list(pool), {}
        if apart:
            laid = rest.pop()
            more = {"indicator": laid, "trump": laid.suit}
        hands = []
        for held, hand in zip(seen, now.hands, strict=True):
            free = len(hand) - len(held)
            hands.append(held | Hand.of(rest[:free]))
            rest = rest[free:]
        if now.reserves:
            size = len(now.reserves[0])
            more["reserves"] = tuple(  # type: ignore[assignment]
                Hand.of(rest[size * s : size * (s + 1)]) for s in range(now.seats)
            )
        down = now.indicator is not None and now.indicator not in now.table
        if now.variant.family == "kasiet" and down and not own:
            known = rules.kasiet_known(now, len(now.table))
            lies = [
                card
                for card in hands[0]
                if (card.suit == now.trump if known else now.kasiet_mask >> card.suit & 1)
            ]
            if not lies:
                continue
            laid = rng.choice(lies)
            more = {"indicator": laid, "trump": laid.suit}
        try:
            return replace(now, hands=tuple(hands), **more)  # type: ignore[arg-type]
        except DealError:
            continue


@pytest.mark.one_in(4)
@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_sees_does_not_depend_on_what_is_hidden_from_it(game: str) -> None:
    """All that is hidden is dealt anew: the view is the same, and so are the legal cards."""
    variant, rng, moved = find_variant(game), random.Random(game), 0
    for number in range(30):
        watch = in_play(variant, rng)
        view = watch.view()
        now = rules.shown_in_time(watch.position)
        assert view.hand == now.hands[view.seat]
        assert view.position.legal() == now.legal()
        assert view.position.may_request_trump == now.may_request_trump
        watch.course.positions[-1] = dealt_anew(watch, rng)
        moved += watch.position != now
        other = watch.view()
        assert other == view
        for player in SIMPLE:
            assert player.play(other, number) == player.play(view, number)
        if view.trump_hidden:
            assert view.trump is None
    assert moved


def test_the_dummy_is_played_by_its_partner_who_sees_both_hands() -> None:
    asked = []

    class Looks(ThumbPlayer):
        def play(self, view, seed):  # type: ignore[no-untyped-def]
            asked.append((self.seat, view.seat, view))  # type: ignore[attr-defined]
            return super().play(view, seed)

    players = []
    for seat in range(4):
        players.append(Looks())
        players[-1].seat = seat  # type: ignore[attr-defined]
    variant = find_variant("dummy_rang")
    deal, five = deal_of(variant, np.random.SeedSequence(3))
    played = play_hand(deal, five, players, variant, 1)
    assert {(who, seat) for who, seat, _ in asked} == {(0, 0), (1, 1), (0, 2), (3, 3)}
    for _, seat, view in asked:
        open_seats = {seat, 2} | ({0} if seat == 2 else set())
        for other in range(4):
            hidden = other not in open_seats
            assert (len(view.knowledge.given[other]) == 0) == hidden or not view.position.hands[
                other
            ]
    assert played.record.result is not None
    assert played.record.result.lone == 0


def test_two_players_do_not_know_what_was_thrown_away() -> None:
    variant = find_variant("two_hokm")
    deal, five = deal_of(variant, np.random.SeedSequence(4))
    view = Watch(Position.start(deal, usual_call(five), 0, variant)).view()
    assert view.unseen == variant.pack - deal.hands[0]
    assert len(view.unseen) == 39


def test_three_players_have_no_two_sides_to_exchange() -> None:
    with pytest.raises(VariantError, match=r"no duel in three_hokm: .* no two sides to exchange"):
        play_duel(ThumbPlayer(), RandomPlayer(), 1, find_variant("three_hokm"))


def test_bids_and_a_dummys_tricks_are_counted_in_a_duel(tmp_path: Path) -> None:
    """The points of a duel are those of the hands at both tables, also when taken up again."""
    for game, worth in {
        "daba_rang": lambda hand: 7 if hand.result.outcome > 0 else -7,
        "dummy_rang": lambda hand: hand.result.points[0] - hand.result.points[1],
    }.items():
        players, path = (ThumbPlayer(), RandomPlayer()), tmp_path / game
        duel = play_duel(*players, 6, game, seed=1, workers=Workers(1), keep_hands=True)
        told = [worth(hand) for hand in duel.hands]
        half = [(a - b) / 2 for a, b in zip(told[::2], told[1::2], strict=True)]
        assert duel.points_by_deal.tolist() == half
        assert any(half)
        assert duel.scoring.name == find_house(usual_house(duel.variant).name).scoring
        for _ in range(2):
            kept = play_duel(*players, 6, game, seed=1, workers=Workers(1), resume=path)
            assert kept.points_by_deal.tolist() == half
        even = play_duel(players[0], players[0], 3, game, seed=1, workers=Workers(1))
        assert not even.points_by_deal.any()
        with pytest.raises(OptionError, match=f"{game} is scored by .*: no duel by Iran"):
            play_duel(*players, 1, game, scoring=find_scoring("ir"))


def late_view(game: str, number: int, cards: int) -> tuple[Position, View]:
    """A hand of rule-of-thumb players after so many cards, and what the seat to move sees."""
    variant = find_variant(game)
    deal, five = deal_of(variant, np.random.SeedSequence((29, number)))
    watch = Watch(
        Position.start(deal, usual_call(five), 0, variant), 2 if variant.has_dummy else None
    )
    while len(watch.plays) < cards:
        watch.play(ThumbPlayer().play(watch.view(), 0))
    return watch.position, watch.view()


def worth_of_cards(position: Position, view: View) -> list[tuple[Card, float]]:
    """What `lone_worth` says of each legal card in the world as it is."""
    world = np.array([[hand.bits for hand in position.hands]], dtype=np.uint64)
    cards = position.legal()
    found = lone_worth(view, world, cards, Solver())[0]
    return list(zip(cards, found.tolist(), strict=True))


def test_what_a_card_is_worth_among_three_players_is_what_the_seat_is_sure_of() -> None:
    seen = set()
    for number in range(12):
        position, view = late_view("three_hokm", number, 36 + number)
        for card, worth in worth_of_cards(position, view):
            sure = guarantees(position.play(card))[view.seat]
            assert worth == (2 + (view.seat > 0) if sure.first_seven else int(sure.wins or 0))
            seen.add(worth)
    assert {0.0, 1.0} <= seen


def test_what_a_card_is_worth_at_a_dummys_table_is_the_tricks_of_its_side() -> None:
    for number in range(6):
        position, view = late_view("dummy_rang", number, 33 + number)
        for card, worth in worth_of_cards(position, view):
            value = tricks(position.play(card))
            ours = value if view.seat % 2 == 0 else 13 - value
            assert worth == 2 * ours - 13


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", ["three_hokm", "daba_rang", "dummy_rang"])
def test_players_that_solve_play_where_hands_have_no_class(game: str) -> None:
    variant = find_variant(game)
    played = a_hand(SampledPlayer(2, first_solved=7), variant, 1)
    by_the_reference(played, variant)
    assert a_hand(SampledPlayer(2, first_solved=7), variant, 1) == played


def test_before_its_first_trick_the_rule_of_thumb_plays() -> None:
    asked = []

    class Counts(SampledPlayer):
        def weigh(self, view, seed, cards):  # type: ignore[no-untyped-def]
            asked.append(view.position.tricks_done + 1)
            return super().weigh(view, seed, cards)

    a_hand(Counts(2, first_solved=5), find_variant("hokm"), 3)
    assert asked
    assert min(asked) >= 5
    player = find_player("sampled:7:5")
    assert (player.name, player.worlds, player.first_solved) == ("sampled:7:5", 7, 5)  # type: ignore[attr-defined]
    assert find_player("sampled:10:1").name == "sampled:10"
    for text in ("sampled:5:0", "sampled:5:18", "sampled:5:x", "sampled:0:4", "sampled:5:"):
        with pytest.raises(OptionError, match=r"expected a (trick|number)"):
            find_player(text)
    with pytest.raises(OptionError, match="number of worlds"):
        find_player("alphamu:5:3")


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    "game", ["band_rang", "band_rang_double", "trup_kasiet", "dehla_five_card", "two_hokm"]
)
def test_duels_in_the_games_with_hidden_trumps_and_others(game: str) -> None:
    """The rule of thumb against anything: on these deals it is ahead."""
    duel = play_duel(ThumbPlayer(), RandomPlayer(), 12, game, seed=5, workers=Workers(1))
    assert duel.deals == 12
    assert duel.points.mean is not None
    assert duel.points.mean > 0


@pytest.mark.parametrize("player", [SampledPlayer(2), AlphaMuPlayer(2)], ids=lambda p: p.name)
@pytest.mark.parametrize("game", ["band_rang", "trup_kasiet", "two_hokm"])
def test_players_that_solve_play_what_can_be_dealt(game: str, player: Player) -> None:
    variant = find_variant(game)
    played = a_hand(player, variant, 2)
    by_the_reference(played, variant)
    assert played.outcome is not None


@pytest.mark.parametrize("game", ["hokm", "band_rang", "daba_rang", "three_hokm", "dummy_rang"])
def test_matches_go_on_by_the_rotation(game: str) -> None:
    variant = find_variant(game)
    house = usual_house(variant)
    table = Rules(house, call_scoring(house))
    players = [ThumbPlayer()] * (3 if table.scoring.kind == "sars" else variant.seats)
    entries = [entry for _, entry in play_out_match(players, table, variant, 5, most_hands=3)]
    assert len(entries) == 3
    for before, entry in pairwise(entries):
        assert entry.caller == before.after.caller
    if table.scoring.kind == "sars":
        with pytest.raises(OptionError, match="expected 3"):
            next(play_out_match([ThumbPlayer()] * 4, table, variant, 5))


def test_the_command_plays_them(hakem) -> None:  # type: ignore[no-untyped-def]
    said = hakem("duel", "thumb", "random", "-n", "2", "--variant", "band_rang", "--seed", "1")
    assert said.code == 0, said.err
    refused = hakem("duel", "thumb", "random", "-n", "2", "--variant", "three")
    assert (refused.code, "no duel in three_hokm" in refused.err) == (2, True)
