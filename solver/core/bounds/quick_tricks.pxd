# Quick tricks: those that a side is sure of without search. Every bound comes with the reason why it is exact.
# Relies on cardset, table, rules. Only for four seats with partners, tricks that go to their winner at once, and
# races that last to the last point: a trick that must come in some day says nothing about the first seven.
# Test: tests/core/test_quick_tricks.py::test_what_is_sure, position by position;
# Test: tests/search/test_features_off.py::test_hostile_endings, against the search without bounds.

from libc.stdint cimport uint8_t
from libc.string cimport memset

from ..cache cimport ENDLESS, proof
from ..cardset cimport LANES, WIDTH, count, lane, u64
from ..rules.collect cimport AtOnce, Collect, Heap
from ..rules.trump cimport Declared, Satat, Trump
from ..table cimport Game, Node, duties, in_a, seats_of, side_a_of

cdef inline int top_run(u64 cards, int suit) noexcept nogil:
    # How many of the highest cards of a packed lane are in the set, without a gap.
    cdef u64 x = ~(cards << (51 - WIDTH * suit)) | <u64>1 << 50
    return __builtin_clzll(x)

cdef inline u64 top_cards(int suit, int n) noexcept nogil:
    # The n highest places of a lane.
    return lane(suit) & ~((<u64>1 << (WIDTH * suit + 13 - n)) - 1)

cdef extern from *:
    int __builtin_clzll(u64) noexcept nogil

cdef inline int smaller(int x, int y) noexcept nogil:
    return x if x < y else y

cdef inline int larger(int x, int y) noexcept nogil:
    return x if x > y else y

cdef inline int trump_tops(u64 one, u64 two) noexcept nogil:
    # Tricks that two partners cannot be denied in trumps: as many as they hold of the highest trumps without a gap,
    # but no more than the longer of the two holds: nobody can beat them, and a hand plays one to a trick. They win
    # whatever is ruffed meanwhile.
    return smaller(top_run(one | two, 3), larger(count(one), count(two)))

cdef struct Counted:
    int most[2]           # tricks of the side on lead, of the other side
    uint8_t depth[2][14]  # for every number of tricks up to that: how many of the highest trumps prove it

cdef inline void trump_tricks(u64 one, u64 two, u64 three, u64 four, Counted* c) noexcept nogil:
    # Trump tricks of one and two, and of three and four, whoever leads what. Among the d highest trumps let a side
    # hold t, the others o; let its longer hand hold m trumps. Then it wins at least min(t, m) - o tricks:
    # a trick to which it plays one of its t is lost only to one of the o, each of which wins one trick at most; and
    # it can play its t to min(t, m) tricks or more. For when both must play a trump, the shorter hand plays one of
    # the t and the longer hand a lower one while it has any, then the longer hand one of the t and the shorter a
    # lower one. Two of the t fall together only when the longer hand's lower trumps are spent, each beside one of
    # the t, so that each of its m trumps lies in a trick with one. Without the ranks of any (d = all), m - o remains.
    cdef int m0 = larger(count(one), count(two))
    cdef int m1 = larger(count(three), count(four))
    cdef u64 ours = one | two
    cdef u64 all_trumps = ours | three | four
    cdef u64 card
    cdef int t = 0, o = 0, d = 0
    memset(c.depth, 0, sizeof(c.depth))
    c.most[0] = larger(0, m0 - count(three | four))
    c.most[1] = larger(0, m1 - count(ours))
    card = <u64>1 << 51
    while card & all_trumps:
        d += 1
        if card & ours:
            t += 1
            if t <= m0 and t - o > c.most[0]:
                c.most[0] += 1
                c.depth[0][c.most[0]] = d
        else:
            o += 1
            if o <= m1 and o - t > c.most[1]:
                c.most[1] += 1
                c.depth[1][c.most[1]] = d
        card >>= 1

