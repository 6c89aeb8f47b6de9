# Heaps that are sure to be collected, without search. A trick is no gain here; only a player who wins several in a
# row collects, and who wins the last trick. Every bound comes with the reason why it is exact.
# Relies on cardset, table, rules, quick_tricks (runs of top cards). Only for four seats with partners and a declared
# trump, without duties.
# Test: tests/core/test_heap_bound.py::test_what_is_collected
# Test: tests/search/test_features_off_heaps.py::test_hostile_endings, against the search without bounds.

from ..cache cimport ENDLESS, proof
from ..cardset cimport LANES, count, lane, u64
from ..rules.collect cimport Collect, Heap, first_need, points_left, points_of
from ..rules.trump cimport Declared, Trump
from ..table cimport Game, Node, in_a
from .quick_tricks cimport larger, smaller, top_cards, top_run

cdef struct Cash:
    int wins              # tricks in a row that one player wins by himself,
    int tens              # ... tens that fall in them at least,
    u64 mask              # ... and the cards that say so

cdef inline int collects_at(const Game* g, int n, int chain, int need, int enough, int most) noexcept nogil:
    # One player wins every trick from here on; n are left, chain of his wins count already. How many he must win to
    # have collected that many of them at least (enough), when he can win so many (most); 0 when it is not to be had.
    # As in settle (rules/collect.pxd), for one and the same winner who never wins twice running with aces.
    cdef int j
    for j in range(1, most + 1):
        chain += 1
        if j == n or (chain >= need and not (g.no_collect >> (n - j)) & 1):
            if j >= enough:
                return j
            chain = 0
            need = 2
        elif chain >= need:
            chain = need - 1
    return 0

cdef inline int falling(u64 tens, u64 me, u64 sure, u64 pd, u64 l, u64 r, int rounds) noexcept nogil:
    # Tens of a suit that fall in so many rounds of it, led by the hand `me` which wins them all: its own when it plays
    # all its cards or they are among those that are sure; partner's, who may choose; an opponent's when he has no
    # other card left to follow with.
    return (count(tens & (me if count(me) == rounds else sure)) + count(tens & pd)
            + (1 if tens & l and count(l) <= rounds else 0) + (1 if tens & r and count(r) <= rounds else 0))

cdef inline void cash(const Node* nd, u64 trumps, u64 me, u64 pd, u64 l, u64 r, int entry, int aces, int goal,
                      Cash* out) noexcept nogil:
    # Tricks that the hand `me` wins in a row by itself, whatever the others do: its top trumps, which draw those of
    # the others, then the top cards of its side suits, and low ones that nobody can follow any more. An opponent
    # with trumps left follows in each suit before he can ruff. Partner never beats these cards, and is made to ruff
    # only when he holds nothing but trumps: he lasts as many side tricks as he has other cards.
    # entry: the suit that partner leads to the top card of `me`, -1 when `me` leads. The first trick is in this suit,
    # to which no opponent with trumps is void.
    # aces: how many may win where an ace rule counts them. goal: more wins are not asked for.
    cdef u64 L, mine, has_ace
    cdef int cl = count(l & trumps)
    cdef int cr = count(r & trumps)
    cdef int cp = count(pd & trumps)
    cdef int drawn = 0, i, suit, own, k, longest, spare = 0, unled = 0
    cdef int lasts = count(pd & ~trumps)
    cdef int kept = 1 if entry >= 0 and not lane(entry) & trumps else 0
    out.wins = 0
    out.tens = 0
    out.mask = 0
    if kept and nd.aces & top_cards(entry, 1):
        aces -= 1
    for i in range(-2, LANES):
        # trumps, the suit of entry, the others
        if i == -2:
            suit = 3
            if not me & trumps:
                continue
        elif i == -1:
            suit = entry
            kept = 0
            if entry < 0 or lane(entry) & trumps:
                continue
        else:
            suit = i
            if suit == entry or lane(suit) & trumps:
                continue
        L = lane(suit)
        mine = me & L
        own = top_run(mine, suit)
        has_ace = nd.aces & top_cards(suit, 1) if suit != entry or i == -2 else 0
        k = goal - kept - out.wins
        if i == -1 and k < 1:
            k = 1
        if own == 0 or k <= 0 or (has_ace and aces <= 0):
            unled |= 1 << suit
            continue
        longest = larger(larger(count(l & L), count(r & L)), count(pd & L))
        k = smaller(k, count(mine) if own >= longest else own)
        if i == -2:
            drawn = k
        else:
            if cl > drawn:
                k = smaller(k, count(l & L))
            if cr > drawn:
                k = smaller(k, count(r & L))
            if cp > drawn:
                k = smaller(k, lasts)
                lasts -= k
        if k <= 0:
            unled |= 1 << suit
            continue
        if has_ace:
            aces -= 1
        out.wins += k
        own = smaller(own, smaller(k, longest))
        out.mask |= top_cards(suit, own)
        if nd.marked:
            out.tens += falling(nd.marked & L, mine, top_cards(suit, own), pd & L, l & L, r & L, k)
            spare += k - count(pd & L) if k > count(pd & L) else 0
    # where he need not follow, partner throws tens of suits that were not led
    for suit in range(LANES):
        if spare and unled >> suit & 1 and pd & nd.marked & lane(suit) and not lane(suit) & trumps:
            out.tens += 1
            spare -= 1

