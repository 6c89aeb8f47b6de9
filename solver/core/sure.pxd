# Tricks that are sure without search. Every bound comes with the reason why it is exact.
# Relies on cardset, table, rules. Only for four seats with partners, tricks that go to their winner at once, and
# races that last to the last point: a trick that must come in some day says nothing about the first seven.
# The tests hold every answer against the search without bounds (features) and against the slow reference.

from .cache cimport ENDLESS, proof
from .cardset cimport LANES, WIDTH, count, lane, u64
from .rules.collect cimport AtOnce, Collect, Heap
from .rules.trump cimport Declared, Satat, Trump
from .table cimport Game, Node, in_a

cdef inline int top_run(u64 cards, int suit) noexcept nogil:
    # How many of the highest cards of a packed lane are in the set, without a gap.
    cdef u64 x = ~(cards << (51 - WIDTH * suit)) | <u64>1 << 50
    return __builtin_clzll(x)

cdef inline u64 top_cards(int suit, int n) noexcept nogil:
    # The n highest places of a lane.
    return lane(suit) & ~((<u64>1 << (WIDTH * suit + 13 - n)) - 1)

cdef extern from *:
    int __builtin_clzll(u64) noexcept nogil

cdef inline int smaller(int x, int y) noexcept nogil:
    return x if x < y else y

cdef inline int larger(int x, int y) noexcept nogil:
    return x if x > y else y

cdef inline int trump_tops(u64 one, u64 two) noexcept nogil:
    # Tricks that two partners cannot be denied in trumps: as many as they hold of the highest trumps without a gap,
    # but no more than the longer of the two holds. While the longer hand has a low trump it plays it and lets
    # partner's top win; when it has only tops left each of them wins by itself. Nobody can make the longer hand
    # play two trumps to one trick.
    return smaller(top_run(one | two, 3), larger(count(one), count(two)))

cdef inline u64 sure(const Game* g, const Node* nd, Collect c, Trump t) noexcept nogil:
    # A proof, or 0 when nothing is sure enough.
    cdef u64 me, pd, l, r, mine, his, opp, L, mask
    cdef int seat = nd.leader
    cdef int n = nd.left
    cdef int target, against, total, tops, suit, run, cap, longest, ll, rl, own, cross, theirs, lm, lp
    cdef u64 pd_mask, tm, tp, tl, tr
    cdef int pd_total, k
    cdef bint attacker
    if Collect is AtOnce and Trump is Declared:
        if g.seats != 4 or g.duty or c.b != ENDLESS or g.side_a != 0b010101:
            return 0
        me = nd.hand[seat]
        l = nd.hand[(seat + 1) & 3]
        pd = nd.hand[(seat + 2) & 3]
        r = nd.hand[(seat + 3) & 3]
        attacker = in_a(g, seat)
        # tricks that decide: target for the side on lead, against for the other
        target = c.a if attacker else n - c.a + 1
        against = n - target + 1
        tm = me & t.suit
        tp = pd & t.suit
        tl = l & t.suit
        tr = r & t.suit
        total = 0
        mask = 0
        # 1. top trumps of the side on lead
        if tm | tp:
            tops = trump_tops(tm, tp)
            if tops:
                total = tops
                if tl | tr:
                    # ranks matter only while somebody else can follow
                    mask = top_cards(3, tops)
                if total >= target:
                    return answer(attacker, total, n, mask)
        # 2. and top trumps of the other side
        elif tl | tr:
            pass
        if tl | tr:
            tops = trump_tops(tl, tr)
            if tops >= against:
                return answer(not attacker, tops, n, top_cards(3, tops))
        # 3. side suits that the leader can cash at once, and one crossing to partner who cashes his
        cross = 0
        pd_total = 0
        pd_mask = 0
        if tp and tm and top_run(tp, 3):
            cross = 1
        for suit in range(LANES):
            L = lane(suit)
            if L & t.suit:
                continue
            mine = me & L
            his = pd & L
            if not mine | his:
                continue
            ll = count(l & L)
            rl = count(r & L)
            lm = count(mine)
            lp = count(his)
            cap = 13
            if tl:
                cap = ll
            if tr:
                cap = smaller(cap, rl)
            own = top_run(mine, suit)
            longest = larger(ll, rl)
            k = own
            if own >= larger(longest, lp):
                k = lm                     # nobody else can follow any more: length wins
            k = smaller(k, cap)
            if k:
                total += k
                mask |= top_cards(suit, smaller(own, smaller(k, larger(longest, lp))))
                if total >= target:
                    return answer(attacker, total, n, mask)
            # partner's winners once these are gone
            run = top_run(mine | his, suit) - own
            if run > 0 or (own >= longest and lp > k):
                theirs = top_run(his | top_cards(suit, own), suit) - own
                theirs = smaller(theirs, lp - k)
                if own + theirs >= larger(longest, lm):
                    theirs = lp - k
                theirs = smaller(theirs, cap - k)
                if theirs > 0:
                    pd_total += theirs
                    pd_mask |= top_cards(suit, own + smaller(theirs, 13 - own))
                    if lm > k and theirs > 0 and run > 0:
                        cross = 1
        if cross and total + pd_total >= target:
            return answer(attacker, total + pd_total, n, mask | pd_mask)
    return 0

cdef inline u64 answer(bint for_a, int tricks, int n, u64 mask) noexcept nogil:
    # That a side takes so many of n tricks, as a proof.
    tricks = smaller(tricks, n)
    if for_a:
        return proof(mask, tricks, ENDLESS, True)
    return proof(mask, n - tricks + 1, ENDLESS, False)
