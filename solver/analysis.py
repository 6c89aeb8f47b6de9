"""Questions about one position: class, points, races, every card, the best line, the table.

Everything is asked of the search as races (`Solver.race`, `Solver.value`), which count from the
position on; here the points already taken are added, and classes are put together from races.
A node limit is the budget of a whole question; when it ends the answer is a bound, never a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cards import Card, Suit
from .deal import Deal, Position
from .engine import Solver
from .errors import HakemError, OptionError, shown
from .results import CardValue, Line, Outcome, Solution, Table

__all__ = [
    "best_line",
    "card_values",
    "ladder",
    "outcome",
    "race",
    "solve",
    "table",
    "tricks",
]

QUESTIONS = ("class", "value", "leads", "line")


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
                legal card) and "line" (one line of best play, which leads to the value)
    races       pairs (a, b): does A reach a points of the whole hand before B reaches b?
    solver      the search to use, with the table it has filled; a new one when None
    node_limit  cards the search may play for all of this, 0 = no limit; beyond it bounds come back
    hard7       True: play ends at a side's seventh trick (no bavney); None: as the variant says

    Raises OptionError for an unknown question, VariantError where the game has no such value.
    """
    asked = _asked(ask)
    search = _Search(solver, node_limit)
    outcome_found: Outcome | None = None
    classes: tuple[Outcome, Outcome] | None = None
    value: int | None = None
    bounds: tuple[int, int] | None = None
    line: Line | None = None
    leads: tuple[CardValue, ...] = ()
    won = {(a, b): search.race(position, a, b) for a, b in races}
    if "class" in asked:
        low, high = search.classify(position, ladder(position, hard7))
        outcome_found, classes = (low, None) if low == high else (None, (low, high))
    if "value" in asked or "line" in asked:
        low_value, high_value = search.value(position)
        if low_value != high_value:
            bounds = (low_value, high_value)
        else:
            value = low_value
            if "line" in asked:
                line = search.line(position, value)
    if "leads" in asked:
        leads = search.leads(position, hard7)
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
    )


def outcome(position: Position, solver: Solver | None = None, hard7: bool | None = None) -> Outcome:
    """The class of the hand with best play on both sides."""
    low, _ = _Search(solver).classify(position, ladder(position, hard7))
    return low


def tricks(position: Position, solver: Solver | None = None) -> int:
    """Points of side A over the whole hand (tricks, or tens where those count), exactly."""
    low, _ = _Search(solver).value(position)
    return low


def race(
    position: Position, a: int, b: int, solver: Solver | None = None, node_limit: int = 0
) -> bool | None:
    """Does A reach a points of the whole hand before B reaches b? None: the limit came first."""
    return _Search(solver, node_limit).race(position, a, b)


def card_values(
    position: Position,
    solver: Solver | None = None,
    node_limit: int = 0,
    hard7: bool | None = None,
) -> tuple[CardValue, ...]:
    """Value and class of every legal card of the seat to move, in the order of the hand."""
    return _Search(solver, node_limit).leads(position, hard7)


def best_line(position: Position, solver: Solver | None = None) -> Line:
    """One line of best play to the end; replaying it gives exactly the value it names."""
    search = _Search(solver)
    value, _ = search.value(position)
    return search.line(position, value)


def table(
    deal: Deal | str,
    solver: Solver | None = None,
    hard7: bool | None = None,
    trumps: Sequence[Suit] = tuple(Suit),
) -> Table:
    """Class and tricks of a plain deal for every trump and every caller.

    Each caller leads the first trick and his side is counted as A.
    """
    given = Deal.parse(deal) if isinstance(deal, str) else deal
    search = _Search(solver)
    classes: dict[tuple[Suit, int], Outcome] = {}
    values: dict[tuple[Suit, int], int] = {}
    for trump in trumps:
        for caller in range(given.seats):
            position = Position.start(given.rotate(caller), trump)
            classes[trump, caller] = search.classify(position, ladder(position, hard7))[0]
            values[trump, caller] = search.value(position)[0]
    return Table(classes, values)


# Classes as races ------------------------------------------------------------------------------

Rung = tuple[Outcome, int, int]
"""(class, a, b): the hand ends in this class or a better one exactly when A wins the race."""


def ladder(position: Position, hard7: bool | None = None) -> tuple[Rung, ...]:
    """The classes of this hand from best to worst, each with its race over the whole hand.

    What is left below the last rung is the worst class, given as a rung that is always won.
    With n tricks the majority is n // 2 + 1; a kot in a plain game is the first so many tricks.
    """
    n = position.tricks_total
    need = n // 2 + 1
    variant = position.variant
    if hard7 is None:
        hard7 = variant.get("stop_rule") == "hard7"
    if position.kot and min(position.taken) > 0:
        return ((_after_kot(position, hard7), 0, 1),)
    middle: list[Rung] = [(Outcome.WIN_A, need, n - need + 1)]
    if n % 2 == 0:
        middle.append((Outcome.NONE, n - need + 1, need))
    top: list[Rung] = [] if hard7 else [(Outcome.BAVNEY_A, n, 1)]
    top.append((Outcome.KOT_A, need, 1))
    bottom: list[Rung] = [(Outcome.WIN_B, 1, need)]
    if hard7:
        bottom.append((Outcome.KOT_B, 0, 1))
    else:
        bottom += [(Outcome.KOT_B, 1, n), (Outcome.BAVNEY_B, 0, 1)]
    return (*top, *middle, *bottom)


