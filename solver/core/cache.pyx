# cython: language_level=3
# The memory of the transposition table: growing lists in one arena, and one clean-out when the limit is reached.
# Relies on cache.pxd. A clean-out is sound at any moment: nobody holds a pointer, only slot numbers with an epoch.

from libc.stdint cimport uint16_t, uint32_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from .cardset cimport ALL, check, count, u64

cdef enum:
    FIRST_HEADS = 1024        # small, so that a cheap solve pays nothing for forgetting the one before
    FIRST_SLOTS = 1024
    FIRST_ENTRIES = 4096
    INDEXED = 128             # entries that a list has room for when an index is first thought of
    PER_MASK = 8              # ... and so many for each mask make it worth its while


cdef bint cache_open(Cache* k, size_t limit) noexcept nogil:
    # Takes the smallest memory the table can work with. False when there is none to be had.
    memset(k, 0, sizeof(Cache))
    k.limit = limit
    k.head_room = FIRST_HEADS
    k.slot_room = FIRST_SLOTS
    k.entry_room = FIRST_ENTRIES
    k.heads = <uint32_t*>calloc(k.head_room, sizeof(uint32_t))
    k.slots = <Slot*>malloc(k.slot_room * sizeof(Slot))
    k.entries = <Entry*>malloc(k.entry_room * sizeof(Entry))
    if k.heads == NULL or k.slots == NULL or k.entries == NULL:
        cache_close(k)
        return False
    cache_clear(k)
    return True


cdef void cache_close(Cache* k) noexcept nogil:
    free(k.heads)
    free(k.slots)
    free(k.entries)
    k.heads = NULL
    k.slots = NULL
    k.entries = NULL


cdef void cache_clear(Cache* k) noexcept nogil:
    # Forgets everything in time that does not depend on how much there was.
    k.head_mask = FIRST_HEADS - 1
    memset(k.heads, 0, FIRST_HEADS * sizeof(uint32_t))
    k.slot_count = 1                      # number 0 means none
    k.entry_count = 0
    memset(k.free_list, 0, sizeof(k.free_list))
    k.epoch += 1


cdef size_t cache_bytes(const Cache* k) noexcept nogil:
    return (k.head_room * sizeof(uint32_t) + k.slot_room * sizeof(Slot)
            + k.entry_room * sizeof(Entry))


cdef bint more_heads(Cache* k) noexcept nogil:
    # Doubles the buckets in use; the slots are chained anew.
    cdef uint32_t wanted = (k.head_mask + 1) * 2
    cdef uint32_t i
    cdef u64 h
    cdef uint32_t* grown
    if wanted > k.head_room:
        if cache_bytes(k) + (wanted - k.head_room) * sizeof(uint32_t) > k.limit:
            return False
        grown = <uint32_t*>realloc(k.heads, wanted * sizeof(uint32_t))
        if grown == NULL:
            return False
        k.heads = grown
        k.head_room = wanted
    k.head_mask = wanted - 1
    memset(k.heads, 0, wanted * sizeof(uint32_t))
    for i in range(1, k.slot_count):
        h = mix(k.slots[i].shape, k.slots[i].tag) & k.head_mask
        k.slots[i].next = k.heads[h]
        k.heads[h] = i
    return True


cdef void* with_room(Cache* k, void* items, size_t size, uint32_t* room, uint32_t needed) noexcept nogil:
    # The array of items of this size, moved where it must grow by half of its room to hold `needed` of them; NULL, and
    # the array as it was, where that is too little or there is no memory.
    cdef uint32_t wanted
    cdef void* grown
    if needed <= room[0]:
        return items
    wanted = room[0] + room[0] // 2
    if needed > wanted or cache_bytes(k) + (wanted - room[0]) * size > k.limit:
        return NULL
    grown = realloc(items, wanted * size)
    if grown != NULL:
        room[0] = wanted
    return grown


cdef bint room_for_slot(Cache* k) noexcept nogil:
    cdef void* slots = with_room(k, k.slots, sizeof(Slot), &k.slot_room, k.slot_count + 1)
    if slots == NULL:
        return False
    k.slots = <Slot*>slots
    return True


cdef bint room_for_entries(Cache* k, uint32_t n) noexcept nogil:
    cdef void* entries = with_room(k, k.entries, sizeof(Entry), &k.entry_room, k.entry_count + n)
    if entries == NULL:
        return False
    k.entries = <Entry*>entries
    return True


cdef bint take_list(Cache* k, int size_class, uint32_t* at) noexcept nogil:
    # A list of 2**size_class entries: one given back, or fresh ones. A free list is linked through Entry.mask.
    cdef uint32_t number = k.free_list[size_class]
    if number:
        at[0] = number - 1
        k.free_list[size_class] = <uint32_t>k.entries[number - 1].mask
        return True
    if not room_for_entries(k, <uint32_t>1 << size_class):
        return False
    at[0] = k.entry_count
    k.entry_count += <uint32_t>1 << size_class
    return True


cdef int size_class_of(uint32_t room) noexcept nogil:
    cdef int size_class = 0
    while (<uint32_t>1 << size_class) < room:
        size_class += 1
    return size_class


# An index lies among the entries: for a list with room for R of them, 2 R numbers (1 + place in the list, 0 = free)
# hashed with open addressing, then one word with the count of the masks, then the masks, R words in all.

cdef inline u64 hash_of(u64 mask, u64 lo, u64 hi, u64 ext) noexcept nogil:
    cdef u64 x = (lo & mask) * <u64>0x9E3779B97F4A7C15 + mask
    x = (x ^ (x >> 29)) + (hi & mask) * <u64>0xA24BAED4963EE407 + (ext & mask)
    x *= <u64>0xD6E8FEB86659FD93
    return x >> 40


