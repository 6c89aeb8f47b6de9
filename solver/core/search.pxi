# The zero-window search for all families: does side A reach its threshold from this position?
#
# Contract: node() and choose() return a proof (cache.pxd) with
# - won: whether A wins the race for the thresholds asked;
# - a, b: the range of other thresholds for which the same holds;
# - mask: the cards whose owners the proof depends on, in the packed ranks of this node.
# Any position with the same suit lengths, the same state and the same owners of the masked cards has the same answer.
# Cards are packed, so the mask is a pattern of relative ranks: partition search (Ginsberg 1996).
# A node is the start of a trick; within a trick the hands do not change. searches.pyx lists the pairs of Collect and
# Trump that are built; each module is compiled alone, as GCC inlined less when all pairs were in one.

from libc.stdint cimport uint32_t

from .bounds.bound cimport bound, failing_leads
from .cache cimport (ENDLESS, a_of, answers, b_of, find_proof, find_slot, keep, mask_of, proof, without_mask, won)
from .cardset cimport (ALL, BELOW, LANE_OF, LANES, NOT_TOPS, SUIT_OF, check, close_gap, count, down_to, first, lane,
                       last, lowest, open_gap, rarely, run_tops, static_check, swap_with_lane_3, term, u64)
from .dispatch cimport Dispatch, offer
from .order.moves cimport Moves, is_permutation, push_down
from .order.order cimport order
from .rules.collect cimport (Apart, AtOnce, Collect, Heap, Kot, Run, Perft, at_once, collect_tag, lift, points_alone,
                             points_left, points_of, settle, start_over, verdict, want_a, want_b)
from .rules.trick cimport AS_DECLARED, AS_SATAT, NextFamily, demoted, next_family, put_in, show
from .rules.trump cimport (CALLER, Declared, Hidden, InPlay, Kasiet, Satat, Trump, closed, comes_out, due,
                           is_ace, leads, legal, lying, may_ask, playable, storable, takes, trump_tag, worth)
from .search cimport REFUTATIONS, F_BOUNDS, F_EQUALS, F_ORDER, F_PATTERNS, F_REFUTATIONS, F_TABLE, Search
from .table cimport (HANDS, Game, Node, Trick, begin_trick, close_trick, SEATS, duties, everyone, in_a, owner_of,
                     packed_card, put_down, seats_of, side_a_of)
from .tag cimport COLLECT_AT, COLLECT_BITS, LEADER_BITS, OWNER_BITS, OWNERS_AT, TRUMP_AT, TRUMP_BITS

include "solver/core/order/choices.pxi"


cdef inline u64 widen(const Game* g, const Node* nd, u64 mask, bint a_won) noexcept nogil:
    # Completes the mask of a finished node before it is stored and returned.
    # - The loser's lowest masked card of a suit adds the rest of its run of touching cards: a card that was skipped as
    #   equivalent must be equivalent in every position that matches the pattern.
    # - The winner's does not: the winner plays one masked card, or any card that is not masked, and in a position that
    #   matches the pattern he holds as many of those.
    # - A run at the bottom of a suit is left out: the suit lengths and the cards above determine its owner.
    # Test: tests/search/test_features_off_long.py::test_parts_switched_off (patterns)
    cdef u64 same = 0, skipped = 0, all_cards = 0, h, grow, bottom
    cdef int i
    for i in range(HANDS):
        h = nd.hand[i]
        all_cards |= h
        h &= (h >> 1) & NOT_TOPS
        same |= h
        if in_a(g, i) != a_won:
            skipped |= h
    grow = (mask >> 1) & skipped & ~mask
    while grow:
        mask |= term(48, grow)
        grow = (grow >> 1) & skipped
    bottom = all_cards & ~((all_cards & NOT_TOPS) << 1)
    while bottom:
        mask &= ~bottom
        bottom = (bottom & same) << 1
    return mask


