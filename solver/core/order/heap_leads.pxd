# The order of the leads in the games with a heap. Followers are ordered as in the plain game (learnt.pxd), but for tens
# (tens.pxd).
# Relies on moves, heap_lead_weights, table, rules. The order of the cards depends on this file, the result does not.
#
# The score of a lead is the sum of learnt weights, one for each feature; `benchmarks/learn_heap_leads.py` fits them. A
# "sign" is a feature of a lead: the index of its weight. "Ace", "king" and "queen" are the three highest cards of a
# suit that are still in play. Holders are numbered from the leader: 0 the leader, 1 left, 2 partner, 3 right. The
# features call these
#   card      0 the highest of the candidates of the suit, 1 the lowest, 2 another
#   promise   0 the card wins the trick for certain, 1 partner holds the ace, 2 neither

from libc.stdint cimport uint16_t
from libc.string cimport memcpy

from ..cardset cimport ALL, NOT_TOPS, count, highest, last, lane, lowest, smaller, static_check, u64
from ..rules.collect cimport Heap, first_need
from ..rules.trump cimport Trump, trumps_now
from ..table cimport Game, Node, in_a
from .heap_lead_weights cimport LEAD_WEIGHTS, int8_t
from .moves cimport MOVES, Moves, cards_alone, rank

cdef enum:
    HONOURS = 0         # may collect, trump, holder of the ace, of the king, card
    QUEEN = 192         # trump, holder of the ace, the king, the queen, card
    RUFFS = 576         # may collect, who is void and who may ruff, promise
    HOLDER = 738        # may collect, holder of the ace, number of aces in that hand, card
    TOPS = 834          # may collect, own aces, partner's aces, promise
    LENGTH = 930        # plain, trump, plain with trumps; own length, partner's
    BEHIND = 1002       # trump, the opponents' lengths
    ENDS = 1034         # may collect, which side the next collection lets win, promise
    DRAW = 1058         # own trumps, the opponents', card
    TEN_IN = 1142       # may collect, holder of the ten of the suit, promise
    TEN = 1172          # for a ten: may collect, promise
    ACE = 1178          # for an ace: may collect, whether the leader won the last trick with an ace
    NONE = 1182         # instead of a sign that does not apply
    WEIGHTS = 1183
    SIGNS = 12

cdef struct HeapSigns:
    int n
    u64 card[MOVES]
    uint16_t at[MOVES][SIGNS]

cdef inline int holder(u64 odd, u64 far, int at) noexcept nogil:
    # The hand that holds card number `at`. odd: the cards of the hands left and right; far: of partner and right.
    return <int>(odd >> at & 1) | <int>(far >> at & 1) << 1

cdef inline int ends(const Game* g, const Node* nd, Heap c) noexcept nogil:
    # Which side the next collection would let win, roughly: 2 the side on lead, 1 the other side, 3 either, 0 neither.
    cdef bint a, b
    if g.count_tens:
        a = c.p <= 1
        b = c.q >= count(nd.marked)
    else:
        a = c.p <= 2
        b = c.q > nd.left - 2
    return a * 2 + b if in_a(g, nd.leader) else b * 2 + a

