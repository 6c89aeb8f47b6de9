# The order in which the cards of one hand are tried, for any number of seats and any division into sides.
# Relies on cardset, table, rules. The order of the cards depends on this file, the result of the search does not.

from ..cardset cimport highest, lane, lowest, u64
from ..rules.trump cimport Trump, contenders, trumps_now
from ..table cimport Game, Node, Trick, in_a, seats_of
from .moves cimport Moves, push_down, push_up

cdef inline void order_any(const Game* g, const Node* nd, Trump t, int pos, u64 cand, Moves* m) noexcept nogil:
    # friends, foes: the cards of all hands of the own side and of the other side. later: the cards with which opponents
    # who play after this hand follow suit or ruff.
    cdef const Trick* now = &nd.trick[pos]
    cdef bint mine = in_a(g, now.seat)
    cdef bint ours = in_a(g, now.winner) == mine
    cdef u64 trumps = trumps_now(t)
    cdef u64 can_win = contenders(t, nd.led)
    cdef u64 best = now.best
    cdef u64 friends = 0, foes = 0, later = 0, L, own, tops, ends, winners, safe, b
    cdef u64 masters = 0, plain = 0, ruffed = 0, lead_trumps = 0
    cdef int i, _i, suit, at
    cdef bint open_ruff = False
    for i in range(seats_of(g)):
        if in_a(g, i) == mine:
            friends |= nd.hand[i]
        else:
            foes |= nd.hand[i]
    if pos == 0:
        # Lead: first the highest card of each suit in which no opponent holds a higher one or can ruff; then the lowest
        # cards of these suits, and the highest and lowest of the others; then trumps; last the suits that an opponent
        # can ruff. Trumps come before the low cards if no opponent holds a higher one.
        for suit in range(4):
            L = lane(suit)
            own = cand & L
            if own == 0:
                continue
            ends = highest(own) | lowest(own)
            if L & trumps:
                lead_trumps |= ends
                continue
            open_ruff = False
            for i in range(seats_of(g)):
                if in_a(g, i) != mine and not nd.hand[i] & L and nd.hand[i] & trumps:
                    open_ruff = True
            if open_ruff:
                ruffed |= ends
            elif highest(own) > (foes & L):
                masters |= highest(own)
                plain |= lowest(own) & ~highest(own)
            else:
                plain |= ends
        push_down(m, masters)
        if trumps and highest(lead_trumps | 1) > (foes & trumps):
            push_down(m, lead_trumps)
            push_up(m, plain)
        else:
            push_up(m, plain)
            push_down(m, lead_trumps)
        push_down(m, ruffed)
        push_down(m, cand & ~(masters | plain | lead_trumps | ruffed))
        return
    at = now.seat
    for _i in range(pos + 1, seats_of(g)):
        at = at + 1 if at + 1 < seats_of(g) else 0
        if in_a(g, at) != mine:
            L = nd.hand[at] & nd.led
            later |= L if L else nd.hand[at] & trumps
    tops = later & can_win
    if ours and best > tops:
        # the own side wins the trick already: the lowest card, and no trump if another card may be played
        push_up(m, cand & ~trumps)
        push_up(m, cand & trumps)
        return
    winners = cand & can_win & ~(best | (best - 1)) if best else cand & can_win
    if cand & nd.led:
        b = highest(tops) if tops else 0
        safe = winners & ~(b | (b - 1)) if b else winners
        push_up(m, safe)
        if ours:
            push_up(m, cand & ~winners)
            push_down(m, winners & ~safe)
        else:
            push_down(m, winners & ~safe)
            push_up(m, cand & ~winners)
        return
    # Void. If an opponent is winning: the lowest trump that no later opponent can beat, then the next higher ones. Then
    # discards: the lowest card of each suit, other cards without trumps, trumps.
    b = highest(tops) if tops else 0
    safe = winners & ~(b | (b - 1)) if b else winners
    if not ours:
        push_up(m, safe)
        cand &= ~safe
    own = 0
    for suit in range(4):
        L = cand & lane(suit) & ~trumps
        if L:
            own |= lowest(L)
    push_up(m, own)
    push_up(m, cand & ~own & ~trumps)
    push_up(m, cand & ~own & trumps)
