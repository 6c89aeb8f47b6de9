# Quick tricks of satat, where the 2 of hearts (W, bit 52) beats every trump. Relies on quick_tricks.pxd, under the same
# conditions: four seats with partners opposite, races to the last trick. Three cases:
#
#   W was played      the plain game
#   the side with W   Compare with the plain game in which W is the ace of trumps (the other trumps one place lower).
#                     There its holder may play the same cards or fewer: W must follow to a trump lead, and may not be
#                     played by a hand that can follow suit. The three others may play the same cards, and the same
#                     card wins each trick. So what the side with W can force there it can force in satat: every plain
#                     bound in favour of this side holds.
#   the other side    The plain bounds that rely on W's holder following suit do not hold. Those that count trumps do:
#                     see other_side.
# No mask has W: the owner of W is part of the key (trump_tag).
# Test: tests/core/test_quick_tricks.py::test_what_is_sure_in_satat
# Test: tests/search/test_features_off_families.py::test_hostile_endings

from ..cache cimport ENDLESS, mask_of, proof, won
from ..cardset cimport WIDTH, count, lane, larger, term, u64
from ..rules.collect cimport AtOnce, Collect
from ..rules.trump cimport Declared, Satat, Trump, W_AT, w_card
from ..table cimport Game, Node, in_a
from .quick_tricks cimport answer, guarded, quick_tricks, top_cards, trump_tricks

cdef inline u64 with_w(u64 hand) noexcept nogil:
    # The hand with W as the ace of trumps and every other trump one place lower.
    cdef u64 trumps = hand & (lane(3) | w_card())
    return (hand ^ trumps) | trumps >> 1

cdef inline u64 other_side(const Game* g, const Node* nd, const Node* seen, int owner, AtOnce c) noexcept nogil:
    # A proof for the two players without W, or 0. trump_tricks holds for them: W is one of the opponents' trumps and
    # wins one trick at most, and they themselves play by the plain rules. guarded holds as well: its argument needs
    # only that W's holder plays before the guarded card in each trick that the owner of this card does not lead.
    cdef int one = (owner + 1) & 3
    cdef int two = (owner + 3) & 3
    cdef int n = nd.left
    cdef int wanted = c.a if in_a(g, one) else n - c.a + 1
    cdef u64 first_of = seen.hand[one] & lane(3)
    cdef u64 second_of = seen.hand[two] & lane(3)
    cdef u64 with_it = seen.hand[owner] & lane(3)
    cdef u64 beside = seen.hand[(owner + 2) & 3] & lane(3)
    cdef int longer = larger(count(first_of), count(second_of))
    cdef int depth
    if trump_tricks(first_of | second_of, with_it | beside, longer, wanted, &depth) < wanted:
        if wanted > 1:
            return 0
        depth = guarded(first_of, with_it, second_of, beside, 0, n, nd.leader == one, nd.leader == two)
        if depth == 0:
            return 0
    return answer(in_a(g, one), wanted, n, term(26, top_cards(3, depth - 1)) if depth else 0)

cdef inline u64 quick_tricks_satat(const Game* g, const Node* nd, Collect c, Trump t) noexcept nogil:
    # A proof, or 0 if the tricks counted do not decide the race.
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
            return 0                       # thirteen trumps and W do not fit into a lane
        for i in range(4):
            seen.hand[i] = with_w(nd.hand[i])
        seen.leader = nd.leader
        seen.left = nd.left
        p = quick_tricks(g, &seen, c, plain)
        if p == 0 or won(p) != in_a(g, owner):
            return other_side(g, nd, &seen, owner, c)
        mask = mask_of(p)
        trumps = mask & lane(3)
        return p ^ trumps | term(27, trumps << 1 & lane(3))
    return 0
