"""Questions about one position: class, points, races, every card, bids.

`solve` answers several questions at once, the other functions one each. A node limit applies to a
whole question; when it is reached, the answer is a bound, never a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal, get_args

from ..base.errors import OptionError, VariantError, need, shown
from ..base.outcomes import Between, Outcome, Points
from ..core.engine import Solver
from ..game.position import Position, need_position
from .answers import CardValue, Guarantee, Line, Solution
from .challenge import challenge_here
from .class_first import has_result, kept_bounds
from .explained import ExplainedTrick
from .guarantees import guarantee, guarantees_within
from .ladder import kot_rungs, ladder, narrowed
from .line import best_line_of, classes_for_line
from .reasons import explain
from .whole_hand import WholeHand

__all__ = [
    "QuestionName",
    "card_values",
    "class_bounds",
    "each_card_value",
    "kot_bounds",
    "outcome",
    "race",
    "solve",
    "tricks",
]

QuestionName = Literal[
    "class", "result", "value", "leads", "line", "reasons", "guarantees", "bids", "challenge"
]
"""What can be asked about a position, as `solve` describes."""
QUESTIONS: tuple[QuestionName, ...] = get_args(QuestionName)


def solve(
    position: Position,
    questions: QuestionName | Iterable[QuestionName] = ("class", "value"),
    races: Iterable[tuple[int, int]] = (),
    solver: Solver | None = None,
    node_limit: int = 0,
) -> Solution:
    """Answer several questions about a position; nothing else is searched.

    questions   any of "class", "result" (the class, and A's points while both sides keep it),
                "value" (A's points when both play for points alone), "leads" (all of that for
                every legal card), "line" (one line of best play for the result), "reasons" (the
                line, and why each of its cards was played), "guarantees" (what each player can
                force against all the others), "bids" (which bids the caller's side can make) and
                "challenge" (of the trump, by the other side)
    races       pairs (a, b): does A reach a points of the whole hand before B reaches b?
    solver      the search to use, with its table; a new one when None
    node_limit  cards that all questions together may play in the search; 0 = no limit. What is
                undecided then comes back as bounds

    Returns a `Solution`. Its class is None where the hand has none (three players; tens missing
    from the cards). Where a random card may make trump (the five-card start), value and races are
    means over that chance. Raises OptionError for an unknown question, VariantError where the game
    cannot be searched or does not have the question.
    """
    need_position(position)
    asked = _asked(questions)
    pairs = tuple(races)
    if pairs or asked & {"result", "value", "leads", "line"}:
        _need_sides(position)
    if "reasons" in asked:
        asked |= {"line"}
    search = WholeHand(solver, node_limit)
    possible: Between[Outcome] | None = None
    chances: dict[Outcome, Fraction] = {}
    points: Between[Points] | None = None
    line: Line | None = None
    leads: tuple[CardValue, ...] = ()
    kept: Between[int] | None = None
    found: Between[Outcome] | None = None
    won = {(a, b): search.race(position, a, b) for a, b in pairs}
    if asked & {"class", "result"}:
        found = search.classes(position)
    elif "line" in asked:
        found = classes_for_line(search, position)
    if asked & {"class", "result"} and found is not None:
        chances = {} if found.exact else search.chances(position)
        possible = None if chances else found
    # a line without a result to keep is one for points alone
    has_class = found is not None and has_result(position)
    if "value" in asked or ("line" in asked and not has_class):
        points = search.value(position)
    if asked & {"result", "line"}:
        kept = kept_bounds(search, position, found, points)
    if "line" in asked and kept is not None and found is not None and kept.exact:
        line = best_line_of(search, position, kept.low, found.low)
    elif "line" in asked and kept is None and points is not None and points.exact:
        line = best_line_of(search, position, points.low)
    explained: tuple[ExplainedTrick, ...] = ()
    if "reasons" in asked and line is not None:
        explained = explain(position, line, search.solver)
    if "leads" in asked:
        leads = tuple(_leads(search, position))
    bids = _bids(search, position) if "bids" in asked else {}
    alone: tuple[Guarantee, ...] = ()
    if "guarantees" in asked and position.player is not None:
        alone = (guarantee(search, position),)
    elif "guarantees" in asked:
        alone = guarantees_within(search, position)
    challenged = challenge_here(search, position) if "challenge" in asked else None
    return Solution(
        possible=possible,
        # What was only needed for the line is told where it kept the line from being found.
        points=points if "value" in asked or (points and not points.exact) else None,
        kept=kept if "result" in asked or (kept and not kept.exact) else None,
        races=won,
        leads=leads,
        line=line,
        nodes=search.nodes,
        seconds=search.seconds,
        chances=chances,
        guarantees=alone,
        bids=bids,
        challenge=challenged,
        explained=explained,
        position=position,
    )


def outcome(position: Position, solver: Solver | None = None) -> Outcome:
    """The class of the hand with best play on both sides.

    Raises VariantError where there is none, or where chance decides between several.
    """
    need_position(position)
    search = WholeHand(solver)
    low, high = search.classify(position, ladder(position))
    if low is not high:
        raise VariantError("a random card makes trump: the class depends on chance, ask `solve`")
    return low


def class_bounds(
    position: Position, solver: Solver | None = None, node_limit: int = 0
) -> tuple[Outcome, Outcome]:
    """(worst, best): the classes still possible after `node_limit` nodes (0: no limit).

    Without a limit both are the same, unless chance decides between classes.
    """
    need_position(position)
    return WholeHand(solver, node_limit).classify(position, ladder(position))


def kot_bounds(
    position: Position,
    solver: Solver | None = None,
    node_limit: int = 0,
    bavneys: bool = False,
    luck: float | None = None,
) -> tuple[Outcome, Outcome]:
    """(worst, best): bounds on the kot of the hand, from the races that border the kots only.

    `Outcome.NONE` means neither kot. A bavney counts as a kot unless `bavneys` is set. Where chance
    may make trump, `luck` (0 to 1) replaces the chance move: a class of probability p is reached
    when luck < p.
    """
    need_position(position)
    search = WholeHand(solver, node_limit)

    def answer(a: int, b: int) -> bool | Fraction | None:
        won = search.race(position, a, b)
        return luck < won if isinstance(won, Fraction) and luck is not None else won

    return narrowed(kot_rungs(ladder(position), bavneys), answer)


def tricks(position: Position, solver: Solver | None = None) -> Points:
    """The exact points of side A over the whole hand: tricks, or tens in a game that counts tens.

    Where a random card may make trump (the five-card start) this is the mean, as a Fraction unless
    it is whole.
    """
    need_position(position)
    low, _ = WholeHand(solver).value(position)
    return low


def race(
    position: Position, a: int, b: int, solver: Solver | None = None, node_limit: int = 0
) -> bool | Fraction | None:
    """Whether A reaches `a` points of the whole hand before B reaches `b`.

    None when the node limit came first. Where a random card may make trump, the probability as a
    Fraction if it is neither 0 nor 1.
    """
    need_position(position)
    for points in (a, b):
        need(points, int, "is no number of points in a race: expected a whole number", OptionError)
    return WholeHand(solver, node_limit).race(position, a, b)


def card_values(
    position: Position,
    solver: Solver | None = None,
    node_limit: int = 0,
) -> tuple[CardValue, ...]:
    """Class, points within it and most points of every legal card of the seat to move.

    In the order of the hand.
    """
    return tuple(each_card_value(position, solver, node_limit))


def each_card_value(
    position: Position,
    solver: Solver | None = None,
    node_limit: int = 0,
) -> Iterator[CardValue]:
    """The same, each card as soon as it is known."""
    need_position(position)
    _need_sides(position)
    return _leads(WholeHand(solver, node_limit), position)


def _asked(questions: Iterable[str]) -> frozenset[str]:
    if not isinstance(questions, Iterable):
        expected = ", ".join(QUESTIONS)
        raise OptionError(f"{shown(questions)} are no questions: expected {expected}")
    words: frozenset[str] = frozenset([questions] if isinstance(questions, str) else questions)
    unknown = sorted(str(word) for word in words - set(QUESTIONS))
    if unknown:
        raise OptionError(
            f"cannot ask for {', '.join(map(shown, unknown))}: expected {', '.join(QUESTIONS)}"
        )
    return words


def _leads(search: WholeHand, position: Position) -> Iterator[CardValue]:
    """The worth of every legal card, also of those after requesting a hidden trump."""
    for move in position.moves():
        after = position.play(move)
        points = search.value(after)
        classes = search.classes(after)
        kept = kept_bounds(search, after, classes, points)
        # Where chance decides between classes the card has none.
        decides = classes is not None and not classes.exact and bool(search.chances(after))
        yield CardValue(move, points, None if decides else classes, kept)


def _bids(search: WholeHand, position: Position) -> dict[int, bool | None]:
    """Whether the caller's side can make each bid, that is, take at least so many tricks."""
    first = position.variant.first_bid
    if first is None or position.variant.get("chokri") == "majority":
        raise VariantError(f"{position.variant.name} has no bids: daba_rang and chokri have")
    low, high = search.value(position)
    return {
        bid: True if low >= bid else False if high < bid else None
        for bid in range(first, position.tricks_total + 1)
    }


def _need_sides(position: Position) -> None:
    """Refuse a question about side A where a game has no sides and the position no player."""
    if not position.variant.has_sides and position.player is None:
        raise VariantError(
            f"{position.variant.name} has no two sides: expected a player (0, 1 or 2) to be asked "
            "about against the other two, or the question guarantees"
        )
