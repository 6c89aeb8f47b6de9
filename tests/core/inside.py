"""The inside of the search for these tests: `probe`, and positions as a player writes them."""

from __future__ import annotations

from pathlib import Path

from compiled import ROOT, compiled

from solver.base.cards import Suit
from solver.game.deal import Deal

CORE = ROOT / "solver" / "core"
SOURCES = [path for path in CORE.rglob("*.p*") if path.suffix in (".pxd", ".pyx", ".pxi")]

probe = compiled(Path(__file__).with_name("probe.pyx"), SOURCES)


def hands_of(text: str) -> list[int]:
    """The hands of `AK.../32.../..54./...76`: seats in order, suits S.H.D.C, high card first."""
    hands = text.split("/")
    return [hand.bits for hand in Deal.parse("0:" + " ".join(hands), seats=len(hands)).hands]


def suit_of(letter: str) -> int:
    """The number of a suit, -1 for N: no trumps."""
    return -1 if letter == "N" else int(Suit.parse(letter))
