"""Reviews: one scale, losses without bias, nothing said where there was no choice."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from forgetful import Forgetful
from rich.console import Console, RenderableType

from solver.base.cards import Card, Hand, Suit
from solver.base.errors import (
    HakemError,
    OptionError,
    PlayError,
    ResumeError,
    UnfinishedError,
    VariantError,
)
from solver.base.outcomes import Between, Outcome
from solver.book import BookAdvice
from solver.decide.advice import Call, Candidate
from solver.decide.estimates import Mean, PairedDifference
from solver.decide.evaluators import Answers
from solver.decide.plan import Workers
from solver.decide.saved import SavedState
from solver.game.course import replay
from solver.game.deal import Deal
from solver.game.house_rules import call_scoring, usual_house
from solver.game.move import Move
from solver.game.position import Position
from solver.game.scoring import find_scoring
from solver.game.variants import HOKM, SATAT, VARIANTS, find_variant
from solver.open.questions import solve
from solver.open.review import kept_line
from solver.players import (
    CallLoss,
    Grade,
    GradedCard,
    HandReview,
    PlayerSummary,
    View,
    Watch,
    check_players_know,
    deal_of,
    find_player,
    hand_review,
    play_hand,
    record_of,
    review_hand,
    review_match,
)
from solver.players.grading import grade_of, is_open, simple_win, thresholds
from solver.players.hand_review import MOST_WORLDS, _Decision, _Grader
from solver.players.match_review import _persons
from solver.record import read_match, replay_match
from solver.views.review import _counted, match_review_view, review_view, scale_text

IR = find_scoring("ir").with_goon(3)
ALONE = Workers(1)


def drawn(parts: Iterable[RenderableType]) -> str:
    console = Console(width=100, file=StringIO())
    with console.capture() as text:
        for part in parts:
            console.print(part)
    return text.get()


def loss(mean: float, half: float = 0.0) -> Mean:
    return Mean.of(mean, mean - half, mean + half, 100)


@pytest.mark.parametrize(
    ("mean", "half", "thumb", "word"),
    [
        (0.0, 0, False, "best"),
        (0.019, 0, False, "best"),
        (0.5, 0.5, False, "best"),  # not surely above 0
        (0.02, 0, False, "fine"),
        (0.05, 0, False, "inaccuracy"),
        (0.10, 0.09, False, "mistake"),
        (0.10, 0.09, True, "inaccuracy"),
        (0.20, 0, True, "mistake"),
        (0.30, 0, True, "blunder"),
        (0.29, 0, False, "mistake"),
        (2.0, 1.0, False, "blunder"),
    ],
)
def test_the_scale(mean: float, half: float, thumb: bool, word: str) -> None:
    assert grade_of(loss(mean, half), thumb) == word


def test_the_scale_is_the_same_in_a_scoring_of_kots() -> None:
    """In satat a simple win is a seventh of a kot: a seventh of the loss has the same word."""
    kots = simple_win(call_scoring(usual_house(SATAT)))
    assert kots == pytest.approx(1 / 7)
    assert simple_win(call_scoring(usual_house(HOKM))) == 1
    for mean in (0.01, 0.03, 0.07, 0.12, 0.4):
        assert grade_of(loss(mean * kots, 0.001), unit=kots) == grade_of(loss(mean, 0.007))
    assert is_open(loss(0.12 * kots, 0.05 * kots), False, kots)
    assert not is_open(loss(0.12, 0.01), False, kots)


def test_losses_name_their_unit_and_the_lines_in_it() -> None:
    points, kots = (call_scoring(usual_house(game)) for game in (HOKM, SATAT))
    assert thresholds(points) == {
        "fine": 0.02,
        "inaccuracy": 0.05,
        "mistake": 0.10,
        "blunder": 0.30,
        "mistake_of_thumb": 0.20,
    }
    assert thresholds(kots) == pytest.approx({k: v / 7 for k, v in thresholds(points).items()})
    assert "in points: fine from 0.02, an inaccuracy from 0.05, a mistake from 0.10" in scale_text(
        points
    )
    assert "in kots: fine from 0.003, an inaccuracy from 0.007, a mistake from 0.014" in scale_text(
        kots
    )
    start = Position.start("0:AK.2.. 43..2. 65.3.. Q.A.A.", "S", 0, SATAT)
    line = solve(start, ("line",)).line
    assert line is not None
    found = review_hand(start, list(line.cards), seed=1)
    said = " ".join(str(getattr(part, "plain", "")) for part in review_view(found))
    assert "faults cost 0.000 kots" in said
    assert "Losses in kots (India and Pakistan)" in said
    assert "points" not in said
    told = found.to_dict()
    assert (told["unit"], told["thresholds"]) == ("kots", thresholds(kots))


def test_more_worlds_are_asked_where_they_may_change_what_counts() -> None:
    assert is_open(loss(0.12, 0.05), False)
    assert not is_open(loss(0.12, 0.01), False)
    assert not is_open(loss(0.12, 0.05), True)
    assert is_open(loss(0.18, 0.05), True)
    assert is_open(loss(0.32, 0.05), False)
    assert is_open(loss(0.5, 0.6), False)
    assert not is_open(loss(0.04, 0.05), False)
    assert is_open(loss(0.04, 0.05), False, least=0.05)
    assert is_open(loss(0.06, 0.07), True, least=0.05)
    assert not is_open(loss(0.04, 0.005), False, least=0.05)


def ending(seed: int, cards: int) -> Watch:
    deal, _ = deal_of(HOKM, np.random.SeedSequence(seed))
    hands = tuple(Hand.of(list(hand)[::-1][:cards]) for hand in deal.hands)
    done = 13 - cards
    taken = (done // 2, done - done // 2)
    return Watch(Position.start(Deal(hands), Suit.SPADES, 0, taken=taken, tricks_done=done))


def test_sampled_losses_are_not_too_large() -> None:
    """Each half of the worlds measures what the other chose: the mean of many short samples of any
    card is its loss over all worlds, or less, where a half chose another card as the best."""
    rng = random.Random(3)
    off = []
    for seed in range(40):
        view = ending(seed, 3).view()
        if len(view.groups) == 1:
            continue
        mine = rng.randrange(len(view.groups))
        exact = _Grader(IR, 1).decision(view, view.groups, mine).look(10**6)
        assert exact.exact
        assert not (exact.same and exact.loss.mean)
        some = [_Grader(IR, k).decision(view, view.groups, mine).look(60) for k in range(8)]
        assert not any(each.exact for each in some)
        off.append(np.mean([(each.loss.mean or 0) - (exact.loss.mean or 0) for each in some]))
    assert len(off) > 20
    assert -0.05 < np.mean(off) < 0.02


class Drawn:
    """Codes drawn at random in place of the search: each card wins with a chance of its own.

    In 85 of 100 worlds luck is the same for all cards, so that they differ as in real hands.
    """

    def __init__(self, chances: dict[Card, float], seed: int) -> None:
        self.chances = chances
        self.rng = np.random.default_rng(seed)
        self.asked: list[tuple[int, int]] = []

    def classes(self, worlds: np.ndarray, moves: Sequence[Move]) -> Answers:
        self.asked.append((len(worlds), len(moves)))
        luck = self.rng.random((len(worlds), len(moves)))
        luck = np.where(self.rng.random((len(worlds), 1)) < 0.85, luck[:, :1], luck)
        won = luck < np.array([self.chances[move.card] for move in moves])
        codes = np.where(won, 1, -1).astype(np.int8)
        return Answers(codes, codes)


def drawn_choice(chances: Sequence[float], mine: int, seed: int) -> tuple[_Decision, Drawn]:
    """The first lead of a hand, whose cards win so often, and what was asked of the search."""
    deal, _ = deal_of(HOKM, np.random.SeedSequence(4))
    view = Watch(Position.start(deal, Suit.SPADES)).view()
    groups = view.groups[: len(chances)]
    assert len(groups) == len(chances)
    decision = _Grader(IR, seed).decision(view, groups, mine)
    drawn = Drawn(dict(zip(decision.cards, chances, strict=True)), seed)
    decision.evaluator = drawn  # type: ignore[assignment]
    return decision, drawn


def test_worlds_are_kept_and_cards_far_behind_are_left_out() -> None:
    decision, search = drawn_choice([0.7, 0.68, 0.2, 0.3, 0.69], 2, 1)
    assert decision.look(100).loss.n == 100
    assert decision.look(400).loss.n == 400
    assert search.asked[0] == (100, 5)
    assert search.asked[1] == (300, 4)  # all but the fourth; the third was played
    assert not decision.look(800).same


@pytest.mark.parametrize(
    ("cost", "worlds"), [(1, 800), (100, 200), (250, 100), (251, 50), (501, 25), (9999, 25)]
)
def test_a_decision_costs_no_more_than_allowed(cost: int, worlds: int) -> None:
    """Each answer takes so many nodes, of 100,000 for four cards: worlds are left out, not cards.

    The loss is 0.10 all the while, on the line of a mistake."""
    decision, search = drawn_choice([0.6, 0.55, 0.6, 0.6], 1, 3)
    spent = SimpleNamespace(nodes=7)
    decision.nodes, decision.solvers = 100_000, lambda: spent  # type: ignore[assignment]

    def classes(worlds: np.ndarray, cards: Sequence[Card]) -> Answers:
        spent.nodes += cost * len(worlds) * len(cards)
        return Drawn.classes(search, worlds, cards)

    decision.evaluator.classes = classes  # type: ignore[method-assign]
    verdict = decision.settled(800, lambda loss: True)
    assert verdict.loss.n == worlds
    assert worlds == 25 or spent.nodes <= 100_007


def test_the_chance_to_win_is_that_of_the_side_of_the_seat() -> None:
    """Codes speak of seats 0 and 2, who win in nine of ten worlds after the card played."""
    watch = Watch(Position.start(deal_of(HOKM, np.random.SeedSequence(4))[0], Suit.SPADES))
    for expected in (0.9, 0.1):
        view = watch.view()
        decision = _Grader(IR, 1).decision(view, view.groups[:2], 0)
        chances = dict(zip(decision.cards, (0.9, 0.3), strict=True))
        decision.evaluator = Drawn(chances, 1)  # type: ignore[assignment]
        assert decision.look(400).win.p == pytest.approx(expected, abs=0.05)
        watch.play(watch.position.legal()[0])


def test_an_answer_left_open_widens_the_interval() -> None:
    """In every fifth world two of three cards may win or lose: their means are known within 0.2
    points, what lies between them within 0.4."""
    decision, search = drawn_choice([0.6, 0.2, 0.6], 1, 5)
    sure = decision.look(400)
    assert sure.loss.low > 0
    decision, search = drawn_choice([0.6, 0.2, 0.6], 1, 5)

    def classes(worlds: np.ndarray, cards: Sequence[Card]) -> Answers:
        worst, best = (codes.copy() for codes in Drawn.classes(search, worlds, cards))
        worst[::5, 1:], best[::5, 1:] = -1, 1
        return Answers(worst, best)

    decision.evaluator.classes = classes  # type: ignore[method-assign]
    verdict = decision.look(400)
    wider = (verdict.loss.high - verdict.loss.low) - (sure.loss.high - sure.loss.low)
    assert 0.7 < wider < 0.9
    assert verdict.win.bounds is not None
    assert verdict.win.undecided == 80
    assert not verdict.same


def test_what_a_decision_costs_does_not_depend_on_those_before() -> None:
    """The table of a thread is emptied: the same nodes, so that the same worlds are solved."""
    variant = find_variant("double_sar")
    hand = play_hand(
        *deal_of(variant, np.random.SeedSequence(3)), [find_player("thumb")] * 4, variant
    )
    watch = Watch(Position.start(Deal(hand.record.deal), hand.record.trump, 0, variant))
    grader, views = _Grader(call_scoring(usual_house(variant)), 1), []
    for card in [card for trick in hand.record.tricks for card in trick.cards][:36]:
        if len(watch.plays) > 26 and len(watch.view().groups) > 1:
            views.append(watch.view())
        watch.play(card)
    assert len(views) > 1

    def spent(view: View) -> tuple[int, Mean]:
        decision = grader.decision(view, view.groups, 0, 20_000)
        verdict = decision.settled(400, lambda loss: True)
        return decision.spent, verdict.loss

    assert [spent(view) for view in views] == [spent(view) for view in views[::-1]][::-1]


@pytest.mark.parametrize(("lost", "mistakes"), [(0.0, 0), (0.04, 0), (0.15, 30), (0.24, 30)])
def test_verdicts_do_not_depend_on_the_seed(lost: float, mistakes: int) -> None:
    """A loss half as large again as that of a mistake is one, and less than half of it is none:
    with thirty seeds at most twice otherwise."""
    found = []
    for seed in range(30):
        decision, _ = drawn_choice([0.6, 0.6 - lost / 2, 0.55], 1, seed)
        verdict = decision.settled(MOST_WORLDS[0][1], lambda loss: is_open(loss, False))
        assert verdict.loss.n <= MOST_WORLDS[0][1]
        found.append(grade_of(verdict.loss, False))
    named = sum(grade in (Grade.MISTAKE, Grade.BLUNDER) for grade in found)
    assert abs(named - mistakes) <= 2, Counter(found)


def test_an_ending_card_by_card() -> None:
    """Three cards each at 6-4: the ace of trumps is the seventh trick, now or later."""
    start = Position.start("0:A.3.2. K.A.3. 2.4.4. 3.5.5.", "S", 0, taken=(6, 4), tricks_done=10)
    play = ["H3", "HA", "H4", "H5", "SK", "S2", "S3", "SA", "D2", "D3", "D4", "D5"]
    found = review_hand(start, play, IR, seed=1, workers=ALONE)
    first = found.cards[0]
    assert first.grade is Grade.EQUAL
    assert [card.grade for card in found.cards[1:4]] == [Grade.FORCED] * 3
    # the seventh trick falls in the second trick; the last one is not judged
    assert [card.grade for card in found.cards[8:]] == [None] * 4
    assert found.turning_point is None
    assert found.class_changes == ()


def test_a_blunder_is_named_with_the_better_card() -> None:
    """At 6-0 the ace of trumps makes the kot; the low card lets it go."""
    deal = "0:AQ.2.K.T54 K4.A.AQ.32 32.K.J9.98 J9.Q.T8.76"
    start = Position.start(deal, "S", 0, taken=(6, 0), tricks_done=6)
    found = review_hand(start, ["H2", "HA"], IR, seed=1, workers=ALONE)
    card = found.cards[0]
    assert card.grade is Grade.BLUNDER
    assert card.better == (Card.parse("SA"),)
    assert card.loss is not None
    assert card.loss.low > 0.3
    assert card.opened.loss is not None
    assert card.opened.loss.classes == 1
    assert found.turning_point is card
    assert found.class_changes == (card,)
    player = found.player(0)
    assert (player.cards, player.judged, player.grades[Grade.BLUNDER]) == (1, 1, 1)
    assert player.lost == card.lost == card.loss.mean
    (line,) = found.lines
    assert (line.place, line.played, line.line.outcome) == (0, Card.parse("H2"), Outcome.KOT_A)
    assert line.line.cards[0] != Card.parse("H2")
    said = json.loads(json.dumps(found.to_dict()))
    assert said["turning_point"] == 0
    assert said["players"][0]["grades"]["blunder"] == 1
    assert said["cards"][0]["better"] == ["SA"]
    assert said["lines"][0]["class"] == "KOT_A"
    assert said["lines"][0]["reasons"][0]["cards"][0]["reasons"]
    text = drawn(review_view(found))
    assert "With open hands, from trick 7, seat 0, ♠A in place of ♥2: kot A" in text
    again = review_hand(start, ["H2", "HA"], IR, seed=1, workers=Workers(2))
    assert again.to_dict() == found.to_dict()
    quick = review_hand(start, ["H2", "HA"], IR, quick=True)
    assert [each.grade for each in quick.cards] == [None, None]
    assert quick.class_changes[0].card == Card.parse("H2")


def test_the_call_against_the_book() -> None:
    start = Position.start("0:A.2.. K.3.. Q.4.. J.5..", "S")
    nothing = Mean.of(0.0, 0.0, 0.0, 900)

    def call(suit: Suit, **more: Any) -> Candidate:
        return Candidate(suit.letter, 900, {}, nothing, {}, suit, **more)

    advice = BookAdvice(
        question=Call(hand=Hand.parse("A.2.."), variant=HOKM, scoring=IR),
        candidates=(
            call(Suit.HEARTS),
            call(Suit.CLUBS, behind=PairedDifference(nothing, 1.0), same=True),
            call(Suit.SPADES, behind=PairedDifference(Mean.of(0.12, 0.1, 0.14, 900), 1e-9)),
        ),
        confidence=0.97,
        level=0.01,
        method="open hand",
        turned_up=nothing,
        percentile=0.5,
        n=900,
        worth=900.0,
        deals=900,
        seeds=(1,),
        engines=(),
    )
    found = review_hand(start, ["SA"], IR, quick=True, advice=advice)
    assert found.call is not None
    assert (found.call.best, found.call.loss.mean, found.call.sure) == (Suit.HEARTS, 0.12, True)
    assert found.to_dict()["call"]["best"] == "H"
    text = " ".join(str(part) for part in review_view(found))
    assert "The call ♠ costs 0.12 points against ♥, by the book." in text
    for trump in (Suit.HEARTS, Suit.CLUBS):  # the best call, and one with the same cards
        assert not CallLoss.of(advice, trump).sure


def test_a_line_keeps_the_class_from_every_card() -> None:
    """Played to the end in place of the record, it gives the class that the hand had there."""
    rng = random.Random(5)
    for seed in range(6):
        start = ending(seed, 4).position
        play: list[Card] = []
        now = start
        while not now.over:
            play.append(rng.choice(now.legal()))
            now = now.play(play[-1])
        known = review_hand(start, play, IR, quick=True, lines=range(16))
        assert [line.place for line in known.lines] == list(range(16))
        for line, card in zip(known.lines, known.cards, strict=True):
            assert line.played == card.card
            assert line.line.outcome == card.opened.class_before
            assert line.line.value == card.opened.class_value_before
            assert replay(start, [*play[: line.place], *line.line.cards]).over
    with pytest.raises(PlayError, match="no line begins after 16 cards: 16 were played, and"):
        kept_line(start, play, 16)
    with pytest.raises(PlayError, match="after 2 cards: 1 were played"):
        kept_line(start, play[:1], 2)
    assert kept_line(start, play[:1], 1).played is None


@pytest.mark.slow
def test_the_line_of_a_fault_begins_with_a_better_card() -> None:
    """In the example of the README, where open hands say that the fault cost nothing."""
    match = read_match(Path("docs/examples/match.txt").read_text(encoding="utf-8"))
    found = review_match(match, seed=1, number=1, workers=ALONE).hands[1]
    faults = [place for place, card in enumerate(found.cards) if card.fault]
    assert faults
    assert {line.place for line in found.lines} >= {16}  # trick 5: the turning point
    for line in found.lines:
        card = found.cards[line.place]
        if card.fault:
            assert line.line.cards[0] in card.better
        assert line.line.outcome == card.opened.class_before
        play = [each.card for each in found.cards[: line.place]]
        assert replay(found.start, [*play, *line.line.cards]).over


MATCH = """[Match "m"]
[Game "hokm"]
[Players "Ali, Reza, Sara, Mina"]

