"""Questions about one position: class, points, races, every card, the best line, the table.

Everything is asked of the search as races (`Solver.race`, `Solver.value`), which count from the
position on; here the points already taken are added, and classes are put together from races.
A node limit is the budget of a whole question; when it ends the answer is a bound, never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from ..cards import Card, Suit
from ..engine import Solver
from ..errors import DealError, HakemError, OptionError, VariantError, shown
from ..game.deal import Deal
from ..game.position import Position, replay
from ..game.variants import HOKM, Variant
from ..outcomes import Outcome, Points, whole
from .answers import CardValue, Challenge, Guarantee, Line, ReviewedCard, Solution, Table
from .budget import Budget

__all__ = [
    "best_line",
    "card_values",
    "challenge",
    "class_bounds",
    "guarantees",
    "kot_bounds",
    "kot_rungs",
    "ladder",
    "narrowed",
    "outcome",
    "race",
    "review",
    "solve",
    "table",
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
    search = _Search(solver, node_limit)
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
                line = search.line(position, value)
    if "leads" in asked:
        leads = search.leads(position, hard7)
    bids = search.bids(position) if "bids" in asked else {}
    alone: tuple[Guarantee, ...] = ()
    if "guarantees" in asked and position.player is not None:
        alone = (search.guarantee(position),)
    elif "guarantees" in asked:
        alone = search.guarantees(position)
    challenged = search.challenge_here(position) if "challenge" in asked else None
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
    search = _Search(solver)
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
    return _Search(solver, node_limit).classify(position, ladder(position))


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
    search = _Search(solver, node_limit)

    def ask(a: int, b: int) -> bool | Fraction | None:
        won = search.race(position, a, b)
        return luck < won if isinstance(won, Fraction) and luck is not None else won

    return narrowed(kot_rungs(ladder(position), bavneys), ask)


def tricks(position: Position, solver: Solver | None = None) -> Points:
    """Points of side A over the whole hand (tricks, or tens where those count), exactly.

    A fraction is the mean where a random card may make trump (the five-card start).
    """
    low, _ = _Search(solver).value(position)
    return low


def race(
    position: Position, a: int, b: int, solver: Solver | None = None, node_limit: int = 0
) -> bool | Fraction | None:
    """Does A reach a points of the whole hand before B reaches b? None: the limit came first.

    A fraction tells how likely it is where a random card may make trump.
    """
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
    node_limit: int = 0,
    variant: Variant = HOKM,
) -> Table:
    """Class and points of a deal for every trump and every caller.

    Each caller leads the first trick and his side is counted as A. The node limit is for the
    whole table; what it leaves open comes as bounds. Raises VariantError for a game in which
    nobody calls trump openly, or that has no two sides.
    """
    if variant.family not in ("plain", "satat", "heap", "tens", "dummy", "two", "chokri"):
        raise VariantError(
            f"{variant.name} has no table: that takes a trump called openly and two sides"
        )
    given = Deal.parse(deal, str(variant["direction"]), variant.seats)
    search = _Search(solver, node_limit)
    classes: dict[tuple[Suit, int], Outcome | None] = {}
    values: dict[tuple[Suit, int], int | None] = {}
    class_bounds: dict[tuple[Suit, int], tuple[Outcome, Outcome]] = {}
    bounds: dict[tuple[Suit, int], tuple[int, int]] = {}
    for trump in trumps:
        for caller in range(given.seats):
            at = (trump, caller)
            position = Position.start(given.rotate(caller), trump, 0, variant)
            worst, best = search.classify(position, ladder(position, hard7))
            low, high = map(int, search.value(position))
            classes[at] = worst if worst == best else None
            values[at] = low if low == high else None
            if worst != best:
                class_bounds[at] = (worst, best)
            if low != high:
                bounds[at] = (low, high)
    return Table(classes, values, class_bounds, bounds)


def guarantees(
    position: Position, solver: Solver | None = None, node_limit: int = 0
) -> tuple[Guarantee, ...]:
    """What each player is sure of against all the others together, seat 0 first.

    The answer for three players, whose hand has no single value; it works for any game in which
    one seat can stand alone. Whether a player wins the hand of three is settled with its stop and
    tie rules (8.1); with other numbers of seats only where his tricks alone settle it. The node
    limit is for all of them together; what it leaves open comes as bounds or None.
    """
    return _Search(solver, node_limit).guarantees(position)


def challenge(
    deal: Deal | str,
    called: Suit,
    solver: Solver | None = None,
    challenge_leader: str = "caller",
    challenge_target: str = "first7",
    variant: Variant = HOKM,
    node_limit: int = 0,
) -> Challenge:
    """Whether seat 1 or 3 should change the called trump and try for the first seven tricks.

    challenge_leader is "caller" or "challenger": who leads after a challenge; challenge_target is
    "first7" or "any_run_of_7", seven in a row by the side at any time (1.8). The node limit is for
    the whole question; what it leaves open is None. Raises OptionError for another word.
    """
    if challenge_leader not in ("caller", "challenger"):
        raise OptionError(
            f"challenge_leader cannot be {shown(challenge_leader)}: expected caller or challenger"
        )
    if challenge_target not in ("first7", "any_run_of_7"):
        raise OptionError(
            f"challenge_target cannot be {shown(challenge_target)}: expected first7 or any_run_of_7"
        )
    _need_plain(variant)
    given = Deal.parse(deal, str(variant["direction"]), variant.seats)
    start = Position.start(given, called, 0, variant)
    return _Search(solver, node_limit).challenge(start, challenge_leader, challenge_target)


def review(
    start: Position,
    cards: Iterable[Card | str],
    solver: Solver | None = None,
    node_limit: int = 0,
) -> tuple[ReviewedCard, ...]:
    """What every card of a played hand was worth, in the order played.

    `cards` as for `replay`, whole or broken off. The node limit (0: none) is for each position;
    what it leaves open comes as bounds. Raises PlayError for an illegal card.
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
    solver = Solver() if solver is None else solver
    found: list[ReviewedCard] = []
    worth: list[tuple[tuple[Points, Points], Outcome | None]] = []
    # Backwards, so that each search meets what the later, easier ones have proved.
    for position in reversed(positions):
        search = _Search(solver, node_limit)
        classes = search.classes(position, None)
        bounds = search.value(position)
        worth.append((bounds, None if classes is None or classes[0] != classes[1] else classes[0]))
    worth.reverse()
    for place, card in enumerate(played):
        position = positions[place]
        (bounds, class_before), (left, class_after) = worth[place], worth[place + 1]
        known = bounds[0] == bounds[1]
        best: tuple[Card, ...] = ()
        if known and left == bounds:
            best = (card,)
        elif known:
            best = tuple(
                other
                for other in position.legal()
                if _Search(solver, node_limit).value(position.play(other)) == bounds
            )
        found.append(
            ReviewedCard(
                position.tricks_done + 1,
                position.to_move,
                card,
                bounds[0] if known else None,
                left[0] if left[0] == left[1] else None,
                class_before,
                class_after,
                best,
                None if known else bounds,
                None if left[0] == left[1] else left,
            )
        )
    return tuple(found)


