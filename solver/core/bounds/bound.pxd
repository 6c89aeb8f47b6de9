# The one hook of the search for bounds: a proof without search, or none.
# A bound returns a proof (cache.pxd) with the cards that say so as its mask, or 0; each says why it is exact, and
# which test fails if it is not.

from ..cache cimport won
from ..cardset cimport rarely, u64
from ..rules.collect cimport Collect, Heap, Kot, points_alone
from ..rules.trump cimport Satat, Trump
from ..table cimport Game, Node, seats_of
from .heap cimport heap_bound
from .quick_tricks cimport quick_tricks
from .quick_tricks_satat cimport quick_tricks_satat
from .quick_tricks_two_three cimport quick_tricks_two_three

cdef inline u64 bound(const Game* g, Node* nd, Collect c, Trump t) noexcept nogil:
    # At the start of a trick, in a race that is still open.
    cdef u64 p
    if Collect is Kot:
        # Points that are sure are half of the question: where both are needed, those of B refute it; where one is
        # enough, those of A answer it.
        # Test: tests/search/test_kot_first.py::test_full_deals_without_bounds
        p = bound(g, nd, points_alone(c), t)
        return 0 if p and won(p) == c.both else p
    elif Collect is Heap:
        return heap_bound(g, nd, c, t)
    elif Trump is Satat:
        return quick_tricks_satat(g, nd, c, t)
    elif rarely(seats_of(g) < 4):
        return quick_tricks_two_three(g, nd, c, t)
    else:
        return quick_tricks(g, nd, c, t)
