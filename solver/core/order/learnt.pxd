# The order of the cards for four seats with partners opposite, learnt from counted choices.
# Relies on guess, moves, rules, weights. The order depends on this file, the result does not.
#
# The score of a card is the sum of two to five weights, one from each table of its kind of choice: on lead, following
# suit, or void, the last two by place. A "sign" is a feature of a card: the index of its weight. What a sign says about
# the suit or the trick is worked out once; the role of the card is added to it. benchmarks/learn_order.py fits the
# weights to what the cards of such choices cost (choices.pxi). Owners are numbered from the seat to play: 0 itself, 1
# the next, 2 partner, 3 the one before.
#
# Only cards that are worth a comparison have a score: the counted choices showed that the others may come after them,
# lowest first, at no loss. So little as the last hand following suit can gain by weights, a rule orders it.

from ..cache cimport ENDLESS
from ..cardset cimport (ALL, LANES, NOT_TOPS, WIDTH, count, first, highest, lane, last, lowest, smaller, static_check,
                        u64)
from ..rules.collect cimport AtOnce, Collect
from ..rules.trump cimport Trump, trumps_now
from ..table cimport Game, Node, Trick, in_a
from .guess cimport guess_tricks
from .moves cimport MOVES, Moves, push_up, rank
from .weights cimport ORDER_WEIGHTS

cdef enum:
    SLACKS = 8
    ENDS = 4                                           # a lead is 0 the lowest, 1 the highest, 2 the only one of a suit
    LEAD_TOPS = 0                                      # trumps, owners of the four highest cards
    LEAD_LENGTHS = LEAD_TOPS + 2 * 256 * ENDS          # trumps, own length, holdings of the others
    LEAD_SLACK = LEAD_LENGTHS + 2 * 8 * 64 * ENDS      # trumps, slack, owner of the highest card, who ruffs
    LEAD_HELD = LEAD_SLACK + 2 * SLACKS * 4 * 8 * ENDS  # trumps, owners of the three highest, lengths of the side
    LEAD_BEHIND = LEAD_HELD + 2 * 64 * 4 * 4 * ENDS    # trumps, lengths of the opponents, who ruffs
    FOLLOW = LEAD_BEHIND + 2 * 64 * 8 * ENDS           # for the second and third hand: the three tables
    # of cards that follow: 0 the lowest that loses to the best card, 1 the lowest that the next hand cannot beat; of
    # those that it can: 2 the lowest, 3 the highest, 4 the only one, 5 another
    ROLES = 8
    FOLLOW_TOPS = 0                                    # owners of the three highest cards, place of the best so far
    FOLLOW_STATE = FOLLOW_TOPS + 64 * 4 * ROLES        # who wins, what is to come, place of the best, own length
    FOLLOW_LENGTHS = FOLLOW_STATE + 32 * 4 * 4 * ROLES  # trumps led, own length, holdings of the others
    FOLLOW_ALL = FOLLOW_LENGTHS + 2 * 4 * 64 * ROLES
    VOID = FOLLOW + 2 * FOLLOW_ALL                     # for each place: two tables for trumps, two for other suits
    RUFF_STATE = 0                                     # the trick, own trumps, owner of the highest
    RUFF_NEED = RUFF_STATE + 32 * 4 * 4                # tricks left, who wins
    AWAY_TOPS = RUFF_NEED + 16 * 2                     # owners of the three highest cards, own length
    AWAY_STATE = AWAY_TOPS + 64 * 4                    # the trick, owner of the highest card, own length
    VOID_ALL = AWAY_STATE + 32 * 4 * 4
    WEIGHTS = VOID + 3 * VOID_ALL
    SIGNS = 5

cdef struct Signs:
    int n
    u64 card[MOVES]
    int at[MOVES][SIGNS]

cdef inline bint may_end_soon(Collect c) noexcept nogil:
    # Whether the race may end before the last trick: the question of a kot.
    if Collect is AtOnce:
        return c.b != ENDLESS
    else:
        return False

cdef inline int held(u64 hand, u64 suit, u64 trumps) noexcept nogil:
    # What a hand holds of a suit: 0 none, and it may ruff; 1 none; 2 one card; 3 more.
    cdef u64 x = hand & suit
    if x:
        return 3 if x & (x - 1) else 2
    return 0 if hand & trumps & ~suit else 1

cdef inline int to_come(u64 hand, u64 led, u64 trumps, u64 best) noexcept nogil:
    # What a hand that plays later can do to the best card: 0 must leave it, 1 may ruff, 2 may beat it, 3 may discard.
    cdef u64 x = hand & led
    if x:
        return 2 if (x > best if best & led else best == 0) else 0
    return 1 if (hand & trumps) > best else 3

cdef inline void noted(Signs* s, u64 card, int one, int two, int three, int four, int five) noexcept nogil:
    # For those who learn the weights; -1: no table.
    if s != NULL:
        s.card[s.n] = card
        s.at[s.n][0] = one
        s.at[s.n][1] = two
        s.at[s.n][2] = three
        s.at[s.n][3] = four
        s.at[s.n][4] = five
        s.n += 1

