# How many tricks in a row the side on lead can win at least and at most, where it loses the race with the first trick
# that it loses: the question of a kot. The other bounds count tricks of the whole hand and say nothing about it.
# Relies on cardset, hands. Only for four seats with partners, and tricks that go to their winner at once.
# Test: tests/core/test_unbeaten_run.py, position by position;
# Test: tests/search/test_features_off.py::test_hostile_endings, against the search without bounds.

from ..cache cimport ENDLESS, proof
from ..cardset cimport LANES, count, down_to, highest, lane, larger, smaller, term, top_of, u64
from ..hands cimport Hands4
from .quick_tricks cimport top_cards, top_run

cdef struct Rounds:
    int length[LANES]     # of a suit: cards of the longer hand of the side on lead
    int his[2][LANES]     # ... of the opponent left of the leader, of the one right of him
    int won[2][LANES]     # ... rounds in which the side on lead can beat each of them, 13 = all
    u64 card[2][LANES]    # ... and the card that beats it then

cdef inline void rounds_unbeaten(u64 theirs, u64 ours, int* won, u64* card) noexcept nogil:
    # In how many rounds of a suit we can beat one opponent, who plays the highest card he has left each time: in round
    # i as many as i of our cards must lie above the i-th of his.
    cdef int i = 0
    cdef u64 best
    won[0] = 13
    while theirs:
        best = highest(theirs)
        if count(ours & ~(best | (best - 1))) <= i:
            won[0] = i
            card[0] = best
            return
        theirs ^= best
        i += 1

cdef inline void rounds_of(Rounds* r, const Hands4* h, int suit) noexcept nogil:
    cdef u64 L = lane(suit), his
    cdef int x
    r.length[suit] = larger(count(h.me & L), count(h.partner & L))
    for x in range(2):
        his = (h.rho if x else h.lho) & L
        r.his[x][suit] = count(his)
        rounds_unbeaten(his, (h.me | h.partner) & L, &r.won[x][suit], &r.card[x][suit])

cdef inline int side_suits(const Rounds* r, const Hands4* h, const int* most, int other, int free_l, int free_r,
                           int enough, u64* mask) noexcept nogil:
    # The rounds of side suits that the side on lead can win at most. most: a bound for each suit; other: rounds beside
    # these in which a hand may throw a card; enough: with so many the answer does not matter.
    # A suit is held when an opponent's highest cards end it after fewer rounds: he plays the highest each time, and
    # keeps those he needs (free: so many cards he can always keep). The side on lead must follow to the round it loses:
    # so each hand with a trump needs more cards of the suit than it plays in these rounds and throws in others. All
    # suits that are held are so at the same time: up to the first round that breaks a limit, none is broken.
    cdef int limit[LANES]
    cdef int held[LANES]          # the opponent who holds the suit, -1: none
    cdef int suit, i, x, thrown, lost, total = 0
    cdef int free[2]
    cdef u64 hand
    cdef bint again = True
    free[0] = free_l
    free[1] = free_r
    for suit in range(LANES - 1):
        held[suit] = -1
        limit[suit] = most[suit]
        x = 0 if r.won[0][suit] <= r.won[1][suit] else 1
        if r.won[x][suit] >= free[x]:
            x = 1 - x
        if r.won[x][suit] < limit[suit] and r.won[x][suit] < free[x]:
            limit[suit] = r.won[x][suit]
            free[x] -= limit[suit] + 1
            held[suit] = x
        total += limit[suit]
    while again:
        if total >= enough:
            return total
        again = False
        for i in range(2):
            hand = h.partner if i else h.me
            if not hand & h.trumps:
                continue
            thrown = other
            for suit in range(LANES - 1):
                lost = limit[suit] - count(hand & lane(suit))
                if lost > 0:
                    thrown += lost
            for suit in range(LANES - 1):
                if held[suit] >= 0:
                    lost = total + other if thrown else limit[suit]
                    if count(hand & lane(suit)) <= lost:
                        total += most[suit] - limit[suit]
                        limit[suit] = most[suit]
                        held[suit] = -1
                        again = True
                        break
    for suit in range(LANES - 1):
        if held[suit] >= 0:
            mask[0] |= term(37, down_to(r.card[held[suit]][suit]))
    return total

