"""Pictures of records: what `rich.print` and a notebook show of them."""

import re

import pytest
from rich.console import Console

import solver
import solver.views
from solver import Deal, Position, find_variant, table
from solver.players import ThumbPlayer, play_duel
from solver.record import read_match, replay_match

ENDING = "0:AK..2. ..A.32 .AKQ.. Q.J.K."


def drawn():
    """One record of each kind that has a picture, and words that must be in it."""
    deal = Deal.parse(ENDING)
    sheet = replay_match(read_match("[Results]\nWIN_A 8-5\n"))
    advice = solver.advise_trump("AQ.K84..", plan=solver.Plan(samples=2, seed=1))
    kots = solver.kot_chances("AQ.K84..", "S", plan=solver.Plan(samples=16, seed=1))
    knowledge = solver.Knowledge.seen_by(3, "AK2.AK2.AK2.AKQJ", trump="C", play="S3 S4 S5")
    card = solver.advise_play(knowledge, plan=solver.Plan(samples=4, seed=1))
    thumb = ThumbPlayer()
    duel = play_duel(thumb, thumb, 2, seed=1, workers=solver.Workers(1))
    return [
        (deal, ["seat 0", "AK"]),
        (Position.start(deal, None), ["seat 0 to play"]),
        (table(deal), ["seat 3 calls", "kot"]),
        (find_variant("hokm"), ["also called", "stop_rule"]),
        (sheet, ["hand", "dealer"]),
        (advice, ["too close to call after 2 deals", "2 deals solved"]),
        (kots, ["goon kot", "16 deals solved"]),
        (duel, ["come out even on every deal", "4 hands"]),
        (card, ["on the table ♠3 ♠4 ♠5", "kot against", "4 deals solved"]),
    ]


def test_every_record_with_a_picture_has_both(plain_terminal):
    seen = set()
    for record, words in drawn():
        console = Console(width=100, highlight=False)
        with console.capture() as capture:
            console.print(record)
        html = record._repr_html_()
        assert html.startswith(("<table>", "<pre"))
        for word in words:
            assert word in capture.get(), type(record)
            assert word in html, type(record)
        seen.add(type(record).__name__)
    assert seen == set(solver.views._VIEWS)


def test_nothing_of_a_record_is_read_as_html(plain_terminal):
    sheet = replay_match(read_match('[Match "<b>ours"]\n[Results]\nWIN_A 8-5\n'))
    assert "<b>" not in sheet._repr_html_()
    assert "&lt;b&gt;" in sheet._repr_html_()


@pytest.mark.parametrize("word", ["seat 1", "♥"])
def test_a_deal_is_coloured(word):
    text = Deal.parse(ENDING).__rich__()
    at = text.plain.index(word)
    assert any(span.start <= at < span.end for span in text.spans)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("width", [80, 60, 40])
def test_no_figure_is_cut_at_any_width(plain_terminal, width):
    """A table that is too wide becomes blocks, a bar becomes shorter."""
    wide = Console(width=200, highlight=False)
    narrow = Console(width=width, highlight=False)
    for record, _ in drawn():
        with wide.capture() as whole:
            wide.print(record)
        with narrow.capture() as shown:
            narrow.print(record)
        lines = shown.get().splitlines()
        assert max(map(len, lines)) <= width
        assert "…" not in shown.get()
        if type(record).__name__ in ("Sheet", "TrumpAdvice", "PlayAdvice"):
            continue  # they leave out columns on purpose: see tests/cli/test_match_commands.py
        figures = set(re.findall(r"[+-]?\d[\d.,]*%?", whole.get()))
        assert figures <= set(re.findall(r"[+-]?\d[\d.,]*%?", shown.get())), type(record)
        assert not [line for line in lines if set(line.strip()) <= set("█▓▒░·") and line.strip()]


def test_results_have_a_short_representation():
    for record, _ in drawn():
        assert len(repr(record)) < 120, type(record)
        assert "\n" not in repr(record)
    assert repr(drawn()[4][0]) == "<Sheet: a match, 1 hand of hokm: 1 : 0>"
