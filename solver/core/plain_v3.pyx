# cython: language_level=3
# distutils: define_macros=HK_PLAIN=1
# The plain search once more, for processors with the bit instructions of x86-64-v3; loaded only where they are found.

include "search.pxi"


cdef u64 race_plain(Search* s, AtOnce c, Declared t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


def door() -> int:
    """The address of race_plain, for the gate."""
    return <size_t>&race_plain
