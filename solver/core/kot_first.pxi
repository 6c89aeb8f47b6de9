# The search for the class first, then tricks, in the plain game of four seats, partners opposite (table.pxd: HK_PLAIN).

include "search.pxi"


cdef void open_doors(Doors* d) noexcept nogil:
    d.kot = race[Kot, Declared]


def door() -> int:
    """The address of open_doors."""
    return <size_t>&open_doors
