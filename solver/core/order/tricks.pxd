# The order of the cards where tricks count, for four seats with partners opposite: to lead, to follow suit, when void.
# Relies on cardset, table, rules. The order of the cards depends on this file, the result of the search does not.

from ..cardset cimport LANE_OF, NOT_TOPS, count, first, highest, lane, lowest, u64
from ..rules.trump cimport Trump, contenders, trumps_now
from ..table cimport Node, Trick
from .moves cimport Moves, push, push_down, push_up

cdef inline bint partner_best(const Trick* now) noexcept nogil:
    # Whether partner's card wins the trick so far. Only for four seats with partners opposite.
    return (now.winner ^ now.seat) & 1 == 0

cdef inline void order_leads(const Node* nd, Trump t, u64 cand, Moves* m) noexcept nogil:
    # Suits in seven groups, in this order: partner ruffs; towards a tenace of partner; from strength; neutral; away
    # from a tenace of the leader; trumps; an opponent ruffs. Only the highest and the lowest card of a suit are placed
    # so; the cards between them come at the end.
    cdef u64 trumps = trumps_now(t)
    cdef int me = nd.leader
    cdef u64 my_hand = nd.hand[me]
    cdef u64 lho = nd.hand[(me + 1) & 3]
    cdef u64 pd = nd.hand[(me + 2) & 3]
    cdef u64 rho = nd.hand[(me + 3) & 3]
    cdef u64 L, mine, p, l, r, a, k, q, j, ten, ours
    cdef u64 ruffs = 0, good = 0, high = 0, plain = 0, bad = 0, trump_leads = 0, ends
    cdef int suit
    for suit in range(4):
        L = lane(suit)
        mine = cand & L
        if mine == 0:
            continue
        ends = highest(mine) | lowest(mine)
        if L & trumps:
            trump_leads |= ends
            continue
        p = pd & L
        l = lho & L
        r = rho & L
        if (lho & trumps and l == 0) or (rho & trumps and r == 0):
            continue
        a = <u64>1 << (13 * suit + 12)
        k = a >> 1
        q = a >> 2
        j = a >> 3
        ten = a >> 4
        ours = (my_hand & L) | p
        if p & (p - 1) and l & (l - 1):
            if ((p & k and l & a) or (p & a and l & k and (p & q or (ours & q and ours & j)))
                    or (p & k and l & q and (p & j or (ours & j and ours & ten)))):
                good |= ends
                continue
        if my_hand & L & (my_hand & L) - 1 and r & (r - 1):
            if (mine & a and r & k) or (my_hand & k and r & a and not ours & q):
                if trumps:
                    bad |= highest(mine)
                    continue
        if l and r and count(ours & (a | k | q)) >= 2:
            high |= ends
            continue
        if (trumps and p == 0 and l and r and pd & trumps
                and count(pd & trumps) <= count(my_hand & trumps) and not lowest(mine) & a):
            ruffs |= lowest(mine)
            continue
        plain |= ends
    push_up(m, ruffs)
    push_down(m, good)
    push_down(m, high)
    push_down(m, plain)
    push_down(m, bad)
    push_down(m, trump_leads)
    push_down(m, cand & ~(ruffs | good | high | plain | bad | trump_leads))

cdef inline void order_tops(Trump t, u64* cand, Moves* m) noexcept nogil:
    # Takes the highest cards in play out of the candidates and puts them first, but for trumps: where one trick may end
    # the race, a card that cannot be beaten keeps it open.
    cdef u64 tops = cand[0] & ~(NOT_TOPS | trumps_now(t))
    push_down(m, tops)
    cand[0] ^= tops

cdef inline void order_follow(const Node* nd, Trump t, int pos, u64 cand, Moves* m) noexcept nogil:
    # Following suit. If partner wins the trick without help, or no card of this hand can win it: the lowest card first.
    # Otherwise the winning cards: lowest first if the next opponent cannot beat the lowest, else highest first.
    cdef const Trick* now = &nd.trick[pos]
    cdef u64 best = now.best
    cdef u64 pd = nd.hand[(now.seat + 2) & 3] & nd.led
    cdef u64 l = nd.hand[(now.seat + 1) & 3] & nd.led
    cdef u64 top = highest(cand)
    cdef u64 winners
    if (top & contenders(t, nd.led)) <= best:
        push_up(m, cand)
        return
    winners = cand & ~(best | (best - 1))
    if pos == 3:
        if partner_best(now):
            push_up(m, cand)
        else:
            push_up(m, winners)
            push_up(m, cand & ~winners)
        return
    if partner_best(now):
        # This is pos 2, and partner led: at pos 1 partner has not played yet.
        if l == 0 or best > highest(l) or (l & ~(best - 1)) == (l & ~(top - 1)):
            push_up(m, cand)
            return
    elif pos == 1 and pd and highest(pd) > best:
        if l == 0 or highest(pd) > highest(l):
            push_up(m, cand)
            return
        if highest(l) > highest(pd | cand) and (l & ~(highest(pd) - 1)) == (l & ~(top - 1)):
            push_up(m, cand)
            return
    if l == 0 or lowest(winners) > highest(l):
        push_up(m, winners)
    else:
        push_down(m, winners)
    push_up(m, cand & ~winners)

cdef inline void order_void(const Node* nd, Trump t, int pos, u64 cand, Moves* m) noexcept nogil:
    # Void. Ruff, unless partner wins the trick already; otherwise discard the lowest card of the longest suit.
    cdef const Trick* now = &nd.trick[pos]
    cdef u64 best = now.best
    cdef u64 trumps = trumps_now(t)
    cdef u64 lho = nd.hand[(now.seat + 1) & 3]
    cdef u64 mine = cand & trumps
    cdef u64 l = lho & nd.led
    cdef u64 rest, over, s0, bottoms = 0, b
    cdef int suit, n, top_n
    if mine and not (partner_best(now) and (pos == 3 or (l and (highest(l) & contenders(t, nd.led)) <= best))):
        if best & trumps:
            over = mine & ~(best | (best - 1))
            if not partner_best(now) and over:
                push_up(m, over)
                cand &= ~over
        elif pos == 3 or l or not lho & trumps:
            b = lowest(mine)
            push(m, b)
            cand &= ~b
        else:
            push_up(m, mine)
            cand &= ~mine
    for suit in range(4):
        rest = cand & lane(suit)
        if rest and not rest & trumps:
            bottoms |= lowest(rest)
    cand &= ~bottoms
    while bottoms:
        # the longest suit first
        top_n = -1
        b = 0
        s0 = bottoms
        while s0:
            n = count(nd.hand[now.seat] & LANE_OF[first(s0)])
            if n > top_n:
                top_n = n
                b = lowest(s0)
            s0 &= s0 - 1
        push(m, b)
        bottoms ^= b
    push_down(m, cand)
