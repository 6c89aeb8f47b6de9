"""The compiled gate to the search: positions in, answers out."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from .cards import Card, Hand
from .game.position import Position
from .game.variants import Variant

FEATURES: dict[str, int]
"""Parts of the search that can be switched off, to measure or to check them; name -> bit."""
ALL_FEATURES: int
"""The sum of all bits of FEATURES."""

def count_plays(position: Position, depth: int) -> int:
    """The number of ways to make `depth` plays from here, by the rules inside the search.

    Asking for a hidden trump is a play, too; where chance makes trump every suit it may choose
    counts, unless that was the last play. 0 when the hand is over before. See solver.perft.
    """

class Solver:
    """One thread's search with its own transposition table; it releases the GIL.

    `megabytes` bounds the table (0.25 to 65536). A full table is emptied and filled anew; answers
    stay exact. What one solve proved is used by the next one on the same deal and trump.
    Raises OptionError for a size out of range, RuntimeError when two threads use one Solver.
    """

    def __init__(self, megabytes: float = 32.0, *, features: int = ...) -> None: ...
    @property
    def nodes(self) -> int:
        """Cards played in the search since this solver was made."""

    @property
    def seconds(self) -> float:
        """Wall seconds inside the search since this solver was made."""

    @property
    def table_bytes(self) -> int:
        """Bytes reserved for the table now."""

    @property
    def table_limit(self) -> int:
        """Bytes the table never exceeds."""

    def clear(self) -> None:
        """Forget everything; RuntimeError while another thread's question is searched."""

    def race(self, position: Position, a: int, b: int, node_limit: int = 0) -> bool | None:
        """Whether side A takes `a` more points before side B takes `b` more, counted from here.

        Points in a heap count as still to come. None when `node_limit` cards (0: no limit) were
        played before the answer was known. Raises OptionError for a race that is over for both
        sides, or that stops early in a game of heaps. Where chance may make trump, True means that
        A makes it whatever falls.
        """

    def value(
        self, position: Position, low: int = 0, high: int | None = None, node_limit: int = 0
    ) -> tuple[int, int]:
        """Bounds on the points side A takes from here with best play to the last point.

        Equal bounds are the exact value, unless it lies outside `low` .. `high`, which limit what
        is looked for. Points in a heap count as still to come. Where chance may make trump, the
        bounds are the whole numbers round the mean.
        """

    def expected(
        self, position: Position, pay: Sequence[int] | None = None, node_limit: int = 0
    ) -> tuple[Fraction, Fraction]:
        """Bounds on the mean that side A is paid from here, where chance may make trump.

        `pay[x]`, a whole number that never falls with x, is what A gets for x points from here;
        None pays a point for a point. Only the five-card start has a chance move (rules.md 6);
        elsewhere this is the pay for the value. Raises OptionError for a pay that does not fit.
        """

    def wins_by_tricks(
        self, position: Position, tricks: int, node_limit: int = 0
    ) -> tuple[Fraction, Fraction]:
        """Bounds on how likely side A ends with three tens or more, or two and so many tricks.

        Both counted over the whole hand, `position.collected` being the tricks the sides own
        (rules.md 4.3, tricks_decide); `tricks` is the half of them or one more. 0 or 1 but where
        chance may make trump. Equal bounds unless the node limit came first.
        """

    def wins_hand(self, position: Position, node_limit: int = 0) -> bool | None:
        """Whether `position.player`, one of three, wins the hand against the other two together.

        He has more tricks than each of them at the end, or the first seven, or what the option
        three_tie gives him. `position.taken` counts the tricks of each seat so far. None when the
        node limit came first; OptionError for another number of seats.
        """

    def makes_run(self, position: Position, tricks: int, node_limit: int = 0) -> bool | None:
        """Whether side B can take this many tricks in a row at some time; plain games only."""

    def race_of_draw(
        self,
        hands: Sequence[Hand],
        stock: Sequence[Card],
        trump: int,
        a: int,
        b: int,
        turn: int = 0,
        cards: int = 13,
        see_second: bool = True,
        node_limit: int = 0,
        variant: Variant | None = None,
    ) -> bool | None:
        """`race` for two players who still draw from an open stock (rules.md 8.2).

        hands: two, after the discards; stock in order of drawing; seat `turn` draws first, then
        they take turns until both have `cards`, and seat 0 leads. With `see_second` a draw uses up
        two cards and keeps one of them; `variant` tells the duties of who cannot follow. None when
        the node limit came first; every pair of full hands looked at counts as one node. Raises
        OptionError for hands or a stock that cannot be.
        """

    def batch_races(
        self, hands: NDArray[np.uint64], trump: int, a: int, b: int, leader: int = 0
    ) -> NDArray[np.bool_]:
        """`race` for many plain deals: hands (n, 4) of 52-bit sets, answers (n,).

        trump 0 .. 3 or -1 for none. Raises OptionError naming what is wrong with the rows.
        """

    def batch_outcomes(
        self,
        hands: NDArray[np.uint64],
        trumps: Sequence[int],
        leader: int = 0,
        detail: str = "class",
        leaders: Sequence[int] | None = None,
    ) -> NDArray[np.int8]:
        """Outcome codes (results.Outcome) of full plain hands, one row a deal, one column a trump.

        detail: "class" all six classes; "hard7" no bavney; "win" 1 or -1; the cheap ones "kot"
        (2, -2, else 0) and "kot+bavney" (3, 2, 0, -2, -3). With n cards in a hand a kot is the
        first n // 2 + 1 tricks. Codes are those of seats 0 and 2, whoever leads. With `leaders`
        (instead of `leader`) the answers have the shape (n, leaders, trumps), and all leaders of a
        deal and trump share the table. Raises OptionError naming what is wrong with the rows.
        """

    def batch_check(
        self, hands: NDArray[np.uint64], trumps: Sequence[int], leaders: Sequence[int]
    ) -> None:
        """Raise OptionError naming what is wrong with the rows of a batch."""