cdef inline u64 last_word(const Game* g, const Node* nd, Heap c, u64 trumps, int left) noexcept nogil:
    # What the hand with the top trump collects some time, whatever happens, as a proof; 0 when that decides nothing.
    # 1. It keeps the top trump for the last trick, which always collects, unless it must follow to a trump with it.
    #    It has a low trump for every time when it holds more than anybody else: they all follow, too, and when it has
    #    nothing but trumps left, it plays the low ones.
    # 2. Of two top trumps it is made to play the lower one only when trumps are led: it wins, and leads the other, or
    #    they are its last two cards. Either way it wins both in a row and collects both; and so on for every two.
    #    Where the trick before the last may not collect, it keeps the second one of the two for the last.
    # 3. With enough top trumps to draw all others it collects as many tricks as it has trumps. Made to play the first,
    #    it draws the others, plays one more when the number of its wins is odd, and keeps the rest for the end, where
    #    nobody can beat them or make it follow. Made to play none, it draws them when it has only trumps left.
    cdef int seat = 0, tops, most, mine, m = 0, i, depth
    cdef bint free
    if not trumps:
        return 0
    while seat < 4 and not nd.hand[seat] & top_cards(3, 1):
        seat += 1
    if seat == 4:
        return 0
    mine = count(nd.hand[seat] & trumps)
    tops = top_run(nd.hand[seat] & trumps, 3)
    most = 0
    for i in range(1, 4):
        most = larger(most, count(nd.hand[(seat + i) & 3] & trumps))
    depth = tops
    if most == 0:
        m = mine
        depth = 0
    else:
        free = nd.left <= 3 or not (g.no_collect >> 2) & ((1 << (nd.left - 3)) - 1)
        if first_need(g, c.opened) > 2:
            if free and tops > 2 and first_need(g, c.opened) == 3:
                m = 3
            elif mine > most:
                m = 1
        elif free and tops >= most and not g.no_collect & 2:
            m = mine if mine > most else mine - mine % 2
            depth = most
        elif free:
            m = larger(tops - tops % 2, 1 + (tops - 1) // 2 * 2 if mine > most else 0)
        elif mine > most:
            m = 1
        if m == 1:
            depth = 1
    if g.count_tens:
        # the tens among these trumps
        trumps = trumps if m == mine else top_cards(3, depth) if m else 0
        m = points_of(g, count(nd.marked & nd.hand[seat] & trumps), m)
    if m == 0:
        return 0
    if in_a(g, seat):
        return proof(top_cards(3, depth), m, ENDLESS - m, True) if c.q <= m else 0
    if c.p > left - m:
        return proof(top_cards(3, depth), left - m + 1, ENDLESS - (left - m + 1), False)
    return 0

cdef inline u64 collected(const Game* g, const Node* nd, Heap c, u64 trumps, int left, int player, int chain,
                          int entry, int goal) noexcept nogil:
    # The proof from a player's own tricks in a row; 0 when they decide nothing. goal: points that decide.
    cdef Cash got
    cdef int need = first_need(g, c.opened)
    cdef int aces = 0 if c.ace and player == nd.leader else 1
    cdef int points, tricks = nd.left
    cdef u64 me = nd.hand[player]
    cdef u64 l = nd.hand[(player + 1) & 3]
    cdef u64 pd = nd.hand[(player + 2) & 3]
    cdef u64 r = nd.hand[(player + 3) & 3]
    if not g.count_tens or goal <= 0:
        tricks = collects_at(g, nd.left, chain, need, goal if not g.count_tens else 1, nd.left)
    cash(nd, trumps, me, pd, l, r, entry, aces, tricks, &got)
    if not g.count_tens or goal <= 0:
        if got.wins < tricks:
            return 0
    elif points_of(g, got.tens, got.wins) < goal:
        return 0
    else:
        # the tens of a trick that is not collected any more do not count
        tricks = got.wins
        while tricks and collects_at(g, nd.left, chain, need, tricks, tricks) == 0:
            tricks -= 1
        if tricks == 0:
            return 0
        if tricks < got.wins:
            cash(nd, trumps, me, pd, l, r, entry, aces, tricks, &got)
    points = points_of(g, got.tens, tricks)
    if points < goal:
        return 0
    if in_a(g, player):
        return proof(got.mask, smaller(points, ENDLESS), 0, True)
    return proof(got.mask, 0, ENDLESS - (left - points + 1), False)

cdef inline u64 heap_bound(const Game* g, const Node* nd, Collect c, Trump t) noexcept nogil:
    # A proof, or 0 when nothing is sure enough.
    cdef int seat, suit, left, goal, entry
    cdef u64 p, L, me, pd, l, r
    if Collect is Heap and Trump is Declared:
        if g.seats != 4 or g.side_a != 0b010101 or g.duty:
            return 0
        left = points_left(g, nd, c)
        # 1. who holds the top trumps collects some time
        p = last_word(g, nd, c, t.suit, left)
        if p:
            return p
        # 2. the leader wins until he collects
        seat = nd.leader
        goal = c.p if in_a(g, seat) else left - c.q + 1
        p = collected(g, nd, c, t.suit, left, seat, c.chain, -1, goal)
        if p:
            return p
        # 3. he leads to partner's top card, and partner goes on to win until he collects
        me = nd.hand[seat]
        l = nd.hand[(seat + 1) & 3]
        pd = nd.hand[(seat + 2) & 3]
        r = nd.hand[(seat + 3) & 3]
        entry = -1
        for suit in range(LANES):
            L = lane(suit)
            if (top_cards(suit, 1) & pd and me & L
                    and (L & t.suit or ((l & L or not l & t.suit) and (r & L or not r & t.suit)))):
                entry = suit
        if entry >= 0:
            return collected(g, nd, c, t.suit, left, (seat + 2) & 3, 0, entry, goal)
        return 0
    else:
        return 0
