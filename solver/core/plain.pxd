# The search for tricks taken at once under a declared trump: the plain game of four seats, partners opposite.

from .cardset cimport u64
from .rules.collect cimport AtOnce
from .rules.trump cimport Declared
from .search cimport Search

cdef u64 race_plain(Search* s, AtOnce c, Declared t, int on_table, int shown_at) noexcept nogil
