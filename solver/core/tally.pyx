# cython: language_level=3
# The text of the search once more, with nothing left out and nothing remembered: it counts plays to a depth (perft) in
# s.tally. The search must have no features.

include "search.pxi"


cdef void open_doors(Doors* d) noexcept nogil:
    d.tally = race[Tally, Declared]
    d.tally_satat = race[Tally, Satat]
    d.tally_kasiet = race[Tally, Kasiet]
    d.tally_in_play = race[Tally, InPlay]
    d.tally_hidden = race[Tally, Hidden]


def door() -> int:
    """The address of open_doors."""
    return <size_t>&open_doors