[Hand "1"]
[Caller "1"]
[Trump "S"]
[FirstFive "AQ.2.K.T"]
[Deal "0:AQ.2.K.T54 K4.A.AQ.32 32.K.J9.98 J9.Q.T8.76"]
[Play]
1. H2 HA HK HQ
*
[Result "WIN_A 7-3"]

[Hand "2"]
[Result "WIN_B 5-7"]

[Hand "3"]
[Trump "S"]
[Deal "0:AQ.2.K. K4.A.A. 32.K.J. J9.Q.T."]
[Play]
1. H2 HA HK HQ
*
"""


def test_a_player_is_the_same_person_in_every_hand_of_a_match() -> None:
    """Hand 1 is called by table seat 1, who wins and calls again; hand 3 by seat 2 after a loss."""
    match = review_match(read_match(MATCH, ""), seed=1, workers=ALONE)
    assert list(match.hands) == [1, 3]
    assert match.persons == {1: (1, 2, 3, 0), 3: (2, 3, 0, 1)}
    players = match.players
    assert [(p.seat, p.name) for p in players] == list(enumerate(["Ali", "Reza", "Sara", "Mina"]))
    for player in players:
        parts = [
            match.hands[number].player(match.persons[number].index(player.seat))
            for number in match.hands
        ]
        assert player.cards == sum(part.cards for part in parts) == 2
        assert player.judged == sum(part.judged for part in parts)
        assert player.grades == sum((part.grades for part in parts), Counter())
        assert player.lost == pytest.approx(sum(part.lost for part in parts))
        free = player.grades[Grade.FORCED] + player.grades[Grade.EQUAL]
        assert player.grades.total() - player.judged == free
    said = json.loads(json.dumps(match.to_dict()))
    assert [hand["hand"] for hand in said["hands"]] == [1, 3]
    assert said["players"][1]["name"] == "Reza"
    text = drawn(match_review_view(match))
    assert "The players over 2 hands" in text
    assert "Reza (seat 1)" in text
    with pytest.raises(OptionError, match="there is no hand 4"):
        review_match(read_match(MATCH, ""), number=4)
    with pytest.raises(OptionError, match="no hand of the record has cards"):
        review_match(read_match(MATCH, ""), number=2)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_three_persons_sit_at_a_table_of_four(number: int) -> None:
    """The lone one opposite the dummy; the seats of a hand begin with its caller and go round."""
    text = '[House "dummy"]\n[Results]\n9-4 lone=0\n10-3 lone=1\n'
    sheet = replay_match(read_match(text))
    lone, caller = {
        1: (0, sheet.entries[0].caller),
        2: (1, sheet.entries[1].caller),
        3: (sheet.state.lone, sheet.state.caller),
    }[number]
    assert lone is not None
    table = [lone, (lone + 1) % 3, None, (lone + 2) % 3]
    at = table.index(caller)
    assert _persons(sheet, number) == (*table[at:], *table[:at])


def test_a_loss_that_is_left_open_turns_no_hand() -> None:
    """The point is the greatest loss that is known, and none where nobody made a fault."""
    known, open_, none = (
        GradedCard(1, 0, Card.parse(card), Grade.BLUNDER, lost, 9, False, (), None)  # type: ignore[arg-type]
        for card, lost in (
            ("SA", Mean.of(0.4, 0.3, 0.5, 9)),
            ("SK", Mean(Between(0.2, 0.9), 0.1, 1.0, 9)),
            ("SQ", None),
        )
    )
    start = Position.start("0:AQ... KJ... T9... 87...", "S")
    assert HandReview(start, (none, open_, known), IR, 1).turning_point is known
    assert HandReview(start, (replace(known, grade=Grade.FINE),), IR, 1).turning_point is None


def test_forced_cards_are_not_judged_and_calls_add_up() -> None:
    one = PlayerSummary.of(0, (), CallLoss(Suit.SPADES, Suit.HEARTS, loss(0.2), True))
    two = PlayerSummary.of(0, (), CallLoss(Suit.SPADES, Suit.HEARTS, loss(0.3), False))
    both = one + two + PlayerSummary.of(0, (), None)
    assert (both.calls, both.call_lost) == (2, 0.2)


def test_why_a_call_is_not_judged(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    from solver.book import reader

    monkeypatch.setattr(reader, "DATA", tmp_path)
    match = review_match(read_match(MATCH, ""), quick=True)
    assert match.hands[1].call is None
    assert "`hakem trump AQ.2.K.T --variant hokm`" in match.hands[1].call_unjudged
    assert match.hands[3].call_unjudged == "the record does not tell the first five cards"
    assert "not judged: the record" in drawn(review_view(match.hands[3]))


def test_where_nobody_calls_there_is_no_call_to_judge() -> None:
    variant = find_variant("beranga")
    deal, five = deal_of(variant, np.random.SeedSequence(5))
    hand = play_hand(deal, five, [find_player("random")] * 4, variant, 1).record
    judged = 0
    for trump in (None, *Suit):  # the play tells the trump, and so may a tag
        record = record_of([replace(hand, number=1, trump=trump)], variant)
        try:
            found = review_match(record, quick=True).hands[1]
        except HakemError:  # another one
            continue
        assert (found.call, found.call_unjudged) == (None, "")
        judged += 1
    assert judged == 2


def test_the_call_of_a_record_against_a_book(fake_book, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """A book of made-up results: the loss is what the book says of the first five."""
    from solver.book import reader

    monkeypatch.setattr(reader, "DATA", fake_book.parent)
    record = read_match(MATCH, "")
    scoring = record.scoring
    advice = reader.Book(fake_book).advise(Hand.parse("AQ.2.K.T"), scoring=scoring)
    found = review_match(record, quick=True).hands[1]
    assert found.call is not None
    assert found.call.best == advice.best.trump
    assert found.call_unjudged == ""
    if advice.best.trump != Suit.SPADES:
        assert found.call.loss == advice[Suit.SPADES].behind.difference
    assert found.player(0).calls == 1
    assert found.player(1).calls == 0
    assert "by the book" in drawn(review_view(found))


def test_what_cannot_be_reviewed_is_refused() -> None:
    start = Position.start("0:A... K... Q... J...", "S")
    with pytest.raises(OptionError, match="more than the class"):
        review_hand(start, ["SA"], find_scoring("daba"))
    alone = {"daba", "dummy", "two", "three"}
    for variant in VARIANTS:
        if variant.family not in alone:
            check_players_know(variant)
            continue
        with pytest.raises(VariantError, match=f"no card of {variant.name} can be judged from"):
            check_players_know(variant)
    two = find_variant("two_hokm")
    start = Position.start("0:A.A.. K.K..", "S", variant=two)
    with pytest.raises(VariantError, match=r"two_hokm .* threw away"):
        review_hand(start, ["HA"])
    assert review_hand(start, ["HA"], quick=True).cards[0].grade is None


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", ["band_rang", "trup_kasiet", "dehla_five_card"])
def test_cards_are_judged_where_their_seat_could_know_what_fits(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the trump is hidden only the caller is judged; before the later cards nobody is."""
    monkeypatch.setattr(hand_review, "WORLDS", 8)
    monkeypatch.setattr(hand_review, "MOST_ELSEWHERE", ((17, 8),))
    variant = find_variant(game)
    deal, five = deal_of(variant, np.random.SeedSequence(7))
    hand = play_hand(deal, five, (find_player("thumb"),) * 2, variant, 1).record
    record = record_of([replace(hand, number=1)], variant)
    match = review_match(record, seed=1, node_limit=1000, workers=ALONE)
    found = match.hands[1].cards
    hidden = [card for card in found if card.unjudged]
    judged = [card for card in found if card.loss is not None]
    assert judged
    assert all(card.grade is None and card.loss is None and card.worlds == 0 for card in hidden)
    (why,) = {card.unjudged for card in hidden}
    if game == "dehla_five_card":
        assert why == "the later cards were not dealt yet"
        assert max(card.trick for card in hidden) < min(card.trick for card in judged)
    else:
        assert why == "the trump was hidden from this seat"
        assert all(card.seat != 0 for card in hidden)
        assert judged[0].seat == 0
    assert why in " ".join(drawn(review_view(match.hands[1], every=True)).split())
    said = match.hands[1].to_dict()["cards"][found.index(hidden[0])]
    assert (said["unjudged"], said["grade"]) == (why, None)


