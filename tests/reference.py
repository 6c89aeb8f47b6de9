"""The slow reference: plain minimax over exact states, written from rules.md alone.

It shares no code with the package under test and uses no bit tricks: cards are strings such as
"SA" or "DT" (suit letter, rank letter), hands are tuples of cards, a state is a plain tuple.
Every state that was solved is remembered in a dict that lives as long as one question.
Each rule names the section of rules.md it comes from; where that text leaves something open
the comment says "decision". Points are counted for side A from the given state onwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

SUITS = "SHDC"
RANKS = "23456789TJQKA"
FULL_DECK = tuple(suit + rank for suit in SUITS for rank in RANKS)

BAVNEY_A, KOT_A, WIN_A, TIE, WIN_B, KOT_B, BAVNEY_B = 3, 2, 1, 0, -1, -2, -3


# ---------------------------------------------------------------- the game and the state


@dataclass(frozen=True)
class Game:
    """Rule options under their names in rules.md; the defaults make the plain game (section 1)."""

    seats: int = 4
    player: int | None = None  # side A is this one seat; None: the seats of even number
    void_duty: str = "none"  # none | must_trump (1.4)
    overtrump_duty: str = "off"  # off | vs_opponent | always (1.4)
    stop_rule: str = "may_continue"  # may_continue | hard7 (1.6)
    continue_fail: str = "keep_kot"  # keep_kot | simple_win | opponents_win (1.6)
    tie: int = TIE  # class of an even split, which a 13-trick hand cannot have


class State(NamedTuple):
    """Everything the rest of the hand depends on; seats in playing order."""

    hands: tuple[tuple[str, ...], ...]  # cards still held
    trump: str | None = None
    leader: int = 0  # led, or will lead, the running trick
    table: tuple[str, ...] = ()  # running trick in playing order
    tricks_done: int = 0  # complete tricks before the running one
    taken: tuple[int, int] = (0, 0)  # points A and B own already (only outcome looks at it)


class Branch(NamedTuple):
    """One way a move may go on: how likely, the state after it, points gained by each seat."""

    weight: Fraction
    state: State
    gains: tuple[int, ...]


def make_state(
    hands: Sequence[Iterable[str]] | str,
    trump: str | None = None,
    leader: int = 0,
    table: Iterable[str] = (),
    **more: object,
) -> State:
    """A state from loose material; hands may be one text "SA H2 | ..." with a bar between seats."""
    if isinstance(hands, str):
        hands = [part.split() for part in hands.split("|")]
    held = tuple(tuple(sorted(hand)) for hand in hands)
    cards = [card for hand in held for card in hand] + list(table)
    for card in cards:
        if card not in FULL_DECK:
            raise ValueError(f"no such card: {card}")
    if len(set(cards)) != len(cards):
        raise ValueError("a card occurs twice")
    return State(held, trump, leader, tuple(table), **more)  # type: ignore[arg-type]


def suit_of(card: str) -> str:
    """The printed suit."""
    return card[0]


def rank_of(card: str) -> int:
    """0 for a two up to 12 for an ace."""
    return RANKS.index(card[1])


def to_move(game: Game, state: State) -> int:
    """The seat that plays next."""
    return (state.leader + len(state.table)) % game.seats


def on_side_a(game: Game, seat: int) -> bool:
    """Sides by parity (section 0), or one player against the rest (8.1)."""
    if game.player is not None:
        return seat == game.player
    return seat % 2 == 0


def same_side(game: Game, one: int, other: int) -> bool:
    """True for partners and for a seat and itself."""
    return on_side_a(game, one) == on_side_a(game, other)


def tricks_left(state: State, game: Game) -> int:
    """Tricks not yet complete, the running one included."""
    return (sum(len(hand) for hand in state.hands) + len(state.table)) // game.seats


# ---------------------------------------------------------------- the trick


def beats(trump: str | None, card: str, other: str) -> bool:
    """True when `card`, played after `other` held the trick, takes it over (1.4)."""
    if suit_of(card) == suit_of(other):
        return rank_of(card) > rank_of(other)
    return suit_of(card) == trump


def best_on_table(game: Game, state: State) -> int:
    """Index in the running trick of the card that wins so far."""
    best = 0
    for index in range(1, len(state.table)):
        if beats(state.trump, state.table[index], state.table[best]):
            best = index
    return best


def moves(game: Game, state: State) -> tuple[str, ...]:
    """Legal moves of the seat to move, in the order of the hand; empty when the hand is over."""
    hand = state.hands[to_move(game, state)]
    if not state.table:
        return hand
    led = suit_of(state.table[0])
    following = tuple(card for card in hand if suit_of(card) == led)
    return following or ruffing_duty(game, state, hand)


def ruffing_duty(game: Game, state: State, hand: tuple[str, ...]) -> tuple[str, ...]:
    """What a player void in the led suit may play: anything, or the stricter duties of 1.4.

    Decision (1.4 only names them): `must_trump` = some trump, whoever holds the trick;
    `overtrump_duty` = of his trumps only those that beat a trump now winning the trick, if he has
    such a one (`vs_opponent`: only while an opponent is winning). It never forces a ruff by
    itself, it does not touch a trump lead, and who cannot overtrump may play any trump.
    """
    trumps = tuple(card for card in hand if suit_of(card) == state.trump)
    others = tuple(card for card in hand if suit_of(card) != state.trump)
    best = best_on_table(game, state)
    winner = (state.leader + best) % game.seats
    overtrump = game.overtrump_duty == "always" or (
        game.overtrump_duty == "vs_opponent" and not same_side(game, winner, to_move(game, state))
    )
    usable = trumps
    if overtrump and suit_of(state.table[best]) == state.trump:
        higher = tuple(card for card in trumps if beats(state.trump, card, state.table[best]))
        usable = higher or trumps
    if game.void_duty == "must_trump" and trumps:
        return usable
    return tuple(card for card in hand if card in usable or card in others)


def play(game: Game, state: State, move: str) -> list[Branch]:
    """Everything that may follow a legal move."""
    seat = to_move(game, state)
    hand = tuple(card for card in state.hands[seat] if card != move)
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    state = state._replace(hands=hands, table=(*state.table, move))
    nobody = (0,) * game.seats
    if len(state.table) < game.seats:
        return [Branch(Fraction(1), state, nobody)]
    return settle(game, state)


def settle(game: Game, state: State) -> list[Branch]:
    """The trick is complete: who won it, and who takes points."""
    winner = (state.leader + best_on_table(game, state)) % game.seats
    gains = tuple(int(seat == winner) for seat in range(game.seats))
    after = state._replace(leader=winner, table=(), tricks_done=state.tricks_done + 1)
    return [Branch(Fraction(1), after, gains)]


# ---------------------------------------------------------------- the questions


Number = int | Fraction


class Questions:
    """One game, any number of questions; what was worked out stays known.

    Value and race look at points from the given state on; outcome looks at the whole hand.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._values: dict[State, Number] = {}
        self._races: dict[tuple[State, int, int], Number] = {}
        self._classes: dict[State, Number] = {}

    def side_gains(self, gains: tuple[int, ...]) -> tuple[int, int]:
        """Points for A and for B of one branch."""
        a = sum(points for seat, points in enumerate(gains) if on_side_a(self.game, seat))
        return a, sum(gains) - a

    def choose(self, state: State, results: list[Number]) -> Number:
        """The best result for the seat to move: A wants much, B little."""
        return max(results) if on_side_a(self.game, to_move(self.game, state)) else min(results)

    def value(self, state: State) -> Number:
        """Points A still takes from here with best play by everybody."""
        state = state._replace(taken=(0, 0))
        if state not in self._values:
            legal = moves(self.game, state)
            results = [self.move_value(state, move) for move in legal]
            self._values[state] = self.choose(state, results) if results else 0
        return self._values[state]

    def move_value(self, state: State, move: str) -> Number:
        """Points A takes from here when this move is played first."""
        return expected(
            (branch.weight, self.side_gains(branch.gains)[0] + self.value(branch.state))
            for branch in play(self.game, state, move)
        )

    def race(self, state: State, a: int, b: int) -> Number:
        """1 when A can take a more points before B takes b more, else 0 (a chance: between)."""
        state = state._replace(taken=(0, 0))
        if a <= 0:
            return 1
        if b <= 0:
            return 0
        key = (state, a, b)
        if key not in self._races:
            legal = moves(self.game, state)
            results = [self.move_race(state, move, a, b) for move in legal]
            self._races[key] = self.choose(state, results) if results else 0
        return self._races[key]

    def move_race(self, state: State, move: str, a: int, b: int) -> Number:
        """The race when this move is played first."""
        parts: list[tuple[Fraction, Number]] = []
        for branch in play(self.game, state, move):
            gain_a, gain_b = self.side_gains(branch.gains)
            parts.append((branch.weight, self.race(branch.state, a - gain_a, b - gain_b)))
        return expected(parts)

    def outcome(self, state: State) -> Number:
        """Class of the whole hand, +3 .. -3, by playing it out with its stop rule (1.6)."""
        if state not in self._classes:
            self._classes[state] = self._outcome(state)
        return self._classes[state]

    def _outcome(self, state: State) -> Number:
        total = state.tricks_done + tricks_left(state, self.game)
        need = total // 2 + 1
        taken_a, taken_b = state.taken
        legal = moves(self.game, state)
        over = not legal
        if over or (not state.table and max(taken_a, taken_b) >= need):
            stopped = stop_class(self.game, total, taken_a, taken_b)
            if over or self.game.stop_rule == "hard7" or min(taken_a, taken_b) > 0:
                return stopped
            # A side at 7-0 may stop or go on for all of them (1.6).
            going_on = self.choose(state, [self.move_outcome(state, move) for move in legal])
            return max(stopped, going_on) if taken_a else min(stopped, going_on)
        return self.choose(state, [self.move_outcome(state, move) for move in legal])

    def move_outcome(self, state: State, move: str) -> Number:
        """Class of the whole hand when this move is played first."""
        total = state.tricks_done + tricks_left(state, self.game)
        need = total // 2 + 1
        parts: list[tuple[Fraction, Number]] = []
        for branch in play(self.game, state, move):
            gain_a, gain_b = self.side_gains(branch.gains)
            taken = (state.taken[0] + gain_a, state.taken[1] + gain_b)
            after = branch.state._replace(taken=taken)
            if max(state.taken) >= need and min(state.taken) == 0 and min(taken) > 0:
                # A 7-0 side went on and has just lost a trick.
                parts.append((branch.weight, failed_class(self.game, state.taken)))
            else:
                parts.append((branch.weight, self.outcome(after)))
        return expected(parts)


