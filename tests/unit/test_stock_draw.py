"""The draw of two players with an open stock, against the slow reference."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
import reference as ref
from reference import Game
from size import scaled

from solver.base.cards import PACK, Card, Hand, Suit
from solver.base.errors import DealError, OptionError
from solver.base.outcomes import Outcome
from solver.core.engine import Solver
from solver.game.variants import find_variant
from solver.open.stock_draw import DrawSolution, StockDraw, draw_race, solve_draw

TWO = find_variant("two_hokm")
GAME = Game(seats=2)


def a_draw(rng: random.Random, cards: int, see_second: bool) -> StockDraw:
    """Some draws before full hands of so many cards."""
    pack = list(PACK)
    if rng.random() < 0.5:
        pack = [card for card in pack if card.rank > 6]
    rng.shuffle(pack)
    turn = rng.randrange(2)
    missing = [rng.randint(1, min(cards, 3)), 0]
    missing[1] = missing[0] - rng.randint(0, 1)
    if turn:
        missing.reverse()
    sizes = [cards - gap for gap in missing]
    hands = (Hand.of(pack[: sizes[0]]), Hand.of(pack[sizes[0] : sum(sizes)]))
    stock = pack[sum(sizes) :][: 2 * sum(missing)]
    if not see_second:
        stock = stock[: len(stock) - rng.randint(0, sum(missing) // 2)]
    variant = TWO.with_options(see_second=see_second)
    return StockDraw(hands, tuple(stock), rng.choice(list(Suit)), turn, variant, cards)


def reference_of(draw: StockDraw, race: tuple[int, int] | None = None) -> ref.Number | None:
    """The reference's answer; None where it runs out of cards to draw."""
    hands = [[str(card) for card in hand] for hand in draw.hands]
    state = ref.make_state(hands, draw.trump.letter)
    stock = [str(card) for card in draw.stock]
    try:
        return ref.draw_value(GAME, state, stock, draw.cards, race, draw.see_second, draw.turn)
    except ValueError:
        return None


@pytest.mark.one_in(2)
@pytest.mark.parametrize("see_second", [False, True])
def test_against_the_reference(see_second: bool) -> None:
    rng = random.Random(f"draw {see_second}")
    solver = Solver(1)
    for count in range(24):
        draw = a_draw(rng, 2 + count % 3, see_second)
        if not see_second and len(draw.stock) < 2 * draw.draws_left:
            continue
        found = solve_draw(draw, solver, each=True)
        assert found.exact
        assert found.low == reference_of(draw)
        n, need = draw.cards, draw.cards // 2 + 1
        for a, b in ((need, 1), (1, need), (need, n - need + 1)):
            assert draw_race(draw, a, b, solver) == bool(reference_of(draw, (a, b)))
        pick = max if draw.turn == 0 else min
        assert found.low == pick(bounds[0] for bounds in found.kept.values())
        for card in draw.choices():
            after = draw.keep(card)
            value = reference_of(after)
            assert found.kept[card] == (value, value)
            # The class of each choice as races of the reference: a kot, one of the other, the win.
            ours, lost, won = (
                bool(reference_of(after, race))
                for race in ((need, 1), (1, need), (need, n + 1 - need))
            )
            made = found.kept_class[card].value
            assert made is not None
            assert (made >= Outcome.KOT_A, made > Outcome.KOT_B, made >= Outcome.WIN_A) == (
                ours, lost, won
            )  # fmt: skip
        assert found.possible.low == pick(classes.low for classes in found.kept_class.values())


def test_a_short_stock_leaves_a_card_for_every_draw() -> None:
    """W10's draw can run out of cards: then first cards must be kept."""
    rng = random.Random("short")
    for _ in range(30):
        draw = a_draw(rng, 3, False)
        spare = len(draw.stock) - draw.draws_left
        while draw.draws_left:
            assert draw.choices()
            choice = draw.choices()[-1]
            spare -= choice != draw.stock[0]
            draw = draw.keep(choice)
        assert spare >= 0
        assert len(draw.position().hands[0]) == 3


def by_choices(draw: StockDraw, a: int, b: int, solver: Solver) -> bool | None:
    """The race by plain minimax over the cards that a draw may keep."""
    if not draw.draws_left:
        return solver.race(draw.position(), a, b)
    made = (by_choices(draw.keep(card), a, b, solver) for card in draw.choices())
    return any(made) if draw.turn == 0 else all(made)


@pytest.mark.parametrize("spare", [0, 1, 2])
def test_a_tight_stock_is_searched_as_it_is_drawn(spare: int) -> None:
    """The search offers no second card that would leave a later draw without any."""
    rng = random.Random(f"tight {spare}")
    solver = Solver(1)
    answers = []
    for _ in range(40):
        draw = a_draw(rng, 3, False)
        draw = replace(draw, stock=draw.stock[: draw.draws_left + spare])
        for a, b in ((2, 2), (3, 1), (1, 3)):
            answers.append(draw_race(draw, a, b, solver))
            assert answers[-1] == by_choices(draw, a, b, solver), draw
    assert set(answers) == {True, False}


