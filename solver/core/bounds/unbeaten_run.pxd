# How many tricks in a row the side on lead can win at least and at most, where it loses the race with the first trick
# that it loses: the question of a kot. The other bounds count tricks of the whole hand and say nothing about it.
# Relies on cardset, table, rules. Only for four seats with partners, and tricks that go to their winner at once.
# Test: tests/core/test_unbeaten_run.py, position by position;
# Test: tests/search/test_features_off.py::test_hostile_endings, against the search without bounds.

from ..cache cimport ENDLESS, proof
from ..cardset cimport LANES, count, down_to, highest, lane, larger, smaller, term, top_of, u64
from ..rules.collect cimport AtOnce, Collect
from ..rules.trump cimport Declared, Trump
from ..table cimport Game, Node, duties, in_a, seats_of, side_a_of
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

cdef inline void rounds_of(Rounds* r, const Node* nd, u64 ours, int suit) noexcept nogil:
    cdef u64 L = lane(suit), his
    cdef int x
    r.length[suit] = larger(count(nd.hand[nd.leader] & L), count(nd.hand[(nd.leader + 2) & 3] & L))
    for x in range(2):
        his = nd.hand[(nd.leader + 1 + 2 * x) & 3] & L
        r.his[x][suit] = count(his)
        rounds_unbeaten(his, ours & L, &r.won[x][suit], &r.card[x][suit])

cdef inline int side_suits(const Rounds* r, u64 me, u64 pd, u64 trumps, const int* most, int other, int free_l,
                           int free_r, int enough, u64* mask) noexcept nogil:
    # The rounds of side suits that the side on lead (me, pd) can win at most. most: a bound for each suit; other:
    # rounds beside these in which a hand may throw a card; enough: with so many the answer does not matter.
    # A suit is held when an opponent's highest cards end it after fewer rounds: he plays the highest each time, and
    # keeps those he needs (free: so many cards he can always keep). The side on lead must follow to the round it loses:
    # so each hand with a trump needs more cards of the suit than it plays in these rounds and throws in others. All
    # suits that are held are so at the same time: up to the first round that breaks a limit, none is broken.
    cdef int limit[LANES]
    cdef int held[LANES]          # the opponent who holds the suit, -1: none
    cdef int suit, h, x, thrown, lost, total = 0
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
        for h in range(2):
            hand = pd if h else me
            if not hand & trumps:
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

cdef inline bint cashed_run(const Node* nd, u64 trumps, int k, u64* mask) noexcept nogil:
    # Whether the leader can cash k tricks in a row, whatever the others play; in mask the cards that prove it.
    # - The highest trumps win whenever they are played. With as many of them as the longer hand of the opponents has
    #   trumps he draws these first; else he plays them last, and cashes only the rounds of a side suit to which each
    #   opponent with a trump follows. Nobody then throws a card of a suit that is counted before it is played.
    # - The highest cards of a side suit win; so do the low ones when they are as many as the longest other hand has.
    # - His partner need not ruff, which would take the lead: he has a card besides trumps for each round of a side
    #   suit, or his trumps are drawn as well.
    cdef u64 me = nd.hand[nd.leader]
    cdef u64 l = nd.hand[(nd.leader + 1) & 3]
    cdef u64 pd = nd.hand[(nd.leader + 2) & 3]
    cdef u64 r = nd.hand[(nd.leader + 3) & 3]
    cdef u64 mine, L, cards
    cdef int tops = top_run(me & trumps, 3)
    cdef int theirs = larger(count(l & trumps), count(r & trumps))
    cdef bint drawn = tops >= theirs
    cdef int suit, own, rounds, longest, total = 0
    if tops >= k:
        mask[0] = term(34, top_cards(3, k))
        return True
    cards = term(35, top_cards(3, tops)) if tops else 0
    if drawn and tops >= count(pd & trumps):
        tops = count(me & trumps)
    for suit in range(LANES - 1):
        if not me & top_of(suit):
            continue
        L = lane(suit)
        mine = me & L
        own = top_run(mine, suit)
        longest = larger(count(l & L), count(r & L))
        rounds = own
        if own >= larger(longest, count(pd & L)):
            rounds = count(mine)
        if not drawn:
            if l & trumps:
                rounds = smaller(rounds, count(l & L))
            if r & trumps:
                rounds = smaller(rounds, count(r & L))
        rounds = smaller(rounds, k - tops - total)
        if rounds > 0:
            total += rounds
            cards |= term(36, top_cards(suit, smaller(own, rounds)))
    if tops + total < k:
        return False
    if count(pd & ~trumps) < total and pd & trumps and not (drawn and count(pd & trumps) <= tops):
        return False
    mask[0] = cards
    return True

