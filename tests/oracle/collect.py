"""Collections in double sar, from the winners of the tricks alone (rules.md 3.1, 3.2).

An accountant's view: no cards are needed, only who won each trick and whether with an ace.  The
rules of play do the same with cards in hand; the two are tested against each other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from solver.base.errors import MatchError


@dataclass(frozen=True, slots=True)
class Take:
    """A collection: after which trick (from 1), by which seat, how much lay there."""

    trick: int
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Collections:
    """What each side collected, and every collection in order."""

    taken: tuple[int, int]
    takes: tuple[Take, ...]


def collect(
    winners: Sequence[int],
    aces: Collection[int] = (),
    *,
    double: bool = True,
    no_collect: Collection[int] = (),
    first_streak: int = 2,
    ace_rule: str = "off",
    weights: Sequence[int] | None = None,
    whole: bool = True,
) -> Collections:
    """Account for a hand whose tricks were won by `winners` (seats, side = parity).

    `aces` are the numbers (from 1) of tricks won by an ace.  `double=False`: every trick at once.
    `weights`: what each trick is worth (tens in it); 1 by default.  `whole`: the last trick given
    is the last of the hand and takes what is left, whatever the restrictions.
    `ace_rule`: off, block or reset; `demote` changes who wins a trick, not the accounts.
    """
    worth = [1] * len(winners) if weights is None else list(weights)
    if len(worth) != len(winners):
        raise MatchError(f"{len(winners)} tricks need as many weights, not {len(worth)}")
    takes: list[Take] = []
    heap = streak = 0
    for number, (seat, amount) in enumerate(zip(winners, worth, strict=True), 1):
        heap += amount
        same = number > 1 and winners[number - 2] == seat
        streak = streak + 1 if same else 1
        two_aces = same and number in aces and number - 1 in aces
        if two_aces and ace_rule == "reset":
            streak = 0
        need = 2 if takes else first_streak
        may = streak >= need and number not in no_collect
        if two_aces and ace_rule == "block":
            may = False
        if not double or may or (whole and number == len(winners)):
            takes.append(Take(number, seat, heap))
            heap = streak = 0
    taken = [0, 0]
    for take in takes:
        taken[take.seat % 2] += take.amount
    return Collections((taken[0], taken[1]), tuple(takes))
