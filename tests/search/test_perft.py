"""Counts of legal plays by depth: frozen numbers, the compiled search, the plain rules, the slow
reference. The files in data/perft are written by make_perft.py."""

from __future__ import annotations

import random
from pathlib import Path

import endings
import pytest
import reference as ref
from games import ALL_GAMES
from make_perft import HOME, read
from translate import game_of, position_of, state_of

from cli.questions import Defaults, question_of
from solver.base.errors import OptionError
from solver.game.position import Position
from solver.game.variants import VARIANTS, Variant, find_variant
from solver.open.perft import perft, perft_by_rules

pytestmark = pytest.mark.one_in(4)

FILES = sorted(HOME.glob("*.perft"))


def by_reference(variant: Variant, position: Position, depth: int) -> int:
    state = state_of(position)
    return ref.perft(game_of(variant, position.player), state, depth)


def test_every_game_has_a_file() -> None:
    games = {entry.variant.name for path in FILES for entry in read(path)}
    assert games == {variant.name for variant in VARIANTS}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_lines_are_what_the_command_line_reads(path: Path) -> None:
    defaults = Defaults(None, 0, find_variant("hokm"), None, ())
    for entry in read(path):
        assert question_of(entry.epd, defaults).position == entry.position, entry.id


def test_a_line_that_is_no_count_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.perft"
    path.write_text("id a\nepd 0:A... K... Q... J... leader=0 variant=hokm\nperft 2 1\n")
    with pytest.raises(ValueError, match=r"bad\.perft"):
        read(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_frozen_counts(path: Path) -> None:
    for entry in read(path):
        position, counts = entry.position, entry.counts
        assert tuple(perft(position, depth) for depth in range(len(counts))) == counts, entry
        for depth in [depth for depth, count in enumerate(counts) if count <= 150][-2:]:
            if not draws(position, depth):
                assert perft_by_rules(position, depth) == counts[depth], entry
                assert by_reference(entry.variant, position, depth) == counts[depth], entry


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_frozen_counts_from_the_reference(path: Path) -> None:
    for entry in read(path):
        for depth, count in enumerate(entry.counts):
            assert perft_by_rules(entry.position, depth) == count, entry
            if not draws(entry.position, depth):
                assert by_reference(entry.variant, entry.position, depth) == count, entry


def draws(position: Position, depth: int) -> bool:
    """Whether chance may choose right after the last play: only the reference counts that."""
    cards = sum(map(len, position.hands)) if position.reserves else 0
    return bool(cards) and depth == cards


@pytest.mark.parametrize("name", ALL_GAMES)
def test_random_endings(name: str) -> None:
    rng, game = random.Random(f"perft {name}"), ALL_GAMES[name]
    for _ in range(6):
        state = endings.random_ending(rng, game, rng.randint(1, 3 if game.seats < 6 else 2))
        held = [card for hand in (*state.hands, state.table) for card in hand]
        if game.seats == 3 and sum(card[1] == "2" for card in held) == 4:
            continue
        position = position_of(game, state)
        for depth in range(6):
            expected = ref.perft(game, state, depth)
            if expected > 150:
                break
            assert perft(position, depth) == expected, (state, depth)
            assert perft_by_rules(position, depth) == expected, (state, depth)


def test_after_the_end_there_is_nothing_to_play() -> None:
    position = Position.start("0:A... K... Q... J...", None)
    assert [perft(position, depth) for depth in range(6)] == [1, 1, 1, 1, 1, 0]


def test_depths_that_cannot_be() -> None:
    with pytest.raises(OptionError, match="depth"):
        perft(Position.start("0:A... K... Q... J...", None), -1)
