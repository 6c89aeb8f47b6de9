# Quick tricks with two or three players. Relies on quick_tricks.pxd, and on its conditions: tricks that go to their
# winner at once, races to the last point.
# They are taken from the same game with four seats (four_seats.pxd): every plain bound holds there as it
# stands, since none asks what a hand holds beyond the four lanes.
# Test: tests/core/test_quick_tricks.py::test_what_is_sure_of_two_and_three_players
# Test: tests/search/test_features_off_families.py::test_hostile_endings

from ..cache cimport ENDLESS, a_of, mask_of, proof, won
from ..cardset cimport u64
from ..rules.collect cimport LEVEL, Apart, AtOnce, Collect, clip
from ..rules.trump cimport Declared, Trump
from ..table cimport TIE_BOTH, Game, Node
from ..four_seats cimport seat_four
from .quick_tricks cimport larger, quick_tricks, smaller

cdef inline u64 quick_tricks_apart(const Game* g, const Game* game, Node* four, Apart c,
                                   Declared t) noexcept nogil:
    # One against two who do not add up theirs. Of n tricks,
    #   A takes m at least:   however the others share the rest, A gains m - (n - m) on each of them.
    #   A takes m at most:    he gains m at most on each, and 3 m - n on both together, since every trick of his counts
    #                         on both and every other on one.
    # The first tricks can end the hand at once while one player has won them all; nothing is sure then. Where two who
    # are level lose to the third, A may win without being ahead, so that only the first half stands.
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
    once.a = larger(1, (n + need + 1) >> 1)
    if once.a <= n:
        p = quick_tricks(game, four, once, t)
        if p and won(p):
            need = 2 * a_of(p) - n
            return proof(mask_of(p), clip(LEVEL + need), clip(LEVEL - need), True)
    if c.level:
        return 0
    # the greatest number of tricks that is too few for A, as far as it lies below n
    most = smaller(n - 1, larger(need - slack - 1, total // 3 if total >= 0 else -1))
    if most < 0:
        return 0
    once.a = most + 1
    p = quick_tricks(game, four, once, t)
    if p and not won(p):
        return proof(mask_of(p), clip(LEVEL + c.x), clip(LEVEL - c.y), False)
    return 0

cdef inline u64 quick_tricks_two_three(const Game* g, const Node* nd, Collect c, Trump t) noexcept nogil:
    # A proof, or 0 when nothing is sure enough.
    cdef Node four
    cdef Game game
    if Trump is Declared:
        game.seats = 4
        game.side_a = 0b010101
        game.duty = 0
        if Collect is AtOnce:
            if not g.duty and c.b == ENDLESS and seat_four(g, nd, &four):
                return quick_tricks(&game, &four, c, t)
        elif Collect is Apart:
            if not g.duty and seat_four(g, nd, &four):
                return quick_tricks_apart(g, &game, &four, c, t)
    return 0