cdef inline bint cashed_run(const Hands4* h, int k, u64* mask) noexcept nogil:
    # Whether the leader can cash k tricks in a row, whatever the others play; in mask the cards that prove it.
    # - The highest trumps win whenever they are played. With as many of them as the longer hand of the opponents has
    #   trumps he draws these first; else he plays them last, and cashes only the rounds of a side suit to which each
    #   opponent with a trump follows. Nobody then throws a card of a suit that is counted before it is played.
    # - The highest cards of a side suit win; so do the low ones when they are as many as the longest other hand has.
    # - His partner need not ruff, which would take the lead: he has a card besides trumps for each round of a side
    #   suit, or his trumps are drawn as well.
    cdef u64 mine, L, cards
    cdef int tops = top_run(h.my_trumps, 3)
    cdef int theirs = larger(count(h.lho_trumps), count(h.rho_trumps))
    cdef int his_trumps = count(h.partner_trumps)
    cdef bint drawn = tops >= theirs
    cdef int suit, own, rounds, longest, total = 0
    if tops >= k:
        mask[0] = term(34, top_cards(3, k))
        return True
    cards = term(35, top_cards(3, tops)) if tops else 0
    if drawn and tops >= his_trumps:
        tops = count(h.my_trumps)
    for suit in range(LANES - 1):
        if not h.me & top_of(suit):
            continue
        L = lane(suit)
        mine = h.me & L
        own = top_run(mine, suit)
        longest = larger(count(h.lho & L), count(h.rho & L))
        rounds = own
        if own >= larger(longest, count(h.partner & L)):
            rounds = count(mine)
        if not drawn:
            if h.lho_trumps:
                rounds = smaller(rounds, count(h.lho & L))
            if h.rho_trumps:
                rounds = smaller(rounds, count(h.rho & L))
        rounds = smaller(rounds, k - tops - total)
        if rounds > 0:
            total += rounds
            cards |= term(36, top_cards(suit, smaller(own, rounds)))
    if tops + total < k:
        return False
    if count(h.partner & ~h.trumps) < total and his_trumps and not (drawn and his_trumps <= tops):
        return False
    mask[0] = cards
    return True

cdef inline u64 unbeaten_run(const Hands4* h, int a, int b) noexcept nogil:
    # A proof for the thresholds a and b, or 0 when the bound does not decide. h: from the leader; there is a trump.
    # 1. x, an opponent, plays his highest trump when trumps are led or when he has none of the suit: the side on lead
    #    needs a trump above it each time, so it wins no more of such rounds than rounds_unbeaten says. In all others x
    #    follows to a side suit: no more often than he has cards of it.
    # 2. Trumps are led no more often than the longer hand holds them; each other round is one of a side suit.
    # Of a side suit there are no more rounds than the longer of the two hands has cards.
    cdef u64 mask
    cdef int k = a if h.for_a else b
    cdef int n = h.tricks
    cdef int x, suit, most
    cdef int rounds[LANES]
    cdef Rounds r
    if (b if h.for_a else a) != 1 or k >= ENDLESS:
        return 0
    if cashed_run(h, k, &mask):
        return proof(mask, k, 1, True) if h.for_a else proof(mask, 1, k, False)
    rounds_of(&r, h, 3)
    if r.length[3] >= k and r.won[0][3] >= k and r.won[1][3] >= k:
        return 0
    for suit in range(LANES - 1):
        rounds_of(&r, h, suit)
    for x in range(2):
        if r.won[x][3] >= k:
            continue
        for suit in range(LANES - 1):
            rounds[suit] = smaller(r.his[x][suit], r.length[suit])
        mask = term(38, down_to(r.card[x][3]))
        most = r.won[x][3]
        # x throws no card: he follows or plays a trump
        most += side_suits(&r, h, rounds, most, n - k + 1 if x else ENDLESS, ENDLESS if x else n - k + 1, k - most,
                           &mask)
        if most < k:
            return beaten(h.for_a, most, mask)
    if r.length[3] < k:
        mask = 0
        most = r.length[3] + side_suits(&r, h, r.length, 0, n - k + 1, n - k + 1, k - r.length[3], &mask)
        if most < k:
            return beaten(h.for_a, most, mask)
    return 0

cdef inline u64 lost_leads(const Hands4* h, int a, int b, u64* mask) noexcept nogil:
    # The leads that an opponent beats in this trick, which ends the race, and the cards that prove it: he has the
    # highest card of the suit and leader's partner cannot ruff, or he ruffs, higher than the partner can.
    cdef u64 L, his, his_trumps, best, found = 0
    cdef int suit, x
    if (b if h.for_a else a) != 1:
        return 0
    mask[0] = 0
    for suit in range(LANES):
        L = lane(suit)
        if not h.me & L:
            continue
        # partner's trumps that may win this trick
        best = 0 if h.partner & L or not h.partner_trumps else highest(h.partner_trumps)
        for x in range(2):
            his = h.rho if x else h.lho
            his_trumps = h.rho_trumps if x else h.lho_trumps
            if best == 0 and his & top_of(suit):
                found |= L
                mask[0] |= term(39, top_of(suit))
                break
            if not his & L and his_trumps > best:
                found |= L
                if best:
                    mask[0] |= term(40, down_to(highest(his_trumps)))
                break
    return found

cdef inline u64 beaten(bint for_a, int most, u64 mask) noexcept nogil:
    # That a side wins no more than so many tricks in a row, as a proof.
    if for_a:
        return proof(mask, most + 1, 1, False)
    return proof(mask, 1, most + 1, True)
