# The four hands as the bounds see them: from one seat, the trumps apart.
# Relies on cardset, table. Knows no rule and no bound. Only for four seats with partners opposite (four_partners),
# where side A has the even seats.

from .cardset cimport u64
from .table cimport Game, Node, duties, seats_of, side_a_of

cdef struct Hands4:
    u64 me                # the hand from which the four are seen: most bounds look from the leader
    u64 lho               # the opponent who plays after me
    u64 partner
    u64 rho               # the opponent who plays before me
    u64 my_trumps
    u64 lho_trumps
    u64 partner_trumps
    u64 rho_trumps
    u64 trumps            # the lane of the trump suit, 0 = no trumps
    int tricks            # tricks left
    bint for_a            # whether I am of side A

cdef inline bint four_partners(const Game* g) noexcept nogil:
    # Whether the game has what most bounds rely on: four seats, partners opposite, no duty but to follow suit.
    return seats_of(g) == 4 and side_a_of(g) == 0b010101 and not duties(g)

cdef inline void seen_from(const Node* nd, int seat, u64 trumps, Hands4* h) noexcept nogil:
    # The hands of the node, seen from this seat.
    h.me = nd.hand[seat]
    h.lho = nd.hand[(seat + 1) & 3]
    h.partner = nd.hand[(seat + 2) & 3]
    h.rho = nd.hand[(seat + 3) & 3]
    h.my_trumps = h.me & trumps
    h.lho_trumps = h.lho & trumps
    h.partner_trumps = h.partner & trumps
    h.rho_trumps = h.rho & trumps
    h.trumps = trumps
    h.tricks = nd.left
    h.for_a = not seat & 1
