# The one hook of the search for the order of tries: which of the orders serves this choice.
# Only the order of tries depends on this folder, never a value; so each order may be changed by itself.

from ..cardset cimport rarely, u64
from ..rules.collect cimport Collect, Heap
from ..rules.trump cimport Trump
from ..table cimport Game, Node, duties, seats_of, side_a_of
from .any_sides cimport order_any
from .heap_leads cimport order_heap_leads
from .learnt_leads cimport order_learnt_leads
from .moves cimport Moves
from .tricks cimport order_follow, order_leads, order_void
from .two_three_players cimport order_two_three

cdef inline void order(const Game* g, const Node* nd, Collect c, Trump t, int pos, u64 cand, Moves* m) noexcept nogil:
    # Lists the candidates for place pos of the running trick, each once, best first.
    if rarely(seats_of(g) < 4):
        order_two_three(g, nd, t, pos, cand, m)
    elif rarely(seats_of(g) != 4 or side_a_of(g) != 0b010101):
        order_any(g, nd, t, pos, cand, m)
    elif pos == 0:
        if Collect is Heap:
            # learnt without duties to trump; with them it played up to 17 % more cards
            if duties(g):
                order_leads(nd, t, cand, m)
            else:
                order_heap_leads(g, nd, c, t, cand, m)
        elif not order_learnt_leads(g, nd, c, t, cand, m):
            order_leads(nd, t, cand, m)
    elif cand & nd.led:
        order_follow(nd, t, pos, cand, m)
    else:
        order_void(nd, t, pos, cand, m)
