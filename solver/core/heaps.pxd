# The search for the games of heaps: double sar and dehla pakad, be-ranga, hidden trump.

from .cardset cimport u64
from .rules.collect cimport Heap
from .rules.trump cimport Declared, Hidden, InPlay, Satat
from .search cimport Search

cdef u64 race_heap(Search* s, Heap c, Declared t, int on_table, int shown_at) noexcept nogil
cdef u64 race_heap_satat(Search* s, Heap c, Satat t, int on_table, int shown_at) noexcept nogil
cdef u64 race_heap_in_play(Search* s, Heap c, InPlay t, int on_table, int shown_at) noexcept nogil
cdef u64 race_heap_hidden(Search* s, Heap c, Hidden t, int on_table, int shown_at) noexcept nogil
