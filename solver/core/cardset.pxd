# Sets of cards as the low 52 bits of a 64-bit word, and the bit tricks on them.
# Relies on nothing. Knows nothing of hands, seats or rules.
#
#   bit   51 .... 39 | 38 .... 26 | 25 .... 13 | 12 ..... 0      bit 52: the 2 of hearts of satat
#   lane       3     |      2     |      1     |     0
#   rank  A ...... 2 | A ...... 2 | A ...... 2 | A ...... 2
#
# Inside the search a lane is packed: the highest card of the suit still in play stands at rank 12, the next
# at 11, and so on. Cards that touch in rank then touch in the word, and no absolute rank is ever needed.

from libc.stdint cimport uint64_t, uint32_t, uint16_t, uint8_t

ctypedef uint64_t u64

cdef extern from *:
    """
    #define HK_LANE(s) (0x1FFFULL << (13 * (s)))
    #define HK_LANES13(s) HK_LANE(s), HK_LANE(s), HK_LANE(s), HK_LANE(s), HK_LANE(s), HK_LANE(s), \
        HK_LANE(s), HK_LANE(s), HK_LANE(s), HK_LANE(s), HK_LANE(s), HK_LANE(s), HK_LANE(s)
    #define HK_B(s, r) (((1ULL << (r)) - 1) << (13 * (s)))
    #define HK_BELOW13(s) HK_B(s, 0), HK_B(s, 1), HK_B(s, 2), HK_B(s, 3), HK_B(s, 4), HK_B(s, 5), \
        HK_B(s, 6), HK_B(s, 7), HK_B(s, 8), HK_B(s, 9), HK_B(s, 10), HK_B(s, 11), HK_B(s, 12)
    #define HK_S13(s) s, s, s, s, s, s, s, s, s, s, s, s, s
    /* the lane of a bit, the bits of its lane below it, the number of its lane (4: bit 52) */
    static const uint64_t HK_LANE_OF[64] = {
        HK_LANES13(0), HK_LANES13(1), HK_LANES13(2), HK_LANES13(3), 0};
    static const uint64_t HK_BELOW[64] = {
        HK_BELOW13(0), HK_BELOW13(1), HK_BELOW13(2), HK_BELOW13(3), 0};
    static const uint8_t HK_SUIT_OF[64] = {HK_S13(0), HK_S13(1), HK_S13(2), HK_S13(3), 4};
    #define HK_ALL ((1ULL << 52) - 1)
    #define HK_NOT_TOPS (~((1ULL << 12) | (1ULL << 25) | (1ULL << 38) | (1ULL << 51)))
    #define HK_FIRST(x) __builtin_ctzll(x)
    #define HK_LAST(x) (63 - __builtin_clzll(x))
    #define HK_COUNT(x) __builtin_popcountll(x)
    /* the card of a set with so many others of it above: by deposit where the build may use it */
    #ifdef __BMI2__
    #include <immintrin.h>
    static inline unsigned long long HK_NTH(unsigned long long x, int above) {
        return _pdep_u64(1ULL << (__builtin_popcountll(x) - 1 - above), x);
    }
    #else
    static inline unsigned long long HK_NTH(unsigned long long x, int above) {
        while (above--) x ^= 1ULL << (63 - __builtin_clzll(x));
        return 1ULL << (63 - __builtin_clzll(x));
    }
    #endif
    /* four hands at once: the compiler makes of it what the processor has */
    typedef unsigned long long HK_FOUR __attribute__((vector_size(32), aligned(8), may_alias));
    static inline void HK_CLOSE(const uint64_t* from, uint64_t* to, uint64_t played) {
        HK_FOUR h = *(const HK_FOUR*)from;
        while (played) {
            int i = __builtin_ctzll(played);
            unsigned long long below = HK_BELOW[i];
            h = (h & ~(below | (1ULL << i))) | ((h & below) << 1);
            played &= played - 1;
        }
        *(HK_FOUR*)to = h;
    }
    static inline void HK_WITHOUT(const uint64_t* from, uint64_t* to, uint64_t cards) {
        *(HK_FOUR*)to = *(const HK_FOUR*)from & ~(unsigned long long)cards;
    }
    #define HK_RARELY(x) __builtin_expect(!!(x), 0)
    """
    const u64 LANE_OF "HK_LANE_OF" [64]
    const u64 BELOW "HK_BELOW" [64]
    const uint8_t SUIT_OF "HK_SUIT_OF" [64]
    const u64 ALL "HK_ALL"
    const u64 NOT_TOPS "HK_NOT_TOPS"
    int first "HK_FIRST" (u64) noexcept nogil      # number of the lowest bit of a set that is not empty
    int last "HK_LAST" (u64) noexcept nogil        # number of the highest bit
    int count "HK_COUNT" (u64) noexcept nogil
    void close_gaps_of_4 "HK_CLOSE" (const u64* hands, u64* to, u64 played) noexcept nogil
    void without_4 "HK_WITHOUT" (const u64* hands, u64* to, u64 cards) noexcept nogil
    u64 nth "HK_NTH" (u64, int above) noexcept nogil
    bint rarely "HK_RARELY" (bint) noexcept nogil

