# A list of single cards, best first; the search stops at the first that works.
# Relies on cardset. Knows nothing of who plays them.

from ..cardset cimport check, highest, last, lowest, u64

cdef enum:
    MOVES = 18

cdef struct Moves:
    int n
    u64 card[MOVES]

cdef inline bint is_permutation(const Moves* m, u64 cards) noexcept nogil:
    # Whether each of these cards is listed once, and no other.
    cdef int i
    for i in range(m.n):
        if m.card[i] == 0 or m.card[i] & (m.card[i] - 1) or not m.card[i] & cards:
            return False
        cards ^= m.card[i]
    return cards == 0

cdef inline void push(Moves* m, u64 card) noexcept nogil:
    check(m.n < MOVES)
    m.card[m.n] = card
    m.n += 1

cdef inline void push_up(Moves* m, u64 cards) noexcept nogil:
    # Lowest first.
    cdef u64 c
    while cards:
        c = lowest(cards)
        push(m, c)
        cards ^= c

cdef inline void push_down(Moves* m, u64 cards) noexcept nogil:
    # Highest first.
    cdef u64 c
    while cards:
        c = highest(cards)
        push(m, c)
        cards ^= c

cdef inline void rank(Moves* m, u64 card, int worth) noexcept nogil:
    # The worthiest first, and of equals the higher card. Until all are there, a word holds the worth above the number
    # of the card.
    cdef u64 word = <u64>(worth + (1 << 20)) << 6 | last(card)
    cdef int i = m.n
    check(m.n < MOVES)
    while i and m.card[i - 1] < word:
        m.card[i] = m.card[i - 1]
        i -= 1
    m.card[i] = word
    m.n += 1

cdef inline void cards_alone(Moves* m) noexcept nogil:
    # Ends a list made by `rank`.
    cdef int i
    for i in range(m.n):
        m.card[i] = <u64>1 << (m.card[i] & 63)
