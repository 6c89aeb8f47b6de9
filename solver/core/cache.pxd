# The transposition table: proofs under the shape they belong to. It owns its memory and never exceeds its limit.
# Relies on cardset. Knows nothing of rules: a proof is a pattern of owners and two thresholds.
#
# Slot   one shape (suit lengths of all hands) and tag (leader, state of the game): a list of proofs
#        a heap by the size of the mask, the smallest first, unless it has an index
# Entry  lo, hi   owner of each of the top cards of each suit, one bit a word (ext: third bit, or marked cards)
#        mask     which cards those are: from the top of each lane down; all lower cards may be anywhere
#        proof    packed as below, without its mask
# Index  of a long list with few different masks: which masks there are, and a hash table of its entries by their mask
#        and the owners of its cards. With three players lists grow to thousands; four hands seldom need it.
# Proof  a word:
#
#   bit   63 | 62  | 61 ....... 57 | 56 ....... 52 | 51 ................. 0
#         0  | won |  threshold b  |  threshold a  |  mask (cardset.pxd)
#
#   a threshold of ENDLESS stands for all beyond it; as b it says that the race lasts to the last point
#   won:   A wins for every a' <= a and b' >= b          lost:  A loses for every a' >= a and b' <= b

from libc.stdint cimport uint16_t, uint32_t

from .cardset cimport ALL, LANES, WIDTH, check, count, rarely, static_check, u64

cdef struct Entry:
    u64 lo
    u64 hi
    u64 mask
    u64 ext               # the proof's upper bits share this word: 12 bits over the 52 of the third plane

cdef struct Slot:
    u64 shape
    u64 tag
    uint32_t next         # next slot of the same bucket, 0 = none
    uint32_t at           # first entry
    uint16_t used
    uint16_t room         # entries reserved, a power of two
    uint32_t index        # 1 + where its index begins, 0 = none

cdef enum:
    ROOMS = 16            # list sizes 1, 2, 4 ... 2**15
    NEARBY = 4            # entries compared from the first that answers on

cdef struct Cache:
    uint32_t* heads
    uint32_t head_mask
    uint32_t head_room
    Slot* slots
    uint32_t slot_count
    uint32_t slot_room
    Entry* entries
    uint32_t entry_count
    uint32_t entry_room
    uint32_t free_list[ROOMS]
    uint32_t epoch        # grows when everything was forgotten: slot numbers kept from before are void
    size_t limit          # bytes

cdef enum:
    THRESHOLD_BITS = 5
    A_AT = 52
    B_AT = A_AT + THRESHOLD_BITS
    WON_AT = B_AT + THRESHOLD_BITS
    ENDLESS = (1 << THRESHOLD_BITS) - 1

cdef inline u64 proof(u64 mask, int a, int b, bint won) noexcept nogil:
    static_check(A_AT == LANES * WIDTH)
    static_check(WON_AT < 64)
    check(mask & ~ALL == 0)
    check(<unsigned int>a <= ENDLESS)
    check(<unsigned int>b <= ENDLESS)
    return mask | (<u64>a << A_AT) | (<u64>b << B_AT) | (<u64>won << WON_AT)

cdef inline u64 mask_of(u64 p) noexcept nogil:
    return p & ALL

cdef inline u64 without_mask(u64 p) noexcept nogil:
    # The winner and the thresholds alone.
    return p >> A_AT << A_AT

cdef inline int a_of(u64 p) noexcept nogil:
    return (p >> A_AT) & ENDLESS

cdef inline int b_of(u64 p) noexcept nogil:
    return (p >> B_AT) & ENDLESS

cdef inline bint won(u64 p) noexcept nogil:
    return (p >> WON_AT) & 1

cdef inline u64 mix(u64 shape, u64 tag) noexcept nogil:
    cdef u64 x = (shape ^ (tag * <u64>0x9E3779B97F4A7C15)) * <u64>0xD6E8FEB86659FD93
    return x ^ (x >> 32)

cdef inline uint32_t find_slot(const Cache* k, u64 shape, u64 tag) noexcept nogil:
    cdef uint32_t i = k.heads[mix(shape, tag) & k.head_mask]
    while i and (k.slots[i].shape != shape or k.slots[i].tag != tag):
        i = k.slots[i].next
    return i

cdef inline bint answers(u64 p, int a, int b) noexcept nogil:
    # Does the proof serve these thresholds?
    if won(p):
        return a <= a_of(p) and b >= b_of(p)
    return a >= a_of(p) and b <= b_of(p)

cdef u64 find_by_index(const Cache* k, uint32_t slot, u64 lo, u64 hi, u64 ext, int a, int b) noexcept nogil

cdef inline u64 find_proof(const Cache* k, uint32_t slot, u64 lo, u64 hi, u64 ext, int a, int b) noexcept nogil:
    # A proof (with its mask) for the thresholds (a, b) and these owners; 0 if the list has none. It is exact because a
    # proof depends only on the owners of the cards in its mask, and its thresholds include those asked. If several fit,
    # one with a small mask is best, as it makes the proofs built on it more general. A list is a heap by the size of
    # the mask, so the first that fits has a small mask; a few entries after it are compared as well.
    # Test: tests/core/test_table.py::test_the_table_is_its_naive_twin
    cdef Entry* e = k.entries + k.slots[slot].at
    cdef Entry* end = e + k.slots[slot].used
    cdef Entry* best
    cdef Entry* last
    cdef int size
    if rarely(k.slots[slot].index):
        return find_by_index(k, slot, lo, hi, ext, a, b)
    while e < end:
        if (((e.lo ^ lo) | (e.hi ^ hi) | (e.ext ^ ext)) & e.mask) == 0 and answers(e.ext, a, b):
            break
        e += 1
    else:
        return 0
    best = e
    size = count(e.mask)
    last = e + NEARBY
    if last > end:
        last = end
    e += 1
    while e < last:
        if (((e.lo ^ lo) | (e.hi ^ hi) | (e.ext ^ ext)) & e.mask) == 0 and answers(e.ext, a, b):
            if count(e.mask) < size:
                best = e
                size = count(e.mask)
        e += 1
    return best.mask | without_mask(best.ext)

cdef bint cache_open(Cache* k, size_t limit) noexcept nogil
cdef void cache_close(Cache* k) noexcept nogil
cdef void cache_clear(Cache* k) noexcept nogil
cdef size_t cache_bytes(const Cache* k) noexcept nogil
cdef void keep(Cache* k, uint32_t slot, u64 shape, u64 tag, u64 lo, u64 hi, u64 ext, u64 p) noexcept nogil
