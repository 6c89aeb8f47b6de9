"""Match equity: the probability to win the match from any score, solved exactly.

A match is modelled as a chain of hands whose results are drawn from an outcome distribution; each
step is `ledger.advance`, as on the score sheet. In most scorings scores only grow, so the states
form small groups that are solved one after the other. Within a group (streaks come and go) the
equations are linear. With fractions as input the result is exact fractions, otherwise floats.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ..base.errors import MatchError
from ..base.outcomes import Outcome
from ..game.outcome_distribution import Number, OutcomeDistribution, Worth, distribution
from ..game.scoring import Scoring
from .ledger import MatchState, Rules, advance, match_winner
from .scoring import HandResult

_MAX_STATES = 60_000
"""States of a match that are solved at most; in fractions they take about ten seconds."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The probabilities that team 0 ("us") wins, draws or loses the match."""

    win: Number
    draw: Number
    lose: Number

    @property
    def value(self) -> Number:
        """P(win) + P(draw) / 2."""
        return self.win + self.draw / 2


class MatchEquity:
    """The equity of every score of a two-sided match.

    `outcomes` is the outcome distribution of a hand (weights or counts; A is the caller's side).
    `outcomes_them` is another one for hands that the other team calls; by default the same.
    MatchError when the match has no end, or too many states to solve.
    """

    def __init__(
        self,
        rules: Rules,
        outcomes: OutcomeDistribution,
        outcomes_them: OutcomeDistribution | None = None,
    ) -> None:
        if rules.players != 2 or rules.scoring.kind != "class":
            raise MatchError(
                f"equity needs a scoring by classes for two sides, not {rules.scoring.title}"
            )
        if rules.scoring.target is None and rules.scoring.hands is None:
            raise MatchError(f"a match by {rules.scoring.title} has no agreed end: give a target")
        self.rules = rules
        self.outcomes = (
            distribution(outcomes),
            distribution(outcomes if outcomes_them is None else outcomes_them),
        )
        self._exact = all(isinstance(p, Fraction) for one in self.outcomes for p in one.values())
        self._known: dict[MatchState, Chance] = {}

    def state(
        self,
        score: tuple[int, int],
        caller: int = 0,
        streak: tuple[int, int] = (0, 0),
        hands: int = 0,
    ) -> MatchState:
        """The state with that score; MatchError when no match can reach it."""
        scoring = self.rules.scoring
        faults = []
        if scoring.target is not None and max(score) >= scoring.target:
            faults.append(f"the match to {scoring.target} is over at {score[0]}-{score[1]}")
        if min(score) < 0:
            faults.append(f"a score is not negative: {score[0]}-{score[1]}")
        if any(streak) and not scoring.streak:
            faults.append(f"{scoring.title} counts no straight wins")
        if scoring.streak and (min(streak) < 0 or max(streak) >= scoring.streak or all(streak)):
            faults.append(
                f"straight wins are 0 to {scoring.streak - 1} for one side only, "
                f"not {streak[0]} and {streak[1]}"
            )
        if scoring.hands is not None and not 0 <= hands < scoring.hands:
            faults.append(f"hands played are 0 to {scoring.hands - 1}, not {hands}")
        if faults:
            raise MatchError("; ".join(faults))
        return self._normal(MatchState(score, streak, caller, hands))

    def at(
        self,
        score: tuple[int, int],
        caller: int = 0,
        streak: tuple[int, int] = (0, 0),
        hands: int = 0,
    ) -> Chance:
        """The chances of team 0 at `score` (us, them) before a hand that team `caller` calls.

        `streak`: straight wins of (us, them). `hands`: hands played so far, where the match ends
        after a number of hands.
        """
        return self._chance(self.state(score, caller, streak, hands))

    def after(self, state: MatchState, result: HandResult) -> Chance:
        """The chances of team 0 after the hand at `state` ended with `result`."""
        return self._chance(self._normal(advance(state, result, self.rules)[0]))

    def values(self, state: MatchState) -> dict[Outcome, Number]:
        """The equity of team 0 after each class of the hand at `state` (A is its caller's side)."""
        outcomes = dict.fromkeys([*self.outcomes[0], *self.outcomes[1]])
        outcomes.update(dict.fromkeys(Outcome(code) for code in (2, 1, -1, -2)))
        return {
            outcome: self.after(state, HandResult(outcome)).value
            for outcome in sorted(outcomes, reverse=True)
        }

    def of_call(self, state: MatchState, outcomes: OutcomeDistribution) -> Number:
        """The equity of team 0 when only the hand at `state` has another outcome distribution.

        Trump calls at a score are compared in this way, with the distribution of each call.
        """
        total: Number = 0
        for outcome, chance in distribution(outcomes).items():
            total += chance * self.after(state, HandResult(outcome)).value
        return total

    # ---- solving --------------------------------------------------------------------------

    def _normal(self, state: MatchState) -> MatchState:
        """Drop what cannot matter: the seat within a team, and hands played if a target ends it."""
        scoring = self.rules.scoring
        score = state.score
        if scoring.target is not None:
            score = tuple(min(points, scoring.target) for points in score)
        hands = state.hands if scoring.hands is not None else 0
        return replace(state, score=score, caller=state.caller % 2, hands=hands)

    def _end(self, state: MatchState) -> Chance | None:
        winner = match_winner(state, self.rules.scoring)
        if winner is None:
            return None
        one: Number = Fraction(1) if self._exact else 1.0
        zero = one - one
        return Chance(
            one if winner == 0 else zero,
            one if winner == -1 else zero,
            one if winner == 1 else zero,
        )

    def _steps(self, state: MatchState) -> dict[MatchState, Number]:
        """The successors of a state with their probabilities."""
        steps: dict[MatchState, Number] = {}
        for outcome, chance in self.outcomes[state.caller].items():
            following = self._normal(advance(state, HandResult(outcome), self.rules)[0])
            steps[following] = steps.get(following, 0) + chance
        return steps

    def _chance(self, start: MatchState) -> Chance:
        end = self._known.get(start) or self._end(start)
        if end is not None:
            return end
        if self._size(start) > _MAX_STATES:
            raise _too_long()
        for group, edges in self._groups(start):
            self._solve(group, edges)
        return self._known[start]

    def _size(self, start: MatchState) -> int:
        """An estimate of the states that can follow, which is too high rather than too low."""
        scoring = self.rules.scoring
        streaks = 2 * max(1, 2 * scoring.streak - 1)  # of either side, for either caller
        if scoring.target is not None:
            us, them = (max(scoring.target - points, 1) for points in start.score)
            return us * them * streaks
        kinds = len({outcome for one in self.outcomes for outcome in one})
        left = range((scoring.hands or 0) - start.hands)
        most = int(max(*scoring.win, *scoring.kot, *scoring.bavney, self.rules.played.kot[1]))
        return streaks * sum(
            min(math.comb(hands + 2 * kinds - 1, hands), (most * hands + 1) ** 2) for hands in left
        )

    def _groups(
        self, start: MatchState
    ) -> list[tuple[list[MatchState], dict[MatchState, dict[MatchState, Number]]]]:
        """The states reachable from `start`, as strongly connected groups, last first (Tarjan)."""
        edges: dict[MatchState, dict[MatchState, Number]] = {}
        order: dict[MatchState, int] = {}
        low: dict[MatchState, int] = {}
        stack: list[MatchState] = []
        on_stack: set[MatchState] = set()
        found = []

        def enter(state: MatchState) -> None:
            order[state] = low[state] = len(order)
            stack.append(state)
            on_stack.add(state)
            edges[state] = self._steps(state)
            if len(edges) > _MAX_STATES:
                raise _too_long()

        enter(start)
        work = [(start, iter(edges[start]))]
        while work:
            state, rest = work[-1]
            for following in rest:
                if following in self._known or self._end(following) is not None:
                    continue
                if following not in order:
                    enter(following)
                    work.append((following, iter(edges[following])))
                    break
                if following in on_stack:
                    low[state] = min(low[state], order[following])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == order[state]:
                    group: list[MatchState] = []
                    while not group or group[-1] != state:
                        group.append(stack.pop())
                        on_stack.discard(group[-1])
                    found.append((group, edges))
        return found

    def _solve(
        self, group: list[MatchState], edges: dict[MatchState, dict[MatchState, Number]]
    ) -> None:
        """The chances of one group, from (I - inner) x = outflow, for win and for draw."""
        place = {state: i for i, state in enumerate(group)}
        size = len(group)
        zero: Number = Fraction(0) if self._exact else 0.0
        one = zero + 1
        matrix = [[zero] * size for _ in range(size)]
        right = [[zero, zero] for _ in range(size)]
        for i, state in enumerate(group):
            matrix[i][i] += one
            for following, chance in edges[state].items():
                if following in place:
                    matrix[i][place[following]] -= chance
                else:
                    known = self._known.get(following) or self._end(following)
                    assert known is not None  # groups come last ones first
                    right[i][0] += chance * known.win
                    right[i][1] += chance * known.draw
        if size == 1:
            if not matrix[0][0] > 0:
                raise MatchError("with these results the match never ends")
            solved: Sequence[Sequence[Number]] = [
                [right[0][0] / matrix[0][0], right[0][1] / matrix[0][0]]
            ]
        elif self._exact:
            solved = _eliminate(matrix, right)
        else:
            import numpy as np

            try:
                answer = np.linalg.solve(
                    np.array(matrix, dtype=np.float64), np.array(right, dtype=np.float64)
                )
            except np.linalg.LinAlgError:
                raise MatchError("with these results the match never ends") from None
            solved = [[float(row[0]), float(row[1])] for row in answer]
        for state, (win, draw) in zip(group, solved, strict=True):
            self._known[state] = Chance(win, draw, one - win - draw)


