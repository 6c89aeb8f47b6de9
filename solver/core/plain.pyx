# cython: language_level=3
# distutils: define_macros=HK_PLAIN=1
# The search for tricks taken at once under a declared trump: the plain game of four seats, partners opposite
# (table.pxd: HK_PLAIN).

include "search.pxi"


cdef u64 race_plain(Search* s, AtOnce c, Declared t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)