def _after_kot(position: Position, hard7: bool) -> Outcome:
    """The class once a side that stood at 7-0 has lost a trick (`continue_fail`, 1.6)."""
    fail = "keep_kot" if hard7 else position.variant.get("continue_fail", "keep_kot")
    own = {"keep_kot": Outcome.KOT_A, "simple_win": Outcome.WIN_A}.get(fail, Outcome.WIN_B)
    return own if position.kot > 0 else own.mirrored


def _asked(ask: Iterable[str]) -> frozenset[str]:
    words = frozenset([ask] if isinstance(ask, str) else ask)
    unknown = sorted(str(word) for word in words - set(QUESTIONS))
    if unknown:
        raise OptionError(
            f"cannot ask for {', '.join(map(shown, unknown))}: expected {', '.join(QUESTIONS)}"
        )
    return words


class _Search:
    """One solver and one budget, counting points over the whole hand."""

    def __init__(self, solver: Solver | None = None, node_limit: int = 0) -> None:
        if node_limit < 0:
            raise OptionError(f"node limit {node_limit}, expected 0 (none) or more")
        self.solver = Solver() if solver is None else solver
        self.limit = node_limit
        self.first_node = self.solver.nodes
        self.first_second = self.solver.seconds

    @property
    def nodes(self) -> int:
        return self.solver.nodes - self.first_node

    @property
    def seconds(self) -> float:
        return self.solver.seconds - self.first_second

    def _left(self) -> int | None:
        """What is left of the budget; 0 = no limit, None = nothing."""
        if not self.limit:
            return 0
        left = self.limit - self.nodes
        return left if left > 0 else None

    def race(self, position: Position, a: int, b: int) -> bool | None:
        """The race over the whole hand; None when the budget ended first."""
        decided = _decided(position, a, b)
        if decided is not None:
            return decided
        left = self._left()
        if left is None:
            return None
        return self.solver.race(position, a - position.taken[0], b - position.taken[1], left)

    def value(self, position: Position) -> tuple[int, int]:
        """Bounds on A's points over the whole hand; equal without a limit."""
        mine, rest = position.taken[0], position.points_left
        left = self._left()
        if left is None or rest == 0:
            return mine, mine + rest
        low, high = self.solver.value(position, 0, None, left)
        return mine + low, mine + high

    def classify(self, position: Position, rungs: Sequence[Rung]) -> tuple[Outcome, Outcome]:
        """The worst and the best class still possible; equal without a limit."""
        best, worst = 0, len(rungs) - 1
        tried: set[int] = set()
        # Races that stop early are the cheapest by far; a lopsided one is the next best.
        while open_rungs := [i for i in range(best, worst) if i not in tried]:
            i = min(open_rungs, key=lambda i: _cost(rungs[i]))
            tried.add(i)
            won = self.race(position, rungs[i][1], rungs[i][2])
            if won:
                worst = i
            elif won is not None:
                best = i + 1
        return rungs[worst][0], rungs[best][0]

    def leads(self, position: Position, hard7: bool | None) -> tuple[CardValue, ...]:
        """Value and class of every legal card."""
        found = []
        for card in position.legal():
            after = position.play(card)
            low, high = self.value(after)
            worst, best = self.classify(after, ladder(after, hard7))
            found.append(
                CardValue(
                    card,
                    low if low == high else None,
                    worst if worst == best else None,
                    low,
                    high,
                )
            )
        return tuple(found)

    def line(self, position: Position, value: int) -> Line:
        """A line on which neither side ever gives up a point of this value."""
        cards: list[Card] = []
        while not position.over:
            card = self._keeps(position, value)
            cards.append(card)
            position = position.play(card)
        return Line(tuple(cards), value)

    def _keeps(self, position: Position, value: int) -> Card:
        """A card of the seat to move that keeps the value: the lowest when following suit."""
        legal = position.legal()
        if position.table:
            legal = tuple(sorted(legal, key=lambda card: card.rank))
        if len(legal) == 1:
            return legal[0]
        for_a = position.side(position.to_move) == 0
        goal = value if for_a else value + 1
        for card in legal[:-1]:
            after = position.play(card)
            points = after.taken[0] + after.taken[1] + after.points_left
            if for_a == self._unlimited(after, goal, points - goal + 1):
                return card
        return legal[-1]

    def _unlimited(self, position: Position, a: int, b: int) -> bool:
        if a > position.taken[0] + position.points_left:
            return False
        if a <= position.taken[0]:
            return True
        won = self.solver.race(position, a - position.taken[0], b - position.taken[1])
        if won is None:
            raise HakemError("the search gave no answer although it has no limit")
        return won


def _cost(rung: Rung) -> tuple[int, int]:
    _, a, b = rung
    return a + b, -abs(a - b)


def _decided(position: Position, a: int, b: int) -> bool | None:
    """The race as far as the points already taken settle it, else None.

    The record of who came first is gone: where both goals lie behind, the nearer one came first
    (a kot that was made is remembered apart, see `ladder`).
    """
    mine, theirs = position.taken[0], position.taken[1]
    if mine >= a:
        return theirs < b or a <= b
    if theirs >= b or mine + position.points_left < a:
        return False
    return None
