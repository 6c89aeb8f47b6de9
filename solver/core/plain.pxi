# The search for tricks taken at once under a declared trump: the plain game of four seats, partners opposite
# (table.pxd: HK_PLAIN).

include "search.pxi"


cdef void open_doors(Doors* d) noexcept nogil:
    d.plain = race[AtOnce, Declared]


def door() -> int:
    """The address of open_doors."""
    return <size_t>&open_doors