# check(x): a C assertion, kept by HAKEM_BUILD=debug only, where a broken invariant would go unseen.
# Without and, or: of these Cython makes statements that a release would keep.
# static_check(x): of constants; the C compiler refuses to go on when it is not so.
cdef extern from *:
    """
    #include <assert.h>
    #define HK_STATIC_CHECK(x) do { _Static_assert(x, #x); } while (0)
    """
    void check "assert" (bint) noexcept nogil
    void static_check "HK_STATIC_CHECK" (bint) noexcept nogil

# term(n, mask): cards that a proof depends on, the n-th of the terms that masks are made of. HAKEM_BUILD=terms leaves
# out the one that the environment variable HAKEM_DROP names, and notes which ones there were.
# Test: tests/core/test_audit_terms.py::test_every_term_of_a_bound_is_needed
cdef extern from *:
    """
    #ifdef HK_TERMS
    #include <stdlib.h>
    static uint64_t HK_USED = 0;
    static inline uint64_t HK_TERM(int n, uint64_t mask) {
        static int dropped = -1;
        if (dropped < 0) dropped = getenv("HAKEM_DROP") ? atoi(getenv("HAKEM_DROP")) : 0;
        if (mask) HK_USED |= 1ULL << n;
        return n == dropped ? 0 : mask;
    }
    #else
    #define HK_TERM(n, mask) (mask)
    #endif
    """
    u64 term "HK_TERM" (int n, u64 mask) noexcept nogil

cdef enum:
    LANES = 4
    WIDTH = 13

cdef inline int smaller(int x, int y) noexcept nogil:
    return x if x < y else y

cdef inline int larger(int x, int y) noexcept nogil:
    return x if x > y else y

cdef inline u64 lane(int suit) noexcept nogil:
    return <u64>0x1FFF << (WIDTH * suit)

cdef inline u64 top_of(int suit) noexcept nogil:
    # The highest place of a lane.
    return <u64>1 << (WIDTH * suit + 12)

cdef inline u64 swap_with_lane_3(u64 x, int suit) noexcept nogil:
    # Exchanges a lane with lane 3, where the search wants the trumps.
    cdef int by = WIDTH * (3 - suit)
    cdef u64 low = x & lane(suit)
    cdef u64 high = x & lane(3)
    if suit == 3:
        return x
    return (x ^ low ^ high) | low << by | high >> by

cdef inline u64 lowest(u64 x) noexcept nogil:
    return x & (~x + 1)

cdef inline u64 highest(u64 x) noexcept nogil:
    return <u64>1 << last(x)

cdef inline u64 run_tops(u64 x) noexcept nogil:
    # The highest card of every run of touching cards in a packed set.
    return x & ~((x >> 1) & NOT_TOPS)

cdef inline u64 down_to(u64 card) noexcept nogil:
    # The cards of its lane from the top down to this card; nothing for bit 52.
    return LANE_OF[first(card)] & (~card + 1)

cdef inline u64 close_gap(u64 x, u64 card, u64 below) noexcept nogil:
    # The card leaves a packed lane: what lay below it moves up by one.
    return (x & ~(below | card)) | ((x & below) << 1)

cdef inline u64 open_gap(u64 mask, u64 card, u64 below) noexcept nogil:
    # The way back for a mask that fills its lanes from the top: the card is part of it when a lower one is.
    return (mask & ~below) | ((mask & (below | card)) >> 1 & below)
