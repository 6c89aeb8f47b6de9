# Which card first with two or three players: as among four (few.pxd).
# Relies on few and order. Only the order of tries depends on this file, never a value.

from .cardset cimport u64
from .few cimport seat_four, seat_of_four
from .order cimport Moves, order_follow, order_leads, order_void, push_down
from .rules.trump cimport Trump
from .table cimport Game, Node, Trick

cdef inline void order_few(const Game* g, const Node* nd, Trump t, int pos, u64 cand, Moves* m) noexcept nogil:
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
