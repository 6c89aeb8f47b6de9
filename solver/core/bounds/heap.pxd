# The bound for games of heaps: points that one side collects whatever the others do, found without search.
# A trick that is won only joins the heap. The heap goes to a player who wins enough tricks in a row, and at the end to
# the winner of the last trick (settle in rules/collect.pxd). So the bound counts tricks that one player wins in a row.
# heap_bound makes three attempts, heap_refuted_leads looks at single leads; the comment of each function says why its
# result is exact.
# Relies on cardset, table, rules, quick_tricks (top_run: how many of the highest cards a hand holds without a gap).
# Only for four seats with partners opposite and a declared trump, without duties to trump.
# Test: tests/core/test_heap_bound.py::test_what_is_collected
# Test: tests/search/test_features_off_heaps.py::test_hostile_endings, against the search without bounds.

from ..cache cimport ENDLESS, mask_of, proof
from ..cardset cimport ALL, LANES, NOT_TOPS, count, down_to, highest, lane, larger, lowest, smaller, term, u64
from ..rules.collect cimport Heap, first_need, points_left, points_of
from ..rules.trump cimport Declared
from ..table cimport Game, Node, in_a
from ..hands cimport Hands4, seen_from
from .quick_tricks cimport top_cards, top_run

cdef struct Cash:
    int wins              # tricks that one player wins in a row with his own cards
    int tens              # the least number of tens that fall in these tricks
    u64 mask              # the cards whose owners this depends on

cdef inline int collects_at(const Game* g, int n, int chain, int need, int enough, int most) noexcept nogil:
    # How many of the n tricks left one player must win in a row until he has collected at least `enough` of them; 0 if
    # `most` wins in a row are too few for that. chain: wins before these that count towards a collection; need: wins in
    # a row that the next collection takes.
    # The rule is that of settle (rules/collect.pxd) for a winner who never wins two tricks running with aces.
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
    # The least number of tens of one suit that fall when the hand `me` leads it for so many rounds and wins each. These
    # tens are certain:
    #   its own        if it plays every card of the suit, or if the ten is among its highest cards (sure)
    #   partner's      who chooses which card to follow with
    #   an opponent's  if he has no more cards of the suit than there are rounds, so that he plays them all
    return (count(tens & (me if count(me) == rounds else sure)) + count(tens & pd)
            + (1 if tens & l and count(l) <= rounds else 0) + (1 if tens & r and count(r) <= rounds else 0))

cdef inline void cash(const Node* nd, u64 trumps, int player, int entry, u64 first, int aces,
                      int goal, Cash* out) noexcept nogil:
    # Tricks that the hand of `player` wins in a row with its own cards, whatever the others do: the highest trumps,
    # which also draw the trumps of the others, then the highest cards of side suits, and low cards of suits to which no
    # other hand can follow any more. Nobody beats or ruffs these:
    #   an opponent with trumps left has to follow: a side suit is led no more often than he holds cards of it;
    #   partner must ruff only when he holds nothing but trumps: side tricks count up to the number of his other cards.
    # entry: the suit in which another hand leads the first trick to his highest card, which no opponent with trumps can
    #        ruff; -1 when he leads himself.
    # first: the card with which he wins the first trick in another way, led by another hand; 0 when he does not. His
    #        partner plays a card to it that is no trump, the other two lose none of a suit to which they must follow.
    # aces:  how many of these tricks may be won by an ace, where an ace rule counts them.
    # goal:  the number of wins that is enough; the count stops there.
    cdef Hands4 h
    cdef u64 L, mine, has_ace
    cdef int drawn = 0, i, suit, own, k, longest, lho_trumps, rho_trumps, his_trumps, lasts, spare = 0, unled = 0
    cdef int kept = 1 if entry >= 0 and not lane(entry) & trumps else 0
    seen_from(nd, player, trumps, &h)
    lho_trumps = count(h.lho_trumps)
    rho_trumps = count(h.rho_trumps)
    his_trumps = count(h.partner_trumps)
    lasts = count(h.partner & ~trumps)
    out.wins = 0
    out.tens = 0
    out.mask = 0
    if first:
        h.me ^= first
        out.wins = 1
        lasts -= 1
        if first & nd.aces:
            aces -= 1
    if kept and nd.aces & top_cards(entry, 1):
        aces -= 1
    for i in range(-2, LANES):
        # trumps, the suit of entry, the others
        if i == -2:
            suit = 3
            if not h.me & trumps:
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
        mine = h.me & L
        own = top_run(mine, suit)
        has_ace = nd.aces & top_cards(suit, 1) if suit != entry or i == -2 else 0
        k = goal - kept - out.wins
        if i == -1 and k < 1:
            k = 1
        if own == 0 or k <= 0 or (has_ace and aces <= 0):
            unled |= 1 << suit
            continue
        longest = larger(larger(count(h.lho & L), count(h.rho & L)), count(h.partner & L))
        k = smaller(k, count(mine) if own >= longest else own)
        if i == -2:
            drawn = k
        else:
            if lho_trumps > drawn:
                k = smaller(k, count(h.lho & L))
            if rho_trumps > drawn:
                k = smaller(k, count(h.rho & L))
            if his_trumps > drawn:
                k = smaller(k, lasts)
                lasts -= k
        if k <= 0:
            unled |= 1 << suit
            continue
        if has_ace:
            aces -= 1
        out.wins += k
        own = smaller(own, smaller(k, longest))
        out.mask |= term(30, top_cards(suit, own))
        if nd.marked:
            out.tens += falling(nd.marked & L, mine, top_cards(suit, own), h.partner & L, h.lho & L, h.rho & L, k)
            spare += k - count(h.partner & L) if k > count(h.partner & L) else 0
    # in tricks to which partner cannot follow, he throws tens of suits that were not led
    for suit in range(LANES):
        if spare and unled >> suit & 1 and h.partner & nd.marked & lane(suit) and not lane(suit) & trumps:
            out.tens += 1
            spare -= 1

