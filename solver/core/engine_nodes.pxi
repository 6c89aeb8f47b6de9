# A position as the first node of a search: packed cards, the running trick, the seats turned.
# A part of engine.pyx, on engine_start.pxi.

cdef u64 pack(u64 x, u64 in_play) noexcept nogil:
    # Printed ranks -> packed lanes (cardset.pxd): each card out of play leaves a gap, closed from the lowest on.
    cdef u64 gone = ALL & ~in_play
    cdef int i
    while gone:
        i = first(gone)
        x = close_gap(x, <u64>1 << i, BELOW[i])
        gone &= gone - 1
    return x


cdef void open_node(Search* s, const Start* q) noexcept nogil:
    # Packs a position into the first node, and the cards of a running trick as well.
    cdef Node* nd = &s.nodes[0]
    cdef u64 in_play = 0
    cdef u64 cards
    cdef u64 hand[SEATS]
    cdef int i
    s.game = q.game
    for i in range(SEATS):
        hand[i] = q.hand[i] if i < q.game.seats else 0
    for i in range(q.on_table):
        hand[(q.leader + i) % q.game.seats] |= q.table[i]
    for i in range(SEATS):
        hand[i] = seen(q, hand[i])
        in_play |= hand[i]
    nd.in_play = in_play
    nd.shape = 0
    for i in range(SEATS):
        nd.hand[i] = pack(hand[i], in_play)
        nd.printed[i] = hand[i]
        cards = nd.hand[i]
        while cards:
            nd.shape += s.game.weight[i][SUIT_OF[first(cards)]]
            cards &= cards - 1
    nd.marked = pack(seen(q, q.tens | q.indicator) & in_play, in_play)
    nd.aces = pack(seen(q, q.aces) & in_play, in_play)
    nd.leader = q.leader
    nd.left = count(nd.hand[q.leader])
    s.asked = q.asked
    s.fallen = q.fallen
    for i in range(q.on_table):
        nd.trick[i + 1].card = pack(seen(q, q.table[i]), in_play)


cdef InPlay in_play_of(const Start* q) noexcept nogil:
    cdef InPlay t
    cdef u64 in_play = 0
    cdef int i
    for i in range(q.game.seats):
        in_play |= q.hand[i]
    for i in range(q.on_table):
        in_play |= q.table[i]
    t.suit = 0
    t.later = pack(q.later, in_play)
    return t


cdef int all_points(const Start* q) noexcept nogil:
    # Points still to be won from here, those in the heap included.
    cdef u64 cards = 0
    cdef int tricks = count(q.hand[q.leader]) + (1 if q.on_table else 0)
    cdef int i
    if q.game.count_tens:
        for i in range(q.game.seats):
            cards |= q.hand[i]
        for i in range(q.on_table):
            cards |= q.table[i]
    return q.heap + points_of(&q.game, count(cards & q.tens), tricks)


cdef void take_row(Start* q, const uint64_t* row) noexcept nogil:
    cdef int i
    for i in range(4):
        q.hand[i] = row[i]


cdef int turn_between(const Start* q, const Start* known) noexcept nogil:
    # By how many seats `q` must be turned to be the deal of `known`; 0 where it is that deal already, or no turn of it,
    # or where seats or sides are no longer alike: one player against the others, cards dealt later, a hidden card.
    cdef int by, i
    cdef int seats = q.game.seats
    if (seats & 1 or q.game.side_a != 0b010101 or q.kind != TRUMP_DECLARED and q.kind != TRUMP_SATAT
            or q.on_table or q.later or q.indicator):
        return 0
    for by in range(seats):
        for i in range(seats):
            if q.hand[i] != known.hand[(i + by) % seats]:
                break
        else:
            return by
    return 0


cdef void turn_by(Start* q, int by) noexcept nogil:
    # Counts the seats from another one. A position is the same game whichever of its seats is called 0: rules speak of
    # the leader and of sides, and by an odd number of seats the sides change their names.
    # Test: tests/search/test_turned_seats.py::test_turned_seats_at_length
    cdef u64 hand[SEATS]
    cdef int i
    if by:
        for i in range(q.game.seats):
            hand[(i + by) % q.game.seats] = q.hand[i]
        for i in range(q.game.seats):
            q.hand[i] = hand[i]
        q.leader = (q.leader + by) % q.game.seats


cdef int lay(Start* q, u64 card) noexcept nogil:
    # The seat to move lays a card of its hand down; the side (0 or 1) that takes the trick with it, -1 while it lasts.
    cdef int i, place
    cdef int seat = (q.leader + q.on_table) & 3
    cdef u64 trumps = lane(q.trump) if q.trump >= 0 else 0
    cdef u64 best
    q.hand[seat] ^= card
    q.table[q.on_table] = card
    q.on_table += 1
    if q.on_table < 4:
        return -1
    place = 0
    best = q.table[0]
    for i in range(1, 4):
        card = q.table[i]
        if (card > best) if SUIT_OF[first(card)] == SUIT_OF[first(best)] else (card & trumps) != 0:
            best = card
            place = i
    q.leader = (q.leader + place) & 3
    q.on_table = 0
    return q.leader & 1
