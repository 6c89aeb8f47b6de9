"""The ladder of classes: every class of a hand with the race that decides it.

The classes are nested, so the answers to some of these races determine the class of a hand. Nothing
here searches: the caller passes the function that answers a race.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from ..base.errors import DealError, VariantError
from ..base.outcomes import Outcome
from ..game.position import Position
from ..game.variants import Variant

__all__ = ["kot_rungs", "ladder", "narrowed"]

Rung = tuple[Outcome, int, int]
"""(class, a, b): the hand ends in this class or a better one exactly when A wins the race."""


def ladder(position: Position) -> tuple[Rung, ...]:
    """The classes of this hand from best to worst, each with its race over the whole hand.

    The last rung is the worst class; its race is always won. With n tricks a majority is n // 2 +
    1. A kot is the first n // 2 + 1 tricks (docs/rules.md 1.6), all tricks in a heap game (3.3), or
    all four tens where tens count (4.3). There is no bavney where the option stop_rule is hard7.
    Raises VariantError where the hand has no class: three players, or tens missing from the cards.
    """
    variant = position.variant
    if not variant.has_sides:
        raise VariantError(
            f"{variant.name} has no class for two sides: ask for the points or races of a player"
        )
    if variant.points == "tens":
        return _tens_ladder(position)
    if sum(position.owned) + position.heap != position.tricks_done:
        raise DealError(
            f"{position.tricks_done} tricks were played, but {sum(position.owned)} are taken and "
            f"{position.heap} in the heap: the class of the hand needs them all"
        )
    n = position.tricks_total
    if variant.collecting:
        return rungs_of_tricks(variant, n)
    need = n // 2 + 1
    hard7 = variant.get("stop_rule") == "hard7"
    kot = position.kot
    if not kot and min(position.owned) == 0 and max(position.owned) >= need:
        kot = 1 if position.owned[0] else -1
    fallen = (_after_kot(position, kot, hard7), 0, 1)
    if kot and min(position.owned) > 0:
        return (fallen,)
    if kot and (position.table or position.asked) and not hard7:
        # The side at 7-0 has gone on: a card is led, or its lead has begun by showing the trump. It
        # keeps its kot if it stops after a trick that it won.
        if kot > 0:
            return (Outcome.BAVNEY_A, n, 1), (Outcome.KOT_A, position.owned[0] + 1, 1), fallen
        return (
            (fallen[0], 1, position.owned[1] + 1),
            (Outcome.KOT_B, 1, n),
            (Outcome.BAVNEY_B, 0, 1),
        )
    return rungs_of_tricks(variant, n)


def rungs_of_tricks(variant: Variant, n: int) -> tuple[Rung, ...]:
    """The ladder of a hand of n tricks before the first lead, in a game that counts tricks."""
    need = n // 2 + 1
    middle: list[Rung] = [(Outcome.WIN_A, need, n - need + 1)]
    if n % 2 == 0 and not variant.half_loses:
        # A tie by an even number of tricks, impossible with thirteen; in chokri it loses for the
        # caller's side.
        middle.append((Outcome.NONE, n - need + 1, need))
    if variant.collecting:
        return (
            (Outcome.KOT_A, n, 1),
            *middle,
            (Outcome.WIN_B, 1, n),
            (Outcome.KOT_B, 0, 1),
        )
    hard7 = variant.get("stop_rule") == "hard7"
    top: list[Rung] = [] if hard7 else [(Outcome.BAVNEY_A, n, 1)]
    top.append((Outcome.KOT_A, need, 1))
    bottom: list[Rung] = [(Outcome.WIN_B, 1, need)]
    if hard7:
        bottom.append((Outcome.KOT_B, 0, 1))
    else:
        bottom += [(Outcome.KOT_B, 1, n), (Outcome.BAVNEY_B, 0, 1)]
    return (*top, *middle, *bottom)


def kot_rungs(rungs: Sequence[Rung], bavneys: bool = False) -> tuple[Rung, ...]:
    """The rungs of the kots, with NONE for neither kot; without `bavneys` a bavney is a kot."""
    highest = Outcome.BAVNEY_A if bavneys else Outcome.KOT_A
    top = [rung for rung in rungs if Outcome.KOT_A <= rung[0] <= highest]
    bottom = [rung for rung in rungs if rung[0] <= Outcome.KOT_B]
    if bottom and not bavneys:
        bottom = [(Outcome.KOT_B, 0, 1)]
    # NONE begins where the kots of B end.
    _, a, b = min(rung for rung in rungs if rung[0] > Outcome.KOT_B)
    return (*top, (Outcome.NONE, a, b), *bottom)


def narrowed(
    rungs: Sequence[Rung], answer: Callable[[int, int], bool | Fraction | None]
) -> tuple[Outcome, Outcome]:
    """(worst, best): the classes of a ladder that are still possible after searching its races.

    `answer(a, b)` is the answer to a race; None or a fraction leaves it undecided.
    """
    best, worst = 0, len(rungs) - 1
    tried: set[int] = set()
    costs = [(a + b, -abs(a - b)) for _, a, b in rungs]
    # A race that stops early takes by far the fewest nodes; among equals, the more lopsided one.
    while open_rungs := [i for i in range(best, worst) if i not in tried]:
        i = min(open_rungs, key=costs.__getitem__)
        tried.add(i)
        won = answer(rungs[i][1], rungs[i][2])
        if won is True:
            worst = i
        elif won is False:
            best = i + 1
    return rungs[worst][0], rungs[best][0]


def _tens_ladder(position: Position) -> tuple[Rung, ...]:
    """The tables of docs/rules.md 4.3; NONE is 2-2 where nobody wins or the tricks decide."""
    tens = sum(position.owned) + position.points_left
    if tens != 4:
        raise VariantError(
            f"a class of {position.variant.name} needs all four tens, {tens} are in play: "
            "ask for the value"
        )
    result = position.variant["dehla_result"]
    if result == "w25":
        return (Outcome.KOT_A, 4, 1), (Outcome.WIN_A, 1, 4), (Outcome.WIN_B, 0, 1)
    two = [] if result == "pagat" else [(Outcome.NONE, 2, 3)]
    win = (Outcome.WIN_A, 2, 3) if result == "pagat" else (Outcome.WIN_A, 3, 2)
    return (Outcome.KOT_A, 4, 1), win, *two, (Outcome.WIN_B, 1, 4), (Outcome.KOT_B, 0, 1)


def _after_kot(position: Position, kot: int, hard7: bool) -> Outcome:
    """The class after a side that stood at 7-0 went on and lost a trick (`continue_fail`)."""
    fail = "keep_kot" if hard7 else position.variant.get("continue_fail", "keep_kot")
    own = {"keep_kot": Outcome.KOT_A, "simple_win": Outcome.WIN_A}.get(fail, Outcome.WIN_B)
    return own if kot > 0 else own.mirrored
