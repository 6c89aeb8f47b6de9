"""The reasons of a line of best play: each rule checked against the position and its trick.

What a card keeps is compared with plain minimax on small endings of every game. What it does in its
trick is compared with the record of the trick, without the search. A few positions are small enough
to be read.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
import reference as ref
from covering import plan
from test_class_first import GAMES_OF, an_ending, deal_of
from translate import position_of, state_of

from solver import Card, Outcome, Position, Solver, Suit, best_line, explain, solve
from solver.analysis.class_first import has_result
from solver.analysis.explained import ExplainedCard, ExplainedTrick, Reason
from solver.game.position import replay
from solver.game.rules import groups_of_equals
from solver.game.variants import HOKM, Variant

ONLY = {
    Reason.KEEPS_BAVNEY: 3,
    Reason.KEEPS_KOT: 2,
    Reason.KEEPS_WIN: 1,
    Reason.KEEPS_TIE: 0,
    Reason.SAVES_KOT: -1,
    Reason.SAVES_BAVNEY: -2,
}


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(4)


def positions(start: Position, tricks: tuple[ExplainedTrick, ...]) -> list[Position]:
    """The position before each card of an explained line, after a request for the trump."""
    found, position = [], start
    for trick in tricks:
        for card in trick.cards:
            position = position.request_trump() if card.requests else position
            found.append(position)
            position = position.play(card.card)
    return [*found, position]


def cards_of(tricks: tuple[ExplainedTrick, ...]) -> list[ExplainedCard]:
    return [card for trick in tricks for card in trick.cards]


# What a card keeps -----------------------------------------------------------------------------


def check_kept(start: Position, variant: Variant, solver: Solver, game: ref.Game) -> int:
    """`best` and "every other card" against minimax; how many reasons of that kind were met."""
    line = best_line(start, solver)
    tricks = explain(start, line, solver)
    before = positions(start, tricks)
    assert [card.card for card in cards_of(tricks)] == list(line.cards)
    questions, met = ref.Questions(game), 0
    for place, (card, position) in enumerate(zip(cards_of(tricks), before, strict=False)):
        if line.stops is not None and place >= line.stops:
            break
        if card.requests or position.may_request_trump:
            continue
        state = state_of(position)
        worth = {str(m): questions.move_result(state, m) for m in ref.moves(game, state)}
        sign = 1 if position.side(card.seat) == 0 else -1
        result = max(worth.values(), key=lambda pair: (sign * pair[0], sign * pair[1]))
        assert {str(one) for one in card.best} == {m for m, w in worth.items() if w == result}
        assert card.all_keep == (len(card.best) == len(worth))
        equals = {
            str(c) for group in groups_of_equals(position) if card.card in group for c in group
        }
        others = {m: w for m, w in worth.items() if m not in equals}
        # cards said to be equal are worth the same
        assert len({w for m, w in worth.items() if m in equals}) == 1
        classes = [w[0] for w in others.values()]
        only = [reason for reason in card.reasons if reason in ONLY]
        lost = bool(others) and all(sign * c < sign * result[0] for c in classes)
        assert [ONLY[reason] for reason in only] == ([sign * int(result[0])] if lost else [])
        spared = bool(others) and not lost and all(w != result for w in others.values())
        assert (Reason.KEEPS_POINTS in card.reasons) == spared
        met += lost or spared
    return met


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", [n for n in GAMES_OF if n != "dehla_five_card"])
def test_what_a_card_keeps(name: str, solver: Solver) -> None:
    rng = random.Random(f"reasons {name}")
    rows = plan(GAMES_OF[name])
    met = 0
    for count in range(24):
        variant = rows[count % len(rows)]
        game, state, kot = an_ending(rng, variant, 2 if name == "chokri" or count % 4 else 3)
        position = replace(position_of(game, state, variant), kot=kot)
        if has_result(position) and solve(position, ("line",), solver=solver).line is not None:
            met += check_kept(position, variant, solver, game)
    assert met or name == "three_hokm"


# What a card does in its trick -------------------------------------------------------------------


def check_trick(trick: ExplainedTrick, before: Position, after: Position) -> set[Reason]:
    """The reasons that can be read off the cards of a plain trick, and those that were."""
    variant, trump = before.variant, before.trump
    cards = [(before.leader + place, card) for place, card in enumerate(before.table)]
    cards += [(card.seat, card.card) for card in trick.cards]
    seat_of = {card: seat % before.seats for seat, card in cards}
    played = [card for _, card in cards]
    led, seen = played[0].suit, set()

    def strength(card: Card) -> int:
        return (20 if card.suit is trump else 0 if card.suit is not led else 5) + card.rank

    def best_of(cards: list[Card]) -> Card:
        return max((c for c in cards if c.suit in (led, trump)), key=strength)

    winner = best_of(played)
    assert trick.winner == seat_of[winner] == after.leader
    side = {card: before.side(seat) for card, seat in seat_of.items()}
    for card in trick.cards:
        place = played.index(card.card)
        ahead = best_of(played[: place + 1]) == card.card
        ruff = ahead and led is not trump and card.card.suit is trump
        over = ruff and any(c.suit is trump for c in played[:place])
        wins = card.card == winner
        leads, leader = place == 0, seat_of[played[0]]
        partner = side[winner] == side[card.card]
        ruffed = led is not trump and winner.suit is trump
        told = {
            Reason.RUFFS: ruff and not over,
            Reason.OVERRUFFS: over,
            Reason.WINS: wins and not ruff,
            Reason.GIVES_RUFF: leads and partner and not wins and ruffed,
            Reason.CROSSES: leads and partner and not wins and not ruffed,
            Reason.FORCES_RUFF: leads and not partner and ruffed,
            Reason.DISCARDS: not leads and card.card.suit is not led and not ahead,
            Reason.DRAWS_TRUMPS: leads
            and partner
            and led is trump
            and any(c.suit is trump and side[c] != side[card.card] for c in played),
            Reason.COLLECTS: wins and variant.collecting and before.heap > 0 and after.heap == 0,
            Reason.KEEPS_STREAK: wins
            and variant.collecting
            and after.heap > 0
            and before.streak > 0
            and leader == card.seat,
            Reason.CATCHES_TEN: wins
            and variant.points == "tens"
            and any(str(c)[1] == "T" and side[c] != side[winner] for c in played),
        }
        for reason, holds in told.items():
            assert (reason in card.reasons) == holds, (reason, card, trick)
        seen |= set(card.reasons)
    return seen


@pytest.mark.slow
def test_what_a_card_does_in_its_trick(solver: Solver) -> None:
    met: set[Reason] = set()
    rng = random.Random("tricks")
    for name, variant in GAMES_OF.items():
        if variant.wild_two or variant.sets_trump or variant.hides_trump or name == "three_hokm":
            continue
        rows = [row for row in plan(variant) if row.get("ace_rule") != "demote"]
        for count in range(40):
            variant = rows[count % len(rows)]
            game, state, kot = an_ending(rng, variant, 3 if name == "chokri" else 4)
            start = replace(position_of(game, state, variant), kot=kot)
            tricks = explain(start, solver=solver)
            before = positions(start, tricks)
            place = 0
            for trick in tricks:
                met |= check_trick(trick, before[place], before[place + len(trick.cards)])
                place += len(trick.cards)
    for start in (Position.start(deal_of(seed), Suit.SPADES) for seed in range(5)):
        tricks = explain(start, solver=solver)
        before = positions(start, tricks)
        for number, trick in enumerate(tricks):
            met |= check_trick(trick, before[4 * number], before[4 * number + 4])
    seldom = {Reason.MAKES_TRUMP, Reason.REQUESTS_TRUMP, Reason.UNBLOCKS}
    assert set(Reason) - met <= seldom


@pytest.mark.slow
def test_trump_made_or_asked_for_in_play(solver: Solver) -> None:
    rng = random.Random("made and asked")
    met = set()
    for name in ("beranga", "cut_hukum", "band_rang"):
        variant = GAMES_OF[name]
        for _ in range(60):
            game, state, kot = an_ending(rng, variant, 3)
            start = replace(position_of(game, state, variant), kot=kot)
            tricks = explain(start, solver=solver)
            for card, position in zip(cards_of(tricks), positions(start, tricks), strict=False):
                assert (Reason.REQUESTS_TRUMP in card.reasons) == card.requests
                makes = position.variant.sets_trump and position.play(card.card).trump is not None
                if Reason.MAKES_TRUMP in card.reasons:
                    assert makes
                    assert position.trump is None
                met |= set(card.reasons)
    assert {Reason.MAKES_TRUMP, Reason.REQUESTS_TRUMP} <= met


# Positions to read -------------------------------------------------------------------------------


def test_an_unblock() -> None:
    """Seat 0 leads the ace of hearts; the king under it lets him take the next two as well."""
    found = explain(Position.start("0:.AJ9..9 T.Q.Q9. .KT.T.A J..J.QJ", None))
    first = {str(card.card): card.reasons for card in found[0].cards}
    assert first["HA"] == (Reason.WINS,)
    assert first["HK"] == (Reason.KEEPS_BAVNEY, Reason.UNBLOCKS)
    assert found[0].headline == "♥K alone keeps the bavney"
    assert str(found[0]) == "♥A wins; ♥K alone keeps the bavney, unblocks"


def test_a_ruff_that_saves_the_hand_from_a_kot() -> None:
    """Seat 3 has two trumps; every other card lets the other side take the first three tricks."""
    found = explain(Position.start("0:A9.A.9. JT..QJ. KQ.K9.. .QJ.K.T", "H"))
    lead, ruff = found[0].cards[0], found[0].cards[3]
    assert str(lead.card) == "SA"
    assert Reason.FORCES_RUFF in lead.reasons
    assert ruff.reasons == (Reason.SAVES_KOT, Reason.RUFFS)
    assert {str(card) for card in ruff.best} == {"HQ", "HJ"}


def test_equal_cards() -> None:
    position = Position.start("0:AKJ9.2.. QT3.34.. 87.5.65. 42.6.43.", None)
    groups = ["".join(c.symbol for c in group) for group in groups_of_equals(position)]
    assert groups == ["♠A♠K", "♠J", "♠9", "♥2"]
    after = replay(position, ["SA", "SQ", "S8", "S4", "SK", "ST", "S7", "S2"])
    assert len(groups_of_equals(after)[0]) == 2


# In a solution -----------------------------------------------------------------------------------


def test_a_solution_has_reasons_when_asked(solver: Solver) -> None:
    position = Position.start(deal_of(3), Suit.HEARTS)
    plain = solve(position, ("line",), solver=solver)
    told = solve(position, ("reasons",), solver=solver)
    assert plain.explained == ()
    assert told.line == plain.line
    assert told.explained == explain(position, plain.line, solver)
    entry = told.to_dict()["reasons"]
    assert [card["card"] for trick in entry for card in trick["cards"]] == told.to_dict()["line"]
    assert "reasons" not in plain.to_dict()


def test_a_trick_that_has_begun(solver: Solver) -> None:
    position = replay(Position.start(deal_of(4), Suit.HEARTS), [])
    lead = position.legal()[0]
    tricks = explain(position.play(lead), solver=solver)
    assert [len(trick.cards) for trick in tricks] == [3] + [4] * 12
    assert tricks[0].number == 1


def test_points_after_a_kot_that_stands_are_only_counted(solver: Solver) -> None:
    """With continue_fail the side stops at 7-0; nothing later keeps a class."""
    variant = HOKM.with_options(continue_fail="opponents_win")
    start = Position.start("0:AKQ..2. JT.9.A. 98.8.3. 76.7.4.", None, 0, variant)
    line = best_line(start, solver)
    if line.stops is None:
        pytest.fail("the position must be a kot that stops")
    later = cards_of(explain(start, line, solver))[line.stops :]
    assert not {reason for card in later for reason in card.reasons} & set(ONLY)
    assert line.outcome is Outcome.KOT_A
