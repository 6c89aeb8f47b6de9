# Tens that are played before other cards when following or void, in games in which tens count.
# Relies on cardset, table, rules. The order of the cards depends on this file, the result of the search does not.

from ..cardset cimport highest, u64
from ..rules.trump cimport Trump, contenders, trumps_now
from ..table cimport Node, Trick

cdef inline bint partner_best(const Trick* now) noexcept nogil:
    return ((now.winner ^ now.seat) & 1) == 0

cdef inline bint partner_takes(const Node* nd, Trump t, int pos) noexcept nogil:
    # Whether partner wins this trick, or can, unless this hand takes it: no opponent who has yet to play can beat him.
    cdef const Trick* now = &nd.trick[pos]
    cdef u64 lho = nd.hand[(now.seat + 1) & 3]
    cdef u64 pd = nd.hand[(now.seat + 2) & 3]
    cdef u64 l = lho & nd.led
    if pos == 3:
        return partner_best(now)
    if not l and lho & trumps_now(t):
        return False
    if pos == 2:
        return partner_best(now) and (not l or (highest(l) & contenders(t, nd.led)) <= now.best)
    # pos 1: partner plays last
    if pd & nd.led:
        return (highest(pd & nd.led) & contenders(t, nd.led)) > (now.best | l)
    return pd & trumps_now(t) != 0

cdef inline u64 tens_first(const Node* nd, Trump t, int pos, u64 cand) noexcept nogil:
    # To a trick of partner: the ten of the led suit, or, void, those of side suits. To a trick that partner cannot win:
    # a ten that wins it, when this hand plays last; a ten of trumps, void, unless the next hand may ruff too.
    cdef const Trick* now = &nd.trick[pos]
    cdef u64 tens = cand & nd.marked
    cdef u64 above = ~(now.best | (now.best - 1))
    if not tens:
        return 0
    if partner_takes(nd, t, pos):
        return tens if cand & nd.led else tens & ~trumps_now(t)
    if cand & nd.led:
        return tens & above & contenders(t, nd.led) if pos == 3 else 0
    if pos == 3 or nd.hand[(now.seat + 1) & 3] & nd.led:
        return tens & above & trumps_now(t)
    return 0