cdef u64 find_by_index(const Cache* k, uint32_t slot, u64 lo, u64 hi, u64 ext, int a, int b) noexcept nogil:
    # find_proof for a list with an index. Masks that answer move forward.
    cdef const Slot* q = k.slots + slot
    cdef uint16_t* table = <uint16_t*>(k.entries + q.index - 1)
    cdef u64* masks = <u64*>table + (q.room >> 1) + 1
    cdef uint32_t wrap = 2 * <uint32_t>q.room - 1
    cdef uint32_t i, h
    cdef uint32_t n = <uint32_t>masks[-1]
    cdef u64 mask
    cdef Entry* e
    for i in range(n):
        mask = masks[i]
        h = <uint32_t>hash_of(mask, lo, hi, ext) & wrap
        while table[h]:
            e = k.entries + q.at + table[h] - 1
            if e.mask == mask and (((e.lo ^ lo) | (e.hi ^ hi) | (e.ext ^ ext)) & mask) == 0 and answers(e.ext, a, b):
                if i:
                    masks[i] = masks[i >> 1]
                    masks[i >> 1] = mask
                return mask | without_mask(e.ext)
            h = (h + 1) & wrap
    return 0


cdef bint index_entry(Cache* k, Slot* q, uint32_t number) noexcept nogil:
    # Puts an entry of the list into its index. False when there are too many masks for that.
    cdef uint16_t* table = <uint16_t*>(k.entries + q.index - 1)
    cdef u64* masks = <u64*>table + (q.room >> 1) + 1
    cdef uint32_t wrap = 2 * <uint32_t>q.room - 1
    cdef uint32_t i = 0
    cdef uint32_t n = <uint32_t>masks[-1]
    cdef const Entry* e = k.entries + q.at + number
    cdef uint32_t h = <uint32_t>hash_of(e.mask, e.lo, e.hi, e.ext) & wrap
    while i < n and masks[i] != e.mask:
        i += 1
    if i == n:
        if n * PER_MASK >= q.room:
            return False
        masks[n] = e.mask
        masks[-1] = n + 1
    while table[h]:
        h = (h + 1) & wrap
    table[h] = number + 1
    return True


cdef void drop_index(Cache* k, Slot* q) noexcept nogil:
    cdef int size_class
    if q.index:
        size_class = size_class_of(q.room >> 2)
        k.entries[q.index - 1].mask = k.free_list[size_class]
        k.free_list[size_class] = q.index
        q.index = 0


cdef void build_index(Cache* k, uint32_t slot) noexcept nogil:
    # Gives a long list an index if that pays and there is room.
    cdef Slot* q = k.slots + slot
    cdef uint32_t at = 0
    cdef uint32_t i
    if q.room < INDEXED or not take_list(k, size_class_of(q.room >> 2), &at):
        return
    q.index = at + 1
    memset(k.entries + at, 0, (q.room >> 2) * sizeof(Entry))
    for i in range(q.used):
        if not index_entry(k, q, i):
            drop_index(k, q)
            return


cdef void keep(Cache* k, uint32_t slot, u64 shape, u64 tag, u64 lo, u64 hi, u64 ext, u64 p) noexcept nogil:
    # Stores a proof under a shape. slot: its number if known in this epoch, else 0.
    cdef uint32_t at = 0
    cdef u64 h
    cdef Slot* q
    cdef Entry* e
    cdef int size_class, size
    cdef uint32_t i
    if slot == 0:
        if not room_for_slot(k):
            cache_clear(k)
        if k.slot_count > k.head_mask and not more_heads(k):
            cache_clear(k)
        slot = k.slot_count
        if not take_list(k, 1, &at):
            cache_clear(k)
            slot = k.slot_count
            if not take_list(k, 1, &at):
                return
        k.slot_count += 1
        q = k.slots + slot
        q.shape = shape
        q.tag = tag
        q.at = at
        q.used = 0
        q.room = 2
        q.index = 0
        h = mix(shape, tag) & k.head_mask
        q.next = k.heads[h]
        k.heads[h] = slot
    q = k.slots + slot
    if q.used == q.room:
        size_class = size_class_of(q.room)
        if size_class + 1 < ROOMS and take_list(k, size_class + 1, &at):
            q = k.slots + slot
            drop_index(k, q)
            memcpy(k.entries + at, k.entries + q.at, q.used * sizeof(Entry))
            k.entries[q.at].mask = k.free_list[size_class]
            k.free_list[size_class] = q.at + 1
            q.at = at
            q.room = q.room * 2
            build_index(k, slot)
            q = k.slots + slot
        elif size_class + 1 < ROOMS:
            cache_clear(k)
            keep(k, 0, shape, tag, lo, hi, ext, p)
            return
        else:
            drop_index(k, q)              # a list as long as it may get begins anew
            q.used = 0
            build_index(k, slot)
            q = k.slots + slot
    check(q.used < q.room)
    check(q.at + q.room <= k.entry_count)
    check(k.entry_count <= k.entry_room)
    check(k.slot_count <= k.slot_room)
    e = k.entries + q.at
    i = q.used
    if q.index == 0:                      # an index names the places of its entries: those stay
        size = count(p & ALL)
        while i and count(e[(i - 1) >> 1].mask) > size:
            e[i] = e[(i - 1) >> 1]
            i = (i - 1) >> 1
    e += i
    e.lo = lo
    e.hi = hi
    e.mask = p & ALL
    e.ext = (ext & ALL) | without_mask(p)
    if q.index and not index_entry(k, q, q.used):
        drop_index(k, q)
    q.used += 1
