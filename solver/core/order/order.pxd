# The hook of the search for the order of the cards: chooses the function that orders this choice.
# The order of the cards depends on this folder, the result of the search does not. So each order can be changed alone.

from ..cache cimport ENDLESS
from ..cardset cimport rarely, u64
from ..rules.collect cimport AtOnce, Collect, Heap
from ..rules.trump cimport Trump
from ..table cimport Game, Node, duties, seats_of, side_a_of
from .any_sides cimport order_any
from .heap_leads cimport order_heap_leads
from .learnt_leads cimport order_learnt_leads
from .moves cimport Moves, push_up
from .tens cimport tens_first
from .tricks cimport order_follow, order_leads, order_tops, order_void
from .two_three_players cimport order_two_three

cdef inline bint may_end_soon(Collect c) noexcept nogil:
    # Whether the race may end before the last trick: the question of a kot.
    if Collect is AtOnce:
        return c.b != ENDLESS
    else:
        return False

cdef inline void order(const Game* g, const Node* nd, Collect c, Trump t, int pos, u64 cand, Moves* m) noexcept nogil:
    # Lists the candidates for place pos of the running trick (0 = the lead), each once, the most promising first.
    cdef u64 tens
    if rarely(seats_of(g) < 4):
        order_two_three(g, nd, c, t, pos, cand, m)
    elif rarely(seats_of(g) != 4 or side_a_of(g) != 0b010101):
        order_any(g, nd, t, pos, cand, m)
    elif pos == 0:
        if Collect is Heap:
            # the weights were learnt without duties to trump; with such a duty they cost up to 17 % more cards
            if duties(g):
                order_leads(nd, t, cand, m)
            else:
                order_heap_leads(g, nd, c, t, cand, m, NULL)
        elif not order_learnt_leads(g, nd, c, t, cand, m):
            if may_end_soon(c):
                order_tops(t, &cand, m)
            order_leads(nd, t, cand, m)
    else:
        if Collect is Heap:
            if g.count_tens:
                tens = tens_first(nd, t, pos, cand)
                push_up(m, tens)
                cand &= ~tens
        if cand & nd.led:
            order_follow(nd, t, pos, cand, m)
        elif cand:
            order_void(nd, t, pos, cand, m)
