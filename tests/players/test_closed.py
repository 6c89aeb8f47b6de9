"""Closed hands in C: the rule of thumb plays card for card as `ThumbPlayer` does, in every game.

`ThumbPlayer`, the rules in plain Python and the views of `Watch` are what it is held to. In the
slow run every game makes 100,000 decisions, and 5,000 with every option changed by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from size import scaled

from solver.base.cards import Card, Hand, Suit
from solver.base.errors import DealError, OptionError
from solver.core.closed import play_out, played_out
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import VARIANTS, Variant, find_variant
from solver.players import ThumbPlayer, Watch, deal_of, usual_call
from solver.players.hand_in_play import decided

GAMES = [variant.name for variant in VARIANTS]
DECISIONS = scaled(100_000)
THUMB = ThumbPlayer()


def before_the_lead(variant: Variant, seed: int) -> Watch:
    """A random hand of this game; of two players each has thrown two cards away."""
    deal, five = deal_of(variant, np.random.SeedSequence((41, seed)))
    more: dict[str, Any] = {}
    hands = deal.hands
    if variant.deals_later:
        hands = tuple(Hand.of(list(hand)[seed % 8 :][:5]) for hand in deal.hands)
        more["reserves"] = tuple(a - b for a, b in zip(deal.hands, hands, strict=True))
    trump = None if variant.sets_trump else usual_call(five)
    if trump is not None and variant.lays_down:
        more["indicator"] = five.suit(trump)[-1]
    start = Position.start(Deal(hands), trump, 0, variant, **more)
    thrown = ()
    if variant.draws:
        stock = list(variant.pack - hands[0] - hands[1])
        thrown = (Hand.of(stock[:2]), Hand.of(stock[2:4]))
    return Watch(start, 2 if variant.has_dummy else None, thrown)


def known(watch: Watch) -> dict[str, Any]:
    """What all seats know of the hand besides their own cards."""
    told: dict[str, Any] = {"barred": watch.course.barred, "dummy": watch.dummy}
    if watch._laid is not None and watch.position.revealed:
        told["laid"] = watch._laid
    if watch.position.variant.draws:
        gone = Hand.of(card for _, card in watch.plays)
        whole = watch.position.variant.pack
        told["packs"] = [whole - gone - thrown for thrown in watch.thrown]
    return told


def rest_of(watch: Watch, luck: int) -> tuple[list[int], int | None]:
    """The cards of rule-of-thumb players from here (-1: a request), and the suit that chance made
    trump."""
    told: list[int] = []
    drawn = None
    while not watch.position.over and not decided(watch.position):
        if chances := watch.position.chances():
            drawn = chances[luck % len(chances)][1].trump
            assert drawn is not None
            watch.draw(drawn)
            continue
        if watch.position.may_request_trump and THUMB.requests_trump(watch.view(), 0):
            watch.request()
            told.append(-1)
        card = THUMB.play(watch.view(), 0)
        told.append(card.index)
        watch.play(card)
    return told, drawn


def after(watch: Watch, told: Sequence[int]) -> Watch:
    """The same hand after these cards."""
    for number in told:
        if number < 0:
            watch.request()
        else:
            watch.play(Card.from_index(number))
    return watch


def accounts(position: Position) -> list[int]:
    """What `play_out` says of a hand that has ended so."""
    if not position.variant.has_sides:
        return [*position.taken, 0]
    tricks = position.collected if any(position.collected) else position.owned
    return [*position.owned, *tricks]


def check(variant: Variant, decisions: int, first: int = 0) -> None:
    """Hands from the first lead on, and from a card in the middle on, as four seats play them."""
    done, seed = 0, first
    while done < decisions:
        watch = before_the_lead(variant, seed)
        start, told_at_start = watch.position, known(watch)
        cards, drawn = rest_of(watch, seed)
        asked = played_out(start, **told_at_start, drawn=drawn)
        assert asked == cards, f"{variant.name}, hand {seed}"
        middle = 1 + seed % (len(cards) - 1)
        if not (start.reserves and middle >= 20):
            middle -= cards[middle - 1] < 0
            later = after(before_the_lead(variant, seed), cards[:middle])
            rest = played_out(later.position, **known(later), drawn=drawn)
            assert rest == cards[middle:], f"{variant.name}, hand {seed} after {middle} cards"
        done += len(cards)
        seed += 1


@pytest.mark.parametrize("game", GAMES)
def test_thumb_is_card_for_card_the_thumb_player(game: str) -> None:
    check(find_variant(game), 100)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_thumb_is_card_for_card_at_length(game: str) -> None:
    check(find_variant(game), DECISIONS, 1000)


def settings() -> Iterator[object]:
    """Every option of the play changed by itself, and the duties together."""
    for variant in VARIANTS:
        for option, spec in variant.options.items():
            if spec.scope != "play" or spec.many:
                continue
            for value in spec.values[1:]:
                needed = dict([spec.needs]) if spec.needs else {}
                changed = variant.with_options(**{option: value}, **needed)
                yield pytest.param(changed, id=f"{variant.name} {option}={value}")
                if option == "overtrump_duty" and "void_duty" in variant.options:
                    changed = variant.with_options(void_duty="must_trump", overtrump_duty=value)
                    yield pytest.param(changed, id=f"{variant.name} must_trump {value}")


@pytest.mark.one_in(10)
@pytest.mark.parametrize("variant", list(settings()))
def test_thumb_is_the_thumb_player_under_every_option(variant: Variant) -> None:
    check(variant, 100)


@pytest.mark.slow
@pytest.mark.parametrize("variant", list(settings()))
def test_thumb_under_every_option_at_length(variant: Variant) -> None:
    check(variant, DECISIONS // 20, 500)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES)
def test_each_card_comes_to_what_the_hand_played_on_comes_to(game: str) -> None:
    """The points after each legal card are those of the rules in plain Python, in every world."""
    variant = find_variant(game)
    for seed in range(3):
        whole, _ = rest_of(before_the_lead(variant, seed), seed)
        cards = whole[: 5 + 4 * seed]
        cards = cards[:-1] if cards[-1] < 0 else cards
        watch = after(before_the_lead(variant, seed), cards)
        if watch.position.chances() or watch.position.reserves:
            continue
        position, told = watch.position, known(watch)
        legal = [card.index for card in position.legal()]
        rows = [hand.bits for hand in (*position.hands, *position.reserves)]
        found = play_out(position, np.array([rows, rows], dtype=np.uint64), legal, **told)
        assert found.shape == (2, len(legal), 4)
        for column, number in enumerate(legal):
            ended = after(before_the_lead(variant, seed), [*cards, number])
            rest_of(ended, seed)
            expected = accounts(ended.position)
            if variant.points == "tens":
                expected[2:] = found[0, column, 2:].tolist()
            assert found[0, column].tolist() == expected
            assert found[1, column].tolist() == expected


def test_the_policy_may_play_the_first_card_too() -> None:
    watch = before_the_lead(find_variant("hokm"), 7)
    first = THUMB.play(watch.view(), 0).index
    row = np.array([[hand.bits for hand in watch.position.hands]], dtype=np.uint64)
    found = play_out(watch.position, row, [-1, first], policies=["thumb"] * 4)
    assert found[0, 0].tolist() == found[0, 1].tolist()


def test_of_three_players_the_first_seven_are_told() -> None:
    start = Position.start(
        "0:AKQJT98765432...AKQJ|.AKQJT98765432..T987|..AKQJT98765432.6543", "S", 0, "three_hokm"
    )
    row = np.array([[hand.bits for hand in start.hands]], dtype=np.uint64)
    assert play_out(start, row, [Card.parse("SA").index])[0, 0].tolist() == [7, 0, 0, 1]


def test_chance_makes_the_trump_of_a_five_card_start_by_its_seed() -> None:
    """All five tricks can be followed, so that a card of spades, hearts or diamonds makes trump."""
    deal = Deal.parse("0:A4.A4.2.|K5.K5.3.|Q6.Q6.4.|J7.J7.5.")
    variant = find_variant("dehla_five_card")
    rest = list(variant.pack - Hand.of(card for hand in deal.hands for card in hand))
    later = tuple(Hand.of(rest[seat::4]) for seat in range(4))
    start = Position.start(deal, None, 0, variant, reserves=later)
    row = np.array([hand.bits for hand in (*deal.hands, *later)], dtype=np.uint64)
    worlds, first = np.tile(row, (400, 1)), [Card.parse("SA").index]
    found = play_out(start, worlds, first, seed=5)
    assert (found == play_out(start, worlds, first, seed=5)).all()
    ends = {}
    for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS):
        watch = after(Watch(start), played_out(start, drawn=int(suit))[:20])
        assert not watch.position.chances() or watch.position.reserves
        watch.draw(suit)
        rest_of(watch, 0)
        ends[suit] = tuple(watch.position.taken)
    assert len(set(ends.values())) > 1
    for taken in ends.values():
        share = float((found[:, 0, :2] == taken).all(axis=1).mean())
        chance = sum((0.4, 0.4, 0.2)[suit] for suit, end in ends.items() if end == taken)
        assert abs(share - chance) < 0.1


def test_worlds_that_do_not_fit_are_refused() -> None:
    start = before_the_lead(find_variant("hokm"), 1).position
    row = [hand.bits for hand in start.hands]
    twice = [row[0], row[0], row[2], row[3]]
    card = [start.legal()[0].index]
    for wrong in (twice, [row[1], row[0], row[2], row[3]], [0, 0, 0, 0], [1 << 60, *row[1:]]):
        with pytest.raises(DealError, match="world 1 does not fit"):
            play_out(start, np.array([row, wrong], dtype=np.uint64), card)
    good = np.array([row], dtype=np.uint64)
    with pytest.raises(DealError, match="worlds of 3 hands, expected 4"):
        play_out(start, np.ascontiguousarray(good[:, :3]), card)
    with pytest.raises(OptionError, match=r"no policy .clever.: expected thumb"):
        play_out(start, good, card, policies="clever")
    with pytest.raises(OptionError, match="3 policies, expected one or 4"):
        play_out(start, good, card, policies=["thumb"] * 3)
    with pytest.raises(OptionError, match="a card's number"):
        play_out(start, good, [52])
    assert play_out(start, good[:0], card).shape == (0, 1, 4)