cdef inline u64 lift_mask(u64 mask, u64 played) noexcept nogil:
    # Translates a mask from the packing after a trick to the packing before it: the highest card is put back first.
    cdef int i
    while played:
        i = last(played)
        mask = open_gap(mask, <u64>1 << i, BELOW[i])
        played ^= <u64>1 << i
    return mask


cdef inline u64 marks(const Node* nd, Collect c, Trump t) noexcept nogil:
    # Cards that are equivalent to no other card.
    if Collect is Heap or Trump is Kasiet or Trump is Hidden:
        return nd.marked | nd.aces
    else:
        return 0


cdef inline u64 candidates(Search* s, u64 legal_cards, u64 marked) noexcept nogil:
    # One card of each run of equivalent cards. Cards of one hand that touch in rank beat and lose to the same cards
    # until the end of the hand, so each of them leads to the same result. Marked cards, which score or may be locked,
    # are equivalent to none.
    # Test: tests/search/test_features_off_long.py::test_parts_switched_off (merging)
    if not s.features & F_EQUALS:
        return legal_cards
    return run_tops(legal_cards) | (legal_cards & (marked | (marked >> 1)))


cdef inline u64 run_top(u64 cand, u64 card) noexcept nogil:
    # The candidate that stands for a card of the hand: the top of its run, the next one at or above it.
    return lowest(cand & LANE_OF[first(card)] & ~(card - 1))


cdef inline u64 refutation_key(const Game* g, const Node* nd, Collect c, int pos, int seat) noexcept nogil:
    # The key of a refutation: what works in one choice is tried first in others with the same key. It is made of the
    # own hand on lead; of the hand and the card to beat where void; of the cards of the suit in play and the card to
    # beat where following. All in their printed places, so that a key stays the same while others lose cards. Where
    # tricks go to a heap, what the next collection would decide belongs to it, too (0.91 of the cards played; no gain
    # where tens count).
    cdef u64 x = nd.printed[seat]
    cdef int i
    if pos:
        if x & nd.led:
            x = nd.in_play & nd.led
        i = nd.trick[pos].winner - nd.leader
        x ^= nd.trick[(i if i >= 0 else i + seats_of(g)) + 1].printed * <u64>0x9E3779B97F4A7C15
    if Collect is Heap:
        if not g.count_tens:
            x += (c.q << 5 | c.p) * <u64>0xC2B2AE3D27D4EB4F
    x = (x + pos * <u64>0xA24BAED4963EE407 + seat * <u64>0x9FB21C651E98DF25) * <u64>0xD6E8FEB86659FD93
    return x ^ (x >> 29)


cdef inline u64 recall(Search* s, u64 key) noexcept nogil:
    # The card that was stored last under this key, 0 if there is none.
    cdef uint32_t word = s.refutations[(key >> 40) & (REFUTATIONS - 1)]
    if (word ^ <uint32_t>(key ^ s.salt)) >> 6:
        return 0
    return <u64>1 << (word & 63)


cdef inline void remember(Search* s, u64 key, u64 card) noexcept nogil:
    s.refutations[(key >> 40) & (REFUTATIONS - 1)] = (<uint32_t>(key ^ s.salt) & ~<uint32_t>63) | first(card)


cdef u64 last_trick(Search* s, Node* nd, Collect c, Trump t) noexcept nogil:
    # The last trick: each hand has one card, so nobody has a choice. The mask has the winning card and the cards above
    # it in its suit: its rank matters only against other cards of that suit.
    # Test: tests/search/test_features_off_long.py::test_parts_switched_off (patterns)
    cdef const Game* g = &s.game
    cdef int seat = nd.leader
    cdef int winner = seat
    cdef u64 best = nd.hand[seat]
    cdef u64 played = best
    cdef u64 led = leads(g, nd, &t, best)
    cdef u64 card, p, mask = 0
    cdef int i, weight, to
    if demoted(g, nd, c, best):
        best = 0
    for i in range(1, seats_of(g)):
        seat = seat + 1 if seat + 1 < seats_of(g) else 0
        card = nd.hand[seat]
        played |= card
        if takes(g, nd, &t, card, best, led):
            best = card
            winner = seat
    s.count += seats_of(g)
    weight = worth(g, nd, t)
    if Collect is Heap:
        if g.count_tens:
            weight = points_of(g, count(played & nd.marked), 1)
    to = settle(g, nd, &c, winner, False, weight, False)
    nd[1].left = 0
    nd[1].marked = 0
    p = verdict(g, nd + 1, c, 0)
    if best and played & LANE_OF[first(best)] != best:
        mask = term(41, down_to(best))
    return lift(c, p, to, weight) | mask