cdef inline void order_heap_leads(const Game* g, const Node* nd, Heap c, Trump t, u64 cand, Moves* m,
                                  HeapSigns* s) noexcept nogil:
    # s: where the signs of each lead are kept for those who learn the weights; NULL in the search.
    cdef const int8_t* worth = LEAD_WEIGHTS[1 if g.count_tens else 0]
    cdef u64 trumps = trumps_now(t)
    cdef u64 tops = ALL & ~NOT_TOPS
    cdef u64 me = nd.hand[nd.leader]
    cdef u64 l = nd.hand[(nd.leader + 1) & 3]
    cdef u64 p = nd.hand[(nd.leader + 2) & 3]
    cdef u64 r = nd.hand[(nd.leader + 3) & 3]
    cdef u64 odd = l | r, far = p | r
    cdef u64 L, mine, top, bottom, card
    cdef bint may = c.chain + 1 >= first_need(g, c.opened) and not g.no_collect >> (nd.left - 1) & 1
    cdef int aces[4]
    cdef int all_tops, all_ends, suit, at, ace, king, length, voids, ten, of_holder, of_honours, of_queen
    cdef int which, kind, promise, of_length, of_behind
    cdef bint trump, sure
    cdef uint16_t x[SIGNS]
    cdef int i, score
    static_check(sizeof(LEAD_WEIGHTS) == 2 * WEIGHTS)
    m.ranked = m.n
    if s != NULL:
        s.n = 0
    aces[0] = count(me & tops)
    aces[1] = count(l & tops)
    aces[2] = count(p & tops)
    aces[3] = count(r & tops)
    all_tops = TOPS + (may * 4 + smaller(aces[0], 3)) * 12 + smaller(aces[2], 3) * 3
    all_ends = ENDS + (may * 4 + ends(g, nd, c)) * 3
    for suit in range(4):
        L = lane(suit)
        mine = cand & L
        if mine == 0:
            continue
        top = highest(mine)
        bottom = lowest(mine)
        at = 13 * suit + 12
        ace = holder(odd, far, at)
        king = holder(odd, far, at - 1)
        trump = (L & trumps) != 0
        length = smaller(count(me & L), 6) - 1
        sure = ace == 0
        voids = 0
        if not l & L:
            voids += 1
            if l & trumps and not trump:
                voids += 1
                sure = False
        if not r & L:
            voids += 3
            if r & trumps and not trump:
                voids += 3
                sure = False
        if not p & L:
            voids += 9
            if p & trumps and not trump:
                voids += 9
                if not p & ~trumps:
                    sure = False           # partner holds only trumps: partner must ruff and leads next
        which = 1 if trump else 2 if me & trumps else 0
        of_length = LENGTH + (which * 6 + length) * 4 + smaller(count(p & L), 3)
        of_behind = BEHIND + (trump * 4 + smaller(count(l & L), 3)) * 4 + smaller(count(r & L), 3)
        of_honours = HONOURS + ((may * 2 + trump) * 16 + ace * 4 + king) * 3
        of_queen = QUEEN + (trump * 64 + ace * 16 + king * 4 + holder(odd, far, at - 2)) * 3
        of_holder = HOLDER + ((may * 4 + ace) * 4 + smaller(aces[ace], 4) - 1) * 3
        ten = 0
        if nd.marked & L:
            ten = 1 if me & nd.marked & L else 2 if l & nd.marked & L else 3 if p & nd.marked & L else 4
        while mine:
            card = lowest(mine)
            mine ^= card
            kind = 0 if card == top else 1 if card == bottom else 2
            promise = 0 if sure and kind == 0 else 1 if ace == 2 else 2
            x[0] = of_length
            x[1] = of_behind
            x[2] = of_honours + kind
            x[3] = of_queen + kind
            x[4] = of_holder + kind
            x[5] = RUFFS + (may * 27 + voids) * 3 + promise
            x[6] = all_tops + promise
            x[7] = all_ends + promise
            x[8] = DRAW + length * 14 + smaller(count(odd & L), 6) * 2 + (kind != 0) if trump else NONE
            x[9] = TEN_IN + (may * 5 + ten) * 3 + promise if nd.marked else NONE
            x[10] = TEN + may * 3 + promise if card & nd.marked else NONE
            x[11] = ACE + may * 2 + c.ace if card & nd.aces else NONE
            score = 0
            for i in range(SIGNS):
                score += worth[x[i]]
            rank(m, card, score)
            if s != NULL:
                s.card[s.n] = card
                memcpy(s.at[s.n], x, sizeof(x))
                s.n += 1
    cards_alone(m)
