# Tricks that are sure with two or three players. Relies on sure.pxd, and on its conditions: tricks that go to their
# winner at once, races to the last point.
# They are taken from the same game with four seats (few.pxd): every plain bound holds there as it stands, since none
# asks what a hand holds beyond the four lanes.

from .cache cimport ENDLESS
from .cardset cimport count, highest, u64
from .few cimport alone_of, seat_four
from .rules.collect cimport AtOnce, Collect
from .rules.trump cimport Declared, Trump
from .sure cimport answer, sure, top_cards
from .table cimport Game, Node, in_a

cdef inline int unbeaten(u64 mine, u64 theirs, int* depth) noexcept nogil:
    # Trumps of one hand that cannot all be beaten: each lies in a trick of its own, is beaten there only by a higher
    # trump of the other side, and no card beats two. The most that can be matched so is found from the top down.
    # depth: how many of the highest trumps the count has looked at.
    cdef u64 card
    cdef int idle = 0
    cdef int sure_ones = 0
    cdef int n = 0
    cdef int all_mine = count(mine)
    depth[0] = 0
    while all_mine and all_mine > idle:
        card = highest(mine | theirs)
        n += 1
        if theirs & card:
            theirs ^= card
            idle += 1
        else:
            mine ^= card
            all_mine -= 1
            if idle:
                idle -= 1
            else:
                sure_ones += 1
                depth[0] = n
    return sure_ones

cdef inline u64 sure_few(const Game* g, const Node* nd, Collect c, Trump t) noexcept nogil:
    # A proof, or 0 when nothing is sure enough.
    cdef Node four
    cdef Game game
    cdef u64 p
    cdef int alone, one, two, best, depth, wanted
    cdef int n = nd.left
    if Collect is AtOnce and Trump is Declared:
        if g.duty or c.b != ENDLESS or not seat_four(g, nd, &four):
            return 0
        game.seats = 4
        game.side_a = 0b010101
        game.duty = 0
        p = sure(&game, &four, c, t)
        if p or g.seats == 2:
            return p
        # trumps of one hand by number and rank
        alone = alone_of(g)
        one = alone + 1 if alone < 2 else 0
        two = 3 - alone - one
        wanted = c.a if in_a(g, alone) else n - c.a + 1
        best = unbeaten(nd.hand[alone] & t.suit, (nd.hand[one] | nd.hand[two]) & t.suit, &depth)
        if best >= wanted:
            return answer(in_a(g, alone), best, n, top_cards(3, depth))
        wanted = n - wanted + 1
        best = unbeaten(nd.hand[one] & t.suit, nd.hand[alone] & t.suit, &depth)
        if best >= wanted:
            return answer(not in_a(g, alone), best, n, top_cards(3, depth))
        best = unbeaten(nd.hand[two] & t.suit, nd.hand[alone] & t.suit, &depth)
        if best >= wanted:
            return answer(not in_a(g, alone), best, n, top_cards(3, depth))
    return 0
