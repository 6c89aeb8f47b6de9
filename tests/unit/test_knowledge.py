"""What a seat knows: exactly the worlds that the rules let the play come from, each as likely."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import numpy as np
import pytest
from plays import dealt, played
from scipy.stats import chisquare

from solver import Card, Hand, Suit
from solver.base.errors import HakemError, SamplingError, VariantError
from solver.decide.evaluators import evaluator_of
from solver.decide.knowledge import Knowledge
from solver.decide.worlds import Dealer, PartialDeal
from solver.game.course import Course, replay
from solver.game.position import Position
from solver.game.variants import Variant, find_variant
from solver.players import Watch

HOKM = find_variant("hokm")
GAMES = {
    "hokm": HOKM,
    "duties": HOKM.with_options(void_duty="must_trump", overtrump_duty="always"),
    "satat": find_variant("satat"),
    "satat, no exemption": find_variant("satat").with_options(satat_exempt="off"),
    "double_sar": find_variant("double_sar"),
    "beranga": find_variant("beranga"),
    "chokri": find_variant("chokri"),
    "three": find_variant("three_hokm"),
    "kasiet": find_variant("trup_kasiet"),
    "band_rang": find_variant("band_rang"),
}


def deals_of(unseen: list[Card], sizes: list[int]) -> list[tuple[Hand, ...]]:
    """Every way to share out these cards."""
    if not sizes:
        return [()]
    found = []
    for mine in itertools.combinations(unseen, sizes[0]):
        rest = [card for card in unseen if card not in mine]
        found += [(Hand.of(mine), *others) for others in deals_of(rest, sizes[1:])]
    return found


def truth(start: Position, play: list[Card | str], seat: int | None) -> set[tuple[int, ...]]:
    """The hands now, in every deal from which the rules allow this play: by trying them all."""
    history = Course.of(start, play)
    gone = [Hand()] * start.seats
    for who, card in zip(history.seats, history.cards, strict=True):
        gone[who] |= Hand(card.bit)
    now = history.now
    others = [s for s in range(start.seats) if s != seat]
    unseen = [card for s in others for card in now.hands[s]]
    found = set()
    for part in deals_of(unseen, [len(now.hands[s]) for s in others]):
        hands = list(now.hands)
        for s, hand in zip(others, part, strict=True):
            hands[s] = hand
        whole = [hand | lost for hand, lost in zip(hands, gone, strict=True)]
        more = {} if start.indicator is None else {"indicator": start.indicator}
        if start.indicator is not None and start.variant.hides_trump:
            whole[0] |= Hand(start.indicator.bit)
        try:
            again = Position.start(
                "0:" + " ".join(map(str, whole)), start.trump, 0, start.variant, **more
            )
            ended = replay(again, play)
        except HakemError:
            continue
        if ended.leader == now.leader and ended.taken == now.taken:
            found.add(tuple(hand.bits for hand in ended.hands))
    return found


def own(start: Position, seat: int) -> Hand:
    """The cards a seat was dealt, a hidden indicator included."""
    hidden = seat == 0 and start.variant.hides_trump and start.indicator is not None
    return start.hands[seat] | Hand(start.indicator.bit if hidden and start.indicator else 0)


@pytest.mark.one_in(10)
@pytest.mark.parametrize("name", GAMES)
def test_exactly_the_worlds_from_which_the_play_is_legal(name: str) -> None:
    variant: Variant = GAMES[name]
    rng = random.Random(f"worlds {name}")
    narrowed = 0
    for _ in range(3):
        start = dealt(variant, rng)
        left = 1 if variant.seats == 6 else 2
        cards = variant.seats * (variant.cards_per_hand - left) + rng.randint(0, 2)
        play = played(start, rng, cards)
        seat = 0 if variant.lays_down else rng.choice([0, 1, 2])
        knowledge = Knowledge.seen_by(
            seat, own(start, seat), trump=start.trump, variant=variant, play=play
        )
        now = Course.of(start, play).now
        assert knowledge.position.to_move == now.to_move
        assert (knowledge.position.taken, knowledge.position.table) == (now.taken, now.table)
        worlds = knowledge.all(200_000)
        assert worlds is not None
        found = {tuple(row) for row in worlds.tolist()}
        assert len(found) == len(worlds)
        assert found == truth(start, play, seat)
        free = deals_of(
            list(knowledge.known.unseen),
            [len(h) for s, h in enumerate(now.hands) if s != seat],
        )
        narrowed += len(found) < len(free)
    assert narrowed, "no void was shown: the test tells nothing"


@pytest.mark.parametrize("name", ["hokm", "satat", "duties"])
def test_every_world_is_equally_likely(name: str) -> None:
    variant: Variant = GAMES[name]
    rng = random.Random(f"likely {name}")
    while True:
        start = dealt(variant, rng)
        play = played(start, rng, 44)
        knowledge = Knowledge.seen_by(
            1, start.hands[1], trump=start.trump, variant=variant, play=play
        )
        worlds = knowledge.all()
        if worlds is not None and 6 <= len(worlds) <= 60 and any(knowledge.barred):
            break
    drawn = knowledge.dealer.deal(200 * len(worlds), np.random.SeedSequence(5))
    rows, counts = np.unique(drawn, axis=0, return_counts=True)
    assert {tuple(row) for row in rows.tolist()} == {tuple(row) for row in worlds.tolist()}
    assert chisquare(counts).pvalue > 1e-4


def test_crossing_constraints_are_met_by_counting() -> None:
    """Two seats void in different suits, one with a length: the worlds are those that fit."""
    pack = Hand.parse("AKQ2.AKQ2.AKQ2.AKQ2")
    rest = [card for card in HOKM.pack if card not in pack]
    rng = random.Random(1)
    hands = [Hand.of(list(pack)[4 * s : 4 * s + 4]) for s in range(4)]
    rng.shuffle(rest)
    whole = [hand | Hand.of(rest[9 * s : 9 * s + 9]) for s, hand in enumerate(hands)]
    found = Knowledge.seen_by(
        0, whole[0], trump=Suit.SPADES,
        lengths={1: {Suit.HEARTS: (0, 0)}, 2: {Suit.CLUBS: (0, 1), Suit.HEARTS: (5, 13)}},
    )  # fmt: skip
    drawn = found.dealer.deal(400, np.random.SeedSequence(2))
    hearts, clubs = (np.uint64(0x1FFF << 13 * suit) for suit in (Suit.HEARTS, Suit.CLUBS))
    assert not (drawn[:, 1] & hearts).any()
    for row in drawn[:, 2].tolist():
        assert Hand(row).length(Suit.HEARTS) >= 5
        assert Hand(row).length(Suit.CLUBS) <= 1
    assert found.all() is None
    sampled, exact = found.worlds(50, 4)
    assert (len(sampled), exact) == (50, False)
    assert int(clubs)


def test_the_later_cards_of_a_five_card_start_are_dealt_too() -> None:
    variant = find_variant("dehla_five_card")
    rng = random.Random(9)
    for _ in range(50):
        start = dealt(variant, rng)
        play = played(start, rng, 6)
        if len(play) == 6 and Course.of(start, play).now.reserves:
            break
    knowledge = Knowledge.seen_by(0, start.hands[0], variant=variant, play=play)
    now = Course.of(start, play).now
    worlds = knowledge.dealer.deal(2000, np.random.SeedSequence(1))
    assert worlds.shape == (2000, 8)
    assert knowledge.known.sizes == (*map(len, now.hands), 8, 8, 8, 8)
    assert (worlds[:, 0] == now.hands[0].bits).all()
    unseen = knowledge.known.unseen
    assert set(unseen) == set(variant.pack) - set(start.hands[0]) - set(play)
    counts = [int((worlds[:, 4] >> np.uint64(card.index) & np.uint64(1)).sum()) for card in unseen]
    open_to_all = [
        count for card, count in zip(unseen, counts, strict=True)
        if not any(card in out for out in knowledge.barred)
    ]  # fmt: skip
    spread = np.array(open_to_all) / 2000
    assert abs(spread - 8 / len(unseen)).max() < 0.06
    whole = played(start, rng)
    with pytest.raises(VariantError, match="while the later cards are not dealt"):
        Knowledge.seen_by(0, start.hands[0], variant=variant, play=whole)


def test_a_spectator_and_cards_shown() -> None:
    rng = random.Random(8)
    start = dealt(HOKM, rng)
    play = played(start, rng, 46)
    free = Knowledge.seen_by(None, trump=start.trump, play=play)
    told = Knowledge.seen_by(None, trump=start.trump, play=play, shown={2: start.hands[2]})
    worlds, exact = told.worlds(10, 1)
    assert exact
    assert {tuple(row) for row in worlds.tolist()} == truth(start, play, 2)
    every = free.all(100_000)
    assert every is not None
    assert len(every) > len(worlds)
    one = next(iter(Course.of(start, play).now.hands[1]))
    given = Knowledge.seen_by(None, trump=start.trump, play=play, shown={1: Hand(one.bit)}).all()
    assert given is not None
    assert len(given) == sum(one in Hand(row[1]) for row in every.tolist())


def test_what_is_known_is_a_list_of_cards_to_choose_from() -> None:
    rng = random.Random(21)
    start = dealt(HOKM, rng)
    play = played(start, rng, 44)
    mover = Course.of(start, play).now.to_move
    knowledge = Knowledge.seen_by(mover, start.hands[mover], trump=start.trump, play=play)
    template = knowledge.template()
    assert template.choices == Course.of(start, play).now.moves()
    worlds, exact = knowledge.worlds(20, 3)
    assert exact
    answers = evaluator_of(template).classes(worlds, template.choices)
    assert answers.worst.shape == (len(worlds), len(template.choices))
    assert (answers.worst == answers.best).all()


NORTH = "AKQ.AKQ.AKQ.AKQJ"
REFUSED = {
    "a card of one's own": (
        {"play": ["SA", "CA"]}, "trick 1, seat 1: CA is played, but seat 0 holds it"
    ),
    "a card twice": (
        {"play": ["SA", "S2", "S2"]},
        "trick 1, seat 2: S2 is played, but it is not among the cards left",
    ),
    "not one's card": (
        {"play": ["S2"]}, "trick 1, seat 0: S2 is played, but the hand is known without it"
    ),
    "a void broken": (
        {"play": ["SA", "H2", "S3", "S4", "SK", "S5"]},
        "trick 2, seat 1: S5 is played, but trick 1, seat 1 showed by H2 not to hold it",
    ),
    "a revoke of a known hand": (
        {"play": ["SA", "H2"], "shown": {1: "2..."}},
        "trick 1, seat 1: H2 is played, but S2 is known to be in this hand and goes first",
    ),
    "shown twice": ({"shown": {1: "A..."}}, "the card SA is given twice"),
    "too few": ({"hand": "AKQ..."}, "seat 0 was dealt 13 cards, but 3 of them are told"),
    "a length played": (
        {"play": ["SA", "S2"], "lengths": {1: {Suit.SPADES: (0, 0)}}},
        "seat 1 was dealt at most 0 spades, yet played 1",
    ),
    "no seat": ({"seat": 5}, "there is no seat 5: expected 0 to 3"),
    "a spectator's cards": ({"seat": None}, "a spectator holds no cards"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_contradicts_itself_is_named(name: str) -> None:
    settings, said = REFUSED[name]
    told = {"seat": 0, "hand": NORTH, "trump": Suit.CLUBS, **settings}
    seat, hand = told.pop("seat"), told.pop("hand")
    with pytest.raises(SamplingError) as caught:
        Knowledge.seen_by(seat, hand, **told).all()  # type: ignore[arg-type]
    assert said in str(caught.value)


@pytest.mark.parametrize("name", ["given", "barred", "lengths", "played"])
def test_knowledge_is_of_every_seat(name: str) -> None:
    knowledge = Knowledge.seen_by(0, NORTH, trump=Suit.CLUBS)
    with pytest.raises(SamplingError, match=f"{name}: expected one entry for each of the 4 seats"):
        replace(knowledge, **{name: getattr(knowledge, name)[:3]})


def test_cards_that_nobody_can_hold_are_named() -> None:
    play = ["SA", "H2", "H3", "H4"]
    knowledge = Knowledge.seen_by(0, NORTH, trump=Suit.CLUBS, play=play)
    with pytest.raises(SamplingError, match=r"nobody can hold SJ, .*seat 1 showed to have none"):
        _ = knowledge.dealer


def test_a_trump_that_is_hidden_is_not_known() -> None:
    with pytest.raises(VariantError, match="the trump is hidden from all but the caller"):
        Knowledge.seen_by(1, NORTH, variant="band_rang", trump=Suit.SPADES)


# Small packs, every deal listed by hand ----------------------------------------------------------


PACK = Hand.parse("AKQ.AK.AK.A")
FREE = ((0, 13),) * 4


def bounded(*rows: dict[Suit, tuple[int, int]]) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(tuple(row.get(suit, (0, 13)) for suit in Suit) for row in rows)


SMALL = {
    "voids that cross": PartialDeal(
        (Hand(),) * 4, (2,) * 4,
        bounded({Suit.SPADES: (0, 0)}, {Suit.HEARTS: (0, 0)}, {Suit.DIAMONDS: (0, 0)}, {}), PACK,
    ),
    "lengths that cross": PartialDeal(
        (Hand.parse("A..."), Hand(), Hand(), Hand()), (2,) * 4,
        bounded({}, {Suit.SPADES: (1, 1)}, {Suit.HEARTS: (0, 1)}, {Suit.SPADES: (0, 1)}), PACK,
    ),
    "barred in part": PartialDeal(
        (Hand.parse("A..."), Hand(), Hand(), Hand()), (2,) * 4, (), PACK,
        (Hand(), Hand.parse("K.A.."), Hand.parse("..AK.A"), Hand.parse(".AK..")),
    ),
    "barred and bounded": PartialDeal(
        (Hand(), Hand(), Hand.parse(".A.."), Hand()), (2,) * 4,
        bounded({}, {Suit.SPADES: (0, 1)}, {}, {Suit.DIAMONDS: (1, 2)}), PACK,
        (Hand(), Hand.parse(".K.A."), Hand(), Hand.parse("A...")),
    ),
    "reserves": PartialDeal(
        (Hand.parse("A..."), Hand(), Hand(), Hand()), (2, 2, 2, 2),
        (*bounded({}, {Suit.SPADES: (0, 0)}), *(FREE,) * 2), PACK,
        (Hand(), Hand.parse(".A.."), Hand(), Hand()),
    ),
    "cards out of play": PartialDeal(
        (Hand.parse("A.A.."), Hand()), (3, 3), bounded({}, {Suit.HEARTS: (0, 1)}),
        PACK, (Hand(), Hand.parse("..A.")),
    ),
}  # fmt: skip


def possible(known: PartialDeal) -> set[tuple[int, ...]]:
    """Every deal that meets the conditions, tried one by one."""
    free = [size - len(hand) for size, hand in zip(known.sizes, known.given, strict=True)]
    barred = known.barred or (Hand(),) * len(free)
    found = set()
    for part in deals_of(list(known.unseen), free):
        hands = [hand | more for hand, more in zip(known.given, part, strict=True)]
        good = all(not hand & out for hand, out in zip(hands, barred, strict=True))
        for hand, bounds in zip(hands, known.lengths, strict=False):
            for suit, (low, high) in zip(Suit, bounds, strict=True):
                good = good and low <= hand.length(suit) <= high
        if good:
            found.add(tuple(hand.bits for hand in hands))
    return found


@pytest.mark.parametrize("name", SMALL)
def test_of_a_small_pack_every_possible_deal_is_dealt_as_often(name: str) -> None:
    known = SMALL[name]
    truth_of_it = possible(known)
    dealer = Dealer(known)
    worlds = dealer.all(200_000)
    assert worlds is not None
    assert len(worlds) == len(truth_of_it)
    assert {tuple(row) for row in worlds.tolist()} == truth_of_it
    assert dealer.count in (None, len(truth_of_it))
    drawn = dealer.deal(20 * len(worlds), np.random.SeedSequence(11))
    order = {world: place for place, world in enumerate(sorted(truth_of_it))}
    counts = np.bincount([order[tuple(row)] for row in drawn.tolist()], minlength=len(order))
    assert chisquare(counts).pvalue > 1e-4


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", ["band_rang", "daba_rang"])
def test_once_the_trump_is_shown_every_seat_knows_it(name: str) -> None:
    variant = find_variant(name)
    rng = random.Random(f"shown {name}")
    compared = 0
    while compared < 3:
        start = dealt(variant, rng)
        play = played(start, rng, 44 + rng.randint(0, 2))
        now = Course.of(start, play).now
        if not now.revealed:
            continue
        seat = rng.choice([1, 2, 3])
        told = {"trump": start.trump, "variant": variant, "play": play}
        knowledge = Knowledge.seen_by(
            seat,
            start.hands[seat],
            indicator=start.indicator,
            **told,  # type: ignore[arg-type]
        )
        worlds = knowledge.all(200_000)
        assert worlds is not None
        assert {tuple(row) for row in worlds.tolist()} == truth(start, play, seat)
        assert knowledge.position.to_move == now.to_move
        with pytest.raises(VariantError, match="later with the card that showed it"):
            Knowledge.seen_by(seat, start.hands[seat], **told)  # type: ignore[arg-type]
        compared += 1
    with pytest.raises(VariantError, match="hidden from all but the caller"):
        Knowledge.seen_by(
            2, start.hands[2], trump=start.trump, variant=variant, indicator=start.indicator
        )


def test_a_caller_without_trumps_has_the_one_again_that_he_laid_down() -> None:
    """He discards on a trump lead while his only one lies on the table; then it is shown."""
    start = Position.start("0:AK2.T.K32.KQJ432 Q43.AQJ2.A54.AT9 J65.K98.QJ6.8765 T987.76543.T987.",
                           "H", 0, find_variant("band_rang"), indicator="HT")  # fmt: skip
    play: list[Card | str] = [
        "D2",
        "DA",
        "D6",
        "DT",
        "HA",
        "H8",
        "H3",
        "C2",
        "C9",
        "C5",
        "ask",
        "H4",
    ]
    watch = Watch(start)
    for item in play:
        if isinstance(item, str) and item == "ask":
            watch.request()
        else:
            watch.play(Card.parse(item))
    assert watch.position.revealed
    told = Knowledge.seen_by(
        0, own(start, 0), trump="H", variant=start.variant, play=play, indicator="HT"
    )
    for knowledge in (told, watch.view().knowledge):
        assert "HT" in {str(card) for card in knowledge.given[0]}
        assert {str(card) for card in knowledge.barred[0]} >= {"H9", "HK"}
        worlds = knowledge.dealer.deal(50, np.random.SeedSequence(1))
        assert (worlds[:, 0] & Card.parse("HT").bit).all()


def test_the_caller_says_which_card_he_laid_down() -> None:
    hand = "AK5.K84.A2.A7432"
    known = [
        Knowledge.seen_by(0, hand, trump="S", variant="band_rang", indicator=card)
        for card in ("SK", None)
    ]
    assert [str(each.position.indicator) for each in known] == ["SK", "S5"]
    assert [str(each.given[0]) for each in known] == ["A5.K84.A2.A7432", "AK.K84.A2.A7432"]
    with pytest.raises(SamplingError, match="an indicator SK, but hokm lays none down"):
        Knowledge.seen_by(0, hand, trump="S", indicator="SK")
    with pytest.raises(HakemError, match="the indicator H8 is not of the trump suit"):
        Knowledge.seen_by(0, hand, trump="S", variant="band_rang", indicator="H8")
