# Leads that lose the race and need no search: an opponent of the leader wins the trick and then cashes enough tricks.
# Relies on quick_tricks, under the same conditions: four seats with partners opposite, a trick goes to its winner at
# once, the race lasts to the last trick.
# Test: tests/core/test_quick_tricks.py::test_leads_that_need_no_search, position by position;
# Test: tests/search/test_features_off.py::test_hostile_endings, against the search without bounds.

from libc.string cimport memset

from ..cardset cimport LANES, count, lane, larger, smaller, term, top_of, u64
from ..hands cimport Hands4
from .quick_tricks cimport top_cards, top_run, trump_tricks

cdef struct Cashed:
    int tricks[LANES]     # in each suit, for the opponent who holds its highest card
    u64 cards[LANES]      # ... the cards that prove these tricks
    int sum[2]            # ... their sum for the opponent left of the leader, and for the one on the right
    u64 cross[2]          # the highest card of a suit in which this opponent can lead to the other one, 0 = none

cdef inline void cash(const Hands4* h, bint drawn, Cashed* found) noexcept nogil:
    # Tricks in side suits for the opponents of the leader and his partner. A hand cashes its highest cards in a row,
    # and low cards, too, if no other hand can follow any more. If a hand of the leader's side still has a trump (drawn:
    # it has none), a suit counts only as many rounds as this hand must follow.
    cdef int suit, rounds, run, longest, n, x
    cdef u64 L, held
    memset(found, 0, sizeof(Cashed))
    for suit in range(3 if h.trumps else LANES):
        if not (h.lho | h.rho) & top_of(suit):
            continue
        L = lane(suit)
        rounds = 13
        if not drawn:
            if h.my_trumps:
                rounds = count(h.me & L)
            if h.partner_trumps:
                rounds = smaller(rounds, count(h.partner & L))
        if rounds == 0:
            continue
        x = 1 if h.rho & top_of(suit) else 0
        held = (h.rho if x else h.lho) & L
        run = n = top_run(held, suit)
        if rounds > run:
            longest = larger(larger(count(h.me & L), count(h.partner & L)), count((h.lho if x else h.rho) & L))
            if run >= longest:
                n = count(held)
                run = larger(longest, 1)
        n = smaller(n, rounds)
        found.tricks[suit] = n
        found.cards[suit] = term(17, top_cards(suit, smaller(run, n)))
        found.sum[x] += n
        if (h.lho if x else h.rho) & L:
            found.cross[1 - x] = top_of(suit)

cdef inline u64 refuted_leads(const Hands4* h, int a, u64* mask) noexcept nogil:
    # The suits whose lead loses the race; in mask the cards that prove it. A suit is refuted if an opponent of the
    # leader wins its trick whatever the others play, and the opponents then have enough tricks:
    # 1. The opponent wins with the highest card or by a ruff; the leader's partner must follow or has no trump.
    # 2. He cashes the tricks of `cash`, and may lead a small card to his partner, who cashes his. Each of the two has
    #    enough cards besides trumps to follow or discard, so that he plays no trump and no card that is counted.
    # 3. Last come his highest trumps, which win whenever they are played; or, if the suit led is not trumps, the trump
    #    tricks that the two are sure of whoever leads (trump_tricks).
    # The proof is for the thresholds of this node only, so that it depends on as few cards as possible.
    cdef int n = h.tricks
    # the number of tricks with which the opponents decide the race
    cdef int against = n - a + 1 if h.for_a else a
    cdef int our_length = larger(count(h.my_trumps), count(h.partner_trumps))
    cdef int their_length = larger(count(h.lho_trumps), count(h.rho_trumps))
    cdef int x, suit, tops, trump_part, both_trumps, other_length, depth, got
    cdef u64 him, other, L, his_trumps, cards, top_trumps, part_trumps, found = 0
    cdef bint drawn, both
    cdef Cashed plain, free
    cdef const Cashed* sure
    both_trumps = trump_tricks(h.lho_trumps | h.rho_trumps, h.my_trumps | h.partner_trumps, their_length, against,
                               &depth)
    mask[0] = 0
    cash(h, False, &plain)
    for x in range(2):
        him = h.rho if x else h.lho
        other = h.lho if x else h.rho
        his_trumps = h.rho_trumps if x else h.lho_trumps
        other_length = count(h.lho_trumps if x else h.rho_trumps)
        tops = top_run(his_trumps, 3) if his_trumps else 0
        top_trumps = top_cards(3, tops) if tops else 0
        drawn = tops >= our_length
        sure = &plain
        if drawn:
            tops = count(his_trumps)
            if our_length:
                cash(h, True, &free)
                sure = &free
                top_trumps = top_cards(3, our_length)
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
        if (larger(count(his_trumps), other_length) if both else other_length) > n - got:
            continue
        if got + larger(trump_part, tops + 1) < against:
            continue
        for suit in range(LANES):
            L = lane(suit)
            if not h.me & L or found & L or h.partner_trumps and not h.partner & L:
                continue
            if him & top_of(suit):
                if L & h.trumps:
                    if got + tops >= against:
                        found |= L
                        mask[0] |= cards | term(19, top_trumps) | term(20, top_of(suit))
                elif got + trump_part >= against:
                    found |= L
                    mask[0] |= cards | part_trumps | term(21, top_of(suit))
            elif his_trumps and not him & L and not (both and other & top_of(suit)) and other_length < n - got:
                # he ruffs with a trump that is not among those counted
                if count(his_trumps) > (our_length if drawn else tops) and got + tops + (not drawn) >= against:
                    found |= L
                    mask[0] |= cards | term(25, top_trumps)
    return found