cdef inline int guarded(u64 one, u64 before_one, u64 two, u64 before_two, int tops, int n,
                        bint one_leads, bint two_leads) noexcept nogil:
    # One more trump trick, behind `tops` top trumps of the same partners, in the three next trumps; returns how many
    # trumps deep the pattern is, 0 when there is none. one, two: the partners' trumps; before_x: who plays before x.
    #   King behind the ace: whenever the ace is not played, the king beats what is; the king keeps a small card for
    #   the ace. It plays after the ace in every trick that its holder does not lead; a holder who has to lead trumps
    #   has lost no more than one card of three (n), or has won a trick with something else.
    #   King and queen against the ace, one hand with a second trump: the ace takes at most one of them.
    #   Queen behind ace and king, with two small cards.
    cdef u64 a = <u64>1 << (51 - tops)
    cdef u64 k = a >> 1
    cdef u64 q = a >> 2
    if tops > 8:
        return 0
    if one & k and before_one & a and count(one) >= tops + 2 and (not one_leads or n >= tops + 3):
        return tops + 2
    if two & k and before_two & a and count(two) >= tops + 2 and (not two_leads or n >= tops + 3):
        return tops + 2
    if (before_one | before_two) & a and (one | two) & k and (one | two) & q:
        if count(one) >= tops + 2 or count(two) >= tops + 2:
            return tops + 3
    if one & q and before_one & a and before_one & k and count(one) >= tops + 3 and (not one_leads or n >= tops + 4):
        return tops + 3
    if two & q and before_two & a and before_two & k and count(two) >= tops + 3 and (not two_leads or n >= tops + 4):
        return tops + 3
    return 0

