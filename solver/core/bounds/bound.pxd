# The hook of the search for bounds: a proof found without search, or 0 for none.
# The mask of the proof (cache.pxd) has the cards on which the bound depends. Each bound says why it is exact and names
# the test that fails if it is not.

from ..cache cimport ENDLESS, won
from ..cardset cimport rarely, u64
from ..rules.collect cimport AtOnce, Collect, Heap, Kot, points_alone
from ..rules.trump cimport Declared, Satat, Trump
from ..table cimport Game, Node, seats_of
from ..hands cimport Hands4, four_partners, seen_from
from .heap cimport heap_bound, heap_refuted_leads
from .quick_tricks cimport quick_tricks
from .quick_tricks_satat cimport quick_tricks_satat
from .quick_tricks_two_three cimport quick_tricks_two_three, refuted_leads_two_three
from .refuted_leads cimport refuted_leads
from .unbeaten_run cimport lost_leads, unbeaten_run

cdef inline u64 bound(const Game* g, const Node* nd, Collect c, Trump t) noexcept nogil:
    # At the start of a trick, in a race that is still open.
    cdef Hands4 h
    cdef u64 p
    if Collect is Kot:
        # The bound of the points decides half of the question. If A needs the points and the kot, a proof that A misses
        # the points refutes it; if one of the two is enough, a proof that A takes the points answers it. It is asked
        # about points that are still open: those made or out of reach decide nothing here.
        # Test: tests/search/test_kot_first.py::test_full_deals_without_bounds
        if c.a < 1 or c.a > nd.left:
            return 0
        p = bound(g, nd, points_alone(c), t)
        return 0 if p and won(p) == c.both else p
    elif Trump is Declared:
        if rarely(seats_of(g) < 4):
            return quick_tricks_two_three(g, nd, c, t)
        if not four_partners(g):
            return 0
        if Collect is Heap:
            return heap_bound(g, nd, c, t)
        elif Collect is AtOnce:
            if c.b != ENDLESS and t.suit == 0:
                return 0
            seen_from(nd, nd.leader, t.suit, &h)
            return quick_tricks(&h, c.a) if c.b == ENDLESS else unbeaten_run(&h, c.a, c.b)
    elif Trump is Satat:
        if Collect is AtOnce:
            if c.b == ENDLESS and t.suit != 0 and four_partners(g):
                return quick_tricks_satat(g, nd, c, t)
    return 0

cdef inline u64 failing_leads(const Game* g, const Node* nd, Collect c, Trump t, u64* mask) noexcept nogil:
    # The leads that lose the race by a proof without search, and the cards that prove it.
    cdef Hands4 h
    if Trump is Declared:
        if Collect is AtOnce:
            if rarely(seats_of(g) < 4):
                return refuted_leads_two_three(g, nd, c, t, mask)
            if four_partners(g):
                seen_from(nd, nd.leader, t.suit, &h)
                return refuted_leads(&h, c.a, mask) if c.b == ENDLESS else lost_leads(&h, c.a, c.b, mask)
        elif Collect is Heap:
            if four_partners(g):
                return heap_refuted_leads(g, nd, c, t, mask)
    return 0
