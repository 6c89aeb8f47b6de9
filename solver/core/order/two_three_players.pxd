# The order of the cards with two or three players: that of the same position with four seats (four_seats.pxd).
# Relies on four_seats and tricks. The order of the cards depends on this file, the result of the search does not.

from ..cardset cimport u64
from ..rules.trump cimport Trump
from ..table cimport Game, Node, Trick
from ..four_seats cimport seat_four, seat_of_four
from .moves cimport Moves, push_down
from .tricks cimport order_follow, order_leads, order_void

cdef inline void order_two_three(const Game* g, const Node* nd, Trump t, int pos, u64 cand, Moves* m) noexcept nogil:
    cdef Node four
    cdef Trick now
    if not seat_four(g, nd, &four):
        push_down(m, cand)
        return
    if pos == 0:
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
