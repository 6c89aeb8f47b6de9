# cython: language_level=3, boundscheck=True, wraparound=True
# What the tests in this folder see of solver/core: its bounds, its order of tries, its table, its dispatch.
# Built on demand (compiled.py); no wheel holds it. Hands are given as printed cards, one word each.

from libc.stdint cimport uint32_t
from libc.string cimport memset

import numpy as np

from solver.core.bounds.bound cimport bound, failing_leads
from solver.core.cache cimport (ENDLESS, Cache, a_of, b_of, cache_bytes, cache_clear, cache_close, cache_open,
                                find_proof, find_slot, keep, mask_of, proof, won)
from solver.core.cardset cimport WIDTH, count, highest, lane, swap_with_lane_3, u64
from solver.core.dispatch cimport Dispatch, take
from solver.core.order.heap_leads cimport HeapSigns, SIGNS as HEAP_SIGNS, WEIGHTS as HEAP_WEIGHTS, order_heap_leads
from solver.core.order.choices cimport Record
from solver.core.order cimport learnt
from solver.core.order.learnt cimport SIGNS as ORDER_SIGNS, Signs, order_learnt
from solver.core.order.moves cimport Moves
from solver.core.order.weights cimport ORDER_WEIGHTS as ORDER_CHARACTERS
from solver.core.order.order cimport order
from solver.core.rules.collect cimport Apart, AtOnce, Heap
from solver.core.rules.trump cimport Declared, Satat, W_AT, leads, legal, takes
from solver.core.table cimport ACE_OFF, Game, Node, begin_trick, in_a, put_down

cdef extern from *:
    """
    #ifdef NDEBUG
    #define HK_ASSERTIONS 0
    #else
    #define HK_ASSERTIONS 1
    #endif
    """
    bint ASSERTIONS "HK_ASSERTIONS"


def assertions():
    """Whether this build checks the C assertions."""
    return ASSERTIONS


cdef u64 pack(u64 x, u64 in_play):
    # The highest card of a suit in play goes to rank 12, the next to 11, and so on; bit 52 stays.
    cdef u64 out = x & (<u64>1 << W_AT)
    cdef int suit, rank, place
    for suit in range(4):
        place = 12
        for rank in range(12, -1, -1):
            if in_play >> (WIDTH * suit + rank) & 1:
                if x >> (WIDTH * suit + rank) & 1:
                    out |= <u64>1 << (WIDTH * suit + place)
                place -= 1
    return out


cdef u64 placed(u64 x, int trump, bint satat):
    # Where the search wants it: the 2 of hearts of satat at bit 52, the trumps in lane 3.
    if satat and x >> WIDTH & 1:
        x ^= (<u64>1 << WIDTH) | (<u64>1 << W_AT)
    return x if trump < 0 else swap_with_lane_3(x, trump)


cdef u64 lay(Game* g, Node* nd, hands, int trump, int leader, unsigned int side_a, bint satat) except? 0:
    # Fills in a position at the start of a trick; returns the cards in play, in their places.
    cdef u64 in_play = 0
    cdef int i
    memset(g, 0, sizeof(Game))
    memset(nd, 0, sizeof(Node))
    g.seats = len(hands)
    g.side_a = side_a
    g.need_first = 2
    for i in range(g.seats):
        nd.printed[i] = placed(hands[i], trump, satat)
        in_play |= nd.printed[i]
    for i in range(g.seats):
        nd.hand[i] = pack(nd.printed[i], in_play)
    nd.in_play = in_play
    nd.leader = leader
    nd.left = count(nd.hand[leader])
    begin_trick(nd)
    return in_play


cdef object told(u64 p):
    return None if p == 0 else (won(p), a_of(p), b_of(p), count(mask_of(p)))


def bound_tricks(hands, int trump, int leader, int a, *, unsigned int side_a=0b010101, bint satat=False):
    """The bound where each trick goes to its winner: (won, a, b, cards of the mask), or None."""
    cdef Game g
    cdef Node nd
    cdef AtOnce c
    cdef Declared declared
    cdef Satat wild
    lay(&g, &nd, hands, trump, leader, side_a, satat)
    c.a = a
    c.b = ENDLESS
    declared.suit = wild.suit = lane(3) if trump >= 0 else 0
    return told(bound(&g, &nd, c, wild) if satat else bound(&g, &nd, c, declared))


