# Axis 1 of the families: where a trick goes. AtOnce: to its winner's side. Heap: to a pile that a streak collects.
# Apart: to its winner, one player against two who do not add up theirs. Run: tricks of B in a row. Kot: to its
# winner's side, the first so many tricks counting as well as all of them.
# Relies on cardset, table, cache (the proof word). Knows nothing of trumps, legality or bounds.
#
# The search sees each as a pair of thresholds, want_a and want_b, with the same meaning in all families: a proof that A
# wins holds for every smaller a and greater b.
#   AtOnce   a, b: points that A and B still need; b = ENDLESS: the race lasts to the last point
#              7, 1: seven before B takes one. A trick of A: 6, 1. A trick of B decides
#   Heap     a = p, b = ENDLESS - q: A needs p more points if A makes the next collection, q if B makes it
#              p = q = 7: 7, 24. A trick on the heap: p = 6, q = 7, so 6, 24. A collects it with the next: p = q = 5
#   Apart    a = x + LEVEL, b = LEVEL - y: tricks that A still has to gain on each opponent to be ahead of him
#              x = y = 1: 16, 14. A trick of A: x = y = 0, so 15, 15. A trick of the lower opponent: x = 2, so 17, 14
#   Run      b: tricks in a row that B still needs; a is always 1 (a proof is never an empty word)
#              1, 7. A trick of B: 1, 6. A trick of A: 1, 7 again
#   Kot      a: points that A still needs, b = ENDLESS: the race lasts to the last point. Used while one side has taken
#            every trick so far and may still make its kot; once the kot is made or missed, the rest is AtOnce
#              7, 31 with m = 7: a trick of the side of the kot: m = 6, and a = 6 if it is A's. Another: AtOnce
#   Perft    no race: every play is made, and those of a depth are counted
# (rules.md 1.6, 3, 8.1 and 1.8; p and q stand for the size of the heap wherever it matters)

from ..cache cimport ENDLESS, THRESHOLD_BITS, a_of, b_of, mask_of, proof, won
from ..cardset cimport check, count, larger, static_check, u64
from ..table cimport ACE_BLOCK, ACE_DEMOTE, ACE_OFF, ACE_RESET, TIE_BOTH, TIE_THIRD, Game, Node, in_a
from ..tag cimport COLLECT_BITS

cdef struct AtOnce:
    int a
    int b

cdef struct Heap:
    int p
    int q
    int chain             # wins of the leader that count towards a streak, at most one less than a streak needs
    bint ace              # the leader's last win was with an ace (only kept where an ace rule asks)
    bint opened           # somebody has collected (only kept where the first collection needs a longer streak)

cdef struct Apart:
    int x                 # on the opponent of the lower seat
    int y                 # on the other
    int over              # decided by the first tricks: 1 for A, -1 against
    bint alone            # one player has won every trick so far
    bint level            # two who are level may still be ahead of A, and lose to him by it: x and y count exactly

cdef struct Run:
    int r

cdef struct Kot:
    int a
    int m                 # tricks that its side still needs for the kot; 0: the kot is settled
    bint of_b             # the side that may make it
    bint both             # A needs his points and the kot to come out in his favour (made by A, missed by B); else one
    int over              # decided by the kot: 1 for A, -1 against

cdef struct Perft:
    int depth             # plays still to be made
    bint once             # whether every trick goes to its winner: a hidden trump comes out earlier then
    bint ace              # as in Heap: what a lead is worth can depend on it

ctypedef fused Collect:
    AtOnce
    Heap
    Apart
    Run
    Kot
    Perft

cdef enum:                # who collected the pile (settle)
    NOBODY = 0
    TO_A = 1
    TO_B = 2
    TO_C = 3              # apart: the second opponent
    LEVEL = 15            # apart: middle of the scale of thresholds

cdef inline int clip(int x) noexcept nogil:
    return 0 if x < 0 else ENDLESS if x > ENDLESS else x

