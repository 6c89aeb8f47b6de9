# cython: boundscheck=True
# The gate between Python and the search: Position -> structs, the search without the GIL, structs -> answers.
# Relies on core for the search; of game/position.py it uses the fields only.
# Only ask() picks the search of a family. Rules are passed on as data; none is decided here.
# Indices are checked in this module: it is not the hot path, and its input may be anything.

import os
from fractions import Fraction
from math import ceil, floor
from operator import index

import numpy as np

from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset
from cpython.time cimport monotonic

from .core.cache cimport ENDLESS, a_of, b_of, cache_bytes, cache_clear, cache_close, cache_open, proof, won
from .core.cardset cimport SUIT_OF, WIDTH, count, first, highest, lane, swap_with_lane_3, u64
from .core.rules.collect cimport Apart, AtOnce, Heap, Kot, Run, Perft, can_level, first_need, points_of
from .core.rules.trump cimport CALLER, Declared, Hidden, InPlay, Kasiet, Satat, W_AT
from .core.dispatch cimport Dispatch, take
from .core.search cimport (F_ALL, F_BOUNDS, F_EQUALS, F_ORDER, F_PATTERNS, F_REFUTATIONS, F_TABLE, POINTS,
                           REFUTATIONS, Search)
from .core.table cimport (DEPTH, ACE_BLOCK, ACE_DEMOTE, ACE_OFF, ACE_RESET, DUTY_OVER_ALWAYS, DUTY_OVER_OPPONENT,
                          DUTY_TRUMP, KASIET_DEDUCTION, KASIET_INDICATOR, KASIET_RUFF, SEATS, TIE_BOTH, TIE_NOBODY,
                          TIE_THIRD, Game, Node)

from .cards import Suit
from .core import heaps, kot_first, perft, plain, special
from .errors import DealError, OptionError
from .errors import shown as quoted
from .game.state import PositionState

# Parts of the search that can be switched off, to measure or to check them: name -> bit.
FEATURES = {"table": F_TABLE, "bounds": F_BOUNDS, "equals": F_EQUALS, "patterns": F_PATTERNS,
            "refutations": F_REFUTATIONS, "order": F_ORDER}
ALL_FEATURES = F_ALL
_DUTY = {"off": 0, "vs_opponent": DUTY_OVER_OPPONENT, "always": DUTY_OVER_ALWAYS}
_ACE_RULE = {"off": ACE_OFF, "block": ACE_BLOCK, "reset": ACE_RESET, "demote": ACE_DEMOTE}

_KASIET = {"deduction": KASIET_DEDUCTION, "first_ruff": KASIET_RUFF, "indicator_played": KASIET_INDICATOR}
_TIES = {"third_wins": TIE_THIRD, "no_score": TIE_NOBODY, "both": TIE_BOTH}

cdef enum:                # how trump stands: which member of the second axis is asked
    TRUMP_DECLARED = 0
    TRUMP_SATAT = 1
    TRUMP_KASIET = 2
    TRUMP_IN_PLAY = 3
    TRUMP_HIDDEN = 4

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

# The searches stand built twice: for every processor, and for those with the bit instructions of x86-64-v3.
# Which ones run is settled once, here; the environment variable HAKEM_CPU=any asks for the former.
cdef Dispatch dispatch
_built = [heaps, kot_first, plain, special, perft]
if has_v3() and os.environ.get("HAKEM_CPU", "") != "any":
    try:
        from .core import heaps_v3, kot_first_v3, plain_v3, special_v3
    except ImportError:
        pass                               # built where the compiler does not know these instructions
    else:
        _built += [heaps_v3, kot_first_v3, plain_v3, special_v3]
for _module in _built:
    take(_module, &dispatch)


cdef struct Start:
    # A position with the cards in their printed places, and the rules of its game.
    Game game
    bint heap_game
    int kind              # TRUMP_...
    u64 hand[SEATS]       # cards not dealt yet and a hidden indicator included
    u64 table[SEATS]
    int on_table
    int trump             # 0 .. 3, -1 none (yet)
    int leader
    int shown_at          # hidden: place of the running trick where it was shown, else -1
    bint asked
    u64 indicator         # the card that marks a hidden or unknown trump, while it does
    u64 later             # cards not dealt yet
    int suspects          # kasiet: bit set of suits
    int fallen            # points in the heap when the reserves are dealt
    int cards             # ... and cards in the pile from which trump is drawn then, 0 when none is
    int heap              # points in the heap
    int streak
    bint ace
    bint opened
    u64 tens              # the marked cards of the pack
    u64 aces


cdef u64 seen(const Start* q, u64 x) noexcept nogil:
    # The 2 of hearts of satat goes to its own place, the trumps to lane 3.
    if (q.kind == TRUMP_SATAT or q.kind == TRUMP_KASIET) and x & (<u64>1 << WIDTH):
        x ^= (<u64>1 << WIDTH) | (<u64>1 << W_AT)
    return x if q.trump < 0 else swap_with_lane_3(x, q.trump)


cdef u64 pack(u64 x, u64 in_play) noexcept nogil:
    # Printed ranks -> packed lanes (cardset.pxd).
    cdef u64 out = x & (<u64>1 << W_AT)
    cdef u64 rest
    cdef u64 card
    cdef int suit, place
    for suit in range(4):
        rest = in_play & lane(suit)
        place = 12
        while rest:
            card = highest(rest)
            if x & card:
                out |= <u64>1 << (WIDTH * suit + place)
            place -= 1
            rest ^= card
    return out


cdef void open_node(Search* s, const Start* q) noexcept nogil:
    # Packs a position into the first node, and the cards of a running trick as well.
    cdef Node* nd = &s.nodes[0]
    cdef u64 in_play = 0
    cdef u64 cards
    cdef u64 hand[SEATS]
    cdef int i
    s.game = q.game
    for i in range(SEATS):
        hand[i] = q.hand[i] if i < q.game.seats else 0
    for i in range(q.on_table):
        hand[(q.leader + i) % q.game.seats] |= q.table[i]
    for i in range(SEATS):
        hand[i] = seen(q, hand[i])
        in_play |= hand[i]
    nd.in_play = in_play
    nd.shape = 0
    for i in range(SEATS):
        nd.hand[i] = pack(hand[i], in_play)
        nd.printed[i] = hand[i]
        cards = nd.hand[i]
        while cards:
            nd.shape += s.game.weight[i][SUIT_OF[first(cards)]]
            cards &= cards - 1
    nd.marked = pack(seen(q, q.tens | q.indicator) & in_play, in_play)
    nd.aces = pack(seen(q, q.aces) & in_play, in_play)
    nd.leader = q.leader
    nd.left = count(nd.hand[q.leader])
    s.asked = q.asked
    s.fallen = q.fallen
    for i in range(q.on_table):
        nd.trick[i + 1].card = pack(seen(q, q.table[i]), in_play)


