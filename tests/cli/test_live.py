"""`hakem play --live`: cards typed one by one, advice at the own turns, refusals."""

import re

import pytest

from solver.game.position import Position

START = ["play", "AQ.K8432.T97.AJ5", "-t", "S", "--live", "--judge", "open", "--samples", "32",
         "--seed", "1"]  # fmt: skip


def test_advice_comes_at_the_own_turns_alone(hakem):
    ran = hakem(*START, "--seat", "2", stdin="DA D3\nd7 ♦5\nDK\nq\n")
    assert (ran.code, ran.err) == (0, "")
    turns = re.findall(r"trick (\d+), card (\d), (you|seat \d)", ran.out)
    assert turns == [
        ("1", "1", "seat 0"), ("1", "3", "you"), ("2", "1", "seat 0"), ("2", "2", "seat 1"),
    ]  # fmt: skip
    assert ran.out.count("deals solved with open hands") == 1
    assert "on the table ♦A ♦3" in ran.out
    assert ran.out.endswith("Played: DA D3 D7 D5 DK\n")


def test_the_advice_is_that_of_the_command(hakem):
    ran = hakem(*START, "--seat", "2", stdin="DA D3\nq\n")
    known = hakem(*[w for w in START if w != "--live"], "--seat", "2", "--play", "DA D3")
    table = re.search(r"^card .*?\n\n", known.out, re.MULTILINE | re.DOTALL)
    assert table is not None
    assert table[0] in ran.out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("D2", "D2 is played, but the hand is known without it"),
        ("S", "card"),
        ("D7 D7", "D7"),
        ("u 9", "2 cards were played: that many can be taken back"),
    ],
)
def test_a_card_that_cannot_have_been_played_is_named_and_not_taken(hakem, typed, said):
    ran = hakem(*START, "--seat", "2", stdin=f"DA D3\n{typed}\nq\n")
    assert ran.code == 0
    assert said in ran.err
    assert ran.out.endswith("Played: DA D3\n")


def test_cards_are_taken_back_and_corrected(hakem):
    ran = hakem(*START, "--seat", "2", stdin="DA D3\nu\nD4\nD9\nu 2\nu\nu\nq\n")
    assert (ran.code, ran.err) == (0, "hakem: 0 cards were played: that many can be taken back\n")
    assert ran.out.count("deals solved with open hands") == 2


def test_a_hand_to_its_end(hakem):
    """An ending from the play so far on: the result is that of the rules."""
    deal = "0:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    start = Position.start(deal, "S")
    words = []
    now = start
    while not now.over:
        words.append(str(now.legal()[0]))
        now = now.play(words[-1])
    typed = "\n".join(words) + "\n"
    ran = hakem("play", "AKQJT98765432...", "-t", "S", "--live", "--judge", "open",
                "--samples", "2", "--seed", "1", stdin=typed)  # fmt: skip
    assert ran.code == 0, ran.err
    assert "The hand is over: 13-0." in ran.out
    assert ran.out.endswith(f"Played: {' '.join(words)}\n")


def test_the_end_of_the_input_ends_it_and_json_is_refused(hakem):
    ran = hakem(*START, "--seat", "2", stdin="DA")
    assert ran.code == 0
    assert ran.out.endswith("Played: DA\n")
    ran = hakem(*START, "--json", stdin="")
    assert "--live: cards are typed one by one" in ran.err + ran.out