cdef inline void play(const Game* g, Node* nd, Collect c, Trump* t, int pos, u64 card) noexcept nogil:
    # Puts the card on the table at place pos.
    put_down(g, nd, &nd.trick[pos], &nd.trick[pos + 1], card)
    put_in(g, nd, c, t, pos, card)


cdef inline u64 advance(Search* s, Node* nd, Collect c, Trump t, int pos, u64 card) noexcept nogil:
    # The proof for the position after this card is played at place pos.
    s.count += 1
    play(&s.game, nd, c, &t, pos, card)
    if Collect is Perft:
        c.depth -= 1
        if c.depth == 0:
            s.plays += 1
            return proof(0, 1, 0, False)
    pos += 1
    if pos < seats_of(&s.game):
        return choose(s, nd, c, t, pos)
    return complete(s, nd, c, t)


cdef u64 choose(Search* s, Node* nd, Collect c, Trump t, int pos) noexcept nogil:
    # The card at place pos of the trick, 0 = the lead.
    cdef const Game* g = &s.game
    cdef int seat = nd.trick[pos].seat
    cdef int i, a, b, pa, pb
    cdef u64 led, best, cand, card, p, mask, key, hint, kept, duty = 0
    cdef bint mine = in_a(g, seat)
    cdef bint partner_best
    cdef Moves moves
    if comes_out(g, nd, t, seat):
        show(g, nd, c, &t, pos)
    led = nd.led
    best = nd.trick[pos].best
    partner_best = in_a(g, nd.trick[pos].winner) == mine
    cand = playable(g, nd, t, nd.hand[seat])
    if pos:
        if rarely(duties(g)):
            duty = term(45, due(g, t, cand, led, best, not partner_best))
        cand = legal(g, t, cand, led, best, not partner_best)
    cand = candidates(s, cand, marks(nd, c, t))
    # 1. one candidate: its result is the result
    check(cand & ~nd.hand[seat] == 0)
    if cand & (cand - 1) == 0 and not may_ask(g, nd, t, seat, pos, led):
        return advance(s, nd, c, t, pos, cand) | duty
    # 2. the refutation stored under the same key, before the other cards are ordered
    key = 0
    card = 0
    if s.features & F_REFUTATIONS:
        key = refutation_key(g, nd, c, pos, seat)
        card = recall(s, key) & nd.printed[seat]
        if card:
            card = run_top(cand, packed_card(nd, card))
    hint = card
    cand ^= card
    # 3. the other cards in order; mask, a, b: the cards on which the failures depend, and the thresholds for which all
    #    of them fail
    mask = duty
    a = 0 if mine else ENDLESS
    b = ENDLESS if mine else 0
    if may_ask(g, nd, t, seat, pos, led):
        p = ask(s, nd, c, t, pos)
        if won(p) == mine and Collect is not Perft:
            return p
        mask |= term(46, mask_of(p))
        a = a_of(p)
        b = b_of(p)
    moves.n = -1
    i = 0
    while True:
        if card:
            p = advance(s, nd, c, t, pos, card)
            if won(p) == mine and Collect is not Perft:
                if key and card != hint:
                    remember(s, key, nd.trick[pos + 1].printed)
                return p | duty
            mask |= term(44, mask_of(p))
            pa = a_of(p)
            pb = b_of(p)
            if mine:
                a = pa if pa > a else a
                b = pb if pb < b else b
            else:
                a = pa if pa < a else a
                b = pb if pb > b else b
            # If the refutation of a card does not depend on its rank, the cards of the suit that are as low need not be
            # tried: the refutation depends on no card as low as these, so it holds for each of them.
            # Test: tests/search/test_features_off_long.py::test_parts_switched_off (merging)
            if s.features & F_EQUALS:
                kept = mask_of(p) | ~LANE_OF[first(card)] | marks(nd, c, t)
                if not card & kept:
                    cand &= kept
        if moves.n < 0:
            moves.n = 0
            # Leads that lose without search. Calling this before step 2 would save 2 % of the nodes but take more time.
            if pos == 0 and cand and s.features & F_BOUNDS:
                kept = cand & ~failing_leads(g, nd, c, t, &p)
                if kept != cand:
                    cand = kept
                    mask |= term(47, p)
                    a = want_a(c)
                    b = want_b(c)
            if cand == 0:
                return proof(mask, a, b, not mine)
            if NOTES:
                note(s, nd, c, t, pos, cand)
            if s.features & F_ORDER:
                order(g, nd, c, t, pos, cand, &moves)
            else:
                push_down(&moves, cand)
            check(is_permutation(&moves, cand))
        if i == moves.n:
            return proof(mask, a, b, not mine)
        card = moves.card[i] & cand
        i += 1