@pytest.mark.slow
def test_hands_that_may_be_drawn_share_a_table() -> None:
    """Every race after every card to keep: one solver, and a table for each pair of hands."""
    rng = random.Random("shared")
    checks = 0
    while checks < scaled(10_000):
        draw, solver = a_draw(rng, rng.randint(3, 5), rng.random() < 0.5), Solver(1)
        for card in draw.choices():
            after = draw.keep(card)
            for a in range(1, draw.cards + 1):
                for b in {1, draw.cards + 1 - a}:
                    expected = by_choices(after, a, b, Solver(0.25))
                    assert draw_race(after, a, b, solver) == expected, (after, a, b)
                    checks += 1


def test_class_under_the_longer_stop_rule() -> None:
    hands = (Hand.parse("AKQ..."), Hand.parse(".AKQ.."))
    stock = tuple(Card.parse(text) for text in ("SJ", "D2", "CA", "C2"))
    going_on = TWO.with_options(stop_rule="may_continue")
    draw = StockDraw(hands, stock, Suit.SPADES, 0, going_on, 4)
    found = solve_draw(draw)
    assert (found.low, found.high, found.best) == (4, 4, Outcome.BAVNEY_A)
    assert str(found) == "BAVNEY_A for seat 0; if tricks alone counted: 4"
    assert solve_draw(StockDraw(hands, stock, Suit.SPADES, 0, TWO, 4)).worst == Outcome.KOT_A
    assert found.to_dict()["class"] == "BAVNEY_A"


def test_a_limit_gives_bounds() -> None:
    rng = random.Random("limit")
    pack = list(PACK)
    rng.shuffle(pack)
    draw = StockDraw((Hand.of(pack[:2]), Hand.of(pack[2:5])), tuple(pack[10:]), Suit.HEARTS)
    assert draw.draws_left == 21
    for limit in (1, 1000, 100_000):
        found = solve_draw(draw, node_limit=limit)
        assert 0 <= found.low <= found.high <= 13
        assert found.nodes <= limit + 100
    assert isinstance(found, DrawSolution)
    assert draw_race(draw, 7, 7, node_limit=1) is None
    assert "between" in str(solve_draw(draw, node_limit=1))


def test_refusals() -> None:
    two, three = Hand.parse("AK..."), Hand.parse(".AKQ..")
    stock = tuple(card for card in PACK if card.suit == Suit.CLUBS)
    with pytest.raises(DealError, match="SA is in two places"):
        StockDraw((two, Hand.parse("A2...")), stock, Suit.SPADES, cards=4)
    with pytest.raises(DealError, match="the stock has 1 card"):
        StockDraw((two, three), stock[:1], Suit.SPADES, cards=4)
    with pytest.raises(DealError, match="turn 2, expected 0 or 1"):
        StockDraw((two, three), stock, Suit.SPADES, 2, cards=4)
    with pytest.raises(DealError, match="hokm has no draw"):
        StockDraw((two, three), stock, Suit.SPADES, 0, find_variant("hokm"), 4)
    with pytest.raises(DealError, match="holds 3 cards already"):
        StockDraw((two, three), stock, Suit.SPADES, 1, cards=3)
    six = tuple(Card.parse(text) for text in ("C2", "C3", "C4", "C5", "C6", "C7"))
    draw = StockDraw((two, three), six, Suit.SPADES, cards=4)
    with pytest.raises(OptionError, match="C4 cannot be kept: the stock offers C2 or C3"):
        draw.keep(Card.parse("C4"))
    with pytest.raises(DealError, match="3 draws are still to be made"):
        draw.position()
    with pytest.raises(OptionError, match="node limit -1, expected 0"):
        solve_draw(draw, node_limit=-1)


def test_the_tricks_do_not_name_the_class() -> None:
    """A hand of five or six cards: a kot needs the first three or four, not just so many."""
    rng = random.Random("class of a draw")
    solver = Solver(1)
    seen = set()
    for _ in range(60):
        draw = a_draw(rng, rng.choice((5, 6)), True)
        need = draw.cards // 2 + 1
        found = solve_draw(draw, solver)
        made = found.possible.value
        assert made is not None
        assert (made >= Outcome.KOT_A) == by_choices(draw, need, 1, solver)
        assert (made <= Outcome.KOT_B) == (not by_choices(draw, 1, need, solver))
        seen.add((made >= Outcome.KOT_A, found.low >= need))
    assert seen == {(True, True), (False, True), (False, False)}
