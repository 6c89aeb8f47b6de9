"""Pictures of records: what `rich.print` and a notebook show of them."""

import importlib
import pkgutil
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

import solver
import solver.views
from solver import Deal, Position, book, find_variant, match, table
from solver.base.drawn import Drawn, kind_of
from solver.open.stock_draw import StockDraw, solve_draw
from solver.players import (
    Source,
    ThumbPlayer,
    play_duel,
    play_league,
    review_archive,
    review_hand,
    review_match,
)
from solver.record import read_match, replay_match

LOST_KOT = Path(__file__).parents[2] / "docs" / "examples" / "lost_kot.txt"
ENDING = "0:AK..2. ..A.32 .AKQ.. Q.J.K."


@pytest.fixture(scope="module")
def drawn(fake_book):
    """One record of each kind that can be drawn, and words that must be in it."""
    small_book = book.Book(fake_book)
    deal = Deal.parse(ENDING)
    sheet = replay_match(read_match("[Results]\nWIN_A 8-5\n"))
    advice = solver.advise_trump("AQ.K84..", plan=solver.Plan(samples=2, seed=1))
    kots = solver.kot_chances("AQ.K84..", "S", plan=solver.Plan(samples=16, seed=1))
    knowledge = solver.Knowledge.seen_by(3, "AK2.AK2.AK2.AKQJ", trump="C", play="S3 S4 S5")
    card = solver.advise_play(knowledge, plan=solver.Plan(samples=4, seed=1))
    thumb = ThumbPlayer()
    duel = play_duel(thumb, thumb, 2, seed=1, workers=solver.Workers(1))
    league = play_league([thumb] * 3, 1, seed=1, workers=solver.Workers(1))
    match_text = (LOST_KOT.parent / "match.txt").read_text(encoding="utf-8")
    archive = review_archive([Source("a", match_text)], quick=True, workers=solver.Workers(1))
    ending = Position.start(deal, "H")
    answer = solver.solve(ending, ("class", "leads", "line", "reasons"))
    advised = small_book.advise("K2.A84..")
    draw = StockDraw.parse("0:AK..2. QJ...2", "S3 S4 S5 S6", solver.Suit.SPADES, cards=4)
    play = [*(str(card) for card in answer.line.cards)]
    played = review_match(read_match(LOST_KOT.read_text(encoding="utf-8")), quick=True)
    house = match.usual_house(find_variant("hokm"))
    opening = solver.study_opening(
        solver.Hand.parse("AQ.K84.."), house, float, plan=solver.Plan(samples=8, seed=1)
    )
    return [
        (deal, ["seat 0", "♠"]),
        (Position.start(deal, None), ["seat 0 to play"]),
        (answer, ["bavney", "best play", "cards played in"]),
        (solve_draw(draw), ["stock", "seat 0:"]),
        (review_hand(ending, play, seed=1), ["seat 3:", "Losses in points"]),
        (played, ["With open hands"]),
        (advised, ["From the book: 1,024 deals", "clearly best"]),
        (book.learn(book.HandTable(small_book)), ["longest suit", "Shapes"]),
        (opening, ["name", "8 deals solved"]),
        (table(deal), ["seat 3 calls", "kot"]),
        (find_variant("hokm"), ["also called", "stop_rule"]),
        (sheet, ["hand", "dealer"]),
        (advice, ["too close to call after 2 deals", "2 deals solved"]),
        (kots, ["goon kot", "16 deals solved"]),
        (duel, ["come out even on every deal", "4 hands"]),
        (archive, ["1 record, 1 hand", "Sara"]),
        (league, ["1 deal for each pair", "Too close to call"]),
        (card, ["on the table ♠3 ♠4 ♠5", "kot against", "4 deals solved"]),
    ]


def test_every_record_with_a_picture_has_both(plain_terminal, drawn):
    seen = set()
    for record, words in drawn:
        console = Console(width=100, highlight=False)
        with console.capture() as capture:
            console.print(record)
        html = record._repr_html_()
        assert html.startswith('<div class="hakem"><style>')
        said = re.sub(r"<[^>]+>|\ufe0e", "", html)
        for word in words:
            assert word in capture.get(), type(record)
            assert word in said, type(record)
        seen.add(kind_of(record))
    assert seen == set(solver.views._VIEWS)


def test_every_record_that_says_so_can_be_drawn():
    """Each class that asks for its drawing has one: `Drawn` and those below it."""
    for module in pkgutil.walk_packages(solver.__path__, "solver."):
        if not module.name.startswith("solver.core"):
            importlib.import_module(module.name)
    below, found, bases = [Drawn], set(), set()
    while below:
        each = below.pop()
        found.add(each.__name__)
        if kinds := each.__subclasses__():
            below += kinds
            bases.add(each.__name__)  # of which there are no records
    answers = {name.partition(".")[0] for name in solver.views._VIEWS}
    assert found - bases == answers


