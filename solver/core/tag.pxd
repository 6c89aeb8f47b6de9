# The tag of a slot of the table (cache.pxd): what the shape does not tell about the position at the start of a trick.
# One word; its widths are said here and nowhere else. Relies on cardset. Knows no rule.
#
#   bit   63 .. 56 | 55 ......... 32 | 31 ....... 16 | 15 ......... 3 | 2 .... 0
#         (unused) |      owners     |     trump     |     collect    | leader
#
#   leader   the seat that leads
#   collect  collect_tag: what is lying where, the kot that may still be made (rules/collect.pxd)
#   trump    trump_tag: who holds the 2 of hearts, which suits may be trump (rules/trump.pxd)
#   owners   heaps: the owner of each suit's marked card, then of each suit's ace; a seat + 1, 0 = gone

cdef enum:
    LEADER_BITS = 3
    COLLECT_BITS = 13
    TRUMP_BITS = 16
    OWNER_BITS = 3
    COLLECT_AT = LEADER_BITS
    TRUMP_AT = COLLECT_AT + COLLECT_BITS
    OWNERS_AT = TRUMP_AT + TRUMP_BITS
