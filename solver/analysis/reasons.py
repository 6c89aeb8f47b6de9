"""Best play explained: for every card of a line, the cards as good as it and the reasons for it.

Each reason is a rule about the position in which the card was played and about its trick; the rule
stands beside its name in `Reason` (explained.py). Rules that say what a card keeps compare the
worth of all legal cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Card, Rank, Suit
from ..engine import Solver
from ..errors import OptionError, need
from ..game.position import Position, need_position
from ..game.rules import (
    W,
    groups_of_equals,
    is_trump,
    laid,
    leader_would_take,
    led_suit,
    shown_in_time,
    winning_place,
)
from ..outcomes import Outcome, Points
from .answers import Line
from .class_first import Goal, goal_above, goal_of, settled
from .explained import ExplainedCard, ExplainedTrick, Reason
from .line import after_move, best_line, keeps_goal, keeps_value, moves_of
from .whole_hand import WholeHand

__all__ = ["explain"]

_BY_CLASS = {
    3: Reason.KEEPS_BAVNEY,
    2: Reason.KEEPS_KOT,
    1: Reason.KEEPS_WIN,
    0: Reason.KEEPS_TIE,
    -1: Reason.SAVES_KOT,
    -2: Reason.SAVES_BAVNEY,
}


def explain(
    position: Position, line: Line | None = None, solver: Solver | None = None
) -> tuple[ExplainedTrick, ...]:
    """The tricks of a line of best play, each card with its reasons; `best_line` if none is given.

    `line` must be one that `best_line` or `solve` gave for this position.
    """
    need_position(position)
    search = WholeHand(solver)
    if line is None:
        line = best_line(position, search.solver)
    need(line, Line, "is no line: expected one of `best_line` or `solve`", OptionError)
    goals: tuple[Goal, Goal] | None = None
    if line.outcome is not None:
        assert isinstance(line.value, int)
        goals = (
            goal_of(position, line.outcome, line.value),
            goal_above(position, line.outcome, line.value),
        )
    found: list[ExplainedTrick] = []
    played: list[_Move] = []
    for place, card in enumerate(line.cards):
        requests = place in line.requests
        if goals is not None:
            goals = settled(goals[0], position), settled(goals[1], position)
        keeping = _keeping(search, position, goals, line.value)
        after = after_move(position, card, requests)
        # What is played after a kot that stands, for the count, risks no class.
        counted = line.stops is not None and place >= line.stops
        outcome = None if counted else line.outcome
        played.append(_move(search, position, card, requests, after, keeping, outcome))
        if not after.table:
            found.append(_trick(played, after))
            played = []
        position = after
    return tuple(found)


# What a card keeps --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Move:
    """A card of the line with the position before it, and what a comparison of cards told.

    `shown` is the position with a trump that was asked for, or was due, shown. `ahead`: whether it
    was the best card of the trick when it was played. `keeping`: the moves that keep the result.
    """

    position: Position
    shown: Position
    card: Card
    requests: bool
    ahead: bool
    keeping: frozenset[tuple[Card, bool]]
    only: Reason | None

    @property
    def seat(self) -> int:
        return self.position.to_move

    def same_side(self, seat: int) -> bool:
        """Whether this seat scores with the mover."""
        return self.position.side(seat) == self.position.side(self.seat)


def _keeping(
    search: WholeHand, position: Position, goals: tuple[Goal, Goal] | None, value: Points
) -> frozenset[tuple[Card, bool]]:
    """The moves that keep class and points; one search for the cards that equal each other."""
    known: dict[tuple[Card, bool], bool] = {}
    for card, requests in moves_of(position):
        if (card, requests) in known:
            continue
        if goals is None:
            keeps = keeps_value(search, position, value, card, requests)
        else:
            keeps = keeps_goal(search, position, *goals, card, requests)
        for equal in _equals(position, card, requests):
            known[equal] = keeps
    return frozenset(move for move, keeps in known.items() if keeps)


def _equals(position: Position, card: Card, requests: bool) -> frozenset[tuple[Card, bool]]:
    """The legal moves that no play can tell from this one."""
    before = position.request_trump() if requests else position
    group = next(group for group in groups_of_equals(before) if card in group)
    return frozenset((equal, requests) for equal in group)


def _move(
    search: WholeHand,
    position: Position,
    card: Card,
    requests: bool,
    after: Position,
    keeping: frozenset[tuple[Card, bool]],
    outcome: Outcome | None,
) -> _Move:
    shown = position.request_trump() if requests else shown_in_time(position)
    place = len(shown.table)
    ahead = winning_place(after) == place if after.table else after.leader == shown.to_move
    only = None
    others = set(moves_of(position)) - _equals(position, card, requests)
    if others and not others & keeping:
        only = Reason.KEEPS_POINTS
        if outcome is not None and all(
            search.classes(after_move(position, *other)) != (outcome, outcome) for other in others
        ):
            mine = outcome if position.side(position.to_move) == 0 else outcome.mirrored
            only = _BY_CLASS[int(mine)]
    return _Move(position, shown, card, requests, ahead, keeping, only)


# What a card does in its trick --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Played:
    """A complete trick: the moves of the line, all its cards, and the position after it.

    `last` is the position before its last card, with a trump shown that was asked for or due.
    """

    moves: tuple[_Move, ...]
    table: tuple[Card, ...]
    last: Position
    after: Position

    @property
    def first(self) -> Position:
        """The position before the first move of the line in it."""
        return self.moves[0].position

    @property
    def winning(self) -> Card:
        """The card that wins it."""
        return self.table[(self.after.leader - self.first.leader) % self.first.seats]

    def seat(self, place: int) -> int:
        """Who played the card at this place (0 = led)."""
        return (self.first.leader + place) % self.first.seats


def _trick(moves: Sequence[_Move], after: Position) -> ExplainedTrick:
    """The trick of these moves, complete in `after`."""
    first = moves[0].position
    table = (*first.table, *(move.card for move in moves))
    trick = _Played(tuple(moves), table, moves[-1].shown, after)
    cards = []
    for move in moves:
        reasons = _reasons(move, trick)
        guarded = _guarded(move) if Reason.DISCARDS in reasons else ()
        if guarded:
            reasons.insert(reasons.index(Reason.DISCARDS), Reason.GUARDS)
        legal = moves_of(move.position)
        best = tuple(
            dict.fromkeys(card for card, requests in legal if (card, requests) in move.keeping)
        )
        all_keep = len(move.keeping) == len(legal)
        cards.append(
            ExplainedCard(
                move.seat, move.card, move.requests, best, all_keep, tuple(reasons), guarded
            )
        )
    gained = sum(after.owned) - sum(first.owned)
    return ExplainedTrick(first.tricks_done + 1, tuple(cards), after.leader, gained)


def _reasons(move: _Move, trick: _Played) -> list[Reason]:
    """The reasons of one card in its complete trick, in the order of `Reason`."""
    position = move.position
    ours = move.same_side(trick.after.leader)
    leads = not position.table
    ruffs = _off_suit(position, move.card) and (move.ahead or move.card == trick.winning)
    found = [] if move.only is None else [move.only]
    if _makes_trump(move, trick):
        found.append(Reason.MAKES_TRUMP)
    if move.requests:
        found.append(Reason.REQUESTS_TRUMP)
    found += _winning(move, trick, ruffs)
    if leads:
        found += _leading(move, trick)
    elif _drives_out(move, trick):
        found.append(Reason.DRIVES_OUT)
    found += _heaps_and_tens(move, trick)
    if not leads and not move.ahead and not _off_suit(position, move.card) and _unblocks(move):
        found.append(Reason.UNBLOCKS)
    if not leads and not ours and _ducks(move, trick):
        found.append(Reason.DUCKS)
    if _off_suit(position, move.card) and not ruffs:
        found.append(Reason.DISCARDS)
    if len(moves_of(position)) == 1:
        found.append(Reason.FORCED)
    return found


def _winning(move: _Move, trick: _Played, ruffs: bool) -> list[Reason]:
    """How the card came to be ahead in its trick, and whether it stayed so."""
    position, card = move.shown, move.card
    won = card == trick.winning
    found = []
    before = winning_place(position) if position.table else None
    if ruffs:
        assert before is not None
        over = _off_suit(position, position.table[before])
        found.append(Reason.OVERRUFFS if over else Reason.RUFFS)
    elif before is not None and move.ahead:
        if (
            won
            and move is not trick.moves[-1]
            and any(
                not move.same_side(trick.seat(place)) and _higher(position, trick.seat(place), card)
                for place in range(len(position.table))
            )
        ):
            found.append(Reason.FINESSES)
        if move.same_side(trick.seat(before)):
            found.append(Reason.OVERTAKES)
    if won and not ruffs:
        found.append(Reason.WINS)
    return found


def _leading(move: _Move, trick: _Played) -> list[Reason]:
    """What a lead was for."""
    winner = trick.after.leader
    ruffed = _off_suit(trick.last, trick.winning)
    if move.same_side(winner):
        found = []
        if is_trump(trick.last, move.card, 0) and any(
            is_trump(trick.last, card, place) and not move.same_side(trick.seat(place))
            for place, card in enumerate(trick.table)
        ):
            found.append(Reason.DRAWS_TRUMPS)
        if winner != move.seat:
            found.append(Reason.GIVES_RUFF if ruffed else Reason.CROSSES)
        return found
    if ruffed:
        return [Reason.FORCES_RUFF]
    return [Reason.DRIVES_OUT if _drives_out(move, trick) else Reason.GIVES_UP]


def _makes_trump(move: _Move, trick: _Played) -> bool:
    """Whether this card is the first off the suit led, in a game that makes trump in play."""
    position = move.position
    return (
        position.variant.sets_trump
        and trick.first.trump is None
        and _off_suit(position, move.card)
        and not any(_off_suit(position, card) for card in position.table)
    )


def _drives_out(move: _Move, trick: _Played) -> bool:
    """Whether an opponent had to beat a card that was higher than needed with a higher one."""
    position, card = move.position, move.card
    suit = _suit(position, card)
    lower = any(
        _suit(position, other) is suit and _height(position, other) < _height(position, card)
        for other, _ in moves_of(position)
    )
    return (
        move.ahead
        and not _off_suit(position, card)
        and not move.same_side(trick.after.leader)
        and card.rank >= Rank.TEN
        and lower
        and _suit(position, trick.winning) is suit
        and _height(position, trick.winning) > _height(position, card)
    )


def _heaps_and_tens(move: _Move, trick: _Played) -> list[Reason]:
    """What the card does for the heap and the tens of its trick."""
    first, after = trick.first, trick.after
    tens = first.variant.points == "tens"
    found = []
    if move.card == trick.winning:
        if not after.heap and first.heap:
            found.append(Reason.COLLECTS)
        if after.heap and first.leader == move.seat and first.streak and after.streak:
            found.append(Reason.KEEPS_STREAK)
        against = not move.same_side(first.leader)
        if against and first.streak and leader_would_take(first, trick.table):
            found.append(Reason.BREAKS_STREAK)
        caught = (
            card.rank is Rank.TEN and not move.same_side(trick.seat(place))
            for place, card in enumerate(trick.table)
        )
        if tens and any(caught):
            found.append(Reason.CATCHES_TEN)
    elif tens and move.card.rank is Rank.TEN and move.same_side(after.leader):
        found.append(Reason.THROWS_TEN)
    return found


def _unblocks(move: _Move) -> bool:
    """Whether every lower card of the suit led gives something up, equal ones apart."""
    position, card = move.position, move.card
    lower = {
        (other, requests)
        for other, requests in moves_of(position)
        if requests == move.requests
        and _suit(position, other) is _suit(position, card)
        and _height(position, other) < _height(position, card)
    } - _equals(position, card, move.requests)
    return bool(lower) and not lower & move.keeping


def _ducks(move: _Move, trick: _Played) -> bool:
    """Whether another legal card would have won the trick, all others being the same."""
    return any(
        requests == move.requests and _winner_with(move, trick, card) == move.seat
        for card, requests in moves_of(move.position)
    )


def _winner_with(move: _Move, trick: _Played, instead: Card) -> int:
    """Who wins the trick with another card in place of this one."""
    position = move.position
    for other in trick.moves[trick.moves.index(move) :]:
        if other.requests:
            position = position.request_trump()
        position = laid(position, instead if other is move else other.card)
    return position.leader


def _guarded(move: _Move) -> tuple[Suit, ...]:
    """The other suits of which every legal card gives something up."""
    position = move.position
    moves = [(card, asked) for card, asked in moves_of(position) if asked == move.requests]
    keeping = {_suit(position, card) for card, asked in moves if (card, asked) in move.keeping}
    suits = {_suit(position, card) for card, _ in moves} - keeping - {_suit(position, move.card)}
    return tuple(sorted(suits))


# Suits and heights, where the 2 of hearts can be the highest trump --------------------------------


def _suit(position: Position, card: Card) -> Suit:
    """The suit that a card belongs to."""
    if position.variant.wild_two and card == W and position.trump is not None:
        return position.trump
    return card.suit


def _height(position: Position, card: Card) -> int:
    """The rank of a card within its suit."""
    return 99 if position.variant.wild_two and card == W else int(card.rank)


def _off_suit(position: Position, card: Card) -> bool:
    """Whether a card on the table, or one to be laid there, is not of the suit led."""
    return bool(position.table) and _suit(position, card) is not led_suit(position)


def _higher(position: Position, seat: int, card: Card) -> bool:
    """Whether this seat holds a higher card of the same suit."""
    suit, height = _suit(position, card), _height(position, card)
    return any(
        _suit(position, other) is suit and _height(position, other) > height
        for other in position.hands[seat]
    )
