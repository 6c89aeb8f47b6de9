# The order of the leads in the plain game while many tricks are left: there the nodes that a better order saves are
# worth the time that it takes.
# Relies on guess, learnt_lead_weights, moves, tricks, rules. The order depends on this file, the result does not.
#
# The score of a lead is the sum of six weights, one from each table; `benchmarks/learn_leads.py` fits them. A "sign" is
# a feature of a lead: the index of its weight. Owners are numbered from the leader: 0 the leader, 1 left, 2 partner,
# 3 right. "Order of rules" is the order of order_leads (tricks.pxd). The role of a card is its place among the leader's
# equivalent cards of the suit: 0 the highest, 1 the lowest, 2 the only one, 3 another.

from libc.stdint cimport int8_t, uint16_t

from ..cache cimport ENDLESS
from ..cardset cimport LANES, WIDTH, count, first, highest, lane, lowest, run_tops, smaller, static_check, u64
from ..rules.collect cimport AtOnce, Collect
from ..rules.trump cimport Declared, Trump
from ..table cimport Game, Node, duties, in_a
from .guess cimport guess_tricks
from .learnt_lead_weights cimport LEARNT_LEADS
from .moves cimport MOVES, Moves, cards_alone, rank
from .tricks cimport order_leads

cdef enum:
    SIGNS = 6
    PLACES = 8
    SLACKS = 8
    PLACE = 0                         # slack, place in the order of rules
    TOPS = PLACE + SLACKS * PLACES    # trump, owners of the four highest cards, role
    LENGTHS = TOPS + 2 * 256 * 4      # trump, own length, partner's, role
    BEHIND = LENGTHS + 2 * 8 * 8 * 4  # trump, the opponents' lengths, who ruffs
    RUFFS = BEHIND + 2 * 8 * 8 * 8    # trump, slack, owner of the highest card, who ruffs, role
    HELD = RUFFS + 2 * 8 * 4 * 8 * 4  # trump, owners of the three highest cards, own length, partner's, role
    WEIGHTS = HELD + 2 * 64 * 4 * 4 * 4
    FEWEST = 8                        # least number of tricks left; with fewer the order saves nodes but no time

cdef struct LeadSigns:
    int n
    u64 card[MOVES]
    uint16_t at[MOVES][SIGNS]

cdef inline int slack_of(const Game* g, const Node* nd, int a, u64 me, u64 l, u64 p, u64 r) noexcept nogil:
    # The tricks that the side on lead is expected to take beyond those that it needs, from 0 (far too few) to 7.
    cdef int need = a if in_a(g, nd.leader) else nd.left - a + 1
    cdef int slack = guess_tricks(me, l, p, r) - 234 * (13 - nd.left) - 1000 * need + 4000
    return 0 if slack < 0 else smaller(slack // 1000, SLACKS - 1)

cdef inline void lead_signs(const Game* g, const Node* nd, int a, Declared t, LeadSigns* s) noexcept nogil:
    # The features of each lead, in the order of rules. a: the tricks that side A needs.
    cdef u64 me = nd.hand[nd.leader]
    cdef u64 l = nd.hand[(nd.leader + 1) & 3]
    cdef u64 p = nd.hand[(nd.leader + 2) & 3]
    cdef u64 r = nd.hand[(nd.leader + 3) & 3]
    cdef u64 mine, L
    cdef u64 tops = run_tops(me)
    cdef int slack = slack_of(g, nd, a, me, l, p, r)
    cdef int suit, i, own, his, behind, ruffs, owners, trump, role
    cdef int of_suit[LANES][SIGNS]
    cdef Moves m
    for suit in range(LANES):
        L = lane(suit)
        if not me & L:
            continue
        trump = suit == 3
        own = count(me & L)
        his = count(p & L)
        # bits for left, partner, right. Side suit: the hand is void and has a trump. Trumps: the hand is void
        ruffs = 0
        if not l & L and (trump or l & t.suit):
            ruffs = 1
        if not p & L and (trump or p & t.suit):
            ruffs |= 2
        if not r & L and (trump or r & t.suit):
            ruffs |= 4
        owners = 0
        for i in range(WIDTH * suit + 9, WIDTH * suit + 13):
            owners = owners << 2 | <int>((l | r) >> i & 1) | <int>((p | r) >> i & 1) << 1
        # two bits for each of the four highest cards, the highest card in the lowest bits
        behind = smaller(count(l & L), 7) * 8 + smaller(count(r & L), 7)
        of_suit[suit][0] = PLACE + slack * PLACES
        of_suit[suit][1] = TOPS + (trump * 256 + owners) * 4
        of_suit[suit][2] = LENGTHS + ((trump * 8 + smaller(own - 1, 7)) * 8 + smaller(his, 7)) * 4
        of_suit[suit][3] = BEHIND + (trump * 64 + behind) * 8 + ruffs
        of_suit[suit][4] = RUFFS + (((trump * SLACKS + slack) * 4 + (owners & 3)) * 8 + ruffs) * 4
        of_suit[suit][5] = HELD + (((trump * 64 + (owners & 63)) * 4 + smaller(own - 1, 3)) * 4 + smaller(his, 3)) * 4
    m.n = 0
    order_leads(nd, t, tops, &m)
    s.n = m.n
    for i in range(m.n):
        suit = first(m.card[i]) // WIDTH
        mine = tops & lane(suit)
        role = 0
        if m.card[i] != highest(mine):
            role = 1 if m.card[i] == lowest(mine) else 3
        elif m.card[i] == lowest(mine):
            role = 2
        s.card[i] = m.card[i]
        s.at[i][0] = of_suit[suit][0] + smaller(i, PLACES - 1)
        s.at[i][1] = of_suit[suit][1] + role
        s.at[i][2] = of_suit[suit][2] + role
        s.at[i][3] = of_suit[suit][3]
        s.at[i][4] = of_suit[suit][4] + role
        s.at[i][5] = of_suit[suit][5] + role

cdef inline bint order_learnt_leads(const Game* g, const Node* nd, Collect c, Trump t, u64 cand,
                                    Moves* m) noexcept nogil:
    # Returns False and lists nothing where no weights were learnt: few tricks left, no trumps, duties to trump, or a
    # race that may end before the last trick.
    cdef LeadSigns s
    cdef int i, j, worth
    if Collect is AtOnce and Trump is Declared:
        if nd.left < FEWEST or t.suit == 0 or c.b != ENDLESS or duties(g) or cand & ~run_tops(nd.hand[nd.leader]):
            return False
        static_check(sizeof(LEARNT_LEADS) == WEIGHTS)
        lead_signs(g, nd, c.a, t, &s)
        for i in range(s.n):
            if s.card[i] & cand:
                worth = 0
                for j in range(SIGNS):
                    worth += LEARNT_LEADS[s.at[i][j]]
                rank(m, s.card[i], worth)
        cards_alone(m)
        return True
    return False
