"""Hands in plain text: the diagram of a table. Colours and HTML are drawn in `solver.views`."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.cards import RANK_LETTERS, SUIT_SYMBOLS, Hand


def suit_lines(hand: Hand) -> list[str]:
    """The four suits of a hand, one a line: its symbol, a blank, its ranks or `-`."""
    return [
        SUIT_SYMBOLS[s] + " " + ("".join(RANK_LETTERS[c.rank] for c in hand.suit(s)) or "-")
        for s in range(4)
    ]


def diagram_of(hands: Sequence[Hand], direction: str = "ccw", leader: int = 0) -> str:
    """Four hands round a table with seat 0 at the bottom; any other number as a list."""
    names = [str(s) + ("*" if s == leader else "") for s in range(len(hands))]
    if len(hands) != 4:
        rows = zip(names, hands, strict=True)
        return "\n".join(f"{name:<2} {hand.pretty()}" for name, hand in rows)
    # In counter-clockwise play the player to the right of seat 0 is next.
    left, right = (3, 1) if direction == "ccw" else (1, 3)
    lines = {s: [f"seat {names[s]}", *suit_lines(hands[s])] for s in range(4)}
    wide = max(16, 2 + max(len(line) for line in lines[left]))
    drawn = [" " * wide + line for line in lines[2]]
    drawn += [f"{one:<{2 * wide}}{two}" for one, two in zip(lines[left], lines[right], strict=True)]
    drawn += [" " * wide + line for line in lines[0]]
    return "\n".join(row.rstrip() for row in drawn)