cdef u64 bound_of_run(hands, int trump, int leader, int k):
    # The bound where the side on lead must win k tricks in a row.
    cdef Game g
    cdef Node nd
    cdef AtOnce c
    cdef Declared t
    lay(&g, &nd, hands, trump, leader, 0b010101, False)
    t.suit = lane(3) if trump >= 0 else 0
    c.a = k if in_a(&g, leader) else 1
    c.b = 1 if in_a(&g, leader) else k
    return bound(&g, &nd, c, t)


def longest_run(hands, int trump, int leader=0):
    """(how many tricks in a row the side on lead wins at most, how many cards prove it); None: nothing is known."""
    cdef u64 p
    cdef bint for_a = leader % 2 == 0
    for k in range(hands[0].bit_count(), 0, -1):
        p = bound_of_run(hands, trump, leader, k)
        if p and won(p) != for_a:
            return (a_of(p) if for_a else b_of(p)) - 1, count(mask_of(p))
    return None


def shortest_run(hands, int trump, int leader=0):
    """(how many tricks in a row the leader can cash, how many cards prove it); None: nothing is known."""
    cdef u64 p
    cdef bint for_a = leader % 2 == 0
    for k in range(hands[0].bit_count(), 0, -1):
        p = bound_of_run(hands, trump, leader, k)
        if p and won(p) == for_a:
            assert (a_of(p) if for_a else b_of(p)) == k
            return k, count(mask_of(p))
    return None


def failing_suits(hands, int trump, int leader, int a, b=None):
    """(the suits whose lead is known to lose, how many cards prove it).

    Without b, for the race to the last trick: None when the bound, which is asked first, answers.
    """
    cdef Game g
    cdef Node nd
    cdef AtOnce c
    cdef Declared t
    cdef u64 found, mask = 0
    lay(&g, &nd, hands, trump, leader, 0b010101, False)
    c.a = a
    c.b = ENDLESS if b is None else b
    t.suit = lane(3) if trump >= 0 else 0
    if b is None and bound(&g, &nd, c, t):
        return None
    found = swap_with_lane_3(failing_leads(&g, &nd, c, t, &mask), trump if trump >= 0 else 3)
    return {suit for suit in range(4) if found & lane(suit)}, count(mask)


def bound_apart(hands, int trump, int leader, int x, int y, *, unsigned int side_a=1, int tie=0, bint alone=False,
                bint level=False):
    """The bound of one against two who do not add up theirs: a gain of x and of y on them is needed."""
    cdef Game g
    cdef Node nd
    cdef Apart c
    cdef Declared declared
    lay(&g, &nd, hands, trump, leader, side_a, False)
    g.tie = tie
    g.tricks = nd.left
    g.run = 7
    memset(&c, 0, sizeof(Apart))
    c.x = x
    c.y = y
    c.alone = alone
    c.level = level
    declared.suit = lane(3) if trump >= 0 else 0
    return told(bound(&g, &nd, c, declared))


cdef u64 heaped(Game* g, Node* nd, Heap* c, hands, int trump, int leader, int p, int q, int chain, int first_streak,
                bint opened, bint tens, int no_collect):
    """Fills in a position of the heap games; returns the cards in play."""
    cdef u64 in_play = lay(g, nd, hands, trump, leader, 0b010101, False)
    g.need_first = first_streak
    g.no_collect = no_collect
    g.count_tens = tens
    g.ace_rule = ACE_OFF
    if tens:
        nd.marked = pack((<u64>1 << 8 | <u64>1 << 21 | <u64>1 << 34 | <u64>1 << 47) & in_play, in_play)
    memset(c, 0, sizeof(Heap))
    c.p = p
    c.q = q
    c.chain = chain
    c.opened = opened
    return in_play


