# cython: language_level=3
# The text of the search once more, with nothing left out and nothing remembered (race sees to that): it counts the
# plays of a depth (perft) in s.plays.

include "solver/core/search.pxi"


cdef void fill(Dispatch* d) noexcept nogil:
    d.perft = race[Perft, Declared]
    d.perft_satat = race[Perft, Satat]
    d.perft_kasiet = race[Perft, Kasiet]
    d.perft_in_play = race[Perft, InPlay]
    d.perft_hidden = race[Perft, Hidden]


dispatch = offer(fill)