cdef inline u64 last_word(const Game* g, const Node* nd, Heap c, u64 trumps, int left) noexcept nogil:
    # A proof from what the hand H with the highest trump collects at some time, however it is played against; 0 when
    # that decides nothing. Three cases, each for more tricks than the one before:
    # 1. One trick: H keeps its highest trump for the last trick, which always collects. It could be forced to play it
    #    earlier only by following to trumps. If H holds more trumps than any other hand, it has a low trump for each
    #    such round, as the other hands follow as well; when H holds only trumps, it leads the low ones.
    # 2. Two tricks for every two of its highest trumps. H is forced to play the lower of the two only when trumps are
    #    led: it wins that trick and leads the higher one. Otherwise they are its last two cards. Either way H wins two
    #    tricks in a row and collects. Where the trick before the last may not collect, H keeps one of the two for the
    #    last trick.
    # 3. All its trumps, where its highest trumps suffice to draw those of the others. Forced to play the first, H draws
    #    the others, leads one more if the number of its wins is odd, and keeps the rest for the end, where nobody can
    #    beat them or force H to follow. If H is never forced, it draws them when it holds only trumps.
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
        # points are tens: those among these trumps
        trumps = trumps if m == mine else top_cards(3, depth) if m else 0
        m = points_of(g, count(nd.marked & nd.hand[seat] & trumps), m)
    if m == 0:
        return 0
    if in_a(g, seat):
        return proof(term(31, top_cards(3, depth)), m, ENDLESS - m, True) if c.q <= m else 0
    if c.p > left - m:
        return proof(term(32, top_cards(3, depth)), left - m + 1, ENDLESS - (left - m + 1), False)
    return 0

cdef inline u64 collected(const Game* g, const Node* nd, Heap c, u64 trumps, int left, int player, int chain,
                          int entry, u64 first, int goal) noexcept nogil:
    # A proof from the tricks that one player wins in a row with his own cards; 0 when they decide nothing. goal: the
    # points that decide the race for his side. chain, entry, first: as for collects_at and cash.
    cdef Cash got
    cdef int need = first_need(g, c.opened)
    cdef int aces = 0 if c.ace and player == nd.leader else 1
    cdef int points, tricks = nd.left
    if not nd.hand[player] & ~first & ALL & ~NOT_TOPS:
        # Without the highest card of a suit he is sure of no trick but the first, and that alone collects nothing: the
        # last trick, which would, is played without a bound.
        return 0
    if not g.count_tens or goal <= 0:
        tricks = collects_at(g, nd.left, chain, need, goal if not g.count_tens else 1, nd.left)
        if tricks == 0:
            return 0
    cash(nd, trumps, player, entry, first, aces, tricks, &got)
    if not g.count_tens or goal <= 0:
        if got.wins < tricks:
            return 0
    elif points_of(g, got.tens, got.wins) < goal:
        return 0
    else:
        # tens count only in tricks up to his last collection
        tricks = got.wins
        while tricks and collects_at(g, nd.left, chain, need, tricks, tricks) == 0:
            tricks -= 1
        if tricks == 0:
            return 0
        if tricks < got.wins:
            cash(nd, trumps, player, entry, first, aces, tricks, &got)
    points = points_of(g, got.tens, tricks)
    if points < goal:
        return 0
    if in_a(g, player):
        return proof(got.mask, smaller(points, ENDLESS), 0, True)
    return proof(got.mask, 0, ENDLESS - (left - points + 1), False)

