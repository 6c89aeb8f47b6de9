# cython: language_level=3
# Every pair of Collect and Trump that is searched, by the module it goes to. setup.py has the C text of this file made
# once and compiles it for each module, with HK_MODULE naming the module: MODULE is a constant to the C compiler, which
# leaves the pairs of the other modules out.

include "solver/core/search.pxi"

cdef extern from *:
    """
    enum {HK_PLAIN_GAME, HK_KOT_FIRST, HK_HEAPS, HK_SPECIAL, HK_PERFT};
    """
    const int MODULE "HK_MODULE"
    const int PLAIN "HK_PLAIN_GAME"      # tricks at once under a declared trump, four seats, partners opposite, no duty
    const int KOT_FIRST "HK_KOT_FIRST"   # the class first, then tricks, for the same game
    const int HEAPS "HK_HEAPS"           # double sar and dehla pakad, be-ranga, hidden trump
    const int SPECIAL "HK_SPECIAL"       # every other pair, and the questions that are no race for points
    const int PERFT "HK_PERFT"           # nothing left out and nothing remembered (see race): counts plays in s.plays


cdef void fill(Dispatch* d) noexcept nogil:
    if MODULE == PLAIN:
        d.plain = race[AtOnce, Declared]
    elif MODULE == KOT_FIRST:
        d.kot = race[Kot, Declared]
    elif MODULE == HEAPS:
        d.heap = race[Heap, Declared]
        d.heap_satat = race[Heap, Satat]
        d.heap_in_play = race[Heap, InPlay]
        d.heap_hidden = race[Heap, Hidden]
    elif MODULE == SPECIAL:
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
    elif MODULE == PERFT:
        d.perft = race[Perft, Declared]
        d.perft_satat = race[Perft, Satat]
        d.perft_kasiet = race[Perft, Kasiet]
        d.perft_in_play = race[Perft, InPlay]
        d.perft_hidden = race[Perft, Hidden]


dispatch = offer(fill)
