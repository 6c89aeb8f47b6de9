# A policy that is learnt: numbers describe each legal card, and the card with the highest weighted sum is played. What
# the rule of thumb would play is one of the numbers, so that the weights are corrections of it.
# Relies on view and thumb. Knows no other hand. benchmarks/learn_policy.py fits the weights (learnt.json).
# Test: tests/players/test_learnt.py::test_a_card_does_not_depend_on_what_its_seat_does_not_see

from ..cardset cimport LANE_OF, SUIT_OF, WIDTH, count, first, highest, lane, lowest, u64
from ..table cimport SEATS, in_a
from .state cimport FEATURES, HandInPlay, View
from .thumb cimport thumb
from .view cimport may_hold

cdef struct Around:       # what the cards of a decision have in common
    u64 thumbs            # the card of the rule of thumb
    u64 may[SEATS]
    u64 rivals_may        # cards that some opponent may hold,
    u64 later_may         # ... one that plays after this seat in the trick
    int ruffs[4]          # lanes: opponents (on a trick: later ones) who are void and may hold a trump
    int mates_void[4]     # lanes: partners who are void and may hold a trump
    bint trumps_against   # an opponent may hold a trump
    bint mate_wins
    bint own_kot          # the other side has nothing yet
    bint their_kot
    float wealth          # trumps of the own hand
    float pile            # tricks or tens that lie in the heap
    bint streak           # the leader won the trick before
    int context

cdef inline void look_around(const HandInPlay* h, const View* v, Around* a) noexcept nogil:
    cdef int seat, i, suit
    cdef int ours = 0 if in_a(&h.game, v.seat) else 1
    cdef bint later
    a.thumbs = thumb(h, v)
    a.rivals_may = a.later_may = 0
    for suit in range(4):
        a.ruffs[suit] = a.mates_void[suit] = 0
    for i in range(1, v.seats):
        seat = v.seat + i if v.seat + i < v.seats else v.seat + i - v.seats
        a.may[seat] = may_hold(h, v, seat)
        later = i < v.seats - v.placed
        if v.rivals >> seat & 1:
            a.rivals_may |= a.may[seat]
            if later:
                a.later_may |= a.may[seat]
        for suit in range(4):
            if not a.may[seat] & lane(suit) and a.may[seat] & v.trump:
                if v.mates >> seat & 1:
                    a.mates_void[suit] += 1
                elif later:
                    a.ruffs[suit] += 1
    a.trumps_against = (a.rivals_may & v.trump) != 0
    a.mate_wins = v.placed and v.mates >> v.winner & 1
    a.own_kot = not h.three and h.points[1 - ours] == 0
    a.their_kot = not h.three and h.points[ours] == 0
    a.wealth = count(v.hand & v.trump) / 13.0
    a.pile = h.pile / 4.0
    a.streak = h.heap_game and h.streak.chain > 0
    a.context = 0 if v.placed == 0 else 3 if v.placed == v.seats - 1 else 1 if v.placed == 1 else 2
    if not (v.mates | 1 << v.seat) & 1:
        a.context += 4

cdef inline void describe(const HandInPlay* h, const View* v, const Around* a, u64 card, float* f) noexcept nogil:
    # The numbers of one card; f: FEATURES of them.
    cdef int at = first(card)
    cdef int suit = SUIT_OF[at]
    cdef u64 cards = LANE_OF[at]
    cdef u64 unseen = v.unseen & cards
    cdef u64 held = v.hand & cards
    cdef u64 rest = held ^ card
    cdef int higher = count(unseen & ~(card | (card - 1)))
    cdef int length = count(held)
    cdef bint trump = (card & v.trump) != 0
    cdef bint master = higher == 0
    cdef bint equal_below = False
    cdef bint wins = (card & v.winning) != 0
    cdef bint void = v.placed and not card & v.led
    cdef int i
    for i in range(FEATURES):
        f[i] = 0
    if rest & (card - 1):
        equal_below = not (unseen & (card - 1) & ~(highest(rest & (card - 1)) - 1))
    f[0] = card == a.thumbs
    f[1] = trump
    f[2] = (at - WIDTH * suit) / 12.0
    f[3] = master
    f[4] = higher / 4.0
    f[5] = count(unseen) / 13.0
    f[6] = length / 13.0
    f[7] = equal_below
    f[8] = not rest & (card - 1)           # the lowest of its suit
    f[9] = not rest & ~(card | (card - 1))
    f[10] = rest == 0
    f[11] = rest == 0 and not trump and a.wealth > 0
    f[12] = master and a.own_kot
    f[13] = master and a.their_kot
    f[14] = not trump and highest(held) != card and not unseen & ~(highest(held) - 1)
    f[15] = (card & h.nd.marked) != 0 and h.game.count_tens
    f[16] = a.pile * f[3]
    f[17] = a.streak and master
    if v.placed == 0:
        f[18] = trump and a.trumps_against
        f[19] = trump and a.trumps_against and master
        f[20] = 0 if trump else a.ruffs[suit]
        f[21] = 0 if trump else a.mates_void[suit]
        f[22] = not trump and master and a.trumps_against
        f[23] = 0 if trump else a.wealth
        f[24] = trump and count(v.hand & v.trump) > count(unseen)
        f[25] = not trump and master and not a.trumps_against
        f[26] = not trump and not unseen
        f[27] = f[6] if not trump and not a.trumps_against else 0
        f[28] = not trump and higher == 1
        f[29] = f[2] if not trump and not master else 0
        f[30] = f[2] if trump and not master else 0
        f[31] = a.ruffs[suit] if master else 0
    else:
        f[18] = wins
        f[19] = wins and master and not (a.ruffs[SUIT_OF[first(v.led)]] and not trump)
        f[20] = wins and not a.later_may & cards & ~(card | (card - 1))
        f[21] = wins and a.mate_wins
        f[22] = a.mate_wins
        f[23] = wins and void
        f[24] = a.ruffs[SUIT_OF[first(v.led)]] if wins and not trump else 0
        f[25] = wins and not v.winning & cards & (card - 1)          # the cheapest of its suit that wins
        f[26] = f[2] if not wins else 0
        f[27] = void and not trump and master
        f[28] = f[6] if void and not trump else 0
        f[29] = wins and a.own_kot
        f[30] = wins and a.their_kot
        f[31] = wins and (a.pile if h.heap_game else f[4])

cdef inline u64 learnt(const HandInPlay* h, const View* v) noexcept nogil:
    cdef Around a
    cdef float f[FEATURES]
    cdef float score, most = 0
    cdef const float* w
    cdef u64 card, found = 0
    cdef u64 left = v.legal
    cdef int i
    look_around(h, v, &a)
    w = h.weights[v.seat & 1] + a.context * FEATURES
    while left:
        card = lowest(left)
        left ^= card
        describe(h, v, &a, card, f)
        score = 0
        for i in range(FEATURES):
            score += w[i] * f[i]
        if not found or score > most:
            most = score
            found = card
    return found
