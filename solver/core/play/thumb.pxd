# The rule of thumb, as ThumbPlayer (players/simple.py) has it and says it in words: the same card in the same view.
# Test: tests/players/test_closed.py::test_thumb_is_card_for_card_the_thumb_player
# Relies on view. Knows no other hand.

from ..cardset cimport LANE_OF, WIDTH, count, first, highest, lane, larger, lowest, u64
from .state cimport HandInPlay, View
from .view cimport may_hold

cdef inline bint master(const View* v, u64 card) noexcept nogil:
    # Whether no unseen card of its suit beats this one.
    return v.unseen & LANE_OF[first(card)] < card

cdef inline u64 masters_last(const View* v, u64 cards) noexcept nogil:
    # The lowest side card, or the lowest trump; cards that no unseen card beats last.
    cdef u64 low, found = 0
    cdef int suit, worth, least = 99
    if not cards & ~v.trump:
        return lowest(cards)
    cards &= ~v.trump
    for suit in range(4):
        low = cards & lane(v.lane_of_suit[suit])
        if low:
            low = lowest(low)
            worth = first(low) - WIDTH * v.lane_of_suit[suit] + (WIDTH if master(v, low) else 0)
            if worth < least:
                least = worth
                found = low
    return found

cdef inline bint any_may_hold(const HandInPlay* h, const View* v, int seats, u64 cards) noexcept nogil:
    cdef int seat
    for seat in range(v.seats):
        if seats >> seat & 1 and may_hold(h, v, seat) & cards:
            return True
    return False

cdef inline bint ruffed(const HandInPlay* h, const View* v, u64 suit) noexcept nogil:
    # Whether an opponent who showed to have none of the suit may hold a trump.
    cdef u64 cards
    cdef int seat
    for seat in range(v.seats):
        if v.rivals >> seat & 1:
            cards = may_hold(h, v, seat)
            if not cards & suit and cards & v.trump:
                return True
    return False

cdef inline bint one_is_void(const HandInPlay* h, const View* v, int seats, u64 suit) noexcept nogil:
    cdef int seat
    for seat in range(v.seats):
        if seats >> seat & 1 and not may_hold(h, v, seat) & suit:
            return True
    return False

cdef inline u64 sure_card(const HandInPlay* h, const View* v, u64 sides) noexcept nogil:
    # A side card that no unseen card beats and no opponent is known to ruff: fewest unseen cards of its suit last.
    cdef u64 high, suit, found = 0
    cdef int i, worth, most = -1
    for i in range(4):
        suit = lane(v.lane_of_suit[i])
        high = sides & suit
        if high:
            high = highest(high)
            if master(v, high):
                worth = WIDTH * count(v.unseen & suit) + first(high) - WIDTH * v.lane_of_suit[i]
                if worth > most and not (v.trump and ruffed(h, v, suit)):
                    most = worth
                    found = high
    return found

cdef inline u64 longest_suit(const View* v, u64 sides) noexcept nogil:
    # The lowest of these cards in the longest suit of the hand.
    cdef u64 suit, found = 0
    cdef int i, most = 0
    for i in range(4):
        suit = lane(v.lane_of_suit[i])
        if sides & suit and count(v.hand & suit) > most:
            most = count(v.hand & suit)
            found = sides & suit
    return lowest(found)

cdef inline u64 thumb_leads(const HandInPlay* h, const View* v) noexcept nogil:
    cdef bint mine = (v.mates | 1 << v.seat) & 1
    cdef u64 trumps = v.legal & v.trump
    cdef u64 sides = v.legal & ~v.trump
    cdef bint theirs = mine and trumps and any_may_hold(h, v, v.rivals, v.trump)
    cdef u64 card, ruffs
    cdef int i, held = count(trumps)
    if theirs and held > 1 and master(v, highest(trumps)):
        return highest(trumps)
    card = sure_card(h, v, sides)
    if card:
        return card
    if theirs and held >= 3 and held * (v.seats - 1) > count(v.unseen & v.trump) * count(v.rivals):
        return lowest(trumps)
    if sides and v.trump and any_may_hold(h, v, v.mates, v.trump):
        ruffs = 0
        for i in range(4):
            if sides & lane(i) and one_is_void(h, v, v.mates, lane(i)):
                ruffs |= sides & lane(i)
        if ruffs:
            return masters_last(v, ruffs)
    return longest_suit(v, sides) if sides else lowest(trumps)

cdef inline u64 first_suit(const View* v, u64 cards) noexcept nogil:
    # The cards of the first suit of these, in the order in which hands are written.
    cdef int i
    for i in range(4):
        if cards & lane(v.lane_of_suit[i]):
            return cards & lane(v.lane_of_suit[i])
    return 0

cdef inline u64 lowest_rank(const View* v, u64 cards) noexcept nogil:
    # The lowest by rank, side cards before trumps.
    cdef u64 low, found = 0
    cdef int i, rank, least = WIDTH
    if not cards & ~v.trump:
        return lowest(cards)
    for i in range(4):
        low = cards & ~v.trump & lane(v.lane_of_suit[i])
        if low:
            rank = first(low) - WIDTH * v.lane_of_suit[i]
            if rank < least:
                least = rank
                found = lowest(low)
    return found

cdef inline u64 highest_rank(const View* v, u64 cards) noexcept nogil:
    cdef u64 high, found = 0
    cdef int i, rank, most = -1
    for i in range(4):
        high = cards & lane(v.lane_of_suit[i])
        if high:
            high = highest(high)
            rank = first(high) - WIDTH * v.lane_of_suit[i]
            if rank > most:
                most = rank
                found = high
    return found

cdef inline bint touching(const View* v, u64 low, u64 high) noexcept nogil:
    # Whether no unseen card lies between two cards of a suit.
    return not (v.unseen & (high - 1) & ~(low | (low - 1)))

cdef inline u64 lowest_equal(const View* v, u64 high, u64 cards) noexcept nogil:
    # The lowest of these cards that is as good as the high one.
    cdef u64 suit = LANE_OF[first(high)]
    cdef u64 between = v.unseen & suit & (high - 1)
    if between:
        cards &= ~((highest(between) << 1) - 1)
    return lowest(cards & suit)

cdef inline u64 thumb_follows(const HandInPlay* h, const View* v) noexcept nogil:
    cdef bint mate = v.mates >> v.winner & 1
    cdef bint last = v.placed == v.seats - 1
    cdef bint following
    cdef u64 high
    if not v.winning or (mate and last):
        return masters_last(v, v.legal)
    if last:
        return lowest_rank(v, v.winning)
    following = (first_suit(v, v.legal) & v.led) != 0
    if mate:
        # Beat the partner only with a card that is sure where his is not.
        high = highest(first_suit(v, v.winning))
        if (following and master(v, high) and not master(v, v.best) and v.best & v.led
                and not touching(v, v.best, high)):
            return lowest_equal(v, high, v.winning)
        return masters_last(v, v.legal)
    if not following:
        return lowest_rank(v, v.winning)
    high = highest_rank(v, v.winning)
    if master(v, high) or v.placed >= 2:
        return lowest_equal(v, high, v.winning)
    return masters_last(v, v.legal)

cdef inline u64 thumb(const HandInPlay* h, const View* v) noexcept nogil:
    return thumb_follows(h, v) if v.placed else thumb_leads(h, v)
