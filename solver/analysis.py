"""Questions about one position: class, points, races, every card, the best line, the table.

Everything is asked of the search as races (`Solver.race`, `Solver.value`), which count from the
position on; here the points already taken are added, and classes are put together from races.
A node limit is the budget of a whole question; when it ends the answer is a bound, never a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from .cards import Card, Suit
from .deal import Deal, Position, replay
from .engine import Solver
from .errors import DealError, HakemError, OptionError, VariantError, shown
from .results import (
    CardValue,
    Challenge,
    Guarantee,
    Line,
    Outcome,
    ReviewedCard,
    Solution,
    Table,
)
from .variants import HOKM, Variant

__all__ = [
    "best_line",
    "card_values",
    "challenge",
    "guarantees",
    "ladder",
    "outcome",
    "race",
    "review",
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

    Where the hand has no class (three players, tens out of play) the class stays None.
    Raises OptionError for an unknown question, VariantError where the game cannot be searched.
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
    if "class" in asked and (found := search.classes(position, hard7)) is not None:
        outcome_found, classes = (found[0], None) if found[0] == found[1] else (None, found)
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
    """The class of the hand with best play on both sides.

    Raises VariantError where there is none, or none that races can tell.
    """
    low, high = _Search(solver).classify(position, ladder(position, hard7))
    if low is not high:
        raise VariantError("two tens each and the tricks decide: the class is not known")
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
    given = Deal.parse(deal)
    search = _Search(solver)
    classes: dict[tuple[Suit, int], Outcome] = {}
    values: dict[tuple[Suit, int], int] = {}
    for trump in trumps:
        for caller in range(given.seats):
            position = Position.start(given.rotate(caller), trump)
            classes[trump, caller] = search.classify(position, ladder(position, hard7))[0]
            values[trump, caller] = search.value(position)[0]
    return Table(classes, values)


def guarantees(position: Position, solver: Solver | None = None) -> tuple[Guarantee, ...]:
    """What each player is sure of against all the others together, seat 0 first.

    The answer for three players, whose hand has no single value; it works for any game in which
    one seat can stand alone. Whether a player wins the hand of three is settled with its stop and
    tie rules (8.1); with other numbers of seats only where his tricks alone settle it.
    """
    found = []
    for seat in range(position.seats):
        alone = replace(position, player=seat)
        search = _Search(solver)
        count, _ = search.value(alone)
        total = sum(alone.owned) + alone.points_left
        seven = min(7, position.tricks_total)
        first = alone.owned[1] == 0 and bool(search.race(alone, seven, 1))
        wins = True if first or count > total - count else None
        if wins is None and position.seats == 3:
            wins = search.solver.wins_hand(alone)
        found.append(Guarantee(seat, count, first, wins))
    return tuple(found)


def challenge(
    deal: Deal | str,
    called: Suit,
    solver: Solver | None = None,
    challenge_leader: str = "caller",
    challenge_target: str = "first7",
    variant: Variant = HOKM,
) -> Challenge:
    """Whether seat 1 or 3 should change the called trump and try for the first seven tricks.

    challenge_leader is "caller" or "challenger": who leads after a challenge; challenge_target is
    "first7" or "any_run_of_7", seven in a row by the side at any time (1.8). Raises OptionError for
    another word.
    """
    if challenge_leader not in ("caller", "challenger"):
        raise OptionError(
            f"challenge_leader cannot be {shown(challenge_leader)}: expected caller or challenger"
        )
    if challenge_target not in ("first7", "any_run_of_7"):
        raise OptionError(
            f"challenge_target cannot be {shown(challenge_target)}: expected first7 or any_run_of_7"
        )
    if variant.family != "plain":
        raise VariantError(f"{variant.name} knows no challenge of trumps: it is for plain games")
    given = Deal.parse(deal, str(variant["direction"]), variant.seats)
    search = _Search(solver)
    start = Position.start(given, called, 0, variant)
    as_called, _ = search.classify(start, ladder(start))
    classes: dict[tuple[int, Suit], Outcome] = {}
    succeeds: dict[tuple[int, Suit], bool] = {}
    for suit in Suit:
        for seat in (1, 3):
            if suit == called:
                continue
            if seat == 3 and challenge_leader == "caller":
                classes[seat, suit] = classes[1, suit]
                succeeds[seat, suit] = succeeds[1, suit]
                continue
            leader = seat if challenge_leader == "challenger" else 0
            changed = Position.start(given, suit, leader, variant)
            found = search.classify(changed, ladder(changed))[0]
            classes[seat, suit] = found
            succeeds[seat, suit] = found <= Outcome.KOT_B
            if challenge_target == "any_run_of_7" and not succeeds[seat, suit]:
                run = changed.tricks_total // 2 + 1
                succeeds[seat, suit] = bool(search.solver.makes_run(changed, run))
    # Seat 1 is asked before seat 3; a side that has its kot anyway gains nothing.
    pays = as_called > Outcome.KOT_B
    best = next((key for key in sorted(succeeds) if succeeds[key] and pays), None)
    return Challenge(called, as_called, classes, succeeds, best)


def review(
    start: Position, cards: Iterable[Card | str], solver: Solver | None = None
) -> tuple[ReviewedCard, ...]:
    """What every card of a played hand was worth, in the order played.

    `cards` as for `replay`, whole or broken off. Raises PlayError for an illegal card.
    """
    positions = [start]
    played: list[Card] = []
    words: list[Card | str] = []
    for item in cards:
        words.append(item)
        after = replay(start, words)
        if isinstance(item, str) and item.strip().lower() == "ask":
            positions[-1] = after
            continue
        positions.append(after)
        played.append(Card.parse(item))
    search = _Search(solver)
    found: list[ReviewedCard] = []
    worth: list[tuple[int, Outcome | None]] = []
    # Backwards, so that each search meets what the later, easier ones have proved.
    for position in reversed(positions):
        classes = search.classes(position, None)
        value = search.value(position)[0]
        worth.append((value, None if classes is None or classes[0] != classes[1] else classes[0]))
    worth.reverse()
    for place, card in enumerate(played):
        position = positions[place]
        value, before = worth[place]
        best: tuple[Card, ...] = ()
        if worth[place + 1][0] != value:
            best = tuple(
                other
                for other in position.legal()
                if search.value(position.play(other)) == (value, value)
            )
        found.append(
            ReviewedCard(
                position.tricks_done + 1,
                position.to_move,
                card,
                value,
                worth[place + 1][0],
                before,
                worth[place + 1][1],
                best or (card,),
            )
        )
    return tuple(found)


# Classes as races ------------------------------------------------------------------------------

Rung = tuple[Outcome, int, int]
"""(class, a, b): the hand ends in this class or a better one exactly when A wins the race."""


def ladder(position: Position, hard7: bool | None = None) -> tuple[Rung, ...]:
    """The classes of this hand from best to worst, each with its race over the whole hand.

    What is left below the last rung is the worst class, given as a rung that is always won.
    With n tricks the majority is n // 2 + 1. A kot is the first so many tricks (1.6), all
    collected tricks in a heap game (3.3), all four tens where those count (4.3). hard7 as in
    `solve`. Raises VariantError where the hand has no class: three players, or tens out of play.
    """
    variant = position.variant
    if variant.family == "three":
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
    need = n // 2 + 1
    middle: list[Rung] = [(Outcome.WIN_A, need, n - need + 1)]
    if n % 2 == 0 and variant.family != "chokri":
        # An even split, which no full hand of thirteen knows; in chokri the caller's side loses.
        middle.append((Outcome.NONE, n - need + 1, need))
    if variant.collecting:
        return (
            (Outcome.KOT_A, n, 1),
            *middle,
            (Outcome.WIN_B, 1, n),
            (Outcome.KOT_B, 0, 1),
        )
    if hard7 is None:
        hard7 = variant.get("stop_rule") == "hard7"
    kot = position.kot
    if not kot and min(position.owned) == 0 and max(position.owned) >= need:
        kot = 1 if position.owned[0] else -1
    fallen = (_after_kot(position, kot, hard7), 0, 1)
    if kot and min(position.owned) > 0:
        return (fallen,)
    if kot and position.table and not hard7:
        # The side at 7-0 has gone on; it may stop with its kot after each trick it has won.
        if kot > 0:
            return (Outcome.BAVNEY_A, n, 1), (Outcome.KOT_A, position.owned[0] + 1, 1), fallen
        return (
            (fallen[0], 1, position.owned[1] + 1),
            (Outcome.KOT_B, 1, n),
            (Outcome.BAVNEY_B, 0, 1),
        )
    top: list[Rung] = [] if hard7 else [(Outcome.BAVNEY_A, n, 1)]
    top.append((Outcome.KOT_A, need, 1))
    bottom: list[Rung] = [(Outcome.WIN_B, 1, need)]
    if hard7:
        bottom.append((Outcome.KOT_B, 0, 1))
    else:
        bottom += [(Outcome.KOT_B, 1, n), (Outcome.BAVNEY_B, 0, 1)]
    return (*top, *middle, *bottom)


def _tens_ladder(position: Position) -> tuple[Rung, ...]:
    """The result tables of 4.3; a hand that the tricks decide is marked NONE here."""
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
    """The class once a side that stood at 7-0 has lost a trick (`continue_fail`, 1.6)."""
    fail = "keep_kot" if hard7 else position.variant.get("continue_fail", "keep_kot")
    own = {"keep_kot": Outcome.KOT_A, "simple_win": Outcome.WIN_A}.get(fail, Outcome.WIN_B)
    return own if kot > 0 else own.mirrored


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
        mine, theirs = position.owned
        return self.solver.race(position, a - mine, b - theirs, left)

    def value(self, position: Position) -> tuple[int, int]:
        """Bounds on A's points over the whole hand; equal without a limit."""
        mine, rest = position.owned[0], position.points_left
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
        low, high = rungs[worst][0], rungs[best][0]
        if position.variant.get("dehla_result") == "tricks_decide":
            # Two tens each: no race tells who has more tricks, so this stays open.
            low = Outcome.WIN_B if low is Outcome.NONE else low
            high = Outcome.WIN_A if high is Outcome.NONE else high
        return low, high

    def leads(self, position: Position, hard7: bool | None) -> tuple[CardValue, ...]:
        """Value and class of every legal card, those after asking for a hidden trump included."""
        found = []
        for card, asks in _moves(position):
            after = _after(position, card, asks)
            low, high = self.value(after)
            worst, best = self.classes(after, hard7) or (None, None)
            found.append(
                CardValue(
                    card,
                    low if low == high else None,
                    worst if worst == best else None,
                    low,
                    high,
                    asks,
                )
            )
        return tuple(found)

    def classes(self, position: Position, hard7: bool | None) -> tuple[Outcome, Outcome] | None:
        """The worst and the best class still possible; None where the hand has no class."""
        try:
            rungs = ladder(position, hard7)
        except VariantError:
            return None
        return self.classify(position, rungs)

    def line(self, position: Position, value: int) -> Line:
        """A line on which neither side ever gives up a point of this value."""
        cards: list[Card] = []
        asks: list[int] = []
        while not position.over:
            card, asked = self._keeps(position, value)
            if asked:
                asks.append(len(cards))
            cards.append(card)
            position = _after(position, card, asked)
        return Line(tuple(cards), value, tuple(asks))

    def _keeps(self, position: Position, value: int) -> tuple[Card, bool]:
        """A move of the seat to move that keeps the value: a low card when following suit."""
        moves = _moves(position)
        if position.table:
            moves.sort(key=lambda move: (move[1], move[0].rank))
        for_a = position.side(position.to_move) == 0
        goal = value if for_a else value + 1
        for card, asks in moves[:-1]:
            after = _after(position, card, asks)
            points = sum(after.owned) + after.points_left
            if for_a == self._unlimited(after, goal, points - goal + 1):
                return card, asks
        return moves[-1]

    def _unlimited(self, position: Position, a: int, b: int) -> bool:
        mine, theirs = position.owned
        if a > mine + position.points_left:
            return False
        if a <= mine:
            return True
        won = self.solver.race(position, a - mine, b - theirs)
        if won is None:
            raise HakemError("the search gave no answer although it has no limit")
        return won


def _moves(position: Position) -> list[tuple[Card, bool]]:
    """The legal cards, and those after asking for a hidden trump (marked True)."""
    moves = [(card, False) for card in position.legal()]
    if position.may_ask:
        moves += [(card, True) for card in position.ask().legal()]
    return moves


def _after(position: Position, card: Card, asks: bool) -> Position:
    return (position.ask() if asks else position).play(card)


def _cost(rung: Rung) -> tuple[int, int]:
    _, a, b = rung
    return a + b, -abs(a - b)


def _decided(position: Position, a: int, b: int) -> bool | None:
    """The race as far as the points already taken settle it, else None.

    The record of who came first is gone: where both goals lie behind, the nearer one came first
    (a kot that was made is remembered apart, see `ladder`).
    """
    mine, theirs = position.owned
    if mine >= a:
        return theirs < b or a <= b
    if theirs >= b or mine + position.points_left < a:
        return False
    return None