def _too_long() -> MatchError:
    return MatchError("this match has too many states to solve: take a lower target or fewer hands")


def worth_at_score(equity: MatchEquity, state: MatchState) -> Worth:
    """The caller's equity after the hand at `state` ended in a class."""
    ours = state.caller % 2 == 0
    values: dict[Outcome, Number] = {}
    for outcome in Outcome:
        if outcome != Outcome.NONE:
            values[outcome] = equity.after(state, HandResult(outcome)).value
    return lambda outcome: values[outcome] if ours else 1 - values[outcome]


def scoring_at(equity: MatchEquity, state: MatchState) -> Scoring:
    """A scoring of the hand at `state`: the caller's chance, in percent, to win the match after it.

    A trump study under this scoring finds the best call at this score.
    """
    worth = worth_at_score(equity, state)
    chance = {
        int(outcome): 100 * float(worth(outcome)) for outcome in Outcome if outcome != Outcome.NONE
    }
    us, them = state.score if state.caller % 2 == 0 else state.score[::-1]
    played = equity.rules.played
    return Scoring(
        f"{played.name} at {us}-{them}",
        f"chance to win the match at {us}-{them} ({played.title}: {played.numbers()})",
        "match %",
        win=(chance[1], chance[-1]),
        kot=(chance[2], chance[-2]),
        bavney=(chance[3], chance[-3]),
        kind="chance",
        target=played.target,
    )


def _eliminate(matrix: list[list[Number]], right: list[list[Number]]) -> list[list[Number]]:
    """Solve a small linear system exactly, in fractions, by Gaussian elimination."""
    size = len(matrix)
    rows = [[*matrix[i], *right[i]] for i in range(size)]
    for column in range(size):
        pivot = next((i for i in range(column, size) if rows[i][column] != 0), None)
        if pivot is None:
            raise MatchError("with these results the match never ends")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [value / lead for value in rows[column]]
        for i in range(size):
            factor = rows[i][column]
            if i != column and factor != 0:
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[column], strict=True)]
    return [row[size:] for row in rows]