cdef void set_pack(Game* g, int seats) noexcept nogil:
    # Weights of the shape (table.pxd) and the usual sides.
    cdef int i, j
    cdef u64 w = 1
    memset(g, 0, sizeof(Game))
    g.seats = seats
    g.side_a = 0b010101
    g.need_first = 2
    for i in range(SEATS):
        for j in range(4):
            if seats <= 4:
                g.weight[i][j] = <u64>1 << (16 * i + 4 * j) if i < seats else 0
            elif j < 3:
                g.weight[i][j] = w
                w *= 9
    if seats > 4:
        for i in range(SEATS):
            g.weight[i][3] = w


cdef u64 ask(Search* s, const Start* q, int a, int b) noexcept nogil:
    # Runs the search of the family. Returns a proof word, which holds only if s.stopped is not set. a, b: points
    # from here on, a at least 1.
    cdef AtOnce once
    cdef Heap heap
    cdef int places = q.on_table
    cdef int shown = q.shown_at
    if q.heap_game:
        heap.q = a
        heap.p = a - q.heap if a > q.heap else 0
        heap.chain = q.streak
        heap.ace = q.ace
        heap.opened = q.opened
        if q.kind == TRUMP_DECLARED:
            return dispatch.heap(s, heap, declared_of(q), places, shown)
        if q.kind == TRUMP_IN_PLAY:
            return dispatch.heap_in_play(s, heap, in_play_of(q), places, shown)
        if q.kind == TRUMP_HIDDEN:
            return dispatch.heap_hidden(s, heap, hidden_of(q), places, shown)
        return dispatch.heap_satat(s, heap, satat_of(q), places, shown)
    once.a = a
    once.b = ENDLESS if a + b > s.nodes[0].left + (q.heap if q.kind == TRUMP_IN_PLAY else 0) else b
    if q.kind == TRUMP_DECLARED:
        if s.game.seats == 4 and s.game.side_a == 0b010101 and s.game.duty == 0:
            return dispatch.plain(s, once, declared_of(q), places, shown)
        return dispatch.declared(s, once, declared_of(q), places, shown)
    if q.kind == TRUMP_SATAT:
        return dispatch.satat(s, once, satat_of(q), places, shown)
    if q.kind == TRUMP_KASIET:
        return dispatch.kasiet(s, once, kasiet_of(q), places, shown)
    if q.kind == TRUMP_IN_PLAY:
        return dispatch.in_play(s, once, in_play_of(q), places, shown)
    return dispatch.hidden(s, once, hidden_of(q), places, shown)


cdef u64 ask_kot(Search* s, const Start* q, Kot kot) noexcept nogil:
    # The same for the race for a kot and points at once.
    cdef int places = q.on_table
    cdef int shown = q.shown_at
    if q.kind == TRUMP_DECLARED:
        if s.game.seats == 4 and s.game.side_a == 0b010101 and s.game.duty == 0:
            return dispatch.kot(s, kot, declared_of(q), places, shown)
        return dispatch.kot_declared(s, kot, declared_of(q), places, shown)
    if q.kind == TRUMP_SATAT:
        return dispatch.kot_satat(s, kot, satat_of(q), places, shown)
    if q.kind == TRUMP_KASIET:
        return dispatch.kot_kasiet(s, kot, kasiet_of(q), places, shown)
    if q.kind == TRUMP_IN_PLAY:
        return dispatch.kot_in_play(s, kot, in_play_of(q), places, shown)
    return dispatch.kot_hidden(s, kot, hidden_of(q), places, shown)


cdef u64 trump_lane(const Start* q) noexcept nogil:
    return lane(3) if q.trump >= 0 else 0


cdef Declared declared_of(const Start* q) noexcept nogil:
    cdef Declared t
    t.suit = trump_lane(q)
    return t


cdef Satat satat_of(const Start* q) noexcept nogil:
    cdef Satat t
    t.suit = trump_lane(q)
    return t


cdef Kasiet kasiet_of(const Start* q) noexcept nogil:
    cdef Kasiet t
    t.suit = trump_lane(q)
    # suits -> lanes
    t.suspects = q.suspects & ~(1 << q.trump) & ~8 | 8
    if q.trump != 3 and q.suspects & 8:
        t.suspects |= 1 << q.trump
    t.free = False
    t.shown = False
    return t


cdef InPlay in_play_of(const Start* q) noexcept nogil:
    cdef InPlay t
    cdef u64 in_play = 0
    cdef int i
    for i in range(q.game.seats):
        in_play |= q.hand[i]
    for i in range(q.on_table):
        in_play |= q.table[i]
    t.suit = 0
    t.later = pack(q.later, in_play)
    return t


cdef Hidden hidden_of(const Start* q) noexcept nogil:
    cdef Hidden t
    t.suit = trump_lane(q)
    t.shown = False
    t.bound = False
    t.late = False
    return t


cdef struct Stock:
    # The draw of two players (rules.md 8.2) with an open stock.
    u64 card[52]          # in order of drawing
    int size
    int draws             # to be made
    int cards             # of a full hand
    int a
    int b
    bint see_second       # a draw uses up two cards, whichever is kept


