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
from ..game.rules import W, collects, groups_of_equals, led_suit, winning_place
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

    `ahead`: whether it was the best card of the trick when it was played. `keeping`: the moves that
    keep the result.
    """

    position: Position
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
    before = position.request_trump() if requests else position
    place = len(before.table)
    ahead = winning_place(after) == place if after.table else after.leader == before.to_move
    only = None
    others = set(moves_of(position)) - _equals(position, card, requests)
    if others and not others & keeping:
        only = Reason.KEEPS_POINTS
        if outcome is not None and all(
            search.classes(after_move(position, *other)) != (outcome, outcome) for other in others
        ):
            mine = outcome if position.side(position.to_move) == 0 else outcome.mirrored
            only = _BY_CLASS[int(mine)]
    return _Move(position, card, requests, ahead, keeping, only)


# What a card does in its trick --------------------------------------------------------------------


def _trick(played: Sequence[_Move], after: Position) -> ExplainedTrick:
    """The trick of these moves, complete in `after`."""
    first = played[0].position
    gained = sum(after.owned) - sum(first.owned)
    cards = []
    for move in played:
        reasons = _reasons(move, played, after)
        guarded = _guarded(move) if Reason.DISCARDS in reasons else ()
        if guarded:
            reasons.insert(reasons.index(Reason.DISCARDS), Reason.GUARDS)
        moves = moves_of(move.position)
        best = tuple(
            dict.fromkeys(card for card, requests in moves if (card, requests) in move.keeping)
        )
        all_keep = len(move.keeping) == len(moves)
        cards.append(
            ExplainedCard(
                move.seat, move.card, move.requests, best, all_keep, tuple(reasons), guarded
            )
        )
    return ExplainedTrick(first.tricks_done + 1, tuple(cards), after.leader, gained)


def _reasons(move: _Move, played: Sequence[_Move], after: Position) -> list[Reason]:
    """The reasons of one card in its complete trick, in the order of `Reason`."""
    position, card = move.position, move.card
    winner = after.leader
    won, ours = winner == move.seat, move.same_side(winner)
    table = (*position.table, *(other.card for other in played[played.index(move) :]))
    last = table[(winner - position.leader) % position.seats]
    leads = not position.table
    off_suit = not leads and card.suit is not led_suit(position)
    legal = moves_of(position)
    found = [] if move.only is None else [move.only]
    if off_suit and _makes_trump(move, played):
        found.append(Reason.MAKES_TRUMP)
    if move.requests:
        found.append(Reason.REQUESTS_TRUMP)
    found += _winning(move, played, won)
    if leads:
        found += _leading(move, played, after, last)
    elif _drives_out(move, ours, last):
        found.append(Reason.DRIVES_OUT)
    found += _heaps_and_tens(move, played, after)
    if not leads and not off_suit and not move.ahead and _unblocks(move):
        found.append(Reason.UNBLOCKS)
    if not leads and not ours and _ducks(move, played):
        found.append(Reason.DUCKS)
    if off_suit and not move.ahead:
        found.append(Reason.DISCARDS)
    if len(legal) == 1:
        found.append(Reason.FORCED)
    return found


def _winning(move: _Move, played: Sequence[_Move], won: bool) -> list[Reason]:
    """How the card came to be ahead in its trick, and whether it stayed so."""
    position, card = move.position, move.card
    found = []
    before = position.table[winning_place(position)] if position.table else None
    if before is not None and move.ahead:
        led = led_suit(position)
        holder = (position.leader + position.table.index(before)) % position.seats
        ruffs = _ruffs(move)
        if ruffs:
            over = before.suit is not led or _wild(position, before)
            found.append(Reason.OVERRUFFS if over else Reason.RUFFS)
        elif won and move is not played[-1]:
            passed = (
                (position.leader + place) % position.seats for place in range(len(position.table))
            )
            if any(
                not move.same_side(seat)
                and any(c.rank > card.rank for c in position.hands[seat].suit(card.suit))
                for seat in passed
            ):
                found.append(Reason.FINESSES)
        if not ruffs and move.same_side(holder):
            found.append(Reason.OVERTAKES)
    if won and not _ruffs(move):
        found.append(Reason.WINS)
    return found


def _leading(move: _Move, played: Sequence[_Move], after: Position, last: Card) -> list[Reason]:
    """What a lead was for."""
    position, card = move.position, move.card
    winner = after.leader
    ruffed = winner != move.seat and _ruffs(next(other for other in played if other.seat == winner))
    if move.same_side(winner):
        found = []
        if _is_trump(position, card) and any(
            not move.same_side(other.seat) and _is_trump(position, other.card) for other in played
        ):
            found.append(Reason.DRAWS_TRUMPS)
        if winner != move.seat:
            found.append(Reason.GIVES_RUFF if ruffed else Reason.CROSSES)
        return found
    if ruffed:
        return [Reason.FORCES_RUFF]
    return [Reason.DRIVES_OUT if _drives_out(move, False, last) else Reason.GIVES_UP]


def _makes_trump(move: _Move, played: Sequence[_Move]) -> bool:
    """Whether this card off the suit led is the first one, in a game that makes trump in play."""
    position = move.position
    led = led_suit(position)
    return (
        position.variant.sets_trump
        and played[0].position.trump is None
        and all(card.suit is led for card in position.table)
    )


def _drives_out(move: _Move, ours: bool, last: Card) -> bool:
    """Whether an opponent had to beat a card that was higher than needed with a higher one."""
    position, card = move.position, move.card
    lower = any(
        other.suit is card.suit and other.rank < card.rank for other, _ in moves_of(position)
    )
    higher = last.suit is card.suit and last.rank > card.rank
    honour = card.rank >= Rank.TEN
    return move.ahead and not _ruffs(move) and not ours and honour and lower and higher


def _heaps_and_tens(move: _Move, played: Sequence[_Move], after: Position) -> list[Reason]:
    """What the card does for the heap and the tens of its trick."""
    position, winner = move.position, after.leader
    first = played[0].position
    heaped = position.variant.collecting
    tens = position.variant.points == "tens"
    found = []
    if winner == move.seat:
        taken = first.heap + 1 - after.heap
        if heaped and not after.heap and taken > 1:
            found.append(Reason.COLLECTS)
        if heaped and after.heap and first.leader == winner and first.streak:
            found.append(Reason.KEEPS_STREAK)
        if not move.same_side(first.leader) and first.streak and collects(first, first.leader):
            found.append(Reason.BREAKS_STREAK)
        table = (*first.table, *(other.card for other in played))
        caught = (
            card.rank is Rank.TEN and not move.same_side((first.leader + place) % first.seats)
            for place, card in enumerate(table)
        )
        if tens and any(caught):
            found.append(Reason.CATCHES_TEN)
    elif tens and move.card.rank is Rank.TEN and move.same_side(winner):
        found.append(Reason.THROWS_TEN)
    return found


def _unblocks(move: _Move) -> bool:
    """Whether every lower card of the suit led gives something up, equal ones apart."""
    equals = _equals(move.position, move.card, move.requests)
    lower = {
        (other, requests)
        for other, requests in moves_of(move.position)
        if requests == move.requests
        and other.suit is move.card.suit
        and other.rank < move.card.rank
    } - equals
    return bool(lower) and not lower & move.keeping


def _ducks(move: _Move, played: Sequence[_Move]) -> bool:
    """Whether another legal card would have won the trick, all others being the same."""
    last = played[-1]
    place = len(move.position.table)
    table = [*last.position.table, last.card]
    for card, requests in moves_of(move.position):
        table[place] = card
        if requests == move.requests and winning_place(last.position, tuple(table)) == place:
            return True
    return False


def _guarded(move: _Move) -> tuple[Suit, ...]:
    """The other suits of which every legal card gives something up."""
    moves = [
        (card, requests) for card, requests in moves_of(move.position) if requests == move.requests
    ]
    keeping = {card.suit for card, requests in moves if (card, requests) in move.keeping}
    suits = {card.suit for card, _ in moves} - keeping - {move.card.suit}
    return tuple(sorted(suits))


def _ruffs(move: _Move) -> bool:
    """Whether the card was ahead without being of the suit led."""
    position, card = move.position, move.card
    if not position.table or not move.ahead:
        return False
    led = led_suit(position)
    return card.suit is not led or (_wild(position, card) and led is not position.trump)


def _is_trump(position: Position, card: Card) -> bool:
    """Whether the players can know this card for a trump."""
    shown = not position.variant.hides_trump or position.revealed
    return (shown and card.suit is position.trump) or _wild(position, card)


def _wild(position: Position, card: Card) -> bool:
    return position.variant.wild_two and card == W