cdef u64 complete(Search* s, Node* nd, Collect c, Trump t) noexcept nogil:
    # All cards of the trick are on the table.
    cdef const Game* g = &s.game
    cdef const Trick* trick = &nd.trick[seats_of(g)]
    cdef u64 played = trick.lying
    cdef u64 best = trick.best
    cdef u64 p, mask
    cdef int weight, to
    cdef bint ace = False
    cdef Node* child = nd + 1
    cdef Collect after = c
    weight = worth(g, nd, t)
    if Collect is Heap:
        if g.count_tens:
            weight = points_of(g, count(played & nd.marked), 1)
    if Collect is Heap or Collect is Perft:
        ace = best == 0 or is_ace(g, nd, t, best)
    to = settle(g, nd, &after, trick.winner, ace, weight, closed(g, t))
    if Trump is Hidden:
        if not t.late:
            start_over(g, &after)
    child.left = nd.left - 1
    child.marked = nd.marked & ~played
    p = verdict(g, child, after, lying(g, child, t) if weight == 0 else 0)
    if p == 0:
        close_trick(g, nd, child, trick.winner)
        p = onward(s, nd, after, t)
    mask = term(43, mask_of(p))
    if mask:
        mask = lift_mask(mask, played)
    if Collect is Heap or Collect is Perft:
        if best == 0:                      # a demoted ace was led and no card beat it
            return lift(c, without_mask(p), to, weight) | mask
    if played & LANE_OF[first(best)] != best:
        mask |= term(42, down_to(best))              # its rank won the trick
    return lift(c, without_mask(p), to, weight) | mask


cdef u64 node(Search* s, Node* nd, Collect c, Trump t) noexcept nogil:
    # The start of a trick, in a race that is still open.
    cdef const Game* g = &s.game
    cdef uint32_t slot = 0, epoch
    cdef u64 lo, hi, ext, tag, p, mask
    # 1. the last trick, which has no choices unless somebody may still request the trump
    if Trump is not Hidden and Collect is not Perft:
        if nd.left == 1:
            return last_trick(s, nd, c, t)
    # 2. the node limit: once it is reached the result is invalid, and the caller discards it
    if rarely(s.stopped or (s.limit and s.count >= s.limit)):
        if s.stopped or not s.go_on(s):
            s.stopped = True
            return proof(0, 1, ENDLESS, False)
    # 3. a stored proof
    lo = nd.hand[1] | nd.hand[3]
    hi = nd.hand[2] | nd.hand[3]
    ext = nd.marked
    if seats_of(g) > 4:
        lo |= nd.hand[5]
        ext = nd.hand[4] | nd.hand[5]
    tag = tag_of(nd, c, t)
    epoch = s.cache.epoch
    if s.features & F_TABLE and storable(t):
        slot = find_slot(&s.cache, nd.shape, tag)
        if slot:
            p = find_proof(&s.cache, slot, lo, hi, ext, want_a(c), want_b(c))
            if p:
                return p
    # 4. a bound, exact as its file says
    if s.features & F_BOUNDS:
        p = bound(g, nd, c, t)
        if p:
            return p
    # 5. the leads
    begin_trick(nd)
    p = choose(s, nd, c, t, 0)
    # 6. keep the proof
    if rarely(s.stopped):
        return p
    check(mask_of(p) & ~everyone(g, nd) == 0)
    if Collect is not Perft:
        check(answers(p, want_a(c), want_b(c)))
    mask = widen(g, nd, mask_of(p), won(p))
    if not s.features & F_PATTERNS:
        mask = everyone(g, nd) & ALL
    p = without_mask(p) | mask
    if s.features & F_TABLE and storable(t):
        keep(&s.cache, slot if epoch == s.cache.epoch else 0, nd.shape, tag, lo, hi, ext, p)
    return p