cdef inline u64 quick_tricks(const Game* g, Node* nd, Collect c, Trump t) noexcept nogil:
    # A proof, or 0 when nothing is sure enough.
    cdef u64 me, pd, l, r, mine, his, L, mask, trump_mask
    cdef int seat = nd.leader
    cdef int n = nd.left
    cdef int target, against, total, tops, guard, depth, suit, run, cap, longest, ll, rl, own, theirs, lm, lp
    cdef u64 pd_mask, tm, tp, tl, tr
    cdef int pd_total, k
    cdef int cl, cr, pw
    cdef bint attacker, drawn, cross
    cdef Counted trumps
    if Collect is AtOnce and Trump is Declared:
        if seats_of(g) != 4 or duties(g) or c.b != ENDLESS or side_a_of(g) != 0b010101:
            return 0
        me = nd.hand[seat]
        l = nd.hand[(seat + 1) & 3]
        pd = nd.hand[(seat + 2) & 3]
        r = nd.hand[(seat + 3) & 3]
        attacker = in_a(g, seat)
        # tricks that decide: target for the side on lead, against for the other
        target = c.a if attacker else n - c.a + 1
        against = n - target + 1
        tm = me & t.suit
        tp = pd & t.suit
        tl = l & t.suit
        tr = r & t.suit
        # 1. top trumps of the side on lead; they also draw the other side's trumps when the leader holds enough
        cl = count(tl)
        cr = count(tr)
        drawn = False
        tops = 0
        guard = 0
        trump_mask = 0
        trump_tricks(tm, tp, tl, tr, &trumps)
        if trumps.most[0] >= target:
            return answer(attacker, target, n, top_cards(3, trumps.depth[0][target]))
        if trumps.most[1] >= against:
            return answer(not attacker, against, n, top_cards(3, trumps.depth[1][against]))
        nd.their_trumps = trumps.most[1]
        nd.their_depth = trumps.depth[1][trumps.most[1]]
        if tm | tp:
            tops = trump_tops(tm, tp)
            if tops:
                trump_mask = top_cards(3, tops)
            k = larger(cl, cr)
            if top_run(tm, 3) >= k:
                drawn = True
                if count(tm) >= tops:
                    tops = count(tm)
                    trump_mask = top_cards(3, k) if k else 0
                elif k > tops:
                    trump_mask = top_cards(3, k)
            else:
                guard = guarded(tm, tr, tp, tl, tops, n, True, False)
            if tops >= target:
                return answer(attacker, tops, n, trump_mask)
            if guard and tops + 1 >= target:
                return answer(attacker, tops + 1, n, top_cards(3, guard))
        # 2. and top trumps of the other side
        if tl | tr:
            k = trump_tops(tl, tr)
            if k + 1 >= against:
                depth = guarded(tl, tm, tr, tp, k, n, False, False)
                if depth:
                    return answer(not attacker, k + 1, n, top_cards(3, depth))
        # 3. side suits that the leader can cash at once, and one crossing to partner who cashes his
        total = 0
        mask = 0
        # a small trump to partner's top one crosses; a top trump under another would cost one
        cross = top_run(tp, 3) and tm & ~top_cards(3, top_run(tm | tp, 3))
        pd_total = 0
        pd_mask = 0
        for suit in range(LANES):
            L = lane(suit)
            mine = me & L
            his = pd & L
            run = top_run(mine | his, suit)
            if run == 0 or L & t.suit:
                continue
            ll = count(l & L)
            rl = count(r & L)
            lm = count(mine)
            lp = count(his)
            cap = 13                       # rounds before an opponent ruffs
            if not drawn:
                if tl:
                    cap = ll
                if tr:
                    cap = smaller(cap, rl)
            own = top_run(mine, suit)
            longest = larger(ll, rl)
            pw = count(his & top_cards(suit, run))
            if run - pw > own and lp >= run:
                # partner has small cards for all my winners and keeps his own
                k = smaller(run - pw, cap)
                total += k
                if k:
                    mask |= top_cards(suit, run)
                k = smaller(pw, cap - k)
                if k > 0:
                    pd_total += k
                    pd_mask |= top_cards(suit, run)
                    if lm > run - pw:
                        cross = True
            else:
                k = own
                if own >= larger(longest, lp):
                    k = lm                 # nobody else can follow any more: length wins
                k = smaller(k, cap)
                if k:
                    total += k
                    mask |= top_cards(suit, smaller(own, smaller(k, larger(longest, lp))))
                # partner's winners once these are gone
                if run > own or (own >= longest and lp > k):
                    theirs = smaller(top_run(his | top_cards(suit, own), suit) - own, lp - k)
                    if own + theirs >= larger(longest, lm):
                        theirs = lp - k
                    theirs = smaller(theirs, cap - k)
                    if theirs > 0:
                        pd_total += theirs
                        pd_mask |= top_cards(suit, own + smaller(theirs, 13 - own))
                        if lm > k and run > own:
                            cross = True
            if total >= target:
                return answer(attacker, total, n, mask | trump_mask if drawn else mask)
        if tops + total >= target:
            return answer(attacker, tops + total, n, trump_mask | mask)
        # partner follows or throws side cards meanwhile: no trump is spent
        if trumps.most[0] + total >= target and n - count(tp) >= total:
            return answer(attacker, target, n, top_cards(3, trumps.depth[0][larger(0, target - total)]) | mask)
        if cross and tops + total + pd_total >= target:
            return answer(attacker, tops + total + pd_total, n, trump_mask | mask | pd_mask)
        # the guarded trump comes later: cashing must leave its holder the cards it needs, and a partner with nothing
        # but trumps would have to ruff and to lead them
        if guard and tops + total + 1 >= target and n - total >= guard + 1 and n - count(tp) >= total:
            return answer(attacker, tops + total + 1, n, top_cards(3, guard) | mask)
    return 0

cdef inline u64 answer(bint for_a, int tricks, int n, u64 mask) noexcept nogil:
    # That a side takes so many of n tricks, as a proof.
    tricks = smaller(tricks, n)
    if for_a:
        return proof(mask, tricks, ENDLESS, True)
    return proof(mask, n - tricks + 1, ENDLESS, False)
