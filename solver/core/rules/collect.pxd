# Axis 1 of the families: where a trick goes. AtOnce: to its winner's side. Heap: to a pile that a streak collects.
# Relies on cardset, table, cache (the proof word). Knows nothing of trumps, legality or bounds.
#
# Both are read by the search as one pair of thresholds, want_a and want_b, with the same sense:
# a proof that A wins serves every smaller a and greater b.
#   AtOnce   a, b: points that A and B still need; b = ENDLESS: the race lasts to the last point
#   Heap     a = p, b = ENDLESS - q: A needs p more points if A makes the next collection, q if B makes it
# (rules.md 1.6 and 3; the two thresholds stand for the size of the heap wherever it matters)

from ..cache cimport ENDLESS, a_of, b_of, mask_of, proof, won
from ..cardset cimport count, u64
from ..table cimport ACE_BLOCK, ACE_DEMOTE, ACE_OFF, ACE_RESET, Game, Node, in_a

cdef struct AtOnce:
    int a
    int b

cdef struct Heap:
    int p
    int q
    int chain             # wins of the leader that count towards a streak, at most one less than a streak needs
    bint ace              # the leader's last win was with an ace (only kept where an ace rule asks)
    bint opened           # somebody has collected (only kept where the first collection needs a longer streak)

ctypedef fused Collect:
    AtOnce
    Heap

cdef enum:                # what a trick did to the pile
    NOBODY = 0
    TO_A = 1
    TO_B = 2

cdef inline int want_a(Collect c) noexcept nogil:
    if Collect is AtOnce:
        return c.a
    elif Collect is Heap:
        return c.p
    else:
        return c.no_rule_for_this_family

cdef inline int want_b(Collect c) noexcept nogil:
    if Collect is AtOnce:
        return c.b
    elif Collect is Heap:
        return ENDLESS - c.q
    else:
        return c.no_rule_for_this_family

cdef inline u64 collect_tag(Collect c) noexcept nogil:
    # What the cards and the leader do not tell about the state.
    if Collect is AtOnce:
        return 0
    elif Collect is Heap:
        return <u64>c.chain | <u64>c.ace << 2 | <u64>c.opened << 3
    else:
        return c.no_rule_for_this_family

cdef inline int points_left(const Game* g, const Node* nd, Collect c) noexcept nogil:
    if Collect is AtOnce:
        return nd.left
    elif Collect is Heap:
        return count(nd.tens) if g.count_tens else nd.left
    else:
        return c.no_rule_for_this_family

cdef inline u64 verdict(const Game* g, const Node* nd, Collect c) noexcept nogil:
    # The proof of a race that is over, 0 while it is open.
    cdef int left = points_left(g, nd, c)
    if Collect is AtOnce:
        if c.a <= 0:
            return proof(0, 0, 1, True)
        if c.b <= 0:
            return proof(0, 1, 0, False)
        if c.a > left:
            return proof(0, left + 1, ENDLESS, False)
    elif Collect is Heap:
        if c.q <= 0:
            return proof(0, 31, ENDLESS, True)
        if c.p > left:
            return proof(0, left + 1, ENDLESS, False)
    else:
        return c.no_rule_for_this_family
    return 0

cdef inline int settle(const Game* g, const Node* nd, Collect* c, int winner, bint ace, int weight) noexcept nogil:
    # Hands a complete trick over and changes the state to that of the next trick. Returns who took the pile.
    # rules.md 1.4 (at once), 3.1-3.2 (heap)
    cdef int chain, need, to
    cdef bint both_aces
    if Collect is AtOnce:
        if in_a(g, winner):
            c.a -= 1
            return TO_A
        if c.b != ENDLESS:
            c.b -= 1
        return TO_B
    elif Collect is Heap:
        need = 2 if c.opened or g.need_first == 2 else g.need_first
        chain = 1
        both_aces = False
        if winner == nd.leader:
            chain = c.chain + 1
            both_aces = ace and c.ace
        c.ace = ace and g.ace_rule != ACE_OFF
        to = NOBODY
        if nd.left == 1:
            to = TO_A if in_a(g, winner) else TO_B
        elif g.ace_rule == ACE_RESET and both_aces:
            chain = 0
        elif chain >= need and not (g.no_collect >> (nd.left - 1)) & 1 and not (g.ace_rule == ACE_BLOCK and both_aces):
            to = TO_A if in_a(g, winner) else TO_B
        if to == NOBODY:
            c.chain = chain if chain < need else need - 1
            c.p = c.p - weight if c.p > weight else 0
            return NOBODY
        c.chain = 0
        c.opened = g.need_first != 2
        if to == TO_A:
            c.q = c.p - weight
        c.p = c.q
        return to
    else:
        return c.no_rule_for_this_family

cdef inline u64 lift(Collect c, u64 p, int to, int weight) noexcept nogil:
    # The thresholds of a proof about the position after a trick, told for the position before it (mask untouched).
    cdef int a = a_of(p)
    cdef int b = b_of(p)
    cdef int q
    if Collect is AtOnce:
        if to == TO_A:
            a += 1
        elif b != ENDLESS:
            b += 1
    elif Collect is Heap:
        q = ENDLESS - b
        if won(p):
            if to == NOBODY:
                a = a + weight if a + weight < 31 else 31
            elif to == TO_A:
                a = (a if a < q else q) + weight
                a = a if a < 31 else 31
                b = 0
            else:
                b = ENDLESS - (a if a < q else q)
                a = 31
        else:
            if to == NOBODY:
                a = a + weight if a else 0
            elif to == TO_A:
                a = (a if a > q else q) + weight
                b = ENDLESS
            else:
                b = ENDLESS - (a if a > q else q)
                a = 0
    else:
        return c.no_rule_for_this_family
    return proof(mask_of(p), a, b, won(p))