cdef inline int want_a(Collect c) noexcept nogil:
    if Collect is AtOnce:
        return c.a
    elif Collect is Heap:
        return c.p
    elif Collect is Apart:
        return clip(c.x + LEVEL)
    elif Collect is Run:
        return 1
    elif Collect is Kot:
        return clip(c.a)
    elif Collect is Perft:
        return 0
    else:
        return c.no_rule_for_this_family

cdef inline int want_b(Collect c) noexcept nogil:
    if Collect is AtOnce:
        return c.b
    elif Collect is Heap:
        return ENDLESS - c.q
    elif Collect is Apart:
        return clip(LEVEL - c.y)
    elif Collect is Run:
        return c.r
    elif Collect is Kot:
        return ENDLESS
    elif Collect is Perft:
        return 0
    else:
        return c.no_rule_for_this_family

cdef inline u64 collect_tag(Collect c) noexcept nogil:
    # The part of the state that the cards and the leader do not determine, in COLLECT_BITS (tag.pxd).
    static_check(2 + 2 * THRESHOLD_BITS <= COLLECT_BITS)
    if Collect is AtOnce:
        return 0
    elif Collect is Heap:
        check(<unsigned int>c.chain < 4)
        return <u64>c.chain | <u64>c.ace << 2 | <u64>c.opened << 3
    elif Collect is Apart:
        return <u64>c.alone | (2 | <u64>clip(c.x + LEVEL) << 2
                               | <u64>clip(c.y + LEVEL) << 2 + THRESHOLD_BITS if c.level else 0)
    elif Collect is Kot:
        # never 0: the same solve asks AtOnce about the rest of the hand
        return 1 | <u64>c.of_b << 1 | <u64>c.both << 2 | <u64>c.m << 3
    elif Collect is Run or Collect is Perft:
        return 0
    else:
        return c.no_rule_for_this_family

cdef inline bint at_once(Collect c) noexcept nogil:
    # Whether every trick goes to its winner.
    if Collect is Heap:
        return False
    elif Collect is Perft:
        return c.once
    else:
        return True

cdef inline int points_of(const Game* g, int tens, int tricks) noexcept nogil:
    # Points of so many tricks with so many tens in them. Where the tricks decide between two tens each (rules.md 4.3),
    # a ten is worth six tricks and every trick one: of 13 tricks, three tens and a trick, or two tens and seven tricks,
    # or more, are 19 points at least; two tens and six tricks, or one ten and twelve, are 18 at most.
    if not g.count_tens:
        return tricks
    return tens if g.count_tens == 1 else g.count_tens * tens + tricks

cdef inline int points_left(const Game* g, const Node* nd, Collect c) noexcept nogil:
    if Collect is Heap:
        return points_of(g, count(nd.marked), nd.left)
    else:
        return nd.left

cdef inline AtOnce points_alone(Kot c) noexcept nogil:
    # The race for the points, whatever becomes of the kot.
    cdef AtOnce once
    once.a = c.a
    once.b = ENDLESS
    return once

cdef inline bint ahead(const Game* g, Apart c) noexcept nogil:
    # rules.md 8.1: the hand is played out; three players level win nothing.
    if c.x <= 0 and c.y <= 0:
        return True
    if g.tie == TIE_BOTH:
        return c.x <= 1 and c.y <= 1 and c.x + c.y < 2
    return g.tie == TIE_THIRD and c.x == c.y and c.x > 1

cdef inline bint can_level(Apart c, int left) noexcept nogil:
    # Can the two opponents end level and ahead of A? They level out, then share what is left, an odd trick to A.
    cdef int gap = c.x - c.y if c.x > c.y else c.y - c.x
    cdef int most = c.x if c.x > c.y else c.y
    return gap <= left and most + (left - gap) // 2 - (left - gap) % 2 > 1

cdef inline int enough(int n, Apart c) noexcept nogil:
    # So many of the n tricks left put A ahead of both opponents, however these share the rest.
    return larger(1, (n + larger(c.x, c.y) + 1) >> 1)

