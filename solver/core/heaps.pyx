# cython: language_level=3
# The search for the games of heaps: double sar and dehla pakad, be-ranga, hidden trump.

include "search.pxi"


cdef u64 race_heap(Search* s, Heap c, Declared t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


cdef u64 race_heap_satat(Search* s, Heap c, Satat t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


cdef u64 race_heap_in_play(Search* s, Heap c, InPlay t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


cdef u64 race_heap_hidden(Search* s, Heap c, Hidden t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)
