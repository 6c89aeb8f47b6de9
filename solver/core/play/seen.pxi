# A play that was seen, gone through again in a world: what each decision looked like to its seat, and how likely its
# card was under weights of the learnt policy. A part of closed.pyx, on turns.pxi.

cdef int next_choice(HandInPlay* h, const int* cards, int n) noexcept nogil:
    # Goes on to the next decision with a choice among these cards: its number; n where none is left, -1 where the
    # world does not fit them. A seat with one legal card plays it by itself.
    cdef int k, was = h.told_n
    h.stopped = False
    h.stop_at = 0
    go_through(h)
    for k in range(was, smaller(h.told_n, n)):
        if h.told[k] != cards[k]:
            return -1
    if h.told_n >= n:
        return n
    return h.told_n if h.stopped else -1


cdef inline u64 seen_card(HandInPlay* h, int number) noexcept nogil:
    # The card of this number, flat, if the seat to play may play it; else none.
    return flat(h, card_of(h, number)) & h.view.legal


cdef double log_chance(HandInPlay* h, u64 played, const float* weights, double floor) noexcept nogil:
    # The log of the chance of a flat card at this decision: a softmax of weighted sums, mixed with any legal card.
    cdef Around a
    cdef float f[FEATURES]
    cdef double sums[13]
    cdef double most = -1e30, own = 0, every = 0
    cdef const float* w
    cdef u64 card, left = h.view.legal
    cdef float total
    cdef int i, k, n = 0
    look_around(h, &h.view, &a)
    w = weights + a.context * FEATURES
    while left and n < 13:
        card = lowest(left)
        left ^= card
        describe(h, &h.view, &a, card, f)
        total = 0
        for i in range(FEATURES):
            total += w[i] * f[i]
        sums[n] = total
        if card == played:
            own = total
        if total > most:
            most = total
        n += 1
    for k in range(n):
        every += exp(sums[k] - most)
    return log((1 - floor) * exp(own - most) / every + floor / n)


cdef int seen_again(HandInPlay* h, const int* cards, int n, int seat, const float* weights, double floor,
                    double* told) noexcept nogil:
    # Adds up the logs of the chances of the other seats' cards; -1 where the world does not fit.
    cdef u64 card
    cdef int at = next_choice(h, cards, n)
    told[0] = 0
    while 0 <= at < n:
        card = seen_card(h, cards[at])
        if not card:
            return -1
        if h.view.seat != seat:
            told[0] += log_chance(h, card, weights, floor)
        h.card_to_play = raised(h, card)
        at = next_choice(h, cards, n)
    return at
