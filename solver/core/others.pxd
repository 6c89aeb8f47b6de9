# The search for tricks taken at once by other seats and sides or under any other trump, and for the questions that are
# no race for points.

from .cardset cimport u64
from .rules.collect cimport Apart, AtOnce, Run
from .rules.trump cimport Declared, Hidden, InPlay, Kasiet, Satat
from .search cimport Search

cdef u64 race_others(Search* s, AtOnce c, Declared t, int on_table, int shown_at) noexcept nogil
cdef u64 race_satat(Search* s, AtOnce c, Satat t, int on_table, int shown_at) noexcept nogil
cdef u64 race_kasiet(Search* s, AtOnce c, Kasiet t, int on_table, int shown_at) noexcept nogil
cdef u64 race_in_play(Search* s, AtOnce c, InPlay t, int on_table, int shown_at) noexcept nogil
cdef u64 race_hidden(Search* s, AtOnce c, Hidden t, int on_table, int shown_at) noexcept nogil
cdef u64 race_apart(Search* s, Apart c, Declared t, int on_table, int shown_at) noexcept nogil
cdef u64 race_run(Search* s, Run c, Declared t, int on_table, int shown_at) noexcept nogil
