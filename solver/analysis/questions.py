"""Questions about one position: class, points, races, every card, bids.

`solve` puts several at once; the functions after it put one each.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ..engine import Solver
from ..errors import OptionError, VariantError, shown
from ..game.position import Position
from ..outcomes import Outcome, Points
from .answers import CardValue, Guarantee, Line, Solution
from .challenge import challenge_here
from .guarantees import guarantee, guarantees_within
from .ladder import kot_rungs, ladder, narrowed
from .line import after_move, keep_value, moves_of
from .whole_hand import WholeHand

__all__ = [
    "card_values",
    "class_bounds",
    "kot_bounds",
    "outcome",
    "race",
    "solve",
    "tricks",
]

QUESTIONS = ("class", "value", "leads", "line", "guarantees", "bids", "challenge")
FIRST_BID = {"daba": 7, "chokri": 5}
"""The lowest bid of the games in which the caller's side must take what it bid (7.3, 8.4)."""


def solve(
    position: Position,
    ask: Iterable[str] = ("class", "value"),
    races: Iterable[tuple[int, int]] = (),
    solver: Solver | None = None,
    node_limit: int = 0,
    hard7: bool | None = None,
) -> Solution:
    """Answer several questions about a position at once; only what is asked is searched.

    ask         any of "class", "value" (points of A over the whole hand), "leads" (both for every
                legal card), "line" (one line of best play, which leads to the value),
                "guarantees" (what each player is sure of by himself), "bids" (which bids the
                caller's side can make) and "challenge" (of the trump, by the other side)
    races       pairs (a, b): does A reach a points of the whole hand before B reaches b?
    solver      the search to use, with the table it has filled; a new one when None
    node_limit  cards the search may play for all of this, 0 = no limit; beyond it bounds come back
    hard7       True: play ends at a side's seventh trick (no bavney); None: as the variant says

    Where the hand has no class (three players, tens out of play) the class stays None. Where a
    random card may make trump (the five-card start), value and races are means over that chance.
    Raises OptionError for an unknown question, VariantError where the game cannot be searched or
    has no such question.
    """
    asked = _asked(ask)
    pairs = tuple(races)
    if pairs or asked & {"value", "leads", "line"}:
        _need_sides(position)
    search = WholeHand(solver, node_limit)
    outcome_found: Outcome | None = None
    classes: tuple[Outcome, Outcome] | None = None
    chances: dict[Outcome, Fraction] = {}
    value: Points | None = None
    bounds: tuple[Points, Points] | None = None
    line: Line | None = None
    leads: tuple[CardValue, ...] = ()
    won = {(a, b): search.race(position, a, b) for a, b in pairs}
    if "class" in asked and (found := search.classes(position, hard7)) is not None:
        if found[0] == found[1]:
            outcome_found = found[0]
        elif not (chances := search.chances(position, hard7)):
            classes = found
    if "value" in asked or "line" in asked:
        low_value, high_value = search.value(position)
        if low_value != high_value:
            bounds = (low_value, high_value)
        else:
            value = low_value
            if "line" in asked:
                line = keep_value(search, position, value)
    if "leads" in asked:
        leads = _leads(search, position, hard7)
    bids = _bids(search, position) if "bids" in asked else {}
    alone: tuple[Guarantee, ...] = ()
    if "guarantees" in asked and position.player is not None:
        alone = (guarantee(search, position),)
    elif "guarantees" in asked:
        alone = guarantees_within(search, position)
    challenged = challenge_here(search, position) if "challenge" in asked else None
    return Solution(
        outcome=outcome_found,
        value=value if "value" in asked else None,
        races=won,
        leads=leads,
        line=line,
        nodes=search.nodes,
        seconds=search.seconds,
        bounds=bounds,
        classes=classes,
        chances=chances,
        guarantees=alone,
        bids=bids,
        challenge=challenged,
    )


def outcome(position: Position, solver: Solver | None = None, hard7: bool | None = None) -> Outcome:
    """The class of the hand with best play on both sides.

    Raises VariantError where there is none, or where chance decides between several.
    """
    search = WholeHand(solver)
    low, high = search.classify(position, ladder(position, hard7))
    if low is not high:
        raise VariantError("a random card makes trump: the class depends on chance, ask `solve`")
    return low