cdef inline u64 verdict(const Game* g, const Node* nd, Collect c, int heap) noexcept nogil:
    # The proof of a race that is over, 0 while it is open. heap: points lying that the state does not count.
    # The mask is empty: the points made and the points left decide the race, whoever holds which card.
    # Test: tests/search/test_vs_reference_families.py::test_endings
    cdef int left = points_left(g, nd, c) + heap
    cdef int slack
    if Collect is AtOnce:
        if c.a <= 0:
            return proof(0, 0, 1, True)
        if c.b <= 0:
            return proof(0, 1, 0, False)
        if c.a > left:
            return proof(0, left + 1, ENDLESS, False)
    elif Collect is Heap:
        if c.q <= 0:
            return proof(0, ENDLESS, ENDLESS, True)
        if c.p > left:
            return proof(0, left + 1, ENDLESS, False)
    elif Collect is Apart:
        if c.over:
            return proof(0, ENDLESS, 0, True) if c.over > 0 else proof(0, 0, ENDLESS, False)
        slack = 1 if g.tie == TIE_BOTH else 0
        if left == 0:
            if ahead(g, c):
                return proof(0, LEVEL + (1 if c.x == 1 else 0), LEVEL - (1 if c.y == 1 else 0), True)
            if c.x > slack:
                return proof(0, LEVEL + slack + 1, ENDLESS, False)
            if c.y > slack:
                return proof(0, 0, LEVEL - slack - 1, False)
            return proof(0, LEVEL + 1, LEVEL - 1, False)
        if not c.level:
            if c.x + left <= 0 and c.y + left <= 0 and left <= LEVEL:
                return proof(0, LEVEL - left, LEVEL + left, True)
            if c.x - left > slack:
                return proof(0, clip(LEVEL + left + slack + 1), ENDLESS, False)
            if c.y - left > slack:
                return proof(0, 0, clip(LEVEL - left - slack - 1), False)
    elif Collect is Kot:
        if c.over:
            return proof(0, ENDLESS, 0, True) if c.over > 0 else proof(0, 0, ENDLESS, False)
        if c.a <= 0 and (c.m == 0 or not c.both):
            return proof(0, 0, 0, True)
        if c.a > left and (c.m == 0 or c.both):
            return proof(0, left + 1, ENDLESS, False)
    elif Collect is Run:
        if c.r <= 0:
            return proof(0, 1, 0, False)
        if c.r > left:
            return proof(0, ENDLESS, left + 1, True)
    elif Collect is Perft:
        if nd.left == 0:
            return proof(0, 1, 0, False)
    else:
        return c.no_rule_for_this_family
    return 0

cdef inline int first_need(const Game* g, bint opened) noexcept nogil:
    # The number of tricks in a row that the next collection needs: two, or more for the first collection of the hand.
    return 2 if opened else g.need_first

