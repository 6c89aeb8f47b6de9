# Leads that lose the race and need no search: an opponent of the leader wins the trick and then cashes enough tricks.
# Relies on quick_tricks, under the same conditions: four seats with partners opposite, a trick goes to its winner at
# once, the race lasts to the last trick.
# Test: tests/core/test_quick_tricks.py::test_leads_that_need_no_search, position by position;
# Test: tests/search/test_features_off.py::test_hostile_endings, against the search without bounds.

from libc.string cimport memset

from ..cache cimport ENDLESS
from ..cardset cimport LANES, count, lane, larger, smaller, term, top_of, u64
from ..rules.collect cimport AtOnce, Collect
from ..rules.trump cimport Declared, Trump
from ..table cimport Game, Node, duties, in_a, seats_of, side_a_of
from .quick_tricks cimport top_cards, top_run, trump_tricks

cdef struct Cashed:
    int tricks[LANES]     # in each suit, for the opponent who holds its highest card
    u64 cards[LANES]      # ... the cards that prove these tricks
    int sum[2]            # ... their sum for the opponent left of the leader, and for the one on the right
    u64 cross[2]          # the highest card of a suit in which this opponent can lead to the other one, 0 = none

cdef inline void cash(u64 l, u64 r, u64 me, u64 pd, u64 trumps, bint drawn, Cashed* found) noexcept nogil:
    # Tricks in side suits for the opponents l and r of the leader me and his partner pd. A hand cashes its highest
    # cards in a row, and low cards, too, if no other hand can follow any more. If a hand of the leader's side still has
    # a trump (drawn: it has none), a suit counts only as many rounds as this hand must follow.
    cdef int suit, cap, run, longest, n, x
    cdef u64 L, held
    memset(found, 0, sizeof(Cashed))
    for suit in range(3 if trumps else LANES):
        if not (l | r) & top_of(suit):
            continue
        L = lane(suit)
        cap = 13
        if not drawn:
            if me & trumps:
                cap = count(me & L)
            if pd & trumps:
                cap = smaller(cap, count(pd & L))
        if cap == 0:
            continue
        x = 1 if r & top_of(suit) else 0
        held = (r if x else l) & L
        run = n = top_run(held, suit)
        if cap > run:
            longest = larger(larger(count(me & L), count(pd & L)), count((l if x else r) & L))
            if run >= longest:
                n = count(held)
                run = larger(longest, 1)
        n = smaller(n, cap)
        found.tricks[suit] = n
        found.cards[suit] = term(17, top_cards(suit, smaller(run, n)))
        found.sum[x] += n
        if (l if x else r) & L:
            found.cross[1 - x] = top_of(suit)

cdef inline u64 refuted_leads(const Game* g, const Node* nd, Collect c, Trump t, u64* mask) noexcept nogil:
    # The suits whose lead loses the race; in mask the cards that prove it. A suit is refuted if an opponent of the
    # leader wins its trick whatever the others play, and the opponents then have enough tricks:
    # 1. The opponent wins with the highest card or by a ruff; the leader's partner must follow or has no trump.
    # 2. He cashes the tricks of `cash`, and may lead a small card to his partner, who cashes his. Each of the two has
    #    enough cards besides trumps to follow or discard, so that he plays no trump and no card that is counted.
    # 3. Last come his highest trumps, which win whenever they are played; or, if the suit led is not trumps, the trump
    #    tricks that the two are sure of whoever leads (trump_tricks).
    # The proof is for the thresholds of this node only, so that it depends on as few cards as possible.
    cdef int n = nd.left
    cdef int against, x, suit, held, tops, trump_part, both_trumps, depth, got
    cdef u64 me, pd, l, r, him, his, L, tm, tp, tx, ty, cards, top_trumps, part_trumps, found = 0
    cdef bint drawn, both
    cdef Cashed plain, free
    cdef const Cashed* sure
    if Collect is AtOnce and Trump is Declared:
        if seats_of(g) != 4 or duties(g) or c.b != ENDLESS or side_a_of(g) != 0b010101:
            return 0
        me = nd.hand[nd.leader]
        l = nd.hand[(nd.leader + 1) & 3]
        pd = nd.hand[(nd.leader + 2) & 3]
        r = nd.hand[(nd.leader + 3) & 3]
        tm = me & t.suit
        tp = pd & t.suit
        # the number of tricks with which the opponents decide the race
        against = n - c.a + 1 if in_a(g, nd.leader) else c.a
        held = larger(count(tm), count(tp))
        tx = l & t.suit
        ty = r & t.suit
        both_trumps = trump_tricks(tx | ty, tm | tp, larger(count(tx), count(ty)), against, &depth)
        mask[0] = 0
        cash(l, r, me, pd, t.suit, False, &plain)
        for x in range(2):
            him = r if x else l
            his = l if x else r
            tx = him & t.suit
            ty = his & t.suit
            tops = top_run(tx, 3) if tx else 0
            top_trumps = top_cards(3, tops) if tops else 0
            drawn = tops >= held
            sure = &plain
            if drawn:
                tops = count(tx)
                if held:
                    cash(l, r, me, pd, t.suit, True, &free)
                    sure = &free
                    top_trumps = top_cards(3, held)
                else:
                    top_trumps = 0
            trump_part = tops
            part_trumps = term(24, top_trumps)
            if both_trumps > tops:
                trump_part = both_trumps
                # with `drawn` the side suits rest on his top trumps, whatever proves the trump tricks
                part_trumps = term(22, top_cards(3, depth)) | (term(23, top_trumps) if drawn else 0)
            if sure.sum[0] + sure.sum[1] + larger(trump_part, tops + 1) < against:
                continue
            # count the opponent's own winners, and those of his partner if needed, until they are enough
            both = sure.sum[x] + trump_part < against and sure.cross[x] != 0
            got = 0
            cards = term(18, sure.cross[x]) if both else 0
            for suit in range(LANES):
                if got + trump_part >= against:
                    break
                if sure.tricks[suit] and (both or him & top_of(suit)):
                    got += sure.tricks[suit]
                    cards |= sure.cards[suit]
            if (larger(count(tx), count(ty)) if both else count(ty)) > n - got:
                continue
            if got + larger(trump_part, tops + 1) < against:
                continue
            for suit in range(LANES):
                L = lane(suit)
                if not me & L or found & L or tp and not pd & L:
                    continue
                if him & top_of(suit):
                    if L & t.suit:
                        if got + tops >= against:
                            found |= L
                            mask[0] |= cards | term(19, top_trumps) | term(20, top_of(suit))
                    elif got + trump_part >= against:
                        found |= L
                        mask[0] |= cards | part_trumps | term(21, top_of(suit))
                elif tx and not him & L and not (both and his & top_of(suit)) and count(ty) < n - got:
                    # he ruffs with a trump that is not among those counted
                    if count(tx) > (held if drawn else tops) and got + tops + (not drawn) >= against:
                        found |= L
                        mask[0] |= cards | term(25, top_trumps)
    return found