cdef inline u64 tag_of(const Node* nd, Collect c, Trump t) noexcept nogil:
    # See tag.pxd.
    static_check(SEATS <= 1 << LEADER_BITS)
    static_check(SEATS + 1 <= 1 << OWNER_BITS)
    static_check(OWNERS_AT + 2 * LANES * OWNER_BITS <= 64)
    check(collect_tag(c) >> COLLECT_BITS == 0)
    check(trump_tag(nd, t) >> TRUMP_BITS == 0)
    cdef u64 tag = <u64>nd.leader | collect_tag(c) << COLLECT_AT | trump_tag(nd, t) << TRUMP_AT
    if Collect is Heap:
        tag |= owners_tag(nd) << OWNERS_AT
    return tag


cdef u64 owners_tag(const Node* nd) noexcept nogil:
    # Owners of the marked cards and the aces still in play.
    cdef u64 x = nd.marked | nd.aces
    cdef u64 tag = 0
    cdef int i
    while x:
        i = first(x)
        tag |= owner_of(nd, <u64>1 << i) << OWNER_BITS * (SUIT_OF[i] + (LANES if nd.aces >> i & 1 else 0))
        x &= x - 1
    return tag


cdef u64 ask(Search* s, Node* nd, Collect c, Trump t, int pos) noexcept nogil:
    # The seat to play has the trump shown first (rules.md 7.1); the caller must trump in any case.
    cdef Trick unshown = nd.trick[pos]
    cdef u64 p
    if Trump is Hidden:
        if Collect is Perft:
            c.depth -= 1
            if c.depth == 0:
                s.plays += 1
                return proof(0, 1, 0, False)
        show(&s.game, nd, c, &t, pos)
        t.bound = s.game.asker_trumps or nd.trick[pos].seat == CALLER
        p = choose(s, nd, c, t, pos)
        nd.trick[pos] = unshown
        return p
    else:
        return 0


cdef inline u64 onward(Search* s, Node* nd, Collect c, Trump t) noexcept nogil:
    # The next trick, in the family it belongs to: what is settled about the trump is not carried on.
    cdef const Game* g = &s.game
    cdef Node* child = nd + 1
    cdef Declared declared
    cdef Satat satat
    cdef NextFamily family
    cdef u64 rest
    if Collect is Kot:
        # the kot is settled and leaves the points to be played for
        if c.m == 0:
            return onward(s, nd, points_alone(c), t)
    if Trump is InPlay:
        if t.suit:
            return with_trump(s, child, c, SUIT_OF[first(t.suit)])
        if t.later:
            rest = nd.trick[seats_of(g)].lying
            while rest:
                t.later = close_gap(t.later, lowest(rest), BELOW[first(rest)])
                rest &= rest - 1
            if child.left == g.reserve:
                return by_chance(s, child, c)
    elif Trump is not Declared:
        family = next_family(g, nd, &t, at_once(c))
        if family == AS_DECLARED:
            declared.suit = t.suit
            return node(s, child, c, declared)
        if Trump is Kasiet:
            if family == AS_SATAT:
                satat.suit = t.suit
                return node(s, child, c, satat)
    return node(s, child, c, t)


