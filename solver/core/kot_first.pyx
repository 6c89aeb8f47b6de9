# cython: language_level=3
# distutils: define_macros=HK_PLAIN=1
# The search for the class first, then tricks, in the plain game of four seats, partners opposite (table.pxd: HK_PLAIN).

include "solver/core/search.pxi"


cdef void fill(Dispatch* d) noexcept nogil:
    d.kot = race[Kot, Declared]


dispatch = offer(fill)
