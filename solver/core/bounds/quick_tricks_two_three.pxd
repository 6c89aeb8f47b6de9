# Quick tricks and refuted leads with two or three players. Relies on quick_tricks and refuted_leads, under their
# conditions: a trick goes to its winner at once, and the race lasts to the last trick. They are counted in the same
# position with four seats (four_seats.pxd). Every plain bound holds there, because none depends on the cards of a hand
# outside the four lanes.
# Test: tests/core/test_quick_tricks.py::test_what_is_sure_of_two_and_three_players
# Test: tests/search/test_features_off_families.py::test_hostile_endings

from ..cache cimport ENDLESS, a_of, mask_of, proof, won
from ..cardset cimport larger, smaller, term, u64
from ..rules.collect cimport LEVEL, Apart, AtOnce, Collect, clip, enough
from ..rules.trump cimport Declared, Trump
from ..table cimport TIE_BOTH, Game, Node
from ..four_seats cimport four_game, seat_four
from .quick_tricks cimport quick_tricks
from .refuted_leads cimport refuted_leads

cdef inline u64 quick_tricks_apart(const Game* g, const Game* game, const Node* four, Apart c,
                                   Declared t) noexcept nogil:
    # One player A against two who count their tricks apart. Of the n tricks left,
    # - if A takes at least m, A gains at least m - (n - m) on each opponent, however these share the rest;
    # - if A takes at most m, A gains at most m on each opponent, and at most 3 m - n on both together: a trick of A's
    #   counts against both, any other against one.
    # While one player has won every trick so far, the hand may end early; then the bound is 0. Where two players who
    # are level lose to the third, A can win without being ahead, and only the first of the two arguments holds.
    cdef AtOnce once
    cdef u64 p
    cdef int n = four.left
    cdef int need = larger(c.x, c.y)
    cdef int slack = 1 if g.tie == TIE_BOTH else 0
    cdef int total = n + c.x + c.y - 1 - slack
    cdef int most
    if c.alone or c.over:
        return 0
    once.b = ENDLESS
    once.a = enough(n, c)
    if once.a <= n:
        p = quick_tricks(game, four, once, t)
        if p and won(p):
            need = 2 * a_of(p) - n
            return proof(term(28, mask_of(p)), clip(LEVEL + need), clip(LEVEL - need), True)
    if c.level:
        return 0
    # the greatest number of tricks, less than n, that is too few for A
    most = smaller(n - 1, larger(need - slack - 1, total // 3 if total >= 0 else -1))
    if most < 0:
        return 0
    once.a = most + 1
    p = quick_tricks(game, four, once, t)
    if p and not won(p):
        return proof(term(29, mask_of(p)), clip(LEVEL + c.x), clip(LEVEL - c.y), False)
    return 0

cdef inline u64 quick_tricks_two_three(const Game* g, const Node* nd, Collect c, Trump t) noexcept nogil:
    # A proof, or 0 if the tricks counted do not decide the race.
    cdef Node four
    cdef Game game
    if Trump is Declared:
        four_game(&game)
        if Collect is AtOnce:
            if not g.duty and c.b == ENDLESS and seat_four(g, nd, &four):
                return quick_tricks(&game, &four, c, t)
        elif Collect is Apart:
            if not g.duty and seat_four(g, nd, &four):
                return quick_tricks_apart(g, &game, &four, c, t)
    return 0

cdef inline u64 refuted_leads_two_three(const Game* g, const Node* nd, Collect c, Trump t, u64* mask) noexcept nogil:
    # The suits whose lead loses the race (refuted_leads.pxd), counted in the same position with four seats.
    cdef Node four
    cdef Game game
    if Collect is AtOnce and Trump is Declared:
        if not g.duty and c.b == ENDLESS and seat_four(g, nd, &four):
            four_game(&game)
            return refuted_leads(&game, &four, c, t, mask)
    return 0