cdef u64 with_trump(Search* s, Node* nd, Collect c, int suit) noexcept nogil:
    # A suit has become trump in play: from here on the game is the one with a declared trump.
    cdef const Game* g = &s.game
    cdef Declared declared
    cdef u64 p
    cdef int i, j
    nd.shape = 0
    for i in range(seats_of(g)):
        nd.hand[i] = swap_with_lane_3(nd.hand[i], suit)
        nd.printed[i] = swap_with_lane_3(nd.printed[i], suit)
        for j in range(4):
            nd.shape += g.weight[i][j] * <u64>count(nd.hand[i] & lane(j))
    nd.in_play = swap_with_lane_3(nd.in_play, suit)
    nd.marked = swap_with_lane_3(nd.marked, suit)
    nd.aces = swap_with_lane_3(nd.aces, suit)
    if not g.ace_trumps:
        nd.aces &= ~lane(3)
    declared.suit = lane(3)
    p = node(s, nd, c, declared)
    return without_mask(p) | term(49, swap_with_lane_3(mask_of(p), suit))


cdef u64 by_chance(Search* s, Node* nd, Collect c) noexcept nogil:
    # rules.md 6: all tricks were followed; the suit of a random card of those that lie there becomes trump.
    # A wins when the mean of what it is paid for its points, over the suits, reaches the mark that was set.
    cdef Node kept = nd[0]
    cdef Collect then = c
    cdef u64 p, mask = 0
    cdef long got = 0, open = 0
    cdef int suit, points, x, n
    s.drew = True
    if Collect is Perft:
        for suit in range(4):
            if s.game.pile[suit]:
                nd[0] = kept
                with_trump(s, nd, c, suit)
        nd[0] = kept
    elif Collect is Heap:
        points = s.fallen + points_left(&s.game, nd, c)
        for suit in range(4):
            got += s.game.pile[suit] * s.pay[0]
            open += s.game.pile[suit] * (s.pay[points] - s.pay[0])
        for suit in range(4):
            n = s.game.pile[suit]
            for x in range(1, points + 1):
                if got >= s.mark or got + open < s.mark:
                    break
                if n == 0 or s.pay[x] == s.pay[x - 1]:
                    continue
                nd[0] = kept
                then.q = x
                then.p = x - s.fallen if x > s.fallen else 0
                p = verdict(&s.game, nd, then, 0)
                if p == 0:
                    p = with_trump(s, nd, then, suit)
                if s.stopped:
                    return p
                mask |= mask_of(p)
                if not won(p):
                    open -= n * (s.pay[points] - s.pay[x - 1])
                    break
                open -= n * (s.pay[x] - s.pay[x - 1])
                got += n * (s.pay[x] - s.pay[x - 1])
        nd[0] = kept
    return proof(mask, want_a(c), want_b(c), got >= s.mark)


cdef u64 race(Search* s, Collect c, Trump t, int on_table, int shown_at) noexcept nogil:
    # The answer for the first node, which may lie in the middle of a trick: its cards are in nd.trick.
    # shown_at: place of the running trick at which a hidden trump was shown, -1 when it was not.
    cdef const Game* g = &s.game
    cdef Node* nd = &s.nodes[0]
    cdef u64 p
    cdef int i
    s.stopped = False
    s.drew = False
    if Collect is Perft:
        s.features = 0                     # every play counts: nothing left out, nothing remembered
    p = verdict(g, nd, c, lying(g, nd, t))
    if p:
        return p
    begin_trick(nd)
    for i in range(on_table):
        if i == shown_at:
            show(g, nd, c, &t, i)
        play(g, nd, c, &t, i, nd.trick[i + 1].card)
    if on_table == shown_at:
        show(g, nd, c, &t, on_table)
    if Trump is Hidden:
        t.bound = s.asked
    if on_table or shown_at == 0:
        return choose(s, nd, c, t, on_table)
    return node(s, nd, c, t)
