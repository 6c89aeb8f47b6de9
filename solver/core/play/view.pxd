# What one seat knows at its turn, and nothing else: a policy is given this and no hand of another seat.
# Relies on state. Knows no rule but what the two axes say, and no policy.

from ..cardset cimport LANE_OF, first, lane, u64
from ..rules.trump cimport CALLER, Declared, Hidden, InPlay, Kasiet, Satat, Trump, contenders, takes, w_card
from ..table cimport Game, Node
from .state cimport NOBODY_OPEN, HandInPlay, View, above, dealt, flat

cdef inline u64 may_hold(const HandInPlay* h, const View* v, int seat) noexcept nogil:
    # The cards that another seat may hold, by what it has shown; those that it does hold where its hand lies open.
    cdef u64 other, known = 0, shown = h.barred[seat]
    cdef bint lies_open = False
    if not h.nd.hand[seat] & ~h.in_play.later:
        return 0
    if h.dummy != NOBODY_OPEN:
        if v.seat == h.dummy:
            other = (h.dummy + 2) % h.game.seats
            lies_open = seat == <int>other
            known = dealt(h, <int>other)
        else:
            lies_open = seat == h.dummy
            known = dealt(h, h.dummy)
        if lies_open:
            return dealt(h, seat)
    elif h.laid and v.seat != CALLER:
        if seat != CALLER:
            known = h.laid & h.nd.hand[CALLER]
        elif h.nd.hand[CALLER] == h.laid:
            return h.laid
    return v.unseen & ~known & ~(shown & ~h.laid if seat == CALLER else shown)

cdef inline bint sees_trump(const HandInPlay* h, int seat, Trump t) noexcept nogil:
    # Whether the trump of this moment is known to the seat.
    if Trump is Kasiet:
        return seat == CALLER or t.shown
    elif Trump is Hidden:
        return seat == CALLER or t.shown
    elif Trump is InPlay:
        return h.game.set_active
    else:
        return True

cdef inline u64 winners(const HandInPlay* h, Trump t, u64 cards, u64 best) noexcept nogil:
    # Those of these raised cards that would win the trick, for a seat that knows the trump.
    cdef const Game* g = &h.game
    cdef const Node* nd = &h.nd
    cdef u64 card, found = 0
    cdef Trump then
    if Trump is Declared or Trump is Satat or Trump is Kasiet:
        return cards & contenders(t, nd.led) & above(best)
    else:
        if Trump is InPlay:
            # the card that would make trump is not taken for one
            if t.suit == 0:
                return cards & nd.led & above(best)
        while cards:
            card = cards & (~cards + 1)
            then = t
            if takes(g, nd, &then, card, best, nd.led):
                found |= card
            cards ^= card
        return found

cdef inline void by_led_suit(const HandInPlay* h, View* v, u64 legal_cards) noexcept nogil:
    # The trick for a seat that does not know the trump of trup kasiet: the 2 of hearts wins, else the led suit.
    cdef const Node* nd = &h.nd
    cdef u64 lane_led = LANE_OF[first(flat(h, nd.trick[1].card))]
    cdef u64 card
    cdef int i
    v.best = 0
    for i in range(h.placed):
        card = nd.trick[i + 1].card
        if card == w_card() or not v.best & w_card() and card & lane_led & above(v.best):
            v.best = card
            v.winner = nd.trick[i].seat
    v.winning = 0
    if not v.best & w_card():
        v.winning = legal_cards & (lane_led | w_card()) & above(v.best)

cdef inline void look(const HandInPlay* h, View* v, Trump t, int seat, u64 legal_cards) noexcept nogil:
    # Fills in the view of the seat to play.
    cdef const Game* g = &h.game
    cdef const Node* nd = &h.nd
    cdef bint knows = sees_trump(h, seat, t)
    cdef int i, all_seats = (1 << g.seats) - 1
    v.seat = seat
    v.seats = g.seats
    v.hand = dealt(h, seat)
    if Trump is Hidden:
        if not t.shown:
            v.hand &= ~nd.marked
    v.legal = flat(h, legal_cards)
    v.unseen = flat(h, h.held) & ~dealt(h, seat) | h.out[seat]
    v.trump = t.suit if knows else 0
    v.placed = h.placed
    v.tricks_left = nd.left
    v.mates = 0 if h.three or g.seats == 2 else (0b010101 << (seat & 1)) & all_seats & ~(1 << seat)
    v.rivals = all_seats & ~v.mates & ~(1 << seat)
    for i in range(4):
        v.lane_of_suit[i] = h.lane_of_suit[i]
    v.led = 0
    v.winning = 0
    if h.placed == 0:
        return
    v.led = nd.led
    v.winner = nd.trick[h.placed].winner
    if Trump is Kasiet:
        if not knows:
            by_led_suit(h, v, legal_cards)
            v.winning = flat(h, v.winning)
            v.best = flat(h, v.best)
            return
    v.best = nd.trick[h.placed].best
    v.winning = flat(h, winners(h, t, legal_cards, v.best))
    v.best = flat(h, v.best if v.best else nd.trick[1].card)
