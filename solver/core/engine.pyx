# cython: boundscheck=True
# Between Python and the search: Position -> structs, the search without the GIL, structs -> answers.
# Relies on core for the search; of game/position.py it uses the fields only.
# engine_start.pxi reads positions, engine_nodes.pxi packs them, engine_search.pxi runs the search; here are the
# questions, and their answers.
# Indices are checked in this module: it is not the hot path, and its input may be anything.

import os
from fractions import Fraction
from math import ceil, floor
from math import inf as _inf
from numbers import Real
from operator import index
from time import monotonic

import numpy as np

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset

from .cache cimport ENDLESS, a_of, b_of, cache_bytes, cache_clear, cache_close, cache_open, proof, won
from .cardset cimport ALL, BELOW, SUIT_OF, WIDTH, close_gap, count, first, lane, swap_with_lane_3, u64
from .rules.collect cimport Apart, AtOnce, Heap, Kot, Run, Perft, can_level, first_need, points_of
from .rules.trump cimport CALLER, Declared, Hidden, InPlay, Kasiet, Satat, Trump, W_AT
from .dispatch cimport Dispatch, take
from .order.guess cimport guess_tricks
from .search cimport (F_ALL, F_BOUNDS, F_EQUALS, F_ORDER, F_PATTERNS, F_REFUTATIONS, F_TABLE, POINTS,
                      REFUTATIONS, Search)
from .table cimport (DEPTH, ACE_BLOCK, ACE_DEMOTE, ACE_OFF, ACE_RESET, DUTY_OVER_ALWAYS, DUTY_OVER_OPPONENT,
                     DUTY_TRUMP, KASIET_DEDUCTION, KASIET_INDICATOR, KASIET_RUFF, SEATS, TIE_BOTH, TIE_NOBODY,
                     TIE_THIRD, Game, Node)

from ..base.cards import Suit
from . import perft
from ..base.errors import DealError, OptionError, SearchStopped
from ..base.errors import shown as quoted
from ..game.state import PositionState

# Parts of the search that can be switched off, to measure or to check them: name -> bit.
FEATURES = {"table": F_TABLE, "bounds": F_BOUNDS, "equals": F_EQUALS, "patterns": F_PATTERNS,
            "refutations": F_REFUTATIONS, "order": F_ORDER}
ALL_FEATURES = F_ALL

cdef enum:
    SHARED = 10           # cards in a hand up to which the worlds of a batch in play share the table
    LOOK = 1 << 19        # cards between two looks at the signals: a small part of a second in every game
    MOST = 1 << 20        # more than any number of tricks, tens or seats


cdef extern from "Python.h":
    int signals_waiting "PyErr_CheckSignals" () noexcept


cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__GNUC__)
    #define HK_V3() (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") \\
        && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt"))
    #else
    #define HK_V3() 0
    #endif
    """
    bint has_v3 "HK_V3" ()


def _searches():
    """The modules of the searches that run on this processor; ImportError where none was built.

    They stand built for any processor, for those with the bit instructions of x86-64-v3, or for both (setup.py). Which
    ones run is settled once, at import; the environment variable HAKEM_CPU=any asks for the former.
    """
    any_processor = os.environ.get("HAKEM_CPU", "") == "any"
    if has_v3() and not any_processor:
        try:
            from . import heaps_v3, kot_first_v3, plain_v3, special_v3
            return heaps_v3, kot_first_v3, plain_v3, special_v3
        except ImportError:
            pass                           # built where the compiler does not know these instructions
    try:
        from . import heaps, kot_first, plain, special
    except ImportError as error:
        why = "HAKEM_CPU=any asks" if any_processor and has_v3() else "this processor asks"
        raise ImportError(
            f"{why} for searches for any processor, and Hakem was built for newer ones (x86-64-v3) only: "
            "build it here, or with HAKEM_BUILD=portable") from error
    return heaps, kot_first, plain, special


cdef Dispatch dispatch
for _module in (*_searches(), perft):
    take(_module, &dispatch)

include "engine_start.pxi"
include "engine_nodes.pxi"
include "engine_search.pxi"

_DETAILS = {"class": DETAIL_CLASS, "hard7": DETAIL_HARD7, "kot": DETAIL_KOT, "kot+bavney": DETAIL_KOT_BAVNEY,
            "win": DETAIL_WIN}
_DETAILS_IN_PLAY = {**_DETAILS, "tricks": DETAIL_TRICKS}

cdef enum:                # what stands in a row of batch_cards in place of a card
    AS_IT_STANDS = -1
    NOT_ASKED = -2


cdef int heard(const Search* s) except -1:
    # Raises what a signal has raised during the search.
    return -1 if s.interrupted else 0


cdef u64 cards_of_limit(node_limit) except? 0:
    # A node limit as a number of cards; 0 is none. Larger ones are cut to 2**62, which no search reaches.
    limit = whole_number(node_limit, "node limit")
    if limit < 0:
        raise OptionError(f"node limit {limit}, expected 0 (none) or more")
    return min(limit, <u64>1 << 62)


cdef object whole_number(number, what):
    try:
        return index(number)
    except TypeError:
        raise OptionError(f"{what} {quoted(number)}, expected a whole number") from None


cdef int small(number, what) except? -99:
    # A number of tricks, points or seats as a C int, clipped to -MOST .. MOST: one out of range stays so.
    return max(-MOST, min(whole_number(number, what), MOST))


cdef void forget(Search* s) noexcept nogil:
    cache_clear(&s.cache)
    s.salt = s.salt * <u64>0x5851F42D4C957F2D + <u64>0x14057B7EF767814F


def count_plays(position, depth):
    """The number of ways to make `depth` plays from `position`, by the rules inside the search (perft).

    A play is a card, or a request for a hidden trump. Where chance makes trump, every suit it may
    choose counts as well, unless that was the last play. 0 when the hand is over before `depth` plays,
    1 for a depth of 0. Takes time in proportion to the number counted.

    Raises OptionError for a negative depth.
    """
    cdef Start q
    cdef Search s
    cdef Question w
    depth = small(depth, "depth")
    if depth < 0:
        raise OptionError(f"a depth of {depth} plays cannot be counted: expected 0 or more")
    if depth == 0:
        return 1
    fill(&q, position)
    memset(&s, 0, sizeof(Search))
    s.end = ~<u64>0
    s.limit = LOOK
    s.go_on = go_on
    open_node(&s, &q)
    w.kind = PLAYS
    w.plays.depth = depth
    w.plays.once = not q.heap_game
    w.plays.ace = q.ace
    with nogil:
        search(&s, &q, &w)
    heard(&s)
    return s.plays


cdef class Solver:
    """One thread's search of open hands, with a transposition table of its own.

    The search releases the GIL. What one question proved is used by later ones on the same deal and
    trump, also where another of its seats is called 0 (four callers of a deal), or on a position played
    down from it; any other position starts with an empty table. A full table is emptied and filled anew,
    so answers stay exact.

    Parameters
        megabytes: upper limit of the table, 0.25 to 65536 (1 MB = 1,048,576 bytes); 32 by default.
        features: the sum of the bits of `FEATURES` that are switched on; all by default. Switching one
            off changes the time and the node count, never an answer.

    Throughout, side A is seats 0 and 2 (or `position.player` alone, where one is given), points are
    tricks or tens as `position.variant.points` says, and `node_limit` is the number of nodes (cards
    played in the search) after which one call gives up; 0 is no limit. `stop` and `deadline` end a
    search from outside; both are looked at before it and every few hundredths of a second.

    Raises OptionError for a size out of range, MemoryError when there is no room, and, from every
    question, RuntimeError when two threads use one Solver at a time.
    """
    cdef Search s
    cdef Start last
    cdef bint swapped     # the question was asked with the sides of the deal in the table the other way round
    cdef double spent
    cdef bint busy
    cdef object wish          # `stop`
    cdef object fault         # what `stop` raised, or SearchStopped, until the search has ended
    cdef double until         # `deadline`

    def __cinit__(self, megabytes=32.0, *, features=F_ALL):
        if not isinstance(megabytes, Real):
            raise OptionError(f"{quoted(megabytes)} is no size of a table: expected megabytes, 0.25 to 65536")
        if not 0.25 <= megabytes <= 65536:
            raise OptionError(f"a table of {megabytes:g} MB cannot be had: expected 0.25 to 65536")
        if not isinstance(features, int) or features & ~F_ALL:
            raise OptionError(f"{quoted(features)} are no features: expected a sum of the numbers in FEATURES")
        memset(&self.s, 0, sizeof(Search))
        if not cache_open(&self.s.cache, <size_t>(megabytes * 1048576)):
            raise MemoryError("there is no memory for the transposition table")
        self.s.refutations = <uint32_t*>calloc(REFUTATIONS, sizeof(uint32_t))
        if self.s.refutations == NULL:
            raise MemoryError("there is no memory for the refutation table")
        self.s.features = features
        self.s.go_on = go_on
        self.s.owner = <void*>self
        self.until = _inf
        forget(&self.s)

    def __dealloc__(self):
        cache_close(&self.s.cache)
        free(self.s.refutations)

    def __repr__(self):
        size = f"{<double>self.s.cache.limit / 1048576:.12g}"
        return f"Solver({size})" if self.s.features == F_ALL else f"Solver({size}, features={self.s.features})"

    @property
    def nodes(self):
        """Nodes (cards played in the search) since this solver was made."""
        return self.s.count

    @property
    def seconds(self):
        """Seconds of wall time spent in the search since this solver was made."""
        return self.spent

    @property
    def stop(self):
        """A function that says whether nobody wants the answer any more, or None; None at first.

        Called without arguments in the thread of the search. Once it is true the question raises
        `SearchStopped`; what the table holds stays. What it raises, the question raises.
        """
        return self.wish

    @stop.setter
    def stop(self, wish):
        if wish is not None and not callable(wish):
            raise OptionError(f"{quoted(wish)} cannot stop a search: expected a function or None")
        self.wish = wish

    @property
    def deadline(self):
        """The time, in seconds of `time.monotonic`, after which answers are left open; infinite at first.

        A question that comes later, or is not answered by then, answers as with a spent node limit, and
        a batch gives the rows that are complete.
        """
        return self.until

    @deadline.setter
    def deadline(self, moment):
        if not isinstance(moment, Real) or moment != moment:
            raise OptionError(f"{quoted(moment)} is no time: expected seconds of time.monotonic")
        self.until = moment

    @property
    def table_bytes(self):
        """Bytes reserved for the table now; it grows up to `table_limit`."""
        return cache_bytes(&self.s.cache) + REFUTATIONS * sizeof(uint32_t)

    @property
    def table_limit(self):
        """Bytes the table never exceeds."""
        return self.s.cache.limit + REFUTATIONS * sizeof(uint32_t)

    cdef int only_here(self) except -1:
        # Reading a position or an array may run Python code, and so another thread: checked again after the last read.
        if self.busy:
            raise RuntimeError("one Solver serves one thread at a time")
        return 0

    def clear(self):
        """Empty the table. Counters stay.

        Raises RuntimeError while another thread's question is searched.
        """
        self.only_here()
        self.start_anew()

    cdef void start_anew(self) noexcept:
        # No proof of an earlier question serves the next one.
        forget(&self.s)
        memset(&self.last, 0, sizeof(Start))
        self.swapped = False

    cdef int set_limit(self, u64 cards) except -1:
        # Sets the node limit of the searches that follow; 0: none. After the deadline no card is left.
        self.s.end = self.s.count + cards if cards else ~<u64>0
        self.s.interrupted = False
        if self.called_off():
            self.s.end = self.s.count
            self.raise_fault()
        return 0

    cdef bint called_off(self) noexcept:
        # Whether the search must end now: for the deadline, or for `stop`, which leaves a fault to be raised.
        try:
            if self.wish is not None and self.wish():
                raise SearchStopped
        except BaseException as fault:
            self.fault = fault
            return True
        return self.until != _inf and monotonic() >= self.until

    cdef int raise_fault(self) except -1:
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        return 0

    cdef int enter(self, Start* q, position, node_limit, bint may_turn=False, bint with_tricks=False) except -1:
        # Reads the position and sets the node limit. What the table holds is true for any position of the same game
        # and trump; it is kept only for the same deal or one that it was played down to, where it will be met again.
        # may_turn: also for the same deal with its seats counted from another one. `q` is then turned to the seats of
        # the table, and `swapped` says that the caller's side A is side B there.
        cdef int i
        cdef int by = 0
        cdef bint same
        cdef u64 cards = cards_of_limit(node_limit)
        fill(q, position, with_tricks)
        if all_points(q) >= POINTS:
            raise DealError(f"{all_points(q)} points are left, the search knows {POINTS - 1} at most")
        self.only_here()
        self.set_limit(cards)
        same = (memcmp(&q.game, &self.last.game, sizeof(Game)) == 0 and q.trump == self.last.trump
                and q.kind == self.last.kind and q.heap_game == self.last.heap_game
                and q.later == self.last.later)
        if same and may_turn:
            by = turn_between(q, &self.last)
            turn_by(q, by)
        self.swapped = by & 1
        for i in range(SEATS):
            if q.hand[i] & ~self.last.hand[i]:
                same = False
        for i in range(q.on_table):
            if q.table[i] & ~self.last.hand[(q.leader + i) % q.game.seats]:
                same = False
        if not same:
            forget(&self.s)
            self.last = q[0]
            for i in range(q.on_table):
                self.last.hand[(q.leader + i) % q.game.seats] |= q.table[i]
        return 0

    cdef double begin(self) except -1:
        # Before a search: no other thread may use this solver until `end`. Returns the time.
        self.only_here()
        self.busy = True
        self.s.limit = self.s.count + LOOK if self.s.end - self.s.count > LOOK else self.s.end
        return monotonic()

    cdef int end(self, double began) except -1:
        self.busy = False
        self.spent += monotonic() - began
        self.raise_fault()
        return heard(&self.s)

    cdef object answer(self, Start* q, Question* w):
        # The proof word, or None when the node limit came first.
        cdef u64 p
        cdef double began
        if self.s.count >= self.s.end:
            return None
        began = self.begin()
        try:
            with nogil:
                open_node(&self.s, q)
                p = proof(0, 1, 0, draw(&self.s, q, &w.stock, 0, w.turn, w.stock.draws)) if w.kind == DRAW \
                    else search(&self.s, q, w)
        finally:
            self.end(began)
        return None if self.s.stopped else p

    cdef object won_race(self, Start* q, Question* w):
        # Whether side A of the position asked about wins, or None when the node limit came first.
        p = self.answer(q, w)
        if p is None:
            return None
        return bool(<bint>won(p) != self.swapped)

    cdef object most(self, Start* q, Question* w, int low, int high, int guess):
        # Bounds on the most points with which A of the position asked about wins (most_points); the number lies from
        # low to high. `guess` is one of side A of the table.
        cdef int points = all_points(q)
        cdef double began
        if self.swapped:
            # A wins with x points or more where the other side does not win with points + 1 - x
            low, high = points - high, points - low
        began = self.begin()
        try:
            with nogil:
                most_points(&self.s, q, w, &low, &high, guess)
        finally:
            self.end(began)
        return (points - high, points - low) if self.swapped else (low, high)

    cdef object mean_pay(self, Start* q):
        # Bounds, as Fractions, on the mean of `pay` over the n cards of the pile from which trump is drawn; on the pay
        # itself where none is drawn. The mean is a multiple of 1 / n. Most positions never come to the draw, so that
        # the mean is one of the pays: these are asked about first.
        cdef Question w
        cdef int x
        cdef int points = all_points(q)
        cdef int n = max(q.cards, 1)
        cdef long low = n * self.s.pay[0]
        cdef long high = n * self.s.pay[points]
        cdef long mark
        pays = {n * self.s.pay[x] for x in range(points + 1)}
        w.kind = POINTS_RACE
        while low < high:
            steps = sorted(pay for pay in pays if low < pay <= high)
            mark = steps[len(steps) // 2] if steps else low + 1 if high - low == n - 1 else (low + high + 1) // 2
            x = 0
            while n * self.s.pay[x] < mark:
                x += 1
            w.a = x
            w.b = points + 1 - x
            self.s.mark = mark
            p = self.answer(q, &w)
            if p is None:
                break
            if won(p):
                low = mark if self.s.drew else max(mark, n * self.s.pay[x])
            else:
                high = mark - 1 if self.s.drew else n * self.s.pay[x - 1]
        return Fraction(low, n), Fraction(high, n)

    def race(self, position, a, b, node_limit=0):
        """Whether side A takes `a` more points before side B takes `b` more, from here on.

        Points lying in a heap count as still to come. True when a <= 0, False when b <= 0 or when fewer
        than `a` points are left. Where chance may make trump, True means that A succeeds whatever suit
        falls. None when the node limit came first.

        Raises OptionError for a race that is over for both sides (a <= 0 and b <= 0), and in a game of
        heaps for one that stops before the last point (a + b at most the number of points left).
        """
        cdef Start q
        cdef Question w
        cdef int points, x
        a, b = small(a, "a race to"), small(b, "a race to")
        self.enter(&q, position, node_limit, True)
        points = all_points(&q)
        if a <= 0 and b <= 0:
            raise OptionError(f"race {a},{b} is over for both sides")
        if a <= 0:
            return True
        if b <= 0 or a > points:
            return False
        if q.heap_game and a + b <= points:
            raise OptionError(
                f"race {a},{b} stops before the last point: {position.variant.name} only knows races "
                f"that last, here {a},{points + 1 - a}")
        for x in range(points + 1):
            self.s.pay[x] = x >= a
        self.s.mark = q.cards
        w.kind = POINTS_RACE
        # B may have all the points that A need not take, so that one of the two goals is reached
        b = min(b, points + 1 - a)
        w.a = b if self.swapped else a
        w.b = a if self.swapped else b
        return self.won_race(&q, &w)

    def race_with_kot(self, position, a, kot, bint of_b=False, bint both=True, node_limit=0):
        """Whether side A takes `a` more points and wins the question of the kot, or one of the two.

        `kot`: tricks from here on which make it, for side A or (`of_b`) for side B, when that side takes
        all of them, 1 or more: the majority of the hand less what the side has taken. A wins the
        question by making its kot, or by a trick taken before B has made his. `both`: A needs the points
        as well; else either is enough. The points count to the end of the hand, whatever the kot. None
        when the node limit came first.

        Raises OptionError in a game of heaps, where no kot is made by the first tricks, and for a number
        of tricks that are not there.
        """
        cdef Start q
        cdef Question w
        cdef int points
        a, kot = small(a, "a race to"), small(kot, "a kot of")
        self.enter(&q, position, node_limit, True)
        points = all_points(&q)
        check_kot(&q, position, kot, points)
        if a <= 0 and not both:
            return True
        if a > points and both:
            return False
        if a <= 0 or a > points:
            return self.race(position, 1, kot, node_limit) if of_b else self.race(position, kot, 1, node_limit)
        w = kot_question(kot, of_b != self.swapped, both != self.swapped)
        w.kot.a = points + 1 - a if self.swapped else a
        return self.won_race(&q, &w)

    def value(self, position, low=0, high=None, node_limit=0):
        """(low, high): bounds on the points side A takes from here, both sides playing for points alone.

        Equal bounds are the exact value, unless it lies outside `low` .. `high` of the arguments
        (`high` None: all points left), to which the search is limited. Bounds differ when the node limit
        came first. Points lying in a heap count as still to come. Where chance may make trump, the bounds
        are the mean rounded down and up to whole points.
        """
        cdef Start q
        cdef Question w
        cdef int points, top, sure
        self.enter(&q, position, node_limit, True)
        points = all_points(&q)
        sure = max(small(low, "a value of"), 0)
        top = points if high is None else min(small(high, "a value of"), points)
        if q.cards:
            least, most = self.expected(position, None, node_limit)
            return min(max(sure, floor(least)), top), max(min(top, ceil(most)), sure)
        w.kind = POINTS_RACE
        return self.most(&q, &w, sure, top, guess_of(&q) or (points + 1) // 2)

    def value_with_kot(self, position, kot, bint of_b, bint both, low, high, guess=0, node_limit=0):
        """Bounds (low, high) on the most points `a` with which side A wins `race_with_kot`.

        Known before: A wins it with `low` points and loses it with more than `high`. `guess` is the
        number asked first, 0 for none. Equal bounds are the exact number; they differ only when the node
        limit came first. Raises OptionError as `race_with_kot` does.
        """
        cdef Start q
        cdef Question w
        cdef int points, top
        cdef int sure = small(low, "a value of")
        kot = small(kot, "a kot of")
        guess = small(guess, "a guess of")
        self.enter(&q, position, node_limit, True)
        points = all_points(&q)
        check_kot(&q, position, kot, points)
        top = min(small(high, "a value of"), points)
        if self.swapped and guess:
            guess = points + 1 - guess
        w = kot_question(kot, of_b != self.swapped, both != self.swapped)
        return self.most(&q, &w, sure, top, guess or guess_of(&q) or (sure + top + 1) // 2)

    def expected(self, position, pay=None, node_limit=0):
        """(low, high): bounds, as Fractions, on the mean pay of side A where chance may make trump.

        `pay[x]` is what A is paid for x points from here, for x = 0 .. all points left: whole numbers that
        never fall. None pays one for each point. Only the five-card start has a chance move
        (docs/rules.md 6); in any other game this is the pay for the exact value. Bounds are equal unless
        the node limit came first.

        Raises OptionError for a pay of the wrong length or one that falls.
        """
        cdef Start q
        cdef int points, x
        self.enter(&q, position, node_limit)
        points = all_points(&q)
        pay = tuple(range(points + 1) if pay is None else (whole_number(one, "a pay of") for one in pay))
        if len(pay) != points + 1 or any(pay[x] > pay[x + 1] for x in range(points)):
            raise OptionError(
                f"pay must be {points + 1} numbers for 0 to {points} points, none below the one before")
        if max(-pay[0], pay[points]) > MOST:
            raise OptionError(f"a pay of {pay[0]} to {pay[points]} is too much: expected {-MOST} to {MOST}")
        for x in range(points + 1):
            self.s.pay[x] = pay[x]
        return self.mean_pay(&q)

    def wins_by_tricks(self, position, tricks, node_limit=0):
        """(low, high): bounds, as Fractions, on the probability that side A wins by tens, or by tricks at 2-2.

        A wins with three tens or more, or with two tens and at least `tricks` tricks, both counted over the
        whole hand: `position.owned` holds the tens and `position.collected` the tricks taken so far
        (docs/rules.md 4.3, tricks_decide). `tricks` is half of all tricks or one more, 1 to 7. Without a
        chance move the answer is 0 or 1. Bounds are equal unless the node limit came first.

        Raises OptionError for a game that does not count tens or a number of tricks out of range.
        """
        cdef Start q
        cdef int points, x, need
        tricks = small(tricks, "a majority of")
        if position.variant.points != "tens" or position.tricks_total > 13:
            raise OptionError(f"only a game of tens asks for its tricks, not {position.variant.name}")
        if not 1 <= tricks <= 7 or position.tricks_total - tricks > 6:
            raise OptionError(f"{tricks} tricks are not about half of {position.tricks_total}")
        self.enter(&q, position, node_limit, False, True)
        points = all_points(&q)
        need = 2 * TEN_IN_TRICKS + tricks - TEN_IN_TRICKS * <int>position.owned[0] - <int>position.collected[0]
        if need <= 0 or need > points:
            return Fraction(need <= 0), Fraction(need <= 0)
        for x in range(points + 1):
            self.s.pay[x] = x >= need
        return self.mean_pay(&q)

    def wins_hand(self, position, node_limit=0):
        """Whether `position.player`, one of three, wins the hand against the other two together.

        The player wins with more tricks than each of the others at the end, with the first seven, or by
        what the option three_tie gives him. `position.taken` holds the tricks of each seat so far. None
        when the node limit came first.

        Raises OptionError for another number of seats, a position without a player, or tricks taken that
        do not add up to the tricks played.
        """
        cdef Start q
        cdef Question w
        cdef int me, first_one, other, done
        if position.seats != 3 or position.player is None:
            raise OptionError("who wins the hand is asked of one player of three: give the position its player")
        self.enter(&q, position, node_limit)
        me = position.player
        first_one = 1 if me == 0 else 0
        other = 3 - me - first_one
        taken = position.taken
        done = position.tricks_done
        if len(taken) != 3 or sum(taken) != done:
            raise OptionError(f"the tricks taken by the three players must add up to the {done} played")
        q.game.tie = _TIES[position.variant.get("three_tie", "third_wins")]
        q.game.run = 7
        q.game.tricks = position.tricks_total
        memset(&w, 0, sizeof(Question))
        w.kind = APART_RACE
        w.apart.x = 1 - taken[me] + taken[first_one]
        w.apart.y = 1 - taken[me] + taken[other]
        w.apart.alone = max(taken) == done and done < 7
        if max(taken) == done == 7:
            w.apart.over = 1 if taken[me] == 7 else -1
        w.apart.level = q.game.tie == TIE_THIRD and can_level(w.apart, position.tricks_left)
        self.only_here()
        self.start_anew()
        return self.won_race(&q, &w)

    def makes_run(self, position, tricks, node_limit=0):
        """Whether side B can take `tricks` tricks in a row at some time before the hand ends.

        Only where trump is declared and tricks are taken at once. None when the node limit came first.

        Raises OptionError for another game or for fewer than one trick.
        """
        cdef Start q
        cdef Question w
        tricks = small(tricks, "a run of")
        self.enter(&q, position, node_limit)
        if q.kind != TRUMP_DECLARED or q.heap_game:
            raise OptionError(f"runs of tricks are only known to the plain game, not to {position.variant.name}")
        if tricks < 1:
            raise OptionError(f"a run of {tricks} tricks is nothing: expected 1 or more")
        q.game.run = tricks
        w.kind = RUN_RACE
        w.run.r = tricks
        self.start_anew()
        found = self.won_race(&q, &w)
        return None if found is None else not found

    def race_of_draw(self, hands, stock, trump, a, b, turn=0, cards=13, bint see_second=True,
                     node_limit=0, variant=None):
        """`race` for two players who still draw from an open stock (docs/rules.md 8.2).

        Parameters
            hands: two Hands, after the discards.
            stock: Cards in the order in which they are drawn, at least two for each draw but one for the
                last (with see_second off, at least one for each).
            trump: 0 to 3 (spades, hearts, diamonds, clubs), or -1 for none.
            a, b: seat 0 wins when it takes `a` tricks before seat 1 takes `b`.
            turn: the seat that draws first, 0 or 1; then they take turns until both have `cards`.
            see_second: a draw uses up two cards of the stock and keeps one; off: a draw that keeps its
                first card leaves the second on the stock.
            variant: the game whose duties bind a player who cannot follow; None for no duty.

        Seat 0 leads after the draw. Each pair of complete hands that is searched counts as one node besides
        the cards played. None when the node limit came first.

        Raises OptionError for hands or a stock that do not fit together.
        """
        cdef Start q
        cdef Question w
        cdef Stock* d = &w.stock
        cdef int i, short
        cdef u64 every = 0
        cdef u64 limit = cards_of_limit(node_limit)
        a, b = small(a, "a race to"), small(b, "a race to")
        if not 1 <= small(cards, "a hand of") <= 13 or not -1 <= small(trump, "trump") <= 3:
            raise OptionError(f"trump {trump} and hands of {cards} cards: expected -1 to 3, and 1 to 13 cards")
        memset(&q, 0, sizeof(Start))
        memset(&w, 0, sizeof(Question))
        set_pack(&q.game, 2)
        if variant is not None:
            q.game.duty = duty_of(variant)
        q.trump = trump
        q.shown_at = -1
        stock = tuple(stock)
        if len(hands) != 2 or len(stock) > 52:
            raise OptionError("the draw is one of two hands from a stock of at most 52 cards")
        for i in range(2):
            q.hand[i] = hands[i].bits
            every |= q.hand[i]
        d.size = len(stock)
        for i in range(d.size):
            d.card[i] = stock[i].bit
            every |= d.card[i]
        if every >> 52 or count(every) != count(q.hand[0]) + count(q.hand[1]) + d.size:
            raise OptionError("a card of the draw is in two places")
        d.cards = cards
        d.a = a
        d.b = b
        d.see_second = see_second
        short = 2 * cards - count(q.hand[0]) - count(q.hand[1])
        d.draws = short
        if not 0 <= small(turn, "turn") <= 1 or count(q.hand[0]) > cards or count(q.hand[1]) > cards or short == 0:
            raise OptionError(f"nobody has to draw for hands of {cards} cards")
        if d.size < (2 * short - 1 if see_second else short):
            raise OptionError(f"{short} draws need {2 * short} cards, the stock has {d.size}")
        if a <= 0:
            return True
        if b <= 0 or a > cards:
            return False
        self.only_here()
        self.set_limit(limit)
        self.start_anew()
        w.kind = DRAW
        w.turn = turn
        return self.won_race(&q, &w)

    cdef double begin_batch(self) except -1:
        self.only_here()
        self.set_limit(0)
        return self.begin()

    cdef int end_batch(self, double began) except -1:
        memset(&self.last, 0, sizeof(Start))  # the table holds proofs of another deal
        return self.end(began)

    def batch_races(self, hands, trump, a, b, leader=0):
        """`race` for many plain deals at once.

        Parameters
            hands: uint64 array of shape (n, 4); each entry is a hand as a set of 52 bits
                (`Hand.bits`). The four hands of a row hold the same number of cards, 1 to 13.
            trump: 0 to 3, or -1 for none.
            a, b: tricks, as in `race`.
            leader: seat 0 to 3.

        Returns a bool array of shape (n,), shorter where the deadline came first. There is no node limit.

        Raises OptionError naming what is wrong with the rows.
        """
        cdef Py_ssize_t i = 0
        cdef const uint64_t[:, ::1] rows = _rows_of(hands)
        cdef Py_ssize_t n = rows.shape[0]
        cdef int want = small(a, "a race to")
        cdef int allow = small(b, "a race to")
        cdef Start q
        cdef double began
        out = np.zeros(n, dtype=np.bool_)
        cdef uint8_t[::1] answers = out.view(np.uint8)
        _check_rows(rows, (trump,), (leader,))
        memset(&q, 0, sizeof(Start))
        set_pack(&q.game, 4)
        q.trump = trump
        q.leader = leader
        began = self.begin_batch()
        try:
            with nogil:
                while i < n and self.s.count < self.s.end:
                    take_row(&q, &rows[i, 0])
                    forget(&self.s)
                    open_node(&self.s, &q)
                    if want <= 0:
                        answers[i] = 1
                    elif allow > 0 and want <= self.s.nodes[0].left:
                        answers[i] = won(search_points(&self.s, &q, want, allow))
                    i += self.s.count < self.s.end  # else the row was cut
        finally:
            self.end_batch(began)
        return out[:i]

    def batch_outcomes(self, hands, trumps, leader=0, detail="class", leaders=None):
        """Outcome codes of many plain deals, each with several trumps.

        Parameters
            hands: uint64 array of shape (n, 4), as for `batch_races`.
            trumps: k numbers, each 0 to 3 or -1 for none; at most 16.
            leader: seat 0 to 3.
            leaders: m different seats, each of which leads once, instead of `leader`. They share the table of a
                deal and trump: four together take about twice the time of one.
            detail: which classes are told apart. "class": all six, codes 3, 2, 1, -1, -2, -3 of `Outcome`.
                "hard7": no bavney, 2, 1, -1, -2. "win": 1 or -1. "kot": 2, -2 or 0 for neither.
                "kot+bavney": 3, 2, 0, -2, -3. Questions about kots alone take about a hundredth of the time.

        With n cards in a hand a kot is the first n // 2 + 1 tricks. Codes are those of seats 0 and 2, whoever leads.
        Returns an int8 array of shape (n, k), with `leaders` (n, m, k); of fewer rows where the deadline came
        first. There is no node limit.

        Raises OptionError naming what is wrong with the rows, the trumps, the leaders or the detail.
        """
        cdef Py_ssize_t i = 0
        cdef const uint64_t[:, ::1] rows = _rows_of(hands)
        cdef Py_ssize_t n = rows.shape[0]
        cdef int k, m
        cdef int kinds
        cdef int lead_count
        cdef int suits[16]
        cdef int leads[4]
        cdef int how
        cdef Start q
        cdef double began
        trumps = tuple(trumps)
        asked = (leader,) if leaders is None else tuple(leaders)
        kinds = len(trumps)
        lead_count = len(asked)
        if detail not in _DETAILS:
            raise OptionError(f"detail {detail!r} is unknown: expected {', '.join(_DETAILS)}")
        if kinds > 16:
            raise OptionError(f"{kinds} trumps are too many: at most 16 in one call")
        if len(set(asked)) != lead_count:
            raise OptionError(f"a leader stands twice in {asked}: each seat is asked once")
        _check_rows(rows, trumps, asked)
        how = _DETAILS[detail]
        for k in range(kinds):
            suits[k] = trumps[k]
        for m in range(lead_count):
            leads[m] = asked[m]
        out = np.zeros((n, lead_count, kinds), dtype=np.int8)
        cdef int8_t[:, :, ::1] answers = out
        memset(&q, 0, sizeof(Start))
        set_pack(&q.game, 4)
        began = self.begin_batch()
        try:
            with nogil:
                while i < n and self.s.count < self.s.end:
                    take_row(&q, &rows[i, 0])
                    for k in range(kinds):
                        # A proof names its leader in its tag: the table serves all leaders of a deal and trump.
                        q.trump = suits[k]
                        forget(&self.s)
                        for m in range(lead_count):
                            q.leader = leads[m]
                            open_node(&self.s, &q)
                            answers[i, m, k] = class_in_play(&self.s, &q, 0, 0, how)
                    i += self.s.count < self.s.end
        finally:
            self.end_batch(began)
        return out[:i, 0] if leaders is None else out[:i]

    def batch_cards(self, hands, cards, trump, table=(), leader=0, taken=(0, 0),
                    detail="class"):
        """Outcome codes of plain hands in play after each of several cards of the seat to move.

        Parameters
            hands: uint64 array of shape (n, 4): the cards that each seat still holds, as sets of
                52 bits (`Hand.bits`). Seats that have played to the running trick hold one card less.
            cards: numbers of cards (13 * suit + rank, 0 to 51), of shape (k,) for all rows or (n, k). -1
                asks about the row as it stands, before any card; -2 asks nothing and answers 0.
            trump: 0 to 3, or -1 for none.
            table: numbers of the cards of the running trick in playing order, at most 3, of shape (m,) or
                (n, m); -1 stands behind the last card of a shorter trick.
            leader: the seat that led the running trick or leads now, one or (n,).
            taken: tricks that sides A and B have taken so far, (2,) or (n, 2). The hand must be undecided:
                neither side has a majority of all its tricks.
            detail: as for `batch_outcomes`, or "tricks": those A takes in the whole hand when both sides
                play for tricks alone.

        Each card must be one that the seat to move may play. Codes are those of seats 0 and 2. All cards
        of a row share the table, and from ten cards in a hand on all rows. With an even number of tricks
        a tie counts as -1, as in `batch_outcomes`. Returns an int8 array of shape (n, k), of fewer rows where
        the deadline came first. There is no node limit.

        Raises OptionError naming what is wrong with the rows, the cards or the detail.
        """
        cdef Py_ssize_t i = 0
        cdef const uint64_t[:, ::1] rows = _rows_of(hands)
        cdef Py_ssize_t n = rows.shape[0]
        cdef int k, j, side, how, kinds
        cdef int suit = small(trump, "trump")
        cdef const int32_t[:, ::1] asked, lies, won_tricks
        cdef const int32_t[::1] leads
        cdef Start row, q
        cdef int count_of[2]
        cdef double began
        if detail not in _DETAILS_IN_PLAY:
            raise OptionError(f"detail {detail!r} is unknown: expected {', '.join(_DETAILS_IN_PLAY)}")
        if not -1 <= suit <= 3:
            raise OptionError(f"trump {trump} is no suit: expected 0 to 3, or -1 for none")
        how = _DETAILS_IN_PLAY[detail]
        asked, lies, leads, won_tricks = _rows_in_play(np.asarray(rows), cards, table, leader, taken)
        kinds = asked.shape[1]
        out = np.zeros((n, kinds), dtype=np.int8)
        cdef int8_t[:, ::1] answers = out
        memset(&row, 0, sizeof(Start))
        set_pack(&row.game, 4)
        row.trump = suit
        row.shown_at = -1
        began = self.begin_batch()
        try:
            with nogil:
                forget(&self.s)
                while i < n and self.s.count < self.s.end:
                    take_row(&row, &rows[i, 0])
                    # Proofs are patterns, true in every world; with many cards left other worlds seldom meet them,
                    # and the lists only grow.
                    if i and count(row.hand[0]) > SHARED:
                        forget(&self.s)
                    row.leader = leads[i]
                    row.on_table = 0
                    for j in range(lies.shape[1]):
                        if lies[i, j] >= 0:
                            row.table[row.on_table] = <u64>1 << lies[i, j]
                            row.on_table += 1
                    for k in range(kinds):
                        if asked[i, k] == NOT_ASKED:
                            continue
                        q = row
                        count_of[0] = won_tricks[i, 0]
                        count_of[1] = won_tricks[i, 1]
                        if asked[i, k] != AS_IT_STANDS:
                            side = lay(&q, <u64>1 << asked[i, k])
                            if side >= 0:
                                count_of[side] += 1
                        open_node(&self.s, &q)
                        answers[i, k] = class_in_play(&self.s, &q, count_of[0], count_of[1], how)
                    i += self.s.count < self.s.end
        finally:
            self.end_batch(began)
        return out[:i]


def _rows_of(hands):
    """The rows of a batch as the search reads them: copied where they lie otherwise in memory."""
    table = hands if isinstance(hands, np.ndarray) else np.asarray(hands)
    if table.ndim != 2 or table.dtype.kind != "u" or table.dtype.itemsize != 8:
        raise OptionError(
            f"the hands of a batch are an array of {table.dtype}, of shape {table.shape}: expected uint64, (n, 4)"
        )
    if table.shape[1] != 4:
        raise OptionError(f"a batch has 4 hands in a row, not {table.shape[1]}")
    return np.ascontiguousarray(table, dtype=np.uint64)


def _check_rows(hands, trumps, leaders):
    """Raise OptionError naming what is wrong with the rows, trumps or leaders of batch_outcomes."""
    for leader in leaders:
        if not 0 <= small(leader, "leader") <= 3:
            raise OptionError(f"leader {leader} is no seat: expected 0 to 3")
    for trump in trumps:
        if not -1 <= small(trump, "trump") <= 3:
            raise OptionError(f"trump {trump} is no suit: expected 0 to 3, or -1 for none")
    table = np.asarray(hands)
    if (table >> 52).any():
        raise OptionError("a hand of the batch has bits above the 52 cards")
    sizes = np.bitwise_count(table)
    if (sizes != sizes[:, :1]).any() or (sizes == 0).any() or (sizes > 13).any():
        raise OptionError("the four hands of a row must hold the same number of cards, 1 to 13")
    if (np.bitwise_count(np.bitwise_or.reduce(table, axis=1)) != 4 * sizes[:, 0]).any():
        raise OptionError("a card is in two hands of the same row")


def _rows_in_play(hands, cards, table, leader, taken):
    """The arguments of batch_cards as int32 arrays with one row for each row of `hands`, checked.

    Returns cards (n, k), table (n, m), leaders (n,) and tricks taken (n, 2).
    """
    n = len(hands)
    try:
        asked, lies, leads, taken = (np.asarray(x, dtype=np.int32) for x in (cards, table, leader, taken))
        asked = np.ascontiguousarray(np.broadcast_to(asked, (n, asked.shape[-1])))
        lies = np.ascontiguousarray(np.broadcast_to(lies, (n, lies.shape[-1])))
        leads = np.ascontiguousarray(np.broadcast_to(leads, (n,)))
        taken = np.ascontiguousarray(np.broadcast_to(taken, (n, 2)))
    except (TypeError, ValueError, IndexError, OverflowError):
        raise OptionError(f"cards, table, leader and taken must be whole numbers, the same for all {n} rows or one "
                          "for each") from None
    if lies.shape[1] > 3:
        raise OptionError(f"{lies.shape[1]} cards lie in the running trick, expected at most 3")
    for name, numbers, low, high in (
            ("card", asked, NOT_ASKED, 51), ("card on the table", lies, -1, 51), ("leader", leads, 0, 3),
            ("number of tricks taken", taken, 0, 13)):
        strange = numbers[(numbers < low) | (numbers > high)]
        if strange.size:
            raise OptionError(f"{strange[0]} is no {name}: expected {low} to {high}")
    if ((lies[:, :-1] < 0) & (lies[:, 1:] >= 0)).any():
        raise OptionError("a trick on the table has a gap: -1 stands behind its last card")
    if (hands >> np.uint64(52)).any():
        raise OptionError("a hand of the batch has bits above the 52 cards")
    rows = np.arange(n)
    lying = (lies >= 0).sum(axis=1)
    whole = hands.copy()
    for place in range(lies.shape[1]):
        here = rows[lying > place]
        seats = (leads[here] + place) % 4
        bits = np.uint64(1) << lies[here, place].astype(np.uint64)
        if (whole[here, seats] & bits).any():
            raise OptionError("a card on the table is still in the hand that played it")
        whole[here, seats] |= bits
    sizes = np.bitwise_count(whole).astype(np.int32)
    if (sizes != sizes[:, :1]).any() or (sizes == 0).any() or (sizes > 13).any():
        raise OptionError("with the cards on the table the four hands of a row must be equally long, 1 to 13")
    if (np.bitwise_count(np.bitwise_or.reduce(whole, axis=1)) != 4 * sizes[:, 0]).any():
        raise OptionError("a card is twice in the same row")
    total = sizes[:, 0] + taken.sum(axis=1)
    if (total > 13).any() or (taken.max(axis=1, initial=0) > total // 2).any():
        raise OptionError("the tricks taken decide the hand or are too many: expected an undecided hand of 13 at most")
    # Every card asked about is held by the seat to move, and follows suit if it can.
    mover = hands[rows, (leads + lying) % 4]
    led = lies[:, 0] // 13 if lies.shape[1] else np.full(n, -1)
    suits = np.uint64(0x1FFF) << (np.uint64(13) * np.maximum(led, 0).astype(np.uint64))
    follow = np.where((led >= 0) & (lying > 0), mover & suits, np.uint64(0))
    allowed = np.where(follow != 0, follow, mover)
    bits = np.uint64(1) << np.maximum(asked, 0).astype(np.uint64)
    strange = asked[(asked >= 0) & (allowed[:, None] & bits == 0)]
    if strange.size:
        raise OptionError(f"card {strange[0]} cannot be played by the seat to move in every row that asks about it")
    return asked, lies, leads, taken


cdef Question kot_question(int kot, bint of_b, bint both):
    # The number of points is still open.
    cdef Question w
    memset(&w, 0, sizeof(Question))
    w.kind = KOT_RACE
    w.kot.m = kot
    w.kot.of_b = of_b
    w.kot.both = both
    return w


cdef int check_kot(const Start* q, position, int kot, int points) except -1:
    if q.heap_game:
        raise OptionError(f"no kot of {position.variant.name} is made by the first tricks: ask for its points")
    if not 1 <= kot <= points:
        raise OptionError(f"a kot of the next {kot} tricks: expected 1 to {points}")
    return 0
