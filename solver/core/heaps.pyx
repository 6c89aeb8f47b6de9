# cython: language_level=3
# The search for the games of heaps: double sar and dehla pakad, be-ranga, hidden trump.

include "solver/core/search.pxi"


cdef void fill(Dispatch* d) noexcept nogil:
    d.heap = race[Heap, Declared]
    d.heap_satat = race[Heap, Satat]
    d.heap_in_play = race[Heap, InPlay]
    d.heap_hidden = race[Heap, Hidden]


dispatch = offer(fill)