def bound_heap(hands, int trump, int leader, int p, int q, *, int chain=0, int first_streak=2, bint opened=False,
               bint tens=False, int no_collect=0):
    """The bound of heaps: A needs p more points if A makes the next collection, q if B makes it."""
    cdef Game g
    cdef Node nd
    cdef Heap c
    cdef Declared declared
    heaped(&g, &nd, &c, hands, trump, leader, p, q, chain, first_streak, opened, tens, no_collect)
    declared.suit = lane(3) if trump >= 0 else 0
    return told(bound(&g, &nd, c, declared))


def failing_leads_heap(hands, int trump, int leader, int p, int q, *, int chain=0, bint tens=False):
    """({suit: how many of the leader's cards in it, the lowest ones, are known to lose}, how many cards prove it)."""
    cdef Game g
    cdef Node nd
    cdef Heap c
    cdef Declared declared
    cdef u64 found, mask = 0
    cdef int suit
    heaped(&g, &nd, &c, hands, trump, leader, p, q, chain, 2, False, tens, 0)
    declared.suit = lane(3) if trump >= 0 else 0
    found = failing_leads(&g, &nd, c, declared, &mask) & nd.hand[leader]
    for suit in range(4):
        # only the lowest cards of a suit
        assert not (found & lane(suit) and nd.hand[leader] & lane(suit) & ~found & (highest(found & lane(suit)) - 1))
    found = swap_with_lane_3(found, trump if trump >= 0 else 3)
    return {suit: count(found & lane(suit)) for suit in range(4) if found & lane(suit)}, count(mask)


cdef u64 laid(Game* g, Node* nd, Declared* t, hands, int trump, int leader, table, u64 chosen, unsigned int side_a,
              bint tens):
    """Fills in a position of a running trick; returns the legal cards of the seat to play, those in `chosen` if any."""
    cdef int i, seat
    cdef u64 card, cand, in_play = lay(g, nd, hands, trump, leader, side_a, False)
    t.suit = lane(3) if trump >= 0 else 0
    if tens:
        g.count_tens = 1
        nd.marked = pack((<u64>1 << 8 | <u64>1 << 21 | <u64>1 << 34 | <u64>1 << 47) & in_play, in_play)
    for i, printed in enumerate(table):
        card = pack(placed(printed, trump, False), in_play)
        put_down(g, nd, &nd.trick[i], &nd.trick[i + 1], card)
        nd.trick[i + 1].best = nd.trick[i].best
        nd.trick[i + 1].winner = nd.trick[i].winner
        if i == 0:
            nd.led = leads(g, nd, t, card)
        if i == 0 or takes(g, nd, t, card, nd.trick[i].best, nd.led):
            nd.trick[i + 1].best = card
            nd.trick[i + 1].winner = nd.trick[i].seat
    seat = nd.trick[len(table)].seat
    cand = nd.hand[seat]
    if table:
        cand = legal(g, t[0], cand, nd.led, nd.trick[len(table)].best,
                     in_a(g, nd.trick[len(table)].winner) != in_a(g, seat))
    return cand & chosen if cand & chosen else cand


def order_of(hands, int trump, int leader, table, u64 chosen, *, unsigned int side_a=0b010101, bint heaps=False,
             bint tens=False):
    """(candidates, list): the legal cards of the seat to play that are also in `chosen`, and their order of tries.

    `table`: cards of the running trick in order. All cards in the answer are packed.
    """
    cdef Game g
    cdef Node nd
    cdef AtOnce once
    cdef Heap heap
    cdef Declared t
    cdef Moves m
    cdef int i
    cdef u64 cand = laid(&g, &nd, &t, hands, trump, leader, table, chosen, side_a, tens)
    m.n = 0
    if heaps:
        memset(&heap, 0, sizeof(Heap))
        heap.p = heap.q = 1 if tens else nd.left // 2 + 1
        order(&g, &nd, heap, t, len(table), cand, &m)
    else:
        once.a = nd.left // 2 + 1
        once.b = ENDLESS
        order(&g, &nd, once, t, len(table), cand, &m)
    return cand, [m.card[i] for i in range(m.n)]


