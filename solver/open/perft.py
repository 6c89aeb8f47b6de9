"""Perft: the number of ways to play to a depth, a complete check of the rules of play.

It is counted in two independent ways: by the rules of the compiled search, and by those of
game/rules.py in plain Python. Both must agree with each other and with the stored counts of the
tests.
"""

from __future__ import annotations

from ..core.engine import count_plays
from ..game import rules
from ..game.position import Position

__all__ = ["perft", "perft_by_rules"]


def perft(position: Position, depth: int) -> int:
    """The number of ways to make `depth` plays from here, counted by the compiled search.

    A play is a card, or a request for a hidden trump. Where chance makes trump (the five-card
    start), every suit it may choose counts as well, unless that was the last play. 0 when the hand
    is over before `depth` plays. Raises OptionError for a negative depth.
    """
    return count_plays(position, depth)


def perft_by_rules(position: Position, depth: int) -> int:
    """The same number, counted with `Position.play`; slow."""
    if depth == 0:
        return 1
    suits = rules.chances(position)
    if suits:
        return sum(perft_by_rules(after, depth) for _, after in suits)
    found = 0
    if not position.asked and rules.may_request_trump(position):
        found += perft_by_rules(rules.request_trump(position), depth - 1)
    return found + sum(perft_by_rules(position.play(card), depth - 1) for card in position.legal())
