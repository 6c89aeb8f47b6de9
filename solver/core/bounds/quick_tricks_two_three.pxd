# Quick tricks and refuted leads with two or three players. Relies on quick_tricks and refuted_leads, under their
# conditions: a trick goes to its winner at once, and the race lasts to the last trick. They are counted in the same
# position with four seats (four_seats.pxd). Every plain bound holds there, because none depends on the cards of a hand
# outside the four lanes.
# Test: tests/core/test_quick_tricks.py::test_what_is_sure_of_two_and_three_players
# Test: tests/search/test_features_off_families.py::test_hostile_endings

from ..cache cimport ENDLESS, a_of, mask_of, proof, won
from ..cardset cimport larger, smaller, term, u64
from ..rules.collect cimport LEVEL, Apart, AtOnce, Collect, clip, enough
from ..rules.trump cimport Declared
from ..table cimport TIE_BOTH, Game, Node
from ..four_seats cimport seat_four
from ..hands cimport Hands4, seen_from
from .quick_tricks cimport quick_tricks
from .refuted_leads cimport refuted_leads

cdef inline u64 quick_tricks_apart(const Game* g, const Hands4* h, Apart c) noexcept nogil:
    # One player A against two who count their tricks apart. Of the n tricks left,
    # - if A takes at least m, A gains at least m - (n - m) on each opponent, however these share the rest;
    # - if A takes at most m, A gains at most m on each opponent, and at most 3 m - n on both together: a trick of A's
    #   counts against both, any other against one.
    # While one player has won every trick so far, the hand may end early; then the bound is 0. Where two players who
    # are level lose to the third, A can win without being ahead, and only the first of the two arguments holds.
    cdef u64 p
    cdef int n = h.tricks
    cdef int a = enough(n, c)
    cdef int need = larger(c.x, c.y)
    cdef int slack = 1 if g.tie == TIE_BOTH else 0
    cdef int total = n + c.x + c.y - 1 - slack
    cdef int most
    if c.alone or c.over:
        return 0
    if a <= n:
        p = quick_tricks(h, a)
        if p and won(p):
            need = 2 * a_of(p) - n
            return proof(term(28, mask_of(p)), clip(LEVEL + need), clip(LEVEL - need), True)
    if c.level:
        return 0
    # the greatest number of tricks, less than n, that is too few for A
    most = smaller(n - 1, larger(need - slack - 1, total // 3 if total >= 0 else -1))
    if most < 0:
        return 0
    p = quick_tricks(h, most + 1)
    if p and not won(p):
        return proof(term(29, mask_of(p)), clip(LEVEL + c.x), clip(LEVEL - c.y), False)
    return 0

cdef inline bint seen_by_four(const Game* g, const Node* nd, Declared t, Hands4* h) noexcept nogil:
    # The hands of the same position with four seats, from the leader; False where a bound does not serve.
    cdef Node four
    if g.duty or not seat_four(g, nd, &four):
        return False
    seen_from(&four, four.leader, t.suit, h)
    return True

cdef inline u64 quick_tricks_two_three(const Game* g, const Node* nd, Collect c, Declared t) noexcept nogil:
    # A proof, or 0 if the tricks counted do not decide the race.
    cdef Hands4 h
    if Collect is AtOnce:
        if c.b == ENDLESS and seen_by_four(g, nd, t, &h):
            return quick_tricks(&h, c.a)
    elif Collect is Apart:
        if seen_by_four(g, nd, t, &h):
            return quick_tricks_apart(g, &h, c)
    return 0

cdef inline u64 refuted_leads_two_three(const Game* g, const Node* nd, AtOnce c, Declared t, u64* mask) noexcept nogil:
    # The suits whose lead loses the race (refuted_leads.pxd), counted in the same position with four seats.
    cdef Hands4 h
    if c.b == ENDLESS and seen_by_four(g, nd, t, &h):
        return refuted_leads(&h, c.a, mask)
    return 0
