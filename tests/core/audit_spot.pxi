# What audit.pyx knows of one position without searching: its state, which thresholds can be asked about, what a proof
# leaves open in it, and the bounds.

from solver.core.bounds.bound cimport bound, failing_leads
from solver.core.cache cimport ENDLESS
from solver.core.cardset cimport LANES, SUIT_OF, WIDTH, count, first, lane, u64
from solver.core.rules.collect cimport LEVEL, Apart, AtOnce, Collect, Heap, Kot, Run, can_level, verdict
from solver.core.rules.trump cimport Declared, Satat, w_card
from solver.core.table cimport TIE_THIRD, Game, Node

cdef extern from *:
    u64 HK_USED           # the terms of masks that there were (cardset.pxd, term): bit n, the n-th

cdef enum:                # how points are taken, and how trump stands
    ONCE = 0
    HEAP = 1
    APART = 2
    RUN = 3
    KOT = 4
    DECLARED = 0
    SATAT = 1
    KASIET = 2
    IN_PLAY = 3
    HIDDEN = 4

cdef struct Spot:         # a position at the start of a trick, and its state but for the thresholds
    Node nd
    int collect
    int trump
    u64 suit
    int suspects
    int chain
    bint ace
    bint opened
    Apart apart
    Kot kot

cdef struct Pair:
    int a
    int b


cdef Heap heap_at(const Spot* x, int a, int b) noexcept nogil:
    return Heap(p=a, q=ENDLESS - b, chain=x.chain, ace=x.ace, opened=x.opened)


cdef Apart apart_at(const Spot* x, int a, int b) noexcept nogil:
    cdef Apart c = x.apart
    c.x = a - LEVEL
    c.y = LEVEL - b
    return c


cdef Kot kot_at(const Spot* x, int a) noexcept nogil:
    cdef Kot c = x.kot
    c.a = a
    return c


cdef int lying_in(const Game* g, const Spot* x) noexcept nogil:
    return g.hold - x.nd.left if x.trump == IN_PLAY and g.hold else 0


cdef bint can_be_asked(const Game* g, const Spot* x, int a, int b) noexcept nogil:
    # Whether a race with these thresholds is open in this state, and may be asked in it.
    cdef int n = x.nd.left
    cdef int lying = lying_in(g, x)
    cdef int p = a, q = ENDLESS - b, most
    if x.collect == ONCE:
        if a < 1 or b < 1 or b != ENDLESS and a + b > n + lying:
            return False
        return verdict(g, &x.nd, AtOnce(a=a, b=b), lying) == 0
    if x.collect == HEAP:
        # q - p points lie in the heap, or at least q where p is 0; no more than are out of play
        most = 13 - n
        if g.count_tens:
            most = 4 - count(x.nd.marked)
            if g.count_tens > 1:
                most = g.count_tens * most + 13 - n
        if q < 1 or p > q or q - p > most:
            return False
        return verdict(g, &x.nd, heap_at(x, a, b), 0) == 0
    if x.collect == APART:
        if x.apart.level or x.apart.alone:
            return a == x.apart.x + LEVEL and b == LEVEL - x.apart.y
        if not 0 < a < ENDLESS or not 0 < b < ENDLESS or abs(a - LEVEL) > n + 2 or abs(b - LEVEL) > n + 2:
            return False
        return not (g.tie == TIE_THIRD and can_level(apart_at(x, a, b), n)) and \
            verdict(g, &x.nd, apart_at(x, a, b), 0) == 0
    if x.collect == RUN:
        return a == 1 and 1 <= b <= g.run and verdict(g, &x.nd, Run(r=b), 0) == 0
    return b == ENDLESS and a <= n + lying + 1 and verdict(g, &x.nd, kot_at(x, a), lying) == 0


cdef bint next_order(int* x, int n) noexcept nogil:
    # The next permutation; False, and the first one again, after the last.
    cdef int i = n - 2, j = n - 1, low
    while i >= 0 and x[i] >= x[i + 1]:
        i -= 1
    if i >= 0:
        while x[j] <= x[i]:
            j -= 1
        x[i], x[j] = x[j], x[i]
    low = i + 1
    j = n - 1
    while low < j:
        x[low], x[j] = x[j], x[low]
        low += 1
        j -= 1
    return i >= 0


cdef struct Free:         # what a proof leaves open in one lane
    u64 card[13]          # from the highest down
    int owner[13]
    int n
    int marked            # the owner of the marked card among them, -1: none is


cdef struct Deal:         # what it leaves open in all
    Free suit[LANES]
    u64 all               # the cards
    double ways           # dealings in all
    u64 last[64]          # hashes of those that were tried
    int tried


cdef void reset_terms() noexcept nogil:
    global HK_USED
    HK_USED = 0


ctypedef fused Wild:
    Declared
    Satat


cdef inline u64 asked(const Game* g, const Spot* x, Collect c, Wild t, u64* leads, u64* mask) noexcept nogil:
    cdef u64 p = bound(g, &x.nd, c, t)
    if p == 0 and Wild is Declared:
        reset_terms()
        leads[0] = failing_leads(g, &x.nd, c, t, mask)
    return p


cdef u64 without(u64 x, u64 card) noexcept nogil:
    # The card leaves a packed lane.
    cdef u64 below = lane(SUIT_OF[first(card)]) & (card - 1)
    return (x & ~(below | card)) | (x & below) << 1


cdef shown(u64 x):
    # The places of the cards, suit by suit, the lane of the trumps first: A K Q ... by rank.
    text = ["".join(["23456789TJQKA"[rank] for rank in range(12, -1, -1) if x >> (WIDTH * suit + rank) & 1])
            for suit in (3, 0, 1, 2)]
    return ".".join(text) + ("+W" if x & w_card() else "")
