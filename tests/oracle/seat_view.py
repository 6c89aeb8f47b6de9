"""What each card is worth to the seat that plays it: by dealing the unseen cards in every way.

Plain enumeration on the slow reference, written from docs/rules.md: a deal fits when every card
played was legal in it. Shares no code with the package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import reference as ref
from class_of_play import played_out
from reference import Game, State

Cards = tuple[str, ...]


def shared_out(cards: Sequence[str], sizes: Sequence[int]) -> Iterator[tuple[Cards, ...]]:
    """Every way to give `sizes[i]` of the cards to place i."""
    if not sizes:
        yield ()
        return
    for mine in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in mine]
        for others in shared_out(rest, sizes[1:]):
            yield (mine, *others)


def fitting(game: Game, start: State, play: Sequence[str], seat: int) -> list[State]:
    """The state now in every deal that fits what `seat` was dealt and what was played."""
    now = played_out(game, start, play)
    gone: list[list[str]] = [[] for _ in start.hands]
    for place, hand in enumerate(start.hands):
        gone[place] = [card for card in hand if card in play]
    others = [place for place in range(game.seats) if place != seat]
    unseen = [card for place in others for card in now.hands[place]]
    found = []
    for part in shared_out(unseen, [len(now.hands[place]) for place in others]):
        hands = list(now.hands)
        for place, cards in zip(others, part, strict=True):
            hands[place] = cards
        whole = tuple(tuple(sorted((*hand, *lost))) for hand, lost in zip(hands, gone, strict=True))
        try:
            found.append(played_out(game, start._replace(hands=whole), play))
        except ValueError:
            continue
    return found


def classes_by_card(game: Game, worlds: Sequence[State]) -> dict[str, Counter[int]]:
    """For each legal card how many of these worlds end in each class after it."""
    found: dict[str, Counter[int]] = {}
    for state in worlds:
        for card, outcome in ref.move_outcomes(game, state).items():
            found.setdefault(card, Counter())[int(outcome)] += 1
    return found
