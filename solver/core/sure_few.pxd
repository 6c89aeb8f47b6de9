# Tricks that are sure with two or three players. Relies on sure.pxd, and on its conditions: tricks that go to their
# winner at once, races to the last point.
# They are taken from the same game with four seats (few.pxd): every plain bound holds there as it stands, since none
# asks what a hand holds beyond the four lanes.

from .cache cimport ENDLESS
from .cardset cimport u64
from .few cimport seat_four
from .rules.collect cimport AtOnce, Collect
from .rules.trump cimport Declared, Trump
from .sure cimport sure
from .table cimport Game, Node

cdef inline u64 sure_few(const Game* g, const Node* nd, Collect c, Trump t) noexcept nogil:
    # A proof, or 0 when nothing is sure enough.
    cdef Node four
    cdef Game game
    if Collect is AtOnce and Trump is Declared:
        if not g.duty and c.b == ENDLESS and seat_four(g, nd, &four):
            game.seats = 4
            game.side_a = 0b010101
            game.duty = 0
            return sure(&game, &four, c, t)
    return 0
