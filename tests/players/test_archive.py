"""An archive of records: players of known strength in their order, and figures that add up."""

import json

import pytest
from conftest import ROOT

from solver import Workers
from solver.base.errors import OptionError
from solver.players import Source, find_player, play_league, review_archive
from solver.record import read_match

MATCH = ROOT / "docs" / "examples" / "match.txt"
NAMES = ("random", "thumb", "playout:50")


def records(deals, seed):
    """A record for each hand of a league, as the table of `hakem duel` has it."""
    from cli.columns import duel_rows

    players = [find_player(name) for name in NAMES]
    league = play_league(players, deals, seed=seed, workers=Workers(1), keep_hands=True)
    rows = [row for duel in league.duels for row in duel_rows(duel)]
    return league, [Source(f"hand {n}", row["record"]) for n, row in enumerate(rows)]


@pytest.fixture(scope="module")
def played():
    return records(2, 5)


def test_what_a_side_won_is_luck_less_what_it_lost_more_than_the_other(played):
    """By hand: the points of a side, from the deal's worth and the cards of both sides."""
    _, sources = played
    for source in sources:
        found = review_archive([source], quick=True, workers=Workers(1))
        first, second = read_match(source.text).players[:2]
        told = {each.player: each for each in found.players}
        one, other = told[first], told[second]
        # Two seats of a side are one observation, their mean: the side lost twice that.
        net = one.luck.mean - 2 * one.lost.mean + 2 * other.lost.mean
        assert one.points.mean == pytest.approx(net)
        assert one.luck.mean == -other.luck.mean


def test_players_are_told_over_all_hands(played):
    league, sources = played
    found = review_archive(sources, quick=True, workers=Workers(1))
    assert (found.records, found.hands, found.unit) == (12, 12, league.scoring.unit)
    assert {each.player for each in found.players} == set(NAMES)
    assert {each.hands for each in found.players} == {8}
    standings = {each.player: each.points.mean for each in league.standings}
    for each in found.players:
        assert each.points.mean == pytest.approx(standings[each.player])
        assert each.lost.low <= each.lost.mean <= each.lost.high
        assert each.luck.mean == pytest.approx(0)  # each deal is played from both sides


@pytest.mark.slow
def test_a_random_player_is_told_apart_from_those_who_think():
    """96 hands each; the others are not told apart by open hands, which see more than they do."""
    _, sources = records(24, 1)
    found = review_archive(sources, quick=True)
    *others, worst = found.players
    assert worst.player == "random"
    assert all(each.lost.high < worst.lost.low for each in others)


def test_records_that_cannot_be_used_are_left_out_and_told(played):
    _, sources = played
    bad = [
        Source("torn", sources[0].text[:200] + "[Deal"),
        Source("nameless", sources[0].text.replace("[Players ", "[Event ")),
    ]
    found = review_archive([*bad, sources[0]], quick=True, workers=Workers(1))
    assert found.records == 1
    assert set(found.refused) == {"torn", "nameless"}
    assert "does not name its players" in found.refused["nameless"]
    with pytest.raises(OptionError, match="no record can be used: torn"):
        review_archive(bad, quick=True, workers=Workers(1))
    with pytest.raises(OptionError, match="there is no record"):
        review_archive([])


def test_an_archive_that_is_interrupted_tells_what_it_knows(played):
    _, sources = played

    def broken():
        yield from sources[:3]
        raise KeyboardInterrupt

    found = review_archive(broken(), quick=True, workers=Workers(1))
    assert found.interrupted
    assert found.records <= 3


def test_a_folder_and_a_table(hakem, played, tmp_path):
    pytest.importorskip("pyarrow")
    from solver.base.columns import written_rows

    _, sources = played
    folder = tmp_path / "records"
    (folder / "deeper").mkdir(parents=True)
    for number, source in enumerate(sources):
        place = folder / "deeper" if number % 2 else folder
        (place / f"{number:02}.hkm").write_text(source.text)
    (folder / "notes.md").write_text("no record")
    table = tmp_path / "hands.parquet"
    with written_rows(table, "parquet", "record:text") as rows:
        for source in sources:
            rows.add({"record": source.text})
    said = [
        json.loads(hakem("review", str(place), "--quick", "--seed", "1", "--json").out)
        for place in (folder, table)
    ]
    assert said[0]["players"] == said[1]["players"]
    assert said[0]["hands"] == 12
    shown = hakem("review", str(table), "--quick")
    assert "12 records, 12 hands" in shown.out
    assert all(name in shown.out for name in NAMES)


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("EMPTY",), 3, "holds no record: expected files that end in"),
        (("EMPTY", "--line", "5"), 2, "an archive is told by player"),
        (("x.parquet",), 2, "x.parquet"),
    ],
)
def test_refusals(hakem, tmp_path, monkeypatch, words, code, why):
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "EMPTY").mkdir()
    ran = hakem("review", *words, "--quick")
    assert ran.code == code
    assert why in ran.err