cdef inline u64 takes_and_collects(const Game* g, const Node* nd, Heap c, u64 trumps, int left, int player, int suit,
                                   u64 rivals, int goal, u64* beaten) noexcept nogil:
    # A proof from a player who takes a trick in which another hand leads `suit`, and then wins in a row until he has
    # collected; 0 when that decides nothing. He takes it with the highest card of the suit, with his highest card if it
    # beats those of the rivals, or with his lowest trump. rivals: the cards of his opponents that may beat him, apart
    # from the lead; these hands must follow or have no trump. beaten: the leads for which this holds.
    cdef u64 L = lane(suit)
    cdef u64 his = nd.hand[player]
    cdef u64 first = 0, mask = 0, p
    beaten[0] = L
    if his & L:
        if not his & top_cards(suit, 1):
            first = highest(his & L)
            beaten[0] = L & (first - 1)
            mask = term(33, down_to(first))
            if rivals & ~beaten[0]:
                return 0
    elif his & trumps and not L & trumps:
        first = lowest(his & trumps)
    else:
        return 0
    if not first and count(his & L) == 1 and not his & ~L & ALL & ~NOT_TOPS:
        # that one trick alone collects nothing
        return 0
    p = collected(g, nd, c, trumps, left, player, 0, -1 if first else suit, first, goal)
    return p | mask if p else 0

cdef inline u64 heap_bound(const Game* g, const Node* nd, Heap c, Declared t) noexcept nogil:
    # A proof, or 0 when no attempt decides the race.
    cdef int seat = nd.leader
    cdef int left = points_left(g, nd, c)
    cdef int goal = c.p if in_a(g, seat) else left - c.q + 1
    cdef int suit
    cdef u64 p, L, beaten
    cdef Hands4 h
    # 1. the holder of the highest trumps collects at some time
    p = last_word(g, nd, c, t.suit, left)
    if p:
        return p
    # 2. the leader wins in a row until he collects
    p = collected(g, nd, c, t.suit, left, seat, c.chain, -1, 0, goal)
    if p:
        return p
    # 3. partner takes the first trick and wins in a row until he collects
    seen_from(nd, seat, t.suit, &h)
    for suit in range(LANES):
        L = lane(suit)
        if h.me & L and (L & t.suit or ((h.lho & L or not h.lho_trumps) and (h.rho & L or not h.rho_trumps))):
            p = takes_and_collects(g, nd, c, t.suit, left, (seat + 2) & 3, suit, (h.lho | h.rho) & L, goal, &beaten)
            if p and h.me & beaten:
                return p
    return 0

cdef inline u64 heap_refuted_leads(const Game* g, const Node* nd, Heap c, Declared t, u64* mask) noexcept nogil:
    # The leads that lose the race; in mask the cards that prove it. An opponent of the leader takes the trick and wins
    # in a row until he has collected enough. His partner must be able to leave him the trick: by a lower card of the
    # suit, or by a discard.
    # Test: tests/core/test_heap_bound.py::test_leads_that_need_no_search
    cdef int left = points_left(g, nd, c)
    # points that decide the race for the side not on lead
    cdef int goal = left - c.q + 1 if in_a(g, nd.leader) else c.p
    cdef int x, player, suit
    cdef u64 L, p, his, his_trumps, beaten, found = 0
    cdef Hands4 h
    mask[0] = 0
    seen_from(nd, nd.leader, t.suit, &h)
    for x in range(2):
        player = (nd.leader + 1 + 2 * x) & 3
        his = h.lho if x else h.rho
        his_trumps = h.lho_trumps if x else h.rho_trumps
        for suit in range(LANES):
            L = lane(suit)
            if not h.me & L or not h.partner & L and h.partner_trumps:
                continue
            if not his & L and his_trumps and his == his_trumps:
                continue
            p = takes_and_collects(g, nd, c, t.suit, left, player, suit, h.partner & L, goal, &beaten)
            if p and h.me & beaten and (not his & L or his & beaten):
                found |= beaten
                mask[0] |= mask_of(p)
    return found