cdef inline u64 unbeaten_run(const Game* g, const Node* nd, Collect c, Trump t) noexcept nogil:
    # A proof, or 0 when the bound does not decide.
    # 1. x, an opponent, plays his highest trump when trumps are led or when he has none of the suit: the side on lead
    #    needs a trump above it each time, so it wins no more of such rounds than rounds_unbeaten says. In all others x
    #    follows to a side suit: no more often than he has cards of it.
    # 2. Trumps are led no more often than the longer hand holds them; each other round is one of a side suit.
    # Of a side suit there are no more rounds than the longer of the two hands has cards.
    cdef u64 me, pd, ours, mask
    cdef int k, n, x, suit, most
    cdef int cap[LANES]
    cdef bint mine
    cdef Rounds r
    if Collect is AtOnce and Trump is Declared:
        if seats_of(g) != 4 or duties(g) or side_a_of(g) != 0b010101 or t.suit == 0:
            return 0
        mine = in_a(g, nd.leader)
        k = c.a if mine else c.b
        if (c.b if mine else c.a) != 1 or k >= ENDLESS:
            return 0
        n = nd.left
        me = nd.hand[nd.leader]
        pd = nd.hand[(nd.leader + 2) & 3]
        ours = me | pd
        if cashed_run(nd, t.suit, k, &mask):
            return proof(mask, k, 1, True) if mine else proof(mask, 1, k, False)
        rounds_of(&r, nd, ours, 3)
        if r.length[3] >= k and r.won[0][3] >= k and r.won[1][3] >= k:
            return 0
        for suit in range(LANES - 1):
            rounds_of(&r, nd, ours, suit)
        for x in range(2):
            if r.won[x][3] >= k:
                continue
            for suit in range(LANES - 1):
                cap[suit] = smaller(r.his[x][suit], r.length[suit])
            mask = term(38, down_to(r.card[x][3]))
            most = r.won[x][3]
            # x throws no card: he follows or plays a trump
            most += side_suits(&r, me, pd, t.suit, cap, most, n - k + 1 if x else ENDLESS,
                               ENDLESS if x else n - k + 1, k - most, &mask)
            if most < k:
                return beaten(mine, most, mask)
        if r.length[3] < k:
            mask = 0
            most = r.length[3] + side_suits(&r, me, pd, t.suit, r.length, 0, n - k + 1, n - k + 1, k - r.length[3],
                                            &mask)
            if most < k:
                return beaten(mine, most, mask)
    return 0

cdef inline u64 lost_leads(const Game* g, const Node* nd, Collect c, Trump t, u64* mask) noexcept nogil:
    # The leads that an opponent beats in this trick, which ends the race, and the cards that prove it: he has the
    # highest card of the suit and leader's partner cannot ruff, or he ruffs, higher than the partner can.
    cdef u64 me, pd, x, L, best, found = 0
    cdef int suit, i
    if Collect is AtOnce and Trump is Declared:
        if seats_of(g) != 4 or duties(g) or side_a_of(g) != 0b010101 or (c.b if in_a(g, nd.leader) else c.a) != 1:
            return 0
        mask[0] = 0
        me = nd.hand[nd.leader]
        pd = nd.hand[(nd.leader + 2) & 3]
        for suit in range(LANES):
            L = lane(suit)
            if not me & L:
                continue
            # partner's trumps that may win this trick
            best = 0 if pd & L or not pd & t.suit else highest(pd & t.suit)
            for i in range(1, 4, 2):
                x = nd.hand[(nd.leader + i) & 3]
                if best == 0 and x & top_of(suit):
                    found |= L
                    mask[0] |= term(39, top_of(suit))
                    break
                if not x & L and x & t.suit > best:
                    found |= L
                    if best:
                        mask[0] |= term(40, down_to(highest(x & t.suit)))
                    break
    return found

cdef inline u64 beaten(bint for_a, int most, u64 mask) noexcept nogil:
    # That a side wins no more than so many tricks in a row, as a proof.
    if for_a:
        return proof(mask, most + 1, 1, False)
    return proof(mask, 1, most + 1, True)
