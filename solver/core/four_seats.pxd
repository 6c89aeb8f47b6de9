# Two or three players as a game of four: the seats that are missing hold nothing but cards of a fifth suit, which
# never follow, ruff, win or lead. Relies on table. Knows no rule and no bound.
#
# With two players both dead hands sit between them and the first again. With three the dead hand is the partner of
# the one who plays alone, put between the two others: the four sit as sides do, A on the even seats, and everybody
# plays in the same order as before.
#
#   alone = A:   alone  one  dead  two          alone = B:   two  alone  one  dead

from .table cimport Game, Node, in_a

cdef inline int alone_of(const Game* g) noexcept nogil:
    # Of three players, the one without a partner; -1 when there is none.
    if in_a(g, 0) == in_a(g, 1):
        return 2 if in_a(g, 1) != in_a(g, 2) else -1
    return 1 if in_a(g, 0) == in_a(g, 2) else 0

cdef inline int seat_of_four(const Game* g, int seat) noexcept nogil:
    # The seat that a player takes among the four.
    cdef int after
    if g.seats == 2:
        return seat
    after = seat - alone_of(g)
    if after < 0:
        after += 3
    if after == 2:
        after = 3
    return after if in_a(g, alone_of(g)) else (after + 1) & 3

cdef inline bint seat_four(const Game* g, const Node* nd, Node* four) noexcept nogil:
    # Fills in the hands, the leader and the number of tricks. False when there are no two sides to seat.
    cdef int i
    if g.seats == 2 and (g.side_a & 3) != 1 or g.seats == 3 and alone_of(g) < 0 or g.seats > 3:
        return False
    four.hand[0] = four.hand[1] = four.hand[2] = four.hand[3] = 0
    for i in range(g.seats):
        four.hand[seat_of_four(g, i)] = nd.hand[i]
    four.leader = seat_of_four(g, nd.leader)
    four.left = nd.left
    return True

cdef inline void four_game(Game* four) noexcept nogil:
    # What a bound or an order asks of the game in which these four sit: two sides, no duty but to follow suit.
    four.seats = 4
    four.side_a = 0b010101
    four.duty = 0
