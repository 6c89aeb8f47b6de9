# Quick tricks: tricks that a side takes whatever the other side plays, counted without search. The comment of each
# function says why its count is exact.
# Relies on cardset, hands. Only for four seats with partners opposite, games in which a trick goes to its winner at
# once, and races that last to the last trick: the count does not say when a trick is taken, so that it decides nothing
# about, say, the first seven tricks.
# Test: tests/core/test_quick_tricks.py::test_what_is_sure, position by position;
# Test: tests/search/test_features_off.py::test_hostile_endings, against the search without bounds.

from ..cache cimport ENDLESS, proof
from ..cardset cimport LANES, WIDTH, count, lane, larger, smaller, term, u64
from ..hands cimport Hands4

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

cdef struct Winners:
    int mine              # tricks in side suits that the leader can cash at once
    u64 my_cards          # ... the cards that prove them
    int his               # ... that his partner can cash, once he is led to
    u64 his_cards
    bint entry            # whether one lead reaches partner and costs no trick that is counted

cdef inline void side_winners(const Hands4* h, bint drawn, int target, Winners* found) noexcept nogil:
    # Adds winners in side suits that the leader can cash at once, and those of his partner; stops where the leader's
    # own reach the target. drawn: he draws the opponents' trumps first, else a suit counts only as many rounds as an
    # opponent with a trump must follow.
    cdef u64 L, mine, his
    cdef int suit, run, rounds, longest, my_tops, his_tops, my_length, his_length, n, more
    for suit in range(LANES):
        L = lane(suit)
        mine = h.me & L
        his = h.partner & L
        run = top_run(mine | his, suit)
        if run == 0 or L & h.trumps:
            continue
        my_length = count(mine)
        his_length = count(his)
        longest = larger(count(h.lho & L), count(h.rho & L))
        rounds = 13                        # rounds that no opponent can ruff
        if not drawn:
            if h.lho_trumps:
                rounds = count(h.lho & L)
            if h.rho_trumps:
                rounds = smaller(rounds, count(h.rho & L))
        my_tops = top_run(mine, suit)
        his_tops = count(his & top_cards(suit, run))
        if run - his_tops > my_tops and his_length >= run:
            # partner follows with small cards to all winners of the leader and keeps his own
            n = smaller(run - his_tops, rounds)
            found.mine += n
            if n:
                found.my_cards |= term(6, top_cards(suit, run))
            n = smaller(his_tops, rounds - n)
            if n > 0:
                found.his += n
                found.his_cards |= term(7, top_cards(suit, run))
                if my_length > run - his_tops:
                    found.entry = True
        else:
            n = my_tops
            if my_tops >= larger(longest, his_length):
                n = my_length              # no other hand can follow after these: low cards win, too
            n = smaller(n, rounds)
            if n:
                found.mine += n
                found.my_cards |= term(8, top_cards(suit, smaller(my_tops, smaller(n, larger(longest, his_length)))))
            # partner's winners after the leader's were played
            if run > my_tops or (my_tops >= longest and his_length > n):
                more = smaller(top_run(his | top_cards(suit, my_tops), suit) - my_tops, his_length - n)
                if my_tops + more >= larger(longest, my_length):
                    more = his_length - n
                more = smaller(more, rounds - n)
                if more > 0:
                    found.his += more
                    found.his_cards |= term(9, top_cards(suit, my_tops + smaller(more, 13 - my_tops)))
                    if my_length > n and run > my_tops:
                        found.entry = True
        if found.mine >= target:
            return

