# What each card of a decision comes to over worlds that its seat cannot tell apart, without leaving C: the lessons of a
# learnt policy. A part of closed.pyx, on turns.pxi.

cdef inline u64 random_number(u64* state) noexcept nogil:
    # SplitMix64.
    cdef u64 z
    state[0] += <u64>0x9E3779B97F4A7C15
    z = state[0]
    z = (z ^ (z >> 30)) * <u64>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <u64>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline u64 random_card(u64 cards, u64* state) noexcept nogil:
    cdef int n = <int>(random_number(state) % <u64>count(cards))
    while n:
        cards &= cards - 1
        n -= 1
    return cards & (~cards + 1)


cdef void exchange(HandInPlay* h, int seat, int tries, u64* state) noexcept nogil:
    # So many random exchanges of two cards between hands that this seat does not see, where both may hold them. From
    # a world that is as likely as any other, this leads to worlds that are.
    cdef int i, one, two
    cdef u64 a, b
    for i in range(tries):
        one = <int>(random_number(state) % <u64>h.game.seats)
        two = <int>(random_number(state) % <u64>h.game.seats)
        if one == two or one == seat or two == seat or not h.nd.hand[one] or not h.nd.hand[two]:
            continue
        a = random_card(h.nd.hand[one], state)
        b = random_card(h.nd.hand[two], state)
        if not flat(h, a) & h.barred[two] and not flat(h, b) & h.barred[one]:
            h.nd.hand[one] ^= a | b
            h.nd.hand[two] ^= a | b


cdef inline int outcome(const HandInPlay* h) noexcept nogil:
    # The class of a hand of two sides that has ended, without bavneys.
    cdef int a = h.points[0]
    cdef int b = h.points[1]
    if h.game.count_tens:
        return a - 2 if a < 2 else 2 if a == 4 else 1
    if h.heap_game:
        return 2 if b == 0 else -2 if a == 0 else 1 if a > b else -1
    if 2 * a > h.total:
        return 1 if b else 2
    if 2 * b > h.total:
        return -1 if a else -2
    return 0


cdef int pays_of(HandInPlay* at, int worlds, const double* pay, u64* state, u64* cards, double* means) noexcept nogil:
    # The mean pay to its side of each card of the seat that is to play, over random worlds; how many cards.
    cdef u64 left = at.view.legal
    cdef int n = 0, k, world
    cdef double sign = (1.0 if at.view.seat % 2 == 0 else -1.0) / worlds
    cdef HandInPlay h
    while left and n < 13:
        cards[n] = raised(at, left & (~left + 1))
        means[n] = 0
        left &= left - 1
        n += 1
    for world in range(worlds):
        exchange(at, at.view.seat, 400 if world == 0 else 30, state)
        for k in range(n):
            h = at[0]
            h.card_to_play = cards[k]
            go_through(&h)
            means[k] += sign * pay[outcome(&h) + 3]
    return n