cdef bint draw(Search* s, Start* q, const Stock* d, int at, int turn, int left) noexcept nogil:
    # Whether seat 0 wins its race when both draw and play best; holds only if s.stopped is not set. Plain minimax
    # over the draws, boolean, so that one good draw ends each choice; the hands of all leaves share the table.
    # left: draws to come. Where keeping the first card leaves the second on the stock, a draw must leave as many
    # cards as there are draws to come, so that a first card may have to be kept.
    cdef int k, kept
    cdef bint reached
    if left == 0:
        s.count += 1
        open_node(s, q)
        return won(ask(s, q, d.a, d.b))
    if count(q.hand[turn]) == d.cards:
        turn = 1 - turn
    for k in range(2):
        # the better card first: a trump, a high one
        kept = k
        if at + 1 < d.size and worth_more(q, d.card[at + 1], d.card[at]):
            kept = 1 - k
        if kept and (at + 1 >= d.size or not d.see_second and at + 1 + left > d.size):
            continue
        q.hand[turn] |= d.card[at + kept]
        reached = draw(s, q, d, at + (2 if d.see_second or kept else 1), 1 - turn, left - 1)
        q.hand[turn] ^= d.card[at + kept]
        if s.stopped or reached == (turn == 0):
            return reached
    return turn != 0


cdef bint worth_more(const Start* q, u64 one, u64 two) noexcept nogil:
    cdef bint one_trump = SUIT_OF[first(one)] == q.trump
    cdef bint two_trump = SUIT_OF[first(two)] == q.trump
    if one_trump != two_trump:
        return one_trump
    return first(one) % WIDTH > first(two) % WIDTH


cdef bint go_on(Search* s) noexcept nogil:
    # Called where s.limit is reached: the end for the node limit, else a look at the signals. A signal that raises
    # leaves its exception set, for Solver.heard.
    if s.interrupted or s.count >= s.end:
        return False
    with gil:
        s.interrupted = signals_waiting() < 0
    s.limit = s.count + LOOK if s.end - s.count > LOOK else s.end
    return not s.interrupted


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


cdef int all_points(const Start* q) noexcept nogil:
    # Points still to be won from here, those in the heap included.
    cdef u64 cards = 0
    cdef int tricks = count(q.hand[q.leader]) + (1 if q.on_table else 0)
    cdef int i
    if q.game.count_tens:
        for i in range(q.game.seats):
            cards |= q.hand[i]
        for i in range(q.on_table):
            cards |= q.table[i]
    return q.heap + points_of(&q.game, count(cards & q.tens), tricks)


cdef int guess_of(const Start* q) noexcept nogil:
    # The number of tricks of side A to ask about first; 0 where the middle is as good. Whole plain deals with a
    # trump: least squares over the results of 600 random deals, one trick off in the root mean square on others.
    # Thousandths of a trick for honour points, trumps, the longer trump holding, short side suits, trump honours, aces.
    cdef int seat, suit, length, sign
    cdef int longest = 0
    cdef int against = 0
    cdef int sum = 500 - 4613
    cdef u64 cards
    if (q.kind != TRUMP_DECLARED or q.trump < 0 or q.game.seats != 4 or q.game.side_a != 0b010101
            or q.on_table or count(q.hand[0]) != 13):
        return 0
    if q.heap_game:
        # of 200 random deals the leader's side got three tens or all in 116, one or none in 31
        return 3 if q.game.count_tens == 1 else 0
    for seat in range(4):
        sign = 1 if seat % 2 == 0 else -1
        for suit in range(4):
            cards = (q.hand[seat] & lane(suit)) >> (WIDTH * suit)
            length = count(cards)
            if sign > 0:
                sum += 315 * <int>(4 * (cards >> 12 & 1) + 3 * (cards >> 11 & 1))
                sum += 315 * <int>(2 * (cards >> 10 & 1) + (cards >> 9 & 1))
                sum += 354 * <int>(cards >> 12 & 1)
            if suit == q.trump:
                if sign > 0:
                    sum += 532 * length + 317 * count(cards & 0x1F00)
                    longest = length if length > longest else longest
                else:
                    against = length if length > against else against
            elif length < 3 and q.hand[seat] & lane(q.trump):
                sum += sign * 180 * (3 - length)
    sum += 265 * (longest - against)
    return sum // 1000 if sum > 1000 else 1


cdef bint whole_race(Search* s, const Start* q, int a, int b, int mine, int theirs) noexcept nogil:
    # The race of a whole plain hand of which A has taken `mine` tricks and B `theirs`. Where both goals are reached
    # the lower one was reached first: only one trick is completed between a position that is undecided and this.
    if mine >= a:
        return theirs < b or a <= b
    if theirs >= b or a - mine > s.nodes[0].left:
        return False
    return won(ask(s, q, a - mine, b - theirs))


cdef int8_t class_in_play(Search* s, const Start* q, int mine, int theirs, int detail) noexcept nogil:
    # The class of a plain hand of which the sides have taken so many tricks, cheap questions first (rules.md 1.6,
    # Lemma 1).
    cdef int n = s.nodes[0].left + mine + theirs
    cdef int need = n // 2 + 1
    if detail == DETAIL_TRICKS:
        return mine + most_tricks(s, q)
    if detail != DETAIL_WIN:
        if whole_race(s, q, need, 1, mine, theirs):
            if detail == DETAIL_CLASS or detail == DETAIL_KOT_BAVNEY:
                return 3 if whole_race(s, q, n, 1, mine, theirs) else 2
            return 2
        if not whole_race(s, q, 1, need, mine, theirs):
            if detail == DETAIL_CLASS or detail == DETAIL_KOT_BAVNEY:
                return -2 if whole_race(s, q, 1, n, mine, theirs) else -3
            return -2
        if detail == DETAIL_KOT or detail == DETAIL_KOT_BAVNEY:
            return 0
    return 1 if whole_race(s, q, need, need, mine, theirs) else -1


cdef int most_tricks(Search* s, const Start* q) noexcept nogil:
    # The tricks A takes from here when both sides play for tricks alone.
    cdef int low = 0
    cdef int high = s.nodes[0].left
    cdef int wanted = (high + 1) // 2
    cdef u64 p
    while low < high:
        wanted = low + 1 if wanted <= low else high if wanted > high else wanted
        p = ask(s, q, wanted, s.nodes[0].left + 1 - wanted)
        if s.interrupted:
            break
        if won(p):
            low = a_of(p) if a_of(p) > wanted else wanted
            low = high if low > high else low
            wanted = low + 1
        else:
            high = a_of(p) - 1 if a_of(p) < wanted else wanted - 1
            high = low if high < low else high
            wanted = high
    return low


