# A choice and what each of its candidates costs, as choices.pxi writes it to a file under HAKEM_BUILD=choices.

from libc.stdint cimport uint32_t

from ..cardset cimport u64

cdef extern from *:
    """
    #include <stdint.h>
    enum {HK_CARDS = 14};
    typedef struct {
        uint64_t hand[4], marked, aces, led, best, suit;
        float share;
        uint8_t asked, leader, winner, pos, left, a, b, chain, ace, n;
        uint8_t card[HK_CARDS], works[HK_CARDS];
        uint32_t cost[HK_CARDS];
    } hk_record;
    #ifdef HK_CHOICES
    #include <stdio.h>
    #include <stdlib.h>
    enum {HK_STRATA = 8 * 18 * 8};
    static FILE* hk_file;
    static uint64_t hk_random, hk_last;
    static double hk_met[HK_STRATA], hk_solves;
    static int hk_busy;
    static float hk_share(int stratum, uint64_t solve) {
        /* 0, or how many choices of this stratum the one at hand stands for when it is taken */
        double odds;
        int left;
        if (!hk_file) {
            const char* path = getenv("HAKEM_CHOICES");
            if (!path || !(hk_file = fopen(path, "ab"))) abort();
            hk_random = strtoull(getenv("HAKEM_SEED") ? getenv("HAKEM_SEED") : "1", NULL, 10) * 2 + 1;
        }
        if (hk_busy) return 0;
        if (solve != hk_last) { hk_last = solve; hk_solves++; }
        hk_met[stratum]++;
        hk_random ^= hk_random << 13; hk_random ^= hk_random >> 7; hk_random ^= hk_random << 17;
        /* a lead has more to say than what is played to it; choices with many tricks left are dear */
        left = stratum / 8 % 18;
        odds = stratum & 3 ? (left > 10 ? 0.15 : 0.6) : left > 6 && left < 12 ? 4 : 1;
        odds *= hk_solves / hk_met[stratum];
        if (odds > 1) odds = 1;
        if (hk_solves < 10 || (hk_random >> 11) * 0x1p-53 >= odds) return 0;
        return (float)(1 / odds);
    }
    static void hk_write(const hk_record* r) { fwrite(r, sizeof *r, 1, hk_file); fflush(hk_file); }
    static void hk_alone(int busy) { hk_busy = busy; }
    #define HK_NOTES 1
    #else
    static inline float hk_share(int stratum, uint64_t solve) { return 0; }
    static inline void hk_write(const hk_record* r) {}
    static inline void hk_alone(int busy) {}
    #define HK_NOTES 0
    #endif
    """
    const bint NOTES "HK_NOTES"
    const int CARDS "HK_CARDS"
    ctypedef struct Record "hk_record":
        u64 hand[4]
        u64 marked, aces, led, best, suit
        float share
        unsigned char asked, leader, winner, pos, left, a, b, chain, ace, n
        unsigned char card[14]
        unsigned char works[14]
        uint32_t cost[14]
    float share_of "hk_share" (int stratum, u64 solve) noexcept nogil
    void write "hk_write" (const Record* r) noexcept nogil
    void alone "hk_alone" (bint busy) noexcept nogil
