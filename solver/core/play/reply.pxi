# The exact best reply of one seat that sees its own cards to fixed policies of the others: all worlds at once, one card
# for all that look alike. A part of closed.pyx, on turns.pxi.

cdef enum:
    SEEN_MOST = 20        # cards between two turns of a seat in a short ending

cdef struct Branch:
    unsigned char seen[SEEN_MOST]
    HandInPlay h


cdef int by_what_was_seen(const void* a, const void* b) noexcept nogil:
    return memcmp((<const Branch*>a).seen, (<const Branch*>b).seen, SEEN_MOST)


cdef void go_on(Branch* to, const HandInPlay* at, u64 card, unsigned char* told) noexcept nogil:
    # The hand after this card, at the next turn of the seat or at its end, and what was played meanwhile.
    memset(to.seen, TOLD_ASK, SEEN_MOST)
    to.h = at[0]
    to.h.told = told
    to.h.told_n = 0
    to.h.due = NOTHING_DUE
    to.h.stopped = False
    to.h.card_to_play = card
    go_through(&to.h)
    memcpy(to.seen, told, smaller(to.h.told_n, SEEN_MOST))


cdef double reply(Branch* at, int n, const double* pay, double sign, double* by_card, bint* failed) noexcept nogil:
    # The sum over these worlds, which the seat cannot tell apart, of what its best card is worth; by_card: of each.
    cdef unsigned char told[TOLD_MOST]
    cdef u64 card, left
    cdef double value, most = -1e300
    cdef int i, first_of, k = 0
    cdef Branch* then = <Branch*>malloc(n * sizeof(Branch))
    if then == NULL:
        failed[0] = True
        return 0
    left = at[0].h.view.legal
    while left and not failed[0]:
        card = lowest(left)
        left ^= card
        value = 0
        for i in range(n):
            go_on(&then[i], &at[i].h, raised(&at[i].h, card), told)
        qsort(then, n, sizeof(Branch), by_what_was_seen)
        first_of = 0
        for i in range(n):
            if then[i].h.due == NOTHING_DUE:
                value += sign * pay[outcome(&then[i].h) + 3]
                first_of = i + 1
            elif i + 1 == n or memcmp(then[i].seen, then[i + 1].seen, SEEN_MOST):
                value += reply(&then[first_of], i + 1 - first_of, pay, sign, NULL, failed)
                first_of = i + 1
        if by_card != NULL:
            by_card[k] = value
        k += 1
        if value > most:
            most = value
    free(then)
    return most