cdef int lay(Start* q, u64 card) noexcept nogil:
    # The seat to move lays a card of its hand down; the side (0 or 1) that takes the trick with it, -1 while it lasts.
    cdef int i, place
    cdef int seat = (q.leader + q.on_table) & 3
    cdef u64 trumps = lane(q.trump) if q.trump >= 0 else 0
    cdef u64 best
    q.hand[seat] ^= card
    q.table[q.on_table] = card
    q.on_table += 1
    if q.on_table < 4:
        return -1
    place = 0
    best = q.table[0]
    for i in range(1, 4):
        card = q.table[i]
        if (card > best) if SUIT_OF[first(card)] == SUIT_OF[first(best)] else (card & trumps) != 0:
            best = card
            place = i
    q.leader = (q.leader + place) & 3
    q.on_table = 0
    return q.leader & 1


cdef enum:
    DETAIL_CLASS = 0
    DETAIL_HARD7 = 1
    DETAIL_KOT = 2
    DETAIL_KOT_BAVNEY = 3
    DETAIL_WIN = 4
    DETAIL_TRICKS = 5

_DETAILS = {"class": DETAIL_CLASS, "hard7": DETAIL_HARD7, "kot": DETAIL_KOT, "kot+bavney": DETAIL_KOT_BAVNEY,
            "win": DETAIL_WIN}
_DETAILS_IN_PLAY = {**_DETAILS, "tricks": DETAIL_TRICKS}

cdef enum:                # what stands in a row of batch_cards in place of a card
    AS_IT_STANDS = -1
    NOT_ASKED = -2


cdef enum:
    TEN_IN_TRICKS = 6     # collect.pxd, points_of


cdef int duty_of(variant) except -1:
    # Who cannot follow may be bound to trump and to overtrump (rules.md 1.4).
    cdef int duty = _DUTY[variant.get("overtrump_duty", "off")]
    if variant.get("void_duty", "none") == "must_trump":
        duty |= DUTY_TRUMP
    return duty


cdef int fill(Start* q, position, bint with_tricks=False) except -1:
    """A Position as the search takes it; VariantError for a family it does not play.

    with_tricks: where tens count, tricks count as well (rules.md 4.3, tricks_decide).
    """
    cdef int i
    cdef int total
    if not isinstance(position, PositionState):
        raise TypeError(f"{type(position).__name__} is no Position")
    if position.tricks_left >= DEPTH:
        raise DealError(f"{position.tricks_left} tricks are left, the search knows {DEPTH - 1} at most")
    variant = position.variant
    family = variant.family
    memset(q, 0, sizeof(Start))
    set_pack(&q.game, variant.seats)
    q.heap_game = (variant.collecting or family in ("heap", "tens", "five_card_start")
                   or variant.get(f"{family}_capture") == "double")
    q.kind = TRUMP_SATAT if family == "satat" else TRUMP_DECLARED
    q.trump = -1 if position.trump is None else int(position.trump)
    q.shown_at = -1
    q.leader = position.leader
    q.on_table = len(position.table)
    for i in range(q.game.seats):
        q.hand[i] = position.hands[i].bits
    for i in range(q.on_table):
        q.table[i] = position.table[i].bit
    if position.player is not None:
        q.game.side_a = 1 << <int>position.player
    q.game.duty = duty_of(variant)
    q.game.free_w = variant.get("satat_exempt", True)
    if q.heap_game:
        total = position.tricks_total
        q.game.need_first = variant.get("first_streak", 2)
        for number in variant.get("no_collect", ()):
            if number < total:
                q.game.no_collect |= 1 << <int>(total - number)
        q.game.count_tens = (TEN_IN_TRICKS if with_tricks else 1) if variant.points == "tens" else 0
        q.game.ace_rule = _ACE_RULE[variant.get("ace_rule", "off")]
        q.tens = TENS if q.game.count_tens else 0
        if q.game.ace_rule != ACE_OFF:
            q.aces = ACES
            if q.trump >= 0 and not variant.get("ace_trumps_count", True):
                q.aces &= ~lane(q.trump)
        q.heap = points_of(&q.game, position.heap_tens, position.heap)
        q.ace = position.ace_streak and q.game.ace_rule != ACE_OFF
        q.opened = q.game.need_first > 2 and position.heap < position.tricks_done
        q.streak = min(position.streak, first_need(&q.game, q.opened) - 1)
    if family == "kasiet":
        fill_kasiet(q, position)
    elif family in ("beranga", "five_card_start"):
        fill_in_play(q, position)
    elif family in ("hidden", "daba"):
        fill_hidden(q, position)
    return 0


cdef int fill_kasiet(Start* q, position) except -1:
    """Trup kasiet is satat from the trick on that has made the suit known."""
    variant = position.variant
    cdef int mask = position.kasiet_mask
    cdef u64 cards = 0
    cdef int i
    for i in range(q.game.seats):
        cards |= q.hand[i]
    for i in range(q.on_table):
        cards |= q.table[i]
    q.game.kasiet = _KASIET[variant["kasiet_known"]]
    q.game.free_any = variant["kasiet_free_on_W"] == "any"
    q.game.locked = variant["indicator_playable"] == "after_known"
    q.kind = TRUMP_SATAT
    if mask & (mask - 1) and position.indicator is not None and (q.game.locked or cards & (<u64>1 << WIDTH)):
        q.kind = TRUMP_KASIET
        q.suspects = mask
        q.indicator = position.indicator.bit
    return 0


