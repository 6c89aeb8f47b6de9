# Quick tricks: tricks that a side takes whatever the other side plays, counted without search. The comment of each
# function says why its count is exact.
# Relies on cardset, table, rules. Only for four seats with partners opposite, games in which a trick goes to its winner
# at once, and races that last to the last trick: the count does not say when a trick is taken, so that it decides
# nothing about, say, the first seven tricks.
# Test: tests/core/test_quick_tricks.py::test_what_is_sure, position by position;
# Test: tests/search/test_features_off.py::test_hostile_endings, against the search without bounds.

from ..cache cimport ENDLESS, proof
from ..cardset cimport LANES, WIDTH, count, lane, larger, smaller, term, u64
from ..rules.collect cimport AtOnce, Collect, Heap
from ..rules.trump cimport Declared, Satat, Trump
from ..table cimport Game, Node, duties, in_a, seats_of, side_a_of

cdef inline int top_run(u64 cards, int suit) noexcept nogil:
    # The number of cards of the set in a row from the top of a packed lane.
    cdef u64 x = ~(cards << (51 - WIDTH * suit)) | <u64>1 << 50
    return __builtin_clzll(x)

cdef inline u64 top_cards(int suit, int n) noexcept nogil:
    # The n highest cards of a packed lane.
    return lane(suit) & ~((<u64>1 << (WIDTH * suit + 13 - n)) - 1)

cdef extern from *:
    int __builtin_clzll(u64) noexcept nogil

cdef inline int trump_tops(u64 one, u64 two) noexcept nogil:
    # Trump tricks that two partners take with the highest trumps in a row: as many as they hold of these, at most as
    # many as the longer of the two hands has trumps. No opponent beats such a card, and ruffing elsewhere does not
    # change that; but a hand plays only one card to a trick, so that two of them may fall together.
    return smaller(top_run(one | two, 3), larger(count(one), count(two)))

cdef inline int trump_tricks(u64 side, u64 others, int longer, int enough, int* depth) noexcept nogil:
    # Trump tricks that two partners are sure of, whoever leads whatever; the count may stop at `enough`. side, others:
    # the trumps of the partners and of the opponents; longer: how many the longer hand of the side holds; depth: how
    # many of the highest trumps prove the count.
    # Let the side hold t of the d highest trumps and the opponents o = d - t; let its longer hand hold m trumps. The
    # side wins at least min(t, m) - o tricks:
    # - A trick to which the side plays one of the t trumps is lost only to one of the o, and each of these wins at most
    #   one trick.
    # - The side can play the t trumps to at least min(t, m) tricks. When both partners must play a trump, the shorter
    #   hand plays one of the t and the longer hand a lower trump as long as it has one; after that the longer hand
    #   plays one of the t and the shorter hand a lower trump. Two of the t fall together only after every lower trump
    #   of the longer hand was played beside one of the t; then each of its m trumps lies in a trick with one of the t.
    # With d = all trumps the count depends on lengths only, and m - o remains. After o of the opponents' cards no more
    # than m - o can be found.
    cdef int found = larger(0, longer - count(others))
    cdef int t = 0, o = 0
    cdef u64 card = <u64>1 << 51
    depth[0] = 0
    while found < enough and longer - o > found and card & (side | others):
        if card & side:
            t += 1
            if t - o > found:
                found = t - o
                depth[0] = t + o
        else:
            o += 1
        card >>= 1
    return found

cdef inline int guarded(u64 one, u64 before_one, u64 two, u64 before_two, int tops, int n,
                        bint one_leads, bint two_leads) noexcept nogil:
    # One more trump trick for two partners who hold the `tops` highest trumps, from the three trumps below these (here
    # called ace, king and queen). Returns the number of highest trumps on which it depends, 0 for no such trick.
    # one, two: the partners' trumps; before_one, before_two: the trumps of the opponent who plays before that partner;
    # one_leads, two_leads: whether that partner leads to this trick; n: tricks left.
    # - King behind the ace. Its holder plays after the ace in every trick that he does not lead, takes with the king
    #   when the ace is not played, and follows with a small trump when it is. If he is on lead (n >= tops + 3 is asked
    #   then), he is forced to lead trumps only after he lost one card of three, or after he won a trick with another
    #   card.
    # - King and queen against the ace, one partner with a second trump: the ace beats at most one of the two.
    # - Queen behind ace and king, with two small trumps: as for the king.
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

