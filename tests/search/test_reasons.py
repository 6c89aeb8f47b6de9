"""The reasons of a line of best play: positions small enough to be read, and the sentences.

test_reason_words.py holds every reason against its words.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from reason_words import ALONE
from test_class_first import deal_of

from solver import Card, Outcome, Position, Solver, Suit, best_line, explain, solve
from solver.game.course import replay
from solver.game.move import Move
from solver.game.rules import groups_of_equals
from solver.game.variants import HOKM, find_variant
from solver.open.explained import ExplainedCard, ExplainedTrick, Reason


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(4)


def cards_of(tricks: tuple[ExplainedTrick, ...]) -> list[ExplainedCard]:
    return [card for trick in tricks for card in trick.cards]


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


def test_equal_cards_keep_together() -> None:
    """In trick 6 the seven is led; the six and the four would keep the kot as well."""
    found = explain(
        Position.start("0:KQT7643.9.AJ4.JT 9.AJ743.K8.A7532 AJ82.KT6.T53.K94 5.Q852.Q9762.Q86", "S")
    )
    said = {trick.number: (trick.headline, str(trick)) for trick in found}
    assert said[4][0] == "♠A alone keeps the kot"
    assert said[6] == (
        "♠764 alone keep the kot",
        "♠764 alone keep the kot, ♠7 wins",
    )
    assert {card.symbol for card in found[5].cards[0].best} == {"♠7", "♠6", "♠4"}


def test_every_reason_of_keeping_has_words_for_several_cards() -> None:
    card, equal = Card.parse("S7"), Card.parse("S6")
    for name, (one, several) in ALONE.items():
        reason = Reason(name)
        assert reason.of_keeping
        alone = ExplainedCard(0, Move(card), (card,), False, (reason,))
        assert alone.sentence([reason, Reason.RUFFS]) == f"♠7 {one}, ruffs"
        with_equal = ExplainedCard(0, Move(card), (card, equal), False, (reason,))
        assert with_equal.sentence([reason]) == f"♠76 {several}"
        assert with_equal.sentence([reason, Reason.RUFFS]) == f"♠76 {several}, ♠7 ruffs"
    assert sum(reason.of_keeping for reason in Reason) == len(ALONE)


def test_equal_cards() -> None:
    position = Position.start("0:AKJ9.2.. QT3.34.. 87.5.65. 42.6.43.", None)
    groups = ["".join(c.symbol for c in group) for group in groups_of_equals(position)]
    assert groups == ["♠A♠K", "♠J", "♠9", "♥2"]
    after = replay(position, ["SA", "SQ", "S8", "S4", "SK", "ST", "S7", "S2"])
    assert len(groups_of_equals(after)[0]) == 2


# Trump and heap ---------------------------------------------------------------------------------


def reasons_of(trick: ExplainedTrick) -> dict[str, tuple[str, ...]]:
    return {str(card.card): tuple(r.value for r in card.reasons) for card in trick.cards}


def test_a_forced_card_under_a_ruff_with_a_trump_just_shown_is_no_duck() -> None:
    variant = find_variant("band_rang")
    start = Position.start("0:3.5.2. .6.3.2 .A.4.3 2..5.4", "S", 0, variant, indicator="S3")
    found = explain(replay(start, ["H5", "H6"]))
    assert reasons_of(found[0]) == {
        "HA": ("forced",),
        "S2": ("keeps_kot", "requests_trump", "ruffs"),
    }


def test_a_second_ace_that_would_not_have_collected_leaves_no_streak_to_break() -> None:
    position = Position.start(
        "0:...532 .A3.4. 2.65.. 3.87..",
        "C",
        1,
        find_variant("double_sar").with_options(ace_rule="block"),
        tricks_done=1,
        heap=1,
        streak=1,
        ace_streak=True,
    )
    found = explain(replay(position, ["HA", "H5", "H7"]))
    assert "breaks_streak" not in reasons_of(found[0])["C2"]
    found = explain(replay(replace(position, ace_streak=False), ["HA", "H5", "H7"]))
    assert "breaks_streak" in reasons_of(found[0])["C2"]


def test_a_trump_shown_on_lead_draws_trumps() -> None:
    variant = find_variant("band_rang").with_options(
        may_ask="opponents_only", asker_must_trump=False, continue_fail="opponents_win"
    )
    start = Position.start("0:8...QT ..74.8 3.5..2 4..2.4", "S", 0, variant, indicator="S8")
    asked = [
        (str(card.card), card.reasons)
        for trick in explain(start)
        for card in trick.cards
        if card.move.requests and card is trick.cards[0]
    ]
    assert asked == [
        ("S8", (Reason.KEEPS_BAVNEY, Reason.REQUESTS_TRUMP, Reason.WINS, Reason.DRAWS_TRUMPS))
    ]


def test_the_last_trick_breaks_a_streak_whatever_forbids_a_collection() -> None:
    """The winner of the last trick takes the heap, so the leader would have."""
    position = Position.start(
        *("0:A... K... Q... J...", "S", 1, find_variant("double_sar").with_options(first_streak=3)),
        tricks_done=12,
        heap=12,
        streak=1,
    )
    (trick,) = explain(position)
    assert reasons_of(trick)["SA"] == ("wins", "collects", "breaks_streak", "forced")


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
    kept = {reason for card in later for reason in card.reasons if reason.of_keeping}
    assert kept <= {Reason.KEEPS_POINTS}
    assert line.outcome is Outcome.KOT_A
