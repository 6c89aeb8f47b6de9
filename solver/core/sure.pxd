# Tricks that are sure without search. Every bound comes with its reason and a test that would fail without it.
# Relies on cardset, table, rules. Only races that last to the last point use trick counts.

from .cache cimport ENDLESS, proof
from .cardset cimport u64
from .rules.collect cimport AtOnce, Collect, Heap
from .rules.trump cimport Declared, Satat, Trump
from .table cimport Game, Node

cdef inline u64 sure(const Game* g, const Node* nd, Collect c, Trump t) noexcept nogil:
    # A proof, or 0 when nothing is sure enough.
    return 0