@pytest.mark.parametrize(
    ("number", "grade", "said"),
    [(1, Grade.MISTAKE, "1 mistake"), (2, Grade.BLUNDER, "2 blunders"), (2, Grade.FINE, "2 fine"),
     (3, Grade.INACCURACY, "3 inaccuracies")],
)  # fmt: skip
def test_grades_are_counted_in_words(number: int, grade: Grade, said: str) -> None:
    assert _counted(number, grade) == said


def test_the_command(hakem) -> None:  # type: ignore[no-untyped-def]
    example = "docs/examples/match.txt"
    said = hakem("review", example, "--quick", "--all", "--number", "1")
    assert said.code == 0, said.err
    assert "With open hands no card gives the class away." in said.out
    assert said.out.count("costs nothing") + said.out.count("fewer") == 28
    assert hakem("review", example, "--number", "99").code == 2
    results = hakem("review", "-", stdin='[Match "m"]\n[Results]\nWIN_A 8-5\n')
    assert results.code == 2
    assert "only results are recorded" in results.err


def test_the_command_shows_lines_and_players(hakem, tmp_path) -> None:  # type: ignore[no-untyped-def]
    file, page = tmp_path / "match.hkm", tmp_path / "match.html"
    file.write_text(MATCH, encoding="utf-8")
    said = hakem("review", str(file), "--seed", "1", "--jobs", "1", "--html", str(page))
    assert said.code == 0, said.err
    assert "The players over 2 hands" in said.out
    assert "With open hands, from trick 1, seat 0" in said.out
    assert "lines that keep the class" in page.read_text(encoding="utf-8")
    found = json.loads(hakem("review", str(file), "--seed", "1", "--jobs", "1", "--json").out)
    assert [hand["hand"] for hand in found["hands"]] == [1, 3]
    (match,) = found["matches"]
    assert sum(player["cards"] for player in match["players"]) == 8
    line = hakem("review", str(file), "--quick", "--number", "3", "--line", "1.2")
    assert "With open hands, from trick 1, seat 1: " in line.out  # it begins with the card played
    assert "expected --number" in hakem("review", str(file), "--quick", "--line", "1.2").err
    late = hakem("review", str(file), "--quick", "--number", "3", "--line", "2.2")
    assert (late.code, "--line 2.2: the record ends with card 4" in late.err) == (2, True)