PICTURES = {
    "BookAdvice.Call": "bars", "Deal": "hand", "HandReview": "timeline", "MatchReview": "timeline",
    "Position": "hand", "Sampled.BeforeTheLead": "bars", "Sampled.Call": "bars",
    "Sampled.CardToPlay": "bars", "Sampled.Kot": "bars", "Solution": "hand",
}  # fmt: skip


def test_records_have_their_pictures(drawn):
    """Hands and distributions are SVG that can be parsed, with what they show in words."""
    for record, _ in drawn:
        html = record._repr_html_()
        kind = PICTURES.get(kind_of(record))
        found = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
        assert bool(found) == (kind is not None), type(record)
        assert kind is None or f'class="{kind}"' in html, type(record)
        for picture in found:
            assert ElementTree.fromstring(picture).get("aria-label")


def test_the_course_of_a_hand_shows_who_wins_with_open_hands():
    """The chance to win is then 0 or 1: a strip of classes over the points, card by card."""
    played = review_match(read_match(LOST_KOT.read_text(encoding="utf-8")), quick=True)
    html = played._repr_html_()
    assert "All hands open: result and tricks of seats 0 and 2 with best play" in html
    found = re.findall(r"<svg[^>]*timeline.*?</svg>", html, re.DOTALL)
    svg = ElementTree.fromstring(found[0])
    assert svg.get("aria-label") == (
        "tricks of seats 0 and 2 with best play: from 10 to 10; kot, win after card 1"
    )
    wide = {
        part.get("class"): float(part.get("width").rstrip("%")) + 0.25
        for part in svg.iter("{http://www.w3.org/2000/svg}rect")
    }
    assert wide == {
        "part kot": pytest.approx(87 / 32, abs=0.02),
        "part win": pytest.approx(87 * 31 / 32, abs=0.02),
    }


def test_a_bar_is_as_long_as_its_share():
    """The segments of a bar add up to its whole width, and its label says the same shares."""
    advice = solver.advise_trump("AQ.K84..", plan=solver.Plan(samples=16, seed=1))
    svg = ElementTree.fromstring(re.findall(r"<svg class.*?</svg>|<svg[^>]*bars.*?</svg>",
                                            advice._repr_html_(), re.DOTALL)[-1])  # fmt: skip
    best = advice.best
    row = next(each for each in svg if each.get("class") == "row")
    wide = {}
    for part in row.iter("{http://www.w3.org/2000/svg}rect"):
        if part.get("class"):
            wide[part.get("class").split()[1]] = float(part.get("width").rstrip("%")) + 0.25
    assert sum(wide.values()) == pytest.approx(91, abs=0.1)
    won = best.shares[solver.Outcome.WIN_A]
    assert wide["win"] == pytest.approx(91 * won, abs=0.1)
    name = best.trump.name.lower()
    assert f"{name}: kot {100 * best.kot.p:.1f}%" in svg.get("aria-label")


def test_nothing_of_a_record_is_read_as_html(plain_terminal):
    sheet = replay_match(read_match('[Match "<b>ours"]\n[Results]\nWIN_A 8-5\n'))
    assert "<b>" not in sheet._repr_html_()
    assert "&lt;b&gt;" in sheet._repr_html_()


@pytest.mark.parametrize("word", ["seat 1", "♥"])
def test_a_deal_is_coloured(word):
    text = Deal.parse(ENDING).__rich__()
    at = text.plain.index(word)
    assert any(span.start <= at < span.end for span in text.spans)


LEAVE_OUT = (
    "Sheet",
    "Sampled.Call",
    "Sampled.CardToPlay",
    "BookAdvice.Call",
    "Sampled.BeforeTheLead",
    "MatchReview",  # the reasons of a line
    "Archive",
    "League",
)
"""They leave out columns on purpose where it is narrow: see tests/cli/test_widths.py."""


@pytest.mark.one_in(4)
@pytest.mark.parametrize("width", [120, 80, 60, 40])
def test_no_figure_is_cut_at_any_width(plain_terminal, width, drawn):
    """A table that is too wide becomes blocks, a bar becomes shorter."""
    wide = Console(width=200, highlight=False)
    narrow = Console(width=width, highlight=False)
    for record, _ in drawn:
        with wide.capture() as whole:
            wide.print(record)
        with narrow.capture() as shown:
            narrow.print(record)
        lines = shown.get().splitlines()
        assert max(map(len, lines)) <= width
        assert "…" not in shown.get()
        if kind_of(record) in LEAVE_OUT:
            continue
        figures = set(re.findall(r"[+-]?\d[\d.,]*%?", whole.get()))
        assert figures <= set(re.findall(r"[+-]?\d[\d.,]*%?", shown.get())), type(record)
        assert not [line for line in lines if set(line.strip()) <= set("█▓▒░·") and line.strip()]


def test_results_have_a_short_representation(drawn):
    for record, _ in drawn:
        assert len(repr(record)) < 120, type(record)
        assert "\n" not in repr(record)
    (sheet,) = [record for record, _ in drawn if type(record).__name__ == "Sheet"]
    assert repr(sheet) == "<Sheet: a match, 1 hand of hokm: 1 : 0>"
