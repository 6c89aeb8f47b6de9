"""Thousands of hands side by side: one action each at every step, everything in arrays.

The steps are made by `solver.core.closed.Tables` without the GIL. Nothing here knows PettingZoo.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..base.cards import Card, Hand, Suit
from ..base.errors import OptionError, PlayError
from ..core.closed import Tables
from ..decide.worlds import new_seed, parse_seed
from ..game.move import Move
from ..game.variants import HOKM, Variant, find_variant
from ..players.accounts import worth_by_seat
from ..record.model import HandRecord, tricks_of
from .seen import layout_of

__all__ = ["VectorEnv"]

_ASK: Final = 255


class VectorEnv:
    """So many tables of one game, all stepped at once.

    After `reset` and `step` these arrays hold what is now due; each step writes them anew, so copy
    what is to be kept:

    - `observation` int8 (tables, width): what the seat that decides sees (`seen.layout_of`);
    - `action_mask` int8 (tables, 58): the actions it may take (`seen.ACTIONS`);
    - `seat` int8 (tables,): who decides, -1 at a table that is over;
    - `over` bool (tables,): whether the last action ended a hand;
    - `rewards` float32 (tables, seats): what that hand brought each seat, else 0.

    `game`: any of the games. `rewards`: "points" of its usual scoring, of one side against the
    other, or "tricks" (tens where tens count), own less the other side's; three players get their
    own. `players`: for each seat None (the user's), or "random", "thumb" or "learnt", which play by
    themselves. `again`: a table that is over goes on with a new hand at once. `calls`: the caller's
    trump is an action; otherwise the longest suit is called.

    In the games of two players the hands are those after the draw.
    """

    def __init__(
        self,
        game: Variant | str = HOKM,
        tables: int = 1024,
        *,
        rewards: Literal["points", "tricks"] = "points",
        players: Sequence[str | None] | None = None,
        again: bool = True,
        calls: bool = True,
    ) -> None:
        self.variant = find_variant(game)
        seats = self.variant.seats
        names = [None] * seats if players is None else list(players)
        if len(names) != seats:
            raise OptionError(f"{len(names)} players for {self.variant.name}: expected {seats}")
        known = (None, "random", "thumb", "learnt")
        if strange := [name for name in names if name not in known]:
            raise OptionError(
                f"no table plays {strange[0]!r}: expected None, random, thumb, learnt"
            )
        if isinstance(tables, bool) or not isinstance(tables, int) or tables < 1:
            raise OptionError(f"{tables!r} tables: expected 1 or more")
        if rewards not in ("points", "tricks"):
            raise OptionError(f"rewards are points or tricks, not {rewards!r}")
        self._kind = rewards
        self._tables = Tables(self.variant, tables, names, again, calls)
        arrays = self._tables.arrays
        self.observation: NDArray[np.int8] = arrays["observation"]
        self.action_mask: NDArray[np.int8] = arrays["action_mask"]
        self.seat: NDArray[np.int8] = arrays["seat"]
        self.over: NDArray[np.bool_] = arrays["over"].view(np.bool_)
        self.rewards = np.zeros((tables, seats), np.float32)
        self.seed: int | None = None

    def __len__(self) -> int:
        """The number of tables."""
        return len(self.seat)

    def field(self, name: str) -> NDArray[np.int8]:
        """One field of all observations, (tables, *its shape), as `seen.layout_of` names it."""
        where, shape = layout_of(self.variant)[name]
        return self.observation[:, where].reshape(len(self), *shape)

    def reset(
        self,
        seed: int | None = None,
        deals: ArrayLike | None = None,
        fives: ArrayLike | None = None,
    ) -> None:
        """A new hand at each table.

        `seed`: the same one deals the same hands, in the order in which tables ask for them.
        `deals`: these hands at first, uint64 (tables, seats) in bits as `Hand.bits`; in a
        five-card start (tables, 2 * seats) with what is dealt later. `fives`: uint64 (tables,), the
        cards that the caller calls from. Raises OptionError for arrays of another shape, DealError
        for hands that are no deal.
        """
        seed = parse_seed(seed)
        self.seed = new_seed() if seed is None else seed
        rows = first = None
        if deals is not None:
            rows = np.asarray(deals, np.uint64)
            wanted = (len(self), self._tables.places)
            if rows.shape != wanted:
                raise OptionError(f"deals of shape {rows.shape}, expected {wanted}")
            first = rows[:, 0] if fives is None else np.asarray(fives, np.uint64)
            if first.shape != (len(self),) or (first & ~rows[:, 0]).any():
                raise OptionError("fives are cards of the caller: one number for each table")
            if fives is None and not (self.variant.sets_trump or self.variant.deals_later):
                raise OptionError("deals need `fives`, the cards that the caller calls from")
        self._tables.reset(self.seed & 0x7FFF_FFFF_FFFF_FFFF, rows, first)
        self._reward()

    def step(self, actions: ArrayLike) -> None:
        """Take one action at each table; what is given for a table that is over does not matter.

        `actions`: numbers (tables,). OptionError, with nothing changed, naming the first table
        whose action may not be taken.
        """
        row = np.ascontiguousarray(actions, np.int64)
        if row.shape != (len(self),):
            raise OptionError(f"actions of shape {row.shape}, expected ({len(self)},)")
        self._tables.step(row)
        self._reward()

    def any_actions(self) -> NDArray[np.int64]:
        """A random action for each table, of those that may be taken; -1 where none is due."""
        return self._tables.any_actions()

    def record(self, table: int) -> HandRecord:
        """The hand at a table as far as it was played; PlayError before its trump is called."""
        if not -len(self) <= table < len(self):
            raise OptionError(f"table {table}: there are {len(self)}")
        table %= len(self)
        arrays, variant, seats = self._tables.arrays, self.variant, self.variant.seats
        if arrays["due"][table] == 1:
            raise PlayError("the trump has not been called")
        hands = [Hand(int(bits)) for bits in arrays["deal"][table]]
        laid = int(arrays["laid"][table])
        moves, asks = [], False
        for number in self._tables.told_at(table):
            if number == _ASK:
                asks = True
                continue
            moves.append(Move(Card.from_index(number), asks))
            asks = False
        trump = self._tables.trump_at(table)
        return HandRecord(
            first_five=None if variant.sets_trump else Hand(int(arrays["five"][table])),
            trump=None if trump is None else Suit(trump),
            indicator=Card.from_index(laid) if laid >= 0 else None,
            deal=tuple(hands[:seats]),
            reserves=tuple(hands[seats:]),
            tricks=tricks_of(moves, seats),
        )

    def _reward(self) -> None:
        self.rewards[...] = 0
        ended = np.flatnonzero(self.over)
        if len(ended):
            found = self._tables.arrays["result"][ended]
            self.rewards[ended] = worth_by_seat(self._tables.start, found, self._kind)
