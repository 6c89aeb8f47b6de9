# The order of the cards with two or three players: that of the same position with four seats (four_seats.pxd).
# Relies on four_seats and learnt. The order of the cards depends on this file, the result does not.

from ..cardset cimport u64
from ..rules.collect cimport Apart, AtOnce, Collect, enough
from ..rules.trump cimport Trump
from ..table cimport Game, Node, Trick
from ..four_seats cimport four_game, seat_four, seat_of_four
from .learnt cimport may_end_soon, order_learnt
from .moves cimport Moves, push_down

cdef inline void order_two_three(const Game* g, const Node* nd, Collect c, Trump t, int pos, u64 cand,
                                 Moves* m) noexcept nogil:
    cdef Node four
    cdef Game game
    cdef AtOnce once
    cdef Trick now
    if not seat_four(g, nd, &four):
        push_down(m, cand)
        return
    four_game(&game)
    once.a = (nd.left + 1) // 2
    if Collect is AtOnce:
        once = c
    elif Collect is Apart:
        once.a = enough(nd.left, c)
    if pos:
        now = nd.trick[pos]
        now.seat = seat_of_four(g, now.seat)
        now.winner = seat_of_four(g, now.winner)
        pos = (now.seat - four.leader) & 3
        four.led = nd.led
        four.trick[pos] = now
    order_learnt(&game, &four, once.a, may_end_soon(c), t, pos, cand, m, NULL)
