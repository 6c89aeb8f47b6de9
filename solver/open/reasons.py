"""Best play explained: for every card of a line, the cards as good as it and the reasons for it.

Each reason is a rule about the position in which the card was played and about its trick; the rule
stands beside its name in `Reason` (explained.py). Rules that say what a card keeps compare the
worth of all legal cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from ..base.cards import Card, Rank, Suit
from ..base.errors import OptionError, need
from ..base.outcomes import Outcome, Points
from ..core.engine import Solver
from ..game.move import Move
from ..game.position import Position, need_position
from ..game.rules import (
    W,
    groups_of_moves,
    is_trump,
    laid,
    leader_would_take,
    led_suit,
    shown_in_time,
    winning_place,
)
from .answers import Line
from .class_first import Goal, goal_above, goal_of, settled
from .explained import ExplainedCard, ExplainedTrick, Reason
from .line import best_line, keeps
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
    played: list[_Step] = []
    for place, move in enumerate(line.moves):
        if goals is not None:
            goals = settled(goals[0], position), settled(goals[1], position)
        after = position.play(move)
        # What is played after a kot that stands, for the count, risks no class.
        counted = line.stops is not None and place >= line.stops
        outcome = None if counted else line.outcome
        played.append(_step(search, position, move, after, goals, line.value, outcome))
        if not after.table:
            found.append(_trick(played, after))
            played = []
        position = after
    return tuple(found)


# What a card keeps --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Step:
    """A move of the line with the position before it, and what a comparison of moves told.

    `shown` is the position with a trump that was asked for, or was due, shown. `legal`: all moves.
    `equals`: those that no play can tell from this one. `ahead`: whether its card was the best of
    the trick when it was played. `keeping`: the moves that keep the result.
    """

    position: Position
    shown: Position
    move: Move
    legal: tuple[Move, ...]
    equals: frozenset[Move]
    ahead: bool
    keeping: frozenset[Move]
    only: Reason | None
    card: Card = field(init=False)
    seat: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "card", self.move.card)
        object.__setattr__(self, "seat", self.position.to_move)

    @property
    def others(self) -> tuple[Move, ...]:
        """The moves that request a hidden trump, or do not, as this one does."""
        return tuple([other for other in self.legal if other.requests == self.move.requests])

    def same_side(self, seat: int) -> bool:
        """Whether this seat scores with the mover."""
        return self.position.side(seat) == self.position.side(self.seat)


def _step(
    search: WholeHand,
    position: Position,
    move: Move,
    after: Position,
    goals: tuple[Goal, Goal] | None,
    value: Points,
    outcome: Outcome | None,
) -> _Step:
    groups = groups_of_moves(position)
    legal = tuple(chain.from_iterable(groups))
    equals = frozenset(next(filter(lambda group: move in group, groups)))
    # One search for the moves that equal each other; a forced one keeps what there is.
    kept = [
        group
        for group in groups
        if len(groups) == 1 or keeps(search, position, goals, value, group[0])
    ]
    keeping = frozenset(chain.from_iterable(kept))
    shown = position.request_trump() if move.requests else shown_in_time(position)
    place = len(shown.table)
    ahead = winning_place(after) == place if after.table else after.leader == shown.to_move
    only = None
    others = set(legal) - equals
    if others and not others & keeping:
        only = Reason.KEEPS_POINTS
        if outcome is not None and all(
            search.classes(position.play(other)) != (outcome, outcome) for other in others
        ):
            mine = outcome if position.side(position.to_move) == 0 else outcome.mirrored
            only = _BY_CLASS[int(mine)]
    return _Step(position, shown, move, legal, equals, ahead, keeping, only)


# What a card does in its trick --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Played:
    """A complete trick: the steps of the line, all its cards, and the position after it.

    `last` is the position before its last card, with a trump shown that was asked for or due;
    `first` the one before the first move of the line in it, `winning` the card that wins it.
    """

    steps: tuple[_Step, ...]
    table: tuple[Card, ...]
    last: Position
    after: Position
    first: Position = field(init=False)
    winning: Card = field(init=False)

    def __post_init__(self) -> None:
        first = self.steps[0].position
        object.__setattr__(self, "first", first)
        winner = (self.after.leader - first.leader) % first.seats
        object.__setattr__(self, "winning", self.table[winner])

    def seat(self, place: int) -> int:
        """Who played the card at this place (0 = led)."""
        return (self.first.leader + place) % self.first.seats


def _trick(steps: Sequence[_Step], after: Position) -> ExplainedTrick:
    """The trick of these steps, complete in `after`."""
    first = steps[0].position
    table = (*first.table, *(step.card for step in steps))
    trick = _Played(tuple(steps), table, steps[-1].shown, after)
    cards = []
    for step in steps:
        reasons = _reasons(step, trick)
        guarded = _guarded(step) if Reason.DISCARDS in reasons else ()
        if guarded:
            reasons.insert(reasons.index(Reason.DISCARDS), Reason.GUARDS)
        best = tuple(dict.fromkeys([each.card for each in step.legal if each in step.keeping]))
        all_keep = len(step.keeping) == len(step.legal)
        cards.append(ExplainedCard(step.seat, step.move, best, all_keep, tuple(reasons), guarded))
    gained = sum(after.owned) - sum(first.owned)
    return ExplainedTrick(first.tricks_done + 1, tuple(cards), after.leader, gained)


def _reasons(step: _Step, trick: _Played) -> list[Reason]:
    """The reasons of one card in its complete trick, in the order of `Reason`."""
    position = step.position
    ours = step.same_side(trick.after.leader)
    leads = not position.table
    ruffs = _off_suit(position, step.card) and (step.ahead or step.card == trick.winning)
    found = [] if step.only is None else [step.only]
    if _makes_trump(step, trick):
        found.append(Reason.MAKES_TRUMP)
    if step.move.requests:
        found.append(Reason.REQUESTS_TRUMP)
    found += _winning(step, trick, ruffs)
    if leads:
        found += _leading(step, trick)
    elif _drives_out(step, trick):
        found.append(Reason.DRIVES_OUT)
    found += _heaps_and_tens(step, trick)
    if not leads and not step.ahead and not _off_suit(position, step.card) and _unblocks(step):
        found.append(Reason.UNBLOCKS)
    if not leads and not ours and _ducks(step, trick):
        found.append(Reason.DUCKS)
    if _off_suit(position, step.card) and not ruffs:
        found.append(Reason.DISCARDS)
    if len(step.legal) == 1:
        found.append(Reason.FORCED)
    return found


def _winning(step: _Step, trick: _Played, ruffs: bool) -> list[Reason]:
    """How the card came to be ahead in its trick, and whether it stayed so."""
    position, card = step.shown, step.card
    won = card == trick.winning
    found = []
    before = winning_place(position) if position.table else None
    if ruffs:
        assert before is not None
        over = _off_suit(position, position.table[before])
        found.append(Reason.OVERRUFFS if over else Reason.RUFFS)
    elif before is not None and step.ahead:
        if (
            won
            and step is not trick.steps[-1]
            and any(
                not step.same_side(trick.seat(place)) and _higher(position, trick.seat(place), card)
                for place in range(len(position.table))
            )
        ):
            found.append(Reason.FINESSES)
        if step.same_side(trick.seat(before)):
            found.append(Reason.OVERTAKES)
    if won and not ruffs:
        found.append(Reason.WINS)
    return found


def _leading(step: _Step, trick: _Played) -> list[Reason]:
    """What a lead was for."""
    winner = trick.after.leader
    ruffed = _off_suit(trick.last, trick.winning)
    if step.same_side(winner):
        found = []
        if is_trump(trick.last, step.card, 0) and any(
            is_trump(trick.last, card, place) and not step.same_side(trick.seat(place))
            for place, card in enumerate(trick.table)
        ):
            found.append(Reason.DRAWS_TRUMPS)
        if winner != step.seat:
            found.append(Reason.GIVES_RUFF if ruffed else Reason.CROSSES)
        return found
    if ruffed:
        return [Reason.FORCES_RUFF]
    return [Reason.DRIVES_OUT if _drives_out(step, trick) else Reason.GIVES_UP]


def _makes_trump(step: _Step, trick: _Played) -> bool:
    """Whether this card is the first off the suit led, in a game that makes trump in play."""
    position = step.position
    return (
        position.variant.sets_trump
        and trick.first.trump is None
        and _off_suit(position, step.card)
        and not any(_off_suit(position, card) for card in position.table)
    )


def _drives_out(step: _Step, trick: _Played) -> bool:
    """Whether an opponent had to beat a card that was higher than needed with a higher one."""
    position, card = step.position, step.card
    if not step.ahead or card.rank < Rank.TEN or step.same_side(trick.after.leader):
        return False
    suit = _suit(position, card)
    lower = any(
        _suit(position, other) is suit and _height(position, other) < _height(position, card)
        for other, _ in step.legal
    )
    return (
        lower
        and not _off_suit(position, card)
        and _suit(position, trick.winning) is suit
        and _height(position, trick.winning) > _height(position, card)
    )


def _heaps_and_tens(step: _Step, trick: _Played) -> list[Reason]:
    """What the card does for the heap and the tens of its trick."""
    first, after = trick.first, trick.after
    tens = first.variant.points == "tens"
    found = []
    if step.card == trick.winning:
        if not after.heap and first.heap:
            found.append(Reason.COLLECTS)
        if after.heap and first.leader == step.seat and first.streak and after.streak:
            found.append(Reason.KEEPS_STREAK)
        against = not step.same_side(first.leader)
        if against and first.streak and leader_would_take(first, trick.table):
            found.append(Reason.BREAKS_STREAK)
        caught = (
            card.rank is Rank.TEN and not step.same_side(trick.seat(place))
            for place, card in enumerate(trick.table)
        )
        if tens and any(caught):
            found.append(Reason.CATCHES_TEN)
    elif tens and step.card.rank is Rank.TEN and step.same_side(after.leader):
        found.append(Reason.THROWS_TEN)
    return found


def _unblocks(step: _Step) -> bool:
    """Whether every lower card of the suit led gives something up, equal ones apart."""
    position, card = step.position, step.card
    lower = {
        other
        for other in step.others
        if _suit(position, other.card) is _suit(position, card)
        and _height(position, other.card) < _height(position, card)
    } - step.equals
    return bool(lower) and not lower & step.keeping


def _ducks(step: _Step, trick: _Played) -> bool:
    """Whether another legal card would have won the trick, all others being the same."""
    return any(_winner_with(step, trick, other.card) == step.seat for other in step.others)


def _winner_with(step: _Step, trick: _Played, instead: Card) -> int:
    """Who wins the trick with another card in place of this one."""
    position = step.position
    for other in trick.steps[trick.steps.index(step) :]:
        if other.move.requests:
            position = position.request_trump()
        position = laid(position, instead if other is step else other.card)
    return position.leader


def _guarded(step: _Step) -> tuple[Suit, ...]:
    """The other suits of which every legal card gives something up."""
    position = step.position
    keeping = {_suit(position, other.card) for other in step.others if other in step.keeping}
    suits = {_suit(position, other.card) for other in step.others}
    suits -= keeping | {_suit(position, step.card)}
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