cdef int fill_in_play(Start* q, position) except -1:
    """Trump made in play is a declared trump from the trick on that comes after."""
    variant = position.variant
    cdef int i
    cdef int reserve = len(position.reserves[0]) if position.reserves else 0
    cdef int held
    cdef bint hold = variant.get("single_heap_until_trump", False)
    q.game.set_active = variant.get("set_trick_active", True)
    q.game.delay = variant.get("beranga_delay", 1)
    q.game.ace_trumps = variant.get("ace_trumps_count", True)
    if hold:
        q.heap = position.heap
    if not (position.trump is None or reserve or hold and position.heap):
        return 0
    if position.trump is not None:
        strange = [card.suit for card in position.table if card.suit != position.table[0].suit]
        if not q.game.set_active or not strange or strange[0] != position.trump:
            raise OptionError(
                f"{'cards not dealt yet' if reserve else 'a heap'} in {variant.name} although trump was made "
                "before this trick")
    q.kind = TRUMP_IN_PLAY
    if q.game.ace_rule != ACE_OFF:
        q.aces = ACES
    q.trump = -1                           # a card on the table will say it again
    if hold:
        q.game.hold = q.heap + position.tricks_left
    if reserve:
        q.game.reserve = reserve
        if variant["m1_fallback"] == "chance":
            for i in range(4):
                q.game.pile[i] = position.heap_suits[i]
            for hand in position.hands:
                for i in range(4):
                    q.game.pile[i] += count(<u64>hand.bits & lane(i))
            for card in position.table:
                q.game.pile[<int>card.suit] += 1
        else:
            q.game.pile[<int>Suit.parse(variant["given_suit"])] = 1
        for i in range(4):
            q.cards += q.game.pile[i]
        held = 0
        for hand in position.hands:
            held += count(<u64>hand.bits & TENS)
        for card in position.table:
            held += card.bit & TENS != 0
        q.fallen = q.heap + points_of(&q.game, held, position.tricks_left - reserve)
        for i in range(q.game.seats):
            q.hand[i] |= <u64>position.reserves[i].bits
            q.later |= <u64>position.reserves[i].bits
    return 0


cdef int fill_hidden(Start* q, position) except -1:
    """A hidden trump is a declared trump from the trick on that comes after it was shown."""
    variant = position.variant
    q.game.partner_asks = variant["may_ask"] == "any_void"
    q.game.asker_trumps = variant["asker_must_trump"]
    q.game.whole_trick = variant["activation"] == "whole_trick"
    if position.revealed:
        if position.asked:
            q.kind = TRUMP_HIDDEN
            q.asked = True
            q.shown_at = q.on_table
        elif position.live_from:
            q.kind = TRUMP_HIDDEN
            q.shown_at = position.live_from
    else:
        q.hand[CALLER] |= <u64>position.indicator.bit
        if q.heap_game or position.tricks_left > 1:
            q.kind = TRUMP_HIDDEN
            q.indicator = position.indicator.bit
    if q.kind == TRUMP_HIDDEN or not position.won_open:
        # rules.md 7.2: the trick before was won without trumps (collect.pxd, start_over)
        q.streak = min(q.streak, first_need(&q.game, q.opened) - 2)
    return 0


def count_plays(position, depth):
    """The number of ways to make `depth` plays from `position`, by the rules inside the search (perft).

    A play is a card, or a request for a hidden trump. Where chance makes trump, every suit it may
    choose counts as well, unless that was the last play. 0 when the hand is over before `depth` plays,
    1 for a depth of 0. Takes time in proportion to the number counted.

    Raises OptionError for a negative depth.
    """
    cdef Start q
    cdef Search s
    cdef Perft c
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
    c.depth = depth
    c.once = not q.heap_game
    c.ace = q.ace
    with nogil:
        if q.kind == TRUMP_DECLARED:
            dispatch.perft(&s, c, declared_of(&q), q.on_table, q.shown_at)
        elif q.kind == TRUMP_SATAT:
            dispatch.perft_satat(&s, c, satat_of(&q), q.on_table, q.shown_at)
        elif q.kind == TRUMP_KASIET:
            dispatch.perft_kasiet(&s, c, kasiet_of(&q), q.on_table, q.shown_at)
        elif q.kind == TRUMP_IN_PLAY:
            dispatch.perft_in_play(&s, c, in_play_of(&q), q.on_table, q.shown_at)
        else:
            dispatch.perft_hidden(&s, c, hidden_of(&q), q.on_table, q.shown_at)
    heard(&s)
    return s.plays


cdef u64 every_suit(int rank):
    cdef u64 one = <u64>1 << rank
    return one | one << WIDTH | one << (2 * WIDTH) | one << (3 * WIDTH)

cdef u64 TENS = every_suit(8)
cdef u64 ACES = every_suit(12)


