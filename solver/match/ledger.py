"""The course of a match: the step from hand to hand, and the score sheet.

`advance` alone updates totals, streaks and the caller; the equity solver uses the same step.
Matches with two sides count teams (table seat modulo 2); with three players, or with a dummy, every
person has a score of his own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..base.errors import MatchError
from ..game.house_rules import House
from ..game.opening import seats_of
from ..game.scoring import Scoring
from .rotation import dealer_of, next_caller, next_caller_three, next_dummy_table
from .scoring import HandResult, HandScore, is_straight_win, score_hand


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state of a match before a hand.

    `score`: points of each team (or person). `streak`: straight wins of each team. `caller`: a
    table seat. `hands`: the number of hands played. `lone`: the person who plays with the dummy.
    """

    score: tuple[int, ...]
    streak: tuple[int, int] = (0, 0)
    caller: int = 0
    hands: int = 0
    lone: int = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a match: house rules, scoring, and the number of table seats."""

    house: House
    scoring: Scoring

    @property
    def seats(self) -> int:
        """The number of persons at the table, without a dummy."""
        return 3 if self.scoring.kind == "sars" else seats_of(self.house)

    @property
    def players(self) -> int:
        """The number of scores kept: two teams, or three persons."""
        return 3 if self.scoring.kind in ("seats", "sars") else 2

    @property
    def played(self) -> Scoring:
        """The scoring with the goon value of this house."""
        return self.house.scored(self.scoring)

    def start(self, caller: int = 0) -> MatchState:
        """The state before the first hand."""
        return MatchState((0,) * self.players, caller=caller)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the score sheet: the hand, what it scored by team, and the state after it.

    `streak_kot`: straight wins made a kot of it. `apart`: a hand won that adds to no streak.
    """

    number: int
    caller: int
    dealer: int
    result: HandResult
    score: HandScore
    gained: tuple[int, ...]
    streak_kot: bool
    after: MatchState
    line: int = 0
    apart: bool = False


def advance(state: MatchState, result: HandResult, rules: Rules) -> tuple[MatchState, Entry]:
    """The state after one hand's result: totals, streaks (both 0 after a kot) and next caller."""
    score = score_hand(rules.scoring, rules.house, result)
    if rules.scoring.kind == "sars":
        return _advance_dummy(state, result, score, rules)
    if rules.scoring.kind == "seats":
        return _advance_three(state, result, score, rules)
    house, caller = rules.house, state.caller
    team_a = caller % 2
    team_of = (team_a, 1 - team_a)
    gained = [0, 0]
    for side in (0, 1):
        gained[team_of[side]] += score.points[side]
    if score.taken_back:
        gained[team_of[0]] -= min(score.taken_back, max(state.score[team_of[0]], 0))
    streak = list(state.streak)
    streak_kot = False
    straight = rules.scoring.streak
    counts = is_straight_win(house, result, score)
    if straight:
        if score.kot:
            streak = [0, 0]
        elif score.winner is not None:
            winner = team_of[score.winner]
            streak[winner] += counts
            streak[1 - winner] = 0
            if streak[winner] >= straight:
                streak_kot = True
                gained[winner] += 1
                streak = [0, 0]
    if score.winner is None:  # nobody won: the same player calls again
        following = caller
        if house["rotation"] == "every_hand":
            following = (caller + 1) % rules.seats
    else:
        following = next_caller(
            caller,
            score.winner == 0,
            score.kot or streak_kot,
            house,
            seats=rules.seats,
            by_streak=streak_kot,
        )
    after = MatchState(
        (state.score[0] + gained[0], state.score[1] + gained[1]),
        (streak[0], streak[1]),
        following,
        state.hands + 1,
    )
    dealer = dealer_of(caller, rules.seats)
    apart = straight > 0 and score.winner is not None and not score.kot and not counts
    entry = Entry(
        *(state.hands + 1, caller, dealer, result, score, tuple(gained), streak_kot, after),
        apart=apart,
    )
    return after, entry


