# cython: language_level=3
# The text of the search once more, with nothing left out and nothing remembered: it counts plays to a depth (perft).

include "search.pxi"


cdef u64 count_declared(Search* s, Tally c, Declared t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


cdef u64 count_satat(Search* s, Tally c, Satat t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


cdef u64 count_kasiet(Search* s, Tally c, Kasiet t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


cdef u64 count_in_play(Search* s, Tally c, InPlay t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


cdef u64 count_hidden(Search* s, Tally c, Hidden t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)
