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

from ..cache cimport mask_of, won
from ..cardset cimport WIDTH, count, lane, larger, term, u64
from ..rules.collect cimport AtOnce
from ..rules.trump cimport Satat, w_card
from ..table cimport Game, Node, everyone, in_a
from ..hands cimport Hands4, seen_from
from .quick_tricks cimport answer, guarded, quick_tricks, top_cards, trump_tricks

cdef inline u64 with_w(u64 hand) noexcept nogil:
    # The hand with W as the ace of trumps and every other trump one place lower.
    cdef u64 trumps = hand & (lane(3) | w_card())
    return (hand ^ trumps) | trumps >> 1

cdef inline u64 other_side(const Node* seen, int owner, int a) noexcept nogil:
    # A proof for the two players without W, or 0. trump_tricks holds for them: W is one of the opponents' trumps and
    # wins one trick at most, and they themselves play by the plain rules. guarded holds as well: its argument needs
    # only that W's holder plays before the guarded card in each trick that the owner of this card does not lead.
    cdef Hands4 h
    cdef int wanted, longer, depth
    seen_from(seen, owner, lane(3), &h)
    wanted = h.tricks - a + 1 if h.for_a else a
    longer = larger(count(h.lho_trumps), count(h.rho_trumps))
    if trump_tricks(h.lho_trumps | h.rho_trumps, h.my_trumps | h.partner_trumps, longer, wanted, &depth) < wanted:
        if wanted > 1:
            return 0
        depth = guarded(h.lho_trumps, h.my_trumps, h.rho_trumps, h.partner_trumps, 0, h.tricks,
                        seen.leader == (owner + 1) & 3, seen.leader == (owner + 3) & 3)
        if depth == 0:
            return 0
    return answer(not h.for_a, wanted, h.tricks, term(26, top_cards(3, depth - 1)) if depth else 0)

cdef inline u64 quick_tricks_satat(const Game* g, const Node* nd, AtOnce c, Satat t) noexcept nogil:
    # A proof, or 0 if the tricks counted do not decide the race. There is a trump.
    cdef Node seen
    cdef Hands4 h
    cdef u64 p, trumps
    cdef int owner = -1
    cdef int i
    for i in range(4):
        if nd.hand[i] & w_card():
            owner = i
    if owner < 0:
        seen_from(nd, nd.leader, t.suit, &h)
        return quick_tricks(&h, c.a)
    if everyone(g, nd) & <u64>1 << (3 * WIDTH):
        return 0                       # thirteen trumps and W do not fit into a lane
    for i in range(4):
        seen.hand[i] = with_w(nd.hand[i])
    seen.leader = nd.leader
    seen.left = nd.left
    seen_from(&seen, seen.leader, t.suit, &h)
    p = quick_tricks(&h, c.a)
    if p == 0 or won(p) != in_a(g, owner):
        return other_side(&seen, owner, c.a)
    trumps = mask_of(p) & lane(3)
    return p ^ trumps | term(27, trumps << 1 & lane(3))
