# The search for the games of heaps: double sar and dehla pakad, be-ranga, hidden trump.

include "search.pxi"


cdef void open_doors(Doors* d) noexcept nogil:
    d.heap = race[Heap, Declared]
    d.heap_satat = race[Heap, Satat]
    d.heap_in_play = race[Heap, InPlay]
    d.heap_hidden = race[Heap, Hidden]


def door() -> int:
    """The address of open_doors."""
    return <size_t>&open_doors
