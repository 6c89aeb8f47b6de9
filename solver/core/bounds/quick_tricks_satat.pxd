# Quick tricks of satat, where the 2 of hearts (W, bit 52) beats every trump. Relies on quick_tricks.pxd for all that
# it shares with the plain game, and on the same conditions: four seats with partners, races to the last point.
#
#   W gone            the plain game
#   W's own side      Think of W as the ace of a trump lane of its own length. In that plain game its holder may play
#                     the same cards or fewer (there W must follow a trump lead, and must not be played by who can
#                     follow), the three others exactly the same, and the same card wins each trick. Whatever his
#                     side can force there it can force here: all plain bounds hold that speak for W's side.
#   the other side    Those bounds do not hold where they count on the suits that W's holder must follow. Those that
#                     count trumps do: see other_side.
# No proof needs W in its mask: its owner is part of the key (trump_tag).
# Test: tests/core/test_quick_tricks.py::test_what_is_sure_in_satat
# Test: tests/search/test_features_off_families.py::test_hostile_endings

from ..cache cimport ENDLESS, mask_of, proof, won
from ..cardset cimport WIDTH, lane, u64
from ..rules.collect cimport AtOnce, Collect
from ..rules.trump cimport Declared, Satat, Trump, W_AT, w_card
from ..table cimport Game, Node, in_a
from .quick_tricks cimport Counted, answer, guarded, quick_tricks, top_cards, trump_tricks

cdef inline u64 with_w(u64 hand) noexcept nogil:
    # W as the ace of the trump lane, the other trumps one place lower.
    cdef u64 trumps = hand & (lane(3) | w_card())
    return (hand ^ trumps) | trumps >> 1

cdef inline u64 other_side(const Game* g, const Node* nd, const Node* seen, int owner, AtOnce c) noexcept nogil:
    # trump_tricks stands: W is one of the trumps against these two, wins one trick like any other, and they play by
    # the plain rules. So does guarded: it asks that W's holder plays before the guarded card in each trick that its
    # owner does not lead, not what he may play.
    cdef int one = (owner + 1) & 3
    cdef int two = (owner + 3) & 3
    cdef int n = nd.left
    cdef int wanted = c.a if in_a(g, one) else n - c.a + 1
    cdef u64 first_of = seen.hand[one] & lane(3)
    cdef u64 second_of = seen.hand[two] & lane(3)
    cdef u64 with_it = seen.hand[owner] & lane(3)
    cdef u64 beside = seen.hand[(owner + 2) & 3] & lane(3)
    cdef Counted trumps
    cdef int depth
    trump_tricks(first_of, second_of, with_it, beside, &trumps)
    if trumps.most[0] >= wanted:
        depth = trumps.depth[0][wanted]
    elif wanted == 1:
        depth = guarded(first_of, with_it, second_of, beside, 0, n, nd.leader == one, nd.leader == two)
        if depth == 0:
            return 0
    else:
        return 0
    return answer(in_a(g, one), wanted, n, top_cards(3, depth - 1) if depth else 0)

cdef inline u64 quick_tricks_satat(const Game* g, Node* nd, Collect c, Trump t) noexcept nogil:
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
            return quick_tricks(g, nd, c, plain)
        if (nd.hand[0] | nd.hand[1] | nd.hand[2] | nd.hand[3]) & <u64>1 << (3 * WIDTH):
            return 0                       # thirteen trumps and W are too many for the lane
        for i in range(4):
            seen.hand[i] = with_w(nd.hand[i])
        seen.leader = nd.leader
        seen.left = nd.left
        p = quick_tricks(g, &seen, c, plain)
        if p == 0 or won(p) != in_a(g, owner):
            return other_side(g, nd, &seen, owner, c)
        mask = mask_of(p)
        trumps = mask & lane(3)
        return p ^ trumps | trumps << 1 & lane(3)
    return 0