cdef inline u64 quick_tricks(const Game* g, const Node* nd, Collect c, Trump t) noexcept nogil:
    # A proof, or 0 if the tricks counted do not decide the race.
    cdef u64 me, pd, l, r, mine, his, L, mask, trump_mask
    cdef int seat = nd.leader
    cdef int n = nd.left
    cdef int target, against, total, tops, guard, depth, suit, run, cap, longest, ll, rl, own, theirs, lm, lp
    cdef u64 pd_mask, tm, tp, tl, tr
    cdef int pd_total, k
    cdef int cl, cr, cm, pw
    cdef bint attacker, drawn, cross
    if Collect is AtOnce and Trump is Declared:
        if seats_of(g) != 4 or duties(g) or c.b != ENDLESS or side_a_of(g) != 0b010101:
            return 0
        me = nd.hand[seat]
        l = nd.hand[(seat + 1) & 3]
        pd = nd.hand[(seat + 2) & 3]
        r = nd.hand[(seat + 3) & 3]
        attacker = in_a(g, seat)
        # the number of tricks that decides the race: target for the side on lead, against for the other side
        target = c.a if attacker else n - c.a + 1
        against = n - target + 1
        tm = me & t.suit
        tp = pd & t.suit
        tl = l & t.suit
        tr = r & t.suit
        # 1. top trumps of the side on lead; drawn: the leader holds enough of them to draw the opponents' trumps
        cl = count(tl)
        cr = count(tr)
        drawn = False
        tops = 0
        guard = 0
        trump_mask = 0
        cm = larger(count(tm), count(tp))
        if cm >= target and trump_tricks(tm | tp, tl | tr, cm, target, &depth) >= target:
            return answer(attacker, target, n, term(1, top_cards(3, depth)))
        k = larger(cl, cr)
        if k >= against and trump_tricks(tl | tr, tm | tp, k, against, &depth) >= against:
            return answer(not attacker, against, n, term(2, top_cards(3, depth)))
        if tm | tp:
            tops = trump_tops(tm, tp)
            if tops:
                trump_mask = top_cards(3, tops)
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
                return answer(attacker, tops, n, term(3, trump_mask))
            if guard and tops + 1 >= target:
                return answer(attacker, tops + 1, n, term(4, top_cards(3, guard)))
        # 2. top trumps of the other side
        if tl | tr:
            k = trump_tops(tl, tr)
            if k + 1 >= against:
                depth = guarded(tl, tm, tr, tp, k, n, False, False)
                if depth:
                    return answer(not attacker, k + 1, n, term(5, top_cards(3, depth)))
        # 3. winners in side suits that the leader can cash at once, then one lead to partner, who cashes his own
        total = 0
        mask = 0
        # cross: the leader can reach partner by a low trump to partner's top trump; with a top trump under partner's he
        # would lose a trick
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
            cap = 13                       # rounds that no opponent can ruff
            if not drawn:
                if tl:
                    cap = ll
                if tr:
                    cap = smaller(cap, rl)
            own = top_run(mine, suit)
            longest = larger(ll, rl)
            pw = count(his & top_cards(suit, run))
            if run - pw > own and lp >= run:
                # partner follows with small cards to all winners of the leader and keeps his own
                k = smaller(run - pw, cap)
                total += k
                if k:
                    mask |= term(6, top_cards(suit, run))
                k = smaller(pw, cap - k)
                if k > 0:
                    pd_total += k
                    pd_mask |= term(7, top_cards(suit, run))
                    if lm > run - pw:
                        cross = True
            else:
                k = own
                if own >= larger(longest, lp):
                    k = lm                 # no other hand can follow after these: low cards win, too
                k = smaller(k, cap)
                if k:
                    total += k
                    mask |= term(8, top_cards(suit, smaller(own, smaller(k, larger(longest, lp)))))
                # partner's winners after the leader's were played
                if run > own or (own >= longest and lp > k):
                    theirs = smaller(top_run(his | top_cards(suit, own), suit) - own, lp - k)
                    if own + theirs >= larger(longest, lm):
                        theirs = lp - k
                    theirs = smaller(theirs, cap - k)
                    if theirs > 0:
                        pd_total += theirs
                        pd_mask |= term(9, top_cards(suit, own + smaller(theirs, 13 - own)))
                        if lm > k and run > own:
                            cross = True
            if total >= target:
                return answer(attacker, total, n, mask | term(10, trump_mask) if drawn else mask)
        if tops + total >= target:
            return answer(attacker, tops + total, n, term(11, trump_mask) | mask)
        # trump_tricks and the side suits add up: partner can follow or discard all the time and need not ruff
        k = target - total
        if cm >= k and n - count(tp) >= total and trump_tricks(tm | tp, tl | tr, cm, k, &depth) >= k:
            return answer(attacker, target, n, term(12, top_cards(3, depth)) | mask
                          | (term(13, trump_mask) if drawn else 0))
        if cross and tops + total + pd_total >= target:
            return answer(attacker, tops + total + pd_total, n, term(14, trump_mask) | mask | term(15, pd_mask))
        # The guarded trump wins later: enough tricks must be left for its guard, and partner must have other cards than
        # trumps for the side suits, as otherwise he would have to ruff and to lead trumps.
        if guard and tops + total + 1 >= target and n - total >= guard + 1 and n - count(tp) >= total:
            return answer(attacker, tops + total + 1, n, term(16, top_cards(3, guard)) | mask)
    return 0

cdef inline u64 answer(bint for_a, int tricks, int n, u64 mask) noexcept nogil:
    # The proof that side A (or, without for_a, side B) takes at least so many of n tricks.
    tricks = smaller(tricks, n)
    if for_a:
        return proof(mask, tricks, ENDLESS, True)
    return proof(mask, n - tricks + 1, ENDLESS, False)