cdef class Solver:
    """One thread's search of open hands, with a transposition table of its own.

    The search releases the GIL. What one question proved is used by later ones on the same deal and
    trump, or on a position played down from it; any other position starts with an empty table. A full
    table is emptied and filled anew, so answers stay exact.

    Parameters
        megabytes: upper limit of the table, 0.25 to 65536 (1 MB = 1,048,576 bytes); 32 by default.
        features: the sum of the bits of `FEATURES` that are switched on; all by default. Switching one
            off changes the time and the node count, never an answer.

    Throughout, side A is seats 0 and 2 (or `position.player` alone, where one is given), points are
    tricks or tens as `position.variant.points` says, and `node_limit` is the number of nodes (cards
    played in the search) after which one call gives up; 0 is no limit.

    Raises OptionError for a size out of range, MemoryError when there is no room, and, from every
    question, RuntimeError when two threads use one Solver at a time.
    """
    cdef Search s
    cdef Start last
    cdef double spent
    cdef bint busy

    def __cinit__(self, double megabytes=32.0, *, int features=F_ALL):
        if not 0.25 <= megabytes <= 65536:
            raise OptionError(f"a table of {megabytes:g} MB cannot be had: expected 0.25 to 65536")
        memset(&self.s, 0, sizeof(Search))
        if not cache_open(&self.s.cache, <size_t>(megabytes * 1048576)):
            raise MemoryError("there is no memory for the transposition table")
        self.s.refutations = <u64*>calloc(REFUTATIONS, sizeof(u64))
        if self.s.refutations == NULL:
            raise MemoryError("there is no memory for the refutation table")
        self.s.features = features
        self.s.go_on = go_on
        forget(&self.s)

    def __dealloc__(self):
        cache_close(&self.s.cache)
        free(self.s.refutations)

    @property
    def nodes(self):
        """Nodes (cards played in the search) since this solver was made."""
        return self.s.count

    @property
    def seconds(self):
        """Seconds of wall time spent in the search since this solver was made."""
        return self.spent

    @property
    def table_bytes(self):
        """Bytes reserved for the table now; it grows up to `table_limit`."""
        return cache_bytes(&self.s.cache) + REFUTATIONS * sizeof(u64)

    @property
    def table_limit(self):
        """Bytes the table never exceeds."""
        return self.s.cache.limit + REFUTATIONS * sizeof(u64)

    cdef int only_here(self) except -1:
        # Reading a position or an array may run Python code, and so another thread: asked again after the last such
        # read.
        if self.busy:
            raise RuntimeError("one Solver serves one thread at a time")
        return 0

    def clear(self):
        """Empty the table. Counters stay.

        Raises RuntimeError while another thread's question is searched.
        """
        self.only_here()
        forget(&self.s)
        memset(&self.last, 0, sizeof(Start))

    cdef int set_limit(self, u64 cards) except -1:
        # Sets the node limit of the searches that follow; 0: none.
        self.s.end = self.s.count + cards if cards else ~<u64>0
        self.s.interrupted = False
        return 0

    cdef int enter(self, Start* q, position, node_limit, bint with_tricks=False) except -1:
        # Reads the position and sets the node limit. What the table holds is true for any position of the same game
        # and trump; it is kept only for the same deal or one that it was played down to, where it will be met again.
        cdef int i
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

    cdef object ask(self, Start* q, int a, int b):
        return self.run(q, a, b, NULL, NULL, NULL, NULL, 0)

    cdef object ask_other(self, Start* q, const Apart* apart, const Run* run):
        return self.run(q, 0, 0, apart, run, NULL, NULL, 0)

    cdef object run(self, Start* q, int a, int b, const Apart* apart, const Run* run, const Kot* kot,
                    const Stock* stock, int turn):
        # The proof word, or None when the limit came first.
        cdef u64 p
        cdef double t0
        self.only_here()
        if self.s.count >= self.s.end:
            return None
        self.busy = True
        try:
            open_node(&self.s, q)
            self.s.limit = self.s.count + LOOK if self.s.end - self.s.count > LOOK else self.s.end
            t0 = monotonic()
            with nogil:
                if apart != NULL:
                    p = dispatch.apart(&self.s, apart[0], declared_of(q), q.on_table, -1)
                elif run != NULL:
                    p = dispatch.run(&self.s, run[0], declared_of(q), q.on_table, -1)
                elif kot != NULL:
                    p = ask_kot(&self.s, q, kot[0])
                elif stock != NULL:
                    p = proof(0, 1, 0, draw(&self.s, q, stock, 0, turn, stock.draws))
                else:
                    p = ask(&self.s, q, a, b)
            heard(&self.s)
            self.spent += monotonic() - t0
            return None if self.s.stopped else p
        finally:
            self.busy = False

    cdef object most_points(self, Start* q, Kot* kot, int low, int high, int guess):
        # Bounds on the most points with which A wins the race to the last point, or, where `kot` is given, the one
        # for a kot and points. The number lies from low to high. A proof holds for other numbers, too, and says which.
        cdef int wanted
        cdef int points = all_points(q)
        while low < high:
            wanted = min(max(guess, low + 1), high)
            if kot == NULL:
                p = self.ask(q, wanted, points + 1 - wanted)
            else:
                kot.a = wanted
                p = self.run(q, 0, 0, NULL, NULL, kot, NULL, 0)
            if p is None:
                break
            if won(p):
                low = min(max(wanted, reached(q, p)), high)
                guess = low + 1
            else:
                high = max(min(wanted - 1, missed(q, p)), low)
                guess = high
        return low, high

    def race(self, position, a, b, node_limit=0):
        """Whether side A takes `a` more points before side B takes `b` more, from here on.

        Points lying in a heap count as still to come. True when a <= 0, False when b <= 0 or when fewer
        than `a` points are left. Where chance may make trump, True means that A succeeds whatever suit
        falls. None when the node limit came first.

        Raises OptionError for a race that is over for both sides (a <= 0 and b <= 0), and in a game of
        heaps for one that stops before the last point (a + b at most the number of points left).
        """
        cdef Start q
        cdef int points, x
        a, b = small(a, "a race to"), small(b, "a race to")
        self.enter(&q, position, node_limit)
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
        p = self.ask(&q, a, b)
        return None if p is None else bool(won(p))

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
        cdef Kot c
        cdef int points
        a, kot = small(a, "a race to"), small(kot, "a kot of")
        self.enter(&q, position, node_limit)
        points = all_points(&q)
        check_kot(&q, position, kot, points)
        if a <= 0 and not both:
            return True
        if a > points and both:
            return False
        if a <= 0 or a > points:
            return self.race(position, 1, kot, node_limit) if of_b else self.race(position, kot, 1, node_limit)
        memset(&c, 0, sizeof(Kot))
        c.a = a
        c.m = kot
        c.of_b = of_b
        c.both = both
        p = self.run(&q, 0, 0, NULL, NULL, &c, NULL, 0)
        return None if p is None else bool(won(p))

    def value(self, position, low=0, high=None, node_limit=0):
        """(low, high): bounds on the points side A takes from here, both sides playing for points alone.

        Equal bounds are the exact value, unless it lies outside `low` .. `high` of the arguments
        (`high` None: all points left), to which the search is limited. Bounds differ when the node limit
        came first. Points lying in a heap count as still to come. Where chance may make trump, the bounds
        are the mean rounded down and up to whole points.
        """
        cdef Start q
        cdef int points, top, sure
        self.enter(&q, position, node_limit)
        points = all_points(&q)
        sure = max(small(low, "a value of"), 0)
        top = points if high is None else min(small(high, "a value of"), points)
        if q.cards:
            least, most = self.expected(position, None, node_limit)
            return min(max(sure, floor(least)), top), max(min(top, ceil(most)), sure)
        return self.most_points(&q, NULL, sure, top, guess_of(&q) or (points + 1) // 2)

    def value_with_kot(self, position, kot, bint of_b, bint both, low, high, guess=0, node_limit=0):
        """Bounds (low, high) on the most points `a` with which side A wins `race_with_kot`.

        Known before: A wins it with `low` points and loses it with more than `high`. `guess` is the
        number asked first, 0 for none. Equal bounds are the exact number; they differ only when the node
        limit came first. Raises OptionError as `race_with_kot` does.
        """
        cdef Start q
        cdef Kot c
        cdef int points, top
        cdef int sure = small(low, "a value of")
        kot = small(kot, "a kot of")
        self.enter(&q, position, node_limit)
        points = all_points(&q)
        check_kot(&q, position, kot, points)
        top = min(small(high, "a value of"), points)
        memset(&c, 0, sizeof(Kot))
        c.m = kot
        c.of_b = of_b
        c.both = both
        guess = small(guess, "a guess of") or guess_of(&q) or (sure + top + 1) // 2
        return self.most_points(&q, &c, sure, top, guess)

    def expected(self, position, pay=None, node_limit=0):
        """(low, high): bounds, as Fractions, on the mean pay of side A where chance may make trump.

        `pay[x]` is what A is paid for x points from here, for x = 0 .. all points left: whole numbers that
        never fall. None pays one for each point. Only the five-card start has a chance move
        (docs/rules.md 6); in any other game this is the pay for the exact value. Bounds are equal unless
        the node limit came first.

        Raises OptionError for a pay of the wrong length or one that falls.
        """
        cdef Start q
        cdef int points, x, n
        cdef long low, high, mark
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
        n = max(q.cards, 1)
        # The mean is a whole number of n-ths; most positions never come to the draw and have a whole one.
        low = n * self.s.pay[0]
        high = n * self.s.pay[points]
        while low < high:
            steps = sorted({n * this for this in pay if low < n * this <= high})
            mark = steps[len(steps) // 2] if steps else low + 1 if high - low == n - 1 else (low + high + 1) // 2
            x = 0
            while n * self.s.pay[x] < mark:
                x += 1
            self.s.mark = mark
            p = self.ask(&q, x, points + 1 - x)
            if p is None:
                break
            if won(p):
                low = mark if self.s.drew else max(mark, n * self.s.pay[x])
            else:
                high = mark - 1 if self.s.drew else n * self.s.pay[x - 1]
        return Fraction(low, n), Fraction(high, n)

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
        self.enter(&q, position, node_limit, True)
        points = all_points(&q)
        need = 2 * TEN_IN_TRICKS + tricks - TEN_IN_TRICKS * <int>position.owned[0] - <int>position.collected[0]
        if need <= 0 or need > points:
            return Fraction(need <= 0), Fraction(need <= 0)
        for x in range(points + 1):
            self.s.pay[x] = x >= need
        low = 0
        high = n = max(q.cards, 1)
        while low < high:
            self.s.mark = mark = (low + high + 1) // 2
            p = self.ask(&q, need, points + 1 - need)
            if p is None:
                break
            if won(p):
                low = mark if self.s.drew else n
            else:
                high = mark - 1 if self.s.drew else 0
        return Fraction(low, n), Fraction(high, n)

    def wins_hand(self, position, node_limit=0):
        """Whether `position.player`, one of three, wins the hand against the other two together.

        The player wins with more tricks than each of the others at the end, with the first seven, or by
        what the option three_tie gives him. `position.taken` holds the tricks of each seat so far. None
        when the node limit came first.

        Raises OptionError for another number of seats, a position without a player, or tricks taken that
        do not add up to the tricks played.
        """
        cdef Start q
        cdef Apart c
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
        memset(&c, 0, sizeof(Apart))
        c.x = 1 - taken[me] + taken[first_one]
        c.y = 1 - taken[me] + taken[other]
        c.alone = max(taken) == done and done < 7
        if max(taken) == done == 7:
            c.over = 1 if taken[me] == 7 else -1
        c.level = q.game.tie == TIE_THIRD and can_level(c, position.tricks_left)
        self.only_here()
        forget(&self.s)
        self.last.game.seats = 0
        p = self.ask_other(&q, &c, NULL)
        return None if p is None else bool(won(p))

    def makes_run(self, position, tricks, node_limit=0):
        """Whether side B can take `tricks` tricks in a row at some time before the hand ends.

        Only where trump is declared and tricks are taken at once. None when the node limit came first.

        Raises OptionError for another game or for fewer than one trick.
        """
        cdef Start q
        cdef Run c
        tricks = small(tricks, "a run of")
        self.enter(&q, position, node_limit)
        if q.kind != TRUMP_DECLARED or q.heap_game:
            raise OptionError(f"runs of tricks are only known to the plain game, not to {position.variant.name}")
        if tricks < 1:
            raise OptionError(f"a run of {tricks} tricks is nothing: expected 1 or more")
        q.game.run = tricks
        c.r = tricks
        forget(&self.s)
        self.last.game.seats = 0
        p = self.ask_other(&q, NULL, &c)
        return None if p is None else not won(p)

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
        cdef Stock d
        cdef int i, short
        cdef u64 every = 0
        cdef u64 limit = cards_of_limit(node_limit)
        a, b = small(a, "a race to"), small(b, "a race to")
        if not 1 <= small(cards, "a hand of") <= 13 or not -1 <= small(trump, "trump") <= 3:
            raise OptionError(f"trump {trump} and hands of {cards} cards: expected -1 to 3, and 1 to 13 cards")
        memset(&q, 0, sizeof(Start))
        memset(&d, 0, sizeof(Stock))
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
        forget(&self.s)
        self.last.game.seats = 0
        p = self.run(&q, a, b, NULL, NULL, NULL, &d, turn)
        return None if p is None else bool(won(p))

    def batch_races(self, const uint64_t[:, ::1] hands, trump, a, b, leader=0):
        """`race` for many plain deals at once.

        Parameters
            hands: uint64 array of shape (n, 4), C order; each entry is a hand as a set of 52 bits
                (`Hand.bits`). The four hands of a row hold the same number of cards, 1 to 13.
            trump: 0 to 3, or -1 for none.
            a, b: tricks, as in `race`.
            leader: seat 0 to 3.

        Returns a bool array of shape (n,). There is no node limit.

        Raises OptionError naming what is wrong with the rows.
        """
        cdef Py_ssize_t i
        cdef Py_ssize_t n = hands.shape[0]
        cdef int want = small(a, "a race to")
        cdef int allow = small(b, "a race to")
        cdef Start q
        cdef double t0 = monotonic()
        out = np.zeros(n, dtype=np.bool_)
        cdef uint8_t[::1] answers = out.view(np.uint8)
        self.batch_check(hands, (trump,), (leader,))
        memset(&q, 0, sizeof(Start))
        set_pack(&q.game, 4)
        q.trump = trump
        q.leader = leader
        self.only_here()
        self.set_limit(0)
        self.busy = True
        try:
            with nogil:
                self.s.limit = self.s.count + LOOK
                for i in range(n):
                    take_row(&q, &hands[i, 0])
                    forget(&self.s)
                    open_node(&self.s, &q)
                    if want <= 0:
                        answers[i] = 1
                    elif allow > 0 and want <= self.s.nodes[0].left:
                        answers[i] = won(ask(&self.s, &q, want, allow))
                    if self.s.interrupted:
                        break
            heard(&self.s)
        finally:
            self.busy = False
            self.last.game.seats = 0
        self.spent += monotonic() - t0
        return out

    def batch_outcomes(self, const uint64_t[:, ::1] hands, trumps, leader=0, detail="class", leaders=None):
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
        Returns an int8 array of shape (n, k), with `leaders` (n, m, k). There is no node limit.

        Raises OptionError naming what is wrong with the rows, the trumps, the leaders or the detail.
        """
        cdef Py_ssize_t i
        cdef Py_ssize_t n = hands.shape[0]
        cdef int k, m
        cdef int kinds
        cdef int lead_count
        cdef int suits[16]
        cdef int leads[4]
        cdef int how
        cdef Start q
        cdef double t0 = monotonic()
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
        self.batch_check(hands, trumps, asked)
        how = _DETAILS[detail]
        for k in range(kinds):
            suits[k] = trumps[k]
        for m in range(lead_count):
            leads[m] = asked[m]
        out = np.zeros((n, lead_count, kinds), dtype=np.int8)
        cdef int8_t[:, :, ::1] answers = out
        memset(&q, 0, sizeof(Start))
        set_pack(&q.game, 4)
        self.only_here()
        self.set_limit(0)
        self.busy = True
        try:
            with nogil:
                self.s.limit = self.s.count + LOOK
                for i in range(n):
                    take_row(&q, &hands[i, 0])
                    for k in range(kinds):
                        # A proof names its leader in its tag: the table serves all leaders of a deal and trump.
                        q.trump = suits[k]
                        forget(&self.s)
                        for m in range(lead_count):
                            q.leader = leads[m]
                            open_node(&self.s, &q)
                            answers[i, m, k] = class_in_play(&self.s, &q, 0, 0, how)
                    if self.s.interrupted:
                        break
            heard(&self.s)
        finally:
            self.busy = False
            self.last.game.seats = 0
        self.spent += monotonic() - t0
        return out[:, 0] if leaders is None else out

    def batch_cards(self, const uint64_t[:, ::1] hands, cards, trump, table=(), leader=0, taken=(0, 0),
                    detail="class"):
        """Outcome codes of plain hands in play after each of several cards of the seat to move.

        Parameters
            hands: uint64 array of shape (n, 4), C order: the cards that each seat still holds, as sets of
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
        a tie counts as -1, as in `batch_outcomes`. Returns an int8 array of shape (n, k). There is no
        node limit.

        Raises OptionError naming what is wrong with the rows, the cards or the detail.
        """
        cdef Py_ssize_t i
        cdef Py_ssize_t n = hands.shape[0]
        cdef int k, j, side, how, kinds
        cdef int suit = small(trump, "trump")
        cdef const int32_t[:, ::1] asked, lies, won_tricks
        cdef const int32_t[::1] leads
        cdef Start row, q
        cdef int count_of[2]
        cdef double t0 = monotonic()
        if detail not in _DETAILS_IN_PLAY:
            raise OptionError(f"detail {detail!r} is unknown: expected {', '.join(_DETAILS_IN_PLAY)}")
        if not -1 <= suit <= 3:
            raise OptionError(f"trump {trump} is no suit: expected 0 to 3, or -1 for none")
        how = _DETAILS_IN_PLAY[detail]
        asked, lies, leads, won_tricks = _rows_in_play(np.asarray(hands), cards, table, leader, taken)
        kinds = asked.shape[1]
        out = np.zeros((n, kinds), dtype=np.int8)
        cdef int8_t[:, ::1] answers = out
        memset(&row, 0, sizeof(Start))
        set_pack(&row.game, 4)
        row.trump = suit
        row.shown_at = -1
        self.only_here()
        self.set_limit(0)
        self.busy = True
        try:
            with nogil:
                forget(&self.s)
                self.s.limit = self.s.count + LOOK
                for i in range(n):
                    take_row(&row, &hands[i, 0])
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
                    if self.s.interrupted:
                        break
            heard(&self.s)
        finally:
            self.busy = False
            self.last.game.seats = 0
        self.spent += monotonic() - t0
        return out

    def batch_check(self, hands, trumps, leaders):
        """Raise OptionError naming what is wrong with the rows of a batch; return nothing otherwise.

        `hands` and `trumps` are those of `batch_outcomes`, `leaders` the seats that are to lead.
        """
        if hands.shape[1] != 4:
            raise OptionError(f"a batch has 4 hands in a row, not {hands.shape[1]}")
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
    if hands.shape[1] != 4:
        raise OptionError(f"a batch has 4 hands in a row, not {hands.shape[1]}")
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


cdef int check_kot(const Start* q, position, int kot, int points) except -1:
    if q.heap_game:
        raise OptionError(f"no kot of {position.variant.name} is made by the first tricks: ask for its points")
    if not 1 <= kot <= points:
        raise OptionError(f"a kot of the next {kot} tricks: expected 1 to {points}")
    return 0


cdef void take_row(Start* q, const uint64_t* row) noexcept nogil:
    cdef int i
    for i in range(4):
        q.hand[i] = row[i]


cdef int reached(const Start* q, u64 p) noexcept nogil:
    # Points that a winning proof promises A from here.
    cdef int p_need = a_of(p)
    cdef int q_need = ENDLESS - b_of(p)
    if not q.heap_game:
        return p_need
    p_need += q.heap
    return p_need if p_need < q_need else q_need


cdef int missed(const Start* q, u64 p) noexcept nogil:
    # Points that a lost proof allows A at most.
    cdef int p_need = a_of(p)
    cdef int q_need = ENDLESS - b_of(p)
    if not q.heap_game:
        return p_need - 1
    if p_need:
        p_need += q.heap
    return (p_need if p_need > q_need else q_need) - 1