cdef inline int settle(const Game* g, const Node* nd, Collect* c, int winner, bint ace, int weight,
                       bint shut) noexcept nogil:
    # Scores a complete trick and sets the state for the next one. Returns who collected: NOBODY, TO_A, TO_B, TO_C.
    # shut: nobody may collect at the end of this trick. rules.md 1.4 (at once), 3.1-3.2 (heap), 8.1 (apart)
    cdef int chain, need, to
    cdef bint both_aces
    if Collect is AtOnce:
        if in_a(g, winner):
            c.a -= weight
            return TO_A
        if c.b != ENDLESS:
            c.b -= weight
        return TO_B
    elif Collect is Heap:
        need = first_need(g, c.opened)
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
        elif (chain >= need and not shut and not (g.no_collect >> (nd.left - 1)) & 1
                and not (g.ace_rule == ACE_BLOCK and both_aces)):
            to = TO_A if in_a(g, winner) else TO_B
        if to == NOBODY:
            c.chain = chain if chain < need else need - 1
            c.p = c.p - weight if c.p > weight else 0
            return NOBODY
        c.chain = 0
        c.opened = g.need_first > 2
        if to == TO_A:
            c.q = c.p - weight
        c.p = c.q
        return to
    elif Collect is Apart:
        to = TO_A if in_a(g, winner) else TO_B if winner == (1 if in_a(g, 0) else 0) else TO_C
        if c.alone and nd.left < g.tricks and winner != nd.leader:
            c.alone = False
        if c.alone and g.tricks - nd.left + 1 >= g.run:
            c.over = 1 if to == TO_A else -1
        c.x += -1 if to == TO_A else 1 if to == TO_B else 0
        c.y += -1 if to == TO_A else 1 if to == TO_C else 0
        c.level = c.level and can_level(c[0], nd.left - 1)
        return to
    elif Collect is Kot:
        to = TO_A if in_a(g, winner) else TO_B
        if to == TO_A:
            c.a -= weight
        if weight == 0:
            return to
        if (to == TO_B) != c.of_b:
            c.m = 0
        else:
            c.m = c.m - weight if c.m > weight else 0
        if c.m == 0:
            # the winner of this trick has made the kot, or has prevented it
            if (to == TO_A) != c.both:
                c.over = 1 if to == TO_A else -1
        return to
    elif Collect is Run:
        if in_a(g, winner):
            c.r = g.run
            return TO_A
        c.r -= 1
        return TO_B
    elif Collect is Perft:
        c.ace = ace and g.ace_rule != ACE_OFF
        return NOBODY
    else:
        return c.no_rule_for_this_family

cdef inline void start_over(const Game* g, Collect* c) noexcept nogil:
    # rules.md 7.2: a trick won before the trump was shown counts for no collection; the streak is cut so far that
    # the next trick cannot collect, and the one after it can if it could have.
    cdef int need
    if Collect is Heap:
        need = first_need(g, c.opened)
        if c.chain > need - 2:
            c.chain = need - 2

cdef inline u64 lift(Collect c, u64 p, int to, int weight) noexcept nogil:
    # Translates the thresholds of a proof from the position after a trick to the position before it; the mask stays.
    cdef int a = a_of(p)
    cdef int b = b_of(p)
    cdef int q
    if Collect is AtOnce:
        if to == TO_A:
            a += weight
        elif b != ENDLESS:
            b += weight
    elif Collect is Heap:
        q = ENDLESS - b
        if won(p):
            if to == NOBODY:
                a = a + weight if a + weight < ENDLESS else ENDLESS
            elif to == TO_A:
                a = (a if a < q else q) + weight
                a = a if a < ENDLESS else ENDLESS
                b = 0
            else:
                b = ENDLESS - (a if a < q else q)
                a = ENDLESS
        else:
            if to == NOBODY:
                a = a + weight if a else 0
            elif to == TO_A:
                a = (a if a > q else q) + weight
                b = ENDLESS
            else:
                b = ENDLESS - (a if a > q else q)
                a = 0
    elif Collect is Apart:
        if c.level:
            a = ENDLESS if won(p) else 0
            b = ENDLESS - a
        else:
            # the least and the greatest threshold also stand for all beyond them
            if 0 < a < ENDLESS:
                a = clip(a + (1 if to == TO_A else -1 if to == TO_B else 0))
            if 0 < b < ENDLESS:
                b = clip(b + (-1 if to == TO_A else 1 if to == TO_C else 0))
    elif Collect is Kot:
        # what the kot has decided holds for every number of points: lost from 0 on, won up to ENDLESS
        if to == TO_A and (a < ENDLESS if won(p) else a > 0):
            a = clip(a + weight)
    elif Collect is Run:
        # A trick of A ends the run, so the proof holds for every run that was still incomplete: b from 1 on. A proof
        # from 0 on would become, for the trick before, one from 1 on: but there B completes the run.
        # Test: tests/search/test_vs_reference_families.py::test_a_proof_that_broke_a_run_says_nothing_of_one_made
        if to == TO_B:
            b = clip(b + 1)
        else:
            b = 1 if won(p) else ENDLESS
    elif Collect is Perft:
        return p
    else:
        return c.no_rule_for_this_family
    return proof(mask_of(p), a, b, won(p))