cdef inline int slack_of(const Game* g, const Node* nd, int a, u64 me, u64 l, u64 p, u64 r) noexcept nogil:
    # The tricks that the side on lead is expected to take beyond those that it needs, from 0 (far too few) to 7. a: the
    # tricks that side A needs.
    cdef int need = a if in_a(g, nd.leader) else nd.left - a + 1
    cdef int slack = guess_tricks(me, l, p, r) - 234 * (13 - nd.left) - 1000 * need + 4000
    return 0 if slack < 0 else smaller(slack // 1000, SLACKS - 1)

cdef inline void learnt_leads(const Game* g, const Node* nd, int a, Trump t, u64 cand, Moves* m,
                              Signs* s) noexcept nogil:
    cdef u64 me = nd.hand[nd.leader]
    cdef u64 l = nd.hand[(nd.leader + 1) & 3]
    cdef u64 p = nd.hand[(nd.leader + 2) & 3]
    cdef u64 r = nd.hand[(nd.leader + 3) & 3]
    cdef u64 odd = l | r, far = p | r, trumps = trumps_now(t), L
    cdef int slack = slack_of(g, nd, a, me, l, p, r)
    cdef u64 card, low
    cdef int suit, own, his, hers, theirs, owners, trump, ruffs, end, top, lengths, needed, sides, behind
    for suit in range(LANES):
        L = lane(suit)
        if not cand & L:
            continue
        trump = (L & trumps) != 0
        own = count(me & L)
        his = held(l, L, trumps)
        hers = held(p, L, trumps)
        theirs = held(r, L, trumps)
        ruffs = (his == 0) + (hers == 0) * 2 + (theirs == 0) * 4
        owners = <int>(odd >> (WIDTH * suit + 9) & 15) << 4 | <int>(far >> (WIDTH * suit + 9) & 15)
        top = LEAD_TOPS + (trump * 256 + owners) * ENDS
        lengths = LEAD_LENGTHS + (((trump * 8 + smaller(own - 1, 7)) * 4 + his) * 16 + hers * 4 + theirs) * ENDS
        needed = LEAD_SLACK + (((trump * SLACKS + slack) * 4 + (owners >> 7 << 1 | owners >> 3 & 1)) * 8 + ruffs) * ENDS
        sides = LEAD_HELD + (((trump * 64 + (owners >> 5 << 3 | owners >> 1 & 7)) * 4 + smaller(own - 1, 3)) * 4
                             + smaller(count(p & L), 3)) * ENDS
        behind = LEAD_BEHIND + ((trump * 64 + smaller(count(l & L), 7) * 8 + smaller(count(r & L), 7)) * 8
                                + ruffs) * ENDS
        card = highest(cand & L)
        low = lowest(cand & L)
        end = 1 if card != low else 2
        while True:
            rank(m, card, ORDER_WEIGHTS[top + end] + ORDER_WEIGHTS[lengths + end] + ORDER_WEIGHTS[needed + end]
                 + ORDER_WEIGHTS[sides + end] + ORDER_WEIGHTS[behind + end])
            noted(s, card, top + end, lengths + end, needed + end, sides + end, behind + end)
            if end != 1:
                break
            end = 0
            card = low

cdef inline bint learnt_follow(const Node* nd, Trump t, int pos, u64 cand, Moves* m, Signs* s) noexcept nogil:
    # Returns False where a rule has listed all cards: no two kinds of them to compare, or the last hand.
    cdef const Trick* now = &nd.trick[pos]
    cdef u64 L = nd.led, best = now.best, trumps, over, safe, l, p, r, high = 0, card, low
    cdef bint ours = ((now.winner ^ now.seat) & 1) == 0
    cdef int at, base, place, own, state, tops, lengths, role
    if best & L:
        over = cand & ~(best | (best - 1))
    else:
        over = cand & ~L if best else cand
    if pos == 3:
        # the lowest card that wins the trick for the side, if the side has it not yet
        if not ours:
            push_up(m, over)
            cand ^= over
        push_up(m, cand)
        return False
    l = nd.hand[(now.seat + 1) & 3]
    trumps = trumps_now(t)
    safe = over
    if l & L:
        high = highest(l & L)
        safe &= ~(high | (high - 1))
    elif l & trumps:
        safe = 0
    if not over or safe == cand:
        push_up(m, cand)
        return False
    p = nd.hand[(now.seat + 2) & 3]
    r = nd.hand[(now.seat + 3) & 3]
    at = first(L) + 10
    base = FOLLOW + (pos - 1) * FOLLOW_ALL
    place = smaller(at + 2 - last(best), 3) if best & L else 0
    own = smaller(count(nd.hand[now.seat] & L), 4) - 1
    state = ours * 16 + to_come(l, L, trumps, best) * 4
    if pos == 1:
        state += to_come(p, L, trumps, high if high > best else best)
    tops = base + FOLLOW_TOPS + ((<int>((l | r) >> at & 7) << 3 | <int>((p | r) >> at & 7)) * 4 + place) * ROLES
    state = base + FOLLOW_STATE + ((state * 4 + place) * 4 + own) * ROLES
    lengths = base + FOLLOW_LENGTHS + ((((L & trumps) != 0) * 4 + own) * 64 + held(l, L, trumps) * 16
                                       + held(p, L, trumps) * 4 + held(r, L, trumps)) * ROLES
    if cand & ~over:
        card = lowest(cand & ~over)
        rank(m, card, ORDER_WEIGHTS[tops] + ORDER_WEIGHTS[state] + ORDER_WEIGHTS[lengths])
        noted(s, card, tops, state, lengths, -1, -1)
    if safe:
        card = lowest(safe)
        rank(m, card, ORDER_WEIGHTS[tops + 1] + ORDER_WEIGHTS[state + 1] + ORDER_WEIGHTS[lengths + 1])
        noted(s, card, tops + 1, state + 1, lengths + 1, -1, -1)
    over &= ~safe
    if over:
        high = highest(over)
        low = lowest(over)
        while over:
            card = lowest(over)
            over ^= card
            role = (4 if card == high else 2) if card == low else 3 if card == high else 5
            rank(m, card, ORDER_WEIGHTS[tops + role] + ORDER_WEIGHTS[state + role] + ORDER_WEIGHTS[lengths + role])
            noted(s, card, tops + role, state + role, lengths + role, -1, -1)
    return True

cdef inline void learnt_void(const Node* nd, Trump t, int pos, u64 cand, Moves* m, Signs* s) noexcept nogil:
    cdef const Trick* now = &nd.trick[pos]
    cdef u64 led = nd.led, best = now.best, trumps = trumps_now(t), L
    cdef u64 me = nd.hand[now.seat]
    cdef u64 l = nd.hand[(now.seat + 1) & 3]
    cdef u64 p = nd.hand[(now.seat + 2) & 3]
    cdef u64 r = nd.hand[(now.seat + 3) & 3]
    cdef u64 odd = l | r, far = p | r
    cdef u64 card
    cdef int base = VOID + (pos - 1) * VOID_ALL
    cdef bint ours = ((now.winner ^ now.seat) & 1) == 0
    cdef int state = ours * 16
    cdef int suit, own, at, owners, one, two
    if pos < 3:
        state += to_come(l, led, trumps, best) * 4
    if pos == 1:
        state += to_come(p, led, trumps, best)
    for suit in range(LANES):
        L = cand & lane(suit)
        if not L:
            continue
        at = WIDTH * suit + 10
        own = smaller(count(me & lane(suit)), 4) - 1
        if L & trumps:
            if best & trumps:
                L &= ~(best | (best - 1))
                if not L:
                    continue
            one = base + RUFF_STATE + (state * 4 + own) * 4 + (<int>(odd >> (at + 2) & 1) << 1
                                                               | <int>(far >> (at + 2) & 1))
            two = base + RUFF_NEED + smaller(nd.left, 16) * 2 - 2 + ours
        else:
            owners = <int>(odd >> at & 7) << 3 | <int>(far >> at & 7)
            one = base + AWAY_TOPS + owners * 4 + own
            two = base + AWAY_STATE + (state * 4 + (owners >> 5 << 1 | owners >> 2 & 1)) * 4 + own
        card = lowest(L)
        rank(m, card, ORDER_WEIGHTS[one] + ORDER_WEIGHTS[two])
        noted(s, card, one, two, -1, -1, -1)

cdef inline void unranked(Moves* m, u64 cand) noexcept nogil:
    # Turns the entries that `rank` made into cards, and appends the others.
    cdef int i
    for i in range(m.ranked, m.n):
        m.card[i] = <u64>1 << (m.card[i] & 63)
        cand ^= m.card[i]
    push_up(m, cand)

cdef inline void order_learnt(const Game* g, const Node* nd, int a, bint soon, Trump t, int pos, u64 cand, Moves* m,
                              Signs* s) noexcept nogil:
    # a: the tricks that side A needs, roughly where tricks lie in a heap. soon: the race may end with this trick, so
    # that the highest cards of the suits are led first, trumps after the others. s: where the signs of each card are
    # kept for those who learn the weights; NULL in the search.
    static_check(sizeof(ORDER_WEIGHTS) == WEIGHTS + 1)
    if soon and pos == 0:
        push_up(m, cand & ALL & ~NOT_TOPS)
        cand &= ~(ALL & ~NOT_TOPS)
    if cand & (cand - 1) == 0:
        push_up(m, cand)
        return
    m.ranked = m.n
    if pos == 0:
        learnt_leads(g, nd, a, t, cand, m, s)
    elif cand & nd.led:
        if not learnt_follow(nd, t, pos, cand, m, s):
            return
    else:
        learnt_void(nd, t, pos, cand, m, s)
    unranked(m, cand)
