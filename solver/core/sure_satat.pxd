# Tricks that are sure in satat, where the 2 of hearts (W, bit 52) beats every trump. Relies on sure.pxd for all that
# it shares with the plain game, and on the same conditions: four seats with partners, races to the last point.
#
#   W gone            the plain game
#   W's own side      Think of W as the ace of a trump lane of its own length. In that plain game its holder may play
#                     the same cards or fewer (there W must follow a trump lead, and must not be played by who can
#                     follow), the three others exactly the same, and the same card wins each trick. Whatever his
#                     side can force there it can force here: all plain bounds hold that speak for W's side.
#   the other side    Those bounds do not hold: W can take a trick whose suit its holder could follow. But W is one
#                     card. See other_side.
# No proof needs W in its mask: its owner is part of the key (trump_tag).

from .cache cimport ENDLESS, mask_of, proof, won
from .cardset cimport WIDTH, lane, u64
from .rules.collect cimport AtOnce, Collect
from .rules.trump cimport Declared, Satat, Trump, W_AT, w_card
from .sure cimport answer, guarded, sure, top_cards, trump_tops
from .table cimport Game, Node, in_a

cdef inline u64 with_w(u64 hand) noexcept nogil:
    # W as the ace of the trump lane, the other trumps one place lower.
    cdef u64 trumps = hand & (lane(3) | w_card())
    return (hand ^ trumps) | trumps >> 1

cdef inline u64 other_side(const Game* g, const Node* nd, const Node* seen, int owner, AtOnce c) noexcept nogil:
    # Top trumps below W. Without W two partners win as many tricks with them as trump_tops says; the trick that W
    # takes costs the longer of them one trump and the run no more than that, so that one less is left.
    # One trick behind W is also sure by a guarded trump: the argument of guarded() asks only that W's holder plays
    # before the guarded card in each trick that its owner does not lead, not what he may play.
    cdef int one = (owner + 1) & 3
    cdef int two = (owner + 3) & 3
    cdef int n = nd.left
    cdef int wanted = c.a if in_a(g, one) else n - c.a + 1
    cdef int tops = trump_tops(nd.hand[one] & lane(3), nd.hand[two] & lane(3))
    cdef int depth
    if tops - 1 >= wanted:
        return answer(in_a(g, one), tops - 1, n, top_cards(3, tops))
    if wanted == 1 and seen:
        depth = guarded(seen.hand[one] & lane(3), seen.hand[owner] & lane(3), seen.hand[two] & lane(3),
                        seen.hand[(owner + 2) & 3] & lane(3), 0, n, nd.leader == one, nd.leader == two)
        if depth:
            return answer(in_a(g, one), 1, n, top_cards(3, depth - 1))
    return 0

cdef inline u64 sure_satat(const Game* g, const Node* nd, Collect c, Trump t) noexcept nogil:
    # A proof, or 0 when nothing is sure enough.
    cdef Node seen
    cdef Declared plain
    cdef u64 p, mask, trumps
    cdef int owner = -1
    cdef int i
    if Collect is AtOnce and Trump is Satat:
        if g.seats != 4 or c.b != ENDLESS or g.side_a != 0b010101 or t.suit == 0:
            return 0
        for i in range(4):
            if nd.hand[i] & w_card():
                owner = i
        plain.suit = t.suit
        if owner < 0:
            return sure(g, nd, c, plain)
        if (nd.hand[0] | nd.hand[1] | nd.hand[2] | nd.hand[3]) & <u64>1 << (3 * WIDTH):
            return other_side(g, nd, NULL, owner, c)       # thirteen trumps and W are too many for the lane
        for i in range(4):
            seen.hand[i] = with_w(nd.hand[i])
        seen.leader = nd.leader
        seen.left = nd.left
        p = sure(g, &seen, c, plain)
        if p == 0:
            return other_side(g, nd, &seen, owner, c)
        if won(p) == in_a(g, owner):
            mask = mask_of(p)
            trumps = mask & lane(3)
            return p ^ trumps | trumps << 1 & lane(3)
    return 0