def stop_class(game: Game, total: int, taken_a: int, taken_b: int) -> int:
    """Class of a plain hand that stops now (1.6)."""
    need = total // 2 + 1
    if max(taken_a, taken_b) < need:
        return game.tie
    winner, loser = max(taken_a, taken_b), min(taken_a, taken_b)
    size = 1 if loser else 3 if winner == total and game.stop_rule == "may_continue" else 2
    return size if taken_a > taken_b else -size


def failed_class(game: Game, taken: tuple[int, int]) -> int:
    """Class after a side that stood at 7-0 went on and lost a trick (`continue_fail`, 1.6)."""
    size = {"keep_kot": 2, "simple_win": 1, "opponents_win": -1}[game.continue_fail]
    return size if taken[0] else -size


def expected(parts: Iterable[tuple[Fraction, Number]]) -> Number:
    """Weighted mean; a whole number stays an int."""
    total: Fraction = sum((weight * number for weight, number in parts), Fraction(0))
    return int(total) if total.denominator == 1 else total


def value(game: Game, state: State) -> Number:
    """Points A still takes from here."""
    return Questions(game).value(state)


def race(game: Game, state: State, a: int, b: int) -> bool:
    """Does A take a more points before B takes b more?  (Without a chance move.)"""
    return bool(Questions(game).race(state, a, b))