cdef inline u64 quick_tricks(const Hands4* h, int a) noexcept nogil:
    # A proof, or 0 if the tricks counted do not decide whether side A takes `a` of the tricks left. h: from the leader.
    cdef u64 ours = h.my_trumps | h.partner_trumps
    cdef u64 theirs = h.lho_trumps | h.rho_trumps
    cdef int our_length = larger(count(h.my_trumps), count(h.partner_trumps))
    cdef int their_length = larger(count(h.lho_trumps), count(h.rho_trumps))
    cdef int n = h.tricks
    # the number of tricks that decides the race: target for the side on lead, against for the other side
    cdef int target = a if h.for_a else n - a + 1
    cdef int against = n - target + 1
    cdef int tops = 0, guard = 0, k, depth
    cdef u64 trump_mask = 0
    cdef bint drawn = False                # the leader holds enough top trumps to draw the opponents'
    cdef Winners side
    # 1. trumps of the side on lead, and of the other side, whoever leads whatever
    if our_length >= target and trump_tricks(ours, theirs, our_length, target, &depth) >= target:
        return answer(h.for_a, target, n, term(1, top_cards(3, depth)))
    if their_length >= against and trump_tricks(theirs, ours, their_length, against, &depth) >= against:
        return answer(not h.for_a, against, n, term(2, top_cards(3, depth)))
    # 2. top trumps of the side on lead, and of the other side
    if ours:
        tops = trump_tops(h.my_trumps, h.partner_trumps)
        if tops:
            trump_mask = top_cards(3, tops)
        if top_run(h.my_trumps, 3) >= their_length:
            drawn = True
            if count(h.my_trumps) >= tops:
                tops = count(h.my_trumps)
                trump_mask = top_cards(3, their_length) if their_length else 0
            elif their_length > tops:
                trump_mask = top_cards(3, their_length)
        else:
            guard = guarded(h.my_trumps, h.rho_trumps, h.partner_trumps, h.lho_trumps, tops, n, True, False)
        if tops >= target:
            return answer(h.for_a, tops, n, term(3, trump_mask))
        if guard and tops + 1 >= target:
            return answer(h.for_a, tops + 1, n, term(4, top_cards(3, guard)))
    if theirs:
        k = trump_tops(h.lho_trumps, h.rho_trumps)
        if k + 1 >= against:
            depth = guarded(h.lho_trumps, h.my_trumps, h.rho_trumps, h.partner_trumps, k, n, False, False)
            if depth:
                return answer(not h.for_a, k + 1, n, term(5, top_cards(3, depth)))
    # 3. winners in side suits that the leader can cash at once, then one lead to partner, who cashes his own
    side.mine = side.his = 0
    side.my_cards = side.his_cards = 0
    # the leader can reach partner by a low trump to partner's top trump; with a top trump under partner's he would lose
    # a trick
    side.entry = top_run(h.partner_trumps, 3) and h.my_trumps & ~top_cards(3, top_run(ours, 3))
    side_winners(h, drawn, target, &side)
    if side.mine >= target:
        return answer(h.for_a, side.mine, n, side.my_cards | term(10, trump_mask) if drawn else side.my_cards)
    if tops + side.mine >= target:
        return answer(h.for_a, tops + side.mine, n, term(11, trump_mask) | side.my_cards)
    # trump_tricks and the side suits add up: partner can follow or discard all the time and need not ruff
    k = target - side.mine
    if (our_length >= k and n - count(h.partner_trumps) >= side.mine
            and trump_tricks(ours, theirs, our_length, k, &depth) >= k):
        return answer(h.for_a, target, n, term(12, top_cards(3, depth)) | side.my_cards
                      | (term(13, trump_mask) if drawn else 0))
    if side.entry and tops + side.mine + side.his >= target:
        return answer(h.for_a, tops + side.mine + side.his, n,
                      term(14, trump_mask) | side.my_cards | term(15, side.his_cards))
    # The guarded trump wins later: enough tricks must be left for its guard, and partner must have other cards than
    # trumps for the side suits, as otherwise he would have to ruff and to lead trumps.
    if (guard and tops + side.mine + 1 >= target and n - side.mine >= guard + 1
            and n - count(h.partner_trumps) >= side.mine):
        return answer(h.for_a, tops + side.mine + 1, n, term(16, top_cards(3, guard)) | side.my_cards)
    return 0

cdef inline u64 answer(bint for_a, int tricks, int n, u64 mask) noexcept nogil:
    # The proof that side A (or, without for_a, side B) takes at least so many of n tricks.
    tricks = smaller(tricks, n)
    if for_a:
        return proof(mask, tricks, ENDLESS, True)
    return proof(mask, n - tricks + 1, ENDLESS, False)