# Classes as races ------------------------------------------------------------------------------


def _need_plain(variant: Variant) -> None:
    if variant.family != "plain":
        raise VariantError(f"{variant.name} knows no challenge of trumps: it is for plain games")


def _need_sides(position: Position) -> None:
    """Refuse a question about side A where nobody has said who that is."""
    if position.variant.family == "three" and position.player is None:
        raise VariantError(
            f"{position.variant.name} has no two sides: expected a player (0, 1 or 2) to be asked "
            "about against the other two, or the question guarantees"
        )


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


def kot_rungs(rungs: Sequence[Rung], bavneys: bool = False) -> tuple[Rung, ...]:
    """The rungs next to the kots; NONE stands for neither, bavneys are kots if not asked for."""
    highest = Outcome.BAVNEY_A if bavneys else Outcome.KOT_A
    top = [rung for rung in rungs if Outcome.KOT_A <= rung[0] <= highest]
    bottom = [rung for rung in rungs if rung[0] <= Outcome.KOT_B]
    if bottom and not bavneys:
        bottom = [(Outcome.KOT_B, 0, 1)]
    # What is above all kots of B and no kot of A is neither.
    _, a, b = min(rung for rung in rungs if rung[0] > Outcome.KOT_B)
    return (*top, (Outcome.NONE, a, b), *bottom)


