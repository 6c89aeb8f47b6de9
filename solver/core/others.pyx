# cython: language_level=3
# The search for tricks taken at once by other seats and sides or under any other trump, and for the questions that are
# no race for points.

include "search.pxi"


cdef u64 race_others(Search* s, AtOnce c, Declared t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


cdef u64 race_satat(Search* s, AtOnce c, Satat t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


cdef u64 race_kasiet(Search* s, AtOnce c, Kasiet t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


cdef u64 race_in_play(Search* s, AtOnce c, InPlay t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


cdef u64 race_hidden(Search* s, AtOnce c, Hidden t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


cdef u64 race_apart(Search* s, Apart c, Declared t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


cdef u64 race_run(Search* s, Run c, Declared t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)
