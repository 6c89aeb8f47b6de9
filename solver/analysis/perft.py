"""Counts of legal plays to a depth: a quick and complete check of the rules of play.

Two independent ways: by the rules inside the compiled search, and by the plain rules of rules.py.
They must agree with each other and with the frozen counts of the tests. Nothing is judged here.
"""

from __future__ import annotations

from ..engine import count_plays
from ..game import rules
from ..game.position import Position

__all__ = ["perft", "perft_by_rules"]


def perft(position: Position, depth: int) -> int:
    """The number of ways to make `depth` plays from here, counted by the compiled search.

    A play is a card, or asking for a hidden trump to be shown. Where chance makes trump (the
    five-card start) every suit it may choose counts, unless that was the last play. 0 when the
    hand is over before. Raises OptionError for a negative depth.
    """
    return count_plays(position, depth)


def perft_by_rules(position: Position, depth: int) -> int:
    """The same number, counted by playing on positions."""
    if depth == 0:
        return 1
    suits = rules.chances(position)
    if suits:
        return sum(perft_by_rules(after, depth) for _, after in suits)
    found = 0
    if not position.asked and rules.may_ask(position):
        found += perft_by_rules(rules.ask(position), depth - 1)
    return found + sum(perft_by_rules(position.play(card), depth - 1) for card in position.legal())