def test_a_played_hand_end_to_end(hakem, tmp_path) -> None:  # type: ignore[no-untyped-def]
    deal, _ = deal_of(HOKM, np.random.SeedSequence(2))
    hands = [Hand.of(list(hand)[:5]) for hand in deal.hands]
    lead = str(next(iter(hands[0])))
    file = tmp_path / "hand.hkm"
    cards = " ".join(map(str, hands))
    file.write_text(f'[Trump "S"]\n[Deal "0:{cards}"]\n[Play]\n1. {lead}\n*\n', encoding="utf-8")
    said = hakem("review", str(file), "--seed", "1", "--json", "--jobs", "1")
    assert said.code == 0, said.err
    (card,) = json.loads(said.out)["hands"][0]["cards"]
    assert card["card"] == lead
    assert card["grade"] in list(Grade)
    text = hakem("review", str(file), "--seed", "1", "--all", "--jobs", "1").out
    assert f"seat 0: 1 {card['grade']}" in text


@pytest.mark.parametrize("game", ["hokm", "beranga"])
def test_a_review_taken_up_again_says_the_same(game: str, tmp_path: Path) -> None:
    """Stopped after each card in turn: at the end no card has been judged twice, nor otherwise."""
    variant = find_variant(game)
    deal, five = deal_of(variant, np.random.SeedSequence(5))
    hand = play_hand(deal, five, [find_player("random")] * 4, variant, 1).record
    cards = [str(card) for trick in hand.tricks for card in trick.cards]
    position = replay(Position.start(deal, hand.trump, 0, variant), cards[:-12])
    play, path = cards[-12:], tmp_path / "cards"
    told: list[float] = []
    whole = review_hand(position, play, seed=4, workers=ALONE, progress=told.append)
    assert any(card.loss is not None for card in whole.cards)
    assert told == [number / 12 for number in range(1, 13)]

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    for number in range(1, len(play) + 1):
        cut = review_hand(position, play, seed=4, workers=ALONE, resume=path, progress=stop)
        assert (cut.interrupted, cut.cards, cut.lines) == (True, whole.cards[:number], ())
    for seed in (4, None):
        assert review_hand(position, play, seed=seed, resume=path, progress=stop) == whole
    with pytest.raises(ResumeError, match=r"its seed is 4, not 5"):
        review_hand(position, play, seed=5, resume=path)
    other = f"its play of hand 1 from card 9 on is {' '.join(play[8:])}, not none"
    with pytest.raises(ResumeError, match=other):
        review_hand(position, play[:-4], resume=path)
    with pytest.raises(OptionError, match="a quick review judges no card"):
        review_hand(position, play, quick=True, resume=path)
    kept = SavedState(path, json.loads(path.read_bytes().split(b"\n", 1)[1])["question"])
    kept.write({"1": [{"grade": "splendid"}]})
    with pytest.raises(ResumeError, match="damaged"):
        review_hand(position, play, resume=path)