def class_bounds(
    position: Position, solver: Solver | None = None, node_limit: int = 0
) -> tuple[Outcome, Outcome]:
    """The worst and the best class still possible when this many cards were played (0: no limit).

    Where chance decides between classes they differ without a limit, too.
    """
    return WholeHand(solver, node_limit).classify(position, ladder(position))


def kot_bounds(
    position: Position,
    solver: Solver | None = None,
    node_limit: int = 0,
    bavneys: bool = False,
    luck: float | None = None,
) -> tuple[Outcome, Outcome]:
    """Which kot the hand is, as bounds: only the races next to the kots are asked.

    NONE stands for neither kot; bavneys are told apart from kots when asked for. Where chance may
    make trump, `luck` (0 to 1) decides as one draw of it would: what is reached with chance p is
    reached when luck is below p.
    """
    search = WholeHand(solver, node_limit)

    def ask(a: int, b: int) -> bool | Fraction | None:
        won = search.race(position, a, b)
        return luck < won if isinstance(won, Fraction) and luck is not None else won

    return narrowed(kot_rungs(ladder(position), bavneys), ask)


def tricks(position: Position, solver: Solver | None = None) -> Points:
    """Points of side A over the whole hand (tricks, or tens where those count), exactly.

    A fraction is the mean where a random card may make trump (the five-card start).
    """
    low, _ = WholeHand(solver).value(position)
    return low


def race(
    position: Position, a: int, b: int, solver: Solver | None = None, node_limit: int = 0
) -> bool | Fraction | None:
    """Does A reach a points of the whole hand before B reaches b? None: the limit came first.

    A fraction tells how likely it is where a random card may make trump.
    """
    return WholeHand(solver, node_limit).race(position, a, b)


def card_values(
    position: Position,
    solver: Solver | None = None,
    node_limit: int = 0,
    hard7: bool | None = None,
) -> tuple[CardValue, ...]:
    """Value and class of every legal card of the seat to move, in the order of the hand."""
    return _leads(WholeHand(solver, node_limit), position, hard7)


def _asked(ask: Iterable[str]) -> frozenset[str]:
    words = frozenset([ask] if isinstance(ask, str) else ask)
    unknown = sorted(str(word) for word in words - set(QUESTIONS))
    if unknown:
        raise OptionError(
            f"cannot ask for {', '.join(map(shown, unknown))}: expected {', '.join(QUESTIONS)}"
        )
    return words


def _leads(search: WholeHand, position: Position, hard7: bool | None) -> tuple[CardValue, ...]:
    """Value and class of every legal card, those after asking for a hidden trump included."""
    found = []
    for card, asks in moves_of(position):
        after = after_move(position, card, asks)
        low, high = search.value(after)
        worst, best = search.classes(after, hard7) or (None, None)
        value = low if low == high else None
        outcome_found = worst if worst == best else None
        classes = None
        if worst is not None and best is not None and worst != best:
            classes = None if search.chances(after, hard7) else (worst, best)
        found.append(CardValue(card, value, outcome_found, low, high, asks, classes))
    return tuple(found)


def _bids(search: WholeHand, position: Position) -> dict[int, bool | None]:
    """Which bids the caller's side makes (7.3, 8.4): every one up to its most tricks."""
    first = FIRST_BID.get(position.variant.family)
    if first is None or position.variant.get("chokri") == "majority":
        raise VariantError(f"{position.variant.name} has no bids: daba_rang and chokri have")
    low, high = search.value(position)
    return {
        bid: True if low >= bid else False if high < bid else None
        for bid in range(first, position.tricks_total + 1)
    }


def _need_sides(position: Position) -> None:
    """Refuse a question about side A where nobody has said who that is."""
    if position.variant.family == "three" and position.player is None:
        raise VariantError(
            f"{position.variant.name} has no two sides: expected a player (0, 1 or 2) to be asked "
            "about against the other two, or the question guarantees"
        )
