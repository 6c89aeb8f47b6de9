# How many tricks the side on lead may expect: a guess, for what is asked or tried first.
# Relies on cardset. No value depends on it.

from ..cardset cimport ALL, NOT_TOPS, count, lane, u64

cdef inline int longer(u64 one, u64 two) noexcept nogil:
    return count(one) if count(one) > count(two) else count(two)

cdef inline int short_suits(u64 hand) noexcept nogil:
    # Tricks that a hand with trumps may ruff in: three less the length of each side suit.
    cdef int suit, n, short = 0
    if hand & lane(3):
        for suit in range(3):
            n = count(hand & lane(suit))
            if n < 3:
                short += 3 - n
    return short

cdef inline int guess_tricks(u64 me, u64 left, u64 partner, u64 right) noexcept nogil:
    # Thousandths of a trick, the trumps in lane 3, in a whole plain deal: least squares over the results of 600 random
    # deals, one trick off in the root mean square on others. Honour points, aces, trumps and their honours, the longer
    # trump holding, short side suits.
    cdef u64 aces = ALL & ~NOT_TOPS
    cdef u64 ours = me | partner
    return (315 * (4 * count(ours & aces) + 3 * count(ours & aces >> 1) + 2 * count(ours & aces >> 2)
                   + count(ours & aces >> 3))
            + 354 * count(ours & aces) + 532 * count(ours & lane(3)) + 317 * count(ours & <u64>0x1F00 << 39)
            + 265 * (longer(me & lane(3), partner & lane(3)) - longer(left & lane(3), right & lane(3)))
            + 180 * (short_suits(me) + short_suits(partner) - short_suits(left) - short_suits(right)) - 4613)