def outcome(game: Game, state: State) -> Number:
    """Class of the whole hand: +3 bavney, +2 kot, +1 win for A; negative for B."""
    return Questions(game).outcome(state)


def move_values(game: Game, state: State) -> dict[str, Number]:
    """Points A still takes, for every legal move."""
    questions = Questions(game)
    return {move: questions.move_value(state, move) for move in moves(game, state)}


def move_outcomes(game: Game, state: State) -> dict[str, Number]:
    """Class of the whole hand, for every legal move."""
    questions = Questions(game)
    return {move: questions.move_outcome(state, move) for move in moves(game, state)}


def perft(game: Game, state: State, depth: int) -> int:
    """Number of ways to make `depth` legal moves (0 when the hand is over before)."""
    if depth == 0:
        return 1
    return sum(
        perft(game, branch.state, depth - 1)
        for move in moves(game, state)
        for branch in play(game, state, move)
    )


# ---------------------------------------------------------------- accounting without search


def account(
    winners: Sequence[int],
    ace_tricks: Iterable[int] = (),
    *,
    capture: str = "double",
    no_collect: Iterable[int] = (),
    first_streak: int = 2,
    ace_rule: str = "off",
) -> tuple[int, int]:
    """Tricks collected by (A, B) when the tricks were won by these seats.

    `ace_tricks` are the numbers (from 1) of the tricks won by an ace. Sections 1.4, 3.1 and 3.2;
    written apart from the search, by looking back over the list of winners.
    """
    collected = [0, 0]
    if capture == "single":
        for winner in winners:
            collected[winner % 2] += 1
        return collected[0], collected[1]
    forbidden, aces = set(no_collect), set(ace_tricks)
    heap_starts = 1  # number of the oldest trick lying in the heap
    counts: list[bool] = []  # for each trick: does it count as won for the streak?
    for number, winner in enumerate(winners, start=1):
        two_aces = (
            number > 1 and winners[number - 2] == winner and number in aces and number - 1 in aces
        )
        counts.append(True)
        if two_aces and ace_rule == "reset" and number > heap_starts and counts[-2]:
            counts[-1] = False
        streak = 0
        back = number
        while back >= heap_starts and winners[back - 1] == winner and counts[back - 1]:
            streak += 1
            back -= 1
        asked = first_streak if heap_starts == 1 else 2
        stopped = number in forbidden or (two_aces and ace_rule == "block")
        if number == len(winners) or (streak >= asked and not stopped):
            collected[winner % 2] += number - heap_starts + 1
            heap_starts = number + 1
    return collected[0], collected[1]
