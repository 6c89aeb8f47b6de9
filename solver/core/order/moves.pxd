# A list of single cards in the order in which the search tries them. The search stops at the first card that wins.
# Relies on cardset. Knows nothing of hands and seats.

from ..cardset cimport check, highest, last, lowest, u64

cdef enum:
    MOVES = 18

cdef struct Moves:
    int n
    int ranked            # where the entries made by `rank` begin
    u64 card[MOVES]

cdef inline bint is_permutation(const Moves* m, u64 cards) noexcept nogil:
    # Whether the list has each of `cards` exactly once and no other card.
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
    # Appends the cards, lowest first.
    cdef u64 c
    while cards:
        c = lowest(cards)
        push(m, c)
        cards ^= c

cdef inline void push_down(Moves* m, u64 cards) noexcept nogil:
    # Appends the cards, highest first.
    cdef u64 c
    while cards:
        c = highest(cards)
        push(m, c)
        cards ^= c

cdef inline void rank(Moves* m, u64 card, int worth) noexcept nogil:
    # Inserts a card by its score, the highest score first; of equal scores the higher card first. Until cards_alone is
    # called, an entry from `ranked` on holds the score in its upper bits and the number of the card in the lowest six.
    cdef u64 word = <u64>(worth + (1 << 20)) << 6 | last(card)
    cdef int i = m.n
    check(m.n < MOVES)
    while i > m.ranked and m.card[i - 1] < word:
        m.card[i] = m.card[i - 1]
        i -= 1
    m.card[i] = word
    m.n += 1

cdef inline void cards_alone(Moves* m) noexcept nogil:
    # Turns the entries that `rank` made into cards, once all are inserted.
    cdef int i
    for i in range(m.ranked, m.n):
        m.card[i] = <u64>1 << (m.card[i] & 63)
