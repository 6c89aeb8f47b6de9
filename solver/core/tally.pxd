# Counting plays to a depth, for every trump: s.tally. The search must have no features.

from .cardset cimport u64
from .rules.collect cimport Tally
from .rules.trump cimport Declared, Hidden, InPlay, Kasiet, Satat
from .search cimport Search

cdef u64 count_declared(Search* s, Tally c, Declared t, int on_table, int shown_at) noexcept nogil
cdef u64 count_satat(Search* s, Tally c, Satat t, int on_table, int shown_at) noexcept nogil
cdef u64 count_kasiet(Search* s, Tally c, Kasiet t, int on_table, int shown_at) noexcept nogil
cdef u64 count_in_play(Search* s, Tally c, InPlay t, int on_table, int shown_at) noexcept nogil
cdef u64 count_hidden(Search* s, Tally c, Hidden t, int on_table, int shown_at) noexcept nogil