def _advance_three(
    state: MatchState, result: HandResult, score: HandScore, rules: Rules
) -> tuple[MatchState, Entry]:
    gained = tuple(score.points[(seat - state.caller) % 3] for seat in range(3))
    winners = tuple((state.caller + seat) % 3 for seat in score.winners)
    after = MatchState(
        tuple(old + new for old, new in zip(state.score, gained, strict=True)),
        caller=next_caller_three(state.caller, winners, rules.house),
        hands=state.hands + 1,
    )
    dealer = dealer_of(state.caller, 3)
    return after, Entry(state.hands + 1, state.caller, dealer, result, score, gained, False, after)


def _advance_dummy(
    state: MatchState, result: HandResult, score: HandScore, rules: Rules
) -> tuple[MatchState, Entry]:
    """`advance` for dummy rang; the dummy sits opposite `state.lone` (see `next_dummy_table`)."""
    chairs = (state.lone, (state.lone + 1) % 3, None, (state.lone + 2) % 3)
    first = chairs.index(state.caller)
    gained = [0, 0, 0]
    for seat in range(4):
        person = chairs[(first + seat) % 4]
        if person is not None:
            gained[person] += score.points[seat]
    expected = (0 - first) % 4
    if result.lone != expected:
        raise MatchError(
            f"person {state.lone} plays with the dummy in this hand: lone={expected} is expected"
        )
    caller, lone = next_dummy_table(
        state.caller, state.lone, score.winner == 0, score.kot, rules.house
    )
    after = MatchState(
        tuple(old + new for old, new in zip(state.score, gained, strict=True)),
        caller=caller,
        hands=state.hands + 1,
        lone=lone,
    )
    dealer = dealer_of(first, 4)
    entry = Entry(state.hands + 1, state.caller, dealer, result, score, tuple(gained), False, after)
    return after, entry


def match_winner(state: MatchState, scoring: Scoring) -> int | None:
    """The team (or person) that has won the match; -1 for a draw; None while it continues.

    With a target: the one that reached it, or the highest if several did; while those are equal,
    the match continues. With a number of hands: the highest total after the last hand.
    """
    ranked = sorted(state.score, reverse=True)
    if scoring.target is not None:
        if ranked[0] < scoring.target or ranked[0] == ranked[1]:
            return None
        return state.score.index(ranked[0])
    if scoring.hands is not None and state.hands >= scoring.hands:
        return -1 if ranked[0] == ranked[1] else state.score.index(ranked[0])
    return None


def play_match(
    results: Iterable[HandResult], rules: Rules, start: MatchState | None = None
) -> Iterator[Entry]:
    """The entries of a match, hand by hand. Hands after its end begin a new match at 0-0.

    In the new match the rotation continues and the streaks begin at 0.
    """
    state = start or rules.start()
    for result in results:
        if match_winner(state, rules.scoring) is not None:
            state = replace(state, score=(0,) * rules.players, streak=(0, 0), hands=0)
        state, entry = advance(state, result, rules)
        yield entry


def result_words(result: HandResult) -> str:
    """A result in words, as it can be typed: `kot A 7-1 failed`."""
    words = [] if result.outcome is None else [result.outcome.words]
    if result.points:
        words.append("-".join(map(str, result.points)))
    for flag in ("failed", "partner_stopped", "capitulated", "challenged", "run"):
        if getattr(result, flag):
            words.append(flag)
    for name in ("bid", "lone", "setter"):
        value = getattr(result, name)
        if value is not None:
            words.append(f"{name}={value}")
    if result.winners:
        words.append("winners=" + ",".join(map(str, result.winners)))
    return " ".join(words)


def outcome_word(entry: Entry) -> str:
    """The result for the score sheet: the class, or the tricks, and what changed it."""
    result, score = entry.result, entry.score
    word = result_words(replace(result, lone=None, setter=None, winners=()))
    if score.outcome is not None and result.outcome not in (None, score.outcome):
        word += f" = {score.outcome.words}"
    if entry.streak_kot:
        word += " (straight wins: kot)"
    if entry.apart:
        word += " (not three tens)"
    return word
