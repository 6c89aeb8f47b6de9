# Which card first with two or three players: as among four (few.pxd).
# Relies on few and order. Only the order of tries depends on this file, never a value.

from .cardset cimport u64
from .few cimport seat_four, seat_of_four
from .order cimport Moves, order_follow, order_leads, order_void, push_down
from .table cimport Game, Node

cdef inline void order_few(const Game* g, const Node* nd, int pos, int seat, u64 led, u64 elig, u64 trumps, u64 best,
                           bint partner_best, u64 cand, Moves* m) noexcept nogil:
    cdef Node four
    if not seat_four(g, nd, &four):
        push_down(m, cand)
        return
    seat = seat_of_four(g, seat)
    if pos == 0:
        order_leads(g, &four, trumps, cand, m)
        return
    pos = (seat - four.leader) & 3
    if cand & led:
        order_follow(g, &four, pos, seat, led, elig, trumps, best, partner_best, cand, m)
    else:
        order_void(g, &four, pos, seat, led, elig, trumps, best, partner_best, cand, m)
