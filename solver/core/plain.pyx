# cython: language_level=3
# distutils: define_macros=HK_PLAIN=1
# The search for tricks taken at once under a declared trump: the plain game of four seats, partners opposite
# (table.pxd: HK_PLAIN).

include "solver/core/search.pxi"


cdef void fill(Dispatch* d) noexcept nogil:
    d.plain = race[AtOnce, Declared]


dispatch = offer(fill)
