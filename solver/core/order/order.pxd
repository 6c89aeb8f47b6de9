# The hook of the search for the order of the cards: chooses the function that orders this choice.
# The order of the cards depends on this folder, the result of the search does not. So each order can be changed alone.

from ..cardset cimport rarely, u64
from ..rules.collect cimport AtOnce, Collect, Heap, Kot
from ..rules.trump cimport Trump
from ..table cimport Game, Node, duties, seats_of, side_a_of
from .any_sides cimport order_any
from .heap_leads cimport order_heap_leads
from .learnt cimport may_end_soon, order_learnt
from .moves cimport Moves, push_up
from .tens cimport tens_first
from .two_three_players cimport order_two_three

cdef inline int tricks_for_a(const Node* nd, Collect c) noexcept nogil:
    # The tricks that A needs, roughly where tricks lie in a heap.
    if Collect is AtOnce or Collect is Kot:
        return c.a
    else:
        return (nd.left + 1) // 2

cdef inline void order(const Game* g, const Node* nd, Collect c, Trump t, int pos, u64 cand, Moves* m) noexcept nogil:
    # Lists the candidates for place pos of the running trick (0 = the lead), each once, the most promising first.
    cdef u64 tens
    if rarely(seats_of(g) < 4):
        order_two_three(g, nd, c, t, pos, cand, m)
        return
    if rarely(seats_of(g) != 4 or side_a_of(g) != 0b010101):
        order_any(g, nd, t, pos, cand, m)
        return
    if Collect is Heap:
        # the weights were learnt without duties to trump; with such a duty they cost up to 17 % more cards
        if pos == 0 and not duties(g):
            order_heap_leads(g, nd, c, t, cand, m, NULL)
            return
        if pos and g.count_tens:
            tens = tens_first(nd, t, pos, cand)
            push_up(m, tens)
            cand &= ~tens
    if cand:
        order_learnt(g, nd, tricks_for_a(nd, c), may_end_soon(c), t, pos, cand, m, NULL)
