# What each candidate of a choice costs, counted while a solve runs: what benchmarks/learn_order.py learns from.
# Part of the search (search.pxi) under HAKEM_BUILD=choices alone; any other build leaves it out.
#
# At some of the choices in which the order decides, every candidate is searched by itself, from the table as it stands:
# whether it works, and how many cards are played below it. Then all is put back, so that the solve goes on as it would
# have. HAKEM_CHOICES names the file of records, HAKEM_SEED the seed. How often a choice is taken depends on its stratum
# (what is asked, tricks left, place), so that a solve gives about as many of each; `share` says how many it stands for.

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from .cache cimport Cache, Entry, Slot
from .order.choices cimport CARDS, NOTES, Record, alone, share_of, write
from .rules.trump cimport trumps_now

cdef enum:
    LEAST = 300               # cards below a candidate that are searched at least
    TIMES = 12                # ... and how many times those of one that works, before it is given up as one that fails


cdef struct Before:
    # What a search changes, as it stood.
    Cache cache
    uint32_t* heads
    Slot* slots
    Entry* entries
    uint32_t* refutations


cdef void take_copy(const Search* s, Before* b) noexcept nogil:
    b.cache = s.cache
    b.heads = <uint32_t*>malloc((s.cache.head_mask + 1) * sizeof(uint32_t))
    b.slots = <Slot*>malloc(s.cache.slot_count * sizeof(Slot))
    b.entries = <Entry*>malloc((s.cache.entry_count + 1) * sizeof(Entry))
    b.refutations = <uint32_t*>malloc(REFUTATIONS * sizeof(uint32_t))
    memcpy(b.heads, s.cache.heads, (s.cache.head_mask + 1) * sizeof(uint32_t))
    memcpy(b.slots, s.cache.slots, s.cache.slot_count * sizeof(Slot))
    memcpy(b.entries, s.cache.entries, s.cache.entry_count * sizeof(Entry))
    memcpy(b.refutations, s.refutations, REFUTATIONS * sizeof(uint32_t))


cdef void put_back(Search* s, const Before* b) noexcept nogil:
    # Arrays may have grown and moved meanwhile: they stay where they are and take their old content.
    cdef Cache now = s.cache
    s.cache = b.cache
    s.cache.heads = now.heads
    s.cache.head_room = now.head_room
    s.cache.slots = now.slots
    s.cache.slot_room = now.slot_room
    s.cache.entries = now.entries
    s.cache.entry_room = now.entry_room
    memcpy(s.cache.heads, b.heads, (s.cache.head_mask + 1) * sizeof(uint32_t))
    memcpy(s.cache.slots, b.slots, s.cache.slot_count * sizeof(Slot))
    memcpy(s.cache.entries, b.entries, s.cache.entry_count * sizeof(Entry))
    memcpy(s.refutations, b.refutations, REFUTATIONS * sizeof(uint32_t))


cdef inline u64 larger_of(u64 x, u64 y) noexcept nogil:
    return x if x > y else y


cdef void note(Search* s, Node* nd, Collect c, Trump t, int pos, u64 cand) noexcept nogil:
    # Writes a record of this choice if it is taken and one of its candidates works.
    cdef const Game* g = &s.game
    cdef Record r
    cdef Before before
    cdef u64 count, limit, end, p, start = 0, least, left = cand
    cdef bint mine = in_a(g, nd.trick[pos].seat), some = False
    cdef int asked = 0, i
    if seats_of(g) != 4 or side_a_of(g) != 0b010101 or cand & (cand - 1) == 0:
        return
    if Collect is Heap:
        asked = 2 + (g.count_tens != 0)
    elif Collect is AtOnce:
        asked = c.b != ENDLESS
    elif Collect is Kot:
        asked = 4
    else:
        return
    memset(&r, 0, sizeof(Record))
    r.share = share_of((asked * 18 + nd.left) * 8 + pos + (4 if trumps_now(t) == 0 else 0), s.salt)
    if r.share == 0:
        return
    for i in range(4):
        r.hand[i] = nd.hand[i]
    r.marked = nd.marked
    r.aces = nd.aces
    r.led = nd.led if pos else 0
    r.best = nd.trick[pos].best
    r.suit = trumps_now(t)
    r.asked = asked
    r.leader = nd.leader
    r.winner = nd.trick[pos].winner
    r.pos = pos
    r.left = nd.left
    r.a = want_a(c)
    r.b = want_b(c)
    if Collect is Heap:
        r.chain = c.chain | c.opened << 4
        r.ace = c.ace
    count = s.count
    limit = s.limit
    end = s.end
    take_copy(s, &before)
    alone(True)
    # one after the other, to see whether any works
    while left:
        start = s.count
        p = advance(s, nd, c, t, pos, lowest(left))
        if s.stopped or won(p) == mine:
            break
        left &= left - 1
    least = s.count - start if left != 0 and not s.stopped else 0
    left = cand
    put_back(s, &before)
    s.count = count
    some = False
    while least and left and r.n < CARDS:
        s.end = s.limit = count + larger_of(LEAST, TIMES * least)
        p = advance(s, nd, c, t, pos, lowest(left))
        r.card[r.n] = first(left)
        r.works[r.n] = not s.stopped and won(p) == mine
        r.cost[r.n] = s.count - count
        if r.works[r.n]:
            some = True
            if r.cost[r.n] < least:
                least = r.cost[r.n]
        r.n += 1
        left &= left - 1
        put_back(s, &before)
        s.count = count
        if s.interrupted:
            break
        s.stopped = False
    alone(False)
    s.limit = limit
    s.end = end
    free(before.heads)
    free(before.slots)
    free(before.entries)
    free(before.refutations)
    if some and left == 0:
        write(&r)