def narrowed(
    rungs: Sequence[Rung], ask: Callable[[int, int], bool | Fraction | None]
) -> tuple[Outcome, Outcome]:
    """The worst and the best class of a ladder that these answers to its races leave possible."""
    best, worst = 0, len(rungs) - 1
    tried: set[int] = set()
    # Races that stop early are the cheapest by far; a lopsided one is the next best.
    while open_rungs := [i for i in range(best, worst) if i not in tried]:
        i = min(open_rungs, key=lambda i: _cost(rungs[i]))
        tried.add(i)
        won = ask(rungs[i][1], rungs[i][2])
        if won is True:
            worst = i
        elif won is False:
            best = i + 1
    return rungs[worst][0], rungs[best][0]


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


class _Search(Budget):
    """The questions, counting points over the whole hand."""

    def race(self, position: Position, a: int, b: int) -> bool | Fraction | None:
        """The race over the whole hand; None when the budget ended first."""
        decided = _decided(position, a, b)
        if decided is not None:
            return decided
        if _by_chance(position):
            low, high = self.chance(position, a)
            return None if low != high else low if 0 < low < 1 else low == 1
        left = self.left()
        if left is None:
            return None
        mine, theirs = position.owned
        return self.solver.race(position, a - mine, b - theirs, left)

    def chance(self, position: Position, a: int) -> tuple[Fraction, Fraction]:
        """Bounds on how likely A reaches a points of the whole hand if everybody plays for it."""
        if position.chances():
            each = [(share, self.chance(after, a)) for share, after in position.chances()]
            return _mean([(n, x[0]) for n, x in each]), _mean([(n, x[1]) for n, x in each])
        mine, rest = position.owned[0], position.points_left
        if a <= mine or a > mine + rest:
            return (Fraction(a <= mine),) * 2
        left = self.left()
        if left is None:
            return Fraction(0), Fraction(1)
        return self.solver.expected(position, [int(mine + x >= a) for x in range(rest + 1)], left)

    def value(self, position: Position) -> tuple[Points, Points]:
        """Bounds on A's points over the whole hand; equal without a limit."""
        mine, rest = position.owned[0], position.points_left
        if position.chances():
            each = [(share, self.value(after)) for share, after in position.chances()]
            low_mean, high_mean = (_mean([(n, x[end]) for n, x in each]) for end in (0, 1))
            return whole(low_mean), whole(high_mean)
        left = self.left()
        if left is None or rest == 0:
            return mine, mine + rest
        if _by_chance(position):
            least, most = self.solver.expected(position, None, left)
            return whole(mine + least), whole(mine + most)
        low, high = self.solver.value(position, 0, None, left)
        return mine + low, mine + high

    def classify(self, position: Position, rungs: Sequence[Rung]) -> tuple[Outcome, Outcome]:
        """The worst and the best class still possible; equal without a limit but for chance."""
        low, high = narrowed(rungs, lambda a, b: self.race(position, a, b))
        if position.variant.get("dehla_result") == "tricks_decide" and low <= Outcome.NONE <= high:
            return self.by_tricks(position, low, high)
        return low, high

    def by_tricks(self, position: Position, low: Outcome, high: Outcome) -> tuple[Outcome, Outcome]:
        """The same bounds once the tricks have decided between two tens each (4.3)."""
        n = position.tricks_total
        wins = self.tricks_chance(position, n // 2 + 1)
        if wins[0] == 1:
            return max(low, Outcome.WIN_A), max(high, Outcome.WIN_A)
        if wins[1] > 0:
            return min(low, Outcome.WIN_B), max(high, Outcome.WIN_A)
        # Without a majority an even number of tricks can be split: then nobody wins.
        draws = (Fraction(0),) * 2 if n % 2 else self.tricks_chance(position, n // 2)
        if draws[0] == 1:
            return Outcome.NONE, Outcome.NONE
        return min(low, Outcome.WIN_B), Outcome.NONE if draws[1] > 0 else Outcome.WIN_B

    def tricks_chance(self, position: Position, tricks: int) -> tuple[Fraction, Fraction]:
        """Bounds on how likely A gets three tens, or two and so many tricks, played for."""
        if sum(position.collected) + position.heap != position.tricks_done:
            raise DealError(
                f"{position.tricks_done} tricks were played, but {sum(position.collected)} are "
                f"collected and {position.heap} in the heap: the class needs them all"
            )
        if position.chances():
            each = [
                (share, self.tricks_chance(after, tricks)) for share, after in position.chances()
            ]
            return _mean([(n, x[0]) for n, x in each]), _mean([(n, x[1]) for n, x in each])
        left = self.left()
        if left is None:
            return Fraction(0), Fraction(1)
        return self.solver.wins_by_tricks(position, tricks, left)

    def leads(self, position: Position, hard7: bool | None) -> tuple[CardValue, ...]:
        """Value and class of every legal card, those after asking for a hidden trump included."""
        found = []
        for card, asks in _moves(position):
            after = _after(position, card, asks)
            low, high = self.value(after)
            worst, best = self.classes(after, hard7) or (None, None)
            value = low if low == high else None
            outcome_found = worst if worst == best else None
            classes = None
            if worst is not None and best is not None and worst != best:
                classes = None if self.chances(after, hard7) else (worst, best)
            found.append(CardValue(card, value, outcome_found, low, high, asks, classes))
        return tuple(found)

    def chances(self, position: Position, hard7: bool | None) -> dict[Outcome, Fraction]:
        """How likely each class or a better one is, played for; empty without chance or budget."""
        found: dict[Outcome, Fraction] = {}
        if not _by_chance(position):
            return found
        by_tricks = position.variant.get("dehla_result") == "tricks_decide"
        n = position.tricks_total
        for least, a, _ in ladder(position, hard7)[:-1]:
            if by_tricks and least in (Outcome.WIN_A, Outcome.NONE):
                if least is Outcome.NONE and n % 2:
                    continue
                low, high = self.tricks_chance(position, n // 2 + (least is Outcome.WIN_A))
            else:
                low, high = self.chance(position, a)
            if low != high:
                return {}
            found[least] = low
        return found

    def bids(self, position: Position) -> dict[int, bool | None]:
        """Which bids the caller's side makes (7.3, 8.4): every one up to its most tricks."""
        first = FIRST_BID.get(position.variant.family)
        if first is None or position.variant.get("chokri") == "majority":
            raise VariantError(f"{position.variant.name} has no bids: daba_rang and chokri have")
        low, high = self.value(position)
        return {
            bid: True if low >= bid else False if high < bid else None
            for bid in range(first, position.tricks_total + 1)
        }

    def guarantees(self, position: Position) -> tuple[Guarantee, ...]:
        """What each player is sure of; the questions of all share the budget."""
        return tuple(
            self.guarantee(replace(position, player=seat)) for seat in range(position.seats)
        )

    def guarantee(self, alone: Position) -> Guarantee:
        """What this position's player is sure of by himself."""
        low, high = map(int, self.value(alone))
        total = sum(alone.owned) + alone.points_left
        seven = min(7, alone.tricks_total)
        at_once = not alone.variant.collecting and alone.variant.points == "tricks"
        first: bool | None = None
        if at_once and (alone.owned[1] or high < seven):
            first = False
        elif at_once and (answer := self.race(alone, seven, 1)) is not None:
            first = bool(answer)
        wins: bool | None = None
        if first or low > total - low:
            wins = True
        elif alone.seats == 3 and (left := self.left()) is not None:
            wins = self.solver.wins_hand(alone, left)
        decided = low == high and (alone.seats != 3 or wins is not None)
        decided = decided and (first is not None or not at_once)
        value = low if low == high else None
        return Guarantee(alone.player or 0, value, first, wins, low, high, decided)

    def challenge_here(self, position: Position) -> Challenge:
        """A challenge of the trump before the first lead."""
        _need_plain(position.variant)
        if position.trump is None or position.tricks_done or position.table or position.leader:
            raise OptionError(
                "a challenge comes after the call and before the lead: expected a trump, seat 0 to "
                "lead and no card played"
            )
        return self.challenge(position, "caller", "first7")

    def challenge(self, start: Position, leads: str, target: str) -> Challenge:
        """What every challenge brings; the questions share the budget."""
        called = start.trump
        assert called is not None
        given = Deal(start.hands)
        as_called, best_class = self.classify(start, ladder(start))
        classes: dict[tuple[int, Suit], Outcome | None] = {}
        succeeds: dict[tuple[int, Suit], bool | None] = {}
        for suit in Suit:
            for seat in (1, 3):
                if suit == called:
                    continue
                if seat == 3 and leads == "caller":
                    classes[seat, suit] = classes[1, suit]
                    succeeds[seat, suit] = succeeds[1, suit]
                    continue
                leader = seat if leads == "challenger" else 0
                changed = Position.start(given, suit, leader, start.variant)
                worst, best = self.classify(changed, ladder(changed))
                classes[seat, suit] = worst if worst == best else None
                made: bool | None = None
                if best <= Outcome.KOT_B:
                    made = True
                elif worst > Outcome.KOT_B:
                    made = False
                if target == "any_run_of_7" and not made:
                    run = changed.tricks_total // 2 + 1
                    left = self.left()
                    made = None if left is None else self.solver.makes_run(changed, run, left)
                succeeds[seat, suit] = made
        # Seat 1 is asked before seat 3; a side that has its kot anyway gains nothing.
        pays = True if as_called > Outcome.KOT_B else None if best_class > Outcome.KOT_B else False
        sure = next((key for key in sorted(succeeds) if succeeds[key]), None)
        decided = (
            as_called == best_class
            and None not in classes.values()
            and None not in succeeds.values()
        )
        return Challenge(
            called,
            as_called if as_called == best_class else None,
            classes,
            succeeds,
            sure if pays else None,
            decided,
        )

    def classes(self, position: Position, hard7: bool | None) -> tuple[Outcome, Outcome] | None:
        """The worst and the best class still possible; None where the hand has no class."""
        try:
            rungs = ladder(position, hard7)
        except VariantError:
            return None
        return self.classify(position, rungs)

    def line(self, position: Position, value: Points) -> Line:
        """A line on which neither side ever gives up a point of this value."""
        cards: list[Card] = []
        asks: list[int] = []
        while not position.over and not position.chances():
            card, asked = self._keeps(position, value)
            if asked:
                asks.append(len(cards))
            cards.append(card)
            position = _after(position, card, asked)
        return Line(tuple(cards), value, tuple(asks))

    def _keeps(self, position: Position, value: Points) -> tuple[Card, bool]:
        """A move of the seat to move that keeps the value: a low card when following suit."""
        moves = _moves(position)
        if position.table:
            moves.sort(key=lambda move: (move[1], move[0].rank))
        if _by_chance(position):
            whole_budget = _Search(self.solver)
            for card, asks in moves[:-1]:
                if whole_budget.value(_after(position, card, asks))[0] == value:
                    return card, asks
            return moves[-1]
        assert isinstance(value, int)
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


def _by_chance(position: Position) -> bool:
    """Whether a random card may still make trump (6)."""
    return bool(position.reserves) and position.variant.get("m1_fallback") == "chance"


def _mean(parts: Iterable[tuple[Fraction, Points]]) -> Fraction:
    return sum((share * number for share, number in parts), Fraction(0))


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
