# cython: language_level=3
# The search for tricks taken at once by other seats and sides or under any other trump, and for the questions that are
# no race for points.

include "solver/core/search.pxi"


cdef void fill(Dispatch* d) noexcept nogil:
    d.declared = race[AtOnce, Declared]
    d.satat = race[AtOnce, Satat]
    d.kasiet = race[AtOnce, Kasiet]
    d.in_play = race[AtOnce, InPlay]
    d.hidden = race[AtOnce, Hidden]
    d.apart = race[Apart, Declared]
    d.run = race[Run, Declared]
    d.kot_declared = race[Kot, Declared]
    d.kot_satat = race[Kot, Satat]
    d.kot_kasiet = race[Kot, Kasiet]
    d.kot_in_play = race[Kot, InPlay]
    d.kot_hidden = race[Kot, Hidden]


dispatch = offer(fill)
