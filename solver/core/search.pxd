# What the one search (search.pxi) needs to run: one Search for each solver. The engine (engine.pyx) fills it and calls
# one of the modules that searches.pyx is built for (dispatch.pxd).
# Relies on everything in core. Refuses to know Python objects.

from libc.stdint cimport uint32_t, uint64_t

from .cache cimport Cache
from .cardset cimport u64
from .table cimport DEPTH, Game, Node

cdef enum:
    REFUTATIONS = 1 << 15  # words of the refutation table, a power of two
    POINTS = 40           # more than any hand has: four tens at six tricks each, and the tricks
    F_TABLE = 1           # features that can be switched off to measure or to check them
    F_BOUNDS = 2
    F_EQUALS = 4          # equivalent cards, and cards whose rank proved irrelevant, are tried once
    F_PATTERNS = 8        # off: every card of a stored proof keeps its place
    F_REFUTATIONS = 16    # the card that refuted a like position is tried first (killer table)
    F_ORDER = 32
    F_ALL = 63

cdef struct Search:
    Game game
    Cache cache
    Node nodes[DEPTH + 1]
    uint32_t* refutations                 # killer table, one card a word: its number in the lowest 6 bits, above a key
    u64 salt                          # part of every key, new for each solve: words of earlier solves never match
    u64 count                         # cards played since the solver was made
    u64 limit                         # ... and where to stop and call go_on; 0 = never
    u64 end                           # ... and where the caller's node limit lies
    bint (*go_on)(Search*) noexcept nogil  # raises the limit, or returns False: the answer is then thrown away
    void* owner                       # ... whom it asks
    bint interrupted                  # by a signal, whose exception waits to be raised
    bint stopped
    int features
    bint asked                        # hidden trump: the seat to move has just requested it
    int fallen                        # five-card start: points in the heap when nobody made trump in five tricks
    int pay[POINTS]                   # ... what A is paid for 0, 1, 2 ... points; never falls
    long mark                         # ... the sum of pays, over the cards of the pile, that A must reach
    bint drew                         # ... whether the last race reached that chance move
    u64 plays                         # perft: plays counted
