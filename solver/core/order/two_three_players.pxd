# The order of the cards with two or three players: that of the same position with four seats (four_seats.pxd). So is
# the learnt order of the leads: with three players it saves a third of the cards, with two it costs time.
# Relies on four_seats, learnt_leads and tricks. The order of the cards depends on this file, the result does not.

from ..cache cimport ENDLESS
from ..cardset cimport u64
from ..rules.collect cimport Apart, AtOnce, Collect, enough
from ..rules.trump cimport Trump
from ..table cimport Game, Node, Trick
from ..four_seats cimport four_game, seat_four, seat_of_four
from .learnt_leads cimport order_learnt_leads
from .moves cimport Moves, push_down
from .tricks cimport order_follow, order_leads, order_void

cdef inline void order_two_three(const Game* g, const Node* nd, Collect c, Trump t, int pos, u64 cand,
                                 Moves* m) noexcept nogil:
    cdef Node four
    cdef Game game
    cdef AtOnce once
    cdef Trick now
    if not seat_four(g, nd, &four):
        push_down(m, cand)
        return
    if pos == 0:
        once.a = 0
        once.b = ENDLESS
        if Collect is AtOnce:
            once = c
        elif Collect is Apart:
            once.a = enough(nd.left, c)
        if once.a and g.seats == 3 and not g.duty:
            four_game(&game)
            if order_learnt_leads(&game, &four, once, t, cand, m):
                return
        order_leads(&four, t, cand, m)
        return
    now = nd.trick[pos]
    now.seat = seat_of_four(g, now.seat)
    now.winner = seat_of_four(g, now.winner)
    pos = (now.seat - four.leader) & 3
    four.led = nd.led
    four.trick[pos] = now
    if cand & nd.led:
        order_follow(&four, t, pos, cand, m)
    else:
        order_void(&four, t, pos, cand, m)
