# cython: language_level=3
# The text of the search once more, with nothing left out and nothing remembered: it counts plays to a depth (perft) in
# s.plays. The search must have no features.

include "search.pxi"


cdef void open_doors(Doors* d) noexcept nogil:
    d.perft = race[Perft, Declared]
    d.perft_satat = race[Perft, Satat]
    d.perft_kasiet = race[Perft, Kasiet]
    d.perft_in_play = race[Perft, InPlay]
    d.perft_hidden = race[Perft, Hidden]


def door() -> int:
    """The address of open_doors."""
    return <size_t>&open_doors
