# The way into each search that is built, for the gate: what is raced for, and how trump stands.
# A module fills in the doors of the searches that it holds (open_doors); it knows nothing of the others.

from .cardset cimport u64
from .rules.collect cimport Apart, AtOnce, Heap, Kot, Run, Perft
from .rules.trump cimport Declared, Hidden, InPlay, Kasiet, Satat
from .search cimport Search

# the trump; then the cards that lie in the running trick, and the place in it where a hidden trump was shown
cdef struct Doors:
    u64 (*plain)(Search*, AtOnce, Declared, int, int) noexcept nogil      # four seats, partners opposite, no duty
    u64 (*declared)(Search*, AtOnce, Declared, int, int) noexcept nogil   # any seats, sides and duties
    u64 (*satat)(Search*, AtOnce, Satat, int, int) noexcept nogil
    u64 (*kasiet)(Search*, AtOnce, Kasiet, int, int) noexcept nogil
    u64 (*in_play)(Search*, AtOnce, InPlay, int, int) noexcept nogil
    u64 (*hidden)(Search*, AtOnce, Hidden, int, int) noexcept nogil
    u64 (*apart)(Search*, Apart, Declared, int, int) noexcept nogil
    u64 (*run)(Search*, Run, Declared, int, int) noexcept nogil
    u64 (*kot)(Search*, Kot, Declared, int, int) noexcept nogil           # four seats, partners opposite, no duty
    u64 (*kot_declared)(Search*, Kot, Declared, int, int) noexcept nogil  # any seats, sides and duties
    u64 (*kot_satat)(Search*, Kot, Satat, int, int) noexcept nogil
    u64 (*kot_kasiet)(Search*, Kot, Kasiet, int, int) noexcept nogil
    u64 (*kot_in_play)(Search*, Kot, InPlay, int, int) noexcept nogil
    u64 (*kot_hidden)(Search*, Kot, Hidden, int, int) noexcept nogil
    u64 (*heap)(Search*, Heap, Declared, int, int) noexcept nogil
    u64 (*heap_satat)(Search*, Heap, Satat, int, int) noexcept nogil
    u64 (*heap_in_play)(Search*, Heap, InPlay, int, int) noexcept nogil
    u64 (*heap_hidden)(Search*, Heap, Hidden, int, int) noexcept nogil
    u64 (*perft)(Search*, Perft, Declared, int, int) noexcept nogil
    u64 (*perft_satat)(Search*, Perft, Satat, int, int) noexcept nogil
    u64 (*perft_kasiet)(Search*, Perft, Kasiet, int, int) noexcept nogil
    u64 (*perft_in_play)(Search*, Perft, InPlay, int, int) noexcept nogil
    u64 (*perft_hidden)(Search*, Perft, Hidden, int, int) noexcept nogil

ctypedef void (*OpenDoors)(Doors*) noexcept nogil