def test_a_match_resumes_hand_by_hand(hakem, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """One hand first, then all: the whole review is as if it had been asked at once."""
    file, path = tmp_path / "match.hkm", tmp_path / "cards"
    file.write_text(MATCH, encoding="utf-8")
    words = ("review", str(file), "--seed", "1", "--jobs", "1", "--json")
    assert hakem(*words, "--resume", str(path), "--number", "3").code == 0
    some = path.read_bytes()
    assert hakem(*words, "--resume", str(path)).out == hakem(*words).out
    assert path.read_bytes() != some
    for words, why in {
        ("--seed", "2"): "keeps another question: its seed is 1, not 2",
        ("--quick",): "a quick review judges no card: there is nothing to resume",
        (str(file),): "a file keeps the review of one record, not of 2",
    }.items():
        said = hakem("review", str(file), *words, "--resume", str(path))
        assert said.code == 2
        assert why in said.err


def test_replay_reviews_as_well(hakem, tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "hand.hkm"
    deal = "0:AQ... KJ... T9... 87..."
    file.write_text(f'[Trump "S"]\n[Deal "{deal}"]\n[Play]\n1. SQ SK S9 S7\n*\n', encoding="utf-8")
    said = hakem("replay", str(file), "--review", "--json")
    assert said.code == 0, said.err
    (hand,) = json.loads(said.out)["hands"]
    assert [card["card"] for card in hand["cards"]] == ["SQ", "SK", "S9", "S7"]
    assert hakem("replay", str(file), "--review", "--write", "-").code == 2
    seeded = hakem("replay", str(file), "--review", "--seed", "5", "--json")
    assert json.loads(seeded.out)["hands"][0]["seed"] == 5
    alone = hakem("replay", str(file), "--seed", "5")
    assert (alone.code, "give it with --review" in alone.err) == (2, True)


def test_cards_that_were_dropped_are_no_end_of_a_review() -> None:
    """An executor that drops its work, as a cluster does whose scheduler is lost."""
    deal, five = deal_of(HOKM, np.random.SeedSequence(5))
    hand = play_hand(deal, five, [find_player("random")] * 4, HOKM, 1).record
    cards = [str(card) for trick in hand.tricks for card in trick.cards]
    position = replay(Position.start(deal, hand.trump, 0, HOKM), cards[:-12])
    play = cards[-12:]
    whole = review_hand(position, play, seed=4, workers=ALONE)
    with Forgetful(5) as pool, pytest.raises(UnfinishedError, match="was dropped") as end:
        review_hand(position, play, seed=4, workers=Workers(None, pool))
    known = end.value.known
    assert (known.interrupted, known.cards, known.lines) == (True, whole.cards[:5], ())


@pytest.mark.slow
def test_a_review_is_written_into_its_record(hakem, tmp_path) -> None:  # type: ignore[no-untyped-def]
    """The marks, costs and better cards of all faults, in a record that is read as it was."""
    source = Path("docs/examples/match.txt")
    path = tmp_path / "reviewed.hkm"
    words = ["review", str(source), "--seed", "1", "--number", "1", "--jobs", "1"]
    ran = hakem(*words, "--write", path, "--json")
    assert ran.code == 0, ran.err
    assert "the record with 4 comments" in ran.err
    text = path.read_text(encoding="utf-8")
    assert read_match(text) == read_match(source.read_text(encoding="utf-8"))
    signs = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
    for card in json.loads(ran.out)["hands"][0]["cards"]:
        if card["grade"] in signs:
            cost = f"{signs[card['grade']]} {card['grade']}, {card['loss']['mean']:.3g} points"
            assert f"{card['card']} {{{cost}; better {' '.join(card['better'])}}}" in text
    again = hakem("review", path, "--seed", "1", "--number", "1", "--jobs", "1", "--json")
    assert again.out == ran.out
    assert "--write: a quick review" in hakem("review", source, "--quick", "--write", path).err
    two = hakem("review", source, source, "--write", path)
    assert (two.code, "--write: one record is written, not 2" in two.err) == (2, True)
