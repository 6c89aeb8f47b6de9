# cython: language_level=3
# The search of double sar and dehla pakad once more, for processors with the bit instructions of x86-64-v3; loaded
# only where they are found.

include "search.pxi"


cdef u64 race_heap(Search* s, Heap c, Declared t, int on_table, int shown_at) noexcept nogil:
    return race(s, &s.nodes[0], c, t, on_table, shown_at)


def door() -> int:
    """The address of race_heap, for the gate."""
    return <size_t>&race_heap