def order_signs_of(hands, int trump, int leader, table):
    """The legal cards of the seat to play, packed, each with its signs (learnt.pxd): {card: [(sign, weight)]}."""
    cdef Game g
    cdef Node nd
    cdef Declared t
    cdef Moves m
    cdef Signs s
    cdef int i, j
    cdef u64 cand = laid(&g, &nd, &t, hands, trump, leader, table, ~<u64>0, 0b010101, False)
    m.n = s.n = 0
    order_learnt(&g, &nd, nd.left // 2 + 1, False, t, len(table), cand, &m, &s)
    return {s.card[i]: [(s.at[i][j], ORDER_CHARACTERS[s.at[i][j]]) for j in range(ORDER_SIGNS) if s.at[i][j] >= 0]
            for i in range(s.n)}


HEAP_LEAD_WEIGHTS = HEAP_WEIGHTS


def heap_signs_of(hands, u64 chosen, int trump, int leader, int p, int q, *, int chain=0, bint ace=False,
                  bint opened=False, bint tens=False, int first_streak=2, int no_collect=0, u64 aces=0):
    """The leads that are also in `chosen`, packed, and the places of their weights in a game with a heap.

    A needs p more points if A makes the next collection, q if B makes it. `aces`: those of an ace rule.
    """
    cdef Game g
    cdef Node nd
    cdef Heap c
    cdef Declared t
    cdef HeapSigns s
    cdef Moves m
    cdef int i, j
    cdef u64 in_play = heaped(&g, &nd, &c, hands, trump, leader, p, q, chain, first_streak, opened, tens, no_collect)
    t.suit = lane(3) if trump >= 0 else 0
    nd.aces = pack(placed(aces, trump, False) & in_play, in_play)
    c.ace = ace
    m.n = 0
    order_heap_leads(&g, &nd, c, t, pack(placed(chosen, trump, False) & in_play, in_play), &m, &s)
    return [(s.card[i], [s.at[i][j] for j in range(HEAP_SIGNS)]) for i in range(s.n)]


ORDER_WEIGHTS = learnt.WEIGHTS
# Where each kind of choice begins, and where the last ends
ORDER_KINDS = [0, *(learnt.FOLLOW + k * learnt.FOLLOW_ALL for k in range(2)),
               *(learnt.VOID + k * learnt.VOID_ALL for k in range(4))]
# Of each table: where it begins, for how many places of the trick it is, and how far these lie apart
ORDER_TABLES = {
    "LEAD_TOPS": (learnt.LEAD_TOPS, 1, 0),
    "LEAD_LENGTHS": (learnt.LEAD_LENGTHS, 1, 0),
    "LEAD_SLACK": (learnt.LEAD_SLACK, 1, 0),
    "LEAD_HELD": (learnt.LEAD_HELD, 1, 0),
    "FOLLOW_TOPS": (learnt.FOLLOW + learnt.FOLLOW_TOPS, 2, learnt.FOLLOW_ALL),
    "LEAD_BEHIND": (learnt.LEAD_BEHIND, 1, 0),
    "FOLLOW_STATE": (learnt.FOLLOW + learnt.FOLLOW_STATE, 2, learnt.FOLLOW_ALL),
    "FOLLOW_LENGTHS": (learnt.FOLLOW + learnt.FOLLOW_LENGTHS, 2, learnt.FOLLOW_ALL),
    "RUFF_STATE": (learnt.VOID + learnt.RUFF_STATE, 3, learnt.VOID_ALL),
    "RUFF_NEED": (learnt.VOID + learnt.RUFF_NEED, 3, learnt.VOID_ALL),
    "AWAY_TOPS": (learnt.VOID + learnt.AWAY_TOPS, 3, learnt.VOID_ALL),
    "AWAY_STATE": (learnt.VOID + learnt.AWAY_STATE, 3, learnt.VOID_ALL),
}


def signs_of_choices(const unsigned char[:] text):
    """Of the records of choices (choices.pxi): facts of each choice, and of each candidate.

    Facts: where its candidates begin, how many choices it stands for, what is asked, tricks left, place, whether there
    are trumps, whether suit is followed. Of a candidate: its signs (-1: none), whether it works, the cards played below
    it. Choices with fewer than two candidates that have signs are left out.
    """
    cdef Game g
    cdef Node nd
    cdef Declared t
    cdef Signs s
    cdef Moves m
    cdef const Record* r
    cdef Py_ssize_t k, n = text.shape[0] // sizeof(Record), rows = 0, met = 0
    cdef int i, j, c
    cdef u64 cand
    memset(&g, 0, sizeof(Game))
    memset(&nd, 0, sizeof(Node))
    g.seats = 4
    g.side_a = 0b010101
    choices = np.empty((n, 7), np.float64)
    signs = np.empty((n * 14, ORDER_SIGNS), np.int32)
    results = np.empty((n * 14, 2), np.uint32)
    cdef double[:, :] choice = choices
    cdef int[:, :] sign = signs
    cdef uint32_t[:, :] result = results
    for k in range(n):
        r = <const Record*>&text[k * sizeof(Record)]
        cand = 0
        for i in range(r.n):
            cand |= <u64>1 << r.card[i]
        for i in range(4):
            nd.hand[i] = r.hand[i]
        nd.leader = r.leader
        nd.left = r.left
        nd.led = r.led
        nd.trick[r.pos].best = r.best
        nd.trick[r.pos].winner = r.winner
        nd.trick[r.pos].seat = (r.leader + r.pos) & 3
        t.suit = r.suit
        m.n = s.n = 0
        order_learnt(&g, &nd, r.a, False, t, r.pos, cand, &m, &s)
        if s.n < 2:
            continue
        choice[met, 0] = rows
        choice[met, 1] = r.share
        choice[met, 2] = r.asked
        choice[met, 3] = r.left
        choice[met, 4] = r.pos
        choice[met, 5] = r.suit != 0
        choice[met, 6] = (cand & r.led) != 0
        met += 1
        for i in range(s.n):
            for c in range(r.n):
                if s.card[i] >> r.card[c] & 1:
                    result[rows, 0] = r.works[c]
                    result[rows, 1] = r.cost[c]
            for j in range(ORDER_SIGNS):
                sign[rows, j] = s.at[i][j]
            rows += 1
    return choices[:met], signs[:rows], results[:rows]


cdef class Table:
    """The transposition table of the search."""

    cdef Cache k

    def __cinit__(self, size_t limit):
        memset(&self.k, 0, sizeof(Cache))
        if not cache_open(&self.k, limit):
            raise MemoryError

    def __dealloc__(self):
        cache_close(&self.k)

    @property
    def epoch(self):
        """Grows when everything was forgotten."""
        return self.k.epoch

    @property
    def bytes(self):
        """The memory taken."""
        return cache_bytes(&self.k)

    @property
    def indexed(self):
        """How many lists have an index."""
        return sum(self.k.slots[i].index != 0 for i in range(1, self.k.slot_count))

    def clear(self):
        """Forget everything."""
        cache_clear(&self.k)

    def keep(self, u64 shape, u64 tag, u64 lo, u64 hi, u64 ext, u64 mask, int a, int b, bint a_wins):
        """Store a proof."""
        keep(&self.k, find_slot(&self.k, shape, tag), shape, tag, lo, hi, ext, proof(mask, a, b, a_wins))

    def find(self, u64 shape, u64 tag, u64 lo, u64 hi, u64 ext, int a, int b):
        """The proof that answers, as (mask, a, b, won), or None."""
        cdef uint32_t slot = find_slot(&self.k, shape, tag)
        cdef u64 p = find_proof(&self.k, slot, lo, hi, ext, a, b) if slot else 0
        return None if p == 0 else (mask_of(p), a_of(p), b_of(p), won(p))


def take_from(module):
    """Take the searches of a module as the engine does; ImportError when it was built for another one."""
    cdef Dispatch d
    memset(&d, 0, sizeof(Dispatch))
    take(module, &d)
